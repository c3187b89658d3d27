"""What every grid of cells can do: number its bits, name its directions, and hold sets of cells as one integer.

The bits lie in lines of ``stride`` bits, such that every direction is one constant shift. How cells are named
on the map is another matter, which :meth:`Grid.bit` and :meth:`Grid.cell` know.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Final

from py_rules.board.polygon import Corner
from py_rules.protocol import map_data
from py_rules.values.records import record

BLOCK: Final = 1 << 14
"""Bits that many small sets are looked at together by."""
Cell = tuple[int, int]
Point = tuple[Fraction, Fraction]


@record()
class Heading:
    """A direction of steps.

    ``name`` is what ledgers know it by. ``col`` and ``row`` are the change of place and line in the numbering
    of bits; ``east`` and ``south`` the way it leads on the map, in pitches: from one column, one row to the
    next. ``even`` and ``odd`` are its length in cell sides after an even and an odd number of diagonals. A
    diagonal leads between two other cells: it cuts their corner.
    """

    name: str
    col: int
    row: int
    east: Fraction
    south: Fraction
    even: Fraction = Fraction(1)
    odd: Fraction = Fraction(1)
    diagonal: bool = False
    allowed: bool = True
    passage: bool = False
    """Whether it leads from one storey to another: nobody runs or jumps that way."""


class Lines(ABC):
    """Cells or points in lines of bits, such that every direction is one constant shift."""

    __slots__ = ()

    @property
    @abstractmethod
    def headings(self) -> tuple[Heading, ...]:
        """The directions of steps, in the order every tie is broken in."""

    @property
    @abstractmethod
    def stride(self) -> int:
        """Bits from one line to the next; the last of a line is spare, and stays empty."""

    @property
    def lasts(self) -> bool:
        """Whether a board on it is searched again and again."""
        return True

    @property
    def alternates(self) -> bool:
        """Whether the length of a diagonal depends on the diagonals before it."""
        return False

    def length(self, direction: int, *, parity: int) -> Fraction:
        """Return the length of a step in cell sides; ``parity`` counts the diagonals walked before."""
        heading = self.headings[direction]
        return heading.odd if parity & 1 else heading.even

    def least(self, direction: int, *, parity: int) -> Fraction:
        """Return a length that a step is not shorter than: of most grids, its length."""
        return self.length(direction, parity=parity)

    def crossed(self, direction: int) -> Sequence[int]:
        """Return the squares that a step lies in, in bits from its origin; none but on a lattice with ledges."""
        del direction
        return ()

    def delta(self, direction: int) -> int:
        """Return how many bits a step in ``direction`` moves a cell up."""
        heading = self.headings[direction]
        return heading.row * self.stride + heading.col

    def shift(self, bits: int, direction: int) -> int:
        """Return the cells one step in ``direction`` from ``bits``; what leaves the map is not cut."""
        return slide(bits, self.delta(direction))

    def back(self, bits: int, direction: int) -> int:
        """Return the cells from which a step in ``direction`` leads into ``bits``."""
        return slide(bits, -self.delta(direction))

    def headed(self, name: str) -> int | None:
        """Return the direction of that name; none: the grid has none."""
        return next((n for n, heading in enumerate(self.headings) if heading.name == name), None)


class Plane(Lines):
    """One flat map, of cells or of points."""

    __slots__ = ()

    @abstractmethod
    def raster(self, bits: int) -> tuple[int, int]:
        """Return cells of the whole map, at least one, row by row, and the row that they begin with.

        Of row ``top``, with which it begins, cell ``(col, row)`` is bit ``(row - top) * stride + col``, with
        columns counted from the first one that is looked at.
        """

    @property
    def first_column(self) -> int:
        """The column of the map that rows of a raster begin with; not 0 only where a part of it is looked at."""
        return 0

    @abstractmethod
    def apart(self, first: Cell, second: Cell) -> int:
        """Return how far the middles of two cells are apart: squared, in a unit of its own."""


@record()
class Grid(Plane):
    """A map of ``cols`` by ``rows`` cells and its numbering of bits."""

    cols: int
    rows: int

    # ------------------------------------------------------------ directions

    @abstractmethod
    def beside(self, direction: int) -> tuple[int, ...]:
        """Return the directions to the cells between which a diagonal leads."""

    @abstractmethod
    def beyond(self, cell: Cell, direction: int, *, steps: int = 1) -> Cell:
        """Return the cell that is ``steps`` steps away in a direction, on the map or not."""

    @abstractmethod
    def direction(self, origin: Cell, target: Cell) -> int | None:
        """Return the direction of the step between neighbours; none: they are not."""

    @abstractmethod
    def straight(self, cell: Cell, by: Point, *, side: Fraction) -> list[Cell]:
        """Return the cells of a straight line, without the first; ``by``: how far east and south it leads."""

    @abstractmethod
    def ahead(self, direction: int, far: Fraction, *, side: Fraction) -> Point:
        """Return how far east and south steps in a direction lead that are ``far`` together."""

    @property
    def alternates(self) -> bool:
        """Whether the length of a diagonal depends on the diagonals before it."""
        return any(heading.even != heading.odd for heading in self.headings)

    # ------------------------------------------------------------ places on the map

    @abstractmethod
    def spot(self, cell: Cell) -> Cell:
        """Return where the middle of a cell is, in halves of a pitch from the top left of the map."""

    @abstractmethod
    def middle(self, cell: Cell, size: Cell, *, side: Fraction) -> Point:
        """Return where the middle of a footprint is, from the top left of the map; ``side``: of a cell."""

    @abstractmethod
    def pitches(self, side: Fraction) -> Point:
        """Return how long a pitch is, from column to column and from row to row; ``side``: of a cell."""

    @abstractmethod
    def span(self, first: Point, second: Point, *, side: Fraction) -> Fraction:
        """Return the length of the shortest path of steps between two places, wherever cells are."""

    @abstractmethod
    def adjoins(self, first: tuple[Point, Cell], second: tuple[Point, Cell], *, side: Fraction) -> bool:
        """Return whether two bodies, each by its middle and its size, are next to each other, or on each other."""

    @abstractmethod
    def plane(self, x: int, y: int, *, unit: int) -> Cell:
        """Return where a point of the map lies in the plane of the bits.

        There the cell at place ``p`` of line ``l`` has its centre at ``(p + 1/2, l + 1/2)``, and a straight line
        of the map is straight. A pitch has ``unit`` parts, a multiple of 4; ``x`` and ``y`` are even.
        """

    # ------------------------------------------------------------ bits

    @property
    @abstractmethod
    def lines(self) -> int:
        """Lines of bits that are looked at."""

    @abstractmethod
    def holds(self, cell: Cell) -> bool:
        """Return whether a cell is on the map, among the lines that are looked at."""

    @abstractmethod
    def bit(self, cell: Cell) -> int:
        """Return the number of a cell's bit; the cell must be on the map."""

    @abstractmethod
    def cell(self, bit: int) -> Cell:
        """Return the cell of a bit."""

    @property
    def first_line(self) -> int:
        """The line of the map that the bits begin with; not 0 only where a part of it is looked at."""
        return 0

    # ------------------------------------------------------------ sets of cells

    @abstractmethod
    def rect(self, corner: Cell, size: Cell) -> int:
        """Return the part of a rectangle of cells, by column and row, that is on the map."""

    @abstractmethod
    def cells(self, cells: Iterable[Cell]) -> int:
        """Return the given cells; those off the map are left out."""

    def area(self, area: map_data.Area) -> int:
        """Return the part of a region's area that is on the map."""
        if isinstance(area, map_data.Rect):
            col, row, cols, rows = area.rect
            return self.rect((col, row), (cols, rows))
        return self.polygon(area.polygon) if isinstance(area, map_data.Polygon) else self.cells(area.cells)

    @abstractmethod
    def polygon(self, corners: Sequence[Corner]) -> int:
        """Return the cells whose middle lies inside a polygon, given in pitches."""

    # ------------------------------------------------------------ footprints

    @abstractmethod
    def footprint(self, cell: Cell, size: Cell) -> frozenset[Cell]:
        """Return the cells that a token of ``size`` covers when it stands at ``cell``."""

    @abstractmethod
    def touched(self, bits: int, size: Cell) -> int:
        """Return the anchors whose footprint of ``size`` has a cell in ``bits``."""

    def covered(self, bits: int, size: Cell) -> int:
        """Return the anchors at which all of a footprint of ``size`` lies in ``bits``."""
        others = self.anchors((1, 1)) & ~bits
        return self.anchors(size) & ~self.touched(others, size) if bits else 0

    @abstractmethod
    def anchors(self, size: Cell) -> int:
        """Return the anchors at which a footprint of ``size`` is wholly on the map."""

    def fits(self, cell: Cell, size: Cell) -> bool:
        """Return whether a footprint is wholly on the map."""
        return all(self.holds(covered) for covered in self.footprint(cell, size))


def slide(bits: int, delta: int) -> int:
    """Return ``bits`` moved up by ``delta``, or down if that is negative.

    >>> slide(0b10, 2), slide(0b1000, -3)
    (8, 1)
    """
    return bits << delta if delta >= 0 else bits >> -delta


def blocks(sets: Sequence[int]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield sets piece by piece: where a block of bits begins, and which sets have which bits in it.

    Of many small sets all over a large map each is looked at where it lies, and nowhere else.

    >>> list(blocks([0b11, 0b10 << BLOCK]))
    [(0, [(0, 3)]), (16384, [(1, 2)])]
    """
    within: dict[int, list[int]] = {}
    for number, bits in enumerate(sets):
        if bits:
            for block in range(first(bits) // BLOCK, (bits.bit_length() - 1) // BLOCK + 1):
                within.setdefault(block, []).append(number)
    mask = (1 << BLOCK) - 1
    for block, numbers in sorted(within.items()):
        at = block * BLOCK
        here = [(number, sets[number] >> at & mask) for number in numbers]
        yield at, [(number, bits) for number, bits in here if bits]


def union(many: Iterable[int]) -> int:
    """Return all bits of some sets.

    >>> union([0b1, 0b100])
    5
    """
    return reduce(or_, many, 0)


def first(bits: int) -> int:
    """Return the number of the lowest bit that is set; of none: -1.

    >>> first(0b10100)
    2
    """
    return (bits & -bits).bit_length() - 1


def stack(row: int, stride: int, *, count: int) -> int:
    """Return ``count`` copies of a row above each other, by doubling.

    >>> bin(stack(0b1, 3, count=3))
    '0b1001001'
    """
    bits, have = row, 1
    while have < count:
        take = min(have, count - have)
        bits |= (bits & ((1 << take * stride) - 1)) << (have * stride)
        have += take
    return bits
