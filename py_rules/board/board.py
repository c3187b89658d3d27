"""The map compiled for one mover: which steps are allowed, what they cost, where it may stop."""

from collections.abc import Hashable
from dataclasses import field
from fractions import Fraction
from typing import Any

from py_rules.board.cells import CellGrid
from py_rules.board.edges import Edge, LedgeEdges
from py_rules.board.footprint import Blocks
from py_rules.board.grid import Cell
from py_rules.board.lattice import Lattice
from py_rules.board.stacked_grid import StackedGrid, floor_of
from py_rules.board.terrain import Terrain
from py_rules.board.tiles import Tiles
from py_rules.board.walls import WallMasks
from py_rules.protocol import map_data
from py_rules.values.footing import Footing
from py_rules.values.map_rules import MapRules
from py_rules.values.records import record

ONE = Fraction(1)


@record(eq=False)
class Board:
    """A scene as one mover meets it; bits are anchors, the first cells of its footprint.

    ``open[d]`` holds the origins from which a step in direction ``d`` is allowed, ``can_end`` where the
    mover may stop. ``distance`` is the length of a cell side in scene units.
    """

    grid: CellGrid | StackedGrid | Lattice | Tiles
    size: Cell
    distance: Fraction
    open: tuple[int, ...]
    can_end: int
    anchors: int
    """Where the whole footprint is on the map."""
    blocks: Blocks
    terrain: Terrain
    edges: tuple[Edge, ...]
    scene: map_data.Scene
    walls: WallMasks
    rate: Fraction = ONE
    """How many of the scene's units make one of those that elevations are in."""
    planes: tuple["Board", ...] = ()
    """Each storey as a board of its own, from low to high; empty: the map has none."""
    map_rules: MapRules = MapRules()
    ledge_edges: LedgeEdges = LedgeEdges()
    kept: dict[Hashable, Any] = field(init=False, default_factory=dict)
    """What searches have made of it and keep with it, by what it was made of: it changes speed, never a value."""
    stepped: dict[Hashable, Any] = field(init=False, default_factory=dict)
    """Likewise steps that paths have made on it."""

    @property
    def footings(self) -> list[Footing]:
        """What steps are made on, in the order of the edges."""
        return list(dict.fromkeys(edge.footing for edge in self.edges))

    @property
    def cols(self) -> int:
        """Columns of the map."""
        return self.plane.cols

    @property
    def rows(self) -> int:
        """Rows of the map."""
        return self.plane.rows

    @property
    def stride(self) -> int:
        """Bits from one row to the next."""
        return self.grid.stride

    @property
    def gap(self) -> int:
        """Anchors that are wholly over a gap."""
        return self.terrain.gap

    def bit(self, cell: Cell) -> int:
        """Return the number of a cell's bit."""
        return self.grid.bit(cell)

    def cell(self, bit: int) -> Cell:
        """Return the cell of a bit."""
        return self.grid.cell(bit)

    def has(self, bits: int, cell: Cell) -> bool:
        """Return whether a set of anchors holds ``cell``; cells off the map are in no set."""
        return bits > 0 and self.grid.holds(cell) and bool(bits >> self.grid.bit(cell) & 1)

    @property
    def celled(self) -> CellGrid | StackedGrid:
        """The grid of a map with cells."""
        if isinstance(self.grid, Lattice | Tiles):
            raise TypeError("a map without cells has no grid")
        return self.grid

    @property
    def flat(self) -> CellGrid:
        """The grid of a map with cells, that of each storey."""
        grid = self.celled
        return grid.flat if isinstance(grid, StackedGrid) else grid

    @property
    def plane(self) -> CellGrid | Lattice:
        """The cells or points of the map, those of each storey."""
        return self.grid.flat if isinstance(self.grid, StackedGrid | Tiles) else self.grid

    def lay(self, cell: Cell, elevation: Fraction) -> Cell:
        """Return the cell of the board for a cell of the map at an elevation."""
        grid = self.grid
        return grid.lay(cell, floor_of(grid.floors, elevation)) if isinstance(grid, StackedGrid) else cell

    def on(self, cell: Cell, storey: int) -> Cell:
        """Return the cell of the board for a cell of a storey."""
        return self.grid.lay(cell, storey) if isinstance(self.grid, StackedGrid) else cell

    def place(self, cell: Cell) -> tuple[Cell, int]:
        """Return the cell of the map and the storey of a cell of the board; a flat map is storey 0."""
        return self.grid.place(cell) if isinstance(self.grid, StackedGrid) else (cell, 0)

    def floor(self, storey: int) -> Fraction:
        """Return the elevation of a storey, in the unit of elevations."""
        return self.grid.floors[storey] if isinstance(self.grid, StackedGrid) else Fraction(0)

    @property
    def level(self) -> bool:
        """Whether all ground of a storey is equally high."""
        return not self.terrain.heights.levels

    def ground(self, cell: Cell) -> Fraction:
        """Return the elevation of the ground on a cell, in the unit of elevations."""
        floor = self.floor(self.place(cell)[1])
        return floor if self.level else floor + self.terrain.heights.at(self.bit(cell)).elevation

    def up(self, cell: Cell) -> Fraction:
        """Return how high the ground on a cell is above the floor of its storey, in scene units."""
        return Fraction(0) if self.level else self.terrain.heights.at(self.bit(cell)).up

    def rise(self, origin: Cell, target: Cell) -> Fraction:
        """Return how much higher the ground is on one cell than on another, in scene units."""
        first, last = self.place(origin)[1], self.place(target)[1]
        return (self.floor(last) - self.floor(first)) * self.rate + self.up(target) - self.up(origin)

    def low(self, origin: Cell, target: Cell) -> bool:
        """Return whether the ground on a cell is too deep below that on another to be stepped down to."""
        return self.raised(target, origin)

    def raised(self, origin: Cell, target: Cell) -> bool:
        """Return whether the ground on a cell of the same storey is too high to be stepped on from another."""
        if self.level or self.place(origin)[1] != self.place(target)[1]:
            return False
        return self.up(target) - self.up(origin) > self.terrain.heights.free

    def beside_gap(self, direction: int) -> Fraction:
        """Return how much of a step on to a gap, or off it, is over ground: half, if the body is no larger than a cell.

        A larger one is on the ground until it is wholly over the gap.
        """
        heading = self.grid.headings[direction]
        cols, rows = self.size
        along = max(cols if heading.col else 1, rows if heading.row else 1)
        return Fraction(0) if self.map_rules.whole_steps or along > 1 else Fraction(1, 2)

    def ways(self, cell: Cell) -> list[Cell]:
        """Return the cells that steps from one may lead to."""
        open_to = (direction for direction, origins in enumerate(self.open) if self.has(origins, cell))
        return [self.celled.beyond(cell, direction) for direction in open_to]

    def touched(self, region: map_data.Region) -> int:
        """Return the anchors whose footprint has a cell in a region."""
        grid = self.celled
        if not isinstance(grid, StackedGrid):
            return grid.touched(grid.area(region.area), self.size)
        storeys = zip(self.scene.storeys, self.planes, strict=True)
        return grid.join([p.touched(region) if region.storey in {None, s.id} else 0 for s, p in storeys])

    def storeys(self, bits: int) -> list[tuple[int, "Board", int]]:
        """Return the storeys that a set has cells on, each with its flat board and its part of the set."""
        if not isinstance(self.grid, StackedGrid):
            return [(0, self, bits)] if bits else []
        parts = ((n, plane, self.grid.on(bits, n)) for n, plane in enumerate(self.planes))
        return [part for part in parts if part[2]]

    def current_why(self, origin: Cell, target: Cell) -> str | None:
        """Return what keeps a current from taking the mover to a neighbouring cell; none: nothing does.

        The answer is edge, wall, obstacle, ledge or shore: a current ends with the water, and leads up no height.
        """
        direction = self.celled.direction(origin, target)
        if direction is None or not self.has(self.anchors, target):
            return "edge"
        if self.has(self.blocks.walled[direction], origin) or self.has(self.blocks.inner, target):
            return "wall"
        if self.has(self.blocks.obstacle, target):
            return "obstacle"
        if self.has(self.terrain.swim, origin) and not self.has(self.terrain.swim, target):
            return "shore"
        return "ledge" if self.raised(origin, target) else None
