"""Sets of cells or points as one integer: lines of ``stride`` bits, such that every direction is one constant shift."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Final

from py_rules.values.records import record

BLOCK: Final = 1 << 14
"""Bits that many small sets are looked at together by."""
Cell = tuple[int, int]
Point = tuple[Fraction, Fraction]


@record()
class Heading:
    """A direction of steps.

    ``name`` is what ledgers know it by. ``col`` and ``row`` are the change of place and line in the numbering
    of bits; ``east`` and ``south`` the way it leads on the map, in pitches: from one column, one row to the
    next. ``even`` and ``odd`` are its length in cell sides after an even and an odd number of diagonals. A
    diagonal leads between two other cells: it cuts their corner.
    """

    name: str
    col: int
    row: int
    east: Fraction
    south: Fraction
    even: Fraction = Fraction(1)
    odd: Fraction = Fraction(1)
    diagonal: bool = False
    allowed: bool = True
    passage: bool = False
    """Whether it leads from one storey to another: nobody runs or jumps that way."""


class Lines(ABC):
    """Cells or points in lines of bits, such that every direction is one constant shift."""

    __slots__ = ()

    @property
    @abstractmethod
    def headings(self) -> tuple[Heading, ...]:
        """The directions of steps, in the order every tie is broken in."""

    @property
    @abstractmethod
    def stride(self) -> int:
        """Bits from one line to the next; the last of a line is spare, and stays empty."""

    @property
    def alternates(self) -> bool:
        """Whether the length of a diagonal depends on the diagonals before it."""
        return any(heading.even != heading.odd for heading in self.headings)

    def length(self, direction: int, *, parity: int) -> Fraction:
        """Return the length of a step in cell sides; ``parity`` counts the diagonals walked before."""
        heading = self.headings[direction]
        return heading.odd if parity & 1 else heading.even

    def least(self, direction: int, *, parity: int) -> Fraction:
        """Return a length that a step is not shorter than: of most grids, its length."""
        return self.length(direction, parity=parity)

    def crossed(self, direction: int) -> Sequence[int]:
        """Return the squares that a step lies in, in bits from its origin; none but on a lattice with ledges."""
        del direction
        return ()

    def beyond(self, cell: Cell, direction: int, *, steps: int = 1) -> Cell:
        """Return the cell or point that is ``steps`` steps away in a direction, on the map or not."""
        heading = self.headings[direction]
        return cell[0] + steps * heading.col, cell[1] + steps * heading.row

    def delta(self, direction: int) -> int:
        """Return how many bits a step in ``direction`` moves a cell up."""
        heading = self.headings[direction]
        return heading.row * self.stride + heading.col

    def shift(self, bits: int, direction: int) -> int:
        """Return the cells one step in ``direction`` from ``bits``; what leaves the map is not cut."""
        return slide(bits, self.delta(direction))

    def back(self, bits: int, direction: int) -> int:
        """Return the cells from which a step in ``direction`` leads into ``bits``."""
        return slide(bits, -self.delta(direction))

    def meet(self, bits: int, others: int) -> bool:
        """Return whether sets of cells share some, or a step leads from one into the other."""
        return bool((bits | union(self.shift(bits, step) for step in range(len(self.headings)))) & others)

    def headed(self, name: str) -> int | None:
        """Return the direction of that name; none: the grid has none."""
        return next((n for n, heading in enumerate(self.headings) if heading.name == name), None)


def slide(bits: int, delta: int) -> int:
    """Return ``bits`` moved up by ``delta``, or down if that is negative.

    >>> slide(0b10, 2), slide(0b1000, -3)
    (8, 1)
    """
    return bits << delta if delta >= 0 else bits >> -delta


def blocks(sets: Sequence[int]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield sets piece by piece: where a block of bits begins, and which sets have which bits in it.

    Of many small sets all over a large map each is looked at where it lies, and nowhere else.

    >>> list(blocks([0b11, 0b10 << BLOCK]))
    [(0, [(0, 3)]), (16384, [(1, 2)])]
    """
    within: dict[int, list[int]] = {}
    for number, bits in enumerate(sets):
        if bits:
            for block in range(first(bits) // BLOCK, (bits.bit_length() - 1) // BLOCK + 1):
                within.setdefault(block, []).append(number)
    mask = (1 << BLOCK) - 1
    for block, numbers in sorted(within.items()):
        at = block * BLOCK
        here = [(number, sets[number] >> at & mask) for number in numbers]
        yield at, [(number, bits) for number, bits in here if bits]


def union(many: Iterable[int]) -> int:
    """Return all bits of some sets.

    >>> union([0b1, 0b100])
    5
    """
    return reduce(or_, many, 0)


def first(bits: int) -> int:
    """Return the number of the lowest bit that is set; of none: -1.

    >>> first(0b10100)
    2
    """
    return (bits & -bits).bit_length() - 1


def laid_out(rows: list[int], stride: int) -> int:
    """Return rows, at least one, as one integer: joined by pairs.

    >>> bin(laid_out([0b1, 0b10, 0b11], 3))
    '0b11010001'
    """
    while any(rows[1:]):
        odd = rows[-1:] if len(rows) & 1 else []
        rows = [low | high << stride for low, high in zip(rows[::2], rows[1::2], strict=False)] + odd
        stride *= 2
    return rows[0]


def stack(row: int, stride: int, *, count: int) -> int:
    """Return ``count`` copies of a row above each other, by doubling.

    >>> bin(stack(0b1, 3, count=3))
    '0b1001001'
    """
    bits, have = row, 1
    while have < count:
        take = min(have, count - have)
        bits |= (bits & ((1 << take * stride) - 1)) << (have * stride)
        have += take
    return bits
