"""What it costs to reach a place: a system's prices for everything that a search found to be used."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, TypeVar

from py_rules.engine import Move, given
from py_rules.engine.checks import region_check, region_text
from py_rules.engine.price_tiers import PriceTier, Spent, ranked, reach_of
from py_rules.engine.system import System
from py_rules.paths.segments import gates_of
from py_rules.protocol.map_data import Scene
from py_rules.search import Budget, CellsByCost, Priced, Profile, Scale, only_primary
from py_rules.values import work
from py_rules.values.answer_parts import WORST, Kind, Price, Written, worst
from py_rules.values.cache import cached
from py_rules.values.footing import Footing
from py_rules.values.records import record, replace
from py_rules.values.rounding import ROOT_TWO, to_number
from py_rules.values.sentences import Sentence

V = TypeVar("V")
Prices = tuple[PriceTier, ...]

ONE = Fraction(1)
ZERO = Fraction(0)
MOST_GROUNDS = 16
"""For how many kinds of ground it is kept what a sheet in one state may spend ..."""
MOST_TIERS = 2_500
"""... and how many lists of prices are kept: more than the combinations that one search looks at."""
LEAST_CHANCE = Fraction(1, 10_000)
"""What is less likely is not listed among the destinations."""


@record(slots=False)
class Fare:
    """The price of being somewhere by one path: what a layer is made of."""

    kind: Kind
    chance: Fraction | None
    price: Price | None
    rule: str
    label: Sentence
    checks: tuple[Sentence, ...]

    @cached_property
    def rank(self) -> tuple[int, Fraction, int]:
        """Order from good to bad: kind, then chance, then what it costs."""
        chance = ONE if self.chance is None else self.chance
        return WORST[self.kind], -chance, abs(self.price.amount) if self.price else 0

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What distinguishes one layer from another."""
        return (
            self.kind,
            self.chance,
            self.price,
            self.rule,
            self.label.text,
            tuple(t.text for t in self.checks),
        )

    def layer(self, rings: Written | list[dict[str, Any]], cells: dict[str, Any] | None) -> dict[str, Any]:
        """Return the layer of an answer that reaches these rings; ``cells``: which of them each cell is in."""
        return {
            "kind": self.kind,
            "label": self.label,
            "rule": self.rule,
            "price": self.price,
            "chance": self.chance,
            "elevation": 0,
            "checks": self.checks,
            "rings": rings,
            "cells": cells,
        }


class Means:
    """What one sheet in one state may spend, and at what price: asked once, wherever the token stands.

    Prices are those of a sheet: here the system knows nothing of places on the map, nor of other tokens.
    """

    def __init__(self, system: System, move: Move) -> None:
        self.system, self.move = system, move.bare
        self.given = given.left(move)
        self._known: dict[tuple[Footing, ...], Budget] = {}
        self._price_tiers: dict[object, Prices] = {}

    def on(self, made_on: Sequence[Footing]) -> Budget:
        """Return what a search may spend where steps are made on some footings."""
        reach = partial(self.system.search_limits, self.move, made_on)
        make = partial(_uncounted, lambda: given.within(reach(), self.given))
        return cached(self._known, tuple(made_on), most=MOST_GROUNDS, make=make)

    def price_tiers(self, meters: Sequence[tuple[str, Fraction]], marks: Sequence[tuple[str, int]]) -> Prices:
        """Return the prices along the primary allowance, given what else is used and marked."""
        spent = Spent(
            {name: used for name, used in meters if used}, {name: bad for name, bad in marks if bad}
        )
        # A fraction takes long to be hashed, its two numbers do not.
        used = tuple((name, *amount.as_integer_ratio()) for name, amount in spent.meters.items())
        key = (used, tuple(spent.marks.items()))
        price_tiers = partial(self.system.price_tiers, self.move, spent)
        make = partial(_uncounted, lambda: given.priced(price_tiers(), self.given, spent=spent))
        return cached(self._price_tiers, key, most=MOST_TIERS, make=make)


def _uncounted(make: Callable[[], V]) -> V:
    """Make what is kept for other questions; a search counts what it asks for."""
    with work.counted():
        return make()


class PlacePrices:
    """Prices what the search finds on a map, for one token in one state; ``made_on``: what steps there are made on."""

    def __init__(self, means: Means, move: Move, *, scene: Scene, made_on: Sequence[Footing]) -> None:
        self.means, self.system, self.move = means, means.system, move
        self.gates = gates_of(scene)
        demands = partial(region_check, self.system.game, means.move)
        self.checks = {region: demands(gate=gate, at=ZERO) for region, gate in self.gates.items()}
        self.reach = means.on(made_on)

    def limit(self, profile: Profile) -> Fraction | None:
        """Return how far paths of a profile go without a further roll; none: without end."""
        own, beside = self.means.price_tiers((), profile.marks), self.price_tiers(profile)
        asked = {check for tier in own for check, _ in tier.needs}
        return reach_of(beside, without=asked)

    def price_tiers(self, profile: Profile) -> Prices:
        """Return the prices along the primary allowance, for what the profile uses beside it."""
        return self.means.price_tiers(profile.meters, profile.marks)

    def possible(self, used: Mapping[str, Fraction], marks: Mapping[str, int]) -> bool:
        """Tell whether any price allows what is used and marked beside the primary allowance."""
        return self.means.price_tiers(tuple(used.items()), tuple(marks.items()))[0].kind != "impossible"

    def fare(self, profile: Profile, cost: Fraction) -> Fare:
        """Return the price of a path that costs ``cost`` and what the profile says."""
        tier = next(tier for tier in self.price_tiers(profile) if tier.limit is None or tier.limit >= cost)
        return self.fare_of(profile, tier)

    def fare_of(self, profile: Profile, tier: PriceTier) -> Fare:
        """Return the price of the paths of a profile that a tier reaches."""
        rolled = [key for key in profile.jumps if isinstance(key, int)]
        demanded = [
            region_text(self.system.game, self.move, gate=self.gates[gate], needed=self.checks[gate].needed)
            for gate in sorted(profile.gates)
        ]
        needed = (*self.system.check_texts(tier, rolled), *demanded)
        if not rolled and not profile.gates:
            label = needed[0] if needed else tier.reason
            return Fare(tier.kind, tier.chance, tier.price, tier.rule, label, needed)
        chance = profile.chance * (ONE if tier.chance is None else tier.chance)
        asked = self.system.leap_rule if rolled else self.checks[min(profile.gates)].rule
        rule = tier.rule if tier.needs else asked
        return Fare(worst(tier.kind, "roll"), chance, tier.price, rule, needed[0], needed)


class Tariff:
    """What the paths of one profile cost and leave, tier by tier; primary costs are whole numbers of a scale."""

    def __init__(self, pricing: PlacePrices, profile: Profile, *, scale: Scale) -> None:
        self._pricing, self._profile, self._scale = pricing, profile, scale
        self._meters = dict(profile.meters)
        self._limit = pricing.limit(profile)
        """How far one goes without a further roll; none: without end."""

    @property
    def beside(self) -> int:
        """What the paths use beside the primary allowance, in all meters together, on the scale of costs."""
        return self._scale.whole(self._profile.beside)

    def fares(self, batches: Sequence[CellsByCost]) -> Iterator[tuple[Fare, list[CellsByCost]]]:
        """Yield the prices of batches of rising cost, one or more, each with the batches it is the price of."""
        rest = iter(self._pricing.price_tiers(self._profile))
        known: list[CellsByCost] = []
        tier = next(rest)
        limit = self._scale.limit(tier.limit)
        for batch in batches:
            whole = limit is None or batch.costs[-1] <= limit
            for part in [batch] if whole else batch.single():
                while limit is not None and part.costs[0] > limit:
                    if known:
                        yield self._pricing.fare_of(self._profile, tier), known
                        known = []
                    tier = next(rest)
                    limit = self._scale.limit(tier.limit)
                known.append(part)
        yield self._pricing.fare_of(self._profile, tier), known

    def rings(self, costs: Sequence[int]) -> list[str]:
        """Return as JSON what paths of some costs use of the allowance, and leave of it; there may be thousands."""
        used, left = self._used(costs), self._left(costs)
        if left is None:
            return [f'{{"used":{number},"left":null}}' for number in used]
        return [f'{{"used":{number},"left":{rest}}}' for number, rest in zip(used, left, strict=True)]

    def _used(self, costs: Sequence[int]) -> list[int | float]:
        used, scale = self._pricing.reach.used, self._scale
        if used is only_primary:
            return scale.to_numbers(costs)
        return [to_number(used(scale.amount(cost), self._meters)) for cost in costs]

    def _left(self, costs: Sequence[int]) -> list[int | float] | None:
        """Return what is left of the allowance that needs no further roll; none: it has no end."""
        if self._limit is None:
            return None
        scale, limit = self._scale, self._limit * self._scale.unit
        if limit.denominator == 1 and scale.unit % ROOT_TWO.denominator:
            return scale.to_numbers([max(limit.numerator - cost, 0) for cost in costs])
        return [to_number(max(ZERO, self._limit - scale.amount(cost))) for cost in costs]


def budget_of(pricing: PlacePrices) -> Budget:
    """Return what a search may spend here: what the sheet may, and what the map demands."""
    reach, here = pricing.reach, pricing.move.here

    def prices(used: Mapping[str, Fraction]) -> Priced:
        return ranked(pricing.means.price_tiers(tuple(used.items()), ()))

    return replace(
        reach,
        gates={region: check.chance for region, check in pricing.checks.items()},
        floor=LEAST_CHANCE,
        grounded=here is None or here.holds == "ground",
        possible=pricing.possible,
        pool=None if reach.pool is None else replace(reach.pool, prices=prices),
    )
