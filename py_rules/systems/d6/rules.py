"""OpenD6: its rules, from beginning to end; those of swimming, climbing and jumping alone are in the module moves."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import Literal

from py_rules.engine.parts import Ground
from py_rules.engine.rules import Rule
from py_rules.engine.situation import Move
from py_rules.systems.d6 import moves
from py_rules.systems.d6.moves import PACED_SUM, move_of
from py_rules.systems.d6.turn import PACED, TERRAIN, ZERO, progress, rate
from py_rules.systems.d6.words import game, say
from py_rules.values.rounding import to_fraction


def base_of(move: Move, mode: str) -> Fraction:
    """Return the Move of a mode; 0: it cannot be used."""
    if mode == "fly":
        return to_fraction(move.character.flying_move or 0) if move_of(move) else ZERO
    bases: dict[str, Callable[[Move], Fraction]] = {
        "ground": move_of,
        "swim": moves.swim_move,
        "climb": moves.climb_move,
        "jump": moves.jump_base,
    }
    return bases[mode](move)


@game.rule(
    "D6-13",
    "short distance is no action",
    kind="band",
    working={
        "plain": "Half of {base} m = {half} m: no action and no roll",
        "rolled": "Half of {base} m = {half} m: no action, but a roll where one is asked for",
    },
    which=lambda move, _mode: "rolled" if move.house_rules.short_needs_roll else "plain",
    shown={"base": lambda _half, move, mode: base_of(move, mode)},
    result="half",
)
def short_distance(move: Move, mode: str) -> Fraction:
    """Running, swimming or flying up to half of your Move for it is no action; that half is not rounded. You roll
    nothing for it either, unless your table lets the ground ask for a roll.
    """
    return base_of(move, mode) / 2 if mode in PACED else ZERO


@game.rule(
    "D6-01",
    "counting movements",
    kind="band",
    working="Moves started: {moves} ({metres} m with a Move of {base} m)",
    result="moves",
)
def movements(metres: Fraction, base: Fraction) -> int:
    """Count one movement for each started Move of a distance: with a Move of 10, 25 m are three movements."""
    return ceil(metres / base) if base else 0


@game.rule("D6-02", "running difficulty", kind="roll", **PACED_SUM)
def run_difficulty(move: Move, moves: int, *, more: int = 0) -> int:
    """Running is difficulty 0 for the first Move of the round, which needs no roll on easy ground, and 5 more for each
    further Move you start. If your table starts running at 5, add 5 throughout.

    ``more``: what ground, fatigue and the GM add, here as in the rules of the other ways of moving.
    """
    return int(move.house_rules.run_base) + 5 * (moves - 1) + more


@game.rule("D6-24", "flying", **PACED_SUM)
def fly_difficulty(move: Move, moves: int, *, more: int = 0) -> int:
    """Flying is difficulty 5 for the first flying Move of the round, or 0 if your table says so, and 5 more for each
    further one you start.
    """
    return int(move.house_rules.fly_base) + 5 * (moves - 1) + more


DIFFICULTIES: dict[str, Rule[..., int]] = {
    "ground": run_difficulty,
    "swim": moves.swim_difficulty,
    "climb": moves.climb_difficulty,
    "jump": moves.jump_difficulty,
    "fly": fly_difficulty,
}


def far_in(move: Move, mode: str, *, metres: Fraction) -> Fraction | int:
    """Return a distance, counted from the round's start, as the difficulty of its mode takes it."""
    return max(1, movements(metres, base_of(move, mode))) if mode in PACED else metres


def bare(move: Move, mode: str, *, metres: Fraction) -> int:
    """Return the difficulty of a distance by itself, counted from the round's start."""
    return DIFFICULTIES[mode](move, far_in(move, mode, metres=metres))


def stretches(move: Move, mode: str) -> Iterator[tuple[Fraction, int]]:
    """Yield how far each difficulty of a mode carries, without end."""
    base = base_of(move, mode)
    step = Fraction(ceil(base / 2)) if mode == "climb" else base
    limit = base
    while True:
        yield limit, bare(move, mode, metres=limit)
        limit += step


@game.rule("D6-25", "failed swim, climb, jump", kind="hazard")
def affords(move: Move, mode: str, *, total: int, tired: int = 0) -> Fraction:
    """If a swim, climb or jump fails, you still go as far as your total carries. If you get nowhere, the GM says what
    happens.

    The longest distance whose bare difficulty a total meets (D6-18 too); ``tired``: what fatigue adds beyond one Move.
    """
    spare = total - bare(move, mode, metres=ZERO)
    if spare < 0:
        return ZERO
    base = base_of(move, mode)
    if mode in PACED:
        return base * max(1, (spare - tired) // 5 + 1)
    return base + (ceil(base / 2) if mode == "climb" else 2) * (spare // 10)


MARKED = 6
"""What a mark is above the number it tells of: a mark is never negative, and 0 is none; a wall may be 5 easier."""


def marks(_: Move, ground: Ground) -> list[tuple[str, int]]:
    """Return the worst number that terrain leaves on a way.

    A climb's surface, or the GM's Difficulty for it, is terrain as well; the GM's own number wins.
    """
    kinds = list(ground.grades)
    if ground.mode == "climb" and ground.difficulty is not None:
        kinds.append((None, ground.difficulty - 5))
    elif ground.mode == "climb" and ground.surface:
        kinds.append((ground.surface, None))
    numbers = [TERRAIN[grade or "easy"] if given is None else given for grade, given in kinds]
    return [(f"{ground.mode} ground", max(numbers) + MARKED)] if numbers else []


Marks = Mapping[str, int]


@game.rule(
    "D6-22",
    "terrain modifiers",
    kind="modifier",
    working="The worst ground met adds {terrain}",
    result="terrain",
)
def terrain(move: Move, mode: str, *, met: Marks) -> int:
    """Terrain adds to the difficulty, from 0 (easy) to 25 or more (very hazardous). Of several kinds only the worst
    counts, and only once.
    """
    before = dict(move.turn.met) if move.in_combat else {}
    worst = max(marks.get(f"{mode} ground", 0) for marks in (before, met))
    return worst - MARKED if worst else 0


@game.rule("D6-23", "GM extras", kind="modifier", working="The GM adds {extra}", result="extra")
def gm_extra(move: Move) -> int:
    """The GM may make any movement harder, or ask for another roll: for wind, crowds or a slick floor."""
    return int(move.circumstances.gm_modifier)


@game.rule(
    "D6-20",
    "fatigue",
    kind="modifier",
    working={
        "counted": "Round {rounds} of fast movement, tiring after {limit}: {fatigue} harder",
        "given": "The GM says: {fatigue} harder",
    },
    which=lambda move: "counted" if move.circumstances.fatigue is None else "given",
    shown={
        "rounds": lambda _fatigue, move: move.turn.fast_rounds + 1,
        "limit": lambda _fatigue, move: move.character.fatigue_limit or 0,
    },
    result="fatigue",
)
def fatigue(move: Move) -> int:
    """The GM says for how many rounds in a row you can move more than one Move. Each such round after that makes fast
    movement harder: by 3, then 6, then 9 and so on, until a round without it, or until the GM says so if your table
    plays that.
    """
    limit, given = move.character.fatigue_limit, move.circumstances.fatigue
    if move.turn.overcome:
        return 0
    if given is not None:
        return int(given)
    return 0 if limit is None else 3 * max(0, move.turn.fast_rounds + 1 - limit)


@game.rule(
    "D6-21", "fatigue elsewhere, overcoming it", kind="roll", working="Fatigue was overcome for this round"
)
def overcome_difficulty(move: Move) -> int:
    """The GM may use the fatigue modifier for any effort that is long and repeated. Roll stamina or willpower against
    5 + that modifier: if you make it, fatigue does not count this round.

    What the GM adds to every difficulty is added to this one (D6-23).
    """
    return max(0, 5 + fatigue(move) + gm_extra(move))


def extra_of(move: Move, mode: str, *, metres: Fraction) -> int:
    """Return what GM and fatigue add; counted by the ledger, fatigue is for fast movement only."""
    told = fatigue(move) if move.circumstances.fatigue is not None else 0
    return gm_extra(move) + told + (tired_of(move, mode) if metres > base_of(move, mode) else 0)


def tired_of(move: Move, mode: str) -> int:
    """Return what fatigue, as the ledger counts it, adds beyond one Move (D6-20)."""
    counted_here = mode in PACED and move.circumstances.fatigue is None
    return fatigue(move) if counted_here else 0


def measured(move: Move, mode: str, *, metres: Fraction) -> Fraction:
    """Return the metres whose difficulty a move asks for: in a chase they may be last round's rate (D6-18).

    What forced slowing leaves in any case asks for no more than itself.
    """
    last, chase = rate(move, mode), move.house_rules.acceleration and mode in PACED
    return last if chase and forced_rate(move, mode) < metres < last else metres


@game.rule(
    "D6-14",
    "one movement action of each type",
    kind="resource",
    working="{mode}: {used} m in this round, as one action",
    shown={"mode": lambda _uses, _move, mode, **_: say(f"mode.{mode}")},
)
def uses_action(move: Move, mode: str, *, used: Fraction) -> bool:
    """In a round you have one movement action of each kind: run, swim, climb, jump and fly. Going on in the same way
    extends that action until you do something else; only a special ability gives you another one.
    """
    short, now = short_distance(move, mode), progress(move, mode)
    return used > short or (now.rolled and now.declared > short)


@game.rule("D6-15", "four-times cap (option)", kind="band")
def top_speed(move: Move, mode: str) -> Fraction:
    """If your table plays it, no kind of movement takes you farther than four of its Moves in a round, whatever you
    roll.
    """
    return 4 * base_of(move, mode)


@game.rule("D6-16", "acceleration (option)", kind="band")
def fastest(move: Move, mode: str) -> Fraction:
    """In a chase, if your table plays acceleration, you go at most twice last round’s rate, or two Moves more than it
    if that is farther. A table that reads the rule literally allows three times that rate.
    """
    last, more = rate(move, mode), 2 * base_of(move, mode)
    return last + max(2 * last if move.house_rules.accel_reading == "literal" else last, more)


@game.rule("D6-17", "voluntary deceleration (option)", kind="band")
def slowest(move: Move, mode: str) -> Fraction:
    """In a chase, if your table plays acceleration, you may slow down to half of last round’s rate, or by two Moves if
    that is slower still, and no further.
    """
    last = rate(move, mode)
    return max(ZERO, min(last / 2, last - 2 * base_of(move, mode)))


@game.rule(
    "D6-18",
    "forced slowing",
    kind="state",
    working="{rate} m a round less two Moves of {base} m: {left} m",
    shown={"rate": lambda _left, move, mode: rate(move, mode), "base": lambda _left, *told: base_of(*told)},
    result="left",
)
def forced_rate(move: Move, mode: str) -> Fraction:
    """In a chase, if your roll is too low even for last round’s rate, you go two Moves slower than that, even if you
    declared less than that rate. If it is enough for last round’s rate but not for the one you declared, you go as
    fast as the total allows.
    """
    return rate(move, mode) - 2 * base_of(move, mode)


@game.rule("D6-19", "stop or trip", kind="hazard")
def fate(left: Fraction) -> Literal["slow", "stop", "trip"]:
    """If forced slowing brings your rate to exactly 0, you stop; below 0, you trip and lie prone, or stop if you swim
    or fly.
    """
    if left > 0:
        return "slow"
    return "stop" if left == 0 else "trip"


@game.rule("D6-03", "running failure", kind="hazard")
def trips(move: Move, missed: int) -> bool:
    """If a running roll fails, you cover only one Move. You also trip if the GM says so, or if you miss by the margin
    your table has set; in a chase all this holds for the first round of the run only.
    """
    margin = move.house_rules.trip_margin
    return margin is not None and missed >= margin


def margin(move: Move) -> int:
    """Return by how much a total must be above the difficulty."""
    return 0 if move.house_rules.tie_succeeds else 1
