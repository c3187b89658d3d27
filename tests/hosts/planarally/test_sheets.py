"""The table's settings and a token's sheet: the mod's dialog, and its tab in the host's."""

from playwright.sync_api import expect

from tests.hosts.planarally.conftest import HOME, Sit
from tests.hosts.planarally.workers import LATE
from tests.warm.pages import wait_until_quiet


def test_a_sheet_that_the_rules_cannot_read_is_not_kept(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, HOME)
    client.page.evaluate("openTab()")
    brawn = client.page.locator("#footwork-sheet-brawn")
    expect(brawn).to_have_value("3")
    brawn.fill("-7")
    expect(client.page.locator("#tab .field-error")).to_be_visible()
    kept = client.page.evaluate("JSON.parse(localStorage.getItem('block shape token jenny'))")
    assert kept["characters"]["contract"]["brawn"] == 3
    client.page.evaluate("closeTab(); scrollTo(0, 0)")
    client.drag(HOME, (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")


def test_a_turn_that_cannot_be_read_counts_as_none(sit: Sit) -> None:
    client = sit(turn={"ledger": 7, "moves": "none"})
    client.fight()
    client.drag(HOME, (9, 6))
    client.wait_kept("jenny", (9, 6))
    assert client.faults == []


SPOILT = {
    "room asked ": {
        "a": None,
        "b": 7,
        "c": {"kind": "letThrough", "token": 7, "text": {"no": "text"}, "answer": None, "until": 9e15},
        "d": {"kind": "goOn", "token": "jenny", "text": "Go on?", "answer": None, "until": 9e15},
    },
    "room grounds ": {"wall": None, "pit": {"kind": "difficult", "multiplier": "many"}},
    "room fight 1 ": {"isActive": True, "round": "two", "members": 7},
    "shape token rook": {"characters": 7, "circumstances": None, "side": {}, "turn": [], "starts": 1},
}


def test_what_a_player_spoils_of_what_is_kept_keeps_nobodys_moves_from_being_judged(sit: Sit) -> None:
    first = sit(is_fighting=True)
    first.page.evaluate(
        "(all) => { for (const [key, kept] of Object.entries(all))"
        " localStorage.setItem(`block ${key}`, JSON.stringify(kept)); }",
        SPOILT,
    )
    gm = sit("again")
    wait_until_quiet(gm.page)
    gm.fight()
    gm.drag((4, 8), (4, 10))
    gm.wait_kept("rook", (4, 10))
    gm.drag(HOME, (19, 12))
    expect(gm.notices).to_contain_text("Jenny stays")
    gm.wait_kept("jenny", HOME)
    assert gm.faults == []


def test_a_preset_sets_all_house_rules_and_gives_back_what_was_there(sit: Sit) -> None:
    client = sit(system="sr5", houseRules={"share_cell": True})
    client.page.locator(".footwork-button").click()
    standing = client.dialog.get_by_test_id("presets").get_by_role("status")
    expect(standing).to_have_text("As edited, differs in 1 place")
    client.dialog.get_by_label("Preset").select_option("Core book")
    expect(standing).to_have_text("Core book, unchanged")
    client.dialog.get_by_role("button", name="Restore custom choices").click()
    expect(standing).to_have_text("As edited, differs in 1 place")
    expect(client.dialog.get_by_role("switch", name="Small tokens share a cell")).to_be_checked()
    client.dialog.get_by_role("button", name="Back to: off, Small tokens share a cell").click()
    expect(standing).to_have_text("As edited, unchanged")


def test_the_gm_sets_the_table_and_a_sheet_in_forms(sit: Sit) -> None:
    client = sit()
    client.page.locator(".footwork-button").click()
    client.dialog.get_by_label("Rules", exact=True).select_option("sr5")
    expect(client.dialog.get_by_text("House rules to settle first")).to_be_visible()
    expect(client.dialog.get_by_text("Walk for free, run for dice")).to_be_visible()
    client.answer("Close")
    client.drag(HOME, HOME)
    client.page.evaluate("openTab()")
    client.page.locator("#footwork-sheet-agility").fill("7")
    expect(client.page.locator("#tab")).to_contain_text("Done so far")
    client.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('block shape token jenny')).characters.sr5?.agility === 7"
    )


def test_what_a_sheet_lacks_is_told_and_set(sit: Sit) -> None:
    client = sit(character={"dexterity": 4})
    client.drag(HOME, HOME)
    client.page.evaluate("openTab()")
    assumed = client.page.locator("#tab").get_by_test_id("assumed")
    expect(assumed).to_have_text("Assumed: Brawn 1. Set it on the sheet.")
    assumed.get_by_role("button").click()
    brawn = client.page.locator("#footwork-sheet-brawn")
    expect(brawn).to_be_focused()
    expect(brawn).to_have_value("")
    brawn.fill("1")
    expect(assumed).to_have_count(0)


def test_a_token_that_was_in_focus_when_the_rules_were_chosen_has_its_tab(sit: Sit) -> None:
    gm = sit(system="")
    gm.drag(HOME, HOME)
    gm.page.evaluate("openTab()")
    expect(gm.page.locator("#tab")).to_contain_text("Choose the rules of this table first")
    gm.page.evaluate("closeTab()")
    gm.page.locator(".footwork-button").click()
    gm.dialog.get_by_label("Rules", exact=True).select_option("contract")
    gm.answer("Close")
    gm.page.evaluate("openTab()")
    expect(gm.page.locator("#tab")).to_contain_text("Done so far")
    assert gm.faults == []


def test_the_tab_shows_and_changes_the_token_in_focus_and_no_other(sit: Sit) -> None:
    client = sit(script=LATE)
    brawn = client.page.locator("#footwork-sheet-brawn")
    client.drag(HOME, HOME)
    client.page.evaluate("openTab()")
    expect(brawn).to_have_value("3")
    client.page.evaluate("lateness = 400; selected.clear(); selected.add(4)")
    expect(brawn).to_have_count(0)
    expect(brawn).to_have_value("")
    client.page.evaluate("closeTab(); selected.clear(); selected.add(1); openTab()")
    expect(brawn).to_have_value("3")
    client.page.evaluate("closeTab(); selected.clear(); selected.add(4); openTab()")
    assert brawn.count() == 0
    expect(brawn).to_have_value("")
    brawn.fill("6")
    client.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('block shape token rook')).characters.contract?.brawn === 6"
    )
    jenny = client.page.evaluate("JSON.parse(localStorage.getItem('block shape token jenny'))")
    assert jenny["characters"]["contract"]["brawn"] == 3


def test_what_is_typed_for_one_token_never_reaches_another(sit: Sit) -> None:
    client = sit()
    client.drag(HOME, HOME)
    client.page.evaluate("openTab()")
    expect(client.page.locator("#footwork-sheet-brawn")).to_have_value("3")
    before = client.page.evaluate("({...localStorage})")
    client.page.evaluate("""() => {
        const input = document.getElementById("footwork-sheet-brawn");
        selected.clear();
        selected.add(4);
        input.value = "6";
        for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
    }""")
    expect(client.page.locator("#footwork-sheet-brawn")).to_have_value("")
    assert client.page.evaluate("({...localStorage})") == before


def test_keys_in_a_dialog_and_in_the_tab_never_reach_the_host(sit: Sit) -> None:
    client = sit(is_fighting=True, enforcement="confirm")
    keyboard = client.page.keyboard
    client.drag(HOME, (19, 12))
    expect(client.dialog).to_be_visible()
    for key in ("Backspace", "Tab", "Control+z", "ArrowRight"):
        keyboard.press(key)
    client.dialog.locator("p").click()
    for key in ("Backspace", "Tab", "Control+z", "ArrowRight"):
        keyboard.press(key)
    client.answer("Refuse")
    client.wait_kept("jenny", HOME)
    client.page.evaluate("openTab()")
    client.page.get_by_role("button", name="End turn").focus()
    keyboard.press("Backspace")
    keyboard.press("Tab")
    assert client.page.evaluate("deleted") == []
    assert client.page.evaluate("document.body.dataset.mode") is None
    client.page.evaluate("document.activeElement.blur(); closeTab()")
    keyboard.press("Backspace")
    assert client.page.evaluate("deleted") == [1]
