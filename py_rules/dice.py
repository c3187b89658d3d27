"""Dice: exact distributions, counted on icepool, and rolls from a given seed."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random

import icepool


@dataclass(frozen=True, slots=True)
class Distribution:
    """The chance of each whole result, in ascending order of the results."""

    results: tuple[int, ...]
    chances: tuple[Fraction, ...]

    def at_least(self, needed: int) -> Fraction:
        """Return the chance of ``needed`` or better."""
        return sum(
            (chance for result, chance in zip(self.results, self.chances, strict=True) if result >= needed),
            Fraction(0),
        )

    def cumulative(self) -> tuple[tuple[int, Fraction], ...]:
        """Return each result with the chance of it or better, in ascending order."""
        left = Fraction(1)
        rows = []
        for result, chance in zip(self.results, self.chances, strict=True):
            rows.append((result, left))
            left -= chance
        return tuple(rows)

    @property
    def mean(self) -> Fraction:
        """The mean result."""
        pairs = zip(self.results, self.chances, strict=True)
        return sum((result * chance for result, chance in pairs), Fraction(0))

    @property
    def lowest(self) -> int:
        """The lowest result there is."""
        return self.results[0]

    @property
    def highest(self) -> int:
        """The highest result there is."""
        return self.results[-1]


def outcome_of(face: int, *, difficulty: int, tens_count: int, ones_subtract: bool) -> int:
    """Return what one d10 counts against a Difficulty (The Contract, dice).

    >>> [outcome_of(f, difficulty=6, tens_count=2, ones_subtract=True) for f in (1, 5, 6, 10)]
    [-1, 0, 1, 2]
    """
    if face == 10:
        return tens_count
    if face == 1 and ones_subtract:
        return -1
    return 1 if face >= difficulty else 0


@lru_cache(maxsize=512)
def d10_pool(pool: int, *, difficulty: int, tens_count: int, ones_subtract: bool) -> Distribution:
    """Return the distribution of the Outcome of ``pool`` d10; an empty pool counts 0 (X-04)."""
    if pool == 0:
        return Distribution(results=(0,), chances=(Fraction(1),))
    die = icepool.d10.map(
        lambda face: outcome_of(
            face, difficulty=difficulty, tens_count=tens_count, ones_subtract=ones_subtract
        )
    )
    total = pool @ die
    whole = total.denominator()
    results = tuple(sorted(total.outcomes()))
    return Distribution(results=results, chances=tuple(Fraction(total.quantity(r), whole) for r in results))


def roll_d10(pool: int, seed: int) -> tuple[int, ...]:
    """Return the faces of ``pool`` d10 for a seed; the same seed gives the same faces everywhere.

    >>> roll_d10(3, 7) == roll_d10(3, 7)
    True
    """
    generator = Random(seed)  # noqa: S311 - dice of a game, repeatable on purpose
    return tuple(generator.randrange(1, 11) for _ in range(pool))
