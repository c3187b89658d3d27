"""Games that are brought along keep their own cases, and nothing is missing from them."""

import pytest

from py_rules.check import __main__ as check
from py_rules.service import handle
from tests.games import brought_along
from tests.rulebook.asking import Table

FOLDER = "tests/games/brought"


@pytest.fixture(autouse=True)
def brought():
    with brought_along(FOLDER):
        yield


def test_trek_is_whole_and_its_cases_hold(capsys):
    status = check.main(["trek", "--path", FOLDER])
    assert capsys.readouterr().out == (
        "trek: nothing is missing: 7 rules, 0 house rules, 3 acts; 15 cases hold, plans and maps agree\n"
    )
    assert status == 0


def test_a_price_that_comes_on_top_is_told_by_itself(capsys):
    check.main(["trek", "--path", FOLDER, "--walk", "60"])
    assert capsys.readouterr().out.splitlines()[:3] == [
        "0 to 25 ft: penalised, TRK-01: Striding, up to 25 ft",
        "25 to 50 ft: penalised, TRK-01: Striding, up to 50 ft",
        "50 to 60 ft: penalised, TRK-01: Striding, up to 75 ft",
    ]


def quest(mode, length, **character):
    """Return what a stretch comes to in Quest."""
    route = {"segments": [{"mode": mode, "length": length}]}
    return Table(handle, "quest", character=character).plan(route)["verdict"]


@pytest.mark.parametrize("mode", ["ground", "climb", "swim", "fly"])
def test_nobody_moves_in_quest_with_a_speed_of_0(mode):
    assert quest(mode, 5, speed=0) == "impossible"


def test_who_cannot_walk_in_quest_flies_and_swims_by_those_speeds():
    other = {"speed": 0, "fly_speed": 60, "swim_speed": 20}
    assert [quest("fly", length, **other) for length in (60, 61, 141)] == ["free", "penalised", "impossible"]
    assert [quest("swim", length, **other) for length in (20, 21)] == ["free", "penalised"]
    assert quest("ground", 5, **other) == quest("climb", 5, **other) == "impossible"
