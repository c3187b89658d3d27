"""Those who sit at one table: what each may do, what the GM's client makes of the others' moves, and what leaks."""

import pytest
from playwright.sync_api import expect

from tests.hosts.foundry.worlds import SIZE, token, world
from tests.warm.pages import wait_until_quiet

JENNYS = "canvas.scene.tokens.get('jenny')"
WALKS = f"{JENNYS}.move({{x: 1050, y: 100}})"
"""Jenny goes 19 cells: farther than any roll carries her."""


def without_module(**settings):
    """A world in which the player's browser has no rules."""
    at = world(withoutModule=["player"])
    at["settings"] |= {f"footwork.{key}": value for key, value in settings.items()}
    return at


@pytest.mark.parametrize("generation", [13, 14])
def test_the_gm_is_told_of_moves_that_nobody_counted_and_they_stay(sit_down, generation):
    gm = sit_down(at=without_module(), generation=generation)
    player = sit_down("player", ready=False, generation=generation)
    player.page.evaluate(f"{JENNYS}.move({{x: 150, y: 100}})")
    gm.expect_notice("Jenny: check the last move. It was not counted.")
    player.page.evaluate(WALKS)
    gm.expect_notice("Jenny: check the last move", "Farther than any roll would carry")
    player.expect_at("jenny", 21, 2)
    assert gm.turn() is None


def test_an_honest_players_moves_rolls_and_undo_hold(gm, player):
    player.drag("jenny", 3)
    player.drag("jenny", 4)
    player.page.keyboard.press("Control+z")
    player.expect_at("jenny", 5, 2)
    player.drag("jenny", 3)
    gm.expect_at("jenny", 8, 2)
    assert gm.moved_feet() == [15, 15]
    player.page.evaluate(f"{JENNYS}.move([{{x: 400, y: 150, checkpoint: true}}, {{x: 400, y: 100}}])")
    gm.wait_for_commits(3)
    assert gm.moved_feet() == [15, 15, 10]
    assert gm.notices.all_inner_texts() == []


def test_a_rolled_move_of_a_player_holds_with_the_faces_that_everybody_saw(gm, player):
    player.pick_up("jenny", 10)
    expect(player.label()).to_contain_text("Outcome")
    player.page.mouse.up()
    player.answer("yes")
    player.settle()
    player.wait_for_turn("rolled")
    expect(gm.cards.first).to_contain_text("5d10")
    gm.wait_for_commits(2)
    assert gm.notices.count() == 0


@pytest.mark.parametrize(("answer", "col"), [("no", 2), ("yes", 5)])
def test_who_moves_out_of_turn_asks_the_gm(gm, player, answer, col):
    gm.set("outOfTurn", "ask")
    gm.page.evaluate("game.combat.nextTurn()")
    player.page.wait_for_function("game.combat.turn === 1")
    player.pick_up("jenny", 3)
    player.page.mouse.up()
    expect(gm.dialog).to_contain_text("Move Jenny on someone else’s turn?")
    gm.answer(answer)
    player.settle()
    gm.expect_at("jenny", col, 2)
    if answer == "no":
        player.expect_notice("It is not Jenny’s turn")
    assert gm.notices.count() == 0


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_gm_is_told_who_moves_how_far_and_the_player_whose_no_it_is(gm, player, answer):
    gm.set("enforcement", "confirm")
    player.page.wait_for_function("game.settings.get('footwork', 'enforcement') === 'confirm'")
    player.pick_up("jenny", 19)
    expect(player.label()).to_contain_class("footwork-impossible")
    player.page.mouse.up()
    player.expect_notice("The GM is asked whether Jenny may go there.")
    expect(gm.dialog).to_contain_text("Move Jenny 95\u00a0ft?")
    expect(gm.dialog).to_contain_text("too far. Farther than any roll")
    expect(gm.dialog).to_contain_text("CON-09 All-out Sprint")
    gm.answer(answer)
    player.settle()
    gm.expect_at("jenny", 2 if answer == "no" else 21, 2)
    if answer == "no":
        player.expect_notice("The GM said no, so Jenny stays", "Farther than any roll")
        assert player.notices.filter(has_text="Jenny stays:").count() == 1


def test_players_are_told_once_of_what_a_sheet_lacks_and_what_they_can_do(sit_down, place):
    at = world("sr5")
    at["system"] = {"id": "shadowrun5e"}
    at["actors"] = [{"id": "actor", "type": "character", "system": {}, "items": []}]
    at["tokens"]["jenny"].update(actorId="actor", flags={})
    gm, player = sit_down(at=at), sit_down("player")
    for client, remedy in ((gm, "Actor data paths"), (player, "movement sheet")):
        client.mark("jenny").click()
        client.expect_notice("Jenny’s sheet lacks", remedy)
    assert player.notices.filter(has_text="Actor data paths").count() == 0
    for client, user in ((gm, "gm"), (player, "player")):
        client.open(place.address, user=user)
        client.mark("jenny").click()
        expect(client.page.locator(".footwork-legend")).to_be_visible()
        expect(client.notices.filter(has_text="sheet lacks")).to_have_count(0)


def test_a_request_that_nobody_answers_is_refused(gm, player):
    gm.set("outOfTurn", "ask")
    gm.page.evaluate("game.combat.update({round: 3, turn: 1})")
    player.page.wait_for_function("game.combat.turn === 1")
    late = "() => { game.users.activeGM.query = () => Promise.reject(new Error('no answer in time')); }"
    player.page.evaluate(late)
    player.drag("jenny", 3)
    player.expect_notice("The GM did not answer", "no answer in time")
    player.expect_at("jenny", 2, 2)
    player.page.evaluate("delete game.users.activeGM.query")


def test_a_token_that_the_gm_exempts_moves_as_without_rules(gm, player):
    gm.page.evaluate(f"game.modules.get('footwork').api.setExempt({JENNYS}, true)")
    player.page.wait_for_function(f"game.modules.get('footwork').api.isExempt({JENNYS})")
    player.page.evaluate(WALKS)
    gm.expect_at("jenny", 21, 2)
    wait_until_quiet(gm.page)
    assert gm.turn() is None
    assert gm.notices.count() == 0
    gm.page.evaluate(f"game.modules.get('footwork').api.setExempt({JENNYS}, false)")


def test_a_teleport_spends_nothing(gm, player):
    for client, x in ((gm, 1050), (player, 100)):
        client.page.evaluate(f"{JENNYS}.move({{x: {x}, y: 100, action: 'blink'}})")
        player.expect_at("jenny", x // SIZE, 2)
    assert gm.turn() is None
    player.drag("jenny", 1)
    gm.wait_for_commits(1)
    assert gm.moved_feet() == [5]
    assert gm.notices.count() == 0


def test_what_is_hidden_is_rolled_and_told_to_the_gm_alone(gm, player):
    gm.page.evaluate(f"{JENNYS}.update({{hidden: true}})")
    gm.pick_up("jenny", 10)
    expect(gm.label()).to_contain_text("Outcome")
    gm.page.mouse.up()
    gm.answer("yes")
    gm.settle()
    expect(gm.cards.first).to_contain_text("5d10")
    expect(gm.cards.last).to_contain_text("CON-09")
    assert player.cards.count() == 0


def test_what_is_wrong_with_the_map_is_told_to_the_gm_alone(sit_down):
    gm, player = sit_down(), sit_down("player")
    for client in (gm, player):
        client.page.evaluate("canvas.scene.grid.units = 'parsecs'")
    player.drag("jenny", 1)
    player.expect_notice("cannot judge Jenny on this map", "ask your GM")
    assert "parsecs" not in player.notices.first.inner_text()
    gm.drag("jenny", 1)
    gm.expect_notice("cannot judge Jenny", "parsecs")


def test_where_the_gm_has_it_so_dead_rules_let_nobody_move(sit_down):
    at = world()
    at["settings"] |= {"footwork.enforcement": "closed", "core.unconstrainedMovement": True}
    dead = "globalThis.Worker = class { constructor() { throw new Error('no workers here'); } };"
    gm = sit_down(at=at, script=dead, ready=False)
    gm.drag("jenny", 2, 2)
    gm.expect_at("jenny", 2, 2)
    gm.expect_notice("The movement rules are not running")
    gm.page.keyboard.down("Alt")
    gm.page.keyboard.down("o")
    gm.drag("jenny", 2, 2)
    gm.page.keyboard.up("Alt")
    gm.page.keyboard.up("o")
    gm.expect_at("jenny", 4, 4)


def test_where_the_gm_has_it_so_slow_rules_let_nobody_move(gm):
    gm.set("enforcement", "closed")
    gm.set("timeout", 0.5)
    gm.page.evaluate("globalThis.lateness = 1500")
    gm.drag("jenny", 1)
    gm.expect_at("jenny", 2, 2)
    gm.expect_notice("did not answer in time, so the token stays")


def of_actor(rules="contract"):
    """A world in which Jenny has an actor."""
    at = world(rules)
    at["tokens"]["jenny"] = token("jenny", 2, 2, flags=at["tokens"]["jenny"]["flags"], owners=["player"])
    at["tokens"]["jenny"]["actorId"] = "of-jenny"
    at["actors"] = [{"id": "of-jenny", "system": {}}]
    return at


def effects(client):
    """The names of the effects on Jenny's actor."""
    return client.page.evaluate(f"{JENNYS}.actor.effects.map(({{ name }}) => name)")


@pytest.mark.parametrize("generation", [13, 14])
def test_modifiers_are_effects_until_the_rules_take_them_away(sit_down, generation):
    gm = sit_down(at=of_actor(), generation=generation)
    gm.drag("jenny", 6)
    gm.page.wait_for_function(f"{JENNYS}.actor.effects.length === 1")
    assert "−1 die" in effects(gm)[0].replace("\u00a0", " ")
    gm.drag("jenny", 1)
    gm.page.wait_for_function(f"{JENNYS}.actor.effects[0]?.name.includes('2')")
    assert len(effects(gm)) == 1
    gm.page.evaluate("game.combat.nextRound()")
    gm.page.wait_for_function(f"{JENNYS}.actor.effects.length === 0")
    assert gm.complaints == []


@pytest.mark.parametrize(("automatic", "count"), [(True, 0), (False, 2)])
def test_where_the_game_system_applies_running_itself_it_is_not_applied_twice(sit_down, automatic, count):
    at = of_actor("sr5")
    at |= {"system": {"id": "shadowrun5e"}, "systemScripts": ["/systems/automatic-running.js"]}
    at["settings"]["shadowrun5e.TokenAutoRunning"] = automatic
    gm = sit_down(at=at)
    gm.drag("jenny", 10)
    gm.page.wait_for_function(f"{JENNYS}.getFlag('footwork', 'turn')")
    if count:
        gm.page.wait_for_function(f"{JENNYS}.actor.effects.length === {count}")
    wait_until_quiet(gm.page)
    assert len(effects(gm)) == count


def pass_of_sr5(number):
    return {"system": {"pass": number}}


def pass_of_sr3(number):
    return {"flags": {"sr3e": {"initiativePass": number}}}


@pytest.mark.parametrize(
    ("rules", "game_system", "pass_of"),
    [("sr5", "shadowrun5e", pass_of_sr5), ("sr3", "sr3e", pass_of_sr3)],
    ids=["shadowrun5e", "sr3e"],
)
def test_passes_of_the_tracker_are_passes_of_the_rules(sit_down, rules, game_system, pass_of):
    at = world(rules)
    at["system"] = {"id": game_system}
    at["combats"][0] |= pass_of(1)
    for one in at["combats"][0]["combatants"]:
        one["initiative"] = 14
    gm = sit_down(at=at)
    gm.drag("jenny", 4)
    gm.page.evaluate("(change) => game.combat.update(change)", pass_of(2))
    gm.wait_for_turn("fight-1.2.of-jenny")
    begun = next(
        event
        for step in gm.turn()["steps"]
        for event in step.get("commit", {}).get("events", [])
        if event.get("scope") == "pass" and event["kind"] == "begin"
    )
    assert begun == {"kind": "begin", "scope": "pass", "number": 2, "of": 3, "acts": True}
    gm.page.evaluate("(change) => game.combat.update(change)", pass_of(1))
    gm.page.wait_for_function(f"!{JENNYS}.getFlag('footwork', 'turn').includes('\"pass\":2')")


def test_what_shadowrun5e_does_of_its_own_changes_no_turn(sit_down):
    at = world("sr5", systemScripts=["systems/passes.js"])
    at["system"] = {"id": "shadowrun5e"}
    at["combats"][0] |= pass_of_sr5(1)
    at["combats"][0]["combatants"] = [
        {"id": "of-jenny", "tokenId": "jenny", "initiative": 14},
        {"id": "of-guard", "tokenId": "guard", "initiative": 12},
    ]
    gm = sit_down(at=at)
    # Its keys, and those of the client, are left to them.
    for key in ("o", "u"):
        gm.page.keyboard.press(key)
    gm.page.wait_for_function("double.overwatch === 1")
    gm.page.wait_for_function("game.settings.get('core', 'unconstrainedMovement')")
    expect(gm.page.locator("#footwork-panel")).to_have_count(0)
    # The ruler's own actions, by how far it leads, are no Sprint of the rules.
    gm.pick_up("jenny", 14)
    expect(gm.label()).to_contain_text("−2 dice")
    expect(gm.label()).not_to_contain_text("Sprint")
    gm.let_go()
    gm.expect_at("jenny", 16, 2)
    assert gm.moved_feet() == [14]
    gm.page.evaluate("game.combat.nextTurn()")
    gm.wait_for_turn("of-guard")
    gm.page.evaluate("game.combat.nextPass()")
    gm.wait_for_turn("fight-1.2.of-jenny")
    wait_until_quiet(gm.page)
    ticks = [(one["pass"], one["own"]) for one in gm.turn()["ticks"]]
    assert ticks[-1] == (2, True)
    assert ticks.count((2, True)) == 1
    assert sum(gm.moved_feet()) == 14
    gm.page.evaluate("game.combat.nextRound()")
    gm.wait_for_turn('"round":2')
    wait_until_quiet(gm.page)
    assert [one["round"] for one in gm.turn()["ticks"]].count(2) == 1
    assert gm.notices.count() == 0


def test_who_comes_and_goes_above_a_combatant_begins_no_turn_of_its_own(sit_down):
    at = world("styles")
    at["tokens"]["late"] = token("late", 10, 8)
    for one, initiative in zip(at["combats"][0]["combatants"], (5, 3), strict=True):
        one["initiative"] = initiative
    gm = sit_down(at=at)
    gm.wait_for_turn("fight-1.1.of-jenny", "guard")
    gm.drag("jenny", 3)
    before = gm.turn()
    gm.page.evaluate("game.combat.createCombatant({id: 'of-late', tokenId: 'late', initiative: 20})")
    gm.page.evaluate("game.combat.setInitiative('of-guard', 10)")
    wait_until_quiet(gm.page)
    gm.page.evaluate("game.combat.deleteCombatant('of-late')")
    wait_until_quiet(gm.page)
    assert gm.turn() == before
    gm.page.evaluate("game.combat.setInitiative('of-jenny', 1)")
    gm.page.evaluate("game.combat.nextRound()")
    gm.wait_for_turn('"round":2')
    assert gm.notices.count() == 0


def test_a_token_fights_whichever_encounter_a_client_looks_at(sit_down):
    at = world()
    at["combats"] = [{"id": "other", "round": 0, "turn": None, "combatants": []}, *at["combats"]]
    gm = sit_down(at=at)
    player = sit_down("player")
    gm.page.evaluate("game.viewed = 'fight'")
    player.drag("jenny", 5)
    gm.page.evaluate("game.viewed = 'other'")
    gm.drag("jenny", 1, 1)
    gm.page.evaluate("game.combats.get('fight').nextRound()")
    gm.wait_for_turn("fight-2.1.of-jenny")
    player.catch_up()
    player.drag("jenny", -5)
    assert player.moved_feet() == [25, 5, 25]
    wait_until_quiet(gm.page)
    assert gm.notices.all_inner_texts() == []


def test_own_turns_begin_and_end_with_the_tracker(sit_down):
    gm = sit_down(at=world("styles"))
    gm.wait_for_turn("fight-1.1.of-jenny", "guard")
    gm.drag("guard", 2)
    gm.expect_notice("Guard stays", "Move is for your own Turn")
    gm.page.evaluate("game.combat.nextTurn()")
    gm.wait_for_turn("fight-1.1.of-guard", "guard")
    gm.wait_for_turn("fight-1.1.of-guard", "jenny")
    gm.drag("guard", 2)
    gm.expect_at("guard", 7, 8)
    gm.drag("jenny", 1)
    gm.expect_at("jenny", 2, 2)


def test_the_clock_is_told_though_the_rules_take_longer_than_a_move_waits(gm):
    gm.drag("jenny", 3)
    gm.set("timeout", 0.5)
    gm.page.evaluate("globalThis.lateness = 1500")
    gm.page.evaluate("game.combat.nextRound()")
    gm.wait_for_turn("fight-2.1.of-jenny")
    assert gm.notices.count() == 0


def test_tokens_come_and_go_in_the_midst_and_a_combat_that_ends_leaves_nothing(sit_down):
    at = of_actor()
    at["tokens"]["late"] = token("late", 10, 8)
    gm = sit_down(at=at)
    gm.drag("jenny", 7)
    gm.page.wait_for_function(f"{JENNYS}.actor.effects.length === 1")
    gm.page.evaluate("game.combat.nextRound()")
    gm.wait_for_turn("fight-2.1.of-jenny")
    gm.page.evaluate("game.combat.createCombatant({id: 'of-late', tokenId: 'late'})")
    gm.drag("late", 1)
    gm.wait_for_turn("length", "late")
    gm.page.evaluate("game.combat.deleteCombatant('of-late')")
    gm.page.wait_for_function("canvas.scene.tokens.get('late').getFlag('footwork', 'turn') === undefined")
    gm.drag("jenny", 6)
    gm.page.evaluate("game.combat.delete()")
    gm.page.wait_for_function(f"{JENNYS}.getFlag('footwork', 'turn') === undefined")
    gm.page.wait_for_function(f"{JENNYS}.actor.effects.length === 0")
    gm.drag("jenny", -12)
    assert gm.turn() is None


def test_a_question_goes_when_nobody_waits_for_its_answer(gm, player):
    gm.page.evaluate("""() => {
      globalThis.honest = setTimeout;
      globalThis.setTimeout = (run, millis, ...more) => honest(run, millis >= 30000 ? 300 : millis, ...more);
    }""")
    player.page.evaluate("""() => {
      const asked = { scene: "scene", token: "jenny", user: "gm", kind: "outOfTurn" };
      game.users.activeGM.query("footwork.letThrough", asked).then((answer) => { globalThis.answer = answer; });
    }""")
    expect(gm.dialog).to_have_count(1)
    # Who asks could only be claimed.
    expect(gm.dialog.filter(has_text="Gamemaster")).to_have_count(0)
    expect(gm.dialog).to_have_count(0)
    player.page.wait_for_function("globalThis.answer === false")
    gm.page.evaluate("globalThis.setTimeout = honest")
