"""The lines of a board that a budget can reach: far away ground costs nothing."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from py_rules.board import Board, Grid
from py_rules.search.budget import Budget, Start
from py_rules.values.footing import Draw, Footing
from py_rules.values.records import replace


class Allowance(Protocol):
    """What bounds the steps of a mover; a budget is one."""

    @property
    def limit(self) -> Fraction | None:
        """The most primary cost."""

    @property
    def meters(self) -> Mapping[str, Fraction | None]:
        """The most of each meter."""

    @property
    def draw(self) -> Callable[[Footing, int], Draw]:
        """What a step draws on."""

    @property
    def phases(self) -> tuple[Fraction, ...]:
        """Where draws may change."""

    @property
    def jump_counts(self) -> bool:
        """Whether jumps add to the primary cost."""

    @property
    def jump_meter(self) -> str | None:
        """The meter of jumps."""


def reach(board: Board, start: Start, *, budget: Budget) -> int | None:
    """Return the most steps the budget allows, or ``None`` if there is no bound."""
    footings = {edge.footing for edge in board.edges}
    gaps = bool(board.gap) or not board.level
    return most_steps(budget, start, distance=board.distance, footings=footings, gaps=gaps)


def most_steps(
    allowance: Allowance, start: Start, *, distance: Fraction, footings: Iterable[Footing], gaps: bool
) -> int | None:
    """Return the most steps that an allowance pays for on some footings, or ``None`` if there is no bound.

    No step is cheaper than a cell side, whatever its mode. ``gaps``: whether there is anything to jump over or onto.
    """
    if allowance.limit is None or (gaps and not allowance.jump_counts and allowance.jump_meter is None):
        return None
    left = max(allowance.limit - start.cost, Fraction(0))
    phases = range(len(allowance.phases) + 1)
    drawn = {allowance.draw(footing, phase).meter for footing in footings for phase in phases}
    drawn |= {allowance.jump_meter} if gaps else set()
    for meter in allowance.meters:
        if meter not in drawn:
            continue
        limit = allowance.meters[meter]
        if limit is None:
            return None
        left += max(limit - start.meters.get(meter, Fraction(0)), Fraction(0))
    return int(left / distance)


def band(board: Board, *, top: int, lines: int) -> Board:
    """Return the board of ``lines`` lines from its line ``top`` on; steps may lead out of it. Of cells only."""
    grid = board.grid
    if not isinstance(grid, Grid):
        raise TypeError("a map with storeys or without cells is searched whole")
    first = grid.first_line
    low, mask = top * board.stride, (1 << lines * board.stride) - 1

    def cut(bits: int) -> int:
        return bits >> low & mask

    def cuts(many: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(cut(bits) for bits in many)

    return replace(
        board,
        grid=grid.band(first + top, lines),
        open=cuts(board.open),
        can_end=cut(board.can_end),
        anchors=cut(board.anchors),
        blocks=board.blocks.changed(cut),
        terrain=board.terrain.changed(cut),
        edges=tuple(replace(edge, origins=origins) for edge in board.edges if (origins := cut(edge.origins))),
    )
