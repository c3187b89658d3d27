"""What is underfoot: the regions of the scene as masks of anchors."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import or_

from py_rules import protocol
from py_rules.board.square import Cell, Square
from py_rules.exact import exact


@dataclass(frozen=True, slots=True)
class Rough:
    """A difficult region: ``touched`` are the anchors whose footprint has a cell in it."""

    id: str
    touched: int
    multiplier: Fraction
    flat: Fraction
    gate: bool
    """Whether entering it demands a roll."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A climb region: ``touched`` are the anchors whose footprint has a cell in it."""

    touched: int
    surface: str | None
    difficulty: int | None


@dataclass(frozen=True, slots=True)
class Terrain:
    """All that is underfoot; bits are anchors on the map."""

    obstacle: int
    gap: int
    """The whole footprint is over a gap."""
    climb: int
    swim: int
    rough: tuple[Rough, ...]
    difficult: int
    """Anchors that touch any difficult region."""
    surfaces: tuple[Surface, ...]
    multipliers: tuple[tuple[Fraction, int], ...]
    """The worst multiplier of each anchor, where it is above 1: disjoint, worst first."""


def compile_terrain(square: Square, regions: Sequence[protocol.Region], *, size: Cell) -> Terrain:
    """Return the terrain under a footprint of ``size``; regions off the map are cut to it."""
    obstacle, gap, water, climb = 0, 0, 0, 0
    rough: list[Rough] = []
    surfaces: list[Surface] = []
    for region in regions:
        area = square.area(region.area)
        match region:
            case protocol.Obstacle():
                obstacle |= area
            case protocol.Gap():
                gap |= area
            case protocol.Water():
                water |= area
            case protocol.Climbable():
                touched = square.touched(area, size)
                climb |= touched
                surfaces.append(Surface(touched, region.surface, region.difficulty))
            case protocol.Difficult():
                rough.append(_rough(region, square.touched(area, size)))
    return Terrain(
        obstacle=square.touched(obstacle, size),
        gap=square.covered(gap, size),
        climb=climb,
        swim=square.touched(water, size) & ~climb,
        rough=tuple(rough),
        difficult=reduce(or_, (region.touched for region in rough), 0),
        surfaces=tuple(surfaces),
        multipliers=_multipliers(rough),
    )


def _rough(region: protocol.Difficult, touched: int) -> Rough:
    return Rough(
        id=region.id,
        touched=touched,
        multiplier=exact(region.cost_multiplier),
        flat=exact(region.flat_cost),
        gate=region.roll is not None,
    )


def _multipliers(rough: Sequence[Rough]) -> tuple[tuple[Fraction, int], ...]:
    """Return disjoint masks by the worst multiplier, worst first, without 1."""
    masks: dict[Fraction, int] = {}
    for region in rough:
        if region.multiplier > 1 and region.touched:
            masks[region.multiplier] = masks.get(region.multiplier, 0) | region.touched
    worst, taken = [], 0
    for multiplier in sorted(masks, reverse=True):
        bits = masks[multiplier] & ~taken
        taken |= bits
        if bits:
            worst.append((multiplier, bits))
    return tuple(worst)
