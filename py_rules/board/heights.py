"""How high the ground is: ledges, raised or sunken, as masks of anchors by height, and the steps between them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from py_rules.board.cells import CellGrid
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.footing import Footing, Grade, Slick
from py_rules.values.records import record
from py_rules.values.rounding import to_fraction

ZERO = Fraction(0)
PAIR: Final = 8
"""Steps of work that a pair of heights takes: any may be climbed or jumped from any other."""
Sides = tuple[str | None, Slick, int | None]
"""What a ledge is climbed on: surface, slickness, and the GM's own Difficulty."""
BARE: Sides = (None, "none", None)


@record()
class Level:
    """The anchors whose ground is at one height above the floor.

    ``elevation`` is in the map's unit, ``up`` the same in the system's.
    """

    elevation: Fraction
    up: Fraction
    sides: Sides
    touched: int

    def climbed(self, lean: int, grades: tuple[Grade, ...] = ()) -> Footing:
        """Return what a step up or down its sides is made on."""
        surface, slick, difficulty = self.sides
        return Footing("climb", surface, slick, difficulty, grades, lean)


def floor_level(touched: int) -> Level:
    """Return anchors whose ground is the floor itself."""
    return Level(ZERO, ZERO, BARE, touched)


FLOOR: Final = floor_level(0)


@record()
class Heights:
    """The ground by height, all of it, from high to low; without levels everything is level.

    Up to ``free`` in the system's unit is stepped up and down as if it were level.
    """

    levels: tuple[Level, ...] = ()
    free: Fraction = ZERO
    upward: bool = True
    """Whether a search has jumps that lead higher than a step."""

    def at(self, bit: int) -> Level:
        """Return the level of an anchor; where the whole body is not on the map, the floor."""
        return next((level for level in self.levels if level.touched >> bit & 1), FLOOR)

    def steep(self, rise: Fraction) -> bool:
        """Return whether a rise is too high to be stepped up, or too deep to be stepped down."""
        return abs(rise) > self.free

    def split(
        self, grid: CellGrid, direction: int, *, origins: int
    ) -> tuple[int, dict[tuple[Fraction, Level], int]]:
        """Split steps: those that are level, or nearly; and the others by their rise and whose sides they climb."""
        if not self.levels:
            return origins, {}
        into = [grid.back(level.touched, direction) for level in self.levels]
        even, steep = 0, dict[tuple[Fraction, Level], int]()
        for here, stays in zip(self.levels, into, strict=True):
            even |= origins & here.touched & stays
            rest = origins & here.touched & ~stays
            work.add(work.over(rest.bit_length(), len(into)))
            for there, leads in zip(self.levels, into, strict=True):
                if not rest:
                    break
                part = rest & leads
                if not part:
                    continue
                rest, rise = rest ^ part, there.up - here.up
                if not self.steep(rise):
                    even |= part
                else:
                    key = rise, sides_between(here, there)
                    steep[key] = steep.get(key, 0) | part
        return even, steep


def sides_between(here: Level, there: Level) -> Level:
    """Return whose sides are climbed from one level to the other: the higher one's, unless it names none."""
    high, low = (here, there) if here.up > there.up else (there, here)
    return low if high.sides == BARE else high


def as_they_count(ledge: map_data.Ledge) -> tuple[bool, Fraction]:
    """Return what ledges are sorted by that overlap: bottoms of gaps first, then from high to low."""
    return not isinstance(ledge, map_data.Bottom), -to_fraction(ledge.elevation)


def compile_heights(
    grid: CellGrid,
    regions: Sequence[map_data.Region],
    *,
    under: Callable[[int], int],
    free: Fraction,
    rate: Fraction,
) -> Heights:
    """Return the heights of the ground under a footprint, which rests on the highest cell it covers.

    ``under`` returns the anchors from which it covers any of some cells. Where ledges overlap the highest counts,
    of equal ones the first. ``rate``: how many of the system's units make one of the map's, which elevations
    are in.
    """
    ledges = [region for region in regions if isinstance(region, map_data.Ledge)]
    if not ledges:
        return Heights(free=free)
    cells: dict[tuple[Fraction, Sides], int] = {}
    bare = grid.anchors((1, 1))
    for ledge in sorted(ledges, key=as_they_count):
        key = to_fraction(ledge.elevation), (ledge.surface, ledge.slick, ledge.difficulty)
        work.add(work.over(bare.bit_length(), 4))
        own = grid.area(ledge.area) & bare
        bare ^= own
        cells[key] = cells.get(key, 0) | own
    cells[ZERO, BARE] = cells.get((ZERO, BARE), 0) | bare
    levels, taken = [], 0
    for (elevation, sides), area in sorted(cells.items(), key=lambda one: -one[0][0]):
        touched = under(area) & ~taken
        taken |= touched
        if touched:
            levels.append(Level(elevation, to_fraction(float(elevation * rate)), sides, touched))
    work.add(PAIR * len(levels) ** 2)
    return Heights(tuple(levels), free)
