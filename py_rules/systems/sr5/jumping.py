"""Shadowrun 5: jumping, far and high."""

from fractions import Fraction
from math import floor

from py_rules.engine.situation import Situation
from py_rules.systems.sr5.words import game
from py_rules.values.rounding import to_fraction


@game.rule(
    "SR5-22",
    "Long jump",
    kind="roll",
    working={
        "share": "{long_jump_base_cm} × (Agility {agility} + Strength {strength}) + {each} × hits = {base} cm"
        " + {each} × hits",
        "hits": "{each} cm for each hit",
    },
    which=lambda situation, **_running: "share" if situation.house_rules.long_jump_base_cm else "hits",
    shown={"base": lambda result, _, **_running: result[0], "each": lambda result, _, **_running: result[1]},
)
def long_jump(situation: Situation, *, running: bool) -> tuple[int, int]:
    """Roll Acrobatics + Agility: you jump 20 cm for each point of Agility and of Strength, and 40 cm more for each hit
    from a standstill or 80 cm with a run-up, unless your table has other numbers. It may cap the hits by your
    Physical limit, and may call the skill Gymnastics.

    Returns (centimetres without a hit, centimetres for each hit).
    """
    table = situation.house_rules
    each = table.running_jump_hit_cm if running else table.long_jump_hit_cm
    return int(table.long_jump_base_cm * (situation.character.agility + situation.character.strength)), int(
        each
    )


@game.rule(
    "SR5-23",
    "Long jump cap",
    kind="band",
    working="Never farther than {jump_cap_cm} × Agility {agility} = {result} cm",
)
def jump_cap(situation: Situation) -> int:
    """You never jump farther than 130 cm for each point of Agility, or than your table says, however many hits you
    have; the hits beyond that are only style.
    """
    return int(situation.house_rules.jump_cap_cm * situation.character.agility)


@game.rule(
    "SR5-24", "Standing or running jump", kind="state", working="{result} m straight on foot before it"
)
def run_up(situation: Situation) -> Fraction:
    """For a running jump, first run straight at it on foot, in the same pass: 5 m, or what your table asks for."""
    return to_fraction(situation.house_rules.run_up_m)


@game.rule(
    "SR5-25",
    "High jump",
    kind="roll",
    working={
        "share": "{high_jump_base_cm} × (Agility {agility} + Strength {strength}) + {high_jump_hit_cm} × hits"
        " = {base} cm + {high_jump_hit_cm} × hits",
        "hits": "{high_jump_hit_cm} cm for each hit",
    },
    which=lambda situation: "share" if situation.house_rules.high_jump_base_cm else "hits",
    shown={"base": lambda result, _: result[0]},
)
def high_jump(situation: Situation) -> tuple[int, int]:
    """Roll Acrobatics + Agility: you jump 5 cm high for each point of Agility and of Strength, and 5 cm more for each
    hit, with or without a run-up, unless your table has other numbers. The cap of long jumps holds only if your table
    says so; it may also let you jump no higher than one and a half times your height.

    Returns (centimetres without a hit, centimetres for each hit).
    """
    table = situation.house_rules
    base = table.high_jump_base_cm * (situation.character.agility + situation.character.strength)
    return int(base), int(table.high_jump_hit_cm)


def jump_cap_of(situation: Situation, kind: str) -> int | None:
    """Return how many centimetres a jump never exceeds; none: nothing caps it (SR5-23, SR5-25)."""
    if kind != "high_jump":
        return jump_cap(situation)
    caps = [jump_cap(situation)] if situation.house_rules.cap_vertical else []
    height = situation.character.height
    if situation.house_rules.high_jump_cap_by_height and height is not None:
        caps.append(floor(150 * to_fraction(height)))
    return min(caps, default=None)
