"""From a line drawn on a map without cells to the way the rules judge.

Each straight piece is cut where the ground under the mover's middle changes, where it comes near other tokens,
and where something bars it; each part is one segment. A region is entered where its border is crossed; what
is jumped over is not entered, what the jump lands on is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from py_rules.board.geometry import along
from py_rules.board.ground import Ground
from py_rules.board.open_map import OpenMap, Part
from py_rules.board.spatial_index import Spot
from py_rules.board.steps import ON_FOOT, WALKED
from py_rules.engine.situation import Gate, Segment
from py_rules.gridless.heights import Heights, before_end
from py_rules.gridless.pieces import MARK, LedgeStep, Stretch, barred, floored, kinds_of, mode_of, unheld
from py_rules.paths.ground import vector
from py_rules.paths.path import Path, Waypoint
from py_rules.paths.segments import gates_of
from py_rules.protocol import map_data
from py_rules.protocol.problems import ProblemError
from py_rules.values.rounding import on_grain, to_fraction, to_number

ONE, ZERO = Fraction(1), Fraction(0)
Drop = Callable[[Spot], Fraction | None]
"""How far it is down at a place, through a hole that tells no depth."""


def from_line(
    open_map: OpenMap,
    scene: map_data.Scene,
    *,
    points: Sequence[Waypoint],
    path: str,
    flying: frozenset[str] = frozenset(),
    rate: Fraction = ONE,
    ends: bool = True,
    drop: Drop | None = None,
) -> Path:
    """Return the way along straight lines between ``points``; ``path`` is where the request gave them.

    So many of the system's units as ``rate`` says go to one of the map's, which the elevations are in.
    ``ends``: the mover stops at the last point. ``drop``: how deep holes are that tell no depth.
    Raises :class:`ProblemError` for a point off the map.
    """
    on_map(open_map, points, path=path)
    spots = [open_map.spot(col, row) for col, row, _, _ in points]
    stretches = list(_stretches(open_map, points, spots=spots, flying=flying, rate=rate))
    segments = _Laying(open_map, scene, flying=flying, rate=rate, drop=drop).segments(
        stretches, spots, ends=ends
    )
    shown = tuple(_shown(open_map, points, stretches=stretches))
    ups = pairwise(on_grain(to_fraction(up) * rate) for _, _, up, _ in shown)
    raised = tuple(replace(segment, ups=up) for segment, up in zip(segments, ups, strict=True))
    return Path(raised, shown, straight=True)


def on_map(open_map: OpenMap, points: Sequence[Waypoint], *, path: str) -> None:
    """Raise :class:`ProblemError` for a point where the token would not be wholly on the map."""
    for index, (col, row, _, _) in enumerate(points):
        if not open_map.holds(open_map.spot(col, row)):
            place = f"{path}[{index}]"
            raise ProblemError(
                "off_map",
                place,
                message=f"{place}: the token would not be wholly on the map there",
                remedy=f"stay within {open_map.cols} columns and {open_map.rows} rows",
            )


def _stretches(
    open_map: OpenMap,
    points: Sequence[Waypoint],
    *,
    spots: Sequence[Spot],
    flying: frozenset[str],
    rate: Fraction,
) -> Iterator[Stretch]:
    """Yield the parts of all pieces; two points alike make no piece."""
    heading: tuple[Spot, str] | None = None
    heights = (
        None
        if open_map.ground_heights.level
        else Heights(open_map, points, spots=spots, flying=flying, rate=rate)
    )
    down = None if heights is None else heights.down
    if heights is not None and down is not None:
        heading = _heading(None, down)
        yield from heights.climbed_down(heading[1])
    for line in _lines(spots, heights.fits if heights else None):
        a, b = spots[line[0]], spots[line[-1] + 1]
        if heights is not None and heights.marks(line) and heading is not None:
            yield from heights.line(line, heading[1])
            continue
        heading = _heading(heading, (b[0] - a[0], b[1] - a[1]))
        if heights is not None:
            yield from heights.line(line, heading[1])
            continue
        far, done = open_map.length(a, b), ZERO
        for part, piece, barrier in barred(open_map, points, spots=spots, line=line):
            until = floored(far * part.ends)
            chosen = points[piece.number + 1][3]
            mode = mode_of(part, chosen)
            rise = to_fraction(points[piece.number + 1][2]) - to_fraction(points[piece.number][2])
            share = (part.ends - part.begins) / (piece.ends - piece.begins)
            bars = barrier or unheld(part, mode, flying=flying, rise=rise)
            yield Stretch(part, mode, until - done, rise * share, heading[1], bars)
            done = until


def _lines(spots: Sequence[Spot], fits: Callable[[list[int]], bool] | None) -> Iterator[list[int]]:
    """Yield the pieces, by the numbers of their first points, that make one straight line each.

    What a reply says is cut where the ground changes, on the grain: sent again it is the line that it was. ``fits``
    tells whether the places between are on the ground of such a line.
    """
    line: list[int] = []
    for number, (a, b) in enumerate(pairwise(spots)):
        if a == b:
            continue
        straight = line and _straight(
            spots[line[0]], [*(spots[n] for n in line[1:]), a], end=b, off=MARK if fits else 1
        )
        if line and not (straight and (fits is None or fits([*line, number]))):
            yield line
            line = []
        line.append(number)
    if line:
        yield line


def _straight(start: Spot, via: Sequence[Spot], *, end: Spot, off: int = 1) -> bool:
    """Return whether places lie on a line, one after the other, to the grain, or so many of them.

    >>> _straight((0, 0), [(3, 2)], end=(9, 4)), _straight((0, 0), [(3, 3)], end=(9, 4))
    (True, False)
    """
    x, y = end[0] - start[0], end[1] - start[1]
    square, last = x * x + y * y, 0
    for place in via:
        ex, ey = place[0] - start[0], place[1] - start[1]
        dot, cross = x * ex + y * ey, x * ey - y * ex
        if not last < dot < square or cross * cross > square * off * off:
            return False
        last = dot
    return True


def _heading(last: tuple[Spot, str] | None, by: Spot) -> tuple[Spot, str]:
    """Return the direction of a piece and its name: that of the piece before, where it goes straight on.

    >>> _heading(((10, 0), "1:0"), (20, 1)), _heading(((10, 0), "1:0"), (5, 0))
    (((20, 1), '1:0'), ((10, 0), '1:0'))
    """
    if last is not None:
        (x, y), name = last
        cross, dot = x * by[1] - y * by[0], x * by[0] + y * by[1]
        if dot > 0 and abs(cross) <= 2 * max(abs(x), abs(y), abs(by[0]), abs(by[1])):
            return by if abs(by[0]) + abs(by[1]) > abs(x) + abs(y) else (x, y), name
    return by, heading_of(by)


def heading_of(by: Spot) -> str:
    """Return what ledgers know the direction of a straight line by.

    >>> heading_of((4, -3))
    '1000:-750'
    """
    longer = max(abs(by[0]), abs(by[1]))
    return f"{round(Fraction(1000 * by[0], longer))}:{round(Fraction(1000 * by[1], longer))}"


def _shown(
    open_map: OpenMap, points: Sequence[Waypoint], *, stretches: Sequence[Stretch]
) -> Iterator[Waypoint]:
    """Yield the points of the way: one at the end of each part, with the mode it was gone in."""
    col, row, up, mode = points[0]
    height = to_fraction(up)
    if not open_map.ground_heights.level:
        ups = stretches[0].ups if stretches else None
        height = ups[0] if ups else open_map.ground_heights.at(*open_map.spot(col, row)).elevation
    yield to_number(to_fraction(col)), to_number(to_fraction(row)), to_number(height), mode
    for stretch in stretches:
        height = height + stretch.rise if stretch.ups is None else stretch.ups[1]
        left, top = open_map.place(stretch.part.end)
        yield to_number(left), to_number(top), to_number(to_fraction(to_number(height))), stretch.mode


class _Laying:
    """Makes segments of stretches, one after the other."""

    def __init__(
        self,
        open_map: OpenMap,
        scene: map_data.Scene,
        *,
        flying: frozenset[str],
        rate: Fraction,
        drop: Drop | None,
    ) -> None:
        self.open_map, self.flying, self.rate, self.drop = open_map, flying, rate, drop
        self.gates = gates_of(scene)

    def segments(self, stretches: Sequence[Stretch], spots: Sequence[Spot], *, ends: bool) -> list[Segment]:
        """Return the segments; if the way ends, the last one is barred where the mover may not stop."""
        if not stretches:
            return []
        stood = self.open_map.under(*spots[0])
        made: list[Segment] = []
        for index, stretch in enumerate(stretches):
            after = stretches[index + 1] if index + 1 < len(stretches) else None
            lands = stretch.jumps and not self._flies_on(stretch, after)
            segment = replace(self._plain(stretch), lands=lands or not stretch.jumps)
            if lands or not stretch.jumps:
                onto = self._onto(stretch, after)
                segment = entering(segment, stood, onto=onto, gates=self.gates)
                stood = onto
            if lands:
                segment = _splashing(segment, onto)
            made.append(segment)
        made = self._landed(self._stuck(made, stretches), stretches)
        if not ends:
            return made
        made = self._ended(made, stretches[-1].part.end)
        return made if self.open_map.ground_heights.level else before_end(made)

    def _flies_on(self, stretch: Stretch, after: Stretch | None) -> bool:
        """Tell whether a jump is still in the air at the end of a part."""
        if stretch.aloft:
            return True
        if after is None:
            x, y = stretch.part.end
            return any(ground.region.kind == "gap" for ground in self.open_map.under(x, y))
        return after.jumps and after.heading == stretch.heading and "gap" in kinds_of(after.part)

    def _onto(self, stretch: Stretch, after: Stretch | None) -> tuple[Ground, ...]:
        """Return what is underfoot at the end of a part: that of a landing is what comes next."""
        if not stretch.jumps:
            return stretch.part.under
        return (
            after.part.under
            if after is not None and not after.jumps
            else self.open_map.under(*stretch.part.end)
        )

    def _plain(self, stretch: Stretch) -> Segment:
        """Return a segment without what it enters."""
        if stretch.ledge_step is not None:
            return self._over_ledge(stretch, stretch.ledge_step)
        side = self.open_map.distance / 1_000_000
        part, rise = stretch.part, stretch.rise * self.rate
        under = [ground.region for ground in part.under]
        flat = stretch.mode in {"ground", "sprint", "jump"}
        multiplier = ONE if stretch.jumps else self.open_map.multiplier(part.under)
        segment = Segment(
            mode=stretch.mode,
            length=stretch.length if flat else max(stretch.length, abs(rise)),
            rise=rise,
            multiplier=multiplier,
            heading=stretch.heading,
            barrier=stretch.barrier,
            stand=not (part.crowded or stretch.jumps),
            start=(part.start[0] * side, part.start[1] * side),
            end=(part.end[0] * side, part.end[1] * side),
            sheer=stretch.jumps and stretch.ups is not None and rise < 0,
        )
        if stretch.jumps:
            pit, depth = self._pit(stretch)
            return replace(segment, pit=pit, depth=depth)
        return self._footed(segment, under, stretch=stretch)

    def _pit(self, stretch: Stretch) -> tuple[Fraction | None, Fraction | None]:
        """Return how far along a jump nothing is underfoot any more, and how deep it is there.

        None: it is over ground to stand on; no depth: nobody knows.
        """
        ground_heights, take_off = (
            self.open_map.ground_heights,
            None if stretch.ups is None else stretch.ups[0] * self.rate,
        )
        for part in self.open_map.parts(stretch.part.start, stretch.part.end):
            gap = next((ground.region for ground in part.under if ground.region.kind == "gap"), None)
            if isinstance(gap, map_data.Gap):
                return stretch.length * part.begins, self._depth(gap, part)
            deep = ZERO if take_off is None else take_off - ground_heights.of(part.under).up
            if deep > ground_heights.free:
                return stretch.length * part.begins, deep
        return None, None

    def _over_ledge(self, stretch: Stretch, ledge_step: LedgeStep) -> Segment:
        """Return what leads from one height to another at a point."""
        under, side, mode = (
            [ground.region for ground in ledge_step.onto],
            self.open_map.distance / 1_000_000,
            stretch.mode,
        )
        x, y = stretch.part.end
        segment = Segment(
            mode=mode,
            length=ZERO
            if mode in ON_FOOT or (mode in WALKED and ledge_step.rise < 0)
            else abs(ledge_step.rise),
            rise=ledge_step.rise,
            multiplier=self.open_map.multiplier(ledge_step.onto),
            heading=stretch.heading,
            barrier=stretch.barrier,
            stand=not stretch.part.crowded,
            start=(x * side, y * side),
            end=(x * side, y * side),
            sheer=ledge_step.rise < 0 and mode in WALKED,
            footed=mode == "climb" and not any(region.kind in {"climb", "water"} for region in under),
        )
        segment = self._footed(segment, under, stretch=stretch)
        if mode != "climb":
            return segment
        sides = ledge_step.footing
        return replace(segment, surface=sides.surface, slick=sides.slick, difficulty=sides.difficulty)

    def _footed(self, segment: Segment, under: Sequence[map_data.Region], *, stretch: Stretch) -> Segment:
        """Add what a stretch is walked, climbed or swum on."""
        climbs = [region for region in under if isinstance(region, map_data.Climbable)]
        if segment.mode == "climb" and climbs:
            lean = _lean(climbs[0], stretch.part)
            segment = replace(
                segment,
                surface=climbs[0].surface,
                slick=climbs[0].slick,
                difficulty=climbs[0].difficulty,
                rise=segment.rise or segment.length * lean,
            )
        for region in under:
            if isinstance(region, map_data.Water):
                wet = segment.mode not in self.flying
                segment = replace(segment, current=vector(region.current), wet=wet)
            elif isinstance(region, map_data.Gap):
                segment = replace(segment, depth=self._depth(region, stretch.part))
        return replace(segment, grades=grades_of(under, flying=segment.mode in self.flying))

    def _depth(self, gap: map_data.Gap, part: Part) -> Fraction | None:
        """Return how deep a gap is under a part of a line; none: nobody knows."""
        if gap.depth is not None or self.drop is None:
            return None if gap.depth is None else to_fraction(gap.depth)
        return self.drop(along(part.start, part.end, share=Fraction(1, 2)))

    def _stuck(self, made: list[Segment], stretches: Sequence[Stretch]) -> list[Segment]:
        """Bar a jump at its first part where it ends over a gap."""
        first = None
        for index, segment in enumerate(made):
            if segment.mode != "jump":
                first = None
                continue
            first = index if first is None else first
            after = stretches[index + 1] if index + 1 < len(stretches) else None
            over = self.open_map.midair(stretches[index].part.end)
            turns = after is None or not after.jumps or after.heading != segment.heading
            if segment.lands:
                first = None
            if over and turns and not (after is not None and "gap" not in kinds_of(after.part)):
                at = index if first is None else first
                made[at] = replace(made[at], barrier=made[at].barrier or "gap", lands=False)
                first = None
        return made

    def _landed(self, made: list[Segment], stretches: Sequence[Stretch]) -> list[Segment]:
        """Judge where a jump lands on the way."""
        for index, segment in enumerate(made):
            if (
                segment.mode == "jump"
                and segment.lands
                and not self.open_map.end_why(stretches[index].part.end)
            ):
                made[index] = replace(segment, stand=True)
        return made

    def _ended(self, made: list[Segment], end: Spot) -> list[Segment]:
        """Judge the end of the way."""
        why = self.open_map.end_why(end)
        over = any(ground.region.kind == "gap" for ground in self.open_map.under(*end))
        if not why and over and made[-1].mode not in self.flying:
            why = "gap"
        if not why:
            made[-1] = replace(made[-1], stand=made[-1].lands)
        elif made[-1].barrier is None:
            made[-1] = replace(made[-1], stand=False, barrier=why if why in {"occupied", "gap"} else "end")
        return made


def _splashing(segment: Segment, onto: Sequence[Ground]) -> Segment:
    """Add the water that a jump lands in."""
    for ground in onto:
        if isinstance(ground.region, map_data.Water):
            segment = replace(segment, current=vector(ground.region.current), wet=True)
    return segment


def _lean(region: map_data.Climbable, part: Part) -> int:
    """Return whether a stretch leads up on a surface (1), down (-1), or along."""
    if region.uphill is None:
        return 0
    east, south = to_fraction(region.uphill[0]), to_fraction(region.uphill[1])
    lean = (part.end[0] - part.start[0]) * east + (part.end[1] - part.start[1]) * south
    return (lean > 0) - (lean < 0)


def entering(
    segment: Segment, before: Sequence[Ground], *, onto: Sequence[Ground], gates: Mapping[str, Gate]
) -> Segment:
    """Add what is entered on the way from some ground onto other ground."""
    stood = {ground.region.id for ground in before}
    rough = [
        ground.region
        for ground in onto
        if ground.region.id not in stood and isinstance(ground.region, map_data.Difficult)
    ]
    rolls = tuple(gates[region.id] for region in rough if region.id in gates)
    entered = tuple(region.id for region in rough)
    flat = sum((to_fraction(region.flat_cost) for region in rough), ZERO)
    return replace(segment, flat=flat, entered=entered, gates=rolls)


def grades_of(under: Sequence[map_data.Region], *, flying: bool) -> tuple[tuple[str | None, int | None], ...]:
    """Return the grade and the GM's number of each difficult region, from above of none in the water."""
    found: list[tuple[str | None, int | None]] = []
    for region in under:
        if isinstance(region, map_data.Difficult):
            found.append((region.grade, region.modifier))
        elif isinstance(region, map_data.Water) and region.grade and not flying:
            found.append((region.grade, None))
    return tuple(dict.fromkeys(found))
