"""OpenD6: the turn after each thing that happened, and what is done beside moving."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from py_rules.engine.clock import cleared
from py_rules.engine.dice import rolled
from py_rules.engine.parts import Move
from py_rules.engine.walked import with_new
from py_rules.protocol import facts
from py_rules.protocol.requests import ActedEvent, BeginEvent, RolledEvent
from py_rules.systems.d6 import moves, prices, rules
from py_rules.systems.d6.sheet import Breathe
from py_rules.systems.d6.turn import HIGHEST, MODES, MODES_OF, PACED, REST, ROUND, ZERO, Effort, Progress
from py_rules.systems.d6.words import game, say
from py_rules.values.answer_parts import Refusal
from py_rules.values.records import replace
from py_rules.values.rounding import on_grain, to_fraction
from py_rules.values.stretch import Segment


def over_pit(segments: Sequence[Segment], landed: Fraction) -> bool:
    """Tell whether nothing is underfoot so far along a jump: in the air one stands at its begin alone."""
    for segment in segments:
        if ZERO < landed <= segment.extent:
            far = segment.length * landed / segment.extent
            return segment.pit is not None and far > segment.pit
        landed -= segment.extent
    return False


def afresh(state: Effort) -> Effort:
    """Return the state without what was rolled outside combat: the next move asks anew (X-10)."""
    for mode in MODES:
        state = state.with_progress(mode, REST) if state.progress(mode).outside else state
    return state


def leapt(move: Move, segments: Sequence[Segment]) -> Fraction:
    """Return how far the jumps among recorded stretches went, each measured by itself."""
    whole, far, high = ZERO, ZERO, ZERO
    for index, segment in enumerate(segments):
        if segment.mode != "jump":
            continue
        far, high = far + segment.length, high + max(ZERO, segment.rise)
        last = index + 1 == len(segments) or segments[index + 1].mode != "jump"
        if segment.lands or last:
            whole, far, high = whole + moves.measure(move, far, high=high), ZERO, ZERO
    return whole


@game.fold("intended")
def after_intent(move: Move, fact: facts.IntendedFact) -> Effort:
    """Return the turn of a token that waits for a roll: how far it means to go."""
    name = fact.check.partition(":")[0]
    state: Effort = move.turn
    if name == "jump":
        return _poised(move, fact)
    if name not in MODES_OF:
        return state
    mode = MODES_OF[name]
    progress = state.progress(mode)
    progress = progress if progress.outside != move.in_combat else replace(REST, outside=not move.in_combat)
    own = [segment for segment in fact.segments if segment.mode == mode]
    cost = sum((part.cost for part in own), ZERO)
    ahead = rules.merged((), [grade for segment in own for grade in rules.ground_of(segment)])
    first = rules.ground_of(own[0]) if own else ()
    return state.with_progress(
        mode, replace(progress, declared=progress.used + cost, first=first, ahead=ahead)
    )


def _poised(move: Move, fact: facts.IntendedFact) -> Effort:
    """Return the turn of a token about to jump: its run-up, and how far the jump is."""
    part = fact.segments[0]
    state: Effort = move.turn
    straight = state.heading == part.heading
    in_line = straight and state.run >= moves.least_run(move)
    running = state.run > 0 and (in_line if part.run_up is None else part.run_up)
    bonus = moves.bonus_of(move, running=running, straight=straight, forced=part.run_up)
    leap = next((i + 1 for i, one in enumerate(fact.segments) if one.lands), len(fact.segments))
    metres = leapt(move, fact.segments[:leap])
    flight = sum((one.extent for one in fact.segments[:leap]), ZERO)
    used = state.jump.used if move.in_combat else ZERO
    return replace(state, bonus=bonus, jump=replace(state.jump, declared=used + metres), flight=flight)


@game.fold("acted")
def after_action_used(move: Move, fact: ActedEvent) -> Effort:
    """Return the turn after another action: movement actions begun before it are over (D6-14)."""
    del fact
    state: Effort = move.turn
    for mode in MODES:
        progress = state.progress(mode)
        if not progress.outside and rules.uses_action(move, mode, progress=progress):
            state = state.with_progress(mode, replace(progress, closed=True))
    return state


@game.fold("rolled")
def after_roll(move: Move, fact: facts.RolledFact) -> Effort:
    """Return the turn after a roll: it opens an allowance, or goes wrong."""
    name = fact.check.partition(":")[0]
    if fact.faces and fact.faces[0] == 1 and move.house_rules.wild_die == "complication":
        move = replace(move, turn=_mishap(move.turn, "complication"))
    state: Effort = move.turn
    if name == "gate":
        return state
    total = rolled(prices.code_of(move, fact.check), fact)
    if name == "breath":
        return _hold_breath(move, total)
    if name == "overcome":
        return replace(state, overcome=total >= fact.difficulty + rules.margin(move))
    if name == "jump":
        return _jumped(move, fact, total=total + state.bonus - rules.margin(move))
    return _paced(move, MODES_OF[name], total=total - rules.margin(move), difficulty=fact.difficulty)


def _mishap(state: Effort, mishap: str) -> Effort:
    return replace(state, mishaps=with_new(state.mishaps, [mishap]))


def _hold_breath(move: Move, total: int) -> Effort:
    state: Effort = move.turn
    seconds = moves.breath_time(move, total, prepared=state.prepared, bonus=state.bonus_s)
    rounds = floor(seconds / to_fraction(move.house_rules.round_seconds))
    return replace(state, prepared=False, bonus_s=None, breath_seconds=seconds, breath_left=rounds)


def _jumped(move: Move, fact: facts.RolledFact, *, total: int) -> Effort:
    """Return the turn after the roll of a jump; a failed one goes nowhere by itself (D6-25)."""
    state: Effort = move.turn
    if total >= fact.difficulty:
        return state
    declared = state.jump.declared or moves.jump_base(move)
    carried = rules.degraded(
        move, "jump", total=total, extra=fact.difficulty - moves.jump_difficulty(move, declared)
    )
    before = state.jump.used if move.in_combat else ZERO
    carries = max(ZERO, min(declared, carried) - before)
    lands = on_grain(state.flight * carries / (declared - before)) if carries else ZERO
    return _mishap(replace(state, carries=carries, lands=lands), "jump" if carries else "edge")


def _paced(move: Move, mode: str, *, total: int, difficulty: int) -> Effort:
    """Return the turn after the roll of a way of moving."""
    progress = move.turn.progress(mode)
    result, limit = prices.outcome(move, mode, total=total, difficulty=difficulty)
    whole, tired = rules.added(move, mode, difficulty=difficulty)
    extra = whole - rules.terrain(move, rules.merged(progress.grades, progress.ahead))
    declared = progress.declared or ZERO
    made = replace(
        progress,
        total=total,
        extra=extra,
        tired=tired,
        small=ZERO < declared <= rules.short_distance(move, mode),
        fast=progress.fast or declared > rules.base_of(move, mode),
        # Nowhere to go back to: what was moved before the roll stays moved.
        limit=None if limit is None else max(limit, progress.used),
        result=result,
        declared=None,
        first=(),
        ahead=(),
    )
    state: Effort = move.turn.with_progress(mode, made)
    failed = result in {"fail", "first_round_fail"}
    if result == "trip" or (failed and rules.trips(move, difficulty - total)):
        return replace(state, prone=True)
    if failed and move.house_rules.trip_margin is None:
        return _mishap(state, "trip")
    begun = extra + rules.terrain(move, rules.merged(progress.grades, progress.first))
    stuck = (
        result == "short"
        and rules.degraded(move, mode, total=total, extra=begun, tired=tired) <= progress.used
    )
    return _mishap(state, prices.STUCK[mode]) if stuck else state


@game.fold("begin")
def new_round(move: Move, fact: BeginEvent) -> Effort:
    """Return the turn at the beginning of a round: what lasts is counted on, the rest is cleared."""
    del fact
    state: Effort = move.turn
    fast = any(_was_fast(move, mode, progress=state.progress(mode)) for mode in PACED)
    rests = 0 if move.house_rules.fatigue_reset == "on_rest_round" else state.fast_rounds
    left = state.breath_left
    return replace(
        cleared(state, ROUND),
        ground_rate=_rate_after(state.ground),
        swim_rate=_rate_after(state.swim),
        fly_rate=_rate_after(state.fly),
        fast_rounds=state.fast_rounds + 1 if fast else rests,
        run_ups=_run_ups_after(move),
        owed=tuple(lacking_of(move)),
        breath_left=None if left is None else max(0, left - 1),
    )


def _was_fast(move: Move, mode: str, *, progress: Progress) -> bool:
    """Tell whether a round's movement tires (D6-20): beyond one Move, or a failed roll to get there."""
    return not progress.outside and (progress.fast or progress.used > rules.base_of(move, mode))


def lacking_of(move: Move) -> Iterator[tuple[str, Fraction]]:
    """Yield the modes that go slower in this round than a chase lets them, and how many metres are lacking (D6-17)."""
    for mode in PACED:
        progress, least = move.turn.progress(mode), rules.slowest(move, mode, rate=move.turn.rate(mode))
        settled = f"slow:{mode}" in move.turn.ruled or progress.limit is not None or progress.outside
        if move.house_rules.acceleration and not settled and progress.used < least:
            yield mode, least - progress.used


def _rate_after(progress: Progress) -> Fraction:
    """Return the rate that a round leaves to the next: none after a stop or a trip."""
    return ZERO if progress.outside or progress.result in {"stop", "trip"} else progress.used


def _run_ups_after(move: Move) -> tuple[bool, ...]:
    """Return the rounds of run-up after this one; a round without running ends them, and so does a jump."""
    state = move.turn
    ground = state.ground
    if not ground.used or state.jump.used or ground.outside:
        return ()
    beaten = ground.result == "ok" if ground.result else state.run >= moves.least_run(move)
    return (*state.run_ups, beaten)[-2:]


@game.refuse("rolled")
def refuse_roll(move: Move, event: RolledEvent) -> Refusal | None:
    """Return why a roll cannot be made now."""
    if event.check == "breath" and move.turn.breath_left is not None:
        return Refusal(moves.breath, say("breath.twice"))
    if event.check != "overcome":
        return None
    if move.character.fatigue_limit is None and move.circumstances.fatigue is None:
        return Refusal(rules.fatigue, say("overcome.never"))
    if move.turn.overcome is not None:
        return Refusal(rules.overcome_difficulty, say("overcome.twice"))
    if rules.overcome_difficulty(move) > HIGHEST:
        return Refusal(rules.overcome_difficulty, say("overcome.too_hard"))
    return None


def breathe(move: Move, options: Mapping[str, Any]) -> Effort:
    """Return the turn after breathing deeply: the next breath is prepared."""
    bonus = options.get("bonus_s")
    state: Effort = move.turn
    return replace(
        state, prepared=True, bonus_s=to_fraction(bonus) if isinstance(bonus, int | float) else None
    )


game.act("breathe_deeply", "Breathe deeply", rule=moves.deep_breath, options=Breathe, after=breathe)
game.act(
    "surface",
    "Come up for air",
    rule=moves.breath,
    unless={"Holds no breath": lambda move: move.turn.breath_left is None},
    sets={"breath_left": None, "breath_seconds": None},
)
game.act("rest", "Rest", rule=rules.fatigue, sets={"fast_rounds": 0})
