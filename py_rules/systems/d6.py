"""OpenD6: no end to movement, but every further Move in a round makes the roll harder.

Distances in metres. Each way of moving has its own Move and its own action in a round; up to half of it is
free, the rest is one action, and what goes beyond is rolled: a die code against a difficulty that grows with
the distance, the terrain, fatigue and what the GM adds.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from py_rules.answers import (
    Allowance,
    Catalog,
    Check,
    Choice,
    Counter,
    Hazard,
    Judgement,
    Modifier,
    Odds,
    Price,
    Refusal,
    Roll,
    Ruling,
    Spend,
    Standing,
    Status,
    Text,
)
from py_rules.clock import Scope, cleared, kept
from py_rules.dice import d6_at_least, d6_bad_faces, d6_code, d6_total, roll_d6
from py_rules.exact import GRAIN, exact, on_grain, plain, steps_of
from py_rules.footing import Draw, Footing
from py_rules.judging import Judge, unwalked
from py_rules.ledger import (
    ActedFact,
    BeganFact,
    DidFact,
    Fact,
    IntendedFact,
    MovedFact,
    RolledFact,
    RuledFact,
    SegmentFact,
    gates_passed,
    pit_of,
    straight_run,
)
from py_rules.levels import Level, counted_from, ends, most, no_roll_limit, over_laid
from py_rules.protocol import MeasuredSegment, Region
from py_rules.rules import rule, rules_in
from py_rules.system import (
    Act,
    Carry,
    Event,
    Fault,
    Gate,
    Inputs,
    Landing,
    Leap,
    NoSheet,
    Nothing,
    OnTests,
    Reach,
    Segment,
    Situation,
    Spent,
    System,
    TableRules,
    house_rule,
    on_tests,
    unfit,
)

REFERENCE = "OpenD6, Movement"
ZERO = Fraction(0)
LEAST_CHANCE = Fraction(1, 10_000)
"""A search follows prices down to this chance: there is no end to a roll with a Wild Die."""
LEAST_SHOWN = Fraction(1, 1_000_000)
LEAST_RUN = Fraction(1, 1000)
"""Metres: no run-up is shorter, whatever part of a Move it has to be."""
LONG_RUN = Fraction(1000)
"""Metres beyond any run-up that a table can ask for: part of the highest Move there is."""
HIGHEST = 200
"""The highest difficulty that a roll is recorded with."""
CHECKS = {"ground": "run", "swim": "swim", "climb": "climb", "fly": "fly"}
"""The roll of each way of moving that is rolled for as a whole; jumps are rolled one by one."""
MODES_OF = {check: mode for mode, check in CHECKS.items()}
CHECK_RULES = {"run": "D6-02", "swim": "D6-05", "climb": "D6-09", "fly": "D6-24", "jump": "D6-11"}
MODES = ("ground", "swim", "climb", "jump", "fly")
PACED = ("ground", "swim", "fly")
"""Modes with a rate that tires, and that a chase carries over from round to round."""
SKILLS = {"run": "running", "swim": "swimming", "climb": "climbing", "fly": "flying", "jump": "jumping"}
TERRAIN = {"easy": 0, "moderate": 5, "rough": 10, "very_rough": 15, "hazardous": 20, "very_hazardous": 25}
Grades = tuple[tuple[str | None, int | None], ...]

say = Catalog(
    "d6",
    {
        "dice.result": "Total",
        "dice.target": "Difficulty",
        "unfit.die_code": "a die code is needed",
        "unfit.die_code.remedy": "write nD+p, with n from 0 to 30 and p from 0 to 2: 4D+1",
        "mode.ground": "On foot",
        "mode.swim": "Swim",
        "mode.climb": "Climb",
        "mode.jump": "Jump",
        "mode.fly": "Fly",
        "scope.round": "Round",
        "grade.easy": "easy: flat ground, calm water, light rain",
        "grade.moderate": "moderate: uneven, low obstacles, choppy water",
        "grade.rough": "rough: large obstacles, strong undercurrent",
        "grade.very_rough": "very rough: dense obstacles, a storm",
        "grade.hazardous": "hazardous: a minefield, a ledge, darkness",
        "grade.very_hazardous": "very hazardous: things fall and burst all around",
        "surface.easy": "easy: a ladder",
        "surface.moderate": "moderate: a tree",
        "surface.rough": "rough: a rough wall",
        "surface.very_rough": "very rough: an overhang of loose stone",
        "surface.hazardous": "hazardous: a smooth wall",
        "surface.very_hazardous": "very hazardous: a wall that is coming down",
        "code": "{code} against {difficulty}",
        "code.bonus": "{code} + {bonus} for the run-up, against {difficulty}",
        "code.changed": "{code}, modifier {change}, against {difficulty}",
        "code.bonus.changed": "{code} + {bonus} for the run-up, modifier {change}, against {difficulty}",
        "total": "{needed} or more",
        "short": "Up to half a Move: no action and no roll",
        "short.working": "Half of {base} m = {half} m: no action and no roll",
        "short.rolled": "Half of {base} m = {half} m: no action, but a roll where one is asked for",
        "action": "Uses an action",
        "action.last": "One action of this kind in a round, and something else was done since",
        "action.working": "{mode}: {used} m in this round, all of them one action",
        "none": "A Move of 0: no movement at all",
        "none.fly": "Cannot fly",
        "too_far": "Farther than any roll would carry",
        "too_hard": "Farther than a roll of difficulty {highest} would carry, the highest there is here",
        "rare": "{roll}, a chance of less than 1 in 10,000",
        "no_combat": "Outside combat nothing is limited",
        "run": "Run: {needed} or more",
        "swim": "Swim: {needed} or more",
        "climb": "Climb: {needed} or more",
        "fly": "Fly: {needed} or more",
        "check.run": "Run",
        "check.swim": "Swim",
        "check.climb": "Climb",
        "check.fly": "Fly",
        "jump": "Jump {metres} m: {needed} or more",
        "jump.further": "Jump {metres} m, {whole} m in this round: {needed} or more",
        "jump.short_label": "Jump: {needed} or more",
        "jump.label": "Jump {metres} m",
        "jump.label.further": "Jump {metres} m, {whole} m in this round",
        "jump.too_far": "Jump {metres} m: difficulty {difficulty} is out of reach",
        "known": "The roll carries {limit} m",
        "known.short": "The roll fell short: {limit} m",
        "moves.working": "Movements begun: {moves} ({metres} m at {base} m each)",
        "paced.plain": "{base} for one movement",
        "paced.steps": "{base}, and 5 for each movement after the first ({steps}): {difficulty}",
        "paced.extra": "{base} for one movement, and {extra} for ground, fatigue and the GM: {difficulty}",
        "paced.both": "{base}, 5 for each movement after the first ({steps}),"
        " and {extra} for ground, fatigue and the GM: {difficulty}",
        "climb.plain": "5 for a climb of up to {base} m",
        "climb.steps": "5, and 10 for each half step begun above {base} m ({steps}): {difficulty}",
        "climb.extra": "5 for a climb of up to {base} m,"
        " and {extra} for surface, fatigue and the GM: {difficulty}",
        "climb.both": "5, 10 for each half step begun above {base} m ({steps}),"
        " and {extra} for surface, fatigue and the GM: {difficulty}",
        "leap.plain": "5 for a jump of up to {base} m",
        "leap.steps": "5, and 10 for each two metres begun beyond {base} m ({steps}): {difficulty}",
        "leap.extra": "5 for a jump of up to {base} m, and {extra} for ground, fatigue and the GM: {difficulty}",
        "leap.both": "5, 10 for each two metres begun beyond {base} m ({steps}),"
        " and {extra} for ground, fatigue and the GM: {difficulty}",
        "terrain.worst": "The worst ground met, {ground}, adds {terrain}",
        "terrain.sum": "The kinds of ground met add {terrain} together",
        "ground.easy": "easy",
        "ground.moderate": "moderate",
        "ground.rough": "rough",
        "ground.very_rough": "very rough",
        "ground.hazardous": "hazardous",
        "ground.very_hazardous": "very hazardous",
        "ground.none": "by the GM's number",
        "gm.working": "The GM adds {extra}",
        "fatigue.working": "Round {rounds} of fast movement, tiring after {limit}: {fatigue} harder",
        "fatigue.given": "The GM says: {fatigue} harder",
        "overcome.working": "Fatigue was overcome for this round",
        "swim_move.working": "Half of Move {move}, rounded up: {base} m",
        "climb_move.working": "With the climbing skill the whole Move: {base} m",
        "climb_move.half": "Half of Move {move} without the skill, rounded up: {base} m",
        "jump_base.working": "A quarter of Move {move}, rounded up: {base} m",
        "fly_move.working": "Flying Move {base} m",
        "run_up.working": "Rounds of run-up: {rounds}, so {bonus} on the jump",
        "top": "At most four Moves in a round: {limit} m",
        "fastest": "From {rate} m a round no faster than {limit} m",
        "slowest": "From {rate} m a round no slower than {least} m",
        "slowest.ask": "Slower than {least} m, from {rate} m a round: what happens?",
        "slowest.owed": "Last round was {lacking} m shorter than its rate allowed: what happens?",
        "slowest.allow": "The GM allows it",
        "slowest.carried": "Is carried straight on",
        "forced.working": "{rate} m a round less two Moves of {base} m: {left} m",
        "afford.working": "A total of {total} affords {limit} m",
        "fell_short.working": "The roll failed: {limit} m",
        "gate": "{region}: {name}, {needed} or more",
        "gate.label": "{name}",
        "slick.ask": "A slick surface: does it ask for more?",
        "slick.as_shown": "Go on as shown",
        "slick.roll": "Another roll, or a further modifier",
        "drop": "Comes down {metres} m without climbing: the GM says what that does",
        "drop.ask": "A drop of {metres} m: what happens?",
        "drop.none": "Nothing",
        "drop.fall": "A fall",
        "trip": "The run failed: a trip as well?",
        "trip.keeps": "Keeps going, one Move",
        "trip.trips": "Trips and lies there",
        "prone": "Prone",
        "prone.ask": "Prone: up again?",
        "prone.stays": "Stays down",
        "prone.stands": "Stands up",
        "sink": "The swim got nowhere: what happens?",
        "sink.floats": "Stays afloat",
        "sink.sinks": "Sinks",
        "slip": "The climb got nowhere: what happens?",
        "slip.holds": "Keeps hold",
        "slip.falls": "Falls",
        "stall": "The flight got nowhere: what happens?",
        "stall.hovers": "Stays in the air",
        "stall.falls": "Falls",
        "jump.fell": "The jump fell short, its total carries {carries} m: what happens there?",
        "jump.fell.lands": "Lands safely",
        "jump.fell.falls": "Falls",
        "jump.edge": "The jump went nowhere: what happens?",
        "jump.edge.stays": "Stays at the edge",
        "jump.edge.falls": "Falls",
        "complication": "The Wild Die shows a 1: a complication?",
        "complication.none": "None",
        "complication.happens": "Something goes wrong",
        "breath": "Hold breath",
        "breath.code": "{code}, 5 seconds for each point",
        "breath.code.bonus": "{code}, 5 seconds for each point and {bonus} more",
        "breath.code.most": "{code}, a minute for each point",
        "breath.any": "any total counts",
        "breath.dive": "Goes under water: hold the breath",
        "breath.working": "Breath for {seconds} seconds; whole rounds: {rounds}",
        "breath.left": "Holding breath, rounds left: {rounds}",
        "breath.out": "Out of breath",
        "breath.out.ask": "Out of breath: what happens?",
        "breath.out.gm": "The GM says",
        "breath.twice": "The breath is held already",
        "overcome": "Overcome fatigue",
        "overcome.twice": "Tried already in this round",
        "overcome.never": "Nobody tires here: no number of rounds before fatigue is set",
        "overcome.too_hard": "Too tired for any roll",
        "act.breathe_deeply": "Breathe deeply",
        "act.surface": "Come up for air",
        "act.rest": "Rest",
        "allow.short": "Without an action: {mode}",
        "allow.whole": "In this round: {mode}",
        "allow.jump": "Jump",
        "on.fast": "rolls for more than one Move",
        "on.jump": "the jump at the end of the run",
        "since.now": "now",
        "until.rest": "a round without fast movement",
        "until.told": "the GM says so",
        "until.jump": "the jump, or a round without a run",
        "spend.action": "Action: {mode}",
        "counter.used": "Metres: {mode}",
        "counter.action": "Action used: {mode}",
        "counter.rate": "Last round's rate: {mode}",
        "counter.fastest": "At most in this round: {mode}",
        "counter.slowest": "At least in this round: {mode}",
        "counter.result": "Last roll: {mode}",
        "result.ok": "made it",
        "result.fail": "failed: one Move",
        "result.first_round_fail": "failed: one Move",
        "result.partial": "enough for last round's rate",
        "result.slow": "failed: slowed by two Moves",
        "result.stop": "failed: stopped",
        "result.trip": "failed: tripped",
        "result.short": "failed: as far as the total carries",
        "result.nowhere": "failed: nowhere",
        "counter.affords": "The total affords: {mode}",
        "counter.fast_rounds": "Rounds of fast movement",
        "counter.fatigue": "Fatigue",
        "counter.run_up": "Run-up on a jump",
        "counter.breath": "Breath, rounds left",
        "counter.seconds": "Breath, seconds",
        "counter.prone": "Prone",
        "counter.swim_move": "Swimming Move",
        "counter.climb_move": "Climbing Move",
        "counter.jump_base": "Standing jump",
        "counter.fly_move": "Flying Move",
        "effect.metres": "Goes {metres} m",
        "effect.made": "Made it",
        "effect.failed": "Did not make it",
        "effect.breath": "Holds the breath for {seconds} seconds",
        "effect.overcome": "Fatigue is overcome for this round",
        "effect.tired": "As tired as before",
    },
)

CODE = re.compile(r"([0-9]{1,2})D(?:\+([0-2]))?")


def die_code(value: str) -> str:
    """Return a die code as it was given; raises ``ValueError`` for what is none.

    >>> die_code("4D+1")
    '4D+1'
    """
    match = CODE.fullmatch(value)
    if match is None or int(match[1]) > 30:
        raise unfit(say, "unfit.die_code")
    return value


def dice_of(code: str) -> tuple[int, int]:
    """Return the dice and the pips of a die code.

    >>> dice_of("4D+1"), dice_of("2D")
    ((4, 1), (2, 0))
    """
    dice, _, pips = code.partition("D")
    return int(dice), int(pips or 0)


Code = Annotated[
    str, AfterValidator(die_code), Field(json_schema_extra={"pattern": r"^[0-9]{1,2}D(\+[0-2])?$"})
]
Metres = Annotated[float, Field(ge=0, le=1000)]


class Character(Inputs):
    """A character of OpenD6, as far as movement goes; die codes are written 4D+1."""

    move: Annotated[Metres, Field(title="Move")] = 10
    running: Annotated[Code, Field(title="Running")] = "2D"
    swimming: Annotated[Code, Field(title="Swimming")] = "2D"
    climbing: Annotated[Code, Field(title="Climbing")] = "2D"
    jumping: Annotated[Code, Field(title="Jumping")] = "2D"
    stamina: Annotated[Code, Field(title="Stamina")] = "2D"
    willpower: Annotated[Code, Field(title="Willpower")] = "2D"
    physique: Annotated[Code, Field(title="Physique")] = "2D"
    flying: Annotated[Code, Field(title="Flying")] = "2D"
    has_climbing: Annotated[bool, Field(title="Climbing is a skill of its own")] = False
    """Without the skill the attribute's code is entered, and the climbing Move is half."""
    has_stamina: Annotated[bool, Field(title="Stamina is a skill of its own")] = False
    flying_move: Annotated[float | None, Field(ge=0, le=1000, title="Flying Move")] = None
    """Empty: cannot fly."""
    fatigue_limit: Annotated[int | None, Field(ge=0, le=1000, title="Rounds before fatigue")] = None
    """Set by the GM; empty: fatigue is not played."""
    exempt: NoSheet = None
    """A vehicle, a drone, IC, a sprite or the like: none of these rules holds for it; empty: the sheet does."""


SKILLED = ("D6-02", "D6-05", "D6-09", "D6-11", "D6-21", "D6-23", "D6-24")
"""The rules that roll against a difficulty."""


class HouseRules(TableRules):
    """The switches of OpenD6."""

    run_base: Literal[0, 5] = house_rule(
        0, "Running difficulty for the first Move", "D6-02", "D6-18", required=True
    )
    """0: one Move on easy ground needs no roll; 5: running begins at 5, as the other ways of moving do."""
    cap_4x: bool = house_rule(False, "At most four Moves in a round", "D6-15", required=True)
    """On: of no kind of movement more than four of its Moves in a round, whatever the roll."""
    acceleration: bool = house_rule(
        False,
        "Speeding up and slowing down take time",
        "D6-03",
        "D6-16",
        "D6-17",
        "D6-18",
        "D6-19",
        required=True,
    )
    """For chases and races: last round's rate limits this round's."""
    accel_reading: Literal["double", "literal"] = house_rule(
        "double",
        "How fast one speeds up",
        "D6-16",
        words={"double": "To twice the rate", "literal": "By twice the rate"},
    )
    """To at most twice the last rate, or by at most twice that rate more."""
    slowing: Literal["last_rate", "declared"] = house_rule(
        "last_rate",
        "A roll slows you if too low for",
        "D6-18",
        words={"last_rate": "Last round's rate", "declared": "The declared rate"},
    )
    """Last round's rate (literally): less than was declared may be left; the declared rate: never less. At Move 10,
    30 m last round, 20 m declared and a total of 5: 10 m, or 20 m."""
    tie_succeeds: bool = house_rule(True, "Meeting a difficulty is enough", *SKILLED)
    """On: a total that equals the difficulty is enough; off: it must be higher."""
    trip_margin: int | None = house_rule(None, "A run trips when missed by", "D6-03", ge=0, le=200)
    """Empty: the GM is asked."""
    jump_measure: Literal["sum", "longer", "straight_line"] = house_rule(
        "sum",
        "How far and high make one jump",
        "D6-10",
        "D6-11",
        words={"sum": "Added up", "longer": "The longer one"},
    )
    """Added up: far and high together; the longer one: the greater of the two; straight line: from edge to landing."""
    run_up_min_fraction: float = house_rule(0.5, "Part of a Move that is a run-up", "D6-12", ge=0, le=1)
    """A round without a running roll is a run-up if at least this part of a Move led straight to the jump."""
    short_needs_roll: bool = house_rule(False, "Short distances can need a roll", "D6-13")
    """Off: up to half a Move nothing is rolled, on whatever ground; on: the ground may ask for a roll there too."""
    fatigue_reset: Literal["on_rest_round", "manual"] = house_rule(
        "on_rest_round",
        "Fatigue ends",
        "D6-20",
        words={"on_rest_round": "After a round of rest", "manual": "When the GM says so"},
    )
    """After a round without fast movement, or when the GM says so, by the act "rest"."""
    terrain_mix: Literal["worst", "sum"] = house_rule(
        "worst", "Several kinds of terrain", "D6-22", words={"sum": "Added up"}
    )
    """Worst: the worst kind met counts, once; added up: all kinds met do."""
    fly_base: Literal[5, 0] = house_rule(5, "Flying difficulty for the first Move", "D6-24")
    """5: flying begins at 5, as swimming does; 0: one flying Move in easy air needs no roll."""
    fail_mode: Literal["degrade", "none"] = house_rule(
        "degrade",
        "A failed swim, climb or jump",
        "D6-25",
        words={"degrade": "As far as it carries", "none": "Nowhere"},
    )
    """How far the total carries, or nowhere at all."""
    wild_die: Literal["complication", "cancel", "off"] = house_rule(
        "complication",
        "A 1 on the Wild Die",
        *SKILLED,
        "D6-06",
        "D6-07",
        words={"cancel": "Cancels a die", "off": "No Wild Die"},
    )
    """Complication: the GM is asked; cancels a die: it takes the highest other one away; no Wild Die: all are alike."""
    round_seconds: float = house_rule(5, "Seconds in a round", "D6-06", "D6-07", ge=0.1, le=3600)
    """Turns the seconds of a held breath into whole rounds."""


class Circumstances(Inputs):
    """What the GM said of this very move."""

    test_modifier: OnTests = 0
    """Added to every total rolled for movement, or taken from it if negative: wounds, gear, the GM's word."""
    gm_modifier: Annotated[int, Field(ge=-200, le=200, title="GM's modifier")] = 0
    """Added to every difficulty but that of a further roll: wind, crowds, sharp turns."""
    fatigue: Annotated[int | None, Field(ge=0, le=200, title="Fatigue")] = None
    """The fatigue modifier, where the GM names it: also for other long efforts; empty: counted by the ledger."""


class Breathe(Inputs):
    """How well the breath was prepared."""

    bonus_s: Annotated[float | None, Field(ge=0, le=3600, title="Bonus in seconds")] = None
    """Set by the GM; empty: the most there is with the stamina skill, nothing without."""


@dataclass(frozen=True, slots=True)
class Going:
    """What one way of moving has used in this round, and what was rolled for it.

    ``declared``, ``first`` and ``ahead`` are how far a move that waits for its roll goes, and on what ground;
    ``extra`` is what the GM and fatigue added to the difficulty of the roll, and ``tired`` what fatigue adds to it
    beyond one Move. ``small``: what was rolled for is a short distance; ``fast``: more than one Move, however far
    the roll carried. ``outside``: outside combat.
    """

    used: Fraction = ZERO
    grades: tuple[tuple[str | None, int | None], ...] = ()
    declared: Fraction | None = None
    first: tuple[tuple[str | None, int | None], ...] = ()
    ahead: tuple[tuple[str | None, int | None], ...] = ()
    total: int | None = None
    extra: int = 0
    tired: int = 0
    small: bool = False
    fast: bool = False
    limit: Fraction | None = None
    result: str = ""
    closed: bool = False
    outside: bool = False


REST = Going()
ROUND = "begin round"


@dataclass(frozen=True, slots=True)
class Effort:
    """The ledger of one token: this round's ways of moving, and what lasts from round to round."""

    ground: Going = kept(REST, ROUND)
    swim: Going = kept(REST, ROUND)
    climb: Going = kept(REST, ROUND)
    jump: Going = kept(REST, ROUND)
    fly: Going = kept(REST, ROUND)
    ground_rate: Fraction = kept(ZERO, counted_at=[ROUND])
    swim_rate: Fraction = kept(ZERO, counted_at=[ROUND])
    fly_rate: Fraction = kept(ZERO, counted_at=[ROUND])
    fast_rounds: int = kept(0, counted_at=[ROUND], until="a rest")
    run_ups: tuple[bool, ...] = kept((), counted_at=[ROUND], until="the jump")
    bonus: int = kept(0, ROUND)
    flight: Fraction = kept(ZERO, ROUND)
    """How much path the jump is that waits for its roll."""
    carries: Fraction = kept(ZERO, until="the next failed jump")
    lands: Fraction = kept(ZERO, until="the next failed jump")
    """How much path a failed jump gets along, as ``carries`` is how far by the table's measure."""
    over_pit: bool = kept(False, until="the next failed jump")
    pit: Fraction | None = kept(None, until="the GM has said how the jump ended")
    """How deep it is past the edge that a failed jump leaves."""
    over: tuple[Fraction, Fraction] = kept((ZERO, ZERO), until="the GM has said how the jump ended")
    """How far past the edge that is from where the token stands, in columns and rows."""
    drop: Fraction = kept(ZERO, until="the GM has ruled on it")
    """Metres come down without climbing."""
    """Whether nothing is underfoot where a failed jump came down."""
    overcome: bool | None = kept(None, ROUND)
    prepared: bool = kept(False, until="the roll to hold the breath")
    bonus_s: Fraction | None = kept(None, until="the roll to hold the breath")
    breath_seconds: Fraction | None = kept(None, until="surfacing")
    breath_left: int | None = kept(None, counted_at=[ROUND], until="surfacing")
    prone: bool = kept(False, until="standing up")
    diagonals: int = kept(0, ROUND)
    owed: tuple[tuple[str, Fraction], ...] = kept(
        (), counted_at=[ROUND], until="the GM has said what happens"
    )
    """Modes that were slower in the last round than their rate allowed, each with the metres that were lacking."""
    heading: str = kept("", until="a move in another direction")
    run: Fraction = kept(ZERO, ROUND)
    asked: tuple[str, ...] = kept((), ROUND)
    ruled: tuple[str, ...] = kept((), ROUND)
    passed: tuple[str, ...] = kept((), ROUND)
    mishaps: tuple[str, ...] = kept((), until="the GM has said what happens")

    def going(self, mode: str) -> Going:
        """Return what a mode has used."""
        going: Going = getattr(self, mode)
        return going

    def rate(self, mode: str) -> Fraction:
        """Return last round's rate of a mode."""
        rates = {"ground": self.ground_rate, "swim": self.swim_rate, "fly": self.fly_rate}
        return rates.get(mode, ZERO)

    def with_rate(self, mode: str, rate: Fraction) -> "Effort":
        """Return this state with another rate of the last round."""
        parts: dict[str, Any] = {f"{mode}_rate": rate}
        return replace(self, **parts)

    def with_going(self, mode: str, going: Going) -> "Effort":
        """Return this state with another account of a mode."""
        parts: dict[str, Any] = {mode: going}
        return replace(self, **parts)


# ---------------------------------------------------------------- rates


def move_of(s: Situation) -> Fraction:
    """Return Move."""
    return exact(s.character.move)


@rule("D6-04", "swimming Move", kind="rate", reference=REFERENCE)
def swim_move(s: Situation) -> Fraction:
    """Your swimming Move is half of your Move on land, rounded up."""
    return Fraction(ceil(move_of(s) / 2))


@rule("D6-08", "base climbing Move", kind="rate", reference=REFERENCE)
def climb_move(s: Situation) -> Fraction:
    """With the climbing skill your climbing Move is your whole Move; without it, half of that, rounded up."""
    return move_of(s) if s.character.has_climbing else Fraction(ceil(move_of(s) / 2))


@rule("D6-10", "jump base distance", kind="rate", reference=REFERENCE)
def jump_base(s: Situation) -> Fraction:
    """The base distance of a standing jump is a quarter of your Move, rounded up. Metres far and metres high count
    together, unless your table takes the longer of the two or the straight line.
    """
    return Fraction(ceil(move_of(s) / 4))


def base_of(s: Situation, mode: str) -> Fraction:
    """Return the Move of a mode; 0: it cannot be used."""
    if mode == "fly":
        return exact(s.character.flying_move or 0) if move_of(s) else ZERO
    bases: dict[str, Callable[[Situation], Fraction]] = {
        "ground": move_of,
        "swim": swim_move,
        "climb": climb_move,
        "jump": jump_base,
    }
    return bases[mode](s)


@rule("D6-13", "short distance is no action", kind="band", reference=REFERENCE)
def short_distance(s: Situation, mode: str) -> Fraction:
    """Running, swimming or flying up to half of your Move for it is no action; that half is not rounded. You roll
    nothing for it either, unless your table lets the ground ask for a roll.
    """
    return base_of(s, mode) / 2 if mode in PACED else ZERO


# ---------------------------------------------------------------- difficulties


@rule("D6-01", "counting movements", kind="band", reference=REFERENCE)
def movements(metres: Fraction, base: Fraction) -> int:
    """Count one movement for each started Move of a distance: with a Move of 10, 25 m are three movements."""
    return ceil(metres / base) if base else 0


@rule("D6-02", "running difficulty", kind="roll", reference=REFERENCE)
def run_difficulty(s: Situation, moves: int) -> int:
    """Running is difficulty 0 for the first Move of the round, which needs no roll on easy ground, and 5 more for each
    further Move you start. If your table starts running at 5, add 5 throughout.
    """
    return int(s.house_rules.run_base) + 5 * (moves - 1)


@rule("D6-05", "swimming difficulty", kind="roll", reference=REFERENCE)
def swim_difficulty(moves: int) -> int:
    """Swimming is difficulty 5 for the first swimming Move of the round, and 5 more for each further one you start."""
    return 5 + 5 * (moves - 1)


@rule("D6-24", "flying", kind="rate", reference=REFERENCE)
def fly_difficulty(s: Situation, moves: int) -> int:
    """Flying is difficulty 5 for the first flying Move of the round, or 0 if your table says so, and 5 more for each
    further one you start.
    """
    return int(s.house_rules.fly_base) + 5 * (moves - 1)


@rule("D6-09", "climbing difficulty", kind="roll", reference=REFERENCE)
def climb_difficulty(s: Situation, metres: Fraction) -> int:
    """Climbing is difficulty 5 up to your climbing Move, and 10 more for each further half of it you start; that half
    is rounded up to whole metres.
    """
    return 5 + 10 * climb_steps(s, metres)


def climb_steps(s: Situation, metres: Fraction) -> int:
    """Return how many started half steps a climb goes beyond the climbing Move (D6-09)."""
    base = climb_move(s)
    return steps_of(metres - base, ceil(base / 2)) if metres > base else 0


@rule("D6-11", "jump difficulty", kind="roll", reference=REFERENCE)
def jump_difficulty(s: Situation, metres: Fraction) -> int:
    """A jump is difficulty 5 up to its base distance, and 10 more for each started 2 m beyond."""
    return 5 + 10 * max(0, steps_of(metres - jump_base(s), 2))


def bare(s: Situation, mode: str, metres: Fraction) -> int:
    """Return the difficulty of a distance by itself, counted from the round's start."""
    if mode == "climb":
        return climb_difficulty(s, metres)
    if mode == "jump":
        return jump_difficulty(s, metres)
    moves = max(1, movements(metres, base_of(s, mode)))
    if mode == "swim":
        return swim_difficulty(moves)
    return run_difficulty(s, moves) if mode == "ground" else fly_difficulty(s, moves)


def stretches(s: Situation, mode: str) -> Iterator[tuple[Fraction, int]]:
    """Yield how far each difficulty of a mode carries, without end."""
    base = base_of(s, mode)
    step = Fraction(ceil(base / 2)) if mode == "climb" else base
    limit = base
    while True:
        yield limit, bare(s, mode, limit)
        limit += step


def affords(s: Situation, mode: str, total: int, extra: int, tired: int = 0) -> Fraction:
    """Return the longest distance whose difficulty a total meets (D6-18, D6-25).

    ``extra`` is added to all of them, ``tired`` to those beyond one Move (D6-20).
    """
    spare = total - extra - bare(s, mode, ZERO)
    if spare < 0:
        return ZERO
    base = base_of(s, mode)
    if mode in PACED:
        return base * max(1, (spare - tired) // 5 + 1)
    return base + (ceil(base / 2) if mode == "climb" else 2) * (spare // 10)


@rule("D6-22", "terrain modifiers", kind="modifier", reference=REFERENCE)
def terrain(s: Situation, grades: Grades) -> int:
    """Terrain adds to the difficulty, from 0 (easy) to 25 or more (very hazardous). Of several kinds only the worst
    counts, and only once, unless your table adds them up.
    """
    numbers = [grade_number(grade, given) for grade, given in grades]
    return sum(numbers) if s.house_rules.terrain_mix == "sum" else max(numbers, default=0)


def grade_number(grade: str | None, given: int | None) -> int:
    """Return what one kind of terrain adds; the GM's own number wins."""
    return given if given is not None else TERRAIN[grade or "easy"]


@rule("D6-23", "GM extras", kind="modifier", reference=REFERENCE)
def gm_extra(s: Situation) -> int:
    """The GM may make any movement harder, or ask for another roll: for wind, crowds or a slick floor."""
    return int(s.circumstances.gm_modifier)


@rule("D6-20", "fatigue", kind="modifier", reference=REFERENCE)
def fatigue(s: Situation, rounds: int) -> int:
    """The GM says for how many rounds in a row you can move more than one Move. Each such round after that makes fast
    movement harder: by 3, then 6, then 9 and so on, until a round without it, or until the GM says so if your table
    plays that.

    ``rounds`` counts the round being rolled.
    """
    limit = s.character.fatigue_limit
    return 0 if limit is None else 3 * max(0, rounds - limit)


def fatigue_now(s: Situation, state: Effort) -> int:
    """Return what fatigue adds to fast movement in this round, unless it was overcome."""
    if state.overcome:
        return 0
    given = s.circumstances.fatigue
    return fatigue(s, state.fast_rounds + 1) if given is None else int(given)


@rule("D6-21", "fatigue elsewhere, overcoming it", kind="roll", reference=REFERENCE)
def overcome_difficulty(modifier: int) -> int:
    """The GM may use the fatigue modifier for any effort that is long and repeated. Roll stamina or willpower against
    5 + that modifier: if you make it, fatigue does not count this round.
    """
    return 5 + modifier


def overcoming(s: Situation, state: Effort) -> int:
    """Return the difficulty of overcoming fatigue now, with what the GM adds to every difficulty (D6-23)."""
    return max(0, overcome_difficulty(fatigue_now(s, state)) + gm_extra(s))


def extra_of(s: Situation, state: Effort, mode: str, metres: Fraction) -> int:
    """Return what GM and fatigue add; counted by the ledger, fatigue is for fast movement only."""
    told = fatigue_now(s, state) if s.circumstances.fatigue is not None else 0
    return gm_extra(s) + told + (tired_of(s, state, mode) if metres > base_of(s, mode) else 0)


def tired_of(s: Situation, state: Effort, mode: str) -> int:
    """Return what fatigue, as the ledger counts it, adds beyond one Move (D6-20)."""
    counted_here = mode in PACED and s.circumstances.fatigue is None
    return fatigue_now(s, state) if counted_here else 0


def measured(s: Situation, state: Effort, mode: str, metres: Fraction) -> Fraction:
    """Return the metres whose difficulty a move asks for: in a chase they may be last round's rate (D6-18).

    What forced slowing leaves in any case asks for no more than itself.
    """
    rate, rules = state.rate(mode), s.house_rules
    chase = rules.acceleration and mode in PACED and rules.slowing == "last_rate"
    return rate if chase and forced_rate(s, mode, rate) < metres < rate else metres


def added(s: Situation, state: Effort, mode: str, difficulty: int) -> tuple[int, int]:
    """Return what was added to a declared move's difficulty, and what more fatigue adds beyond one Move."""
    going = state.going(mode)
    if going.outside:
        return difficulty - bare(s, mode, ZERO), 0
    declared = measured(s, state, mode, going.declared or base_of(s, mode))
    tired = tired_of(s, state, mode)
    fast = declared > base_of(s, mode)
    return difficulty - bare(s, mode, declared) - (tired if fast else 0), tired


# ---------------------------------------------------------------- jumps


def measure(s: Situation, far: Fraction, high: Fraction) -> Fraction:
    """Return a jump's distance, far and high in one (D6-10); a straight line is told to the grain of lengths (X-02)."""
    if s.house_rules.jump_measure == "longer":
        return max(far, high)
    if s.house_rules.jump_measure == "sum" or not (far and high):
        return far + high
    doubled = isqrt(floor(4 * GRAIN * GRAIN * (far * far + high * high)))
    return Fraction((doubled + 1) // 2, GRAIN)


@rule("D6-12", "running start", kind="modifier", reference=REFERENCE)
def run_up_bonus(rounds: Sequence[bool]) -> int:
    """Add 5 to a jump's total for each of the last two rounds in which you ran straight at it and made your running
    roll. A round that needed no roll counts if you ran half your Move or more, or what your table asks for.
    """
    return 5 * sum(rounds[-2:])


def least_run(s: Situation) -> Fraction:
    """Return the metres toward a jump that make a run-up (D6-12); to stand still is none."""
    return max(exact(s.house_rules.run_up_min_fraction) * move_of(s), LEAST_RUN)


def bonus_of(state: Effort, *, running: bool, straight: bool, forced: bool | None) -> int:
    """Return the bonus of a jump: ``running`` within this round, ``straight`` on from the last rounds' run.

    ``forced``: whether there is a run-up, as the table says it; none: as it was measured.
    """
    if forced is False:
        return 0
    earlier = state.run_ups if straight else ()
    now = (state.ground.result in {"", "ok"},) if running else ()
    found = run_up_bonus((*earlier, *now))
    return max(5, found) if forced else found


# ---------------------------------------------------------------- actions, options, chases


@rule("D6-14", "one movement action of each type", kind="resource", reference=REFERENCE)
def uses_action(s: Situation, mode: str, going: Going) -> bool:
    """In a round you have one movement action of each kind: run, swim, climb, jump and fly. Going on in the same way
    extends that action until you do something else; only a special ability gives you another one.
    """
    rolled = going.total is not None and not going.small
    return going.used > short_distance(s, mode) or rolled


@rule("D6-15", "four-times cap (option)", kind="band", reference=REFERENCE)
def top_speed(s: Situation, mode: str) -> Fraction:
    """If your table plays it, no kind of movement takes you farther than four of its Moves in a round, whatever you
    roll.
    """
    return 4 * base_of(s, mode)


@rule("D6-16", "acceleration (option)", kind="band", reference=REFERENCE)
def fastest(s: Situation, mode: str, rate: Fraction) -> Fraction:
    """In a chase, if your table plays acceleration, you go at most twice last round's rate, or two Moves more than it
    if that is farther. A table that reads the rule literally allows three times that rate.
    """
    base = base_of(s, mode)
    if s.house_rules.accel_reading == "literal":
        return rate + max(2 * rate, 2 * base)
    return max(2 * rate, rate + 2 * base)


@rule("D6-17", "voluntary deceleration (option)", kind="band", reference=REFERENCE)
def slowest(s: Situation, mode: str, rate: Fraction) -> Fraction:
    """In a chase, if your table plays acceleration, you may slow down to half of last round's rate, or by two Moves if
    that is slower still, and no further.
    """
    return max(ZERO, min(rate / 2, rate - 2 * base_of(s, mode)))


@rule("D6-18", "forced slowing", kind="state", reference=REFERENCE)
def forced_rate(s: Situation, mode: str, rate: Fraction) -> Fraction:
    """In a chase, if your roll is too low even for last round's rate, you go two Moves slower than that, even if you
    declared less than that rate, unless your table lets the roll for the declared rate do. If it is enough for last
    round's rate but not for the one you declared, you go as fast as the total allows.
    """
    return rate - 2 * base_of(s, mode)


@rule("D6-19", "stop or trip", kind="hazard", reference=REFERENCE)
def fate(rate: Fraction) -> Literal["slow", "stop", "trip"]:
    """If forced slowing brings your rate to exactly 0, you stop; below 0, you trip and lie prone, or stop if you swim
    or fly.
    """
    if rate > 0:
        return "slow"
    return "stop" if rate == 0 else "trip"


@rule("D6-03", "running failure", kind="hazard", reference=REFERENCE)
def trips(s: Situation, missed: int) -> bool:
    """If a running roll fails, you cover only one Move. You also trip if the GM says so, or if you miss by the margin
    your table has set; in a chase all this holds for the first round of the run only.
    """
    margin = s.house_rules.trip_margin
    return margin is not None and missed >= margin


@rule("D6-25", "failed swim, climb, jump", kind="hazard", reference=REFERENCE)
def degraded(s: Situation, mode: str, total: int, extra: int, tired: int = 0) -> Fraction:
    """If a swim, climb or jump fails, you still go as far as your total carries, or nowhere if your table says so. If
    you get nowhere, the GM says what happens.
    """
    return affords(s, mode, total, extra, tired) if s.house_rules.fail_mode == "degrade" else ZERO


# ---------------------------------------------------------------- breath


@rule("D6-06", "breath, unprepared", kind="state", reference=REFERENCE)
def breath(total: int) -> Fraction:
    """Unprepared, you hold your breath for 5 seconds for each point of a Physique or stamina roll."""
    return Fraction(5 * max(0, total))


@rule("D6-07", "breath, prepared", kind="state", reference=REFERENCE)
def deep_breath(s: Situation, total: int, bonus: Fraction | None) -> Fraction:
    """If you breathe deeply first, you last as many seconds longer as the GM says. With the stamina skill you last at
    most a minute for each point of a stamina roll, and all of that if the GM names no number.
    """
    if not s.character.has_stamina:
        return breath(total) + (bonus or ZERO)
    whole = Fraction(60 * max(0, total))
    return whole if bonus is None else min(whole, breath(total) + bonus)


def breath_time(s: Situation, total: int, *, prepared: bool, bonus: Fraction | None) -> Fraction:
    """Return the seconds that a roll holds the breath, prepared or not."""
    points = max(0, total)
    return deep_breath(s, points, bonus) if prepared else breath(points)


RULES = rules_in(globals())


# ---------------------------------------------------------------- dice


def skill_of(s: Situation, check: str, *, prepared: bool = False) -> tuple[str, str]:
    """Return the name and the code that a check is rolled with: of two the better.

    A breath that was ``prepared`` with the stamina skill is rolled with that (D6-07).
    """
    name = check.partition(":")[0]
    if name == "breath":
        names = ["physique", "stamina"] if s.character.has_stamina else ["physique"]
        names = names[-1:] if prepared else names
    elif name == "overcome":
        names = ["stamina", "willpower"]
    else:
        names = [SKILLS[name]]
    best = max(names, key=lambda known: dice_of(getattr(s.character, known)))
    return best, getattr(s.character, best)


def margin(s: Situation) -> int:
    """Return by how much a total must be above the difficulty."""
    return 0 if s.house_rules.tie_succeeds else 1


def chance_of(s: Situation, check: str, difficulty: int, bonus: int = 0) -> Fraction:
    """Return the chance that a check makes a difficulty; past the highest there is, none."""
    if difficulty > HIGHEST:
        return ZERO
    dice, pips = dice_of(skill_of(s, check)[1])
    pips += bonus + on_tests(s)
    return d6_at_least(dice, pips, difficulty + margin(s), wild=s.house_rules.wild_die)


def counted(s: Situation, fact: RolledFact, dice: int, pips: int) -> int:
    """Return the total of a roll: from its faces and the pips, or as it was told."""
    if fact.faces is None:
        return fact.result or 0
    return d6_total(dice, fact.faces, wild=s.house_rules.wild_die) + pips


# ---------------------------------------------------------------- allowances, as price levels


def seen(s: Situation, state: Effort, mode: str) -> Going:
    """Return the account of a mode that holds now: combat and what lies outside it do not mix (X-10)."""
    going = state.going(mode)
    return going if going.outside != s.in_combat else REST


def barred(s: Situation, mode: str) -> Level | None:
    """Return the level that forbids a mode altogether, if the sheet does."""
    if not move_of(s):
        return ends("D6-01", say("none"))
    return ends("D6-24", say("none.fly")) if not base_of(s, mode) else None


def top_of(s: Situation, state: Effort, mode: str) -> tuple[Fraction, Level] | None:
    """Return the most that the options let a mode do in this round, and the level past it."""
    found: list[tuple[Fraction, Level]] = []
    if s.house_rules.cap_4x and mode in CHECKS:
        limit = top_speed(s, mode)
        found.append((limit, ends("D6-15", say("top", limit=limit))))
    if s.house_rules.acceleration and mode in PACED:
        rate = state.rate(mode)
        limit = fastest(s, mode, rate)
        found.append((limit, ends("D6-16", say("fastest", rate=rate, limit=limit))))
    return min(found, key=lambda pair: pair[0], default=None)


def prices(s: Situation, state: Effort, mode: str, grades: Grades) -> list[Level]:
    """Return what metres of a mode cost, counted from the round's start, on ground of these grades."""
    if bar := barred(s, mode):
        return [bar]
    if not s.in_combat:
        return _scene_prices(s, state, mode, grades)
    going = state.going(mode) if not state.going(mode).outside else REST
    if going.closed:
        return [ends("D6-14", say("action.last"))]
    if mode == "jump":
        return [Level(None, "penalised", "D6-14", say("action"), Price("action", -1))]
    if going.limit is not None or going.total is not None:
        levels = _known_prices(s, mode, going, grades)
    else:
        levels = list(_open_prices(s, state, mode, grades))
    top = top_of(s, state, mode)
    if top is None:
        return levels
    below = [level for level in levels if level.limit is not None and level.limit < top[0]]
    next_one = levels[len(below)]
    return levels if next_one.kind == "impossible" else [*below, replace(next_one, limit=top[0]), top[1]]


def _known_prices(s: Situation, mode: str, going: Going, grades: Grades) -> list[Level]:
    """Return how far a roll that was made carries."""
    number = CHECK_RULES[CHECKS[mode]]
    if going.limit is not None:
        limit, failed = going.limit, _failed_rule(mode, going.result)
        return [
            Level(limit, "free", failed, say("known.short", limit=limit)),
            ends(failed, say("known.short", limit=limit)),
        ]
    limit = carries_to(s, mode, going, grades)
    short = going.result == "short"
    reason = say("known.short" if short else "known", limit=limit)
    return [
        Level(limit, "free", "D6-25" if short else number, reason),
        ends("D6-25" if short else number, reason),
    ]


def carries_to(s: Situation, mode: str, going: Going, grades: Grades) -> Fraction:
    """Return how far the total of a roll that was made carries over ground of these grades."""
    return affords(s, mode, going.total or 0, going.extra + terrain(s, grades), going.tired)


def _nowhere(going: Going) -> bool:
    """Tell whether a roll failed where the table lets that go nowhere, whatever the total (D6-25)."""
    return going.result == "short" and going.limit is not None


def _failed_rule(mode: str, result: str) -> str:
    """Return the rule that says how far a failed roll still goes."""
    if result in {"slow", "partial"}:
        return "D6-18"
    if result in {"stop", "trip"}:
        return "D6-19"
    return "D6-03" if mode == "ground" else "D6-25"


def _open_prices(s: Situation, state: Effort, mode: str, grades: Grades) -> Iterator[Level]:
    """Yield what is short, what uses an action, what is rolled as long as there is any chance, and the end of it."""
    half = short_distance(s, mode)
    check, action = CHECKS[mode], Price("action", -1)
    ground = terrain(s, grades)
    if half and not s.house_rules.short_needs_roll:
        yield Level(half, "free", "D6-13", say("short"))
    for limit, number in _cut(s, state, mode):  # pragma: no branch - they have no end
        difficulty = number + ground + extra_of(s, state, mode, limit)
        if difficulty <= 0:
            if half and s.house_rules.short_needs_roll and limit == base_of(s, mode):
                yield Level(half, "free", "D6-13", say("short"))
            yield Level(limit, "penalised", "D6-13", say("action"), action)
            continue
        asked = measured(s, state, mode, limit)
        difficulty = bare(s, mode, asked) + ground + extra_of(s, state, mode, asked)
        chance = chance_of(s, check, difficulty)
        if not chance:
            yield _out_of_reach(CHECK_RULES[check], difficulty)
            return
        needed = difficulty + margin(s)
        reason = with_rarity(say(check, needed=needed), chance)
        level = Level(half, "roll", CHECK_RULES[check], reason, None, chance, ((check, needed),))
        if half and s.house_rules.short_needs_roll and limit == base_of(s, mode):
            yield level
        yield replace(level, limit=limit, price=action)


def _cut(s: Situation, state: Effort, mode: str) -> Iterator[tuple[Fraction, int]]:
    """Yield the stretches of a mode, in a chase cut where forced slowing would leave the token (D6-18)."""
    left = forced_rate(s, mode, state.rate(mode)) if mode in PACED and s.house_rules.acceleration else ZERO
    start = ZERO
    for limit, number in stretches(s, mode):  # pragma: no branch - they have no end
        if ZERO < start < left < limit:
            yield left, number
        yield limit, number
        start = limit


def _out_of_reach(number: str, difficulty: int) -> Level:
    """Return the end of what can be rolled for: no total is that high, or no difficulty."""
    return ends(number, say("too_hard", highest=HIGHEST) if difficulty > HIGHEST else say("too_far"))


def with_rarity(roll: Text, chance: Fraction) -> Text:
    """Return what is rolled in words, and that it hardly ever comes off: a Wild Die has no top."""
    return say("rare", roll=roll) if 0 < chance < LEAST_CHANCE else roll


def followed(levels: Sequence[Level]) -> list[Level]:
    """Return prices as far as a search follows them: up to the first rare roll, to tell that there are such."""
    for index, level in enumerate(levels[:-1]):
        if level.chance is not None and level.chance < LEAST_CHANCE:
            return [*levels[: index + 1], levels[-1]]
    return list(levels)


def _scene_prices(s: Situation, state: Effort, mode: str, grades: Grades) -> list[Level]:
    """Return the prices outside combat: no limits, and one roll where the place itself asks for it (X-10)."""
    free = Level(None, "free", "D6-01", say("no_combat"))
    if mode == "jump":
        return [free]
    going = seen(s, state, mode)
    check = CHECKS[mode]
    number = CHECK_RULES[check]
    if going.limit is not None:
        return _known_prices(s, mode, going, grades)
    difficulty = bare(s, mode, ZERO) + terrain(s, grades) + extra_of(s, state, mode, ZERO)
    if going.total is not None:
        made = going.total >= bare(s, mode, ZERO) + terrain(s, grades) + going.extra
        return [free] if made else _known_prices(s, mode, going, grades)
    if difficulty <= 0:
        return [free]
    half = short_distance(s, mode)
    levels = (
        [Level(half, "free", "D6-13", say("short"))] if half and not s.house_rules.short_needs_roll else []
    )
    chance = chance_of(s, check, difficulty)
    if not chance:
        return [*levels, _out_of_reach(number, difficulty)]
    needed = difficulty + margin(s)
    reason = with_rarity(say(check, needed=needed), chance)
    rolled = Level(None, "roll", number, reason, None, chance, ((check, needed),))
    return [*levels, rolled]


def outcome(
    s: Situation, state: Effort, mode: str, total: int, difficulty: int
) -> tuple[str, Fraction | None]:
    """Return what a roll comes to, and how far it goes if that is fixed by having failed.

    ``total`` is the effective one: less what it must be above the difficulty.
    """
    going = state.going(mode)
    if total >= difficulty:
        return "ok", None
    base, rate = base_of(s, mode), state.rate(mode)
    chase = s.house_rules.acceleration and mode in PACED and not going.outside
    if chase and rate:
        extra, tired = added(s, state, mode, difficulty)
        if total >= bare(s, mode, rate) + extra + (tired if rate > base else 0):
            return "partial", max(rate, affords(s, mode, total, extra, tired))
        left = forced_rate(s, mode, rate)
        result = fate(left)
        return "stop" if result == "trip" and mode != "ground" else result, max(left, ZERO)
    if mode == "ground":
        return "first_round_fail" if chase else "fail", base
    if s.house_rules.fail_mode == "none":
        return "short", ZERO
    return "short", None


# ---------------------------------------------------------------- judging a path


def merged(grades: Grades, more: Iterable[tuple[str | None, int | None]]) -> Grades:
    """Return grades with others, each kind once."""
    return tuple(dict.fromkeys((*grades, *more)))


def ground_of(segment: Segment | SegmentFact) -> Grades:
    """Return the kinds of terrain of a stretch; a climb's surface, or the GM's Difficulty for it, is one."""
    grades: Grades = tuple((grade, number) for grade, number in segment.grades)
    if segment.mode != "climb":
        return grades
    if segment.difficulty is not None:
        return (*grades, (None, segment.difficulty - 5))
    return (*grades, (segment.surface, None)) if segment.surface else grades


class RouteJudge(Judge[Effort]):
    """OpenD6's judge of a route."""

    rules = RULES

    def __init__(
        self,
        s: Situation,
        state: Effort,
        route: Sequence[Segment],
        cleared: frozenset[str] = frozenset(),
        *,
        flown: bool = False,
    ) -> None:
        super().__init__(s, state, cleared, {mode: seen(s, state, mode).used for mode in MODES})
        self.run, self.heading = state.run, state.heading
        self.straight = True
        """Whether the run of earlier rounds still leads straight on (D6-12)."""
        self.grades = {mode: seen(s, state, mode).grades for mode in MODES}
        self.starts: dict[str, Fraction] = {}
        self.stretches: dict[str, list[tuple[Fraction, Grades]]] = {}
        """Of each mode what was used before a stretch, and the terrain met by then."""
        self.jumped = seen(s, state, "jump").used
        self.modifiers: list[Modifier] = []
        self.legal = dict(self.used)
        """What each mode has used where the path can be walked no farther."""
        self.flown = flown
        """Whether the jumps of the route are priced elsewhere."""
        self.walk(route)

    # -------------------------------------------------------- prices

    def levels(self, meter: str) -> Sequence[Level]:
        """Return a mode's prices on the worst ground touched so far."""
        return prices(self.s, self.state, meter, self.grades[meter])

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return the one meter of a stretch: each way of moving has its own (D6-14)."""
        return (segment.mode,)

    def run_up(self) -> Fraction:
        """Return the metres of straight run that are a run-up (D6-12)."""
        return least_run(self.s)

    def band(self, extent: Fraction, mode: str, level: Level) -> None:
        """Lay one band, and keep in mind how far the path can be walked."""
        if self.dead is None and level.kind != "impossible":
            self.legal = dict(self.used)
        super().band(extent, mode, level)

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note terrain, slick surfaces, drops, and where a mode begins."""
        mode = segment.mode
        self.grades[mode] = merged(self.grades[mode], ground_of(segment))
        if mode != "jump" and (mode != "ground" or segment.heading != self.heading):
            self.straight = False
        if segment.slick != "none" and "slick" not in self.state.asked:
            self._ask(slick_ruling(self.position))
        if mode == "swim" and segment.rise < 0 and self.state.breath_left is None:
            self._dives()
        if drops(segment):
            metres = -segment.rise
            self.hazards.append(Hazard("drop", "D6-23", self.position, say("drop", metres=metres)))
            self._ask(drop_ruling(metres, self.position))
        if mode in CHECKS and self.dead is None:
            self.starts.setdefault(mode, self.position)
            self.stretches.setdefault(mode, []).append((self.used[mode], self.grades[mode]))

    def _dives(self) -> None:
        """Note where the path goes under water with no breath held (D6-06)."""
        if all(hazard.id != "dive" for hazard in self.hazards):
            self.hazards.append(Hazard("dive", "D6-06", self.position, say("breath.dive")))

    def _ask(self, ruling: Ruling) -> None:
        if all(asked.id != ruling.id for asked in self.rulings):
            self.rulings.append(ruling)

    def leap(self, parts: Sequence[Segment], *, running: bool) -> Level | None:
        """Return the price of a jump itself; none: nothing to roll."""
        s = self.s
        if self.flown or barred(s, "jump") or (s.in_combat and self.state.jump.closed):
            return None
        far = sum((part.length for part in parts), ZERO)
        high = sum((max(part.rise, ZERO) for part in parts), ZERO)
        own = measure(s, far, high)
        metres = self.jumped + own
        if s.in_combat:
            self.jumped = metres
        bonus = bonus_of(
            self.state,
            running=running and self.run > 0,
            straight=self.straight and self.heading == parts[0].heading,
            forced=parts[0].run_up,
        )
        self.straight = False
        extra = terrain(s, self.grades["jump"]) + extra_of(s, self.state, "jump", metres)
        difficulty = jump_difficulty(s, metres) + extra
        self._explain_leap(metres, difficulty, extra, bonus)
        if difficulty <= 0:
            return None
        return self._leap_price(own, metres, difficulty, bonus)

    def _leap_price(self, own: Fraction, metres: Fraction, difficulty: int, bonus: int) -> Level | None:
        """Return the price of a jump of its own length, which brings the round's jumps to so many metres."""
        s, check = self.s, f"jump:{self.jumps}"
        chance = chance_of(s, check, difficulty, bonus)
        if not chance:
            return ends("D6-11", say("jump.too_far", metres=own, difficulty=difficulty))
        if not self.open(check):
            return None
        needed = difficulty + margin(s)
        further = own != metres
        label = say("jump.label.further" if further else "jump.label", metres=own, whole=metres)
        self.checks.append(build_check(s, check, label, self.position, difficulty, bonus=bonus))
        if bonus:
            self.modifiers.append(run_up_modifier(bonus))
        reason = say("jump.further" if further else "jump", metres=own, whole=metres, needed=needed)
        reason = with_rarity(reason, chance)
        return Level(None, "roll", "D6-11", reason, chance=chance, needs=((check, needed),))

    def _explain_leap(self, metres: Fraction, difficulty: int, extra: int, bonus: int) -> None:
        s, base = self.s, jump_base(self.s)
        self.note("D6-10", say("jump_base.working", move=move_of(s), base=base), base=base)
        steps = max(0, steps_of(metres - base, 2))
        working = sum_text("leap", steps=steps, base=base, extra=extra, difficulty=difficulty)
        self.note("D6-11", working, difficulty=difficulty, metres=metres)
        self._explain_ground("jump")
        if bonus:
            self.note("D6-12", say("run_up.working", rounds=bonus // 5, bonus=bonus), bonus=bonus)

    def demanded(self, gate: Gate) -> tuple[Check, Text]:
        """Return the roll that a region demands on entering it, and what it says in words."""
        reason = say("gate", region=self.s.name(gate.id), name=gate.name, needed=gate_needed(self.s, gate))
        return gate_check(self.s, gate, self.position), reason

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        checks = sorted([*self._mode_checks(), *self.checks], key=lambda check: check.at)
        self._explain()
        self._too_slow()
        limit = no_roll_limit(self.levels("ground"))
        used = self.used["ground"]
        return self.found(
            modifiers=(*tired_modifiers(self.s, self.state), *self.modifiers),
            spends=self._spends(),
            checks=checks,
            cost=used - seen(self.s, self.state, "ground").used,
            left=None if limit is None else max(ZERO, limit - used),
        )

    def _mode_checks(self) -> Iterator[Check]:
        for mode, at in self.starts.items():
            check = CHECKS[mode]
            if check in self.needs:
                difficulty = self.needs[check] - margin(self.s)
                before = seen(self.s, self.state, mode)
                going = replace(before, declared=self.used[mode], outside=not self.s.in_combat)
                declared = self.state.with_going(mode, going)
                found = build_check(self.s, check, say(f"check.{check}"), at, difficulty)
                yield carrying(self.s, found, declared, self.stretches[mode])

    def _spends(self) -> Iterator[Spend]:
        if not self.s.in_combat:
            return
        for mode in MODES:
            before = seen(self.s, self.state, mode)
            after = replace(before, used=self.legal[mode])
            if uses_action(self.s, mode, after) and not uses_action(self.s, mode, before):
                yield Spend(
                    "D6-14",
                    f"{mode}_action",
                    say("spend.action", mode=say(f"mode.{mode}")),
                    Fraction(1),
                    ZERO,
                )

    def _too_slow(self) -> None:
        """Note a chase in which the path ends below the least that last round's rate allows (D6-17)."""
        if not (self.s.in_combat and self.s.house_rules.acceleration and self.starts):
            return
        for mode in PACED:
            rate, used = self.state.rate(mode), self.used[mode]
            if mode not in self.starts or used == self.state.going(mode).used:
                continue
            least = slowest(self.s, mode, rate)
            if used < least and self.state.going(mode).limit is None:
                text = say("slowest", rate=rate, least=least)
                self.note("D6-17", text, least=least)
                self.hazards.append(
                    Hazard("too_slow", "D6-17", self.position, text, numbers={"least": least, "mode": mode})
                )
                question = say("slowest.ask", rate=rate, least=least)
                self._ask(slow_ruling(mode, question, self.position, carried=False))

    # -------------------------------------------------------- where the numbers come from

    def _explain(self) -> None:
        """Add the lines that say where the numbers come from."""
        for mode in MODES:
            if (
                mode != "jump"
                and self.used[mode] > seen(self.s, self.state, mode).used
                and base_of(self.s, mode)
            ):
                self._explain_mode(mode)
        for band in self.bands:
            if band.rule in {"D6-01", "D6-03", "D6-15", "D6-16", "D6-18", "D6-19", "D6-24", "D6-25"}:
                self.note(band.rule, band.reason)
            if band.kind == "impossible" and band.rule == "D6-14":
                self.note("D6-14", band.reason)

    def _explain_ground(self, mode: str) -> None:
        """Add the line that says what the ground met so far adds (D6-22)."""
        s, grades = self.s, self.grades[mode]
        if not grades:
            return
        added = terrain(s, grades)
        if s.house_rules.terrain_mix == "sum":
            self.note("D6-22", say("terrain.sum", terrain=added), terrain=added)
            return
        worst_grade, _ = max(grades, key=lambda found: grade_number(*found))
        ground = say(f"ground.{worst_grade or 'none'}")
        self.note("D6-22", say("terrain.worst", ground=ground, terrain=added), terrain=added)

    def _explain_mode(self, mode: str) -> None:
        s, used, base = self.s, self.used[mode], base_of(self.s, mode)
        self._explain_base(mode, base)
        half = short_distance(s, mode)
        if half:
            key = "short.rolled" if s.house_rules.short_needs_roll else "short.working"
            self.note("D6-13", say(key, base=base, half=half), half=half)
        if not s.in_combat:
            self._explain_ground(mode)
            return
        moves = movements(used, base)
        if mode in PACED:
            self.note("D6-01", say("moves.working", metres=used, base=base, moves=moves), moves=moves)
        name = say(f"mode.{mode}")
        if used > half:
            self.note("D6-14", say("action.working", mode=name, used=used), used=used)
        going = self.state.going(mode)
        self._explain_ground(mode)
        if going.total is None:
            self._explain_difficulty(mode, used)
        else:
            self._explain_roll(mode, going)

    def _explain_roll(self, mode: str, going: Going) -> None:
        """Add the line that says how far a roll that was made carries."""
        s, rate, total = self.s, self.state.rate(mode), going.total or 0
        if going.result in {"slow", "stop", "trip"}:
            left = forced_rate(s, mode, rate)
            self.note("D6-18", say("forced.working", rate=rate, base=base_of(s, mode), left=left), left=left)
        elif going.result in {"fail", "first_round_fail"} or _nowhere(going):
            limit, number = going.limit or ZERO, _failed_rule(mode, going.result)
            self.note(number, say("fell_short.working", limit=limit), limit=limit)
        else:
            number = {"partial": "D6-18", "short": "D6-25"}.get(going.result, CHECK_RULES[CHECKS[mode]])
            limit = carries_to(s, mode, going, self.grades[mode])
            self.note(number, say("afford.working", total=total, limit=limit), limit=limit)

    def _explain_base(self, mode: str, base: Fraction) -> None:
        s = self.s
        if mode == "swim":
            self.note("D6-04", say("swim_move.working", move=move_of(s), base=base), base=base)
        elif mode == "climb":
            key = "climb_move.working" if s.character.has_climbing else "climb_move.half"
            self.note("D6-08", say(key, move=move_of(s), base=base), base=base)
        elif mode == "fly":
            self.note("D6-24", say("fly_move.working", base=base), base=base)

    def _explain_difficulty(self, mode: str, used: Fraction) -> None:
        s, base = self.s, base_of(self.s, mode)
        ground = terrain(s, self.grades[mode])
        rolled = bare(s, mode, used) + ground + extra_of(s, self.state, mode, used) > 0
        asked = measured(s, self.state, mode, used) if rolled and s.in_combat else used
        extra = extra_of(s, self.state, mode, asked)
        added = ground + extra
        difficulty = bare(s, mode, asked) + added
        number = CHECK_RULES[CHECKS[mode]]
        if mode == "climb":
            kind, first, steps = "climb", base, climb_steps(s, asked)
        else:
            kind, first, steps = "paced", Fraction(bare(s, mode, ZERO)), max(0, movements(asked, base) - 1)
        working = sum_text(kind, steps=steps, base=first, extra=added, difficulty=difficulty)
        self.note(number, working, difficulty=difficulty, metres=asked)
        if gm_extra(s):
            self.note("D6-23", say("gm.working", extra=gm_extra(s)))
        if extra != gm_extra(s):
            self.note("D6-20", fatigue_working(s, self.state), fatigue=fatigue_now(s, self.state))
        if self.state.overcome:
            self.note("D6-21", say("overcome.working"))


def sum_text(kind: str, *, steps: int, base: Fraction, extra: int, difficulty: int) -> Text:
    """Return how a difficulty adds up, without the parts that are nothing."""
    parts = {(False, False): "plain", (True, False): "steps", (False, True): "extra", (True, True): "both"}
    key = parts[bool(steps), bool(extra)]
    return say(f"{kind}.{key}", steps=steps, base=base, extra=extra, difficulty=difficulty)


def fatigue_working(s: Situation, state: Effort) -> Text:
    """Return how fatigue was worked out."""
    points = fatigue_now(s, state)
    if s.circumstances.fatigue is not None:
        return say("fatigue.given", fatigue=points)
    limit = s.character.fatigue_limit or 0
    return say("fatigue.working", rounds=state.fast_rounds + 1, limit=limit, fatigue=points)


def _whole_price(judge: RouteJudge) -> Level | None:
    """Return the price of all that was judged, as one level over which the ground is laid."""

    def chance(check: str, needed: int) -> Fraction:
        return chance_of(judge.s, check, needed - margin(judge.s))

    priced = judge.worst.price if judge.worst else None
    return judge.whole(chance, priced or judge.first_price)


def tired_modifiers(s: Situation, state: Effort) -> Iterator[Modifier]:
    """Yield what fatigue adds to difficulties (D6-20)."""
    points = fatigue_now(s, state)
    if points:
        told = s.circumstances.fatigue is not None or s.house_rules.fatigue_reset == "manual"
        until = say("until.told" if told else "until.rest")
        yield Modifier("D6-20", "mover", say("on.fast"), "difficulty", points, say("since.now"), until)


def run_up_modifier(bonus: int) -> Modifier:
    """Return what a run-up adds to a jump's total (D6-12)."""
    return Modifier("D6-12", "mover", say("on.jump"), "total", bonus, say("since.now"), say("until.jump"))


# ---------------------------------------------------------------- checks


def build_check(
    s: Situation,
    check: str,
    label: Text,
    at: Fraction,
    difficulty: int,
    *,
    bonus: int = 0,
) -> Check:
    """Return a check with its odds."""
    name = check.partition(":")[0]
    skill, code = skill_of(s, check)
    alternatives: tuple[Text, ...] = ()
    if name == "overcome":
        other = {"stamina": "willpower", "willpower": "stamina"}[skill]
        alternatives = (_dice_text(s, other, getattr(s.character, other), difficulty, 0),)
    rule_number = "D6-21" if name == "overcome" else CHECK_RULES[name]
    found = _rolled_check(
        s, check, rule_number, label, at, _dice_text(s, skill, code, difficulty, bonus), difficulty
    )
    return replace(found, alternatives=alternatives)


Stretches = Sequence[tuple[Fraction, Grades]]
"""What was used before each stretch of a way, and the terrain met by then."""


def carrying(s: Situation, check: Check, state: Effort, stretches: Stretches) -> Check:
    """Return a mode's check with how far each total carries; ``state`` has the distance that is declared."""

    def carried(result: int) -> Fraction:
        return _carried(s, state, MODES_OF[check.id], result, check.difficulty, stretches)

    rows = tuple(replace(row, distance=carried(row.result)) for row in check.odds)
    dice = Text(check.dice.key, {**check.dice.params, "least": plain(carried(-HIGHEST))}, check.dice.text)
    return replace(check, odds=rows, dice=dice)


def breath_check(s: Situation, state: Effort) -> Check:
    """Return the roll that holds the breath: it cannot fail, its total tells for how long (D6-06, D6-07)."""
    prepared = state.prepared
    skill, code = skill_of(s, "breath", prepared=prepared)
    how = "breath.code"
    if prepared and state.bonus_s is not None:
        how = "breath.code.bonus"
    elif prepared and s.character.has_stamina:
        how = "breath.code.most"
    dice = _dice_text(s, skill, code, 0, 0)
    text = say(how, code=code, bonus=state.bonus_s or ZERO)
    marks = {"prepared": prepared, "bonus_s": None if state.bonus_s is None else plain(state.bonus_s)}
    dice = Text(text.key, {**dice.params, **text.params, **marks}, text.text)
    number = "D6-07" if prepared else "D6-06"
    found = _rolled_check(s, "breath", number, say("breath"), ZERO, dice, 0)
    return replace(found, needed=0, needed_text=say("breath.any"), chance=Fraction(1))


def _carried(
    s: Situation, state: Effort, mode: str, result: int, difficulty: int, stretches: Stretches
) -> Fraction:
    """Return how far a total goes on the path that is declared."""
    going, total = state.going(mode), result - margin(s)
    declared = going.declared or ZERO
    kind, limit = outcome(s, state, mode, total, difficulty)
    if limit is not None:
        return min(declared, max(limit, going.used))
    if kind == "ok":
        return declared
    extra, tired = added(s, state, mode, difficulty)
    extra -= terrain(s, stretches[-1][1])
    ends = [start for start, _ in stretches[1:]] + [declared]
    for (start, grades), end in zip(
        stretches, ends, strict=True
    ):  # pragma: no branch - it falls short of the last
        limit = affords(s, mode, total, extra + terrain(s, grades), tired)
        endless = going.outside and limit > 0
        if limit < end and not endless:
            return max(start, limit)
    return declared


def _dice_text(s: Situation, skill: str, code: str, difficulty: int, bonus: int) -> Text:
    """Return what is rolled in words; the parameters tell how to count it."""
    (dice, pips), changed = dice_of(code), on_tests(s)
    how = {"dice": dice, "pips": pips + bonus + changed, "wild": s.house_rules.wild_die, "skill": skill}
    key = f"code{'.bonus' if bonus else ''}{'.changed' if changed else ''}"
    told = {"change": changed} if changed else {}
    text = say(key, code=code, bonus=bonus, difficulty=difficulty, **told)
    return Text(text.key, {**text.params, **how}, text.text)


def _rolled_check(
    s: Situation, check: str, rule_number: str, label: Text, at: Fraction, dice: Text, difficulty: int
) -> Check:
    odds = d6_code(dice.params["dice"], dice.params["pips"], wild=s.house_rules.wild_die)
    needed = difficulty + margin(s)
    chance = odds.at_least(needed)
    return Check(
        id=check,
        rule=rule_number,
        label=label,
        at=at,
        pool=dice.params["dice"],
        again="never" if s.house_rules.wild_die == "off" else "first",
        dice=dice,
        difficulty=difficulty,
        needed=needed,
        needed_text=with_rarity(say("total", needed=needed), chance),
        chance=chance,
        mean=odds.mean,
        odds=tuple(
            Odds(n, likely, None) for n, likely in odds.cumulative(min(LEAST_SHOWN, chance or LEAST_SHOWN))
        ),
    )


def gate_needed(s: Situation, gate: Gate) -> int:
    """Return the total that a further roll needs: its difficulty, else what the map says is needed (D6-23)."""
    return gate.needed if gate.difficulty is None else gate.difficulty + margin(s)


def gate_chance(s: Situation, gate: Gate) -> Fraction:
    """Return the chance to pass a further roll (D6-23)."""
    return d6_at_least(gate.pool, on_tests(s), gate_needed(s, gate), wild=s.house_rules.wild_die)


def gate_check(s: Situation, gate: Gate, at: Fraction) -> Check:
    """Return a further roll that the map asks for (D6-23)."""
    difficulty = max(0, gate_needed(s, gate) - margin(s))
    dice = _dice_text(s, gate.name, f"{gate.pool}D", difficulty, 0)
    return _rolled_check(
        s, f"gate:{gate.id}", "D6-23", say("gate.label", name=gate.name), at, dice, difficulty
    )


# ---------------------------------------------------------------- rulings


MISHAPS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "trip": ("D6-03", "trip", ("keeps", "trips")),
    "sink": ("D6-25", "sink", ("floats", "sinks")),
    "slip": ("D6-25", "slip", ("holds", "falls")),
    "stall": ("D6-25", "stall", ("hovers", "falls")),
    "jump": ("D6-25", "jump.fell", ("lands", "falls")),
    "edge": ("D6-25", "jump.edge", ("stays", "falls")),
    "complication": ("D6-02", "complication", ("none", "happens")),
}
"""What may go wrong on a roll: rule, text key, the GM's choices (the first is the default, but over a pit the last)."""
STUCK = {"swim": "sink", "climb": "slip", "fly": "stall"}


def mishap_text(state: Effort, mishap: str) -> Text:
    """Return what went wrong, as a question."""
    key = MISHAPS[mishap][1]
    return say(key, carries=state.carries) if mishap == "jump" else say(key)


def mishap_ruling(state: Effort, mishap: str) -> Ruling:
    """Return the question that a failure raises."""
    number, key, names = MISHAPS[mishap]
    choices = tuple(Choice(name, say(f"{key}.{name}")) for name in names)
    falls = mishap == "jump" and state.over_pit
    return Ruling(mishap, number, ZERO, mishap_text(state, mishap), choices, names[-1 if falls else 0])


def slick_ruling(at: Fraction) -> Ruling:
    """Return the question that a slick surface raises (D6-23)."""
    choices = (Choice("as_shown", say("slick.as_shown")), Choice("roll", say("slick.roll")))
    return Ruling("slick", "D6-23", at, say("slick.ask"), choices, "as_shown")


def drops(part: Segment | SegmentFact) -> bool:
    """Tell whether a stretch comes down without climbing, on foot or over an edge."""
    return part.rise < 0 and (part.mode == "ground" or part.sheer)


def drop_ruling(metres: Fraction, at: Fraction) -> Ruling:
    """Return the question that coming down without climbing raises: a fall's harm is not in this chapter."""
    choices = (Choice("none", say("drop.none")), Choice("fall", say("drop.fall")))
    return Ruling("drop", "D6-23", at, say("drop.ask", metres=metres), choices, "none")


def slow_ruling(mode: str, question: Text, at: Fraction, *, carried: bool) -> Ruling:
    """Return the question that slowing down too much raises (D6-17).

    ``carried``: the round is over, and a runner can be carried on in a line.
    """
    choices = (Choice("allow", say("slowest.allow")), Choice("carried", say("slowest.carried")))
    return Ruling(f"slow:{mode}", "D6-17", at, question, choices if carried else choices[:1], "allow")


def prone_ruling() -> Ruling:
    """Return the question whether a prone token is up again (D6-19)."""
    choices = (Choice("stays", say("prone.stays")), Choice("stands", say("prone.stands")))
    return Ruling("prone", "D6-19", ZERO, say("prone.ask"), choices, "stays")


# ---------------------------------------------------------------- the system


ACTS: dict[str, tuple[str, type[Inputs]]] = {
    "breathe_deeply": ("D6-07", Breathe),
    "surface": ("D6-06", Nothing),
    "rest": ("D6-20", Nothing),
}


class OpenD6(System[Effort]):
    """OpenD6, as one instance: :data:`SYSTEM`."""

    id = "d6"
    title = "OpenD6"
    unit = "m"
    free_checks = ("breath", "overcome")
    Character = Character
    HouseRules = HouseRules
    Circumstances = Circumstances
    State = Effort
    RouteJudge = RouteJudge
    texts = say
    rules = RULES
    modes = tuple((mode, say(f"mode.{mode}")) for mode in ("ground", "climb", "jump", "swim", "fly"))
    flying = frozenset({"fly"})
    surfaces = tuple((surface, say(f"surface.{surface}")) for surface in TERRAIN)
    ladder = "easy"
    grades = tuple((grade, say(f"grade.{grade}")) for grade in TERRAIN)
    acts = tuple(Act(name, number, say(f"act.{name}"), options) for name, (number, options) in ACTS.items())
    dice_words = say("dice.result"), say("dice.target")
    least_result = 0
    difficulties = range(HIGHEST + 1)
    leap_rule = "D6-11"
    gate_rule = "D6-23"
    scopes = (Scope("round", say("scope.round")),)
    end_turn = ({"kind": "end", "scope": "round"}, {"kind": "begin", "scope": "round"})

    def fold(self, situation: Situation, state: Effort, fact: Fact) -> Effort:
        """Return the state after ``fact``."""
        match fact:
            case MovedFact():
                return _moved(situation, state, fact)
            case IntendedFact():
                return _intended(situation, state, fact)
            case ActedFact():
                return _acted(situation, state)
            case DidFact():
                return _did(state, fact)
            case RolledFact():
                return _rolled(situation, state, fact)
            case BeganFact():
                return _new_round(situation, state)
            case RuledFact():
                return _ruled(state, fact)
            case _:
                return state

    def flight(self, situation: Situation, state: Effort) -> str | None:
        """Return flying, for who has a flying Move."""
        del state
        return "fly" if base_of(situation, "fly") else None

    def standing(self, situation: Situation, state: Effort) -> Standing:
        """Return what a token in this state may do, bears and is asked."""
        return _standing(situation, state)

    def reach(self, situation: Situation, state: Effort, footings: Sequence[Footing]) -> Reach:
        """Return what a search for destinations may spend: each mode has its own, priced by its worst ground.

        A run-up counts as that of one round.
        """
        del footings
        s = situation
        limits = {}
        for mode in MODES:
            going = seen(s, state, mode)
            limits[mode] = most(followed(prices(s, state, mode, going.grades)), going.used)

        def draw(footing: Footing, phase: int) -> Draw:
            del phase
            mode = footing.mode
            made = Segment(mode=mode, length=ZERO, surface=footing.surface, grades=footing.grades)
            grades = ground_of(replace(made, difficulty=footing.difficulty))
            return Draw(None if mode == "ground" else mode, tuple(_marks(s, mode, grades)))

        def jumps(far: Fraction, high: Fraction, running: bool, jumped: Fraction, phase: int) -> Leap | None:  # noqa: FBT001 - the search's callback
            del phase
            return _leap(s, state, jumped, measure(s, far, high), running=running)

        def metered(far: Fraction, high: Fraction, flat: Fraction) -> Fraction:
            del flat
            return measure(s, far, high)

        return Reach(
            limit=limits["ground"],
            meters=limits,
            leap=jumps,
            jump_counts=False,
            run_up=least_run(s),
            gate=lambda gate: gate_chance(s, gate),
            passed=frozenset(state.passed),
            draw=draw,
            jump_meter="jump",
            leapt=metered,
            leap_grain=Fraction(1, GRAIN) if s.house_rules.jump_measure == "straight_line" else Fraction(1),
        )

    def levels(self, situation: Situation, state: Effort, spent: Spent) -> tuple[Level, ...]:
        """Return the prices along the ground when climbs, swims and jumps are used as given.

        What a jump itself is rolled at is no part of them.
        """
        route = []
        for mode in MODES:
            metres, grades = spent.meters.get(mode, ZERO), tuple(_met(spent.marks, mode))
            if metres or grades:
                route.append(Segment(mode=mode, length=metres, grades=grades))
        judge = RouteJudge(situation, state, route, flown=True)
        so_far = _whole_price(judge)
        if so_far is not None and so_far.kind == "impossible":
            return (replace(so_far, limit=None),)
        levels = followed(counted_from(judge.levels("ground"), judge.used["ground"]))
        laid = levels if so_far is None else [over_laid(level, so_far) for level in levels]
        return (*unwalked(levels, so_far), *laid)

    def check_texts(
        self, situation: Situation, level: Level, leaps: Sequence[int], gates: Sequence[Gate]
    ) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words: first the one that its rule asks for."""
        needs = sorted(level.needs, key=lambda need: CHECK_RULES.get(need[0]) != level.rule)
        own = [say(check, needed=needed) for check, needed in needs]
        jumps = [say("jump.short_label", needed=needed) for needed in leaps]
        passed = [
            say("gate", region=situation.name(gate.id), name=gate.name, needed=gate_needed(situation, gate))
            for gate in gates
        ]
        return (*own, *jumps, *passed)

    def refuse(self, situation: Situation, state: Effort, event: Event) -> Refusal | None:
        """Return why an act or a roll cannot happen now."""
        if event.kind != "rolled":
            return None
        if event.check == "breath" and state.breath_left is not None:
            return Refusal("D6-06", say("breath.twice"))
        if event.check == "overcome":
            untold = situation.circumstances.fatigue is None
            if situation.character.fatigue_limit is None and untold:
                return Refusal("D6-20", say("overcome.never"))
            if state.overcome is not None:
                return Refusal("D6-21", say("overcome.twice"))
            if overcoming(situation, state) > HIGHEST:
                return Refusal("D6-21", say("overcome.too_hard"))
        return None

    def check_region(self, region: Region | MeasuredSegment) -> Fault | None:
        """Return what is wrong with terrain: very hazardous ground adds 25 or more, whatever the GM says (D6-22)."""
        number = getattr(region, "modifier", None)
        if getattr(region, "grade", None) != "very_hazardous" or number is None or number >= 25:
            return None
        told = f"{number} is too little for very hazardous terrain"
        return Fault("modifier", told, "send 25 or more, or a lesser grade", "difficulty_out_of_range")

    def open_check(self, situation: Situation, state: Effort, check: str) -> Check | None:
        """Return the rolls that no path asks for: holding one's breath, and overcoming fatigue."""
        if check == "breath":
            return breath_check(situation, state)
        if check == "overcome":
            return build_check(situation, check, say("overcome"), ZERO, overcoming(situation, state))
        return None

    def count(self, situation: Situation, check: Check, fact: RolledFact) -> Roll:
        """Return what a roll comes to; a result told at the table is without the run-up's bonus."""
        how = check.dice.params
        bonus = how.get("bonus", 0)
        result = counted(situation, fact, how["dice"], how["pips"] - bonus) + bonus
        needed = fact.difficulty + margin(situation)
        if check.id.startswith("gate:"):
            needed = check.needed + fact.difficulty - check.difficulty
        success = result >= needed
        faces = None if fact.faces is None else tuple(fact.faces)
        harder = fact.difficulty - check.difficulty
        effect = _effect(situation, check, result, harder, success=success)
        return Roll(check.id, check.rule, faces, fact.difficulty, result, needed, success, effect)

    def faces(self, situation: Situation, check: Check, seed: int) -> tuple[int, ...]:
        """Return the dice of a check rolled from a seed."""
        del situation
        return roll_d6(check.pool, seed, wild=check.dice.params["wild"])

    def bad_faces(self, situation: Situation, check: Check, faces: Sequence[int]) -> str | None:
        """Return what is wrong with faces typed in for a check."""
        del situation
        return d6_bad_faces(check.pool, faces, wild=check.dice.params["wild"])

    def landing(self, situation: Situation, state: Effort, check: Check) -> Landing | None:
        """Return how far a failed jump carries (D6-25)."""
        del situation, check
        return Landing(state.lands, "D6-25") if state.lands else None

    def carry(self, situation: Situation, state: Effort, fact: Fact, after: Effort) -> Sequence[Carry]:
        """Return where the GM lets a failed jump fall, or carries on a runner who slowed down too much (D6-17)."""
        del after
        fell = isinstance(fact, RuledFact) and fact.ruling in {"jump", "edge"} and fact.choice == "falls"
        if fell and state.pit:
            by = *state.over, -state.pit
            return (Carry(by, "D6-25", depth=state.pit, goes_on=state.over_pit),)
        lacking = dict(state.owed).get("ground")
        told = isinstance(fact, RuledFact) and (fact.ruling, fact.choice) == ("slow:ground", "carried")
        if not told or lacking is None or situation.chart is None:
            return ()
        ahead = situation.chart.ahead(state.heading, lacking)
        return () if ahead is None else (Carry((*ahead, ZERO), "D6-17"),)

    def start_of(self, state: Effort) -> tuple[int, str, Fraction]:
        """Return diagonals counted, heading and straight run that earlier moves left.

        A run-up from earlier rounds that still leads on is run enough, whatever the table asks for.
        """
        earlier = LONG_RUN if any(state.run_ups) else ZERO
        return state.diagonals, state.heading, state.run + earlier


MARKED = 6
"""What a mark is above the number it tells of: a mark is never negative, and 0 is none; a wall may be 5 easier."""


def _marks(s: Situation, mode: str, grades: Grades) -> Iterator[tuple[str, int]]:
    """Yield the marks that terrain leaves on a way: the worst number, or every kind where kinds add up."""
    if s.house_rules.terrain_mix == "worst":
        yield from [(f"{mode} worst", terrain(s, grades) + MARKED)] if grades else []
        return
    for grade, given in grades:
        mark = f"{mode} {grade or ''} {'' if given is None else given}"
        yield mark, grade_number(grade, given) + MARKED


def _met(marks: Mapping[str, int], mode: str) -> Iterator[tuple[str | None, int | None]]:
    """Yield the terrain that marks tell of; of several kinds each is the one that earlier moves met."""
    for mark, number in marks.items():
        where, grade, *given = mark.split(" ")
        if where != mode or not number:
            continue
        if given:
            yield grade or None, int(given[0]) if given[0] else None
        else:
            yield grade, number - MARKED


def _leap(s: Situation, state: Effort, jumped: Fraction, own: Fraction, *, running: bool) -> Leap | None:
    """Return how a jump of its own metres is rolled after others of the same path (D6-11); none: it is out of reach."""
    if barred(s, "jump") or (s.in_combat and state.jump.closed):
        return None
    going = seen(s, state, "jump")
    metres = going.used + (jumped if s.in_combat else ZERO) + own
    # A search does not tell this round's run from that of earlier rounds: either is worth one round's bonus.
    bonus = run_up_bonus((running,))
    difficulty = jump_difficulty(s, metres) + terrain(s, going.grades) + extra_of(s, state, "jump", metres)
    if difficulty <= 0:
        return Leap(Fraction(1), None)
    chance = chance_of(s, "jump", difficulty, bonus)
    nearer = chance_of(s, "jump", difficulty - 10, bonus)
    if not chance or nearer < LEAST_CHANCE:
        return None
    return Leap(chance, difficulty + margin(s) - bonus)


def _effect(s: Situation, check: Check, result: int, harder: int, *, success: bool) -> Text:
    """Return what a roll does, in words; ``harder``: what the GM added to its difficulty at the roll."""
    if check.id == "breath":
        bonus = check.dice.params["bonus_s"]
        given = None if bonus is None else exact(bonus)
        seconds = breath_time(s, result, prepared=check.dice.params["prepared"], bonus=given)
        return say("effect.breath", seconds=seconds)
    if check.id == "overcome":
        return say("effect.overcome" if success else "effect.tired")
    if check.id in MODES_OF:
        carried = [row.distance or ZERO for row in check.odds if row.result <= result - harder]
        least = exact(check.dice.params["least"])
        return say("effect.metres", metres=carried[-1] if carried else least)
    return say("effect.made" if success else "effect.failed")


# ---------------------------------------------------------------- what facts lead to


def _moved(s: Situation, state: Effort, fact: MovedFact) -> Effort:
    """Return the state after a move: what it used, where it ended, what it met."""
    if not fact.segments:
        return state
    down = -sum((exact(part.rise) for part in fact.segments if drops(part)), ZERO)
    state = replace(state, drop=state.drop + down)
    if fact.forced:
        return replace(state, heading="", run=ZERO)
    if fact.landed is not None:
        over_pit = _over_pit(fact.segments, exact(fact.landed))
        depth, over = pit_of(fact.segments)
        state = replace(state, over_pit=over_pit, pit=depth, over=(ZERO, ZERO) if over_pit else over)
    if not fact.in_combat:
        return replace(_afresh(state), heading="", run=ZERO, bonus=0)
    for segment in fact.segments:
        mode = segment.mode
        if mode not in MODES:
            continue
        going = state.going(mode)
        going = REST if going.outside else going
        cost = ZERO if mode == "jump" else exact(segment.length) * exact(segment.mult) + exact(segment.flat)
        going = replace(going, used=going.used + cost, grades=merged(going.grades, ground_of(segment)))
        state = state.with_going(mode, going)
    jumped = leapt(s, fact.segments)
    if jumped:
        state = replace(state, jump=replace(state.jump, used=state.jump.used + jumped), run_ups=(), bonus=0)
    run_ups = () if _turns(state, fact.segments) else state.run_ups
    heading, run = straight_run(fact.segments, state.heading, state.run)
    slick = any(segment.slick != "none" for segment in fact.segments)
    passed = gates_passed(fact.segments)
    return replace(
        state,
        diagonals=state.diagonals + sum(segment.diagonals for segment in fact.segments),
        heading=heading,
        run=run,
        run_ups=run_ups,
        asked=merged_names(state.asked, ["slick"] if slick else []),
        passed=merged_names(state.passed, passed),
    )


def _over_pit(segments: Sequence[SegmentFact], landed: Fraction) -> bool:
    """Tell whether nothing is underfoot so far along a jump: in the air one stands at its begin alone."""
    for segment in segments:
        if ZERO < landed <= segment.extent:
            far = exact(segment.length) * landed / segment.extent
            return segment.pit is not None and far > exact(segment.pit)
        landed -= segment.extent
    return False


def _afresh(state: Effort) -> Effort:
    """Return the state without what was rolled outside combat: the next move asks anew (X-10)."""
    for mode in MODES:
        state = state.with_going(mode, REST) if state.going(mode).outside else state
    return state


def merged_names(names: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    """Return names with others, each once."""
    return tuple(dict.fromkeys((*names, *more)))


def leapt(s: Situation, segments: Sequence[SegmentFact]) -> Fraction:
    """Return how far the jumps among recorded stretches went, each measured by itself."""
    whole, far, high = ZERO, ZERO, ZERO
    for index, segment in enumerate(segments):
        if segment.mode != "jump":
            continue
        far, high = far + exact(segment.length), high + max(ZERO, exact(segment.rise))
        last = index + 1 == len(segments) or segments[index + 1].mode != "jump"
        if segment.lands or last:
            whole, far, high = whole + measure(s, far, high), ZERO, ZERO
    return whole


def _turns(state: Effort, segments: Sequence[SegmentFact]) -> bool:
    """Tell whether a move leaves the line of the run before it, on foot or otherwise."""
    on_foot = all(segment.mode in {"ground", "jump"} for segment in segments)
    return not on_foot or any(
        segment.mode == "ground" and segment.heading != state.heading for segment in segments
    )


def _intended(s: Situation, state: Effort, fact: IntendedFact) -> Effort:
    """Return the state of a token that waits for a roll: how far it means to go."""
    name = fact.check.partition(":")[0]
    if name == "jump":
        return _poised(s, state, fact)
    if name not in MODES_OF:
        return state
    mode = MODES_OF[name]
    going = state.going(mode)
    going = going if going.outside != fact.in_combat else replace(REST, outside=not fact.in_combat)
    own = [segment for segment in fact.segments if segment.mode == mode]
    cost = sum((exact(part.length) * exact(part.mult) + exact(part.flat) for part in own), ZERO)
    ahead = merged((), [grade for segment in own for grade in ground_of(segment)])
    first = ground_of(own[0]) if own else ()
    return state.with_going(mode, replace(going, declared=going.used + cost, first=first, ahead=ahead))


def _poised(s: Situation, state: Effort, fact: IntendedFact) -> Effort:
    """Return the state of a token about to jump: its run-up, and how far the jump is."""
    part = fact.segments[0]
    straight = state.heading == part.heading
    in_line = straight and state.run >= least_run(s)
    running = state.run > 0 and (in_line if part.run_up is None else part.run_up)
    bonus = bonus_of(state, running=running, straight=straight, forced=part.run_up)
    leap = next((i + 1 for i, one in enumerate(fact.segments) if one.lands), len(fact.segments))
    metres = leapt(s, fact.segments[:leap])
    flight = sum((one.extent for one in fact.segments[:leap]), ZERO)
    used = state.jump.used if fact.in_combat else ZERO
    jump = replace(state.jump, declared=used + metres)
    return replace(state, bonus=bonus, jump=jump, flight=flight)


def _acted(s: Situation, state: Effort) -> Effort:
    """Return the state after another action: movement actions begun before it are over (D6-14)."""
    for mode in MODES:
        going = state.going(mode)
        if not going.outside and uses_action(s, mode, going):
            state = state.with_going(mode, replace(going, closed=True))
    return state


def _did(state: Effort, fact: DidFact) -> Effort:
    if fact.act == "breathe_deeply":
        bonus = fact.options.get("bonus_s")
        seconds = exact(bonus) if isinstance(bonus, int | float) else None
        return replace(state, prepared=True, bonus_s=seconds)
    if fact.act == "surface":
        return replace(state, breath_left=None, breath_seconds=None)
    return replace(state, fast_rounds=0)


def _rolled(s: Situation, state: Effort, fact: RolledFact) -> Effort:
    """Return the state after a roll: it opens an allowance, or goes wrong."""
    name = fact.check.partition(":")[0]
    if fact.faces and fact.faces[0] == 1 and s.house_rules.wild_die == "complication":
        state = _mishap(state, "complication")
    if name == "gate":
        return state
    dice, pips = dice_of(skill_of(s, fact.check, prepared=state.prepared)[1])
    total = counted(s, fact, dice, pips + fact.modifier)
    if name == "breath":
        return _hold_breath(s, state, total)
    if name == "overcome":
        return replace(state, overcome=total >= fact.difficulty + margin(s))
    if name == "jump":
        return _jumped(s, state, fact, total + state.bonus - margin(s))
    return _paced(s, state, MODES_OF[name], total - margin(s), fact.difficulty)


def _mishap(state: Effort, mishap: str) -> Effort:
    return replace(state, mishaps=merged_names(state.mishaps, [mishap]))


def _hold_breath(s: Situation, state: Effort, total: int) -> Effort:
    seconds = breath_time(s, total, prepared=state.prepared, bonus=state.bonus_s)
    rounds = floor(seconds / exact(s.house_rules.round_seconds))
    return replace(state, prepared=False, bonus_s=None, breath_seconds=seconds, breath_left=rounds)


def _jumped(s: Situation, state: Effort, fact: RolledFact, total: int) -> Effort:
    """Return the state after the roll of a jump; a failed one goes nowhere by itself (D6-25)."""
    if total >= fact.difficulty:
        return state
    declared = state.jump.declared or jump_base(s)
    carried = degraded(s, "jump", total, fact.difficulty - jump_difficulty(s, declared))
    before = state.jump.used if fact.in_combat else ZERO
    carries = max(ZERO, min(declared, carried) - before)
    lands = on_grain(state.flight * carries / (declared - before)) if carries else ZERO
    return _mishap(replace(state, carries=carries, lands=lands), "jump" if carries else "edge")


def _paced(s: Situation, state: Effort, mode: str, total: int, difficulty: int) -> Effort:
    """Return the state after the roll of a way of moving."""
    going = state.going(mode)
    result, limit = outcome(s, state, mode, total, difficulty)
    whole, tired = added(s, state, mode, difficulty)
    extra = whole - terrain(s, merged(going.grades, going.ahead))
    declared = going.declared or ZERO
    small = ZERO < declared <= short_distance(s, mode)
    # Nowhere to go back to: what was moved before the roll stays moved.
    fixed = None if limit is None else max(limit, going.used)
    state = state.with_going(
        mode,
        replace(
            going,
            total=total,
            extra=extra,
            tired=tired,
            small=small,
            fast=going.fast or declared > base_of(s, mode),
            limit=fixed,
            result=result,
            declared=None,
            first=(),
            ahead=(),
        ),
    )
    if result == "trip" or (result in {"fail", "first_round_fail"} and trips(s, difficulty - total)):
        return replace(state, prone=True)
    if result in {"fail", "first_round_fail"} and s.house_rules.trip_margin is None:
        return _mishap(state, "trip")
    begun = extra + terrain(s, merged(going.grades, going.first))
    stuck = result == "short" and degraded(s, mode, total, begun, tired) <= going.used
    return _mishap(state, STUCK[mode]) if stuck else state


def _new_round(s: Situation, state: Effort) -> Effort:
    """Return the state at the beginning of a round: what lasts is counted on, the rest is cleared."""
    fast = any(_was_fast(s, mode, state.going(mode)) for mode in PACED)
    rests = 0 if s.house_rules.fatigue_reset == "on_rest_round" else state.fast_rounds
    left = state.breath_left
    return replace(
        cleared(state, ROUND),
        ground_rate=_rate_after(state.ground),
        swim_rate=_rate_after(state.swim),
        fly_rate=_rate_after(state.fly),
        fast_rounds=state.fast_rounds + 1 if fast else rests,
        run_ups=_run_ups_after(s, state),
        owed=tuple(_lacking(s, state)),
        breath_left=None if left is None else max(0, left - 1),
    )


def _was_fast(s: Situation, mode: str, going: Going) -> bool:
    """Tell whether a round's movement tires (D6-20): beyond one Move, or a failed roll to get there."""
    return not going.outside and (going.fast or going.used > base_of(s, mode))


def _lacking(s: Situation, state: Effort) -> Iterator[tuple[str, Fraction]]:
    """Yield the modes that go slower in this round than a chase lets them, and how many metres are lacking (D6-17)."""
    for mode in PACED:
        going, least = state.going(mode), slowest(s, mode, state.rate(mode))
        settled = f"slow:{mode}" in state.ruled or going.limit is not None or going.outside
        if s.house_rules.acceleration and not settled and going.used < least:
            yield mode, least - going.used


def _rate_after(going: Going) -> Fraction:
    """Return the rate that a round leaves to the next: none after a stop or a trip."""
    return ZERO if going.outside or going.result in {"stop", "trip"} else going.used


def _run_ups_after(s: Situation, state: Effort) -> tuple[bool, ...]:
    """Return the rounds of run-up after this one; a round without running ends them, and so does a jump."""
    ground = state.ground
    if not ground.used or state.jump.used or ground.outside:
        return ()
    beaten = ground.result == "ok" if ground.result else state.run >= least_run(s)
    return (*state.run_ups, beaten)[-2:]


def _ruled(state: Effort, fact: RuledFact) -> Effort:
    """Return the state after the GM's word."""
    if fact.ruling == "prone":
        return replace(state, prone=fact.choice != "stands")
    name, _, mode = fact.ruling.partition(":")
    if name == "slow" and mode in dict(state.owed):
        lacking = dict(state.owed)[mode] if fact.choice == "carried" else ZERO
        owed = tuple(pair for pair in state.owed if pair[0] != mode)
        return replace(state.with_rate(mode, state.rate(mode) + lacking), owed=owed)
    if fact.ruling == "drop":
        return replace(state, drop=ZERO)
    if fact.ruling in {"jump", "edge"}:
        state = replace(state, pit=None, over=(ZERO, ZERO))
    if fact.ruling in MISHAPS:
        left = tuple(mishap for mishap in state.mishaps if mishap != fact.ruling)
        tripped = fact.ruling == "trip" and fact.choice == "trips"
        return replace(_afresh(state), mishaps=left, prone=state.prone or tripped)
    return replace(state, ruled=merged_names(state.ruled, [fact.ruling]))


# ---------------------------------------------------------------- where a token stands


def _standing(s: Situation, state: Effort) -> Standing:
    """Return allowances, modifiers, badges, counters and open questions."""
    bonus = run_up_bonus(state.run_ups)
    modifiers = [*tired_modifiers(s, state), *([run_up_modifier(bonus)] if bonus else [])]
    statuses = [Status("prone", "D6-19", say("prone"))] if state.prone else []
    hazards = [Hazard(m, MISHAPS[m][0], ZERO, mishap_text(state, m)) for m in state.mishaps]
    if state.drop:
        hazards.append(Hazard("drop", "D6-23", ZERO, say("drop", metres=state.drop)))
    if state.breath_left is not None:
        statuses.append(Status("breath", "D6-06", say("breath.left", rounds=state.breath_left)))
        if not state.breath_left:
            hazards.append(Hazard("breath_out", "D6-06", ZERO, say("breath.out")))
    climbing = "climb_move.working" if s.character.has_climbing else "climb_move.half"
    lines = [
        RULES["D6-04"].trace(say("swim_move.working", move=move_of(s), base=swim_move(s)), base=swim_move(s)),
        RULES["D6-08"].trace(say(climbing, move=move_of(s), base=climb_move(s)), base=climb_move(s)),
        RULES["D6-10"].trace(say("jump_base.working", move=move_of(s), base=jump_base(s)), base=jump_base(s)),
    ]
    if state.breath_seconds is not None:
        rounds = floor(state.breath_seconds / exact(s.house_rules.round_seconds))
        working = say("breath.working", seconds=state.breath_seconds, rounds=rounds)
        lines.append(RULES["D6-06"].trace(working, seconds=state.breath_seconds))
    return Standing(
        allowances=tuple(_allowances(s, state)),
        modifiers=tuple(modifiers),
        statuses=tuple(statuses),
        counters=tuple(_counters(s, state)),
        rulings=tuple(_rulings(s, state)),
        hazards=tuple(hazards),
        trace=tuple(lines),
    )


def _rulings(s: Situation, state: Effort) -> Iterator[Ruling]:
    for mishap in state.mishaps:
        yield mishap_ruling(state, mishap)
    if state.drop:
        yield drop_ruling(state.drop, ZERO)
    if state.prone:
        yield prone_ruling()
    if "slick" in state.asked and "slick" not in state.ruled:
        yield slick_ruling(ZERO)
    if state.breath_left == 0 and "breath_out" not in state.ruled:
        choices = (Choice("gm", say("breath.out.gm")),)
        yield Ruling("breath_out", "D6-06", ZERO, say("breath.out.ask"), choices, "gm")
    if not (s.house_rules.acceleration and s.in_combat):
        return
    for mode, lacking in state.owed:
        yield slow_ruling(mode, say("slowest.owed", lacking=lacking), ZERO, carried=mode == "ground")
    known = dict(state.owed)
    for mode, _ in _lacking(s, state):
        if state.going(mode).used and mode not in known:
            rate = state.rate(mode)
            question = say("slowest.ask", rate=rate, least=slowest(s, mode, rate))
            yield slow_ruling(mode, question, ZERO, carried=False)


def _usable(s: Situation) -> list[str]:
    """Return the modes that the sheet allows at all; on foot one stands in any case."""
    return [mode for mode in MODES if mode != "fly" or base_of(s, mode)]


def _allowances(s: Situation, state: Effort) -> Iterator[Allowance]:
    for mode in _usable(s):
        going, half = seen(s, state, mode), short_distance(s, mode)
        name = say(f"mode.{mode}")
        if half:
            used = min(going.used, half)
            spare = ZERO if going.closed else half - used
            label = say("allow.short", mode=name)
            yield Allowance(f"short_{mode}", mode, "D6-13", label, "round", half, used, spare)
        if mode == "jump":
            base = jump_base(s)
            yield Allowance("jump", mode, "D6-10", say("allow.jump"), "round", base, going.used, None, base)
            continue
        levels = prices(s, state, mode, going.grades)
        known = going.limit is not None or going.total is not None or going.closed or barred(s, mode)
        top = top_of(s, state, mode) if s.in_combat and not known else None
        limit = no_roll_limit(levels) if known else top[0] if top else None
        left = None if limit is None else max(ZERO, limit - going.used)
        number = top[1].rule if top else CHECK_RULES[CHECKS[mode]]
        yield Allowance(mode, mode, number, say("allow.whole", mode=name), "round", limit, going.used, left)


def _counters(s: Situation, state: Effort) -> Iterator[Counter]:
    for mode in _usable(s):
        yield from _mode_counters(s, state, mode)
    yield Counter("fast_rounds", "D6-20", say("counter.fast_rounds"), state.fast_rounds)
    yield Counter("fatigue", "D6-20", say("counter.fatigue"), fatigue_now(s, state))
    yield Counter("run_up", "D6-12", say("counter.run_up"), run_up_bonus(state.run_ups))
    yield Counter("breath_left", "D6-06", say("counter.breath"), state.breath_left)
    yield Counter("breath_seconds", "D6-06", say("counter.seconds"), state.breath_seconds)
    yield Counter("prone", "D6-19", say("counter.prone"), state.prone)
    yield Counter("swim_move", "D6-04", say("counter.swim_move"), swim_move(s))
    yield Counter("climb_move", "D6-08", say("counter.climb_move"), climb_move(s))
    yield Counter("jump_base", "D6-10", say("counter.jump_base"), jump_base(s))
    if base_of(s, "fly"):
        yield Counter("fly_move", "D6-24", say("counter.fly_move"), base_of(s, "fly"))


def _mode_counters(s: Situation, state: Effort, mode: str) -> Iterator[Counter]:
    going, name = seen(s, state, mode), say(f"mode.{mode}")
    yield Counter(f"{mode}_used", "D6-01", say("counter.used", mode=name), going.used)
    yield Counter(f"{mode}_action", "D6-14", say("counter.action", mode=name), uses_action(s, mode, going))
    if going.total is not None:
        shown = say("result.nowhere" if _nowhere(going) else f"result.{going.result}")
        yield Counter(f"{mode}_result", "D6-18", say("counter.result", mode=name), going.result, shown)
        afforded = ZERO if _nowhere(going) else carries_to(s, mode, going, going.grades)
        yield Counter(f"{mode}_affords", "D6-18", say("counter.affords", mode=name), afforded)
    if mode in PACED and s.house_rules.acceleration:
        yield from _chase_counters(s, state, mode)


def _chase_counters(s: Situation, state: Effort, mode: str) -> Iterator[Counter]:
    """Yield the window of rates that a chase leaves for this round (D6-16, D6-17)."""
    name, rate, top = say(f"mode.{mode}"), state.rate(mode), top_of(s, state, mode)
    yield Counter(f"{mode}_rate", "D6-16", say("counter.rate", mode=name), rate)
    yield Counter(f"{mode}_fastest", "D6-16", say("counter.fastest", mode=name), top[0] if top else None)
    yield Counter(f"{mode}_slowest", "D6-17", say("counter.slowest", mode=name), slowest(s, mode, rate))


SYSTEM = OpenD6()
