"""The facts of a ledger: what happened to a token."""

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    InstanceOf,
    TypeAdapter,
    ValidationError,
    WrapValidator,
    with_config,
)

from py_rules.protocol.bounds import (
    Amount,
    Balance,
    Difficulty,
    Index,
    ModeName,
    Name,
    Number,
    Sum,
    Wire,
    holds_all,
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
from py_rules.values.stretch import Segment

MAX_PARTS = 10_000


def _as_tuple(value: object) -> object:
    """Return a list as a tuple: JSON knows no tuples, and the models are strict."""
    return tuple(value) if isinstance(value, list) else value


Pair = Annotated[tuple[Number, Number], BeforeValidator(_as_tuple)]


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
        if made is value or (whole and holds_all(STRETCH.dump_python(made, mode="json"), value)):
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
Led = Annotated[list[InstanceOf[Segment]], Field(exclude=True)]
"""Stretches by which a turn is led on: a ledger keeps the turn, and not these."""


class MovedFact(Wire):
    """The token moved along these stretches; ``landed``: how far it got in a jump that failed."""

    kind: Literal["moved"] = "moved"
    segments: Led = []
    length: Sum = 0
    """How far the token got."""
    way: Points | None = None
    forced: bool = False
    override: bool = False
    by: Annotated[str, Field(max_length=40)] = ""
    """The rule that carried the token, or that stopped it before the end of its path; empty: neither."""
    landed: Amount | None = None
    given: Amount = 0
    """How much of it the GM had given, so that it counts as nothing."""
    ahead: Led = []
    """What was left of the path when something on the map stopped the token."""


class IntendedFact(Wire):
    """A move that waits for a roll: the check, and the rest of the path, from where the token stands."""

    kind: Literal["intended"] = "intended"
    check: Name
    segments: Segments
    way: Points | None = None
    made: Annotated[list[Name], Field(max_length=MAX_PARTS, fail_fast=True)] = []
    """What else the next stretch demanded and was made already."""


class MetFact(Wire):
    """A hazard of the path stopped the move; ``ahead`` is the stretch that was not moved any more."""

    kind: Literal["met"] = "met"
    hazard: Name
    ahead: Annotated[InstanceOf[Segment] | None, Field(exclude=True)] = None


class RolledFact(Wire):
    """A check was rolled, against this Difficulty."""

    kind: Literal["rolled"] = "rolled"
    check: Name
    faces: Annotated[list[Index], Field(max_length=200, fail_fast=True)] | None = None
    result: Annotated[int, Field(ge=-400, le=400)] | None = None
    difficulty: Difficulty
    needed: Annotated[int, Field(ge=-400, le=400_000_000)] | None = None


class StoodFact(Wire):
    """The map showed the token elsewhere than what happened before left it: in water, or out of it, or in the air."""

    kind: Literal["stood"] = "stood"
    water: bool = False
    current: Pair | None = None
    aloft: Number = 0
    """How high above the ground it was with nothing to hold on to."""
    wall: bool = False
    """It was on a surface to climb."""
    elevation: Number = 0
    """How high it was, in the map's unit."""


Fact = (
    StoodFact
    | MovedFact
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
AnyFact = Annotated[Fact, Discriminator("kind")]
"""A fact as it is read: its kind says which one it is."""
