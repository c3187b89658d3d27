"""What a mover without cells reaches in a straight line, exactly: on open ground its reach is a circle.

Paths on the lattice turn at its points, so they are up to a twenty-fifth longer than straight ones, and a square of
it is listed only as a whole. Where every place of a square can be walked to in a straight line over plain ground,
neither need be: how far that is needs no search. So squares in sight are found row by row, each row by the
directions that what stood in the rows before leaves open; of those in sight a circle takes what has half of its corners
within, and the corners of these that are near its border are moved onto it, for the areas on either side alike.

Everything is rounded so that less is in sight and a circle is smaller: what is listed is within reach.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import atan2, ceil, cos, floor, sin, sqrt, tau
from operator import sub
from typing import Final

from py_rules.board.boxes import FINE
from py_rules.board.field import corners_of
from py_rules.board.grid import first
from py_rules.board.lattice import Lattice
from py_rules.board.lattice_ground import inner, touching
from py_rules.board.spatial_index import Spot
from py_rules.gridless.outlines import Bend, Places, numbers
from py_rules.values.rounding import GRAIN

Directions = list[tuple[float, float]]
"""Directions in which nothing stands yet, from one to another: columns for each row farther away."""
CORNERS: Final = 32
"""How many corners a circle has: it is short of a round one by 0.5 %."""
ROUND: Final = [(cos(corner * tau / CORNERS), sin(corner * tau / CORNERS)) for corner in range(CORNERS)]
"""In which direction each corner is."""
LEAST: Final = 1e-9
"""What is nearer than this, in steps, is at the same place."""
LONG: Final = 1.3
"""How much longer an arc may be than the steps between the points along it."""
INSIDE: Final = 3e-4
"""How far within a circle its corners are, in steps, since they are written with four digits of a cell."""


class Circles:
    """Circles around a mover, of the squares that it sees whole, and how corners of squares are moved onto them.

    ``open_``: the squares that it walks over by length alone. ``step``: what a step of the lattice costs there.
    """

    def __init__(self, grid: Lattice, spot: Spot, *, open_: int, step: Fraction) -> None:
        self.grid, self.stride, self.step = grid, grid.stride, step
        self.at = spot[0] * FINE / GRAIN - grid.left, spot[1] * FINE / GRAIN - grid.top
        """Where the mover is, in steps from the window's corner."""
        self.seen, self.rows = _seen(open_, grid, at=self.at)
        self.midst, self.far, self.rims = inner(grid, self.seen), 0.0, 0
        """Points with only seen squares around; how large the last circle was; points that were moved onto one."""
        self.moved: dict[int, float] = {}
        """How large the circles are that points were moved onto."""
        self.corners: dict[float, dict[int, list[str]]] = {}
        """The corners of each circle, as they are written: twice around, either way."""
        self.arcs: dict[tuple[int, ...], list[str]] = {}
        """Arcs by their first two points and their last: what is on either side of one turns at the same places."""
        self.known: dict[Fraction, int] = {}

    def within(self, cost: Fraction) -> int:
        """Return the squares of the circle that a cost leads to; of a new one none that is no larger than the last."""
        far = float(cost / self.step) - INSIDE
        if cost in self.known or far <= self.far or not self.seen:
            return self.known.get(cost, 0)
        self.far = far
        disc = self._disc(far)
        one, two = disc ^ disc >> 1, disc & disc >> 1
        found = (two | two >> self.stride | one & one >> self.stride) & self.seen
        corners, beyond = corners_of(found, self.stride), corners_of(self.seen & ~found, self.stride)
        rim = corners & beyond & self.midst & ~self.rims
        self.rims |= rim
        self.moved |= dict.fromkeys(numbers(rim), far)
        kept = found & ~touching(corners & ~(disc | self.rims), self.stride)
        self.known[cost] = kept
        if kept == self.seen:
            self.seen = 0
        return kept

    def _disc(self, far: float) -> int:
        """Return the points of a circle, in rows where any square is seen."""
        x, y = self.at
        found, stride, most = 0, self.stride, self.grid.cols - 1
        for row in range(max(ceil(y - far), self.rows.start), min(floor(y + far) + 1, self.rows.stop)):
            half = sqrt(far * far - (row - y) * (row - y)) + LEAST
            left, right = int(x - half) + 1 if x > half else 0, min(most, int(x + half))
            if left <= right:
                found |= (2 << right) - (1 << left) << row * stride
        return found

    def bend(self, places: Places, bits: int) -> Bend | None:
        """Return how lines around some squares lead over moved points; none: there is none beside them."""
        if not corners_of(bits, self.stride) & self.rims:
            return None

        def bent(corners: Sequence[int]) -> Iterable[str]:
            if self.moved.keys().isdisjoint(corners):
                return places.written(corners, self.stride)
            return self._turns(corners, places=places)

        return bent

    def _turns(self, corners: Sequence[int], *, places: Places) -> list[str]:
        """Return where a closed line turns, which begins along a row.

        From one moved point to the last one beside it that was moved onto the same circle it is this circle. Where the
        next point is not moved, it turns at both: so it leads over no squares but those around moved points.
        """
        runs = [(far, [*run]) for far, run in groupby(self._points(corners), self.moved.get)]
        if len(runs) > 1 and runs[0][0] == runs[-1][0]:
            runs[0] = runs[0][0], runs.pop()[1] + runs[0][1]
        told, turns = {*corners}, list[str]()
        for far, run in runs:
            if far is None:
                told |= {run[0], run[-1]}
                turns += places.written([point for point in run if point in told], self.stride)
            else:
                key = run[0], run[min(1, len(run) - 1)], run[-1]
                if key not in self.arcs:
                    arc = self.arcs[key] = self._arc(run, far, whole=len(runs) == 1)
                    self.arcs[run[-1], run[-min(2, len(run))], run[0]] = arc[::-1]
                turns += self.arcs[key]
        return turns

    def _points(self, corners: Sequence[int]) -> list[int]:
        """Return all points along a closed line, which begins along a row: most sides have none between their ends."""
        ahead, line, begun = (*corners[1:], corners[0]), list[int](), 0
        far, short = list(map(sub, ahead, corners)), {1, -1, self.stride, -self.stride}
        for number in [number for number, by in enumerate(far) if by not in short]:
            unit = self.stride if number & 1 else 1
            line += corners[begun:number]
            line += range(corners[number], ahead[number], unit if far[number] > 0 else -unit)
            begun = number + 1
        return [*line, *corners[begun:]]

    def _arc(self, run: Sequence[int], far: float, *, whole: bool) -> list[str]:
        """Return where a line turns along points that were moved onto a circle; ``whole``: it is closed there."""
        begin, after, end = (self._angle(point) for point in (run[0], run[min(1, len(run) - 1)], run[-1]))
        way = 1 if (after - begin) % CORNERS < CORNERS / 2 else -1
        over = CORNERS if whole else way * (end - begin) % CORNERS
        if over * tau / CORNERS * far > len(run) * LONG + 1:  # there and back again
            return [self._moved(point, far) for point in run]
        if far not in self.corners:
            left, top = self.at[0] + self.grid.left, self.at[1] + self.grid.top
            known = [_written(left + far * across, top + far * down) for across, down in ROUND]
            self.corners[far] = {1: known * 2, -1: [known[0], *known[:0:-1]] * 2}
        first_one, last_one = floor(way * begin + LEAST) + 1, ceil(way * begin + over - LEAST)
        turned = first_one % CORNERS
        turns = self.corners[far][way][turned : turned + last_one - first_one]
        return turns if whole else [self._moved(run[0], far), *turns, self._moved(run[-1], far)]

    def _angle(self, point: int) -> float:
        """Return in which direction a point is, counted in corners of a circle."""
        row, col = divmod(point, self.stride)
        return atan2(row - self.at[1], col - self.at[0]) * CORNERS / tau

    def _moved(self, point: int, far: float) -> str:
        """Return a point that was moved onto a circle, as it is written."""
        row, col = divmod(point, self.stride)
        across, down = col - self.at[0], row - self.at[1]
        out = far / sqrt(across * across + down * down) - 1
        return _written(col + out * across + self.grid.left, row + out * down + self.grid.top)


def _written(across: float, down: float) -> str:
    """Return a place as it is written."""
    return "[%.4f,%.4f]" % (across / FINE, down / FINE)  # noqa: UP031 - in a browser it takes half as long


def _seen(open_: int, grid: Lattice, *, at: tuple[float, float]) -> tuple[int, range]:
    """Return the squares that all straight lines from a place lead to over open squares only, and their rows."""
    x, y = at
    col, row, full = floor(x), floor(y), (1 << grid.stride) - 1
    here = open_ >> row * grid.stride & full
    left = (~here & (1 << col) - 1).bit_length()
    right = col + first(~here >> col)
    if right == col:
        return 0, range(0)
    rows = {row: (1 << right) - (1 << left)}
    for step, near in ((1, row + 1 - y), (-1, max(y - row, LEAST))):
        directions, number = [((left - x) / near, (right - x) / near)], row
        while directions and 0 <= number + step < grid.inner:
            number += step
            bits, off = open_ >> number * grid.stride & full, near + abs(number - row) - 1
            rows[number], directions = _beyond(bits, directions, x=x, near=off, wide=grid.stride - 1)
    seen = sum(bits << number * grid.stride for number, bits in rows.items())
    return seen, range(min(rows), max(rows) + 2)


def _beyond(row: int, directions: Directions, *, x: float, near: float, wide: int) -> tuple[int, Directions]:
    """Return what is seen of a row, and the directions that are open behind it.

    ``near``: how far it begins. ``wide``: how many squares it has.
    """
    seen, behind, far = 0, Directions(), near + 1
    for low, high in directions:
        begin = min(max(floor(x + low * (far if low < 0 else near)), 0), wide)
        end = min(max(ceil(x + high * (near if high < 0 else far)), 0), wide)
        full = (1 << end) - (1 << begin)
        open_ = row & full
        for left, right in ((begin, end),) if open_ == full else _runs(open_):
            one, two = max(low, (left - x) / near), min(high, (right - x) / near)
            if one >= two:
                continue
            start = ceil(x + one * (near if one < 0 else far) - LEAST)
            stop = floor(x + two * (far if two < 0 else near) + LEAST)
            if start < stop:
                seen |= (1 << stop) - (1 << start)
            one, two = max(one, (left - x) / far), min(two, (right - x) / far)
            if one < two:
                behind.append((one, two))
    return seen, behind


def _runs(row: int) -> Iterator[tuple[int, int]]:
    """Yield where squares of a row begin and end that are beside each other.

    >>> list(_runs(0b1101110))
    [(1, 4), (5, 7)]
    """
    begin = 0
    while row >> begin:
        begin += first(row >> begin)
        end = begin + first(~(row >> begin))
        yield begin, end
        begin = end
