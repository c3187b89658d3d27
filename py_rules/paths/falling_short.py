"""Where a jump ends that fell short: the GM says how, and the map how deep it is there."""

from collections.abc import Sequence
from fractions import Fraction

from py_rules.values.stretch import Fall, Segment

ZERO = Fraction(0)


def short_of(leap: Sequence[Segment], landed: Fraction) -> Fall:
    """Return what is past the edge that a failed jump leaves; ``landed``: how far along it came down.

    Of cells the first one counts that has nothing underfoot, of a straight line the point where that begins.
    """
    first, past = leap[0], _past(leap, landed)
    part = next((part for part in leap if part.depth is not None), None)
    if part is None or not part.depth:
        return Fall(off=None, past=past)
    if past or first.start is None or part.start is None or part.end is None:
        return Fall(part.depth, past=past)
    share = (part.pit or ZERO) / part.length if ":" in part.heading and part.length else Fraction(1)
    (x, y), (ax, ay), (bx, by) = first.start, part.start, part.end
    if first.border == 0 and first.end is not None:
        # It begins at the edge, half a step off the middle of the cell.
        mx, my = first.end
        x, y = 2 * x - mx, 2 * y - my
    return Fall(part.depth, (ax + (bx - ax) * share - x, ay + (by - ay) * share - y))


def _past(leap: Sequence[Segment], landed: Fraction) -> bool:
    """Tell whether nothing is underfoot so far along a jump: in the air one stands at its begin alone."""
    for part in leap:
        if ZERO < landed <= part.extent:
            return part.pit is not None and part.length * landed / part.extent > part.pit
        landed -= part.extent
    return False
