"""The best path to a place on a map without cells: over the lattice, then pulled straight."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial, reduce
from itertools import accumulate, pairwise
from typing import Any

from py_rules.board.boxes import FINE
from py_rules.board.floors import Floors
from py_rules.board.geometry import along
from py_rules.board.grid import Cell
from py_rules.board.lattice import HALVES, point, square_of
from py_rules.board.open_map import OpenMap
from py_rules.board.spatial_index import Spot
from py_rules.engine.price_tiers import reach_of
from py_rules.gridless.climbing import PathStep, steps_of, straightened
from py_rules.gridless.ends import beside, label_of, start_of
from py_rules.gridless.pulling import cut, entries, leads
from py_rules.gridless.searching import FARTHEST, Around, Found, OpenSearch, Stop
from py_rules.gridless.shortcuts import Weigh, shortened
from py_rules.paths.path import Waypoint
from py_rules.protocol import map_data
from py_rules.protocol.requests import BestRoute
from py_rules.search import Label, Start
from py_rules.search.window import nearest
from py_rules.values import work
from py_rules.values.records import replace
from py_rules.values.rounding import SLACK, SNAP, to_fraction, to_number

ZERO = Fraction(0)
Number = int | float


Come = tuple[int, PathStep]
"""A storey and a step on it."""


def best_line(
    lines: OpenSearch, here: Waypoint, *, route: BestRoute, worth: Weigh
) -> Sequence[Waypoint] | None:
    """Return the points of the best path to a place, through its via points; none: there is no path.

    ``worth`` returns how good a path is by the rules: the lattice rounds lengths up and leads jumps between points,
    so that a line straight to the place may be better than what it finds.
    """
    open_map, floors, at = lines.open_map, lines.floors, lines.at
    points: list[Waypoint] = [here]
    fixed = [0]
    start, found = lines.start, lines.found
    work.add(found.work)
    for target in [*route.via, route.to]:
        goal = floors.storey(target.elevation), open_map.spot(target.col, target.row)
        leg = _leg(lines, start, at=at, found=found, goal=goal) if goal != at else ([], None)
        if leg is None:
            return None
        stops, label = leg
        ups = _heights(floors, points[-1][2], there=target.elevation)
        for before, after in pairwise(stops):
            storey, (place, mode) = after
            mode = _mode(floors, before, after=after) if before[0] != storey else mode
            last = after is stops[-1]
            at_end = to_fraction(target.col), to_fraction(target.row)
            left, top = at_end if last else open_map.place(place)
            up = _up(floors.open_maps[storey], place, given=ups[storey])
            points.append((to_number(left), to_number(top), up, mode))
        fixed.append(len(points) - 1)
        if target is not route.to and label is not None:
            at, start = goal, replace(start_of(label), gates=frozenset())
            found = lines.search((start, at))
            work.add(found.work)
    return shortened(points, fixed, worth=worth, cut=partial(_cut, floors), enter=partial(_beside, floors))


def _cut(floors: Floors, bend: Sequence[Waypoint]) -> Waypoint:
    """Return where to turn between two points of a path; at the corner: beside a passage, and where a mode is given."""
    (_, _, up, mode), (*_, next_mode) = bend[1:]
    if mode or next_mode or len({floors.storey(here) for _, _, here, _ in bend}) > 1:
        return bend[1]
    open_map = floors.at(up)
    before, corner, after = (open_map.spot(col, row) for col, row, _, _ in bend)
    turn = cut(open_map, before, corner=corner, after=after)
    if turn == corner:
        return bend[1]
    left, top = open_map.place(turn)
    return to_number(left), to_number(top), _up(open_map, turn, given=up), None


def _beside(floors: Floors, passed: Sequence[Waypoint]) -> list[Waypoint] | None:
    """Return points in a row moved to where the path is short: a climb, or passages; ``passed``: these, and around."""
    storeys = {floors.storey(up) for _, _, up, _ in passed}
    if len(passed) == 4 and passed[2][3] == "climb" and len(storeys) == 1:
        open_map = floors.at(passed[1][2])
        return _slid(open_map, [open_map.spot(col, row) for col, row, *_ in passed], passed=passed)
    return _entered(floors, passed) if floors.crossings else None


def _entered(floors: Floors, passed: Sequence[Waypoint]) -> list[Waypoint] | None:
    """Return where a path enters passages in a row and comes out, if it is short; ``passed``: these, and around."""
    before, *stops, after = ((floors.storey(up), floors.at(up).spot(col, row)) for col, row, up, _ in passed)
    ways = [floors.passages(here, there, mode=None) for here, there in pairwise(stops)]
    if not (ways and all(ways)) or (before[0], after[0]) != (stops[0][0], stops[-1][0]):
        return None
    through, open_map = [way[0] for way in ways], floors.open_maps[0]
    goal = reduce(lambda spot, one: one.back.beyond(spot), reversed(through), after[1])
    found: dict[tuple[Spot, ...], Fraction] = {}
    for entry in entries(through[0], before[1], goal=goal):
        spots = tuple(accumulate(through, lambda spot, one: one.beyond(spot), initial=entry))
        within = (one.holds(spot, slack=SNAP) for one, spot in zip(through, spots, strict=False))
        if all(map(open_map.holds, spots)) and all(within):
            found[spots] = open_map.length(before[1], entry) + open_map.length(spots[-1], after[1])
    least = min(found.values(), default=ZERO)
    spots = next((spots for spots, far in found.items() if far <= least + SLACK), ())
    moved = partial(_moved, open_map)
    return (
        [moved(point, spot=spot) for point, spot in zip(passed[1:-1], spots, strict=True)] if spots else None
    )


def _slid(open_map: OpenMap, spots: Sequence[Spot], *, passed: Sequence[Waypoint]) -> list[Waypoint] | None:
    """Return a climb over a straight border where the line from the point before to the one after crosses it."""
    before, here, there, after = spots
    over = int(here[0] == there[0])  # the axis it climbs along
    if here[1 - over] != there[1 - over] or before[over] == after[over]:
        return None
    border = max(here[over], there[over])  # it belongs to the ground right of it, or below it
    share = Fraction(border - before[over], after[over] - before[over])
    if not 0 < share < 1:
        return None
    beside = along(before, after, share=share)[1 - over]
    heights, moved = open_map.ground_heights, []
    for spot, old in zip((here, there), passed[1:3], strict=True):
        to = (spot[0], beside) if over == 0 else (beside, spot[1])
        if heights.at(*to).up != heights.at(*spot).up:
            return None
        moved.append(_moved(open_map, old, spot=to))
    return moved


def _moved(open_map: OpenMap, point: Waypoint, *, spot: Spot) -> Waypoint:
    """Return a point of a path at another place."""
    left, top = open_map.place(spot)
    return to_number(left), to_number(top), *point[2:]


def _heights(floors: Floors, here: float, *, there: float) -> list[int | float]:
    """Return the elevation a path keeps on each storey: that of its end or start, if that is below the floor."""
    ups = list(floors.elevations)
    for storey, up in ((floors.storey(up), to_fraction(up)) for up in (here, there)):
        ups[storey] = min(floors.elevations[storey], up)
    return [*map(to_number, ups)]


def _up(open_map: OpenMap, spot: Spot, *, given: Number) -> Number:
    """Return how high a place is: as the ground, on a map with ledges."""
    return given if open_map.ground_heights.level else to_number(open_map.ground_heights.at(*spot).elevation)


def _mode(floors: Floors, before: Come, *, after: Come) -> str | None:
    """Return the mode of a passage, since two may lead to the same place."""
    ends = ((storey, step.spot) for storey, step in (before, after))
    through = floors.crossing(*ends, mode=None)
    return None if through is None else through.footing.mode


def _leg(
    lines: OpenSearch, start: Start, *, at: Stop, found: Found, goal: Stop
) -> tuple[list[Come], Label | None] | None:
    """Return the places of one leg and the label at its end; none: no path leads there."""
    way = _way(lines, found, at=at, goal=goal)
    if way is None:
        way = _beyond(lines, start, at=at, goal=goal) or _straight(lines, start, at=at, goal=goal)
    if way is None:
        return None
    stops, label = way
    return straightened(lines.floors, stops), label


def _beyond(lines: OpenSearch, start: Start, *, at: Stop, goal: Stop) -> tuple[list[Come], Label] | None:
    """Return the shortest path to a place that the budget does not reach, by coarse steps; none: there is no path."""
    far = FARTHEST * FINE // 2
    ends = [at, goal]
    if len(lines.floors.open_maps) > 1:
        ends += [(crossing.target, point(crossing.end)) for crossing in lines.floors.crossings]
    around = [Around(storey, square_of(spot), far) for storey, spot in ends]
    atlas = lines.atlas(around, parts=HALVES)
    tile = atlas.storeys.index(goal[0])
    joined = lines.linked(atlas, at)
    near = (cell for cell, _ in _around(goal[1]) if atlas.fields[tile].grid.shows(cell))
    if not any(atlas.board.has(joined, atlas.tiles.lay(cell, tile)) for cell in near):
        return None
    found = lines.beyond(atlas, start.cost, at=at)
    way = _way(lines, found, at=at, goal=goal, priced=False)
    if way is None and found.truncated:
        work.refuse()
    return way


def _straight(lines: OpenSearch, start: Start, *, at: Stop, goal: Stop) -> tuple[list[Come], Label] | None:
    """Return the straight line to a place, where the lattice has no points; none: it is barred, or over an edge."""
    line = lines.measuring(at[0]).segments(at[1], goal[1]) if goal[0] == at[0] else None
    if line is None or any(segment.mode == "jump" for segment in line):
        return None
    end = _arriving(lines, at[0], line=(at[1], goal[1]))(label_of(start))
    return None if end is None else ([(storey, PathStep(spot, None)) for storey, spot in (at, goal)], end)


def _way(
    lines: OpenSearch, found: Found, *, at: Stop, goal: Stop, priced: bool = True
) -> tuple[list[Come], Label] | None:
    """Return the best path over the lattice, from a place to a goal, both between its points."""
    atlas, (storey, spot) = found.atlas, goal
    pricing, open_map = lines.pricing, lines.floors.open_maps[storey]
    flood, tile = found.flood, atlas.tile(storey)
    if tile is None or flood is None:
        return None
    grid = atlas.fields[tile].grid
    best: tuple[Any, Cell, Label, Label] | None = None
    around = list(_around(spot))
    laid = {cell: atlas.tiles.lay(cell, tile) for cell, _ in around if grid.shows(cell)}
    labels_of = flood.labels_of(laid.values())
    for cell, corner in around:
        if best is not None and not corner:
            break
        labels = labels_of[laid[cell]] if cell in laid else []
        if not labels or not leads(open_map, point(cell), spot):
            continue
        arrived = _arriving(lines, storey, line=(point(cell), spot))
        for label in labels:
            end = arrived(label)
            if end is None:
                continue
            beside = end.profile.beside
            spent = end.cost + beside, beside
            worth = (pricing.fare(end.profile, end.cost).rank, *spent) if priced else spent
            if best is None or worth < best[0]:
                best = worth, cell, label, end
    if best is None:
        return None
    _, cell, label, end = best
    return _stops(lines, found, at=at, path=flood.path(atlas.tiles.lay(cell, tile), label), goal=goal), end


def _stops(
    lines: OpenSearch, found: Found, *, at: Stop, path: Sequence[tuple[int, int, str | None]], goal: Stop
) -> list[Come]:
    """Return the places of a path over the lattice, with those between its points where it begins and ends."""
    steps = steps_of(found.atlas, path)
    (storey, (spot, _)), open_map = steps[0], lines.floors.open_maps[at[0]]
    holds = at == lines.at and lines.up
    if holds and (via := beside(open_map, at[1], b=spot)) is not None:
        heights = open_map.ground_heights
        steep = abs(heights.at(*via).elevation - lines.up) * heights.rate > heights.free
        steps[: via == spot] = [(at[0], PathStep(via, "climb" if steep else None))]
    tops = [to for _, to in lines.begins if at == lines.at and to[0] == storey != at[0]]
    for stop in [*(top for top in tops if top != (storey, spot)), at]:
        if holds or (steps[0][0], steps[0][1].spot) != stop:
            steps.insert(0, (stop[0], PathStep(stop[1], None)))
    if (steps[-1][0], steps[-1][1].spot) != goal:
        steps.append((goal[0], PathStep(goal[1], None)))
    return steps


def _arriving(lines: OpenSearch, storey: int, *, line: tuple[Spot, Spot]) -> Callable[[Label], Label | None]:
    """Return a function for a label after a straight line at the end of a path; what does not surround it is new."""
    measuring = lines.measuring(storey)
    segments = measuring.segments(*line) or ()
    stood = [ground for ground in measuring.open_map.grounds if ground.surrounds(line[0])]
    return lambda label: measuring.after(label, segments, line=line, stood=stood)


def _around(goal: Spot) -> Iterator[tuple[Cell, bool]]:
    """Yield the lattice's points around a place: the corners of its square, then those around it, marked as such."""
    col, row = square_of(goal)
    corners = [(col + right, row + down) for down in (0, 1) for right in (0, 1)]
    yield from ((corner, True) for corner in corners)
    for down in range(-1, 3):
        for right in range(-1, 3):
            if (col + right, row + down) not in corners:
                yield (col + right, row + down), False


def nearest_place(lines: OpenSearch, wanted: map_data.Cell, *, here: float) -> tuple[Number, Number, Number]:
    """Return the place within reach that is nearest to the one wanted, as the token's box begins there.

    It is on its storey if any is, else on the storey nearest in height, of two the lower; ``here``: the elevation of
    the mover, which stays where it is if nothing is within reach.
    """
    found, floors = lines.found, lines.floors
    atlas, reached = found.atlas, 0
    for profile, cells in lines.layers:
        limit = found.scale.limit(reach_of(lines.pricing.price_tiers(profile)))
        dear = 0 if limit is None else cells.after(bisect_right(cells.costs, limit))
        reached |= cells.cells ^ dear
    own = floors.storey(wanted.elevation)
    col, row = square_of(lines.open_map.spot(wanted.col, wanted.row))
    ups = _heights(floors, here, there=here)
    tiles = sorted(
        range(len(atlas.storeys)),
        key=lambda tile: abs(floors.elevations[atlas.storeys[tile]] - floors.elevations[own]),
    )
    for tile in tiles:
        field, grid = atlas.fields[tile], atlas.fields[tile].grid
        ends = atlas.tiles.on(reached, tile) & field.board.can_end & ~field.gap
        cell = nearest(ends, field.board, cell=(col - grid.left, row - grid.top))
        if cell is not None:
            spot, storey = point((cell[0] + grid.left, cell[1] + grid.top)), atlas.storeys[tile]
            left, top = lines.open_map.place(spot)
            return to_number(left), to_number(top), _up(floors.open_maps[storey], spot, given=ups[storey])
    left, top = lines.open_map.place(lines.spot)
    return (
        to_number(left),
        to_number(top),
        _up(lines.open_map, lines.spot, given=to_number(to_fraction(here))),
    )
