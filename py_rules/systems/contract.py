"""The Contract: one Movement per round, free up to a distance, dearer beyond it, rolled for beyond that.

Distances in feet. The round's Action pays for what goes beyond Free Movement: a die per five feet, or the
whole Action for an All-out Sprint. Climbs, swims and jumps are rolled with pools of d10.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Annotated, Literal

from pydantic import Field

from py_rules import tabletop
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
from py_rules.dice import Distribution, d10_pool, outcome_of, roll_d10
from py_rules.exact import exact, steps_of
from py_rules.footing import Draw, Footing, draw_of_mode
from py_rules.judging import Judge, unwalked
from py_rules.ledger import (
    ActedFact,
    BeganFact,
    EndedFact,
    Fact,
    MovedFact,
    RolledFact,
    RuledFact,
    SegmentFact,
    StoodFact,
    gates_passed,
    pit_of,
    straight_run,
)
from py_rules.levels import (
    Level,
    counted_from,
    ends,
    least,
    left_of,
    limit_without,
    most,
    no_roll_limit,
    over_laid,
    share,
)
from py_rules.rules import rule, rules_in
from py_rules.system import (
    Carry,
    Event,
    Gate,
    Inputs,
    Leap,
    NoSheet,
    OnTests,
    Reach,
    Segment,
    Situation,
    Spent,
    System,
    TableRules,
    house_rule,
    on_tests,
)

REFERENCE = "The Contract, Movement"
STEP = 5
"""Feet that one die, one point of Outcome or one rating is worth."""
ZERO = Fraction(0)
ROLLED_MODES = ("climb", "swim")
CARRIED = frozenset({"drift", "fall"})
"""What a token is recorded to do that sinks: it stays in the water."""
CHECK_RULES = {"sprint": "CON-09", "climb": "CON-14", "swim": "CON-16"}
OTHER_CHECK_RULES = {"jump": "CON-12", "gate": "CON-10"}
SURFACES = {"ladder": 5, "easy": 6, "ordinary": 7, "hard": 8, "cliff": 9}

say = Catalog(
    "contract",
    {
        "dice.result": "Outcome",
        "dice.target": "Difficulty",
        "mode.ground": "On foot",
        "mode.sprint": "All-out Sprint",
        "mode.climb": "Climb",
        "mode.jump": "Jump",
        "mode.swim": "Swim",
        "scope.round": "Round",
        "pool": "{first} {first_value} + {second} {second_value} = {pool} d10 against Difficulty {difficulty}",
        "pool.changed": "{first} {first_value} + {second} {second_value}, modifier {change} = {pool} d10"
        " against Difficulty {difficulty}",
        "outcome": "Outcome {needed} or better",
        "free": "Free Movement, up to {limit} ft",
        "free.working": "5 + 5 × Dexterity {dexterity} − Penalty {penalty}, at least 5 = {free} ft",
        "free.working.rating": "5 + 5 × (Dexterity {dexterity} − Penalty {penalty}, at least 0) = {free} ft",
        "extended": "Extended Movement costs {dice} of the Action's dice",
        "extended.working": "5 × Brawn {brawn} = {extended} ft beyond Free Movement",
        "dice.working": "{extra} ft beyond Free Movement: {dice} of the Action's dice",
        "dice.saved": "{extra} ft beyond Free Movement: {dice} of the dice held back",
        "saved": "{saved} dice held back open {extended} ft more",
        "acted": "The Action is used and no dice were held back: only Free Movement, {limit} ft",
        "sprint": "All-out Sprint: the whole Action, Outcome {needed} or better",
        "sprint.known": "The All-out Sprint carries {limit} ft",
        "sprint.working": (
            "5 × (Outcome {outcome} + Dexterity {dexterity} + Brawn {brawn}), at least {least} = {feet} ft"
        ),
        "sprint.sure": "{feet} ft: any Outcome carries as far",
        "sprint.need": "{feet} ft need Outcome {needed}: {steps} steps of 5 ft − Dexterity {dexterity} − Brawn {brawn}",
        "too_far": "Farther than any roll would carry",
        "too_far.acted": "Past what is left after the Action",
        "cut": "The GM ended this Movement in difficult terrain",
        "stunned": "Stunned: no movement",
        "closed": "Already moved before acting: the Movement is over",
        "sprinting.act": "The whole Action went into the All-out Sprint",
        "acted.twice": "The Action of this round is used already",
        "sprint.acted": "The Action is used: an All-out Sprint needs it whole",
        "rating.athletics": "Athletics",
        "rating.brawn": "Brawn",
        "rating.dexterity": "Dexterity",
        "rolled": "Rolled already: once per Movement",
        "no_combat": "Outside combat nothing is limited",
        "no_combat.sprint": "Outside combat there is no need to sprint",
        "difficult": "Difficult terrain: {region}",
        "difficult.working": "{length} ft × {multiplier} + {flat} ft = {cost} ft",
        "difficult.times": "{length} ft × {multiplier} = {cost} ft",
        "difficult.entry": "{length} ft + {flat} ft on entering = {cost} ft",
        "difficult.same": "{length} ft at no extra cost",
        "difficult.ask": "Difficult terrain, {region}: does it ask for more than the map says?",
        "difficult.as_shown": "Go on at the price shown",
        "difficult.stop": "Movement ends at its edge",
        "gate": "{region}: {name}, Outcome {needed} or better",
        "gate.label": "{name}",
        "gate.pool": "{pool} d10 against Difficulty {difficulty}",
        "jump": "Jump, {extent}: Outcome 1 or better at Difficulty {difficulty}",
        "jump.short_label": "Jump: Outcome 1 or better at Difficulty {difficulty}",
        "jump.free": "Jump, {extent}: within reach, no roll",
        "jump.too_long": "Jump, {extent}: Difficulty {difficulty} is above {highest}",
        "jump.no_chance": "Jump, {extent}: the pool has no chance at Difficulty {difficulty}",
        "jump.label": "Jump {extent}",
        "jump.far": "{far} ft",
        "jump.high": "{high} ft up",
        "jump.far_and_high": "{far} ft far and {high} ft up",
        "jump.running": "Running jump with Brawn {brawn}: {horizontal} ft far or {vertical} ft up",
        "jump.standing": "Standing jump with Brawn {brawn}: {horizontal} ft far or {vertical} ft up",
        "jump.excess": "Difficulty {base} + {excess}, one for each started foot beyond reach = {difficulty}",
        "jump.within": "Within reach: Difficulty {difficulty}",
        "jump.short": "The jump fell short: what happened?",
        "jump.short.edge": "Stays at the take-off edge",
        "jump.short.lands": "Lands short",
        "jump.short.falls": "Falls",
        "climb": "Climb: Outcome {needed} or better",
        "climb.known": "The climbing roll carries {limit} ft",
        "climb.working": "5 + 2 × Outcome {outcome}, at least 0 = {feet} ft",
        "climb.nothing": "Outcome {outcome} climbs nothing",
        "climb.difficulty": "Difficulty {difficulty} by the surface: {surface}",
        "climb.slip": "A negative Outcome on the climb: what happened?",
        "climb.slip.holds": "Keeps hold",
        "climb.slip.falls": "Slips and falls",
        "surface.ladder": "Ladder",
        "surface.easy": "Easy",
        "surface.ordinary": "Ordinary",
        "surface.hard": "Hard",
        "surface.cliff": "Cliff",
        "surface.gm": "set by the GM",
        "surface.none": "not given",
        "swim": "Swim: Outcome {needed} or better",
        "swim.known": "The swimming roll carries {limit} ft",
        "swim.working": "5 × Outcome {outcome} = {feet} ft",
        "swim.half": "Carrying anything halves the swim: {feet} ft",
        "swim.full": "Fully loaded in water: cannot swim, sinks and begins to drown",
        "sinking": "Sinking",
        "drowning": "Drowning",
        "sinking.ask": "Fully loaded in water: how does this round's sinking and drowning go?",
        "sinking.fixed": "Sinks {feet} ft this round",
        "sinking.gm": "The GM says",
        "drop": "Comes down {feet} ft without climbing: the GM says what that does",
        "drop.ask": "A drop of {feet} ft: what happens?",
        "drop.none": "Nothing",
        "drop.fall": "A fall",
        "pool.penalty": "Penalty {penalty} off every pool, at least one die left",
        "allow.free": "Free Movement",
        "allow.extended": "Extended Movement",
        "allow.movement": "Movement in all",
        "allow.sprint": "All-out Sprint",
        "allow.climb": "Climb",
        "allow.swim": "Swim",
        "allow.jump_running": "Running jump",
        "allow.jump_standing": "Standing jump",
        "now.after": "after",
        "now.before": "before",
        "now.closed": "closed",
        "now.none": "none",
        "now.open": "open",
        "now.spent": "spent",
        "now.sprinting": "sprinting",
        "now.unspent": "unspent",
        "now.unused": "unused",
        "on.action": "every roll of this round's Action",
        "since.now": "now",
        "since.extended": "when Free Movement was passed",
        "until.round": "end of the round",
        "spend.movement": "Movement",
        "spend.extended": "Extended Movement",
        "spend.action": "the whole Action",
        "spend.action.rolled": "the Action, for the roll",
        "spend.saved": "dice held back",
        "counter.movement": "Movement",
        "counter.order": "Moved before or after the Action",
        "counter.action": "Action",
        "counter.saved": "Dice held back",
        "counter.penalty": "Dice off the Action",
        "counter.ground": "Feet on the ground",
        "counter.extra": "Feet beyond Free Movement",
        "effect.feet": "Carries {feet} ft",
        "effect.made": "Made it",
        "effect.failed": "Did not make it",
    },
)


class Character(Inputs):
    """A character of The Contract, as far as movement goes."""

    dexterity: Annotated[int, Field(ge=0, le=20, title="Dexterity")] = 1
    brawn: Annotated[int, Field(ge=0, le=20, title="Brawn")] = 1
    athletics: Annotated[int, Field(ge=0, le=20, title="Athletics")] = 0
    penalty: Annotated[int, Field(ge=0, le=20, title="Penalty")] = 0
    """Wound and mind Penalty, entered as a positive number."""
    stunned: Annotated[bool, Field(title="Stunned")] = False
    load: Annotated[Literal["none", "partial", "full"], Field(title="Load")] = "none"
    """Partial: carrying anything at all; full: fully encumbered."""
    exempt: NoSheet = None
    """A vehicle, a drone, IC, a sprite or the like: none of these rules holds for it; empty: the sheet does."""


class HouseRules(TableRules):
    """The switches of The Contract."""

    penalty_reading: Literal["feet", "rating"] = house_rule(
        "feet", "Penalty counts in feet or lowers ratings", "CON-05", "CON-06", "CON-09", required=True
    )
    """Feet: Penalty comes off Free Movement foot by foot; rating: it lowers Dexterity, then Brawn."""
    extension_penalty: Literal["per_5ft", "flat"] = house_rule(
        "per_5ft",
        "Price of Extended Movement",
        "CON-07",
        "CON-08",
        required=True,
        words={"per_5ft": "Per 5 ft"},
    )
    """Per 5 ft: one die for every started 5 ft; flat: one die whatever the distance."""
    mixed_modes: Literal["own_caps", "proportional"] = house_rule("own_caps", "Modes in one Movement", "X-09")
    """Own caps: every mode has its own cap; proportional: the parts used of all caps add up to at most one."""
    sprint_floor: Literal["none", "free"] = house_rule(
        "none",
        "All-out Sprint never shorter than",
        "CON-09",
        words={"none": "Nothing", "free": "Free Movement"},
    )
    """Nothing: a bad roll may carry less far than walking; Free Movement: never less far than that."""
    base_difficulty: int = house_rule(
        6, "Base Difficulty", "CON-09", "CON-10", "CON-12", "CON-13", "CON-15", "CON-16", ge=2, le=10
    )
    """Difficulty of sprint, jump and swim rolls; also of climbs if the GM gives none."""
    max_difficulty: int = house_rule(10, "Highest Difficulty of a jump", "CON-13", ge=2, le=30)
    """A jump that would be harder is impossible; beyond 10 only tens count."""
    jump_excess: Literal["sum", "max"] = house_rule(
        "sum", "Extra feet far and high", "CON-13", words={"sum": "Both added", "max": "The greater one"}
    )
    """Both added: feet too far and feet too high both raise the Difficulty; the greater one: only that does."""
    jump_counts: bool = house_rule(True, "Jumps use Movement", "CON-11")
    """Feet jumped, far and high, count as feet on the ground (AMB-CON-9)."""
    run_up_ft: float = house_rule(5, "Run-up in feet", "CON-11", ge=0, le=1000)
    """How far one runs straight at a gap for a running jump."""
    run_up_pace: Literal["any", "full"] = house_rule(
        "any", "Pace of a run-up", "CON-11", words={"any": "A walk will do", "full": "Full speed"}
    )
    """A walk will do: its feet are enough; full speed: it takes all of Free Movement, too."""
    round_jump: Literal["exact", "down"] = house_rule(
        "exact", "Halves of a jump reach", "CON-11", words={"exact": "Kept", "down": "Dropped"}
    )
    """Kept: half feet count; dropped: they do not."""
    climb_zero: Literal["formula", "none"] = house_rule(
        "formula", "Climbing with Outcome 0", "CON-14", words={"formula": "5 ft", "none": "Nothing"}
    )
    """5 ft: by the formula, Outcome 0 still climbs them; nothing: it climbs nothing."""
    round_swim: Literal["exact", "down_to_5"] = house_rule(
        "exact", "Rounding of a swim", "CON-17", words={"down_to_5": "Whole 5 ft"}
    )
    """Exact: a halved swim keeps its half steps; whole 5 ft: it is cut to steps of 5 ft."""
    sink_ft_per_round: float | None = house_rule(None, "Feet sunk per round", "CON-18", ge=0, le=1000)
    """How far the fully loaded sink at the end of each round. Empty: the GM says so each time."""
    rolled_move_uses_action: bool = house_rule(
        False, "Climbing and swimming use the Action", "CON-14", "CON-16"
    )
    """Off: they are part of the Movement. On: such a roll is the Action, less the dice that Extended Movement took
    before it, and after it there is neither Extended Movement nor a sprint nor another such roll."""
    penalty_hits_pools: bool = house_rule(False, "Penalty comes off every pool", "CON-20")
    """Every roll loses as many dice as the Penalty; one die is left."""
    tens_count: int = house_rule(
        2, "What a 10 counts", "CON-09", "CON-10", "CON-12", "CON-14", "CON-16", ge=1, le=2
    )
    """How much of the Outcome a 10 is worth."""
    ones_subtract: bool = house_rule(
        True, "A 1 takes one away", "CON-09", "CON-10", "CON-12", "CON-14", "CON-16"
    )
    """Off: a 1 counts nothing, and no Outcome is negative."""
    round_seconds: float = house_rule(3, "Seconds in a round", "CON-01", ge=0.1, le=3600)
    """Only for telling minutes."""


class Circumstances(Inputs):
    """What the GM said of this very move."""

    test_modifier: OnTests = 0
    """Dice added to every test of movement, or taken from it if negative: wounds, gear, the GM's word."""
    high_stakes: Annotated[bool, Field(title="High stakes")] = False
    """Jumps and swims are rolled outside combat too."""
    base_difficulty: Annotated[int | None, Field(ge=2, le=10, title="Base Difficulty")] = None
    """Another base Difficulty for this move."""
    jump_pool: Annotated[Literal["larger", "brawn", "dexterity"], Field(title="Jumps are rolled with")] = (
        "larger"
    )
    """The player's choice: Brawn or Dexterity beside Athletics; larger: whichever has more dice."""


Mishap = Literal["jump", "slip"]


ROUND = "begin round"


@dataclass(frozen=True, slots=True)
class Round:
    """The round's ledger of one token; feet as fractions."""

    movement: Literal["unused", "open", "closed"] = kept("unused", ROUND)
    order: Literal["none", "before", "after"] = kept("none", ROUND)
    action: Literal["unspent", "spent", "sprinting"] = kept("unspent", ROUND)
    dice_saved: int = kept(0, ROUND)
    ground_used: Fraction = kept(ZERO, ROUND)
    climb_used: Fraction = kept(ZERO, ROUND)
    swim_used: Fraction = kept(ZERO, ROUND)
    sprint_outcome: int | None = kept(None, ROUND)
    climb_outcome: int | None = kept(None, ROUND)
    swim_outcome: int | None = kept(None, ROUND)
    round_over: bool = kept(False, ROUND, counted_at=["end round"])
    in_water: bool = kept(False, until="the last move ends on dry land")
    diagonals: int = kept(0, ROUND)
    heading: str = kept("", ROUND)
    run: Fraction = kept(ZERO, ROUND)
    asked: tuple[str, ...] = kept((), ROUND)
    ruled: tuple[tuple[str, str], ...] = kept((), ROUND)
    passed: tuple[str, ...] = kept((), ROUND)
    cut: bool = kept(False, ROUND)
    """The GM ended this Movement (CON-10)."""
    mishaps: tuple[Mishap, ...] = kept((), ROUND)
    drop: Fraction = kept(ZERO, until="the GM has ruled on it")
    """Feet come down without climbing."""
    pit: Fraction | None = kept(None, until="the GM has said how the jump ended")
    """How deep it is past the edge that a failed jump leaves."""
    over: tuple[Fraction, Fraction] = kept((ZERO, ZERO), until="the GM has said how the jump ended")
    """How far past the edge that is, in columns and rows."""

    def used(self, mode: str) -> Fraction:
        """Feet used of a mode's allowance."""
        return {"climb": self.climb_used, "swim": self.swim_used}.get(mode, self.ground_used)

    def outcome(self, check: str) -> int | None:
        """The Outcome rolled for sprint, climb or swim; none: not rolled."""
        return {"sprint": self.sprint_outcome, "climb": self.climb_outcome, "swim": self.swim_outcome}[check]


# ---------------------------------------------------------------- formulas


@rule("CON-05", "Free Movement", kind="rate", reference=REFERENCE)
def free_movement(s: Situation) -> Fraction:
    """Move up to 5 ft, plus 5 ft for each point of Dexterity and minus 1 ft for each point of Penalty, at no cost; 5
    ft is the minimum. If your table has Penalty lower ratings, it comes off Dexterity instead.

    In feet. Stunned characters (CON-04) get none; see :func:`stunned`.
    """
    if s.character.stunned:
        return ZERO
    if s.house_rules.penalty_reading == "rating":
        return Fraction(5 + STEP * dexterity(s))
    return Fraction(max(5, 5 + STEP * s.character.dexterity - s.character.penalty))


@rule("CON-06", "Extended Movement, distance", kind="band", reference=REFERENCE)
def extended_movement(s: Situation) -> Fraction:
    """Go on beyond Free Movement for up to 5 ft for each point of Brawn. If your table has Penalty lower ratings, what
    Dexterity cannot absorb comes off Brawn, down to 1.
    """
    return ZERO if s.character.stunned else Fraction(STEP * brawn(s))


@rule("CON-07", "Extended Movement, dice penalty", kind="modifier", reference=REFERENCE)
def dice_lost(s: Situation, extra: Fraction) -> int:
    """Each started 5 ft beyond Free Movement takes one die off every roll of this round's Action, even one made as a
    Reaction. If your table plays a flat price, it is one die whatever the distance.
    """
    if extra <= 0:
        return 0
    return -1 if s.house_rules.extension_penalty == "flat" else -steps_of(extra, STEP)


@rule("CON-08", "Acted already, saved dice", kind="resource", reference=REFERENCE)
def extension_open(s: Situation, state: Round) -> Fraction:
    """Once you have acted, you go beyond Free Movement only on dice you held back from the Action: 5 ft for each, up
    to your Extended Movement. If your table plays a flat price, one such die opens all of it.
    """
    extended = extended_movement(s)
    if state.action == "unspent":
        return extended
    if state.action == "sprinting" or state.dice_saved == 0:
        return ZERO
    if s.house_rules.extension_penalty == "flat":
        return extended
    return min(extended, Fraction(STEP * state.dice_saved))


@rule("CON-09", "All-out Sprint", kind="roll", reference=REFERENCE)
def sprint_feet(s: Situation, outcome: int) -> Fraction:
    """Give the whole Action and roll Brawn + Athletics: you move 5 ft × (Outcome + Dexterity + Brawn) in place of Free
    and Extended Movement, even if that is less, unless your table guarantees Free Movement. What you have already
    moved this round counts against it.
    """
    feet = Fraction(max(0, STEP * (outcome + dexterity(s) + brawn(s))))
    return max(feet, free_movement(s)) if s.house_rules.sprint_floor == "free" else feet


def sprint_needed(s: Situation, feet: Fraction) -> int:
    """Return the Outcome that an All-out Sprint over ``feet`` needs (CON-09)."""
    return steps_of(feet, STEP) - dexterity(s) - brawn(s)


def dexterity(s: Situation) -> int:
    """Return Dexterity for movement; under the rating reading the Penalty lowers it (CON-05)."""
    if s.house_rules.penalty_reading == "feet":
        return int(s.character.dexterity)
    return int(max(0, s.character.dexterity - s.character.penalty))


def brawn(s: Situation) -> int:
    """Return Brawn for movement; under the rating reading what Dexterity left of the Penalty lowers it (CON-06)."""
    if s.house_rules.penalty_reading == "feet" or s.character.brawn == 0:
        return int(s.character.brawn)
    return int(max(1, s.character.brawn - max(0, s.character.penalty - s.character.dexterity)))


def run_up(s: Situation) -> Fraction:
    """Return the feet of straight run-up that a running jump needs (CON-11)."""
    feet = exact(s.house_rules.run_up_ft)
    return max(feet, free_movement(s)) if s.house_rules.run_up_pace == "full" else feet


@rule("CON-11", "Jump reach", kind="rate", reference=REFERENCE)
def jump_reach(s: Situation, *, running: bool) -> tuple[Fraction, Fraction]:
    """Jump up to 4 ft far or 1 ft high for each point of Brawn if you first run straight at it for 5 ft, or what your
    table asks for; from a standstill, half as much. The feet you jump use up Movement, unless your table says
    otherwise.

    Returns (horizontal, vertical) in feet.
    """
    share = Fraction(1) if running else Fraction(1, 2)
    reach = (4 * s.character.brawn * share, s.character.brawn * share)
    if s.house_rules.round_jump == "down":
        return Fraction(floor(reach[0])), Fraction(floor(reach[1]))
    return reach


@rule("CON-13", "Over-long jump", kind="modifier", reference=REFERENCE)
def jump_difficulty(s: Situation, far: Fraction, high: Fraction, *, running: bool) -> tuple[int, int]:
    """You may try a jump beyond your reach, but you always roll it, and each started foot too far or too high raises
    the Difficulty by 1; your table may count only the greater of the two. Above Difficulty 10, or what your table
    sets, the jump is impossible.

    Returns (Difficulty, how much of it is excess).
    """
    reach_far, reach_high = jump_reach(s, running=running)
    excess = (max(0, ceil(far - reach_far)), max(0, ceil(high - reach_high)))
    extra = sum(excess) if s.house_rules.jump_excess == "sum" else max(excess)
    return base_difficulty(s) + extra, extra


@rule("CON-12", "Jump check", kind="roll", reference=REFERENCE)
def jump_needs_roll(s: Situation, excess: int) -> bool:
    """In combat, or when the stakes are high, roll a jump within reach: Brawn + Athletics or Dexterity + Athletics, as
    you choose. Outcome 1 or better makes the full distance; with less, the GM says what happens.
    """
    return bool(s.in_combat or s.circumstances.high_stakes or excess > 0)


@rule("CON-14", "Climb distance", kind="roll", reference=REFERENCE)
def climb_feet(s: Situation, outcome: int) -> Fraction:
    """Roll every climb, once per Movement, on Dexterity + Athletics: it takes you 5 ft + 2 ft × Outcome. Outcome 0
    still climbs 5 ft, unless at your table 0 and less climb nothing; below 0 you may slip.
    """
    if s.house_rules.climb_zero == "none" and outcome <= 0:
        return ZERO
    return Fraction(max(0, 5 + 2 * outcome))


@rule("CON-15", "Climb Difficulty by surface", kind="modifier", reference=REFERENCE)
def climb_difficulty(s: Situation, surface: str | None, given: int | None) -> int:
    """The surface sets the Difficulty of a climb, from 5 for a ladder to 9 for a cliff. The GM may name another; if
    nothing is said, it is the table's base Difficulty.
    """
    if given is not None:
        return given
    return SURFACES[surface] if surface else base_difficulty(s)


@rule("CON-16", "Swim distance", kind="roll", reference=REFERENCE)
def swim_feet(s: Situation, outcome: int) -> Fraction:
    """To swim in combat, or when the stakes are high, roll Dexterity + Athletics, once per Movement: you cover 5 ft ×
    Outcome, and nothing with Outcome 0 or less.
    """
    feet = encumbered(s, Fraction(STEP * max(0, outcome)))
    if s.house_rules.round_swim == "down_to_5":
        return Fraction(STEP * floor(feet / STEP))
    return feet


@rule("CON-17", "Encumbered swimming", kind="modifier", reference=REFERENCE)
def encumbered(s: Situation, feet: Fraction) -> Fraction:
    """If you carry anything at all, even a backpack, you swim only half as far."""
    return feet if s.character.load == "none" else feet / 2


@rule("CON-18", "Full load sinks and drowns", kind="hazard", reference=REFERENCE)
def sinks(s: Situation) -> bool:
    """If you are fully loaded, you cannot swim: in water you begin to sink and to drown. The GM says how that goes,
    where your table has set no speed of sinking.
    """
    return bool(s.character.load == "full")


@rule("CON-20", "Penalty on pools (option)", kind="modifier", reference=REFERENCE)
def pool_of(s: Situation, *ratings: int) -> int:
    """If your table plays it, your Penalty comes off every dice pool, but one die is always left."""
    pool = sum(ratings)
    if not s.house_rules.penalty_hits_pools or pool == 0:
        return pool
    return int(max(1, pool - s.character.penalty))


@rule("CON-19", "Outside combat", kind="state", reference=REFERENCE)
def unlimited(s: Situation, mode: str) -> bool:
    """Outside combat, walk as far as you like. You still roll every climb and every jump beyond your reach, but swims
    and jumps within reach only when the stakes are high.
    """
    if s.in_combat or mode == "climb":
        return False
    return not (mode == "swim" and s.circumstances.high_stakes)


@rule("CON-04", "Stunned cannot move", kind="state", reference=REFERENCE)
def stunned(s: Situation) -> bool:
    """While stunned you cannot move at all, not even the minimum of 5 ft."""
    return bool(s.character.stunned)


@rule("CON-02", "Before or after the Action, never both", kind="state", reference=REFERENCE)
def movement_over(state: Round) -> bool:
    """Make all of your Movement before your Action or all of it after. If you act in the middle of it, the rest is
    lost.
    """
    return state.movement == "closed"


@rule("CON-03", "May move after a Reaction", kind="state", reference=REFERENCE)
def after_action(state: Round) -> Round:
    """If your Action went into a Reaction, you may still move: as far as Free Movement, and farther only on dice you
    held back.
    """
    over = state.movement == "open"
    return replace(
        state,
        action="spent" if state.action == "unspent" else state.action,
        movement="closed" if over else state.movement,
        order="before" if over else state.order,
    )


@rule("CON-01", "One Movement per round", kind="resource", reference=REFERENCE)
def new_round(state: Round) -> Round:
    """You get one Movement in each round of combat, when your Initiative comes up. What you do not use by the end of
    the round is lost.
    """
    return cleared(state, ROUND)


@rule("CON-10", "Difficult terrain", kind="modifier", reference=REFERENCE)
def terrain_cost(segment: Segment) -> Fraction:
    """Difficult terrain costs what its region says and may ask for a roll. The GM may ask for more, or end the
    Movement at its edge.
    """
    return segment.cost


def base_difficulty(s: Situation) -> int:
    """Return the Difficulty of sprint, jump and swim rolls: the GM's for this move, else the table's."""
    given = s.circumstances.base_difficulty
    return int(s.house_rules.base_difficulty if given is None else given)


def distribution(s: Situation, pool: int, difficulty: int) -> Distribution:
    """Return the odds of a pool; beyond Difficulty 10 only tens count."""
    return d10_pool(
        pool,
        difficulty=difficulty,
        tens_count=s.house_rules.tens_count,
        ones_subtract=s.house_rules.ones_subtract,
    )


RULES = rules_in(globals())


# ---------------------------------------------------------------- allowances, as price levels


def check_odds(s: Situation, check: str, difficulty: int, lost: int = 0) -> tuple[int, Distribution]:
    """Return pool and odds of a sprint, climb, swim or jump roll; ``lost``: see :func:`dice_off`."""
    c = s.character
    if check == "sprint":
        pool = pool_of(s, c.brawn, c.athletics)
    elif check == "jump":
        pool = pool_of(s, jump_ratings(s)[0][1], c.athletics)
    else:
        pool = pool_of(s, c.dexterity, c.athletics) + lost
    pool = max(0, pool + on_tests(s))
    return pool, distribution(s, pool, difficulty)


def rolls_action(s: Situation) -> bool:
    """Tell whether climbs and swims are rolled with the Action."""
    return bool(s.house_rules.rolled_move_uses_action and s.in_combat)


def dice_off(s: Situation, used: Fraction) -> int:
    """Return the dice that Extended Movement takes off a climb or swim rolled with the Action (CON-07)."""
    return dice_lost(s, used - free_movement(s)) if rolls_action(s) else 0


def jump_ratings(s: Situation) -> list[tuple[str, int]]:
    """Return what a jump may be rolled with beside Athletics, the player's choice first (CON-12)."""
    ratings = [("brawn", int(s.character.brawn)), ("dexterity", int(s.character.dexterity))]
    chosen = s.circumstances.jump_pool
    if chosen == "larger":
        return sorted(ratings, key=lambda pair: -pair[1])
    return sorted(ratings, key=lambda pair: pair[0].lower() != chosen)


def feet_of(s: Situation, check: str, outcome: int) -> Fraction:
    """Return how far an Outcome of a sprint, climb or swim carries."""
    return {"sprint": sprint_feet, "climb": climb_feet, "swim": swim_feet}[check](s, outcome)


def _barred(s: Situation, state: Round) -> Level | None:
    """Return the level that forbids all movement, if the state does."""
    if stunned(s):
        return ends("CON-04", say("stunned"))
    if s.in_combat and movement_over(state):
        return ends("CON-02", say("closed"))
    if s.in_combat and state.cut:
        return ends("CON-10", say("cut"))
    return None


def _rolled_levels(
    s: Situation, check: str, difficulty: int, beyond: Fraction, lost: int = 0
) -> Iterator[Level]:
    """Yield a level for each Outcome of a roll that carries farther than ``beyond``."""
    rule_number = CHECK_RULES[check]
    _, odds = check_odds(s, check, difficulty, lost)
    for outcome, chance in odds.cumulative():
        feet = feet_of(s, check, outcome)
        if feet > beyond:
            beyond = feet
            reason = say(check, needed=outcome)
            yield Level(feet, "roll", rule_number, reason, chance=chance, needs=((check, outcome),))


def ground_levels(s: Situation, state: Round, *, sprint: bool = False) -> list[Level]:
    """Return the prices of feet on the ground in this round, counted from the round's start."""
    if barred := _barred(s, state):
        return [barred]
    if unlimited(s, "ground"):
        return [Level(None, "free", "CON-19", say("no_combat"))]
    if state.action == "sprinting":
        feet = sprint_feet(s, state.sprint_outcome or 0)
        return [
            Level(feet, "free", "CON-09", say("sprint.known", limit=feet)),
            ends("CON-09", say("too_far.acted")),
        ]
    levels = [] if sprint else list(_walked_levels(s, state))
    if state.action == "unspent":
        beyond = levels[-1].limit if levels else ZERO
        levels += _rolled_levels(s, "sprint", base_difficulty(s), beyond or ZERO)
        return [*levels, ends("CON-09", say("too_far"))]
    if state.dice_saved:
        return [*levels, ends("CON-08", say("too_far.acted"))]
    return [*levels, ends("CON-08", say("acted", limit=free_movement(s)))]


def _walked_levels(s: Situation, state: Round) -> Iterator[Level]:
    free, extended = free_movement(s), extension_open(s, state)
    yield Level(free, "free", "CON-05", say("free", limit=free))
    extra = min(Fraction(STEP), extended) if s.house_rules.extension_penalty == "per_5ft" else extended
    while extra > 0:
        dice = dice_lost(s, extra)
        yield Level(free + extra, "penalised", "CON-07", say("extended", dice=-dice), Price("dice", dice))
        extra = min(extra + STEP, extended) if extra < extended else ZERO


def rolled_mode_levels(s: Situation, state: Round, mode: str, difficulty: int, lost: int = 0) -> list[Level]:
    """Return the prices of feet climbed or swum in this Movement."""
    rule_number = CHECK_RULES[mode]
    if barred := _barred(s, state):
        return [barred]
    if mode == "swim" and sinks(s):
        return [ends("CON-18", say("swim.full"))]
    if unlimited(s, mode):
        return [Level(None, "free", "CON-19", say("no_combat"))]
    outcome = state.outcome(mode)
    if outcome is not None:
        feet = feet_of(s, mode, outcome)
        return [
            Level(feet, "free", rule_number, say(f"{mode}.known", limit=feet)),
            ends(rule_number, say(f"{mode}.known", limit=feet)),
        ]
    if rolls_action(s) and state.action != "unspent":
        return [ends(rule_number, say("acted.twice"))]
    return [*_rolled_levels(s, mode, difficulty, ZERO, lost), ends(rule_number, say("too_far"))]


def leap(s: Situation, far: Fraction, high: Fraction, *, running: bool) -> Leap | None:
    """Return how a jump is rolled (CON-12, CON-13); none: it is impossible."""
    difficulty, excess = jump_difficulty(s, far, high, running=running)
    if not jump_needs_roll(s, excess):
        return Leap(Fraction(1), None)
    if difficulty > s.house_rules.max_difficulty:
        return None
    _, odds = check_odds(s, "jump", difficulty)
    chance = odds.at_least(1)
    return Leap(chance, difficulty) if chance else None


def extent_of(far: Fraction, high: Fraction) -> Text:
    """Return in words how far and how high a jump goes."""
    if not high:
        return say("jump.far", far=far)
    return say("jump.far_and_high", far=far, high=high) if far else say("jump.high", high=high)


# ---------------------------------------------------------------- judging a path


class RouteJudge(Judge[Round]):
    """The Contract's judge of a route."""

    rules = RULES

    def __init__(
        self, s: Situation, state: Round, route: Sequence[Segment], cleared: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(s, state, cleared, {mode: state.used(mode) for mode in ("ground", *ROLLED_MODES)})
        self.run, self.heading = state.run, state.heading
        self.starts: dict[str, Fraction] = {}
        self.acts = ""
        """The climb or swim on the way that is rolled with the Action; empty: none yet."""
        self.walked = state.ground_used
        """Feet on the ground before that roll."""
        self.down = ZERO
        self.surface = self._hardest(route)
        self.sprint = any(segment.mode == "sprint" for segment in route)
        self.joint = s.house_rules.mixed_modes == "proportional" and s.in_combat
        self.walk(route)
        if self.joint:
            # Rolls that share one Movement are weighed against each other at the end of the path.
            alone = {check: needed for check, needed in self.needs.items() if check not in CHECK_RULES}
            self.needs = alone | dict(self.latest)

    @property
    def lost(self) -> int:
        """The dice that Extended Movement takes off the climb or swim that is rolled with the Action."""
        return dice_off(self.s, self.walked)

    def _hardest(self, route: Sequence[Segment]) -> tuple[int, str | None]:
        """Return the highest climb Difficulty on the route: a Movement has one climbing roll."""
        climbs = [
            (climb_difficulty(self.s, segment.surface, segment.difficulty), segment.surface)
            for segment in route
            if segment.mode == "climb"
        ]
        return max(climbs, key=lambda pair: pair[0], default=(base_difficulty(self.s), None))

    # -------------------------------------------------------- prices

    def own(self, meter: str) -> list[Level]:
        """Return a mode's prices when it is alone; what is rolled with the Action on the way has used it."""
        state = self.state
        if self.acts not in {"", meter} and state.action == "unspent":
            state = replace(state, action="spent")
        if meter == "ground":
            return ground_levels(self.s, state, sprint=self.sprint)
        sprints = self.sprint or "sprint" in self.needs
        if sprints and rolls_action(self.s) and state.action == "unspent":
            state = replace(state, action="sprinting")
        difficulty = self.surface[0] if meter == "climb" else base_difficulty(self.s)
        return rolled_mode_levels(self.s, state, meter, difficulty, self.lost)

    def levels(self, meter: str) -> Sequence[Level]:
        """Return a mode's prices beside what other modes have used."""
        own = self.own(meter)
        if not self.joint:
            return own
        others = {name: (self.own(name), used) for name, used in self.used.items() if used and name != meter}
        return share(meter, own, others, ends("X-09", tabletop.shared()))

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return the one meter of a stretch; of a jump that does not count only a surcharge is paid.

        It is barred where all Movement is.
        """
        if segment.mode in ROLLED_MODES:
            return (segment.mode,)
        paid = self.factor(segment) or segment.flat or _barred(self.s, self.state)
        return ("ground",) if paid else ()

    def factor(self, segment: Segment) -> Fraction:
        """Return what a foot of a stretch takes: nothing, for jumps of a table that does not count them."""
        uncounted = segment.mode == "jump" and not self.s.house_rules.jump_counts
        return ZERO if uncounted else segment.multiplier

    def run_up(self) -> Fraction:
        """Return the feet of straight run-up that a running jump needs."""
        return run_up(self.s)

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note difficult terrain, drops, water; and where a climb or swim begins."""
        if segment.cost != segment.extent or segment.entered:
            counted = segment if self.factor(segment) else replace(segment, length=ZERO, rise=ZERO)
            self.note("CON-10", terrain_working(counted))
        for region in segment.entered:
            if region not in self.state.asked and self.s.in_combat:
                self.rulings.append(difficult_ruling(self.s, region, self.position))
        if drops(segment):
            self._come_down(-segment.rise)
        if segment.mode == "swim" and sinks(self.s):
            self._sink(self.position)
        waits = segment.mode in ROLLED_MODES and self.state.outcome(segment.mode) is None
        if waits and self.dead is None and not unlimited(self.s, segment.mode):
            self.starts.setdefault(segment.mode, self.position)
            if rolls_action(self.s) and not self.acts:
                self.acts, self.walked = segment.mode, self.used["ground"]

    def _come_down(self, feet: Fraction) -> None:
        """Show where the path comes down without climbing; the GM is asked once, of all of it."""
        self.hazards.append(Hazard("drop", "CON-14", self.position, say("drop", feet=feet)))
        self.down += feet
        self.rulings = [ruling for ruling in self.rulings if ruling.id != "drop"]
        self.rulings.append(drop_ruling(self.down, self.position))

    def _sink(self, at: Fraction) -> None:
        if not any(hazard.id == "sinking" for hazard in self.hazards):
            self.hazards += [Hazard(h, "CON-18", at, say(h)) for h in ("sinking", "drowning")]
            self.rulings.append(sinking_ruling(self.s, at))

    def leap(self, parts: Sequence[Segment], *, running: bool) -> Level | None:
        """Return the price of a jump itself; none: nothing to roll."""
        s, check = self.s, f"jump:{self.jumps}"
        far = sum((part.length for part in parts), ZERO)
        high = sum((max(part.rise, ZERO) for part in parts), ZERO)
        difficulty, _ = jump_difficulty(s, far, high, running=running)
        found = leap(s, far, high, running=running)
        extent = extent_of(far, high)
        self._explain_leap(far, high, running=running)
        if parts[-1].wet and sinks(s):
            self._sink(self.position + far + high)
        if found is None:
            return self._no_jump(extent, difficulty)
        if found.difficulty is None:
            self.note("CON-12", say("jump.free", extent=extent))
            return None
        reason = say("jump", extent=extent, difficulty=difficulty)
        self.note("CON-12", reason)
        if not self.open(check):
            return None
        label = say("jump.label", extent=extent)
        self.checks.append(build_check(s, check, label, at=self.position, difficulty=difficulty, needed=1))
        return Level(None, "roll", "CON-12", reason, chance=found.chance, needs=((check, 1),))

    def _no_jump(self, extent: Text, difficulty: int) -> Level:
        """Return why a jump is impossible: too long (CON-13), or no pool to roll it with (CON-12)."""
        highest = self.s.house_rules.max_difficulty
        if difficulty > highest:
            return ends("CON-13", say("jump.too_long", extent=extent, difficulty=difficulty, highest=highest))
        return ends("CON-12", say("jump.no_chance", extent=extent, difficulty=difficulty))

    def _explain_leap(self, far: Fraction, high: Fraction, *, running: bool) -> None:
        s = self.s
        difficulty, excess = jump_difficulty(s, far, high, running=running)
        reach = jump_reach(s, running=running)
        kind = "jump.running" if running else "jump.standing"
        reached = say(kind, horizontal=reach[0], vertical=reach[1], brawn=s.character.brawn)
        self.note("CON-11", reached, far=far, high=high)
        self.note(
            "CON-13",
            say("jump.excess", base=base_difficulty(s), excess=excess, difficulty=difficulty)
            if excess
            else say("jump.within", difficulty=difficulty),
            difficulty=difficulty,
            roll=jump_needs_roll(s, excess),
            possible=difficulty <= s.house_rules.max_difficulty,
        )

    def demanded(self, gate: Gate) -> tuple[Check, Text]:
        """Return the roll that a region demands on entering it, and what it says in words."""
        reason = say("gate", region=self.s.name(gate.id), name=gate.name, needed=gate.needed)
        return gate_check(self.s, gate, self.position), reason

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        checks = sorted([*self._mode_checks(), *self.checks], key=lambda check: check.at)
        sprinting = any(check.id == "sprint" for check in checks) or self.state.action == "sprinting"
        self._explain(checks, sprinting=sprinting)
        limit = limit_without(self.levels("ground"), {"sprint"})
        return self.found(
            modifiers=()
            if sprinting or self.dead
            else tuple(dice_modifiers(self.s, self.state, self.used["ground"])),
            spends=self._spends(checks, sprinting=sprinting),
            checks=checks,
            cost=self.used["ground"] - self.state.ground_used,
            left=None if limit is None else max(ZERO, limit - self.used["ground"]),
        )

    def _mode_checks(self) -> Iterator[Check]:
        """Yield the checks that set an allowance: sprint first, it is declared when setting out."""
        if "sprint" in self.needs or (self.sprint and self.state.action == "unspent" and self.s.in_combat):
            yield mode_check(self.s, "sprint", ZERO, base_difficulty(self.s), self._sprint_needed())
        for mode, at in self.starts.items():
            if mode in self.needs:
                difficulty = self.surface[0] if mode == "climb" else base_difficulty(self.s)
                yield mode_check(self.s, mode, at, difficulty, self.needs[mode], self.lost)

    def _sprint_needed(self) -> int:
        """Return the Outcome the All-out Sprint needs for the whole route."""
        needed = sprint_needed(self.s, self.used["ground"])
        if self.joint:
            return self.needs.get("sprint", needed)
        _, odds = check_odds(self.s, "sprint", base_difficulty(self.s))
        if sprint_feet(self.s, odds.lowest) >= self.used["ground"]:
            return min(needed, odds.lowest)
        return max(needed, self.needs.get("sprint", needed))

    def _spends(self, checks: Sequence[Check], *, sprinting: bool) -> Iterator[Spend]:
        if not self.s.in_combat:
            return
        used = self.used["ground"]
        if used > self.state.ground_used:
            yield Spend("CON-01", "movement", say("spend.movement"), used - self.state.ground_used)
        if not sprinting:
            yield from self._extended_spends(used)
        ids = {check.id for check in checks}
        if "sprint" in ids:
            yield Spend("CON-09", "action", say("spend.action"), Fraction(1), ZERO)
        elif self.acts in ids:
            yield Spend(CHECK_RULES[self.acts], "action", say("spend.action.rolled"), Fraction(1), ZERO)

    def _extended_spends(self, used: Fraction) -> Iterator[Spend]:
        """Yield what this route uses of Extended Movement, and of the dice held back for it."""
        extra, before = (max(ZERO, feet - free_movement(self.s)) for feet in (used, self.state.ground_used))
        if extra <= before:
            return
        yield Spend("CON-06", "extended_movement", say("spend.extended"), extra - before)
        dice = Fraction(-dice_lost(self.s, extra))
        new = dice + dice_lost(self.s, before)
        if self.state.action == "spent" and self.state.dice_saved and new:
            left = max(ZERO, self.state.dice_saved - dice)
            yield Spend("CON-08", "saved_dice", say("spend.saved"), new, left)

    # -------------------------------------------------------- where the numbers come from

    def _explain(self, checks: Sequence[Check], *, sprinting: bool) -> None:
        """Add the lines that say where the numbers come from."""
        for check in checks:
            self._explain_check(check)
        for mode in ROLLED_MODES:
            outcome = self.state.outcome(mode)
            if outcome is not None and self.used[mode] > self.state.used(mode):
                self._note_rolled(mode, outcome)
        for band in self.bands:
            if band.rule in {"CON-02", "CON-04", "CON-08", "CON-18", "CON-19"}:
                self.note(band.rule, band.reason)
        if self.joint and any(self.used[mode] for mode in ROLLED_MODES):
            self.trace.append(tabletop.RULES["X-09"].trace(tabletop.shared()))
        if self.s.in_combat and self.used["ground"] > self.state.ground_used:
            self._explain_ground(sprinting=sprinting)

    def _explain_ground(self, *, sprinting: bool) -> None:
        s, state = self.s, self.state
        if state.action == "sprinting":
            self._note_rolled("sprint", state.sprint_outcome or 0)
            return
        self.note("CON-05", free_working(s), free=free_movement(s))
        extra = self.used["ground"] - free_movement(s)
        if extra <= 0:
            return
        extended = extension_open(s, state)
        self.note("CON-06", extended_working(s), extended=extended, extra=extra)
        if extra <= extended and not sprinting:
            dice = dice_lost(s, extra)
            key = "dice.saved" if state.dice_saved else "dice.working"
            self.note("CON-07", say(key, extra=extra, dice=-dice), dice=dice)
        if state.dice_saved:
            self.note("CON-08", say("saved", saved=state.dice_saved, extended=extended))

    def _explain_check(self, check: Check) -> None:
        s, used = self.s, self.used["ground"]
        if check.id == "sprint":
            ratings = {"dexterity": dexterity(s), "brawn": brawn(s)}
            steps = steps_of(used, STEP)
            working = say("sprint.need", feet=used, needed=check.needed, steps=steps, **ratings)
            if check.needed != sprint_needed(s, used):
                working = say("sprint.sure", feet=used)
            self.note("CON-09", working, needed=check.needed, feet=used)
        elif check.id in ROLLED_MODES:
            self._note_rolled(check.id, check.needed)
            if self.lost:
                extra = self.walked - free_movement(s)
                self.note("CON-07", say("dice.working", extra=extra, dice=-self.lost), dice=self.lost)
        if check.id == "climb":
            difficulty, surface = self.surface
            given = surface or ("gm" if difficulty != base_difficulty(s) else "none")
            shown = say(f"surface.{given}").inside if surface else say(f"surface.{given}")
            self.note("CON-15", say("climb.difficulty", difficulty=difficulty, surface=shown))
        if s.house_rules.penalty_hits_pools and s.character.penalty and not check.id.startswith("gate:"):
            self.note("CON-20", say("pool.penalty", penalty=s.character.penalty))

    def _note_rolled(self, check: str, outcome: int) -> None:
        """Note how far an Outcome of sprint, climb or swim carries."""
        s, feet = self.s, feet_of(self.s, check, outcome)
        self.note(CHECK_RULES[check], rolled_working(s, check, outcome), feet=feet)
        if check == "swim" and s.character.load != "none":
            self.note("CON-17", say("swim.half", feet=feet), feet=feet)


def _whole_price(judge: RouteJudge) -> Level | None:
    """Return the price of all that was judged, as one level over which the ground is laid."""

    def chance_of(check: str, needed: int) -> Fraction:
        difficulty = judge.surface[0] if check == "climb" else base_difficulty(judge.s)
        return check_odds(judge.s, check, difficulty, judge.lost)[1].at_least(needed)

    return judge.whole(chance_of, None)


def terrain_working(segment: Segment) -> Text:
    """Return how the cost of difficult terrain was worked out (CON-10)."""
    key = {
        (True, True): "difficult.working",
        (True, False): "difficult.times",
        (False, True): "difficult.entry",
        (False, False): "difficult.same",
    }[segment.multiplier != 1, segment.flat != 0]
    numbers = {"multiplier": segment.multiplier, "flat": segment.flat, "cost": terrain_cost(segment)}
    return say(key, length=segment.extent, **numbers)


def rolled_working(s: Situation, check: str, outcome: int) -> Text:
    """Return how far an Outcome of sprint, climb or swim carries, worked out; a swim before it is halved."""
    if check == "swim":
        return say("swim.working", outcome=outcome, feet=STEP * max(0, outcome))
    feet = feet_of(s, check, outcome)
    if check == "climb":
        nothing = s.house_rules.climb_zero == "none" and outcome <= 0
        return say("climb.nothing" if nothing else "climb.working", outcome=outcome, feet=feet)
    least = free_movement(s) if s.house_rules.sprint_floor == "free" else ZERO
    ratings = {"dexterity": dexterity(s), "brawn": brawn(s)}
    return say("sprint.working", outcome=outcome, feet=feet, least=least, **ratings)


def extended_working(s: Situation) -> Text:
    """Return how Extended Movement was worked out."""
    return say("extended.working", brawn=brawn(s), extended=extended_movement(s))


def free_working(s: Situation) -> Text:
    """Return how Free Movement was worked out."""
    rating = s.house_rules.penalty_reading == "rating"
    key = "free.working.rating" if rating else "free.working"
    return say(key, dexterity=s.character.dexterity, penalty=s.character.penalty, free=free_movement(s))


def dice_modifiers(s: Situation, state: Round, used: Fraction) -> Iterator[Modifier]:
    """Yield what feet beyond Free Movement take off the Action (CON-07).

    Nothing where dice held back pay for them (CON-08): the Action was rolled without those.
    """
    dice = dice_lost(s, used - free_movement(s))
    held_back = state.action == "spent" and state.order != "before"
    if dice and s.in_combat and not (state.round_over or held_back or stunned(s)):
        since = say("since.extended")
        yield Modifier("CON-07", "mover", say("on.action"), "dice", dice, since, say("until.round"))


def gate_pool(s: Situation, gate: Gate) -> int:
    """Return the dice of a roll that a region demands."""
    return max(0, gate.pool + on_tests(s))


def gate_chance(s: Situation, gate: Gate) -> Fraction:
    """Return the chance to pass a roll that a region demands (CON-10)."""
    difficulty = base_difficulty(s) if gate.difficulty is None else gate.difficulty
    return distribution(s, gate_pool(s, gate), difficulty).at_least(gate.needed)


def gate_check(s: Situation, gate: Gate, at: Fraction) -> Check:
    """Return the check that a region demands on entering it (CON-10)."""
    difficulty = base_difficulty(s) if gate.difficulty is None else gate.difficulty
    label = say("gate.label", name=gate.name)
    return build_check(
        s,
        f"gate:{gate.id}",
        label,
        at=at,
        difficulty=difficulty,
        needed=gate.needed,
        pool=gate_pool(s, gate),
    )


def mode_check(s: Situation, check: str, at: Fraction, difficulty: int, needed: int, lost: int = 0) -> Check:
    """Return the check that sets the allowance of a sprint, climb or swim; ``lost``: see :func:`dice_off`."""
    return build_check(
        s,
        check,
        say(f"mode.{check}"),
        at=at,
        difficulty=difficulty,
        needed=needed,
        lost=lost,
    )


def build_check(
    s: Situation,
    check: str,
    label: Text,
    *,
    at: Fraction,
    difficulty: int,
    needed: int,
    pool: int | None = None,
    lost: int = 0,
) -> Check:
    """Return a check with its odds; ``pool`` is given for rolls that the map names."""
    name = check.split(":", 1)[0]
    if pool is None:
        pool, odds = check_odds(s, name, difficulty, lost)
        dice, alternatives = _pool_texts(s, name, pool, difficulty)
    else:
        odds = distribution(s, pool, difficulty)
        dice, alternatives = say("gate.pool", pool=pool, difficulty=difficulty), ()
    carries = name in {"sprint", *ROLLED_MODES}
    rows = tuple(Odds(n, p, feet_of(s, name, n) if carries else None) for n, p in odds.cumulative())
    return Check(
        id=check,
        rule=(CHECK_RULES | OTHER_CHECK_RULES)[name],
        label=label,
        at=at,
        pool=pool,
        sides=10,
        dice=dice,
        difficulty=difficulty,
        needed=needed,
        needed_text=say("outcome", needed=needed),
        chance=odds.at_least(needed),
        mean=odds.mean,
        odds=rows,
        alternatives=alternatives,
    )


def _pool_texts(s: Situation, name: str, pool: int, difficulty: int) -> tuple[Text, tuple[Text, ...]]:
    """Return the pool in words, the proposed one first; a jump may be rolled with either of two."""
    c = s.character
    firsts = [("brawn", c.brawn)] if name == "sprint" else [("dexterity", c.dexterity)]
    if name == "jump":
        firsts = jump_ratings(s)
    changed = on_tests(s)
    texts = [
        say(
            "pool.changed" if changed else "pool",
            first=say(f"rating.{first}"),
            first_value=value,
            second=say("rating.athletics"),
            second_value=c.athletics,
            pool=max(0, pool_of(s, value, c.athletics) + changed) if number else pool,
            difficulty=difficulty,
            **({"change": changed} if changed else {}),
        )
        for number, (first, value) in enumerate(firsts)
    ]
    return texts[0], tuple(texts[1:])


def difficult_ruling(s: Situation, region: str, at: Fraction) -> Ruling:
    """Return the question that entering difficult terrain raises (CON-10)."""
    choices = (Choice("as_shown", say("difficult.as_shown")), Choice("stop", say("difficult.stop")))
    return Ruling(
        f"terrain:{region}", "CON-10", at, say("difficult.ask", region=s.name(region)), choices, "as_shown"
    )


def drops(part: Segment | SegmentFact) -> bool:
    """Tell whether a stretch comes down without climbing, on foot or over an edge."""
    return part.rise < 0 and (part.sheer or part.mode in {"ground", "sprint"})


def drop_ruling(feet: Fraction, at: Fraction) -> Ruling:
    """Return the question that coming down without climbing raises."""
    choices = (Choice("none", say("drop.none")), Choice("fall", say("drop.fall")))
    return Ruling("drop", "CON-14", at, say("drop.ask", feet=feet), choices, "none")


def sinking_ruling(s: Situation, at: Fraction) -> Ruling:
    """Return the question that each round in water under full load raises (CON-18)."""
    fixed = s.house_rules.sink_ft_per_round
    choices = [Choice("gm", say("sinking.gm"))]
    if fixed is not None:
        choices.insert(0, Choice("fixed", say("sinking.fixed", feet=exact(fixed))))
    return Ruling("sinking", "CON-18", at, say("sinking.ask"), tuple(choices), choices[0].id)


MISHAPS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "jump": ("CON-12", "jump.short", ("edge", "lands", "falls")),
    "slip": ("CON-14", "climb.slip", ("holds", "falls")),
}
"""What may go wrong on a roll: rule, text key, the GM's choices (the first is the default)."""


def mishap_ruling(mishap: str) -> Ruling:
    """Return the question that a failed jump or a slip raises."""
    rule_number, key, names = MISHAPS[mishap]
    choices = tuple(Choice(name, say(f"{key}.{name}")) for name in names)
    return Ruling(mishap, rule_number, ZERO, say(key), choices, names[0])


# ---------------------------------------------------------------- the system


class Contract(System[Round]):
    """The Contract, as one instance: :data:`SYSTEM`."""

    id = "contract"
    title = "The Contract"
    unit = "ft"
    cell = Fraction(5)
    free_checks = ("sprint", "climb", "swim")
    Character = Character
    HouseRules = HouseRules
    Circumstances = Circumstances
    State = Round
    RouteJudge = RouteJudge
    texts = say
    rules = RULES
    modes = tuple((mode, say(f"mode.{mode}")) for mode in ("ground", "sprint", "climb", "jump", "swim"))
    surfaces = tuple((surface, say(f"surface.{surface}")) for surface in SURFACES)
    ladder = "ladder"
    die = 10
    dice_words = say("dice.result"), say("dice.target")
    difficulties = range(2, 11)
    leap_rule = "CON-12"
    gate_rule = "CON-10"
    scopes = (Scope("round", say("scope.round")),)
    end_turn = ({"kind": "end", "scope": "round"}, {"kind": "begin", "scope": "round"})

    def fold(self, situation: Situation, state: Round, fact: Fact) -> Round:
        """Return the state after ``fact``."""
        match fact:
            case MovedFact():
                return _moved(situation, state, fact)
            case ActedFact():
                return replace(after_action(state), dice_saved=fact.saved)
            case RolledFact():
                return _rolled(situation, state, fact)
            case BeganFact():
                return new_round(state)
            case EndedFact():
                return replace(state, round_over=True)
            case RuledFact():
                return _ruled(state, fact)
            case StoodFact():
                return replace(state, in_water=fact.water)
            case _:
                return state

    def standing(self, situation: Situation, state: Round) -> Standing:
        """Return what a token in this state may do, bears and is asked."""
        return _standing(situation, state)

    def reach(self, situation: Situation, state: Round, footings: Sequence[Footing]) -> Reach:
        """Return what a search for destinations may spend: one roll for all climbs, at the hardest."""
        s = situation

        def draw(footing: Footing, phase: int) -> Draw:
            del phase
            if footing.mode != "climb":
                return draw_of_mode(footing, 0)
            hard = climb_difficulty(s, footing.surface, footing.difficulty)
            return Draw("climb", (("climb", hard),))

        marks = [dict(draw(footing, 0).marks) for footing in footings]
        easiest = min((mark["climb"] for mark in marks if "climb" in mark), default=base_difficulty(s))
        limits = {
            "climb": most(rolled_mode_levels(s, state, "climb", easiest), state.used("climb")),
            "swim": most(rolled_mode_levels(s, state, "swim", base_difficulty(s)), state.used("swim")),
        }

        def jumps(far: Fraction, high: Fraction, running: bool, jumped: Fraction, phase: int) -> Leap | None:  # noqa: FBT001 - the search's callback
            del jumped, phase
            return leap(s, far, high, running=running)

        return Reach(
            limit=most(ground_levels(s, state), state.ground_used),
            meters=limits,
            leap=jumps,
            jump_counts=s.house_rules.jump_counts,
            run_up=run_up(s),
            gate=lambda gate: gate_chance(s, gate),
            passed=frozenset(state.passed),
            draw=draw,
        )

    def levels(self, situation: Situation, state: Round, spent: Spent) -> tuple[Level, ...]:
        """Return the prices along the ground when climbs and swims are used as given."""
        s = situation
        route = [
            Segment(mode=mode, length=feet, difficulty=spent.marks.get(mode))
            for mode, feet in spent.meters.items()
            if feet
        ]
        judge = RouteJudge(s, state, route)
        joint = judge.joint
        so_far = _whole_price(judge)
        if so_far is not None and so_far.kind == "impossible":
            return (replace(so_far, limit=None),)
        levels = counted_from(judge.levels("ground"), state.ground_used)
        standing = unwalked(levels, so_far)
        if so_far is not None and joint:
            standing = [replace(so_far, limit=ZERO)]
        elif so_far is not None:
            levels = [over_laid(level, so_far) for level in levels]
        return (*standing, *levels)

    def check_texts(
        self, situation: Situation, level: Level, leaps: Sequence[int], gates: Sequence[Gate]
    ) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words."""
        own = [say(check, needed=needed) for check, needed in level.needs]
        jumps = [say("jump.short_label", difficulty=difficulty) for difficulty in leaps]
        passed = [
            say("gate", region=situation.name(gate.id), name=gate.name, needed=gate.needed) for gate in gates
        ]
        return (*own, *jumps, *passed)

    def refuse(self, situation: Situation, state: Round, event: Event) -> Refusal | None:
        """Return why an act or a roll cannot happen now."""
        if event.kind == "acted":
            if state.action == "sprinting":
                return Refusal("CON-09", say("sprinting.act"))
            return Refusal("CON-08", say("acted.twice")) if state.action == "spent" else None
        return _refuse_roll(situation, state, event.check) if event.kind == "rolled" else None

    def open_check(self, situation: Situation, state: Round, check: str) -> Check | None:
        """Return a sprint, climb or swim that is rolled without a path before it."""
        if check not in {"sprint", *ROLLED_MODES}:
            return None
        difficulty = base_difficulty(situation)
        lost = dice_off(situation, state.ground_used)
        _, odds = check_odds(situation, check, difficulty, lost)
        return mode_check(situation, check, ZERO, difficulty, odds.lowest, lost)

    def count(self, situation: Situation, check: Check, fact: RolledFact) -> Roll:
        """Return what a roll comes to."""
        result = _outcome(situation, fact)
        name = check.id.split(":", 1)[0]
        success = result >= check.needed
        if name in {"sprint", *ROLLED_MODES}:
            effect = say("effect.feet", feet=feet_of(situation, name, result))
        else:
            effect = say("effect.made" if success else "effect.failed")
        faces = None if fact.faces is None else tuple(fact.faces)
        return Roll(check.id, check.rule, faces, fact.difficulty, result, check.needed, success, effect)

    def faces(self, situation: Situation, check: Check, seed: int) -> tuple[int, ...]:
        """Return the dice of a check rolled from a seed."""
        del situation
        return roll_d10(check.pool, seed)

    def carry(self, situation: Situation, state: Round, fact: Fact, after: Round) -> Sequence[Carry]:
        """Return where a failed jump falls if the GM says so, and how far the fully loaded sink (CON-18).

        They sink when the round ends, if the table says how far.
        """
        del after
        if isinstance(fact, RuledFact) and (fact.ruling, fact.choice) == ("jump", "falls") and state.pit:
            return (Carry((*state.over, -state.pit), "CON-12", depth=state.pit),)
        feet = situation.house_rules.sink_ft_per_round
        ends_now = isinstance(fact, EndedFact) and not state.round_over
        if not (ends_now and state.in_water and sinks(situation) and feet):
            return ()
        if dict(state.ruled).get("sinking") == "gm":
            return ()
        return (Carry((ZERO, ZERO, -exact(feet)), "CON-18"),)

    def start_of(self, state: Round) -> tuple[int, str, Fraction]:
        """Return diagonals counted, heading and straight run that earlier moves of the round left."""
        return state.diagonals, state.heading, state.run


def _refuse_roll(s: Situation, state: Round, check: str) -> Refusal | None:
    if barred := _barred(s, state):
        return Refusal(barred.rule, barred.reason)
    if check == "sprint":
        if not s.in_combat:
            return Refusal("CON-19", say("no_combat.sprint"))
        if state.action != "unspent":
            return Refusal("CON-09", say("rolled" if state.action == "sprinting" else "sprint.acted"))
    if check in ROLLED_MODES:
        rule_number = CHECK_RULES[check]
        if state.outcome(check) is not None:
            return Refusal(rule_number, say("rolled"))
        if check == "swim" and sinks(s):
            return Refusal("CON-18", say("swim.full"))
        if rolls_action(s) and state.action != "unspent":
            return Refusal(rule_number, say("acted.twice"))
    return None


def _outcome(s: Situation, fact: RolledFact) -> int:
    """Return the Outcome of a roll: counted from its faces, or as it was told."""
    if fact.faces is None:
        return fact.result or 0
    rules = s.house_rules
    return sum(
        outcome_of(
            face,
            difficulty=fact.difficulty,
            tens_count=rules.tens_count,
            ones_subtract=rules.ones_subtract,
        )
        for face in fact.faces
    )


def _rolled(s: Situation, state: Round, fact: RolledFact) -> Round:
    """Return the state after a roll: it opens an allowance, or goes wrong."""
    outcome, name = _outcome(s, fact), fact.check.split(":", 1)[0]
    if name == "sprint":
        return replace(state, action="sprinting", sprint_outcome=outcome)
    if name == "climb":
        state = replace(state, climb_outcome=outcome)
    elif name == "swim":
        state = replace(state, swim_outcome=outcome)
    uses_action = name in ROLLED_MODES and s.house_rules.rolled_move_uses_action and fact.in_combat
    if uses_action and state.action == "unspent":
        state = replace(state, action="spent")
    slipped = name == "climb" and outcome < 0
    fell = name == "jump" and outcome < (1 if fact.needed is None else fact.needed)
    happened: list[Mishap] = ["slip"] if slipped else ["jump"] if fell else []
    new = [mishap for mishap in happened if mishap not in state.mishaps]
    return replace(state, mishaps=(*state.mishaps, *new))


def _ruled(state: Round, fact: RuledFact) -> Round:
    """Return the state after the GM's answer."""
    if fact.ruling == "jump":
        state = replace(state, pit=None, over=(ZERO, ZERO))
    return replace(
        state,
        ruled=(*state.ruled, (fact.ruling, fact.choice)),
        mishaps=tuple(mishap for mishap in state.mishaps if mishap != fact.ruling),
        drop=ZERO if fact.ruling == "drop" else state.drop,
        cut=state.cut or (fact.ruling.startswith("terrain:") and fact.choice == "stop"),
    )


def _moved(s: Situation, state: Round, fact: MovedFact) -> Round:
    """Return the state after a move: what it used, where it ended, what it met."""
    if not fact.segments:
        return state
    last = fact.segments[-1]
    stays = last.failed or last.mode in CARRIED
    in_water = state.in_water if stays else last.wet or last.mode == "swim"
    down = -sum((exact(part.rise) for part in fact.segments if drops(part)), ZERO)
    state = replace(state, in_water=in_water, drop=state.drop + down)
    if last.failed:
        depth, over = pit_of(fact.segments)
        state = replace(state, pit=depth, over=over)
    if fact.forced:
        return replace(state, heading="", run=ZERO)
    if not fact.in_combat:
        return replace(state, heading="", run=ZERO, climb_outcome=None, swim_outcome=None)
    used = {mode: state.used(mode) for mode in ("ground", *ROLLED_MODES)}
    for segment in fact.segments:
        meter = segment.mode if segment.mode in ROLLED_MODES else "ground"
        used[meter] += _segment_cost(s, segment)
    heading, run = straight_run(fact.segments, state.heading, state.run)
    arrived = (segment for segment in fact.segments if not segment.failed)
    met = [name for segment in arrived for name in segment.entered if name not in state.asked]
    passed = gates_passed(fact.segments)
    starts = state.movement == "unused"
    return replace(
        state,
        movement="open" if starts else state.movement,
        order=("after" if state.action == "spent" else "before") if starts else state.order,
        ground_used=used["ground"],
        climb_used=used["climb"],
        swim_used=used["swim"],
        diagonals=state.diagonals + sum(segment.diagonals for segment in fact.segments),
        heading=heading,
        run=run,
        asked=(*state.asked, *dict.fromkeys(met)),
        passed=tuple(dict.fromkeys((*state.passed, *passed))),
    )


def _segment_cost(s: Situation, segment: SegmentFact) -> Fraction:
    """Return what a recorded stretch took from its allowance, by the switches of today."""
    uncounted = segment.mode == "jump" and not s.house_rules.jump_counts
    return exact(segment.flat) if uncounted else segment.cost


def _standing(s: Situation, state: Round) -> Standing:
    """Return allowances, modifiers, badges, counters and open questions."""
    modifiers = () if state.action == "sprinting" else tuple(dice_modifiers(s, state, state.ground_used))
    sinking = state.in_water and sinks(s)
    statuses = [Status("stunned", "CON-04", say("stunned"))] if stunned(s) else []
    statuses += [Status(name, "CON-18", say(name)) for name in ("sinking", "drowning") if sinking]
    ruled = dict(state.ruled)
    rulings = [
        difficult_ruling(s, region, ZERO) for region in state.asked if f"terrain:{region}" not in ruled
    ]
    rulings += [mishap_ruling(mishap) for mishap in state.mishaps]
    if state.drop:
        rulings.append(drop_ruling(state.drop, ZERO))
    if sinking and "sinking" not in ruled:
        rulings.append(sinking_ruling(s, ZERO))
    hazards = [Hazard(name, "CON-18", ZERO, say(name)) for name in ("sinking", "drowning") if sinking]
    hazards += [Hazard(m, MISHAPS[m][0], ZERO, say(MISHAPS[m][1])) for m in state.mishaps]
    if state.drop:
        hazards.append(Hazard("drop", "CON-14", ZERO, say("drop", feet=state.drop)))
    lines = [RULES["CON-05"].trace(free_working(s), free=free_movement(s))]
    lines.append(RULES["CON-06"].trace(extended_working(s), extended=extended_movement(s)))
    return Standing(
        allowances=tuple(_beside_others(s, state, one) for one in _allowances(s, state)),
        modifiers=modifiers,
        statuses=tuple(statuses),
        counters=tuple(_counters(s, state)),
        rulings=tuple(rulings),
        hazards=tuple(hazards),
        trace=tuple(lines),
    )


def _allowances(s: Situation, state: Round) -> Iterator[Allowance]:
    ground, free = ground_levels(s, state), free_movement(s)
    used = state.ground_used
    if unlimited(s, "ground") and not stunned(s):
        yield _allowance("movement", "ground", "CON-19", None, used)
        return
    extended = extension_open(s, state)
    sprinting = state.action == "sprinting"
    over = _barred(s, state) is not None
    if not sprinting:
        yield _allowance("free", "ground", "CON-05", free, min(used, free), over=over)
        yield _allowance("extended", "ground", "CON-06", extended, max(ZERO, used - free), over=over)
    yield _allowance(
        "movement",
        "ground",
        "CON-01",
        no_roll_limit(ground) if not over else free + extended,
        used,
        over=over,
    )
    sprint = sprint_feet(s, state.sprint_outcome or 0) if sprinting else None
    if stunned(s) or state.action == "spent":
        sprint = ZERO
    yield _allowance("sprint", "sprint", "CON-09", sprint, used if sprinting else ZERO, over=over)
    for mode, rule_number in (("climb", "CON-14"), ("swim", "CON-16")):
        outcome = state.outcome(mode)
        limit = None if outcome is None else feet_of(s, mode, outcome)
        acted = outcome is None and rolls_action(s) and state.action != "unspent"
        if stunned(s) or acted or (mode == "swim" and sinks(s)):
            limit = ZERO
        yield _allowance(mode, mode, rule_number, limit, state.used(mode), over=over)
    for running in (True, False):
        far, high = (ZERO, ZERO) if stunned(s) else jump_reach(s, running=running)
        name = "jump_running" if running else "jump_standing"
        yield replace(_allowance(name, "jump", "CON-11", far, ZERO, over=over), vertical=high)


def _allowance(
    name: str, mode: str, rule_number: str, limit: Fraction | None, used: Fraction, *, over: bool = False
) -> Allowance:
    left = None if limit is None else max(ZERO, limit - used)
    return Allowance(
        name, mode, rule_number, say(f"allow.{name}"), "round", limit, used, ZERO if over else left
    )


def _beside_others(s: Situation, state: Round, allowance: Allowance) -> Allowance:
    """Return an allowance with no more left than other modes have left of the one Movement (X-09)."""
    meter = "ground" if allowance.mode == "sprint" else allowance.mode
    if allowance.left is None or meter not in {"ground", *ROLLED_MODES}:
        return allowance
    judge = RouteJudge(s, state, ())
    return replace(allowance, left=least(allowance.left, left_of(judge.levels(meter), judge.used[meter])))


def _counters(s: Situation, state: Round) -> Iterator[Counter]:
    dice = (
        0
        if state.round_over or state.action == "sprinting"
        else dice_lost(s, state.ground_used - free_movement(s))
    )
    extra = max(ZERO, state.ground_used - free_movement(s))
    yield Counter("movement", "CON-02", say("counter.movement"), state.movement, say(f"now.{state.movement}"))
    yield Counter("order", "CON-02", say("counter.order"), state.order, say(f"now.{state.order}"))
    yield Counter("action_state", "CON-08", say("counter.action"), state.action, say(f"now.{state.action}"))
    yield Counter("dice_saved", "CON-08", say("counter.saved"), state.dice_saved)
    yield Counter("pending_dice_penalty", "CON-07", say("counter.penalty"), dice)
    yield Counter("ground_used", "CON-05", say("counter.ground"), state.ground_used)
    yield Counter("extra_used", "CON-06", say("counter.extra"), extra)


SYSTEM = Contract()
