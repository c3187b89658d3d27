"""The scenes and boards that are kept, by their names."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property, partial
from typing import Final, TypeVar, cast

from py_rules import board
from py_rules.board import Board
from py_rules.board.floors import Floors, compile_floors
from py_rules.board.marks import Marks
from py_rules.board.open_map import OpenMap
from py_rules.paths.scene_checks import checked
from py_rules.paths.units import Converted
from py_rules.protocol import map_data
from py_rules.protocol.map_data import Scene
from py_rules.protocol.problems import ProblemError
from py_rules.values import work
from py_rules.values.cache import Cache, cached
from py_rules.values.map_rules import MapRules
from py_rules.values.records import record, replace
from py_rules.values.rounding import to_number

V = TypeVar("V")


KEPT_SCENES = 16
KEPT_BOARDS = 32
KEPT_READ = 2 * KEPT_SCENES
KEPT_MEANS = 4
KEPT_WALLS = 8
KEPT_SEARCHES = 8
LARGE: Final = 200_000
"""Of maps with more cells, or points where there are no cells, only the last search is kept."""
LESS: Final = "send a part of the map, or fewer and simpler walls and regions"
"""The remedy where a map is too much work for one question."""


@record(slots=False)
class Kept:
    """A scene that was sent."""

    scene: Scene
    known: dict[frozenset[str], "Kept"] = field(default_factory=dict, compare=False)
    """What :meth:`shown` has made so far."""

    @cached_property
    def name(self) -> str:
        """The SHA-256 that names it."""
        return hashlib.sha256(self.scene.model_dump_json(exclude_defaults=True).encode()).hexdigest()

    def shown(self, own: frozenset[str]) -> "Kept":
        """Return the scene as players know it, with the movers' ``own`` tokens; itself, if nothing is hidden."""
        if own not in self.known:
            less = seen(self.scene, view="player", own=own)
            self.known[own] = self if less is self.scene else Kept(less)
        return self.known[own]


class SceneStore:
    """The scenes and boards that were used last."""

    def __init__(self) -> None:
        self._scenes: dict[str, Kept] = {}
        self._shown: dict[str, Kept] = {}
        """Those that hide something, by the names that players know them by."""
        self._boards: dict[tuple[object, ...], tuple[Board, int]] = {}
        self._floors: dict[tuple[object, ...], tuple[Floors, int]] = {}
        self._read: dict[tuple[str, ...], object] = {}
        self._last: tuple[map_data.AnyScene, str, Scene] | None = None
        self._marks: tuple[Floors, dict[int, tuple[Marks, int]]] | None = None
        self._walls = Cache(KEPT_WALLS)
        self.again = Cache(1)
        """What was made last: pointers ask many times."""
        self.atlases = Cache(KEPT_SEARCHES)
        """The lattices that maps without cells were searched on last."""
        self._searched = Cache(KEPT_SEARCHES)
        self._searched_large = Cache(1)
        self.means = Cache(KEPT_MEANS)
        """What the last few sheets and states may spend."""

    def searched(self, key: tuple[object, ...], make: Callable[[], V], *, cells: int) -> V:
        """Return what was searched under a key, else what ``make`` returns: tokens are picked up in turn.

        The last few searches are kept; of maps with many ``cells``, where each takes many megabytes, the last one.
        """
        return (self._searched if cells <= LARGE else self._searched_large)(key, make)

    def resolve(self, given: map_data.AnyScene, *, view: str) -> tuple[str, Scene]:
        """Return name and content of a scene given inline or by reference.

        Raises :class:`ProblemError` ``scene_unknown`` for a reference that is not kept (any more).
        """
        if self._last is not None and self._last[0] is given:  # the next mover of the same request
            return self._last[1:]
        if isinstance(given, map_data.Scene):
            checked(given)
            found = Kept(given)
        else:
            found = self._known(given.ref, view=view)
        self._scenes.pop(found.name, None)
        cached(self._scenes, found.name, most=KEPT_SCENES, make=lambda: found)
        self._last = given, found.name, found.scene
        return found.name, found.scene

    def name_for(self, name: str, *, view: str, own: frozenset[str]) -> str:
        """Return the name that a view knows the scene resolved last by; ``own``: the tokens of the movers.

        A player's view knows the name of what it shows: what is hidden changes nothing that players see. The scene is
        found by that name, too, by players.
        """
        found = self._scenes[name]
        shown = found if view == "referee" else found.shown(own)
        if view != "referee":
            self._shown.pop(shown.name, None)
            if shown is not found:
                cached(self._shown, shown.name, most=KEPT_SCENES, make=lambda: found)
        return shown.name

    def cached(self, key: tuple[str, ...], make: Callable[[], V]) -> V:
        """Return what a scene was read as, by its name and whatever else that depends on."""
        return cast("V", cached(self._read, key, most=KEPT_READ, make=make))

    def _known(self, name: str, *, view: str) -> Kept:
        shown = None if view == "referee" else self._shown.get(name)
        scene = shown or self._scenes.get(name)
        if scene is None:
            raise ProblemError(
                "scene_unknown",
                "scene.ref",
                message=f"scene.ref: no scene of the name {name[:12]}… is kept here",
                remedy="send the scene inline",
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
    ) -> Board:
        """Return the scene, or a part of it, compiled for a mover."""
        made_for = (view, mover.id, mover.cols, mover.rows, unseen, map_rules, part)

        def make() -> Board:
            scene = seen(converted.scene, view=view)
            compile_map = board.compile_storeys if scene.storeys else partial(board.compile_board, part=part)
            made = partial(compile_map, scene, mover=mover, size=mover.size, unseen=unseen)
            return made(map_rules=map_rules, rate=converted.rate)

        return self._compiled(self._boards, name, converted=converted, made_for=made_for, make=make)

    def floors(
        self,
        name: str,
        converted: Converted,
        *,
        scene: Scene,
        view: str,
        mover: map_data.Token,
        unseen: frozenset[str],
        map_rules: MapRules,
    ) -> Floors:
        """Return a map without cells, as converted and as far as a view shows it, compiled for a mover."""
        made_for = (view, mover.id, mover.cols, mover.rows, unseen, map_rules)
        compiled = partial(compile_floors, mover=mover, unseen=unseen, map_rules=map_rules)

        def make() -> Floors:
            return compiled(seen(scene, view=view), rate=converted.rate)

        return self._compiled(self._floors, name, converted=converted, made_for=made_for, make=make)

    def _compiled(
        self,
        kept: dict[tuple[object, ...], tuple[V, int]],
        name: str,
        *,
        converted: Converted,
        made_for: tuple[object, ...],
        make: Callable[[], V],
    ) -> V:
        """Return a map compiled for a mover; those made last are kept."""
        scene = converted.scene
        climbed = tuple(passage.surface for passage in scene.passages)
        key = (name, scene.grid.units, scene.grid.distance, climbed, converted.pits, *made_for)
        with work.at("scene", LESS):
            return work.again(lambda made: cached(kept, key, most=KEPT_BOARDS, make=made), make)

    def marks(self, floors: Floors, storey: int) -> Marks:
        """Return what walls and tokens keep a mover from on a storey; those of the last map are kept."""
        if self._marks is None or self._marks[0] is not floors:
            self._marks = floors, {}
        known, most = self._marks[1], len(floors.open_maps)
        with work.at("scene", LESS):
            return work.again(
                lambda made: cached(known, storey, most=most, make=made),
                lambda: self._walls_of(floors.open_maps[storey]).with_tokens(floors.open_maps[storey].discs),
            )

    def _walls_of(self, open_map: OpenMap) -> Marks:
        """Return what walls keep a mover from, which stays as it is when tokens move."""
        size = (open_map.cols, open_map.rows, open_map.radius)
        solid = tuple(tuple(corners) for rock in open_map.rocks for corners in rock.outlines)
        key = (*size, open_map.walls, open_map.oneway, solid)
        marks: Marks = work.again(partial(self._walls, key), lambda: Marks(open_map))
        return marks


def seen(scene: Scene, *, view: str, own: frozenset[str] = frozenset()) -> Scene:
    """Return the scene as a view knows it: without what is hidden, unless it is the referee's or one's ``own``."""
    hidden = any(thing.hidden for thing in (*scene.regions, *scene.tokens, *scene.passages))
    if view == "referee" or not hidden:
        return scene
    regions = [region for region in scene.regions if not region.hidden]
    tokens = [token for token in scene.tokens if not token.hidden or token.id in own]
    passages = [passage for passage in scene.passages if not passage.hidden]
    return scene.model_copy(update={"regions": regions, "tokens": tokens, "passages": passages})


def with_ladders(converted: Converted, surface: str | None) -> Converted:
    """Return a scene whose ladders are of a surface where they name none: the system's word for a ladder."""
    scene = converted.scene
    if surface is None or not scene.passages:
        return converted
    known, told = scene.passages, {"surface": surface}
    passages = [one if one.surface or one.kind != "ladder" else one.model_copy(update=told) for one in known]
    return replace(converted, scene=scene.model_copy(update={"passages": passages}))


def with_pits(converted: Converted, pits: Mapping[str, Fraction], *, storey: int) -> Converted:
    """Return a scene as a mover has it that is down in some gaps: their bottom is sunken ground of its storey.

    ``pits`` tells how high each is above the floor there.
    """
    scene, names = converted.scene, [known.id for known in converted.scene.storeys]
    others = names[:storey] + names[storey + 1 :]

    def sunk(gap: map_data.Region) -> list[map_data.Region]:
        if gap.id not in pits:
            return [gap]
        told = {name: getattr(gap, name) for name in map_data.RegionBase.model_fields}
        told |= {"storey": names[storey]} if names else {}
        holes = [gap.model_copy(update={"storey": other}) for other in others if gap.storey is None]
        return [map_data.Bottom(kind="ledge", elevation=to_number(pits[gap.id]), **told), *holes]

    regions = [one for region in scene.regions for one in sunk(region)]
    made = scene.model_copy(update={"regions": regions})
    return replace(converted, scene=made, pits=(f"{storey} {pits}",))
