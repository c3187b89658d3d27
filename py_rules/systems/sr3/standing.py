"""Shadowrun 3: what a token may still do, and what it bears."""

from collections.abc import Iterator
from fractions import Fraction

from py_rules.engine import Move
from py_rules.engine.price_tiers import reach_of
from py_rules.systems.sr3 import interception, rules
from py_rules.systems.sr3.prices import price_tiers
from py_rules.systems.sr3.turn import PACES, QUEUE, ZERO, Pace
from py_rules.systems.sr3.words import game, say
from py_rules.values.answer_parts import Allowance, Modifier


@game.listing("allowances")
def allowances(move: Move) -> Iterator[Allowance]:
    """Yield how far one may walk and run in the Combat Turn and in the pass."""
    moved, rest_of_pass = move.turn.turn_moved, move.turn.pass_moved
    yield Allowance(
        "stationary", "ground", rules.least_pace, say("allow.stationary"), "turn", ZERO, ZERO, ZERO
    )
    walk, run = rules.walk_limit(move), rules.run_limit(move)
    if not move.in_combat:
        yield Allowance("run", "run", rules.least_pace, say("allow.run"), "turn", None, moved, None)
        return
    farthest = reach_of(price_tiers(move), rolls=False) or ZERO
    least = PACES.index(rules.least_pace(move))
    rows: tuple[tuple[Pace, str, Fraction, Fraction], ...] = (
        ("walk", rules.walk_rate, rules.walk_rate(move), walk),
        ("run", rules.run_rate, rules.run_total(move), run),
    )
    for name, number, total, limit in rows:
        left = None if rules.split_of(move) == "uncapped" else max(ZERO, total - moved)
        walked, in_pass = moved, rest_of_pass
        if name == "walk" and left is not None:  # a runner has walked no farther than one walks
            walked, in_pass = min(moved, total), min(rest_of_pass, limit)
        yield Allowance(name, name, number, say(f"allow.{name}"), "turn", total, walked, left)
        allowed = PACES.index(name) >= least and rules.may_reach(move, name)
        rest = max(ZERO, min(limit, farthest) - rest_of_pass) if allowed else ZERO
        label = say(f"allow.{name}_pass")
        yield Allowance(f"{name}_pass", name, rules.pass_share, label, "pass", limit, in_pass, rest)


@game.listing("modifiers")
def modifiers(move: Move) -> Iterator[Modifier]:
    """Yield what moving adds to the TN of tests."""
    tn = rules.tn_now(move)
    if tn:
        until = say(f"until.{move.house_rules.penalty_scope}")
        yield Modifier(rules.TN_RULES[tn], "mover", say("on.tests"), "tn", tn, say("since.move"), until)


game.status("intercepted", interception.stopped_by, label=say("intercepted"), when="intercepted")
game.status(QUEUE, rules.waits_for_others, label=say("queue"), when=rules.waits_for_others)
game.status(
    "boost",
    rules.sprint_gain,
    label="Sprinting: Quickness +{value} for running",
    when="quickness_bonus_active",
)
game.status(
    "boost_pending",
    rules.sprint_gain,
    label="Next Combat Phase: Quickness +{value} for running",
    when="quickness_bonus_pending",
)
game.counter("mode", "Declared mode", rule=rules.least_pace, words="pace")
game.counter("turn_moved", "Metres in this Combat Turn", rule=rules.pass_limit)
game.counter("pass_moved", "Metres in this pass", rule=rules.pass_share)
game.counter("pass_rough", "Rough ground in this pass", rule=rules.rough_tn)
game.counter("tn_modifier", "TN modifier", rule=rules.running_tn, value=rules.tn_now)
game.counter(
    "quickness",
    "Quickness for running",
    rule=rules.sprint_gain,
    value=lambda move: move.character.quickness + move.turn.quickness_bonus_active,
)
game.counter("quickness_bonus_active", "Quickness bonus now", rule=rules.sprint_gain)
game.counter("quickness_bonus_pending", "Quickness bonus to come", rule=rules.sprint_gain)
game.counter("pass_no", "Initiative Pass", rule=rules.pass_share, value=lambda move: max(1, move.turn.number))
game.counter("passes", "Initiative Passes in this Combat Turn", rule=rules.pass_share)
game.counter("actions", "Actions left", rule=rules.actions_left, value=rules.actions_left, words="left")
