"""OpenD6: what a token may still do, and what it bears."""

from collections.abc import Iterator
from fractions import Fraction

from py_rules.engine.price_tiers import reach_of
from py_rules.engine.pricing import Pricing
from py_rules.engine.situation import Move
from py_rules.systems.d6 import moves, prices, rules
from py_rules.systems.d6.movement import modifiers
from py_rules.systems.d6.turn import MODES, PACED, ZERO, progress, rate, used
from py_rules.systems.d6.words import game, say
from py_rules.values.answer_parts import Allowance, Counter, Modifier


@game.listing("modifiers")
def borne(move: Move) -> Iterator[Modifier]:
    """Return what fatigue and a run-up of earlier rounds change."""
    return modifiers(move, moves.run_up_bonus(move.turn.run_ups))


game.status("prone", rules.fate, label="Prone", when="prone")
game.status(
    "breath",
    moves.breath,
    label=lambda move: say("breath.left", rounds=move.turn.breath_left),
    when=lambda move: move.turn.breath_left is not None,
)


def _usable(move: Move) -> list[str]:
    """Return the modes that the sheet allows at all; on foot one stands in any case."""
    return [mode for mode in MODES if mode != "fly" or rules.base_of(move, mode)]


@game.listing("allowances")
def allowances(move: Move) -> Iterator[Allowance]:
    """Yield how far each way of moving may go, and how far without an action."""
    for mode in _usable(move):
        gone, half, known = used(move, mode), rules.short_distance(move, mode), progress(move, mode)
        name = say(f"mode.{mode}")
        if half:
            spare = ZERO if known.closed else max(ZERO, half - gone)
            label = say("allow.short", mode=name)
            told = rules.short_distance, label, "round", half, min(gone, half), spare
            yield Allowance(f"short_{mode}", mode, *told)
        if mode == "jump":
            base = moves.jump_base(move)
            yield Allowance("jump", mode, moves.jump_base, say("allow.jump"), "round", base, gone, None, base)
            continue
        top = prices.top_of(move, mode) if move.in_combat else None
        limit, number = (top.limit, top.rule) if top else (None, str(rules.DIFFICULTIES[mode]))
        if known.rolled or known.closed or not moves.move_of(move):
            limit, number = (
                reach_of(Pricing(game, move).price_tiers(mode, {}), rolls=False),
                rules.DIFFICULTIES[mode],
            )
        left = None if limit is None else max(ZERO, limit - gone)
        yield Allowance(mode, mode, number, say("allow.whole", mode=name), "round", limit, gone, left)


@game.listing("counters")
def counters(move: Move) -> Iterator[Counter]:
    """Yield the numbers of the ways of moving; in a chase with the rates left for this round (D6-16, D6-17)."""
    for mode in _usable(move):
        gone, known = used(move, mode), progress(move, mode)
        acts = rules.uses_action(move, mode, used=gone)
        rows: list[tuple[str, str, Fraction | int | str | None]] = [
            ("used", rules.movements, gone),
            ("action", rules.uses_action, acts),
        ]
        if known.result:
            rows.append(("result", rules.forced_rate, known.result))
            rows.append(("affords", rules.forced_rate, prices.afforded(move, mode)))
        if mode in PACED and move.house_rules.acceleration:
            top = prices.top_of(move, mode)
            rows.append(("rate", rules.fastest, rate(move, mode)))
            rows.append(("fastest", rules.fastest, top.limit if top else None))
            rows.append(("slowest", rules.slowest, rules.slowest(move, mode)))
        for what, rule, value in rows:
            label = say(f"counter.{what}", mode=say(f"mode.{mode}"))
            shown = say(f"result.{value}") if what == "result" else None
            is_length = isinstance(value, Fraction)
            yield Counter(f"{mode}_{what}", rule, label, value, shown, is_length=is_length)


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
game.counter("swim_move", "Swimming Move", rule=moves.swim_move, value=moves.swim_move, is_length=True)
game.counter("climb_move", "Climbing Move", rule=moves.climb_move, value=moves.climb_move, is_length=True)
game.counter("jump_base", "Standing jump", rule=moves.jump_base, value=moves.jump_base, is_length=True)
