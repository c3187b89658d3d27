"""What `make setup` does with what an earlier one, or the machine, has left half made: the next run mends it by itself.

Python, pip and npm are stand-ins that make next to nothing and write down what they were asked for.
"""

import os
import sys

import pytest

# Makes an environment of itself and a file that stands for pip. FAIL names the step in which it is killed.
PYTHON = f"""#!/bin/sh
case "$*" in
*"-m venv --clear "*)
    echo venv >>"$CALLS"
    rm -rf "$4"
    mkdir -p "$4/bin"
    cp "$0" "$4/bin/python"
    [ "$FAIL" = venv ] && kill -9 $PPID
    touch "$4/bin/pip"
    ;;
*"-m pip --version"*)
    [ -e "${{0%/*}}/pip" ]
    ;;
*"-m pip install"*)
    echo pip >>"$CALLS"
    [ "$FAIL" = pip ] && kill -9 $PPID
    [ -e "${{0%/*}}/pip" ]
    ;;
-c*)
    exec {sys.executable} "$@"
    ;;
esac
"""
# As npm does, it begins by deleting what is there.
NPM = """#!/bin/sh
[ "$1" = --version ] && exit
echo npm >>"$CALLS"
rm -rf node_modules
mkdir -p node_modules/.bin
[ "$FAIL" = npm ] && kill -9 $PPID
touch node_modules/.bin/esbuild
chmod +x node_modules/.bin/esbuild
"""
WHOLE = ["venv", "pip", "pip"]


@pytest.fixture
def setup(bare_tree, tmp_path):
    """Runs `make setup` and returns what was asked for."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, script in (("python3", PYTHON), ("npm", NPM)):
        (programs / name).write_text(script, encoding="utf-8")
        (programs / name).chmod(0o755)
    for link in (".venv", "node_modules"):
        bare_tree.path(link).unlink()
    calls = tmp_path / "calls"

    def run(fail=""):
        calls.write_text("", encoding="utf-8")
        world = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "CALLS": str(calls), "FAIL": fail}
        bare_tree.make("setup", status=2 if fail else 0, **world)
        return calls.read_text(encoding="utf-8").split()

    return run


def test_nothing_is_done_again_that_is_done(setup):
    assert setup() == [*WHOLE, "npm"]
    assert setup() == []


def test_an_environment_without_pip_is_made_anew(setup):
    assert setup(fail="venv") == ["venv"]
    assert setup() == [*WHOLE, "npm"]


def test_an_environment_half_filled_is_made_anew(setup):
    assert setup(fail="pip") == ["venv", "pip"]
    assert setup() == [*WHOLE, "npm"]


def test_an_environment_that_has_lost_its_python_is_made_anew(setup, bare_tree):
    setup()
    python = bare_tree.path(".venv/bin/python")
    python.unlink()
    python.symlink_to(bare_tree.path("gone"))
    assert setup() == WHOLE
    assert setup() == []


def test_other_requirements_are_added_to_what_is_there(setup, bare_tree):
    setup()
    os.utime(bare_tree.path("build_scripts/requirements.txt"))
    os.utime(bare_tree.path(".venv/.ready"), (1, 1))
    assert setup() == ["pip", "pip"]


def test_what_was_killed_while_it_added_them_is_made_anew(setup, bare_tree):
    setup()
    os.utime(bare_tree.path(".venv/.ready"), (1, 1))
    os.utime(bare_tree.path("build_scripts/requirements.txt"))
    assert setup(fail="pip") == ["pip"]
    assert setup() == WHOLE


def test_npm_packages_that_have_lost_their_programs_are_fetched_again(setup, bare_tree):
    setup()
    bare_tree.path("node_modules/.bin/esbuild").unlink()
    assert setup() == ["npm"]
    assert setup() == []


def test_npm_packages_half_fetched_are_fetched_again(setup):
    assert setup(fail="npm") == [*WHOLE, "npm"]
    assert setup() == ["npm"]
