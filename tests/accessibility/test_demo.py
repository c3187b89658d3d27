"""The demo: its states in every look, in English; and in German, whose words are longer."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from build_scripts.project import SITE
from build_scripts.serve import make_server, serving
from tests.accessibility.allowed import ALLOWED
from tests.accessibility.axe import LOOKS, Inspection, Look
from tests.e2e.demo import ANSWER_MILLIS, START_MILLIS, Demo, game_of

WINDOW = {"width": 1280, "height": 800}
# Its words are longer: what that can spoil shows where there is least room.
IN_GERMAN = tuple(look for look in LOOKS if look.phone)
IN_BOTH_LANGUAGES = pytest.mark.parametrize(
    ("language", "looks"), [("en", LOOKS), ("de", IN_GERMAN)], ids=["en", "de"]
)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    if not (SITE / "index.html").is_file():
        pytest.fail("dist/demo is missing; run make build")
    with serving(make_server(SITE)) as address:
        yield address


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Demo]:
    """A page that has not been anywhere yet."""
    context = browser.new_context(viewport=WINDOW, reduced_motion="reduce")
    yield Demo(context.new_page())
    context.close()


def inspect(surface: str, page: Page, looks: tuple[Look, ...] = LOOKS) -> Inspection:
    """A walk through the demo, whose theme is that of the browser."""

    def dress(look: Look) -> None:
        expect(page.locator("html")).to_have_attribute("data-theme", look.scheme)

    return Inspection(surface, page, looks=looks, dress=dress, allowed=ALLOWED)


# What is done here is found by names of ours, not by words, so that it is the same in each language.


def put(demo: Demo, game: dict[str, Any]) -> None:
    """Load a game, and wait until its first token stands where it says."""
    demo.load("game.json", json.dumps(game))
    token = game["scene"]["tokens"][0]
    expect(demo.board).to_have_attribute("data-system", game["system"])
    demo.expect_at(token["col"], token["row"], token=token["id"])
    demo.settle()
    clear_notices(demo)


def clear_notices(demo: Demo) -> None:
    """Close all notices."""
    while demo.notices.count():
        demo.notices.first.get_by_role("button").last.click()


@contextmanager
def in_hand(demo: Demo, cell: tuple[int, int], verdict: str, token: str = "jenny") -> Iterator[None]:
    """A token is held over a cell, and put back."""
    demo.pick_up(*cell, token=token)
    demo.expect_verdict(verdict)
    yield
    demo.page.keyboard.press("Escape")
    demo.let_go()
    demo.page.get_by_test_id("fit").click()


def type_dice(demo: Demo, dice: str, typed_as: str) -> None:
    """Type dice into the check."""
    if not demo.page.get_by_test_id("roll-faces").is_visible():
        demo.check.locator("summary").click()
    demo.page.get_by_test_id("roll-typed-as").select_option(typed_as)
    demo.page.get_by_test_id("roll-faces").fill(dice)
    demo.page.get_by_test_id("roll-typed").click()


def drag_and_roll(demo: Demo, walk: Inspection) -> None:
    """Hold a token at each price; roll, with and without luck."""
    for verdict, cell in {"free": 3, "penalised": 7, "roll": 9, "impossible": 22}.items():
        with in_hand(demo, (cell, 0), verdict):
            walk.at(f"dragging, {verdict}")
    there = demo.point(5, 0)
    demo.page.mouse.click(there.x, there.y)
    demo.expect_verdict("free")
    walk.at("a way asked by a tap")
    demo.page.get_by_test_id("aim-cancel").click()
    demo.page.keyboard.press("?")
    walk.at("keys")
    demo.page.keyboard.press("Escape")
    demo.choose("games")
    walk.at("games")
    # Back to the menu, and out of it.
    demo.page.keyboard.press("Escape")
    demo.page.keyboard.press("Escape")
    demo.choose("about")
    walk.at("about")
    demo.page.keyboard.press("Escape")
    demo.page.get_by_test_id("tokens").click()
    walk.at("list of tokens")
    demo.page.keyboard.press("Escape")
    demo.drag(9)
    walk.at("roll open")
    type_dice(demo, "six", "faces")
    expect(demo.page.get_by_test_id("roll-faces")).to_have_attribute("aria-invalid", "true")
    walk.at("dice typed that are none")
    type_dice(demo, "2 6 10 8 1", "faces")
    expect(demo.result).to_have_attribute("data-success", "true", timeout=ANSWER_MILLIS)
    demo.settle()
    walk.at("roll made")
    demo.page.get_by_test_id("roll-done").click()
    demo.take_back()
    type_dice(demo, "0", "result")
    expect(demo.result).to_have_attribute("data-success", "false", timeout=ANSWER_MILLIS)
    demo.settle()
    walk.at("roll failed")
    demo.page.get_by_test_id("roll-done").click()
    walk.at("turn with moves and modifiers")


def ask_and_refuse(demo: Demo, walk: Inspection) -> None:
    """What becomes of a move that may not be, at each level."""
    demo.drop(2)
    expect(demo.override).to_be_visible(timeout=ANSWER_MILLIS)
    walk.at("impossible move asked")
    demo.page.get_by_test_id("send-back").click()
    expect(demo.override).to_be_hidden()
    demo.settle()
    for level in ("block", "inform"):
        demo.set_enforcement(level)
        demo.drop(1)
        expect(demo.notices).to_have_count(1, timeout=ANSWER_MILLIS)
        demo.settle()
        walk.at(f"impossible move at level {level}")
        clear_notices(demo)


def open_all(demo: Demo, walk: Inspection) -> None:
    """Menu, tabs, cards, what fields refuse, what files and links tell."""
    page = demo.page
    page.get_by_test_id("menu").click()
    walk.at("menu open")
    page.keyboard.press("Escape")
    demo.plan.locator(".rule-chip").first.click()
    expect(page.locator("#rule-card")).to_be_visible()
    walk.at("rule card open")
    page.keyboard.press("Escape")
    sheet = demo.open_tab("sheet")
    walk.at("sheet")
    sheet.locator("[data-field=dexterity] input").fill("-3")
    expect(sheet.get_by_role("alert")).to_be_visible(timeout=ANSWER_MILLIS)
    walk.at("sheet with a refused value")
    house = demo.open_tab("house")
    house.locator("[data-field=extension_penalty] select").select_option(index=1)
    house.get_by_test_id("map-rules").locator("[data-field=units] input").fill("furlongs")
    expect(house.get_by_role("alert")).to_be_visible(timeout=ANSWER_MILLIS)
    walk.at("house rules, one changed, a unit refused")
    house.get_by_test_id("presets").get_by_role("combobox").select_option(index=1)
    expect(house.get_by_test_id("presets").get_by_role("button")).to_be_visible(timeout=ANSWER_MILLIS)
    walk.at("house rules, a preset chosen")
    house.locator("[data-field=share_cell] input").check()
    expect(house.locator(".presets-mark")).to_have_count(1, timeout=ANSWER_MILLIS)
    walk.at("house rules, one differs from the preset")
    rules = demo.open_tab("rules")
    walk.at("rule book")
    rules.get_by_role("searchbox").fill("no such rule")
    walk.at("rule book, nothing found")
    demo.open_tab("play")
    demo.choose("copy-link")
    expect(demo.notices).to_have_count(1)
    demo.choose("reset")
    # What was told of the link goes with the next thing that is done.
    expect(demo.notices).to_have_count(1)
    expect(demo.notices.get_by_role("button")).to_have_count(2)
    demo.settle()
    walk.at("link copied, game put back")
    clear_notices(demo)
    demo.load("broken.json", "{")
    expect(demo.notices).to_have_count(1)
    walk.at("wrong file loaded")
    clear_notices(demo)


def go_through_systems(demo: Demo, walk: Inspection) -> None:
    """Every system on its own scene, with its acts, rulings and interruptions."""
    for system in ("sr5", "sr3", "d6", "styles"):
        demo.open_system(system)
        expect(demo.board.locator(".band")).not_to_have_count(0, timeout=ANSWER_MILLIS)
        walk.at(f"scene of {system}, reach shown")
        open_acts(demo, walk, system)
        for tab in ("sheet", "house"):
            demo.open_tab(tab)
            walk.at(f"{tab} of {system}")
        demo.open_tab("play")


def open_acts(demo: Demo, walk: Inspection, system: str) -> None:
    """The menu of acts, with each of its forms."""
    demo.act.click()
    acts = demo.page.get_by_test_id("acts")
    expect(acts).to_be_visible()
    for form in acts.locator("details").all():
        form.evaluate("(form) => { form.removeAttribute('name'); form.open = true; }")
    walk.at(f"acts of {system}, all forms open")
    for form in acts.locator("details").all():
        form.evaluate("(form) => { form.open = false; form.name = 'acts'; }")
    demo.page.keyboard.press("Escape")
    expect(acts).to_be_hidden()


def be_asked(demo: Demo, walk: Inspection) -> None:
    """What the rules ask the GM, and what interrupts a move."""
    put(demo, game_of("styles", at=(14, 8)))
    demo.drag(1, token="magpie")
    expect(demo.page.get_by_test_id("ruling")).to_be_visible()
    walk.at("ruling open")
    demo.page.get_by_test_id("rule-always").check()
    with demo.recording():
        demo.page.get_by_test_id("rule-lands").click()
    clear_notices(demo)
    demo.open_tab("house")
    expect(demo.page.get_by_test_id("answers")).to_be_visible()
    walk.at("house rules with an answer that is remembered")
    demo.open_tab("play")
    put(demo, game_of("sr3"))
    demo.drag(9, -1, token="rook")
    expect(demo.page.get_by_test_id("react-on")).to_be_visible()
    walk.at("move interrupted")


def see_scenes(demo: Demo, walk: Inspection) -> None:
    """Hexes, storeys, no grid, a large cave."""
    for scene, token, verdict in (
        ("ford", "old-tusk", "roll|penalised|free|impossible"),
        ("market", "mara", "free"),
        ("tower", "mara", "free"),
        ("cave", "mara", "free"),
    ):
        demo.open_scene(scene)
        walk.at(f"scene {scene}")
        demo.pick_up(2, token=token)
        expect(demo.plan).to_have_attribute("data-verdict", re.compile(verdict), timeout=ANSWER_MILLIS)
        walk.at(f"scene {scene}, dragging")
        demo.page.keyboard.press("Escape")
        demo.let_go()
    demo.page.get_by_test_id("fit").click()
    walk.at("scene cave, seen whole")


@IN_BOTH_LANGUAGES
def test_a_game_from_loading_to_its_rule_book(visitor: Demo, address: str, language: str, looks: Any) -> None:
    page = visitor.page
    held: list[Route] = []
    page.route("**/runtime/start.json", lambda route: held.append(route))  # noqa: PLW0108  # the driver marks it
    walk = inspect(f"demo, a game in {language}", page, looks)
    page.goto(f"{address}?lang={language}")
    expect(visitor.status).to_have_attribute("data-state", "loading")
    expect(visitor.token()).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    walk.at("loading")
    held[0].continue_()
    visitor.wait_until_ready()
    walk.at("ready")
    drag_and_roll(visitor, walk)
    ask_and_refuse(visitor, walk)
    open_all(visitor, walk)
    assert visitor.complaints == []
    walk.finish()


@IN_BOTH_LANGUAGES
def test_every_system(visitor: Demo, address: str, language: str, looks: Any) -> None:
    visitor.open(f"{address}?lang={language}&seed=7")
    walk = inspect(f"demo, systems in {language}", visitor.page, looks)
    go_through_systems(visitor, walk)
    be_asked(visitor, walk)
    assert visitor.complaints == []
    walk.finish()


def test_every_kind_of_map(visitor: Demo, address: str) -> None:
    visitor.open(f"{address}?system=contract&scene=ford")
    walk = inspect("demo, maps", visitor.page)
    see_scenes(visitor, walk)
    assert visitor.complaints == []
    walk.finish()


def test_rules_that_do_not_start(visitor: Demo, address: str) -> None:
    page = visitor.page
    page.route("**/runtime/start.json", lambda route: route.abort())
    walk = inspect("demo, no rules", page)
    page.goto(address)
    expect(visitor.status).to_have_attribute("data-state", "failed", timeout=START_MILLIS)
    expect(visitor.notices).to_have_count(1)
    walk.at("failed start")
    for tab in ("sheet", "house", "rules"):
        visitor.open_tab(tab)
    walk.at("rule book without rules")
    walk.finish()
