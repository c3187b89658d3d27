"""WebKit as Debian builds it for GTK, driven over WebDriver in a window on a screen of its own."""

import base64
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from build_scripts.browsers import MINI_BROWSER, path_like
from tests.engines.actions import ActingDriver
from tests.engines.driver import Point, Touch
from tests.engines.drivers.screen import Screen
from tests.engines.drivers.webdriver import WebDriver

# Tokens that take no time to walk.
CALM = "[Settings]\ngtk-enable-animations=0\n"
# The browser's bar, which would not let its window be as narrow as a phone.
NARROW = "* { padding: 0; margin: 0; min-width: 0; font-size: 1px; -gtk-icon-transform: scale(0); }"
HOMES = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")


class WebKitDriver(ActingDriver):
    """A window with a page, and a home of its own; fingers touch the screen that it is on."""

    def start(self) -> None:
        self._screen = Screen()
        self.ending.callback(self._screen.close)
        home = tempfile.mkdtemp(prefix="footwork-webkit-")
        self.ending.callback(shutil.rmtree, home, ignore_errors=True)
        gtk = Path(home, "gtk-3.0")
        gtk.mkdir()
        (gtk / "settings.ini").write_text(CALM, encoding="utf-8")
        (gtk / "gtk.css").write_text(NARROW, encoding="utf-8")
        options = {"binary": str(path_like(MINI_BROWSER)), "args": ["--automation"]}
        self._browser = WebDriver(
            self.found.path,
            {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options},
            {**os.environ, **dict.fromkeys(HOMES, home), "DISPLAY": self._screen.display},
        )
        self.ending.callback(self._browser.close)
        self._fit()

    def _fit(self) -> None:
        """Make the window so large that the page in it has the size it should have."""
        rect = {"x": 0, "y": 0, "width": self.window.width, "height": self.window.height}
        self._browser.post("/window/rect", **rect)
        self._above = self.window.height - self.run("() => innerHeight")
        self._browser.post("/window/rect", **{**rect, "height": self.window.height + self._above})

    def open(self, address: str) -> None:
        self._browser.post("/url", url=address)

    def json_of(self, expression: str) -> str:
        return self._browser.post("/execute/sync", script=f"return {expression}", args=[])

    def take_picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._browser.get("/screenshot")))

    def reload(self) -> None:
        self._browser.post("/refresh")

    def perform(self, source: dict[str, Any]) -> None:
        self._browser.post("/actions", actions=[source])

    def touch(self, what: Touch, at: Iterable[Point]) -> None:
        # The driver knows fingers by name and sends a mouse. So the glass is touched.
        for point in at:
            self._screen.touch(what, Point(point.x, point.y + self._above))
