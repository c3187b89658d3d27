"""The action's popover: the sheet and the turn of the selected token, and the house rules of the room."""

import pytest
from playwright.sync_api import expect

from py_rules.systems import sr5
from tests.hosts.contract.workers import SLOW_START
from tests.hosts.owlbear.client import HOST_TOOL, TOOL
from tests.hosts.owlbear.worlds import rules, token, world

EVIL = "<img src=x onerror=alert(1)>"


def test_the_gm_chooses_the_rules_and_they_hold_at_once(sit_down):
    client = sit_down(world(room={}), ready=False)
    popover = client.popover()
    popover.get_by_test_id("system").select_option("d6")
    client.page.wait_for_function("table.room['footwork/rules']?.system === 'd6'")
    expect(popover.get_by_text("Half your Move is free")).to_be_visible()
    popover.get_by_test_id("system").select_option("contract")
    client.page.wait_for_function("table.room['footwork/rules']?.system === 'contract'")
    client.use(TOOL)
    client.drag("jenny", 3)
    client.expect_moved(15)


def test_a_player_reads_the_house_rules_and_changes_none(sit_down):
    client = sit_down(role="PLAYER")
    popover = client.popover()
    popover.get_by_test_id("tab-house").click()
    expect(popover.get_by_test_id("system")).to_be_disabled()
    expect(popover.get_by_text("The GM decides these.")).to_be_visible()
    expect(popover.get_by_label("Preset")).to_be_disabled()
    expect(popover.get_by_test_id("presets").get_by_role("status")).to_have_text("As written, unchanged")


def test_a_preset_sets_all_house_rules_and_gives_back_what_was_there(sit_down):
    core_book = dict(sr5.SYSTEM.presets[1].values)
    client = sit_down(world(room={"footwork/rules": rules(system="sr5", house_rules={"share_cell": True})}))
    kept = "(wanted) => JSON.stringify(table.room['footwork/rules'].house_rules) === JSON.stringify(wanted)"
    popover = client.popover()
    popover.get_by_test_id("tab-house").click()
    standing = popover.get_by_test_id("presets").get_by_role("status")
    expect(standing).to_have_text("As edited, differs in 1 place")
    popover.get_by_label("Preset").select_option("Core book")
    expect(standing).to_have_text("Core book, unchanged")
    client.page.wait_for_function(kept, arg=core_book)
    popover.get_by_role("button", name="Restore custom choices").click()
    expect(standing).to_have_text("As edited, differs in 1 place")
    client.page.wait_for_function(kept, arg={"share_cell": True})
    popover.get_by_role("button", name="Back to: off, Small tokens share a cell").click()
    expect(standing).to_have_text("As edited, unchanged")


def test_a_sheet_is_filled_in_and_counts(gm):
    gm.page.evaluate("select(['jenny'])")
    popover = gm.popover()
    field = popover.get_by_label("Dexterity", exact=True)
    expect(field).to_have_value("4")
    field.fill("1")
    gm.page.wait_for_function("table.items[2].metadata['footwork/character'].contract.dexterity === 1")
    popover.get_by_test_id("tab-turn").click()
    expect(popover.get_by_test_id("allowances")).to_contain_text("10 ft")
    popover.get_by_test_id("tab-sheet").click()
    popover.get_by_label("Dexterity", exact=True).fill("-7")
    expect(popover.get_by_role("alert")).to_be_visible()
    assert gm.item("jenny")["metadata"]["footwork/character"]["contract"]["dexterity"] == 1


def test_what_a_sheet_lacks_is_told_and_set(sit_down):
    at = world()
    at["items"].append(token("Blank", 8, 8, metadata={"footwork/character": {"contract": {"brawn": 3}}}))
    client = sit_down(at)
    client.page.evaluate("select(['blank'])")
    popover = client.popover()
    popover.get_by_test_id("tab-turn").click()
    assumed = popover.get_by_test_id("assumed")
    expect(assumed).to_have_text("Assumed: Dexterity 1. Set it on the sheet.")
    assumed.get_by_role("button").click()
    field = popover.get_by_label("Dexterity", exact=True)
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    field.fill("1")
    client.page.wait_for_function(
        "table.items.find(({id}) => id === 'blank').metadata['footwork/character'].contract.dexterity === 1"
    )
    popover.get_by_test_id("tab-turn").click()
    expect(popover.get_by_test_id("allowances")).to_be_visible()
    expect(assumed).to_have_count(0)


def test_a_modifier_to_tests_changes_the_chance_shown(gm):
    gm.page.evaluate("select(['jenny'])")
    gm.use(TOOL)
    gm.pick_up("jenny", 10)
    expect(gm.label).to_contain_text("%")
    before = gm.label.text_content()
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()
    popover = gm.popover()
    popover.get_by_test_id("tab-turn").click()
    field = popover.get_by_label("Modifier to tests", exact=True)
    field.fill("-99")
    expect(popover.get_by_role("alert")).to_be_visible()
    field.fill("4")
    gm.page.wait_for_function(
        "table.items.find(({id}) => id === 'jenny').metadata['footwork/circumstances']?.contract.test_modifier === 4"
    )
    gm.pick_up("jenny", 10)
    expect(gm.label).to_contain_text("%")
    assert gm.label.text_content() != before
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()


def test_a_turn_is_told_taken_back_and_ended(gm):
    gm.page.evaluate("select(['jenny'])")
    gm.drag("jenny", 3)
    gm.expect_moved(15)
    popover = gm.popover()
    popover.get_by_test_id("tab-turn").click()
    expect(popover.get_by_test_id("allowances")).to_contain_text("15 / 25")
    expect(popover.get_by_test_id("commits")).to_contain_text("15 ft")
    popover.get_by_test_id("take-back").click()
    gm.expect_at("jenny", 4, 5)
    expect(popover.get_by_test_id("allowances")).to_contain_text("0 / 25")
    gm.drag("jenny", 0, 2)
    gm.expect_moved(10)
    popover.get_by_test_id("end-turn").click()
    expect(popover.get_by_test_id("allowances")).to_contain_text("0 / 25")
    expect(gm.notices.last).to_have_text("Jenny’s turn has ended; Jenny begins a new one.")
    gm.expect_at("jenny", 4, 7)


def test_the_turn_tells_what_the_colours_on_the_map_mean(gm):
    gm.page.evaluate("select(['jenny'])")
    popover = gm.popover()
    popover.get_by_test_id("tab-turn").click()
    legend = popover.get_by_role("list", name="Legend").get_by_role("listitem")
    expect(legend).to_have_text(["Free", "−1 … −3 dice", "Roll", "Not possible"])


def test_nobody_is_selected_and_it_says_what_to_do(gm):
    popover = gm.popover()
    expect(popover.get_by_text("Select a token")).to_be_visible()


@pytest.mark.parametrize("name", [EVIL, "{{jenny}}"])
def test_names_are_nothing_but_text(sit_down, name):
    at = world()
    at["items"].append({**token("Evil", 8, 8), "name": name})
    client = sit_down(at)
    client.page.evaluate("select(['evil'])")
    popover = client.popover()
    expect(popover.get_by_role("heading", name=name)).to_be_visible()
    expect(popover.locator("img")).to_have_count(0)


def test_whose_browser_prefers_german_reads_german(sit_down):
    german = "Object.defineProperty(navigator, 'languages', {get: () => ['de-DE', 'en']});"
    client = sit_down(script=german)
    client.page.evaluate("select(['jenny'])")
    popover = client.popover()
    expect(popover.locator("html")).to_have_attribute("lang", "de")
    expect(popover.get_by_label("Geschick", exact=True)).to_have_value("4")
    popover.get_by_test_id("tab-turn").click()
    expect(popover.get_by_role("heading", name="Bisher getan")).to_be_visible()
    expect(popover.get_by_role("heading", name="Umstände")).to_be_visible()
    expect(popover.get_by_test_id("allowances")).to_contain_text("Freie Bewegung")
    expect(popover.get_by_role("button", name="Rückgängig")).to_be_disabled()
    popover.get_by_test_id("tab-house").click()
    expect(popover.get_by_label("Unmögliche Bewegungen")).to_contain_text("Sperren: den Token zurücksetzen")
    client.use(TOOL)
    client.drag("jenny", 30)
    expect(client.notices.first).to_contain_text("bleibt stehen:")


# ---------------------------------------------------------------- the host's limits


def test_a_large_answer_arrives_in_parts_within_the_hosts_limit(sit_down):
    client = sit_down()
    client.use(TOOL)
    client.drag("jenny", 7)
    client.expect_moved(35)
    client.page.evaluate("select(['jenny'])")
    popover = client.popover()
    popover.get_by_test_id("tab-turn").click()
    expect(popover.get_by_test_id("end-turn")).to_be_enabled()
    # Longer than a part, so that it was cut, and each part is taken.
    assert 4_000 < client.page.evaluate("largest()") <= 16_384


@pytest.mark.parametrize("system", ["contract", "sr5", "sr3", "d6", "styles"])
def test_the_turn_of_a_token_without_a_sheet_is_shown(sit_down, system):
    at = world(room={"footwork/rules": rules(system=system)})
    at["items"].append(token("Blank", 8, 8))
    client = sit_down(at)
    client.page.evaluate("select(['blank'])")
    popover = client.popover()
    popover.get_by_test_id("tab-turn").click()
    expect(popover.get_by_test_id("allowances")).to_be_visible()
    expect(popover.get_by_test_id("end-turn")).to_be_enabled()


def test_a_full_room_is_told_before_the_host_refuses(sit_down):
    others = {"another.extension/notes": "x" * 16_000}
    client = sit_down(world(room={"footwork/rules": rules(system="sr5"), **others}))
    popover = client.popover()
    popover.get_by_test_id("tab-house").click()
    popover.get_by_label("Preset").select_option("Core book")
    expect(popover.get_by_text("This room has no space left")).to_be_visible()
    assert client.page.evaluate("table.room['footwork/rules'].house_rules") == {}
    popover.get_by_role("switch", name="In combat: moves are counted").click()
    client.page.wait_for_function("table.room['footwork/rules'].inCombat === false")


def test_house_rules_at_their_default_take_no_room(sit_down):
    client = sit_down(world(room={"footwork/rules": rules(system="sr5")}))
    popover = client.popover()
    popover.get_by_test_id("tab-house").click()
    small = popover.get_by_role("switch", name="Small tokens share a cell")
    small.click()
    client.page.wait_for_function("table.room['footwork/rules'].house_rules.share_cell === true")
    small.click()
    client.page.wait_for_function("Object.keys(table.room['footwork/rules'].house_rules).length === 0")


@pytest.mark.parametrize("script", [SLOW_START, ""])
def test_a_slow_start_is_told_with_its_reason(sit_down, script):
    client = sit_down(script=script)
    client.page.evaluate("select(['jenny'])")
    popover = client.popover()
    popover.get_by_test_id("tab-turn").click()
    expect(popover.get_by_test_id("allowances")).to_be_visible()
    told = popover.get_by_text("could not be used: no room for it")
    expect(told).to_have_count(1 if script else 0)


def test_a_move_is_not_taken_back_from_where_somebody_has_put_the_token_since(gm):
    gm.page.evaluate("select(['jenny'])")
    gm.drag("jenny", 3)
    gm.expect_moved(15)
    gm.page.evaluate("moveAs('somebody', 'jenny', { x: 225, y: 825 })")
    gm.expect_at("jenny", 1, 5)
    popover = gm.popover()
    popover.get_by_test_id("tab-turn").click()
    popover.get_by_test_id("take-back").click()
    expect(popover.get_by_test_id("why-not")).to_contain_text("Jenny has been moved since")
    gm.expect_at("jenny", 1, 5)
    gm.expect_moved(15)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ("*.js", "popover.js is missing, or the server does not send it as text/javascript"),
        ("popover.js", "popover.js came as text/plain"),
    ],
)
def test_a_window_whose_scripts_come_as_text_says_what_the_server_is_to_do(browser, servers, files, said):
    context = browser.new_context()
    page = context.new_page()
    headers = {"Content-Type": "text/plain", "X-Content-Type-Options": "nosniff"}
    page.route(f"**/{files}", lambda route: route.fulfill(response=route.fetch(), headers=headers))
    page.goto(f"{servers.extension}popover.html")
    told = page.get_by_test_id("unstarted")
    expect(told).to_be_visible(timeout=15_000)
    expect(told).to_contain_text(said)
    context.close()


def test_the_gm_pushes_and_a_turn_goes_back_to_its_start_in_one_press(sit_down):
    gm = sit_down()
    gm.page.evaluate("select(['jenny'])")
    popover = gm.popover()
    popover.get_by_test_id("tab-turn").click()
    gm.use(TOOL)
    gm.drag("jenny", 0, 1)
    gm.expect_moved(5)
    popover.get_by_test_id("to-start").click()
    gm.expect_notice("Jenny is back where the turn began: 5\u00a0ft undone.")
    gm.expect_at("jenny", 4, 5)
    # By the tool, and by the table's own: neither costs anything, and a wall ends it.
    push = popover.get_by_test_id("push")
    for tool, col, told in ((TOOL, 9, "was pushed 25\u00a0ft, at no cost."), (HOST_TOOL, 12, "stays")):
        expect(push).to_have_attribute("aria-pressed", "false")
        push.click()
        expect(push).to_have_attribute("aria-pressed", "true")
        gm.use(tool)
        if tool == TOOL:
            gm.pick_up("jenny", 2)
            expect(gm.label).to_have_text("Pushed, at no cost")
            gm.page.keyboard.press("Escape")
            gm.page.mouse.up()
        gm.drag("jenny", col - gm.item("jenny")["position"]["x"] // 150)
        gm.expect_notice("Jenny", told)
        gm.expect_at("jenny", 9, 5)
    popover.get_by_test_id("take-back").click()
    gm.expect_at("jenny", 4, 5)
    form = popover.get_by_test_id("give")
    form.get_by_label("Movement (ft)").fill("20")
    form.get_by_label("Reason").fill("A gust of wind")
    form.get_by_role("button", name="Give").click()
    gm.expect_notice("Jenny gets 20\u00a0ft of movement: A gust of wind")
    gm.use(TOOL)
    gm.pick_up("jenny", 5)
    expect(gm.label).to_contain_text("35\u00a0ft left \u00b7 X-14")
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()


def test_a_player_pushes_nobody(sit_down):
    player = sit_down(role="PLAYER")
    player.page.evaluate("select(['jenny'])")
    popover = player.popover()
    popover.get_by_test_id("tab-turn").click()
    expect(popover.get_by_test_id("to-start")).to_be_visible()
    expect(popover.get_by_test_id("push")).to_have_count(0)
    expect(popover.get_by_test_id("give")).to_have_count(0)
