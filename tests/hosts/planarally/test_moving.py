"""A token that is moved, in whatever way, is judged, and what is refused never stays."""

import pytest
from playwright.sync_api import expect

from tests.hosts.planarally.conftest import HOME, Sit, moves_in_ledger
from tests.warm.pages import wait_until_quiet


def test_a_legal_drag_stays_at_its_price(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (9, 6), drop=False)
    expect(client.page.locator(".footwork-said")).to_have_text(
        "Jenny \u00b7 25\u00a0ft, 15\u00a0ft left, CON-05"
    )
    client.page.mouse.up()
    client.wait_kept("jenny", (9, 6))
    assert client.faults == []


def test_a_drag_too_far_is_put_back_exactly_and_says_why(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", HOME)
    assert client.frames()[-1]["shapes"][0]["position"]["points"] == [[225, 325]]


def test_a_second_move_in_a_round_is_judged_by_what_the_first_has_used(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (9, 6))
    client.wait_kept("jenny", (9, 6))
    client.wait_moves("jenny", 1)
    client.drag((9, 6), (10, 6), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("\u22121 die")
    client.page.mouse.up()
    client.wait_kept("jenny", (10, 6))


def test_walls_hold_outside_of_a_fight_too(sit: Sit) -> None:
    client = sit()
    client.drag(HOME, (4, 2))
    client.wait_kept("jenny", (4, 2))
    client.drag((4, 2), (9, 2), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("ft")
    client.page.mouse.up()
    client.wait_kept("jenny", (9, 2))


def test_arrow_keys_stop_where_the_allowance_ends(sit: Sit) -> None:
    client = sit(character={"dexterity": 0, "brawn": 0, "athletics": 0})
    client.fight()
    client.drag(HOME, HOME)
    for _ in range(12):
        client.page.keyboard.press("ArrowDown")
        client.page.wait_for_timeout(150)
    col, row = client.kept("jenny")
    assert col == HOME[0]
    assert HOME[1] < row < HOME[1] + 12
    assert client.at("jenny") == (col, row)


def test_a_held_key_never_leads_farther_than_steps_one_by_one(sit: Sit) -> None:
    client = sit(character={"dexterity": 0, "brawn": 0, "athletics": 0}, enforcement="block")
    client.fight()
    client.drag(HOME, HOME)
    for _ in range(30):
        client.page.keyboard.down("ArrowDown")
    client.page.keyboard.up("ArrowDown")
    wait_until_quiet(client.page)
    assert client.kept("jenny") == client.at("jenny")
    assert client.kept("jenny")[1] <= HOME[1] + 3


def test_a_path_that_needs_a_roll_asks_and_goes_when_told_to(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4})
    client.fight()
    client.drag(HOME, (13, 6))
    client.answer("Stay")
    client.wait_kept("jenny", HOME)
    client.drag(HOME, (13, 6))
    client.answer("Roll")
    client.wait_chat()
    assert client.at("jenny") == client.kept("jenny")


def test_a_rolled_move_ends_in_the_middle_of_a_cell_as_others_do(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 10}, is_fighting=True)
    client.drag(HOME, (13.3, 6.3))
    client.answer("Roll")
    client.wait_moves("jenny", 1)
    wait_until_quiet(client.page)
    col, row = client.at("jenny")
    assert (col % 1, row) == (0, 6)
    assert col > HOME[0]
    client.wait_kept("jenny", (col, row))


def test_a_players_token_is_judged_though_it_is_said_to_block_movement(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.page.evaluate("properties.get(1).blocksMovement = true")
    client.drag(HOME, (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", HOME)


def test_a_turning_token_is_not_judged(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (9, 6))
    client.wait_kept("jenny", (9, 6))
    sent = len(client.frames())
    client.page.evaluate("rotate()")
    assert len(client.frames()) == sent + 1
    client.wait_kept("jenny", (9, 6))


def test_what_no_gesture_made_is_judged_on_the_wire(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.wait_clock("jenny")
    client.drag(HOME, HOME)
    client.page.evaluate("nudge(1, 750, 300)")
    expect(client.notices).to_contain_text("stays")
    client.wait_kept("jenny", HOME)


def test_a_place_without_numbers_never_leaves(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.page.mouse.move(225, 325)
    client.page.mouse.down()
    client.page.mouse.up()
    # The page tells of it later than of the release.
    wait_until_quiet(client.page)
    client.page.wait_for_timeout(0)
    assert client.faults == ["ert"]
    assert client.frames()[-1]["shapes"][0]["position"]["points"] == [[225, 325]]


def test_other_messages_pass_untouched_and_another_wrapper_keeps_its_place(sit: Sit) -> None:
    client = sit(script="""addEventListener("DOMContentLoaded", () => { globalThis.counted = 0; });""")
    client.page.evaluate(
        """() => { const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (data) { counted += 1; return send.call(this, data); }; }"""
    )
    client.page.evaluate("""emit("Ping", {"x": 1, "é": "\\u2028"})""")
    assert client.page.evaluate("counted") == 1
    last = '42/planarally,["Ping",{"x":1,"é":"\u2028"}]'
    assert last in client.page.evaluate("frames")


def test_a_modifier_to_tests_changes_the_chance_asked(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4})
    client.fight()
    client.drag(HOME, (13, 6))
    expect(client.dialog).to_contain_text("%")
    before = client.dialog.inner_text()
    client.answer("Stay")
    client.wait_kept("jenny", HOME)
    client.page.evaluate("openTab()")
    client.page.locator("#footwork-circumstances-test_modifier").fill("2")
    client.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('block shape token jenny'))"
        ".circumstances?.contract.test_modifier === 2"
    )
    client.page.evaluate("document.querySelector('#tab').remove(); scrollTo(0, 0)")
    client.drag(HOME, (13, 6))
    expect(client.dialog).to_contain_text("%")
    assert client.dialog.inner_text() != before
    client.answer("Stay")


def test_of_several_in_one_hand_only_those_go_that_may_and_undo_moves_only_them(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, HOME)
    client.page.evaluate("selected.add(4)")
    client.drag(HOME, (10, 6))
    expect(client.notices).to_contain_text("Rook stays")
    client.wait_kept("jenny", (10, 6))
    client.wait_kept("rook", (4, 8))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.wait_kept("rook", (4, 8))
    assert client.faults == []


def test_a_collapsed_token_is_judged_when_it_is_expanded_by_its_whole_way(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, HOME)
    client.page.evaluate("collapse(1, 4)")
    client.drag(HOME, (9, 6))
    client.wait_kept("jenny", (9, 6))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("ArrowRight")
    client.wait_kept("jenny", (10, 6))
    assert client.kept("rook") == (4, 8)
    client.page.evaluate("expand(1)")
    expect(client.notices).to_contain_text("Rook stays")
    client.wait_kept("rook", (4, 8))


def test_what_is_put_back_goes_to_the_very_place_where_it_lay(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, HOME)
    client.page.evaluate("nudge(1, 7, 4)")
    client.drag((4.14, 6.08), (19, 12))
    expect(client.notices).to_contain_text("stays")
    client.wait_kept("jenny", (4.14, 6.08))


def test_out_of_the_window_a_token_is_let_go_and_judged(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (19, 12), drop=False)
    client.page.evaluate("document.getElementById('main').dispatchEvent(new MouseEvent('mouseleave'))")
    expect(client.notices).to_contain_text("stays")
    # Not in the hand any more, but still selected.
    expect(client.page.locator(".footwork-said")).to_contain_text("Free Movement 25\u00a0ft")
    client.wait_kept("jenny", HOME)


@pytest.mark.parametrize("hook", [(0.3, 0.3), (0.38, 0.38), (-0.4, 0.4)])
def test_what_is_let_go_in_the_cell_where_it_began_has_not_moved(sit: Sit, hook: tuple[float, float]) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, (HOME[0] + hook[0], HOME[1] + hook[1]))
    wait_until_quiet(client.page)
    client.wait_kept("jenny", HOME)
    assert moves_in_ledger(client) == []
    assert (
        client.page.evaluate("JSON.parse(localStorage.getItem('block shape token jenny')).turn.moves") == []
    )
    client.drag(HOME, (6, 6))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny", 0)
    client.wait_kept("jenny", HOME)
    assert client.faults == []


def test_letting_go_over_the_toolbar_is_a_drop(sit: Sit) -> None:
    client = sit()
    client.fight()
    mouse = client.page.mouse
    client.drag(HOME, (7, 6), drop=False)
    mouse.move(900, 650)
    mouse.up()
    client.wait_kept("jenny", (7, 6))
    client.wait_moves("jenny", 1)
    mouse.move(531, 331, steps=4)
    mouse.down()
    mouse.up()
    wait_until_quiet(client.page)
    client.wait_kept("jenny", (7, 6))


def test_a_token_of_which_no_message_left_has_not_moved(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (7, 6), drop=False)
    client.page.evaluate("locked.add(1)")
    client.page.mouse.up()
    client.wait_kept("jenny", HOME)
    client.page.evaluate("locked.clear()")
    client.drag(HOME, (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", HOME)


def test_what_is_dropped_after_a_change_of_floor_is_recorded(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (7, 6), drop=False)
    client.page.keyboard.press("PageUp")
    client.page.mouse.move(431, 331, steps=4)
    client.page.mouse.up()
    client.wait_kept("jenny", (8, 6))
    client.wait_moves("jenny", 1)


def test_the_other_buttons_drop_nothing(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (7, 6), drop=False)
    client.page.mouse.down(button="right")
    client.page.mouse.up(button="right")
    client.page.mouse.move(481, 331, steps=4)
    client.page.mouse.up()
    client.wait_kept("jenny", (9, 6))
    client.wait_moves("jenny", 1)
