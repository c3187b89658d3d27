"""An author is told what is missing in a game: in which file, in which line, and what to write."""

import re
import shutil
import subprocess
import sys

import pytest

from py_rules import check
from py_rules.systems import names
from tests.games import broken, brought_along

ELSEWHERE = {
    "asked for unless nothing says it": 53,
    "no place to look it up": 25,
    "a house rule that changes nothing": 21,
}
"""Where an error is told that is made in another line."""
RULES = ("STR-01", "STR-02", "STR-03")


@pytest.fixture
def folder(tmp_path):
    with brought_along(str(tmp_path)):
        yield tmp_path


def told(folder, capsys):
    status = check.main(["stride", "--path", str(folder)])
    return status, capsys.readouterr().out


@pytest.mark.parametrize("name", broken.ERRORS)
def test_an_authors_error_is_told_with_its_line_and_a_remedy(name, folder, capsys):
    line, wanted = broken.written(folder, name), broken.ERRORS[name][2]
    status, printed = told(folder, capsys)
    assert status == (wanted is not None), printed
    if wanted is None:
        return
    [found] = [text for text in printed.splitlines() if wanted in text]
    where = re.match(rf"{re.escape(str(folder / 'stride.py'))}:(\d+): .+; .+", found)
    assert where, printed
    if "the map says" not in wanted and "destinations" not in wanted and "no SYSTEM" not in wanted:
        assert abs(int(where[1]) - ELSEWHERE.get(name, line)) <= 10, printed


def test_a_map_that_differs_is_drawn(folder, capsys):
    broken.written(folder, "a rule that is never the same")
    _, printed = told(folder, capsys)
    assert re.search(r"column \d, row \d: the map says \w+, the plan says \w+; ", printed)
    assert re.search(r"^  ([.:~^_#@] ){5}[.:~^_#@]$", printed, flags=re.MULTILINE)
    assert '"character": {' in printed


def test_a_game_that_is_not_there(folder, capsys):
    status, printed = told(folder, capsys)
    assert status == 1
    assert (
        "stride.py:1: there is no game stride; write the game into stride.py there; there are contract"
        in printed
    )


def test_cases_that_are_missing(folder, capsys):
    shutil.copy(broken.STRIDE, folder)
    assert told(folder, capsys)[0] == 0
    one = "- {id: A, rule: STR-01, sentence: It bites., bites: true}\n"
    (folder / "stride.yaml").write_text(one, encoding="utf-8")
    status, printed = told(folder, capsys)
    assert status == 1
    assert (
        "there is no case in which STR-01 must not bite; write one with rule: STR-01 and bites: false"
        in printed
    )
    assert printed.count("there is no case") == 2 * len(RULES) - 1


def test_what_is_whole_is_summed_up(folder, capsys):
    shutil.copy(broken.STRIDE, folder)
    assert told(folder, capsys) == (
        0,
        "stride: nothing is missing: 3 rules, 1 house rules, 1 acts; plans and maps agree\n",
    )


@pytest.mark.parametrize("system", names())
def test_our_own_games_are_whole(system):
    assert [str(one) for one in check.findings(system)] == []


def test_the_command_runs_and_refuses_what_is_no_folder():
    command = [sys.executable, "-m", "py_rules.check", "stride", "--path", "nowhere"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "nowhere is no folder" in done.stderr
