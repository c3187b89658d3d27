"""Squares and hexes as drawn on paper: middles in pitches, ways of steps, and what a body covers.

Nothing here knows of axes set back or of bits: a neighbour is the cell whose middle lies where a step ends.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement

F = Fraction
HALF = F(1, 2)


class Squares:
    """Cells of one pitch by one."""

    ways = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
    shifts = (HALF,)
    """How far into its cell a middle may lie, from the left."""

    def middle(self, cell):
        return cell[0] + HALF, cell[1] + HALF

    def diagonal(self, way):
        return all(way)

    def step(self, cell, way, times=1):
        return cell[0] + times * way[0], cell[1] + times * way[1]

    def body(self, cell, size):
        return {(cell[0] + i, cell[1] + j) for i in range(size[0]) for j in range(size[1])}


class Hexes:
    """Cells half a pitch farther on in every second row or column; steps are told in halves of a pitch."""

    def __init__(self, kind):
        _, lined, shifted = kind.split("_")
        self.columns, self.shifted = lined == "columns", 1 if shifted == "odd" else 0
        rows = ((2, 0), (1, 2), (-1, 2), (-2, 0), (-1, -2), (1, -2))
        columns = ((2, 1), (0, 2), (-2, 1), (-2, -1), (0, -2), (2, -1))
        self.ways = columns if self.columns else rows
        for name in ("middle", "cell", "step", "body"):
            setattr(self, name, cache(getattr(self, name)))

    def middle(self, cell):
        col, row = cell
        if self.columns:
            return col + HALF, row + HALF + (HALF if col % 2 == self.shifted else 0)
        return col + HALF + (HALF if row % 2 == self.shifted else 0), row + HALF

    def cell(self, middle):
        """Return the cell that has its middle there."""
        x, y = middle
        if self.columns:
            col = int(x - HALF)
            return col, int(y - self.middle((col, 0))[1])
        row = int(y - HALF)
        return int(x - self.middle((0, row))[0]), row

    def diagonal(self, way):
        del way
        return False

    def step(self, cell, way, times=1):
        x, y = self.middle(cell)
        return self.cell((x + times * F(way[0], 2), y + times * F(way[1], 2)))

    def body(self, cell, size):
        """Return what a token covers, row by row: each is a cell longer, half of it at either end, up to the widest."""
        count, first = size[0], self.middle(cell)
        found, length = set(), count - (count - 1) // 2
        for number in range(count):
            for place in range(length):
                found.add(
                    self.cell((first[0], first[1] + place) if self.columns else (first[0] + place, first[1]))
                )
            grows = number < (count - 1) // 2
            length += 1 if grows else -1
            back = -HALF if grows else HALF
            first = (first[0] + 1, first[1] + back) if self.columns else (first[0] + back, first[1] + 1)
        return frozenset(found)


def side(p, q, r):
    """Return on which side of the line p-q the point r is: -1, 0, 1."""
    cross = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return (cross > 0) - (cross < 0)


def within(p, q, r):
    return min(p[0], q[0]) <= r[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])


def meet(a, b, c, d):
    """Return whether the closed segments a-b and c-d have a point in common."""
    ends = [(a, b, c), (a, b, d), (c, d, a), (c, d, b)]
    if any(side(p, q, r) == 0 and within(p, q, r) for p, q, r in ends):
        return True
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def apart(these, those):
    """Return whether numbers are all below or all above others."""
    return max(these) < min(those) or max(those) < min(these)


def in_hull(a, b, points):
    """Return whether the segment a-b has a point in the convex hull of some points."""
    if any(apart((a[axis], b[axis]), [point[axis] for point in points]) for axis in (0, 1)):
        return False
    if any(meet(a, b, p, q) for p, q in combinations_with_replacement(points, 2)):
        return True
    # It touches no line between two of them: it is inside if one of its ends is, in a triangle.
    return any(
        {side(p, q, a), side(q, r, a), side(r, p, a)} in ({1}, {-1}) for p, q, r in combinations(points, 3)
    )


@cache
def of(kind):
    """Return the shapes of a grid of the wire."""
    return Squares() if kind == "square" else Hexes(kind)
