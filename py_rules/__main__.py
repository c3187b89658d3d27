"""``python -m py_rules``: one request per line in, one reply per line out, in order.

``--path FOLDER`` finds the games of a folder beside ours.
"""

import argparse
import sys
from collections.abc import Sequence

from py_rules import systems
from py_rules.service import handle

SAYS = """Answers requests: one a line on standard input, as JSON, and one reply a line on standard output.

  echo '{"op": "plan", "system": "contract", "movers": [{"route": {"segments": [{"mode": "ground", "length": 30}]}}]}' |
    python -m py_rules

docs/protocol.md tells what may be asked. A game is checked with python -m py_rules.check --help.
"""

BLANKS = " \t\r\n"
"""What JSON takes for a blank; a line with anything else is a request, if a bad one."""


def main(arguments: Sequence[str]) -> None:
    """Answer lines until there are none left, or nobody reads the answers any more."""
    parser = argparse.ArgumentParser(
        prog="python -m py_rules", description=SAYS, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--path", metavar="FOLDER", help="a folder with games of your own")
    folder = parser.parse_args(arguments).path
    if folder is not None:
        ours = systems.names()
        systems.look_in(folder)
        if systems.names() == ours:
            parser.error(f"{folder} has no games of its own")
    try:
        for line in sys.stdin.buffer:
            text = line.decode("utf-8", errors="surrogateescape").strip(BLANKS)
            if text:
                sys.stdout.write(handle(text) + "\n")
                sys.stdout.flush()
    except BrokenPipeError:
        sys.stderr.close()  # or Python complains about the answer that could not be written


if __name__ == "__main__":
    main(sys.argv[1:])
