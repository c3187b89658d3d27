"""Rooms that are left and entered, and two versions of the mod in one."""

import pytest
from playwright.sync_api import expect

from tests.hosts.planarally.conftest import HOME, Sit
from tests.warm.pages import wait_until_quiet

ELEMENTS = "[class^='footwork-']"


@pytest.mark.parametrize("is_told", [True, False])
def test_who_leaves_the_room_leaves_nothing_of_it_and_finds_it_again(sit: Sit, is_told: bool) -> None:
    client = sit(is_fighting=True)
    page = client.page
    before = page.locator(ELEMENTS).count()
    page.evaluate("globalThis.theirs = WebSocket.prototype.send; leaveRoom()")
    expect(page.locator(ELEMENTS)).to_have_count(0)
    assert page.evaluate("WebSocket.prototype.send !== theirs")
    page.evaluate("enterRoom([])")
    client.drag(HOME, (17, 6))
    client.wait_kept("jenny", (17, 6))
    page.evaluate("leaveRoom()")
    page.evaluate("(isTold) => enterRoom([''], isTold)", is_told)
    button = page.locator(".footwork-button")
    expect(button).to_have_attribute("data-state", "ready", timeout=60_000)
    assert page.locator(ELEMENTS).count() == before
    client.drag((17, 6), (2, 12))
    expect(client.notices.locator("p")).to_have_count(1)
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", (17, 6))
    client.drag((17, 6), (17, 6))
    page.evaluate("openTab()")
    expect(page.locator("#footwork-sheet-brawn")).to_have_value("3")
    assert client.faults == []


def test_another_room_never_gets_what_is_kept_of_the_one_before(sit: Sit) -> None:
    client = sit()
    client.page.evaluate("leaveRoom(); history.replaceState(null, '', '/another')")
    with client.page.expect_response("**/another") as told:
        client.page.evaluate("enterRoom([''])")
    told.value.finished()
    wait_until_quiet(client.page)  # a page whose rules still start may never close


@pytest.mark.parametrize("mods", ["0.9.0,0.10.0", "0.10.0,0.9.0"])
def test_of_two_versions_only_the_newer_runs(sit: Sit, mods: str) -> None:
    client = sit(f"mods={mods}", is_fighting=True)
    expect(client.page.locator(".footwork-button")).to_have_count(1)
    client.drag(HOME, (17, 6))
    client.answer("Stay")
    client.wait_kept("jenny", HOME)
    client.drag(HOME, (19, 12))
    expect(client.notices.locator("p")).to_have_count(1)
    client.wait_kept("jenny", HOME)
    assert client.faults == []


def test_a_newer_version_takes_over_while_the_older_runs(sit: Sit) -> None:
    client = sit("mods=0.9.0", is_fighting=True)
    client.page.evaluate("enterRoom(['0.10.0'])")
    expect(client.page.locator(".footwork-button")).to_have_attribute("data-state", "ready", timeout=60_000)
    expect(client.page.locator(".footwork-button")).to_have_count(1)
    client.drag(HOME, (9, 6))
    client.wait_moves("jenny", 1)
    gm = sit("mods=0.10.0")
    gm.page.locator(".footwork-button").click()
    gm.dialog.get_by_label("Impossible moves").select_option("Show only: allow them and say why")
    gm.answer("Close")
    client.page.wait_for_function("() => footwork.status().state === 'ready'")
    client.drag((9, 6), (19, 12))
    expect(client.notices).to_contain_text("Allowed, although the rules say no")


def test_what_is_written_while_the_host_still_makes_the_block_is_kept(sit: Sit) -> None:
    client = sit()
    client.drag((14, 6), (14, 6))
    client.page.evaluate("openTab()")
    expect(client.page.locator("#footwork-sheet-brawn")).to_be_visible()
    client.page.evaluate("""() => {
        for (const [field, value] of [['dexterity', 5], ['brawn', 4]]) {
            const input = document.getElementById(`footwork-sheet-${field}`);
            input.value = value;
            for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind, {bubbles: true}));
        }
    }""")
    client.page.wait_for_function("""() => {
        const { dexterity, brawn } =
            JSON.parse(localStorage.getItem('block shape token guard'))?.characters.contract ?? {};
        return dexterity === 5 && brawn === 4;
    }""")
    assert client.faults == []
