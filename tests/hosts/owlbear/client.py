"""The page of a table with the extension in it, as people use it: by mouse, and by what is to be seen."""

import re
from typing import Any

from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.hosts.owlbear.worlds import CELL, DPI

# Python starts in the page within seconds; machines under load take longer.
START_MILLIS = 90_000
ANSWER_MILLIS = 10_000
MOVES_PER_DRAG = 6
TOOL = "footwork/tool"
HOST_TOOL = "host/move"


class Client:
    """One user's page, and what the browser had to complain about."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.set_default_timeout(ANSWER_MILLIS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.notices = page.locator("#notices li")
        self.label = page.locator("#local [data-name='Footwork: price'] text")
        self.headline = page.locator("#local [data-name='Footwork: headline'] text")
        self.modals = page.locator("#modals iframe")
        self.legend = self.modals.content_frame.get_by_role("list", name=re.compile("Legend")).get_by_role(
            "listitem"
        )
        self.reach = page.locator("#local [data-name^='Footwork: '][fill-opacity='0.1']")

    def open(
        self, address: str, extension: str, *, role: str = "GM", ready: bool = True, query: str = ""
    ) -> None:
        """Come to the table; wait until the rules run, unless they are not meant to."""
        self.page.goto(f"{address}host.html?extension={extension}&role={role}{query}")
        background = self.page.frame_locator("#background iframe").locator("html")
        expect(background).to_have_attribute("data-footwork", "joined", timeout=START_MILLIS)
        if ready:
            expect(background).to_have_attribute("data-rules", "ready", timeout=START_MILLIS)

    # Tokens

    def use(self, tool: str) -> None:
        """Take up a tool."""
        button = self.page.locator(f"[data-tool='{tool}']")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")

    def mark(self, token: str) -> Locator:
        """A token on the map."""
        return self.page.locator(f"[data-token={token}]")

    def middle_of(self, token: str) -> tuple[float, float]:
        """Where a token is in the window; asked at once, for the table draws its tokens anew with each change."""
        x, y = self.page.evaluate(
            "(token) => { const { x, y, width, height } ="
            " document.querySelector(`[data-token=${token}] circle`).getBoundingClientRect();"
            " return [x + width / 2, y + height / 2]; }",
            token,
        )
        return x, y

    def pick_up(self, token: str, east: float, south: float = 0) -> None:
        """Press the mouse on a token and pull it, without letting go."""
        x, y = self.middle_of(token)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + east * CELL, y + south * CELL, steps=MOVES_PER_DRAG)

    def drag(self, token: str, east: float, south: float = 0) -> None:
        """Drag a token by some cells and drop it."""
        self.pick_up(token, east, south)
        self.page.mouse.up()

    def expect_at(self, token: str, col: float, row: float, *, size: int = 1) -> None:
        """The token stands on a cell."""
        mark = self.mark(token)
        expect(mark).to_have_attribute("data-x", f"{(col + size / 2) * DPI:g}")
        expect(mark).to_have_attribute("data-y", f"{(row + size / 2) * DPI:g}")

    def expect_notice(self, *texts: str) -> None:
        """A notice tells of these."""
        notice = self.notices
        for text in texts:
            notice = notice.filter(has_text=text)
        expect(notice.first).to_be_visible()

    # What is kept

    def item(self, token: str) -> Any:
        """What the host keeps of a token."""
        return self.page.evaluate("(id) => table.items.find((item) => item.id === id)", token)

    def moved_feet(self, token: str = "jenny") -> list[float]:
        """The lengths of the moves in a token's ledger."""
        turn = self.item(token)["metadata"].get("footwork/turn") or {"ledger": None}
        commits = (turn["ledger"] or {"commits": []})["commits"]
        return [gone["length"] for commit in commits for gone in commit.get("moves", [])]

    def expect_moved(self, *feet: float, token: str = "jenny") -> None:
        """The token's ledger holds moves of just these lengths."""
        length = len(feet)
        self.page.wait_for_function(
            "([id, length]) => (table.items.find((item) => item.id === id).metadata['footwork/turn']"
            "?.ledger?.commits ?? []).length >= length",
            arg=[token, length],
        )
        assert self.moved_feet(token) == list(feet)

    def write_rules(self, rules: dict[str, Any]) -> None:
        """Change the room's rules, as the GM's own page would."""
        self.page.evaluate("(rules) => reroom({ 'footwork/rules': rules })", rules)

    def popover(self) -> FrameLocator:
        """Open the action's popover."""
        self.page.locator("[data-action=footwork]").click()
        return self.page.frame_locator("#popover iframe")
