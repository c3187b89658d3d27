"""Shadowrun 5: what distance costs."""

from collections.abc import Iterator

from py_rules.engine.price_tiers import PriceTier, ends, rolled_tiers
from py_rules.engine.situation import Situation
from py_rules.systems.sr5 import climbing, rules
from py_rules.systems.sr5.actions import affords, bonus_name, cost_of_test, gone
from py_rules.systems.sr5.checks import Climb, hardest, limit_of, pool_of
from py_rules.systems.sr5.falling import fall_metres
from py_rules.systems.sr5.swimming import swim_metres, swim_open, swim_rate, swimming
from py_rules.systems.sr5.turn import THRESHOLD, ZERO, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Price
from py_rules.values.dice import hit_pool, hits_in_tests
from py_rules.values.records import replace
from py_rules.values.sentences import Text


def tiers_of(
    meter: str,
    situation: Situation,
    *,
    state: Turn,
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
    if meter == "rappel":
        return _rappel_tiers(situation, state, running=running)
    if meter == "climb":
        climbed = climb or hardest(situation, state, route=())
        return _climb_tiers(situation, state, climb=climbed, running=running)
    if not situation.in_combat:
        return [PriceTier(None, "free", rules.new_turn, say("no_combat"))]
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
        return [ends(rules.upkeep_owed, say("upkeep.stopped", bonus=bonus_name(situation)))]
    walk, run = rules.walk_rate(situation), rules.run_rate(situation)
    price = Price("dice", rules.running_dice(situation, running=True, combat=True))
    walking = PriceTier(walk, "free", rules.walk_rate, say("walk", limit=walk))
    if state.running:
        walking = replace(walking, kind="penalised", price=price)
    if not rules.may_run(situation, state):
        barred = ends(rules.upkeep_owed, say("upkeep.barred", bonus=bonus_name(situation)))
        return [barred] if state.running else [walking, barred]
    price_tiers = [walking, PriceTier(run, "penalised", rules.runs, run_reason(situation), price)]
    known = rules.sprint_metres(situation, state.sprint_hits)
    if state.sprint_hits:
        price_tiers.append(
            PriceTier(known, "penalised", rules.sprint_metres, say("sprinted", limit=known), price)
        )
    return [*price_tiers, *_sprint_tiers(situation, state, price=price)]


def no_test(situation: Situation) -> Text:
    """Return why no Sprint Test can be made, where all that there are have been."""
    return say("tests.none" if rules.sprint_tests(situation) else "tests.unskilled")


def _sprint_tiers(situation: Situation, state: Turn, *, price: Price) -> Iterator[PriceTier]:
    """Yield the prices of metres on foot past what is known, by the Sprint Tests that are left."""
    left, cost = rules.tests_left(situation, state, check="sprint"), cost_of_test(situation, "sprint")
    ran = rules.with_upkeep(situation, replace(state, running=True))
    pool, _ = pool_of(situation, state, check="sprint", running=False)
    if state.sprint_tests >= rules.sprint_tests(situation):
        yield ends(rules.sprint_tests, no_test(situation))
    elif not state.has_action:
        yield ends(rules.sprint_metres, say("sprint.closed", why=say("phase.none")))
    elif "sprint" not in state.declared and not affords(situation, ran, cost=cost):
        yield ends(rules.sprint_metres, say("sprint.closed", why=gone(situation, ran, cost=cost)))
    else:
        odds = hits_in_tests(pool, left, limit=limit_of(situation, "sprint"))
        yield from rolled_tiers(
            "sprint",
            rules.sprint_metres,
            results=odds.cumulative()[1:],
            far=lambda hits: rules.sprint_metres(situation, state.sprint_hits + hits),
            reason=lambda hits, _: say("sprint", needed=hits),
            price=price,
        )
        unpaid = state.sprint_tests + left < rules.sprint_tests(situation)
        yield (
            ends(rules.sprint_metres, say("too_far.paid")) if unpaid else ends(rules.ceiling, say("too_far"))
        )


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
    left = rules.tests_left(situation, swum, check="swim_sprint")
    if left == 0:
        return [
            *price_tiers,
            ends(swim_metres, gone(situation, swum, cost=cost_of_test(situation, "swim_sprint"))),
        ]
    pool, _ = pool_of(situation, state, check="swim_sprint", running=running)
    if not pool:
        return [*price_tiers, ends(swim_metres, say("no_dice"))]
    odds = hits_in_tests(pool, left, limit=situation.character.physical_limit)
    price_tiers += rolled_tiers(
        "swim_sprint",
        swim_metres,
        results=odds.cumulative()[1:],
        far=lambda hits: swim_metres(situation, state.swim_hits + hits),
        reason=lambda hits, _: say("swim.sprint", needed=hits),
        price=price,
    )
    return [*price_tiers, ends(swim_metres, say("swim.too_far"))]


def _climb_tiers(situation: Situation, state: Turn, *, climb: Climb, running: bool) -> list[PriceTier]:
    """Return the prices of metres climbed in this Complex Action."""
    if climb.row.startswith("assisted") and not climbing.geared(situation, state):
        return [ends(climbing.geared, say("climb.no_gear"))]
    if climbing.climb_divisor(situation, climb.row) is None:
        return [ends(climbing.climb_metres, say("climb.impossible"))]
    if not situation.in_combat:
        return [_scene_climb(situation, state, climb=climb, running=running)]
    if not climbing.climb_open(situation, state):
        return [ends(climbing.climb_open, say("climb.no_action" if state.has_action else "phase.none"))]
    if state.climb_hits is not None:
        known = climbing.climb_metres(situation, climb.row, hits=state.climb_hits, each=state.climb_each)
        reason = say("climb.known", limit=known)
        return [PriceTier(known, "free", climbing.climb_metres, reason), ends(climbing.climb_metres, reason)]
    pool, _ = pool_of(situation, state, check="climb", running=running, climb=climb)
    if not pool:
        return [ends(climbing.climb_dice, say("no_dice"))]
    price_tiers = rolled_tiers(
        "climb",
        climbing.climb_open,
        results=hit_pool(pool, situation.character.physical_limit).cumulative(),
        far=lambda hits: climbing.climb_metres(situation, climb.row, hits=hits),
        reason=lambda hits, _: say("climb", needed=hits),
        price=Price("action", -1),
    )
    return [*price_tiers, ends(climbing.climb_metres, say("climb.too_far"))]


def _scene_climb(situation: Situation, state: Turn, *, climb: Climb, running: bool) -> PriceTier:
    """Return the price of a climb outside combat: one test, which must gain a metre (SR5-26)."""
    if climbing.climb_metres(situation, climb.row, hits=state.scene_climb or 0) > 0:
        return PriceTier(None, "free", climbing.climb_open, say("climb.scene.known"))
    pool, _ = pool_of(situation, state, check="climb", running=running, climb=climb)
    if not pool:
        return ends(climbing.climb_dice, say("no_dice"))
    odds = hit_pool(pool, situation.character.physical_limit)
    for hits, chance in odds.cumulative():
        if climbing.climb_metres(situation, climb.row, hits=hits) > 0:
            reason, needs = say("climb.scene", needed=hits), (("climb", hits),)
            return PriceTier(None, "roll", climbing.climb_open, reason, chance=chance, needs=needs)
    return ends(climbing.climb_metres, say("climb.scene.never"))


def _rappel_tiers(situation: Situation, state: Turn, *, running: bool) -> list[PriceTier]:
    """Return the prices of metres rappelled in this Combat Turn."""
    if not climbing.geared(situation, state):
        return [ends(climbing.rappel_controlled, say("rappel.no_gear"))]
    if state.rappelling:
        limit = climbing.rappel_metres(situation, state.rappel_hits)
        reason = say("rappel.known", limit=limit)
        height, told = state.rappel_height, ends(climbing.rappel_metres, reason)
        ground = None if height is None else state.rappel_used + height - state.rappel_total
        if ground is not None and height is not None and (ground <= limit or not situation.in_combat):
            limit, told = ground, ends(climbing.rappel_metres, say("rappel.down", height=height))
        elif not situation.in_combat:
            return [PriceTier(None, "free", climbing.rappel_metres, reason)]
        return [PriceTier(limit, "free", climbing.rappel_metres, reason), told]
    if "rappel" not in state.declared and not affords(situation, state, cost="simple"):
        return [ends(climbing.rappel_controlled, gone(situation, state, cost="simple"))]
    pool, _ = pool_of(situation, state, check="rappel", running=running)
    odds = hit_pool(pool, situation.character.physical_limit)
    if not situation.in_combat:
        reason, needs = say("rappel.scene", needed=THRESHOLD), (("rappel", THRESHOLD),)
        return [
            PriceTier(
                None, "roll", climbing.rappel_controlled, reason, chance=odds.at_least(THRESHOLD), needs=needs
            )
        ]
    results = range(THRESHOLD, max(THRESHOLD, odds.highest) + 1)
    price_tiers = list(
        rolled_tiers(
            "rappel",
            climbing.rappel_controlled,
            results=[(hits, odds.at_least(hits)) for hits in results],
            far=lambda hits: climbing.rappel_metres(situation, min(hits, odds.highest)),
            reason=lambda hits, limit: say("rappel", needed=hits, limit=limit),
            price=Price("action", -1),
        )
    )
    return [
        *price_tiers,
        ends(climbing.rappel_metres, say("rappel.known", limit=price_tiers[-1].limit or ZERO)),
    ]


def run_reason(situation: Situation) -> Text:
    """Return what running costs at this table, in words."""
    on = say(f"run.{situation.house_rules.running_penalty_scope}")
    if situation.house_rules.upkeep == "off":
        return say("run.off", limit=rules.run_rate(situation), on=on)
    return say("run", limit=rules.run_rate(situation), on=on, bonus=bonus_name(situation))


game.meter("ground", "Metres on foot", field="moved")
game.meter("swim", "Metres swum", field="swim_used")
game.meter("climb", "Metres climbed", field="climb_used")
game.meter("rappel", "Metres rappelled", field="rappel_used")
game.meter("fall", "Metres fallen in one go", field="in_one_go")
game.words_for_dice("Hits", "Lowest hit")
for name, label in {"easy": "Easy to climb", "broken": "Broken", "flat": "Flat", "sheer": "Sheer"}.items():
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
