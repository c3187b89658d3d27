"""The parts of an answer, as frozen values; the models of :mod:`py_rules.protocol.parts` have the same fields."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from math import prod
from typing import Any, Literal, Self

from py_rules.values.rounding import to_number

Kind = Literal["free", "penalised", "roll", "impossible"]
MANY = 100_000
"""From here on a number is shown digit by digit."""
WORST: dict[str, int] = {"free": 0, "penalised": 1, "roll": 2, "impossible": 3}


def worst(first: Kind, second: Kind) -> Kind:
    """Return the worse of two kinds.

    >>> worst("free", "roll")
    'roll'
    """
    return first if WORST[first] >= WORST[second] else second


@dataclass(frozen=True)
class Text:
    """A sentence for people: a key and parameters to translate by, and the English ``template``.

    Of most sentences, those of prices that nobody comes to see, the words are never asked for.
    """

    key: str
    params: Mapping[str, Any]
    template: str = field(compare=False)
    is_inside: bool = False

    @cached_property
    def text(self) -> str:
        """The English words; inside a sentence they begin small."""
        words = self.template
        if self.params:
            written = Shown if _counts(words) else tidy
            words = words.format_map({name: written(value) for name, value in self.params.items()})
        return words.lower() if self.is_inside else words

    @property
    def inside(self) -> "Text":
        """The same as it stands in the middle of an English sentence."""
        return replace(self, is_inside=True)


class Shown(str):
    """A parameter as people read it; in a template ``{hits:hit|hits}`` is the word that goes with its number."""

    __slots__ = ("value",)
    value: object

    def __new__(cls, value: object) -> Self:
        """Return a value in words.

        >>> "{n} {n:die|dice}, {m} {m:die|dice}".format(n=Shown(1), m=Shown(0.5))
        '1 die, 0.5 dice'
        """
        made = super().__new__(cls, tidy(value))
        made.value = value
        return made

    def __format__(self, forms: str) -> str:
        """Return the value, or of the two words the one that goes with it."""
        return forms.split("|")[self.value not in (1, -1)] if forms else str(self)


@cache
def _counts(template: str) -> bool:
    """Tell whether a template has words that go with a number."""
    return re.search(r"\{\w+:", template) is not None


class Catalog:
    """Every sentence a system can say, as English templates by key."""

    def __init__(self, prefix: str, templates: Mapping[str, str]) -> None:
        self._prefix = prefix
        self._templates = templates

    @property
    def templates(self) -> dict[str, str]:
        """All templates by full key."""
        return {f"{self._prefix}.{key}": text for key, text in sorted(self._templates.items())}

    def template(self, key: str) -> str:
        """Return the English template of a sentence."""
        return self._templates[key]

    def __call__(self, key: str, **params: Fraction | float | str | Text) -> Text:
        """Return the sentence ``key`` with its parameters filled in; sentences among them stay translatable."""
        return Text(f"{self._prefix}.{key}", params, self._templates[key])


def tidy(value: object) -> object:
    """Return a number as people write it: no needless digits, a true minus sign; of a sentence its text.

    >>> tidy(0.6479000001), tidy(7.5), tidy(-2), tidy("x")
    ('0.648', '7.5', '−2', 'x')
    """
    if isinstance(value, Text):
        return value.text
    if isinstance(value, Fraction):
        value = to_number(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return f"{round(value, 3):g}".replace("-", "−") if abs(value) < MANY else str(value)


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

    ``optional``: the move does not hang on it, the player may leave it. ``again``: which of its ``pool`` dice of so
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

    No ``token``: nobody on the map by itself; the label says who.
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
        """The chance that all checks succeed on which the move hangs; none: there is no such check."""
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


class Ready(list[Any]):
    """A list with nothing in it but what JSON knows: it is passed on as it is, however long it is."""


class Written:
    """JSON that is written already: it is passed on as it is. It may only be the value of a field named ``area``."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


_PLAIN = frozenset({type(None), str, int, float, bool, Ready, Written})


def to_plain(value: Any) -> Any:  # noqa: ANN401 - any answer part goes in, any JSON value comes out
    """Return an answer part, which is not plain itself, as JSON-ready dicts, lists and numbers."""
    kind = type(value)
    if isinstance(value, dict):
        return {str(key): part if type(part) in _PLAIN else to_plain(part) for key, part in value.items()}
    if kind is Fraction:
        return to_number(value)
    if isinstance(value, str):  # a rule is its number
        return str(value)
    if kind in _NAMES or is_dataclass(value):
        found = ((name, getattr(value, name)) for name in _names(kind))
        return {name: part if type(part) in _PLAIN else to_plain(part) for name, part in found}
    return [part if type(part) in _PLAIN else to_plain(part) for part in value]


def _names(kind: type) -> tuple[str, ...]:
    """Return the names of a dataclass's fields that are shown: of two that show alike, nothing else differs."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(part.name for part in fields(kind) if part.compare)
    return _NAMES[kind]


_NAMES: dict[type, tuple[str, ...]] = {Text: ("key", "params", "text")}
"""What was found before, since the same few kinds are written again and again."""
