"""OpenD6: the Move that all movement is counted in, and how the rules tell of a difficulty that grows with it."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from py_rules.engine.parts import Move
from py_rules.values.rounding import to_fraction


def move_of(move: Move) -> Fraction:
    """Return Move."""
    return to_fraction(move.character.move)


def in_steps(
    plain: str, stepwise: str, *, each: int, steps: Callable[[Move, Any], int], ground: str = "ground"
) -> Mapping[str, Any]:
    """Return how a rule tells of a difficulty that has ``each`` for every one of its steps, and what adds to it."""
    harder = f"and {{more}} for {ground}, fatigue and the GM: {{difficulty}}"
    return {
        "working": {
            "plain": plain,
            "steps": f"{{first}}, and {stepwise} ({{steps}}): {{difficulty}}",
            "more": f"{plain}, {harder}",
            "both": f"{{first}}, {stepwise} ({{steps}}), {harder}",
        },
        "which": lambda move, far, more=0: (
            ("both" if more else "steps") if steps(move, far) > 0 else "more" if more else "plain"
        ),
        "shown": {
            "first": lambda difficulty, move, far, more=0: difficulty - more - each * steps(move, far),
            "steps": lambda _difficulty, move, far, more=0: steps(move, far),  # noqa: ARG005 - as the rule is called
            "difficulty": lambda difficulty, *_, **__: difficulty,
        },
    }


PACED_SUM = in_steps(
    "{first} for one movement",
    "5 for each movement after the first",
    each=5,
    steps=lambda _, moves: moves - 1,
)
