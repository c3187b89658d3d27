"""Forms as the systems describe them: lists, maps and facts of tokens, filled in, refused at their place, and kept."""

import pytest
from playwright.sync_api import expect

from tests.e2e.demo import ANSWER_MILLIS, game_of


def test_a_style_is_added_with_a_size_of_its_own_and_refused_where_it_is_wrong(systems):
    systems.load_game(game_of("styles"))
    sheet = systems.open_tab("sheet")
    sheet.get_by_role("textbox", name="New name in Styles").or_(
        sheet.get_by_role("combobox", name="New name in Styles")
    ).fill("fly")
    sheet.get_by_test_id("add-styles").click()
    row = sheet.locator("[data-field=styles] li").filter(has_text="Fly")
    row.get_by_role("combobox", name="Fly").select_option("A number")
    size = row.get_by_role("spinbutton")
    size.fill("-3")
    expect(row.get_by_role("alert")).to_contain_text("a word or a distance, not -3", timeout=ANSWER_MILLIS)
    size.fill("6")
    expect(row.get_by_role("alert")).to_have_count(0, timeout=ANSWER_MILLIS)
    systems.open_tab("play")
    expect(systems.allowance("Fly")).to_contain_text("0 / 6 u")
    systems.open_tab("sheet")
    row.get_by_role("button", name="Remove Fly").click()
    systems.open_tab("play")
    expect(systems.allowance("Fly")).to_have_count(0, timeout=ANSWER_MILLIS)


def test_facts_of_an_opponent_change_what_passing_it_risks(systems):
    systems.load_game(game_of("sr3"))
    systems.open_tab("sheet").get_by_role("combobox", name="Whose sheet").select_option("Blade")
    facts = systems.page.get_by_test_id("token-facts")
    skill = facts.get_by_role("spinbutton", name="Melee Combat Skill")
    skill.fill("99")
    field = facts.locator("[data-field=melee]")
    expect(field.get_by_role("alert")).to_be_visible(timeout=ANSWER_MILLIS)
    skill.fill("9")
    expect(field.get_by_role("alert")).to_have_count(0, timeout=ANSWER_MILLIS)
    systems.pick_up(9, -1, token="rook")
    expect(systems.plan).to_contain_text("9 dice against TN 3", timeout=ANSWER_MILLIS)
    systems.page.keyboard.press("Escape")
    systems.let_go()
    systems.open_tab("sheet")
    systems.page.get_by_role("combobox", name="Whose sheet").select_option("Blade")
    facts.get_by_role("switch", name="Can act").uncheck()
    systems.pick_up(9, -1, token="rook")
    systems.expect_verdict("penalised")
    expect(systems.plan).not_to_contain_text("Free attack")
    systems.page.keyboard.press("Escape")
    systems.let_go()


def test_a_height_typed_on_the_sheet_is_seen_on_the_board(systems):
    systems.load_game(game_of("d6"))
    systems.open_tab("sheet")
    systems.page.get_by_test_id("token-facts").get_by_role("spinbutton", name="Height in m").fill("6")
    systems.expect_height(6, token="dara")
    expect(systems.token("dara")).to_have_accessible_name("Dara, column 4, row 7, at height 6 m")
    systems.open_tab("play")


def test_the_last_plan_is_there_again_after_a_reload(systems):
    systems.load_game(game_of("sr5"))
    systems.drag(6, token="jax")
    expect(systems.plan).to_contain_text("6 m")
    before = systems.plan.inner_text()
    systems.reload()
    systems.expect_at(8, 5, token="jax")
    expect(systems.plan).to_have_attribute("data-verdict", "free", timeout=ANSWER_MILLIS)
    assert systems.plan.inner_text() == before


def test_a_move_is_made_without_a_mouse_in_a_way_of_its_own(systems):
    systems.load_game(game_of("d6", character={"flying_move": 10, "flying": "3D"}))
    systems.move_as("fly")
    systems.token("dara").focus()
    for key in ("Enter", "ArrowRight", "ArrowRight", "r", "Enter"):
        systems.page.keyboard.press(key)
    systems.expect_at(5, 6, token="dara")
    systems.expect_height(2, token="dara")
    systems.settle()
    systems.move_as("From the map")


@pytest.mark.parametrize("width", [800, 1280])
def test_controls_of_a_sheet_stand_below_each_other_and_are_equally_wide(open_demo, width):
    demo = open_demo("?system=d6&scene=chase", viewport={"width": width, "height": 1200})
    sheet = demo.open_tab("sheet")
    controls = sheet.locator("[data-kind=number] .stepper, [data-kind=text] input")
    boxes = [one.bounding_box() for one in controls.filter(visible=True).all()]
    assert len(boxes) > 10
    assert len({(round(box["x"]), round(box["width"])) for box in boxes}) == 1
