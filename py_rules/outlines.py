"""The outlines of a set of squares, as closed lines that a host can fill, written as JSON.

There are thousands of corners, and each is told by two numbers out of a few hundred: their texts are put together,
so that neither lists of them are made nor numbers are written one by one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

Ring = list[int]
"""The corners of a closed line, by number."""
BLOCK = 16
"""So many rows are cut off at once: each cut copies what is left."""


def outlines(bits: int, stride: int, across: Sequence[int | float], down: Sequence[int | float]) -> str:
    """Return the polygons of a set of squares, each as its outer line and its holes, as JSON.

    Square ``(x, y)`` is bit ``y * stride + x``; it reaches from ``across[x]``, ``down[y]`` to those of the next.
    Outer lines go clockwise as seen with rows going down, holes the other way; squares that touch in a corner
    only are apart.

    >>> outlines(0b11, 4, range(5), range(2))
    '[[[[0,0],[2,0],[2,1],[0,1]]]]'
    """
    wide = stride + 1
    lefts, rights = [f"[{x!r}," for x in across], [f"{y!r}]" for y in down]
    polygons = (
        ",".join(f"[{','.join([lefts[at % wide] + rights[at // wide] for at in ring])}]" for ring in polygon)
        for polygon in _polygons(bits, stride, wide)
    )
    return f"[{','.join(f'[{polygon}]' for polygon in polygons)}]"


def _polygons(bits: int, stride: int, wide: int) -> list[list[Ring]]:
    """Return the polygons by their corners: that at ``across[x]``, ``down[y]`` is number ``y * wide + x``."""
    polygons: list[list[Ring]] = []
    holes: list[Ring] = []
    for ring, hole in _rings(_ends(bits, stride, wide)):
        if hole:
            holes.append(ring)
        else:
            polygons.append([ring])
    for ring in holes:
        _home(polygons, ring, wide).append(ring)
    return polygons


@dataclass(slots=True)
class _Ends:
    """The ends of runs along the borders between rows: those of run ``n`` are ``2n`` (left) and ``2n + 1``."""

    at: list[int] = field(default_factory=list)
    tops: list[int] = field(default_factory=list)
    """Left ends of runs with squares below them, from above."""
    beside: list[int] = field(default_factory=list)
    """Which end the line goes on at, up or down the column."""


def _rings(ends: _Ends) -> Iterator[tuple[Ring, bool]]:
    """Yield all closed lines, corners only, and whether each is a hole.

    A line goes along a run, then down or up a column, and so on. A hole is above bordered by squares.
    """
    at_of, beside, done = ends.at, ends.beside, bytearray(len(ends.at))
    for begin in ends.tops:
        if done[begin]:
            continue
        ring: Ring = []
        at = first = begin
        while True:
            to = at ^ 1
            done[at] = 1
            ring += (at_of[at], at_of[to])
            first = min(first, at)
            at = beside[to]
            if at == begin:
                break
        yield ring, first < begin


def _ends(bits: int, stride: int, wide: int) -> _Ends:
    """Return the ends of all runs. The ends of a column, from above, belong together by twos."""
    found, last = _Ends(), 0
    at, tops, beside = found.at, found.tops, found.beside
    waiting: dict[int, int] = {}
    first = ((bits & -bits).bit_length() - 1) // stride if bits else 0
    for y, line in enumerate(_lines(bits >> first * stride, stride), first):
        changed, left = last ^ line, y * wide
        # Of two corners in one place the one above goes first: see where the squares lie.
        for runs in (last & changed, line & changed) if changed else ():
            ends = runs ^ runs << 1
            if runs & line:
                tops += range(len(at), len(at) + ends.bit_count(), 2)
            while ends:
                low = ends & -ends
                ends ^= low
                x = low.bit_length() - 1
                other = waiting.pop(x, -1)
                if other < 0:
                    waiting[x] = len(at)
                else:
                    beside[other] = len(at)
                beside.append(other)
                at.append(left + x)
        last = line
    return found


def _lines(bits: int, stride: int) -> Iterator[int]:
    """Yield the rows, and an empty one or more after the last.

    >>> [line for line in _lines(0b10_0000_0011, 4) if line]
    [3, 2]
    """
    mask, whole = (1 << stride) - 1, (1 << stride * BLOCK) - 1
    while bits:
        block = bits & whole
        bits >>= stride * BLOCK
        for _ in range(BLOCK):
            yield block & mask
            block >>= stride
    yield 0


def _home(polygons: list[list[Ring]], hole: Ring, wide: int) -> list[Ring]:
    """Return the polygon that a hole is in: the one whose outer line it is inside of, the nearest to the left."""
    x, y = min((at % wide, at // wide) for at in hole)
    best, place = -1, polygons[0]
    for polygon in polygons:
        ring = [(at % wide, at // wide) for at in polygon[0]]
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
