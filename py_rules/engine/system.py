"""What a game system must provide; :mod:`py_rules.engine.game` derives it from what a game declares."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from pydantic import TypeAdapter

from py_rules.engine import given
from py_rules.engine.clock import Scope, cleared
from py_rules.engine.inputs import Inputs, Nothing, TableRules
from py_rules.engine.limits import SearchLimits, Spent
from py_rules.engine.presets import AS_WRITTEN, Preset, check
from py_rules.engine.price_tiers import PriceTier
from py_rules.engine.rules import Rule
from py_rules.engine.situation import Gate, Segment, Situation, as_rolled
from py_rules.protocol.facts import (
    BeganFact,
    DidFact,
    EndedFact,
    Fact,
    GrantedFact,
    MovedFact,
    RolledFact,
    SegmentFact,
)
from py_rules.protocol.map_data import Region
from py_rules.protocol.requests import (
    ActedEvent,
    BeginEvent,
    DidEvent,
    EndEvent,
    MeasuredSegment,
    RolledEvent,
)
from py_rules.values.answer_parts import Check, Judgement, Refusal, Roll, Ruling, Standing
from py_rules.values.dice import roll_dice, wrong_faces
from py_rules.values.footing import Footing
from py_rules.values.holds import Hold
from py_rules.values.records import record, replace
from py_rules.values.rounding import to_fraction, to_number
from py_rules.values.sentences import Catalog, Text

StateT = TypeVar("StateT")
Event = ActedEvent | DidEvent | RolledEvent | BeginEvent | EndEvent


class Fold(Protocol):
    """What a fact does to the turn."""

    def __call__(self, situation: Situation, state: Any, /, *, fact: Any) -> Any:  # noqa: ANN401 - a game's turn
        """Return the turn after it."""


class Refuses(Protocol):
    """What may refuse an event."""

    def __call__(self, situation: Situation, state: Any, /, *, event: Any) -> Refusal | None:  # noqa: ANN401 - likewise
        """Return why it cannot happen now; none: it can."""


class RegionCheck(Protocol):
    """What makes the roll that a region demands."""

    def __call__(self, situation: Situation, state: Any, /, *, gate: Gate, at: Fraction) -> Check:  # noqa: ANN401 - likewise
        """Return the roll of a gate at a place of the path."""


class RegionText(Protocol):
    """What tells of that roll."""

    def __call__(self, situation: Situation, gate: Gate, /, *, needed: int) -> Text:
        """Return it in words, with what it needs."""


Folds = Mapping[str, Fold]
"""What facts do, by their kind."""
Refusals = Mapping[str, Refuses]
"""What refuses events, by their kind."""


@record()
class RegionRolls:
    """What a game rolls where a region demands a roll.

    ``rule`` asks for it; ``check`` makes it; ``text`` tells of it.
    """

    rule: str
    check: RegionCheck
    text: RegionText


@record()
class Act:
    """Something to do that matters for movement, by the word the system has for it."""

    id: str
    rule: str
    label: Text
    options: type[Inputs]


@record()
class Carry:
    """What carries a token without its doing: ``by`` columns, rows and elevation in the system's unit.

    ``depth``: of a fall or a descent how far down its end is, from where this part of it begins; none: it is neither.
    ``goes_on``: the descent is under way already, so that the token is as high as its elevation says.
    """

    by: tuple[Fraction, Fraction, Fraction]
    rule: str
    depth: Fraction | None = None
    goes_on: bool = False


@record()
class Landing:
    """How far a jump that failed gets along its way, and the rule that says so."""

    far: Fraction
    rule: str


@record()
class FieldError:
    """What is wrong with one field of the input: what it says, and what to do; a system cannot know the path."""

    field: str
    message: str
    remedy: str
    code: str = "invalid"


def uncounted(number: int, known: int) -> FieldError | None:
    """Return what is wrong with a scope's number told without their count; ``known``: the count told before, or 1."""
    if known == 1 or number <= known:
        return None
    return FieldError(
        "number",
        f"{number} of {known} cannot be",
        f"send a number from 1 to {known}, or say with 'of' how many there are now",
    )


class JudgesRoute(Protocol):
    """What has walked a route and tells what it found; see :class:`py_rules.engine.judging.Judge`."""

    def judgement(self) -> Judgement:
        """Return everything found."""
        ...


class System(ABC, Generic[StateT]):
    """A game system: its sheet, its switches, its clock, its rules.

    ``StateT`` is a record of plain values, fractions and tuples of them; ``fold`` builds it from facts. What
    every game remembers of a way it names alike: ``passed``, ``diagonals``, ``heading`` and ``run``; and ``passes``,
    how many of a counted scope there are.
    Each of its fields says by :func:`py_rules.engine.clock.kept` what the clock does to it.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[Text | None] = None
    """One sentence for people who choose a game."""
    unit: ClassVar[str]
    cell: ClassVar[Fraction] = Fraction(1)
    """What a cell counts as, in the unit, where it or the map has no length."""
    Character: ClassVar[type[Inputs]]
    HouseRules: ClassVar[type[TableRules]]
    presets: ClassVar[tuple[Preset, ...]] = (AS_WRITTEN,)
    """House rules by name: first the defaults, then what other books have in their place."""
    Circumstances: ClassVar[type[Inputs]]
    State: type[StateT]
    TokenFacts: ClassVar[type[Inputs]] = Nothing
    modes: ClassVar[tuple[tuple[str, Text], ...]]
    """The ways of moving that every character has a word for."""
    open_modes: ClassVar[bool] = False
    """Whether a character's sheet may name more of them."""
    flying: ClassVar[frozenset[str]] = frozenset()
    """Modes that need nothing underfoot."""
    surfaces: ClassVar[tuple[tuple[str, Text], ...]] = ()
    ladder: ClassVar[str | None] = None
    """The one of them that a ladder is; none: it has no word for one."""
    grades: ClassVar[tuple[tuple[str, Text], ...]] = ()
    acts: ClassVar[tuple[Act, ...]] = ()
    difficulties: ClassVar[range]
    """What a roll may be rolled against."""
    dice_of_a_roll: ClassVar[str] = "pool"
    """What the game calls the dice that are rolled together."""
    least_result: ClassVar[int | None] = None
    """The least that a roll can come to; none: there are results below nothing."""
    dice_words: ClassVar[tuple[Text, Text]]
    """What the game calls the result of a roll, and what it is rolled against."""
    texts: ClassVar[Catalog]
    scopes: ClassVar[tuple[Scope, ...]]
    end_turn: ClassVar[tuple[Mapping[str, str], ...]]
    """The events that "end turn" stands for."""
    rules: ClassVar[Mapping[str, Rule[..., Any]]]
    free_checks: ClassVar[tuple[str, ...]] = ()
    """Checks that may be rolled without a path before them, where nothing refuses it (``open_check``)."""
    leap_rule: ClassVar[str]
    """The rule that asks for the roll of a jump."""
    region_rolls: ClassVar[RegionRolls]
    folds: Folds = {}
    """What facts do beside what the clock clears; a kind that is not named does nothing else."""
    refusals: Refusals = {}
    """What acts, rolls and the clock wait for; a kind that is not named can always happen."""

    def __init_subclass__(cls) -> None:
        """Raise a TypeError for presets that do not fit the house rules."""
        super().__init_subclass__()
        check(cls.presets, cls.HouseRules, game=cls.id)

    @abstractmethod
    def at_table(self, house_rules: Any) -> Self:  # noqa: ANN401 - the system's own model
        """Return the system as a table plays it: itself, or in the unit that the house rules name."""

    @abstractmethod
    def modes_of(self, situation: Situation, state: StateT) -> Sequence[tuple[str, Text]]:
        """Return the ways of moving that this character has a word for."""

    def fold(self, situation: Situation, state: StateT, *, fact: Fact) -> StateT:
        """Return the state after ``fact``, as it was then: in combat or not, with what the moment added to a roll."""
        if isinstance(fact, GrantedFact):
            return self.granted(situation, state, fact=fact)
        if isinstance(fact, MovedFact) and fact.given:
            state = given.used_up(state, to_fraction(fact.given))
        if isinstance(fact, RolledFact):
            situation = as_rolled(situation, fact.modifier)
        elif isinstance(fact, DidFact):
            situation = replace(situation, in_combat=fact.in_combat)
        fold = self.folds.get(fact.kind)
        if fold is not None:
            after: StateT = fold(situation, state, fact=fact)
            return after
        return self.clocked(situation, state, fact=fact) if isinstance(fact, BeganFact | EndedFact) else state

    def granted(self, situation: Situation, state: StateT, *, fact: GrantedFact) -> StateT:
        """Return the state after the GM gave movement, or took so much as if it had been walked (X-14)."""
        length = to_fraction(fact.length)
        if length > 0:
            return given.more(state, fact.reason, amount=length)
        situation = replace(situation, in_combat=fact.in_combat)
        walked = Segment(mode="ground", length=-length, heading="taken")
        parts, used = self.counted(situation, state, route=(walked,))
        segments = [
            SegmentFact(
                mode=part.mode,
                length=to_number(part.length),
                mult=to_number(part.multiplier),
                heading=part.heading,
            )
            for part in parts
        ]
        moved = MovedFact(segments=segments, in_combat=fact.in_combat, given=to_number(used))
        return given.lasting(self.fold(situation, state, fact=moved), state)

    def counted(
        self, situation: Situation, state: StateT, *, route: Sequence[Segment]
    ) -> tuple[list[Segment], Fraction]:
        """Return a route as it counts, and how much of it was given (X-14)."""
        had = given.left(situation, state)
        if not had:
            return list(route), had
        return given.cut(route, had, limits=partial(self.search_limits, situation.bare, state))

    def clocked(self, situation: Situation, state: StateT, *, fact: BeganFact | EndedFact) -> StateT:
        """Return the state with what a moment of the clock clears at its default."""
        del situation
        return cleared(state, f"{'begin' if fact.kind == 'began' else 'end'} {fact.scope}")

    @abstractmethod
    def flight(self, situation: Situation, state: StateT) -> str | None:
        """Return the mode in which the mover is in the air where none is named; none: it does not fly."""

    def holds(self, situation: Situation, state: StateT) -> Hold | None:
        """Return what holds the mover by what the ledger tells, air while it falls; none: that tells nothing."""
        del situation
        return "water" if getattr(state, "water", False) else None

    def held_after(self, situation: Situation, segment: Segment) -> Hold:
        """Return what holds the mover at the end of a stretch."""
        del situation
        if segment.mode in self.flying or not segment.lands:
            return "air"
        if segment.wet or segment.mode == "swim":
            return "water"
        if segment.mode == "rappel":
            return "rope"
        return "wall" if segment.mode == "climb" and not segment.footed else "ground"

    @abstractmethod
    def standing(self, situation: Situation, state: StateT) -> Standing:
        """Return what a token in this state may do, bears and is asked."""

    @abstractmethod
    def judge(
        self,
        situation: Situation,
        state: StateT,
        *,
        route: Sequence[Segment],
        cleared: frozenset[str] = frozenset(),
    ) -> Judgement:
        """Return bands, price, checks and the rest for a route; checks in ``cleared`` are passed already."""

    @abstractmethod
    def search_limits(
        self, situation: Situation, state: StateT, *, footings: Sequence[Footing]
    ) -> SearchLimits:
        """Return what a search for destinations may spend, for what the board has to step on.

        The situation is bare, as it is for ``price_tiers``: both hold wherever the token stands.
        """

    @abstractmethod
    def price_tiers(self, situation: Situation, state: StateT, *, spent: Spent) -> tuple[PriceTier, ...]:
        """Return the prices along the primary allowance when so much is spent beside it.

        Limits count what is used from here on; the last tier has none.
        """

    @abstractmethod
    def check_texts(self, situation: Situation, tier: PriceTier, *, leaps: Sequence[int]) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words: its own, then jumps by Difficulty."""

    def answered(
        self, situation: Situation, state: StateT, *, act: str, options: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Return an act's options with what they left to the map answered, so that the ledger tells a fact."""
        del situation, state, act
        return options

    def refuse(self, situation: Situation, state: StateT, *, event: Event) -> Refusal | None:
        """Return why an act, a roll, or the begin or end of a scope cannot happen now; none: it can."""
        why = self.refusals.get(event.kind)
        return None if why is None else why(situation, state, event=event)

    def open_check(self, situation: Situation, state: StateT, *, check: str) -> Check | None:
        """Return a check that may be rolled without a path before it; none: there is no such check."""
        del situation, state, check
        return None

    def count(self, situation: Situation, check: Check, *, fact: RolledFact) -> Roll:
        """Return what a roll comes to."""
        faces = None if fact.faces is None else tuple(fact.faces)
        result, needed = self.result(situation, check, fact=fact), self.needed(situation, check, fact=fact)
        success = result >= needed
        effect = self.effect(situation, check, fact=fact, result=result, success=success)
        return Roll(check.id, check.rule, faces, fact.difficulty, result, needed, success, effect)

    @abstractmethod
    def result(self, situation: Situation, check: Check, *, fact: RolledFact) -> int:
        """Return what a roll comes to as a number: counted from its faces, or as it was told."""

    def needed(self, situation: Situation, check: Check, *, fact: RolledFact) -> int:
        """Return what a roll must come to: as its check says."""
        del situation, fact
        return check.needed

    @abstractmethod
    def effect(
        self, situation: Situation, check: Check, *, fact: RolledFact, result: int, success: bool
    ) -> Text:
        """Return what a roll of such a result does, in words."""

    def faces(self, check: Check, seed: int) -> tuple[int, ...]:
        """Return the dice of a check rolled from a seed."""
        return roll_dice(check.pool, check.sides, seed=seed, again=check.again)

    def bad_faces(self, check: Check, faces: Sequence[int]) -> str | None:
        """Return what is wrong with faces typed in for a check; none: nothing."""
        return wrong_faces(
            faces,
            check.pool,
            sides=check.sides,
            again=check.again,
            least=check.difficulty,
            roll=self.dice_of_a_roll,
        )

    def open_ruling(self, situation: Situation, state: StateT, *, ruling: str) -> Ruling | None:
        """Return a question that a plan may offer and that may be answered before anything happened; none: no such."""
        del situation, state, ruling
        return None

    def field_error(self, situation: Situation, state: StateT, *, event: Event) -> FieldError | None:
        """Return what is wrong with the fields of an event; none: nothing."""
        del situation
        if not isinstance(event, BeginEvent):
            return None
        scope = next(scope for scope in self.scopes if scope.id == event.scope)
        if not scope.counted and (event.number is not None or event.of is not None):
            name = "of" if event.number is None else "number"
            return FieldError(name, f"{scope.label.text} is not counted", "leave number and of out")
        number, total = event.number, event.of
        if number is None:
            return None
        if total is None:
            return uncounted(number, getattr(state, "passes", 1))
        wrong = f"{scope.label.text} {number} of {total} cannot be"
        return None if number <= total else FieldError("number", wrong, f"send a number from 1 to {total}")

    def check_region(self, region: Region | MeasuredSegment) -> FieldError | None:
        """Return what is wrong with terrain that the models allow and this system does not; none: nothing."""
        del region
        return None

    def carry(self, situation: Situation, state: StateT, *, fact: Fact, after: StateT) -> Sequence[Carry]:
        """Return what carries the token, in order, when ``fact`` leads from ``state`` to ``after``: falls, currents.

        It is asked of everything that happens but forced movement.
        """
        del situation, state, fact, after
        return ()

    def made_or_not(self, situation: Situation, check: Check) -> bool:
        """Return whether a move ends where a check of it fails; results of other checks tell how far it goes on."""
        del situation
        return ":" in check.id

    def settles(self, situation: Situation, state: StateT, *, fact: BeganFact | EndedFact) -> str | None:
        """Return the reaction that a clock event plays, so that the move it holds up goes on first; none: none."""
        del situation, state, fact
        return None

    def told(self, situation: Situation, state: StateT, *, fact: Fact) -> tuple[Text, str] | None:
        """Return how the log words a fact that happened in a state, and its rule; none: as in any game."""
        del situation, state, fact
        return None

    def offered_checks(self, situation: Situation) -> Sequence[str]:
        """Return the checks without a path as they are rolled now: circumstances may lean on them."""
        del situation
        return self.free_checks

    def landing(self, situation: Situation, state: StateT, *, check: Check) -> Landing | None:
        """Return where a jump ends whose roll has just failed; none: where it began."""
        del situation, state, check
        return None

    def start_of(self, state: StateT) -> tuple[int, str, Fraction]:
        """Return what the moves of this scope left for the next: diagonals counted, heading, straight run."""
        return (
            getattr(state, "diagonals", 0),
            getattr(state, "heading", ""),
            getattr(state, "run", Fraction(0)),
        )

    @cached_property
    def _adapter(self) -> TypeAdapter[StateT]:
        """What reads and writes a state; to make one takes longer than most requests."""
        return TypeAdapter(self.State)

    def dump(self, state: StateT, *, whole: bool = False) -> dict[str, Any]:
        """Return the state as JSON-ready data: what differs from a new turn, or the ``whole`` of it."""
        dumped: dict[str, Any] = self._adapter.dump_python(state, mode="json", exclude_defaults=not whole)
        return dumped

    def load(self, data: Mapping[str, Any] | None) -> StateT:
        """Return the state dumped as ``data``; nothing: the state at the beginning."""
        if data is None:
            return self.State()
        return self._adapter.validate_python(data)
