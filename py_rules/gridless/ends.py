"""The straight lines that join places to the points of a lattice, measured as drawn ones: where a path begins and ends.

A search begins at the points around the mover, each with what the line there has used.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from math import ceil, prod

from py_rules.board.boxes import FINE
from py_rules.board.field import Field
from py_rules.board.grid import Cell
from py_rules.board.ground import Ground
from py_rules.board.lattice import DIRECTIONS, HALVES, point, square_of
from py_rules.board.open_map import OpenMap
from py_rules.board.spatial_index import Spot
from py_rules.gridless.lines import stretches_of
from py_rules.gridless.segments import LineSegments
from py_rules.protocol.map_data import Difficult, Scene
from py_rules.search import Budget, Label, Profile, Start
from py_rules.search.budget import ordered
from py_rules.values.footing import Draw
from py_rules.values.records import record, replace
from py_rules.values.rounding import GRAIN, to_fraction, to_number
from py_rules.values.stretch import Segment

ZERO = Fraction(0)


@record(slots=False, eq=False)
class Measuring:
    """Measures lines of a storey; ``budget`` says what they use."""

    open_map: OpenMap
    scene: Scene
    budget: Budget

    def segments(self, a: Spot, b: Spot, *, up: Fraction | None = None) -> Sequence[Segment] | None:
        """Return what a straight line is made of; none: it is barred, or leads over an edge.

        ``up``: how high the mover holds on where it begins, in the map's unit; none: it is on the ground.
        """
        heights = self.open_map.ground_heights
        if a == b and up is None:
            return ()
        spots = (a, b) if up is None else (a, beside(self.open_map, a, b=b) or b, b)
        ups = [
            heights.at(*spot).elevation if number or up is None else up for number, spot in enumerate(spots)
        ]
        points = [(0, 0, to_number(high), None) for high in ups]
        stretches = stretches_of(self.open_map, points, spots=spots, flying=frozenset(), rate=heights.rate)
        segments = self._made.segments(list(stretches), spots, ends=False)
        return None if any(segment.barrier or segment.falls for segment in segments) else segments

    @cached_property
    def _made(self) -> LineSegments:
        rate = self.open_map.ground_heights.rate
        return LineSegments(self.open_map, self.scene, flying=frozenset(), rate=rate, drop=None)

    def after(
        self, label: Label, segments: Sequence[Segment], *, line: tuple[Spot, Spot], stood: Sequence[Ground]
    ) -> Label | None:
        """Return a label after a line; none: it is not paid for. What was not ``stood`` on is entered.

        The lattice takes what it has all around a point as entered.
        """
        a, b = line
        over = {ground for part in self.open_map.parts(a, b) for ground in part.under} if a != b else set()
        met = [g.region for g in self.open_map.grounds if (g in over or g.covers(b)) and g not in stood]
        rough = [region for region in met if isinstance(region, Difficult)]
        flats = {region.id: to_fraction(region.flat_cost) for region in rough}
        end: Label | None = label
        for number, segment in enumerate(segments, 1):
            # What is entered nowhere on the line is entered where it begins.
            now = flats.keys() - {name for later in segments[number:] for name in later.entered}
            end = end and self._gone(end, segment, flat=sum((flats.pop(name) for name in now), ZERO))
        if end is None:
            return None
        profile = through(end.profile, (region.id for region in rough), budget=self.budget)
        return replace(end, cost=end.cost + sum(flats.values()), profile=profile)

    def _gone(self, label: Label, segment: Segment, *, flat: Fraction = ZERO) -> Label | None:
        """Return a label after a stretch with a surcharge; none: it is impossible."""
        budget, profile = self.budget, label.profile
        phase = sum(label.cost > past for past in budget.phases)
        used = dict(profile.meters)
        if segment.mode == "jump":
            meter = budget.jump_meter
            jumped = ZERO if meter is None else used.get(meter, ZERO)
            high = max(segment.rise, ZERO)
            jump = budget.jump(segment.length, high, running=False, jumped=jumped, phase=phase)
            if jump is None or jump.chance <= 0:
                return None
            if meter is not None:
                used[meter] = jumped + budget.leapt(segment.length, high, flat=flat)
            cost = label.cost + (segment.extent if budget.jump_counts else ZERO)
            cost += flat if meter is None else ZERO
            keys, chance = ordered((*profile.jumps, jump.difficulty)), profile.chance * jump.chance
            profile = replace(profile, meters=tuple(sorted(used.items())), jumps=keys, chance=chance)
            return replace(label, cost=cost, profile=profile)
        draw = budget.draw(segment.footing, phase)
        amount = segment.extent * segment.multiplier * draw.factor + flat
        cost = label.cost + (amount if draw.meter is None else ZERO)
        return replace(label, cost=cost, profile=drawn(profile, draw, amount=amount))

    def entries(self, field: Field, start: Start, *, spot: Spot, up: Fraction | None) -> list[Start]:
        """Return the starts at the points that a straight line leads to from a place.

        ``up``: how high the mover holds on there, in the map's unit; none: it stands, or is over a gap.
        """
        label, stood = label_of(start), self.open_map.under(*spot)
        alone = up is None and field.plain >> field.grid.bit(square_of(spot)) & 1
        for cells in self._around(field, spot):
            found: list[Start] = []
            for cell in cells:
                to = point(cell)
                # Over plain ground there is nothing to measure but how far it is.
                plain = [Segment("ground", self.open_map.length(spot, to))] if alone else None
                segments = plain or self.segments(spot, to, up=up)
                if segments is None:
                    continue
                segments = [self._rounded(one, field.grid.parts) for one in segments]
                line = spot, to
                end = (
                    self._gone(label, *segments)
                    if alone
                    else self.after(label, segments, line=line, stood=stood)
                )
                if end is not None and self._pays(end, before=label):
                    found.append(start_of(end, cell))
            if found:
                return found
        return []

    def _around(self, field: Field, spot: Spot) -> Iterator[list[Cell]]:
        """Yield the points to begin at: the corners of a place's square, else those around.

        Over a gap, or in what is solid, they are beyond it.
        """
        grid, (col, row) = field.grid, square_of(spot)

        def free(cell: Cell) -> bool:
            return grid.shows(cell) and bool(field.free >> grid.bit(cell) & 1)

        if self.open_map.midair(spot) or self.open_map.in_obstacle(spot):
            far = range(1, grid.cols + grid.inner)
            ahead = ([(col + n * right, row + n * down) for n in far] for right, down in DIRECTIONS)
            inside = (takewhile(grid.shows, cells) for cells in ahead)
            yield [cell for cells in inside if (cell := next(filter(free, cells), None)) is not None]
            return
        if point((col, row)) == spot:
            yield list(filter(free, [(col, row)]))
        yield list(filter(free, [(col + right, row + down) for down in (0, 1) for right in (0, 1)]))
        reach = 2 + -(-self.open_map.radius * FINE // GRAIN)
        wide = range(-reach, reach + 2)
        yield list(filter(free, [(col + right, row + down) for down in wide for right in wide]))

    def _rounded(self, segment: Segment, parts: int) -> Segment:
        """Return a stretch whose length is rounded up as steps are; straight up or down it is as long as it is."""
        if segment.upright:
            return segment
        grain = self.open_map.distance / FINE / (parts if segment.mode == "ground" else HALVES)
        return replace(segment, length=ceil(segment.length / grain) * grain)

    def _pays(self, label: Label, *, before: Label) -> bool:
        """Return whether the budget pays for what is new of a label."""
        budget, used = self.budget, dict(label.profile.meters)
        if label.cost > before.cost and budget.limit is not None and label.cost > budget.limit:
            return False
        caps = [
            (amount, budget.meters.get(name, ZERO), before.profile.used(name))
            for name, amount in used.items()
        ]
        if any(amount > known and most is not None and amount > most for amount, most, known in caps):
            return False
        return label.profile.chance >= budget.floor and budget.possible(used, dict(label.profile.marks))


def beside(open_map: OpenMap, a: Spot, *, b: Spot) -> Spot | None:
    """Return the place right beside another that is as high as a third: there a mover goes that holds on."""
    return open_map.ground_heights.beside(a).get(open_map.ground_heights.at(*b))


def drawn(profile: Profile, draw: Draw, *, amount: Fraction) -> Profile:
    """Return a profile after a stretch more: ``amount`` of its meter is used, if it has one, and it leaves marks."""
    used, marks = dict(profile.meters), dict(profile.marks)
    begins = draw.meter is not None and not used.get(draw.meter)
    for name, bad in (*draw.marks, *(draw.starts if begins else ())):
        marks[name] = max(bad, marks.get(name, 0))
    if draw.meter is not None:
        used[draw.meter] = used.get(draw.meter, ZERO) + amount
    return replace(profile, meters=tuple(sorted(used.items())), marks=tuple(sorted(marks.items())))


def through(profile: Profile, regions: Iterable[str], *, budget: Budget) -> Profile:
    """Return a profile after some regions are entered, and rolled for where they ask it."""
    gates = {region for region in regions if budget.gates.get(region, 1) < 1}
    new = gates - budget.passed - profile.gates
    chance = prod((budget.gates[gate] for gate in new), start=profile.chance)
    return replace(profile, gates=profile.gates | new, chance=chance)


def label_of(start: Start) -> Label:
    """Return the label that a search begins with."""
    meters, marks = tuple(sorted(start.meters.items())), tuple(sorted(start.marks.items()))
    return Label(start.cost, Profile(meters, marks, start.checks, start.gates, start.chance), start.parity)


def start_of(label: Label, cell: Cell = (0, 0)) -> Start:
    """Return a start at a cell that has used what a label has."""
    profile = label.profile
    return Start(
        cell,
        label.cost,
        dict(profile.meters),
        dict(profile.marks),
        profile.jumps,
        profile.chance,
        gates=profile.gates,
    )
