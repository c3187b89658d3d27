"""Shadowrun 5: what distance costs."""

from collections.abc import Iterator, Mapping
from functools import partial

from py_rules.engine import Move
from py_rules.engine.price_tiers import PriceTier, ends, rolled_tiers
from py_rules.engine.situation import Situation
from py_rules.systems.sr5 import climbing, rules
from py_rules.systems.sr5.actions import affords, bonus_name, cost_of_test, gone
from py_rules.systems.sr5.checks import limit_of, pool_of
from py_rules.systems.sr5.falling import fall_metres
from py_rules.systems.sr5.swimming import swim_metres, swim_open, swim_rate, swimming
from py_rules.systems.sr5.turn import THRESHOLD, ZERO, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Price, Refusal
from py_rules.values.dice import hit_pool, hits_in_tests
from py_rules.values.records import replace
from py_rules.values.sentences import Text


def tiers_of(move: Move, *, meter: str) -> list[PriceTier]:
    """Return the prices of a meter, counted from where its scope began."""
    met = move.met
    if move.turn.falling is not None:
        return [ends(fall_metres, say("falling.act"))]
    if meter == "rappel":
        return _rappel_tiers(move, met)
    if meter == "climb":
        return _climb_tiers(move, climbing.met_or_up(move, met))
    if not move.in_combat:
        return [PriceTier(None, "free", rules.new_turn, say("no_combat"))]
    if meter == "ground":
        return _ground_tiers(move.situation, move.turn)
    if meter == "swim":
        return _swim_tiers(move, met)
    first = fall_metres(move.situation, 1)
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
    pool, _ = pool_of(Move(situation, state), "sprint")
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


def _swim_tiers(move: Move, met: Mapping[str, int]) -> list[PriceTier]:
    situation: Situation = move.situation
    state: Turn = move.turn
    if not swim_open(situation, state):
        return [ends(swim_open, say("swim.no_action" if state.has_action else "phase.none"))]
    known, price = swim_metres(situation, state.swim_hits), None
    if met.get("swim paid", state.swim_paid):
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
    pool, _ = pool_of(move, "swim_sprint", met=met)
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


def _climb_tiers(move: Move, met: Mapping[str, int]) -> list[PriceTier]:
    """Return the prices of metres climbed in this Complex Action."""
    situation: Situation = move.situation
    state: Turn = move.turn
    refused = climb_barred(move, met)
    if refused is not None:
        return [ends(refused.rule, refused.reason)]
    if not situation.in_combat:
        return [_scene_climb(move, met)]
    each = max(state.climb_each, met["climb"])
    if not climbing.climb_open(situation, state):
        return [ends(climbing.climb_open, say("climb.no_action" if state.has_action else "phase.none"))]
    if state.climb_hits is not None:
        known = climbing.climb_metres(situation, each, hits=state.climb_hits)
        reason = say("climb.known", limit=known)
        return [PriceTier(known, "free", climbing.climb_metres, reason), ends(climbing.climb_metres, reason)]
    pool, _ = pool_of(move, "climb", met=met)
    if not pool:
        return [ends(climbing.climb_dice, say("no_dice"))]
    price_tiers = rolled_tiers(
        "climb",
        climbing.climb_open,
        results=hit_pool(pool, situation.character.physical_limit).cumulative(),
        far=lambda hits: climbing.climb_metres(situation, met["climb"], hits=hits),
        reason=lambda hits, _: say("climb", needed=hits),
        price=Price("action", -1),
    )
    return [*price_tiers, ends(climbing.climb_metres, say("climb.too_far"))]


def climb_barred(move: Move, met: Mapping[str, int]) -> Refusal | None:
    """Return why nobody climbs what the way has met; none: one can."""
    told = move.circumstances.climb_row or ""
    if told.startswith("assisted") and not climbing.geared(move.situation, move.turn):
        return Refusal(climbing.geared, say("climb.no_gear"))
    never = climbing.met_or_up(move, met)["climb"] >= climbing.NEVER
    return Refusal(climbing.climb_metres, say("climb.impossible")) if never else None


def _scene_climb(move: Move, met: Mapping[str, int]) -> PriceTier:
    """Return the price of a climb outside combat: one test, which must gain a metre (SR5-26)."""
    each = met["climb"]
    if climbing.climb_metres(move.situation, each, hits=move.turn.scene_climb or 0) > 0:
        return PriceTier(None, "free", climbing.climb_open, say("climb.scene.known"))
    pool, _ = pool_of(move, "climb", met=met)
    if not pool:
        return ends(climbing.climb_dice, say("no_dice"))
    for hits, chance in hit_pool(pool, move.character.physical_limit).cumulative():
        if climbing.climb_metres(move.situation, each, hits=hits) > 0:
            reason, needs = say("climb.scene", needed=hits), (("climb", hits),)
            return PriceTier(None, "roll", climbing.climb_open, reason, chance=chance, needs=needs)
    return ends(climbing.climb_metres, say("climb.scene.never"))


def _rappel_tiers(move: Move, met: Mapping[str, int]) -> list[PriceTier]:
    """Return the prices of metres rappelled in this Combat Turn."""
    situation: Situation = move.situation
    state: Turn = move.turn
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
    pool, _ = pool_of(move, "rappel", met=met)
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


for name, label, field in (
    ("ground", "Metres on foot", "moved"),
    ("swim", "Metres swum", "swim_used"),
    ("climb", "Metres climbed", "climb_used"),
    ("rappel", "Metres rappelled", "rappel_used"),
    ("fall", "Metres fallen in one go", "in_one_go"),
):
    game.meter(name, label, field=field, price_tiers=partial(tiers_of, meter=name))
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
