"""Shadowrun 5: what a token may still do, and what it bears."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from py_rules.engine import Move
from py_rules.engine.price_tiers import least, left_of
from py_rules.engine.pricing import Pricing
from py_rules.engine.situation import Situation
from py_rules.systems.sr5 import checks, climbing, effects, falling, jumping, rules, swimming
from py_rules.systems.sr5.turn import THRESHOLD, ZERO, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Allowance, Hazard, Modifier, Trace
from py_rules.values.sentences import Text


@game.listing("modifiers")
def modifiers(move: Move) -> Iterator[Modifier]:
    """Return what running and sprinting change, and a charge if the run has led to a foe, as far as a map tells."""
    charge = move.turn.moved > 0 and not move.turn.charged and rules.foe_here(move.situation)
    return effects.modifiers_of(move.situation, move.turn, charge=charge) if move.in_combat else iter(())


@game.listing("allowances")
def allowances(move: Move) -> Iterator[Allowance]:
    """Return how far each way of moving leads, with no more left than the actions that are left can pay for."""
    prices = Pricing(game, move)
    begun = prices.used()
    for name, mode, rule, limit, used in _each(move.situation, move.turn):
        left = None if limit is None else max(ZERO, limit - used)
        if left is not None and mode in {"ground", "swim", "rappel"}:
            left = least(left, left_of(prices.price_tiers(mode, begun), begun[mode]))
        scope = "phase" if mode == "climb" else "turn"
        yield Allowance(name, mode, rule, say(f"allow.{name}"), scope, limit, used, left)
    yield from _jumps(move.situation)


def _each(situation: Situation, state: Turn) -> Iterator[tuple[str, str, str, Fraction | None, Fraction]]:
    """Yield each way of moving: its name and mode, the rule, how far it leads, how much of that is used."""
    if situation.in_combat:
        walk, run = rules.walk_rate(situation), rules.run_rate(situation)
        known = rules.sprint_metres(situation, state.sprint_hits)
        yield "walk", "ground", rules.walk_rate, walk, min(state.moved, walk)
        yield "run", "ground", rules.run_rate, run, min(state.moved, run)
        yield "movement", "ground", rules.ceiling, known, state.moved
        swum = swimming.swim_metres(situation, state.swim_hits)
        yield "swim", "swim", swimming.swim_rate, swum, state.swim_used
    else:
        yield "movement", "ground", rules.new_turn, None, ZERO
        yield "swim", "swim", rules.new_turn, None, ZERO
    climbed, used = None, ZERO
    if situation.in_combat and state.climb_hits is not None:
        each = state.climb_each or climbing.met_or_up(Move(situation, state))["climb"]
        climbed, used = climbing.climb_metres(situation, each, hits=state.climb_hits), state.climb_used
    yield "climb", "climb", climbing.climb_metres, climbed, used
    if state.rappelling:
        metres = climbing.rappel_metres(situation, state.rappel_hits)
        yield "rappel", "rappel", climbing.rappel_metres, metres, state.rappel_used
    if state.falling is not None:
        metres = falling.fall_metres(situation, state.falling_turns)
        yield "fall", "fall", falling.fall_metres, metres, metres


def _jumps(situation: Situation) -> Iterator[Allowance]:
    high = Fraction(checks.jumped(situation, "high_jump", hits=0)[0], 100)
    highest = jumping.high_cap(situation)
    cap = None if highest is None else Fraction(highest, 100)
    for name, rule, centimetres, up in (
        ("jump_running", jumping.long_jump, checks.jumped(situation, "running_jump", hits=0)[0], high),
        ("jump_standing", jumping.long_jump, checks.jumped(situation, "long_jump", hits=0)[0], high),
        ("jump_cap", jumping.jump_cap, jumping.jump_cap(situation), cap),
    ):
        far = Fraction(centimetres, 100)
        yield Allowance(name, "jump", rule, say(f"allow.{name}"), "turn", far, ZERO, far, vertical=up)


@game.listing("trace")
def lines(move: Move) -> Iterator[Trace]:
    """Yield where the rates come from."""
    for rule in (
        *(rules.walk_rate, rules.run_rate, rules.per_hit),
        *(rules.sprint_tests, swimming.swim_rate, swimming.tread_time),
    ):
        yield rule.told(move.situation)


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
    for metres in state.landed:
        yield from effects.harm(situation, metres)
    if state.met_ground is not None:
        yield from effects.harm(situation, state.met_ground, rope=True)
    if state.fall is not None:
        yield Hazard("jump", jumping.long_jump, ZERO, say("jump.fell_short"))
    if state.tread_wait:
        yield Hazard("going_under", swimming.tread_stun, ZERO, say("tread.under"))
    if rules.sprint_tires(situation, state):
        yield Hazard(
            "sprint_fatigue", rules.sprint_tires, ZERO, say("fatigue.sprint", turns=state.sprint_turns)
        )
    if swimming.swim_tires(situation, state):
        yield Hazard("swim_fatigue", swimming.swim_tires, ZERO, say("fatigue.swim", turns=state.swim_turns))


def _treading(move: Move) -> Text:
    """Return how long somebody treads water."""
    _, limit = swimming.tread_time(move.situation)
    asked = say("treading.asked")
    return asked if move.turn.tread_wait else say("treading", turns=move.turn.tread_turns, limit=ceil(limit))


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
game.counter("moved", "Metres on foot", rule=rules.new_turn)
game.counter("pass", "Initiative Pass", rule=rules.new_turn, value=lambda move: max(1, move.turn.pass_no))
game.counter("running", "Running", rule=rules.runs)
game.counter("sprint_tests", "Sprint Tests made", rule=rules.sprint_tests)
game.counter("bonus_spent", "Bonus Actions spent in this pass", rule=rules.upkeep_owed)
game.counter("simple_spent", "Simple Actions spent in this phase", rule=climbing.climb_open)
game.counter("action_dice", "Dice on the last action", rule=rules.running_dice, field="last_dice")
game.counter("swim_paid", "Swimming paid for", rule=swimming.swim_open)
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
