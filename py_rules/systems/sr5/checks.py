"""Shadowrun 5: what is rolled and how likely it is."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil

from py_rules.engine import Move
from py_rules.engine.dice import Pool, check_of
from py_rules.engine.parts import RegionRolls
from py_rules.engine.situation import Situation, on_tests
from py_rules.engine.words import gate_label
from py_rules.systems.sr5 import climbing, rules, swimming
from py_rules.systems.sr5.jumping import high_cap, high_jump, jump_cap, long_jump
from py_rules.systems.sr5.turn import HIT_FACE, JUMPS, ROPE_TESTS, ROUGH, Turn
from py_rules.systems.sr5.words import say
from py_rules.values.answer_parts import Check
from py_rules.values.dice import hit_pool
from py_rules.values.records import replace
from py_rules.values.sentences import Text
from py_rules.values.stretch import Gate

TESTS: dict[str, tuple[str, str, str]] = {
    "sprint": (rules.sprint_metres, "running", "strength"),
    "swim_sprint": (swimming.swim_metres, "swimming", "strength"),
    "climb": (climbing.climb_open, "acrobatics", "strength"),
    "rappel": (climbing.rappel_controlled, "acrobatics", "body"),
    "rappel_stop": (climbing.rappel_out_of_hand, "acrobatics", "body"),
    "tread": (swimming.tread_stun, "swimming", "strength"),
    "jump": (long_jump, "acrobatics", "agility"),
    "high_jump": (high_jump, "acrobatics", "agility"),
}
"""Every test's rule, and the skill and attribute it is rolled with."""
NOTHING: Mapping[str, int] = {}


def skill_of(situation: Situation, check: str) -> tuple[int, Text]:
    """Return the rating and the name of the skill that a test is rolled with, as the table has them."""
    skill = TESTS[check][1]
    named = skill
    if skill == "acrobatics" and situation.house_rules.athletics == "gymnastics":
        named = "free_fall" if check in ROPE_TESTS else "gymnastics"
    rating = getattr(situation.character, "free_fall" if named == "free_fall" else skill)
    return int(rating), say(f"skill.{named}")


def hurried(check: str) -> str:
    """Return the mark of a test that is made while Running."""
    return f"hurried {'swim' if check == 'swim_sprint' else check}"


def pool_of(move: Move, check: str, *, met: Mapping[str, int] = NOTHING) -> tuple[int, int]:
    """Return the dice of a test, and what modifiers changed them by; ``met``: what the way has met."""
    situation, change = move.situation, on_tests(move.situation)
    if check != "sprint":
        running = bool(met.get(hurried(check), move.turn.running))
        change += rules.running_dice(situation, running=running, combat=False)
    if check == "climb":
        change += climbing.HARDEST - climbing.met_or_up(move, met)["climb dice"]
    if check in ROPE_TESTS:
        change += climbing.rappel_dice(situation, move.turn)
    base = skill_of(situation, check)[0] + getattr(situation.character, TESTS[check][2])
    return max(0, base + change), change


def limit_of(situation: Situation, check: str) -> int | None:
    """Return the cap on the hits of a test; none: every hit counts."""
    jump, limit = check in {"jump", "high_jump"}, situation.character.physical_limit
    return None if limit is None or (jump and situation.house_rules.jumps == "edited") else int(limit)


def hits_of(situation: Situation, check: str, *, faces: Sequence[int] | None, result: int | None) -> int:
    """Return the hits of a test: counted from its faces or as told, not above the limit."""
    hits = max(0, result or 0) if faces is None else sum(face >= HIT_FACE for face in faces)
    limit = limit_of(situation, JUMPS.get(check, check.split(":", 1)[0]))
    return hits if limit is None or check.startswith("gate:") else min(hits, limit)


def jumped(situation: Situation, kind: str, *, hits: int) -> tuple[int, int]:
    """Return how many centimetres a jump of that many hits makes, and the hits that only show style (SR5-23)."""
    high = kind == "high_jump"
    base, each = high_jump(situation) if high else long_jump(situation, running=kind == "running_jump")
    cap = high_cap(situation) if high else jump_cap(situation)
    if cap is None:
        return base + each * hits, 0
    enough = max(0, ceil(Fraction(cap - base, each)))
    return min(cap, base + each * hits), max(0, hits - enough)


def jump_needs(
    situation: Situation, far: Fraction, *, high: Fraction, running: bool
) -> tuple[int, tuple[str, Fraction] | None]:
    """Return the hits that a jump so far and so high needs (SR5-22), and the cap that it is past (SR5-23, SR5-25)."""
    needed = 0
    for wanted, (base, each) in ((far, long_jump(situation, running=running)), (high, high_jump(situation))):
        if wanted > 0:
            needed = max(needed, ceil((wanted * 100 - base) / each))
    highest = high_cap(situation)
    if far * 100 > jump_cap(situation):
        return needed, (jump_cap, Fraction(jump_cap(situation), 100))
    if highest is not None and high * 100 > highest:
        return needed, (high_jump, Fraction(highest, 100))
    return needed, None


def jump_chance(move: Move, needed: int) -> Fraction:
    """Return the chance of a jump's hits."""
    return hit_pool(pool_of(move, "jump")[0], limit_of(move.situation, "jump")).at_least(needed)


def build_check(
    move: Move, check: str, *, at: Fraction, needed: int, met: Mapping[str, int] = NOTHING
) -> Check:
    """Return a test with its odds; ``check`` may be one of a path (``jump:1``)."""
    name = JUMPS.get(check, check.split(":", 1)[0])
    number, _, attribute = TESTS[name]
    rating, skill = skill_of(move.situation, name)
    pool, change = pool_of(move, name, met=met)
    limit = limit_of(move.situation, name)
    dice = say(
        "pool" if not change else "pool.more" if change > 0 else "pool.fewer",
        skill=skill,
        skill_value=rating,
        attribute=say(f"attribute.{attribute}"),
        attribute_value=getattr(move.character, attribute),
        pool=pool,
        change=change,
    )
    made = check_of(
        check,
        number,
        label=say(f"check.{check if check in JUMPS else name}"),
        dice=Pool(pool, 6, HIT_FACE, limit, words=lambda _: dice),
        at=at,
        difficulty=HIT_FACE,
        needed=needed,
        words=hits_text(needed),
        carries=lambda hits: distance(move, check, hits=hits, met=met),
    )
    return made if limit is None else replace(made, alternatives=(say("limit", limit=limit),))


def hits_text(needed: int) -> Text:
    """Return a number of hits in words."""
    return say("hits", needed=needed) if needed > 0 else say("hits.any")


def region_check(situation: Situation, state: Turn, *, gate: Gate, at: Fraction) -> Check:
    """Return the check that a region demands on entering it."""
    del state
    pool = max(0, gate.pool + on_tests(situation))
    return check_of(
        f"gate:{gate.id}",
        ROUGH,
        label=gate_label(gate.name),
        dice=Pool(pool, 6, HIT_FACE, words=lambda thrown: say("gate.pool", pool=thrown.count)),
        at=at,
        difficulty=HIT_FACE,
        needed=gate.needed,
        words=hits_text(gate.needed),
    )


def region_text(situation: Situation, gate: Gate, *, needed: int) -> Text:
    """Return a roll that a region demands, in words."""
    return say("gate", region=situation.name(gate.id), name=gate.name, needed=needed)


REGION_ROLLS = RegionRolls(ROUGH, region_check, region_text)


def distance(move: Move, check: str, *, hits: int, met: Mapping[str, int] = NOTHING) -> Fraction | None:
    """Return how far a result of a test carries in all; none: it gives no distance."""
    situation, state = move.situation, move.turn
    if check == "sprint":
        return rules.sprint_metres(situation, state.sprint_hits + hits)
    if check == "swim_sprint":
        return swimming.swim_metres(situation, state.swim_hits + hits)
    if check == "climb":
        each = max(state.climb_each, climbing.met_or_up(move, met)["climb"])
        metres = climbing.climb_metres(situation, each, hits=hits)
        return metres if situation.in_combat else None
    if check == "rappel" and situation.in_combat:
        return climbing.rappel_metres(situation, hits)
    if check in JUMPS:
        return Fraction(jumped(situation, check, hits=hits)[0], 100)
    return None
