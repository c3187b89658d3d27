"""What holds the mover along a path: where nothing does, the path is barred, or is a fall.

The table of :mod:`py_rules.values.holds` is told here, once for every game and every kind of map.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from py_rules.board.steps import AFOOT, WALKED
from py_rules.engine.situation import Here
from py_rules.engine.system import System
from py_rules.engine.walk import flies_on
from py_rules.paths.path import Path, Waypoint
from py_rules.paths.stretches import PUT
from py_rules.values.holds import AIR, Hold
from py_rules.values.records import replace
from py_rules.values.rounding import to_number
from py_rules.values.stretch import Segment

ZERO = Fraction(0)
DRIFT = "drift"
"""The mode of who is pushed through the air and does not fly: it is measured as a flight."""


def held_up(way: Path, aloft: Fraction, *, stands: Callable[[Waypoint], Here], system: System) -> Path:
    """Return a path on a map that is barred where it is walked or swum in the air, or up into it.

    ``aloft``: how high the mover is in the air where the path begins, in the system's unit; ``stands`` tells what holds
    it at a point. Who steps off what it climbs falls, as over an edge. What is under the air leads nobody along, and a
    fall there is straight down. Games that know air as a surface are told where a jump ends in it: also one over an
    edge, which falls from as high as it began.
    """
    if way.points is None:
        return way
    walk = _Walk(way, aloft, stands=stands, system=system)
    for index, (segment, (begin, end)) in enumerate(zip(way.segments, pairwise(way.points), strict=True)):
        if walk.ends_with(index, segment, begin=begin, end=end):
            break
    return replace(way, segments=tuple(walk.segments), points=tuple(walk.points)) if walk.changed else way


class _Walk:
    """One look along a path; ``segments`` and ``points`` are those as they are held."""

    def __init__(
        self, way: Path, aloft: Fraction, *, stands: Callable[[Waypoint], Here], system: System
    ) -> None:
        self.segments, self.points = list(way.segments), list(way.points or ())
        self.given = way.points or ()
        self.aloft, self.stands, self.flying = aloft, stands, system.flying | {DRIFT}
        self.knows_air = any(name == AIR for name, _ in system.surfaces)
        self.changed = self.fallen = False
        """``fallen``: whether it has come down from a wall."""

    def ends_with(self, index: int, segment: Segment, *, begin: Waypoint, end: Waypoint) -> bool:
        """Look at a stretch; tell whether nothing behind it is gone."""
        up = self.stands(end).aloft if end[2] else ZERO
        if end[3] == PUT and not segment.extent:
            self.aloft = up
            return False
        if segment.mode == DRIFT:
            why = "ledge" if self._solid(segment, begin, end=end) else AIR if up else None
            pushed = replace(segment, mode="ground", barrier=segment.barrier or why)
            self._put(index, pushed, end=(*end[:3], pushed.mode))
            return False
        if segment.mode not in {*AFOOT, "jump"} and self._solid(segment, begin, end=end):
            self._put(index, forbidden(segment, "obstacle"))
        elif segment.mode in WALKED and self.aloft > 0:
            self._put(index, forbidden(replace(segment, depth=up or self.aloft), AIR))
        elif segment.mode == "swim" and (self.stands(end).above > 0 or (segment.falls and not segment.onto)):
            self._put(index, forbidden(segment, AIR))
        elif (segment.mode == "fall" and segment.rise > 0) or (
            segment.mode in WALKED and end[2] > begin[2] and self.stands(end).above > 0
        ):
            self._put(index, forbidden(segment, "rise"))
        elif (
            segment.mode == "jump"
            and self.knows_air
            and segment.falls
            and segment.level
            and segment.onto is None
        ):
            over = (segment.ups[0], segment.ups[0])
            fallen = replace(segment, surface=AIR, depth=-segment.rise, rise=ZERO, falls=False, ups=over)
            self._put(index, fallen, end=(*end[:2], begin[2], end[3]))
        else:
            self.aloft = up if segment.mode in self.flying else ZERO
            self._stepped(index, segment, up=up)
            return False
        return True

    def _solid(self, segment: Segment, begin: Waypoint, *, end: Waypoint) -> bool:
        """Tell whether a stretch leads into the ground; out of it anybody may go."""
        if end[2] >= 0 and segment.mode not in self.flying:
            return False
        here = self.stands(end)
        under = 0 <= end[2] < here.ground and here.holds == "ground"
        return (here.amiss == "below" or under) and not self.stands(begin).amiss

    def _held(self, index: int) -> bool:
        """Tell whether a wall holds the mover where a stretch begins.

        Where a region ends is in it, or in what is beside it: what was climbed up to there holds there.
        """
        while (holds := self.stands(self.given[index]).holds) not in {"wall", "ground"}:
            if not index or self.fallen:
                return False
            index -= 1
            if self.segments[index].mode == "climb":
                return True
        return holds == "wall"

    def _stepped(self, index: int, segment: Segment, *, up: Fraction) -> None:
        """Note a step off a wall, which falls to the ground, and a jump up into the air; ``up``: where it ends."""
        begin, end = self.given[index : index + 2]
        if segment.mode in AFOOT and (up or segment.rise < 0) and self._held(index):
            ups, self.fallen = (segment.ups[0], segment.ups[1] - up), True
            fallen = replace(segment, rise=segment.rise - up, falls=True, ups=ups)
            self._put(index, fallen, end=(*end[:2], to_number(self.stands(end).ground), end[3]))
        elif self.fallen and segment.mode in AFOOT and up:
            ground = (*end[:2], to_number(self.stands(end).ground), end[3])
            self._put(index, replace(segment, ups=(segment.ups[0] - up, segment.ups[1] - up)), end=ground)
        elif segment.mode == "jump" and self.knows_air and segment.lands and end[2] > begin[2] and up > 0:
            self._put(index, replace(segment, surface=AIR, depth=up))

    def _put(self, index: int, segment: Segment, *, end: Waypoint | None = None) -> None:
        self.segments[index], self.changed = segment, True
        if end is not None:
            self.points[index + 1] = end


def off_ground(way: Path, begins: Hold, *, after: Callable[[Segment], Hold]) -> Path:
    """Return a path that is barred where a jump does not start from ground; ``begins``: what holds the mover first.

    ``after`` tells what holds it at the end of a stretch.
    """
    changed, before = dict[int, Segment](), None
    for index, segment in enumerate(way.segments):
        starts = segment.mode == "jump" and not (before is not None and flies_on(before, segment))
        if starts and segment.barrier is None and (after(before) if before else begins) != "ground":
            changed[index] = replace(segment, barrier="take_off")
        if segment.mode == "climb" and segment.surface == AIR:
            changed[index] = replace(segment, barrier="no_wall")
        before = segment
    if not changed:
        return way
    return replace(way, segments=tuple(changed.get(index, one) for index, one in enumerate(way.segments)))


def forbidden(segment: Segment, why: str) -> Segment:
    """Return a stretch that the map forbids, and nobody is led along."""
    return replace(segment, barrier=segment.barrier or why, start=None, end=None)
