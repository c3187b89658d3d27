"""Which grid a map of the wire has."""

from py_rules import protocol
from py_rules.board.grid import Grid
from py_rules.board.hex import Hex
from py_rules.board.square import Square


def grid_of(grid: protocol.Grid) -> Grid:
    """Return the grid that the wire names.

    >>> grid_of(protocol.Grid(cols=3, rows=2, kind="hex_columns_even"))
    Hex(cols=3, rows=2, columns=True, even=True, top=0, some=None)
    """
    if grid.kind == "square":
        return Square(grid.cols, grid.rows, grid.diagonals)
    return Hex(grid.cols, grid.rows, columns="columns" in grid.kind, even="even" in grid.kind)
