"""One step of a path, measured, and the ways of moving that need something underfoot."""

from fractions import Fraction
from typing import NamedTuple

from py_rules.board.grid import Cell
from py_rules.board.stacked_grid import Link
from py_rules.values.footing import Footing
from py_rules.values.records import record

NOWHERE = -1
"""The direction of a step that no grid has: straight up or down, or on another storey to no neighbour."""
ON_FOOT = frozenset({"ground", "sprint"})
AFOOT = frozenset({*ON_FOOT, "walk", "run", "crawl"})
"""Modes that need dry ground underfoot."""
WALKED = frozenset({*AFOOT, "swim"})
"""Modes that lead up no higher than a step goes."""


class Walked(NamedTuple):
    """A part of a jump's step that is over ground: its share of the step, its footing, the multiplier there."""

    share: Fraction
    footing: Footing
    multiplier: Fraction


@record()
class Step:
    """One step of a path; ``length`` in scene units, ``flat`` the surcharge of what it enters."""

    origin: Cell
    target: Cell
    direction: int
    mode: str
    length: Fraction
    multiplier: Fraction
    flat: Fraction
    diagonal: bool
    entered: tuple[str, ...]
    """Difficult regions newly entered, in scene order."""
    gates: tuple[str, ...]
    """Those of them that demand a roll."""
    footing: Footing
    jump_lands: bool
    """Whether it is the last step of a jump that lands."""
    link: Link | None = None
    """The passage it leads through; none: it is a step on the map."""
    storeys: int = 0
    """How many storeys up it leads without a passage, through holes in the floor; negative: down."""
    rise: Fraction = Fraction(0)
    """How much higher the ground is at its end, where that is too much to be stepped; of a jump, known on landing."""
    before: "Walked | None" = None
    after: "Walked | None" = None
    """Of a jump's step on to a gap, and off it: what of it is walked."""

    @property
    def cost(self) -> Fraction:
        """Length times multiplier, plus the surcharge.

        >>> F = Fraction
        >>> Step((0, 0), (1, 0), 0, "ground", F(5), F(2), F(3), False, (), (), Footing("ground"), False).cost
        Fraction(13, 1)
        """
        return self.length * self.multiplier + self.flat
