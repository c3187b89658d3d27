"""The GM's first start: a window proposes a game by the world's own, shows what it reads, and starts the rules."""

from importlib import import_module

import pytest
from playwright.sync_api import expect

from py_rules.systems import sr5
from tests.hosts.foundry.client import SELECTABLE
from tests.hosts.foundry.test_windows import OPEN_MENU, window
from tests.hosts.foundry.worlds import world


def fresh(game_system="some-system", **more):
    """A world in which nothing was chosen yet."""
    at = world(system="contract", **more)
    at["system"] = {"id": game_system, "title": "The World's Game"}
    at["settings"] = {"footwork.timeout": 10}
    return at


@pytest.mark.parametrize(
    ("game_system", "rules", "presets"),
    [
        ("shadowrun5e", "sr5", ["Core book", "As edited"]),
        ("sr3e", "sr3", ["As edited"]),
        ("od6s", "d6", ["As written"]),
        ("dnd5e", "custom", ["30 ft and dash", "Three actions of 25 ft", "6 cells and double", "Zones"]),
        ("pf2e", "custom", ["Three actions of 25 ft", "30 ft and dash", "6 cells and double", "Zones"]),
    ],
)
def test_the_game_is_proposed_whose_sheets_the_world_has_and_how_it_is_played_there(
    sit_down, game_system, rules, presets
):
    gm = sit_down(at=fresh(game_system), ready=False)
    setup = window(gm, "setup")
    expect(setup.locator("[data-setup=system]")).to_have_value(rules)
    expect(setup.locator("option:checked").first).to_contain_text("reads the sheets of The World's Game")
    expect(setup.locator("#footwork-setup-about")).to_have_text(
        import_module(f"py_rules.systems.{rules}").SYSTEM.about.text
    )
    assert setup.locator("[data-setup=preset] option").all_inner_texts() == presets
    expect(setup.locator("[data-setup=preset] option:checked")).to_have_text(presets[0])
    expect(setup.locator("input[value=inform]")).to_be_checked()


def test_where_no_game_reads_the_sheets_any_game_is_proposed_and_says_so(sit_down):
    setup = window(sit_down(at=fresh("whatever"), ready=False), "setup")
    expect(setup.locator("[data-setup=system]")).to_have_value("custom")
    expect(setup.locator("option:checked").first).to_have_text("Any game")
    expect(setup).to_contain_text("No game here reads the sheets of The World's Game")


@pytest.mark.parametrize(
    ("game_system", "sheet", "told"),
    [
        ("shadowrun5e", {"metatype": "ork"}, ["Metatype", "Ork"]),
        (
            "pf2e",
            {"movement": {"speeds": {"land": {"value": 25}, "fly": {"value": 40}, "climb": {"value": 10}}}},
            ["Walking speed", "25", "Other speeds", "Climb 10, Fly 40"],
        ),
    ],
)
def test_values_of_a_sheet_are_told_as_its_form_has_them(sit_down, game_system, sheet, told):
    at = fresh(game_system, actors=[{"id": "of-jenny", "type": "character", "system": sheet, "items": []}])
    at["tokens"]["jenny"] |= {"actorId": "of-jenny", "flags": {}}
    read = window(sit_down(at=at, ready=False), "setup").locator(".footwork-read > *")
    expect(read).to_have_text(told)


def test_one_click_starts_the_rules_and_a_token_is_judged(sit_down):
    gm = sit_down(at=fresh(), ready=False)
    setup = window(gm, "setup")
    setup.locator("[data-setup=system]").select_option("contract")
    setup.locator("input[value=block]").check()
    expect(setup).to_contain_text("Dexterity")
    gm.page.evaluate("globalThis.isSamePage = true")
    setup.get_by_role("button", name="Turn on the rules").click()
    expect(window(gm, "setup")).to_have_count(0)
    gm.wait_until_ready()
    assert gm.page.evaluate("globalThis.isSamePage")
    gm.expect_notice("The rules are on: The Contract.", "Add tokens to a combat and begin it")
    expect(gm.page.locator(".footwork-legend")).to_be_visible()
    gm.drag("jenny", 19, 0)
    gm.expect_notice("Jenny")
    gm.expect_at("jenny", 2, 2)
    gm.drag("jenny", 2, 0)
    gm.expect_at("jenny", 4, 2)
    gm.page.reload()
    gm.wait_until_entered()
    expect(gm.notices.filter(has_text="The rules are on")).to_have_count(0)


def open_setup(gm):
    gm.page.evaluate(OPEN_MENU, "setup")
    return window(gm, "setup")


def kept(gm):
    """What the server keeps of the module's settings, but for what the GM's page checks of moves."""
    settings = gm.table.snapshot()["settings"]
    return {key: value for key, value in settings.items() if key != "footwork.verified"}


@pytest.mark.parametrize(
    ("house_rules", "preset"),
    [({}, "as_edited"), ({"sr5": {"round_seconds": 4}}, ""), ({"sr5": sr5.sheet.CORE_BOOK}, "core_book")],
)
def test_the_window_shows_later_what_is_set_and_changes_nothing_unasked(sit_down, house_rules, preset):
    at = world("sr5")
    at["system"] = {"id": "shadowrun5e"}
    at["settings"] |= {"footwork.houseRules": house_rules, "footwork.welcomed": True}
    gm = sit_down(at=at)
    before = kept(gm)
    setup = open_setup(gm)
    expect(setup.locator("[data-setup=system]")).to_have_value("sr5")
    expect(setup.locator("[data-setup=preset]")).to_have_value(preset)
    expect(setup.locator("input[value=block]")).to_be_checked()
    setup.get_by_role("button", name="Save").click()
    expect(setup).to_have_count(0)
    assert kept(gm) == before
    assert gm.notices.count() == 0
    open_setup(gm).locator("input[value=confirm]").check()
    setup.get_by_role("button", name="Save").click()
    expect(setup).to_have_count(0)
    assert kept(gm) == before | {"footwork.enforcement": "confirm"}


def test_players_and_worlds_that_have_chosen_are_not_asked(sit_down):
    player = sit_down("player", at=fresh(), ready=False)
    expect(player.page.locator("body")).to_have_attribute("data-ready", "true")
    expect(window(player, "setup")).to_have_count(0)


def test_who_wants_no_rules_is_not_asked_again(sit_down):
    gm = sit_down(at=fresh(), ready=False)
    setup = window(gm, "setup")
    setup.locator("[data-setup=system]").select_option("none")
    setup.get_by_role("button", name="Turn on the rules").click()
    expect(window(gm, "setup")).to_have_count(0)
    gm.page.reload()
    gm.wait_until_entered()
    expect(window(gm, "setup")).to_have_count(0)


def test_other_rules_are_played_at_once_on_all_pages_and_none_as_well(sit_down):
    at = world()
    at["tokens"]["jenny"]["flags"] = {}
    gm, player = sit_down(at=at), sit_down("player")
    for client in (gm, player):
        client.page.evaluate("globalThis.isSamePage = true")
    assert gm.page.evaluate(SELECTABLE) == ["footwork-sprint All-out Sprint"]
    player.mark("jenny").click()
    expect(player.page.locator(".footwork-legend")).to_be_visible()
    gm.set("system", "none")
    expect(player.page.locator(".footwork-legend")).to_be_hidden()
    player.drag("jenny", 19)
    player.expect_at("jenny", 21, 2)
    gm.expect_at("jenny", 21, 2)
    gm.set("system", "sr3")
    player.page.wait_for_function("game.modules.get('footwork').api.system() === 'sr3'")
    assert player.page.evaluate(SELECTABLE) == ["footwork-walk Walk", "footwork-run Run"]
    player.wait_until_ready()
    player.pick_up("jenny", -19)
    expect(player.label()).to_contain_class("footwork-impossible")
    player.let_go()
    player.expect_at("jenny", 21, 2)
    for client in (gm, player):
        assert client.page.evaluate("globalThis.isSamePage")
        assert client.page.evaluate("double.hookErrors") == []
