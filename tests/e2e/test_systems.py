"""Every game system on its own scene: chosen, dragged on, judged by its rules, recorded, and kept."""

import re

import pytest
from playwright.sync_api import expect

from py_rules.systems import names
from tests.e2e.conftest import WINDOW
from tests.e2e.demo import ANSWER_MILLIS, FILES


def test_every_system_is_offered(systems):
    systems.choose_system("contract")
    options = systems.page.get_by_test_id("system").locator("option")
    offered = options.evaluate_all("(options) => options.map((option) => option.value)")
    assert sorted(offered) == sorted(names())
    systems.expect_untouched()


def test_sr5_beyond_the_walk_rate_jax_runs_and_jumps_the_street(systems):
    systems.choose_system("sr5")
    systems.pick_up(10, token="jax")
    systems.expect_verdict("roll")
    expect(systems.lines("SR5-08")).to_have_attribute("data-dice", "-2")
    expect(systems.lines("SR5-10")).to_contain_text("Shooters at Jax: −2 dice")
    expect(systems.lines("SR5-22").first).to_be_visible()
    systems.let_go()
    expect(systems.check).to_contain_text("1 hit or more")
    systems.type_result(2)
    systems.page.get_by_test_id("roll-done").click()
    systems.expect_at(12, 5, token="jax")
    systems.expect_recorded("Moved 2.5 m")


def test_sr5_acts_are_forms_and_passes_can_be_counted(systems):
    systems.choose_system("sr5")
    systems.act.click()
    systems.page.get_by_test_id("act-shoot").click()
    systems.page.get_by_test_id("acts").locator("details[open]").get_by_label("Cost").select_option(
        label="Complex"
    )
    with systems.recording():
        systems.page.get_by_test_id("do-shoot").click()
    expect(systems.counter("Simple Actions spent in this phase")).to_have_text("2")
    with systems.recording():
        systems.page.get_by_test_id("begin-pass").click()
    expect(systems.counter("Initiative Pass")).to_have_text("2")


@pytest.mark.parametrize(
    ("answer", "col", "told"),
    [
        ("react-on", 12, "Blade reacted, the move goes on"),
        ("react-stop", 10, "Blade reacted and ended the move"),
    ],
)
def test_sr3_passing_an_opponent_waits_for_the_attack(systems, answer, col, told):
    systems.choose_system("sr3")
    systems.pick_up(9, -1, token="rook")
    systems.expect_verdict("penalised")
    expect(systems.lines("SR3-11").first).to_contain_text("+4 TN")
    expect(systems.plan).to_contain_text("Blade may strike for free: 5 dice against TN 3")
    systems.let_go()
    expect(systems.check).to_contain_text("Rook is interrupted")
    systems.expect_at(10, 5, token="rook")
    with systems.recording():
        systems.page.get_by_test_id(answer).click()
    systems.expect_at(col, 5, token="rook")
    systems.expect_recorded(told)


def test_d6_a_run_rolls_for_its_moves_and_for_the_leap_after_it(systems):
    systems.choose_system("d6")
    systems.pick_up(13, token="dara")
    systems.expect_verdict("roll")
    expect(systems.lines("D6-11").first).to_be_visible()
    expect(systems.lines("D6-12").first).to_contain_text("+5 on the total")
    systems.let_go()
    expect(systems.check).to_contain_text("10 or more")
    systems.type_result(10)
    systems.expect_at(14, 6, token="dara")
    systems.expect_recorded("Moved 23 m")
    systems.page.get_by_test_id("roll-next").click()
    expect(systems.check).to_contain_text("Jump 2 m")
    # The run-up gives 5 on top of what is rolled.
    systems.check.get_by_text("Type the dice").click()
    systems.page.get_by_test_id("roll-typed-as").select_option("result")
    systems.page.get_by_test_id("roll-faces").fill("10")
    systems.page.get_by_test_id("roll-typed").click()
    expect(systems.result).to_have_attribute("data-result", "15", timeout=ANSWER_MILLIS)
    systems.page.get_by_test_id("roll-done").click()
    systems.expect_at(16, 6, token="dara")


def test_styles_four_mines_ask_for_dash(systems):
    systems.choose_system("styles")
    systems.pick_up(9, token="magpie")
    systems.expect_verdict("penalised")
    expect(systems.plan).to_contain_text("−1 Hook")
    expect(systems.lines("STY-12").first).to_be_visible()
    systems.page.keyboard.press("Escape")
    systems.let_go()
    systems.act.click()
    with systems.recording():
        systems.page.get_by_test_id("act-dash").click()
    systems.drag(9, token="magpie")
    systems.expect_at(12, 4, token="magpie")
    systems.expect_recorded("Moved 4.5 u")


def test_no_system_widens_the_page_of_a_phone(systems):
    systems.page.set_viewport_size({"width": 390, "height": 844})
    try:
        for system in FILES:
            systems.open_system(system)
            assert systems.page.evaluate("document.documentElement.scrollWidth") == 390, system
    finally:
        systems.page.set_viewport_size(WINDOW)


def test_each_system_keeps_its_own_game(systems):
    systems.choose_system("styles")
    systems.drag(1, token="magpie")
    systems.choose_system("contract")
    systems.expect_untouched()
    systems.open_system("styles")
    systems.expect_at(4, 4, token="magpie")
    expect(systems.commits).to_have_count(1)


@pytest.mark.parametrize("language", ["en", "de"])
def test_lengths_that_a_move_uses_and_a_turn_has_used_have_their_unit(open_demo, language):
    demo = open_demo(f"?lang={language}&system=styles&scene=minefield")
    for system, unit in (("styles", "u"), ("contract", "ft"), ("custom", "ft")):
        demo.open_system(system)
        chosen = demo.board.locator("[data-testid=token][aria-pressed=true]").get_attribute("data-token-id")
        demo.pick_up(1, token=chosen)
        used = demo.plan.locator(".spends li").first
        expect(used.locator("b")).to_have_text(re.compile(rf"^[\d.,]+\s{unit}$"), timeout=ANSWER_MILLIS)
        expect(used).not_to_contain_text(re.compile(r"\d (?:left|übrig)"))
        with demo.recording():
            demo.let_go()
        if system == "styles":
            spent = "Movement" if language == "en" else "Bewegung"
            expect(demo.allowance(spent).first).to_contain_text(re.compile(r"[\d.,]+ / [\d.,]+\su"))
