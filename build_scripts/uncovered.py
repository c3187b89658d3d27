"""List the lines and branches of ``py_rules`` that no test runs, and how much of it each ring of tests runs.

Rings that run the core in a browser, or none of it, are left out. ``--rings unit rulebook`` measures some of the rest;
what other rings run is listed then too. A measured ring takes three times as long as it does otherwise.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from coverage import Coverage

from build_scripts import rings
from build_scripts.project import BUILD, ROOT, say, stop

DATA = BUILD / "coverage"

# They run the core in a browser, or none of it.
OUTSIDE = ("accessibility", "bundle", "commands", "e2e", "engines", "hosts", "pyodide", "tools")


@dataclass(frozen=True, slots=True)
class Gap:
    """Lines that no test runs, or a line that no test leaves for another one."""

    file: str
    first: int
    last: int
    target: int | None
    """Where the branch leads, 0: out of the function. None: the lines themselves are not run."""
    text: str
    """The first of the lines."""

    def line(self) -> str:
        """Return the line of the list.

        >>> Gap("py_rules/values/dice.py", 12, 14, None, "return 0").line()
        'py_rules/values/dice.py:12-14  return 0'
        >>> Gap("py_rules/values/dice.py", 12, 12, 15, "if pool:").line()
        'py_rules/values/dice.py:12->15  if pool:'
        """
        place = f"{self.file}:{self.first}"
        if self.target is not None:
            place += f"->{self.target or 'exit'}"
        elif self.last > self.first:
            place += f"-{self.last}"
        return f"{place}  {self.text}"


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the lines and branches were run."""

    name: str
    lines: tuple[int, int]
    branches: tuple[int, int]

    def line(self) -> str:
        """Return the line of the table.

        >>> Share("unit", (199, 200), (1, 3)).line()
        '  unit               99.5 %    33.3 %'
        """
        return f"  {self.name:<16}{percent(*self.lines):>9}{percent(*self.branches):>10}"


def percent(part: int, whole: int) -> str:
    """Return a share, rounded down, so that 100 % is all of it.

    >>> percent(9_999, 10_000), percent(0, 0)
    ('99.9 %', '100.0 %')
    """
    tenths = 1_000 * part // whole if whole else 1_000
    return f"{tenths / 10:.1f} %"


def runs(missing: Iterable[int], executed: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield first and last of missing lines that have no executed line between them.

    >>> list(runs([3, 5, 9], [1, 7, 11]))
    [(3, 5), (9, 9)]
    """
    missed = set(missing)
    run: list[int] = []
    for line in sorted(missed.union(executed)):
        if line in missed:
            run.append(line)
        elif run:
            yield run[0], run[-1]
            run = []
    if run:
        yield run[0], run[-1]


def gaps(report: dict[str, Any], root: Path) -> list[Gap]:
    """Return what a report of coverage.py has as missing; a branch only where both of its ends are run."""
    found = []
    for file, measured in sorted(report["files"].items()):
        source = (root / file).read_text(encoding="utf-8").splitlines()
        missing = set(measured["missing_lines"])
        for first, last in runs(missing, measured["executed_lines"]):
            found.append(Gap(file, first, last, None, source[first - 1].strip()))
        for start, target in measured["missing_branches"]:
            if not missing & {start, target}:
                found.append(Gap(file, start, start, max(target, 0), source[start - 1].strip()))
    return sorted(found, key=lambda gap: (gap.file, gap.first, gap.last))


def share(name: str, report: dict[str, Any]) -> Share:
    """Return how much a report of coverage.py has as run."""
    sums = report["totals"]
    return Share(
        name,
        (sums["covered_lines"], sums["num_statements"]),
        (sums["covered_branches"], sums["num_branches"]),
    )


def together(name: str, folders: Sequence[Path]) -> dict[str, Any]:
    """Return coverage.py's report of all that was measured into some folders."""
    measured = Coverage(data_file=str(DATA / f"{name}.data"))
    measured.combine([str(file) for folder in folders for file in folder.iterdir()], keep=True)
    out = DATA / f"{name}.json"
    measured.json_report(outfile=str(out))
    report: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return report


def measure(ring: rings.Ring) -> bool:
    """Run a ring under coverage.py, each process into a file of its own; tell whether the ring passed."""
    folder = DATA / ring.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    under = [sys.executable, "-m", "coverage", "run", f"--data-file={folder / 'data'}"]
    return rings.run(replace(ring, command=[*under, *ring.command[1:]])).passed


def main() -> None:
    """Measure all rings that run the core, or those asked for; end with status 1 when anything is not run."""
    known = {ring.name: ring for ring in rings.python_rings(in_parts=False) if ring.name not in OUTSIDE}
    parser = argparse.ArgumentParser(description="List what of py_rules no test runs.")
    parser.add_argument("--rings", nargs="+", metavar="RING", help=f"some of {', '.join(known)}")
    asked = parser.parse_args().rings or list(known)
    unknown = [name for name in asked if name not in known]
    if unknown:
        stop(f"there is no ring {unknown[0]} that runs the core; there are {', '.join(known)}")
    say(f"measuring {len(asked)} rings of tests")
    failed = [name for name in asked if not measure(known[name])]
    print(f"\n  {'ring':<16}{'lines':>9}{'branches':>10}")
    for name in asked:
        print(share(name, together(name, [DATA / name])).line())
    report = together("all", [DATA / name for name in asked])
    print(share("all together", report).line(), end="\n\n")
    found = gaps(report, ROOT)
    for gap in found:
        print(gap.line())
    lines = sum(gap.target is None for gap in found)
    say(f"{lines} stretches of lines and {len(found) - lines} branches are not run by any test")
    if failed:
        say(f"FAILED: {', '.join(failed)}; more may be run once they pass")
    sys.exit(bool(found or failed))


if __name__ == "__main__":
    main()
