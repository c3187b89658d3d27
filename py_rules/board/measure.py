"""What a path costs, step by step, and which steps are not allowed.

A jump is a run of jump steps in one direction. It lasts until it lands on a cell that is no gap, or, over
ground, as long as the player's own jump steps last. In the air nothing underfoot counts; what the
landing touches and the take-off did not is entered on landing.
"""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import partial

from py_rules.board.blocked import wades, why_not, why_not_end
from py_rules.board.board import Board
from py_rules.board.grid import Cell
from py_rules.board.heights import sides_between
from py_rules.board.stacked_grid import Link, StackedGrid
from py_rules.board.steps import NOWHERE, ON_FOOT, WALKED, Step, Walked
from py_rules.values.cache import cached
from py_rules.values.footing import Footing, Grade
from py_rules.values.records import record, replace

MOST_KEPT = 1000
"""How many steps of a board are kept at most: a pointer asks for the same ones again and again."""
ZERO, ONE = Fraction(0), Fraction(1)
Waypoint = tuple[int, int, str | None]
"""Column, row, and the mode of the step into the cell; None: the mode the map proposes."""


class OffMap(ValueError):  # noqa: N818 - says what is wrong, as the protocol's problem codes do
    """The footprint at cell ``index`` of the path is not wholly on the map."""

    def __init__(self, index: int) -> None:
        super().__init__(f"cell {index} of the path is off the map")
        self.index = index


class PathJumps(ValueError):  # noqa: N818 - likewise
    """Cell ``index`` of the path is not a neighbour of the cell before it."""

    def __init__(self, index: int) -> None:
        super().__init__(f"cell {index} of the path is no neighbour of the one before it")
        self.index = index


@record()
class Measured:
    """A measured path; ``barred`` tells of each step why it is not allowed.

    That and ``end_why`` are empty where nothing is wrong, else one of wall, obstacle, token,
    diagonal, gap, water, ledge, storey; occupied, obstacle, wall, gap. ``parity`` is that after the last step.
    """

    steps: tuple[Step, ...]
    barred: tuple[str, ...]
    end_ok: bool
    end_why: str
    parity: int


@record()
class _Leap:
    """A run of jump steps ``first`` to ``last``; one that does not land ends over a gap."""

    first: int
    last: int
    lands: bool


def measure(
    board: Board,
    path: Sequence[Waypoint],
    *,
    parity: int,
    flying: frozenset[str] = frozenset(),
    upright: Collection[int] = (),
    held: Sequence[Fraction | None] = (),
) -> Measured:
    """Return what every step of a path costs, and which are not allowed.

    ``parity`` counts the diagonals walked before; ``flying`` are the modes that need nothing underfoot; ``upright`` are
    the cells of the path that are the one before, higher up or lower down. ``held``: how high above the floor, in scene
    units, there is something to hold on to at each cell, unless one walks or jumps there; none: nothing.
    Raises :class:`OffMap` and :class:`PathJumps`.
    """
    cells = _cells(board, path)
    headings = _headings(board, cells, upright=upright)
    modes = _modes(board, path, headings=headings, held=held)
    leaps = _leaps(board, path, headings=headings, modes=modes)
    steps = _steps(board, cells, headings=headings, modes=modes, parity=parity, held=held)
    for leap in leaps:
        take_off = cells[leap.first]
        if leap.lands:
            steps[leap.last] = _landed(board, steps[leap.last], origin=take_off)
        off_edge = leap.last > leap.first or not leap.lands
        if off_edge and aloft(board, take_off, cell=steps[leap.first].target):
            steps[leap.first] = replace(
                steps[leap.first], before=_walked(board, steps[leap.first], cell=take_off)
            )
        if leap.lands and aloft(board, take_off, cell=steps[leap.last].origin):
            landing = steps[leap.last].target
            steps[leap.last] = replace(steps[leap.last], after=_walked(board, steps[leap.last], cell=landing))
    clung = hold(held, modes, step=len(modes)) is not None
    barred = tuple(_barred(board, steps, leaps=leaps, flying=flying, held=held))
    hovers = bool(modes) and (modes[-1] in flying or (modes[-1] == "climb" and clung))
    end_why = why_not_end(board, cells[-1], hovers=hovers)
    turned = sum(step.diagonal for step in steps)
    last = parity + turned & 1 if board.grid.alternates else 0
    return Measured(tuple(steps), barred, not end_why, end_why, last)


def _cells(board: Board, path: Sequence[Waypoint]) -> list[Cell]:
    cells = [(col, row) for col, row, _ in path]
    for index, cell in enumerate(cells):
        if not board.has(board.anchors, cell):
            raise OffMap(index)
    return cells


def _headings(board: Board, cells: Sequence[Cell], *, upright: Collection[int]) -> list[int]:
    headings = []
    for index in range(1, len(cells)):
        direction = board.celled.direction(cells[index - 1], cells[index])
        if index in upright and cells[index - 1] == cells[index]:
            direction = NOWHERE
        if direction is None:
            direction = _slope(board, cells[index - 1], target=cells[index])
        if direction is None:
            raise PathJumps(index)
        headings.append(direction)
    return headings


def _slope(board: Board, origin: Cell, *, target: Cell) -> int | None:
    """Return the direction on the map of a step to another storey; ``NOWHERE``: straight up or down, or far off."""
    (here, floor), (there, other) = board.place(origin), board.place(target)
    if floor == other or not isinstance(board.grid, StackedGrid):
        return None
    direction = board.grid.flat.direction(here, there)
    return NOWHERE if direction is None else direction


def _sides(board: Board, origin: Cell, *, target: Cell, direction: int, parity: int) -> Fraction:
    """Return the length of a step in cell sides."""
    if direction != NOWHERE:
        return board.grid.length(direction, parity=parity)
    (col, row), (far, low) = board.place(origin)[0], board.place(target)[0]
    return Fraction(max(abs(far - col), abs(low - row)))


def _link(board: Board, direction: int) -> Link | None:
    """Return the passage that a step in a direction leads through."""
    return board.grid.link(direction) if isinstance(board.grid, StackedGrid) else None


def _modes(
    board: Board, path: Sequence[Waypoint], *, headings: Sequence[int], held: Sequence[Fraction | None]
) -> list[str]:
    """Return the modes of all steps; a jump over low ground comes down where that ends."""
    modes: list[str] = []
    take_off: Cell | None = None
    for step, heading in enumerate(headings):
        origin, target = path[step][:2], path[step + 1][:2]
        straight = step > 0 and headings[step - 1] == heading
        if take_off is not None and not (straight and aloft(board, take_off, cell=origin)):
            take_off = None
        down = take_off is not None and board.low(take_off, origin) and not board.low(take_off, target)
        lands = down and path[step + 1][2] is None and board.place(origin)[1] == board.place(target)[1]
        up = hold(held, modes, step=step)
        modes.append("jump" if lands else _mode(board, path, step=step, direction=heading, held=up))
        take_off = None if modes[-1] != "jump" else take_off or origin
    return modes


def hold(held: Sequence[Fraction | None], modes: Sequence[str], *, step: int) -> Fraction | None:
    """Return how high the mover holds on where a step begins; none: it stands. ``modes``: those of the steps."""
    return held[step] if held and (not step or modes[step - 1] not in {*WALKED, "jump"}) else None


def aloft(board: Board, take_off: Cell, *, cell: Cell) -> bool:
    """Return whether a jump flies on over a cell: there is a gap, or the ground is too low to be stepped down to."""
    return board.has(board.gap, cell) or board.low(take_off, cell)


def _mode(board: Board, path: Sequence[Waypoint], *, step: int, direction: int, held: Fraction | None) -> str:
    """Return the mode of a step: the player's, else what the map proposes (a sprint is no terrain)."""
    (col, row, _), (next_col, next_row, chosen) = path[step], path[step + 1]
    origin, target, link = (col, row), (next_col, next_row), _link(board, direction)
    if link is not None and (chosen is None or chosen in ON_FOOT):
        return link.footing.mode
    wet = board.has(board.terrain.swim, target)
    rise = _steep(board, origin, target=target, held=held)
    falls_in = wet and rise < 0 and not board.has(board.terrain.swim, origin)
    if chosen is not None and chosen != "sprint" and not (falls_in and chosen == "swim"):
        return chosen
    storeys = board.place(target)[1] - board.place(origin)[1]
    if storeys:
        return "climb" if storeys > 0 else "ground"
    up_wall = held is not None and rise > 0
    if board.has(board.gap, target) or (board.has(board.gap, origin) and not up_wall):
        return "jump"
    clings = rise < 0 and held is None and board.has(board.terrain.climb, origin)
    if clings or rise > 0 or board.has(board.terrain.climb, target):
        return "climb"
    return "swim" if wet and not falls_in else "ground"


def _leaps(
    board: Board, path: Sequence[Waypoint], *, headings: Sequence[int], modes: Sequence[str]
) -> list[_Leap]:
    """Return the jumps of a path."""
    leaps: list[_Leap] = []
    first: int | None = None
    for step, mode in enumerate(modes):
        if mode != "jump":
            continue
        first = step if first is None else first
        follows = step + 1 < len(modes) and modes[step + 1] == "jump" and headings[step + 1] == headings[step]
        take_off, at = path[first][:2], path[step + 1][:2]
        airborne = board.has(board.gap, at)
        wanted = path[step + 1][2] == "jump" and step + 2 < len(path) and path[step + 2][2] == "jump"
        goes_on = aloft(board, take_off, cell=at) or (wanted and not board.raised(take_off, at))
        if follows and goes_on:
            continue
        leaps.append(_Leap(first, step, lands=not airborne))
        first = None
    return leaps


def _steps(
    board: Board,
    cells: Sequence[Cell],
    *,
    headings: Sequence[int],
    modes: Sequence[str],
    parity: int,
    held: Sequence[Fraction | None],
) -> list[Step]:
    """Return the steps; those made last on a board are kept with it."""
    steps, known = [], board.stepped.setdefault("steps", {})
    for index, (heading, mode) in enumerate(zip(headings, modes, strict=True)):
        origin, target, odd = cells[index], cells[index + 1], parity & 1
        # Aslant along what is climbed is no step up or down from a height.
        up = hold(held, modes, step=index)
        begun = None if origin == target or board.has(board.terrain.climb, target) else up
        key = origin, target, heading, mode, odd, begun
        made = partial(_step, board, origin, target=target, direction=heading, mode=mode)
        step = cached(known, key, most=MOST_KEPT, make=partial(made, parity=odd, held=begun))
        parity += step.diagonal
        steps.append(step)
    return steps


def _step(
    board: Board,
    origin: Cell,
    *,
    target: Cell,
    direction: int,
    mode: str,
    parity: int,
    held: Fraction | None,
) -> Step:
    """Return a step; one of a jump without what it enters on landing."""
    diagonal = direction != NOWHERE and board.grid.headings[direction].diagonal
    sides = _sides(board, origin, target=target, direction=direction, parity=parity)
    flying, link = mode == "jump", _link(board, direction)
    storeys = 0 if link is not None else board.place(target)[1] - board.place(origin)[1]
    rise = ZERO if flying or link is not None or storeys else _steep(board, origin, target=target, held=held)
    rough = (multiplier for multiplier, bits in board.terrain.multipliers if board.has(bits, target))
    step = Step(
        origin=origin,
        target=target,
        direction=direction,
        mode=mode,
        length=max(board.distance * sides, abs(rise)) if mode == "climb" else board.distance * sides,
        multiplier=ONE if flying or link is not None else next(rough, ONE),
        flat=ZERO,
        diagonal=diagonal,
        entered=(),
        gates=(),
        footing=Footing(mode),
        jump_lands=False,
        link=link,
        storeys=storeys,
        rise=rise,
    )
    return step if flying else _standing(board, _entering(board, step, origin=origin))


def _entering(board: Board, step: Step, *, origin: Cell) -> Step:
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


def _steep(board: Board, origin: Cell, *, target: Cell, held: Fraction | None = None) -> Fraction:
    """Return how far a step leads up or down, if that is too much to be stepped on foot."""
    if (board.level and held is None) or board.place(origin)[1] != board.place(target)[1]:
        return ZERO
    rise = board.up(target) - (board.up(origin) if held is None else held)
    return rise if board.terrain.heights.steep(rise) else ZERO


def _landed(board: Board, step: Step, *, origin: Cell) -> Step:
    """Add what a jump from ``origin`` enters where it lands, and how far up or down that is; all of a rise counts."""
    storeys = board.place(step.target)[1] - board.place(origin)[1]
    rise = Fraction(0) if board.level or storeys else board.rise(origin, step.target)
    rise = rise if rise > 0 else _steep(board, origin, target=step.target) if rise else rise
    return replace(_entering(board, step, origin=origin), jump_lands=True, rise=rise)


def _walked(board: Board, step: Step, *, cell: Cell) -> Walked | None:
    """Return what of a jump's step is walked on a cell at one of its ends; none: nothing."""
    if step.storeys or step.link is not None or step.direction == NOWHERE:
        return None
    share, under = board.beside_gap(step.direction), board.terrain.ground(board.bit(cell))
    return None if under is None or not share else Walked(share, *under)


def _standing(board: Board, step: Step) -> Step:
    """Add what a step is made on: the grades its target touches; the first surface, if it is climbed."""
    if step.link is not None and step.mode == step.link.footing.mode:
        return replace(step, footing=step.link.footing)
    grades = tuple(grade for grade, touched in board.terrain.grades if board.has(touched, step.target))
    if step.mode != "climb":
        return replace(step, footing=Footing(step.mode, grades=grades))
    return replace(step, footing=_climbing(board, step, grades=grades))


def _climbing(board: Board, step: Step, *, grades: tuple[Grade, ...]) -> Footing:
    """Return what is climbed: the first surface at the target, of a steep step also at the origin, or a side."""
    up = step.storeys or step.rise
    lean = (up > 0) - (up < 0)
    for surface in board.terrain.surfaces:
        if board.has(surface.touched, step.target):
            if lean:
                return surface.upright(lean, grades)
            return surface.footing(board.grid.headings[step.direction], grades)
    if not step.rise:
        return Footing("climb", grades=grades, lean=lean)
    at_foot = (one for one in board.terrain.surfaces if board.has(one.touched, step.origin))
    surface_at_foot = next(at_foot, None)
    if surface_at_foot is not None:
        return surface_at_foot.upright(lean, grades)
    here, there = (board.terrain.heights.at(board.bit(cell)) for cell in (step.origin, step.target))
    return sides_between(here, there).climbed(lean, grades)


def climbed_upright(board: Board, step: Step, *, up: Fraction, high: Fraction) -> Step:
    """Return a step that leads straight up or down, with what it is climbed on there; ``high``: the elevation it is on.

    That is a surface there, a ladder, or the lowest wall beside it that is as high.
    """
    if step.mode != "climb" or not up:
        return step
    footing = _climbing(board, replace(step, rise=up), grades=step.footing.grades)
    cell, storey = step.origin, board.place(step.origin)[1]
    if board.has(board.terrain.climb, cell):
        return replace(step, footing=footing)
    links = (link for link in getattr(board.grid, "links", ()) if link.footing.mode == "climb")
    feet = ((link.origin if link.rise > 0 else link.target, link.footing) for link in links)
    ladder = next((footing for foot, footing in feet if foot == cell), None)
    if ladder is not None:
        return replace(step, footing=ladder._replace(grades=footing.grades, lean=footing.lean))
    beside = [at for at in board.ways(cell) if board.place(at)[1] == storey and board.ground(at) >= high]
    levels = (board.terrain.heights.at(board.bit(at)) for at in beside)
    wall = min(levels, key=lambda level: level.elevation, default=None)
    here = board.terrain.heights.at(board.bit(cell))
    climbed = footing if wall is None else sides_between(here, wall).climbed(footing.lean, footing.grades)
    return replace(step, footing=climbed)


def _barred(
    board: Board,
    steps: Sequence[Step],
    *,
    leaps: Sequence[_Leap],
    flying: frozenset[str],
    held: Sequence[Fraction | None],
) -> Iterator[str]:
    stuck = {leap.first for leap in leaps if not leap.lands}
    for index, step in enumerate(steps):
        if step.target != step.origin:
            why = why_not(board, step)
        else:  # nobody walks or jumps straight up or down
            swims = step.mode == "swim" and board.has(board.terrain.swim, step.target)
            why = "" if swims or step.mode in {"climb", "rappel", "fall", *flying} else "rise"
        clings = step.mode == "climb" and held and held[index + 1] is not None
        over_gap = step.mode not in {"jump", *flying} and board.has(board.gap, step.target) and not clings
        if not why and (index in stuck or over_gap):
            why = "gap"
        yield why or ("water" if wades(board, step) else "")
