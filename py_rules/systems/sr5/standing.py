"""Shadowrun 5: what a token may still do, and what it bears."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any

from py_rules.engine.price_tiers import PriceTier, least, left_of
from py_rules.engine.situation import Situation
from py_rules.engine.system import Rows
from py_rules.systems.sr5.movement import RouteJudge
from py_rules.systems.sr5.prices import jumped
from py_rules.systems.sr5.questions import (
    fall_hazards,
    fall_ruling,
    ground_hazard,
    ground_ruling,
    modifiers_of,
    preparation_ruling,
    short_ruling,
    swim_working,
    tread_due,
    tread_limit,
    tread_ruling,
    tread_working,
    upkeep_ruling,
    working_of_tests,
)
from py_rules.systems.sr5.rules import (
    affords,
    ceiling,
    climb_metres,
    climb_open,
    climb_row,
    climbed_so_far,
    fall_damage,
    fall_metres,
    fall_turns,
    foe_beside,
    jump_cap,
    jump_cap_of,
    long_jump,
    new_turn,
    per_hit,
    rappel_controlled,
    rappel_metres,
    rappel_out_of_hand,
    run_rate,
    running_dice,
    runs,
    sprint_metres,
    sprint_tests,
    sprint_tires,
    swim_metres,
    swim_open,
    swim_rate,
    swim_tires,
    tread_stun,
    tread_time,
    upkeep_owed,
    walk_rate,
)
from py_rules.systems.sr5.turn import THRESHOLD, ZERO, Turn
from py_rules.systems.sr5.words import say
from py_rules.values.answers import (
    Allowance,
    Counter,
    Hazard,
    Modifier,
    Ruling,
    Status,
    Trace,
)


def _modifiers(situation: Situation, state: Turn) -> Iterator[Modifier]:
    return (
        modifiers_of(situation, state, charge=_may_charge(situation, state))
        if situation.in_combat
        else iter(())
    )


def _may_charge(situation: Situation, state: Turn) -> bool:
    """Tell whether the run of this turn has led to a foe, as far as a map can say it."""
    return (
        state.moved > 0
        and not state.charged
        and (
            situation.here is None
            or foe_beside(situation, situation.here.at, situation.here.up, situation.here.storey)
        )
    )


def _lines(situation: Situation, state: Turn) -> Iterator[Trace]:
    """Yield where the rates come from."""
    walk, run = walk_rate(situation), run_rate(situation)
    agility = situation.character.agility
    yield walk_rate.trace(say("walk.working", agility=agility, walk=walk), walk=walk)
    yield run_rate.trace(say("run.working", agility=agility, run=run), run=run)
    each = per_hit(situation)
    yield per_hit.trace(say("per_hit", per_hit=each), per_hit=each)
    yield sprint_tests.trace(working_of_tests(situation, state), tests=sprint_tests(situation))
    yield swim_rate.trace(swim_working(situation), rate=swim_rate(situation))
    minutes, turns = tread_time(situation)
    yield tread_time.trace(tread_working(situation), minutes=minutes, turns=turns)


def _allowances(situation: Situation, state: Turn) -> Iterator[Allowance]:
    walk, run = walk_rate(situation), run_rate(situation)
    if situation.in_combat:
        known = sprint_metres(situation, state.sprint_hits)
        yield _allowance("walk", "ground", walk_rate, walk, min(state.moved, walk))
        yield _allowance("run", "ground", run_rate, run, min(state.moved, run))
        yield _allowance("movement", "ground", ceiling, known, state.moved)
        yield _allowance("swim", "swim", swim_rate, swim_metres(situation, state.swim_hits), state.swim_used)
    else:
        yield _allowance("movement", "ground", new_turn, None, ZERO)
        yield _allowance("swim", "swim", new_turn, None, ZERO)
    row = climb_row(situation, state, Fraction(1))
    hits = state.climb_hits if situation.in_combat else None
    climbed = None if hits is None else climbed_so_far(situation, state, hits, row)
    used = state.climb_used if situation.in_combat else ZERO
    yield replace(_allowance("climb", "climb", climb_metres, climbed, used), scope="phase")
    if state.rappelling:
        metres = rappel_metres(situation, state.rappel_hits)
        yield _allowance("rappel", "rappel", rappel_metres, metres, state.rappel_used)
    if state.falling is not None:
        metres = fall_metres(situation, state.falling_turns)
        yield _allowance("fall", "fall", fall_metres, metres, metres)
    for kind, name in (("running_jump", "jump_running"), ("long_jump", "jump_standing")):
        far = Fraction(jumped(situation, kind, 0)[0], 100)
        high = Fraction(jumped(situation, "high_jump", 0)[0], 100)
        yield replace(_allowance(name, "jump", long_jump, far, ZERO), vertical=high)
    highest = jump_cap_of(situation, "high_jump")
    farthest = _allowance("jump_cap", "jump", jump_cap, Fraction(jump_cap(situation), 100), ZERO)
    yield replace(farthest, vertical=None if highest is None else Fraction(highest, 100))


def _allowance(name: str, mode: str, number: str, limit: Fraction | None, used: Fraction) -> Allowance:
    left = None if limit is None else max(ZERO, limit - used)
    return Allowance(name, mode, number, say(f"allow.{name}"), "turn", limit, used, left)


def _beside_others(situation: Situation, state: Turn, allowance: Allowance) -> Allowance:
    """Return an allowance with no more left than can be covered now: by what other modes have left of the one turn
    (X-09), and by the actions that are left.
    """
    meter = allowance.mode
    if allowance.left is None or meter not in {"ground", "swim", "climb", "rappel"}:
        return allowance
    judge = RouteJudge(situation, state, ())
    levels = judge.levels(meter)
    if meter == "climb":
        # How it has been climbed up to now tells how far it goes, not how it is climbed next.
        known = PriceTier(allowance.limit, "free", allowance.rule, allowance.label)
        levels = judge.beside(meter, [known])
    return replace(allowance, left=least(allowance.left, left_of(levels, judge.used[meter])))


def _statuses(situation: Situation, state: Turn) -> Iterator[Status]:
    if state.running and situation.in_combat:
        yield Status("running", runs, say("running"))
    if state.sprinting and situation.in_combat:
        yield Status("sprinting", sprint_metres, say("sprinting"))
    if state.rappelling:
        wild = rappel_out_of_hand(state)
        yield Status("rappelling", rappel_controlled, say("rappel.wild" if wild else "rappelling"))
    yield from _in_the_water(situation, state)
    if state.falling is not None:
        yield Status("falling", fall_metres, say("falling", fallen=state.fallen, height=state.falling))
    if sprint_tires(situation, state):
        yield Status("sprint_fatigue", sprint_tires, say("fatigue.sprint", turns=state.sprint_turns))
    if swim_tires(situation, state):
        yield Status("swim_fatigue", swim_tires, say("fatigue.swim", turns=state.swim_turns))


def _in_the_water(situation: Situation, state: Turn) -> Iterator[Status]:
    limit = tread_limit(situation, state)
    if state.treading and limit is None:
        yield Status("treading", tread_time, say("treading.asked"))
    elif state.treading and limit is not None:
        yield Status("treading", tread_time, say("treading", turns=state.tread_turns, limit=ceil(limit)))
    if state.tread_failed:
        yield Status("going_under", tread_stun, say("tread.under"))
    if tread_due(situation, state):
        yield Status("tread_due", tread_stun, say("tread.due"))


def _rulings(situation: Situation, state: Turn) -> Iterator[Ruling]:
    unpaid = (
        state.running
        and situation.in_combat
        and upkeep_owed(situation, state)
        and situation.house_rules.upkeep == "warn"
    )
    if unpaid and not affords(situation, state, "bonus"):
        yield upkeep_ruling(situation, ZERO)
    climbs = state.climb_hits is not None or state.rappelling
    if climbs and situation.character.assisted and state.preparation == "":
        yield preparation_ruling(ZERO)
    if state.fell_short:
        yield short_ruling()
    if state.met_ground is not None:
        yield ground_ruling(state.met_ground)
    if state.landed is not None:
        yield fall_ruling(state.landed)
    if state.tread_wait == "ask":
        yield tread_ruling()


def _few(numbers: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: numbers[name] for name in names}


def _hazards(situation: Situation, state: Turn) -> Iterator[Hazard]:
    if state.rappelling and rappel_out_of_hand(state):
        number = rappel_out_of_hand if state.stop_failed else rappel_controlled
        yield Hazard("rappelling", number, ZERO, say("rappel.wild.hazard", needed=THRESHOLD))
    if state.falling is not None:
        numbers: dict[str, Any] = {"height": state.falling, "turns": fall_turns(situation, state.falling)}
        numbers["dv"] = fall_damage(situation, state.falling)
        numbers["next"] = min(fall_metres(situation, state.falling_turns + 1), state.falling - state.fallen)
        label = say("falling.next", fallen=state.fallen, height=state.falling, **_few(numbers, "next", "dv"))
        yield Hazard("falling", fall_metres, ZERO, label, numbers=numbers)
    for metres in (state.landed, *state.landed_since):
        if metres is not None:
            yield from fall_hazards(situation, metres)
    if state.met_ground is not None:
        yield ground_hazard(situation, state.met_ground, ZERO)
    if state.fell_short:
        yield Hazard("jump", long_jump, ZERO, say("jump.fell_short"))
    if state.tread_failed:
        yield Hazard("going_under", tread_stun, ZERO, say("tread.under"))
    if sprint_tires(situation, state):
        yield Hazard("sprint_fatigue", sprint_tires, ZERO, say("fatigue.sprint", turns=state.sprint_turns))
    if swim_tires(situation, state):
        yield Hazard("swim_fatigue", swim_tires, ZERO, say("fatigue.swim", turns=state.swim_turns))


def _counters(situation: Situation, state: Turn) -> Iterator[Counter]:
    yield Counter("moved", new_turn, say("counter.moved"), state.moved)
    yield Counter("pass", new_turn, say("counter.pass"), max(1, state.pass_no))
    yield Counter("running", runs, say("counter.running"), state.running)
    yield Counter("sprinting", sprint_metres, say("counter.sprinting"), state.sprinting)
    yield Counter("sprint_tests", sprint_tests, say("counter.tests"), state.sprint_tests)
    yield Counter("sprint_hits", sprint_metres, say("counter.hits"), state.sprint_hits)
    yield Counter("bonus_spent", upkeep_owed, say("counter.bonus"), state.bonus_spent)
    yield Counter("simple_spent", climb_open, say("counter.simple"), state.simple_spent)
    yield Counter("action_dice", running_dice, say("counter.dice"), state.last_dice)
    yield Counter("swum", swim_rate, say("counter.swum"), state.swim_used)
    yield Counter("swim_paid", swim_open, say("counter.paid"), state.swim_paid)
    yield Counter("rappelling", rappel_controlled, say("counter.rappelling"), state.rappelling)
    yield Counter("controlled", rappel_controlled, say("counter.controlled"), state.controlled)
    yield Counter("descended", rappel_metres, say("counter.descended"), state.rappel_used)
    yield Counter("fallen", fall_metres, say("counter.fallen"), state.fallen)
    yield Counter("falling_turns", fall_metres, say("counter.turns"), state.falling_turns)
    yield Counter("tread_turns", tread_time, say("counter.tread"), state.tread_turns)
    yield Counter("stun", tread_stun, say("counter.stun"), state.stun)
    yield Counter(
        "stun_boxes", tread_stun, say("counter.stun_boxes"), situation.character.stun_boxes + state.stun
    )
    yield Counter("sprint_turns", sprint_tires, say("counter.sprint_turns"), state.sprint_turns)
    yield Counter("swim_turns", swim_tires, say("counter.swim_turns"), state.swim_turns)


STANDING: Rows = {
    "allowances": lambda s, state: (_beside_others(s, state, one) for one in _allowances(s, state)),
    "modifiers": _modifiers,
    "statuses": _statuses,
    "counters": _counters,
    "rulings": _rulings,
    "hazards": _hazards,
    "trace": _lines,
}
