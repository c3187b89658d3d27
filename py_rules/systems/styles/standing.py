"""The Kleptonomicon: what a token may still do, and what it bears."""

from collections.abc import Iterator

from py_rules.engine import Move
from py_rules.engine.situation import Situation
from py_rules.systems.styles.movement import dash_modifiers
from py_rules.systems.styles.prices import (
    SUFFIXES,
    build_check,
    counted,
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
from py_rules.systems.styles.words import ZERO, game, say
from py_rules.values.answers import (
    Allowance,
    Counter,
    Hazard,
    Modifier,
    Ruling,
    Status,
    Trace,
)


@game.listing("rulings")
def rulings(move: Move) -> Iterator[Ruling]:
    """Yield the questions behind open prompts."""
    yield from (prompt_ruling(move.situation, move.turn, prompt) for prompt in move.turn.prompts)


@game.listing("hazards")
def hazards(move: Move) -> Iterator[Hazard]:
    """Yield what befalls the token: a fall, and where the water takes it."""
    situation, state = move.situation, move.turn
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


@game.listing("statuses")
def statuses(move: Move) -> Iterator[Status]:
    """Yield what holds of the token."""
    situation, state = move.situation, move.turn
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


@game.listing("allowances")
def allowances(move: Move) -> Iterator[Allowance]:
    """Yield what is left of the pool and of every style, and how far one crawls."""
    situation, state = move.situation, move.turn
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


@game.listing("counters")
def counters(move: Move) -> Iterator[Counter]:
    """Yield what was spent, style by style."""
    situation, state = move.situation, move.turn
    yield Counter("pool_spent", pool_used, say("counter.pool_spent"), pool_used(situation, state))
    for style, amount in state.spent:
        label = say("counter.style_spent", style=named(style))
        yield Counter(f"spent:{style}", new_turn, label, amount)


game.counter("dash", "Dash", doubled)
game.counter(
    "active_style",
    "Active style",
    active_after,
    lambda move: move.turn.active,
    shown=lambda move: worded(move.turn.active),
)
game.counter("prone", "Prone", stand_cost)
game.counter("slowed", "Slowed", slowed_enough)
game.counter(
    "sneak", "Sneaking Test on the move", may_sneak, shown=lambda move: say(f"sneak.now.{move.turn.sneak}")
)
game.counter("interrupts", "Interrupts this Turn", slowed_enough)
game.counter(
    "interrupt_effect",
    "If interrupted",
    interrupt_effect,
    lambda move: interrupt_effect(move.situation, move.turn.active),
    shown=lambda move: effect_text(interrupt_effect(move.situation, move.turn.active)),
)
game.counter("turn_over", "Own Turn over", off_turn)


@game.listing("modifiers")
def modifiers(move: Move) -> Iterator[Modifier]:
    """Yield what Dash does while it lasts."""
    return dash_modifiers(move.situation, on=move.turn.dash)


@game.listing("trace")
def lines(move: Move) -> Iterator[Trace]:
    """Yield where the numbers come from."""
    situation, state = move.situation, move.turn
    yield rung.trace(say("ladder.all"))
    if dict(situation.character.styles) == starting_styles():
        yield starting_styles.told()
    yield new_turn.told(state)
    yield from _state_lines(situation, state)


def _state_lines(situation: Situation, state: Turn) -> Iterator[Trace]:
    """Yield what explains the state the token is in."""
    c, active = situation.character, state.active
    if state.sneak == "open":
        check = build_check(situation, f"sneaking{SUFFIXES[situation.circumstances.test]}", ZERO)
        working = say("sneak.working", modifier=f"{c.sneaking:+d}", needed=check.needed)
        yield may_sneak.trace(working, chance=check.chance)
    if state.slowed >= 2:
        yield slowed_enough.told(0, state.slowed)
    if state.interrupts:
        working = say("interrupted", effect=effect_text(state.effect))
        yield interrupt_effect.trace(working, effect=state.effect)
    if sheet_effect(situation, active) is not None:
        yield sheet_effect.told(situation, active)
    if state.adrift:
        yield float_or_sink.told(situation)
    if pulled_down(situation, state):
        yield pulled_down.told(situation, state)
    if situation.in_combat:
        yield maneuver.told()
    if suspended(state):
        yield suspended.trace(say("montage"))
