"""Browsers that Playwright drives: Chromium, and its own builds of Firefox and WebKit."""

from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from build_scripts.chromium import launch_arguments
from tests.engines.driver import Driver, Point, Touch
from tests.engines.stories import Story


class PlaywrightDriver(Driver):
    """Any of the three."""

    engine: str
    page: Page

    def start(self) -> None:
        playwright = self.ending.enter_context(sync_playwright())
        kind = getattr(playwright, self.engine)
        browser = kind.launch(executable_path=self.found.path, args=self.arguments())
        self.ending.callback(browser.close)
        width, height = self.window.width, self.window.height
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=self.window.has_touch,
            reduced_motion="reduce",
            **self.options(),
        )
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.told.append(str(error)))
        self.page.on("console", self._hear)

    def arguments(self) -> list[str]:
        """What the browser is started with."""
        return []

    def options(self) -> dict[str, object]:
        """What else its window is."""
        return {}

    def _hear(self, message) -> None:
        if message.type in {"error", "warning"}:
            self.told.append(f"{message.text} {message.location['url']}")

    def open(self, address: str) -> None:
        self.page.goto(address)

    def json_of(self, expression: str) -> str:
        return self.page.evaluate(expression)

    def take_picture(self, path: Path) -> None:
        self.page.screenshot(path=path)

    def reload(self) -> None:
        self.page.reload()

    def move_mouse(self, way: Iterable[Point]) -> None:
        for point in way:
            self.page.mouse.move(point.x, point.y)

    def press_mouse(self) -> None:
        self.page.mouse.down()

    def release_mouse(self) -> None:
        self.page.mouse.up()

    def press_key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def touch(self, what: Touch, at: Iterable[Point]) -> None:
        *_, end = at
        if what is Touch.LIFT:
            self.page.touchscreen.tap(end.x, end.y)


class ChromiumDriver(PlaywrightDriver):
    """Chromium, whose own protocol has fingers."""

    engine = "chromium"
    _session: CDPSession | None = None

    def arguments(self) -> list[str]:
        return launch_arguments()

    def options(self) -> dict[str, object]:
        return {"is_mobile": self.window.has_touch}

    def touch(self, what: Touch, at: Iterable[Point]) -> None:
        kind = {Touch.PRESS: "touchStart", Touch.SLIDE: "touchMove", Touch.LIFT: "touchEnd"}[what]
        self._session = self._session or self.page.context.new_cdp_session(self.page)
        for point in at:
            points = [] if what is Touch.LIFT else [{"x": point.x, "y": point.y}]
            self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class TappingDriver(PlaywrightDriver):
    """An engine in which Playwright taps and no more."""

    limits = {Story.TOUCH: "Playwright has a finger that taps and none that slides: a tap selects a token"}


class PlaywrightsFirefox(TappingDriver):
    """Firefox as Playwright builds it."""

    engine = "firefox"


class PlaywrightsWebKit(TappingDriver):
    """WebKit as Playwright builds it."""

    engine = "webkit"
