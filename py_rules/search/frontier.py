"""The search where there is one resource board only: layer after layer, as sets of cells.

What a layer takes is passes over numbers as long as the board. They are kept few: there is no mask of all cells that
the search can come to. And they are kept short: bits below the lines of this layer and those to come are cut off all
numbers, and are put back before a move leads there.
"""

from collections.abc import Callable, Mapping, Sequence
from heapq import heapify, heappop, heappush

from py_rules.board.grid import first, slide
from py_rules.search.cells_by_cost import CellsByCost, Count
from py_rules.search.rings import Mesh, Ring
from py_rules.values import work

FITTED = 48
"""After how many layers, at the latest, the search looks again which lines they lie in."""
SLACK = 8
"""How many times as far as the farthest move leads down, in bits, lines are kept below the lowest cells."""
SMALL = 20_000
"""Of boards of less bits all lines are kept: passes over them take no time."""
PASSES = 4
"""Passes over numbers as long as the board that each layer takes, whatever moves there are."""


class Frontier:
    """A search on a board of ``size`` bits, from what is ``pending``, by its cost, into the ``fresh``.

    ``rings`` lead to all cells but the pending ones; they are in the order of their first costs.
    """

    def __init__(
        self, rings: Sequence[Ring | Mesh], pending: Mapping[int, int], *, fresh: int, size: int
    ) -> None:
        cells = 0
        for bits in (*pending.values(), *(into for ring in rings for _, into in ring.costs)):
            cells |= bits
        self.work = 0
        """Steps of work so far (:mod:`py_rules.values.work`)."""
        self._whole = [among for ring in rings if not (among := ring.among(cells)).empty]
        self._far = max((ring.farthest_down for ring in self._whole), default=0)
        self._fits = size >= SMALL
        self._low = self._below = self._edge = 0
        """How many bits are cut off, which of them are fresh, and from which of the others moves lead down there."""
        self._pending, self._fresh = dict(pending), fresh & cells
        self._moves = _moves_of(self._whole)
        self._count = Count()
        if self._fits:
            self._fit(0)

    def settle(self, *, limit: int | None, small: int, run: int, most: int) -> None:
        """Settle layers in rising order until ``run`` of them in a row had no more than ``small`` cells.

        ``most``: the steps of work after which no further layer is settled.
        """
        pending, number = self._pending, self._count.number
        heap, last, unfitted = list(pending), list[int](), 0
        heapify(heap)
        while heap and self.work <= most and not (len(last) >= run and _are_small(last, small)):
            at = heappop(heap)
            new = pending.pop(at) & self._fresh
            if not new:
                continue
            number(at, self._fresh)
            self._fresh ^= new
            last.append(new)
            unfitted += 1
            if new & self._edge or (unfitted > FITTED and self._fits):
                new, unfitted = self._fit(new), 0
            self._spread(at, new, limit=limit, heap=heap)

    def _spread(self, at: int, new: int, *, limit: int | None, heap: list[int]) -> None:
        """Take the moves from a layer, one ring after the other."""
        pending, passes = self._pending, PASSES
        for move, costs, taken in self._moves:
            if limit is not None and at + costs[0][0] > limit:
                break
            passes += taken
            reached = move(new)
            for more, into in costs:
                after = at + more
                if limit is not None and after > limit:
                    break
                found = reached & into if len(costs) > 1 else reached
                # What has been reached is masked away when it is settled.
                if after in pending:
                    pending[after] |= found
                elif found:
                    pending[after] = found
                    heappush(heap, after)
        self.work += work.over(self._fresh.bit_length(), passes)

    def _fit(self, layer: int) -> int:
        """Cut all numbers to the lines that are needed from now on; return the layer that is to be moved on."""
        pending = self._pending
        self._count.put_back(self._low, self._below)
        pending.update({cost: bits & self._fresh for cost, bits in pending.items()})
        lowest = min(map(first, filter(None, (layer, *pending.values()))), default=0)
        up = max(lowest - SLACK * self._far, -self._low)
        self._low += up
        if up < 0:
            self._fresh = self._fresh << -up | self._below >> self._low
            self._below &= (1 << self._low) - 1
        else:
            self._below |= (self._fresh & (1 << up) - 1) << self._low - up
            self._fresh >>= up
        for cost, bits in pending.items():
            pending[cost] = slide(bits, -up)
        self._edge = (1 << self._far) - 1 if self._low else 0
        self._moves = _moves_of([ring.above(self._low) for ring in self._whole])
        return slide(layer, -up)

    @property
    def pending(self) -> dict[int, int]:
        """What is still to be settled, by its cost."""
        return {cost: bits << self._low for cost, bits in self._pending.items()}

    @property
    def fresh(self) -> int:
        """What has not been reached."""
        return self._fresh << self._low | self._below

    @property
    def batch(self) -> CellsByCost | None:
        """What has been settled; none: nothing."""
        self._count.put_back(self._low, self._below)
        return self._count.batch(self.fresh)


def _moves_of(
    rings: Sequence[Ring | Mesh],
) -> list[tuple[Callable[[int], int], tuple[tuple[int, int], ...], int]]:
    """Return where each ring leads, its costs, and the passes it takes: layers are many, so they are looked up once."""
    return [(ring.reached, ring.costs, ring.passes) for ring in rings]


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
