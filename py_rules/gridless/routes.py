"""The best way to a place on a map without cells: over the lattice, then pulled straight."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from py_rules.board.districts import Spot
from py_rules.board.expanse import FINE, Expanse, Ground
from py_rules.board.field import footing_of
from py_rules.board.grid import Cell, Heading
from py_rules.board.lattice import HALVES, point, square_of
from py_rules.exact import exact, plain
from py_rules.footing import Draw, Footing
from py_rules.gridless.searching import FARTHEST, Found, Lines
from py_rules.protocol import BestRoute, Difficult
from py_rules.search import Budget, Jump, Label, Start, anything, flood, linked
from py_rules.search.window import nearest
from py_rules.ways import Point

ZERO, ONE = Fraction(0), Fraction(1)
GRAINS = Fraction(1, 100_000)
"""Lengths are rounded to a grain piece by piece; so little is no difference."""


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
            beside = end.profile.beside
            spent = end.cost + beside, beside
            worth = (pricing.fare(end.profile, end.cost).rank, *spent) if priced else spent
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
    kept, at, last = [spots[0]], 0, len(spots) - 1
    stood = sheet.under(*spots[0])
    while at < last:
        step, far = 1, at + 1
        while at + 2 * step <= last and _spares(sheet, spots[at : at + 2 * step + 1], stood):
            step *= 2
            far = at + step
        while step > 1:
            step //= 2
            if far + step <= last and _spares(sheet, spots[at : far + step + 1], stood):
                far += step
        if far != last and _spares(sheet, spots[at:], stood):
            far = last
        for part in sheet.parts(spots[at], spots[far]):
            stood = part.under
        kept.append(spots[far])
        at = far
    return kept


def _spares(sheet: Expanse, spots: Sequence[Spot], stood: tuple[Ground, ...]) -> bool:
    """Return whether the straight line from the first to the last place is free and dearer in nothing.

    ``stood``: what was underfoot right before; of a place on a border, that is told by the way that leads there.
    """
    if spots[0] == spots[-1] or sheet.bar(spots[0], spots[-1]) is not None:
        return False
    straight, bent = _priced(sheet, [spots[0], spots[-1]], stood), _priced(sheet, spots, stood)
    return (
        "gap" not in straight
        and "gap" not in bent
        and all(cost <= bent.get(name, ZERO) + GRAINS for name, cost in straight.items())
    )


def _priced(sheet: Expanse, spots: Sequence[Spot], before: tuple[Ground, ...]) -> dict[str, Fraction]:
    """Return what a way costs, by mode, and how often each region is entered."""
    costs: dict[str, Fraction] = {}
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
    field, grid = found.field, found.field.grid
    col, row = square_of(wanted)
    ends = reached & field.board.can_end & ~field.gap
    cell = nearest(ends, field.board, (col - grid.left, row - grid.top))
    spot = lines.spot if cell is None else point((cell[0] + grid.left, cell[1] + grid.top))
    left, top = lines.sheet.place(spot)
    return plain(left), plain(top)
