"""The segments that the stretches of a drawn line are to the rules."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from py_rules.board.geometry import along
from py_rules.board.ground import Ground
from py_rules.board.ledge_steps import grades_of
from py_rules.board.open_map import OpenMap, Part
from py_rules.board.spatial_index import Spot
from py_rules.board.steps import ON_FOOT, WALKED
from py_rules.gridless.heights import before_end
from py_rules.gridless.pieces import LedgeStep, Stretch, kinds_of, slanted
from py_rules.paths.ground import vector
from py_rules.paths.segments import gates_of
from py_rules.protocol import map_data
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction
from py_rules.values.stretch import Gate, Segment

ONE, ZERO = Fraction(1), Fraction(0)
Drop = Callable[[Spot], Fraction | None]
"""How far it is down at a place, through a hole without a depth."""


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
        for index, stretch in enumerate(stretches):
            after = stretches[index + 1] if index + 1 < len(stretches) else None
            lands = stretch.jumps and not self._flies_on(stretch, after)
            segment = replace(self._plain(stretch), lands=lands or not stretch.jumps)
            if lands or not stretch.jumps:
                onto = self._onto(stretch, after)
                segment = entering(segment, stood, onto=onto, gates=self.gates)
                stood = onto
            if lands:
                segment = _splashing(segment, onto)
            made.append(segment)
        made = self._landed(self._stuck(made, stretches), stretches)
        if not ends:
            return made
        made = self._ended(made, stretches[-1].part.end)
        return made if self.open_map.ground_heights.level else before_end(made)

    def _flies_on(self, stretch: Stretch, after: Stretch | None) -> bool:
        """Tell whether a jump is still in the air at the end of a part."""
        if stretch.aloft:
            return True
        if after is None:
            return self.open_map.over_gap(stretch.part.end)
        return after.jumps and after.heading == stretch.heading and "gap" in kinds_of(after.part)

    def _onto(self, stretch: Stretch, after: Stretch | None) -> tuple[Ground, ...]:
        """Return what is underfoot at the end of a part: that of a landing is what comes next."""
        if not stretch.jumps:
            return stretch.part.under
        return (
            after.part.under
            if after is not None and not after.jumps
            else self.open_map.under(*stretch.part.end)
        )

    def _plain(self, stretch: Stretch) -> Segment:
        """Return a segment without what it enters."""
        if stretch.ledge_step is not None:
            return self._over_ledge(stretch, stretch.ledge_step)
        side = self.open_map.distance / 1_000_000
        part, rise = stretch.part, stretch.rise * self.rate
        # What is barred and leads straight up is as long as it is high, so that it is seen.
        upright = bool(stretch.barrier) and not stretch.length
        flat = stretch.mode in {"ground", "sprint", "jump"} and not upright
        multiplier = ONE if stretch.jumps else self.open_map.multiplier(part.under)
        segment = Segment(
            mode=stretch.mode,
            length=stretch.length if flat else slanted(stretch.length, rise),
            rise=rise,
            multiplier=multiplier,
            heading=stretch.heading,
            barrier=stretch.barrier,
            stand=not (part.crowded or stretch.jumps),
            start=(part.start[0] * side, part.start[1] * side),
            end=(part.end[0] * side, part.end[1] * side),
            sheer=stretch.jumps and stretch.ups is not None and rise < 0,
        )
        if stretch.jumps:
            pit, depth = self._pit(stretch)
            return replace(segment, pit=pit, depth=depth)
        return self._footed(segment, part.under, stretch=stretch)

    def _pit(self, stretch: Stretch) -> tuple[Fraction | None, Fraction | None]:
        """Return how far along a jump nothing is underfoot any more, and how deep it is there.

        None: it is over ground to stand on; no depth: it is unknown.
        """
        ground_heights, take_off = (
            self.open_map.ground_heights,
            None if stretch.ups is None else stretch.ups[0] * self.rate,
        )
        for part in self.open_map.parts(stretch.part.start, stretch.part.end):
            gap = next((ground.region for ground in part.under if ground.region.kind == "gap"), None)
            if isinstance(gap, map_data.Gap):
                return stretch.length * part.begins, self._depth(gap, part)
            deep = ZERO if take_off is None else take_off - ground_heights.of(part.under).up
            if deep > ground_heights.free:
                return stretch.length * part.begins, deep
        return None, None

    def _over_ledge(self, stretch: Stretch, ledge_step: LedgeStep) -> Segment:
        """Return what leads from one height to another at a point."""
        under, side, mode = (
            [ground.region for ground in ledge_step.onto],
            self.open_map.distance / 1_000_000,
            stretch.mode,
        )
        x, y = stretch.part.end
        segment = Segment(
            mode=mode,
            length=ZERO
            if mode in ON_FOOT or (mode in WALKED and ledge_step.rise < 0)
            else abs(ledge_step.rise),
            rise=ledge_step.rise,
            multiplier=self.open_map.multiplier(ledge_step.onto),
            heading=stretch.heading,
            barrier=stretch.barrier,
            stand=not stretch.part.crowded,
            start=(x * side, y * side),
            end=(x * side, y * side),
            sheer=ledge_step.rise < 0 and mode in WALKED,
            onto="ground"
            if mode == "climb" and all(one.kind not in {"climb", "water"} for one in under)
            else None,
        )
        segment = self._footed(segment, ledge_step.onto, stretch=stretch)
        if mode != "climb":
            return segment
        sides = ledge_step.footing
        return replace(segment, surface=sides.surface, slick=sides.slick, difficulty=sides.difficulty)

    def _footed(self, segment: Segment, ground: Sequence[Ground], *, stretch: Stretch) -> Segment:
        """Add what a stretch is walked, climbed or swum on."""
        under = [one.region for one in ground]
        climbs = [region for region in under if isinstance(region, map_data.Climbable)]
        if segment.mode == "climb" and climbs:
            lean = _lean(climbs[0], stretch.part)
            segment = replace(
                segment,
                surface=climbs[0].surface,
                slick=climbs[0].slick,
                difficulty=climbs[0].difficulty,
                rise=segment.rise or segment.length * lean,
            )
        for region in under:
            if isinstance(region, map_data.Water):
                segment = replace(segment, current=vector(region.current))
                if segment.mode not in self.flying:
                    segment = replace(segment, onto="water")
            elif isinstance(region, map_data.Gap):
                segment = replace(segment, depth=self._depth(region, stretch.part))
        return replace(segment, grades=grades_of(ground, flying=segment.mode in self.flying))

    def _depth(self, gap: map_data.Gap, part: Part) -> Fraction | None:
        """Return how deep a gap is under a part of a line; none: it is unknown."""
        if gap.depth is not None or self.drop is None:
            return None if gap.depth is None else to_fraction(gap.depth)
        return self.drop(along(part.start, part.end, share=Fraction(1, 2)))

    def _stuck(self, made: list[Segment], stretches: Sequence[Stretch]) -> list[Segment]:
        """Bar a jump at its first part where it ends over a gap."""
        first = None
        for index, segment in enumerate(made):
            if segment.mode != "jump":
                first = None
                continue
            first = index if first is None else first
            after = stretches[index + 1] if index + 1 < len(stretches) else None
            over = self.open_map.midair(stretches[index].part.end)
            turns = after is None or not after.jumps or after.heading != segment.heading
            if segment.lands:
                first = None
            if over and turns and not (after is not None and "gap" not in kinds_of(after.part)):
                at = index if first is None else first
                made[at] = replace(made[at], barrier=made[at].barrier or "gap", lands=False)
                first = None
        return made

    def _landed(self, made: list[Segment], stretches: Sequence[Stretch]) -> list[Segment]:
        """Judge where a jump lands on the way."""
        for index, segment in enumerate(made):
            if (
                segment.mode == "jump"
                and segment.lands
                and not self.open_map.end_why(stretches[index].part.end)
            ):
                made[index] = replace(segment, stand=True)
        return made

    def _ended(self, made: list[Segment], end: Spot) -> list[Segment]:
        """Judge the end of the path."""
        why = self.open_map.end_why(end)
        if not why and self.open_map.over_gap(end) and made[-1].mode not in self.flying:
            why = "gap"
        if not why:
            made[-1] = replace(made[-1], stand=made[-1].lands)
        elif made[-1].barrier is None:
            made[-1] = replace(made[-1], stand=False, barrier=why if why in {"occupied", "gap"} else "end")
        return made


def _splashing(segment: Segment, onto: Sequence[Ground]) -> Segment:
    """Add the water that a jump lands in."""
    for ground in onto:
        if isinstance(ground.region, map_data.Water):
            segment = replace(segment, current=vector(ground.region.current), onto="water")
    return segment


def _lean(region: map_data.Climbable, part: Part) -> int:
    """Return whether a stretch leads up on a surface (1), down (-1), or along."""
    if region.uphill is None:
        return 0
    east, south = to_fraction(region.uphill[0]), to_fraction(region.uphill[1])
    lean = (part.end[0] - part.start[0]) * east + (part.end[1] - part.start[1]) * south
    return (lean > 0) - (lean < 0)


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
