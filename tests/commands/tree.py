"""A copy of the tree in which commands do no harm: what they write or delete is the copy's own.

The environment is that of the tree, by links; what has been built is copied, so that commands go on from there.
"""

import os
import shutil
import subprocess
from pathlib import Path

from build_scripts.project import ROOT

# What has been fetched and is only read.
LINKED = (".venv", "node_modules", "build/bundle", "build/typings")
# Likewise; not by all that run tests. Who has fetched it in a copy leaves it to the tree.
OPTIONAL = (
    *("build/mutate/packages", "build/mutate/.ready", "build/pins"),
    *("build/manual/packages", "build/manual/.ready"),
)
COPIED = ("build/kept", "build/parts", "build/packed", "build/runtime")
# What tells make that an environment is ready must be younger than these.
WANTS = ("requirements.txt", "package.json", "package-lock.json", ".npmrc")
LONG_AGO = (0, 0)
TIMEOUT = 300
# What a make around this one hands on, and what tests are run with.
FOREIGN = (
    *(
        "MAKE",
        "MFLAGS",
        "PYTEST",
        "COV",
        "HYPOTHESIS",
        "PYTHONPATH",
        "PYTHONHASHSEED",
        "RINGS",
        "SYSTEM",
        "ONLY",
    ),
    *(
        "WHAT",
        "SAMPLE",
        "SEED",
        "EXAMPLES",
        "ROUNDS",
        "BOARDS",
        "PINS",
        "PORT",
        "RELEASE_URL",
        "OWLBEAR_URL",
        "VERSION",
        "DRY",
    ),
)


class Tree:
    """A copy of the tree."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        """Return the path of one of its files."""
        return self.folder / name

    def read(self, name: str) -> str:
        """Return the text of one of its files."""
        return self.path(name).read_text(encoding="utf-8")

    def change(self, name: str, old: str, new: str) -> str:
        """Change the text of a file in one place, and return what it was."""
        text = self.read(name)
        assert old in text, f"{name} has no {old!r}"
        self.path(name).write_text(text.replace(old, new, 1), encoding="utf-8")
        return text

    def make(self, *words: str, status: int = 0, timeout: int = TIMEOUT, **environment: str) -> str:
        """Run make and return all that it says; fail unless it ends with this status."""
        done = subprocess.run(
            ["make", *words],
            cwd=self.folder,
            env=self.world(**environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=timeout,
        )
        assert done.returncode == status, done.stdout
        return done.stdout

    def bring_home(self) -> None:
        """Leave to the tree what has been fetched here and may serve again."""
        for name in OPTIONAL:
            if self.path(name).exists() and not (ROOT / name).exists():
                (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.move(self.path(name), ROOT / name)

    def world(self, **more: str) -> dict[str, str]:
        """Return the environment of a command: none of what a make or a pytest around it has set."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
        return {**kept, **more}


def copy_tree(folder: Path, *, built: bool = True) -> Tree:
    """Copy what belongs to the tree, with or without what has been built."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
            if Path(name).name in WANTS:
                os.utime(folder / name, LONG_AGO)
    for name in (*LINKED, *OPTIONAL):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).symlink_to((ROOT / name).resolve())
    if built:
        for name in COPIED:
            shutil.copytree(ROOT / name, folder / name)
    return Tree(folder)
