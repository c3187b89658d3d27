"""Get the pinned parts of the browser runtime and check their hashes.

Pyodide itself comes with ``npm ci`` (package.json pins it); its files are checked where npm put them.
Python packages are fetched as wheels into ``build/parts``. Nothing with a wrong hash gets any further.
"""

import base64
import re
import sys
from pathlib import Path

from build_scripts.mirror import scratch
from build_scripts.programs import output_of
from build_scripts.project import PARTS, ROOT, Package, Pins, megabytes, read_pins, say, sha256, stop

PYODIDE = ROOT / "node_modules" / "pyodide"


def pyodide_files(pins: Pins) -> list[Path]:
    """The files of Pyodide that browsers need, each checked against its pin."""
    files = [PYODIDE / name for name in pins.files]
    for path in files:
        if not path.is_file():
            stop(f"{path.relative_to(ROOT)} is missing; delete node_modules and run make setup again")
        _refuse_other_content(path, pins.files[path.name], part=f"{path.name} of Pyodide {pins.pyodide}")
    return files


def zstandard_decoder() -> bytes:
    """The WebAssembly inside zstddec, which npm has checked.

    Its JavaScript would fetch it from an address that a strict policy forbids.
    """
    source = (ROOT / "node_modules" / "zstddec" / "dist" / "zstddec.mjs").read_text(encoding="utf-8")
    (packed,) = re.findall(r'const wasm = "([A-Za-z0-9+/=]+)"', source)
    return base64.b64decode(packed)


def wheel_of(package: Package) -> Path:
    """The checked wheel of a pinned package in ``build/parts``; fetched before if need be."""
    found = _cached(package)
    if found is None:
        stop(f"the wheel of {package.name} {package.version} is missing; run make vendor")
    return found


def fetch(package: Package, pins: Pins) -> None:
    """Fetch the wheel of a package, unless a checked one is there."""
    if _cached(package) is not None:
        return
    with scratch(PARTS) as fresh:
        _pip_download(package, pins, into=fresh)
        (wheel,) = fresh.glob("*.whl")
        _refuse_other_content(wheel, package.sha256, part=f"{package.name} {package.version}")
        say(f"fetched {package.name} {package.version} ({megabytes(wheel.stat().st_size)})")
        wheel.replace(PARTS / wheel.name)


def _cached(package: Package) -> Path | None:
    wheels = sorted(PARTS.glob(f"{package.wheel_prefix}*.whl"))
    return next((wheel for wheel in wheels if sha256(wheel) == package.sha256), None)


def _pip_download(package: Package, pins: Pins, *, into: Path) -> None:
    """Let pip choose the wheel for Pyodide's platform; pure wheels suit every platform."""
    command = [
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"),
        *("--disable-pip-version-check", "--no-input", "--python-version", pins.python),
        *("--implementation", "cp", "--abi", f"cp{pins.python.replace('.', '')}", "--abi", "none"),
        *("--platform", pins.platform, "--platform", "any"),
        *("--dest", str(into), f"{package.name}=={package.version}"),
    ]
    output_of(
        command, f"could not fetch {package.name} {package.version}, check the network and pip's settings"
    )


def _refuse_other_content(path: Path, expected: str, *, part: str) -> None:
    found = sha256(path)
    if found != expected:
        stop(
            f"{part} is not the pinned one: its sha256 is {found}, build_scripts/pins.toml says {expected}; "
            "do not use it; if you meant to change the version, change the pin"
        )


def main() -> None:
    """Fetch and check everything."""
    pins = read_pins()
    pyodide_files(pins)
    for package in (*pins.packages, *pins.tools):
        fetch(package, pins)


if __name__ == "__main__":
    main()
