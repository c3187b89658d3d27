"""``python -m py_rules``: one request per line in, one reply per line out, in order."""

import sys

from py_rules.service import handle

BLANKS = " \t\r\n"
"""What JSON takes for a blank; a line of other signs is a request, if a bad one."""


def main() -> None:
    """Answer lines until there are none left, or nobody reads the answers any more."""
    try:
        for line in sys.stdin.buffer:
            text = line.decode("utf-8", errors="surrogateescape").strip(BLANKS)
            if text:
                sys.stdout.write(handle(text) + "\n")
                sys.stdout.flush()
    except BrokenPipeError:
        sys.stderr.close()  # or Python tells of the answer that could not be written


if __name__ == "__main__":
    main()
