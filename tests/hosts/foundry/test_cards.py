"""The combat tracker tells what is left, and the card of a move takes it back."""

import re

import pytest
from playwright.sync_api import expect

from tests.hosts.foundry.worlds import SIZE, world

# In pixels.
ONE_LINE = 30


def left_of(client, token):
    return client.page.locator(f"[data-combatant-id=of-{token}] .footwork-left")


def undo_of(card):
    return card.get_by_role("button", name="Undo this move")


def test_the_tracker_tells_what_ones_own_combatants_have_left(gm, player):
    for client in (gm, player):
        expect(left_of(client, "jenny")).to_have_text("0/40\u00a0ft")
        expect(left_of(client, "jenny")).to_have_attribute(
            "data-tooltip", re.compile("Left for Jenny: Free Movement")
        )
    expect(left_of(gm, "guard")).to_have_text("0/10\u00a0ft")
    expect(left_of(player, "guard")).to_have_count(0)
    player.drag("jenny", 3)
    for client in (gm, player):
        expect(left_of(client, "jenny")).to_have_text("15/40\u00a0ft")
    assert left_of(gm, "jenny").bounding_box()["height"] < ONE_LINE
    gm.page.evaluate("game.combat.nextRound()")
    expect(left_of(player, "jenny")).to_have_text("0/40\u00a0ft")


def test_the_tracker_follows_house_rules_at_once(sit_down):
    gm = sit_down(at=world("sr5"))
    player = sit_down("player")
    before = left_of(player, "jenny").get_attribute("data-tooltip")
    assert "Farthest jump" in before
    gm.page.evaluate("game.settings.set('footwork', 'houseRules', {sr5: {jumps: 'core_book'}})")
    for client in (gm, player):
        expect(left_of(client, "jenny")).not_to_have_attribute("data-tooltip", before)


def test_out_of_combat_the_tracker_tells_nothing(sit_down):
    gm = sit_down()
    expect(left_of(gm, "jenny")).to_be_visible()
    gm.page.evaluate("game.combat.deleteCombatant('of-jenny')")
    expect(left_of(gm, "guard")).to_be_visible()
    expect(left_of(gm, "jenny")).to_have_count(0)


def test_pressing_it_shows_what_the_token_has_done(gm):
    gm.drag("jenny", 3)
    left_of(gm, "jenny").click()
    panel = gm.page.locator("#footwork-panel [data-for=jenny]")
    expect(panel.locator(".footwork-commit")).to_have_count(1)
    left_of(gm, "guard").click()
    expect(gm.page.locator("#footwork-panel [data-for=guard]")).to_contain_text("Nothing yet")


def test_the_card_of_a_move_takes_it_back(gm, player):
    player.drag("jenny", 7)
    undo_of(player.cards.last).click()
    player.settle()
    player.expect_at("jenny", 2, 2)
    gm.expect_at("jenny", 2, 2)
    assert player.moved_feet() == []


def test_a_card_whose_move_is_not_the_newest_says_so(gm):
    before = gm.cards.count()
    gm.drag("jenny", 6)
    gm.drag("jenny", 1)
    undo_of(gm.cards.nth(before)).click()
    gm.expect_notice("Jenny: newer moves have to be undone first")
    gm.expect_at("jenny", 9, 2)
    assert len(gm.moved_feet()) == 2


def reload(*clients):
    """Load the pages anew."""
    for client in clients:
        client.page.reload()
        client.wait_until_entered()
        client.wait_until_ready()


FORGETS = "canvas.scene.tokens.get('jenny').movementHistory = []"


@pytest.mark.parametrize("is_forgotten", [False, True], ids=["kept", "forgotten"])
@pytest.mark.parametrize("where", ["card", "turn"])
def test_a_move_is_taken_back_after_both_pages_were_loaded_anew(sit_down, where, is_forgotten):
    gm = sit_down(at=world())
    player = sit_down("player")
    player.drag("jenny", 7)
    gm.wait_for_commits(1)
    reload(gm, player)
    if is_forgotten:
        player.page.evaluate(FORGETS)
    undone_from(player, where)
    for client in (gm, player):
        client.expect_at("jenny", 2, 2)
        expect(left_of(client, "jenny")).to_have_text("0/40\u00a0ft")
    gm.wait_for_commits(0)
    assert player.moved_feet() == []
    assert gm.notices.count() == 0


# A page within the page, as a window that was taken out is a page of its own: chat and tracker are shown there, too.
TAKEN_OUT = """() => {
  const { contentDocument: page } = document.body.appendChild(document.createElement("iframe"));
  const [row, line] = ["", ""].map(() => page.body.appendChild(page.createElement("div")));
  row.dataset.combatantId = "of-jenny";
  const message = game.messages.contents.at(-1);
  line.dataset.messageId = message.id;
  line.innerHTML = message.content;
  foundry.applications.instances.set("taken-out", { element: page.body });
  Hooks.callAll("renderChatMessageHTML", message, line);
  Hooks.callAll("renderCombatTracker", {}, page.body);
}"""


def test_windows_that_were_taken_out_show_what_the_others_do(sit_down):
    gm = sit_down(at=world())
    gm.drag("jenny", 7)
    expect(gm.cards).to_have_count(1)
    gm.page.evaluate(TAKEN_OUT)
    page = gm.page.frame_locator("iframe")
    expect(page.locator(".footwork-left")).to_have_text("35/40\u00a0ft")
    undo_of(gm.cards.last).click()
    expect(page.locator(".footwork-undone")).to_be_attached()
    expect(page.locator(".footwork-left")).to_have_text("0/40\u00a0ft")


def undone_from(client, where):
    """Take Jenny's newest move back by the card or the turn."""
    if where == "card":
        undo_of(client.cards.last).click()
    else:
        left_of(client, "jenny").click()
        client.page.locator("#footwork-panel").get_by_role("button", name="Undo").click()


@pytest.mark.parametrize("where", ["card", "turn"])
def test_only_the_newest_of_several_moves_is_taken_back(gm, where):
    before = gm.cards.count()
    gm.drag("jenny", 6)
    gm.drag("jenny", 1)
    expect(gm.cards).to_have_count(before + 2)
    undone_from(gm, where)
    gm.expect_at("jenny", 8, 2)
    gm.settle()
    assert gm.moved_feet() == [30]
    history = "canvas.scene.tokens.get('jenny').movementHistory.at(-1).x"
    assert gm.page.evaluate(history) == 400


@pytest.mark.parametrize("where", ["card", "turn"])
def test_a_move_in_sections_is_taken_back_as_a_whole(gm, where):
    before = gm.cards.count()
    gm.drag("jenny", 1)
    way = "[{x: 400, y: 100, checkpoint: true}, {x: 400, y: 150, checkpoint: true}, {x: 450, y: 150}]"
    gm.page.evaluate(f"canvas.scene.tokens.get('jenny').move({way})")
    gm.expect_at("jenny", 9, 3)
    expect(gm.cards).to_have_count(before + 1)
    undone_from(gm, where)
    gm.expect_at("jenny", 3, 2)
    gm.settle()
    assert gm.moved_feet() == [5]


def test_a_move_of_an_earlier_round_says_why_it_stands(gm):
    gm.drag("jenny", 7)
    gm.page.evaluate("game.combat.nextRound()")
    gm.wait_for_turn("fight-2.1.of-jenny")
    undo_of(gm.cards.last).click()
    gm.expect_notice("Jenny: Undo what came later first")
    gm.expect_at("jenny", 9, 2)


def test_a_move_that_is_not_counted_any_more_says_so(sit_down):
    gm = sit_down(at=world())
    gm.drag("jenny", 7)
    gm.page.evaluate("game.combat.delete()")
    gm.page.wait_for_function("!canvas.scene.tokens.get('jenny').getFlag('footwork', 'turn')")
    undo_of(gm.cards.last).click()
    gm.expect_notice("Jenny: this move is not counted any more")


def expect_undone(card, *, mine=True):
    expect(card).to_contain_text("Undone")
    if mine:
        expect(undo_of(card)).to_be_disabled()


def test_the_card_of_a_move_that_was_undone_says_so_to_everybody_and_for_good(sit_down):
    gm = sit_down(at=world())
    player = sit_down("player")
    player.drag("jenny", 7)
    for client in (gm, player):
        expect(undo_of(client.cards.last)).to_be_enabled()
    player.page.keyboard.press("Control+z")
    for client in (gm, player):
        expect_undone(client.cards.last)
    gm.page.evaluate("game.combat.delete()")
    gm.page.wait_for_function("!canvas.scene.tokens.get('jenny').getFlag('footwork', 'turn')")
    reload(gm, player)
    for client in (gm, player):
        expect_undone(client.cards.last)


def test_a_card_that_nobody_here_may_change_is_drawn_as_undone(sit_down):
    gm = sit_down(at=world())
    player = sit_down("player")
    gm.drag("jenny", 7)
    player.expect_at("jenny", 9, 2)
    gm.page.goto("about:blank")
    player.page.wait_for_function("!game.users.activeGM")
    undo_of(player.cards.last).click()
    player.expect_at("jenny", 2, 2)
    reload(player)
    expect_undone(player.cards.last)


def test_whose_token_it_is_not_gets_no_button(gm, player):
    player.drag("jenny", 7)
    expect(undo_of(gm.cards.last)).to_be_visible()
    gm.page.evaluate("game.combat.nextTurn()")
    before = player.cards.count()
    gm.page.keyboard.down("Alt")
    gm.page.keyboard.down("o")
    gm.drag("guard", 4)
    gm.page.keyboard.up("Alt")
    gm.page.keyboard.up("o")
    expect(undo_of(gm.cards.last)).to_be_visible()
    expect(player.cards).to_have_count(before + 1)
    expect(undo_of(player.cards.last)).to_have_count(0)


ONES = "Math.random = () => 0.01;"


def roll_for(client, east):
    """Drag Jenny where only a roll leads, and roll."""
    client.pick_up("jenny", east)
    client.page.mouse.up()
    client.answer("yes")
    client.settle()


def test_the_card_of_a_roll_that_failed_says_how_far_it_went_and_why(sit_down):
    gm = sit_down(at=world("sr5"), script=ONES)
    roll_for(gm, 19)
    gm.expect_at("jenny", 18, 2)
    expect(gm.cards.last.locator("strong")).to_have_text("16 of 19 m")
    expect(gm.cards.last).to_contain_text("Sprint Test: 2 hits or more needed, 0 rolled. It stopped there.")
    expect(gm.cards.last).not_to_contain_text("%")


def test_who_is_only_shown_what_the_rules_say_was_allowed_by_nobody(gm):
    gm.set("enforcement", "inform")
    gm.drag("jenny", 19)
    gm.expect_at("jenny", 21, 2)
    expect(gm.cards.last).to_contain_text("Against the rules (shown only)")
    expect(gm.cards.last).not_to_contain_text("Allowed by the GM")


@pytest.mark.parametrize(
    ("custom", "told"),
    [("stay", "Its result stays"), ("ask", "unless the GM allows new dice"), ("anew", "new dice")],
)
def test_who_undoes_a_roll_is_named_and_all_learn_what_becomes_of_the_dice(gm, player, custom, told):
    gm.set("undoneRolls", custom)
    roll_for(player, 10)
    player.wait_for_turn("rolled")
    gm.wait_for_turn("rolled")
    gm.page.evaluate("canvas.scene.tokens.get('jenny').revertRecordedMovement()")
    player.expect_notice("Gamemaster undid a roll of Jenny", told)


# The core of Token Action HUD as far as it takes other modules' actions.
TOKEN_ACTION_HUD = """
async () => {
  const taken = { defaults: { groups: [], layout: [] }, actions: [], roll: null, extenders: [] };
  class ActionHandlerExtender {}
  class RollHandlerExtender {}
  Hooks.callAll("tokenActionHudCoreRegisterDefaults", taken.defaults);
  Hooks.callAll("tokenActionHudCoreApiReady", { api: { ActionHandlerExtender, RollHandlerExtender } });
  const handler = {
    delimiter: "|",
    addActionHandlerExtender: (one) => taken.extenders.push(one),
    addActions: (actions, group) => taken.actions.push(...actions.map((one) => ({ ...one, group: group.id }))),
  };
  Hooks.callAll("tokenActionHudCoreAddActionHandlerExtenders", handler);
  Hooks.callAll("tokenActionHudCoreAddRollHandlerExtenders", {
    delimiter: "|",
    addRollHandlerExtender: (one) => { taken.roll = one; },
  });
  canvas.tokens.get("jenny").control();
  for (const one of taken.extenders) await one.extendActionHandler();
  globalThis.hud = taken;
  return { groups: taken.defaults.groups.map(({ id }) => id), actions: taken.actions };
}
"""
PRESS = "(encoded) => hud.roll.handleActionClick(new Event('click'), encoded)"


def test_token_action_hud_gets_the_acts_and_rolls_of_the_selected_token(gm):
    before = gm.cards.count()
    told = gm.page.evaluate(TOKEN_ACTION_HUD)
    by_name = {one["name"]: one for one in told["actions"]}
    assert {one["group"] for one in told["actions"]} == set(told["groups"])
    assert gm.page.evaluate(PRESS, by_name["Roll: All-out Sprint"]["encodedValue"])
    expect(gm.cards).not_to_have_count(before)
    assert gm.page.evaluate(PRESS, by_name["Movement: this turn"]["encodedValue"])
    expect(gm.page.locator("#footwork-panel [data-for=jenny]")).to_be_visible()
    assert not gm.page.evaluate(PRESS, "item|sword")


@pytest.mark.parametrize("where", ["card", "turn"])
def test_a_move_is_not_taken_back_from_where_the_gm_has_put_the_token_since(sit_down, where):
    gm = sit_down(at=world())
    player = sit_down("player")
    player.drag("jenny", 7)
    gm.wait_for_commits(1)
    gm.page.evaluate(
        f"canvas.scene.tokens.get('jenny').move({{x: 15 * {SIZE}, y: 2 * {SIZE}, action: 'displace'}})"
    )
    player.expect_at("jenny", 15, 2)
    undone_from(player, where)
    player.expect_notice("Jenny has been moved since")
    player.settle()
    player.expect_at("jenny", 15, 2)
    assert player.moved_feet() == [35]
    # Nor by a key.
    player.page.keyboard.press("Control+z")
    player.settle()
    player.expect_at("jenny", 15, 2)
    assert player.moved_feet() == [35]
    # Once the GM has taken that back, the move can be taken back, too.
    gm.page.keyboard.press("Control+z")
    player.expect_at("jenny", 9, 2)
    undone_from(player, where)
    player.expect_at("jenny", 2, 2)
    assert player.moved_feet() == []
