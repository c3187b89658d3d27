"""Shadowrun 5: what may be done beside moving, and why it cannot be done now."""

from functools import partial
from math import ceil
from typing import Any

from py_rules.engine import Move
from py_rules.engine.inputs import Inputs
from py_rules.engine.rules import Rule
from py_rules.engine.situation import Situation
from py_rules.protocol.requests import ActedEvent, RolledEvent
from py_rules.systems.sr5.actions import affords, bonus_name, cost_of_test, gone
from py_rules.systems.sr5.checks import TESTS, hardest, pool_of
from py_rules.systems.sr5.climbing import (
    climb_divisor,
    climb_metres,
    climb_open,
    geared,
    rappel_controlled,
    rappel_out_of_hand,
)
from py_rules.systems.sr5.falling import fall_metres
from py_rules.systems.sr5.ledger import (
    Options,
    after_action_used,
    after_stop,
    begins_to_fall,
    cost_of_action,
    declared,
)
from py_rules.systems.sr5.prices import no_test
from py_rules.systems.sr5.rules import (
    charge_dice,
    may_run,
    new_turn,
    number_of,
    running_dice,
    sprint_metres,
    sprint_tests,
    upkeep_owed,
)
from py_rules.systems.sr5.sheet import (
    ActionOptions,
    ChargeOptions,
    FallOptions,
    RappelOptions,
    ShootOptions,
    StopOptions,
    TestOptions,
)
from py_rules.systems.sr5.swimming import swim_metres, tread_due, tread_limit, tread_stun, tread_time
from py_rules.systems.sr5.turn import RUNS_ON_DICE, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Refusal
from py_rules.values.rounding import to_fraction


def refuse_test(situation: Situation, state: Turn, check: str) -> Refusal | None:
    """Return why a test cannot be made now."""
    if state.falling is not None:
        return Refusal(fall_metres, say("falling.act"))
    if check == "swim_sprint" and situation.here is not None and not situation.here.swims:
        return Refusal(swim_metres, say("swim.dry"))
    own = {"sprint": _refuse_sprint, "climb": _refuse_climb, "rappel": _refuse_rappel, "tread": _refuse_tread}
    if check in own and (refusal := own[check](situation, state)):
        return refusal
    if check == "rappel_stop" and not state.rappelling:
        return Refusal(rappel_out_of_hand, say("rappel.none"))
    if check in RUNS_ON_DICE and not pool_of(situation, state, check, running=state.running)[0]:
        return Refusal(TESTS[check][0], say("no_dice"))
    cost = cost_of_test(situation, check)
    if check not in state.declared and not affords(situation, state, cost):
        return Refusal(TESTS[check][0], gone(situation, state, cost))
    return None


def _refuse_sprint(situation: Situation, state: Turn) -> Refusal | None:
    if not situation.in_combat:
        return Refusal(sprint_metres, say("no_combat.sprint"))
    if not state.has_action:
        return Refusal(sprint_metres, say("phase.none"))
    if state.sprint_tests >= sprint_tests(situation):
        return Refusal(sprint_tests, no_test(situation))
    return (
        None
        if may_run(situation, state)
        else Refusal(upkeep_owed, say("upkeep.barred", bonus=bonus_name(situation)))
    )


def _refuse_climb(situation: Situation, state: Turn) -> Refusal | None:
    climb = hardest(situation, state, ())
    if climb.row.startswith("assisted") and not geared(situation, state):
        return Refusal(geared, say("climb.no_gear"))
    if climb_divisor(situation, climb.row) is None:
        return Refusal(climb_metres, say("climb.impossible"))
    made = situation.in_combat and state.climb_hits is not None
    return Refusal(climb_open, say("climb.no_action")) if made else None


def _refuse_rappel(situation: Situation, state: Turn) -> Refusal | None:
    if state.rappelling:
        return Refusal(rappel_controlled, say("rappel.already"))
    return None if geared(situation, state) else Refusal(rappel_controlled, say("rappel.no_gear"))


def _refuse_tread(situation: Situation, state: Turn) -> Refusal | None:
    if not state.treading:
        return Refusal(tread_stun, say("tread.not_treading"))
    if not tread_due(situation, state):
        limit = tread_limit(situation, state)
        return Refusal(
            tread_stun,
            say("tread.not_due", turns=state.tread_turns, limit=0 if limit is None else ceil(limit)),
        )
    return None


def refuse_falling(move: Move) -> Refusal | None:
    """Return why there is nothing to do but to fall."""
    return None if move.turn.falling is None else Refusal(fall_metres, say("falling.act"))


def refuse_tread(move: Move, _options: Options) -> Refusal | None:
    """Return why nobody can begin to tread water now."""
    here = move.situation.here
    if move.turn.falling is None and move.turn.treading:
        return Refusal(tread_time, say("tread.already"))
    dry = here is not None and not here.swims
    return refuse_falling(move) or (Refusal(tread_time, say("tread.dry")) if dry else None)


def refuse_fall(move: Move, options: Options) -> Refusal | None:
    """Return why no fall can begin now."""
    deep = number_of(options.get("height", 0)) > 0
    return refuse_falling(move) or (None if deep else Refusal(fall_metres, say("fall.nothing")))


def refuse_cost(act: str, move: Move, options: Options) -> Refusal | None:
    """Return why the cost of an action that is no movement cannot be paid now."""
    cost = cost_of_action(act, options)
    if affords(move.situation, move.turn, cost):
        return None
    return Refusal(game.acts[act].rule, gone(move.situation, move.turn, cost))


@game.refuse("acted", instead=True)
def refuse_action(move: Move, event: ActedEvent) -> Refusal | None:
    """Return why the Action cannot be used now."""
    free = event.reaction or affords(move.situation, move.turn, "complex")
    return None if free else Refusal(new_turn, gone(move.situation, move.turn, "complex"))


@game.refuse("rolled", instead=True)
def refuse_roll(move: Move, event: RolledEvent) -> Refusal | None:
    """Return why a test cannot be made now."""
    return refuse_test(move.situation, move.turn, event.check)


def _test_act(name: str, label: str, *, rule: Rule[..., Any], options: type[Inputs] = TestOptions) -> None:
    """Declare a test that may be announced, or told with its hits."""
    game.act(
        name,
        label,
        rule,
        options=options,
        refuses=lambda move, _: refuse_test(move.situation, move.turn, name),
        after=partial(declared, name),
    )


def _action(name: str, label: str, *, rule: Rule[..., Any], options: type[Inputs]) -> None:
    """Declare an action that is no movement."""
    refuses, after = partial(refuse_cost, name), partial(after_action_used, name)
    game.act(name, label, rule, options=options, refuses=refuses, after=after)


_action("action", "Another action", rule=running_dice, options=ActionOptions)
_action("shoot", "Shoot", rule=running_dice, options=ShootOptions)
_action("charge", "Attack in melee after a run", rule=charge_dice, options=ChargeOptions)
_test_act("sprint", "Sprint", rule=sprint_metres)
_test_act("swim_sprint", "Sprint in the water", rule=swim_metres)
_test_act("rappel", "Begin to rappel", rule=rappel_controlled, options=RappelOptions)
_test_act("rappel_stop", "Stop rappelling", rule=rappel_out_of_hand)
game.act(
    "tread",
    "Tread water",
    tread_time,
    refuses=refuse_tread,
    sets={"treading": True, "tread_turns": 0, "tread_failed": False, "tread_wait": ""},
)
game.act(
    "fall",
    "A fall begins",
    fall_metres,
    options=FallOptions,
    refuses=refuse_fall,
    after=lambda move, options: begins_to_fall(move.turn, to_fraction(number_of(options["height"]))),
)
game.act(
    "stop",
    "Stop treading, rappelling or falling",
    new_turn,
    options=StopOptions,
    after=lambda move, options: after_stop(move.turn, str(options["what"])),
)
