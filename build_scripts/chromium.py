"""Chromium for the tests and measurements in a browser."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from build_scripts.browsers import KINDS, find, is_root
from build_scripts.project import stop

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
    return [*QUIET_ARGUMENTS, "--no-sandbox"] if is_root() else list(QUIET_ARGUMENTS)


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
    found = find("chromium")
    if found is None:
        stop(f"needs Chromium and found none; {KINDS['chromium'].advice}")
    return found.path


if __name__ == "__main__":
    print(find_chromium())
