"""Run a module of ours for ``make``, and end in one line where not the module but what is around it is at fault.

``python -m build_scripts.plainly MODULE [ARGUMENT ...]``. A full disk, a folder of somebody else, a browser that does
not start, a key pressed to end it: the line says what and how to mend it. An error of ours keeps its traceback.
"""

import errno
import os
import runpy
import signal
import sys
from pathlib import Path

from build_scripts.project import DISK_IS_FULL, ROOT, stop

FULL = {errno.ENOSPC, errno.EDQUOT}
OURS = {"build_scripts", "py_rules", "tests"}
FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}


def plain(error: BaseException) -> str | None:
    """What to say of an error in one line; None: it is ours.

    >>> plain(PermissionError(errno.EACCES, "Permission denied", "/elsewhere/dist/demo"))
    '/elsewhere/dist/demo may not be written; make it yours (chown, chmod) and run the same command again'
    >>> plain(ValueError("of ours")) is None
    True
    """
    if isinstance(error, OSError):
        return _of_files(error)
    if isinstance(error, ModuleNotFoundError) and error.name and error.name.partition(".")[0] not in OURS:
        return f"the Python package {error.name} is missing; delete .venv and run the same command again"
    # Playwright is not imported here: what needs no browser shall start quickly.
    if type(error).__module__.startswith("playwright") and "launch" in str(error):
        return (
            f"the browser could not be started ({_first_line(error)}); see whether it runs by itself, "
            "or say where another one is with CHROMIUM_PATH=/path/to/chromium"
        )
    return None


def _of_files(error: OSError) -> str | None:
    where = f" ({_shown(error.filename)})" if error.filename else ""
    if error.errno in FULL:
        return DISK_IS_FULL.replace("the disk is full", f"the disk is full{where}")
    if error.errno in FORBIDDEN and error.filename:
        return (
            f"{_shown(error.filename)} may not be written; "
            "make it yours (chown, chmod) and run the same command again"
        )
    if "No usable temporary directory" in str(error):
        return "there is no room for temporary files; free some space or set TMPDIR, and run the same command again"
    return None


def _shown(path: object) -> str:
    """A path, from here if it is inside."""
    found = Path(os.fsdecode(path) if isinstance(path, bytes) else str(path))
    return str(found.relative_to(ROOT) if found.is_relative_to(ROOT) else found)


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]


def main() -> None:
    """Run the module that is named on the command line as if it had been called itself."""
    _, name, *_ = sys.argv
    del sys.argv[0]
    try:
        runpy.run_module(name, run_name="__main__", alter_sys=True)
    except KeyboardInterrupt:
        print("\nfootwork: interrupted; run the same command again to go on", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)
    except Exception as error:
        if (text := plain(error)) is None:
            raise
        stop(text)


if __name__ == "__main__":
    main()
