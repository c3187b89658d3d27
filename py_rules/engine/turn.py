"""The turn of a declared game: what is remembered, derived from its meters, resources and effects."""

from dataclasses import fields as dataclass_fields
from dataclasses import make_dataclass
from fractions import Fraction
from typing import Any

from py_rules.engine.declarations import Declarations
from py_rules.engine.parts import Effect
from py_rules.ledger.clock import kept

ZERO = Fraction(0)


def turn_of(game: Declarations) -> type[Any]:
    """Return the dataclass of a game's turn: a field for each meter, resource and effect, and those it has itself."""
    last = f"begin {game.scopes[-1].id}"
    fields: list[tuple[str, Any, Any]] = [
        *((meter.field, Fraction, kept(ZERO, f"begin {meter.per}")) for meter in game.meters.values()),
        *((one.field, int, kept(0, f"begin {one.per}")) for one in game.resources.values()),
        *((one.id, bool, kept(False, *_moments(one), until=one.until.text)) for one in game.effects.values()),
        ("passed", tuple[str, ...], kept((), last)),
        ("rolled", tuple[tuple[str, int], ...], kept((), last)),
        ("reacted", tuple[str, ...], kept((), last)),
        ("diagonals", int, kept(0, last)),
        ("heading", str, kept("", last)),
        ("run", Fraction, kept(ZERO, last)),
        ("water", bool, kept(False, until="the last move ends on dry land")),
    ]
    own = set() if game.Turn is None else {part.name for part in dataclass_fields(game.Turn)}
    fields = [field for field in fields if field[0] not in own]
    bases = () if game.Turn is None else (game.Turn,)
    return make_dataclass("Turn", fields, bases=bases, frozen=True, kw_only=True)


def _moments(effect: Effect) -> tuple[str, ...]:
    """Return the moments of the clock that end an effect."""
    return (f"begin {effect.per}",) if effect.per else ()
