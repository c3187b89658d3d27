"""Assemble ``build/runtime``: everything a browser needs to run ``py_rules``, and nothing from elsewhere.

Pyodide, its standard library, one wheel per package, and a ``pyodide-lock.json`` of our own that names
just these wheels with their hashes, so that Pyodide can ask for nothing else.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from build_scripts.mirror import mirror
from build_scripts.project import ROOT, RUNTIME, Package, Pins, megabytes, read_pins, say
from build_scripts.vendor import PYODIDE, pyodide_files, wheel_of
from build_scripts.wheel import build_wheel

ENTRY_PACKAGE = "footwork"  # the one the worker asks for; it depends on the others


def runtime_files(pins: Pins) -> dict[str, bytes]:
    """The files of the runtime, by name."""
    files = {path.name: path.read_bytes() for path in pyodide_files(pins)}
    entries = {}
    for package in pins.packages:
        wheel = wheel_of(package)
        files[wheel.name] = wheel.read_bytes()
        entries[package.name] = _lock_entry(package, wheel.name, files[wheel.name])
    own = build_wheel()
    files[own.name] = own.read_bytes()
    entries[ENTRY_PACKAGE] = _lock_entry(_own_package(own, pins), own.name, files[own.name])
    files["pyodide-lock.json"] = _lock(entries)
    return files


def _own_package(wheel: Path, pins: Pins) -> Package:
    return Package(
        name=ENTRY_PACKAGE,
        version=wheel.name.split("-")[1],
        sha256="",
        imports=("py_rules",),
        depends=tuple(package.name for package in pins.packages),
    )


def _lock_entry(package: Package, file_name: str, content: bytes) -> dict[str, Any]:
    """One package as Pyodide's lock file wants it."""
    return {
        "name": package.name,
        "version": package.version,
        "file_name": file_name,
        "install_dir": "site",
        "sha256": hashlib.sha256(content).hexdigest(),
        "package_type": "package",
        "imports": list(package.imports),
        "depends": list(package.depends),
        "unvendored_tests": False,
    }


def _lock(entries: dict[str, dict[str, Any]]) -> bytes:
    """Our lock file; what it says of the platform comes from Pyodide's own."""
    original = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    lock = {"info": original["info"], "packages": entries}
    return (json.dumps(lock, indent=1, sort_keys=True) + "\n").encode()


def main() -> None:
    """Bring ``build/runtime`` up to date."""
    files = runtime_files(read_pins())
    mirror(RUNTIME, files)
    size = megabytes(sum(map(len, files.values())))
    say(f"runtime ready in {RUNTIME.relative_to(ROOT)}: {len(files)} files, {size}")


if __name__ == "__main__":
    main()
