"""A build that is killed in the middle: the next one goes on from there by itself, and gives the same bytes."""

import hashlib
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from build_scripts import bytecode

# Put into the build from outside: it is killed as it puts its n-th file or folder in place.
KILLING = """
import os
import signal
from pathlib import Path

put = Path.replace
left = int(os.environ["KILLED_AT"])


def replace(self, target):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return put(self, target)


Path.replace = replace
"""
MADE = ("build/runtime", "build/packed", "dist")


def hashes(tree):
    """Return a hash for each file that was made."""
    return {
        path.relative_to(tree.folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in MADE
        for path in sorted(tree.path(folder).rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def whole(tree):
    """What a build makes that nobody kills."""
    tree.make("foundry")
    made = hashes(tree)
    return {name: made[name] for name in made if name.startswith(("build/", "dist/demo/", "dist/foundry/"))}


@pytest.fixture
def kill(tmp_path):
    """Runs a step of a build and kills it."""
    (tmp_path / "sitecustomize.py").write_text(KILLING, encoding="utf-8")

    def run(tree, step, at):
        killed = subprocess.run(
            [sys.executable, "-m", f"build_scripts.{step}"],
            cwd=tree.folder,
            env=tree.world(PYTHONPATH=str(tmp_path), KILLED_AT=str(at)),
            capture_output=True,
            check=False,
        )
        assert killed.returncode == -9, killed.stderr

    return run


def test_the_next_build_goes_on_and_gives_the_same_bytes(tree, whole, kill):
    for folder in MADE:
        shutil.rmtree(tree.path(folder))
    # The first file of build/runtime, one in the middle of it, one of build/packed.
    for at in (1, 9, 12):
        kill(tree, "runtime", at)
    tree.make("build")
    shutil.rmtree(tree.path("dist"))
    kill(tree, "site", 12)
    kill(tree, "foundry", 20)
    tree.make("foundry")
    found = hashes(tree)
    assert {name: found.get(name) for name in whole} == whole
    assert [name for name in found if ".fresh" in name] == []


def test_what_is_kept_is_whole_or_not_there(tmp_path, monkeypatch):
    monkeypatch.setattr(bytecode, "KEPT", tmp_path)

    def make(out):
        (out / "a").write_bytes(b"1")
        (out / "b").write_bytes(b"2")

    put = Path.replace
    made = bytecode.kept_result("parts", "old", make)
    for last in (1, 2):
        calls = count(1)

        def replace(path, target, calls=calls, last=last):
            if next(calls) == last:
                raise KeyboardInterrupt
            return put(path, target)

        with monkeypatch.context() as killing:
            killing.setattr(Path, "replace", replace)
            with pytest.raises(KeyboardInterrupt):
                bytecode.kept_result("parts", "new", make)
        assert bytecode.kept_result("parts", "old", make) == made
    assert [path.name for path in tmp_path.iterdir()] == ["parts-old"]
