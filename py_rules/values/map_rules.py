"""How a table treats tokens in the way and narrow places: games have no rule for these, so tables choose."""

from fractions import Fraction
from typing import Final, Literal

from py_rules.values.records import record
from py_rules.values.rounding import to_fraction

Passing = Literal["blocks", "slows", "passes"]
MOST: Final = Fraction(1_000_000)
"""No ground is dearer."""

CROWD: Final = Fraction(2)
"""How many times as much a cell of a token costs that slows."""


@record()
class MapRules:
    """A table's choices: what a token in the way does, by disposition.

    ``sharing``: tokens smaller than a cell may stop together on one, as many as fit. ``squeezing``: a body gets
    through where one a cell smaller would, at ``squeeze`` times the price. Up to ``step`` cell sides the ground may
    rise or drop in a step on foot.
    """

    hostile: Passing = "blocks"
    neutral: Passing = "passes"
    friendly: Passing = "passes"
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

    def squeezed(self, multiplier: Fraction) -> Fraction:
        """Return what ground of a multiplier costs a squeezing mover, at most a million times as much.

        >>> int(MapRules().squeezed(Fraction(3))), int(MapRules().squeezed(MOST))
        (6, 1000000)
        """
        return min(to_fraction(float(multiplier * self.squeeze)), MOST)
