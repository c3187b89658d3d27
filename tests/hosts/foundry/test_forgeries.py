"""What a player's browser may try that is not the player's to do: the GM's browser finds it out."""

import json

import pytest
from playwright.sync_api import expect

from tests.hosts.foundry.client import START_MILLIS
from tests.hosts.foundry.worlds import SIZE

JENNYS = "canvas.scene.tokens.get('jenny')"
FAR = f"{JENNYS}.move({{x: 21 * {SIZE}, y: 2 * {SIZE}}})"
"""Jenny goes 19 cells: farther than any roll carries her."""


@pytest.fixture
def asking(gm):
    """The GM's page, where the GM is asked about moves that the rules refuse."""
    gm.set("enforcement", "confirm")
    return gm


def ask_gm(player, **asked):
    """Ask the GM's browser as the player's does, without waiting for the answer."""
    question = {"scene": "scene", "token": "jenny", "user": "player", **asked}
    player.page.evaluate(
        "(asked) => { globalThis.answer = game.users.activeGM.query('footwork.letThrough', asked); }",
        question,
    )


def path_to(col):
    """Jenny's way east, cell by cell."""
    return [{"col": at, "row": 2, "elevation": 0, "mode": None} for at in range(2, col + 1)]


def test_the_gm_is_asked_in_the_words_of_the_gms_own_rules(asking, player):
    coffee = {"title": "Coffee", "content": "Shall I bring you a coffee?", "grant": "jenny FIRST letThrough"}
    ask_gm(player, kind="letThrough", id="FIRST", path=path_to(21), **coffee)
    expect(asking.dialog).to_contain_text("Player wants to move Jenny 95\u00a0ft. Farther than any roll")
    assert "coffee" not in asking.dialog.inner_text()
    asking.answer("no")
    ask_gm(player, **coffee)
    assert player.page.evaluate("answer") is False
    ask_gm(player, kind="reaction", id="FIRST", reaction="none", steps=[])
    assert player.page.evaluate("answer") is False


def test_what_the_gm_allows_is_this_move_once(asking, player):
    player.page.evaluate(f"void {FAR}")
    asking.answer("yes")
    asking.expect_at("jenny", 21, 2)
    asking.wait_verified(1)
    assert asking.notices.count() == 0
    # Another move that calls itself a part of the first one.
    player.page.evaluate("game.users.activeGM.query = async () => true")
    first = player.turn()["steps"][0]["commit"]["id"]
    player.page.evaluate(f"void {JENNYS}.move({{x: 100, y: 100}}, {{id: '{first}-7'}})")
    asking.expect_notice("Jenny: the last move is suspicious", "claims that the GM allowed it")
    player.page.evaluate("delete game.users.activeGM.query")


def test_a_difficulty_of_ones_own_beside_honest_dice_is_found_out(gm, player):
    player.page.evaluate("""() => {
      const write = JSON.stringify;
      const easier = (text) => text?.replaceAll('"kind":"rolled"', '"difficulty":2,"kind":"rolled"');
      JSON.stringify = (...what) => easier(write(...what));
      globalThis.restore = () => { JSON.stringify = write; };
    }""")
    player.pick_up("jenny", 10)
    expect(player.label()).to_contain_text("Outcome")
    player.page.mouse.up()
    player.answer("yes")
    player.settle()
    gm.expect_notice("Jenny: the last move is suspicious", "doesn’t match the recorded moves")
    player.page.evaluate("restore()")


RAW = """([changes, movement]) => {
  const token = canvas.scene.tokens.get("jenny");
  const body = JSON.stringify({ collection: "tokens", id: "jenny", changes, client: game.user.id, extra: movement
    ? { operation: {}, movement: { chain: [], passed: { waypoints: [] }, pending: { waypoints: [] }, method: "api",
        id: "raw", origin: { x: 150, y: 100, elevation: 0 }, ...movement } }
    : { operation: {} } });
  return fetch("world", { method: "POST", body });
}"""


def cell(col, **more):
    """A waypoint in Jenny's row."""
    return {"x": col * SIZE, "y": 2 * SIZE, "elevation": 0, "action": "walk", **more}


def send(player, col, movement=None):
    """Write where Jenny stands as no client of ours does: with any movement, or with none."""
    player.page.evaluate(RAW, [{"x": col * SIZE}, movement])


@pytest.mark.parametrize(
    "movement",
    [
        None,
        {"passed": {"waypoints": [cell(3)]}},
        {"passed": {"waypoints": [cell(21)]}, "chain": ["before"]},
        {"passed": {"waypoints": []}},
        {"passed": {"waypoints": [cell(21)]}, "method": "undo"},
    ],
    ids=["none", "elsewhere", "later section", "empty", "undo"],
)
def test_a_place_that_is_written_past_all_movement_is_found_out(gm, player, movement):
    player.drag("jenny", 1)
    gm.wait_verified(1)
    send(player, 21, movement)
    gm.expect_notice("Jenny: the last move is suspicious")


def test_a_short_way_that_is_written_without_movement_is_counted(gm, player):
    player.drag("jenny", 1)
    gm.wait_verified(1)
    send(player, 5)
    player.wait_for_turn('"number":2')
    assert gm.moved_feet() == [5, 10]
    assert gm.notices.count() == 0


def test_a_way_that_was_paid_is_not_gone_twice(gm, player):
    player.drag("jenny", 3)
    gm.wait_verified(1)
    send(player, 3, {"passed": {"waypoints": [cell(3)]}, "chain": ["before"]})
    player.wait_for_turn('"number":2')
    assert gm.moved_feet() == [15, 10]


def test_what_is_undone_of_an_earlier_turn_is_counted_and_no_forgery(gm, player):
    player.drag("jenny", 3)
    gm.wait_verified(1)
    gm.page.evaluate("game.combat.nextRound()")
    player.wait_for_turn("fight-2.")
    player.page.keyboard.press("Control+z")
    gm.expect_at("jenny", 2, 2)
    player.wait_for_turn('"number":3')
    gm.wait_verified(3)
    assert gm.moved_feet() == [15, 15]
    assert gm.notices.count() == 0


@pytest.mark.parametrize("vision", [False, True])
def test_a_move_onto_somebody_in_plain_sight_is_found_out(gm, player, vision):
    for client in (gm, player):
        client.page.evaluate("(vision) => { canvas.scene.tokenVision = vision; }", vision)
    gm.page.evaluate(
        f"canvas.scene.tokens.get('guard').update({{x: 5 * {SIZE}, y: 2 * {SIZE}}}, {{method: 'config'}})"
    )
    player.expect_at("guard", 5, 2)
    player.page.evaluate("canvas.scene.tokens.get('guard')._source.unseenBy = ['player']")
    player.page.evaluate(f"{JENNYS}.move({{x: 5 * {SIZE}, y: 2 * {SIZE}}})")
    gm.expect_at("jenny", 5, 2)
    if vision:
        gm.expect_notice("Jenny went where it could go only without seeing what is there")
    else:
        gm.expect_notice("Jenny: the last move is suspicious")
    for client in (gm, player):
        client.page.evaluate("delete canvas.scene.tokenVision")
    player.page.evaluate("delete canvas.scene.tokens.get('guard')._source.unseenBy")


def roll_a_sprint(player):
    """Drag Jenny so far that it takes a roll, and roll."""
    player.pick_up("jenny", 10)
    expect(player.label()).to_contain_text("Outcome")
    player.page.mouse.up()
    player.answer("yes")
    player.settle()


def faces(client):
    """The dice in a token's turn, as they fell."""
    steps = (client.turn() or {"steps": []})["steps"]
    events = [event for step in steps for event in step.get("commit", {"events": []})["events"]]
    return [event["faces"] for event in events if event["kind"] == "rolled"]


def test_a_roll_that_is_taken_back_stays_as_it_fell_and_all_are_told(gm, player):
    roll_a_sprint(player)
    player.wait_for_turn("rolled")
    player.page.keyboard.press("Control+z")
    player.expect_at("jenny", 2, 2)
    for client in (gm, player):
        client.expect_notice("undid a roll of Jenny")
    roll_a_sprint(player)
    player.wait_for_turn('"n":6')
    first, again = faces(gm)
    assert first == again
    for client in (gm, player):
        client.expect_notice("the dice stay as they fell", " ".join(map(str, first)))
    gm.wait_verified(2)
    assert gm.notices.filter(has_text="suspicious").count() == 0


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_gm_may_allow_new_dice(gm, player, answer):
    gm.set("undoneRolls", "ask")
    roll_a_sprint(player)
    player.wait_for_turn("rolled")
    player.page.keyboard.press("Control+z")
    player.expect_at("jenny", 2, 2)
    player.pick_up("jenny", 10)
    player.page.mouse.up()
    player.answer("yes")
    expect(gm.dialog).to_contain_text("Jenny undid this roll and rolls again")
    gm.answer(answer)
    player.settle()
    player.wait_for_turn('"n":6')
    assert gm.cards.filter(has_text="5d10").count() == (2 if answer == "yes" else 1)
    gm.wait_verified(2)
    assert gm.notices.filter(has_text="suspicious").count() == 0


def test_who_rolls_until_it_pleases_is_found_out(gm, player):
    player.page.evaluate("""() => {
      const honest = game.settings.get.bind(game.settings);
      game.settings.get = (scope, key) => key === "undoneRolls" ? "anew" : honest(scope, key);
    }""")
    roll_a_sprint(player)
    player.wait_for_turn("rolled")
    player.page.keyboard.press("Control+z")
    player.expect_at("jenny", 2, 2)
    gm.wait_verified(0)
    roll_a_sprint(player)
    gm.expect_notice("Jenny: the last move is suspicious", "dice of an undone roll have changed")
    player.page.evaluate("delete game.settings.get")


@pytest.mark.parametrize(
    "change",
    [
        "setFlag('footwork', 'character', {dexterity: 20, brawn: 20, athletics: 20})",
        "update({disposition: -1})",
    ],
)
def test_what_a_player_changes_of_a_token_in_combat_is_told_to_the_gm(gm, player, change):
    player.page.evaluate(f"{JENNYS}.{change}")
    gm.expect_notice("Player changed the sheet, size or side of Jenny during combat.")
    player.drag("jenny", 1)
    gm.wait_verified(1)
    assert gm.notices.count() == 1


ATHLETE = {"dexterity": 20, "brawn": 20, "athletics": 20}
MANY = 4_900
SEGMENTS = {"segments": [{"mode": "ground", "length": 0.001}] * MANY}
TO_AND_FRO = {"path": [*({"col": 3 - n % 2, "row": 2} for n in range(MANY)), *path_to(21)]}


def forge(player, route):
    """Put Jenny 19 cells on, with a sheet and a step that no client of ours writes."""
    turn = player.turn()
    turn["steps"].append({"n": 2, "commit": {"id": "long", "events": [{"kind": "moved", "route": route}]}})
    turn = json.dumps(turn)
    flags = {"footwork": {"character": ATHLETE, "turn": turn}}
    player.page.evaluate(RAW, [{"x": 21 * SIZE, "flags": flags}, {"passed": {"waypoints": [cell(21)]}}])


@pytest.mark.parametrize("route", [SEGMENTS, TO_AND_FRO], ids=["segments", "cells"])
def test_a_step_of_thousands_of_parts_lets_nobody_pass(gm, player, route):
    gm.set("verification", "revert")
    player.drag("jenny", 1)
    gm.wait_verified(1)
    forge(player, route)
    gm.expect_notice("Player changed the sheet, size or side of Jenny during combat.")
    gm.expect_notice("Jenny", "put back")
    gm.expect_at("jenny", 3, 2)
    player.expect_at("jenny", 3, 2)


FAILS_AT_LONG = """
const Whole = Worker;
globalThis.Worker = class extends Whole {
  postMessage(message, ...more) {
    if (message.type !== "request" || JSON.stringify(message).length < 100000)
      return super.postMessage(message, ...more);
    globalThis.failed = (globalThis.failed ?? 0) + 1;
    return setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "out of memory" })));
  }
};
"""


def test_what_the_gms_worker_fails_at_is_put_back_not_passed(sit_down):
    gm, player = sit_down("gm", script=FAILS_AT_LONG), sit_down("player")
    player.drag("jenny", 1)
    gm.wait_verified(1)
    forge(player, TO_AND_FRO)
    # Each failure takes the start of another worker.
    put_back = gm.notices.filter(has_text="put back")
    expect(put_back.first).to_be_visible(timeout=START_MILLIS)
    gm.expect_at("jenny", 3, 2)
    player.expect_at("jenny", 3, 2)
    assert gm.page.evaluate("failed") > 0


def test_a_wall_that_is_drawn_before_the_player_rolls_leaves_nothing_to_suspect(gm, player):
    player.pick_up("jenny", 10)
    player.page.mouse.up()
    expect(player.dialog).to_contain_text("A roll is needed")
    try:
        for client in (gm, player):
            client.page.evaluate(
                "canvas.scene.walls.push({ id: 'new', c: [300, 0, 300, 1000], move: 20, door: 0, ds: 0 })"
            )
        player.answer("yes")
        player.expect_notice("Jenny stays")
        player.expect_at("jenny", 2, 2)
        # What nobody can go is not rolled for.
        assert faces(gm) == []
    finally:
        for client in (gm, player):
            client.page.evaluate("canvas.scene.walls.pop()")
    player.drag("jenny", 2)
    player.expect_at("jenny", 4, 2)
    gm.wait_verified(1)
    assert gm.notices.filter(has_text="suspicious").count() == 0
