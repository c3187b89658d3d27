"""How high the ground is on a map without cells: as the highest ledge under a place."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product

from py_rules.board.ground import Ground
from py_rules.board.heights import FLOOR, Level, as_they_count
from py_rules.board.spatial_index import Spot
from py_rules.protocol import map_data
from py_rules.values.records import record
from py_rules.values.rounding import SNAP, to_fraction

AROUND = sorted(product(range(-SNAP, SNAP + 1), repeat=2), key=lambda by: by[0] * by[0] + by[1] * by[1])
"""The places that a place may be snapped to, nearest first."""


@record(slots=False, eq=False)
class GroundHeights:
    """The ledges of a map, from high to low, equally high ones in scene order; without any all ground is level."""

    ledges: tuple[tuple[Ground, Level], ...] = ()
    free: Fraction = Fraction(0)
    """How much higher or lower ground may be, in the system's unit, to be stepped on as if it were level."""
    rate: Fraction = Fraction(1)
    """How many of the system's units make one of the map's."""

    @property
    def level(self) -> bool:
        """Whether all ground is equally high."""
        return not self.ledges

    def of(self, under: Iterable[Ground]) -> Level:
        """Return how high the ground is where some regions are underfoot."""
        here = tuple(under)
        return next((level for ground, level in self.ledges if ground in here), FLOOR)

    def at(self, x: Fraction | int, y: Fraction | int) -> Level:
        """Return how high the ground is at a point, in grains."""
        return next((level for ground, level in self.ledges if ground.holds(x, y)), FLOOR)

    def beside(self, spot: Spot) -> dict[Level, Spot]:
        """Return the heights right beside a place, each with the nearest place that is as high; its own is first."""
        found: dict[Level, Spot] = {}
        for right, down in AROUND:
            near = spot[0] + right, spot[1] + down
            found.setdefault(self.at(*near), near)
        return found

    def perch(self, spot: Spot, elevation: Fraction) -> Spot | None:
        """Return the place right beside another that a mover above the ground holds on to; none: it holds on nowhere.

        ``elevation``, in the map's unit, is how high it is there; 0: as high as the ground.
        """
        own, *others = self.beside(spot).items()
        if not elevation or elevation <= own[0].elevation:
            return None
        return next((near for level, near in others if level.elevation >= elevation), None)

    def steep(self, here: Level, there: Level) -> bool:
        """Return whether it is too high to be stepped from one level to the other, or too deep."""
        return here is not there and abs(there.up - here.up) > self.free

    def raised(self, here: Level, there: Level) -> bool:
        """Return whether a level is too high to be stepped on from another."""
        return there.up - here.up > self.free


def ground_heights_of(grounds: Sequence[Ground], *, free: Fraction, rate: Fraction) -> GroundHeights:
    """Return the heights of some regions; up to ``free`` in the system's unit is stepped.

    ``rate``: how many of the system's units make one of the map's, which elevations are in.
    """
    ledges = [(ground, region) for ground in grounds if isinstance(region := ground.region, map_data.Ledge)]
    ledges.sort(key=lambda one: as_they_count(one[1]))
    return GroundHeights(tuple((ground, _level(region, rate)) for ground, region in ledges), free, rate)


def _level(ledge: map_data.Ledge, rate: Fraction) -> Level:
    elevation = to_fraction(ledge.elevation)
    sides = ledge.surface, ledge.slick, ledge.difficulty
    return Level(elevation, to_fraction(float(elevation * rate)), sides, 0)
