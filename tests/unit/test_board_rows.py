"""A board of some rows of a map is those rows of the whole board."""

import json

from hypothesis import given
from hypothesis import strategies as st

from py_rules import destinations, protocol
from py_rules.board import compile_board
from py_rules.board.terrain import footings
from py_rules.service import Service

COLS, ROWS = 7, 40
KINDS = ("obstacle", "gap", "water", "climb", "difficult")
spots = st.tuples(st.integers(0, COLS - 1), st.integers(0, ROWS - 1))


@st.composite
def scenes(draw):
    """A tall map with walls, regions of all kinds and tokens."""
    ends = draw(st.lists(st.tuples(spots, spots).filter(lambda ends: ends[0] != ends[1]), max_size=8))
    blocks = st.sampled_from(["both", "left", "right"])
    walls = [
        {"id": str(number), "a": a, "b": b, "blocks": draw(blocks)} for number, (a, b) in enumerate(ends)
    ]
    regions = [
        {"id": str(number), "kind": draw(st.sampled_from(KINDS)), "area": {"cells": [cell]}}
        for number, cell in enumerate(draw(st.lists(spots, max_size=30)))
    ]
    tokens = [
        {"id": str(number), "col": col, "row": row, "disposition": "hostile"}
        for number, (col, row) in enumerate(draw(st.lists(spots, max_size=4)))
    ]
    grid = {"cols": COLS, "rows": ROWS}
    return {"grid": grid, "walls": walls, "regions": regions, "tokens": tokens}


def compiled(scene, size, rows=None):
    """Return a board of a scene as sent."""
    made = protocol.Scene.model_validate(scene, strict=False)
    return compile_board(made, view="player", mover=None, size=size, unseen=frozenset(), rows=rows)


@given(scenes(), st.integers(1, 3), st.integers(0, 20), st.integers(10, 20))
def test_rows_of_a_board_are_those_of_the_whole(scene, size, top, count):
    whole, part = compiled(scene, (size, size)), compiled(scene, (size, size), range(top, top + count))
    # Bodies reach into rows below their anchor, and steps one row beyond.
    first, last = top + (top > 0), top + count - size - 1
    inner = whole.grid.rect((0, first), (COLS, last - first))
    low = top * whole.stride

    def alike(bits, cut):
        return bits & inner == cut << low & inner

    assert all(map(alike, whole.open, part.open))
    assert alike(whole.can_end, part.can_end)
    theirs, ours = edges_of(whole), edges_of(part)
    assert ours.keys() <= theirs.keys()
    assert all(alike(origins, ours.get(name, 0)) for name, origins in theirs.items())


def edges_of(board):
    """Origins of a board's edges, by all that tells steps apart."""
    found = {}
    for edge in board.edges:
        name = (edge.direction, edge.footing, edge.multiplier, edge.flat, edge.gates)
        found[name] = found.get(name, 0) | edge.origins
    return found


@given(scenes())
def test_footings_are_told_before_a_board_is_compiled(scene):
    made = protocol.Scene.model_validate(scene, strict=False)
    told = set(footings(made.regions))
    assert {edge.footing._replace(grades=()) for edge in compiled(scene, (1, 1)).edges} <= told


@given(scenes(), spots)
def test_destinations_are_those_of_the_whole_map(scene, cell):
    scene["tokens"] = [*scene["tokens"], {"id": "mover", "col": cell[0], "row": cell[1]}]
    mover = {"token": "mover", "character": {"dexterity": 1, "brawn": 0}}
    ask = {"v": 1, "op": "destinations", "system": "contract", "scene": scene, "mover": mover}
    whole, small = Service().handle(json.dumps(ask)), destinations.SMALL
    try:
        destinations.SMALL = 0
        cut = Service().handle(json.dumps(ask))
    finally:
        destinations.SMALL = small
    assert cut == whole
