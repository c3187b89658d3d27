"""What the mod shows in PlanarAlly: its button, dialogs, notices, the tab of a shape, and what it says aloud."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.accessibility.allowed import ALLOWED
from tests.accessibility.axe import Inspection
from tests.hosts.planarally.conftest import WINDOW, MoverContext, Room, serve_table

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

Sit = Callable[..., MoverContext]


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


def open_tab(seat: MoverContext) -> None:
    """Open the tab of the shape that is selected."""
    seat.page.evaluate(CLOSE_TAB)
    seat.page.evaluate("openTab()")
    expect(seat.page.locator("#tab .footwork-panel")).to_be_visible()


def move(seat: MoverContext, walk: Inspection) -> None:
    """A move on the board, one that is refused, one that needs a roll, one that the GM is asked about."""
    seat.drag(HOME, (9, 6), drop=False)
    expect(seat.page.locator(".footwork-said")).to_contain_text("Jenny")
    walk.at("dragging", parts=[".footwork-said", ".footwork-legend"])
    seat.page.mouse.up()
    seat.wait_moves("jenny", 1)
    seat.drag((9, 6), (14, 6))
    expect(seat.dialog).to_be_visible()
    walk.at("the GM is asked", parts=[".footwork-dialog"])
    seat.answer("Refuse")
    expect(seat.notices).to_contain_text("Jenny stays")
    walk.at("refused", parts=[".footwork-notices"])
    seat.drag((9, 6), (13, 6))
    expect(seat.dialog).to_be_visible()
    walk.at("roll asked", parts=[".footwork-dialog"])
    seat.answer("Stay")


def set_rules(seat: MoverContext, walk: Inspection) -> None:
    """The rules of the table, in each game."""
    seat.page.locator(".footwork-button").click()
    for system in ("", "contract", "sr5", "styles", "contract"):
        seat.dialog.locator("#footwork-rules").select_option(system)
        if system and f"rules of {system}" not in walk.states:
            expect(seat.dialog.locator("h2")).not_to_have_count(0)
            walk.at(f"rules of {system}", parts=[".footwork-dialog"])
        elif not system:
            walk.at("no rules chosen", parts=[".footwork-dialog"])
    seat.dialog.get_by_role("switch", name="Small tokens share a cell").check()
    seat.dialog.get_by_label("Preset").select_option("As written")
    expect(seat.dialog.locator(".presets-mark")).to_have_count(0)
    seat.dialog.get_by_role("switch", name="Small tokens share a cell").check()
    expect(seat.dialog.locator(".presets-mark")).to_have_count(1)
    walk.at("house rules, one differs from the preset that was chosen", parts=[".footwork-dialog"])
    seat.answer("Close")


def fill_tab(seat: MoverContext, walk: Inspection) -> None:
    """The tab of a token: its turn and its sheet; that of another shape: its ground."""
    seat.page.evaluate("selected.clear(); selected.add(1)")
    open_tab(seat)
    expect(seat.page.locator("#tab")).to_contain_text("This turn")
    walk.at("tab of a token", parts=["#tab .footwork-panel"])
    seat.page.locator("#footwork-sheet-dexterity").fill("99")
    expect(seat.page.locator("#tab").get_by_role("alert")).to_be_visible()
    walk.at("tab, a value refused", parts=["#tab .footwork-panel"])


def fill_ground(seat: MoverContext, walk: Inspection) -> None:
    """The tab of a shape that is no token: the ground under it."""
    seat.page.evaluate("selected.clear(); selected.add(3)")
    open_tab(seat)
    seat.page.locator("#footwork-ground").select_option("Difficult")
    expect(seat.page.locator("#footwork-multiplier")).to_be_visible()
    walk.at("tab of another shape", parts=["#tab .footwork-panel"])
    seat.page.evaluate(CLOSE_TAB)


def test_a_gm(sit: Sit) -> None:
    seat = sit(enforcement="confirm", character={"dexterity": 4, "brawn": 3, "athletics": 4})
    walk = inspect("PlanarAlly, GM", seat.page)
    walk.at("ready")
    seat.fight()
    move(seat, walk)
    set_rules(seat, walk)
    fill_tab(seat, walk)
    fill_ground(seat, walk)
    walk.finish()


def test_a_player_whose_rules_do_not_run(sit: Sit) -> None:
    seat = sit("user=player", script=NO_WORKERS, ready=False)
    expect(seat.page.locator(".footwork-button")).to_have_attribute("data-state", "failed")
    walk = inspect("PlanarAlly, player", seat.page)
    walk.at("rules that do not run", parts=[".footwork-button", ".footwork-notices"])
    seat.page.locator(".footwork-button").click()
    expect(seat.dialog).to_be_visible()
    walk.at("rules of the table", parts=[".footwork-dialog"])
    seat.answer("Close")
    seat.drag(HOME, HOME)
    open_tab(seat)
    walk.at("tab without rules", parts=["#tab"])
    walk.finish()
