"""What a finger and an eye need on a phone: letters to read, targets to hit, and nothing over what is to be pressed."""

import pytest
from playwright.sync_api import expect

from tests.e2e.demo import game_of

PHONES = [(390, 844), (360, 640), (844, 390)]
LEAST_TEXT, LEAST_TARGET = 11, 44
TO_PRESS = ("act", "end-turn", "undo", "roll-here")

# Texts smaller than that many pixels, on the map as it is drawn now.
SMALL_TEXTS = """(least) => {
  const cell = Number(document.querySelector("#board").dataset.cellPx);
  return [...document.querySelectorAll("body *")].filter((one) => {
    const isWritten = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!isWritten || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (one.closest(".visually-hidden, option, title, [aria-hidden=true] > g > .board-ground")) return false;
    const size = parseFloat(getComputedStyle(one).fontSize) * (one.closest(".board-world") ? cell : 1);
    return size < least - 0.01;
  }).map((one) => `${one.className.baseVal ?? one.className}: ${one.textContent.trim()}`);
}"""
# What is pressed and is smaller than that many pixels, with something else to press within as many around its middle.
SMALL_TARGETS = """(least) => {
  // What is scrolled is brought away from what lies still beside it.
  const partOf = (one) => one.closest(".tabs, .tab-panel, .turn-bar, .board-bar, .header");
  const all = [...document.querySelectorAll(
    "button:not(.board *), select, summary, label:has(input), input:not(label *)",
  )].filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !one.closest(".visually-hidden"));
  const boxes = new Map(all.map((one) => [one, one.getBoundingClientRect()]));
  const isNear = (x, y, box) => x + least / 2 > box.left && x - least / 2 < box.right
    && y + least / 2 > box.top && y - least / 2 < box.bottom;
  return all.filter((one) => {
    const { left, top, width, height } = boxes.get(one);
    if (width === 0 || Math.min(width, height) >= least - 0.5) return false;
    const [x, y] = [left + width / 2, top + height / 2];
    const isApart = (other) => partOf(other) !== partOf(one)
      || other.contains(one) || one.contains(other) || !isNear(x, y, boxes.get(other));
    return !all.every(isApart);
  }).map((one) => `${one.dataset.testid ?? one.className}: ${one.textContent.trim().slice(0, 30)}`);
}"""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_phone_can_be_read_and_pressed(open_demo, width, height, language):
    demo = open_demo(f"?lang={language}", viewport={"width": width, "height": height}, has_touch=True)
    page = demo.page
    assert page.evaluate(SMALL_TEXTS, LEAST_TEXT) == []
    assert page.evaluate(SMALL_TARGETS, LEAST_TARGET) == []
    header, choices = page.locator(".header").bounding_box(), page.get_by_test_id("system").bounding_box()
    assert header["height"] < 2 * choices["height"], "the header has one row"
    page.get_by_test_id("tour-skip").click()
    demo.drag(9)
    expect(page.get_by_test_id("roll-here")).to_be_in_viewport(ratio=1)
    assert page.evaluate(SMALL_TEXTS, LEAST_TEXT) == []
    demo.cancel_check()
    demo.end_turn.click()
    expect(demo.notices).not_to_have_count(0)
    for notice in demo.notices.all():
        box = notice.bounding_box()
        for name in TO_PRESS:
            for other in page.get_by_test_id(name).all():
                assert not meets(box, other.bounding_box()), f"a notice lies over {name}"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_every_tab_of_a_phone_can_be_read_and_pressed(open_demo, width, height, language):
    demo = open_demo(
        f"?system=sr5&scene=rooftops&lang={language}",
        viewport={"width": width, "height": height},
        has_touch=True,
    )
    demo.page.get_by_test_id("tour-skip").click()
    for tab in ("sheet", "house", "rules"):
        demo.open_tab(tab)
        assert demo.page.evaluate(SMALL_TEXTS, LEAST_TEXT) == [], tab
        assert demo.page.evaluate(SMALL_TARGETS, LEAST_TARGET) == [], tab


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_the_headline_tells_what_a_roll_does_and_leaves_room_for_the_board(open_demo, width, height):
    demo = open_demo("?system=sr5&lang=de", viewport={"width": width, "height": height}, has_touch=True)
    demo.page.get_by_test_id("tour-skip").click()
    headline = demo.page.get_by_test_id("headline")
    expect(headline).to_contain_text("%")
    assert headline.bounding_box()["height"] < demo.board.bounding_box()["height"] / 4


def test_on_a_phone_the_height_of_a_token_can_be_read(open_demo):
    demo = open_demo(viewport={"width": 390, "height": 844}, has_touch=True)
    demo.page.get_by_test_id("tour-skip").click()
    game = game_of("d6")
    game["scene"]["tokens"][0]["elevation"] = 6
    demo.load_game(game)
    expect(demo.board.locator(".token-height")).to_have_count(1)
    assert demo.page.evaluate(SMALL_TEXTS, LEAST_TEXT) == []


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_all_of_a_roll_can_be_read_and_pressed_on_a_phone(open_demo, width, height):
    demo = open_demo(viewport={"width": width, "height": height}, has_touch=True)
    demo.page.get_by_test_id("tour-skip").click()
    demo.drag(9)
    demo.check.locator("summary").click()
    assert demo.page.evaluate(SMALL_TEXTS, LEAST_TEXT) == []
    assert demo.page.evaluate(SMALL_TARGETS, LEAST_TARGET) == []


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_no_notice_lies_over_a_roll(open_demo, width, height):
    demo = open_demo(viewport={"width": width, "height": height}, has_touch=True)
    demo.page.get_by_test_id("tour-skip").click()
    demo.drag(9)
    demo.token().evaluate("(token) => token.focus({ preventScroll: true })")
    demo.page.keyboard.press("Enter")
    demo.expect_notice("The last move waits")
    for name in ("roll-here", "roll-cancel"):
        box = demo.page.get_by_test_id(name).bounding_box()
        assert box is not None
        assert not any(meets(box, notice.bounding_box()) for notice in demo.notices.all()), name


@pytest.mark.parametrize(("width", "height"), [*PHONES, (320, 640), (820, 1180)])
def test_a_turn_is_ended_and_told_of_wherever_the_page_is_scrolled(open_demo, width, height):
    demo = open_demo(viewport={"width": width, "height": height}, has_touch=True)
    demo.page.get_by_test_id("tour-skip").click()
    for name in ("act", "end-turn", "undo"):
        expect(demo.page.get_by_test_id(name)).to_be_in_viewport(ratio=1)
    demo.page.mouse.move(width - 40, height - 100)
    demo.page.mouse.wheel(0, 1500)
    demo.end_turn.click()
    expect(demo.notices.last).to_be_in_viewport(ratio=1)
    bar = demo.page.locator(".turn-bar").bounding_box()
    assert not any(meets(bar, notice.bounding_box()) for notice in demo.notices.all())


def test_what_gets_the_focus_is_not_below_the_buttons_of_the_turn(open_demo):
    demo = open_demo(viewport={"width": 390, "height": 844})
    demo.page.get_by_test_id("tour-skip").click()
    demo.page.get_by_role("tab", name="Sheet").click()
    demo.page.locator("#sheet-dexterity").focus()
    for _ in range(12):
        demo.page.keyboard.press("Tab")
        at = demo.page.locator(":focus")
        if demo.page.evaluate("!document.activeElement.closest('.turn-bar')"):
            assert not meets(demo.page.locator(".turn-bar").bounding_box(), at.bounding_box())


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("width", "height"), [*PHONES, (1280, 800)])
def test_the_headline_leaves_the_storeys_to_be_pressed(open_demo, width, height, language):
    demo = open_demo(
        f"?system=contract&scene=tower&lang={language}", viewport={"width": width, "height": height}
    )
    headline, storeys = demo.page.get_by_test_id("headline"), demo.page.locator(".storeys")
    expect(headline).to_be_visible()
    assert not meets(storeys.bounding_box(), headline.bounding_box())


def meets(one, other):
    """Whether two boxes have a point in common; what is not shown has none."""
    return other is not None and all(
        one[side] < other[side] + other[size] and other[side] < one[side] + one[size]
        for side, size in (("x", "width"), ("y", "height"))
    )
