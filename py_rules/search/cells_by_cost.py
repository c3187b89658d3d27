"""Layers of rising cost as bit planes: each cell's place in the list of costs, by its binary digits.

Where layers are small there are thousands of them, of a few cells each. As planes they are masked, joined and
sent by a dozen operations on whole maps, however many they are.
"""

from collections.abc import Callable, Iterable, Sequence
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

    def after(self, count: int) -> int:
        """Return the cells of all layers but the first ``count``.

        >>> [bin(CellsByCost([5, 10, 15], [0b1001, 0b11]).after(count)) for count in range(4)]
        ['0b1011', '0b11', '0b1', '0b0']
        """
        found = 0
        for digit, plane in enumerate(self.planes):
            found = found & plane if count >> digit & 1 else found | plane
        return found

    def within(self, cut: Callable[[int], int]) -> "CellsByCost | None":
        """Return what a cut leaves of its layers, up to the last one that has a cell left; none: no cell is left.

        >>> CellsByCost([5, 10, 15], [0b1001, 0b11]).within(lambda cells: cells & 0b1010)
        CellsByCost(costs=[5, 10], planes=[8, 2])
        """
        planes, cells, last = [cut(plane) for plane in self.planes], -1, 0
        for digit in reversed(range(len(planes))):
            if upper := cells & planes[digit]:
                cells, last = upper, last | 1 << digit
        return CellsByCost(self.costs[:last], planes[: last.bit_length()]) if last else None

    def layers(self) -> list[tuple[int, int]]:
        """Return each cost with its cells.

        >>> CellsByCost([5, 10, 15], [0b1001, 0b11]).layers() == [(5, 0b1000), (10, 0b0010), (15, 0b0001)]
        True
        """
        if len(self.costs) == 1:
            return [(self.costs[0], self.planes[0])]
        parts = [self.cells]
        for plane in reversed(self.planes):
            upper = [part & plane for part in parts]
            parts = [half for part, high in zip(parts, upper, strict=True) for half in (part ^ high, high)]
        return list(zip(self.costs, parts[1:], strict=False))

    def single(self) -> "list[CellsByCost]":
        """Return each of its layers as a batch."""
        return (
            [self] if len(self.costs) == 1 else [CellsByCost([cost], [bits]) for cost, bits in self.layers()]
        )


class Count:
    """Numbers layers while they are settled, with one pass over the cells for each.

    A cell is among those left before layers 1, 2 .. n if it is in layer n. Of a number that is counted up, the lowest
    digits change, and in the Gray code a single one: so what is left before a layer changes one plane of that code.
    """

    def __init__(self) -> None:
        self._costs: list[int] = []
        self._planes: list[int] = []

    def number(self, cost: int, left: int) -> None:
        """Begin a layer; ``left`` are the cells that are in it or a later one, or in none."""
        self._costs.append(cost)
        number = len(self._costs)
        if not number & number - 1:
            self._planes.append(0)
        self._planes[(number & -number).bit_length() - 1] ^= left

    def batch(self, left: int) -> CellsByCost | None:
        """Return the layers; ``left`` are the cells that are in none."""
        last, binary, planes = len(self._costs), 0, list[int]()
        for digit in reversed(range(last.bit_length())):
            binary ^= self._planes[digit]
            planes.append(binary ^ left if last >> digit & 1 else binary)
        return CellsByCost(self._costs, planes[::-1]) if last else None


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
