"""The parts of an answer: what is a record here is sent with the same fields, see :mod:`py_rules.protocol.replies`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, fields, is_dataclass
from fractions import Fraction
from math import prod
from typing import Any, Literal

from py_rules.values.records import reader, record
from py_rules.values.rounding import to_number
from py_rules.values.sentences import Sentence

Kind = Literal["free", "penalised", "roll", "impossible"]
WORST: dict[str, int] = {"free": 0, "penalised": 1, "roll": 2, "impossible": 3}


def worst(first: Kind, second: Kind) -> Kind:
    """Return the worse of two kinds.

    >>> worst("free", "roll")
    'roll'
    """
    return first if WORST[first] >= WORST[second] else second


@record()
class Price:
    """What a stretch costs besides distance: ``amount`` of ``quantity``."""

    quantity: str
    amount: int


@record()
class Odds:
    """The chance of ``result`` or better, and the distance that it gives."""

    result: int
    at_least: Fraction
    distance: Fraction | None


@record()
class Check:
    """A roll attached to the path at ``at``; ``chance`` is that of ``needed`` or better.

    ``optional``: the move does not depend on it, the player may skip it. ``again``: which of its ``pool`` dice of so
    many ``sides`` are thrown again when they show the highest face.

    No answer shows ``thrown``, the dice themselves where they can count faces, and ``gives``, what a result comes to:
    how far it gets, or for how long; none: nothing.
    """

    id: str
    rule: str
    label: Sentence
    at: Fraction
    pool: int
    dice: Sentence
    difficulty: int
    needed: int
    needed_text: Sentence
    chance: Fraction
    mean: Fraction
    odds: tuple[Odds, ...]
    alternatives: tuple[Sentence, ...] = ()
    optional: bool = False
    sides: int = 6
    again: Literal["never", "each", "first"] = "never"
    thrown: Any = field(default=None, compare=False, repr=False)
    gives: Callable[[int], Fraction | None] | None = field(default=None, compare=False, repr=False)


@record()
class Band:
    """A stretch of the path, ``start`` to ``end``, with one price."""

    start: Fraction
    end: Fraction
    kind: Kind
    mode: str
    rule: str
    reason: Sentence
    price: Price | None = None
    chance: Fraction | None = None
    check: str | None = None


@record()
class Modifier:
    """A change to later rolls: who bears it, on what, how much of which quantity, from and until when."""

    rule: str
    bearer: str
    on: Sentence
    quantity: str
    amount: int | Fraction
    since: Sentence
    until: Sentence


@record()
class Spend:
    """A resource used up; ``is_length``: counted in the game's unit, and not in what the label says."""

    rule: str
    resource: str
    label: Sentence
    amount: Fraction
    left: Fraction | None = None
    is_length: bool = False


@record()
class ReactionOffer:
    """What others may do because of the path; ``waits``: the move stops there until it is played.

    No ``token``: nobody on the map in particular; the label says who.
    """

    id: str
    rule: str
    token: str | None
    at: Fraction
    label: Sentence
    waits: bool = False


@record()
class Hazard:
    """What the place or a failure does; ``stops``: the move ends there."""

    id: str
    rule: str
    at: Fraction
    label: Sentence
    stops: bool = False
    numbers: Mapping[str, Any] = field(default_factory=dict)


@record()
class Choice:
    """One answer to a ruling."""

    id: str
    label: Sentence


@record()
class Ruling:
    """A question for the GM, with its default."""

    id: str
    rule: str
    at: Fraction
    question: Sentence
    choices: tuple[Choice, ...]
    default: str


@record()
class Trace:
    """One rule used, with its numbers."""

    rule: str
    name: str
    reference: str
    sentence: str
    working: Sentence
    numbers: Mapping[str, Any] = field(default_factory=dict)


@record()
class Allowance:
    """How far a mode reaches in which scope; no ``limit``: none there is, or unknown before a roll."""

    id: str
    mode: str
    rule: str
    label: Sentence
    scope: str
    limit: Fraction | None
    used: Fraction
    left: Fraction | None
    vertical: Fraction | None = None


@record()
class Status:
    """A state of the token, shown as a badge."""

    id: str
    rule: str
    label: Sentence


@record()
class Counter:
    """A ledger field, for the turn panel; ``shown``: its value in words, where it is a name.

    ``is_length``: counted in the game's unit, and not in what the label says.
    """

    id: str
    rule: str
    label: Sentence
    value: Fraction | int | str | bool | None
    shown: Sentence | None = None
    is_length: bool = False


@record()
class RollResult:
    """A roll as it was counted."""

    check: str
    rule: str
    faces: tuple[int, ...] | None
    difficulty: int
    result: int
    needed: int | None
    success: bool
    effect: Sentence


@record()
class Refusal:
    """Why nothing was recorded."""

    rule: str
    reason: Sentence


@record()
class Judgement:
    """What a system says of a route: the rules' share of a plan."""

    bands: tuple[Band, ...]
    price: Price | None
    """What all of it costs besides distance, as far as it can be gone; actions of several modes are added up."""
    modifiers: tuple[Modifier, ...]
    spends: tuple[Spend, ...]
    checks: tuple[Check, ...]
    reactions: tuple[ReactionOffer, ...]
    hazards: tuple[Hazard, ...]
    rulings: tuple[Ruling, ...]
    trace: tuple[Trace, ...]
    cost: Fraction
    left: Fraction | None
    """What remains of the ground allowance after it, without a roll."""

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


@record()
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


class _Writers(dict[type, Callable[[Any], Any]]):
    """What makes of an answer part that JSON does not know a number, an object or a list, by its kind.

    Parts of what is made may be such again.

    >>> [WRITERS[type(part)](part) for part in (Fraction(15, 2), Price("dice", 2), frozenset({3}))]
    [7.5, {'quantity': 'dice', 'amount': 2}, [3]]
    """

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        write = self[kind] = _object(kind) if is_dataclass(kind) else list
        return write


def shown_of(kind: Any) -> list[str]:  # noqa: ANN401 - a record
    """Return the fields of a record that an answer shows: those that tell it from others."""
    return [part.name for part in fields(kind) if part.compare]


def _object(kind: type, names: Sequence[str] = ()) -> Callable[[Any], dict[str, Any]]:
    """Return what makes an object of a record."""
    shown = names or shown_of(kind)
    values = reader(shown)
    return lambda part: dict(zip(shown, values(part)))  # noqa: B905 - one for each name; this is asked often


WRITERS = _Writers({Fraction: to_number, Sentence: _object(Sentence, ("key", "params", "text"))})


def plain(part: object) -> Any:  # noqa: ANN401 - any JSON
    """Return a sentence, or a part of one, as JSON-ready data.

    >>> why = Sentence("wall", {}, "A wall")
    >>> plain(Sentence("ends", {"far": Fraction(15, 2), "why": why}, "{far} m: {why}"))["params"]
    {'far': 7.5, 'why': {'key': 'wall', 'params': {}, 'text': 'A wall'}}
    """
    if isinstance(part, Mapping):
        return {name: plain(inside) for name, inside in part.items()}
    return plain(WRITERS[type(part)](part)) if isinstance(part, Sentence | Fraction) else part
