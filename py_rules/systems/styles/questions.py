"""The Kleptonomicon: what the GM is asked, and what the answers lead to."""

from dataclasses import replace
from re import fullmatch

from py_rules.engine import Move
from py_rules.engine.walked import with_new
from py_rules.systems.styles import prices, rules, swimming
from py_rules.systems.styles.acts import refuse_dash
from py_rules.systems.styles.ledger import improvised, interrupted
from py_rules.systems.styles.rules import named, style_of
from py_rules.systems.styles.turn import Turn
from py_rules.systems.styles.words import STYLE_NAME, ZERO, game, say


def fallen(move: Move, choice: str) -> Turn:
    """Return the turn after a fall."""
    turn: Turn = move.turn
    wet = turn.in_water or (turn.into_water and choice == "lands")
    over = replace(turn, falling=False, height=None, over=(ZERO, ZERO), down=False, into_water=False)
    return replace(over, active="swim" if wet else "walk", in_water=wet)


def granted(move: Move, choice: str, *, about: str) -> Turn:
    """Return the turn after the GM's word on an improvised style."""
    turn: Turn = move.turn
    if choice == "test":
        return replace(turn, testing=with_new(turn.testing, [about]))
    if choice == "no":
        return replace(turn, refused=with_new(turn.refused, [about]))
    return improvised(turn, about, size=choice)


def foes_about(move: Move) -> bool:
    """Tell whether any foe is known here."""
    return any(other.disposition == "hostile" for other in move.situation.others)


def asks_to_sneak(move: Move) -> bool:
    """Tell whether the GM is asked before a Sneaking Test: unless the map's word is enough, or nobody is there."""
    return move.house_rules.obscured_mode == "ask" or not foes_about(move)


def may_improvise(move: Move, mode: str) -> bool:
    """Tell whether a mode is the name of a style that one lacks."""
    return bool(fullmatch(STYLE_NAME, mode)) and rules.reach_of(move, style_of(move, mode)) is None


improvise = game.question(
    "improvise",
    rules.improvised,
    question="{style} is not on the sheet: does it work as an improvised style?",
    choices={
        "half": "Yes, half",
        "normal": "Yes, normal",
        "double": "Yes, double",
        "test": "After an Athletics Test",
        "no": "No",
    },
    each=True,
    numbers=lambda _, style: {"style": named(style)},
    after=granted,
    offered=may_improvise,
)

game.question(
    "improvise_failed",
    rules.failure_interrupts,
    question="Improvising {style} failed: what happens?",
    choices={"interrupted": "As if it was interrupted", "nothing": "Nothing more", "other": "Something else"},
    each=True,
    numbers=lambda _, style: {"style": named(style)},
    after=lambda move, choice, *, about: (
        interrupted(move, about) if rules.failure_interrupts(choice) else move.turn
    ),
)

game.question(
    "stealth",
    rules.may_sneak,
    question="The Sneaking Test is passed: which Stealth Condition gains a stack?",
    choices={"noted": "Noted"},
)

game.question(
    "interrupt",
    rules.interrupt_effect,
    question="Interrupted: {effect}. Done?",
    choices={"done": "Done"},
    numbers=lambda move: {"effect": rules.effect_text(rules.interrupt_effect(move, move.turn.active))},
)

falls = game.question(
    "fall",
    rules.fall,
    question="A fall: how does it end?",
    choices={"lands": "Lands", "caught": "Is caught"},
    waits=lambda move: bool(move.turn.falling),
    after=fallen,
)

game.question(
    "heavy",
    swimming.pulled_down,
    question="Heavy cargo in the water: does it pull the character down?",
    choices={"sinks": "Sinks 2 u per Turn", "stays": "Stays afloat"},
    waits=lambda move: swimming.pulled_down(move) and not move.turn.cargo,
    after=lambda move, choice: replace(move.turn, cargo=choice),
)

dash = game.question(
    "dash",
    rules.no_dash,
    question="The path is longer than the Movement that is left. {offer}?",
    choices={"dash": "Dash", "decline": "No Dash this Turn"},
    numbers=lambda move: {"offer": prices.hooks_text(move, "dash.offer")},
    after=lambda move, choice: (
        prices.dashed(move.turn) if choice == "dash" else replace(move.turn, declined=True)
    ),
    offered=lambda move: refuse_dash(move) is None,
)

sneak = game.question(
    "sneak",
    rules.may_sneak,
    question=lambda foes: say("sneak.ask" if foes else "sneak.nobody"),
    choices={"attempt": "Try a Sneaking Test", "skip": "Leave it"},
    default="skip",
    numbers=lambda move: {"foes": foes_about(move)},
    after=lambda move, choice: replace(move.turn, sneak="open") if choice == "attempt" else move.turn,
    offered=lambda move: move.circumstances.obscured and rules.may_sneak(move.turn) and asks_to_sneak(move),
)
