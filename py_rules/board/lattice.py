"""The numbering of a fine lattice, by which a map without cells is searched as any other grid.

Points stand at every third of a cell, so that borders of cells and doors between them lie on lines of points. A
step leads to one of the eight neighbours or a knight's move on; its length is rounded up to sevenths, quarters or
halves of a step, so that no path on the lattice is shorter than the straight lines it is made of.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import floor, isqrt
from typing import ClassVar, Final

from py_rules.board.boxes import FINE, part
from py_rules.board.grid import Cell, Heading, Lines, stack
from py_rules.board.spatial_index import Spot
from py_rules.values.records import record
from py_rules.values.rounding import GRAIN

SEVENTHS: Final = 7
QUARTERS: Final = 4
"""For long paths: layers are fewer by three in seven."""
HALVES: Final = 2
"""Coarse steps, to the eight neighbours only."""
DIRECTIONS: Final[tuple[Cell, ...]] = (
    *((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)),
    *((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)),
)
"""Column and row change per direction, in the order every tie is broken in."""
COARSE: Final = len(DIRECTIONS)
"""Here begin the four diagonals of coarse steps, which are rounded up to halves, so that their sums stay few."""


@cache
def headings(parts: int) -> tuple[Heading, ...]:
    """Return the directions of steps on a lattice that counts such parts of a step.

    >>> [[str(heading.even) for heading in headings(parts)[::4]] for parts in (SEVENTHS, QUARTERS)]
    [['1', '10/7', '16/7', '16/7', '3/2'], ['1', '3/2', '9/4', '9/4', '3/2']]
    """
    sized = [(col, row, parts) for col, row in DIRECTIONS] + [
        (col, row, HALVES) for col, row in DIRECTIONS[4:8]
    ]
    return tuple(
        Heading("", col, row, Fraction(col), Fraction(row), far, far)
        for col, row, far in ((col, row, _up(col * col + row * row, parts)) for col, row, parts in sized)
    )


def _up(square: int, parts: int) -> Fraction:
    """Return the root of a square, rounded up to such parts.

    >>> str(_up(2, 7)), str(_up(1, 7))
    ('10/7', '1')
    """
    return Fraction(isqrt(square * parts * parts - 1) + 1, parts)


def squares_crossed(direction: int) -> list[Cell]:
    """Return the squares a step lies in, from its origin.

    >>> squares_crossed(2), squares_crossed(12)
    ([(-1, 0)], [(-2, -1), (-1, -1)])
    """
    cols, rows = (range(min(by, 0), max(by, 0 if by else 1)) for by in DIRECTIONS[direction])
    return list(product(cols, rows))


@record()
class Lattice(Lines):
    """The points of a window of the map, row by row."""

    first_column: ClassVar = 0
    """Rasters are counted from the window's corner."""
    left: int
    top: int
    cols: int
    inner: int
    """Rows of points."""
    parts: int = SEVENTHS
    """Lengths are whole numbers of such parts of a step."""
    rungs: tuple[Heading, ...] = ()
    """Directions to and from the places right beside points, where there are ledges."""

    @property
    def rows(self) -> int:
        """Rows of bits."""
        return self.beside(2 if self.rungs else 0)

    def beside(self, side: int) -> int:
        """Return how many rows of bits are before those of the places left of points (0), and above them (1)."""
        return self.inner + 1 + side * self.inner

    @property
    def stride(self) -> int:
        """Bits from one row to the next: a knight's move never wraps."""
        return self.cols + 2

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The directions of steps, then those beside points."""
        return (*headings(self.parts), *self.rungs)

    def length(self, direction: int, *, parity: int) -> Fraction:
        """Return the length of a step, in steps."""
        del parity
        return self.headings[direction].even

    def least(self, direction: int, *, parity: int) -> Fraction:
        """Return the length of a step rounded down: no run-up may count as longer than it is."""
        del parity
        heading = self.headings[direction]
        square = (heading.east * heading.east + heading.south * heading.south) * GRAIN * GRAIN
        return Fraction(isqrt(floor(square)), GRAIN)

    def crossed(self, direction: int) -> Sequence[int]:
        """Return the squares that a step lies in, in bits from its origin; none beside points."""
        squares = squares_crossed(direction) if direction < len(DIRECTIONS) else ()
        return [row * self.stride + col for col, row in squares]

    def holds(self, cell: Cell) -> bool:
        """Return whether a point is in the window, or a place beside one."""
        col, row = cell[0] - self.left, cell[1] - self.top
        inside = 0 <= row < self.inner or self.inner < row < self.rows
        return 0 <= col < self.cols and inside

    def shows(self, cell: Cell) -> bool:
        """Return whether a point is in the window: places beside points are named past it."""
        return 0 <= cell[0] - self.left < self.cols and 0 <= cell[1] - self.top < self.inner

    def bit(self, cell: Cell) -> int:
        """Return the number of a point's bit."""
        return (cell[1] - self.top) * self.stride + cell[0] - self.left

    def cell(self, bit: int) -> Cell:
        """Return the point of a bit."""
        row, col = divmod(bit, self.stride)
        return col + self.left, row + self.top

    def spot(self, cell: Cell) -> Spot:
        """Return where a point is, or the place beside one, in grains."""
        side, row = divmod(cell[1] - self.top - self.inner - 1, self.inner)
        if side < 0:
            return point(cell)
        x, y = point((cell[0], row + self.top))
        return (x - 1, y) if side == 0 else (x, y - 1)

    def raster(self, bits: int) -> tuple[int, int]:
        """Return a set of points row by row, as it is, and the first row."""
        return bits, 0

    def apart(self, first: Cell, second: Cell) -> int:
        """Return the square of the distance of two points, in steps."""
        return (first[0] - second[0]) ** 2 + (first[1] - second[1]) ** 2

    @property
    def first_line(self) -> int:
        """The row of the map that the bits begin with."""
        return self.top

    def rect(self, left: int, top: int, right: int, bottom: int) -> int:
        """Return the points of a rectangle that are in the window."""
        left, right = max(left - self.left, 0), min(right - self.left, self.cols)
        top, bottom = max(top - self.top, 0), min(bottom - self.top, self.inner)
        if left >= right or top >= bottom:
            return 0
        row = ((1 << (right - left)) - 1) << left
        return stack(row, self.stride, count=bottom - top) << top * self.stride


def point(cell: Cell) -> Spot:
    """Return where a point of the lattice is, in grains.

    >>> point((1, 3))
    (333333, 1000000)
    """
    return part(cell[0]), part(cell[1])


def square_of(spot: Spot) -> Cell:
    """Return the square of the lattice that a place is in.

    >>> square_of((500_000, 333_333))
    (1, 1)
    """
    col, row = spot[0] * FINE // GRAIN, spot[1] * FINE // GRAIN
    return col + (part(col + 1) <= spot[0]), row + (part(row + 1) <= spot[1])
