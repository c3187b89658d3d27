"""Large tokens in narrow places, where the table lets them squeeze."""

import pytest

from py_rules.board import compile_board
from py_rules.protocol.map_data import Scene
from py_rules.values.map_rules import MapRules
from tests.asking import ask, mover, problem_of
from tests.rulebook.cases import rings_of

SYSTEMS = {"contract": ("ft", 5), "sr5": ("m", 1), "sr3": ("m", 1), "d6": ("m", 1), "styles": ("u", 1)}
DOOR = [{"id": "up", "a": [3, 0], "b": [3, 1]}, {"id": "down", "a": [3, 2], "b": [3, 4]}]
ROCKS = [{"id": "rocks", "kind": "obstacle", "area": {"cells": [[3, 0], [3, 2], [3, 3]]}}]


def room(system="contract", *, size=2, walls=DOOR, regions=(), tokens=(), **grid):
    units, side = SYSTEMS[system]
    return {
        "grid": {"cols": 7, "rows": 4, "units": units, "distance": side, **grid},
        "walls": list(walls),
        "regions": list(regions),
        "tokens": [{"id": "ogre", "col": 0, "row": 1, "cols": size, "rows": size}, *tokens],
    }


def plan(scene, *, system="contract", to=4, row=1, modes=(), squeeze=True, **house_rules):
    way = [{"col": col, "row": row} for col in range(to + 1)]
    for point, mode in zip(way, modes, strict=False):
        point["mode"] = mode
    asked = {"token": "ogre", "route": {"path": way}}
    someone = mover(**asked) if system == "contract" else asked
    rules = {"squeeze": squeeze, **house_rules}
    return ask(op="plan", system=system, scene=scene, house_rules=rules, movers=[someone])["plans"][0]


def reached(scene, **house_rules):
    value = ask(op="destinations", scene=scene, house_rules=house_rules, mover=mover(token="ogre"))
    return {cell: ring["used"] for layer in value["layers"] for cell, ring in rings_of(layer).items()}


def rules_of(answer):
    return [line["rule"] for line in answer["trace"]]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("regions", "walls", "rule"), [((), DOOR, "MAP-01"), (ROCKS, (), "MAP-05")])
def test_every_game_lets_squeeze_if_the_table_does(system, regions, walls, rule):
    scene, side = room(system, regions=regions, walls=walls), SYSTEMS[system][1]
    barred = plan(scene, system=system, squeeze=False)
    assert (barred["verdict"], barred["bands"][-1]["rule"]) == ("impossible", rule)
    through = plan(scene, system=system)
    assert (through["length"], through["cost"]) == (4 * side, 6 * side)
    assert rule not in [band["rule"] for band in through["bands"]]
    assert "MAP-12" in rules_of(through)
    assert "MAP-12" not in rules_of(plan(scene, system=system, to=1))


def test_what_squeezing_costs_is_the_tables_choice_and_times_the_ground():
    assert plan(room(), squeeze_factor=3)["cost"] == 40
    assert plan(room(), squeeze_factor=1)["cost"] == 20
    mud = {"id": "mud", "kind": "difficult", "cost_multiplier": 3, "area": {"rect": [3, 1, 1, 1]}}
    assert plan(room(regions=[mud]), to=3)["cost"] == 5 + 30 + 30
    line = plan(room(), squeeze_factor=3)["trace"]
    assert [one["working"]["params"] for one in line if one["rule"] == "MAP-12"] == [{"factor": 3}]


@pytest.mark.parametrize("factor", [0.5, 101])
def test_a_factor_out_of_range_is_a_problem(factor):
    problem = problem_of(op="state", scene=room(), house_rules={"squeeze_factor": factor})
    assert (problem["code"], problem["path"]) == ("invalid", "house_rules.squeeze_factor")


def test_nobody_stops_squeezed():
    stopped = plan(room(), to=2)
    assert (stopped["verdict"], stopped["bands"][-1]["rule"]) == ("impossible", "MAP-12")
    assert stopped["bands"][-1]["reason"]["key"] == "table.squeezed"
    assert stopped["last_legal"]["cell"]["col"] == 1
    listed = reached(room(), squeeze=True)
    assert (2, 1) not in listed
    assert listed[3, 1] == 25


def test_nobody_jumps_squeezed():
    modes = (None, None, None, "jump", "jump")
    jumped = plan(room(), modes=modes)
    assert (jumped["verdict"], jumped["bands"][-1]["rule"]) == ("impossible", "MAP-12")
    off = plan(room(regions=ROCKS, walls=()), modes=(None, None, None, None, "jump"))
    assert (off["verdict"], off["bands"][-1]["rule"]) == ("impossible", "MAP-12")


def test_what_is_listed_ends_at_the_narrow_place_unless_the_table_lets_squeeze():
    assert {col for col, _ in reached(room())} == {0, 1}
    assert max(col for col, _ in reached(room(), squeeze=True)) == 5


@pytest.mark.parametrize("size", [2, 3])
def test_nobody_slips_through_a_wall_by_squeezing(size):
    closed = [{"id": "all", "a": [3, 0], "b": [3, 4]}]
    assert reached(room(size=size, walls=closed), squeeze=True) == reached(room(size=size, walls=closed))


def test_a_body_gets_one_cell_smaller_and_no_more():
    assert plan(room(size=3))["verdict"] == "impossible"
    assert plan(room(size=1, walls=[{"id": "all", "a": [3, 0], "b": [3, 4]}]))["verdict"] == "impossible"


def test_it_is_the_top_left_part_that_gets_through():
    scene = room()
    scene["tokens"][0]["row"] = 0
    assert plan(scene, row=0)["verdict"] == "impossible"


LEDGE = [{"id": "ledge", "a": [2, 3], "b": [4, 3]}, {"id": "up", "a": [3, 0], "b": [3, 3]}]
MUD = {"id": "mud", "kind": "difficult", "cost_multiplier": 3, "area": {"cells": [[3, 3]]}}


def along_the_edge(scene, *, system="contract", **house_rules):
    """The question for a way through the last row, under the ledge, by diagonals of one side."""
    scene["tokens"][0]["row"] = 2
    way = [(0, 2), (1, 3), (2, 3), (3, 3), (4, 3), (5, 2)]
    asked = {"token": "ogre", "route": {"path": [{"col": col, "row": row} for col, row in way]}}
    someone = mover(**asked) if system == "contract" else asked
    return {"op": "plan", "system": system, "scene": scene, "movers": [someone], "house_rules": house_rules}


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_game_lets_squeeze_along_the_last_row(system):
    side = SYSTEMS[system][1]
    scene = room(system, walls=LEDGE, diagonals="equidistant")
    through = ask(**along_the_edge(scene, system=system, squeeze=True))["plans"][0]
    assert "MAP-12" in rules_of(through)
    assert not {"MAP-01", "MAP-05", "MAP-12"} & {band["rule"] for band in through["bands"]}
    assert (through["length"], through["cost"]) == (5 * side, 9 * side)
    problem = problem_of(**along_the_edge(scene, system=system))
    assert (problem["code"], problem["path"]) == ("off_map", "movers[0].route.path[1]")


def test_the_last_column_and_row_are_listed_as_ways_and_never_as_ends():
    scene = room(walls=LEDGE)
    assert {col for col, _ in reached(scene)} == {0, 1}
    listed = reached(scene, squeeze=True)
    beyond = {(col, row) for col in (3, 4, 5) for row in (0, 1)} | {(4, 2), (5, 2)}
    assert {cell for cell in listed if cell[0] > 2} == beyond
    assert all(col < 6 and row < 3 for col, row in listed)
    turned = {"id": "ogre", "col": 1, "row": 0, "cols": 2, "rows": 2}
    flipped = {
        "grid": {"cols": 4, "rows": 7, "units": "ft", "distance": 5},
        "walls": [{**wall, "a": wall["a"][::-1], "b": wall["b"][::-1]} for wall in LEDGE],
        "regions": [],
        "tokens": [turned],
    }
    assert reached(flipped, squeeze=True) == {(row, col): used for (col, row), used in listed.items()}


def test_nobody_squeezes_along_the_edge_past_what_stands_there():
    post = {"id": "post", "kind": "obstacle", "area": {"cells": [[3, 3]]}}
    assert {col for col, _ in reached(room(walls=LEDGE, regions=[post]), squeeze=True)} <= {0, 1}


def test_the_ground_at_the_edge_costs_what_it_costs():
    plain, muddy = (
        ask(**along_the_edge(room(walls=LEDGE, regions=regions), squeeze=True))["plans"][0]["cost"]
        for regions in ((), [MUD])
    )
    # The body meets the mud from two columns, at three times twice the price of a step.
    assert (plain, muddy) == (10 + 10 + 10 + 10 + 5, 10 + 30 + 30 + 10 + 5)


def test_who_is_stopped_at_the_edge_goes_on_from_there():
    scene = room(walls=LEDGE)
    scene["tokens"][0] |= {"col": 3, "row": 3}
    assert reached(scene, squeeze=True)[5, 2] == 15
    problem = problem_of(op="destinations", scene=scene, mover=mover(token="ogre"))
    assert (problem["code"], problem["path"]) == ("off_map", "mover.token")


def test_no_current_takes_a_body_over_the_edge():
    river = {"id": "river", "kind": "water", "area": {"rect": [0, 0, 7, 4]}}
    scene = room(walls=(), regions=[river])
    made = Scene.model_validate(scene, strict=False)
    map_rules = MapRules(squeezing=True)
    board = compile_board(
        made, view="referee", mover=None, size=(2, 2), unseen=frozenset(), map_rules=map_rules
    )
    assert board.current_why((1, 1), (1, 2)) is None
    assert board.current_why((1, 2), (1, 3)) is not None


def test_it_is_squeezed_past_a_token_that_blocks_if_there_is_room():
    scene = room(walls=(), tokens=[{"id": "foe", "col": 3, "row": 2, "disposition": "hostile"}])
    assert plan(scene, squeeze=False)["bands"][-1]["rule"] == "MAP-03"
    assert plan(scene)["cost"] == 30
    scene["tokens"][1]["row"] = 1
    assert plan(scene)["bands"][-1]["rule"] == "MAP-03"


def test_bodies_on_hexes_do_not_squeeze():
    scene = room(kind="hex_rows_odd")
    assert reached(scene, squeeze=True) == reached(scene)
    made = Scene.model_validate({**scene, "walls": []}, strict=False)
    map_rules = MapRules(squeezing=True)
    board = compile_board(
        made, view="referee", mover=None, size=(2, 2), unseen=frozenset(), map_rules=map_rules
    )
    assert board.squeeze.steps == ()


def test_a_token_goes_the_wide_way_where_it_costs_less():
    wide = [{"id": "up", "a": [3, 0], "b": [3, 1]}]
    assert reached(room(walls=wide), squeeze=True)[3, 1] == 15


def test_a_move_squeezed_along_is_told_at_its_price():
    path = [{"col": col, "row": 1} for col in range(4)]
    commit = {"id": "c1", "events": [{"kind": "moved", "route": {"path": path}}]}
    told = ask(
        op="apply", scene=room(), house_rules={"squeeze": True}, mover=mover(token="ogre"), commit=commit
    )
    assert (told["refused"], told["moves"][0]["to"]["col"], told["moves"][0]["distance"]) == (None, 3, 15)
    assert told["ledger"]["commits"][0]["turn"]["ground_used"] == "25"
