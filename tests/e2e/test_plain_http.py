"""Over plain HTTP, as from a home server: browsers lack there what they keep for secure origins."""

import pytest
from playwright.sync_api import expect

from build_scripts.chromium import PLAIN_HOST
from tests.e2e.conftest import CALM, WINDOW
from tests.e2e.demo import Demo


@pytest.fixture(scope="module")
def plain(browser, site_url):
    """The demo at an insecure origin; its worker is its own."""
    context = browser.new_context(viewport=WINDOW, **CALM)
    demo = Demo(context.new_page())
    demo.open(site_url.replace("127.0.0.1", PLAIN_HOST))
    assert demo.page.evaluate("isSecureContext") is False
    yield demo
    context.close()


def test_a_drag_a_roll_and_their_undoing(plain):
    plain.drag(9)
    plain.type_result(2)
    expect(plain.result).to_have_attribute("data-success", "true")
    plain.expect_at(13, 8)
    plain.expect_used(45)
    plain.take_back()
    plain.cancel_check()
    plain.expect_untouched()
    plain.drag(5)
    plain.expect_at(9, 8)
    plain.expect_used(25)
    assert plain.complaints == []


def test_a_link_is_left_in_the_address_where_there_is_no_clipboard(plain):
    plain.choose("copy-link")
    expect(plain.notices.filter(has_text="address")).to_be_visible()
    assert plain.page.evaluate("location.hash") != ""
