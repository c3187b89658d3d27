"""Rings of moves: however they are taken, they lead where the masks say."""

import pytest

from py_rules.board.grid import slide
from py_rules.search.rings import rings_of
from tests.oracle.tables import seeded

STRIDE, ROWS = 21, 20
SIDES = (1, -1, STRIDE, -STRIDE)


def cells_of(rng, share):
    """Return a share of the cells of a small map, its rim left out."""
    inside = (
        row * STRIDE + col
        for row in range(2, ROWS - 2)
        for col in range(2, STRIDE - 2)
        if rng.random() < share
    )
    return sum(1 << bit for bit in inside)


@pytest.mark.parametrize("barred", [0, 1, 3, 60])
def test_costs_told_by_the_cell_entered_are_one_ring(barred):
    rng = seeded(f"costs {barred}")
    for _ in range(20):
        free, rough = cells_of(rng, 0.9), cells_of(rng, 0.3)
        masks = {by: free & slide(free, -by) for by in SIDES}
        for _ in range(barred):
            masks[rng.choice(SIDES)] &= ~(1 << rng.randrange(STRIDE * ROWS))
        cheap = {by: origins & ~slide(rough, -by) for by, origins in masks.items()}
        dear = {by: origins & slide(rough, -by) for by, origins in masks.items()}
        [ring] = rings_of([(5, cheap), (10, dear)], 0)
        for share in (0.02, 0.5, 1):
            cells = cells_of(rng, share)
            found = ring.reached(cells)
            for (cost, into), (price, moves) in zip(ring.costs, [(5, cheap), (10, dear)], strict=True):
                expected = 0
                for by, origins in moves.items():
                    expected |= slide(cells & origins, by)
                assert (cost, found & into) == (price, expected)


def test_costs_that_the_way_tells_are_rings_of_their_own():
    free = cells_of(seeded("ways"), 1)
    straight = {by: free & slide(free, -by) for by in SIDES}
    askew = {by: free & slide(free, -by) for by in (STRIDE + 1, -STRIDE - 1)}
    found = rings_of([(2, straight), (3, askew)], 1)
    assert [[cost for cost, _ in ring.costs] for ring in found] == [[2], [3]]
    assert {ring.turns for ring in found} == {1}
