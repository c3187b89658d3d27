"""Shadowrun 5: jumping, far and high."""

from fractions import Fraction
from math import floor

from py_rules.engine import Move
from py_rules.systems.sr5.words import game
from py_rules.values.rounding import to_fraction

CENTIMETRES: dict[str, dict[str, tuple[int, int]]] = {
    "edited": {"long_jump": (20, 40), "running_jump": (20, 80), "high_jump": (5, 5)},
    "core_book": {"long_jump": (0, 100), "running_jump": (0, 200), "high_jump": (0, 50)},
}
"""What each point of Agility and of Strength makes, and each hit, by the book that the table jumps by."""
CAPS = {"edited": 130, "core_book": 150}
"""Centimetres for each point of Agility that no long jump exceeds."""


def carries(move: Move, kind: str) -> tuple[int, int]:
    """Return how many centimetres a kind of jump makes without a hit, and for each hit."""
    share, each = CENTIMETRES[move.house_rules.jumps][kind]
    return share * int(move.character.agility + move.character.strength), each


@game.rule(
    "SR5-22",
    "Long jump",
    kind="roll",
    working={
        "edited": "20 × (Agility {agility} + Strength {strength}) + {each} × hits = {base} cm + {each} × hits",
        "core_book": "{each} cm for each hit",
    },
    which=lambda move, **_running: str(move.house_rules.jumps),
    shown={"base": lambda result, _, **_running: result[0], "each": lambda result, _, **_running: result[1]},
)
def long_jump(move: Move, *, running: bool) -> tuple[int, int]:
    """Roll Acrobatics + Agility: you jump 20 cm for each point of Agility and of Strength, and 40 cm more for each hit
    from a standstill or 80 cm with a run-up; or 100 and 200 cm for each hit alone, up to your Physical limit, if your
    table jumps by the core book. It may call the skill Gymnastics.

    Returns (centimetres without a hit, centimetres for each hit).
    """
    return carries(move, "running_jump" if running else "long_jump")


@game.rule(
    "SR5-23",
    "Long jump cap",
    kind="band",
    working="Never farther than {each} × Agility {agility} = {result} cm",
    shown={"each": lambda _, move: CAPS[move.house_rules.jumps]},
)
def jump_cap(move: Move) -> int:
    """You never jump farther than 130 cm for each point of Agility, or 150 cm if your table jumps by the core book,
    however many hits you have; the hits beyond that are only style.
    """
    return CAPS[move.house_rules.jumps] * int(move.character.agility)


@game.rule(
    "SR5-24", "Standing or running jump", kind="state", working="{result} m straight on foot before it"
)
def run_up(move: Move) -> Fraction:
    """For a running jump, first run straight at it on foot, in the same pass: 5 m, or what your table asks for."""
    return to_fraction(move.house_rules.run_up_m)


@game.rule(
    "SR5-25",
    "High jump",
    kind="roll",
    working={
        "edited": "5 × (Agility {agility} + Strength {strength}) + 5 × hits = {base} cm + 5 × hits",
        "core_book": "50 cm for each hit",
    },
    which=lambda move: str(move.house_rules.jumps),
    shown={"base": lambda result, _: result[0]},
)
def high_jump(move: Move) -> tuple[int, int]:
    """Roll Acrobatics + Agility: you jump 5 cm high for each point of Agility and of Strength, and 5 cm more for each
    hit, with or without a run-up; or 50 cm for each hit alone, up to your Physical limit and no higher than one and a
    half times your height, if your table jumps by the core book.

    Returns (centimetres without a hit, centimetres for each hit).
    """
    return carries(move, "high_jump")


def high_cap(move: Move) -> int | None:
    """Return how many centimetres nobody jumps higher than; none: nothing caps it (SR5-25)."""
    height = move.character.height
    capped = height is not None and move.house_rules.jumps == "core_book"
    return floor(150 * to_fraction(height)) if capped else None
