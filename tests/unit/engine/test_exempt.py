"""Tokens without a sheet: the clock goes on for them, and nothing of a game's rolls, jumps and questions is theirs."""

import pytest

from py_rules import systems
from py_rules.check.maps import cells_of
from py_rules.service import handle
from tests.rulebook import maps
from tests.rulebook.asking import ProblemError, Table

GAMES = ("contract", "d6", "sr3", "sr5", "styles")
# A sheet, a roll that it may make without a path, and what the ledger tells of it when the sheet is gone.
ROLLED = {
    "contract": ({"dexterity": 4, "brawn": 3, "athletics": 2}, "sprint"),
    "d6": ({"move": 10}, "breath"),
    "sr3": ({"quickness": 4, "athletics": 3}, "sprint"),
    "sr5": ({"agility": 4, "strength": 4, "running": 3}, "long_jump"),
    "styles": ({}, "athletics"),
}


@pytest.fixture(params=GAMES)
def vehicle(request):
    return Table(handle, request.param, character={"exempt": "vehicle"})


def test_its_jumps_are_free(vehicle):
    for length in (1, 300):
        plan = vehicle.plan({"segments": [{"length": 9}, {"mode": "jump", "length": length, "rise": 2}]})
        assert {(band["kind"], band["rule"]) for band in plan["bands"]} == {("free", "X-13")}
        assert (plan["checks"], plan["left"], plan["cost"]) == ([], None, 9 + length + 2)


def test_regions_demand_no_roll_of_it_on_maps_or_in_plans(vehicle):
    ice = {":": {"roll": {"name": "Balance", "pool": 3}}}
    vehicle.scene, vehicle.token = maps.read("@ : .", ice).scene, "mover"
    layers = vehicle.destinations()["layers"]
    assert {(layer["kind"], layer["rule"], len(layer["checks"])) for layer in layers} == {("free", "X-13", 0)}
    assert {col for layer in layers for col, _ in cells_of(layer)} == {1, 2}
    plan = vehicle.plan({"to": {"col": 2, "row": 0}})
    assert (plan["verdict"], plan["checks"]) == ("free", [])


def test_a_way_of_no_length_tells_nothing(vehicle):
    plan = vehicle.plan({"segments": []})
    assert (plan["bands"], plan["cost"], plan["trace"]) == ([], 0, [])


def test_the_clock_goes_on_for_it(vehicle):
    for scope in systems.find(vehicle.system).scopes:
        for kind in ("begin", "end"):
            told = vehicle.apply(f"{kind} {scope.id}", {"kind": kind, "scope": scope.id})
            assert (told["refused"], told["moves"], told["state"]["rulings"]) == (None, [], [])


def test_nothing_is_rolled_for_it_and_the_gm_is_asked_nothing(vehicle):
    told = vehicle.apply("roll", {"kind": "rolled", "check": ROLLED[vehicle.system][1], "seed": 1})
    assert told["refused"]["rule"] == "X-06"
    with pytest.raises(ProblemError, match="no ruling 'drop' is open"):
        vehicle.apply("rule", {"kind": "ruled", "ruling": "drop", "choice": "gm"})


@pytest.mark.parametrize("system", GAMES)
def test_rolls_of_before_it_had_no_sheet_are_still_told(system):
    sheet, check = ROLLED[system]
    table = Table(handle, system, character=sheet)
    told = table.apply("roll", {"kind": "rolled", "check": check, "seed": 1})["state"]["commits"]
    assert told[0]["labels"][0]["text"].startswith("Rolled ")
    table.character = {"exempt": "vehicle"}
    assert table.state()["commits"] == told
