"""What a game is declared of: price tiers, meters, modes, rolls, effects, resources, jumps, acts and reactions.

Amounts may be given as numbers or as functions of the move. Lengths are in the game's unit.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any, ClassVar

from py_rules.engine.dice import Dice
from py_rules.engine.inputs import Inputs, Nothing
from py_rules.engine.price_tiers import PriceTier
from py_rules.engine.rules import Rule
from py_rules.engine.situation import Move, Neighbour
from py_rules.values.answer_parts import Choice, Kind, Refusal, Ruling
from py_rules.values.footing import Footing
from py_rules.values.records import record, replace
from py_rules.values.rounding import to_fraction
from py_rules.values.sentences import Catalog, Sentence
from py_rules.values.stretch import Gate

ZERO = Fraction(0)
Length = Fraction | int | float
Turn = Any
"""The turn of some game: each has a class of its own."""
MAP_MODES = ("ground", "climb", "jump", "swim")
"""The ways of moving that are there without being declared."""
Ground = Footing
"""What a stretch is made on, be it planned, searched or recorded."""


Amount = int | Callable[[Move], int]
Far = Length | None | Callable[[Move], Length | None]
Factor = Length | Callable[[Move, Ground], Length]


def amount_of(amount: Amount, move: Move) -> int:
    """Return an amount for a move."""
    return amount if isinstance(amount, int) else int(amount(move))


def length_of(far: Far, move: Move) -> Fraction | None:
    """Return a length for a move; none: without end."""
    value = far(move) if callable(far) else far
    return None if value is None else fraction_of(value)


def fraction_of(value: Length) -> Fraction:
    """Return a length as a fraction."""
    return value if isinstance(value, Fraction) else to_fraction(value)


def factor_of(factor: Factor, move: Move, *, ground: Ground) -> Fraction:
    """Return how many times as much a unit of some ground takes."""
    return fraction_of(factor(move, ground) if callable(factor) else factor)


@record(eq=False)
class Resource:
    """What a turn has a number of, such as actions: tiers and acts use it up."""

    CALLS: ClassVar[Mapping[str, str]] = {"amount": "move"}
    id: str
    label: Sentence
    amount: Amount
    per: str
    rule: "Rule[..., Any] | None" = None

    @property
    def field(self) -> str:
        """The field of the turn that tells how many acts have used."""
        return f"{self.id}_used"


@record(eq=False)
class Effect:
    """What moving or an act leaves behind for a while: a change to later rolls, or just a state.

    ``quantity`` and ``amount``: what changes, by how much; ``on``: which rolls; ``until``: when it ends, in words;
    ``per``: the scope whose beginning ends it, empty: none does; ``label``: what it is called, else as its rule.
    ``after``: it begins where this is true of the move once somebody has moved: its turn is that after the move.
    """

    CALLS: ClassVar[Mapping[str, str]] = {"amount": "move", "label": "move", "after": "move"}
    id: str
    rule: "Rule[..., Any]"
    on: Sentence
    until: Sentence
    per: str
    quantity: str = "state"
    amount: Amount = 0
    label: Callable[["Move"], Sentence] | None = None
    after: Callable[["Move"], bool] | None = None

    def told(self, move: "Move") -> Sentence:
        """Return what it is called."""
        return self.rule.label if self.label is None else self.label(move)


@record(eq=False)
class Tier:
    """A price that holds up to ``limit``, counted from where the meter's scope began; no limit: without end.

    ``effect``: what going into it leaves behind; ``resource`` and ``amount``: what being in it uses up. ``further``:
    its limit is counted from where the price before it ends, and what it uses up is on top of what that one does; one
    that there is too little for adds nothing, and the next one follows on the one before.
    """

    CALLS: ClassVar[Mapping[str, str]] = {"limit": "move", "amount": "move", "label": "move"}
    rule: "Rule[..., Any]"
    limit: Far
    kind: Kind = "free"
    effect: Effect | None = None
    resource: Resource | None = None
    amount: Amount = 1
    label: Callable[[Move], Sentence] | None = None
    id: str = ""
    further: bool = False

    @property
    def name(self) -> str:
        """What its allowance is called."""
        return self.id or self.rule.function_name


@record(eq=False)
class Roll:
    """A kind of roll that carries some way on a meter, once in the meter's scope.

    ``carries``: how far a result gets in all, from the beginning of the scope (none: it gives no distance).
    ``needed``: the least that helps (none: any result does); ``moment``: whether the moment changes its dice, which
    have it in them otherwise (X-12);
    ``refuses``: why it cannot be made now, or cannot come to a result.
    """

    CALLS: ClassVar[Mapping[str, str]] = {"dice": "move", "carries": "move result", "refuses": "move result"}
    id: str
    label: Sentence
    rule: "Rule[..., Any]"
    dice: Callable[[Move], Dice]
    carries: Callable[[Move, int], Length | None]
    resource: Resource | None = None
    amount: int = 1
    needed: int | None = None
    moment: bool = True
    refuses: Callable[[Move, int | None], Refusal | None] | None = None
    field: str = ""
    """The field of the game's own turn that keeps what it came to; none: it is among those ``rolled``."""
    words: Callable[..., Sentence] | None = None
    """What prices that hang on it say by what is ``needed``; none: what it is called, and that."""

    def gives(self, move: Move, result: int) -> Fraction | None:
        """Return how far a result carries; none: it gives no distance."""
        far = self.carries(move, result)
        return None if far is None else max(ZERO, fraction_of(far))

    def far(self, move: Move, result: int) -> Fraction:
        """Return how far a result carries."""
        return self.gives(move, result) or ZERO


Price = Tier | Roll


@record(eq=False)
class Meter:
    """What stretches draw on, with its prices; the first one declared is the primary one."""

    CALLS: ClassVar[Mapping[str, str]] = {"tiers": "move", "price_tiers": "move"}
    id: str
    label: Sentence
    per: str
    tiers: Sequence[Price] | Callable[[Move], Sequence[Price]] = ()
    field: str = ""
    """The field of the turn that tells how much is used."""
    price_tiers: Callable[[Move], Sequence[PriceTier]] | None = None
    """The price list where tiers cannot say it; none: the tiers do."""

    def prices(self, move: Move) -> Sequence[Price]:
        """Return the prices for a move."""
        return self.tiers(move) if callable(self.tiers) else self.tiers


@record(eq=False)
class Mode:
    """A way of moving: what it draws on, and how much each unit of it takes.

    ``possible``: whether the character can move so; ``flies``: it needs nothing underfoot; ``careful``: who moves so
    leaves no reach, so that nobody reacts.
    """

    CALLS: ClassVar[Mapping[str, str]] = {"factor": "move ground", "possible": "move"}
    id: str
    label: Sentence
    meter: str
    factor: Factor = 1
    possible: Callable[[Move], bool] | None = None
    flies: bool = False
    rule: "Rule[..., Any] | None" = None
    careful: bool = False

    def takes(self, move: Move, ground: Ground) -> Fraction:
        """Return how much of the meter a unit of a stretch takes, beside what its terrain costs."""
        return factor_of(self.factor, move, ground=ground)

    def barred(self, move: Move) -> bool:
        """Tell whether the character cannot move so."""
        return self.possible is not None and not self.possible(move)


@record(eq=False)
class Jump:
    """How far and how high one jumps: ``reach`` of the move and whether it is a running jump.

    ``counts``: whether what is jumped draws on the meter; ``roll`` and ``target``: what is rolled against what for a
    jump beyond reach, by how far and how high it goes beyond it; no roll: it is not possible. ``leap``: how a jump of
    such a length and height is made (none: not at all), where these cannot say it. ``within``: whether a jump within
    reach is rolled too. ``choices``: the dice by the target, of which any may be thrown, the likeliest first, where
    they are not those of ``roll``; they must come to what is ``needed`` (none: to the target). ``too_far``: the rule
    of what has no target; ``up``: that of a jump that leads up only, if it is another. ``moment``: as of a
    :class:`Roll`.
    """

    CALLS: ClassVar[Mapping[str, str]] = {
        "reach": "move *running",
        "run_up": "move",
        "counts": "move",
        "roll": "move",
        "target": "move far *high",
        "leap": "move far *high *running",
        "choices": "move target",
        "within": "move",
    }
    rule: "Rule[..., Any]"
    reach: Callable[..., tuple[Length, Length]] = lambda *_, **__: (ZERO, ZERO)
    run_up: Far = 0
    counts: bool | Callable[[Move], bool] = True
    roll: Callable[[Move], Dice] | None = None
    target: Callable[..., int | None] | None = None
    leap: Callable[..., Any] | None = None
    choices: Callable[[Move, int], Sequence[Dice]] | None = None
    within: Callable[[Move], bool] = lambda _: False
    needed: int | None = None
    too_far: "Rule[..., Any] | None" = None
    up: "Rule[..., Any] | None" = None
    moment: bool = True

    def dice(self, move: Move, target: int) -> Sequence[Dice]:
        """Return what may be thrown against a target; nothing: it is not rolled."""
        if self.choices is not None:
            return self.choices(move, target)
        return () if self.roll is None else (self.roll(move),)

    def run_up_of(self, move: Move) -> Fraction:
        """Return how long a straight run makes a jump a running jump."""
        return length_of(self.run_up, move) or ZERO


@record(eq=False)
class Act:
    """Something to do: what it uses up, and the turn after it.

    ``only_free``: what it draws on meters must be there at no further price than is paid already.
    ``refuses``: why it cannot be done now with these options, beside what it uses and ends; ``after``: the turn after
    it, made of the move and the options, where the turn of the move has all that is used, started, ended and set.
    """

    CALLS: ClassVar[Mapping[str, str]] = {"refuses": "move options", "after": "move options"}
    id: str
    label: Sentence
    rule: "Rule[..., Any]"
    options: type[Inputs] = Nothing
    uses: Mapping[Resource, Amount] = field(default_factory=dict)
    starts: Sequence[Effect] = ()
    ends: Sequence[Effect] = ()
    sets: Mapping[str, Any] = field(default_factory=dict)
    unless: Sequence[tuple[Sentence, Callable[[Move], bool]]] = ()
    refused: Sentence | None = None
    draws: Mapping[str, Far] = field(default_factory=dict)
    only_free: bool = False
    refuses: Callable[[Move, Mapping[str, Any]], Refusal | None] | None = None
    after: Callable[[Move, Mapping[str, Any]], Any] | None = None


@record(eq=False)
class Tally:
    """Something of the turn that the panel shows as a number or a word: its value, and what it is called if a word."""

    id: str
    rule: "Rule[..., Any]"
    label: Sentence
    value: Callable[[Move], Fraction | int | str | bool | None]
    shown: Callable[[Move], Sentence | None]
    is_length: bool


@record(eq=False)
class Badge:
    """A state that shows while it holds; ``label``: what it is called, none: it does not hold."""

    id: str
    rule: "Rule[..., Any]"
    label: Callable[[Move], Sentence | None]


@record(eq=False)
class Question:
    """What the GM is asked of the turn or, where ``each``, about each of several things: its id then tells which.

    ``waits``: whether the turn waits for an answer, or what it waits for one about; none: ``prompts`` of the turn names
    it. ``offered``: whether it may be answered before the turn waits. ``numbers``: what the question is told. ``fits``:
    which answers there are now, the default first; none: all of them. ``after``: the turn after an answer, where the
    game's own fold of rulings does not say it. ``falls``: it asks how a fall ends, or a jump that fell short, and by
    this answer the token comes down. These functions are told, last, what it is about; ``after`` by the name ``about``.
    """

    id: str
    rule: "Rule[..., Any]"
    say: Catalog
    asked: Callable[..., Sentence]
    """The question in words, of its numbers."""
    answers: Mapping[str, str]
    """The keys of the answers."""
    default: str
    waits: Callable[[Move], bool | Iterable[str]] | None = None
    numbers: Callable[..., Mapping[str, Any]] | None = None
    after: Callable[..., Any] | None = None
    offered: bool | Callable[..., bool] = False
    each: bool = False
    fits: Callable[..., Sequence[str]] | None = None
    falls: str = ""

    def open(self, move: Move) -> Iterator[Ruling]:
        """Yield it as the turn waits for it."""
        waits = bool(self.falls and move.turn.fall) if self.waits is None else self.waits(move)
        if waits is True:
            yield self.of(move)
        elif waits:
            yield from (self.of(move, about) for about in waits)

    def of(self, move: Move, *about: str, at: Fraction = ZERO) -> Ruling:
        """Return it as the turn asks it, of the turn or about something."""
        made = self.at(at, *about, **({} if self.numbers is None else self.numbers(move, *about)))
        if self.fits is None:
            return made
        now = self.fits(move, *about)
        return replace(made, choices=tuple(one for one in made.choices if one.id in now), default=now[0])

    def at(self, position: Fraction, *about: str, **numbers: Fraction | float | str | Sentence) -> Ruling:
        """Return it as it is asked at a place of the path, told these numbers."""
        choices = tuple(Choice(answer, self.say(key)) for answer, key in self.answers.items())
        name = ":".join((self.id, *about))
        return Ruling(name, self.rule, position, self.asked(**numbers), choices, self.default)


@record(eq=False)
class Reaction:
    """What a foe may do when the move leaves its reach: the move waits until it is played."""

    CALLS: ClassVar[Mapping[str, str]] = {"reach": "move foe"}
    id: str
    rule: "Rule[..., Any]"
    label: str
    reach: Callable[[Move, Neighbour], Length | None]

    def reaches(self, move: Move, foe: Neighbour) -> Fraction | None:
        """Return how far a foe reaches; none: it does not."""
        reach = self.reach(move, foe)
        return fraction_of(reach) if reach else None


@record(eq=False)
class RegionRoll:
    """What is rolled on entering a region that demands it."""

    CALLS: ClassVar[Mapping[str, str]] = {"dice": "move gate", "target": "move gate"}
    rule: "Rule[..., Any]"
    dice: Callable[[Move, Gate], Dice]
    target: Callable[[Move, Gate], int]


@record(eq=False)
class Bar:
    """A rule that ends all movement while it holds."""

    rule: "Rule[..., Any]"
    holds: Callable[[Move], bool]
    label: Sentence | None = None
