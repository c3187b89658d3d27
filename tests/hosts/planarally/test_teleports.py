"""Tokens that a teleport zone takes to another location at the end of their move."""

import pytest
from playwright.sync_api import expect

from tests.hosts.planarally.conftest import HOME, Client, Sit, moves_in_ledger
from tests.hosts.planarally.workers import SLOW
from tests.warm.pages import wait_until_quiet

ZONE, CELLAR = (9, 6), (12, 10)


def take_up(player: Client) -> None:
    """Hold a token over a zone; what is kept of the fights in both locations is known by then."""
    for location in (2, 1):
        player.page.evaluate(f"goTo({location})")
        player.drag(HOME, HOME)
        wait_until_quiet(player.page)
    player.drag(HOME, ZONE, drop=False)
    wait_until_quiet(player.page)


def take_away(player: Client) -> None:
    """The zone takes the token, and what the rules had still to answer comes after that."""
    player.page.evaluate("teleport('jenny', 2, [625, 525])")
    player.page.evaluate("letAnswer()")
    wait_until_quiet(player.page)


def step_into_zone(sit: Sit, *, is_quick: bool) -> Client:
    """A player in a fight who knows both locations steps into a zone; is_quick: before the move is judged."""
    player = sit("user=player", script=SLOW, is_fighting=True)
    take_up(player)
    if is_quick:
        player.page.evaluate("globalThis.answers = []")
    player.page.mouse.up()
    if not is_quick:
        player.wait_moves("jenny", 1)
        wait_until_quiet(player.page)
    take_away(player)
    return player


@pytest.mark.parametrize("is_quick", [True, False])
def test_a_step_into_a_teleport_zone_is_paid(sit: Sit, is_quick: bool) -> None:
    player = step_into_zone(sit, is_quick=is_quick)
    player.wait_moves("jenny", 1)
    player.wait_kept("jenny", CELLAR)
    assert moves_in_ledger(player) == [HOME]
    assert player.faults == []


def test_a_step_into_a_teleport_zone_is_paid_also_if_a_round_begins(sit: Sit) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player", script=SLOW)
    take_up(player)
    player.page.evaluate("globalThis.answers = []")
    player.page.mouse.up()
    gm.page.evaluate("emit('Initiative.Round.Update', {round: 2})")
    gm.wait_clock("jenny")
    wait_until_quiet(gm.page)
    take_away(player)
    player.wait_moves("jenny", 1)
    player.wait_kept("jenny", CELLAR)
    assert moves_in_ledger(player) == [HOME]


@pytest.mark.parametrize("is_quick", [True, False])
def test_undo_does_not_reach_back_through_a_teleport_zone(sit: Sit, is_quick: bool) -> None:
    player = step_into_zone(sit, is_quick=is_quick)
    player.wait_moves("jenny", 1)
    player.page.keyboard.press("Control+z")
    expect(player.notices).to_contain_text("Jenny has been moved since")
    wait_until_quiet(player.page)
    player.wait_kept("jenny", CELLAR)
    assert moves_in_ledger(player) == [HOME]
    player.page.keyboard.press("Control+Shift+Z")
    wait_until_quiet(player.page)
    player.wait_kept("jenny", CELLAR)
    assert player.faults == []


@pytest.mark.parametrize("enforcement", ["block", "confirm"])
def test_a_zone_takes_along_what_comes_into_it_by_a_roll_or_the_gms_word(sit: Sit, enforcement: str) -> None:
    character = {"dexterity": 4, "brawn": 3, "athletics": 9 if enforcement == "block" else 0}
    gm = sit(
        is_fighting=True, character=character, enforcement=enforcement, script="Math.random = () => 0.99;"
    )
    player = sit("user=player")
    end = (13, 6) if enforcement == "block" else (19, 6)
    at = [end[0] * 50 + 25, end[1] * 50 + 25]
    player.page.evaluate("(at) => makeZone({ at, location: 1, target: [625, 525] })", at)
    player.drag(HOME, end)
    if enforcement == "block":
        player.answer("Roll")
    else:
        gm.answer("Allow")
    player.wait_moves("jenny", 1)
    player.wait_kept("jenny", CELLAR)
    assert moves_in_ledger(player) == [HOME]
    assert gm.faults == player.faults == []


def test_a_roll_that_leads_nowhere_enters_no_zone(sit: Sit) -> None:
    client = sit(system="d6", character={}, is_fighting=True, script="Math.random = () => 0.3;")
    client.drag(HOME, (10, 6))
    client.wait_moves("jenny", 1)
    wait_until_quiet(client.page)
    client.page.evaluate("makeZone({ at: [525, 325], location: 1, target: [625, 525] })")
    client.drag((10, 6), (13, 6))
    client.answer("Roll")
    client.wait_moves("jenny", 2)
    wait_until_quiet(client.page)
    client.wait_kept("jenny", (10, 6))
    assert client.faults == []


def test_the_way_through_a_zone_costs_nothing_and_the_next_move_only_its_own_way(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.page.evaluate("makeZone({ at: [475, 325], location: 1, target: [625, 525] })")
    client.drag(HOME, ZONE)
    client.wait_kept("jenny", CELLAR)
    client.wait_moves("jenny", 1)
    wait_until_quiet(client.page)
    client.drag(CELLAR, (13, 10), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("5\u00a0ft, \u22121 die, 10\u00a0ft left")
    client.page.mouse.up()
    client.wait_moves("jenny", 2)
    assert moves_in_ledger(client) == [HOME, CELLAR]
    assert client.notices.inner_text() == ""
