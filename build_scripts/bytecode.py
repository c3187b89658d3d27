"""Compile what ships to bytecode, in the very Pyodide that ships, so that nothing is compiled in a browser.

The compiler is pyodide-build's; it runs inside Pyodide on Node. What was compiled is kept in ``build/kept`` by
the hash of all that went in, so that only what changed is compiled again.
"""

import hashlib
import io
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from build_scripts.mirror import scratch
from build_scripts.programs import output_of
from build_scripts.project import KEPT, ROOT, Pins, say
from build_scripts.vendor import PYODIDE, wheel_of

SCRIPTS = ROOT / "build_scripts" / "pyodide"
COMPILER = SCRIPTS / "compile.js"
EARLIEST = (1980, 1, 1, 0, 0, 0)  # the earliest time that an archive can tell


def compiled(archives: Mapping[str, bytes], pins: Pins) -> dict[str, bytes]:
    """Archives (wheels, or zips of Python) with bytecode for sources and no docstrings, by their new names."""
    return kept_result("parts", _key(archives, pins), lambda out: _compile(archives, pins, out, level="2"))


def compiled_with_sources(name: str, wheel: bytes, pins: Pins) -> dict[str, bytes]:
    """A wheel with bytecode beside its sources, by its new name.

    Docstrings are kept, and so are sources: pydantic reads in them what is said below a field.
    """

    def make(out: Path) -> None:
        _compile({name: wheel}, pins, out, level="0")
        (path,) = out.iterdir()
        both = files_of(wheel) | {_cached(file): code for file, code in files_of(path.read_bytes()).items()}
        path.write_bytes(archive_of(both))

    return kept_result("own", _key({name: wheel}, pins), make)


def kept_result(name: str, key: str, make: Callable[[Path], None]) -> dict[str, bytes]:
    """The files that ``make`` writes into a folder; made only if those of this key are not kept yet."""
    kept = KEPT / f"{name}-{key}"
    if not kept.is_dir():
        with scratch(KEPT) as folder:
            out = folder / "out"
            out.mkdir()
            make(out)
            # Put away in one step before it is deleted: who ends here must not leave half of it to be taken for whole.
            for old in KEPT.glob(f"{name}-*"):
                old.replace(folder / old.name)
            out.replace(kept)
    return {path.name: path.read_bytes() for path in sorted(kept.iterdir())}


def _key(archives: Mapping[str, bytes], pins: Pins) -> str:
    return key_of(archives, COMPILER.read_bytes(), Path(__file__).read_bytes(), repr(pins).encode())


def _cached(path: str) -> str:
    """Where Python looks for the bytecode of a module whose source it has.

    >>> _cached("py_rules/board/walls.pyc"), _cached("py_rules/py.typed")
    ('py_rules/board/__pycache__/walls.cpython-314.pyc', 'py_rules/py.typed')
    """
    folder, _, name = path.rpartition("/")
    if not name.endswith(".pyc"):
        return path
    return f"{folder}/__pycache__/{name.removesuffix('.pyc')}.cpython-314.pyc"


def key_of(files: Mapping[str, bytes], *others: bytes) -> str:
    """A hash of files with their names, and of whatever else decides what is made of them.

    >>> key_of({"a": b"1"}) == key_of({"a": b"2"})
    False
    """
    listed = [[name, hashlib.sha256(files[name]).hexdigest()] for name in sorted(files)]
    listed.append([hashlib.sha256(other).hexdigest() for other in others])
    return hashlib.sha256(json.dumps(listed).encode()).hexdigest()[:32]


def run_node(script: Path, *arguments: str, told: str = "") -> str:
    """What a script for Node prints that reads something from its standard input."""
    return output_of(["node", str(script), *arguments], f"{script.relative_to(ROOT)} failed", told=told)


def archive_of(files: Mapping[str, bytes]) -> bytes:
    """A zip of files, the same bytes for the same files; not compressed, so that it can be as a whole.

    >>> archive_of({"b": b"1", "a": b"2"}) == archive_of({"a": b"2", "b": b"1"})
    True
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return buffer.getvalue()


def files_of(archive: bytes) -> dict[str, bytes]:
    """The files in a zip, by path."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist() if not name.endswith("/")}


def _compile(archives: Mapping[str, bytes], pins: Pins, out: Path, *, level: str) -> None:
    """Compile archives into a folder."""
    say(f"compiling {', '.join(sorted(archives))}")
    with tempfile.TemporaryDirectory() as folder:
        tools = Path(folder)
        for tool in pins.tools:
            shutil.copy(wheel_of(tool), tools)
        for name, content in archives.items():
            (out / name).write_bytes(content)
        run_node(COMPILER, str(PYODIDE), str(tools), str(out), level)
    for path in sorted(out.iterdir()):
        path.write_bytes(archive_of(files_of(path.read_bytes())))
