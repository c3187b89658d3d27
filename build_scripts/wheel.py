"""Build the wheel of ``py_rules``, the same bytes from the same sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from build_scripts.project import BUILD, ROOT, say, stop

WHEELS = BUILD / "wheel"
FIXED_TIME = "1577836800"  # any fixed moment; the wheel's times are part of its bytes


def build_wheel() -> Path:
    """Build the wheel into ``build/wheel`` and return its path."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(WHEELS)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "SOURCE_DATE_EPOCH": FIXED_TIME},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        stop("could not build the wheel of py_rules; see above")
    (wheel,) = WHEELS.glob("*.whl")
    return wheel


if __name__ == "__main__":
    say(f"built {build_wheel().relative_to(ROOT)}")
