"""Hex grids, in rows and in columns, as bits of one integer.

On the map a cell is named by column and row, as on a square grid; every second row (or column) is shifted by
half a cell. In the bits each line is set back against the one above by what the shifts amount to, so that
the six directions are six constant shifts:

    rows odd, as drawn            in the bits (place, line); ``lead`` is 1
    (0,0) (1,0) (2,0)             .     (0,0) (1,0) (2,0)
       (0,1) (1,1) (2,1)          .     (0,1) (1,1) (2,1)
    (0,2) (1,2) (2,2)             (0,2) (1,2) (2,2) .

A row map sets its rows back: place ``col - (row + even) // 2 + lead`` of line ``row``. A column map sets its
columns up: place ``col`` of line ``row - (col + even) // 2 + lead``. East of a place is the next one; the other
neighbours are above and below it, below left and above right. The plane of the bits is an affine image of
the map: what is straight stays straight, and walls are cut there as on squares.

The sides of a cell are pitches: a row map has columns a cell side apart, and rows ``sqrt(3) / 2`` of it (see
:func:`narrow`). All steps are a cell side long, and none leads between two others.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Final

from py_rules.board.grid import Cell, Grid, Heading, Point, first, slide, stack
from py_rules.board.hex_cells import AXES, headings_of, narrow, nearest, set_backs, shape
from py_rules.board.polygon import Corner, columns, outline
from py_rules.values.records import record
from py_rules.values.rounding import on_grain

NUDGE: Final = Fraction(1, 1_000_000_000)
"""Moves a line off the edges between cells, always to the same side, so that it never falls between two."""


@record()
class Hex(Grid):
    """A hex grid of ``cols`` by ``rows`` cells and its numbering of bits.

    ``columns``: its columns are straight, not its rows; ``even``: it is the even ones that are shifted.
    """

    columns: bool = False
    even: bool = False

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The directions of steps."""
        return headings_of(self.columns)

    def _back(self, number: int) -> int:
        """Return by how much a row, of a column map a column, is set back in the bits."""
        return (number + self.even) >> 1

    @property
    def _lead(self) -> int:
        return self._back((self.cols if self.columns else self.rows) - 1)

    def place(self, cell: Cell) -> Cell:
        """Return place and line of a cell among those of the whole map, on it or not.

        >>> Hex(3, 3).place((0, 2)), Hex(3, 3, columns=True).place((2, 0))
        ((0, 2), (2, 0))
        """
        col, row = cell
        if self.columns:
            return col, row - self._back(col) + self._lead
        return col - self._back(row) + self._lead, row

    def named(self, place: int, line: int) -> Cell:
        """Return the cell at a place of a line of the whole map, on it or not."""
        if self.columns:
            return place, line + self._back(place) - self._lead
        return place + self._back(line) - self._lead, line

    def beside(self, direction: int) -> tuple[int, ...]:
        """Return nothing: no step leads between two other cells."""
        del direction
        return ()

    def beyond(self, cell: Cell, direction: int, *, steps: int = 1) -> Cell:
        """Return the cell that is ``steps`` steps away in a direction, on the map or not.

        >>> [Hex(9, 9).beyond((3, 3), direction) for direction in range(6)]
        [(4, 3), (4, 4), (3, 4), (2, 3), (3, 2), (4, 2)]
        >>> [Hex(9, 9, columns=True, even=True).beyond((3, 3), direction) for direction in range(6)]
        [(4, 3), (3, 4), (2, 3), (2, 2), (3, 2), (4, 2)]
        """
        (place, line), (right, down) = self.place(cell), AXES[direction]
        return self.named(place + steps * right, line + steps * down)

    def direction(self, origin: Cell, target: Cell) -> int | None:
        """Return the direction of the step between neighbours; none: they are not.

        >>> Hex(9, 9).direction((3, 3), (4, 4)), Hex(9, 9).direction((3, 3), (2, 4))
        (1, None)
        """
        (place, line), (to, below) = self.place(origin), self.place(target)
        change = (to - place, below - line)
        return AXES.index(change) if change in AXES else None

    def straight(self, cell: Cell, by: Point, *, side: Fraction) -> list[Cell]:
        """Return the cells of a straight line, without the first.

        >>> Hex(9, 9).straight((1, 1), (Fraction(8), Fraction(4)), side=Fraction(5))
        [(2, 2), (3, 2)]
        """
        across, down = (by[1], by[0]) if self.columns else by
        across, down = across / side, down / narrow(side)
        along = (across - down / 2, down)
        right, below = nearest(*(reversed(along) if self.columns else along))
        steps = max(abs(right), abs(below), abs(right + below))
        place, line = self.place(cell)
        found = []
        for index in range(1, steps + 1):
            share = Fraction(index, steps)
            on, off = nearest(right * share + NUDGE, below * share + NUDGE)
            found.append(self.named(place + on, line + off))
        return found

    def ahead(self, direction: int, far: Fraction, *, side: Fraction) -> Point:
        """Return how far east and south steps in a direction lead that are ``far`` together.

        >>> grid, side = Hex(9, 9), Fraction(5)
        >>> grid.straight((1, 1), grid.ahead(1, Fraction(10), side=side), side=side)
        [(2, 2), (2, 3)]
        """
        heading, wide, tall = self.headings[direction], *self.pitches(side)
        return heading.east * far * wide / side, heading.south * far * tall / side

    def pitches(self, side: Fraction) -> Point:
        """Return how far it is from one column, and from one row to the next."""
        return (narrow(side), side) if self.columns else (side, narrow(side))

    def spot(self, cell: Cell) -> Cell:
        """Return where the middle of a cell is, in halves of a pitch from the top left of the map.

        >>> Hex(9, 9).spot((0, 1)), Hex(9, 9, even=True).spot((0, 1)), Hex(9, 9, columns=True).spot((1, 0))
        ((2, 3), (1, 3), (3, 2))
        """
        col, row = cell
        if self.columns:
            return 2 * col + 1, 2 * row + 1 + ((col + self.even) & 1)
        return 2 * col + 1 + ((row + self.even) & 1), 2 * row + 1

    def middle(self, cell: Cell, size: Cell, *, side: Fraction) -> Point:
        """Return where the middle of a footprint is: half-way between its outermost cells.

        >>> Hex(9, 9).middle((0, 0), (3, 3), side=Fraction(1))[0]
        Fraction(1, 1)
        """
        place, line = self.place(cell)
        spots = [self.spot(self.named(place + right, line + down)) for right, down in self.offsets(size)]
        across, down = (Fraction(min(at) + max(at), 4) for at in zip(*spots, strict=True))
        wide, tall = self.pitches(side)
        return across * wide, down * tall

    def _standing(self, at: Point, size: Cell, *, side: Fraction) -> Cell:
        """Return where a body stands that has its middle there: the reverse of :meth:`middle`."""
        axis, pitches = 0 if self.columns else 1, self.pitches(side)
        number = round((at[axis] - self.middle((0, 0), size, side=side)[axis]) / pitches[axis])
        first = (number, 0) if self.columns else (0, number)
        other = round((at[1 - axis] - self.middle(first, size, side=side)[1 - axis]) / pitches[1 - axis])
        return (number, other) if self.columns else (other, number)

    def apart(self, first: Cell, second: Cell) -> int:
        """Return the square of the distance between the middles of two cells, in quarters of a cell side.

        >>> Hex(9, 9).apart((0, 0), (1, 0)), Hex(9, 9).apart((0, 0), (0, 1)), Hex(9, 9).apart((0, 0), (0, 2))
        (16, 16, 48)
        """
        (x, y), (far, low) = self.spot(first), self.spot(second)
        wide, tall = (3, 4) if self.columns else (4, 3)
        return wide * (x - far) ** 2 + tall * (y - low) ** 2

    def span(self, first: Point, second: Point, *, side: Fraction) -> Fraction:
        """Return the length of the shortest path of steps between two places, on the grain of lengths.

        >>> grid, side = Hex(9, 9), Fraction(5)
        >>> grid.span(*(grid.middle(cell, (1, 1), side=side) for cell in [(0, 0), (1, 2)]), side=side)
        Fraction(10, 1)
        """
        across, down = abs(first[0] - second[0]), abs(first[1] - second[1])
        across, down = (down, across) if self.columns else (across, down)
        down *= side / narrow(side)
        return on_grain(max(down, across + down / 2))

    def adjoins(self, first: tuple[Point, Cell], second: tuple[Point, Cell], *, side: Fraction) -> bool:
        """Return whether two bodies have cells next to each other, or the same.

        >>> grid, side = Hex(9, 9, columns=True), Fraction(5)
        >>> cells = [((1, 1), 2), ((3, 0), 1), ((3, 2), 1)]
        >>> bodies = [(grid.middle(cell, (n, n), side=side), (n, n)) for cell, n in cells]
        >>> grid.adjoins(bodies[0], bodies[1], side=side), grid.adjoins(bodies[0], bodies[2], side=side)
        (False, True)
        """
        covered, others = (
            self.footprint(self._standing(at, size, side=side), size) for at, size in (first, second)
        )
        near = {self.beyond(cell, direction) for cell in covered for direction in range(len(AXES))}
        return not others.isdisjoint(covered | near)

    def plane(self, x: int, y: int, *, unit: int) -> Cell:
        """Return where a point of the map lies in the plane of the bits.

        >>> Hex(3, 3).plane(4, 12, unit=8)
        (8, 12)
        """
        set_off = self._lead * unit + unit // 4 - self.even * unit // 2
        if self.columns:
            return x, y - x // 2 + set_off
        return x - y // 2 + set_off, y

    @property
    def stride(self) -> int:
        """Bits from one line to the next."""
        return self.cols + 1 if self.columns else self.cols + self._lead + 1

    @property
    def lines(self) -> int:
        """Lines that are looked at."""
        return self.rows + self._lead if self.columns else self.rows

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell is on the map."""
        return 0 <= cell[0] < self.cols and 0 <= cell[1] < self.rows

    def bit(self, cell: Cell) -> int:
        """Return the number of a cell's bit; the cell must be on the map.

        >>> [Hex(3, 3).bit(cell) for cell in [(0, 0), (0, 1), (0, 2)]]
        [1, 6, 10]
        """
        place, line = self.place(cell)
        return line * self.stride + place

    def cell(self, bit: int) -> Cell:
        """Return the cell of a bit.

        >>> [Hex(3, 3).cell(bit) for bit in (1, 6, 10)]
        [(0, 0), (0, 1), (0, 2)]
        """
        line, place = divmod(bit, self.stride)
        return self.named(place, line)

    def raster(self, bits: int) -> tuple[int, int]:
        """Return cells of the whole map, at least one, row by row, and the row that they begin with.

        What is set back is moved on again, by powers of two, all rows or columns at once.

        >>> grid = Hex(3, 3)
        >>> rows, top = grid.raster(grid.cells([(0, 1), (0, 2)]))
        >>> bin(rows), top
        ('0b100001', 1)
        """
        stride, line = self.stride, first(bits) // self.stride
        odd = 0 if self.columns else line & 1
        moved = bits >> (line - odd) * stride
        for mask, by in self._set_backs():
            part = moved & mask
            moved = (moved ^ part) | part << by
        if self.columns:
            return moved, line - self._lead
        return slide(moved, (line >> 1) - self._lead) >> odd * stride, line

    def _set_backs(self) -> tuple[tuple[int, int], ...]:
        return set_backs(
            self.cols,
            self.rows,
            stride=self.stride,
            lines=self.lines,
            columns=self.columns,
            even=self.even,
        )

    def _laid(self, rows: int) -> int:
        """Return a set of cells given row by row from the top of the map: the reverse of :meth:`raster`."""
        moved = rows << self._lead * (self.stride if self.columns else 1)
        for mask, by in reversed(self._set_backs()):
            part = moved & mask
            moved = (moved ^ part) | part >> by
        return moved

    def rect(self, corner: Cell, size: Cell) -> int:
        """Return the part of a rectangle of cells, by column and row, that is on the map.

        >>> grid = Hex(5, 5)
        >>> sorted(map(grid.cell, (bit for bit in range(50) if grid.rect((3, -1), (9, 3)) >> bit & 1)))
        [(3, 0), (3, 1), (4, 0), (4, 1)]
        """
        left, right = max(corner[0], 0), min(corner[0] + size[0], self.cols)
        top, bottom = max(corner[1], 0), min(corner[1] + size[1], self.rows)
        if left >= right or top >= bottom:
            return 0
        row = ((1 << (right - left)) - 1) << left
        return self._laid(stack(row, self.stride, count=bottom - top) << (top * self.stride))

    def cells(self, cells: Iterable[Cell]) -> int:
        """Return the given cells; those off the map are left out."""
        rows: dict[int, int] = {}
        for col, row in cells:
            if 0 <= col < self.cols and 0 <= row < self.rows:
                rows[row] = rows.get(row, 0) | 1 << col
        bits = 0
        for row, line in rows.items():
            bits |= line << row * self.stride
        return self._laid(bits) if bits else 0

    def polygon(self, corners: Sequence[Corner]) -> int:
        """Return the cells whose middle lies inside a polygon, given in pitches.

        >>> grid = Hex(3, 2)
        >>> grid.polygon([(0, 0), (3, 0), (0, 2)]) == grid.cells([(0, 0), (1, 0)])
        True
        """
        low, high = (floor(pick(y for _, y in corners)) for pick in (min, max))
        rows = range(max(low - 1, 0), min(high + 1, self.rows))
        kinds, grains = (0, 1) if self.columns else (0,), outline(corners)
        return self.cells(
            (col, row)
            for row in rows
            for kind in kinds
            for off, line in [self.spot((kind, row))]
            for cols in columns(grains, line, shift=1 if self.columns else off)
            for col in cols
            if not self.columns or col & 1 == kind
        )

    def footprint(self, cell: Cell, size: Cell) -> frozenset[Cell]:
        """Return the cells that a token of ``size`` covers when the first of them, in reading order, is ``cell``.

        >>> sorted(Hex(9, 9).footprint((3, 2), (2, 2)))
        [(3, 2), (3, 3), (4, 2)]
        """
        place, line = self.place(cell)
        return frozenset(self.named(place + right, line + down) for right, down in self.offsets(size))

    def offsets(self, size: Cell) -> tuple[Cell, ...]:
        """Return the cells of a body of ``size``, as places and lines from its anchor."""
        cells = shape(size[0])
        return tuple((line, place) for place, line in cells) if self.columns else cells

    def _deltas(self, size: Cell) -> list[int]:
        return [line * self.stride + place for place, line in self.offsets(size)]

    def touched(self, bits: int, size: Cell) -> int:
        """Return the anchors whose footprint of ``size`` has a cell in ``bits``."""
        if not bits:
            return 0
        found = 0
        for delta in self._deltas(size):
            found |= slide(bits, -delta)
        return found & self.anchors(size)

    def anchors(self, size: Cell) -> int:
        """Return the anchors at which a footprint of ``size`` is wholly on the map."""
        return _anchors(self, size)


@lru_cache(maxsize=64)
def _anchors(grid: Hex, size: Cell) -> int:
    whole = grid.rect((0, 0), (grid.cols, grid.rows))
    found = whole
    for place, line in grid.offsets(size):
        found &= slide(whole, -(line * grid.stride + place))
    return found
