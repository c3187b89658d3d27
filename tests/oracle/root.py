"""Numbers of the form a + b times root two, compared by squares: no root is ever drawn."""

from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering

from py_rules.values.rounding import ROOT_TWO


def sign(number):
    return (number > 0) - (number < 0)


@total_ordering
@dataclass(frozen=True, eq=False)
class Root:
    """The number ``whole + part * root two``; equal to the fraction that the product has for it."""

    whole: Fraction
    part: Fraction

    @staticmethod
    def of(number):
        return number if isinstance(number, Root) else Root(Fraction(number), Fraction(0))

    @property
    def sign(self):
        """-1, 0 or 1: of a + b r, a and b of opposite signs, a² and 2 b² decide."""
        if sign(self.whole) * sign(self.part) >= 0:
            return sign(self.whole) or sign(self.part)
        return sign(self.whole) * sign(self.whole**2 - 2 * self.part**2)

    @property
    def told(self):
        """The fraction that the product has for it."""
        return self.whole + self.part * ROOT_TWO

    def __add__(self, other):
        other = Root.of(other)
        return Root(self.whole + other.whole, self.part + other.part)

    def __sub__(self, other):
        return self + Root.of(other) * -1

    def __mul__(self, factor):
        return Root(self.whole * factor, self.part * factor)

    __radd__, __rmul__ = __add__, __mul__

    def __eq__(self, other):
        if isinstance(other, Root):
            return (self.whole, self.part) == (other.whole, other.part)
        return self.told == other

    def __lt__(self, other):
        return (self - other).sign < 0

    def __hash__(self):
        return hash(self.told)

    def __bool__(self):
        return self.sign != 0
