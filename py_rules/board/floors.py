"""A map without cells and its storeys: each as an open_map of its own, with the passages between them.

A passage leads from any place of one square to the same place of the other; the squares are one length a side and
lie on thirds of a cell, as polygons do.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor

from py_rules.board.boxes import FINE, part
from py_rules.board.grid import Cell
from py_rules.board.open_map import OpenMap, compile_open_map
from py_rules.board.spatial_index import Spot
from py_rules.board.stacked_grid import floor_of
from py_rules.board.storeys import flat_scenes, gone_through
from py_rules.protocol import map_data
from py_rules.values.footing import Footing
from py_rules.values.map_rules import MapRules
from py_rules.values.records import record, replace
from py_rules.values.rounding import SNAP, to_fraction


@record()
class Crossing:
    """A passage in one direction; ``length`` and ``rise`` in the system's unit.

    ``start`` and ``end`` are the upper left corners of its squares, in thirds of a cell, ``origin`` and ``target``
    their storeys.
    """

    id: str
    origin: int
    target: int
    start: Cell
    end: Cell
    length: Fraction
    rise: Fraction
    footing: Footing

    def holds(self, spot: Spot, *, slack: int = 0) -> bool:
        """Return whether a place is in the square that it begins in, as regions hold places."""
        return _in_square(self.start, spot, slack=slack)

    def leads_up(self, storey: int, spot: Spot) -> bool:
        """Return whether it is a ladder that leads up from a place of a storey."""
        ladder = self.origin == storey and self.footing.mode == "climb" and self.rise > 0
        return ladder and self.holds(spot, slack=SNAP)

    def beyond(self, spot: Spot) -> Spot:
        """Return where a mover comes out that goes in at a place."""
        (x, y), (col, row), (far, low) = spot, self.start, self.end
        return x + part(far) - part(col), y + part(low) - part(row)

    @property
    def back(self) -> "Crossing":
        """The way back."""
        footing = self.footing._replace(lean=-self.footing.lean)
        here, there = (self.origin, self.start), (self.target, self.end)
        return Crossing(self.id, there[0], here[0], there[1], here[1], self.length, -self.rise, footing)


@record(slots=False, eq=False)
class Floors:
    """A map without cells as a mover meets it, storey by storey; one without storeys has one."""

    open_maps: tuple[OpenMap, ...]
    elevations: tuple[Fraction, ...]
    """That of each storey, from low to high, in the map's unit."""
    crossings: tuple[Crossing, ...]
    names: tuple[str | None, ...] = (None,)
    """What the map calls its storeys; none: it has no storeys."""

    def storey(self, elevation: float) -> int:
        """Return the storey that an elevation belongs to."""
        return floor_of(self.elevations, to_fraction(elevation))

    def at(self, elevation: float) -> OpenMap:
        """Return the storey that an elevation belongs to, as a flat map."""
        return self.open_maps[self.storey(elevation)]

    def crossing(
        self, origin: tuple[int, Spot], target: tuple[int, Spot], *, mode: str | None
    ) -> Crossing | None:
        """Return the passage that a line between places of two storeys leads through; none: there is none."""
        return next(iter(self.passages(origin, target, mode=mode)), None)

    def passages(
        self, origin: tuple[int, Spot], target: tuple[int, Spot], *, mode: str | None
    ) -> list[Crossing]:
        """Return the passages that a line between places of two storeys may lead through.

        Sorted by how near they end, whether their mode is the one named, whether the line begins there, and length.
        """
        (storey, a), (other, b) = origin, target
        found = [
            (
                (
                    _rest(crossing.beyond(a), b),
                    mode in {"ground", "climb"} and crossing.footing.mode != mode,
                    not crossing.holds(a),
                    crossing.length,
                ),
                crossing,
            )
            for crossing in self.crossings
            if (crossing.origin, crossing.target) == (storey, other)
            and crossing.holds(a, slack=SNAP)
            and crossing.back.holds(b, slack=SNAP)
            and self.open_maps[other].holds(crossing.beyond(a))
        ]
        return [crossing for _, crossing in sorted(found, key=lambda one: one[0])]

    def perched(self, storey: int, spot: Spot, *, up: Fraction) -> "Floors":
        """Return the map as a mover on a ladder meets it: only the rest of the ladder is ahead.

        ``up``: how high it is above the storey, in the system's unit. A mover that is on no ladder gets the same map.
        """

        def rest(crossing: Crossing) -> Crossing:
            if not crossing.leads_up(storey, spot) or crossing.rise <= up:
                return crossing
            left = crossing.rise - up
            return replace(crossing, length=crossing.length * left / crossing.rise, rise=left)

        if up <= 0:
            return self
        crossings = tuple(map(rest, self.crossings))
        return self if crossings == self.crossings else replace(self, crossings=crossings)

    def drop(self, storey: int, spot: Spot, *, rate: Fraction) -> Fraction | None:
        """Return how deep it is through a gap at a place; none: nobody knows.

        Through a hole it is as deep as the first floor below is far; where there is none, as the lowest gap says.
        ``rate``: how many of the system's units make one of the map's.
        """
        depth = None
        for lower in range(storey, -1, -1):
            open_map = self.open_maps[lower]
            down = (self.elevations[storey] - self.elevations[lower]) * rate
            if down and open_map.in_obstacle(spot):
                return None
            if down and not open_map.over_gap(spot):
                return down
            gaps = (one.region for one in open_map.under(*spot) if isinstance(one.region, map_data.Gap))
            told = [down + to_fraction(gap.depth) for gap in gaps if gap.depth is not None]
            depth = min(told, default=depth)
        return depth


def _rest(a: Spot, b: Spot) -> int:
    """Return how far places are apart, squared; what is no farther than the slack is no distance."""
    x, y = abs(a[0] - b[0]), abs(a[1] - b[1])
    return 0 if max(x, y) <= SNAP else x * x + y * y


def compile_floors(
    scene: map_data.Scene,
    *,
    mover: map_data.Token,
    unseen: frozenset[str],
    map_rules: MapRules,
    rate: Fraction,
) -> Floors:
    """Return a map without cells as a mover meets it.

    ``rate``: how many of the scene's units make one of those that elevations are in.
    """
    flat = list(flat_scenes(scene)) if scene.storeys else [scene]
    open_maps = tuple(
        compile_open_map(one, mover=mover, unseen=unseen, map_rules=map_rules, rate=rate) for one in flat
    )
    if not scene.storeys:
        return Floors(open_maps, (Fraction(0),), ())
    return Floors(
        open_maps,
        tuple(to_fraction(storey.elevation) for storey in scene.storeys),
        tuple(crossing for passage in scene.passages for crossing in _crossings(scene, passage, rate=rate)),
        tuple(storey.id for storey in scene.storeys),
    )


def _crossings(scene: map_data.Scene, passage: map_data.Passage, *, rate: Fraction) -> Iterator[Crossing]:
    """Yield a passage, and the way back unless it is one-way."""
    storeys = {storey.id: number for number, storey in enumerate(scene.storeys)}
    low, high = storeys[passage.a.storey], storeys[passage.b.storey]
    start, end = corner(passage.a), corner(passage.b)
    lifted = to_fraction(scene.storeys[high].elevation) - to_fraction(scene.storeys[low].elevation)
    rise, side = lifted * rate, to_fraction(scene.grid.distance) / FINE
    run = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) * side**2
    length, footing = gone_through(passage, run=run, rise=rise)
    there = Crossing(passage.id, low, high, start, end, length, rise, footing)
    yield there
    if not passage.one_way:
        yield there.back


def corner(end: map_data.Landing) -> Cell:
    """Return the upper left corner of the square that a passage ends in, in thirds of a cell.

    >>> corner(map_data.Landing(col=2, row=0.7, storey="hall"))
    (6, 2)
    """
    col, row = (floor(to_fraction(side) * FINE + Fraction(1, 2)) for side in (end.col, end.row))
    return col, row


def lies_in(end: map_data.Landing, spot: Spot) -> bool:
    """Return whether a place is in the square that a passage ends in."""
    return _in_square(corner(end), spot)


def _in_square(begins: Cell, spot: Spot, *, slack: int = 0) -> bool:
    return all(
        part(side) - slack <= at < part(side + FINE) + slack for at, side in zip(spot, begins, strict=True)
    )


def alike(passages: Sequence[map_data.Passage]) -> tuple[int, int] | None:
    """Return two passages that lead, side by side or through the same cells, from and to the same places.

    None: there are none. A step between two storeys would not say which of them it takes.
    """
    known: dict[tuple[str, str, int, int], list[tuple[int, Cell]]] = {}
    for index, passage in enumerate(passages):
        low, high = sorted((passage.a, passage.b), key=lambda end: end.storey)
        (col, row), (far, below) = corner(low), corner(high)
        group = known.setdefault((low.storey, high.storey, far - col, below - row), [])
        for other, (left, top) in group:
            if abs(left - col) < FINE and abs(top - row) < FINE:
                return other, index
        group.append((index, (col, row)))
    return None
