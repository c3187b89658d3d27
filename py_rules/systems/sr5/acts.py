"""Shadowrun 5: what may be done beside moving, and why it cannot be done now."""

from functools import partial
from math import ceil
from typing import Any

from py_rules.engine import Move
from py_rules.engine.inputs import Inputs
from py_rules.engine.rules import Rule
from py_rules.engine.situation import Situation
from py_rules.protocol.requests import ActedEvent, RolledEvent
from py_rules.systems.sr5 import actions, checks, climbing, falling, ledger, prices, rules, sheet, swimming
from py_rules.systems.sr5.turn import RUNS_ON_DICE, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Refusal
from py_rules.values.rounding import to_fraction


def refuse_test(situation: Situation, state: Turn, *, check: str) -> Refusal | None:
    """Return why a test cannot be made now."""
    if state.falling is not None:
        return Refusal(falling.fall_metres, say("falling.act"))
    if check == "swim_sprint" and situation.here is not None and situation.here.holds != "water":
        return Refusal(swimming.swim_metres, say("swim.dry"))
    own = {"sprint": _refuse_sprint, "climb": _refuse_climb, "rappel": _refuse_rappel, "tread": _refuse_tread}
    if check in own and (refusal := own[check](situation, state)):
        return refusal
    if check == "rappel_stop" and not state.rappelling:
        return Refusal(climbing.rappel_out_of_hand, say("rappel.none"))
    if check in RUNS_ON_DICE and not checks.pool_of(situation, state, check=check, running=state.running)[0]:
        return Refusal(checks.TESTS[check][0], say("no_dice"))
    cost = actions.cost_of_test(situation, check)
    if check not in state.declared and not actions.affords(situation, state, cost=cost):
        return Refusal(checks.TESTS[check][0], actions.gone(situation, state, cost=cost))
    return None


def _refuse_sprint(situation: Situation, state: Turn) -> Refusal | None:
    if not situation.in_combat:
        return Refusal(rules.sprint_metres, say("no_combat.sprint"))
    if not state.has_action:
        return Refusal(rules.sprint_metres, say("phase.none"))
    if state.rappelling:
        return Refusal(climbing.rappel_metres, say("rappel.hangs"))
    if state.sprint_tests >= rules.sprint_tests(situation):
        return Refusal(rules.sprint_tests, prices.no_test(situation))
    barred = Refusal(rules.upkeep_owed, say("upkeep.barred", bonus=actions.bonus_name(situation)))
    return None if rules.may_run(situation, state) else barred


def _refuse_climb(situation: Situation, state: Turn) -> Refusal | None:
    climb = checks.hardest(situation, state, route=())
    if climb.row.startswith("assisted") and not climbing.geared(situation, state):
        return Refusal(climbing.geared, say("climb.no_gear"))
    if climbing.climb_divisor(situation, climb.row) is None:
        return Refusal(climbing.climb_metres, say("climb.impossible"))
    made = situation.in_combat and state.climb_hits is not None
    return Refusal(climbing.climb_open, say("climb.no_action")) if made else None


def _refuse_rappel(situation: Situation, state: Turn) -> Refusal | None:
    if state.rappelling:
        return Refusal(climbing.rappel_controlled, say("rappel.already"))
    geared = climbing.geared(situation, state)
    return None if geared else Refusal(climbing.rappel_controlled, say("rappel.no_gear"))


def _refuse_tread(situation: Situation, state: Turn) -> Refusal | None:
    if not state.treading:
        return Refusal(swimming.tread_stun, say("tread.not_treading"))
    if not swimming.tread_due(situation, state):
        limit = swimming.tread_limit(situation, state)
        return Refusal(
            swimming.tread_stun,
            say("tread.not_due", turns=state.tread_turns, limit=0 if limit is None else ceil(limit)),
        )
    return None


def refuse_falling(move: Move) -> Refusal | None:
    """Return why there is nothing to do but to fall."""
    return None if move.turn.falling is None else Refusal(falling.fall_metres, say("falling.act"))


def refuse_tread(move: Move, _options: ledger.Options) -> Refusal | None:
    """Return why nobody can begin to tread water now."""
    here = move.situation.here
    if move.turn.falling is None and move.turn.treading:
        return Refusal(swimming.tread_time, say("tread.already"))
    dry = here is not None and here.holds != "water"
    return refuse_falling(move) or (Refusal(swimming.tread_time, say("tread.dry")) if dry else None)


def refuse_fall(move: Move, options: ledger.Options) -> Refusal | None:
    """Return why no fall can begin now."""
    deep = rules.number_of(options.get("height", 0)) > 0
    return refuse_falling(move) or (None if deep else Refusal(falling.fall_metres, say("fall.nothing")))


def refuse_cost(move: Move, options: ledger.Options, *, act: str) -> Refusal | None:
    """Return why the cost of an action that is no movement cannot be paid now."""
    cost = ledger.cost_of_action(act, options)
    if actions.affords(move.situation, move.turn, cost=cost):
        return None
    return Refusal(game.acts[act].rule, actions.gone(move.situation, move.turn, cost=cost))


@game.refuse("acted")
def refuse_action(move: Move, event: ActedEvent) -> Refusal | None:
    """Return why the Action cannot be used now."""
    free = event.reaction or actions.affords(move.situation, move.turn, cost="complex")
    return None if free else Refusal(rules.new_turn, actions.gone(move.situation, move.turn, cost="complex"))


@game.refuse("rolled")
def refuse_roll(move: Move, event: RolledEvent) -> Refusal | None:
    """Return why a test cannot be made now."""
    return refuse_test(move.situation, move.turn, check=event.check)


def _test_act(
    name: str, label: str, *, rule: Rule[..., Any], options: type[Inputs] = sheet.TestOptions
) -> None:
    """Declare a test that may be announced, or told with its hits."""
    game.act(
        name,
        label,
        rule=rule,
        options=options,
        refuses=lambda move, _: refuse_test(move.situation, move.turn, check=name),
        after=partial(ledger.declared, check=name),
    )


def _action(name: str, label: str, *, rule: Rule[..., Any], options: type[Inputs]) -> None:
    """Declare an action that is no movement."""
    refuses, after = partial(refuse_cost, act=name), partial(ledger.after_action_used, act=name)
    game.act(name, label, rule=rule, options=options, refuses=refuses, after=after)


_action("action", "Another action", rule=rules.running_dice, options=sheet.ActionOptions)
_action("shoot", "Shoot", rule=rules.running_dice, options=sheet.ShootOptions)
_action("charge", "Attack in melee after a run", rule=rules.charge_dice, options=sheet.ChargeOptions)
_test_act("sprint", "Sprint", rule=rules.sprint_metres)
_test_act("swim_sprint", "Sprint in the water", rule=swimming.swim_metres)
_test_act("rappel", "Begin to rappel", rule=climbing.rappel_controlled, options=sheet.RappelOptions)
_test_act("rappel_stop", "Stop rappelling", rule=climbing.rappel_out_of_hand)
game.act(
    "tread",
    "Tread water",
    rule=swimming.tread_time,
    refuses=refuse_tread,
    sets={"treading": True, "tread_turns": 0, "tread_failed": False, "tread_wait": ""},
)
game.act(
    "fall",
    "A fall begins",
    rule=falling.fall_metres,
    options=sheet.FallOptions,
    refuses=refuse_fall,
    after=lambda move, options: ledger.begins_to_fall(
        move.turn, to_fraction(rules.number_of(options["height"]))
    ),
)
game.act(
    "stop",
    "Stop treading, rappelling or falling",
    rule=rules.new_turn,
    options=sheet.StopOptions,
    after=lambda move, options: ledger.after_stop(move.turn, str(options["what"])),
)
