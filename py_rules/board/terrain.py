"""What is underfoot: the regions of the scene as masks of anchors."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from py_rules.board.cells import CellGrid
from py_rules.board.grid import Cell, Heading, union
from py_rules.board.heights import Heights, compile_heights
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.footing import Footing, Grade
from py_rules.values.map_rules import CROWD
from py_rules.values.records import record
from py_rules.values.rounding import to_fraction

REGION: Final = 60
"""Steps that it takes to compile a region, on each storey that it is on."""


class Rough(NamedTuple):
    """A difficult region: ``touched`` are the anchors whose footprint has a cell in it.

    From those ``within`` it is not entered anew: of points on its border nobody knows where they were come to from.
    """

    id: str
    touched: int
    within: int
    multiplier: Fraction
    flat: Fraction
    gate: bool
    """Whether entering it demands a roll."""


@record()
class Surface:
    """A climb region: ``touched`` are the anchors whose footprint has a cell in it."""

    touched: int
    region: map_data.Climbable

    def footing(self, heading: Heading, grades: tuple[Grade, ...] = ()) -> Footing:
        """Return what a step of a heading onto the surface is made on."""
        return self.upright(lean_of(self.region, heading.east, south=heading.south), grades)

    def upright(self, lean: int, grades: tuple[Grade, ...] = ()) -> Footing:
        """Return what a climbed step is made on that leads up, 1, or down, -1."""
        region = self.region
        return Footing("climb", region.surface, region.slick, region.difficulty, grades, lean)


@record()
class Terrain:
    """All that is underfoot; bits are the anchors of the board."""

    obstacle: int
    gap: int
    """The whole footprint is over a gap."""
    climb: int
    swim: int
    rough: tuple[Rough, ...]
    difficult: int
    """Anchors that touch any difficult region."""
    surfaces: tuple[Surface, ...]
    slowing: int
    """Anchors that touch a token that slows."""
    multipliers: tuple[tuple[Fraction, int], ...]
    """The multiplier of each anchor by all that it touches, where it is above 1: disjoint, worst first."""
    grades: tuple[tuple[Grade, int], ...]
    """The anchors that touch terrain of a grade, by grade in scene order."""
    heights: Heights = Heights()
    rim: int = 0
    """Where one touches what is climbed or swum without being in it: on a map with cells, nowhere."""

    pits: int = 0
    """On a lattice: the squares over a gap."""

    def grounds(self, cells: int) -> list[tuple[Footing, Fraction, int]]:
        """Split cells by the ground that is walked on there: footing, multiplier, cells; others are left out."""
        classes: list[tuple[tuple[Grade, ...], int]] = [((), cells & ~(self.gap | self.climb | self.swim))]
        for grade, touched in self.grades:
            parts = [(grades, bits & ~touched) for grades, bits in classes]
            parts += [((*grades, grade), bits & touched) for grades, bits in classes]
            classes = [(grades, bits) for grades, bits in parts if bits]
        found = []
        work.add(work.over(cells.bit_length(), len(classes) * (len(self.grades) + len(self.multipliers))))
        for grades, bits in classes:
            rest = bits
            for multiplier, touched in self.multipliers:
                if rest & touched:
                    found.append((Footing("ground", grades=grades), multiplier, rest & touched))
                    rest &= ~touched
            if rest:
                found.append((Footing("ground", grades=grades), Fraction(1), rest))
        return found

    def ground(self, bit: int) -> tuple[Footing, Fraction] | None:
        """Return what is walked on at an anchor, and its multiplier; none: it is not walked on."""
        return next(((footing, multiplier) for footing, multiplier, _ in self.grounds(1 << bit)), None)


def compile_terrain(
    grid: CellGrid,
    regions: Sequence[map_data.Region],
    *,
    size: Cell,
    slowing: int,
    free: Fraction = Fraction(0),
    rate: Fraction = Fraction(1),
) -> Terrain:
    """Return the terrain under a footprint of ``size``; regions are cut to the map.

    ``slowing`` are the cells of tokens that slow a mover passing them; ``free`` and ``rate`` as heights need them.
    """
    under = partial(grid.touched, size=size)
    areas, under_regions = _areas(grid, regions, under=under)
    here = [(region, touched) for region, touched in under_regions if touched]
    rough = [rough_of(region, touched) for region, touched in here if isinstance(region, map_data.Difficult)]
    surfaces = [
        Surface(touched, region) for region, touched in here if isinstance(region, map_data.Climbable)
    ]
    climb, crowded = under(areas.get("climb", 0)), under(slowing)
    priced = [(region.multiplier, region.touched) for region in rough] + [(CROWD, crowded)]
    return Terrain(
        obstacle=under(areas.get("obstacle", 0)),
        gap=grid.covered(areas.get("gap", 0), size),
        climb=climb,
        swim=under(areas.get("water", 0)) & ~climb,
        rough=tuple(rough),
        difficult=union(region.touched for region in rough),
        surfaces=tuple(surfaces),
        slowing=crowded,
        multipliers=_multipliers(priced),
        grades=_grades(under_regions),
        heights=compile_heights(grid, regions, under=under, free=free, rate=rate),
    )


def _areas(
    grid: CellGrid, regions: Sequence[map_data.Region], *, under: Callable[[int], int]
) -> tuple[dict[str, int], list[tuple[map_data.Region, int]]]:
    """Return the area of each kind of region, and the anchors that touch each region."""
    areas, found, held = dict[str, int](), list[tuple[map_data.Region, int]](), 0
    for region in regions:
        work.add(REGION + work.over(grid.lines * grid.stride, 4))
        area = grid.area(region.area)
        areas[region.kind] = areas.get(region.kind, 0) | area
        touched = under(area)
        held += touched.bit_length() // 8
        work.hold(held)
        found.append((region, touched))
    return areas, found


def _grades(under_regions: Sequence[tuple[map_data.Region, int]]) -> tuple[tuple[Grade, int], ...]:
    """Return the anchors that touch ground of each grade."""
    graded = dict[Grade, int]()
    for region, touched in under_regions:
        grade = _grade(region)
        if grade is not None:
            graded[grade] = graded.get(grade, 0) | touched
    return tuple((grade, touched) for grade, touched in graded.items() if touched)


def footings(regions: Sequence[map_data.Region]) -> list[Footing]:
    """Return what steps among regions may be made on, but for grades, before any board is compiled."""
    found = [Footing("ground")]
    if any(isinstance(region, map_data.Water) for region in regions):
        found.append(Footing("swim"))
    for region in regions:
        if isinstance(region, map_data.Climbable | map_data.Ledge):
            climbed = Footing("climb", region.surface, region.slick, region.difficulty)
            found += [climbed._replace(lean=lean) for lean in (-1, 0, 1)]
    return list(dict.fromkeys(found))


def lean_of(region: map_data.Climbable, east: Fraction | int, *, south: Fraction | int) -> int:
    """Return whether what leads so far east and south leads up on a surface, 1, or down, -1, or along."""
    if region.uphill is None:
        return 0
    lean = east * to_fraction(region.uphill[0]) + south * to_fraction(region.uphill[1])
    return (lean > 0) - (lean < 0)


def _grade(region: map_data.Region) -> Grade | None:
    """Return the grade a region gives to what is walked or swum in it; none: it has none."""
    if isinstance(region, map_data.Difficult):
        return region.grade, region.modifier
    if isinstance(region, map_data.Water) and region.grade:
        return region.grade, None
    return None


def rough_of(region: map_data.Difficult, touched: int) -> Rough:
    """Return difficult ground, with the anchors whose footprint touches it."""
    return Rough(
        id=region.id,
        touched=touched,
        within=touched,
        multiplier=to_fraction(region.cost_multiplier),
        flat=to_fraction(region.flat_cost),
        gate=region.roll is not None,
    )


def _multipliers(priced: Sequence[tuple[Fraction, int]]) -> tuple[tuple[Fraction, int], ...]:
    """Return disjoint masks by multiplier, without 1: the dearest of all that overlaps counts."""
    found, seen = dict[Fraction, int](), 0
    for multiplier, touched in sorted(priced, reverse=True):
        if multiplier != 1 and touched & ~seen:
            found[multiplier] = found.get(multiplier, 0) | touched & ~seen
            seen |= touched
    return tuple(found.items())
