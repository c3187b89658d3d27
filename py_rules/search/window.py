"""Sets of cells for the wire, and the nearest of them."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from py_rules.board import Board, Cell
from py_rules.board.grid import Plane, first, stack


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
    from that of ``cell`` on, in bands each twice as wide as the one before, and of each band only the columns
    that may be as near as the best so far.
    """
    if not bits:
        return None
    grid, (rows, top) = board.plane, board.plane.raster(bits)
    low, high = max(top, 0), top + rows.bit_length() // board.stride
    left, row = grid.first_column, cell[1]
    col = cell[0] - left
    best: tuple[int, int, int] | None = None
    most = max(col, board.cols - col), max(row - low, high - row)
    off, many = max(low - row, row - high, 0), 1
    while off <= most[1]:
        end = min(off + many - 1, most[1])
        across = range(max(col - most[0], 0), min(col + most[0] + 1, board.cols))
        for upper, lower in dict.fromkeys(((row - end, row - off), (row + off, row + end))):
            down = range(max(upper, low), min(lower, high) + 1)
            for number, line in _lines(rows, board.stride, across=across, down=down, top=top):
                for place in _beside(line, col):
                    found = (grid.apart((place + left, number), cell), number, place + left)
                    best = found if best is None else min(best, found)
        off, many = end + 1, 2 * many
        if best is not None:
            most = _within(best[0], most, grid=grid, off=off)
    return (best[2], best[1]) if best else None


def _within(best: int, most: Cell, *, grid: Plane, off: int) -> Cell:
    """Return how many columns and rows off, up to ``most``, cells may be that are no farther than ``best``.

    They are at least ``off`` rows off. Shifted cells are nearer than their columns and rows say, but not by a
    whole one.
    """
    least = max(off - 1, 0)
    across = bisect_right(range(most[0]), best, key=lambda by: grid.apart((0, 0), (by, least)))
    return across, bisect_right(range(most[1]), best, key=lambda by: grid.apart((0, 0), (0, by)))


def _lines(rows: int, stride: int, *, across: range, down: range, top: int) -> Iterator[tuple[int, int]]:
    """Yield those of some rows that have cells in some columns: the row's number and these cells.

    ``rows`` begin with row ``top``.
    """
    if not down or not across:
        return
    mask = (1 << across.stop) - (1 << across.start)
    part = rows >> (down.start - top) * stride & stack(mask, stride, count=len(down))
    while part:
        number = first(part) // stride
        line = part >> number * stride & mask
        yield down.start + number, line
        part ^= line << number * stride


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
