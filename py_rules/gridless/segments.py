"""The segments that the stretches of a drawn line are to the rules."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from py_rules.board.geometry import along
from py_rules.board.ground import Ground
from py_rules.board.ledge_steps import grades_of
from py_rules.board.open_map import OpenMap, Part
from py_rules.board.spatial_index import Spot
from py_rules.board.steps import AFOOT, WALKED
from py_rules.board.terrain import lean_of
from py_rules.gridless.pieces import Stretch, clings, kinds_of, slanted
from py_rules.paths.ground import vector
from py_rules.paths.segments import gates_of
from py_rules.protocol import map_data
from py_rules.values.footing import Footing
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction
from py_rules.values.stretch import Gate, Segment

ONE, ZERO = Fraction(1), Fraction(0)
Drop = Callable[[Spot], Fraction | None]
"""How far it is down at a place, through a hole."""


class LineSegments:
    """Makes segments of stretches, one after the other."""

    def __init__(
        self,
        open_map: OpenMap,
        scene: map_data.Scene,
        *,
        flying: frozenset[str],
        rate: Fraction,
        drop: Drop | None,
    ) -> None:
        self.open_map, self.flying, self.rate, self.drop = open_map, flying, rate, drop
        self.gates = gates_of(scene)

    def segments(self, stretches: Sequence[Stretch], spots: Sequence[Spot], *, ends: bool) -> list[Segment]:
        """Return the segments; if the path ends, the last one is barred where the mover may not stop."""
        if not stretches:
            return []
        stood = self.open_map.under(*spots[0])
        made: list[Segment] = []
        first: int | None = None
        for index, stretch in enumerate(stretches):
            after, end = stretches[index + 1] if index + 1 < len(stretches) else None, stretch.part.end
            segment, lands, stuck = self._plain(stretch), True, False
            if stretch.jumps:
                first = index if first is None else first
                lands, stuck = self._comes_down(stretch, after)
            if lands:
                onto, first = stretch.part.under, None
                if stretch.jumps:  # on what comes next
                    walks_on = after is not None and not after.jumps
                    onto = after.part.under if after is not None and walks_on else self.open_map.under(*end)
                    segment = self.wetted(segment, onto, part=stretch.part)
                    segment = replace(segment, stand=not self.open_map.end_why(end))
                segment = entering(segment, stood, onto=onto, gates=self.gates)
                stood = onto
            made.append(replace(segment, lands=lands))
            if stuck and first is not None:
                made[first] = replace(made[first], barrier=made[first].barrier or "gap")
                first = None
        return _before_end(self._ended(made, stretches[-1])) if ends else made

    def _comes_down(self, stretch: Stretch, after: Stretch | None) -> tuple[bool, bool]:
        """Tell whether a jump lands at the end of a part, and whether it ends there with nothing to land on."""
        end = stretch.part.end
        over = after is None or "gap" in kinds_of(after.part)
        on = after is not None and after.jumps and after.heading == stretch.heading
        stuck = over and not on and self.open_map.midair(end)
        return not (stuck or stretch.aloft or (over and on)), stuck

    def _plain(self, stretch: Stretch) -> Segment:
        """Return a segment without what it enters."""
        side, part, mode = self.open_map.distance / 1_000_000, stretch.part, stretch.mode
        step, start = stretch.ledge_step, part.start if stretch.ledge_step is None else part.end
        ground, rise = (part.under, stretch.rise * self.rate) if step is None else (step.onto, step.rise)
        on_foot = mode in {*AFOOT, "jump"} or (step is not None and rise < 0 and mode in WALKED)
        # What is barred and leads straight up is as long as it is high, so that it is seen.
        upright = bool(stretch.barrier) and not stretch.length and step is None
        flat = on_foot and not upright
        segment = Segment(
            mode=mode,
            length=stretch.length if flat else slanted(stretch.length, rise),
            rise=rise,
            multiplier=ONE if stretch.jumps else self.open_map.multiplier(ground),
            heading=stretch.heading,
            barrier=stretch.barrier,
            stand=not (part.crowded or stretch.jumps),
            start=(start[0] * side, start[1] * side),
            end=(part.end[0] * side, part.end[1] * side),
            falls=on_foot and rise < 0,
        )
        if stretch.jumps:
            pit, depth = self._pit(stretch)
            return replace(segment, pit=pit, depth=depth)
        if step is None or mode != "climb":
            return self.footed(segment, ground, part=part)
        dry = all(one.region.kind not in {"climb", "water"} for one in ground)
        segment = self.footed(replace(segment, onto="ground" if dry else None), ground, part=part)
        return upon(segment, step.footing)

    def _pit(self, stretch: Stretch) -> tuple[Fraction | None, Fraction | None]:
        """Return how far along a jump nothing is underfoot any more, and how deep it is there.

        None: it is over ground to stand on; no depth: it is unknown.
        """
        ground_heights, take_off = self.open_map.ground_heights, stretch.ups[0] * self.rate
        for part in self.open_map.parts(stretch.part.start, stretch.part.end):
            gap = next((ground.region for ground in part.under if ground.region.kind == "gap"), None)
            deep = ZERO if ground_heights.level else take_off - ground_heights.of(part.under).up
            if isinstance(gap, map_data.Gap):
                below = self._depth(gap, part)
                return stretch.length * part.begins, None if below is None else max(below + deep, ZERO)
            if deep > ground_heights.free:
                return stretch.length * part.begins, deep
        return None, None

    def footed(self, segment: Segment, ground: Sequence[Ground], *, part: Part) -> Segment:
        """Add what a part is walked, climbed or swum on."""
        climbs = (one.region for one in ground if isinstance(one.region, map_data.Climbable))
        region = next(climbs, None)
        if segment.mode == "climb" and region is not None:
            east, south = part.end[0] - part.start[0], part.end[1] - part.start[1]
            rise = segment.rise or segment.length * lean_of(region, east, south=south)
            segment = replace(upon(segment, region), rise=rise)
        grades = grades_of(ground, flying=segment.mode in self.flying)
        return replace(self.wetted(segment, ground, part=part), grades=grades)

    def wetted(self, segment: Segment, ground: Sequence[Ground], *, part: Part) -> Segment:
        """Add the water that a part is in or over, and how deep it is below."""
        for one in ground:
            if isinstance(one.region, map_data.Water):
                segment = replace(segment, current=vector(one.region.current))
                if segment.mode not in self.flying:
                    segment = replace(segment, onto="water")
            elif isinstance(one.region, map_data.Gap):
                deep = self._depth(one.region, part)
                segment = replace(segment, depth=None if deep is None else deep - min(segment.rise, ZERO))
        return segment

    def _depth(self, gap: map_data.Gap, part: Part) -> Fraction | None:
        """Return how deep a gap is under a part of a line; none: it is unknown."""
        if self.drop is None:
            return None if gap.depth is None else to_fraction(gap.depth)
        return self.drop(along(part.start, part.end, share=Fraction(1, 2)))

    def _ended(self, made: list[Segment], last: Stretch) -> list[Segment]:
        """Judge the end of the path."""
        part, why = last.part, self.open_map.end_why(last.part.end)
        if not why and made[-1].mode not in self.flying and self.open_map.midair(part.end):
            why = "" if clings(self.open_map, part, mode=last.mode, up=last.ups[1]) else "gap"
        if not why:
            made[-1] = replace(made[-1], stand=made[-1].lands)
        elif made[-1].barrier is None:
            made[-1] = replace(made[-1], stand=False, barrier=why if why in {"occupied", "gap"} else "end")
        return made


def upon(segment: Segment, side: Footing | map_data.Climbable) -> Segment:
    """Return a climb with what it is made on."""
    return replace(segment, surface=side.surface, slick=side.slick, difficulty=side.difficulty)


def entering(
    segment: Segment, before: Sequence[Ground], *, onto: Sequence[Ground], gates: Mapping[str, Gate]
) -> Segment:
    """Add what is entered on the way from some ground onto other ground."""
    stood = {ground.region.id for ground in before}
    rough = [
        ground.region
        for ground in onto
        if ground.region.id not in stood and isinstance(ground.region, map_data.Difficult)
    ]
    rolls = tuple(gates[region.id] for region in rough if region.id in gates)
    entered = tuple(region.id for region in rough)
    flat = sum((to_fraction(region.flat_cost) for region in rough), ZERO)
    return replace(segment, flat=flat, entered=entered, gates=rolls)


def _before_end(segments: list[Segment]) -> list[Segment]:
    """Return segments with the last one of any length barred, where one without length was."""
    last = len(segments) - 1
    if segments[last].extent or segments[last].barrier is None:
        return segments
    number = next((n for n in range(last, -1, -1) if segments[n].extent), last)
    segments[number] = replace(segments[number], barrier=segments[number].barrier or segments[last].barrier)
    return segments
