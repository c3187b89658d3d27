"""Sets of cells as windows, and the nearest of them."""

from typing import get_args

from hypothesis import assume, given
from hypothesis import strategies as st

from py_rules.board import compile_board
from py_rules.protocol import map_data
from py_rules.search import nearest, numbered, window
from tests.oracle import shapes

sides = st.integers(1, 40)
cellular = [kind for kind in get_args(map_data.Grid.model_fields["kind"].annotation) if kind != "gridless"]
kinds = st.sampled_from(cellular)


@st.composite
def sets(draw):
    """A board and a set of its cells."""
    cols, rows = draw(sides), draw(sides)
    cells = draw(st.sets(st.tuples(st.integers(0, cols - 1), st.integers(0, rows - 1)), max_size=30))
    made = map_data.Scene(grid=map_data.Grid(cols=cols, rows=rows, kind=draw(kinds)))
    board = compile_board(made, mover=None, size=(1, 1), unseen=frozenset())
    return board, cells


@given(sets(), st.integers(1, 12))
def test_a_window_holds_the_numbers_of_cells_in_their_rows(drawn, most):
    board, cells = drawn
    assume(cells)
    most = min(most, len(cells))
    given = {cell: 1 + number % most for number, cell in enumerate(sorted(cells))}
    sets = [
        board.grid.cells([cell for cell, number in given.items() if number == n]) for n in range(1, most + 1)
    ]
    planes, left, top, cols, rows = window(numbered(sets), board)
    found = {
        (left + i % cols, top + i // cols): number
        for i in range(cols * rows)
        if (number := sum((plane[i >> 3] >> (i & 7) & 1) << k for k, plane in enumerate(planes)))
    }
    assert found == given
    assert {len(plane) for plane in planes} == {(cols * rows + 7) // 8}
    assert (left, cols) == (0, board.stride)
    assert (top, top + rows - 1) == (min(r for _, r in cells), max(r for _, r in cells))


def test_a_window_by_hand():
    made = map_data.Scene(grid=map_data.Grid(cols=9, rows=9))
    board = compile_board(made, mover=None, size=(1, 1), unseen=frozenset())
    near, far = (board.grid.cells(cells) for cells in ([(2, 3), (4, 3)], [(3, 4)]))
    assert window(numbered([near, far]), board) == ([b"\x14\x00\x00", b"\x00\x20\x00"], 0, 3, 10, 2)
    assert numbered([near, far, near >> 1]) == [near | near >> 1, far | near >> 1]


@given(sets(), st.tuples(st.integers(-60, 60), st.integers(-60, 60)))
def test_the_nearest_cell_is_the_nearest(drawn, wanted):
    board, cells = drawn
    kind = board.scene.grid.kind
    shape = shapes.of(kind)
    wide, tall = {"square": (1, 1), "hex_rows": (4, 3), "hex_columns": (3, 4)}[
        kind.removesuffix("_odd").removesuffix("_even")
    ]

    def apart(a, b):
        return wide * (a[0] - b[0]) ** 2 + tall * (a[1] - b[1]) ** 2

    expected = min(
        cells,
        key=lambda cell: (apart(shape.middle(cell), shape.middle(wanted)), cell[1], cell[0]),
        default=None,
    )
    assert nearest(board.grid.cells(cells), board, cell=wanted) == expected
