"""A region of a map without cells, as rectangles in grains."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

from py_rules.board.boxes import boxes_of
from py_rules.board.spatial_index import Bands, Box, Spot
from py_rules.protocol import map_data
from py_rules.values.records import record


@record(slots=False, eq=False)
class Ground:
    """A region: rectangles that hold their left and upper borders, but not the others."""

    region: map_data.Region
    boxes: tuple[Box, ...]

    @cached_property
    def bands(self) -> Bands:
        """The rectangles by rows."""
        return Bands(self.boxes)

    def holds(self, x: Fraction | int, y: Fraction | int) -> bool:
        """Return whether a point is in it."""
        return self.bands.hold(x, y)

    def surrounds(self, spot: Spot) -> bool:
        """Return whether a place is in the midst of it, not on its border."""
        x, y = spot
        return all(self.holds(x + right, y + down) for right in (-1, 1) for down in (-1, 1))


def grounds_of(regions: Iterable[map_data.Region]) -> tuple[Ground, ...]:
    """Return regions as what is underfoot."""
    return tuple(Ground(region, tuple(boxes_of(region.area))) for region in regions)
