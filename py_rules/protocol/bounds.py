"""What requests and replies are made of: numbers, names, words, with their limits."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    JsonValue,
    Tag,
)

VERSION = 1
MAX_REQUEST_CHARS = 4_000_000
MAX_GRID_SIDE = 2_000
MAX_GRID_CELLS = 1_000_000
MAX_NUMBER = 1_000_000
MAX_COUNT = 1_000_000_000
MAX_TEXT = 10_000
MAX_SUM = 1_000_000_000_000_000
"""No sum is larger that a ledger keeps: up to here JavaScript knows whole numbers exactly, and tenths."""


class Wire(BaseModel):
    """Base of all wire models: frozen, strict, nothing unknown, no NaN or infinity."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, allow_inf_nan=False, use_attribute_docstrings=True
    )


def limits(**bounds: Any) -> Any:  # noqa: ANN401 - as pydantic.Field
    """Return the limits of a value, for ``Annotated``: pydantic's, such as ``ge=0, le=20``."""
    return Field(**bounds)


def one_of(*words: str) -> Any:  # noqa: ANN401 - as pydantic.Field
    """Return what takes no text but one of some words, for ``Annotated``."""
    return Field(pattern=f"^({'|'.join(words)})$")


def checked(check: Callable[..., Any]) -> AfterValidator:
    """Return what takes or refuses a value that is within its limits, for ``Annotated``."""
    return AfterValidator(check)


def shape(model: type[Wire]) -> Tag:
    """Return the tag of one of the shapes that :func:`shape_of` chooses from, for ``Annotated``."""
    return Tag(model.__name__)


def shape_of(*shapes: type[Wire], own: Sequence[str]) -> Discriminator:
    """Return what chooses between shapes: the first that has one of the fields sent is meant, and no other is tried.

    ``own`` are the fields to name where an object has none of any; of what is no object, the first says so.
    """

    def shape(value: object) -> str | None:
        if not isinstance(value, dict):
            return next((one for one in shapes if isinstance(value, one)), shapes[0]).__name__
        return next((one.__name__ for one in shapes if not value.keys().isdisjoint(one.model_fields)), None)

    names = ", ".join(own)
    return Discriminator(shape, "none_of", f"there is none of {names}; add one of {names}")


def _no_truth(value: object) -> object:
    """Refuse true as the number 1, which it equals in Python."""
    if isinstance(value, bool):
        raise ValueError("a version is a number; use 1")  # noqa: TRY004 - pydantic takes this one
    return value


def whole(value: object) -> object:
    """Return a whole number as an integer, as people write it, so that 3.0 and 3 are one place."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Json = JsonValue
"""Anything that JSON can say."""
Version = Annotated[Literal[1], BeforeValidator(_no_truth)]
Number = Annotated[int | float, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
Amount = Annotated[int | float, Field(ge=0, le=MAX_NUMBER)]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
"""How many there ever were: of commits, of diagonals."""
Ordinal = Annotated[int, Field(ge=1, le=1000)]
"""Which one of several, and of how many: Initiative Passes."""
Sum = Annotated[int | float, Field(ge=0, le=MAX_SUM)]
"""What numbers of requests add up to."""
Balance = Annotated[int | float, Field(ge=-MAX_SUM, le=MAX_SUM)]
"""Likewise, where some count the other way: a height."""
Quantity = int | float
"""A number of an answer: sums may go beyond what a request may name."""
Factor = Annotated[int | float, Field(ge=0.01, le=1000)]
Index = Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
Size = Annotated[int | float, Field(ge=0.1, le=50)]
Place = Annotated[int | float, BeforeValidator(whole), Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
"""A column or a row; between two of them only on a map without cells."""
Side = Annotated[int, Field(ge=1, le=MAX_GRID_SIDE)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Params = dict[str, str | int | float | bool | None]
ModeName = Annotated[str, Field(min_length=1, max_length=60)]
"""A way of moving: one of the system's ``modes``, see ``describe``."""
SurfaceName = Annotated[str, Field(min_length=1, max_length=60)]
"""What is climbed: one of the system's ``surfaces``, see ``describe``."""
Difficulty = Annotated[int, Field(ge=0, le=200)]
Options = dict[str, str | Balance | bool | None]


class Text(Wire):
    """A sentence for people: translate by ``key`` and ``params``, or show ``text`` (English).

    A parameter that is a sentence itself is translated likewise.
    """

    key: Name
    params: "dict[Name, str | Balance | bool | Text | None]" = {}
    text: Annotated[str, Field(max_length=MAX_TEXT)]


def fields_of(state: Any) -> dict[str, Any]:  # noqa: ANN401 - a record
    """Return what is in a dataclass by its names."""
    return {field.name: getattr(state, field.name) for field in fields(state)}


def is_bounded(part: object) -> bool:
    """Tell whether every number in a part of a state is one that a ledger may keep.

    >>> is_bounded((5, [Fraction(1, 3)])), is_bounded({"far": Fraction(10**16)})
    (True, False)
    """
    if isinstance(part, int | float | Fraction):
        return -MAX_SUM <= part <= MAX_SUM
    if isinstance(part, Mapping):
        return all(map(is_bounded, part.values()))
    if isinstance(part, list | tuple | AbstractSet):
        return all(map(is_bounded, part))
    return not is_dataclass(part) or all(map(is_bounded, fields_of(part).values()))
