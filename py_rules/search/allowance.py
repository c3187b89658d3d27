"""How far an allowance leads at most: of a large map only what is that near is compiled."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from py_rules.search.budget import Start
from py_rules.values.footing import Draw, Footing


class Allowance(Protocol):
    """What bounds the steps of a mover; a budget is one."""

    @property
    def limit(self) -> Fraction | None:
        """The most primary cost."""

    @property
    def meters(self) -> Mapping[str, Fraction | None]:
        """The most of each meter."""

    @property
    def draw(self) -> Callable[[Footing, int], Draw]:
        """What a step draws on."""

    @property
    def phases(self) -> tuple[Fraction, ...]:
        """Where draws may change."""

    @property
    def jump_counts(self) -> bool:
        """Whether jumps add to the primary cost."""

    @property
    def jump_meter(self) -> str | None:
        """The meter of jumps."""


def most_steps(
    allowance: Allowance, start: Start, *, distance: Fraction, footings: Iterable[Footing], gaps: bool
) -> int | None:
    """Return the most steps that an allowance pays for on some footings, or ``None`` if there is no bound.

    No step is cheaper than a cell side, whatever its mode. ``gaps``: whether there is anything to jump over or onto.
    """
    if allowance.limit is None or (gaps and not allowance.jump_counts and allowance.jump_meter is None):
        return None
    left = max(allowance.limit - start.cost, Fraction(0))
    phases = range(len(allowance.phases) + 1)
    drawn = {allowance.draw(footing, phase).meter for footing in footings for phase in phases}
    drawn |= {allowance.jump_meter} if gaps else set()
    for meter in allowance.meters:
        if meter not in drawn:
            continue
        limit = allowance.meters[meter]
        if limit is None:
            return None
        left += max(limit - start.meters.get(meter, Fraction(0)), Fraction(0))
    return int(left / distance)
