"""Price tiers: what stretches of an allowance cost, and how prices combine.

A list of tiers is the price list of one allowance: each holds up to its limit, the last one without end.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

from py_rules.values import work
from py_rules.values.answer_parts import WORST, Kind, Price, worst
from py_rules.values.records import record, replace
from py_rules.values.sentences import Text

ZERO = Fraction(0)
COMBINED = 15
"""Steps of work to join one price with those of other modes."""
LEAST_SHARED = 1e-4
"""Several rolls that share one Movement are not looked at where they succeed together less often than this."""


@record()
class PriceTier:
    """A price that holds up to ``limit`` of an allowance (none: without end).

    ``needs``: the checks it hangs on, each with the result it needs; ``chance``: of all of them together.
    """

    limit: Fraction | None
    kind: Kind
    rule: str
    reason: Text
    price: Price | None = None
    chance: Fraction | None = None
    needs: tuple[tuple[str, int], ...] = ()


def ends(rule_number: str, reason: Text) -> PriceTier:
    """Return the tier that nothing goes past."""
    return PriceTier(None, "impossible", rule_number, reason)


def rolled_tiers(
    check: str,
    rule: str,
    *,
    results: Iterable[tuple[int, Fraction]],
    far: Callable[[int], Fraction],
    reason: Callable[[int, Fraction], Text],
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


def caps(mode: str, price_tiers: Sequence[PriceTier], *, used: Fraction) -> list[tuple[PriceTier, Fraction]]:
    """Return the tiers that cover ``used``, each with the whole allowance it stands for."""
    walked = max(
        (tier.limit for tier in price_tiers if tier.limit is not None and not tier.needs), default=ZERO
    )
    found: list[tuple[PriceTier, Fraction]] = []
    for tier in price_tiers:
        if tier.kind == "impossible" or tier.limit is None or tier.limit < used:
            continue
        plain_ground = mode == "ground" and not tier.needs
        found.append((tier, walked if plain_ground else tier.limit))
    return found


def share(
    mode: str,
    own: Sequence[PriceTier],
    *,
    others: Mapping[str, tuple[Sequence[PriceTier], Fraction]],
    joined: Callable[[PriceTier], PriceTier | None],
) -> list[PriceTier]:
    """Return the prices of a mode when all modes share one Movement: parts used add up to at most one (X-09).

    ``others``: the tiers and the amount used of every other mode in use; ``joined``: a price that hangs on rolls
    for several modes as it is when all of them are made, none: not all of them can be.
    """
    found: list[PriceTier] = []
    every = caps(mode, own, used=ZERO)
    for part, taken in _parts(others, joined):
        work.add(COMBINED * len(every))
        rolls = _Rolls.of(taken)
        for tier, cap in every:
            limit = min(tier.limit or ZERO, cap * (1 - part))
            price = joined(rolls.beside(tier, limit)) if limit > 0 and rolls.likely(tier) else None
            if price is not None:
                found.append(_named(price, tier, others=taken))
    best: list[PriceTier] = []
    for tier in sorted(found, key=_order):
        if not best or (tier.limit or ZERO) > (best[-1].limit or ZERO):
            best.append(tier)
    return best


def _named(price: PriceTier, own: PriceTier, *, others: Sequence[PriceTier]) -> PriceTier:
    """Return a price that tells the roll it hangs on, where that is another mode's alone."""
    rolled = next((other for other in others if WORST[other.kind] > WORST[own.kind] and other.needs), None)
    return price if rolled is None else replace(price, rule=rolled.rule, reason=rolled.reason)


def _parts(
    others: Mapping[str, tuple[Sequence[PriceTier], Fraction]],
    joined: Callable[[PriceTier], PriceTier | None],
) -> list[tuple[Fraction, tuple[PriceTier, ...]]]:
    """Return how much of the one Movement other modes take, by the rolls they hang on.

    What takes no less than another choice of rolls that is at least as good is left out, mode by mode.
    """
    found: list[tuple[Fraction, tuple[PriceTier, ...]]] = [(ZERO, ())]
    for name, (price_tiers, used) in others.items():
        choices = [(used / cap, tier) for tier, cap in caps(name, price_tiers, used=used)]
        work.add(COMBINED * len(found) * len(choices))
        wider = [
            (part + more, (*taken, tier))
            for part, taken in found
            for rolls in [_Rolls.of(taken)]
            for more, tier in choices
            if _likely((*taken, tier)) and joined(rolls.beside(tier, used)) is not None
        ]
        wider.sort(key=lambda choice: (choice[0], _risk(choice[1])))
        found = []
        for part, taken in wider:
            if not found or _risk(taken) < _risk(found[-1][1]):
                found.append((part, taken))
    return found


def _likely(price_tiers: Iterable[PriceTier]) -> bool:
    """Tell whether rolls that share one Movement are worth speaking of together."""
    return prod(float(tier.chance) for tier in price_tiers if tier.chance is not None) >= LEAST_SHARED


def _risk(price_tiers: Sequence[PriceTier]) -> tuple[int, Fraction]:
    """Order choices from good to bad, as :func:`together` joins them: kind, then chance."""
    chance, kind = Fraction(1), 0
    for tier in price_tiers:
        if tier.chance is not None:
            chance *= tier.chance
            kind = max(kind, WORST[tier.kind])
    return kind, -chance


class _Rolls(NamedTuple):
    """What several prices hang on together: all of it is made up once, and then put beside many other prices."""

    needs: dict[str, int]
    chance: Fraction | None
    kinds: tuple[Kind, ...]
    odds: tuple[float, ...]
    """The chance of each that has one."""

    @classmethod
    def of(cls, price_tiers: Sequence[PriceTier]) -> "_Rolls":
        """Return what prices hang on."""
        rolled = [tier for tier in price_tiers if tier.chance is not None]
        chances = [tier.chance for tier in rolled if tier.chance is not None]
        needs = {check: result for tier in price_tiers for check, result in tier.needs}
        kinds, odds = tuple(tier.kind for tier in rolled), tuple(map(float, chances))
        return cls(needs, prod(chances, start=Fraction(1)) if chances else None, kinds, odds)

    def likely(self, tier: PriceTier) -> bool:
        """Tell whether these rolls are worth speaking of together with those of a price."""
        own = () if tier.chance is None else (float(tier.chance),)
        return prod((*own, *self.odds)) >= LEAST_SHARED

    def beside(self, tier: PriceTier, limit: Fraction) -> PriceTier:
        """Return a price that hangs on these rolls too."""
        chance, kind = tier.chance, tier.kind
        if self.chance is not None:
            chance = self.chance if chance is None else self.chance * chance
            for other in self.kinds:
                kind = worst(kind, other)
        needs = tuple(sorted({**dict(tier.needs), **self.needs}.items()))
        return replace(tier, limit=limit, chance=chance, kind=kind, needs=needs)


def together(tier: PriceTier, others: Sequence[PriceTier], *, limit: Fraction) -> PriceTier:
    """Return a price that hangs on the rolls of others too."""
    return _Rolls.of(others).beside(tier, limit)


def both(first: PriceTier | None, second: PriceTier | None) -> PriceTier | None:
    """Return the price of two things that are demanded at once; what cannot be done ends both. None: nothing is."""
    if first is None or second is None:
        return second if first is None else first
    barred = [tier for tier in (first, second) if tier.kind == "impossible"]
    return barred[0] if barred else together(first, [second], limit=ZERO)


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


def _order(tier: PriceTier) -> tuple[int, float, Fraction, int, Fraction]:
    """Order as :func:`rank` does, then by limit, far first; numbers that are quick to compare before exact ones."""
    kind, chance, dice = rank(tier)
    return kind, float(chance), chance, dice, -(tier.limit or ZERO)


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


def no_roll_limit(price_tiers: Sequence[PriceTier]) -> Fraction | None:
    """Return how far the tiers go without a roll; none: without end."""
    walked = [tier.limit for tier in price_tiers if tier.kind in {"free", "penalised"}]
    if None in walked:
        return None
    return max((limit for limit in walked if limit is not None), default=ZERO)


def left_of(price_tiers: Sequence[PriceTier], used: Fraction) -> Fraction | None:
    """Return how much of an allowance is left without a roll when ``used`` of it is used; none: without end.

    >>> from py_rules.values.answer_parts import Text
    >>> walk = PriceTier(Fraction(4), "free", "STY-05", Text("", {}, ""))
    >>> left_of([walk], Fraction(1)), left_of([walk], Fraction(6)), left_of([], ZERO)
    (Fraction(3, 1), Fraction(0, 1), Fraction(0, 1))
    """
    limit = no_roll_limit(price_tiers)
    return None if limit is None else max(ZERO, limit - used)


def least(*amounts: Fraction | None) -> Fraction | None:
    """Return the smallest of amounts of which none has no end; none: all are without end.

    >>> least(Fraction(12), None, Fraction(9)), least(None)
    (Fraction(9, 1), None)
    """
    return min((amount for amount in amounts if amount is not None), default=None)


def paid_already(price_tiers: Iterable[PriceTier], used: Fraction) -> list[PriceTier]:
    """Return the tiers that cost nothing, and those that have been gone into.

    >>> from py_rules.values.answer_parts import Text
    >>> walk = PriceTier(Fraction(4), "free", "STY-05", Text("", {}, ""))
    >>> dash = PriceTier(Fraction(8), "penalised", "STY-06", Text("", {}, ""))
    >>> [len(paid_already([walk, dash], Fraction(used))) for used in (3, 4, 5)]
    [1, 1, 2]
    """
    found, begins = list[PriceTier](), ZERO
    for tier in price_tiers:
        if tier.kind == "free" or used > begins:
            found.append(tier)
        begins = begins if tier.limit is None else tier.limit
    return found


def counted_from(price_tiers: Iterable[PriceTier], used: Fraction) -> list[PriceTier]:
    """Return the tiers that reach as far as ``used``, with limits that count what is used from there on."""
    left = [tier for tier in price_tiers if tier.limit is None or tier.limit >= used]
    if not used:
        return left
    return [tier if tier.limit is None else replace(tier, limit=tier.limit - used) for tier in left]


def limit_without(price_tiers: Sequence[PriceTier], checks: Collection[str]) -> Fraction | None:
    """Return how far the tiers go without any of ``checks``, whatever else they hang on; none: without end."""
    ends = [
        tier.limit
        for tier in price_tiers
        if tier.kind != "impossible" and not any(check in checks for check, _ in tier.needs)
    ]
    if None in ends:
        return None
    return max((limit for limit in ends if limit is not None), default=ZERO)


def most(price_tiers: Sequence[PriceTier], used: Fraction) -> Fraction | None:
    """Return how much of an allowance is left at the most, by any price; none: without end."""
    if any(tier.limit is None and tier.kind != "impossible" for tier in price_tiers):
        return None
    ends = [tier.limit for tier in price_tiers if tier.limit is not None]
    return max(ends) - used if ends else ZERO
