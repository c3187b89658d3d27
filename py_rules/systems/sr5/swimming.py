"""Shadowrun 5: swimming and treading water."""

from fractions import Fraction

from py_rules.engine.situation import Situation
from py_rules.systems.sr5 import actions
from py_rules.systems.sr5.turn import ROUNDED, THRESHOLD, Turn
from py_rules.systems.sr5.words import game
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction


@game.rule(
    "SR5-15",
    "Swim rate",
    working={
        "exact": "(Agility {agility} + Strength {strength}) ÷ 2 = {result} m",
        "up": "(Agility {agility} + Strength {strength}) ÷ 2, rounded up: {result} m",
        "down": "(Agility {agility} + Strength {strength}) ÷ 2, rounded down: {result} m",
    },
    which=lambda situation: rounding(situation, situation.character.agility + situation.character.strength),
)
def swim_rate(situation: Situation) -> Fraction:
    """Swimming takes you the average of Agility and Strength in metres in a Combat Turn; a half counts, unless your
    table rounds it.
    """
    return average(situation, situation.character.agility, second=situation.character.strength)


@game.rule("SR5-16", "Swim action cost", kind="resource")
def swim_open(situation: Situation, state: Turn) -> bool:
    """To swim, spend a Complex Action: it opens what you may swim in the whole Combat Turn. Your table may ask for one
    in every pass in which you swim.
    """
    return state.swim_paid or actions.affords(situation, state, cost="complex")


@game.rule(
    "SR5-17",
    "Swim sprint",
    kind="roll",
    working="{swim_rate} m + {each} m × {hits} {hits:hit|hits} = {result} m",
    shown={"each": lambda _, situation, _hits: swim_per_hit(situation)},
)
def swim_metres(situation: Situation, hits: int) -> Fraction:
    """For a Bonus Action, or a Simple Action if your table says so, roll Swimming + Strength: each hit, up to your
    Physical limit, adds 2 m to the swim for elves and trolls, unless your table has another number, and 1 m for
    everyone else.
    """
    return swim_rate(situation) + swim_per_hit(situation) * hits


@game.rule(
    "SR5-18",
    "Depth does not matter",
    working="Under water the same {rate} m",
    shown={"rate": lambda rate, *_: rate},
)
def rate_at_depth(situation: Situation, depth: Fraction) -> Fraction:
    """You swim as fast under water as on the surface."""
    del depth
    return swim_rate(situation)


@game.rule("SR5-19", "Swim fatigue", kind="hazard")
def swim_tires(situation: Situation, state: Turn) -> bool:
    """Swimming turn after turn tires you as sprinting does; your table says from how many Combat Turns in a row."""
    limit = situation.house_rules.sprint_fatigue_turns
    return bool(limit is not None and state.swim_turns >= limit)


@game.rule(
    "SR5-20",
    "Treading water time",
    kind="state",
    working={
        "exact": "(Strength {strength} + Body {body}) ÷ 2 = {minutes} min = {turns} Combat Turns",
        "up": "(Strength {strength} + Body {body}) ÷ 2, rounded up: {minutes} min = {turns} Combat Turns",
        "down": "(Strength {strength} + Body {body}) ÷ 2, rounded down: {minutes} min = {turns} Combat Turns",
        "strength": "Strength {strength} = {minutes} min = {turns} Combat Turns",
    },
    which=lambda situation: (
        "strength"
        if situation.house_rules.tread_minutes == "strength"
        else rounding(situation, situation.character.strength + situation.character.body)
    ),
    shown={"minutes": lambda result, _: result[0], "turns": lambda result, _: result[1]},
)
def tread_time(situation: Situation) -> tuple[Fraction, Fraction]:
    """You can tread water for as many minutes as the average of Strength and Body, or as your Strength if your table
    says so; a half counts, unless your table rounds it.

    Returns (minutes, Combat Turns).
    """
    strength, body = situation.character.strength, situation.character.body
    alone = situation.house_rules.tread_minutes == "strength"
    minutes = Fraction(strength) if alone else average(situation, strength, second=body)
    return minutes, minutes * 60 / to_fraction(situation.house_rules.round_seconds)


@game.rule("SR5-21", "Treading test and Stun", kind="roll")
def tread_stun(hits: int) -> int:
    """When that time is up, roll Swimming + Strength, up to your Physical limit: two hits keep you up for the same
    time again. With fewer you slip, take one box of Stun that nothing resists, and test again when the GM says.
    """
    return 0 if hits >= THRESHOLD else 1


def average(situation: Situation, first: int, *, second: int) -> Fraction:
    """Return the average of two ratings, rounded as the table has it (SR5-15, SR5-20)."""
    return Fraction(ROUNDED[situation.house_rules.average_rounding](Fraction(first + second, 2)))


def rounding(situation: Situation, total: int) -> str:
    """Return how the average of two ratings of that sum is rounded."""
    return str(situation.house_rules.average_rounding) if total % 2 else "exact"


def swim_per_hit(situation: Situation) -> int:
    """Return the metres that a hit adds to a swim (SR5-17)."""
    special = situation.character.metatype in {"elf", "troll"}
    return int(situation.house_rules.swim_per_hit) if special else 1


def swimming(situation: Situation, state: Turn) -> Turn:
    """Return the state in which this Combat Turn's swim is paid for (SR5-16)."""
    return (
        state if state.swim_paid else replace(actions.paid(situation, state, cost="complex"), swim_paid=True)
    )


def tread_due(situation: Situation, state: Turn) -> bool:
    """Tell whether a test is due in the water (SR5-21)."""
    now = state.tread_wait == "now" or (
        not state.tread_wait and state.tread_turns >= tread_time(situation)[1]
    )
    return state.treading and now
