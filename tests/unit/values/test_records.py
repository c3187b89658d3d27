"""Records: values that are compared by their fields and copied with some of them changed."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pytest

from py_rules.values.records import record, replace


@record()
class Place:
    """A place with an extra field that others do not make it from."""

    column: int
    row: int = 0
    total: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Add the two up."""
        object.__setattr__(self, "total", self.column + self.row)


@record(slots=False)
class Named:
    """A record of one field, with something worked out from it."""

    name: str

    @cached_property
    def loud(self) -> str:
        """The name in capitals."""
        return self.name.upper()


@record(eq=False)
class Thing:
    """Something that equals only itself."""

    name: str


@dataclass(frozen=True)
class Frozen:
    """A value that a game's author may make likewise."""

    column: int
    row: int


def test_records_are_equal_by_their_fields_or_by_identity() -> None:
    assert Place(1, 2) == Place(1, 2)
    assert len({Place(1, 2), Place(1, 2), Place(2, 1)}) == 2
    thing = Thing("a")
    assert {thing, thing} == {thing}
    assert thing != Thing("a")


def test_what_follows_from_the_fields_is_worked_out_anew_in_a_copy() -> None:
    place, named = Place(1, 2), Named("a")
    assert (place.total, replace(place, row=5).total, place.total) == (3, 6, 3)
    assert (named.loud, replace(named, name="b").loud, named.loud) == ("A", "B", "A")


@pytest.mark.parametrize("value", [Place(1, 2), Frozen(1, 2)])
def test_a_copy_has_the_other_fields_as_they_were(value: Any) -> None:
    copy = replace(value, column=7)
    assert (copy.column, copy.row, value.column) == (7, 2, 1)
    assert replace(value) == value


def test_a_field_that_is_not_there_or_not_given_cannot_be_changed() -> None:
    with pytest.raises(KeyError, match="colour"):
        replace(Place(1), colour=3)  # type: ignore[call-arg]
    with pytest.raises(KeyError, match="total"):
        replace(Place(1), total=3)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Place(1).colour = 3  # type: ignore[attr-defined]
