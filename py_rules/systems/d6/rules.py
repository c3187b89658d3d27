"""OpenD6: its rules, from the book's beginning to its end."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Literal

from py_rules.engine.rules import rule, rules_in
from py_rules.engine.situation import Segment, Situation
from py_rules.ledger.facts import (
    SegmentFact,
)
from py_rules.systems.d6.turn import LEAST_RUN, PACED, REFERENCE, TERRAIN, ZERO, Effort, Going, Grades
from py_rules.values.exact import GRAIN, exact, steps_of


def move_of(situation: Situation) -> Fraction:
    """Return Move."""
    return exact(situation.character.move)


@rule("D6-04", "swimming Move", kind="rate", reference=REFERENCE)
def swim_move(situation: Situation) -> Fraction:
    """Your swimming Move is half of your Move on land, rounded up."""
    return Fraction(ceil(move_of(situation) / 2))


@rule("D6-08", "base climbing Move", kind="rate", reference=REFERENCE)
def climb_move(situation: Situation) -> Fraction:
    """With the climbing skill your climbing Move is your whole Move; without it, half of that, rounded up."""
    return move_of(situation) if situation.character.has_climbing else Fraction(ceil(move_of(situation) / 2))


@rule("D6-10", "jump base distance", kind="rate", reference=REFERENCE)
def jump_base(situation: Situation) -> Fraction:
    """The base distance of a standing jump is a quarter of your Move, rounded up. Metres far and metres high count
    together, unless your table takes the longer of the two or the straight line.
    """
    return Fraction(ceil(move_of(situation) / 4))


def base_of(situation: Situation, mode: str) -> Fraction:
    """Return the Move of a mode; 0: it cannot be used."""
    if mode == "fly":
        return exact(situation.character.flying_move or 0) if move_of(situation) else ZERO
    bases: dict[str, Callable[[Situation], Fraction]] = {
        "ground": move_of,
        "swim": swim_move,
        "climb": climb_move,
        "jump": jump_base,
    }
    return bases[mode](situation)


@rule("D6-13", "short distance is no action", kind="band", reference=REFERENCE)
def short_distance(situation: Situation, mode: str) -> Fraction:
    """Running, swimming or flying up to half of your Move for it is no action; that half is not rounded. You roll
    nothing for it either, unless your table lets the ground ask for a roll.
    """
    return base_of(situation, mode) / 2 if mode in PACED else ZERO


@rule("D6-01", "counting movements", kind="band", reference=REFERENCE)
def movements(metres: Fraction, base: Fraction) -> int:
    """Count one movement for each started Move of a distance: with a Move of 10, 25 m are three movements."""
    return ceil(metres / base) if base else 0


@rule("D6-02", "running difficulty", kind="roll", reference=REFERENCE)
def run_difficulty(situation: Situation, moves: int) -> int:
    """Running is difficulty 0 for the first Move of the round, which needs no roll on easy ground, and 5 more for each
    further Move you start. If your table starts running at 5, add 5 throughout.
    """
    return int(situation.house_rules.run_base) + 5 * (moves - 1)


@rule("D6-05", "swimming difficulty", kind="roll", reference=REFERENCE)
def swim_difficulty(moves: int) -> int:
    """Swimming is difficulty 5 for the first swimming Move of the round, and 5 more for each further one you start."""
    return 5 + 5 * (moves - 1)


@rule("D6-24", "flying", kind="rate", reference=REFERENCE)
def fly_difficulty(situation: Situation, moves: int) -> int:
    """Flying is difficulty 5 for the first flying Move of the round, or 0 if your table says so, and 5 more for each
    further one you start.
    """
    return int(situation.house_rules.fly_base) + 5 * (moves - 1)


@rule("D6-09", "climbing difficulty", kind="roll", reference=REFERENCE)
def climb_difficulty(situation: Situation, metres: Fraction) -> int:
    """Climbing is difficulty 5 up to your climbing Move, and 10 more for each further half of it you start; that half
    is rounded up to whole metres.
    """
    return 5 + 10 * climb_steps(situation, metres)


def climb_steps(situation: Situation, metres: Fraction) -> int:
    """Return how many started half steps a climb goes beyond the climbing Move (D6-09)."""
    base = climb_move(situation)
    return steps_of(metres - base, ceil(base / 2)) if metres > base else 0


@rule("D6-11", "jump difficulty", kind="roll", reference=REFERENCE)
def jump_difficulty(situation: Situation, metres: Fraction) -> int:
    """A jump is difficulty 5 up to its base distance, and 10 more for each started 2 m beyond."""
    return 5 + 10 * max(0, steps_of(metres - jump_base(situation), 2))


def bare(situation: Situation, mode: str, metres: Fraction) -> int:
    """Return the difficulty of a distance by itself, counted from the round's start."""
    if mode == "climb":
        return climb_difficulty(situation, metres)
    if mode == "jump":
        return jump_difficulty(situation, metres)
    moves = max(1, movements(metres, base_of(situation, mode)))
    if mode == "swim":
        return swim_difficulty(moves)
    return run_difficulty(situation, moves) if mode == "ground" else fly_difficulty(situation, moves)


def stretches(situation: Situation, mode: str) -> Iterator[tuple[Fraction, int]]:
    """Yield how far each difficulty of a mode carries, without end."""
    base = base_of(situation, mode)
    step = Fraction(ceil(base / 2)) if mode == "climb" else base
    limit = base
    while True:
        yield limit, bare(situation, mode, limit)
        limit += step


def affords(situation: Situation, mode: str, total: int, extra: int, tired: int = 0) -> Fraction:
    """Return the longest distance whose difficulty a total meets (D6-18, D6-25).

    ``extra`` is added to all of them, ``tired`` to those beyond one Move (D6-20).
    """
    spare = total - extra - bare(situation, mode, ZERO)
    if spare < 0:
        return ZERO
    base = base_of(situation, mode)
    if mode in PACED:
        return base * max(1, (spare - tired) // 5 + 1)
    return base + (ceil(base / 2) if mode == "climb" else 2) * (spare // 10)


@rule("D6-22", "terrain modifiers", kind="modifier", reference=REFERENCE)
def terrain(situation: Situation, grades: Grades) -> int:
    """Terrain adds to the difficulty, from 0 (easy) to 25 or more (very hazardous). Of several kinds only the worst
    counts, and only once, unless your table adds them up.
    """
    numbers = [grade_number(grade, given) for grade, given in grades]
    return sum(numbers) if situation.house_rules.terrain_mix == "sum" else max(numbers, default=0)


def grade_number(grade: str | None, given: int | None) -> int:
    """Return what one kind of terrain adds; the GM's own number wins."""
    return given if given is not None else TERRAIN[grade or "easy"]


@rule("D6-23", "GM extras", kind="modifier", reference=REFERENCE)
def gm_extra(situation: Situation) -> int:
    """The GM may make any movement harder, or ask for another roll: for wind, crowds or a slick floor."""
    return int(situation.circumstances.gm_modifier)


@rule("D6-20", "fatigue", kind="modifier", reference=REFERENCE)
def fatigue(situation: Situation, rounds: int) -> int:
    """The GM says for how many rounds in a row you can move more than one Move. Each such round after that makes fast
    movement harder: by 3, then 6, then 9 and so on, until a round without it, or until the GM says so if your table
    plays that.

    ``rounds`` counts the round being rolled.
    """
    limit = situation.character.fatigue_limit
    return 0 if limit is None else 3 * max(0, rounds - limit)


def fatigue_now(situation: Situation, state: Effort) -> int:
    """Return what fatigue adds to fast movement in this round, unless it was overcome."""
    if state.overcome:
        return 0
    given = situation.circumstances.fatigue
    return fatigue(situation, state.fast_rounds + 1) if given is None else int(given)


@rule("D6-21", "fatigue elsewhere, overcoming it", kind="roll", reference=REFERENCE)
def overcome_difficulty(modifier: int) -> int:
    """The GM may use the fatigue modifier for any effort that is long and repeated. Roll stamina or willpower against
    5 + that modifier: if you make it, fatigue does not count this round.
    """
    return 5 + modifier


def overcoming(situation: Situation, state: Effort) -> int:
    """Return the difficulty of overcoming fatigue now, with what the GM adds to every difficulty (D6-23)."""
    return max(0, overcome_difficulty(fatigue_now(situation, state)) + gm_extra(situation))


def extra_of(situation: Situation, state: Effort, mode: str, metres: Fraction) -> int:
    """Return what GM and fatigue add; counted by the ledger, fatigue is for fast movement only."""
    told = fatigue_now(situation, state) if situation.circumstances.fatigue is not None else 0
    return (
        gm_extra(situation)
        + told
        + (tired_of(situation, state, mode) if metres > base_of(situation, mode) else 0)
    )


def tired_of(situation: Situation, state: Effort, mode: str) -> int:
    """Return what fatigue, as the ledger counts it, adds beyond one Move (D6-20)."""
    counted_here = mode in PACED and situation.circumstances.fatigue is None
    return fatigue_now(situation, state) if counted_here else 0


def measured(situation: Situation, state: Effort, mode: str, metres: Fraction) -> Fraction:
    """Return the metres whose difficulty a move asks for: in a chase they may be last round's rate (D6-18).

    What forced slowing leaves in any case asks for no more than itself.
    """
    rate, rules = state.rate(mode), situation.house_rules
    chase = rules.acceleration and mode in PACED and rules.slowing == "last_rate"
    return rate if chase and forced_rate(situation, mode, rate) < metres < rate else metres


def added(situation: Situation, state: Effort, mode: str, difficulty: int) -> tuple[int, int]:
    """Return what was added to a declared move's difficulty, and what more fatigue adds beyond one Move."""
    going = state.going(mode)
    if going.outside:
        return difficulty - bare(situation, mode, ZERO), 0
    declared = measured(situation, state, mode, going.declared or base_of(situation, mode))
    tired = tired_of(situation, state, mode)
    fast = declared > base_of(situation, mode)
    return difficulty - bare(situation, mode, declared) - (tired if fast else 0), tired


def measure(situation: Situation, far: Fraction, high: Fraction) -> Fraction:
    """Return a jump's distance, far and high in one (D6-10); a straight line is told to the grain of lengths (X-02)."""
    if situation.house_rules.jump_measure == "longer":
        return max(far, high)
    if situation.house_rules.jump_measure == "sum" or not (far and high):
        return far + high
    doubled = isqrt(floor(4 * GRAIN * GRAIN * (far * far + high * high)))
    return Fraction((doubled + 1) // 2, GRAIN)


@rule("D6-12", "running start", kind="modifier", reference=REFERENCE)
def run_up_bonus(rounds: Sequence[bool]) -> int:
    """Add 5 to a jump's total for each of the last two rounds in which you ran straight at it and made your running
    roll. A round that needed no roll counts if you ran half your Move or more, or what your table asks for.
    """
    return 5 * sum(rounds[-2:])


def least_run(situation: Situation) -> Fraction:
    """Return the metres toward a jump that make a run-up (D6-12); to stand still is none."""
    return max(exact(situation.house_rules.run_up_min_fraction) * move_of(situation), LEAST_RUN)


def bonus_of(state: Effort, *, running: bool, straight: bool, forced: bool | None) -> int:
    """Return the bonus of a jump: ``running`` within this round, ``straight`` on from the last rounds' run.

    ``forced``: whether there is a run-up, as the table says it; none: as it was measured.
    """
    if forced is False:
        return 0
    earlier = state.run_ups if straight else ()
    now = (state.ground.result in {"", "ok"},) if running else ()
    found = run_up_bonus((*earlier, *now))
    return max(5, found) if forced else found


@rule("D6-14", "one movement action of each type", kind="resource", reference=REFERENCE)
def uses_action(situation: Situation, mode: str, going: Going) -> bool:
    """In a round you have one movement action of each kind: run, swim, climb, jump and fly. Going on in the same way
    extends that action until you do something else; only a special ability gives you another one.
    """
    rolled = going.total is not None and not going.small
    return going.used > short_distance(situation, mode) or rolled


@rule("D6-15", "four-times cap (option)", kind="band", reference=REFERENCE)
def top_speed(situation: Situation, mode: str) -> Fraction:
    """If your table plays it, no kind of movement takes you farther than four of its Moves in a round, whatever you
    roll.
    """
    return 4 * base_of(situation, mode)


@rule("D6-16", "acceleration (option)", kind="band", reference=REFERENCE)
def fastest(situation: Situation, mode: str, rate: Fraction) -> Fraction:
    """In a chase, if your table plays acceleration, you go at most twice last round's rate, or two Moves more than it
    if that is farther. A table that reads the rule literally allows three times that rate.
    """
    base = base_of(situation, mode)
    if situation.house_rules.accel_reading == "literal":
        return rate + max(2 * rate, 2 * base)
    return max(2 * rate, rate + 2 * base)


@rule("D6-17", "voluntary deceleration (option)", kind="band", reference=REFERENCE)
def slowest(situation: Situation, mode: str, rate: Fraction) -> Fraction:
    """In a chase, if your table plays acceleration, you may slow down to half of last round's rate, or by two Moves if
    that is slower still, and no further.
    """
    return max(ZERO, min(rate / 2, rate - 2 * base_of(situation, mode)))


@rule("D6-18", "forced slowing", kind="state", reference=REFERENCE)
def forced_rate(situation: Situation, mode: str, rate: Fraction) -> Fraction:
    """In a chase, if your roll is too low even for last round's rate, you go two Moves slower than that, even if you
    declared less than that rate, unless your table lets the roll for the declared rate do. If it is enough for last
    round's rate but not for the one you declared, you go as fast as the total allows.
    """
    return rate - 2 * base_of(situation, mode)


@rule("D6-19", "stop or trip", kind="hazard", reference=REFERENCE)
def fate(rate: Fraction) -> Literal["slow", "stop", "trip"]:
    """If forced slowing brings your rate to exactly 0, you stop; below 0, you trip and lie prone, or stop if you swim
    or fly.
    """
    if rate > 0:
        return "slow"
    return "stop" if rate == 0 else "trip"


@rule("D6-03", "running failure", kind="hazard", reference=REFERENCE)
def trips(situation: Situation, missed: int) -> bool:
    """If a running roll fails, you cover only one Move. You also trip if the GM says so, or if you miss by the margin
    your table has set; in a chase all this holds for the first round of the run only.
    """
    margin = situation.house_rules.trip_margin
    return margin is not None and missed >= margin


@rule("D6-25", "failed swim, climb, jump", kind="hazard", reference=REFERENCE)
def degraded(situation: Situation, mode: str, total: int, extra: int, tired: int = 0) -> Fraction:
    """If a swim, climb or jump fails, you still go as far as your total carries, or nowhere if your table says so. If
    you get nowhere, the GM says what happens.
    """
    return (
        affords(situation, mode, total, extra, tired)
        if situation.house_rules.fail_mode == "degrade"
        else ZERO
    )


@rule("D6-06", "breath, unprepared", kind="state", reference=REFERENCE)
def breath(total: int) -> Fraction:
    """Unprepared, you hold your breath for 5 seconds for each point of a Physique or stamina roll."""
    return Fraction(5 * max(0, total))


@rule("D6-07", "breath, prepared", kind="state", reference=REFERENCE)
def deep_breath(situation: Situation, total: int, bonus: Fraction | None) -> Fraction:
    """If you breathe deeply first, you last as many seconds longer as the GM says. With the stamina skill you last at
    most a minute for each point of a stamina roll, and all of that if the GM names no number.
    """
    if not situation.character.has_stamina:
        return breath(total) + (bonus or ZERO)
    whole = Fraction(60 * max(0, total))
    return whole if bonus is None else min(whole, breath(total) + bonus)


def breath_time(situation: Situation, total: int, *, prepared: bool, bonus: Fraction | None) -> Fraction:
    """Return the seconds that a roll holds the breath, prepared or not."""
    points = max(0, total)
    return deep_breath(situation, points, bonus) if prepared else breath(points)


RULES = rules_in(globals())


def margin(situation: Situation) -> int:
    """Return by how much a total must be above the difficulty."""
    return 0 if situation.house_rules.tie_succeeds else 1


def merged(grades: Grades, more: Iterable[tuple[str | None, int | None]]) -> Grades:
    """Return grades with others, each kind once."""
    return tuple(dict.fromkeys((*grades, *more)))


def ground_of(segment: Segment | SegmentFact) -> Grades:
    """Return the kinds of terrain of a stretch; a climb's surface, or the GM's Difficulty for it, is one."""
    grades: Grades = tuple((grade, number) for grade, number in segment.grades)
    if segment.mode != "climb":
        return grades
    if segment.difficulty is not None:
        return (*grades, (None, segment.difficulty - 5))
    return (*grades, (segment.surface, None)) if segment.surface else grades
