"""Shadowrun 3: what a token may still do, and what it bears."""

from collections.abc import Iterator
from fractions import Fraction

from py_rules.engine.price_tiers import no_roll_limit
from py_rules.engine.situation import Situation
from py_rules.engine.system import Rows
from py_rules.systems.sr3.ledger import refuse_sprint
from py_rules.systems.sr3.movement import rate_workings, tn_modifiers
from py_rules.systems.sr3.prices import other_ruling, pass_levels
from py_rules.systems.sr3.rules import (
    RULES,
    actions_left,
    counts_as_moving,
    least_pace,
    may_reach,
    pass_limit,
    pass_share,
    rough_tn,
    run_limit,
    run_rate,
    running_tn,
    split_of,
    sprint_gain,
    sprint_tn,
    stopped_by,
    tn_now,
    waits_for_others,
    walk_limit,
    walk_rate,
)
from py_rules.systems.sr3.turn import ASKED, PACES, QUEUE, ZERO, Pace, Turn
from py_rules.systems.sr3.words import say
from py_rules.values.answers import (
    Allowance,
    Counter,
    Ruling,
    Status,
    Trace,
)
from py_rules.values.dice import exploding_d6_pool


def _rulings(situation: Situation, state: Turn) -> Iterator[Ruling]:
    del situation
    open_ones = [what for what in ASKED if what in state.asked and f"other:{what}" not in state.ruled]
    yield from (other_ruling(what, ZERO) for what in open_ones)


def _lines(situation: Situation, state: Turn) -> list[Trace]:
    """Return where the rates come from; where walking and running share a rule, as running has it."""
    lines = {
        number: RULES[number].trace(working, **numbers)
        for pace in ("walk", "run")
        for number, working, numbers in rate_workings(situation, state, pace)
    }
    if situation.in_combat and refuse_sprint(situation, state, None) is None:
        lines[sprint_tn] = _sprint_line(situation, state)
    return [lines[number] for number in sorted(lines)]


def _sprint_line(situation: Situation, state: Turn) -> Trace:
    tn = sprint_tn(situation, state)
    working = say("sprint.working", pool=situation.character.athletics, tn=tn)
    odds = exploding_d6_pool(situation.character.athletics, tn=tn)
    return sprint_tn.trace(working, pool=situation.character.athletics, tn=tn, chance=odds.at_least(1))


def _allowances(situation: Situation, state: Turn) -> Iterator[Allowance]:
    yield Allowance("stationary", "ground", least_pace, say("allow.stationary"), "turn", ZERO, ZERO, ZERO)
    if not situation.in_combat:
        yield Allowance("run", "run", least_pace, say("allow.run"), "turn", None, state.turn_moved, None)
        return
    capped = split_of(situation) != "uncapped"
    run_total = run_rate(situation) + state.turn_bonus + sprint_gain(situation, state)
    farthest = no_roll_limit(pass_levels(situation, state)) or ZERO
    least = PACES.index(least_pace(situation, state))
    rows: tuple[tuple[Pace, str, Fraction, Fraction], ...] = (
        ("walk", walk_rate, walk_rate(situation), walk_limit(situation, state)),
        ("run", run_rate, run_total, run_limit(situation, state)),
    )
    for name, number, total, limit in rows:
        left = max(ZERO, total - state.turn_moved) if capped else None
        yield Allowance(name, name, number, say(f"allow.{name}"), "turn", total, state.turn_moved, left)
        allowed = PACES.index(name) >= least and may_reach(situation, state, name)
        rest = max(ZERO, min(limit, farthest) - state.pass_moved) if allowed else ZERO
        label = say(f"allow.{name}_pass")
        yield Allowance(f"{name}_pass", name, pass_share, label, "pass", limit, state.pass_moved, rest)


def _statuses(situation: Situation, state: Turn) -> Iterator[Status]:
    if situation.in_combat and state.clock == "open" and counts_as_moving(state.pass_moved):
        yield Status(state.pace, counts_as_moving, say(f"status.{state.pace}"))
    if state.intercepted:
        yield Status("intercepted", stopped_by, say("intercepted"))
    if waits_for_others(situation, state):
        yield Status(QUEUE, waits_for_others, say("queue"))
    if state.quickness_bonus_active:
        yield Status("boost", sprint_gain, say("status.boost", bonus=state.quickness_bonus_active))
    if state.quickness_bonus_pending:
        yield Status("boost_pending", sprint_gain, say("status.pending", bonus=state.quickness_bonus_pending))


def _counters(situation: Situation, state: Turn) -> Iterator[Counter]:
    yield Counter("mode", least_pace, say("counter.mode"), state.mode, say(f"pace.{state.mode}"))
    yield Counter("turn_moved", pass_limit, say("counter.turn"), state.turn_moved)
    yield Counter("pass_moved", pass_share, say("counter.pass"), state.pass_moved)
    yield Counter("pass_rough", rough_tn, say("counter.rough"), state.pass_rough)
    yield Counter("tn_modifier", running_tn, say("counter.tn"), tn_now(situation, state))
    yield Counter("intercepted", stopped_by, say("counter.intercepted"), state.intercepted)
    by = {foe.id: foe.name for foe in situation.others}.get(state.intercepted_by, state.intercepted_by)
    shown = say("counter.by.name", name=by) if by else None
    yield Counter("intercepted_by", stopped_by, say("counter.by"), state.intercepted_by or None, shown)
    quickness = situation.character.quickness + state.quickness_bonus_active
    yield Counter("quickness", sprint_gain, say("counter.quickness"), quickness)
    yield Counter("quickness_bonus_active", sprint_gain, say("counter.active"), state.quickness_bonus_active)
    yield Counter(
        "quickness_bonus_pending", sprint_gain, say("counter.pending"), state.quickness_bonus_pending
    )
    yield Counter("queued_move", waits_for_others, say("counter.queued"), state.queued_move)
    yield Counter("pass_no", pass_share, say("counter.number"), max(1, state.number))
    yield Counter("passes", pass_share, say("counter.passes"), state.passes)
    left = actions_left(state)
    yield Counter("actions", actions_left, say("counter.action"), left, say(f"left.{left}"))


STANDING: Rows = {
    "allowances": _allowances,
    "modifiers": tn_modifiers,
    "statuses": _statuses,
    "counters": _counters,
    "rulings": _rulings,
    "trace": _lines,
}
