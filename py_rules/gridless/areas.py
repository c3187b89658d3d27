"""Where a token can go on a map without cells, as areas with their prices.

A square of the lattice is listed where its corners are reached with enough to spare that any point of the square is
within reach of one of them: all four for the way from the nearest one, two side by side for that from the nearer one,
or a single one for the way across (these only on plain ground: of other ground a corner outside does not tell). So
nothing is listed that a plan would refuse. Where the mover sees the ground, a price reaches as far as a straight line
does: there its border is a circle (:mod:`py_rules.gridless.sight`).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from py_rules.board.atlas import Atlas
from py_rules.board.boxes import FINE
from py_rules.board.field import Field
from py_rules.board.grid import union
from py_rules.board.lattice import Lattice, point
from py_rules.board.lattice_ground import PLAIN, Kind, touching
from py_rules.engine.price_tiers import PriceTier
from py_rules.gridless.ends import drawn, label_of, through
from py_rules.gridless.outlines import Places, outlines, places
from py_rules.gridless.searching import OpenSearch
from py_rules.gridless.sight import Circles
from py_rules.paths.fares import LEAST_CHANCE, Fare
from py_rules.search import CellsByCost, Profile, Scale
from py_rules.values import work
from py_rules.values.answer_parts import Written
from py_rules.values.cache import cached
from py_rules.values.footing import Draw, Footing
from py_rules.values.records import record, replace
from py_rules.values.rounding import GRAIN, to_number

ZERO = Fraction(0)
HOP, PAIR, ACROSS = Fraction(7072, 10_000), Fraction(11_181, 10_000), Fraction(14_143, 10_000)
"""A point of a square is no farther from its nearest corner, from the nearer of two beside each other, from any: the
roots of a half, five quarters and two steps, rounded up."""
RINGS = 4
"""About how many rings an allowance is divided into."""


Layers = Sequence[tuple[Profile, CellsByCost]]
"""The points that paths of a profile reach, by rising cost."""
Spent = tuple[Fraction, Fraction | None]
"""What is used and left in a ring, at most and at least."""
Cut = tuple[Fraction, list[int], PriceTier]
"""Where a price changes or a ring ends; the same on the scale of costs, less what is to spare; the price till there."""


@record()
class Share:
    """Points that one price reaches within one ring."""

    fare: Fare
    used: Fraction
    left: Fraction | None
    beside: Fraction
    points: tuple[int, ...]
    """With each of what there was to be to spare."""
    straight: Fraction | None
    """How far a price leads in a straight line over plain ground; none: such a line is not paid so, or it leads on."""


def areas_of(lines: OpenSearch) -> tuple[list[dict[str, Any]], bool, list[dict[str, Any]]]:
    """Return the layers of areas where the token can go, best first; whether something was cut; and heights."""
    areas: tuple[list[dict[str, Any]], bool, list[dict[str, Any]]] = work.again(
        lambda made: cached(lines.kept, "areas", most=1, make=made), lambda: _areas_of(lines)
    )
    return areas


def _areas_of(lines: OpenSearch) -> tuple[list[dict[str, Any]], bool, list[dict[str, Any]]]:
    found = lines.found
    work.add(found.work)
    truncated = lines.cut or (found.flood is not None and found.flood.cut)
    whole = lines.layers
    found_layers: list[tuple[Fare, dict[str, Any]]] = []
    heights: list[dict[str, Any]] = []
    for tile, field in enumerate(found.atlas.fields):
        storey, borders = found.atlas.storeys[tile], _borders_of(field.grid)
        circles = _circles(lines, field) if storey == lines.at[0] else None
        rings, unlikely = _rings(lines, field, layers=_on(found.atlas, whole, tile=tile), circles=circles)
        listed = union(bits for _, ring in rings for bits in ring.values())
        truncated |= unlikely or (found.truncated and bool(_ending(field, field.clear) & ~listed))
        floor, name = lines.floors.elevations[storey], lines.floors.names[storey]
        for up, told in _heights(field, listed, borders=borders):
            heights.append({"storey": name, "elevations": [to_number(floor + up)], **told})
        for fare, ring in rings:
            layer = _layer(fare, ring, grid=field.grid, borders=borders, circles=circles)
            told = {} if name is None else {"elevation": to_number(floor), "storey": name}
            found_layers.append((fare, layer | told))
    return [layer for _, layer in sorted(found_layers, key=lambda one: one[0].rank)], truncated, heights


def _on(atlas: Atlas, layers: Layers, *, tile: int) -> Layers:
    """Return what of some layers is on a tile."""
    if len(atlas.fields) == 1:
        return layers
    parts = ((profile, cells.within(lambda bits: atlas.tiles.on(bits, tile))) for profile, cells in layers)
    return [(profile, here) for profile, here in parts if here is not None]


def _circles(lines: OpenSearch, field: Field) -> Circles | None:
    """Return the circles around the mover on plain ground; none: it does not walk there, or not by length alone.

    They lead over no ground that is too high or too low to be stepped on from all of it.
    """
    draw, *later = _draws(lines, Footing("ground"))
    if lines.stuck or lines.up or later or draw != Draw(None, factor=draw.factor) or not draw.factor:
        return None
    plain = union(squares for kind, squares in field.kinds if _plain(kind))
    step = lines.open_map.distance / FINE * draw.factor
    if levels := field.board.terrain.heights.levels:
        heights = lines.open_map.ground_heights
        near = [level for level in levels if not heights.steep(heights.at(*lines.spot), level)]
        plain &= union(level.touched for level in near if not heights.steep(near[-1], level))
    return Circles(field.grid, lines.spot, open_=_ending(field, plain & field.clear), step=step)


def _draws(lines: OpenSearch, footing: Footing) -> tuple[Draw, ...]:
    """Return what a stretch on a footing draws on, by the phase that it is made in; one that is alike in all."""
    draws = tuple(lines.budget.draw(footing, phase) for phase in range(len(lines.budget.phases) + 1))
    return draws if len(set(draws)) > 1 else draws[:1]


def _plain(ground: Kind) -> bool:
    """Return whether there is nothing in a kind of ground: only at its border it may be of another height."""
    return ground._replace(rim=False) == PLAIN


def _ending(field: Field, squares: int) -> int:
    """Return the squares at whose corners the mover can stop."""
    rows = field.board.can_end & field.board.can_end >> 1
    return squares & rows & rows >> field.grid.stride


def _rings(
    lines: OpenSearch, field: Field, *, layers: Layers, circles: Circles | None
) -> tuple[list[tuple[Fare, dict[Spent, int]]], bool]:
    """Return what each fare reaches of a tile, ring by ring, and whether something is too unlikely to be listed."""
    rings: dict[tuple[object, ...], tuple[Fare, dict[Spent, int]]] = {}
    unlikely = False
    for ground, squares in field.kinds:
        kind = squares & field.clear
        seen = circles if _plain(ground) else None
        for share, bits in _squares(lines, field, layers=layers, ground=ground, kind=kind, circles=seen):
            fare = share.fare
            if fare.kind == "impossible":
                continue
            if fare.chance is not None and fare.chance < LEAST_CHANCE:
                unlikely = True
                continue
            ring = rings.setdefault(fare.key, (fare, {}))[1]
            ring[share.used, share.left] = ring.get((share.used, share.left), 0) | bits
    return list(rings.values()), unlikely


def _heights(field: Field, listed: int, *, borders: Places) -> Iterator[tuple[Fraction, Any]]:
    """Yield how high the ground of some squares is above the floor, where it is not that, from high to low."""
    heights: dict[Fraction, int] = {}
    for level in field.board.terrain.heights.levels:
        if level.elevation and level.touched & listed:
            heights[level.elevation] = heights.get(level.elevation, 0) | level.touched & listed
    for up, bits in heights.items():
        yield up, {"cells": None, "area": Written(outlines(bits, field.grid.stride, places=borders))}


def _squares(
    lines: OpenSearch, field: Field, *, layers: Layers, ground: Kind, kind: int, circles: Circles | None
) -> Iterator[tuple[Share, int]]:
    """Yield the squares of one kind of ground that each price reaches first, best prices first."""
    # A corner on the border says nothing of what is climbed, swum or entered behind it.
    if not kind or (ground.rim and not ground.walked):
        return
    factor = max(draw.factor for draw in _draws(lines, ground.footing))
    side = lines.open_map.distance / FINE * ground.multiplier * factor
    farthest = (ACROSS, PAIR, HOP) if ground.plain else (HOP,)
    # Where it makes a difference to come in, a place may be as far as any corner.
    level = ground.walked and not ground.rim
    spares = tuple(far * side + ground.entry.flat for far in (farthest if level else (ACROSS,)))
    stride = field.grid.stride
    reached, left = [0] * len(spares), _ending(field, kind)
    for share in _shares(lines, layers, ground=ground, spares=spares):
        reached = [before | points for before, points in zip(reached, share.points, strict=True)]
        full = left & (reached[0] if ground.rim else _within(reached, stride))
        if circles is not None and share.straight is not None:
            full |= left & circles.within(share.straight)
        if full:
            left ^= full
            yield share, full


def _within(reached: Sequence[int], stride: int) -> int:
    """Return the squares that are within reach of their corners: of any, of two beside each other, of the nearest."""
    if len(reached) == 1:
        rows = reached[0] & reached[0] >> 1
        return rows & rows >> stride
    one, two, all_ = reached
    level, upright, rows = two & two >> 1, two & two >> stride, all_ & all_ >> 1
    pairs = level | level >> stride | upright | upright >> 1
    return touching(one, stride) | pairs | rows & rows >> stride


def _shares(lines: OpenSearch, layers: Layers, *, ground: Kind, spares: Sequence[Fraction]) -> list[Share]:
    """Return what all profiles reach with each of ``spares`` left over on a ground, the best price first."""
    made: dict[tuple[int, Fraction], tuple[Sequence[PriceTier], list[Cut]]] = {}
    """Each with the list whose place in memory names it."""
    most = max((lines.found.scale.amount(cells.costs[-1]) for _, cells in layers), default=ZERO) + spares[0]
    shares: list[Share] = []
    for profile, cells in _farther(lines, layers, ground=ground, spare=spares[0]):
        tiers, width = lines.pricing.price_tiers(profile), _width(lines, cells)
        key = id(tiers), width
        if key not in made:
            made[key] = tiers, list(_cuts(tiers, width, scale=lines.found.scale, spares=spares, most=most))
        shares += _shares_of(lines, profile, cells=cells, cuts=made[key][1])
    # What uses least beside comes first: so a path that is shorter in all uses no more of the primary allowance.
    return sorted(shares, key=_order)


def _farther(
    lines: OpenSearch, layers: Layers, *, ground: Kind, spare: Fraction
) -> Iterator[tuple[Profile, CellsByCost]]:
    """Yield what is reached with one more stretch on a ground: it leaves marks, passes gates and uses a meter."""
    budget, draws = lines.budget, _draws(lines, ground.footing)
    ends = [end * lines.found.scale.unit for end in budget.phases[: len(draws) - 1]]
    for alone, cells in layers:
        profile = through(alone, ground.entry.gates, budget=budget)
        after = [cells.cells, *(cells.after(bisect_left(cells.costs, end)) for end in ends), 0]
        for draw, (here, later) in zip(draws, pairwise(after), strict=True):
            part = cells.within((here & ~later).__and__) if ends else cells
            if part is not None and budget.pays(draw):
                yield drawn(profile, draw, amount=spare), part


def _order(share: Share) -> tuple[object, ...]:
    """Order shares from good to bad; numbers that are quick to compare stand before exact ones."""
    (kind, chance, dice), beside, used = share.fare.rank, share.beside, share.used
    return kind, float(chance), chance, dice, float(beside), beside, float(used), used


def _shares_of(
    lines: OpenSearch, profile: Profile, *, cells: CellsByCost, cuts: Sequence[Cut]
) -> Iterator[Share]:
    """Yield what a profile reaches, cut where its price changes and at every ring."""
    pricing = lines.pricing
    limit, beside, meters_used = pricing.limit(profile), profile.beside, dict(profile.meters)
    begun: list[int] = []
    start = label_of(lines.start)
    straight = _used(profile) == _used(start.profile)
    ahead = [cells.cells] * len(cuts[0][1] if cuts else ())
    for until, whole, tier in cuts:
        ended = [bisect_right(cells.costs, most) for most in whole]
        if ended == begun:
            continue
        after = [cells.after(count) for count in ended]
        points = tuple(before ^ rest for before, rest in zip(ahead, after, strict=True))
        begun, ahead = ended, after
        if any(points):
            left = None if limit is None else max(ZERO, limit - until)
            used = pricing.reach.used(until, meters_used)
            far = until - start.cost if straight and until == tier.limit else None
            yield Share(pricing.fare_of(profile, tier), used, left, beside, points, far)


def _used(profile: Profile) -> Profile:
    """Return a profile without the meters and marks of which nothing is used."""
    meters = tuple(used for used in profile.meters if used[1])
    return replace(profile, meters=meters, marks=tuple(mark for mark in profile.marks if mark[1]))


def _cuts(
    tiers: Sequence[PriceTier],
    width: Fraction,
    *,
    scale: Scale,
    spares: Sequence[Fraction],
    most: Fraction,
) -> Iterator[Cut]:
    """Yield where prices change and where rings end, in rising order, up to the first past ``most``."""
    ends = {tier.limit for tier in tiers if tier.limit is not None}
    last, rings = tiers[-1].limit, range(-(-most // width) + 1)
    dearer = iter(tiers)
    tier = next(dearer)
    for until in sorted(ends | {width * ring for ring in rings}):
        if last is not None and until > last:
            return
        while tier.limit is not None and tier.limit < until:
            tier = next(dearer)
        yield until, [scale.within(until - spare) for spare in spares], tier


def _width(lines: OpenSearch, cells: CellsByCost) -> Fraction:
    """Return how much allowance a ring is wide: whole lengths of a cell side, about eight to the whole."""
    side, limit = lines.open_map.distance, lines.budget.limit
    whole = lines.found.scale.amount(cells.costs[-1]) if limit is None else limit
    return side * max(1, -(-whole // (RINGS * side)))


def _layer(
    fare: Fare, rings: Mapping[Spent, int], *, grid: Lattice, borders: Places, circles: Circles | None
) -> dict[str, Any]:
    def area(bits: int) -> Written:
        bend = circles.bend(borders, bits) if circles else None
        return Written(outlines(bits, grid.stride, places=borders, bend=bend))

    areas = [{"used": used, "left": left, "area": area(bits)} for (used, left), bits in rings.items()]
    return fare.layer(areas, None)


def _borders_of(grid: Lattice) -> Places:
    columns, rows = range(grid.left, grid.left + grid.stride + 1), range(grid.top, grid.top + grid.inner + 1)
    return places(map(_plain_third, columns), map(_plain_third, rows))


@lru_cache(maxsize=16_384)
def _plain_third(number: int) -> str:
    return repr(to_number(Fraction(point((number, 0))[0], GRAIN)))
