"""From under water to the surface and from a wall to its foot, aslant: what lies between is gained on the way.

Up or down a cell while one goes on by a cell is a diagonal, never longer than both by themselves. So with each step
through the water or along what is climbed one gets as much nearer to the surface, or to the foot, as the step allows,
and what is left at last is gone straight. A search begins at all places that are reached like this, each at its price.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from heapq import heappop, heappush
from itertools import count

from py_rules.board import Board, Cell
from py_rules.board.slopes import sloped
from py_rules.paths.path import Waypoint
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction, to_number
from py_rules.values.stretch import Segment

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
MOST = 1000
"""How many places are begun at: all of a lake that is 17 cells deep; farther ones are gone to from these."""
Exit = tuple[Sequence[Waypoint], Segment]
"""The points of a way to where what holds a token up is left, without the first, and the stretch that it makes."""
Exits = Mapping[Cell, Exit]


def with_aslant(board: Board, cell: Cell, *, exits: Exits, parity: int) -> Exits:
    """Return how a token leaves what holds it up at a cell, at other cells too where one leads straight up or down.

    Only steps on the same are taken: each is a step up or down, whatever one along would be.
    """
    if cell not in exits:
        return exits
    ((_, _, last, mode),), first = exits[cell]
    inside = board.terrain.swim if first.mode == "swim" else board.terrain.climb
    ways = _ways(board, first, inside=inside)
    rule, side = getattr(board.flat, "diagonals", "equidistant"), board.distance / board.rate
    end, by = to_fraction(last), side if first.rise > 0 else -side
    high, own, found = abs(first.rise) / board.distance, board.bit(cell), dict[Cell, Exit]()
    # Of ways as long the one counts that has the most left to gain, then the straightest, which is pushed first.
    heap: list[tuple[Fraction, Fraction, int, int, int, tuple[Waypoint, ...]]] = [
        (high, -high, 0, 0, own, ())
    ]
    pushed, gone = count(1), set[int]()
    while heap and len(found) < MOST:
        far, less, turned, _, bit, before = heappop(heap)
        if bit in gone:
            continue
        left, (flat, _) = -less, board.place(board.cell(bit))
        stretch = replace(first, length=far * board.distance, diagonals=turned)
        found.setdefault(board.cell(bit), ((*before, (*flat, last, mode)), stretch))
        passed = before if bit == own else (*before, (*flat, to_number(end - left * by), mode))
        if left and end == left * by:
            continue  # nobody passes an elevation of 0, which is as high as the ground
        gone.add(bit)
        gains = (min(left, ONE), HALF)[: 1 + (ZERO != end == (left - 1) * by)]
        step = partial(sloped, board.grid, diagonals=rule, parity=parity + turned & 1)
        for direction, origins in ways if left else ():
            for up in gains if origins >> bit & 1 else ():
                length, more = step(direction, up=up)
                there = bit + board.grid.delta(direction)
                heappush(heap, (far + length - up, up - left, turned + more, next(pushed), there, passed))
    return {**found, **exits}


def _ways(board: Board, first: Segment, *, inside: int) -> list[tuple[int, int]]:
    """Return the directions of the steps on the same as the stretch straight out, with where they begin."""
    return [
        (edge.direction, edge.origins & inside & board.grid.back(inside, edge.direction))
        for edge in board.edges
        if edge.footing._replace(lean=first.footing.lean) == first.footing
        and (edge.multiplier, edge.flat, edge.gates, edge.rise) == (first.multiplier, ZERO, (), ZERO)
    ]


def leaning(points: Sequence[Waypoint], up: float, *, side: Fraction) -> list[Waypoint]:
    """Return the points of a way, without the first, such that it leads ``up``: a side with each, at last the rest."""
    here, last, found = to_fraction(points[0][2]), to_fraction(up), list[Waypoint]()
    for number, (col, row, _, mode) in enumerate(points[1:], 2):
        gain = max(min(last - here, side), -side)
        here = last if number == len(points) else here + (gain if here + gain or not last else gain / 2)
        found.append((col, row, to_number(here), mode))
    return found
