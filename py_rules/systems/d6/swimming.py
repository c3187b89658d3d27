"""OpenD6: swimming, and holding the breath."""

from fractions import Fraction
from math import ceil

from py_rules.engine.parts import Move
from py_rules.systems.d6.moves import PACED_SUM, move_of
from py_rules.systems.d6.turn import ZERO
from py_rules.systems.d6.words import game


@game.rule(
    "D6-04",
    "swimming Move",
    working="Half of Move {move}, rounded up: {base} m",
    shown={"move": lambda _base, move: move_of(move)},
    result="base",
)
def swim_move(move: Move) -> Fraction:
    """Your swimming Move is half of your Move on land, rounded up."""
    return Fraction(ceil(move_of(move) / 2))


@game.rule("D6-05", "swimming difficulty", kind="roll", **PACED_SUM)
def swim_difficulty(move: Move, moves: int, *, more: int = 0) -> int:
    """Swimming is difficulty 5 for the first swimming Move of the round, and 5 more for each further one you start."""
    del move
    return 5 + 5 * (moves - 1) + more


@game.rule("D6-06", "breath, unprepared", kind="state")
def breath(total: int) -> Fraction:
    """Unprepared, you hold your breath for 5 seconds for each point of a Physique or stamina roll."""
    return Fraction(5 * max(0, total))


@game.rule("D6-07", "breath, prepared", kind="state")
def deep_breath(move: Move, total: int, *, bonus: Fraction | None) -> Fraction:
    """If you breathe deeply first, you last as many seconds longer as the GM says. With the stamina skill you last at
    most a minute for each point of a stamina roll, and all of that if the GM names no number.
    """
    if not move.character.has_stamina:
        return breath(total) + (bonus or ZERO)
    whole = Fraction(60 * max(0, total))
    return whole if bonus is None else min(whole, breath(total) + bonus)


def breath_time(move: Move, total: int, *, prepared: bool, bonus: Fraction | None) -> Fraction:
    """Return the seconds that a roll holds the breath, prepared or not."""
    points = max(0, total)
    return deep_breath(move, points, bonus=bonus) if prepared else breath(points)
