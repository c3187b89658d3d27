"""The page can be used while the rules are still on their way."""

from playwright.sync_api import expect

from tests.e2e.demo import START_MILLIS, Demo


def test_a_drag_made_before_the_rules_are_there_is_judged_once_they_are(browser, site_url):
    context = browser.new_context(reduced_motion="reduce")
    demo = Demo(context.new_page())
    held = []

    def hold(route):
        held.append(route)

    demo.page.route("**/runtime/start.json", hold)
    demo.page.goto(site_url)
    expect(demo.status).to_have_attribute("data-state", "loading")
    expect(demo.token()).to_be_visible()
    demo.drop(7)
    expect(demo.commits).to_have_count(0)
    expect(demo.status).to_have_attribute("data-state", "loading")
    (route,) = held
    route.continue_()
    expect(demo.status).to_have_attribute("data-state", "ready", timeout=START_MILLIS)
    demo.expect_at(11, 8)
    demo.expect_used(35)
    expect(demo.commits).to_have_count(1)
    assert demo.complaints == []
    context.close()
