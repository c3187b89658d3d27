"""Take the pictures of the demo for the documentation, into ``docs/pictures``."""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import Browser, Page, expect, sync_playwright

from build_scripts.chromium import find_chromium, launch_arguments
from build_scripts.project import ROOT, SITE, say, stop
from build_scripts.serve import address_of, make_server

PICTURES = ROOT / "docs" / "pictures"
Scheme = Literal["light", "dark"]
READY_MILLIS = 60_000
ANY_VERDICT = re.compile("free|penalised|roll")
DRAWN_MILLIS = 400


@dataclass(frozen=True, slots=True)
class Picture:
    """What is on a picture: a browser window, and what is done in it before the picture is taken."""

    name: str
    size: tuple[int, int]
    scheme: Scheme
    act: Callable[[Page], None]
    ask: str = ""
    """What the address asks for."""


def _drag(page: Page, cols: int, *, drop: bool = False) -> None:
    """Drag Jenny some cells to the east, and keep her in the hand unless told to drop her."""
    box = page.get_by_test_id("token").first.bounding_box()
    cell = float(page.get_by_test_id("board").get_attribute("data-cell-px") or "0")
    if box is None:
        stop("the demo shows no token; look at it with make demo")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + cols * cell, y, steps=12)
    expect(page.get_by_test_id("plan")).to_have_attribute("data-verdict", "penalised" if cols < 9 else "roll")
    if drop:
        page.mouse.up()
        expect(page.get_by_test_id("check")).to_be_visible()


def _interrupt(page: Page) -> None:
    """Take Rook past Blade in the alley, who strikes at him."""
    page.get_by_test_id("system").select_option("sr3")
    rook = page.locator("[data-testid=token][data-token-id=rook]")
    expect(rook).to_be_visible()
    expect(page.get_by_test_id("act")).to_be_enabled()
    box = rook.bounding_box()
    cell = float(page.get_by_test_id("board").get_attribute("data-cell-px") or "0")
    if box is None:
        stop("the alley shows no Rook; look at it with make demo")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9 * cell, y - cell, steps=12)
    expect(page.get_by_test_id("plan")).to_have_attribute("data-verdict", "penalised")
    page.mouse.up()
    expect(page.get_by_test_id("check")).to_be_visible()


def _hold(token: str, cols: float, rows: float) -> Callable[[Page], None]:
    """Drag a token so many cells east and south, and keep it in the hand."""

    def act(page: Page) -> None:
        held = page.locator(f"[data-testid=token][data-token-id={token}]")
        expect(page.get_by_test_id("act")).to_be_enabled()
        box = held.bounding_box()
        cell = float(page.get_by_test_id("board").get_attribute("data-cell-px") or "0")
        if box is None:
            stop(f"the scene shows no {token}; look at it with make demo")
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + cols * cell, y + rows * cell, steps=12)
        expect(page.get_by_test_id("plan")).to_have_attribute("data-verdict", ANY_VERDICT)

    return act


def _upstairs(page: Page) -> None:
    """Lead Mara up to the gallery, and keep her in the hand there."""
    page.locator("[data-testid=token][data-token-id=mara]").focus()
    for key in ("Enter", "KeyT", *["ArrowRight"] * 4):
        page.keyboard.press(key)
    expect(page.get_by_test_id("plan")).to_have_attribute("data-verdict", ANY_VERDICT)


DESKTOP, PHONE = (1440, 900), (390, 844)
# Each scene once on a desk and once on a phone, one of them in the dark.
SCENES: dict[str, tuple[Callable[[Page], None], Scheme]] = {
    "ford": (_hold("old-tusk", -3, 0), "light"),
    "market": (_hold("mara", 3, -1.5), "dark"),
    "tower": (_upstairs, "light"),
    "cave": (_hold("mara", 6, 0), "dark"),
}
OTHER: dict[Scheme, Scheme] = {"light": "dark", "dark": "light"}
PICTURES_TO_TAKE = (
    Picture("demo-drag", (1440, 900), "light", lambda page: _drag(page, 9)),
    Picture("demo-drag-dark", (1440, 900), "dark", lambda page: _drag(page, 7)),
    Picture("demo-check", (1440, 900), "light", lambda page: _drag(page, 9, drop=True)),
    Picture("demo-interception-dark", (1440, 900), "dark", _interrupt),
    Picture("demo-phone", (390, 844), "light", lambda page: _drag(page, 7)),
    Picture("demo-phone-dark", (390, 844), "dark", lambda page: _drag(page, 9, drop=True)),
    *(
        Picture(f"demo-{scene}{device}", size, scheme, act, f"?system=contract&scene={scene}")
        for scene, (act, light) in SCENES.items()
        for device, size, scheme in (("", DESKTOP, light), ("-phone", PHONE, OTHER[light]))
    ),
)


def take(browser: Browser, address: str, picture: Picture) -> None:
    """Take one picture."""
    width, height = picture.size
    page = browser.new_page(
        viewport={"width": width, "height": height}, color_scheme=picture.scheme, reduced_motion="reduce"
    )
    page.goto(address + picture.ask)
    expect(page.get_by_test_id("status")).to_have_attribute("data-state", "ready", timeout=READY_MILLIS)
    picture.act(page)
    page.wait_for_timeout(DRAWN_MILLIS)
    path = PICTURES / f"{picture.name}.png"
    page.screenshot(path=path)
    page.close()
    say(f"took {path.relative_to(ROOT)}")


def main() -> None:
    """Take all pictures."""
    if not (SITE / "index.html").is_file():
        stop("dist/demo is missing; run make build")
    PICTURES.mkdir(parents=True, exist_ok=True)
    server = make_server(SITE, warm=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=launch_arguments())
        for picture in PICTURES_TO_TAKE:
            take(browser, address_of(server), picture)
        browser.close()
    server.shutdown()
    server.server_close()


if __name__ == "__main__":
    main()
