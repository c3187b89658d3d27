"""How a table treats overlaps, tokens in the way and narrow places: games have no rule for these, so tables choose."""

from fractions import Fraction
from functools import reduce
from typing import Final, Literal

from py_rules.values.records import record
from py_rules.values.rounding import to_fraction

Passing = Literal["blocks", "slows", "passes"]
Overlap = Literal["worst", "sum", "product"]
MOST: Final = Fraction(1_000_000)
"""No ground is dearer."""


@record()
class MapRules:
    """A table's choices: how multipliers add up where they overlap; what a token in the way does, by disposition.

    A cell of a token that slows costs ``crowd`` times as much. ``sharing``: tokens smaller than a cell may stop
    together on one, as many as fit. ``squeezing``: a body gets through where one a cell smaller would, at
    ``squeeze`` times the price. Up to ``step`` cell sides the ground may rise or drop in a step on foot.
    """

    overlap: Overlap = "worst"
    hostile: Passing = "blocks"
    neutral: Passing = "passes"
    friendly: Passing = "passes"
    crowd: Fraction = Fraction(2)
    sharing: bool = False
    squeezing: bool = False
    squeeze: Fraction = Fraction(2)
    step: Fraction = Fraction(1, 2)
    whole_steps: bool = False
    """Whether a jump over a gap is as long as its steps, from middle to middle, not as the gap."""

    def passing(self, disposition: str) -> Passing:
        """Return what a token of a disposition does to a mover passing it; a secret disposition counts as neutral.

        >>> MapRules(neutral="slows").passing("secret")
        'slows'
        """
        if disposition == "hostile":
            return self.hostile
        return self.friendly if disposition == "friendly" else self.neutral

    def both(self, one: Fraction, other: Fraction) -> Fraction:
        """Return the multiplier where two overlap, on the grain of a millionth and at most a million.

        >>> [int(MapRules(overlap).both(Fraction(2), Fraction(3))) for overlap in ("worst", "sum", "product")]
        [3, 4, 6]
        """
        if self.overlap == "worst":
            return max(one, other)
        both = max(one + other - 1, min(one, other)) if self.overlap == "sum" else one * other
        return min(to_fraction(float(both)), MOST)

    def squeezed(self, multiplier: Fraction) -> Fraction:
        """Return what ground of a multiplier costs a squeezing mover, at most a million times as much.

        >>> int(MapRules().squeezed(Fraction(3))), int(MapRules().squeezed(MOST))
        (6, 1000000)
        """
        return min(to_fraction(float(multiplier * self.squeeze)), MOST)

    def price(self, multipliers: list[Fraction]) -> Fraction:
        """Return the multiplier of all that overlaps."""
        return reduce(self.both, [one for one in multipliers if one != 1] or [Fraction(1)])
