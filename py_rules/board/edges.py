"""Classes of equal steps: all steps of one direction, mode and price, as one mask of origins."""

from dataclasses import dataclass
from fractions import Fraction

from py_rules.board.square import DIRECTIONS, Square
from py_rules.board.terrain import Terrain


@dataclass(frozen=True, slots=True)
class Edge:
    """Steps that are not jumps: same direction, mode, multiplier, surcharge and gates."""

    direction: int
    mode: str
    multiplier: Fraction
    flat: Fraction
    gates: tuple[str, ...]
    """Difficult regions with a roll that the step enters, in scene order."""
    origins: int


Price = tuple[Fraction, tuple[str, ...]]
"""A flat surcharge and the gates passed."""


def compile_edges(square: Square, terrain: Terrain, steps: tuple[int, ...]) -> tuple[Edge, ...]:
    """Return the classes of all allowed steps that neither start nor end over a gap."""
    edges = []
    solid = ~terrain.gap
    for direction in range(len(DIRECTIONS)):
        allowed = steps[direction] & solid & ~square.back(terrain.gap, direction)
        for mode, in_mode in _modes(square, terrain, direction, allowed):
            for multiplier, priced in _multiplied(square, terrain, direction, in_mode):
                entries = split(square, terrain, direction, priced)
                edges += [
                    Edge(direction, mode, multiplier, flat, gates, origins)
                    for (flat, gates), origins in entries.items()
                ]
    return tuple(edges)


def split(square: Square, terrain: Terrain, direction: int, origins: int) -> dict[Price, int]:
    """Split origins by what their step in ``direction`` enters."""
    return split_by_entry(terrain, origins, delta=square.delta(direction))


def split_by_entry(terrain: Terrain, origins: int, *, delta: int) -> dict[Price, int]:
    """Split origins by the priced regions that the cell ``delta`` bits on touches and they do not."""
    classes: dict[Price, int] = {(Fraction(0), ()): origins} if origins else {}
    for region in terrain.rough:
        if not (region.flat or region.gate):
            continue
        target = region.touched >> delta if delta >= 0 else region.touched << -delta
        entering = target & ~region.touched & origins
        if not entering:
            continue
        gate = (region.id,) if region.gate else ()
        divided: dict[Price, int] = {}
        for (flat, gates), bits in classes.items():
            inside = bits & entering
            for key, part in (((flat, gates), bits ^ inside), ((flat + region.flat, gates + gate), inside)):
                if part:
                    divided[key] = divided.get(key, 0) | part
        classes = divided
    return classes


def _modes(square: Square, terrain: Terrain, direction: int, origins: int) -> list[tuple[str, int]]:
    climb = origins & square.back(terrain.climb, direction)
    swim = origins & square.back(terrain.swim, direction)
    parts = [("ground", origins & ~(climb | swim)), ("climb", climb), ("swim", swim)]
    return [(mode, bits) for mode, bits in parts if bits]


def _multiplied(square: Square, terrain: Terrain, direction: int, origins: int) -> list[tuple[Fraction, int]]:
    parts, rest = [], origins
    for multiplier, bits in terrain.multipliers:
        part = rest & square.back(bits, direction)
        if part:
            parts.append((multiplier, part))
            rest ^= part
    return [(Fraction(1), rest), *parts] if rest else parts
