"""Where a token can go on a map without cells, as areas with their prices.

A square of the lattice is listed where all four of its corners are reached with so much to spare that any point
of the square is within reach of its nearest corner; so nothing is listed that a plan would refuse.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import floor
from operator import itemgetter
from typing import Any

from py_rules.answers import Written
from py_rules.board.expanse import FINE
from py_rules.board.field import Kind
from py_rules.board.lattice import Lattice, point
from py_rules.destinations import LEAST_CHANCE, Fare
from py_rules.exact import GRAIN, plain
from py_rules.gridless.outlines import Places, outlines, places
from py_rules.gridless.searching import Lines
from py_rules.levels import Level, limit_without
from py_rules.search import Profile

ZERO = Fraction(0)
HOP = Fraction(5, 7)
"""A point of a square is no farther from its nearest corner, in steps: half a diagonal, rounded up."""
ACROSS = Fraction(10, 7)
"""Nor from any corner."""
RINGS = 8
"""About so many rings share an allowance."""


@dataclass(frozen=True, slots=True)
class Share:
    """Points that one price reaches within one ring."""

    fare: Fare
    used: Fraction
    left: Fraction | None
    beside: Fraction
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
    # What uses least beside comes first: so a way that is shorter in all uses no more of the primary allowance.
    shares.sort(key=lambda share: (share.fare.rank, share.beside, share.used))
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
        fare, used = pricing.fare(profile, until), pricing.reach.used(until, dict(profile.meters))
        yield Share(fare, used, left, profile.beside, bits)


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
