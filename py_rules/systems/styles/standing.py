"""The Kleptonomicon: what a token may still do, and what it bears."""

from collections.abc import Iterator

from py_rules.engine.situation import Situation
from py_rules.engine.system import Rows
from py_rules.systems.styles.movement import dash_modifiers
from py_rules.systems.styles.prices import (
    SUFFIXES,
    build_check,
    counted,
    fall_ruling,
    heavy_ruling,
    prompt_ruling,
    why_barred,
)
from py_rules.systems.styles.rules import (
    active_after,
    crawl_distance,
    distance,
    doubled,
    drift,
    drift_way,
    effect_text,
    fall,
    float_or_sink,
    improvised,
    interrupt_effect,
    known_styles,
    maneuver,
    may_sneak,
    named,
    new_turn,
    off_turn,
    pool_of,
    pool_used,
    pulled_down,
    reach_of,
    rung,
    sheet_effect,
    slowed_enough,
    stand_cost,
    starting_styles,
    suspended,
    upward,
    worded,
)
from py_rules.systems.styles.turn import Turn
from py_rules.systems.styles.words import ZERO, say
from py_rules.values.answers import (
    Allowance,
    Counter,
    Hazard,
    Ruling,
    Status,
    Trace,
)


def _rulings(situation: Situation, state: Turn) -> Iterator[Ruling]:
    yield from (prompt_ruling(situation, state, prompt) for prompt in state.prompts)
    if state.falling:
        yield fall_ruling(ZERO)
    if pulled_down(situation, state) and not state.cargo:
        yield heavy_ruling()


def _hazards(situation: Situation, state: Turn) -> Iterator[Hazard]:
    if state.falling:
        yield fall(situation, ZERO, state.height, stops=False)
    rise = upward(situation, state)
    if rise and state.in_water:
        number = pulled_down if pulled_down(situation, state) and not state.adrift else float_or_sink
        name, way = ("float", "up") if rise > 0 else ("sink", "down")
        numbers = {"dir": way, "per_turn": abs(rise)}
        yield Hazard(name, number, ZERO, say(name, per_turn=abs(rise)), numbers=numbers)
    cols, rows = drift(state)
    if cols or rows:
        yield Hazard(
            "drift",
            drift,
            ZERO,
            say("drift", way=drift_way(cols, rows)),
            numbers={"cols": cols, "rows": rows},
        )


def _statuses(situation: Situation, state: Turn) -> Iterator[Status]:
    if state.active != "walk":
        yield Status(f"active:{state.active}", active_after, say("active", style=named(state.active)))
    if state.prone:
        yield Status("prone", stand_cost, say("prone"))
    if state.dash:
        yield Status("dash", doubled, say("dash.on"))
    if state.falling:
        yield Status("falling", fall, say("falling"))
    if state.slowed:
        yield Status("slowed", slowed_enough, say("slowed", stacks=state.slowed))
    if suspended(state):
        yield Status("montage", suspended, say("montage"))
    if state.adrift:
        name = "float" if upward(situation, state) > 0 else "sink"
        yield Status("adrift", float_or_sink, say(name, per_turn=abs(upward(situation, state))))


def _allowances(situation: Situation, state: Turn) -> Iterator[Allowance]:
    free, still = not counted(situation, state), why_barred(situation, state) is not None
    pool, used = doubled(pool_of(situation), dash=state.dash), pool_used(situation, state)
    left = ZERO if still else max(ZERO, pool - used)
    label = say("allow.pool")
    if free:
        yield Allowance("pool", "ground", pool_of, label, "turn", None, used, None)
    else:
        yield Allowance("pool", "ground", pool_of, label, "turn", pool, used, left)
    for style in known_styles(situation, state):
        limit = doubled(reach_of(situation, state, style) or ZERO, dash=state.dash)
        spent_in = state.used(style)
        over = max(ZERO, min(left, limit - spent_in))
        mode = "ground" if style == "walk" else style
        yield Allowance(
            style,
            mode,
            distance if style in situation.character.styles else improvised,
            say("allow.style", style=named(style)),
            "turn",
            None if free else limit,
            spent_in,
            None if free else over,
        )
    if state.prone and not free:
        walk = doubled(reach_of(situation, state, "walk") or ZERO, dash=state.dash)
        spending = max(ZERO, min(left, walk - state.used("walk")))
        reach = crawl_distance(situation, spending)
        yield Allowance("crawl", "ground", crawl_distance, say("allow.crawl"), "turn", reach, ZERO, reach)


def _counters(situation: Situation, state: Turn) -> Iterator[Counter]:
    yield Counter("pool_spent", pool_used, say("counter.pool_spent"), pool_used(situation, state))
    for style, amount in state.spent:
        label = say("counter.style_spent", style=named(style))
        yield Counter(f"spent:{style}", new_turn, label, amount)
    yield Counter("dash", doubled, say("counter.dash"), state.dash)
    yield Counter("active_style", active_after, say("counter.active"), state.active, worded(state.active))
    yield Counter("prone", stand_cost, say("counter.prone"), state.prone)
    yield Counter("slowed", slowed_enough, say("counter.slowed"), state.slowed)
    yield Counter("sneak", may_sneak, say("counter.sneak"), state.sneak, say(f"sneak.now.{state.sneak}"))
    yield Counter("interrupts", slowed_enough, say("counter.interrupts"), state.interrupts)
    effect = interrupt_effect(situation, state.active)
    yield Counter("interrupt_effect", interrupt_effect, say("counter.effect"), effect, effect_text(effect))
    yield Counter("turn_over", off_turn, say("counter.turn"), state.turn_over)


def _lines(situation: Situation, state: Turn) -> Iterator[Trace]:
    """Yield where the numbers come from."""
    yield rung.trace(say("ladder.all"))
    yield pool_of.trace(say("pool.working", limit=pool_of(situation)), limit=pool_of(situation))
    if dict(situation.character.styles) == starting_styles():
        yield starting_styles.trace(say("starting"))
    refresh = "refresh.end" if situation.house_rules.pool_refresh == "turn_end" else "refresh.start"
    yield pool_used.trace(say(refresh))
    yield new_turn.trace(say("reset", spent=sum((x for _, x in state.spent), ZERO)))
    yield from _state_lines(situation, state)


def _state_lines(situation: Situation, state: Turn) -> Iterator[Trace]:
    """Yield what explains the state the token is in."""
    c, active = situation.character, state.active
    if state.sneak == "open":
        check = build_check(situation, f"sneaking{SUFFIXES[situation.circumstances.test]}", ZERO)
        working = say("sneak.working", modifier=f"{c.sneaking:+d}", needed=check.needed)
        yield may_sneak.trace(working, chance=check.chance)
    if state.slowed >= 2:
        yield slowed_enough.trace(say("slowed.working"))
    if state.interrupts:
        working = say("interrupted", effect=effect_text(state.effect))
        yield interrupt_effect.trace(working, effect=state.effect)
    own = sheet_effect(situation, active)
    if own is not None:
        yield sheet_effect.trace(say("own_effect", style=named(active), effect=own), effect=own)
    if state.adrift:
        working = say("goods.working", filled=c.goods_filled, total=c.goods_total)
        yield float_or_sink.trace(working, rise=upward(situation, state))
    if pulled_down(situation, state):
        yield pulled_down.trace(say("heavy"))
    if situation.in_combat:
        yield maneuver.trace(maneuver())
    if suspended(state):
        yield suspended.trace(say("montage"))


STANDING: Rows = {
    "allowances": _allowances,
    "modifiers": lambda s, state: dash_modifiers(s, on=state.dash),
    "statuses": _statuses,
    "counters": _counters,
    "rulings": _rulings,
    "hazards": _hazards,
    "trace": _lines,
}
