"""Caches: what was made last is kept by its key, and forgotten when newer things need the room."""

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def cached(kept: dict[K, V], key: K, *, most: int, make: Callable[[], V]) -> V:
    """Return what is kept under a key, else what ``make`` returns; the ``most`` used last are kept.

    >>> kept = {}
    >>> [cached(kept, key, most=2, make=key.upper) for key in "abac"], list(kept)
    (['A', 'B', 'A', 'C'], ['a', 'c'])
    """
    found = kept.pop(key, None)
    if found is None:
        found = make()
    kept[key] = found
    while len(kept) > most:
        del kept[next(iter(kept))]
    return found


class Cache:
    """The last few things made, by keys that are compared and need no hash."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: list[tuple[tuple[object, ...], object]] = []

    def __call__(self, key: tuple[object, ...], make: Callable[[], V]) -> V:
        """Return what was made under an equal key; else what ``make`` returns.

        >>> two = Cache(2)
        >>> [two((key,), lambda: [key]) is two((key,), list) for key in "abc"], two(("a",), list)
        ([True, True, True], [])
        """
        found = next((one for one in self._made if one[0] == key), None) or (key, make())
        self._made = [found, *(one for one in self._made if one is not found)][: self._most]
        return cast("V", found[1])
