"""Who lacks something gets one line that says what, and what to do."""

import os
import shutil
import subprocess
import sys

import pytest

from build_scripts.project import ROOT


@pytest.fixture
def check(tmp_path):
    """Runs prerequisites.sh with just the given programs on PATH, each a script of one line."""

    def run(**programs):
        for name, script in programs.items():
            path = tmp_path / name
            path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
            path.chmod(0o755)
        return subprocess.run(
            [shutil.which("sh"), ROOT / "build_scripts" / "prerequisites.sh", "python3"],
            env={**os.environ, "PATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


GOOD = {"python3": f'exec {sys.executable} "$@"', "node": "echo v20.1.0", "npm": "echo 10.0.0"}
OLD_PYTHON = 'case "$2" in *print*) echo 3.9;; *) exit 1;; esac'


def test_all_there(check):
    done = check(**GOOD)
    assert (done.returncode, done.stdout, done.stderr) == (0, "python3\n", "")


def test_an_old_python_gives_way_to_a_newer_one(check):
    done = check(**{**GOOD, "python3": OLD_PYTHON, "python3.12": GOOD["python3"]})
    assert (done.returncode, done.stdout) == (0, "python3.12\n")


@pytest.mark.parametrize(
    ("lacking", "said"),
    [
        ({"python3": None}, "footwork: needs Python 3.11 or newer, found none; "),
        ({"python3": OLD_PYTHON}, "footwork: needs Python 3.11 or newer, found 3.9; "),
        ({"node": None}, "footwork: needs Node 20 or newer, found none; "),
        ({"node": "echo v18.1.0"}, "footwork: needs Node 20 or newer, found 18.1.0; "),
        ({"npm": None}, "footwork: needs npm"),
    ],
)
def test_what_is_missing_is_told_in_one_line(check, lacking, said):
    programs = {name: script for name, script in {**GOOD, **lacking}.items() if script is not None}
    done = check(**programs)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(said)
    assert "install" in done.stderr
    assert done.stderr.count("\n") == 1
