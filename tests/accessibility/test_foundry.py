"""What the module shows in Foundry VTT: windows, buttons of a token, labels, cards, notices, questions.

The client's own page is not looked at: the double of it is a stand-in for tests.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from build_scripts.foundry import FOLDER
from build_scripts.serve import serving
from tests.accessibility.allowed import ALLOWED
from tests.accessibility.axe import Inspection, Look
from tests.hosts.foundry.client import Client
from tests.hosts.foundry.server import Table, make_table_server
from tests.hosts.foundry.worlds import world

WINDOW = {"width": 1150, "height": 800}
OURS = (
    ".footwork-window",
    ".footwork-hud",
    ".waypoint-label.footwork",
    ".footwork-legend",
    ".footwork-said",
    "#notifications li",
    ".footwork-card",
    "dialog > div",
)
CLOSE_ALL = """() => {
  for (const button of document.querySelectorAll(".application [data-action=close]")) button.click();
  for (const one of document.querySelectorAll("#token-hud, dialog, #notifications li, #chat-log li")) one.remove();
}"""
OPEN_MENU = "(key) => new (game.settings.menus.get(`footwork.${key}`).type)().render({force: true})"
OPEN = "(name) => game.modules.get('footwork').api[name]()"
ASK = """() => void CONFIG.queries["footwork.letThrough"]({
  kind: "outOfTurn", scene: "scene", token: "jenny", user: "player",
})"""
NO_WORKERS = "globalThis.Worker = class { constructor() { throw new Error('no workers here'); } };"

Sit = Callable[..., Client]


@pytest.fixture
def sit(browser: Browser) -> Iterator[Sit]:
    """Opens the page of a user at a table, with a world that everybody there has."""
    if not (FOLDER / "module.json").is_file():
        pytest.fail("dist/foundry is missing; run make foundry")
    table = Table(FOLDER)
    contexts = []
    with serving(make_table_server(table)) as address:

        def start(user: str = "gm", *, at: Any = None, script: str = "", **options: Any) -> Client:
            if at is not None:
                table.put(at)
            context = browser.new_context(viewport=WINDOW)
            contexts.append(context)
            context.add_init_script(script)
            client = Client(context.new_page(), table)
            client.open(address, user=user, **options)
            return client

        yield start
        for context in contexts:
            context.close()


def inspect(surface: str, page: Page) -> Inspection:
    """A walk through a client, which has light and dark as classes of its page."""

    def dress(look: Look) -> None:
        page.evaluate(
            "(theme) => { document.body.className = document.body.className.replace(/theme-\\w+/, theme); }",
            f"theme-{look.scheme}",
        )

    return Inspection(surface, page, parts=OURS, dress=dress, allowed=ALLOWED)


def window(client: Client, name: str) -> Locator:
    """A window of ours."""
    return client.page.locator(f"#footwork-{name}")


def select(client: Client, token: str = "jenny") -> None:
    """Select a token."""
    client.page.evaluate("(id) => canvas.tokens.get(id).control()", token)


def open_panel(client: Client) -> Locator:
    """Open the turn of Jenny alone."""
    client.page.evaluate(CLOSE_ALL)
    select(client)
    client.page.evaluate(OPEN, "openPanel")
    expect(window(client, "panel").locator(".footwork-allowances")).to_be_visible()
    return window(client, "panel")


def drag(client: Client, walk: Inspection) -> None:
    """Labels of a drag, what is asked, told and written into the chat."""
    for kind, cell in {"free": (3, 0), "penalised": (7, 0), "roll": (10, 0), "impossible": (18, 1)}.items():
        client.pick_up("jenny", *cell)
        expect(client.page.locator(f".waypoint-label.footwork-{kind}")).not_to_have_count(0)
        walk.at(f"dragging, {kind}", parts=[".waypoint-label.footwork", ".footwork-legend", ".footwork-said"])
        if kind != "impossible":
            client.page.keyboard.press("Escape")
            client.page.mouse.up()
    client.let_go()
    expect(client.notices).not_to_have_count(0)
    walk.at("refused", parts=["#notifications li"])
    client.pick_up("jenny", 10)
    expect(client.label()).to_contain_text("Outcome")
    client.page.mouse.up()
    expect(client.dialog).to_be_visible()
    walk.at("roll asked", parts=["dialog > div"])
    client.answer("yes")
    client.settle()
    expect(client.page.locator(".footwork-card")).not_to_have_count(0)
    walk.at("rolled, on cards", parts=[".footwork-card"])


def open_windows(client: Client, walk: Inspection) -> None:
    """Every window, as it opens and when it is used."""
    page = client.page
    page.evaluate("canvas.tokens.releaseAll?.()")
    page.evaluate(OPEN, "openPanel")
    expect(window(client, "panel")).to_be_visible()
    walk.at("turn at first")
    panel = open_panel(client)
    expect(panel.locator(".footwork-commit")).not_to_have_count(0)
    walk.at("turn with what was done")
    page.evaluate(CLOSE_ALL)
    page.evaluate(OPEN_MENU, "houseRules")
    form = window(client, "houseRules")
    form.locator(".footwork-rules summary").first.click()
    walk.at("house rules, rules of one open")
    form.get_by_label("Base Difficulty", exact=True).fill("99")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_role("alert").first).to_be_visible()
    walk.at("house rules, one refused")
    page.evaluate(CLOSE_ALL)
    select(client)
    page.evaluate(OPEN, "openSheet")
    sheet = window(client, "sheet")
    expect(sheet.locator(".footwork-line")).not_to_have_count(0)
    walk.at("sheet")
    sheet.get_by_label("Dexterity", exact=True).fill("99")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.get_by_role("alert").first).to_be_visible()
    walk.at("sheet, a value refused")
    page.evaluate(CLOSE_ALL)
    page.evaluate(OPEN_MENU, "paths")
    paths = window(client, "paths")
    paths.get_by_label("Dexterity", exact=True).fill("system.dex.value")
    expect(paths.locator("[data-field=dexterity] [data-good=true]")).to_be_visible()
    paths.get_by_label("Brawn", exact=True).fill("system.name")
    expect(paths.locator("[data-field=brawn] [data-good=false]")).to_be_visible()
    walk.at("paths, one right and one wrong")
    page.evaluate(CLOSE_ALL)


def be_asked(client: Client, walk: Inspection) -> None:
    """Buttons of a token with its acts, and a question for the GM."""
    client.mark("guard").click(button="right")
    client.page.locator("[data-footwork=acts]").click()
    expect(client.page.locator(".footwork-palette")).to_be_visible()
    walk.at("buttons of a token", parts=[".footwork-hud"])
    client.page.evaluate(CLOSE_ALL)
    client.page.evaluate(ASK)
    expect(client.dialog).to_be_visible()
    walk.at("the GM is asked", parts=["dialog > div"])
    client.page.evaluate(CLOSE_ALL)


def with_actor() -> Any:
    """A world in which Jenny has an actor of a game system that nobody here knows."""
    at = world()
    system = {"dex": {"value": "4"}, "name": "strong"}
    at["actors"] = [{"id": "actor", "type": "hero", "system": system, "items": []}]
    at["tokens"]["jenny"].update(actorId="actor", actorLink=True)
    return at


@pytest.mark.parametrize("generation", [13, 14], ids=["v13", "v14"])
def test_a_game(sit: Sit, generation: int) -> None:
    gm = sit(at=with_actor(), generation=generation)
    walk = inspect(f"Foundry v{generation}", gm.page)
    drag(gm, walk)
    open_windows(gm, walk)
    be_asked(gm, walk)
    assert gm.complaints == []
    walk.finish()


def test_acts(sit: Sit) -> None:
    gm = sit(at=world("sr5"))
    walk = inspect("Foundry, acts", gm.page)
    panel = open_panel(gm)
    for form in panel.locator(".footwork-acts details").all():
        form.evaluate("(form) => { form.removeAttribute('name'); form.open = true; }")
    walk.at("turn with all forms of acts open")
    panel.locator("#footwork-act-fall-height").fill("120")
    panel.locator("[data-act=fall]").click()
    expect(panel.locator(".footwork-waiting")).to_be_visible()
    walk.at("turn in the midst of a fall")
    gm.page.evaluate(CLOSE_ALL)
    gm.mark("jenny").click(button="right")
    gm.page.locator("[data-footwork=acts]").click()
    expect(gm.page.locator(".footwork-palette")).to_be_visible()
    walk.at("buttons of a token with many acts", parts=[".footwork-hud"])
    gm.page.evaluate(CLOSE_ALL)
    select(gm)
    gm.page.evaluate(OPEN, "openSheet")
    expect(window(gm, "sheet").locator(".footwork-line")).not_to_have_count(0)
    walk.at("sheet with lists")
    gm.page.evaluate(CLOSE_ALL)
    gm.page.evaluate(OPEN_MENU, "houseRules")
    form = window(gm, "houseRules")
    expect(form).to_be_visible()
    walk.at("house rules of the acts")
    form.get_by_role("switch", name="Small tokens share a cell").check()
    form.get_by_label("Preset").select_option("Core book")
    form.get_by_role("switch", name="Small tokens share a cell").check()
    expect(form.locator(".presets-mark")).to_have_count(1)
    walk.at("house rules, one differs from the preset that was chosen")
    walk.finish()


def test_without_the_rules(sit: Sit) -> None:
    at = world(withoutModule=["player"])
    at["settings"] |= {"footwork.enforcement": "closed"}
    gm = sit(at=at, script=NO_WORKERS, ready=False)
    walk = inspect("Foundry, no rules", gm.page)
    gm.drag("jenny", 2, 2)
    expect(gm.notices).not_to_have_count(0)
    walk.at("rules that do not run", parts=["#notifications li"])
    gm.page.evaluate(CLOSE_ALL)
    gm.page.evaluate(OPEN, "openPanel")
    expect(window(gm, "panel")).to_be_visible()
    walk.at("turn without rules")
    walk.finish()
