"""Where a token can go on a map without cells, as points of a fine lattice (:mod:`py_rules.board.lattice`)."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from py_rules.board import Board, Edge
from py_rules.board.districts import Spot
from py_rules.board.expanse import FINE, Expanse
from py_rules.board.field import Field, compile_lattice, footings
from py_rules.board.lattice import HALVES, QUARTERS, SEVENTHS, square_of
from py_rules.board.marks import Marks
from py_rules.destinations import Pricing, budget_of
from py_rules.protocol import Scene
from py_rules.search import Budget, Flood, Profile, Scale, Start, flood

ZERO, ONE = Fraction(0), Fraction(1)
FINEST = 40
"""Where ways of more cells are swum or climbed in part, all steps are coarse."""
LONG = 24
"""Lengths of ways of more cells are counted in quarters of a step, of others in sevenths."""
BOARDS = 120
"""The most sums of swims and climbs that are told apart ..."""
LEAST_BOARDS = 12
"""... and the most where the lattice is very large."""
PLACES = 3_000_000
"""About so many places are looked at on all boards together."""
FARTHEST = 60
"""So many cells around the mover are looked at where nothing limits it."""


class Lines:
    """Where one token in one state can go on a map without cells: searched once, asked for areas and ways."""

    def __init__(self, pricing: Pricing, sheet: Expanse, scene: Scene, marks: Marks, spot: Spot) -> None:
        self.pricing, self.sheet, self.scene, self.marks, self.spot = pricing, sheet, scene, marks, spot
        budget = budget_of(pricing)
        self.budget = replace(budget, most=min(budget.most, BOARDS))

    @cached_property
    def reach(self) -> int | None:
        """The most steps the budget allows; none: there is no bound."""
        budget = self.budget
        gaps = any(ground.region.kind == "gap" for ground in self.sheet.grounds)
        if budget.limit is None or (gaps and not budget.jump_counts and budget.jump_meter is None):
            return None
        phases = range(len(budget.phases) + 1)
        drawn = {budget.draw(footing, phase).meter for footing in footings(self.sheet) for phase in phases}
        drawn |= {budget.jump_meter} if gaps else set()
        limits = [limit for meter, limit in budget.meters.items() if meter in drawn]
        total = max(budget.limit, ZERO)
        for limit in limits:
            if limit is None:
                return None
            total += max(limit, ZERO)
        return int(total * FINE / self.sheet.distance) + 1

    @cached_property
    def parts(self) -> int:
        """What lengths are rounded up to: sums of swims and climbs, and long walks, are too many else."""
        far = self.reach
        metered = any(footing.mode != "ground" for footing in footings(self.sheet))
        if metered and (far is None or far > FINEST * FINE):
            return HALVES
        return QUARTERS if far is None or far > LONG * FINE else SEVENTHS

    @cached_property
    def found(self) -> "Found":
        """All best ways within the budget."""
        reach = self.reach
        far = FARTHEST * FINE if reach is None else min(reach, FARTHEST * FINE)
        return self.flood(Start((0, 0)), self.spot, [self.spot], far, self.budget)

    @property
    def cut(self) -> bool:
        """Whether the mover may go farther than was looked at."""
        most = max(self.sheet.cols, self.sheet.rows)
        return most > FARTHEST and (self.reach is None or self.reach > FARTHEST * FINE)

    def flood(self, start: Start, spot: Spot, around: Sequence[Spot], far: int, budget: Budget) -> "Found":
        """Return all best ways of a start at a spot, within so many steps of the box around some places."""
        field = self.field(spot, around, far, self.parts)
        start = replace(start, cell=field.grid.start)
        most = max(PLACES // field.board.anchors.bit_length(), LEAST_BOARDS)
        budget = replace(budget, most=min(budget.most, most))
        return Found(field, flood(field.board, start, budget))

    def field(self, spot: Spot, around: Sequence[Spot], far: int, parts: int) -> Field:
        """Return the lattice within so many steps of the box around some places, for a mover at a spot."""
        squares = [square_of(place) for place in around]
        cols, rows = [col for col, _ in squares], [row for _, row in squares]
        right, bottom = self.sheet.cols * FINE, self.sheet.rows * FINE
        window = (
            max(min(cols) - far, 0),
            max(min(rows) - far, 0),
            min(max(cols) + far + 1, right),
            min(max(rows) + far + 1, bottom),
        )
        return compile_lattice(self.sheet, self.scene, self.marks, spot, window=window, parts=parts)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What a search found, and the lattice it was found on."""

    field: Field
    flood: Flood

    @property
    def scale(self) -> Scale:
        """The whole numbers that costs are counted in."""
        return self.flood.scale

    def layers(self) -> list[tuple[Profile, list[tuple[int, int]]]]:
        """Return the points by profile and rising cost."""
        search = self.flood.search
        found: dict[tuple[int, Hashable], tuple[Profile, dict[int, int]]] = {}
        for resource, (cost, _, keys), bits in search.records():
            name = (id(resource), keys)
            if name not in found:
                found[name] = search.profile(resource, keys), {}
            costs = found[name][1]
            costs[cost] = costs.get(cost, 0) | bits
        return [(profile, sorted(costs.items())) for profile, costs in found.values()]


def survey(pricing_of: Any, sheet: Expanse, scene: Scene, marks: Marks, spot: Spot) -> Lines:  # noqa: ANN401 - a function of a board
    """Return where a mover at a spot can go; ``pricing_of`` makes the pricing from a board."""
    small = compile_lattice(sheet, scene, marks, spot, window=(0, 0, 1, 1)).board
    edges = tuple(Edge(0, footing, ONE, ZERO, (), 0) for footing in footings(sheet))
    board: Board = replace(small, edges=edges)
    return Lines(pricing_of(board), sheet, scene, marks, spot)
