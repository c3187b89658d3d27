"""The search where there is one resource board only: layer after layer, as sets of cells.

What a layer takes is passes over numbers as long as the board. They are kept few: there is no mask of all cells that
the search can come to.
"""

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import inf

from py_rules.board.grid import first, union
from py_rules.search.cells_by_cost import CellsByCost, Count
from py_rules.search.rings import MoveRing
from py_rules.values import work

STEPS = 8
"""The least steps that a search goes down before it needs longer numbers."""
LEAST = 4096
"""The least bits that it goes down before: less is not worth it."""
PASSES = 4
"""Passes over numbers as long as the board that each layer takes, whatever moves there are."""


class Frontier:
    """A search from what is ``pending``, by its cost, into the ``fresh``.

    ``rings`` lead to all cells but the pending ones; they are in the order of their first costs. Its numbers are
    without the first bits of the board as long as it stays above them.
    """

    def __init__(self, rings: Sequence[MoveRing], pending: Mapping[int, int], *, fresh: int) -> None:
        begun = union(pending.values())
        cells = begun | union(into for ring in rings for _, into in ring.costs)
        down = max((ring.farthest_down for ring in rings), default=0)
        lowest = first(begun)
        self._low = low = max(lowest - max((begun.bit_length() - lowest) // 4, STEPS * down, LEAST), 0)
        """How many bits are left out."""
        self._below, self._near = fresh & (1 << low) - 1, (1 << down) - 1 if low else 0
        self.work = 0
        """Steps of work so far (:mod:`py_rules.values.work`)."""
        self._pending = {cost: bits >> low for cost, bits in pending.items()}
        self._fresh = (fresh & cells) >> low
        # Layers are many, so where each ring leads, its costs, and the work that it takes are looked up once.
        size = self._fresh.bit_length()
        above = [ring.above(low, cells=cells) for ring in rings]
        self._moves = [(ring.reached, ring.costs, work.over(size, ring.passes)) for ring in above]
        self._each = work.over(size, PASSES)
        self._count = Count()

    @property
    def pending(self) -> dict[int, int]:
        """What is still to be settled, by its cost."""
        return {cost: bits << self._low for cost, bits in self._pending.items()}

    @property
    def fresh(self) -> int:
        """What has not been reached."""
        return self._fresh << self._low | self._below

    def settle(self, *, limit: int | None, small: int, run: int, most: int) -> bool:
        """Settle layers in rising order until ``run`` of them in a row had no more than ``small`` cells.

        ``most``: the steps of work after which no further layer is settled. Return whether a layer was left that leads
        to the bits left out.
        """
        pending, number = self._pending, self._count.number
        heap, last = list(pending), list[int]()
        heapify(heap)
        while heap and self.work <= most and not (len(last) >= run and _are_small(last, small)):
            at = heappop(heap)
            new = pending.pop(at) & self._fresh
            if not new:
                continue
            if new & self._near:
                pending[at] = new
                return True
            number(at, self._fresh)
            self._fresh ^= new
            last.append(new)
            self._spread(at, new, most=inf if limit is None else limit, heap=heap)
        return False

    def _spread(self, at: int, new: int, *, most: float, heap: list[int]) -> None:
        """Take the moves from a layer, one ring after the other, at ``most`` to some cost."""
        pending, done = self._pending, self._each
        for move, costs, taken in self._moves:
            if at + costs[0][0] > most:
                break
            done += taken
            reached = move(new)
            for more, into in costs:
                after = at + more
                if after > most:
                    break
                found = reached & into if len(costs) > 1 else reached
                # What has been reached is masked away when it is settled.
                if after in pending:
                    pending[after] |= found
                elif found:
                    pending[after] = found
                    heappush(heap, after)
        self.work += done

    @property
    def batch(self) -> CellsByCost | None:
        """What has been settled; none: nothing."""
        batch = self._count.batch(self._fresh)
        return batch and batch._replace(planes=[plane << self._low for plane in batch.planes])


def _are_small(layers: list[int], small: int) -> bool:
    """Tell whether no layer has more than ``small`` cells; else leave those that came after the last one that has.

    So of many layers only a few are counted: one that is not small ends every run of small ones that it is in.

    >>> layers = [0b1, 0b111, 0b10]
    >>> _are_small(layers, 1), layers, _are_small(layers, 1)
    (False, [2], True)
    """
    for place in reversed(range(len(layers))):
        if layers[place].bit_count() > small:
            del layers[: place + 1]
            return False
    return True
