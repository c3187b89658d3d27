"""The Kleptonomicon: the turn after each thing that happened."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from py_rules.engine import Move
from py_rules.engine.situation import Situation
from py_rules.engine.walked import once, walked
from py_rules.ledger.clock import cleared
from py_rules.ledger.facts import (
    BeganFact,
    EndedFact,
    IntendedFact,
    MetFact,
    MovedFact,
    ReactedFact,
    RolledFact,
    RuledFact,
    SegmentFact,
    StoodFact,
)
from py_rules.protocol.requests import RolledEvent
from py_rules.systems.styles.prices import dashed, needs_dash, overcrawled, parts_of, score, why_barred
from py_rules.systems.styles.rules import (
    active_after,
    crawls,
    doubled,
    fall,
    improvised,
    interrupt_effect,
    jumps_into_air,
    known_styles,
    may_sneak,
    named,
    new_turn,
    no_dash,
    off_turn,
    paid_for,
    pool_of,
    pool_used,
    reach_of,
    slowed_enough,
    spent,
    stand_cost,
    stays_prone,
    style_of,
    suspended,
    swims,
    walks_into_air,
)
from py_rules.systems.styles.sheet import Falls, Improvise, Montage, Slowed, Use
from py_rules.systems.styles.turn import Turn
from py_rules.systems.styles.words import AIRBORNE, HALVED, MODES, POOL, ZERO, game, say
from py_rules.values.answers import (
    Refusal,
)
from py_rules.values.exact import exact, exact_place

Options = Mapping[str, Any]


@game.fold("moved")
def after_move(move: Move, fact: MovedFact) -> Turn:
    """Return the state after a move: what it used, where it ended."""
    situation = move.situation
    state: Turn = move.turn
    if not fact.segments:
        return state
    height = None if fact.way is None else exact(fact.way[-1][2])
    state = replace(state, under_way="", reacted=(), elevation=height)
    if fact.forced:
        return _carried(situation, state, fact.segments)
    paid = fact.in_combat and not suspended(state)
    state = walked(_paid(situation, state, fact) if paid else state, fact.segments, gates=paid)
    last = fact.segments[-1]
    style = style_of(situation, last.mode)
    swam = any(swims(style_of(situation, segment.mode)) for segment in fact.segments)
    falls = _in_the_air(situation, last)
    return replace(
        _placed(state, style, last, lands=not falls),
        adrift=state.adrift and not swam,
        prone=all(stays_prone(situation, segment.mode, prone=state.prone) for segment in fact.segments),
        moved=True,
        falling=falls,
        height=None if last.depth is None or not falls else exact(last.depth),
    )


@game.fold("met")
def fell(move: Move, fact: MetFact) -> Turn:
    """Return the state of a token that its path has let fall: over the edge ahead, as deep as that is."""
    state: Turn = move.turn
    if state.falling or fact.ahead is None:
        return replace(state, falling=True, prone=False)
    ahead, over = fact.ahead, (ZERO, ZERO)
    if ahead.start is not None and ahead.end is not None:
        start, end = exact_place(ahead.start), exact_place(ahead.end)
        over = end[0] - start[0], end[1] - start[1]
    down = exact(ahead.depth) if ahead.depth is not None else max(ZERO, -exact(ahead.rise))
    current = None if ahead.current is None else exact_place(ahead.current)
    return replace(
        state,
        falling=True,
        height=down or None,
        over=over,
        prone=False,
        into_water=ahead.wet,
        current=current if ahead.wet else state.current,
    )


def _in_the_air(situation: Situation, last: SegmentFact) -> bool:
    style = style_of(situation, last.mode)
    if style == "jump":
        return jumps_into_air(last.surface, lands=last.lands)
    return walks_into_air(style, last)


def _placed(state: Turn, style: str, last: SegmentFact, *, lands: bool) -> Turn:
    """Return the state with the style in use and the water around."""
    wet = swims(style) or (style == "jump" and last.wet)
    current = None if last.current is None else (exact(last.current[0]), exact(last.current[1]))
    return replace(
        state,
        active=active_after(style, lands=lands, in_water=wet, footed=last.footed),
        in_water=wet,
        current=current if wet else None,
        adrift=state.adrift and wet,
        cargo=state.cargo if wet else "",
    )


def flown(situation: Situation, state: Turn) -> str | None:
    """Return the style by which one is in the air: that in use, or else the first one at hand; none: one falls."""
    styles = [state.active, *sorted(AIRBORNE)]
    return next(
        (one for one in styles if one in AIRBORNE and reach_of(situation, state, one) is not None), None
    )


@game.fold("stood")
def stands(move: Move, fact: StoodFact) -> Turn:
    """Return the state as the place demands: its water, and the style that is in use there unless another is.

    In the air that is what one flies by; who does not fly keeps a style that lets one fall.
    """
    situation = move.situation
    state: Turn = move.turn
    flies = state.active in AIRBORNE
    water = fact.water and not flies
    active = state.active
    if active in {"walk", "crawl", "jump", "swim"} or (
        active == "climb" and not fact.wall and not fact.aloft
    ):
        active = "swim" if water else "walk"
    if fact.aloft and active == "walk":
        active = flown(situation, state) or active
    up = exact(fact.elevation)
    return replace(
        state,
        active=active,
        elevation=up if up or state.elevation is not None else None,
        in_water=water,
        current=None if not water or fact.current is None else exact_place(fact.current),
        adrift=state.adrift and water,
        cargo=state.cargo if water else "",
    )


def _carried(situation: Situation, state: Turn, segments: Sequence[SegmentFact]) -> Turn:
    """Return the state after forced movement: water and currents keep what they carry; past an edge it falls."""
    last = segments[-1]
    if last.mode in {"drift", "fall"}:
        return state
    prone = stays_prone(situation, last.mode, prone=state.prone)
    state = replace(_placed(state, style_of(situation, last.mode), last, lands=last.lands), prone=prone)
    drops = [part for part in segments if walks_into_air(style_of(situation, part.mode), part)]
    deep = -sum((exact(part.rise) for part in drops), ZERO)
    into = bool(drops) and last.wet
    return replace(state, falling=True, height=deep, down=True, into_water=into) if deep > 0 else state


def _paid(situation: Situation, state: Turn, fact: MovedFact) -> Turn:
    """Return the state after paying; whoever goes farther than Movement allows has dashed."""
    before, prone, over = state, state.prone, False
    begun: dict[str, Fraction] | None = None
    for segment in fact.segments:
        crawling = crawls(situation, segment.mode, prone=prone)
        begun = (begun or _meters_used(situation, state)) if crawling else None
        state = spent(state, style_of(situation, segment.mode), paid_for(situation, segment, prone=prone))
        over = over or (
            begun is not None and overcrawled(situation, state, begun, _meters_used(situation, state))
        )
        prone = stays_prone(situation, segment.mode, prone=prone)
    dashed = not fact.override and (over or needs_dash(situation, before, _meters_used(situation, state)))
    return replace(state, dash=state.dash or dashed)


def _meters_used(situation: Situation, state: Turn) -> dict[str, Fraction]:
    """Return what is used of the pool and of every style."""
    return {POOL: pool_used(situation, state), **dict(state.spent)}


def _interrupted(situation: Situation, state: Turn, style: str) -> Turn:
    """Return the state after an interrupt of a style."""
    effect = interrupt_effect(situation, style)
    state = replace(state, interrupts=state.interrupts + 1, effect=effect)
    if effect == "fall":
        known = state.elevation is not None and state.elevation > 0
        return replace(state, falling=True, height=state.elevation if known else None, prone=False)
    if effect == "float_or_sink":
        return replace(state, adrift=True, in_water=True)
    return state if effect == "none" else _prompted(state, "interrupt")


@game.fold("intended")
def set_out(move: Move, fact: IntendedFact) -> Turn:
    """Return the state of a token whose move waits for a Reaction: in what style, and how high."""
    situation = move.situation
    state: Turn = move.turn
    if not fact.check.startswith("leaves:"):
        return state
    height = state.elevation if fact.way is None else exact(fact.way[0][2])
    return replace(state, under_way=style_of(situation, fact.segments[0].mode), elevation=height)


@game.fold("reacted")
def after_reaction(move: Move, fact: ReactedFact) -> Turn:
    """Return the state after a Reaction: a Dash of one's own, or a foe's; one that stops the move interrupts it
    (STY-27).
    """
    situation = move.situation
    state: Turn = move.turn
    if fact.reaction == "dash":
        return state if fact.stopped else dashed(state)
    style = state.under_way or state.active
    state = replace(state, under_way="", reacted=(*state.reacted, fact.reaction))
    if swims(style):
        state = replace(state, active=style)
    return _interrupted(situation, state, style) if fact.stopped else state


def _prompted(state: Turn, prompt: str) -> Turn:
    return replace(state, prompts=once(state.prompts, [prompt]))


def _improvised(state: Turn, style: str, size: object) -> Turn:
    """Return the state after a style was granted; without a size the GM is asked."""
    style = "walk" if style == "ground" else style
    if size is None:
        return _prompted(state, f"improvise:{style}")
    kept = tuple(pair for pair in state.improvised if pair[0] != style)
    return replace(
        state,
        improvised=tuple(sorted((*kept, (style, str(size))))),
        refused=tuple(name for name in state.refused if name != style),
        testing=tuple(name for name in state.testing if name != style),
    )


@game.fold("rolled")
def after_roll(move: Move, fact: RolledFact) -> Turn:
    """Return the state after a Test."""
    situation = move.situation
    state: Turn = move.turn
    name, about, _ = parts_of(fact.check)
    success = score(situation, fact) >= fact.difficulty
    if name == "sneaking":
        state = replace(state, sneak="used")
        return _prompted(state, "stealth") if success else state
    tried = [about] if name == "improvise" else list(state.testing) if name == "athletics" else []
    for style in tried:
        state = _improvised(state, style, HALVED) if success else _failed(state, style)
    return state


def _failed(state: Turn, style: str) -> Turn:
    return _prompted(
        replace(
            state,
            refused=once(state.refused, [style]),
            testing=tuple(name for name in state.testing if name != style),
        ),
        f"improvise_failed:{style}",
    )


@game.fold("ruled")
def after_ruling(move: Move, fact: RuledFact) -> Turn:
    """Return the state after the GM's answer."""
    situation = move.situation
    state: Turn = move.turn
    name, _, about = fact.ruling.partition(":")
    state = replace(state, prompts=tuple(prompt for prompt in state.prompts if prompt != fact.ruling))
    if name == "fall":
        wet = state.in_water or (state.into_water and fact.choice == "lands")
        over = replace(state, falling=False, height=None, over=(ZERO, ZERO), down=False, into_water=False)
        return replace(over, active="swim" if wet else "walk", in_water=wet)
    if name == "sneak":
        return replace(state, sneak="open") if fact.choice == "attempt" else state
    if name == "heavy":
        return replace(state, cargo="stays" if fact.choice == "stays" else "sinks")
    if name == "dash":
        return dashed(state) if fact.choice == "dash" else replace(state, declined=True)
    if name == "improvise_failed" and fact.choice == "interrupted":
        return _interrupted(situation, state, about)
    if name != "improvise":
        return state
    if fact.choice == "test":
        return replace(state, testing=once(state.testing, [about]))
    if fact.choice == "no":
        return replace(state, refused=once(state.refused, [about]))
    return _improvised(state, about, fact.choice)


@game.fold("began")
def after_begin(move: Move, fact: BeganFact) -> Turn:
    """Return the state after the begin of a scope."""
    state: Turn = cleared(move.turn, f"begin {fact.scope}")
    return new_turn(state) if fact.scope == "turn" else state


@game.fold("ended")
def after_end(move: Move, fact: EndedFact) -> Turn:
    """Return the state after the end of a scope."""
    turn: Turn = move.turn
    return _turn_ended(move.situation, turn) if fact.scope == "turn" else cleared(turn, f"end {fact.scope}")


def _turn_ended(situation: Situation, state: Turn) -> Turn:
    """Return the state at the end of the own Turn (STY-10): a full pool, improvised styles forgotten."""
    return replace(
        cleared(state, "end turn"),
        turn_over=True,
        prompts=tuple(prompt for prompt in state.prompts if not prompt.startswith("improvise:")),
        dash=state.dash and situation.house_rules.dash_until == "next_turn_start",
    )


# -------------------------------------------------------- what is done


def refuse_dash(situation: Situation, state: Turn) -> Refusal | None:
    """Return why nobody can Dash now."""
    barred = why_barred(situation, state)
    if barred is not None:
        return Refusal(barred.rule, barred.reason)
    why = no_dash(situation, replace(state, declined=False))
    return None if why is None else Refusal(no_dash, why)


def refuse_prone(move: Move, options: Options) -> Refusal | None:
    """Return why one cannot go prone now."""
    del options
    turn = move.turn
    if not turn.prone and turn.active == "walk" and not turn.falling:
        return None
    return Refusal(stand_cost, say("prone.on" if turn.prone else "prone.walk"))


def refuse_stand(move: Move, options: Options) -> Refusal | None:
    """Return why one cannot stand up now."""
    del options
    situation = move.situation
    state: Turn = move.turn
    if not state.prone:
        return Refusal(stand_cost, say("prone.not"))
    if off_turn(situation, state):
        return Refusal(off_turn, say("not_your_turn"))
    cost, of_walk = stand_cost(situation)
    left = doubled(pool_of(situation), dash=state.dash) - pool_used(situation, state)
    walk = doubled(reach_of(situation, state, "walk") or ZERO, dash=state.dash) - state.used("walk")
    if situation.in_combat and (left < cost or walk < of_walk):
        short = left if left < cost else walk
        return Refusal(stand_cost, say("stand.cost", cost=cost, left=max(ZERO, short)))
    return None


def stood_up(move: Move, options: Options) -> Turn:
    """Return the turn after standing up."""
    del options
    turn: Turn = replace(move.turn, prone=False)
    if not move.in_combat:
        return turn
    cost, of_walk = stand_cost(move.situation)
    if of_walk:
        meters = dict(turn.spent)
        meters["walk"] = meters.get("walk", ZERO) + of_walk
        turn = replace(turn, spent=tuple(sorted(meters.items())))
    return replace(turn, pool_spent=turn.pool_spent + cost, turn_spent=turn.turn_spent + cost)


def refuse_improvising(move: Move, options: Options) -> Refusal | None:
    """Return why a style cannot be improvised: it stands on the sheet."""
    style = style_of(move.situation, options["style"])
    if style not in move.character.styles:
        return None
    return Refusal(improvised, say("improvise.on_sheet", style=named(style)))


def refuse_use(move: Move, options: Options) -> Refusal | None:
    """Return why a style cannot be taken up: one lies, or nobody knows it."""
    situation, turn = move.situation, move.turn
    style = style_of(situation, options["style"])
    if turn.prone and style != "walk":
        return Refusal(stand_cost, say("prone.walk_only"))
    usable = {*MODES, *move.character.interrupts, *known_styles(situation, turn)} - {"ground"}
    if style in usable:
        return None
    return Refusal(active_after, say("use.unknown", style=style, known=", ".join(sorted(usable))))


def taken_up(move: Move, options: Options) -> Turn:
    """Return the turn in which a style is in use."""
    turn: Turn = move.turn
    style = style_of(move.situation, options["style"])
    wet, prone = swims(style), turn.prone and style == "walk"
    return replace(turn, active=style, in_water=wet, current=turn.current if wet else None, prone=prone)


def interrupted(move: Move, options: Options) -> Turn:
    """Return the turn after an interrupt of the style in use."""
    del options
    return _interrupted(move.situation, move.turn, move.turn.under_way or move.turn.active)


def slowed_down(move: Move, options: Options) -> Turn:
    """Return the turn with so many stacks of Slowed, which may interrupt."""
    stacks = int(options["stacks"] or 0)
    after = move.with_turn(slowed=stacks)
    turn: Turn = after.turn
    return interrupted(after, {}) if slowed_enough(move.turn.slowed, stacks) else turn


def refuse_sneaking(move: Move, options: Options) -> Refusal | None:
    """Return why a Sneaking Test on the move cannot be had: it was used, or one has not moved."""
    del options
    if not may_sneak(move.turn):
        return Refusal(may_sneak, say("sneak.used"))
    return None if move.turn.moved else Refusal(may_sneak, say("sneak.still"))


def dropped(move: Move, options: Options) -> Turn:
    """Return the turn of somebody who falls, from so high if it is known."""
    height = options.get("height")
    known = exact(height) if isinstance(height, int | float) else None
    turn: Turn = replace(move.turn, falling=True, height=known, prone=False)
    return turn


@game.refuse("rolled")
def refuse_roll(move: Move, event: RolledEvent) -> Refusal | None:
    """Return why a Sneaking Test cannot be rolled: it takes a move to where one is half hidden, or the GM's word."""
    situation = move.situation
    state: Turn = move.turn
    offered = may_sneak(state) and state.moved and situation.circumstances.obscured
    if parts_of(event.check)[0] != "sneaking" or state.sneak == "open" or offered:
        return None
    return Refusal(may_sneak, say("sneak.used" if state.sneak == "used" else "sneak.closed"))


game.act(
    "dash",
    "Dash",
    doubled,
    refuses=lambda move, _: refuse_dash(move.situation, move.turn),
    after=lambda move, _: dashed(move.turn),
)
game.act(
    "prone",
    "Go prone",
    stand_cost,
    refuses=refuse_prone,
    after=lambda move, _: replace(move.turn, prone=True),
)
game.act("stand", "Stand up", stand_cost, refuses=refuse_stand, after=stood_up)
game.act(
    "improvise",
    "Improvise a style",
    improvised,
    options=Improvise,
    refuses=refuse_improvising,
    after=lambda move, options: _improvised(move.turn, options["style"], options.get("size")),
)
game.act("use", "Take up a style", active_after, options=Use, refuses=refuse_use, after=taken_up)
game.act("interrupt", "Movement is interrupted", slowed_enough, after=interrupted)
game.act("slowed", "Stacks of Slowed", slowed_enough, options=Slowed, after=slowed_down)
game.act(
    "sneak",
    "Sneaking Test on the move",
    may_sneak,
    refuses=refuse_sneaking,
    after=lambda move, _: replace(move.turn, sneak="open"),
)
game.act(
    "montage",
    "Long chase",
    suspended,
    options=Montage,
    after=lambda move, options: replace(move.turn, montage=bool(options["runs"])),
)
game.act("fall", "Fall", fall, options=Falls, after=dropped)
