"""What a search for destinations may spend in a declared game, and what it costs there: the prices that plans have."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from py_rules.engine.judging import beyond
from py_rules.engine.price_tiers import PriceTier, Spent, counted_from, most, over_laid
from py_rules.engine.pricing import Pricing, leap, taken
from py_rules.search import Budget, Jump
from py_rules.values.footing import Draw, Footing

ZERO = Fraction(0)


def search_limits(prices: Pricing, footings: Sequence[Footing]) -> Budget:
    """Return what a search for destinations may spend: the prices of the meters, as plans have them.

    A jump with a meter of its own is measured by that, and tried as one after those of the same way.
    """
    game, move = prices.game, prices.move
    used, primary = prices.used(), prices.primary.id
    limits = {
        name: most(
            prices.price_tiers(name, used, marks=_best_marks(prices, name, footings=footings)),
            used[name],
        )
        for name in game.meters
        if name != primary
    }
    closed = {f"no {mode.id}": ZERO for mode in game.modes_of(move).values() if mode.barred(move)}

    def draw(footing: Footing, phase: int) -> Draw:
        del phase
        return _drawn(prices, footing, closed=closed)

    def jumps(far: Fraction, high: Fraction, *, running: bool, jumped: Fraction, phase: int) -> Jump | None:
        del phase
        mode = game.modes_of(move).get("jump")
        if mode is not None and mode.barred(move):
            return None
        now = move.with_turn(**{meter.field: used[meter.id] + jumped}) if jumped else move
        found = leap(game, now, far=far, high=high, running=running)
        return found if found is not None and found.chance else None

    meter, counts = prices.meter_of("jump"), True if game.jumps is None else game.jumps.counts
    own = None if meter is prices.primary else meter.id
    return Budget(
        limit=most(prices.price_tiers(primary, used), used[primary]),
        meters=limits | closed,
        jump=jumps,
        jump_counts=own is None and (counts(move) if callable(counts) else counts),
        jump_meter=own,
        run_up=ZERO if game.jumps is None else game.jumps.run_up_of(move),
        passed=frozenset(move.turn.passed),
        draw=draw,
    )


def _best_marks(prices: Pricing, meter: str, *, footings: Sequence[Footing]) -> Mapping[str, int]:
    """Return what every way on a meter meets at the least, on what there is to step on."""
    marks = prices.game.marks
    if marks is None:
        return {}
    drawn = [dict(marks(prices.move, one)) for one in footings if prices.meter_of(one.mode).id == meter]
    return {mark: min(one[mark] for one in drawn) for mark in set.intersection(*map(set, drawn or [{}]))}


def price_tiers(prices: Pricing, spent: Spent) -> tuple[PriceTier, ...]:
    """Return the prices along the primary meter when so much is spent of the others."""
    begun = prices.used()
    used = {name: amount + spent.meters.get(name, ZERO) for name, amount in begun.items()}
    primary = prices.primary
    so_far = None
    for name in (name for name in spent.meters if name in used):
        beside = prices.price_tiers(name, used, marks=spent.marks)
        tier = next(tier for tier in beside if tier.limit is None or tier.limit >= used[name])
        if tier.kind == "impossible":
            return (tier,)
        so_far = tier if so_far is None else over_laid(so_far, tier)
    found = counted_from(prices.price_tiers(primary.id, used, marks=spent.marks), begun[primary.id])
    if primary.price_tiers is not None and not spent.meters:
        return tuple(found)
    return beyond(found, so_far)


def _drawn(prices: Pricing, footing: Footing, *, closed: Collection[str]) -> Draw:
    """Return what a step on a footing draws on: a meter of its own that is empty, where nobody may step."""
    game, move = prices.game, prices.move
    if f"no {footing.mode}" in closed:
        return Draw(f"no {footing.mode}")
    factor = taken(game, move, ground=footing)
    if factor == 0:
        return Draw("no way")
    meter = prices.meter_of(footing.mode)
    marks = () if game.marks is None else tuple(game.marks(move, footing))
    return Draw(None if meter is prices.primary else meter.id, marks, factor=factor or ZERO)
