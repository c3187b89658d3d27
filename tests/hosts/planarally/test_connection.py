"""A connection that is lost and comes back: what was not told meanwhile is found out, every way is paid for once."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.hosts.planarally.conftest import (
    FIGHT,
    HOME,
    Client,
    Sit,
    ask_by_hand,
    moves_in_ledger,
    rolls,
    wait_written,
    writes,
)
from tests.hosts.planarally.workers import LATE, SLOW
from tests.warm.pages import wait_until_quiet

RUNNER = {"dexterity": 4, "brawn": 3, "athletics": 4}
# What was let go is looked at once more, without anything having been taken up.
LEAVE_WINDOW = "main.dispatchEvent(new MouseEvent('mouseleave'))"


def press(client: Client, *keys: str) -> None:
    """Press keys, and wait until the page has had them: they come late where the machine is busy."""
    for key in keys:
        client.page.evaluate("globalThis.isPressed = false; onkeyup = () => { isPressed = true; }")
        client.page.keyboard.press(key)
        client.page.wait_for_function("() => isPressed")


def test_without_a_connection_nobody_moves_and_nothing_is_told_of_it_later(sit: Sit) -> None:
    client = sit(is_fighting=True)
    other = sit("user=player")
    client.drag(HOME, (6, 6))
    client.wait_moves("jenny", 1)
    client.wait_kept("jenny", (6, 6))
    client.page.evaluate("loseConnection()")
    client.drag((6, 6), (9, 6))
    expect(client.notices).to_contain_text("There is no connection to the server")
    assert client.at("jenny") == (6, 6)
    press(client, *["ArrowRight"] * 3)
    assert client.at("jenny") == (6, 6)
    client.page.evaluate("reconnect()")
    client.page.evaluate(LEAVE_WINDOW)
    wait_until_quiet(client.page)
    client.wait_kept("jenny", (6, 6))
    assert other.at("jenny") == (6, 6)
    # Once there is one, moves count as before.
    client.drag((6, 6), (9, 6))
    client.wait_kept("jenny", (9, 6))
    client.wait_moves("jenny", 2)
    assert client.faults == []


def test_keys_without_a_connection_leave_nothing_to_undo(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, (6, 6))
    client.wait_moves("jenny", 1)
    client.page.evaluate("loseConnection()")
    press(client, *["ArrowRight"] * 3)
    client.page.evaluate("reconnect()")
    wait_until_quiet(client.page)
    press(client, "Control+z")
    client.wait_moves("jenny", 0)
    press(client, "Control+z")
    wait_until_quiet(client.page)
    client.wait_kept("jenny", HOME)
    assert moves_in_ledger(client) == []
    assert client.faults == []


def test_undo_and_redo_without_a_connection_are_done_once_there_is_one(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, (6, 6))
    client.wait_moves("jenny", 1)
    for keys, before, after in (("Control+z", (6, 6), HOME), ("Control+Shift+Z", HOME, (6, 6))):
        client.page.evaluate("loseConnection()")
        press(client, keys)
        expect(client.notices).to_contain_text("There is no connection to the server")
        assert client.at("jenny") == before
        client.page.evaluate("reconnect()")
        wait_until_quiet(client.page)
        client.wait_kept("jenny", before)
        press(client, keys)
        client.wait_kept("jenny", after)
        wait_until_quiet(client.page)
    assert moves_in_ledger(client) == [HOME]
    assert client.faults == []


def test_what_was_in_the_hand_lies_where_somebody_else_has_moved_it_meanwhile(sit: Sit) -> None:
    gm = sit()
    player = sit("user=player")
    player.drag(HOME, (9, 6), drop=False)
    wait_until_quiet(player.page)
    player.page.evaluate("loseConnection()")
    gm.drag((9, 6), (6, 6))
    gm.wait_kept("jenny", (6, 6))
    player.page.evaluate("reconnect()")
    wait_until_quiet(player.page)
    player.page.mouse.up()
    wait_until_quiet(player.page)
    for client in (gm, player):
        client.wait_kept("jenny", (6, 6))
    assert gm.faults == player.faults == []


@pytest.mark.parametrize(
    ("lost", "back"),
    [
        ("loseConnection()", "reconnect()"),
        ("loseConnection(); reconnect()", ""),
        ("beginToGo()", "goTo(1)"),
        ("goTo(1)", ""),
    ],
)
def test_what_was_in_the_hand_when_the_host_loaded_anew_is_seen_by_all_where_it_lies(
    sit: Sit, lost: str, back: str
) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player")
    player.drag(HOME, (9, 6), drop=False)
    wait_until_quiet(player.page)
    assert gm.at("jenny") != HOME
    player.page.evaluate(lost)
    player.page.mouse.up()
    wait_until_quiet(player.page)
    player.page.evaluate(back)
    player.wait_kept("jenny", HOME)
    gm.wait_kept("jenny", HOME)
    assert moves_in_ledger(gm) == []
    assert gm.faults == player.faults == []


def test_a_verdict_that_comes_over_a_new_connection_moves_the_token_as_it_is_by_then(sit: Sit) -> None:
    client = sit(is_fighting=True, script=LATE)
    client.page.evaluate("lateness = 700")
    client.drag(HOME, (6, 6))
    client.page.evaluate("loseConnection(); reconnect()")
    client.wait_kept("jenny", (6, 6))
    client.wait_moves("jenny", 1)
    assert client.at("jenny") == (6, 6)
    assert client.faults == []


def test_a_roll_without_a_connection_stays_rolled_and_moves_nobody(sit: Sit) -> None:
    client = sit(character=RUNNER, is_fighting=True)
    client.drag(HOME, (13, 6))
    expect(client.dialog).to_have_count(1)
    client.page.evaluate("loseConnection()")
    client.answer("Roll")
    expect(client.notices).to_contain_text("There is no connection to the server")
    wait_until_quiet(client.page)
    client.page.evaluate("reconnect()")
    wait_until_quiet(client.page)
    client.wait_kept("jenny", HOME)
    assert moves_in_ledger(client) == []
    (fell,) = rolls(client)
    client.drag(HOME, (13, 6))
    client.answer("Roll")
    client.wait_moves("jenny", 1)
    expect(client.notices).to_contain_text("the dice stay as they fell")
    assert rolls(client) == [fell]
    assert client.faults == []


def test_a_move_that_left_before_the_connection_was_lost_is_paid_for(sit: Sit) -> None:
    client = sit(is_fighting=True, script=SLOW)
    client.drag(HOME, (6, 6), drop=False)
    wait_until_quiet(client.page)
    client.page.evaluate("globalThis.answers = []")
    client.page.mouse.up()
    client.page.evaluate("loseConnection(); letAnswer()")
    wait_until_quiet(client.page)
    client.page.evaluate("reconnect()")
    client.wait_moves("jenny", 1)
    client.wait_kept("jenny", (6, 6))
    assert moves_in_ledger(client) == [HOME]
    assert client.faults == []


def test_a_move_that_never_arrived_is_made_and_paid_for_over_the_next_connection(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, (6, 6), drop=False)
    wait_until_quiet(client.page)
    client.page.evaluate("fallSilent()")
    client.page.mouse.up()
    wait_until_quiet(client.page)
    assert client.kept("jenny") == HOME
    client.page.evaluate("loseConnection(); reconnect()")
    client.wait_moves("jenny", 1)
    client.wait_kept("jenny", (6, 6))
    assert moves_in_ledger(client) == [HOME]
    assert client.faults == []


def test_what_others_moved_meanwhile_counts_for_whoever_comes_back(sit: Sit) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player")
    player.drag(HOME, HOME)
    wait_until_quiet(player.page)
    player.page.evaluate("loseConnection()")
    gm.drag(HOME, (8, 6))
    gm.wait_moves("jenny", 1)
    player.page.evaluate("reconnect()")
    wait_until_quiet(player.page)
    player.drag((8, 6), (11, 6), drop=False)
    expect(player.page.locator(".footwork-said")).to_contain_text("5\u00a0ft left")
    player.page.mouse.up()
    player.wait_moves("jenny", 2)
    assert moves_in_ledger(player) == [HOME, (8, 6)]


def test_a_round_that_began_meanwhile_counts_for_whoever_comes_back(sit: Sit) -> None:
    gm = sit()
    player = sit("user=player")
    gm.fight()
    gm.wait_clock("jenny")
    player.drag(HOME, (12, 6))
    player.wait_moves("jenny", 1)
    player.page.evaluate("loseConnection()")
    gm.page.evaluate("(fight) => emit('Initiative.Set', fight)", FIGHT | {"round": 2})
    gm.wait_moves("jenny", 0)
    player.page.evaluate("reconnect()")
    wait_until_quiet(player.page)
    player.drag((12, 6), (8, 6))
    player.wait_moves("jenny", 1)
    player.wait_kept("jenny", (8, 6))


def test_a_gm_who_comes_back_to_a_round_that_another_began_tells_nobody_of_it_again(sit: Sit) -> None:
    gm, other = sit(), sit()
    gm.fight()
    gm.wait_clock("jenny")
    other.drag(HOME, HOME)
    wait_until_quiet(other.page)
    gm.page.evaluate("loseConnection()")
    before = writes(other)
    other.page.evaluate("(fight) => emit('Initiative.Set', fight)", FIGHT | {"round": 2})
    wait_written(other, before)
    other.drag(HOME, (8, 6))
    other.wait_moves("jenny", 1)
    told = writes(other)
    gm.page.evaluate("reconnect()")
    wait_until_quiet(gm.page)
    assert writes(other) == told
    assert moves_in_ledger(gm) == [HOME]
    assert gm.faults == other.faults == []


def test_a_fight_that_ended_meanwhile_is_over_for_whoever_comes_back(sit: Sit) -> None:
    gm = sit()
    player = sit("user=player")
    gm.fight()
    gm.wait_clock("jenny")
    player.drag(HOME, HOME)
    wait_until_quiet(player.page)
    player.page.evaluate("loseConnection()")
    gm.page.evaluate("emit('Initiative.Active.Set', false)")
    gm.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('block room fight 1 ')).isActive === false"
    )
    player.page.evaluate("reconnect()")
    wait_until_quiet(player.page)
    player.drag(HOME, (19, 12))
    player.wait_kept("jenny", (19, 12))


def test_what_was_moved_in_another_location_counts_once_it_is_opened(sit: Sit) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player")
    gm.drag(HOME, HOME)
    wait_until_quiet(gm.page)
    gm.page.evaluate("goTo(2)")
    player.drag(HOME, (8, 6))
    player.wait_moves("jenny", 1)
    gm.page.evaluate("goTo(1)")
    wait_until_quiet(gm.page)
    gm.drag((8, 6), (11, 6))
    gm.wait_moves("jenny", 2)
    assert moves_in_ledger(gm) == [HOME, (8, 6)]


@pytest.mark.parametrize("opened", ["", "location=0&"])
def test_a_question_waits_for_its_token_while_a_location_is_being_opened(sit: Sit, opened: str) -> None:
    first = sit(enforcement="confirm", is_fighting=True)
    wait_until_quiet(first.page)
    ask_by_hand(first)
    gm = sit(f"{opened}again&empty")
    wait_until_quiet(gm.page)
    expect(gm.dialog).to_have_count(0)
    gm.page.evaluate("goTo(1)")
    expect(gm.dialog).to_contain_text("Ann asks: Jenny, 75\u00a0ft")
    assert gm.faults == []


# Rook lies at the back by now: all shapes get other numbers when they are made anew.
TO_BACK = """() => {
  const all = JSON.parse(localStorage.getItem("shapes"));
  const [rook, others] = [true, false].map((isRook) => all.filter(({ uuid }) => (uuid === "rook") === isRook));
  localStorage.setItem("shapes", JSON.stringify([...rook, ...others]));
}"""


@pytest.mark.parametrize("lateness", [0, 700])
def test_undo_and_redo_over_a_new_connection_move_the_own_token_and_nobody_else(
    sit: Sit, lateness: int
) -> None:
    client = sit(is_fighting=True, script=LATE)
    # A late verdict: the mod makes the move, and the host knows nothing of it.
    client.page.evaluate(f"lateness = {lateness}")
    client.drag(HOME, (6, 6))
    client.wait_moves("jenny", 1)
    client.page.evaluate(TO_BACK)
    client.page.evaluate("loseConnection(); reconnect()")
    wait_until_quiet(client.page)
    for _ in range(2):
        client.page.keyboard.press("Control+z")
        client.wait_moves("jenny", 0)
        client.wait_kept("jenny", HOME)
        client.page.keyboard.press("Control+Shift+Z")
        client.wait_moves("jenny", 1)
        client.wait_kept("jenny", (6, 6))
    client.wait_kept("rook", (4, 8))
    assert client.faults == []


def test_a_move_waits_until_the_fight_of_its_location_is_known(sit: Sit) -> None:
    client = sit(kept={"block room fight 2 ": {"isActive": True, "round": 1, "members": ["jenny"]}})
    client.drag(HOME, HOME)
    wait_until_quiet(client.page)
    client.page.evaluate("slowDown(1500); goTo(2)")
    client.drag(HOME, (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", HOME)
    client.drag(HOME, (6, 6))
    client.wait_moves("jenny", 1)
    client.wait_kept("jenny", (6, 6))
    assert client.faults == []


# What is to be done after a minute is done when it is called for.
MINUTES = """
globalThis.minutes = new Map();
const [later, never] = [setTimeout, clearTimeout];
globalThis.setTimeout = (job, millis, ...rest) => {
  if (millis !== 60000) return later(job, millis, ...rest);
  minutes.set(1e9 + minutes.size, job);
  return 1e9 + minutes.size - 1;
};
globalThis.clearTimeout = (timer) => (minutes.has(timer) ? minutes.set(timer, () => {}) : never(timer));
"""


def test_whoever_left_with_a_question_open_is_asked_once_when_back(sit: Sit) -> None:
    gm = sit(enforcement="confirm", is_fighting=True, script=MINUTES)
    player = sit("user=player")
    player.drag(HOME, (19, 12))
    expect(gm.dialog).to_have_count(1)
    gm.page.evaluate("leaveRoom(); globalThis.begun = [...minutes.keys()]")
    expect(gm.dialog).to_have_count(0)
    gm.page.evaluate("enterRoom([''])")
    expect(gm.page.locator(".footwork-button")).to_have_attribute("data-state", "ready", timeout=60_000)
    gm.answer("Refuse")
    expect(player.notices).to_contain_text("Jenny stays")
    player.drag(HOME, (19, 12))
    expect(gm.dialog).to_have_count(1)
    gm.page.evaluate("for (const timer of begun) minutes.get(timer)()")
    wait_until_quiet(gm.page)
    expect(gm.dialog).to_have_count(1)
    gm.answer("Allow")
    player.wait_kept("jenny", (19, 12))
    assert gm.faults == []


def test_whoever_reloads_the_page_at_the_drop_has_not_moved_for_nothing(sit: Sit) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player", script=SLOW)
    player.drag(HOME, (6, 6), drop=False)
    wait_until_quiet(player.page)
    player.page.evaluate("globalThis.answers = []")
    player.page.mouse.up()
    assert player.kept("jenny") == (6, 6)
    player.page.reload()
    gm.wait_kept("jenny", HOME)
    player.wait_kept("jenny", HOME)
    assert moves_in_ledger(gm) == []
    assert gm.faults == player.faults == []


def test_a_question_of_whoever_reloads_the_page_is_withdrawn(sit: Sit) -> None:
    gm = sit(enforcement="confirm", is_fighting=True)
    player = sit("user=player")
    player.drag(HOME, (19, 12))
    expect(gm.dialog).to_have_count(1)
    # The block that questions are in is made with the first of them.
    wait_until_quiet(player.page)
    player.page.reload()
    # A page that is gone tells nobody here; what the room keeps is looked up now and then.
    expect(gm.dialog).to_have_count(0, timeout=15_000)
    expect(player.page.locator(".footwork-button")).to_have_attribute("data-state", "ready", timeout=60_000)
    player.wait_kept("jenny", HOME)
    player.drag(HOME, (19, 12))
    expect(gm.dialog).to_have_count(1)
    gm.answer("Allow")
    player.wait_kept("jenny", (19, 12))
    assert gm.faults == player.faults == []


def test_a_question_of_whoever_is_taken_to_another_location_is_withdrawn(sit: Sit) -> None:
    gm = sit(enforcement="confirm", is_fighting=True)
    player = sit("user=player")
    player.drag(HOME, (19, 12))
    expect(gm.dialog).to_have_count(1)
    wait_until_quiet(player.page)
    player.page.evaluate("goTo(2)")
    expect(player.notices).to_contain_text("stays")
    # What the room keeps is looked up now and then.
    expect(gm.dialog).to_have_count(0, timeout=15_000)
    gm.wait_kept("jenny", HOME)
    assert gm.faults == player.faults == []


def test_a_roll_of_whoever_is_taken_to_another_location_is_not_asked_for_any_more(sit: Sit) -> None:
    client = sit("user=player", is_fighting=True)
    client.drag(HOME, (13, 6))
    expect(client.dialog).to_contain_text("needs a roll")
    client.page.evaluate("goTo(2)")
    expect(client.dialog).to_have_count(0)
    client.page.evaluate("goTo(1)")
    wait_until_quiet(client.page)
    client.wait_kept("jenny", HOME)
    assert moves_in_ledger(client) == []
    assert client.faults == []


def test_whoever_is_taken_to_another_location_moves_nothing_on_the_way(sit: Sit) -> None:
    player = sit(is_fighting=True)
    player.drag(HOME, (9, 6), drop=False)
    wait_until_quiet(player.page)
    player.page.evaluate("beginToGo()")
    player.page.mouse.up()
    expect(player.notices).to_contain_text("The location is being loaded")
    player.page.keyboard.press("ArrowRight")
    player.page.evaluate("goTo(2)")
    wait_until_quiet(player.page)
    player.page.evaluate("goTo(1)")
    player.wait_kept("jenny", HOME)
    assert moves_in_ledger(player) == []
    player.drag(HOME, (6, 6))
    player.wait_moves("jenny", 1)
    player.wait_kept("jenny", (6, 6))
    assert player.faults == []


def test_a_move_that_was_paid_for_from_another_location_counts(sit: Sit) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player", script=SLOW)
    gm.drag(HOME, HOME)
    player.drag(HOME, (9, 6), drop=False)
    wait_until_quiet(player.page)
    player.page.evaluate("globalThis.answers = []")
    player.page.mouse.up()
    gm.wait_kept("jenny", (9, 6))
    player.page.evaluate("goTo(2); letAnswer()")
    player.wait_moves("jenny", 1)
    gm.page.wait_for_timeout(2_000)
    gm.drag((9, 6), (11, 6))
    gm.wait_moves("jenny", 2)
    assert moves_in_ledger(gm) == [HOME, (9, 6)]
    assert gm.faults == player.faults == []


@pytest.mark.parametrize("back", ["goTo(1); letAnswer()", "letAnswer(); goTo(1)"])
def test_a_drop_from_before_another_location_gives_way_to_what_was_moved_since(sit: Sit, back: str) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player", script=SLOW)
    gm.drag(HOME, HOME)
    player.page.evaluate("globalThis.answers = []")
    player.drag(HOME, (9, 6))
    for client in (player, gm):
        wait_until_quiet(client.page)
    gm.wait_kept("jenny", HOME)
    player.page.evaluate("goTo(2)")
    gm.drag(HOME, (5, 6))
    gm.drag(HOME, (5, 6))
    gm.wait_moves("jenny", 1)
    player.page.wait_for_timeout(3_500)
    player.page.evaluate(back)
    wait_until_quiet(player.page)
    for client in (gm, player):
        client.wait_kept("jenny", (5, 6))
    assert moves_in_ledger(gm) == [HOME]
    expect(player.notices).to_contain_text("Someone else moved Jenny")
    assert gm.faults == player.faults == []


def lengths(client: Client) -> Any:
    """How far each move in Jenny's ledger went."""
    return client.page.evaluate(
        "JSON.parse(localStorage.getItem('block shape token jenny')).turn.ledger.commits"
        ".flatMap(({ moves }) => moves ?? []).map(({ length }) => length)"
    )


def wait_lengths(client: Client, feet: list[int]) -> None:
    """Wait until her moves are written down, by their lengths."""
    for _ in range(100):
        if lengths(client) == feet:
            return
        client.page.wait_for_timeout(50)
    assert lengths(client) == feet


@pytest.mark.parametrize("way", [[(6, 6), (7, 6)], [(6, 6), (7, 6), (6, 6)]])
def test_a_move_paid_for_after_somebody_else_moved_on_leaves_the_token_there(
    sit: Sit, way: list[tuple[int, int]]
) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player", script=SLOW)
    gm.drag(HOME, HOME)
    player.drag(HOME, (6, 6), drop=False)
    wait_until_quiet(player.page)
    player.page.evaluate("globalThis.answers = []")
    player.page.mouse.up()
    gm.wait_kept("jenny", (6, 6))
    player.page.evaluate("goTo(2)")
    gm.page.wait_for_timeout(2_000)
    for count, (start, end) in enumerate(pairwise(way), start=1):
        gm.drag(start, end)
        gm.wait_moves("jenny", count)
        gm.wait_kept("jenny", end)
    # What is kept is heard of only after the verdict.
    player.page.evaluate("holdUp(); goTo(1); letAnswer()")
    wait_until_quiet(player.page)
    player.page.evaluate("letCome()")
    # All is paid for, and nothing of it is taken back: the ledger does not have it in the order of the way.
    wait_lengths(gm, [5] * (len(way) - 1) + [10])
    for client in (gm, player):
        client.wait_kept("jenny", way[-1])
    assert moves_in_ledger(gm) == []
    assert gm.faults == player.faults == []
