"""A map with storeys compiled for one mover: every storey as a flat board, all of them laid on one grid."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import floor, isqrt

from py_rules.board import footprint
from py_rules.board.board import Board
from py_rules.board.cells import CellGrid
from py_rules.board.edges import Edge, Entries
from py_rules.board.footprint import Blocks
from py_rules.board.heights import Heights, Level, floor_level
from py_rules.board.stacked_grid import Link, Stacked, StackedGrid, floor_of
from py_rules.board.terrain import Rough, Terrain
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.footing import Footing
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction


def flat_scenes(scene: map_data.Scene) -> Iterator[map_data.Scene]:
    """Yield each storey from low to high as a scene of its own: what stands on it or on all."""
    floors = [to_fraction(storey.elevation) for storey in scene.storeys]
    for number, storey in enumerate(scene.storeys):
        here = {None, storey.id}
        yield scene.model_copy(
            update={
                "storeys": [],
                "passages": [],
                "walls": [wall for wall in scene.walls if wall.storey in here],
                "regions": [region for region in scene.regions if region.storey in here],
                "tokens": [t for t in scene.tokens if floor_of(floors, to_fraction(t.elevation)) == number],
            }
        )


def stack(
    scene: map_data.Scene,
    planes: Sequence[Board],
    *,
    rate: Fraction,
) -> Board:
    """Return the board of all storeys, compiled flat as ``planes``, with the passages between them.

    ``rate``: how many of the scene's units make one of those that
    elevations are in.
    """
    first = planes[0]
    stacked = _stacked(scene, planes, rate=rate)
    blocks, terrain = _blocks(stacked, planes), joined_terrain(scene, stacked, planes=planes)
    anchors = stacked.join([plane.anchors for plane in planes])
    standing = footprint.standing(blocks, anchors=anchors)
    steps = [stacked.join([plane.open[d] for plane in planes]) for d in range(len(stacked.flat.headings))]
    work.hold(len(stacked.links) * anchors.bit_length() // 8)
    steps += [_open(stacked, link, anchors=anchors, standing=standing) for link in stacked.links]
    return replace(
        first,
        grid=stacked,
        open=tuple(steps),
        can_end=stacked.join([plane.can_end for plane in planes]),
        anchors=anchors,
        blocks=blocks,
        terrain=terrain,
        edges=(
            *joined_edges(stacked, [plane.edges for plane in planes]),
            *_passages(stacked, terrain, steps=steps),
        ),
        scene=scene,
        rate=rate,
        planes=tuple(planes),
    )


def _stacked(scene: map_data.Scene, planes: Sequence[Board], *, rate: Fraction) -> StackedGrid:
    """Return the grid of all storeys with the passages."""
    floors = tuple(to_fraction(storey.elevation) for storey in scene.storeys)
    flat = planes[0].grid
    if not isinstance(flat, CellGrid):
        raise TypeError("a storey is a flat map of cells")
    bare = StackedGrid(flat, len(floors), floors, (), planes[0].distance)
    links: list[Link] = []
    for passage in scene.passages:
        links += _links(scene, bare, passage=passage, planes=planes, rate=rate)
    return replace(bare, links=tuple(links))


def _links(
    scene: map_data.Scene,
    stacked: StackedGrid,
    *,
    passage: map_data.Passage,
    planes: Sequence[Board],
    rate: Fraction,
) -> list[Link]:
    """Return a passage of a scene as one link, or as one each way."""
    storeys = [storey.id for storey in scene.storeys]
    low, high = storeys.index(passage.a.storey), storeys.index(passage.b.storey)
    start, end = ((int(end.col), int(end.row)) for end in (passage.a, passage.b))
    raised = planes[high].up(end) - planes[low].up(start)
    rise = (stacked.floors[high] - stacked.floors[low]) * rate + raised
    run = Fraction(stacked.flat.apart(start, end), stacked.flat.apart((0, 0), (1, 0))) * stacked.distance**2
    length, footing = gone_through(passage, run=run, rise=rise)
    there = Link(passage.id, stacked.lay(start, low), stacked.lay(end, high), length, rise, footing)
    back = replace(
        there,
        origin=there.target,
        target=there.origin,
        rise=-rise,
        footing=footing._replace(lean=-footing.lean),
    )
    return [there] if passage.one_way else [there, back]


def gone_through(passage: map_data.Passage, *, run: Fraction, rise: Fraction) -> tuple[Fraction, Footing]:
    """Return how long a passage is that leads over a squared ``run`` and a ``rise``, and what it is gone on."""
    length = hypotenuse(run, rise) if passage.length is None else to_fraction(passage.length)
    if passage.kind == "stairs":
        return length, Footing("ground")
    length, lean = max(length, abs(rise)), (rise > 0) - (rise < 0)
    return length, Footing("climb", passage.surface, passage.slick, passage.difficulty, (), lean)


def hypotenuse(run: Fraction, rise: Fraction) -> Fraction:
    """Return the straight line over a squared ``run`` and a ``rise``: exact where it can be, else to a hundredth.

    >>> hypotenuse(Fraction(16), Fraction(3)), hypotenuse(Fraction(400), Fraction(-10))
    (Fraction(5, 1), Fraction(559, 25))
    """
    squared = run + rise**2
    root = Fraction(isqrt(squared.numerator), isqrt(squared.denominator))
    if root**2 == squared:
        return root
    return max(Fraction((isqrt(floor(squared * 40_000)) + 1) // 2, 100), Fraction(1, 100))


def _open(stacked: StackedGrid, link: Link, *, anchors: int, standing: int) -> int:
    """Return the origin of a passage, if a step through it is allowed."""
    fits = anchors >> stacked.bit(link.origin) & standing >> stacked.bit(link.target) & 1
    return fits << stacked.bit(link.origin)


def _blocks(stacked: StackedGrid, planes: Sequence[Board]) -> Blocks:
    blocks = [plane.blocks for plane in planes]
    walled = [stacked.join([b.walled[d] for b in blocks]) for d in range(len(stacked.flat.headings))]
    return Blocks(
        walled=(*walled, *(0 for _ in stacked.links)),
        inner=stacked.join([b.inner for b in blocks]),
        obstacle=stacked.join([b.obstacle for b in blocks]),
        hostile=stacked.join([b.hostile for b in blocks]),
        occupied=stacked.join([b.occupied for b in blocks]),
    )


def joined_terrain(scene: map_data.Scene, stacked: Stacked, *, planes: Sequence[Board]) -> Terrain:
    """Return what is underfoot on all storeys; a region on several of them is one."""
    terrains = [plane.terrain for plane in planes]
    rough: dict[str, Rough] = {}
    for storey, terrain in enumerate(terrains):
        for region in terrain.rough:
            known = rough.get(region.id)
            touched = region.touched << storey * stacked.storey_size | (known.touched if known else 0)
            within = region.within << storey * stacked.storey_size | (known.within if known else 0)
            rough[region.id] = region._replace(touched=touched, within=within)

    def lift(bits: int, storey: int) -> int:
        return bits << storey * stacked.storey_size

    each = list(enumerate(terrains))
    return Terrain(
        obstacle=stacked.join([t.obstacle for t in terrains]),
        gap=stacked.join([t.gap for t in terrains]),
        climb=stacked.join([t.climb for t in terrains]),
        swim=stacked.join([t.swim for t in terrains]),
        rim=stacked.join([t.rim for t in terrains]),
        pits=stacked.join([t.pits for t in terrains]),
        rough=tuple(rough[region.id] for region in scene.regions if region.id in rough),
        difficult=stacked.join([t.difficult for t in terrains]),
        slowing=stacked.join([t.slowing for t in terrains]),
        surfaces=tuple(replace(one, touched=lift(one.touched, n)) for n, t in each for one in t.surfaces),
        multipliers=tuple((times, lift(bits, n)) for n, t in each for times, bits in t.multipliers),
        grades=tuple((grade, lift(bits, n)) for n, t in each for grade, bits in t.grades),
        heights=_heights(stacked, planes),
    )


def _heights(stacked: Stacked, planes: Sequence[Board]) -> Heights:
    """Return the heights of all storeys, each above its own floor; without levels: all of them are level."""
    if all(plane.level for plane in planes):
        return Heights()
    found: dict[Level, int] = {}
    for storey, plane in enumerate(planes):
        for level in plane.terrain.heights.levels or (floor_level(plane.anchors),):
            key = replace(level, touched=0)
            found[key] = found.get(key, 0) | level.touched << storey * stacked.storey_size
    levels = [replace(key, touched=touched) for key, touched in found.items()]
    free = max(plane.terrain.heights.free for plane in planes)
    return Heights(tuple(sorted(levels, key=lambda level: -level.up)), free)


def joined_edges(stacked: Stacked, many: Iterable[Iterable[Edge]]) -> Iterator[Edge]:
    """Yield the classes of steps within the storeys."""
    merged: dict[Edge, int] = {}
    for storey, edges in enumerate(many):
        for edge in edges:
            key = replace(edge, origins=0)
            merged[key] = merged.get(key, 0) | edge.origins << storey * stacked.storey_size
    for key, origins in merged.items():
        yield replace(key, origins=origins)


def _passages(stacked: StackedGrid, terrain: Terrain, *, steps: Sequence[int]) -> Iterator[Edge]:
    """Yield each passage as a class of one step; none leads to where there is nothing to stand on."""
    for direction, link in enumerate(stacked.links, start=len(stacked.flat.headings)):
        into = stacked.back(terrain.gap, direction)
        entries = Entries(terrain, stacked.delta(direction)).split(steps[direction] & ~into)
        for (flat, gates), origins in entries.items():
            yield Edge(direction, link.footing, Fraction(1), flat, gates, origins)
