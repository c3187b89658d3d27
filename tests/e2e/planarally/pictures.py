"""Take the pictures of the mod on a running PlanarAlly for the documentation.

``python -m tests.e2e.planarally.pictures``; set ``PLANARALLY_URL`` and ``PLANARALLY_DB``.
"""

import os
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect

from build_scripts.chromium import open_browser
from build_scripts.planarally import PAM
from build_scripts.project import ROOT, say, stop
from tests.e2e.planarally.room import Client, Room

PICTURES = ROOT / "docs" / "pictures"
DESKTOP: ViewportSize = {"width": 1200, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
DRAWN_MILLIS = 700
JENNY = {"dexterity": 3, "brawn": 2}
Act = Callable[[Client, int], None]


def drag(gm: Client, jenny: int) -> None:
    """Jenny goes round the guard, at a price."""
    gm.drag(jenny, 12, 5, drop=False)


def too_far(gm: Client, jenny: int) -> None:
    """Jenny was put back, and is held again where no roll would carry her."""
    gm.drag(jenny, 23, 5)
    expect(gm.notices).to_contain_text("stays")
    gm.drag(jenny, 21, 6, drop=False)


def turn(gm: Client, jenny: int) -> None:
    """The tab of the dialog for shapes, after a move."""
    gm.drag(jenny, 10, 9)
    gm.page.wait_for_timeout(DRAWN_MILLIS)
    gm.open_tab(jenny)


def rules(gm: Client, _jenny: int) -> None:
    """What the DM sets for the table."""
    gm.page.locator(".footwork-button").click()


def finger(gm: Client, jenny: int) -> None:
    """Jenny under a finger."""
    gm.touch_drag(jenny, 5, 11, drop=False)


PICTURES_TO_TAKE: tuple[tuple[str, ViewportSize, tuple[int, int], Act], ...] = (
    ("planarally-drag", DESKTOP, (7, 7), drag),
    ("planarally-why", DESKTOP, (7, 7), too_far),
    ("planarally-turn", DESKTOP, (7, 7), turn),
    ("planarally-rules", DESKTOP, (7, 7), rules),
    ("planarally-phone", PHONE, (2, 8), finger),
)


def client(room: Room, col: int, row: int) -> tuple[Client, int]:
    """The DM, and Jenny in a fight, with a guard beside her."""
    gm = room.gm
    gm.upload()
    gm.settle_rules("contract")
    jenny, guard = gm.add_token(col, row, "JE"), gm.add_token(col + 2, row, "GU")
    for token, name, at in ((jenny, "Jenny", (col, row)), (guard, "Guard", (col + 2, row))):
        gm.rename(token, name)
        gm.select(token)
        gm.drag(token, *at)
        gm.wait_sent()
    gm.set_sheet(jenny, JENNY)
    gm.fight(jenny)
    gm.page.locator(".initiative-modal .header-close").click()
    gm.select(jenny)
    return gm, jenny


def shoot(page: Page, name: str) -> None:
    """Take one picture of what is to be seen now."""
    page.wait_for_timeout(DRAWN_MILLIS)
    path = PICTURES / f"{name}.png"
    page.screenshot(path=path)
    say(f"took {path.relative_to(ROOT)}")


def main() -> None:
    """Take all pictures, each in a room of its own."""
    url, database = os.environ.get("PLANARALLY_URL"), os.environ.get("PLANARALLY_DB")
    if not url or not database:
        stop("needs a running PlanarAlly: set PLANARALLY_URL and PLANARALLY_DB (its sqlite file)")
    if not PAM.is_file():
        stop("dist/footwork-planarally.pam is missing; run make planarally")
    with open_browser() as browser:
        for name, window, at, act in PICTURES_TO_TAKE:
            room = Room(browser, url, Path(database), window=window, touch=window is PHONE)
            act(*client(room, *at))
            shoot(room.gm.page, name)
            room.close()


if __name__ == "__main__":
    main()
