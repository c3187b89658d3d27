"""Shadowrun 3: the turn after each thing that happened, and why some things cannot happen now."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from py_rules.engine import Move
from py_rules.engine.clock import cleared
from py_rules.engine.dice import rolled
from py_rules.protocol import facts
from py_rules.protocol.requests import ActedEvent, BeginEvent, EndEvent, ReactedEvent
from py_rules.systems.sr3 import interception, rules
from py_rules.systems.sr3.prices import sprint_dice
from py_rules.systems.sr3.sheet import Declare, UseAction
from py_rules.systems.sr3.turn import PACES, PASS, QUEUE, TURN, ZERO, Pace, Turn
from py_rules.systems.sr3.words import game, say
from py_rules.values.answer_parts import Refusal
from py_rules.values.records import replace
from py_rules.values.stretch import Segment

Options = Mapping[str, Any]


def settle(move: Move, metres: Fraction, *, rough: bool, least: Pace = "none") -> Turn:
    """Return the turn after moving some metres in combat: the mode is the slowest that covers the pass."""
    turn: Turn = move.turn
    moved = turn.pass_moved + metres
    turn = replace(turn, pass_moved=moved, turn_moved=turn.turn_moved + metres, pass_rough=rough)
    after = replace(move, turn=turn)
    return paced(after, moved, least=least) if rules.counts_as_moving(after, metres) else turn


def paced(move: Move, metres: Fraction, *, least: Pace) -> Turn:
    """Return the turn with these metres of the pass walked, or run, with their TN (SR3-08)."""
    pace: Pace = "walk" if metres <= rules.walk_limit(move) else "run"
    pace = rules.faster(pace, rules.faster(least, rules.least_pace(move)))
    after = move.with_turn(pace=pace, mode=pace)
    turn: Turn = replace(after.turn, turn_tn=max(after.turn.turn_tn, rules.pass_tn(after)))
    return turn


@game.refuse("begin")
def refuse_pass(move: Move, event: BeginEvent) -> Refusal | None:
    """Return why the next pass cannot begin: the Combat Turn has no more of them."""
    turn = move.turn
    counted = event.number is not None or event.of is not None or turn.passes == 1
    if event.scope != "pass" or counted or turn.number < turn.passes:
        return None
    return Refusal(rules.pass_share, say("no_pass", passes=turn.passes))


@game.refuse("acted")
def refuse_acting(move: Move, event: ActedEvent) -> Refusal | None:
    """Return why the Action cannot be used now: it is a Complex Action, and no dice are held back."""
    return Refusal(rules.actions_left, say("no_saving")) if event.saved else refuse_action(move, {})


def simples(options: Options) -> int:
    """Return how many Simple Actions an action takes."""
    return {"free": 0, "simple": 1}.get(str(options.get("cost")), 2)


def refuse_action(move: Move, options: Options) -> Refusal | None:
    """Return why an action cannot be taken."""
    cost, turn = simples(options), move.turn
    if not turn.has_action:
        return Refusal(rules.waits_for_others, say("no_phase"))
    if cost and turn.simples >= 2:
        return Refusal(rules.actions_left, say("action.used"))
    return Refusal(rules.actions_left, say("action.complex")) if turn.simples + cost > 2 else None


@game.fold("acted")
def after_acting(move: Move, _: object) -> Turn:
    """Return the turn after the Action."""
    turn: Turn = move.turn
    return replace(turn, simples=2, tested=True)


def after_action(move: Move, options: Options) -> Turn:
    """Return the turn after an action."""
    turn: Turn = move.turn
    return replace(turn, simples=turn.simples + simples(options), tested=True)


def refuse_mode(move: Move, options: Options) -> Refusal | None:
    """Return why a mode cannot be declared: until the first move it may be changed, then by the switch."""
    change, turn, mode = move.house_rules.mode_change, move.turn, str(options["mode"])
    if not rules.counts_as_moving(move, turn.turn_moved) or mode == turn.mode:
        return None
    if change == "locked":
        return Refusal(rules.least_pace, say("locked", pace=say(f"pace.{turn.mode}")))
    held = turn.pace if change == "free" else turn.mode
    if PACES.index(mode) < PACES.index(held):
        return Refusal(rules.least_pace, say("slower", pace=say(f"pace.{held}")))
    return None


def declared(move: Move, options: Options) -> Turn:
    """Return the turn in which a mode is declared."""
    mode: Pace = options["mode"]
    turn: Turn = move.turn
    return replace(turn, mode=mode, pace=rules.faster(mode, turn.pace) if turn.pass_moved else mode)


game.act(
    "declare",
    "Declare how to move in this Combat Turn",
    rule=rules.least_pace,
    options=Declare,
    refuses=refuse_mode,
    after=declared,
)
game.act(
    "action",
    "Use an action of this Combat Phase",
    rule=rules.actions_left,
    options=UseAction,
    refuses=refuse_action,
    after=after_action,
)


@game.fold("begin")
def after_begin(move: Move, fact: BeginEvent) -> Turn:
    """Return the state after a Combat Turn or a pass has begun."""
    state: Turn = move.turn
    if fact.scope == "turn":
        return replace(cleared(state, TURN), lead=state.trail[-2:], spent=state.met)
    number = state.number + 1 if fact.number is None else fact.number
    passes = max(number, state.passes if fact.of is None else fact.of)
    unused = state.clock == "open" and not state.pass_moved and not state.tested
    told_again = unused and number == state.number
    running = state.quickness_bonus_active if told_again else 0
    bonus = state.quickness_bonus_pending or running
    active, pending = (bonus, 0) if fact.acts else (0, bonus)
    lead, spent = state.trail[-2:], state.met
    if told_again or not (state.number or state.trail):  # nothing has happened since the pass before
        lead, spent = state.lead, state.spent
    return replace(
        cleared(state, PASS),
        lead=lead,
        spent=spent,
        turn_bonus=state.turn_bonus if told_again else state.turn_bonus + rules.boost(move),
        passes=passes,
        number=number,
        has_action=fact.acts,
        quickness_bonus_active=active,
        quickness_bonus_pending=pending,
    )


@game.fold("end")
def after_end(move: Move, fact: EndEvent) -> Turn:
    """Return the state after a pass or its Combat Turn: a sprint is over, what it added to the turn stays."""
    clock: Literal["ended", "over"] = "ended" if fact.scope == "turn" else "over"
    turn: Turn = move.turn
    bonus = turn.turn_bonus + rules.boost(move)
    return replace(cleared(turn, f"end {fact.scope}"), clock=clock, turn_bonus=bonus)


@game.fold("rolled")
def after_roll(move: Move, fact: facts.RolledFact) -> Turn:
    """Return the state after a roll."""
    state: Turn = replace(move.turn, tested=True)
    if fact.check != "sprint":
        return state
    return replace(state, simples=2, quickness_bonus_pending=rolled(sprint_dice(move), fact))


@game.fold("reacted")
def after_reaction(move: Move, fact: ReactedEvent) -> Turn:
    """Return the state after a reaction: the others have acted, or an opponent has struck."""
    state: Turn = move.turn
    if fact.reaction == QUEUE:
        return replace(state, released=not fact.stopped)
    token = fact.reaction.partition(":")[2]
    state = replace(state, met=(*state.met, token))
    return interception.stopped_by(state) if fact.stopped else state


@game.fold("intended")
def after_intent(move: Move, fact: facts.IntendedFact) -> Turn:
    """Return the state of a token that waits with a part of its way before it."""
    turn: Turn = set_out(move, fact.segments) if move.in_combat else move.turn
    return turn


def set_out(move: Move, ahead: Sequence[Segment]) -> Turn:
    """Return the state after the first metres of a longer way: their mode is that of the whole way (SR3-08)."""
    turn: Turn = move.turn
    if not rules.counts_as_moving(move, turn.pass_moved):
        return turn
    left = sum((segment.cost for segment in ahead), ZERO)
    least: Pace = "run" if any(part.mode == "run" and part.cost for part in ahead) else "none"
    return paced(move, turn.pass_moved + left, least=least)
