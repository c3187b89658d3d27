"""Grids of cells, of squares and of hexes in rows or columns, as bits of one integer.

On a map of hexes a cell is named by column and row, too; every second row (or column) is shifted by half a cell. In
the bits each line is set back against the one above by what the shifts amount to, so that all directions are
constant shifts:

    rows odd, as drawn            in the bits (place, line); ``lead`` is 1
    (0,0) (1,0) (2,0)             .     (0,0) (1,0) (2,0)
       (0,1) (1,1) (2,1)          .     (0,1) (1,1) (2,1)
    (0,2) (1,2) (2,2)             (0,2) (1,2) (2,2) .

A row map sets its rows back: place ``col - (row + even) // 2 + lead`` of line ``row``. A column map sets its
columns up: place ``col`` of line ``row - (col + even) // 2 + lead``. East of a place is the next one; the other
neighbours are above and below it, below left and above right. Squares are set back by nothing. The plane of the bits
is an affine image of the map: what is straight stays straight, and walls are cut there on all maps.

The sides of a cell are pitches: a row map of hexes has columns a cell side apart, and rows ``sqrt(3) / 2`` of it (see
:func:`narrow`). All steps between hexes are a cell side long, and none leads between two others.
"""

from py_rules.board.grid import Cell, Heading, Lines, first, slide
from py_rules.board.headings import AXES, DIRECTIONS, hex_headings, square_headings
from py_rules.board.hex_cells import set_backs
from py_rules.values.records import record


@record()
class Numbering(Lines):
    """A map of ``cols`` by ``rows`` cells and its numbering of bits.

    ``columns``: its columns are straight, not its rows; ``even``: it is the even ones that are shifted: of hexes.

    >>> SE = 4
    >>> [int(Numbering(9, 9, "alternating_1").length(SE, parity=p)) for p in (0, 1)]
    [1, 2]
    >>> [Numbering(10, 4).delta(d) for d in (0, 1, 7)], bin(Numbering(3, 2).shift(0b1, SE))
    ([1, 11, -10], '0b100000')
    """

    cols: int
    rows: int
    diagonals: str = "equidistant"
    first_column: int = 0
    """The column of the map that lines of bits begin with: not 0 only where a part of a square map is looked at."""
    first_line: int = 0
    """The row of the map that the bits begin with, likewise."""
    hexes: bool = False
    columns: bool = False
    even: bool = False

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The directions of steps."""
        return hex_headings(self.columns) if self.hexes else square_headings(self.diagonals)

    @property
    def ways(self) -> tuple[Cell, ...]:
        """Change of place and line per direction."""
        return AXES if self.hexes else DIRECTIONS

    def beside(self, direction: int) -> tuple[int, ...]:
        """Return the directions to the cells between which a diagonal leads.

        >>> Numbering(9, 9).beside(5), Numbering(9, 9).beside(0), Numbering(9, 9, hexes=True).beside(5)
        ((2, 1), (), ())
        """
        col, row = self.ways[direction]
        diagonal = self.headings[direction].diagonal
        return (DIRECTIONS.index((col, 0)), DIRECTIONS.index((0, row))) if diagonal else ()

    def beyond(self, cell: Cell, direction: int, *, steps: int = 1) -> Cell:
        """Return the cell that is ``steps`` steps away in a direction, on the map or not.

        >>> Numbering(9, 9).beyond((3, 3), 7, steps=2)
        (5, 1)
        >>> rows, columns = Numbering(9, 9, hexes=True), Numbering(9, 9, hexes=True, columns=True, even=True)
        >>> [rows.beyond((3, 3), direction) for direction in range(6)]
        [(4, 3), (4, 4), (3, 4), (2, 3), (3, 2), (4, 2)]
        >>> [columns.beyond((3, 3), direction) for direction in range(6)]
        [(4, 3), (3, 4), (2, 3), (2, 2), (3, 2), (4, 2)]
        """
        (place, line), (right, down) = self.place(cell), self.ways[direction]
        return self.named(place + steps * right, line + steps * down)

    def direction(self, origin: Cell, target: Cell) -> int | None:
        """Return the direction of the step between neighbours; none: they are not.

        >>> [Numbering(9, 9).direction((3, 3), cell) for cell in ((4, 2), (5, 3))]
        [7, None]
        """
        (place, line), (to, below), ways = self.place(origin), self.place(target), self.ways
        change = (to - place, below - line)
        return ways.index(change) if change in ways else None

    def _back(self, number: int) -> int:
        """Return by how much a row, of a column map a column, is set back in the bits."""
        return (number + self.even) >> 1 if self.hexes else 0

    @property
    def lead(self) -> int:
        """The most that a line is set back by."""
        return self._back((self.cols if self.columns else self.rows) - 1)

    def place(self, cell: Cell) -> Cell:
        """Return place and line of a cell among those of the whole map, on it or not.

        >>> Numbering(3, 3, hexes=True).place((0, 2)), Numbering(3, 3, hexes=True, columns=True).place((2, 0))
        ((0, 2), (2, 0))
        """
        if not self.hexes:
            return cell
        col, row = cell
        if self.columns:
            return col, row - self._back(col) + self.lead
        return col - self._back(row) + self.lead, row

    def named(self, place: int, line: int) -> Cell:
        """Return the cell at a place of a line of the whole map, on it or not."""
        if not self.hexes:
            return place, line
        if self.columns:
            return place, line + self._back(place) - self.lead
        return place + self._back(line) - self.lead, line

    @property
    def stride(self) -> int:
        """Bits from one line to the next."""
        return self.cols + 1 if self.columns else self.cols + self.lead + 1

    @property
    def lines(self) -> int:
        """Lines of bits that are looked at."""
        return self.rows + self.lead if self.columns else self.rows

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell is on the map, among those that are looked at."""
        return 0 <= cell[0] - self.first_column < self.cols and 0 <= cell[1] - self.first_line < self.rows

    def bit(self, cell: Cell) -> int:
        """Return the number of a cell's bit; the cell must be on the map.

        >>> [Numbering(3, 3, hexes=True).bit(cell) for cell in [(0, 0), (0, 1), (0, 2)]], Numbering(10, 4).bit((3, 2))
        ([1, 6, 10], 25)
        """
        place, line = self.place(cell)
        return (line - self.first_line) * self.stride + place - self.first_column

    def cell(self, bit: int) -> Cell:
        """Return the cell of a bit.

        >>> [Numbering(3, 3, hexes=True).cell(bit) for bit in (1, 6, 10)], Numbering(10, 4).cell(25)
        ([(0, 0), (0, 1), (0, 2)], (3, 2))
        """
        line, place = divmod(bit, self.stride)
        return self.named(place + self.first_column, line + self.first_line)

    def spot(self, cell: Cell) -> Cell:
        """Return where the middle of a cell is, in halves of a pitch from the top left of the map.

        >>> Numbering(9, 9, hexes=True).spot((0, 1)), Numbering(9, 9).spot((0, 1))
        ((2, 3), (1, 3))
        """
        col, row = cell
        if self.columns:
            return 2 * col + 1, 2 * row + 1 + ((col + self.even) & 1)
        return 2 * col + 1 + (self.hexes & (row + self.even)), 2 * row + 1

    def apart(self, first: Cell, second: Cell) -> int:
        """Return the square of the distance between the middles of two cells, in quarters of a cell side.

        >>> [Numbering(9, 9, hexes=hexes).apart((0, 0), (0, 1)) for hexes in (True, False)]
        [16, 16]
        >>> [Numbering(9, 9, hexes=hexes).apart((0, 0), (0, 2)) for hexes in (True, False)]
        [48, 64]
        """
        (x, y), (far, low) = self.spot(first), self.spot(second)
        wide, tall = (3 if self.columns else 4), (3 if self.hexes and not self.columns else 4)
        return wide * (x - far) ** 2 + tall * (y - low) ** 2

    def raster(self, bits: int) -> tuple[int, int]:
        """Return cells of the whole map, at least one, row by row, and the row that they begin with.

        What is set back is moved on again, by powers of two, all rows or columns at once.

        >>> for grid in (Numbering(3, 3, hexes=True), Numbering(3, 3)):
        ...     rows, top = grid.raster(1 << grid.bit((0, 1)) | 1 << grid.bit((0, 2)))
        ...     bin(rows), top
        ('0b100001', 1)
        ('0b10001', 1)
        """
        stride, line = self.stride, first(bits) // self.stride
        odd = line & 1 if self.hexes and not self.columns else 0
        moved = bits >> (line - odd) * stride
        for mask, by in self._set_backs():
            part = moved & mask
            moved = (moved ^ part) | part << by
        if self.columns:
            return moved, line - self.lead
        return slide(moved, self._back(line - self.even) - self.lead) >> odd * stride, line + self.first_line

    def _set_backs(self) -> tuple[tuple[int, int], ...]:
        if not self.hexes:
            return ()
        sides = {"stride": self.stride, "lines": self.lines}
        return set_backs(self.cols, self.rows, **sides, columns=self.columns, even=self.even)

    def laid(self, rows: int) -> int:
        """Return a set of cells given row by row from the top of the map: the reverse of :meth:`raster`."""
        moved = rows << self.lead * (self.stride if self.columns else 1)
        for mask, by in reversed(self._set_backs()):
            part = moved & mask
            moved = (moved ^ part) | part >> by
        return moved
