"""A room of a home server over plain HTTP: browsers lack there what they keep for secure origins."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from build_scripts.chromium import PLAIN_HOST
from tests.hosts.planarally.conftest import HOME, WINDOW, Room, Sit


@pytest.fixture
def sit_plainly(browser: Browser, address: str) -> Iterator[Sit]:
    """Sit down at a table at an insecure origin; the rules start anew there."""
    context = browser.new_context(viewport=WINDOW)
    yield Room(context.new_page, address.replace("127.0.0.1", PLAIN_HOST)).sit_down
    context.close()


def test_a_drag_a_roll_and_their_undoing(sit_plainly: Sit) -> None:
    client = sit_plainly(character={"dexterity": 4, "brawn": 3, "athletics": 4})
    assert client.page.evaluate("isSecureContext") is False
    client.fight()
    client.drag(HOME, (13, 6))
    client.answer("Roll")
    client.wait_chat()
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.wait_moves("jenny", 0)
    client.drag(HOME, (9, 6))
    client.wait_kept("jenny", (9, 6))
    client.wait_moves("jenny", 1)
    assert client.faults == []


def test_a_gm_is_asked_and_allows(sit_plainly: Sit) -> None:
    gm = sit_plainly(enforcement="confirm")
    gm.fight()
    gm.wait_clock("jenny")
    player = sit_plainly("user=player")
    player.drag(HOME, (19, 12))
    gm.answer("Allow")
    player.wait_kept("jenny", (19, 12))
    assert gm.faults == player.faults == []
