"""The Kleptonomicon: what is rolled, and what distance costs."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from py_rules.engine import Move
from py_rules.engine.dice import OneOf, check_of
from py_rules.engine.parts import Mode
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.pricing import Pricing
from py_rules.engine.situation import on_tests
from py_rules.systems.styles import rules
from py_rules.systems.styles.rules import AIRBORNE, SIZES, doubled, named, reach_of
from py_rules.systems.styles.turn import Turn
from py_rules.systems.styles.words import HALVED, MODES, POOL, ZERO, game, say
from py_rules.values.answer_parts import WORST, Check, Price
from py_rules.values.dice import Keep
from py_rules.values.records import replace
from py_rules.values.sentences import Text

# ---------------------------------------------------------------- what is rolled

SUFFIXES = {"normal": "", "advantage": "-adv", "disadvantage": "-dis"}
LEANINGS: dict[str, tuple[Keep, int]] = {"adv": ("best", 2), "dis": ("worst", -2)}
"""Which of two dice counts, or what is added to the one, by the leaning of a Test."""
TEST_RULES: dict[str, str] = {
    "sneaking": rules.may_sneak,
    "athletics": rules.suspended,
    "improvise": rules.improvised,
}


def parts_of(check: str) -> tuple[str, str, str]:
    """Return a check's kind, what it is about, and whether it has Advantage or Disadvantage.

    >>> parts_of("improvise-climb-dis"), parts_of("sneaking"), parts_of("gate:ice")
    (('improvise', 'climb', 'dis'), ('sneaking', '', ''), ('gate:ice', '', ''))
    """
    if ":" in check:
        return check, "", ""
    whole, _, leaning = check.rpartition("-")
    if leaning in LEANINGS:
        return *parts_of(whole)[:2], leaning
    name, _, about = check.partition("-")
    return name, about, ""


def dice_of(move: Move, check: str) -> OneOf:
    """Return what a Test throws, with what the moment adds (X-12)."""
    name, _, leaning = parts_of(check)
    bonus = move.character.sneaking if name == "sneaking" else move.character.athletics
    keep, more = LEANINGS.get(leaning, ("one", 0))
    switch = move.house_rules.advantage
    bonus += more * (switch == "plus_minus_2") + on_tests(move.situation)
    return OneOf(10, bonus, keep if switch == "two_dice" else "one")


def check_for(move: Move, check: str, *, at: Fraction = ZERO) -> Check:
    """Return a Test with its odds."""
    (kind, about, _), needed = parts_of(check), move.house_rules.pass_score

    def carries(result: int) -> Fraction:
        return SIZES[HALVED] if result >= needed else ZERO

    return check_of(
        check,
        TEST_RULES[kind],
        label=say(f"label.{kind}", style=named(about)),
        dice=dice_of(move, check),
        at=at,
        needed=needed,
        words=game.needed(needed),
        carries=carries if kind == "improvise" else None,
    )


def leaning(move: Move, name: str) -> str:
    """Return the name of a Test with the Advantage or Disadvantage that the GM has given."""
    return f"{name}{SUFFIXES[move.circumstances.test]}"


game.words_for_dice("Score", "Pass score", needed="Score {needed} or better")
game.region_roll(
    rules.improvised,
    dice=lambda move, _: OneOf(10, move.character.athletics),
    target=lambda move, gate: move.house_rules.pass_score if gate.difficulty is None else gate.difficulty,
)

# ---------------------------------------------------------------- what distance costs

for mode, label in MODES.items():
    game.mode(mode, label, flies=mode in AIRBORNE)
game.own_modes_are(
    lambda move: [
        Mode(style, rules.worded(style), "") for style in rules.known_styles(move) if style not in MODES
    ]
)
game.meter("pool", "Movement", field="pool_spent")
game.forbid(rules.fall, lambda move: bool(move.turn.falling), words="Falling")
game.forbid(rules.off_turn, words="Move is for your own Turn")


def counted(move: Move) -> bool:
    """Tell whether Movement is counted at all."""
    return move.in_combat and not rules.suspended(move.turn)


def why_barred(move: Move) -> PriceTier | None:
    """Return the price where no Movement is possible at all."""
    return Pricing(game, move).barred()


def hooks_text(move: Move, key: str) -> Text:
    """Return a sentence about the Hooks that Dash costs (STY-13)."""
    hooks = move.house_rules.dash_hook_cost
    return say(f"{key}.hooks", hooks=hooks) if hooks else say(key)


def dashed(turn: Turn) -> Turn:
    """Return the turn of who has dashed."""
    return replace(turn, dash=True, declined=False)


def used_of(move: Move) -> dict[str, Fraction]:
    """Return what is used of the pool and of every style."""
    return {POOL: rules.pool_used(move), **dict(move.turn.spent)}


def whole_of(move: Move, meter: str) -> Fraction | None:
    """Return how much the pool or a style holds before any Dash; none: a style that one lacks."""
    return rules.movement_pool(move) if meter == POOL else reach_of(move, meter)


def left_of(move: Move, meter: str) -> Fraction:
    """Return what is left of the pool or a style, as long as nobody dashes; less than nothing if overdrawn."""
    whole = whole_of(move, meter) or ZERO
    return doubled(whole, dash=move.turn.dash) - used_of(move).get(meter, ZERO)


def farthest(move: Move, whole: Fraction) -> Fraction:
    """Return how far a meter goes at the most, with Dash if there is one to be had."""
    return doubled(whole, dash=move.turn.dash or rules.no_dash(move) is None)


def price_list(move: Move, whole: Fraction) -> list[PriceTier]:
    """Return the prices along a meter of ``whole`` u: free, and with Dash twice as far."""
    price_tiers = [PriceTier(doubled(whole, dash=move.turn.dash), "free", rules.spent, say("free"))]
    if rules.no_dash(move) is None:
        hooks, reason = move.house_rules.dash_hook_cost, hooks_text(move, "dash.needed")
        price = Price("hook", -hooks) if hooks else None
        price_tiers.append(PriceTier(doubled(whole, dash=True), "penalised", doubled, reason, price))
    return price_tiers


def tiers_of(move: Move, meter: str) -> list[PriceTier]:
    """Return the prices of Movement from the pool, or in a style, from the start of the Turn."""
    if barred := why_barred(move):
        return [barred]
    whole = whole_of(move, meter)
    if whole is None:
        return _lacking(move, meter)
    price_tiers = price_list(move, whole)
    limit = price_tiers[-1].limit or ZERO
    if meter == POOL:
        return [*price_tiers, ends(rules.movement_pool, say("pool.end", limit=limit))]
    return [*price_tiers, rules.style_end(meter, limit)]


def _lacking(move: Move, style: str) -> list[PriceTier]:
    """Return the prices of a style that one lacks: the GM or a Test decides on it."""
    if style in move.turn.refused:
        return [ends(rules.improvised, say("improvise.refused", style=named(style)))]
    end = ends(rules.improvised, say("improvise.end", style=named(style)))
    if not wants_test(move, style):
        return [end]
    check, needed = leaning(move, f"improvise-{style}"), move.house_rules.pass_score
    chance, needs = dice_of(move, check).odds.at_least(needed), ((check, needed),)
    reason = say("improvise.roll", style=named(style), needed=needed)
    tried = [
        replace(tier, kind="roll", rule=rules.improvised, reason=reason, chance=chance, needs=needs)
        for tier in price_list(move, SIZES[HALVED])
    ]
    return [*tried, end] if chance else [end]


def wants_test(move: Move, style: str) -> bool:
    """Tell whether the GM lets a Test decide on an improvised style (STY-29)."""
    return move.circumstances.improvise == "test" or style in move.turn.testing


def crawled_tiers(move: Move, price_tiers: Sequence[PriceTier], *, used: Fraction) -> list[PriceTier]:
    """Return the prices after beginning to crawl with ``used`` spent: what a rounded crawl cannot use is lost."""
    return [
        tier if tier.limit is None else replace(tier, limit=rules.crawlable(move, tier.limit, begun=used))
        for tier in price_tiers
    ]


def merged(parts: Sequence[tuple[Sequence[PriceTier], Fraction]]) -> Iterator[PriceTier]:
    """Yield the prices of spending on several meters at once, each with what is used of it."""
    at = ZERO
    while True:
        now = [
            next(x for x in price_tiers if x.limit is None or x.limit > used + at)
            for price_tiers, used in parts
        ]
        tier = max(now, key=lambda tier: WORST[tier.kind])
        stops = [x.limit - used for x, (_, used) in zip(now, parts, strict=True) if x.limit is not None]
        if tier.kind == "impossible" or not stops:
            yield replace(tier, limit=None)
            return
        at = min(stops)
        yield replace(tier, limit=at)


def overcrawled(move: Move, begun: Mapping[str, Fraction], *, used: Mapping[str, Fraction]) -> bool:
    """Tell whether a crawl that ``begun`` at so much of each meter took more than it can use without Dash."""
    return any(
        used.get(meter, ZERO)
        > rules.crawlable(move, whole_of(move, meter) or ZERO, begun=begun.get(meter, ZERO))
        for meter in ("walk", POOL)
    )


def needs_dash(move: Move, used: Mapping[str, Fraction]) -> bool:
    """Tell whether more is used than the pool or a style holds without Dash."""
    before = used_of(move)
    grown = [meter for meter in used if used[meter] > before.get(meter, ZERO)]
    wholes = [(whole_of(move, meter), used[meter]) for meter in grown]
    return POOL in grown and any(whole is not None and amount > whole for whole, amount in wholes)
