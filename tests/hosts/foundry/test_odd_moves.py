"""Moves that are no plain walk: teleports on the way, sizes that change, quick keys, the defeated, a paused game."""

import pytest
from playwright.sync_api import expect

from tests.hosts.foundry.test_board import board, jenny, wall
from tests.hosts.foundry.worlds import GUARD, ROWS, SIZE, combatants, token, world

JENNYS = "canvas.scene.tokens.get('jenny')"


def in_combat(*tokens, **scene):
    """A board whose tokens fight."""
    return board(*tokens, **scene) | {
        "combats": [
            {"id": "fight", "round": 1, "turn": 0, "combatants": combatants(*[one["_id"] for one in tokens])}
        ]
    }


def test_a_teleport_on_the_way_costs_nothing_and_no_wall_stops_it(sit_down):
    barrier = wall(8 * SIZE, 0, 8 * SIZE, ROWS * SIZE)
    gm = sit_down(at=in_combat(jenny(2 * SIZE, 2 * SIZE), walls=[barrier]))
    walk = f"{{x: 6 * {SIZE}, y: 2 * {SIZE}, action: 'walk'}}"
    blink = f"{{x: 12 * {SIZE}, y: 5 * {SIZE}, action: 'blink'}}"
    on = f"{{x: 13 * {SIZE}, y: 5 * {SIZE}, action: 'walk'}}"
    gm.page.evaluate(f"{JENNYS}.move([{walk}, {blink}])")
    gm.expect_at("jenny", 12, 5)
    assert gm.moved_feet() == [20]
    gm.page.keyboard.press("Control+z")
    gm.expect_at("jenny", 2, 2)
    assert gm.moved_feet() == []
    gm.page.evaluate(f"{JENNYS}.move([{blink}, {on}])")
    gm.expect_at("jenny", 13, 5)
    assert gm.moved_feet() == [5]
    # What is walked is judged.
    back = f"{{x: 7 * {SIZE}, y: 5 * {SIZE}, action: 'walk'}}"
    gm.page.evaluate(f"void {JENNYS}.move([{back}, {blink}])")
    gm.expect_notice("Jenny stays")
    gm.expect_at("jenny", 13, 5)


@pytest.mark.parametrize(("size", "at"), [(3, (5, 5)), (2, (6, 6)), (0.5, (6.24, 6.24))])
def test_to_grow_or_shrink_is_no_move(sit_down, size, at):
    sides = [wall(5 * SIZE, 5 * SIZE, 8 * SIZE, 5 * SIZE)]
    guard = token("guard", 7, 6, flags={"footwork": {"character": {"contract": GUARD}}})
    gm = sit_down(at=in_combat(jenny(6 * SIZE, 6 * SIZE), guard, walls=sides))
    x, y = (round(place * SIZE) for place in at)
    gm.page.evaluate(f"{JENNYS}.update({{width: {size}, height: {size}, x: {x}, y: {y}}})")
    gm.page.wait_for_function(f"{JENNYS}._source.width === {size} && {JENNYS}._source.x === {x}")
    assert gm.turn() is None
    assert gm.notices.all_inner_texts() == []


@pytest.mark.parametrize("late", [0, 150])
def test_every_quick_press_of_an_arrow_is_a_step_and_each_is_undone(gm, late):
    gm.page.evaluate("canvas.tokens.get('jenny').control()")
    gm.page.evaluate("(late) => { globalThis.lateness = late; }", late)
    for _ in range(4):
        gm.page.keyboard.press("ArrowRight")
    gm.expect_at("jenny", 6, 2)
    gm.page.evaluate("globalThis.lateness = 0")
    gm.settle()
    assert gm.moved_feet() == [5, 5, 5, 5]
    gm.page.evaluate("(late) => { globalThis.lateness = late; }", late)
    for _ in range(4):
        gm.page.keyboard.press("Control+z")
    gm.expect_at("jenny", 2, 2)
    gm.page.evaluate("globalThis.lateness = 0")
    assert gm.moved_feet() == []
    assert gm.notices.all_inner_texts() == []


@pytest.mark.parametrize("how", ["status", "combatant"])
def test_the_defeated_are_in_nobodys_way(sit_down, how):
    at = in_combat(jenny(2 * SIZE, 2 * SIZE), token("guard", 4, 2, disposition=-1))
    if how == "status":
        at["tokens"]["guard"]["statuses"] = ["dead"]
    else:
        at["combats"][0]["combatants"][1]["defeated"] = True
    gm = sit_down(at=at)
    gm.drag("jenny", 4)
    gm.expect_at("jenny", 6, 2)
    assert gm.moved_feet() == [20]


def test_while_the_game_is_paused_players_undo_and_do_nothing(gm, player):
    player.drag("jenny", 7)
    player.wait_for_turn("length")
    for client in (gm, player):
        client.page.evaluate("game.paused = true")
    player.cards.last.get_by_role("button", name="Undo").click()
    player.expect_notice("The game is paused")
    player.page.evaluate("document.querySelector('#notifications').replaceChildren()")
    player.page.keyboard.press("Control+z")
    player.expect_notice("The game is paused")
    player.expect_at("jenny", 9, 2)
    gm.cards.last.get_by_role("button", name="Undo").click()
    player.expect_at("jenny", 2, 2)
    for client in (gm, player):
        client.page.evaluate("game.paused = false")


GATE = [
    "move({x, y, action: 'displace'})",
    "move({x, y, action: 'displace'}, {method: 'api', constrainOptions: {ignoreWalls: true}})",
    "update({x, y}, {teleport: true, animate: false})",
    "update({x, y}, {teleport: true, forced: true})",
    "move({x, y, action: 'blink'}, {autoRotate: false, showRuler: false})",
]


@pytest.mark.parametrize("how", GATE)
def test_a_gate_works_in_ones_own_turn(gm, player, how):
    player.drag("jenny", 1)
    player.page.evaluate(f"([x, y]) => {JENNYS}.{how}", [15 * SIZE, 9 * SIZE])
    player.expect_at("jenny", 15, 9)
    gm.wait_for_commits(1)
    assert gm.moved_feet() == [5]
    for client in (gm, player):
        assert client.notices.all_inner_texts() == []


def test_a_token_that_fights_twice_has_one_turn(sit_down):
    at = world()
    at["combats"][0]["combatants"].append({"id": "again", "tokenId": "jenny"})
    gm = sit_down(at=at)
    gm.drag("jenny", 3)
    gm.page.evaluate("game.combat.nextTurn()")
    gm.drag("jenny", 1)
    gm.expect_at("jenny", 6, 2)
    expect(gm.page.locator("body")).to_be_visible()
    assert gm.moved_feet() == [15, 5]


@pytest.mark.parametrize("lies", [{"statuses": ["prone"]}, {"movementAction": "crawl"}])
def test_who_lies_or_crawls_pays_twice_where_the_game_knows_it(sit_down, lies):
    at = in_combat(jenny(2 * SIZE, 2 * SIZE), token("guard", 4, 9, disposition=-1))
    at["settings"]["footwork.system"] = "custom"
    at["tokens"]["jenny"] |= {"flags": {"footwork": {"character": {"custom": {"speed": 30}}}}, **lies}
    gm = sit_down(at=at)
    # Thirty feet, and as many again for the action; crawled they are half.
    gm.drag("jenny", 7)
    gm.expect_at("jenny", 2, 2)
    gm.drag("jenny", 6)
    gm.expect_at("jenny", 8, 2)
