"""Without dragging: a token shows how far it can go, a tapped place its price, and a second tap goes there."""

import pytest
from playwright.sync_api import expect

from tests.e2e.demo import ANSWER_MILLIS, Demo
from tests.e2e.test_touch import PHONE, Finger

# More than a tap that asks about the way takes, in milliseconds.
LONG_MILLIS = 650


def click(demo: Demo, cols: int, rows: int = 0, **how: float) -> None:
    """Click on a cell so far from where Jenny stands."""
    at = demo.point(cols, rows)
    demo.page.mouse.click(at.x, at.y, **how)


@pytest.fixture
def aim(demo):
    return demo.page.get_by_test_id("aim")


def test_the_selected_token_shows_its_reach_before_anything_is_touched(demo):
    expect(demo.board.locator("[fill='url(#band-free)']")).to_be_visible(timeout=ANSWER_MILLIS)
    headline = demo.page.get_by_test_id("headline")
    expect(headline).to_contain_text("Free Movement 25 ft")
    expect(headline).to_contain_text("All-out Sprint: the whole Action, Outcome 3 or better, 50 ft, 50 %")
    demo.page.get_by_test_id("reach").click()
    expect(headline).to_have_count(0)
    expect(demo.board.locator(".band")).to_have_count(0)
    demo.page.get_by_test_id("reach").click()
    demo.token("guard-otto").click()
    expect(headline).to_contain_text("Free Movement 10 ft", timeout=ANSWER_MILLIS)


def test_a_tap_asks_and_a_second_one_goes(demo, aim):
    click(demo, 7)
    demo.expect_verdict("penalised")
    demo.expect_at(4, 8)
    expect(aim).to_be_visible()
    click(demo, 5)
    demo.expect_verdict("free")
    demo.expect_at(4, 8)
    click(demo, 5)
    demo.expect_at(9, 8)
    demo.expect_used(25)
    expect(aim).to_have_count(0)


def test_a_tap_tells_the_chance_of_a_way_that_needs_a_roll(demo, aim):
    click(demo, 9)
    demo.expect_verdict("roll")
    label = demo.board.locator(".board-label")
    expect(label).to_contain_text("45 ft")
    expect(label).to_contain_text("All-out Sprint: Outcome 2 or better")
    expect(label).to_contain_text("71 %")
    demo.page.get_by_test_id("aim-cancel").click()
    expect(aim).to_have_count(0)


def test_go_and_cancel_are_buttons(demo, aim):
    click(demo, 5)
    demo.expect_verdict("free")
    demo.page.get_by_test_id("aim-cancel").click()
    expect(aim).to_have_count(0)
    expect(demo.token()).to_be_focused()
    demo.expect_untouched()
    click(demo, 5)
    demo.page.get_by_test_id("aim-go").click()
    expect(demo.token()).to_be_focused()
    demo.expect_at(9, 8)
    demo.expect_used(25)


@pytest.mark.parametrize("way", ["Escape", "token"])
def test_what_was_tapped_is_given_up(demo, aim, way):
    click(demo, 5)
    expect(aim).to_be_visible()
    if way == "token":
        demo.token().click()
    else:
        demo.page.keyboard.press(way)
    expect(aim).to_have_count(0)
    demo.expect_untouched()


def test_a_long_tap_sets_a_waypoint(demo):
    click(demo, 3)
    demo.expect_verdict("free")
    click(demo, 0, 3, delay=LONG_MILLIS)
    click(demo, 3, 3)
    expect(demo.board.locator(".ruler-waypoint")).to_have_count(1)
    demo.expect_verdict("penalised")
    demo.page.get_by_test_id("aim-go").click()
    demo.expect_at(7, 11)


def test_a_finger_that_stays_sets_a_waypoint(open_demo):
    demo = open_demo(**PHONE)
    finger = Finger(demo)
    for (cols, rows), millis in {(3, 0): 0, (0, 3): LONG_MILLIS, (3, 3): 0}.items():
        finger.press(demo.point(cols, rows))
        demo.page.wait_for_timeout(millis)
        finger.lift()
    expect(demo.board.locator(".ruler-waypoint")).to_have_count(1)
    demo.expect_verdict("penalised")
    demo.expect_at(4, 8)


def test_the_keyboard_goes_on_from_a_tap(demo, aim):
    click(demo, 4)
    expect(aim).to_be_visible()
    demo.page.keyboard.press("ArrowRight")
    demo.page.keyboard.press("Enter")
    demo.expect_at(9, 8)
    demo.expect_used(25)


def test_enter_on_cancel_cancels(demo, aim):
    click(demo, 5)
    demo.page.get_by_test_id("aim-cancel").press("Enter")
    expect(aim).to_have_count(0)
    demo.expect_untouched()


def test_a_drag_after_a_tap_is_a_drag(demo, aim):
    click(demo, 5)
    expect(aim).to_be_visible()
    demo.pick_up(3)
    expect(aim).to_have_count(0)
    demo.let_go()
    demo.expect_at(7, 8)


def test_a_finger_taps_its_way_on_a_phone(open_demo):
    demo = open_demo(**PHONE)
    finger = Finger(demo)

    def tap(cols, rows):
        finger.press(demo.point(cols, rows))
        finger.lift()

    tap(4, 1)
    demo.expect_verdict("free")
    for name in ("aim-go", "aim-cancel"):
        box = demo.page.get_by_test_id(name).bounding_box()
        assert min(box["width"], box["height"]) >= 44
    tap(4, 1)
    demo.expect_at(8, 9)
    assert demo.complaints == []


APART = """() => {
  const [label, buttons] = [".board-label", ".headline"].map((part) => {
    return document.querySelector(part).getBoundingClientRect();
  });
  return label.top >= buttons.bottom || label.bottom <= buttons.top;
}"""


def test_no_price_covers_the_buttons_of_a_place_at_the_upper_edge(open_demo):
    demo = open_demo(**PHONE)
    finger = Finger(demo)
    label = demo.board.locator(".board-label")
    rows_above = int(demo.token().get_attribute("data-row"))
    for row in range(2, rows_above):
        place = demo.point(1, -row)
        if place.y < demo.board.bounding_box()["y"] + 80:
            break
        finger.press(place)
        finger.lift()
        expect(label).not_to_have_attribute("data-kind", "unknown")
        demo.page.wait_for_function(APART)
        demo.page.get_by_test_id("aim-cancel").click()
    assert row > 2


def test_without_cells_the_same_place_is_as_wide_as_the_token(systems):
    systems.choose_system("contract", "market")
    demo = systems
    token = demo.board.locator("[data-testid=token][aria-pressed=true]")
    name = token.get_attribute("data-token-id")
    before = token.get_attribute("data-col")
    at = demo.point(2, 0, token=name)
    demo.page.mouse.click(at.x, at.y)
    expect(demo.page.get_by_test_id("aim")).to_be_visible()
    demo.page.mouse.click(at.x + 3, at.y + 2)
    expect(token).not_to_have_attribute("data-col", before, timeout=ANSWER_MILLIS)
