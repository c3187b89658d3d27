"""Price tiers: what stretches of an allowance cost, and how prices combine.

A list of tiers is the price list of one allowance: each holds up to its limit, the last one without end.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from py_rules.values.answer_parts import WORST, Kind, Price
from py_rules.values.records import record, replace
from py_rules.values.sentences import Sentence

ZERO = Fraction(0)


@record()
class PriceTier:
    """A price that holds up to ``limit`` of an allowance (none: without end).

    ``needs``: the checks it hangs on, each with the result it needs; ``chance``: of all of them together.
    """

    limit: Fraction | None
    kind: Kind
    rule: str
    reason: Sentence
    price: Price | None = None
    chance: Fraction | None = None
    needs: tuple[tuple[str, int], ...] = ()


@record()
class Spent:
    """What a way uses beside the primary allowance: its meters, and the worst of the marks it leaves."""

    meters: Mapping[str, Fraction] = field(default_factory=dict)
    marks: Mapping[str, int] = field(default_factory=dict)


def ends(rule_number: str, reason: Sentence) -> PriceTier:
    """Return the tier that nothing goes past."""
    return PriceTier(None, "impossible", rule_number, reason)


def rolled_tiers(
    check: str,
    rule: str,
    *,
    results: Iterable[tuple[int, Fraction]],
    far: Callable[[int], Fraction],
    reason: Callable[[int, Fraction], Sentence],
    beyond: Fraction = ZERO,
    price: Price | None = None,
) -> Iterator[PriceTier]:
    """Yield the price of each result of a roll that carries farther than those below it.

    ``results``: what the roll may come to at the least, with its chance; ``far``: how far that carries, counted as
    limits are; ``reason``: of the result and of how far it carries; ``beyond``: how far it goes without the roll.
    """
    for result, chance in results:
        limit = far(result)
        if limit > beyond:
            beyond = limit
            told = reason(result, limit)
            yield PriceTier(limit, "roll", rule, told, price, chance=chance, needs=((check, result),))


def both(first: PriceTier | None, second: PriceTier | None) -> PriceTier | None:
    """Return the price of two things that are demanded at once; what cannot be done ends both. None: nothing is."""
    if first is None or second is None:
        return second if first is None else first
    barred = [tier for tier in (first, second) if tier.kind == "impossible"]
    return barred[0] if barred else over_laid(second, first)


def dearest(price_tiers: Sequence[PriceTier]) -> PriceTier:
    """Return the worst of several prices that are paid at once; one without a price shows that of the others."""
    if len(price_tiers) == 1:
        return price_tiers[0]
    worst = max(price_tiers, key=lambda tier: WORST[tier.kind])
    if worst.kind == "impossible" or worst.price:
        return worst
    return replace(worst, price=next((tier.price for tier in price_tiers if tier.price), None))


def tier_at(price_tiers: Sequence[PriceTier], used: Fraction, *, still: bool) -> PriceTier:
    """Return the tier of the next bit of a meter of which ``used`` is used; ``still``: no more of it will be."""
    return next(
        tier
        for tier in price_tiers
        if tier.limit is None or tier.limit > used or (still and tier.limit == used)
    )


def rank(tier: PriceTier) -> tuple[int, Fraction, int]:
    """Order prices from good to bad: kind, then chance, then dice."""
    chance = Fraction(1) if tier.chance is None else tier.chance
    return WORST[tier.kind], -chance, -(tier.price.amount if tier.price else 0)


def ranked(tiers: Sequence[PriceTier]) -> list[tuple[Fraction | None, tuple[int, Fraction, int]]]:
    """Return how far each price reaches, and how good it is."""
    return [(tier.limit, rank(tier)) for tier in tiers]


def over_laid(tier: PriceTier, over: PriceTier) -> PriceTier:
    """Return the price of ground that is jumped, entered by a roll, or beyond a climb: the worse names the rule."""
    if tier.kind == "impossible":
        return tier
    chance = over.chance if tier.chance is None else tier.chance * (1 if over.chance is None else over.chance)
    worse = over if WORST[over.kind] >= WORST[tier.kind] else tier
    needs = tuple(sorted({**dict(tier.needs), **dict(over.needs)}.items()))
    price = both_prices(tier.price, over.price)
    return replace(worse, limit=tier.limit, price=price, chance=chance, needs=needs)


def both_prices(price: Price | None, other: Price | None) -> Price | None:
    """Return the price of two stretches that are both gone: actions add up, else the first price stands for both.

    >>> both_prices(Price("action", -1), Price("action", -1))
    Price(quantity='action', amount=-2)
    """
    if price is None or other is None:
        return price or other
    adds = price.quantity == other.quantity == "action"
    return Price("action", price.amount + other.amount) if adds else price


def reach_of(
    price_tiers: Iterable[PriceTier], *, rolls: bool = True, without: Collection[str] = ()
) -> Fraction | None:
    """Return how far the tiers go: at the most, or with no ``rolls``, or ``without`` some checks; none: without end.

    >>> walk, told = PriceTier(Fraction(4), "free", "STY-05", Sentence("", {}, "")), Sentence("", {}, "")
    >>> roll = PriceTier(Fraction(9), "roll", "D6-02", told, needs=(("climb", 5),))
    >>> reach_of([walk, roll]), reach_of([walk, roll], rolls=False), reach_of([walk, roll], without=["climb"])
    (Fraction(9, 1), Fraction(4, 1), Fraction(4, 1))
    """
    kinds = {"free", "penalised", "roll"} if rolls else {"free", "penalised"}
    limits = [
        tier.limit
        for tier in price_tiers
        if tier.kind in kinds and not any(check in without for check, _ in tier.needs)
    ]
    return None if None in limits else max((one for one in limits if one is not None), default=ZERO)


def left_of(price_tiers: Sequence[PriceTier], used: Fraction) -> Fraction | None:
    """Return how much of an allowance is left without a roll when ``used`` of it is used; none: without end.

    >>> walk = PriceTier(Fraction(4), "free", "STY-05", Sentence("", {}, ""))
    >>> left_of([walk], Fraction(1)), left_of([walk], Fraction(6)), left_of([], ZERO)
    (Fraction(3, 1), Fraction(0, 1), Fraction(0, 1))
    """
    limit = reach_of(price_tiers, rolls=False)
    return None if limit is None else max(ZERO, limit - used)


def paid_already(price_tiers: Iterable[PriceTier], used: Fraction) -> list[PriceTier]:
    """Return the tiers that cost nothing, and those that have been gone into.

    >>> walk = PriceTier(Fraction(4), "free", "STY-05", Sentence("", {}, ""))
    >>> dash = PriceTier(Fraction(8), "penalised", "STY-06", Sentence("", {}, ""))
    >>> [len(paid_already([walk, dash], Fraction(used))) for used in (3, 4, 5)]
    [1, 1, 2]
    """
    found, begins = list[PriceTier](), ZERO
    for tier in price_tiers:
        if tier.kind == "free" or used > begins:
            found.append(tier)
        begins = begins if tier.limit is None else tier.limit
    return found


def followed(price_tiers: Sequence[PriceTier], least: Fraction) -> list[PriceTier]:
    """Return prices as far as a search follows them: to the first roll of a lower chance, to tell that there are such.

    >>> rare = PriceTier(Fraction(8), "roll", "D6-02", Sentence("", {}, ""), chance=Fraction(1, 9))
    >>> end = ends("D6-02", Sentence("", {}, ""))
    >>> len(followed([rare, rare, end], Fraction(1, 8))), len(followed([rare, rare, end], ZERO))
    (2, 3)
    """
    for index, tier in enumerate(price_tiers[:-1]):
        if tier.chance is not None and tier.chance < least:
            return [*price_tiers[: index + 1], price_tiers[-1]]
    return list(price_tiers)


def counted_from(price_tiers: Iterable[PriceTier], used: Fraction) -> list[PriceTier]:
    """Return the tiers that reach as far as ``used``, with limits that count what is used from there on."""
    left = [tier for tier in price_tiers if tier.limit is None or tier.limit >= used]
    if not used:
        return left
    return [tier if tier.limit is None else replace(tier, limit=tier.limit - used) for tier in left]


def most(price_tiers: Sequence[PriceTier], used: Fraction) -> Fraction | None:
    """Return how much of an allowance is left at the most, by any price; none: without end.

    >>> walk = PriceTier(Fraction(4), "free", "STY-05", Sentence("", {}, ""))
    >>> most([walk, ends("STY-05", Sentence("", {}, ""))], Fraction(1)), most([], Fraction(1))
    (Fraction(3, 1), Fraction(0, 1))
    """
    limit = reach_of(price_tiers)
    possible = price_tiers and price_tiers[0].kind != "impossible"
    return limit - used if possible and limit is not None else limit
