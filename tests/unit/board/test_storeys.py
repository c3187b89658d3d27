"""Storeys and what leads from one to another: where to, at what length, and what no way leads to."""

import copy
import json
from fractions import Fraction
from pathlib import Path

import pytest

from py_rules import systems
from py_rules.board import StackedGrid, compile_storeys
from py_rules.protocol import map_data
from tests.asking import ask, commit, moved, problem_of
from tests.rulebook.cases import rings_of

TOWER = json.loads((Path(__file__).parents[2] / "scenes" / "three-storeys.json").read_text(encoding="utf-8"))
SHEETS = {
    "contract": {"dexterity": 6, "brawn": 3, "athletics": 2},
    "sr5": {"agility": 6},
    "sr3": {"quickness": 9},
    "d6": {"move": 12},
    "styles": {"styles": {"walk": 20, "climb": 10}},
}
STAIRS = {"id": "stairs", "kind": "stairs"}


def at(col, row, elevation=0, **fields):
    return {"col": col, "row": row, "elevation": elevation, **fields}


def end(col, row, storey):
    return {"col": col, "row": row, "storey": storey}


def house(*passages, **fields):
    """Return two storeys of 6 by 3 cells of 5 ft, 10 ft apart."""
    return {
        "grid": {"cols": 6, "rows": 3},
        "storeys": [{"id": "low", "elevation": 0}, {"id": "high", "elevation": 10}],
        "passages": list(passages),
        "tokens": [{"id": "jenny", "col": 0, "row": 1}],
        **fields,
    }


def planned(scene, route, system="contract", **fields):
    who = {"token": "jenny", "character": SHEETS[system], "route": route, **fields}
    return ask(op="plan", system=system, scene=scene, movers=[who])["plans"][0]


def along(*cells):
    return {"path": [at(*cell) if isinstance(cell, tuple) else cell for cell in cells]}


def cells_in(plan):
    return [(cell["col"], cell["row"], cell["elevation"]) for cell in plan["path"]]


def stairs(**fields):
    return {**STAIRS, "a": end(1, 1, "low"), "b": end(4, 1, "high"), **fields}


def ladder(**fields):
    return {"id": "ladder", "kind": "ladder", "a": end(1, 1, "low"), "b": end(1, 1, "high"), **fields}


# ---------------------------------------------------------------- lengths


@pytest.mark.parametrize(
    ("passage", "length", "mode"),
    [
        (stairs(length=20), 20, "ground"),
        (stairs(), 18.03, "ground"),  # 15 ft along and 10 ft up: 18.0278
        (stairs(b=end(1, 1, "high")), 10, "ground"),
        (ladder(), 10, "climb"),
        (ladder(length=12), 12, "climb"),
        (ladder(length=4), 10, "climb"),  # no climb is shorter than it is high
        (ladder(kind="shaft"), 10, "climb"),
    ],
)
def test_a_passage_is_as_long_as_told_or_as_its_straight_line(passage, length, mode):
    scene = house(passage)
    plan = planned(scene, along((0, 1), (1, 1), at(passage["b"]["col"], 1, 10)))
    assert plan["length"] == pytest.approx(5 + length)
    assert plan["bands"][-1]["mode"] == mode
    assert "MAP-10" in {line["rule"] for line in plan["trace"]}


def test_who_takes_the_stairs_neither_climbs_nor_drops():
    scene = house(stairs(length=20))
    up = planned(scene, {"to": at(4, 1, 10)})
    down = planned(scene, {"to": at(1, 1)}, at=at(4, 1, 10))
    assert (up["verdict"], down["verdict"]) == ("free", "free")
    assert up["checks"] == down["hazards"] == down["rulings"] == []
    assert cells_in(down) == [(4, 1, 10), (1, 1, 0)]


def test_a_passage_in_feet_serves_a_game_in_metres():
    scene = house(stairs(length=20), ladder(a=end(5, 1, "low"), b=end(5, 1, "high")))
    up = planned(scene, along((1, 1), (4, 1, 10)), "sr5", at=at(1, 1))
    assert up["length"] == pytest.approx(20 * 0.3048)
    climbed = planned(scene, along((5, 1), (5, 1, 10)), "sr5", at=at(5, 1))
    assert climbed["length"] == pytest.approx(10 * 0.3048)


@pytest.mark.parametrize(("system", "surface"), [("contract", "ladder"), ("sr5", "easy"), ("d6", "easy")])
def test_a_ladder_is_climbed_as_the_system_climbs_ladders(system, surface):
    assert systems.find(system).ladder == surface
    as_ladder = planned(house(ladder()), along((1, 1), (1, 1, 10)), system, at=at(1, 1))
    told = planned(
        house(ladder(kind="shaft", surface=surface)), along((1, 1), (1, 1, 10)), system, at=at(1, 1)
    )
    assert as_ladder == told


# ---------------------------------------------------------------- ways


def test_destinations_are_told_on_each_storey():
    value = ask(
        op="destinations",
        scene=house(stairs(length=10)),
        mover={"token": "jenny", "character": SHEETS["contract"]},
    )
    found = {}
    for layer in value["layers"]:
        assert layer["elevation"] == {"low": 0, "high": 10}[layer["storey"]]
        for cell, ring in rings_of(layer).items():
            assert found.setdefault((*cell, layer["storey"]), ring["used"]) == ring["used"]
    assert found[4, 1, "high"] == 15
    assert found[5, 1, "high"] == 20
    assert found[5, 1, "low"] == 25
    assert len(found) == 2 * 18 - 1


def test_a_flat_map_tells_no_storey():
    scene = {"grid": {"cols": 3, "rows": 1}, "tokens": [{"id": "jenny", "col": 0, "row": 0}]}
    layers = ask(op="destinations", scene=scene, mover={"token": "jenny", "character": {}})["layers"]
    assert layers
    assert all("storey" not in layer for layer in layers)


def test_a_way_goes_through_via_points_on_other_storeys():
    plan = planned(house(stairs()), {"to": at(0, 0), "via": [at(5, 2, 10)]})
    assert (5, 2, 10) in cells_in(plan)
    assert cells_in(plan)[-1] == (0, 0, 0)


def test_one_way_is_one_way():
    scene = house(stairs(one_way=True))
    assert planned(scene, {"to": at(4, 1, 10)})["verdict"] == "free"
    back = planned(scene, along((5, 1, 10), (4, 1, 10), (1, 1, 0)), at=at(5, 1, 10))
    assert [(band["kind"], band["rule"]) for band in back["bands"]] == [
        ("free", "CON-05"),
        ("impossible", "MAP-10"),
    ]
    assert back["last_legal"]["cell"] == at(4, 1, 10)


def test_where_no_way_leads_the_nearest_cell_of_that_storey_is_named():
    wall = {"id": "w", "a": [5, 0], "b": [5, 3], "storey": "high"}
    plan = planned(house(stairs(), walls=[wall]), {"to": at(5, 1, 10)})
    assert plan["verdict"] == "impossible"
    assert plan["last_legal"]["cell"] == at(4, 1, 10)
    assert planned(house(walls=[wall]), {"to": at(5, 1, 10)})["last_legal"]["cell"] == at(5, 1, 0)


def test_without_a_passage_nothing_leads_to_another_storey():
    plan = planned(house(), along((0, 1), (1, 1), (2, 1, 10)))
    assert plan["verdict"] == "impossible"
    assert [band["rule"] for band in plan["bands"] if band["kind"] == "impossible"] == ["MAP-10"]
    assert plan["last_legal"]["cell"] == at(1, 1)


def test_walls_regions_and_tokens_are_met_on_their_storey_only():
    scene = house(
        stairs(),
        walls=[{"id": "w", "a": [3, 0], "b": [3, 3], "storey": "high"}],
        regions=[
            {
                "id": "rubble",
                "kind": "difficult",
                "cost_multiplier": 2,
                "area": {"rect": [1, 0, 2, 3]},
                "storey": "high",
            }
        ],
        tokens=[
            {"id": "jenny", "col": 0, "row": 1},
            {"id": "guard", "col": 2, "row": 1, "elevation": 12, "disposition": "hostile"},
        ],
    )
    path = [(col, 1) for col in range(6)]
    assert (planned(scene, along(*path))["verdict"], planned(scene, along(*path))["cost"]) == ("free", 25)
    above = planned(scene, along(*((col, 1, 10) for col in (0, 1, 2))), at=at(0, 1, 10))
    assert above["bands"][-1]["rule"] == "MAP-03"
    assert above["cost"] == 20
    blocked = planned(scene, along((2, 0, 10), (3, 0, 10)), at=at(2, 0, 10))
    assert blocked["bands"][-1]["rule"] == "MAP-01"


def test_a_hostile_token_bars_the_head_of_the_stairs():
    tokens = [
        {"id": "jenny", "col": 0, "row": 1},
        {"id": "guard", "col": 4, "row": 1, "elevation": 10, "disposition": "hostile"},
    ]
    plan = planned(house(stairs(), tokens=tokens), along((1, 1), (4, 1, 10)), at=at(1, 1))
    assert plan["bands"][0]["rule"] == "MAP-03"


def test_a_hidden_passage_is_the_referee_s():
    scene = house(stairs(hidden=True))
    who = {"token": "jenny", "character": SHEETS["contract"], "route": {"to": at(4, 1, 10)}}
    verdicts = {
        view: ask(op="plan", scene=scene, movers=[who], view=view)["plans"][0]["verdict"]
        for view in ("player", "referee")
    }
    assert verdicts == {"player": "impossible", "referee": "free"}


def test_a_token_of_several_cells_needs_room_at_both_ends():
    tokens = [{"id": "jenny", "col": 0, "row": 1, "cols": 2, "rows": 2}]
    assert planned(house(stairs(), tokens=tokens), {"to": at(4, 1, 10)})["verdict"] == "free"
    narrow = house(stairs(b=end(5, 1, "high")), tokens=tokens)
    assert planned(narrow, {"to": at(4, 1, 10)})["verdict"] == "impossible"


# ---------------------------------------------------------------- holes

HOLE = {"id": "hole", "kind": "gap", "storey": "high", "area": {"cells": [[3, 1]]}}


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("contract", {"hazard": "fall"}),
        ("sr5", {"hazard": "fall"}),
        ("sr3", {"hazard": "fall", "ruling": "height"}),
        ("d6", {"hazard": "fall"}),
        ("styles", {"hazard": "fall"}),
    ],
)
def test_who_steps_into_a_hole_falls_by_the_rules_of_the_game(system, expected):
    scene = house(regions=[HOLE])
    plan = planned(scene, along((2, 1, 10), (3, 1, 0)), system, at=at(2, 1, 10))
    assert plan["verdict"] != "impossible"
    assert [hazard["id"] for hazard in plan["hazards"]] == [
        expected[key] for key in expected if key == "hazard"
    ]
    assert [True for ruling in plan["rulings"] if "height" in ruling["id"]] == [
        True for key in expected if key == "ruling"
    ]


def test_a_hole_can_be_climbed_and_a_floor_cannot():
    scene = house(regions=[HOLE])
    up = planned(scene, along((3, 1), (4, 1, 10)), at=at(3, 1))
    assert up["bands"][0]["mode"] == "climb"
    assert up["length"] == 10
    down = planned(scene, along((4, 1, 10), at(3, 1, 0, mode="climb")), at=at(4, 1, 10))
    assert (down["bands"][0]["mode"], down["hazards"]) == ("climb", [])
    floor = planned(scene, along((2, 1), (2, 2, 10)), at=at(2, 1))
    assert floor["bands"][0]["rule"] == "MAP-10"


def test_a_wall_beside_the_hole_bars_it():
    wall = {"id": "w", "a": [3, 0], "b": [3, 3], "storey": "high"}
    scene = house(regions=[HOLE], walls=[wall])
    assert planned(scene, along((2, 1, 10), (3, 1, 0)), at=at(2, 1, 10))["bands"][0]["rule"] == "MAP-01"
    assert planned(scene, along((4, 1, 10), (3, 1, 0)), at=at(4, 1, 10))["bands"][0]["kind"] != "impossible"
    assert planned(scene, along((3, 1), (2, 1, 10)), at=at(3, 1))["bands"][0]["rule"] == "MAP-01"


@pytest.mark.parametrize(("rise", "possible"), [(2, True), (20, False)])
def test_a_jump_up_through_a_hole_is_as_high_as_the_storeys_are_apart(rise, possible):
    scene = house(regions=[HOLE], storeys=[{"id": "low", "elevation": 0}, {"id": "high", "elevation": rise}])
    plan = planned(scene, along((3, 1), at(4, 1, rise, mode="jump")), at=at(3, 1))
    assert plan["length"] == 5 + rise
    assert (plan["verdict"] != "impossible") == possible


def test_nobody_jumps_up_a_stair():
    plan = planned(house(stairs()), along((1, 1), at(4, 1, 10, mode="jump")), at=at(1, 1))
    assert plan["bands"][0]["rule"] == "MAP-10"


def test_the_search_lets_nobody_fall():
    scene = house(regions=[HOLE])
    assert planned(scene, {"to": at(0, 1)}, at=at(0, 1, 10))["verdict"] == "impossible"


def test_a_fall_is_as_deep_as_the_storey_is_high():
    scene = house(regions=[HOLE])
    who = {"token": "jenny", "character": {"styles": {"walk": 9}}, "at": at(2, 1, 10)}
    over = moved(along((2, 1, 10), at(3, 1, 10, mode="ground")))
    told = ask(op="apply", system="styles", scene=scene, mover=who, commit=commit("over", over))
    assert [hazard["numbers"]["height"] for hazard in told["state"]["hazards"]] == [2]
    lands = {"kind": "ruled", "ruling": "fall", "choice": "lands"}
    who |= {"ledger": told["ledger"]}
    told = ask(op="apply", system="styles", scene=scene, mover=who, commit=commit("down", lands))
    assert [(move["to"], move["rule"]) for move in told["moves"]] == [(at(3, 1, 0), "STY-31")]


# ---------------------------------------------------------------- reactions


def test_who_is_on_another_storey_does_not_react():
    foe = {
        "id": "foe",
        "col": 2,
        "row": 0,
        "disposition": "hostile",
        "facts": {"melee": 4, "weapon_ready": True},
    }
    grid = {"cols": 6, "rows": 3, "distance": 1, "units": "m"}
    told = {}
    for up in (0, 10):
        tokens = [{"id": "jenny", "col": 0, "row": 1}, {**foe, "elevation": up}]
        plan = planned(house(grid=grid, tokens=tokens), along(*((col, 1) for col in range(5))), "sr3")
        told[up] = [reaction["token"] for reaction in plan["reactions"]]
    assert told == {0: ["foe"], 10: []}


# ---------------------------------------------------------------- what is wrong


def broken(change):
    scene = copy.deepcopy(house(stairs(), ladder(b=end(1, 1, "high"), a=end(1, 1, "low"))))
    change(scene)
    return problem_of(op="state", scene=scene)


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        (lambda s: s["storeys"].reverse(), "storeys_disordered", "scene.storeys[1].elevation"),
        (lambda s: s["storeys"][1].update(elevation=0), "storeys_disordered", "scene.storeys[1].elevation"),
        (lambda s: s["storeys"][1].update(id="low"), "storey_unknown", "scene.passages[0].b.storey"),
        (
            lambda s: s["passages"][0]["a"].update(storey="cellar"),
            "storey_unknown",
            "scene.passages[0].a.storey",
        ),
        (lambda s: s["passages"][0]["a"].update(col=6), "off_map", "scene.passages[0].a"),
        (lambda s: s["passages"][0]["a"].update(storey="high"), "passage_level", "scene.passages[0]"),
        (lambda s: s["passages"][1].update(id="stairs"), "id_twice", "scene.passages[1].id"),
        (
            lambda s: s["passages"][1].update(a=end(4, 1, "high"), b=end(1, 1, "low")),
            "passage_twice",
            "scene.passages[1]",
        ),
        (lambda s: s["passages"][1].update(surface="soap"), "surface_unknown", "scene.passages[1].surface"),
        (
            lambda s: s["passages"][1].update(difficulty=99),
            "difficulty_out_of_range",
            "scene.passages[1].difficulty",
        ),
        (lambda s: s["passages"][0].update(length=0), "invalid", "scene.passages[0].length"),
        (
            lambda s: s.update(walls=[{"id": "w", "a": [0, 0], "b": [0, 1], "storey": "roof"}]),
            "storey_unknown",
            "scene.walls[0].storey",
        ),
        (
            lambda s: s.update(regions=[{**HOLE, "storey": "roof"}]),
            "storey_unknown",
            "scene.regions[0].storey",
        ),
        (lambda s: s["grid"].update(cols=1000, rows=600), "map_too_large", "scene.grid"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(change, code, path):
    problem = broken(change)
    assert (problem["code"], problem["path"]) == (code, path)


def test_a_map_without_storeys_knows_none():
    problem = problem_of(op="state", scene=house(storeys=[], regions=[HOLE]))
    assert (problem["code"], problem["path"]) == ("storey_unknown", "scene.regions[0].storey")
    assert "leave it out" in problem["remedy"]


def test_two_passages_between_the_same_two_cells_are_refused():
    assert planned(house(), {"to": at(4, 1, 10)})["verdict"] == "impossible"
    assert problem_of(op="state", scene=house(stairs(), stairs(id="again")))["code"] == "passage_twice"
    other = house(stairs(), stairs(id="other", a=end(0, 0, "low")))
    assert planned(other, along((0, 0), (4, 1, 10)), at=at(0, 0))["verdict"] == "free"


def test_a_path_begins_on_the_storey_of_the_token():
    problem = problem_of(op="plan", scene=house(), movers=[{"token": "jenny", "route": along((0, 1, 10))}])
    assert problem["code"] == "path_starts_elsewhere"


# ---------------------------------------------------------------- the sheet


def sheet_of(scene):
    made = map_data.Scene.model_validate_json(json.dumps(scene))
    return compile_storeys(made, mover=None, size=(1, 1), unseen=frozenset())


def test_every_cell_has_a_bit_and_a_place_of_its_own():
    grid = sheet_of(TOWER).grid
    assert isinstance(grid, StackedGrid)
    seen = set()
    for storey in range(3):
        for col in range(grid.flat.cols):
            for row in range(grid.flat.rows):
                cell = grid.lay((col, row), storey)
                assert grid.place(cell) == ((col, row), storey)
                assert grid.cell(grid.bit(cell)) == cell
                seen.add(grid.bit(cell))
    assert len(seen) == 3 * 14 * 9


def test_steps_of_the_board_stay_on_their_storey():
    board = sheet_of(TOWER)
    for direction in range(len(board.grid.flat.headings)):
        for bit in range(board.open[direction].bit_length()):
            if board.open[direction] >> bit & 1:
                cell = board.grid.cell(bit)
                target = board.grid.beyond(cell, direction)
                assert board.place(cell)[1] == board.place(target)[1]
                assert board.grid.bit(target) == bit + board.grid.delta(direction)


@pytest.mark.parametrize("system", SHEETS)
def test_every_game_climbs_the_tower(system):
    who = {"token": "mover", "character": SHEETS[system], "route": {"to": at(12, 1, 6)}}
    plan = ask(op="plan", system=system, scene=TOWER, movers=[who])["plans"][0]
    assert [cell["elevation"] for cell in plan["path"]] == sorted(cell["elevation"] for cell in plan["path"])
    assert cells_in(plan)[-1] == (12, 1, 6)
    assert Fraction(plan["length"]) >= 14 if system != "styles" else plan["length"] > 10


@pytest.mark.parametrize("kind", ["hex_rows_odd", "hex_rows_even", "hex_columns_odd", "hex_columns_even"])
def test_hexes_have_storeys_too(kind):
    scene = house(stairs(length=10), grid={"cols": 6, "rows": 3, "kind": kind}, regions=[HOLE])
    board = sheet_of(scene)
    for cell in ((col, row) for col in range(6) for row in range(3)):
        for storey in (0, 1):
            laid = board.grid.lay(cell, storey)
            assert board.grid.cell(board.grid.bit(laid)) == laid
    plan = planned(scene, {"to": at(5, 1, 10)})
    assert (plan["length"], cells_in(plan)[-2:]) == (20, [(4, 1, 10), (5, 1, 10)])
    who = {"token": "jenny", "character": SHEETS["contract"]}
    layers = ask(op="destinations", scene=scene, mover=who)["layers"]
    reached = {(*cell, layer["storey"]) for layer in layers for cell in rings_of(layer)}
    assert len(reached) == 2 * 18 - 2  # neither the own cell nor the hole


# ---------------------------------------------------------------- what the way out is like


@pytest.mark.parametrize(("diagonals", "rule"), [("equidistant", None), ("illegal", "MAP-06")])
def test_a_table_without_diagonals_has_none_through_holes(diagonals, rule):
    hole = {**HOLE, "area": {"rect": [2, 0, 2, 3]}}
    scene = house(regions=[hole], grid={"cols": 6, "rows": 3, "diagonals": diagonals})
    plan = planned(scene, along((1, 0, 10), (2, 1, 0)), at=at(1, 0, 10))
    assert [band["rule"] for band in plan["bands"] if band["kind"] == "impossible"] == (
        [rule] if rule else []
    )


def test_straight_down_through_a_hole_nothing_is_between_the_storeys():
    scene = house(regions=[{**HOLE, "area": {"rect": [2, 0, 2, 3]}}])
    plan = planned(scene, along((2, 1, 10), (2, 1, 0)), at=at(2, 1, 10))
    assert [hazard["id"] for hazard in plan["hazards"]] == ["fall"]
    assert "impossible" not in {band["kind"] for band in plan["bands"]}
