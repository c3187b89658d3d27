"""A map without cells compiled for one mover on the lattice: which steps are free, and what they cost.

What is on the ground is told by the squares between points: a step lies in one of them, or in two that are alike.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product, takewhile
from math import floor, isqrt
from typing import NamedTuple

from py_rules.board.board import Board
from py_rules.board.edges import Edge, Price, by_entry, divided
from py_rules.board.footprint import Blocks
from py_rules.board.grid import Cell, Heading, slide
from py_rules.board.lattice import COARSE, HALVES, SEVENTHS, WAYS, Lattice, headings, point, square_of
from py_rules.board.ledge_steps import LedgeSteps, climbed, grades_of, rungs
from py_rules.board.marks import Marks
from py_rules.board.open_map import FINE, Ground, OpenMap, third
from py_rules.board.spatial_index import Spot
from py_rules.board.terrain import Rough, Terrain
from py_rules.board.walls import WallMasks
from py_rules.protocol import map_data
from py_rules.values.exact import GRAIN, exact
from py_rules.values.footing import Footing
from py_rules.values.map_rules import MapRules

UNGRADED = (None, None)
"""What a region that does not say how difficult it is counts as."""


class Kind(NamedTuple):
    """A kind of ground: what each length counts, whether it is walked on, and whether to enter it changes nothing.

    It may cost something, need a roll, or make later rolls harder: none of that is met on a corner outside.

    ``rim``: it is of another height than some of its corners, though never than the upper left one.
    """

    multiplier: Fraction
    walked: bool
    free: bool
    rim: bool = False

    @property
    def level(self) -> bool:
        """Whether a place is as near to its best corner as to any."""
        return self.walked and self.free and not self.rim


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A board of the lattice with what areas need besides.

    ``clear``: squares in which nothing is too near. ``gap``: those over a gap, each named by its upper left point,
    which is over it, too. ``kinds``: the squares of each kind of ground.
    """

    board: Board
    grid: Lattice
    clear: int
    gap: int
    kinds: tuple[tuple[Kind, int], ...]


def compile_lattice(
    sheet: OpenMap,
    scene: map_data.Scene,
    marks: Marks,
    start: Spot,
    *,
    window: tuple[int, int, int, int],
    parts: int = SEVENTHS,
    up: Fraction = Fraction(0),
) -> Field:
    """Return the lattice of a window (left, top, right, bottom, in points) for a mover at ``start``.

    ``up``: how high it is there, in the map's unit, if it holds on to something; 0: as high as the ground.

    ``parts``: what lengths are rounded up to; of halves all steps are coarse, not only those swum or climbed.
    """
    left, top, right, bottom = window
    grid = Lattice(left, top, right - left + 1, bottom - top + 1, start, parts)
    anchors = _inside(sheet, grid)
    free = anchors & ~marks.window(marks.near, grid)
    squares = [(ground, bits) for ground in sheet.grounds if (bits := _squares(grid, ground))]
    gap = _union(bits for ground, bits in squares if ground.region.kind == "gap")
    both, steps = _open_steps(grid, marks, anchors, free)
    over = _inner(grid, gap)
    flights = _flights(grid, steps, gap)
    ledge_steps = None if sheet.ground_heights.level else LedgeSteps(sheet, grid, squares)
    if ledge_steps is not None:
        grid = replace(grid, rungs=tuple(rung.heading for rung in rungs(grid)))
        flights = tuple(ledge_steps.under(way, _offsets(grid, way), bits) for way, bits in enumerate(flights))
    edges = _all_edges(sheet, grid, squares, (steps, gap, free), ledge_steps)
    beside = _beside(edges, grid)
    port = 1 << grid.bit(grid.start)
    wall = sheet.ground_heights.perch(start, up)
    aloft = wall is None and any(ground.region.kind == "gap" for ground in sheet.under(*start))
    grid, ports, out = _out_of_port(
        sheet, grid, free & ~over, None if wall is None else (wall, up), aloft=aloft
    )
    own = _union(1 << grid.bit(cell) for cell in grid.ports)
    edges += out
    over |= port if aloft else 0
    taken = marks.window(marks.taken, grid)
    terrain = _terrain(squares, over, edges)
    if wall is not None:
        terrain = replace(terrain, climb=terrain.climb | own)  # nobody jumps off a wall
    if ledge_steps is not None:
        terrain = replace(terrain, heights=ledge_steps.heights(port))
    board = Board(
        grid=grid,
        size=(1, 1),
        distance=sheet.distance / FINE,
        open=(*flights, *(0 for _ in headings(parts)[COARSE:]), *beside, *ports),
        can_end=free & ~(taken | over),
        anchors=anchors | own | _union(iter(beside)) | _union(_led(grid, beside)),
        blocks=Blocks(walled=(), inner=0, obstacle=0, hostile=0, occupied=taken),
        terrain=terrain,
        edges=tuple(edges),
        scene=scene,
        walls=WallMasks((), 0, 0, 0, 0, 0),
        map_rules=MapRules(whole_steps=True),  # borders of gaps lie on lines of points
    )
    shut = gap | _touching(grid, marks.window(marks.beside, grid))
    return Field(
        board,
        grid,
        _clear(grid, both) & ~shut,
        gap,
        tuple(_kinds(sheet, grid, squares, ledge_steps.rim if ledge_steps else 0)),
    )


def _open_steps(
    grid: Lattice, marks: Marks, anchors: int, free: int
) -> tuple[Sequence[int], tuple[int, ...]]:
    """Return the origins of the steps that lead past all that is too near, in either direction, and of each alone."""
    wide = anchors & ~marks.window(marks.wide, grid)
    both = _open(grid, free, wide, [marks.window(rows, grid) for rows in marks.steps])
    barred = [marks.window(rows, grid) for rows in marks.barred]
    return both, (*(step & ~bar for step, bar in zip(both, barred, strict=False)), *both[8:])


def _all_edges(
    sheet: OpenMap,
    grid: Lattice,
    squares: Sequence[tuple[Ground, int]],
    masks: tuple[Sequence[int], int, int],
    ledge_steps: LedgeSteps | None,
) -> list[Edge]:
    """Return what steps from point to point cost; ``masks``: the steps by direction, gaps, and free points."""
    steps, gap, free = masks
    made = partial(_edges, sheet, grid, squares, gap)
    ways = range(8 if grid.parts == HALVES else len(WAYS))
    even = (
        steps
        if ledge_steps is None
        else [ledge_steps.even(way, _offsets(grid, way), bits) for way, bits in enumerate(steps)]
    )
    edges = list(_coarsened([edge for way in ways for edge in made(way, even[way])]))
    if ledge_steps is not None:
        crossed = partial(_offsets, grid)
        edges += ledge_steps.edges(steps, gap, free, crossed=crossed, made=made, split=_signatures)
    return edges


def _out_of_port(
    sheet: OpenMap, grid: Lattice, free: int, wall: tuple[Spot, Fraction] | None, *, aloft: bool
) -> tuple[Lattice, list[int], list[Edge]]:
    """Return the lattice with the steps out of the port, where each begins, and what they cost."""
    entries: list[Entry] = []
    if wall is not None:
        grid, entries = _perched(sheet, grid, free, wall)
    else:
        leading = _leaps(sheet, grid, free) if aloft else _entries(sheet, grid, free, grid.port)
        entries = [Entry(grid.start, *entry) for entry in leading]
    first, ports = len(grid.headings), [1 << grid.bit(entry.origin) for entry in entries]
    edges = [
        replace(entry.edge, direction=first + number, origins=ports[number])
        for number, entry in enumerate(entries)
        if entry.edge is not None
    ]
    return replace(grid, entries=tuple(entry.heading for entry in entries)), ports, edges


def _beside(edges: Iterable[Edge], grid: Lattice) -> list[int]:
    """Return the origins of steps and climbs to and from the places beside points, by direction."""
    first = len(headings(grid.parts))
    found = [0] * len(grid.rungs)
    for edge in edges:
        if edge.direction >= first:
            found[edge.direction - first] |= edge.origins
    return found


def _led(grid: Lattice, beside: Sequence[int]) -> Iterator[int]:
    """Yield where those steps and climbs lead."""
    first = len(headings(grid.parts))
    yield from (grid.shift(bits, number) for number, bits in enumerate(beside, first))


def _inside(sheet: OpenMap, grid: Lattice) -> int:
    """Return the points where the mover's whole box is on the map."""
    across, down = sheet.size
    left, top = -floor(-across * FINE / 2), -floor(-down * FINE / 2)
    right, bottom = floor((sheet.cols - across / 2) * FINE), floor((sheet.rows - down / 2) * FINE)
    return grid.rect(left, top, right + 1, bottom + 1)


def _squares(grid: Lattice, ground: Ground) -> int:
    """Return the squares of a region, each by its upper left point."""
    return _union(grid.rect(*(third(side) for side in box)) for box in ground.boxes)


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


def _offsets(grid: Lattice, way: int) -> list[int]:
    """Return the squares a step lies in, in bits from its origin."""
    return [row * grid.stride + col for col, row in _crossed(way)]


def _edges(
    sheet: OpenMap, grid: Lattice, squares: Sequence[tuple[Ground, int]], gap: int, way: int, origins: int
) -> Iterator[Edge]:
    """Yield the classes of equal steps in one direction."""
    crossed = _offsets(grid, way)
    for off in crossed:
        origins &= ~slide(gap, -off)
    for _, bits in squares if len(crossed) > 1 else ():
        origins &= ~(slide(bits, -crossed[0]) ^ slide(bits, -crossed[1]))
    merged: dict[tuple[Footing, Fraction, Fraction, tuple[str, ...]], int] = {}
    for under, alike in _signatures(
        [(ground, slide(bits, -crossed[0])) for ground, bits in squares], origins
    ):
        footing, multiplier = footing_of(under, grid.headings[way]), sheet.multiplier(under)
        for (flat, gates), part_of in _entered(grid, squares, under, alike).items():
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
        if bits & origins:
            classes = divided(classes, bits, partial(_and, ground))
    return classes


def _and(ground: Ground, under: tuple[Ground, ...]) -> tuple[Ground, ...]:
    return (*under, ground)


def _entered(
    grid: Lattice, squares: Sequence[tuple[Ground, int]], under: Sequence[Ground], origins: int
) -> dict[Price, int]:
    """Split origins by the surcharges and gates that a step meets: of what it is in and they are not wholly in."""
    entered = (
        (Price(exact(region.flat_cost), (region.id,) if region.roll else ()), ~_inner(grid, bits))
        for ground, bits in squares
        if ground in under
        and isinstance(region := ground.region, map_data.Difficult)
        and (region.flat_cost or region.roll)
    )
    return by_entry(origins, entered)


def footing_of(under: Sequence[Ground], heading: Heading) -> Footing:
    """Return what a step over some regions is made on."""
    regions = [ground.region for ground in under]
    told = grades_of(under)
    for region in regions:
        if isinstance(region, map_data.Climbable):
            lean = Fraction(0)
            if region.uphill is not None:
                lean = heading.east * exact(region.uphill[0]) + heading.south * exact(region.uphill[1])
            up = (lean > 0) - (lean < 0)
            return Footing("climb", region.surface, region.slick, region.difficulty, told, up)
    wet = any(isinstance(region, map_data.Water) for region in regions)
    return Footing("swim" if wet else "ground", grades=told)


def footings(sheet: OpenMap) -> list[Footing]:
    """Return all that steps on a map can be made on."""
    grid = Lattice(0, 0, sheet.cols * FINE, sheet.rows * FINE, (0, 0))
    squares = [(ground, _squares(grid, ground)) for ground in sheet.grounds]
    found: dict[Footing, None] = {}
    for under, _ in _signatures(squares, grid.rect(0, 0, grid.cols, grid.inner)):
        for heading in grid.headings:
            found[footing_of(under, heading)] = None
    for footing in list(found) if not sheet.ground_heights.level else ():
        for ground in sheet.grounds:
            region = ground.region
            if isinstance(region, map_data.Ledge | map_data.Climbable):
                climbs = Footing("climb", region.surface, region.slick, region.difficulty, footing.grades)
                found |= {climbs._replace(lean=lean): None for lean in (-1, 1)}
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
        if isinstance(region, map_data.Difficult)
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
    sheet: OpenMap, grid: Lattice, squares: Sequence[tuple[Ground, int]], rim: int
) -> Iterator[tuple[Kind, int]]:
    """Yield the squares of each kind of ground; ``rim``: those of another height than some of their corners."""
    kinds: dict[Kind, int] = {}
    for under, bits in _signatures(
        squares, grid.rect(grid.left, grid.top, grid.left + grid.cols, grid.top + grid.inner)
    ):
        footing = footing_of(under, grid.headings[0])
        rough = [ground.region for ground in under if isinstance(ground.region, map_data.Difficult)]
        graded = any(grade != UNGRADED for grade in footing.grades)
        free = not (graded or any(region.flat_cost or region.roll for region in rough))
        kind = Kind(sheet.multiplier(under), footing.mode == "ground", free)
        for one, part_of in ((kind, bits & ~rim), (kind._replace(rim=True), bits & rim)):
            if part_of:
                kinds[one] = kinds.get(one, 0) | part_of
    yield from kinds.items()


class Entry(NamedTuple):
    """A step from the port, or from a place right beside it, by name; without an edge it is only jumped."""

    origin: Cell
    heading: Heading
    edge: Edge | None


def _perched(
    sheet: OpenMap, grid: Lattice, free: int, held: tuple[Spot, Fraction]
) -> tuple[Lattice, list[Entry]]:
    """Return the lattice of a mover that holds on to a place so high up, and its steps: to each height beside it.

    It climbs there, or steps over, and goes on from there.
    """
    wall, up = held
    ground_heights = sheet.ground_heights
    around = ground_heights.beside(grid.port).items()
    found = [(level, spot) for level, spot in around if sheet.bar(grid.port, spot) is None]
    grid = replace(grid, landings=tuple(spot for _, spot in found))
    entries = []
    for cell, (level, spot) in zip(grid.ports[1:], found, strict=True):
        rise, under = level.up - up * ground_heights.rate, sheet.under(*spot)
        before = sheet.under(*(wall if rise < 0 else grid.port))
        steep = abs(rise) > ground_heights.free
        footing = climbed(sheet, before, under) if steep else footing_of(under, grid.headings[0])
        beside = Heading("", cell[0] - grid.left, 0, *(Fraction(0),) * 4, passage=True)
        edge = Edge(0, footing, sheet.multiplier(under), Fraction(0), (), 0, rise if steep else Fraction(0))
        entries.append(Entry(grid.start, beside, edge))
        col = cell[0] - grid.left
        entries += [
            Entry(cell, replace(heading, col=heading.col - col), edge)
            for heading, edge in _entries(sheet, grid, free, spot)
        ]
    return grid, entries


def _entries(sheet: OpenMap, grid: Lattice, free: int, start: Spot) -> Iterator[tuple[Heading, Edge]]:
    """Yield the steps out of the port: to the corners of its square, else to the points around that are free.

    ``start`` is where it is; who holds on begins at a place right beside it. Lengths are those from the port.
    """
    col, row = square_of(start)
    corners = [(col + right, row + down) for down in (0, 1) for right in (0, 1)]
    if point((col, row)) == start:
        corners = [(col, row)]
    found = list(_leading(sheet, grid, free, corners, start))
    if not found:
        reach = 2 + -(-sheet.radius * FINE // GRAIN)
        around = [
            (col + right, row + down)
            for down in range(-reach, reach + 2)
            for right in range(-reach, reach + 2)
        ]
        found = list(_leading(sheet, grid, free, around, start))
    yield from found


def _leading(
    sheet: OpenMap, grid: Lattice, free: int, cells: Sequence[Cell], start: Spot
) -> Iterator[tuple[Heading, Edge]]:
    """Yield the steps from ``start`` to those points that a free straight line over one kind of ground leads to."""
    way = len(grid.headings)
    for cell in cells:
        if not grid.shows(cell) or not free >> grid.bit(cell) & 1:
            continue
        spot = point(cell)
        if spot != start and sheet.bar(start, spot) is not None:
            continue
        if not sheet.even(start, spot):
            continue
        parts = list(sheet.parts(start, spot)) if spot != start else []
        grounds = {part_of.under for part_of in parts}
        if len(grounds) > 1 or any(ground.region.kind == "gap" for under in grounds for ground in under):
            continue
        under = next(iter(grounds), sheet.under(*spot))
        by = (spot[0] - start[0], spot[1] - start[1])
        heading = Heading("", 0, 0, Fraction(by[0]), Fraction(by[1]), Fraction(0), Fraction(0))
        footing, multiplier = footing_of(under, heading), sheet.multiplier(under)
        heading = _out(grid, cell, grid.parts if footing.mode == "ground" else HALVES)
        flat, gates = _met(sheet, start, under)
        yield heading, Edge(way, footing, multiplier, flat, gates, 0)
        way += 1


def _leaps(sheet: OpenMap, grid: Lattice, free: int) -> Iterator[tuple[Heading, None]]:
    """Yield the ways to jump out of a gap that the port is over: in each direction to the first point beyond it."""
    col, row = square_of(grid.port)
    for right, down in WAYS:
        ahead = ((col + far * right, row + far * down) for far in range(1, grid.cols + grid.inner))
        inside = takewhile(grid.shows, ahead)
        cell = next((cell for cell in inside if free >> grid.bit(cell) & 1), None)
        if cell is None or point(cell) == grid.port or sheet.bar(grid.port, point(cell)) is not None:
            continue
        if sheet.ground_heights.steep(
            sheet.ground_heights.at(*grid.port), sheet.ground_heights.at(*point(cell))
        ):
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


def _met(sheet: OpenMap, start: Spot, under: Sequence[Ground]) -> tuple[Fraction, tuple[str, ...]]:
    """Return the surcharge and the gates of what a step out of the port enters."""
    stood = sheet.under(*start)
    rough = [ground.region for ground in under if ground not in stood]
    entered = [region for region in rough if isinstance(region, map_data.Difficult)]
    flat = sum((exact(region.flat_cost) for region in entered), Fraction(0))
    return flat, tuple(region.id for region in entered if region.roll)


def _rounded(a: Spot, b: Spot, parts_of: int) -> Fraction:
    """Return the distance of two places in steps, rounded up to such parts of a step."""
    square = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) * (FINE * parts_of) ** 2
    root = isqrt(square)
    whole = root + (root * root < square)
    return Fraction(-(-whole // GRAIN), parts_of)
