"""The demo: a page that is itself a host, for one visitor."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Locator, Page, expect

from build_scripts.project import SITE
from build_scripts.serve import make_server, serving
from tests.e2e.demo import Demo
from tests.hosts.contract.board import COLS, FEET, PIECES, ROWS, SYSTEM, Cell, State, feet_of
from tests.hosts.contract.cases import Case
from tests.hosts.contract.driver import Driver, changes_in, is_filled
from tests.hosts.contract.workers import DEATH, NONE, SEEN, Workers

WINDOW = {"width": 1280, "height": 800}
KEY = "footwork.demo.game"
# What the page keeps of the game, whenever it does.
KEPT = f"""
globalThis.kept = [];
const {{ setItem }} = Storage.prototype;
Storage.prototype.setItem = function (key, value) {{
  if (key === "{KEY}") kept.push(value);
  return setItem.call(this, key, value);
}};
"""


class DemoDriver(Driver):
    """The built demo with a game of its own."""

    title = "Demo"
    limits: ClassVar = {
        Case.NO_RULES: "the page is nothing without rules: a drop waits for them, and Retry starts them again",
        Case.GROUP: "one token is moved at a time",
        Case.TWO: "there is nobody else: two pages are two tables",
        Case.BAD_INPUT: "one notice, and the token stays: the sheet is beside it, to be mended",
    }

    is_legend_kept = True

    def is_seen_through(self, panel: Locator) -> bool:  # noqa: ARG002  # it stands below the map
        return True

    def open(self) -> None:
        if not (SITE / "index.html").is_file():
            pytest.fail("dist/demo is missing; run make build")
        self._open = ExitStack()
        self._address = self._open.enter_context(serving(make_server(SITE)))
        context = self.browser.new_context(viewport=WINDOW, reduced_motion="reduce")
        context.add_init_script(KEPT)
        context.add_init_script(SEEN if self.has_workers else NONE)
        self._demo = Demo(context.new_page())
        self.page = self._demo.page
        self.workers = Workers(self.page, lambda: self.page.main_frame)
        self._lay_at_once(self.page, self._game_at_first())
        self.page.goto(self._address)
        if self.has_workers:
            self._demo.wait_until_ready()
            # The selected token's reach is always shown: hide it, so that the dragged token's can be seen.
            self._show_reach("false")
        else:
            expect(self._demo.status).to_have_attribute("data-state", "failed")
        self.cell_pixels = self._pixels()

    def _lay_at_once(self, page: Page, game: dict[str, Any]) -> None:
        """Have a page find a game as of an earlier visit."""
        entry = json.dumps([KEY, json.dumps(game)])
        page.add_init_script(f"localStorage.setItem(...{entry});")

    def _game_at_first(self) -> dict[str, Any]:
        tokens = [
            {"id": token, "name": piece.name, "col": piece.cell[0], "row": piece.cell[1]}
            for token, piece in PIECES.items()
        ]
        grid = {"cols": COLS, "rows": ROWS, "distance": FEET, "units": "ft"}
        return {
            "format": "footwork-game",
            "version": 1,
            "title": "Contract",
            "system": SYSTEM,
            "scene": {"grid": grid, "tokens": tokens},
            "characters": {token: piece.sheet for token, piece in PIECES.items()},
            "enforcement": "block",
            "selected": "jenny",
        }

    def _pixels(self) -> float:
        return float(self._demo.board.get_attribute("data-cell-px") or "nan")

    def close(self) -> None:
        self.page.context.close()
        self._open.close()

    @property
    def complaints(self) -> list[str]:
        return [text for text in self._demo.complaints if DEATH not in text]

    def reset(self) -> None:
        self._lay(self._game_at_first())

    def _lay(self, game: dict[str, Any]) -> None:
        self._game = game
        self._demo.load_game(game)
        self.cell_pixels = self._pixels()
        self._forget()

    def _forget(self) -> None:
        self.page.evaluate("() => { kept = []; }")

    def _change(self, token: str, **change: Any) -> None:
        """Lay the game anew with something of a token changed."""
        tokens = [{**one, **change} if one["id"] == token else one for one in self._game["scene"]["tokens"]]
        self._lay({**self._game, "scene": {**self._game["scene"], "tokens": tokens}})

    def grip(self, token: str) -> tuple[float, float]:
        middle = self._demo.middle_of(token)
        return middle.x, middle.y

    def select(self, token: str) -> None:
        super().select(token)
        self._show_reach("true")

    def deselect(self) -> None:
        """One is selected always; its reach is hidden."""
        self._show_reach("false")

    def _show_reach(self, is_shown: str) -> None:
        button = self.page.get_by_test_id("reach")
        if button.get_attribute("aria-pressed") != is_shown:
            button.click()

    @contextmanager
    def panel(self, token: str) -> Iterator[Page]:
        self.select(token)
        yield self.page
        self.deselect()

    def undo(self, token: str) -> None:  # noqa: ARG002  # its button is of the token moved last
        self._demo.undo.click()

    def call_other(self) -> None:
        """In another page of the same browser, as far as that goes."""
        self._other = Demo(self.page.context.new_page())
        self._lay_at_once(self._other.page, self._game)
        self._other.open(self._address)

    def other_drags(self, token: str, east: int, south: int) -> State:
        with self._other.recording():
            self._other.drop(east, south, token=token)
        theirs = self.kept(token)
        self._other.page.close()
        return theirs

    @property
    def price(self) -> Locator:
        return self.page.locator(".board-label:visible")

    @property
    def headline(self) -> Locator:
        return self.page.get_by_test_id("headline")

    @property
    def notices(self) -> Locator:
        return self._demo.notices

    def is_drawn(self, col: int, row: int) -> bool:
        return is_filled(self.page.locator(".board-bands .band-fill"), col + 0.5, row + 0.5)

    def is_waiting(self) -> bool:
        return self.page.locator(".drag-wait").count() == 1

    def seen(self, token: str) -> Cell:
        mark = self._demo.token(token)
        return float(mark.get_attribute("data-col") or "nan"), float(mark.get_attribute("data-row") or "nan")

    def kept(self, token: str) -> State:
        return self._state(self.page.evaluate("(key) => localStorage.getItem(key)", KEY), token)

    @staticmethod
    def _state(text: str, token: str) -> State:
        game = json.loads(text)
        found = next(one for one in game["scene"]["tokens"] if one["id"] == token)
        return State((found["col"], found["row"]), feet_of(game.get("ledgers", {}).get(token)))

    def history(self, token: str) -> list[State]:
        first = self._state(json.dumps(self._game), token)
        states = [self._state(text, token) for text in self.page.evaluate("() => kept")]
        self._forget()
        return changes_in(states, first)

    def put(self, token: str, col: int, row: int) -> None:
        self._change(token, col=col, row=row)

    def hide(self, token: str) -> None:
        self._change(token, hidden=True)

    def rename(self, token: str, name: str) -> None:
        self._change(token, name=name)

    def set_sheet(self, token: str, sheet: dict[str, Any]) -> None:
        self._game = {**self._game, "characters": {**self._game["characters"], token: sheet}}
        self._demo.load("game.json", json.dumps(self._game))
        loaded = self._demo.notices.filter(has_text="is loaded")
        loaded.get_by_role("button", name="Dismiss").click()
        expect(loaded).to_have_count(0)

    def retry(self) -> None:
        """Start the rules again, now that workers can be made."""
        self.page.evaluate("() => { mayWork = true; }")
        self._demo.status.get_by_role("button").click()
