"""Shadowrun 5: climbing, and going down a rope."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from py_rules.engine import Move
from py_rules.systems.sr5 import actions
from py_rules.systems.sr5.turn import RAPPEL_METRES, ROUNDED, ROWS, SLICK, SURFACES, THRESHOLD, ZERO, Turn
from py_rules.systems.sr5.words import game
from py_rules.values.footing import Footing, Slick

GEAR = 2
"""The dice that gear adds to a climb."""
NEVER = 99
"""Hits per metre where no hits are enough."""
HARDEST = 30
"""More than the dice that anything adds to a climb."""


@game.rule("SR5-26", "Climb test and action", kind="roll")
def climb_open(move: Move) -> bool:
    """To climb, spend a Complex Action and roll Acrobatics + Strength, or Gymnastics + Strength if your table calls the
    skill that: the hits, up to your Physical limit, say how far you get, up, down or sideways. Outside combat one test
    decides the whole climb: if its hits make a metre, you get as far as you like.
    """
    paid = move.turn.climb_hits is not None or "climb" in move.turn.declared
    return paid or actions.affords(move, cost="complex")


@game.rule(
    "SR5-27",
    "Climb distance table",
    working="Hits {hits} ÷ {each} for each metre = {metres} m",
    result="metres",
)
def climb_metres(move: Move, each: int, *, hits: int) -> Fraction:
    """With gear a metre takes 1 hit up, 2 sideways and 3 upside down; without, 1 down and 2 up or sideways, and upside
    down cannot be climbed. Only whole metres count, unless your table counts parts or rounds up.

    ``each``: the most hits that a metre takes since the test; all of it counts as its hardest part.
    """
    if each >= NEVER:
        return ZERO
    return Fraction(ROUNDED[move.house_rules.climb_rounding](Fraction(max(0, hits), each)))


@game.rule(
    "SR5-28",
    "Climb pool modifiers",
    kind="modifier",
    working="Gear {gear}, surface {ground}, wet or greased {wet}: {result} {result:die|dice}",
    shown={
        "gear": lambda _, row, *_surface, **_slick: GEAR if row.startswith("assisted") else 0,
        "ground": lambda _, _row, surface, **_slick: SURFACES[surface or "broken"],
        "wet": lambda *_, slick: SLICK[slick],
    },
)
def climb_dice(row: str, surface: str | None, *, slick: Slick) -> int:
    """Add to the dice of a climb: +2 with gear; +1 on an easy surface, 0 on a broken one, −3 on a flat one, −5 on a
    sheer one; −2 if it is wet, or −4 if it is greased.
    """
    gear = GEAR if row.startswith("assisted") else 0
    return gear + SURFACES[surface or "broken"] + SLICK[slick]


@game.rule("SR5-29", "Assisted and unassisted", kind="state")
def geared(move: Move) -> bool:
    """Climbing with ropes or a harness needs that gear and time to prepare; without them you can begin at once."""
    return bool(move.character.assisted and move.turn.preparation != "not_ready")


@game.rule("SR5-30", "Rappel start", kind="roll")
def rappel_controlled(hits: int) -> bool:
    """To rappel you need gear and training: spend a Simple Action and roll Acrobatics + Body, or Free-Fall + Body if
    your table has that skill, up to your Physical limit. With two hits you are in control and can brake and land safely
    at any point; with fewer you go down out of control.
    """
    return hits >= THRESHOLD


@game.rule(
    "SR5-31",
    "Rappel distance",
    working={
        "test": "20 m + {bonus} m by {hits} {hits:hit|hits} = {result} m",
        "on": "Rappelling, {result} m in this Combat Turn",
    },
    which=lambda _, hits: "on" if hits is None else "test",
    shown={"bonus": lambda result, *_: result - RAPPEL_METRES},
)
def rappel_metres(move: Move, hits: int | None) -> Fraction:
    """Rappelling takes you 20 m down in a Combat Turn. In the turn of the test, each hit beyond the second adds 1 m,
    or every hit does if your table says so.
    """
    if hits is None:
        return Fraction(RAPPEL_METRES)
    return Fraction(RAPPEL_METRES + (hits if move.house_rules.rappel_bonus == "table" else max(0, hits - 2)))


@game.rule("SR5-32", "Rappel with another Simple Action", kind="modifier")
def rappel_dice(move: Move) -> int:
    """If you take another Simple Action, such as a shot, in the phase in which you rappel, it loses two dice and so
    does the Rappelling Test.
    """
    return -2 if move.circumstances.other_simple or move.turn.other_simple else 0


@game.rule("SR5-33", "Rappel stop", kind="hazard")
def rappel_out_of_hand(state: Turn) -> bool:
    """To stop, make another Rappelling Test, again for two hits. If you fail or do not try, you descend another 20 m in
    the next Combat Turn, and may hit the ground at speed.
    """
    return state.stop_failed or not state.controlled


def marks(move: Move, ground: Any) -> tuple[tuple[str, int], ...]:  # noqa: ANN401 - a stretch or what a step is made on
    """Return how hard some ground is to climb: the hits that a metre takes, and the dice that it takes away."""
    if ground.mode != "climb":
        return ()
    row = climb_row(move, rise=ground.lean)
    dice = climb_dice(row, ground.surface, slick=ground.slick)
    return ("climb", ROWS.get(row, NEVER)), ("climb dice", HARDEST - dice)


def met_or_up(move: Move) -> Mapping[str, int]:
    """Return what the way meets where it climbs; if it does not, as of a broken wall that leads up."""
    return move.met if "climb" in move.met else {**move.met, **dict(marks(move, Footing("climb", lean=1)))}


def climb_row(move: Move, *, rise: int) -> str:
    """Return how a stretch is climbed: as the GM said, else by gear and direction; down with gear is rappelling."""
    if move.circumstances.climb_row is not None:
        return str(move.circumstances.climb_row)
    if rise < 0:
        return "unassisted_down"
    direction = "up" if rise > 0 else "horizontal"
    return f"{'assisted' if geared(move) else 'unassisted'}_{direction}"


def hangs(state: Turn) -> bool:
    """Tell whether one is on a rope, and the ground known to be below it is not met yet."""
    return state.rappelling and state.rappel_height is not None and state.rappel_total < state.rappel_height


game.marks_are(marks)
