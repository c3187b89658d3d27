"""What a footprint may not do: masks of single cells turned into masks of anchors."""

from dataclasses import dataclass

from py_rules.board.square import DIRECTIONS, Cell, Square
from py_rules.board.walls import WallMasks


@dataclass(frozen=True, slots=True)
class Blocks:
    """Why a step or a stop is not allowed; bits are anchors on the map."""

    walled: tuple[int, ...]
    """Per direction: origins from which a covered cell's step touches a wall."""
    inner: int
    """Anchors with a wall between the centres of the covered cells (for one cell: on its centre)."""
    obstacle: int
    hostile: int
    occupied: int


def walled(square: Square, masks: WallMasks, size: Cell) -> tuple[int, ...]:
    """Return per direction the anchors where the step of any covered cell touches a wall."""
    return tuple(square.touched(bits, size) for bits in masks.steps)


def inner(square: Square, masks: WallMasks, size: Cell) -> int:
    """Return the anchors where a wall touches the hull of the covered centres.

    The hull is a point for one cell, a line for one row or column, else a rectangle.
    """
    cols, rows = size
    if cols == 1 and rows == 1:
        return masks.centres & square.anchors(size)
    if rows == 1:
        return square.touched(masks.steps[0], (cols - 1, 1)) & square.anchors(size)
    if cols == 1:
        return square.touched(masks.steps[1], (1, rows - 1)) & square.anchors(size)
    return square.touched(masks.blocks, (cols - 1, rows - 1)) & square.anchors(size)


def corners(square: Square, obstacle: int, direction: int) -> int:
    """Return the anchors from which a diagonal step would cut the corner of an obstacle.

    ``obstacle`` holds the anchors that touch one; orthogonal steps cut no corner.
    """
    col, row = DIRECTIONS[direction]
    if not (col and row):
        return 0
    sideways, upright = DIRECTIONS.index((col, 0)), DIRECTIONS.index((0, row))
    return square.back(obstacle, sideways) | square.back(obstacle, upright)


def steps(square: Square, blocks: Blocks, *, anchors: int, diagonals: bool) -> tuple[int, ...]:
    """Return per direction the origins from which a step is allowed."""
    standing = anchors & ~(blocks.obstacle | blocks.hostile | blocks.inner)
    masks = []
    for direction, (col, row) in enumerate(DIRECTIONS):
        if col and row and not diagonals:
            masks.append(0)
            continue
        barred = blocks.walled[direction] | corners(square, blocks.obstacle, direction)
        masks.append(square.back(standing, direction) & anchors & ~barred)
    return tuple(masks)
