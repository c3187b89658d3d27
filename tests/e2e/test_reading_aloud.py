"""What is read aloud, and where the keyboard is after what was done by it."""

import pytest
from playwright.sync_api import expect

from tests.e2e.demo import ANSWER_MILLIS


def test_a_move_is_read_aloud_from_picking_up_to_its_end(demo):
    jenny = demo.token()
    expect(demo.page.get_by_test_id("headline")).to_contain_text("50\u202f%", timeout=ANSWER_MILLIS)
    jenny.press("Enter")
    expect(demo.spoken).to_have_text(
        "Jenny is picked up. Free Movement 25 ft, Extended Movement 15 ft, Movement in all 40 ft, "
        "All-out Sprint: the whole Action, Outcome 3 or better, 50 ft, 50 %."
    )
    jenny.press("ArrowRight")
    demo.expect_verdict("free")
    expect(demo.spoken).to_contain_text("Jenny, to column 6, row 9: Free. 5 ft")
    jenny.press("Escape")
    expect(demo.spoken).to_have_text("Jenny is at column 5, row 9.")
    demo.drag(7)
    # What a way costs is still being said when a slow machine tells that it was gone.
    expect(demo.spoken).to_contain_text("Jenny is at column 12, row 9.")
    demo.take_back()
    expect(demo.spoken).to_have_text("Jenny is at column 5, row 9. Undone.")


def test_how_dice_fell_is_read_aloud(demo):
    demo.drag(9)
    demo.type_result(0)
    expect(demo.spoken).to_contain_text("Jenny: Carries 35 ft")
    expect(demo.spoken).to_contain_text("Jenny is at column 12, row 9.")


def test_the_end_of_a_turn_says_what_comes_next(demo):
    demo.drag(3)
    expect(demo.plan.get_by_role("heading", level=2)).to_have_text("Last move")
    demo.pass_turn()
    demo.expect_notice("Jenny’s turn has ended; Jenny begins a new one.")
    expect(demo.plan.get_by_role("heading", level=2)).to_have_text("Plan")
    expect(demo.plan).not_to_have_attribute("data-verdict", "free")


def test_notices_are_read_aloud(demo):
    demo.drag(3)
    demo.pass_turn()
    aloud = demo.page.get_by_role("status").filter(has=demo.notices)
    expect(aloud).to_contain_text("Jenny’s turn has ended; Jenny begins a new one.")


def test_the_action_is_spent_by_its_name_told_and_taken_back_from_there(demo):
    demo.drag(2)
    demo.act.click()
    acts = demo.page.get_by_test_id("acts")
    expect(acts).to_contain_text("you go beyond Free Movement only on dice you held back")
    demo.page.keyboard.press("Escape")
    expect(demo.counter("Action")).to_have_text("unspent")
    demo.take_action()
    aloud = demo.page.get_by_role("status").filter(has=demo.notices)
    expect(aloud).to_contain_text("Jenny: Acted · Movement: closed · Action: spent")
    aloud.get_by_role("button", name="Undo").click()
    expect(demo.counter("Action")).to_have_text("unspent", timeout=ANSWER_MILLIS)
    expect(demo.commits).to_have_count(1)


def test_undo_leaves_no_plan_of_what_it_took_back(demo):
    demo.drag(3)
    title = demo.plan.get_by_role("heading", level=2)
    expect(title).to_have_text("Last move")
    demo.take_back()
    expect(title).to_have_text("Plan")
    expect(demo.plan).not_to_have_attribute("data-verdict", "free")


def test_a_button_pressed_by_a_key_keeps_the_focus(demo):
    demo.drag(3)
    demo.undo.focus()
    demo.page.keyboard.press("Enter")
    demo.expect_untouched()
    expect(demo.undo).to_be_focused()
    demo.end_turn.focus()
    with demo.recording():
        demo.page.keyboard.press("Enter")
        demo.expect_notice("Jenny’s turn has ended")
    expect(demo.end_turn).to_be_focused()


def test_from_a_token_to_the_end_of_its_turn_it_is_not_far_by_keys(demo):
    demo.drag(3)
    demo.token().focus()
    for _ in range(25):
        demo.page.keyboard.press("Tab")
        if demo.end_turn.evaluate("(button) => button === document.activeElement"):
            break
    expect(demo.end_turn).to_be_focused()


def test_after_a_roll_and_a_question_the_token_has_the_focus(demo):
    jenny = demo.token()
    jenny.press("Enter")
    for _ in range(9):
        jenny.press("ArrowRight")
    demo.expect_verdict("roll")
    jenny.press("Enter")
    expect(demo.page.get_by_test_id("roll-here")).to_be_focused()
    demo.page.keyboard.press("Enter")
    expect(demo.page.get_by_test_id("roll-done")).to_be_focused()
    demo.page.keyboard.press("Enter")
    expect(jenny).to_be_focused()


@pytest.mark.parametrize("answer", ["send-back", "let-through"])
def test_after_a_question_to_the_gm_the_token_has_the_focus(demo, answer):
    demo.drag(2)
    demo.take_action()
    jenny = demo.token()
    jenny.press("Enter")
    jenny.press("ArrowRight")
    demo.expect_verdict("impossible")
    jenny.press("Enter")
    expect(demo.page.get_by_test_id("send-back")).to_be_focused()
    demo.page.get_by_test_id(answer).press("Enter")
    expect(demo.override).to_be_hidden()
    expect(jenny).to_be_focused()
    demo.settle()


def test_who_focused_nothing_gets_the_token_after_a_dialog(demo):
    there = demo.point(9, 0)
    demo.page.mouse.click(there.x, there.y)
    demo.expect_verdict("roll")
    demo.page.evaluate("document.activeElement.blur()")
    there = demo.point(9, 0)
    demo.page.mouse.click(there.x, there.y)
    expect(demo.page.get_by_test_id("roll-here")).to_be_focused()
    demo.page.get_by_test_id("roll-cancel").press("Enter")
    expect(demo.check).to_be_hidden()
    expect(demo.token()).to_be_focused()


def test_what_is_opened_over_the_page_gives_the_focus_back(demo):
    keys = demo.page.get_by_role("dialog", name="Keys")
    demo.token().focus()
    demo.page.keyboard.press("?")
    expect(keys).to_be_focused()
    demo.page.keyboard.press("Escape")
    expect(demo.token()).to_be_focused()
    for name in ("tokens", "menu"):
        button = demo.page.get_by_test_id(name)
        button.press("Enter")
        demo.page.keyboard.press("Escape")
        expect(button).to_be_focused()
