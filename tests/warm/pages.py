"""Pages without history whose rules run already: a worker is started once and lent to one page after another.

Python takes a second or more of processor to start. What a worker keeps is a cache of scenes by their content, so
a page cannot tell one that others have asked before from a fresh one. All else is fresh: the page, its storage and
its browser context's cookies. Tests about the start itself, or about a worker's death, open contexts of their own.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

HERE = Path(__file__).parent
KEEPER = (HERE / "keeper.js").read_text(encoding="utf-8")
BORROWER = (HERE / "borrower.js").read_text(encoding="utf-8")
NAME = "keeper-of-workers"
# A page is there until it has done the last thing that it does, which may be after it was closed.
PRESENCE = 'navigator.locks?.request("page", { mode: "shared" }, () => new Promise(() => {}));'

# For so long nothing was asked of the rules, and nothing is open.
QUIET_MILLIS = 400


def wait_until_quiet(page: Page) -> None:
    """Wait until a page has asked its rules all that it will ask, and has heard the answers.

    What has just happened may lead to a question a moment later.
    """
    page.wait_for_function(
        """([millis, began]) =>
          rulesTraffic.open === 0 && performance.now() - Math.max(rulesTraffic.at, began) > millis""",
        arg=[QUIET_MILLIS, page.evaluate("performance.now()")],
    )


class Household:
    """One browser context: the page that keeps workers, and the pages that borrow them."""

    def __init__(self, browser: Browser, address: str, options: dict[str, Any]) -> None:
        self._context = browser.new_context(**options)
        self._context.route(
            f"**/{NAME}", lambda route: route.fulfill(content_type="text/html", body="<!doctype html>")
        )
        self._keeper = self._context.new_page()
        self._keeper.goto(f"{address}{NAME}")
        self._keeper.evaluate(KEEPER)
        self._keeper.evaluate("() => { globalThis.opened = []; }")
        self._borrowers: list[Page] = []
        self._cold: list[Page] = []
        self.window: ViewportSize | None = None
        """How large the pages are that are opened from now on; None: as in any browser context."""

    def open(self, *scripts: str) -> Page:
        """A blank page beside those that are open; the scripts run in each document before all others."""
        with self._keeper.expect_popup() as opened:
            self._keeper.evaluate("() => { opened.push(open('about:blank')); }")
        self._borrowers.append(opened.value)
        return self._prepared(opened.value, BORROWER, *scripts)

    def open_cold(self, *scripts: str) -> Page:
        """Likewise, where the page makes workers of its own."""
        self._cold.append(self._context.new_page())
        return self._prepared(self._cold[-1], *scripts)

    def _prepared(self, page: Page, *scripts: str) -> Page:
        for script in (PRESENCE, *scripts):
            page.add_init_script(script)
        if self.window:
            page.set_viewport_size(self.window)
        return page

    def clear(self) -> None:
        """Close all pages and forget what they stored.

        The keeper closes what it opened: the browser does not always answer who asks it to close a page that starts.
        """
        self._keeper.evaluate("() => { for (const page of opened.splice(0)) page.close(); }")
        for page in self._borrowers:
            if not page.is_closed():
                page.wait_for_event("close")
        for page in self._cold:
            page.close()
        self._borrowers, self._cold = [], []
        self._keeper.evaluate("() => navigator.locks.request('page', () => localStorage.clear())")
        self._context.clear_cookies()
        self._context.clear_permissions()

    def close(self) -> None:
        """Send everybody away, the workers too."""
        self._context.close()


class WarmPages:
    """Households at one address; each is put back when it is needed no longer, and lent again."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._idle: dict[str, list[Household]] = defaultdict(list)
        self._lent: list[tuple[str, Household]] = []

    def take(self, *, viewport: ViewportSize | None = None, **options: Any) -> Household:
        """A household without history, in a browser context with these options; windows of any size share one."""
        kind = repr(sorted(options.items()))
        idle = self._idle[kind]
        household = idle.pop() if idle else Household(self._browser, self._address, options)
        household.window = viewport
        self._lent.append((kind, household))
        return household

    def clear(self) -> None:
        """Take back all that are lent."""
        for kind, household in self._lent:
            household.clear()
            self._idle[kind].append(household)
        self._lent = []

    def close(self) -> None:
        """Send everybody away."""
        for household in [
            *(one for _, one in self._lent),
            *(one for all_ in self._idle.values() for one in all_),
        ]:
            household.close()
