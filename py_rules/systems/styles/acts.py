"""The Kleptonomicon: what is done beside moving, what bars it, and what the GM is asked."""

from collections.abc import Mapping
from re import fullmatch
from typing import Any

from py_rules.engine import Move
from py_rules.engine.parts import Turn, length_of
from py_rules.systems.styles import prices, rules, swimming
from py_rules.systems.styles.ledger import improvised, interrupted, stands
from py_rules.systems.styles.rules import named, style_of
from py_rules.systems.styles.sheet import Falls, Improvise, Slowed, Use
from py_rules.systems.styles.words import MODES, POOL, STYLE_NAME, ZERO, game, say
from py_rules.values.answer_parts import Refusal
from py_rules.values.records import replace
from py_rules.values.stretch import Fall

Options = Mapping[str, Any]
dashing = game.effect(
    "dash",
    rules.doubled,
    on="all styles and the pool",
    until="it ends",
    per="",
    quantity="distance_factor",
    amount=2,
)


def refuse_dash(move: Move, _options: Options | None = None) -> Refusal | None:
    """Return why nobody can Dash now."""
    barred = prices.why_barred(move)
    if barred is not None:
        return Refusal(barred.rule, barred.reason)
    why = rules.no_dash(move)
    return None if why is None else Refusal(rules.no_dash, why)


def refuse_stand(move: Move, _options: Options) -> Refusal | None:
    """Return why one cannot pay for standing up now."""
    if rules.off_turn(move):
        return Refusal(rules.off_turn, say("not_your_turn"))
    cost, of_walk = rules.stand_cost(move)
    left = prices.left_of(move, "walk" if of_walk else POOL, used=prices.used_of(move))
    if not move.in_combat or left >= cost:
        return None
    return Refusal(rules.stand_cost, say("stand.cost", cost=cost, left=left))


def stood_up(move: Move, _options: Options) -> Turn:
    """Return the turn after standing up."""
    move, used = move.with_turn(prone=False), prices.used_of(move)
    if move.in_combat:
        cost, of_walk = rules.stand_cost(move)
        used |= {POOL: used[POOL] + cost, "walk": used.get("walk", ZERO) + of_walk}
    return prices.paid(move, used)


def refuse_improvising(move: Move, options: Options) -> Refusal | None:
    """Return why a style cannot be improvised: it stands on the sheet."""
    style = style_of(move, options["style"])
    if style not in move.character.styles:
        return None
    return Refusal(rules.improvised, say("improvise.on_sheet", style=named(style)))


def refuse_use(move: Move, options: Options) -> Refusal | None:
    """Return why a style cannot be taken up: one lies, nobody knows it, or it holds nobody where the token is."""
    style = style_of(move, options["style"])
    if move.turn.prone and style != "walk":
        return Refusal(rules.stand_cost, say("prone.walk_only"))
    usable = {*MODES, *move.character.interrupts, *rules.known_styles(move)} - {"ground"}
    here = move.here
    if style in usable:
        holds = here is None or stands(move.with_turn(active=style), here).active == style
        return None if holds else Refusal(rules.active_after, say("use.elsewhere", style=named(style)))
    return Refusal(rules.active_after, say("use.unknown", style=style, known=", ".join(sorted(usable))))


def taken_up(move: Move, options: Options) -> Turn:
    """Return the turn in which a style is in use."""
    turn: Turn = move.turn
    style = style_of(move, options["style"])
    wet, prone = swimming.swims(style), turn.prone and style == "walk"
    return replace(turn, active=style, water=wet, current=turn.current if wet else None, prone=prone)


def slowed_down(move: Move, options: Options) -> Turn:
    """Return the turn with a number of stacks of Slowed, which may interrupt."""
    stacks = int(options["stacks"] or 0)
    after = move.with_turn(slowed=stacks)
    return stopped(after) if rules.slowed_enough(move.turn.slowed, stacks) else after.turn


def stopped(move: Move, _options: Options | None = None) -> Turn:
    """Return the turn after an interrupt of the style in use."""
    return interrupted(move, move.turn.under_way or move.turn.active)


def dropped(move: Move, options: Options) -> Turn:
    """Return the turn of somebody who falls, from so high if it is known."""
    return replace(move.turn, fall=Fall(length_of(options.get("height"), move)), prone=False)


game.act("dash", "Dash", rule=rules.doubled, refuses=refuse_dash, starts=[dashing])

game.act(
    "prone",
    "Go prone",
    rule=rules.stand_cost,
    unless={
        "Prone already": lambda move: bool(move.turn.prone),
        "Going prone needs Walk as the active style": lambda move: (
            move.turn.active != "walk" or move.turn.fall is not None
        ),
    },
    sets={"prone": True},
)

game.act(
    "stand",
    "Stand up",
    rule=rules.stand_cost,
    unless={"Not prone": lambda move: not move.turn.prone},
    refuses=refuse_stand,
    after=stood_up,
)

game.act(
    "improvise",
    "Improvise a style",
    rule=rules.improvised,
    options=Improvise,
    refuses=refuse_improvising,
    after=lambda move, options: improvised(move.turn, options["style"], size=options.get("size")),
)

game.act("use", "Take up a style", rule=rules.active_after, options=Use, refuses=refuse_use, after=taken_up)

game.act("interrupt", "Movement is interrupted", rule=rules.slowed_enough, after=stopped)

game.act("slowed", "Stacks of Slowed", rule=rules.slowed_enough, options=Slowed, after=slowed_down)

game.act(
    "montage",
    "Long chase",
    rule=rules.suspended,
    after=lambda move, _: replace(move.turn, montage=not move.turn.montage),
)

game.act("fall", "Fall", rule=rules.fall, options=Falls, after=dropped)


# ---------------------------------------------------------------- what the GM is asked, and what the answers lead to


def asks_to_sneak(move: Move) -> bool:
    """Tell whether the GM is asked before a Sneaking Test: always, unless the map knows of foes and is believed."""
    foes = any(other.disposition == "hostile" for other in move.others)
    asked = move.house_rules.obscured_mode == "ask" or not foes
    return asked and move.circumstances.obscured and rules.may_sneak(move)


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
    after=lambda move, choice, *, about: improvised(move.turn, about, size=choice),
    offered=lambda move, mode: bool(
        fullmatch(STYLE_NAME, mode) and rules.distance(move, style_of(move, mode)) is None
    ),
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
    after=lambda move, _: replace(move.turn, active="swim" if move.turn.water else "walk"),
    falls="lands",
)

game.question(
    "heavy",
    swimming.pulled_down,
    question="Heavy cargo in the water: does it pull the character down?",
    choices={"sinks": "Sinks 2 u per Turn", "stays": "Stays afloat"},
    waits=lambda move: swimming.pulled_down(move) and not move.turn.cargo,
    after=lambda move, choice: replace(move.turn, cargo=choice),
)

sneak = game.question(
    "sneak",
    rules.may_sneak,
    question="Is half or more of the character out of sight of every single foe here?",
    choices={"attempt": "Try a Sneaking Test", "skip": "Leave it"},
    default="skip",
    after=lambda move, choice: replace(move.turn, sneak="open") if choice == "attempt" else move.turn,
    offered=asks_to_sneak,
)
