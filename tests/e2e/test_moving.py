"""A token is dragged with a real mouse, and Python in the browser says how far, at what price, by which rule."""

import pytest
from playwright.sync_api import expect

from tests.e2e.demo import ANSWER_MILLIS

# After that long a token that is taken up has been asked about.
ASKING_MILLIS = 300


def test_jenny_comes_first_and_her_turn_has_not_begun(demo):
    expect(demo.page.get_by_test_id("token").first).to_have_attribute("data-token-id", "jenny")
    expect(demo.page.get_by_test_id("enforcement-confirm")).to_be_checked()
    expect(demo.page.get_by_test_id("system")).to_have_value("contract")
    expect(demo.counter("Action")).to_have_text("unspent")
    demo.expect_untouched()


def test_25_feet_are_free(demo):
    demo.pick_up(5)
    demo.expect_verdict("free")
    expect(demo.lines("CON-05")).to_contain_text("= 25 ft")
    demo.expect_at(4, 8)
    demo.let_go()
    demo.expect_at(9, 8)
    demo.expect_used(25)
    expect(demo.allowance("Free Movement")).to_contain_text("25 / 25 ft")
    expect(demo.counter("Feet on the ground")).to_have_text("25")


def test_35_feet_cost_two_dice(demo):
    demo.pick_up(7)
    demo.expect_verdict("penalised")
    expect(demo.lines("CON-07")).to_have_attribute("data-dice", "-2")
    demo.let_go()
    demo.expect_at(11, 8)
    demo.expect_used(35)
    expect(demo.counter("Feet on the ground")).to_have_text("35")


def test_the_plan_is_asked_for_between_two_frames(demo):
    seven = demo.point(7, 0)
    demo.pick_up(5)
    demo.expect_verdict("free")
    for pointer, verdict in ((7, "free"), (1, "penalised")):
        demo.page.evaluate(
            """([clientX, clientY, pointerId]) => document.querySelector("#board").dispatchEvent(
              new PointerEvent("pointerrawupdate", { clientX, clientY, pointerId }))""",
            [seven.x, seven.y, pointer],
        )
        demo.expect_verdict(verdict)
    demo.page.keyboard.press("Escape")
    demo.let_go()
    demo.expect_untouched()


def test_the_plan_of_the_next_cell_is_known_before_the_token_gets_there(demo):
    demo.page.evaluate(
        """() => {
          const send = Worker.prototype.postMessage;
          window.open = new Set();
          window.asked = [];
          window.held = null;
          window.release = () => {
            Worker.prototype.postMessage = send;
            for (const go of window.held) go();
          };
          Worker.prototype.postMessage = function (message, ...more) {
            const { movers = [] } = JSON.parse(message.text ?? "{}");
            window.asked.push(...movers.map(({ route }) => JSON.stringify(route)));
            if (window.held) return void window.held.push(() => send.call(this, message, ...more));
            if (message.type === "request") window.open.add(message.id);
            this.addEventListener("message", ({ data }) => window.open.delete(data.id));
            send.call(this, message, ...more);
          };
        }"""
    )
    at, east = demo.middle_of("jenny"), demo.point(1, 0)
    demo.page.mouse.move(at.x, at.y)
    demo.page.mouse.down()
    demo.page.wait_for_timeout(ASKING_MILLIS)
    demo.page.wait_for_function("() => window.open.size === 0")
    demo.page.evaluate("window.held = []")
    demo.page.mouse.move(east.x, east.y, steps=3)
    demo.expect_verdict("free")
    demo.page.evaluate("window.release()")
    asked = demo.page.evaluate("window.asked")
    assert len(asked) == len(set(asked)), "what is known is not asked again"
    demo.page.keyboard.press("Escape")
    demo.let_go()
    demo.expect_untouched()


def test_the_plan_follows_the_hand(demo):
    demo.pick_up(5)
    demo.expect_verdict("free")
    demo.pull(7)
    demo.expect_verdict("penalised")
    demo.pull(9)
    demo.expect_verdict("roll")
    demo.pull(2)
    demo.expect_verdict("free")
    expect(demo.page.locator(".ruler-casing")).to_have_count(1)
    demo.pull(0)
    expect(demo.page.locator(".ruler-casing, .ruler-guess")).to_have_count(0)
    demo.let_go()
    demo.expect_untouched()


def test_two_drags_without_an_action_between_are_one_movement(demo):
    demo.drag(2)
    demo.drag(5)
    demo.expect_verdict("penalised")
    expect(demo.lines("CON-07")).to_have_attribute("data-dice", "-2")
    demo.expect_at(11, 8)
    demo.expect_used(35)


def test_another_token_is_judged_by_its_own_sheet(demo):
    demo.pick_up(0, 4, token="guard-otto")
    demo.expect_verdict("penalised")
    expect(demo.lines("CON-05")).to_contain_text("= 10 ft")
    demo.let_go()
    demo.expect_at(17, 10, token="guard-otto")
    demo.expect_at(4, 8)
    expect(demo.ledger).to_contain_text("Guard Otto")


def test_a_zoomed_board_is_dragged_on_by_its_cells(demo):
    before = float(demo.board.get_attribute("data-cell-px"))
    demo.page.get_by_test_id("zoom-out").click()
    assert float(demo.board.get_attribute("data-cell-px")) < before
    demo.drag(5)
    demo.expect_at(9, 8)


def test_the_other_mouse_button_puts_the_token_back(demo):
    demo.pick_up(5)
    demo.expect_verdict("free")
    demo.page.mouse.down(button="right")
    demo.page.mouse.up(button="right")
    demo.let_go()
    demo.expect_untouched()


def test_undo_gives_place_and_ledger_back(demo):
    expect(demo.undo).to_be_disabled()
    demo.drag(2)
    demo.drag(3)
    demo.expect_at(9, 8)
    demo.take_back()
    demo.expect_at(6, 8)
    demo.expect_used(10)
    demo.take_back()
    demo.expect_untouched()
    expect(demo.undo).to_be_disabled()


def test_end_turn_gives_a_new_movement(demo):
    demo.drag(5)
    expect(demo.allowance("Free Movement")).to_contain_text("0 ft left")
    demo.end_turn.click()
    demo.expect_used(0)
    demo.settle()
    demo.drag(3)
    demo.expect_verdict("free")
    demo.expect_at(12, 8)


@pytest.fixture
def moved_and_acted(demo):
    """Jenny has moved and then acted: by CON-02 her Movement is over."""
    demo.drag(2)
    demo.take_action()
    expect(demo.counter("Movement")).to_have_text("closed")
    return demo


def test_after_moving_and_acting_inform_lets_a_drag_through_and_says_so(moved_and_acted):
    demo = moved_and_acted
    demo.set_enforcement("inform")
    demo.drag(1)
    demo.expect_verdict("impossible")
    expect(demo.lines("CON-02")).to_be_visible()
    expect(demo.notices.filter(has_text="Allowed")).to_contain_text("CON-02")
    demo.expect_at(7, 8)


def test_after_moving_and_acting_confirm_asks_and_can_send_back(moved_and_acted):
    demo = moved_and_acted
    demo.drop(1)
    expect(demo.override).to_contain_text("CON-02", timeout=ANSWER_MILLIS)
    demo.expect_verdict("impossible")
    demo.page.get_by_test_id("send-back").click()
    expect(demo.override).to_be_hidden()
    demo.settle()
    demo.expect_at(6, 8)
    demo.expect_used(10)


def test_after_moving_and_acting_confirm_asks_and_can_let_through(moved_and_acted):
    demo = moved_and_acted
    demo.drop(1)
    expect(demo.override).to_be_visible(timeout=ANSWER_MILLIS)
    expect(demo.lines("CON-02")).to_be_visible()
    demo.page.get_by_test_id("let-through").click()
    demo.expect_at(7, 8)
    expect(demo.override).to_be_hidden()
    demo.settle()
    demo.take_back()
    demo.expect_at(6, 8)
    demo.expect_used(10)


def test_after_moving_and_acting_block_sends_a_drag_back(moved_and_acted):
    demo = moved_and_acted
    demo.set_enforcement("block")
    demo.drop(1)
    demo.expect_verdict("impossible")
    expect(demo.notices.filter(has_text="Jenny stays")).to_contain_text("CON-02")
    expect(demo.override).to_be_hidden()
    demo.expect_at(6, 8)
    demo.expect_used(10)


def test_block_stops_at_the_last_legal_point(demo):
    demo.set_enforcement("block")
    demo.take_action()
    expect(demo.counter("Action")).to_have_text("spent")
    demo.drag(7)
    demo.expect_verdict("impossible")
    expect(demo.notices.filter(has_text="last legal point")).to_be_visible()
    demo.expect_at(9, 8)
    demo.expect_used(25)


def test_what_the_game_master_pushes_and_gives_is_told(demo):
    demo.drag(2)
    push = demo.page.get_by_test_id("push")
    push.click()
    expect(push).to_have_attribute("aria-pressed", "true")
    demo.pick_up(3)
    for place in (demo.plan, demo.page.locator(".board-label")):
        expect(place).to_contain_text("Pushed, at no cost")
        expect(place).not_to_contain_text("left")
    with demo.recording():
        demo.let_go()
    expect(push).to_have_attribute("aria-pressed", "false")
    demo.expect_at(9, 8)
    demo.expect_used(10)
    demo.expect_recorded("Pushed 15 ft")
    demo.take_back()
    give = demo.page.get_by_test_id("give")
    give.get_by_label("Movement (ft)").fill("20")
    give.get_by_label("Reason").fill("a gust of wind")
    with demo.recording():
        give.get_by_role("button", name="Give").click()
    demo.expect_notice("Jenny gets 20 ft of movement: a gust of wind")


def test_a_door_is_closed_and_the_way_leads_around_the_house(demo):
    demo.pick_up(4, -4)
    demo.expect_verdict("free")
    demo.pull(0)
    demo.let_go()
    demo.page.get_by_role("button", name="Close the door").press("Enter")
    expect(demo.page.get_by_role("button", name="Open the door")).to_have_count(2)
    demo.drop(4, -4)
    demo.expect_verdict("impossible")
    demo.page.get_by_test_id("send-back").click()
    demo.expect_untouched()


class TestKeyboard:
    def test_arrows_carry_and_enter_drops(self, demo):
        jenny = demo.token()
        jenny.press("Enter")
        for _ in range(7):
            jenny.press("ArrowRight")
        demo.expect_verdict("penalised")
        expect(demo.spoken).to_contain_text("Jenny, to column 12, row 9: Costs extra. 35 ft, minus 2 dice")
        jenny.press("Enter")
        demo.expect_at(11, 8)
        demo.expect_used(35)
        expect(jenny).to_be_focused()

    def test_escape_puts_the_token_back(self, demo):
        jenny = demo.token()
        jenny.press("Enter")
        jenny.press("ArrowRight")
        jenny.press("c")
        demo.expect_verdict("free")
        jenny.press("Escape")
        demo.settle()
        demo.expect_untouched()
        jenny.press("Enter")
        jenny.press("ArrowDown")
        jenny.press("Enter")
        demo.expect_at(4, 9)

    def test_a_waypoint_bends_the_way(self, demo):
        jenny = demo.token()
        jenny.press("Enter")
        for key in ("ArrowDown", "ArrowDown", "Space", "ArrowUp", "ArrowUp", "ArrowRight"):
            jenny.press(key)
        expect(demo.plan).to_contain_text("20 ft", timeout=ANSWER_MILLIS)
        jenny.press("Enter")
        demo.expect_at(5, 8)
        demo.expect_used(20)
