"""The map compiled for searching: one file per grid kind, walls, terrain, footprints, measuring."""

from py_rules.board.board import Board, compile_board
from py_rules.board.edges import Edge
from py_rules.board.measure import Measured, OffMap, PathJumps, Step, Waypoint
from py_rules.board.square import DIRECTIONS, Cell, Heading, Square
from py_rules.board.terrain import Rough, Surface, Terrain

__all__ = [
    "DIRECTIONS",
    "Board",
    "Cell",
    "Edge",
    "Heading",
    "Measured",
    "OffMap",
    "PathJumps",
    "Rough",
    "Square",
    "Step",
    "Surface",
    "Terrain",
    "Waypoint",
    "compile_board",
]
