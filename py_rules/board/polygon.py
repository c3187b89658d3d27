"""Areas drawn as polygons: which cells have their middle inside.

Inside is what an odd number of outlines goes round, so that a polygon that crosses itself leaves out what it
goes round twice. A middle on the outline itself is in the area right of or below it: areas side by side share
no cell. Coordinates are whole grains of a millionth of a cell (X-02).
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Final

from py_rules.values import work
from py_rules.values.rounding import GRAIN

Corner = tuple[int | float, int | float]
Outline = list[tuple[int, int]]
HALF: Final = GRAIN // 2
SLIVER: Final = 2
"""No more grains than this are a part of a cell: corners on thirds are rounded."""


def outline(corners: Sequence[Corner]) -> Outline:
    """Return the corners of a polygon in grains."""
    return [(round(x * GRAIN), round(y * GRAIN)) for x, y in corners]


def spans(corners: Outline, line: int) -> list[tuple[Fraction, Fraction]]:
    """Return the stretches, from and to, that lie inside on a level line; ``line`` counts halves of a cell.

    >>> [(float(start), float(end)) for start, end in spans(outline([(0, 0), (4, 0), (0, 4)]), 2)]
    [(0.0, 3.0)]
    """
    at, found = line * HALF, []
    for (x, y), (to_x, to_y) in pairwise([*corners, corners[0]]):
        if (y <= at) != (to_y <= at):
            found.append(Fraction(x * (to_y - y) + (to_x - x) * (at - y), (to_y - y) * GRAIN))
    work.add(4 + len(corners) // 4 + 10 * len(found))
    found.sort()
    return list(zip(found[::2], found[1::2], strict=True))


def columns(corners: Outline, line: int, *, shift: int = 1) -> list[range]:
    """Return the columns whose middle lies inside on a level line; middles are ``shift`` halves into their cell.

    >>> corners = outline([(0, 0), (4, 0), (0, 4)])
    >>> columns(corners, 1), columns(corners, 7)
    ([range(0, 3)], [range(0, 0)])
    """
    off = Fraction(shift, 2)
    return [range(-((off - start) // 1), -((off - end) // 1)) for start, end in spans(corners, line)]


def encloses(
    corners: Sequence[tuple[int, int]], at: tuple[Fraction | int, Fraction | int], *, whole: int = 1
) -> bool:
    """Return whether a point lies inside; it is in such parts of a grain that it is ``whole`` times as far.

    >>> [encloses([(0, 0), (4, 0), (0, 4)], (x, 2), whole=2) for x in (0, 5, 6, 7)]
    [True, True, False, False]
    """
    inside, (x, y), (px, py) = False, at, corners[-1]
    for qx, qy in corners:
        if (py * whole <= y) != (qy * whole <= y):
            off = (qx - px) * (y - py * whole) - (x - px * whole) * (qy - py)
            inside ^= off <= 0 if qy > py else off >= 0
        px, py = qx, qy
    return inside


def crossings(corners: Outline, line: tuple[tuple[int, int], tuple[int, int]]) -> Iterator[Fraction]:
    """Yield where on a straight line, as shares of it, it crosses the outline.

    >>> list(crossings([(0, 0), (4, 0), (0, 4)], ((-1, 1), (5, 1))))
    [Fraction(2, 3), Fraction(1, 6)]
    """
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    for (px, py), (qx, qy) in pairwise([*corners, corners[0]]):
        under = dx * (qy - py) - dy * (qx - px)
        far = (px - ax) * (qy - py) - (py - ay) * (qx - px)
        edge = (px - ax) * dy - (py - ay) * dx
        if under and 0 < Fraction(far, under) < 1 and 0 <= Fraction(edge, under) <= 1:
            yield Fraction(far, under)


def touched(corners: Outline) -> dict[int, list[range]]:
    """Return the cells that have a part inside, as columns by row: of slivers of a grain or two there are none.

    >>> touched(outline([(0.5, 0), (1.5, 0), (1, 2)]))
    {0: [range(0, 2)], 1: [range(0, 2)]}
    >>> touched(outline([(0.5, 0.5), (3, 0.5), (3, 1), (0.5, 1)]))
    {0: [range(0, 3)]}
    """
    found: dict[int, list[range]] = {}
    for (px, py), (qx, qy) in pairwise([*corners, corners[0]]):
        top, bottom = min(py, qy), max(py, qy)
        for row in range((top + SLIVER) // GRAIN, -((SLIVER - bottom) // GRAIN)):
            ends = max(top, row * GRAIN), min(bottom, (row + 1) * GRAIN)
            across = [px, qx] if py == qy else [px + (qx - px) * Fraction(y - py, qy - py) for y in ends]
            first, last = floor(min(across) + SLIVER) // GRAIN, -((SLIVER - ceil(max(across))) // GRAIN)
            found.setdefault(row, []).append(range(first, last))
    work.add(4 * sum(map(len, found.values())))
    for row, columns_of in found.items():
        found[row] = _merged([*columns_of, *columns(corners, 2 * row + 1)])
    return dict(sorted(found.items()))


def _merged(parts: Iterable[range]) -> list[range]:
    """Return columns as few ranges, from left to right."""
    merged: list[range] = []
    for part in sorted((part for part in parts if part), key=lambda one: one.start):
        if merged and part.start <= merged[-1].stop:
            part = range(merged[-1].start, max(merged.pop().stop, part.stop))  # noqa: PLW2901
        merged.append(part)
    return merged


def holds(corners: Sequence[Corner], spot: tuple[int, int]) -> bool:
    """Return whether a spot, in halves of a cell, lies inside.

    >>> holds([(0, 0), (4, 0), (0, 4)], (3, 3)), holds([(0, 0), (4, 0), (0, 4)], (5, 5))
    (True, False)
    """
    x, y = Fraction(spot[0], 2), spot[1]
    return any(start <= x < end for start, end in spans(outline(corners), y))
