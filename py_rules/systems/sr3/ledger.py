"""Shadowrun 3: the turn after each thing that happened."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from py_rules.engine.situation import Situation
from py_rules.engine.system import Folds, Refusals
from py_rules.engine.walked import once, walked
from py_rules.ledger.clock import cleared
from py_rules.ledger.facts import (
    BeganFact,
    DidFact,
    EndedFact,
    IntendedFact,
    MovedFact,
    ReactedFact,
    RolledFact,
    RuledFact,
    SegmentFact,
)
from py_rules.protocol.requests import ActedEvent, BeginEvent, DidEvent
from py_rules.systems.sr3.prices import successes
from py_rules.systems.sr3.rules import (
    actions_left,
    counts_as_moving,
    faster,
    least_pace,
    pass_share,
    pass_tn,
    sprint_gain,
    sprint_tn,
    stopped_by,
    waits_for_others,
    walk_limit,
)
from py_rules.systems.sr3.turn import PACES, PASS, QUEUE, TURN, UNRULED, ZERO, Pace, Turn
from py_rules.systems.sr3.words import say
from py_rules.values.answers import (
    Refusal,
)


def settle(situation: Situation, state: Turn, metres: Fraction, *, rough: bool, least: Pace = "none") -> Turn:
    """Return the state after moving so many metres in combat: the mode is the slowest that covers the pass."""
    moved = state.pass_moved + metres
    state = replace(state, pass_moved=moved, turn_moved=state.turn_moved + metres, pass_rough=rough)
    return paced(situation, state, moved, least=least) if counts_as_moving(metres) else state


def paced(situation: Situation, state: Turn, metres: Fraction, *, least: Pace) -> Turn:
    """Return the state in which so many metres of this pass are walked, or are run, with their TN (SR3-08)."""
    pace: Pace = "walk" if metres <= walk_limit(situation, state) else "run"
    pace = faster(pace, faster(least, least_pace(situation, state)))
    state = replace(state, pace=pace, mode=pace)
    return replace(state, turn_tn=max(state.turn_tn, pass_tn(state)))


def refuse_pass(situation: Situation, state: Turn, event: BeginEvent) -> Refusal | None:
    """Return why the next pass cannot begin: the Combat Turn has no more of them."""
    del situation
    counted = event.number is not None or event.of is not None or state.passes == 1
    told = event.scope != "pass" or counted
    return (
        None
        if told or state.number < state.passes
        else Refusal(pass_share, say("no_pass", passes=state.passes))
    )


def refuse_acting(situation: Situation, state: Turn, event: ActedEvent) -> Refusal | None:
    """Return why the Action cannot be used now: it is a Complex Action, and no dice are held back."""
    del situation
    return Refusal(actions_left, say("no_saving")) if event.saved else _refuse_action(state, 2)


def refuse_act(situation: Situation, state: Turn, event: DidEvent) -> Refusal | None:
    """Return why an action or a mode cannot be declared now."""
    if event.act == "action":
        return _refuse_action(state, _simples(event.options.get("cost", "complex")))
    return _refuse_mode(situation, state, str(event.options["mode"]))


def _simples(cost: object) -> int:
    """Return how many Simple Actions an action of that name takes."""
    return {"free": 0, "simple": 1}.get(str(cost), 2)


def _refuse_action(state: Turn, cost: int) -> Refusal | None:
    """Return why an action of so many Simple Actions cannot be taken."""
    if not state.has_action:
        return Refusal(waits_for_others, say("no_phase"))
    if cost and state.simples >= 2:
        return Refusal(actions_left, say("action.used"))
    return Refusal(actions_left, say("action.complex")) if state.simples + cost > 2 else None


def refuse_sprint(situation: Situation, state: Turn, result: int | None) -> Refusal | None:
    """Return why a sprint test cannot be rolled."""
    pool = situation.character.athletics
    if not situation.in_combat:
        return Refusal(sprint_tn, say("sprint.no_combat"))
    if not state.has_action:
        return Refusal(waits_for_others, say("no_phase"))
    if state.simples:
        return Refusal(sprint_tn, say("action.complex"))
    if not pool:
        return Refusal(sprint_tn, say("sprint.no_dice"))
    if result is not None and not 0 <= result <= pool:
        return Refusal(sprint_tn, say("sprint.result", pool=pool))
    return None


def _refuse_mode(situation: Situation, state: Turn, mode: str) -> Refusal | None:
    """Return why a mode cannot be declared: until the first move it may be changed, then by the switch."""
    change, shown = situation.house_rules.mode_change, say(f"pace.{state.mode}")
    settled = counts_as_moving(state.turn_moved)
    if not settled or mode == state.mode:
        return None
    if change == "locked":
        return Refusal(least_pace, say("locked", pace=shown))
    held = state.pace if change == "free" else state.mode
    if PACES.index(mode) < PACES.index(held):
        return Refusal(least_pace, say("slower", pace=say(f"pace.{held}")))
    return None


def after_begin(situation: Situation, state: Turn, fact: BeganFact) -> Turn:
    """Return the state after a Combat Turn or a pass has begun."""
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
        turn_bonus=state.turn_bonus if told_again else state.turn_bonus + sprint_gain(situation, state),
        passes=passes,
        number=number,
        has_action=fact.acts,
        quickness_bonus_active=active,
        quickness_bonus_pending=pending,
    )


def after_end(situation: Situation, state: Turn, fact: EndedFact) -> Turn:
    """Return the state after a pass or its Combat Turn: a sprint is over, what it added to the turn stays."""
    clock: Literal["ended", "over"] = "ended" if fact.scope == "turn" else "over"
    bonus = state.turn_bonus + sprint_gain(situation, state)
    return replace(cleared(state, f"end {fact.scope}"), clock=clock, turn_bonus=bonus)


def after_act(situation: Situation, state: Turn, fact: DidFact) -> Turn:
    """Return the state after an action or a declared mode."""
    del situation
    if fact.act == "action":
        return replace(state, simples=state.simples + _simples(fact.options.get("cost")), tested=True)
    declared = str(fact.options.get("mode"))
    paces: tuple[Pace, ...] = ("stationary", "walk", "run")
    mode = next(pace for pace in paces if pace == declared)
    return replace(state, mode=mode, pace=faster(mode, state.pace) if state.pass_moved else mode)


def after_roll(situation: Situation, state: Turn, fact: RolledFact) -> Turn:
    """Return the state after a roll."""
    del situation
    state = replace(state, tested=True)
    if fact.check != "sprint":
        return state
    return replace(state, simples=2, quickness_bonus_pending=successes(fact))


def after_ruling(situation: Situation, state: Turn, fact: RuledFact) -> Turn:
    """Return the state after the GM's answer."""
    del situation
    return replace(state, ruled=(*state.ruled, fact.ruling), cut=state.cut or fact.choice == "stop")


def after_reaction(situation: Situation, state: Turn, fact: ReactedFact) -> Turn:
    """Return the state after a reaction: the others have acted, or an opponent has struck."""
    del situation
    state = replace(state, queued_move=False)
    if fact.reaction == QUEUE:
        return replace(state, released=not fact.stopped)
    token = fact.reaction.partition(":")[2]
    state = replace(state, met=(*state.met, token))
    return stopped_by(state, token) if fact.stopped else state


def after_intent(situation: Situation, state: Turn, fact: IntendedFact) -> Turn:
    """Return the state of a token that waits with a part of its way before it."""
    state = replace(state, queued_move=fact.check == QUEUE)
    return _set_out(situation, state, fact.segments) if fact.in_combat else state


def _set_out(situation: Situation, state: Turn, ahead: Sequence[SegmentFact]) -> Turn:
    """Return the state after the first metres of a longer way: their mode is that of the whole way (SR3-08)."""
    if not counts_as_moving(state.pass_moved):
        return state
    left = sum((segment.cost for segment in ahead), ZERO)
    least: Pace = "run" if any(part.mode == "run" and part.cost for part in ahead) else "none"
    return paced(situation, state, state.pass_moved + left, least=least)


def after_move(situation: Situation, state: Turn, fact: MovedFact) -> Turn:
    """Return the state after a move: what it used, how fast that was, what it met."""
    if fact.forced:
        fell = any(segment.sheer for segment in fact.segments)
        asked = once(state.asked, ["height"] if fell else [])
        return replace(state, asked=asked, trail=(), lead=(), queued_move=False)
    met = [segment.mode for segment in fact.segments if segment.mode in UNRULED]
    met += ["height" for segment in fact.segments if segment.rise and segment.mode not in UNRULED]
    state = replace(state, asked=once(state.asked, met))
    if not fact.in_combat:
        return replace(state, trail=(), lead=())
    metres = sum((segment.cost for segment in fact.segments), ZERO)
    parts = [segment for segment in fact.segments if segment.cost]
    rough = state.pass_rough or any(part.grades for part in parts)
    least: Pace = "run" if any(part.mode == "run" for part in parts) else "none"
    cells = [(point[0], point[1]) for point in fact.way or ()]
    if any(segment.storeys[0] != segment.storeys[1] for segment in fact.segments):
        cells = cells[-1:]  # what it passed on another storey is behind it
    on = bool(cells) and state.trail[-1:] == (cells[0],)
    return replace(
        walked(
            _set_out(situation, settle(situation, state, metres, rough=rough, least=least), fact.ahead),
            fact.segments,
        ),
        trail=(*state.trail, *cells[1:]) if on else tuple(cells),
        queued_move=False,
    )


FOLDS: Folds = {
    "moved": after_move,
    "began": after_begin,
    "ended": after_end,
    "acted": lambda _s, state, _fact: replace(state, simples=2, tested=True),
    "did": after_act,
    "rolled": after_roll,
    "intended": after_intent,
    "reacted": after_reaction,
    "ruled": after_ruling,
}
REFUSALS: Refusals = {
    "acted": refuse_acting,
    "did": refuse_act,
    "rolled": lambda s, state, event: refuse_sprint(s, state, event.result),
    "begin": refuse_pass,
}
