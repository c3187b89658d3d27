"""Build the wheel of ``py_rules``, the same bytes from the same sources."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from build_scripts.programs import output_of
from build_scripts.project import BUILD, ROOT, say

WHEELS = BUILD / "wheel"
FIXED_TIME = "1577836800"  # any fixed moment; the wheel's times are part of its bytes


def build_wheel() -> Path:
    """Build the wheel into ``build/wheel`` and return its path; who reads it meanwhile finds it whole."""
    WHEELS.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": FIXED_TIME}
    with TemporaryDirectory(prefix="wheel-", dir=BUILD) as folder:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        output_of(command, "could not build the wheel of py_rules", env=environment)
        (made,) = Path(folder).glob("*.whl")
        wheel = made.replace(WHEELS / made.name)
    for old in set(WHEELS.iterdir()) - {wheel}:
        old.unlink()
    return wheel


if __name__ == "__main__":
    say(f"built {build_wheel().relative_to(ROOT)}")
