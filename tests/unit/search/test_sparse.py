"""Small layers, settled cell by cell: the same labels, paths and answers as layers that are settled as sets."""

import json
from contextlib import contextmanager
from fractions import Fraction
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from py_rules.board import compile_board
from py_rules.protocol import map_data
from py_rules.search import Budget, CellsByCost, Start, flood, joined, layers, sparse
from py_rules.search.cells_by_cost import numbered, raised
from py_rules.search.layers import Search
from py_rules.service import Service
from tests.oracle.floods import groups

F = Fraction
COLS, ROWS = 9, 7
NEVER = 10**9
kinds = st.sampled_from(["square", "hex_rows_odd", "hex_columns_even"])
diagonals = st.sampled_from(["equidistant", "approximate", "exact", "illegal", "alternating_1"])
spots = st.tuples(st.integers(0, COLS - 1), st.integers(0, ROWS - 1))


@st.composite
def scenes(draw):
    """A map of obstacles, difficult terrain and walls, with the mover somewhere."""
    kind, (col, row) = draw(kinds), draw(spots)
    grid = {"cols": COLS, "rows": ROWS, "kind": kind}
    if kind == "square":
        grid["diagonals"] = draw(diagonals)
    rocks = [list(cell) for cell in draw(st.sets(spots, min_size=1, max_size=25)) - {(col, row)}] or [[0, 0]]
    regions = [{"id": "rocks", "kind": "obstacle", "area": {"cells": rocks}}]
    for number, times in enumerate(draw(st.lists(st.sampled_from([1.5, 2, 3]), max_size=2))):
        cells = [list(cell) for cell in draw(st.sets(spots, min_size=1, max_size=9))]
        ground = {"kind": "difficult", "cost_multiplier": times, "area": {"cells": cells}}
        regions.append({"id": f"rough {number}", **ground})
    walls = [{"id": "wall", "a": [4, 0], "b": [4, draw(st.integers(1, ROWS))]}]
    return {"grid": grid, "regions": regions, "walls": walls, "tokens": [{"id": "m", "col": col, "row": row}]}


@contextmanager
def small_after(layers_in_a_row, most=2):
    """Call layers of few cells small, after a number of them."""
    with (
        patch.object(layers, "SMALL_IN_A_ROW", layers_in_a_row),
        patch.object(layers, "FEW_CELLS", most),
    ):
        yield


def searched(scene, limit):
    made = map_data.Scene.model_validate(scene, strict=False)
    board = compile_board(made, mover=made.tokens[0], size=(1, 1), unseen=frozenset())
    start = Start((scene["tokens"][0]["col"], scene["tokens"][0]["row"]))
    budget = Budget(limit, {}, lambda *_: None, True, F(5), {}, frozenset(), F(0))
    return Search(board, start, budget=budget), flood(board, start, budget=budget)


def labels(search):
    return {key: bits for _, key, bits in search.records}


@given(scenes(), st.integers(1, 3), st.none() | st.integers(0, 60).map(F), st.integers(0, 4))
def test_small_layers_hold_the_labels_of_wide_ones(scene, run, limit, most):
    with small_after(NEVER):
        wide, known = searched(scene, limit)
    with small_after(run, most):
        cut, found = searched(scene, limit)
    assert len(wide.origin[0].batches) <= 1
    assert groups(found) == groups(known)
    assert labels(cut) == labels(wide)
    for cell in ((col, row) for col in range(COLS) for row in range(ROWS)):
        for label in found.labels(cell):
            assert found.path(cell, label) == known.path(cell, label)


@given(scenes(), st.integers(1, 3), st.sampled_from([{}, {"clock": {"in_combat": False}}]))
def test_small_layers_are_told_as_wide_ones(scene, run, clock):
    mover = {"token": "m", "character": {"dexterity": 2, "brawn": 2}}
    ask = {"v": 1, "op": "destinations", "system": "contract", "scene": scene, "mover": mover, **clock}
    with small_after(NEVER):
        wide = Service().handle(json.dumps(ask))
    with small_after(run):
        assert Service().handle(json.dumps(ask)) == wide


def test_a_corridor_is_settled_cell_by_cell():
    corridor = {"grid": {"cols": 60, "rows": 1}, "tokens": [{"id": "m", "col": 0, "row": 0}]}
    search, found = searched(corridor, None)
    _, batch = search.origin[0].batches
    assert len(batch.costs) == 60 - layers.SMALL_IN_A_ROW
    assert [int(cost) for _, cost, _ in groups(found)] == [5 * steps for steps in range(60)]
    assert found.labels((59, 0))[0].cost == 59 * 5


def test_a_walk_ends_where_layers_are_wide_and_where_numbers_end():
    hall = {"grid": {"cols": 60, "rows": 30}, "tokens": [{"id": "m", "col": 0, "row": 0}]}
    rocks = [[col, row] for col in range(30) for row in range(1, 30)]
    hall["regions"] = [{"id": "rocks", "kind": "obstacle", "area": {"cells": rocks}}]
    search, _ = searched(hall, None)
    _, batch, _ = search.origin[0].batches
    assert len(batch.costs) < 60 - layers.SMALL_IN_A_ROW
    assert batch.costs[-1] < max(cost for cost, _, _ in labels(search))
    with patch.object(sparse, "MOST_LAYERS", 5):
        short, found = searched({**hall, "grid": {"cols": 60, "rows": 1}, "regions": []}, None)
    assert max(len(one.costs) for one in short.origin[0].batches[1::2]) == 5
    assert len(groups(found)) == 60


@given(scenes(), st.none() | st.integers(0, 60).map(F))
def test_layers_as_sets_hold_the_labels_of_single_cells(scene, limit):
    with small_after(1, COLS * ROWS):
        single, known = searched(scene, limit)
    with small_after(NEVER):
        wide, found = searched(scene, limit)
    assert groups(found) == groups(known)
    assert labels(wide) == labels(single)


@given(st.lists(st.sets(st.integers(0, 60), min_size=1, max_size=9), min_size=1, max_size=40), st.data())
def test_batches_are_joined_to_what_their_layers_are(sets, data):
    found, seen = [], 0
    for cells in sets:
        bits = sum(1 << cell for cell in cells) & ~seen
        seen |= bits
        if bits:
            found.append((len(found), bits))
    parts, rest = [], found
    while rest:
        some = data.draw(st.integers(1, len(rest)))
        parts.append(
            CellsByCost([cost for cost, _ in rest[:some]], numbered([bits for _, bits in rest[:some]]))
        )
        rest = rest[some:]
    assert (
        joined(parts).layers() == joined(part for batch in parts for part in batch.single()).layers() == found
    )


@given(st.sets(st.integers(1, 200), min_size=1), st.integers(1, 300))
def test_raised_planes_hold_the_sums(numbers, by):
    planes = numbered([1 << number if number in numbers else 0 for number in range(1, max(numbers) + 1)])
    sums = raised(planes, by)
    told = {n: sum((plane >> n & 1) << digit for digit, plane in enumerate(sums)) for n in range(201)}
    assert {n: told[n] for n in told if told[n]} == {n: n + by for n in numbers}
    assert sums[-1]


def test_on_a_large_board_it_is_looked_up_again_where_moves_lead():
    for size, kept in ((sparse.SMALL, True), (sparse.SMALL + 1, False)):
        leads = sparse.Leads([(1, 1 << 7), (-8, 1 << 7), (size, 1 << 7)], size)
        assert (leads[7], leads[8]) == ((8,), ())
        assert (7 in leads, 8 in leads) == (kept, kept)
