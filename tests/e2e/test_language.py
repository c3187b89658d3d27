"""The demo in German: its own words, those of the rules, numbers, names; and the ways to ask for it."""

import re

import pytest
from playwright.sync_api import expect

from build_scripts.texts import DEMO_LANGUAGES, WORDS, english, table, translation
from tests.e2e.demo import ANSWER_MILLIS

TABS = {"play": "Spiel", "sheet": "Bogen", "house": "Hausregeln", "rules": "Regeln"}

PHONE = {"width": 390, "height": 844}
CUT_OFF = """() => [...document.querySelectorAll(".header, .board-bar, .turn-bar, .tabs, .side, .panel")]
  .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > innerWidth + 1)
  .map(({className}) => className)"""

TOLD = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const told = [];
  while (walk.nextNode()) told.push(walk.currentNode.data.trim());
  for (const name of ["aria-label", "title", "placeholder"])
    for (const one of document.querySelectorAll(`[${name}]`)) told.push(one.getAttribute(name));
  return told.filter(Boolean);
}"""


@pytest.fixture
def german(open_demo):
    """The demo, asked for in German by its address."""
    return open_demo("?lang=de")


def test_all_that_a_first_look_shows_is_german(german):
    page = german.page
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page).to_have_title("Footwork: Bewegungsregeln für virtuelle Spieltische")
    expect(german.status).to_contain_text("Bereit")
    expect(page.get_by_role("tab")).to_have_text(list(TABS.values()))
    expect(page.get_by_role("list", name="Legende").get_by_role("listitem").first).to_have_text("Frei")
    expect(german.plan).to_contain_text("Jenny hat den Lieferwagen im Blick.")
    expect(page.get_by_test_id("scene").locator("option:checked")).to_have_text("Der Hinterhalt")
    expect(german.ledger).to_contain_text("Zug: Jenny")
    expect(german.ledger).to_contain_text("Freie Bewegung")
    expect(german.board.get_by_role("button", name="Wache Otto, Spalte")).to_be_visible()


def test_a_move_and_its_roll_are_told_in_german(german):
    german.pick_up(9)
    german.expect_verdict("roll")
    expect(german.plan).to_contain_text("Braucht einen Wurf")
    expect(german.plan).to_contain_text("Warum")
    german.let_go()
    expect(german.check).to_contain_text("Hier würfeln")
    expect(german.check).to_contain_text("W10")
    german.page.get_by_test_id("roll-cancel").click()
    expect(german.check).to_be_hidden()
    german.expect_at(4, 8)


def test_who_bears_a_change_is_told_in_german(german):
    german.page.get_by_test_id("system").select_option("sr5")
    german.settle()
    german.pick_up(10, token="jax")
    german.expect_verdict("roll")
    expect(german.lines("SR5-10")).to_contain_text("Wer auf Jax schießt: −2 Würfel")
    german.page.keyboard.press("Escape")


def test_keys_have_the_names_that_german_keyboards_print(german):
    german.page.keyboard.press("?")
    drawn = german.page.locator("#keys-help kbd")
    for keys in ("Eingabe", "Leertaste", "Strg + Z", "Umschalt + Strg + Z"):
        expect(drawn.get_by_text(keys, exact=True)).to_be_visible()
    assert len(set(drawn.evaluate_all("(keys) => keys.map((key) => key.offsetHeight)"))) == 1
    german.page.keyboard.press("Escape")


def test_what_may_not_be_is_told_in_german(german):
    german.page.get_by_test_id("enforcement-block").check(force=True)
    german.drag(40, 0)
    expect(german.notices.last).to_contain_text(re.compile("bleibt stehen|hält am letzten erlaubten Punkt"))


@pytest.fixture(scope="module")
def foreign():
    """All that the page and the rules say in English alone."""
    ours = [(table(folder / "en.json"), table(folder / "de.json")) for folder in (DEMO_LANGUAGES, WORDS)]
    pairs = [*ours, (english(), translation("de"))]
    said = {text for texts, others in pairs for key, text in texts.items() if others[key] != text}
    return said - {text for _, others in pairs for text in others.values()}


@pytest.mark.parametrize("system", ["contract", "sr5", "sr3", "d6", "styles"])
def test_no_tab_of_any_system_shows_english(german, system, foreign):
    page = german.page
    page.get_by_test_id("system").select_option(system)
    expect(german.board).to_have_attribute("data-system", system)
    expect(german.act).to_be_enabled(timeout=ANSWER_MILLIS)
    told = set()
    for tab in TABS:
        page.get_by_test_id(f"tab-{tab}").click()
        told |= set(page.evaluate(TOLD))
    assert len(told) > 200
    assert told & foreign == set()


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_is_cut_off_on_a_phone(open_demo, language):
    demo = open_demo(f"?lang={language}", viewport=PHONE)
    expect(demo.page.locator("html")).to_have_attribute("lang", language)
    for tab in TABS:
        demo.page.get_by_test_id(f"tab-{tab}").click()
        assert demo.page.evaluate(CUT_OFF) == [], tab


def test_the_switch_opens_the_same_game_in_the_other_language(open_demo):
    demo = open_demo("")
    demo.pick_up(3)
    demo.let_go()
    demo.expect_at(7, 8)
    demo.page.get_by_test_id("menu").click()
    demo.page.get_by_role("button", name="Deutsch").click()
    expect(demo.page.locator("html")).to_have_attribute("lang", "de", timeout=ANSWER_MILLIS)
    demo.wait_until_ready()
    demo.expect_at(7, 8)
    expect(demo.ledger).to_contain_text("Bisher getan")
    demo.page.goto(demo.page.url.replace("lang=de", ""))
    demo.wait_until_ready()
    expect(demo.ledger).to_contain_text("Bisher getan")
    demo.page.get_by_test_id("menu").click()
    demo.page.get_by_role("button", name="English").click()
    expect(demo.page.locator("html")).to_have_attribute("lang", "en", timeout=ANSWER_MILLIS)
    demo.wait_until_ready()
    expect(demo.ledger).to_contain_text("Done so far")


def test_a_browser_that_prefers_german_is_answered_in_german(open_demo):
    demo = open_demo("", locale="de-AT")
    expect(demo.page.locator("html")).to_have_attribute("lang", "de")
    expect(demo.act).to_have_text("Handeln")


def test_without_its_words_the_page_is_english(open_demo):
    demo = open_demo()
    demo.page.route("**/languages/de.json", lambda route: route.abort())
    demo.open(f"{demo.page.url}?lang=de")
    expect(demo.page.locator("html")).to_have_attribute("lang", "en")
    expect(demo.status).to_contain_text("Ready")
