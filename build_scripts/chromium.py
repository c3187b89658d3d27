"""Find Chromium for the tests and measurements in a browser, or say how to get it.

Nothing is downloaded except from Debian, through apt, and that only as root.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from build_scripts.project import stop

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# Keep the browser from calling home, so that recorded requests are the page's own.
QUIET_ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch_arguments() -> list[str]:
    """The command-line arguments to start Chromium with."""
    # Chromium's sandbox refuses to run as root, as in most containers.
    return [*QUIET_ARGUMENTS, "--no-sandbox"] if _is_root() else list(QUIET_ARGUMENTS)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A Chromium to be driven, without a window of its own; put away afterwards."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=launch_arguments())
        try:
            yield browser
        finally:
            browser.close()


def find_chromium() -> str:
    """The path of a Chromium; installed on Debian if need be. Ends the program when there is none."""
    ways: tuple[Callable[[], str | None], ...] = (_named, _on_path, _of_playwright, _from_debian)
    found = next(filter(None, (way() for way in ways)), None)
    if found is None:
        stop(
            "needs Chromium and found none; install it from your package manager "
            "(Debian: apt-get install chromium), or say where it is with CHROMIUM_PATH=/path/to/chromium"
        )
    return found


def _named() -> str | None:
    path = os.environ.get("CHROMIUM_PATH")
    if path and not shutil.which(path):
        stop(f"CHROMIUM_PATH is {path}, which cannot be run; correct it or unset it")
    return path


def _on_path() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _of_playwright() -> str | None:
    """The browser that ``playwright install chromium`` has put somewhere, where somebody ran it."""
    folder = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright"
    found = sorted(Path(folder).glob("chromium-*/chrome-linux*/chrome"))
    return str(found[-1]) if found else None


def _from_debian() -> str | None:
    if not (_is_root() and shutil.which("apt-get")):
        return None
    _tell("fetching Chromium with apt-get (100 MB)")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update"],
        ["apt-get", "install", "-y", "--no-install-recommends", "chromium"],
    ):
        done = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if done.returncode:
            _tell(f"{' '.join(command)} failed: {done.stderr.strip()[-300:]}")
            return None
    return _on_path()


def _tell(text: str) -> None:
    """Say on the error stream what is being done: the output of this module is the path."""
    print(f"footwork: {text}", file=sys.stderr, flush=True)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


if __name__ == "__main__":
    print(find_chromium())
