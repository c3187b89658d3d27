"""The Contract: what is rolled and how likely it is, and what distance costs."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from py_rules.engine.dice import Thrown, check_of
from py_rules.engine.price_tiers import (
    PriceTier,
    ends,
)
from py_rules.engine.situation import Gate, Situation, on_tests
from py_rules.engine.system import Leap, RegionRolls
from py_rules.systems.contract.rules import (
    base_difficulty,
    climb_feet,
    dice_lost,
    extension_open,
    free_movement,
    jump_difficulty,
    jump_needs_roll,
    movement_over,
    pool_of,
    sinks,
    sprint_feet,
    stunned,
    swim_feet,
    terrain_cost,
    unlimited,
)
from py_rules.systems.contract.turn import STEP, ZERO, Round
from py_rules.systems.contract.words import say
from py_rules.values.answers import (
    Check,
    Choice,
    Price,
    Ruling,
    Text,
)
from py_rules.values.dice import Distribution, d10_pool
from py_rules.values.exact import exact

CHECK_RULES: dict[str, str] = {"sprint": sprint_feet, "climb": climb_feet, "swim": swim_feet}


def distribution(situation: Situation, pool: int, difficulty: int) -> Distribution:
    """Return the odds of a pool; beyond Difficulty 10 only tens count."""
    return d10_pool(
        pool,
        difficulty=difficulty,
        tens_count=situation.house_rules.tens_count,
        ones_subtract=situation.house_rules.ones_subtract,
    )


def check_odds(situation: Situation, check: str, difficulty: int, lost: int = 0) -> tuple[int, Distribution]:
    """Return pool and odds of a sprint, climb, swim or jump roll; ``lost``: see :func:`dice_off`."""
    c = situation.character
    if check == "sprint":
        pool = pool_of(situation, c.brawn, c.athletics)
    elif check == "jump":
        pool = pool_of(situation, jump_ratings(situation)[0][1], c.athletics)
    else:
        pool = pool_of(situation, c.dexterity, c.athletics) + lost
    pool = max(0, pool + on_tests(situation))
    return pool, distribution(situation, pool, difficulty)


def rolls_action(situation: Situation) -> bool:
    """Tell whether climbs and swims are rolled with the Action."""
    return bool(situation.house_rules.rolled_move_uses_action and situation.in_combat)


def dice_off(situation: Situation, used: Fraction) -> int:
    """Return the dice that Extended Movement takes off a climb or swim rolled with the Action (CON-07)."""
    return dice_lost(situation, used - free_movement(situation)) if rolls_action(situation) else 0


def jump_ratings(situation: Situation) -> list[tuple[str, int]]:
    """Return what a jump may be rolled with beside Athletics, the player's choice first (CON-12)."""
    ratings = [("brawn", int(situation.character.brawn)), ("dexterity", int(situation.character.dexterity))]
    chosen = situation.circumstances.jump_pool
    if chosen == "larger":
        return sorted(ratings, key=lambda pair: -pair[1])
    return sorted(ratings, key=lambda pair: pair[0].lower() != chosen)


def feet_of(situation: Situation, check: str, outcome: int) -> Fraction:
    """Return how far an Outcome of a sprint, climb or swim carries."""
    return {"sprint": sprint_feet, "climb": climb_feet, "swim": swim_feet}[check](situation, outcome)


def why_barred(situation: Situation, state: Round) -> PriceTier | None:
    """Return the level that forbids all movement, if the state does."""
    if stunned(situation):
        return ends(stunned, say("stunned"))
    if situation.in_combat and movement_over(state):
        return ends(movement_over, say("closed"))
    if situation.in_combat and state.cut:
        return ends(terrain_cost, say("cut"))
    return None


def _rolled_levels(
    situation: Situation, check: str, difficulty: int, beyond: Fraction, lost: int = 0
) -> Iterator[PriceTier]:
    """Yield a level for each Outcome of a roll that carries farther than ``beyond``."""
    rule_number = CHECK_RULES[check]
    _, odds = check_odds(situation, check, difficulty, lost)
    for outcome, chance in odds.cumulative():
        feet = feet_of(situation, check, outcome)
        if feet > beyond:
            beyond = feet
            reason = say(check, needed=outcome)
            yield PriceTier(feet, "roll", rule_number, reason, chance=chance, needs=((check, outcome),))


def ground_levels(situation: Situation, state: Round, *, sprint: bool = False) -> list[PriceTier]:
    """Return the prices of feet on the ground in this round, counted from the round's start."""
    if barred := why_barred(situation, state):
        return [barred]
    if unlimited(situation, "ground"):
        return [PriceTier(None, "free", unlimited, say("no_combat"))]
    if state.action == "sprinting":
        feet = sprint_feet(situation, state.sprint_outcome or 0)
        return [
            PriceTier(feet, "free", sprint_feet, say("sprint.known", limit=feet)),
            ends(sprint_feet, say("too_far.acted")),
        ]
    levels = [] if sprint else list(_walked_levels(situation, state))
    if state.action == "unspent":
        beyond = levels[-1].limit if levels else ZERO
        levels += _rolled_levels(situation, "sprint", base_difficulty(situation), beyond or ZERO)
        return [*levels, ends(sprint_feet, say("too_far"))]
    if state.dice_saved:
        return [*levels, ends(extension_open, say("too_far.acted"))]
    return [*levels, ends(extension_open, say("acted", limit=free_movement(situation)))]


def _walked_levels(situation: Situation, state: Round) -> Iterator[PriceTier]:
    free, extended = free_movement(situation), extension_open(situation, state)
    yield PriceTier(free, "free", free_movement, say("free", limit=free))
    extra = (
        min(Fraction(STEP), extended) if situation.house_rules.extension_penalty == "per_5ft" else extended
    )
    while extra > 0:
        dice = dice_lost(situation, extra)
        yield PriceTier(
            free + extra, "penalised", dice_lost, say("extended", dice=-dice), Price("dice", dice)
        )
        extra = min(extra + STEP, extended) if extra < extended else ZERO


def rolled_mode_levels(
    situation: Situation, state: Round, mode: str, difficulty: int, lost: int = 0
) -> list[PriceTier]:
    """Return the prices of feet climbed or swum in this Movement."""
    rule_number = CHECK_RULES[mode]
    if barred := why_barred(situation, state):
        return [barred]
    if mode == "swim" and sinks(situation):
        return [ends(sinks, say("swim.full"))]
    if unlimited(situation, mode):
        return [PriceTier(None, "free", unlimited, say("no_combat"))]
    outcome = state.outcome(mode)
    if outcome is not None:
        feet = feet_of(situation, mode, outcome)
        return [
            PriceTier(feet, "free", rule_number, say(f"{mode}.known", limit=feet)),
            ends(rule_number, say(f"{mode}.known", limit=feet)),
        ]
    if rolls_action(situation) and state.action != "unspent":
        return [ends(rule_number, say("acted.twice"))]
    return [*_rolled_levels(situation, mode, difficulty, ZERO, lost), ends(rule_number, say("too_far"))]


def leap(situation: Situation, far: Fraction, high: Fraction, *, running: bool) -> Leap | None:
    """Return how a jump is rolled (CON-12, CON-13); none: it is impossible."""
    difficulty, excess = jump_difficulty(situation, far, high, running=running)
    if not jump_needs_roll(situation, excess):
        return Leap(Fraction(1), None)
    if difficulty > situation.house_rules.max_difficulty:
        return None
    _, odds = check_odds(situation, "jump", difficulty)
    chance = odds.at_least(1)
    return Leap(chance, difficulty) if chance else None


def extent_of(far: Fraction, high: Fraction) -> Text:
    """Return in words how far and how high a jump goes."""
    if not high:
        return say("jump.far", far=far)
    return say("jump.far_and_high", far=far, high=high) if far else say("jump.high", high=high)


def region_check(situation: Situation, state: Round, gate: Gate, at: Fraction) -> Check:
    """Return the check that a region demands on entering it (CON-10)."""
    del state
    difficulty = base_difficulty(situation) if gate.difficulty is None else gate.difficulty
    pool = max(0, gate.pool + on_tests(situation))
    text = say("gate.pool", pool=pool, difficulty=difficulty)
    return check_of(
        f"gate:{gate.id}",
        terrain_cost,
        say("gate.label", name=gate.name),
        Thrown(pool, distribution(situation, pool, difficulty), text, 10),
        at=at,
        difficulty=difficulty,
        needed=gate.needed,
        words=say("outcome", needed=gate.needed),
    )


REGION_ROLLS = RegionRolls(
    terrain_cost,
    region_check,
    lambda s, gate, needed: say("gate", region=s.name(gate.id), name=gate.name, needed=needed),
)


def mode_check(
    situation: Situation, check: str, at: Fraction, difficulty: int, needed: int, lost: int = 0
) -> Check:
    """Return the check that sets the allowance of a sprint, climb or swim; ``lost``: see :func:`dice_off`."""
    rolled, _ = dice_for(situation, check, difficulty, lost)
    return check_of(
        check,
        CHECK_RULES[check],
        say(f"mode.{check}"),
        rolled,
        at=at,
        difficulty=difficulty,
        needed=needed,
        words=say("outcome", needed=needed),
        carries=lambda outcome: feet_of(situation, check, outcome),
    )


def jump_check(situation: Situation, check: str, label: Text, at: Fraction, difficulty: int) -> Check:
    """Return the check of a jump (CON-12)."""
    rolled, others = dice_for(situation, "jump", difficulty)
    words = say("outcome", needed=1)
    made = check_of(
        check, jump_needs_roll, label, rolled, at=at, difficulty=difficulty, needed=1, words=words
    )
    return replace(made, alternatives=others)


def dice_for(
    situation: Situation, check: str, difficulty: int, lost: int = 0
) -> tuple[Thrown, tuple[Text, ...]]:
    """Return what a sprint, climb, swim or jump is rolled with, and what it may be rolled with instead."""
    pool, odds = check_odds(situation, check, difficulty, lost)
    text, others = _pool_texts(situation, check, pool, difficulty)
    return Thrown(pool, odds, text, 10), others


def _pool_texts(situation: Situation, name: str, pool: int, difficulty: int) -> tuple[Text, tuple[Text, ...]]:
    """Return the pool in words, the proposed one first; a jump may be rolled with either of two."""
    c = situation.character
    firsts = [("brawn", c.brawn)] if name == "sprint" else [("dexterity", c.dexterity)]
    if name == "jump":
        firsts = jump_ratings(situation)
    changed = on_tests(situation)
    texts = [
        say(
            "pool.changed" if changed else "pool",
            first=say(f"rating.{first}"),
            first_value=value,
            second=say("rating.athletics"),
            second_value=c.athletics,
            pool=max(0, pool_of(situation, value, c.athletics) + changed) if number else pool,
            difficulty=difficulty,
            **({"change": changed} if changed else {}),
        )
        for number, (first, value) in enumerate(firsts)
    ]
    return texts[0], tuple(texts[1:])


def difficult_ruling(situation: Situation, region: str, at: Fraction) -> Ruling:
    """Return the question that entering difficult terrain raises (CON-10)."""
    choices = (Choice("as_shown", say("difficult.as_shown")), Choice("stop", say("difficult.stop")))
    return Ruling(
        f"terrain:{region}",
        terrain_cost,
        at,
        say("difficult.ask", region=situation.name(region)),
        choices,
        "as_shown",
    )


def drop_ruling(feet: Fraction, at: Fraction) -> Ruling:
    """Return the question that coming down without climbing raises."""
    choices = (Choice("none", say("drop.none")), Choice("fall", say("drop.fall")))
    return Ruling("drop", climb_feet, at, say("drop.ask", feet=feet), choices, "none")


def sinking_ruling(situation: Situation, at: Fraction) -> Ruling:
    """Return the question that each round in water under full load raises (CON-18)."""
    fixed = situation.house_rules.sink_ft_per_round
    choices = [Choice("gm", say("sinking.gm"))]
    if fixed is not None:
        choices.insert(0, Choice("fixed", say("sinking.fixed", feet=exact(fixed))))
    return Ruling("sinking", sinks, at, say("sinking.ask"), tuple(choices), choices[0].id)


MISHAPS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "jump": (jump_needs_roll, "jump.short", ("edge", "lands", "falls")),
    "slip": (climb_feet, "climb.slip", ("holds", "falls")),
}
"""What may go wrong on a roll: rule, text key, the GM's choices (the first is the default)."""


def mishap_ruling(mishap: str) -> Ruling:
    """Return the question that a failed jump or a slip raises."""
    rule_number, key, names = MISHAPS[mishap]
    choices = tuple(Choice(name, say(f"{key}.{name}")) for name in names)
    return Ruling(mishap, rule_number, ZERO, say(key), choices, names[0])
