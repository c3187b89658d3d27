"""Prices of a sheet in one state are kept from way to way, and are what they would be if nothing was kept."""

from fractions import Fraction
from itertools import product

import pytest

from py_rules.engine.limits import Spent
from py_rules.engine.situation import Situation
from py_rules.systems import find
from py_rules.systems.sr5 import spending
from py_rules.systems.sr5.turn import Turn

SHEET = {"agility": 4, "strength": 4, "swimming": 3, "running": 2}
METRES = [Fraction(halves, 2) for halves in (0, 1, 3, 4, 7, 12)]
SYSTEM = find("sr5")


def prices(spent, **sheet):
    character = SYSTEM.Character.model_validate({**SHEET, **sheet})
    here = Situation(character, SYSTEM.HouseRules(), SYSTEM.Circumstances(), in_combat=True)
    return SYSTEM.price_tiers(here, Turn(), spent=spent)


@pytest.mark.parametrize(
    "marks", [{}, {"hurried climb": 1}, {"climb row": 2, "climb dice": 18, "hurried swim": 1}]
)
def test_what_is_kept_is_what_is_made_anew(marks):
    ways = [Spent({"climb": climb, "swim": swim}, marks) for climb, swim in product(METRES, METRES)]
    kept = [prices(spent) for spent in ways]
    for spent, found in zip(ways, kept, strict=True):
        prices(spent, agility=2)  # what is known of another sheet is forgotten
        assert found == prices(spent)


def test_prices_of_a_mode_are_made_once_for_ways_of_any_length(monkeypatch):
    made = []
    tiers_of = spending.prices.tiers_of
    monkeypatch.setattr(
        spending.prices,
        "tiers_of",
        lambda meter, *told, **more: (made.append(meter), tiers_of(meter, *told, **more))[1],
    )
    prices(Spent(), agility=2)
    made.clear()
    for halves in range(1, 9):
        prices(Spent({"swim": Fraction(halves, 2)}))
    assert made.count("swim") < 8
