"""OpenD6: the Move that all movement is counted in, and the rules of swimming, climbing and jumping alone."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Any

from py_rules.engine.situation import Move
from py_rules.systems.d6.turn import ZERO
from py_rules.systems.d6.words import game
from py_rules.values.rounding import GRAIN, steps_of, to_fraction


def move_of(move: Move) -> Fraction:
    """Return Move."""
    return to_fraction(move.character.move)


def in_steps(first: str, stepwise: str, *, each: int, steps: Callable[[Move, Any], int]) -> Mapping[str, Any]:
    """Return how a rule tells of a difficulty that has ``each`` for every one of its steps, and what adds to it."""
    more = "{more} for ground, fatigue and the GM"
    return {
        "working": f"{{first}} {first}, {each} {stepwise} ({{steps}}), {more}: {{difficulty}}",
        "shown": {
            "first": lambda difficulty, move, far, more=0: difficulty - more - each * steps(move, far),
            "steps": lambda _difficulty, move, far, more=0: steps(move, far),  # noqa: ARG005 - as the rule is called
            "more": lambda _difficulty, _move, _far, more=0: more,
        },
        "result": "difficulty",
    }


PACED_SUM = in_steps(
    "for one movement",
    "for each movement after the first",
    each=5,
    steps=lambda _, moves: moves - 1,
)

# ---------------------------------------------------------------- swimming


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


# ---------------------------------------------------------------- climbing


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
        "for a climb of up to {climb_move} m",
        "for each half step begun above {climb_move} m",
        each=10,
        steps=climb_steps,
    ),
)
def climb_difficulty(move: Move, metres: Fraction, *, more: int = 0) -> int:
    """Climbing is difficulty 5 up to your climbing Move, and 10 more for each further half of it you start; that half
    is rounded up to whole metres.
    """
    return 5 + 10 * climb_steps(move, metres) + more


# ---------------------------------------------------------------- jumping


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
        "for a jump of up to {jump_base} m",
        "for each two metres begun beyond {jump_base} m",
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
    """Add 5 to a jump’s total for each of the last two rounds in which you ran straight at it and made your running
    roll. A round that needed no roll counts if you ran half your Move or more.
    """
    return 5 * sum(rounds[-2:])


def least_run(move: Move) -> Fraction:
    """Return the metres toward a jump that make a run-up (D6-12)."""
    return move_of(move) / 2


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
