"""Straight lines over ground of several heights: how long their parts are, and where on them the ground is how high."""

from collections.abc import Sequence
from fractions import Fraction

from py_rules.board.ground import Ground
from py_rules.board.heights import Level
from py_rules.board.open_map import OpenMap, Part
from py_rules.board.spatial_index import Spot
from py_rules.gridless.pieces import floored
from py_rules.values.records import record, replace
from py_rules.values.rounding import SNAP

ZERO = Fraction(0)


@record()
class Stand:
    """Where a mover is between two stretches: how high, on what, and whether on the ground.

    ``wall``: what is underfoot right beside it, where it holds on; none: it does not.
    """

    level: Level
    under: tuple[Ground, ...]
    grounded: bool = True
    wall: tuple[Ground, ...] | None = None

    @property
    def elevation(self) -> Fraction:
        """How high it is, in the map's unit."""
        return self.level.elevation

    @property
    def kinds(self) -> set[str]:
        """The kinds of the regions underfoot."""
        return {ground.region.kind for ground in self.under}

    @property
    def held(self) -> bool:
        """Whether it is on the ground, on what is climbed, or in water."""
        return self.grounded or bool(self.kinds & {"climb", "water"})

    def keeps(self, there: "Stand") -> bool:
        """Return whether a mover off the ground stays as high over some: up what is climbed there, or under water."""
        return not self.grounded and ("climb" if self.elevation > there.elevation else "water") in there.kinds


class Course:
    """A straight line: how long its parts are, and which places on it are how high."""

    def __init__(self, open_map: OpenMap, a: Spot, *, b: Spot, heading: str) -> None:
        self.open_map, self.a, self.b, self.heading = open_map, a, b, heading
        self.far, self.done = open_map.length(a, b), ZERO

    def length(self, part: Part) -> Fraction:
        """Return the length of the next part; parts are asked for in their order."""
        until = floored(self.far * part.ends)
        length, self.done = until - self.done, until
        return length

    def after(self, part: Part) -> tuple[Ground, ...]:
        """Return what is underfoot behind a part of the line, or at its end."""
        rest = (one.under for one in self.open_map.parts(self.a, self.b) if one.ends > part.ends)
        return next(rest, None) or self.open_map.under(*self.b)

    def goes_on(self, spots: Sequence[Spot], number: int) -> bool:
        """Return whether the piece after that of a number is of the same line."""
        return number + 2 < len(spots) and spots[number + 1] != self.b

    def placed(self, part: Part, there: Stand) -> Part:
        """Return a part that ends on some ground, to the grain."""
        return replace(part, end=self.place(part.ends, there, at=part.end))

    def place(self, share: Fraction, there: Stand, *, at: Spot) -> Spot:
        """Return the place on some ground that is nearest to a point of the line; ``at`` if it is there itself.

        Of equally near ones it is the one least aside of the line, so that a path sent back leads along it.
        """
        open_map, (ax, ay), (bx, by) = self.open_map, self.a, self.b
        if open_map.under(*at) == there.under:
            return at
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        around = range(-SNAP - 1, SNAP + 2)
        near = [(at[0] + right, at[1] + down) for down in around for right in around]
        heights, up = open_map.ground_heights, there.level.up
        high = [spot for spot in near if not there.grounded or heights.at(*spot).up == up]
        here = [spot for spot in high if open_map.under(*spot) == there.under] or high

        def off(spot: Spot) -> tuple[Fraction, int, Spot]:
            aside = abs((spot[0] - ax) * (by - ay) - (spot[1] - ay) * (bx - ax))
            return (spot[0] - x) ** 2 + (spot[1] - y) ** 2, aside, spot

        return min(here, key=off, default=at)
