"""The square grid as bits of one integer: numbering, directions, areas, lengths.

Cell ``(col, row)`` is bit ``row * stride + col`` with ``stride = cols + 1``: the spare column at the
right stays empty, so that a shift by one column never wraps into the next row.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from py_rules import protocol

Cell = tuple[int, int]

E, S, W, N, SE, SW, NW, NE = range(8)
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
    "rectilinear": (Fraction(2), Fraction(2)),
    "alternating_1": (Fraction(1), Fraction(2)),
    "alternating_2": (Fraction(2), Fraction(1)),
    "illegal": (Fraction(1), Fraction(1)),
}
"""Length of a diagonal in cell sides, after an even and after an odd number of diagonals."""


@dataclass(frozen=True, slots=True)
class Square:
    """A square grid of ``cols`` by ``rows`` cells and its numbering of bits."""

    cols: int
    rows: int

    @property
    def stride(self) -> int:
        """Bits from one row to the next."""
        return self.cols + 1

    def bit(self, cell: Cell) -> int:
        """Return the number of a cell's bit; the cell must be on the map.

        >>> Square(10, 4).bit((3, 2))
        25
        """
        return cell[1] * self.stride + cell[0]

    def cell(self, bit: int) -> Cell:
        """Return the cell of a bit.

        >>> Square(10, 4).cell(25)
        (3, 2)
        """
        row, col = divmod(bit, self.stride)
        return col, row

    def delta(self, direction: int) -> int:
        """Return how many bits a step in ``direction`` moves a cell up.

        >>> [Square(10, 4).delta(d) for d in (E, S, NE)]
        [1, 11, -10]
        """
        col, row = DIRECTIONS[direction]
        return row * self.stride + col

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
        top, bottom = max(corner[1], 0), min(corner[1] + size[1], self.rows)
        if left >= right or top >= bottom:
            return 0
        row = ((1 << (right - left)) - 1) << left
        return stack(row, self.stride, bottom - top) << (top * self.stride)

    def cells(self, cells: Iterable[Cell]) -> int:
        """Return the given cells; those off the map are left out."""
        rows: dict[int, int] = {}
        for col, row in cells:
            if 0 <= col < self.cols and 0 <= row < self.rows:
                rows[row] = rows.get(row, 0) | 1 << col
        bits = 0
        for row, line in rows.items():
            bits |= line << (row * self.stride)
        return bits

    def area(self, area: protocol.Area) -> int:
        """Return the part of an area of the wire that is on the map."""
        if isinstance(area, protocol.Rect):
            col, row, cols, rows = area.rect
            return self.rect((col, row), (cols, rows))
        return self.cells(area.cells)

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
        return self.rect((0, 0), (self.cols - size[0] + 1, self.rows - size[1] + 1))


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


def factor(rule: str, *, diagonal: bool, parity: int) -> Fraction:
    """Return the length of a step in cell sides; ``parity`` counts the diagonals walked before.

    >>> [int(factor("alternating_1", diagonal=True, parity=p)) for p in (0, 1)]
    [1, 2]
    >>> factor("approximate", diagonal=False, parity=0)
    Fraction(1, 1)
    """
    return FACTORS[rule][parity & 1] if diagonal else Fraction(1)


def alternates(rule: str) -> bool:
    """Return whether the length of a diagonal depends on the diagonals before it."""
    even, odd = FACTORS[rule]
    return even != odd
