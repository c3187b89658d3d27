"""From a route as a request names it to a measured path: one segment per step, with all that a rule needs to know."""

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from itertools import pairwise

from py_rules.board import Board, Measured, OffMap, PathJumps, Step
from py_rules.board.measure import hold, measure
from py_rules.board.steps import AFOOT, WALKED, Walked
from py_rules.paths.ground import vector
from py_rules.paths.path import Path, Waypoint, cell_of
from py_rules.paths.segments import Segments, Up, gate_of, in_the_air, segments_on
from py_rules.protocol.map_data import Scene
from py_rules.protocol.problems import ProblemError
from py_rules.protocol.requests import MeasuredSegment
from py_rules.values.records import replace
from py_rules.values.rounding import measured, to_fraction, to_number
from py_rules.values.stretch import Segment

PUT = "put"
"""The mode of a step that leads to any place, whatever is between, and costs nothing."""


def legs_of(points: Sequence[Waypoint], modes: Collection[str]) -> list[Sequence[Waypoint]]:
    """Return the parts of a path between its teleports; a game may have a mode of that name of its own.

    >>> [len(leg) for leg in legs_of([(0, 0, 0, None), (1, 0, 0, None), (9, 9, 0, "put")], {"ground"})]
    [2, 1]
    """
    if PUT in modes:
        return [points]
    begins = [0, *(index for index, point in enumerate(points) if index and point[3] == PUT)]
    return [points[start:end] for start, end in zip(begins, [*begins[1:], len(points)], strict=True)]


def joined(legs: Sequence[Path]) -> Path:
    """Return the parts of a path as one, with a stretch of no length for each teleport between them."""
    first, *others = legs
    for other in others:
        storeys = first.segments[-1].storeys[1] if first.segments else 0
        there = other.segments[0].storeys[0] if other.segments else storeys
        leap = Segment(mode="ground", length=Fraction(0), storeys=(storeys, there))
        points = None
        if first.points is not None and other.points is not None:
            points = (*first.points, (*other.points[0][:3], PUT), *other.points[1:])
        first = replace(
            first,
            segments=(*first.segments, leap, *other.segments),
            points=points,
            straight=first.straight or other.straight,
        )
    return first


def from_segments(given: Sequence[MeasuredSegment]) -> Path:
    """Return the path a host measured by itself."""
    return Path(tuple(_host_segment(segment) for segment in given), None)


def _host_segment(given: MeasuredSegment) -> Segment:
    gates = () if given.roll is None else (gate_of(given.difficult or given.roll.name, given.roll),)
    steep = given.mode == "jump" or (given.mode in AFOOT and -given.rise >= given.length)
    return Segment(
        mode=given.mode,
        length=measured(given.length),
        rise=measured(given.rise),
        falls=steep and given.rise < 0,
        multiplier=to_fraction(given.cost_multiplier),
        flat=to_fraction(given.flat_cost),
        entered=(given.difficult,) if given.difficult else (),
        gates=gates,
        surface=given.surface,
        slick=given.slick,
        difficulty=given.difficulty,
        grades=((given.grade, given.modifier),) if given.grade or given.difficult else (),
        current=vector(given.current),
        depth=None if given.depth is None else to_fraction(given.depth),
        heading=given.heading,
        run_up=given.run_up,
        pit=Fraction(0) if given.mode == "jump" and given.depth else None,
    )


def from_points(
    board: Board,
    scene: Scene,
    *,
    points: Sequence[Waypoint],
    parity: int,
    path: str,
    flying: frozenset[str] = frozenset(),
    first: int = 0,
    clings: Callable[[Waypoint], bool] = lambda _: False,
) -> Path:
    """Return the path along ``points``, measured on a board; ``path`` is where the request gave it.

    ``first``: the number of the first of them there. ``clings`` tells whether a point is on a wall.

    Raises :class:`ProblemError` for a path that jumps cells or leaves the map.
    """
    try:
        cells = [board.lay(cell_of(point), to_fraction(point[2])) for point in points]
        waypoints = [(*cell, mode) for cell, (_, _, _, mode) in zip(cells, points, strict=True)]
        rising = {index for index, (one, next_one) in enumerate(pairwise(points), 1) if one[2] != next_one[2]}
        walls = board.gap & board.terrain.climb
        held = [
            (to_fraction(point[2]) - board.floor(board.place(cell)[1])) * board.rate
            if clings(point) or (point[3] == "climb" and point[2] >= 0 and board.has(walls, cell))
            else None
            for cell, point in zip(cells, points, strict=True)
        ]
        measured = measure(board, waypoints, parity=parity, flying=flying, upright=rising, held=held)
    except PathJumps as error:
        place = f"{path}[{first + error.index}]"
        raise ProblemError(
            "path_jumps_cells",
            place,
            message=f"{place}: the cell is not next to the one before it",
            remedy="list every cell of the path, each next to the one before, or send {'to': cell}",
        ) from error
    except OffMap as error:
        place = f"{path}[{first + error.index}]"
        raise ProblemError(
            "off_map",
            place,
            message=f"{place}: the cell, or what the token covers there, is off the map",
            remedy=f"stay within {scene.grid.cols} columns and {scene.grid.rows} rows",
        ) from error
    ups = _heights(board, points, steps=measured.steps, flying=flying, held=held)
    made = segments_on(board, scene, flying=flying)
    return _measured_way(board, made, points=points, measured=measured, ups=ups, held=held, parity=parity)


def _heights(
    board: Board,
    points: Sequence[Waypoint],
    *,
    steps: Sequence[Step],
    flying: frozenset[str],
    held: Sequence[Fraction | None],
) -> list[Up]:
    """Return how high each point is: as the ground, unless the mover flies, dives or holds on.

    What a path says counts on a wall, straight up or down, in water and a gap, and where a climb, a jump or a step
    leads to another height or on from the air: nothing is there to stand on, and the path may be barred for it. A jump
    keeps the height of its take-off until it lands.
    """
    given, deep = [to_fraction(point[2]) for point in points], board.terrain.swim | board.gap
    if board.level and not any(given) and not board.scene.storeys:
        return [(given[0], True)] * len(points)
    modes = [step.mode for step in steps]
    begin = board.lay(cell_of(points[0]), given[0])
    low, told = board.ground(begin), given[0] != 0 or not flying.isdisjoint(modes[:1])
    own = told and (given[0] > low or (given[0] < low and board.has(deep, begin)))
    ups: list[Up] = [(given[0], False) if own else (low, True)]
    for index, step in enumerate(steps, 1):
        up, low, mode, last = given[index], board.ground(step.target), step.mode, ups[-1]
        clings, upright = hold(held, modes, step=index) is not None, step.origin == step.target
        if not (up or clings or upright or mode in flying):
            up = low  # 0: as high as the ground
        if mode in WALKED:
            in_air = not last[1] and (index == 1 or modes[index - 2] in flying)
            in_air = in_air and hold(held, modes, step=index - 1) is None
            leads = in_air or up > max(given[index - 1], last[0]) or points[index][3] == "swim"
            above = leads and held[index] is None
        else:
            leads = up not in {given[index - 1], last[0]} or (mode == "climb" and not last[1])
            above = clings or (leads and mode in {"climb", "rappel", "jump"})
        drops = board.has(deep, step.target) or (up < 0 and points[index][3] == "swim")
        if mode == "jump" and not step.jump_lands and not step.storeys:
            ups.append(last)
        elif mode in flying or upright or (above if up > low else drops and up != low):
            ups.append((up, up == low))
        else:
            ups.append((low, True))
    return ups


def _measured_way(
    board: Board,
    made: Segments,
    *,
    points: Sequence[Waypoint],
    measured: Measured,
    ups: Sequence[Up],
    held: Sequence[Fraction | None],
    parity: int,
) -> Path:
    segments: list[Segment] = []
    take_off = measured.steps[0].origin if measured.steps else (0, 0)
    modes = [step.mode for step in measured.steps]
    for index, (step, (first, last)) in enumerate(zip(measured.steps, pairwise(ups), strict=True)):
        sprint = points[index + 1][3] == "sprint"
        # Where the mover holds on is as ground of its own, unless it goes straight up or down from there.
        aside = step.origin != step.target and not board.has(board.terrain.climb, step.target)
        begin = first[0], first[1] or (aside and hold(held, modes, step=index) is not None)
        segment = made.of(step, begin, last=last, take_off=take_off, sprint=sprint, parity=parity)
        parity = (parity + segment.diagonals) & 1
        if measured.barred[index]:
            segment = replace(segment, barrier=measured.barred[index])
        in_air = step.mode == "jump" and not step.jump_lands
        take_off = take_off if in_air else step.target
        segments.append(segment)
    if segments and not measured.end_ok and segments[-1].barrier is None:
        why = measured.end_why if measured.end_why in {"occupied", "gap"} else "end"
        segments[-1] = replace(segments[-1], barrier=why)
    segments = [_barred(segment) for segment in segments]
    ways = [points[0][3], *_modes_shown(board, measured.steps, segments=segments)]
    # Whole elevations become integers: a host that reads and writes the ledger as JSON keeps its hashes.
    shown = tuple(
        (col, row, to_number(up), mode)
        for (col, row, _, _), (up, _), mode in zip(points, ups, ways, strict=True)
    )
    return _with_edges(segments, shown, steps=measured.steps)


def _with_edges(segments: Sequence[Segment], points: Sequence[Waypoint], *, steps: Sequence[Step]) -> Path:
    """Return a path along steps with what is walked up to gaps, and on from them, as stretches of their own."""
    made: list[Segment] = []
    shown, sprints, edged = [*points[:1]], False, False
    for index, (segment, step) in enumerate(zip(segments, steps, strict=True)):
        sprints = segment.mode == "sprint" or (segment.mode == "jump" and sprints)
        mode, jumped = "sprint" if sprints else "ground", in_the_air(segment, step)
        if step.before is not None:
            walked = _on_foot(segment, step.before, mode=mode, first=True)
            made.append(replace(walked, end=jumped.start, heading=segment.heading, stand=False))
            shown.append((*points[index][:3], mode))
        edged = step.before is not None or (edged and segment.mode == "jump")
        made.append(replace(jumped, border=Fraction(1, 2)) if edged and jumped is segment else jumped)
        edged = edged and not step.jump_lands
        shown.append(points[index + 1])
        if step.after is not None:
            # A run-up begins anew in the middle of the cell that a jump lands on.
            walked = _on_foot(segment, step.after, mode=mode, first=False)
            made.append(replace(walked, start=jumped.end, stand=segment.stand))
            shown.append((*points[index + 1][:3], mode))
    return Path(tuple(made), tuple(shown))


def _on_foot(jump: Segment, part: Walked, *, mode: str, first: bool) -> Segment:
    """Return what is walked of a jump's step, on the cell that it begins on or on that where it ends."""
    storey, up = jump.storeys[not first], jump.ups[not first]
    return Segment(
        mode=mode,
        length=jump.length * part.share,
        multiplier=part.multiplier,
        grades=part.footing.grades,
        start=jump.start,
        end=jump.end,
        storeys=(storey, storey),
        ups=(up, up),
    )


def _barred(segment: Segment) -> Segment:
    """Return a stretch as it is; one that is barred and leads straight up or down is as long as it is high."""
    hidden = segment.barrier is not None and segment.extent == 0
    return replace(segment, length=abs(segment.rise)) if hidden else segment


def _modes_shown(board: Board, steps: Sequence[Step], *, segments: Sequence[Segment]) -> list[str | None]:
    """Return the modes walked, such that the path measures the same again.

    A landing out of a gap, or from above low ground, from which the next jump takes off in the same direction is left
    to the map: as a jump of its own accord it would make one jump of the two.
    """
    modes: list[str | None] = [segment.mode for segment in segments]
    take_off = steps[0].origin if steps else None
    for index, (step, after) in enumerate(pairwise(steps)):
        lands = step.mode == after.mode == "jump" and step.jump_lands
        low = take_off is not None and board.low(take_off, step.origin)
        if lands and step.direction == after.direction and (low or board.has(board.gap, step.origin)):
            modes[index] = None
        if step.mode != "jump" or step.jump_lands:
            take_off = step.target
    return modes
