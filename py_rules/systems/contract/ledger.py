"""The Contract: the turn after each thing that happened."""

from dataclasses import replace
from fractions import Fraction

from py_rules.engine.situation import Situation
from py_rules.engine.system import Folds, Refusals
from py_rules.engine.walked import dropped, once, travelled
from py_rules.ledger.facts import (
    MovedFact,
    RolledFact,
    RuledFact,
    SegmentFact,
    pit_of,
)
from py_rules.protocol.requests import ActedEvent, RolledEvent
from py_rules.systems.contract.prices import CHECK_RULES, rolls_action, why_barred
from py_rules.systems.contract.rules import (
    after_action,
    extension_open,
    new_round,
    sinks,
    sprint_feet,
    unlimited,
)
from py_rules.systems.contract.turn import CARRIED, ROLLED_MODES, ZERO, Mishap, Round
from py_rules.systems.contract.words import say
from py_rules.values.answers import (
    Refusal,
)
from py_rules.values.dice import outcome_of
from py_rules.values.exact import exact


def refuse_action(situation: Situation, state: Round, event: ActedEvent) -> Refusal | None:
    """Return why the Action cannot be used now."""
    del situation, event
    if state.action == "sprinting":
        return Refusal(sprint_feet, say("sprinting.act"))
    return Refusal(extension_open, say("acted.twice")) if state.action == "spent" else None


def refuse_roll(situation: Situation, state: Round, event: RolledEvent) -> Refusal | None:
    """Return why a roll cannot be made now."""
    check = event.check
    if barred := why_barred(situation, state):
        return Refusal(barred.rule, barred.reason)
    if check == "sprint":
        if not situation.in_combat:
            return Refusal(unlimited, say("no_combat.sprint"))
        if state.action != "unspent":
            return Refusal(sprint_feet, say("rolled" if state.action == "sprinting" else "sprint.acted"))
    if check in ROLLED_MODES:
        rule_number = CHECK_RULES[check]
        if state.outcome(check) is not None:
            return Refusal(rule_number, say("rolled"))
        if check == "swim" and sinks(situation):
            return Refusal(sinks, say("swim.full"))
        if rolls_action(situation) and state.action != "unspent":
            return Refusal(rule_number, say("acted.twice"))
    return None


def outcome_rolled(situation: Situation, fact: RolledFact) -> int:
    """Return the Outcome of a roll: counted from its faces, or as it was told."""
    if fact.faces is None:
        return fact.result or 0
    rules = situation.house_rules
    return sum(
        outcome_of(
            face,
            difficulty=fact.difficulty,
            tens_count=rules.tens_count,
            ones_subtract=rules.ones_subtract,
        )
        for face in fact.faces
    )


def after_roll(situation: Situation, state: Round, fact: RolledFact) -> Round:
    """Return the state after a roll: it opens an allowance, or goes wrong."""
    outcome, name = outcome_rolled(situation, fact), fact.check.split(":", 1)[0]
    if name == "sprint":
        return replace(state, action="sprinting", sprint_outcome=outcome)
    if name == "climb":
        state = replace(state, climb_outcome=outcome)
    elif name == "swim":
        state = replace(state, swim_outcome=outcome)
    uses_action = name in ROLLED_MODES and situation.house_rules.rolled_move_uses_action and fact.in_combat
    if uses_action and state.action == "unspent":
        state = replace(state, action="spent")
    slipped = name == "climb" and outcome < 0
    fell = name == "jump" and outcome < (1 if fact.needed is None else fact.needed)
    happened: list[Mishap] = ["slip"] if slipped else ["jump"] if fell else []
    new = [mishap for mishap in happened if mishap not in state.mishaps]
    return replace(state, mishaps=(*state.mishaps, *new))


def after_ruling(situation: Situation, state: Round, fact: RuledFact) -> Round:
    """Return the state after the GM's answer."""
    del situation
    if fact.ruling == "jump":
        state = replace(state, pit=None, over=(ZERO, ZERO))
    return replace(
        state,
        ruled=(*state.ruled, (fact.ruling, fact.choice)),
        mishaps=tuple(mishap for mishap in state.mishaps if mishap != fact.ruling),
        drop=ZERO if fact.ruling == "drop" else state.drop,
        cut=state.cut or (fact.ruling.startswith("terrain:") and fact.choice == "stop"),
    )


def after_move(situation: Situation, state: Round, fact: MovedFact) -> Round:
    """Return the state after a move: what it used, where it ended, what it met."""
    if not fact.segments:
        return state
    last = fact.segments[-1]
    stays = last.failed or last.mode in CARRIED
    in_water = state.in_water if stays else last.wet or last.mode == "swim"
    state = replace(travelled(state, fact), in_water=in_water, drop=state.drop + dropped(fact.segments))
    if last.failed:
        depth, over = pit_of(fact.segments)
        state = replace(state, pit=depth, over=over)
    if fact.forced:
        return state
    if not fact.in_combat:
        return replace(state, climb_outcome=None, swim_outcome=None)
    used = {mode: state.used(mode) for mode in ("ground", *ROLLED_MODES)}
    for segment in fact.segments:
        meter = segment.mode if segment.mode in ROLLED_MODES else "ground"
        used[meter] += _segment_cost(situation, segment)
    met = [name for segment in fact.segments if not segment.failed for name in segment.entered]
    starts = state.movement == "unused"
    return replace(
        state,
        movement="open" if starts else state.movement,
        order=("after" if state.action == "spent" else "before") if starts else state.order,
        ground_used=used["ground"],
        climb_used=used["climb"],
        swim_used=used["swim"],
        asked=once(state.asked, met),
    )


def _segment_cost(situation: Situation, segment: SegmentFact) -> Fraction:
    """Return what a recorded stretch took from its allowance, by the switches of today."""
    uncounted = segment.mode == "jump" and not situation.house_rules.jump_counts
    return exact(segment.flat) if uncounted else segment.cost


FOLDS: Folds = {
    "moved": after_move,
    "acted": lambda _s, state, fact: replace(after_action(state), dice_saved=fact.saved),
    "rolled": after_roll,
    "began": lambda _s, state, _fact: new_round(state),
    "ended": lambda _s, state, _fact: replace(state, round_over=True),
    "ruled": after_ruling,
    "stood": lambda _s, state, fact: replace(state, in_water=fact.water),
}
REFUSALS: Refusals = {"acted": refuse_action, "rolled": refuse_roll}
