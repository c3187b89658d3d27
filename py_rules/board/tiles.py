"""The lattices of several storeys as one: a tile each, on which a passage is one more direction of steps.

All tiles are windows of equal size and place. A passage leads from the points of one square to those of another, by
one change of place and tile: no more than a direction whose few origins are those points.
"""

from collections.abc import Sequence
from fractions import Fraction

from py_rules.board.grid import Heading
from py_rules.board.lattice import Lattice
from py_rules.board.stacked_grid import Stacked
from py_rules.values.records import record

GUARD = 2
"""Empty rows between tiles: no knight's move leads over them."""


@record(slots=False)
class Tiles(Stacked):
    """The points of all storeys that are looked at; ``flat`` are those of each."""

    flat: Lattice
    count: int
    links: tuple[Heading, ...] = ()

    @property
    def pitch(self) -> int:
        """Rows from one tile to the next."""
        return self.flat.rows + GUARD

    @property
    def storey_size(self) -> int:
        """Bits from one tile to the next."""
        return self.pitch * self.flat.stride

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The directions of steps, then the passages."""
        return (*self.flat.headings, *self.links)

    def crossed(self, direction: int) -> Sequence[int]:
        """Return the squares that a step lies in, in bits from its origin; a passage lies in none."""
        return self.flat.crossed(direction) if direction < self.steps else ()

    def least(self, direction: int, *, parity: int) -> Fraction:
        """Return the length of a step rounded down: nobody runs through a passage."""
        return self.flat.least(direction, parity=parity) if direction < self.steps else Fraction(0)
