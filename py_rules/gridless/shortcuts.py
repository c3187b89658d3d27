"""Shorter paths than the lattice finds: a corner is left out, or cut, where the rules find the path better so."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

from py_rules.paths.path import Path, Waypoint
from py_rules.values.answer_parts import WORST, Judgement

Worth = tuple[int, int, int, Fraction, int, Fraction, Fraction]
"""What makes one path better than another; less is better."""
Weigh = Callable[[Sequence[Waypoint], Worth | None], Worth]
"""Returns what a path is worth; the other worth where it cannot be better than that."""
Cut = Callable[[Sequence[Waypoint]], Waypoint]
"""Returns where a path turns best, of three points the one in the middle."""
Enter = Callable[[Sequence[Waypoint]], Sequence[Waypoint] | None]
"""Returns where a path enters passages in a row and comes out, of the points there and around; none: there are none."""
ROW = 6
"""The most points at which a path enters passages in a row, or comes out."""
Kept = list[tuple[Waypoint, bool]]
"""The points of a path, and whether each was asked for."""


def worth_of(way: Path, judgement: Judgement) -> Worth:
    """Return how good a path is: falls, what bars it, kind, chance, dice or actions, what it uses, length.

    One that is too far, or pauses in a climb (MAP-18), is worse than all that lead to their end and better than what
    nothing makes possible; of those the cheapest counts: rolls and dice are told only as far as it can be gone.
    """
    falls, barred = hindrances(way)
    falls += sum(hazard.stops for hazard in judgement.hazards)
    bar = judgement.bar
    too_far = bar is not None and bar.mode != "jump" and bar.reason.key == "table.too_far"
    short = too_far or (bar is not None and way.held(bar.start) is not None)
    chance = Fraction(1) if short or judgement.chance is None else judgement.chance
    price = 0 if short or judgement.price is None else abs(judgement.price.amount)
    return falls, barred, 2 * WORST[judgement.verdict] - short, -chance, price, judgement.cost, way.length


def hindrances(way: Path) -> tuple[int, int]:
    """Return how often a path leads over an edge and how often the map bars it: its worth begins no lower."""
    return sum(segment.falls for segment in way.segments), sum(
        segment.barrier is not None for segment in way.segments
    )


def shortened(
    points: Sequence[Waypoint],
    fixed: Sequence[int],
    *,
    worth: Weigh,
    cut: Cut,
    enter: Enter,
) -> Sequence[Waypoint]:
    """Return points without those that a better path leaves out; ``fixed``: the numbers of those that were asked for.

    Each leg is tried as one straight line, then without each of its corners, then with all of them cut; passages are
    entered where the path is best.

    >>> points = [(0, 0, 0, None), (1, 1, 0, None), (2, 0, 0, None)]
    >>> worth = lambda some, best: (0, 0, 0, Fraction(-1), 0, Fraction(0), Fraction(len(some)))
    >>> shortened(points, [0, 2], worth=worth, cut=lambda bend: bend[1], enter=lambda _: None)
    [(0, 0, 0, None), (2, 0, 0, None)]
    """
    kept = [(point, number in fixed) for number, point in enumerate(points)]
    if all(stays for _, stays in kept):
        return points
    best = worth(points, None)
    for number in range(sum(stays for _, stays in kept) - 1):
        ends = [index for index, (_, stays) in enumerate(kept) if stays][number : number + 2]
        kept, best = _without(kept, range(ends[0] + 1, ends[1]), best=best, worth=worth)
    for index in reversed(range(len(kept))):
        if not kept[index][1]:
            kept, best = _without(kept, range(index, index + 1), best=best, worth=worth)
    for first, last in combinations(range(1, len(kept)), 2):
        still = last - first > ROW or any(stays for _, stays in kept[first:last])
        passed = None if still else enter([point for point, _ in kept[first - 1 : last + 1]])
        if passed is not None:
            moved = [*kept[:first], *((point, False) for point in passed), *kept[last:]]
            kept, best = _better(kept, best, tried=moved, worth=worth)
    tried = kept
    for index, (_, stays) in enumerate(kept):
        if not stays:
            turn = cut([point for point, _ in tried[index - 1 : index + 2]])
            tried = [*tried[:index], (turn, False), *tried[index + 1 :]]
    if tried != kept:
        kept, _ = _better(kept, best, tried=tried, worth=worth)
    return [point for point, _ in kept]


def _without(kept: Kept, left_out: range, *, best: Worth, worth: Weigh) -> tuple[Kept, Worth]:
    """Return a path without some points if that is better; the map proposes the mode to the next one."""
    if not left_out:
        return kept, best
    (col, row, up, _), stays = kept[left_out.stop]
    tried = [*kept[: left_out.start], ((col, row, up, None), stays), *kept[left_out.stop + 1 :]]
    return _better(kept, best, tried=tried, worth=worth)


def _better(kept: Kept, best: Worth, *, tried: Kept, worth: Weigh) -> tuple[Kept, Worth]:
    """Return the better of two paths."""
    found = worth([point for point, _ in tried], best)
    return (tried, found) if found < best else (kept, best)
