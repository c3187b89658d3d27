"""OpenD6: climbing."""

from fractions import Fraction
from math import ceil

from py_rules.engine.parts import Move
from py_rules.systems.d6.moves import in_steps, move_of
from py_rules.systems.d6.words import game
from py_rules.values.rounding import steps_of


@game.rule(
    "D6-08",
    "base climbing Move",
    working={
        "whole": "With the climbing skill the whole Move: {base} m",
        "half": "Half of Move {move} without the skill, rounded up: {base} m",
    },
    which=lambda move: "whole" if move.character.has_climbing else "half",
    shown={"move": lambda _base, move: move_of(move)},
    result="base",
)
def climb_move(move: Move) -> Fraction:
    """With the climbing skill your climbing Move is your whole Move; without it, half of that, rounded up."""
    return move_of(move) if move.character.has_climbing else Fraction(ceil(move_of(move) / 2))


def climb_steps(move: Move, metres: Fraction) -> int:
    """Return how many started half steps a climb goes beyond the climbing Move (D6-09)."""
    base = climb_move(move)
    return steps_of(metres - base, ceil(base / 2)) if metres > base else 0


@game.rule(
    "D6-09",
    "climbing difficulty",
    kind="roll",
    **in_steps(
        "{first} for a climb of up to {climb_move} m",
        "10 for each half step begun above {climb_move} m",
        each=10,
        steps=climb_steps,
        ground="surface",
    ),
)
def climb_difficulty(move: Move, metres: Fraction, *, more: int = 0) -> int:
    """Climbing is difficulty 5 up to your climbing Move, and 10 more for each further half of it you start; that half
    is rounded up to whole metres.
    """
    return 5 + 10 * climb_steps(move, metres) + more
