"""The square grid as bits of one integer.

Cell ``(col, row)`` is bit ``row * stride + col`` with ``stride = cols + 1``: the spare column at the
right stays empty, so that a shift by one column never wraps into the next row.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from math import floor
from typing import Final

from py_rules.board.grid import Cell, Grid, Heading, Point, first, stack
from py_rules.board.polygon import Corner, columns, outline
from py_rules.protocol import map_data
from py_rules.values.records import record
from py_rules.values.rounding import ROOT_TWO

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
    legal = diagonals != "illegal"
    return tuple(
        Heading(str(number), col, row, Fraction(col), Fraction(row), even, odd, diagonal=True, allowed=legal)
        if col and row
        else Heading(str(number), col, row, Fraction(col), Fraction(row))
        for number, (col, row) in enumerate(DIRECTIONS)
    )


@record()
class Square(Grid):
    """A square grid of ``cols`` by ``rows`` cells and its numbering of bits: its lines are the rows.

    >>> [int(Square(9, 9, "alternating_1").length(SE, parity=p)) for p in (0, 1)]
    [1, 2]
    >>> [Square(10, 4).delta(d) for d in (E, S, NE)]
    [1, 11, -10]
    >>> bin(Square(3, 2).shift(0b1, SE))
    '0b100000'
    """

    diagonals: str = "equidistant"
    top: int = 0
    """The row of the map that is row 0 of the bits, where only some rows are looked at."""
    left: int = 0
    """The column of the map that is column 0 of the bits, likewise."""

    @property
    def first_column(self) -> int:
        """The column of the map that lines of bits begin with."""
        return self.left

    @property
    def first_line(self) -> int:
        """The row of the map that the bits begin with."""
        return self.top

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The directions of steps."""
        return headings_of(self.diagonals)

    def beyond(self, cell: Cell, direction: int, *, steps: int = 1) -> Cell:
        """Return the cell that is ``steps`` steps away in a direction, on the map or not.

        >>> Square(9, 9).beyond((3, 3), NE, steps=2)
        (5, 1)
        """
        col, row = DIRECTIONS[direction]
        return cell[0] + steps * col, cell[1] + steps * row

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
        col, row = DIRECTIONS[direction]
        return (DIRECTIONS.index((col, 0)), DIRECTIONS.index((0, row))) if col and row else ()

    def straight(self, cell: Cell, by: Point, *, side: Fraction) -> list[Cell]:
        """Return the cells of a straight line, without the first.

        >>> Square(9, 9).straight((1, 1), (Fraction(15), Fraction(5)), side=Fraction(5))
        [(2, 1), (3, 2), (4, 2)]
        """
        wanted = (round(by[0] / side), round(by[1] / side))
        steps = max(abs(wanted[0]), abs(wanted[1]))
        shares = [Fraction(index, steps) for index in range(1, steps + 1)]
        return [(cell[0] + round(wanted[0] * share), cell[1] + round(wanted[1] * share)) for share in shares]

    def ahead(self, direction: int, far: Fraction, *, side: Fraction) -> Point:
        """Return how far east and south steps in a direction lead, where each is a cell side long."""
        del side
        col, row = DIRECTIONS[direction]
        return col * far, row * far

    def spot(self, cell: Cell) -> Cell:
        """Return where the middle of a cell is, in halves of a cell from the top left of the map."""
        return 2 * cell[0] + 1, 2 * cell[1] + 1

    def middle(self, cell: Cell, size: Cell, *, side: Fraction) -> Point:
        """Return where the middle of a footprint is.

        >>> Square(9, 9).middle((3, 0), (1, 2), side=Fraction(5))
        (Fraction(35, 2), Fraction(5, 1))
        """
        per, half = side.numerator, 2 * side.denominator
        return (
            Fraction((2 * cell[0] + size[0]) * per, half),
            Fraction((2 * cell[1] + size[1]) * per, half),
        )

    def apart(self, first: Cell, second: Cell) -> int:
        """Return the square of the distance between the middles of two cells, in cells.

        >>> Square(9, 9).apart((0, 0), (3, 4))
        25
        """
        return (first[0] - second[0]) ** 2 + (first[1] - second[1]) ** 2

    def pitches(self, side: Fraction) -> Point:
        """Return the side of a cell, across and down."""
        return side, side

    def span(self, first: Point, second: Point, *, side: Fraction) -> Fraction:
        """Return the length of the shortest path of steps between two places, each a cell side long.

        >>> Square(9, 9).span((Fraction(0), Fraction(0)), (Fraction(3), Fraction(4)), side=Fraction(1))
        Fraction(4, 1)
        """
        del side
        return max(abs(first[0] - second[0]), abs(first[1] - second[1]))

    def adjoins(self, first: tuple[Point, Cell], second: tuple[Point, Cell], *, side: Fraction) -> bool:
        """Return whether two bodies are next to each other, by a side or by a corner.

        >>> a, b = ((Fraction(5), Fraction(5)), (2, 2)), ((Fraction(25, 2), Fraction(25, 2)), (1, 1))
        >>> Square(9, 9).adjoins(a, b, side=Fraction(5)), Square(9, 9).adjoins(a, b, side=Fraction(4))
        (True, False)
        """
        (at, size), (there, other) = first, second
        return all(2 * abs(at[axis] - there[axis]) <= (size[axis] + other[axis]) * side for axis in (0, 1))

    def plane(self, x: int, y: int, *, unit: int) -> Cell:
        """Return a point as it is: the bits lie as the cells do."""
        del unit
        return x, y

    @property
    def stride(self) -> int:
        """Bits from one row to the next."""
        return self.cols + 1

    @property
    def lines(self) -> int:
        """Rows that are looked at."""
        return self.rows

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell is on the map, among the rows that are looked at."""
        return 0 <= cell[0] - self.left < self.cols and 0 <= cell[1] - self.top < self.rows

    def bit(self, cell: Cell) -> int:
        """Return the number of a cell's bit; the cell must be on the map.

        >>> Square(10, 4).bit((3, 2))
        25
        """
        return (cell[1] - self.top) * self.stride + cell[0] - self.left

    def cell(self, bit: int) -> Cell:
        """Return the cell of a bit.

        >>> Square(10, 4).cell(25)
        (3, 2)
        """
        row, col = divmod(bit, self.stride)
        return col + self.left, row + self.top

    def raster(self, bits: int) -> tuple[int, int]:
        """Return a set of cells as it is: it lies row by row.

        >>> Square(3, 3).raster(0b110_0000)
        (6, 1)
        """
        top = first(bits) // self.stride
        return bits >> top * self.stride, top + self.top

    def rect(self, corner: Cell, size: Cell) -> int:
        """Return the part of a rectangle of cells that is on the map.

        >>> bin(Square(3, 2).rect((1, -1), (5, 2)))
        '0b110'
        """
        start, first = corner[0] - self.left, corner[1] - self.top
        left, right = max(start, 0), min(start + size[0], self.cols)
        top, bottom = max(first, 0), min(first + size[1], self.rows)
        if left >= right or top >= bottom:
            return 0
        row = ((1 << (right - left)) - 1) << left
        return stack(row, self.stride, count=bottom - top) << (top * self.stride)

    def cells(self, cells: Iterable[Cell]) -> int:
        """Return the given cells; those off the map are left out."""
        rows: dict[int, int] = {}
        for col, row in cells:
            if self.holds((col, row)):
                rows[row] = rows.get(row, 0) | 1 << (col - self.left)
        bits = 0
        for row, line in rows.items():
            bits |= line << ((row - self.top) * self.stride)
        return bits

    def area(self, area: map_data.Area) -> int:
        """Return the part of a region's area that is on the map."""
        if not isinstance(area, map_data.Cells):
            return Grid.area(self, area)
        mask, bits = (1 << self.cols) - 1, 0
        for row in area.lines.keys() & range(self.top, self.top + self.rows):
            bits |= (area.lines[row] >> self.left & mask) << ((row - self.top) * self.stride)
        return bits

    def polygon(self, corners: Sequence[Corner]) -> int:
        """Return the cells whose middle lies inside a polygon.

        >>> bin(Square(3, 2).polygon([(0, 0), (3, 0), (0, 2)]))
        '0b10011'
        """
        low, high = (floor(pick(y for _, y in corners)) for pick in (min, max))
        bits, grains = 0, outline(corners)
        for row in range(max(low, self.top), min(high + 1, self.top + self.rows)):
            for cols in columns(grains, 2 * row + 1):
                bits |= self.rect((cols.start, row), (len(cols), 1))
        return bits

    def footprint(self, cell: Cell, size: Cell) -> frozenset[Cell]:
        """Return the cells that a token of ``size`` covers when its top left one is ``cell``.

        >>> sorted(Square(9, 9).footprint((3, 1), (1, 2)))
        [(3, 1), (3, 2)]
        """
        (col, row), (cols, rows) = cell, size
        return frozenset((c, r) for c in range(col, col + cols) for r in range(row, row + rows))

    def fits(self, cell: Cell, size: Cell) -> bool:
        """Return whether a footprint is wholly on the map.

        >>> Square(9, 9).fits((7, 8), (2, 1)), Square(9, 9).fits((7, 8), (2, 2))
        (True, False)
        """
        return self.holds(cell) and self.holds((cell[0] + size[0] - 1, cell[1] + size[1] - 1))

    def touched(self, bits: int, size: Cell) -> int:
        """Return the anchors whose footprint of ``size`` has a cell in ``bits``.

        >>> bin(Square(3, 1).touched(0b100, (2, 1)))
        '0b10'
        """
        wide = _spread(bits, size[0], by=1)
        return _spread(wide, size[1], by=self.stride) & self.anchors(size)

    def anchors(self, size: Cell) -> int:
        """Return the anchors at which a footprint of ``size`` is wholly on the map."""
        return self.rect((self.left, self.top), (self.cols - size[0] + 1, self.rows - size[1] + 1))


def _spread(bits: int, count: int, *, by: int) -> int:
    """Return bits together with those shifted down by each of some multiples, from 0 on.

    >>> bin(_spread(0b1000000, 3, by=2))
    '0b1010100'
    """
    done = 1
    while done < count:
        more = min(done, count - done)
        bits |= bits >> (more * by)
        done += more
    return bits
