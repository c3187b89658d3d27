"""OpenD6: jumping, and the run-up to it."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, isqrt

from py_rules.engine.parts import Move
from py_rules.systems.d6.moves import in_steps, move_of
from py_rules.systems.d6.turn import LEAST_RUN
from py_rules.systems.d6.words import game
from py_rules.values.rounding import GRAIN, steps_of, to_fraction


@game.rule(
    "D6-10",
    "jump base distance",
    working="A quarter of Move {move}, rounded up: {base} m",
    shown={"move": lambda _base, move: move_of(move)},
    result="base",
)
def jump_base(move: Move) -> Fraction:
    """The base distance of a standing jump is a quarter of your Move, rounded up. Metres far and metres high count
    together, unless your table takes the longer of the two or the straight line.
    """
    return Fraction(ceil(move_of(move) / 4))


def jump_steps(move: Move, metres: Fraction) -> int:
    """Return how many started two metres a jump goes beyond its base distance (D6-11)."""
    return max(0, steps_of(metres - jump_base(move), 2))


@game.rule(
    "D6-11",
    "jump difficulty",
    kind="roll",
    **in_steps(
        "{first} for a jump of up to {jump_base} m",
        "10 for each two metres begun beyond {jump_base} m",
        each=10,
        steps=jump_steps,
    ),
)
def jump_difficulty(move: Move, metres: Fraction, *, more: int = 0) -> int:
    """A jump is difficulty 5 up to its base distance, and 10 more for each started 2 m beyond."""
    return 5 + 10 * jump_steps(move, metres) + more


def measure(move: Move, far: Fraction, *, high: Fraction) -> Fraction:
    """Return a jump's distance, far and high in one (D6-10); a straight line is rounded to the grain (X-02)."""
    if move.house_rules.jump_measure == "longer":
        return max(far, high)
    if move.house_rules.jump_measure == "sum" or not (far and high):
        return far + high
    doubled = isqrt(floor(4 * GRAIN * GRAIN * (far * far + high * high)))
    return Fraction((doubled + 1) // 2, GRAIN)


@game.rule(
    "D6-12",
    "running start",
    kind="modifier",
    working="Rounds of run-up: {rounds}, so {bonus} on the jump",
    shown={"rounds": lambda _bonus, rounds: sum(rounds[-2:])},
    result="bonus",
)
def run_up_bonus(rounds: Sequence[bool]) -> int:
    """Add 5 to a jump's total for each of the last two rounds in which you ran straight at it and made your running
    roll. A round that needed no roll counts if you ran half your Move or more, or what your table asks for.
    """
    return 5 * sum(rounds[-2:])


def least_run(move: Move) -> Fraction:
    """Return the metres toward a jump that make a run-up (D6-12); to stand still is none."""
    return max(to_fraction(move.house_rules.run_up_min_fraction) * move_of(move), LEAST_RUN)


def bonus_of(move: Move, *, running: bool, straight: bool, forced: bool | None) -> int:
    """Return the bonus of a jump: ``running`` within this round, ``straight`` on from the last rounds' run.

    ``forced``: whether there is a run-up, as the table says it; none: as it was measured.
    """
    if forced is False:
        return 0
    earlier = move.turn.run_ups if straight else ()
    now = (move.turn.ground.result in {"", "ok"},) if running else ()
    found = run_up_bonus((*earlier, *now))
    return max(5, found) if forced else found
