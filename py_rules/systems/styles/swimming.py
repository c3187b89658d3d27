"""The Kleptonomicon: swimming, drifting and sinking."""

from fractions import Fraction

from py_rules.engine import Move
from py_rules.engine.parts import Turn
from py_rules.systems.styles.words import ZERO, game

FLOAT, SINK = Fraction(1), Fraction(-2)


@game.rule("STY-22", "Swim", kind="state", working="Through water in any direction: Swim is the style there")
def swims(style: str) -> bool:
    """Swim through water in any direction; in water it is your style unless you use another."""
    return style == "swim"


@game.rule("STY-23", "drift", kind="hazard")
def drift(turn: Turn) -> tuple[Fraction, Fraction]:
    """If you stop in water, you stay there, but a current carries you along at its speed as your Turn ends."""
    return turn.current if turn.water and turn.current is not None else (ZERO, ZERO)


@game.rule(
    "STY-24",
    "interrupted swim floats or sinks",
    kind="hazard",
    working="Good spots filled: {goods_filled} of {goods_total}",
)
def float_or_sink(move: Move) -> Fraction:
    """If you are Interrupted while you Swim, you float up 1 u per Turn, or sink 2 u if more than half of your Good
    spots are filled, until you Swim again.
    """
    c = move.character
    return SINK if 2 * c.goods_filled > c.goods_total else FLOAT


@game.rule(
    "STY-25",
    "heavy cargo sinks",
    kind="hazard",
    working="What is carried is as heavy as its bearer and does not float",
)
def pulled_down(move: Move) -> bool:
    """If you carry something that does not float and is as heavy as you or heavier, the GM may let you sink 2 u in
    each Turn in which you do not Swim.
    """
    turn = move.turn
    still = turn.adrift or "swim" not in dict(turn.spent)
    return bool(move.character.heavy_nonbuoyant and turn.water and still and turn.cargo != "stays")


def rises(move: Move) -> tuple[Fraction, str]:
    """Return how far the water moves the token up at the end of its Turn, and the rule for it; down is negative."""
    if pulled_down(move):
        return SINK, float_or_sink if move.turn.adrift else pulled_down
    return float_or_sink(move) if move.turn.adrift and move.turn.water else ZERO, float_or_sink
