"""Sets of cells for the wire, and the nearest of them."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from py_rules.board import Board, Cell
from py_rules.board.grid import first


class Window(NamedTuple):
    """Whole rows of the map, from the first in use, with a number for each cell.

    Bit ``i`` of a plane (``i >> 3`` at ``1 << (i & 7)``) is cell ``(col + i % cols, row + i // cols)``; the
    spare columns of the board are among them, and empty. The number of a cell is the sum of ``1 << k`` over
    the planes ``k`` that hold it.
    """

    planes: list[bytes]
    col: int
    row: int
    cols: int
    rows: int


def window(planes: Sequence[int], board: Board) -> Window:
    """Return numbers of cells, given by planes, as they are sent; at least one cell has one."""
    stride, grid = board.stride, board.plane
    rasters = [grid.raster(plane) for plane in planes]
    top = min(row for _, row in rasters)
    moved = [cells << (row - top) * stride for cells, row in rasters]
    together = reduce(or_, moved)
    empty = 0 if together & (1 << stride) - 1 else first(together) // stride
    rows = (together.bit_length() - 1) // stride - empty + 1
    size = (rows * stride + 7) // 8
    data = [(cells >> empty * stride).to_bytes(size, "little") for cells in moved]
    return Window(data, grid.first_column, top + empty, stride, rows)


def nearest(bits: int, board: Board, *, cell: Cell) -> Cell | None:
    """Return the cell of a set nearest to ``cell``, or ``None`` if the set is empty.

    Distances are straight, and exact; of equal ones the upper, then the left one is taken. Rows are looked at
    from that of ``cell`` on, and of them the columns that may be as near as the best so far, which is looked up again
    at twice the distance.
    """
    if not bits:
        return None
    grid, (rows, top) = board.plane, board.plane.raster(bits)
    left, best, again, mask = grid.first_column, None, 0, (1 << board.stride) - 1
    col, down = cell[0] - left, range(top, top + rows.bit_length() // board.stride + 1)
    wide, high = max(col, board.stride - col), max(abs(row - cell[1]) for row in down) + 1
    for row in sorted(down, key=lambda row: abs(row - cell[1])):
        # Shifted cells are nearer than their rows and columns say, but not by a whole one.
        off = max(abs(row - cell[1]) - 1, 0)
        if best is not None and off >= again:
            wide, high = _within(best[0], (wide, high), board=board, off=off)
            mask, again = (2 << max(col + wide, 0)) - (1 << max(col - wide, 0)), 2 * off
        if off >= high:
            break
        if line := rows >> (row - top) * board.stride & mask & (1 << board.stride) - 1:
            for place in _beside(line, col):
                found = (grid.apart((place + left, row), cell), row, place + left)
                best = found if best is None else min(best, found)
    return (best[2], best[1]) if best else None


def _within(best: int, most: Cell, *, board: Board, off: int) -> Cell:
    """Return how many columns, in rows ``off`` away, and how many rows may be as near as the best, up to ``most``."""
    grid = board.plane
    across = bisect_right(range(most[0]), best, key=lambda by: grid.apart((0, 0), (by, off)))
    return across, bisect_right(range(most[1]), best, key=lambda by: grid.apart((0, 0), (0, by)))


def _beside(line: int, col: int) -> list[int]:
    """Return the columns in use next to ``col`` on either side, itself included: of the even ones, and of the odd.

    Either kind may be shifted, so that the nearest column need not hold the nearest cell.

    >>> _beside(0b100101, 3)
    [5, 2]
    """
    evens = ((1 << line.bit_length() + 1 & ~1) - 1) // 3
    places = []
    for every in (line & evens, line & ~evens):
        if left := every & ((2 << col) - 1) if col >= 0 else 0:
            places.append(left.bit_length() - 1)
        if right := every >> max(col, 0) << max(col, 0):
            places.append((right & -right).bit_length() - 1)
    return places
