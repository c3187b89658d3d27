"""Shadowrun 5: swimming and treading water."""

from fractions import Fraction

from py_rules.engine import Move
from py_rules.systems.sr5 import actions
from py_rules.systems.sr5.turn import ROUNDED, THRESHOLD
from py_rules.systems.sr5.words import game
from py_rules.values.rounding import to_fraction


@game.rule(
    "SR5-15",
    "Swim rate",
    working={
        "exact": "(Agility {agility} + Strength {strength}) ÷ 2 = {result} m",
        "up": "(Agility {agility} + Strength {strength}) ÷ 2, rounded up: {result} m",
        "down": "(Agility {agility} + Strength {strength}) ÷ 2, rounded down: {result} m",
    },
    which=lambda move: rounding(move, move.character.agility + move.character.strength),
)
def swim_rate(move: Move) -> Fraction:
    """Swimming takes you the average of Agility and Strength in metres in a Combat Turn; a half counts, unless your
    table rounds it.
    """
    return average(move, move.character.agility, second=move.character.strength)


@game.rule("SR5-16", "Swim action cost", kind="resource")
def swim_open(move: Move) -> bool:
    """To swim, spend a Complex Action: it opens what you may swim in the whole Combat Turn. Your table may ask for one
    in every pass in which you swim.
    """
    return move.turn.swim_paid or actions.affords(move, cost="complex")


@game.rule(
    "SR5-17",
    "Swim sprint",
    kind="roll",
    working="{swim_rate} m + {each} m × {hits} {hits:hit|hits} = {result} m",
    shown={"each": lambda _, move, _hits: swim_per_hit(move)},
)
def swim_metres(move: Move, hits: int) -> Fraction:
    """For a Bonus Action, or a Simple Action if your table says so, roll Swimming + Strength: each hit, up to your
    Physical limit, adds 2 m to the swim for elves and trolls, unless your table has another number, and 1 m for
    everyone else.
    """
    return swim_rate(move) + swim_per_hit(move) * hits


@game.rule(
    "SR5-18",
    "Depth does not matter",
    working="Under water the same {rate} m",
    shown={"rate": lambda rate, *_: rate},
)
def rate_at_depth(move: Move, depth: Fraction) -> Fraction:
    """You swim as fast under water as on the surface."""
    del depth
    return swim_rate(move)


@game.rule("SR5-19", "Swim fatigue", kind="hazard")
def swim_tires(move: Move) -> bool:
    """Swimming turn after turn tires you as sprinting does; your table says from how many Combat Turns in a row."""
    limit = move.house_rules.sprint_fatigue_turns
    return bool(limit is not None and move.turn.swim_turns >= limit)


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
    which=lambda move: (
        "strength"
        if move.house_rules.tread_minutes == "strength"
        else rounding(move, move.character.strength + move.character.body)
    ),
    shown={"minutes": lambda result, _: result[0], "turns": lambda result, _: result[1]},
)
def tread_time(move: Move) -> tuple[Fraction, Fraction]:
    """You can tread water for as many minutes as the average of Strength and Body, or as your Strength if your table
    says so; a half counts, unless your table rounds it.

    Returns (minutes, Combat Turns).
    """
    strength, body = move.character.strength, move.character.body
    alone = move.house_rules.tread_minutes == "strength"
    minutes = Fraction(strength) if alone else average(move, strength, second=body)
    return minutes, minutes * 60 / to_fraction(move.house_rules.round_seconds)


@game.rule("SR5-21", "Treading test and Stun", kind="roll")
def tread_stun(hits: int) -> int:
    """When that time is up, roll Swimming + Strength, up to your Physical limit: two hits keep you up for the same
    time again. With fewer you slip, take one box of Stun that nothing resists, and test again when the GM says.
    """
    return 0 if hits >= THRESHOLD else 1


def average(move: Move, first: int, *, second: int) -> Fraction:
    """Return the average of two ratings, rounded as the table has it (SR5-15, SR5-20)."""
    return Fraction(ROUNDED[move.house_rules.average_rounding](Fraction(first + second, 2)))


def rounding(move: Move, total: int) -> str:
    """Return how the average of two ratings of that sum is rounded."""
    return str(move.house_rules.average_rounding) if total % 2 else "exact"


def swim_per_hit(move: Move) -> int:
    """Return the metres that a hit adds to a swim (SR5-17)."""
    special = move.character.metatype in {"elf", "troll"}
    return int(move.house_rules.swim_per_hit) if special else 1


def swimming(move: Move) -> Move:
    """Return the move in which this Combat Turn's swim is paid for (SR5-16)."""
    return move if move.turn.swim_paid else actions.paid(move, cost="complex").with_turn(swim_paid=True)


def tread_due(move: Move) -> bool:
    """Tell whether a test is due in the water (SR5-21)."""
    now = move.turn.tread_wait == "now" or (
        not move.turn.tread_wait and move.turn.tread_turns >= tread_time(move)[1]
    )
    return move.turn.treading and now
