"""Dice: exact distributions, counted on icepool, and rolls from a given seed."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb
from operator import mul
from random import Random
from typing import Literal

import icepool

from py_rules.values.records import record, replace


@record()
class Distribution:
    """How many of ``whole`` equally likely throws give each result, in ascending order of the results."""

    results: tuple[int, ...]
    counts: tuple[int, ...]
    whole: int
    _sums: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _rows: list[tuple[int, Fraction]] = field(init=False, repr=False, compare=False, default_factory=list)
    """Each result with the chance of it or better, once they were asked for: a pool is asked again and again."""

    def __post_init__(self) -> None:
        sums = tuple(accumulate(reversed(self.counts)))[::-1]
        object.__setattr__(self, "_sums", (*sums, 0))

    def throws(self, needed: int) -> int:
        """Return how many of the throws give ``needed`` or better."""
        return self._sums[bisect_left(self.results, needed)]

    def at_least(self, needed: int) -> Fraction:
        """Return the chance of ``needed`` or better."""
        return Fraction(self.throws(needed), self.whole)

    def cumulative(self, least: Fraction = Fraction(0)) -> tuple[tuple[int, Fraction], ...]:
        """Return each result with the chance of it or better, in ascending order, down to the chance ``least``."""
        if not self._rows:
            self._rows.extend((result, self.at_least(result)) for result in self.results)
        return tuple(row for row in self._rows if row[1] >= least) if least else tuple(self._rows)

    @property
    def mean(self) -> Fraction:
        """The mean result."""
        return Fraction(sum(map(mul, self.results, self.counts)), self.whole)

    @property
    def lowest(self) -> int:
        """The lowest result there is."""
        return self.results[0]

    @property
    def highest(self) -> int:
        """The highest result there is."""
        return self.results[-1]


LEAST_SHOWN = Fraction(1, 1_000_000)
"""The least chance that is shown of a roll that has no highest result."""
NOTHING = Distribution(results=(0,), counts=(1,), whole=1)
"""The distribution of no dice at all (X-04)."""


def _counted(die: icepool.Die[int]) -> Distribution:
    """Return what icepool has counted."""
    results = tuple(sorted(die.outcomes()))
    return Distribution(results, tuple(die.quantity(result) for result in results), die.denominator())


def outcome_of(face: int, *, difficulty: int) -> int:
    """Return what one d10 counts against a Difficulty (The Contract, dice).

    >>> [outcome_of(face, difficulty=6) for face in (1, 5, 6, 10)]
    [-1, 0, 1, 2]
    """
    if face in {1, 10}:
        return -1 if face == 1 else 2
    return 1 if face >= difficulty else 0


@lru_cache(maxsize=512)
def d10_pool(pool: int, *, difficulty: int) -> Distribution:
    """Return the distribution of the Outcome of ``pool`` d10; an empty pool counts 0 (X-04)."""
    if pool == 0:
        return NOTHING
    return _counted(pool @ icepool.d10.map(lambda face: outcome_of(face, difficulty=difficulty)))


def _binomial(pool: int, chance: Fraction) -> Distribution:
    """Return the distribution of the successes of dice that each succeed with ``chance``."""
    wins, fails = chance.numerator, chance.denominator - chance.numerator
    counts = tuple(comb(pool, hits) * wins**hits * fails ** (pool - hits) for hits in range(pool + 1))
    return Distribution(tuple(range(pool + 1)), counts, chance.denominator**pool)


@lru_cache(maxsize=512)
def hits_in_tests(pool: int, tests: int, *, limit: int | None = None) -> Distribution:
    """Return the distribution of the hits (5 or 6 on a d6) of equal tests together, each counted up to the limit.

    >>> float(round(hits_in_tests(8, 1).at_least(3), 4))
    0.5318
    >>> hits_in_tests(6, 2).highest, hits_in_tests(6, 2, limit=4).highest
    (12, 8)
    """
    if limit is None or limit >= pool:
        return pool_of_dice(pool * tests, 6, least=5)
    one = pool_of_dice(pool, 6, least=5, most=limit)
    if tests == 0 or one.highest == 0:
        return NOTHING
    die = icepool.Die(dict(zip(one.results, one.counts, strict=True)))
    return _counted(tests @ die)


# ---------------------------------------------------------------- any game: faces from a seed, and typed in

Again = Literal["never", "each", "first"]
"""Which dice are thrown again on their highest face: none; each, added up; the first, its further throws last."""
Keep = Literal["one", "best", "worst"]
"""Which of two dice counts; one: there is but one."""


def roll_dice(count: int, sides: int, *, seed: int, again: Again = "never") -> tuple[int, ...]:
    """Return the faces of some dice for a seed; the same seed gives the same faces everywhere.

    >>> roll_dice(3, 20, seed=7) == roll_dice(3, 20, seed=7), roll_dice(1, 6, seed=20, again="first")
    (True, (6, 6, 2))
    >>> roll_dice(1, 6, seed=20, again="each")
    (14,)
    """
    generator = Random(seed)  # noqa: S311 - dice of a game, repeatable on purpose
    faces: list[int] = []
    for number in range(count):
        face = generator.randrange(1, sides + 1)
        faces.append(face)
        while again == "each" and face == sides:
            face = generator.randrange(1, sides + 1)
            faces[number] += face
    if again == "first" and faces:
        last = faces[0]
        while last == sides:
            last = generator.randrange(1, sides + 1)
            faces.append(last)
    return tuple(faces)


def wrong_faces(faces: Sequence[int], count: int, *, sides: int, again: Again, least: int) -> str | None:
    """Return what is wrong with faces typed in; none: nothing.

    Of dice that are each thrown again the totals are typed in; none of them ends on the highest face below ``least``.
    """
    bad = [face for face in faces if face < 1 or (face > sides and again != "each")]
    numbers = f"{bad[0]} is not a face of a d{sides}; type numbers from 1 to {sides}" if bad else None
    if again == "first":
        further = _further(faces[: min(1, count)], faces[count:], sides=sides)
        if numbers or len(faces) == count + further:
            return numbers
        order = f"the Wild Die’s first, then the others’, then its further rolls after each {sides}"
        wanted = f"type {count + further}: {order}"
        return f"{len(faces)} faces for {count} dice and {further} further rolls; {wanted}"
    if len(faces) != count:
        return f"{len(faces)} faces for a pool of {count} dice; type {count} faces"
    if again == "never":
        return numbers
    if bad:
        return f"{bad[0]} is not the total of a d{sides}; type 1 or more"
    stuck = [face for face in faces if face % sides == 0 and face + 1 < least]
    return f"{stuck[0]} ends on a {sides}: roll that die again and type the sum" if stuck else None


def _further(first: Sequence[int], more: Sequence[int], *, sides: int) -> int:
    """Return how many further rolls a first die asks for, of those typed in."""
    if list(first) != [sides]:
        return 0
    return next((index + 1 for index, face in enumerate(more) if face != sides), len(more) + 1)


# ---------------------------------------------------------------- any game: sums, and pools of successes


@lru_cache(maxsize=512)
def total_of_dice(count: int, sides: int, *, bonus: int = 0) -> Distribution:
    """Return the distribution of the sum of some dice and a bonus.

    >>> float(total_of_dice(1, 20, bonus=5).at_least(15)), total_of_dice(0, 6, bonus=2).results
    (0.55, (2,))
    """
    total = _counted(count @ icepool.d(sides)) if count else NOTHING
    return replace(total, results=tuple(result + bonus for result in total.results))


@lru_cache(maxsize=2048)
def pool_of_dice(pool: int, sides: int, *, least: int, most: int | None = None) -> Distribution:
    """Return the distribution of how many dice of a pool show ``least`` or more, ``most`` in all.

    >>> float(pool_of_dice(2, 6, least=5).at_least(1)), pool_of_dice(3, 6, least=7).highest
    (0.5555555555555556, 0)
    """
    chance = Fraction(min(sides, max(0, sides + 1 - least)), sides)
    odds = _binomial(pool, chance) if chance else NOTHING
    if most is None or most >= odds.highest:
        return odds
    counts = (*odds.counts[:most], sum(odds.counts[most:]))
    return Distribution(tuple(range(most + 1)), counts, odds.whole)


# ---------------------------------------------------------------- OpenD6: n six-sided dice, pips, a Wild Die


@record()
class WildTotal:
    """A total with a Wild Die, whose sixes are added and rolled again without end: exact all the same.

    A six leaves the same question with 6 less needed, so a chance is a finite sum over the sixes in a row.
    ``others`` are the other dice; ``after_one`` is what is left of them when a first 1 cancels.
    """

    others: Distribution
    after_one: Distribution | None
    pips: int

    def at_least(self, needed: int) -> Fraction:
        """Return the chance of ``needed`` or better."""
        needed -= self.pips
        sure = self.others.lowest + 1
        sixes = max(1, -((sure - needed) // 6))
        won = self.others.whole
        for again in reversed(range(sixes)):
            throws = self._without_six(needed - 6 * again, first=again == 0)
            won += throws * 6 ** (sixes - 1 - again)
        return Fraction(won, self.others.whole * 6**sixes)

    def _without_six(self, needed: int, *, first: bool) -> int:
        """Return how many throws give ``needed`` or better in which the Wild Die shows 1 to 5."""
        kept = sum(self.others.throws(needed - face) for face in range(2, 6))
        if first and self.after_one is not None:
            return kept + self.after_one.throws(needed)
        return kept + self.others.throws(needed - 1)

    @property
    def lowest(self) -> int:
        """The lowest result there is."""
        lowest = self.others.lowest + 1 if self.after_one is None else self.after_one.lowest
        return lowest + self.pips

    @lru_cache(maxsize=256)  # noqa: B019 - codes are few, and each is kept by d6_code as well
    def cumulative(self, least: Fraction = Fraction(0)) -> tuple[tuple[int, Fraction], ...]:
        """Return each result with the chance of it or better, in ascending order, down to the chance ``least``.

        As there is no end to them, a chance of nothing stands for :data:`LEAST_SHOWN`.
        """
        rows, result = [], self.lowest
        while (chance := self.at_least(result)) >= (least or LEAST_SHOWN):
            rows.append((result, chance))
            result += 1
        return tuple(rows)

    @property
    def mean(self) -> Fraction:
        """The mean result."""
        mean = self.pips + self.others.mean + Fraction(21, 5)
        if self.after_one is not None:
            mean += (self.after_one.mean - self.others.mean - 1) / 6
        return mean


@lru_cache(maxsize=256)
def d6_code(dice: int, pips: int, *, wild: str) -> Distribution | WildTotal:
    """Return the distribution of a die code's total; ``wild`` is complication, cancel or off.

    Under cancel a first 1 on the Wild Die takes itself and the highest other die away.

    >>> d6_code(3, 0, wild="off").at_least(10)
    Fraction(5, 8)
    """
    if dice == 0 or wild == "off":
        return total_of_dice(dice, 6, bonus=pips)
    others = total_of_dice(dice - 1, 6)
    if wild != "cancel":
        return WildTotal(others, None, pips)
    left = _counted(icepool.d6.pool(dice - 1).lowest(dice - 2).sum()) if dice > 2 else NOTHING
    factor = others.whole // left.whole
    scaled = replace(left, counts=tuple(count * factor for count in left.counts), whole=others.whole)
    return WildTotal(others, scaled, pips)


def d6_total(dice: int, faces: Sequence[int], *, wild: str) -> int:
    """Return what the faces of ``dice`` six-sided dice come to: the Wild Die first, its further rolls last.

    >>> d6_total(3, [6, 2, 3, 4], wild="complication")
    15
    >>> d6_total(3, [1, 2, 5], wild="cancel")
    2
    """
    if wild == "cancel" and faces and faces[0] == 1:
        return sum(sorted(faces[1:dice])[:-1])
    return sum(faces)


def exploding_d6_succeeds(total: int, *, tn: int) -> bool:
    """Tell whether a d6 with its re-rolled sixes added reaches a TN; a 1 never does (Shadowrun 3, dice).

    A total that stops on a six stands for more than that: at least one is still to be added.

    >>> [exploding_d6_succeeds(total, tn=4) for total in (1, 3, 4, 6)]
    [False, False, True, True]
    >>> exploding_d6_succeeds(1, tn=1), exploding_d6_succeeds(6, tn=7)
    (False, True)
    """
    return total > 1 and (total >= tn or (total % 6 == 0 and total + 1 >= tn))


def exploding_d6_chance(tn: int) -> Fraction:
    """Return the chance that one d6, its sixes rolled again and added, reaches a TN; below 2 is as 2.

    >>> [str(exploding_d6_chance(tn)) for tn in (1, 4, 6, 7, 8, 13)]
    ['5/6', '1/2', '1/6', '1/6', '5/36', '1/36']
    """
    sixes, rest = divmod(max(tn, 2) - 1, 6)
    return Fraction(6 - rest, 6 ** (sixes + 1))


@lru_cache(maxsize=512)
def exploding_d6_pool(pool: int, *, tn: int) -> Distribution:
    """Return the distribution of the successes of ``pool`` such dice against a TN; an empty pool has none."""
    return _binomial(pool, exploding_d6_chance(tn))


@lru_cache(maxsize=256)
def one_of_dice(sides: int, bonus: int, *, keep: Keep) -> Distribution:
    """Return the distribution of one die and a bonus; or of the better or the worse of two such dice.

    >>> [float(one_of_dice(10, 2, keep=keep).at_least(7)) for keep in ("one", "best", "worst")]
    [0.6, 0.84, 0.36]
    """
    die = icepool.d(sides)
    return _counted({"one": die, "best": die.highest(2), "worst": die.lowest(2)}[keep] + bonus)
