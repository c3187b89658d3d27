"""Whoever uses keys is never left without a focus: what had it may be put away, or shut for a moment."""

import pytest
from playwright.sync_api import expect

from tests.e2e.demo import game_of

HAS_FOCUS = "() => document.activeElement !== document.body"


def test_who_dismisses_a_notice_by_a_key_has_the_focus_somewhere(demo):
    demo.drag(3)
    demo.pass_turn()
    demo.notices.first.get_by_role("button", name="Dismiss").press("Enter")
    expect(demo.notices).to_have_count(0)
    assert demo.page.evaluate(HAS_FOCUS)


def test_who_has_seen_the_tour_by_keys_has_the_focus_somewhere(open_demo):
    demo = open_demo()
    for step in range(1, 5):
        demo.page.get_by_test_id("tour-next" if step < 4 else "tour-skip").press("Enter")
        assert demo.page.evaluate(HAS_FOCUS), step


def test_who_answers_a_ruling_by_a_key_has_the_focus_somewhere(systems):
    systems.load_game(game_of("styles", at=(14, 8)))
    systems.drag(1, token="magpie")
    with systems.recording():
        systems.page.get_by_test_id("rule-lands").press("Enter")
    assert systems.page.evaluate(HAS_FOCUS)


def test_who_begins_a_pass_by_a_key_has_the_focus_there(systems):
    systems.choose_system("sr5")
    begin = systems.page.get_by_test_id("begin-pass")
    with systems.recording():
        begin.press("Enter")
    expect(begin).to_be_focused()


@pytest.mark.parametrize("item", ["about", "keys"])
def test_what_is_opened_from_the_menu_gives_the_focus_back(demo, item):
    demo.page.get_by_test_id("menu").press("Enter")
    demo.page.get_by_test_id(item).press("Enter")
    demo.page.keyboard.press("Escape")
    expect(demo.token()).to_be_focused()
