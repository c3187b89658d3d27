"""The Kleptonomicon: what a token may still do, and what it bears."""

from collections.abc import Iterator

from py_rules.engine import Move
from py_rules.systems.styles import prices, rules, swimming
from py_rules.systems.styles.movement import dash_modifiers, sneak_working
from py_rules.systems.styles.rules import doubled, named
from py_rules.systems.styles.swimming import upward
from py_rules.systems.styles.words import POOL, ZERO, game, say
from py_rules.values.answer_parts import Allowance, Counter, Hazard, Status, Trace
from py_rules.values.sentences import Text

game.listing("modifiers")(dash_modifiers)


def afloat(move: Move) -> Text:
    """Return how the water moves the token up or down, in words."""
    return say("float" if upward(move) > 0 else "sink", per_turn=abs(upward(move)))


@game.listing("hazards")
def hazards(move: Move) -> Iterator[Hazard]:
    """Yield what befalls the token: a fall, and where the water takes it."""
    turn, rise = move.turn, upward(move)
    if turn.falling:
        yield rules.fall(move, ZERO, height=turn.height, stops=False)
    if rise and turn.in_water:
        name, way = ("float", "up") if rise > 0 else ("sink", "down")
        numbers = {"dir": way, "per_turn": abs(rise)}
        yield Hazard(name, swimming.water_rule(move), ZERO, afloat(move), numbers=numbers)
    cols, rows = swimming.drift(turn)
    if cols or rows:
        told = say("drift", way=swimming.drift_way(cols, rows))
        yield Hazard("drift", swimming.drift, ZERO, told, numbers={"cols": cols, "rows": rows})


@game.listing("statuses")
def statuses(move: Move) -> Iterator[Status]:
    """Yield the style in use, unless it is Walk."""
    active = move.turn.active
    if active != "walk":
        yield Status(f"active:{active}", rules.active_after, say("active", style=named(active)))


game.status("prone", rules.stand_cost, label="Prone", when="prone")
game.status("dash", doubled, label="Dash", when="dash")
game.status("falling", rules.fall, label="Falling", when="falling")
game.status("slowed", rules.slowed_enough, label="Slowed: {value}", when="slowed")
game.status("montage", rules.suspended, label=say("montage"), when="montage")
game.status("adrift", swimming.float_or_sink, label=afloat, when="adrift")


@game.listing("allowances")
def allowances(move: Move) -> Iterator[Allowance]:
    """Yield what is left of the pool and of every style, and how far one crawls."""
    free, still = not prices.counted(move), prices.why_barred(move) is not None
    pool = ZERO if still else max(ZERO, prices.left_of(move, POOL))

    def allowed(name: str, mode: str, *, rule: str, label: Text, meter: str) -> Allowance:
        used = prices.used_of(move).get(meter, ZERO)
        if free:
            return Allowance(name, mode, rule, label, "turn", None, used, None)
        limit = doubled(prices.whole_of(move, meter) or ZERO, dash=move.turn.dash)
        return Allowance(name, mode, rule, label, "turn", limit, used, max(ZERO, min(pool, limit - used)))

    yield allowed("pool", "ground", rule=rules.movement_pool, label=say("meter.pool"), meter=POOL)
    for style in rules.known_styles(move):
        mode = "ground" if style == "walk" else style
        rule = rules.distance if style in move.character.styles else rules.improvised
        yield allowed(style, mode, rule=rule, label=rules.worded(style), meter=style)
    if move.turn.prone and not free:
        spending = max(ZERO, min(pool, prices.left_of(move, "walk")))
        reach, label = rules.crawl_distance(move, spending), rules.worded("crawl")
        yield Allowance("crawl", "ground", rules.crawl_distance, label, "turn", reach, ZERO, reach)


@game.listing("counters")
def counters(move: Move) -> Iterator[Counter]:
    """Yield what was spent, style by style."""
    used = rules.pool_used(move)
    yield Counter("pool_spent", rules.pool_used, say("counter.pool_spent"), used, is_length=True)
    for style, amount in move.turn.spent:
        label = say("counter.style_spent", style=named(style))
        yield Counter(f"spent:{style}", rules.new_turn, label, amount, is_length=True)


def if_interrupted(move: Move) -> str:
    """Return what an interrupt of the style in use does."""
    return rules.interrupt_effect(move, move.turn.active)


game.counter("dash", "Dash", rule=doubled)
game.counter(
    "active_style",
    "Active style",
    rule=rules.active_after,
    field="active",
    shown=lambda move: rules.worded(move.turn.active),
)
game.counter("prone", "Prone", rule=rules.stand_cost)
game.counter("slowed", "Slowed", rule=rules.slowed_enough)
game.counter("sneak", "Sneaking Test on the move", rule=rules.may_sneak, words="sneak.now")
game.counter("interrupts", "Interrupts this Turn", rule=rules.slowed_enough)
game.counter(
    "interrupt_effect",
    "If interrupted",
    rule=rules.interrupt_effect,
    value=if_interrupted,
    shown=lambda move: rules.effect_text(if_interrupted(move)),
)
game.counter("turn_over", "Own Turn over", rule=rules.off_turn)


@game.listing("trace")
def lines(move: Move) -> Iterator[Trace]:
    """Yield where the numbers come from, and what explains the state the token is in."""
    turn, active = move.turn, move.turn.active
    yield rules.rung.trace(say("ladder.all"))
    if dict(move.character.styles) == rules.starting_styles():
        yield rules.starting_styles.told()
    yield rules.new_turn.told(turn)
    if turn.sneak == "open":
        check = prices.check_for(move, prices.leaning(move, "sneaking"))
        yield rules.may_sneak.trace(sneak_working(move, check.needed), chance=check.chance)
    if turn.slowed >= 2:
        yield rules.slowed_enough.told(0, turn.slowed)
    if turn.interrupts:
        working = say("interrupted", effect=rules.effect_text(turn.effect))
        yield rules.interrupt_effect.trace(working, effect=turn.effect)
    if rules.sheet_effect(move, active) is not None:
        yield rules.sheet_effect.told(move, active)
    if turn.adrift:
        yield swimming.float_or_sink.told(move)
    if swimming.pulled_down(move):
        yield swimming.pulled_down.told(move)
    if move.in_combat:
        yield rules.maneuver.told()
    if rules.suspended(turn):
        yield rules.suspended.trace(say("montage"))
