"""OpenD6: the turn after each thing that happened."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor

from py_rules.engine.situation import Situation
from py_rules.engine.system import Folds, Refusals
from py_rules.engine.walked import dropped, once, travelled
from py_rules.ledger.clock import cleared
from py_rules.ledger.facts import (
    ActedFact,
    BeganFact,
    DidFact,
    IntendedFact,
    MovedFact,
    RolledFact,
    RuledFact,
    SegmentFact,
    pit_of,
)
from py_rules.protocol.requests import RolledEvent
from py_rules.systems.d6.prices import MISHAPS, STUCK, counted, outcome, skill_of
from py_rules.systems.d6.rules import (
    added,
    base_of,
    bonus_of,
    breath,
    breath_time,
    degraded,
    fatigue,
    ground_of,
    jump_base,
    jump_difficulty,
    least_run,
    margin,
    measure,
    merged,
    overcome_difficulty,
    overcoming,
    short_distance,
    slowest,
    terrain,
    trips,
    uses_action,
)
from py_rules.systems.d6.turn import (
    HIGHEST,
    MODES,
    MODES_OF,
    PACED,
    REST,
    ROUND,
    ZERO,
    Effort,
    Going,
    dice_of,
)
from py_rules.systems.d6.words import say
from py_rules.values.answers import Refusal
from py_rules.values.exact import exact, on_grain


def after_move(situation: Situation, state: Effort, fact: MovedFact) -> Effort:
    """Return the state after a move: what it used, where it ended, what it met."""
    if not fact.segments:
        return state
    turns, state = _turns(state, fact.segments), travelled(state, fact)
    state = replace(state, drop=state.drop + dropped(fact.segments))
    if fact.forced:
        return state
    if fact.landed is not None:
        over_pit = _over_pit(fact.segments, exact(fact.landed))
        depth, over = pit_of(fact.segments)
        state = replace(state, over_pit=over_pit, pit=depth, over=(ZERO, ZERO) if over_pit else over)
    if not fact.in_combat:
        return replace(_afresh(state), bonus=0)
    for segment in fact.segments:
        mode = segment.mode
        if mode not in MODES:
            continue
        going = state.going(mode)
        going = REST if going.outside else going
        cost = ZERO if mode == "jump" else exact(segment.length) * exact(segment.mult) + exact(segment.flat)
        going = replace(going, used=going.used + cost, grades=merged(going.grades, ground_of(segment)))
        state = state.with_going(mode, going)
    jumped = leapt(situation, fact.segments)
    if jumped:
        state = replace(state, jump=replace(state.jump, used=state.jump.used + jumped), run_ups=(), bonus=0)
    slick = any(segment.slick != "none" for segment in fact.segments)
    asked = once(state.asked, ["slick"] if slick else [])
    return replace(state, run_ups=() if turns else state.run_ups, asked=asked)


def _over_pit(segments: Sequence[SegmentFact], landed: Fraction) -> bool:
    """Tell whether nothing is underfoot so far along a jump: in the air one stands at its begin alone."""
    for segment in segments:
        if ZERO < landed <= segment.extent:
            far = exact(segment.length) * landed / segment.extent
            return segment.pit is not None and far > exact(segment.pit)
        landed -= segment.extent
    return False


def _afresh(state: Effort) -> Effort:
    """Return the state without what was rolled outside combat: the next move asks anew (X-10)."""
    for mode in MODES:
        state = state.with_going(mode, REST) if state.going(mode).outside else state
    return state


def leapt(situation: Situation, segments: Sequence[SegmentFact]) -> Fraction:
    """Return how far the jumps among recorded stretches went, each measured by itself."""
    whole, far, high = ZERO, ZERO, ZERO
    for index, segment in enumerate(segments):
        if segment.mode != "jump":
            continue
        far, high = far + exact(segment.length), high + max(ZERO, exact(segment.rise))
        last = index + 1 == len(segments) or segments[index + 1].mode != "jump"
        if segment.lands or last:
            whole, far, high = whole + measure(situation, far, high), ZERO, ZERO
    return whole


def _turns(state: Effort, segments: Sequence[SegmentFact]) -> bool:
    """Tell whether a move leaves the line of the run before it, on foot or otherwise."""
    on_foot = all(segment.mode in {"ground", "jump"} for segment in segments)
    return not on_foot or any(
        segment.mode == "ground" and segment.heading != state.heading for segment in segments
    )


def after_intent(situation: Situation, state: Effort, fact: IntendedFact) -> Effort:
    """Return the state of a token that waits for a roll: how far it means to go."""
    name = fact.check.partition(":")[0]
    if name == "jump":
        return _poised(situation, state, fact)
    if name not in MODES_OF:
        return state
    mode = MODES_OF[name]
    going = state.going(mode)
    going = going if going.outside != fact.in_combat else replace(REST, outside=not fact.in_combat)
    own = [segment for segment in fact.segments if segment.mode == mode]
    cost = sum((exact(part.length) * exact(part.mult) + exact(part.flat) for part in own), ZERO)
    ahead = merged((), [grade for segment in own for grade in ground_of(segment)])
    first = ground_of(own[0]) if own else ()
    return state.with_going(mode, replace(going, declared=going.used + cost, first=first, ahead=ahead))


def _poised(situation: Situation, state: Effort, fact: IntendedFact) -> Effort:
    """Return the state of a token about to jump: its run-up, and how far the jump is."""
    part = fact.segments[0]
    straight = state.heading == part.heading
    in_line = straight and state.run >= least_run(situation)
    running = state.run > 0 and (in_line if part.run_up is None else part.run_up)
    bonus = bonus_of(state, running=running, straight=straight, forced=part.run_up)
    leap = next((i + 1 for i, one in enumerate(fact.segments) if one.lands), len(fact.segments))
    metres = leapt(situation, fact.segments[:leap])
    flight = sum((one.extent for one in fact.segments[:leap]), ZERO)
    used = state.jump.used if fact.in_combat else ZERO
    jump = replace(state.jump, declared=used + metres)
    return replace(state, bonus=bonus, jump=jump, flight=flight)


def after_action_used(situation: Situation, state: Effort, fact: ActedFact) -> Effort:
    """Return the state after another action: movement actions begun before it are over (D6-14)."""
    del fact
    for mode in MODES:
        going = state.going(mode)
        if not going.outside and uses_action(situation, mode, going):
            state = state.with_going(mode, replace(going, closed=True))
    return state


def after_act(situation: Situation, state: Effort, fact: DidFact) -> Effort:
    """Return the state after an act."""
    del situation
    if fact.act == "breathe_deeply":
        bonus = fact.options.get("bonus_s")
        seconds = exact(bonus) if isinstance(bonus, int | float) else None
        return replace(state, prepared=True, bonus_s=seconds)
    if fact.act == "surface":
        return replace(state, breath_left=None, breath_seconds=None)
    return replace(state, fast_rounds=0)


def after_roll(situation: Situation, state: Effort, fact: RolledFact) -> Effort:
    """Return the state after a roll: it opens an allowance, or goes wrong."""
    name = fact.check.partition(":")[0]
    if fact.faces and fact.faces[0] == 1 and situation.house_rules.wild_die == "complication":
        state = _mishap(state, "complication")
    if name == "gate":
        return state
    dice, pips = dice_of(skill_of(situation, fact.check, prepared=state.prepared)[1])
    total = counted(situation, fact, dice, pips + fact.modifier)
    if name == "breath":
        return _hold_breath(situation, state, total)
    if name == "overcome":
        return replace(state, overcome=total >= fact.difficulty + margin(situation))
    if name == "jump":
        return _jumped(situation, state, fact, total + state.bonus - margin(situation))
    return _paced(situation, state, MODES_OF[name], total - margin(situation), fact.difficulty)


def _mishap(state: Effort, mishap: str) -> Effort:
    return replace(state, mishaps=once(state.mishaps, [mishap]))


def _hold_breath(situation: Situation, state: Effort, total: int) -> Effort:
    seconds = breath_time(situation, total, prepared=state.prepared, bonus=state.bonus_s)
    rounds = floor(seconds / exact(situation.house_rules.round_seconds))
    return replace(state, prepared=False, bonus_s=None, breath_seconds=seconds, breath_left=rounds)


def _jumped(situation: Situation, state: Effort, fact: RolledFact, total: int) -> Effort:
    """Return the state after the roll of a jump; a failed one goes nowhere by itself (D6-25)."""
    if total >= fact.difficulty:
        return state
    declared = state.jump.declared or jump_base(situation)
    carried = degraded(situation, "jump", total, fact.difficulty - jump_difficulty(situation, declared))
    before = state.jump.used if fact.in_combat else ZERO
    carries = max(ZERO, min(declared, carried) - before)
    lands = on_grain(state.flight * carries / (declared - before)) if carries else ZERO
    return _mishap(replace(state, carries=carries, lands=lands), "jump" if carries else "edge")


def _paced(situation: Situation, state: Effort, mode: str, total: int, difficulty: int) -> Effort:
    """Return the state after the roll of a way of moving."""
    going = state.going(mode)
    result, limit = outcome(situation, state, mode, total, difficulty)
    whole, tired = added(situation, state, mode, difficulty)
    extra = whole - terrain(situation, merged(going.grades, going.ahead))
    declared = going.declared or ZERO
    small = ZERO < declared <= short_distance(situation, mode)
    # Nowhere to go back to: what was moved before the roll stays moved.
    fixed = None if limit is None else max(limit, going.used)
    state = state.with_going(
        mode,
        replace(
            going,
            total=total,
            extra=extra,
            tired=tired,
            small=small,
            fast=going.fast or declared > base_of(situation, mode),
            limit=fixed,
            result=result,
            declared=None,
            first=(),
            ahead=(),
        ),
    )
    if result == "trip" or (result in {"fail", "first_round_fail"} and trips(situation, difficulty - total)):
        return replace(state, prone=True)
    if result in {"fail", "first_round_fail"} and situation.house_rules.trip_margin is None:
        return _mishap(state, "trip")
    begun = extra + terrain(situation, merged(going.grades, going.first))
    stuck = result == "short" and degraded(situation, mode, total, begun, tired) <= going.used
    return _mishap(state, STUCK[mode]) if stuck else state


def new_round(situation: Situation, state: Effort, fact: BeganFact) -> Effort:
    """Return the state at the beginning of a round: what lasts is counted on, the rest is cleared."""
    del fact
    fast = any(_was_fast(situation, mode, state.going(mode)) for mode in PACED)
    rests = 0 if situation.house_rules.fatigue_reset == "on_rest_round" else state.fast_rounds
    left = state.breath_left
    return replace(
        cleared(state, ROUND),
        ground_rate=_rate_after(state.ground),
        swim_rate=_rate_after(state.swim),
        fly_rate=_rate_after(state.fly),
        fast_rounds=state.fast_rounds + 1 if fast else rests,
        run_ups=_run_ups_after(situation, state),
        owed=tuple(lacking_of(situation, state)),
        breath_left=None if left is None else max(0, left - 1),
    )


def _was_fast(situation: Situation, mode: str, going: Going) -> bool:
    """Tell whether a round's movement tires (D6-20): beyond one Move, or a failed roll to get there."""
    return not going.outside and (going.fast or going.used > base_of(situation, mode))


def lacking_of(situation: Situation, state: Effort) -> Iterator[tuple[str, Fraction]]:
    """Yield the modes that go slower in this round than a chase lets them, and how many metres are lacking (D6-17)."""
    for mode in PACED:
        going, least = state.going(mode), slowest(situation, mode, state.rate(mode))
        settled = f"slow:{mode}" in state.ruled or going.limit is not None or going.outside
        if situation.house_rules.acceleration and not settled and going.used < least:
            yield mode, least - going.used


def _rate_after(going: Going) -> Fraction:
    """Return the rate that a round leaves to the next: none after a stop or a trip."""
    return ZERO if going.outside or going.result in {"stop", "trip"} else going.used


def _run_ups_after(situation: Situation, state: Effort) -> tuple[bool, ...]:
    """Return the rounds of run-up after this one; a round without running ends them, and so does a jump."""
    ground = state.ground
    if not ground.used or state.jump.used or ground.outside:
        return ()
    beaten = ground.result == "ok" if ground.result else state.run >= least_run(situation)
    return (*state.run_ups, beaten)[-2:]


def after_ruling(situation: Situation, state: Effort, fact: RuledFact) -> Effort:
    """Return the state after the GM's word."""
    del situation
    if fact.ruling == "prone":
        return replace(state, prone=fact.choice != "stands")
    name, _, mode = fact.ruling.partition(":")
    if name == "slow" and mode in dict(state.owed):
        lacking = dict(state.owed)[mode] if fact.choice == "carried" else ZERO
        owed = tuple(pair for pair in state.owed if pair[0] != mode)
        return replace(state.with_rate(mode, state.rate(mode) + lacking), owed=owed)
    if fact.ruling == "drop":
        return replace(state, drop=ZERO)
    if fact.ruling in {"jump", "edge"}:
        state = replace(state, pit=None, over=(ZERO, ZERO))
    if fact.ruling in MISHAPS:
        left = tuple(mishap for mishap in state.mishaps if mishap != fact.ruling)
        tripped = fact.ruling == "trip" and fact.choice == "trips"
        return replace(_afresh(state), mishaps=left, prone=state.prone or tripped)
    return replace(state, ruled=once(state.ruled, [fact.ruling]))


def refuse_roll(situation: Situation, state: Effort, event: RolledEvent) -> Refusal | None:
    """Return why a roll cannot be made now."""
    if event.check == "breath" and state.breath_left is not None:
        return Refusal(breath, say("breath.twice"))
    if event.check == "overcome":
        if situation.character.fatigue_limit is None and situation.circumstances.fatigue is None:
            return Refusal(fatigue, say("overcome.never"))
        if state.overcome is not None:
            return Refusal(overcome_difficulty, say("overcome.twice"))
        if overcoming(situation, state) > HIGHEST:
            return Refusal(overcome_difficulty, say("overcome.too_hard"))
    return None


FOLDS: Folds = {
    "moved": after_move,
    "intended": after_intent,
    "acted": after_action_used,
    "did": after_act,
    "rolled": after_roll,
    "began": new_round,
    "ruled": after_ruling,
}
REFUSALS: Refusals = {"rolled": refuse_roll}
