"""The Kleptonomicon: what is rolled, and what distance costs."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from py_rules.engine import Move
from py_rules.engine.dice import OneOf, check_of
from py_rules.engine.parts import Mode, Turn
from py_rules.engine.price_tiers import PriceTier, dearest, ends, tier_at
from py_rules.engine.pricing import Pricing
from py_rules.engine.situation import on_tests
from py_rules.systems.styles import rules
from py_rules.systems.styles.rules import AIRBORNE, SIZES, doubled, named
from py_rules.systems.styles.words import HALVED, MODES, POOL, ZERO, game, say
from py_rules.values.answer_parts import Check, Price
from py_rules.values.dice import Keep
from py_rules.values.records import replace

# ---------------------------------------------------------------- what is rolled

LEANINGS: dict[str, tuple[Keep, int]] = {"advantage": ("best", 2), "disadvantage": ("worst", -2)}
"""Which of two dice counts, or what is added to the one, by what the GM has given."""
TEST_RULES: dict[str, str] = {
    "sneaking": rules.may_sneak,
    "athletics": rules.suspended,
    "improvise": rules.improvised,
}


def dice_of(move: Move, kind: str) -> OneOf:
    """Return what a Test throws, with what the moment adds (X-12)."""
    bonus = move.character.sneaking if kind == "sneaking" else move.character.athletics
    keep, more = LEANINGS.get(move.circumstances.test, ("one", 0))
    switch = move.house_rules.advantage
    bonus += more * (switch == "plus_minus_2") + on_tests(move)
    return OneOf(10, bonus, keep if switch == "two_dice" else "one")


def check_for(move: Move, check: str, *, at: Fraction = ZERO) -> Check:
    """Return a Test with its odds."""
    (kind, _, about), needed = check.partition("-"), move.house_rules.pass_score

    def carries(result: int) -> Fraction:
        return SIZES[HALVED] if result >= needed else ZERO

    return check_of(
        check,
        TEST_RULES[kind],
        label=say(f"label.{kind}", **({"style": named(about)} if about else {})),
        dice=dice_of(move, kind),
        at=at,
        needed=needed,
        words=game.needed(needed),
        carries=carries if kind == "improvise" else None,
    )


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
    lambda move: [Mode(style, named(style), "") for style in rules.known_styles(move) if style not in MODES]
)
game.meter("pool", "Movement", field="pool_spent")
game.forbid(rules.fall, lambda move: move.turn.fall is not None, words="Falling")
game.forbid(rules.off_turn, words="Move is for your own Turn")


def counted(move: Move) -> bool:
    """Tell whether Movement is counted at all."""
    return move.in_combat and not rules.suspended(move.turn)


def why_barred(move: Move) -> PriceTier | None:
    """Return the price where no Movement is possible at all."""
    return Pricing(game, move).barred()


def used_of(move: Move) -> dict[str, Fraction]:
    """Return what is used of the pool and of every style."""
    return {POOL: rules.pool_used(move), **dict(move.turn.spent)}


def paid(move: Move, used: Mapping[str, Fraction]) -> Turn:
    """Return the turn once so much is used of the pool and of every style."""
    turn: Turn = move.turn
    taken = used[POOL] - rules.pool_used(move)
    return replace(
        turn,
        spent=tuple(sorted((style, amount) for style, amount in used.items() if amount and style != POOL)),
        pool_spent=turn.pool_spent + taken,
        turn_spent=turn.turn_spent + taken,
    )


def whole_of(move: Move, meter: str) -> Fraction | None:
    """Return how much the pool or a style holds before any Dash; none: a style that one lacks."""
    return rules.movement_pool(move) if meter == POOL else rules.distance(move, meter)


def limit_of(move: Move, meter: str) -> Fraction:
    """Return how much the pool or a style holds, as long as nobody dashes."""
    return doubled(whole_of(move, meter) or ZERO, dash=move.turn.dash)


def left_of(move: Move, meter: str, *, used: Mapping[str, Fraction]) -> Fraction:
    """Return what is left of the pool, or of both it and a style, as long as nobody dashes."""
    return max(ZERO, min(limit_of(move, one) - used.get(one, ZERO) for one in (POOL, meter)))


def tiers_of(move: Move, meter: str, *, crawled: Mapping[str, Fraction] | None = None) -> list[PriceTier]:
    """Return the prices of Movement from the pool, or in a style, from the start of the Turn.

    ``crawled``: what was used where a crawl begins that the player chose; none: it does not crawl, or is prone.
    """
    if barred := why_barred(move):
        return [barred]
    if move.turn.prone and meter not in {"walk", POOL}:
        return [ends(rules.stand_cost, say("prone.walk_only"))]
    whole = whole_of(move, meter)
    if whole is None:
        return _lacking(move, meter)
    price_tiers = _price_list(move, meter, whole=whole, crawled=crawled)
    limit = price_tiers[-1].limit or ZERO
    end = rules.style_end(meter, limit)
    return [*price_tiers, ends(rules.movement_pool, say("pool.end", limit=limit)) if meter == POOL else end]


def _price_list(
    move: Move, meter: str, *, whole: Fraction, crawled: Mapping[str, Fraction] | None = None
) -> list[PriceTier]:
    """Return the prices along a meter of ``whole`` u: free, and with Dash twice as far."""
    usable = partial(_usable, move, meter=meter, begun=used_of(move) if move.turn.prone else crawled)
    free = PriceTier(usable(doubled(whole, dash=move.turn.dash)), "free", rules.spent, say("free"))
    if rules.no_dash(move) is not None:
        return [free]
    hooks = move.house_rules.dash_hook_cost
    reason, price = say("dash.needed", hooks=hooks), Price("hook", -hooks) if hooks else None
    return [free, PriceTier(usable(2 * whole), "penalised", doubled, reason, price)]


def _usable(move: Move, limit: Fraction, *, meter: str, begun: Mapping[str, Fraction] | None) -> Fraction:
    """Return how much of a meter can be used: what a rounded crawl cannot is lost, counted from where it begins."""
    if begun is None or meter not in {"walk", POOL}:
        return limit
    used = begun.get(meter, ZERO)
    return used + rules.crawl_cost(rules.crawl_distance(move, max(ZERO, limit - used)))


def _lacking(move: Move, style: str) -> list[PriceTier]:
    """Return the prices of a style that one lacks: the GM or a Test decides on it."""
    if rules.word_on(move.turn, style) == "no":
        return [ends(rules.improvised, say("improvise.refused", style=named(style)))]
    end = ends(rules.improvised, say("improvise.end", style=named(style)))
    check, needed = f"improvise-{style}", move.house_rules.pass_score
    chance, needs = dice_of(move, check).odds.at_least(needed), ((check, needed),)
    if not (chance and wants_test(move, style)):
        return [end]
    reason = say("improvise.roll", style=named(style), needed=needed)
    tried = [
        replace(tier, kind="roll", rule=rules.improvised, reason=reason, chance=chance, needs=needs)
        for tier in _price_list(move, style, whole=SIZES[HALVED])
    ]
    return [*tried, end]


def wants_test(move: Move, style: str) -> bool:
    """Tell whether the GM lets a Test decide on an improvised style (STY-29)."""
    return "test" in {move.circumstances.improvise, rules.word_on(move.turn, style)}


def needs_dash(move: Move, used: Mapping[str, Fraction]) -> bool:
    """Tell whether more is used than the pool or a style holds without Dash."""
    before = used_of(move)
    grown = [meter for meter in used if used[meter] > before.get(meter, ZERO)]
    limits = [(tiers_of(move, meter)[0].limit, used[meter]) for meter in grown]
    return any(limit is not None and amount > limit for limit, amount in limits)


def merged(lists: Sequence[Sequence[PriceTier]]) -> Iterator[PriceTier]:
    """Yield the prices of spending on several meters at once, by the prices of each."""
    for limit in [*sorted({tier.limit for tiers in lists for tier in tiers if tier.limit}), None]:
        here = (tiers[-1] if limit is None else tier_at(tiers, limit, still=True) for tiers in lists)
        found = dearest([*here])
        impossible = found.kind == "impossible"
        yield replace(found, limit=None if impossible else limit)
        if impossible:
            return
