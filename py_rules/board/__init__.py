"""The map compiled for searching: one file per grid kind, walls, terrain, footprints, measuring."""

from py_rules.board.board import Board, compile_board, compile_storeys, perched, walls_near
from py_rules.board.edges import Edge
from py_rules.board.grid import Cell, Grid, Heading, Point
from py_rules.board.hex import Hex
from py_rules.board.kinds import Part, grid_of
from py_rules.board.measure import Measured, OffMap, PathJumps, Step, Waypoint
from py_rules.board.sheet import Link, Sheet, floor_of
from py_rules.board.square import DIRECTIONS, Square
from py_rules.board.squeeze import squeezed
from py_rules.board.terrain import Rough, Surface, Terrain

__all__ = [
    "DIRECTIONS",
    "Board",
    "Cell",
    "Edge",
    "Grid",
    "Heading",
    "Hex",
    "Link",
    "Measured",
    "OffMap",
    "Part",
    "PathJumps",
    "Point",
    "Rough",
    "Sheet",
    "Square",
    "Step",
    "Surface",
    "Terrain",
    "Waypoint",
    "compile_board",
    "compile_storeys",
    "floor_of",
    "grid_of",
    "perched",
    "squeezed",
    "walls_near",
]
