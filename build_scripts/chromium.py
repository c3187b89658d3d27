"""Chromium for the tests and measurements in a browser."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, ViewportSize, sync_playwright

from build_scripts.browsers import KINDS, find, is_root
from build_scripts.project import stop

SHELL = "chromium-headless-shell"

# Keep the browser from calling home, so that recorded requests are the page's own.
QUIET_ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

# A name of this machine that is no localhost: what is served there over plain HTTP is no secure context.
PLAIN_HOST = "footwork.test"
PLAIN_HTTP = f"--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1"

# What V8 does beside the page, to be faster later: tests end before it pays. WebAssembly stays as it is first compiled.
SHORT_LIVED = "--js-flags=--liftoff-only --single-threaded-gc"
# What runs most of all of a page that lives for minutes, as Python's loop does, is worth compiling again.
LASTING = "--js-flags=--wasm-tiering-budget=100000000 --single-threaded-gc"


def launch_arguments() -> list[str]:
    """The command-line arguments to start Chromium with."""
    # Chromium's sandbox refuses to run as root, as in most containers.
    arguments = [*QUIET_ARGUMENTS, PLAIN_HTTP]
    return [*arguments, "--no-sandbox"] if is_root() else arguments


@contextmanager
def open_browser(*, whole: bool = True) -> Iterator[Browser]:
    """A Chromium to be driven, without a window of its own; put away afterwards.

    Unless it must be the whole browser, its headless shell is taken where there is one: the same engine without the
    windows around it, and set up for pages that live for seconds. It takes half of the processor.
    """
    path = find_chromium() if whole else find_shell() or find_chromium()
    arguments = launch_arguments() if whole else [*launch_arguments(), SHORT_LIVED]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def open_lasting(browser: Browser) -> Iterator[Browser]:
    """Another headless shell beside one, set up for pages in which the rules reckon for minutes."""
    arguments = [*launch_arguments(), LASTING]
    lasting = browser.browser_type.launch(executable_path=find_shell() or find_chromium(), args=arguments)
    try:
        yield lasting
    finally:
        lasting.close()


@contextmanager
def open_profile(browser: Browser, window: ViewportSize) -> Iterator[BrowserContext]:
    """Another Chromium beside one, with a folder of its own: only there does it keep what it has compiled."""
    with tempfile.TemporaryDirectory() as folder:
        context = browser.browser_type.launch_persistent_context(
            folder, executable_path=find_chromium(), args=launch_arguments(), viewport=window
        )
        yield context
        context.close()


def find_shell() -> str | None:
    """The path of Chromium's headless shell, unless another Chromium was asked for by name."""
    found = find("chromium")
    return None if os.environ.get(KINDS["chromium"].variable) or not found else shutil.which(SHELL)


def find_chromium() -> str:
    """The path of a Chromium; installed on Debian if need be. Ends the program when there is none."""
    found = find("chromium")
    if found is None:
        stop(f"needs Chromium and found none; {KINDS['chromium'].advice}")
    return found.path


if __name__ == "__main__":
    print(find_chromium())
