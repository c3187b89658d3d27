"""Foundry VTT: the built module on the double of its client, a player's page and the GM's."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Locator, Page

from build_scripts.foundry import FOLDER
from tests.hosts.contract.board import PIECES, Cell, State, feet_of
from tests.hosts.contract.driver import TIMEOUT_SECONDS, Driver, changes_in, is_filled
from tests.hosts.contract.workers import NONE, SEEN, Workers
from tests.hosts.foundry.conftest import CLEAR, Place, resetting
from tests.hosts.foundry.worlds import SIZE, combatants, token, world

TOKENS = {
    name: token(
        name, *piece.cell, owners=["player"], flags={"footwork": {"character": {"contract": piece.sheet}}}
    )
    for name, piece in PIECES.items()
}


class FoundryDriver(Driver):
    """A table at which a player sits and, where the rules run, the GM."""

    title = "Foundry VTT"
    generation: ClassVar[int]
    cell_pixels = SIZE

    def open(self) -> None:
        if not (FOLDER / "module.json").is_file():
            pytest.fail("dist/foundry is missing; run make foundry")
        self._place = Place(self.browser, FOLDER)
        self._remember_changes()
        ground = {**world()["scene"], "walls": [], "regions": []}
        fight = {"id": "fight", "round": 1, "turn": 0, "combatants": combatants(*PIECES)}
        self._place.table.put(world(scene=ground, tokens=TOKENS, combats=[fight]))
        options = {"generation": self.generation, "ready": self.has_workers}
        script = SEEN if self.has_workers else NONE
        user = "gm" if self.is_gm else "player"
        self._client = self._gm = self._place.sit_down(user, script=script, **options)
        if self.has_workers and not self.is_gm:
            self._gm = self._place.sit_down("gm", **options)
        self.page = self._client.page
        self.workers = Workers(self.page, lambda: self.page.main_frame)

    def _remember_changes(self) -> None:
        """Remember what the server keeps after each change."""
        table, self._states = self._place.table, {name: [] for name in PIECES}
        change = table.change

        def changed(said: dict[str, Any]) -> None:
            change(said)
            for name, states in self._states.items():
                states.append(self.kept(name))

        table.change = changed

    def close(self) -> None:
        self._place.close()

    @property
    def complaints(self) -> list[str]:
        return [text for client in self._place.clients for text in client.complaints]

    def reset(self) -> None:
        self.settle()
        self._gm.catch_up()
        self._gm.page.evaluate(resetting(list(TOKENS.values())))
        self._gm.set("timeout", TIMEOUT_SECONDS)
        for name, piece in PIECES.items():
            self.expect(name, piece.cell)
        self._client.page.wait_for_function(
            f"{json.dumps(list(PIECES))}.every((id) => !canvas.scene.tokens.get(id).getFlag('footwork', 'turn'))"
        )
        self.page.evaluate(CLEAR)
        self._forget()

    def _forget(self) -> None:
        self._first = {name: self.kept(name) for name in PIECES}
        for states in self._states.values():
            states.clear()

    def settle(self) -> None:
        self.wait_for(self.is_waiting, False)

    def grip(self, token: str) -> tuple[float, float]:
        box = self._client.mark(token).bounding_box()
        return box["x"] + SIZE / 2, box["y"] + SIZE / 2

    def deselect(self) -> None:
        self.page.evaluate("canvas.tokens.controlled.forEach((token) => token.release())")

    def drag_together(self, tokens: list[str], east: int, south: int = 0) -> None:
        group = "(names) => { canvas.tokens.dragGroup = names.map((name) => canvas.tokens.get(name)); }"
        self.page.evaluate(group, tokens)
        self.drag(tokens[0], east, south)
        self.settle()
        self.page.evaluate(group, [])

    @contextmanager
    def panel(self, token: str) -> Iterator[Locator]:
        self.page.evaluate("(token) => canvas.tokens.get(token).control()", token)
        self.page.evaluate("game.modules.get('footwork').api.openPanel()")
        yield self.page.locator("#footwork-panel")

    def undo(self, token: str) -> None:  # noqa: ARG002  # the host knows which was moved last
        self.page.keyboard.press("Control+z")

    def call_other(self) -> None:
        """The GM is there."""

    def other_drags(self, token: str, east: int, south: int) -> State:
        self._gm.drag(token, east, south)
        theirs = self.kept(token)
        self.wait_for(lambda: self.seen(token), theirs.cell)
        return theirs

    @property
    def price(self) -> Locator:
        return self.page.locator("#measurement .waypoint-label").last

    @property
    def headline(self) -> Locator:
        return self.page.locator(".footwork-legend p")

    @property
    def notices(self) -> Locator:
        return self._client.notices

    def is_drawn(self, col: int, row: int) -> bool:
        return is_filled(
            self.page.locator("[data-layer='footwork.destinations'] > path"),
            (col + 0.5) * SIZE,
            (row + 0.5) * SIZE,
        )

    def is_waiting(self) -> bool:
        return self.page.evaluate("!canvas.tokens.idle")

    def seen(self, token: str) -> Cell:
        mark = self._client.mark(token)
        return int(mark.get_attribute("data-x")) / SIZE, int(mark.get_attribute("data-y")) / SIZE

    def kept(self, token: str) -> State:
        kept = self._place.table.snapshot()["tokens"][token]
        turn = self._client.turn(token) or {"ledger": None}
        return State((kept["x"] / SIZE, kept["y"] / SIZE), feet_of(turn["ledger"]))

    def history(self, token: str) -> list[State]:
        states = changes_in(self._states[token], self._first[token])
        self._forget()
        return states

    def put(self, token: str, col: int, row: int) -> None:
        self._change(token, {"x": col * SIZE, "y": row * SIZE})
        self.expect(token, (col, row))

    def hide(self, token: str) -> None:
        self._change(token, {"hidden": True})

    def rename(self, token: str, name: str) -> None:
        self._change(token, {"name": name})

    def set_sheet(self, token: str, sheet: dict[str, Any]) -> None:
        self._change(token, {"flags.footwork.character": {"contract": sheet}})

    def _change(self, token: str, change: dict[str, Any]) -> None:
        """The GM changes a token in its form, and the player's page learns of it."""
        heard = f"canvas.scene.tokens.get('{token}').getFlag('footwork', 'heard')"
        before = self.page.evaluate(heard) or 0
        self._gm.page.evaluate(
            "([id, change]) => canvas.scene.tokens.get(id).update(change, { method: 'config' })",
            [token, {**change, "flags.footwork.heard": before + 1}],
        )
        self.wait_for(lambda: self.page.evaluate(heard), before + 1)
        self._forget()

    def pages(self) -> list[Page]:
        return [client.page for client in self._place.clients]


class Foundry14(FoundryDriver):
    """The client of generation 14."""

    generation = 14


class Foundry13(FoundryDriver):
    """The client of generation 13."""

    generation = 13
