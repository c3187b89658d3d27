"""What is underfoot where a token stands."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from py_rules.board import Board, Grid, Step, floor_of, grid_of
from py_rules.board.ground_heights import GroundHeights, ground_heights_of
from py_rules.board.heights import Heights, Perch, Sides, compile_heights
from py_rules.board.measure import NOWHERE
from py_rules.board.open_map import grounds_of
from py_rules.board.polygon import holds
from py_rules.board.spatial_index import Spot
from py_rules.engine.situation import Segment
from py_rules.paths.path import cell_of
from py_rules.protocol import map_data
from py_rules.protocol.map_data import Scene
from py_rules.values.rounding import GRAIN, to_fraction


def storey_of(scene: Scene, elevation: float) -> int:
    """Return the storey that an elevation belongs to, counted from the lowest; 0 on a map without storeys."""
    return floor_of([to_fraction(storey.elevation) for storey in scene.storeys], to_fraction(elevation))


def touches(grid: Grid, region: map_data.Region, cell: tuple[int, int], size: tuple[int, int]) -> bool:
    """Return whether a footprint of ``size`` cells at ``cell`` has a cell in a region.

    >>> pond = map_data.Water(id="pond", kind="water", area=map_data.Rect(rect=(4, 0, 2, 2)))
    >>> from py_rules.board import Square
    >>> touches(Square(9, 9), pond, (3, 1), (2, 2)), touches(Square(9, 9), pond, (3, 1), (1, 1))
    (True, False)
    """
    body = grid.footprint(cell, size)
    if isinstance(region.area, map_data.Rect):
        left, top, wide, high = region.area.rect
        return any(left <= col < left + wide and top <= row < top + high for col, row in body)
    if isinstance(region.area, map_data.Cells):
        return any(region.area.lines.get(row, 0) >> col & 1 for col, row in body)
    return any(holds(region.area.polygon, grid.spot(at)) for at in body)


class Ground:
    """How high tokens are that stand on a map, in the unit of elevations."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._heights: list[tuple[Fraction, Heights]] = []
        self._ground_heights = GroundHeights()
        if any(isinstance(region, map_data.Ledge) for region in scene.regions):
            if scene.grid.kind == "gridless":
                self._ground_heights = ground_heights_of(
                    grounds_of(scene.regions), free=Fraction(0), rate=Fraction(1)
                )
                return
            grid = self._grid = grid_of(scene.grid)
            floors = [(storey.id, to_fraction(storey.elevation)) for storey in scene.storeys]
            for name, floor in floors or [("", Fraction(0))]:
                here = [region for region in scene.regions if region.storey in {None, name}]
                heights = compile_heights(grid, here, under=int, free=Fraction(0), rate=Fraction(1))
                self._heights.append((floor, heights))

    def __call__(self, token: map_data.Token, cell: tuple[int | float, int | float], told: float) -> Fraction:
        """Return the elevation that was told of a token, or if that is below it or none, that of the ground."""
        if self._ground_heights.level and not self._heights:
            return to_fraction(told)
        ground = self.under(token, cell, told)
        return max(ground, to_fraction(told)) if told else ground

    def under(self, token: map_data.Token, cell: tuple[int | float, int | float], told: float) -> Fraction:
        """Return the elevation of the ground under a token, on the storey that the elevation told of it is on."""
        if not self._ground_heights.level:
            return self._ground_heights.at(*self._middle(token, cell)).elevation
        storey = storey_of(self._scene, told)
        if not self._heights:
            return to_fraction(self._scene.storeys[storey].elevation) if self._scene.storeys else Fraction(0)
        floor, heights = self._heights[storey]
        cells = [at for at in self._grid.footprint(cell_of(cell), token.size) if self._grid.holds(at)]
        up = Fraction(0)
        if heights.levels and cells:
            up = max(heights.at(self._grid.bit(at)).elevation for at in cells)
        return floor + up

    def holds(self, token: map_data.Token, rate: Fraction) -> bool:
        """Return whether a token holds on above the ground; so many of the system's units go to one of the map's."""
        if self._ground_heights.level:
            return self.perch(token, rate) is not None
        return (
            self._ground_heights.perch(
                self._middle(token, (token.col, token.row)), to_fraction(token.elevation)
            )
            is not None
        )

    def _middle(self, token: map_data.Token, cell: tuple[int | float, int | float]) -> Spot:
        """Return the middle of a token on a map without cells, in grains."""
        sides = zip(cell, (token.cols, token.rows), strict=True)
        x, y = (round((to_fraction(at) + to_fraction(size) / 2) * GRAIN) for at, size in sides)
        return x, y

    def perch(self, token: map_data.Token, rate: Fraction) -> Perch | None:
        """Return where a token on cells holds on above the ground, beside higher ground or on a ladder.

        None: it stands, or there are no cells.

        So many of the system's units as ``rate`` says go to one of the map's.
        """
        if self._scene.grid.kind == "gridless" or not token.elevation:
            return None
        grid, told = grid_of(self._scene.grid), to_fraction(token.elevation)
        storey, cell = storey_of(self._scene, token.elevation), cell_of((token.col, token.row))
        floor, heights = self._heights[storey] if self._heights else (Fraction(0), Heights())
        if self._scene.storeys:
            floor = to_fraction(self._scene.storeys[storey].elevation)
        body = [at for at in grid.footprint(cell, token.size) if grid.holds(at)]
        up, ground = (
            told - floor,
            max((heights.at(grid.bit(at)).elevation for at in body), default=Fraction(0)),
        )
        if up <= ground:
            return None
        near = 0
        for at, direction in product(body, range(len(grid.headings))):
            near |= grid.shift(1 << grid.bit(at), direction)
        walls = [level.sides for level in heights.levels if level.touched & near and level.elevation >= up]
        sides = next(iter([*self._ladders(storey, cell), *reversed(walls)]), None)
        return None if sides is None else Perch(cell, up, ground, rate, storey, sides)

    def _ladders(self, storey: int, cell: tuple[int, int]) -> Iterator[Sides]:
        """Yield what the ladders are that lead up from a cell of a storey."""
        order = {known.id: number for number, known in enumerate(self._scene.storeys)}
        for passage in self._scene.passages:
            for low, high in ((passage.a, passage.b), (passage.b, passage.a)):
                up = order[high.storey or ""] > order[low.storey or ""] == storey
                if passage.kind == "ladder" and up and (low.col, low.row) == cell:
                    yield passage.surface, passage.slick, passage.difficulty


class RegionsUnder:
    """Tells what the regions of a scene say of a step beyond what the board compiles."""

    def __init__(self, board: Board, scene: Scene, flying: frozenset[str]) -> None:
        self.board, self.flying = board, flying
        self.regions = [
            (region, board.touched(region))
            for region in scene.regions
            if isinstance(region, map_data.Water | map_data.Gap | map_data.Difficult)
        ]

    def under(self, segment: Segment, step: Step, *, ups: tuple[Fraction, Fraction]) -> Segment:
        """Return the segment, between so high ends, with what its target touches: a current, a depth.

        Water is no terrain from above.
        """
        current, depth, wet = None, None, False
        bit = self.board.bit(step.target)
        under = [region for region, touched in self.regions if touched >> bit & 1]
        for region in under:
            if isinstance(region, map_data.Water):
                current, wet = vector(region.current), step.mode not in self.flying
            elif isinstance(region, map_data.Gap):
                known = self.board.drop(step.target) if region.depth is None else to_fraction(region.depth)
                depth = depth if known is None else known
        grades = segment.grades
        if step.mode in self.flying:
            ground = [region for region in under if isinstance(region, map_data.Difficult)]
            grades = tuple(dict.fromkeys((region.grade, region.modifier) for region in ground))
        size, side = self.board.size, self.board.distance
        grid, heading = self.board.flat, ""
        (here, first), (there, last) = (self.board.place(cell) for cell in (step.origin, step.target))
        start, end = (grid.middle(cell, size, side) for cell in (here, there))
        if step.direction != NOWHERE:
            heading = self.board.grid.headings[step.direction].name
        return replace(
            segment,
            grades=grades,
            heading=heading,
            start=start,
            end=end,
            ups=ups,
            storeys=(first, last),
            current=current,
            wet=wet,
            depth=depth,
        )


def vector(current: tuple[int | float, int | float] | None) -> tuple[Fraction, Fraction] | None:
    """Return a current as exact numbers; none: there is none."""
    return None if current is None else (to_fraction(current[0]), to_fraction(current[1]))
