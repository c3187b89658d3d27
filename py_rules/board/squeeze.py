"""Squeezing: where a body gets through only as one a cell smaller in each side, but never less than one cell.

The smaller body is always that of the same anchor, the top left part of the whole one. Wherever the whole body
may step the smaller one may too, so a path of both kinds of steps is one that the smaller body can go from end
to end: nobody slips from one side of a wall to the other by squeezing now this part through, now that. Along the
last column and row of the map the smaller body is on it while the whole one is not.
"""

from collections.abc import Sequence

from py_rules.board import footprint
from py_rules.board.footprint import Blocks
from py_rules.board.grid import Cell, Grid, union
from py_rules.board.square import Square
from py_rules.board.walls import WallMasks
from py_rules.protocol import map_data
from py_rules.values.records import record


@record()
class Squeeze:
    """Where a mover squeezes; bits are anchors of the whole body, of which the smaller one is on the map."""

    steps: tuple[int, ...] = ()
    """Per direction: origins of steps that only the smaller body may take; empty: nobody squeezes."""
    tight: int = 0
    """Where only the smaller body may be: nobody stops or takes off there."""


def narrowed(size: Cell) -> Cell:
    """Return the size of a body that squeezes.

    >>> narrowed((2, 2)), narrowed((1, 3))
    ((1, 1), (1, 2))
    """
    return max(size[0] - 1, 1), max(size[1] - 1, 1)


def squeezed(grid: Grid, size: Cell) -> Cell:
    """Return how much of a body that may squeeze has to be on the map: on hexes nobody squeezes.

    >>> squeezed(Square(9, 9), (3, 3))
    (2, 2)
    """
    return narrowed(size) if isinstance(grid, Square) else size


def compile_squeeze(
    grid: Grid,
    regions: Sequence[map_data.Region],
    *,
    walls: WallMasks,
    small: Cell,
    hostile: int,
    blocks: Blocks,
) -> Squeeze:
    """Return where a body squeezes that is ``small`` then; ``hostile``: cells of tokens that block."""
    solid = union(grid.area(r.area) for r in regions if isinstance(r, map_data.Obstacle))
    narrow = Blocks(
        walled=footprint.walled(grid, walls, size=small),
        inner=footprint.inner(grid, walls, size=small),
        obstacle=grid.touched(solid, small),
        hostile=grid.touched(hostile, small),
        occupied=0,
    )
    anchors = grid.anchors(small)
    wide, narrow_ones = (footprint.steps(grid, each, anchors=anchors) for each in (blocks, narrow))
    return Squeeze(
        steps=tuple(passed & ~whole for passed, whole in zip(narrow_ones, wide, strict=True)),
        tight=footprint.standing(narrow, anchors=anchors) & ~footprint.standing(blocks, anchors=anchors),
    )
