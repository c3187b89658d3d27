"""OpenD6: what a token may still do, and what it bears."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from py_rules.engine.parts import Move
from py_rules.engine.price_tiers import no_roll_limit
from py_rules.systems.d6 import moves, prices, rules
from py_rules.systems.d6.movement import run_up_modifier, tired_modifiers
from py_rules.systems.d6.turn import CHECKS, MODES, PACED, ZERO
from py_rules.systems.d6.words import game, say
from py_rules.values.answer_parts import Allowance, Counter, Hazard, Modifier, Trace
from py_rules.values.rounding import to_fraction
from py_rules.values.sentences import Text

Value = Fraction | int | bool | str | None


@game.listing("modifiers")
def modifiers(move: Move) -> Iterator[Modifier]:
    """Yield what fatigue and a run-up change."""
    yield from tired_modifiers(move)
    bonus = moves.run_up_bonus(move.turn.run_ups)
    if bonus:
        yield run_up_modifier(bonus)


game.status("prone", rules.fate, label="Prone", when="prone")
game.status(
    "breath",
    moves.breath,
    label=lambda move: say("breath.left", rounds=move.turn.breath_left),
    when=lambda move: move.turn.breath_left is not None,
)


@game.listing("hazards")
def hazards(move: Move) -> Iterator[Hazard]:
    """Yield what went wrong, and what the table may have to see to."""
    asked = [game.questions[mishap].of(move) for mishap in move.turn.mishaps]
    yield from (Hazard(one.id, one.rule, ZERO, one.question) for one in asked)
    if move.turn.drop:
        yield Hazard("drop", rules.gm_extra, ZERO, say("drop", metres=move.turn.drop))
    if move.turn.breath_left == 0:
        yield Hazard("breath_out", moves.breath, ZERO, say("breath.out"))


@game.listing("trace")
def lines(move: Move) -> Iterator[Trace]:
    """Yield where the rates come from, and how long the breath holds."""
    for rule in (moves.swim_move, moves.climb_move, moves.jump_base):
        yield rule.line(rule(move), move)
    if move.turn.breath_seconds is not None:
        rounds = floor(move.turn.breath_seconds / to_fraction(move.house_rules.round_seconds))
        working = say("breath.working", seconds=move.turn.breath_seconds, rounds=rounds)
        yield moves.breath.trace(working, seconds=move.turn.breath_seconds)


def _usable(move: Move) -> list[str]:
    """Return the modes that the sheet allows at all; on foot one stands in any case."""
    return [mode for mode in MODES if mode != "fly" or rules.base_of(move, mode)]


@game.listing("allowances")
def allowances(move: Move) -> Iterator[Allowance]:
    """Yield how far each way of moving may go, and how far without an action."""
    for mode in _usable(move):
        progress, half = prices.seen(move, mode), rules.short_distance(move, mode)
        name = say(f"mode.{mode}")
        if half:
            used = min(progress.used, half)
            spare = ZERO if progress.closed else half - used
            label = say("allow.short", mode=name)
            yield Allowance(f"short_{mode}", mode, rules.short_distance, label, "round", half, used, spare)
        if mode == "jump":
            base = moves.jump_base(move)
            told = moves.jump_base, say("allow.jump"), "round"
            yield Allowance("jump", mode, *told, base, progress.used, None, base)
            continue
        known = progress.rolled or progress.closed or prices.barred(move, mode)
        top = prices.top_of(move, mode) if move.in_combat and not known else None
        limit = top[0] if top else None
        if known:
            limit = no_roll_limit(prices.tiers(move, mode, grades=progress.grades))
        left = None if limit is None else max(ZERO, limit - progress.used)
        number = top[1].rule if top else prices.CHECK_RULES[CHECKS[mode]]
        yield Allowance(
            mode, mode, number, say("allow.whole", mode=name), "round", limit, progress.used, left
        )


@game.listing("counters")
def counters(move: Move) -> Iterator[Counter]:
    """Yield the numbers of the ways of moving."""
    for mode in _usable(move):
        yield from _mode_counters(move, mode)
    if rules.base_of(move, "fly"):
        label, base = say("counter.fly_move"), rules.base_of(move, "fly")
        yield Counter("fly_move", rules.fly_difficulty, label, base, is_length=True)


game.counter("fast_rounds", "Rounds of fast movement", rule=rules.fatigue)
game.counter("fatigue", "Fatigue", rule=rules.fatigue, value=rules.fatigue)
game.counter(
    "run_up",
    "Run-up on a jump",
    rule=moves.run_up_bonus,
    value=lambda move: moves.run_up_bonus(move.turn.run_ups),
)
game.counter("breath_left", "Breath, rounds left", rule=moves.breath)
game.counter("breath_seconds", "Breath, seconds", rule=moves.breath)
game.counter("prone", "Prone", rule=rules.fate)
game.counter("swim_move", "Swimming Move", rule=moves.swim_move, value=moves.swim_move, is_length=True)
game.counter("climb_move", "Climbing Move", rule=moves.climb_move, value=moves.climb_move, is_length=True)
game.counter("jump_base", "Standing jump", rule=moves.jump_base, value=moves.jump_base, is_length=True)


def _mode_counters(move: Move, mode: str) -> Iterator[Counter]:
    """Yield the numbers of one way of moving; in a chase with the rates left for this round (D6-16, D6-17)."""
    progress, rate = prices.seen(move, mode), move.turn.rate(mode)

    def row(what: str, rule: str, *, value: Value, shown: Text | None = None) -> Counter:
        label = say(f"counter.{what}", mode=say(f"mode.{mode}"))
        return Counter(f"{mode}_{what}", rule, label, value, shown, is_length=isinstance(value, Fraction))

    yield row("used", rules.movements, value=progress.used)
    yield row("action", rules.uses_action, value=rules.uses_action(move, mode, progress=progress))
    if progress.result:
        nowhere = prices.nowhere(progress)
        shown = say("result.nowhere" if nowhere else f"result.{progress.result}")
        yield row("result", rules.forced_rate, value=progress.result, shown=shown)
        afforded = (
            ZERO if nowhere else prices.carries_to(move, mode, progress=progress, grades=progress.grades)
        )
        yield row("affords", rules.forced_rate, value=afforded)
    if mode in PACED and move.house_rules.acceleration:
        top = prices.top_of(move, mode)
        yield row("rate", rules.fastest, value=rate)
        yield row("fastest", rules.fastest, value=top[0] if top else None)
        yield row("slowest", rules.slowest, value=rules.slowest(move, mode, rate=rate))
