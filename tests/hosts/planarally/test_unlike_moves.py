"""What looks like a move and is none, who is in the way no more, and moves that come faster than the rules answer."""

import pytest
from playwright.sync_api import expect

from tests.hosts.planarally.conftest import CAGE, FIGHT, HOME, Sit, moves_in_ledger
from tests.hosts.planarally.workers import SLOW
from tests.warm.pages import wait_until_quiet


def test_who_joins_acts_at_another_time_or_leaves_gives_nobody_a_new_turn(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    gm.drag(HOME, (9, 6))
    gm.wait_moves("jenny", 1)
    others = [{"shape": "rook"}, {"shape": "guard"}, {"shape": "jenny"}]
    for name, told in (
        ("Initiative.Add", {"shape": "stranger", "initiative": 30}),
        ("Initiative.Value.Set", {"shape": "rook", "value": 25}),
        ("Initiative.Turn.Update", {"turn": 2, "direction": 1}),
        ("Initiative.Set", FIGHT | {"data": others}),
        ("Initiative.Remove", "rook"),
        ("Initiative.Set", FIGHT | {"data": others[1:]}),
    ):
        gm.page.evaluate("([name, told]) => emit(name, told)", [name, told])
        wait_until_quiet(gm.page)
    assert len(moves_in_ledger(gm)) == 1
    assert gm.notices.inner_text() == ""
    gm.drag((9, 6), (10, 6), drop=False)
    expect(gm.page.locator(".footwork-said")).to_contain_text("\u22121 die")
    gm.page.mouse.up()


def test_a_defeated_token_is_in_nobodys_way_and_strikes_nobody(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, (14, 6))
    expect(client.notices).to_contain_text("Another token stands here")
    client.page.evaluate("properties.get(2).isDefeated = true; shapes.get(2).refPoint = { x: 425, y: 325 }")
    client.drag(HOME, (8, 6))
    client.wait_kept("jenny", (8, 6))
    client.wait_moves("jenny", 1)


def test_a_token_that_grows_or_shrinks_has_not_moved(sit: Sit) -> None:
    gm = sit(is_fighting=True, character={"dexterity": 0, "brawn": 0, "athletics": 0})
    client = sit("user=player")
    client.drag(HOME, HOME)
    client.page.evaluate("grow(1, 3)")
    wait_until_quiet(client.page)
    client.wait_kept("jenny", (5, 7))
    client.page.evaluate("grow(1, 1)")
    client.wait_kept("jenny", HOME)
    wait_until_quiet(client.page)
    assert moves_in_ledger(client) == []
    # Where it lies is where its next move begins.
    assert gm.notices.inner_text() == client.notices.inner_text() == ""
    client.drag(HOME, (5, 6))
    client.wait_moves("jenny", 1)
    assert moves_in_ledger(client) == [HOME]


def test_each_press_of_a_key_is_judged_in_its_turn_however_late_the_rules_answer(sit: Sit) -> None:
    client = sit(is_fighting=True, script=SLOW)
    client.drag(HOME, HOME)
    wait_until_quiet(client.page)
    client.page.evaluate("globalThis.answers = []")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
        client.page.keyboard.press(key)
    client.page.evaluate("letAnswer()")
    client.wait_moves("jenny", 6)
    client.wait_kept("jenny", (9, 7))
    assert moves_in_ledger(client) == [HOME, (5, 6), (6, 6), (6, 7), (7, 7), (8, 7)]
    for count in range(5, -1, -1):
        client.page.keyboard.press("Control+z")
        client.wait_moves("jenny", count)
    client.wait_kept("jenny", HOME)
    assert client.notices.inner_text() == ""
    assert client.faults == []


def test_a_release_that_nobody_hears_drops_the_token_where_it_was(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, (7, 6), drop=False)
    moved = "new MouseEvent('mousemove', { bubbles: true, buttons: 0, clientX: 800, clientY: 600 })"
    client.page.evaluate(f"document.querySelector('canvas').dispatchEvent({moved})")
    client.wait_moves("jenny", 1)
    client.wait_kept("jenny", (7, 6))
    client.page.mouse.up()
    # A key whose release goes to another window lets nothing through any more.
    client.page.keyboard.down("o")
    client.page.evaluate("window.dispatchEvent(new Event('blur'))")
    client.drag((7, 6), (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", (7, 6))


@pytest.mark.parametrize("hand", ["mouse", "key"])
def test_of_several_in_one_hand_nobody_ends_on_one_that_stays(sit: Sit, hand: str) -> None:
    client = sit()
    client.fight()
    client.wait_clock("rook")
    pocket = {"wall": [[250, 300], [300, 300], [300, 350], [250, 350]]}
    client.page.evaluate("(pocket) => { drawWall(pocket); }", CAGE | pocket)
    client.page.evaluate("shapes.get(4).refPoint = { x: 275, y: 325 }")
    client.drag(HOME, HOME)
    client.page.evaluate("selected.add(4)")
    wait_until_quiet(client.page)
    if hand == "mouse":
        client.drag(HOME, (5, 6))
    else:
        client.page.keyboard.press("ArrowRight")
    expect(client.notices).to_contain_text("Rook stays")
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", HOME)
    client.wait_kept("rook", (5, 6))
    assert moves_in_ledger(client) == []
    # What goes by itself goes, and together they go where both may.
    if hand == "mouse":
        client.drag(HOME, (3.1, 6.1))
    else:
        client.page.keyboard.press("ArrowLeft")
    client.wait_kept("jenny", (3, 6))
    client.wait_kept("rook", (4, 6))
    client.wait_moves("jenny", 1)
    client.wait_moves("rook", 1)
    assert client.faults == []
