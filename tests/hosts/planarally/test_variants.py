"""Tokens that are copied, deleted, brought back, or one of several variants."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.hosts.planarally.conftest import CAGE, HOME, TOKENS, Client, Sit, moves_in_ledger
from tests.hosts.planarally.workers import LATE
from tests.warm.pages import wait_until_quiet


def test_variants_of_a_token_are_one_token(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.page.evaluate("addVariant(1, {id: 9, uuid: 'wolf', name: 'Jenny as a wolf'})")
    client.drag(HOME, (9, 6))
    client.wait_kept("wolf", (9, 6))
    client.wait_moves("jenny", 1)
    client.drag((9, 6), (6, 6), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("Jenny as a wolf \u00b7 15\u00a0ft")
    expect(client.page.locator(".footwork-said")).to_contain_text("dice")
    client.page.mouse.up()
    client.wait_moves("jenny", 2)


WOLF = "addVariant(1, {id: 9, uuid: 'wolf', name: 'Wolf'})"


def test_another_variant_stands_where_the_token_stood_whoever_holds_it(sit: Sit) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player")
    player.drag(HOME, HOME)
    gm.drag(HOME, (19, 12), drop=False)
    wait_until_quiet(player.page)
    assert player.at("jenny") == (19, 12)
    player.page.evaluate(WOLF)
    player.wait_kept("wolf", HOME)
    assert player.faults == gm.faults == []


def both_variants(sit: Sit, **settings: Any) -> tuple[Client, Client]:
    """A GM and a player at a table where Jenny has a variant that is not seen."""
    gm = sit(is_fighting=True, **settings)
    player = sit("user=player")
    for client in (gm, player):
        client.page.evaluate(WOLF)
        client.page.evaluate("switchVariant(9, 1)")
        client.wait_kept("jenny", HOME)
        client.drag(HOME, HOME)
        wait_until_quiet(client.page)
    return gm, player


@pytest.mark.parametrize("is_reversed", [False, True])
@pytest.mark.parametrize("is_heard", [True, False])
def test_a_move_that_a_switch_of_variants_crosses_is_that_of_the_token(
    sit: Sit, *, is_heard: bool, is_reversed: bool
) -> None:
    gm, player = both_variants(sit)
    if not is_heard:
        gm.page.evaluate("holdUp()")
    player.drag(HOME, (7, 6), drop=False)
    # By the drop it is known what the move comes to.
    expect(player.page.locator(".footwork-said")).to_contain_text("15\u00a0ft")
    wait_until_quiet(player.page)
    player.page.mouse.up()
    player.page.evaluate("holdUp()")
    gm.page.evaluate("(isReversed) => switchVariant(1, 9, isReversed)", is_reversed)
    # One by one, as they come over a line.
    player.page.evaluate("""async () => {
      for (let count = 0; count < 8; count += 1) {
        letCome(1);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      letCome();
    }""")
    if not is_heard:
        gm.page.evaluate("letCome()")
    player.wait_moves("jenny", 1)
    for client in (gm, player):
        client.wait_kept("wolf", (7, 6))
    wait_until_quiet(gm.page)
    wait_until_quiet(player.page)
    player.wait_kept("wolf", (7, 6))
    assert moves_in_ledger(player) == [HOME]
    # The wolf takes it back.
    player.page.keyboard.press("Control+z")
    player.wait_moves("jenny", 0)
    player.wait_kept("wolf", HOME)
    assert gm.faults == player.faults == []


def test_a_question_about_a_variant_ends_once_another_is_seen(sit: Sit) -> None:
    gm, player = both_variants(sit, character={"dexterity": 4, "brawn": 3, "athletics": 4})
    player.drag(HOME, (13, 6))
    expect(player.dialog).to_be_visible()
    gm.page.evaluate("switchVariant(1, 9)")
    expect(player.dialog).to_have_count(0)
    expect(player.notices).to_contain_text("Another variant of this token is shown")
    wait_until_quiet(player.page)
    player.wait_kept("wolf", HOME)
    assert moves_in_ledger(player) == []
    assert gm.faults == player.faults == []


def test_a_variant_that_somebody_holds_goes_nowhere_once_another_is_seen(sit: Sit) -> None:
    gm, player = both_variants(sit)
    player.drag(HOME, (7, 6), drop=False)
    wait_until_quiet(player.page)
    gm.page.evaluate("switchVariant(1, 9)")
    player.wait_kept("wolf", HOME)
    player.page.mouse.up()
    expect(player.notices).to_contain_text("Another variant of this token is shown")
    wait_until_quiet(player.page)
    player.wait_kept("wolf", HOME)
    assert moves_in_ledger(player) == []
    # What is seen now moves as before.
    player.drag(HOME, (6, 6))
    player.wait_kept("wolf", (6, 6))
    player.wait_moves("jenny", 1)
    assert gm.faults == player.faults == []


def test_switching_variants_to_and_fro_costs_nothing(sit: Sit) -> None:
    client = sit(is_fighting=True)
    other = sit("user=player&mod=none")
    client.drag(HOME, (6, 6))
    client.wait_moves("jenny", 1)
    client.page.evaluate(WOLF)
    # Somebody else moves what is seen now; nobody does anything here before the first one is back.
    position = {"uuid": "wolf", "position": {"angle": 0, "points": [[425, 325]]}}
    other.page.evaluate(
        "(moved) => emit('Shapes.Position.Update', { shapes: [moved], temporary: false })", position
    )
    client.wait_kept("wolf", (8, 6))
    wait_until_quiet(client.page)
    client.page.evaluate("switchVariant(9, 1)")
    client.wait_kept("jenny", (8, 6))
    wait_until_quiet(client.page)
    assert moves_in_ledger(client) == [HOME]
    assert client.faults == []


def test_a_switch_of_variants_is_no_step_to_undo(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.wait_clock("rook")
    client.drag(HOME, (6, 6))
    client.wait_moves("jenny", 1)
    client.drag((4, 8), (8, 8))
    client.answer("Roll")
    client.wait_moves("rook", 1)
    rolled = client.at("rook")
    assert rolled != (4, 8)
    client.page.evaluate(WOLF)
    client.page.keyboard.press("Control+z")
    client.wait_kept("rook", (4, 8))
    client.wait_kept("wolf", (6, 6))
    assert client.faults == []


# Nobody leaves this column.
CORRIDOR: list[dict[str, Any]] = [
    {**CAGE, "id": 30 + x, "uuid": f"wall at {x}", "wall": [[x, 0], [x, 600]]} for x in (200, 250)
]


def test_a_variant_is_of_the_side_of_who_may_move_the_token(sit: Sit) -> None:
    client = sit(kept={"shapes": [*TOKENS, *CORRIDOR]})
    client.page.evaluate("addVariant(1, {id: 9, uuid: 'wolf', name: 'Wolf'})")
    client.fight()
    client.wait_clock("rook")
    # Through the wolf, whom only a friend lets by.
    client.drag((4, 8), (4, 5))
    client.wait_kept("rook", (4, 5))
    client.wait_moves("rook", 1)
    assert client.faults == []


def test_a_token_that_everybody_may_move_is_of_the_party(sit: Sit) -> None:
    client = sit(kept={"shapes": [*TOKENS, *CORRIDOR]})
    client.page.evaluate("properties.get(1).name = 'Foe no more'; shared.add(1)")
    client.fight()
    client.wait_clock("rook")
    client.drag((4, 8), (4, 5))
    client.wait_kept("rook", (4, 5))
    client.wait_moves("rook", 1)


def test_a_deleted_token_that_comes_back_keeps_its_sheet_and_its_turn(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (9, 6))
    client.wait_moves("jenny", 1)
    before = client.page.evaluate("JSON.parse(localStorage.getItem('block shape token jenny'))")
    client.page.evaluate("deleteShape(1)")
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny again", 1)
    after = client.page.evaluate("JSON.parse(localStorage.getItem('block shape token jenny again'))")
    assert (after["turn"], after["characters"]) == (before["turn"], before["characters"])
    assert client.faults == []


def test_a_rolled_move_of_a_token_that_was_deleted_and_is_back_can_be_undone(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4}, is_fighting=True)
    client.drag(HOME, (13, 6))
    client.answer("Roll")
    client.wait_chat()
    client.wait_moves("jenny", 1)
    client.page.evaluate("deleteShape(1)")
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny again", 1)
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny again", HOME)
    client.wait_moves("jenny again", 0)


def test_the_gm_is_told_when_a_player_deletes_a_token_of_the_fight(sit: Sit) -> None:
    gm = sit()
    player = sit("user=player")
    gm.fight()
    gm.wait_clock("jenny")
    player.page.evaluate("deleteShape(1)")
    expect(gm.notices).to_contain_text("Jenny was taken out of the tracker")
    assert "Rook" not in gm.notices.inner_text()
    assert player.notices.inner_text() == ""


def test_the_gm_is_not_told_of_what_the_gm_deletes(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    gm.page.evaluate("deleteShape(4)")
    gm.drag(HOME, (6, 6))
    gm.wait_moves("jenny", 1)
    assert "tracker" not in gm.notices.inner_text()


def test_the_gm_is_told_that_a_token_that_comes_back_is_out_of_the_fight(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    for shape in (4, 3):
        gm.page.evaluate(f"deleteShape({shape})")
    for _ in range(2):
        gm.page.keyboard.press("Control+z")
    expect(gm.notices).to_contain_text("Rook was taken out of the tracker")
    assert "wall" not in gm.notices.inner_text()
    assert gm.faults == []


def test_a_copy_has_the_sheet_of_what_it_was_copied_from_and_a_turn_of_its_own(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (9, 6))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+c")
    client.page.keyboard.press("Control+v")
    client.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('block shape token copy of 1'))?.characters.contract.brawn === 3"
    )
    kept = client.page.evaluate("JSON.parse(localStorage.getItem('block shape token copy of 1'))")
    assert kept["turn"] == {"ledger": None, "moves": []}
    assert client.faults == []


def test_a_roll_for_a_token_that_is_deleted_meanwhile_is_asked_for_no_more(sit: Sit) -> None:
    gm = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4}, is_fighting=True)
    player = sit("user=player")
    player.drag(HOME, (13, 6))
    expect(player.dialog).to_be_visible()
    gm.page.evaluate("deleteShape(1)")
    expect(player.dialog).to_have_count(0)
    assert gm.faults == player.faults == []


@pytest.mark.parametrize("lateness", [0, 400])
def test_undo_of_a_move_of_another_variant_moves_the_one_that_is_seen(sit: Sit, lateness: int) -> None:
    client = sit(script=LATE, is_fighting=True)
    client.page.evaluate(WOLF)
    client.page.evaluate(f"switchVariant(9, 1); lateness = {lateness}")
    client.drag(HOME, (7, 6))
    client.wait_moves("jenny", 1)
    client.page.evaluate("switchVariant(1, 9)")
    client.wait_kept("wolf", (7, 6))
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny", 0)
    client.wait_kept("wolf", HOME)
    client.page.keyboard.press("Control+Shift+Z")
    client.wait_moves("jenny", 1)
    client.wait_kept("wolf", (7, 6))
    assert client.faults == []
