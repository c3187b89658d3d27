"""Classes of equal steps: all steps of one direction, mode and price, as one mask of their origins."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain
from typing import NamedTuple, TypeVar

from py_rules.board.cells import CellGrid
from py_rules.board.grid import slide, union
from py_rules.board.heights import Level
from py_rules.board.terrain import Terrain
from py_rules.values import work
from py_rules.values.footing import Footing, Grade
from py_rules.values.records import record

GROUP = 16
"""How many priced regions are skipped at once where none of them is entered."""
Class = TypeVar("Class")
"""What distinguishes a class of origins from others."""


@record()
class Edge:
    """Steps that are not jumps: same direction, footing, multiplier, surcharge and gates."""

    direction: int
    footing: Footing
    multiplier: Fraction
    flat: Fraction
    gates: tuple[str, ...]
    """Difficult regions with a roll that the step enters, in scene order."""
    origins: int
    rise: Fraction = Fraction(0)
    """How far a climb between grounds of different heights leads up; negative: down."""


class LedgeEdges(NamedTuple):
    """On a lattice: steps on foot over level ground that end at a point of another height, and that begin at one.

    They lead to where a jump takes off, and from where it lands.
    """

    onto: tuple[Edge, ...] = ()
    off: tuple[Edge, ...] = ()


class EntryPrice(NamedTuple):
    """What entering costs: a flat surcharge and the gates passed, in scene order."""

    flat: Fraction
    gates: tuple[str, ...]


def compile_edges(grid: CellGrid, terrain: Terrain, *, steps: tuple[int, ...]) -> tuple[Edge, ...]:
    """Return the classes of all allowed steps that neither start nor end over a gap."""
    edges: list[Edge] = []
    solid = ~terrain.gap
    for direction in range(len(grid.headings)):
        allowed = steps[direction] & solid & ~grid.back(terrain.gap, direction)
        even, steep = terrain.heights.split(grid, direction, origins=allowed)
        entries = Entries(terrain, grid.delta(direction))
        classes = [(one, Fraction(0)) for one in _footings(grid, terrain, direction=direction, origins=even)]
        for (rise, side), origins in steep.items():
            classes += [
                (one, rise)
                for one in _climbed(grid, terrain, direction=direction, origins=origins, side=side, rise=rise)
            ]
        for (footing, on_it), rise in classes:
            for multiplier, priced in _multiplied(grid, terrain, direction=direction, origins=on_it):
                edges += [
                    Edge(direction, footing, multiplier, flat, gates, origins, rise)
                    for (flat, gates), origins in entries.split(priced).items()
                ]
                work.hold(len(edges) * grid.lines * grid.stride // 8)
    return tuple(edges)


class Entries:
    """The priced regions that steps of ``delta`` bits enter, looked through by groups: most are nowhere near."""

    def __init__(self, terrain: Terrain, delta: int) -> None:
        priced = [region for region in terrain.rough if region.flat or region.gate]
        entered = [
            (
                EntryPrice(region.flat, (region.id,) if region.gate else ()),
                slide(region.touched, -delta) & ~region.within,
            )
            for region in priced
        ]
        groups = [entered[first : first + GROUP] for first in range(0, len(entered), GROUP)]
        self._groups = [(union(begins for _, begins in group), group) for group in groups]

    def split(self, origins: int) -> dict[EntryPrice, int]:
        """Split origins by what their steps enter."""
        work.add(work.over(origins.bit_length(), len(self._groups)))
        met = (group for begins, group in self._groups if begins & origins)
        return by_entry(origins, chain.from_iterable(met))


def by_entry(origins: int, entered: Iterable[tuple[EntryPrice, int]]) -> dict[EntryPrice, int]:
    """Split origins by what their steps enter: prices of regions, each with the origins from which it is entered.

    >>> toll, mud = EntryPrice(Fraction(5), ()), EntryPrice(Fraction(0), ("mud",))
    >>> classes = by_entry(0b111, [(toll, 0b110), (mud, 0b1100)])
    >>> [(str(flat), gates, bin(bits)) for (flat, gates), bits in classes.items()]
    [('0', (), '0b1'), ('5', (), '0b10'), ('5', ('mud',), '0b100')]
    """
    classes: dict[EntryPrice, int] = {}
    priced = 0
    for price, begins in entered:
        entering = begins & origins
        work.add(work.over(begins.bit_length()))
        if not entering:
            continue
        if entering & priced:
            work.add(work.over(begins.bit_length(), 3 * len(classes)))
            classes = _both(classes, entering, more=price)
        first = entering & ~priced
        if first:
            classes[price] = classes.get(price, 0) | first
        priced |= entering
    free = origins & ~priced
    return {EntryPrice(Fraction(0), ()): free, **classes} if free else classes


def _both(classes: dict[EntryPrice, int], entering: int, *, more: EntryPrice) -> dict[EntryPrice, int]:
    """Split classes of origins into those that also enter a region, at ``more``, and the rest."""
    found: dict[EntryPrice, int] = {}
    for price, bits in classes.items():
        inside = bits & entering
        if bits != inside:
            found[price] = found.get(price, 0) | bits ^ inside
        if inside:
            both = EntryPrice(price.flat + more.flat, price.gates + more.gates)
            found[both] = found.get(both, 0) | inside
    return found


def divided(
    classes: Iterable[tuple[Class, int]], bits: int, *, named: Callable[[Class], Class]
) -> list[tuple[Class, int]]:
    """Split classes of origins by whether they are in a set; those that are have another name.

    >>> divided([("far", 0b011), ("near", 0b100)], 0b110, named=str.upper)
    [('FAR', 2), ('far', 1), ('NEAR', 4)]
    """
    found, classes = [], list(classes)
    work.add(work.over(bits.bit_length(), 2 * len(classes)))
    for name, origins in classes:
        inside = origins & bits
        if inside:
            found.append((named(name), inside))
        if origins ^ inside:
            found.append((name, origins ^ inside))
    return found


def _footings(grid: CellGrid, terrain: Terrain, *, direction: int, origins: int) -> list[tuple[Footing, int]]:
    """Split the origins of steps by what the steps lead onto."""
    climb = origins & grid.back(terrain.climb, direction)
    swim = origins & grid.back(terrain.swim, direction)
    parts = [(Footing("ground"), origins & ~(climb | swim)), (Footing("swim"), swim)]
    for region in terrain.surfaces:
        on_it = climb & grid.back(region.touched, direction)
        climb ^= on_it
        parts.append((region.footing(grid.headings[direction]), on_it))
    return _by_grades(grid, terrain, direction=direction, parts=parts)


def _climbed(
    grid: CellGrid, terrain: Terrain, *, direction: int, origins: int, side: Level, rise: Fraction
) -> list[tuple[Footing, int]]:
    """Split the origins of steep steps by what is climbed: a surface at the target, at the origin, else a side."""
    lean, parts = 1 if rise > 0 else -1, []
    ahead = [(surface, grid.back(surface.touched, direction)) for surface in terrain.surfaces]
    for surface, there in [*ahead, *((surface, surface.touched) for surface in terrain.surfaces)]:
        parts.append((surface.upright(lean), origins & there))
        origins &= ~there
    return _by_grades(grid, terrain, direction=direction, parts=[*parts, (side.climbed(lean), origins)])


def _by_grades(
    grid: CellGrid, terrain: Terrain, *, direction: int, parts: list[tuple[Footing, int]]
) -> list[tuple[Footing, int]]:
    """Split parts by the grades of the terrain that their steps lead into; empty parts are left out."""
    for grade, touched in terrain.grades:
        parts = _graded(parts, grade, into=grid.back(touched, direction))
    return [part for part in parts if part[1]]


def _graded(parts: list[tuple[Footing, int]], grade: Grade, *, into: int) -> list[tuple[Footing, int]]:
    """Split parts by whether their steps lead ``into`` terrain of a grade."""
    return divided(parts, into, named=lambda footing: footing._replace(grades=(*footing.grades, grade)))


def _multiplied(
    grid: CellGrid, terrain: Terrain, *, direction: int, origins: int
) -> list[tuple[Fraction, int]]:
    parts, rest = [], origins
    work.add(work.over(origins.bit_length(), 2 * len(terrain.multipliers)))
    for multiplier, bits in terrain.multipliers:
        part = rest & grid.back(bits, direction)
        if part:
            parts.append((multiplier, part))
            rest ^= part
    return [(Fraction(1), rest), *parts] if rest else parts
