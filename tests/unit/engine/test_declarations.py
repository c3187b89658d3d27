"""What the engine derives from what a game declares: prices without end, meters beside the first, rolls that carry."""

import pytest

from py_rules.check.maps import cells_of
from py_rules.service import handle
from tests.games import brought_along
from tests.rulebook import maps
from tests.rulebook.asking import Table

ROAM = '''
"""Roam, a made-up game: you stroll, swim, leap, or jog as long as you like."""

from py_rules.engine import Circumstances, Game, Move, Pool, Sheet, field

game = Game("roam", "Roam", unit="ft", cell=5, reference="Roam, all of it")
game.clock("round")
game.circumstances(Circumstances)


@game.sheet
class Character(Sheet):
    """Somebody who roams."""

    luck: int = field(3, "Luck", ge=0, le=9)
    """Dice that are rolled for diving."""


@game.rule("ROA-01", "Strolling")
def stroll(_: Move) -> int:
    """You stroll 20 ft in a round."""
    return 20


@game.rule("ROA-02", "Jogging", kind="band")
def jog(_: Move) -> None:
    """You jog as far as you like, and are tired."""


@game.rule("ROA-03", "Swimming")
def swim(_: Move) -> int:
    """You swim 10 ft in a round."""
    return 10


@game.rule("ROA-04", "Swimming on", kind="band")
def swim_on(_: Move) -> int:
    """With your one breath you swim 20 ft in a round, and are cold."""
    return 20


@game.rule("ROA-05", "Diving", kind="roll")
def dive(_: Move, result: int) -> int:
    """You roll a die for each point of Luck: each that shows a 5 or a 6 carries you 10 ft beyond 20."""
    return 20 + 10 * result


@game.rule("ROA-06", "Leaping")
def leap(_: Move, *, running: bool) -> tuple[int, int]:
    """You leap 10 ft far and 5 ft high, with a run or without."""
    return 10, 5


@game.rule("ROA-07", "Losing one's breath", kind="state")
def breathless(move: Move) -> bool:
    """Who has gone more than 100 ft is out of breath."""
    return bool(move.turn.ground_moved > 100)


@game.rule("ROA-08", "Climbing", kind="band")
def climb(_: Move) -> int:
    """With your one breath you climb 10 ft in a round."""
    return 10


breath = game.resource("breath", "Breath", amount=1)
tired = game.effect("tired", jog, on="all rolls", until="the next round")
cold = game.effect("cold", swim_on, on="all rolls", until="the next round")
game.effect("winded", breathless, on="all rolls", until="the next round", after=breathless)
diving = game.roll("dive", "Dive", rule=dive, dice=lambda move: Pool(move.character.luck, 6, 5))
game.meter("ground", "Gone", tiers=[game.tier(stroll), game.tier(jog, effect=tired)])
game.meter("water", "Swum", tiers=[game.tier(swim), game.tier(swim_on, effect=cold, resource=breath), diving])
game.meter("rock", "Climbed", tiers=[game.tier(climb, resource=breath)])
game.mode("swim", meter="water")
game.mode("climb", meter="rock")
game.jump(leap)
SYSTEM = game.system()
'''


@pytest.fixture
def roam(tmp_path):
    (tmp_path / "roam.py").write_text(ROAM, encoding="utf-8")
    with brought_along(str(tmp_path)):
        yield Table(handle, "roam")


def stretch(length, mode="ground", **fields):
    return {"segments": [{"length": length, "mode": mode, **fields}]}


def bands(plan):
    return [(band["start"], band["end"], band["kind"], band["reason"]["text"]) for band in plan["bands"]]


def statuses(told):
    return [status["id"] for status in told["statuses"]]


def rolled(**fields):
    return {"kind": "rolled", "check": "dive", **fields}


STROLL = (0, 20, "free", "Strolling, up to 20 ft")
SWIM = [(0, 10, "free", "Swimming, up to 10 ft"), (10, 20, "penalised", "Swimming on, up to 20 ft")]


def test_a_price_without_a_limit_is_the_last_one(roam):
    assert bands(roam.plan(stretch(500))) == [STROLL, (20, 500, "penalised", "Jogging")]
    told = roam.apply("a", {"kind": "moved", "route": stretch(60)})
    assert statuses(told["state"]) == ["tired"]
    stroll, jog, *_ = told["state"]["allowances"]
    assert (stroll["left"], jog["used"], jog["left"]) == (0, 60, None)


def test_what_a_move_in_combat_left_behind_is_told_outside_it_too(roam):
    told = roam.apply("a", {"kind": "moved", "route": stretch(120)})
    assert statuses(told["state"]) == ["tired", "winded"]
    roam.in_combat = False
    assert statuses(roam.state()) == ["tired", "winded"]


def reached(roam, drawing):
    """Return what each column of a drawn row costs."""
    roam.scene, roam.token = maps.read(drawing, {"^": {"surface": None}}).scene, "mover"
    layers = roam.destinations()["layers"]
    return {col: (layer["kind"], layer["label"]["text"]) for layer in layers for col, _ in cells_of(layer)}


def test_what_a_way_takes_of_another_meter_prices_it_on_maps_as_in_plans(roam):
    prices = reached(roam, "@ . ~ ~ ~ ~ . .")
    swum, swum_on = ("free", SWIM[0][3]), ("penalised", SWIM[1][3])
    assert prices == {
        1: ("free", STROLL[3]),
        **dict.fromkeys((2, 3), swum),
        **dict.fromkeys((4, 5, 6, 7), swum_on),
    }
    plan = roam.plan({"to": {"col": 7, "row": 0}})
    assert [kind for _, _, kind, _ in bands(plan)] == ["free", "free", "penalised", "free"]
    assert plan["verdict"] == "penalised"


def test_what_two_meters_share_is_there_once_on_maps_as_in_plans(roam):
    near = reached(roam, "@ ~ ~ ^ ^ ^")
    assert near[4] == ("penalised", "Climbing, up to 10 ft")
    assert 5 not in near
    assert roam.plan({"to": {"col": 4, "row": 0}})["verdict"] == "penalised"
    assert max(reached(roam, "@ ~ ~ ~ ^ ^")) == 3
    route = {"segments": [*stretch(15, "swim")["segments"], *stretch(5, "climb")["segments"]]}
    assert bands(roam.plan(route))[-1] == (15, 20, "impossible", "Nothing left to move with")


# ---------------------------------------------------------------- dice that count each


@pytest.mark.parametrize(("luck", "modifier", "chance"), [(3, 0, 19 / 27), (3, -1, 5 / 9), (1, 1, 5 / 9)])
def test_a_pool_is_rolled_with_what_the_moment_adds(luck, modifier, chance, roam):
    roam.character, roam.circumstances = {"luck": luck}, {"test_modifier": modifier}
    plan = roam.plan(stretch(30, "swim"))
    assert bands(plan) == [*SWIM, (20, 30, "roll", "Dive: 1 or better")]
    [check] = plan["checks"]
    assert (check["pool"], check["sides"], check["needed"]) == (luck + modifier, 6, 1)
    assert check["dice"]["text"] == f"{luck + modifier}d6, each 5 or more counts"
    assert check["chance"] == pytest.approx(chance, abs=1e-6)


def test_a_pool_without_dice_carries_nobody(roam):
    roam.circumstances = {"test_modifier": -4}
    assert bands(roam.plan(stretch(30, "swim"))) == [
        *SWIM,
        (20, 30, "impossible", "10 ft too far. Farther than 20 ft"),
    ]


def test_the_dice_that_show_enough_carry_as_far_as_the_rule_says_and_once(roam):
    told = roam.apply("a", rolled(faces=[5, 6, 4]))
    assert told["refused"] is None
    assert (told["rolls"][0]["result"], told["rolls"][0]["effect"]["text"]) == (2, "Carries 40 ft")
    assert bands(roam.plan(stretch(45, "swim"))) == [
        *SWIM,
        (20, 40, "free", "Dive came to 2: up to 40 ft"),
        (40, 45, "impossible", "5 ft too far. Farther than 40 ft"),
    ]
    again = roam.apply("b", rolled(result=3))
    assert (again["refused"]["rule"], again["refused"]["reason"]["text"]) == (
        "ROA-05",
        "Dive was rolled already",
    )


# ---------------------------------------------------------------- jumps


def test_a_jump_straight_up_is_told_by_its_height(roam):
    within, beyond = (roam.plan(stretch(0, "jump", rise=rise)) for rise in (4, 6))
    assert [line["working"]["text"] for line in within["trace"] if line["rule"] == "ROA-06"] == [
        "Jump, 4 ft up: within reach"
    ]
    assert bands(beyond) == [(0, 6, "impossible", "Jump, 6 ft up: too long or too high")]
