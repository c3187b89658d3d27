"""A map with cells compiled for one mover: flat, or each storey by itself and all of them on one grid."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from py_rules.board import footprint
from py_rules.board.board import ONE, Board
from py_rules.board.cells import CellGrid, Part, grid_of
from py_rules.board.edges import compile_edges
from py_rules.board.footprint import Blocks
from py_rules.board.grid import Cell
from py_rules.board.storeys import flat_scenes, stack
from py_rules.board.terrain import compile_terrain
from py_rules.board.walls import WallMasks, compile_walls
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.map_rules import MapRules, Passing
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction


def compile_board(
    scene: map_data.Scene,
    *,
    mover: map_data.Token | None,
    size: Cell,
    unseen: frozenset[str],
    map_rules: MapRules = MapRules(),  # noqa: B008 - frozen
    part: Part | None = None,
    rate: Fraction = ONE,
) -> Board:
    """Compile a scene for a footprint of ``size`` (cols, rows).

    The mover and the tokens in ``unseen`` block nothing. With ``part`` only that part of a square map is compiled,
    and no step leads out of it.
    ``rate``: how many of the scene's units make one of those that elevations are in.
    """
    grid = grid_of(scene.grid, part)
    side = to_fraction(scene.grid.distance)
    free = to_fraction(float(map_rules.step * side))
    ignored = unseen | {mover.id} if mover else unseen
    tokens = [token for token in scene.tokens if token.id not in ignored]
    crowd = _crowd(grid, tokens, map_rules=map_rules)
    terrain = compile_terrain(grid, scene.regions, size=size, slowing=crowd["slows"], free=free, rate=rate)
    walls = compile_walls(grid, scene.walls if part is None else walls_near(scene.walls, part))
    taken = _taken(grid, tokens, small=mover if map_rules.sharing else None)
    blocks = _blocks(grid, walls, size=size, obstacle=terrain.obstacle, hostile=crowd["blocks"], taken=taken)
    made = partial(Board, size=size, distance=side, scene=scene, walls=walls, rate=rate)
    made = partial(made, blocks=blocks, terrain=terrain, map_rules=map_rules)
    return _with_steps(made(grid, open=(), can_end=0, anchors=grid.anchors(size), edges=()))


def _with_steps(board: Board) -> Board:
    """Return a flat board with its steps, what they cost, and where a move may end."""
    grid, blocks, terrain = board.flat, board.blocks, board.terrain
    steps = footprint.steps(grid, blocks, anchors=board.anchors)
    barred = blocks.inner | blocks.obstacle | blocks.occupied | terrain.gap
    edges = compile_edges(grid, terrain, steps=steps)
    return replace(board, open=steps, can_end=board.anchors & ~barred, edges=edges)


def _blocks(
    grid: CellGrid, walls: WallMasks, *, size: Cell, obstacle: int, hostile: int, taken: int
) -> Blocks:
    """Return what keeps a footprint out."""
    return Blocks(
        walled=footprint.walled(grid, walls, size=size),
        inner=footprint.inner(grid, walls, size=size),
        obstacle=obstacle,
        hostile=grid.touched(hostile, size),
        occupied=grid.touched(taken, size),
    )


def walls_near(walls: Sequence[map_data.Wall], part: Part) -> list[map_data.Wall]:
    """Return the walls that reach some columns and rows, or the ones beside them."""
    (left, right), (top, bottom) = ((places.start - 1, places.stop + 1) for places in part)
    return [
        wall
        for wall in walls
        if (wall.a[1] >= top or wall.b[1] >= top)
        and (wall.a[1] <= bottom or wall.b[1] <= bottom)
        and (wall.a[0] >= left or wall.b[0] >= left)
        and (wall.a[0] <= right or wall.b[0] <= right)
    ]


def compile_storeys(
    scene: map_data.Scene,
    *,
    mover: map_data.Token | None,
    size: Cell,
    unseen: frozenset[str],
    map_rules: MapRules = MapRules(),  # noqa: B008 - frozen
    rate: Fraction = ONE,
) -> Board:
    """Compile a scene with storeys: each as :func:`compile_board` does, all of them on one grid.

    ``rate``: how many of the scene's units make one of those that elevations are in.
    """
    planes = [
        compile_board(flat, mover=mover, size=size, unseen=unseen, map_rules=map_rules, rate=rate)
        for flat in flat_scenes(scene)
    ]
    return stack(scene, planes, rate=rate)


def _crowd(grid: CellGrid, tokens: Sequence[map_data.Token], *, map_rules: MapRules) -> dict[Passing, int]:
    """Return the cells of tokens that block, slow, or are passed."""
    found: dict[Passing, int] = {"blocks": 0, "slows": 0, "passes": 0}
    for token in tokens:
        found[map_rules.passing(token.disposition)] |= _stood_on(grid, token)
    return found


def _stood_on(grid: CellGrid, token: map_data.Token) -> int:
    """Return the cells that a token covers."""
    cols, rows = token.size
    work.add(cols * rows)
    return grid.cells(grid.footprint((int(token.col), int(token.row)), token.size))


def _taken(grid: CellGrid, tokens: Sequence[map_data.Token], *, small: map_data.Token | None) -> int:
    """Return the cells that others stand on; a token that may share a cell finds room beside others as small."""
    room = Fraction(1) - _share(small) if small is not None else Fraction(0)
    taken, shared = 0, dict[Cell, Fraction]()
    for token in tokens:
        share = _share(token)
        if room <= 0 or share >= 1:
            taken |= _stood_on(grid, token)
        else:
            cell = (int(token.col), int(token.row))
            shared[cell] = shared.get(cell, Fraction(0)) + share
    return taken | grid.cells(cell for cell, share in shared.items() if share > room)


def _share(token: map_data.Token) -> Fraction:
    """Return how much of a cell a token takes; one that does not fit into a cell takes all of it."""
    return to_fraction(token.cols) * to_fraction(token.rows) if token.size == (1, 1) else Fraction(1)
