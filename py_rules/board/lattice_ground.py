"""What is underfoot on a lattice: the ground of its squares, its kinds, and what steps over it are made on."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import floor, inf
from operator import attrgetter
from typing import Final, NamedTuple

from py_rules.board.boxes import FINE, third
from py_rules.board.edges import EntryPrice, by_entry, divided
from py_rules.board.grid import Heading, blocks, union
from py_rules.board.ground import Ground
from py_rules.board.lattice import Lattice
from py_rules.board.ledge_steps import grades_of
from py_rules.board.open_map import OpenMap
from py_rules.board.terrain import lean_of
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.footing import Footing
from py_rules.values.rounding import to_fraction

UNGRADED = (None, None)
"""What a region that does not say how difficult it is counts as."""


Squares = Sequence[tuple[Ground, int]]
"""The squares of each region."""


class Kind(NamedTuple):
    """A kind of ground: what each length counts, what it is gone over on, and whether to enter it changes nothing.

    It may cost something, need a roll, or make later rolls harder: none of that is met on a corner outside.

    ``rim``: it is of another height than some of its corners, though never than the upper left one. ``plain``: nothing
    of it is difficult, so that whoever comes from a corner outside has met all that there is. ``entry``: what it costs
    to come in from its corners, where it is so narrow that none of them is within.
    """

    multiplier: Fraction
    footing: Footing
    free: bool
    rim: bool = False
    plain: bool = True
    entry: EntryPrice = EntryPrice(Fraction(0), ())

    @property
    def walked(self) -> bool:
        """Whether it is walked on and to enter it changes nothing."""
        return self.footing.mode == "ground" and self.free


PLAIN: Final = Kind(Fraction(1), Footing("ground"), free=True)
"""Ground with nothing in it, of which all is as high as around it."""


def inside(open_map: OpenMap, grid: Lattice) -> int:
    """Return the points where the mover's whole box is on the map."""
    sides = zip((open_map.cols, open_map.rows), open_map.size, strict=True)
    (left, right), (top, bottom) = (
        (-floor(-size / 2 * FINE), floor((whole - size / 2) * FINE)) for whole, size in sides
    )
    return grid.rect(left, top, right + 1, bottom + 1)


def squares_in(grid: Lattice, grounds: Iterable[Ground]) -> list[tuple[Ground, int]]:
    """Return the squares of each region in the window, by their upper left points; refuse more than are held."""
    found, held = list[tuple[Ground, int]](), 0
    for ground in grounds:
        if bits := union(grid.rect(*(third(side) for side in box)) for box in ground.boxes):
            found.append((ground, bits))
            held += bits.bit_length() // 8
            work.hold(held)
    return found


def inner(grid: Lattice, bits: int) -> int:
    """Return the points that are in the midst of squares."""
    rows = bits & bits << 1
    return rows & rows << grid.stride


def touching(points: int, stride: int) -> int:
    """Return the squares that have a corner among some points."""
    rows = points | points >> 1
    return rows | rows >> stride


def signatures(squares: Squares, origins: int) -> list[tuple[tuple[Ground, ...], int]]:
    """Split origins by the regions they are in."""
    met = [bits & origins for _, bits in squares]
    rest = origins & ~union(iter(met))
    found: dict[tuple[float, ...], int] = {(inf,): rest} if rest else {}
    for at, here in blocks(met):
        classes: list[tuple[tuple[float, ...], int]] = [((inf,), union(bits for _, bits in here))]
        for number, bits in here:
            classes = divided(classes, bits, named=partial(_and, number))
        for name, bits in classes:
            found[name] = found.get(name, 0) | bits << at
    work.add(work.over(origins.bit_length(), 4 * len(found)))
    return [
        (tuple(squares[int(number)][0] for number in name[:-1]), bits) for name, bits in sorted(found.items())
    ]


def _and(number: int, name: tuple[float, ...]) -> tuple[float, ...]:
    """Return the name of a class within one more region: sorted, what is in a region is before what is not."""
    return (*name[:-1], number, inf)


def entered(
    grid: Lattice, squares: Squares, *, under: Sequence[Ground], origins: int, corners: bool = False
) -> dict[EntryPrice, int]:
    """Split origins by the surcharges and gates that a step meets: of what it is in and they are not wholly in.

    ``corners``: origins are squares, and they meet what none of their corners is wholly in.
    """
    priced = [
        ground
        for ground in under
        if isinstance(ground.region, map_data.Difficult) and (ground.region.flat_cost or ground.region.roll)
    ]
    entered = (
        (
            EntryPrice(to_fraction(region.flat_cost), (region.id,) if region.roll else ()),
            ~(touching(inner(grid, bits), grid.stride) if corners else inner(grid, bits)),
        )
        for ground, bits in (squares if priced else ())
        if ground in priced and isinstance(region := ground.region, map_data.Difficult)
    )
    return by_entry(origins, entered)


def footing_of(under: Sequence[Ground], heading: Heading) -> Footing:
    """Return what a step over some regions is made on."""
    regions = [ground.region for ground in under]
    grades = grades_of(under)
    for region in regions:
        if isinstance(region, map_data.Climbable):
            lean = lean_of(region, heading.east, south=heading.south)
            return Footing("climb", region.surface, region.slick, region.difficulty, grades, lean)
    wet = any(isinstance(region, map_data.Water) for region in regions)
    return Footing("swim" if wet else "ground", grades=grades)


def footings(open_map: OpenMap) -> list[Footing]:
    """Return all that steps on a map can be made on."""
    grid = Lattice(0, 0, open_map.cols * FINE, open_map.rows * FINE)
    squares = squares_in(grid, open_map.grounds)
    found: dict[Footing, None] = {}
    for under, _ in signatures(squares, grid.rect(0, 0, grid.cols, grid.inner)):
        # Where nothing leans, all headings are alike.
        leans = any(isinstance(ground.region, map_data.Climbable) for ground in under)
        for heading in grid.headings if leans else grid.headings[:1]:
            found[footing_of(under, heading)] = None
    for footing in list(found) if not open_map.ground_heights.level else ():
        for ground in open_map.grounds:
            region = ground.region
            if isinstance(region, map_data.Ledge | map_data.Climbable):
                climbs = Footing("climb", region.surface, region.slick, region.difficulty, footing.grades)
                found |= {climbs._replace(lean=lean): None for lean in (-1, 1)}
    return list(found)


def kinds_of(open_map: OpenMap, grid: Lattice, *, squares: Squares, rim: int) -> Iterator[tuple[Kind, int]]:
    """Yield the squares of each kind of ground; ``rim``: those of another height than some of their corners."""
    kinds: dict[Kind, int] = {}
    for under, bits in signatures(
        squares, grid.rect(grid.left, grid.top, grid.left + grid.cols, grid.top + grid.inner)
    ):
        # What leans is climbed down, where that is harder.
        footing = min((footing_of(under, heading) for heading in grid.headings[:4]), key=attrgetter("lean"))
        rough = [ground.region for ground in under if isinstance(ground.region, map_data.Difficult)]
        graded = any(grade != UNGRADED for grade in footing.grades)
        free = not (graded or any(region.flat_cost or region.roll for region in rough))
        for entry, here in entered(grid, squares, under=under, origins=bits, corners=True).items():
            kind = Kind(open_map.multiplier(under), footing, free, plain=not rough, entry=entry)
            for one, part_of in ((kind, here & ~rim), (kind._replace(rim=True), here & rim)):
                if part_of:
                    kinds[one] = kinds.get(one, 0) | part_of
    yield from kinds.items()
