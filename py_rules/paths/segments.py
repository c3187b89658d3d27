"""Segments made of a path's steps: a system judges these, and knows no step and no board."""

from collections.abc import Hashable
from fractions import Fraction
from functools import partial

from py_rules.board import Board, Cell, Step
from py_rules.board.blocked import wades, why_not_end
from py_rules.board.measure import aloft, climbed_upright
from py_rules.board.slopes import sloped
from py_rules.board.steps import AFOOT, NOWHERE, WALKED
from py_rules.paths.ground import RegionsUnder
from py_rules.protocol import map_data
from py_rules.protocol.map_data import Scene
from py_rules.values.cache import cached
from py_rules.values.records import replace
from py_rules.values.rounding import on_grain
from py_rules.values.stretch import Gate, Point, Segment

CLIMBED = frozenset({"climb"})
MOST_KEPT = 1000
"""How many segments of a board are kept at most: a pointer asks for the same ones again and again."""
Up = tuple[Fraction, bool]
"""An elevation, and whether it is that of the ground."""
ZERO = Fraction(0)


def gate_of(region: str, roll: map_data.TerrainRoll) -> Gate:
    """Return the roll that a region demands."""
    return Gate(region, roll.name, roll.pool, roll.difficulty, roll.needed)


def gates_of(scene: Scene) -> dict[str, Gate]:
    """Return the rolls that regions of a scene demand, by region id."""
    return {
        region.id: gate_of(region.id, region.roll)
        for region in scene.regions
        if isinstance(region, map_data.Difficult) and region.roll is not None
    }


def segments_on(board: Board, scene: Scene, *, flying: frozenset[str]) -> "Segments":
    """Return what makes segments of steps on a board; it is kept with the board."""
    key = "segments", flying
    made: Segments | None = board.stepped.get(key)
    if made is None or made.regions.scene is not scene:
        made = board.stepped[key] = Segments(board, scene, flying=flying)
    return made


class Segments:
    """Makes a segment of each step."""

    def __init__(self, board: Board, scene: Scene, *, flying: frozenset[str]) -> None:
        self.board, self.flying, self.rate = board, flying, board.rate
        self.regions = RegionsUnder(board, scene, flying=flying)
        self._gates = gates_of(scene)
        self.known: dict[Hashable, Segment] = {}
        self._middles: dict[Cell, Point] = {}

    def of(
        self, step: Step, first: Up, *, last: Up, take_off: Cell, sprint: bool, parity: int = 0
    ) -> Segment:
        """Return a step from one height to another as a segment; ``take_off``: where a jump began that it is part of.

        ``parity`` counts the diagonals before it, over and up.
        On level ground the steps of many paths are the same, those of jumps apart.
        """
        make = partial(self._made, step, first, last=last, take_off=take_off, sprint=sprint, parity=parity)
        if not self.board.level or step.mode == "jump":
            return make()
        ups = [(up.as_integer_ratio(), grounded) for up, grounded in (first, last)]
        key = step.origin, step.target, step.mode, step.length.as_integer_ratio(), *ups, sprint, parity
        return cached(self.known, key, most=MOST_KEPT, make=make)

    def _made(self, step: Step, first: Up, *, last: Up, take_off: Cell, sprint: bool, parity: int) -> Segment:
        board, under = self.board, self.regions.under(step)
        in_air, rise = step.mode == "jump" and not step.jump_lands, self._rise(step, first, last=last)
        if step.origin == step.target:
            step = climbed_upright(board, step, up=rise, high=max(first[0], last[0]))
        footing = step.footing
        # On foot the map is flat, and a jump has a height of its own; a climb or a dive is as long as it is high.
        # Over an edge nobody moves down: that is a fall.
        flat = step.mode in {*AFOOT, "jump"} or (step.mode in WALKED and step.rise < 0)
        if step.link is not None:
            rise = ZERO if flat else step.link.rise  # on stairs nobody climbs or drops
            foot, up = (step.origin, first[0]) if rise > 0 else (step.target, last[0])
            if rise and (done := (up - board.ground(foot)) * self.rate) > 0:  # from or to a rung of a ladder
                part = 1 - done / abs(rise)
                rise, step = rise * part, replace(step, length=step.length * part)
        length, diagonals = self._length(step, ZERO if flat else abs(rise), parity=parity)
        rise = rise or (ZERO if step.rise else step.length * footing.lean)
        dry = rise or board.has(board.terrain.climb, step.origin) or not wades(board, step, modes=CLIMBED)
        (here, storey), (there, other) = board.place(step.origin), board.place(step.target)
        return Segment(
            mode="sprint" if sprint and step.mode == "ground" else step.mode,
            length=length,
            rise=rise,
            multiplier=step.multiplier,
            flat=step.flat,
            entered=step.entered,
            gates=tuple(self._gates[region] for region in step.gates),
            surface=footing.surface,
            slick=footing.slick,
            difficulty=footing.difficulty,
            grades=footing.grades if under.grades is None else under.grades,
            current=under.current,
            depth=self._depth(step, first[0], gap=under.depth, take_off=take_off if in_air else None),
            heading="" if step.direction == NOWHERE else board.grid.headings[step.direction].name,
            diagonals=diagonals,
            onto="water" if under.wet else "ground" if self._gets_to_ground(step, first, last=last) else None,
            lands=step.jump_lands if step.mode == "jump" else True,
            stand=not (in_air or why_not_end(board, step.target, hovers=step.mode in self.flying)),
            barrier=None if dry else "water",
            start=self._middle(here),
            end=self._middle(there),
            storeys=(storey, other),
            ups=(on_grain(first[0] * self.rate), on_grain(last[0] * self.rate)),
            falls=flat and rise < 0,
            pit=ZERO if in_air and aloft(board, take_off, cell=step.target) else None,
        )

    def _length(self, step: Step, up: Fraction, *, parity: int) -> tuple[Fraction, int]:
        """Return how long a step is that also leads ``up``, and how many diagonals; a ledge is climbed straight up."""
        board, diagonals = self.board, int(step.diagonal)
        if step.link is not None or step.storeys:
            return max(step.length, up), diagonals
        if step.rise:
            return max(board.distance * board.grid.length(step.direction, parity=parity & 1), up), diagonals
        rule = getattr(board.flat, "diagonals", "equidistant")
        sides, diagonals = sloped(
            board.grid, step.direction, up=up / board.distance, diagonals=rule, parity=parity
        )
        return board.distance * sides, diagonals

    def _depth(
        self, step: Step, begin: Fraction, *, gap: Fraction | None, take_off: Cell | None
    ) -> Fraction | None:
        """Return how deep it is at a step's target from where it begins; none: it can be stepped down to.

        ``gap``: how deep one there is, below the ground beside it; ``take_off``: where a jump is in the air from.
        """
        board, cell = self.board, step.target
        if gap is not None:
            return max(gap + (begin - board.ground(cell)) * self.rate, ZERO)
        low = take_off is not None and board.low(take_off, cell)
        return board.up(take_off) - board.up(cell) if take_off is not None and low else None

    def _rise(self, step: Step, first: Up, *, last: Up) -> Fraction:
        """Return how much a step leads up: over ground, what is stepped as if it were level counts as nothing."""
        on_ground = first[1] and last[1] and not step.storeys
        return step.rise if on_ground else on_grain((last[0] - first[0]) * self.rate)

    def _gets_to_ground(self, step: Step, first: Up, *, last: Up) -> bool:
        """Tell whether a step climbs up or down to ground to stand on."""
        terrain = self.board.terrain
        leads = step.rise != 0 or first[0] != last[0]
        climbs = leads and last[0] == self.board.ground(step.target) and step.mode in {"climb", "rappel"}
        return climbs and not self.board.has(terrain.climb | terrain.swim, step.target)

    def _middle(self, cell: Cell) -> Point:
        make = partial(self.board.flat.middle, cell, self.board.size, side=self.board.distance)
        return cached(self._middles, cell, most=MOST_KEPT, make=make)


def in_the_air(segment: Segment, step: Step) -> Segment:
    """Return what is jumped of a step, which on to a gap and off it is from edge to edge."""
    if (step.before is None and step.after is None) or segment.start is None or segment.end is None:
        return segment
    before, after = (ZERO if part is None else part.share for part in (step.before, step.after))
    jumped = 1 - before - after
    (x, y), (far, low) = segment.start, segment.end
    start, end = ((x + (far - x) * share, y + (low - y) * share) for share in (before, 1 - after))
    border = min(max((Fraction(1, 2) - before) / jumped, ZERO), Fraction(1))
    made = replace(segment, length=segment.length * jumped, border=border, start=start, end=end)
    return replace(made, stand=False, pit=ZERO) if after else made
