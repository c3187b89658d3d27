"""Several storeys as one grid: their maps lie below each other on one long grid, joined by passages.

A cell ``(col, row)`` of storey ``n`` is the cell ``(col, row + n * pitch)`` of the long grid, and its bit that of the
flat map plus ``n`` planes. Steps within a storey are those of the flat map; every passage is a direction of its
own, which leads from one cell to one other. One row and one run of bits between the storeys stay empty.
"""

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from py_rules.board.cells import CellGrid
from py_rules.board.grid import Cell, Heading, Lines
from py_rules.board.lattice import Lattice
from py_rules.values.footing import Footing
from py_rules.values.records import record


@record()
class Link:
    """A passage in one direction, between two cells of the long grid; ``length`` and ``rise`` in scene units."""

    id: str
    origin: Cell
    target: Cell
    length: Fraction
    rise: Fraction
    footing: Footing


class Stacked(Lines):
    """Flat maps of equal size as one long grid, each a run of bits of its own, joined by passages."""

    flat: CellGrid | Lattice
    """The grid of each of them."""
    count: int
    links: tuple[Any, ...]

    @property
    def steps(self) -> int:
        """Directions of steps on the flat maps; the passages are those behind."""
        return len(self.flat.headings)

    @property
    def stride(self) -> int:
        """Bits from one row to the next."""
        return self.flat.stride

    @property
    @abstractmethod
    def storey_size(self) -> int:
        """Bits from one storey to the next."""

    @property
    @abstractmethod
    def pitch(self) -> int:
        """Rows from one storey to the next."""

    def lay(self, cell: Cell, storey: int) -> Cell:
        """Return the cell of the long grid for a cell of a storey."""
        return cell[0], cell[1] + storey * self.pitch

    def place(self, cell: Cell) -> tuple[Cell, int]:
        """Return the cell on the map and the storey of a cell of the long grid."""
        storey, row = divmod(cell[1] - self.flat.first_line, self.pitch)
        return (cell[0], row + self.flat.first_line), storey

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell is on the map."""
        flat, storey = self.place(cell)
        return 0 <= storey < self.count and self.flat.holds(flat)

    def bit(self, cell: Cell) -> int:
        """Return the number of a cell's bit; the cell must be on the map."""
        flat, storey = self.place(cell)
        return self.flat.bit(flat) + storey * self.storey_size

    def cell(self, bit: int) -> Cell:
        """Return the cell of a bit."""
        storey, within = divmod(bit, self.storey_size)
        return self.lay(self.flat.cell(within), storey)

    def spot(self, cell: Cell) -> Cell:
        """Return where a cell is on its map, as the flat map tells it."""
        return self.flat.spot(self.place(cell)[0])

    def on(self, bits: int, storey: int) -> int:
        """Return the part of a set that is on a storey, as bits of the flat map."""
        return bits >> storey * self.storey_size & ((1 << self.storey_size) - 1)

    def join(self, planes: Sequence[int]) -> int:
        """Return sets of the flat map, one for each storey, as one of the long grid."""
        bits = 0
        for storey, one in enumerate(planes):
            bits |= one << storey * self.storey_size
        return bits


@record(slots=False)
class StackedGrid(Stacked):
    """The grid of a map with storeys; ``flat`` is that of each, ``distance`` the length of a cell side."""

    flat: CellGrid
    count: int
    floors: tuple[Fraction, ...]
    """The elevation of each storey, from low to high, in the map's unit."""
    links: tuple[Link, ...]
    distance: Fraction

    @property
    def pitch(self) -> int:
        """Rows from one storey to the next."""
        return self.flat.rows + 1

    @cached_property
    def storey_size(self) -> int:
        """Bits from one storey to the next."""
        return self.flat.anchors((1, 1)).bit_length() + self.stride

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """The directions of steps, then the passages."""
        return self.flat.headings + tuple(map(self._heading, self.links))

    def _heading(self, link: Link) -> Heading:
        (col, row), (far, low) = (self.flat.spot(self.place(end)[0]) for end in (link.origin, link.target))
        sides = link.length / self.distance
        east, south = Fraction(far - col, 2), Fraction(low - row, 2)
        change = link.target[0] - link.origin[0], link.target[1] - link.origin[1]
        return Heading(f"passage {link.id}", *change, east, south, sides, sides, passage=True)

    def headed(self, name: str) -> int | None:
        """Return the direction of that name on the map; none: it has none, and passages have no names."""
        return self.flat.headed(name)

    def link(self, direction: int) -> Link | None:
        """Return the passage that is a direction; none: it is a step on the map."""
        first = len(self.flat.headings)
        return self.links[direction - first] if direction >= first else None

    def beyond(self, cell: Cell, direction: int, *, steps: int = 1) -> Cell:
        """Return the cell that is ``steps`` steps away in a direction, on the map or not."""
        link = self.link(direction)
        if link is not None:
            return link.target if steps else cell
        flat, storey = self.place(cell)
        return self.lay(self.flat.beyond(flat, direction, steps=steps), storey)

    def direction(self, origin: Cell, target: Cell) -> int | None:
        """Return the direction of the step between neighbours or the ends of a passage; none: they are not."""
        (here, floor), (there, other) = self.place(origin), self.place(target)
        if floor == other:
            return self.flat.direction(here, there)
        return self._passages.get((origin, target))

    @cached_property
    def _passages(self) -> dict[tuple[Cell, Cell], int]:
        first = len(self.flat.headings)
        return {(link.origin, link.target): first + number for number, link in enumerate(self.links)}

    def delta(self, direction: int) -> int:
        """Return how many bits a step in ``direction`` moves a cell up."""
        link = self.link(direction)
        return self.flat.delta(direction) if link is None else self.bit(link.target) - self.bit(link.origin)


def floor_of(floors: Sequence[Fraction], elevation: Fraction) -> int:
    """Return the storey that an elevation belongs to: the highest that is not above it, else the lowest.

    >>> [floor_of((Fraction(0), Fraction(10)), Fraction(up)) for up in (-5, 9, 10, 12)]
    [0, 0, 1, 1]
    """
    return max(sum(floor <= elevation for floor in floors) - 1, 0)
