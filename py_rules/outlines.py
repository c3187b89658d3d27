"""The outlines of a set of squares, as closed lines that a host can fill."""

from collections.abc import Iterator
from dataclasses import dataclass, field

Corner = tuple[int, int]


def outlines(bits: int, stride: int, rows: int) -> list[list[list[Corner]]]:
    """Return the polygons of a set of squares, each as its outer line and its holes.

    Square ``(x, y)`` is bit ``y * stride + x`` and reaches to ``(x + 1, y + 1)``. Outer lines go clockwise as
    seen with rows going down, holes the other way; squares that touch in a corner only are apart.

    >>> outlines(0b11, 4, 1)
    [[[(0, 0), (2, 0), (2, 1), (0, 1)]]]
    """
    polygons: list[list[list[Corner]]] = []
    holes: list[list[Corner]] = []
    for ring, hole in _rings(bits, stride, rows):
        if hole:
            holes.append(ring)
        else:
            polygons.append([ring])
    for ring in holes:
        _home(polygons, ring).append(ring)
    return polygons


@dataclass(slots=True)
class _Ends:
    """The ends of runs along the borders between rows: those of run ``n`` are ``2n`` (left) and ``2n + 1``."""

    at: list[Corner] = field(default_factory=list)
    tops: list[int] = field(default_factory=list)
    """Left ends of runs with squares below them, from above."""
    beside: list[int] = field(default_factory=list)
    """Which end the line goes on at, up or down the column."""


def _rings(bits: int, stride: int, rows: int) -> Iterator[tuple[list[Corner], bool]]:
    """Yield all closed lines, corners only, and whether each is a hole.

    A line goes along a run, then down or up a column, and so on. A hole is above bordered by squares.
    """
    ends = _ends(bits, stride, rows)
    at_of, beside, done = ends.at, ends.beside, bytearray(len(ends.at))
    for begin in ends.tops:
        if done[begin]:
            continue
        ring: list[Corner] = []
        at = first = begin
        while True:
            to = at ^ 1
            done[at] = done[to] = 1
            ring += (at_of[at], at_of[to])
            first = min(first, at)
            at = beside[to]
            if at == begin:
                break
        yield ring, first < begin


def _ends(bits: int, stride: int, rows: int) -> _Ends:
    """Return the ends of all runs. The ends of a column, from above, belong together by twos."""
    found, mask, last = _Ends(), (1 << stride) - 1, 0
    waiting: dict[int, int] = {}
    y = ((bits & -bits).bit_length() - 1) // stride if bits else rows
    bits >>= y * stride
    while bits or last:
        line = bits & mask
        bits >>= stride
        # Of two corners in one place the one above goes first: see where the squares lie.
        for runs, top in ((last & ~line, False), (line & ~last, True)):
            for left, right in _runs(runs):
                if top:
                    found.tops.append(len(found.at))
                for x in (left, right):
                    end = len(found.at)
                    found.at.append((x, y))
                    other = waiting.pop(x, None)
                    if other is None:
                        waiting[x] = end
                        found.beside.append(-1)
                    else:
                        found.beside.append(other)
                        found.beside[other] = end
        last = line
        y += 1
    return found


def _runs(bits: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of set bits, each from its first to past its last.

    >>> list(_runs(0b110011))
    [(0, 2), (4, 6)]
    """
    while bits:
        low = bits & -bits
        start = low.bit_length() - 1
        stop = ((bits + low) & -(bits + low)).bit_length() - 1
        yield start, stop
        bits &= ~((1 << stop) - 1)


def _home(polygons: list[list[list[Corner]]], hole: list[Corner]) -> list[list[Corner]]:
    """Return the polygon that a hole is in: the one whose outer line it is inside of, the nearest to the left."""
    x, y = min(hole)
    best, place = -1, polygons[0]
    for polygon in polygons:
        ring = polygon[0]
        crossings = [
            ring[index][0]
            for index in range(len(ring))
            if ring[index][0] == ring[index - 1][0]
            and ring[index][0] < x
            and min(ring[index][1], ring[index - 1][1]) <= y < max(ring[index][1], ring[index - 1][1])
        ]
        if len(crossings) % 2 and max(crossings) > best:
            best, place = max(crossings), polygon
    return place
