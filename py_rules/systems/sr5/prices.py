"""Shadowrun 5: what distance costs."""

from collections.abc import Iterator
from functools import partial

from py_rules.engine import Move
from py_rules.engine.price_tiers import PriceTier, ends, rolled_tiers
from py_rules.engine.pricing import asked
from py_rules.systems.sr5 import climbing, rules
from py_rules.systems.sr5.actions import affords, bonus_name, cost_of_test, gone
from py_rules.systems.sr5.checks import dice
from py_rules.systems.sr5.falling import fall_metres
from py_rules.systems.sr5.swimming import swim_metres, swim_open, swim_rate, swimming
from py_rules.systems.sr5.turn import THRESHOLD, ZERO, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Price, Refusal
from py_rules.values.dice import hits_in_tests
from py_rules.values.records import replace
from py_rules.values.sentences import Sentence


def tiers_of(move: Move, *, meter: str) -> list[PriceTier]:
    """Return the prices of a meter, counted from where its scope began."""
    if move.turn.falling is not None:
        return [ends(fall_metres, say("falling.act"))]
    if meter == "rappel":
        return _rappel_tiers(move)
    if meter == "climb":
        return _climb_tiers(move)
    if not move.in_combat:
        return [PriceTier(None, "free", rules.new_turn, say("no_combat"))]
    if meter == "ground":
        return _ground_tiers(move)
    if meter == "swim":
        return _swim_tiers(move)
    first = fall_metres(move, 1)
    told = PriceTier(first, "free", fall_metres, say("falling.turn", metres=first))
    return [told, ends(fall_metres, say("drop.long", metres=first))]


def _by_hits(
    move: Move, check: str, *, price: Price | None = None, tests: int = 1, least: int = 0
) -> Iterator[PriceTier]:
    """Yield the prices of metres past what is known, by the hits of a test, or of several together."""
    roll, thrown = game.rolls[check], dice(move, check)
    odds = hits_in_tests(thrown.count, tests, limit=thrown.most)
    yield from rolled_tiers(
        check,
        roll.rule,
        results=[row for row in odds.cumulative() if row[0] >= least] or [(least, ZERO)],
        far=lambda hits: roll.far(move, min(hits, odds.highest)),
        reason=lambda hits, _: asked(game, roll, needed=hits),
        beyond=ZERO if least else roll.far(move, 0),
        price=price,
    )


def _ground_tiers(move: Move) -> list[PriceTier]:
    if move.turn.upkeep == "stopped":
        return [ends(rules.upkeep_owed, say("upkeep.stopped", bonus=bonus_name(move)))]
    walk, run = rules.walk_rate(move), rules.run_rate(move)
    price = Price("dice", rules.running_dice(move, running=True, combat=True))
    walking = PriceTier(walk, "free", rules.walk_rate, say("walk", limit=walk))
    if move.turn.running:
        walking = replace(walking, kind="penalised", price=price)
    if not rules.may_run(move):
        barred = ends(rules.upkeep_owed, say("upkeep.barred", bonus=bonus_name(move)))
        return [barred] if move.turn.running else [walking, barred]
    price_tiers = [walking, PriceTier(run, "penalised", rules.runs, run_reason(move), price)]
    known = rules.sprint_metres(move, move.turn.sprint_hits)
    if move.turn.sprint_hits:
        price_tiers.append(
            PriceTier(known, "penalised", rules.sprint_metres, say("sprinted", limit=known), price)
        )
    return [*price_tiers, *_sprint_tiers(move, price=price)]


def no_test(move: Move) -> Sentence:
    """Return why no Sprint Test can be made, where all that there are have been."""
    return say("tests.none" if rules.sprint_tests(move) else "tests.unskilled")


def _sprint_tiers(move: Move, *, price: Price) -> Iterator[PriceTier]:
    """Yield the prices of metres on foot past what is known, by the Sprint Tests that are left."""
    left, cost = rules.sprints_left(move), cost_of_test(move, "sprint")
    ran = rules.with_upkeep(move.with_turn(running=True))
    if move.turn.sprint_tests >= rules.sprint_tests(move):
        yield ends(rules.sprint_tests, no_test(move))
    elif not move.turn.has_action:
        yield ends(rules.sprint_metres, say("sprint.closed", why=say("phase.none")))
    elif "sprint" not in move.turn.declared and not affords(ran, cost=cost):
        yield ends(rules.sprint_metres, say("sprint.closed", why=gone(ran, cost=cost)))
    else:
        yield from _by_hits(move, "sprint", price=price, tests=left)
        unpaid = move.turn.sprint_tests + left < rules.sprint_tests(move)
        yield (
            ends(rules.sprint_metres, say("too_far.paid")) if unpaid else ends(rules.ceiling, say("too_far"))
        )


def _swim_tiers(move: Move) -> list[PriceTier]:
    if not swim_open(move):
        return [ends(swim_open, say("swim.no_action" if move.turn.has_action else "phase.none"))]
    known, price = swim_metres(move, move.turn.swim_hits), None
    if move.met.get("swim paid", move.turn.swim_paid):
        price_tiers = [PriceTier(known, "free", swim_rate, say("swim", limit=known))]
    else:
        price = Price("action", -1)
        price_tiers = [PriceTier(known, "penalised", swim_open, say("swim.cost", limit=known), price)]
    swum = swimming(move)
    left = rules.swim_sprints_left(swum)
    if left == 0:
        why = gone(swum, cost=cost_of_test(move, "swim_sprint"))
    elif not dice(move, "swim_sprint").count:
        why = say("no_dice")
    else:
        price_tiers += _by_hits(move, "swim_sprint", price=price, tests=left)
        why = say("swim.too_far")
    return [*price_tiers, ends(swim_metres, why)]


def _climb_tiers(move: Move) -> list[PriceTier]:
    """Return the prices of metres climbed in this Complex Action; outside combat one test is for all (SR5-26)."""
    state: Turn = move.turn
    each = max(state.climb_each if move.in_combat else 0, climbing.met_or_up(move)["climb"])
    refused = climb_barred(move)
    if refused is not None:
        return [ends(refused.rule, refused.reason)]
    if not move.in_combat and climbing.climb_metres(move, each, hits=state.scene_climb or 0) > 0:
        return [PriceTier(None, "free", climbing.climb_open, say("climb.scene.known"))]
    if not climbing.climb_open(move):
        return [ends(climbing.climb_open, say("climb.no_action" if state.has_action else "phase.none"))]
    if move.in_combat and state.climb_hits is not None:
        known = climbing.climb_metres(move, each, hits=state.climb_hits)
        reason = say("climb.known", limit=known)
        return [PriceTier(known, "free", climbing.climb_metres, reason), ends(climbing.climb_metres, reason)]
    thrown = dice(move, "climb")
    if not thrown.count:
        return [ends(climbing.climb_dice, say("no_dice"))]
    if move.in_combat:
        price_tiers = _by_hits(move, "climb", price=Price("action", -1))
        return [*price_tiers, ends(climbing.climb_metres, say("climb.too_far"))]
    hits = range(1, thrown.odds.highest + 1)
    needed = next((one for one in hits if climbing.climb_metres(move, each, hits=one) > 0), None)
    if needed is None:
        return [ends(climbing.climb_metres, say("climb.scene.never"))]
    return [_for_all(move, "climb", needed=needed)]


def _for_all(move: Move, check: str, *, needed: int) -> PriceTier:
    """Return the price of any way outside combat that one test is for."""
    roll = game.rolls[check]
    chance = dice(move, check).odds.at_least(needed)
    reason = asked(game, roll, needed=needed)
    return PriceTier(None, "roll", roll.rule, reason, chance=chance, needs=((check, needed),))


def climb_barred(move: Move) -> Refusal | None:
    """Return why nobody climbs what the way has met; none: one can."""
    told = move.circumstances.climb_row or ""
    if told.startswith("assisted") and not climbing.geared(move):
        return Refusal(climbing.geared, say("climb.no_gear"))
    never = climbing.met_or_up(move)["climb"] >= climbing.NEVER
    return Refusal(climbing.climb_metres, say("climb.impossible")) if never else None


def _rappel_tiers(move: Move) -> list[PriceTier]:
    """Return the prices of metres rappelled in this Combat Turn."""
    state: Turn = move.turn
    if not climbing.geared(move):
        return [ends(climbing.rappel_controlled, say("rappel.no_gear"))]
    if state.rappelling:
        limit = climbing.rappel_metres(move, move.turn.rappel_hits)
        reason = say("rappel.known", limit=limit)
        height, told = state.rappel_height, ends(climbing.rappel_metres, reason)
        ground = None if height is None else state.rappel_used + height - state.rappel_total
        if ground is not None and height is not None and (ground <= limit or not move.in_combat):
            limit, told = ground, ends(climbing.rappel_metres, say("rappel.down", height=height))
        elif not move.in_combat:
            return [PriceTier(None, "free", climbing.rappel_metres, reason)]
        return [PriceTier(limit, "free", climbing.rappel_metres, reason), told]
    if "rappel" not in state.declared and not affords(move, cost="simple"):
        return [ends(climbing.rappel_controlled, gone(move, cost="simple"))]
    if not move.in_combat:
        return [_for_all(move, "rappel", needed=THRESHOLD)]
    price_tiers = [*_by_hits(move, "rappel", price=Price("action", -1), least=THRESHOLD)]
    known = say("rappel.known", limit=price_tiers[-1].limit or ZERO)
    return [*price_tiers, ends(climbing.rappel_metres, known)]


def run_reason(move: Move) -> Sentence:
    """Return what running costs at this table, in words."""
    on = say(f"run.{move.house_rules.running_penalty_scope}")
    if move.house_rules.upkeep == "off":
        return say("run.off", limit=rules.run_rate(move), on=on)
    return say("run", limit=rules.run_rate(move), on=on, bonus=bonus_name(move))


for name, label, field in (
    ("ground", "Metres on foot", "moved"),
    ("swim", "Metres swum", "swim_used"),
    ("climb", "Metres climbed", "climb_used"),
    ("rappel", "Metres rappelled", "rappel_used"),
    ("fall", "Metres fallen in one go", "in_one_go"),
):
    game.meter(name, label, field=field, price_tiers=partial(tiers_of, meter=name))
game.words_for_dice("Hits", "Lowest hit", needed="{needed} {needed:hit|hits} or more")
for name, label in {"easy": "Easy to climb", "broken": "Broken", "flat": "Flat", "sheer": "Sheer"}.items():
    game.surface(name, label)
for name in ("ground", "sprint", "climb", "jump", "swim", "rappel", "fall"):
    label = "On foot" if name == "ground" else name.capitalize()
    game.mode(name, label, meter=name if name in game.meters else "ground")
