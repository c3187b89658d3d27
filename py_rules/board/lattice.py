"""A map without cells as a fine lattice, so that it is searched as any other grid.

Points stand at every third of a cell, so that borders of cells and doors between them lie on lines of points. A
step leads to one of the eight neighbours or a knight's move on; its length is rounded up to sevenths, quarters or
halves of a step, so that no way on the lattice is shorter than the straight lines it is made of. What is on the
ground is told by the squares between points: a step lies in one of them, or in two that are alike.

The mover stands anywhere: it has a place of its own, the port, below the last row, with a step to each corner
of the square that it is in.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product, takewhile
from math import floor, isqrt, sqrt
from typing import Final, NamedTuple

from py_rules import protocol
from py_rules.board.board import Board
from py_rules.board.districts import Spot
from py_rules.board.edges import Edge
from py_rules.board.expanse import FINE, Expanse, Ground, part
from py_rules.board.footprint import Blocks
from py_rules.board.grid import Cell, Heading, Lines, slide, stack
from py_rules.board.terrain import Rough, Terrain
from py_rules.board.walls import WallMasks
from py_rules.exact import GRAIN, exact
from py_rules.footing import Footing, Grade

SEVENTHS: Final = 7
QUARTERS: Final = 4
"""For long ways: layers are fewer by three in seven."""
HALVES: Final = 2
"""Coarse steps, to the eight neighbours only."""
WAYS: Final[tuple[Cell, ...]] = (
    *((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)),
    *((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)),
)
"""Column and row change per direction, in the order every tie is broken in."""
COARSE: Final = len(WAYS)
"""Here begin the four diagonals of coarse steps, which are rounded up to halves, so that their sums stay few."""
Point = tuple[float, float]
"""A place in steps."""
PAD: Final = 4
"""Columns before the first, so that marks around a point at the edge have room."""
LEAST_BODY: Final = 0.75
"""A body smaller than this, in steps, is searched as if it were so large: no step crosses a wall unseen."""
SAFE: Final = 1e-5
"""Floats are taken so much for the worse, in steps."""


@cache
def headings(parts: int) -> tuple[Heading, ...]:
    """Return the directions of steps on a lattice that counts such parts of a step.

    >>> [[str(heading.even) for heading in headings(parts)[::4]] for parts in (SEVENTHS, QUARTERS)]
    [['1', '10/7', '16/7', '16/7', '3/2'], ['1', '3/2', '9/4', '9/4', '3/2']]
    """
    sized = [(col, row, parts) for col, row in WAYS] + [(col, row, HALVES) for col, row in WAYS[4:8]]
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


@dataclass(frozen=True, slots=True)
class Lattice(Lines):
    """The points of a window of the map, row by row, and the port in a row of its own."""

    left: int
    top: int
    cols: int
    inner: int
    """Rows of points; the port is below them."""
    port: Spot
    """Where the mover stands, in grains."""
    parts: int = SEVENTHS
    """Lengths are whole numbers of such parts of a step."""
    entries: tuple[Heading, ...] = ()

    @property
    def rows(self) -> int:
        """Rows of bits."""
        return self.inner + 1

    @property
    def stride(self) -> int:
        """Bits from one row to the next: a knight's move never wraps."""
        return self.cols + 2

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The directions of steps, then those out of the port."""
        return (*headings(self.parts), *self.entries)

    @property
    def lasts(self) -> bool:
        """It is made for one mover at one place."""
        return False

    @property
    def alternates(self) -> bool:
        """No length depends on the steps before."""
        return False

    @property
    def start(self) -> Cell:
        """The name of the port."""
        return self.left, self.top + self.inner

    def length(self, direction: int, *, parity: int) -> Fraction:
        """Return the length of a step, in steps."""
        del parity
        return self.headings[direction].even

    def least(self, direction: int, *, parity: int) -> Fraction:
        """Return the length of a step rounded down: a run-up must be one in truth."""
        del parity
        heading = self.headings[direction]
        square = (heading.east * heading.east + heading.south * heading.south) * GRAIN * GRAIN
        return Fraction(isqrt(floor(square)), GRAIN)

    def beyond(self, cell: Cell, direction: int, steps: int = 1) -> Cell:
        """Return the point so many steps on."""
        heading = self.headings[direction]
        return cell[0] + steps * heading.col, cell[1] + steps * heading.row

    def holds(self, cell: Cell) -> bool:
        """Return whether a point is in the window, or the port."""
        return (
            0 <= cell[0] - self.left < self.cols and 0 <= cell[1] - self.top < self.inner
        ) or cell == self.start

    def bit(self, cell: Cell) -> int:
        """Return the number of a point's bit."""
        return (cell[1] - self.top) * self.stride + cell[0] - self.left

    def cell(self, bit: int) -> Cell:
        """Return the point of a bit."""
        row, col = divmod(bit, self.stride)
        return col + self.left, row + self.top

    def spot(self, cell: Cell) -> Spot:
        """Return where a point is, in grains."""
        return self.port if cell == self.start else point(cell)

    @property
    def first_column(self) -> int:
        """Sets of points are told as seen from the window."""
        return 0

    def raster(self, bits: int) -> tuple[int, int]:
        """Return a set of points row by row, as it is, and the first row."""
        return bits, 0

    def apart(self, first: Cell, second: Cell) -> int:
        """Return the square of the distance of two points, in steps."""
        return (first[0] - second[0]) ** 2 + (first[1] - second[1]) ** 2

    def rect(self, left: int, top: int, right: int, bottom: int) -> int:
        """Return the points of a rectangle that are in the window."""
        left, right = max(left - self.left, 0), min(right - self.left, self.cols)
        top, bottom = max(top - self.top, 0), min(bottom - self.top, self.inner)
        if left >= right or top >= bottom:
            return 0
        row = ((1 << (right - left)) - 1) << left
        return stack(row, self.stride, bottom - top) << top * self.stride


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


# ---------------------------------------------------------------- what is too near


class Marks:
    """What walls and tokens keep the mover from, over the whole map, by rows of points.

    ``near``: points nearer than its body to something. ``wide``: points from which no knight's move is safe.
    ``steps``: per direction E, S, SE, SW the origins whose step comes too near to the end of a wall.
    ``barred``: per direction, but for knight's moves, the origins that a one-way wall stops.
    ``beside``: points near to a one-way wall, on either side.
    ``taken``: points where the mover would stand on another token.
    """

    def __init__(self, sheet: Expanse) -> None:
        self.cols, self.rows = sheet.cols * FINE + 1, sheet.rows * FINE + 1
        self.near, self.wide, self.taken = [0] * self.rows, [0] * self.rows, [0] * self.rows
        self.steps = tuple([0] * self.rows for _ in range(4))
        self.barred = tuple([0] * self.rows for _ in range(8))
        self.beside = [0] * self.rows
        body = max(sheet.radius * FINE / GRAIN, LEAST_BODY) + SAFE
        lines = (*sheet.walls, *sheet.oneway, *sheet.solid)
        for line in lines:
            (ax, ay), (bx, by) = (_scaled(end) for end in line)
            self._add(self.wide, ax, ay, bx, by, sqrt(body * body + 1.25))
        for line in (*sheet.walls, *sheet.solid):
            (ax, ay), (bx, by) = (_scaled(end) for end in line)
            self._add(self.near, ax, ay, bx, by, body)
        for line in sheet.oneway:
            self._bar(_scaled(line[0]), _scaled(line[1]), body)
        for end in sorted({end for line in lines for end in line}):
            self._stamp(*_scaled(end), body)
        for disc in sheet.discs:
            x, y = _scaled(disc.at)
            far = disc.near * FINE / GRAIN + SAFE
            self._add(self.taken, x, y, x, y, sqrt(far * far + 0.25))
            if disc.hostile:
                self._add(self.near, x, y, x, y, sqrt(far * far + 0.5))
                self._add(self.wide, x, y, x, y, sqrt(far * far + 1.25))
        for left, top, right, bottom in sheet.obstacles:
            self._fill(_index(left), _index(top), _index(right), _index(bottom))

    def _fill(self, left: int, top: int, right: int, bottom: int) -> None:
        bits = ((1 << right - left + 1) - 1) << left + PAD
        for row in range(max(top, 0), min(bottom + 1, self.rows)):
            self.near[row] |= bits
            self.wide[row] |= bits

    def _add(self, rows: list[int], ax: float, ay: float, bx: float, by: float, far: float) -> None:
        """Add the points nearer than ``far`` to the line between two points: a span for each row."""
        first, last = max(floor(min(ay, by) - far) + 1, 0), min(floor(max(ay, by) + far), self.rows - 1)
        dx, dy, square = bx - ax, by - ay, far * far
        long = sqrt(dx * dx + dy * dy)
        nx, ny = (-dy / long * far, dx / long * far) if long else (0.0, 0.0)
        most = self.cols - 1
        for row in range(first, last + 1):
            low, high = float(self.cols), -1.0
            for x, y in ((ax, ay), (bx, by)):
                rest = square - (row - y) * (row - y)
                if rest > 0:
                    half = sqrt(rest)
                    low, high = min(low, x - half), max(high, x + half)
            if dy:
                for ox, oy in ((ax + nx, ay + ny), (ax - nx, ay - ny)):
                    share = (row - oy) / dy
                    if 0 <= share <= 1:
                        x = ox + share * dx
                        low, high = min(low, x), max(high, x)
            start, stop = max(floor(low) + 1, 0), min(-floor(-high) - 1, most)
            if start <= stop:
                rows[row] |= ((1 << stop - start + 1) - 1) << start + PAD

    def _bar(self, a: Point, b: Point, body: float) -> None:
        """Bar the steps from the side that a one-way wall stops: those that come near to it and do not lead away.

        Who is near already leads away by what leads farther from the wall's line, beside the wall itself.
        """
        (ax, ay), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
        near, square = [0] * self.rows, dx * dx + dy * dy
        self._add(near, *a, *b, body)
        safe = SAFE * (1 + sqrt(square))
        low, high = sorted((ay, b[1]))
        for row in range(max(floor(low - body) - 1, 0), min(floor(high + body) + 2, self.rows - 1) + 1):
            self.beside[row] |= near[row]
            across = dx * (row - ay)
            facing = self._columns(-dy, -across - dy * ax - safe)
            at = ax * dx - (row - ay) * dy
            level = self._columns(dx, at + safe) & self._columns(-dx, safe - square - at) & near[row]
            for way, (col, down) in enumerate(WAYS[:8]):
                to = slide(near[row + down], -col) if 0 <= row + down < self.rows else 0
                stopped = facing & (to | near[row])
                self.barred[way][row] |= stopped & ~level if dx * down - dy * col >= 0 else stopped

    def _columns(self, factor: float, least: float) -> int:
        """Return the columns that, times a factor, are at least so much."""
        if not factor:
            return ((1 << self.cols) - 1) << PAD if least <= 0 else 0
        first, last = 0, self.cols - 1
        if factor > 0:
            first = max(-floor(-least / factor), 0)
        else:
            last = min(floor(least / factor), last)
        return ((1 << last - first + 1) - 1) << first + PAD if first <= last else 0

    def _stamp(self, x: float, y: float, body: float) -> None:
        """Mark the steps that come too near to the end of a wall."""
        col, row = floor(x), floor(y)
        for rows, lines in zip(self.steps, _stamps(_eighth(x - col), _eighth(y - row), body), strict=True):
            for off, bits in lines:
                if 0 <= row + off < self.rows and 0 <= col <= self.cols:
                    rows[row + off] |= bits << col

    def window(self, rows: list[int], grid: Lattice) -> int:
        """Return what of some rows is in a window."""
        mask, stride = (1 << grid.cols) - 1, grid.stride
        lines = [row >> grid.left + PAD & mask for row in rows[grid.top : grid.top + grid.inner]]
        while len(lines) > 1:
            odd = lines[-1:] if len(lines) & 1 else []
            lines = [low | high << stride for low, high in zip(lines[::2], lines[1::2], strict=False)] + odd
            stride *= 2
        return lines[0]


def _eighth(share: float) -> int:
    """Return a share of a step in sixteenths: even on the points and halfway between eighths else."""
    return 0 if share == 0 else 2 * floor(share * 8) + 1


@cache
def _stamps(x: int, y: int, body: float) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return per direction the rows, with columns from ``PAD`` before, whose step comes near to an end."""
    slack = (1 / 16 if x else 0) + (1 / 16 if y else 0)
    far, reach = body + slack, floor(body) + 2
    found = []
    for col, row in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        lines = []
        for down in range(-min(reach, PAD), reach + 1):
            bits = 0
            for across in range(-min(reach, PAD), reach + 1):
                if _off((x / 16, y / 16), (across, down), (col, row)) < far:
                    bits |= 1 << across + PAD
            if bits:
                lines.append((down, bits))
        found.append(tuple(lines))
    return tuple(found)


def _off(at: tuple[float, float], origin: Cell, by: Cell) -> float:
    """Return the distance of a place from a step."""
    ex, ey = at[0] - origin[0], at[1] - origin[1]
    share = min(1.0, max(0.0, (ex * by[0] + ey * by[1]) / (by[0] * by[0] + by[1] * by[1])))
    return sqrt((ex - share * by[0]) ** 2 + (ey - share * by[1]) ** 2)


def _scaled(spot: Spot) -> tuple[float, float]:
    return spot[0] * FINE / GRAIN, spot[1] * FINE / GRAIN


def _index(grain: int) -> int:
    return round(Fraction(grain * FINE, GRAIN))


# ---------------------------------------------------------------- compiling


class Kind(NamedTuple):
    """A kind of ground: what each length counts, whether it is walked on, and whether entering it costs nothing."""

    multiplier: Fraction
    walked: bool
    free: bool

    @property
    def level(self) -> bool:
        """Whether a place is as near to its best corner as to any."""
        return self.walked and self.free


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A board of the lattice with what areas need besides.

    ``clear``: squares in which nothing is too near. ``kinds``: the squares of each kind of ground.
    """

    board: Board
    grid: Lattice
    clear: int
    kinds: tuple[tuple[Kind, int], ...]


def compile_lattice(
    sheet: Expanse,
    scene: protocol.Scene,
    marks: Marks,
    start: Spot,
    *,
    window: tuple[int, int, int, int],
    parts: int = SEVENTHS,
) -> Field:
    """Return the lattice of a window (left, top, right, bottom, in points) for a mover at ``start``.

    ``parts``: what lengths are rounded up to; of halves all steps are coarse, not only those swum or climbed.
    """
    left, top, right, bottom = window
    grid = Lattice(left, top, right - left + 1, bottom - top + 1, start, parts)
    near = marks.window(marks.near, grid)
    anchors = _inside(sheet, grid)
    free, wide = anchors & ~near, anchors & ~marks.window(marks.wide, grid)
    squares = [(ground, _squares(grid, ground)) for ground in sheet.grounds]
    squares = [(ground, bits) for ground, bits in squares if bits]
    gap = _union(bits for ground, bits in squares if ground.region.kind == "gap")
    both = _open(grid, free, wide, [marks.window(rows, grid) for rows in marks.steps])
    barred = [marks.window(rows, grid) for rows in marks.barred]
    steps = (*(step & ~bar for step, bar in zip(both, barred, strict=False)), *both[8:])
    over = _inner(grid, gap)
    ways = range(8 if parts == HALVES else len(WAYS))
    edges = [edge for way in ways for edge in _edges(sheet, grid, squares, gap, way, steps[way])]
    edges = list(_coarsened(edges))
    port = 1 << grid.bit(grid.start)
    aloft = any(ground.region.kind == "gap" for ground in sheet.under(*start))
    leading = _leaps(sheet, grid, free & ~over) if aloft else _entries(sheet, grid, free & ~over)
    entries = list(leading)
    grid = replace(grid, entries=tuple(heading for heading, _ in entries))
    edges += [replace(edge, origins=port) for _, edge in entries if edge is not None]
    over |= port if aloft else 0
    taken = marks.window(marks.taken, grid)
    terrain = _terrain(squares, over, edges)
    board = Board(
        grid=grid,  # type: ignore[arg-type]
        size=(1, 1),
        distance=sheet.distance / FINE,
        open=(*_flights(grid, steps, gap), *(0 for _ in headings(parts)[COARSE:]), *(port for _ in entries)),
        can_end=free & ~(taken | over),
        anchors=anchors | port,
        blocks=Blocks(walled=(), inner=0, obstacle=0, hostile=0, occupied=taken),
        terrain=terrain,
        edges=tuple(edges),
        scene=scene,
        walls=WallMasks((), 0, 0, 0, 0, 0),
    )
    shut = gap | _touching(grid, marks.window(marks.beside, grid))
    return Field(board, grid, _clear(grid, both) & ~shut, tuple(_kinds(sheet, grid, squares)))


def _inside(sheet: Expanse, grid: Lattice) -> int:
    """Return the points where the mover's whole box is on the map."""
    across, down = sheet.size
    left, top = -floor(-across * FINE / 2), -floor(-down * FINE / 2)
    right, bottom = floor((sheet.cols - across / 2) * FINE), floor((sheet.rows - down / 2) * FINE)
    return grid.rect(left, top, right + 1, bottom + 1)


def _squares(grid: Lattice, ground: Ground) -> int:
    """Return the squares of a region, each by its upper left point."""
    return _union(grid.rect(*(_index(side) for side in box)) for box in ground.boxes)


def _inner(grid: Lattice, bits: int) -> int:
    """Return the points that are in the midst of squares."""
    rows = bits & bits << 1
    return rows & rows << grid.stride


def _union(many: Iterator[int]) -> int:
    bits = 0
    for each in many:
        bits |= each
    return bits


def _open(grid: Lattice, free: int, wide: int, near: Sequence[int]) -> tuple[int, ...]:
    """Return per direction the origins of free steps."""
    half = [free & grid.back(free, way) & ~bits for way, bits in zip((0, 1, 4, 5), near, strict=True)]
    east, south, southeast, southwest = half
    west, north = grid.shift(east, 0), grid.shift(south, 1)
    northwest, northeast = grid.shift(southeast, 4), grid.shift(southwest, 5)
    knights = (free & wide & grid.back(wide & free, way) for way in range(8, 16))
    return east, south, west, north, southeast, southwest, northwest, northeast, *knights


def _flights(grid: Lattice, steps: Sequence[int], gap: int) -> tuple[int, ...]:
    """Return the steps that a jump may be made of: a knight's move is over a gap wholly or not at all."""
    flights = list(steps)
    for way in range(8, 16):
        one, two = (row * grid.stride + col for col, row in _crossed(way))
        flights[way] &= ~(slide(gap, -one) ^ slide(gap, -two))
    return tuple(flights)


def _clear(grid: Lattice, steps: Sequence[int]) -> int:
    """Return the squares whose sides and diagonals are free."""
    sides = steps[0] & steps[1] & steps[4]
    return sides & slide(steps[0], -grid.stride) & slide(steps[1], -1) & slide(steps[5], -1)


def _touching(grid: Lattice, points: int) -> int:
    """Return the squares that have a corner among some points."""
    rows = points | points >> 1
    return rows | rows >> grid.stride


def _crossed(way: int) -> list[Cell]:
    """Return the squares a step lies in, from its origin.

    >>> _crossed(2), _crossed(12)
    ([(-1, 0)], [(-2, -1), (-1, -1)])
    """
    cols, rows = (range(min(by, 0), max(by, 0 if by else 1)) for by in WAYS[way])
    return list(product(cols, rows))


def _edges(
    sheet: Expanse, grid: Lattice, squares: Sequence[tuple[Ground, int]], gap: int, way: int, origins: int
) -> Iterator[Edge]:
    """Yield the classes of equal steps in one direction."""
    crossed = [row * grid.stride + col for col, row in _crossed(way)]
    for off in crossed:
        origins &= ~slide(gap, -off)
    for _, bits in squares if len(crossed) > 1 else ():
        origins &= ~(slide(bits, -crossed[0]) ^ slide(bits, -crossed[1]))
    merged: dict[tuple[Footing, Fraction, Fraction, tuple[str, ...]], int] = {}
    for under, alike in _signatures(
        [(ground, slide(bits, -crossed[0])) for ground, bits in squares], origins
    ):
        footing, multiplier = footing_of(under, grid.headings[way]), sheet.multiplier(under)
        for flat, gates, part_of in _entered(grid, squares, under, alike):
            key = (footing, multiplier, flat, gates)
            merged[key] = merged.get(key, 0) | part_of
    for (footing, multiplier, flat, gates), part_of in merged.items():
        yield Edge(way, footing, multiplier, flat, gates, part_of)


def _coarsened(edges: Iterable[Edge]) -> Iterator[Edge]:
    """Yield steps such that those which are swum or climbed are coarse.

    What draws on a meter needs a board for each sum of its lengths.
    """
    for edge in edges:
        if edge.footing.mode == "ground" or edge.direction < 4:
            yield edge
        elif edge.direction < 8:
            yield replace(edge, direction=edge.direction - 4 + COARSE)


def _signatures(squares: Sequence[tuple[Ground, int]], origins: int) -> list[tuple[tuple[Ground, ...], int]]:
    """Split origins by the regions they are in."""
    classes: list[tuple[tuple[Ground, ...], int]] = [((), origins)] if origins else []
    for ground, bits in squares:
        if not bits & origins:
            continue
        divided = []
        for under, alike in classes:
            inside = alike & bits
            if inside:
                divided.append(((*under, ground), inside))
            if alike ^ inside:
                divided.append((under, alike ^ inside))
        classes = divided
    return classes


def _entered(
    grid: Lattice, squares: Sequence[tuple[Ground, int]], under: Sequence[Ground], origins: int
) -> list[tuple[Fraction, tuple[str, ...], int]]:
    """Split origins by the surcharges and gates that a step meets: of what it is in and they are not wholly in."""
    classes: list[tuple[Fraction, tuple[str, ...], int]] = [(Fraction(0), (), origins)]
    for ground, bits in squares:
        region = ground.region
        if not isinstance(region, protocol.Difficult) or not (region.flat_cost or region.roll):
            continue
        if ground not in under:
            continue
        entering = ~_inner(grid, bits)
        gate = (region.id,) if region.roll else ()
        divided: list[tuple[Fraction, tuple[str, ...], int]] = []
        for flat, gates, alike in classes:
            inside = alike & entering
            if inside:
                divided.append((flat + exact(region.flat_cost), (*gates, *gate), inside))
            if alike ^ inside:
                divided.append((flat, gates, alike ^ inside))
        classes = divided
    return classes


def footing_of(under: Sequence[Ground], heading: Heading) -> Footing:
    """Return what a step over some regions is made on."""
    regions = [ground.region for ground in under]
    grades: list[Grade] = []
    for region in regions:
        if isinstance(region, protocol.Difficult):
            grades.append((region.grade, region.modifier))
        elif isinstance(region, protocol.Water) and region.grade:
            grades.append((region.grade, None))
    told = tuple(dict.fromkeys(grades))
    for region in regions:
        if isinstance(region, protocol.Climbable):
            lean = Fraction(0)
            if region.uphill is not None:
                lean = heading.east * exact(region.uphill[0]) + heading.south * exact(region.uphill[1])
            up = (lean > 0) - (lean < 0)
            return Footing("climb", region.surface, region.slick, region.difficulty, told, up)
    wet = any(isinstance(region, protocol.Water) for region in regions)
    return Footing("swim" if wet else "ground", grades=told)


def footings(sheet: Expanse) -> list[Footing]:
    """Return all that steps on a map can be made on."""
    grid = Lattice(0, 0, sheet.cols * FINE, sheet.rows * FINE, (0, 0))
    squares = [(ground, _squares(grid, ground)) for ground in sheet.grounds]
    found: dict[Footing, None] = {}
    for under, _ in _signatures(squares, grid.rect(0, 0, grid.cols, grid.inner)):
        for heading in grid.headings:
            found[footing_of(under, heading)] = None
    return list(found)


def _terrain(squares: Sequence[tuple[Ground, int]], gap: int, edges: Sequence[Edge]) -> Terrain:
    """Return what jumps need to know: a point is in a region if the square right below it is.

    It is over a ``gap`` in the midst of it.
    """
    climb = _union(bits for ground, bits in squares if ground.region.kind == "climb")
    swim = _union(bits for ground, bits in squares if ground.region.kind == "water")
    difficult = [(ground.region, bits) for ground, bits in squares]
    rough = tuple(
        Rough(region.id, bits, exact(region.cost_multiplier), exact(region.flat_cost), bool(region.roll))
        for region, bits in difficult
        if isinstance(region, protocol.Difficult)
    )
    multipliers = {edge.multiplier: 0 for edge in edges if edge.multiplier > 1}
    return Terrain(
        obstacle=0,
        gap=gap,
        climb=climb,
        swim=swim & ~climb,
        rough=rough,
        difficult=_union(region.touched for region in rough),
        surfaces=(),
        multipliers=tuple(sorted(multipliers.items(), reverse=True)),
        grades=(),
        slowing=0,
    )


def _kinds(
    sheet: Expanse, grid: Lattice, squares: Sequence[tuple[Ground, int]]
) -> Iterator[tuple[Kind, int]]:
    """Yield the squares of each kind of ground."""
    kinds: dict[Kind, int] = {}
    for under, bits in _signatures(
        squares, grid.rect(grid.left, grid.top, grid.left + grid.cols, grid.top + grid.inner)
    ):
        footing = footing_of(under, grid.headings[0])
        rough = [ground.region for ground in under if isinstance(ground.region, protocol.Difficult)]
        free = not any(region.flat_cost or region.roll for region in rough)
        kind = Kind(sheet.multiplier(under), footing.mode == "ground", free)
        kinds[kind] = kinds.get(kind, 0) | bits
    yield from kinds.items()


def _entries(sheet: Expanse, grid: Lattice, free: int) -> Iterator[tuple[Heading, Edge]]:
    """Yield the steps out of the port: to the corners of its square, else to the points around that are free."""
    col, row = square_of(grid.port)
    corners = [(col + right, row + down) for down in (0, 1) for right in (0, 1)]
    if point((col, row)) == grid.port:
        corners = [(col, row)]
    found = list(_leading(sheet, grid, free, corners))
    if not found:
        reach = 2 + -(-sheet.radius * FINE // GRAIN)
        around = [
            (col + right, row + down)
            for down in range(-reach, reach + 2)
            for right in range(-reach, reach + 2)
        ]
        found = list(_leading(sheet, grid, free, around))
    yield from found


def _leading(
    sheet: Expanse, grid: Lattice, free: int, cells: Sequence[Cell]
) -> Iterator[tuple[Heading, Edge]]:
    """Yield the steps from the port to those points that a free straight line over one kind of ground leads to."""
    start = grid.start
    way = len(grid.headings)
    for cell in cells:
        if cell == start or not grid.holds(cell) or not free >> grid.bit(cell) & 1:
            continue
        spot = point(cell)
        if spot != grid.port and sheet.bar(grid.port, spot) is not None:
            continue
        parts = list(sheet.parts(grid.port, spot)) if spot != grid.port else []
        grounds = {part_of.under for part_of in parts}
        if len(grounds) > 1 or any(ground.region.kind == "gap" for under in grounds for ground in under):
            continue
        under = next(iter(grounds), sheet.under(*spot))
        by = (spot[0] - grid.port[0], spot[1] - grid.port[1])
        heading = Heading("", 0, 0, Fraction(by[0]), Fraction(by[1]), Fraction(0), Fraction(0))
        footing, multiplier = footing_of(under, heading), sheet.multiplier(under)
        heading = _out(grid, cell, grid.parts if footing.mode == "ground" else HALVES)
        flat, gates = _met(sheet, grid.port, under)
        yield heading, Edge(way, footing, multiplier, flat, gates, 0)
        way += 1


def _leaps(sheet: Expanse, grid: Lattice, free: int) -> Iterator[tuple[Heading, None]]:
    """Yield the ways to jump out of a gap that the port is over: in each direction to the first point beyond it."""
    col, row = square_of(grid.port)
    for right, down in WAYS:
        ahead = ((col + far * right, row + far * down) for far in range(1, grid.cols + grid.inner))
        inside = takewhile(lambda cell: grid.holds(cell) and cell != grid.start, ahead)
        cell = next((cell for cell in inside if free >> grid.bit(cell) & 1), None)
        if cell is None or point(cell) == grid.port or sheet.bar(grid.port, point(cell)) is not None:
            continue
        parts = list(sheet.parts(grid.port, point(cell)))
        if all(any(ground.region.kind == "gap" for ground in part_of.under) for part_of in parts):
            yield _out(grid, cell, grid.parts), None


def _out(grid: Lattice, cell: Cell, parts: int) -> Heading:
    """Return the direction out of the port to a point, its length rounded up to such parts of a step."""
    spot, (col, row) = point(cell), grid.start
    east, south = (Fraction(to - at, GRAIN) for to, at in zip(spot, grid.port, strict=True))
    far = _rounded(grid.port, spot, parts)
    return Heading("", cell[0] - col, cell[1] - row, east, south, far, far)


def _met(sheet: Expanse, start: Spot, under: Sequence[Ground]) -> tuple[Fraction, tuple[str, ...]]:
    """Return the surcharge and the gates of what a step out of the port enters."""
    stood = sheet.under(*start)
    rough = [ground.region for ground in under if ground not in stood]
    entered = [region for region in rough if isinstance(region, protocol.Difficult)]
    flat = sum((exact(region.flat_cost) for region in entered), Fraction(0))
    return flat, tuple(region.id for region in entered if region.roll)


def _rounded(a: Spot, b: Spot, parts_of: int) -> Fraction:
    """Return the distance of two places in steps, rounded up to such parts of a step."""
    square = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) * (FINE * parts_of) ** 2
    root = isqrt(square)
    whole = root + (root * root < square)
    return Fraction(-(-whole // GRAIN), parts_of)
