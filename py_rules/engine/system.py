"""What a game system must provide, and how its rules carry their numbers.

A system is one module in :mod:`py_rules.systems` with one instance of a subclass of :class:`System`; nothing
is registered elsewhere. Its rules are functions marked with :func:`py_rules.engine.rules.rule`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, ClassVar, Generic, Literal, Protocol, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic.config import JsonDict

from py_rules.engine.levels import Level
from py_rules.engine.presets import AS_WRITTEN, Preset, check
from py_rules.engine.rules import Rule
from py_rules.ledger.clock import Scope, cleared
from py_rules.ledger.facts import BeganFact, EndedFact, Fact, RolledFact, StoodFact
from py_rules.protocol.models import (
    ActedEvent,
    BeginEvent,
    DidEvent,
    EndEvent,
    MeasuredSegment,
    Region,
    RolledEvent,
)
from py_rules.protocol.problems import Unfit
from py_rules.values.answers import Catalog, Check, Judgement, Refusal, Roll, Ruling, Standing, Text
from py_rules.values.dice import roll_dice, wrong_faces
from py_rules.values.exact import exact, plain
from py_rules.values.footing import Draw, Footing, Slick, draw_of_mode, whole_leap
from py_rules.values.map_rules import Customs

StateT = TypeVar("StateT")
Event = ActedEvent | DidEvent | RolledEvent | BeginEvent | EndEvent
Folds = Mapping[str, Callable[["Situation", Any, Any], Any]]
"""The turn after a fact, by the kind of fact: made of situation, turn and fact."""
Refusals = Mapping[str, Callable[["Situation", Any, Any], Refusal | None]]
"""Why an event cannot happen now (none: it can), by the kind of event: made of situation, turn and event."""
Rows = Mapping[str, Callable[["Situation", Any], Iterable[Any]]]
"""What is listed of where a token stands, by the field of :class:`Standing`: made of situation and turn."""


class Inputs(BaseModel):
    """Base of a system's characters, house rules and circumstances."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, allow_inf_nan=False, use_attribute_docstrings=True
    )


OnTests = Annotated[
    int, Field(ge=-60, le=60, title="Modifier to tests", json_schema_extra={"rules": ["X-12"]})
]
"""What the moment adds to every test of a token's movement, in the game's own measure (X-12)."""


NoSheet = Annotated[
    Literal["vehicle", "drone", "ic", "sprite", "other"] | None,
    Field(title="Without a sheet", json_schema_extra={"rules": ["X-13"]}),
]
"""What a token is that no sheet of the game tells of; none: it has a sheet (X-13)."""


class Nothing(Inputs):
    """No fields at all."""


def unfit(say: Catalog, key: str, **params: str) -> Unfit:
    """Return the error of a value that a system refuses: ``key`` says what is wrong, ``key.remedy`` what to do."""
    said, remedy = say(key, **params), say(f"{key}.remedy", **params)
    return Unfit(said.key, params, said.text, remedy.text)


def house_rule(
    default: object,
    title: str,
    *rules: str,
    required: bool = False,
    words: Mapping[str, str] | None = None,
    **limits: Any,  # noqa: ANN401 - as pydantic.Field
) -> Any:  # noqa: ANN401 - likewise
    """Return a field of a house-rules model: its default, its title and the rules that read it.

    ``words`` says what choices are called whose names do not tell people what they do.
    """
    marks: JsonDict = {"rules": [*rules], "required": required}
    if words:
        marks["words"] = {**words}
    return Field(default, title=title, json_schema_extra=marks, **limits)


class TableRules(Inputs):
    """The switches of every table, whatever the game: what overlaps, tokens in the way, and narrow places."""

    overlap: Literal["worst", "sum", "product"] = house_rule(
        "worst", "Where priced ground overlaps", "MAP-08"
    )
    """Worst: the dearest counts; sum: what each costs more adds up; product: one times the other. Surcharges add up."""
    pass_hostile: Literal["blocks", "slows", "passes"] = house_rule(
        "blocks", "A hostile token in the way", "MAP-03"
    )
    """Blocks: nobody gets past it; slows: its cells cost more; passes: it is walked past."""
    pass_neutral: Literal["blocks", "slows", "passes"] = house_rule(
        "passes", "A neutral token in the way", "MAP-03"
    )
    """As for hostile ones; a secret disposition counts as neutral."""
    pass_friendly: Literal["blocks", "slows", "passes"] = house_rule(
        "passes", "A friendly token in the way", "MAP-03"
    )
    """As for hostile ones."""
    crowd_factor: float = house_rule(2, "What a token that slows costs", "MAP-03", ge=1, le=100)
    """So many times as much as the cell costs without it."""
    share_cell: bool = house_rule(False, "Small tokens share a cell", "MAP-02")
    """Tokens smaller than a cell may stop on it together, as many as fit; otherwise each takes a whole one."""
    squeeze: bool = house_rule(False, "Large tokens squeeze through narrow places", "MAP-12")
    """On squares a token of several cells passes where one a cell smaller in each side would, but never stops there."""
    squeeze_factor: float = house_rule(2, "What a squeezed step costs", "MAP-12", ge=1, le=100)
    """So many times as much as the step costs else."""
    step_height: float = house_rule(0.5, "How high a step goes", "MAP-13", ge=0, le=100)
    """In lengths of a cell: ground so much higher or lower is stepped on; beyond that it is climbed or jumped."""
    gap_measure: Literal["gap", "centre"] = house_rule(
        "gap",
        "How a jump over a gap is measured",
        "MAP-17",
        words={"gap": "As the gap", "centre": "From middle to middle"},
    )
    """The gap: from edge to edge, the rest of the steps is walked; middle to middle: all steps are jumped."""

    @property
    def customs(self) -> Customs:
        """What they say, for the board."""
        return Customs(
            overlap=self.overlap,
            hostile=self.pass_hostile,
            neutral=self.pass_neutral,
            friendly=self.pass_friendly,
            crowd=exact(self.crowd_factor),
            sharing=self.share_cell,
            squeezing=self.squeeze,
            squeeze=exact(self.squeeze_factor),
            step=exact(self.step_height),
            whole_steps=self.gap_measure == "centre",
        )


Point = tuple[Fraction, Fraction]
"""Where something is on the map, in the system's unit from the top left corner."""
Spot = tuple[Fraction, Fraction, Fraction]
"""Where something is, and how high."""
Leg = tuple[Spot, Spot]
"""A straight way from spot to spot."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another token that the mover's move may concern; ``facts`` is the system's own model of it.

    ``at`` is its middle, ``size`` what it covers across and down, ``up`` how high it is, all in the system's unit.
    Only who is on its storey is near it.
    """

    id: str
    name: str
    at: Point
    size: Point
    disposition: str
    facts: Any
    storey: int = 0
    up: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Here:
    """Where the map shows the mover: its middle, and whether that is in water too deep to stand in."""

    at: Point
    swims: bool
    storey: int = 0
    up: Fraction = Fraction(0)
    """How high it is, in the system's unit."""
    current: Point | None = None
    """Where the water that it is in carries it per Turn, east and south."""
    wall: bool = False
    """Whether it is on a surface to climb."""
    aloft: Fraction = Fraction(0)
    """How high it is above the ground with nothing to hold on to, in the system's unit."""
    elevation: Fraction = Fraction(0)
    """How high it is, in the map's unit."""

    @property
    def stood(self) -> StoodFact:
        """The same as a fact."""
        current = None if self.current is None else (plain(self.current[0]), plain(self.current[1]))
        return StoodFact(
            water=self.swims,
            current=current,
            aloft=plain(self.aloft),
            wall=self.wall,
            elevation=plain(self.elevation),
        )


class Chart(Protocol):
    """The map as one mover's places on it: where cells are, how far apart, and who reaches whom."""

    celled: ClassVar[bool]
    """Whether the map has cells."""

    @property
    def side(self) -> Fraction:
        """The side of a cell; on a map without cells, its length."""
        ...

    def middle(self, cell: tuple[int | float, int | float]) -> Point:
        """Return where the mover's middle is when it stands on a cell."""
        ...

    def ahead(self, heading: str, far: Fraction) -> Point | None:
        """Return how far east and south a straight way leads; none: the map has no such heading."""
        ...

    def adjoins(self, at: Point, up: Fraction, other: Neighbour) -> bool:
        """Tell whether the mover, with its middle there and so high, reaches another token next to it."""
        ...

    def reached(self, at: Point, up: Fraction, other: Neighbour, far: Fraction) -> bool:
        """Tell whether another token reaches so far as to the mover, with its middle there and so high."""
        ...

    def clear(self, at: Point, other: Neighbour) -> bool:
        """Tell whether nothing stands between another token and the mover, with its middle there."""
        ...

    def opens(self, start: Point, end: Point, other: Neighbour) -> Sequence[Fraction]:
        """Return where between two places of the mover another token may come into view, as shares of the way."""
        ...


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything but the ledger that a judgement depends on: sheet, switches, what the GM said, the clock, others.

    ``body`` is what the mover covers across and down, in the system's unit; none: no map says it. ``chart``: the
    map that it is on; none: there is no map.
    """

    character: Any
    house_rules: Any
    circumstances: Any
    in_combat: bool
    others: tuple[Neighbour, ...] = ()
    here: Here | None = None
    """None: no map says it."""
    names: Mapping[str, str] = field(default_factory=dict)
    body: Point | None = None
    chart: Chart | None = None

    @property
    def bare(self) -> "Situation":
        """The same without what a map says: wherever the token and others are."""
        return Situation(self.character, self.house_rules, self.circumstances, self.in_combat)

    def name(self, region: str) -> str:
        """Return what people call a region; without a name it is its id."""
        return self.names.get(region, region)


def on_sheet(s: Situation) -> bool:
    """Tell whether the rules of the game hold for a token; they do wherever the game knows no others."""
    return getattr(s.character, "exempt", None) is None


def on_tests(s: Situation) -> int:
    """Return what the moment adds to every test of the token's movement; nothing where the game does not ask."""
    return int(getattr(s.circumstances, "test_modifier", 0))


@dataclass(frozen=True, slots=True)
class Gate:
    """A roll that entering a region demands."""

    id: str
    name: str
    pool: int
    difficulty: int | None
    needed: int


@dataclass(frozen=True, slots=True)
class RegionRolls:
    """What a game rolls where a region demands a roll.

    ``rule`` asks for it; ``check`` is made of situation, state, gate and where on the path it is; ``text`` tells of
    it, with what it needs.
    """

    rule: str
    check: Callable[[Situation, Any, Gate, Fraction], Check]
    text: Callable[[Situation, Gate, int], Text]


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a path in one mode, measured; lengths in the system's unit.

    ``barrier`` names the map rule that forbids the stretch, if one does. ``stand``: the mover may stop at its
    end. ``lands``: for jumps, the last stretch of a jump. ``wet``: it ends in water, by whatever mode.
    ``grades``: grade and the GM's number of each difficult region it runs through. ``start`` and ``end``: where
    the mover's centre is, if a map says it, ``ups`` how high, ``storeys`` the storeys it is on there.
    ``sheer``: it leads over an edge, to ground too deep to be stepped down to; ``footed``: a climb up or down to
    ground to stand on. ``pit``: how far along a jump nothing is underfoot any more, a gap or ground too deep to be
    stepped down to; none: that is so nowhere, or nobody knows. ``border``: of a jump that is measured from edge to
    edge, how much of the stretch, from 0 to 1, is on the cell that it begins on; none: it counts as a whole.
    """

    mode: str
    length: Fraction
    rise: Fraction = Fraction(0)
    multiplier: Fraction = Fraction(1)
    flat: Fraction = Fraction(0)
    entered: tuple[str, ...] = ()
    gates: tuple[Gate, ...] = ()
    surface: str | None = None
    slick: Slick = "none"
    difficulty: int | None = None
    grades: tuple[tuple[str | None, int | None], ...] = ()
    current: tuple[Fraction, Fraction] | None = None
    wet: bool = False
    depth: Fraction | None = None
    heading: str = ""
    run_up: bool | None = None
    diagonals: int = 0
    lands: bool = True
    stand: bool = True
    failed: bool = False
    barrier: str | None = None
    start: Point | None = None
    end: Point | None = None
    storeys: tuple[int, int] = (0, 0)
    ups: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    sheer: bool = False
    footed: bool = False
    pit: Fraction | None = None
    border: Fraction | None = None

    def leg(self, storey: int) -> Leg | None:
        """Return where it runs as seen from a storey, from where to where; none: not there, or no map says it.

        Of what leads up or down to a storey, only where it ends is on it.
        """
        if self.start is None or self.end is None or storey not in self.storeys:
            return None
        last = (*self.end, self.ups[1])
        return ((*self.start, self.ups[0]) if self.storeys[0] == storey else last), last

    @property
    def level(self) -> bool:
        """Whether it stays on one storey."""
        return self.storeys[0] == self.storeys[1]

    @property
    def upright(self) -> bool:
        """Whether it leads up or down at a place of a map without cells: it is gone wholly or not at all."""
        return self.start is not None and self.start == self.end

    @property
    def extent(self) -> Fraction:
        """How much path the stretch is: a jump up counts its height too."""
        return self.length + max(self.rise, Fraction(0)) if self.mode == "jump" else self.length

    @property
    def cost(self) -> Fraction:
        """What the stretch takes from its allowance."""
        return self.extent * self.multiplier + self.flat


@dataclass(frozen=True, slots=True)
class Act:
    """Something to do that matters for movement, by the word the system has for it."""

    id: str
    rule: str
    label: Text
    options: type[Inputs]


@dataclass(frozen=True, slots=True)
class Carry:
    """What carries a token without its doing: ``by`` columns, rows and elevation in the system's unit.

    ``depth``: of a fall or a descent how far down its end is, from where this part of it begins; none: it is neither.
    ``goes_on``: the descent is under way already, so that the token is as high as its elevation says.
    """

    by: tuple[Fraction, Fraction, Fraction]
    rule: str
    depth: Fraction | None = None
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Landing:
    """How far a jump that failed gets along its way, and the rule that says so."""

    far: Fraction
    rule: str


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one field of the input: what it says, and what to do; a system cannot know the path."""

    field: str
    message: str
    remedy: str
    code: str = "invalid"


def uncounted(number: int, known: int) -> Fault | None:
    """Return what is wrong with a scope's number told without their count; ``known``: the count told before, or 1."""
    if known == 1 or number <= known:
        return None
    return Fault(
        "number",
        f"{number} of {known} cannot be",
        f"send a number from 1 to {known}, or say with 'of' how many there are now",
    )


@dataclass(frozen=True, slots=True)
class Leap:
    """A jump the rules allow: its chance, and the Difficulty it is rolled at (none: no roll)."""

    chance: Fraction
    difficulty: int | None


def only_primary(cost: Fraction, meters: Mapping[str, Fraction]) -> Fraction:
    """Return the primary cost: what a way uses where every other meter stands for itself."""
    del meters
    return cost


@dataclass(frozen=True, slots=True)
class Reach:
    """What a search may spend: the primary allowance, the meters beside it, how jumps are judged.

    ``limit``, ``meters`` and ``phases`` count what is still left; no limit: None. ``draw`` tells what a step
    draws on, by what it is made on and the phase; past each of the primary costs in ``phases`` another one
    begins. ``leap`` takes how far and how high it goes, whether it is a running jump, what the jump meter
    shows before and the phase. ``leapt`` tells what a jump adds to that meter, by how far and how high it goes and
    the surcharge where it lands: a multiple of ``leap_grain``, or of lengths of the map. ``solid``: a jump
    takes off from the ground only, from where the mover is if it is ``grounded``. ``used``
    sums up what a way uses, from its primary cost and its meters.
    """

    limit: Fraction | None
    meters: Mapping[str, Fraction | None]
    leap: Callable[[Fraction, Fraction, bool, Fraction, int], Leap | None]
    jump_counts: bool
    run_up: Fraction
    passed: frozenset[str]
    draw: Callable[[Footing, int], Draw] = draw_of_mode
    phases: tuple[Fraction, ...] = ()
    jump_meter: str | None = None
    leapt: Callable[[Fraction, Fraction, Fraction], Fraction] = whole_leap
    leap_grain: Fraction = Fraction(1)
    solid: bool = False
    grounded: bool = True
    used: Callable[[Fraction, Mapping[str, Fraction]], Fraction] = only_primary


@dataclass(frozen=True, slots=True)
class Spent:
    """What a way uses beside the primary allowance: its meters, and the worst of the marks it leaves."""

    meters: Mapping[str, Fraction] = field(default_factory=dict)
    marks: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rolled:
    """The answer to a roll: as it was counted, or why it cannot be."""

    roll: Roll | None
    refusal: Refusal | None = None


class JudgesRoute(Protocol):
    """What has walked a route and tells what it found; see :class:`py_rules.engine.judging.Judge`."""

    def judgement(self) -> Judgement:
        """Return everything found."""
        ...


class System(ABC, Generic[StateT]):
    """A game system: its sheet, its switches, its clock, its rules.

    ``StateT`` is a frozen dataclass of plain values, fractions and tuples of them; ``fold`` builds it from facts. What
    every game remembers of a way it names alike: ``passed``, ``diagonals``, ``heading`` and ``run``; and ``passes``,
    how many of a counted scope there are.
    Each of its fields says by :func:`py_rules.ledger.clock.kept` what the clock does to it.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    unit: ClassVar[str]
    cell: ClassVar[Fraction] = Fraction(1)
    """What a cell counts as, in the unit, where it or the map has no length."""
    Character: ClassVar[type[Inputs]]
    HouseRules: ClassVar[type[TableRules]]
    presets: ClassVar[tuple[Preset, ...]] = (AS_WRITTEN,)
    """House rules by name: first the defaults, then what other books have in their place."""
    Circumstances: ClassVar[type[Inputs]]
    State: type[StateT]
    RouteJudge: ClassVar[Callable[..., JudgesRoute]]
    """Walks a route: made of situation, state, route and the checks that are passed already."""
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
    rows: Rows = {}
    """What a token may do, bears and is asked; of what is not named there is nothing."""

    def __init_subclass__(cls) -> None:
        """Raise a TypeError for presets that do not fit the house rules."""
        super().__init_subclass__()
        check(cls.presets, cls.HouseRules, game=cls.id)

    def at_table(self, house_rules: Any) -> Self:  # noqa: ANN401 - the system's own model
        """Return the system as a table plays it: itself, or in the unit that the house rules name."""
        del house_rules
        return self

    def modes_of(self, situation: Situation, state: StateT) -> Sequence[tuple[str, Text]]:
        """Return the ways of moving that this character has a word for."""
        del situation, state
        return self.modes

    def fold(self, situation: Situation, state: StateT, fact: Fact) -> StateT:
        """Return the state after ``fact``."""
        fold = self.folds.get(fact.kind)
        if fold is not None:
            after: StateT = fold(situation, state, fact)
            return after
        if isinstance(fact, BeganFact | EndedFact):
            return cleared(state, f"{'begin' if fact.kind == 'began' else 'end'} {fact.scope}")
        return state

    def flight(self, situation: Situation, state: StateT) -> str | None:
        """Return the mode in which the mover is in the air where none is named; none: it does not fly."""
        del situation, state
        return None

    def held(self, state: StateT) -> bool:
        """Return whether the ledger tells why the mover is in the air: it holds on to something, or falls by now."""
        del state
        return False

    def standing(self, situation: Situation, state: StateT) -> Standing:
        """Return what a token in this state may do, bears and is asked."""
        names = [part.name for part in fields(Standing)]
        rows = {name: tuple(self.rows[name](situation, state)) for name in names if name in self.rows}
        return Standing(**{name: rows.get(name, ()) for name in names})

    def judge(
        self,
        situation: Situation,
        state: StateT,
        route: Sequence[Segment],
        cleared: frozenset[str] = frozenset(),
    ) -> Judgement:
        """Return bands, price, checks and the rest for a route; checks in ``cleared`` are passed already."""
        return self.RouteJudge(situation, state, route, cleared).judgement()

    @abstractmethod
    def reach(self, situation: Situation, state: StateT, footings: Sequence[Footing]) -> Reach:
        """Return what a search for destinations may spend, for what the board has to step on.

        The situation is bare, as it is for ``levels``: both hold wherever the token stands.
        """

    @abstractmethod
    def levels(self, situation: Situation, state: StateT, spent: Spent) -> tuple[Level, ...]:
        """Return the prices along the primary allowance when so much is spent beside it.

        Limits count what is used from here on; the last level has none.
        """

    def check_texts(self, situation: Situation, level: Level, leaps: Sequence[int]) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words: its own, then jumps by Difficulty."""
        del situation, level, leaps
        return ()

    def answered(
        self, situation: Situation, state: StateT, act: str, options: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Return an act's options with what they left to the map answered, so that the ledger tells a fact."""
        del situation, state, act
        return options

    def refuse(self, situation: Situation, state: StateT, event: Event) -> Refusal | None:
        """Return why an act, a roll, or the begin or end of a scope cannot happen now; none: it can."""
        why = self.refusals.get(event.kind)
        return None if why is None else why(situation, state, event)

    def open_check(self, situation: Situation, state: StateT, check: str) -> Check | None:
        """Return a check that may be rolled without a path before it; none: there is no such check."""
        del situation, state, check
        return None

    def count(self, situation: Situation, check: Check, fact: RolledFact) -> Roll:
        """Return what a roll comes to."""
        faces = None if fact.faces is None else tuple(fact.faces)
        result, needed = self.result(situation, check, fact), self.needed(situation, check, fact)
        success = result >= needed
        effect = self.effect(situation, check, fact, result, success=success)
        return Roll(check.id, check.rule, faces, fact.difficulty, result, needed, success, effect)

    @abstractmethod
    def result(self, situation: Situation, check: Check, fact: RolledFact) -> int:
        """Return what a roll comes to as a number: counted from its faces, or as it was told."""

    def needed(self, situation: Situation, check: Check, fact: RolledFact) -> int:
        """Return what a roll must come to: as its check says."""
        del situation, fact
        return check.needed

    @abstractmethod
    def effect(
        self, situation: Situation, check: Check, fact: RolledFact, result: int, *, success: bool
    ) -> Text:
        """Return what a roll of such a result does, in words."""

    def faces(self, check: Check, seed: int) -> tuple[int, ...]:
        """Return the dice of a check rolled from a seed."""
        return roll_dice(check.pool, check.sides, seed, check.again)

    def bad_faces(self, check: Check, faces: Sequence[int]) -> str | None:
        """Return what is wrong with faces typed in for a check; none: nothing."""
        return wrong_faces(
            faces, check.pool, check.sides, check.again, least=check.difficulty, roll=self.dice_of_a_roll
        )

    def open_ruling(self, situation: Situation, state: StateT, ruling: str) -> Ruling | None:
        """Return a question that a plan may offer and that may be answered before anything happened; none: no such."""
        del situation, state, ruling
        return None

    def fault(self, situation: Situation, state: StateT, event: Event) -> Fault | None:
        """Return what is wrong with the fields of an event; none: nothing."""
        del situation
        if not isinstance(event, BeginEvent):
            return None
        scope = next(scope for scope in self.scopes if scope.id == event.scope)
        if not scope.counted and (event.number is not None or event.of is not None):
            name = "of" if event.number is None else "number"
            return Fault(name, f"{scope.label.text} is not counted", "leave number and of out")
        number, total = event.number, event.of
        if number is None:
            return None
        if total is None:
            return uncounted(number, getattr(state, "passes", 1))
        wrong = f"{scope.label.text} {number} of {total} cannot be"
        return None if number <= total else Fault("number", wrong, f"send a number from 1 to {total}")

    def check_region(self, region: Region | MeasuredSegment) -> Fault | None:
        """Return what is wrong with terrain that the models allow and this system does not; none: nothing."""
        del region
        return None

    def carry(self, situation: Situation, state: StateT, fact: Fact, after: StateT) -> Sequence[Carry]:
        """Return what carries the token, in order, when ``fact`` leads from ``state`` to ``after``: falls, currents.

        It is asked of everything that happens but forced movement.
        """
        del situation, state, fact, after
        return ()

    def made_or_not(self, situation: Situation, check: Check) -> bool:
        """Return whether a move ends where a check of it fails; results of other checks tell how far it goes on."""
        del situation
        return ":" in check.id

    def settles(self, situation: Situation, state: StateT, fact: BeganFact | EndedFact) -> str | None:
        """Return the reaction that a clock event plays, so that the move it holds up goes on first; none: none."""
        del situation, state, fact
        return None

    def told(self, situation: Situation, state: StateT, fact: Fact) -> tuple[Text, str] | None:
        """Return what a fact that happened in a state is told as, and its rule; none: as in any game."""
        del situation, state, fact
        return None

    def offered_checks(self, situation: Situation) -> Sequence[str]:
        """Return the checks without a path as they are rolled now: circumstances may lean on them."""
        del situation
        return self.free_checks

    def landing(self, situation: Situation, state: StateT, check: Check) -> Landing | None:
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

    def dump(self, state: StateT) -> dict[str, Any]:
        """Return the state as JSON-ready data."""
        dumped: dict[str, Any] = self._adapter.dump_python(state, mode="json")
        return dumped

    def load(self, data: Mapping[str, Any] | None) -> StateT:
        """Return the state dumped as ``data``; nothing: the state at the beginning."""
        if data is None:
            return self.State()
        return self._adapter.validate_python(data)
