"""What a drawn line over ledges is, once more and plainly: by every place where it crosses a border, in fractions.

Ledges are rectangles that hold their left and upper borders. Nothing here knows of parts, pieces or grains.
"""

from fractions import Fraction
from itertools import pairwise

F = Fraction


def ground(ledges, x, y):
    """Return how high the ground is at a point: as the highest ledge there."""
    return max(
        (up for (left, top, right, low), up in ledges if left <= x < right and top <= y < low), default=F(0)
    )


def crossings(ledges, a, b):
    """Return where a straight line meets the borders of any ledge, as shares of it, with both its ends."""
    (ax, ay), (bx, by) = a, b
    met = {F(0), F(1)}
    for (left, top, right, low), _ in ledges:
        for start, end, borders in ((ax, bx, (left, right)), (ay, by, (top, low))):
            met |= {F(border - start) / (end - start) for border in borders if start != end}
    return sorted(share for share in met if 0 <= share <= 1)


def changes(ledges, a, b, free):
    """Yield how much the ground rises or falls along a straight line, where that is more than a step."""
    shares = crossings(ledges, a, b)

    def at(share):
        return ground(ledges, a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)

    middles = [at((first + last) / 2) for first, last in pairwise(shares)]
    ups = [at(F(0)), *middles, at(F(1))]
    for low, high in pairwise(ups):
        if abs(high - low) > free:
            yield high - low


def walked(ledges, path, free):
    """Return what a path without modes climbs, in all, and what it drops, at once each time."""
    rises = [rise for a, b in pairwise(path) for rise in changes(ledges, a, b, free)]
    return sum((rise for rise in rises if rise > 0), F(0)), [-rise for rise in rises if rise < 0]
