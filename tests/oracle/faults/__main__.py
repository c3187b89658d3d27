"""Put known faults back, one at a time, and see after how many random worlds an oracle finds each of them.

    python -m tests.oracle.faults                  every fault of the table
    python -m tests.oracle.faults storey passage   those with one of these words in their names
    python -m tests.oracle.faults --most 100       with no more rounds than that
    python -m tests.oracle.faults --all            what is not found where it should be is looked for in all tests

All this is done in copies of the tree. Rounds grow from one on until a test fails. What is told for a fault is the
least number of rounds tried with which it was found, the test, and how many worlds the batches of that test had
tried by then.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from build_scripts.project import ROOT, say
from tests.oracle.faults.table import FAULTS

NEEDED = ("py_rules", "tests", "build_scripts", "web/core", "pyproject.toml")
FILES = tuple(sorted(path.stem.removeprefix("test_") for path in Path(__file__).parents[1].glob("test_*.py")))
QUICK = {"dice", "faults", "root"}
"""Nothing in them is random, or known to the rules."""


def copy_tree(folder):
    """Copy what the tests need: faults are put into the copy, never into the tree."""
    for name in NEEDED:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy(source, target)


def asked(folder, most, word, tests):
    """Return what the tests named find in a copy: test, rounds and worlds; none: nothing."""
    command = [sys.executable, "-m", "tests.oracle.faults.inside", str(most), word, *tests]
    told = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.split()
    return (told[0].rpartition("/")[2], int(told[1]), int(told[2])) if told else None


def put_back(folder, fault, most, *, everywhere):
    """Return what finds a fault in a copy of the tree."""
    path = folder / "py_rules" / fault.file
    right = path.read_text(encoding="utf-8")
    path.write_text(right.replace(fault.old, fault.new), encoding="utf-8")
    try:
        system = fault.file.split("/")[1] if fault.file.startswith("systems/") else ""
        found = asked(folder, most, system, fault.seen_by)
        if found is None and everywhere:
            others = [name for name in FILES if name not in {*fault.seen_by, *QUICK}]
            found = asked(folder, most, system, others)
    finally:
        path.write_text(right, encoding="utf-8")
    return found


def chosen(words):
    """Return the faults with one of some words in their names; no words: all."""
    return [fault for fault in FAULTS if not words or any(word in fault.name for word in words)]


def main():
    """Try what the command line asks for; end with status 1 when a fault was not found."""
    parser = argparse.ArgumentParser(description="See after how many rounds the oracles find known faults.")
    parser.add_argument("words", nargs="*", metavar="WORD", help="faults with one of these in their names")
    parser.add_argument("--most", type=int, default=50, help="rounds at the most")
    parser.add_argument("--all", action="store_true", help="look in all tests for what is not found")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    told = parser.parse_args()
    faults, copies = chosen(told.words), SimpleQueue()
    with tempfile.TemporaryDirectory() as name:
        for number in range(told.jobs):
            copy_tree(Path(name) / str(number))
            copies.put(Path(name) / str(number))

        def tried(fault):
            folder = copies.get()
            try:
                result = put_back(folder, fault, told.most, everywhere=told.all)
            finally:
                copies.put(folder)
            test, rounds, worlds = result or ("NOT FOUND", told.most, 0)
            sys.stdout.write(f"{rounds:4} rounds {worlds:5} worlds  {fault.name}: {test}\n")
            sys.stdout.flush()
            return result

        with ThreadPoolExecutor(told.jobs) as pool:
            found = list(pool.map(tried, faults))
    lost = found.count(None)
    hardest = max((result[1] for result in found if result), default=0)
    say(f"{len(found) - lost} of {len(found)} faults found, the hardest with {hardest} rounds")
    sys.exit(bool(lost))


if __name__ == "__main__":
    main()
