"""Where a roll decides: the check opens, and what is rolled is what happens."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.demo import ANSWER_MILLIS, ambush

LEVELS = ("inform", "confirm", "block")


@pytest.mark.parametrize("level", LEVELS)
def test_45_feet_open_the_all_out_sprint_at_every_level(demo, level):
    demo.set_enforcement(level)
    demo.drag(9)
    demo.expect_verdict("roll")
    expect(demo.lines("CON-09")).to_be_visible()
    expect(demo.check).to_contain_text("All-out Sprint")
    expect(demo.check).to_contain_text("Outcome 2 or better")
    expect(demo.override).to_be_hidden()
    demo.expect_at(4, 8)


def test_the_label_tells_the_chance_of_the_whole_way_and_the_plan_those_of_its_parts(demo):
    demo.pick_up(9, 5)
    demo.expect_verdict("roll")
    expect(demo.board.locator(".board-label")).to_contain_text("64 %", timeout=ANSWER_MILLIS)
    expect(demo.plan.locator(".figure", has_text="64 %")).to_have_count(1)
    expect(demo.plan.locator(".check-chance")).to_have_text(["71 %", "90 %"])
    demo.page.keyboard.press("Escape")
    demo.let_go()


def test_the_card_of_the_last_move_says_that_its_roll_was_made(demo):
    demo.drag(9)
    expect(demo.plan.locator(".verdict")).to_have_text("Needs a roll")
    demo.type_result(2)
    expect(demo.plan.get_by_role("heading", level=2)).to_have_text("Last move")
    expect(demo.plan.locator(".verdict")).to_have_text("Rolled")
    demo.page.get_by_test_id("roll-done").click()
    expect(demo.plan.locator(".verdict")).to_have_text("Rolled")
    demo.take_back()
    demo.cancel_check()
    expect(demo.plan.get_by_role("heading", level=2)).to_have_text("Plan")


def test_what_was_done_before_a_move_that_was_given_up_can_be_taken_back(demo):
    demo.drag(3)
    demo.drop(6)
    demo.cancel_check()
    demo.expect_at(7, 8)
    demo.take_back()
    demo.expect_untouched()
    expect(demo.undo).to_be_disabled()


def test_an_outcome_that_is_enough_carries_her_the_whole_way(demo):
    demo.drag(9)
    demo.type_result(2)
    expect(demo.result).to_have_attribute("data-success", "true")
    demo.expect_at(13, 8)
    demo.expect_used(45)
    expect(demo.counter("Action")).to_have_text("sprinting")


def test_an_outcome_too_low_carries_her_as_far_as_it_goes(demo):
    demo.drag(9)
    demo.type_result(0)
    expect(demo.result).to_have_attribute("data-success", "false")
    expect(demo.result).to_contain_text("35 ft")
    demo.expect_at(11, 8)
    demo.expect_used(35)


def test_faces_typed_in_are_counted(demo):
    demo.drag(9)
    demo.check.get_by_text("Type the dice").click()
    demo.page.get_by_test_id("roll-faces").fill("2 6 10 8 1")
    demo.page.get_by_test_id("roll-typed").click()
    # 0 + 1 + 2 + 1 − 1
    expect(demo.result).to_have_attribute("data-result", "3", timeout=ANSWER_MILLIS)
    assert demo.faces() == [2, 6, 10, 8, 1]
    demo.expect_at(13, 8)


def test_after_a_roll_that_falls_short_the_panel_tells_what_happened(demo):
    demo.drag(9)
    demo.type_result(0)
    demo.expect_at(11, 8)
    expect(demo.plan).to_contain_text("Fell short")
    expect(demo.plan.locator(".figure").first).to_have_text(re.compile(r"35\sft\s*gone of 45\sft"))
    expect(demo.plan).not_to_contain_text("71")
    demo.take_back()
    expect(demo.plan).not_to_contain_text("gone of")


def test_what_is_no_roll_is_told_and_the_check_stays(demo):
    demo.drag(9)
    demo.check.get_by_text("Type the dice").click()
    demo.page.get_by_test_id("roll-faces").fill("six")
    demo.page.get_by_test_id("roll-typed").click()
    expect(demo.check.get_by_role("alert")).to_contain_text("Type the dice as numbers")
    expect(demo.page.get_by_test_id("roll-faces")).to_have_attribute("aria-invalid", "true")
    expect(demo.check).to_be_visible()
    demo.expect_at(4, 8)


def test_a_seed_gives_the_same_faces_in_the_dialog_and_in_the_address(demo, open_demo):
    demo.drag(9)
    demo.check.get_by_text("Type the dice").click()
    demo.page.get_by_test_id("roll-seed").fill("7")
    demo.roll_here()
    typed = demo.faces()
    assert len(typed) == 5

    seeded = open_demo("?seed=7")
    seeded.drag(9)
    seeded.roll_here()
    assert seeded.faces() == typed


def test_undoing_a_roll_asks_for_it_again(demo):
    demo.drag(9)
    demo.type_result(2)
    demo.expect_at(13, 8)
    demo.take_back()
    demo.expect_at(4, 8)
    expect(demo.check).to_contain_text("All-out Sprint")
    demo.cancel_check()
    demo.expect_untouched()


def test_an_undone_roll_has_the_same_dice_again_unless_that_is_switched_off(demo):
    demo.drag(9)
    demo.roll_here()
    fell = demo.faces()
    demo.take_back()
    expect(demo.notices.filter(has_text="A roll of Jenny was undone. Its result stays")).to_be_visible()
    expect(demo.check).to_contain_text("All-out Sprint")
    demo.roll_here()
    assert demo.faces() == fell
    expect(demo.notices.filter(has_text="the dice stay as they fell")).to_be_visible()
    demo.take_back()
    demo.check.get_by_text("Type the dice").click()
    demo.page.get_by_role("switch", name="Undone rolls keep their dice").click()
    demo.roll_here()
    assert demo.faces() != fell


def test_a_token_waits_for_its_open_roll(demo):
    demo.drag(9)
    demo.drop(2)
    expect(demo.notices.filter(has_text="The last move waits")).to_be_visible()
    demo.expect_at(4, 8)
    demo.cancel_check()
    demo.drag(2)
    demo.expect_at(6, 8)


def test_a_puddle_is_swum(demo):
    demo.drag(-3, 4)
    expect(demo.check).to_contain_text("Swim")
    expect(demo.lines("CON-16")).to_be_visible()
    demo.cancel_check()
    demo.expect_untouched()


def test_a_fence_is_climbed(demo):
    demo.drag(-2, -5)
    expect(demo.check).to_contain_text("Climb")
    expect(demo.lines("CON-14")).to_be_visible()
    demo.cancel_check()
    demo.expect_untouched()


def test_a_gap_is_jumped(demo):
    demo.load_game(ambush(col=8, row=14))
    demo.drag(4)
    expect(demo.check).to_contain_text("Jump, 10 ft")
    expect(demo.lines("CON-12")).to_be_visible()
    demo.cancel_check()
    demo.expect_at(8, 14)
    demo.expect_used(0)


def test_a_swim_that_succeeds_ends_in_the_water(demo):
    demo.drag(-3, 3)
    demo.type_result(4)
    demo.expect_at(1, 11)
    expect(demo.result).to_have_attribute("data-success", "true")
