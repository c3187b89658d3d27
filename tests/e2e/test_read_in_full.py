"""What is written is read in full: in each game, on screens of every size, in both languages."""

import pytest
from playwright.sync_api import expect

from tests.e2e.demo import FILES

SIZES = [(1440, 900), (1024, 768), (820, 1180), (844, 390), (390, 844), (360, 640), (320, 640)]
TABS = ("play", "sheet", "house")

# What is chosen in a list and does not fit into it. Of some only a few letters must: a phone shows their beginning.
CUT_CHOICES = """(beginning) => {
  const pen = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll("select")].filter((list) => list.checkVisibility()).filter((list) => {
    const style = getComputedStyle(list);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const chosen = list.selectedOptions[0]?.label ?? "";
    const text = chosen.slice(0, beginning[list.dataset.testid] ?? 99);
    const arrow = 17;
    const room = list.clientWidth - parseFloat(style.paddingLeft) - arrow;
    return pen.measureText(text).width > room + 1;
  }).map((list) => `${list.dataset.testid ?? list.id}: ${list.selectedOptions[0].label} (${list.clientWidth} px)`);
}"""
# Short words that end on another line than they began.
BROKEN_WORDS = r"""(longest) => {
  const broken = [];
  const walk = document.createTreeWalker(document.querySelector(".side"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { currentNode: text } = walk;
    if (!text.parentElement.checkVisibility() || text.parentElement.closest("option")) continue;
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (word.length > longest) continue;
      const range = new Range();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
}"""
# Numbers of rules, such as SR5-06, that end on another line than they began.
BROKEN_NUMBERS = r"""() => {
  const broken = [];
  const walk = document.createTreeWalker(document.querySelector(".side"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { currentNode: text } = walk;
    if (!text.parentElement.checkVisibility()) continue;
    for (const { 0: number, index } of text.data.matchAll(/[A-Z][A-Z0-9]+-\d+/g)) {
      const range = new Range();
      range.setStart(text, index);
      range.setEnd(text, index + number.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(number);
    }
  }
  return broken;
}"""
LONGEST = 12
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_choice_is_cut_off_and_no_short_word_broken(open_demo, language):
    demo = open_demo(f"?lang={language}")
    page = demo.page
    page.get_by_test_id("tour-skip").click()
    found = []
    for system in FILES:
        demo.open_system(system)
        for tab in TABS:
            demo.open_tab(tab)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(DRAWN)
                beginning = {} if width > 1000 else {"system": len("Shadowrun 5"), "scene": 6}
                wrong = [*page.evaluate(CUT_CHOICES, beginning), *page.evaluate(BROKEN_WORDS, LONGEST)]
                found += [f"{system}, {tab}, {width}: {one}" for one in wrong]
    assert found == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_number_of_a_rule_is_broken(open_demo, language):
    demo = open_demo(f"?system=sr5&scene=rooftops&lang={language}")
    demo.page.get_by_test_id("tour-skip").click()
    demo.drag(6, token="jax")
    found = []
    for tab in (*TABS, "rules"):
        demo.open_tab(tab)
        for width, height in SIZES:
            demo.page.set_viewport_size({"width": width, "height": height})
            demo.page.evaluate(DRAWN)
            found += [f"{tab}, {width}: {one}" for one in demo.page.evaluate(BROKEN_NUMBERS)]
    assert found == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_is_done_in_a_turn_is_in_one_row_and_the_menu_in_the_window(open_demo, width, height, language):
    demo = open_demo(f"?lang={language}", viewport={"width": width, "height": height}, has_touch=width < 1000)
    tops = {demo.page.get_by_test_id(name).bounding_box()["y"] for name in ("act", "end-turn", "undo")}
    assert len(tops) == 1
    demo.page.get_by_test_id("menu").click()
    menu = demo.page.locator("#menu")
    box = menu.bounding_box()
    assert box["y"] + box["height"] <= height
    last = menu.get_by_role("button").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)


def test_upright_a_tablet_shows_the_whole_map_and_plan_and_turn_beside_each_other(open_demo):
    demo = open_demo(viewport={"width": 820, "height": 1180})
    board, plan, turn = (one.bounding_box() for one in (demo.board, demo.plan, demo.ledger))
    assert board["width"] == 820
    assert 26 * float(demo.board.get_attribute("data-cell-px")) <= 820
    assert plan["y"] == turn["y"] > board["y"] + board["height"]


def test_upright_a_tablet_has_the_headline_above_the_map(open_demo):
    for language in ("en", "de"):
        demo = open_demo(f"?lang={language}", viewport={"width": 820, "height": 1180})
        headline = demo.page.get_by_test_id("headline").bounding_box()
        assert headline["y"] + headline["height"] <= demo.point(0, -8.5).y


def test_notices_of_one_game_go_when_another_is_chosen(open_demo):
    demo = open_demo()
    demo.drag(9)
    demo.type_result(0)
    demo.page.get_by_test_id("roll-done").click()
    expect(demo.notices).not_to_have_count(0)
    demo.open_system("sr5")
    expect(demo.notices).to_have_count(0)


def test_a_name_is_written_above_a_token_that_another_stands_below(open_demo):
    demo = open_demo()
    demo.drag(8, -2)
    demo.expect_at(12, 6)
    name = demo.token().locator(".token-name").bounding_box()
    vane, jenny = demo.token("guard-vane").bounding_box(), demo.token().bounding_box()
    assert jenny["y"] < vane["y"]
    assert name["y"] + name["height"] <= jenny["y"] + 3


def test_stretches_that_read_alike_are_one_line(systems):
    systems.choose_system("styles")
    systems.pick_up(9, token="magpie")
    systems.expect_verdict("penalised")
    expect(systems.plan.locator(".band-list li")).to_have_count(2)
    expect(systems.plan.locator(".band-list li").first).to_contain_text("0\u20134\u00a0u")
    systems.page.keyboard.press("Escape")
    systems.let_go()


def test_blocked_beyond_what_interrupts_it_a_token_is_not_said_to_have_stopped(systems):
    systems.choose_system("sr3")
    systems.set_enforcement("block")
    systems.drop(19, token="rook")
    expect(systems.page.get_by_test_id("react-on")).to_be_visible()
    reason = "4 m too far. Past the 15 m that this Initiative Pass allows"
    systems.expect_notice(f"Rook goes no farther than the last legal point: {reason}")
    expect(systems.notices).to_have_count(1)
    with systems.recording():
        systems.page.get_by_test_id("react-stop").click()
    systems.set_enforcement("confirm")
