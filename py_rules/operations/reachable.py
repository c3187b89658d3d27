"""Where a mover can go: asked alike on maps with cells and without."""

from collections.abc import Sequence
from typing import Protocol

from py_rules.gridless import Lines, Weigh, areas_of, best_line, nearest_place
from py_rules.operations.mover_context import MoverContext
from py_rules.operations.reply_parts import Answer
from py_rules.paths.best_way import best_way, last_within, nearest_cell
from py_rules.paths.destinations import Survey, heights_of
from py_rules.paths.path import Waypoint, cell_of
from py_rules.protocol.map_data import Cell
from py_rules.protocol.requests import BestRoute
from py_rules.values.records import record

Number = int | float
Place = tuple[Number, Number, Number]
"""Column, row and elevation."""


class Reachable(Protocol):
    """Where one token in one state can go on its map."""

    def layers(self) -> tuple[list[Answer], bool, list[Answer]]:
        """Return the layers of places, best first, whether some are left out, and the heights of the ground."""

    def nearest(self, wanted: Cell) -> Place:
        """Return the place within reach that is nearest to the one wanted."""

    def carried(self, points: Sequence[Waypoint], wanted: Cell) -> Place:
        """Return the last of a way's points within reach; the nearest place to the one wanted, if that is none."""

    def best(self, route: BestRoute, *, worth: Weigh) -> Sequence[Waypoint] | None:
        """Return the points of the best path of a route; none: no path leads there."""


@record(eq=False)
class ReachableCells:
    """On a map with cells."""

    survey: Survey
    here: tuple[int, int, Number]

    def layers(self) -> tuple[list[Answer], bool, list[Answer]]:
        """Return layers of cells."""
        return *self.survey.layers, heights_of(self.survey)

    def nearest(self, wanted: Cell) -> Place:
        """Return a cell."""
        return nearest_cell(self.survey, self.here, wanted=wanted)

    def carried(self, points: Sequence[Waypoint], wanted: Cell) -> Place:
        """Return a cell."""
        return last_within(self.survey, points) or self.nearest(wanted)

    def best(self, route: BestRoute, *, worth: Weigh) -> Sequence[Waypoint] | None:
        """Return the cells of the best path, which the search has compared with all others."""
        del worth
        return best_way(self.survey, self.here, route=route)


@record(eq=False)
class ReachablePlaces:
    """On a map without cells."""

    lines: Lines
    here: Place

    def layers(self) -> tuple[list[Answer], bool, list[Answer]]:
        """Return areas."""
        return areas_of(self.lines)

    def nearest(self, wanted: Cell) -> Place:
        """Return a point of the lattice."""
        return nearest_place(self.lines, wanted, here=self.here[2])

    def carried(self, points: Sequence[Waypoint], wanted: Cell) -> Place:
        """Return a point of the lattice: the corners of a way need not be within reach."""
        del points
        return self.nearest(wanted)

    def best(self, route: BestRoute, *, worth: Weigh) -> Sequence[Waypoint] | None:
        """Return the corners of the best path."""
        col, row, up = self.here
        if not (self.lines.open_map.ground_heights.level or self.lines.up):
            storeys = self.lines.scene.storeys
            up = storeys[self.lines.at[0]].elevation if storeys else 0
        return best_line(self.lines, (col, row, up, None), route=route, worth=worth)


def reachable(context: MoverContext) -> Reachable:
    """Return where a mover can go on its map."""
    token = context.token
    if context.gridless:
        return ReachablePlaces(context.lines(), (token.col, token.row, token.elevation))
    return ReachableCells(context.survey(), (*cell_of((token.col, token.row)), token.elevation))
