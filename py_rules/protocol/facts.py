"""Facts: what happened to a token, as its turn is led on by them; one that waits is kept in its ledger."""

from collections.abc import Callable, Sequence
from typing import Annotated, ClassVar

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    WrapValidator,
    with_config,
)

from py_rules.protocol.bounds import (
    Balance,
    ModeName,
    Name,
    Number,
    Wire,
    is_bounded,
)
from py_rules.protocol.requests import (
    ActedEvent,
    BeginEvent,
    DidEvent,
    EndEvent,
    GrantedEvent,
    ReactedEvent,
    RuledEvent,
)
from py_rules.values.records import record
from py_rules.values.stretch import Fall, Segment

MAX_PARTS = 10_000


def _as_tuple(value: object) -> object:
    """Return a list as a tuple: JSON knows no tuples, and the models are strict."""
    return tuple(value) if isinstance(value, list) else value


STRETCH: TypeAdapter[Segment] = TypeAdapter(with_config(ConfigDict(extra="forbid"))(Segment))
MOST_DICE = 200
"""No roll that a region demands has a larger number in it."""


def _as_written(value: object, read: Callable[[object], Segment]) -> Segment:
    """Return a stretch; one in a ledger says nothing that this core could not have written there."""
    try:
        made = read(value)
        dice = [number for gate in made.gates for number in (gate.pool, gate.needed, gate.difficulty or 0)]
        least = min(
            made.length, made.multiplier, made.flat, made.depth or 0, *(one.pool for one in made.gates)
        )
        whole = is_bounded(made) and least >= 0 and max(map(abs, dice), default=0) <= MOST_DICE
        if made is value or whole:
            return made
    except ValidationError:
        pass
    message = "no stretch is written like this; restore the last good ledger, or begin a new one (null)"
    raise ValueError(message)


Point = Annotated[tuple[Number, Number, Balance, ModeName | None], BeforeValidator(_as_tuple)]
"""Column, row, elevation and mode of one cell of a path."""
Points = Annotated[list[Point], Field(min_length=1, max_length=MAX_PARTS, fail_fast=True)]
Segments = Annotated[
    list[Annotated[Segment, WrapValidator(_as_written)]], Field(max_length=MAX_PARTS, fail_fast=True)
]


class IntendedFact(Wire):
    """A move that waits for a roll: the check, and the rest of the path, from where the token stands.

    ``commit``: which one it began to wait in; ``made``: what else the next stretch demanded and was made already.
    """

    kind: ClassVar[str] = "intended"
    commit: Name
    check: Name
    segments: Segments
    way: Points | None = None
    made: Annotated[list[Name], Field(max_length=MAX_PARTS, fail_fast=True)] = []


@record()
class MovedFact:
    """The token moved along these stretches; ``fall``: how a jump that failed ended."""

    kind: ClassVar[str] = "moved"
    segments: Sequence[Segment]
    length: int | float = 0
    """How far the token got."""
    way: Sequence[tuple[int | float, int | float, int | float, str | None]] | None = None
    forced: bool = False
    override: bool = False
    by: str = ""
    """The rule that carried the token, or that stopped it before the end of its path; empty: neither."""
    fall: Fall | None = None
    given: int | float = 0
    """How much of it the GM had given, so that it counts as nothing."""
    ahead: Sequence[Segment] = ()
    """What was left of the path when something on the map stopped the token."""


@record()
class MetFact:
    """A hazard of the path stopped the move; ``ahead`` is the stretch that was not moved any more."""

    kind: ClassVar[str] = "met"
    hazard: str
    ahead: Segment | None = None


@record()
class RolledFact:
    """A check was rolled, against this Difficulty."""

    kind: ClassVar[str] = "rolled"
    check: str
    difficulty: int
    faces: Sequence[int] | None = None
    result: int | None = None
    needed: int | None = None


Fact = (
    MovedFact
    | IntendedFact
    | MetFact
    | ActedEvent
    | DidEvent
    | RolledFact
    | ReactedEvent
    | BeginEvent
    | EndEvent
    | RuledEvent
    | GrantedEvent
)
