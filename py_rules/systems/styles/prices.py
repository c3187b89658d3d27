"""The Kleptonomicon: what is rolled and how likely it is, and what distance costs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from py_rules.engine.dice import Thrown, check_of
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.situation import Gate, Situation, on_tests
from py_rules.engine.system import RegionRolls
from py_rules.ledger.facts import (
    RolledFact,
)
from py_rules.systems.styles.rules import (
    crawl_cost,
    crawl_distance,
    crawlable,
    doubled,
    effect_text,
    failed_ruling,
    fall,
    improvised,
    interrupt_effect,
    may_sneak,
    named,
    no_dash,
    off_turn,
    pool_of,
    pool_used,
    pulled_down,
    reach_of,
    spent,
    style_end,
    suspended,
)
from py_rules.systems.styles.turn import Turn
from py_rules.systems.styles.words import HALVED, POOL, SIZES, ZERO, game, say
from py_rules.values.answers import (
    WORST,
    Check,
    Choice,
    Price,
    Ruling,
    Text,
)
from py_rules.values.dice import Distribution, d10_score

KEEPS: dict[str, Literal["best", "worst"]] = {"adv": "best", "dis": "worst"}
SUFFIXES = {"normal": "", "advantage": "-adv", "disadvantage": "-dis"}
CHECK_RULES: dict[str, str] = {
    "sneaking": may_sneak,
    "athletics": suspended,
    "improvise": improvised,
    "gate": improvised,
}


def parts_of(check: str) -> tuple[str, str, str]:
    """Return a check's kind, what it is about, and whether it has Advantage or Disadvantage.

    >>> parts_of("improvise-climb-dis"), parts_of("sneaking"), parts_of("gate:ice")
    (('improvise', 'climb', 'dis'), ('sneaking', '', ''), ('gate', 'ice', ''))
    """
    if check.startswith("gate:"):
        return "gate", check.removeprefix("gate:"), ""
    for suffix in KEEPS:
        if check.endswith(f"-{suffix}"):
            name, about, _ = parts_of(check.removesuffix(f"-{suffix}"))
            return name, about, suffix
    name, _, about = check.partition("-")
    return name, about, ""


def modifier_of(situation: Situation, name: str, leaning: str) -> int:
    """Return what is added to the die, whatever the moment adds."""
    base = int(situation.character.sneaking if name == "sneaking" else situation.character.athletics)
    if situation.house_rules.advantage == "plus_minus_2" and leaning:
        return base + (2 if leaning == "adv" else -2)
    return base


def keeps(situation: Situation, leaning: str) -> Literal["one", "best", "worst"]:
    """Return which die counts."""
    return KEEPS[leaning] if leaning and situation.house_rules.advantage == "two_dice" else "one"


def odds_of(situation: Situation, check: str) -> Distribution:
    """Return the odds of a Test's Score."""
    name, _, leaning = parts_of(check)
    return d10_score(
        modifier_of(situation, name, leaning) + on_tests(situation), keep=keeps(situation, leaning)
    )


def score(situation: Situation, fact: RolledFact) -> int:
    """Return the Score of a roll: from its faces, or as it was told."""
    if not fact.faces:
        return fact.result or 0
    name, _, leaning = parts_of(fact.check)
    kept = {"one": fact.faces[0], "best": max(fact.faces), "worst": min(fact.faces)}[
        keeps(situation, leaning)
    ]
    return kept + modifier_of(situation, name, leaning) + fact.modifier


def build_check(
    situation: Situation, check: str, at: Fraction, *, difficulty: int | None = None, name: str = ""
) -> Check:
    """Return a Test with its odds."""
    kind, about, leaning = parts_of(check)
    needed = situation.house_rules.pass_score if difficulty is None else difficulty
    text = say(
        f"test.{keeps(situation, leaning)}",
        modifier=f"{modifier_of(situation, kind, leaning) + on_tests(situation):+d}",
    )

    def carries(result: int) -> Fraction:
        return SIZES[HALVED] if result >= needed else ZERO

    return check_of(
        check,
        CHECK_RULES[kind],
        say(f"label.{kind}", style=named(about), name=name),
        Thrown(1 if keeps(situation, leaning) == "one" else 2, odds_of(situation, check), text, 10),
        at=at,
        needed=needed,
        words=say("score", needed=needed),
        carries=carries if kind == "improvise" else None,
    )


def region_check(situation: Situation, state: Turn, gate: Gate, at: Fraction) -> Check:
    """Return the Test that a region demands on entering it."""
    del state
    return build_check(situation, f"gate:{gate.id}", at, difficulty=gate.difficulty, name=gate.name)


REGION_ROLLS = RegionRolls(
    improvised,
    region_check,
    lambda _s, gate, needed: say("gate", region=gate.id, name=gate.name, needed=needed),
)


def counted(situation: Situation, state: Turn) -> bool:
    """Tell whether Movement is counted at all."""
    return bool(situation.in_combat) and not suspended(state)


def why_barred(situation: Situation, state: Turn) -> PriceTier | None:
    """Return the price where no Movement is possible at all."""
    if state.falling:
        return ends(fall, say("falling"))
    return ends(off_turn, say("not_your_turn")) if off_turn(situation, state) else None


def hooks_text(situation: Situation, key: str) -> Text:
    """Return a sentence about the Hooks that Dash costs (STY-13)."""
    hooks = situation.house_rules.dash_hook_cost
    return say(f"{key}.hooks", hooks=hooks) if hooks else say(key)


def dashed(state: Turn) -> Turn:
    """Return the state of who has dashed."""
    return replace(state, dash=True, declined=False)


def dash_price(situation: Situation) -> Price | None:
    """Return what Dash costs, as the price of a stretch."""
    hooks = situation.house_rules.dash_hook_cost
    return Price("hook", -hooks) if hooks else None


def _dashed(situation: Situation, limit: Fraction) -> PriceTier:
    hooks = situation.house_rules.dash_hook_cost
    reason = say("dash", hooks=hooks) if hooks else say("dash.nothing")
    return PriceTier(limit, "penalised", doubled, reason, dash_price(situation))


def price_list(situation: Situation, state: Turn, whole: Fraction, end: PriceTier) -> list[PriceTier]:
    """Return the prices along a meter of ``whole`` u: free, with Dash twice as far, then ``end``."""
    levels = [PriceTier(doubled(whole, dash=state.dash), "free", spent, say("free"))]
    if no_dash(situation, state) is None:
        levels.append(_dashed(situation, doubled(whole, dash=True)))
    return [*levels, end]


def farthest(situation: Situation, state: Turn, whole: Fraction) -> Fraction:
    """Return how far a meter goes at the most, with Dash if there is one to be had."""
    return doubled(whole, dash=state.dash or no_dash(situation, state) is None)


def pool_levels(situation: Situation, state: Turn) -> list[PriceTier]:
    """Return the prices of Movement from the pool."""
    if barred := why_barred(situation, state):
        return [barred]
    whole = pool_of(situation)
    limit = farthest(situation, state, whole)
    return price_list(situation, state, whole, ends(pool_of, say("pool.end", limit=limit)))


def style_levels(situation: Situation, state: Turn, style: str) -> list[PriceTier]:
    """Return the prices of Movement in a style, from the start of the Turn."""
    if barred := why_barred(situation, state):
        return [barred]
    whole = reach_of(situation, state, style)
    if whole is not None:
        return price_list(situation, state, whole, style_end(style, farthest(situation, state, whole)))
    if style in state.refused:
        return [ends(improvised, say("improvise.refused", style=named(style)))]
    end = ends(improvised, say("improvise.end", style=named(style)))
    return [*_tested(situation, state, style), end] if wants_test(situation, state, style) else [end]


def wants_test(situation: Situation, state: Turn, style: str) -> bool:
    """Tell whether the GM lets a Test decide on an improvised style (STY-29)."""
    return situation.circumstances.improvise == "test" or style in state.testing


def improvise_check(situation: Situation, style: str) -> str:
    """Return the name of the Test that decides on an improvised style."""
    return f"improvise-{style}{SUFFIXES[situation.circumstances.test]}"


def _tested(situation: Situation, state: Turn, style: str) -> Iterator[PriceTier]:
    """Yield the prices of a style that a Test decides on."""
    check, needed = improvise_check(situation, style), situation.house_rules.pass_score
    chance = odds_of(situation, check).at_least(needed)
    if not chance:
        return
    reason = say("improvise.roll", style=named(style), needed=needed)
    for level in price_list(situation, state, SIZES[HALVED], style_end(style, ZERO))[:-1]:
        needs = ((check, needed),)
        yield PriceTier(level.limit, "roll", improvised, reason, level.price, chance, needs)


def crawled_levels(situation: Situation, levels: Sequence[PriceTier], used: Fraction) -> list[PriceTier]:
    """Return the prices for who began to crawl when ``used`` was used: what a rounded crawl cannot use is lost."""
    found = []
    for level in levels:
        far = None if level.limit is None else crawl_distance(situation, max(ZERO, level.limit - used))
        found.append(level if far is None else replace(level, limit=used + crawl_cost(far)))
    return found


def merged(parts: Sequence[tuple[Sequence[PriceTier], Fraction]]) -> list[PriceTier]:
    """Return the prices of spending on several meters at once, each with what is used of it."""
    found: list[PriceTier] = []
    at = ZERO
    while True:
        now = [next(x for x in levels if x.limit is None or x.limit > used + at) for levels, used in parts]
        level = max(now, key=lambda level: WORST[level.kind])
        stops = [x.limit - used for x, (_, used) in zip(now, parts, strict=True) if x.limit is not None]
        if level.kind == "impossible" or not stops:
            return [*found, replace(level, limit=None)]
        at = min(stops)
        found.append(replace(level, limit=at))


def overcrawled(
    situation: Situation, state: Turn, begun: Mapping[str, Fraction], used: Mapping[str, Fraction]
) -> bool:
    """Tell whether a crawl that ``begun`` at so much of each meter took more than it can use without Dash."""
    wholes = {"walk": reach_of(situation, state, "walk") or ZERO, POOL: pool_of(situation)}
    return any(
        used.get(meter, ZERO) > crawlable(situation, whole, begun.get(meter, ZERO))
        for meter, whole in wholes.items()
    )


def needs_dash(situation: Situation, state: Turn, used: Mapping[str, Fraction]) -> bool:
    """Tell whether more is used than the pool or a style holds without Dash."""
    wholes = {style: reach_of(situation, state, style) for style in used if style != POOL}
    grown = {style: whole for style, whole in wholes.items() if used[style] > state.used(style)}
    over = [whole is not None and used[style] > whole for style, whole in grown.items()]
    return used[POOL] > pool_used(situation, state) and (any(over) or used[POOL] > pool_of(situation))


def improvise_ruling(style: str, at: Fraction) -> Ruling:
    """Return the question whether a style may be improvised (STY-29)."""
    names = ("half", "normal", "double", "test", "no")
    choices = tuple(Choice(name, say(f"improvise.{name}")) for name in names)
    question = say("improvise.ask", style=named(style))
    return Ruling(f"improvise:{style}", improvised, at, question, choices, "half")


def dash_ruling(situation: Situation) -> Ruling:
    """Return the question whether to Dash, which may be answered before the Move (STY-12, STY-13)."""
    choices = (Choice("dash", say("dash.take")), Choice("decline", say("dash.decline")))
    question = say("dash.ask", offer=hooks_text(situation, "dash.offer"))
    return Ruling("dash", no_dash, ZERO, question, choices, "dash")


falls = game.question(
    "fall",
    fall,
    "A fall: how does it end?",
    {"lands": "Lands", "caught": "Is caught"},
    default="lands",
    waits=lambda move: bool(move.turn.falling),
)
game.question(
    "heavy",
    pulled_down,
    "Heavy cargo in the water: does it pull the character down?",
    {"sinks": "Sinks 2 u per Turn", "stays": "Stays afloat"},
    default="sinks",
    waits=lambda move: pulled_down(move.situation, move.turn) and not move.turn.cargo,
)


def foes_about(situation: Situation) -> bool:
    """Tell whether any foe is known here."""
    return any(other.disposition == "hostile" for other in situation.others)


def asks_to_sneak(situation: Situation) -> bool:
    """Tell whether the GM is asked before a Sneaking Test: unless the map's word is enough, or nobody is there."""
    return situation.house_rules.obscured_mode == "ask" or not foes_about(situation)


def sneak_ruling(situation: Situation, at: Fraction) -> Ruling:
    """Return the question whether a Sneaking Test may be tried (STY-14)."""
    choices = (Choice("attempt", say("sneak.attempt")), Choice("skip", say("sneak.skip")))
    return Ruling(
        "sneak", may_sneak, at, say("sneak.ask" if foes_about(situation) else "sneak.nobody"), choices, "skip"
    )


def prompt_ruling(situation: Situation, state: Turn, prompt: str) -> Ruling:
    """Return the question behind an open prompt."""
    name, _, about = prompt.partition(":")
    if name == "improvise":
        return improvise_ruling(about, ZERO)
    if name == "improvise_failed":
        return failed_ruling(about)
    if name == "stealth":
        choice = Choice("noted", say("stealth.noted"))
        return Ruling("stealth", may_sneak, ZERO, say("stealth.ask"), (choice,), "noted")
    effect = interrupt_effect(situation, state.active)
    done = Choice("done", say("interrupt.done"))
    return Ruling(
        "interrupt", interrupt_effect, ZERO, say("interrupt.ask", effect=effect_text(effect)), (done,), "done"
    )
