"""From a route as it was asked to the way the rules judge: cells, and one measured segment per step."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, pairwise, product
from operator import itemgetter

from py_rules.board import Board, Grid, Measured, OffMap, PathJumps, Step, floor_of, grid_of
from py_rules.board.floors import Floors
from py_rules.board.ground_heights import GroundHeights, ground_heights_of
from py_rules.board.heights import Heights, Perch, Sides, compile_heights
from py_rules.board.measure import NOWHERE, WALKED, Walked, aloft, wades
from py_rules.board.open_map import OpenMap, grounds_of
from py_rules.board.polygon import holds
from py_rules.board.spatial_index import Spot
from py_rules.engine.situation import Gate, Segment
from py_rules.engine.system import Carry
from py_rules.ledger.facts import GateFact, SegmentFact
from py_rules.protocol import map_data
from py_rules.protocol.map_data import Scene
from py_rules.protocol.problems import ProblemError
from py_rules.protocol.requests import MeasuredSegment
from py_rules.values.exact import GRAIN, exact, exact_place, measured, on_grain, plain

CLIMBED = frozenset({"climb"})
LINE = re.compile(r"-?\d+:-?\d+")
"""What ledgers know the direction of a straight line by; of a grid's, names."""
Point = tuple[int | float, int | float, int | float, str | None]
"""Column, row, elevation, and the mode of the step into the cell; fractions only on a map without cells."""


def cell_of(place: Sequence[int | float | str | None]) -> tuple[int, int]:
    """Return the cell of a place on a grid, where columns and rows are whole.

    >>> cell_of((3, 4, 0, "ground"))
    (3, 4)
    >>> cell_of((3.5, 4))
    Traceback (most recent call last):
    TypeError: 3.5, 4 is no cell
    """
    col, row = place[:2]
    if not isinstance(col, int) or not isinstance(row, int):
        message = f"{col}, {row} is no cell"
        raise TypeError(message)
    return col, row


@dataclass(frozen=True, slots=True)
class Path:
    """A measured route: ``segments[i]`` leads from ``points[i]`` to ``points[i + 1]``; a host's own has no points.

    On cells a point stands twice where part of a step is walked up to a gap, or on from it.
    """

    segments: tuple[Segment, ...]
    points: tuple[Point, ...] | None
    straight: bool = False
    """On a map without cells: its segments are straight lines, and may be cut anywhere but within a jump."""

    @property
    def length(self) -> Fraction:
        """Length of the whole path."""
        return sum((segment.extent for segment in self.segments), Fraction(0))

    @property
    def places(self) -> tuple[Point, ...] | None:
        """Its points, each once."""
        if self.points is None or self.straight:
            return self.points
        return tuple(next(same) for _, same in groupby(self.points, key=itemgetter(0, 1, 2)))

    def split(self, count: int) -> tuple["Path", "Path"]:
        """Return the first ``count`` segments and the rest, as two ways."""
        points = self.points
        first = replace(self, segments=self.segments[:count], points=points and points[: count + 1])
        return first, replace(self, segments=self.segments[count:], points=points and points[count:])

    def index_at(self, position: Fraction) -> int:
        """Return how many segments end at or before ``position``; one without length there is still ahead."""
        done = Fraction(0)
        for index, segment in enumerate(self.segments):
            ahead = segment.extent == 0 and done == position
            done += segment.extent
            if done > position or ahead:
                return index
        return len(self.segments)

    def split_at(self, position: Fraction) -> tuple["Path", "Path"]:
        """Return the way up to ``position`` and the rest; on a map, split at the cell at or before it."""
        count = self.index_at(position)
        return self._cut_measured(count, position) if self._anywhere else self.split(count)

    @property
    def _anywhere(self) -> bool:
        return self.points is None or self.straight

    def cut(self, position: Fraction) -> tuple["Path", "Path"]:
        """Return the way up to ``position``, as far as the mover may stop there, and the rest.

        On a map the cut is at a cell; a stretch measured by the host is cut anywhere but within a jump.
        """
        count = self.index_at(position)
        ahead = self.segments[count : count + 1]
        whole = any(one.upright or not one.level for one in ahead)
        if self.points is None or (self.straight and not whole and all(one.stand for one in ahead)):
            return self._cut_measured(count, position)
        while count and not self.segments[count - 1].stand:
            count -= 1
        return self.split(count)

    @property
    def leap(self) -> "Path":
        """The jump that the way begins with, up to its landing."""
        lands = (index + 1 for index, segment in enumerate(self.segments) if segment.lands)
        return self.split(next(lands, len(self.segments)))[0]

    def held(self, position: Fraction) -> tuple["Path", "Path"] | None:
        """Return the way up to ``position`` in a climb, where the mover holds on, and the rest; none: it is in none.

        It holds on beside what is climbed, at the foot of it, as high as the climb has got.
        """
        count = self.index_at(position)
        first, rest = self.split(count)
        stands = first.segments[-1].stand if first.segments else True
        if self.points is None or not rest.segments or position == first.length or not stands:
            return None
        whole, (here, there) = rest.segments[0], self.points[count : count + 2]
        share = (position - first.length) / whole.extent
        foot = here if whole.rise > 0 else there
        sloped = self.straight and not whole.upright
        if whole.mode != "climb" or sloped or here[2] == there[2] or (foot is there and not whole.stand):
            return None
        mid = (foot[0], foot[1], _between(here[2], there[2], share), "climb")
        up = whole.ups[0] + (whole.ups[1] - whole.ups[0]) * share
        at, storey = (whole.start, 0) if foot is here else (whole.end, 1)
        begun = replace(
            whole,
            length=whole.length * share,
            rise=whole.rise * share,
            flat=Fraction(0),
            entered=(),
            gates=(),
            end=at,
            storeys=(whole.storeys[0], whole.storeys[storey]),
            ups=(whole.ups[0], up),
            stand=True,
            footed=False,
            barrier=None,
        )
        left = replace(
            whole,
            length=whole.length - begun.length,
            rise=whole.rise - begun.rise,
            start=at,
            storeys=(whole.storeys[storey], whole.storeys[1]),
            ups=(up, whole.ups[1]),
        )
        reached = replace(self, segments=(*first.segments, begun), points=(*self.points[: count + 1], mid))
        ahead = (mid, *self.points[count + 1 :])
        return reached, replace(self, segments=(left, *rest.segments[1:]), points=ahead)

    def within(self, position: Fraction) -> tuple["Path", "Path"]:
        """Return how much of a jump is covered at ``position``, and the rest; on cells from where it ends."""
        count = self.index_at(position)
        first, rest = self.split(count)
        if not rest.segments or position <= first.length:
            return first, rest
        part = rest.segments[0]
        if part.border is None and not self._anywhere:
            return first, rest
        share = (position - first.length) / part.extent
        begun = replace(part, length=part.length * share, rise=part.rise * share)
        points, stays = self._points_to(count, share), False
        if self.points is not None and not self.straight:
            stays = part.border is None or share <= part.border
            points = (*self.points[: count + 1], self.points[count if stays else count + 1])
        reached = replace(first, segments=(*first.segments, begun), points=points)
        return reached, rest if stays else self.split(count + 1)[1]

    def _points_to(self, count: int, share: Fraction) -> tuple[Point, ...] | None:
        """Return the points up to a share of the segment of that number."""
        if self.points is None:
            return None
        start, end = self.points[count : count + 2]
        col, row, up = (_between(start[axis], end[axis], share) for axis in range(3))  # type: ignore[arg-type]
        return (*self.points[: count + 1], (col, row, up, end[3]))

    def _cut_measured(self, count: int, position: Fraction) -> tuple["Path", "Path"]:
        done = sum((segment.extent for segment in self.segments[:count]), Fraction(0))
        first, rest = self.split(count)
        whole = rest.segments[0] if rest.segments else None
        if position == done or whole is None or whole.mode == "jump" or whole.upright or not whole.level:
            return first, rest
        begun = replace(whole, length=position - done)
        left = replace(whole, length=whole.length - begun.length, flat=Fraction(0), entered=(), gates=())
        if self.points is None or whole.start is None or whole.end is None:
            return Path((*first.segments, begun), None), Path((left, *rest.segments[1:]), None)
        share = begun.length / whole.length
        x, y = (a + (b - a) * share for a, b in zip(whole.start, whole.end, strict=True))
        up = whole.ups[0] + (whole.ups[1] - whole.ups[0]) * share
        begun = replace(begun, rise=whole.rise * share, end=(x, y), ups=(whole.ups[0], up), barrier=None)
        left = replace(left, rise=whole.rise - begun.rise, start=(x, y), ups=(up, whole.ups[1]))
        to = self._points_to(count, share) or ()
        rest_points = (to[-1], *self.points[count + 1 :])
        return Path((*first.segments, begun), to, straight=True), Path(
            (left, *rest.segments[1:]), rest_points, straight=True
        )


def _between(start: float, end: float, share: Fraction) -> int | float:
    """Return a number between two, on the grain.

    >>> _between(1, 2, Fraction(1, 4)), _between(1, 3, Fraction(1, 2))
    (1.25, 2)
    """
    first = exact(start)
    return plain(exact(plain(first + (exact(end) - first) * share)))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a token stands on a board."""

    board: Board | Floors
    at: Point
    rate: Fraction = Fraction(1)
    """So many of the system's units go to one of the map's, which elevations are in."""


def carried(carry: Carry, place: Place | None) -> tuple[Path | None, str | None]:
    """Return the way of a token that something carries along, and what ends it early; no way: it stays.

    On a map it is carried from cell to cell in a line, no farther than to a wall, an obstacle or the edge of the map,
    which are named, or ashore, which is where a current ends. A fall and a descent that begin on the ground lead over
    its edge, where there is one beside the token.
    """
    cols, rows, rise = carry.by
    flat, points, why = max(abs(cols), abs(rows)), None, None
    if place is not None and isinstance(place.board, Floors):
        sheet = place.board.at(place.at[2])
        flat, stop, why = _swept(sheet, place.at, (cols, rows))
        stop, up = _come_down(sheet, place, stop, carry)
        col, row = map(plain, sheet.place(stop))
        points = (place.at, (col, row, plain(up), None))
    elif place is not None and isinstance(place.board, Board):
        board, side = place.board, place.board.distance
        flat = board.flat.span((Fraction(0), Fraction(0)), (cols, rows), side)
        line = board.flat.straight(cell_of(place.at), (cols, rows), side)
        cell, done, why = _drifted(board, place.at, line)
        flat = flat * done / len(line) if line else flat
        up = _height_after(board, place, cell, carry)
        if carry.depth is not None:
            cell = _over_edge(board, cell, up, up - (rise + carry.depth) / place.rate)
        points = (place.at, (*cell, plain(up), None))
    why = None if why == "shore" else why
    if not (flat or rise):
        return None, why
    falls = rise < 0 and (carry.depth is not None or not flat)
    length = abs(rise) if falls else max(flat, abs(rise))
    whole = Segment(mode="fall" if falls else "drift", length=length, rise=rise)
    return Path((whole,), points, straight=place is not None and isinstance(place.board, Floors)), why


def _height_after(board: Board, place: Place, cell: tuple[int, int], carry: Carry) -> Fraction:
    """Return how high a token is that was carried to a cell: as the ground, but where it rises or falls."""
    told, rise = exact(place.at[2]), carry.by[2] / place.rate
    if board.level or carry.goes_on:
        return told + rise
    here, there = (board.ground(board.lay(at, told)) for at in (cell_of(place.at), cell))
    start = _started(told, here)
    return start + rise if rise else start + there - here


def _started(told: Fraction, ground: Fraction) -> Fraction:
    """Return how high a token is that is carried: who is below the ground already falls there."""
    return told if told < 0 else max(told, ground) if told else ground


def _over_edge(board: Board, at: tuple[int, int], up: Fraction, bottom: Fraction) -> tuple[int, int]:
    """Return the cell in which a token falls past ``up`` to the ``bottom``: the one it is over, else one beside it.

    Of several the one counts whose ground is nearest to the bottom, then the nearest, then the first direction.
    """

    def ground(cell: tuple[int, int]) -> Fraction:
        return board.ground(board.lay(cell, up))

    if board.level or ground(at) <= up:
        return at
    grid, side = board.flat, board.distance
    found: list[tuple[Fraction, int, tuple[int, int]]] = []
    for direction in range(len(grid.headings)):
        cell, line = at, grid.straight(at, grid.ahead(direction, side * max(board.size), side), side)
        for far, beside in enumerate(line, start=1):
            if _kept(board, cell, beside, up) is not None:
                break
            cell = beside
            if ground(cell) <= up:
                found.append((abs(ground(cell) - bottom), far, cell))
                break
    return min(found, key=lambda one: one[:2])[2] if found else at


AROUND = tuple((right, down) for right in (0, -1, 1) for down in (0, -1, 1))
"""A place and those a grain from it."""


def _come_down(map_: OpenMap, place: Place, stop: Spot, carry: Carry) -> tuple[Spot, Fraction]:
    """Return where a token is carried to, and how high it is there; who falls off a ledge does so past its edge."""
    told, rise, ground_heights = exact(place.at[2]), carry.by[2] / place.rate, map_.ground_heights
    if ground_heights.level:
        return stop, told + rise
    start = map_.spot(place.at[0], place.at[1])
    here, there = ground_heights.at(*start).elevation, ground_heights.at(*stop).elevation
    up = told if carry.goes_on else _started(told, here)
    up += rise if rise or carry.goes_on else there - here
    if carry.depth is None or ground_heights.at(*stop).elevation <= up:
        return stop, up
    return _past_edge(map_, stop, up, up - (carry.by[2] + carry.depth) / place.rate), up


def _past_edge(map_: OpenMap, at: Spot, up: Fraction, bottom: Fraction) -> Spot:
    """Return the place within a cell in which a token falls past ``up`` to the ``bottom``; ``at``: there is none."""
    found: list[tuple[Fraction, Fraction, Spot]] = []
    for right, down in HEADINGS:
        end = at[0] + right * GRAIN, at[1] + down * GRAIN
        for part in map_.parts(at, end):
            ground = map_.ground_heights.of(part.under).elevation
            near = ((part.start[0] + x, part.start[1] + y) for x, y in AROUND)
            spot = next((spot for spot in near if map_.ground_heights.at(*spot).elevation == ground), None)
            if ground <= up and spot is not None and map_.swept(at, spot)[0] == spot:
                found.append((abs(ground - bottom), map_.length(at, spot), spot))
                break
    return min(found, key=lambda one: one[:2])[2] if found else at


HEADINGS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""Directions in which the edge is looked for on a map without cells, in columns and rows."""


def _swept(map_: OpenMap, at: Point, by: tuple[Fraction, Fraction]) -> tuple[Fraction, Spot, str | None]:
    """Return how far along a straight line from ``at`` nothing keeps a token, where that is, and what does there."""
    start = map_.spot(at[0], at[1])
    end = start[0] + round(by[0] / map_.distance * GRAIN), start[1] + round(by[1] / map_.distance * GRAIN)
    stop, why = map_.swept(start, end)
    return map_.length(start, stop), stop, why


def _kept(board: Board, cell: tuple[int, int], target: tuple[int, int], up: Fraction) -> str | None:
    """Return what keeps a token so high from being carried to a neighbouring cell; none: nothing does."""
    if not board.flat.holds(target):
        return "edge"
    return board.current_why(board.lay(cell, up), board.lay(target, up))


def _drifted(
    board: Board, at: Point, line: Sequence[tuple[int, int]]
) -> tuple[tuple[int, int], int, str | None]:
    """Return the last cell in a line from ``at`` that nothing keeps a token from, how many steps it is, what does."""
    cell, up = cell_of(at), exact(at[2])
    for done, target in enumerate(line):
        why = _kept(board, cell, target, up)
        if why is not None:
            return cell, done, why
        cell = target
    return cell, len(line), None


def from_segments(given: Sequence[MeasuredSegment]) -> Path:
    """Return the way a host measured by itself."""
    return Path(tuple(_host_segment(segment) for segment in given), None)


def _host_segment(given: MeasuredSegment) -> Segment:
    gates = () if given.roll is None else (_gate(given.difficult or given.roll.name, given.roll),)
    return Segment(
        mode=given.mode,
        length=measured(given.length),
        rise=measured(given.rise),
        multiplier=exact(given.cost_multiplier),
        flat=exact(given.flat_cost),
        entered=(given.difficult,) if given.difficult else (),
        gates=gates,
        surface=given.surface,
        slick=given.slick,
        difficulty=given.difficulty,
        grades=((given.grade, given.modifier),) if given.grade or given.difficult else (),
        current=vector(given.current),
        depth=None if given.depth is None else exact(given.depth),
        heading=given.heading,
        run_up=given.run_up,
        pit=Fraction(0) if given.mode == "jump" and given.depth else None,
    )


def _gate(region: str, roll: map_data.TerrainRoll) -> Gate:
    return Gate(region, roll.name, roll.pool, roll.difficulty, roll.needed)


def gates_of(scene: Scene) -> dict[str, Gate]:
    """Return the rolls that regions of a scene demand, by region id."""
    return {
        region.id: _gate(region.id, region.roll)
        for region in scene.regions
        if isinstance(region, map_data.Difficult) and region.roll is not None
    }


def from_points(
    board: Board,
    scene: Scene,
    points: Sequence[Point],
    *,
    parity: int,
    path: str,
    flying: frozenset[str] = frozenset(),
    rate: Fraction = Fraction(1),
) -> Path:
    """Return the way along ``points``, measured on a board; ``path`` is where the request gave it.

    So many of the system's units as ``rate`` says go to one of the map's, which the elevations are in.

    Raises :class:`ProblemError` for a path that jumps cells or leaves the map.
    """
    try:
        cells = [board.lay(cell_of(point), exact(point[2])) for point in points]
        waypoints = [(*cell, mode) for cell, (_, _, _, mode) in zip(cells, points, strict=True)]
        measured = board.measure(waypoints, parity=parity, flying=flying)
    except PathJumps as error:
        raise ProblemError(
            "path_jumps_cells",
            f"{path}[{error.index}]",
            f"{path}[{error.index}]: the cell is not next to the one before it",
            "list every cell of the path, each next to the one before, or send {'to': cell}",
        ) from error
    except OffMap as error:
        raise ProblemError(
            "off_map",
            f"{path}[{error.index}]",
            f"{path}[{error.index}]: the cell, or what the token covers there, is off the map",
            f"stay within {scene.grid.cols} columns and {scene.grid.rows} rows",
        ) from error
    ups = _heights(board, points, measured.steps, flying)
    return _measured_way(board, scene, points, measured, flying, ups, rate)


Up = tuple[Fraction, bool]
"""An elevation, and whether it is that of the ground."""


def _heights(
    board: Board, points: Sequence[Point], steps: Sequence[Step], flying: frozenset[str]
) -> list[Up]:
    """Return how high each point is: on a map with ledges as the ground, but for who flies or holds on to something.

    Who climbs or jumps beside the ledges holds on where the path tells another elevation; on a surface to climb in
    any case. A jump keeps the height of its take-off until it lands.
    """
    told = [(exact(point[2]), False) for point in points]
    if board.level:
        return told
    if not steps:
        return [(board.ground(board.lay(cell_of(points[0]), told[0][0])), True)]
    ups: list[Up] = []
    for index, up in enumerate(told):
        step = steps[max(index - 1, 0)]
        cell = step.target if index else step.origin
        ground = board.ground(cell), True
        leads = index > 0 and up != told[index - 1] and up[0] > ground[0] and step.mode in {"climb", "jump"}
        on_wall = step.mode == "climb" and board.has(board.terrain.climb, cell)
        clings = (leads or on_wall) and not board.up(cell) and up[0] != ground[0]
        if index and step.mode == "jump" and not step.jump_lands and not step.storeys:
            ups.append(ups[-1])
        else:
            ups.append(up if step.mode in flying or clings else ground)
    return ups


def _rise(step: Step, first: Up, last: Up, rate: Fraction) -> Fraction:
    """Return how much a step leads up: over ground, what is stepped as if it were level counts as nothing."""
    on_ground = first[1] and last[1] and not step.storeys
    return step.rise if on_ground else on_grain((last[0] - first[0]) * rate)


def _measured_way(
    board: Board,
    scene: Scene,
    points: Sequence[Point],
    measured: Measured,
    flying: frozenset[str],
    ups: Sequence[Up],
    rate: Fraction,
) -> Path:
    gates = gates_of(scene)
    ground = _Ground(board, scene, flying)
    rises = [
        _rise(step, first, last, rate)
        for step, (first, last) in zip(measured.steps, pairwise(ups), strict=True)
    ]
    segments, off_ground = [], board.terrain.climb | board.terrain.swim
    take_off = measured.steps[0].origin if measured.steps else (0, 0)
    for index, step in enumerate(measured.steps):
        segment = _step_segment(step, rises[index], gates, sprint=points[index + 1][3] == "sprint")
        in_air = step.mode == "jump" and not step.jump_lands
        barrier = measured.blocked_why if measured.blocked_at == index else None
        if not (barrier or segment.rise or board.has(board.terrain.climb, step.origin)):
            barrier = "water" if wades(board, step, CLIMBED) else None
        over_gap = step.mode in flying and board.has(board.gap, step.target)
        stands = not in_air and board.has(board.may_hover if over_gap else board.can_end, step.target)
        sheer = segment.rise < 0 and step.rise < 0 and step.mode in {"jump", *WALKED}
        footed = step.rise != 0 and step.mode == "climb" and not board.has(off_ground, step.target)
        high = on_grain(ups[index][0] * rate), on_grain(ups[index + 1][0] * rate)
        judged = replace(segment, stand=stands, barrier=barrier, ups=high, sheer=sheer, footed=footed)
        segment = ground.under(judged, step)
        if in_air and segment.depth is None and board.low(take_off, step.target):
            segment = replace(segment, depth=board.up(take_off) - board.up(step.target))
        if in_air and aloft(board, take_off, step.target):
            segment = replace(segment, pit=Fraction(0))
        take_off = take_off if in_air else step.target
        segments.append(segment)
    if segments and not measured.end_ok and segments[-1].barrier is None:
        why = measured.end_why if measured.end_why in {"occupied", "gap", "squeezed"} else "end"
        segments[-1] = replace(segments[-1], barrier=why)
    segments = [_barred(segment) for segment in segments]
    modes = [points[0][3], *_modes_shown(board, measured.steps, segments)]
    # Whole elevations become integers: a host that reads and writes the ledger as JSON keeps its hashes.
    shown = tuple(
        (col, row, plain(up), mode)
        for (col, row, _, _), (up, _), mode in zip(points, ups, modes, strict=True)
    )
    return _with_edges(segments, shown, measured.steps)


def _in_the_air(segment: Segment, step: Step) -> Segment:
    """Return what is jumped of a step, which on to a gap and off it is from edge to edge."""
    before, after = (Fraction(0) if part is None else part.length for part in (step.before, step.after))
    if not (before or after) or segment.start is None or segment.end is None:
        return segment
    jumped, whole = segment.length - before - after, segment.length
    (x, y), (far, low) = segment.start, segment.end
    start, end = (
        (x + (far - x) * share, y + (low - y) * share) for share in (before / whole, 1 - after / whole)
    )
    border = min(max((whole / 2 - before) / jumped, Fraction(0)), Fraction(1))
    made = replace(segment, length=jumped, border=border, start=start, end=end)
    return replace(made, stand=False, pit=Fraction(0)) if after else made


def _with_edges(segments: Sequence[Segment], points: Sequence[Point], steps: Sequence[Step]) -> Path:
    """Return a way along steps with what is walked up to gaps, and on from them, as stretches of their own."""
    made: list[Segment] = []
    shown, sprints, edged = [*points[:1]], False, False
    for index, (segment, step) in enumerate(zip(segments, steps, strict=True)):
        sprints = segment.mode == "sprint" or (segment.mode == "jump" and sprints)
        mode, jumped = "sprint" if sprints else "ground", _in_the_air(segment, step)
        if step.before is not None:
            walked = _on_foot(segment, step.before, mode, first=True)
            made.append(replace(walked, end=jumped.start, heading=segment.heading, stand=False))
            shown.append((*points[index][:3], mode))
        edged = step.before is not None or (edged and segment.mode == "jump")
        made.append(replace(jumped, border=Fraction(1, 2)) if edged and jumped is segment else jumped)
        edged = edged and not step.jump_lands
        shown.append(points[index + 1])
        if step.after is not None:
            # A run-up begins anew in the middle of the cell that a jump lands on.
            walked = _on_foot(segment, step.after, mode, first=False)
            made.append(replace(walked, start=jumped.end, stand=segment.stand))
            shown.append((*points[index + 1][:3], mode))
    return Path(tuple(made), tuple(shown))


def _on_foot(jump: Segment, part: Walked, mode: str, *, first: bool) -> Segment:
    """Return what is walked of a jump's step, on the cell that it begins on or on that where it ends."""
    storey, up = jump.storeys[not first], jump.ups[not first]
    return Segment(
        mode=mode,
        length=part.length,
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


def _modes_shown(board: Board, steps: Sequence[Step], segments: Sequence[Segment]) -> list[str | None]:
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


def storey_of(scene: Scene, elevation: float) -> int:
    """Return the storey that an elevation belongs to, counted from the lowest; 0 on a map without storeys."""
    return floor_of([exact(storey.elevation) for storey in scene.storeys], exact(elevation))


def touches(grid: Grid, region: map_data.Region, cell: tuple[int, int], size: tuple[int, int]) -> bool:
    """Return whether a footprint of ``size`` cells at ``cell`` has a cell in a region.

    >>> pond = map_data.Water(id="pond", kind="water", area=map_data.Rect(rect=(4, 0, 2, 2)))
    >>> from py_rules.board import Square
    >>> touches(Square(9, 9), pond, (3, 1), (2, 2)), touches(Square(9, 9), pond, (3, 1), (1, 1))
    (True, False)
    """
    body = grid.footprint(cell, size)
    if isinstance(region.area, map_data.Rect):
        left, top, wide, high = region.area.rect
        return any(left <= col < left + wide and top <= row < top + high for col, row in body)
    if isinstance(region.area, map_data.Cells):
        return any(region.area.lines.get(row, 0) >> col & 1 for col, row in body)
    return any(holds(region.area.polygon, grid.spot(at)) for at in body)


class Ground:
    """How high tokens are that stand on a map, in the unit of elevations."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._heights: list[tuple[Fraction, Heights]] = []
        self._relief = GroundHeights()
        if any(isinstance(region, map_data.Ledge) for region in scene.regions):
            if scene.grid.kind == "gridless":
                self._relief = ground_heights_of(
                    grounds_of(scene.regions), free=Fraction(0), rate=Fraction(1)
                )
                return
            grid = self._grid = grid_of(scene.grid)
            floors = [(storey.id, exact(storey.elevation)) for storey in scene.storeys]
            for name, floor in floors or [("", Fraction(0))]:
                here = [region for region in scene.regions if region.storey in {None, name}]
                heights = compile_heights(grid, here, under=int, free=Fraction(0), rate=Fraction(1))
                self._heights.append((floor, heights))

    def __call__(self, token: map_data.Token, cell: tuple[int | float, int | float], told: float) -> Fraction:
        """Return the elevation that was told of a token, or if that is below it or none, that of the ground."""
        if self._relief.level and not self._heights:
            return exact(told)
        ground = self.under(token, cell, told)
        return max(ground, exact(told)) if told else ground

    def under(self, token: map_data.Token, cell: tuple[int | float, int | float], told: float) -> Fraction:
        """Return the elevation of the ground under a token, on the storey that the elevation told of it is on."""
        if not self._relief.level:
            return self._relief.at(*self._middle(token, cell)).elevation
        storey = storey_of(self._scene, told)
        if not self._heights:
            return exact(self._scene.storeys[storey].elevation) if self._scene.storeys else Fraction(0)
        floor, heights = self._heights[storey]
        cells = [at for at in self._grid.footprint(cell_of(cell), token.size) if self._grid.holds(at)]
        up = Fraction(0)
        if heights.levels and cells:
            up = max(heights.at(self._grid.bit(at)).elevation for at in cells)
        return floor + up

    def holds(self, token: map_data.Token, rate: Fraction) -> bool:
        """Return whether a token holds on above the ground; so many of the system's units go to one of the map's."""
        if self._relief.level:
            return self.perch(token, rate) is not None
        return (
            self._relief.perch(self._middle(token, (token.col, token.row)), exact(token.elevation))
            is not None
        )

    def _middle(self, token: map_data.Token, cell: tuple[int | float, int | float]) -> Spot:
        """Return the middle of a token on a map without cells, in grains."""
        sides = zip(cell, (token.cols, token.rows), strict=True)
        x, y = (round((exact(at) + exact(size) / 2) * GRAIN) for at, size in sides)
        return x, y

    def perch(self, token: map_data.Token, rate: Fraction) -> Perch | None:
        """Return where a token on cells holds on above the ground, beside higher ground or on a ladder.

        None: it stands, or there are no cells.

        So many of the system's units as ``rate`` says go to one of the map's.
        """
        if self._scene.grid.kind == "gridless" or not token.elevation:
            return None
        grid, told = grid_of(self._scene.grid), exact(token.elevation)
        storey, cell = storey_of(self._scene, token.elevation), cell_of((token.col, token.row))
        floor, heights = self._heights[storey] if self._heights else (Fraction(0), Heights())
        if self._scene.storeys:
            floor = exact(self._scene.storeys[storey].elevation)
        body = [at for at in grid.footprint(cell, token.size) if grid.holds(at)]
        up, ground = (
            told - floor,
            max((heights.at(grid.bit(at)).elevation for at in body), default=Fraction(0)),
        )
        if up <= ground:
            return None
        near = 0
        for at, direction in product(body, range(len(grid.headings))):
            near |= grid.shift(1 << grid.bit(at), direction)
        walls = [level.sides for level in heights.levels if level.touched & near and level.elevation >= up]
        sides = next(iter([*self._ladders(storey, cell), *reversed(walls)]), None)
        return None if sides is None else Perch(cell, up, ground, rate, storey, sides)

    def _ladders(self, storey: int, cell: tuple[int, int]) -> Iterator[Sides]:
        """Yield what the ladders are that lead up from a cell of a storey."""
        order = {known.id: number for number, known in enumerate(self._scene.storeys)}
        for passage in self._scene.passages:
            for low, high in ((passage.a, passage.b), (passage.b, passage.a)):
                up = order[high.storey or ""] > order[low.storey or ""] == storey
                if passage.kind == "ladder" and up and (low.col, low.row) == cell:
                    yield passage.surface, passage.slick, passage.difficulty


class _Ground:
    """Tells what the regions of a scene say of a step beyond what the board compiles."""

    def __init__(self, board: Board, scene: Scene, flying: frozenset[str]) -> None:
        self.board, self.flying = board, flying
        self.regions = [
            (region, board.touched(region))
            for region in scene.regions
            if isinstance(region, map_data.Water | map_data.Gap | map_data.Difficult)
        ]

    def under(self, segment: Segment, step: Step) -> Segment:
        """Return the segment with what its target touches: a current, a depth; water is no terrain from above."""
        current, depth, wet = None, None, False
        bit = self.board.bit(step.target)
        under = [region for region, touched in self.regions if touched >> bit & 1]
        for region in under:
            if isinstance(region, map_data.Water):
                current, wet = vector(region.current), step.mode not in self.flying
            elif isinstance(region, map_data.Gap):
                known = self.board.drop(step.target) if region.depth is None else exact(region.depth)
                depth = depth if known is None else known
        grades = segment.grades
        if step.mode in self.flying:
            ground = [region for region in under if isinstance(region, map_data.Difficult)]
            grades = tuple(dict.fromkeys((region.grade, region.modifier) for region in ground))
        size, side = self.board.size, self.board.distance
        grid, heading = self.board.flat, ""
        (here, first), (there, last) = (self.board.place(cell) for cell in (step.origin, step.target))
        start, end = (grid.middle(cell, size, side) for cell in (here, there))
        if step.direction != NOWHERE:
            heading = self.board.grid.headings[step.direction].name
        segment = replace(segment, heading=heading, start=start, end=end, storeys=(first, last))
        return replace(segment, grades=grades, current=current, wet=wet, depth=depth)


def vector(current: tuple[int | float, int | float] | None) -> tuple[Fraction, Fraction] | None:
    """Return a current as exact numbers; none: there is none."""
    return None if current is None else (exact(current[0]), exact(current[1]))


def _step_segment(step: Step, rise: Fraction, gates: dict[str, Gate], *, sprint: bool) -> Segment:
    # On foot the map is flat and a jump tells its height by itself; a climb or a dive is as long as it is high.
    # Over an edge nobody moves down: that is a fall.
    flat = step.mode in {"ground", "sprint", "jump"} or (step.mode in WALKED and step.rise < 0)
    lean = step.length * step.footing.lean
    if step.link is not None:
        rise = Fraction(0) if flat else step.link.rise  # who takes the stairs neither climbs nor drops
    return Segment(
        mode="sprint" if sprint and step.mode == "ground" else step.mode,
        length=step.length if flat else max(step.length, abs(rise)),
        rise=rise or lean,
        multiplier=step.multiplier,
        flat=step.flat,
        entered=step.entered,
        gates=tuple(gates[region] for region in step.gates),
        surface=step.footing.surface,
        slick=step.footing.slick,
        difficulty=step.footing.difficulty,
        grades=step.footing.grades,
        diagonals=int(step.diagonal),
        lands=step.jump_lands if step.mode == "jump" else True,
    )


def on_air(way: Path, aloft: Fraction, above: Callable[[Point], Fraction], flying: frozenset[str]) -> Path:
    """Return a way that is barred where it is walked or swum in the air, from where the mover is or flies to.

    ``aloft``: how high the mover is above the ground where the way begins, ``above`` the same of a point, in the
    system's unit. Nobody is led along by what is under the air, and who falls there falls straight down.
    """
    if way.points is None:
        return way
    for index, segment in enumerate(way.segments):
        if aloft > 0 and segment.mode in WALKED:
            barred = replace(segment, barrier=segment.barrier or "air", depth=aloft, start=None, end=None)
            return replace(way, segments=(*way.segments[:index], barred, *way.segments[index + 1 :]))
        aloft = above(way.points[index + 1]) if segment.mode in flying else Fraction(0)
    return way


def facts_of(segments: Sequence[Segment]) -> list[SegmentFact]:
    """Return segments as facts, one each."""
    return [_fact(segment) for segment in segments]


def summed_facts(segments: Sequence[Segment]) -> list[SegmentFact]:
    """Return what was moved as facts; equal stretches in a row become one."""
    merged: list[Segment] = []
    for segment in segments:
        last = merged[-1] if merged else None
        if last is not None and _continues(last, segment):
            merged[-1] = replace(
                last, length=last.length + segment.length, diagonals=last.diagonals + segment.diagonals
            )
        else:
            storeys = (0, 0) if segment.level else segment.storeys
            ended = replace(segment, stand=True, start=None, end=None)
            merged.append(replace(ended, storeys=storeys, ups=(Fraction(0), Fraction(0))))
    return facts_of(merged)


def _continues(last: Segment, segment: Segment) -> bool:
    """Tell whether a stretch only carries on the last one."""
    if (
        segment.mode == "jump"
        or segment.flat
        or segment.entered
        or segment.gates
        or segment.rise
        or last.rise
    ):
        return False
    same = (
        "mode",
        "multiplier",
        "surface",
        "slick",
        "difficulty",
        "grades",
        "current",
        "wet",
        "depth",
        "heading",
    )
    return all(getattr(last, name) == getattr(segment, name) for name in same)


def _fact(segment: Segment) -> SegmentFact:
    return SegmentFact(
        mode=segment.mode,
        length=plain(segment.length),
        rise=plain(segment.rise),
        mult=plain(segment.multiplier),
        flat=plain(segment.flat),
        entered=list(segment.entered),
        gates=[
            GateFact(
                id=gate.id, name=gate.name, pool=gate.pool, difficulty=gate.difficulty, needed=gate.needed
            )
            for gate in segment.gates
        ],
        surface=segment.surface,
        slick=segment.slick,
        difficulty=segment.difficulty,
        grades=list(segment.grades),
        current=_pair(segment.current),
        wet=segment.wet,
        depth=None if segment.depth is None else plain(segment.depth),
        heading=segment.heading,
        run_up=segment.run_up,
        diagonals=segment.diagonals,
        lands=segment.lands,
        stand=segment.stand,
        failed=segment.failed,
        start=_pair(segment.start),
        end=_pair(segment.end),
        storeys=segment.storeys,
        ups=(plain(segment.ups[0]), plain(segment.ups[1])),
        sheer=segment.sheer,
        footed=segment.footed,
        pit=None if segment.pit is None else plain(segment.pit),
        border=None if segment.border is None else plain(segment.border),
    )


def _pair(point: tuple[Fraction, Fraction] | None) -> tuple[int | float, int | float] | None:
    return None if point is None else (plain(point[0]), plain(point[1]))


def from_facts(facts: Sequence[SegmentFact], way: Sequence[Point] | None) -> Path:
    """Return the way that facts recorded; barriers are not recorded, a pending way was legal or allowed."""
    segments = tuple(
        Segment(
            mode=fact.mode,
            length=exact(fact.length),
            rise=exact(fact.rise),
            multiplier=exact(fact.mult),
            flat=exact(fact.flat),
            entered=tuple(fact.entered),
            gates=tuple(Gate(g.id, g.name, g.pool, g.difficulty, g.needed) for g in fact.gates),
            surface=fact.surface,
            slick=fact.slick,
            difficulty=fact.difficulty,
            grades=tuple(fact.grades),
            current=vector(fact.current),
            wet=fact.wet,
            depth=None if fact.depth is None else exact(fact.depth),
            heading=fact.heading,
            run_up=fact.run_up,
            diagonals=fact.diagonals,
            lands=fact.lands,
            stand=fact.stand,
            failed=fact.failed,
            start=None if fact.start is None else exact_place(fact.start),
            end=None if fact.end is None else exact_place(fact.end),
            storeys=fact.storeys,
            ups=(exact(fact.ups[0]), exact(fact.ups[1])),
            sheer=fact.sheer,
            footed=fact.footed,
            pit=None if fact.pit is None else exact(fact.pit),
            border=None if fact.border is None else exact(fact.border),
        )
        for fact in facts
    )
    # Only a straight line has a direction of two numbers; those of a grid are numbered.
    straight = any(LINE.fullmatch(segment.heading) for segment in segments)
    return Path(segments, None if way is None else tuple(way), straight=straight)
