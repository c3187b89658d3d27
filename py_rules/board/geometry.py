"""Lines, places and discs in grains: what crosses, what comes near."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import isqrt

from py_rules.board.spatial_index import Line, Spot
from py_rules.values.records import record
from py_rules.values.rounding import GRAIN, SNAP


@record()
class Disc:
    """Another token: its middle, and how near the mover's middle may come, in grains."""

    at: Spot
    near: int
    hostile: bool


def beside(discs: Iterable[Disc], a: Spot, b: Spot) -> list[Disc]:
    """Return the discs whose boxes meet the one around a line; to a grain or two."""
    (left, right), (top, bottom) = (sorted(ends) for ends in zip(a, b, strict=True))
    return [
        disc
        for disc in discs
        if left <= disc.at[0] + disc.near + 2
        and disc.at[0] <= right + disc.near + 2
        and top <= disc.at[1] + disc.near + 2
        and disc.at[1] <= bottom + disc.near + 2
    ]


def crossed(start: int, end: int, *, borders: Spot, other: Spot, span: Spot) -> Iterator[Fraction]:
    """Yield where a line crosses the borders of a box in one of its coordinates, within its span in the other.

    >>> [[*crossed(0, 10, borders=(5, 20), other=(0, 10), span=span)] for span in ((4, 6), (7, 9))]
    [[Fraction(1, 2)], []]
    """
    for border in borders:
        if min(start, end) < border < max(start, end):
            share = Fraction(border - start, end - start)
            if span[0] <= other[0] + (other[1] - other[0]) * share <= span[1]:
                yield share


def pierced(a: Spot, b: Spot, *, disc: Disc) -> Iterator[Fraction]:
    """Yield where a line enters and leaves the circle around another token, to the grain."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    ex, ey = disc.at[0] - a[0], disc.at[1] - a[1]
    square, dot, cross = dx * dx + dy * dy, dx * ex + dy * ey, dx * ey - dy * ex
    half = disc.near**2 * square - cross * cross
    if half > 0:
        for share in (Fraction(dot - isqrt(half), square), Fraction(dot + isqrt(half), square)):
            if 0 < share < 1:
                yield share


def along(a: Spot, b: Spot, *, share: Fraction) -> Spot:
    """Return the point of a line at a share of it, on the grain.

    >>> along((0, 0), (9, 3), share=Fraction(1, 2))
    (4, 2)
    """
    return a[0] + round((b[0] - a[0]) * share), a[1] + round((b[1] - a[1]) * share)


def deciding_axis(a: Spot, b: Spot) -> int:
    """Return by which coordinate places of a line are told to be past a border: of a flat line the shorter side's.

    A grain along the longer one would not even be a grain there. What is as good as straight does not count as flat.

    >>> [deciding_axis((0, 0), (GRAIN, low)) for low in (GRAIN // 2, GRAIN // 5, 1)]
    [0, 1, 0]
    """
    sides = [abs(b[axis] - a[axis]) for axis in (0, 1)]
    short, long = sorted(sides)
    return sides.index(short if GRAIN <= 1000 * short <= 1000 * long // (2 * SNAP) else long)


def comes_near(a: Spot, b: Spot, *, line: Line, near: int) -> bool:
    """Return whether the path from ``a`` to ``b`` comes nearer to a line than allowed, not only away from it.

    >>> [comes_near((0, 0), (8, 0), line=((4, row), (4, 9)), near=3) for row in (2, 3)]
    [True, False]
    >>> comes_near((0, 0), (-8, 0), line=((1, 0), (1, 9)), near=3)
    False
    """
    (px, py), (qx, qy) = line
    if (
        max(px, qx) + near <= min(a[0], b[0])
        or min(px, qx) - near >= max(a[0], b[0])
        or max(py, qy) + near <= min(a[1], b[1])
        or min(py, qy) - near >= max(a[1], b[1])
    ):
        return False
    least = _apart(a, b, line=line)
    if least[0] >= near * near * least[1]:
        return False
    first = off(a, line)
    return not (least[0] and least[0] * first[1] == first[0] * least[1])


def meet(one: Line, other: Line) -> bool:
    """Return whether two straight lines cross or touch.

    >>> meet(((0, 0), (4, 4)), ((4, 0), (2, 2))), meet(((0, 0), (4, 4)), ((4, 0), (3, 2)))
    (True, False)
    >>> meet(((0, 0), (4, 0)), ((4, 0), (9, 0))), meet(((0, 0), (4, 0)), ((5, 0), (9, 0)))
    (True, False)
    """
    return _apart(*one, line=other)[0] == 0


def _apart(a: Spot, b: Spot, *, line: Line) -> tuple[int, int]:
    """Return the squared distance of two straight lines, as numerator and denominator."""
    if _cross(a, b, line=line):
        return 0, 1
    best = off(a, line)
    for other in (off(b, line), off(line[0], (a, b)), off(line[1], (a, b))):
        if other[0] * best[1] < best[0] * other[1]:
            best = other
    return best


def off(at: Spot, line: Line) -> tuple[int, int]:
    """Return the squared distance of a point from a straight line, as numerator and denominator."""
    (px, py), (qx, qy) = line
    dx, dy, ex, ey = qx - px, qy - py, at[0] - px, at[1] - py
    square, dot = dx * dx + dy * dy, dx * ex + dy * ey
    if dot <= 0:
        return ex * ex + ey * ey, 1
    if dot >= square:
        return (at[0] - qx) ** 2 + (at[1] - qy) ** 2, 1
    return (dx * ey - dy * ex) ** 2, square


def _cross(a: Spot, b: Spot, *, line: Line) -> bool:
    """Return whether two straight lines meet, other than one end touching: that has no distance by itself."""
    p, q = line
    one, two = side(a, b, p), side(a, b, q)
    three, four = side(p, q, a), side(p, q, b)
    return (one > 0) != (two > 0) and (three > 0) != (four > 0) and one * two <= 0 and three * four <= 0


def side(a: Spot, b: Spot, c: Spot) -> int:
    """Return on which side of the line from a to b a place is, by the sign of the number; 0: on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def touches(spot: Spot, line: Line, *, near: int) -> bool:
    """Return whether a place is nearer to a line than ``near`` grains."""
    square, under = off(spot, line)
    return square < near * near * under


def within(spot: Spot, disc: Disc) -> bool:
    """Return whether a place is within a disc."""
    return (spot[0] - disc.at[0]) ** 2 + (spot[1] - disc.at[1]) ** 2 < disc.near**2
