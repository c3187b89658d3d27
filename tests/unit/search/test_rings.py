"""Rings of moves: however they are taken, they lead where the masks say."""

from unittest.mock import patch

import pytest

from py_rules.board.grid import slide, union
from py_rules.search import rings
from py_rules.search.rings import ring_of, rings_of
from tests.oracle.tables import seeded

STRIDE, ROWS = 21, 20
SIDES = (1, -1, STRIDE, -STRIDE)
ASKEW = ((1, STRIDE), (-1, STRIDE), (1, -STRIDE), (-1, -STRIDE))
AROUND = (*SIDES, *(across + down for across, down in ASKEW))


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


@pytest.mark.parametrize("barred", [0, 1, 3])
@pytest.mark.parametrize("corners", [True, False])
def test_blocks_lead_where_their_masks_say_and_back_to_where_they_came_from(corners, barred):
    rng = seeded(f"blocks {corners} {barred}")
    blocks = 0
    for _ in range(20):
        free = cells_of(rng, 0.9)
        masks = {by: free & slide(free, -by) for by in AROUND}
        for across, down in ASKEW if not corners else ():
            masks[across + down] &= slide(free, -across) & slide(free, -down)
        for _ in range(barred):
            masks[rng.choice(AROUND)] &= ~(1 << rng.randrange(STRIDE * ROWS))
        # As the steps out of rocks, which nobody enters.
        rocks = cells_of(rng, 1) & ~free
        masks = {by: origins | rocks & slide(free, -by) for by, origins in masks.items()}
        with patch.object(rings, "FEW", 1):
            ring = ring_of(((1, -1),), 0, masks=masks, cells=free)
        blocks += ring.blocks > 0
        for share in (0, 0.02, 0.5, 1):
            cells = cells_of(rng, share) & free
            expected = union(slide(cells & origins, by) for by, origins in masks.items())
            assert ring.reached(cells) & ~cells == expected & ~cells
            moved = ring.above(STRIDE, cells=-1).reached(cells >> STRIDE)
            assert moved & ~(cells >> STRIDE) == (expected & ~cells) >> STRIDE
    assert blocks


def test_diagonals_that_cost_more_than_the_sides_of_their_blocks_are_blocks():
    rng = seeded("diagonals")
    for _ in range(20):
        free = cells_of(rng, 0.8)
        sides = {by: free & slide(free, -by) for by in SIDES}
        askew = {
            across + down: free & slide(free, -across) & slide(free, -down) & slide(free, -across - down)
            for across, down in ASKEW
        }
        first, second = rings_of([(2, sides), (3, askew)], 0)
        assert second.blocks
        for share in (0, 0.02, 0.5, 1):
            cells = cells_of(rng, share) & free
            expected = union(slide(cells & origins, by) for by, origins in askew.items())
            before = cells | first.reached(cells)
            assert second.reached(cells) & ~before == expected & ~before
        alone = rings_of([(3, askew)], 0)[0], rings_of([(3, sides), (3, askew)], 0)[1]
        assert not any(ring.blocks for ring in alone)


def test_costs_that_the_way_tells_are_rings_of_their_own():
    free = cells_of(seeded("ways"), 1)
    straight = {by: free & slide(free, -by) for by in SIDES}
    askew = {by: free & slide(free, -by) for by in (STRIDE + 1, -STRIDE - 1)}
    found = rings_of([(2, straight), (3, askew)], 1)
    assert [[cost for cost, _ in ring.costs] for ring in found] == [[2], [3]]
    assert {ring.turns for ring in found} == {1}


@pytest.mark.parametrize("ways", [(5, 6, 7, 8), (2, 3, 50, 51), (STRIDE, STRIDE + 3)])
def test_opposite_moves_of_other_directions_are_no_blocks(ways):
    free = cells_of(seeded(f"others {ways}"), 0.9)
    masks = {by: free & slide(free, -by) for by in (*ways, *(-by for by in ways))}
    with patch.object(rings, "FEW", 10_000):
        ring = ring_of(((1, -1),), 0, masks=masks)
    assert not ring.blocks
    assert ring.reached(free) == union(slide(free & origins, by) for by, origins in masks.items())
