"""Several users, other packages, every game, and a worker that is slow or dead."""

import re

import pytest
from playwright.sync_api import expect

from tests.hosts.foundry.client import START_MILLIS
from tests.hosts.foundry.server import Table
from tests.hosts.foundry.worlds import SIZE, world

PRICES = {
    "contract": (7, "−2 dice"),
    "sr5": (10, "−2 dice"),
    "sr3": (8, "+4 TN"),
    "d6": (15, "Run"),
    "styles": (4, "left"),
}


# Dice that always fall alike.
SAME_DICE = "Math.random = () => 0.5;"


@pytest.mark.parametrize("system", ["sr5", "sr3", "d6", "styles"])
def test_every_game_tells_a_price_and_remembers_the_move(sit_down, system):
    gm = sit_down(at=world(system), script=SAME_DICE)
    cells, price = PRICES[system]
    gm.pick_up("jenny", cells)
    expect(gm.label()).to_contain_text(price)
    gm.page.mouse.up()
    if system == "d6":
        gm.answer("yes")
    gm.settle()
    gm.expect_at("jenny", 2 + cells, 2)
    gm.wait_for_turn("moved")
    assert sum(gm.moved_feet()) == cells


def test_behind_a_route_prefix_moves_are_judged_from_the_snapshot(prefixed):
    gm = prefixed.sit_down()
    assert prefixed.address.endswith("/some/where/")
    status = gm.page.evaluate("game.modules.get('footwork').api.status()")
    assert status["because"] == ""
    gm.drag("jenny", 7)
    gm.expect_at("jenny", 9, 2)
    assert sum(gm.moved_feet()) == 35


def test_over_plain_http_a_player_rolls_undoes_and_asks_the_gm(plain):
    gm, player = plain.sit_down(), plain.sit_down("player")
    assert player.page.evaluate("isSecureContext") is False
    player.pick_up("jenny", 10)
    expect(player.label()).to_contain_text("Outcome")
    player.page.mouse.up()
    player.answer("yes")
    player.wait_for_turn("rolled")
    player.settle()
    player.page.keyboard.press("Control+z")
    player.expect_at("jenny", 2, 2)
    gm.expect_notice("undid a roll of Jenny")
    gm.set("enforcement", "confirm")
    player.page.evaluate(f"void canvas.scene.tokens.get('jenny').move({{x: 21 * {SIZE}, y: 2 * {SIZE}}})")
    gm.answer("yes")
    gm.expect_at("jenny", 21, 2)


def test_rules_start_when_a_token_is_picked_up_and_not_before(sit_down):
    at = world()
    at["combats"] = []
    gm = sit_down(at=at, ready=False)
    status = "game.modules.get('footwork').api.status().state"
    # Nor while the pointer rests on one.
    gm.mark("jenny").hover()
    gm.page.wait_for_timeout(300)
    assert gm.page.evaluate(status) == "waiting"
    assert gm.page.workers == []
    gm.pick_up("jenny", 3)
    gm.page.wait_for_function(f"() => {status} === 'ready'", timeout=START_MILLIS)
    expect(gm.label()).to_contain_text("15 ft")
    gm.page.mouse.up()
    gm.expect_at("jenny", 5, 2)


# Workers that fail as those do that a page may not have: with an event that says nothing.
NO_WORKERS = """
globalThis.Worker = class extends EventTarget {
  constructor() { super(); setTimeout(() => this.dispatchEvent(new Event("error", { cancelable: true }))); }
  postMessage() {}
  terminate() {}
};
"""
POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"


def test_a_proxy_that_forbids_webassembly_is_told_to_the_gm_and_tokens_move(place, sit_down):
    place.table.policy = POLICY
    gm = sit_down(ready=False)
    gm.drag("jenny", 15)
    gm.expect_at("jenny", 17, 2)
    told = gm.notices.filter(has_text="The movement rules are not running")
    expect(told).to_contain_text("WebAssembly", timeout=START_MILLIS)
    expect(told).to_contain_text("Content Security Policy")
    expect(gm.notices).to_have_count(1)


def test_a_proxy_that_allows_webassembly_lets_the_rules_run(place, sit_down):
    place.table.policy = f"{POLICY}; script-src 'self' 'wasm-unsafe-eval'"
    gm = sit_down()
    gm.drag("jenny", 7)
    assert sum(gm.moved_feet()) == 35


def test_the_rules_run_where_modules_come_from_another_origin(elsewhere):
    gm = elsewhere.sit_down()
    own, *others = gm.page.evaluate(
        "performance.getEntriesByType('resource').map(({name}) => new URL(name).origin)"
    )
    assert len({own, *others}) == 2
    gm.drag("jenny", 7)
    assert gm.moved_feet() == [35]


def test_who_forbids_its_worker_is_told_how_to_allow_it_and_tokens_move(elsewhere):
    gm = elsewhere.sit_down(ready=False, script=NO_WORKERS)
    gm.drag("jenny", 15)
    gm.expect_at("jenny", 17, 2)
    told = gm.notices.filter(has_text="The movement rules are not running")
    expect(told).to_contain_text("rules-worker.js")
    expect(told).to_contain_text("allow workers from blob:")
    expect(gm.notices).to_have_count(1)


def test_at_the_double_no_token_has_what_is_written_on_another(built):
    table = Table(built)
    table.put(world("sr5"))
    flags = {"flags": {"footwork": {"turn": "of the guard"}}}
    said = {"collection": "tokens", "id": "guard", "changes": flags, "extra": {}, "client": ""}
    table.change(said)
    tokens = table.snapshot()["tokens"]
    assert ["turn" in tokens[name]["flags"]["footwork"] for name in ("guard", "jenny")] == [True, False]


def test_a_worker_that_is_too_slow_is_not_waited_for(through_walls):
    gm = through_walls
    gm.set("timeout", 0.5)
    gm.page.evaluate("globalThis.lateness = 1500")
    for _ in range(2):
        gm.drag("jenny", 2, 2)
    gm.expect_at("jenny", 6, 6)
    expect(gm.notices).to_have_text(
        "The movement rules did not answer in time, so the move was made without them."
    )


def test_a_players_move_is_put_before_the_gm_and_both_see_how_it_ends(gm, player):
    gm.set("enforcement", "confirm")
    player.drag("jenny", 7)
    player.expect_at("jenny", 9, 2)
    gm.expect_at("jenny", 9, 2)
    expect(gm.cards).to_contain_text("−2 dice")
    assert gm.moved_feet() == [35]
    player.pick_up("jenny", 12, 1)
    # The GM sees the player's ruler as the client draws it.
    expect(gm.label()).to_contain_text("ft")
    expect(gm.page.locator(".waypoint-label.footwork")).to_have_count(0)
    player.page.mouse.up()
    expect(gm.dialog).to_contain_text("Farther than any roll would carry")
    gm.answer("yes")
    player.settle()
    gm.expect_at("jenny", 21, 3)
    expect(player.notices).to_have_text(["The GM is asked whether Jenny may go there."])


def test_a_refused_player_is_told_why(gm, player):
    player.drag("jenny", 7)
    player.pick_up("jenny", 12, 1)
    player.let_go()
    player.expect_notice("Jenny stays", "Farther than any roll would carry")
    player.expect_at("jenny", 9, 2)
    assert gm.notices.count() == 0


def test_a_hidden_token_is_told_to_nobody(gm, player):
    gm.page.evaluate(
        "canvas.scene.tokens.get('guard').update({x: 450, y: 100, hidden: true}, {method: 'config'})"
    )
    player.page.wait_for_function("canvas.scene.tokens.get('guard').hidden")
    player.pick_up("jenny", 7)
    expect(player.label()).to_contain_text("35 ft · −2 dice · 5 ft left")
    player.expect_reach_over(9, 2)
    player.page.keyboard.press("Escape")
    player.page.mouse.up()
    gm.page.keyboard.down("Alt")
    gm.page.keyboard.down("o")
    gm.drag("guard", 5)
    gm.page.keyboard.up("Alt")
    gm.page.keyboard.up("o")
    gm.expect_at("guard", 14, 2)
    assert gm.moved_feet("guard") == [25]
    expect(gm.cards.last).to_contain_text("Allowed by the GM")
    assert player.cards.count() == 0


def test_a_systems_own_classes_are_kept(shared):
    gm = shared.gm(13)
    gm.pick_up("jenny", 5)
    expect(gm.label()).to_have_class("waypoint-label of-system footwork footwork-free")
    gm.let_go()
    gm.expect_at("jenny", 7, 2)
    gm.drag("jenny", 0, -2)
    gm.expect_at("jenny", 7, 2)
    assert gm.moved_feet() == [25]


def test_a_game_that_is_not_there_is_named_to_the_gm_and_tokens_move(sit_down):
    at = world()
    at["settings"]["footwork.system"] = "gone"
    gm = sit_down(at=at, ready=False)
    gm.drag("jenny", 15)
    gm.expect_at("jenny", 17, 2)
    expect(gm.notices).to_have_text([re.compile("The rules are set to gone")])


@pytest.mark.parametrize("late", ["wraps-documents", "patches-documents"])
def test_classes_that_others_wrap_and_patch_ask_the_rules(sit_down, late):
    gm = sit_down(at=world(lateScripts=[f"/systems/{late}.js"]))
    gm.drag("jenny", 19, 1)
    gm.expect_notice("Jenny stays")
    gm.drag("jenny", 5)
    gm.expect_at("jenny", 7, 2)
    assert gm.moved_feet() == [25]
    assert gm.page.evaluate("double.asked") == 2


def test_a_class_that_does_not_call_what_it_replaces_is_told_of(sit_down):
    gm = sit_down(at=world(lateScripts=["/systems/replaces-documents.js"]))
    gm.drag("jenny", 19, 1)
    gm.expect_at("jenny", 21, 3)
    gm.drag("jenny", -1)
    expect(gm.notices).to_have_text([re.compile("does not ask Footwork.*super._preUpdateMovement")])


@pytest.mark.parametrize("ruler", ["", "own-template", "own-label"], ids=["core", "pf2e", "dnd5e"])
def test_the_label_tells_all_by_every_ruler(sit_down, ruler):
    gm = sit_down(at=world(systemScripts=[f"systems/{ruler}.js"] if ruler else []))
    gm.drag("jenny", 0, 1)
    gm.pick_up("jenny", 1)
    expect(gm.label()).to_contain_text("5 ft · 30 ft left")
    expect(gm.page.locator("[data-ruler=jenny] line").last).not_to_have_attribute("stroke", "#ff0000")
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()
    gm.page.evaluate("canvas.scene.tokens.get('jenny').update({elevation: 10}, {method: 'config'})")
    gm.pick_up("jenny", 5)
    expect(gm.label()).to_contain_text("25 ft · There is nothing underfoot")
    expect(gm.label().locator(".total-elevation")).to_contain_text("10 ft")


def test_listeners_that_answer_late_or_fail_are_no_veto(gm):
    gm.page.evaluate("""() => {
      Hooks.once("preMoveToken", async () => false);
      Hooks.once("preMoveToken", () => { throw new Error("this listener is broken"); });
    }""")
    gm.drag("jenny", 5)
    gm.expect_at("jenny", 7, 2)
    assert gm.moved_feet() == [25]
    assert gm.page.evaluate("double.hookErrors") == ["preMoveToken: Error: this listener is broken"]


def test_a_listener_that_refuses_leaves_no_trace_in_the_turn(gm):
    gm.page.evaluate("() => Hooks.once('preMoveToken', () => false)")
    gm.drag("jenny", 5)
    gm.expect_at("jenny", 2, 2)
    assert gm.turn() is None
    gm.drag("jenny", 1)
    assert gm.moved_feet() == [5]


def test_a_scene_without_units_is_named_once_and_nothing_is_judged(through_walls):
    gm = through_walls
    gm.page.evaluate("canvas.scene.grid.units = ''")
    for _ in range(2):
        gm.drag("jenny", 2, 2)
    gm.expect_at("jenny", 6, 6)
    expect(gm.notices).to_have_count(1)
    gm.expect_notice("This scene has no unit of length. Set one (ft, m)")


def test_a_turn_that_cannot_be_read_is_told_and_begun_anew(gm):
    gm.page.evaluate("canvas.scene.tokens.get('jenny').setFlag('footwork', 'turn', '{broken')")
    gm.drag("jenny", 5)
    gm.expect_notice("The saved turn of Jenny cannot be read")
    assert gm.moved_feet() == [25]


def test_names_are_shown_as_text_everywhere(through_walls):
    gm = through_walls
    gm.set("enforcement", "confirm")
    gm.page.evaluate("canvas.scene.tokens.get('jenny').update({name: '<img src=x onerror=alert(1)>'})")
    gm.pick_up("jenny", 4, 3)
    gm.page.mouse.up()
    expect(gm.dialog).to_contain_text("Move <img src=x onerror=alert(1)> 20\u00a0ft? A wall")
    gm.answer("yes")
    gm.settle()
    expect(gm.cards).to_contain_text("Allowed by the GM")
    assert gm.page.locator("dialog img, #chat-log img, #notifications img").count() == 0


def test_everything_comes_from_the_module_itself(gm):
    resources = gm.page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    home = gm.page.evaluate("location.origin")
    assert [url for url in resources if not url.startswith((home, "data:"))] == []
