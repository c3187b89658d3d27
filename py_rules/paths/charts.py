"""Places on a map from a mover's point of view: where its middle is, how far apart things are, and what reaches what.

Whatever stops a step stops a reach: a wall, a shut door or something solid (MAP-16).
"""

from collections.abc import Iterable, Iterator
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import ClassVar

from py_rules.board import CellGrid
from py_rules.board.between import Between
from py_rules.engine.situation import Neighbour
from py_rules.paths.path import cell_of, is_cell
from py_rules.paths.recorded import LINE
from py_rules.values.records import record
from py_rules.values.rounding import GRAIN, to_fraction
from py_rules.values.stretch import Point as Place

MOST = 5
"""How many lines side by side are tried between bodies on a map without cells."""


@record()
class CellChart:
    """Places on a map with cells in the system's unit, as a mover of ``size`` cells has them.

    ``side``: that of a cell.
    """

    celled: ClassVar[bool] = True
    grid: CellGrid
    size: tuple[int, int]
    side: Fraction
    between: Between = field(compare=False, repr=False)

    def has(self, places: Iterable[tuple[int | float, int | float]]) -> bool:
        """Return whether all places can be of this map: they may have been recorded before it had cells."""
        return all(map(is_cell, places))

    def middle(self, cell: tuple[int | float, int | float]) -> Place:
        """Return where the mover's middle is when it stands on a cell."""
        return self.grid.middle(cell_of(cell), self.size, side=self.side)

    def ahead(self, heading: str, far: Fraction) -> Place | None:
        """Return how far east and south a straight path leads; none: the map has no such heading."""
        direction = self.grid.headed(heading)
        return None if direction is None else self.grid.ahead(direction, far, side=self.side)

    def adjoins(self, at: Place, up: Fraction, *, other: Neighbour) -> bool:
        """Tell whether the mover, with its middle at a place and height, reaches a token next to it.

        Both are as high as they are wide.
        """
        if _apart(at, other, room=self.room(other, self.side)):
            return False
        size = self._size(other)
        level = 2 * abs(up - other.up) <= (self.size[0] + size[0]) * self.side
        if not level or not self.grid.adjoins((at, self.size), (other.at, size), side=self.side):
            return False
        return any(not self._bars(other, a, b) for a, b in self._near(at, other, far=self.side))

    def reached(self, at: Place, up: Fraction, *, other: Neighbour, far: Fraction) -> bool:
        """Tell whether a token reaches the mover, with its middle at a place and height, from cell to cell."""
        if abs(up - other.up) > far:
            return False
        return any(not self._bars(other, b, a) for a, b in self._near(at, other, far=far))

    def room(self, other: Neighbour, far: Fraction) -> tuple[float, float]:
        """Return how far away, across and down, a token with a reach may be: rather too much than too little."""
        side = float(self.side)
        (wide, high), (across, down) = self.size, other.size
        reach = float(far) + side
        return reach + (wide * side + float(across)) / 2, reach + (high * side + float(down)) / 2

    def clear(self, at: Place, other: Neighbour) -> bool:
        """Tell whether nothing stands between a token and the mover, with its middle there.

        A straight line is enough from a cell of the one to a cell of the other, no longer than that of the middles.
        """
        whole = _squared(at, other.at)
        pairs = ((a, b) for a in self._cells(at, self.size) for b in self._cells(other.at, self._size(other)))
        return any(_squared(a, b) <= whole and not self._bars(other, b, a) for a, b in pairs)

    def opens(self, start: Place, end: Place, *, other: Neighbour) -> list[Fraction]:
        """Return where between two places a token may come into view: on a map with cells, only on cells."""
        del start, end, other
        return []

    def _near(self, at: Place, other: Neighbour, *, far: Fraction) -> Iterator[tuple[Place, Place]]:
        """Yield cells of the mover and of a token that are no farther apart than so."""
        size = self._size(other)
        room = [(mine + its) * self.side / 2 + far for mine, its in zip(self.size, size, strict=True)]
        if any(abs(a - b) > most for a, b, most in zip(at, other.at, room, strict=True)):
            return
        reach = [its * self.side / 2 + far for its in size]
        own = [
            cell
            for cell in self._cells(at, self.size)
            if all(abs(a - b) <= most for a, b, most in zip(cell, other.at, reach, strict=True))
        ]
        for a in own:
            for b in self._cells(other.at, size):
                if self.grid.span(a, b, side=self.side) <= far:
                    yield a, b

    def _size(self, other: Neighbour) -> tuple[int, int]:
        return round(other.size[0] / self.side), round(other.size[1] / self.side)

    def _cells(self, at: Place, size: tuple[int, int]) -> list[Place]:
        """Return the middles of the cells of a body with its middle there."""
        return [(at[0] + right, at[1] + down) for right, down in _offsets(self.grid, size, side=self.side)]

    def _bars(self, other: Neighbour, a: Place, b: Place) -> bool:
        wide, tall = self.grid.pitches(self.side)
        return self.between.bars(other.storey, (a[0] / wide, a[1] / tall), (b[0] / wide, b[1] / tall))


@lru_cache(maxsize=64)
def _offsets(grid: CellGrid, size: tuple[int, int], *, side: Fraction) -> tuple[Place, ...]:
    """Return the middles of the cells of a body, seen from its own."""
    x, y = grid.middle((0, 0), size, side=side)
    cells = (grid.middle(cell, (1, 1), side=side) for cell in sorted(grid.footprint((0, 0), size)))
    return tuple((col - x, row - y) for col, row in cells)


def _apart(at: Place, other: Neighbour, *, room: tuple[float, float]) -> bool:
    """Tell quickly whether a token is farther off than there is room for; no does not say that it is near."""
    (x, y), (there, low), (wide, high) = at, other.at, room
    return abs(float(x) - float(there)) > wide or abs(float(y) - float(low)) > high


def _squared(first: Place, second: Place) -> Fraction:
    return (first[0] - second[0]) ** 2 + (first[1] - second[1]) ** 2


@record()
class OpenChart:
    """Places on a map without cells in the system's unit, as a circle of ``size`` cells has them.

    >>> from py_rules.protocol.map_data import Grid, Scene
    >>> between = Between(Scene(grid=Grid(kind="gridless", cols=9, rows=9)))
    >>> chart = OpenChart(Fraction(1), Fraction(5), between)
    >>> [float(part) for part in chart.middle((0.25, 3))], float(chart.span((0, 0), (3, 4)))
    ([3.75, 17.5], 5.0)
    >>> [float(part) for part in chart.ahead("1000:-750", Fraction(10))]
    [8.0, -6.0]
    >>> chart.ahead("east", Fraction(10))
    """

    celled: ClassVar[bool] = False
    size: Fraction
    side: Fraction
    between: Between = field(compare=False, repr=False)

    def has(self, places: Iterable[tuple[int | float, int | float]]) -> bool:
        """Return whether all places can be of this map: any can."""
        del places
        return True

    def middle(self, cell: tuple[int | float, int | float]) -> Place:
        """Return where the mover's middle is when its box begins at a place."""
        col, row = to_fraction(cell[0]), to_fraction(cell[1])
        return (col + self.size / 2) * self.side, (row + self.size / 2) * self.side

    def span(self, first: Place, second: Place, *, up: Fraction = Fraction(0)) -> Fraction:
        """Return the length of the straight line between two places, to the millionth below."""
        square = _squared(first, second) + up**2
        return Fraction(isqrt(int(square * GRAIN * GRAIN)), GRAIN)

    def ahead(self, heading: str, far: Fraction) -> Place | None:
        """Return how far east and south a straight line leads; none: it is no direction of a line."""
        if not LINE.fullmatch(heading):
            return None
        east, south = map(int, heading.split(":"))
        length = self.span((Fraction(0), Fraction(0)), (Fraction(east), Fraction(south)))
        return east * far / length, south * far / length

    def adjoins(self, at: Place, up: Fraction, *, other: Neighbour) -> bool:
        """Tell whether the mover, with its middle there, reaches a token that half a cell or less is away from it."""
        if _apart(at, other, room=self.room(other, self.side)):
            return False
        near = (self.size * self.side + other.size[0] + self.side) / 2
        if _squared(at, other.at) + (up - other.up) ** 2 > near * near:
            return False
        return any(not self._bars(other, a, b) for a, b in self._lines(at, other))

    def reached(self, at: Place, up: Fraction, *, other: Neighbour, far: Fraction) -> bool:
        """Tell whether a token reaches the mover, with its middle at a place and height.

        From middle to middle, what either is larger than one length being no part of the path.
        """
        broad = sum(max(Fraction(0), wide - self.side) for wide in (self.size * self.side, other.size[0])) / 2
        return self.span(at, other.at, up=up - other.up) - broad <= far and self.clear(at, other)

    def room(self, other: Neighbour, far: Fraction) -> tuple[float, float]:
        """Return how far away, across and down, a token with a reach may be: rather too much than too little."""
        side = float(self.side)
        room = float(far) + (float(self.size) * side + float(other.size[0])) / 2 + side
        return room, room

    def clear(self, at: Place, other: Neighbour) -> bool:
        """Tell whether nothing stands between a token and the mover, with its middle there.

        Of large bodies a straight line is enough between parts no farther apart than the middles.
        """
        return any(not self._bars(other, b, a) for a, b in self._lines(at, other))

    def opens(self, start: Place, end: Place, *, other: Neighbour) -> list[Fraction]:
        """Return where between two places a token may come into view, as shares of the path."""
        a, b, eye = ((x / self.side, y / self.side) for x, y in (start, end, other.at))
        return self.between.opens(other.storey, a, b=b, eye=eye)

    def _lines(self, at: Place, other: Neighbour) -> Iterator[tuple[Place, Place]]:
        """Yield the lines between two bodies, that of their middles first."""
        yield at, other.at
        whole = _squared(at, other.at)
        for a in _parts(at, self.size * self.side, side=self.side):
            for b in _parts(other.at, other.size[0], side=self.side):
                if (a, b) != (at, other.at) and _squared(a, b) <= whole:
                    yield a, b

    def _bars(self, other: Neighbour, a: Place, b: Place) -> bool:
        first, second = ((x / self.side, y / self.side) for x, y in (a, b))
        return self.between.bars(other.storey, first, second)


def _parts(at: Place, wide: Fraction, *, side: Fraction) -> Iterator[Place]:
    """Yield places in a circle that lines are drawn from: a length apart, and of a large one no more than :data:`MOST`.

    >>> list(_parts((Fraction(1), Fraction(1)), Fraction(1), side=Fraction(1)))
    [(Fraction(1, 1), Fraction(1, 1))]
    >>> len(list(_parts((Fraction(1), Fraction(1)), Fraction(3), side=Fraction(1))))
    9
    >>> len(list(_parts((Fraction(1), Fraction(1)), Fraction(4), side=Fraction(1))))  # without the corners
    12
    """
    many = max(1, min(MOST, int(wide / side)))
    step = wide / many
    offsets = [step * (2 * number + 1 - many) / 2 for number in range(many)]
    for right in offsets:
        for down in offsets:
            if 4 * (right * right + down * down) <= wide * wide:
                yield at[0] + right, at[1] + down
