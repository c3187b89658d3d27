"""From a line drawn on a map without cells to the path that the rules judge.

Each straight piece is cut where the ground under the mover's middle changes, where it comes near other tokens,
and where something bars it; each part is one segment. A region is entered where its border is crossed; what
is jumped over is not entered, what the jump lands on is.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from py_rules.board.open_map import OpenMap
from py_rules.board.spatial_index import Spot
from py_rules.gridless.heights import PathHeights
from py_rules.gridless.pieces import Stretch
from py_rules.gridless.segments import Drop, LineSegments
from py_rules.paths.path import Path, Waypoint
from py_rules.protocol import map_data
from py_rules.protocol.problems import ProblemError
from py_rules.values.records import replace
from py_rules.values.rounding import SNAP, on_grain, to_fraction, to_number

ONE = Fraction(1)


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
    """Return the path along straight lines between ``points``; ``path`` is where the request gave them.

    ``rate``: how many of the system's units make one of the map's, which the elevations are in.
    ``ends``: the mover stops at the last point. ``drop``: how deep the holes of a storey are.
    Raises :class:`ProblemError` for a point off the map.
    """
    on_map(open_map, points, path=path)
    spots = [open_map.spot(col, row) for col, row, _, _ in points]
    stretches = list(stretches_of(open_map, points, spots=spots, flying=flying, rate=rate))
    segments = LineSegments(open_map, scene, flying=flying, rate=rate, drop=drop).segments(
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


def stretches_of(
    open_map: OpenMap,
    points: Sequence[Waypoint],
    *,
    spots: Sequence[Spot],
    flying: frozenset[str],
    rate: Fraction,
) -> Iterator[Stretch]:
    """Yield the parts of all pieces; two equal points make no piece, unless they lead straight up or down."""
    heading: tuple[Spot, str] | None = None
    heights = PathHeights(open_map, points, spots=spots, flying=flying, rate=rate)
    for line in _lines(spots, heights.fits, upright=heights.upright):
        a, b = spots[line[0]], spots[line[-1] + 1]
        if a != b and not (heading is not None and heights.marks(line)):
            heading = _heading(heading, (b[0] - a[0], b[1] - a[1]))
        yield from heights.line(line, heading[1] if heading else "")


def _lines(
    spots: Sequence[Spot], fits: Callable[[list[int]], bool], *, upright: Callable[[int], bool]
) -> Iterator[list[int]]:
    """Yield the pieces, by the numbers of their first points, that make one straight line each, or go straight up.

    What a reply says is cut where the ground changes, on the grain: sent again it is the line that it was. ``fits``
    says whether the places between are on the ground of such a line.
    """
    line: list[int] = []
    for number, (a, b) in enumerate(pairwise(spots)):
        if a == b:
            if upright(number):
                yield from [line] if line else []
                yield [number]
                line = []
            continue
        goes_on = line and straight(spots[line[0]], [*(spots[n] for n in line[1:]), a], end=b)
        if line and not (goes_on and fits([*line, number])):
            yield line
            line = []
        line.append(number)
    if line:
        yield line


def straight(start: Spot, via: Sequence[Spot], *, end: Spot) -> bool:
    """Return whether places lie on a line, one after the other, no more than a corner is rounded aside.

    >>> straight((0, 0), [(3, 2)], end=(9, 4)), straight((0, 0), [(3, 4)], end=(9, 4))
    (True, False)
    """
    x, y = end[0] - start[0], end[1] - start[1]
    square, last = x * x + y * y, 0
    for place in via:
        ex, ey = place[0] - start[0], place[1] - start[1]
        dot, cross = x * ex + y * ey, x * ey - y * ex
        if not last < dot < square or cross * cross > square * SNAP * SNAP:
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
    """Yield the points of the path: one at the end of each part, with its mode."""
    col, row, up, mode = points[0]
    height = stretches[0].ups[0] if stretches else to_fraction(up)
    if not (stretches or open_map.ground_heights.level):
        ground = open_map.ground_heights.at(*open_map.spot(col, row)).elevation
        height = ground if not up or 0 < up < ground else height
    yield to_number(to_fraction(col)), to_number(to_fraction(row)), to_number(height), mode
    for stretch in stretches:
        left, top = open_map.place(stretch.part.end)
        height = to_fraction(to_number(stretch.ups[1]))
        yield to_number(left), to_number(top), to_number(height), stretch.mode
