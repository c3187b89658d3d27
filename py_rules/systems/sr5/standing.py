"""Shadowrun 5: what a token may still do, and what it bears."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from py_rules.engine import Move
from py_rules.engine.price_tiers import least, left_of
from py_rules.engine.situation import Situation
from py_rules.systems.sr5 import checks, climbing, effects, falling, jumping, rules, swimming
from py_rules.systems.sr5.movement import RouteJudge
from py_rules.systems.sr5.turn import THRESHOLD, ZERO, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Allowance, Hazard, Modifier, Trace
from py_rules.values.records import replace
from py_rules.values.sentences import Text


@game.listing("modifiers")
def modifiers(move: Move) -> Iterator[Modifier]:
    """Return what running and sprinting change."""
    charge = _may_charge(move.situation, move.turn)
    return effects.modifiers_of(move.situation, move.turn, charge=charge) if move.in_combat else iter(())


def _may_charge(situation: Situation, state: Turn) -> bool:
    """Tell whether the run of this turn has led to a foe, as far as a map can say it."""
    return state.moved > 0 and not state.charged and rules.foe_here(situation)


@game.listing("allowances")
def allowances(move: Move) -> Iterator[Allowance]:
    """Return how far each way of moving leads, beside the others."""
    return (
        _beside_others(move.situation, move.turn, allowance=one) for one in _each(move.situation, move.turn)
    )


def _each(situation: Situation, state: Turn) -> Iterator[Allowance]:
    walk, run = rules.walk_rate(situation), rules.run_rate(situation)
    if situation.in_combat:
        known = rules.sprint_metres(situation, state.sprint_hits)
        yield _allowance("walk", "ground", number=rules.walk_rate, limit=walk, used=min(state.moved, walk))
        yield _allowance("run", "ground", number=rules.run_rate, limit=run, used=min(state.moved, run))
        yield _allowance("movement", "ground", number=rules.ceiling, limit=known, used=state.moved)
        swum = swimming.swim_metres(situation, state.swim_hits)
        yield _allowance("swim", "swim", number=swimming.swim_rate, limit=swum, used=state.swim_used)
    else:
        yield _allowance("movement", "ground", number=rules.new_turn, limit=None, used=ZERO)
        yield _allowance("swim", "swim", number=rules.new_turn, limit=None, used=ZERO)
    row = climbing.climb_row(situation, state, rise=Fraction(1))
    hits = state.climb_hits if situation.in_combat else None
    climbed = None if hits is None else climbing.climbed_so_far(situation, state, hits=hits, row=row)
    used = state.climb_used if situation.in_combat else ZERO
    yield replace(
        _allowance("climb", "climb", number=climbing.climb_metres, limit=climbed, used=used), scope="phase"
    )
    if state.rappelling:
        metres = climbing.rappel_metres(situation, state.rappel_hits)
        yield _allowance(
            "rappel", "rappel", number=climbing.rappel_metres, limit=metres, used=state.rappel_used
        )
    if state.falling is not None:
        metres = falling.fall_metres(situation, state.falling_turns)
        yield _allowance("fall", "fall", number=falling.fall_metres, limit=metres, used=metres)
    yield from _jumps(situation)


def _jumps(situation: Situation) -> Iterator[Allowance]:
    high = Fraction(checks.jumped(situation, "high_jump", hits=0)[0], 100)
    for kind, name in (("running_jump", "jump_running"), ("long_jump", "jump_standing")):
        far = Fraction(checks.jumped(situation, kind, hits=0)[0], 100)
        yield replace(_allowance(name, "jump", number=jumping.long_jump, limit=far, used=ZERO), vertical=high)
    highest = jumping.jump_cap_of(situation, "high_jump")
    cap = Fraction(jumping.jump_cap(situation), 100)
    farthest = _allowance("jump_cap", "jump", number=jumping.jump_cap, limit=cap, used=ZERO)
    yield replace(farthest, vertical=None if highest is None else Fraction(highest, 100))


def _allowance(name: str, mode: str, *, number: str, limit: Fraction | None, used: Fraction) -> Allowance:
    left = None if limit is None else max(ZERO, limit - used)
    return Allowance(name, mode, number, say(f"allow.{name}"), "turn", limit, used, left)


def _beside_others(situation: Situation, state: Turn, *, allowance: Allowance) -> Allowance:
    """Return an allowance with no more left than the actions that are left can pay for."""
    meter = allowance.mode
    if allowance.left is None or meter not in {"ground", "swim", "rappel"}:
        return allowance
    judge = RouteJudge(game, situation, state=state, route=())
    left = left_of(judge.price_tiers(meter), judge.used[meter])
    return replace(allowance, left=least(allowance.left, left))


@game.listing("trace")
def lines(move: Move) -> Iterator[Trace]:
    """Yield where the rates come from."""
    for rate in (rules.walk_rate, rules.run_rate, rules.per_hit):
        yield rate.told(move.situation)
    tests = rules.sprint_tests(move.situation)
    yield rules.sprint_tests.trace(effects.working_of_tests(move.situation, move.turn), tests=tests)
    yield swimming.swim_rate.told(move.situation)
    yield swimming.tread_time.told(move.situation)


@game.listing("hazards")
def hazards(move: Move) -> Iterator[Hazard]:
    """Yield what a fall, a rope, the water or a jump does."""
    situation, state = move.situation, move.turn
    if state.rappelling and climbing.rappel_out_of_hand(state):
        number = climbing.rappel_out_of_hand if state.stop_failed else climbing.rappel_controlled
        yield Hazard("rappelling", number, ZERO, say("rappel.wild.hazard", needed=THRESHOLD))
    if state.falling is not None:
        further = min(falling.fall_metres(situation, state.falling_turns + 1), state.falling - state.fallen)
        damage = falling.fall_damage(situation, state.falling)
        numbers = {
            "height": state.falling,
            "turns": falling.fall_turns(situation, state.falling),
            "dv": damage,
            "next": further,
        }
        label = say("falling.next", fallen=state.fallen, height=state.falling, next=further, dv=damage)
        yield Hazard("falling", falling.fall_metres, ZERO, label, numbers=numbers)
    for metres in (state.landed, *state.landed_since):
        if metres is not None:
            yield from effects.fall_hazards(situation, metres)
    if state.met_ground is not None:
        yield effects.ground_hazard(situation, state.met_ground, at=ZERO)
    if state.fell_short:
        yield Hazard("jump", jumping.long_jump, ZERO, say("jump.fell_short"))
    if state.tread_failed:
        yield Hazard("going_under", swimming.tread_stun, ZERO, say("tread.under"))
    if rules.sprint_tires(situation, state):
        yield Hazard(
            "sprint_fatigue", rules.sprint_tires, ZERO, say("fatigue.sprint", turns=state.sprint_turns)
        )
    if swimming.swim_tires(situation, state):
        yield Hazard("swim_fatigue", swimming.swim_tires, ZERO, say("fatigue.swim", turns=state.swim_turns))


def _treading(move: Move) -> Text:
    """Return how long somebody treads water."""
    limit = swimming.tread_limit(move.situation, move.turn)
    if limit is None:
        return say("treading.asked")
    return say("treading", turns=move.turn.tread_turns, limit=ceil(limit))


game.status(
    "running", rules.runs, label=say("running"), when=lambda move: move.in_combat and move.turn.running
)
game.status(
    "sprinting",
    rules.sprint_metres,
    label=say("sprinting"),
    when=lambda move: move.in_combat and move.turn.sprinting,
)
game.status(
    "rappelling",
    climbing.rappel_controlled,
    label=lambda move: say("rappel.wild" if climbing.rappel_out_of_hand(move.turn) else "rappelling"),
    when="rappelling",
)
game.status("treading", swimming.tread_time, label=_treading, when="treading")
game.status("going_under", swimming.tread_stun, label=say("tread.under"), when="tread_failed")
game.status(
    "tread_due",
    swimming.tread_stun,
    label=say("tread.due"),
    when=lambda move: swimming.tread_due(move.situation, move.turn),
)
game.status(
    "falling",
    falling.fall_metres,
    label=lambda move: say("falling", fallen=move.turn.fallen, height=move.turn.falling),
    when=lambda move: move.turn.falling is not None,
)
game.status(
    "sprint_fatigue",
    rules.sprint_tires,
    label=lambda move: say("fatigue.sprint", turns=move.turn.sprint_turns),
    when=lambda move: rules.sprint_tires(move.situation, move.turn),
)
game.status(
    "swim_fatigue",
    swimming.swim_tires,
    label=lambda move: say("fatigue.swim", turns=move.turn.swim_turns),
    when=lambda move: swimming.swim_tires(move.situation, move.turn),
)
game.counter("moved", "Metres on foot", rule=rules.new_turn)
game.counter("pass", "Initiative Pass", rule=rules.new_turn, value=lambda move: max(1, move.turn.pass_no))
game.counter("running", "Running", rule=rules.runs)
game.counter("sprinting", "Sprinting", rule=rules.sprint_metres)
game.counter("sprint_tests", "Sprint Tests made", rule=rules.sprint_tests)
game.counter("sprint_hits", "Sprint hits", rule=rules.sprint_metres)
game.counter("bonus_spent", "Bonus Actions spent in this pass", rule=rules.upkeep_owed)
game.counter("simple_spent", "Simple Actions spent in this phase", rule=climbing.climb_open)
game.counter("action_dice", "Dice on the last action", rule=rules.running_dice, field="last_dice")
game.counter("swum", "Metres swum", rule=swimming.swim_rate, field="swim_used")
game.counter("swim_paid", "Swimming paid for", rule=swimming.swim_open)
game.counter("rappelling", "Rappelling", rule=climbing.rappel_controlled)
game.counter("controlled", "Rappelling under control", rule=climbing.rappel_controlled)
game.counter(
    "descended", "Metres rappelled in this Combat Turn", rule=climbing.rappel_metres, field="rappel_used"
)
game.counter("fallen", "Metres fallen", rule=falling.fall_metres)
game.counter("falling_turns", "Combat Turns of the fall", rule=falling.fall_metres)
game.counter("tread_turns", "Combat Turns of treading water", rule=swimming.tread_time)
game.counter("stun", "Stun boxes from slipping", rule=swimming.tread_stun)
game.counter(
    "stun_boxes",
    "Stun boxes in all",
    rule=swimming.tread_stun,
    value=lambda move: move.character.stun_boxes + move.turn.stun,
)
game.counter("sprint_turns", "Combat Turns in a row with a Sprint Test", rule=rules.sprint_tires)
game.counter("swim_turns", "Combat Turns in a row with swimming", rule=swimming.swim_tires)
