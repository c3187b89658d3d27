"""The square grid as bits of one integer: numbering, directions, areas, lengths.

Cell ``(col, row)`` is bit ``row * stride + col`` with ``stride = cols + 1``: the spare column at the
right stays empty, so that a shift by one column never wraps into the next row.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import floor
from typing import Final

from py_rules import protocol
from py_rules.board.polygon import Corner, columns
from py_rules.exact import ROOT_TWO

Cell = tuple[int, int]

E, S, W, N, SE, SW, NW, NE = range(8)


@dataclass(frozen=True, slots=True)
class Heading:
    """A direction of steps.

    ``col`` and ``row`` are the change of column and row in the numbering of bits; ``east`` and ``south`` the
    way it leads on the map, in cells. ``even`` and ``odd`` are its length in cell sides after an even and an
    odd number of diagonals. A diagonal leads between two other cells: it cuts their corner.
    """

    col: int
    row: int
    east: Fraction
    south: Fraction
    even: Fraction = Fraction(1)
    odd: Fraction = Fraction(1)
    diagonal: bool = False
    allowed: bool = True


DIRECTIONS: Final[tuple[Cell, ...]] = (
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
)
"""Column and row change per direction, in the order every tie is broken in: orthogonals first."""

FACTORS: Final[dict[str, tuple[Fraction, Fraction]]] = {
    "equidistant": (Fraction(1), Fraction(1)),
    "approximate": (Fraction(3, 2), Fraction(3, 2)),
    "exact": (ROOT_TWO, ROOT_TWO),
    "rectilinear": (Fraction(2), Fraction(2)),
    "alternating_1": (Fraction(1), Fraction(2)),
    "alternating_2": (Fraction(2), Fraction(1)),
    "illegal": (Fraction(1), Fraction(1)),
}
"""Length of a diagonal in cell sides, after an even and after an odd number of diagonals."""


@cache
def headings_of(diagonals: str) -> tuple[Heading, ...]:
    """Return the directions of a square grid under a rule for diagonals.

    >>> [int(heading.odd) for heading in headings_of("alternating_1")]
    [1, 1, 1, 1, 2, 2, 2, 2]
    """
    even, odd = FACTORS[diagonals]
    return tuple(
        Heading(
            col, row, Fraction(col), Fraction(row), even, odd, diagonal=True, allowed=diagonals != "illegal"
        )
        if col and row
        else Heading(col, row, Fraction(col), Fraction(row))
        for col, row in DIRECTIONS
    )


@dataclass(frozen=True, slots=True)
class Square:
    """A square grid of ``cols`` by ``rows`` cells and its numbering of bits."""

    cols: int
    rows: int
    diagonals: str = "equidistant"
    top: int = 0
    """The row of the map that is row 0 of the bits, where only some rows are looked at."""

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The directions of steps."""
        return headings_of(self.diagonals)

    @property
    def alternates(self) -> bool:
        """Whether the length of a diagonal depends on the diagonals before it."""
        return any(heading.even != heading.odd for heading in self.headings)

    def length(self, direction: int, *, parity: int) -> Fraction:
        """Return the length of a step in cell sides; ``parity`` counts the diagonals walked before.

        >>> [int(Square(9, 9, "alternating_1").length(SE, parity=p)) for p in (0, 1)]
        [1, 2]
        """
        heading = self.headings[direction]
        return heading.odd if parity & 1 else heading.even

    def beyond(self, cell: Cell, direction: int, steps: int = 1) -> Cell:
        """Return the cell so many steps on, on the map or not.

        >>> Square(9, 9).beyond((3, 3), NE, 2)
        (5, 1)
        """
        heading = self.headings[direction]
        return cell[0] + steps * heading.col, cell[1] + steps * heading.row

    def direction(self, origin: Cell, target: Cell) -> int | None:
        """Return the direction of the step between neighbours; none: they are not.

        >>> Square(9, 9).direction((3, 3), (4, 2)), Square(9, 9).direction((3, 3), (5, 3))
        (7, None)
        """
        change = (target[0] - origin[0], target[1] - origin[1])
        return DIRECTIONS.index(change) if change in DIRECTIONS else None

    def beside(self, direction: int) -> tuple[int, ...]:
        """Return the directions to the cells between which a diagonal leads.

        >>> Square(9, 9).beside(SW) == (W, S), Square(9, 9).beside(E)
        (True, ())
        """
        heading = self.headings[direction]
        if not heading.diagonal:
            return ()
        return DIRECTIONS.index((heading.col, 0)), DIRECTIONS.index((0, heading.row))

    def spot(self, cell: Cell) -> tuple[int, int]:
        """Return where the middle of a cell is, in halves of a cell from the top left of the map."""
        return 2 * cell[0] + 1, 2 * cell[1] + 1

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell is on the map, among the rows that are looked at."""
        return 0 <= cell[0] < self.cols and 0 <= cell[1] - self.top < self.rows

    def band(self, top: int, rows: int) -> "Square":
        """Return the grid of some rows only; cells keep their names, bits count from row ``top``."""
        return replace(self, rows=rows, top=top)

    @property
    def stride(self) -> int:
        """Bits from one row to the next."""
        return self.cols + 1

    def bit(self, cell: Cell) -> int:
        """Return the number of a cell's bit; the cell must be on the map.

        >>> Square(10, 4).bit((3, 2))
        25
        """
        return (cell[1] - self.top) * self.stride + cell[0]

    def cell(self, bit: int) -> Cell:
        """Return the cell of a bit.

        >>> Square(10, 4).cell(25)
        (3, 2)
        """
        row, col = divmod(bit, self.stride)
        return col, row + self.top

    def delta(self, direction: int) -> int:
        """Return how many bits a step in ``direction`` moves a cell up.

        >>> [Square(10, 4).delta(d) for d in (E, S, NE)]
        [1, 11, -10]
        """
        heading = self.headings[direction]
        return heading.row * self.stride + heading.col

    def shift(self, bits: int, direction: int) -> int:
        """Return the cells one step in ``direction`` from ``bits``; what leaves the map is not cut.

        >>> bin(Square(3, 2).shift(0b1, SE))
        '0b100000'
        """
        return slide(bits, self.delta(direction))

    def back(self, bits: int, direction: int) -> int:
        """Return the cells from which a step in ``direction`` leads into ``bits``."""
        return slide(bits, -self.delta(direction))

    def rect(self, corner: Cell, size: Cell) -> int:
        """Return the part of a rectangle of cells that is on the map.

        >>> bin(Square(3, 2).rect((1, -1), (5, 2)))
        '0b110'
        """
        left, right = max(corner[0], 0), min(corner[0] + size[0], self.cols)
        first = corner[1] - self.top
        top, bottom = max(first, 0), min(first + size[1], self.rows)
        if left >= right or top >= bottom:
            return 0
        row = ((1 << (right - left)) - 1) << left
        return stack(row, self.stride, bottom - top) << (top * self.stride)

    def cells(self, cells: Iterable[Cell]) -> int:
        """Return the given cells; those off the map are left out."""
        rows: dict[int, int] = {}
        for col, row in cells:
            if self.holds((col, row)):
                rows[row] = rows.get(row, 0) | 1 << col
        bits = 0
        for row, line in rows.items():
            bits |= line << ((row - self.top) * self.stride)
        return bits

    def area(self, area: protocol.Area) -> int:
        """Return the part of an area of the wire that is on the map."""
        if isinstance(area, protocol.Rect):
            col, row, cols, rows = area.rect
            return self.rect((col, row), (cols, rows))
        return self.polygon(area.polygon) if isinstance(area, protocol.Polygon) else self.cells(area.cells)

    def polygon(self, corners: Sequence[Corner]) -> int:
        """Return the cells whose middle lies inside a polygon.

        >>> bin(Square(3, 2).polygon([(0, 0), (3, 0), (0, 2)]))
        '0b10011'
        """
        low, high = (floor(pick(y for _, y in corners)) for pick in (min, max))
        bits = 0
        for row in range(max(low, self.top), min(high + 1, self.top + self.rows)):
            for cols in columns(corners, 2 * row + 1):
                bits |= self.rect((cols.start, row), (len(cols), 1))
        return bits

    def touched(self, bits: int, size: Cell) -> int:
        """Return the anchors on the map whose footprint of ``size`` has a cell in ``bits``."""
        wide = bits
        for col in range(1, size[0]):
            wide |= bits >> col
        tall = wide
        for row in range(1, size[1]):
            tall |= wide >> (row * self.stride)
        return tall & self.anchors(size)

    def covered(self, bits: int, size: Cell) -> int:
        """Return the anchors on the map whose whole footprint of ``size`` lies in ``bits``."""
        wide = bits
        for col in range(1, size[0]):
            wide &= bits >> col
        tall = wide
        for row in range(1, size[1]):
            tall &= wide >> (row * self.stride)
        return tall & self.anchors(size)

    def anchors(self, size: Cell) -> int:
        """Return the anchors at which a footprint of ``size`` is wholly on the map."""
        return self.rect((0, self.top), (self.cols - size[0] + 1, self.rows - size[1] + 1))


def slide(bits: int, delta: int) -> int:
    """Return ``bits`` moved up by ``delta``, or down if that is negative.

    >>> slide(0b10, 2), slide(0b1000, -3)
    (8, 1)
    """
    return bits << delta if delta >= 0 else bits >> -delta


def stack(row: int, stride: int, count: int) -> int:
    """Return ``count`` copies of a row above each other, by doubling.

    >>> bin(stack(0b1, 3, 3))
    '0b1001001'
    """
    bits, have = row, 1
    while have < count:
        take = min(have, count - have)
        bits |= (bits & ((1 << take * stride) - 1)) << (have * stride)
        have += take
    return bits
