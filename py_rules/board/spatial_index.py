"""What lies where on a map without cells: lines by the squares that they touch, boxes by bands of rows.

What may be near to a straight line is looked for only along the line: the rest of a large map costs nothing.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import floor
from typing import Final, Generic, TypeVar

from py_rules.values.rounding import GRAIN

Spot = tuple[int, int]
Line = tuple[Spot, Spot]
Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in grains."""
SIDE: Final = 4 * GRAIN
"""The side of a square, and the height of a band, in grains."""
Thing = TypeVar("Thing")


class SpatialIndex(Generic[Thing]):
    """Things that are straight lines, in a fixed order, each in the squares that it touches.

    >>> walls = SpatialIndex([("near", ((0, 0), (0, 9))), ("far", ((9 * SIDE, 0), (9 * SIDE, 1)))])
    >>> walls.along((5, 5), (9, 9), near=1), walls.along((5, 5), (9 * SIDE, 5), near=1)
    (['near'], ['near', 'far'])

    What lies outside ``within`` is never asked for; a line may be a million cells longer than the map.
    """

    __slots__ = ("_in", "_things")

    def __init__(self, lines: Iterable[tuple[Thing, Line]], within: Box | None = None) -> None:
        self._things: list[Thing] = []
        self._in: dict[Spot, list[int]] = {}
        for thing, (a, b) in lines:
            for square in _touched(a, b, near=0, within=within):
                self._in.setdefault(square, []).append(len(self._things))
            self._things.append(thing)

    def along(self, a: Spot, b: Spot, *, near: int) -> list[Thing]:
        """Return all that may be ``near`` or nearer to a straight line, in their order."""
        found: set[int] = set()
        for square in _touched(a, b, near=near):
            found.update(self._in.get(square, ()))
        return [self._things[number] for number in sorted(found)]


def _touched(a: Spot, b: Spot, *, near: int, within: Box | None = None) -> Iterator[Spot]:
    """Yield the squares that a line comes near to: column by column, with the rows that are near there.

    >>> list(_touched((1, 1), (2 * SIDE + 1, 1), near=0))
    [(0, 0), (1, 0), (2, 0)]
    """
    (ax, ay), (bx, by) = (a, b) if a <= b else (b, a)
    left, right = ax - near, bx + near
    if within is not None:
        left, right = max(left, within[0]), min(right, within[2])
    for col in range(left // SIDE, right // SIDE + 1):
        low, high = min(ay, by), max(ay, by)
        if ax != bx:
            ends = max(ax, col * SIDE - near), min(bx, (col + 1) * SIDE + near)
            one, two = (ay + (by - ay) * (x - ax) // (bx - ax) for x in ends)
            low, high = min(one, two), max(one, two) + 1
        top, bottom = low - near, high + near
        if within is not None:
            top, bottom = max(top, within[1]), min(bottom, within[3])
        for row in range(top // SIDE, bottom // SIDE + 1):
            yield col, row


class Bands:
    """Rectangles that hold their left and upper borders, but not the others, by bands of rows."""

    __slots__ = ("_bottom", "_in", "_left", "_right", "_top")

    def __init__(self, boxes: Iterable[Box]) -> None:
        self._in: dict[int, list[Box]] = {}
        lefts, tops, rights, bottoms = zip(*boxes, strict=True) if boxes else ((0,),) * 4
        self._left, self._top, self._right, self._bottom = min(lefts), min(tops), max(rights), max(bottoms)
        for box in boxes:
            for band in range(box[1] // SIDE, box[3] // SIDE + 1):
                self._in.setdefault(band, []).append(box)

    def hold(self, x: Fraction | int, y: Fraction | int) -> bool:
        """Return whether a point is in one of them.

        >>> bands = Bands([(0, 0, 2, 2)])
        >>> bands.hold(0, 0), bands.hold(Fraction(3, 2), 1), bands.hold(2, 1)
        (True, True, False)
        """
        # A whole number is above a point if it is above the whole part of it.
        col, row = floor(x), floor(y)
        if not (self._left <= col < self._right and self._top <= row < self._bottom):
            return False
        for left, top, right, bottom in self._in.get(row // SIDE, ()):
            if left <= col < right and top <= row < bottom:
                return True
        return False

    def near(self, a: Spot, b: Spot) -> bool:
        """Return whether any may hold a place of a straight line, or one a grain or two beside it."""
        (left, right), (top, bottom) = sorted((a[0], b[0])), sorted((a[1], b[1]))
        across: bool = self._left - 2 <= right and left <= self._right + 2
        down: bool = self._top - 2 <= bottom and top <= self._bottom + 2
        return across and down

    def along(self, a: Spot, b: Spot) -> Iterable[Box]:
        """Return those that a straight line may touch, each once, in their order band by band."""
        (left, right), (top, bottom) = sorted((a[0], b[0])), sorted((a[1], b[1]))
        if right < self._left or left > self._right or bottom < self._top or top > self._bottom:
            return ()
        bands = range(max(top, self._top) // SIDE, min(bottom, self._bottom) // SIDE + 1)
        return dict.fromkeys(
            box
            for band in bands
            for box in self._in.get(band, ())
            if box[0] <= right and box[2] >= left and box[1] <= bottom and box[3] >= top
        )
