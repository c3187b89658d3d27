"""What a move leaves in the turn of any game, in the fields that all games name alike."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from py_rules.protocol.facts import MovedFact
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


def gates_passed(segments: Iterable[Segment]) -> list[str]:
    """Return the gates that stretches passed."""
    return [gate.id for segment in segments for gate in segment.gates if not segment.failed]


def pit_of(segments: Iterable[Segment]) -> tuple[Fraction | None, tuple[Fraction, Fraction]]:
    """Return how deep it is past the edge where a failed jump ends, and how many columns and rows away that is.

    Of cells the first one counts that has nothing underfoot, of a straight line the point where that begins. No
    depth: it is unknown; no path there: no map has it.
    """
    failed = [segment for segment in segments if segment.failed]
    part = next((segment for segment in failed if segment.depth is not None), None)
    if part is None or part.depth is None:
        return None, (ZERO, ZERO)
    depth, first = part.depth, failed[0]
    if first.start is None or part.start is None or part.end is None:
        return depth, (ZERO, ZERO)
    line = ":" in part.heading and part.length > 0
    share = (part.pit or ZERO) / part.length if line else Fraction(1)
    (x, y), (ax, ay), (bx, by) = first.start, part.start, part.end
    if (
        first.border == 0 and first.end is not None
    ):  # it begins at the edge, half a step off the middle of the cell
        mx, my = first.end
        x, y = 2 * x - mx, 2 * y - my
    return depth, (ax + (bx - ax) * share - x, ay + (by - ay) * share - y)


def straight_run(segments: Iterable[Segment], heading: str, *, run: Fraction) -> tuple[str, Fraction]:
    """Return heading and length of the straight run on foot that ends here, after one of ``run`` to ``heading``."""
    for segment in segments:
        if segment.mode not in {"ground", "sprint"}:
            heading, run = "", ZERO
        else:
            run = (run if segment.heading == heading else ZERO) + segment.length
            heading = segment.heading
    return heading, run
