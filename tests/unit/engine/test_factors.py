"""What modes and grades take: what takes nothing is no way to move, and what changes nothing is not told."""

import pytest

from py_rules.check.maps import cells_of
from py_rules.service import handle
from tests.games import brought_along
from tests.rulebook import maps
from tests.rulebook.asking import Table

GLIDE = '''
"""Glide, a made-up game: some fly, some lie, and one of the actions is a house rule."""

from fractions import Fraction

from py_rules.engine import Game, Move, Sheet, TableRules, field, house_rule
from py_rules.engine.parts import Ground

game = Game("glide", "Glide", unit="ft", cell=5, reference="Glide, all of it")
game.clock("round")


@game.sheet
class Character(Sheet):
    """Somebody who glides."""

    speed: int = field(30, "Speed", ge=0, le=200)
    """Feet in a round."""
    wings: int = field(60, "Wings", ge=1, le=200)
    """Feet flown in a round."""
    mud: int = field(2, "Mud", ge=-5, le=5)
    """What mud multiplies a unit by."""


@game.house_rules
class HouseRules(TableRules):
    """The switches of Glide."""

    hurry: bool = house_rule(False, "Hurrying", "GLI-02")
    """On: there is an action for it."""


@game.rule("GLI-01", "Going", working="{result} ft")
def walk(_: Move) -> int:
    """You go 30 ft in a round, however fast you are."""
    return 30


@game.rule("GLI-02", "Hurrying", working="{result} ft")
def hurry(_: Move) -> int:
    """For the action, where your table has one, you go 30 ft more."""
    return 30


@game.rule("GLI-03", "Flying", kind="modifier", working="{result} ft for each foot")
def flown(move: Move, _: Ground) -> Fraction:
    """You fly in the share of your speed that your wings are."""
    return Fraction(move.character.speed, move.character.wings)


@game.rule("GLI-04", "Mud", kind="modifier", working="{result} times as much")
def mud(move: Move, _: Ground) -> int:
    """Mud takes as many times as much as your sheet says."""
    return int(move.character.mud)


@game.rule("GLI-05", "Crawling", kind="modifier", working="{result} ft for each foot")
def crawl(move: Move, _: Ground) -> int:
    """Whoever lies on the ground crawls, and each foot takes one foot more."""
    return 2 if move.turn.prone else 1


bonus = game.resource("bonus", "Bonus action", amount=lambda move: int(move.house_rules.hurry), rule=hurry)
prone = game.effect("prone", crawl, on="moving", until="getting up", per="")
game.meter("ground", "Gone", tiers=[game.tier(walk), game.tier(hurry, resource=bonus, further=True)])
game.mode("ground", factor=crawl, possible=lambda move: move.character.speed)
game.mode("fly", "Fly", flies=True, factor=flown)
game.grade("mud", "Mud", factor=mud)
game.act("drop", "Lie down", rule=crawl, starts=[prone])
SYSTEM = game.system()
'''


@pytest.fixture
def glide(tmp_path):
    (tmp_path / "glide.py").write_text(GLIDE, encoding="utf-8")
    with brought_along(str(tmp_path)):
        yield Table(handle, "glide")


@pytest.fixture
def adding(tmp_path):
    """Glide as a game in which what mode and ground take adds up."""
    adds = GLIDE.replace('"glide", "Glide"', '"added", "Glide"').replace(
        "cell=5,", "cell=5, factors_add=True,"
    )
    (tmp_path / "added.py").write_text(adds, encoding="utf-8")
    with brought_along(str(tmp_path)):
        yield Table(handle, "added")


def on(glide, drawing, **legend):
    """Put the token on a drawn board."""
    glide.scene, glide.token = maps.read(drawing, legend).scene, "mover"


def flown(length):
    return {"segments": [{"mode": "fly", "length": length}]}


def told(plan):
    return {line["rule"]: line["working"]["text"] for line in plan["trace"]}


def reached(glide):
    return {col for layer in glide.destinations()["layers"] for col, _ in cells_of(layer)}


def test_a_mode_that_takes_nothing_is_not_possible_rather_than_free(glide):
    assert glide.plan(flown(60))["verdict"] == "free"
    glide.character = {"speed": 0}
    plan = glide.plan(flown(1000))
    assert (plan["verdict"], plan["cost"]) == ("impossible", 0)
    assert plan["reason"]["text"] == "Fly: not possible for this character"


@pytest.mark.parametrize("takes", [0, -1])
def test_ground_that_takes_nothing_cannot_be_gone_on_maps_as_in_plans(takes, glide):
    on(glide, "@ . : .", **{":": {"kind": "difficult", "grade": "mud", "cost_multiplier": 1}})
    assert reached(glide) == {1, 2, 3}
    glide.character = {"mud": takes}
    assert reached(glide) == {1}
    plan = glide.plan({"to": {"col": 3, "row": 0}})
    assert plan["verdict"] == "impossible"
    along = glide.plan({"path": [{"col": col, "row": 0} for col in range(4)]})
    assert [(band["kind"], band["end"]) for band in along["bands"]] == [("free", 5), ("impossible", 15)]
    assert along["reason"]["text"] == "On foot: not possible for this character"


def test_what_is_left_is_not_told_of_a_mode_that_takes_nothing(glide):
    glide.character = {"speed": 0}
    assert glide.state()["allowances"][0]["mode"] == "ground"


def test_what_was_flown_with_more_speed_counts_as_it_did_by_a_sheet_of_none(glide):
    glide.apply("a", {"kind": "moved", "route": flown(40)})
    assert glide.state()["allowances"][0]["used"] == 20
    glide.character = {"speed": 0}
    assert glide.state()["allowances"][0]["used"] == 20


def test_a_mode_that_changes_nothing_is_not_told_as_if_it_applied(glide):
    on(glide, "@ : . .", **{":": {"kind": "difficult", "grade": "mud", "cost_multiplier": 1}})
    way = {"to": {"col": 1, "row": 0}}
    assert told(glide.plan(way)) == {"GLI-01": "30 ft", "GLI-04": "2 times as much"}
    glide.apply("a", {"kind": "did", "act": "drop"})
    assert told(glide.plan(way)) == {
        "GLI-01": "30 ft",
        "GLI-04": "2 times as much",
        "GLI-05": "2 ft for each foot",
    }


def test_a_tier_whose_resource_the_table_does_not_have_is_no_allowance(glide):
    assert [one["id"] for one in glide.state()["allowances"]] == ["walk"]
    glide.house_rules = {"hurry": True}
    assert [(one["id"], one["limit"]) for one in glide.state()["allowances"]] == [("walk", 30), ("hurry", 60)]
    glide.apply("a", {"kind": "moved", "route": {"segments": [{"mode": "ground", "length": 60}]}})
    assert [(one["id"], one["left"]) for one in glide.state()["allowances"]] == [("walk", 0), ("hurry", 0)]


@pytest.mark.parametrize(("game", "cost"), [("glide", 20), ("adding", 15)])
def test_what_mode_and_ground_take_multiplies_or_adds_up_for_plans_maps_and_ledgers(game, cost, request):
    table = request.getfixturevalue(game)
    on(table, "@ : . .", **{":": {"kind": "difficult", "grade": "mud", "cost_multiplier": 1}})
    table.apply("a", {"kind": "did", "act": "drop"})
    way = {"to": {"col": 1, "row": 0}}
    assert table.plan(way)["cost"] == cost
    assert 2 in reached(table)
    table.apply("b", {"kind": "moved", "route": way})
    assert table.state()["allowances"][0]["used"] == cost
