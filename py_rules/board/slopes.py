"""How long a step is that leads through the air, in water or on a wall, and up or down besides.

A cell over and a cell up is a diagonal, as the map's rule for diagonals counts it; what leads farther over, or up, is
straight. Of a diagonal of the map that leads up as well the alternating rules count one diagonal.
"""

from fractions import Fraction
from math import isqrt
from typing import Final

from py_rules.board.grid import Lines
from py_rules.board.headings import FACTORS
from py_rules.board.steps import NOWHERE
from py_rules.values.rounding import ROOT_TWO

ONE: Final = Fraction(1)
_PRIME: Final = ROOT_TWO.denominator
ROOT_THREE: Final = Fraction(isqrt(3 * _PRIME**2), _PRIME)
"""Root three, over the denominator of root two, so that sums with both are told on the grain."""

UPWARDS: Final = {**FACTORS, "illegal": (Fraction(2), Fraction(2))}
"""Length of a cell over and a cell up, after an even and after an odd number of diagonals; where no diagonal is
allowed it leads up, and then over."""
ASKEW: Final = {
    **UPWARDS,
    "approximate": (Fraction(7, 4), Fraction(7, 4)),
    "exact": (ROOT_THREE, ROOT_THREE),
    "rectilinear": (Fraction(3), Fraction(3)),
}
"""The same of a diagonal of the map and a cell up."""


def sloped(grid: Lines, direction: int, *, up: Fraction, diagonals: str, parity: int) -> tuple[Fraction, int]:
    """Return the length of a step in cell sides that leads up ``up`` sides as well, and how many diagonals it is.

    Where it leads up less than a cell, it is so much of a diagonal, and counts as none.
    """
    if direction == NOWHERE:
        return up, 0
    heading, flat = grid.headings[direction], grid.length(direction, parity=parity)
    even, odd = (ASKEW if heading.diagonal else UPWARDS)[diagonals]
    askew = min(up, ONE)
    aslant = (even + odd) / 2 if askew < 1 else odd if parity & 1 else even
    return aslant * askew + flat * (1 - askew) + up - askew, int(heading.diagonal or askew == 1)
