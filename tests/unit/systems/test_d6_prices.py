"""Prices beside other modes are kept by the tiers that these end in, and are what they would be if nothing was kept."""

from fractions import Fraction
from itertools import product

import pytest

from py_rules.engine.price_tiers import Spent
from py_rules.engine.situation import Situation
from py_rules.systems import find
from py_rules.systems.d6.movement import RouteJudge
from py_rules.systems.d6.turn import Effort

SHEET = {"move": 10, "has_climbing": True, "climbing": "3D", "swimming": "2D+1"}
METRES = [Fraction(halves, 2) for halves in (0, 1, 4, 5, 6, 10, 11, 25, 60)]
MARKS = [{}, {"climb easy ": 3}, {"swim worst": 9, "climb moderate ": 12}]
SYSTEM = find("d6")


def prices(spent, **sheet):
    character = SYSTEM.Character.model_validate({**SHEET, **sheet})
    here = Situation(character, SYSTEM.HouseRules(), SYSTEM.Circumstances(), in_combat=True)
    return SYSTEM.price_tiers(here, Effort(), spent=spent)


@pytest.mark.parametrize("marks", MARKS)
def test_what_is_kept_is_what_is_made_anew(marks):
    ways = [Spent({"climb": climb, "swim": swim}, marks) for climb, swim in product(METRES, METRES)]
    kept = [prices(spent) for spent in ways]
    for spent, found in zip(ways, kept, strict=True):
        prices(spent, move=7)  # what is known of another sheet is forgotten
        assert found == prices(spent)


def test_a_way_is_judged_once_for_all_amounts_that_end_in_the_same_tiers(monkeypatch):
    judged = []
    walk = RouteJudge.walk
    monkeypatch.setattr(
        RouteJudge, "walk", lambda judge, route: (judged.append(route), walk(judge, route))[1]
    )
    found = [prices(Spent({"climb": Fraction(quarters, 4)})) for quarters in range(1, 33)]
    assert len(judged) == len({id(price_tiers) for price_tiers in found}) < len(found) // 2
