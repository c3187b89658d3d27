"""A map without cells compiled for one mover on the lattice: which steps are free, and what they cost.

The squares between points have the ground: a step lies in one of them, or in two that are alike.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from py_rules.board.board import Board
from py_rules.board.boxes import FINE
from py_rules.board.edges import Edge
from py_rules.board.footprint import Blocks
from py_rules.board.grid import slide, union
from py_rules.board.ground import Ground
from py_rules.board.lattice import COARSE, DIRECTIONS, HALVES, SEVENTHS, Lattice, headings
from py_rules.board.lattice_ground import (
    PLAIN,
    Kind,
    entered,
    footing_of,
    inner,
    inside,
    kinds_of,
    signatures,
    squares_in,
    touching,
)
from py_rules.board.ledge_steps import LedgeSteps, Steps, rungs
from py_rules.board.marks import Marks
from py_rules.board.open_map import OpenMap
from py_rules.board.terrain import Terrain, rough_of
from py_rules.board.walls import WallMasks
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.footing import Footing
from py_rules.values.map_rules import MapRules
from py_rules.values.records import record, replace


@record(eq=False)
class Field:
    """A board of the lattice with what areas need besides.

    ``free``: points that the mover may be at, over no gap. ``clear``: squares in which nothing is too near. ``gap``:
    those over a gap, each named by its upper left point, which is over it, too. ``kinds``: the squares of each kind of
    ground.
    """

    board: Board
    grid: Lattice
    free: int
    clear: int
    gap: int
    kinds: tuple[tuple[Kind, int], ...]

    @property
    def plain(self) -> int:
        """Squares with nothing in them and nothing too near."""
        return union(squares for kind, squares in self.kinds if kind == PLAIN) & self.clear


def compile_lattice(
    open_map: OpenMap,
    scene: map_data.Scene,
    *,
    marks: Marks,
    window: tuple[int, int, int, int],
    parts: int = SEVENTHS,
    level: bool | None = None,
) -> Field:
    """Return the lattice of a window (left, top, right, bottom, in points) for a mover at ``start``.

    ``parts``: what lengths are rounded up to; of halves all steps are coarse, not only those swum or climbed.
    ``level``: whether there are no places beside points; none: as the ground is. Storeys that are joined are alike.
    """
    left, top, right, bottom = window
    grid = Lattice(left, top, right - left + 1, bottom - top + 1, parts)
    if not (open_map.ground_heights.level if level is None else level):
        grid = replace(grid, rungs=tuple(rung.heading for rung in rungs(grid)))
    anchors = inside(open_map, grid)
    free = anchors & ~marks.window(marks.near, grid)
    squares = squares_in(grid, open_map.grounds)
    gap = union(bits for ground, bits in squares if ground.region.kind == "gap")
    both, moves = _open_steps(grid, marks=marks, anchors=anchors, free=free)
    ledges, over = LedgeSteps(open_map, grid, squares=squares), inner(grid, gap)
    made = partial(_edges, open_map=open_map, grid=grid, squares=squares, gap=gap)
    edges = _all_edges(moves, made=made, ledges=ledges, gap=gap, free=free)
    ledge_edges = ledges.ledge_edges(moves, made=made)
    terrain = _terrain(
        grid, squares, gaps=(gap, over), edges=(*edges, *ledge_edges.onto, *ledge_edges.off), anchors=anchors
    )
    flights, beside = ledges.flights(_flights(grid, moves, gap=gap)), _beside(edges, grid)
    led = (grid.shift(bits, number) for number, bits in enumerate(beside, len(headings(grid.parts))))
    taken = marks.window(marks.taken, grid)
    board = Board(
        grid=grid,
        size=(1, 1),
        distance=open_map.distance / FINE,
        open=(*flights, *(0 for _ in headings(parts)[COARSE:]), *beside),
        can_end=free & ~(taken | over),
        anchors=anchors | union(iter(beside)) | union(led),
        blocks=Blocks(walled=(), inner=0, obstacle=0, hostile=0, occupied=taken),
        terrain=replace(terrain, heights=ledges.heights),
        edges=tuple(edges),
        scene=scene,
        walls=WallMasks((), 0, 0, 0, 0, 0),
        map_rules=MapRules(whole_steps=True),  # borders of gaps lie on lines of points
        ledge_edges=ledge_edges,
    )
    shut = gap | touching(marks.window(marks.beside, grid), grid.stride)
    kinds = kinds_of(open_map, grid, squares=squares, rim=ledges.rim)
    return Field(board, grid, free & ~over, _clear(grid, both) & ~shut, gap, tuple(kinds))


def _open_steps(
    grid: Lattice, *, marks: Marks, anchors: int, free: int
) -> tuple[Sequence[int], tuple[int, ...]]:
    """Return the origins of the steps that lead past all that is too near, in either direction, and of each alone."""
    wide = anchors & ~marks.window(marks.wide, grid)
    both = _open(grid, free, wide=wide, near=[marks.window(rows, grid) for rows in marks.steps])
    barred = [marks.window(rows, grid) for rows in marks.barred]
    return both, (*(step & ~bar for step, bar in zip(both, barred, strict=False)), *both[8:])


def _all_edges(steps: Sequence[int], *, made: Steps, ledges: LedgeSteps, gap: int, free: int) -> list[Edge]:
    """Return what steps from point to point cost; ``steps``: their origins by direction."""
    edges: list[Edge] = []
    for direction in range(8 if ledges.grid.parts == HALVES else len(DIRECTIONS)):
        edges += _coarsened(made(direction, ledges.even(direction, steps[direction])))
        work.hold(len(edges) * (gap | free).bit_length() // 8)
    if ledges.grid.rungs:
        edges += ledges.edges(steps, gap, free=free, made=made, split=signatures)
    return edges


def _beside(edges: Iterable[Edge], grid: Lattice) -> list[int]:
    """Return the origins of steps and climbs to and from the places beside points, by direction."""
    first = len(headings(grid.parts))
    found = [0] * len(grid.rungs)
    for edge in edges:
        if edge.direction >= first:
            found[edge.direction - first] |= edge.origins
    return found


def _open(grid: Lattice, free: int, *, wide: int, near: Sequence[int]) -> tuple[int, ...]:
    """Return per direction the origins of free steps."""
    half = [
        free & grid.back(free, direction) & ~bits for direction, bits in zip((0, 1, 4, 5), near, strict=True)
    ]
    east, south, southeast, southwest = half
    west, north = grid.shift(east, 0), grid.shift(south, 1)
    northwest, northeast = grid.shift(southeast, 4), grid.shift(southwest, 5)
    knights = (free & wide & grid.back(wide & free, direction) for direction in range(8, 16))
    return east, south, west, north, southeast, southwest, northwest, northeast, *knights


def _flights(grid: Lattice, steps: Sequence[int], *, gap: int) -> tuple[int, ...]:
    """Return the steps that a jump may be made of: a knight's move is over a gap wholly or not at all."""
    flights = list(steps)
    for direction in range(8, 16):
        one, two = grid.crossed(direction)
        flights[direction] &= ~(slide(gap, -one) ^ slide(gap, -two))
    return tuple(flights)


def _clear(grid: Lattice, steps: Sequence[int]) -> int:
    """Return the squares whose sides and diagonals are free."""
    sides = steps[0] & steps[1] & steps[4]
    return sides & slide(steps[0], -grid.stride) & slide(steps[1], -1) & slide(steps[5], -1)


def corners_of(squares: int, stride: int) -> int:
    """Return the points that are a corner of some squares."""
    rows = squares | squares << 1
    return rows | rows << stride


def _edges(
    direction: int,
    origins: int,
    *,
    open_map: OpenMap,
    grid: Lattice,
    squares: Sequence[tuple[Ground, int]],
    gap: int,
) -> Iterator[Edge]:
    """Yield the classes of equal steps in one direction."""
    crossed = grid.crossed(direction)
    for off in crossed:
        origins &= ~slide(gap, -off)
    for _, bits in squares if len(crossed) > 1 else ():
        origins &= ~(slide(bits, -crossed[0]) ^ slide(bits, -crossed[1]))
    work.add(work.over(origins.bit_length(), 4 * len(squares)))
    merged: dict[tuple[Footing, Fraction, Fraction, tuple[str, ...]], int] = {}
    for under, alike in signatures([(ground, slide(bits, -crossed[0])) for ground, bits in squares], origins):
        footing, multiplier = footing_of(under, grid.headings[direction]), open_map.multiplier(under)
        for (flat, gates), part_of in entered(grid, squares, under=under, origins=alike).items():
            key = (footing, multiplier, flat, gates)
            merged[key] = merged.get(key, 0) | part_of
    for (footing, multiplier, flat, gates), part_of in merged.items():
        yield Edge(direction, footing, multiplier, flat, gates, part_of)


def _coarsened(edges: Iterable[Edge]) -> Iterator[Edge]:
    """Yield steps, swum and climbed ones as coarse ones.

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
    rough = tuple(
        rough_of(ground.region, bits)._replace(within=inner(grid, bits))
        for ground, bits in squares
        if isinstance(ground.region, map_data.Difficult)
    )
    multipliers = {edge.multiplier: 0 for edge in edges if edge.multiplier != 1}
    return Terrain(
        obstacle=0,
        gap=gaps[1],
        pits=gaps[0],
        climb=climb,
        swim=swim & ~climb,
        rim=corners_of(climb | swim, grid.stride) & anchors,
        rough=rough,
        difficult=union(region.touched for region in rough),
        surfaces=(),
        multipliers=tuple(sorted(multipliers.items(), reverse=True)),
        grades=(),
        slowing=0,
    )
