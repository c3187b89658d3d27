"""Exact numbers: a float becomes a fraction once, at the border, and a JSON number on the way out (X-01, X-02)."""

from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Final

GRAIN = 1_000_000
ROUND: Final = GRAIN // 10
SNAP: Final = 2
"""Grains within which two places on a map without cells are one: a corner and a middle are rounded to a grain each."""
SLACK: Final = Fraction(10, GRAIN)
"""Lengths are rounded to a grain piece by piece: two that differ by no more are equal."""
NEAR: Final = 1.001
"""Grains within which two lengths are equal, with room for how floats are written."""
FINE: Final = 1_000_000_000_000
"""Parts of a unit that places on a map are written in: of hexes they are no round numbers, and are compared."""

ROOT_TWO: Final = Fraction(
    228_725_309_250_740_208_744_750_893_347_264_645_481,
    161_733_217_200_188_571_081_311_986_634_082_331_709,
)
"""Root two by a convergent fine enough that sums compare as with the true root; its denominator is a prime."""


@lru_cache(maxsize=1024)
def to_fraction(value: float) -> Fraction:
    """Return ``value`` as a fraction on a grain of one millionth (X-02).

    >>> to_fraction(20.0000000004)
    Fraction(20, 1)
    >>> to_fraction(7.5)
    Fraction(15, 2)
    """
    if isinstance(value, int):
        return Fraction(value)
    return Fraction(round(value * GRAIN), GRAIN)


def measured(value: float) -> Fraction:
    """Return a length that a host measured: what is within a millionth of a round number is that number (X-02).

    Round is what has at most five digits after the point, as the limits that a length is compared with have.

    >>> measured(10.0000009), measured(10.000001), measured(9.999999)
    (Fraction(10, 1), Fraction(10, 1), Fraction(10, 1))
    >>> measured(10.0000012), measured(3.333333)
    (Fraction(10000001, 1000000), Fraction(3333333, 1000000))
    """
    near = Fraction(round(value * ROUND), ROUND)
    return near if abs(value - float(near)) * GRAIN <= NEAR else to_fraction(value)


def to_point(point: tuple[float, float]) -> tuple[Fraction, Fraction]:
    """Return a place on a map as exactly as it was sent, on a grain of a million millionth.

    >>> to_point((7.5, 0.866025403784))
    (Fraction(15, 2), Fraction(108253175473, 125000000000))
    """
    x, y = (Fraction(round(part * FINE), FINE) for part in point)
    return x, y


def on_grain(value: Fraction) -> Fraction:
    """Return what follows from places on the grain of lengths (X-02).

    >>> on_grain(Fraction(4_999_999_999_999, 10_000_000_000_000))
    Fraction(1, 2)
    """
    return Fraction(round(value * GRAIN), GRAIN)


def to_number(value: Fraction) -> int | float:
    """Return a fraction as an int where it is whole, else as a float; with root two in it, on the grain.

    >>> to_number(Fraction(15, 2)), to_number(Fraction(15, 3)), to_number(5 * ROOT_TWO)
    (7.5, 5, 7.071068)
    """
    if value.denominator % ROOT_TWO.denominator == 0:
        return round(float(value), 6)
    return value.numerator if value.denominator == 1 else float(value)


def steps_of(amount: Fraction, size: int) -> int:
    """Return how many started steps of ``size`` are in ``amount``.

    >>> steps_of(Fraction(11, 2), 5)
    2
    """
    return ceil(amount / size)
