"""Paths found on the lattice, pulled straight between climbs and jumps."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from py_rules.board.atlas import Atlas
from py_rules.board.boxes import part, third
from py_rules.board.floors import Floors
from py_rules.board.ground import Ground
from py_rules.board.heights import Level
from py_rules.board.open_map import OpenMap
from py_rules.board.spatial_index import Spot
from py_rules.gridless.lines import straight
from py_rules.gridless.pulling import pulled
from py_rules.values.rounding import SNAP


class PathStep(NamedTuple):
    """A place of a path, and how it is reached: walked, climbed at a point, or by one jump."""

    spot: Spot
    mode: str | None


def steps_of(atlas: Atlas, path: Sequence[tuple[int, int, str | None]]) -> list[tuple[int, PathStep]]:
    """Return a path over the lattice, each jump as one step, with the storeys it is on."""
    places = [atlas.place((col, row)) for col, row, _ in path]
    steps, at = [(places[0][0], PathStep(places[0][1], None))], 0
    while at < len(path) - 1:
        end = lands(path, at + 1)
        storey, spot = places[end]
        beside = storey == places[at][0] and _near(places[at][1], spot)
        jumps = path[at + 1][2] in {"jump", None}
        climbs = beside and path[end][2] == "climb"
        if climbs or jumps or places[end] != (steps[-1][0], steps[-1][1].spot):
            steps.append((storey, PathStep(spot, "jump" if jumps else "climb" if climbs else None)))
        at = end
    return steps


def _near(a: Spot, b: Spot) -> bool:
    """Return whether places are right beside each other."""
    return max(abs(x - y) for x, y in zip(a, b, strict=True)) <= SNAP


def lands(path: Sequence[tuple[int, int, str | None]], at: int) -> int:
    """Return where the jump lands that begins with a cell of a path; of other steps, that cell.

    The landing of a jump that another follows in the same direction has no mode.
    """
    by = path[at][0] - path[at - 1][0], path[at][1] - path[at - 1][1]
    while path[at][2] == "jump" and at + 1 < len(path):
        after = path[at + 1]
        if after[2] not in {"jump", None} or (after[0] - path[at][0], after[1] - path[at][1]) != by:
            break
        at += 1
    return at


def straightened(floors: Floors, steps: Sequence[tuple[int, PathStep]]) -> list[tuple[int, PathStep]]:
    """Return a path in straight lines, storey by storey."""
    kept: list[tuple[int, PathStep]] = []
    for storey, leg in groupby(steps, key=itemgetter(0)):
        open_map, on_it = floors.open_maps[storey], [step for _, step in leg]
        # A mover coming out of a passage has not gone over any ground yet.
        stood = () if kept else open_map.under(*on_it[0].spot)
        kept += [(storey, step) for step in _straight(open_map, on_it, stood=stood)]
    return kept


def _straight(open_map: OpenMap, steps: Sequence[PathStep], *, stood: Sequence[Ground]) -> Iterator[PathStep]:
    """Yield a path in straight lines; climbs and jumps stay where they are, these with the straight run before them.

    ``stood``: what was underfoot right before.
    """
    yield steps[0]
    walked = [steps[0].spot]
    for number, step in enumerate(steps[1:], 1):
        if step.mode is None:
            walked.append(step.spot)
            continue
        if step.mode == "jump":
            after = steps[number + 1] if number + 1 < len(steps) else None
            if len(walked) > 1 and not _near(*walked[-2:]):
                walked[-1] = _on_ground(open_map, walked[-2], walked[-1])
            if after is not None and after.mode is None:
                left = open_map.ground_heights.at(*walked[-1])
                step = PathStep(_on_ground(open_map, after.spot, step.spot, others=[left]), step.mode)  # noqa: PLW2901
        run = len(walked) - 1
        while step.mode == "jump" and run and straight(walked[run - 1], [walked[run]], end=step.spot):
            run -= 1
        yield from _pulled(open_map, walked[: run + 1], stood=stood)
        if run < len(walked) - 1:
            yield PathStep(walked[-1], None)
        yield (
            step
            if step.mode == "climb" or not _over_gaps(open_map, walked[-1], step.spot)
            else PathStep(step.spot, None)
        )
        walked, stood = [step.spot], open_map.under(*step.spot)
    yield from _pulled(open_map, walked, stood=stood)


def _on_ground(open_map: OpenMap, a: Spot, b: Spot, *, others: Sequence[Level] = ()) -> Spot:
    """Return where a walked line to the border of other ground ends: on ground that can be stepped on from the line.

    And from ``others``, such as where a jump took off that the line goes on from. The place itself is best, then one
    right beside it.
    """
    heights = open_map.ground_heights
    level = next((heights.of(part.under) for part in reversed(list(open_map.parts(a, b)))), None)
    if level is None:
        return b
    places = [(heights.at(*b), b), *heights.beside(b).items()]
    for near in ((level, *others), (level,)):
        for here, spot in places:
            if not any(heights.steep(one, here) for one in near):
                return spot
    return b


def _pulled(open_map: OpenMap, spots: Sequence[Spot], *, stood: Sequence[Ground]) -> Iterator[PathStep]:
    """Yield what is walked, without its first place; places right beside a border are reached as the lattice leads."""
    level = open_map.ground_heights.level
    first, last = (not level and _beside_border(spots[end]) for end in (0, -1))
    inner = spots[first : len(spots) - last]
    if first:
        yield from (PathStep(spot, None) for spot in inner[:1])
        stood = open_map.under(*inner[0]) if inner else ()
    if len(inner) > 1:
        yield from (PathStep(spot, None) for spot in pulled(open_map, inner, stood=tuple(stood))[1:])
    if last and len(spots) > 1:
        yield PathStep(spots[-1], None)


def _beside_border(spot: Spot) -> bool:
    """Return whether a place is a grain before a point of the lattice.

    >>> _beside_border((333_332, 7)), _beside_border((333_333, 7))
    (True, False)
    """
    return any(part(third(at + 1)) == at + 1 for at in spot)


def _over_gaps(open_map: OpenMap, a: Spot, b: Spot) -> bool:
    """Return whether a jump leads over gaps alone, so that the map proposes it."""
    heights, parts = open_map.ground_heights, [part.under for part in open_map.parts(a, b)]
    inside = [under for under in parts if all(ground.region.kind != "gap" for ground in under)]
    wet = any(ground.region.kind == "water" for under in inside for ground in under)
    ups = [heights.at(*a), *map(heights.of, inside), heights.at(*b)]
    steep = any(heights.steep(here, there) for here, there in pairwise(ups))
    return len(inside) < len(parts) and not (wet or steep)
