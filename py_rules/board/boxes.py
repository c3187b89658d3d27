"""Areas of a map without cells as rectangles, in grains."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import Final

from py_rules.board.polygon import columns, outline
from py_rules.board.spatial_index import Box, Spot
from py_rules.protocol import map_data
from py_rules.values.rounding import GRAIN, to_fraction, to_number

FINE: Final = 3
"""Polygons are made of parts of a cell: how many there are to a side."""


def boxes_of(area: map_data.Area) -> Iterator[Box]:
    """Yield the rectangles that an area is made of: runs of cells, row by row, joined downwards where equal."""
    if isinstance(area, map_data.Rect):
        col, row, cols, rows = area.rect
        yield col * GRAIN, row * GRAIN, (col + cols) * GRAIN, (row + rows) * GRAIN
        return
    if isinstance(area, map_data.Polygon):
        yield from _polygon(area)
        return
    rows_of: dict[int, list[int]] = {}
    for col, row in sorted(set(area.cells)):
        rows_of.setdefault(row, []).append(col)
    for row in sorted(rows_of):
        for left, right in _runs(rows_of[row]):
            yield left * GRAIN, row * GRAIN, right * GRAIN, (row + 1) * GRAIN


def _polygon(area: map_data.Polygon) -> Iterator[Box]:
    """Yield rows of thirds of cells whose middle lies inside a polygon."""
    corners = [(to_number(to_fraction(x) * FINE), to_number(to_fraction(y) * FINE)) for x, y in area.polygon]
    grains = outline(corners)
    first, last = floor(min(y for _, y in corners)), floor(max(y for _, y in corners))
    for row in range(first, last + 1):
        for cols in columns(grains, 2 * row + 1):
            yield part(cols.start), part(row), part(cols.stop), part(row + 1)


def part(number: int) -> int:
    """Return where the third of a cell of that number begins, in grains.

    >>> part(1), part(3)
    (333333, 1000000)
    """
    return (2 * number * GRAIN + FINE) // (2 * FINE)


def third(grain: int) -> int:
    """Return the number of the third of a cell that begins nearest to a place.

    >>> third(333_333), third(1_000_000)
    (1, 3)
    """
    return round(Fraction(grain * FINE, GRAIN))


def _runs(cols: Sequence[int]) -> Iterator[Spot]:
    """Yield the runs of neighbouring numbers, each from its first to past its last.

    >>> list(_runs([1, 2, 5]))
    [(1, 3), (5, 6)]
    """
    first = last = cols[0]
    for col in cols[1:]:
        if col != last + 1:
            yield first, last + 1
            first = col
        last = col
    yield first, last + 1
