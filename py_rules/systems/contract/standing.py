"""The Contract: what a token may still do, and what it bears."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from py_rules.engine.price_tiers import (
    least,
    left_of,
    no_roll_limit,
)
from py_rules.engine.situation import Situation
from py_rules.engine.system import Rows
from py_rules.systems.contract.movement import RouteJudge, dice_modifiers, extended_working, free_working
from py_rules.systems.contract.prices import (
    MISHAPS,
    difficult_ruling,
    drop_ruling,
    feet_of,
    ground_levels,
    mishap_ruling,
    rolls_action,
    sinking_ruling,
    why_barred,
)
from py_rules.systems.contract.rules import (
    climb_feet,
    dice_lost,
    extended_movement,
    extension_open,
    free_movement,
    jump_reach,
    movement_over,
    new_round,
    sinks,
    sprint_feet,
    stunned,
    swim_feet,
    unlimited,
)
from py_rules.systems.contract.turn import ROLLED_MODES, ZERO, Round
from py_rules.systems.contract.words import say
from py_rules.values.answers import (
    Allowance,
    Counter,
    Hazard,
    Modifier,
    Ruling,
    Status,
    Trace,
)


def _sinking(situation: Situation, state: Round) -> list[str]:
    """Return what threatens in deep water under full load (CON-18)."""
    return ["sinking", "drowning"] if state.in_water and sinks(situation) else []


def _modifiers(situation: Situation, state: Round) -> Iterator[Modifier]:
    return iter(()) if state.action == "sprinting" else dice_modifiers(situation, state, state.ground_used)


def _statuses(situation: Situation, state: Round) -> Iterator[Status]:
    if stunned(situation):
        yield Status("stunned", stunned, say("stunned"))
    yield from (Status(name, sinks, say(name)) for name in _sinking(situation, state))


def _rulings(situation: Situation, state: Round) -> Iterator[Ruling]:
    ruled = dict(state.ruled)
    yield from (
        difficult_ruling(situation, region, ZERO)
        for region in state.asked
        if f"terrain:{region}" not in ruled
    )
    yield from map(mishap_ruling, state.mishaps)
    if state.drop:
        yield drop_ruling(state.drop, ZERO)
    if _sinking(situation, state) and "sinking" not in ruled:
        yield sinking_ruling(situation, ZERO)


def _hazards(situation: Situation, state: Round) -> Iterator[Hazard]:
    yield from (Hazard(name, sinks, ZERO, say(name)) for name in _sinking(situation, state))
    yield from (Hazard(m, MISHAPS[m][0], ZERO, say(MISHAPS[m][1])) for m in state.mishaps)
    if state.drop:
        yield Hazard("drop", climb_feet, ZERO, say("drop", feet=state.drop))


def _lines(situation: Situation, state: Round) -> Iterator[Trace]:
    del state
    yield free_movement.trace(free_working(situation), free=free_movement(situation))
    yield extended_movement.trace(extended_working(situation), extended=extended_movement(situation))


def _allowances(situation: Situation, state: Round) -> Iterator[Allowance]:
    ground, free = ground_levels(situation, state), free_movement(situation)
    used = state.ground_used
    if unlimited(situation, "ground") and not stunned(situation):
        yield _allowance("movement", "ground", unlimited, None, used)
        return
    extended = extension_open(situation, state)
    sprinting = state.action == "sprinting"
    over = why_barred(situation, state) is not None
    if not sprinting:
        yield _allowance("free", "ground", free_movement, free, min(used, free), over=over)
        yield _allowance("extended", "ground", extended_movement, extended, max(ZERO, used - free), over=over)
    yield _allowance(
        "movement",
        "ground",
        new_round,
        no_roll_limit(ground) if not over else free + extended,
        used,
        over=over,
    )
    sprint = sprint_feet(situation, state.sprint_outcome or 0) if sprinting else None
    if stunned(situation) or state.action == "spent":
        sprint = ZERO
    yield _allowance("sprint", "sprint", sprint_feet, sprint, used if sprinting else ZERO, over=over)
    for mode, rule_number in (("climb", climb_feet), ("swim", swim_feet)):
        outcome = state.outcome(mode)
        limit = None if outcome is None else feet_of(situation, mode, outcome)
        acted = outcome is None and rolls_action(situation) and state.action != "unspent"
        if stunned(situation) or acted or (mode == "swim" and sinks(situation)):
            limit = ZERO
        yield _allowance(mode, mode, rule_number, limit, state.used(mode), over=over)
    for running in (True, False):
        far, high = (ZERO, ZERO) if stunned(situation) else jump_reach(situation, running=running)
        name = "jump_running" if running else "jump_standing"
        yield replace(_allowance(name, "jump", jump_reach, far, ZERO, over=over), vertical=high)


def _allowance(
    name: str, mode: str, rule_number: str, limit: Fraction | None, used: Fraction, *, over: bool = False
) -> Allowance:
    left = None if limit is None else max(ZERO, limit - used)
    return Allowance(
        name, mode, rule_number, say(f"allow.{name}"), "round", limit, used, ZERO if over else left
    )


def _beside_others(situation: Situation, state: Round, allowance: Allowance) -> Allowance:
    """Return an allowance with no more left than other modes have left of the one Movement (X-09)."""
    meter = "ground" if allowance.mode == "sprint" else allowance.mode
    if allowance.left is None or meter not in {"ground", *ROLLED_MODES}:
        return allowance
    judge = RouteJudge(situation, state, ())
    return replace(allowance, left=least(allowance.left, left_of(judge.levels(meter), judge.used[meter])))


def _counters(situation: Situation, state: Round) -> Iterator[Counter]:
    dice = (
        0
        if state.round_over or state.action == "sprinting"
        else dice_lost(situation, state.ground_used - free_movement(situation))
    )
    extra = max(ZERO, state.ground_used - free_movement(situation))
    yield Counter(
        "movement", movement_over, say("counter.movement"), state.movement, say(f"now.{state.movement}")
    )
    yield Counter("order", movement_over, say("counter.order"), state.order, say(f"now.{state.order}"))
    yield Counter(
        "action_state", extension_open, say("counter.action"), state.action, say(f"now.{state.action}")
    )
    yield Counter("dice_saved", extension_open, say("counter.saved"), state.dice_saved)
    yield Counter("pending_dice_penalty", dice_lost, say("counter.penalty"), dice)
    yield Counter("ground_used", free_movement, say("counter.ground"), state.ground_used)
    yield Counter("extra_used", extended_movement, say("counter.extra"), extra)


STANDING: Rows = {
    "allowances": lambda s, state: (_beside_others(s, state, one) for one in _allowances(s, state)),
    "modifiers": _modifiers,
    "statuses": _statuses,
    "counters": _counters,
    "rulings": _rulings,
    "hazards": _hazards,
    "trace": _lines,
}
