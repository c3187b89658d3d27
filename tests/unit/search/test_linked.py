"""What hangs together is what an endless search reaches."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from py_rules.board import compile_board
from py_rules.protocol import map_data
from py_rules.search import Budget, JumpOdds, Start, flood, limitless, linked
from tests.oracle.floods import groups

sides = st.integers(2, 9)


@st.composite
def boards(draw):
    """A small board with walls, obstacles and gaps, a start on it, and a mover of one or four cells."""
    cols, rows, size = draw(sides), draw(sides), draw(st.integers(1, 2))
    spots = st.tuples(st.integers(0, cols - 1), st.integers(0, rows - 1))
    regions = [
        {"id": kind, "kind": kind, "area": {"cells": cells}}
        for kind in ("obstacle", "gap")
        if (cells := draw(st.lists(spots, max_size=12)))
    ]
    ends = draw(st.lists(st.tuples(spots, spots).filter(lambda ends: ends[0] != ends[1]), max_size=4))
    blocks = st.sampled_from(["both", "left", "right"])
    walls = [
        {"id": str(number), "a": a, "b": b, "blocks": draw(blocks)} for number, (a, b) in enumerate(ends)
    ]
    made = {"grid": {"cols": cols, "rows": rows}, "walls": walls, "regions": regions}
    scene = map_data.Scene.model_validate(made, strict=False)
    board = compile_board(scene, mover=None, size=(size, size), unseen=frozenset())
    start = draw(st.tuples(st.integers(0, cols - size), st.integers(0, rows - size)))
    return board, start


def endless(*, jumps):
    """A budget without any limit."""

    def jump(*_, **__):
        return JumpOdds(Fraction(1), None) if jumps else None

    return Budget(None, {}, jump, True, Fraction(0), {}, frozenset(), Fraction(0))


@given(boards())
def test_an_endless_search_reaches_what_is_linked(drawn):
    board, start = drawn
    reached = 0
    for _, _, bits in groups(flood(board, Start(start), budget=endless(jumps=True))):
        reached |= bits
    assert linked(board, start) == reached


@given(boards())
def test_without_limits_all_that_is_linked_is_reached(drawn):
    board, start = drawn
    budget = endless(jumps=False)
    reached = 0
    for _, _, bits in groups(flood(board, Start(start), budget=budget)):
        reached |= bits
    assert reached & ~linked(board, start) == 0
    if limitless(board, budget):
        assert reached == linked(board, start)
    else:
        assert board.gap
