"""Games that are brought along keep their own cases, and nothing is missing from them."""

import pytest

from py_rules.check import __main__ as check
from tests.games import brought_along

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
