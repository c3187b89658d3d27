"""Where a token can go on a map without cells: areas with their prices, and straight ways.

The search goes over a fine lattice (:mod:`py_rules.board.lattice`). A square of it is listed where all four of
its corners are reached with so much to spare that any point of the square is within reach of its nearest
corner; so nothing is listed that a plan would refuse.
"""

from bisect import bisect_right
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from math import floor
from operator import itemgetter
from typing import Any

from py_rules.answers import Written
from py_rules.board import Board, Edge
from py_rules.board.districts import Spot
from py_rules.board.expanse import FINE, Expanse
from py_rules.board.field import Field, Kind, compile_lattice, footing_of, footings
from py_rules.board.grid import Cell, Heading
from py_rules.board.lattice import HALVES, QUARTERS, SEVENTHS, Lattice, point, square_of
from py_rules.board.marks import Marks
from py_rules.destinations import LEAST_CHANCE, Fare, Pricing, budget_of
from py_rules.exact import GRAIN, exact, plain
from py_rules.footing import Draw, Footing
from py_rules.levels import Level, limit_without
from py_rules.outlines import Places, outlines, places
from py_rules.protocol import BestRoute, Difficult, Scene
from py_rules.search import Budget, Flood, Jump, Label, Profile, Scale, Start, anything, flood, linked
from py_rules.search.window import nearest
from py_rules.ways import Point

ZERO, ONE = Fraction(0), Fraction(1)
HOP = Fraction(5, 7)
"""A point of a square is no farther from its nearest corner, in steps: half a diagonal, rounded up."""
ACROSS = Fraction(10, 7)
"""Nor from any corner."""
FINEST = 40
"""Where ways of more cells are swum or climbed in part, all steps are coarse."""
LONG = 24
"""Lengths of ways of more cells are counted in quarters of a step, of others in sevenths."""
BOARDS = 120
"""The most sums of swims and climbs that are told apart ..."""
LEAST_BOARDS = 12
"""... and the most where the lattice is very large."""
PLACES = 3_000_000
"""About so many places are looked at on all boards together."""
FARTHEST = 60
"""So many cells around the mover are looked at where nothing limits it."""
GRAINS = Fraction(1, 100_000)
"""Lengths are rounded to a grain piece by piece; so little is no difference."""
RINGS = 8
"""About so many rings share an allowance."""


class Lines:
    """Where one token in one state can go on a map without cells: searched once, asked for areas and ways."""

    def __init__(self, pricing: Pricing, sheet: Expanse, scene: Scene, marks: Marks, spot: Spot) -> None:
        self.pricing, self.sheet, self.scene, self.marks, self.spot = pricing, sheet, scene, marks, spot
        budget = budget_of(pricing)
        self.budget = replace(budget, most=min(budget.most, BOARDS))

    @cached_property
    def reach(self) -> int | None:
        """The most steps the budget allows; none: there is no bound."""
        budget = self.budget
        gaps = any(ground.region.kind == "gap" for ground in self.sheet.grounds)
        if budget.limit is None or (gaps and not budget.jump_counts and budget.jump_meter is None):
            return None
        phases = range(len(budget.phases) + 1)
        drawn = {budget.draw(footing, phase).meter for footing in footings(self.sheet) for phase in phases}
        drawn |= {budget.jump_meter} if gaps else set()
        limits = [limit for meter, limit in budget.meters.items() if meter in drawn]
        total = budget.limit
        for limit in limits:
            if limit is None:
                return None
            total += max(limit, ZERO)
        return int(total * FINE / self.sheet.distance) + 1

    @cached_property
    def parts(self) -> int:
        """What lengths are rounded up to: sums of swims and climbs, and long walks, are too many else."""
        far = self.reach
        metered = any(footing.mode != "ground" for footing in footings(self.sheet))
        if metered and (far is None or far > FINEST * FINE):
            return HALVES
        return QUARTERS if far is None or far > LONG * FINE else SEVENTHS

    @cached_property
    def found(self) -> "Found":
        """All best ways within the budget."""
        reach = self.reach
        far = FARTHEST * FINE if reach is None else min(reach, FARTHEST * FINE)
        return self.flood(Start((0, 0)), self.spot, [self.spot], far, self.budget)

    @property
    def cut(self) -> bool:
        """Whether the mover may go farther than was looked at."""
        most = max(self.sheet.cols, self.sheet.rows)
        return most > FARTHEST and (self.reach is None or self.reach > FARTHEST * FINE)

    def flood(self, start: Start, spot: Spot, around: Sequence[Spot], far: int, budget: Budget) -> "Found":
        """Return all best ways of a start at a spot, within so many steps of the box around some places."""
        field = self.field(spot, around, far, self.parts)
        start = replace(start, cell=field.grid.start)
        most = max(PLACES // field.board.anchors.bit_length(), LEAST_BOARDS)
        budget = replace(budget, most=min(budget.most, most))
        return Found(field, flood(field.board, start, budget))

    def field(self, spot: Spot, around: Sequence[Spot], far: int, parts: int) -> Field:
        """Return the lattice within so many steps of the box around some places, for a mover at a spot."""
        squares = [square_of(place) for place in around]
        cols, rows = [col for col, _ in squares], [row for _, row in squares]
        right, bottom = self.sheet.cols * FINE, self.sheet.rows * FINE
        window = (
            max(min(cols) - far, 0),
            max(min(rows) - far, 0),
            min(max(cols) + far + 1, right),
            min(max(rows) + far + 1, bottom),
        )
        return compile_lattice(self.sheet, self.scene, self.marks, spot, window=window, parts=parts)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What a search found, and the lattice it was found on."""

    field: Field
    flood: Flood

    @property
    def scale(self) -> Scale:
        """The whole numbers that costs are counted in."""
        return self.flood.scale

    def layers(self) -> list[tuple[Profile, list[tuple[int, int]]]]:
        """Return the points by profile and rising cost."""
        search = self.flood.search
        found: dict[tuple[int, Hashable], tuple[Profile, dict[int, int]]] = {}
        for resource, (cost, _, keys), bits in search.records():
            name = (id(resource), keys)
            if name not in found:
                found[name] = search.profile(resource, keys), {}
            costs = found[name][1]
            costs[cost] = costs.get(cost, 0) | bits
        return [(profile, sorted(costs.items())) for profile, costs in found.values()]


def survey(pricing_of: Any, sheet: Expanse, scene: Scene, marks: Marks, spot: Spot) -> Lines:  # noqa: ANN401 - a function of a board
    """Return where a mover at a spot can go; ``pricing_of`` makes the pricing from a board."""
    small = compile_lattice(sheet, scene, marks, spot, window=(0, 0, 1, 1)).board
    edges = tuple(Edge(0, footing, ONE, ZERO, (), 0) for footing in footings(sheet))
    board: Board = replace(small, edges=edges)
    return Lines(pricing_of(board), sheet, scene, marks, spot)


# ---------------------------------------------------------------- areas


@dataclass(frozen=True, slots=True)
class Share:
    """Points that one price reaches within one ring."""

    fare: Fare
    used: Fraction
    left: Fraction | None
    bits: int


def areas_of(lines: Lines) -> tuple[list[dict[str, Any]], bool]:
    """Return the layers of areas where the token can go, best first, and whether something was cut."""
    found = lines.found
    truncated = found.flood.truncated or lines.cut
    rings: dict[tuple[object, ...], tuple[Fare, dict[tuple[Fraction, Fraction | None], int]]] = {}
    layers = found.layers()
    for ground, squares in found.field.kinds:
        kind = squares & found.field.clear
        for share, bits in _squares(lines, layers, ground, kind):
            fare = share.fare
            if fare.kind == "impossible":
                continue
            if fare.chance is not None and fare.chance < LEAST_CHANCE:
                truncated = True
                continue
            ring = rings.setdefault(fare.key, (fare, {}))[1]
            ring[share.used, share.left] = ring.get((share.used, share.left), 0) | bits
    ordered = sorted(rings.values(), key=lambda layer: layer[0].rank)
    grid = found.field.grid
    borders = _borders_of(grid)
    return [_layer(fare, ring, grid, borders) for fare, ring in ordered], truncated


def _squares(
    lines: Lines,
    layers: Sequence[tuple[Profile, Sequence[tuple[int, int]]]],
    ground: Kind,
    kind: int,
) -> Iterator[tuple[Share, int]]:
    """Yield the squares of one kind of ground that each price reaches first, best prices first."""
    if not kind:
        return
    field, side = lines.found.field, lines.sheet.distance / FINE
    spare = (HOP if ground.level else ACROSS) * side * ground.multiplier
    stride, stops = field.grid.stride, field.board.can_end
    shares = [
        share
        for profile, costs in layers
        for share in _shares(lines, profile, costs, spare, every=not ground.walked)
    ]
    shares.sort(key=lambda share: (share.fare.rank, share.used))
    reached, left = 0, kind
    for share in shares:
        reached |= share.bits & stops
        full = reached & reached >> 1
        full &= full >> stride & left
        if full:
            left ^= full
            yield share, full


def _shares(
    lines: Lines, profile: Profile, costs: Sequence[tuple[int, int]], spare: Fraction, *, every: bool
) -> Iterator[Share]:
    """Yield what a profile reaches, cut where its price changes and at every ring, with so much to spare.

    ``every``: all meters in use must have it to spare, since the last stretch may draw on any.
    """
    pricing, scale = lines.pricing, lines.found.scale
    most = scale.amount(costs[-1][0])
    if every:
        meters = tuple((name, used + spare if used else used) for name, used in profile.meters)
        profile = replace(profile, meters=meters)
    levels = pricing.levels(profile)
    own = pricing.levels(replace(profile, meters=()))
    asked = {check for level in own for check, _ in level.needs}
    limit = limit_without(levels, asked)
    begun = 0
    for until in _borders(levels, _width(lines, most), most + spare):
        # Whole costs that are at most this much, with the spare.
        ended = bisect_right(costs, floor((until - spare) * scale.unit), key=itemgetter(0))
        bits = 0
        for _, more in costs[begun:ended]:
            bits |= more
        if not bits:
            continue
        begun = ended
        left = None if limit is None else max(ZERO, limit - until)
        yield Share(pricing.fare(profile, until), pricing.reach.used(until, dict(profile.meters)), left, bits)


def _borders(levels: Sequence[Level], width: Fraction, most: Fraction) -> list[Fraction]:
    """Return where prices change and where rings end, in rising order, up to the first past ``most``."""
    ends = {level.limit for level in levels if level.limit is not None}
    last = levels[-1].limit
    rings = range(-(-most // width) + 1)
    return sorted(
        border for border in ends | {width * ring for ring in rings} if last is None or border <= last
    )


def _width(lines: Lines, most: Fraction) -> Fraction:
    """Return how much allowance a ring is wide: whole lengths of a cell side, about eight to the whole."""
    side = lines.sheet.distance
    whole = lines.budget.limit if lines.budget.limit is not None else most
    return side * max(1, -(-whole // (RINGS * side)))


def _layer(
    fare: Fare, rings: Mapping[tuple[Fraction, Fraction | None], int], grid: Lattice, borders: Places
) -> dict[str, Any]:
    areas = [
        {"used": used, "left": left, "area": Written(outlines(bits, grid.stride, borders))}
        for (used, left), bits in rings.items()
    ]
    return fare.layer(areas, None)


def _borders_of(grid: Lattice) -> Places:
    across = [_plain_third(grid.left + x) for x in range(grid.stride + 1)]
    down = [_plain_third(grid.top + y) for y in range(grid.inner + 1)]
    return places(across, down)


@cache
def _plain_third(number: int) -> int | float:
    return plain(Fraction(point((number, 0))[0], GRAIN))


# ---------------------------------------------------------------- the best way


def best_line(lines: Lines, here: Point, route: BestRoute) -> list[Point] | None:
    """Return the points of the best way to a place, through its via points; none: there is no way."""
    sheet, spot = lines.sheet, lines.spot
    points: list[Point] = [here]
    start, found = Start((0, 0)), lines.found
    for target in [*route.via, route.to]:
        goal = sheet.spot(target.col, target.row)
        leg = _leg(lines, start, spot, found, goal) if goal != spot else ([], None)
        if leg is None:
            return None
        spots, label = leg
        rise = plain(exact(target.elevation))
        for place in spots[1:-1]:
            left, top = sheet.place(place)
            points.append((plain(left), plain(top), rise, None))
        if spots:
            points.append((plain(exact(target.col)), plain(exact(target.row)), rise, None))
        if target is not route.to and label is not None:
            spot, start = goal, _after(label)
            far = FARTHEST * FINE if lines.reach is None else min(lines.reach, FARTHEST * FINE)
            found = lines.flood(start, spot, [spot], far, lines.budget)
    return points


def _after(label: Label) -> Start:
    """Return where the next leg of a way starts, with what this one has used."""
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
    lines: Lines, start: Start, spot: Spot, found: Found, goal: Spot
) -> tuple[list[Spot], Label | None] | None:
    """Return the places of one leg and the label at its end; none: no way leads there."""
    way = _way(lines, found, goal)
    if way is None:
        way = _beyond(lines, start, spot, goal)
    if way is None:
        return None
    spots, label = way
    return _straightened(lines.sheet, spots), label


def _beyond(lines: Lines, start: Start, spot: Spot, goal: Spot) -> tuple[list[Spot], Label] | None:
    """Return the shortest way to a place that the budget does not reach, by coarse steps; none: there is no way."""
    field = lines.field(spot, [spot, goal], FARTHEST * FINE // 2, HALVES)
    grid = field.grid
    joined = linked(field.board, grid.start)
    if not any(grid.holds(cell) and joined >> grid.bit(cell) & 1 for cell, _ in _around(goal)):
        return None
    start = Start(grid.start, cost=start.cost)
    found = Found(field, flood(field.board, start, _endless(lines.budget)))
    return _way(lines, found, goal, priced=False)


def _endless(budget: Budget) -> Budget:
    """Return a budget that nothing limits, and that counts nothing but lengths: one board is enough."""

    def draw(footing: Footing, phase: int) -> Draw:
        drawn = budget.draw(footing, phase)
        return Draw(None, factor=drawn.factor) if drawn.meter in {None, *budget.meters} else drawn

    def jump(far: Fraction, high: Fraction, running: bool, used: Fraction, phase: int) -> Jump | None:  # noqa: FBT001 - as every budget's
        jump = budget.jump(far, high, running, used, phase)
        return None if jump is None or jump.chance <= 0 else Jump(ONE, None)

    return replace(
        budget,
        limit=None,
        meters={},
        jump=jump,
        jump_counts=True,
        jump_meter=None,
        gates={},
        floor=ZERO,
        draw=draw,
        phases=(),
        possible=anything,
    )


def _way(lines: Lines, found: Found, goal: Spot, *, priced: bool = True) -> tuple[list[Spot], Label] | None:
    """Return the best way over the lattice, from the port to a goal between its points."""
    pricing, sheet, flood, grid = lines.pricing, lines.sheet, found.flood, found.field.grid
    best: tuple[Any, tuple[int, int], Label, Label] | None = None
    for cell, corner in _around(goal):
        if best is not None and not corner:
            break
        labels = flood.labels(cell) if grid.holds(cell) else []
        if not labels or not _leads(sheet, point(cell), goal):
            continue
        for label in labels:
            end = _arrived(lines, label, point(cell), goal)
            spent = end.cost + sum((used for _, used in end.profile.meters), ZERO)
            worth = (pricing.fare(end.profile, end.cost).rank, spent) if priced else (spent,)
            if best is None or worth < best[0]:
                best = worth, cell, label, end
    if best is None:
        return None
    _, cell, label, end = best
    spots = [grid.spot((col, row)) for col, row, _ in flood.path(cell, label)]
    if spots[-1] != goal:
        spots.append(goal)
    return spots, end


def _around(goal: Spot) -> Iterator[tuple[Cell, bool]]:
    """Yield the points of the lattice around a place: the corners of its square, then, told apart, those about it."""
    col, row = square_of(goal)
    corners = [(col + right, row + down) for down in (0, 1) for right in (0, 1)]
    yield from ((corner, True) for corner in corners)
    for down in range(-1, 3):
        for right in range(-1, 3):
            if (col + right, row + down) not in corners:
                yield (col + right, row + down), False


def _leads(sheet: Expanse, a: Spot, b: Spot) -> bool:
    """Return whether a straight line is free, and over no gap."""
    if a == b:
        return True
    return _leads_on_foot(sheet, a, b) and sheet.bar(a, b) is None


def _arrived(lines: Lines, label: Label, a: Spot, b: Spot) -> Label:
    """Return a label after the straight line from its point to a place nearby."""
    if a == b:
        return label
    sheet, cost, meters = lines.sheet, label.cost, dict(label.profile.meters)
    gates: frozenset[str] = frozenset()
    far, by = sheet.length(a, b), Heading("", 0, 0, Fraction(b[0] - a[0]), Fraction(b[1] - a[1]))
    for part in sheet.parts(a, b):
        footing, multiplier = footing_of(part.under, by), sheet.multiplier(part.under)
        draw = lines.budget.draw(footing, 0)
        entered = [ground.region for ground in part.under if not ground.surrounds(a)]
        flat = sum((exact(r.flat_cost) for r in entered if isinstance(r, Difficult)), ZERO)
        gates |= {r.id for r in entered if isinstance(r, Difficult) and lines.budget.gates.get(r.id, 1) < 1}
        length = far * (part.ends - part.begins) * multiplier * draw.factor + flat
        if draw.meter is None:
            cost += length
        else:
            meters[draw.meter] = meters.get(draw.meter, ZERO) + length
    chance = label.profile.chance
    for gate in gates - label.profile.gates - lines.budget.passed:
        chance *= lines.budget.gates[gate]
    gates = (label.profile.gates | gates) - lines.budget.passed
    profile = replace(label.profile, meters=tuple(sorted(meters.items())), gates=gates, chance=chance)
    return replace(label, cost=cost, profile=profile)


def _straightened(sheet: Expanse, spots: Sequence[Spot]) -> list[Spot]:
    """Return a way in straight lines; a jump stays where it is, with the straight run before it."""
    kept, at = [spots[0]], 0
    while at < len(spots) - 1:
        jump = next(
            (n for n in range(at, len(spots) - 1) if not _leads_on_foot(sheet, *spots[n : n + 2])), None
        )
        if jump is None:
            return [*kept, *_pulled(sheet, spots[at:])[1:]]
        run, land = jump, jump + 1
        while run > at and _in_line(spots[run - 1], spots[run], spots[jump + 1]):
            run -= 1
        while land < len(spots) - 1 and not _leads_on_foot(sheet, *spots[land : land + 2]):
            land += 1
        kept += _pulled(sheet, spots[at : run + 1])[1:]
        kept += [spots[n] for n in range(run + 1, land) if not _in_line(spots[n - 1], spots[n], spots[n + 1])]
        kept.append(spots[land])
        at = land
    return kept


def _leads_on_foot(sheet: Expanse, a: Spot, b: Spot) -> bool:
    """Return whether a straight line is over no gap."""
    return all(ground.region.kind != "gap" for part in sheet.parts(a, b) for ground in part.under)


def _in_line(a: Spot, b: Spot, c: Spot) -> bool:
    """Return whether the way goes straight on at ``b``, as exactly as places are."""
    x, y, far, low = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    slack = 2 * max(abs(x), abs(y), abs(far), abs(low))
    return x * far + y * low > 0 and abs(x * low - y * far) <= slack


def _pulled(sheet: Expanse, spots: Sequence[Spot]) -> list[Spot]:
    """Return a way without the places that a straight line may leave out: free, and dearer in nothing."""
    kept, at = [spots[0]], 0
    while at < len(spots) - 1:
        step, far = 1, at + 1
        while at + 2 * step <= len(spots) - 1 and _spares(sheet, spots[at : at + 2 * step + 1]):
            step *= 2
            far = at + step
        while step > 1:
            step //= 2
            if far + step <= len(spots) - 1 and _spares(sheet, spots[at : far + step + 1]):
                far += step
        last = len(spots) - 1
        if far != last and _spares(sheet, spots[at:]):
            far = last
        kept.append(spots[far])
        at = far
    return kept


def _spares(sheet: Expanse, spots: Sequence[Spot]) -> bool:
    """Return whether the straight line from the first to the last place is free and dearer in nothing."""
    if spots[0] == spots[-1] or sheet.bar(spots[0], spots[-1]) is not None:
        return False
    straight, bent = _priced(sheet, [spots[0], spots[-1]]), _priced(sheet, spots)
    return (
        "gap" not in straight
        and "gap" not in bent
        and all(cost <= bent.get(name, ZERO) + GRAINS for name, cost in straight.items())
    )


def _priced(sheet: Expanse, spots: Sequence[Spot]) -> dict[str, Fraction]:
    """Return what a way costs: by mode, by region touched, and how often each region is entered."""
    costs: dict[str, Fraction] = {}
    before = sheet.under(*spots[0])
    for a, b in pairwise(spots):
        far = sheet.length(a, b)
        for part in sheet.parts(a, b):
            length = far * (part.ends - part.begins)
            kinds = {ground.region.kind for ground in part.under}
            mode = next((kind for kind in ("gap", "climb", "water") if kind in kinds), "ground")
            multiplier = sheet.multiplier(part.under)
            costs[mode] = costs.get(mode, ZERO) + length * multiplier
            for ground in part.under:
                if ground not in before:
                    name = f"into {ground.region.id}"
                    costs[name] = costs.get(name, ZERO) + 1
                costs.setdefault(f"over {ground.region.id}", ZERO)
            before = part.under
    return costs


def nearest_place(lines: Lines, wanted: Spot) -> tuple[int | float, int | float]:
    """Return the place within reach that is nearest to the one wanted, as the token's box begins there."""
    found = lines.found
    reached = 0
    for profile, costs in found.layers():
        for cost, bits in costs:
            if lines.pricing.fare(profile, found.scale.amount(cost)).kind != "impossible":
                reached |= bits
    grid = found.field.grid
    col, row = square_of(wanted)
    cell = nearest(reached & found.field.board.can_end, found.field.board, (col - grid.left, row - grid.top))
    spot = lines.spot if cell is None else point((cell[0] + grid.left, cell[1] + grid.top))
    left, top = lines.sheet.place(spot)
    return plain(left), plain(top)
