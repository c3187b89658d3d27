"""Areas of a map without cells as rectangles, in grains."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from py_rules.board.polygon import Outline, columns, outline, touched
from py_rules.board.spatial_index import Box, Spot
from py_rules.protocol import map_data
from py_rules.values.rounding import GRAIN

FINE: Final = 3
"""Polygons are made of parts of a cell: how many there are to a side."""


def boxes_of(area: map_data.Area) -> Iterator[Box]:
    """Yield the rectangles that an area is made of: runs of cells, row by row, joined downwards where equal."""
    if isinstance(area, map_data.Rect):
        col, row, cols, rows = area.rect
        yield col * GRAIN, row * GRAIN, (col + cols) * GRAIN, (row + rows) * GRAIN
        return
    if isinstance(area, map_data.Polygon):
        yield from middles_in(outline(area.polygon))
        return
    rows_of: dict[int, list[int]] = {}
    for col, row in sorted(set(area.cells)):
        rows_of.setdefault(row, []).append(col)
    for row in sorted(rows_of):
        for left, right in _runs(rows_of[row]):
            yield left * GRAIN, row * GRAIN, right * GRAIN, (row + 1) * GRAIN


def middles_in(corners: Outline) -> Iterator[Box]:
    """Yield rows of thirds of cells whose middle lies inside a polygon."""
    fine = _fine(corners)
    first, last = min(y for _, y in fine) // GRAIN, max(y for _, y in fine) // GRAIN
    yield from _rows((row, columns(fine, 2 * row + 1)) for row in range(first, last + 1))


def touched_by(corners: Outline) -> Iterator[Box]:
    """Yield rows of thirds of cells that have a part inside a polygon."""
    yield from _rows(touched(_fine(corners)).items())


def _fine(corners: Outline) -> Outline:
    return [(x * FINE, y * FINE) for x, y in corners]


def _rows(rows: Iterable[tuple[int, Sequence[range]]]) -> Iterator[Box]:
    for row, parts in rows:
        for cols in parts:
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
