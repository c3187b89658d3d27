"""What is seen of open squares, against lines drawn one by one."""

import math
from itertools import pairwise

from py_rules.board.lattice import Lattice
from py_rules.gridless.sight import _seen
from tests.oracle import tables

COLS, ROWS = 11, 9
GRID = Lattice(0, 0, COLS + 1, ROWS + 1)


def crossed(at, to):
    """Return the squares that a straight line leads through, by where it meets columns and rows."""
    (ax, ay), (bx, by) = at, to
    shares = {0.0, 1.0}
    for a, b in ((ax, bx), (ay, by)):
        low, high = sorted((a, b))
        shares |= {(line - a) / (b - a) for line in range(math.ceil(low), math.floor(high) + 1) if a != b}
    cuts = sorted(shares)
    middles = [(one + two) / 2 for one, two in pairwise(cuts) if two - one > 1e-9]
    return {(math.floor(ax + share * (bx - ax)), math.floor(ay + share * (by - ay))) for share in middles}


def places(col, row, inset):
    """Return places all over a square."""
    parts = [inset, 0.5, 1 - inset]
    return [(col + across, row + down) for across in parts for down in parts]


def sure(at, col, row, open_):
    """Return whether all lines to a square and somewhat beside it are open."""
    return all(crossed(at, to) <= open_ for to in places(col, row, -0.02))


def test_a_square_is_seen_if_all_lines_to_it_are_open():
    rng = tables.seeded("sight")
    counts = [0, 0]
    for density in (0, 0.03, 0.1, 0.3) * 3:
        open_ = {(x, y) for x in range(COLS) for y in range(ROWS) if rng.random() >= density}
        at = rng.uniform(0, COLS), rng.choice([rng.uniform(0, ROWS), rng.randrange(ROWS)])
        open_.add((math.floor(at[0]), math.floor(at[1])))
        bits = sum(1 << GRID.bit(square) for square in open_)
        found, rows = _seen(bits, GRID, at=at)
        for x, y in sorted(open_):
            seen = found >> GRID.bit((x, y)) & 1
            counts[seen] += 1
            assert not seen or (y in rows and all(crossed(at, to) <= open_ for to in places(x, y, 1e-3)))
            assert seen or not sure(at, x, y, open_), (at, x, y, sorted(open_))
        assert found == sum(1 << GRID.bit(square) for square in open_ if found >> GRID.bit(square) & 1)
    assert min(counts) > 100
