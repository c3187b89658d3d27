"""Where a token can go on a map without cells, as points of a fine lattice (:mod:`py_rules.board.lattice`)."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, TypeVar

from py_rules.board.atlas import Atlas, bind
from py_rules.board.boxes import FINE
from py_rules.board.field import compile_lattice
from py_rules.board.floors import Floors
from py_rules.board.grid import Cell
from py_rules.board.lattice import HALVES, QUARTERS, SEVENTHS, square_of
from py_rules.board.lattice_ground import footings
from py_rules.board.marks import Marks
from py_rules.board.open_map import OpenMap
from py_rules.board.spatial_index import Spot
from py_rules.gridless.ends import Measuring
from py_rules.paths.destinations import begun, striped
from py_rules.paths.fares import PlacePrices, budget_of
from py_rules.protocol.map_data import Scene
from py_rules.search import (
    Budget,
    CellsByCost,
    Flood,
    Profile,
    Scale,
    Start,
    flood,
    joined,
    lengths_alone,
    linked,
    most_steps,
)
from py_rules.values import work
from py_rules.values.cache import Cache, cached
from py_rules.values.footing import Footing
from py_rules.values.records import record, replace
from py_rules.values.stretch import Segment

ZERO = Fraction(0)
Stop = tuple[int, Spot]
"""A storey, and a place on it."""
Exit = tuple[Segment, Stop]
"""The stretch to where what holds a mover up is left, and where that is."""
MarksOf = Callable[[Floors, int], Marks]
"""What walls and tokens keep the mover from on a storey."""
FINEST = 40
"""Where paths of more cells are swum or climbed in part, all steps are coarse."""
LONG = 24
"""Lengths of paths of more cells are counted in quarters of a step, of others in sevenths."""
BOARDS = 120
"""The most sums of swims and climbs that are searched separately ..."""
LEAST_BOARDS = 12
"""... and the most where the lattice is very large."""
PLACES = 3_000_000
"""About how many places are looked at on all boards together."""
FARTHEST = 60
"""How many cells around the mover are looked at where nothing limits it."""
MOST_WIDE = 4
"""How many searches of lattices are kept for the next question."""
STRIPE = 2 * FINE
"""The grid of points that lattices are cut at, so that a mover needs no new one after a step."""
V = TypeVar("V")


@record()
class Around:
    """A place that is searched around: its square on its storey, and how many steps farther the search goes."""

    storey: int
    square: Cell
    far: int


class OpenSearch:
    """Where one token in one state can go on a map without cells: searched once, asked for areas and paths."""

    def __init__(
        self,
        pricing: PlacePrices,
        floors: Floors,
        *,
        scene: Scene,
        marks: MarksOf,
        atlases: Cache,
        at: tuple[int, Spot],
        up: Fraction = ZERO,
        exits: Sequence[Exit] | None = None,
    ) -> None:
        """``exits``: how it gets to where the map goes on, the surface, a ladder's foot or top; none: it is there."""
        self.pricing, self.floors, self.scene, self.marks = pricing, floors, scene, marks
        self.atlases = atlases
        """The lattices that were made last."""
        self.at = at
        """The storey that the mover stands on, and where."""
        self.up = up
        """How high it holds on there, in the map's unit; 0: it stands."""
        self.kept: dict[str, Any] = {}
        """What has been made of it, and the steps of work that it took."""
        self._wide: dict[tuple[object, ...], Any] = {}
        """What was looked at last beyond the budget, likewise."""
        budget = budget_of(pricing)
        # No point that a search begins at is where the mover stands.
        self.budget = replace(budget, most=min(budget.most, BOARDS), grounded=False)
        here = pricing.move.here
        walled = not up and here is not None and here.holds == "wall" and self.open_map.midair(self.spot)
        left = [one for one in exits or () if one[0].barrier in {None, "occupied", "end"}]
        starts = ((begun(pricing, (0, 0), first=first, budget=self.budget), to) for first, to in left)
        found = [(start, to) for start, to in starts if start is not None and not (walled and to == at)]
        self.begins = [(Start((0, 0)), at)] if exits is None and not walled else found
        """Where the map goes on for it, each with what was used by there."""
        self.stuck = all(to != at for _, to in self.begins)
        """Whether the mover cannot even get to the surface or foot, where the map goes on, or there is none."""
        self.start = Start((0, 0)) if self.stuck else self.begins[0][0]

    @property
    def spot(self) -> Spot:
        """Where the mover stands, on its storey."""
        return self.at[1]

    @property
    def open_map(self) -> OpenMap:
        """The storey that the mover stands on: all are equally large."""
        return self.floors.open_maps[self.at[0]]

    @cached_property
    def footings(self) -> list[Footing]:
        """All that steps can be made on: those of all storeys, then those of passages."""
        with work.counted():  # whoever priced them has counted it
            return footings_of(self.floors)

    @cached_property
    def reach(self) -> int | None:
        """The most steps the budget allows; none: there is no bound."""
        gaps = any(region.kind in {"gap", "ledge"} for region in self.scene.regions)
        step = self.open_map.distance / FINE
        most = most_steps(self.budget, Start((0, 0)), distance=step, footings=self.footings, gaps=gaps)
        return None if most is None else most + 1

    @cached_property
    def parts(self) -> int:
        """What lengths are rounded up to, so that sums of swims and climbs, and long walks, are not too many."""
        far = self.reach
        metered = any(
            footing.mode != "ground" for open_map in self.floors.open_maps for footing in footings(open_map)
        )
        if metered and (far is None or far > FINEST * FINE):
            return HALVES
        return QUARTERS if far is None or far > LONG * FINE else SEVENTHS

    @cached_property
    def found(self) -> "Found":
        """All best paths within the budget."""
        return self.search(*(self.begins or [(self.start, self.at)]))

    @property
    def layers(self) -> "list[tuple[Profile, CellsByCost]]":
        """The points within the budget by profile and rising cost."""
        return self.found.layers if self.begins else []

    @property
    def cut(self) -> bool:
        """Whether the mover may go farther than was looked at."""
        most = max(self.open_map.cols, self.open_map.rows)
        return most > FARTHEST and (self.reach is None or self.reach > FARTHEST * FINE)

    def search(self, *begins: tuple[Start, Stop]) -> "Found":
        """Return all best paths of starts at places of storeys, within the budget."""
        far = FARTHEST * FINE if self.reach is None else min(self.reach, FARTHEST * FINE)
        with work.counted() as done:
            atlas = self.atlas(
                [Around(storey, square_of(spot), far) for _, (storey, spot) in begins], parts=self.parts
            )
            board, found = atlas.board, None
            begun = self._begun(atlas, *begins, budget=self.budget)
            if begun is not None:
                most = max(PLACES // board.anchors.bit_length(), LEAST_BOARDS)
                found = flood(board, begun, budget=replace(self.budget, most=min(self.budget.most, most)))
        return Found(atlas, found, done.done + (0 if found is None else found.work))

    def measuring(self, storey: int, *, budget: Budget | None = None) -> Measuring:
        """Return what measures straight lines of a storey."""
        return Measuring(self.floors.open_maps[storey], self.scene, budget or self.budget)

    def _begun(self, atlas: Atlas, *begins: tuple[Start, Stop], budget: Budget) -> Start | None:
        """Return starts at places, which begin at the points around them; none: the mover gets to none of these."""
        begun: list[Start] = []
        for start, (storey, spot) in begins:
            tile, up = atlas.storeys.index(storey), (self.up if (storey, spot) == self.at else ZERO) or None
            found = self.measuring(storey, budget=budget).entries(atlas.fields[tile], start, spot=spot, up=up)
            begun += (replace(one, cell=atlas.tiles.lay(one.cell, tile)) for one in found)
        return replace(begun[0], others=tuple(begun[1:])) if begun else None

    def atlas(self, around: Sequence[Around], *, parts: int) -> Atlas:
        """Return the lattices within a distance of some places, also beyond passages."""
        around = beyond(self.floors, around)
        cols, rows = (
            striped(
                min(one.square[side] - one.far for one in around),
                max(one.square[side] + one.far + 1 for one in around),
                stripe=STRIPE,
                most=most * FINE,
            )
            for side, most in enumerate((self.open_map.cols, self.open_map.rows))
        )
        window = cols.start, rows.start, cols.stop, rows.stop
        storeys = sorted({one.storey for one in around})
        # What is too much work there is the scene's, not that of the path.
        marks = {storey: self.marks(self.floors, storey) for storey in storeys}

        def bound() -> Atlas:
            level = all(self.floors.open_maps[storey].ground_heights.level for storey in storeys)
            compiled = partial(compile_lattice, scene=self.scene, window=window, parts=parts, level=level)
            fields = [compiled(self.floors.open_maps[storey], marks=marks[storey]) for storey in storeys]
            return bind(self.floors, self.scene, storeys=storeys, fields=fields)

        found: Atlas = work.again(partial(self.atlases, (self.floors, window, storeys, parts)), bound)
        return found

    def linked(self, atlas: Atlas, at: tuple[int, Spot]) -> int:
        """Return the points that some chain of steps leads to."""

        def joined_to() -> int:
            begun = self._begun(atlas, (Start((0, 0)), at), budget=lengths_alone(self.budget))
            return 0 if begun is None else linked(atlas.board, *(one.cell for one in begun.every))

        return self._again(joined_to, "linked", atlas, at)

    def beyond(self, atlas: Atlas, cost: Fraction, *, at: tuple[int, Spot]) -> "Found":
        """Return the shortest paths to all of them, after what was used before."""

        def searched() -> Found:
            budget = lengths_alone(self.budget)
            begun = self._begun(atlas, (Start((0, 0), cost=cost), at), budget=budget)
            found = None if begun is None else flood(atlas.board, begun, budget=budget)
            done = 0 if found is None else found.work
            work.add(done)
            return Found(atlas, found, done)

        return self._again(searched, "beyond", atlas, cost, at)

    def _again(self, make: Callable[[], V], *key: object) -> V:
        kept: dict[tuple[object, ...], tuple[V, int]] = self._wide
        return work.again(lambda made: cached(kept, key, most=MOST_WIDE, make=made), make)


def beyond(floors: Floors, around: Sequence[Around]) -> list[Around]:
    """Return places with those that passages lead to from around them, searched as much less far as these are away."""
    best: dict[int, int] = {}
    found = list(around)
    for here in found:  # it grows meanwhile
        for number, crossing in enumerate(floors.crossings):
            off = max(abs(to - one) for to, one in zip(crossing.start, here.square, strict=True)) - FINE
            left = here.far - max(off, 0)
            if crossing.origin == here.storey and left > best.get(number, -1):
                best[number] = left
                found.append(Around(crossing.target, crossing.end, left))
    return found


@record(slots=False, eq=False)
class Found:
    """What a search found, and the lattices it was found on; no flood: the mover gets to none of their points."""

    atlas: Atlas
    flood: Flood | None
    work: int
    """The steps of work that it took (:mod:`py_rules.values.work`)."""

    @property
    def scale(self) -> Scale:
        """The whole numbers that costs are counted in."""
        return Scale(1) if self.flood is None else self.flood.scale

    @property
    def truncated(self) -> bool:
        """Whether something was cut."""
        return self.flood is not None and self.flood.truncated

    @cached_property
    def layers(self) -> list[tuple[Profile, CellsByCost]]:
        """The points by profile and rising cost."""
        profiles = () if self.flood is None else self.flood.profiles()
        return [(profile, joined(batches)) for profile, batches in profiles]


def footings_of(floors: Floors) -> list[Footing]:
    """Return all that steps on a map can be made on: on its storeys, then in its passages."""
    every = [footing for open_map in floors.open_maps for footing in footings(open_map)]
    return list(dict.fromkeys([*every, *(crossing.footing for crossing in floors.crossings)]))
