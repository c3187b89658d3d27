"""Run rule-table rows from anywhere, or print all rules with their cases.

``python -m tests.rulebook FILE.json`` runs the rows of a file, one JSON line each; it ends with 1 if one does not hold.
``python -m tests.rulebook --rules [SYSTEM …]`` prints every rule: number, kind, cases in which it bites and in which
it must not, name, reference and sentence.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from py_rules.service import handle
from tests.rulebook import cases
from tests.rulebook.vectors import run


def main(arguments: list[str]) -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.rulebook", description=__doc__.split("\n", 1)[0])
    parser.add_argument("file", nargs="?", metavar="FILE.json", help="rows to run")
    parser.add_argument(
        "--rules", nargs="*", metavar="SYSTEM", help="print the rules of all systems or of some"
    )
    asked = parser.parse_args(arguments)
    if (asked.file is None) == (asked.rules is None):
        parser.error("name a file, or ask for --rules")
    return _run(asked.file) if asked.rules is None else _print_rules(asked.rules)


def _run(name: str) -> int:
    """Run a file of rows and print one JSON line per row."""
    try:
        rows = json.loads(Path(name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{name}: {error}\n")
        return 2
    results = [run(handle, row) for row in rows]
    for result in results:
        sys.stdout.write(json.dumps(result) + "\n")
    return 0 if all(result["ok"] for result in results) else 1


def _print_rules(wanted: list[str]) -> int:
    """Print one line per rule and the sums of each system."""
    value = json.loads(handle('{"v":1,"op":"describe"}'))["value"]
    systems = {system["id"]: system for system in value["systems"]}
    unknown = [name for name in wanted if name not in systems]
    if unknown:
        sys.stderr.write(f"there is no system {unknown[0]!r}; there are {', '.join(systems)}\n")
        return 2
    shown = wanted or list(systems)
    held = [case for name in shown for case in cases.load(name)]
    for name in shown:
        title = f"{systems[name]['title']} ({name})"
        sys.stdout.write("\n".join(table(title, systems[name]["rules"], held)) + "\n\n")
    if not wanted:
        sys.stdout.write("\n".join(table("Every table", value["table_rules"], held)) + "\n\n")
    rules = sum(len(systems[name]["rules"]) for name in shown)
    sys.stdout.write(f"{rules} rules of {len(shown)} systems, {len(held)} cases\n")
    return 0


def table(title: str, rules: list[dict[str, str]], held: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of a table of rules, as Markdown, with how many of the cases each has on both sides."""
    yield f"## {title}: {len(rules)} rules"
    yield ""
    yield _row(["Rule", "Kind", "Bites", "Must not", "Name", "Reference", "Sentence"])
    yield _row(["---"] * 7)
    for rule in rules:
        own = [case["bites"] for case in held if case["rule"] == rule["number"]]
        counts = [str(own.count(True)), str(own.count(False))]
        words = [rule[key] for key in ("name", "reference", "sentence")]
        yield _row([rule["number"], rule["kind"], *counts, *words])


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
