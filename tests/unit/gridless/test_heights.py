"""Ledges on maps without cells: what drawn lines over them are, and where a token can go."""

import json
from fractions import Fraction

import pytest

from py_rules.board import compile_board  # noqa: F401 - the package is whole
from py_rules.paths.ground import TokenHeights
from py_rules.protocol import map_data
from py_rules.service import handle
from tests.oracle.test_areas import holds
from tests.rulebook.asking import Table
from tests.unit.board.test_heights import HERO, ledge, scene_of

HUT = ledge("hut", 12, (3, 0, 3, 4))


def table_of(*regions, at=(0, 1), system="contract", character=HERO, cols=12, rows=4, grid=(), **more):
    scene = scene_of(*regions, cols=cols, rows=rows, at=at, grid={"kind": "gridless", **dict(grid)}, **more)
    return Table(handle, system, character=character, scene=scene, token="jenny")


def along(table, *path):
    keys = ("col", "row", "mode", "elevation")
    plan = table.plan({"path": [dict(zip(keys, one, strict=False)) for one in path]})
    again = table.plan({"path": plan["path"]})
    for field in ("verdict", "cost", "bands", "checks", "hazards", "path"):
        assert again[field] == plan[field], field
    return plan


def told(plan):
    return [(cell["col"], cell["elevation"], cell["mode"]) for cell in plan["path"]]


def met(plan):
    return [hazard["id"] for hazard in plan["hazards"]]


def test_a_line_up_a_ledge_climbs_it_at_a_point():
    plan = along(table_of(HUT), (0, 1), (4, 1))
    assert told(plan) == [(0, 0, None), (2.499999, 0, "ground"), (2.5, 12, "climb"), (4, 12, "ground")]
    assert (plan["length"], plan["cost"]) == (32, 20)
    assert [(check["id"], check["at"]) for check in plan["checks"]] == [("climb", 12.5)]
    assert plan["last_legal"]["cell"] == {"col": 2.499999, "row": 1, "elevation": 0}


def test_on_foot_it_is_too_high():
    plan = along(table_of(HUT), (0, 1), (4, 1, "ground"))
    assert (plan["verdict"], plan["bands"][-1]["rule"]) == ("impossible", "MAP-13")
    assert plan["last_legal"]["distance"] == 12.5
    stops_at_it = along(table_of(HUT), (0, 1), (2.5, 1, "ground"))
    assert (stops_at_it["verdict"], stops_at_it["reason"]["key"]) == ("impossible", "table.ledge")


def test_a_line_over_the_edge_is_a_drop_and_a_climb_is_none():
    table = table_of(HUT, at=(4, 1))
    plan = along(table, (4, 1), (0, 1))
    assert told(plan) == [(4, 12, None), (2.5, 12, "ground"), (2.499999, 0, "ground"), (0, 0, "ground")]
    assert (met(plan), plan["length"]) == (["fall"], 20)
    climbed = along(table, (4, 1), (2.6, 1), (2.4, 1, "climb"), (0, 1))
    assert (met(climbed), climbed["length"]) == (["no_wall"], 32)  # along the roof nothing holds
    marked = along(table, (4, 1), (2.5, 1), (2.499999, 1, "climb"), (0, 1))
    assert (told(marked)[2], marked["length"]) == ((2.499999, 0, "climb"), 32)


def test_borders_belong_to_what_is_right_of_them_and_below():
    up = along(table_of(HUT), (0, 1), (2.5, 1))
    assert told(up)[-2:] == [(2.499999, 0, "ground"), (2.5, 12, "climb")]
    off = along(table_of(HUT, at=(4, 1)), (4, 1), (5.5, 1))
    assert (told(off)[-2:], met(off)) == ([(5.499999, 12, "ground"), (5.5, 0, "ground")], ["fall"])


def test_what_a_step_goes_up_is_walked_on():
    plan = along(table_of(ledge("rug", 2, (3, 0, 3, 4))), (0, 1), (4, 1), (8, 1))
    assert (plan["length"], met(plan), {band["mode"] for band in plan["bands"]}) == (40, [], {"ground"})
    assert {up for _, up, _ in told(plan)} == {0, 2}


def test_two_steps_may_go_up_what_one_may_not():
    stair = ledge("stair", 2, (3, 0, 1, 4)), ledge("stage", 4, (4, 0, 4, 4))
    assert along(table_of(*stair), (0, 1), (6, 1))["length"] == 30
    assert along(table_of(stair[1]), (0, 1), (6, 1))["length"] == 34


def test_where_ledges_overlap_the_highest_is_climbed():
    table = table_of(HUT, ledge("chimney", 20, (4, 0, 1, 4)), ledge("cellar", -5, (3, 0, 3, 4)))
    plan = along(table, (0, 1), (4, 1))
    assert [up for _, up, _ in told(plan)] == [0, 0, 12, 12, 20, 20]


def test_a_jump_is_measured_in_three_dimensions():
    plan = along(table_of(ledge("box", 3, (3, 0, 3, 4)), at=(2, 1)), (2, 1), (4, 1, "jump"))
    assert [check["label"]["params"]["extent"]["params"] for check in plan["checks"]] == [
        {"far": 2.5, "high": 3, "unit": "ft"}
    ]
    assert told(plan) == [(2, 0, None), (2.5, 3, "jump"), (4, 3, "ground")]


def test_a_jump_flies_over_low_ground_and_lands_where_its_line_ends():
    roofs = ledge("a", 12, (0, 0, 2, 4)), ledge("b", 12, (4, 0, 2, 4))
    plan = along(table_of(*roofs), (0, 1), (1, 1), (4, 1, "jump"))
    assert (met(plan), told(plan)[-1]) == ([], (4, 12, "jump"))
    assert [check["label"]["params"]["extent"]["params"] for check in plan["checks"]] == [
        {"far": 15, "unit": "ft"}
    ]
    short = along(table_of(*roofs), (0, 1), (1, 1), (2, 1, "jump"))
    assert (met(short), told(short)[-1]) == (["fall"], (2, 0, "jump"))


def test_a_point_over_a_gap_is_flown_over():
    cliffs = ledge("a", 12, (0, 0, 3, 4)), ledge("b", 12, (6, 0, 4, 4))
    gap = {"id": "gap", "kind": "gap", "area": {"rect": [3, 0, 3, 4]}}
    plan = along(table_of(*cliffs, gap, at=(1, 1)), (1, 1), (4, 1), (8, 1))
    assert [(band["start"], band["end"], band["mode"]) for band in plan["bands"]] == [
        (0, 7.5, "ground"),
        (7.5, 22.5, "jump"),
        (22.5, 35, "ground"),
    ]
    assert {up for _, up, _ in told(plan)} == {12}
    assert (met(plan), len(plan["checks"])) == ([], 1)


def test_the_surface_ahead_is_climbed_else_that_behind_else_the_ledge():
    wall = ledge("hut", 12, (3, 0, 3, 4), surface="cliff", difficulty=9)
    ladder = {"id": "ladder", "kind": "climb", "surface": "ladder"}
    difficulties = []
    for rect in ((3, 0, 1, 4), (2, 0, 1, 4), (8, 0, 1, 4)):
        plan = along(
            table_of(wall, {**ladder, "area": {"rect": rect}}, at=(1, 1)), (1, 1), (2.4, 1), (4, 1, "climb")
        )
        difficulties.append(plan["checks"][0]["difficulty"])
    assert difficulties[2] == 9
    assert difficulties[0] == difficulties[1] != 9


def test_a_climb_on_a_surface_goes_on_from_where_it_ended():
    cliff = {"id": "cliff", "kind": "climb", "surface": "ladder", "area": {"rect": [8, 0, 4, 4]}}
    for regions in ((cliff,), (cliff, HUT)):
        plan = along(table_of(*regions, at=(8, 1)), (8, 1), (8, 1, "climb", 3), (9, 1, "climb", 3))
        assert (plan["length"], told(plan)[-1]) == (8, (9, 3, "climb"))


def test_a_flier_is_where_its_path_says():
    table = table_of(
        HUT, system="styles", character={"styles": {"walk": 6, "fly": 60}}, grid={"units": "u", "distance": 1}
    )
    plan = along(table, (0, 1), (4, 1, "fly", 14), (8, 1, "fly", 20))
    assert told(plan) == [
        (0, 0, None),
        (2.5, 10, "fly"),
        (4, 14, "fly"),
        (5.5, 15.75, "fly"),
        (8, 20, "fly"),
    ] or ([up for _, up, _ in told(plan)][-1] == 20)


def test_a_token_is_as_high_as_the_ground_under_its_middle():
    scene = map_data.Scene.model_validate(
        scene_of(HUT, cols=12, rows=4, grid={"kind": "gridless"}), strict=False
    )
    ground, token = TokenHeights(scene), scene.tokens[0]
    assert [ground(token, (col, 1), elevation=0) for col in (2.499999, 2.5, 5.499999, 5.5)] == [0, 12, 12, 0]
    assert ground(token, (3, 1), elevation=30) == Fraction(30)


def test_who_falls_off_a_ledge_lies_at_its_foot():
    character = {"styles": {"walk": 30}}
    grid = {"units": "u", "distance": 1}
    table = table_of(HUT, at=(4, 1), system="styles", character=character, grid=grid)
    table.in_combat = True
    reply = table.apply(
        "m", {"kind": "moved", "route": {"path": [{"col": 4, "row": 1}, {"col": 1, "row": 1}]}}
    )
    places = [(move["to"]["col"], move["to"]["elevation"]) for move in reply["moves"] if move["to"]]
    assert places[-1][1] in {0, 12}
    assert places


def test_destinations_tell_how_high_areas_are():
    heights = table_of(ledge("rug", 2, (3, 0, 3, 4)), ledge("pit", -2, (7, 0, 3, 2))).destinations()[
        "heights"
    ]
    assert [(one["storey"], one["elevations"], one["cells"]) for one in heights] == [
        (None, [2], None),
        (None, [-2], None),
    ]
    assert [[corner[0] for corner in outline[0]] for outline in heights[0]["area"]] == [[3, 6, 6, 3]]
    assert table_of().destinations()["heights"] == []


@pytest.mark.parametrize("at", [(1, 1), (6, 1)])
def test_nobody_walks_straight_up_or_down_a_ledge(at):
    block = ledge("block", 12, (3, 0, 3, 4))
    layers = table_of(block, at=at).destinations()["layers"]
    free = (ring for layer in layers if layer["kind"] != "roll" for ring in layer["rings"])
    walked = [polygon for ring in free for polygon in ring["area"]]
    places = {x: any(holds(one, x, 1.5) for one in walked) for x in (2.9, 3.1, 5.9, 6.1)}
    assert places == {2.9: at == (1, 1), 3.1: False, 5.9: False, 6.1: at == (6, 1)}


def test_ways_climb_up_and_down_and_never_fall():
    table = table_of(HUT, character={"dexterity": 6, "brawn": 6, "athletics": 6})
    plan = table.plan({"to": {"col": 8, "row": 2}})
    assert [mode for _, _, mode in told(plan)].count("climb") == 2
    assert met(plan) == []
    assert {up for _, up, _ in told(plan)} == {0, 12}


def test_ways_jump_from_roof_to_roof():
    roofs = ledge("a", 12, (0, 0, 2, 4)), ledge("b", 12, (4, 0, 2, 4))
    plan = table_of(*roofs, character={"dexterity": 6, "brawn": 6, "athletics": 6}).plan(
        {"to": {"col": 4, "row": 1}}
    )
    assert "jump" in [mode for _, _, mode in told(plan)]
    assert {up for _, up, _ in told(plan)} == {12}


def test_what_is_left_of_a_climb_is_listed_to_the_hundredth():
    table = table_of(
        ledge("tower", 3, (3, 0, 3, 4)),
        at=(2.499999, 1),
        system="d6",
        character={"climbing": "3D", "move": 2},
        grid={"units": "m", "distance": 1},
        token={"elevation": 0.96},
    )
    plan = table.plan({"to": {"col": 3.5, "row": 1.5}})
    listed = [
        layer["label"]["text"]
        for layer in table.destinations()["layers"]
        for ring in layer["rings"]
        if any(holds(polygon, 4, 2) for polygon in ring["area"])
    ]
    assert [plan["reason"]["text"]] == listed == ["Climb: 25 or more"]


def test_a_hidden_ledge_is_level_ground_to_a_player():
    table = table_of(ledge("trap", -20, (3, 0, 1, 4), hidden=True))
    assert table.plan({"to": {"col": 6, "row": 1}})["length"] == 30


def test_snap_back_names_a_place_and_its_height():
    closed = [{"id": str(n), "a": a, "b": b} for n, (a, b) in enumerate([([6, 0], [6, 4])])]
    plan = table_of(ledge("stage", 2, (3, 0, 3, 4)), walls=closed).plan({"to": {"col": 8, "row": 1}})
    assert plan["path"] is None
    assert plan["last_legal"]["cell"]["elevation"] == 2


@pytest.mark.parametrize("system", ["contract", "sr5", "sr3", "d6", "styles"])
def test_the_same_request_has_the_same_reply(system):
    units = {"contract": "ft", "styles": "u"}.get(system, "m")
    characters = {"styles": {"styles": {"walk": 6, "climb": 6}}, "contract": HERO, "sr3": {"quickness": 4}}
    table = table_of(
        ledge("hut", 1, (3, 0, 3, 4)),
        system=system,
        character=characters.get(system, {}),
        grid={"units": units, "distance": 1},
    )
    assert json.dumps(table.destinations()) == json.dumps(table.destinations())
