"""The Kleptonomicon: the turn after each thing that happened."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from py_rules.engine.inputs import Nothing
from py_rules.engine.situation import Situation
from py_rules.engine.system import Act, Folds, Refusals
from py_rules.engine.walked import once, walked
from py_rules.ledger.clock import cleared
from py_rules.ledger.facts import (
    BeganFact,
    DidFact,
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
from py_rules.protocol.requests import DidEvent, RolledEvent
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
from py_rules.systems.styles.words import AIRBORNE, HALVED, MODES, POOL, ZERO, say
from py_rules.values.answers import (
    Refusal,
)
from py_rules.values.exact import exact, exact_place


def after_move(situation: Situation, state: Turn, fact: MovedFact) -> Turn:
    """Return the state after a move: what it used, where it ended."""
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


def fell(situation: Situation, state: Turn, fact: MetFact) -> Turn:
    """Return the state of a token that its path has let fall: over the edge ahead, as deep as that is."""
    del situation
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


def stands(situation: Situation, state: Turn, fact: StoodFact) -> Turn:
    """Return the state as the place demands: its water, and the style that is in use there unless another is.

    In the air that is what one flies by; who does not fly keeps a style that lets one fall.
    """
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


def set_out(situation: Situation, state: Turn, fact: IntendedFact) -> Turn:
    """Return the state of a token whose move waits for a Reaction: in what style, and how high."""
    if not fact.check.startswith("leaves:"):
        return state
    height = state.elevation if fact.way is None else exact(fact.way[0][2])
    return replace(state, under_way=style_of(situation, fact.segments[0].mode), elevation=height)


def after_reaction(situation: Situation, state: Turn, fact: ReactedFact) -> Turn:
    """Return the state after a Reaction: a Dash of one's own, or a foe's; one that stops the move interrupts it
    (STY-27).
    """
    if fact.reaction == "dash":
        return state if fact.stopped else dashed(state)
    style = state.under_way or state.active
    state = replace(state, under_way="", reacted=(*state.reacted, fact.reaction))
    if swims(style):
        state = replace(state, active=style)
    return _interrupted(situation, state, style) if fact.stopped else state


def _prompted(state: Turn, prompt: str) -> Turn:
    return replace(state, prompts=once(state.prompts, [prompt]))


def after_act(situation: Situation, state: Turn, fact: DidFact) -> Turn:
    """Return the state after one of the acts."""
    options = fact.options
    match fact.act:
        case "dash":
            return dashed(state)
        case "prone":
            return replace(state, prone=True)
        case "stand":
            return _stood(situation, state) if situation.in_combat else replace(state, prone=False)
        case "improvise":
            return _improvised(state, str(options["style"]), options.get("size"))
        case "use":
            return _taken_up(situation, state, str(options["style"]))
        case "sneak":
            return replace(state, sneak="open")
        case "montage":
            return replace(state, montage=bool(options["runs"]))
        case _:
            return _suffered(situation, state, fact)


def _suffered(situation: Situation, state: Turn, fact: DidFact) -> Turn:
    """Return the state after what was done to the token: interrupted, slowed, dropped."""
    if fact.act == "fall":
        height = fact.options.get("height")
        known = exact(height) if isinstance(height, int | float) else None
        return replace(state, falling=True, height=known, prone=False)
    if fact.act == "slowed":
        stacks = int(fact.options["stacks"] or 0)
        hit = slowed_enough(state.slowed, stacks)
        state = replace(state, slowed=stacks)
        return _interrupted(situation, state, state.under_way or state.active) if hit else state
    return (
        _interrupted(situation, state, state.under_way or state.active) if fact.act == "interrupt" else state
    )


def _stood(situation: Situation, state: Turn) -> Turn:
    cost, of_walk = stand_cost(situation)
    meters = dict(state.spent)
    if of_walk:
        meters["walk"] = meters.get("walk", ZERO) + of_walk
    return replace(
        state,
        prone=False,
        pool_spent=state.pool_spent + cost,
        turn_spent=state.turn_spent + cost,
        spent=tuple(sorted(meters.items())),
    )


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


def _taken_up(situation: Situation, state: Turn, mode: str) -> Turn:
    style = style_of(situation, mode)
    wet = swims(style)
    return replace(
        state,
        active=style,
        in_water=wet,
        current=state.current if wet else None,
        prone=state.prone and style == "walk",
    )


def after_roll(situation: Situation, state: Turn, fact: RolledFact) -> Turn:
    """Return the state after a Test."""
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


def after_ruling(situation: Situation, state: Turn, fact: RuledFact) -> Turn:
    """Return the state after the GM's answer."""
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


def after_clock(situation: Situation, state: Turn, fact: BeganFact | EndedFact) -> Turn:
    """Return the state after the begin or the end of a scope."""
    if fact.kind == "began":
        state = cleared(state, f"begin {fact.scope}")
        return new_turn(state) if fact.scope == "turn" else state
    return _turn_ended(situation, state) if fact.scope == "turn" else cleared(state, f"end {fact.scope}")


def _turn_ended(situation: Situation, state: Turn) -> Turn:
    """Return the state at the end of the own Turn (STY-10): a full pool, improvised styles forgotten."""
    return replace(
        cleared(state, "end turn"),
        turn_over=True,
        prompts=tuple(prompt for prompt in state.prompts if not prompt.startswith("improvise:")),
        dash=state.dash and situation.house_rules.dash_until == "next_turn_start",
    )


ACTS = (
    Act("dash", doubled, say("act.dash"), Nothing),
    Act("prone", stand_cost, say("act.prone"), Nothing),
    Act("stand", stand_cost, say("act.stand"), Nothing),
    Act("improvise", improvised, say("act.improvise"), Improvise),
    Act("use", active_after, say("act.use"), Use),
    Act("interrupt", slowed_enough, say("act.interrupt"), Nothing),
    Act("slowed", slowed_enough, say("act.slowed"), Slowed),
    Act("sneak", may_sneak, say("act.sneak"), Nothing),
    Act("montage", suspended, say("act.montage"), Montage),
    Act("fall", fall, say("act.fall"), Falls),
)


def refuse_act(situation: Situation, state: Turn, event: DidEvent) -> Refusal | None:
    """Return why an act cannot happen now."""
    act, style = event.act, style_of(situation, str(event.options.get("style", "")))
    if act == "dash":
        return refuse_dash(situation, state)
    if act == "prone" and (state.prone or state.active != "walk" or state.falling):
        return Refusal(stand_cost, say("prone.on" if state.prone else "prone.walk"))
    if act == "use" and state.prone and style != "walk":
        return Refusal(stand_cost, say("prone.walk_only"))
    if act == "stand":
        return _refuse_stand(situation, state)
    if act == "use" and style not in _usable(situation, state):
        known = ", ".join(sorted(_usable(situation, state)))
        return Refusal(active_after, say("use.unknown", style=style, known=known))
    if act == "improvise" and style in situation.character.styles:
        return Refusal(improvised, say("improvise.on_sheet", style=named(style)))
    if act == "sneak":
        if not may_sneak(state):
            return Refusal(may_sneak, say("sneak.used"))
        return None if state.moved else Refusal(may_sneak, say("sneak.still"))
    return None


def refuse_roll(situation: Situation, state: Turn, event: RolledEvent) -> Refusal | None:
    """Return why a Sneaking Test cannot be rolled: it takes a move to where one is half hidden, or the GM's word."""
    offered = may_sneak(state) and state.moved and situation.circumstances.obscured
    if parts_of(event.check)[0] != "sneaking" or state.sneak == "open" or offered:
        return None
    return Refusal(may_sneak, say("sneak.used" if state.sneak == "used" else "sneak.closed"))


def _usable(situation: Situation, state: Turn) -> set[str]:
    """Return the styles that the game, the sheet or an improvisation knows."""
    return {*MODES, *situation.character.interrupts, *known_styles(situation, state)} - {"ground"}


def refuse_dash(situation: Situation, state: Turn) -> Refusal | None:
    """Return why nobody can Dash now."""
    barred = why_barred(situation, state)
    if barred is not None:
        return Refusal(barred.rule, barred.reason)
    why = no_dash(situation, replace(state, declined=False))
    return None if why is None else Refusal(no_dash, why)


def _refuse_stand(situation: Situation, state: Turn) -> Refusal | None:
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


FOLDS: Folds = {
    "moved": after_move,
    "met": fell,
    "stood": stands,
    "did": after_act,
    "rolled": after_roll,
    "ruled": after_ruling,
    "intended": set_out,
    "reacted": after_reaction,
    "began": after_clock,
    "ended": after_clock,
}
REFUSALS: Refusals = {"did": refuse_act, "rolled": refuse_roll}
