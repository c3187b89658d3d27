"""The Kleptonomicon: what a token may still do, and what it bears."""

from collections.abc import Iterator

from py_rules.engine import Move
from py_rules.systems.styles import prices, rules, swimming
from py_rules.systems.styles.rules import named
from py_rules.systems.styles.words import POOL, ZERO, game, say
from py_rules.values.answer_parts import Allowance, Hazard, Status, Trace


@game.listing("hazards")
def hazards(move: Move) -> Iterator[Hazard]:
    """Yield what befalls the token: a fall, and where the water takes it."""
    if move.turn.fall is not None:
        yield rules.fall(ZERO, height=move.turn.fall.depth, stops=False)
    rise, rule = swimming.rises(move)
    if rise:
        name, way = ("float", "up") if rise > 0 else ("sink", "down")
        numbers = {"dir": way, "per_turn": abs(rise)}
        yield Hazard(name, rule, ZERO, say(name, per_turn=abs(rise)), numbers=numbers)
    cols, rows = swimming.drift(move.turn)
    if cols or rows:
        told = say("drift", far=max(abs(cols), abs(rows)))
        yield Hazard("drift", swimming.drift, ZERO, told, numbers={"cols": cols, "rows": rows})


@game.listing("statuses")
def statuses(move: Move) -> Iterator[Status]:
    """Yield the style in use, unless it is Walk."""
    active = move.turn.active
    if active != "walk":
        yield Status(f"active:{active}", rules.active_after, say("active", style=named(active)))


game.status("prone", rules.stand_cost, label="Prone", when="prone")
game.status("falling", rules.fall, label="Falling", when=lambda move: move.turn.fall is not None)
game.status("slowed", rules.slowed_enough, label="Slowed: {value}", when="slowed")
game.status("montage", rules.suspended, label=say("montage"), when="montage")
game.status("adrift", swimming.float_or_sink, label="Adrift", when="adrift")


@game.listing("allowances")
def allowances(move: Move) -> Iterator[Allowance]:
    """Yield what is left of the pool and of every style, and how far one crawls."""
    used, counts, still = prices.used_of(move), prices.counted(move), prices.why_barred(move) is not None
    for meter in (POOL, *rules.known_styles(move)):
        whole = prices.limit_of(move, meter)
        limit, left = (
            (whole, ZERO if still else prices.left_of(move, meter, used=used)) if counts else (None, None)
        )
        name, label = ("pool", say("meter.pool")) if meter == POOL else (meter, named(meter))
        on_sheet = rules.distance if meter in move.character.styles else rules.improvised
        rule: str = rules.movement_pool if meter == POOL else on_sheet
        mode = "ground" if meter in {POOL, "walk"} else meter
        yield Allowance(name, mode, rule, label, "turn", limit, used.get(meter, ZERO), left)
    if move.turn.prone and counts:
        left = ZERO if still else rules.crawl_distance(move, prices.left_of(move, "walk", used=used))
        yield Allowance("crawl", "ground", rules.crawl_cost, named("crawl"), "turn", left, ZERO, left)


game.counter("sneak", "Sneaking Test on the move", rule=rules.may_sneak, words="sneak.now")
game.counter("interrupts", "Interrupts this Turn", rule=rules.slowed_enough)
game.counter(
    "interrupt_effect",
    "If interrupted",
    rule=rules.interrupt_effect,
    value=lambda move: rules.interrupt_effect(move, move.turn.active),
    shown=lambda move: rules.effect_text(rules.interrupt_effect(move, move.turn.active)),
)
game.counter("turn_over", "Own Turn over", rule=rules.off_turn)


@game.listing("trace")
def lines(move: Move) -> Iterator[Trace]:
    """Yield where the numbers come from, and what explains the state the token is in."""
    turn, active = move.turn, move.turn.active
    if dict(move.character.styles) == rules.starting_styles():
        yield rules.starting_styles.told()
    yield rules.new_turn.told(turn)
    if turn.slowed >= 2:
        yield rules.slowed_enough.told(0, turn.slowed)
    yield rules.interrupt_effect.told(move, active)
    if rules.sheet_effect(move, active) is not None:
        yield rules.sheet_effect.told(move, active)
    if move.in_combat:
        yield rules.maneuver.told()
