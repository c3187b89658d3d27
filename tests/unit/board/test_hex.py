"""Hex grids: names of cells, neighbours, footprints, walls in pitches, and what a map of hexes may not say."""

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_rules.board import CellGrid, compile_board, grid_of
from py_rules.protocol import map_data
from tests.asking import ask, mover, problem_of
from tests.rulebook.cases import rings_of

KINDS = ["hex_rows_odd", "hex_rows_even", "hex_columns_odd", "hex_columns_even"]
F = Fraction

grids = st.builds(
    partial(CellGrid, hexes=True),
    st.integers(1, 40),
    st.integers(1, 40),
    columns=st.booleans(),
    even=st.booleans(),
)


def every_cell(grid):
    return list(product(range(grid.cols), range(grid.rows)))


def board_of(kind, *, size=(1, 1), cols=5, rows=5, **scene):
    made = map_data.Scene.model_validate(
        {"grid": {"cols": cols, "rows": rows, "kind": kind}, **scene}, strict=False
    )
    return compile_board(made, mover=None, size=size, unseen=frozenset())


def neighbours(board, cell):
    """Return the cells that a step leads to."""
    steps = range(len(board.grid.headings))
    return {board.grid.beyond(cell, step) for step in steps if board.has(board.open[step], cell)}


# ---------------------------------------------------------------- bits


@given(grids)
def test_every_cell_has_a_bit_of_its_own_and_no_line_is_full(grid):
    bits = {cell: grid.bit(cell) for cell in every_cell(grid)}
    assert len(set(bits.values())) == grid.cols * grid.rows
    assert all(grid.cell(bit) == cell for cell, bit in bits.items())
    assert all(bit % grid.stride < grid.stride - 1 for bit in bits.values())
    assert grid.anchors((1, 1)) == sum(1 << bit for bit in bits.values())


@given(grids)
def test_neighbours_are_a_side_apart_and_one_shift(grid):
    for cell in every_cell(grid):
        for direction in range(6):
            target = grid.beyond(cell, direction)
            assert grid.apart(cell, target) == 16
            assert grid.direction(cell, target) == direction
            if grid.holds(target):
                assert grid.bit(target) - grid.bit(cell) == grid.delta(direction)
                assert abs(grid.place(target)[1] - grid.place(cell)[1]) <= 1


@given(grids, st.data())
def test_a_rectangle_is_cut_to_the_map(grid, data):
    corner = data.draw(st.tuples(st.integers(-5, 40), st.integers(-5, 40)))
    size = data.draw(st.tuples(st.integers(1, 50), st.integers(1, 50)))
    inside = [
        (col, row)
        for col, row in every_cell(grid)
        if 0 <= col - corner[0] < size[0] and 0 <= row - corner[1] < size[1]
    ]
    assert grid.rect(corner, size) == grid.cells(inside)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("kind", "around"),
    [
        ("hex_rows_odd", {(3, 2), (2, 3), (1, 3), (1, 2), (1, 1), (2, 1)}),
        ("hex_rows_even", {(3, 2), (3, 3), (2, 3), (1, 2), (2, 1), (3, 1)}),
        ("hex_columns_odd", {(3, 2), (2, 3), (1, 2), (1, 1), (2, 1), (3, 1)}),
        ("hex_columns_even", {(3, 3), (2, 3), (1, 3), (1, 2), (2, 1), (3, 2)}),
    ],
)
def test_the_six_neighbours_of_a_cell(kind, around):
    assert neighbours(board_of(kind), (2, 2)) == around


def test_the_directions_are_told_by_their_angle():
    rows, columns = (board_of(kind).grid.headings for kind in ("hex_rows_odd", "hex_columns_odd"))
    assert [heading.name for heading in rows] == ["0°", "60°", "120°", "180°", "240°", "300°"]
    assert [heading.name for heading in columns] == ["30°", "90°", "150°", "210°", "270°", "330°"]


# ---------------------------------------------------------------- bodies


def test_what_a_body_covers():
    rows, columns = (
        grid_of(map_data.Grid(cols=9, rows=9, kind="hex_rows_odd")),
        CellGrid(9, 9, hexes=True, columns=True),
    )
    assert rows.footprint((3, 3), (2, 2)) == {(3, 3), (4, 3), (4, 4)}
    assert rows.footprint((3, 2), (2, 2)) == {(3, 2), (4, 2), (3, 3)}
    assert columns.footprint((3, 3), (2, 2)) == {(3, 3), (3, 4), (4, 4)}
    assert rows.footprint((3, 2), (3, 3)) == {(3, 2), (4, 2), (2, 3), (3, 3), (4, 3), (3, 4), (4, 4)}
    assert [len(rows.footprint((3, 3), (size, size))) for size in (1, 4, 5)] == [1, 12, 19]


@given(grids, st.integers(1, 6), st.data())
def test_a_body_fits_where_all_its_cells_are_on_the_map(grid, size, data):
    board = [cell for cell in every_cell(grid) if grid.fits(cell, (size, size))]
    assert grid.anchors((size, size)) == grid.cells(board)
    some = data.draw(st.sets(st.sampled_from(every_cell(grid)), max_size=9))
    bits = grid.cells(some)
    bodies = {cell: grid.footprint(cell, (size, size)) for cell in board}
    assert grid.touched(bits, (size, size)) == grid.cells(c for c, body in bodies.items() if body & some)
    assert grid.covered(bits, (size, size)) == grid.cells(c for c, body in bodies.items() if body <= some)


@given(grids, st.integers(1, 5), st.sampled_from([F(5), F(1), F(3, 2), F(1, 1000)]))
def test_bodies_are_next_to_each_other_where_cells_of_them_are(grid, size, side):
    home = (grid.cols // 2, grid.rows // 2)
    body = grid.footprint(home, (size, size))
    around = {grid.beyond(cell, direction) for cell in body for direction in range(6)} | body
    middle = grid.middle(home, (size, size), side=side)
    for cell in product(range(home[0] - 7, home[0] + 8), range(home[1] - 7, home[1] + 8)):
        other = (grid.middle(cell, (1, 1), side=side), (1, 1))
        assert grid.adjoins((middle, (size, size)), other, side=side) == (cell in around)
        assert grid.adjoins(other, (middle, (size, size)), side=side) == (cell in around)


# ---------------------------------------------------------------- places


@given(grids, st.sampled_from([F(5), F(1), F(3, 2), F(1, 1000), F(7, 10)]), st.data())
def test_the_shortest_way_of_steps_is_told_without_a_search(grid, side, data):
    cells = st.sampled_from(every_cell(grid))
    start, goal = data.draw(cells), data.draw(cells)
    span = grid.span(grid.middle(start, (1, 1), side=side), grid.middle(goal, (1, 1), side=side), side=side)
    cell, steps = start, 0
    while cell != goal:
        cell = min(
            (grid.beyond(cell, direction) for direction in range(6)), key=lambda c: grid.apart(c, goal)
        )
        steps += 1
    assert span == steps * side


@given(grids, st.tuples(st.fractions(-30, 30), st.fractions(-30, 30)), st.sampled_from([F(5), F(1)]))
def test_a_straight_line_leads_from_neighbour_to_neighbour_to_the_nearest_cell(grid, by, side):
    line = grid.straight((3, 3), by, side=side)
    way = [(3, 3), *line]
    assert all(grid.direction(a, b) is not None for a, b in zip(way, line, strict=False))
    start, end = (grid.middle(cell, (1, 1), side=side) for cell in (way[0], way[-1]))
    assert grid.span((start[0] + by[0], start[1] + by[1]), end, side=side) <= F(7, 10) * side


@pytest.mark.parametrize("kind", KINDS)
def test_middles_are_where_they_are_drawn(kind):
    grid = grid_of(map_data.Grid(cols=9, rows=9, kind=kind))
    for cell in every_cell(grid):
        for direction in range(6):
            target = grid.beyond(cell, direction)
            a, b = (grid.middle(place, (1, 1), side=F(5)) for place in (cell, target))
            apart = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
            assert 25 - F(1, 10_000) < apart <= 25


# ---------------------------------------------------------------- walls


def test_a_wall_of_a_row_map_is_drawn_in_pitches():
    # The middles of (0, 0) and (0, 1) are at (1/2, 1/2) and (1, 3/2): a wall between them bars that step.
    board = board_of("hex_rows_odd", walls=[{"id": "w", "a": [0.5, 1.2], "b": [1, 0.9]}])
    assert neighbours(board, (0, 0)) == {(1, 0)}
    assert neighbours(board, (1, 0)) == {(0, 0), (2, 0), (0, 1), (1, 1)}


def test_a_wall_of_a_column_map_is_drawn_in_pitches():
    board = board_of("hex_columns_even", walls=[{"id": "w", "a": [1.2, 0.5], "b": [0.9, 1]}])
    assert neighbours(board, (0, 0)) == {(0, 1), (1, 1)}


def test_a_large_body_has_no_wall_within():
    walls = [{"id": "nail", "a": [3, 2.5], "b": [3.01, 2.51]}]
    board = board_of("hex_rows_odd", cols=7, rows=7, size=(3, 3), walls=walls)
    assert not board.has(board.can_end, (2, 1))
    assert board.has(board.can_end, (4, 1))


# ---------------------------------------------------------------- what is not said of hexes


def scene(**grid):
    return {
        "grid": {"cols": 6, "rows": 6, "kind": "hex_rows_odd", **grid},
        "tokens": [{"id": "jenny", "col": 1, "row": 1}],
    }


def test_hexes_have_no_diagonals():
    problem = problem_of(op="state", scene=scene(diagonals="approximate"), mover=mover(token="jenny"))
    assert (problem["code"], problem["path"]) == ("diagonals_on_hexes", "scene.grid.diagonals")


def test_tokens_on_hexes_are_as_high_as_wide():
    drawn = scene()
    drawn["tokens"].append({"id": "worm", "col": 3, "row": 3, "cols": 2, "rows": 1})
    problem = problem_of(op="state", scene=drawn, mover=mover(token="jenny"))
    assert (problem["code"], problem["path"]) == ("footprint_uneven", "scene.tokens[1].rows")


def test_the_whole_of_a_large_token_is_on_the_map():
    drawn = scene()
    drawn["tokens"].append({"id": "ring", "col": 0, "row": 0, "cols": 3, "rows": 3})
    assert problem_of(op="state", scene=drawn, mover=mover(token="jenny"))["path"] == "scene.tokens[1]"
    drawn["tokens"][1]["col"] = 1
    ask(op="state", scene=drawn, mover=mover(token="jenny"))


@pytest.mark.parametrize("kind", KINDS)
def test_each_ring_of_destinations_is_a_ring_of_cells(kind):
    drawn = scene(kind=kind, cols=21, rows=21, distance=5)
    drawn["tokens"][0] |= {"col": 10, "row": 10}
    reply = ask(op="destinations", scene=drawn, mover=mover(token="jenny"))
    used = Counter(ring["used"] for layer in reply["layers"] for ring in rings_of(layer).values())
    # The odd ends of the reach are cut by the map and by prices; the first rings are whole.
    assert [used[5 * number] for number in range(1, 7)] == [6 * number for number in range(1, 7)]
