"""Layers of rising cost as bit planes: each cell's place in the list of costs, by its binary digits.

Where layers are small there are thousands of them, of a few cells each. As planes they are masked, joined and
sent by a dozen operations on whole maps, however many they are.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import groupby
from operator import or_
from typing import NamedTuple


class CellsByCost(NamedTuple):
    """Layers of rising cost, each with at least one cell.

    The number of a cell is the sum of ``1 << k`` over the planes ``k`` that hold it: 1 is at the first of
    ``costs``, 2 at the second; 0 is not in the batch.
    """

    costs: Sequence[int]
    planes: Sequence[int]

    @property
    def cells(self) -> int:
        """All cells of its layers."""
        return reduce(or_, self.planes)

    def cost_at(self, bit: int) -> int | None:
        """Return the cost of one cell; none: it is in no layer.

        >>> batch = CellsByCost([5, 10, 15], [0b1001, 0b11])
        >>> [batch.cost_at(bit) for bit in range(4)]
        [15, 10, None, 5]
        """
        number = sum((plane >> bit & 1) << digit for digit, plane in enumerate(self.planes))
        return self.costs[number - 1] if number else None

    def layers(self) -> list[tuple[int, int]]:
        """Return each cost with its cells.

        >>> CellsByCost([5, 10, 15], [0b1001, 0b11]).layers() == [(5, 0b1000), (10, 0b0010), (15, 0b0001)]
        True
        """
        if len(self.costs) == 1:
            return [(self.costs[0], self.planes[0])]
        parts = [self.cells]
        for plane in reversed(self.planes):
            parts = [half for part in parts for half in (part & ~plane, part & plane)]
        return list(zip(self.costs, parts[1:], strict=False))

    def single(self) -> "list[CellsByCost]":
        """Return each of its layers as a batch."""
        return (
            [self] if len(self.costs) == 1 else [CellsByCost([cost], [bits]) for cost, bits in self.layers()]
        )


def numbered(sets: Sequence[int]) -> list[int]:
    """Return planes that give the cells of the first set number 1, those of the next 2 ...: sets are disjoint.

    Two neighbours in the list have the same number but for its lowest bit, so they become one set for the
    planes to come: there are as many unions for all planes together as there are sets, twice over.

    >>> [bin(plane) for plane in numbered([0b1000, 0b0010, 0b0001])]
    ['0b1001', '0b11']
    """
    together, planes = [0, *sets], []
    while len(together) > 1:
        odd = together[1::2]
        planes.append(reduce(or_, odd))
        odd += [0] * (len(together) & 1)
        together = list(map(or_, together[::2], odd))
    return planes


def raised(planes: Sequence[int], by: int) -> list[int]:
    """Return planes with every number that is not 0 raised.

    >>> raised([0b1001, 0b11], 1) == numbered([0, 0b1000, 0b0010, 0b0001])
    True
    """
    cells, carry, found = reduce(or_, planes), 0, []
    digits = max(len(planes), by.bit_length()) + 1
    for digit in range(digits):
        plane = planes[digit] if digit < len(planes) else 0
        added = cells if by >> digit & 1 else 0
        found.append(plane ^ added ^ carry)
        carry = plane & added | carry & (plane | added)
    return found if found[-1] else found[:-1]


def joined(batches: Iterable[CellsByCost]) -> CellsByCost:
    """Return disjoint batches as one, in their order.

    >>> one, two = CellsByCost([5], [0b100]), CellsByCost([10, 15], [0b010, 0b001])
    >>> joined([one, two]) == joined([one, *two.single()]) == CellsByCost([5, 10, 15], [0b101, 0b011])
    True
    """
    costs: list[int] = []
    planes: list[int] = []
    for alone, run in groupby(batches, key=lambda batch: len(batch.costs) == 1):
        parts = list(run)
        if alone:
            parts = [
                CellsByCost([part.costs[0] for part in parts], numbered([part.planes[0] for part in parts]))
            ]
        for part in parts:
            above = raised(part.planes, len(costs)) if costs else part.planes
            shared = min(len(planes), len(above))
            planes = [*map(or_, planes, above), *planes[shared:], *above[shared:]]
            costs += part.costs
    return CellsByCost(costs, planes)
