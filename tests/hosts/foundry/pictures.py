"""Take the pictures of the module on the double for the documentation: ``python -m tests.hosts.foundry.pictures``."""

import sys
from collections.abc import Callable

from playwright.sync_api import Browser, expect

from build_scripts.chromium import open_browser
from build_scripts.foundry import FOLDER
from build_scripts.legible import check_legible
from build_scripts.project import ROOT, say, stop
from build_scripts.serve import serving
from tests.hosts.foundry.client import Client
from tests.hosts.foundry.server import Table, make_table_server
from tests.hosts.foundry.worlds import world

PICTURES = ROOT / "docs" / "pictures"
SIZE = {"width": 1380, "height": 640}
NAMES = {"sr5": {"jenny": "Nyx", "guard": "Ganger"}, "styles": {"jenny": "Pip", "guard": "Bruno"}}
DRAWN_MILLIS = 500


def turn(client: Client) -> None:
    """Jenny has moved, and is in the hand again; her turn is shown."""
    client.show_tab("Combat")
    client.page.evaluate("canvas.tokens.get('jenny').control()")
    client.drag("jenny", 3)
    client.page.keyboard.press("Alt+u")
    expect(client.page.locator("#footwork-panel .footwork-commit")).to_be_visible()
    client.pick_up("jenny", 4)
    expect(client.label()).to_contain_text("dice")


def run(client: Client) -> None:
    """A runner is in the hand, beyond what is free; the tracker is open."""
    client.show_tab("Combat")
    client.pick_up("jenny", 10, 1)
    expect(client.label()).to_contain_text("dice")


def card(client: Client) -> None:
    """A runner has run, which a card in the chat tells."""
    client.drag("jenny", 10, 1)
    expect(client.cards.get_by_role("button", name="Undo this move")).to_be_visible()


def house_rules(client: Client) -> None:
    """The form of house rules, one opened for its rules."""
    client.page.evaluate("new (game.settings.menus.get('footwork.houseRules').type)().render({force: true})")
    client.page.locator("#footwork-houseRules .footwork-rules summary").first.click()


def buttons(client: Client) -> None:
    """The buttons of a token, with its acts."""
    client.mark("jenny").click(button="right")
    client.page.locator("[data-footwork=acts]").click()
    expect(client.page.locator(".footwork-palette")).to_be_visible()


PICTURES_TO_TAKE: tuple[tuple[str, str, str, Callable[[Client], None]], ...] = (
    ("foundry-turn", "sr5", "light", run),
    ("foundry-turn-dark", "contract", "dark", turn),
    ("foundry-card", "sr5", "light", card),
    ("foundry-house-rules", "sr5", "light", house_rules),
    ("foundry-hud-dark", "styles", "dark", buttons),
)


def take(
    browser: Browser, address: str, table: Table, picture: tuple[str, str, str, Callable[[Client], None]]
) -> None:
    """Take one picture."""
    name, system, theme, act = picture
    shown = world(system)
    for token, called in NAMES.get(system, {}).items():
        shown["tokens"][token]["name"] = called
    table.put(shown)
    page = browser.new_page(viewport={"width": SIZE["width"], "height": SIZE["height"]})
    client = Client(page, table)
    page.goto(f"{address}game?user=gm&generation=14&theme={theme}")
    client.wait_until_entered()
    client.wait_until_ready()
    act(client)
    page.wait_for_timeout(DRAWN_MILLIS)
    check_legible(page, name)
    path = PICTURES / f"{name}.png"
    page.screenshot(path=path)
    page.close()
    say(f"took {path.relative_to(ROOT)}")


def main() -> None:
    """Take all pictures, or those whose names begin as was asked for."""
    wanted = tuple(sys.argv[1:]) or ("",)
    chosen = [picture for picture in PICTURES_TO_TAKE if picture[0].startswith(wanted)]
    if not (FOLDER / "module.json").is_file():
        stop("dist/foundry is missing; run make foundry")
    table = Table(FOLDER)
    with serving(make_table_server(table)) as address, open_browser() as browser:
        for picture in chosen:
            take(browser, address, table, picture)


if __name__ == "__main__":
    main()
