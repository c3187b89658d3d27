"""What is around the board: the tour, the keys, the list of tokens, undo and redo, on screens of every size."""

import pytest
from playwright.sync_api import expect

from py_rules.systems import names
from tests.e2e.demo import ANSWER_MILLIS, FILES

SIZES = [(1440, 900), (1024, 768), (820, 1180), (844, 390), (667, 375), (390, 844), (360, 640), (320, 568)]
# What 1280 by 1024 pixels are at 200 % and at 400 %.
ZOOMED = [(640, 512), (320, 256)]
LEAST_BOARD = 240
# What needs more room than it has: the page as a whole, and the legend, which shows no more than fits.
TOO_WIDE = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return ["html", ".legend"].filter((name) => {
    const { scrollWidth, clientWidth } = document.querySelector(name);
    return scrollWidth > clientWidth;
  });
}"""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("width", "height"), SIZES + ZOOMED)
def test_the_board_has_half_of_every_screen_and_nothing_is_wider_than_it(open_demo, width, height, language):
    demo = open_demo(f"?lang={language}", viewport={"width": width, "height": height})
    board = demo.board.bounding_box()
    assert board["height"] >= LEAST_BOARD
    assert board["height"] >= height / 2
    assert demo.page.evaluate("document.documentElement.scrollWidth") == width
    assert demo.page.locator(".legend").evaluate("(legend) => legend.scrollWidth <= legend.clientWidth")
    # What is not beside the board lies below it, and can be scrolled to.
    demo.page.get_by_test_id("end-turn").scroll_into_view_if_needed()
    expect(demo.page.get_by_test_id("end-turn")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_game_and_no_legend_is_wider_than_any_window(open_demo, language):
    demo = open_demo(f"?lang={language}")
    demo.page.get_by_test_id("tour-skip").click()
    wide = []
    for system in FILES:
        demo.open_system(system)
        for width in range(320, 1501, 20):
            demo.page.set_viewport_size({"width": width, "height": 800})
            found = demo.page.evaluate(TOO_WIDE)
            wide += [(system, width, found)] if found else []
    assert wide == []


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (844, 390), (667, 375)])
def test_in_landscape_the_panels_are_beside_the_board(open_demo, width, height):
    demo = open_demo(viewport={"width": width, "height": height})
    board, side = demo.board.bounding_box(), demo.page.locator("#side").bounding_box()
    assert side["x"] >= board["x"] + board["width"] - 1
    assert side["y"] <= board["y"] + 1
    assert side["x"] + side["width"] <= width + 1


def test_chances_on_a_phone_can_be_read(open_demo):
    demo = open_demo(viewport={"width": 390, "height": 844})
    chance = demo.page.locator(".band-chance").first
    expect(chance).to_be_attached(timeout=ANSWER_MILLIS)
    cell = float(demo.board.get_attribute("data-cell-px"))
    size = demo.page.evaluate("parseFloat(getComputedStyle(document.querySelector('.band-chance')).fontSize)")
    assert size * cell >= 11 - 0.01


def test_the_tour_is_shown_once(open_demo):
    demo = open_demo()
    tour = demo.page.get_by_test_id("tour")
    for step in range(1, 5):
        expect(tour).to_contain_text(f"{step} of 4")
        demo.page.get_by_test_id("tour-next" if step < 4 else "tour-skip").click()
    expect(tour).to_have_count(0)
    demo.page.reload()
    demo.wait_until_ready()
    expect(tour).to_have_count(0)


def test_a_tour_that_was_skipped_never_comes_again(open_demo):
    demo = open_demo()
    tour = demo.page.get_by_test_id("tour")
    expect(tour).to_contain_text("1 of 4")
    demo.page.get_by_test_id("tour-skip").click()
    expect(tour).to_have_count(0)
    demo.reload()
    expect(tour).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (844, 390), (390, 844)])
def test_the_tour_lies_over_no_button_and_under_no_notice(open_demo, width, height):
    demo = open_demo(viewport={"width": width, "height": height})
    tour = demo.page.get_by_test_id("tour")
    for name in ("reach", "tokens", "zoom-out", "zoom-in", "fit"):
        demo.page.get_by_test_id(name).click(trial=True)
    demo.page.get_by_test_id("end-turn").click()
    notice, box = demo.notices.first.bounding_box(), tour.bounding_box()
    # A board of a phone on its side has room for one of them alone.
    assert height < 500 or notice["y"] + notice["height"] <= box["y"]


def test_games_are_chosen_by_cards_that_say_what_each_is_like(open_demo):
    demo = open_demo("?lang=de")
    for _ in range(3):
        demo.page.get_by_test_id("tour-next").click()
    demo.page.get_by_test_id("tour-games").click()
    cards = demo.page.locator(".game-card")
    expect(cards).to_have_count(len(names()))
    for card in cards.all():
        assert len(card.locator(".game-about").inner_text()) > 30
    expect(demo.page.locator(".game-card[aria-current]")).to_contain_text("The Contract")
    expect(demo.page.get_by_test_id("game-sr5")).to_contain_text("Laufen kostet Würfel")
    demo.page.get_by_test_id("game-sr5").click()
    expect(cards.first).to_be_hidden()
    expect(demo.page.get_by_test_id("system")).to_be_focused()
    expect(demo.board).to_have_attribute("data-system", "sr5")
    # It is the one of the next visit, and can be changed from the menu.
    demo.page.goto(demo.page.url.partition("?")[0])
    demo.wait_until_ready()
    expect(demo.board).to_have_attribute("data-system", "sr5")
    demo.choose("games")
    demo.page.get_by_test_id("game-d6").press("Enter")
    expect(demo.board).to_have_attribute("data-system", "d6")
    assert demo.complaints == []


def test_a_change_of_a_sheet_is_undone_and_done_again(open_demo):
    demo = open_demo()
    demo.drag(5, 0)
    demo.expect_used(25)
    demo.page.get_by_test_id("tab-sheet").click()
    field = demo.page.get_by_label("Dexterity", exact=True)
    before = field.input_value()
    field.fill("1")
    field.press("Tab")
    undo = demo.page.get_by_test_id("undo")
    expect(undo).to_have_attribute("title", "Undo: the last change")
    demo.page.get_by_test_id("tab-sheet").focus()
    demo.page.keyboard.press("Control+z")
    expect(field).to_have_value(before)
    demo.page.keyboard.press("Shift+Control+z")
    expect(field).to_have_value("1")
    demo.page.keyboard.press("Control+z")
    expect(field).to_have_value(before)
    # What was done before the change comes next: the move.
    demo.open_tab("play")
    demo.page.keyboard.press("Control+z")
    demo.expect_untouched()
    demo.page.keyboard.press("Shift+Control+z")
    demo.expect_at(9, 8)
    demo.page.keyboard.press("Shift+Control+z")
    demo.open_tab("sheet")
    expect(field).to_have_value("1")
    assert demo.complaints == []


def test_a_change_of_a_house_rule_is_undone_and_done_again(open_demo):
    demo = open_demo()
    house = demo.open_tab("house")
    rule = house.locator("[data-field$=extension_penalty]").get_by_role("combobox")
    before = rule.input_value()
    rule.select_option("Flat")
    presets = house.get_by_test_id("presets")
    expect(presets).to_have_attribute("data-differs", "1", timeout=ANSWER_MILLIS)
    demo.page.get_by_test_id("tab-house").focus()
    demo.page.keyboard.press("Control+z")
    expect(rule).to_have_value(before)
    expect(presets).to_have_attribute("data-differs", "0")
    demo.page.keyboard.press("Shift+Control+z")
    expect(rule).not_to_have_value(before)
    expect(presets).to_have_attribute("data-differs", "1")
    assert demo.complaints == []


def test_the_keys_are_told(open_demo):
    demo = open_demo()
    demo.page.keyboard.press("?")
    keys = demo.page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("Set a waypoint")
    demo.page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_a_token_out_of_sight_is_found_by_name(open_demo):
    demo = open_demo(viewport={"width": 390, "height": 844})
    other = demo.page.locator("[data-testid=token]", has_text="Guard Otto")
    expect(other).not_to_be_in_viewport()
    demo.page.get_by_test_id("tokens").click()
    demo.page.get_by_role("button", name="Guard Otto").last.click()
    expect(other).to_be_in_viewport()
    expect(other).to_be_focused()
    expect(other).to_have_attribute("aria-pressed", "true")


def test_the_map_moves_on_while_a_token_is_held_at_its_edge(open_demo):
    demo = open_demo(viewport={"width": 390, "height": 844})
    guard = demo.page.locator("[data-testid=token]", has_text="Guard Otto")
    expect(guard).not_to_be_in_viewport()
    start, board = demo.middle_of(), demo.board.bounding_box()
    demo.page.mouse.move(start.x, start.y)
    demo.page.mouse.down()
    demo.page.mouse.move(board["x"] + board["width"] - 6, start.y, steps=6)
    expect(guard).to_be_in_viewport()
    demo.page.keyboard.press("Escape")
    demo.page.mouse.up()
    demo.expect_untouched()


def test_where_the_moves_of_a_turn_went_is_shown_on_a_key(open_demo):
    demo = open_demo()
    demo.drag(3, 0)
    demo.drag(0, 1)
    trail = demo.page.locator(".ruler-trail-stop")
    expect(trail).to_have_count(0)
    demo.page.keyboard.press("h")
    expect(trail).to_have_count(2)
    demo.page.keyboard.press("h")
    expect(trail).to_have_count(0)
