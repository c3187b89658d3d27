"""Sets of cells for the wire, and the nearest of them."""

from collections.abc import Sequence
from functools import reduce
from math import isqrt
from operator import or_
from typing import NamedTuple

from py_rules.board import Board, Cell
from py_rules.board.grid import first, slide, stack


class CellWindow(NamedTuple):
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


def window(planes: Sequence[int], board: Board) -> CellWindow:
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
    return CellWindow(data, grid.first_column, top + empty, stride, rows)


def nearest(bits: int, board: Board, *, cell: Cell) -> Cell | None:
    """Return the cell of a set nearest to ``cell``, or ``None`` if the set is empty.

    Distances are straight, and exact; of equal ones the upper, then the left one is taken. Rows are looked at
    from that of ``cell`` on, in bands each twice as wide as the one before, and of each band only the columns
    that may be as near as the best so far.
    """
    if not bits:
        return None
    grid, stride, (rows, top) = board.plane, board.stride, board.plane.raster(bits)
    (across, row), left, whole, best = cell, grid.first_column, (1 << stride) - 1, None
    col, off, end = across - left, 0, 0
    near, far = stride + abs(col), max(row - top, top + rows.bit_length() // stride - row)
    # Of hexes either columns or rows are nearer together.
    least = min(grid.apart((0, 0), (2, 0)), grid.apart((0, 0), (0, 2)))
    while off <= far:
        many = min(end, far) - off + 1
        band = stack((2 << max(col + near, 0)) - (1 << max(col - near, 0)) & whole, stride, count=many)
        for upper in {row - off - many + 1, row + off}:
            part = slide(rows, (top - upper) * stride) & band
            while part:
                number = first(part) // stride
                line = part >> number * stride & whole
                for place in _beside(line, col):
                    found = (grid.apart((place + left, upper + number), cell), upper + number, place + left)
                    best = found if best is None or found < best else best
                part ^= line << number * stride
        off, end = end + 1, 2 * end + 1
        if best is not None:
            # Shifted cells are nearer than their columns and rows say, but not by a whole one.
            most = 4 * best[0] // least
            near, far = isqrt(max(most - (off - 1) ** 2, 0)) + 1, isqrt(most) + 1
    return (best[2], best[1]) if best else None


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
