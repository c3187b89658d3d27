"""The Kleptonomicon: the turn after each thing that happened."""

from py_rules.engine import Move
from py_rules.engine.dice import rolled
from py_rules.engine.parts import Turn
from py_rules.engine.situation import Here
from py_rules.engine.turn import with_new
from py_rules.protocol import facts
from py_rules.protocol.requests import EndEvent, ReactedEvent, RolledEvent
from py_rules.systems.styles import prices, rules
from py_rules.systems.styles.rules import AIRBORNE, style_of
from py_rules.systems.styles.swimming import swims
from py_rules.systems.styles.words import HALVED, ZERO, game, say
from py_rules.values.answer_parts import Refusal
from py_rules.values.holds import Hold
from py_rules.values.records import replace
from py_rules.values.stretch import Fall, Point

# ---------------------------------------------------------------- moving


@game.fold("met")
def fell(move: Move, fact: facts.MetFact) -> Turn:
    """Return the turn of a token that its path has let fall: over the edge ahead, as deep as that is."""
    turn: Turn = replace(move.turn, fall=move.turn.fall or Fall(), prone=False)
    if move.turn.fall or fact.ahead is None:
        return turn
    ahead, over = fact.ahead, (ZERO, ZERO)
    if ahead.start is not None and ahead.end is not None:
        over = ahead.end[0] - ahead.start[0], ahead.end[1] - ahead.start[1]
    down = ahead.depth if ahead.depth is not None else max(ZERO, -ahead.rise)
    return replace(turn, fall=Fall(down or None, over))


def flown(move: Move) -> str | None:
    """Return the style by which one is in the air: that in use, or else the first one at hand; none: one falls."""
    styles = (one for one in [move.turn.active, *sorted(AIRBORNE)] if one in AIRBORNE)
    return next((one for one in styles if rules.distance(move, one) is not None), None)


@game.fold("stood")
def stands(move: Move, fact: Here) -> Turn:
    """Return the turn as the place demands: its water, and the style that is in use there unless another is.

    In the air that is what one flies by; at the foot of what is climbed one stands, unless one climbs.
    """
    active = move.turn.active
    foot = fact.holds == "wall" and fact.above <= 0 and active != "climb"
    placed = held_by(move, "ground" if foot else fact.holds, style=active, current=fact.current)
    flies = fact.hovers and placed.active in {"walk", "climb"} and flown(move)
    return replace(placed, active=flies) if flies else placed


def held_by(move: Move, held: Hold, *, style: str, current: Point | None) -> Turn:
    """Return the turn of a token that something holds up: the style in use there, and the water around."""
    turn, wet = move.turn, held == "water"
    return move.with_turn(
        active=rules.active_after(style, held, own=rules.held_in(move, style)),
        water=wet,
        current=current if wet else None,
        adrift=turn.adrift and wet,
        cargo=turn.cargo if wet else "",
    ).turn


# ---------------------------------------------------------------- Reactions, interrupts, Tests


@game.fold("intended")
def waits(move: Move, fact: facts.IntendedFact) -> Turn:
    """Return the turn of a token whose move waits for a Reaction: in what style, on foot if it has yet to begin."""
    turn: Turn = move.turn
    if not fact.check.startswith("leaves:"):
        return turn
    style = style_of(move, fact.segments[0].mode)
    return replace(turn, under_way=style if style == "jump" or turn.active != "walk" else turn.active)


@game.fold("reacted")
def after_reaction(move: Move, fact: ReactedEvent) -> Turn:
    """Return the turn after a Reaction: a Dash of one's own, or a foe's; one that stops the move interrupts it
    (STY-27).
    """
    turn: Turn = move.turn
    if fact.reaction == "dash":
        return replace(turn, dash=turn.dash or not fact.stopped)
    style = turn.under_way or turn.active
    active = style if swims(style) else turn.active
    move = move.with_turn(under_way="", reacted=(*turn.reacted, fact.reaction), active=active)
    return interrupted(move, style) if fact.stopped else move.turn


def interrupted(move: Move, style: str) -> Turn:
    """Return the turn after an interrupt of a style."""
    effect = rules.interrupt_effect(move, style)
    turn: Turn = replace(move.turn, interrupts=move.turn.interrupts + 1)
    if effect == "fall":
        return replace(turn, fall=Fall(), prone=False)
    if effect == "float_or_sink":
        return replace(turn, adrift=True, water=True)
    return turn if effect == "none" else _prompted(turn, "interrupt")


def _prompted(turn: Turn, prompt: str) -> Turn:
    return replace(turn, prompts=with_new(turn.prompts, [prompt]))


def improvised(turn: Turn, style: str, *, size: object) -> Turn:
    """Return the turn after the word on a style; without one the GM is asked."""
    style = "walk" if style == "ground" else style
    if size is None:
        return _prompted(turn, f"improvise:{style}")
    return replace(
        turn,
        improvised=tuple(sorted({**dict(turn.improvised), style: str(size)}.items())),
    )


@game.fold("rolled")
def after_roll(move: Move, fact: facts.RolledFact) -> Turn:
    """Return the turn after a Test."""
    turn: Turn = move.turn
    name, _, about = fact.check.partition("-")
    success = rolled(prices.dice_of(move, name), fact) >= fact.difficulty
    if name == "sneaking":
        turn = replace(turn, sneak="used")
        return _prompted(turn, "stealth") if success else turn
    waiting = [style for style, word in turn.improvised if word == "test"]
    for style in {"improvise": [about], "athletics": waiting}.get(name, ()):
        turn = improvised(turn, style, size=HALVED if success else "no")
        turn = turn if success else _prompted(turn, f"improvise_failed:{style}")
    return turn


@game.refuse("rolled")
def refuse_roll(move: Move, event: RolledEvent) -> Refusal | None:
    """Return why a Sneaking Test cannot be rolled: it takes a move to where one is half hidden, or the GM's word."""
    offered = rules.may_sneak(move) and move.turn.moved and move.circumstances.obscured
    if event.check != "sneaking" or offered or move.turn.sneak == "open":
        return None
    return Refusal(rules.may_sneak, say("sneak.closed"))


# ---------------------------------------------------------------- the clock


@game.fold("end")
def after_end(move: Move, fact: EndEvent) -> Turn:
    """Return the turn after the end of a scope: the own Turn's fills the pool and forgets what was improvised
    (STY-10).
    """
    turn: Turn = game.folded(move, fact)
    if fact.scope != "turn":
        return turn
    return replace(
        turn,
        turn_over=True,
        prompts=tuple(prompt for prompt in turn.prompts if not prompt.startswith("improvise:")),
        dash=turn.dash and move.house_rules.dash_until == "next_turn_start",
    )
