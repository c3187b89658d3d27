"""What of the stretches of a move more than one game leaves in its turn."""

from collections.abc import Iterable
from fractions import Fraction

from py_rules.values.stretch import Segment

ZERO = Fraction(0)


def with_new(names: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    """Return names with others, each once.

    >>> with_new(("a", "b"), ["b", "c"])
    ('a', 'b', 'c')
    """
    return tuple(dict.fromkeys((*names, *more)))


def drops(part: Segment) -> bool:
    """Tell whether a stretch comes down without climbing, on foot or over an edge."""
    return part.rise < 0 and (part.sheer or part.mode in {"ground", "sprint"})


def dropped(segments: Iterable[Segment]) -> Fraction:
    """Return how far stretches come down without climbing; in a jump that failed nobody has come down yet."""
    return -sum((part.rise for part in segments if drops(part) and not part.failed), ZERO)


def pit_of(segments: Iterable[Segment]) -> tuple[Fraction | None, tuple[Fraction, Fraction]]:
    """Return how deep it is past the edge where a failed jump ends, and how many columns and rows away that is.

    Of cells the first one counts that has nothing underfoot, of a straight line the point where that begins. No
    depth: it is unknown; no path there: no map has it.
    """
    failed = [segment for segment in segments if segment.failed]
    part = next((segment for segment in failed if segment.depth is not None), None)
    if part is None or part.depth is None:
        return None, (ZERO, ZERO)
    depth, first = part.depth, failed[0]
    if first.start is None or part.start is None or part.end is None:
        return depth, (ZERO, ZERO)
    line = ":" in part.heading and part.length > 0
    share = (part.pit or ZERO) / part.length if line else Fraction(1)
    (x, y), (ax, ay), (bx, by) = first.start, part.start, part.end
    if (
        first.border == 0 and first.end is not None
    ):  # it begins at the edge, half a step off the middle of the cell
        mx, my = first.end
        x, y = 2 * x - mx, 2 * y - my
    return depth, (ax + (bx - ax) * share - x, ay + (by - ay) * share - y)
