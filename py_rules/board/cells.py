"""Grids of cells: places on the map, sets of cells and footprints, of squares and of hexes."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Final

from py_rules.board.grid import Cell, Point, slide, stack
from py_rules.board.headings import AXES
from py_rules.board.hex_cells import narrow, nearest, shape
from py_rules.board.numbering import Numbering
from py_rules.board.polygon import Corner, columns, outline
from py_rules.protocol import map_data
from py_rules.values.records import record
from py_rules.values.rounding import on_grain

NUDGE: Final = Fraction(1, 1_000_000_000)
"""Moves a line off the edges between hexes, to the same side wherever that is on the map."""
Part = tuple[range, range]
"""Columns and rows that are looked at, of a square map."""


@record()
class CellGrid(Numbering):
    """A map of cells."""

    # ------------------------------------------------------------ places on the map

    def straight(self, cell: Cell, by: Point, *, side: Fraction, size: Cell = (1, 1)) -> list[Cell]:
        """Return the cells of a straight line, without the first; ``by``: how far east and south it leads.

        Between two hexes it leads through the one on which a footprint of a ``size`` is on the map.

        >>> CellGrid(9, 9).straight((1, 1), (Fraction(15), Fraction(5)), side=Fraction(5))
        [(2, 1), (3, 2), (4, 2)]
        >>> CellGrid(9, 9, hexes=True).straight((1, 1), (Fraction(8), Fraction(4)), side=Fraction(5))
        [(2, 2), (3, 2)]
        >>> CellGrid(4, 3, hexes=True).straight((3, 2), (Fraction(0), Fraction(-9)), side=Fraction(5))
        [(3, 1), (3, 0)]
        """
        (east, south), (wide, tall) = by, self.pitches(side)
        across, down, (place, line) = east / wide, south / tall, self.place(cell)
        if not self.hexes:
            right, below = round(across), round(down)
            shares = _shares(max(abs(right), abs(below)))
            return [(place + round(right * share), line + round(below * share)) for share in shares]
        right, below = nearest(*((across, down - across / 2) if self.columns else (across - down / 2, down)))
        found = []
        for share in _shares(max(abs(right), abs(below), abs(right + below))):
            sides = (nearest(right * share + nudge, below * share + nudge) for nudge in (NUDGE, -NUDGE))
            cells = [self.named(place + on, line + off) for on, off in sides]
            found.append(next((one for one in cells if self.fits(one, size)), cells[0]))
        return found

    def ahead(self, direction: int, far: Fraction, *, side: Fraction) -> Point:
        """Return how far east and south steps in a direction lead, where each is a cell side long.

        >>> grid, side = CellGrid(9, 9, hexes=True), Fraction(5)
        >>> grid.straight((1, 1), grid.ahead(1, Fraction(10), side=side), side=side)
        [(2, 2), (2, 3)]
        """
        heading, wide, tall = self.headings[direction], *self.pitches(side)
        return heading.east * far * wide / side, heading.south * far * tall / side

    def pitches(self, side: Fraction) -> Point:
        """Return how long a pitch is, from column to column and from row to row; ``side``: of a cell."""
        if not self.hexes:
            return side, side
        return (narrow(side), side) if self.columns else (side, narrow(side))

    def middle(self, cell: Cell, size: Cell, *, side: Fraction) -> Point:
        """Return where the middle of a footprint is: half-way between its outermost cells.

        >>> CellGrid(9, 9).middle((3, 0), (1, 2), side=Fraction(5))
        (Fraction(35, 2), Fraction(5, 1))
        >>> CellGrid(9, 9, hexes=True).middle((0, 0), (3, 3), side=Fraction(1))[0]
        Fraction(1, 1)
        """
        spots = [self.spot(end) for end in self._ends(cell, size)]
        across, down = (Fraction(min(at) + max(at), 4) for at in zip(*spots, strict=True))
        wide, tall = self.pitches(side)
        return across * wide, down * tall

    def _standing(self, at: Point, size: Cell, *, side: Fraction) -> Cell:
        """Return where a body of hexes stands that has its middle there: the reverse of :meth:`middle`."""
        axis, pitches = 0 if self.columns else 1, self.pitches(side)
        number = round((at[axis] - self.middle((0, 0), size, side=side)[axis]) / pitches[axis])
        first = (number, 0) if self.columns else (0, number)
        other = round((at[1 - axis] - self.middle(first, size, side=side)[1 - axis]) / pitches[1 - axis])
        return (number, other) if self.columns else (other, number)

    def span(self, first: Point, second: Point, *, side: Fraction) -> Fraction:
        """Return the length of the shortest path of steps between two places, each a cell side long.

        >>> CellGrid(9, 9).span((Fraction(0), Fraction(0)), (Fraction(3), Fraction(4)), side=Fraction(1))
        Fraction(4, 1)
        >>> grid, side = CellGrid(9, 9, hexes=True), Fraction(5)
        >>> grid.span(*(grid.middle(cell, (1, 1), side=side) for cell in [(0, 0), (1, 2)]), side=side)
        Fraction(10, 1)
        """
        across, down = abs(first[0] - second[0]), abs(first[1] - second[1])
        if not self.hexes:
            return max(across, down)
        across, down = (down, across) if self.columns else (across, down)
        down *= side / narrow(side)
        return on_grain(max(down, across + down / 2))

    def adjoins(self, first: tuple[Point, Cell], second: tuple[Point, Cell], *, side: Fraction) -> bool:
        """Return whether two bodies, each by its middle and its size, are next to each other, or on each other.

        >>> a, b = ((Fraction(5), Fraction(5)), (2, 2)), ((Fraction(25, 2), Fraction(25, 2)), (1, 1))
        >>> CellGrid(9, 9).adjoins(a, b, side=Fraction(5)), CellGrid(9, 9).adjoins(a, b, side=Fraction(4))
        (True, False)
        """
        (at, size), (there, other) = first, second
        if not self.hexes:
            return all(
                2 * abs(at[axis] - there[axis]) <= (size[axis] + other[axis]) * side for axis in (0, 1)
            )
        covered, others = (
            self.footprint(self._standing(middle, size, side=side), size) for middle, size in (first, second)
        )
        near = {self.beyond(cell, direction) for cell in covered for direction in range(len(AXES))}
        return not others.isdisjoint(covered | near)

    def plane(self, x: int, y: int, *, unit: int) -> Cell:
        """Return where a point of the map lies in the plane of the bits.

        There the cell at place ``p`` of line ``l`` has its centre at ``(p + 1/2, l + 1/2)``, and a straight line
        of the map is straight. A pitch has ``unit`` parts, a multiple of 4; ``x`` and ``y`` are even.

        >>> CellGrid(3, 3, hexes=True).plane(4, 12, unit=8), CellGrid(3, 3).plane(4, 12, unit=8)
        ((8, 12), (4, 12))
        """
        if not self.hexes:
            return x, y
        set_off = self.lead * unit + unit // 4 - self.even * unit // 2
        return (x, y - x // 2 + set_off) if self.columns else (x - y // 2 + set_off, y)

    # ------------------------------------------------------------ sets of cells

    def rect(self, corner: Cell, size: Cell) -> int:
        """Return the part of a rectangle of cells, by column and row, that is on the map.

        >>> bin(CellGrid(3, 2).rect((1, -1), (5, 2)))
        '0b110'
        >>> grid = CellGrid(5, 5, hexes=True)
        >>> sorted(map(grid.cell, (bit for bit in range(50) if grid.rect((3, -1), (9, 3)) >> bit & 1)))
        [(3, 0), (3, 1), (4, 0), (4, 1)]
        """
        col, row = corner[0] - self.first_column, corner[1] - self.first_line
        left, right = max(col, 0), min(col + size[0], self.cols)
        top, bottom = max(row, 0), min(row + size[1], self.rows)
        if left >= right or top >= bottom:
            return 0
        line = ((1 << (right - left)) - 1) << left
        return self.laid(stack(line, self.stride, count=bottom - top) << (top * self.stride))

    def cells(self, cells: Iterable[Cell]) -> int:
        """Return the given cells; those off the map are left out."""
        rows: dict[int, int] = {}
        for col, row in cells:
            if self.holds((col, row)):
                rows[row] = rows.get(row, 0) | 1 << col
        return self._drawn(rows)

    def _drawn(self, rows: Mapping[int, int]) -> int:
        """Return the cells of some rows, given by their columns, that are on the map."""
        mask, bits = (1 << self.cols) - 1, 0
        for row in rows.keys() & range(self.first_line, self.first_line + self.rows):
            bits |= (rows[row] >> self.first_column & mask) << ((row - self.first_line) * self.stride)
        return self.laid(bits) if bits else 0

    def area(self, area: map_data.Area) -> int:
        """Return the part of a region's area that is on the map."""
        if isinstance(area, map_data.Rect):
            col, row, cols, rows = area.rect
            return self.rect((col, row), (cols, rows))
        return self.polygon(area.polygon) if isinstance(area, map_data.Polygon) else self._drawn(area.lines)

    def polygon(self, corners: Sequence[Corner]) -> int:
        """Return the cells whose middle lies inside a polygon, given in pitches.

        >>> bin(CellGrid(3, 2).polygon([(0, 0), (3, 0), (0, 2)]))
        '0b10011'
        >>> grid = CellGrid(3, 2, hexes=True)
        >>> grid.polygon([(0, 0), (3, 0), (0, 2)]) == grid.cells([(0, 0), (1, 0)])
        True
        """
        low, high = (floor(pick(y for _, y in corners)) for pick in (min, max))
        rows, end = dict[int, int](), self.first_column + self.cols
        kinds, grains = (0, 1) if self.columns else (0,), outline(corners)
        every = [stack(1 << kind, len(kinds), count=end) for kind in kinds]
        for row in range(max(low - self.hexes, self.first_line), min(high + 1, self.first_line + self.rows)):
            for kind in kinds:
                off, line = self.spot((kind, row))
                for cols in columns(grains, line, shift=1 if self.columns else off):
                    left, right = max(cols.start, 0), min(cols.stop, end)
                    run = (1 << right) - (1 << left) if left < right else 0
                    rows[row] = rows.get(row, 0) | run & every[kind]
        return self._drawn(rows)

    # ------------------------------------------------------------ footprints

    def footprint(self, cell: Cell, size: Cell) -> frozenset[Cell]:
        """Return the cells that a token of ``size`` covers when the first of them, in reading order, is ``cell``.

        >>> [sorted(CellGrid(9, 9, hexes=hexes).footprint((3, 2), (2, 2))) for hexes in (True, False)]
        [[(3, 2), (3, 3), (4, 2)], [(3, 2), (3, 3), (4, 2), (4, 3)]]
        """
        place, line = self.place(cell)
        return frozenset(self.named(place + right, line + down) for right, down in self.offsets(size))

    def offsets(self, size: Cell) -> tuple[Cell, ...]:
        """Return the cells of a body of ``size``, as places and lines from its anchor."""
        if not self.hexes:
            return tuple((col, row) for row in range(size[1]) for col in range(size[0]))
        cells = shape(size[0])
        return tuple((line, place) for place, line in cells) if self.columns else cells

    def touched(self, bits: int, size: Cell) -> int:
        """Return the anchors whose footprint of ``size`` has a cell in ``bits``.

        >>> bin(CellGrid(3, 1).touched(0b100, (2, 1)))
        '0b10'
        """
        if not self.hexes:
            return _spread(_spread(bits, size[0], by=1), size[1], by=self.stride) & self.anchors(size)
        found = 0
        for place, line in self.offsets(size) if bits else ():
            found |= slide(bits, -(line * self.stride + place))
        return found & self.anchors(size)

    def covered(self, bits: int, size: Cell) -> int:
        """Return the anchors at which all of a footprint of ``size`` lies in ``bits``."""
        others = self.anchors((1, 1)) & ~bits
        return self.anchors(size) & ~self.touched(others, size) if bits else 0

    def anchors(self, size: Cell) -> int:
        """Return the anchors at which a footprint of ``size`` is wholly on the map."""
        if self.hexes:
            return _anchors(self, size)
        corner = self.first_column, self.first_line
        return self.rect(corner, (self.cols - size[0] + 1, self.rows - size[1] + 1))

    def fits(self, cell: Cell, size: Cell) -> bool:
        """Return whether a footprint is wholly on the map.

        >>> CellGrid(9, 9).fits((7, 8), (2, 1)), CellGrid(9, 9).fits((7, 8), (2, 2))
        (True, False)
        """
        return all(self.holds(end) for end in self._ends(cell, size))

    def _ends(self, cell: Cell, size: Cell) -> Iterable[Cell]:
        """Return cells of a footprint that lie farthest out on each side of it."""
        if self.hexes:
            return self.footprint(cell, size)
        return cell, (cell[0] + size[0] - 1, cell[1] + size[1] - 1)


@lru_cache(maxsize=64)
def _anchors(grid: CellGrid, size: Cell) -> int:
    whole = grid.rect((0, 0), (grid.cols, grid.rows))
    found = whole
    for place, line in grid.offsets(size):
        found &= slide(whole, -(line * grid.stride + place))
    return found


def _shares(steps: int) -> list[Fraction]:
    return [Fraction(index, steps) for index in range(1, steps + 1)]


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


def grid_of(grid: map_data.Grid, part: Part | None = None) -> CellGrid:
    """Return the grid that a scene names, or a part of it if it is square.

    >>> grid_of(map_data.Grid(cols=3, rows=2, kind="hex_columns_even")).headings[0].name
    '30°'
    """
    hexes = grid.kind != "square"
    if part is None:
        sides = {"columns": "columns" in grid.kind, "even": "even" in grid.kind}
        return CellGrid(grid.cols, grid.rows, grid.diagonals, hexes=hexes, **sides)
    if hexes:
        raise TypeError(f"a map of the kind {grid.kind} is looked at whole")
    cols, rows = part
    return CellGrid(len(cols), len(rows), grid.diagonals, cols.start, rows.start)
