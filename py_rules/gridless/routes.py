"""The best path to a place on a map without cells: over the lattice, then pulled straight."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from py_rules.board.boxes import FINE
from py_rules.board.floors import Floors
from py_rules.board.grid import Cell, Heading
from py_rules.board.lattice import HALVES, point, square_of
from py_rules.board.lattice_ground import footing_of
from py_rules.board.open_map import OpenMap
from py_rules.board.spatial_index import Spot
from py_rules.engine.price_tiers import limit_without
from py_rules.gridless.climbing import Step, lands, over_heights, steps_of
from py_rules.gridless.pulling import cut, lands_aside, leads, straightened
from py_rules.gridless.searching import FARTHEST, Around, Found, Lines
from py_rules.gridless.shortcuts import Weigh, shortened
from py_rules.paths.path import Waypoint
from py_rules.protocol import map_data
from py_rules.protocol.map_data import Difficult
from py_rules.protocol.requests import BestRoute
from py_rules.search import Label, Start
from py_rules.search.window import nearest
from py_rules.values import work
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction, to_number

ZERO, ONE = Fraction(0), Fraction(1)
Number = int | float


Stop = tuple[int, Spot]
"""A storey, and a place on it."""
Come = tuple[int, Spot, str | None]
"""A storey, a place on it, and the mode of the step there, where the map does not say it."""


def best_line(lines: Lines, here: Waypoint, *, route: BestRoute, worth: Weigh) -> Sequence[Waypoint] | None:
    """Return the points of the best path to a place, through its via points; none: there is no path.

    ``worth`` returns how good a path is by the rules: the lattice rounds lengths up and leads jumps between points,
    so that a line straight to the place may be better than what it finds.
    """
    open_map, floors, at = lines.open_map, lines.floors, lines.at
    points: list[Waypoint] = [here]
    fixed = [0]
    start, found = Start((0, 0)), lines.found
    work.add(found.work)
    for target in [*route.via, route.to]:
        goal = floors.storey(target.elevation), open_map.spot(target.col, target.row)
        leg = _leg(lines, start, at=at, found=found, goal=goal) if goal != at else ([], None)
        if leg is None:
            return None
        stops, label = leg
        ups = _heights(floors, points[-1][2], there=target.elevation)
        for before, after in pairwise(stops):
            storey, place, _ = after
            last = after is stops[-1]
            at_end = to_fraction(target.col), to_fraction(target.row)
            left, top = at_end if last else open_map.place(place)
            up = _up(open_map, place, given=ups[storey])
            points.append((to_number(left), to_number(top), up, _mode(floors, before, after=after)))
        fixed.append(len(points) - 1)
        if target is not route.to and label is not None:
            at, start = goal, _after(label)
            found = lines.search(start, at)
            work.add(found.work)
    return shortened(points, fixed, worth=worth, cut=partial(_cut, floors))


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


def _heights(floors: Floors, here: float, *, there: float) -> list[int | float]:
    """Return the elevation a path keeps on each storey: where it leads to that of its end, else of its start."""
    ups = [to_number(up) for up in floors.elevations]
    for up in (here, there):
        ups[floors.storey(up)] = to_number(to_fraction(up))
    return ups


def _up(open_map: OpenMap, spot: Spot, *, given: Number) -> Number:
    """Return how high a place is: as the ground, on a map with ledges."""
    return given if open_map.ground_heights.level else to_number(open_map.ground_heights.at(*spot).elevation)


def _mode(floors: Floors, before: Come, *, after: Come) -> str | None:
    """Return the mode of a passage, since two may lead to the same place; on a storey the map says most."""
    through = floors.crossing(before[:2], after[:2], mode=None) if before[0] != after[0] else None
    return after[2] if through is None else through.footing.mode


def _after(label: Label) -> Start:
    """Return where the next leg of a path starts, with what this one has used."""
    profile = label.profile
    return Start(
        cell=(0, 0),
        cost=label.cost,
        meters=dict(profile.meters),
        marks=dict(profile.marks),
        checks=profile.jumps,
        chance=profile.chance,
    )


def _leg(
    lines: Lines, start: Start, *, at: Stop, found: Found, goal: Stop
) -> tuple[list[Come], Label | None] | None:
    """Return the places of one leg and the label at its end; none: no path leads there."""
    way = _way(lines, found, goal=goal)
    if way is None:
        way = _beyond(lines, start, at=at, goal=goal) or _straight(lines, found, at=at, goal=goal)
    if way is None:
        return None
    stops, label = way
    if lines.open_map.ground_heights.level:
        flown = {(a[1], b[1]) for a, b in pairwise(stops) if b[2] == "jump"}
        kept = straightened(lines.floors, [stop[:2] for stop in stops], flown=flown)
        modes = ["jump" if (a[1], b[1]) in flown else None for a, b in pairwise(kept)]
        return [(*stop, mode) for stop, mode in zip(kept, [None, *modes], strict=True)], label
    steps = over_heights(lines.open_map, [Step(spot, mode) for _, spot, mode in stops])
    return [(goal[0], *step) for step in steps], label


def _beyond(lines: Lines, start: Start, *, at: Stop, goal: Stop) -> tuple[list[Come], Label] | None:
    """Return the shortest path to a place that the budget does not reach, by coarse steps; none: there is no path."""
    far = FARTHEST * FINE // 2
    ends = [at, goal]
    if len(lines.floors.open_maps) > 1:
        ends += [(crossing.target, point(crossing.end)) for crossing in lines.floors.crossings]
    around = [Around(storey, square_of(spot), far) for storey, spot in ends]
    atlas = lines.atlas(at, around, parts=HALVES)
    tile = atlas.storeys.index(goal[0])
    joined = lines.linked(atlas)
    near = (cell for cell, _ in _around(goal[1]) if atlas.fields[tile].grid.shows(cell))
    if not any(atlas.board.has(joined, atlas.lay(cell, tile)) for cell in near):
        return None
    found = lines.beyond(atlas, start.cost)
    way = _way(lines, found, goal=goal, priced=False)
    if way is None and found.flood.truncated:
        work.refuse()
    return way


def _straight(lines: Lines, found: Found, *, at: Stop, goal: Stop) -> tuple[list[Come], Label] | None:
    """Return the straight line to a place, in a passage too narrow for the lattice; none: something bars it."""
    open_map, labels = lines.floors.open_maps[at[0]], found.flood.labels(found.atlas.start)
    if goal[0] != at[0] or not labels or not leads(open_map, at[1], goal[1]):
        return None
    return [(*at, None), (*goal, None)], _arrived(lines, open_map, label=labels[0], line=(at[1], goal[1]))


def _way(lines: Lines, found: Found, *, goal: Stop, priced: bool = True) -> tuple[list[Come], Label] | None:
    """Return the best path over the lattice, from the port to a goal between its points."""
    atlas, (storey, spot) = found.atlas, goal
    pricing, open_map, flood, tile = (
        lines.pricing,
        lines.floors.open_maps[storey],
        found.flood,
        atlas.tile(storey),
    )
    if tile is None:
        return None
    grid = atlas.fields[tile].grid
    best: tuple[Any, Cell, Label, Label] | None = None
    around = list(_around(spot))
    laid = {cell: atlas.lay(cell, tile) for cell, _ in around if grid.shows(cell)}
    labels_of = flood.labels_of(laid.values())
    for cell, corner in around:
        if best is not None and not corner:
            break
        labels = labels_of[laid[cell]] if cell in laid else []
        if not labels or not leads(open_map, grid.bounded(point(cell)), spot):
            continue
        for label in labels:
            end = _arrived(lines, open_map, label=label, line=(grid.bounded(point(cell)), spot))
            beside = end.profile.beside
            spent = end.cost + beside, beside
            worth = (pricing.fare(end.profile, end.cost).rank, *spent) if priced else spent
            if best is None or worth < best[0]:
                best = worth, cell, label, end
    if best is None:
        return None
    _, cell, label, end = best
    path = flood.path(atlas.lay(cell, tile), label)
    stops = list(_flown(lines.floors, [atlas.place((col, row)) for col, row, _ in path], path=path))
    if not open_map.ground_heights.level:
        stops = [(storey, *step) for step in steps_of(grid, path)]
    if stops[-1][:2] != goal:
        stops.append((*goal, None))
    return stops, end


def _flown(
    floors: Floors, stops: Sequence[Stop], *, path: Sequence[tuple[int, int, str | None]]
) -> Iterator[Come]:
    """Yield the places of a path over the lattice; a jump that does not lead from border to border is one step."""
    yield *stops[0], None
    at = 0
    while at < len(stops) - 1:
        end = lands(path, at + 1)
        jumps = path[at + 1][2] in {"jump", None}
        if jumps and lands_aside(floors.open_maps[stops[at][0]], (stops[at][1], stops[end][1])):
            yield *stops[end], "jump"
        else:
            yield from ((*stop, None) for stop in stops[at + 1 : end + 1])
        at = end


def _around(goal: Spot) -> Iterator[tuple[Cell, bool]]:
    """Yield the lattice's points around a place: the corners of its square, then those around it, marked as such."""
    col, row = square_of(goal)
    corners = [(col + right, row + down) for down in (0, 1) for right in (0, 1)]
    yield from ((corner, True) for corner in corners)
    for down in range(-1, 3):
        for right in range(-1, 3):
            if (col + right, row + down) not in corners:
                yield (col + right, row + down), False


def _arrived(lines: Lines, open_map: OpenMap, *, label: Label, line: tuple[Spot, Spot]) -> Label:
    """Return a label after the straight line from its point to a place nearby."""
    a, b = line
    if a == b:
        return label
    cost, meters, marks = label.cost, dict(label.profile.meters), dict(label.profile.marks)
    gates: frozenset[str] = frozenset()
    far, by = open_map.length(a, b), Heading("", 0, 0, Fraction(b[0] - a[0]), Fraction(b[1] - a[1]))
    for part in open_map.parts(a, b):
        footing, multiplier = footing_of(part.under, by), open_map.multiplier(part.under)
        draw = lines.budget.draw(footing, sum(cost > past for past in lines.budget.phases))
        entered = [ground.region for ground in part.under if not ground.surrounds(a)]
        flat = sum((to_fraction(r.flat_cost) for r in entered if isinstance(r, Difficult)), ZERO)
        gates |= {r.id for r in entered if isinstance(r, Difficult) and lines.budget.gates.get(r.id, 1) < 1}
        length = far * (part.ends - part.begins) * multiplier * draw.factor + flat
        begins = draw.meter is not None and not meters.get(draw.meter)
        for name, bad in (*draw.marks, *(draw.starts if begins else ())):
            marks[name] = max(bad, marks.get(name, 0))
        if draw.meter is None:
            cost += length
        else:
            meters[draw.meter] = meters.get(draw.meter, ZERO) + length
    chance = label.profile.chance
    for gate in gates - label.profile.gates - lines.budget.passed:
        chance *= lines.budget.gates[gate]
    gates = (label.profile.gates | gates) - lines.budget.passed
    used, left = tuple(sorted(meters.items())), tuple(sorted(marks.items()))
    profile = replace(label.profile, meters=used, marks=left, gates=gates, chance=chance)
    return replace(label, cost=cost, profile=profile)


def nearest_place(lines: Lines, wanted: map_data.Cell, *, here: float) -> tuple[Number, Number, Number]:
    """Return the place within reach that is nearest to the one wanted, as the token's box begins there.

    It is on its storey if any is, else on the storey nearest in height, of two the lower; ``here``: the elevation of
    the mover, which stays where it is if nothing is within reach.
    """
    found, floors = lines.found, lines.floors
    atlas, reached = found.atlas, 0
    for profile, cells in found.layers:
        limit = found.scale.limit(limit_without(lines.pricing.price_tiers(profile), ()))
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
        ends = atlas.on(reached, tile) & field.board.can_end & ~field.gap
        cell = nearest(ends, field.board, cell=(col - grid.left, row - grid.top))
        if cell is not None:
            spot = grid.bounded(point((cell[0] + grid.left, cell[1] + grid.top)))
            left, top = lines.open_map.place(spot)
            return to_number(left), to_number(top), _up(lines.open_map, spot, given=ups[atlas.storeys[tile]])
    left, top = lines.open_map.place(lines.spot)
    return (
        to_number(left),
        to_number(top),
        _up(lines.open_map, lines.spot, given=to_number(to_fraction(here))),
    )
