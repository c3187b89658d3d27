"""Where things are, what is pinned, and how a build script ends when something is wrong."""

import hashlib
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
PARTS = BUILD / "parts"
KEPT = BUILD / "kept"
RUNTIME = BUILD / "runtime"
PACKED = BUILD / "packed"
SITE = ROOT / "dist" / "demo"
NPM_BIN = ROOT / "node_modules" / ".bin"

DISK_IS_FULL = "the disk is full; free some space and run the same command again: what is done is kept"


@dataclass(frozen=True, slots=True)
class Package:
    """One pinned Python package of the browser runtime."""

    name: str
    version: str
    sha256: str
    imports: tuple[str, ...]
    depends: tuple[str, ...]

    @property
    def wheel_prefix(self) -> str:
        """How the name of its wheel begins.

        >>> Package("pydantic-core", "2.0", "", (), ()).wheel_prefix
        'pydantic_core-2.0-'
        """
        return f"{self.name.replace('-', '_')}-{self.version}-"


@dataclass(frozen=True, slots=True)
class Pins:
    """The pinned parts of the browser runtime, as ``pins.toml`` tells them."""

    pyodide: str
    python: str
    platform: str
    files: Mapping[str, str]
    packages: tuple[Package, ...]
    tools: tuple[Package, ...]  # what builds the runtime and does not ship


def read_pins(path: Path = ROOT / "build_scripts" / "pins.toml") -> Pins:
    """The pins in a file."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    pyodide = data["pyodide"]
    return Pins(
        pyodide=pyodide["version"],
        python=pyodide["python"],
        platform=pyodide["platform"],
        files=pyodide["files"],
        packages=_packages(data["packages"]),
        tools=_packages(data["tools"]),
    )


def _packages(entries: Mapping[str, Mapping[str, Any]]) -> tuple[Package, ...]:
    return tuple(
        Package(
            name=name,
            version=entry["version"],
            sha256=entry["sha256"],
            imports=tuple(entry.get("imports", ())),
            depends=tuple(entry.get("depends", ())),
        )
        for name, entry in entries.items()
    )


def sha256(path: Path) -> str:
    """The hash of a file's content, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def megabytes(size: int) -> str:
    """A size in bytes, for people.

    >>> megabytes(1_496_509)
    '1.5 MB'
    """
    return f"{size / 1_000_000:.1f} MB"


def say(text: str) -> None:
    """Tell what is being done, in one line."""
    print(f"footwork: {text}", flush=True)


def stop(text: str) -> NoReturn:
    """End with one line that tells what is wrong and what to do."""
    sys.exit(f"footwork: {text}")
