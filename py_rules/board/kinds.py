"""Which grid a scene has."""

from py_rules.board.grid import Grid
from py_rules.board.hex import Hex
from py_rules.board.square import Square
from py_rules.protocol import map_data

Part = tuple[range, range]
"""Columns and rows that are looked at, of a square map."""


def grid_of(grid: map_data.Grid, part: Part | None = None) -> Grid:
    """Return the grid that a scene names, or a part of it if it is square.

    >>> grid_of(map_data.Grid(cols=3, rows=2, kind="hex_columns_even"))
    Hex(cols=3, rows=2, columns=True, even=True)
    """
    if part is not None:
        if grid.kind != "square":
            raise TypeError(f"a map of the kind {grid.kind} is looked at whole")
        cols, rows = part
        return Square(len(cols), len(rows), grid.diagonals, top=rows.start, left=cols.start)
    if grid.kind == "square":
        return Square(grid.cols, grid.rows, grid.diagonals)
    return Hex(grid.cols, grid.rows, columns="columns" in grid.kind, even="even" in grid.kind)
