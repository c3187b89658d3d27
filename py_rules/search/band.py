"""The lines of a board that a budget can reach: far away ground costs nothing."""

from dataclasses import replace
from fractions import Fraction

from py_rules.board import Board
from py_rules.search.budget import Budget, Start


def reach(board: Board, start: Start, budget: Budget) -> int | None:
    """Return the most steps the budget allows, or ``None`` if there is no bound.

    No step is cheaper than a cell side, whatever its mode.
    """
    if budget.limit is None or (board.gap and not budget.jump_counts and budget.jump_meter is None):
        return None
    left = max(budget.limit - start.cost, Fraction(0))
    phases = range(len(budget.phases) + 1)
    drawn = {budget.draw(edge.footing, phase).meter for edge in board.edges for phase in phases}
    drawn |= {budget.jump_meter} if board.gap else set()
    for meter in budget.meters:
        if meter not in drawn:
            continue
        limit = budget.meters[meter]
        if limit is None:
            return None
        left += max(limit - start.meters.get(meter, Fraction(0)), Fraction(0))
    return int(left / board.distance)


def band(board: Board, *, top: int, lines: int) -> Board:
    """Return the board of ``lines`` lines from ``top`` on; steps may lead out of it."""
    low, mask = top * board.stride, (1 << lines * board.stride) - 1

    def cut(bits: int) -> int:
        return bits >> low & mask

    def cuts(many: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(cut(bits) for bits in many)

    blocks, terrain = board.blocks, board.terrain
    return replace(
        board,
        grid=board.grid.band(top, lines),
        open=cuts(board.open),
        can_end=cut(board.can_end),
        anchors=cut(board.anchors),
        blocks=replace(
            blocks,
            walled=cuts(blocks.walled),
            inner=cut(blocks.inner),
            obstacle=cut(blocks.obstacle),
            hostile=cut(blocks.hostile),
            occupied=cut(blocks.occupied),
        ),
        terrain=replace(
            terrain,
            obstacle=cut(terrain.obstacle),
            gap=cut(terrain.gap),
            climb=cut(terrain.climb),
            swim=cut(terrain.swim),
            rough=tuple(replace(region, touched=cut(region.touched)) for region in terrain.rough),
            difficult=cut(terrain.difficult),
            slowing=cut(terrain.slowing),
            surfaces=tuple(replace(surface, touched=cut(surface.touched)) for surface in terrain.surfaces),
            multipliers=tuple((multiplier, cut(bits)) for multiplier, bits in terrain.multipliers),
            grades=tuple((grade, cut(bits)) for grade, bits in terrain.grades),
        ),
        edges=tuple(replace(edge, origins=origins) for edge in board.edges if (origins := cut(edge.origins))),
    )
