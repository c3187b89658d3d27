"""A region of a map without cells, as rectangles in grains, or as it is drawn.

Lines meet gaps, rough ground and solid things drawn as polygons exactly where they are drawn. The lattice has all
thirds of cells that such an area touches: what is found there is no better than what is so. What is swum, climbed or
high is thirds of cells for lines too, since of a third that is half of it nothing can be said that is never better.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property

from py_rules.board.boxes import boxes_of, touched_by
from py_rules.board.geometry import crossed
from py_rules.board.polygon import Outline, crossings, encloses, outline
from py_rules.board.spatial_index import Bands, Box, Spot
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.records import record


@record(slots=False, eq=False)
class Ground:
    """A region: rectangles that hold their left and upper borders, but not the others.

    ``drawn``: the corners of what lines meet exactly as it is drawn; the rectangles are what it touches.
    """

    region: map_data.Region
    boxes: tuple[Box, ...]
    drawn: Outline | None = None

    @cached_property
    def bands(self) -> Bands:
        """The rectangles by rows."""
        return Bands(self.boxes)

    @property
    def outlines(self) -> list[Outline]:
        """The closed lines around it: as it is drawn, or around each rectangle."""
        if self.drawn is not None:
            return [self.drawn]
        return [
            [(left, top), (right, top), (right, bottom), (left, bottom)]
            for left, top, right, bottom in self.boxes
        ]

    def holds(self, x: Fraction | int, y: Fraction | int, *, whole: int = 1) -> bool:
        """Return whether a point is in it; it is in such parts of a grain that it is ``whole`` times as far."""
        inside = self.bands.hold(x // whole, y // whole)
        return inside and (self.drawn is None or encloses(self.drawn, (x, y), whole=whole))

    def cuts(self, a: Spot, b: Spot) -> Iterator[Fraction]:
        """Yield where a straight line crosses its borders, as shares of the line."""
        if self.drawn is not None:
            yield from crossings(self.drawn, (a, b)) if self.bands.near(a, b) else ()
            return
        (x, y), (far, low) = a, b
        for left, top, right, bottom in self.bands.along(a, b):
            yield from crossed(x, far, borders=(left, right), other=(y, low), span=(top, bottom))
            yield from crossed(y, low, borders=(top, bottom), other=(x, far), span=(left, right))

    def covers(self, spot: Spot) -> bool:
        """Return whether all thirds of cells around a place are of it, as the lattice has it."""
        x, y = spot
        return all(self.bands.hold(x + right, y + down) for right in (-1, 0) for down in (-1, 0))

    def adjoins(self, other: "Ground") -> bool:
        """Return whether rectangles of both touch or overlap."""
        work.add(len(self.boxes) * len(other.boxes))
        return any(
            a <= right and left <= c and b <= bottom and top <= d
            for a, b, c, d in self.boxes
            for left, top, right, bottom in other.boxes
        )

    def surrounds(self, spot: Spot) -> bool:
        """Return whether a place is in the midst of it, not on its border."""
        x, y = spot
        return all(self.holds(x + right, y + down) for right in (-1, 1) for down in (-1, 1))


def grounds_of(regions: Iterable[map_data.Region]) -> tuple[Ground, ...]:
    """Return regions as what is underfoot."""
    return tuple(map(_ground, regions))


def _ground(region: map_data.Region) -> Ground:
    area = region.area
    rough = isinstance(region, map_data.Difficult) and region.cost_multiplier >= 1
    lines_meet = rough or isinstance(region, map_data.Gap | map_data.Obstacle)
    if isinstance(area, map_data.Polygon) and lines_meet:
        drawn = outline(area.polygon)
        return Ground(region, tuple(touched_by(drawn)), drawn)
    return Ground(region, tuple(boxes_of(area)))
