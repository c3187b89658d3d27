"""Make a folder hold exactly the given files, touching only those that differ.

Servers and tests may be reading the folder meanwhile: each file is replaced in one step, and a file that
did not change keeps its time.
"""

from collections.abc import Mapping
from pathlib import Path


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
    if path.is_file() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.fresh")
    fresh.write_bytes(content)
    fresh.replace(path)
    return True
