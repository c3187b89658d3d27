"""What the mod shows in PlanarAlly: its button, dialogs, notices, the tab of a shape, and what it says aloud."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.accessibility.allowed import ALLOWED
from tests.accessibility.axe import Inspection
from tests.hosts.planarally.conftest import WINDOW, Client, Room, serve_table

HOME = (4, 6)
OURS = (
    ".footwork-legend",
    ".footwork-button",
    ".footwork-dialog",
    ".footwork-notices",
    ".footwork-said",
    "#tab .footwork-panel",
)
NO_WORKERS = "globalThis.Worker = class { constructor() { throw new Error('no worker here'); } };"
CLOSE_TAB = "document.querySelector('#tab')?.remove()"

Sit = Callable[..., Client]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve_table(tmp_path_factory.mktemp("planarally")) as address:
        yield address


@pytest.fixture
def sit(browser: Browser, address: str) -> Iterator[Sit]:
    context = browser.new_context(viewport=WINDOW)
    yield Room(context.new_page, address).sit_down
    context.close()


def inspect(surface: str, page: Page) -> Inspection:
    """A walk through the mod; its host is light, whatever the system prefers."""
    return Inspection(surface, page, parts=OURS, allowed=ALLOWED)


def open_tab(client: Client) -> None:
    """Open the tab of the shape that is selected."""
    client.page.evaluate(CLOSE_TAB)
    client.page.evaluate("openTab()")
    expect(client.page.locator("#tab .footwork-panel")).to_be_visible()


def move(client: Client, walk: Inspection) -> None:
    """A move on the board, one that is refused, one that needs a roll, one that the GM is asked about."""
    client.drag(HOME, (9, 6), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("Jenny")
    walk.at("dragging", parts=[".footwork-said", ".footwork-legend"])
    client.page.mouse.up()
    client.wait_moves("jenny", 1)
    client.drag((9, 6), (14, 6))
    expect(client.dialog).to_be_visible()
    walk.at("the GM is asked", parts=[".footwork-dialog"])
    client.answer("Refuse")
    expect(client.notices).to_contain_text("Jenny stays")
    walk.at("refused", parts=[".footwork-notices"])
    client.drag((9, 6), (13, 6))
    expect(client.dialog).to_be_visible()
    walk.at("roll asked", parts=[".footwork-dialog"])
    client.answer("Stay")


def set_rules(client: Client, walk: Inspection) -> None:
    """The rules of the table, in each game."""
    client.page.locator(".footwork-button").click()
    for system in ("", "contract", "sr5", "styles", "contract"):
        client.dialog.locator("#footwork-rules").select_option(system)
        if system and f"rules of {system}" not in walk.states:
            expect(client.dialog.locator("h2")).not_to_have_count(0)
            walk.at(f"rules of {system}", parts=[".footwork-dialog"])
        elif not system:
            walk.at("no rules chosen", parts=[".footwork-dialog"])
    client.dialog.get_by_role("switch", name="Small tokens share a cell").check()
    client.dialog.get_by_label("Preset").select_option("As written")
    expect(client.dialog.locator(".presets-mark")).to_have_count(0)
    client.dialog.get_by_role("switch", name="Small tokens share a cell").check()
    expect(client.dialog.locator(".presets-mark")).to_have_count(1)
    walk.at("house rules, one differs from the preset that was chosen", parts=[".footwork-dialog"])
    client.answer("Close")


def fill_tab(client: Client, walk: Inspection) -> None:
    """The tab of a token: its turn and its sheet; that of another shape: its ground."""
    client.page.evaluate("selected.clear(); selected.add(1)")
    open_tab(client)
    expect(client.page.locator("#tab")).to_contain_text("Done so far")
    walk.at("tab of a token", parts=["#tab .footwork-panel"])
    client.page.locator("#footwork-sheet-dexterity").fill("99")
    expect(client.page.locator("#tab").get_by_role("alert")).to_be_visible()
    walk.at("tab, a value refused", parts=["#tab .footwork-panel"])


def fill_ground(client: Client, walk: Inspection) -> None:
    """The tab of a shape that is no token: the ground under it."""
    client.page.evaluate("selected.clear(); selected.add(3)")
    open_tab(client)
    client.page.locator("#footwork-ground").select_option("Difficult terrain")
    expect(client.page.locator("#footwork-multiplier")).to_be_visible()
    walk.at("tab of another shape", parts=["#tab .footwork-panel"])
    client.page.evaluate(CLOSE_TAB)


def test_a_gm(sit: Sit) -> None:
    client = sit(enforcement="confirm", character={"dexterity": 4, "brawn": 3, "athletics": 4})
    walk = inspect("PlanarAlly, GM", client.page)
    walk.at("ready")
    client.fight()
    move(client, walk)
    set_rules(client, walk)
    fill_tab(client, walk)
    fill_ground(client, walk)
    walk.finish()


def test_a_player_whose_rules_do_not_run(sit: Sit) -> None:
    client = sit("user=player", script=NO_WORKERS, ready=False)
    expect(client.page.locator(".footwork-button")).to_have_attribute("data-state", "failed")
    walk = inspect("PlanarAlly, player", client.page)
    walk.at("rules that do not run", parts=[".footwork-button", ".footwork-notices"])
    client.page.locator(".footwork-button").click()
    expect(client.dialog).to_be_visible()
    walk.at("rules of the table", parts=[".footwork-dialog"])
    client.answer("Close")
    client.drag(HOME, HOME)
    open_tab(client)
    walk.at("tab without rules", parts=["#tab"])
    walk.finish()
