"""Whether a scene holds together: sizes, storeys, passages, walls, regions and tokens on the map."""

from collections.abc import Sequence
from itertools import pairwise

from py_rules import board
from py_rules.board.floors import alike
from py_rules.protocol import bounds, map_data
from py_rules.protocol.map_data import Scene
from py_rules.protocol.problems import ProblemError
from py_rules.values.rounding import to_fraction

HALF = 0.5
"""How much farther than its cells a map of hexes reaches, where some are shifted."""


def checked(scene: Scene) -> None:
    """Raise :class:`ProblemError` for what the wire model cannot see.

    That is: too many cells, storeys in disorder, a wall without length, anything off the map, a storey that
    the map does not have, an id used twice.
    """
    grid = scene.grid
    _check_size(scene)
    _check_storeys(scene.storeys)
    storeys = frozenset(storey.id for storey in scene.storeys)
    where, have = ("hexes", "have") if "hex" in grid.kind else ("a map without cells", "has")
    if grid.kind != "square" and grid.diagonals != map_data.Grid.model_fields["diagonals"].default:
        raise ProblemError(
            "diagonals_on_hexes",
            "scene.grid.diagonals",
            message=f"scene.grid.diagonals: {grid.diagonals!r} means nothing on {where}, which {have} no diagonals",
            remedy="leave it out",
        )
    for index, wall in enumerate(scene.walls):
        _check_wall(wall, storeys, path=f"scene.walls[{index}]")
    for index, region in enumerate(scene.regions):
        _check_region(region, scene, storeys=storeys, path=f"scene.regions[{index}]")
    for index, token in enumerate(scene.tokens):
        _check_token(token, grid, path=f"scene.tokens[{index}]")
    for index, passage in enumerate(scene.passages):
        _check_passage(passage, grid, storeys=storeys, path=f"scene.passages[{index}]")
    _check_passages(scene.passages)
    _check_ids(scene)


def _check_ids(scene: Scene) -> None:
    for name, things in (
        ("walls", scene.walls),
        ("regions", scene.regions),
        ("tokens", scene.tokens),
        ("storeys", scene.storeys),
        ("passages", scene.passages),
    ):
        seen: set[str] = set()
        for index, thing in enumerate(things):
            if thing.id in seen:
                path = f"scene.{name}[{index}].id"
                raise ProblemError(
                    "id_twice",
                    path,
                    message=f"{path}: the id {thing.id!r} is used twice",
                    remedy="give each its own id",
                )
            seen.add(thing.id)


def _check_size(scene: Scene) -> None:
    grid, storeys = scene.grid, max(len(scene.storeys), 1)
    if grid.cols * grid.rows * storeys <= bounds.MAX_GRID_CELLS:
        return
    times = f" × {storeys}" if storeys > 1 else ""
    raise ProblemError(
        "map_too_large",
        "scene.grid",
        message=f"scene.grid: {grid.cols} × {grid.rows}{times} cells are more than {bounds.MAX_GRID_CELLS}",
        remedy="send a part of the map",
    )


def _check_storeys(storeys: Sequence[map_data.Storey]) -> None:
    """Raise :class:`ProblemError` for storeys that are not in order from low to high."""
    for index, (low, high) in enumerate(pairwise(storeys), start=1):
        if to_fraction(low.elevation) >= to_fraction(high.elevation):
            path = f"scene.storeys[{index}].elevation"
            raise ProblemError(
                "storeys_disordered",
                path,
                message=f"{path}: {high.id!r} at {high.elevation} is not above {low.id!r} at {low.elevation}",
                remedy="list the storeys from low to high, each above the one before",
            )


def _check_storey(storey: str | None, storeys: frozenset[str], *, path: str) -> None:
    if storey is not None and storey not in storeys:
        known = ", ".join(sorted(storeys)[:5])
        remedy = f"use one of {known}" if known else "leave it out, or list the storeys in scene.storeys"
        raise ProblemError(
            "storey_unknown", path, message=f"{path}: the map has no storey {storey!r}", remedy=remedy
        )


def _check_passage(
    passage: map_data.Passage, grid: map_data.Grid, *, storeys: frozenset[str], path: str
) -> None:
    for name, end in (("a", passage.a), ("b", passage.b)):
        _check_storey(end.storey, storeys, path=f"{path}.{name}.storey")
        on_cells(grid, end, path=f"{path}.{name}")
        if not _on_map(grid, end.col, row=end.row):
            raise _off_map(grid, f"{path}.{name}")
    if passage.a.storey == passage.b.storey:
        raise ProblemError(
            "passage_level",
            path,
            message=f"{path}: both ends are on storey {passage.a.storey!r}",
            remedy="let it lead from one storey to another",
        )


def _check_passages(passages: Sequence[map_data.Passage]) -> None:
    """Raise :class:`ProblemError` for two passages between the same two places: a step would not say which it takes."""
    both = alike(passages)
    if both is not None:
        first, index = both
        path = f"scene.passages[{index}]"
        raise ProblemError(
            "passage_twice",
            path,
            message=f"{path}: {passages[index].id!r} leads from and to the same places as {passages[first].id!r}",
            remedy="let one of them begin or end elsewhere",
        )


def _check_wall(wall: map_data.Wall, storeys: frozenset[str], *, path: str) -> None:
    _check_storey(wall.storey, storeys, path=f"{path}.storey")
    if wall.a == wall.b:
        raise ProblemError(
            "wall_without_length",
            path,
            message=f"{path}: both ends are equal",
            remedy="remove the wall or give it length",
        )


def _check_region(region: map_data.Region, scene: Scene, *, storeys: frozenset[str], path: str) -> None:
    _check_storey(region.storey, storeys, path=f"{path}.storey")
    if isinstance(region, map_data.Ledge):
        _check_ledge(region, scene, path=path)
    area, grid = region.area, scene.grid
    if isinstance(area, map_data.Rect):
        col, row, cols, rows = area.rect
        if not _on_map(grid, col, row=row, cols=cols, rows=rows):
            raise _off_map(grid, f"{path}.area.rect")
        return
    if isinstance(area, map_data.Polygon):
        shifted = HALF if "hex" in grid.kind else 0
        for index, (x, y) in enumerate(area.polygon):
            if not (0 <= x <= grid.cols + shifted and 0 <= y <= grid.rows + shifted):
                raise _off_map(grid, f"{path}.area.polygon[{index}]")
        return
    for index, (col, row) in enumerate(area.cells):
        if not _on_map(grid, col, row=row):
            raise _off_map(grid, f"{path}.area.cells[{index}]")


def _check_ledge(ledge: map_data.Ledge, scene: Scene, *, path: str) -> None:
    """Raise :class:`ProblemError` for raised ground that leads beyond its storey or is beside storeys without cells."""
    if scene.grid.kind == "gridless" and scene.storeys:
        raise ProblemError(
            "ledges_and_storeys",
            f"{path}.kind",
            message=f"{path}.kind: a map without cells has either ledges or storeys",
            remedy="send a grid, or one storey at a time",
        )
    own = [n for n, storey in enumerate(scene.storeys) if ledge.storey in {None, storey.id}]
    for number in own:
        floor, up = to_fraction(scene.storeys[number].elevation), to_fraction(ledge.elevation)
        above = scene.storeys[number + 1 :]
        if (number and up < 0) or (above and floor + up >= to_fraction(above[0].elevation)):
            where = f"{path}.elevation"
            raise ProblemError(
                "ledge_beyond_storey",
                where,
                message=f"{where}: {ledge.elevation} leads from {scene.storeys[number].id!r} to another storey",
                remedy="keep it from the floor to below the next storey, or draw a gap or a passage",
            )


def on_cells(
    grid: map_data.Grid, place: map_data.Cell | map_data.Token | map_data.Landing, *, path: str
) -> None:
    """Raise :class:`ProblemError` for a place between the cells of a grid."""
    if grid.kind == "gridless":
        return
    for name, value in (("col", place.col), ("row", place.row)):
        if not isinstance(value, int):
            where = f"{path}.{name}"
            raise ProblemError(
                "between_cells",
                where,
                message=f"{where}: {value} is between two cells of the grid",
                remedy="send a whole number, or a grid of the kind 'gridless'",
            )


def _check_token(token: map_data.Token, grid: map_data.Grid, *, path: str) -> None:
    on_cells(grid, token, path=path)
    if grid.kind != "square" and (
        token.size[0] != token.size[1] or (grid.kind == "gridless" and token.cols != token.rows)
    ):
        where = "hexes" if "hex" in grid.kind else "a map without cells"
        raise ProblemError(
            "footprint_uneven",
            f"{path}.rows",
            message=f"{path}.rows: {token.cols} × {token.rows} is no size of a token on {where}",
            remedy="give it as many rows as columns",
        )
    if not fits(grid, token):
        raise _off_map(grid, path)


def fits(grid: map_data.Grid, token: map_data.Token) -> bool:
    """Return whether a token is wholly on the map."""
    if grid.kind == "gridless":
        return _on_map(grid, token.col, row=token.row, cols=token.cols, rows=token.rows)
    return board.grid_of(grid).fits((int(token.col), int(token.row)), token.size)


def _on_map(grid: map_data.Grid, col: float, *, row: float, cols: float = 1, rows: float = 1) -> bool:
    return 0 <= col <= grid.cols - cols and 0 <= row <= grid.rows - rows


def _off_map(grid: map_data.Grid, path: str) -> ProblemError:
    message = f"{path}: this is off the map, or reaches beyond it"
    return ProblemError(
        "off_map", path, message=message, remedy=f"stay within {grid.cols} columns and {grid.rows} rows"
    )
