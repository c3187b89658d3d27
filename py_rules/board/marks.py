"""What is too near to walls and tokens on a map without cells, by rows of the lattice's points.

It is worked out once for all movers of a size, over the whole map; searches look at windows of it.
"""

from collections.abc import Iterable
from copy import copy
from functools import lru_cache
from math import floor, sqrt
from typing import Final

from py_rules.board.boxes import FINE, middles_in, third
from py_rules.board.geometry import Disc
from py_rules.board.grid import Cell, laid_out, slide
from py_rules.board.lattice import DIRECTIONS, Lattice
from py_rules.board.open_map import OpenMap, sides_of
from py_rules.board.spatial_index import Spot
from py_rules.values import work
from py_rules.values.rounding import GRAIN

Point = tuple[float, float]
"""A place in steps."""
PAD: Final = 4
"""Columns before the first, so that marks around a point at the edge have room."""
LEAST_BODY: Final = 0.75
"""A body smaller than this, in steps, is searched as if it were as large: no step crosses a wall unseen."""
SAFE: Final = 1e-5
"""How much floats are rounded for the worse, in steps."""


class Marks:
    """What walls keep the mover from, over the whole map, by rows of points; tokens too if they were added.

    ``near``: points nearer than its body to something. ``wide``: points from which no knight's move is safe.
    ``steps``: per direction E, S, SE, SW the origins whose step comes too near to the end of a wall.
    ``barred``: per direction, but for knight's moves, the origins that a one-way wall stops.
    ``beside``: points near to a one-way wall, on either side.
    ``taken``: points where the mover would stand on another token.
    """

    def __init__(self, open_map: OpenMap) -> None:
        self.cols, self.rows = open_map.cols * FINE + 1, open_map.rows * FINE + 1
        self.near, self.wide, self.taken = [0] * self.rows, [0] * self.rows, [0] * self.rows
        self.steps = tuple([0] * self.rows for _ in range(4))
        self.barred = tuple([0] * self.rows for _ in range(8))
        self.beside = [0] * self.rows
        body = max(open_map.radius * FINE / GRAIN, LEAST_BODY) + SAFE
        rocks = [corners for rock in open_map.rocks for corners in rock.outlines]
        solid = [line for corners in rocks for line in sides_of(corners)]
        lines = (*open_map.walls, *open_map.oneway, *solid)
        for line in lines:
            self._add(self.wide, (_scaled(line[0]), _scaled(line[1])), far=sqrt(body * body + 1.25))
        for line in (*open_map.walls, *solid):
            self._add(self.near, (_scaled(line[0]), _scaled(line[1])), far=body)
        for line in open_map.oneway:
            self._bar(_scaled(line[0]), _scaled(line[1]), body=body)
        for end in sorted({end for line in lines for end in line}):
            work.add(20)
            self._stamp(*_scaled(end), body=body)
        for left, top, right, bottom in (box for corners in rocks for box in middles_in(corners)):
            self._fill(third(left), third(top), third(right), third(bottom))

    def with_tokens(self, discs: Iterable[Disc]) -> "Marks":
        """Return the same with tokens in the way too."""
        marks = copy(self)
        marks.near, marks.wide, marks.taken = [*self.near], [*self.wide], [*self.taken]
        for disc in discs:
            x, y = _scaled(disc.at)
            work.add(20)
            far = disc.near * FINE / GRAIN + SAFE
            self._add(marks.taken, ((x, y), (x, y)), far=sqrt(far * far + 0.25))
            if disc.hostile:
                self._add(marks.near, ((x, y), (x, y)), far=sqrt(far * far + 0.5))
                self._add(marks.wide, ((x, y), (x, y)), far=sqrt(far * far + 1.25))
        return marks

    def _fill(self, left: int, top: int, right: int, bottom: int) -> None:
        bits = ((1 << right - left + 1) - 1) << left + PAD
        for row in range(max(top, 0), min(bottom + 1, self.rows)):
            self.near[row] |= bits
            self.wide[row] |= bits

    def _add(self, rows: list[int], line: tuple[Point, Point], *, far: float) -> None:
        """Add the points nearer than ``far`` to the line between two points: a span for each row."""
        (ax, ay), (bx, by) = line
        first, last = max(floor(min(ay, by) - far) + 1, 0), min(floor(max(ay, by) + far), self.rows - 1)
        dx, dy, square = bx - ax, by - ay, far * far
        long = sqrt(dx * dx + dy * dy)
        nx, ny = (-dy / long * far, dx / long * far) if long else (0.0, 0.0)
        most = self.cols - 1
        work.add(3 + 2 * max(last + 1 - first, 0))
        for row in range(first, last + 1):
            low, high = float(self.cols), -1.0
            for x, y in ((ax, ay), (bx, by)):
                rest = square - (row - y) * (row - y)
                if rest > 0:
                    half = sqrt(rest)
                    low, high = min(low, x - half), max(high, x + half)
            if dy:
                for ox, oy in ((ax + nx, ay + ny), (ax - nx, ay - ny)):
                    share = (row - oy) / dy
                    if 0 <= share <= 1:
                        x = ox + share * dx
                        low, high = min(low, x), max(high, x)
            start, stop = max(floor(low) + 1, 0), min(-floor(-high) - 1, most)
            if start <= stop:
                rows[row] |= ((1 << stop - start + 1) - 1) << start + PAD

    def _bar(self, a: Point, b: Point, *, body: float) -> None:
        """Bar the steps from the side that a one-way wall stops: those that come near to it and do not lead away.

        Who is near already leads away by what leads farther from the wall's line, beside the wall itself.
        """
        (ax, ay), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
        near, square = [0] * self.rows, dx * dx + dy * dy
        self._add(near, (a, b), far=body)
        safe = SAFE * (1 + sqrt(square))
        low, high = sorted((ay, b[1]))
        for row in range(max(floor(low - body) - 1, 0), min(floor(high + body) + 2, self.rows - 1) + 1):
            self.beside[row] |= near[row]
            across = dx * (row - ay)
            facing = self._columns(-dy, -across - dy * ax - safe)
            at = ax * dx - (row - ay) * dy
            level = self._columns(dx, at + safe) & self._columns(-dx, safe - square - at) & near[row]
            for direction, (col, down) in enumerate(DIRECTIONS[:8]):
                to = slide(near[row + down], -col) if 0 <= row + down < self.rows else 0
                stopped = facing & (to | near[row])
                self.barred[direction][row] |= stopped & ~level if dx * down - dy * col >= 0 else stopped

    def _columns(self, factor: float, least: float) -> int:
        """Return the columns that, times a factor, are at least a number."""
        if not factor:
            return ((1 << self.cols) - 1) << PAD if least <= 0 else 0
        first, last = 0, self.cols - 1
        if factor > 0:
            first = max(-floor(-least / factor), 0)
        else:
            last = min(floor(least / factor), last)
        return ((1 << last - first + 1) - 1) << first + PAD if first <= last else 0

    def _stamp(self, x: float, y: float, *, body: float) -> None:
        """Mark the steps that come too near to the end of a wall."""
        col, row = floor(x), floor(y)
        for rows, lines in zip(
            self.steps, _stamps(_eighth(x - col), _eighth(y - row), body=body), strict=True
        ):
            for off, bits in lines:
                if 0 <= row + off < self.rows and 0 <= col <= self.cols:
                    rows[row + off] |= bits << col

    def window(self, rows: list[int], grid: Lattice) -> int:
        """Return what of some rows is in a window; of most marks there are none."""
        if not any(rows):
            return 0
        mask = (1 << grid.cols) - 1
        lines = [row >> grid.left + PAD & mask for row in rows[grid.top : grid.top + grid.inner]]
        return laid_out(lines, grid.stride)


def _eighth(share: float) -> int:
    """Return a share of a step in sixteenths: even on the points and halfway between eighths else."""
    return 0 if share == 0 else 2 * floor(share * 8) + 1


@lru_cache(maxsize=4096)
def _stamps(x: int, y: int, *, body: float) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return per direction the rows, with columns from ``PAD`` before, whose step comes near to an end."""
    slack = (1 / 16 if x else 0) + (1 / 16 if y else 0)
    far, reach = body + slack, floor(body) + 2
    found = []
    for col, row in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        lines = []
        for down in range(-min(reach, PAD), reach + 1):
            bits = 0
            for across in range(-min(reach, PAD), reach + 1):
                if _off((x / 16, y / 16), (across, down), by=(col, row)) < far:
                    bits |= 1 << across + PAD
            if bits:
                lines.append((down, bits))
        found.append(tuple(lines))
    return tuple(found)


def _off(at: tuple[float, float], origin: Cell, *, by: Cell) -> float:
    """Return the distance of a place from a step."""
    ex, ey = at[0] - origin[0], at[1] - origin[1]
    share = min(1.0, max(0.0, (ex * by[0] + ey * by[1]) / (by[0] * by[0] + by[1] * by[1])))
    return sqrt((ex - share * by[0]) ** 2 + (ey - share * by[1]) ** 2)


def _scaled(spot: Spot) -> tuple[float, float]:
    return spot[0] * FINE / GRAIN, spot[1] * FINE / GRAIN
