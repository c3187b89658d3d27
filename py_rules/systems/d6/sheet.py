"""OpenD6: characters, house rules, and what the GM or a host says of a move."""

import re
from typing import Annotated, Literal

from py_rules.engine import Sheet, field
from py_rules.engine.inputs import Inputs, OnTests, TableRules, house_rule, unfit
from py_rules.protocol.bounds import checked, limits
from py_rules.systems.d6 import moves, rules
from py_rules.systems.d6.words import game, say

CODE = re.compile(r"([0-9]{1,2})D(?:\+([0-2]))?")


def die_code(value: str) -> str:
    """Return a die code as it was given; raises ``ValueError`` for what is none.

    >>> die_code("4D+1")
    '4D+1'
    """
    match = CODE.fullmatch(value)
    if match is None or int(match[1]) > 30:
        raise unfit(say, "unfit.die_code")
    return value


Code = Annotated[str, checked(die_code), limits(json_schema_extra={"pattern": r"^[0-9]{1,2}D(\+[0-2])?$"})]
Metres = Annotated[float, limits(ge=0, le=1000)]


@game.sheet
class Character(Sheet):
    """A character of OpenD6, as far as movement goes; die codes are written 4D+1."""

    move: Metres = field(10, "Move", asked=True)
    running: Code = field("2D", "Running", asked=True)
    swimming: Code = field("2D", "Swimming", asked=True)
    climbing: Code = field("2D", "Climbing", asked=True)
    jumping: Code = field("2D", "Jumping", asked=True)
    stamina: Code = field("2D", "Stamina")
    willpower: Code = field("2D", "Willpower")
    physique: Code = field("2D", "Physique")
    flying: Code = field("2D", "Flying")
    has_climbing: bool = field(False, "Climbing is a skill of its own")
    """Without the skill the attribute’s code is entered, and the climbing Move is half."""
    has_stamina: bool = field(False, "Stamina is a skill of its own")
    flying_move: float | None = field(None, "Flying Move", ge=0, le=1000)
    """Empty: cannot fly."""
    fatigue_limit: int | None = field(None, "Rounds before fatigue", ge=0, le=1000)
    """Set by the GM; empty: fatigue is not played."""


SKILLED = sorted([*rules.DIFFICULTIES.values(), rules.overcome_difficulty, rules.gm_extra])
"""The rules that roll against a difficulty."""


@game.house_rules
class HouseRules(TableRules):
    """The switches of OpenD6."""

    run_base: Literal[0, 5] = house_rule(
        0, "Running difficulty for the first Move", rules.run_difficulty, rules.forced_rate, required=True
    )
    """0: one Move on easy ground needs no roll; 5: running begins at 5, as the other ways of moving do."""
    cap_4x: bool = house_rule(False, "At most four Moves in a round", rules.top_speed, required=True)
    """On: no kind of movement goes farther than four of its Moves in a round, whatever the roll."""
    acceleration: bool = house_rule(
        False,
        "Speeding up and slowing down take time",
        rules.trips,
        rules.fastest,
        rules.slowest,
        rules.forced_rate,
        rules.fate,
        required=True,
    )
    """For chases and races: last round’s rate limits this round’s."""
    accel_reading: Literal["double", "literal"] = house_rule(
        "double",
        "How fast one speeds up",
        rules.fastest,
        words={"double": "To twice the rate", "literal": "By twice the rate"},
    )
    """To at most twice the last rate, or by at most twice that rate more."""
    tie_succeeds: bool = house_rule(True, "Meeting a difficulty is enough", *SKILLED)
    """On: a total that equals the difficulty is enough; off: it must be higher."""
    trip_margin: int | None = house_rule(None, "A run trips when missed by", rules.trips, ge=0, le=200)
    """Empty: the GM is asked."""
    jump_measure: Literal["sum", "longer", "straight_line"] = house_rule(
        "sum",
        "How far and high make one jump",
        moves.jump_base,
        moves.jump_difficulty,
        words={"sum": "Added up", "longer": "The longer one"},
    )
    """Added up: far and high together; the longer one: the greater of the two; straight line: from edge to landing."""
    short_needs_roll: bool = house_rule(False, "Short distances can need a roll", rules.short_distance)
    """Off: up to half a Move nothing is rolled, on whatever ground; on: the ground may ask for a roll there too."""
    fatigue_reset: Literal["on_rest_round", "manual"] = house_rule(
        "on_rest_round",
        "Fatigue ends",
        rules.fatigue,
        words={"on_rest_round": "After a round of rest", "manual": "When the GM says so"},
    )
    """After a round without fast movement, or when the GM says so, by the act “rest”."""
    fly_base: Literal[5, 0] = house_rule(5, "Flying difficulty for the first Move", rules.fly_difficulty)
    """5: flying begins at 5, as swimming does; 0: one flying Move in easy air needs no roll."""
    wild_die: Literal["complication", "cancel", "off"] = house_rule(
        "complication",
        "A 1 on the Wild Die",
        *SKILLED,
        moves.breath,
        moves.deep_breath,
        words={"cancel": "Cancels a die", "off": "No Wild Die"},
    )
    """Complication: the GM is asked; cancels a die: it takes the highest other one away; no Wild Die: all are alike."""
    round_seconds: float = house_rule(
        5, "Seconds in a round", moves.breath, moves.deep_breath, ge=0.1, le=3600
    )
    """Turns the seconds of a held breath into whole rounds."""


@game.circumstances
class Circumstances(Inputs):
    """What the GM said of this very move."""

    test_modifier: OnTests = 0
    """Added to every total rolled for movement, or taken from it if negative: wounds, gear, the GM’s word."""
    gm_modifier: int = field(0, "GM’s modifier", ge=-200, le=200)
    """Added to every difficulty but that of a further roll: wind, crowds, sharp turns."""
    fatigue: int | None = field(None, "Fatigue", ge=0, le=200)
    """The fatigue modifier, where the GM names it: also for other long efforts; empty: counted by the ledger."""


class Breathe(Inputs):
    """How well the breath was prepared."""

    bonus_s: float | None = field(None, "Bonus in seconds", ge=0, le=3600)
    """Set by the GM; empty: the most there is with the stamina skill, nothing without."""
