"""Assemble ``build/runtime``: everything that runs ``py_rules`` in Pyodide, and nothing from elsewhere.

Pyodide, what the rules need of its standard library, one wheel per package, all as bytecode, and a
``pyodide-lock.json`` of our own that names just these wheels with their hashes, so that Pyodide can ask for
nothing else; and the memory snapshot of all of it started. Programs are split into what is run and the rest
(``splitting``). ``packing`` makes of it what ships.
"""

import hashlib
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from build_scripts.bytecode import (
    SCRIPTS,
    archive_of,
    compiled,
    compiled_with_sources,
    files_of,
    kept_result,
    key_of,
    run_node,
)
from build_scripts.mirror import mirror
from build_scripts.packing import DATA, DECODER, pack
from build_scripts.project import ROOT, RUNTIME, Package, Pins, megabytes, read_pins, say
from build_scripts.splitting import PROGRAM, with_rest
from build_scripts.vendor import PYODIDE, pyodide_files, wheel_of, zstandard_decoder
from build_scripts.webassembly import exporting, without_data
from build_scripts.wheel import build_wheel

ENTRY_PACKAGE = "footwork"  # the one the worker asks for; it depends on the others
STDLIB = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
PYODIDE_USER = "pyodide.mjs"
CODE = "pyodide.asm.mjs"
EXPORTS = "exports.json"
SLIMMER = SCRIPTS / "slim.js"
NEVER_IMPORTED = ("pydantic/v1/", "pydantic/mypy.", "annotated_types/test_cases.")


def runtime_files(pins: Pins) -> dict[str, bytes]:
    """The files of the runtime, by name."""
    files = {path.name: path.read_bytes() for path in pyodide_files(pins)}
    wheels = [wheel_of(package) for package in pins.packages]
    sources = {wheel.name: wheel.read_bytes() for wheel in wheels} | {STDLIB: files[STDLIB]}
    own = build_wheel()
    files |= compiled(sources, pins)
    files |= compiled_with_sources(own.name, own.read_bytes(), pins)
    library, content = _native_library(files)
    files = {
        name: _without_dead_weight(archive) if name.endswith(".whl") else archive
        for name, archive in files.items()
    }
    files[library] = content
    files[DECODER] = zstandard_decoder()
    files[LOCK] = _lock(files, pins, _own_package(own, pins))
    slim = _slim({name: files[name] for name in (PYODIDE_USER, CODE, PROGRAM, library)})
    exports = frozenset(json.loads(slim.pop(EXPORTS)))
    modules = with_rest({name: files[name] for name in (PROGRAM, library)})
    files |= {**slim, PROGRAM: exporting(files[PROGRAM], exports)}
    started = kept_result("started", _key(files), lambda out: _probe_and_snapshot(files, out))
    program, data = without_data(exporting(modules[PROGRAM], exports))
    return files | started | modules | {PROGRAM: program, DATA: data}


def _slim(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Pyodide's code without what nobody calls here, and the names that its program still has to export."""
    users = (SCRIPTS / "snapshot.js", ROOT / "web" / "core" / "snapshot.js")

    def make(out: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            mirror(Path(folder), files)
            run_node(SLIMMER, folder, str(out), f"{folder}/{PYODIDE_USER}", *map(str, users))

    return kept_result("slim", key_of(files, *(path.read_bytes() for path in (SLIMMER, *users))), make)


def _probe_and_snapshot(files: Mapping[str, bytes], out: Path) -> None:
    """Trim the standard library to what the rules load, and take the snapshot with what is left."""
    say("starting the rules once, for the snapshot of their memory (5 s)")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mirror(folder, files)
        loaded = frozenset(run_node(SCRIPTS / "modules.js", name).split())
        needed = archive_of(_needed(files_of(files[STDLIB]), loaded))
        (folder / STDLIB).write_bytes(needed)
        (out / STDLIB).write_bytes(needed)
        run_node(SCRIPTS / "snapshot.js", name, str(out))


def _needed(files: Mapping[str, bytes], loaded: frozenset[str]) -> dict[str, bytes]:
    """The modules of the standard library that are among those loaded.

    >>> sorted(_needed({"json/__init__.pyc": b"", "ssl.pyc": b"", "this.txt": b""}, frozenset({"json"})))
    ['json/__init__.pyc']
    """
    return {path: content for path, content in files.items() if _module_of(path) in loaded}


def _module_of(path: str) -> str | None:
    """The name of the module in a file of bytecode.

    >>> _module_of("json/__init__.pyc"), _module_of("json/decoder.pyc"), _module_of("py.typed")
    ('json', 'json.decoder', None)
    """
    if not path.endswith(".pyc"):
        return None
    return path.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")


def _native_library(files: Mapping[str, bytes]) -> tuple[str, bytes]:
    """The one native library in the wheels, with its name."""
    wheels = (files_of(content) for name, content in files.items() if name.endswith(".whl"))
    ((path, content),) = (
        (path, content) for wheel in wheels for path, content in wheel.items() if path.endswith(".so")
    )
    return Path(path).name, content


def _without_dead_weight(wheel: bytes) -> bytes:
    """A wheel without modules that nothing here imports.

    Each native library, which is loaded before Python starts, leaves a mark for Python to find.
    """
    files = {
        path: content for path, content in files_of(wheel).items() if not path.startswith(NEVER_IMPORTED)
    }
    return archive_of({path: b"\n" if path.endswith(".so") else content for path, content in files.items()})


def _key(files: Mapping[str, bytes]) -> str:
    scripts = [*sorted(SCRIPTS.glob("*.js")), ROOT / "web" / "core" / "snapshot.js", Path(__file__)]
    return key_of(files, *(path.read_bytes() for path in scripts))


def _own_package(wheel: Path, pins: Pins) -> Package:
    return Package(
        name=ENTRY_PACKAGE,
        version=wheel.name.split("-")[1],
        sha256="",
        imports=("py_rules",),
        depends=tuple(package.name for package in pins.packages),
    )


def _lock(files: Mapping[str, bytes], pins: Pins, own: Package) -> bytes:
    """Our lock file; what it says of the platform comes from Pyodide's own."""
    original = json.loads((PYODIDE / LOCK).read_text(encoding="utf-8"))
    entries = {package.name: _lock_entry(package, files) for package in (*pins.packages, own)}
    lock = {"info": original["info"], "packages": entries}
    return (json.dumps(lock, indent=1, sort_keys=True) + "\n").encode()


def _lock_entry(package: Package, files: Mapping[str, bytes]) -> dict[str, Any]:
    """One package as Pyodide's lock file wants it."""
    (file_name,) = (name for name in files if name.startswith(package.wheel_prefix))
    return {
        "name": package.name,
        "version": package.version,
        "file_name": file_name,
        "install_dir": "site",
        "sha256": hashlib.sha256(files[file_name]).hexdigest(),
        "package_type": "package",
        "imports": list(package.imports),
        "depends": list(package.depends),
        "unvendored_tests": False,
    }


def main() -> None:
    """Bring ``build/runtime`` and ``build/packed`` up to date."""
    files = runtime_files(read_pins())
    mirror(RUNTIME, files)
    size = megabytes(sum(map(len, files.values())))
    say(f"runtime ready in {RUNTIME.relative_to(ROOT)}: {len(files)} files, {size}")
    pack(files)


if __name__ == "__main__":
    main()
