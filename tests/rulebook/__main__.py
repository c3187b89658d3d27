"""``python -m tests.rulebook FILE.json``: run rule-table rows from anywhere; 1 if one does not hold."""

import json
import sys
from pathlib import Path

from py_rules.service import handle
from tests.rulebook.vectors import run


def main(arguments: list[str]) -> int:
    """Print one JSON line per row."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m tests.rulebook FILE.json\n")
        return 2
    try:
        rows = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{arguments[0]}: {error}\n")
        return 2
    results = [run(handle, row) for row in rows]
    for result in results:
        sys.stdout.write(json.dumps(result) + "\n")
    return 0 if all(result["ok"] for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
