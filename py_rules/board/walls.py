"""Walls as masks: which steps between cell centres touch a wall.

A wall is cut with the four families of lines that the centres of the grid lie on (rows, columns, both
diagonals). Each crossing is one exact integer division, so that a wall costs what it is long, not the
area it spans. Coordinates are whole grains, half a millionth of a cell (X-02). All this happens in the plane of
the bits (:meth:`CellGrid.plane`), where the centres of any grid lie in rows and columns.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from py_rules.board.cells import CellGrid
from py_rules.board.grid import Cell, laid_out
from py_rules.board.headings import DIRECTIONS
from py_rules.board.polygon import outline
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.records import record
from py_rules.values.rounding import GRAIN as FINE

GRAIN: Final = 2 * FINE
"""Parts of a cell; an even number for every millionth, so that halving a coordinate stays exact."""
HALF: Final = GRAIN // 2
WALL: Final = 15
"""Steps of work that a wall takes, beside those for its length on the map."""
SLANTED: Final = 12
"""Steps of work for each row and column that a wall crosses which follows neither."""
AXES: Final[dict[str, Cell]] = {"east": (1, 0), "south": (0, 1), "southeast": (1, 1), "southwest": (-1, 1)}
"""The directions of the links between neighbouring centres."""


@record()
class WallMasks:
    """What walls touch; bits are single cells, whatever the footprint.

    A one-way wall stops what heads from its one side to the other; a body may stand across it. The others are
    known by the square too between the centre of a cell and those beside it, below it and across: ``upper`` holds
    the cells where one touches it above the line from the centre beside to the one below, ``lower`` below it.
    """

    steps: tuple[int, ...]
    """Per direction: cells from whose centre the line to the next centre touches a wall that stops the step."""
    level: int
    """Cells from whose centre the line to the next centre on the right touches a wall that nothing stands across."""
    upright: int
    """Likewise to the next centre below."""
    centres: int
    """Cells whose centre such a wall touches."""
    upper: int
    lower: int


@record()
class WallCrossing:
    """Where a wall meets line ``line`` of a family: from ``low / den`` to ``high / den`` along it."""

    line: int
    low: int
    high: int
    den: int

    def links(self) -> range:
        """Return the places ``j`` whose link, from ``j + 1/2`` to ``j + 3/2``, is touched.

        >>> list(WallCrossing(line=0, low=HALF, high=HALF, den=1).links())
        [-1, 0]
        """
        unit = 2 * GRAIN * self.den
        first = -((3 * GRAIN * self.den - 2 * self.low) // unit)
        return range(first, (2 * self.high - GRAIN * self.den) // unit + 1)

    def centres(self) -> range:
        """Return the places ``j`` whose centre, at ``j + 1/2``, is touched.

        >>> list(WallCrossing(line=0, low=HALF, high=HALF + 1, den=1).centres())
        [0]
        """
        unit = 2 * GRAIN * self.den
        first = -((GRAIN * self.den - 2 * self.low) // unit)
        return range(first, (2 * self.high - GRAIN * self.den) // unit + 1)


def crossings(a: Cell, b: Cell, *, offset: int, lines: range) -> Iterator[WallCrossing]:
    """Yield where the wall from ``a`` to ``b`` meets the lines at ``line * GRAIN + offset``.

    Ends are ``(across, along)`` in grains; a wall that lies in a line meets it all along.

    >>> [(x.line, x.low / x.den) for x in crossings((0, 0), (2 * GRAIN, GRAIN), offset=HALF, lines=range(9))]
    [(0, 500000.0), (1, 1500000.0)]
    """
    (across, along), (end, far) = sorted((a, b))
    span = end - across
    if span == 0:
        line, rest = divmod(across - offset, GRAIN)
        if rest == 0 and line in lines:
            yield WallCrossing(line, min(along, far), max(along, far), 1)
        return
    first = max(-((offset - across) // GRAIN), lines.start)
    last = min((end - offset) // GRAIN, lines.stop - 1)
    for line in range(first, last + 1):
        at = along * span + (far - along) * (line * GRAIN + offset - across)
        yield WallCrossing(line, at, at, span)


class _CellRows:
    """A set of cells under construction, by lines of bits; what is off them is dropped."""

    __slots__ = ("_cols", "_rows")

    def __init__(self, grid: CellGrid) -> None:
        self._cols = grid.stride - 1
        self._rows = [0] * grid.lines

    def add(self, col: int, row: int) -> None:
        if 0 <= col < self._cols and 0 <= row < len(self._rows):
            self._rows[row] |= 1 << col

    def across(self, cols: range, row: int) -> None:
        """Add a run of columns of one row."""
        if 0 <= row < len(self._rows):
            cols = _clip(cols, self._cols)
            self._rows[row] |= ((1 << len(cols)) - 1) << cols.start

    def down(self, col: int, rows: range) -> None:
        """Add a run of rows of one column."""
        if 0 <= col < self._cols:
            bit = 1 << col
            for row in _clip(rows, len(self._rows)):
                self._rows[row] |= bit

    def bits(self, stride: int) -> int:
        """Return the set as one integer."""
        return laid_out(self._rows, stride)


@record()
class _Links:
    """The links between neighbouring centres that walls touch, each under one of its cells."""

    grid: CellGrid
    east: _CellRows
    south: _CellRows
    southeast: _CellRows
    southwest: _CellRows
    centres: _CellRows
    upper: _CellRows
    lower: _CellRows

    def axes(self, stride: int) -> tuple[int, int, int, int]:
        """Return the links of each axis as one integer."""
        return (
            self.east.bits(stride),
            self.south.bits(stride),
            self.southeast.bits(stride),
            self.southwest.bits(stride),
        )

    def add(self, a: Cell, b: Cell) -> None:
        """Add what the wall between two ends, in grains, touches."""
        (col, right), (row, down) = divmod(a[0] - HALF, GRAIN), divmod(a[1] - HALF, GRAIN)
        (self.upper if right + down <= GRAIN else self.lower).add(col, row)
        if a[1] == b[1]:
            self._level(a[1], *sorted((a[0], b[0])))
        elif a[0] == b[0]:
            self._upright(a[0], *sorted((a[1], b[1])))
        else:
            self._slanted(a, b)

    def _level(self, y: int, left: int, right: int) -> None:
        for row in _around(y):
            off = y - row * GRAIN - HALF
            self.south.across(_centres(left, right), row)
            self.southeast.across(_centres(left - off, right - off), row)
            self.southwest.across(_centres(left + off, right + off), row)
            if off == 0:
                self.east.across(_centres(left - GRAIN, right), row)
                self.centres.across(_centres(left, right), row)

    def _upright(self, x: int, top: int, bottom: int) -> None:
        for col in _around(x):
            off = x - col * GRAIN - HALF
            back = GRAIN - off
            self.east.down(col, _centres(top, bottom))
            self.southeast.down(col, _centres(top - off, bottom - off))
            self.southwest.down(col + 1, _centres(top - back, bottom - back))
            if off == 0:
                self.south.down(col, _centres(top - GRAIN, bottom))
                self.centres.down(col, _centres(top, bottom))

    def _slanted(self, a: Cell, b: Cell) -> None:
        (ax, ay), (bx, by) = a, b
        cols, rows = self.grid.stride - 1, self.grid.lines
        for cut in crossings((ay, ax), (by, bx), offset=HALF, lines=range(rows)):
            self.east.across(cut.links(), cut.line)
            self.centres.across(cut.centres(), cut.line)
        for cut in crossings((ax, ay), (bx, by), offset=HALF, lines=range(cols)):
            self.south.down(cut.line, cut.links())
        for cut in crossings((ay - ax, ax), (by - bx, bx), offset=0, lines=range(-cols, rows)):
            for col in _clip(cut.links(), cols):
                self.southeast.add(col, cut.line + col)
        for cut in crossings((ax + ay, ay), (bx + by, by), offset=0, lines=range(cols + rows)):
            for row in _clip(cut.links(), rows):
                self.southwest.add(cut.line - 1 - row, row)


def compile_walls(grid: CellGrid, walls: Sequence[map_data.Wall]) -> WallMasks:
    """Return the masks of all walls that are not open; touching counts as crossing."""
    solid, forth, back = (_Links(grid, *(_CellRows(grid) for _ in range(7))) for _ in range(3))
    sides = grid.stride, grid.lines
    left, top = GRAIN * grid.first_column, GRAIN * grid.first_line
    for wall in walls:
        if not wall.open:
            a, b = (
                (x - left, y - top)
                for x, y in (grid.plane(2 * x, 2 * y, unit=GRAIN) for x, y in outline((wall.a, wall.b)))
            )
            links = (
                solid
                if wall.blocks == "both"
                else _one_way(grid, a, b=b, blocks=wall.blocks, forth=forth, back=back)
            )
            spans = [abs(p - q) // GRAIN for p, q in zip(a, b, strict=True)]
            each = SLANTED if all(spans) else 1
            work.add(WALL + each * sum(map(min, spans, sides)))
            links.add(a, b)
    stride = grid.stride
    both, ahead, behind = (links.axes(stride) for links in (solid, forth, back))
    level, upright, slope = both[0], both[1], both[3] >> 1
    every = (
        *(two | one for two, one in zip(both[:2], ahead, strict=False)),
        (level | behind[0]) << 1,
        (upright | behind[1]) << stride,
        *(two | one for two, one in zip(both[2:], ahead[2:], strict=True)),
        (both[2] | behind[2]) << (stride + 1),
        (both[3] | behind[3]) << (stride - 1),
    )
    return WallMasks(
        steps=tuple(every[DIRECTIONS.index((heading.col, heading.row))] for heading in grid.headings),
        level=level,
        upright=upright,
        centres=solid.centres.bits(stride),
        upper=level | upright | slope | solid.upper.bits(stride),
        lower=level >> stride | upright >> 1 | slope | solid.lower.bits(stride),
    )


def _one_way(
    grid: CellGrid, a: Cell, *, b: Cell, blocks: Literal["left", "right"], forth: _Links, back: _Links
) -> _Links:
    """Return where a one-way wall is noted: for each axis among the steps forth or back that it stops.

    A step stopped from the left heads to the right of the wall's own way from ``a`` to ``b``.
    """
    (east, south), nowhere = (b[0] - a[0], b[1] - a[1]), _CellRows(grid)
    found: dict[str, _CellRows] = {}
    for name, (col, row) in AXES.items():
        heads = east * row - south * col
        to_right = heads if blocks == "left" else -heads
        found[name] = getattr(forth if to_right > 0 else back, name) if heads else nowhere
    return _Links(grid, centres=nowhere, upper=nowhere, lower=nowhere, **found)


def _centres(low: int, high: int) -> range:
    """Return the places whose centre lies from ``low`` to ``high`` grains.

    >>> list(_centres(HALF, HALF + GRAIN)), list(_centres(1, 2))
    ([0, 1], [])
    """
    return range(-((HALF - low) // GRAIN), (high - HALF) // GRAIN + 1)


def _around(at: int) -> range:
    """Return the places whose centre is at ``at`` grains or the last before it, within one place."""
    return range(-((3 * HALF - at) // GRAIN), (at - HALF) // GRAIN + 1)


def _clip(places: range, count: int) -> range:
    start = min(max(places.start, 0), count)
    return range(start, max(min(places.stop, count), start))
