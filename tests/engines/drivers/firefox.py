"""Firefox as Debian builds it, driven over WebDriver BiDi."""

import base64
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tests.engines.actions import ActingDriver
from tests.engines.drivers.bidi import Bidi

LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# Tokens that take no time to walk, and no question of the browser's own.
SETTINGS = {"ui.prefersReducedMotion": 1, "browser.shell.checkDefaultBrowser": False}


class FirefoxDriver(ActingDriver):
    """A Firefox without a window, with a profile of its own."""

    def start(self) -> None:
        profile = Path(tempfile.mkdtemp(prefix="footwork-firefox-"))
        self.ending.callback(shutil.rmtree, profile, ignore_errors=True)
        lines = [f'user_pref("{name}", {str(value).lower()});' for name, value in SETTINGS.items()]
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [self.found.path, "--headless", "--no-remote", "--profile", str(profile)]
        self._process = subprocess.Popen(
            [*command, "--remote-debugging-port=0"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.ending.callback(self._end)
        self._bidi = Bidi(f"{self._address()}/session", self._hear)
        self.ending.callback(self._bidi.close)
        self._bidi.ask("session.new", capabilities={})
        self._bidi.ask("session.subscribe", events=["log.entryAdded"])
        self._page = self._bidi.ask("browsingContext.create", type="tab")["context"]
        size = {"width": self.window.width, "height": self.window.height}
        self._bidi.ask(
            "browsingContext.setViewport",
            context=self._page,
            viewport=size,
            devicePixelRatio=2 if self.window.has_touch else 1,
        )

    def _address(self) -> str:
        """Where the browser listens; it says so when it does."""
        said = []
        for line in self._process.stderr or ():
            said.append(line)
            if found := LISTENING.search(line):
                return found[1]
        raise RuntimeError(f"{self.found.path} ended before it listened: {''.join(said)[-500:]}")

    def _hear(self, method: str, event: dict[str, Any]) -> None:
        if method == "log.entryAdded" and event["level"] in {"error", "warn"}:
            self.told.append(event["text"] or str(event))

    def _end(self) -> None:
        self._process.terminate()
        self._process.communicate()

    def open(self, address: str) -> None:
        self._bidi.ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def json_of(self, expression: str) -> str:
        answer = self._bidi.ask(
            "script.evaluate", expression=expression, target={"context": self._page}, awaitPromise=True
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"]["value"]

    def take_picture(self, path: Path) -> None:
        picture = self._bidi.ask("browsingContext.captureScreenshot", context=self._page)["data"]
        path.write_bytes(base64.b64decode(picture))

    def reload(self) -> None:
        self._bidi.ask("browsingContext.reload", context=self._page, wait="complete")

    def perform(self, source: dict[str, Any]) -> None:
        self._bidi.ask("input.performActions", context=self._page, actions=[source])
