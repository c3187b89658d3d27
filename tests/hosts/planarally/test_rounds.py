"""Rounds, turns, and who is in the fight."""

import pytest
from playwright.sync_api import expect

from tests.hosts.planarally.conftest import FIGHT, HOME, Sit, moves_in_ledger, rolls
from tests.warm.pages import wait_until_quiet


def test_the_gm_is_told_when_a_player_takes_a_token_out_of_the_tracker(sit: Sit) -> None:
    gm = sit()
    player = sit("user=player")
    gm.fight()
    gm.wait_clock("jenny")
    player.page.evaluate("emit('Initiative.Remove', 'jenny')")
    expect(gm.notices).to_contain_text("Jenny was taken out of the tracker")
    assert player.notices.inner_text() == ""


def test_what_is_in_the_hand_when_a_round_begins_is_judged_from_where_it_was_taken(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    gm.drag(HOME, (19, 12), drop=False)
    gm.page.evaluate("(fight) => emit('Initiative.Set', fight)", FIGHT | {"round": 2})
    gm.page.wait_for_function("() => JSON.parse(localStorage.getItem('block room fight 1 '))?.round === 2")
    gm.page.evaluate("openTab()")
    expect(gm.page.locator("#tab")).to_contain_text("Done so far")
    gm.page.mouse.up()
    expect(gm.notices).to_contain_text("Jenny stays")
    gm.wait_kept("jenny", HOME)


def test_a_new_turn_by_hand_is_told_to_all(sit: Sit) -> None:
    gm = sit(is_fighting=True)
    client = sit("user=player")
    client.drag(HOME, HOME)
    client.page.evaluate("openTab()")
    client.page.get_by_role("button", name="End turn").click()
    expect(gm.notices).to_have_text("Jenny’s turn has ended; Jenny begins a new one.")
    client.wait_chat()
    assert "Jenny" in client.page.evaluate("chat")[0]
    assert "turn has ended" in client.page.evaluate("chat")[0]


def test_each_location_has_a_fight_of_its_own(sit: Sit) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player")
    gm.page.evaluate("goTo(2)")
    gm.page.evaluate("emit('Initiative.Set', {isActive: false, round: 4, data: []})")
    gm.page.wait_for_function("() => JSON.parse(localStorage.getItem('block room fight 2 '))?.round === 4")
    for client in (player, sit("user=player&back")):
        client.drag(client.at("jenny"), (19, 12))
        expect(client.notices).to_contain_text("Jenny stays")
    turn = gm.page.evaluate("localStorage.getItem('block shape token jenny')")
    gm.fight()
    gm.page.evaluate("goTo(1)")
    gm.page.evaluate("goTo(2)")
    wait_until_quiet(gm.page)
    gm.page.evaluate("goTo(1)")
    wait_until_quiet(gm.page)
    kept = gm.page.evaluate("localStorage.getItem('block room fight 1 ')")
    assert '"isActive":true' in kept
    assert gm.page.evaluate("localStorage.getItem('block shape token jenny')") != turn


def test_whom_one_entry_of_the_tracker_stands_for_are_all_in_the_fight(sit: Sit) -> None:
    gm = sit()
    gm.page.evaluate("groups.set(1, 'the brave').set(4, 'the brave')")
    one = {"isActive": True, "round": 1, "data": [{"shape": "jenny", "isGroup": True}]}
    gm.page.evaluate("(fight) => emit('Initiative.Set', fight)", one)
    gm.wait_clock("jenny")
    gm.wait_clock("rook")
    for client in (gm, sit("user=player")):
        client.page.evaluate("groups.set(1, 'the brave').set(4, 'the brave')")
        client.drag((4, 8), (19, 8))
        expect(client.notices).to_contain_text("Rook stays")
        client.wait_kept("rook", (4, 8))
    # As its players say in the tracker, the entry stands for one token only, or again for all.
    for stands_for_all in (False, True):
        option = {"shape": "jenny", "option": "isGroup", "value": stands_for_all}
        gm.page.evaluate("(option) => emit('Initiative.Option.Set', option)", option)
        gm.page.wait_for_function(
            "(count) => JSON.parse(localStorage.getItem('block room fight 1 ')).groups.length === count",
            arg=int(stands_for_all),
        )


def test_a_round_that_a_token_has_moved_in_counts_on_when_the_tracker_goes_back_and_forward(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    gm.page.evaluate("emit('Initiative.Round.Update', {round: 2})")
    wait_until_quiet(gm.page)
    gm.drag(HOME, (9, 6))
    gm.wait_moves("jenny", 1)
    gm.page.evaluate("emit('Initiative.Round.Update', {round: 1})")
    expect(gm.notices).to_contain_text("Undo what came later first")
    gm = sit()
    for tells, moves in ((2, 1), (3, 0)):
        gm.page.evaluate("(round) => emit('Initiative.Round.Update', {round})", tells)
        wait_until_quiet(gm.page)
        gm.wait_moves("jenny", moves)


def test_after_a_round_back_a_move_of_before_can_be_undone(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    gm.drag(HOME, (6, 6))
    gm.wait_moves("jenny", 1)
    for told, moves in ((2, 0), (1, 1)):
        gm.page.evaluate("(round) => emit('Initiative.Round.Update', {round})", told)
        gm.wait_moves("jenny", moves)
    wait_until_quiet(gm.page)
    gm.page.keyboard.press("Control+z")
    gm.wait_moves("jenny", 0)
    gm.wait_kept("jenny", HOME)
    assert gm.faults == []


def test_in_a_fight_only_the_gm_takes_tokens_to_another_location(sit: Sit) -> None:
    leave = """() => {
        emit('Shapes.Location.Move', {shapes: ['jenny', 'wall'], target: {location: 2, x: 0, y: 0}});
        return JSON.parse(frames.at(-1).slice('42/planarally,'.length))[1].shapes;
    }"""
    gm = sit()
    gm.fight()
    assert gm.page.evaluate(leave) == ["jenny", "wall"]
    player = sit("user=player", is_fighting=True)
    wait_until_quiet(player.page)
    assert player.page.evaluate(leave) == ["wall"]
    expect(player.notices).to_contain_text("In combat only the GM")


@pytest.mark.parametrize("answer", ["Stay", "Roll"])
def test_a_round_that_begins_while_a_roll_is_asked_for_asks_again_only_for_the_move(
    sit: Sit, answer: str
) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    player.drag(HOME, (13, 6))
    expect(player.dialog).to_contain_text("needs a roll")
    gm.page.evaluate("emit('Initiative.Round.Update', {round: 2})")
    for client in (gm, player):
        wait_until_quiet(client.page)
    player.answer(answer)
    if answer == "Roll":
        # The dice that fell count for the new turn.
        for _ in range(100):
            if rolls(gm):
                break
            gm.page.wait_for_timeout(50)
        dice = rolls(gm)
        assert len(dice) == 1
        player.answer("Roll")
        gm.wait_moves("jenny", 1)
        assert rolls(gm) == dice
    wait_until_quiet(player.page)
    expect(player.dialog).to_have_count(0)
    assert len(moves_in_ledger(gm)) == (answer == "Roll")
    assert gm.at("jenny") == player.at("jenny") == gm.kept("jenny")
    assert (gm.kept("jenny") == HOME) == (answer == "Stay")
    assert gm.faults == player.faults == []
