"""Shadowrun 5: what is rolled and how likely it is, and what distance costs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Literal

from py_rules.engine.dice import Thrown, check_of
from py_rules.engine.price_tiers import PriceTier, ends, rolled_tiers
from py_rules.engine.situation import Gate, Segment, Situation, on_tests
from py_rules.engine.system import RegionRolls
from py_rules.systems.sr5.actions import affords, bonus_name, cost_of_test, gone
from py_rules.systems.sr5.climbing import (
    climb_dice,
    climb_divisor,
    climb_metres,
    climb_open,
    climb_row,
    geared,
    rappel_controlled,
    rappel_dice,
    rappel_metres,
    rappel_out_of_hand,
)
from py_rules.systems.sr5.falling import fall_metres
from py_rules.systems.sr5.jumping import high_jump, jump_cap, jump_cap_of, long_jump
from py_rules.systems.sr5.rules import (
    ceiling,
    may_run,
    new_turn,
    run_rate,
    running_dice,
    runs,
    sprint_metres,
    sprint_tests,
    tests_left,
    upkeep_owed,
    walk_rate,
    with_upkeep,
)
from py_rules.systems.sr5.swimming import swim_metres, swim_open, swim_rate, swimming, tread_stun
from py_rules.systems.sr5.turn import HIT_FACE, JUMPS, ROPE_TESTS, ROUGH, THRESHOLD, ZERO, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answers import Check, Price, Text
from py_rules.values.dice import Distribution, hit_pool, hits_in_tests

TESTS: dict[str, tuple[str, str, str]] = {
    "sprint": (sprint_metres, "running", "strength"),
    "swim_sprint": (swim_metres, "swimming", "strength"),
    "climb": (climb_open, "acrobatics", "strength"),
    "rappel": (rappel_controlled, "acrobatics", "body"),
    "rappel_stop": (rappel_out_of_hand, "acrobatics", "body"),
    "tread": (tread_stun, "swimming", "strength"),
    "jump": (long_jump, "acrobatics", "agility"),
    "high_jump": (high_jump, "acrobatics", "agility"),
}
"""Every test's rule, and the skill and attribute it is rolled with."""


def skill_of(situation: Situation, check: str) -> tuple[int, Text]:
    """Return the rating and the name of the skill that a test is rolled with, as the table has them."""
    skill = TESTS[check][1]
    named = skill
    if skill == "acrobatics" and situation.house_rules.athletics == "gymnastics":
        named = "free_fall" if check in ROPE_TESTS else "gymnastics"
    rating = getattr(situation.character, "free_fall" if named == "free_fall" else skill)
    return int(rating), say(f"skill.{named}")


def pool_of(situation: Situation, state: Turn, check: str, *, running: bool) -> tuple[int, int]:
    """Return the dice of a test, and what modifiers changed them by; climbs need :func:`climb_dice` besides."""
    attribute = TESTS[check][2]
    change = on_tests(situation) + (
        0 if check == "sprint" else running_dice(situation, running=running, combat=False)
    )
    if check in ROPE_TESTS:
        change += rappel_dice(situation, state)
        change += 2 if situation.house_rules.rappel_assisted_bonus and situation.character.assisted else 0
    base = skill_of(situation, check)[0] + getattr(situation.character, attribute)
    return max(0, base + change), change


def limit_of(situation: Situation, check: str) -> int | None:
    """Return the cap on the hits of a test; none: every hit counts."""
    jump, rules = check in {"jump", "high_jump"}, situation.house_rules
    capped = rules.jump_limited if jump else check != "sprint" or rules.sprint_limited
    limit: int | None = situation.character.physical_limit
    return limit if capped else None


def climb_pool(situation: Situation, climb: "Climb", *, running: bool) -> int:
    """Return the dice of a climb (SR5-28)."""
    change = climb.dice + on_tests(situation) + running_dice(situation, running=running, combat=False)
    return int(max(0, situation.character.acrobatics + situation.character.strength + change))


@dataclass(frozen=True, slots=True)
class Climb:
    """How something is climbed: its row of the table and what changes the dice."""

    row: str
    dice: int


def hardest(situation: Situation, state: Turn, route: Sequence[Segment]) -> Climb:
    """Return the climb that a route's one climbing test is rolled for: the hardest row, the worst surface."""
    climbs = [segment for segment in route if segment.mode == "climb"]
    if not climbs:
        row = climb_row(situation, state, Fraction(1))
        return Climb(row, climb_dice(row, None, "none"))
    rows = [climb_row(situation, state, segment.rise) for segment in climbs]
    row = max(rows, key=lambda row: climb_divisor(situation, row) or 99)
    return Climb(
        row,
        min(
            climb_dice(own, segment.surface, segment.slick) for own, segment in zip(rows, climbs, strict=True)
        ),
    )


def hits_of(situation: Situation, check: str, *, faces: Sequence[int] | None, result: int | None) -> int:
    """Return the hits of a test: counted from its faces or as told, not above the limit."""
    hits = max(0, result or 0) if faces is None else sum(face >= HIT_FACE for face in faces)
    limit = limit_of(situation, JUMPS.get(check, check.split(":", 1)[0]))
    return hits if limit is None or check.startswith("gate:") else min(hits, limit)


def jumped(situation: Situation, kind: str, hits: int) -> tuple[int, int]:
    """Return how many centimetres a jump of that many hits makes, and the hits that only show style (SR5-23)."""
    high = kind == "high_jump"
    base, each = high_jump(situation) if high else long_jump(situation, running=kind == "running_jump")
    cap = jump_cap_of(situation, kind)
    if cap is None:
        return base + each * hits, 0
    enough = max(0, ceil(Fraction(cap - base, each)))
    return min(cap, base + each * hits), max(0, hits - enough)


@dataclass(frozen=True, slots=True)
class Jumping:
    """What a jump needs: the hits; ``capped``: the jump that it is past the farthest or highest of, if any."""

    needed: int
    capped: Literal["", "long_jump", "high_jump"]


def jumping(situation: Situation, far: Fraction, high: Fraction, *, running: bool) -> Jumping:
    """Return what a jump so far and so high needs (SR5-22, SR5-23, SR5-25)."""
    needed = 0
    capped: Literal["", "long_jump", "high_jump"] = "long_jump" if far * 100 > jump_cap(situation) else ""
    highest = jump_cap_of(situation, "high_jump")
    if not capped and highest is not None and high * 100 > highest:
        capped = "high_jump"
    for wanted, (base, each) in ((far, long_jump(situation, running=running)), (high, high_jump(situation))):
        if wanted > 0:
            needed = max(needed, ceil((wanted * 100 - base) / each))
    return Jumping(needed, capped)


def jump_odds(situation: Situation, state: Turn, *, running_state: bool) -> Distribution:
    """Return the odds of a jump's hits."""
    return hit_pool(pool_of(situation, state, "jump", running=running_state)[0], limit_of(situation, "jump"))


def build_check(
    situation: Situation,
    state: Turn,
    check: str,
    *,
    at: Fraction,
    needed: int,
    running: bool,
    climb: Climb | None,
) -> Check:
    """Return a test with its odds; ``check`` may be one of a path (``jump:1``)."""
    name = JUMPS.get(check, check.split(":", 1)[0])
    number, _, attribute = TESTS[name]
    rating, skill = skill_of(situation, name)
    pool, change = pool_of(situation, state, name, running=running)
    if name == "climb" and climb is not None:
        change += climb.dice
        pool = climb_pool(situation, climb, running=running)
    limit = limit_of(situation, name)
    dice = say(
        "pool" if not change else "pool.more" if change > 0 else "pool.fewer",
        skill=skill,
        skill_value=rating,
        attribute=say(f"attribute.{attribute}"),
        attribute_value=getattr(situation.character, attribute),
        pool=pool,
        change=change,
    )
    made = check_of(
        check,
        number,
        label=say(f"check.{check if check in JUMPS else name}"),
        dice=Thrown(pool, hit_pool(pool, limit), dice),
        at=at,
        difficulty=HIT_FACE,
        needed=needed,
        words=hits_text(needed),
        carries=lambda hits: _distance(situation, state, check=check, hits=hits, climb=climb),
    )
    return made if limit is None else replace(made, alternatives=(say("limit", limit=limit),))


def hits_text(needed: int) -> Text:
    """Return so many hits in words."""
    return say("hits", needed=needed) if needed > 0 else say("hits.any")


def region_check(situation: Situation, state: Turn, gate: Gate, at: Fraction) -> Check:
    """Return the check that a region demands on entering it."""
    del state
    pool = max(0, gate.pool + on_tests(situation))
    return check_of(
        f"gate:{gate.id}",
        ROUGH,
        label=region_text(situation, gate, gate.needed),
        dice=Thrown(pool, hit_pool(pool), say("gate.pool", pool=pool)),
        at=at,
        difficulty=HIT_FACE,
        needed=gate.needed,
        words=hits_text(gate.needed),
    )


def region_text(situation: Situation, gate: Gate, needed: int) -> Text:
    """Return a roll that a region demands, in words."""
    return say("gate", region=situation.name(gate.id), name=gate.name, needed=needed)


REGION_ROLLS = RegionRolls(ROUGH, region_check, region_text)


def _distance(
    situation: Situation, state: Turn, *, check: str, hits: int, climb: Climb | None
) -> Fraction | None:
    """Return how far a result of a test carries in all; none: it gives no distance."""
    if check == "sprint":
        return sprint_metres(situation, state.sprint_hits + hits)
    if check == "swim_sprint":
        return swim_metres(situation, state.swim_hits + hits)
    if check == "climb" and climb is not None and situation.in_combat:
        return climb_metres(situation, climb.row, hits)
    if check == "rappel" and situation.in_combat:
        return rappel_metres(situation, hits)
    if check in JUMPS:
        return Fraction(jumped(situation, check, hits)[0], 100)
    return None


def tiers_of(
    meter: str,
    situation: Situation,
    state: Turn,
    *,
    climb: Climb | None = None,
    running: bool = False,
    paid_before: bool | None = None,
) -> list[PriceTier]:
    """Return the prices of a meter, counted from where its scope began.

    ``climb``: how it is climbed; ``running``: whether the mover is Running when it rolls; ``paid_before``: whether the
    Complex Action of a swim was taken before this path, none: as the turn has it.
    """
    if state.falling is not None:
        return [ends(fall_metres, say("falling.act"))]
    if meter in {"climb", "rappel"}:
        climbed = climb or hardest(situation, state, ())
        return (
            _climb_tiers(situation, state, climb=climbed, running=running)
            if meter == "climb"
            else _rappel_tiers(situation, state, running=running)
        )
    if not situation.in_combat:
        return [PriceTier(None, "free", new_turn, say("no_combat"))]
    if meter == "ground":
        return _ground_tiers(situation, state)
    if meter == "swim":
        paid = state.swim_paid if paid_before is None else paid_before
        return _swim_tiers(situation, state, running=running, paid=paid)
    first = fall_metres(situation, 1)
    told = PriceTier(first, "free", fall_metres, say("falling.turn", metres=first))
    return [told, ends(fall_metres, say("drop.long", metres=first))]


def _ground_tiers(situation: Situation, state: Turn) -> list[PriceTier]:
    if state.upkeep == "stopped":
        return [ends(upkeep_owed, say("upkeep.stopped", bonus=bonus_name(situation)))]
    walk, run = walk_rate(situation), run_rate(situation)
    price = Price("dice", running_dice(situation, running=True, combat=True))
    walking = PriceTier(walk, "free", walk_rate, say("walk", limit=walk))
    if state.running:
        walking = replace(walking, kind="penalised", price=price)
    if not may_run(situation, state):
        barred = ends(upkeep_owed, say("upkeep.barred", bonus=bonus_name(situation)))
        return [barred] if state.running else [walking, barred]
    price_tiers = [walking, PriceTier(run, "penalised", runs, run_reason(situation), price)]
    known = sprint_metres(situation, state.sprint_hits)
    if state.sprint_hits:
        price_tiers.append(PriceTier(known, "penalised", sprint_metres, say("sprinted", limit=known), price))
    return [*price_tiers, *_sprint_tiers(situation, state, price)]


def no_test(situation: Situation) -> Text:
    """Return why no Sprint Test can be made, where all that there are have been."""
    return say("tests.none" if sprint_tests(situation) else "tests.unskilled")


def _sprint_tiers(situation: Situation, state: Turn, price: Price) -> Iterator[PriceTier]:
    """Yield the prices of metres on foot past what is known, by the Sprint Tests that are left."""
    left, cost = tests_left(situation, state, "sprint"), cost_of_test(situation, "sprint")
    ran = with_upkeep(situation, replace(state, running=True))
    pool, _ = pool_of(situation, state, "sprint", running=False)
    if state.sprint_tests >= sprint_tests(situation):
        yield ends(sprint_tests, no_test(situation))
    elif not state.has_action:
        yield ends(sprint_metres, say("phase.none"))
    elif "sprint" not in state.declared and not affords(situation, ran, cost):
        yield ends(sprint_metres, gone(situation, ran, cost))
    else:
        odds = hits_in_tests(pool, left, limit_of(situation, "sprint"))
        yield from rolled_tiers(
            "sprint",
            sprint_metres,
            odds.cumulative()[1:],
            lambda hits: sprint_metres(situation, state.sprint_hits + hits),
            lambda hits, _: say("sprint", needed=hits),
            price=price,
        )
        unpaid = state.sprint_tests + left < sprint_tests(situation)
        yield ends(sprint_metres, say("too_far.paid")) if unpaid else ends(ceiling, say("too_far"))


def _swim_tiers(situation: Situation, state: Turn, *, running: bool, paid: bool) -> list[PriceTier]:
    if not swim_open(situation, state):
        return [ends(swim_open, say("swim.no_action" if state.has_action else "phase.none"))]
    known, price = swim_metres(situation, state.swim_hits), None
    if paid:
        price_tiers = [PriceTier(known, "free", swim_rate, say("swim", limit=known))]
    else:
        price = Price("action", -1)
        price_tiers = [PriceTier(known, "penalised", swim_open, say("swim.cost", limit=known), price)]
    swum = swimming(situation, state)
    left = tests_left(situation, swum, "swim_sprint")
    if left == 0:
        return [
            *price_tiers,
            ends(swim_metres, gone(situation, swum, cost_of_test(situation, "swim_sprint"))),
        ]
    pool, _ = pool_of(situation, state, "swim_sprint", running=running)
    if not pool:
        return [*price_tiers, ends(swim_metres, say("no_dice"))]
    odds = hits_in_tests(pool, left, situation.character.physical_limit)
    price_tiers += rolled_tiers(
        "swim_sprint",
        swim_metres,
        odds.cumulative()[1:],
        lambda hits: swim_metres(situation, state.swim_hits + hits),
        lambda hits, _: say("swim.sprint", needed=hits),
        price=price,
    )
    return [*price_tiers, ends(swim_metres, say("swim.too_far"))]


def _climb_tiers(situation: Situation, state: Turn, climb: Climb, *, running: bool) -> list[PriceTier]:
    """Return the prices of metres climbed in this Complex Action."""
    if climb.row.startswith("assisted") and not geared(situation, state):
        return [ends(geared, say("climb.no_gear"))]
    if climb_divisor(situation, climb.row) is None:
        return [ends(climb_metres, say("climb.impossible"))]
    if not situation.in_combat:
        return [_scene_climb(situation, state, climb, running=running)]
    if not climb_open(situation, state):
        return [ends(climb_open, say("climb.no_action" if state.has_action else "phase.none"))]
    if state.climb_hits is not None:
        known = climb_metres(situation, climb.row, state.climb_hits, each=state.climb_each)
        reason = say("climb.known", limit=known)
        return [PriceTier(known, "free", climb_metres, reason), ends(climb_metres, reason)]
    pool = climb_pool(situation, climb, running=running)
    if not pool:
        return [ends(climb_dice, say("no_dice"))]
    price_tiers = rolled_tiers(
        "climb",
        climb_open,
        hit_pool(pool, situation.character.physical_limit).cumulative(),
        lambda hits: climb_metres(situation, climb.row, hits),
        lambda hits, _: say("climb", needed=hits),
        price=Price("action", -1),
    )
    return [*price_tiers, ends(climb_metres, say("climb.too_far"))]


def _scene_climb(situation: Situation, state: Turn, climb: Climb, *, running: bool) -> PriceTier:
    """Return the price of a climb outside combat: one test, which must gain a metre (SR5-26)."""
    if climb_metres(situation, climb.row, state.scene_climb or 0) > 0:
        return PriceTier(None, "free", climb_open, say("climb.scene.known"))
    pool = climb_pool(situation, climb, running=running)
    if not pool:
        return ends(climb_dice, say("no_dice"))
    odds = hit_pool(pool, situation.character.physical_limit)
    for hits, chance in odds.cumulative():
        if climb_metres(situation, climb.row, hits) > 0:
            reason, needs = say("climb.scene", needed=hits), (("climb", hits),)
            return PriceTier(None, "roll", climb_open, reason, chance=chance, needs=needs)
    return ends(climb_metres, say("climb.scene.never"))


def _rappel_tiers(situation: Situation, state: Turn, *, running: bool) -> list[PriceTier]:
    """Return the prices of metres rappelled in this Combat Turn."""
    if not geared(situation, state):
        return [ends(rappel_controlled, say("rappel.no_gear"))]
    if state.rappelling:
        limit = rappel_metres(situation, state.rappel_hits)
        reason = say("rappel.known", limit=limit)
        height, told = state.rappel_height, ends(rappel_metres, reason)
        ground = None if height is None else state.rappel_used + height - state.rappel_total
        if ground is not None and height is not None and (ground <= limit or not situation.in_combat):
            limit, told = ground, ends(rappel_metres, say("rappel.down", height=height))
        elif not situation.in_combat:
            return [PriceTier(None, "free", rappel_metres, reason)]
        return [PriceTier(limit, "free", rappel_metres, reason), told]
    if "rappel" not in state.declared and not affords(situation, state, "simple"):
        return [ends(rappel_controlled, gone(situation, state, "simple"))]
    pool, _ = pool_of(situation, state, "rappel", running=running)
    odds = hit_pool(pool, situation.character.physical_limit)
    if not situation.in_combat:
        reason, needs = say("rappel.scene", needed=THRESHOLD), (("rappel", THRESHOLD),)
        return [
            PriceTier(None, "roll", rappel_controlled, reason, chance=odds.at_least(THRESHOLD), needs=needs)
        ]
    results = range(THRESHOLD, max(THRESHOLD, odds.highest) + 1)
    price_tiers = list(
        rolled_tiers(
            "rappel",
            rappel_controlled,
            [(hits, odds.at_least(hits)) for hits in results],
            lambda hits: rappel_metres(situation, min(hits, odds.highest)),
            lambda hits, limit: say("rappel", needed=hits, limit=limit),
            price=Price("action", -1),
        )
    )
    return [*price_tiers, ends(rappel_metres, say("rappel.known", limit=price_tiers[-1].limit or ZERO))]


def run_reason(situation: Situation) -> Text:
    """Return what running costs at this table, in words."""
    on = say(f"run.{situation.house_rules.running_penalty_scope}")
    if situation.house_rules.upkeep == "off":
        return say("run.off", limit=run_rate(situation), on=on)
    return say("run", limit=run_rate(situation), on=on, bonus=bonus_name(situation))


game.meter("ground", "Metres on foot", field="moved")
game.meter("swim", "Metres swum", field="swim_used")
game.meter("climb", "Metres climbed", field="climb_used")
game.meter("rappel", "Metres rappelled", field="rappel_used")
game.meter("fall", "Metres fallen in one go", field="in_one_go")
game.words_for_dice("Hits", "Lowest hit")
for name, label in {
    "easy": "Easy to climb",
    "broken": "Broken",
    "flat": "Flat",
    "sheer": "Sheer",
}.items():
    game.surface(name, label)
for name, label, meter in (
    ("ground", "On foot", "ground"),
    ("sprint", "Sprint", "ground"),
    ("climb", "Climb", "climb"),
    ("jump", "Jump", "ground"),
    ("swim", "Swim", "swim"),
    ("rappel", "Rappel", "rappel"),
    ("fall", "Fall", "fall"),
):
    game.mode(name, label, meter=meter)
