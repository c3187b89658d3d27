"""What a footprint may not do: masks of single cells turned into masks of anchors."""

from py_rules.board.cells import CellGrid
from py_rules.board.grid import Cell, slide, union
from py_rules.board.walls import WallMasks
from py_rules.values.records import record


@record()
class Blocks:
    """Why a step or a stop is not allowed; bits are the anchors of the board."""

    walled: tuple[int, ...]
    """Per direction: origins from which a covered cell's step touches a wall."""
    inner: int
    """Anchors with a wall between the centres of the covered cells (for one cell: on its centre)."""
    obstacle: int
    hostile: int
    occupied: int


def walled(grid: CellGrid, masks: WallMasks, *, size: Cell) -> tuple[int, ...]:
    """Return per direction the anchors where the step of any covered cell touches a wall."""
    return tuple(grid.touched(bits, size) for bits in masks.steps)


def inner(grid: CellGrid, masks: WallMasks, *, size: Cell) -> int:
    """Return the anchors where a wall touches the hull of the covered centres.

    The hull is a point for one cell, a line for one row or column, else a rectangle; of hexes it is made of
    triangles.
    """
    anchors = grid.anchors(size)
    cols, rows = size
    if cols == 1 and rows == 1:
        return masks.centres & anchors
    if grid.hexes:
        return _between(grid, masks, size=size) & anchors
    if rows == 1:
        return grid.touched(masks.level, (cols - 1, 1)) & anchors
    if cols == 1:
        return grid.touched(masks.upright, (1, rows - 1)) & anchors
    return grid.touched(masks.upper | masks.lower, (cols - 1, rows - 1)) & anchors


def _between(grid: CellGrid, masks: WallMasks, *, size: Cell) -> int:
    """Return the anchors where a wall touches a triangle between three centres of a body."""
    offsets = grid.offsets(size)
    found = 0
    for place, line in offsets:
        right, below, left = (place + 1, line), (place, line + 1), (place - 1, line + 1)
        delta = line * grid.stride + place
        if right in offsets and below in offsets:
            found |= slide(masks.upper, -delta)
        if left in offsets and below in offsets:
            found |= slide(masks.lower, 1 - delta)
    return found


def corners(grid: CellGrid, obstacle: int, *, direction: int) -> int:
    """Return the anchors from which a diagonal step would cut the corner of an obstacle.

    ``obstacle`` holds the anchors that touch one; orthogonal steps cut no corner.
    """
    return union(grid.back(obstacle, beside) for beside in grid.beside(direction))


def standing(blocks: Blocks, *, anchors: int) -> int:
    """Return the anchors that may be entered."""
    return anchors & ~(blocks.obstacle | blocks.hostile | blocks.inner)


def steps(grid: CellGrid, blocks: Blocks, *, anchors: int) -> tuple[int, ...]:
    """Return per direction the origins from which a step is allowed."""
    entered = standing(blocks, anchors=anchors)
    masks = []
    for direction, heading in enumerate(grid.headings):
        if not heading.allowed:
            masks.append(0)
            continue
        barred = blocks.walled[direction] | corners(grid, blocks.obstacle, direction=direction)
        masks.append(grid.back(entered, direction) & anchors & ~barred)
    # From deep inside something solid one gets to where it ends by the shortest way.
    straight = [number for number, one in enumerate(grid.headings) if one.allowed and not one.diagonal]
    rest, out = blocks.obstacle & anchors, anchors & ~blocks.obstacle
    while layer := rest & union(grid.back(out, direction) for direction in straight):
        rest, out = rest ^ layer, layer
        room = out & ~(blocks.hostile | blocks.inner)
        for direction in straight if rest else ():
            masks[direction] |= rest & grid.back(room, direction) & ~blocks.walled[direction]
    return tuple(masks)
