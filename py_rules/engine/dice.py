"""The dice of declared games: what is thrown, what it comes to, and the exact odds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from py_rules.engine.words import say
from py_rules.values.answers import Text
from py_rules.values.dice import NOTHING, Distribution, pool_of_dice, total_of_dice


class Dice(Protocol):
    """Dice of one sort, with all that counts on them."""

    @property
    def count(self) -> int:
        """How many dice are thrown."""
        ...

    @property
    def sides(self) -> int:
        """How many faces each has."""
        ...

    @property
    def odds(self) -> Distribution:
        """What they come to, how often."""
        ...

    @property
    def text(self) -> Text:
        """The dice in words."""
        ...

    def result(self, faces: Sequence[int]) -> int:
        """Return what faces come to."""
        ...

    def changed(self, by: int) -> "Dice":
        """Return the dice with what the moment adds (X-12)."""
        ...


@dataclass(frozen=True)
class Total:
    """Dice that are added up, with a bonus: ``Total(1, 20, bonus=5)`` is 1d20 + 5."""

    count: int
    sides: int
    bonus: int = 0

    @cached_property
    def odds(self) -> Distribution:
        """What they come to, how often."""
        return total_of_dice(self.count, self.sides, self.bonus)

    @property
    def text(self) -> Text:
        """The dice in words."""
        if not self.bonus:
            return say("dice.total", count=self.count, sides=self.sides)
        bonus = f"{'+' if self.bonus > 0 else '−'} {abs(self.bonus)}"
        return say("dice.total.changed", count=self.count, sides=self.sides, bonus=bonus)

    def result(self, faces: Sequence[int]) -> int:
        """Return the sum of the faces and the bonus."""
        return sum(faces) + self.bonus

    def changed(self, by: int) -> "Total":
        """Return the dice with another bonus."""
        return replace(self, bonus=self.bonus + by)


@dataclass(frozen=True)
class Pool:
    """Dice that count one success each where they show ``least`` or more."""

    count: int
    sides: int
    least: int

    @cached_property
    def odds(self) -> Distribution:
        """What they come to, how often."""
        return pool_of_dice(self.count, self.sides, self.least) if self.count else NOTHING

    @property
    def text(self) -> Text:
        """The dice in words."""
        return say("dice.pool", count=self.count, sides=self.sides, least=self.least)

    def result(self, faces: Sequence[int]) -> int:
        """Return how many faces count."""
        return sum(face >= self.least for face in faces)

    def changed(self, by: int) -> "Pool":
        """Return the pool with so many more dice."""
        return replace(self, count=max(0, self.count + by))
