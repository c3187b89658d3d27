"""What is underfoot where a token stands."""

from collections.abc import Callable, Collection
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from py_rules.board import Board, Cell, CellGrid, Step, floor_of, grid_of
from py_rules.board.floors import lies_in
from py_rules.board.grid import union
from py_rules.board.ground import Ground as Part
from py_rules.board.ground import grounds_of
from py_rules.board.ground_heights import GroundHeights, ground_heights_of
from py_rules.board.heights import Heights, compile_heights
from py_rules.board.polygon import holds
from py_rules.board.spatial_index import Spot
from py_rules.paths.path import At, cell_of
from py_rules.paths.units import Converted
from py_rules.protocol import map_data
from py_rules.protocol.map_data import Scene
from py_rules.values.footing import Grade
from py_rules.values.rounding import GRAIN, to_fraction


def storey_of(scene: Scene, elevation: float) -> int:
    """Return the storey that an elevation belongs to, counted from the lowest; 0 on a map without storeys."""
    floors = [to_fraction(storey.elevation) for storey in scene.storeys]
    return floor_of(floors, to_fraction(elevation)) if floors else 0


def touches(grid: CellGrid, region: map_data.Region, *, body: Collection[tuple[int, int]]) -> bool:
    """Return whether a body has a cell in a region.

    >>> pond = map_data.Water(id="pond", kind="water", area=map_data.Rect(rect=(4, 0, 2, 2)))
    >>> from py_rules.board import CellGrid
    >>> touches(CellGrid(9, 9), pond, body=[(3, 1), (4, 1)]), touches(CellGrid(9, 9), pond, body=[(3, 1)])
    (True, False)
    """
    if isinstance(region.area, map_data.Rect):
        left, top, wide, high = region.area.rect
        return any(left <= col < left + wide and top <= row < top + high for col, row in body)
    if isinstance(region.area, map_data.Cells):
        return any(col >= 0 and region.area.lines.get(row, 0) >> col & 1 for col, row in body)
    return any(holds(region.area.polygon, grid.spot(at)) for at in body)


def pits_under(
    measured: Converted, token: map_data.Token, *, ground: Callable[[], "TokenHeights"]
) -> dict[str, Fraction]:
    """Return the gaps that a token is down in, and what hangs together with them, with how high the bottoms are.

    That is above the floor of the storey, in the map's unit, as deep as told below the ground that the gap lies in; in
    ground of several heights below that most like the ground beside. A bottom that nobody knows is where the token is.
    """
    scene, up, cell = measured.scene, to_fraction(token.elevation), (token.col, token.row)
    storey = storey_of(scene, token.elevation)
    here, floor = (scene.storeys[storey].id, scene.storeys[storey].elevation) if scene.storeys else (None, 0)
    gaps = [one for one in scene.regions if isinstance(one, map_data.Gap) and one.storey in {None, here}]
    raised = gaps and any(isinstance(one, map_data.Ledge) for one in scene.regions)
    low = ground().under(token, cell, elevation=token.elevation) if raised else to_fraction(floor)
    if not gaps or up >= low:
        return {}
    parts: Any
    meet: Callable[[Any, Any], bool]
    if scene.grid.kind == "gridless":
        parts, meet, middle = grounds_of(gaps), Part.adjoins, spot_of(token, cell)
        pits = [number for number, part in enumerate(parts) if part.holds(*middle)]
    else:
        grid = grid_of(scene.grid)
        parts, meet = [grid.area(one.area) for one in gaps], grid.meet
        body = grid.cells(grid.footprint(cell_of(cell), token.size))
        inside = not body & ~union(parts)
        pits = [number for number, part in enumerate(parts) if inside and part & body]
    rest = [number for number, gap in enumerate(gaps) if number not in pits and gap.depth is not None]
    lows = dict.fromkeys(pits, low - to_fraction(floor))
    for number in pits:
        pits += (more := [other for other in rest if meet(parts[number], parts[other])])
        rest = [other for other in rest if other not in more]
        for other in more:
            levels = ground().levels(parts[other], storey=storey) if raised else []
            lows[other] = min(levels, key=lambda up: abs(up - lows[number]), default=lows[number])
    deep = {n: to_fraction(depth) / measured.rate for n in pits if (depth := gaps[n].depth) is not None}
    return {gaps[n].id: lows[n] - deep[n] if n in deep else up - to_fraction(floor) for n in pits}


def spot_of(token: map_data.Token, cell: At) -> Spot:
    """Return the middle of a token on a map without cells, in grains."""
    sides = zip(cell, (token.cols, token.rows), strict=True)
    x, y = (round((to_fraction(at) + to_fraction(size) / 2) * GRAIN) for at, size in sides)
    return x, y


class TokenHeights:
    """How high tokens are that stand on a map, in the unit of elevations."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.regions = [one for one in scene.regions if not isinstance(one, map_data.Difficult)]
        """All but difficult ground, which holds nobody."""
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

    def __call__(self, token: map_data.Token, cell: At, *, elevation: float) -> Fraction:
        """Return the elevation sent of a token; that of the ground, if none was sent or it is below the ground."""
        if self._ground_heights.level and not self._heights:
            return to_fraction(elevation)
        ground = self.under(token, cell, elevation=elevation)
        return max(ground, to_fraction(elevation)) if elevation else ground

    def under(self, token: map_data.Token, cell: At, *, elevation: float) -> Fraction:
        """Return the elevation of the ground under a token, on the storey that its elevation belongs to."""
        storey = storey_of(self._scene, elevation)
        if not self._heights:
            floor = to_fraction(self._scene.storeys[storey].elevation) if self._scene.storeys else Fraction(0)
            level = storey or self._ground_heights.level  # without cells no upper storey has ledges
            return floor if level else floor + self._ground_heights.at(*spot_of(token, cell)).elevation
        (floor, heights), body = self._heights[storey], self._body(token, cell)
        return floor + next(
            (level.elevation for level in heights.levels if level.touched & body), Fraction(0)
        )

    def levels(self, part: int | Part, *, storey: int) -> list[Fraction]:
        """Return how high the ground in an area is above the floor of a storey, of a map with ledges."""
        if isinstance(part, int):
            return [level.elevation for level in self._heights[storey][1].levels if level.touched & part]
        sides = (((a, (a + c) // 2, c - 1), (b, (b + d) // 2, d - 1)) for a, b, c, d in part.boxes)
        return [self._ground_heights.at(x, y).elevation for xs, ys in sides for x, y in product(xs, ys)]

    def _body(self, token: map_data.Token, cell: At) -> int:
        grid = self._grid
        return union(1 << grid.bit(at) for at in grid.footprint(cell_of(cell), token.size) if grid.holds(at))

    def holds(self, token: map_data.Token, cell: At, *, elevation: float) -> bool:
        """Return whether a token holds on above the ground: beside higher ground, or on a ladder."""
        ways = self.clings, self.on_ladder
        return bool(elevation) and any(held(token, cell, elevation=elevation) for held in ways)

    def clings(self, token: map_data.Token, cell: At, *, elevation: float) -> bool:
        """Return whether a token is above the ground, beside higher ground."""
        given = to_fraction(elevation)
        if self._scene.grid.kind == "gridless":
            low = storey_of(self._scene, elevation) == 0
            return low and self._ground_heights.perch(spot_of(token, cell), given) is not None
        if not (elevation and self._heights) or given <= self.under(token, cell, elevation=elevation):
            return False
        floor, heights = self._heights[storey_of(self._scene, elevation)]
        walls = (level for level in heights.levels if floor + level.elevation >= given)
        return any(self._grid.meet(self._body(token, cell), level.touched) for level in walls)

    def on_ladder(self, token: map_data.Token, cell: At, *, elevation: float) -> bool:
        """Return whether a token is above the ground, on a ladder or in a shaft that leads up from its storey."""
        storey, up = storey_of(self._scene, elevation), to_fraction(elevation)
        ladders = [passage for passage in self._scene.passages if passage.kind != "stairs"]
        if not ladders or not up or up <= self.under(token, cell, elevation=elevation):
            return False
        order = {known.id: number for number, known in enumerate(self._scene.storeys)}
        gridless = self._scene.grid.kind == "gridless"
        return any(
            order[high.storey or ""] > order[low.storey or ""] == storey
            and (lies_in(low, spot_of(token, cell)) if gridless else (low.col, low.row) == cell)
            for ladder in ladders
            for low, high in ((ladder.a, ladder.b), (ladder.b, ladder.a))
        )


class Under(NamedTuple):
    """What a step's target touches: a current, any water, a depth, and for a flying mover the grades of the ground."""

    current: tuple[Fraction, Fraction] | None
    wet: bool
    depth: Fraction | None
    grades: tuple[Grade, ...] | None


class RegionsUnder:
    """Reads from the regions of a scene what the board does not have of a step."""

    def __init__(self, board: Board, scene: Scene, *, flying: frozenset[str]) -> None:
        self.board, self.scene, self.flying = board, scene, flying
        self._touched = cache(self._touching)

    def _touching(self, kind: type[map_data.Region]) -> list[tuple[Any, int]]:
        return [(one, self.board.touched(one)) for one in self.scene.regions if isinstance(one, kind)]

    def under(self, step: Step) -> Under:
        """Return what a step's target touches. Water is no terrain from above."""
        flies, bit = step.mode in self.flying, self.board.bit(step.target)
        current, wet = None, False
        for region, touched in self._touched(map_data.Water):
            if touched >> bit & 1:
                current, wet = vector(region.current), not flies
        ground = (
            (region for region, touched in self._touched(map_data.Difficult) if touched >> bit & 1)
            if flies
            else ()
        )
        grades = tuple(dict.fromkeys((region.grade, region.modifier) for region in ground))
        return Under(current, wet, self.depth(step.target), grades if flies else None)

    def depth(self, cell: Cell) -> Fraction | None:
        """Return how deep it is through the gap at a cell, in the system's unit; none: none is there, or nobody knows.

        Through a hole it is as deep as the first floor below is far; where there is none, as the lowest gap says.
        """
        board, depth = self.board, None
        flat, storey = board.place(cell)
        for lower in range(storey, -1, -1):
            here = board.on(flat, lower)
            gaps = [
                region for region, touched in self._touched(map_data.Gap) if touched >> board.bit(here) & 1
            ]
            down = Fraction(0) if lower == storey else -board.rise(cell, here)
            if down and board.has(board.blocks.obstacle, here):
                return None
            if not gaps or (down and not board.has(board.gap, here)):
                return down or None
            told = [down + to_fraction(region.depth) for region in gaps if region.depth is not None]
            depth = min(told, default=depth)
        return depth


def vector(current: tuple[int | float, int | float] | None) -> tuple[Fraction, Fraction] | None:
    """Return a current as exact numbers; none: there is none."""
    return None if current is None else (to_fraction(current[0]), to_fraction(current[1]))
