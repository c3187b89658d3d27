"""What a move leaves in the turn of any game, in the fields that all games name alike."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from py_rules.protocol.facts import MovedFact, gates_passed, straight_run
from py_rules.values.records import replace
from py_rules.values.stretch import Segment

TurnT = TypeVar("TurnT", bound=Any)
ZERO = Fraction(0)


def travelled(turn: TurnT, fact: MovedFact, *, in_combat: bool) -> TurnT:
    """Return the turn after a move: forced or outside combat its straight run is over, else it is counted."""
    if fact.forced or not in_combat:
        halted: TurnT = replace(turn, heading="", run=ZERO)
        return halted
    return walked(turn, fact.segments)


def walked(turn: TurnT, segments: Sequence[Segment], *, gates: bool = True) -> TurnT:
    """Return the turn with diagonals, gates passed and, where the game remembers one, the straight run counted on.

    ``gates``: what regions demanded on the way counts as passed.
    """
    found: dict[str, Any] = {"diagonals": turn.diagonals + sum(part.diagonals for part in segments)}
    if gates:
        found["passed"] = with_new(turn.passed, gates_passed(segments))
    if hasattr(turn, "run"):
        found["heading"], found["run"] = straight_run(segments, turn.heading, run=turn.run)
    counted: TurnT = replace(turn, **found)
    return counted


def with_new(names: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    """Return names with others, each once.

    >>> with_new(("a", "b"), ["b", "c"])
    ('a', 'b', 'c')
    """
    return tuple(dict.fromkeys((*names, *more)))


def drops(part: Segment) -> bool:
    """Tell whether a stretch comes down without climbing, on foot or over an edge."""
    return part.rise < 0 and (part.sheer or part.mode in {"ground", "sprint"})


def dropped(segments: Iterable[Segment]) -> Fraction:
    """Return how far stretches come down without climbing."""
    return -sum((part.rise for part in segments if drops(part)), ZERO)
