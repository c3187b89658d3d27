"""Rolls that are taken back, and what the GM's browser makes of what is rolled."""

import pytest
from playwright.sync_api import expect


def roll_a_sprint(player):
    """Drag Jenny so far that it takes a roll, and roll."""
    player.pick_up("jenny", 10)
    expect(player.label()).to_contain_text("Outcome")
    player.page.mouse.up()
    player.answer("yes")
    player.settle()


def faces(client):
    """The dice in a token's turn, as they fell."""
    steps = (client.turn() or {"steps": []})["steps"]
    events = [event for step in steps for event in step.get("commit", {"events": []})["events"]]
    return [event["faces"] for event in events if event["kind"] == "rolled"]


def test_a_roll_that_is_taken_back_stays_as_it_fell_and_all_are_told(gm, player):
    roll_a_sprint(player)
    player.wait_for_turn("rolled")
    player.page.keyboard.press("Control+z")
    player.expect_at("jenny", 2, 2)
    for client in (gm, player):
        client.expect_notice("undid a roll of Jenny")
    roll_a_sprint(player)
    player.wait_for_turn('"n":6')
    first, again = faces(gm)
    assert first == again
    for client in (gm, player):
        client.expect_notice("the dice stay as they fell", " ".join(map(str, first)))
    gm.wait_for_commits(2)
    assert gm.notices.filter(has_text="check the last move").count() == 0


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_gm_may_allow_new_dice(gm, player, answer):
    gm.set("undoneRolls", "ask")
    roll_a_sprint(player)
    player.wait_for_turn("rolled")
    player.page.keyboard.press("Control+z")
    player.expect_at("jenny", 2, 2)
    player.pick_up("jenny", 10)
    player.page.mouse.up()
    player.answer("yes")
    expect(gm.dialog).to_contain_text("Jenny undid this roll and rolls again")
    gm.answer(answer)
    player.settle()
    player.wait_for_turn('"n":6')
    assert gm.cards.filter(has_text="5d10").count() == (2 if answer == "yes" else 1)
    gm.wait_for_commits(2)
    assert gm.notices.filter(has_text="check the last move").count() == 0


def test_a_wall_that_is_drawn_before_the_player_rolls_leaves_nothing_to_suspect(gm, player):
    player.pick_up("jenny", 10)
    player.page.mouse.up()
    expect(player.dialog).to_contain_text("A roll is needed")
    try:
        for client in (gm, player):
            client.page.evaluate(
                "canvas.scene.walls.push({ id: 'new', c: [300, 0, 300, 1000], move: 20, door: 0, ds: 0 })"
            )
        player.answer("yes")
        player.expect_notice("Jenny stays")
        player.expect_at("jenny", 2, 2)
        # What nobody can go is not rolled for.
        assert faces(gm) == []
    finally:
        for client in (gm, player):
            client.page.evaluate("canvas.scene.walls.pop()")
    player.drag("jenny", 2)
    player.expect_at("jenny", 4, 2)
    gm.wait_for_commits(1)
    assert gm.notices.filter(has_text="check the last move").count() == 0


def test_what_is_undone_of_an_earlier_turn_is_counted(gm, player):
    player.drag("jenny", 3)
    gm.wait_for_commits(1)
    gm.page.evaluate("game.combat.nextRound()")
    player.wait_for_turn("fight-2.")
    player.page.keyboard.press("Control+z")
    gm.expect_at("jenny", 2, 2)
    player.wait_for_turn('"number":3')
    gm.wait_for_commits(3)
    assert gm.moved_feet() == [15, 15]
    assert gm.notices.count() == 0
