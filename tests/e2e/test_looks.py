"""Prices differ by pattern as well as by colour, in light and in dark."""

import pytest
from playwright.sync_api import expect

from tests.e2e.demo import ANSWER_MILLIS

PATTERNS = ("band-free", "band-penalised-1", "band-penalised-2", "band-penalised-3", "band-roll")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_band_has_a_pattern_of_its_own(demo, scheme):
    demo.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    expect(demo.page.locator("html")).to_have_attribute("data-theme", scheme)
    demo.pick_up(1)
    for name in PATTERNS:
        bands = demo.board.locator(f"[fill='url(#{name})']")
        expect(bands).not_to_have_count(0, timeout=ANSWER_MILLIS)
        expect(demo.page.locator(f"pattern#{name}")).to_have_count(1)
    demo.page.keyboard.press("Escape")
    demo.let_go()
    demo.expect_untouched()


def test_a_legend_names_the_bands(demo):
    legend = demo.page.get_by_role("list", name="Legend").get_by_role("listitem")
    expect(legend).to_have_text(["Free", "−1", "−2", "−3 dice", "Roll", "Not possible"])
    swatches = legend.locator("[fill^='url(#band-']")
    expect(swatches).to_have_count(6)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (320, 568)])
def test_the_swatches_of_the_legend_are_whole(open_demo, size):
    demo = open_demo(viewport={"width": size[0], "height": size[1]})
    legend = demo.page.locator(".legend").bounding_box()
    swatches = [one.bounding_box() for one in demo.page.locator(".legend .swatch").all()]
    assert len(swatches) > 3
    [(width, height)] = {(box["width"], box["height"]) for box in swatches}
    assert width >= 13
    assert height >= 11
    assert all(box["x"] + box["width"] <= legend["x"] + legend["width"] for box in swatches)
    assert all(box["y"] + box["height"] <= legend["y"] + legend["height"] for box in swatches)


def test_the_visitor_turns_light_to_dark_and_back(demo):
    page = demo.page.locator("html")
    before = page.get_attribute("data-theme")
    demo.page.get_by_test_id("theme").click()
    expect(page).not_to_have_attribute("data-theme", before)
    demo.page.get_by_test_id("theme").click()
    expect(page).to_have_attribute("data-theme", before)


# The line around what has the focus, or around what stands for it.
FOCUS_LINE = """() => {
  const { activeElement: at } = document;
  const drawn = at.matches(".segmented input, .storey input") ? at.nextElementSibling : at;
  const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
  return [outlineStyle, parseFloat(outlineWidth) >= 2, at.dataset.testid ?? at.outerHTML.slice(0, 60)];
}"""


def test_in_forced_colours_what_is_focused_chosen_or_hostile_has_lines_and_shapes(open_demo):
    demo = open_demo()
    page = demo.page
    page.get_by_test_id("tour-skip").click()
    page.emulate_media(forced_colors="active", reduced_motion="reduce")

    def style(selector, name):
        look = "(one, name) => getComputedStyle(one)[name]"
        return page.locator(selector).first.evaluate(look, name)

    for name, form, one, other in (
        ("borderBottomColor", "#tabs [aria-selected={}]", "true", "false"),
        ("backgroundColor", ".segmented input{} + span", ":checked", ":not(:checked)"),
        ("borderRadius", "[data-side={}] > .token-face", "friendly", "hostile"),
    ):
        assert style(form.format(one), name) != style(form.format(other), name), name
    page.get_by_test_id("scene").focus()
    found = []
    for _ in range(30):
        page.keyboard.press("Tab")
        found.append(page.evaluate(FOCUS_LINE))
    assert {who for *_, who in found} >= {"token", "end-turn"}
    assert [one for one in found if one[:2] != ["solid", True]] == []


def test_tokens_that_share_a_cell_are_both_seen_and_taken(demo):
    guard = demo.page.locator("[data-testid=token]", has_text="Guard Vane")
    east, south = (
        int(guard.get_attribute(f"data-{name}")) - start for name, start in (("col", 4), ("row", 8))
    )
    demo.set_enforcement("inform")
    demo.drag(east, south)
    demo.expect_at(4 + east, 8 + south)
    for token, side in ((demo.token(), 1), (guard, -1)):
        box = token.bounding_box()
        corner = {"x": box["width"] / 2 - side * 8, "y": box["height"] / 2 - side * 8}
        token.click(position=corner)
        expect(token).to_have_attribute("aria-pressed", "true")


# Which chances lie under the names of tokens, or what else is asked for, and those that read as one with another.
COVERED = """(covering) => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
  const boxes = (selector) => shown(selector).map((one) => [one.textContent, one.getBoundingClientRect()]);
  const [names, chances] = [boxes(covering), boxes(".band-chance")];
  const meets = (one, other, gap = 0) => one.left < other.right + gap && other.left < one.right + gap
    && one.top < other.bottom && other.top < one.bottom;
  const covered = chances.filter(([, box]) => names.some(([, name]) => meets(name, box)));
  const close = chances.filter(([, box]) => chances.some(([, other]) => other !== box && meets(other, box, 3)));
  return [names.length, chances.length > 0, covered.map(([text]) => text), close.map(([text]) => text)];
}"""
OVER_THE_MAP = ".token-face, .board-label, .map-passage"


def test_a_chance_below_one_percent_is_told_by_the_label_and_not_written_on_the_map(demo):
    demo.pick_up(15)
    expect(demo.board.locator(".board-label")).to_contain_text("< 1 %", timeout=ANSWER_MILLIS)
    chances = demo.board.locator(".band-chance")
    expect(chances.first).to_be_attached()
    assert [text for text in chances.all_text_contents() if "<" in text] == []
    demo.page.keyboard.press("Escape")
    demo.let_go()


def test_no_chance_lies_under_the_name_of_a_token(open_demo):
    demo = open_demo(viewport={"width": 1440, "height": 900})
    expect(demo.page.locator(".band-chance").first).to_be_attached()
    assert demo.page.evaluate(COVERED, ".token-name") == [4, True, [], []]


def test_no_chance_lies_under_a_large_token_that_is_dragged_nor_under_its_label(open_demo):
    demo = open_demo("?system=contract&scene=ford", viewport={"width": 1440, "height": 900})
    demo.pick_up(-2, 0, token="old-tusk")
    for west in (2, 3, 5, 7):
        demo.pull(-west)
        expect(demo.board.locator(".board-label")).to_contain_text("%", timeout=ANSWER_MILLIS)
        covering, is_told, covered, close = demo.page.evaluate(COVERED, OVER_THE_MAP)
        assert (covering > 6, is_told, covered, close) == (True, True, [], [])


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (1280, 800)])
@pytest.mark.parametrize("scene", ["ambush", "ford", "market", "tower", "cave"])
def test_chances_are_told_apart_and_lie_under_nothing(open_demo, scene, size):
    width, height = size
    demo = open_demo(f"?system=contract&scene={scene}", viewport={"width": width, "height": height})
    expect(demo.page.locator(".band-chance").first).to_be_attached()
    assert demo.page.evaluate(COVERED, ".token-face, .token-name, .map-passage")[2:] == [[], []]


def test_a_label_stays_on_the_board_when_the_window_gets_narrower(open_demo):
    demo = open_demo(viewport={"width": 1280, "height": 800})
    demo.token().press("Enter")
    for _ in range(9):
        demo.page.keyboard.press("ArrowRight")
    label = demo.board.locator(".board-label")
    expect(label).to_contain_text("All-out Sprint: Outcome 2 or better")
    demo.page.set_viewport_size({"width": 390, "height": 844})
    board = demo.board.bounding_box()
    demo.page.wait_for_function(
        "(right) => document.querySelector('.board-label').getBoundingClientRect().right <= right",
        arg=board["x"] + board["width"],
    )
