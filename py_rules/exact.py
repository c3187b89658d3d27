"""Exact numbers: a float is made exact once, at the border, and made plain again on the way out (X-01, X-02)."""

from fractions import Fraction
from math import ceil

GRAIN = 1_000_000


def exact(value: float) -> Fraction:
    """Return ``value`` as a fraction on a grain of one millionth (X-02).

    >>> exact(20.0000000004)
    Fraction(20, 1)
    >>> exact(7.5)
    Fraction(15, 2)
    """
    if isinstance(value, int):
        return Fraction(value)
    return Fraction(round(value * GRAIN), GRAIN)


def plain(value: Fraction | int) -> int | float:
    """Return a fraction as an int where it is whole, else as a float.

    >>> plain(Fraction(15, 2)), plain(Fraction(15, 3))
    (7.5, 5)
    """
    if isinstance(value, int):
        return value
    return value.numerator if value.denominator == 1 else float(value)


def steps_of(amount: Fraction, size: int) -> int:
    """Return how many started steps of ``size`` are in ``amount``.

    >>> steps_of(Fraction(11, 2), 5)
    2
    """
    return ceil(amount / size)
