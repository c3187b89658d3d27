"""Shadowrun 5: falling, its harm and its speed."""

from collections.abc import Sequence
from fractions import Fraction

from py_rules.engine import Move
from py_rules.systems.sr5.turn import ROUNDED, SAFE_DROP, ZERO
from py_rules.systems.sr5.words import game
from py_rules.values.records import replace
from py_rules.values.stretch import Segment


@game.rule(
    "SR5-34",
    "Fall damage",
    kind="hazard",
    working={
        "safe": "{metres} m: no more than 3 m, no harm",
        "exact": "{metres} m − {soft_landing} by a soft landing = DV {result}",
        "up": "{metres} m, rounded up, − {soft_landing} by a soft landing = DV {result}",
        "down": "{metres} m, rounded down, − {soft_landing} by a soft landing = DV {result}",
    },
    which=lambda move, metres: (
        "safe"
        if metres <= SAFE_DROP
        else "exact"
        if metres.denominator == 1
        else str(move.house_rules.fall_rounding)
    ),
)
def fall_damage(move: Move, metres: Fraction) -> int:
    """A fall of more than 3 m does a point of Physical damage for each metre of its whole height, AP −4; resist it
    with Body + Armour. A started metre counts whole, unless your table rounds down.
    """
    if metres <= SAFE_DROP:
        return 0
    whole = int(ROUNDED[move.house_rules.fall_rounding](metres))
    return softened(move, whole) if move.circumstances.soft_landing else whole


@game.rule("SR5-35", "Fall speed")
def fall_metres(move: Move, turn: int) -> Fraction:
    """You fall 50 m in the first Combat Turn, another 100 m in the second, 150 m in the third and 200 m in each one
    after that; or 150 m in the second and 200 m in each one after that if your table says so.
    """
    slower = move.house_rules.fall_distances == "four_steps"
    return Fraction(min(50 * turn if slower else 100 * turn - 50, 200))


@game.rule("SR5-36", "Soft landing", kind="modifier")
def softened(move: Move, damage: int) -> int:
    """A soft landing lowers the damage of a fall by the number the GM names, but not below 0."""
    return int(max(0, damage - move.circumstances.soft_landing))


def falls_whole(route: Sequence[Segment]) -> list[Segment]:
    """Return a route in which a fall that was told in parts is one stretch."""
    found: list[Segment] = []
    for part in route:
        on = bool(found) and part.mode == "fall" == found[-1].mode and part.barrier is None and not part.gates
        if on:
            found[-1] = replace(found[-1], length=found[-1].length + part.length, stand=part.stand)
        else:
            found.append(part)
    return found


def fall_turns(move: Move, height: Fraction) -> int:
    """Return in which Combat Turn of a fall the ground is met; 0 for no height (SR5-35)."""
    turns, fallen = 0, ZERO
    while fallen < height:
        turns += 1
        fallen += fall_metres(move, turns)
    return turns


def resist(move: Move) -> int:
    """Return the dice that resist the damage of a fall (SR5-34)."""
    return int(move.character.body + max(0, move.character.armour - 4))
