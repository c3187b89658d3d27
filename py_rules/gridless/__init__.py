"""Maps without cells: the path along a drawn line, where a token can go, and the best path there.

:mod:`py_rules.board` compiles the map itself: ``open_map`` has it as it is drawn; ``lattice``, ``marks`` and ``field``
make a board of it that is searched as any other. Here is what such a map needs besides: paths along drawn lines,
measured exactly, and where a token can go, as areas. These are found by the same search on a fine lattice, with
something to spare, so that no line drawn to a listed place costs more than is listed there; what the mover sees is
reached in a straight line, and exactly.

Storeys are flat maps here too. A passage leads from any place of a square to the same place of another, so that on
the lattice it is one direction and needs no node of its own.
"""

from py_rules.gridless.areas import areas_of
from py_rules.gridless.crossing import from_path
from py_rules.gridless.lines import on_map
from py_rules.gridless.routes import best_line, nearest_place
from py_rules.gridless.searching import OpenSearch, footings_of
from py_rules.gridless.shortcuts import Weigh, Worth, hindrances, worth_of

__all__ = [
    "OpenSearch",
    "Weigh",
    "Worth",
    "areas_of",
    "best_line",
    "footings_of",
    "from_path",
    "hindrances",
    "nearest_place",
    "on_map",
    "worth_of",
]
