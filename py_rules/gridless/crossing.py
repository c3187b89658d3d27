"""From a line drawn across storeys of a map without cells to the path that the rules judge.

The pieces on one storey are judged as on a flat map. Between two of them lies a step to another storey: through a
passage, which begins and ends at the same place of its two squares, or through a hole in the floor.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from py_rules.board.floors import Crossing, Floors
from py_rules.board.open_map import Part
from py_rules.board.spatial_index import Spot
from py_rules.board.steps import AFOOT, ON_FOOT
from py_rules.gridless.lines import from_line, heading_of, on_map
from py_rules.gridless.segments import Drop, LineSegments, entering, upon
from py_rules.paths.path import Path, Waypoint
from py_rules.protocol import map_data
from py_rules.values.records import record, replace
from py_rules.values.rounding import GRAIN, SNAP, on_grain, to_fraction, to_number
from py_rules.values.stretch import Segment

ONE, ZERO = Fraction(1), Fraction(0)


@record()
class Leg:
    """Points of a path on one storey, and the passage that leads to the first of them; none: there is none."""

    storey: int
    points: list[Waypoint]
    through: Crossing | None = None


def from_path(
    floors: Floors,
    scene: map_data.Scene,
    *,
    points: Sequence[Waypoint],
    path: str,
    flying: frozenset[str] = frozenset(),
    rate: Fraction = ONE,
) -> Path:
    """Return the path along straight lines between ``points``; ``path`` is where the request gave them.

    ``rate``: how many of the system's units make one of the map's, which the elevations are in.
    Raises :class:`ProblemError` for a point off the map.
    """
    if len(floors.open_maps) == 1:
        return from_line(floors.open_maps[0], scene, points=points, path=path, flying=flying, rate=rate)
    on_map(floors.open_maps[0], points, path=path)
    legs = list(_legs(floors, points, flying=flying))
    stepping = _Stepping(floors, scene, flying=flying, rate=rate)
    segments: list[Segment] = []
    shown: list[Waypoint] = []
    for index, leg in enumerate(legs):
        ends = leg is legs[-1]
        if index:
            last = ends and len(leg.points) == 1
            segments.append(stepping.step(legs[index - 1], leg, last=last))
            leg.points[0] = (*leg.points[0][:3], segments[-1].mode)
        way = from_line(
            floors.open_maps[leg.storey],
            scene,
            points=leg.points,
            path=path,
            flying=flying,
            rate=rate,
            ends=ends,
            drop=stepping.drop(leg.storey),
        )
        for segment, begin in zip(way.segments, way.points or (), strict=False):
            ladder = None
            if segment.upright and segment.mode == "climb" and segment.surface is None:
                spot = floors.open_maps[0].spot(*begin[:2])
                ways = (way for one in floors.crossings for way in (one, one.back))
                ladder = next((way.footing for way in ways if way.leads_up(leg.storey, spot)), None)
            climbed = segment if ladder is None else upon(segment, ladder)
            segments.append(replace(climbed, storeys=(leg.storey, leg.storey)))
        shown += way.points or ()
    return Path(tuple(segments), tuple(shown), straight=True)


def _legs(floors: Floors, points: Sequence[Waypoint], *, flying: frozenset[str]) -> Iterator[Leg]:
    """Yield the legs of a path; where a passage comes out beside the next point, the path there is one more piece."""
    open_map = floors.open_maps[0]
    leg = Leg(floors.storey(points[0][2]), [points[0]])
    for here, there in pairwise(points):
        storey = floors.storey(there[2])
        if storey == leg.storey:
            leg.points.append(there)
            continue
        a, b = open_map.spot(*here[:2]), open_map.spot(*there[:2])
        through = floors.crossing((leg.storey, a), (storey, b), mode=there[3])
        yield leg
        leg = Leg(storey, [there], through)
        out = b if through is None else through.beyond(a)
        if max(abs(out[0] - b[0]), abs(out[1] - b[1])) > SNAP:
            left, top = open_map.place(out)
            mode = there[3] if there[3] in {*ON_FOOT, *flying} else None
            leg.points[:] = [(to_number(left), to_number(top), there[2], there[3]), (*there[:3], mode)]
    yield leg


class _Stepping:
    """Judges steps from storey to storey."""

    def __init__(
        self, floors: Floors, scene: map_data.Scene, *, flying: frozenset[str], rate: Fraction
    ) -> None:
        self.floors, self.scene, self.flying, self.rate = floors, scene, flying, rate

    def drop(self, storey: int) -> Drop:
        """Return a function for how deep the holes of a storey are."""
        return lambda spot: self.floors.drop(storey, spot, rate=self.rate)

    def step(self, before: Leg, after: Leg, *, last: bool) -> Segment:
        """Return the step from the end of one leg to the begin of the next; ``last``: the path ends there."""
        here, there = before.points[-1], after.points[0]
        open_map = self.floors.open_maps[after.storey]
        a, b = open_map.spot(*here[:2]), open_map.spot(*there[:2])
        side = open_map.distance / GRAIN
        ups = on_grain(to_fraction(here[2]) * self.rate), on_grain(to_fraction(there[2]) * self.rate)
        segment = Segment(
            mode=self._mode(before, after),
            length=ZERO,
            start=(a[0] * side, a[1] * side),
            end=(b[0] * side, b[1] * side),
            storeys=(before.storey, after.storey),
            ups=ups,
        )
        flat, through = segment.mode in {*AFOOT, "jump"}, after.through
        if through is None:
            far, rise = open_map.length(a, b), ups[1] - ups[0]
            heading = "" if a == b else heading_of((b[0] - a[0], b[1] - a[1]))
            segment = replace(segment, heading=heading, rise=rise, falls=flat and rise < 0)
            why = self._why_through((before.storey, a), (after.storey, b))
        else:  # on stairs nobody climbs or drops
            far, rise = through.length, through.rise
            done = ups[1] - self.floors.elevations[after.storey] * self.rate
            if rise < 0 < done and not flat:  # to a rung of a ladder
                far, rise = far * (1 + done / rise), rise + done
            segment = replace(segment, heading=f"passage {through.id}", rise=ZERO if flat else rise)
            why = "storey" if segment.mode == "jump" else open_map.room_why(b)
            if segment.mode == through.footing.mode:
                segment = upon(segment, through.footing)
        # A climb or a dive is as long as it is high.
        segment = replace(segment, length=far if flat else max(far, abs(rise)))
        segment = self._landed(segment, before, after=after, ends=(a, b))
        over = open_map.midair(b) and segment.mode not in self.flying
        why, end_why = why or ("gap" if over else ""), open_map.end_why(b)
        if last and not why and end_why:
            why = end_why if end_why == "occupied" else "end"
        return replace(segment, barrier=why or None, stand=not (end_why or over))

    def _mode(self, before: Leg, after: Leg) -> str:
        """Return the mode of a step: the player's, else what the map proposes."""
        chosen, through = after.points[0][3], after.through
        if through is not None and (chosen is None or chosen in ON_FOOT):
            walked = through.footing.mode == "ground"
            return chosen if walked and chosen is not None else through.footing.mode
        if chosen is not None and chosen != "sprint":
            return chosen
        return "climb" if after.storey > before.storey else "ground"

    def _why_through(self, origin: tuple[int, Spot], target: tuple[int, Spot]) -> str:
        """Return why a step to another storey without a passage is not allowed, or an empty string.

        It needs a hole in every floor between them, no more than a cell aside, and no wall beside the hole.
        """
        (floor, a), (other, b) = origin, target
        low, high, below = (floor, other, a) if other > floor else (other, floor, b)
        near = max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= GRAIN + SNAP
        if not near or not all(
            self.floors.open_maps[storey].over_gap(below) for storey in range(low + 1, high + 1)
        ):
            return "storey"
        upper = self.floors.open_maps[high]
        barred = upper.bar(a, b) if a != b else None
        return barred[1] if barred is not None else self.floors.open_maps[other].room_why(b)

    def _landed(self, segment: Segment, before: Leg, *, after: Leg, ends: tuple[Spot, Spot]) -> Segment:
        """Add what is entered and met where a step comes out."""
        open_map, through = self.floors.open_maps[after.storey], after.through
        stood = self.floors.open_maps[before.storey].under(*ends[0])
        onto = open_map.under(*ends[1])
        part = Part(ends[1], ends[1], ZERO, ONE, onto, crowded=False)
        lines = LineSegments(
            open_map, self.scene, flying=self.flying, rate=self.rate, drop=self.drop(after.storey)
        )
        if through is None and segment.mode != "jump":
            segment = replace(lines.footed(segment, onto, part=part), multiplier=open_map.multiplier(onto))
        else:
            if segment.mode == "climb" and all(ground.region.kind != "climb" for ground in onto):
                segment = replace(segment, onto="ground")
            segment = lines.wetted(segment, onto, part=part)
        return entering(segment, stood, onto=onto, gates=lines.gates)
