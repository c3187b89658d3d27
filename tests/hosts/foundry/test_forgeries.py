"""What a player's browser may try that is not the player's to do: the GM's browser finds it out."""

import pytest
from playwright.sync_api import expect

from tests.hosts.foundry.worlds import SIZE

JENNYS = "canvas.scene.tokens.get('jenny')"
FAR = f"{JENNYS}.move({{x: 21 * {SIZE}, y: 2 * {SIZE}}})"
"""Jenny goes 19 cells: farther than any roll carries her."""


@pytest.fixture
def asking(gm):
    """The GM's page, where the GM is asked about moves that the rules refuse."""
    gm.set("enforcement", "confirm")
    return gm


def ask_gm(player, **asked):
    """Ask the GM's browser as the player's does, without waiting for the answer."""
    question = {"scene": "scene", "token": "jenny", "user": "player", **asked}
    player.page.evaluate(
        "(asked) => { globalThis.answer = game.users.activeGM.query('footwork.letThrough', asked); }",
        question,
    )


def path_to(col):
    """Jenny's way east, cell by cell."""
    return [{"col": at, "row": 2, "elevation": 0, "mode": None} for at in range(2, col + 1)]


def test_the_gm_is_asked_in_the_words_of_the_gms_own_rules(asking, player):
    coffee = {"title": "Coffee", "content": "Shall I bring you a coffee?", "grant": "jenny FIRST letThrough"}
    ask_gm(player, kind="letThrough", id="FIRST", path=path_to(21), **coffee)
    expect(asking.dialog).to_contain_text("Jenny: Farther than any roll would carry")
    assert "coffee" not in asking.dialog.inner_text()
    asking.dialog.get_by_text("no", exact=True).click()
    ask_gm(player, **coffee)
    assert player.page.evaluate("answer") is False
    ask_gm(player, kind="reaction", id="FIRST", reaction="none", steps=[])
    assert player.page.evaluate("answer") is False


def test_what_the_gm_allows_is_this_move_once(asking, player):
    player.page.evaluate(f"void {FAR}")
    asking.dialog.get_by_text("yes", exact=True).click()
    asking.expect_at("jenny", 21, 2)
    asking.wait_verified(1)
    assert asking.notices.count() == 0
    # Another move that calls itself a part of the first one.
    player.page.evaluate("game.users.activeGM.query = async () => true")
    first = player.turn()["steps"][0]["commit"]["id"]
    player.page.evaluate(f"void {JENNYS}.move({{x: 100, y: 100}}, {{id: '{first}-7'}})")
    asking.expect_notice("Jenny: the last move is suspicious", "claims that the GM allowed it")
    player.page.evaluate("delete game.users.activeGM.query")


def test_a_difficulty_of_ones_own_beside_honest_dice_is_found_out(gm, player):
    player.page.evaluate("""() => {
      const write = JSON.stringify;
      const easier = (text) => text?.replaceAll('"kind":"rolled"', '"difficulty":1,"kind":"rolled"');
      JSON.stringify = (...what) => easier(write(...what));
      globalThis.restore = () => { JSON.stringify = write; };
    }""")
    player.pick_up("jenny", 10)
    expect(player.label()).to_contain_text("Outcome")
    player.page.mouse.up()
    player.dialog.get_by_text("yes", exact=True).click()
    player.settle()
    gm.expect_notice("Jenny: the last move is suspicious", "doesn't match the recorded moves")
    player.page.evaluate("restore()")
