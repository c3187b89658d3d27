"""How much work one question may take: counted, not timed, so that it ends in the same way on every machine.

A step of work takes CPython about a millionth of a second. What is kept from earlier questions counts as if it were
made anew, so that the same question has the same answer whatever was asked before.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NoReturn, TypeVar

MOST: Final = 2_000_000
"""The most steps that one question may take; a search by itself ends earlier, with a coarser answer."""
STRETCH: Final = 200
"""Steps that it takes to judge one stretch of a path."""
MOST_HELD: Final = 100_000_000
"""The most bytes that the masks of one kind may take: what a map is compiled to, not what is read of it."""
PASS: Final = 50_000
"""By how many bits numbers must grow for a pass over them to take one step more."""
V = TypeVar("V")


class TooMuchWorkError(Exception):
    """A question that would take more steps than :data:`MOST`: the part of the request that is too much."""

    def __init__(self, path: str, remedy: str) -> None:
        super().__init__(path)
        self.path, self.remedy = path, remedy


class Work:
    """The work of one question so far, and the part of the request that it is done for."""

    def __init__(self, path: str = "", remedy: str = "send less at once") -> None:
        self.done, self.path, self.remedy = 0, path, remedy

    def add(self, steps: int) -> None:
        """Count steps; raise :class:`TooMuchWorkError` if they are too many."""
        self.done += steps
        if self.done > MOST:
            raise TooMuchWorkError(self.path, self.remedy)


_NOW: ContextVar[Work | None] = ContextVar("work", default=None)


@contextmanager
def counted() -> Iterator[Work]:
    """Count work from nothing: that of one question, or of what is kept for several (:func:`again` counts it)."""
    outer = _NOW.get()
    work = Work() if outer is None else Work(outer.path, outer.remedy)
    token = _NOW.set(work)
    try:
        yield work
    finally:
        _NOW.reset(token)


def add(steps: int) -> None:
    """Count steps of the question that is being answered, if there is one."""
    work = _NOW.get()
    if work is not None:
        work.add(steps)


def left() -> int:
    """Return how many steps the question that is being answered may still take."""
    work = _NOW.get()
    return MOST if work is None else max(MOST - work.done, 0)


def hold(size: int) -> None:
    """Refuse a question that would keep more than :data:`MOST_HELD` bytes of one kind."""
    if size > MOST_HELD and _NOW.get() is not None:
        refuse()


def over(bits: int, passes: int = 1) -> int:
    """Return the steps of some passes over numbers of some bits."""
    return passes * (1 + bits // PASS)


def again(find: Callable[[Callable[[], tuple[V, int]]], tuple[V, int]], make: Callable[[], V]) -> V:
    """Return what ``find`` finds, counted as if it was made anew; ``find`` makes what it does not find by its argument.

    >>> kept, done = {}, []
    >>> for _ in range(2):
    ...     with counted() as work:
    ...         _ = again(lambda made: kept.get("map") or kept.setdefault("map", made()), lambda: add(7))
    ...     done.append(work.done)
    >>> done
    [7, 7]
    """

    def made() -> tuple[V, int]:
        with counted() as work:
            thing = make()
        return thing, work.done

    thing, steps = find(made)
    add(steps)
    return thing


def refuse() -> NoReturn:
    """Refuse a question that cannot be answered within its limit of work."""
    work = _NOW.get() or Work()
    raise TooMuchWorkError(work.path, work.remedy)


@contextmanager
def at(path: str, remedy: str) -> Iterator[None]:
    """Name the part of the request that work is done for, and what to send instead if that is too much."""
    work = _NOW.get()
    if work is None:
        yield
        return
    before = work.path, work.remedy
    work.path, work.remedy = path, remedy
    yield
    work.path, work.remedy = before
