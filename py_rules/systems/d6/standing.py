"""OpenD6: what a token may still do, and what it bears."""

from collections.abc import Callable, Iterator
from functools import partial
from math import floor
from typing import Any

from py_rules.engine.parts import Move, of_move
from py_rules.engine.price_tiers import no_roll_limit
from py_rules.engine.system import Rows
from py_rules.systems.d6 import prices, rules
from py_rules.systems.d6.ledger import lacking_of
from py_rules.systems.d6.movement import run_up_modifier, tired_modifiers
from py_rules.systems.d6.turn import CHECKS, MODES, PACED, ZERO
from py_rules.systems.d6.words import say
from py_rules.values.answers import (
    Allowance,
    Counter,
    Hazard,
    Modifier,
    Ruling,
    Status,
    Trace,
)
from py_rules.values.exact import exact


def _modifiers(move: Move) -> Iterator[Modifier]:
    yield from tired_modifiers(move)
    bonus = rules.run_up_bonus(move.turn.run_ups)
    if bonus:
        yield run_up_modifier(bonus)


def _statuses(move: Move) -> Iterator[Status]:
    if move.turn.prone:
        yield Status("prone", rules.fate, say("prone"))
    if move.turn.breath_left is not None:
        yield Status("breath", rules.breath, say("breath.left", rounds=move.turn.breath_left))


def _hazards(move: Move) -> Iterator[Hazard]:
    yield from (Hazard(m, prices.MISHAPS[m][0], ZERO, prices.mishap_text(move, m)) for m in move.turn.mishaps)
    if move.turn.drop:
        yield Hazard("drop", rules.gm_extra, ZERO, say("drop", metres=move.turn.drop))
    if move.turn.breath_left == 0:
        yield Hazard("breath_out", rules.breath, ZERO, say("breath.out"))


def _lines(move: Move) -> Iterator[Trace]:
    """Yield where the rates come from, and how long the breath holds."""
    for rule in (rules.swim_move, rules.climb_move, rules.jump_base):
        yield rule.line(rule(move), move)
    if move.turn.breath_seconds is not None:
        rounds = floor(move.turn.breath_seconds / exact(move.house_rules.round_seconds))
        working = say("breath.working", seconds=move.turn.breath_seconds, rounds=rounds)
        yield rules.breath.trace(working, seconds=move.turn.breath_seconds)


def _rulings(move: Move) -> Iterator[Ruling]:
    for mishap in move.turn.mishaps:
        yield prices.mishap_ruling(move, mishap)
    if move.turn.drop:
        yield prices.ruling("drop", metres=move.turn.drop)
    if move.turn.prone:
        yield prices.ruling("prone")
    if "slick" in move.turn.asked and "slick" not in move.turn.ruled:
        yield prices.ruling("slick")
    if move.turn.breath_left == 0 and "breath_out" not in move.turn.ruled:
        yield prices.ruling("breath_out")
    if not (move.house_rules.acceleration and move.in_combat):
        return
    for mode, lacking in move.turn.owed:
        yield prices.slow_ruling(move, mode, lacking=lacking)
    known = dict(move.turn.owed)
    for mode, _ in lacking_of(move):
        if move.turn.going(mode).used and mode not in known:
            yield prices.slow_ruling(move, mode)


def _usable(move: Move) -> list[str]:
    """Return the modes that the sheet allows at all; on foot one stands in any case."""
    return [mode for mode in MODES if mode != "fly" or rules.base_of(move, mode)]


def _allowances(move: Move) -> Iterator[Allowance]:
    for mode in _usable(move):
        going, half = prices.seen(move, mode), rules.short_distance(move, mode)
        name = say(f"mode.{mode}")
        if half:
            used = min(going.used, half)
            spare = ZERO if going.closed else half - used
            label = say("allow.short", mode=name)
            yield Allowance(f"short_{mode}", mode, rules.short_distance, label, "round", half, used, spare)
        if mode == "jump":
            base = rules.jump_base(move)
            yield Allowance(
                "jump", mode, rules.jump_base, say("allow.jump"), "round", base, going.used, None, base
            )
            continue
        levels = prices.tiers(move, mode, going.grades)
        known = (
            going.limit is not None or going.total is not None or going.closed or prices.barred(move, mode)
        )
        top = prices.top_of(move, mode) if move.in_combat and not known else None
        limit = no_roll_limit(levels) if known else top[0] if top else None
        left = None if limit is None else max(ZERO, limit - going.used)
        number = top[1].rule if top else prices.CHECK_RULES[CHECKS[mode]]
        yield Allowance(mode, mode, number, say("allow.whole", mode=name), "round", limit, going.used, left)


def _counters(move: Move) -> Iterator[Counter]:
    for mode in _usable(move):
        yield from _mode_counters(move, mode)
    yield Counter("fast_rounds", rules.fatigue, say("counter.fast_rounds"), move.turn.fast_rounds)
    yield Counter("fatigue", rules.fatigue, say("counter.fatigue"), rules.fatigue(move))
    yield Counter("run_up", rules.run_up_bonus, say("counter.run_up"), rules.run_up_bonus(move.turn.run_ups))
    yield Counter("breath_left", rules.breath, say("counter.breath"), move.turn.breath_left)
    yield Counter("breath_seconds", rules.breath, say("counter.seconds"), move.turn.breath_seconds)
    yield Counter("prone", rules.fate, say("counter.prone"), move.turn.prone)
    yield Counter("swim_move", rules.swim_move, say("counter.swim_move"), rules.swim_move(move))
    yield Counter("climb_move", rules.climb_move, say("counter.climb_move"), rules.climb_move(move))
    yield Counter("jump_base", rules.jump_base, say("counter.jump_base"), rules.jump_base(move))
    if rules.base_of(move, "fly"):
        yield Counter("fly_move", rules.fly_difficulty, say("counter.fly_move"), rules.base_of(move, "fly"))


def _mode_counters(move: Move, mode: str) -> Iterator[Counter]:
    going, name = prices.seen(move, mode), say(f"mode.{mode}")
    yield Counter(f"{mode}_used", rules.movements, say("counter.used", mode=name), going.used)
    yield Counter(
        f"{mode}_action",
        rules.uses_action,
        say("counter.action", mode=name),
        rules.uses_action(move, mode, going),
    )
    if going.total is not None:
        shown = say("result.nowhere" if prices.nowhere(going) else f"result.{going.result}")
        yield Counter(
            f"{mode}_result", rules.forced_rate, say("counter.result", mode=name), going.result, shown
        )
        afforded = ZERO if prices.nowhere(going) else prices.carries_to(move, mode, going, going.grades)
        yield Counter(f"{mode}_affords", rules.forced_rate, say("counter.affords", mode=name), afforded)
    if mode in PACED and move.house_rules.acceleration:
        yield from _chase_counters(move, mode)


def _chase_counters(move: Move, mode: str) -> Iterator[Counter]:
    """Yield the window of rates that a chase leaves for this round (D6-16, D6-17)."""
    name, rate, top = say(f"mode.{mode}"), move.turn.rate(mode), prices.top_of(move, mode)
    yield Counter(f"{mode}_rate", rules.fastest, say("counter.rate", mode=name), rate)
    yield Counter(
        f"{mode}_fastest", rules.fastest, say("counter.fastest", mode=name), top[0] if top else None
    )
    yield Counter(
        f"{mode}_slowest",
        rules.slowest,
        say("counter.slowest", mode=name),
        rules.slowest(move, mode, rate),
    )


ROWS: dict[str, Callable[[Move], Iterator[Any]]] = {
    "allowances": _allowances,
    "modifiers": _modifiers,
    "statuses": _statuses,
    "counters": _counters,
    "rulings": _rulings,
    "hazards": _hazards,
    "trace": _lines,
}
STANDING: Rows = {name: partial(of_move, row) for name, row in ROWS.items()}
