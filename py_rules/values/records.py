"""Records: values that do not change once they are made.

To the type checker a record is a frozen dataclass. At run time nothing watches it: a dataclass that guards
itself takes four to ten times as long to make, and a move makes some hundreds of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import (
    TYPE_CHECKING,  # noqa: TID251 - mypy checks the fields of a replacement for dataclasses.replace alone
    Any,
    TypeVar,
    dataclass_transform,
)

__all__ = ["reader", "record", "replace"]

RecordT = TypeVar("RecordT")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(*, slots: bool = True, eq: bool = True) -> Callable[[type[RecordT]], type[RecordT]]:
    """Return what makes a class a record: compared and hashed by its fields, or by identity without ``eq``.

    ``slots``: False for a class with cached properties, which need a place of their own.
    """
    return dataclass(slots=slots, eq=eq, unsafe_hash=eq)


if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value: RecordT, /, **changes: object) -> RecordT:
        """Return a copy of a record with some fields changed.

        >>> @record()
        ... class Place:
        ...     column: int
        ...     row: int = 0
        >>> replace(Place(3, 4), row=5)
        Place(column=3, row=5)
        """
        kind = type(value)
        places, read = _parts(kind)
        parts = [*read(value)]
        for name, new in changes.items():
            parts[places[name]] = new
        return kind(*parts)


def reader(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return what reads the fields of these names."""
    return (
        attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)
    )


@cache
def _parts(kind: type[Any]) -> tuple[dict[str, int], Callable[[Any], tuple[Any, ...]]]:
    """Return the place of each field that a record is made from, and what reads them all."""
    names = [part.name for part in fields(kind) if part.init]
    return {name: place for place, name in enumerate(names)}, reader(names)
