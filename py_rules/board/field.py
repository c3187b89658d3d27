"""A map without cells compiled for one mover on the lattice: which steps are free, and what they cost.

What is on the ground is told by the squares between points: a step lies in one of them, or in two that are alike.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from py_rules.board.board import Board
from py_rules.board.edges import Edge, LedgeEdges
from py_rules.board.footprint import Blocks
from py_rules.board.grid import slide, union
from py_rules.board.ground import Ground
from py_rules.board.lattice import COARSE, HALVES, SEVENTHS, WAYS, Lattice, headings
from py_rules.board.lattice_ground import (
    Kind,
    bounds,
    entered,
    footing_of,
    inner,
    inside,
    kinds_of,
    signatures,
    squares_in,
    through,
)
from py_rules.board.ledge_steps import LedgeSteps, rungs
from py_rules.board.marks import Marks
from py_rules.board.open_map import FINE, OpenMap
from py_rules.board.ports import out_of_port
from py_rules.board.spatial_index import Spot
from py_rules.board.terrain import Terrain, rough_of
from py_rules.board.walls import WallMasks
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.footing import Footing
from py_rules.values.map_rules import MapRules


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
    open_map: OpenMap,
    scene: map_data.Scene,
    *,
    marks: Marks,
    start: Spot,
    window: tuple[int, int, int, int],
    parts: int = SEVENTHS,
    up: Fraction = Fraction(0),
) -> Field:
    """Return the lattice of a window (left, top, right, bottom, in points) for a mover at ``start``.

    ``up``: how high it is there, in the map's unit, if it holds on to something; 0: as high as the ground.

    ``parts``: what lengths are rounded up to; of halves all steps are coarse, not only those swum or climbed.
    """
    left, top, right, bottom = window
    grid = Lattice(left, top, right - left + 1, bottom - top + 1, start, parts, bounds=bounds(open_map))
    anchors = inside(open_map, grid)
    free = through(open_map, grid, bits=anchors & ~marks.window(marks.near, grid))
    squares = squares_in(grid, open_map.grounds)
    gap = union(bits for ground, bits in squares if ground.region.kind == "gap")
    both, steps = _open_steps(open_map, grid, marks=marks, anchors=anchors, free=free)
    over = inner(grid, gap)
    flights = _flights(grid, steps, gap=gap)
    ledge_steps = None if open_map.ground_heights.level else LedgeSteps(open_map, grid, squares=squares)
    if ledge_steps is not None:
        grid = replace(grid, rungs=tuple(rung.heading for rung in rungs(grid)))
        flights = tuple(
            ledge_steps.under(way, grid.crossed(way), origins=bits) for way, bits in enumerate(flights)
        )
    edges = _all_edges(open_map, grid, squares=squares, masks=(steps, gap, free), ledge_steps=ledge_steps)
    ledge_edges = LedgeEdges()
    if ledge_steps is not None:
        ledge_edges = _ledge_edges(
            open_map, grid, squares=squares, masks=(steps, gap), ledge_steps=ledge_steps
        )
    beside = _beside(edges, grid)
    port = 1 << grid.bit(grid.start)
    wall = open_map.ground_heights.perch(start, up)
    aloft = wall is None and any(ground.region.kind == "gap" for ground in open_map.under(*start))
    grid, ports, out = out_of_port(
        open_map, grid, free=free & ~over, wall=None if wall is None else (wall, up), aloft=aloft
    )
    own = union(1 << grid.bit(cell) for cell in grid.ports)
    edges += out
    over |= port if aloft else 0
    taken = marks.window(marks.taken, grid)
    terrain = _terrain(
        grid, squares, gaps=(gap, over), edges=(*edges, *ledge_edges.onto, *ledge_edges.off), anchors=anchors
    )
    if wall is not None:
        terrain = replace(terrain, climb=terrain.climb | own)  # nobody jumps off a wall
    if ledge_steps is not None:
        terrain = replace(terrain, heights=ledge_steps.heights(port))
    board = replace(
        _bare(open_map, grid, scene=scene, terrain=terrain),
        open=(*flights, *(0 for _ in headings(parts)[COARSE:]), *beside, *ports),
        can_end=free & ~(taken | over),
        anchors=anchors | own | union(iter(beside)) | union(_led(grid, beside)),
        blocks=Blocks(walled=(), inner=0, obstacle=0, hostile=0, occupied=taken),
        edges=tuple(edges),
        ledge_edges=ledge_edges,
    )
    shut = gap | _touching(grid, marks.window(marks.beside, grid))
    kinds = kinds_of(open_map, grid, squares=squares, rim=ledge_steps.rim if ledge_steps else 0)
    return Field(board, grid, _clear(grid, both) & ~shut, gap, tuple(kinds))


def _bare(open_map: OpenMap, grid: Lattice, *, scene: map_data.Scene, terrain: Terrain) -> Board:
    """Return a board on which no step is allowed yet."""
    return Board(
        grid=grid,
        size=(1, 1),
        distance=open_map.distance / FINE,
        open=(),
        can_end=0,
        anchors=0,
        blocks=Blocks(walled=(), inner=0, obstacle=0, hostile=0, occupied=0),
        terrain=terrain,
        edges=(),
        scene=scene,
        walls=WallMasks((), 0, 0, 0, 0, 0),
        map_rules=MapRules(whole_steps=True),  # borders of gaps lie on lines of points
    )


def _open_steps(
    open_map: OpenMap, grid: Lattice, *, marks: Marks, anchors: int, free: int
) -> tuple[Sequence[int], tuple[int, ...]]:
    """Return the origins of the steps that lead past all that is too near, in either direction, and of each alone."""
    wide = anchors & ~marks.window(marks.wide, grid)
    both = list(_open(grid, free, wide=wide, near=[marks.window(rows, grid) for rows in marks.steps]))
    for way in range(4):
        both[way] = through(open_map, grid, bits=both[way], sides=(way % 2 == 1, way % 2 == 0))
    barred = [marks.window(rows, grid) for rows in marks.barred]
    return both, (*(step & ~bar for step, bar in zip(both, barred, strict=False)), *both[8:])


def _all_edges(
    open_map: OpenMap,
    grid: Lattice,
    *,
    squares: Sequence[tuple[Ground, int]],
    masks: tuple[Sequence[int], int, int],
    ledge_steps: LedgeSteps | None,
) -> list[Edge]:
    """Return what steps from point to point cost; ``masks``: the steps by direction, gaps, and free points."""
    steps, gap, free = masks

    def made(way: int, origins: int) -> Iterator[Edge]:
        return _edges(open_map, grid, squares=squares, gap=gap, way=way, origins=origins)

    ways = range(8 if grid.parts == HALVES else len(WAYS))
    even = (
        steps
        if ledge_steps is None
        else [ledge_steps.even(way, grid.crossed(way), origins=bits) for way, bits in enumerate(steps)]
    )
    edges: list[Edge] = []
    for way in ways:
        edges += _coarsened(made(way, even[way]))
        work.hold(len(edges) * (gap | free).bit_length() // 8)
    if ledge_steps is not None:
        crossed = grid.crossed
        edges += ledge_steps.edges(steps, gap, free=free, crossed=crossed, made=made, split=signatures)
    return edges


def _ledge_edges(
    open_map: OpenMap,
    grid: Lattice,
    *,
    squares: Sequence[tuple[Ground, int]],
    masks: tuple[Sequence[int], int],
    ledge_steps: LedgeSteps,
) -> LedgeEdges:
    """Return the level steps on foot that end at a point of another height, and those that begin at one."""
    steps, gap = masks

    def made(*, leaving: bool) -> Iterator[Edge]:
        for way, bits in enumerate(steps):
            origins = ledge_steps.ledge_edges(way, grid.crossed(way), origins=bits, leaving=leaving)
            for edge in _edges(open_map, grid, squares=squares, gap=gap, way=way, origins=origins):
                if edge.footing.mode == "ground":
                    yield edge

    return LedgeEdges(tuple(made(leaving=False)), tuple(made(leaving=True)))


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


def _open(grid: Lattice, free: int, *, wide: int, near: Sequence[int]) -> tuple[int, ...]:
    """Return per direction the origins of free steps."""
    half = [free & grid.back(free, way) & ~bits for way, bits in zip((0, 1, 4, 5), near, strict=True)]
    east, south, southeast, southwest = half
    west, north = grid.shift(east, 0), grid.shift(south, 1)
    northwest, northeast = grid.shift(southeast, 4), grid.shift(southwest, 5)
    knights = (free & wide & grid.back(wide & free, way) for way in range(8, 16))
    return east, south, west, north, southeast, southwest, northwest, northeast, *knights


def _flights(grid: Lattice, steps: Sequence[int], *, gap: int) -> tuple[int, ...]:
    """Return the steps that a jump may be made of: a knight's move is over a gap wholly or not at all."""
    flights = list(steps)
    for way in range(8, 16):
        one, two = grid.crossed(way)
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


def _corners(grid: Lattice, squares: int) -> int:
    """Return the points that are a corner of some squares."""
    rows = squares | squares << 1
    return rows | rows << grid.stride


def _edges(
    open_map: OpenMap,
    grid: Lattice,
    *,
    squares: Sequence[tuple[Ground, int]],
    gap: int,
    way: int,
    origins: int,
) -> Iterator[Edge]:
    """Yield the classes of equal steps in one direction."""
    crossed = grid.crossed(way)
    for off in crossed:
        origins &= ~slide(gap, -off)
    for _, bits in squares if len(crossed) > 1 else ():
        origins &= ~(slide(bits, -crossed[0]) ^ slide(bits, -crossed[1]))
    work.add(work.over(origins.bit_length(), 4 * len(squares)))
    merged: dict[tuple[Footing, Fraction, Fraction, tuple[str, ...]], int] = {}
    for under, alike in signatures([(ground, slide(bits, -crossed[0])) for ground, bits in squares], origins):
        footing, multiplier = footing_of(under, grid.headings[way]), open_map.multiplier(under)
        for (flat, gates), part_of in entered(grid, squares, under=under, origins=alike).items():
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


def _terrain(
    grid: Lattice,
    squares: Sequence[tuple[Ground, int]],
    *,
    gaps: tuple[int, int],
    edges: Sequence[Edge],
    anchors: int,
) -> Terrain:
    """Return what jumps need to know: a point is in a region if the square right below it is.

    ``gaps``: the squares over a gap, and the points in the midst of it: those are over it. On the ``rim`` of what is
    climbed or swum nobody is sure to stand.
    """
    climb = union(bits for ground, bits in squares if ground.region.kind == "climb")
    swim = union(bits for ground, bits in squares if ground.region.kind == "water")
    here = ((ground.region, bits) for ground, bits in squares)
    rough = tuple(rough_of(region, bits) for region, bits in here if isinstance(region, map_data.Difficult))
    multipliers = {edge.multiplier: 0 for edge in edges if edge.multiplier > 1}
    return Terrain(
        obstacle=0,
        gap=gaps[1],
        pits=gaps[0],
        climb=climb,
        swim=swim & ~climb,
        rim=_corners(grid, climb | swim) & anchors,
        rough=rough,
        difficult=union(region.touched for region in rough),
        surfaces=(),
        multipliers=tuple(sorted(multipliers.items(), reverse=True)),
        grades=(),
        slowing=0,
    )
