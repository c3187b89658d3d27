"""What a player's browser may change of a fight beside its moves: the GM is told, or it does not count."""

import json

import pytest
from playwright.sync_api import expect

from tests.hosts.foundry.test_forgeries import JENNYS, RAW, cell, roll_a_sprint
from tests.hosts.foundry.worlds import SIZE, world

SUSPICIOUS = "Jenny: the last move is suspicious"


def test_dice_that_nobody_saw_fall_are_found_out(gm, player):
    player.page.evaluate("""() => {
      globalThis.honest = [Math.random, Roll.prototype.toMessage];
      Math.random = () => 0.999;
      Roll.prototype.toMessage = async () => {};
    }""")
    roll_a_sprint(player)
    gm.expect_notice(SUSPICIOUS, "Nobody saw these dice fall")
    player.page.evaluate("[Math.random, Roll.prototype.toMessage] = honest")


def test_dice_that_fell_once_count_once(gm, player):
    roll_a_sprint(player)
    gm.wait_verified(2)
    faces = [6, 6, 6, 6, 6]
    for client in (gm, player):
        client.page.wait_for_function("[...game.messages].some(({ rolls }) => rolls)")
    player.page.evaluate(
        """(faces) => {
          const turn = JSON.parse(canvas.scene.tokens.get("jenny").getFlag("footwork", "turn"));
          const rolled = { kind: "rolled", check: "sprint", faces };
          turn.steps.push({ n: turn.steps.at(-1).n + 1, commit: { id: "again", events: [rolled] } });
          return canvas.scene.tokens.get("jenny").setFlag("footwork", "turn", JSON.stringify(turn));
        }""",
        faces,
    )
    gm.expect_notice(SUSPICIOUS, "Nobody saw these dice fall")


@pytest.mark.parametrize(
    "change", [{"round": 2, "turn": 0}, {"round": 0, "turn": 0}, {"round": 7, "turn": 0}]
)
def test_who_turns_the_tracker_out_of_turn_is_told_to_the_gm(gm, player, change):
    gm.page.evaluate("game.combat.update({ round: 2, turn: 1 })")
    player.page.wait_for_function("game.combat.round === 2 && game.combat.turn === 1")
    player.page.evaluate("(change) => game.combat.update(change)", {**change, "round": change["round"] + 1})
    gm.expect_notice("Player changed the combat tracker", f"round {change['round'] + 1}")


def test_who_ends_ones_own_turn_is_left_alone(gm, player):
    player.page.evaluate("game.combat.nextTurn()")
    gm.page.wait_for_function("game.combat.turn === 1")
    gm.page.evaluate("game.combat.nextTurn()")
    player.page.wait_for_function("game.combat.turn === 0 && game.combat.round === 2")
    player.page.evaluate("game.combat.update({ round: 4, turn: 0 })")
    gm.expect_notice("Player changed the combat tracker", "round 4")
    assert gm.notices.count() == 1


def test_who_leaves_the_fight_and_comes_back_is_told_to_the_gm(sit_down):
    gm, player = sit_down(), sit_down("player")
    player.drag("jenny", 5)
    gm.wait_verified(1)
    player.page.evaluate("game.combat.deleteCombatant('of-jenny')")
    gm.expect_notice("Player took Jenny out of combat", "what it has done this turn no longer counts")
    gm.page.evaluate("game.combat.deleteCombatant('of-guard')")
    expect(gm.notices).to_have_count(1)


def of_shadowrun():
    """A world in which Jenny has a sheet of a game system."""
    at = world("sr5")
    attribute = {"agility": {"value": 4}, "strength": {"value": 3}}
    at["system"] = {"id": "shadowrun5e"}
    at["actors"] = [
        {"id": "actor", "type": "character", "system": {"attributes": attribute}, "items": []}
        for _ in range(1)
    ]
    at["tokens"]["jenny"].update(actorId="actor", flags={})
    return at


def test_a_sheet_of_the_game_system_that_changes_in_combat_is_told_to_the_gm(sit_down):
    gm, player = sit_down(at=of_shadowrun()), sit_down("player")
    gm.page.evaluate("document.querySelector('#notifications').replaceChildren()")
    player.page.evaluate(f"{JENNYS}.actor.update({{'system.attributes.agility.value': 20}})")
    gm.expect_notice("Player changed the sheet, size or side of Jenny during combat.")
    count = gm.notices.count()
    player.page.evaluate(f"{JENNYS}.actor.update({{'system.notes': 'a line'}})")
    gm.page.wait_for_function(f"{JENNYS}.actor.system.notes === 'a line'")
    assert gm.notices.count() == count


def gate(region, col, to):
    """A cell that sends tokens to another region."""
    shape = {"type": "rectangle", "x": col * SIZE, "y": 2 * SIZE, "width": SIZE, "height": SIZE}
    sends = {
        "type": "teleportToken",
        "disabled": False,
        "system": {"destination": f"Scene.scene.Region.{to}"},
    }
    return {"id": region, "name": region, "shapes": [shape], "behaviors": [sends]}


@pytest.mark.parametrize(("col", "is_told"), [(17, True), (12, False)])
def test_a_gate_sends_nobody_but_to_where_it_leads(sit_down, col, is_told):
    at = world()
    at["scene"]["regions"] = [gate("in", 3, "out"), gate("out", 12, "in")]
    gm, player = sit_down(at=at), sit_down("player")
    player.drag("jenny", 1)
    gm.wait_verified(1)
    player.page.evaluate(f"{JENNYS}.move({{x: {col} * {SIZE}, y: 2 * {SIZE}, action: 'blink'}})")
    gm.expect_at("jenny", col, 2)
    if is_told:
        gm.expect_notice("Player placed Jenny elsewhere")
    else:
        player.drag("jenny", 1)
        gm.wait_verified(2)
        assert gm.notices.count() == 0


def test_nobody_goes_through_whom_a_move_only_names(gm, player):
    gm.page.evaluate("canvas.scene.tokenVision = false")
    there = f"{{x: 5 * {SIZE}, y: 2 * {SIZE}}}, {{method: 'config'}}"
    gm.page.evaluate(f"canvas.scene.tokens.get('guard').update({there})")
    player.expect_at("guard", 5, 2)
    beside = json.dumps({"movement": {"jenny": {}, "guard": {}}})
    onto = {"passed": {"waypoints": [cell(5)]}, "origin": {"x": 100, "y": 100, "elevation": 0}}
    player.page.evaluate(RAW.replace("operation: {}, m", f"operation: {beside}, m"), [{"x": 5 * SIZE}, onto])
    gm.expect_notice(SUSPICIOUS)
    gm.page.evaluate("delete canvas.scene.tokenVision")


@pytest.mark.parametrize(
    ("changes", "waypoints"),
    [
        ({"x": 21 * SIZE}, [{**cell(20), "action": "blink"}, cell(21)]),
        ({"elevation": 60}, [{**cell(2), "elevation": 60}]),
        ({"y": 6 * SIZE, "x": 6 * SIZE}, [cell(6), {**cell(6), "y": 6 * SIZE}]),
        ({"x": 21 * SIZE}, [cell(3), {**cell(21), "action": "displace"}]),
        ({"x": 1e6}, [{**cell(0), "x": 1e6}]),
    ],
    ids=["leap before a step", "into the air", "through a wall", "a step before a leap", "off the map"],
)
def test_a_way_of_no_feet_is_found_out(gm, player, changes, waypoints):
    origin = {"x": 2 * SIZE, "y": 2 * SIZE, "elevation": 0}
    movement = {"passed": {"waypoints": waypoints}, "origin": origin, "id": f"raw-{len(waypoints)}"}
    player.page.evaluate(RAW, [changes, movement])
    gm.expect_notice(SUSPICIOUS)


def test_a_name_that_the_rules_cannot_read_leads_nobody_through_a_wall(sit_down):
    at = world()
    at["combats"] = []
    at["tokens"]["jenny"]["name"] = "x" * 201
    gm, player = sit_down(at=at), sit_down("player")
    there = {**cell(6), "y": 6 * SIZE}
    movement = {"passed": {"waypoints": [cell(6), there]}, "origin": cell(2)}
    player.page.evaluate(RAW, [{"x": 6 * SIZE, "y": 6 * SIZE}, movement])
    gm.expect_notice("the last move is suspicious")


@pytest.mark.parametrize(
    ("width", "cols"), [(51, 60), (100, 60), (30, 22)], ids=["for the rules", "beyond the map", "for the map"]
)
def test_who_makes_a_token_too_large_goes_through_no_wall_untold(sit_down, width, cols):
    at = world()
    at["combats"] = []
    at["scene"]["width"] = cols * SIZE
    gm, player = sit_down(at=at), sit_down("player")
    player.page.evaluate("(width) => canvas.scene.tokens.get('jenny').update({ width })", width)
    gm.page.wait_for_function(
        "(width) => canvas.scene.tokens.get('jenny')._source.width === width", arg=width
    )
    there = {**cell(6), "y": 6 * SIZE}
    movement = {"passed": {"waypoints": [cell(6), there]}, "origin": cell(2)}
    player.page.evaluate(RAW, [{"x": 6 * SIZE, "y": 6 * SIZE}, movement])
    gm.expect_notice("Jenny: the last move is suspicious")


@pytest.mark.parametrize(
    "flag", ["?", "[]", '{"steps": 7}', '{"ledger": {"v": 9}, "moves": [], "steps": []}']
)
def test_a_turn_that_cannot_be_read_is_no_new_turn(gm, player, flag):
    player.drag("jenny", 5)
    gm.wait_verified(1)
    player.page.evaluate("(flag) => canvas.scene.tokens.get('jenny').setFlag('footwork', 'turn', flag)", flag)
    gm.expect_notice(SUSPICIOUS)
    gm.page.wait_for_timeout(200)
    player.wait_for_turn("length")
    assert gm.moved_feet() == [25]


def test_more_steps_than_a_turn_has_keep_the_gms_rules_from_nothing(gm, player):
    player.page.evaluate("""() => {
      const steps = Array.from({ length: 20000 }, (_, at) => ({ n: at + 1,
        commit: { id: `s${at}`, events: [{ kind: "acted" }] } }));
      const turn = JSON.stringify({ ledger: null, moves: [], steps, ticks: [] });
      return canvas.scene.tokens.get("jenny").setFlag("footwork", "turn", turn);
    }""")
    gm.expect_notice(SUSPICIOUS)
    gm.drag("guard", 1)
    gm.expect_at("guard", 6, 8)


def test_many_questions_are_one_question_at_a_time(gm, player):
    gm.set("enforcement", "confirm")
    player.page.evaluate("""async () => {
      const path = Array.from({ length: 20 }, (_, at) => ({ col: at + 2, row: 2, elevation: 0, mode: null }));
      const asked = { scene: "scene", token: "jenny", user: "player", kind: "letThrough", path };
      globalThis.answers = [];
      for (let n = 0; n < 30; n += 1)
        game.users.activeGM.query("footwork.letThrough", { ...asked, id: `q${n}` }).then((a) => answers.push(a));
    }""")
    expect(gm.dialog).to_have_count(1)
    player.page.wait_for_function("answers.length === 29")
    assert player.page.evaluate("answers.every((answer) => answer === false)")
    gm.answer("no")


def test_a_question_goes_when_nobody_waits_for_its_answer(gm, player):
    gm.page.evaluate("""() => {
      globalThis.honest = setTimeout;
      globalThis.setTimeout = (run, millis, ...more) => honest(run, millis >= 30000 ? 300 : millis, ...more);
    }""")
    player.page.evaluate("""() => {
      const asked = { scene: "scene", token: "jenny", user: "player", kind: "outOfTurn" };
      game.users.activeGM.query("footwork.letThrough", asked).then((answer) => { globalThis.answer = answer; });
    }""")
    expect(gm.dialog).to_have_count(1)
    expect(gm.dialog).to_have_count(0)
    player.page.wait_for_function("globalThis.answer === false")
    gm.page.evaluate("globalThis.setTimeout = honest")


def test_a_question_about_a_token_of_somebody_else_is_not_put(gm, player):
    player.page.evaluate("""() => {
      const asked = { scene: "scene", token: "guard", user: "player", kind: "outOfTurn" };
      game.users.activeGM.query("footwork.letThrough", asked).then((answer) => { globalThis.guards = answer; });
    }""")
    player.page.wait_for_function("globalThis.guards === false")
    assert gm.dialog.count() == 0


def test_another_storey_is_no_field_to_write(sit_down):
    at = world()
    at["scene"]["levels"] = [
        {"id": "low", "name": "Low", "elevation": {"bottom": 0, "top": 10}},
        {"id": "high", "name": "High", "elevation": {"bottom": 10, "top": 20}},
    ]
    at["tokens"]["jenny"]["level"] = "low"
    gm, player = sit_down(at=at), sit_down("player")
    player.page.evaluate(RAW, [{"level": "high"}, None])
    gm.expect_notice("Player placed Jenny elsewhere")
