"""``python -m py_rules``: one request per line in, one reply per line out, in order."""

import sys

from py_rules.service import handle


def main() -> None:
    """Answer lines until there are none left."""
    for line in sys.stdin.buffer:
        text = line.decode("utf-8", errors="surrogateescape").strip()
        if text:
            sys.stdout.write(handle(text) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
