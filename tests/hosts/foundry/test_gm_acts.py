"""What the GM does with a token's turn: push it, give it movement or take some; and back to where the turn began."""

from playwright.sync_api import expect

from tests.hosts.foundry.test_windows import allowance, open_panel


def test_the_next_move_is_a_push_where_the_gm_says_so_and_is_told_and_undone(gm):
    panel = open_panel(gm)
    push = panel.get_by_test_id("push")
    push.click()
    expect(push).to_have_attribute("aria-pressed", "true")
    gm.pick_up("jenny", 3)
    expect(gm.label()).to_contain_text("15 ft · Pushed, at no cost")
    gm.let_go()
    gm.expect_notice("Jenny was pushed 15\u00a0ft, at no cost.")
    expect(panel.locator(".footwork-commit")).to_contain_text("Pushed 15 ft")
    expect(allowance(panel, "Free Movement")).to_contain_text("0 / 25 ft")
    expect(push).to_have_attribute("aria-pressed", "false")
    gm.drag("jenny", 1)
    expect(allowance(panel, "Free Movement")).to_contain_text("5 / 25 ft")
    panel.get_by_role("button", name="Undo").click()
    expect(allowance(panel, "Free Movement")).to_contain_text("0 / 25 ft")
    panel.get_by_role("button", name="Undo").click()
    expect(panel).to_contain_text("Nothing yet.")


def test_one_press_leads_back_to_where_the_turn_began_and_the_client_forgets_the_way(gm):
    panel = open_panel(gm)
    for feet, cols in ((5, 1), (10, -1), (20, 2)):
        gm.drag("jenny", cols)
        expect(allowance(panel, "Free Movement")).to_contain_text(f"{feet} / 25 ft")
    panel.get_by_role("button", name="Back to the start of the turn").click()
    gm.expect_notice("Jenny is back where the turn began: 20\u00a0ft undone.")
    expect(panel).to_contain_text("Nothing yet.")
    gm.expect_at("jenny", 2, 2)
    assert gm.page.evaluate("canvas.scene.tokens.get('jenny').movementHistory") == []
