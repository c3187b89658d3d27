"""What facts do to the turn and what refuses events, where a game does not say it itself.

What a game says of a kind stands in its place; it may ask for this by ``game.folded`` and ``game.refused``.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from py_rules.engine.clock import cleared
from py_rules.engine.declarations import Declarations
from py_rules.engine.dice import rolled
from py_rules.engine.parts import Amount, Turn, amount_of, length_of
from py_rules.engine.price_tiers import most, paid_already
from py_rules.engine.pricing import Pricing
from py_rules.engine.situation import Here, Move
from py_rules.engine.words import say
from py_rules.protocol.facts import MovedFact, RolledFact
from py_rules.protocol.requests import (
    ActedEvent,
    BeginEvent,
    DidEvent,
    EndEvent,
    ReactedEvent,
    RolledEvent,
    RuledEvent,
)
from py_rules.values.answer_parts import Refusal
from py_rules.values.records import replace

ZERO = Fraction(0)
ACTION = "action"
"""The resource that the event "acted" uses."""


def folded(game: Declarations, move: Move, *, fact: Any) -> Turn:  # noqa: ANN401 - a fact
    """Return the turn after a fact; one of a kind that nothing is said of changes nothing."""
    fold = FOLDS.get(fact.kind)
    return move.turn if fold is None else fold(game, move, fact=fact)


def refused(game: Declarations, move: Move, *, event: Any) -> Refusal | None:  # noqa: ANN401 - an event
    """Return why an event cannot happen now; none: it can."""
    refuse = _REFUSALS.get(event.kind)
    return None if refuse is None else refuse(game, move, event=event)


# ---------------------------------------------------------------- what facts do


def _moved(game: Declarations, move: Move, *, fact: MovedFact) -> Turn:
    """Return the turn after a move: what it used, and where it ended."""
    after: Turn = game.Walk(game, move, route=fact.segments, fact=fact).after
    return after if fact.fall is None else replace(after, fall=fact.fall)


def _stood(_: Declarations, move: Move, *, fact: Here) -> Turn:
    return replace(move.turn, water=fact.water) if hasattr(move.turn, "water") else move.turn


def _rolled(game: Declarations, move: Move, *, fact: RolledFact) -> Turn:
    roll, turn = game.rolls.get(fact.check), move.turn
    if roll is None or not move.in_combat:
        return turn
    result = rolled(Pricing(game, move).dice(roll), fact)
    return replace(turn, rolled=(*turn.rolled, (roll.id, result)))


def _did(game: Declarations, move: Move, *, fact: DidEvent) -> Turn:
    act, turn = game.acts[fact.act], move.turn
    changes: dict[str, Any] = {**act.sets, **{effect.id: True for effect in act.starts}}
    changes |= {effect.id: False for effect in act.ends}
    for resource, amount in act.uses.items():
        changes[resource.field] = getattr(turn, resource.field) + amount_of(amount, move)
    for name, far in act.draws.items():
        meter = game.meters[name]
        changes[meter.field] = getattr(turn, meter.field) + (length_of(far, move) or ZERO)
    changed = move.with_turn(**changes)
    return changed.turn if act.after is None else act.after(changed, fact.options)


def _acted(game: Declarations, move: Move, *, fact: ActedEvent) -> Turn:
    del fact
    resource = game.resources.get(ACTION)
    if resource is None:
        return move.turn
    return replace(move.turn, **{resource.field: getattr(move.turn, resource.field) + 1})


def _reacted(_: Declarations, move: Move, *, fact: ReactedEvent) -> Turn:
    """Return a turn in which a reaction was played; raises ``LookupError`` where the game knows of none."""
    if not hasattr(move.turn, "reacted"):
        message = f"{fact.reaction!r} is no reaction"
        raise LookupError(message)
    return replace(move.turn, reacted=(*move.turn.reacted, fact.reaction))


def _ruled(game: Declarations, move: Move, *, fact: RuledEvent) -> Turn:
    if hasattr(move.turn, "prompts"):
        move = move.with_turn(prompts=tuple(one for one in move.turn.prompts if one != fact.ruling))
    question, about = game.question_of(fact.ruling) or (None, ())
    if question is None:
        return move.turn
    if fact.choice not in question.answers:
        msg = f"{fact.choice!r} is no answer to {fact.ruling!r}"
        raise ValueError(msg)
    named = {"about": about[0]} if about else {}
    after: Turn = move.turn if question.after is None else question.after(move, fact.choice, **named)
    return replace(after, fall=None) if question.falls else after


def _clocked(_: Declarations, move: Move, *, fact: BeginEvent | EndEvent) -> Turn:
    """Return the turn with what a moment of the clock clears at its default."""
    return cleared(move.turn, f"{fact.kind} {fact.scope}")


# ---------------------------------------------------------------- what refuses events


def _refuse_action(game: Declarations, move: Move, *, event: ActedEvent) -> Refusal | None:
    del event
    resource = game.resources.get(ACTION)
    if resource is None:
        return None
    return _lacks(game, move, wanted={resource: 1}, number=resource.rule or next(iter(game.rules)))


def _refuse_roll(game: Declarations, move: Move, *, event: RolledEvent) -> Refusal | None:
    roll = game.rolls[event.check]
    if roll.refuses is not None:
        return roll.refuses(move, event.result)
    if not move.in_combat:
        return Refusal(roll.rule, say("roll.outside"))
    if Pricing(game, move).rolled(roll) is not None:
        return Refusal(roll.rule, say("roll.twice", roll=roll.label))
    return _lacks(game, move, wanted={roll.resource: roll.amount} if roll.resource else {}, number=roll.rule)


def _refuse_act(game: Declarations, move: Move, *, event: DidEvent) -> Refusal | None:
    act = game.acts[event.act]
    number = act.rule
    for words, holds in act.unless:
        if holds(move):
            return Refusal(number, words)
    own = None if act.refuses is None else act.refuses(move, event.options)
    if own is not None:
        return own
    if act.ends and not act.starts and not any(getattr(move.turn, one.id) for one in act.ends):
        return Refusal(number, act.refused or act.rule.label)
    prices = Pricing(game, move)
    used = prices.used()
    for name, far in act.draws.items():
        price_tiers = prices.price_tiers(name, used)
        limit = most(paid_already(price_tiers, used[name]) if act.only_free else price_tiers, used[name])
        if move.in_combat and limit is not None and (length_of(far, move) or ZERO) > limit:
            return Refusal(number, act.refused or say("nothing_left"))
    return _lacks(game, move, wanted=act.uses, number=number)


def _lacks(game: Declarations, move: Move, *, wanted: Mapping[Any, Amount], number: str) -> Refusal | None:
    prices = Pricing(game, move)
    for resource, asked in wanted.items():
        amount = amount_of(asked, move)
        left = prices.left(resource, used=prices.used())
        if move.in_combat and amount > left:
            told = {"resource": resource.label, "left": max(0, left), "needed": amount}
            return Refusal(number, say("no_resource", **told))
    return None


FOLDS: Mapping[str, Callable[..., Turn]] = {
    "moved": _moved,
    "stood": _stood,
    "rolled": _rolled,
    "did": _did,
    "acted": _acted,
    "reacted": _reacted,
    "ruled": _ruled,
    "begin": _clocked,
    "end": _clocked,
}
_REFUSALS: Mapping[str, Callable[..., Refusal | None]] = {
    "did": _refuse_act,
    "acted": _refuse_action,
    "rolled": _refuse_roll,
}
