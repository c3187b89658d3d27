"""Where a mover can go: asked alike on maps with cells and without."""

from collections.abc import Sequence

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


@record(eq=False)
class ReachableCells:
    """On a map with cells."""

    survey: Survey
    here: tuple[int, int, Number]

    def layers(self) -> tuple[list[Answer], bool, list[Answer]]:
        """Return the layers of cells, best first, whether some are left out, and the heights of the ground."""
        return *self.survey.layers, heights_of(self.survey)

    def nearest(self, wanted: Cell) -> Place:
        """Return the cell within reach that is nearest to the one wanted."""
        return nearest_cell(self.survey, self.here, wanted=wanted)

    def carried(self, points: Sequence[Waypoint], wanted: Cell) -> Place:
        """Return the last of a way's cells within reach; the nearest to the one wanted, if that is none."""
        return last_within(self.survey, points) or self.nearest(wanted)

    def best(self, route: BestRoute, *, worth: Weigh) -> Sequence[Waypoint] | None:
        """Return the cells of the best path, of all that the search has compared; none: no path leads there."""
        del worth
        return best_way(self.survey, self.here, route=route)


@record(eq=False)
class ReachablePlaces:
    """On a map without cells."""

    lines: Lines
    here: Place

    def layers(self) -> tuple[list[Answer], bool, list[Answer]]:
        """Return the layers of areas, best first, whether some are left out, and the heights of the ground."""
        return areas_of(self.lines)

    def nearest(self, wanted: Cell) -> Place:
        """Return the point of the lattice within reach that is nearest to the place wanted."""
        return nearest_place(self.lines, wanted, here=self.here[2])

    def carried(self, points: Sequence[Waypoint], wanted: Cell) -> Place:
        """Return a point of the lattice: the corners of a way need not be within reach."""
        del points
        return self.nearest(wanted)

    def best(self, route: BestRoute, *, worth: Weigh) -> Sequence[Waypoint] | None:
        """Return the corners of the best path; none: no path leads there."""
        col, row, up = self.here
        if up > 0 and not (self.lines.open_map.ground_heights.level or self.lines.up):
            storeys = self.lines.scene.storeys
            up = storeys[self.lines.at[0]].elevation if storeys else 0
        return best_line(self.lines, (col, row, up, None), route=route, worth=worth)


def reachable(context: MoverContext) -> ReachableCells | ReachablePlaces:
    """Return where a mover can go on its map."""
    token = context.token
    if context.gridless:
        return ReachablePlaces(context.lines(), (token.col, token.row, token.elevation))
    return ReachableCells(context.survey(), (*cell_of((token.col, token.row)), token.elevation))
