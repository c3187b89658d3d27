"""Take the pictures of the demo for the documentation, into ``docs/pictures``.

``make screenshots ONLY="demo-phone demo-ford"`` takes those whose names begin so. ``ONLY=gallery`` takes the demo on
every size of screen, light, dark and in forced colours, in each language, into ``build/gallery``, to be looked at.
"""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby, product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, expect

from build_scripts.chromium import open_browser
from build_scripts.legible import check_legible
from build_scripts.project import BUILD, ROOT, SITE, say, stop
from build_scripts.serve import make_server, serving

PICTURES = ROOT / "docs" / "pictures"
GALLERY = BUILD / "gallery"
STRIDE = ROOT / "web" / "hosts" / "foundry" / "example" / "stride.py"
Scheme = Literal["light", "dark", "forced"]
Act = Callable[[Page], None]
READY_MILLIS = 60_000
ANY_VERDICT, PENALISED, ROLL = re.compile("free|penalised|roll"), re.compile("penalised"), re.compile("roll")
DRAWN_MILLIS = 400


@dataclass(frozen=True, slots=True)
class Picture:
    """What is on a picture: a browser window, and what is done in it before the picture is taken."""

    name: str
    size: tuple[int, int]
    scheme: Scheme
    act: Act
    ask: str = ""
    """What the address asks for."""
    game: Path | None = None
    """A game that the page brings along."""
    folder: Path = PICTURES


def _hold(token: str, cols: float, rows: float = 0, verdict: re.Pattern[str] = ANY_VERDICT) -> Act:
    """Drag a token some cells east and south without letting go, and return what the rules say of it."""

    def act(page: Page) -> None:
        held = page.locator(f"[data-testid=token][data-token-id={token}]")
        expect(held).to_be_visible()
        expect(page.get_by_test_id("act")).to_be_enabled()
        box = held.bounding_box()
        cell = float(page.get_by_test_id("board").get_attribute("data-cell-px") or "0")
        if box is None:
            stop(f"the scene shows no {token}; look at it with make demo")
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + cols * cell, y + rows * cell, steps=12)
        expect(page.get_by_test_id("plan")).to_have_attribute("data-verdict", verdict)

    return act


def _dropped(hold: Act) -> Act:
    """Do so, and let it go: there is a roll to make."""

    def act(page: Page) -> None:
        hold(page)
        page.mouse.up()
        expect(page.get_by_test_id("check")).to_be_visible()

    return act


def _interrupt(page: Page) -> None:
    """Take Rook past Blade in the alley, who strikes at him."""
    page.get_by_test_id("system").select_option("sr3")
    _dropped(_hold("rook", 9, -1, PENALISED))(page)


def _upstairs(page: Page) -> None:
    """Lead Mara up to the gallery, and keep her in the hand there."""
    page.locator("[data-testid=token][data-token-id=mara]").focus()
    for key in ("Enter", "KeyT", *["ArrowRight"] * 4):
        page.keyboard.press(key)
    expect(page.get_by_test_id("plan")).to_have_attribute("data-verdict", ANY_VERDICT)


DESKTOP, PHONE = (1440, 900), (390, 844)
# Each scene once on a desk and once on a phone, one of them in the dark.
SCENES: dict[str, tuple[Act, Scheme]] = {
    "ford": (_hold("old-tusk", -3), "light"),
    "market": (_hold("mara", 3, -1.5), "dark"),
    "tower": (_upstairs, "light"),
    "cave": (_hold("mara", 6), "dark"),
}
OTHER: dict[Scheme, Scheme] = {"light": "dark", "dark": "light"}
PICTURES_TO_TAKE = (
    Picture("demo-drag", (1440, 900), "light", _hold("jenny", 9, 0, ROLL)),
    Picture("demo-drag-dark", (1440, 900), "dark", _hold("jenny", 7, 0, PENALISED)),
    Picture("demo-check", (1440, 900), "light", _dropped(_hold("jenny", 9, 0, ROLL))),
    Picture("demo-interception-dark", (1440, 900), "dark", _interrupt),
    Picture("demo-phone", (390, 844), "light", _hold("jenny", 7, 0, PENALISED)),
    Picture("demo-phone-dark", (390, 844), "dark", _dropped(_hold("jenny", 9, 0, ROLL))),
    *(
        Picture(f"demo-{scene}{device}", size, scheme, act, f"?system=contract&scene={scene}")
        for scene, (act, light) in SCENES.items()
        for device, size, scheme in (("", DESKTOP, light), ("-phone", PHONE, OTHER[light]))
    ),
    Picture("new-game", (1100, 700), "light", _hold("mara", 8, 0, PENALISED), game=STRIDE),
)
SCREENS = ((1440, 900), (1024, 768), (820, 1180), (844, 390), (390, 844), (360, 640))
SCHEMES: tuple[Scheme, ...] = ("light", "dark", "forced")
GALLERY_TO_TAKE = tuple(
    Picture(
        f"gallery-{width}x{height}-{scheme}-{language}",
        (width, height),
        scheme,
        _hold("jenny", 7, 0, PENALISED),
        f"?lang={language}",
        folder=GALLERY,
    )
    for (width, height), scheme, language in product(SCREENS, SCHEMES, ("en", "de"))
)


def open_ready(browser: Browser, address: str, *, size: tuple[int, int], scheme: Scheme) -> Page:
    """Open the demo as who has been there before finds it: ready, and without the tour."""
    width, height = size
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="light" if scheme == "forced" else scheme,
        forced_colors="active" if scheme == "forced" else "none",
        reduced_motion="reduce",
    )
    page.goto(address)
    expect(page.get_by_test_id("status")).to_have_attribute("data-state", "ready", timeout=READY_MILLIS)
    page.get_by_test_id("tour-skip").click()
    return page


def take(browser: Browser, address: str, picture: Picture) -> None:
    """Take one picture."""
    page = open_ready(browser, address + picture.ask, size=picture.size, scheme=picture.scheme)
    picture.act(page)
    page.wait_for_timeout(DRAWN_MILLIS)
    check_legible(page, picture.name)
    path = picture.folder / f"{picture.name}.png"
    page.screenshot(path=path)
    page.close()
    say(f"took {path.relative_to(ROOT)}")


def main() -> None:
    """Take all pictures of the documentation, or those asked for."""
    if not (SITE / "index.html").is_file():
        stop("dist/demo is missing; run make build")
    wanted = tuple(sys.argv[1:]) or ("demo", "new-game")
    pictures = [
        picture for picture in (*PICTURES_TO_TAKE, *GALLERY_TO_TAKE) if picture.name.startswith(wanted)
    ]
    for folder in {picture.folder for picture in pictures}:
        folder.mkdir(parents=True, exist_ok=True)
    for game, together in groupby(pictures, lambda picture: picture.game):
        server = make_server(SITE, warm=True, games=[game] if game else [])
        with serving(server) as address, open_browser() as browser:
            for picture in together:
                take(browser, address, picture)


if __name__ == "__main__":
    main()
