"""Areas drawn as polygons: which cells have their middle inside.

Inside is what an odd number of outlines goes round, so that a polygon that crosses itself leaves out what it
goes round twice. A middle on the outline itself is in the area right of or below it: areas side by side share
no cell. Coordinates are whole grains of a millionth of a cell (X-02).
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from py_rules.values import work
from py_rules.values.rounding import GRAIN, to_fraction

Corner = tuple[int | float, int | float]
Outline = list[tuple[int, int]]
HALF: Final = GRAIN // 2


def outline(corners: Sequence[Corner]) -> Outline:
    """Return the corners of a polygon in grains."""
    return [(_grains(x), _grains(y)) for x, y in corners]


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


def holds(corners: Sequence[Corner], spot: tuple[int, int]) -> bool:
    """Return whether a spot, in halves of a cell, lies inside.

    >>> holds([(0, 0), (4, 0), (0, 4)], (3, 3)), holds([(0, 0), (4, 0), (0, 4)], (5, 5))
    (True, False)
    """
    x, y = Fraction(spot[0], 2), spot[1]
    return any(start <= x < end for start, end in spans(outline(corners), y))


def _grains(value: float) -> int:
    return value * GRAIN if isinstance(value, int) else (to_fraction(value) * GRAIN).numerator
