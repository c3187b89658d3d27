"""Owlbear Rodeo: the built extension with the real SDK at a table of ours, by its own tool and by the table's."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Frame, FrameLocator, Locator, expect

from build_scripts.owlbear import FOLDER
from tests.hosts.contract.board import PIECES, Cell, State, feet_of
from tests.hosts.contract.cases import Case
from tests.hosts.contract.driver import Driver, changes_in, is_filled
from tests.hosts.contract.workers import NONE, SEEN, Workers
from tests.hosts.owlbear.client import HOST_TOOL, TOOL, Client
from tests.hosts.owlbear.server import Servers
from tests.hosts.owlbear.worlds import CELL, DPI, token, world

WINDOW = {"width": 1080, "height": 720}
# What the table tells of its tokens, whenever it does.
KEPT = """() => {
  globalThis.kept = [];
  const { emit } = connection;
  connection.emit = (id, data, ...rest) => {
    if (id === "OBR_SCENE_ITEMS_EVENT_CHANGE") kept.push(structuredClone(data.items));
    return emit(id, data, ...rest);
  };
}"""


def _items() -> list[dict[str, Any]]:
    ground = next(one for one in world()["items"] if one["id"] == "ground")
    pieces = [
        token(piece.name, *piece.cell, metadata={"footwork/character": {"contract": piece.sheet}})
        for piece in PIECES.values()
    ]
    return [ground, *pieces]


class OwlbearDriver(Driver):
    """A table at which a player sits."""

    tool: ClassVar[str]
    cell_pixels = CELL

    def open(self) -> None:
        if not (FOLDER / "manifest.json").is_file():
            pytest.fail("dist/owlbear is missing; run make owlbear")
        self._stack = ExitStack()
        servers = self._stack.enter_context(Servers(FOLDER))
        servers.put(world(items=_items()))
        context = self.browser.new_context(viewport=WINDOW)
        context.add_init_script(SEEN if self.has_workers else NONE)
        self._stack.callback(context.close)
        self._client = Client(context.new_page())
        self._client.open(
            servers.table, servers.extension, role="GM" if self.is_gm else "PLAYER", ready=self.has_workers
        )
        self._client.use(self.tool)
        self.page = self._client.page
        self.page.evaluate(KEPT)
        self.workers = Workers(self.page, self._background)
        self._forget()

    def _background(self) -> Frame:
        return next(frame for frame in self.page.frames if "background.html" in frame.url)

    def close(self) -> None:
        self._stack.close()

    @property
    def complaints(self) -> list[str]:
        return [*self._client.complaints, *self.page.evaluate("connection.unhandled")]

    def reset(self) -> None:
        # Nobody at this table has changed these items last, so that they are taken as they are.
        self.page.evaluate(
            "(items) => { table.items = items; change([], {}); document.querySelector('#notices').replaceChildren();"
            " connection.asked.length = 0; select([]); }",
            _items(),
        )
        self._forget()

    def _forget(self) -> None:
        self._first = {name: self.kept(name) for name in PIECES}
        self.page.evaluate("() => { kept = []; }")

    def grip(self, token: str) -> tuple[float, float]:
        return self._client.middle_of(token)

    def select(self, token: str) -> None:
        self.page.evaluate("(token) => select([token])", token)

    def deselect(self) -> None:
        self.page.evaluate("select([])")

    @contextmanager
    def panel(self, token: str) -> Iterator[FrameLocator]:
        self.select(token)
        popover = self._client.popover()
        popover.get_by_test_id("tab-turn").click()
        yield popover
        self.wait_until(self.workers.are_idle)
        self.page.locator("[data-action=footwork]").click()
        expect(self.page.locator("#popover iframe")).to_have_count(0)

    def undo(self, token: str) -> None:
        moves = self.kept(token).moves
        with self.panel(token) as popover:
            popover.get_by_test_id("take-back").click()
            self.wait_for(lambda: self.kept(token).moves, moves[:-1])

    def give(self, token: str, feet: int, button: str = "Give") -> None:
        told = self.notices.count()
        super().give(token, feet, button)
        # The popover asks the page behind it, which may not have begun yet.
        self.wait_until(lambda: self.notices.count() > told)

    def call_other(self) -> None:
        """The table only tells what others do."""

    def other_drags(self, token: str, east: int, south: int) -> State:
        x, y = self.page.evaluate(
            "(token) => { const { x, y } = table.items.find(({ id }) => id === token).position; return [x, y]; }",
            token,
        )
        self._move("somebody", token, x + east * DPI, y + south * DPI)
        return self.kept(token)

    def _move(self, who: str, token: str, x: float, y: float) -> None:
        self.page.evaluate("([who, token, x, y]) => moveAs(who, token, { x, y })", [who, token, x, y])

    @property
    def price(self) -> Locator:
        return self._client.label

    @property
    def legend(self) -> Locator:
        return self._client.legend

    def is_seen_through(self, panel: Locator) -> bool:
        is_through = super().is_seen_through
        return is_through(panel) and all(is_through(frame) for frame in self._client.modals.all())

    @property
    def headline(self) -> Locator:
        return self._client.headline

    @property
    def notices(self) -> Locator:
        return self._client.notices

    def is_drawn(self, col: int, row: int) -> bool:
        return is_filled(self._client.reach, (col + 0.5) * DPI, (row + 0.5) * DPI)

    def is_waiting(self) -> bool:
        return self.workers.held() > 0 and self.page.locator("#local > *").count() == 0

    def was_anything_drawn(self) -> bool:
        """Whether the extension has ever drawn something at this table."""
        return self.page.evaluate("connection.asked.includes('OBR_SCENE_LOCAL_ADD_ITEMS')")

    def seen(self, token: str) -> Cell:
        mark = self._client.mark(token)
        return _cell(float(mark.get_attribute("data-x")), float(mark.get_attribute("data-y")))

    def kept(self, token: str) -> State:
        return _state(self._client.item(token))

    def history(self, token: str) -> list[State]:
        tellings = self.page.evaluate("() => kept")
        states = [_state(one) for items in tellings for one in items if one["id"] == token]
        changed = changes_in(states, self._first[token])
        self._forget()
        return changed

    def put(self, token: str, col: int, row: int) -> None:
        self._move("gm", token, (col + 0.5) * DPI, (row + 0.5) * DPI)
        self._forget()

    def hide(self, token: str) -> None:
        self._change(token, {"visible": False})

    def rename(self, token: str, name: str) -> None:
        self._change(token, {"name": name})

    def set_sheet(self, token: str, sheet: dict[str, Any]) -> None:
        self._change(token, {"metadata": {"footwork/character": {"contract": sheet}}})

    def _change(self, token: str, change: dict[str, Any]) -> None:
        self.page.evaluate("([token, fields]) => change([token], fields)", [token, change])
        self._forget()


def _cell(x: float, y: float) -> Cell:
    return x / DPI - 0.5, y / DPI - 0.5


def _state(item: dict[str, Any]) -> State:
    turn = item["metadata"].get("footwork/turn") or {"ledger": None}
    return State(_cell(item["position"]["x"], item["position"]["y"]), feet_of(turn["ledger"]))


class OwlbearTool(OwlbearDriver):
    """Tokens moved by the extension's own tool."""

    title = "Owlbear Rodeo, by the tool"
    tool = TOOL
    limits: ClassVar = {
        Case.GROUP: "the tool moves one token at a time",
        Case.UNDO: "in the popover: the host tells nothing of its own undo",
    }


AFTER = "the host tells of a move once it is made"


class OwlbearNet(OwlbearDriver):
    """Tokens moved by the table's own tool, which asks nobody."""

    title = "Owlbear Rodeo, by the table's own tool"
    tool = HOST_TOOL
    limits: ClassVar = {
        Case.PICK_UP: f"nothing is drawn: {AFTER}",
        Case.DRAG: f"no price is shown: {AFTER}",
        Case.LEGEND: f"of a selected token alone: {AFTER}",
        Case.LEGAL: "it is there already; the ledger follows the position",
        Case.ILLEGAL: "it is put back after the fact, with the reason; no ledger is written",
        Case.LATE: "the token stands there until it is in, and then stays there or is put back",
        Case.UNDO: OwlbearTool.limits[Case.UNDO],
    }

    def is_waiting(self) -> bool:
        return self.workers.held() > 0

    def drag_together(self, tokens: list[str], east: int, south: int = 0) -> None:
        cells = {token: self.seen(token) for token in tokens}
        goals = {
            token: {"x": (col + east + 0.5) * DPI, "y": (row + south + 0.5) * DPI}
            for token, (col, row) in cells.items()
        }
        self.page.evaluate("(goals) => moveAll('player', goals)", goals)
