"""Ledges on the lattice of a map without cells: which steps are level, and where the ground changes its height.

A point is as high as the square right below it. Right beside a point, a grain to the left or above, the ground may
have another height: such places have bits of their own, after those of the points. A step leads there from the points
on their side; from there a climb, which has no length on the map, leads to the point itself.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import groupby, product
from operator import attrgetter
from typing import NamedTuple

from py_rules.board.edges import Edge, LedgeEdges
from py_rules.board.grid import Heading, slide, union
from py_rules.board.ground import Ground
from py_rules.board.heights import FLOOR, Heights, Level, sides_between
from py_rules.board.lattice import COARSE, Lattice, headings
from py_rules.board.open_map import OpenMap
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.footing import Footing, Grade
from py_rules.values.records import replace

ZERO = Fraction(0)
TOWARDS = ((0, 4, 7), (1, 4, 5))
"""The directions of steps to the place right beside a point: left of it, and above it."""
AWAY = ((2, 6, 5), (3, 6, 7))
"""Those of steps from there."""
DIAGONALS = range(4, 8)
PAIR = 3
"""Steps of work that it takes to see whether one level can be stepped on from another."""
Signatures = Callable[[Sequence[tuple[Ground, int]], int], list[tuple[tuple[Ground, ...], int]]]
Steps = Callable[[int, int], Iterator[Edge]]
"""Makes the edges of some origins in a direction."""


class Rung(NamedTuple):
    """A direction to or from the places beside points; ``direction``: of the step on the map; a climb has -1."""

    side: int
    direction: int
    coarse: bool
    away: bool
    heading: Heading


def rungs(grid: Lattice) -> list[Rung]:
    """Return the directions to and from the places beside points."""
    made, plain = [], headings(grid.parts)
    for side in range(len(TOWARDS)):
        off = grid.beside(side)
        for away, directions in ((False, TOWARDS[side]), (True, AWAY[side])):
            for direction in directions:
                for coarse in (False, True) if direction in DIAGONALS else (False,):
                    whole = plain[direction - DIAGONALS[0] + COARSE if coarse else direction]
                    row = whole.row + (-off if away else off)
                    made.append(Rung(side, direction, coarse, away, replace(whole, row=row, passage=True)))
            row = -off if away else off
            climb = Heading("", 0, row, ZERO, ZERO, ZERO, ZERO, passage=True)
            made.append(Rung(side, -1, coarse=False, away=away, heading=climb))
    return made


class LedgeSteps:
    """The ground of a lattice by height: ``levels`` are disjoint sets of points, which name squares as well."""

    def __init__(self, open_map: OpenMap, grid: Lattice, *, squares: Sequence[tuple[Ground, int]]) -> None:
        self.open_map, self.grid, self.squares = open_map, grid, squares
        self.ground_heights = open_map.ground_heights
        self.points = grid.rect(grid.left, grid.top, grid.left + grid.cols, grid.top + grid.inner)
        self.levels = _levels(open_map, dict(squares), points=self.points)
        work.add(PAIR * len(self.levels) ** 2)
        self.near = [self._near(level) for level in self.levels]
        """What can be stepped on from each level."""

    @property
    def heights(self) -> Heights:
        """The heights of points, for jumps: those lead no higher than a step."""
        if self.ground_heights.level:
            return Heights()
        return Heights(tuple(self.levels), self.ground_heights.free, upward=False)

    def even(self, direction: int, origins: int) -> int:
        """Return the origins of steps that are level, or nearly; those that cross two squares are level throughout."""
        if self.ground_heights.level:
            return origins
        found, crossed = 0, self.grid.crossed(direction)
        for level, near in zip(self.levels, self.near, strict=True):
            ends = level.touched if len(crossed) > 1 else near
            inside = ends & self.grid.back(ends, direction)
            for off in crossed:
                inside &= slide(level.touched, -off)
            found |= inside
        return origins & found

    def flights(self, steps: Sequence[int]) -> Iterator[int]:
        """Yield per direction the origins of steps that fly over nothing higher than both of their ends."""
        for direction, origins in enumerate(steps):
            bits = origins
            for off in self.grid.crossed(direction):
                found = high = 0
                for even, _ in self._alike:
                    high |= even
                    found |= slide(even, -off) & (high | self.grid.back(high, direction))
                bits &= found
            yield bits

    def ledge_edges(self, steps: Sequence[int], *, made: Steps) -> LedgeEdges:
        """Return the steps on foot over level ground that end at a point of another height, and that begin at one."""
        found: tuple[list[Edge], list[Edge]] = [], []
        uneven = () if self.ground_heights.level else enumerate(steps)
        for (direction, bits), leaving in product(uneven, (False, True)):
            origins = 0
            for even, levels in self._alike:
                ends = even, self.grid.back(even, direction)
                for level in levels:
                    inside = bits & ends[leaving] & ~ends[not leaving]
                    for off in self.grid.crossed(direction):
                        inside &= slide(level.touched, -off)
                    origins |= inside
            walked = (edge for edge in made(direction, origins) if edge.footing.mode == "ground")
            found[leaving].extend(walked if origins else ())
        return LedgeEdges(*map(tuple, found))

    @cached_property
    def _alike(self) -> list[tuple[int, list[Level]]]:
        """The ground by height alone, from high to low."""
        alike = (list(levels) for _, levels in groupby(self.levels, key=attrgetter("up")))
        return [(union(level.touched for level in levels), levels) for levels in alike]

    @property
    def rim(self) -> int:
        """The squares with a corner from which they cannot be stepped on."""
        even, stride = 0, self.grid.stride
        for level, near in zip(self.levels, self.near, strict=True):
            rows = near & near >> 1
            even |= level.touched & rows & rows >> stride
        return self.points & ~even

    def edges(
        self,
        steps: Sequence[int],
        gap: int,
        *,
        free: int,
        made: Steps,
        split: Signatures,
    ) -> Iterator[Edge]:
        """Yield the steps to the places beside points, the climbs there, and the steps from there."""
        first = len(headings(self.grid.parts))
        for number, rung in enumerate(rungs(self.grid), first):
            by = (1, self.grid.stride)[rung.side]
            steep = self._steep(by) & ~gap & ~(gap << by)
            if rung.direction < 0:
                yield from self._climbs(rung, number, points=steep & free, by=by, split=split)
            elif steep:
                origins = steps[rung.direction] & self._level(rung, by=by, steep=steep)
                for edge in made(rung.direction, origins):
                    coarse = edge.footing.mode != "ground" and rung.direction in DIAGONALS
                    if coarse == rung.coarse:
                        yield self._moved(replace(edge, direction=number), rung)

    def _moved(self, edge: Edge, rung: Rung) -> Edge:
        """Return an edge that begins beside the points if it leads away from there."""
        off = self.grid.beside(rung.side) * self.grid.stride
        return replace(edge, origins=edge.origins << off) if rung.away else edge

    def _level(self, rung: Rung, *, by: int, steep: int) -> int:
        """Return the points from which a step leads level to beside another, or from beside them to another."""
        found, (off,) = 0, self.grid.crossed(rung.direction)
        for level, near in zip(self.levels, self.near, strict=True):
            here, there = near, near << by & steep
            if rung.away:
                here, there = there, here
            found |= here & slide(level.touched, -off) & self.grid.back(there, rung.direction)
        return found

    def _climbs(self, rung: Rung, number: int, *, points: int, by: int, split: Signatures) -> Iterator[Edge]:
        """Yield the climbs between points and the places beside them."""
        if not points:
            return
        beside = [(ground, bits << by) for ground, bits in self.squares]
        for on, part in split(self.squares, points):
            for off, both in split(beside, part):
                before, onto = (off, on) if rung.away else (on, off)
                rise = self.ground_heights.of(onto).up - self.ground_heights.of(before).up
                footing = climbed(self.open_map, before, onto=onto)
                edge = Edge(number, footing, self.open_map.multiplier(onto), ZERO, (), both, rise)
                yield self._moved(edge, rung)

    def _steep(self, by: int) -> int:
        """Return the points beside which the ground is too high or too low to be stepped on."""
        points = union(level.touched for level in self.levels)
        return union(
            level.touched & (points & ~near) << by for level, near in zip(self.levels, self.near, strict=True)
        )

    def _near(self, level: Level) -> int:
        """Return what can be stepped on from a level."""
        return union(one.touched for one in self.levels if not self.ground_heights.steep(one, level))


def climbed(open_map: OpenMap, before: Sequence[Ground], *, onto: Sequence[Ground]) -> Footing:
    """Return what is climbed between two heights: a surface behind, one before, else the sides of the higher ground."""
    here, there = open_map.ground_heights.of(before), open_map.ground_heights.of(onto)
    grades, lean = grades_of(onto), 1 if there.up > here.up else -1
    both = (ground.region for ground in (*onto, *before))
    surface = next((region for region in both if isinstance(region, map_data.Climbable)), None)
    if surface is not None:
        return Footing("climb", surface.surface, surface.slick, surface.difficulty, grades, lean)
    return sides_between(here, there).climbed(lean, grades)


def grades_of(under: Sequence[Ground], *, flying: bool = False) -> tuple[Grade, ...]:
    """Return the grades of what is walked, climbed or swum; from above of none in the water."""
    grades: list[Grade] = []
    for ground in under:
        region = ground.region
        if isinstance(region, map_data.Difficult):
            grades.append((region.grade, region.modifier))
        elif isinstance(region, map_data.Water) and region.grade and not flying:
            grades.append((region.grade, None))
    return tuple(dict.fromkeys(grades))


def _levels(open_map: OpenMap, squares: dict[Ground, int], *, points: int) -> list[Level]:
    """Return the points by height and by what is climbed to there, from high to low."""
    found: dict[tuple[Fraction, object], Level] = {}
    rest = points
    for ground, level in open_map.ground_heights.ledges:
        own = squares.get(ground, 0) & rest
        rest ^= own
        key = level.elevation, level.sides
        known = found.get(key, level)
        found[key] = replace(level, touched=known.touched | own)
    levels = [level for level in found.values() if level.touched]
    if rest:
        levels.append(replace(FLOOR, touched=rest))
    return sorted(levels, key=lambda one: -one.up)
