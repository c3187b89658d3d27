"""Shadowrun 5: what is rolled: a pool of d6, of which every 5 and 6 is a hit."""

from fractions import Fraction
from functools import partial
from math import ceil

from py_rules.engine import Move
from py_rules.engine.dice import Pool
from py_rules.engine.situation import on_tests
from py_rules.search import JumpOdds
from py_rules.systems.sr5 import climbing, rules, swimming
from py_rules.systems.sr5.jumping import high_cap, high_jump, jump_cap, long_jump
from py_rules.systems.sr5.turn import HIT_FACE, JUMPS, ROPE_TESTS
from py_rules.systems.sr5.words import say
from py_rules.values.sentences import Sentence

TESTS: dict[str, tuple[str, str]] = {
    "sprint": ("running", "strength"),
    "swim_sprint": ("swimming", "strength"),
    "climb": ("acrobatics", "strength"),
    "rappel": ("acrobatics", "body"),
    "rappel_stop": ("acrobatics", "body"),
    "tread": ("swimming", "strength"),
    **dict.fromkeys(("jump", *JUMPS), ("acrobatics", "agility")),
}
"""The skill and the attribute that every test is rolled with; ``jump``: one on a path."""


def skill_of(move: Move, check: str) -> tuple[int, Sentence]:
    """Return the rating and the name of the skill that a test is rolled with, as the table has them."""
    skill, _ = TESTS[check]
    named = skill
    if skill == "acrobatics" and move.house_rules.athletics == "gymnastics":
        named = "free_fall" if check in ROPE_TESTS else "gymnastics"
    rating = getattr(move.character, "free_fall" if named == "free_fall" else skill)
    return int(rating), say(f"skill.{named}")


def dice(move: Move, check: str) -> Pool:
    """Return the dice of a test, with what the moment and the way change of them."""
    character, change = move.character, on_tests(move)
    if check != "sprint":
        running = bool(move.met.get(f"hurried {check}", move.turn.running))
        change += rules.running_dice(move, running=running, combat=False)
    if check == "climb":
        change += climbing.HARDEST - climbing.met_or_up(move)["climb dice"]
    if check in ROPE_TESTS:
        change += climbing.rappel_dice(move)
    rating, skill = skill_of(move, check)
    attribute = TESTS[check][1]
    pool = max(0, rating + getattr(character, attribute) + change)
    told = {"skill": skill, "skill_value": rating, "pool": pool, "change": change}
    told |= {"attribute": say(f"attribute.{attribute}"), "attribute_value": getattr(character, attribute)}
    text = say("pool" if not change else "pool.more" if change > 0 else "pool.fewer", **told)
    free = check in {"jump", *JUMPS} and move.house_rules.jumps == "edited"
    limit = None if free else character.physical_limit
    text = text if limit is None else say("limit", dice=text, limit=limit)
    return Pool(pool, 6, HIT_FACE, limit, words=lambda _: text)


def jumped(move: Move, kind: str, *, hits: int) -> tuple[int, int]:
    """Return how many centimetres a jump of that many hits makes, and the hits that only show style (SR5-23)."""
    high = kind == "high_jump"
    base, each = high_jump(move) if high else long_jump(move, running=kind == "running_jump")
    cap = high_cap(move) if high else jump_cap(move)
    if cap is None:
        return base + each * hits, 0
    enough = max(0, ceil(Fraction(cap - base, each)))
    return min(cap, base + each * hits), max(0, hits - enough)


def capped(move: Move, far: Fraction, *, high: Fraction) -> tuple[str, Sentence] | None:
    """Return why nobody jumps so far or so high, whatever the hits, with the rule (SR5-23, SR5-25); none: one may."""
    for rule, metres, cap in ((jump_cap, far, jump_cap if far else None), (high_jump, high, high_cap)):
        most = None if cap is None else cap(move)
        if most is not None and metres * 100 > most:
            return rule, say("jump.capped", metres=metres, cap=Fraction(most, 100))
    return None


def leap(move: Move, far: Fraction, *, high: Fraction, running: bool) -> JumpOdds | None:
    """Return how a jump is rolled (SR5-22, SR5-25); none: it is impossible."""
    needed = 0
    for wanted, rule in ((far, partial(long_jump, running=running)), (high, high_jump)):
        if wanted > 0:
            base, each = rule(move)
            needed = max(needed, ceil((wanted * 100 - base) / each))
    if capped(move, far, high=high) is not None:
        return None
    chance = dice(move, "jump").odds.at_least(needed) if needed else Fraction(1)
    return JumpOdds(chance, needed or None) if chance else None


def distance(move: Move, hits: int, *, check: str) -> Fraction | None:
    """Return how far a result of a test carries in all; none: it gives no distance."""
    if check == "sprint":
        return rules.sprint_metres(move, move.turn.sprint_hits + hits)
    if check == "swim_sprint":
        return swimming.swim_metres(move, move.turn.swim_hits + hits)
    if check == "climb":
        each = max(move.turn.climb_each, climbing.met_or_up(move)["climb"])
        metres = climbing.climb_metres(move, each, hits=hits)
        return metres if move.in_combat else None
    if check == "rappel" and move.in_combat:
        return climbing.rappel_metres(move, hits)
    return Fraction(jumped(move, check, hits=hits)[0], 100) if check in JUMPS else None
