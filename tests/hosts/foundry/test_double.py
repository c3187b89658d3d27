"""The double as people meet it at a table: tabs of the sidebar, the combat tracker, settings, the chat."""

import pytest
from playwright.sync_api import expect

from tests.hosts.foundry.worlds import world

WIDE = {"width": 1440, "height": 900}
# The first of what a page tells of a combat takes longer on its way.
FIRST_IS_LATE = """
const send = fetch;
let lateness = 400;
globalThis.fetch = async (path, options) => {
  const isOfCombat = options?.body?.includes('"collection":"combats"');
  if (isOfCombat) await new Promise((go) => setTimeout(go, lateness, (lateness = 0)));
  return send(path, options);
};
"""
MANY_MESSAGES = """async () => {
  for (let at = 1; at <= 30; at += 1) await ChatMessage.create({ content: `<p>Message ${at}</p>` });
}"""


@pytest.fixture
def at_table(sit_down):
    """Opens the page of a user in a window that has room for the sidebar."""

    def start(user="gm", **options):
        client = sit_down(user, **options)
        client.page.set_viewport_size(WIDE)
        return client

    return start


def press(client, name):
    client.page.get_by_role("button", name=name, exact=True).click()


def row(client, name):
    return client.page.locator(".combatant").filter(has_text=name)


def expect_turn(client, name, round_number):
    expect(client.page.locator(".combatant[aria-current]")).to_contain_text(name)
    expect(client.page.locator(".encounter-title")).to_have_text(f"Round {round_number}")


def settings(client):
    client.show_tab("Settings")
    press(client, "Configure Settings")
    return client.page.locator("#settings-config")


def test_a_combat_is_played_by_clicks_and_everybody_sees_it(at_table):
    gm = at_table(at=world(combats=[]))
    player = at_table("player")
    for client in (gm, player):
        client.show_tab("Combat")
    gm.mark("jenny").click()
    gm.mark("guard").click(modifiers=["Shift"])
    gm.mark("guard").click(button="right")
    press(gm, "Toggle Combat State")
    gm.page.get_by_label("Initiative: Jenny", exact=True).fill("5")
    gm.page.get_by_label("Initiative: Guard", exact=True).fill("9")
    gm.page.keyboard.press("Enter")
    expect(player.page.locator(".combatant .token-name")).to_have_text(["Guard", "Jenny"])
    press(gm, "Begin Combat")
    expect_turn(player, "Guard", 1)
    expect(row(player, "Jenny").locator(".footwork-left")).to_have_text("0/40 ft")
    press(gm, "Next Turn")
    expect_turn(gm, "Jenny", 1)
    expect(player.page.get_by_role("button", name="Next Turn", exact=True)).to_have_count(0)
    press(player, "End Turn")
    expect_turn(gm, "Guard", 2)
    press(gm, "Previous Turn")
    expect_turn(player, "Jenny", 1)
    press(gm, "End Combat")
    gm.answer("yes")
    for client in (gm, player):
        expect(client.page.locator(".encounter-title")).to_have_text("No combat")


def test_what_is_said_at_once_arrives_in_the_order_in_which_it_was_said(at_table):
    gm = at_table(script=FIRST_IS_LATE)
    player = at_table("player")
    gm.page.evaluate(
        "Promise.all(game.combat.turns.map(({ id }, at) => game.combat.setInitiative(id, at + 1)))"
    )
    for client in (gm, player):
        client.show_tab("Combat")
        expect(client.page.locator(".combatant .token-name")).to_have_text(["Guard", "Jenny"])
        assert client.page.evaluate("game.combat.turns.map(({ initiative }) => initiative)") == [2, 1]


def test_the_turn_stays_with_its_combatant_and_initiative_is_rolled(at_table):
    gm = at_table(script="Math.random = () => 0.5;")
    gm.show_tab("Combat")
    expect_turn(gm, "Jenny", 1)
    row(gm, "Guard").get_by_role("button", name="Roll initiative").click()
    expect(gm.page.locator(".combatant .token-name")).to_have_text(["Guard", "Jenny"])
    expect_turn(gm, "Jenny", 1)
    press(gm, "Roll All")
    for name in ("Jenny", "Guard"):
        expect(gm.page.get_by_label(f"Initiative: {name}", exact=True)).to_have_value("11")
    press(gm, "Toggle selected")
    expect(gm.page.locator(".combatant")).to_have_count(2)
    gm.mark("guard").click()
    press(gm, "Toggle selected")
    expect_turn(gm, "Jenny", 1)
    expect(row(gm, "Guard")).to_have_count(0)


def test_a_setting_of_the_world_is_changed_for_everybody(at_table):
    gm = at_table()
    player = at_table("player")
    form = settings(gm)
    form.get_by_label("Impossible moves").select_option(value="inform")
    form.get_by_label("Moves out of turn").select_option(value="refuse")
    form.get_by_role("button", name="Save Changes").click()
    expect(form).to_have_count(0)
    for key, value in {"enforcement": "inform", "outOfTurn": "refuse"}.items():
        for client in (gm, player):
            client.page.wait_for_function(
                "([key, value]) => game.settings.get('footwork', key) === value", arg=[key, value]
            )
    settings(gm).get_by_role("button", name="House rules for movement").click()
    expect(gm.page.locator("#footwork-houseRules")).to_be_visible()


NEEDS_RELOAD = """game.settings.register("core", "late", {
  name: "Late", hint: "", config: true, scope: "world", type: Boolean, default: false, requiresReload: true,
})"""


def test_after_a_setting_that_needs_it_everybody_reloads_once_the_gm_says_so(at_table):
    gm = at_table()
    player = at_table("player", ready=False)
    gm.page.evaluate(NEEDS_RELOAD)
    form = settings(gm)
    form.get_by_label("Late", exact=True).check()
    form.get_by_role("button", name="Save Changes").click()
    expect(gm.dialog).to_contain_text("Reload")
    with player.page.expect_navigation(), gm.page.expect_navigation():
        gm.answer("yes")
    for client in (gm, player):
        client.wait_until_entered()


def test_there_are_ten_settings_at_most(at_table):
    form = settings(at_table())
    assert form.locator("fieldset", has_text="Footwork").locator("select, input").count() <= 10


def test_a_player_has_settings_of_the_client_alone(at_table):
    player = at_table("player", at=world())
    form = settings(player)
    expect(form.get_by_label("Colours")).to_be_visible()
    for name in ("Rules", "Impossible moves", "House rules"):
        expect(form.get_by_text(name, exact=True)).to_have_count(0)
    form.get_by_label("Colours").select_option(value="contrast")
    form.get_by_role("button", name="Save Changes").click()
    expect(form).to_have_count(0)
    assert player.page.evaluate("game.settings.get('footwork', 'palette')") == "contrast"
    assert "footwork.palette" not in player.table.snapshot()["settings"]


def test_the_chat_keeps_its_messages_and_shows_the_newest(at_table):
    gm = at_table()
    gm.show_tab("Chat")
    gm.page.evaluate(MANY_MESSAGES)
    gm.drag("jenny", 7)
    card = gm.cards.last
    expect(card).to_contain_text("−2 dice")
    expect(card).to_be_in_viewport()
    card.get_by_role("button", name="Undo this move").click()
    gm.settle()
    gm.expect_at("jenny", 2, 2)
    gm.page.reload()
    gm.wait_until_entered()
    expect(gm.cards).to_have_count(31)
    expect(card.get_by_role("button", name="Undo this move")).to_be_visible()


def test_the_legend_stays_beside_the_sidebar(at_table):
    gm = at_table(at=world("sr5"))
    gm.show_tab("Chat")
    gm.mark("jenny").click()
    legend = gm.page.locator(".footwork-legend")
    expect(legend).to_contain_text("Walk Rate")
    box, sidebar = legend.bounding_box(), gm.page.locator("#sidebar").bounding_box()
    assert box["x"] > 0
    assert box["x"] + box["width"] < sidebar["x"]


def test_what_two_write_at_once_is_alike_for_both(at_table):
    gm, player = at_table(), at_table("player")
    held = []

    def hold(route):
        if route.request.method == "POST":
            held.append((route, route.fetch()))
        else:
            route.continue_()

    def write(client, text):
        client.page.evaluate(f"void canvas.scene.tokens.get('jenny').update({{ name: '{text}' }})")

    def expect_name(client, text):
        client.page.wait_for_function(f"canvas.scene.tokens.get('jenny').name === '{text}'")

    # The answer to the player comes after the word of what the GM has written since.
    player.page.route("**/world", hold)
    write(player, "mine")
    expect_name(gm, "mine")
    write(gm, "theirs")
    expect_name(gm, "theirs")
    player.page.wait_for_timeout(100)
    for route, answer in held:
        route.fulfill(response=answer)
    player.page.wait_for_timeout(300)
    expect_name(player, "theirs")
