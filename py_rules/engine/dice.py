"""The dice of any game: what is thrown, what it comes to, the exact odds, and the check that shows them."""

from collections.abc import Callable, Sequence
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from py_rules.engine.words import say
from py_rules.protocol.facts import RolledFact
from py_rules.values.answer_parts import Check, Odds
from py_rules.values.dice import (
    Again,
    Distribution,
    Keep,
    WildTotal,
    d6_code,
    d6_total,
    d10_pool,
    exploding_d6_pool,
    exploding_d6_succeeds,
    one_of_dice,
    outcome_of,
    pool_of_dice,
    total_of_dice,
)
from py_rules.values.records import record, replace
from py_rules.values.sentences import Sentence


class Dice:
    """Dice of one sort: what is thrown, what it comes to and how often, and what it is called."""

    count: int
    """How many are thrown."""
    sides: int
    """How many faces each has."""
    again: Again = "never"
    """Which of them are thrown again on their highest face."""
    difficulty: int | None = None
    """What each of them is rolled against; none: nothing but the result counts."""
    words: Callable[[Any], Sentence]
    """What the dice are called, of the dice themselves."""

    @property
    def odds(self) -> Distribution | WildTotal:
        """What they come to, how often."""
        raise NotImplementedError

    @property
    def text(self) -> Sentence:
        """The dice in words."""
        return self.words(self)

    def result(self, faces: Sequence[int]) -> int:
        """Return what faces come to."""
        raise NotImplementedError

    def told(self, result: int) -> int:
        """Return what a result comes to that was told in place of faces."""
        return result

    def changed(self, by: int) -> Self:
        """Return the dice with what the moment adds (X-12): more of them, unless that is something else."""
        return replace(self, count=max(0, self.count + by))  # type: ignore[type-var]


def check_of(
    name: str,
    rule: str,
    *,
    label: Sentence,
    dice: Dice,
    at: Fraction,
    needed: int,
    words: Sentence,
    carries: Callable[[int], Fraction | None] | None = None,
) -> Check:
    """Return a check with its odds.

    ``words`` is what it needs, ``carries`` how far each result gets (none: it gives no distance). It is rolled against
    the difficulty of the dice; where they have none, against what it needs.
    """
    odds = dice.odds
    return Check(
        id=name,
        rule=rule,
        label=label,
        at=at,
        pool=dice.count,
        sides=dice.sides,
        again=dice.again,
        dice=dice.text,
        difficulty=needed if dice.difficulty is None else dice.difficulty,
        needed=needed,
        needed_text=words,
        thrown=dice,
        gives=carries,
        chance=odds.at_least(needed),
        mean=odds.mean,
        odds=tuple(
            Odds(result, chance, None if carries is None else carries(result))
            for result, chance in odds.cumulative()
        ),
    )


def rolled(dice: Dice, fact: RolledFact) -> int:
    """Return what a roll came to: counted from its faces against what it was rolled against, or as it was told."""
    if fact.faces is None:
        return dice.told(fact.result or 0)
    against = dice if dice.difficulty is None else replace(dice, difficulty=fact.difficulty)  # type: ignore[type-var]
    return against.result(fact.faces)


@record(slots=False)
class Total(Dice):
    """Dice that are added up, with a bonus: ``Total(1, 20, bonus=5)`` is 1d20 + 5."""

    count: int
    sides: int
    bonus: int = 0

    @cached_property
    def odds(self) -> Distribution:
        """What they come to, how often."""
        return total_of_dice(self.count, self.sides, bonus=self.bonus)

    @property
    def text(self) -> Sentence:
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


@record(slots=False)
class OneOf(Dice):
    """One die with a bonus, or of two dice the best or the worst: ``OneOf(10, bonus=2, keep="best")``."""

    sides: int
    bonus: int = 0
    keep: Keep = "one"

    @property
    def count(self) -> int:  # type: ignore[override]
        """How many dice are thrown."""
        return 1 if self.keep == "one" else 2

    @cached_property
    def odds(self) -> Distribution:
        """What they come to, how often."""
        return one_of_dice(self.sides, self.bonus, keep=self.keep)

    @property
    def text(self) -> Sentence:
        """The dice in words."""
        return say(f"dice.{self.keep}", sides=self.sides, bonus=f"{self.bonus:+d}")

    def result(self, faces: Sequence[int]) -> int:
        """Return the face that counts, and the bonus."""
        return {"one": faces[0], "best": max(faces), "worst": min(faces)}[self.keep] + self.bonus

    def changed(self, by: int) -> "OneOf":
        """Return the dice with another bonus."""
        return replace(self, bonus=self.bonus + by)


@record(slots=False)
class Pool(Dice):
    """Dice that count one success each where they show ``difficulty`` or more, ``most`` in all (none: any number)."""

    count: int
    sides: int
    difficulty: int = field()
    most: int | None = None
    words: Callable[["Pool"], Sentence] = lambda dice: say(
        "dice.pool", count=dice.count, sides=dice.sides, least=dice.difficulty
    )

    @property
    def odds(self) -> Distribution:
        """What they come to, how often."""
        return pool_of_dice(self.count, self.sides, least=self.difficulty, most=self.most)

    def result(self, faces: Sequence[int]) -> int:
        """Return how many faces count."""
        return self.told(sum(face >= self.difficulty for face in faces))

    def told(self, result: int) -> int:
        """Return the successes that count of those that were told."""
        return result if self.most is None else min(result, self.most)


@record(slots=False)
class Exploding(Dice):
    """Six-sided dice, each thrown again and added to on a six, that count one success where they reach ``difficulty``.

    ``words``: what they are called, of the dice.
    """

    count: int
    difficulty: int = field()
    words: Callable[["Exploding"], Sentence]
    sides: int = 6
    again: Again = "each"

    @property
    def odds(self) -> Distribution:
        """What they come to, how often."""
        return exploding_d6_pool(self.count, tn=self.difficulty)

    def result(self, faces: Sequence[int]) -> int:
        """Return how many faces, with what was added to them, reach the difficulty."""
        return sum(exploding_d6_succeeds(face, tn=self.difficulty) for face in faces)

    def changed(self, by: int) -> "Exploding":
        """Return the dice against another difficulty; none is easier than 2, as a 1 always fails."""
        return replace(self, difficulty=max(2, self.difficulty + by))


@record(slots=False)
class WildCode(Dice):
    """Six-sided dice and pips, added up; the first is a Wild Die, thrown again and added to on each six.

    ``wild``: whether a 1 on it is the GM's (complication), takes itself and the highest other die away (cancel), or
    there is no such die (off). ``bonus``: what the roll adds and ``change`` what the moment does, beside the pips.
    """

    count: int
    pips: int
    wild: str
    words: Callable[["WildCode"], Sentence]
    difficulty: int = 0
    bonus: int = 0
    change: int = 0
    sides: int = 6

    @property
    def again(self) -> Again:  # type: ignore[override]
        """Which of them are thrown again on their highest face: the Wild Die."""
        return "never" if self.wild == "off" else "first"

    @property
    def added(self) -> int:
        """All that is added to the faces."""
        return self.pips + self.bonus + self.change

    @property
    def odds(self) -> Distribution | WildTotal:
        """What they come to, how often."""
        return d6_code(self.count, self.added, wild=self.wild)

    def result(self, faces: Sequence[int]) -> int:
        """Return the total of the faces and all that is added."""
        return d6_total(self.count, faces, wild=self.wild) + self.added

    def changed(self, by: int) -> "WildCode":
        """Return the code with what the moment adds."""
        return replace(self, change=self.change + by)


@record(slots=False)
class Tens(Dice):
    """Ten-sided dice against a Difficulty, of which the Outcome is counted; beyond Difficulty 10 only tens count."""

    count: int
    difficulty: int = field()
    words: Callable[["Tens"], Sentence]
    change: int = 0
    sides: int = 10

    @property
    def odds(self) -> Distribution:
        """What they come to, how often."""
        return d10_pool(self.count, difficulty=self.difficulty)

    def result(self, faces: Sequence[int]) -> int:
        """Return the Outcome."""
        return sum(outcome_of(face, difficulty=self.difficulty) for face in faces)

    def changed(self, by: int) -> "Tens":
        """Return the pool with ``by`` more dice."""
        return replace(self, count=max(0, self.count + by), change=by)
