"""Where a token stands in a declared game: what it may do, bears and has left."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from py_rules.engine.checks import modifiers_of
from py_rules.engine.declarations import Declarations
from py_rules.engine.parts import Tier
from py_rules.engine.pricing import Pricing
from py_rules.engine.rules import Tracer
from py_rules.engine.situation import Move
from py_rules.values.answer_parts import Allowance, Counter, Standing, Status, Trace
from py_rules.values.footing import Footing

ZERO = Fraction(0)


def standing(game: Declarations, move: Move) -> Standing:
    """Return what a token may do, bears and has left."""
    tracer, of_allowances = Tracer(), Tracer()
    with tracer.watching():
        with of_allowances.watching():
            allowances = tuple(_allowances(game, move))
        modifiers = tuple(modifiers_of(game, move))
        open_rolls = [roll for roll in game.rolls.values() if roll.refuses and not roll.refuses(move, None)]
        for roll in open_rolls:
            roll.dice(move)
    told = [allowance.rule for allowance in allowances] + [roll.rule for roll in open_rolls]
    if "allowances" in game.lists:
        told += [number for number in of_allowances.used if game.rules[number].kind != "modifier"]
    prompts = filter(None, map(game.question_of, getattr(move.turn, "prompts", ())))
    asked = [question.of(move, *about) for question, about in prompts]
    asked += [ruling for question in game.questions.values() for ruling in question.open(move)]
    return Standing(
        allowances,
        modifiers,
        (*_listed(game, "statuses", move=move), *_badges(game, move)),
        (*_listed(game, "counters", move=move), *_counters(game, move)),
        (*_listed(game, "rulings", move=move), *asked),
        tuple(_listed(game, "hazards", move=move)),
        tuple(_trace(game, move, lines=tracer.lines(told))),
    )


def _trace(game: Declarations, move: Move, *, lines: Iterable[Trace]) -> Iterator[Trace]:
    """Yield the lines that the game lists itself, then those of other rules that were worked out."""
    own = list(_listed(game, "trace", move=move))
    yield from own
    told = {line.rule for line in own}
    yield from (
        line for line in lines if line.rule not in told and (game.rules[line.rule].templates or not own)
    )


def _listed(game: Declarations, name: str, *, move: Move) -> Iterable[Any]:
    """Return what the game lists itself of a part, before what is declared."""
    return game.lists[name](move) if name in game.lists else ()


def _badges(game: Declarations, move: Move) -> Iterator[Status]:
    for effect in game.effects.values():
        if getattr(move.turn, effect.id):
            yield Status(effect.id, effect.rule, effect.told(move))
    for badge in game.badges:
        label = badge.label(move)
        if label is not None:
            yield Status(badge.id, badge.rule, label)


def _allowances(game: Declarations, move: Move) -> Iterator[Allowance]:
    if "allowances" in game.lists:
        yield from game.lists["allowances"](move)
        return
    prices = Pricing(game, move)
    used = prices.used()
    for name, meter in game.meters.items():
        price_tiers = prices.price_tiers(name, used)
        over = price_tiers[0].kind == "impossible"
        for tier, limit, takes, _ in prices.reaching(name, partial(prices.left, used=used, beside=name)):
            if not isinstance(tier, Tier) or not move.in_combat:
                continue
            if tier.resource is not None and takes > prices.amount(tier.resource):
                continue
            open_to = max((tier.limit or ZERO for tier in price_tiers), default=ZERO)
            left = None if limit is None else max(ZERO, min(limit, open_to) - used[name])
            label = tier.rule.label if tier.label is None else tier.label(move)
            shown = used[name] if limit is None else min(used[name], limit)
            yield Allowance(
                tier.name,
                _mode_of(game, move, meter=name),
                tier.rule,
                label,
                meter.per,
                limit,
                shown,
                ZERO if over else left,
            )


def _mode_of(game: Declarations, move: Move, *, meter: str) -> str:
    """Return the mode that an allowance of a meter names: its own, or the quickest that the character has."""
    first = next((mode for mode in game.modes.values() if mode.meter == meter), game.modes.get("ground"))
    if first is None or not first.barred(move):
        return "ground" if first is None else first.id
    others = [
        mode for mode in game.modes_of(move).values() if mode.meter == first.meter and mode.id != "jump"
    ]
    takes = {mode: mode.takes(move, Footing(mode.id)) for mode in others if not mode.barred(move)}
    return min((mode for mode in takes if takes[mode] > 0), key=lambda mode: takes[mode], default=first).id


def _counters(game: Declarations, move: Move) -> Iterator[Counter]:
    prices = Pricing(game, move)
    used = prices.used()
    number = next(iter(game.rules))
    for resource in game.resources.values():
        left = max(0, prices.amount(resource) - prices.taken(resource, used))
        yield Counter(resource.id, resource.rule or number, resource.label, left)
    for tally in game.tallies:
        value, shown = tally.value(move), tally.shown(move)
        yield Counter(tally.id, tally.rule, tally.label, value, shown, tally.is_length)
