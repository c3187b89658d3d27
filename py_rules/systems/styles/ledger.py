"""The Kleptonomicon: the turn after each thing that happened."""

from collections.abc import Sequence
from fractions import Fraction

from py_rules.engine import Move
from py_rules.engine.dice import rolled
from py_rules.engine.walked import walked, with_new
from py_rules.protocol import facts
from py_rules.protocol.requests import EndEvent, ReactedEvent, RolledEvent
from py_rules.systems.styles import prices, rules
from py_rules.systems.styles.rules import AIRBORNE, style_of
from py_rules.systems.styles.swimming import swims
from py_rules.systems.styles.turn import Turn
from py_rules.systems.styles.words import HALVED, ZERO, game, say
from py_rules.values.answer_parts import Refusal
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction, to_point
from py_rules.values.stretch import Segment

# ---------------------------------------------------------------- moving


@game.fold("moved")
def after_move(move: Move, fact: facts.MovedFact) -> Turn:
    """Return the turn after a move: what it used, where it ended."""
    if not fact.segments:
        turn: Turn = move.turn
        return turn
    height = None if fact.way is None else to_fraction(fact.way[-1][2])
    move = move.with_turn(under_way="", reacted=(), elevation=height)
    if fact.forced:
        return _carried(move, fact.segments)
    counts = move.in_combat and not rules.suspended(move.turn)
    paid = walked(_paid(move, fact) if counts else move.turn, fact.segments, gates=counts)
    last, styles = fact.segments[-1], [style_of(move, segment.mode) for segment in fact.segments]
    falls = _in_the_air(styles[-1], last)
    return replace(
        _placed(paid, styles[-1], last=last, lands=not falls),
        adrift=paid.adrift and not any(map(swims, styles)),
        prone=all(rules.stays_prone(move, segment.mode, prone=paid.prone) for segment in fact.segments),
        moved=True,
        falling=falls,
        height=last.depth if falls else None,
    )


def _in_the_air(style: str, last: Segment) -> bool:
    if style == "jump":
        return rules.jumps_into_air(last.surface, lands=last.lands)
    return rules.walks_into_air(style, last)


def _placed(turn: Turn, style: str, *, last: Segment, lands: bool) -> Turn:
    """Return the turn with the style in use and the water around."""
    wet = swims(style) or (style == "jump" and last.ends == "water")
    return replace(
        turn,
        active=rules.active_after(style, lands=lands, in_water=wet, footed=last.onto == "ground"),
        in_water=wet,
        current=last.current if wet else None,
        adrift=turn.adrift and wet,
        cargo=turn.cargo if wet else "",
    )


def _carried(move: Move, segments: Sequence[Segment]) -> Turn:
    """Return the turn after forced movement: water and currents keep what they carry; past an edge it falls."""
    turn: Turn = move.turn
    last, style = segments[-1], style_of(move, segments[-1].mode)
    if last.mode in {"drift", "fall"}:
        return turn
    prone = rules.stays_prone(move, last.mode, prone=turn.prone)
    turn = replace(_placed(turn, style, last=last, lands=last.lands), prone=prone)
    drops = [part for part in segments if rules.walks_into_air(style_of(move, part.mode), part)]
    deep = -sum((part.rise for part in drops), ZERO)
    return (
        replace(turn, falling=True, height=deep, down=True, into_water=last.onto == "water")
        if deep > 0
        else turn
    )


def _paid(move: Move, fact: facts.MovedFact) -> Turn:
    """Return the turn after paying; whoever goes farther than Movement allows has dashed."""
    at, over = move, False
    begun: dict[str, Fraction] | None = None
    prone = move.turn.prone
    for segment in fact.segments:
        crawling = rules.crawls(move, segment.mode, prone=prone)
        begun = (begun or prices.used_of(at)) if crawling else None
        cost = rules.paid_for(move, segment, prone=prone)
        at = replace(at, turn=rules.spent(at.turn, style_of(move, segment.mode), amount=cost))
        over = over or (begun is not None and prices.overcrawled(move, begun, used=prices.used_of(at)))
        prone = rules.stays_prone(move, segment.mode, prone=prone)
    dashed = not fact.override and (over or prices.needs_dash(move, prices.used_of(at)))
    turn: Turn = replace(at.turn, dash=at.turn.dash or dashed)
    return turn


@game.fold("met")
def fell(move: Move, fact: facts.MetFact) -> Turn:
    """Return the turn of a token that its path has let fall: over the edge ahead, as deep as that is."""
    turn: Turn = replace(move.turn, falling=True, prone=False)
    if move.turn.falling or fact.ahead is None:
        return turn
    ahead, over = fact.ahead, (ZERO, ZERO)
    if ahead.start is not None and ahead.end is not None:
        over = ahead.end[0] - ahead.start[0], ahead.end[1] - ahead.start[1]
    down = ahead.depth if ahead.depth is not None else max(ZERO, -ahead.rise)
    return replace(
        turn,
        height=down or None,
        over=over,
        into_water=ahead.onto == "water",
        current=ahead.current if ahead.onto == "water" else turn.current,
    )


def flown(move: Move) -> str | None:
    """Return the style by which one is in the air: that in use, or else the first one at hand; none: one falls."""
    styles = (one for one in [move.turn.active, *sorted(AIRBORNE)] if one in AIRBORNE)
    return next((one for one in styles if rules.reach_of(move, one) is not None), None)


@game.fold("stood")
def stands(move: Move, fact: facts.StoodFact) -> Turn:
    """Return the turn as the place demands: its water, and the style that is in use there unless another is.

    In the air that is what one flies by; who does not fly keeps a style that lets one fall.
    """
    turn: Turn = move.turn
    active, water = turn.active, fact.water and turn.active not in AIRBORNE
    clings = active == "climb" and (fact.wall or fact.aloft)
    if active in {"walk", "crawl", "jump", "swim", "climb"} and not clings:
        active = "swim" if water else "walk"
    if fact.aloft and active == "walk":
        active = flown(move) or active
    up = to_fraction(fact.elevation)
    return replace(
        turn,
        active=active,
        elevation=up if up or turn.elevation is not None else None,
        in_water=water,
        current=None if not water or fact.current is None else to_point(fact.current),
        adrift=turn.adrift and water,
        cargo=turn.cargo if water else "",
    )


# ---------------------------------------------------------------- Reactions, interrupts, Tests


@game.fold("intended")
def waits(move: Move, fact: facts.IntendedFact) -> Turn:
    """Return the turn of a token whose move waits for a Reaction: in what style, and how high."""
    turn: Turn = move.turn
    if not fact.check.startswith("leaves:"):
        return turn
    height = turn.elevation if fact.way is None else to_fraction(fact.way[0][2])
    return replace(turn, under_way=style_of(move, fact.segments[0].mode), elevation=height)


@game.fold("reacted")
def after_reaction(move: Move, fact: ReactedEvent) -> Turn:
    """Return the turn after a Reaction: a Dash of one's own, or a foe's; one that stops the move interrupts it
    (STY-27).
    """
    turn: Turn = move.turn
    if fact.reaction == "dash":
        return turn if fact.stopped else prices.dashed(turn)
    style = turn.under_way or turn.active
    active = style if swims(style) else turn.active
    move = move.with_turn(under_way="", reacted=(*turn.reacted, fact.reaction), active=active)
    after: Turn = interrupted(move, style) if fact.stopped else move.turn
    return after


def interrupted(move: Move, style: str) -> Turn:
    """Return the turn after an interrupt of a style."""
    effect = rules.interrupt_effect(move, style)
    turn: Turn = replace(move.turn, interrupts=move.turn.interrupts + 1, effect=effect)
    if effect == "fall":
        known = turn.elevation is not None and turn.elevation > 0
        return replace(turn, falling=True, height=turn.elevation if known else None, prone=False)
    if effect == "float_or_sink":
        return replace(turn, adrift=True, in_water=True)
    return turn if effect == "none" else _prompted(turn, "interrupt")


def _prompted(turn: Turn, prompt: str) -> Turn:
    return replace(turn, prompts=with_new(turn.prompts, [prompt]))


def improvised(turn: Turn, style: str, *, size: object) -> Turn:
    """Return the turn after a style was granted; without a size the GM is asked."""
    style = "walk" if style == "ground" else style
    if size is None:
        return _prompted(turn, f"improvise:{style}")
    return replace(
        turn,
        improvised=tuple(sorted({**dict(turn.improvised), style: str(size)}.items())),
        refused=tuple(name for name in turn.refused if name != style),
        testing=tuple(name for name in turn.testing if name != style),
    )


@game.fold("rolled")
def after_roll(move: Move, fact: facts.RolledFact) -> Turn:
    """Return the turn after a Test."""
    turn: Turn = move.turn
    name, about, _ = prices.parts_of(fact.check)
    success = rolled(prices.dice_of(move, fact.check), fact) >= fact.difficulty
    if name == "sneaking":
        turn = replace(turn, sneak="used")
        return _prompted(turn, "stealth") if success else turn
    tried = {"improvise": (about,), "athletics": turn.testing}.get(name, ())
    for style in tried:
        turn = improvised(turn, style, size=HALVED) if success else _failed(turn, style)
    return turn


def _failed(turn: Turn, style: str) -> Turn:
    testing = tuple(name for name in turn.testing if name != style)
    turn = replace(turn, refused=with_new(turn.refused, [style]), testing=testing)
    return _prompted(turn, f"improvise_failed:{style}")


@game.refuse("rolled")
def refuse_roll(move: Move, event: RolledEvent) -> Refusal | None:
    """Return why a Sneaking Test cannot be rolled: it takes a move to where one is half hidden, or the GM's word."""
    turn: Turn = move.turn
    offered = rules.may_sneak(turn) and turn.moved and move.circumstances.obscured
    if prices.parts_of(event.check)[0] != "sneaking" or turn.sneak == "open" or offered:
        return None
    return Refusal(rules.may_sneak, say("sneak.used" if turn.sneak == "used" else "sneak.closed"))


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
