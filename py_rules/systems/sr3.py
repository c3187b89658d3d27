"""Shadowrun 3 (edited): walking and running rates per Combat Turn, dealt out over its Initiative Passes.

Distances in metres. Whoever moves at all bears a higher TN in that pass, so no band is free. A sprint test
raises Quickness for the next Combat Phase; passing close by an active opponent gives it a free attack.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

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
    Reaction,
    Refusal,
    Roll,
    Ruling,
    Spend,
    Standing,
    Status,
    Text,
    Trace,
)
from py_rules.clock import Scope, cleared, kept
from py_rules.dice import exploding_d6_chance, exploding_d6_pool, exploding_d6_succeeds, roll_exploding_d6
from py_rules.exact import exact, on_grain
from py_rules.footing import Draw, Footing
from py_rules.judging import Judge
from py_rules.ledger import (
    ActedFact,
    BeganFact,
    DidFact,
    EndedFact,
    Fact,
    IntendedFact,
    MovedFact,
    ReactedFact,
    RolledFact,
    RuledFact,
    SegmentFact,
    gates_passed,
)
from py_rules.levels import Level, counted_from, ends, most, no_roll_limit
from py_rules.presets import Preset
from py_rules.protocol import BeginEvent
from py_rules.rules import rule, rules_in
from py_rules.system import (
    Act,
    Event,
    Fault,
    Gate,
    Inputs,
    Leap,
    Leg,
    Neighbour,
    NoSheet,
    OnTests,
    Point,
    Reach,
    Segment,
    Situation,
    Spent,
    Spot,
    System,
    TableRules,
    house_rule,
    on_tests,
    uncounted,
)

REFERENCE = "Shadowrun 3 (edited), Movement"
BASE_TN = 4
LEAST_TN = 2
"""A die showing 1 always fails, so no TN is easier than this."""
NEAR = Fraction(1)
"""Metres within which an opponent can intercept."""
GRAIN = Fraction(1, 1_000_000)
ZERO = Fraction(0)
METATYPES = ("human", "dwarf", "elf", "ork", "troll")
PACES = ("none", "stationary", "walk", "run")
"""Modes of a Combat Turn, from slow to fast."""
UNRULED = ("climb", "jump", "swim")
"""Ways of moving that the rules do not know: the GM is asked."""
ASKED = (*UNRULED, "height")
"""All that the GM is asked about, in the order in which it is listed."""
QUEUE = "queue"
Pace = Literal["none", "stationary", "walk", "run"]

say = Catalog(
    "sr3",
    {
        "dice.result": "Successes",
        "dice.target": "Target number",
        "mode.ground": "On foot, as fast as needed",
        "mode.walk": "Walk",
        "mode.run": "Run",
        "mode.climb": "Climb (the GM rules)",
        "mode.jump": "Jump (the GM rules)",
        "mode.swim": "Swim (the GM rules)",
        "pace.none": "not declared",
        "pace.stationary": "stationary",
        "pace.walk": "walking",
        "pace.run": "running",
        "grade.rough": "rough terrain or obstacles",
        "scope.turn": "Combat Turn",
        "scope.pass": "Initiative Pass",
        "act.declare": "Declare how to move in this Combat Turn",
        "act.action": "Use an action of this Combat Phase",
        "no_combat": "Outside combat nothing is limited",
        "walk": "Walking: +{tn} TN on tests",
        "run": "Running: +{tn} TN on every test",
        "walk.rough": "Walking over rough ground: +{tn} TN on tests",
        "run.rough": "Running over rough ground: +{tn} TN on every test",
        "earlier": "The TN of an earlier pass still holds in this Combat Turn: +{tn}",
        "too_far.pass": "Past the {limit} m that this Initiative Pass allows",
        "too_far.turn": "Past the {limit} m that are left of this Combat Turn",
        "locked": "The mode of this Combat Turn is set: {pace}",
        "slower": "The mode of this Combat Turn may rise, not fall: {pace}",
        "intercepted": "Intercepted: the rest of this pass's movement is lost",
        "cut": "The GM ended this pass's movement",
        "actions": "Moving takes no action; left in this Combat Phase: {left}",
        "left.complex": "a Complex Action or two Simple ones",
        "left.simple": "one Simple Action",
        "left.none": "nothing",
        "pace.working": "The slowest mode that covers {moved} m of this pass: {pace}",
        "walk.working": "Quickness {quickness} = {rate} m in a Combat Turn",
        "run.working": "Quickness {quickness} × {modifier} = {rate} m in a Combat Turn",
        "metatype.dwarf": "dwarf",
        "metatype.elf": "elf",
        "metatype.human": "human",
        "metatype.ork": "ork",
        "metatype.troll": "troll",
        "modifier.working": "Running modifier of {metatype}: {modifier}",
        "pass.working": "{rate} m over {passes} passes, rounded up: {share} m in one",
        "preset.as_edited": "As edited",
        "preset.as_edited.help": "By the edited rules of this game: every house rule at its default.",
        "pass.alone": "The only pass of the Combat Turn: all {rate} m in it",
        "turn.capped": "Moved before this pass: {used} of {rate} m",
        "turn.uncapped": "Only the pass is limited; moved before it: {used} m",
        "turn.even": "{left} m left over {passes} passes, rounded up: {share} m in this one",
        "turn.even_last": "{left} m left for the last pass",
        "moving": "Moved {moved} m: it counts as {pace}",
        "tn.working": "+{tn} TN: against TN 4 a die succeeded in {before} %, against {target} in {now} %",
        "queue": "No action in this pass: moves at its end, after all others",
        "sprint.label": "Sprint: Athletics (Running)",
        "sprint.dice": "Athletics {pool} d6 against TN {tn}",
        "sprint.working": "{pool} dice against TN {tn}, for a Complex Action: each success is 1 Quickness for running",
        "needed.one": "1 success or more",
        "needed.many": "{needed} successes or more",
        "sprint.effect": "+{successes} Quickness when running in the next Combat Phase",
        "sprint.nothing": "No success: nothing gained",
        "sprint.disaster": "All dice show 1: a disaster, the GM says",
        "sprint.no_combat": "Outside combat there is nothing to sprint for",
        "sprint.no_dice": "No dice in Athletics: the test cannot be rolled",
        "sprint.result": "{pool} dice give 0 to {pool} successes",
        "boost.working": "({quickness} + {bonus}) × {modifier} over {passes} passes, rounded up: {share} m",
        "no_pass": "All {passes} passes of this Combat Turn have begun: begin a new Combat Turn,"
        " or say how many passes there are",
        "no_phase": "No Combat Phase in this pass",
        "no_saving": "No dice are held back in this game",
        "action.used": "The actions of this Combat Phase are used",
        "action.complex": "A Complex Action needs the whole Combat Phase",
        "gate": "{region}: {name}, {needed}",
        "gate.label": "{name}",
        "gate.dice": "{pool} d6 against TN {tn}",
        "gate.made": "Made it",
        "gate.failed": "Did not make it",
        "intercept": "{token} may strike for free: {dice} dice against TN {tn}, the passer in Full Defense."
        " Damage ends this pass's movement here.",
        "intercept.no_melee": "{token} may strike for free, with the passer in Full Defense, but has no dice for it:"
        " its Melee Combat Skill is 0 or was not given. Damage ends this pass's movement here.",
        "intercept.no_martial": "{token} may strike for free, with the passer in Full Defense, but has no dice for it:"
        " its Martial Arts are 0 or were not given. Damage ends this pass's movement here.",
        "intercept.with_pool": "{token} may strike for free: {dice} dice against TN {tn}, up to {pool} of its"
        " Combat Pool on top, the passer in Full Defense. Damage ends this pass's movement here.",
        "intercept.near": "The path passes {token} within 1 m, {at} m along",
        "intercept.melee": "Weapon ready: Melee Combat Skill, {dice} dice",
        "intercept.martial": "No weapon ready: Martial Arts, {dice} dice",
        "intercept.tn": "4 + reach {reach} + movement {move} + condition {condition} = TN {tn}",
        "intercept.pool": "Either side may add Combat Pool dice; the attacker has {pool}",
        "intercept.damage": "Damage from the attack ends this pass's movement at {at} m",
        "earlier_tests": "Tests made earlier in this pass are not changed; had they been made now: +{tn} TN",
        "other.climb": "There is no rule for climbing: does it go as measured?",
        "other.jump": "There is no rule for jumping: does it go as measured?",
        "other.swim": "There is no rule for swimming: does it go as measured?",
        "other.height": "There is no rule for heights and drops: does it go as measured?",
        "other.as_shown": "As measured, metre for metre",
        "other.stop": "Movement ends here in this pass",
        "allow.stationary": "Stationary",
        "allow.walk": "Walking, Combat Turn",
        "allow.run": "Running, Combat Turn",
        "allow.walk_pass": "Walking, this pass",
        "allow.run_pass": "Running, this pass",
        "on.tests": "every Success Test",
        "since.move": "the first metre of the pass",
        "until.pass": "end of the Initiative Pass",
        "until.turn": "end of the Combat Turn",
        "spend.pass": "Metres of this pass",
        "spend.turn": "Metres of this Combat Turn",
        "status.walk": "Walking",
        "status.run": "Running",
        "status.boost": "Sprinting: Quickness +{bonus} for running",
        "status.pending": "Next Combat Phase: Quickness +{bonus} for running",
        "counter.mode": "Declared mode",
        "counter.turn": "Metres in this Combat Turn",
        "counter.pass": "Metres in this pass",
        "counter.rough": "Rough ground in this pass",
        "counter.tn": "TN modifier",
        "counter.by": "Intercepted by",
        "counter.by.name": "{name}",
        "counter.intercepted": "Intercepted",
        "counter.quickness": "Quickness for running",
        "counter.active": "Quickness bonus now",
        "counter.pending": "Quickness bonus to come",
        "counter.queued": "Move waits for the end of the pass",
        "counter.number": "Initiative Pass",
        "counter.passes": "Initiative Passes in this Combat Turn",
        "counter.action": "Actions left",
    },
)


class Character(Inputs):
    """A character of Shadowrun 3, as far as movement goes."""

    quickness: Annotated[int, Field(ge=0, le=50, title="Quickness")] = 1
    metatype: Annotated[Literal["human", "dwarf", "elf", "ork", "troll"], Field(title="Metatype")] = "human"
    athletics: Annotated[int, Field(ge=0, le=20, title="Athletics (Running)")] = 0
    width: Annotated[float | None, Field(ge=0, le=20, title="Width in metres")] = None
    """Of the body; read only where tables measure from edge to edge. Empty: as wide as its token on the map."""
    exempt: NoSheet = None
    """A vehicle, a drone, IC, a sprite or the like: none of these rules holds for it; empty: the sheet does."""


class HouseRules(TableRules):
    """The switches of Shadowrun 3."""

    pass_split: Literal["capped", "uncapped", "even"] = house_rule(
        "capped", "Passes that add up to more than the rate", "SR3-06", "SR3-07", "SR3-14", required=True
    )
    """Capped: both limits hold; uncapped: only the pass's; even: what is left is dealt out over the passes left."""
    sprint_takes_penalty: bool = house_rule(
        False, "Moving makes the sprint test harder", "SR3-13", required=True
    )
    """On: the TN that walking or running adds holds for the sprint test too."""
    mode_change: Literal["upgrade_only", "locked", "free"] = house_rule(
        "upgrade_only",
        "Changing the mode within a Combat Turn",
        "SR3-02",
        words={"upgrade_only": "Only to run"},
    )
    """Only to run: walking may become running; locked: the first move settles it; free: each pass anew."""
    penalty_scope: Literal["pass", "turn"] = house_rule(
        "pass",
        "How long the TN of moving lasts",
        "SR3-10",
        "SR3-11",
        "SR3-12",
        words={"pass": "Initiative Pass", "turn": "Combat Turn"},
    )
    """Until the Initiative Pass ends, or until the Combat Turn does."""
    run_modifier_human: int = house_rule(3, "Running modifier of humans", "SR3-05", ge=1, le=20)
    """Humans run this many times their Quickness in a Combat Turn."""
    run_modifier_dwarf: int = house_rule(2, "Running modifier of dwarfs", "SR3-05", ge=1, le=20)
    """Dwarfs run this many times their Quickness in a Combat Turn."""
    run_modifier_elf: int = house_rule(3, "Running modifier of elves", "SR3-05", ge=1, le=20)
    """Elves run this many times their Quickness in a Combat Turn."""
    run_modifier_ork: int = house_rule(3, "Running modifier of orks", "SR3-05", ge=1, le=20)
    """Orks run this many times their Quickness in a Combat Turn."""
    run_modifier_troll: int = house_rule(3, "Running modifier of trolls", "SR3-05", ge=1, le=20)
    """Trolls run this many times their Quickness in a Combat Turn."""
    measure: Literal["centre", "edge"] = house_rule(
        "centre", "One metre is measured between", "SR3-15", words={"centre": "Middles", "edge": "Rims"}
    )
    """Middles: those of both tokens, and where cells are the next one is in reach; rims: by the widths of both."""
    intercept_on_leave: bool = house_rule(False, "Leaving an adjacent opponent counts as passing", "SR3-15")
    """On: whoever stands beside an opponent and walks away is passing it."""
    round_seconds: float = house_rule(3, "Seconds in a Combat Turn", "SR3-02", ge=0.1, le=3600)
    """To turn minutes into Combat Turns; no distance hangs on it."""


TokenId = Annotated[str, Field(json_schema_extra={"format": "token"})]
"""A token on the map, by its id."""


class Circumstances(Inputs):
    """What the GM said of this very move."""

    test_modifier: OnTests = 0
    """Added to the TN of every test of movement: wounds, gear, the GM's word; more than 0 is harder."""
    sprint_tn_mod: Annotated[int, Field(ge=-20, le=40, title="TN of the sprint test")] = 0
    """Bad ground and other conditions, added to the TN."""
    attacking: Annotated[list[TokenId], Field(max_length=200, title="Opponents attacked")] = []
    """Those whom the mover attacks rather than passes."""


class TokenFacts(Inputs):
    """What a token is to those who try to pass it."""

    active: Annotated[bool, Field(title="Can act")] = True
    weapon_ready: Annotated[bool, Field(title="Melee weapon ready")] = False
    melee: Annotated[int, Field(ge=0, le=50, title="Melee Combat Skill")] = 0
    martial_arts: Annotated[int, Field(ge=0, le=50, title="Martial Arts")] = 0
    combat_pool: Annotated[int, Field(ge=0, le=100, title="Combat Pool")] = 0
    reach_mod: Annotated[int, Field(ge=-20, le=20, title="TN for reach")] = 0
    move_mod: Annotated[int, Field(ge=-20, le=20, title="TN for its own movement")] = 0
    condition_mod: Annotated[int, Field(ge=-20, le=20, title="TN for its condition")] = 0
    width: Annotated[float | None, Field(ge=0, le=20, title="Width in metres")] = None


class Declare(Inputs):
    """How to move in this Combat Turn."""

    mode: Annotated[Literal["stationary", "walk", "run"], Field(title="Mode")]


class UseAction(Inputs):
    """An action of the Combat Phase."""

    cost: Annotated[Literal["free", "simple", "complex"], Field(title="Kind of action")] = "complex"


TURN, PASS = "begin turn", "begin pass"
ENDS = "end pass", "end turn"


@dataclass(frozen=True, slots=True)
class Turn:
    """The Combat Turn's ledger of one token; metres as fractions."""

    mode: Pace = kept("none", TURN)
    turn_moved: Fraction = kept(ZERO, TURN)
    turn_bonus: Fraction = kept(ZERO, TURN, counted_at=[PASS, *ENDS])
    """Metres that sprints of earlier passes added to the Combat Turn."""
    turn_tn: int = kept(0, TURN)
    """The highest TN modifier that moving has brought in this Combat Turn."""
    asked: tuple[str, ...] = kept((), TURN)
    ruled: tuple[str, ...] = kept((), TURN)
    passed: tuple[str, ...] = kept((), TURN)
    passes: int = kept(
        1, counted_at=[PASS], until="a pass begins in a Combat Turn of another number of passes"
    )
    number: int = kept(0, TURN, counted_at=[PASS])
    """Which Initiative Pass it is; 0: none was told, it is the first."""
    has_action: bool = kept(True, TURN, counted_at=[PASS])
    clock: Literal["open", "over", "ended"] = kept("open", TURN, PASS, counted_at=ENDS)
    """Whether the pass is over, or its whole Combat Turn."""
    pace: Pace = kept("none", TURN, PASS)
    """The mode of this pass."""
    pass_moved: Fraction = kept(ZERO, TURN, PASS)
    pass_rough: bool = kept(False, TURN, PASS)
    intercepted_by: str = kept("", TURN, PASS)
    intercepted: bool = kept(False, TURN, PASS)
    met: tuple[str, ...] = kept((), TURN, PASS)
    """Opponents that have had their attack in this pass."""
    trail: tuple[tuple[int | float, int | float], ...] = kept((), TURN, PASS)
    """Corners of the way in this pass, as cells."""
    lead: tuple[tuple[int | float, int | float], ...] = kept(
        (), counted_at=[TURN, PASS], until="the token is pushed, or moves outside combat"
    )
    """Both ends of the last stretch of the pass before, as cells."""
    spent: tuple[str, ...] = kept((), counted_at=[TURN, PASS])
    """Opponents that have had their attack in the pass before."""
    cut: bool = kept(False, TURN, PASS)
    simples: int = kept(0, TURN, PASS)
    """Simple Actions used; a Complex Action counts as two."""
    tested: bool = kept(False, TURN, PASS)
    queued_move: bool = kept(False, TURN, PASS)
    released: bool = kept(False, TURN, PASS)
    """The others have acted: the queued move may go."""
    quickness_bonus_active: int = kept(0, TURN, *ENDS, counted_at=[PASS])
    quickness_bonus_pending: int = kept(0, counted_at=[PASS], until="a Combat Phase that it helps has begun")
    diagonals: int = kept(0, TURN)


# ---------------------------------------------------------------- rates


@rule("SR3-05", "running modifiers by metatype", kind="rate", reference=REFERENCE)
def run_modifier(s: Situation) -> int:
    """The running modifier is 3 for humans, elves, orks and trolls and 2 for dwarfs, unless your table changes it."""
    return int(getattr(s.house_rules, f"run_modifier_{s.character.metatype}"))


@rule("SR3-03", "walk rate", kind="rate", reference=REFERENCE)
def walk_rate(s: Situation) -> Fraction:
    """Walking takes you 1 m for each point of Quickness in a Combat Turn."""
    return Fraction(s.character.quickness)


@rule("SR3-04", "run rate", kind="rate", reference=REFERENCE)
def run_rate(s: Situation, bonus: int = 0) -> Fraction:
    """Running takes you Quickness × your running modifier in metres in a Combat Turn."""
    return Fraction((s.character.quickness + bonus) * run_modifier(s))


@rule("SR3-06", "split per Initiative Pass", kind="band", reference=REFERENCE)
def pass_share(state: Turn, rate: Fraction) -> Fraction:
    """In one Initiative Pass you move at most your rate divided by the passes of the Combat Turn, rounded up, and what
    you leave is not carried over. If your table deals out evenly, each pass has its share of the metres left instead.
    """
    return Fraction(ceil(rate / state.passes))


@rule("SR3-07", "turn total", kind="band", reference=REFERENCE)
def pass_limit(s: Situation, state: Turn, rate: Fraction, bonus: Fraction = ZERO) -> Fraction:
    """All passes of a Combat Turn together take you no farther than your rate, even where rounding up would. If your
    table limits only the single pass, they may add up to more.

    ``rate`` without, ``bonus`` with what a sprint adds to this pass (SR3-14); counted from the pass's start.
    """
    share = pass_share(state, rate)
    left = max(ZERO, rate - before(state))
    if split_of(s) == "uncapped":
        return share + bonus
    if split_of(s) == "even":
        return ceil(left / passes_left(state)) + bonus
    return min(share + bonus, left + bonus)


@rule("SR3-14", "sprint effect next phase", kind="state", reference=REFERENCE)
def sprint_gain(s: Situation, state: Turn) -> Fraction:
    """Each success of a sprint test counts as one more point of Quickness when you run in your next Combat Phase, and
    only then.

    In metres that this pass, and with it the Combat Turn, grows by.
    """
    bonus = state.quickness_bonus_active
    return pass_share(state, run_rate(s, bonus)) - pass_share(state, run_rate(s)) if bonus else ZERO


def split_of(s: Situation) -> str:
    """Return how the table splits the rate over the passes (SR3-07)."""
    return str(s.house_rules.pass_split)


def before(state: Turn) -> Fraction:
    """Return the metres moved in earlier passes of this Combat Turn."""
    return state.turn_moved - state.pass_moved


def passes_left(state: Turn) -> int:
    """Return how many passes the Combat Turn still has, this one among them."""
    return max(1, state.passes - max(1, state.number) + 1)


def walk_limit(s: Situation, state: Turn) -> Fraction:
    """Return how far one can walk in this pass, from its start."""
    return pass_limit(s, state, walk_rate(s))


def run_limit(s: Situation, state: Turn) -> Fraction:
    """Return how far one can run in this pass, from its start; sprints of earlier passes stay added."""
    gain = sprint_gain(s, state)
    if not state.turn_bonus or split_of(s) == "uncapped":
        return pass_limit(s, state, run_rate(s), gain)
    left = max(ZERO, run_rate(s) + state.turn_bonus - before(state))
    if split_of(s) == "even":
        return ceil(left / passes_left(state)) + gain
    return min(pass_share(state, run_rate(s)), left) + gain


# ---------------------------------------------------------------- what moving means


@rule("SR3-08", "any move counts as the declared rate", kind="state", reference=REFERENCE)
def counts_as_moving(moved: Fraction) -> bool:
    """Moving at all, even less than a metre, counts as moving at the rate you declared, with its full TN modifier. If
    you are stopped on the way, the rate of the whole way counts. If you declare a rate and do not move, nothing is
    added.
    """
    return moved > 0


@rule("SR3-10", "walking TN", kind="modifier", reference=REFERENCE)
def walking_tn() -> int:
    """If you walk, add 1 to the TN of every Success Test you make in that pass, or in the whole Combat Turn if your
    table says so.
    """
    return 1


@rule("SR3-11", "running TN", kind="modifier", reference=REFERENCE)
def running_tn() -> int:
    """If you run, add 4 to the TN of every test you make in that pass, or in the whole Combat Turn if your table says
    so.
    """
    return 4


@rule("SR3-12", "rough terrain TN", kind="modifier", reference=REFERENCE)
def rough_tn(pace: str) -> int:
    """If any part of your way in a pass is rough or full of obstacles, walking adds 2 to the TN instead of 1, and
    running 6 instead of 4.
    """
    return {"walk": 2, "run": 6}.get(pace, 0)


def tn_of(pace: str, *, rough: bool) -> int:
    """Return what moving at a pace adds to the TN."""
    if rough:
        return rough_tn(pace)
    return {"walk": walking_tn(), "run": running_tn()}.get(pace, 0)


TN_RULES = {1: "SR3-10", 2: "SR3-12", 4: "SR3-11", 6: "SR3-12"}
"""The rule behind each TN modifier."""


def pass_tn(state: Turn) -> int:
    """Return the TN modifier of what was moved in this pass."""
    return tn_of(state.pace, rough=state.pass_rough) if counts_as_moving(state.pass_moved) else 0


def lasting_tn(s: Situation, state: Turn) -> int:
    """Return the TN modifier that holds whatever is moved from here on."""
    return state.turn_tn if s.house_rules.penalty_scope == "turn" else 0


def tn_now(s: Situation, state: Turn) -> int:
    """Return the TN modifier in force."""
    if not s.in_combat or state.clock == "ended":
        return 0
    if s.house_rules.penalty_scope == "turn":
        return state.turn_tn
    return 0 if state.clock == "over" else pass_tn(state)


@rule("SR3-02", "mode declared per Combat Turn", kind="state", reference=REFERENCE)
def least_pace(s: Situation, state: Turn) -> Pace:
    """In each Combat Turn you stand, walk or run, as you declare with your first move. Later you may go from walking
    to running but not back, unless your table lets you change in every pass, or not at all.
    """
    return state.pace if s.house_rules.mode_change == "free" else state.mode


def may_reach(s: Situation, state: Turn, pace: Pace) -> bool:
    """Tell whether the mode of this Combat Turn lets one go at ``pace`` (SR3-02)."""
    if s.house_rules.mode_change != "locked" or state.mode == "none":
        return True
    return PACES.index(state.mode) >= PACES.index(pace)


def faster(first: Pace, second: Pace) -> Pace:
    """Return the faster of two modes."""
    return max(first, second, key=PACES.index)


@rule("SR3-01", "movement leaves actions alone", kind="resource", reference=REFERENCE)
def actions_left(state: Turn) -> str:
    """Moving never changes which Free, Simple or Complex Actions you may take. Only the sprint test costs one, a
    Complex Action.
    """
    if not state.has_action or state.simples >= 2:
        return "none"
    return "simple" if state.simples else "complex"


@rule("SR3-09", "moving in a pass without an action", kind="state", reference=REFERENCE)
def waits_for_others(s: Situation, state: Turn) -> bool:
    """In a pass in which you have no action you may still move, up to the limit of that pass, once everybody else has
    acted.
    """
    return bool(s.in_combat and not state.has_action and not state.released)


# ---------------------------------------------------------------- sprint


@rule("SR3-13", "sprint test", kind="roll", reference=REFERENCE)
def sprint_tn(s: Situation, state: Turn) -> int:
    """To sprint, spend a Complex Action and roll Athletics (Running) against TN 4, which the GM may change for bad
    ground. What walking or running adds to the TN does not count here, unless your table says so.
    """
    of_the_moment = int(s.circumstances.sprint_tn_mod) + on_tests(s)
    return max(LEAST_TN, BASE_TN + of_the_moment + sprint_penalty(s, state))


def sprint_penalty(s: Situation, state: Turn) -> int:
    """Return what moving adds to the TN of the sprint test, if the table plays it so."""
    return tn_now(s, state) if s.house_rules.sprint_takes_penalty else 0


# ---------------------------------------------------------------- interception


@rule("SR3-15", "interception trigger", kind="reaction", reference=REFERENCE)
def passing(s: Situation, way: Sequence[Leg | None], foe: Neighbour) -> Iterator[tuple[int, Fraction]]:
    """An opponent able to act may strike, once a pass, when you come within 1 m, or on a map with cells beside them,
    and go on past without attacking them, in this pass or straight on in the next. Walking away from one you began
    beside counts only if your table says so.

    Yields where the way passes closest: the index of the leg, and how much of that leg lies before it. A leg that
    is none runs on another storey.
    """
    on_leave = bool(s.house_rules.intercept_on_leave)
    for run in _runs(way):
        places = [
            place
            for index, leg in run
            for place in _places(s, index, leg, foe)
            if place.share or index == run[0][0]
        ]
        closing = on_leave
        for number, here in enumerate(places[:-1]):
            before, after = places[max(0, number - 1)], places[number + 1]
            closing = closing or here.arrives or here.nearer(before)
            if here.reached and closing and not (after.reached and after.nearer(here)):
                yield (here.leg, here.share) if here.share < 1 else (here.leg + 1, ZERO)
                closing = False


@dataclass(frozen=True, slots=True)
class _Place:
    """A place on a way: on which leg, how much of it lies before, how far off the opponent is, and whether in reach.

    ``arrives``: a passage between storeys ends there.
    """

    leg: int
    share: Fraction
    squared: Fraction
    reached: bool
    arrives: bool

    def nearer(self, other: "_Place") -> bool:
        """Tell whether the opponent is nearer here than there, or here only is in reach."""
        return self.squared < other.squared or (self.reached and not other.reached)


def _runs(way: Sequence[Leg | None]) -> Iterator[list[tuple[int, Leg]]]:
    """Yield the parts of a way that are on the opponent's storey, leg by leg."""
    run: list[tuple[int, Leg]] = []
    for index, leg in enumerate((*way, None)):
        if leg is not None:
            run.append((index, leg))
        elif run:
            yield run
            run = []


def _places(s: Situation, index: int, leg: Leg, foe: Neighbour) -> Iterator[_Place]:
    """Yield the places of a leg where it begins, comes closest, may come into view, and ends."""
    start, end = leg
    nearest = _nearest(start, end, (*foe.at, foe.up))
    shares = {ZERO, nearest, Fraction(1)} if start != end else {Fraction(1)}
    if s.chart is not None and _near(s, _along(start, end, nearest), foe):
        shares.update(s.chart.opens(start[:2], end[:2], foe))
    for share in sorted(shares):
        here = _along(start, end, share)
        squared = sum(((a - b) ** 2 for a, b in zip(here, (*foe.at, foe.up), strict=True)), ZERO)
        reached = _reached(s, [here] if share in {0, 1} else [here, start, end], foe)
        yield _Place(index, share, squared, reached, start == end)


def _nearest(start: Spot, end: Spot, at: Spot) -> Fraction:
    """Return where a leg comes closest to a spot, as a share of the leg.

    >>> _nearest((Fraction(0),) * 3, (Fraction(4), Fraction(0), Fraction(0)), (Fraction(1), Fraction(2), Fraction(5)))
    Fraction(1, 4)
    """
    length = sum((b - a) ** 2 for a, b in zip(start, end, strict=True))
    if not length:
        return Fraction(1)
    share = sum((c - a) * (b - a) for a, b, c in zip(start, end, at, strict=True)) / length
    return min(Fraction(1), max(ZERO, share))


def _along(start: Spot, end: Spot, share: Fraction) -> Spot:
    x, y, up = (a + (b - a) * share for a, b in zip(start, end, strict=True))
    return x, y, up


def _reached(s: Situation, spots: Sequence[Spot], foe: Neighbour) -> bool:
    """Tell whether an opponent reaches a spot: within a metre, or on a map with cells from a cell to the next one.

    Who is between two cells, as the spots behind the first tell, is beside whoever is beside either.
    """
    x, y, _ = spots[0]
    if _near(s, spots[0], foe) and (s.chart is None or s.chart.clear((x, y), foe)):
        return True
    if s.chart is None or not s.chart.celled or s.house_rules.measure != "centre":
        return False
    side = s.chart.side
    return any(s.chart.reached((x, y), up, foe, side) for x, y, up in spots)


def _near(s: Situation, here: Spot, foe: Neighbour) -> bool:
    """Tell whether an opponent is within a metre; by the switch, of the centres or of the rims."""
    reach = NEAR + GRAIN
    if s.house_rules.measure == "edge":
        reach += (_width(s.character.width, s.body) + _width(foe.facts.width, foe.size)) / 2
    away = sum((a - b) ** 2 for a, b in zip(here, (*foe.at, foe.up), strict=True))
    return bool(away <= reach**2)


def _width(told: float | None, size: Point | None) -> Fraction:
    """Return how wide a body is: as its sheet says, else as its token is."""
    if told is not None:
        return exact(told)
    return max(size) if size is not None else Fraction(1)


@rule("SR3-16", "free melee attack", kind="reaction", reference=REFERENCE)
def attack_dice(foe: TokenFacts) -> int:
    """The opponent makes a free melee attack against TN 4: with Melee Combat Skill if a weapon is ready, otherwise
    with Martial Arts.
    """
    return foe.melee if foe.weapon_ready else foe.martial_arts


@rule("SR3-17", "attack modifiers, Full Defense", kind="modifier", reference=REFERENCE)
def attack_tn(foe: TokenFacts) -> int:
    """Only reach, the attacker's own movement and the attacker's condition change that TN of 4. You, going past, count
    as being in Full Defense.
    """
    return max(LEAST_TN, BASE_TN + foe.reach_mod + foe.move_mod + foe.condition_mod)


@rule("SR3-18", "intercepted", kind="state", reference=REFERENCE)
def stopped_by(state: Turn, token: str) -> Turn:
    """If the free attack does you any damage, you stop where it struck and lose the rest of your movement in this
    pass.
    """
    return replace(state, intercepted=True, intercepted_by=token)


@rule("SR3-19", "Combat Pool", kind="resource", reference=REFERENCE)
def spare_dice(foe: TokenFacts) -> int:
    """Both sides may add dice from the Combat Pool to the rolls of an interception."""
    return foe.combat_pool


RULES = rules_in(globals())


# ---------------------------------------------------------------- prices


def pass_levels(s: Situation, state: Turn, *, rough: bool = False, least: Pace = "none") -> list[Level]:
    """Return the prices of metres in this pass, counted from its start."""
    if not s.in_combat:
        return [Level(None, "free", "SR3-02", say("no_combat"))]
    if state.intercepted:
        return [ends("SR3-18", say("intercepted"))]
    if state.cut:
        return [ends("SR3-02", say("cut"))]
    least = faster(least, least_pace(s, state))
    limits: dict[Pace, Fraction] = {"walk": walk_limit(s, state), "run": run_limit(s, state)}
    levels = [
        _level(s, state, pace, limit, rough=rough or state.pass_rough)
        for pace, limit in limits.items()
        if PACES.index(pace) >= PACES.index(least) and may_reach(s, state, pace) and limit > 0
    ]
    if not may_reach(s, state, "run"):
        return [*levels, ends("SR3-02", say("locked", pace=say(f"pace.{state.mode}")))]
    return [*levels, _end(s, state, limits["run"])]


def _level(s: Situation, state: Turn, pace: Pace, limit: Fraction, *, rough: bool) -> Level:
    tn, lasting = tn_of(pace, rough=rough), lasting_tn(s, state)
    if lasting > tn:
        return Level(limit, "penalised", TN_RULES[lasting], say("earlier", tn=lasting), Price("tn", lasting))
    reason = say(f"{pace}.rough" if rough else pace, tn=tn)
    return Level(limit, "penalised", TN_RULES[tn], reason, Price("tn", tn))


def _end(s: Situation, state: Turn, limit: Fraction) -> Level:
    """Return the level past the last metre: it names the limit that was met first."""
    share = pass_share(state, run_rate(s, state.quickness_bonus_active))
    if limit < share:
        return ends("SR3-07", say("too_far.turn", limit=limit))
    return ends("SR3-06", say("too_far.pass", limit=limit))


def gate_odds(s: Situation, gate: Gate) -> tuple[int, Fraction]:
    """Return TN and chance of a roll that a region demands; what moving adds to TNs does not count in it."""
    tn = BASE_TN if gate.difficulty is None else gate.difficulty
    tn = max(LEAST_TN, tn + on_tests(s)) if on_tests(s) else tn
    return tn, exploding_d6_pool(gate.pool, tn=tn).at_least(gate.needed)


# ---------------------------------------------------------------- judging a path


class RouteJudge(Judge[Turn]):
    """Shadowrun 3's judge of a route."""

    rules = RULES

    def __init__(
        self, s: Situation, state: Turn, route: Sequence[Segment], cleared: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(s, state, cleared, {"ground": state.pass_moved})
        self.rough = state.pass_rough
        self.legal, self.legal_rough = state.pass_moved, state.pass_rough
        """Metres of the pass up to where the path can be walked, and whether they are rough."""
        self.least: Pace = "run" if any(part.mode == "run" and part.cost for part in route) else "none"
        self.walk(route)
        self.reactions += self._reactions(route)

    def levels(self, meter: str) -> Sequence[Level]:
        """Return the prices of this pass, by the ground met so far."""
        del meter
        return pass_levels(self.s, self.state, rough=self.rough, least=self.least)

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return the one meter there is: metres of this pass."""
        del segment
        return ("ground",)

    def band(self, extent: Fraction, mode: str, level: Level) -> None:
        """Lay one band, and keep in mind how far the path can be walked."""
        if self.dead is None and level.kind != "impossible":
            self.legal, self.legal_rough = self.used["ground"], self.rough
        super().band(extent, mode, level)

    def enter(self, segment: Segment) -> None:
        """Note rough ground, and ways of moving that only the GM can judge."""
        if segment.grades and segment.cost and self.dead is None:
            self.rough = True
        if segment.mode in UNRULED:
            self._ask(segment.mode)
        elif segment.rise:
            self._ask("height")

    def _ask(self, what: str) -> None:
        ruling = other_ruling(what, self.position)
        known = {found.id for found in self.rulings}
        if self.dead is None and what not in self.state.asked and ruling.id not in known:
            self.rulings.append(ruling)

    def leap(self, parts: Sequence[Segment], *, running: bool) -> Level | None:
        """Return the price of a jump itself: none, the GM is asked."""
        del parts, running
        return None

    def run_up(self) -> Fraction:
        """Return the run-up of a running jump: there is none."""
        return ZERO

    def demanded(self, gate: Gate) -> tuple[Check, Text]:
        """Return the roll that a region demands on entering it, and what it says in words."""
        reason = gate_text(self.s, gate)
        return gate_check(self.s, gate, self.position), reason

    # -------------------------------------------------------- reactions

    def _reactions(self, route: Sequence[Segment]) -> Iterator[Reaction]:
        """Yield the wait for the others, then the opponents passed, in the order of the path."""
        s, state = self.s, self.state
        bars = [band.start for band in self.bands if band.kind == "impossible"]
        legal = min(bars, default=self.position)
        if not s.in_combat or legal == 0:
            return
        if waits_for_others(s, state) and QUEUE not in self.cleared:
            self.note("SR3-09", say("queue"))
            yield Reaction(QUEUE, "SR3-09", None, ZERO, say("queue"), waits=True)
        found = [(at, foe) for foe in self._opponents() for at in self._passed(route, foe) if at < legal]
        for at, foe in sorted(found, key=lambda pair: (pair[0], pair[1].id)):
            yield self._intercept(at, foe)

    def _opponents(self) -> Iterator[Neighbour]:
        for foe in self.s.others:
            known = foe.id in self.state.met or f"intercept:{foe.id}" in self.cleared
            spared = foe.id in self.s.circumstances.attacking
            if foe.disposition == "hostile" and foe.facts.active and not known and not spared:
                yield foe

    def _passed(self, route: Sequence[Segment], foe: Neighbour) -> list[Fraction]:
        """Return where the path first passes an opponent: one place or none."""
        trail: list[Leg | None] = [*_legs(self.s, self.state.trail, foe.up)]
        if any(part.start is None for part in route):
            return []
        legs = [part.leg(foe.storey) for part in route]
        if foe.id not in self.state.spent:
            lead = _legs(self.s, self.state.lead, foe.up)
            trail = [*_onward(lead, [*trail, *legs]), *trail]
        for index, share in passing(self.s, [*trail, *legs], foe):
            if index >= len(trail):
                done = sum((part.extent for part in route[: index - len(trail)]), ZERO)
                return [on_grain(done + share * route[index - len(trail)].extent)]
        return []

    def _intercept(self, at: Fraction, foe: Neighbour) -> Reaction:
        facts: TokenFacts = foe.facts
        dice, tn, pool = attack_dice(facts), attack_tn(facts), spare_dice(facts)
        self.note("SR3-15", say("intercept.near", token=foe.name, at=at), token=foe.id, at=at)
        skill = "melee" if facts.weapon_ready else "martial"
        self.note("SR3-16", say(f"intercept.{skill}", dice=dice), token=foe.id, dice=dice)
        mods = {"reach": facts.reach_mod, "move": facts.move_mod, "condition": facts.condition_mod}
        self.note("SR3-17", say("intercept.tn", tn=tn, **mods), token=foe.id, tn=tn)
        self.note("SR3-18", say("intercept.damage", at=at), token=foe.id, at=at)
        if pool:
            self.note("SR3-19", say("intercept.pool", pool=pool), token=foe.id, pool=pool)
        key = "intercept" if dice else f"intercept.no_{skill}"
        label = say("intercept.with_pool" if pool else key, token=foe.name, dice=dice, tn=tn, pool=pool)
        return Reaction(f"intercept:{foe.id}", "SR3-15", foe.id, at, label, waits=True)

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        s, moved = self.s, self.used["ground"]
        after = self._after()
        limit = no_roll_limit(self.levels("ground"))
        left = None if limit is None else max(ZERO, limit - moved)
        if s.in_combat and self.legal > self.state.pass_moved:
            self._warn(after)
            self._explain(after)
        elif not s.in_combat and self.bands:
            self.note("SR3-02", say("no_combat"))
        self._explain_ends()
        return self.found(
            modifiers=tn_modifiers(s, after),
            spends=self._spends(left),
            cost=moved - self.state.pass_moved,
            left=left,
        )

    def _explain_tn(self, tn: int) -> None:
        """Add the line that says what a higher TN does to a die."""
        plain, now = exploding_d6_chance(BASE_TN), exploding_d6_chance(BASE_TN + tn)
        odds = {"before": percent(plain), "now": percent(now)}
        working = say("tn.working", tn=tn, target=BASE_TN + tn, **odds)
        self.note(TN_RULES[tn], working, tn=tn, die_before=plain, die_now=now)

    def _after(self) -> Turn:
        """Return the state as it would be where the path ends, or can be walked no farther."""
        moved = self.legal - self.state.pass_moved
        return settle(self.s, self.state, moved, rough=self.legal_rough, least=self.least)

    def _warn(self, after: Turn) -> None:
        """Warn that tests made before moving would have been harder (SR3-10 to SR3-12)."""
        tn = tn_now(self.s, after)
        if self.state.tested and tn > tn_now(self.s, self.state):
            self.hazards.append(Hazard("earlier_tests", TN_RULES[tn], ZERO, say("earlier_tests", tn=tn)))

    def _spends(self, left: Fraction | None) -> Iterator[Spend]:
        s, state = self.s, self.state
        spent = self.legal - state.pass_moved
        if not s.in_combat or not spent:
            return
        yield Spend("SR3-06", "pass_movement", say("spend.pass"), spent, left)
        total = run_rate(s) + state.turn_bonus + sprint_gain(s, state)
        rest = max(ZERO, total - state.turn_moved - spent)
        capped = split_of(s) != "uncapped"
        yield Spend("SR3-07", "turn_movement", say("spend.turn"), spent, rest if capped else None)

    def _explain(self, after: Turn) -> None:
        """Add the lines that say where the numbers come from."""
        s, pace = self.s, after.pace
        for number, working, numbers in rate_workings(s, self.state, pace):
            self.note(number, working, **numbers)
        shown = say(f"pace.{pace}")
        left = actions_left(after)
        self.note("SR3-05", modifier_working(s), modifier=run_modifier(s))
        self.note("SR3-01", say("actions", left=say(f"left.{left}")))
        self.note("SR3-02", say("pace.working", moved=after.pass_moved, pace=shown))
        self.note("SR3-08", say("moving", moved=after.pass_moved, pace=shown))
        tn = tn_now(s, after)
        if tn:
            self._explain_tn(tn)

    def _explain_ends(self) -> None:
        """Add the lines that say why the path ends before its end."""
        for band in self.bands:
            if band.kind == "impossible" and band.rule in RULES:
                self.note(band.rule, band.reason)


def _legs(s: Situation, cells: Sequence[tuple[int | float, int | float]], up: Fraction) -> list[Leg]:
    """Return a way that was walked as legs on the map, ending where the next one starts; it tells no heights."""
    return [] if s.chart is None else list(pairwise((*s.chart.middle(at), up) for at in cells))


def _onward(lead: Sequence[Leg], way: Sequence[Leg | None]) -> Sequence[Leg]:
    """Return the last stretch of the pass before, if a way leads straight on from it, not back and not aside."""
    ways = [_flat(leg) for leg in (*lead, *way[:1]) if leg is not None]
    if len(ways) < 2:
        return []
    (east, south), (right, down) = ways
    return lead if east * right + south * down > 0 else []


def _flat(leg: Leg) -> Point:
    """Return how far east and south a leg leads."""
    start, end = leg
    return end[0] - start[0], end[1] - start[1]


def settle(s: Situation, state: Turn, metres: Fraction, *, rough: bool, least: Pace = "none") -> Turn:
    """Return the state after moving so many metres in combat: the mode is the slowest that covers the pass."""
    moved = state.pass_moved + metres
    state = replace(state, pass_moved=moved, turn_moved=state.turn_moved + metres, pass_rough=rough)
    return paced(s, state, moved, least=least) if counts_as_moving(metres) else state


def paced(s: Situation, state: Turn, metres: Fraction, *, least: Pace) -> Turn:
    """Return the state in which so many metres of this pass are walked, or are run, with their TN (SR3-08)."""
    pace: Pace = "walk" if metres <= walk_limit(s, state) else "run"
    pace = faster(pace, faster(least, least_pace(s, state)))
    state = replace(state, pace=pace, mode=pace)
    return replace(state, turn_tn=max(state.turn_tn, pass_tn(state)))


def percent(chance: Fraction) -> Fraction:
    """Return a chance in hundredths, to a tenth, for people to read.

    >>> percent(Fraction(5, 36))
    Fraction(139, 10)
    """
    return Fraction(round(1000 * chance), 10)


def rate_workings(
    s: Situation, state: Turn, pace: str
) -> Iterator[tuple[str, Text, dict[str, Fraction | int | str]]]:
    """Yield how rate and limit of a pace were worked out: rule, working, numbers."""
    quickness, modifier = s.character.quickness, run_modifier(s)
    rate = walk_rate(s)
    if pace == "run":
        rate, bonus = run_rate(s), state.quickness_bonus_active
        yield "SR3-05", modifier_working(s), {"modifier": modifier}
        yield (
            "SR3-04",
            say("run.working", quickness=quickness, modifier=modifier, rate=rate),
            {"rate": rate},
        )
        if bonus:
            share = pass_share(state, run_rate(s, bonus))
            boost: dict[str, Fraction | int] = {"bonus": bonus, "passes": state.passes, "share": share}
            working = say("boost.working", quickness=quickness, modifier=modifier, **boost)
            yield "SR3-14", working, {"share": share}
    else:
        yield "SR3-03", say("walk.working", quickness=quickness, rate=rate), {"rate": rate}
    share = pass_share(state, rate)
    yield (
        "SR3-06",
        say(
            "pass.working" if state.passes > 1 else "pass.alone", rate=rate, passes=state.passes, share=share
        ),
        {"rate": rate, "passes": state.passes, "share": share},
    )
    whole, gain = rate, ZERO
    if pace == "run":
        whole, gain = rate + state.turn_bonus, sprint_gain(s, state)
    yield "SR3-07", *total_working(s, state, whole, gain)


def total_working(
    s: Situation, state: Turn, whole: Fraction, gain: Fraction
) -> tuple[Text, dict[str, Fraction | int | str]]:
    """Return how the rest of a Combat Turn was worked out; ``gain``: what a sprint adds in this pass."""
    used, split, passes = before(state), split_of(s), passes_left(state)
    if split == "uncapped":
        return say("turn.uncapped", used=used), {}
    if split == "capped":
        return say("turn.capped", used=used, rate=whole + gain), {}
    left = max(ZERO, whole - used)
    share = Fraction(ceil(left / passes))
    return say("turn.even" if passes > 1 else "turn.even_last", left=left, passes=passes, share=share), {
        "share": share
    }


def modifier_working(s: Situation) -> Text:
    """Return the running modifier in words."""
    return say("modifier.working", metatype=say(f"metatype.{s.character.metatype}"), modifier=run_modifier(s))


def tn_modifiers(s: Situation, state: Turn) -> Iterator[Modifier]:
    """Yield what moving adds to the TN of tests."""
    tn = tn_now(s, state)
    if tn:
        until = say(f"until.{s.house_rules.penalty_scope}")
        yield Modifier(TN_RULES[tn], "mover", say("on.tests"), "tn", tn, say("since.move"), until)


def other_ruling(what: str, at: Fraction) -> Ruling:
    """Return the question that a way of moving without a rule raises."""
    choices = (Choice("as_shown", say("other.as_shown")), Choice("stop", say("other.stop")))
    return Ruling(f"other:{what}", "SR3-02", at, say(f"other.{what}"), choices, "as_shown")


def needed_text(needed: int) -> Text:
    """Return so many successes in words."""
    return say("needed.one" if needed == 1 else "needed.many", needed=needed)


def gate_text(s: Situation, gate: Gate) -> Text:
    """Return what a region demands of whoever enters it."""
    return say("gate", region=s.name(gate.id), name=gate.name, needed=needed_text(gate.needed))


def gate_check(s: Situation, gate: Gate, at: Fraction) -> Check:
    """Return the check that a region demands on entering it."""
    tn, chance = gate_odds(s, gate)
    odds = exploding_d6_pool(gate.pool, tn=tn)
    return Check(
        id=f"gate:{gate.id}",
        rule="SR3-12",
        label=say("gate.label", name=gate.name),
        at=at,
        pool=gate.pool,
        again="each",
        dice=say("gate.dice", pool=gate.pool, tn=tn),
        difficulty=tn,
        needed=gate.needed,
        needed_text=needed_text(gate.needed),
        chance=chance,
        mean=odds.mean,
        odds=tuple(Odds(result, at_least, None) for result, at_least in odds.cumulative()),
    )


def sprint_check(s: Situation, state: Turn) -> Check:
    """Return the sprint test; its distances are those of a pass of the next Combat Phase."""
    pool, tn = s.character.athletics, sprint_tn(s, state)
    odds = exploding_d6_pool(pool, tn=tn)
    rows = tuple(
        Odds(result, at_least, pass_share(state, run_rate(s, result)))
        for result, at_least in odds.cumulative()
    )
    return Check(
        id="sprint",
        rule="SR3-13",
        label=say("sprint.label"),
        at=ZERO,
        pool=pool,
        again="each",
        dice=say("sprint.dice", pool=pool, tn=tn),
        difficulty=tn,
        needed=1,
        needed_text=needed_text(1),
        chance=odds.at_least(1),
        mean=odds.mean,
        odds=rows,
    )


# ---------------------------------------------------------------- the system


class Shadowrun3(System[Turn]):
    """Shadowrun 3 (edited), as one instance: :data:`SYSTEM`."""

    id = "sr3"
    title = "Shadowrun 3 (edited)"
    unit = "m"
    free_checks = ("sprint",)
    Character = Character
    HouseRules = HouseRules
    presets = (Preset("as_edited", say("preset.as_edited"), say("preset.as_edited.help"), {}),)
    Circumstances = Circumstances
    TokenFacts = TokenFacts
    State = Turn
    RouteJudge = RouteJudge
    texts = say
    rules = RULES
    modes = tuple((mode, say(f"mode.{mode}")) for mode in ("ground", "walk", "run", *UNRULED))
    grades = (("rough", say("grade.rough")),)
    acts = (
        Act("declare", "SR3-02", say("act.declare"), Declare),
        Act("action", "SR3-01", say("act.action"), UseAction),
    )
    dice_words = say("dice.result"), say("dice.target")
    least_result = 0
    difficulties = range(1, 101)
    leap_rule = "SR3-02"
    gate_rule = "SR3-12"
    scopes = (Scope("turn", say("scope.turn")), Scope("pass", say("scope.pass"), counted=True))
    end_turn: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"kind": "end", "scope": "pass"},
        {"kind": "end", "scope": "turn"},
        {"kind": "begin", "scope": "turn"},
        {"kind": "begin", "scope": "pass", "number": 1},
    )

    def fold(self, situation: Situation, state: Turn, fact: Fact) -> Turn:
        """Return the state after ``fact``."""
        match fact:
            case MovedFact():
                return _moved(situation, state, fact)
            case BeganFact():
                return _began(situation, state, fact)
            case EndedFact():
                return _ended(situation, state, fact)
            case ActedFact():
                return replace(state, simples=2, tested=True)
            case DidFact():
                return _did(state, fact)
            case RolledFact():
                return _rolled(state, fact)
            case IntendedFact():
                return _intended(situation, state, fact)
            case ReactedFact():
                return _reacted(state, fact)
            case RuledFact():
                cut = state.cut or fact.choice == "stop"
                return replace(state, ruled=(*state.ruled, fact.ruling), cut=cut)
            case _:
                return state

    def standing(self, situation: Situation, state: Turn) -> Standing:
        """Return what a token in this state may do, bears and is asked."""
        return _standing(situation, state)

    def reach(self, situation: Situation, state: Turn, footings: Sequence[Footing]) -> Reach:
        """Return what a search for destinations may spend: metres of this pass, however they are moved."""
        del footings
        return Reach(
            limit=most(pass_levels(situation, state), state.pass_moved),
            meters={},
            leap=lambda _far, _high, _running, _jumped, _phase: Leap(Fraction(1), None),
            jump_counts=True,
            run_up=ZERO,
            gate=lambda gate: gate_odds(situation, gate)[1],
            passed=frozenset(state.passed),
            draw=lambda footing, _phase: Draw(None, (("rough", 1),) if footing.grades else ()),
        )

    def levels(self, situation: Situation, state: Turn, spent: Spent) -> tuple[Level, ...]:
        """Return the prices of this pass, on rough ground if the way meets it."""
        used, rough = state.pass_moved, state.pass_rough or bool(spent.marks.get("rough"))
        return tuple(counted_from(pass_levels(situation, state, rough=rough), used))

    def check_texts(
        self, situation: Situation, level: Level, leaps: Sequence[int], gates: Sequence[Gate]
    ) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words: those that regions demand."""
        del level, leaps
        return tuple(gate_text(situation, gate) for gate in gates)

    def refuse(self, situation: Situation, state: Turn, event: Event) -> Refusal | None:
        """Return why an act or a roll cannot happen now."""
        if event.kind == "acted":
            if event.saved:
                return Refusal("SR3-01", say("no_saving"))
            return _refuse_action(state, 2)
        if event.kind == "rolled":
            return _refuse_sprint(situation, state, event.result)
        if event.kind == "begin" and event.scope == "pass":
            return _refuse_pass(state, event)
        if event.kind != "did":
            return None
        if event.act == "action":
            cost = event.options.get("cost", "complex")
            return _refuse_action(state, {"free": 0, "simple": 1}.get(str(cost), 2))
        return _refuse_mode(situation, state, str(event.options["mode"]))

    def fault(self, situation: Situation, state: Turn, event: Event) -> Fault | None:
        """Return what is wrong with an event: a pass beyond the last one of the Combat Turn (SR3-06)."""
        told = super().fault(situation, state, event)
        if told is None and event.kind == "begin" and event.of is None and event.number is not None:
            return uncounted(event.number, state.passes)
        return told

    def open_ruling(self, situation: Situation, state: Turn, ruling: str) -> Ruling | None:
        """Return the question that a way of moving without a rule raises, to be answered before it is moved."""
        del situation, state
        kind, _, what = ruling.partition(":")
        return other_ruling(what, ZERO) if kind == "other" and what in ASKED else None

    def open_check(self, situation: Situation, state: Turn, check: str) -> Check | None:
        """Return the sprint test, which is rolled without a path."""
        return sprint_check(situation, state) if check == "sprint" else None

    def count(self, situation: Situation, check: Check, fact: RolledFact) -> Roll:
        """Return what a roll comes to."""
        del situation
        result = _successes(fact)
        faces = None if fact.faces is None else tuple(fact.faces)
        sprint = check.id == "sprint"
        needed = 1 if sprint else check.needed
        success = result >= needed
        if faces and set(faces) == {1}:
            effect = say("sprint.disaster")
        elif sprint:
            effect = say("sprint.effect", successes=result) if success else say("sprint.nothing")
        else:
            effect = say("gate.made" if success else "gate.failed")
        return Roll(check.id, check.rule, faces, fact.difficulty, result, needed, success, effect)

    def faces(self, situation: Situation, check: Check, seed: int) -> tuple[int, ...]:
        """Return the dice of a check rolled from a seed, each with its re-rolls added."""
        del situation
        return roll_exploding_d6(check.pool, seed)

    def bad_faces(self, situation: Situation, check: Check, faces: Sequence[int]) -> str | None:
        """Return what is wrong with dice typed in: each is the total of a die, its re-rolled sixes added."""
        del situation
        if len(faces) != check.pool:
            return f"{len(faces)} faces for a pool of {check.pool} dice; type {check.pool} faces"
        low = [face for face in faces if face < 1]
        if low:
            return f"{low[0]} is not the total of a d6; type 1 or more"
        stuck = [face for face in faces if face % 6 == 0 and face + 1 < check.difficulty]
        return f"{stuck[0]} ends on a 6: roll that die again and type the sum" if stuck else None

    def settles(self, situation: Situation, state: Turn, fact: BeganFact | EndedFact) -> str | None:
        """Return the wait for the others, which the end of the pass is the end of (SR3-09)."""
        del situation, fact
        return QUEUE if state.queued_move else None

    def start_of(self, state: Turn) -> tuple[int, str, Fraction]:
        """Return the diagonals counted in this Combat Turn; headings and runs mean nothing here."""
        return state.diagonals, "", ZERO


def _refuse_pass(state: Turn, event: BeginEvent) -> Refusal | None:
    """Return why the next pass cannot begin: the Combat Turn has no more of them."""
    told = event.number is not None or event.of is not None or state.passes == 1
    return (
        None
        if told or state.number < state.passes
        else Refusal("SR3-06", say("no_pass", passes=state.passes))
    )


def _refuse_action(state: Turn, cost: int) -> Refusal | None:
    if not state.has_action:
        return Refusal("SR3-09", say("no_phase"))
    if cost and state.simples >= 2:
        return Refusal("SR3-01", say("action.used"))
    return Refusal("SR3-01", say("action.complex")) if state.simples + cost > 2 else None


def _refuse_sprint(s: Situation, state: Turn, result: int | None) -> Refusal | None:
    pool = s.character.athletics
    if not s.in_combat:
        return Refusal("SR3-13", say("sprint.no_combat"))
    if not state.has_action:
        return Refusal("SR3-09", say("no_phase"))
    if state.simples:
        return Refusal("SR3-13", say("action.complex"))
    if not pool:
        return Refusal("SR3-13", say("sprint.no_dice"))
    if result is not None and not 0 <= result <= pool:
        return Refusal("SR3-13", say("sprint.result", pool=pool))
    return None


def _refuse_mode(s: Situation, state: Turn, mode: str) -> Refusal | None:
    """Return why a mode cannot be declared: until the first move it may be changed, then by the switch."""
    change, shown = s.house_rules.mode_change, say(f"pace.{state.mode}")
    settled = counts_as_moving(state.turn_moved)
    if not settled or mode == state.mode:
        return None
    if change == "locked":
        return Refusal("SR3-02", say("locked", pace=shown))
    held = state.pace if change == "free" else state.mode
    if PACES.index(mode) < PACES.index(held):
        return Refusal("SR3-02", say("slower", pace=say(f"pace.{held}")))
    return None


def _successes(fact: RolledFact) -> int:
    """Return the successes of a roll: counted from its dice, or as they were told."""
    if fact.faces is None:
        return fact.result or 0
    return sum(exploding_d6_succeeds(face, tn=fact.difficulty) for face in fact.faces)


# ---------------------------------------------------------------- folding


def _began(s: Situation, state: Turn, fact: BeganFact) -> Turn:
    if fact.scope == "turn":
        return replace(cleared(state, TURN), lead=state.trail[-2:], spent=state.met)
    number = state.number + 1 if fact.number is None else fact.number
    passes = max(number, state.passes if fact.of is None else fact.of)
    unused = state.clock == "open" and not state.pass_moved and not state.tested
    told_again = unused and number == state.number
    running = state.quickness_bonus_active if told_again else 0
    bonus = state.quickness_bonus_pending or running
    active, pending = (bonus, 0) if fact.acts else (0, bonus)
    lead, spent = state.trail[-2:], state.met
    if told_again or not (state.number or state.trail):  # nothing has happened since the pass before
        lead, spent = state.lead, state.spent
    return replace(
        cleared(state, PASS),
        lead=lead,
        spent=spent,
        turn_bonus=state.turn_bonus if told_again else state.turn_bonus + sprint_gain(s, state),
        passes=passes,
        number=number,
        has_action=fact.acts,
        quickness_bonus_active=active,
        quickness_bonus_pending=pending,
    )


def _ended(s: Situation, state: Turn, fact: EndedFact) -> Turn:
    """Return the state after a pass or its Combat Turn: a sprint is over, what it added to the turn stays."""
    clock: Literal["ended", "over"] = "ended" if fact.scope == "turn" else "over"
    bonus = state.turn_bonus + sprint_gain(s, state)
    return replace(cleared(state, f"end {fact.scope}"), clock=clock, turn_bonus=bonus)


def _did(state: Turn, fact: DidFact) -> Turn:
    if fact.act == "action":
        cost = {"free": 0, "simple": 1}.get(str(fact.options.get("cost")), 2)
        return replace(state, simples=state.simples + cost, tested=True)
    declared = str(fact.options.get("mode"))
    paces: tuple[Pace, ...] = ("stationary", "walk", "run")
    mode = next(pace for pace in paces if pace == declared)
    return replace(state, mode=mode, pace=faster(mode, state.pace) if state.pass_moved else mode)


def _rolled(state: Turn, fact: RolledFact) -> Turn:
    state = replace(state, tested=True)
    if fact.check != "sprint":
        return state
    return replace(state, simples=2, quickness_bonus_pending=_successes(fact))


def _reacted(state: Turn, fact: ReactedFact) -> Turn:
    """Return the state after a reaction: the others have acted, or an opponent has struck."""
    state = replace(state, queued_move=False)
    if fact.reaction == QUEUE:
        return replace(state, released=not fact.stopped)
    token = fact.reaction.partition(":")[2]
    state = replace(state, met=(*state.met, token))
    return stopped_by(state, token) if fact.stopped else state


def _intended(s: Situation, state: Turn, fact: IntendedFact) -> Turn:
    """Return the state of a token that waits with a part of its way before it."""
    state = replace(state, queued_move=fact.check == QUEUE)
    return _set_out(s, state, fact.segments) if fact.in_combat else state


def _set_out(s: Situation, state: Turn, ahead: Sequence[SegmentFact]) -> Turn:
    """Return the state after the first metres of a longer way: their mode is that of the whole way (SR3-08)."""
    if not counts_as_moving(state.pass_moved):
        return state
    left = sum((segment.cost for segment in ahead), ZERO)
    least: Pace = "run" if any(part.mode == "run" and part.cost for part in ahead) else "none"
    return paced(s, state, state.pass_moved + left, least=least)


def _moved(s: Situation, state: Turn, fact: MovedFact) -> Turn:
    """Return the state after a move: what it used, how fast that was, what it met."""
    if fact.forced:
        fell = any(segment.sheer for segment in fact.segments)
        asked = dict.fromkeys((*state.asked, *(["height"] if fell else [])))
        return replace(state, asked=tuple(asked), trail=(), lead=(), queued_move=False)
    met = [segment.mode for segment in fact.segments if segment.mode in UNRULED]
    met += ["height" for segment in fact.segments if segment.rise and segment.mode not in UNRULED]
    state = replace(state, asked=tuple(dict.fromkeys((*state.asked, *met))))
    if not fact.in_combat:
        return replace(state, trail=(), lead=())
    metres = sum((segment.cost for segment in fact.segments), ZERO)
    parts = [segment for segment in fact.segments if segment.cost]
    rough = state.pass_rough or any(part.grades for part in parts)
    least: Pace = "run" if any(part.mode == "run" for part in parts) else "none"
    gates = gates_passed(fact.segments)
    cells = [(point[0], point[1]) for point in fact.way or ()]
    if any(segment.storeys[0] != segment.storeys[1] for segment in fact.segments):
        cells = cells[-1:]  # what it passed on another storey is behind it
    on = bool(cells) and state.trail[-1:] == (cells[0],)
    return replace(
        _set_out(s, settle(s, state, metres, rough=rough, least=least), fact.ahead),
        passed=tuple(dict.fromkeys((*state.passed, *gates))),
        trail=(*state.trail, *cells[1:]) if on else tuple(cells),
        queued_move=False,
        diagonals=state.diagonals + sum(segment.diagonals for segment in fact.segments),
    )


# ---------------------------------------------------------------- where a token stands


def _standing(s: Situation, state: Turn) -> Standing:
    ruled = set(state.ruled)
    asked = [what for what in ASKED if what in state.asked and f"other:{what}" not in ruled]
    rulings = [other_ruling(what, ZERO) for what in asked]
    lines = {number: (working, numbers) for number, working, numbers in rate_workings(s, state, "walk")}
    for number, working, numbers in rate_workings(s, state, "run"):
        lines[number] = (working, numbers)
    trace = [RULES[number].trace(working, **numbers) for number, (working, numbers) in sorted(lines.items())]
    if s.in_combat and _refuse_sprint(s, state, None) is None:
        trace.append(_sprint_line(s, state))
    return Standing(
        allowances=tuple(_allowances(s, state)),
        modifiers=tuple(tn_modifiers(s, state)),
        statuses=tuple(_statuses(s, state)),
        counters=tuple(_counters(s, state)),
        rulings=tuple(rulings),
        hazards=(),
        trace=tuple(sorted(trace, key=lambda line: line.rule)),
    )


def _sprint_line(s: Situation, state: Turn) -> Trace:
    tn = sprint_tn(s, state)
    working = say("sprint.working", pool=s.character.athletics, tn=tn)
    odds = exploding_d6_pool(s.character.athletics, tn=tn)
    return RULES["SR3-13"].trace(working, pool=s.character.athletics, tn=tn, chance=odds.at_least(1))


def _allowances(s: Situation, state: Turn) -> Iterator[Allowance]:
    yield Allowance("stationary", "ground", "SR3-02", say("allow.stationary"), "turn", ZERO, ZERO, ZERO)
    if not s.in_combat:
        yield Allowance("run", "run", "SR3-02", say("allow.run"), "turn", None, state.turn_moved, None)
        return
    capped = split_of(s) != "uncapped"
    run_total = run_rate(s) + state.turn_bonus + sprint_gain(s, state)
    farthest = no_roll_limit(pass_levels(s, state)) or ZERO
    least = PACES.index(least_pace(s, state))
    rows: tuple[tuple[Pace, str, Fraction, Fraction], ...] = (
        ("walk", "SR3-03", walk_rate(s), walk_limit(s, state)),
        ("run", "SR3-04", run_total, run_limit(s, state)),
    )
    for name, number, total, limit in rows:
        left = max(ZERO, total - state.turn_moved) if capped else None
        yield Allowance(name, name, number, say(f"allow.{name}"), "turn", total, state.turn_moved, left)
        allowed = PACES.index(name) >= least and may_reach(s, state, name)
        rest = max(ZERO, min(limit, farthest) - state.pass_moved) if allowed else ZERO
        label = say(f"allow.{name}_pass")
        yield Allowance(f"{name}_pass", name, "SR3-06", label, "pass", limit, state.pass_moved, rest)


def _statuses(s: Situation, state: Turn) -> Iterator[Status]:
    if s.in_combat and state.clock == "open" and counts_as_moving(state.pass_moved):
        yield Status(state.pace, "SR3-08", say(f"status.{state.pace}"))
    if state.intercepted:
        yield Status("intercepted", "SR3-18", say("intercepted"))
    if waits_for_others(s, state):
        yield Status(QUEUE, "SR3-09", say("queue"))
    if state.quickness_bonus_active:
        yield Status("boost", "SR3-14", say("status.boost", bonus=state.quickness_bonus_active))
    if state.quickness_bonus_pending:
        yield Status("boost_pending", "SR3-14", say("status.pending", bonus=state.quickness_bonus_pending))


def _counters(s: Situation, state: Turn) -> Iterator[Counter]:
    yield Counter("mode", "SR3-02", say("counter.mode"), state.mode, say(f"pace.{state.mode}"))
    yield Counter("turn_moved", "SR3-07", say("counter.turn"), state.turn_moved)
    yield Counter("pass_moved", "SR3-06", say("counter.pass"), state.pass_moved)
    yield Counter("pass_rough", "SR3-12", say("counter.rough"), state.pass_rough)
    yield Counter("tn_modifier", "SR3-11", say("counter.tn"), tn_now(s, state))
    yield Counter("intercepted", "SR3-18", say("counter.intercepted"), state.intercepted)
    by = {foe.id: foe.name for foe in s.others}.get(state.intercepted_by, state.intercepted_by)
    shown = say("counter.by.name", name=by) if by else None
    yield Counter("intercepted_by", "SR3-18", say("counter.by"), state.intercepted_by or None, shown)
    quickness = s.character.quickness + state.quickness_bonus_active
    yield Counter("quickness", "SR3-14", say("counter.quickness"), quickness)
    yield Counter("quickness_bonus_active", "SR3-14", say("counter.active"), state.quickness_bonus_active)
    yield Counter("quickness_bonus_pending", "SR3-14", say("counter.pending"), state.quickness_bonus_pending)
    yield Counter("queued_move", "SR3-09", say("counter.queued"), state.queued_move)
    yield Counter("pass_no", "SR3-06", say("counter.number"), max(1, state.number))
    yield Counter("passes", "SR3-06", say("counter.passes"), state.passes)
    left = actions_left(state)
    yield Counter("actions", "SR3-01", say("counter.action"), left, say(f"left.{left}"))


SYSTEM = Shadowrun3()
