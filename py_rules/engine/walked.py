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
