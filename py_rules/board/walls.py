"""Walls as masks: which steps between cell centres touch a wall.

A wall is cut with the four families of lines that the centres of the grid lie on (rows, columns, both
diagonals). Each crossing is one exact integer division, so that a wall costs what it is long, not the
area it spans. Coordinates are whole grains of a millionth of a cell (X-02).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from py_rules import protocol
from py_rules.board.square import Cell, Square
from py_rules.exact import GRAIN, exact

HALF: Final = GRAIN // 2


@dataclass(frozen=True, slots=True)
class WallMasks:
    """What walls touch; bits are single cells, whatever the footprint."""

    steps: tuple[int, ...]
    """Per direction: cells from whose centre the line to the next centre touches a wall."""
    centres: int
    """Cells whose centre a wall touches."""
    blocks: int
    """Cells ``(c, r)`` where a wall touches the square between the centres of it and ``(c+1, r+1)``."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where a wall meets line ``line`` of a family: from ``low / den`` to ``high / den`` along it."""

    line: int
    low: int
    high: int
    den: int

    def links(self) -> range:
        """Return the places ``j`` whose link, from ``j + 1/2`` to ``j + 3/2``, is touched.

        >>> list(Crossing(line=0, low=HALF, high=HALF, den=1).links())
        [-1, 0]
        """
        unit = 2 * GRAIN * self.den
        first = -((3 * GRAIN * self.den - 2 * self.low) // unit)
        return range(first, (2 * self.high - GRAIN * self.den) // unit + 1)

    def centres(self) -> range:
        """Return the places ``j`` whose centre, at ``j + 1/2``, is touched.

        >>> list(Crossing(line=0, low=HALF, high=HALF + 1, den=1).centres())
        [0]
        """
        unit = 2 * GRAIN * self.den
        first = -((GRAIN * self.den - 2 * self.low) // unit)
        return range(first, (2 * self.high - GRAIN * self.den) // unit + 1)


def crossings(a: Cell, b: Cell, *, offset: int, lines: range) -> Iterator[Crossing]:
    """Yield where the wall from ``a`` to ``b`` meets the lines at ``line * GRAIN + offset``.

    Ends are ``(across, along)`` in grains; a wall that lies in a line meets it all along.

    >>> [(x.line, x.low / x.den) for x in crossings((0, 0), (2 * GRAIN, GRAIN), offset=HALF, lines=range(9))]
    [(0, 250000.0), (1, 750000.0)]
    """
    (across, along), (end, far) = sorted((a, b))
    span = end - across
    if span == 0:
        line, rest = divmod(across - offset, GRAIN)
        if rest == 0 and line in lines:
            yield Crossing(line, min(along, far), max(along, far), 1)
        return
    first = max(-((offset - across) // GRAIN), lines.start)
    last = min((end - offset) // GRAIN, lines.stop - 1)
    for line in range(first, last + 1):
        at = along * span + (far - along) * (line * GRAIN + offset - across)
        yield Crossing(line, at, at, span)


class _Cells:
    """A set of cells under construction; what is off the map is dropped."""

    __slots__ = ("_bytes", "_square")

    def __init__(self, square: Square) -> None:
        self._square = square
        self._bytes = bytearray((square.stride * square.rows >> 3) + 1)

    def add(self, col: int, row: int) -> None:
        if 0 <= col < self._square.cols and 0 <= row < self._square.rows:
            bit = row * self._square.stride + col
            self._bytes[bit >> 3] |= 1 << (bit & 7)

    def bits(self) -> int:
        return int.from_bytes(self._bytes, "little")


def compile_walls(square: Square, walls: Sequence[protocol.Wall]) -> WallMasks:
    """Return the masks of all walls that are not open; touching counts as crossing."""
    east, south, southeast, southwest = (_Cells(square) for _ in range(4))
    centres, inner = _Cells(square), _Cells(square)
    for wall in walls:
        if wall.open:
            continue
        (ax, ay), (bx, by) = (_grains(end) for end in (wall.a, wall.b))
        cols, rows = range(square.cols), range(square.rows)
        for cut in crossings((ay, ax), (by, bx), offset=HALF, lines=rows):
            for col in _clip(cut.links(), square.cols):
                east.add(col, cut.line)
            for col in _clip(cut.centres(), square.cols):
                centres.add(col, cut.line)
        for cut in crossings((ax, ay), (bx, by), offset=HALF, lines=cols):
            for row in _clip(cut.links(), square.rows):
                south.add(cut.line, row)
        falling = range(-square.cols, square.rows)
        for cut in crossings((ay - ax, ax), (by - bx, bx), offset=0, lines=falling):
            for col in _clip(cut.links(), square.cols):
                southeast.add(col, cut.line + col)
        rising = range(square.cols + square.rows)
        for cut in crossings((ax + ay, ay), (bx + by, by), offset=0, lines=rising):
            for row in _clip(cut.links(), square.rows):
                southwest.add(cut.line - 1 - row, row)
        inner.add((ax - HALF) // GRAIN, (ay - HALF) // GRAIN)
    links = (east.bits(), south.bits(), southeast.bits(), southwest.bits())
    return _masks(square, links, centres=centres.bits(), inner=inner.bits())


def _masks(square: Square, links: tuple[int, int, int, int], *, centres: int, inner: int) -> WallMasks:
    """Turn undirected links into the masks of the eight directions."""
    east, south, southeast, southwest = links
    stride = square.stride
    steps = (
        east,
        south,
        east << 1,
        south << stride,
        southeast,
        southwest,
        southeast << (stride + 1),
        southwest << (stride - 1),
    )
    blocks = east | east >> stride | south | south >> 1 | inner
    return WallMasks(steps, centres, blocks)


def _grains(end: tuple[int | float, int | float]) -> Cell:
    x, y = (exact(value) * GRAIN for value in end)
    return x.numerator, y.numerator


def _clip(places: range, count: int) -> range:
    return range(max(places.start, 0), min(places.stop, count))
