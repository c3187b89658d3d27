"""OpenD6: what is done beside moving."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from py_rules.engine.parts import Move
from py_rules.systems.d6 import rules, swimming
from py_rules.systems.d6.sheet import Breathe
from py_rules.systems.d6.turn import Effort
from py_rules.systems.d6.words import game
from py_rules.values.rounding import to_fraction


def breathe(move: Move, options: Mapping[str, Any]) -> Effort:
    """Return the turn after breathing deeply: the next breath is prepared."""
    bonus = options.get("bonus_s")
    state: Effort = move.turn
    return replace(
        state, prepared=True, bonus_s=to_fraction(bonus) if isinstance(bonus, int | float) else None
    )


def surface(move: Move, options: Mapping[str, Any]) -> Effort:
    """Return the turn after coming up for air."""
    del options
    state: Effort = move.turn
    return replace(state, breath_left=None, breath_seconds=None)


def rest(move: Move, options: Mapping[str, Any]) -> Effort:
    """Return the turn after a rest."""
    del options
    state: Effort = move.turn
    return replace(state, fast_rounds=0)


game.act("breathe_deeply", "Breathe deeply", rule=swimming.deep_breath, options=Breathe, after=breathe)

game.act(
    "surface",
    "Come up for air",
    rule=swimming.breath,
    unless={"Holds no breath": lambda move: move.turn.breath_left is None},
    after=surface,
)

game.act("rest", "Rest", rule=rules.fatigue, after=rest)
