"""The map compiled for searching: a module for each kind of grid, walls, terrain, footprints, measuring.

Storeys are one board. Each is compiled as the flat map it would be alone, and all are laid on one grid, where a
stair is one more direction: search, judging and ledgers know cells and segments as before. Elevations are turned into
storeys at the border only. The search leads nobody through a hole in the floor; a path may go there, and the game's
own rules for falls, climbs and jumps judge it.

Ledges are ground, not storeys. A step between heights is an edge like any other, with a length of its own; up to a
table's ``step_height`` it is an ordinary step. How high a walking token is, the map says, since hosts do not: the
elevations of a path count only in the air and on walls. As with holes, the search never leads into a fall, and a path
may.
"""

from py_rules.board.board import Board
from py_rules.board.cells import CellGrid, Part, grid_of
from py_rules.board.compiling import compile_board, compile_storeys, walls_near
from py_rules.board.edges import Edge
from py_rules.board.grid import Cell, Heading, Point
from py_rules.board.headings import DIRECTIONS
from py_rules.board.measure import Measured, OffMap, PathJumps, Waypoint
from py_rules.board.stacked_grid import Link, StackedGrid, floor_of
from py_rules.board.steps import Step
from py_rules.board.terrain import Rough, Surface, Terrain

__all__ = [
    "DIRECTIONS",
    "Board",
    "Cell",
    "CellGrid",
    "Edge",
    "Heading",
    "Link",
    "Measured",
    "OffMap",
    "Part",
    "PathJumps",
    "Point",
    "Rough",
    "StackedGrid",
    "Step",
    "Surface",
    "Terrain",
    "Waypoint",
    "compile_board",
    "compile_storeys",
    "floor_of",
    "grid_of",
    "walls_near",
]
