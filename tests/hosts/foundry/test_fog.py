"""What lies in fog that a player has not explored is not told to that player, and nobody is held back by it."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.hosts.foundry.test_board import DRAWN, board, cancel, ground, jenny, wall
from tests.hosts.foundry.worlds import COLS, ROWS, SIZE, combatants, token
from tests.warm.pages import wait_until_quiet

MUD = {"kind": "difficult", "multiplier": 2}
WEST = [0, 0, 5 * SIZE, ROWS * SIZE]
"""The first five columns; Jenny stands in the third."""
ALL = [0, 0, COLS * SIZE, ROWS * SIZE]
COVERED = """([drawn, x, y]) =>
  [...document.querySelectorAll(drawn)].some((one) => one.isPointInFill(new DOMPoint(x, y)))"""
"""Whether something that is drawn covers a point."""


def foggy(*, with_all: bool = True, grid: int = 1, **scene: Any) -> dict[str, Any]:
    """A map whose east is dark to players, with or without what lies there."""
    there = {
        "walls": [
            wall(7 * SIZE, 0, 7 * SIZE, ROWS * SIZE),
            wall(3 * SIZE, 4 * SIZE, 9 * SIZE, 4 * SIZE, id="long"),
        ],
        "regions": [ground(6, 0, 4, 2, MUD), ground(6, 3, 2, 1, {"kind": "obstacle"}, id="pit")],
    }
    near = [wall(3 * SIZE, 4 * SIZE, 5 * SIZE, 4 * SIZE, id="long")]
    lurker = [token("guard", 6, 2, disposition=-1, unseenBy=["player"])]
    made = board(
        jenny(2 * SIZE, 2 * SIZE),
        *(lurker if with_all else []),
        grid=grid,
        **{**(there if with_all else {"walls": near}), **scene},
    )
    made["scene"]["sight"] = {"visible": [WEST], "explored": []}
    made["combats"] = [{"id": "fight", "round": 1, "turn": 0, "combatants": combatants("jenny")}]
    return made


def told(client) -> list[Any]:
    """What a player is told of a map: where Jenny can go, what ways cost, and what comes of a drop."""
    client.page.evaluate("canvas.tokens.get('jenny').control()")
    expect(client.page.locator(DRAWN).first).to_be_attached()
    seen = [client.page.locator(DRAWN).evaluate_all("all => all.map((one) => one.getAttribute('d'))")]
    for east, south in [(6, 0), (4, -1), (4, 1), (2, 4)]:
        client.pick_up("jenny", east, south)
        expect(client.label()).to_contain_class("footwork")
        expect(client.label()).to_contain_text(re.compile("left|stands|carries|far|blocked", re.IGNORECASE))
        wait_until_quiet(client.page)  # the label has the map's answer first, then the plan's
        seen.append([client.label().inner_text(), client.label().get_attribute("class")])
        cancel(client)
    asked = client.page.evaluate("""async () => {
      const { api } = game.modules.get("footwork");
      const jenny = canvas.scene.tokens.get("jenny");
      const to = { col: 9, row: 2 };
      return [await api.state(jenny), await api.plan(jenny, { to }), (await api.destinations(jenny)).value?.layers]
        .map((reply) => JSON.stringify(reply));
    }""")
    return [*seen, *asked]


@pytest.mark.parametrize("grid", [0, 1, 2])
def test_what_a_player_is_told_is_equal_with_and_without_what_lies_in_fog(sit_down, grid):
    without = told(sit_down("player", at=foggy(with_all=False, grid=grid)))
    assert told(sit_down("player", at=foggy(grid=grid))) == without
    assert told(sit_down("gm", at=foggy(grid=grid))) != without


def test_what_was_explored_once_is_told_of(sit_down):
    player = sit_down("player", at=foggy())
    player.page.evaluate("canvas.tokens.get('jenny').control()")
    beyond = [DRAWN, 7.5 * SIZE, 2.5 * SIZE]
    player.page.wait_for_function(COVERED, arg=beyond)
    player.page.evaluate(
        "(all) => { canvas.scene.sight.explored = [all]; Hooks.callAll('sightRefresh', canvas.visibility); }",
        ALL,
    )
    player.page.wait_for_function(f"(drawn) => !({COVERED})(drawn)", arg=beyond)


def test_a_wall_in_the_fog_stops_who_walks_into_it_as_the_client_does(sit_down):
    player = sit_down("player", at=foggy(regions=[]))
    player.pick_up("jenny", 5, 1)
    expect(player.label()).to_contain_text("25 ft")
    player.let_go()
    player.expect_at("jenny", 6, 3)
    assert player.moved_feet() == [20]


def test_ground_in_the_fog_is_paid_for_and_the_gm_finds_nothing_wrong(sit_down):
    at = foggy(walls=[], regions=[ground(5, 0, 4, ROWS, MUD)])
    del at["tokens"]["guard"]
    gm, player = sit_down("gm", at=at), sit_down("player")
    player.pick_up("jenny", 4)
    expect(player.label()).to_contain_text("20 ft")
    player.let_go()
    player.expect_at("jenny", 6, 2)
    gm.wait_for_commits(1)
    assert gm.notices.all_inner_texts() == []
    assert player.turn()["ledger"]["commits"][0]["turn"]["ground_used"] == "30"


def test_what_would_stop_a_move_does_not_in_the_fog_and_is_held_against_nobody(sit_down):
    at = foggy(walls=[], regions=[ground(5, 0, 1, ROWS, {"kind": "obstacle"})])
    gm, player = sit_down("gm", at=at), sit_down("player")
    player.drag("jenny", 5)
    player.expect_at("jenny", 7, 2)
    gm.wait_for_commits(1)
    assert gm.notices.all_inner_texts() == []


def test_the_gm_is_told_of_a_wall_that_is_gone_through_in_the_dark(sit_down):
    gm, player = sit_down("gm", at=foggy(regions=[])), sit_down("player")
    player.page.evaluate(f"canvas.scene.tokens.get('jenny').move({{x: 8 * {SIZE}, y: 3 * {SIZE}}})")
    gm.expect_notice("Jenny: check the last move")
