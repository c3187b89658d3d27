"""How far a budget leads at most: of a large map only what is that near is compiled."""

from collections.abc import Iterable
from fractions import Fraction

from py_rules.search.budget import Budget, Start
from py_rules.values.footing import Footing


def most_steps(
    budget: Budget, start: Start, *, distance: Fraction, footings: Iterable[Footing], gaps: bool
) -> int | None:
    """Return the most steps that a budget pays for on some footings, or ``None`` if there is no bound.

    No step is cheaper than a cell side, whatever its mode. ``gaps``: whether there is anything to jump over or onto.
    """
    if budget.limit is None or (gaps and not budget.jump_counts and budget.jump_meter is None):
        return None
    left = max(budget.limit - start.cost, Fraction(0))
    phases = range(len(budget.phases) + 1)
    drawn = {budget.draw(footing, phase).meter for footing in footings for phase in phases}
    drawn |= {budget.jump_meter} if gaps else set()
    for meter in budget.meters:
        if meter not in drawn:
            continue
        limit = budget.meters[meter]
        if limit is None:
            return None
        left += max(limit - start.meters.get(meter, Fraction(0)), Fraction(0))
    return int(left / distance)
