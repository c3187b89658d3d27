"""What of the stretches of a move more than one game leaves in its turn."""

from collections.abc import Iterable


def with_new(names: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    """Return names with others, each once.

    >>> with_new(("a", "b"), ["b", "c"])
    ('a', 'b', 'c')
    """
    return tuple(dict.fromkeys((*names, *more)))
