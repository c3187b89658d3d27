"""Make a release: the version where it stands, the heading of its changes, and all there is to publish in ``dist``.

Nothing is committed and nothing leaves the machine. With ``DRY=1`` it is only told what would be done. A release that
cannot be built leaves the tree as it was.
"""

import argparse
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from build_scripts.mirror import write_if_changed
from build_scripts.programs import output_of
from build_scripts.project import ROOT, say, stop
from py_rules import __version__

SOURCE = ROOT / "py_rules" / "__init__.py"
CHANGES = ROOT / "CHANGELOG.md"
UNRELEASED = re.compile(r"(?m)^## (\S+) \(unreleased\)$")
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
MODULES = ("runtime", "site", "bundle", "manual")


class Asked(NamedTuple):
    """What is to be released, and where it will be found."""

    version: str
    release_url: str
    owlbear_url: str
    dry: bool


def numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, to be compared.

    >>> numbers("0.10.1") > numbers("0.9.0")
    True
    """
    return tuple(map(int, version.split(".")))


def check(asked: Asked) -> None:
    """Stop at what cannot become a release."""
    _check_version(asked.version)
    for name, url in (("RELEASE_URL", asked.release_url), ("OWLBEAR_URL", asked.owlbear_url)):
        if not re.fullmatch(r"https://[^\s/]+\.[^\s/]+(/\S*)?", url):
            given = f"{name}={url} is no address that others can reach" if url else f"{name} is missing"
            stop(
                f"{given}; give the folder where the files will be found: {name}=https://example.org/footwork"
            )
    changed = output_of(["git", "status", "--porcelain"], "git could not tell what is changed").splitlines()
    if changed:
        stop(
            f"the tree has changes that are not committed ({changed[0].strip()}); commit or remove them first"
        )


def _check_version(version: str) -> None:
    if not VERSION.fullmatch(version):
        given = f"VERSION={version} is no version" if version else "VERSION is missing"
        stop(f"{given}; write three numbers: make release VERSION=0.2.0")
    headings = re.findall(r"(?m)^## (\d\S*) \(\d", CHANGES.read_text(encoding="utf-8"))
    tags = output_of(["git", "tag", "--list", "v*"], "git could not list its tags").split()
    if version in headings or f"v{version}" in tags:
        stop(f"{version} exists already; the newest is {max([*headings, __version__], key=numbers)}")
    newest = max([*headings, __version__], key=numbers)
    if numbers(version) < numbers(newest):
        stop(f"VERSION={version} is older than {newest}; choose a later one")


def changed_files(version: str, day: str) -> dict[Path, str]:
    """What the files that name the version are to hold."""
    source, changes = (path.read_text(encoding="utf-8") for path in (SOURCE, CHANGES))
    if not UNRELEASED.search(changes):
        stop(
            f"{CHANGES.name} has no heading such as ## {version} (unreleased); write what has changed under one"
        )
    return {
        SOURCE: source.replace(f'__version__ = "{__version__}"', f'__version__ = "{version}"'),
        CHANGES: UNRELEASED.sub(f"## {version} ({day})", changes, count=1),
    }


def _build(asked: Asked) -> None:
    world = {**os.environ, "RELEASE_URL": asked.release_url, "OWLBEAR_URL": asked.owlbear_url}
    for module in MODULES:
        # A process of its own each: this one has the old version loaded.
        done = subprocess.run(
            [sys.executable, "-m", f"build_scripts.{module}"], cwd=ROOT, env=world, check=False
        )
        if done.returncode:
            stop(f"build_scripts.{module} has failed, see above; the version was put back")


def release(asked: Asked) -> None:
    """Write the version, and build all there is to publish."""
    check(asked)
    new = changed_files(asked.version, f"{datetime.now(tz=UTC):%Y-%m-%d}")
    for path in new:
        say(f"{'would write' if asked.dry else 'writing'} {asked.version} into {path.relative_to(ROOT)}")
    if asked.dry:
        say(
            "would build dist with its zips, manifests, hashes, bill of materials and site; nothing was changed"
        )
        return
    old = {path: path.read_bytes() for path in new}
    try:
        for path, text in new.items():
            write_if_changed(path, text.encode())
        _build(asked)
    except BaseException:
        for path, content in old.items():
            write_if_changed(path, content)
        raise
    say(f"{asked.version} is in dist; docs/releasing.md tells how to commit, tag and publish it")


def main() -> None:
    """Release what was asked for on the command line."""
    parser = argparse.ArgumentParser(description="Make a release.")
    for name in ("--version", "--release-url", "--owlbear-url"):
        parser.add_argument(name, default="")
    parser.add_argument("--dry", action="store_true")
    asked = parser.parse_args()
    release(Asked(asked.version, asked.release_url, asked.owlbear_url, asked.dry))


if __name__ == "__main__":
    main()
