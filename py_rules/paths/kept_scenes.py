"""Scenes as they are kept: their names, and the patches made to them."""

import hashlib
from collections.abc import Sequence
from dataclasses import field
from functools import cached_property
from operator import is_
from typing import Any, NamedTuple

from py_rules.paths.scene_checks import check_passages, check_put
from py_rules.protocol import map_data
from py_rules.protocol.map_data import Scene
from py_rules.protocol.problems import ProblemError, validating
from py_rules.values.records import record

BLOCK = 64
"""How many things of a list are hashed together: of a patched scene only the blocks that changed."""


LISTS = ("storeys", "passages", "walls", "regions", "tokens")
HIDDEN = ("passages", "regions", "tokens")
"""The lists of things that may be hidden."""


class Block(NamedTuple):
    """Some things of a list that follow each other, with their SHA-256."""

    things: list[Any]
    digest: bytes


@record(slots=False)
class Kept:
    """A scene that was sent, with what makes the next one of it quickly named."""

    scene: Scene
    blocks: dict[str, list[Block]]
    """Each list of the scene, cut into blocks; those that a patch left alone are the same objects."""
    places: dict[str, dict[str, int]] = field(default_factory=dict)
    """What :meth:`places_of` has found so far."""
    known: dict[frozenset[str], "Kept"] = field(default_factory=dict, compare=False)
    """Likewise :meth:`shown`."""

    @cached_property
    def name(self) -> str:
        """The SHA-256 that names it."""
        name = hashlib.sha256(self.scene.grid.model_dump_json(exclude_defaults=True).encode())
        for kind, blocks in self.blocks.items():
            name.update(f"\n{kind} {sum(len(block.things) for block in blocks)} ".encode())
            name.update(b"".join(block.digest for block in blocks))
        return name.hexdigest()

    def shown(self, own: frozenset[str]) -> "Kept":
        """Return the scene as players know it, with the movers' ``own`` tokens; itself, if nothing is hidden."""
        if own not in self.known:
            self.known[own] = self._shown(own)
        return self.known[own]

    def _shown(self, own: frozenset[str]) -> "Kept":
        def known(kind: str) -> list[Any]:
            things = getattr(self.scene, kind)
            return [one for one in things if not one.hidden or (kind == "tokens" and one.id in own)]

        lists = {kind: known(kind) for kind in HIDDEN}
        less = {kind: some for kind, some in lists.items() if len(some) < len(getattr(self.scene, kind))}
        if not less:
            return self
        blocks = {kind: _blocks(kind, things, known=self.blocks[kind]) for kind, things in less.items()}
        return Kept(self.scene.model_copy(update=less), self.blocks | blocks)

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


def _blocks(kind: str, things: list[Any], *, known: Sequence[Block] = ()) -> list[Block]:
    """Return a list cut into blocks; known blocks of the same objects are taken over."""
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
    """Tell whether two blocks hold the same objects: equal ones may be written otherwise."""
    return len(block) == len(before) and all(map(is_, block, before))


_NOWHERE = map_data.Grid(cols=1, rows=1)
"""The grid of a block of things, which has none."""


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
            return things, _blocks(self._kind, things, known=self._blocks)
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
            check_put(step, scene, path=f"{path}.value")
            lists[kind].put(step.value)
        elif not lists[kind].remove(step.id):
            raise ProblemError(
                "patch_unknown_id",
                f"{path}.id",
                message=f"{path}.id: there is no {step.remove} {step.id!r}",
                remedy="leave the step out",
            )
    parts = {kind: one.parts() for kind, one in lists.items()}
    things = {kind: many for kind, (many, _) in parts.items()}
    _check_grown(scene, things)
    check_passages(things.get("passages", ()), scene.grid)
    blocks = base.blocks | {kind: blocks for kind, (_, blocks) in parts.items()}
    moved = {kind for kind, one in lists.items() if one.moved}
    places = {kind: found for kind, found in base.places.items() if kind not in moved}
    return Kept(scene.model_copy(update=things), blocks, places)


def _check_grown(scene: Scene, things: dict[str, list[Any]]) -> None:
    """Raise :class:`ProblemError` where a patch has put more things into a list than a scene may have."""
    if all(len(many) <= len(getattr(scene, kind)) for kind, many in things.items()):
        return
    with validating(things, prefix="scene"):
        Scene.model_validate({"grid": scene.grid, **things})
