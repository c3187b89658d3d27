"""What becomes of a token on a real PlanarAlly that several users move at once, or that is let go on another floor."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.planarally.room import Client, Room

START = (2, 10)


@pytest.fixture
def room(make_room: Callable[..., Room]) -> Room:
    return make_room()


def gm_in_fight(room: Room) -> tuple[Client, int, str]:
    """The DM, and a token of the party in a fight that can go 40 ft in a turn without a roll."""
    gm = room.gm
    gm.upload()
    gm.settle_rules("contract")
    token = gm.add_token(*START)
    gm.drag(token, *START)
    gm.set_sheet(token, {"dexterity": 4, "brawn": 3})
    gm.fight(token)
    return gm, token, gm.uuid(token)


def invite(room: Room, gm: Client, token: int, uuid: str) -> tuple[Client, int]:
    """A player who may move the token, and its number there."""
    player = room.invite()
    player.wait_ready()
    local = player.local(uuid)
    gm.share(token, player)
    player.wait_movable(local)
    return player, local


def test_of_a_token_in_three_hands_every_cell_is_paid_for(room: Room) -> None:
    gm, token, uuid = gm_in_fight(room)
    (one, first), (other, second) = (invite(room, gm, token, uuid) for _ in range(2))
    row = START[1]
    gm.drag(token, START[0] + 2, row, drop=False)
    assert one.wait_cell(first, gm.cell(token)) == gm.cell(token)
    # Two cells from the hand of the DM, four from where the token stands.
    one.drag(first, START[0] + 4, row)
    there = (START[0] + 4, row)
    assert room.wait_kept(uuid, there) == there
    expect(one.notices).to_contain_text("Someone else moved this token at the same time")
    expect(gm.notices).to_contain_text("Someone else moved this token at the same time")
    gm.page.mouse.up()
    gm.page.wait_for_timeout(1000)
    assert room.kept(uuid) == there
    assert other.spent(second) == 20
    # One holds it far away; for the other it is still where it was put down.
    one.drag(first, START[0] + 9, row, drop=False)
    assert other.wait_cell(second, one.cell(first)) == one.cell(first)
    other.drag(second, START[0] + 18, row)
    expect(other.notices).to_contain_text("stays")
    assert room.wait_kept(uuid, there) == there
    one.page.mouse.up()
    one.page.wait_for_timeout(1000)
    assert room.kept(uuid) == there
    assert other.spent(second) == 20
    for client, local in ((gm, token), (one, first), (other, second)):
        assert client.wait_cell(local, there) == there
        assert client.faults == []


def test_of_two_who_let_go_at_once_one_counts_and_both_know_it(room: Room) -> None:
    gm, token, uuid = gm_in_fight(room)
    one, first = invite(room, gm, token, uuid)
    # Each has read what is kept of the token.
    assert gm.spent(token) == one.spent(first) == 0
    before = room.written(uuid)
    for client in (gm, one):
        client.hold_up()
    gm.drag(token, START[0], START[1] + 1)
    here = room.wait_written(uuid, before)
    there = (START[0] + 6, START[1])
    one.drag(first, *there)
    assert room.wait_written(uuid, here) != here
    for client in (gm, one):
        client.let_come()
    expect(gm.notices).to_contain_text("at the same time")
    assert room.wait_kept(uuid, there) == there
    for client, local in ((gm, token), (one, first)):
        assert client.wait_cell(local, there) == there
        assert client.spent(local) == 30
        assert client.faults == []
    # The next move of either counts from there.
    gm.drag(token, START[0] + 5, START[1])
    assert room.wait_kept(uuid, (START[0] + 5, START[1])) == (START[0] + 5, START[1])
    gm.page.wait_for_timeout(1000)
    assert gm.spent(token) == one.spent(first) == 35


def test_what_is_moved_without_a_connection_stays_where_it_was(room: Room) -> None:
    gm, token, uuid = gm_in_fight(room)
    one, first = invite(room, gm, token, uuid)
    assert one.spent(first) == 0
    one.select(first)
    one.lose_connection()
    for cols in (3, 6):
        one.drag(first, START[0] + cols, START[1])
        expect(one.notices).to_contain_text("There is no connection to the server")
        assert one.cell(first) == START
    one.page.keyboard.press("ArrowRight")
    one.reconnect()
    again = one.local(uuid)
    assert one.wait_cell(again, START) == START
    assert room.kept(uuid) == gm.cell(token) == START
    there = (START[0] + 3, START[1])
    one.select(again)
    one.drag(again, *there)
    assert room.wait_kept(uuid, there) == there
    one.page.wait_for_timeout(1000)
    assert gm.spent(token) == one.spent(again) == 15
    assert one.faults == []


def test_what_others_moved_without_a_connection_here_counts_once_there_is_one(room: Room) -> None:
    gm, token, uuid = gm_in_fight(room)
    one, first = invite(room, gm, token, uuid)
    assert one.spent(first) == 0
    one.lose_connection()
    there = (START[0] + 3, START[1])
    gm.select(token)
    gm.drag(token, *there)
    assert room.wait_kept(uuid, there) == there
    one.reconnect()
    again = one.local(uuid)
    assert one.wait_cell(again, there) == there
    one.page.wait_for_timeout(1000)
    assert one.spent(again) == 15
    one.select(again)
    one.drag(again, there[0] + 2, there[1])
    assert room.wait_kept(uuid, (there[0] + 2, there[1])) == (there[0] + 2, there[1])
    one.page.wait_for_timeout(1000)
    assert gm.spent(token) == one.spent(again) == 25
    assert gm.faults == one.faults == []


def test_what_is_let_go_on_another_floor_is_recorded(room: Room) -> None:
    gm, token, uuid = gm_in_fight(room)
    gm.page.locator("#floor-selector").click()
    gm.page.locator(".floor-add").click()
    gm.page.locator("#question ~ input").fill("upstairs")
    gm.page.get_by_role("button", name="Submit").click()
    gm.page.locator("#floor-detail .floor-row").nth(1).wait_for()
    gm.page.locator("#floor-selector").click()
    gm.select(token)
    there = (START[0] + 3, START[1])
    gm.drag(token, START[0] + 2, START[1], drop=False)
    gm.page.keyboard.press("PageUp")
    gm.page.mouse.move(*gm.at(*there, 6), steps=4)
    gm.page.mouse.up()
    assert room.wait_kept(uuid, there) == there
    gm.page.wait_for_timeout(1000)
    gm.page.keyboard.press("PageDown")
    assert gm.spent(token) == 15
    assert gm.faults == []
