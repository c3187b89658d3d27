"""The turn of a declared game: what is remembered, derived from its meters, resources and effects."""

from collections.abc import Iterable
from dataclasses import fields as dataclass_fields
from dataclasses import make_dataclass
from fractions import Fraction
from typing import Any

from py_rules.engine.clock import kept
from py_rules.engine.declarations import Declarations
from py_rules.engine.given import Given
from py_rules.engine.parts import Effect
from py_rules.values.stretch import Fall

ZERO = Fraction(0)


def turn_of(game: Declarations) -> type[Any]:
    """Return the dataclass of a game's turn: a field for each meter, resource and effect, and those it has itself."""
    last, pers = f"begin {game.scopes[-1].id}", {meter.per for meter in game.meters.values()}
    longest = next((scope.id for scope in game.scopes if scope.id in pers), game.scopes[0].id)
    _each_once(game)
    fields: list[tuple[str, Any, Any]] = [
        *((meter.field, Fraction, kept(ZERO, f"begin {meter.per}")) for meter in game.meters.values()),
        *((one.field, int, kept(0, f"begin {one.per}")) for one in game.resources.values()),
        *((one.id, bool, kept(False, *_moments(one), until=one.until.text)) for one in game.effects.values()),
        *_of_engine(last, f"begin {longest}"),
    ]
    own = set() if game.Turn is None else {part.name for part in dataclass_fields(game.Turn)}
    fields = [field for field in fields if field[0] not in own]
    bases = () if game.Turn is None else (game.Turn,)
    frozen = any(base.__dataclass_params__.frozen for base in bases)
    return make_dataclass("Turn", fields, bases=bases, frozen=frozen, slots=True, unsafe_hash=True)


def with_new(names: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    """Return names that a turn remembers with others, each once.

    >>> with_new(("a", "b"), ["b", "c"])
    ('a', 'b', 'c')
    """
    return tuple(dict.fromkeys((*names, *more)))


def _of_engine(last: str, outer: str) -> list[tuple[str, Any, Any]]:
    """Return the fields that the engine counts in every turn."""
    return [
        ("given", Given, kept((), outer)),
        ("passed", tuple[str, ...], kept((), last)),
        ("rolled", tuple[tuple[str, int], ...], kept((), last)),
        ("reacted", tuple[str, ...], kept((), last)),
        ("diagonals", int, kept(0, last)),
        ("heading", str, kept("", last)),
        ("run", Fraction, kept(ZERO, last)),
        ("drop", Fraction, kept(ZERO, until="the GM has ruled on it")),
        ("fall", Fall | None, kept(None, until="the GM has said how it ends")),
        ("water", bool, kept(False, until="the last move ends on dry land")),
    ]


def _each_once(game: Declarations) -> None:
    """Raise a :class:`GameError` for two parts of a turn that are kept in one field."""
    named = [(meter.field, f"the meter {meter.id}") for meter in game.meters.values()]
    named += [(one.field, f"the resource {one.id}") for one in game.resources.values()]
    named += [(one.id, f"the effect {one.id}") for one in game.effects.values()]
    named += [(name, "the engine") for name, _, _ in _of_engine("", "")]
    whose: dict[str, str] = {}
    for name, owner in named:
        if name in whose:
            wrong = f"the turn has two fields {name!r}: of {whose[name]} and of {owner}"
            raise game.error(wrong, "call one of them otherwise")
        whose[name] = owner


def _moments(effect: Effect) -> tuple[str, ...]:
    """Return the moments of the clock that end an effect."""
    return (f"begin {effect.per}",) if effect.per else ()
