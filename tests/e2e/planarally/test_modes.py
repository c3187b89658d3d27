"""Ways of moving on a real PlanarAlly beyond one token dragged by the mouse, and what others may see of them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.planarally.room import Client, Room

MakeRoom = Callable[..., Room]
START = (2, 10)
OTHER = (2, 12)
HOSTILE = "<img src=x onerror=alert(1)> **Eve**"


@pytest.fixture
def room(make_room: MakeRoom) -> Room:
    return make_room()


def two_in_fight(room: Room, sheet: dict[str, int] | None = None) -> tuple[Client, int, int]:
    """The DM, and two tokens of the party in a fight; the first one can have a sheet of its own."""
    gm = room.gm
    gm.upload()
    gm.settle_rules("contract")
    one, other = gm.add_token(*START), gm.add_token(*OTHER)
    for token, cell in ((one, START), (other, OTHER)):
        gm.select(token)
        gm.drag(token, *cell)
        gm.wait_sent()
    if sheet:
        gm.set_sheet(one, sheet)
    gm.fight(one, other)
    return gm, one, other


def test_of_several_tokens_in_one_drag_only_those_go_that_may(room: Room) -> None:
    gm, one, other = two_in_fight(room, {"dexterity": 4, "brawn": 3})
    gm.select(one, other)
    gm.drag(one, START[0] + 6, START[1])
    there = (START[0] + 6, START[1])
    assert room.wait_kept(gm.uuid(one), there) == there
    expect(gm.notices).to_contain_text("stays")
    assert room.wait_kept(gm.uuid(other), OTHER) == OTHER
    assert (gm.wait_cell(one, there), gm.wait_cell(other, OTHER)) == (there, OTHER)
    # What was refused has not moved, so that there is nothing of it to undo.
    gm.page.keyboard.press("Control+z")
    assert room.wait_kept(gm.uuid(one), START) == START
    assert room.wait_kept(gm.uuid(other), OTHER) == OTHER
    assert gm.faults == []


def test_what_was_undone_can_be_done_again_and_costs_once(room: Room) -> None:
    gm, one, _ = two_in_fight(room)
    gm.select(one)
    there = (START[0] + 2, START[1])
    gm.drag(one, *there)
    assert room.wait_kept(gm.uuid(one), there) == there
    for key, cell in (("Control+z", START), ("Control+Shift+Z", there), ("Control+z", START)):
        gm.page.keyboard.press(key)
        assert room.wait_kept(gm.uuid(one), cell) == cell
        gm.page.wait_for_timeout(500)
    assert gm.spent(one) == 0


def test_collapsed_tokens_pay_their_own_way_when_they_are_expanded(room: Room) -> None:
    gm, one, other = two_in_fight(room)
    gm.select(one, other)
    gm.page.mouse.click(*gm.at(*START, 6), button="right")
    gm.page.get_by_text("Collapse", exact=True).click()
    there = (START[0] + 2, START[1])
    gm.select(one)
    gm.drag(one, *there)
    assert room.wait_kept(gm.uuid(one), there) == there
    assert room.kept(gm.uuid(other)) == OTHER
    gm.page.mouse.click(*gm.at(*there, 6), button="right")
    gm.page.get_by_text("Expand", exact=True).click()
    beside = (OTHER[0] + 2, OTHER[1])
    assert room.wait_kept(gm.uuid(other), beside) == beside
    gm.page.wait_for_timeout(500)
    assert gm.spent(other) == 10


def test_a_finger_drags_by_the_same_rules(make_room: MakeRoom) -> None:
    room = make_room(touch=True)
    gm, one, _ = two_in_fight(room)
    gm.touch_drag(one, START[0] + 16, START[1])
    expect(gm.notices).to_contain_text("stays")
    assert room.wait_kept(gm.uuid(one), START) == START
    there = (START[0] + 2, START[1])
    gm.touch_drag(one, *there)
    assert room.wait_kept(gm.uuid(one), there) == there
    assert gm.faults == []


def test_a_finger_that_is_taken_away_drops_the_token(make_room: MakeRoom) -> None:
    room = make_room(touch=True)
    gm, one, _ = two_in_fight(room)
    there = (START[0] + 2, START[1])
    gm.touch_drag(one, *there, end="touchCancel")
    assert room.wait_kept(gm.uuid(one), there) == there
    gm.touch_drag(one, START[0] + 16, START[1], end="touchCancel")
    expect(gm.notices).to_contain_text("stays")
    assert room.wait_kept(gm.uuid(one), there) == there
    assert gm.wait_cell(one, there) == there
    assert gm.faults == []


def test_on_a_phone_a_dialog_lies_in_the_middle_of_what_is_seen(make_room: MakeRoom) -> None:
    gm = make_room(touch=True).gm
    gm.upload()
    gm.page.set_viewport_size({"width": 390, "height": 844})
    gm.page.locator(".footwork-button").click()
    box = gm.page.locator(".footwork-dialog").bounding_box()
    assert box
    assert box["x"] + box["width"] / 2 == pytest.approx(195, abs=1)


@pytest.mark.parametrize(("grid", "aside"), [("POINTY_HEX", (1.5, 3)), ("FLAT_HEX", (3, 1.5))])
def test_hexes_are_judged_as_squares_are(room: Room, grid: str, aside: tuple[float, float]) -> None:
    gm = room.gm
    gm.upload()
    gm.settle_rules("contract")
    gm.page.evaluate(f"systems.locationSettings.setGridType('{grid}', undefined, true)")
    token = gm.add_token(*START)
    gm.select(token)
    gm.drag(token, START[0] + 1, START[1])
    gm.wait_sent()
    home = gm.cell(token)
    gm.fight(token)
    gm.drag(token, home[0] + 13, home[1])
    expect(gm.notices).to_contain_text("stays")
    assert room.wait_kept(gm.uuid(token), home) == pytest.approx(home)
    # Three hexes, aslant: their middles are not so far apart as three squares are along both axes.
    cols, rows = (part * (3**0.5 / 2 if part == 3 else 1) for part in aside)
    gm.drag(token, home[0] + cols, home[1] + rows)
    there = pytest.approx((home[0] + cols, home[1] + rows), abs=0.01)
    gm.page.wait_for_timeout(1000)
    assert room.kept(gm.uuid(token)) == there
    assert gm.spent(token) == 15


def test_what_is_hidden_from_a_player_is_in_nothing_that_the_mod_tells_it(room: Room) -> None:
    gm, one, other = two_in_fight(room, {"dexterity": 4, "brawn": 3})
    gm.rename(other, "Lurking Assassin")
    gm.page.evaluate(f"systems.properties.setIsInvisible({other}, true, {{ui: true, server: true}})")
    player = room.invite()
    player.wait_ready()
    local = player.local(gm.uuid(one))
    gm.share(one, player)
    player.wait_movable(local)
    # Straight through the hidden one's cell and beyond.
    player.select(local)
    player.drag(local, START[0], START[1] + 4, drop=False)
    player.page.wait_for_timeout(500)
    told = player.page.locator(".footwork-said").inner_text().replace("\u00a0", " ")
    player.page.mouse.up()
    there = (START[0], START[1] + 4)
    assert room.wait_kept(gm.uuid(one), there) == there
    assert "20 ft" in told
    assert "Assassin" not in told + player.notices.inner_text()


def test_hostile_names_stay_text(room: Room) -> None:
    gm, one, _ = two_in_fight(room)
    gm.rename(one, HOSTILE)
    gm.select(one)
    gm.drag(one, START[0] + 16, START[1])
    expect(gm.notices).to_contain_text(HOSTILE)
    assert gm.page.locator(".footwork-notices img").count() == 0
    # Rolls are told in the host's chat, which draws markdown.
    gm.drag(one, START[0] + 4, START[1])
    gm.answer("Roll")
    said = gm.page.locator("#chat")
    expect(said).to_contain_text(HOSTILE)
    assert said.locator("img").count() == 0
    assert gm.faults == []
