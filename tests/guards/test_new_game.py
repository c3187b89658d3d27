"""The tutorial is followed step by step: each block is written where it says, each command prints what it shows."""

import re
import shlex
from textwrap import indent

import pytest

from build_scripts.project import ROOT
from py_rules.check import __main__ as check
from tests.games import brought_along

PAGE = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
STEPS = re.findall(r"(?:<!-- ([^\n]+) -->\n)?```(python|console)\n(.*?)```\n", PAGE, flags=re.DOTALL)
STRIDE = ROOT / "web" / "hosts" / "foundry" / "example" / "stride.py"
WHOLE = "That is Stride, whole."
MOST_WORDS = 1500
MOST_LINES = 60


def statement(text, begins):
    """Return where the statement that begins so is in a file, and where it ends, or all of those in a row."""
    place = text.index(f"\n{begins}") + 1
    end = re.compile(r"^(?:\)|\S.*[^(\n])$\n", re.MULTILINE).search(text, place).end()
    return place, end


def written(text, how, block):
    """Return a file with a block of the page put in, as the comment before it says."""
    what, _, begins = how.partition(" ")
    if what == "file":
        return block
    if what == "after":
        place = text.index("\n", text.index(begins)) + 1
        return text[:place] + indent(block, "    ") + text[place:]
    if block.startswith("@"):
        block += "\n\n"
    place, end = statement(text, begins)
    return text[:place] + block + text[end if what == "replace" else place :]


def printed(command, folder, capsys):
    """Return what a command of the page prints."""
    python, flag, module, *rest = shlex.split(command)
    assert (python, flag, module) == (".venv/bin/python", "-m", "py_rules.check")
    with brought_along(str(folder)):
        check.main([str(folder) if word == "mine" else word for word in rest])
    return capsys.readouterr().out


def files():
    """Yield the file after each step, with the command and what it prints after it."""
    text = ""
    for how, kind, block in STEPS:
        if kind == "python":
            text = written(text, how, block)
        else:
            command, _, output = block.removeprefix("$ ").partition("\n")
            yield text, command, output


@pytest.mark.parametrize(("text", "command", "output"), list(files()))
def test_each_command_prints_what_the_page_shows(text, command, output, tmp_path, capsys):
    (tmp_path / "stride.py").write_text(text, encoding="utf-8")
    assert printed(command, tmp_path, capsys) == output


def test_the_first_part_ends_with_the_example():
    first = PAGE.partition(WHOLE)[0]
    steps = [text for text, _, _ in files()]
    assert steps[first.count("```console") - 1] == STRIDE.read_text(encoding="utf-8")
    assert len(STRIDE.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_the_page_is_short():
    assert len(PAGE.split()) <= MOST_WORDS
    assert set(re.findall(r"^```(\w+)$", PAGE, flags=re.MULTILINE)) == {"python", "console"}
    assert PAGE.count("```") == 2 * len(STEPS)
