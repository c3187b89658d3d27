"""The page can be used while the rules are still on their way."""

import json

import pytest
from playwright.sync_api import expect

from build_scripts.project import SITE
from py_rules.systems import discover
from tests.e2e.demo import START_MILLIS, Demo


@pytest.fixture
def starting(browser, site_url):
    """Open the demo while its rules are on their way, and hold what they wait for."""
    context = browser.new_context(reduced_motion="reduce")
    demo = Demo(context.new_page())
    held = []

    def hold(route):
        held.append(route)

    demo.page.route("**/runtime/start.json", hold)
    demo.page.goto(site_url)
    yield demo, held
    assert demo.complaints == []
    context.close()


def test_a_drag_made_before_the_rules_are_there_is_judged_once_they_are(starting):
    demo, held = starting
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


def test_who_picks_a_token_up_before_the_rules_are_there_is_told_how_far_it_goes_once_they_are(starting):
    demo, held = starting
    demo.token().press("Enter")
    expect(demo.spoken).to_have_text("Jenny is picked up.")
    (route,) = held
    route.continue_()
    expect(demo.spoken).to_contain_text("Jenny is picked up. Free Movement 25 ft", timeout=START_MILLIS)


QUIET_MILLIS = 3000


def test_in_play_no_function_is_fetched_that_the_rules_do_not_run(browser, site_url):
    start = json.loads((SITE / "runtime" / "start.json").read_text(encoding="utf-8"))
    rests = {told["file"] for part, told in start["parts"].items() if part.startswith("rest/")}
    assert len(rests) == 2
    context = browser.new_context(reduced_motion="reduce")
    fetched = []
    context.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    demo = Demo(context.new_page())
    demo.open(site_url)
    demo.drag(9)
    demo.page.get_by_test_id("roll-here").click()
    expect(demo.result).to_be_visible()
    demo.page.get_by_test_id("roll-done").click()
    for system in discover():
        demo.choose_system(system, "cave")
        # Meanwhile the page asks about other tokens.
        demo.page.wait_for_timeout(QUIET_MILLIS)
        demo.pick_up(2, token="mara")
        expect(demo.plan).to_have_attribute("data-verdict", "penalised" if system == "sr3" else "free")
        demo.page.keyboard.press("Escape")
        demo.let_go()
    assert "start.json" in fetched
    assert rests & set(fetched) == set(), "run make profile"
    context.close()


# What is there as soon as the page says that it is ready, and whether a way was asked about by then.
AT_READY = """globalThis.asked = [];
globalThis.Worker = class extends Worker {
  postMessage(message) {
    if (message.type === "request") asked.push(message.text);
    super.postMessage(message);
  }
};
new MutationObserver((_, observer) => {
  if (!document.querySelector("[data-testid=status][data-state=ready]")) return;
  observer.disconnect();
  globalThis.atReady = {
    bands: document.querySelectorAll(".board-bands path").length > 0,
    headline: document.querySelector("[data-testid=headline]")?.textContent.includes("25") ?? false,
    act: document.querySelector("[data-testid=act]")?.ariaDisabled,
    plan: globalThis.asked.some((text) => /"op": ?"plan"/.test(text)),
  };
}).observe(document, {subtree: true, childList: true, attributes: true});"""


def test_ready_means_that_reach_and_turn_are_known(browser, site_url):
    context = browser.new_context(reduced_motion="reduce")
    demo = Demo(context.new_page())
    demo.page.add_init_script(AT_READY)
    demo.open(site_url)
    assert demo.page.evaluate("atReady") == {
        "bands": True,
        "headline": True,
        "act": "false",
        "plan": True,
    }
    assert demo.complaints == []
    context.close()


# What the page puts off till later waits for us, once there is a token on the board that is not shown yet.
HOLD = """(() => {
  const { postMessage } = MessagePort.prototype;
  const held = [];
  let isOver = false;
  MessagePort.prototype.postMessage = function (message) {
    if (!isOver && document.querySelector("#board [data-token-id]")) held.push([this, message]);
    else postMessage.call(this, message);
  };
  globalThis.held = held;
  globalThis.goOn = () => {
    isOver = true;
    for (const [port, message] of held) postMessage.call(port, message);
  };
})()"""


def test_a_press_on_the_board_before_there_is_anything_to_see_moves_nothing(browser, site_url):
    address = f"{site_url}?system=contract&scene=cave"
    context = browser.new_context(reduced_motion="reduce")
    demo = Demo(context.new_page())
    demo.open(address)
    look = "(board) => [board.dataset.cellPx, board.querySelector('.board-world').getAttribute('transform')]"
    usual = demo.board.evaluate(look)
    middle = demo.middle_of("mara")
    demo.page.add_init_script(HOLD)
    demo.page.goto(address)
    demo.page.wait_for_function("() => held.length > 0")
    expect(demo.token("mara")).to_be_hidden()
    mouse = demo.page.mouse
    mouse.move(middle.x, middle.y)
    mouse.down()
    mouse.move(middle.x + 90, middle.y + 40, steps=4)
    demo.page.evaluate("goOn()")
    expect(demo.token("mara")).to_be_visible()
    mouse.move(middle.x + 180, middle.y + 60, steps=4)
    mouse.up()
    demo.wait_until_ready()
    assert demo.board.evaluate(look) == usual
    assert demo.complaints == []
    context.close()


@pytest.mark.parametrize(
    ("file", "answer"),
    [
        ("main.js", {"status": 404}),
        ("main.js", {"body": "export const broken = ;", "content_type": "text/javascript"}),
        ("scenes/ambush.json", {"status": 404}),
        ("scenes/ambush.json", {"body": "{", "content_type": "application/json"}),
    ],
)
def test_a_page_that_cannot_open_says_so(browser, site_url, file, answer):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.route(f"**/{file}", lambda route: route.fulfill(**answer))
    page.goto(site_url)
    told = page.get_by_test_id("unstarted")
    expect(told).to_be_visible()
    expect(told).to_contain_text("Footwork could not be opened")
    assert told.locator("[data-why]").text_content()
    context.close()


# What a browser makes of JavaScript that comes as something else.
NOT_SCRIPT = {"Content-Type": "text/plain", "X-Content-Type-Options": "nosniff"}


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ("*.js", "main.js is missing, or the server does not send it as text/javascript"),
        (
            "main.js",
            "main.js came as text/plain; have the server send files that end in .js as text/javascript",
        ),
    ],
)
def test_a_page_whose_scripts_come_as_text_says_what_the_server_is_to_do(browser, site_url, files, said):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.route(f"**/{files}", _as_text)
    page.goto(site_url)
    told = page.get_by_test_id("unstarted")
    expect(told).to_be_visible(timeout=15_000)
    expect(told).to_contain_text(said)
    context.close()


def test_a_worker_that_comes_as_text_is_named_with_its_type(browser, site_url):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.route("**/rules-worker.js", _as_text)
    page.goto(site_url)
    expect(page.get_by_test_id("notice")).to_contain_text(
        "rules-worker.js came as text/plain; have the server send files that end in .js as text/javascript"
    )
    context.close()


def _as_text(route):
    reply = route.fetch()
    route.fulfill(response=reply, headers={**reply.headers, **NOT_SCRIPT})


def test_a_page_that_opens_says_nothing_of_the_kind(demo):
    expect(demo.page.get_by_test_id("unstarted")).to_have_count(0)
