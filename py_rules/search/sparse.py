"""The search where layers are small: cell by cell, by lists of where the moves of each cell lead.

As a set of bits, a layer of two cells takes as long as one of a thousand. As a list it takes what its cells take. In
mazes, and where hardly two paths are equally long, that is most of a search.
"""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush

from py_rules.search.cells_by_cost import CellsByCost
from py_rules.values import work

MOST_LAYERS = (1 << 16) - 1
"""Layers of one walk: their numbers have two bytes."""
OPEN = bytes(digit & 1 for digit in range(256))
"""From binary digits as text to numbers."""
DIGITS = [bytes(ord("0") + (byte >> place & 1) for byte in range(256)) for place in range(8)]
"""From bytes to one of their binary digits, as text."""


SMALL = 50_000
"""On boards of no more bits it is kept where moves lead, for the searches to come."""


class Leads(dict[int, tuple[int, ...]]):
    """Where moves of equal cost lead from a cell; each cell is looked up when it is first asked for.

    ``moves``: how many bits up they lead, and from where; what leads off a board of ``size`` bits is left out.
    """

    def __init__(self, moves: Iterable[tuple[int, int]], size: int) -> None:
        super().__init__()
        self._size = size
        self._moves = [(by, origins.to_bytes(size // 8 + 1, "little")) for by, origins in moves]
        work.hold(len(self._moves) * size // 8)
        self.work = 1 + len(self._moves)
        """About what it takes to look them up."""

    def __missing__(self, cell: int) -> tuple[int, ...]:
        """Return where the moves lead from a cell; keep it unless too much is kept already."""
        place, bit = cell >> 3, 1 << (cell & 7)
        targets = [cell + by for by, origins in self._moves if origins[place] & bit]
        found = tuple(target for target in targets if 0 <= target < self._size)
        if self._size <= SMALL:
            self[cell] = found
        return found


class SparseSearch:
    """A search cell by cell on a board of ``size`` bits, from what is ``pending``, by its cost, into the ``fresh``."""

    def __init__(self, pending: Mapping[int, int], fresh: int, *, size: int) -> None:
        self._fresh = bytearray(bin(fresh)[:1:-1].encode().translate(OPEN).ljust(size, b"\0"))
        self._numbers = bytearray(size), bytearray(size)
        self._pending = {cost: cells_of(bits & fresh) for cost, bits in pending.items()}
        self._costs: list[int] = []
        self.work = 0
        """Steps of work so far (:mod:`py_rules.values.work`)."""

    def settle(self, rings: Sequence[tuple[int, Leads]], *, limit: int | None, wide: int, most: int) -> None:
        """Settle layers in rising order until one is wider than ``wide`` cells.

        ``rings`` are the costs of moves, rising, each with where they lead. ``most``: no further layer is
        settled after as many steps of work. The loops are plain, since they are
        nearly all the search there is.
        """
        if len(rings) == 1 and len(self._pending) == 1:
            self._settle_in_turn(*rings[0], limit=limit, wide=wide, most=most)
            return
        fresh, pending, costs, (low, high) = self._fresh, self._pending, self._costs, self._numbers
        heap, width = list(pending), 0
        heapify(heap)
        while heap and width <= wide and self.work <= most and len(costs) < MOST_LAYERS:
            at = heappop(heap)
            layer = []
            above, below = divmod(len(costs) + 1, 256)
            for cell in pending.pop(at):
                if fresh[cell]:
                    fresh[cell] = 0
                    low[cell], high[cell] = below, above
                    layer.append(cell)
            if not layer:
                continue
            costs.append(at)
            width, looked = len(layer), 4
            for cost, leads in rings:
                after = at + cost
                if limit is not None and after > limit:
                    break
                looked += leads.work
                found = [cell for origin in layer for cell in leads[origin] if fresh[cell]]
                if after in pending:
                    pending[after] += found
                elif found:
                    pending[after] = found
                    heappush(heap, after)
            self.work += looked * width // 2 + 1

    def _settle_in_turn(self, cost: int, leads: Leads, *, limit: int | None, wide: int, most: int) -> None:
        """Settle layers where all moves cost the same: each layer leads to the next one, and to no other."""
        fresh, costs, (low, high) = self._fresh, self._costs, self._numbers
        (at, found), width, looked = self._pending.popitem(), 0, leads.work + 4
        layer = [cell for cell in dict.fromkeys(found) if fresh[cell]]
        for cell in layer:
            fresh[cell] = 0
        number, done = len(costs), self.work
        while layer and width <= wide and done <= most and number < MOST_LAYERS:
            costs.append(at)
            number += 1
            width, at, found = len(layer), at + cost, []
            above, below = number >> 8, number & 255
            ends = limit is not None and at > limit
            for origin in layer:
                low[origin] = below
                high[origin] = above
                for cell in () if ends else leads[origin]:
                    if fresh[cell]:
                        fresh[cell] = 0
                        found.append(cell)
            done += (4 if ends else looked) * width // 2 + 1
            layer = found
        self.work = done
        if layer:
            self._pending[at] = layer

    @property
    def pending(self) -> dict[int, int]:
        """What is still to be settled, by its cost."""
        return {cost: set_of(cells) for cost, cells in self._pending.items()}

    @property
    def batch(self) -> CellsByCost | None:
        """What has been settled; none: nothing."""
        digits = len(self._costs).bit_length()
        texts = (self._numbers[digit // 8].translate(DIGITS[digit % 8]) for digit in range(digits))
        return CellsByCost(self._costs, [int(text[::-1], 2) for text in texts]) if digits else None


def cells_of(bits: int) -> list[int]:
    """Return the numbers of the bits that are set, from the lowest on.

    >>> cells_of(0b10110)
    [1, 2, 4]
    """
    cells = []
    while bits:
        lowest = bits & -bits
        cells.append(lowest.bit_length() - 1)
        bits ^= lowest
    return cells


def set_of(cells: Iterable[int]) -> int:
    """Return cells as a set of bits.

    >>> bin(set_of([4, 1, 2, 1]))
    '0b10110'
    """
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits
