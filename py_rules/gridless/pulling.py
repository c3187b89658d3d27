"""Paths found on the lattice, pulled straight: no longer, and dearer in nothing."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from py_rules.board.boxes import FINE
from py_rules.board.boxes import part as third_at
from py_rules.board.floors import Crossing
from py_rules.board.geometry import along
from py_rules.board.ground import Ground
from py_rules.board.lattice_ground import UNGRADED
from py_rules.board.ledge_steps import grades_of
from py_rules.board.open_map import OpenMap
from py_rules.board.spatial_index import Spot
from py_rules.values.rounding import SLACK, SNAP

ZERO, ONE = Fraction(0), Fraction(1)
MARGIN = 2 * SNAP
"""How many grains inside a passage's square a path through it begins that the lattice did not find."""
CUT = Fraction(1, 16)
"""The least part of a line that a corner is cut by."""


def entries(through: Crossing, begin: Spot, *, goal: Spot) -> Iterator[Spot]:
    """Yield the places of a passage's square that the shortest path may enter at: its middle first, if it is one.

    ``goal``: where the path goes from ``begin``, as if what is behind the passage was here.
    """
    left, top = (third_at(side) + MARGIN for side in through.start)
    right, bottom = (third_at(side + FINE) - MARGIN for side in through.start)

    def inside(spot: Spot) -> Spot:
        return min(max(spot[0], left), right), min(max(spot[1], top), bottom)

    yield (left + right) // 2, (top + bottom) // 2
    shares = [Fraction(0), Fraction(1)]
    by = goal[0] - begin[0], goal[1] - begin[1]
    for axis, borders in ((0, (left, right)), (1, (top, bottom))):
        shares += [Fraction(border - begin[axis], by[axis]) for border in borders if by[axis]]
    met = sorted(share for share in shares if 0 <= share <= 1)
    halfway = [along(begin, goal, share=(first + last) / 2) for first, last in pairwise(met)]
    yield from (spot for spot in halfway if inside(spot) == spot)
    yield from (inside(along(begin, goal, share=share)) for share in met)


def _no_dearer(costs: dict[str, Fraction], others: dict[str, Fraction]) -> bool:
    return all(cost <= others.get(name, ZERO) + SLACK for name, cost in costs.items())


def leads(open_map: OpenMap, a: Spot, b: Spot) -> bool:
    """Return whether a straight line is free, over no gap, and level or stepped as if it were."""
    if a == b:
        return True
    if not open_map.free(a, b):
        return False
    under = {ground.region.kind for part in open_map.parts(a, b) for ground in part.under}
    return "gap" not in under and open_map.even(a, b)


def pulled(open_map: OpenMap, spots: Sequence[Spot], *, stood: tuple[Ground, ...]) -> list[Spot]:
    """Return a path without the places that a straight line may leave out: free, and dearer in nothing."""
    kept, at, last = [spots[0]], 0, len(spots) - 1
    while at < last:
        step, far = 1, at + 1
        while at + 2 * step <= last and _spares(open_map, spots[at : at + 2 * step + 1], stood=stood):
            step *= 2
            far = at + step
        while step > 1:
            step //= 2
            if far + step <= last and _spares(open_map, spots[at : far + step + 1], stood=stood):
                far += step
        if far != last and _spares(open_map, spots[at:], stood=stood):
            far = last
        for part in open_map.parts(spots[at], spots[far]):
            stood = part.under
        kept.append(spots[far])
        at = far
    return kept


def _spares(open_map: OpenMap, spots: Sequence[Spot], *, stood: tuple[Ground, ...]) -> bool:
    """Return whether the straight line from the first to the last place is free and dearer in nothing.

    ``stood``: what was underfoot right before; of a place on a border, the path that leads there decides that.
    """
    ends = spots[0], spots[-1]
    if ends[0] == ends[1] or not leads(open_map, *ends):
        return False
    bent = _priced(open_map, spots, before=stood)
    return "gap" not in bent and _no_dearer(_priced(open_map, ends, before=stood), bent)


def cut(open_map: OpenMap, before: Spot, *, corner: Spot, after: Spot) -> Spot:
    """Return where to turn between two places instead of at a corner: free, and dearer in nothing.

    Each pulled line goes as far as it can, past the place to turn at. So the turn is brought as near as can be to the
    place before, then to the one after.
    """
    for toward in (before, after):
        corner = _nearer(open_map, (before, corner, after), toward=toward)
    return corner


def _nearer(open_map: OpenMap, bend: tuple[Spot, Spot, Spot], *, toward: Spot) -> Spot:
    """Return where to turn instead of at the second of three places; what is near to it is tried first."""
    before, corner, after = bend
    stood = open_map.under(*before)
    costs = _priced(open_map, bend, before=stood)
    best, share, step, too_far = corner, ZERO, CUT, ONE
    while step >= CUT:
        tried = share + step
        turn = along(corner, toward, share=tried)
        if (
            tried < too_far
            and leads(open_map, before, turn)
            and leads(open_map, turn, after)
            and _no_dearer(_priced(open_map, (before, turn, after), before=stood), costs)
        ):
            best, share, step = turn, tried, step * 2
        else:
            too_far, step = min(too_far, tried), step / 2
    return best


def _priced(open_map: OpenMap, spots: Sequence[Spot], *, before: tuple[Ground, ...]) -> dict[str, Fraction]:
    """Return what a path costs, by mode, and how often each region is entered in it."""
    costs: dict[str, Fraction] = {}
    for a, b in pairwise(spots):
        far = open_map.length(a, b)
        for part in open_map.parts(a, b):
            length = far * (part.ends - part.begins)
            kinds = {ground.region.kind for ground in part.under}
            mode = next((kind for kind in ("gap", "climb", "water") if kind in kinds), "ground")
            multiplier = open_map.multiplier(part.under)
            graded = [grade for grade in grades_of(part.under) if grade != UNGRADED]
            for name in (mode, *([f"{mode} {graded}"] if graded else [])):
                costs[name] = costs.get(name, ZERO) + length * multiplier
            for ground in part.under:
                if ground not in before:
                    name = f"{mode} into {ground.region.id}"
                    costs[name] = costs.get(name, ZERO) + 1
            before = part.under
    return costs
