"""A board of a part of a map is that part of the whole board."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_rules.board import compile_board, grid_of
from py_rules.board.terrain import footings
from py_rules.paths import destinations
from py_rules.protocol import map_data
from py_rules.search import nearest
from py_rules.service import Service
from py_rules.values.map_rules import MapRules
from tests.rulebook.cases import rings_of

COLS, ROWS = 32, 40
KINDS = ("obstacle", "gap", "water", "climb", "difficult")
spots = st.tuples(st.integers(0, COLS - 1), st.integers(0, ROWS - 1))


@st.composite
def scenes(draw):
    """A map with walls, regions of all kinds and tokens."""
    ends = draw(st.lists(st.tuples(spots, spots).filter(lambda ends: ends[0] != ends[1]), max_size=8))
    blocks = st.sampled_from(["both", "left", "right"])
    walls = [
        {"id": str(number), "a": a, "b": b, "blocks": draw(blocks)} for number, (a, b) in enumerate(ends)
    ]
    regions = [
        {"id": str(number), "kind": draw(st.sampled_from(KINDS)), "area": {"cells": [cell]}}
        for number, cell in enumerate(draw(st.lists(spots, max_size=60)))
    ]
    tokens = [
        {"id": str(number), "col": col, "row": row, "disposition": "hostile"}
        for number, (col, row) in enumerate(draw(st.lists(spots, max_size=4)))
    ]
    grid = {"cols": COLS, "rows": ROWS}
    return {"grid": grid, "walls": walls, "regions": regions, "tokens": tokens}


def compiled(scene, size, part=None, map_rules=None):
    """Return a board of a scene as sent."""
    made = map_data.Scene.model_validate(scene, strict=False)
    kept = map_rules or MapRules()
    return compile_board(made, mover=None, size=size, unseen=frozenset(), part=part, map_rules=kept)


@given(
    scenes(), st.integers(1, 3), st.tuples(*[st.integers(0, 12)] * 2), st.tuples(*[st.integers(10, 20)] * 2)
)
def test_a_part_of_a_board_is_that_of_the_whole(scene, size, corner, counts):
    looked_at = tuple(range(at, at + count) for at, count in zip(corner, counts, strict=True))
    whole, part = (compiled(scene, (size, size), cut) for cut in (None, looked_at))
    # Bodies reach into columns and rows past their anchor, and steps one beyond.
    (left, right), (top, bottom) = ((r.start + (r.start > 0), r.stop - size - 1) for r in looked_at)
    inner = (left, top), (right - left, bottom - top)

    def alike(bits, cut):
        return cells_of(whole, bits & whole.grid.rect(*inner)) == cells_of(part, cut & part.grid.rect(*inner))

    assert all(map(alike, whole.open, part.open))
    assert alike(whole.can_end, part.can_end)
    theirs, ours = edges_of(whole), edges_of(part)
    assert all(alike(theirs.get(name, 0), ours.get(name, 0)) for name in theirs.keys() | ours.keys())


def cells_of(board, bits):
    """The cells of a set, by the names that the map gives them."""
    return {board.cell(bit) for bit in range(bits.bit_length()) if bits >> bit & 1}


def edges_of(board):
    """Origins of a board's edges, by all that tells steps apart."""
    found = {}
    for edge in board.edges:
        name = (edge.direction, edge.footing, edge.multiplier, edge.flat, edge.gates)
        found[name] = found.get(name, 0) | edge.origins
    return found


@given(scenes())
def test_footings_are_told_before_a_board_is_compiled(scene):
    made = map_data.Scene.model_validate(scene, strict=False)
    told = set(footings(made.regions))
    assert {edge.footing._replace(grades=()) for edge in compiled(scene, (1, 1)).edges} <= told


@given(scenes(), spots)
def test_destinations_are_those_of_the_whole_map(scene, cell):
    scene["tokens"] = [*scene["tokens"], {"id": "mover", "col": cell[0], "row": cell[1]}]
    mover = {"token": "mover", "character": {"dexterity": 1, "brawn": 0}}
    ask = {"v": 1, "op": "destinations", "system": "contract", "scene": scene, "mover": mover}
    whole, small = told(ask), destinations.SMALL
    try:
        destinations.SMALL = 0
        cut = told(ask)
    finally:
        destinations.SMALL = small
    assert cut == whole


def told(ask):
    """What is told of the destinations, with cells by their names instead of windows."""
    value = json.loads(Service().handle(json.dumps(ask)))["value"]
    for layer in value["layers"]:
        layer["cells"] = rings_of(layer)
    return value


def test_what_is_told_of_a_large_map_is_no_wider_than_what_is_in_reach():
    scene = {"grid": {"cols": 1000, "rows": 1000}, "tokens": [{"id": "mover", "col": 700, "row": 300}]}
    mover = {"token": "mover", "character": {"dexterity": 1, "brawn": 0}}
    ask = {"v": 1, "op": "destinations", "system": "contract", "scene": scene, "mover": mover}
    value = json.loads(Service().handle(json.dumps(ask)))["value"]
    windows = [layer["cells"] for layer in value["layers"]]
    assert windows
    assert all(600 < w["col"] < 700 < w["col"] + w["cols"] < 800 for w in windows)


def test_only_square_maps_are_looked_at_in_part():
    with pytest.raises(TypeError, match="hex_rows_odd"):
        grid_of(map_data.Grid(cols=9, rows=9, kind="hex_rows_odd"), (range(3), range(3)))


def test_the_nearest_cell_of_a_part_is_told_as_the_map_names_it():
    scene = {"grid": {"cols": COLS, "rows": ROWS}}
    part = compiled(scene, (1, 1), (range(8, 20), range(16, 30)))
    assert nearest(part.can_end, part, cell=(0, 0)) == (8, 16)
    assert nearest(part.can_end, part, cell=(12, 18)) == (12, 18)
    assert nearest(part.can_end, part, cell=(31, 39)) == (19, 29)


def test_doors_near_and_far_are_known_to_the_next_question():
    side, middle = 300, 150
    door = {"a": [148, 149], "b": [152, 149], "open": False}
    far = [[8, 8, 20, 8], [20, 8, 20, 20], [20, 20, 8, 20], [8, 20, 8, 8]]
    room = [
        {"id": f"far {number}", "a": line[:2], "b": line[2:], "open": False}
        for number, line in enumerate(far)
    ]
    walls = {wall["id"]: wall for wall in ({"id": "near", **door}, *room)}
    scene = {
        "grid": {"cols": side, "rows": side, "distance": 5},
        "tokens": [{"id": "jenny", "col": middle, "row": middle}],
        "walls": list(walls.values()),
    }
    who = {"token": "jenny", "character": {"dexterity": 3}}
    there = {**who, "route": {"to": {"col": 14, "row": 14}}}
    questions = [{"op": "destinations", "mover": who}, {"op": "plan", "movers": [there]}]
    used = Service()
    for turned in ("near", "far 1", "far 1", "near", "far 3", "near"):
        walls[turned] = {**walls[turned], "open": not walls[turned]["open"]}
        scene["walls"] = list(walls.values())
        for question in questions:
            whole = json.dumps({"system": "contract", "scene": scene, **question})
            reply = used.handle(whole)
            assert reply == Service().handle(whole)
            assert json.loads(reply)["ok"], reply
