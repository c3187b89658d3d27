"""What is rolled on a way, and what it leaves to later rolls: asked by plans, by maps and by the panel."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from py_rules.engine import tabletop
from py_rules.engine.declarations import Declarations
from py_rules.engine.dice import Dice, check_of
from py_rules.engine.parts import Roll, amount_of
from py_rules.engine.pricing import STATE, Pricing, changed
from py_rules.engine.situation import Move
from py_rules.engine.words import say
from py_rules.values.answer_parts import Check, Modifier
from py_rules.values.sentences import Sentence
from py_rules.values.stretch import Gate

ZERO = Fraction(0)
ONE = Fraction(1)


def roll_check(
    game: Declarations, move: Move, *, roll: Roll, needed: int, at: Fraction, thrown: Dice | None = None
) -> Check:
    """Return the check of a roll that carries, with how far each result gets; ``thrown``: other dice than usual."""
    dice, words = Pricing(game, move).dice(roll) if thrown is None else thrown, game.needed(needed)
    carries = partial(roll.gives, move)
    return check_of(
        roll.id, roll.rule, label=roll.label, dice=dice, at=at, needed=needed, words=words, carries=carries
    )


def region_check(game: Declarations, move: Move, *, gate: Gate, at: Fraction) -> Check:
    """Return the roll that a region demands; a sure one where the game has no rule for it."""
    told, label, name = game.region_rolls, say("gate.label", name=gate.name), f"gate:{gate.id}"
    if told is None:
        nothing = say("dice.none")
        return Check(name, tabletop.rough, label, at, 0, nothing, 0, 0, nothing, ONE, ZERO, ())
    dice, needed = changed(told.dice(move, gate), move), told.target(move, gate)
    words = game.needed(needed)
    return check_of(name, told.rule, label=label, dice=dice, at=at, needed=needed, words=words)


def region_text(game: Declarations, move: Move, *, gate: Gate, needed: int) -> Sentence:
    """Return what a roll that a region demands is, in words."""
    return say("gate", region=move.name(gate.id), name=gate.name, needed=game.needed(needed))


def modifiers_of(game: Declarations, move: Move) -> Iterator[Modifier]:
    """Yield the effects that are on and change later rolls, or what the game lists in their place."""
    if "modifiers" in game.lists:
        yield from game.lists["modifiers"](move)
    for effect in game.effects.values():
        amount = amount_of(effect.amount, move)
        if getattr(move.turn, effect.id) and effect.quantity != STATE and amount:
            yield Modifier(
                effect.rule,
                "mover",
                effect.on,
                effect.quantity,
                amount,
                say("since"),
                effect.until,
            )
