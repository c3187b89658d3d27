"""The Contract: its rules, from the book's beginning to its end."""

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

from py_rules.engine.rules import rule, rules_in
from py_rules.engine.situation import Segment, Situation
from py_rules.ledger.clock import cleared
from py_rules.systems.contract.turn import REFERENCE, ROUND, STEP, SURFACES, ZERO, Round
from py_rules.values.exact import exact, steps_of


@rule("CON-05", "Free Movement", kind="rate", reference=REFERENCE)
def free_movement(situation: Situation) -> Fraction:
    """Move up to 5 ft, plus 5 ft for each point of Dexterity and minus 1 ft for each point of Penalty, at no cost; 5
    ft is the minimum. If your table has Penalty lower ratings, it comes off Dexterity instead.

    In feet. Stunned characters (CON-04) get none; see :func:`stunned`.
    """
    if situation.character.stunned:
        return ZERO
    if situation.house_rules.penalty_reading == "rating":
        return Fraction(5 + STEP * dexterity(situation))
    return Fraction(max(5, 5 + STEP * situation.character.dexterity - situation.character.penalty))


@rule("CON-06", "Extended Movement, distance", kind="band", reference=REFERENCE)
def extended_movement(situation: Situation) -> Fraction:
    """Go on beyond Free Movement for up to 5 ft for each point of Brawn. If your table has Penalty lower ratings, what
    Dexterity cannot absorb comes off Brawn, down to 1.
    """
    return ZERO if situation.character.stunned else Fraction(STEP * brawn(situation))


@rule("CON-07", "Extended Movement, dice penalty", kind="modifier", reference=REFERENCE)
def dice_lost(situation: Situation, extra: Fraction) -> int:
    """Each started 5 ft beyond Free Movement takes one die off every roll of this round's Action, even one made as a
    Reaction. If your table plays a flat price, it is one die whatever the distance.
    """
    if extra <= 0:
        return 0
    return -1 if situation.house_rules.extension_penalty == "flat" else -steps_of(extra, STEP)


@rule("CON-08", "Acted already, saved dice", kind="resource", reference=REFERENCE)
def extension_open(situation: Situation, state: Round) -> Fraction:
    """Once you have acted, you go beyond Free Movement only on dice you held back from the Action: 5 ft for each, up
    to your Extended Movement. If your table plays a flat price, one such die opens all of it.
    """
    extended = extended_movement(situation)
    if state.action == "unspent":
        return extended
    if state.action == "sprinting" or state.dice_saved == 0:
        return ZERO
    if situation.house_rules.extension_penalty == "flat":
        return extended
    return min(extended, Fraction(STEP * state.dice_saved))


@rule("CON-09", "All-out Sprint", kind="roll", reference=REFERENCE)
def sprint_feet(situation: Situation, outcome: int) -> Fraction:
    """Give the whole Action and roll Brawn + Athletics: you move 5 ft × (Outcome + Dexterity + Brawn) in place of Free
    and Extended Movement, even if that is less, unless your table guarantees Free Movement. What you have already
    moved this round counts against it.
    """
    feet = Fraction(max(0, STEP * (outcome + dexterity(situation) + brawn(situation))))
    return max(feet, free_movement(situation)) if situation.house_rules.sprint_floor == "free" else feet


def sprint_needed(situation: Situation, feet: Fraction) -> int:
    """Return the Outcome that an All-out Sprint over ``feet`` needs (CON-09)."""
    return steps_of(feet, STEP) - dexterity(situation) - brawn(situation)


def dexterity(situation: Situation) -> int:
    """Return Dexterity for movement; under the rating reading the Penalty lowers it (CON-05)."""
    if situation.house_rules.penalty_reading == "feet":
        return int(situation.character.dexterity)
    return int(max(0, situation.character.dexterity - situation.character.penalty))


def brawn(situation: Situation) -> int:
    """Return Brawn for movement; under the rating reading what Dexterity left of the Penalty lowers it (CON-06)."""
    if situation.house_rules.penalty_reading == "feet" or situation.character.brawn == 0:
        return int(situation.character.brawn)
    return int(
        max(
            1, situation.character.brawn - max(0, situation.character.penalty - situation.character.dexterity)
        )
    )


def run_up(situation: Situation) -> Fraction:
    """Return the feet of straight run-up that a running jump needs (CON-11)."""
    feet = exact(situation.house_rules.run_up_ft)
    return max(feet, free_movement(situation)) if situation.house_rules.run_up_pace == "full" else feet


@rule("CON-11", "Jump reach", kind="rate", reference=REFERENCE)
def jump_reach(situation: Situation, *, running: bool) -> tuple[Fraction, Fraction]:
    """Jump up to 4 ft far or 1 ft high for each point of Brawn if you first run straight at it for 5 ft, or what your
    table asks for; from a standstill, half as much. The feet you jump use up Movement, unless your table says
    otherwise.

    Returns (horizontal, vertical) in feet.
    """
    share = Fraction(1) if running else Fraction(1, 2)
    reach = (4 * situation.character.brawn * share, situation.character.brawn * share)
    if situation.house_rules.round_jump == "down":
        return Fraction(floor(reach[0])), Fraction(floor(reach[1]))
    return reach


@rule("CON-13", "Over-long jump", kind="modifier", reference=REFERENCE)
def jump_difficulty(situation: Situation, far: Fraction, high: Fraction, *, running: bool) -> tuple[int, int]:
    """You may try a jump beyond your reach, but you always roll it, and each started foot too far or too high raises
    the Difficulty by 1; your table may count only the greater of the two. Above Difficulty 10, or what your table
    sets, the jump is impossible.

    Returns (Difficulty, how much of it is excess).
    """
    reach_far, reach_high = jump_reach(situation, running=running)
    excess = (max(0, ceil(far - reach_far)), max(0, ceil(high - reach_high)))
    extra = sum(excess) if situation.house_rules.jump_excess == "sum" else max(excess)
    return base_difficulty(situation) + extra, extra


@rule("CON-12", "Jump check", kind="roll", reference=REFERENCE)
def jump_needs_roll(situation: Situation, excess: int) -> bool:
    """In combat, or when the stakes are high, roll a jump within reach: Brawn + Athletics or Dexterity + Athletics, as
    you choose. Outcome 1 or better makes the full distance; with less, the GM says what happens.
    """
    return bool(situation.in_combat or situation.circumstances.high_stakes or excess > 0)


@rule("CON-14", "Climb distance", kind="roll", reference=REFERENCE)
def climb_feet(situation: Situation, outcome: int) -> Fraction:
    """Roll every climb, once per Movement, on Dexterity + Athletics: it takes you 5 ft + 2 ft × Outcome. Outcome 0
    still climbs 5 ft, unless at your table 0 and less climb nothing; below 0 you may slip.
    """
    if situation.house_rules.climb_zero == "none" and outcome <= 0:
        return ZERO
    return Fraction(max(0, 5 + 2 * outcome))


@rule("CON-15", "Climb Difficulty by surface", kind="modifier", reference=REFERENCE)
def climb_difficulty(situation: Situation, surface: str | None, given: int | None) -> int:
    """The surface sets the Difficulty of a climb, from 5 for a ladder to 9 for a cliff. The GM may name another; if
    nothing is said, it is the table's base Difficulty.
    """
    if given is not None:
        return given
    return SURFACES[surface] if surface else base_difficulty(situation)


@rule("CON-16", "Swim distance", kind="roll", reference=REFERENCE)
def swim_feet(situation: Situation, outcome: int) -> Fraction:
    """To swim in combat, or when the stakes are high, roll Dexterity + Athletics, once per Movement: you cover 5 ft ×
    Outcome, and nothing with Outcome 0 or less.
    """
    feet = encumbered(situation, Fraction(STEP * max(0, outcome)))
    if situation.house_rules.round_swim == "down_to_5":
        return Fraction(STEP * floor(feet / STEP))
    return feet


@rule("CON-17", "Encumbered swimming", kind="modifier", reference=REFERENCE)
def encumbered(situation: Situation, feet: Fraction) -> Fraction:
    """If you carry anything at all, even a backpack, you swim only half as far."""
    return feet if situation.character.load == "none" else feet / 2


@rule("CON-18", "Full load sinks and drowns", kind="hazard", reference=REFERENCE)
def sinks(situation: Situation) -> bool:
    """If you are fully loaded, you cannot swim: in water you begin to sink and to drown. The GM says how that goes,
    where your table has set no speed of sinking.
    """
    return bool(situation.character.load == "full")


@rule("CON-20", "Penalty on pools (option)", kind="modifier", reference=REFERENCE)
def pool_of(situation: Situation, *ratings: int) -> int:
    """If your table plays it, your Penalty comes off every dice pool, but one die is always left."""
    pool = sum(ratings)
    if not situation.house_rules.penalty_hits_pools or pool == 0:
        return pool
    return int(max(1, pool - situation.character.penalty))


@rule("CON-19", "Outside combat", kind="state", reference=REFERENCE)
def unlimited(situation: Situation, mode: str) -> bool:
    """Outside combat, walk as far as you like. You still roll every climb and every jump beyond your reach, but swims
    and jumps within reach only when the stakes are high.
    """
    if situation.in_combat or mode == "climb":
        return False
    return not (mode == "swim" and situation.circumstances.high_stakes)


@rule("CON-04", "Stunned cannot move", kind="state", reference=REFERENCE)
def stunned(situation: Situation) -> bool:
    """While stunned you cannot move at all, not even the minimum of 5 ft."""
    return bool(situation.character.stunned)


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


def base_difficulty(situation: Situation) -> int:
    """Return the Difficulty of sprint, jump and swim rolls: the GM's for this move, else the table's."""
    given = situation.circumstances.base_difficulty
    return int(situation.house_rules.base_difficulty if given is None else given)


RULES = rules_in(globals())
