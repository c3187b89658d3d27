"""PlanarAlly: the built mod in the double of its client, a player's page and, where it needs one, the GM's."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from playwright.sync_api import Locator, Page

from tests.hosts.contract.board import PIECES, Cell, State, feet_of
from tests.hosts.contract.cases import Case
from tests.hosts.contract.driver import Driver, changes_in
from tests.hosts.contract.workers import NONE, SEEN, Workers
from tests.hosts.planarally.conftest import CELL, WINDOW, Client, Room, block_of_token, serve_table

# The host takes a token at its very middle for a broken one.
ASIDE = 6
FIGHT = {"isActive": True, "round": 1, "members": list(PIECES)}
# What the server keeps, whenever it does: where the tokens are, and what they have done.
KEPT = """
globalThis.kept = [];
const { setItem } = Storage.prototype;
Storage.prototype.setItem = function (key, value) {
  setItem.call(this, key, value);
  kept.push(Object.fromEntries(Object.entries(localStorage)));
};
"""
# As the server would tell a page: blocks first, so that they are known once the tokens are in their places.
TOLD = """([blocks, shapes]) => {
  const server = new BroadcastChannel("room");
  for (const [key, data] of Object.entries(blocks)) {
    const [, category, name, shape] = /^block (room|shape) (.*) (.*)$/.exec(key);
    // Written by somebody who has heard of all that was written before.
    const { writes } = JSON.parse(localStorage.getItem(key)) ?? {};
    const written = JSON.stringify({ ...data, writes });
    localStorage.setItem(key, written);
    server.postMessage({ name: "DataBlock.Saved", data: { source: "footwork", category, name, shape, data: written } });
  }
  localStorage.setItem("shapes", JSON.stringify(shapes));
  const places = shapes.map(({ uuid, at }) => ({ uuid, position: { angle: 0, points: [at] } }));
  server.postMessage({ name: "Shapes.Position.Update", data: places });
  server.close();
}"""
# The mod looks at what came in once the host has moved its shapes, and asks the server where each was put down.
ASKED = """() => frames.filter((frame) => frame.includes('"Shape.Get"')).length"""
SETTLED = f"""async (asked) => {{
  const count = {ASKED};
  while (count() < asked) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve));
}}"""
# What one page has sent has come in at another once this has, which is sent after it and means nothing.
LISTENS = """() => {
  const room = new BroadcastChannel("room");
  globalThis.caughtUp = new Promise((resolve) => {
    room.addEventListener("message", ({ data }) => data.name === "caught up" && resolve(room.close()));
  });
}"""
SENDS = """() => {
  const room = new BroadcastChannel("room");
  room.postMessage({ name: "caught up" });
  room.close();
}"""


def _shape(number: int, token: str) -> dict[str, Any]:
    piece = PIECES[token]
    return {"id": number, "uuid": token, "name": piece.name, "at": _middle(*piece.cell)}


def _middle(col: float, row: float) -> list[float]:
    return [(col + 0.5) * CELL, (row + 0.5) * CELL]


def _cell(shape: dict[str, Any]) -> Cell:
    x, y = shape["at"]
    return x / CELL - 0.5, y / CELL - 0.5


def _cells(client: Client, shapes: list[dict[str, Any]]) -> list[Cell]:
    return [client.at(shape["uuid"]) for shape in shapes]


def _block(token: str) -> str:
    return f"block shape token {token}"


SHAPES = [_shape(number, token) for number, token in enumerate(PIECES, start=1)]
BLOCKS = {_block(token): block_of_token(piece.sheet) for token, piece in PIECES.items()}


class PlanarAllyDriver(Driver):
    """A room in which a player sits."""

    title = "PlanarAlly"
    limits: ClassVar = {
        Case.LEGAL: "it goes there; position and ledger are two messages of the host, one after the other",
    }
    cell_pixels = CELL

    def open(self) -> None:
        self._stack = ExitStack()
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory())) / "table"
        folder.mkdir()
        address = self._stack.enter_context(serve_table(folder))
        context = self.browser.new_context(viewport=WINDOW)
        self._stack.callback(context.close)
        self._room = Room(context.new_page, address)
        script = KEPT + (SEEN if self.has_workers else NONE)
        kept = {"shapes": SHAPES, "block room fight 1 ": FIGHT, **BLOCKS}
        user = "gm" if self.is_gm else "player"
        self._client = self._room.sit_down(f"user={user}", ready=self.has_workers, script=script, kept=kept)
        self._clients = [self._client]
        self.page = self._client.page
        self.workers = Workers(self.page, lambda: self.page.main_frame)
        self._forget()

    def close(self) -> None:
        self._stack.close()

    @property
    def complaints(self) -> list[str]:
        return [fault for client in self._clients for fault in client.faults]

    def reset(self) -> None:
        for other in self._clients[1:]:
            other.page.close()
        del self._clients[1:]
        self._tell(BLOCKS, SHAPES)
        for token, piece in PIECES.items():
            self._set_property(token, "name", piece.name)
            self._set_property(token, "isInvisible", False)
            self.expect(token, piece.cell)
        # Nothing is known of where tokens can go that are not selected.
        self.page.evaluate("""() => {
          selected.clear();
          window.dispatchEvent(new KeyboardEvent("keyup", { key: "Shift" }));
          document.querySelector(".footwork-notices").replaceChildren();
        }""")
        self._forget()

    def _tell(self, blocks: dict[str, Any], shapes: list[dict[str, Any]]) -> None:
        asked = [client.page.evaluate(ASKED) for client in self._clients]
        self.page.evaluate(TOLD, [blocks, shapes])
        for client, before in zip(self._clients, asked, strict=True):
            wanted = [_cell(shape) for shape in shapes]
            self.wait_for(partial(_cells, client, shapes), wanted)
            client.page.evaluate(SETTLED, before + len(shapes) if self.has_workers else 0)

    def _set_property(self, token: str, name: str, value: Any) -> None:
        number = list(PIECES).index(token) + 1
        for client in self._clients:
            client.page.evaluate(
                "([id, name, value]) => { properties.get(id)[name] = value; }", [number, name, value]
            )

    def _forget(self) -> None:
        self._first = {token: self.kept(token) for token in PIECES}
        self.page.evaluate("() => { kept = []; }")

    def grip(self, token: str) -> tuple[float, float]:
        x, y = _middle(*self.seen(token))
        return x + ASIDE, y + ASIDE

    def deselect(self) -> None:
        self.page.mouse.click(*_middle(0, 0))

    def drag_together(self, tokens: list[str], east: int, south: int = 0) -> None:
        self.select(tokens[0])
        numbers = [list(PIECES).index(token) + 1 for token in tokens[1:]]
        self.page.evaluate("(numbers) => { for (const one of numbers) selected.add(one); }", numbers)
        self.drag(tokens[0], east, south)

    @contextmanager
    def panel(self, token: str) -> Iterator[Locator]:
        self.select(token)
        self.page.evaluate("openTab()")
        yield self.page.locator("#tab")
        self.wait_until(self.workers.are_idle)
        self.page.evaluate("closeTab(); scrollTo(0, 0)")

    def undo(self, token: str) -> None:  # noqa: ARG002  # the host knows which was moved last
        self.page.keyboard.press("Control+z")

    def call_other(self) -> None:
        self._clients.append(self._room.sit_down("user=gm"))

    def other_drags(self, token: str, east: int, south: int) -> State:
        gm = self._clients[1]
        # What was let go here lies where it was for the other, too, once it has been told.
        gm.page.evaluate(LISTENS)
        self.page.evaluate(SETTLED)
        self.page.evaluate(SENDS)
        gm.page.evaluate("() => caughtUp")
        gm.page.evaluate(SETTLED)
        col, row = gm.at(token)
        gm.drag((col, row), (col + east, row + south))
        # Where it goes and what it has done come one after the other.
        self.wait_until(lambda: self.kept(token).moves != ())
        theirs = self.kept(token)
        self.wait_for(lambda: (self.seen(token), gm.at(token)), (theirs.cell, theirs.cell))
        self.page.evaluate(SETTLED)
        return theirs

    @property
    def price(self) -> Locator:
        return self.page.locator(".footwork-said")

    @property
    def headline(self) -> Locator:
        return self.page.locator(".footwork-legend p")

    @property
    def notices(self) -> Locator:
        return self._client.notices.locator("p")

    def is_drawn(self, col: int, row: int) -> bool:
        return self.page.locator(".footwork-overlay").evaluate(
            "(canvas, [x, y]) => canvas.width > 0 && canvas.getContext('2d').getImageData(x, y, 1, 1).data[3] > 0",
            _middle(col, row),
        )

    def is_waiting(self) -> bool:
        return self.workers.held() > 0

    def seen(self, token: str) -> Cell:
        return self._client.at(token)

    def kept(self, token: str) -> State:
        return self._state(
            self.page.evaluate("() => Object.fromEntries(Object.entries(localStorage))"), token
        )

    @staticmethod
    def _state(store: dict[str, str], token: str) -> State:
        shape = next(shape for shape in json.loads(store["shapes"]) if shape["uuid"] == token)
        ledger = json.loads(store[_block(token)])["turn"]["ledger"]
        return State(_cell(shape), feet_of(ledger))

    def history(self, token: str) -> list[State]:
        states = [self._state(store, token) for store in self.page.evaluate("() => kept")]
        changed = changes_in(states, self._first[token])
        self._forget()
        return changed

    def put(self, token: str, col: int, row: int) -> None:
        shapes = [{**one, "at": _middle(col, row)} if one["uuid"] == token else one for one in SHAPES]
        self._tell({}, shapes)
        self._forget()

    def hide(self, token: str) -> None:
        self._set_property(token, "isInvisible", True)

    def rename(self, token: str, name: str) -> None:
        self._set_property(token, "name", name)

    def set_sheet(self, token: str, sheet: dict[str, Any]) -> None:
        self._tell({_block(token): block_of_token(sheet)}, SHAPES)
        self._forget()

    def pages(self) -> list[Page]:
        return [client.page for client in self._clients]
