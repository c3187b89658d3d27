"""Why a step of a path is not allowed, and why the path may not end where it does."""

from py_rules.board.board import Board
from py_rules.board.grid import Cell
from py_rules.board.steps import AFOOT, NOWHERE, WALKED, Step


def wades(board: Board, step: Step, *, modes: frozenset[str] = AFOOT) -> bool:
    """Return whether a step leads on the level into water in one of some modes, those that need dry ground.

    Dropping into it and coming out of a passage in it do not count.
    """
    level = not step.storeys and step.link is None and not step.rise
    return level and step.mode in modes and board.has(board.terrain.swim, step.target)


def why_not(board: Board, step: Step) -> str:
    """Return why a step is not allowed, or an empty string."""
    if step.storeys:
        return _why_through(board, step)
    if step.link is not None and step.mode == "jump":
        return "storey"  # a jump needs a hole in the floor, not a stair
    if board.has(board.open[step.direction], step.origin):
        return "ledge" if step.rise > 0 and step.mode in WALKED else ""  # to drop is for the rules to judge
    blocks = board.blocks
    if not board.grid.headings[step.direction].allowed:
        return "diagonal"
    if board.has(blocks.walled[step.direction], step.origin) or board.has(blocks.inner, step.target):
        return "wall"
    solid = board.has(blocks.obstacle, step.target) or _cuts(board, step)
    return "token" if not solid and board.has(blocks.hostile, step.target) else "obstacle"


def _why_through(board: Board, step: Step) -> str:
    """Return why a step to another storey without a passage is not allowed, or an empty string.

    It needs a hole in every floor between them, and no wall beside the hole.
    """
    (here, floor), (there, other) = board.place(step.origin), board.place(step.target)
    up = other > floor
    below = here if up else there
    holes = [board.on(below, storey) for storey in range(min(floor, other) + 1, max(floor, other) + 1)]
    near = step.direction != NOWHERE or here == there
    if not near or not all(board.has(board.gap, hole) for hole in holes):
        return "storey"
    blocks = board.blocks
    if step.direction != NOWHERE:
        if not board.grid.headings[step.direction].allowed:
            return "diagonal"
        if board.has(blocks.walled[step.direction], holes[-1] if up else step.origin):
            return "wall"
    reasons = (
        (blocks.inner, "wall"),
        (blocks.obstacle, "obstacle"),
        (blocks.hostile, "token"),
    )
    return next((why for bits, why in reasons if board.has(bits, step.target)), "")


def _cuts(board: Board, step: Step) -> bool:
    """Return whether a diagonal step cuts the corner of an obstacle."""
    (col, row), (far, low) = step.origin, step.target
    sides = ((far, row), (col, low)) if step.diagonal else ()
    return any(board.has(board.blocks.obstacle, side) for side in sides)


def why_not_end(board: Board, cell: Cell, *, hovers: bool) -> str:
    """Return why the mover may not stop at ``cell``, or an empty string."""
    blocks = board.blocks
    reasons = (
        (blocks.occupied, "occupied"),
        (blocks.obstacle, "obstacle"),
        (blocks.inner, "wall"),
        (0 if hovers else board.gap, "gap"),
    )
    return next((why for bits, why in reasons if board.has(bits, cell)), "")
