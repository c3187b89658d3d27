"""The tiles of a map without cells that are looked at, with what areas need of each, as one board."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil

from py_rules.board.board import Board
from py_rules.board.boxes import FINE
from py_rules.board.edges import Edge, Entries, LedgeEdges
from py_rules.board.field import Field
from py_rules.board.floors import Crossing, Floors
from py_rules.board.grid import Cell, Heading
from py_rules.board.lattice import point
from py_rules.board.lattice_ground import touching
from py_rules.board.spatial_index import Spot
from py_rules.board.storeys import joined_edges, joined_terrain
from py_rules.board.terrain import Terrain
from py_rules.board.tiles import Tiles
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.records import record, replace


@record(eq=False)
class Atlas:
    """The tiles of the storeys that are looked at: one board, the storey of each tile, and the fields they are of."""

    board: Board
    tiles: Tiles
    storeys: tuple[int, ...]
    fields: tuple[Field, ...]

    def tile(self, storey: int) -> int | None:
        """Return the tile of a storey; none: it is not looked at."""
        return self.storeys.index(storey) if storey in self.storeys else None

    def place(self, cell: Cell) -> tuple[int, Spot]:
        """Return the storey of a point, and where it is there, in grains."""
        return self.storeys[self.tiles.place(cell)[1]], self.tiles.spot(cell)


def bind(floors: Floors, scene: map_data.Scene, *, storeys: Sequence[int], fields: Sequence[Field]) -> Atlas:
    """Return fields of equal windows, one for each of some storeys, as one."""
    tiles = Tiles(fields[0].grid, len(fields))
    planes = [field.board for field in fields]
    if len(fields) == 1:
        board = replace(planes[0], grid=tiles)
        return Atlas(board, tiles, tuple(storeys), tuple(fields))
    tiles, links = _linked(floors, tiles, storeys=storeys, planes=planes)
    terrain = joined_terrain(scene, tiles, planes=planes)
    first = planes[0]
    board = replace(
        first,
        grid=tiles,
        open=(
            *(tiles.join([plane.open[step] for plane in planes]) for step in range(tiles.steps)),
            *(bits for _, bits in links),
        ),
        can_end=tiles.join([plane.can_end for plane in planes]),
        anchors=tiles.join([plane.anchors for plane in planes]),
        blocks=replace(first.blocks, occupied=tiles.join([plane.blocks.occupied for plane in planes])),
        terrain=terrain,
        edges=(
            *joined_edges(tiles, [plane.edges for plane in planes]),
            *_passages(tiles, terrain, links=links),
        ),
        ledge_edges=LedgeEdges(
            tuple(joined_edges(tiles, [plane.ledge_edges.onto for plane in planes])),
            tuple(joined_edges(tiles, [plane.ledge_edges.off for plane in planes])),
        ),
    )
    return Atlas(board, tiles, tuple(storeys), tuple(_walked(tiles, storeys, fields=fields, links=links)))


def _walked(
    tiles: Tiles, storeys: Sequence[int], *, fields: Sequence[Field], links: Sequence[tuple[Crossing, int]]
) -> Iterator[Field]:
    """Yield the fields without the squares of priced ground that paths only touch from outside.

    Who comes out of a passage there, or to the border, has not met that ground yet; to go on in the square is to meet
    it. So a square beside the end of a passage needs a corner within its ground that is not such an end.
    """
    flat = tiles.flat
    for storey, field in zip(storeys, fields, strict=True):
        ends = lost = 0
        for crossing, _ in links:
            if crossing.target == storey:
                col, row = crossing.end
                ends |= flat.rect(col, row, col + FINE, row + FINE)
        for ground in _met(field.board.terrain):
            across = ground & ground << 1
            within = across & across << flat.stride & ~ends
            lost |= ground & touching(ends, flat.stride) & ~touching(within, flat.stride)
        yield replace(field, clear=field.clear & ~lost)


def _met(terrain: Terrain) -> Iterator[int]:
    """Yield the squares of each ground that it makes a difference to enter."""
    yield from (terrain.climb, terrain.swim)
    yield from (region.touched for region in terrain.rough)
    yield from (surface.touched for surface in terrain.surfaces)
    yield from (touched for _, touched in terrain.grades)


def _linked(
    floors: Floors, tiles: Tiles, *, storeys: Sequence[int], planes: Sequence[Board]
) -> tuple[Tiles, list[tuple[Crossing, int]]]:
    """Return the tiles with the passages between them, each with its origins."""
    links: list[tuple[Crossing, int]] = []
    steps: list[Heading] = []
    for crossing in floors.crossings:
        if crossing.origin in storeys and crossing.target in storeys:
            leaf, to = storeys.index(crossing.origin), storeys.index(crossing.target)
            origins = _origins(
                floors, tiles, crossing=crossing, here=planes[leaf].anchors, there=planes[to].anchors
            )
            if origins:
                links.append((crossing, origins << leaf * tiles.storey_size))
                work.hold(len(links) * len(planes) * tiles.storey_size // 8)
                steps.append(_heading(tiles, crossing, by=to - leaf, side=planes[leaf].distance))
    return replace(tiles, links=tuple(steps)), links


def _origins(floors: Floors, tiles: Tiles, *, crossing: Crossing, here: int, there: int) -> int:
    """Return the points of a passage's square, on their tile, from which it leads to where there is room."""
    flat, (col, row), (far, low) = tiles.flat, crossing.start, crossing.end
    open_map, bits = floors.open_maps[crossing.target], 0
    for down in range(FINE):
        for right in range(FINE):
            cell, out = (col + right, row + down), (far + right, low + down)
            if not (flat.shows(cell) and flat.shows(out)):
                continue
            on_map = here >> flat.bit(cell) & there >> flat.bit(out) & 1
            spot = point(out)
            over = floors.open_maps[crossing.origin].over_gap(point(cell)) or open_map.over_gap(spot)
            if on_map and not over and not open_map.room_why(spot):
                bits |= 1 << flat.bit(cell)
    return bits


def _heading(tiles: Tiles, crossing: Crossing, *, by: int, side: Fraction) -> Heading:
    """Return the direction of a passage to the tile ``by`` tiles on, its length rounded up as all lengths are."""
    east, south = (to - at for at, to in zip(crossing.start, crossing.end, strict=True))
    parts = tiles.flat.parts
    far = Fraction(ceil(crossing.length / side * parts), parts)
    name, down = f"passage {crossing.id}", south + by * tiles.pitch
    return Heading(name, east, down, Fraction(east), Fraction(south), far, far, passage=True)


def _passages(tiles: Tiles, terrain: Terrain, *, links: Sequence[tuple[Crossing, int]]) -> Iterator[Edge]:
    """Yield each passage as classes of equal steps."""
    for number, (crossing, origins) in enumerate(links):
        direction = tiles.steps + number
        entries = Entries(terrain, tiles.delta(direction)).split(origins)
        for (flat, gates), part in entries.items():
            yield Edge(direction, crossing.footing, Fraction(1), flat, gates, part)
