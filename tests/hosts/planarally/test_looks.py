"""How the mod looks to a finger, and in the colours of those who choose their own."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.hosts.planarally.conftest import HOME, Room, Sit
from tests.hosts.targets import small_targets
from tests.warm.pages import WarmPages

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


def _lines(place: Locator) -> list[tuple[str, str]]:
    """The width and colour of each of the four lines around something."""
    return place.evaluate("""(one) => {
      const style = getComputedStyle(one);
      return ["Top", "Right", "Bottom", "Left"].map((side) =>
        [style[`border${side}Width`], style[`border${side}Color`]]);
    }""")


def _has_outline(place: Locator) -> bool:
    return all(width != "0px" and colour != "rgba(0, 0, 0, 0)" for width, colour in _lines(place))


def test_in_forced_colours_panels_and_choices_have_real_outlines(sit: Sit) -> None:
    client = sit(is_fighting=True, enforcement="confirm")
    client.page.emulate_media(forced_colors="active")
    client.drag(HOME, (8, 6), drop=False)
    expect(client.page.locator(".footwork-legend")).to_be_visible()
    assert _has_outline(client.page.locator(".footwork-legend"))
    client.page.mouse.up()
    client.drag((8, 6), (19, 12))
    allow = client.dialog.get_by_role("button", name="Allow", exact=True)
    expect(allow).to_be_visible()
    assert _has_outline(client.dialog)
    refuse = client.dialog.get_by_role("button", name="Refuse", exact=True)
    assert _lines(allow) != _lines(refuse), "what is proposed is seen"
    client.answer("Refuse")
    button = client.page.locator(".footwork-button")
    assert _has_outline(button)
    dot = "(one) => getComputedStyle(one, '::before').backgroundColor"
    assert button.evaluate(dot) == "rgb(0, 158, 115)"
    button.click()
    assert _has_outline(client.dialog.get_by_label("Rules", exact=True))
    client.answer("Close")


def test_in_forced_colours_notices_and_switches_are_seen(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.page.emulate_media(forced_colors="active")
    client.drag(HOME, (19, 12))
    notice = client.notices.locator("p").first
    expect(notice).to_be_visible()
    assert _has_outline(notice)
    client.page.locator(".footwork-button").click()
    switch = client.dialog.get_by_role("switch").first
    off = switch.screenshot()
    switch.check()
    assert switch.screenshot() != off
