"""What it costs to be somewhere: a tier of a price list, and the rolls on the way."""

from fractions import Fraction

from py_rules.board import compile_board
from py_rules.engine import Move
from py_rules.paths.fares import Means, PlacePrices
from py_rules.protocol.map_data import Grid, Scene, Token
from py_rules.search import Profile
from py_rules.systems import find
from py_rules.values.records import replace

WADED, JUMPED = (
    Profile((("swim", Fraction(7)),), (), jumps, frozenset(), chance)
    for jumps, chance in (((), Fraction(1)), ((7,), Fraction(1, 3)))
)


def pricing():
    system = find("contract")
    sheet = system.Character.model_validate({"dexterity": 4, "brawn": 3, "athletics": 4})
    here = Move(sheet, system.HouseRules(), system.Circumstances(), in_combat=True)
    scene = Scene(grid=Grid(cols=4, rows=1, distance=5, units="ft"), tokens=[Token(id="me", col=0, row=0)])
    board = compile_board(scene, mover=scene.tokens[0], size=(1, 1), unseen=frozenset())
    return PlacePrices(
        Means(system, replace(here, turn=system.State())), here, scene=scene, made_on=board.footings
    )


def test_a_fare_hangs_on_the_price_and_on_the_rolls_beside_it():
    prices = pricing()
    tier = prices.price_tiers(WADED)[0]
    assert prices.fare_of(WADED, tier).chance == tier.chance
    assert prices.fare_of(JUMPED, tier).chance == Fraction(1, 3) * (tier.chance or 1)
