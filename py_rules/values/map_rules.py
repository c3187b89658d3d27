"""How a table treats tokens in the way: games have no rule for these, so tables choose."""

from fractions import Fraction
from typing import Final, Literal

from py_rules.values.records import record

Passing = Literal["blocks", "slows", "passes"]
CROWD: Final = Fraction(2)
"""How many times as much a cell of a token costs that slows."""


@record()
class MapRules:
    """A table's choices: what a token in the way does, by disposition.

    ``sharing``: tokens smaller than a cell may stop together on one, as many as fit. Up to ``step`` cell sides
    the ground may rise or drop in a step on foot.
    """

    hostile: Passing = "blocks"
    neutral: Passing = "passes"
    friendly: Passing = "passes"
    sharing: bool = False
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
