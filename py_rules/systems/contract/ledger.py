"""The Contract: the turn after each thing that happened, and why some cannot."""

from typing import Any

from py_rules.engine import Move
from py_rules.engine.dice import Tens, rolled
from py_rules.engine.pricing import Pricing
from py_rules.engine.turn import with_new
from py_rules.protocol.facts import RolledFact
from py_rules.protocol.requests import ActedEvent, RolledEvent
from py_rules.systems.contract import rules
from py_rules.systems.contract.rules import game, say
from py_rules.values.answer_parts import Refusal
from py_rules.values.records import replace


@game.refuse("acted")
def refuse_action(move: Move, _: ActedEvent) -> Refusal | None:
    """Return why the Action cannot be used now."""
    if move.turn.action == "unspent":
        return None
    sprints = move.turn.action == "sprinting"
    return Refusal(rules.sprint_feet if sprints else rules.extension_open, say("acted.twice"))


@game.refuse("rolled")
def refuse_roll(move: Move, event: RolledEvent) -> Refusal | None:
    """Return why a roll cannot be made now."""
    roll, pricing = game.rolls[event.check], Pricing(game, move)
    if barred := pricing.barred():
        return Refusal(barred.rule, barred.reason)
    if roll.id == "sprint" and not move.in_combat:
        return Refusal(rules.unlimited, say("no_combat"))
    if pricing.rolled(roll) is not None:
        return Refusal(roll.rule, say("rolled"))
    if roll.id == "swim" and rules.sinks(move):
        return Refusal(rules.sinks, say("swim.full"))
    acts = roll.id == "sprint" and move.turn.action != "unspent"
    return Refusal(roll.rule, say("acted.twice")) if acts else None


@game.fold("acted")
def acted(move: Move, fact: ActedEvent) -> Any:  # noqa: ANN401 - the game's turn
    """Return the turn after the Action."""
    return rules.after_action(move).with_turn(dice_saved=fact.saved).turn


@game.fold("rolled")
def after_roll(move: Move, fact: RolledFact) -> Any:  # noqa: ANN401 - likewise
    """Return the turn after a roll: it opens an allowance, or goes wrong."""
    result = rolled(Tens(0, fact.difficulty, lambda _: say("rolled")), fact)
    name, turn = fact.check.split(":", 1)[0], move.turn
    if name in game.rolls:
        turn = replace(turn, **{f"{name}_outcome": result})
    if name == "sprint":
        return replace(turn, action="sprinting")
    slipped = name == "climb" and result < 0
    return replace(turn, prompts=with_new(turn.prompts, ["slip"] if slipped else []))
