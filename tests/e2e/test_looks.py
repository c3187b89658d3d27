"""Prices are told by pattern as well as by colour, in light and in dark."""

import pytest
from playwright.sync_api import expect

from tests.e2e.demo import ANSWER_MILLIS

PATTERNS = ("band-free", "band-penalised-1", "band-penalised-2", "band-penalised-3", "band-roll")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_band_has_a_pattern_of_its_own(demo, scheme):
    demo.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    expect(demo.page.locator("html")).to_have_attribute("data-theme", scheme)
    demo.pick_up(1)
    for name in PATTERNS:
        bands = demo.board.locator(f"[fill='url(#{name})']")
        expect(bands).not_to_have_count(0, timeout=ANSWER_MILLIS)
        expect(demo.page.locator(f"pattern#{name}")).to_have_count(1)
    demo.page.keyboard.press("Escape")
    demo.let_go()
    demo.expect_untouched()


def test_a_legend_names_the_bands(demo):
    legend = demo.page.get_by_role("list", name="Legend").get_by_role("listitem")
    expect(legend).to_have_text(["Free", "−1", "−2", "−3 dice", "Roll", "Not possible"])
    swatches = legend.locator("[fill^='url(#band-']")
    expect(swatches).to_have_count(6)


def test_the_visitor_turns_light_to_dark_and_back(demo):
    page = demo.page.locator("html")
    before = page.get_attribute("data-theme")
    demo.page.get_by_test_id("theme").click()
    expect(page).not_to_have_attribute("data-theme", before)
    demo.page.get_by_test_id("theme").click()
    expect(page).to_have_attribute("data-theme", before)
