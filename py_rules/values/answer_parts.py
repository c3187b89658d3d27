"""The parts of an answer, as frozen values; the models of :mod:`py_rules.protocol.parts` have the same fields."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from math import prod
from typing import Any, Literal

from py_rules.values.rounding import to_number
from py_rules.values.sentences import Text

Kind = Literal["free", "penalised", "roll", "impossible"]
WORST: dict[str, int] = {"free": 0, "penalised": 1, "roll": 2, "impossible": 3}


def worst(first: Kind, second: Kind) -> Kind:
    """Return the worse of two kinds.

    >>> worst("free", "roll")
    'roll'
    """
    return first if WORST[first] >= WORST[second] else second


@dataclass(frozen=True, slots=True)
class Price:
    """What a stretch costs besides distance: ``amount`` of ``quantity``."""

    quantity: str
    amount: int


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance of ``result`` or better, and the distance that it gives."""

    result: int
    at_least: Fraction
    distance: Fraction | None


@dataclass(frozen=True, slots=True)
class Check:
    """A roll attached to the path at ``at``; ``chance`` is that of ``needed`` or better.

    ``optional``: the move does not depend on it, the player may skip it. ``again``: which of its ``pool`` dice of so
    many ``sides`` are thrown again when they show the highest face.

    No answer shows ``thrown``, the dice themselves where they can count faces, and ``gives``, what a result comes to:
    how far it gets, or for how long; none: nothing.
    """

    id: str
    rule: str
    label: Text
    at: Fraction
    pool: int
    dice: Text
    difficulty: int
    needed: int
    needed_text: Text
    chance: Fraction
    mean: Fraction
    odds: tuple[Odds, ...]
    alternatives: tuple[Text, ...] = ()
    optional: bool = False
    sides: int = 6
    again: Literal["never", "each", "first"] = "never"
    thrown: Any = field(default=None, compare=False, repr=False)
    gives: Callable[[int], Fraction | None] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of the path, ``start`` to ``end``, with one price."""

    start: Fraction
    end: Fraction
    kind: Kind
    mode: str
    rule: str
    reason: Text
    price: Price | None = None
    chance: Fraction | None = None
    check: str | None = None


@dataclass(frozen=True, slots=True)
class Modifier:
    """A change to later rolls: who bears it, on what, how much of which quantity, from and until when."""

    rule: str
    bearer: str
    on: Text
    quantity: str
    amount: int
    since: Text
    until: Text


@dataclass(frozen=True, slots=True)
class Spend:
    """A resource used up."""

    rule: str
    resource: str
    label: Text
    amount: Fraction
    left: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Reaction:
    """What others may do because of the path; ``waits``: the move stops there until it is played.

    No ``token``: nobody on the map in particular; the label says who.
    """

    id: str
    rule: str
    token: str | None
    at: Fraction
    label: Text
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Hazard:
    """What the place or a failure does; ``stops``: the move ends there."""

    id: str
    rule: str
    at: Fraction
    label: Text
    stops: bool = False
    numbers: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a ruling."""

    id: str
    label: Text


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question for the GM, with its default."""

    id: str
    rule: str
    at: Fraction
    question: Text
    choices: tuple[Choice, ...]
    default: str


@dataclass(frozen=True, slots=True)
class Trace:
    """One rule used, with its numbers."""

    rule: str
    name: str
    reference: str
    sentence: str
    working: Text
    numbers: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Allowance:
    """How far a mode reaches in which scope; no ``limit``: none there is, or unknown before a roll."""

    id: str
    mode: str
    rule: str
    label: Text
    scope: str
    limit: Fraction | None
    used: Fraction
    left: Fraction | None
    vertical: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Status:
    """A state of the token, shown as a badge."""

    id: str
    rule: str
    label: Text


@dataclass(frozen=True, slots=True)
class Counter:
    """A ledger field, for the turn panel; ``shown``: its value in words, where it is a name."""

    id: str
    rule: str
    label: Text
    value: Fraction | int | str | bool | None
    shown: Text | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll as it was counted."""

    check: str
    rule: str
    faces: tuple[int, ...] | None
    difficulty: int
    result: int
    needed: int | None
    success: bool
    effect: Text


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was recorded."""

    rule: str
    reason: Text


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a system says of a route: the rules' share of a plan."""

    bands: tuple[Band, ...]
    modifiers: tuple[Modifier, ...]
    spends: tuple[Spend, ...]
    checks: tuple[Check, ...]
    reactions: tuple[Reaction, ...]
    hazards: tuple[Hazard, ...]
    rulings: tuple[Ruling, ...]
    trace: tuple[Trace, ...]
    cost: Fraction
    left: Fraction | None

    @property
    def bar(self) -> Band | None:
        """The first stretch that cannot be gone; none: all can."""
        return next((band for band in self.bands if band.kind == "impossible"), None)

    @property
    def chance(self) -> Fraction | None:
        """The chance that all checks succeed which the move depends on; none: there are none."""
        chances = [check.chance for check in self.checks if not check.optional]
        return prod(chances, start=Fraction(1)) if chances else None

    @property
    def verdict(self) -> Kind:
        """The worst band's kind, at least ``roll`` where it hangs on a check; ``free`` when there is nothing."""
        verdict: Kind = "free" if self.chance is None else "roll"
        for band in self.bands:
            verdict = worst(verdict, band.kind)
        return verdict


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a token stands: allowances, modifiers in force, badges, counters, open questions."""

    allowances: tuple[Allowance, ...]
    modifiers: tuple[Modifier, ...]
    statuses: tuple[Status, ...]
    counters: tuple[Counter, ...]
    rulings: tuple[Ruling, ...]
    hazards: tuple[Hazard, ...]
    trace: tuple[Trace, ...]


class Written:
    """JSON as text already: it is passed on as it is. It may only be the value of a field, not of a list."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def to_json(part: Any) -> Any:  # noqa: ANN401 - any answer part goes in, any value of JSON comes out
    """Return an answer part that JSON does not know, as a number, an object or a list, whose own parts may be such.

    >>> to_json(Fraction(15, 2)), to_json(Price("dice", 2)), to_json(frozenset({3}))
    (7.5, {'quantity': 'dice', 'amount': 2}, [3])
    """
    kind = type(part)
    if kind is Fraction:
        return to_number(part)
    if kind in _NAMES or is_dataclass(part):
        return {name: getattr(part, name) for name in _names(kind)}
    return list(part)


def _names(kind: type) -> tuple[str, ...]:
    """Return the names of a dataclass's fields that are shown."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(part.name for part in fields(kind) if part.compare)
    return _NAMES[kind]


_NAMES: dict[type, tuple[str, ...]] = {Text: ("key", "params", "text")}
"""What was found before, since the same few kinds are written again and again."""
