"""How the mod looks to a finger."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.hosts.planarally.conftest import Client, Room
from tests.hosts.targets import small_targets
from tests.warm.pages import WarmPages

Sit = Callable[..., Client]
HOME = (4, 6)
PHONE = {"viewport": {"width": 390, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def sit_with_phone(warm_pages: WarmPages, address: str) -> Iterator[Sit]:
    """Sit down with a phone in the hand."""
    yield Room(warm_pages.take(**PHONE).open, address).sit_down
    warm_pages.clear()


@pytest.mark.parametrize("system", ["contract", "sr5"])
def test_a_finger_hits_what_it_means(sit_with_phone: Sit, system: str) -> None:
    client = sit_with_phone(system=system, houseRules={"share_cell": True} if system == "sr5" else {})
    client.drag(HOME, HOME)
    client.page.evaluate("openTab()")
    expect(client.page.locator("#footwork-side")).to_be_visible()
    assert small_targets(client.page.locator("#tab")) == []
    client.page.evaluate("closeTab(); scrollTo(0, 0)")
    assert small_targets(client.page.locator(".footwork-button")) == []
    client.page.locator(".footwork-button").tap()
    expect(client.dialog.get_by_label("Preset")).to_be_visible()
    assert small_targets(client.dialog) == []
