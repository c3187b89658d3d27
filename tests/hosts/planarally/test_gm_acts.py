"""What the GM does with a token's turn, and back to the start of it in one press."""

from playwright.sync_api import expect

from tests.hosts.planarally.conftest import HOME, Client, Sit
from tests.warm.pages import wait_until_quiet


def open_tab(client: Client, name: str) -> None:
    """Press a button in a token's tab, and close it again."""
    client.page.evaluate("openTab()")
    client.page.locator("#tab").get_by_role("button", name=name, exact=True).click()
    wait_until_quiet(client.page)
    client.page.evaluate("closeTab(); scrollTo(0, 0)")


def test_a_push_costs_nothing_ends_at_a_wall_is_told_and_is_undone(sit: Sit) -> None:
    gm = sit(is_fighting=True, character={"dexterity": 0, "brawn": 0, "athletics": 0})
    gm.drag(HOME, (4, 2))
    expect(gm.notices).to_contain_text("Jenny stays")
    open_tab(gm, "Push with the next move")
    gm.drag(HOME, (4, 2), drop=False)
    expect(gm.page.locator(".footwork-said")).to_have_text("Jenny, Pushed, at no cost")
    gm.page.mouse.up()
    gm.wait_kept("jenny", (4, 2))
    gm.wait_moves("jenny", 1)
    gm.wait_chat()
    assert "pushed 20\u00a0ft" in gm.page.evaluate("chat")[0]
    # By keys too; the wall is three cells east.
    open_tab(gm, "Push with the next move")
    gm.drag((4, 2), (12, 2))
    expect(gm.notices).to_contain_text("and stopped there")
    gm.wait_kept("jenny", (6, 2))
    gm.wait_moves("jenny", 2)
    for count, cell in ((1, (4, 2)), (0, HOME)):
        gm.page.keyboard.press("Control+z")
        gm.wait_moves("jenny", count)
        gm.wait_kept("jenny", cell)
    # The one after a push is a move like others.
    gm.drag(HOME, (4, 2))
    gm.wait_kept("jenny", HOME)
    player = sit("user=player")
    player.drag(HOME, HOME)
    player.page.evaluate("openTab()")
    expect(player.page.locator("#tab").get_by_role("button", name="End turn")).to_be_visible()
    expect(player.page.locator("#tab [data-testid=push]")).to_have_count(0)
    assert gm.faults == player.faults == []


def test_movement_is_given_and_taken_with_a_reason_that_all_read(sit: Sit) -> None:
    gm = sit(is_fighting=True, character={"dexterity": 0, "brawn": 0, "athletics": 0})
    gm.drag(HOME, HOME)
    gm.page.evaluate("openTab()")
    form = gm.page.locator("#tab [data-testid=give]")
    form.get_by_label("Movement (ft)").fill("20")
    form.get_by_label("Reason").fill("A gust of wind")
    form.get_by_label("Reason").press("Enter")
    expect(gm.notices).to_contain_text("Jenny gets 20\u00a0ft of movement: A gust of wind")
    expect(gm.page.locator("#tab")).to_contain_text("A gust of wind")
    gm.page.evaluate("closeTab(); scrollTo(0, 0)")
    gm.drag(HOME, (8, 6))
    gm.wait_moves("jenny", 1)
    gm.page.evaluate("openTab()")
    form.get_by_label("Movement (ft)").fill("5")
    form.get_by_label("Reason").fill("Mud")
    form.get_by_role("button", name="Take").click()
    expect(gm.notices).to_contain_text("Jenny loses 5\u00a0ft of movement: Mud")
    wait_until_quiet(gm.page)
    gm.page.evaluate("closeTab(); scrollTo(0, 0)")
    gm.drag((8, 6), (9, 6))
    expect(gm.notices).to_contain_text("Jenny stays")
    gm.wait_kept("jenny", (8, 6))
    assert gm.faults == []


def test_the_gm_has_the_rules_hold_only_in_fights(sit: Sit) -> None:
    gm = sit(character={"dexterity": 0, "brawn": 0, "athletics": 0})
    gm.drag(HOME, (19, 6))
    gm.wait_kept("jenny", (19, 6))
    gm.page.evaluate("shapes.get(2).refPoint = { x: 425, y: 325 }")
    gm.drag((19, 6), (8, 6))
    expect(gm.notices).to_contain_text("Jenny stays")
    gm.page.locator(".footwork-button").click()
    gm.page.get_by_role("switch", name="Only in fights").click()
    gm.page.keyboard.press("Escape")
    gm.drag((19, 6), (8, 6))
    gm.wait_kept("jenny", (8, 6))
    gm.fight()
    gm.wait_clock("jenny")
    gm.drag((8, 6), (19, 12))
    expect(gm.notices).to_contain_text("too far. Farther than any roll")
    gm.wait_kept("jenny", (8, 6))
    assert gm.faults == []
