"""OpenD6: what a token may still do, and what it bears."""

from collections.abc import Iterator
from math import floor

from py_rules.engine.price_tiers import no_roll_limit
from py_rules.engine.situation import Situation
from py_rules.engine.system import Rows
from py_rules.systems.d6.ledger import lacking_of
from py_rules.systems.d6.movement import run_up_modifier, tired_modifiers
from py_rules.systems.d6.prices import (
    CHECK_RULES,
    MISHAPS,
    barred,
    carries_to,
    drop_ruling,
    mishap_ruling,
    mishap_text,
    nowhere,
    prices,
    prone_ruling,
    seen,
    slick_ruling,
    slow_ruling,
    top_of,
)
from py_rules.systems.d6.rules import (
    base_of,
    breath,
    climb_move,
    fastest,
    fate,
    fatigue,
    fatigue_now,
    fly_difficulty,
    forced_rate,
    gm_extra,
    jump_base,
    move_of,
    movements,
    run_up_bonus,
    short_distance,
    slowest,
    swim_move,
    uses_action,
)
from py_rules.systems.d6.turn import CHECKS, MODES, PACED, ZERO, Effort
from py_rules.systems.d6.words import say
from py_rules.values.answers import (
    Allowance,
    Choice,
    Counter,
    Hazard,
    Modifier,
    Ruling,
    Status,
    Trace,
)
from py_rules.values.exact import exact


def _modifiers(situation: Situation, state: Effort) -> Iterator[Modifier]:
    yield from tired_modifiers(situation, state)
    bonus = run_up_bonus(state.run_ups)
    if bonus:
        yield run_up_modifier(bonus)


def _statuses(situation: Situation, state: Effort) -> Iterator[Status]:
    del situation
    if state.prone:
        yield Status("prone", fate, say("prone"))
    if state.breath_left is not None:
        yield Status("breath", breath, say("breath.left", rounds=state.breath_left))


def _hazards(situation: Situation, state: Effort) -> Iterator[Hazard]:
    del situation
    yield from (Hazard(m, MISHAPS[m][0], ZERO, mishap_text(state, m)) for m in state.mishaps)
    if state.drop:
        yield Hazard("drop", gm_extra, ZERO, say("drop", metres=state.drop))
    if state.breath_left == 0:
        yield Hazard("breath_out", breath, ZERO, say("breath.out"))


def _lines(situation: Situation, state: Effort) -> Iterator[Trace]:
    """Yield where the rates come from, and how long the breath holds."""
    climbing = "climb_move.working" if situation.character.has_climbing else "climb_move.half"
    for number, key in (
        (swim_move, "swim_move.working"),
        (climb_move, climbing),
        (jump_base, "jump_base.working"),
    ):
        yield number.trace(say(key, move=move_of(situation), base=number(situation)), base=number(situation))
    if state.breath_seconds is not None:
        rounds = floor(state.breath_seconds / exact(situation.house_rules.round_seconds))
        working = say("breath.working", seconds=state.breath_seconds, rounds=rounds)
        yield breath.trace(working, seconds=state.breath_seconds)


def _rulings(situation: Situation, state: Effort) -> Iterator[Ruling]:
    for mishap in state.mishaps:
        yield mishap_ruling(state, mishap)
    if state.drop:
        yield drop_ruling(state.drop, ZERO)
    if state.prone:
        yield prone_ruling()
    if "slick" in state.asked and "slick" not in state.ruled:
        yield slick_ruling(ZERO)
    if state.breath_left == 0 and "breath_out" not in state.ruled:
        choices = (Choice("gm", say("breath.out.gm")),)
        yield Ruling("breath_out", breath, ZERO, say("breath.out.ask"), choices, "gm")
    if not (situation.house_rules.acceleration and situation.in_combat):
        return
    for mode, lacking in state.owed:
        yield slow_ruling(mode, say("slowest.owed", lacking=lacking), ZERO, carried=mode == "ground")
    known = dict(state.owed)
    for mode, _ in lacking_of(situation, state):
        if state.going(mode).used and mode not in known:
            rate = state.rate(mode)
            question = say("slowest.ask", rate=rate, least=slowest(situation, mode, rate))
            yield slow_ruling(mode, question, ZERO, carried=False)


def _usable(situation: Situation) -> list[str]:
    """Return the modes that the sheet allows at all; on foot one stands in any case."""
    return [mode for mode in MODES if mode != "fly" or base_of(situation, mode)]


def _allowances(situation: Situation, state: Effort) -> Iterator[Allowance]:
    for mode in _usable(situation):
        going, half = seen(situation, state, mode), short_distance(situation, mode)
        name = say(f"mode.{mode}")
        if half:
            used = min(going.used, half)
            spare = ZERO if going.closed else half - used
            label = say("allow.short", mode=name)
            yield Allowance(f"short_{mode}", mode, short_distance, label, "round", half, used, spare)
        if mode == "jump":
            base = jump_base(situation)
            yield Allowance("jump", mode, jump_base, say("allow.jump"), "round", base, going.used, None, base)
            continue
        levels = prices(situation, state, mode, going.grades)
        known = going.limit is not None or going.total is not None or going.closed or barred(situation, mode)
        top = top_of(situation, state, mode) if situation.in_combat and not known else None
        limit = no_roll_limit(levels) if known else top[0] if top else None
        left = None if limit is None else max(ZERO, limit - going.used)
        number = top[1].rule if top else CHECK_RULES[CHECKS[mode]]
        yield Allowance(mode, mode, number, say("allow.whole", mode=name), "round", limit, going.used, left)


def _counters(situation: Situation, state: Effort) -> Iterator[Counter]:
    for mode in _usable(situation):
        yield from _mode_counters(situation, state, mode)
    yield Counter("fast_rounds", fatigue, say("counter.fast_rounds"), state.fast_rounds)
    yield Counter("fatigue", fatigue, say("counter.fatigue"), fatigue_now(situation, state))
    yield Counter("run_up", run_up_bonus, say("counter.run_up"), run_up_bonus(state.run_ups))
    yield Counter("breath_left", breath, say("counter.breath"), state.breath_left)
    yield Counter("breath_seconds", breath, say("counter.seconds"), state.breath_seconds)
    yield Counter("prone", fate, say("counter.prone"), state.prone)
    yield Counter("swim_move", swim_move, say("counter.swim_move"), swim_move(situation))
    yield Counter("climb_move", climb_move, say("counter.climb_move"), climb_move(situation))
    yield Counter("jump_base", jump_base, say("counter.jump_base"), jump_base(situation))
    if base_of(situation, "fly"):
        yield Counter("fly_move", fly_difficulty, say("counter.fly_move"), base_of(situation, "fly"))


def _mode_counters(situation: Situation, state: Effort, mode: str) -> Iterator[Counter]:
    going, name = seen(situation, state, mode), say(f"mode.{mode}")
    yield Counter(f"{mode}_used", movements, say("counter.used", mode=name), going.used)
    yield Counter(
        f"{mode}_action", uses_action, say("counter.action", mode=name), uses_action(situation, mode, going)
    )
    if going.total is not None:
        shown = say("result.nowhere" if nowhere(going) else f"result.{going.result}")
        yield Counter(f"{mode}_result", forced_rate, say("counter.result", mode=name), going.result, shown)
        afforded = ZERO if nowhere(going) else carries_to(situation, mode, going, going.grades)
        yield Counter(f"{mode}_affords", forced_rate, say("counter.affords", mode=name), afforded)
    if mode in PACED and situation.house_rules.acceleration:
        yield from _chase_counters(situation, state, mode)


def _chase_counters(situation: Situation, state: Effort, mode: str) -> Iterator[Counter]:
    """Yield the window of rates that a chase leaves for this round (D6-16, D6-17)."""
    name, rate, top = say(f"mode.{mode}"), state.rate(mode), top_of(situation, state, mode)
    yield Counter(f"{mode}_rate", fastest, say("counter.rate", mode=name), rate)
    yield Counter(f"{mode}_fastest", fastest, say("counter.fastest", mode=name), top[0] if top else None)
    yield Counter(
        f"{mode}_slowest", slowest, say("counter.slowest", mode=name), slowest(situation, mode, rate)
    )


STANDING: Rows = {
    "allowances": _allowances,
    "modifiers": _modifiers,
    "statuses": _statuses,
    "counters": _counters,
    "rulings": _rulings,
    "hazards": _hazards,
    "trace": _lines,
}
