"""Scenes sent once and named later; compiled boards kept beside them.

The cache changes speed, never a value: a scene is named by the hash of what it holds.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from operator import is_
from typing import Any, Literal, NamedTuple, TypeVar, cast

from pydantic import ValidationError

from py_rules import board
from py_rules.board import Board, Cell
from py_rules.board.floors import Floors, alike, compile_floors
from py_rules.board.heights import Perch
from py_rules.board.marks import Marks
from py_rules.paths.units import Converted
from py_rules.protocol import bounds, map_data
from py_rules.protocol.map_data import Scene
from py_rules.protocol.problems import ProblemError, from_validation
from py_rules.values.cache import Cache, cached
from py_rules.values.exact import exact
from py_rules.values.map_rules import MapRules

V = TypeVar("V")

KEPT_SCENES = 16
KEPT_BOARDS = 32
KEPT_READ = 2 * KEPT_SCENES
KEPT_MEANS = 4
KEPT_PARTS = 4
HALF = 0.5
"""How much farther than its cells a map of hexes reaches, where some are shifted."""


BLOCK = 64
"""So many things of a list are digested together: of a patched scene only the blocks that changed."""
LISTS = ("storeys", "passages", "walls", "regions", "tokens")


class Block(NamedTuple):
    """Some things of a list that follow each other, with their SHA-256."""

    things: list[Any]
    digest: bytes


@dataclass(frozen=True)
class Kept:
    """A scene that was sent, with what makes the next one of it quickly named."""

    scene: Scene
    blocks: dict[str, list[Block]]
    """Each list of the scene, cut into blocks; those that a patch left alone are the very same."""
    places: dict[str, dict[str, int]] = field(default_factory=dict)
    """What :meth:`places_of` has found so far."""

    @cached_property
    def name(self) -> str:
        """The SHA-256 that names it."""
        name = hashlib.sha256(self.scene.grid.model_dump_json(exclude_defaults=True).encode())
        for kind, blocks in self.blocks.items():
            name.update(f"\n{kind} {sum(len(block.things) for block in blocks)} ".encode())
            name.update(b"".join(block.digest for block in blocks))
        return name.hexdigest()

    def places_of(self, kind: str) -> dict[str, int]:
        """Return where in a list the thing of each id is."""
        if kind not in self.places:
            self.places[kind] = {thing.id: place for place, thing in enumerate(getattr(self.scene, kind))}
        return self.places[kind]


def kept(scene: Scene) -> Kept:
    """Return a scene cut into blocks.

    >>> yard, gate = (Scene(grid=map_data.Grid(cols=n, rows=2)) for n in (2, 3))
    >>> kept(yard).name == kept(yard.model_copy()).name, kept(yard).name == kept(gate).name
    (True, False)
    """
    return Kept(scene, {kind: _blocks(kind, getattr(scene, kind)) for kind in LISTS})


def _blocks(kind: str, things: list[Any], known: Sequence[Block] = ()) -> list[Block]:
    """Return a list cut into blocks; those that are known, with the very same things, are taken over."""
    found = []
    for number, start in enumerate(range(0, len(things), BLOCK)):
        block = things[start : start + BLOCK]
        alike = number < len(known) and _same(block, known[number].things)
        found.append(known[number] if alike else _block(kind, block))
    return found


def _block(kind: str, things: list[Any]) -> Block:
    only: dict[str, Any] = {"grid": _NOWHERE, kind: things}
    text = Scene.model_construct(**only).model_dump_json(exclude_defaults=True)
    return Block(things, hashlib.sha256(text.encode()).digest())


def _same(block: Sequence[object], before: Sequence[object]) -> bool:
    """Tell whether two blocks hold the very same things: equal ones may be written otherwise."""
    return len(block) == len(before) and all(map(is_, block, before))


class WallsNear:
    """Finds the walls near a part of a map; blocks that are as they were last time are not looked at again."""

    def __init__(self) -> None:
        self._part: board.Part | None = None
        self._known: list[tuple[Block, list[map_data.Wall]]] = []

    def __call__(self, walls: Sequence[Block], part: board.Part) -> list[map_data.Wall]:
        """Return what :func:`board.walls_near` does."""
        known = self._known if part == self._part else []
        found: list[tuple[Block, list[map_data.Wall]]] = []
        for number, block in enumerate(walls):
            alike = number < len(known) and known[number][0] is block
            found.append(known[number] if alike else (block, board.walls_near(block.things, part)))
        self._part, self._known = part, found
        return [wall for _, near in found for wall in near]


_NOWHERE = map_data.Grid(cols=1, rows=1)
"""The grid of a block of things, which has none."""


class SceneStore:
    """The scenes and boards that were used last."""

    def __init__(self) -> None:
        self._scenes: dict[str, Kept] = {}
        self._boards: dict[tuple[object, ...], Board] = {}
        self._floors: dict[tuple[object, ...], Floors] = {}
        self._read: dict[tuple[str, ...], object] = {}
        self._last: tuple[map_data.AnyScene, str, Scene] | None = None
        self._walls_near = WallsNear()
        self._marks: tuple[Floors, dict[int, Marks]] | None = None
        self._parts = Cache(KEPT_PARTS)
        self.again = Cache(1)
        """What was made last: pointers ask many times."""
        self.searched = Cache(1)
        """What was searched last: a map may change where nobody looks."""
        self.means = Cache(KEPT_MEANS)
        """What the last few sheets and states may spend."""

    def resolve(self, given: map_data.AnyScene) -> tuple[str, Scene]:
        """Return name and content of a scene given inline, by reference, or as a patch.

        Raises :class:`ProblemError` ``scene_unknown`` for a reference that is not kept (any more).
        """
        if self._last is not None and self._last[0] is given:  # the next mover of the same request
            return self._last[1:]
        if isinstance(given, map_data.Scene):
            checked(given)
            found = kept(given)
        elif isinstance(given, map_data.SceneRef):
            found = self._known(given.ref, "scene.ref")
        else:
            found = patched(self._known(given.base, "scene.base"), given.patch)
        self._scenes.pop(found.name, None)
        cached(self._scenes, found.name, KEPT_SCENES, lambda: found)
        self._last = given, found.name, found.scene
        return found.name, found.scene

    def once(self, key: tuple[str, ...], make: Callable[[], V]) -> V:
        """Return what a scene was read as, by its name and whatever else that depends on."""
        return cast("V", cached(self._read, key, KEPT_READ, make))

    def _known(self, name: str, path: str) -> Kept:
        scene = self._scenes.get(name)
        if scene is None:
            raise ProblemError(
                "scene_unknown",
                path,
                f"{path}: no scene of the name {name[:12]}… is kept here",
                "send the scene inline",
            )
        return scene

    def board(
        self,
        name: str,
        converted: Converted,
        *,
        view: str,
        mover: map_data.Token,
        unseen: frozenset[str],
        map_rules: MapRules,
        part: board.Part | None = None,
        perch: Perch | None = None,
    ) -> Board:
        """Return the scene, or a part of it, compiled for a mover; ``perch``: where it holds on above the ground."""
        size: Cell = mover.size
        scene = converted.scene
        climbed = tuple(passage.surface for passage in scene.passages)
        made_for = (climbed, view, mover.id, mover.cols, mover.rows, unseen, map_rules, part, perch)
        key = (name, scene.grid.units, scene.grid.distance, *made_for)

        def compiled(scene: Scene) -> Board:
            shown: Literal["player", "referee"] = "referee" if view == "referee" else "player"
            if scene.storeys:
                return board.compile_storeys(
                    scene,
                    rate=converted.rate,
                    view=shown,
                    mover=mover,
                    size=size,
                    unseen=unseen,
                    map_rules=map_rules,
                    perch=perch,
                )
            flat = board.compile_board(
                scene,
                rate=converted.rate,
                view=shown,
                mover=mover,
                size=size,
                unseen=unseen,
                map_rules=map_rules,
                part=part,
            )
            return flat if perch is None else board.perched(flat, perch)

        def make() -> Board:
            if part is None:
                return compiled(scene)
            # A unit changes no wall, so that the blocks of the scene as it was sent are those of this one.
            walls = self._walls_near(self._scenes[name].blocks["walls"], part)
            near = scene.model_copy(update={"walls": walls})
            return self._parts((near, converted.rate, *made_for), lambda: compiled(near))

        return cached(self._boards, key, KEPT_BOARDS, make)

    def floors(
        self,
        name: str,
        converted: Converted,
        scene: Scene,
        *,
        view: str,
        mover: map_data.Token,
        unseen: frozenset[str],
        map_rules: MapRules,
    ) -> Floors:
        """Return a map without cells, as converted and as far as a view shows it, compiled for a mover."""
        climbed = tuple(passage.surface for passage in scene.passages)
        made_for = (climbed, view, mover.id, mover.cols, mover.rows, unseen, map_rules)
        key = (name, scene.grid.units, scene.grid.distance, *made_for)

        def make() -> Floors:
            known = view == "referee"
            return compile_floors(
                scene, mover=mover, known=known, unseen=unseen, map_rules=map_rules, rate=converted.rate
            )

        return cached(self._floors, key, KEPT_BOARDS, make)

    def marks(self, floors: Floors, storey: int) -> Marks:
        """Return what walls and tokens keep a mover from on a storey; those of the last map are kept."""
        if self._marks is None or self._marks[0] is not floors:
            self._marks = floors, {}
        made = self._marks[1]
        if storey not in made:
            made[storey] = Marks(floors.sheets[storey])
        return made[storey]


def seen(scene: Scene, *, view: str) -> Scene:
    """Return the scene as a view knows it: without what is hidden, unless it is the referee's."""
    hidden = any(thing.hidden for thing in (*scene.regions, *scene.tokens, *scene.passages))
    if view == "referee" or not hidden:
        return scene
    regions = [region for region in scene.regions if not region.hidden]
    tokens = [token for token in scene.tokens if not token.hidden]
    passages = [passage for passage in scene.passages if not passage.hidden]
    return scene.model_copy(update={"regions": regions, "tokens": tokens, "passages": passages})


def with_ladders(converted: Converted, surface: str | None) -> Converted:
    """Return a scene whose ladders are of a surface where they name none: the system's word for a ladder."""
    scene = converted.scene
    if surface is None or not scene.passages:
        return converted
    passages = [
        passage.model_copy(update={"surface": passage.surface or surface})
        if passage.kind == "ladder"
        else passage
        for passage in scene.passages
    ]
    return replace(converted, scene=scene.model_copy(update={"passages": passages}))


def checked(scene: Scene) -> None:
    """Raise :class:`ProblemError` for what the wire model cannot see.

    That is: too many cells, storeys in disorder, a wall without length, anything off the map, a storey that
    there is not, an id used twice.
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
            f"scene.grid.diagonals: {grid.diagonals!r} means nothing on {where}, which {have} no diagonals",
            "leave it out",
        )
    for index, wall in enumerate(scene.walls):
        _check_wall(wall, storeys, f"scene.walls[{index}]")
    for index, region in enumerate(scene.regions):
        _check_region(region, scene, storeys, f"scene.regions[{index}]")
    for index, token in enumerate(scene.tokens):
        _check_token(token, grid, f"scene.tokens[{index}]")
    for index, passage in enumerate(scene.passages):
        _check_passage(passage, grid, storeys, f"scene.passages[{index}]")
    _check_passages(scene.passages, grid)
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
                    "id_twice", path, f"{path}: the id {thing.id!r} is used twice", "give each its own id"
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
        f"scene.grid: {grid.cols} × {grid.rows}{times} cells are more than {bounds.MAX_GRID_CELLS}",
        "send a part of the map",
    )


def _check_storeys(storeys: Sequence[map_data.Storey]) -> None:
    """Raise :class:`ProblemError` for storeys that are not told from low to high."""
    for index, (low, high) in enumerate(pairwise(storeys), start=1):
        if exact(low.elevation) >= exact(high.elevation):
            path = f"scene.storeys[{index}].elevation"
            raise ProblemError(
                "storeys_disordered",
                path,
                f"{path}: {high.id!r} at {high.elevation} is not above {low.id!r} at {low.elevation}",
                "list the storeys from low to high, each above the one before",
            )


def _check_storey(storey: str | None, storeys: frozenset[str], path: str) -> None:
    if storey is not None and storey not in storeys:
        known = ", ".join(sorted(storeys)[:5])
        remedy = f"use one of {known}" if known else "leave it out, or list the storeys in scene.storeys"
        raise ProblemError("storey_unknown", path, f"{path}: the map has no storey {storey!r}", remedy)


def _check_passage(
    passage: map_data.Passage, grid: map_data.Grid, storeys: frozenset[str], path: str
) -> None:
    for name, end in (("a", passage.a), ("b", passage.b)):
        _check_storey(end.storey, storeys, f"{path}.{name}.storey")
        on_cells(grid, end, f"{path}.{name}")
        if not _on_map(grid, end.col, end.row):
            raise _off_map(grid, f"{path}.{name}")
    if passage.a.storey == passage.b.storey:
        raise ProblemError(
            "passage_level",
            path,
            f"{path}: both ends are on storey {passage.a.storey!r}",
            "let it lead from one storey to another",
        )


def _check_passages(passages: Sequence[map_data.Passage], grid: map_data.Grid) -> None:
    """Raise :class:`ProblemError` for two passages between the same two places: a step would not say which it takes."""
    if grid.kind == "gridless":
        both = alike(passages)
        if both is not None:
            first, index = both
            path = f"scene.passages[{index}]"
            raise ProblemError(
                "passage_twice",
                path,
                f"{path}: {passages[index].id!r} leads side by side with {passages[first].id!r}, from the same places",
                "let one of them begin or end elsewhere",
            )
        return
    known: dict[frozenset[tuple[float, float, str]], str] = {}
    for index, passage in enumerate(passages):
        ends = frozenset((end.col, end.row, end.storey) for end in (passage.a, passage.b))
        if ends in known:
            path = f"scene.passages[{index}]"
            raise ProblemError(
                "passage_twice",
                path,
                f"{path}: {passage.id!r} joins the same two cells as {known[ends]!r}",
                "let one of them begin or end at another cell",
            )
        known[ends] = passage.id


def _check_wall(wall: map_data.Wall, storeys: frozenset[str], path: str) -> None:
    _check_storey(wall.storey, storeys, f"{path}.storey")
    if wall.a == wall.b:
        raise ProblemError(
            "wall_without_length", path, f"{path}: both ends are equal", "remove the wall or give it length"
        )


def _check_region(region: map_data.Region, scene: Scene, storeys: frozenset[str], path: str) -> None:
    _check_storey(region.storey, storeys, f"{path}.storey")
    if isinstance(region, map_data.Ledge):
        _check_ledge(region, scene, path)
    area, grid = region.area, scene.grid
    if isinstance(area, map_data.Rect):
        col, row, cols, rows = area.rect
        if not _on_map(grid, col, row, cols, rows):
            raise _off_map(grid, f"{path}.area.rect")
        return
    if isinstance(area, map_data.Polygon):
        shifted = HALF if "hex" in grid.kind else 0
        for index, (x, y) in enumerate(area.polygon):
            if not (0 <= x <= grid.cols + shifted and 0 <= y <= grid.rows + shifted):
                raise _off_map(grid, f"{path}.area.polygon[{index}]")
        return
    for index, (col, row) in enumerate(area.cells):
        if not _on_map(grid, col, row):
            raise _off_map(grid, f"{path}.area.cells[{index}]")


def _check_ledge(ledge: map_data.Ledge, scene: Scene, path: str) -> None:
    """Raise :class:`ProblemError` for raised ground that leads beyond its storey or is beside storeys without cells."""
    if scene.grid.kind == "gridless" and scene.storeys:
        raise ProblemError(
            "ledges_and_storeys",
            f"{path}.kind",
            f"{path}.kind: a map without cells has either ledges or storeys",
            "send a grid, or one storey at a time",
        )
    own = [n for n, storey in enumerate(scene.storeys) if ledge.storey in {None, storey.id}]
    for number in own:
        floor, up = exact(scene.storeys[number].elevation), exact(ledge.elevation)
        above = scene.storeys[number + 1 :]
        if (number and up < 0) or (above and floor + up >= exact(above[0].elevation)):
            where = f"{path}.elevation"
            raise ProblemError(
                "ledge_beyond_storey",
                where,
                f"{where}: {ledge.elevation} leads from {scene.storeys[number].id!r} to another storey",
                "keep it from the floor to below the next storey, or draw a gap or a passage",
            )


def on_cells(
    grid: map_data.Grid, place: map_data.Cell | map_data.Token | map_data.Landing, path: str
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
                f"{where}: {value} is between two cells of the grid",
                "send a whole number, or a grid of the kind 'gridless'",
            )


def _check_token(token: map_data.Token, grid: map_data.Grid, path: str) -> None:
    on_cells(grid, token, path)
    if grid.kind != "square" and (
        token.size[0] != token.size[1] or (grid.kind == "gridless" and token.cols != token.rows)
    ):
        where = "hexes" if "hex" in grid.kind else "a map without cells"
        raise ProblemError(
            "footprint_uneven",
            f"{path}.rows",
            f"{path}.rows: {token.cols} × {token.rows} is no size of a token on {where}",
            "give it as many rows as columns",
        )
    if not fits(grid, token, squeezing=True):
        raise _off_map(grid, path)


def fits(grid: map_data.Grid, token: map_data.Token, *, squeezing: bool) -> bool:
    """Return whether a token is on the map: wholly, or ``squeezing`` along the last column or row."""
    if grid.kind == "gridless":
        return _on_map(grid, token.col, token.row, token.cols, token.rows)
    made = board.grid_of(grid)
    size = board.squeezed(made, token.size) if squeezing else token.size
    return made.fits((int(token.col), int(token.row)), size)


def _on_map(grid: map_data.Grid, col: float, row: float, cols: float = 1, rows: float = 1) -> bool:
    return 0 <= col <= grid.cols - cols and 0 <= row <= grid.rows - rows


def _off_map(grid: map_data.Grid, path: str) -> ProblemError:
    message = f"{path}: this is off the map, or reaches beyond it"
    return ProblemError("off_map", path, message, f"stay within {grid.cols} columns and {grid.rows} rows")


class _Patched:
    """One list of a scene while it is patched."""

    def __init__(self, base: Kept, kind: str) -> None:
        self._kind, self._before, self._blocks = kind, getattr(base.scene, kind), base.blocks[kind]
        self._places = base.places_of(kind)
        self._replaced: dict[int, Any] = {}
        self._things: dict[str, Any] | None = None
        """By id, once anything has come or gone."""

    def put(self, thing: Any) -> None:  # noqa: ANN401 - a wall, a region, a token or a passage
        """Put a thing in the place of the one of its id, or at the end."""
        if self._things is None and thing.id in self._places:
            self._replaced[self._places[thing.id]] = thing
        else:
            self._by_id()[thing.id] = thing

    def remove(self, name: str) -> bool:
        """Take the thing of an id away; tell whether there was one."""
        return self._by_id().pop(name, None) is not None

    @property
    def moved(self) -> bool:
        """Whether things may be in other places now."""
        return self._things is not None

    def parts(self) -> tuple[list[Any], list[Block]]:
        """Return the list as it is now, whole and in blocks."""
        things = self._list()
        if self._things is not None:
            return things, _blocks(self._kind, things, self._blocks)
        blocks = list(self._blocks)
        for number in {place // BLOCK for place in self._replaced}:
            blocks[number] = _block(self._kind, things[number * BLOCK : (number + 1) * BLOCK])
        return things, blocks

    def _list(self) -> list[Any]:
        if self._things is not None:
            return list(self._things.values())
        things = list(self._before)
        for place, thing in self._replaced.items():
            things[place] = thing
        return things

    def _by_id(self) -> dict[str, Any]:
        if self._things is None:
            self._things = {thing.id: thing for thing in self._list()}
        return self._things


def patched(base: Kept, patch: list[map_data.PatchStep]) -> Kept:
    """Return a scene with a patch applied; a thing put keeps its place in the order.

    Raises :class:`ProblemError` ``patch_unknown_id`` for taking away what is not there.
    """
    scene, lists = base.scene, dict[str, _Patched]()
    for index, step in enumerate(patch):
        path = f"scene.patch[{index}]"
        kind = f"{step.remove if isinstance(step, map_data.Remove) else step.put}s"
        if kind not in lists:
            lists[kind] = _Patched(base, kind)
        if not isinstance(step, map_data.Remove):
            _check_put(step, scene, f"{path}.value")
            lists[kind].put(step.value)
        elif not lists[kind].remove(step.id):
            raise ProblemError(
                "patch_unknown_id",
                f"{path}.id",
                f"{path}.id: there is no {step.remove} {step.id!r}",
                "leave the step out",
            )
    parts = {kind: one.parts() for kind, one in lists.items()}
    things = {kind: many for kind, (many, _) in parts.items()}
    _check_grown(scene, things)
    _check_passages(things.get("passages", ()), scene.grid)
    blocks = base.blocks | {kind: blocks for kind, (_, blocks) in parts.items()}
    moved = {kind for kind, one in lists.items() if one.moved}
    places = {kind: found for kind, found in base.places.items() if kind not in moved}
    return Kept(scene.model_copy(update=things), blocks, places)


def _check_grown(scene: Scene, things: dict[str, list[Any]]) -> None:
    """Raise :class:`ProblemError` where a patch has put more things into a list than a scene may have."""
    if all(len(many) <= len(getattr(scene, kind)) for kind, many in things.items()):
        return
    try:
        Scene.model_validate({"grid": scene.grid, **things})
    except ValidationError as error:
        raise from_validation(error, data=things, prefix="scene") from error


def _check_put(
    step: map_data.PutWall | map_data.PutRegion | map_data.PutToken | map_data.PutPassage,
    scene: Scene,
    path: str,
) -> None:
    grid, storeys = scene.grid, frozenset(storey.id for storey in scene.storeys)
    if isinstance(step, map_data.PutWall):
        _check_wall(step.value, storeys, path)
    elif isinstance(step, map_data.PutRegion):
        _check_region(step.value, scene, storeys, path)
    elif isinstance(step, map_data.PutPassage):
        _check_passage(step.value, grid, storeys, path)
    else:
        _check_token(step.value, grid, path)
