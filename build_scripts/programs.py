"""Run programs of others: what they print is returned; when one fails, all ends with its complaint, or in one line."""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from build_scripts.project import DISK_IS_FULL, NPM_BIN, ROOT, stop

# How programs of all kinds tell that the disk is full.
SIGNS_OF_A_FULL_DISK = ("no space left on device", "enospc", "disk quota exceeded")
LONGEST_LINE = 500  # Node shows the line an error came from; Pyodide's lines are a megabyte long


def output_of(
    command: Sequence[str],
    failed: str,
    *,
    told: str = "",
    env: Mapping[str, str] | None = None,
    warns: bool = False,
) -> str:
    """What a program prints that reads something from its standard input; ``warns``: its warnings are passed on.

    ``failed`` is what to say when it fails, after what it said itself.
    """
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=env,
            input=told,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except FileNotFoundError:
        program = Path(command[0])
        mend = "delete node_modules" if NPM_BIN in program.parents else "install it"
        stop(f"{program.name} is missing; {mend} and run the same command again")
    if done.returncode:
        complaint = done.stdout + done.stderr
        if is_of_a_full_disk(complaint):
            stop(DISK_IS_FULL)
        print("\n".join(line[:LONGEST_LINE] for line in complaint.splitlines()), file=sys.stderr)
        stop(f"{failed}; see above")
    if warns:
        sys.stderr.write(done.stderr)
    return done.stdout


def is_of_a_full_disk(complaint: str) -> bool:
    """Whether a program fails for want of space.

    >>> is_of_a_full_disk("OSError: [Errno 28] No space left on device"), is_of_a_full_disk("npm error code ENOSPC")
    (True, True)
    """
    return any(sign in complaint.lower() for sign in SIGNS_OF_A_FULL_DISK)
