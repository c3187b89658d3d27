"""What stands between two places of a map: what no step crosses, no weapon reaches across.

Places are in pitches from the top left corner of the map, where straight lines are straight on every grid.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil, floor

from py_rules.board.cells import CellGrid, grid_of
from py_rules.board.geometry import meet, side
from py_rules.board.grid import Point
from py_rules.board.ground import Ground, grounds_of
from py_rules.board.open_map import line_of, sides_of
from py_rules.board.polygon import encloses
from py_rules.board.spatial_index import Line, SpatialIndex, Spot
from py_rules.board.storeys import flat_scenes
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.rounding import GRAIN

FINE = 6
"""Parts of a grain of the map: corners of hexes lie on thirds of a pitch, middles on halves."""
UNIT = FINE * GRAIN
SQUARE: tuple[Spot, ...] = tuple(
    (x * UNIT // 2, y * UNIT // 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
)
HEX: tuple[Spot, ...] = tuple(
    (x * UNIT // 6, y * UNIT // 6) for x, y in ((0, -4), (3, -2), (3, 2), (0, 4), (-3, 2), (-3, -2))
)
"""The corners of a cell in straight rows, seen from its middle."""


class Between:
    """The walls, shut doors and solid things of a map, storey by storey, for lines between places."""

    def __init__(self, scene: map_data.Scene) -> None:
        self._scene = scene

    @cached_property
    def _storeys(self) -> "list[_Storey]":
        flat = flat_scenes(self._scene) if self._scene.storeys else [self._scene]
        return [_Storey(one) for one in flat]

    def bars(self, storey: int, a: Point, b: Point) -> bool:
        """Tell whether something stands in the straight line from one place of a storey to another.

        To touch it is enough, as for steps; a one-way wall stops only what comes from the side that it blocks.
        """
        return self._storeys[storey].bars(_spot(a), _spot(b))

    def opens(self, storey: int, a: Point, *, b: Point, eye: Point) -> list[Fraction]:
        """Return where on the way from one place to another something may come into view, as shares of the path.

        That is beside every line from the eye past the end of something that stands there.
        """
        return sorted(self._storeys[storey].opens(_spot(a), _spot(b), eye=_spot(eye)))


class _Storey:
    """One flat map."""

    def __init__(self, scene: map_data.Scene) -> None:
        self._scene = scene
        self._obstacles = [one for one in scene.regions if isinstance(one, map_data.Obstacle)]
        self._grid = None if scene.grid.kind == "gridless" else grid_of(scene.grid)

    def bars(self, a: Spot, b: Spot) -> bool:
        for line, oneway in self._near.along(*_grains((a, b)), near=2):
            if meet((a, b), line) and not (oneway and side(*line, a) <= 0):
                return True
        if any(rock.holds(*a, whole=FINE) for rock in self._rocks):
            return True
        return any(_enters((a, b), corners) for corners in self._solid_cells(a, b))

    def opens(self, a: Spot, b: Spot, *, eye: Spot) -> Iterator[Fraction]:
        (left, *_, right), (top, *_, bottom) = (sorted(sides) for sides in zip(a, b, eye, strict=True))
        beside = Fraction(FINE, max(abs(b[0] - a[0]), abs(b[1] - a[1]), 1))
        for x, y in self._ends:
            if not (left <= x <= right and top <= y <= bottom):
                continue
            under = side((0, 0), (b[0] - a[0], b[1] - a[1]), (x - eye[0], y - eye[1]))
            if under:
                share = Fraction(side(eye, (x, y), a), under)
                yield from (at for at in (share - beside, share + beside) if 0 < at < 1)

    @cached_property
    def _rocks(self) -> tuple[Ground, ...]:
        """The solid things of a map without cells."""
        return grounds_of(self._obstacles) if self._grid is None else ()

    @cached_property
    def _lines(self) -> list[tuple[Line, bool]]:
        """The walls and the sides of what is drawn solid, each with whether it is one-way."""
        walls = (wall for wall in self._scene.walls if not wall.open)
        lines = [(_scaled(line_of(wall)), wall.blocks != "both") for wall in walls]
        for corners in (corners for rock in self._rocks for corners in rock.outlines):
            lines += ((_scaled(line), False) for line in sides_of(corners))
        return lines

    @cached_property
    def _near(self) -> SpatialIndex[tuple[Line, bool]]:
        grid = self._scene.grid
        within = -GRAIN, -GRAIN, (grid.cols + 2) * GRAIN, (grid.rows + 2) * GRAIN
        return SpatialIndex(((one, _grains(one[0])) for one in self._lines), within)

    @cached_property
    def _ends(self) -> set[Spot]:
        return {end for line, _ in self._lines for end in line}

    def _solid_cells(self, a: Spot, b: Spot) -> Iterator[Sequence[Spot]]:
        """Yield the corners of each solid cell that may touch a line."""
        if self._grid is None or not self._solid:
            return
        cols, rows = (
            range(floor(min(ends) / UNIT) - 2, ceil(max(ends) / UNIT) + 2) for ends in zip(a, b, strict=True)
        )
        for cell in ((col, row) for row in rows for col in cols):
            if self._grid.holds(cell) and self._solid >> self._grid.bit(cell) & 1:
                x, y = self._grid.spot(cell)
                corners = _corners(self._grid)
                yield [(x * UNIT // 2 + right, y * UNIT // 2 + down) for right, down in corners]

    @cached_property
    def _solid(self) -> int:
        solid = 0
        with work.counted():
            for region in self._obstacles:
                solid |= 0 if self._grid is None else self._grid.area(region.area)
        return solid


def _corners(grid: CellGrid) -> tuple[Spot, ...]:
    """Return the corners of a cell, seen from its middle."""
    if not grid.hexes:
        return SQUARE
    return tuple((y, x) for x, y in HEX) if grid.columns else HEX


def _spot(at: Point) -> Spot:
    return round(at[0] * UNIT), round(at[1] * UNIT)


def _scaled(line: Line) -> Line:
    (ax, ay), (bx, by) = line
    return (ax * FINE, ay * FINE), (bx * FINE, by * FINE)


def _grains(line: Line) -> Line:
    """Return a line as it is known to the index: in grains, each end to less than one."""
    (ax, ay), (bx, by) = line
    return (ax // FINE, ay // FINE), (bx // FINE, by // FINE)


def _enters(line: Line, corners: Sequence[Spot]) -> bool:
    """Tell whether a line touches a solid cell, given by its corners, or is inside it.

    >>> box = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> _enters(((3, 1), (1, 3)), box), _enters(((1, 1), (1, 1)), box), _enters(((3, 1), (2, 3)), box)
    (True, True, False)
    """
    return any(meet(line, one) for one in sides_of(list(corners))) or encloses(corners, line[0])
