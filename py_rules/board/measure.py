"""What a path costs, step by step, and where it is first not allowed.

A jump is a run of jump steps in one direction. It lasts until it lands on a cell that is no gap, or, over
ground, as long as the player's own jump steps last. In the air nothing underfoot counts; what the
landing touches and the take-off did not is entered on landing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from py_rules.board.grid import Cell
from py_rules.footing import Footing

if TYPE_CHECKING:
    from py_rules.board.board import Board

Waypoint = tuple[int, int, str | None]
"""Column, row, and the mode of the step into the cell; None: the mode the map proposes."""


class OffMap(ValueError):  # noqa: N818 - says what is wrong, as the protocol's problem codes do
    """The footprint at cell ``index`` of the path is not wholly on the map."""

    def __init__(self, index: int) -> None:
        super().__init__(f"cell {index} of the path is off the map")
        self.index = index


class PathJumps(ValueError):  # noqa: N818
    """Cell ``index`` of the path is not a neighbour of the cell before it."""

    def __init__(self, index: int) -> None:
        super().__init__(f"cell {index} of the path is no neighbour of the one before it")
        self.index = index


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a path; ``length`` in scene units, ``flat`` the surcharge of what it enters."""

    origin: Cell
    target: Cell
    direction: int
    mode: str
    length: Fraction
    multiplier: Fraction
    flat: Fraction
    diagonal: bool
    entered: tuple[str, ...]
    """Difficult regions newly entered, in scene order."""
    gates: tuple[str, ...]
    """Those of them that demand a roll."""
    footing: Footing
    jump_lands: bool
    """Whether it is the last step of a jump that lands."""

    @property
    def cost(self) -> Fraction:
        """Length times multiplier, plus the surcharge.

        >>> F = Fraction
        >>> Step((0, 0), (1, 0), 0, "ground", F(5), F(2), F(3), False, (), (), Footing("ground"), False).cost
        Fraction(13, 1)
        """
        return self.length * self.multiplier + self.flat


@dataclass(frozen=True, slots=True)
class Measured:
    """A measured path; ``blocked_at`` is the index of the first step that is not allowed.

    ``blocked_why`` and ``end_why`` are empty where nothing is wrong, else one of wall, obstacle, token,
    diagonal, gap; occupied, obstacle, wall, gap. ``parity`` is that after the last step.
    """

    steps: tuple[Step, ...]
    blocked_at: int | None
    blocked_why: str
    end_ok: bool
    end_why: str
    parity: int


@dataclass(frozen=True, slots=True)
class _Leap:
    """A run of jump steps ``first`` to ``last``; one that does not land ends over a gap."""

    first: int
    last: int
    lands: bool


def measure(board: "Board", path: Sequence[Waypoint], *, parity: int, flying: frozenset[str]) -> Measured:
    """Return what every step of ``path`` costs; see :meth:`Board.measure`."""
    cells = _cells(board, path)
    headings = _headings(board, cells)
    modes = [_mode(board, path, step) for step in range(len(headings))]
    leaps = _leaps(board, path, headings, modes)
    steps = _steps(board, cells, headings, modes, parity)
    for leap in leaps:
        if leap.lands:
            steps[leap.last] = _landed(board, steps[leap.last], origin=cells[leap.first])
    blocked_at, blocked_why = _blocked(board, steps, leaps, flying)
    hovers = bool(modes) and modes[-1] in flying
    end_why = _end_why(board, cells[-1], hovers=hovers)
    turned = sum(step.diagonal for step in steps)
    last = parity + turned & 1 if board.grid.alternates else 0
    return Measured(tuple(steps), blocked_at, blocked_why, not end_why, end_why, last)


def _cells(board: "Board", path: Sequence[Waypoint]) -> list[Cell]:
    cells = [(col, row) for col, row, _ in path]
    for index, cell in enumerate(cells):
        if not board.has(board.anchors, cell):
            raise OffMap(index)
    return cells


def _headings(board: "Board", cells: Sequence[Cell]) -> list[int]:
    headings = []
    for index in range(1, len(cells)):
        direction = board.grid.direction(cells[index - 1], cells[index])
        if direction is None:
            raise PathJumps(index)
        headings.append(direction)
    return headings


def _mode(board: "Board", path: Sequence[Waypoint], step: int) -> str:
    """Return the mode of a step: the player's, else what the map proposes (a sprint is no terrain)."""
    (col, row, _), (next_col, next_row, chosen) = path[step], path[step + 1]
    target = (next_col, next_row)
    if chosen is not None and chosen != "sprint":
        return chosen
    if board.has(board.gap, (col, row)) or board.has(board.gap, target):
        return "jump"
    if board.has(board.terrain.climb, target):
        return "climb"
    return "swim" if board.has(board.terrain.swim, target) else "ground"


def _leaps(
    board: "Board", path: Sequence[Waypoint], headings: Sequence[int], modes: Sequence[str]
) -> list[_Leap]:
    """Return the jumps of a path."""
    leaps: list[_Leap] = []
    first: int | None = None
    for step, mode in enumerate(modes):
        if mode != "jump":
            continue
        first = step if first is None else first
        follows = step + 1 < len(modes) and modes[step + 1] == "jump" and headings[step + 1] == headings[step]
        airborne = board.has(board.gap, (path[step + 1][0], path[step + 1][1]))
        wanted = path[step + 1][2] == "jump" and step + 2 < len(path) and path[step + 2][2] == "jump"
        if follows and (airborne or wanted):
            continue
        leaps.append(_Leap(first, step, lands=not airborne))
        first = None
    return leaps


def _steps(
    board: "Board", cells: Sequence[Cell], headings: Sequence[int], modes: Sequence[str], parity: int
) -> list[Step]:
    """Return the steps; those of jumps without what they enter on landing."""
    steps = []
    for index, (heading, mode) in enumerate(zip(headings, modes, strict=True)):
        origin, target = cells[index], cells[index + 1]
        diagonal = board.grid.headings[heading].diagonal
        sides = board.grid.length(heading, parity=parity)
        parity += diagonal
        flying = mode == "jump"
        step = Step(
            origin=origin,
            target=target,
            direction=heading,
            mode=mode,
            length=board.distance * sides,
            multiplier=Fraction(1) if flying else _multiplier(board, target),
            flat=Fraction(0),
            diagonal=diagonal,
            entered=(),
            gates=(),
            footing=Footing(mode),
            jump_lands=False,
        )
        steps.append(step if flying else _standing(board, _entering(board, step, origin=origin)))
    return steps


def _entering(board: "Board", step: Step, *, origin: Cell) -> Step:
    """Add what the target touches and ``origin`` does not."""
    if not board.has(board.terrain.difficult, step.target):
        return step
    rough = [
        region
        for region in board.terrain.rough
        if board.has(region.touched, step.target) and not board.has(region.touched, origin)
    ]
    return replace(
        step,
        flat=sum((region.flat for region in rough), Fraction(0)),
        entered=tuple(region.id for region in rough),
        gates=tuple(region.id for region in rough if region.gate),
    )


def _landed(board: "Board", step: Step, *, origin: Cell) -> Step:
    return replace(_entering(board, step, origin=origin), jump_lands=True)


def _standing(board: "Board", step: Step) -> Step:
    """Add what a step is made on: the grades its target touches; the first surface, if it is climbed."""
    grades = tuple(grade for grade, touched in board.terrain.grades if board.has(touched, step.target))
    footing = Footing(step.mode, grades=grades)
    if step.mode == "climb":
        for surface in board.terrain.surfaces:
            if board.has(surface.touched, step.target):
                return replace(step, footing=surface.footing(board.grid.headings[step.direction], grades))
    return replace(step, footing=footing)


def _multiplier(board: "Board", cell: Cell) -> Fraction:
    for multiplier, bits in board.terrain.multipliers:
        if board.has(bits, cell):
            return multiplier
    return Fraction(1)


def _blocked(
    board: "Board", steps: Sequence[Step], leaps: Sequence[_Leap], flying: frozenset[str]
) -> tuple[int | None, str]:
    stuck = {leap.first for leap in leaps if not leap.lands}
    for index, step in enumerate(steps):
        why = _why(board, step)
        over_gap = step.mode not in {"jump", *flying} and board.has(board.gap, step.target)
        if not why and (index in stuck or over_gap):
            why = "gap"
        if why:
            return index, why
    return None, ""


def _why(board: "Board", step: Step) -> str:
    """Return why a step is not allowed, or an empty string."""
    if board.has(board.open[step.direction], step.origin):
        return ""
    blocks = board.blocks
    if not board.grid.headings[step.direction].allowed:
        return "diagonal"
    if board.has(blocks.walled[step.direction], step.origin) or board.has(blocks.inner, step.target):
        return "wall"
    return "token" if _only_hostile(board, step) else "obstacle"


def _only_hostile(board: "Board", step: Step) -> bool:
    solid = board.has(board.blocks.obstacle, step.target)
    return not solid and board.has(board.blocks.hostile, step.target) and not _cuts(board, step)


def _cuts(board: "Board", step: Step) -> bool:
    """Return whether a diagonal step cuts the corner of an obstacle."""
    (col, row), (far, low) = step.origin, step.target
    sides = ((far, row), (col, low)) if step.diagonal else ()
    return any(board.has(board.blocks.obstacle, side) for side in sides)


def _end_why(board: "Board", cell: Cell, *, hovers: bool) -> str:
    """Return why the mover may not stop at ``cell``, or an empty string."""
    blocks = board.blocks
    reasons = (
        (blocks.occupied, "occupied"),
        (blocks.obstacle, "obstacle"),
        (blocks.inner, "wall"),
        (0 if hovers else board.gap, "gap"),
    )
    return next((why for bits, why in reasons if board.has(bits, cell)), "")
