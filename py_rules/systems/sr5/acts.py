"""Shadowrun 5: what may be done beside moving, and why it cannot be done now."""

from functools import partial
from math import ceil
from typing import Any

from py_rules.engine import Move
from py_rules.engine.inputs import Inputs
from py_rules.engine.parts import length_of
from py_rules.engine.rules import Rule
from py_rules.protocol.requests import ActedEvent
from py_rules.systems.sr5 import (
    actions,
    checks,
    climbing,
    falling,
    jumping,
    ledger,
    prices,
    rules,
    sheet,
    swimming,
)
from py_rules.systems.sr5.turn import RUNS_ON_DICE, THRESHOLD, ZERO
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Refusal
from py_rules.values.records import replace


def refuse_test(move: Move, _result: int | None = None, *, check: str) -> Refusal | None:
    """Return why a test cannot be made now."""
    rule = game.rolls[check].rule
    if move.turn.falling is not None:
        return Refusal(falling.fall_metres, say("falling.act"))
    if check == "swim_sprint" and move.here is not None and move.here.holds != "water":
        return Refusal(rule, say("swim.dry"))
    own = {"sprint": _refuse_sprint, "climb": _refuse_climb, "rappel": _refuse_rappel, "tread": _refuse_tread}
    if check in own and (refusal := own[check](move)):
        return refusal
    if check == "rappel_stop" and not move.turn.rappelling:
        return Refusal(rule, say("rappel.none"))
    if check in RUNS_ON_DICE and not checks.dice(move, check).count:
        return Refusal(rule, say("no_dice"))
    cost = actions.cost_of_test(move, check)
    if check not in move.turn.declared and not actions.affords(move, cost=cost):
        return Refusal(rule, actions.gone(move, cost=cost))
    return None


def _refuse_sprint(move: Move) -> Refusal | None:
    if not move.in_combat:
        return Refusal(rules.sprint_metres, say("no_combat.sprint"))
    if not move.turn.has_action:
        return Refusal(rules.sprint_metres, say("phase.none"))
    if move.turn.rappelling:
        return Refusal(climbing.rappel_metres, say("rappel.hangs"))
    if move.turn.sprint_tests >= rules.sprint_tests(move):
        return Refusal(rules.sprint_tests, prices.no_test(move))
    barred = Refusal(rules.upkeep_owed, say("upkeep.barred", bonus=actions.bonus_name(move)))
    return None if rules.may_run(move) else barred


def _refuse_climb(move: Move) -> Refusal | None:
    made = move.in_combat and move.turn.climb_hits is not None
    twice = Refusal(climbing.climb_open, say("climb.no_action")) if made else None
    return prices.climb_barred(move) or twice


def _refuse_rappel(move: Move) -> Refusal | None:
    if move.turn.rappelling:
        return Refusal(climbing.rappel_controlled, say("rappel.already"))
    geared = climbing.geared(move)
    return None if geared else Refusal(climbing.rappel_controlled, say("rappel.no_gear"))


def _refuse_tread(move: Move) -> Refusal | None:
    if not move.turn.treading:
        return Refusal(swimming.tread_stun, say("tread.not_treading"))
    if not swimming.tread_due(move):
        _, limit = swimming.tread_time(move)
        words = say("tread.not_due", turns=move.turn.tread_turns, limit=ceil(limit))
        return Refusal(swimming.tread_stun, words)
    return None


def refuse_falling(move: Move) -> Refusal | None:
    """Return why there is nothing to do but to fall."""
    return None if move.turn.falling is None else Refusal(falling.fall_metres, say("falling.act"))


def refuse_tread(move: Move, _options: ledger.Options) -> Refusal | None:
    """Return why nobody can begin to tread water now."""
    here = move.here
    if move.turn.falling is None and move.turn.treading:
        return Refusal(swimming.tread_time, say("tread.already"))
    dry = here is not None and here.holds != "water"
    return refuse_falling(move) or (Refusal(swimming.tread_time, say("tread.dry")) if dry else None)


def refuse_fall(move: Move, options: ledger.Options) -> Refusal | None:
    """Return why no fall can begin now."""
    deep = length_of(options["height"], move)
    return refuse_falling(move) or (None if deep else Refusal(falling.fall_metres, say("fall.nothing")))


def refuse_cost(move: Move, options: ledger.Options, *, act: str) -> Refusal | None:
    """Return why the cost of an action that is no movement cannot be paid now."""
    cost = ledger.cost_of_action(act, options)
    if actions.affords(move, cost=cost):
        return None
    return Refusal(game.acts[act].rule, actions.gone(move, cost=cost))


@game.refuse("acted")
def refuse_action(move: Move, event: ActedEvent) -> Refusal | None:
    """Return why the Action cannot be used now."""
    free = event.reaction or actions.affords(move, cost="complex")
    return None if free else Refusal(rules.new_turn, actions.gone(move, cost="complex"))


def _action(name: str, label: str, *, rule: Rule[..., Any], options: type[Inputs]) -> None:
    """Declare an action that is no movement."""
    refuses, after = partial(refuse_cost, act=name), partial(ledger.after_action_used, act=name)
    game.act(name, label, rule=rule, options=options, refuses=refuses, after=after)


for name, label, rule, needed in (
    ("sprint", "Sprint Test", rules.sprint_metres, None),
    ("swim_sprint", "Swim sprint", swimming.swim_metres, None),
    ("climb", "Climb", climbing.climb_open, None),
    ("rappel", "Rappelling Test", climbing.rappel_controlled, THRESHOLD),
    ("rappel_stop", "Rappelling Test, to stop", climbing.rappel_out_of_hand, THRESHOLD),
    ("tread", "Treading water", swimming.tread_stun, THRESHOLD),
    ("long_jump", "Standing long jump", jumping.long_jump, None),
    ("running_jump", "Running long jump", jumping.long_jump, None),
    ("high_jump", "High jump", jumping.high_jump, None),
):
    game.roll(
        name,
        label,
        rule=rule,
        needed=needed,
        dice=partial(checks.dice, check=name),
        moment=False,
        carries=partial(checks.distance, check=name),
        refuses=partial(refuse_test, check=name),
    )
_action("action", "Another action", rule=rules.running_dice, options=sheet.ActionOptions)
_action("shoot", "Shoot", rule=rules.running_dice, options=sheet.ShootOptions)
_action("charge", "Attack in melee after a run", rule=rules.charge_dice, options=sheet.ChargeOptions)
game.act(
    "rappel",
    "Begin to rappel",
    rule=climbing.rappel_controlled,
    options=sheet.RappelOptions,
    refuses=lambda move, _: refuse_test(move, check="rappel"),
    after=lambda move, options: replace(move.turn, rappel_height=length_of(options["height"], move)),
)
game.act(
    "tread",
    "Tread water",
    rule=swimming.tread_time,
    refuses=refuse_tread,
    sets={"treading": True, "tread_turns": 0, "tread_wait": ""},
)
game.act(
    "fall",
    "A fall begins",
    rule=falling.fall_metres,
    options=sheet.FallOptions,
    refuses=refuse_fall,
    after=lambda move, options: ledger.begins_to_fall(move.turn, length_of(options["height"], move) or ZERO),
)
game.act(
    "stop",
    "Stop treading, rappelling or falling",
    rule=rules.new_turn,
    options=sheet.StopOptions,
    after=lambda move, options: ledger.after_stop(move.turn, str(options["what"])),
)
