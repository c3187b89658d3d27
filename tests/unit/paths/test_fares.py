"""Lists of prices that are equal are one and the same, and so are the fares of their tiers."""

from fractions import Fraction

from py_rules.board import compile_board
from py_rules.engine.situation import Situation
from py_rules.paths import fares
from py_rules.paths.fares import Means, Pricing
from py_rules.protocol.map_data import Grid, Scene, Token
from py_rules.search import Profile
from py_rules.systems import find

NEAR, FARTHER, JUMPED = (
    Profile((("swim", Fraction(feet)),), (), jumps, frozenset(), chance)
    for feet, jumps, chance in ((6, (), Fraction(1)), (7, (), Fraction(1)), (7, (7,), Fraction(1, 3)))
)


def pricing():
    system = find("contract")
    sheet = system.Character.model_validate({"dexterity": 4, "brawn": 3, "athletics": 4})
    here = Situation(sheet, system.HouseRules(), system.Circumstances(), in_combat=True)
    scene = Scene(grid=Grid(cols=4, rows=1, distance=5, units="ft"), tokens=[Token(id="me", col=0, row=0)])
    board = compile_board(scene, view="player", mover=scene.tokens[0], size=(1, 1), unseen=frozenset())
    return Pricing(Means(system, here, state=system.State()), here, scene=scene, board=board)


def test_more_that_changes_no_price_leads_to_the_same_list():
    prices = pricing()
    assert prices.price_tiers(NEAR) is prices.price_tiers(FARTHER)


def test_a_fare_is_made_once_for_a_tier_and_the_rolls_beside_it():
    prices = pricing()
    tier = prices.price_tiers(NEAR)[0]
    assert prices.fare_of(NEAR, tier) is prices.fare_of(FARTHER, tier)
    jumped = prices.fare_of(JUMPED, tier)
    assert jumped is not prices.fare_of(NEAR, tier)
    assert jumped.chance == Fraction(1, 3) * (tier.chance or 1)


def test_how_far_it_goes_without_a_further_roll_is_found_once_for_a_list(monkeypatch):
    prices, found = pricing(), []
    monkeypatch.setattr(fares, "limit_without", lambda *told: found.append(told))
    for profile in (NEAR, FARTHER, NEAR):
        prices.limit(profile)
    assert len(found) == 1
