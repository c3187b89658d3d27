"""The GM's first start: a window proposes a game by the world's own, shows what it reads, and starts the rules."""

from importlib import import_module

import pytest
from playwright.sync_api import expect

from tests.hosts.foundry.test_windows import window
from tests.hosts.foundry.worlds import world


def fresh(game_system="some-system", **more):
    """A world in which nothing was chosen yet."""
    at = world(system="contract", **more)
    at["system"] = {"id": game_system, "title": "The World's Game"}
    at["settings"] = {"footwork.timeout": 10}
    return at


@pytest.mark.parametrize(
    ("game_system", "rules"),
    [("shadowrun5e", "sr5"), ("sr3e", "sr3"), ("od6s", "d6"), ("dnd5e", "custom")],
)
def test_the_game_is_proposed_whose_sheets_the_world_has(sit_down, game_system, rules):
    gm = sit_down(at=fresh(game_system), ready=False)
    setup = window(gm, "setup")
    expect(setup.locator("[data-setup=system]")).to_have_value(rules)
    expect(setup.locator("option:checked").first).to_contain_text("reads the sheets of The World's Game")
    expect(setup.locator("#footwork-setup-about")).to_have_text(
        import_module(f"py_rules.systems.{rules}").SYSTEM.about.text
    )
    expect(setup.locator("input[value=inform]")).to_be_checked()


def test_where_no_game_reads_the_sheets_any_game_is_proposed_and_says_so(sit_down):
    setup = window(sit_down(at=fresh("whatever"), ready=False), "setup")
    expect(setup.locator("[data-setup=system]")).to_have_value("custom")
    expect(setup.locator("option:checked").first).to_have_text("Any game")
    expect(setup).to_contain_text("No game here reads the sheets of The World's Game")


def test_one_click_starts_the_rules_and_a_token_is_judged(sit_down):
    gm = sit_down(at=fresh(), ready=False)
    setup = window(gm, "setup")
    setup.locator("[data-setup=system]").select_option("contract")
    setup.locator("input[value=block]").check()
    expect(setup).to_contain_text("Dexterity")
    with gm.page.expect_navigation():
        setup.get_by_role("button", name="Turn on the rules").click()
    gm.wait_until_entered()
    gm.wait_until_ready()
    expect(window(gm, "setup")).to_have_count(0)
    gm.expect_notice("The Contract rules are on.", "Add tokens to a combat and begin it")
    expect(gm.page.locator(".footwork-legend")).to_be_visible()
    gm.drag("jenny", 19, 0)
    gm.expect_notice("Jenny")
    gm.expect_at("jenny", 2, 2)
    gm.drag("jenny", 2, 0)
    gm.expect_at("jenny", 4, 2)
    gm.page.reload()
    gm.wait_until_entered()
    expect(gm.notices.filter(has_text="rules are on")).to_have_count(0)


def test_players_and_worlds_that_have_chosen_are_not_asked(sit_down):
    player = sit_down("player", at=fresh(), ready=False)
    expect(player.page.locator("body")).to_have_attribute("data-ready", "true")
    expect(window(player, "setup")).to_have_count(0)


def test_who_wants_no_rules_is_not_asked_again(sit_down):
    gm = sit_down(at=fresh(), ready=False)
    setup = window(gm, "setup")
    setup.locator("[data-setup=system]").select_option("none")
    with gm.page.expect_navigation():
        setup.get_by_role("button", name="Turn on the rules").click()
    expect(gm.page.locator("body")).to_have_attribute("data-ready", "true")
    expect(window(gm, "setup")).to_have_count(0)
