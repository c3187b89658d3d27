"""Rings of moves: however they are taken, they lead where the masks say."""

from unittest.mock import patch

import pytest

from py_rules.board.grid import slide, union
from py_rules.search import rings
from py_rules.search.rings import Ring, diagonals_of, mesh_of, ring_of, rings_of
from tests.oracle.tables import seeded

STRIDE, ROWS = 21, 20
ONE = ((7, -1),)
SIDES = (1, -1, STRIDE, -STRIDE)
AROUND = (*SIDES, *(way * by for by in (STRIDE + 1, STRIDE - 1) for way in (1, -1)))
KNIGHTS = tuple(
    way * by for by in (STRIDE + 2, STRIDE - 2, 2 * STRIDE + 1, 2 * STRIDE - 1) for way in (1, -1)
)


def cells_of(rng, share):
    """Return a share of the cells of a small map, its rim left out."""
    inside = (
        row * STRIDE + col
        for row in range(2, ROWS - 2)
        for col in range(2, STRIDE - 2)
        if rng.random() < share
    )
    return sum(1 << bit for bit in inside)


@pytest.mark.parametrize("ways", [SIDES, KNIGHTS, SIDES[:3], (1, STRIDE)])
@pytest.mark.parametrize("barred", [0, 1, 40])
def test_a_ring_leads_where_its_masks_say(ways, barred):
    rng = seeded(f"{ways} {barred}")
    for _ in range(20):
        free = cells_of(rng, 0.9)
        masks = {by: free & slide(free, -by) for by in ways}
        for _ in range(barred):
            by = rng.choice(ways)
            masks[by] &= ~(1 << rng.randrange(STRIDE * ROWS))
        # As the steps out of where the mover stands: one cell, any way.
        masks[3 * STRIDE + 1] = 1 << rng.randrange(STRIDE * (ROWS - 4))
        ring = ring_of(ONE, 0, masks=masks)
        for share in (0, 0.02, 0.5, 1):
            cells = cells_of(rng, share)
            expected = 0
            for by, origins in masks.items():
                expected |= slide(cells & origins, by)
            assert ring.reached(cells) == expected


def test_only_what_is_barred_keeps_masks_of_its_own():
    free = cells_of(seeded("whole"), 1)
    masks = {by: free & slide(free, -by) for by in SIDES}
    assert ring_of(ONE, 0, masks=masks).up == ()
    cell = 1 << 10 * STRIDE + 10
    ring = ring_of(ONE, 0, masks={**masks, 1: masks[1] & ~cell})
    assert (ring.odd, ring.up) == (cell, ((cell, STRIDE),))
    assert ring.open & cell == 0
    ring = ring_of(ONE, 0, masks={**masks, 3 * STRIDE + 1: cell})
    assert ring.pairs
    assert ring.odd == cell


@pytest.mark.parametrize("barred", [0, 3, 60])
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
def test_a_mesh_leads_where_its_masks_say_and_back_to_where_it_came_from(corners, barred):
    rng = seeded(f"mesh {corners} {barred}")
    for _ in range(20):
        free = cells_of(rng, 0.9)
        masks = {by: free & slide(free, -by) for by in AROUND}
        for across, down in ((1, STRIDE), (-1, STRIDE), (1, -STRIDE), (-1, -STRIDE)) if not corners else ():
            masks[across + down] &= slide(free, -across) & slide(free, -down)
        for _ in range(barred):
            masks[rng.choice(AROUND)] &= ~(1 << rng.randrange(STRIDE * ROWS))
        # As the steps out of rocks, which nobody enters.
        rocks = cells_of(rng, 1) & ~free
        masks = {by: origins | rocks & slide(free, -by) for by, origins in masks.items()}
        assert barred or corners or mesh_of(ONE, masks=masks, cells=free)
        with patch.object(rings, "FEW", 1):
            mesh = mesh_of(ONE, masks=masks, cells=free)
        for among in (mesh, mesh.among(free)):
            for share in (0, 0.02, 0.5, 1):
                cells = cells_of(rng, share) & free
                expected = 0
                for by, origins in masks.items():
                    expected |= slide(cells & origins, by)
                assert among.reached(cells) & ~cells == expected & ~cells


def test_diagonals_that_cost_more_than_the_sides_of_their_blocks_are_a_mesh():
    rng = seeded("diagonals")
    for _ in range(20):
        free = cells_of(rng, 0.8)
        sides = {by: free & slide(free, -by) for by in SIDES}
        askew = {
            across + down: free & slide(free, -across) & slide(free, -down) & slide(free, -across - down)
            for across, down in ((1, STRIDE), (-1, STRIDE), (1, -STRIDE), (-1, -STRIDE))
        }
        first, second = rings_of([(2, sides), (3, askew)], 0)
        mesh = diagonals_of(second, [(2, sides), (3, askew)])
        assert (type(second), mesh.passes) == (Ring, second.passes)
        for share in (0, 0.02, 0.5, 1):
            cells = cells_of(rng, share) & free
            expected = union(slide(cells & origins, by) for by, origins in askew.items())
            before = cells | first.reached(cells)
            assert mesh.reached(cells) & ~before == second.reached(cells) & ~before == expected & ~before
        barred = sides | {1: sides[1] & ~(askew[STRIDE + 1] & -askew[STRIDE + 1])}
        assert diagonals_of(second, [(2, barred)]) is diagonals_of(second, [(3, sides)]) is None


def test_costs_that_the_way_tells_are_rings_of_their_own():
    free = cells_of(seeded("ways"), 1)
    straight = {by: free & slide(free, -by) for by in SIDES}
    askew = {by: free & slide(free, -by) for by in (STRIDE + 1, -STRIDE - 1)}
    found = rings_of([(2, straight), (3, askew)], 1)
    assert [[cost for cost, _ in ring.costs] for ring in found] == [[2], [3]]
    assert {ring.turns for ring in found} == {1}
