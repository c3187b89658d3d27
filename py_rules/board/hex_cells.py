"""Hexes by themselves: bodies, the cell that a point is in, and by what lines of them are set back."""

from fractions import Fraction
from functools import cache, lru_cache
from math import isqrt

from py_rules.board.grid import Cell, stack
from py_rules.values.rounding import FINE


def narrow(side: Fraction) -> Fraction:
    """Return the narrow pitch, ``sqrt(3) / 2`` of a cell side, cut to the grain of places.

    So neighbours are never farther apart than a side, and a million rows are not yet a grain of lengths off.

    >>> float(narrow(Fraction(5))), float(narrow(Fraction(1)))
    (4.330127018922, 0.866025403784)
    """
    return Fraction(isqrt(3 * (side.numerator * FINE) ** 2) // (2 * side.denominator), FINE)


@cache
def shape(size: int) -> tuple[Cell, ...]:
    """Return the cells of a body of a size, as places and lines from its anchor, in reading order.

    Its rows (of a column map: columns) have one cell more, one after the other, up to ``size``, then one less
    again; of an even size the wide end is above, or left: 1; 2 1; 2 3 2; 3 4 3 2; 3 4 5 4 3 ...

    >>> shape(2)
    ((0, 0), (1, 0), (0, 1))
    >>> [len(shape(size)) for size in (1, 2, 3, 4, 5)]
    [1, 3, 7, 12, 19]
    """
    widest = (size - 1) // 2
    cells = [
        (place - min(line, widest), line)
        for line in range(size)
        for place in range(size - abs(line - widest))
    ]
    return tuple(cells)


def nearest(place: Fraction, line: Fraction) -> Cell:
    """Return the cell that a point in the plane of the bits is in, seen from the centre of a cell.

    >>> nearest(Fraction(6, 10), Fraction(3, 10)), nearest(Fraction(9, 10), Fraction(3, 10))
    ((1, 0), (1, 0))
    >>> nearest(Fraction(10, 100), Fraction(46, 100))
    (0, 1)
    >>> nearest(Fraction(3, 10), Fraction(3, 10))
    (0, 0)
    """
    right, down, third = round(place), round(line), round(-place - line)
    if right + down + third:
        off = (abs(place - right), abs(line - down), abs(-place - line - third))
        if off[0] == max(off):
            right = -down - third
        elif off[1] == max(off):
            down = -right - third
    return right, down


@lru_cache(maxsize=16)
def set_backs(
    cols: int,
    rows: int,
    *,
    stride: int,
    lines: int,
    columns: bool,
    even: bool,
) -> tuple[tuple[int, int], ...]:
    """Return which bits have each power of two in what they are set back by, and how far that is in bits."""
    count, pitch = (cols, stride) if columns else (rows, 1)
    found = []
    power = 1
    while power <= (count - 1 + even) >> 1:
        numbers = (n for n in range(count) if (n + even) >> 1 & power)
        if columns:
            mask = stack(sum(1 << n for n in numbers), stride, count=lines)
        else:
            block = (1 << 2 * power * stride) - 1
            mask = stack(block << 2 * power * stride, 4 * power * stride, count=count // (4 * power) + 1)
            mask >>= even * stride
        found.append((mask, power * pitch))
        power *= 2
    return tuple(found)
