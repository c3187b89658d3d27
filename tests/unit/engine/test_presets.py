"""House rules under one name: told in order, as they are declared, and never such as the game does not take."""

import re
from copy import copy
from typing import Literal

import pytest

from py_rules import systems
from py_rules.engine.inputs import TableRules, house_rule
from py_rules.engine.presets import AS_WRITTEN, Preset, check
from py_rules.values.sentences import Sentence
from tests.asking import ask, ask_describe

GAMES = ("contract", "d6", "sr3", "sr5", "styles")
FIRST = dict.fromkeys(GAMES, "as_written") | {"sr3": "as_edited", "sr5": "as_edited"}


class HouseRules(TableRules):
    """Of a game that there is not."""

    haste: Literal["slow", "quick"] = house_rule("slow", "Haste", "A-01")
    metres: int = house_rule(3, "Metres", "A-01", ge=0, le=9)


def preset(name, **values):
    return Preset(name, Sentence(name, {}, name), Sentence(f"{name}.help", {}, name), values)


def told(system):
    entries = {one["id"]: one for one in ask_describe()["systems"]}
    return entries[system]


# ---------------------------------------------------------------- what describe tells


@pytest.mark.parametrize("system", GAMES)
def test_the_defaults_come_first_under_a_name_of_their_own(system):
    first = told(system)["presets"][0]
    assert (first["id"], first["values"]) == (FIRST[system], {})


@pytest.mark.parametrize("system", GAMES)
def test_each_preset_is_named_explained_and_accepted(system):
    rules = {rule["id"]: rule["default"] for rule in told(system)["house_rules"]}
    for one in told(system)["presets"]:
        assert one["label"]["text"]
        assert one["help"]["text"].endswith(".")
        assert one["label"]["key"] != one["help"]["key"]
        assert {name: rules[name] for name in one["values"]}.items().isdisjoint(one["values"].items())
        assert ask(op="state", system=system, mover={}, house_rules=one["values"])["checks"] is not None


def test_shadowrun_5_is_played_as_edited_or_by_the_core_book():
    assert [one["label"]["text"] for one in told("sr5")["presets"]] == ["As edited", "Core book"]


# ---------------------------------------------------------------- what an author may not declare

WRONG = {
    "without any": ([], "there is none; begin with one without values, for the defaults"),
    "defaults with values": (
        [preset("own", metres=4)],
        "own: the first one stands for the defaults; leave its values out",
    ),
    "an id twice": (
        [preset("one"), preset("one", metres=4)],
        "one: the id is taken; give it another one",
    ),
    "an unknown house rule": (
        [preset("one"), preset("two", hast="quick")],
        "two: there is no house rule hast; name one of pass_hostile, ",
    ),
    "a bad word": (
        [preset("one"), preset("two", haste="quik")],
        "two: haste: must be 'slow' or 'quick', not \"quik\"",
    ),
    "a number out of bounds": ([preset("one"), preset("two", metres=10)], "; send 9 or less"),
    "a default": ([preset("one"), preset("two", metres=3)], "two: metres: 3 is its default; leave it out"),
    "the values of another": (
        [preset("one"), preset("two", metres=4), preset("three", metres=4)],
        "three: its values are those of two; change them, or leave it out",
    ),
}


@pytest.mark.parametrize(("presets", "said"), WRONG.values(), ids=WRONG)
def test_an_author_is_told_what_is_wrong_with_presets(presets, said):
    with pytest.raises(TypeError, match="^presets of hop: .*" + re.escape(said)):
        check(presets, HouseRules, game="hop")


def test_good_presets_are_taken():
    check([preset("one"), preset("two", metres=4), preset("three", haste="quick")], HouseRules, game="hop")


def with_presets(*presets):
    """Return Shadowrun 5 with other presets than its own."""
    sr5 = systems.find("sr5")
    game = copy(sr5.game)
    game.presets = [*presets]
    return type(sr5)(game)


def test_a_game_with_wrong_presets_is_not_even_made():
    with pytest.raises(TypeError, match="presets of sr5: two: there is no house rule sprint; name one of "):
        with_presets(preset("one"), preset("two", sprint="simple"))


def test_a_game_that_declares_none_has_its_defaults_as_written():
    assert with_presets().presets == (AS_WRITTEN,)
