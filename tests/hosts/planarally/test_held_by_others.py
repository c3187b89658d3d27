"""A token that somebody else holds, or moves at the same time."""

import pytest
from playwright.sync_api import expect

from tests.hosts.planarally.conftest import CELL, HOME, Sit, moves_in_ledger
from tests.warm.pages import wait_until_quiet


def test_who_moves_what_another_holds_is_told_of_and_wins(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    player = sit("user=player")
    gm.drag(HOME, (6, 6), drop=False)
    # What one drags the others see where the hand is.
    player.drag((6, 6), (6, 8))
    expect(gm.notices).to_contain_text("Someone else moved this token at the same time")
    gm.page.mouse.up()
    wait_until_quiet(gm.page)
    wait_until_quiet(player.page)
    assert gm.kept("jenny") == gm.at("jenny") == player.at("jenny")


def test_what_another_holds_is_judged_from_where_it_was_put_down_last(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    player.drag(HOME, HOME)
    player.page.evaluate("remake(1)")
    gm.drag(HOME, (7, 6), drop=False)
    wait_until_quiet(player.page)
    # From where the token stands it is farther than Jenny can go.
    player.drag((7, 6), (19, 12))
    expect(player.notices).to_contain_text("Jenny stays")
    expect(player.notices).to_contain_text("Someone else moved this token at the same time")
    gm.wait_kept("jenny", HOME)
    player.wait_kept("jenny", HOME)
    assert moves_in_ledger(gm) == []
    assert gm.faults == player.faults == []


def test_two_who_move_one_token_pay_for_all_of_its_way(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    gm.drag(HOME, (6, 6), drop=False)
    wait_until_quiet(player.page)
    player.drag((6, 6), (8, 6))
    player.wait_kept("jenny", (8, 6))
    player.wait_moves("jenny", 1)
    assert moves_in_ledger(player) == [HOME]
    # Still in the hand of the one who had it first.
    gm.page.mouse.move(*[(part + 0.5) * 50 + 6 for part in (7, 6)], steps=4)
    gm.page.mouse.up()
    gm.wait_moves("jenny", 2)
    wait_until_quiet(gm.page)
    assert moves_in_ledger(gm) == [HOME, (8, 6)]
    assert gm.kept("jenny") == gm.at("jenny") == player.at("jenny") != (8, 6)
    assert gm.faults == player.faults == []


def test_a_click_on_what_another_holds_moves_nothing(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    gm.drag(HOME, (7, 6), drop=False)
    wait_until_quiet(player.page)
    # A hand that is not quite still.
    player.drag((7, 6), (7.1, 6.1))
    wait_until_quiet(player.page)
    assert player.kept("jenny") == HOME
    assert gm.at("jenny") != HOME
    gm.page.mouse.up()
    gm.wait_kept("jenny", (7, 6))
    gm.wait_moves("jenny", 1)
    assert moves_in_ledger(gm) == [HOME]


def test_a_step_by_key_of_what_another_holds_is_judged_from_where_it_was_put_down(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    player.drag(HOME, HOME)
    gm.drag(HOME, (7, 6), drop=False)
    wait_until_quiet(player.page)
    player.page.keyboard.press("ArrowRight")
    player.wait_moves("jenny", 1)
    player.wait_kept("jenny", (8, 6))
    assert moves_in_ledger(player) == [HOME]


def test_a_pointer_that_leaves_the_window_drops_nothing_of_somebody_elses_hand(sit: Sit) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player")
    player.drag(HOME, (6, 6))
    player.wait_moves("jenny", 1)
    # Whoever moves her now has heard of it.
    player.page.wait_for_timeout(1_100)
    gm.drag((6, 6), (8, 8), drop=False)
    wait_until_quiet(player.page)
    player.page.evaluate("openTab()")
    player.page.locator("#tab button").first.hover()
    wait_until_quiet(player.page)
    assert player.kept("jenny") == (6, 6)
    assert moves_in_ledger(player) == [HOME]
    expect(player.notices).not_to_contain_text("Someone else")
    gm.page.mouse.up()
    gm.wait_kept("jenny", (8, 8))
    assert gm.faults == player.faults == []


@pytest.mark.parametrize("pause", [0, 200])
def test_all_pages_agree_where_a_token_is_that_two_have_dragged_at_once(sit: Sit, pause: int) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player")
    other = sit("user=player&mod=none")
    both = [(gm, (0, 1)), (player, (1, 0))]
    x, y = (HOME[0] + 0.5) * CELL + 6, (HOME[1] + 0.5) * CELL + 6
    for client, _ in both:
        wait_until_quiet(client.page)
        client.page.mouse.move(x, y)
        client.page.mouse.down()
    # In turn, each time less than the others' page takes for a move.
    for step in range(1, 13):
        for client, (right, down) in both:
            client.page.mouse.move(x + right * step * 10, y + down * step * 10)
            client.page.wait_for_timeout(20)
    player.page.mouse.up()
    gm.page.wait_for_timeout(pause)
    gm.page.mouse.up()
    gm.page.wait_for_timeout(1_000)
    for client, _ in both:
        wait_until_quiet(client.page)
    assert gm.at("jenny") == player.at("jenny") == other.at("jenny") == gm.kept("jenny")
    assert gm.at("jenny") != HOME
    assert len(moves_in_ledger(gm)) > 0
    assert gm.faults == player.faults == []
