"""Ledges: how high the ground is, and what steps, drops and jumps between heights are."""

from fractions import Fraction

import pytest

from py_rules.board import compile_board, compile_storeys
from py_rules.board.measure import measure
from py_rules.protocol import map_data
from py_rules.service import handle
from tests.rulebook.asking import ProblemError, Table
from tests.rulebook.cases import rings_of

F = Fraction
HERO = {"dexterity": 6, "brawn": 6, "athletics": 3}


def ledge(name, elevation, rect, **more):
    return {"id": name, "kind": "ledge", "elevation": elevation, "area": {"rect": rect}, **more}


def scene_of(*regions, cols=6, rows=2, at=(0, 0), grid=(), **more):
    token = {"id": "jenny", "col": at[0], "row": at[1], **more.pop("token", {})}
    made = {"grid": {"cols": cols, "rows": rows, **dict(grid)}, "regions": [*regions], "tokens": [token]}
    return {**made, **more}


def board_of(*regions, size=(1, 1), **more):
    scene = map_data.Scene.model_validate(scene_of(*regions, **more), strict=False)
    compiled = compile_storeys if scene.storeys else compile_board
    return compiled(scene, mover=None, size=size, unseen=frozenset())


def table_of(*regions, system="contract", character=HERO, **more):
    return Table(handle, system, character=character, scene=scene_of(*regions, **more), token="jenny")


def along(table, *path):
    keys = ("col", "row", "mode", "elevation")
    return table.plan({"path": [dict(zip(keys, one, strict=False)) for one in path]})


def told(plan, field):
    return [cell[field] for cell in plan["path"]]


def grounds(table):
    """Return the elevations that destinations tell, by storey and cell."""
    heights = table.destinations()["heights"]
    return [(one["storey"], rings_of({**one, "rings": one["elevations"]})) for one in heights]


def test_where_ledges_overlap_the_highest_counts():
    board = board_of(
        ledge("pit", -5, (0, 0, 4, 1)), ledge("hut", 10, (1, 0, 2, 1)), ledge("box", 4, (2, 0, 2, 1))
    )
    assert [board.ground((col, 0)) for col in range(6)] == [-5, 10, 10, 4, 0, 0]


def test_a_large_body_rests_on_the_highest_cell_it_covers():
    board = board_of(ledge("pit", -5, (0, 0, 2, 2)), ledge("hut", 10, (4, 0, 2, 1)), size=(2, 2))
    assert [board.ground((col, 0)) for col in range(5)] == [-5, 0, 0, 10, 10]


def test_a_level_map_knows_no_heights():
    board = board_of()
    assert board.level
    assert not any(edge.rise for edge in board.edges)
    assert (board.ground((1, 1)), board.up((1, 1))) == (0, 0)


def test_a_step_over_the_edge_is_a_climb_as_long_as_it_is_high():
    board = board_of(ledge("hut", 12, (1, 0, 2, 1), surface="cliff"))
    steep = [edge for edge in board.edges if edge.rise]
    assert {edge.rise for edge in steep} == {F(12), F(-12)}
    assert {(edge.footing.mode, edge.footing.surface, edge.footing.lean) for edge in steep} == {
        ("climb", "cliff", 1),
        ("climb", "cliff", -1),
    }
    measured = measure(board, [(0, 0, None), (1, 0, None), (2, 0, None), (3, 0, None)], parity=0)
    assert [step.mode for step in measured.steps] == ["climb", "ground", "ground"]
    assert [step.length for step in measured.steps] == [12, 5, 5]
    assert [step.rise for step in measured.steps] == [12, 0, -12]


def test_a_surface_at_the_foot_is_climbed_too():
    ladder = {"id": "ladder", "kind": "climb", "surface": "ladder", "area": {"rect": (1, 0, 1, 1)}}
    board = board_of(ledge("hut", 12, (2, 0, 2, 1), surface="cliff"), ladder)
    measured = measure(board, [(1, 0, None), (2, 0, None)], parity=0)
    assert measured.steps[0].footing.surface == "ladder"
    back = measure(board, [(2, 0, None), (1, 0, None)], parity=0)
    assert (back.steps[0].mode, back.steps[0].footing.surface, back.steps[0].footing.lean) == (
        "climb",
        "ladder",
        -1,
    )


def test_two_jumps_in_a_row_are_told_apart():
    table = table_of(ledge("low", 3, (1, 0, 1, 1)), ledge("high", 6, (2, 0, 2, 1)), rows=1)
    plan = along(table, (0, 0), (1, 0, "jump"), (2, 0, "jump"), (3, 0))
    assert [check["label"]["params"]["extent"]["params"] for check in plan["checks"]] == [
        {"far": 5, "high": 3, "unit": "ft"}
    ] * 2
    assert told(plan, "elevation") == [0, 3, 6, 6]
    again = along(
        table, *[(cell["col"], cell["row"], cell["mode"], cell["elevation"]) for cell in plan["path"]]
    )
    assert (again["checks"], again["path"]) == (plan["checks"], plan["path"])


def test_jumps_from_roof_to_roof_to_roof_measure_the_same_again():
    roofs = [ledge(f"roof {col}", 20, (col, 0, 1, 1)) for col in (0, 2, 4)]
    table = table_of(*roofs, rows=1)
    plan = table.plan({"to": {"col": 4, "row": 0}})
    assert told(plan, "mode") == [None, "jump", None, "jump", "jump"]
    assert told(plan, "elevation") == [20] * 5
    assert len(plan["checks"]) == 2
    again = along(table, *[(cell["col"], cell["row"], cell["mode"]) for cell in plan["path"]])
    assert (again["cost"], again["checks"]) == (plan["cost"], plan["checks"])


def test_who_jumps_down_and_walks_on_has_landed():
    table = table_of(ledge("roof", 20, (0, 0, 1, 1)), ledge("hut", 20, (3, 0, 1, 1)), rows=1)
    plan = along(table, (0, 0), (1, 0, "jump"), (2, 0), (3, 0))
    assert told(plan, "mode") == [None, "jump", "ground", "climb"]
    assert told(plan, "elevation") == [20, 0, 0, 20]


def test_who_hurdles_a_box_lands_on_it():
    table = table_of(ledge("box", 3, (1, 0, 1, 1)), rows=1)
    plan = along(table, (0, 0), (1, 0, "jump"), (2, 0, "jump"))
    assert [check["label"]["params"]["extent"]["params"] for check in plan["checks"]] == [
        {"far": 5, "high": 3, "unit": "ft"},
        {"far": 5, "unit": "ft"},
    ]
    assert [hazard["id"] for hazard in plan["hazards"]] == ["fall"]


def test_the_ground_tells_how_high_a_walker_is_whatever_the_path_says():
    table = table_of(ledge("hut", 12, (1, 0, 2, 1)), rows=1)
    plan = along(table, (0, 0, None, 40), (1, 0, None, -3), (2, 0, None, 7), (3, 0, "climb", -9))
    assert told(plan, "elevation") == [0, 12, 12, 0]
    assert plan["length"] == 12 + 5 + 12


def test_who_jumps_up_to_another_elevation_beside_the_ledges_gets_there():
    table = table_of(ledge("hut", 12, (4, 0, 2, 1)), rows=1)
    plan = along(table, (0, 0), (1, 0, "jump", 3), (2, 0, None, 3))
    assert told(plan, "elevation") == [0, 3, 0]
    assert plan["checks"][0]["label"]["params"]["extent"]["params"] == {"far": 5, "high": 3, "unit": "ft"}
    over = along(
        table_of(ledge("hut", 12, (0, 0, 2, 1)), rows=1, at=(1, 0)), (1, 0, None, 12), (2, 0, "jump", 12)
    )
    assert told(over, "elevation") == [12, 0]


def test_a_flier_is_where_its_path_says():
    table = table_of(
        ledge("hut", 12, (1, 0, 2, 1)),
        rows=1,
        system="styles",
        character={"styles": {"walk": 6, "fly": 60}},
        grid={"units": "u", "distance": 1},
    )
    plan = along(table, (0, 0), (1, 0, "fly", 14), (2, 0, "fly", 20))
    assert told(plan, "elevation") == [0, 14, 20]


def test_destinations_tell_where_the_ground_is_not_level():
    table = table_of(ledge("hut", 2, (1, 0, 2, 1)), ledge("pit", -2, (1, 1, 1, 1)))
    assert grounds(table) == [(None, {(1, 0): 2, (2, 0): 2, (1, 1): -2})]
    assert table_of().destinations()["heights"] == []


def test_a_hidden_ledge_is_level_ground_to_a_player():
    table = table_of(ledge("trap", -20, (1, 0, 1, 1), hidden=True), rows=1)
    assert table.plan({"to": {"col": 2, "row": 0}})["length"] == 10
    known = table.ask("plan", view="referee", movers=[table.mover(route={"to": {"col": 2, "row": 0}})])
    assert [check["id"] for check in known["plans"][0]["checks"]] == ["jump:1"]


STOREYS = [{"id": "hall", "elevation": 0}, {"id": "attic", "elevation": 10}]


def test_a_ledge_on_a_storey_is_above_its_floor():
    stairs = {"id": "s", "kind": "stairs", "a": {"col": 0, "row": 0, "storey": "hall"}}
    stairs["b"] = {"col": 2, "row": 0, "storey": "attic"}
    table = table_of(
        ledge("table", 4, (2, 0, 2, 1), storey="attic"), storeys=STOREYS, passages=[stairs], rows=1
    )
    plan = table.plan({"to": {"col": 5, "row": 0, "elevation": 10}})
    assert told(plan, "elevation") == [0, 14, 14, 10, 10]
    assert plan["path"][3]["mode"] == "climb"
    assert grounds(table) == [("attic", {(2, 0): 14, (3, 0): 14})]
    board = board_of(
        ledge("table", 4, (2, 0, 2, 1), storey="attic"), storeys=STOREYS, passages=[stairs], rows=1
    )
    assert board.grid.links[0].rise == 14


@pytest.mark.parametrize(("elevation", "storey"), [(10, "hall"), (12, None), (-1, "attic"), (-1, None)])
def test_a_ledge_that_leads_to_another_storey_is_refused(elevation, storey):
    table = table_of(ledge("x", elevation, (0, 0, 1, 1), storey=storey), storeys=STOREYS)
    with pytest.raises(ProblemError) as caught:
        table.state()
    assert caught.value.problem["code"] == "ledge_beyond_storey"
    assert caught.value.problem["path"] == "scene.regions[0].elevation"


def test_a_passage_that_ends_where_a_large_body_has_no_room_leads_it_nowhere():
    ladder = {"id": "l", "kind": "ladder", "a": {"col": 5, "row": 1, "storey": "hall"}}
    ladder["b"] = {"col": 5, "row": 1, "storey": "attic"}
    box = ledge("box", 4, (0, 0, 1, 1), storey="hall")
    table = table_of(box, storeys=STOREYS, passages=[ladder], token={"cols": 2, "rows": 2})
    assert {layer["storey"] for layer in table.destinations()["layers"]} == {"hall"}
