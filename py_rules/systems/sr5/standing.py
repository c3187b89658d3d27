"""Shadowrun 5: what a token may still do, and what it bears."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from py_rules.engine import Move
from py_rules.engine.price_tiers import left_of
from py_rules.engine.pricing import Pricing
from py_rules.systems.sr5 import checks, climbing, effects, falling, jumping, rules, swimming
from py_rules.systems.sr5.turn import THRESHOLD, ZERO
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Allowance, Hazard, Modifier, Trace
from py_rules.values.sentences import Sentence


@game.listing("modifiers")
def modifiers(move: Move) -> Iterator[Modifier]:
    """Return what running and sprinting change, and a charge if the run has led to a foe, as far as a map tells."""
    charge = move.turn.moved > 0 and not move.turn.charged and rules.foe_here(move)
    return effects.modifiers_of(move, charge=charge) if move.in_combat else iter(())


@game.listing("allowances")
def allowances(move: Move) -> Iterator[Allowance]:
    """Return how far each way of moving leads, with no more left than the actions that are left can pay for."""
    prices = Pricing(game, move)
    begun = prices.used()
    for name, mode, rule, limit, used in _each(move):
        left = None if limit is None else max(ZERO, limit - used)
        if left is not None and mode in {"ground", "swim", "rappel"}:
            open_to = left_of(prices.price_tiers(mode, begun), begun[mode])
            left = left if open_to is None else min(left, open_to)
        scope = "phase" if mode == "climb" else "turn"
        yield Allowance(name, mode, rule, say(f"allow.{name}"), scope, limit, used, left)
    yield from _jumps(move)


def _each(move: Move) -> Iterator[tuple[str, str, str, Fraction | None, Fraction]]:
    """Yield each way of moving: its name and mode, the rule, how far it leads, how much of that is used."""
    if move.in_combat:
        walk, run = rules.walk_rate(move), rules.run_rate(move)
        known = rules.sprint_metres(move, move.turn.sprint_hits)
        yield "walk", "ground", rules.walk_rate, walk, min(move.turn.moved, walk)
        yield "run", "ground", rules.run_rate, run, min(move.turn.moved, run)
        yield "movement", "ground", rules.ceiling, known, move.turn.moved
        swum = swimming.swim_metres(move, move.turn.swim_hits)
        yield "swim", "swim", swimming.swim_rate, swum, move.turn.swim_used
    else:
        yield "movement", "ground", rules.new_turn, None, ZERO
        yield "swim", "swim", rules.new_turn, None, ZERO
    climbed, used = None, ZERO
    if move.in_combat and move.turn.climb_hits is not None:
        each = move.turn.climb_each or climbing.met_or_up(move)["climb"]
        climbed, used = climbing.climb_metres(move, each, hits=move.turn.climb_hits), move.turn.climb_used
    yield "climb", "climb", climbing.climb_metres, climbed, used
    if move.turn.rappelling:
        metres = climbing.rappel_metres(move, move.turn.rappel_hits)
        yield "rappel", "rappel", climbing.rappel_metres, metres, move.turn.rappel_used
    if move.turn.falling is not None:
        metres = falling.fall_metres(move, move.turn.falling_turns)
        yield "fall", "fall", falling.fall_metres, metres, metres


def _jumps(move: Move) -> Iterator[Allowance]:
    high = Fraction(checks.jumped(move, "high_jump", hits=0)[0], 100)
    highest = jumping.high_cap(move)
    cap = None if highest is None else Fraction(highest, 100)
    for name, rule, centimetres, up in (
        ("jump_running", jumping.long_jump, checks.jumped(move, "running_jump", hits=0)[0], high),
        ("jump_standing", jumping.long_jump, checks.jumped(move, "long_jump", hits=0)[0], high),
        ("jump_cap", jumping.jump_cap, jumping.jump_cap(move), cap),
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
        yield rule.told(move)


@game.listing("hazards")
def hazards(move: Move) -> Iterator[Hazard]:
    """Yield what a fall, a rope, the water or a jump does."""
    state = move.turn
    if state.rappelling and climbing.rappel_out_of_hand(state):
        number = climbing.rappel_out_of_hand if state.stop_failed else climbing.rappel_controlled
        yield Hazard("rappelling", number, ZERO, say("rappel.wild.hazard", needed=THRESHOLD))
    if state.falling is not None:
        further = min(falling.fall_metres(move, move.turn.falling_turns + 1), state.falling - state.fallen)
        damage = falling.fall_damage(move, move.turn.falling)
        numbers = {
            "height": state.falling,
            "turns": falling.fall_turns(move, move.turn.falling),
            "dv": damage,
            "next": further,
        }
        label = say("falling.next", fallen=state.fallen, height=state.falling, next=further, dv=damage)
        yield Hazard("falling", falling.fall_metres, ZERO, label, numbers=numbers)
    for metres in state.landed:
        yield from effects.harm(move, metres)
    if state.met_ground is not None:
        yield from effects.harm(move, move.turn.met_ground, rope=True)
    if state.fall is not None:
        yield Hazard("jump", jumping.long_jump, ZERO, say("jump.fell_short"))
    if state.tread_wait:
        yield Hazard("going_under", swimming.tread_stun, ZERO, say("tread.under"))
    if rules.sprint_tires(move):
        yield Hazard(
            "sprint_fatigue", rules.sprint_tires, ZERO, say("fatigue.sprint", turns=state.sprint_turns)
        )
    if swimming.swim_tires(move):
        yield Hazard("swim_fatigue", swimming.swim_tires, ZERO, say("fatigue.swim", turns=state.swim_turns))


def _treading(move: Move) -> Sentence:
    """Return how long somebody treads water."""
    _, limit = swimming.tread_time(move)
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
    when=swimming.tread_due,
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
