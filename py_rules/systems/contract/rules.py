"""The Contract: its rules, from the book's beginning to its end."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import Any

from py_rules.engine import Game, Move
from py_rules.systems.contract.words import TEXTS
from py_rules.values.rounding import steps_of
from py_rules.values.sentences import Sentence

game = Game(
    "contract",
    "The Contract",
    unit="ft",
    cell=5,
    reference="The Contract, Movement",
    about="Walk some feet for free, go farther for dice off your Action, or put all of it into a sprint.",
)
game.clock("round")
game.templates |= TEXTS
say = game.say
STEP = 5
"""Feet that one die, one point of Outcome or one rating is worth."""
ZERO = Fraction(0)
SURFACES = {"ladder": 5, "easy": 6, "ordinary": 7, "hard": 8, "cliff": 9}


def of(told: Callable[[Move], Any]) -> Callable[..., Any]:
    """Return what tells the same of a move, whatever else a rule is given."""
    return lambda _, move, *__, **___: told(move)


def dexterity(move: Move) -> int:
    """Return Dexterity for movement; under the rating reading the Penalty lowers it (CON-05)."""
    who = move.character
    return int(
        who.dexterity if move.house_rules.penalty_reading == "feet" else max(0, who.dexterity - who.penalty)
    )


def brawn(move: Move) -> int:
    """Return Brawn for movement; under the rating reading what Dexterity left of the Penalty lowers it (CON-06)."""
    who = move.character
    if move.house_rules.penalty_reading == "feet" or who.brawn == 0:
        return int(who.brawn)
    return int(max(1, who.brawn - max(0, who.penalty - who.dexterity)))


def base_difficulty(move: Move) -> int:
    """Return the Difficulty of sprint, jump and swim rolls: the GM's for this move, else the table's."""
    given = move.circumstances.base_difficulty
    return int(move.house_rules.base_difficulty if given is None else given)


# ---------------------------------------------------------------- the round


@game.rule("CON-01", "One Movement per round", kind="resource")
def new_round() -> None:
    """You get one Movement in each round of combat, when your Initiative comes up. What you do not use by the end of
    the round is lost.
    """


@game.rule("CON-02", "Before or after the Action, never both", kind="state")
def movement_over(move: Move) -> bool:
    """Make all of your Movement before your Action or all of it after. If you act in the middle of it, the rest is
    lost.
    """
    return bool(move.turn.movement == "closed")


@game.rule("CON-03", "May move after a Reaction", kind="state")
def after_action(move: Move) -> Move:
    """If your Action went into a Reaction, you may still move: as far as Free Movement, and farther only on dice you
    held back.
    """
    spent = "spent" if move.turn.action == "unspent" else move.turn.action
    if move.turn.movement == "open":
        return move.with_turn(action=spent, movement="closed")
    return move.with_turn(action=spent)


@game.rule("CON-04", "Stunned cannot move", kind="state")
def stunned(move: Move) -> bool:
    """While stunned you cannot move at all, not even the minimum of 5 ft."""
    return bool(move.character.stunned)


# ---------------------------------------------------------------- on the ground


@game.rule(
    "CON-05",
    "Free Movement",
    working={
        "stunned": "Stunned: {result} ft",
        "plain": "5 + 5 × Dexterity {dexterity} = {result} ft",
        "feet": "5 + 5 × Dexterity {dexterity} − Penalty {penalty}, at least 5 = {result} ft",
        "rating": "5 + 5 × (Dexterity {dexterity} − Penalty {penalty}, at least 0) = {result} ft",
    },
    which=lambda move: (
        "stunned"
        if move.character.stunned
        else str(move.house_rules.penalty_reading)
        if move.character.penalty
        else "plain"
    ),
)
def free_movement(move: Move) -> Fraction:
    """Move up to 5 ft, plus 5 ft for each point of Dexterity and minus 1 ft for each point of Penalty, at no cost; 5
    ft is the minimum. If your table has Penalty lower ratings, it comes off Dexterity instead.

    In feet. Stunned characters (CON-04) get none; see :func:`stunned`.
    """
    if move.character.stunned:
        return ZERO
    if move.house_rules.penalty_reading == "rating":
        return Fraction(5 + STEP * dexterity(move))
    return Fraction(max(5, 5 + STEP * move.character.dexterity - move.character.penalty))


@game.rule(
    "CON-06",
    "Extended Movement, distance",
    kind="band",
    working="5 × Brawn {brawn} = {result} ft beyond Free Movement",
    shown={"brawn": of(brawn)},
)
def extended_movement(move: Move) -> Fraction:
    """Go on beyond Free Movement for up to 5 ft for each point of Brawn. If your table has Penalty lower ratings, what
    Dexterity cannot absorb comes off Brawn, down to 1.
    """
    return ZERO if move.character.stunned else Fraction(STEP * brawn(move))


@game.rule(
    "CON-07",
    "Extended Movement, dice penalty",
    kind="modifier",
    working={
        "action": "{extra} ft beyond Free Movement: {result} {result:die|dice} on the Action",
        "saved": "{extra} ft beyond Free Movement: {result} {result:die|dice}, from those held back",
    },
    which=lambda move, _: "saved" if move.turn.dice_saved else "action",
)
def dice_lost(move: Move, extra: Fraction) -> int:
    """Each started 5 ft beyond Free Movement takes one die off every roll of this round’s Action, even one made as a
    Reaction. If your table plays a flat price, it is one die whatever the distance.
    """
    if extra <= 0:
        return 0
    return -1 if move.house_rules.extension_penalty == "flat" else -steps_of(extra, STEP)


@game.rule(
    "CON-08",
    "Acted already, saved dice",
    kind="resource",
    working="{dice_saved} {dice_saved:die held back opens|dice held back open} {result} ft more",
)
def extension_open(move: Move) -> Fraction:
    """Once you have acted, you go beyond Free Movement only on dice you held back from the Action: 5 ft for each, up
    to your Extended Movement. If your table plays a flat price, one such die opens all of it.
    """
    extended, turn = extended_movement(move), move.turn
    if turn.action == "unspent":
        return extended
    if turn.action == "sprinting" or turn.dice_saved == 0:
        return ZERO
    if move.house_rules.extension_penalty == "flat":
        return extended
    return min(extended, Fraction(STEP * turn.dice_saved))


def sprint_floor(move: Move) -> Fraction:
    """Return what an All-out Sprint carries at least (CON-09)."""
    return free_movement(move) if move.house_rules.sprint_floor == "free" else ZERO


@game.rule(
    "CON-09",
    "All-out Sprint",
    kind="roll",
    working="5 × (Outcome {outcome} + Dexterity {dexterity} + Brawn {brawn}), at least {least} = {result} ft",
    shown={"dexterity": of(dexterity), "brawn": of(brawn), "least": of(sprint_floor)},
)
def sprint_feet(move: Move, outcome: int) -> Fraction:
    """Give the whole Action and roll Brawn + Athletics: you move 5 ft × (Outcome + Dexterity + Brawn) in place of Free
    and Extended Movement, even if that is less, unless your table guarantees Free Movement. What you have already
    moved this round counts against it.
    """
    return max(sprint_floor(move), Fraction(STEP * (outcome + dexterity(move) + brawn(move))))


# ---------------------------------------------------------------- difficult terrain


@game.rule(
    "CON-10",
    "Difficult terrain",
    kind="modifier",
)
def terrain_cost() -> None:
    """Difficult terrain costs what its region says and may ask for a roll. The GM may ask for more, or end the
    Movement at its edge.
    """


# ---------------------------------------------------------------- jumping


@game.rule(
    "CON-11",
    "Jump reach",
    working={
        "running": "Running jump with Brawn {brawn}: {far} ft far or {high} ft up",
        "standing": "Standing jump with Brawn {brawn}: {far} ft far or {high} ft up",
    },
    which=lambda _, *, running: "running" if running else "standing",
    shown={"far": lambda reach, *_, **__: reach[0], "high": lambda reach, *_, **__: reach[1]},
)
def jump_reach(move: Move, *, running: bool) -> tuple[Fraction, Fraction]:
    """Jump up to 4 ft far or 1 ft high for each point of Brawn if you first run straight at it for 5 ft, or what your
    table asks for; from a standstill, half as much. The feet you jump use up Movement, unless your table says
    otherwise.

    Returns (horizontal, vertical) in feet.
    """
    high = move.character.brawn * (Fraction(1) if running else Fraction(1, 2))
    return 4 * high, high


@game.rule("CON-12", "Jump check", kind="roll")
def jump_needs_roll(move: Move) -> bool:
    """In combat, or when the stakes are high, roll a jump within reach: Brawn + Athletics or Dexterity + Athletics, as
    you choose. Outcome 1 or better makes the full distance; with less, the GM says what happens.
    """
    return bool(move.in_combat or move.circumstances.high_stakes)


@game.rule(
    "CON-13",
    "Over-long jump",
    kind="modifier",
    working={
        "beyond": "Difficulty {base} + {excess}, one for each started foot beyond reach = {result}",
        "within": "Within reach: Difficulty {result}",
    },
    which=lambda _, far, *, high: "beyond" if far or high else "within",
    shown={
        "base": of(base_difficulty),
        "excess": lambda difficulty, move, *_, **__: difficulty - base_difficulty(move),
    },
)
def jump_difficulty(move: Move, far: Fraction, *, high: Fraction) -> int:
    """You may try a jump beyond your reach, but you always roll it, and each started foot too far or too high raises
    the Difficulty by 1; your table may count only the greater of the two. Above Difficulty 10, or what your table
    sets, the jump is impossible.

    ``far``, ``high``: feet beyond reach.
    """
    beyond = ceil(far), ceil(high)
    return base_difficulty(move) + (sum(beyond) if move.house_rules.jump_excess == "sum" else max(beyond))


# ---------------------------------------------------------------- climbing and swimming


@game.rule(
    "CON-14",
    "Climb distance",
    kind="roll",
    working="5 + 2 × Outcome {outcome}, at least 0 = {result} ft",
)
def climb_feet(_: Move, outcome: int) -> Fraction:
    """Roll every climb, once per Movement, on Dexterity + Athletics: it takes you 5 ft + 2 ft × Outcome. Outcome 0
    still climbs 5 ft; below 0 you may slip.
    """
    return Fraction(max(0, 5 + 2 * outcome))


@game.rule(
    "CON-15",
    "Climb Difficulty by surface",
    kind="modifier",
    working="Difficulty {result} by the surface: {climbed}",
    shown={"climbed": lambda _, move, surface, *, given: surface_said(move, surface, given=given)},
)
def climb_difficulty(move: Move, surface: str | None, *, given: int | None) -> int:
    """The surface sets the Difficulty of a climb, from 5 for a ladder to 9 for a cliff. The GM may name another; if
    nothing is said, it is the table’s base Difficulty.
    """
    if given is not None:
        return given
    return SURFACES[surface] if surface else base_difficulty(move)


def surface_said(move: Move, surface: str | None, *, given: int | None) -> Sentence:
    """Return in words what a climb leads up."""
    if surface:
        return say(f"surface.{surface}").inside
    return say("surface.none" if given in {None, base_difficulty(move)} else "surface.gm")


@game.rule(
    "CON-16",
    "Swim distance",
    kind="roll",
    working="5 × Outcome {outcome} = {whole} ft",
    shown={"whole": lambda _feet, _move, outcome: STEP * max(0, outcome)},
)
def swim_feet(move: Move, outcome: int) -> Fraction:
    """To swim in combat, or when the stakes are high, roll Dexterity + Athletics, once per Movement: you cover 5 ft ×
    Outcome, and nothing with Outcome 0 or less.
    """
    feet = Fraction(STEP * max(0, outcome))
    return feet if move.character.load == "none" else encumbered(feet)


@game.rule(
    "CON-17", "Encumbered swimming", kind="modifier", working="Carrying anything halves the swim: {result} ft"
)
def encumbered(feet: Fraction) -> Fraction:
    """If you carry anything at all, even a backpack, you swim only half as far."""
    return feet / 2


@game.rule("CON-18", "Full load sinks and drowns", kind="hazard")
def sinks(move: Move) -> bool:
    """If you are fully loaded, you cannot swim: in water you begin to sink and to drown. The GM says how that
    goes.
    """
    return bool(move.character.load == "full")


# ---------------------------------------------------------------- at any time


@game.rule("CON-19", "Outside combat", kind="state")
def unlimited(move: Move, mode: str) -> bool:
    """Outside combat, walk as far as you like. You still roll every climb and every jump beyond your reach, but swims
    and jumps within reach only when the stakes are high.
    """
    if move.in_combat or mode == "climb":
        return False
    return not (mode == "swim" and move.circumstances.high_stakes)


@game.rule(
    "CON-20",
    "Penalty on pools (option)",
    kind="modifier",
    working="Penalty {penalty} off every pool, at least one die left",
)
def penalised(move: Move, pool: int) -> int:
    """If your table plays it, your Penalty comes off every dice pool, but one die is always left."""
    return int(max(1, pool - move.character.penalty))


def pool_of(move: Move, *ratings: int) -> int:
    """Return the dice of ratings (CON-20)."""
    pool = sum(ratings)
    return penalised(move, pool) if pool and move.house_rules.penalty_hits_pools else pool
