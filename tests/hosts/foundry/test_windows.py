"""What people see and set: the turn, the sheet, house rules, paths into sheets, the buttons of a token."""

import re

import pytest
from playwright.sync_api import expect

from py_rules.systems import sr5
from tests.hosts.contract.workers import SLOW_START
from tests.hosts.foundry.worlds import SIZE, combatants, world
from tests.warm.pages import wait_until_quiet

CLOSE_ALL = """async () => {
  for (const button of document.querySelectorAll(".application [data-action=close]")) button.click();
  document.querySelector("#token-hud")?.remove();
  for (const key of ["houseRules", "paths"]) await game.settings.set("footwork", key, {});
}"""
OPEN_MENU = "(key) => new (game.settings.menus.get(`footwork.${key}`).type)().render({force: true})"


@pytest.fixture
def tidy_gm(gm):
    """The GM's page with all windows put away before and after."""
    gm.page.evaluate(CLOSE_ALL)
    yield gm
    gm.page.evaluate(CLOSE_ALL)


@pytest.fixture(params=[13, 14], ids=["v13", "v14"])
def each_tidy_gm(shared, request):
    """The same in both generations of the client."""
    client = shared.gm(request.param)
    client.page.evaluate(CLOSE_ALL)
    yield client
    client.page.evaluate(CLOSE_ALL)
    assert client.complaints == []


def window(client, name):
    return client.page.locator(f"#footwork-{name}")


def select(client, token="jenny"):
    client.page.evaluate("(id) => canvas.tokens.get(id).control()", token)


def open_panel(client, token="jenny"):
    select(client, token)
    client.page.locator("#scene-controls [data-tool=footwork]").click()
    panel = window(client, "panel")
    expect(panel.locator(".footwork-allowances")).to_be_visible()
    return panel


def open_hud(client, token="jenny"):
    client.mark(token).click(button="right")
    return client.page.locator("#token-hud")


def allowance(panel, name):
    return panel.locator(".footwork-allowances li").filter(has_text=name)


# ---------------------------------------------------------------- the turn


def test_the_turn_follows_what_the_token_does_and_gives_it_back(each_tidy_gm):
    gm = each_tidy_gm
    panel = open_panel(gm)
    expect(panel.get_by_role("heading", name="Jenny")).to_be_visible()
    expect(allowance(panel, "Free Movement")).to_contain_text("0 / 25 ft")
    gm.drag("jenny", 7)
    expect(allowance(panel, "Extended Movement")).to_contain_text("10 / 15 ft")
    expect(allowance(panel, "Extended Movement").locator("meter")).to_have_attribute("value", "10")
    expect(panel).to_contain_text("−2 dice")
    expect(panel.locator(".footwork-commit")).to_contain_text("Moved 35 ft")
    panel.get_by_role("button", name="Undo").click()
    gm.expect_at("jenny", 2, 2)
    expect(allowance(panel, "Free Movement")).to_contain_text("0 / 25 ft")
    expect(panel).to_contain_text("Nothing yet.")


def test_who_is_not_on_turn_is_told_so_above_acts_and_rolls(tidy_gm):
    panel = open_panel(tidy_gm)
    told = panel.get_by_text("It is not Jenny’s turn.")
    expect(told).to_have_count(0)
    tidy_gm.page.evaluate("game.combat.nextTurn()")
    expect(told).to_be_visible()
    first = panel.locator(".footwork-acts button").first
    assert told.bounding_box()["y"] < first.bounding_box()["y"]
    hud = open_hud(tidy_gm)
    hud.get_by_role("button", name="Movement: actions").click()
    expect(hud.locator(".footwork-palette")).to_contain_text("It is not Jenny’s turn.")
    tidy_gm.page.evaluate("game.combat.nextTurn()")
    expect(told).to_have_count(0)


def test_the_key_opens_and_closes_the_turn_and_another_token_has_another(tidy_gm):
    select(tidy_gm)
    tidy_gm.page.keyboard.press("Alt+u")
    panel = window(tidy_gm, "panel")
    expect(panel).to_contain_text("0 / 25 ft")
    select(tidy_gm, "guard")
    expect(panel.get_by_role("heading", name="Guard")).to_be_visible()
    expect(allowance(panel, "Free Movement")).to_contain_text("0 / 10 ft")
    tidy_gm.page.keyboard.press("Alt+u")
    expect(panel).to_have_count(0)


def test_the_turn_lists_what_was_done_since_it_began(tidy_gm):
    panel = open_panel(tidy_gm)
    tidy_gm.drag("jenny", 3)
    expect(panel.locator(".footwork-commit")).to_contain_text("Moved 15 ft")
    tidy_gm.page.evaluate("game.combat.nextRound()")
    expect(panel).to_contain_text("Nothing yet.")
    expect(panel.get_by_role("button", name="Undo")).to_have_count(0)
    tidy_gm.drag("jenny", 2)
    expect(panel.locator(".footwork-commit")).to_have_text(re.compile("Moved 10 ft"))
    # What is shown until the rules have answered is of one turn, too.
    wait_until_quiet(tidy_gm.page)
    tidy_gm.page.evaluate("""async () => {
      globalThis.lateness = 1000;
      await canvas.scene.tokens.get("jenny").unsetFlag("footwork", "turn");
    }""")
    tidy_gm.page.wait_for_function("rulesTraffic.open > 0")
    assert panel.locator(".footwork-commit").count() == 1
    expect(panel).to_contain_text("Nothing yet.")


def test_what_was_done_is_listed_until_ones_next_own_turn(sit_down):
    gm = sit_down(at=world("styles"))
    panel = open_panel(gm)
    gm.drag("jenny", 1)
    expect(panel.locator(".footwork-commit")).to_have_count(1)
    gm.page.evaluate("game.combat.nextTurn()")
    gm.wait_for_turn("fight-1.1.of-guard")
    expect(panel.locator(".footwork-commit")).to_have_count(1)
    gm.page.evaluate("game.combat.nextRound()")
    gm.wait_for_turn("fight-2.1.of-jenny")
    expect(panel).to_contain_text("Nothing yet.")


def test_an_act_is_told_listed_and_taken_back(tidy_gm):
    panel = open_panel(tidy_gm)
    panel.get_by_role("button", name="Use the Action").click()
    expect(panel.locator(".footwork-commit")).to_contain_text("Acted")
    panel.get_by_role("button", name="Use the Action").click()
    tidy_gm.expect_notice("Jenny: The Action of this round is used already")
    panel.get_by_role("button", name="Undo").click()
    expect(panel).to_contain_text("Nothing yet.")


def test_a_roll_without_a_path_is_made_from_the_turn(tidy_gm):
    panel = open_panel(tidy_gm)
    panel.get_by_role("button", name="Roll: Climb").click()
    expect(panel.locator(".footwork-commit")).to_contain_text("Rolled Climb:")
    expect(panel.get_by_role("button", name="Roll: Climb")).to_have_count(0)
    expect(tidy_gm.cards.first).to_contain_text("d10")
    expect(tidy_gm.cards.last).to_contain_text("CON-14")


def test_an_act_that_is_about_a_roll_is_rolled_before_everybody(sit_down):
    at = world("sr5")
    climber = {"body": 3, "acrobatics": 3, "assisted": True}
    at["tokens"]["jenny"]["flags"] = {"footwork": {"character": {"sr5": climber}}}
    gm = sit_down(at=at)
    player = sit_down("player")
    panel = open_panel(player)
    panel.locator("[data-open=rappel]").click()
    panel.locator("[data-act=rappel]").click()
    expect(player.dialog).to_contain_text(
        "Jenny, Rappelling Test: Acrobatics 3 + Body 3 = 6d6. 2 hits or more, chance 65 %."
    )
    player.answer("yes")
    expect(panel.locator(".footwork-commit").last).to_contain_text("Rolled Rappelling")
    expect(gm.cards.first).to_contain_text("6d6")
    expect(gm.cards.last).to_contain_text("SR5-30")
    wait_until_quiet(gm.page)
    assert gm.notices.all_inner_texts() == []


def test_a_modifier_to_tests_changes_the_chance_shown(sit_down):
    gm = sit_down()
    gm.pick_up("jenny", 10)
    expect(gm.label()).to_contain_text("%")
    before = gm.label().inner_text()
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()
    panel = open_panel(gm)
    panel.locator("[data-open=circumstances]").click()
    field = panel.get_by_label("Modifier to tests", exact=True)
    field.fill("-99")
    expect(panel.get_by_role("alert")).to_be_visible()
    field.fill("4")
    gm.page.wait_for_function(
        "canvas.scene.tokens.get('jenny').getFlag('footwork', 'circumstances')?.contract.test_modifier === 4"
    )
    gm.page.evaluate(CLOSE_ALL)
    gm.pick_up("jenny", 10)
    expect(gm.label()).to_contain_text("%")
    assert gm.label().inner_text() != before
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()


def test_a_new_round_is_shown_at_once(tidy_gm):
    panel = open_panel(tidy_gm)
    tidy_gm.drag("jenny", 5)
    expect(allowance(panel, "Free Movement")).to_contain_text("25 / 25 ft")
    tidy_gm.page.evaluate("game.combat.nextRound()")
    expect(allowance(panel, "Free Movement")).to_contain_text("0 / 25 ft")


def test_all_of_the_turn_is_reached_by_keys_and_named_for_readers(tidy_gm):
    panel = open_panel(tidy_gm)
    named = panel.locator("button, summary, meter").evaluate_all(
        "all => all.map(one => one.ariaLabel || one.textContent.trim())"
    )
    assert len(named) > 5
    assert all(named)
    panel.get_by_role("button", name="Use the Action").focus()
    tidy_gm.page.keyboard.press("Enter")
    expect(panel.locator(".footwork-commit")).to_contain_text("Acted")


# ---------------------------------------------------------------- the buttons of a token


def test_a_token_has_buttons_for_its_turn_its_acts_and_its_sheet(each_tidy_gm):
    gm = each_tidy_gm
    hud = open_hud(gm)
    hud.get_by_role("button", name="Movement: actions").click()
    hud.get_by_role("button", name="Use the Action").click()
    hud.get_by_role("button", name="Movement: this turn").click()
    expect(window(gm, "panel").locator(".footwork-commit")).to_contain_text("Acted")
    hud.get_by_role("button", name="Movement: sheet").click()
    expect(window(gm, "sheet").get_by_role("heading", name="Jenny")).to_be_visible()


def test_acts_are_those_that_the_rules_tell(sit_down):
    gm = sit_down(at=world("styles"))
    hud = open_hud(gm)
    hud.get_by_role("button", name="Movement: actions").click()
    told = gm.page.evaluate(
        "game.modules.get('footwork').api.systems().find(({id}) => id === 'styles').acts.map(({id}) => id)"
    )
    # What the rules refuse now comes last: nobody lies prone.
    expect(hud.locator("[data-act]").last).to_have_attribute("data-act", "stand")
    shown = hud.locator("[data-act]").evaluate_all("all => all.map(one => one.dataset.act)")
    refused = ["stand"]
    assert shown == [*(act for act in told if act not in refused), *refused]
    hud.locator("[data-act=dash]").click()
    hud.get_by_role("button", name="Movement: this turn").click()
    panel = window(gm, "panel")
    expect(panel.locator(".footwork-badge").filter(has_text="Dash")).to_be_visible()
    expect(panel.locator(".footwork-later [data-act]")).to_have_count(len(refused) + 1)
    # One with options asks for them.
    panel.locator("[data-open=slowed]").click()
    panel.get_by_label("Stacks", exact=True).fill("1")
    panel.locator("[data-act=slowed]").click()
    expect(panel.locator(".footwork-badge").filter(has_text="Slowed: 1")).to_be_visible()


def test_what_is_typed_for_one_token_is_not_done_by_another(sit_down):
    gm = sit_down(at=world("styles"))
    panel = open_panel(gm)
    panel.locator("[data-open=slowed]").click()
    panel.get_by_label("Stacks", exact=True).fill("3")
    gm.mark("guard").click()
    expect(panel).to_contain_text("Guard")
    expect(panel.get_by_label("Stacks", exact=True)).not_to_have_value("3")


@pytest.mark.usefixtures("tidy_gm")
def test_a_players_buttons_are_on_its_own_tokens_only(player):
    player.page.evaluate("document.querySelector('#token-hud')?.remove()")
    assert open_hud(player, "guard").count() == 0
    expect(open_hud(player).locator("[data-footwork]")).to_have_count(3)
    player.page.evaluate("document.querySelector('#token-hud')?.remove()")


# ---------------------------------------------------------------- house rules


def test_house_rules_are_grouped_explained_and_kept(tidy_gm):
    gm = tidy_gm
    gm.page.evaluate(OPEN_MENU, "houseRules")
    form = window(gm, "houseRules")
    groups = form.locator("fieldset").evaluate_all("all => all.map(one => one.dataset.group)")
    assert groups == ["first", "game", "map"]
    first = form.locator("[data-group=first] .footwork-line")
    expect(first).to_have_count(2)
    first.nth(1).locator("summary").click()
    expect(first.nth(1)).to_contain_text("Each started 5 ft beyond Free Movement")
    save = form.get_by_role("button", name="Save")
    expect(save).to_be_disabled()
    form.get_by_label("Price of Extended Movement").select_option("Flat")
    save.click()
    expect(save).to_be_disabled()
    assert gm.table.snapshot()["settings"]["footwork.houseRules"] == {
        "contract": {"extension_penalty": "flat"}
    }
    gm.pick_up("jenny", 7)
    expect(gm.label()).to_contain_text("−1 die")
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()


def test_a_house_rule_that_cannot_be_is_told_at_its_field_and_nothing_is_kept(tidy_gm):
    gm = tidy_gm
    gm.page.evaluate(OPEN_MENU, "houseRules")
    form = window(gm, "houseRules")
    form.get_by_label("Base Difficulty", exact=True).fill("99")
    form.get_by_label("Price of Extended Movement").select_option("Flat")
    form.get_by_role("button", name="Save").click()
    expect(form.locator("[data-field=base_difficulty] [role=alert]")).to_contain_text("Send 10 or less")
    assert gm.table.snapshot()["settings"].get("footwork.houseRules", {}) == {}
    form.get_by_label("Preset").select_option(index=1)
    expect(form.get_by_role("alert")).to_have_count(0)
    expect(form.get_by_label("Base Difficulty", exact=True)).to_have_value("6")


# ---------------------------------------------------------------- sheets


def test_a_sheet_tells_where_values_come_from_and_sets_them(tidy_gm):
    gm = tidy_gm
    open_panel(gm).get_by_role("button", name="Sheet", exact=True).click()
    sheet = window(gm, "sheet")
    dexterity = sheet.locator(".footwork-line").filter(has=gm.page.locator("[data-field=dexterity]"))
    expect(dexterity).to_contain_text("Set here, for this token.")
    sheet.get_by_role("button", name="More Dexterity").click()
    expect(dexterity).to_contain_text("Not saved yet.")
    sheet.get_by_role("button", name="Save").click()
    expect(dexterity).to_contain_text("Set here, for this token.")
    expect(allowance(window(gm, "panel"), "Free Movement")).to_contain_text("0 / 30 ft")
    sheet.get_by_role("button", name="Dexterity: no longer set here").click()
    sheet.get_by_role("button", name="Save").click()
    expect(dexterity).to_contain_text("Assumed: it is not set anywhere.")
    expect(sheet.get_by_label("Dexterity", exact=True)).to_have_value("")
    assumed = window(gm, "panel").get_by_test_id("assumed")
    expect(assumed).to_have_text("Assumed: Dexterity 1. Set it on the movement sheet.")
    expect(assumed.get_by_role("button")).to_be_visible()
    expect(allowance(window(gm, "panel"), "Free Movement")).to_contain_text("0 / 10 ft")


def test_a_sheet_refuses_what_the_rules_cannot_use(tidy_gm):
    gm = tidy_gm
    before = gm.table.snapshot()["tokens"]["jenny"]["flags"]["footwork"]["character"]
    open_panel(gm).get_by_role("button", name="Sheet", exact=True).click()
    sheet = window(gm, "sheet")
    sheet.get_by_label("Dexterity", exact=True).fill("99")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.locator("[data-field=dexterity] [role=alert]")).to_contain_text("Send 20 or less")
    assert gm.table.snapshot()["tokens"]["jenny"]["flags"]["footwork"]["character"] == before


@pytest.fixture
def strangers():
    """A world of a game system that nobody here knows; Jenny is linked to an actor of it."""
    at = world("contract")
    system = {"dex": {"value": "4"}, "name": "strong", "bulk": 3}
    at["actors"] = [{"id": "actor", "type": "hero", "system": system, "items": []}]
    at["tokens"]["jenny"].update(actorId="actor", actorLink=True, flags={})
    return at


def test_paths_lead_into_any_sheet_and_are_tried_at_once(sit_down, strangers):
    gm = sit_down(at=strangers)
    select(gm)
    gm.page.evaluate(OPEN_MENU, "paths")
    form = window(gm, "paths")
    form.get_by_label("Dexterity", exact=True).fill("system.dex.value")
    expect(form.locator("[data-field=dexterity] [role=status]")).to_have_text("4 for Jenny")
    form.get_by_label("Brawn", exact=True).fill("system.name")
    expect(form.locator("[data-field=brawn] [role=status]")).to_contain_text('not "strong"')
    form.get_by_label("Athletics", exact=True).fill("system.nowhere")
    expect(form.locator("[data-field=athletics] [role=status]")).to_have_text("Nothing is there.")
    form.get_by_label("Penalty", exact=True).fill("system.dex")
    expect(form.locator("[data-field=penalty] [role=status]")).to_contain_text("a group of values")
    for name in ("Athletics", "Penalty"):
        form.get_by_label(name, exact=True).fill("")
    form.get_by_label("Brawn", exact=True).fill("system.bulk")
    form.get_by_role("button", name="Save").click()
    panel = open_panel(gm)
    expect(allowance(panel, "Free Movement")).to_contain_text("0 / 25 ft")
    expect(allowance(panel, "Extended Movement")).to_contain_text("0 / 15 ft")
    panel.get_by_role("button", name="Sheet", exact=True).click()
    expect(window(gm, "sheet")).to_contain_text("From the actor: system.dex.value")
    # What is set on a linked token is kept on its actor.
    window(gm, "sheet").get_by_role("button", name="More Brawn").click()
    window(gm, "sheet").get_by_role("button", name="Save").click()
    expect(window(gm, "sheet")).to_contain_text("Set here, for this actor in every scene.")
    assert gm.table.snapshot()["actors"][0]["flags"]["footwork"]["character"] == {"contract": {"brawn": 4}}


def test_a_sheet_without_the_numbers_is_named_once_with_what_to_do(sit_down):
    at = world("sr5")
    at["system"] = {"id": "shadowrun5e"}
    at["actors"] = [{"id": "actor", "type": "character", "system": {}, "items": []}]
    at["tokens"]["jenny"].update(actorId="actor", flags={})
    gm = sit_down(at=at)
    for _ in range(2):
        gm.drag("jenny", 1)
    expect(gm.notices).to_have_count(1)
    gm.expect_notice("Jenny’s sheet lacks", "Agility, Strength", "using defaults")


# ---------------------------------------------------------------- languages


def test_all_is_in_german_where_the_client_is(sit_down):
    gm = sit_down(at=world("contract"))
    gm.page.goto(f"{gm.page.url}&lang=de")
    gm.wait_until_entered()
    gm.wait_until_ready()
    gm.drag("jenny", 18, 1)
    gm.expect_notice("Weiter, als irgendein Wurf tragen würde")
    panel = open_panel(gm)
    expect(allowance(panel, "Freie Bewegung")).to_contain_text("noch 25 ft")
    gm.drag("jenny", 7)
    expect(panel.locator(".footwork-commit")).to_contain_text("35 ft bewegt")
    expect(panel).to_contain_text("jeder Wurf der Aktion dieser Runde")
    expect(gm.cards.last).to_contain_text("CON-07 Erweiterte Bewegung")
    expect(gm.cards.last).to_contain_text("(bis: ")
    panel.get_by_role("button", name="Bogen").click()
    sheet = window(gm, "sheet")
    sheet.get_by_label("Geschick", exact=True).fill("99")
    sheet.get_by_role("button", name="Speichern").click()
    expect(sheet.get_by_role("alert").first).to_contain_text("99 ist zu groß. Gib 20 oder weniger ein.")
    gm.page.evaluate(OPEN_MENU, "houseRules")
    expect(window(gm, "houseRules")).to_contain_text("Preis der Erweiterten Bewegung")
    groups = gm.page.locator("#footwork-houseRules legend").all_inner_texts()
    assert groups == ["Zuerst zu klären", "Weitere Regeln dieses Spiels", "Die Karte"]


def test_a_preset_fills_the_form_and_is_kept_when_it_is_saved(sit_down):
    core_book = dict(sr5.SYSTEM.presets[1].values)
    at = world("sr5")
    at["settings"] |= {"footwork.houseRules": {"sr5": {"share_cell": True}}}
    gm = sit_down(at=at)
    gm.page.evaluate(OPEN_MENU, "houseRules")
    form = window(gm, "houseRules")
    standing = form.locator(".presets").get_by_role("status")
    expect(standing).to_have_text("As edited, differs in 1 place")
    form.get_by_label("Preset").select_option("Core book")
    expect(standing).to_have_text("Core book, unchanged")
    expect(form.locator(".footwork-line[data-changed]")).to_have_count(0)
    assert gm.table.snapshot()["settings"]["footwork.houseRules"] == {"sr5": {"share_cell": True}}
    form.get_by_role("button", name="Restore custom choices").click()
    expect(form.get_by_label("Preset")).to_have_value("Custom")
    form.get_by_label("Preset").select_option("Core book")
    form.get_by_role("switch", name="Small tokens share a cell").check()
    expect(standing).to_have_text("Core book, differs in 1 place")
    form.get_by_role("button", name="Back to: off, Small tokens share a cell").click()
    expect(standing).to_have_text("Core book, unchanged")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_role("button", name="Save")).to_be_disabled()
    assert gm.table.snapshot()["settings"]["footwork.houseRules"] == {"sr5": core_book}


def test_presets_are_told_in_german(sit_down):
    gm = sit_down(at=world("sr5"))
    gm.page.goto(f"{gm.page.url}&lang=de")
    gm.page.wait_for_function("document.body.dataset.ready === 'true'")
    gm.page.evaluate(OPEN_MENU, "houseRules")
    form = window(gm, "houseRules")
    form.get_by_label("Vorlage").select_option("Grundregelwerk")
    form.locator("[data-field=share_cell] input").check()
    expect(form.locator(".presets").get_by_role("status")).to_have_text("Grundregelwerk, an 1 Stelle anders")
    expect(form.locator(".presets-mark")).to_have_text(["Weicht ab von „Grundregelwerk“ Zurück auf: aus"])


# ---------------------------------------------------------------- narrow screens

PHONE = {"width": 390, "height": 844}
NATURAL_WIDTHS = """all => all.map((one) => {
  const shown = one.getBoundingClientRect().width;
  one.style.position = "absolute";
  const natural = one.getBoundingClientRect().width;
  one.style.position = "";
  return [one.id, Math.round(shown), Math.round(natural)];
})"""


def test_nothing_is_cut_off_or_off_the_screen_of_a_phone(sit_down):
    gm = sit_down(at=world("styles"))
    gm.page.set_viewport_size(PHONE)
    hud = open_hud(gm, "guard")
    hud.get_by_role("button", name="Movement: actions").click()
    box = hud.locator(".footwork-palette").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    hud.get_by_role("button", name="Movement: sheet").click(force=True)
    for name in ("sheet", "panel", "houseRules", "paths"):
        gm.page.evaluate(CLOSE_ALL)
        select(gm)
        if name in ("sheet", "panel"):
            gm.page.evaluate(f"game.modules.get('footwork').api.open{name.capitalize()}()")
        else:
            gm.page.evaluate(OPEN_MENU, name)
        box = window(gm, name).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        sideways = (
            window(gm, name)
            .locator(".window-content, .footwork-scroll")
            .evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length")
        )
        assert sideways == 0, name


def test_acts_that_the_rules_refuse_now_come_last_and_are_said_to(sit_down):
    gm = sit_down(at=world("styles"))
    hud = open_hud(gm)
    hud.get_by_role("button", name="Movement: actions").click()
    palette = hud.locator(".footwork-palette")
    stand = palette.locator("[data-act=stand]")
    expect(palette.get_by_role("button", name="Go prone")).to_be_visible()
    expect(stand).to_be_hidden()
    palette.get_by_text("Not possible now").click()
    expect(stand).to_be_visible()
    expect(stand).to_have_attribute("data-tooltip", re.compile("prone"))
    assert palette.bounding_box()["y"] + palette.bounding_box()["height"] <= gm.page.viewport_size["height"]
    expect(gm.page.locator(".footwork-legend")).to_be_hidden()
    panel = open_panel(gm)
    expect(panel.locator("[data-act=stand]")).to_have_attribute("title", re.compile("prone"))


def test_on_anothers_turn_acts_are_behind_a_word_and_beside_the_token(sit_down):
    at = world("styles")
    at["tokens"]["guard"].update(x=SIZE, y=2 * SIZE)
    at["tokens"]["jenny"].update(x=8 * SIZE)
    gm = sit_down(at=at)
    hud = open_hud(gm, "guard")
    hud.get_by_role("button", name="Movement: actions").click()
    palette = hud.locator(".footwork-palette")
    expect(palette).to_contain_text("It is not Guard’s turn.")
    expect(palette.get_by_role("button", name="Dash")).to_be_hidden()
    palette.get_by_text("More", exact=True).click()
    expect(palette.get_by_role("button", name="Dash")).to_be_visible()
    token, box = gm.mark("guard").bounding_box(), palette.bounding_box()
    assert box["x"] >= token["x"] + token["width"]


def test_the_gm_exempts_a_token_by_a_button_and_the_panel_says_so(sit_down):
    gm, player = sit_down(), sit_down("player")
    hud = open_hud(gm)
    exempt = hud.get_by_role("button", name="Movement: leave this token alone")
    expect(exempt).to_have_attribute("aria-pressed", "false")
    exempt.click()
    expect(exempt).to_have_attribute("aria-pressed", "true")
    hud.get_by_role("button", name="Movement: actions").click()
    expect(hud.locator(".footwork-palette")).to_have_text("Not judged: exempted by the GM")
    panel = open_panel_of(player)
    expect(panel.get_by_test_id("uncounted")).to_have_text("Not judged: exempted by the GM")
    expect(panel.get_by_role("button", name="Judge it again")).to_have_count(0)
    player.drag("jenny", 19)
    gm.expect_at("jenny", 21, 2)
    assert gm.turn() is None
    panel = open_panel_of(gm)
    panel.get_by_role("button", name="Judge it again").click()
    expect(panel.locator(".footwork-allowances")).to_be_visible()
    expect(panel.get_by_test_id("uncounted")).to_have_count(0)
    # The list beside the token follows what others change.
    expect(exempt).to_have_attribute("aria-pressed", "false")
    expect(hud.get_by_role("button", name="Use the Action")).to_be_visible()


def open_panel_of(client, token="jenny"):
    select(client, token)
    client.page.evaluate("game.modules.get('footwork').api.openPanel()")
    return window(client, "panel")


def test_the_panel_and_the_label_say_where_nothing_is_counted(sit_down):
    at = world()
    at["combats"] = []
    gm = sit_down(at=at)
    standing = open_panel_of(gm).get_by_test_id("uncounted")
    expect(standing).to_have_text("Not counted: no combat")
    expect(gm.page.locator(".footwork-legend")).to_contain_text("Not counted: no combat")
    gm.pick_up("jenny", 3)
    expect(gm.label()).to_contain_text("Not counted: no combat")
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()
    gm.page.evaluate("game.paused = true; Hooks.callAll('pauseGame', true)")
    expect(standing).to_have_text("Paused")
    gm.page.evaluate("canvas.scene.grid.units = ''; Hooks.callAll('pauseGame', true)")
    expect(standing).to_contain_text("This scene has no unit of length.")


def test_what_the_rules_have_no_sheet_for_is_left_alone(sit_down):
    at = world("sr5")
    at["system"] = {"id": "shadowrun5e"}
    at["actors"] = [{"id": "car", "type": "vehicle", "system": {}, "items": []}]
    at["tokens"]["jenny"].update(actorId="car", flags={})
    gm = sit_down(at=at)
    told = open_panel_of(gm).get_by_test_id("uncounted")
    expect(told).to_have_text("Not judged: these rules have no sheet for it")
    gm.drag("jenny", 16)
    gm.expect_at("jenny", 18, 2)


def test_only_in_fights_nothing_is_judged_nor_shown_outside_them(sit_down):
    at = world()
    at["combats"][0]["combatants"] = combatants("guard")
    at["settings"] |= {"footwork.when": "fights"}
    gm, player = sit_down(at=at), sit_down("player")
    expect(open_panel_of(player).get_by_test_id("uncounted")).to_have_text("Not judged: no combat")
    expect(player.page.locator(".footwork-legend")).to_have_count(0)
    player.page.evaluate("canvas.scene.tokens.get('jenny').move({x: 350, y: 500})")
    gm.expect_at("jenny", 7, 10)
    assert player.notices.count() == 0
    gm.page.evaluate("game.combat.createCombatant({id: 'of-jenny', tokenId: 'jenny'})")
    expect(window(player, "panel").locator(".footwork-allowances")).to_be_visible()
    player.drag("jenny", 14)
    player.expect_notice("Jenny stays")


IN_SIGHT = """(one) => {
  const {left, right, top, bottom} = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


def places_on_phones():
    """Where a token is on the screen of a phone, held upright and on its side."""
    for turned in (False, True):
        width, height = sorted(PHONE.values(), reverse=turned)
        for col, row in [(1, 0), (2, 2), (6, 3), (1, 11), (6, 11), (14, 4)]:
            if (col + 1) * SIZE <= width and (row + 1) * SIZE <= height:
                yield width, height, col, row


@pytest.mark.parametrize(("width", "height", "col", "row"), list(places_on_phones()))
def test_the_list_of_acts_leaves_its_buttons_in_sight_on_a_phone(sit_down, width, height, col, row):
    at = world("styles")
    at["tokens"]["guard"].update(x=col * SIZE, y=row * SIZE)
    gm = sit_down(at=at)
    gm.page.set_viewport_size({"width": width, "height": height})
    hud = open_hud(gm, "guard")
    acts, palette = hud.get_by_role("button", name="Movement: actions"), hud.locator(".footwork-palette")
    acts.click()
    box = palette.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height
    assert palette.locator("summary, button").first.evaluate(IN_SIGHT)
    for name in ("this turn", "actions", "sheet"):
        assert hud.get_by_role("button", name=f"Movement: {name}").evaluate(IN_SIGHT), name
    acts.click()
    expect(palette).to_have_count(0)


def test_a_number_stands_beside_its_name_where_there_is_room(sit_down):
    gm = sit_down(at=world("styles"))
    gm.page.set_viewport_size(PHONE)
    select(gm)
    gm.page.evaluate("game.modules.get('footwork').api.openSheet()")
    field = window(gm, "sheet").locator("[data-field=goods_total]")
    rows = field.locator("label, .stepper").evaluate_all(
        "all => all.map((one) => { const {top, bottom} = one.getBoundingClientRect(); return (top + bottom) / 2; })"
    )
    assert rows[0] == pytest.approx(rows[1], abs=2)


@pytest.mark.parametrize("size", [PHONE, {"width": 1440, "height": 900}])
def test_controls_of_a_sheet_stand_below_each_other_and_are_equally_wide(sit_down, size):
    gm = sit_down(at=world("d6"))
    gm.page.set_viewport_size(size)
    select(gm)
    gm.page.evaluate("game.modules.get('footwork').api.openSheet()")
    controls = window(gm, "sheet").locator("[data-kind=number] .stepper, [data-kind=text] input")
    expect(controls.first).to_be_visible()
    boxes = [one.bounding_box() for one in controls.all()]
    assert len(boxes) > 10
    assert len({(round(box["x"]), round(box["width"])) for box in boxes}) == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_choices_of_house_rules_show_all_of_their_words(sit_down, language):
    gm = sit_down(at=world("sr5"))
    gm.page.goto(f"{gm.page.url}&lang={language}")
    gm.page.wait_for_function("document.body.dataset.ready === 'true'")
    gm.page.evaluate(OPEN_MENU, "houseRules")
    expect(window(gm, "houseRules").locator("select").first).to_be_visible()
    widths = window(gm, "houseRules").locator("select").evaluate_all(NATURAL_WIDTHS)
    assert len(widths) > 10
    assert [one for one in widths if one[1] < one[2] - 1] == []


def test_a_slow_start_is_told_in_the_panel_with_its_reason(sit_down):
    client = sit_down(script=SLOW_START)
    panel = open_panel(client)
    expect(panel.get_by_text("could not be used: no room for it")).to_be_visible()


def test_the_panel_says_nothing_of_a_start_as_usual(tidy_gm):
    panel = open_panel(tidy_gm)
    expect(panel.get_by_text("memory snapshot")).to_have_count(0)
