"""What a sheet lacks and is asked for is told with what it is played with; whatever else is absent is not."""

import pytest

from py_rules.engine.inputs import asked_of
from py_rules.operations.describe import answer as described
from py_rules.systems import discover, find
from tests.asking import ask, commit, feet, mover
from tests.games import brought_along

SYSTEMS = discover()
FIELDS = [(name, field) for name, system in SYSTEMS.items() for field in asked_of(system.Character)]
SCENE = {"grid": {"cols": 9, "rows": 7}, "tokens": [{"id": "jenny", "col": 1, "row": 3}]}


def state_of(system, character, **fields):
    return ask(op="state", system=system, mover={"character": character}, **fields)


def assumed_of(system, character):
    """What a sheet is told to lack; nothing where the game asks for nothing."""
    return state_of(system, character).get("assumed", [])


def whole(system):
    """A sheet that has what is asked for, and nothing else."""
    model = find(system).Character
    lacking = assumed_of(system, {})
    sheet = {told["field"]: told["value"] for told in lacking}
    assert sheet.keys() == asked_of(model).keys()
    return sheet


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_empty_sheet_is_told_of_all_that_is_asked_for_in_its_order(system):
    told = assumed_of(system, {})
    assert [one["field"] for one in told] == list(asked_of(SYSTEMS[system].Character))
    properties = SYSTEMS[system].Character.model_json_schema()["properties"]
    for one in told:
        key = f"{system}.character.{one['field']}.title"
        assert one["label"] == {"key": key, "params": {}, "text": properties[one["field"]]["title"]}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_sheet_with_all_that_is_asked_for_is_told_nothing(system):
    assert "assumed" not in state_of(system, whole(system))


@pytest.mark.parametrize(("system", "field"), FIELDS)
def test_each_field_is_told_when_it_alone_is_absent(system, field):
    sheet = whole(system)
    value = sheet.pop(field)
    [told] = state_of(system, sheet)["assumed"]
    assert (told["field"], told["value"]) == (field, value)


@pytest.mark.parametrize(("system", "field"), FIELDS)
def test_what_is_assumed_is_what_is_played(system, field):
    sheet = whole(system)
    told = state_of(system, {key: value for key, value in sheet.items() if key != field})
    del told["assumed"]
    assert told == state_of(system, sheet)


@pytest.mark.parametrize("system", SYSTEMS)
def test_apply_tells_it_with_the_state(system):
    rest = mover(character={}, route=None)
    del rest["route"]
    event = {"kind": "begin", "scope": SYSTEMS[system].scopes[0].id}
    if SYSTEMS[system].scopes[0].counted:
        event |= {"number": 1, "of": 1}
    told = ask(op="apply", system=system, mover=rest, commit=commit("a", event))
    assert told["state"].get("assumed", []) == assumed_of(system, {})


def test_a_sheet_that_has_nothing_to_ask_is_told_nothing():
    with brought_along("tests/games/brought"):
        assert asked_of(find("quest").Character) == {}
        assert "assumed" not in state_of("quest", {})
        assert whole("quest") == {}


def test_a_choice_and_a_list_of_values_are_shown_in_words():
    [metatype] = [one for one in state_of("sr5", {})["assumed"] if one["field"] == "metatype"]
    assert metatype["shown"] == {"key": "sr5.character.metatype.is.human", "params": {}, "text": "Human"}
    [styles] = state_of("styles", {})["assumed"]
    assert styles["shown"]["text"] == "(Walk: Normal, Jump: Half, Swim: Half)"
    [move, *codes] = state_of("d6", {})["assumed"]
    assert {(one["value"], one["shown"]) for one in (move, *codes)} == {(10, None), ("2D", None)}


def test_a_speed_that_the_table_has_set_is_not_assumed():
    [told] = state_of("custom", {})["assumed"]
    assert (told["field"], told["value"], told["shown"]) == ("speed", 30, None)
    assert "assumed" not in state_of("custom", {}, house_rules={"speed": 25})
    assert "assumed" not in state_of("custom", {}, house_rules={"speed": 30})
    assert "assumed" not in state_of("custom", {"speed": None})
    assert "assumed" in state_of("custom", {"bonus": 3}, house_rules={"reach": 10})


@pytest.mark.parametrize("field", ["athletics", "penalty", "load", "stunned"])
def test_what_is_absent_because_there_is_none_is_not_asked_for(field):
    assert field not in {one["field"] for one in state_of("contract", {})["assumed"]}


def test_describe_tells_the_mark():
    characters = {system["id"]: system["character"]["properties"] for system in described()["systems"]}
    for name, system in SYSTEMS.items():
        marked = {field for field, schema in characters[name].items() if schema.get("asked")}
        assert marked == set(asked_of(system.Character))
    assert characters["custom"]["speed"]["house_rule"] == "speed"


def test_plans_and_maps_stay_as_they_are():
    plan = ask(op="plan", movers=[mover(character={}, route=feet(5))])
    reach = ask(op="destinations", scene=SCENE, mover={"token": "jenny", "character": {}})
    assert "assumed" not in {*plan, *plan["plans"][0], *reach}
