"""What two browsers write of one token before they have heard of each other: the host keeps what came last."""

from typing import Any, cast

import pytest
from playwright.sync_api import expect

from tests.hosts.planarally.conftest import (
    CAGE,
    FIGHT,
    HOME,
    Client,
    Sit,
    moves_in_ledger,
    rolls,
    wait_written,
    writes,
)
from tests.hosts.planarally.workers import LATE, SLOW
from tests.warm.pages import wait_until_quiet


def sit_both(sit: Sit) -> tuple[Client, Client]:
    """The GM and a player of a table where Jenny is in a fight; neither hears of the other from now on."""
    gm = sit(script=SLOW)
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player", script=SLOW)
    for client in (gm, player):
        # Each has read what is kept of her.
        client.drag(HOME, HOME)
        wait_until_quiet(client.page)
    for client in (gm, player):
        client.page.evaluate("holdUp()")
    return gm, player


def let_come(*clients: Client) -> None:
    """What was on its way comes in."""
    for client in clients:
        client.page.evaluate("letCome()")
    for client in clients:
        wait_until_quiet(client.page)


def commits_of(client: Client, uuid: str) -> list[str]:
    """What the ledger of a token holds, by name."""
    return cast(
        "list[str]",
        client.page.evaluate(
            f"JSON.parse(localStorage.getItem('block shape token {uuid}')).turn.ledger.commits.map((one) => one.id)"
        ),
    )


def wait_begins(client: Client, *begins: tuple[float, float]) -> None:
    """Wait until the moves in the ledger began there."""
    for _ in range(100):
        if moves_in_ledger(client) == list(begins):
            return
        client.page.wait_for_timeout(50)
    assert moves_in_ledger(client) == list(begins)


def test_of_two_who_let_go_at_once_one_counts_and_is_paid_for(sit: Sit) -> None:
    gm, player = sit_both(sit)
    gm.drag(HOME, (5, 6))
    gm.wait_moves("jenny", 1)
    first = writes(gm)
    player.drag(HOME, (4, 12))
    wait_written(player, first)
    let_come(gm, player)
    for client in (gm, player):
        client.wait_kept("jenny", (4, 12))
    expect(gm.notices).to_contain_text("Someone else moved Jenny at the same time")
    assert moves_in_ledger(gm) == [HOME]
    # She has gone 30 ft, of which both know: 25 ft more need a roll.
    player.drag((4, 12), (9, 12))
    expect(player.dialog).to_contain_text("roll")
    player.answer("Stay")
    gm.drag((4, 12), (6, 12))
    wait_begins(gm, HOME, (4, 12))
    assert gm.faults == player.faults == []


def test_whose_token_lies_last_but_whose_move_is_overwritten_pays_from_where_the_other_went(sit: Sit) -> None:
    gm, player = sit_both(sit)
    player.drag(HOME, (2, 8), drop=False)
    wait_until_quiet(player.page)
    gm.drag(HOME, (6, 6), drop=False)
    wait_until_quiet(gm.page)
    # The player's rules take longer to tell what the move has cost.
    player.page.evaluate("globalThis.answers = []")
    player.page.mouse.up()
    gm.page.mouse.up()
    gm.wait_moves("jenny", 1)
    first = writes(gm)
    player.page.evaluate("letAnswer()")
    wait_written(player, first)
    let_come(gm, player)
    wait_begins(gm, HOME, (2, 8))
    for client in (gm, player):
        client.wait_kept("jenny", (6, 6))
    assert gm.faults == player.faults == []


def test_a_sheet_and_a_move_written_at_once_are_both_kept(sit: Sit) -> None:
    gm, player = sit_both(sit)
    gm.page.evaluate("openTab()")
    gm.page.locator("#footwork-sheet-brawn").fill("5")
    gm.page.locator("#footwork-sheet-brawn").blur()
    gm.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('block shape token jenny')).characters.contract.brawn === 5"
    )
    player.drag(HOME, (6, 6))
    player.wait_moves("jenny", 1)
    let_come(gm, player)
    gm.page.wait_for_function("""() => {
        const { characters, turn } = JSON.parse(localStorage.getItem('block shape token jenny'));
        return characters.contract.brawn === 5 && turn.moves.length === 1;
    }""")
    assert moves_in_ledger(player) == [HOME]
    assert gm.kept("jenny") == (6, 6)


def test_a_round_that_begins_while_somebody_lets_go_is_told_nevertheless(sit: Sit) -> None:
    gm, player = sit_both(sit)
    before = writes(gm)
    gm.page.evaluate("(fight) => emit('Initiative.Set', fight)", FIGHT | {"round": 2})
    wait_written(gm, before)
    player.drag(HOME, (2, 8))
    player.wait_moves("jenny", 1)
    let_come(gm, player)
    # The move was made before the round began, which nobody takes back any more.
    wait_begins(gm)
    assert gm.kept("jenny") == (2, 8)
    assert gm.faults == player.faults == []


@pytest.mark.parametrize("slow", [0, 1])
def test_a_round_is_told_once_though_there_are_two_gms(sit: Sit, slow: int) -> None:
    gms = [sit(script=SLOW), sit(script=SLOW)]
    gms[0].fight()
    gms[0].wait_clock("jenny")
    for gm in gms:
        gm.drag(HOME, HOME)
        wait_until_quiet(gm.page)
    # The rules of one of them take longer.
    gms[slow].page.evaluate("globalThis.answers = []")
    gms[0].page.evaluate("(fight) => emit('Initiative.Set', fight)", FIGHT | {"round": 2})
    for uuid in ("jenny", "rook"):
        gms[0].page.wait_for_function(
            """(uuid) => JSON.parse(localStorage.getItem(`block shape token ${uuid}`)).turn.ledger.commits
              .some(({ id }) => id.startsWith("round-2"))""",
            arg=uuid,
        )
    gms[slow].page.evaluate("letAnswer()")
    for gm in gms:
        wait_until_quiet(gm.page)
    for uuid in ("jenny", "rook"):
        assert len([commit for commit in commits_of(gms[0], uuid) if commit.startswith("round-2")]) == 1
    assert [gm.faults for gm in gms] == [[], []]


def test_a_round_that_two_gms_tell_and_take_back_at_once_counts_once(sit: Sit) -> None:
    gms = [sit(script=SLOW), sit(script=SLOW)]
    gms[0].fight()
    for gm in gms:
        gm.wait_clock("rook")
        gm.drag(HOME, HOME)
        wait_until_quiet(gm.page)
    for number, told in ((2, 1), (1, 0)):
        for gm in gms:
            gm.page.evaluate("globalThis.answers = []")
        gms[0].page.evaluate("(round) => emit('Initiative.Round.Update', {round})", number)
        gms[0].page.wait_for_timeout(500)
        # Each writes before it has heard of the other.
        for gm in gms:
            gm.page.evaluate("holdUp()")
        for gm in gms:
            gm.page.evaluate("letAnswer()")
            wait_until_quiet(gm.page)
        let_come(*gms)
        for uuid in ("jenny", "rook"):
            rounds = [commit for commit in commits_of(gms[0], uuid) if commit.startswith("round-2-")]
            assert len(rounds) == told
    for gm in gms:
        expect(gm.notices).not_to_contain_text("cannot judge")
    assert [gm.faults for gm in gms] == [[], []]


def test_two_who_ask_the_gm_at_once_are_both_answered(sit: Sit) -> None:
    gm = sit(enforcement="confirm")
    gm.fight()
    for uuid in ("jenny", "rook"):
        gm.wait_clock(uuid)
    ann, bob = sit("user=player"), sit("user=player")
    for client in (ann, bob):
        wait_until_quiet(client.page)
        client.page.evaluate("holdUp()")
    ann.drag(HOME, (19, 12))
    expect(gm.dialog).to_have_count(1)
    bob.drag((4, 8), (19, 8))
    let_come(ann, bob)
    expect(gm.dialog).to_have_count(2)
    for _ in range(2):
        gm.dialog.get_by_role("button", name="Allow", exact=True).last.click()
    ann.wait_kept("jenny", (19, 12))
    bob.wait_kept("rook", (19, 8))


# Across the whole map, beside where Jenny stands.
WALL: dict[str, Any] = {**CAGE, "id": 9, "uuid": "late wall", "wall": [[300, 0], [300, 700]]}


def test_a_wall_that_is_drawn_while_a_roll_is_asked_for_counts(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, (13, 6))
    expect(client.dialog).to_contain_text("needs a roll")
    client.page.evaluate("(wall) => drawWall(wall)", WALL)
    client.answer("Roll")
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", HOME)
    assert moves_in_ledger(client) == []
    # The dice fell, and wait for the next roll.
    assert len(rolls(client)) == 1
    assert client.faults == []


def test_a_wall_that_is_drawn_while_a_token_is_held_counts(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, (9, 6), drop=False)
    said = client.page.locator(".footwork-said")
    expect(said).to_contain_text("25\u00a0ft")
    client.page.evaluate("(wall) => drawWall(wall)", WALL)
    # Around it is a long way.
    expect(said).to_contain_text("80\u00a0ft")
    client.page.mouse.up()
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", HOME)
    assert moves_in_ledger(client) == []
    assert client.faults == []


def test_a_wall_that_is_heard_of_while_a_move_is_judged_counts(sit: Sit) -> None:
    client = sit(is_fighting=True, script=SLOW)
    client.drag(HOME, (9, 6), drop=False)
    wait_until_quiet(client.page)
    client.page.evaluate("globalThis.answers = []")
    client.page.mouse.up()
    client.page.evaluate("(wall) => drawWall(wall)", WALL)
    client.page.evaluate("letAnswer()")
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", HOME)
    assert moves_in_ledger(client) == []
    assert client.faults == []


def test_what_is_drawn_beside_the_way_asks_for_no_second_roll(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, (13, 6))
    expect(client.dialog).to_contain_text("needs a roll")
    client.page.evaluate("(wall) => drawWall(wall)", {**WALL, "wall": [[50, 550], [100, 550]]})
    client.answer("Roll")
    client.wait_moves("jenny", 1)
    expect(client.dialog).to_have_count(0)
    assert client.faults == []


def undoing(sit: Sit) -> tuple[Client, Client]:
    """A player has made two moves, and the GM holds the token over another cell."""
    gm = sit(script=SLOW)
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    player.drag(HOME, (5, 6))
    player.wait_moves("jenny", 1)
    player.drag((5, 6), (6, 6))
    player.wait_moves("jenny", 2)
    for client in (gm, player):
        client.wait_kept("jenny", (6, 6))
        wait_until_quiet(client.page)
    gm.drag((6, 6), (7, 7), drop=False)
    player.page.wait_for_function(
        "() => [...shapes.values()].find((one) => one.uuid === 'jenny').refPoint.y > 350"
    )
    wait_until_quiet(player.page)
    return gm, player


def test_undo_of_what_somebody_else_holds_takes_the_move_back(sit: Sit) -> None:
    gm, player = undoing(sit)
    player.page.keyboard.press("Control+z")
    wait_begins(gm, HOME)
    assert gm.kept("jenny") == (5, 6)
    # The hand holds on where she is now.
    gm.page.mouse.move(426, 376)
    gm.page.mouse.up()
    wait_begins(gm, HOME, (5, 6))
    for client in (gm, player):
        client.wait_kept("jenny", (6, 6))
    assert gm.faults == player.faults == []


# Who acts second has heard this many messages of the other.
@pytest.mark.parametrize(
    ("first", "heard"), [("player", 0), ("player", 1), ("player", 2), ("gm", 0), ("gm", 1), ("gm", 9)]
)
def test_undo_while_somebody_else_lets_go_is_seen_alike_and_paid_once(
    sit: Sit, first: str, heard: int
) -> None:
    gm, player = undoing(sit)
    acts = [(player, lambda: player.page.keyboard.press("Control+z")), (gm, gm.page.mouse.up)]
    if first == "gm":
        acts.reverse()
    for client in (gm, player):
        client.page.evaluate("holdUp()")
    (one, act), (other, react) = acts
    act()
    wait_until_quiet(one.page)
    other.page.evaluate("(count) => letCome(count)", heard)
    react()
    wait_until_quiet(other.page)
    let_come(gm, player)
    stands = gm.kept("jenny")
    for client in (gm, player):
        client.wait_kept("jenny", stands)
    # Each move in the ledger begins where the one before it has ended, and the last one ends where she stands.
    begins = moves_in_ledger(gm)
    assert (begins, stands) in [
        ([HOME], (5, 6)),
        ([HOME, (5, 6)], (7, 7)),
        ([HOME, (5, 6), (6, 6)], (7, 7)),
    ]
    assert gm.faults == player.faults == []


def test_undo_heard_of_while_a_move_is_judged_is_where_that_began(sit: Sit) -> None:
    gm, player = undoing(sit)
    gm.page.evaluate("holdUp(); globalThis.answers = []")
    before = writes(gm)
    player.page.keyboard.press("Control+z")
    wait_written(player, before)
    gm.page.mouse.up()
    assert gm.kept("jenny") == (7, 7)
    gm.page.evaluate("letCome()")
    gm.page.evaluate("letAnswer()")
    wait_begins(gm, HOME, (5, 6))
    for client in (gm, player):
        client.wait_kept("jenny", (7, 7))
    assert gm.faults == player.faults == []


def test_a_move_to_where_the_last_one_of_before_had_ended_counts_for_whoever_lets_go(sit: Sit) -> None:
    gm, player = sit(script=SLOW), sit("user=player")
    gm.fight()
    gm.wait_clock("jenny")
    gm.drag(HOME, (8, 7))
    gm.wait_moves("jenny", 1)
    # She goes home between two fights, which is written down nowhere.
    gm.page.evaluate("(fight) => emit('Initiative.Set', fight)", FIGHT | {"isActive": False})
    wait_until_quiet(gm.page)
    gm.drag((8, 7), HOME)
    gm.wait_kept("jenny", HOME)
    gm.fight()
    gm.wait_moves("jenny", 0)
    for client in (gm, player):
        client.drag(HOME, HOME)
        wait_until_quiet(client.page)
    gm.drag(HOME, (7, 7), drop=False)
    for client in (gm, player):
        wait_until_quiet(client.page)
    gm.page.evaluate("holdUp(); globalThis.answers = []")
    player.page.keyboard.press("ArrowRight")
    player.wait_moves("jenny", 1)
    gm.page.mouse.up()
    assert gm.kept("jenny") == (7, 7)
    gm.page.evaluate("letCome()")
    gm.page.evaluate("letAnswer()")
    wait_begins(gm, HOME, (8, 7))
    for client in (gm, player):
        client.wait_kept("jenny", (7, 7))
    assert gm.faults == player.faults == []


def test_redo_at_once_with_somebody_elses_move_moves_nobody_on(sit: Sit) -> None:
    gm, player = sit(script=SLOW), sit("user=player")
    gm.fight()
    gm.wait_clock("jenny")
    player.drag(HOME, (5, 6))
    player.wait_moves("jenny", 1)
    player.drag((5, 6), (6, 6))
    player.wait_moves("jenny", 2)
    player.page.keyboard.press("Control+z")
    wait_begins(gm, HOME)
    gm.wait_kept("jenny", (5, 6))
    # Until nothing more comes in, it is not known whether somebody else holds her.
    gm.page.wait_for_timeout(300)
    gm.drag((5, 6), (7, 7), drop=False)
    for client in (gm, player):
        wait_until_quiet(client.page)
        client.page.evaluate("holdUp()")
    gm.page.evaluate("globalThis.answers = []")
    gm.page.mouse.up()
    assert gm.kept("jenny") == (7, 7)
    before = writes(gm)
    player.page.keyboard.press("Control+Shift+Z")
    wait_written(player, before)
    before = writes(gm)
    gm.page.evaluate("letAnswer()")
    wait_written(player, before)
    let_come(player)
    let_come(gm)
    wait_begins(gm, HOME, (5, 6))
    for client in (gm, player):
        client.wait_kept("jenny", (7, 7))
    expect(player.notices).to_contain_text("Someone else moved Jenny")
    assert gm.faults == player.faults == []


def test_redo_makes_a_rolled_move_again_with_the_dice_that_fell(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4}, is_fighting=True)
    client.drag(HOME, (13, 6))
    client.answer("Roll")
    client.wait_moves("jenny", 1)
    wait_until_quiet(client.page)
    stands, dice = client.kept("jenny"), rolls(client)
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny", 0)
    client.wait_kept("jenny", HOME)
    client.page.keyboard.press("Control+Shift+Z")
    client.answer("Roll")
    client.wait_moves("jenny", 1)
    client.wait_kept("jenny", stands)
    assert rolls(client) == dice
    # A new move ends what can be redone.
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny", 0)
    client.wait_kept("jenny", HOME)
    client.drag(HOME, (2, 6))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+Shift+Z")
    wait_until_quiet(client.page)
    client.wait_kept("jenny", (2, 6))
    assert client.faults == []


def test_undo_and_redo_pressed_at_once_lose_no_step(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, HOME)
    wait_until_quiet(client.page)
    places = [HOME, (5, 6), (6, 6), (7, 6)]
    for count, place in enumerate(places[1:], start=1):
        client.page.keyboard.press("ArrowRight")
        client.wait_moves("jenny", count)
        client.wait_kept("jenny", place)
    for key, left in [("Control+z", 0), ("Control+Shift+Z", 3), ("Control+z", 0), ("Control+Shift+Z", 3)]:
        for _ in range(3):
            client.page.keyboard.press(key)
        client.wait_moves("jenny", left)
        client.wait_kept("jenny", places[left])
        wait_begins(client, *places[:left])
    client.page.keyboard.press("Control+Shift+Z")
    wait_until_quiet(client.page)
    client.wait_kept("jenny", places[3])
    assert client.faults == []


def test_the_undo_button_takes_back_a_move_each_time_it_is_pressed(sit: Sit) -> None:
    client = sit(script=LATE, is_fighting=True)
    client.drag(HOME, HOME)
    for count in (1, 2, 3):
        client.page.keyboard.press("ArrowRight")
        client.wait_moves("jenny", count)
        client.wait_kept("jenny", (HOME[0] + count, HOME[1]))
    client.page.evaluate("openTab(); lateness = 200")
    client.page.get_by_role("button", name="Undo the last move").dblclick()
    client.wait_moves("jenny", 1)
    client.wait_kept("jenny", (5, 6))
    wait_begins(client, HOME)
    expect(client.notices).not_to_contain_text("Someone else")
    assert client.faults == []


@pytest.mark.parametrize("lateness", [0, 1000])
def test_undo_of_what_somebody_else_has_moved_on_moves_nobody(sit: Sit, lateness: int) -> None:
    gm = sit(script=LATE, is_fighting=True)
    player = sit("user=player")
    gm.page.evaluate(f"lateness = {lateness}")
    gm.drag(HOME, (6, 6))
    for client in (gm, player):
        client.wait_kept("jenny", (6, 6))
    player.wait_moves("jenny", 1)
    gm.page.evaluate("lateness = 0")
    player.drag((6, 6), (6, 8))
    gm.wait_kept("jenny", (6, 8))
    wait_begins(player, HOME, (6, 6))
    wait_until_quiet(gm.page)
    gm.page.keyboard.press("Control+z")
    expect(gm.notices).to_contain_text("Jenny has been moved since")
    for client in (gm, player):
        client.wait_kept("jenny", (6, 8))
    wait_begins(gm, HOME, (6, 6))
    assert gm.faults == player.faults == []


def test_what_was_seen_last_but_written_first_is_drawn_where_the_server_has_it(sit: Sit) -> None:
    gm, player = sit(), sit("user=player")
    gm.page.evaluate("holdUp()")
    player.drag(HOME, (4, 12))
    player.wait_kept("jenny", (4, 12))
    gm.drag(HOME, (15, 6))
    player.wait_kept("jenny", (15, 6))
    gm.page.evaluate("letCome()")
    gm.wait_kept("jenny", (15, 6))
    assert gm.faults == player.faults == []
