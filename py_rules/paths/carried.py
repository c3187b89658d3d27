"""Where a token ends up that falls, drifts or is pushed."""

from collections.abc import Sequence
from fractions import Fraction

from py_rules.board import Board
from py_rules.board.floors import Floors
from py_rules.board.open_map import OpenMap
from py_rules.board.spatial_index import Spot
from py_rules.engine.system import Carry
from py_rules.paths.path import Path, Waypoint, cell_of
from py_rules.values.records import record
from py_rules.values.rounding import GRAIN, to_fraction, to_number
from py_rules.values.stretch import Segment


@record()
class Place:
    """Where a token stands on a board."""

    board: Board | Floors
    at: Waypoint
    rate: Fraction = Fraction(1)
    """How many of the system's units make one of the map's, which elevations are in."""


def carried(carry: Carry, place: Place | None) -> tuple[Path | None, str | None]:
    """Return the path of a token that something carries along, and what ends it early; no path: it stays.

    On a map it is carried from cell to cell in a line, no farther than to a wall, an obstacle or the edge of the map,
    which are named, or ashore, which is where a current ends. A fall and a descent that begin on the ground lead over
    its edge, where there is one beside the token.
    """
    cols, rows, rise = carry.by
    flat, points, why, met = max(abs(cols), abs(rows)), None, None, False
    if place is not None and isinstance(place.board, Floors):
        open_map = place.board.at(place.at[2])
        flat, stop, why = _swept(open_map, place.at, by=(cols, rows))
        stop, up = _come_down(open_map, place, stop=stop, carry=carry)
        col, row = map(to_number, open_map.place(stop))
        level, ground = open_map.ground_heights.level, open_map.ground_heights.at(*stop).elevation
    elif place is not None and isinstance(place.board, Board):
        board, side = place.board, place.board.distance
        flat = board.flat.span((Fraction(0), Fraction(0)), (cols, rows), side=side)
        line = board.flat.straight(cell_of(place.at), (cols, rows), side=side)
        cell, done, why = _drifted(board, place.at, line=line)
        flat = flat * done / len(line) if line else flat
        up = _height_after(board, place, cell=cell, carry=carry)
        if carry.depth is not None:
            cell = _over_edge(board, cell, up=up, bottom=up - (rise + carry.depth) / place.rate)
        (col, row), level, ground = cell, board.level, board.ground(board.lay(cell, up))
    if place is not None:
        met = carry.to_ground and not level and up <= ground
        up, rise = _on(ground, up, rise=rise, rate=place.rate) if met else (up, rise)
        points = (place.at, (col, row, to_number(up), None))
    why = None if why == "shore" else why
    if not (flat or rise):
        return None, why
    falls = rise < 0 and (carry.depth is not None or not flat)
    length = abs(rise) if falls else max(flat, abs(rise))
    whole = Segment(
        mode="fall" if falls else "drift", length=length, rise=rise, onto="ground" if met else None
    )
    return Path((whole,), points, straight=place is not None and isinstance(place.board, Floors)), why


def _on(ground: Fraction, up: Fraction, *, rise: Fraction, rate: Fraction) -> tuple[Fraction, Fraction]:
    """Return how high a token is that comes down to the ground, and how far that was; never up to it."""
    start = up - rise / rate
    return min(ground, start), (min(ground, start) - start) * rate


def _height_after(board: Board, place: Place, *, cell: tuple[int, int], carry: Carry) -> Fraction:
    """Return how high a token is that was carried to a cell: as the ground, but where it rises or falls."""
    given, rise = to_fraction(place.at[2]), carry.by[2] / place.rate
    if board.level or carry.goes_on:
        return given + rise
    here, there = (board.ground(board.lay(at, given)) for at in (cell_of(place.at), cell))
    start = _started(given, here)
    return start + rise if rise else start + there - here


def _started(given: Fraction, ground: Fraction) -> Fraction:
    """Return how high a token is that is carried: one below the ground is falling already."""
    return given if given < 0 else max(given, ground) if given else ground


def _over_edge(board: Board, at: tuple[int, int], *, up: Fraction, bottom: Fraction) -> tuple[int, int]:
    """Return the cell in which a token falls past ``up`` to the ``bottom``: the one it is over, else one beside it.

    Of several the one counts whose ground is nearest to the bottom, then the nearest, then the first direction.
    """

    def ground(cell: tuple[int, int]) -> Fraction:
        return board.ground(board.lay(cell, up))

    if board.level or ground(at) <= up:
        return at
    grid, side = board.flat, board.distance
    found: list[tuple[Fraction, int, tuple[int, int]]] = []
    for direction in range(len(grid.headings)):
        cell, line = (
            at,
            grid.straight(at, grid.ahead(direction, side * max(board.size), side=side), side=side),
        )
        for far, beside in enumerate(line, start=1):
            if _kept(board, cell, target=beside, up=up) is not None:
                break
            cell = beside
            if ground(cell) <= up:
                found.append((abs(ground(cell) - bottom), far, cell))
                break
    return min(found, key=lambda one: one[:2])[2] if found else at


AROUND = tuple((right, down) for right in (0, -1, 1) for down in (0, -1, 1))
"""A place and those a grain from it."""


def _come_down(map_: OpenMap, place: Place, *, stop: Spot, carry: Carry) -> tuple[Spot, Fraction]:
    """Return where a token is carried to, and how high it is there; a fall off a ledge goes past its edge."""
    given, rise, ground_heights = to_fraction(place.at[2]), carry.by[2] / place.rate, map_.ground_heights
    if ground_heights.level:
        return stop, given + rise
    start = map_.spot(place.at[0], place.at[1])
    here, there = ground_heights.at(*start).elevation, ground_heights.at(*stop).elevation
    up = given if carry.goes_on else _started(given, here)
    up += rise if rise or carry.goes_on else there - here
    if carry.depth is None or ground_heights.at(*stop).elevation <= up:
        return stop, up
    return _past_edge(map_, stop, up=up, bottom=up - (carry.by[2] + carry.depth) / place.rate), up


def _past_edge(map_: OpenMap, at: Spot, *, up: Fraction, bottom: Fraction) -> Spot:
    """Return the place within a cell in which a token falls past ``up`` to the ``bottom``; ``at``: there is none."""
    found: list[tuple[Fraction, Fraction, Spot]] = []
    for right, down in HEADINGS:
        end = at[0] + right * GRAIN, at[1] + down * GRAIN
        for part in map_.parts(at, end):
            ground = map_.ground_heights.of(part.under).elevation
            near = ((part.start[0] + x, part.start[1] + y) for x, y in AROUND)
            spot = next((spot for spot in near if map_.ground_heights.at(*spot).elevation == ground), None)
            if ground <= up and spot is not None and map_.swept(at, spot)[0] == spot:
                found.append((abs(ground - bottom), map_.length(at, spot), spot))
                break
    return min(found, key=lambda one: one[:2])[2] if found else at


HEADINGS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""Directions in which the edge is looked for on a map without cells, in columns and rows."""


def _swept(
    map_: OpenMap, at: Waypoint, *, by: tuple[Fraction, Fraction]
) -> tuple[Fraction, Spot, str | None]:
    """Return how far along a straight line from ``at`` nothing keeps a token, where that is, and what does there."""
    start = map_.spot(at[0], at[1])
    end = start[0] + round(by[0] / map_.distance * GRAIN), start[1] + round(by[1] / map_.distance * GRAIN)
    stop, why = map_.swept(start, end)
    return map_.length(start, stop), stop, why


def _kept(board: Board, cell: tuple[int, int], *, target: tuple[int, int], up: Fraction) -> str | None:
    """Return what keeps a token at a height from being carried to a neighbouring cell; none: nothing does."""
    if not board.flat.holds(target):
        return "edge"
    return board.current_why(board.lay(cell, up), board.lay(target, up))


def _drifted(
    board: Board, at: Waypoint, *, line: Sequence[tuple[int, int]]
) -> tuple[tuple[int, int], int, str | None]:
    """Return the last cell in a line from ``at`` that nothing keeps a token from, how many steps it is, what does."""
    cell, up = cell_of(at), to_fraction(at[2])
    for done, target in enumerate(line):
        why = _kept(board, cell, target=target, up=up)
        if why is not None:
            return cell, done, why
        cell = target
    return cell, len(line), None
