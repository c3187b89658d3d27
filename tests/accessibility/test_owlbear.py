"""What the extension shows in Owlbear Rodeo: its popover, its legend, and the page that tells how to install it.

The table around it, with its labels and notices, is Owlbear Rodeo's own.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from build_scripts.owlbear import FOLDER
from tests.accessibility.allowed import ALLOWED
from tests.accessibility.axe import Inspection, Look
from tests.hosts.owlbear.client import TOOL, Client
from tests.hosts.owlbear.server import Servers
from tests.hosts.owlbear.worlds import rules, world

WINDOW = {"width": 1080, "height": 720}
# The popover is see-through. This is the table's paper behind it.
PAPER = {"light": "#ffffff", "dark": "#222639"}


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    if not (FOLDER / "manifest.json").is_file():
        pytest.fail("dist/owlbear is missing; run make owlbear")
    with Servers(FOLDER) as servers:
        yield servers


@pytest.fixture
def client(browser: Browser) -> Iterator[Client]:
    context = browser.new_context(viewport=WINDOW)
    yield Client(context.new_page())
    context.close()


def popover_of(page: Page) -> Frame:
    """The frame of the popover."""
    frame = page.locator("#popover iframe").element_handle().content_frame()
    assert frame is not None
    return frame


def inspect(surface: str, page: Page) -> Inspection:
    """A walk through the popover; the table tells it to be light or dark."""

    def dress(look: Look) -> None:
        page.evaluate(
            "(mode) => connection.emit('OBR_THEME_EVENT_CHANGE', { theme: { mode } }, 'OBR_THEME_SUBSCRIBE')",
            look.scheme.upper(),
        )
        frame = popover_of(page)
        expect(frame.locator("html")).to_have_attribute("data-theme", look.scheme)
        frame.evaluate(
            "(paper) => { document.documentElement.style.background = paper; }", PAPER[look.scheme]
        )

    return Inspection(surface, page, frames=lambda page: [popover_of(page)], dress=dress, allowed=ALLOWED)


def select(client: Client, *tokens: str) -> None:
    """Select tokens on the map."""
    client.page.evaluate("(tokens) => select(tokens)", list(tokens))


def fill_sheets(client: Client, popover: Any, walk: Inspection) -> None:
    """The sheet of a token, and what it refuses."""
    walk.at("house rules")
    popover.get_by_test_id("tab-sheet").click()
    walk.at("nobody is selected")
    select(client, "jenny")
    expect(popover.get_by_role("heading", name="Jenny")).to_be_visible()
    walk.at("sheet")
    popover.get_by_label("Dexterity", exact=True).fill("-7")
    expect(popover.get_by_role("alert")).to_be_visible()
    walk.at("sheet, a value refused")
    popover.get_by_label("Dexterity", exact=True).fill("4")
    expect(popover.get_by_role("alert")).to_have_count(0)


def take_turns(client: Client, popover: Any, walk: Inspection) -> None:
    """The turn of a token before and after a move, and where it cannot be told."""
    popover.get_by_test_id("tab-turn").click()
    expect(popover.get_by_test_id("allowances")).to_be_visible()
    walk.at("turn at first")
    client.use(TOOL)
    client.drag("jenny", 0, 7)
    expect(popover.get_by_test_id("commits")).to_be_visible()
    walk.at("turn with what was done")
    client.page.evaluate("regrid({ scale: '5' })")
    popover.get_by_test_id("tab-turn").click()
    expect(popover.get_by_test_id("why-not")).to_be_visible()
    walk.at("turn that cannot be told")
    client.page.evaluate("regrid({ scale: '5ft' })")


def test_the_popover_of_a_gm(client: Client, servers: Servers) -> None:
    servers.put(world(room={}))
    client.open(servers.table, servers.extension, ready=False)
    popover = client.popover()
    expect(popover.get_by_test_id("system")).to_be_visible()
    walk = inspect("Owlbear, GM", client.page)
    walk.at("no rules chosen")
    client.write_rules(rules())
    expect(popover.locator("[data-field=extension_penalty]")).to_be_visible()
    fill_sheets(client, popover, walk)
    take_turns(client, popover, walk)
    for system in ("sr5", "styles"):
        client.write_rules(rules(system=system))
        for tab in ("house", "sheet", "turn"):
            popover.get_by_test_id(f"tab-{tab}").click()
            walk.at(f"{tab} of {system}")
    client.write_rules(rules(system="sr5"))
    popover.get_by_test_id("tab-house").click()
    popover.get_by_role("switch", name="Small tokens share a cell").check()
    expect(popover.locator(".presets-mark")).to_have_count(1)
    popover.get_by_label("Preset").select_option("Core book")
    expect(popover.get_by_role("button", name="Restore custom choices")).to_be_visible()
    # The room may still answer with the preset, which shows for a moment what it says.
    popover.get_by_role("switch", name="Small tokens share a cell").click()
    expect(popover.get_by_role("switch", name="Small tokens share a cell")).to_be_checked()
    expect(popover.locator(".presets-mark")).to_have_count(1)
    walk.at("house rules, one differs from the preset that was chosen")
    assert client.complaints == []
    walk.finish()


def test_the_popover_of_a_player(client: Client, servers: Servers) -> None:
    servers.put(world(room={}))
    client.open(servers.table, servers.extension, role="PLAYER", ready=False)
    popover = client.popover()
    expect(popover.get_by_test_id("tab-sheet")).to_be_visible()
    walk = inspect("Owlbear, player", client.page)
    walk.at("no rules chosen")
    client.page.route("**/runtime/start.json", lambda route: route.abort())
    client.write_rules(rules())
    popover.get_by_test_id("tab-house").click()
    expect(popover.get_by_test_id("system")).to_be_disabled()
    walk.at("house rules")
    select(client, "jenny")
    popover.get_by_test_id("tab-turn").click()
    expect(popover.get_by_test_id("why-not")).to_be_visible()
    walk.at("turn, rules that do not run")
    popover.get_by_test_id("tab-sheet").click()
    walk.at("sheet, rules that do not run")
    walk.finish()


def test_the_legend_over_the_map(client: Client, servers: Servers) -> None:
    servers.put(world())
    client.open(servers.table, servers.extension)
    select(client, "jenny")
    expect(client.legend.last).to_be_visible()

    def legend(page: Page) -> list[Frame]:
        return [frame for frame in page.frames if "map-legend.html" in frame.url]

    walk = Inspection("Owlbear, legend", client.page, frames=legend, allowed=ALLOWED)
    walk.at("as it is")
    walk.finish()


def test_the_page_that_tells_how_to_install_it(client: Client, servers: Servers) -> None:
    client.page.goto(f"{servers.extension}index.html")
    walk = Inspection("Owlbear, page", client.page, allowed=ALLOWED)
    walk.at("as it is")
    walk.finish()
