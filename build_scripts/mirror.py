"""Make a folder hold exactly the given files, touching only those that differ.

Servers and tests may be reading the folder meanwhile: each file is replaced in one step, and a file that
did not change keeps its time.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

MAKING = ".making-"


def mirror(folder: Path, files: Mapping[str, bytes]) -> None:
    """Bring ``folder`` to hold ``files``, by path inside the folder, and nothing else."""
    for name, content in files.items():
        write_if_changed(folder / name, content)
    wanted = {folder / name for name in files}
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in wanted:
            path.unlink()


def write_if_changed(path: Path, content: bytes) -> bool:
    """Write a file in one step unless it has this content already; tell whether it was written."""
    fresh = path.with_name(f".{path.name}.fresh")
    if path.is_file() and path.read_bytes() == content:
        fresh.unlink(missing_ok=True)  # whoever was to write it may have been killed
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(content)
        fresh.replace(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
    return True


@contextmanager
def scratch(folder: Path) -> Iterator[Path]:
    """A folder inside another that is gone afterwards; those that killed processes have left there go, too."""
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob(f"{MAKING}*"):
        if not _is_running(int(left.name.split("-")[1])):
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"{MAKING}{os.getpid()}-", dir=folder) as name:
        yield Path(name)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
