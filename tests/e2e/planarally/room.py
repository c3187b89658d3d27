"""A room on a running PlanarAlly: those who sit there, its tokens, and what its server keeps of them."""

import json
import sqlite3
import time
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

from playwright.sync_api import Browser, Locator, Page, ViewportSize, WebSocket, expect

from build_scripts.planarally import PAM

JSON = dict[str, Any]
CELL = 50
WINDOW: ViewportSize = {"width": 1200, "height": 800}
POSITION = '42/planarally,["Shapes.Position.Update",'
PASSWORD = "a table of one's own"
READY_MILLIS = 60_000
LEVELS = {
    "inform": "Show only: allow them and say why",
    "confirm": "Ask: the GM decides",
    "block": "Block: put the token back",
}
# A drag: how many movements, and how long apart.
STEPS, STEP_MILLIS = 12, 30
# A socket whose messages can be held up, as on a slow line; answers to what was asked still come. The line can be cut.
SLOW_LINE = """
globalThis.line = { waiting: null, sockets: [], isCut: false };
line.cut = () => {
  line.isCut = true;
  for (const socket of line.sockets) socket.close();
};
line.mend = () => {
  line.isCut = false;
};
line.comes = (tell, { data }) => {
  if (line.waiting && typeof data === "string" && data.startsWith("42/")) line.waiting.push(tell);
  else tell();
};
line.letCome = () => {
  const { waiting } = line;
  line.waiting = null;
  for (const tell of waiting ?? []) tell();
};
globalThis.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    line.sockets.push(this);
    if (line.isCut) this.close();
  }
  addEventListener(type, listener, ...options) {
    const heard = type === "message" ? (event) => line.comes(() => listener.call(this, event), event) : listener;
    super.addEventListener(type, heard, ...options);
  }
  set onmessage(listener) {
    this.addEventListener("message", listener);
  }
};
"""


class Client:
    """One user's page in the room."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name
        self.faults: list[str] = []
        self.requests: list[str] = []
        self.sent: list[JSON] = []
        self.received: list[JSON] = []
        page.on("pageerror", lambda error: self.faults.append(f"{error}\n{error.stack}"))
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", self._listen)
        page.add_init_script(SLOW_LINE)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._keep(self.sent, frame))
        socket.on("framereceived", lambda frame: self._keep(self.received, frame))

    @staticmethod
    def _keep(kept: list[JSON], frame: str | bytes) -> None:
        if isinstance(frame, str) and frame.startswith(POSITION):
            kept.append(json.loads(frame[frame.index("[") :])[1])

    def enter(self, address: str) -> None:
        """Open the room, and close what tells of the newest version."""
        self.page.goto(address)
        self.page.locator("#layers canvas").first.wait_for(state="attached", timeout=READY_MILLIS)
        news = self.page.locator(".modal-mask", has_text="There is a new version!")
        news.locator(".header-close").click()
        news.wait_for(state="hidden")

    def upload(self) -> None:
        """Add the mod to the room, as a DM does."""
        self.page.evaluate("systems.ui.showDmSettings(true)")
        self.page.locator("#categories .category", has_text="Mods").click()
        self.page.set_input_files('input[accept=".pam"]', str(PAM))
        self.page.get_by_role("button", name="Submit").click()
        self.wait_ready()
        self.page.evaluate("systems.ui.showDmSettings(false)")
        self._wait_clear()

    def wait_ready(self) -> None:
        """Wait until the rules are loaded."""
        self.page.locator(".footwork-button[data-state=ready]").wait_for(timeout=READY_MILLIS)

    def settle_rules(self, system: str, enforcement: str = "block") -> None:
        """Choose the rules of the table, as its DM."""
        dialog = self.page.locator(".footwork-dialog")
        self.page.locator(".footwork-button").click()
        dialog.get_by_label("Rules", exact=True).select_option(system)
        dialog.get_by_label("Impossible moves").select_option(label=LEVELS[enforcement])
        dialog.get_by_role("button", name="Close").click()
        dialog.wait_for(state="detached")

    def open_tab(self, local: int) -> None:
        """Open a token's tab in the dialog for shapes."""
        self.select(local)
        self.page.keyboard.press("Enter")
        self.page.locator("#categories .category", has_text="Footwork").click()

    def rename(self, local: int, name: str) -> None:
        """Give a token a name."""
        self.page.evaluate(
            "([id, name]) => systems.properties.setName(id, name, {ui: true, server: true})", [local, name]
        )

    def set_sheet(self, local: int, character: JSON) -> None:
        """Fill in a token's sheet in the dialog for shapes."""
        self.open_tab(local)
        for field, value in character.items():
            box = self.page.locator(f"#footwork-sheet-{field}")
            box.fill(str(value))
        self.page.locator(".modal-header .header-close").locator("visible=true").click()

    def add_token(self, col: int, row: int, label: str = "X") -> int:
        """Put a basic token into the middle of a cell, and return its local id."""
        known = set(self._tokens())
        self.page.mouse.click(*self.at(col, row), button="right")
        self.page.locator("span", has_text="Create basic token").click()
        self.page.locator("#createtokendialog-name").fill(label)
        self.page.get_by_role("button", name="Submit").click()
        self.page.wait_for_function(f"[...state.properties.readonly.data.keys()].length > {len(known)}")
        self._wait_clear()
        (local,) = set(self._tokens()) - known
        self.select(local)
        return local

    def _wait_clear(self) -> None:
        """Wait until no dialog lies over the map any more."""
        expect(self.page.locator(".modal-mask").locator("visible=true")).to_have_count(0)

    def _tokens(self) -> list[int]:
        return cast(
            "list[int]",
            self.page.evaluate(
                "[...state.properties.readonly.data.keys()].filter((id) => idMap.get(id)?.type === 'circulartoken')"
            ),
        )

    def only_token(self) -> int:
        """The one token there is, once there is one."""
        self.page.wait_for_function(
            "[...state.properties.readonly.data.keys()].some((id) => idMap.get(id)?.type === 'circulartoken')"
        )
        (local,) = self._tokens()
        return local

    def fight(self, *tokens: int) -> None:
        """Put tokens into the turn tracker, and begin."""
        for token in tokens:
            self.select(token)
            self.page.mouse.click(*self.at(*self.cell(token)), button="right")
            self.page.locator("span", has_text="Add initiative").click()
        self.page.get_by_text("INI", exact=True).click()

    def next_round(self) -> None:
        """Turn the tracker to the next round."""
        self.page.get_by_title("Next round").click()

    def share(self, local: int, player: "Client") -> None:
        """Let a player move a token."""
        self.page.evaluate(
            "([id, name, rights]) => systems.access.addAccess(id, name, rights, {ui: true, server: true})",
            [local, player.name, {"edit": True, "movement": True, "vision": True}],
        )

    def wait_movable(self, local: int) -> None:
        """Wait until this user may move a token."""
        self.page.wait_for_function("(id) => systems.access.hasAccessTo(id, 'movement')", arg=local)

    def wait_cell(self, local: int, cell: tuple[float, float]) -> tuple[float, float]:
        """Wait until a token is in a cell here; return where it is at last."""
        for _ in range(60):
            if self.cell(local) == cell:
                break
            self.page.wait_for_timeout(50)
        return self.cell(local)

    def select(self, *locals_: int) -> None:
        """Select tokens."""
        self.page.evaluate("(ids) => systems.selected.set(...ids)", list(locals_))

    def at(self, col: float, row: float, aside: float = 0) -> tuple[float, float]:
        """The middle of a cell on the screen, or a little aside of it."""
        x, y = self.page.evaluate(
            "([x, y]) => { const p = state.position.readonly; return [(x + p.panX) * p.zoom, (y + p.panY) * p.zoom]; }",
            [(col + 0.5) * CELL + aside, (row + 0.5) * CELL + aside],
        )
        return x, y

    def cell(self, local: int) -> tuple[float, float]:
        """The cell that a token is in here."""
        x, y = self.page.evaluate(f"(() => {{ const c = idMap.get({local}).center; return [c.x, c.y]; }})()")
        return x / CELL - 0.5, y / CELL - 0.5

    def _way(self, local: int, col: float, row: float) -> list[tuple[float, float]]:
        """Points on the screen on the way of a token to another cell, each a hair off its middle."""
        (from_col, from_row) = self.cell(local)
        return [
            self.at(from_col + (col - from_col) * step / STEPS, from_row + (row - from_row) * step / STEPS, 6)
            for step in range(STEPS + 1)
        ]

    def drag(self, local: int, col: float, row: float, *, drop: bool = True) -> None:
        """Drag a token by the mouse into another cell."""
        mouse = self.page.mouse
        first, *others = self._way(local, col, row)
        mouse.move(*first)
        mouse.down()
        for point in others:
            mouse.move(*point)
            self.page.wait_for_timeout(STEP_MILLIS)
        if drop:
            mouse.up()

    def touch_drag(
        self, local: int, col: float, row: float, *, drop: bool = True, end: str = "touchEnd"
    ) -> None:
        """Drag a token by a finger into another cell."""
        browser = self.page.context.new_cdp_session(self.page)
        kinds = ["touchStart", *["touchMove"] * STEPS]
        for kind, (x, y) in zip(kinds, self._way(local, col, row), strict=True):
            browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
            self.page.wait_for_timeout(STEP_MILLIS)
        if drop:
            browser.send("Input.dispatchTouchEvent", {"type": end, "touchPoints": []})

    def wait_sent(self) -> None:
        """Wait until the last place that was sent is one to stay."""
        for _ in range(60):
            if self.sent and not self.sent[-1]["temporary"]:
                return
            self.page.wait_for_timeout(50)
        message = "the last place that was sent is a temporary one"
        raise AssertionError(message)

    def hold_up(self) -> None:
        """What others do is not heard of, until it is let come."""
        self.page.evaluate("line.waiting = []")

    def let_come(self) -> None:
        """What others have done meanwhile is heard of."""
        self.page.evaluate("line.letCome()")

    def lose_connection(self) -> None:
        """Cut the line to the host."""
        self.page.evaluate("line.cut()")
        self.page.wait_for_function("!state.game.raw.isConnected")

    def reconnect(self) -> None:
        """Have a line to the host again, and wait until the host has loaded the location anew."""
        self.page.evaluate("line.mend()")
        self.page.wait_for_function("state.game.raw.isConnected && state.game.raw.boardInitialized")
        # The host knows where its map lies a moment later.
        self.page.wait_for_function("Number.isFinite(state.position.readonly.zoom)")

    def answer(self, answer: str) -> None:
        """Answer what the mod asks in this page."""
        self.page.locator(".footwork-dialog").get_by_role("button", name=answer, exact=True).click()

    def stay(self) -> None:
        """Let the token stay if the mod asks for a roll."""
        stay = self.page.locator(".footwork-dialog").get_by_role("button", name="Stay", exact=True)
        if stay.count():
            stay.click()

    @property
    def notices(self) -> Locator:
        """What the mod tells this user."""
        return self.page.locator(".footwork-notices")

    def uuid(self, local: int) -> str:
        """A token's name on the wire."""
        return cast("str", self.page.evaluate(f"getGlobalId({local})"))

    def spent(self, local: int) -> float:
        """What a token has moved of all that its tab says it may in this turn."""
        self.open_tab(local)
        line = self.page.locator(".footwork-panel .allowances li", has_text="Movement in all")
        used = line.locator("span").last.inner_text()
        self.page.locator(".modal-header .header-close").locator("visible=true").last.click()
        return float(used.split()[0])

    def local(self, uuid: str) -> int:
        """A token's number in this page."""
        self.page.wait_for_function(f"getLocalId({json.dumps(uuid)}, false) !== undefined")
        return cast("int", self.page.evaluate(f"getLocalId({json.dumps(uuid)})"))


class Room:
    """A room of its own, with its DM."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        database: Path,
        *,
        touch: bool = False,
        window: ViewportSize = WINDOW,
    ) -> None:
        self._browser = browser
        self._touch = touch
        self._window = window
        self._url = url.rstrip("/")
        self._database = database
        self.name = f"room {uuid4().hex[:8]}"
        self.gm_name = f"gm-{uuid4().hex[:8]}"
        self.pages: list[Page] = []
        self.gm = self._register(self.gm_name)
        made = self.gm.page.request.post(f"{self._url}/api/rooms", data={"name": self.name, "logo": -1})
        assert made.ok, made.text()
        self.gm.enter(self.address)

    @property
    def address(self) -> str:
        """Where the room is."""
        return f"{self._url}/game/{self.gm_name}/{self.name}"

    def _register(self, name: str) -> Client:
        page = self._browser.new_context(viewport=self._window, has_touch=self._touch).new_page()
        self.pages.append(page)
        sent = {"username": name, "password": PASSWORD, "email": ""}
        registered = page.request.post(f"{self._url}/api/register", data=sent)
        assert registered.ok, registered.text()
        return Client(page, name)

    def invite(self, *, without_mod: bool = False) -> Client:
        """Let a player come in, perhaps one whose browser does not load mods."""
        player = self._register(f"player-{uuid4().hex[:8]}")
        if without_mod:
            player.page.route("**/static/mods/**", lambda route: route.abort())
        with sqlite3.connect(self._database) as database:
            (code,) = database.execute(
                "select invitation_code from room where name = ?", (self.name,)
            ).fetchone()
        joined = player.page.request.post(f"{self._url}/api/invite", data={"code": code})
        assert joined.ok, joined.text()
        player.enter(self.address)
        return player

    def kept(self, uuid: str) -> tuple[float, float]:
        """The cell in which the server keeps a token."""
        with sqlite3.connect(self._database) as database:
            x, y = database.execute("select x, y from shape where uuid = ?", (uuid,)).fetchone()
        return x / CELL - 0.5, y / CELL - 0.5

    def wait_kept(self, uuid: str, cell: tuple[float, float], seconds: float = 5) -> tuple[float, float]:
        """Wait until the server keeps a token in a cell; return where it keeps it at last."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.kept(uuid) != cell:
            self.gm.page.wait_for_timeout(50)
        return self.kept(uuid)

    def wait_written(self, uuid: str, known: JSON | None = None, seconds: float = 5) -> JSON:
        """Wait until what is kept of a token is another than was known; return it."""
        end = time.monotonic() + seconds
        written = self.written(uuid)
        while time.monotonic() < end and written == known:
            self.gm.page.wait_for_timeout(50)
            written = self.written(uuid)
        return written

    def written(self, uuid: str) -> JSON:
        """What the server keeps of a token for the mod, if anything."""
        with sqlite3.connect(self._database) as database:
            found = database.execute(
                "select data from shape_data_block where shape_id = ? and source = 'footwork'", (uuid,)
            ).fetchone()
        return cast("JSON", json.loads(found[0])) if found else {}

    def close(self) -> None:
        """Send everybody away."""
        for page in self.pages:
            page.context.close()
