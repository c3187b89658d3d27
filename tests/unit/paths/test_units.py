"""A map in any unit serves a game in any other: converted exactly, and said so."""

from fractions import Fraction

import pytest

from py_rules import systems
from py_rules.paths.units import METRES, NAMES, Measure, convert, rate_of
from py_rules.protocol import map_data
from tests.asking import Turn, ask, moved, problem_of
from tests.rulebook.cases import rings_of

FOOT = Fraction(3048, 10_000)


def grid(units, distance=5):
    return {"cols": 9, "rows": 1, "distance": distance, "units": units}


def scene(units, distance=5, **fields):
    return {"grid": grid(units, distance), "tokens": [{"id": "jenny", "col": 0, "row": 0}], **fields}


def rate(units, unit, *, cell=1, distance=5):
    return rate_of(map_data.Grid(**grid(units, distance)), Measure(unit, Fraction(cell)))


def planned(system, map_of, *, to=2, **fields):
    asked = {"op": "plan", "system": system, "scene": map_of}
    route = {"to": {"col": to, "row": 0}}
    return ask(**asked, movers=[{"token": "jenny", "route": route, **fields}])


@pytest.mark.parametrize(
    ("units", "unit", "expected"),
    [
        ("ft", "m", FOOT),
        ("m", "ft", 1 / FOOT),
        ("yd", "ft", 3),
        ("in", "ft", Fraction(1, 12)),
        ("mi", "ft", 5280),
        ("cm", "m", Fraction(1, 100)),
        ("km", "m", 1000),
        ("ft", "u", Fraction(1, 5)),
        ("u", "ft", 7),
        ("m", "m", 1),
        ("u", "u", 1),
    ],
)
def test_the_table_is_exact(units, unit, expected):
    assert rate(units, unit, cell=7 if units == "u" and unit == "ft" else 1) == expected


@pytest.mark.parametrize("name", ["Feet", "FT.", " ft ", "foot", "'"])
def test_a_unit_has_many_names(name):
    assert rate(name, "m") == FOOT


@pytest.mark.parametrize("name", ["cells", "Squares", "hexes", "sq.", "u"])
def test_cells_have_no_length(name):
    assert rate(name, "u") == 1


def test_every_name_is_that_of_a_unit():
    assert set(NAMES.values()) == {*METRES, "u"}


def test_every_game_measures_in_a_known_unit():
    assert {system.unit for system in systems.discover().values()} <= {*METRES, "u"}


def test_a_map_in_the_games_unit_is_not_converted():
    value = planned("contract", scene("feet"))
    assert value["conversion"] is None
    assert value["plans"][0]["length"] == 10


@pytest.mark.parametrize(
    ("system", "map_of", "told", "length"),
    [
        ("sr5", scene("ft"), "1 cell of 5 ft counts as 1.524 m.", 3.048),
        ("sr3", scene("ft"), "1 cell of 5 ft counts as 1.524 m.", 3.048),
        ("d6", scene("yards", 1), "1 cell of 1 yards counts as 0.914 m.", 1.8288),
        ("contract", scene("m", 1.5), "1 cell of 1.5 m counts as 4.921 ft.", 9.84252),
        ("contract", scene("cells", 1), "1 cell of 1 cells counts as 5 ft.", 10),
        ("sr5", scene("u", 1), None, 2),
        ("styles", scene("ft"), "1 cell of 5 ft counts as 1 u.", 2),
        ("styles", scene("u", 1), None, 2),
    ],
)
def test_a_map_in_another_unit_is_converted_and_the_answer_says_so(system, map_of, told, length):
    value = planned(system, map_of)
    [plan] = value["plans"]
    assert plan["length"] == length
    assert (value["conversion"] or {}).get("text") == told
    assert [line["working"]["text"] for line in plan["trace"] if line["rule"] == "MAP-09"] == [
        text for text in [told] if text
    ]


def test_every_operation_says_it():
    someone = {"token": "jenny"}
    for op in ("state", "destinations"):
        assert ask(op=op, system="sr5", scene=scene("ft"), mover=someone)["conversion"]
    event = moved({"to": {"col": 1, "row": 0}})
    told = ask(
        op="apply", system="sr5", scene=scene("ft"), mover=someone, commit={"id": "a", "events": [event]}
    )
    assert told["conversion"]["params"] == {"distance": 5, "units": "ft", "side": 1.524, "unit": "m"}


def test_a_measured_route_is_in_the_games_unit_whatever_the_map_is():
    route = {"segments": [{"length": 4}]}
    value = ask(op="plan", system="sr5", scene=scene("ft"), movers=[{"token": "jenny", "route": route}])
    assert value["plans"][0]["length"] == 4
    assert "MAP-09" not in [line["rule"] for line in value["plans"][0]["trace"]]


def test_destinations_and_plan_agree_in_another_unit():
    value = ask(
        op="destinations",
        system="sr5",
        scene=scene("ft"),
        mover={"token": "jenny", "character": {"agility": 2}},
    )
    ring = {cell: ring for layer in value["layers"] for cell, ring in rings_of(layer).items()}
    [plan] = planned("sr5", scene("ft"), to=2, character={"agility": 2})["plans"]
    assert ring[2, 0]["used"] == plan["cost"] == 3.048
    assert ring[2, 0]["left"] == plan["left"] == 4.952


def test_all_lengths_of_the_map_are_converted():
    area = {"rect": [1, 0, 1, 1]}
    made = map_data.Scene.model_validate(
        scene(
            "ft",
            regions=[
                {"id": "mud", "kind": "difficult", "flat_cost": 5, "area": area},
                {"id": "pit", "kind": "gap", "depth": 10, "area": area},
                {"id": "hole", "kind": "gap", "area": area},
                {"id": "river", "kind": "water", "current": [-10, 5], "area": area},
                {"id": "rock", "kind": "obstacle", "area": area},
            ],
        ),
        strict=False,
    )
    mud, pit, hole, river, rock = convert(made, Measure("m", Fraction(1))).scene.regions
    assert (mud.flat_cost, pit.depth, hole.depth, river.current) == (1.524, 3.048, None, (-3.048, 1.524))
    assert rock == made.regions[-1]


def test_elevations_stay_in_the_maps_unit_and_count_in_the_games():
    wall = {"id": "wall", "kind": "climb", "surface": "broken", "area": {"rect": [1, 0, 1, 1]}}
    path = [{"col": 0, "row": 0}, {"col": 1, "row": 0, "elevation": 20}]
    [plan] = ask(
        op="plan",
        system="sr5",
        scene=scene("ft", regions=[wall]),
        movers=[{"token": "jenny", "route": {"path": path}}],
    )["plans"]
    assert plan["length"] == 6.096
    assert plan["path"][1]["elevation"] == 20


def test_who_falls_in_metres_lands_in_feet():
    at = {"col": 0, "row": 0, "elevation": 40}
    jumper = Turn(system="sr5", scene=scene("ft"), mover={"token": "jenny", "at": at, "character": {}})
    told = jumper.tell({"kind": "did", "act": "fall", "options": {"height": 6.096}})
    assert [move["to"]["elevation"] for move in told["moves"]] == [20]


def test_a_unit_that_nobody_knows_is_a_problem():
    problem = problem_of(op="state", scene=scene("parsecs"), mover={"token": "jenny"})
    assert (problem["code"], problem["path"]) == ("unit_unknown", "scene.grid.units")
    assert "use one of m, cm, km, ft, in, yd, mi, u" in problem["remedy"]


def test_a_cell_too_small_to_measure_is_a_problem():
    problem = problem_of(op="state", system="sr5", scene=scene("in", 0.001), mover={"token": "jenny"})
    assert (problem["code"], problem["path"]) == ("invalid", "scene.grid.distance")
    assert problem["remedy"] == "send the size of a cell of at least 0.001 m"


def test_the_same_scene_serves_games_of_different_units():
    made = scene("ft")
    ref = ask(op="state", system="sr5", scene=made)["scene_ref"]
    assert ask(op="state", system="contract", scene=made)["scene_ref"] == ref
    lengths = [
        planned(system, {"ref": ref})["plans"][0]["length"] for system in ("sr5", "contract", "styles")
    ]
    assert lengths == [3.048, 10, 2]
