"""What stands between two places of a map: what no step crosses, no weapon reaches across.

Places are in pitches from the top left corner of the map, where straight lines are straight on every grid.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil, floor

from py_rules.board.cells import Grid, grid_of
from py_rules.board.grid import Point
from py_rules.board.ground import grounds_of
from py_rules.board.polygon import encloses
from py_rules.board.spatial_index import Box, Line, Spot
from py_rules.board.storeys import flat_scenes
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.rounding import GRAIN, to_fraction

FINE = 6
"""Parts of a grain of the map: corners of hexes lie on thirds of a pitch, middles on halves."""
UNIT = FINE * GRAIN
BLOCK = 8 * UNIT
"""The side of the squares for which the walls nearby are looked up together: eight pitches."""
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
        self._walls = scene.walls
        self._obstacles = [one for one in scene.regions if isinstance(one, map_data.Obstacle)]
        self._grid = None if scene.grid.kind == "gridless" else grid_of(scene.grid)
        self._near: dict[Box, list[tuple[Line, bool]]] = {}

    def bars(self, a: Spot, b: Spot) -> bool:
        left, right = sorted((a[0], b[0]))
        top, bottom = sorted((a[1], b[1]))
        box = left, top, right, bottom
        for line, oneway in self._walls_by(box):
            if _meet((a, b), line) and not (oneway and _side(line, a) <= 0):
                return True
        return any(_enters((a, b), corners) for corners in self._solid_by(box))

    def opens(self, a: Spot, b: Spot, *, eye: Spot) -> Iterator[Fraction]:
        box = (
            min(a[0], b[0], eye[0]),
            min(a[1], b[1], eye[1]),
            max(a[0], b[0], eye[0]),
            max(a[1], b[1], eye[1]),
        )
        ends = {end for line, _ in self._walls_by(box) for end in line}
        ends.update(corner for corners in self._solid_by(box) for corner in corners)
        beside = Fraction(FINE, max(abs(b[0] - a[0]), abs(b[1] - a[1]), 1))
        for end in ends:
            under = _side(((0, 0), (b[0] - a[0], b[1] - a[1])), (end[0] - eye[0], end[1] - eye[1]))
            if under:
                share = Fraction(_side((eye, end), a), under)
                yield from (at for at in (share - beside, share + beside) if 0 < at < 1)

    def _walls_by(self, box: Box) -> list[tuple[Line, bool]]:
        """Return the walls that may be near to a box, each with whether it is one-way."""
        left, top, right, bottom = box
        key = left // BLOCK, top // BLOCK, right // BLOCK, bottom // BLOCK
        if key not in self._near:
            low, high = (
                (key[0] * BLOCK // UNIT, key[1] * BLOCK // UNIT),
                (
                    (key[2] + 1) * BLOCK // UNIT,
                    (key[3] + 1) * BLOCK // UNIT,
                ),
            )
            self._near[key] = [
                _line(wall) for wall in self._walls if not wall.open and _comes_to(wall, low, high=high)
            ]
        return self._near[key]

    def _solid_by(self, box: Box) -> Iterator[Sequence[Spot]]:
        """Yield the corners of each solid cell or box that may touch a box."""
        if not self._obstacles:
            return
        left, top, right, bottom = box
        if self._grid is None:
            for (west, north, east, south), corners in self._drawn:
                if west <= right and east >= left and north <= bottom and south >= top:
                    yield corners
            return
        cols = range(floor(left / UNIT) - 2, ceil(right / UNIT) + 2)
        for row in range(floor(top / UNIT) - 2, ceil(bottom / UNIT) + 2):
            yield from self._solid_cells(self._grid, cols, row=row)

    def _solid_cells(self, grid: Grid, cols: Iterable[int], *, row: int) -> Iterator[Sequence[Spot]]:
        for col in cols:
            if grid.holds((col, row)) and self._solid >> grid.bit((col, row)) & 1:
                x, y = grid.spot((col, row))
                corners = _corners(grid)
                yield [(x * UNIT // 2 + right, y * UNIT // 2 + down) for right, down in corners]

    @cached_property
    def _solid(self) -> int:
        solid = 0
        with work.counted():
            for region in self._obstacles:
                solid |= 0 if self._grid is None else self._grid.area(region.area)
        return solid

    @cached_property
    def _drawn(self) -> list[tuple[Box, Sequence[Spot]]]:
        """The solid things of a map without cells: the box around each, and its corners."""
        found: list[tuple[Box, Sequence[Spot]]] = []
        for shape in (shape for rock in grounds_of(self._obstacles) for shape in rock.outlines):
            corners = [(x * FINE, y * FINE) for x, y in shape]
            (left, right), (top, bottom) = ((min(ends), max(ends)) for ends in zip(*corners, strict=True))
            found.append(((left, top, right, bottom), corners))
        return found


def _corners(grid: Grid) -> tuple[Spot, ...]:
    """Return the corners of a cell, seen from its middle."""
    if not grid.hexes:
        return SQUARE
    return tuple((y, x) for x, y in HEX) if grid.columns else HEX


def _spot(at: Point) -> Spot:
    return round(at[0] * UNIT), round(at[1] * UNIT)


def _comes_to(wall: map_data.Wall, low: Spot, *, high: Spot) -> bool:
    """Tell whether a wall may reach into a box of pitches."""
    return all(
        (wall.a[axis] >= low[axis] or wall.b[axis] >= low[axis])
        and (wall.a[axis] <= high[axis] or wall.b[axis] <= high[axis])
        for axis in (0, 1)
    )


def _line(wall: map_data.Wall) -> tuple[Line, bool]:
    """Return a wall such that a one-way wall stops what comes from its right side."""
    a, b = (_spot((to_fraction(end[0]), to_fraction(end[1]))) for end in (wall.a, wall.b))
    return ((b, a) if wall.blocks == "left" else (a, b)), wall.blocks != "both"


def _side(line: Line, at: Spot) -> int:
    """Return on which side of a line a place is: more than 0 on its right, as the map is seen."""
    (px, py), (qx, qy) = line
    return (qx - px) * (at[1] - py) - (qy - py) * (at[0] - px)


def _meet(one: Line, other: Line) -> bool:
    """Tell whether two straight lines cross or touch.

    >>> _meet(((0, 0), (4, 4)), ((4, 0), (2, 2))), _meet(((0, 0), (4, 4)), ((4, 0), (3, 2)))
    (True, False)
    >>> _meet(((0, 0), (4, 0)), ((4, 0), (9, 0))), _meet(((0, 0), (4, 0)), ((5, 0), (9, 0)))
    (True, False)
    """
    for axis in (0, 1):
        if max(one[0][axis], one[1][axis]) < min(other[0][axis], other[1][axis]):
            return False
        if max(other[0][axis], other[1][axis]) < min(one[0][axis], one[1][axis]):
            return False
    return _parts(one, other) and _parts(other, one)


def _parts(line: Line, ends: Line) -> bool:
    """Tell whether the ends of a line are not both on the same side of another."""
    first, second = (_side(line, end) for end in ends)
    return min(first, second) <= 0 <= max(first, second)


def _enters(line: Line, corners: Sequence[Spot]) -> bool:
    """Tell whether a line touches a solid thing, given by its corners, or is inside it.

    >>> box = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> _enters(((3, 1), (1, 3)), box), _enters(((1, 1), (1, 1)), box), _enters(((3, 1), (2, 3)), box)
    (True, True, False)
    """
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    return any(_meet(line, side) for side in sides) or encloses(corners, line[0])
