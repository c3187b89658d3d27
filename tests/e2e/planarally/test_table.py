"""The mod on a real PlanarAlly: the server's database, the wire and a second browser agree."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.planarally.room import Client, Room

MakeRoom = Callable[[], Room]
# Below the turn tracker, which opens over the upper part of the map.
START = (2, 10)
# How far the rules' default character goes in a turn without a roll, and what it cannot go in any way.
REACH = {"contract": (2, 16), "sr5": (1, 16), "sr3": (1, 16), "d6": (1, 16), "styles": (1, 16)}


@pytest.fixture
def room(make_room: MakeRoom) -> Room:
    return make_room()


def gm_in_fight(room: Room, system: str = "contract", enforcement: str = "block") -> tuple[Client, int, str]:
    """The DM with the mod, and a token of the party in a fight."""
    gm = room.gm
    gm.upload()
    gm.settle_rules(system, enforcement)
    token = gm.add_token(*START)
    gm.drag(token, *START)
    gm.fight(token)
    return gm, token, gm.uuid(token)


@pytest.mark.parametrize("system", REACH)
def test_each_game_lets_a_legal_drag_go_and_puts_back_one_too_far(room: Room, system: str) -> None:
    gm, token, uuid = gm_in_fight(room, system)
    near, far = REACH[system]
    there = (START[0] + near, START[1])
    gm.drag(token, *there)
    assert room.wait_kept(uuid, there) == there
    gm.wait_sent()
    gm.drag(token, START[0] + far, START[1])
    if system == "d6":
        # Its rolls are open-ended: nothing is too far for any roll.
        gm.answer("Stay")
    else:
        expect(gm.notices).to_contain_text("stays")
    assert room.wait_kept(uuid, there) == there
    assert gm.cell(token) == there
    assert gm.faults == []


def test_a_second_browser_agrees_and_a_player_is_judged_by_the_same_rules(room: Room) -> None:
    gm, token, uuid = gm_in_fight(room)
    player = room.invite()
    player.wait_ready()
    local = player.local(uuid)
    gm.share(token, player)
    player.wait_movable(local)
    player.drag(local, START[0] + 16, START[1])
    expect(player.notices).to_contain_text("stays")
    player.wait_sent()
    assert room.wait_kept(uuid, START) == START
    assert gm.wait_cell(token, START) == START
    there = (START[0] + 2, START[1])
    player.drag(local, *there)
    assert room.wait_kept(uuid, there) == there
    assert gm.wait_cell(token, there) == there
    assert gm.faults == player.faults == []


def test_arrow_keys_are_judged_step_by_step(room: Room) -> None:
    gm, token, uuid = gm_in_fight(room)
    for _ in range(16):
        gm.page.keyboard.press("ArrowRight")
        gm.page.wait_for_timeout(250)
    # A step that needs a roll asks first.
    gm.page.wait_for_timeout(500)
    col, row = room.kept(uuid)
    assert row == START[1]
    assert START[0] + 2 <= col < START[0] + 16
    assert gm.cell(token) == (col, row)


def test_undo_gives_back_what_the_move_cost(room: Room) -> None:
    gm, token, uuid = gm_in_fight(room)
    there = (START[0] + 2, START[1])
    gm.drag(token, *there)
    assert room.wait_kept(uuid, there) == there
    gm.page.keyboard.press("Control+z")
    assert room.wait_kept(uuid, START) == START
    gm.page.wait_for_timeout(500)
    # All of the turn's free movement is there again.
    gm.drag(token, *there)
    assert room.wait_kept(uuid, there) == there


def test_a_new_round_is_a_new_turn(room: Room) -> None:
    gm, token, uuid = gm_in_fight(room)
    for turn in range(1, 4):
        there = (START[0] + 2 * turn, START[1])
        gm.drag(token, *there)
        assert room.wait_kept(uuid, there) == there
        gm.next_round()
        gm.page.wait_for_timeout(700)


def test_a_deleted_token_that_comes_back_keeps_its_turn_and_the_gm_is_told(room: Room) -> None:
    gm, token, uuid = gm_in_fight(room)
    player = room.invite()
    player.wait_ready()
    local = player.local(uuid)
    gm.share(token, player)
    player.wait_movable(local)
    there = (START[0] + 2, START[1])
    player.select(local)
    player.drag(local, *there)
    assert room.wait_kept(uuid, there) == there
    player.wait_sent()
    assert player.spent(local) == 10
    player.page.mouse.click(*player.at(*there, 6))
    player.page.keyboard.press("Delete")
    assert player.page.evaluate("(id) => !idMap.has(id)", local)
    expect(gm.notices).to_contain_text("was taken out of the tracker")
    player.page.keyboard.press("Control+z")
    # The host has made another token of it.
    back = player.only_token()
    again = player.uuid(back)
    assert again != uuid
    assert len(room.wait_written(again, known={})["turn"]["moves"]) == 1
    assert player.spent(back) == 10
    assert player.faults == gm.faults == []


def test_one_entry_of_the_tracker_stands_for_a_group(room: Room) -> None:
    gm = room.gm
    gm.upload()
    gm.settle_rules("contract", "block")
    tokens = [gm.add_token(START[0], START[1] + row) for row in (0, 2)]
    for row, token in enumerate(tokens):
        gm.drag(token, START[0], START[1] + 2 * row)
        gm.wait_sent()
    gm.page.evaluate("(ids) => systems.groups.createNewGroupForShapes(ids)", tokens)
    gm.fight(tokens[0])
    gm.page.get_by_title("Toggle individual").click()
    gm.select(tokens[1])
    gm.drag(tokens[1], START[0] + 16, START[1] + 2)
    expect(gm.notices).to_contain_text("stays")
    there = (START[0], START[1] + 2)
    assert room.wait_kept(gm.uuid(tokens[1]), there) == there
    assert gm.faults == []


def test_a_gm_who_looks_as_a_player_turns_the_clock(room: Room) -> None:
    gm, token, uuid = gm_in_fight(room)
    there = (START[0] + 2, START[1])
    gm.drag(token, *there)
    assert room.wait_kept(uuid, there) == there
    gm.wait_sent()
    assert gm.spent(token) == 10
    gm.page.get_by_text("FP", exact=True).click()
    for _ in range(2):
        written = room.written(uuid)
        gm.page.get_by_text("INI", exact=True).click()
    room.wait_written(uuid, written)
    gm.page.get_by_text("FP", exact=True).click()
    assert gm.spent(token) == 0
    assert gm.faults == []


def test_who_has_not_loaded_the_mod_moves_freely(room: Room) -> None:
    gm, token, uuid = gm_in_fight(room)
    player = room.invite(without_mod=True)
    local = player.local(uuid)
    gm.share(token, player)
    player.wait_movable(local)
    there = (START[0] + 16, START[1])
    player.drag(local, *there)
    assert room.wait_kept(uuid, there) == there


def test_nothing_is_asked_of_any_other_host(room: Room) -> None:
    gm, token, _ = gm_in_fight(room)
    gm.drag(token, START[0] + 2, START[1])
    own = urlsplit(room.address).netloc
    assert {urlsplit(url).netloc for url in gm.requests if re.match(r"(http|ws)s?:", url)} == {own}


def test_the_legend_lies_beside_what_the_host_draws_over_the_map(room: Room) -> None:
    gm, token, _ = gm_in_fight(room)
    gm.select(token)
    legend = gm.page.locator(".footwork-legend")
    expect(legend.locator("p")).to_be_visible()
    covered = """(legend) => {
      const { left, right, top, bottom } = legend.getBoundingClientRect();
      const points = [[left, top], [right, top], [left, bottom], [right, bottom], [(left + right) / 2, bottom]];
      return points.flatMap(([x, y]) => {
        const above = document.elementFromPoint(Math.min(x, innerWidth - 1), y - 1);
        return above?.tagName === "CANVAS" ? [] : [above?.outerHTML.slice(0, 80)];
      });
    }"""
    for width, height in ((1200, 800), (390, 844)):
        gm.page.set_viewport_size({"width": width, "height": height})
        assert legend.evaluate(covered) == []
