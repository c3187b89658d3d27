"""Build the wheel of ``py_rules``, the same bytes from the same sources."""

import os
import shutil
import sys
from pathlib import Path

from build_scripts.programs import output_of
from build_scripts.project import BUILD, ROOT, say

WHEELS = BUILD / "wheel"
FIXED_TIME = "1577836800"  # any fixed moment; the wheel's times are part of its bytes


def build_wheel() -> Path:
    """Build the wheel into ``build/wheel`` and return its path."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(WHEELS)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": FIXED_TIME}
    output_of(command, "could not build the wheel of py_rules", env=environment)
    (wheel,) = WHEELS.glob("*.whl")
    return wheel


if __name__ == "__main__":
    say(f"built {build_wheel().relative_to(ROOT)}")
