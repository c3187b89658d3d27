"""Which cells are connected: whether any chain of steps leads somewhere, whatever it costs."""

from functools import partial

from py_rules.board import Board, Cell
from py_rules.board.grid import slide, union
from py_rules.search.budget import Budget
from py_rules.search.scale import MOST_KEPT
from py_rules.search.sparse import SMALL
from py_rules.values.cache import cached


def linked(board: Board, *cells: Cell) -> int:
    """Return all anchors that steps and jumps from some cells may lead to, the cells' own among them.

    It is filled straight ahead as far as it goes, direction by direction, until nothing is new. Steps lead
    over gaps here, so that every landing is among them; a gap too wide for the mover is no hindrance. Nothing
    ends over a gap.
    """
    make = partial(_slides, board)
    slides = (
        cached(board.kept, _slides, most=MOST_KEPT, make=make)
        if board.anchors.bit_length() <= SMALL
        else make()
    )
    own = union(1 << board.bit(cell) for cell in cells)
    reached, before = own, 0
    while reached != before:
        before = reached
        for delta, into in slides:
            reached |= slide(reached, delta) & into
    return reached & ~board.gap | own


def _slides(board: Board) -> list[tuple[int, int]]:
    """Return one, two, four ... steps straight ahead in each direction, each with the anchors that they lead to."""
    slides = []
    for direction, origins in enumerate(board.open):
        delta = board.grid.delta(direction)
        into = slide(origins, delta) & board.anchors
        while into:
            slides.append((delta, into))
            into &= slide(into, delta)
            delta *= 2
    return slides


def limitless(board: Board, budget: Budget) -> bool:
    """Return whether all that hangs together is reached, and without a roll: nothing is counted, nothing jumped."""
    if budget.limit is not None or board.gap:
        return False
    phases = range(len(budget.phases) + 1)
    draws = {budget.draw(footing, phase) for footing in board.footings for phase in phases}
    gated = any(edge.gates for edge in board.edges)
    return not gated and all(draw.meter is None and not draw.marks and not draw.starts for draw in draws)
