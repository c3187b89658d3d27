"""What undo takes back, and what dice that fell for it do."""

import pytest
from playwright.sync_api import expect

from tests.hosts.planarally.conftest import CAGE, HOME, TOKENS, Client, Sit, moves_in_ledger, rolls
from tests.hosts.planarally.workers import LATE
from tests.warm.pages import wait_until_quiet


def test_dice_that_were_undone_stay_as_they_fell_and_all_are_told(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4}, is_fighting=True)
    told: list[list[str]] = []
    for _ in range(3):
        client.drag(HOME, (13, 6))
        client.answer("Roll")
        client.wait_moves("jenny", 1)
        wait_until_quiet(client.page)
        # What fell, and where it led.
        told.append([*client.page.evaluate("chat.splice(0)")[-1:], str(client.at("jenny"))])
        expect(client.notices).to_contain_text("Carries")
        client.page.keyboard.press("Control+z")
        client.wait_moves("jenny", 0)
        client.wait_kept("jenny", HOME)
        expect(client.notices).to_contain_text("A roll of Jenny was undone. Its result stays")
        (undone,) = client.page.evaluate("chat.splice(0)")
        assert "A roll of Jenny was undone" in undone
    assert told[0] == told[1] == told[2]
    assert "Carries" in told[0][0]
    expect(client.notices).to_contain_text("the dice stay as they fell")
    assert client.faults == []


def roll_in_vain(client: Client) -> None:
    """Move as far as Jenny may without a roll, and then no farther since the roll falls short."""
    client.drag(HOME, (10, 6))
    client.wait_moves("jenny", 1)
    wait_until_quiet(client.page)
    client.drag((10, 6), (13, 6))
    client.answer("Roll")
    client.wait_moves("jenny", 2)
    wait_until_quiet(client.page)
    client.wait_kept("jenny", (10, 6))
    assert len(rolls(client)) == 1


def test_a_roll_that_led_nowhere_is_undone_before_the_move_that_came_before_it(sit: Sit) -> None:
    client = sit(system="d6", character={}, is_fighting=True, script="Math.random = () => 0.3;")
    roll_in_vain(client)
    dice = rolls(client)
    for key, begins in [
        ("Control+z", [HOME]),
        ("Control+Shift+Z", [HOME, (10, 6)]),
        ("Control+z", [HOME]),
        ("Control+z", []),
    ]:
        client.page.keyboard.press(key)
        if key == "Control+Shift+Z":
            client.answer("Roll")
        client.wait_moves("jenny", len(begins))
        wait_until_quiet(client.page)
        assert (moves_in_ledger(client), rolls(client)) == (begins, dice)
        client.wait_kept("jenny", (10, 6) if begins else HOME)
    expect(client.notices).to_contain_text("A roll of Jenny was undone")
    # The tab's button does so as well.
    roll_in_vain(client)
    client.page.evaluate("openTab()")
    for moves in (1, 0):
        client.page.get_by_role("button", name="Undo the last move").click()
        client.wait_moves("jenny", moves)
        wait_until_quiet(client.page)
    client.wait_kept("jenny", HOME)
    assert client.faults == []


def test_undo_takes_back_what_the_mod_has_moved_too(sit: Sit) -> None:
    client = sit(enforcement="confirm")
    client.fight()
    client.drag(HOME, (19, 12))
    client.answer("Allow")
    client.wait_kept("jenny", (19, 12))
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.drag(HOME, (9, 6))
    client.wait_kept("jenny", (9, 6))
    assert client.dialog.count() == 0


@pytest.mark.parametrize("lateness", [0, 400])
def test_what_is_undone_goes_to_the_very_place_where_it_lay(sit: Sit, lateness: int) -> None:
    client = sit(script=LATE, is_fighting=True)
    client.drag(HOME, HOME)
    client.page.evaluate("nudge(1, 7, 4)")
    client.drag((4.14, 6.08), (4.14, 6.08))
    wait_until_quiet(client.page)
    client.page.evaluate(f"lateness = {lateness}")
    client.drag((4.14, 6.08), (7, 6))
    client.wait_kept("jenny", (7, 6))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny", 0)
    client.wait_kept("jenny", (4.14, 6.08))


def test_undo_takes_back_what_the_mod_has_moved_under_what_the_host_has(sit: Sit) -> None:
    client = sit(script=LATE)
    client.fight()
    client.page.evaluate("lateness = 400")
    client.drag(HOME, (6, 6))
    client.wait_kept("jenny", (6, 6))
    client.wait_moves("jenny", 1)
    client.page.evaluate("lateness = 0")
    client.drag((6, 6), (8, 6), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("10\u00a0ft")
    client.page.mouse.up()
    client.wait_kept("jenny", (8, 6))
    client.wait_moves("jenny", 2)
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", (6, 6))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.wait_moves("jenny", 0)
    assert client.faults == []


def test_undo_takes_a_newer_deletion_back_before_a_rolled_move(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4}, is_fighting=True)
    client.drag(HOME, (13, 6))
    client.answer("Roll")
    client.wait_chat()
    client.wait_moves("jenny", 1)
    there = client.at("jenny")
    client.page.evaluate("deleteShape(4)")
    client.page.keyboard.press("Control+z")
    assert client.page.evaluate("shapes.has(4)")
    wait_until_quiet(client.page)
    assert client.at("jenny") == there != HOME
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.wait_moves("jenny", 0)
    assert client.faults == []


@pytest.mark.parametrize("deed", ["rotate()", "drawShape()"])
def test_what_the_host_tells_in_several_messages_is_one_step_to_undo(sit: Sit, deed: str) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4}, is_fighting=True)
    client.drag((4, 8), (6, 8))
    client.wait_kept("rook", (6, 8))
    client.drag(HOME, (13, 6))
    client.answer("Roll")
    client.wait_chat()
    client.wait_moves("jenny", 1)
    there = client.at("jenny")
    client.page.evaluate("selected.add(4)")
    client.page.evaluate(deed)
    client.page.keyboard.press("Control+z")
    wait_until_quiet(client.page)
    assert client.at("jenny") == there != HOME
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.wait_moves("jenny", 0)
    client.wait_kept("rook", (6, 8))
    client.page.keyboard.press("Control+z")
    client.wait_kept("rook", (4, 8))
    assert client.faults == []


def test_a_refused_drag_leaves_no_step_to_undo(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, (9, 6))
    client.wait_kept("jenny", (9, 6))
    client.wait_moves("jenny", 1)
    client.drag((9, 6), (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")
    wait_until_quiet(client.page)
    client.wait_kept("jenny", (9, 6))
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.wait_moves("jenny", 0)


def test_a_step_by_key_that_was_refused_is_no_step_to_undo(sit: Sit) -> None:
    client = sit(character={"dexterity": 0, "brawn": 0, "athletics": 0}, is_fighting=True)
    client.drag(HOME, HOME)
    for step in range(1, 12):
        client.page.keyboard.press("ArrowDown")
        wait_until_quiet(client.page)
        if client.notices.inner_text():
            break
        client.wait_moves("jenny", step)
    assert client.kept("jenny") == (HOME[0], HOME[1] + step - 1)
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny", step - 2)
    client.wait_kept("jenny", (HOME[0], HOME[1] + step - 2))
    assert client.faults == []


def test_undo_pressed_again_before_the_first_is_done_takes_back_one_move_each(sit: Sit) -> None:
    client = sit(script=LATE, is_fighting=True)
    client.drag(HOME, HOME)
    for step in range(1, 5):
        client.page.keyboard.press("ArrowRight")
        wait_until_quiet(client.page)
        client.wait_moves("jenny", step)
    client.page.evaluate("lateness = 200")
    for _ in range(3):
        client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", (HOME[0] + 1, HOME[1]))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny", 0)
    client.wait_kept("jenny", HOME)
    assert client.faults == []


def test_undo_pressed_again_takes_all_back_that_were_moved_by_the_step_before(sit: Sit) -> None:
    client = sit(script=LATE)
    client.fight()
    for token in ("jenny", "rook"):
        client.wait_clock(token)
    client.drag(HOME, HOME)
    client.page.evaluate("selected.add(4)")
    client.drag(HOME, (6, 6), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("ft")
    wait_until_quiet(client.page)
    client.page.mouse.up()
    for token in ("jenny", "rook"):
        client.wait_moves(token, 1)
    client.page.evaluate("selected.delete(4)")
    client.drag((6, 6), (7, 6))
    wait_until_quiet(client.page)
    client.wait_moves("jenny", 2)
    client.page.evaluate("lateness = 200")
    for _ in range(2):
        client.page.keyboard.press("Control+z")
    for token, home in (("jenny", HOME), ("rook", (4, 8))):
        client.wait_moves(token, 0)
        client.wait_kept(token, home)
    assert client.faults == []


def test_undo_to_where_a_token_stands_already_writes_no_move_down(sit: Sit) -> None:
    gm = sit(script=LATE, is_fighting=True)
    player = sit("user=player")
    gm.page.evaluate("lateness = 1000")
    gm.drag(HOME, (6, 6))
    player.wait_kept("jenny", (6, 6))
    player.wait_moves("jenny", 1)
    gm.page.evaluate("lateness = 0")
    player.drag((6, 6), HOME)
    gm.wait_kept("jenny", HOME)
    player.wait_moves("jenny", 2)
    gm.page.keyboard.press("Control+z")
    wait_until_quiet(gm.page)
    gm.wait_kept("jenny", HOME)
    gm.wait_moves("jenny", 2)


def test_undo_of_several_in_one_hand_takes_them_back_though_the_first_was_refused(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.wait_clock("jenny")
    client.drag(HOME, HOME)
    client.page.evaluate("selected.clear(); selected.add(4); selected.add(1)")
    client.drag((4, 8), (10, 8))
    expect(client.notices).to_contain_text("Rook stays")
    client.wait_kept("jenny", (10, 6))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.wait_kept("rook", (4, 8))
    client.wait_moves("jenny", 0)


@pytest.mark.parametrize("enforcement", ["confirm", "inform"])
def test_a_move_that_no_way_leads_along_counts_and_is_undone_without_asking(
    sit: Sit, enforcement: str
) -> None:
    client = sit(is_fighting=True, enforcement=enforcement, kept={"shapes": [*TOKENS, CAGE]})
    client.drag(HOME, (15, 6))
    if enforcement == "confirm":
        client.answer("Allow")
    client.wait_moves("jenny", 1)
    client.wait_kept("jenny", (15, 6))
    wait_until_quiet(client.page)
    client.page.evaluate("openTab()")
    expect(client.page.locator("#tab")).to_contain_text("55 / 40\u00a0ft")
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny", 0)
    client.wait_kept("jenny", HOME)
    wait_until_quiet(client.page)
    expect(client.dialog).to_have_count(0)
    client.wait_kept("jenny", HOME)


def test_undo_in_a_field_is_the_fields_own(sit: Sit) -> None:
    client = sit(enforcement="confirm")
    client.fight()
    client.drag(HOME, (19, 12))
    client.answer("Allow")
    client.wait_kept("jenny", (19, 12))
    client.page.evaluate("openTab()")
    client.page.locator("#footwork-sheet-brawn").press("Control+z")
    wait_until_quiet(client.page)
    client.wait_kept("jenny", (19, 12))


def test_redo_moves_those_again_that_were_moved_and_no_others(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, HOME)
    client.page.evaluate("selected.add(4)")
    wait_until_quiet(client.page)
    # She goes to where Rook stood before.
    client.drag(HOME, (4, 8))
    for uuid, cell in (("jenny", (4, 8)), ("rook", (4, 10))):
        client.wait_moves(uuid, 1)
        client.wait_kept(uuid, cell)
    for _ in range(2):
        client.page.keyboard.press("Control+z")
        for uuid, cell in (("jenny", HOME), ("rook", (4, 8))):
            client.wait_moves(uuid, 0)
            client.wait_kept(uuid, cell)
        client.page.keyboard.press("Control+Shift+Z")
        for uuid, cell in (("jenny", (4, 8)), ("rook", (4, 10))):
            client.wait_moves(uuid, 1)
            client.wait_kept(uuid, cell)
    assert client.faults == []


def test_what_was_moved_before_a_fight_is_not_taken_back_for_nothing_in_it(sit: Sit) -> None:
    client = sit()
    client.drag(HOME, (19, 6))
    client.wait_kept("jenny", (19, 6))
    wait_until_quiet(client.page)
    client.fight()
    client.wait_clock("jenny")
    wait_until_quiet(client.page)
    client.page.keyboard.press("Control+z")
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", (19, 6))
    client.wait_moves("jenny", 0)
    assert client.faults == []


def test_undo_takes_back_no_move_of_somebody_else_that_began_where_an_own_one_did(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    steps = [(player, HOME, (6, 6)), (gm, (6, 6), HOME), (gm, HOME, (2, 6))]
    for number, (client, start, end) in enumerate(steps, start=1):
        client.drag(start, end)
        for one in (gm, player):
            one.wait_kept("jenny", end)
        gm.wait_moves("jenny", 1)
        if number < len(steps):
            gm.page.evaluate("(round) => emit('Initiative.Round.Update', {round})", number + 1)
            gm.wait_moves("jenny", 0)
        wait_until_quiet(player.page)
    player.page.keyboard.press("Control+z")
    expect(player.notices).to_contain_text("Jenny has been moved since")
    for one in (gm, player):
        one.wait_kept("jenny", (2, 6))
    gm.wait_moves("jenny", 1)
    assert gm.faults == player.faults == []


def test_moves_without_a_grid_are_undone_also_after_the_grid_was_switched_on(sit: Sit) -> None:
    client = sit(is_fighting=True, location={"useGrid": False})
    client.drag(HOME, (5.3, 6.4))
    client.wait_moves("jenny", 1)
    middle = client.kept("jenny")
    client.drag((5.3, 6.4), (6.1, 6.1))
    client.wait_moves("jenny", 2)
    client.page.evaluate("switchGrid(true)")
    for left, place in ((1, middle), (0, HOME)):
        client.page.keyboard.press("Control+z")
        client.wait_moves("jenny", left)
        wait_until_quiet(client.page)
        client.wait_kept("jenny", place)
    assert client.notices.inner_text() == ""
    assert client.faults == []


def test_the_tabs_undo_leaves_a_token_where_somebody_has_put_it_since(sit: Sit) -> None:
    player = sit("user=player", is_fighting=True)
    gm = sit("mod=none")
    player.drag(HOME, (6, 6))
    player.wait_moves("jenny", 1)
    # Whoever moves her now has heard of it.
    player.page.wait_for_timeout(1_100)
    position = {"uuid": "jenny", "position": {"angle": 0, "points": [[425, 325]]}}
    gm.page.evaluate(
        "(moved) => emit('Shapes.Position.Update', { shapes: [moved], temporary: false })", position
    )
    player.wait_kept("jenny", (8, 6))
    player.page.evaluate("openTab()")
    player.page.get_by_role("button", name="Undo the last move").click()
    expect(player.notices).to_contain_text("Jenny has been moved since")
    wait_until_quiet(player.page)
    player.wait_kept("jenny", (8, 6))
    assert moves_in_ledger(player) == [HOME]
    assert player.faults == []
