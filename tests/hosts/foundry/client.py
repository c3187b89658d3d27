"""A client of the double as people use it: by mouse, by keys, and by what is to be seen."""

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.hosts.foundry.server import Table
from tests.hosts.foundry.worlds import SIZE
from tests.warm.pages import wait_until_quiet

# Python starts in the page within seconds; machines under load take longer.
START_MILLIS = 90_000
ANSWER_MILLIS = 10_000
MOVES_PER_DRAG = 6

# The actions of this module that people can choose.
SELECTABLE = """Object.entries(CONFIG.Token.movement.actions)
  .filter(([key, {canSelect}]) => key.startsWith("footwork-") && canSelect())
  .map(([key, {label}]) => `${key} ${label}`)"""


class Client:
    """One user's page, and what the browser had to complain about."""

    def __init__(self, page: Page, table: Table) -> None:
        self.page = page
        self.table = table
        self.complaints: list[str] = []
        page.set_default_timeout(ANSWER_MILLIS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.notices = page.locator("#notifications li")
        self.cards = page.locator("#chat-log li")
        self.dialog = page.locator("dialog")

    def open(self, address: str, *, user: str = "gm", generation: int = 14, ready: bool = True) -> None:
        """Enter the game; wait until the rules run, unless they are not meant to."""
        self.page.goto(f"{address}game?user={user}&generation={generation}")
        self.wait_until_entered()
        if ready:
            self.wait_until_ready()

    def wait_until_entered(self) -> None:
        """Wait until the game is drawn."""
        expect(self.page.locator("body")).to_have_attribute("data-ready", "true", timeout=START_MILLIS)

    def wait_until_ready(self) -> None:
        """Start the rules and wait until they run."""
        self.page.evaluate("game.modules.get('footwork').api.start()")
        self.page.wait_for_function(
            "game.modules.get('footwork').api.status().state === 'ready'", timeout=START_MILLIS
        )

    def show_tab(self, name: str) -> None:
        """Open a tab of the sidebar, where the window is wide enough to have them."""
        self.page.get_by_label("Tabs of the sidebar").get_by_role("button", name=name).click()

    # Tokens

    def mark(self, token: str) -> Locator:
        """A token on the board."""
        return self.page.locator(f"[data-token={token}]")

    def label(self, token: str = "jenny") -> Locator:
        """The label at the end of a token's ruler."""
        return self.page.locator(f"#token-ruler-{token} .waypoint-label").last

    def expect_reach_over(self, col: int, row: int) -> None:
        """Wait until it is drawn that a square can be reached, once."""
        self.page.wait_for_function(
            """([x, y]) => {
              const drawn = [...document.querySelectorAll("[data-layer='footwork.destinations'] > path")];
              return drawn.filter((one) => one.isPointInFill(new DOMPoint(x, y))).length === 1;
            }""",
            arg=[(col + 0.5) * SIZE, (row + 0.5) * SIZE],
        )

    def pick_up(self, token: str, east: int, south: int = 0) -> None:
        """Press the mouse on a token and pull it, without letting go."""
        box = self.mark(token).bounding_box()
        assert box is not None
        x, y = box["x"] + SIZE / 2, box["y"] + SIZE / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + east * SIZE, y + south * SIZE, steps=MOVES_PER_DRAG)

    def let_go(self) -> None:
        """Drop what is in the hand, and wait until that is judged."""
        self.page.mouse.up()
        self.settle()

    def settle(self) -> None:
        """Wait until the last drop is through."""
        self.page.wait_for_function("canvas.tokens.idle")

    def answer(self, answer: str) -> None:
        """Press a button of the dialog: yes or no, however it is called."""
        self.dialog.locator(f"[data-action={answer}]").click()

    def drag(self, token: str, east: int, south: int = 0) -> None:
        """Drag a token by some cells and drop it."""
        self.pick_up(token, east, south)
        self.let_go()

    def expect_at(self, token: str, col: int, row: int) -> None:
        """The token stands on a cell."""
        expect(self.mark(token)).to_have_attribute("data-x", str(col * SIZE))
        expect(self.mark(token)).to_have_attribute("data-y", str(row * SIZE))

    def expect_notice(self, *texts: str) -> None:
        """A notice tells of these."""
        notice = self.notices
        for text in texts:
            notice = notice.filter(has_text=text)
        expect(notice.first).to_be_visible()

    def catch_up(self) -> None:
        """Wait until this page knows where the server keeps every token: it tells the server only what differs."""
        tokens = self.table.snapshot()["tokens"].values()
        self.page.wait_for_function(
            "(all) => all.every(([id, x, y]) => { const { _source: at } = canvas.scene.tokens.get(id);"
            " return at.x === x && at.y === y; })",
            arg=[[one["_id"], one["x"], one["y"]] for one in tokens],
        )

    # What is kept

    def set(self, key: str, value: Any) -> None:
        """Change a setting of the module."""
        self.page.evaluate("([key, value]) => game.settings.set('footwork', key, value)", [key, value])

    def turn(self, token: str = "jenny") -> dict[str, Any] | None:
        """What the server keeps of a token's turn."""
        flags = self.table.snapshot()["tokens"][token]["flags"].get("footwork", {})
        return json.loads(flags["turn"]) if "turn" in flags else None

    def wait_for_turn(self, text: str, token: str = "jenny") -> None:
        """Wait until this page knows a turn that tells of something."""
        flag = f"canvas.scene.tokens.get('{token}').getFlag('footwork', 'turn')"
        self.page.wait_for_function(f"({flag} ?? '').includes({json.dumps(text)})")

    def wait_for_commits(self, count: int, token: str = "jenny") -> None:
        """Wait until this page knows a number of commits of a token, and has asked its rules about them."""
        flag = f"canvas.scene.tokens.get('{token}').getFlag('footwork', 'turn')"
        self.page.wait_for_function(
            f"(count) => (JSON.parse({flag} ?? null)?.ledger?.number ?? 0) === count", arg=count
        )
        wait_until_quiet(self.page)

    def moved_feet(self, token: str = "jenny") -> list[int]:
        """The lengths of the moves in a token's ledger, once the server keeps what this page knows."""
        for _ in range(50):
            flag = f"canvas.scene.tokens.get('{token}')?.getFlag('footwork', 'turn') ?? null"
            if json.loads(self.page.evaluate(flag) or "null") == self.turn(token):
                break
            self.page.wait_for_timeout(100)
        ledger = (self.turn(token) or {"ledger": None})["ledger"] or {"commits": []}
        return [gone["length"] for commit in ledger["commits"] for gone in commit.get("moves", [])]
