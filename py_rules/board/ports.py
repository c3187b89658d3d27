"""The steps out of the port, where a mover stands between the points of a lattice or holds on to a wall."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import takewhile
from math import isqrt
from typing import NamedTuple

from py_rules.board.boxes import FINE
from py_rules.board.edges import Edge
from py_rules.board.grid import Cell, Heading, union
from py_rules.board.ground import Ground
from py_rules.board.lattice import DIRECTIONS, HALVES, Lattice, point, square_of
from py_rules.board.lattice_ground import footing_of
from py_rules.board.ledge_steps import climbed
from py_rules.board.open_map import OpenMap
from py_rules.board.spatial_index import Spot
from py_rules.protocol import map_data
from py_rules.values.records import replace
from py_rules.values.rounding import GRAIN, to_fraction


class Port(NamedTuple):
    """Where the mover stands, which need not be a point of the lattice: its steps, and what it stands on.

    ``bit``: the port; ``own``: it and the places right beside it. ``over``: the points over a gap, the port among
    them if the mover is in the air. ``held``: ``own`` if the mover holds on to a wall, else nothing.
    """

    grid: Lattice
    origins: list[int]
    edges: list[Edge]
    bit: int
    own: int
    over: int
    held: int


def out_of_port(open_map: OpenMap, grid: Lattice, *, free: int, over: int, up: Fraction) -> Port:
    """Return the port with its steps, where each begins and what it costs, and the lattice with these steps.

    ``over``: the points over a gap. ``up``: how high the mover holds on to something, in the map's unit; 0: it stands.
    """
    wall = open_map.ground_heights.perch(grid.port, up)
    aloft = wall is None and any(ground.region.kind == "gap" for ground in open_map.under(*grid.port))
    bit, free = 1 << grid.bit(grid.start), free & ~over
    if wall is not None:
        grid, entries = _perched(open_map, grid, free=free, held=(wall, up))
    elif aloft:
        entries = [Entry(grid.start, *entry) for entry in _leaps(open_map, grid, free=free)]
    else:
        found = _entries(open_map, grid, free=free, start=grid.port)
        entries = [Entry(grid.start, *entry) for entry in found]
    first, origins = len(grid.headings), [1 << grid.bit(entry.origin) for entry in entries]
    edges = [
        replace(entry.edge, direction=first + number, origins=origins[number])
        for number, entry in enumerate(entries)
        if entry.edge is not None
    ]
    own = union(1 << grid.bit(cell) for cell in grid.ports)
    grid = replace(grid, entries=tuple(entry.heading for entry in entries))
    return Port(grid, origins, edges, bit, own, over | (bit if aloft else 0), 0 if wall is None else own)


class Entry(NamedTuple):
    """A step from the port, or from a place right beside it, by name; without an edge it is only jumped."""

    origin: Cell
    heading: Heading
    edge: Edge | None


def _perched(
    open_map: OpenMap, grid: Lattice, *, free: int, held: tuple[Spot, Fraction]
) -> tuple[Lattice, list[Entry]]:
    """Return the lattice of a mover that holds on to something, and its steps: to each height beside it.

    It climbs there, or steps over, and goes on from there.
    """
    wall, up = held
    ground_heights = open_map.ground_heights
    around = ground_heights.beside(grid.port).items()
    found = [(level, spot) for level, spot in around if open_map.bar(grid.port, spot) is None]
    grid = replace(grid, landings=tuple(spot for _, spot in found))
    entries = []
    for cell, (level, spot) in zip(grid.ports[1:], found, strict=True):
        rise, under = level.up - up * ground_heights.rate, open_map.under(*spot)
        before = open_map.under(*(wall if rise < 0 else grid.port))
        steep = abs(rise) > ground_heights.free
        footing = climbed(open_map, before, onto=under) if steep else footing_of(under, grid.headings[0])
        beside = Heading("", cell[0] - grid.left, 0, *(Fraction(0),) * 4, passage=True)
        edge = Edge(
            0, footing, open_map.multiplier(under), Fraction(0), (), 0, rise if steep else Fraction(0)
        )
        entries.append(Entry(grid.start, beside, edge))
        col = cell[0] - grid.left
        entries += [
            Entry(cell, replace(heading, col=heading.col - col), edge)
            for heading, edge in _entries(open_map, grid, free=free, start=spot)
        ]
    return grid, entries


def _entries(open_map: OpenMap, grid: Lattice, *, free: int, start: Spot) -> Iterator[tuple[Heading, Edge]]:
    """Yield the steps out of the port: to the corners of its square, else to the points around that are free.

    ``start`` is where it is; a mover that holds on begins right beside it. Lengths are measured from the port.
    """
    col, row = square_of(start)
    corners = [(col + right, row + down) for down in (0, 1) for right in (0, 1)]
    if grid.bounded(point((col, row))) == point((col, row)) == start:
        corners = [(col, row)]
    found = list(_leading(open_map, grid, free=free, cells=corners, start=start))
    if not found:
        reach = 2 + -(-open_map.radius * FINE // GRAIN)
        around = [
            (col + right, row + down)
            for down in range(-reach, reach + 2)
            for right in range(-reach, reach + 2)
        ]
        found = list(_leading(open_map, grid, free=free, cells=around, start=start))
    yield from found


def _leading(
    open_map: OpenMap, grid: Lattice, *, free: int, cells: Sequence[Cell], start: Spot
) -> Iterator[tuple[Heading, Edge]]:
    """Yield the steps from ``start`` to those points that a free straight line over one kind of ground leads to."""
    direction = len(grid.headings)
    for cell in cells:
        if not grid.shows(cell) or not free >> grid.bit(cell) & 1:
            continue
        spot = grid.bounded(point(cell))
        if spot != start and open_map.bar(start, spot) is not None:
            continue
        if not open_map.even(start, spot):
            continue
        parts = list(open_map.parts(start, spot)) if spot != start else []
        grounds = {part_of.under for part_of in parts}
        if len(grounds) > 1 or any(ground.region.kind == "gap" for under in grounds for ground in under):
            continue
        under = next(iter(grounds), open_map.under(*spot))
        by = (spot[0] - start[0], spot[1] - start[1])
        heading = Heading("", 0, 0, Fraction(by[0]), Fraction(by[1]), Fraction(0), Fraction(0))
        footing, multiplier = footing_of(under, heading), open_map.multiplier(under)
        heading = _out(grid, cell, parts=grid.parts if footing.mode == "ground" else HALVES)
        flat, gates = _met(open_map, start, spot=spot, under=under)
        yield heading, Edge(direction, footing, multiplier, flat, gates, 0)
        direction += 1


def _leaps(open_map: OpenMap, grid: Lattice, *, free: int) -> Iterator[tuple[Heading, None]]:
    """Yield the ways to jump out of a gap that the port is over: in each direction to the first point beyond it."""
    col, row = square_of(grid.port)
    for right, down in DIRECTIONS:
        ahead = ((col + far * right, row + far * down) for far in range(1, grid.cols + grid.inner))
        inside = takewhile(grid.shows, ahead)
        cell = next((cell for cell in inside if free >> grid.bit(cell) & 1), None)
        if (
            cell is None
            or grid.bounded(point(cell)) == grid.port
            or open_map.bar(grid.port, grid.bounded(point(cell))) is not None
        ):
            continue
        if open_map.ground_heights.steep(
            open_map.ground_heights.at(*grid.port), open_map.ground_heights.at(*grid.bounded(point(cell)))
        ):
            continue
        parts = open_map.parts(grid.port, grid.bounded(point(cell)))
        over = [any(ground.region.kind == "gap" for ground in part_of.under) for part_of in parts]
        # Behind a gap that is drawn there may be ground before the point.
        if over == sorted(over, reverse=True):
            yield _out(grid, cell, parts=grid.parts), None


def _out(grid: Lattice, cell: Cell, *, parts: int) -> Heading:
    """Return the direction out of the port to a point, its length rounded up to such parts of a step."""
    spot, (col, row) = grid.bounded(point(cell)), grid.start
    east, south = (Fraction(to - at, GRAIN) for to, at in zip(spot, grid.port, strict=True))
    far = _rounded(grid.port, spot, parts_of=parts)
    return Heading("", cell[0] - col, cell[1] - row, east, south, far, far)


def _met(
    open_map: OpenMap, start: Spot, *, spot: Spot, under: Sequence[Ground]
) -> tuple[Fraction, tuple[str, ...]]:
    """Return the surcharge and the gates of what a step out of the port enters, as the lattice has it."""
    stood = open_map.under(*start)
    here = [ground for ground in open_map.grounds if ground in under or ground.covers(spot)]
    rough = [ground.region for ground in here if ground not in stood]
    entered = [region for region in rough if isinstance(region, map_data.Difficult)]
    flat = sum((to_fraction(region.flat_cost) for region in entered), Fraction(0))
    return flat, tuple(region.id for region in entered if region.roll)


def _rounded(a: Spot, b: Spot, *, parts_of: int) -> Fraction:
    """Return the distance of two places in steps, rounded up to such parts of a step."""
    square = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) * (FINE * parts_of) ** 2
    root = isqrt(square)
    whole = root + (root * root < square)
    return Fraction(-(-whole // GRAIN), parts_of)
