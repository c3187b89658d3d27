"""Take the pictures of the documentation at the table of the tests, into ``docs/pictures``."""

import sys

from playwright.sync_api import Browser, ViewportSize, expect

from build_scripts.chromium import open_browser
from build_scripts.legible import check_legible
from build_scripts.owlbear import FOLDER
from build_scripts.project import ROOT, say, stop
from tests.hosts.owlbear.client import TOOL, Client
from tests.hosts.owlbear.server import Servers
from tests.hosts.owlbear.worlds import world

PICTURES = ROOT / "docs" / "pictures"
WINDOW: ViewportSize = {"width": 1080, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 720}
DRAWN_MILLIS = 400


def take(client: Client, name: str) -> None:
    """Take one picture of what is to be seen now."""
    client.page.wait_for_timeout(DRAWN_MILLIS)
    check_legible(client.page, name)
    path = PICTURES / f"{name}.png"
    client.page.screenshot(path=path)
    say(f"took {path.relative_to(ROOT)}")


def desktop(browser: Browser, servers: Servers) -> None:
    """A drag, the turn after it and the house rules, on a large screen in the dark."""
    servers.put(world())
    client = Client(browser.new_context(viewport=WINDOW).new_page())
    client.open(servers.table, servers.extension)
    client.use(TOOL)
    client.pick_up("jenny", 5, 3)
    expect(client.label).to_contain_text("left")
    take(client, "owlbear-drag")
    client.page.mouse.up()
    client.expect_moved(25)
    client.page.evaluate("select(['jenny'])")
    popover = client.popover()
    popover.get_by_test_id("tab-turn").click()
    expect(popover.get_by_test_id("commits")).to_contain_text("25 ft")
    take(client, "owlbear-turn")
    popover.get_by_test_id("tab-house").click()
    expect(popover.get_by_test_id("system")).to_be_visible()
    take(client, "owlbear-house-rules")


def phone(browser: Browser, servers: Servers) -> None:
    """The sheet on a phone in the light."""
    servers.put(world(theme="LIGHT"))
    client = Client(browser.new_context(viewport=PHONE).new_page())
    client.open(servers.table, servers.extension)
    client.page.evaluate("select(['jenny'])")
    popover = client.popover()
    popover.get_by_test_id("tab-sheet").click()
    expect(popover.get_by_role("heading", name="Jenny")).to_be_visible()
    take(client, "owlbear-phone")


WALKS = {desktop: ("owlbear-drag", "owlbear-turn", "owlbear-house-rules"), phone: ("owlbear-phone",)}


def main() -> None:
    """Take all pictures, or those on the way to one whose name begins as was asked for."""
    wanted = tuple(sys.argv[1:]) or ("",)
    if not (FOLDER / "manifest.json").is_file():
        stop("dist/owlbear is missing; run make owlbear")
    with open_browser() as browser, Servers(FOLDER) as servers:
        for walk, names in WALKS.items():
            if any(name.startswith(wanted) for name in names):
                walk(browser, servers)


if __name__ == "__main__":
    main()
