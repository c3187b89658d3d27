"""Where a token ends up that falls, drifts or is pushed.

What comes down ends at the first thing below: the bottom of a gap, a storey, the ground, the surface of water. If it
begins on the ground, it comes down past an edge beside the token, or it has met the ground already.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, pairwise, product
from typing import Any

from py_rules.board import Board
from py_rules.board.floors import Floors
from py_rules.board.geometry import along
from py_rules.board.headings import HALF
from py_rules.board.spatial_index import Spot
from py_rules.engine.system import Carry
from py_rules.paths.ground import RegionsUnder
from py_rules.paths.path import Path, Waypoint, cell_of
from py_rules.values.records import record
from py_rules.values.rounding import GRAIN, on_grain, to_fraction, to_number
from py_rules.values.stretch import Segment

ZERO = Fraction(0)
AROUND = tuple(product((0, -1, 1), repeat=2))
"""A place and those a grain from it."""
HEADINGS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""Directions in which the edge is looked for on a map without cells, in columns and rows."""


@record()
class Place:
    """Where a token stands on a board."""

    board: Board | Floors
    at: Waypoint
    rate: Fraction = Fraction(1)
    """How many of the system's units make one of the map's, which elevations are in."""


def carried(carry: Carry, place: Place | None) -> tuple[Path | None, str | None]:
    """Return the path of a token that something carries along, and what ends it early; no path: it stays.

    On a map it is carried from cell to cell in a line, no farther than to a wall, an obstacle, the edge of the map or
    the first gap, which are named, or ashore, which is where a current ends.
    """
    cols, rows, rise = carry.by
    if rise is not None and carry.depth is not None:
        rise = max(rise, -carry.depth)
    flat, points, why, met, over = max(abs(cols), abs(rows)), None, None, False, ZERO
    if place is not None:
        ground = _around(place)
        flat, spot, why = ground.swept(cols, rows, tokens=not carry.falls)
        given, here = to_fraction(place.at[2]), ground.up(ground.start)
        # One below the ground is falling already.
        start = given if carry.goes_on or given < 0 else max(given, here) if given else here
        end = start + (rise or ZERO) / place.rate
        if carry.falls:
            depth = None if carry.depth is None else carry.depth / place.rate
            spot, below = _first_below(ground, spot, start=start, depth=depth)
            end = start - depth if rise is None and depth is not None else end
            met = below is not None and (rise is None or end <= below)
            end = end if below is None or not met else min(below, start)
        elif not (rise or carry.goes_on):
            bottom = ground.below(spot) if why == "fell" else None
            ups = [ground.up(at) for at in ground.way] + ([] if bottom is None else [bottom])
            end, drops = end + ups[-1] - here, ((a - b) * place.rate for a, b in pairwise(ups))
            over = sum((drop for drop in drops if drop > ground.free), ZERO)
        rise = (end - start) * place.rate if met or rise is None else rise
        points = (place.at, (*ground.place(spot), to_number(on_grain(end)), None))
    rise = -(carry.depth or ZERO) if rise is None else rise
    why = None if why == "shore" else why
    if not (flat or rise or met):
        return None, why
    falls = carry.falls or (rise < 0 and not flat)
    length = abs(rise) if falls else max(flat, abs(rise))
    mode = "fall" if falls else "drift"
    whole = Segment(mode, length, rise - over, onto="ground" if met else None, falls=over > 0)
    return Path((whole,), points, straight=place is not None and isinstance(place.board, Floors)), why


def drop(place: Place) -> Fraction | None:
    """Return how far the first thing is below a place, in the system's unit; none: nobody knows."""
    ground: Any = _around(place)
    foot: Fraction | None = ground.below(ground.start)
    return None if foot is None else (to_fraction(place.at[2]) - foot) * place.rate


def _around(place: Place) -> "_OnCells | _Lines":
    board = place.board
    return _Lines(board, place.at) if isinstance(board, Floors) else _OnCells(board, place.at)


def _first_below(
    ground: "_OnCells | _Lines",
    at: Any,  # noqa: ANN401 - a cell or a spot, as the ground has it
    *,
    start: Fraction,
    depth: Fraction | None,
) -> tuple[Any, Fraction | None]:
    """Return where a token comes down from a height, and how high the first thing below it is; none: nobody knows.

    Of several edges beside it the one counts whose foot is as deep as is told, then the nearest, then the first.
    """
    below = ground.below(at)
    if below is None or below < start:
        return at, below
    found: list[tuple[Fraction, Fraction | int, Any, Fraction | None]] = []
    for line in ground.beside(at):
        for far, spot in line:
            foot = ground.below(spot)
            if foot is None or foot < start:
                off = ZERO if foot is None or depth is None else abs(foot - start + depth)
                found.append((off, far, spot, foot))
                break
    _, _, at, below = min(found, key=lambda one: one[:2], default=(ZERO, 0, at, below))
    return at, below


class _OnCells:
    """A board around a token."""

    def __init__(self, board: Board, at: Waypoint) -> None:
        self.board, self.start, self._up = board, cell_of(at), to_fraction(at[2])
        self.free = board.terrain.heights.free

    def swept(
        self, cols: Fraction, rows: Fraction, *, tokens: bool
    ) -> tuple[Fraction, tuple[int, int], str | None]:
        """Return how far nothing keeps the token, gaps and ``tokens`` neither, the last cell there, and what does."""
        grid, side, blocks = self.board.flat, self.board.distance, self.board.blocks
        line = grid.straight(self.start, (cols, rows), side=side, size=self.board.size)
        cells, why = self._free(self.start, line)
        on_board = [self.board.lay(cell, self._up) for cell in cells]
        met = (at for at, one in enumerate(on_board) if at and tokens and self.board.has(blocks.hostile, one))
        free = next(met, len(cells))
        while tokens and free > 1 and self.board.has(blocks.occupied, on_board[free - 1]):
            free -= 1
        self.way, why = cells[:free], why if free == len(cells) else "occupied"
        over = [self.board.has(self.board.gap, one) for one in on_board[:free]]
        edge = next((at for at in range(1, free) if tokens and over[at - 1 : at + 1] == [False, True]), None)
        if edge is not None:
            self.way, why = cells[: edge + 1], "fell"
        flat = grid.span((ZERO, ZERO), (cols, rows), side=side)
        return flat * (len(self.way) - 1) / max(len(line), 1) if why else flat, self.way[-1], why

    def up(self, cell: tuple[int, int]) -> Fraction:
        """Return how high the ground is."""
        return self.board.ground(self.board.lay(cell, self._up))

    def below(self, cell: tuple[int, int]) -> Fraction | None:
        """Return how high the first thing is that something falls on; none: nobody knows."""
        board, here = self.board, self.board.lay(cell, self._up)
        if not board.has(board.gap, here):
            return board.ground(here)
        depth = RegionsUnder(board, board.scene, flying=frozenset()).depth(here)
        return None if depth is None else board.ground(here) - depth / board.rate

    def beside(self, at: tuple[int, int]) -> Iterator[Iterable[tuple[int, tuple[int, int]]]]:
        """Yield the cells beside the token that nothing keeps it from, direction by direction."""
        grid, side = self.board.flat, self.board.distance
        for direction in range(len(grid.headings)):
            ahead = grid.ahead(direction, side * max(self.board.size), side=side)
            yield enumerate(self._free(at, grid.straight(at, ahead, side=side))[0])

    def _free(
        self, at: tuple[int, int], line: Sequence[tuple[int, int]]
    ) -> tuple[list[tuple[int, int]], str | None]:
        """Return a cell and those of a line from there that nothing keeps the token from, and what does then."""
        board, up, cells = self.board, self._up, [at]
        for target in line:
            here = board.lay(cells[-1], up)
            why = board.current_why(here, board.lay(target, up)) if board.flat.holds(target) else "edge"
            if why is not None:
                return cells, why
            cells.append(target)
        return cells, None

    def place(self, cell: tuple[int, int]) -> tuple[int, int]:
        """Return column and row."""
        return cell


class _Lines:
    """A map without cells around a token."""

    def __init__(self, floors: Floors, at: Waypoint) -> None:
        self.floors, self.storey = floors, floors.storey(at[2])
        self.map = floors.open_maps[self.storey]
        self.free = self.map.ground_heights.free
        self.start: Spot = self.map.spot(at[0], at[1])

    def swept(self, cols: Fraction, rows: Fraction, *, tokens: bool) -> tuple[Fraction, Spot, str | None]:
        """Return how far nothing keeps the token, gaps and ``tokens`` neither, where that is, and what does."""
        by = (round(part / self.map.distance * GRAIN) for part in (cols, rows))
        goal: Spot = tuple(map(sum, zip(self.start, by, strict=True)))  # type: ignore[assignment]
        stop, why = self.map.swept(self.start, goal, tokens=tokens)
        parts = self.map.parts(self.start, stop)
        self.way = [self.start, *(along(part.start, part.end, share=HALF) for part in parts), stop]
        return self.map.length(self.start, stop), stop, why

    def up(self, spot: Spot) -> Fraction:
        """Return how high the ground is."""
        return self.floors.elevations[self.storey] + self.map.ground_heights.at(*spot).elevation

    def below(self, spot: Spot) -> Fraction | None:
        """Return how high the first thing is that something falls on; none: nobody knows."""
        if not self.map.over_gap(spot):
            return self.up(spot)
        rate = self.map.ground_heights.rate
        depth = self.floors.drop(self.storey, spot, rate=rate)
        return None if depth is None else self.up(spot) - depth / rate

    def beside(self, at: Spot) -> Iterator[Iterable[tuple[Fraction, Spot]]]:
        """Yield the places within a cell where the ground may change that nothing keeps the token from."""
        for right, down in HEADINGS:
            parts = self.map.parts(at, (at[0] + right * GRAIN, at[1] + down * GRAIN))
            yield chain.from_iterable(self._near(at, part.start) for part in parts)

    def _near(self, at: Spot, edge: Spot) -> Iterator[tuple[Fraction, Spot]]:
        spots = ((edge[0] + x, edge[1] + y) for x, y in AROUND)
        return ((self.map.length(at, spot), spot) for spot in spots if self.map.swept(at, spot)[0] == spot)

    def place(self, spot: Spot) -> tuple[int | float, int | float]:
        """Return column and row."""
        col, row = map(to_number, self.map.place(spot))
        return col, row
