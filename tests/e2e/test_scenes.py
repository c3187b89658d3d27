"""Scenes for every system: chosen from a list or by the address, played on, and found again as they were left."""

import re

from playwright.sync_api import expect

from tests.e2e.demo import ANSWER_MILLIS, FILES


def test_the_address_opens_a_scene_in_a_system_and_follows_what_is_chosen(open_demo):
    demo = open_demo("?system=d6&scene=cave")
    expect(demo.page.get_by_test_id("system")).to_have_value("d6")
    expect(demo.page.get_by_label("Scene", exact=True)).to_have_value("cave")
    demo.drag(2, token="mara")
    demo.open_system("sr5")
    assert demo.page.url.endswith("?system=sr5&scene=rooftops")
    demo.open_scene("cave")
    demo.expect_at(6, 100, token="mara")
    demo.reload()
    expect(demo.page.get_by_label("Scene", exact=True)).to_have_value("cave")
    demo.page.get_by_test_id("system").select_option("d6")
    demo.expect_at(8, 100, token="mara")
    assert demo.complaints == []


def test_an_address_that_names_nothing_of_ours_gives_the_standard_scene(open_demo):
    demo = open_demo("?system=d6&scene=ambush")
    expect(demo.notices).to_contain_text("no scene “ambush” for this system")
    demo.expect_untouched()


def test_every_system_moves_in_the_cave(systems):
    for system in FILES:
        systems.choose_system(system, "cave")
        systems.pick_up(2, token="mara")
        expect(systems.plan).to_have_attribute("data-verdict", "penalised" if system == "sr3" else "free")
        systems.page.keyboard.press("Escape")
        systems.let_go()


def test_the_whole_cave_is_seen_at_once_and_its_doors_open(systems):
    systems.choose_system("contract", "cave")
    cell = float(systems.board.get_attribute("data-cell-px") or "nan")
    box = systems.board.bounding_box()
    assert box is not None
    assert 200 * cell <= min(box["width"], box["height"])
    door = systems.page.get_by_role("button", name="Open the door").first
    door.focus()
    systems.page.keyboard.press("Enter")
    expect(systems.page.get_by_role("button", name="Close the door")).to_have_count(1)


def test_diagonals_and_the_length_of_a_cell_are_changed_on_the_map_in_play(demo):
    house = demo.open_tab("house")
    house.get_by_label("Diagonals").select_option("Alternating 2-1-2")
    demo.open_tab("play")
    demo.pick_up(3, -3)
    expect(demo.plan).to_contain_text("25 ft", timeout=ANSWER_MILLIS)
    demo.page.keyboard.press("Escape")
    demo.let_go()
    house = demo.open_tab("house")
    house.get_by_label("Length of a cell").fill("1")
    house.get_by_label("Unit").fill("m")
    demo.open_tab("play")
    demo.pick_up(2)
    expect(demo.plan).to_contain_text("6.56", timeout=ANSWER_MILLIS)
    demo.page.keyboard.press("Escape")
    demo.let_go()


def test_what_no_map_is_measured_in_is_refused_at_its_field(demo):
    house = demo.open_tab("house")
    house.get_by_label("Unit").fill("furlongs")
    expect(house.get_by_test_id("map-rules").get_by_role("alert")).to_be_visible(timeout=ANSWER_MILLIS)
    demo.open_tab("play")
    demo.drag(2)
    demo.expect_used(10)


def test_a_hex_map_is_walked_by_six_keys_and_told_by_its_cells(systems):
    systems.choose_system("contract", "ford")
    token = systems.token("mara")
    token.focus()
    for key in ("Enter", "KeyE", "KeyE", "KeyC", "ArrowRight", "Enter"):
        systems.page.keyboard.press(key)
    systems.expect_at(7, 7, token="mara")
    expect(token).to_have_accessible_name(re.compile("column 8, row 8"))
    expect(systems.commits.last).to_contain_text("Moved 15 ft", timeout=ANSWER_MILLIS)
    systems.take_back()
    systems.expect_at(5, 8, token="mara")


def test_a_beast_of_seven_hexes_is_dragged_by_its_middle(systems):
    systems.choose_system("contract", "ford")
    systems.pick_up(-2, token="old-tusk")
    goal = systems.board.locator(".drag-cell")
    expect(goal).to_have_attribute("data-col", "12")
    expect(goal).to_have_attribute("data-row", "7")
    systems.expect_verdict("roll")
    systems.page.keyboard.press("Escape")
    systems.let_go()


def test_what_a_large_token_would_cover_is_shown_where_the_pointer_is(systems):
    systems.choose_system("contract", "ford")
    systems.token("old-tusk").click()
    expect(systems.board.locator(".band")).not_to_have_count(0)
    there = systems.point(-2, 0, token="old-tusk")
    systems.page.mouse.move(there.x, there.y)
    body = systems.board.locator(".drag-body")
    expect(body).to_have_attribute("data-col", "12")
    cell = float(systems.board.get_attribute("data-cell-px") or "nan")
    box = body.bounding_box()
    assert box is not None
    assert box["width"] > 2.5 * cell
    systems.page.get_by_test_id("reach").click()
    expect(body).to_have_count(0)


def test_a_token_climbs_the_stairs_to_the_storey_that_is_shown(systems):
    systems.choose_system("contract", "tower")
    storey = systems.page.get_by_role("radio", name="Hall")
    expect(storey).to_be_checked()
    systems.token("mara").focus()
    for key in ("Enter", "KeyT", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"):
        systems.page.keyboard.press(key)
    expect(systems.page.get_by_role("radio", name="Gallery")).to_be_checked()
    expect(systems.board.locator(".board-label")).to_contain_text("Gallery", timeout=ANSWER_MILLIS)
    with systems.recording():
        systems.page.keyboard.press("Enter")
    systems.expect_at(10, 4, token="mara")
    systems.expect_height(10, token="mara")
    expect(systems.token("mara")).to_have_accessible_name(re.compile("on Gallery"))
    systems.take_back()
    systems.expect_height(0, token="mara")
    expect(systems.board).to_have_attribute("data-storey", "hall")
    systems.page.get_by_test_id("storey-roof").check()
    expect(systems.board).to_have_attribute("data-storey", "roof")


def test_without_a_grid_every_line_is_measured_as_it_is_drawn(systems):
    systems.choose_system("contract", "market")
    systems.pick_up(2, -1, token="mara")
    expect(systems.plan).to_contain_text(re.compile(r"11\.1\d?\sft"), timeout=ANSWER_MILLIS)
    expect(systems.board.locator(".band.band-free")).not_to_have_count(0)
    with systems.recording():
        systems.let_go()
    systems.expect_recorded("Moved 11.1")
    expect(systems.token("mara")).to_have_accessible_name(re.compile("from the left"))
    systems.take_back()
    systems.expect_at(4.2, 7.6, token="mara")


def test_without_a_grid_a_token_takes_the_stairs_as_well(systems):
    systems.choose_system("contract", "tower")
    house = systems.open_tab("house")
    house.get_by_label("Grid", exact=True).select_option("No grid")
    systems.open_tab("play")
    systems.token("mara").focus()
    for key in ("Enter", "KeyT", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"):
        systems.page.keyboard.press(key)
    expect(systems.page.get_by_role("radio", name="Gallery")).to_be_checked()
    expect(systems.board.locator(".board-label")).to_contain_text("Gallery", timeout=ANSWER_MILLIS)
    expect(systems.board.locator(".band.band-free")).not_to_have_count(0)
    with systems.recording():
        systems.page.keyboard.press("Enter")
    systems.expect_at(8, 4, token="mara")
    systems.expect_height(10, token="mara")
    systems.pick_up(1, 1, token="mara")
    expect(systems.plan).to_contain_text(re.compile(r"7\.07"), timeout=ANSWER_MILLIS)
    systems.page.keyboard.press("Escape")
    systems.let_go()
    systems.take_back()
    systems.expect_height(0, token="mara")
