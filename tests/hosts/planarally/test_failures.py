"""Rules that do not run, or answer late, and locations that they cannot judge."""

import re

import pytest
from playwright.sync_api import expect

from tests.hosts.contract.workers import SLOW_START
from tests.hosts.planarally.conftest import HOME, Sit
from tests.hosts.planarally.workers import NO_RULES


def test_held_tokens_stay_while_the_rules_do_not_run(sit: Sit) -> None:
    client = sit(script=NO_RULES, ready=False, failClosed=True)
    client.fight()
    client.drag(HOME, (6, 6))
    client.page.wait_for_timeout(300)
    client.wait_kept("jenny", HOME)


def test_a_question_that_breaks_every_worker_is_told_each_time_while_others_are_judged(sit: Sit) -> None:
    # Each question is asked three times: of a worker that dies of it, and of two more that can do nothing else.
    breaking = """globalThis.deaths = 0;
        const die = (worker) => {
            deaths -= 1;
            worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory, say" }));
        };
        const ready = { type: "ready", versions: { footwork: "0", pyodide: "0" }, millis: 0, because: "" };
        class Dying extends EventTarget {
            postMessage({ type }) {
                if (type === "start") this.dispatchEvent(new MessageEvent("message", { data: ready }));
                else setTimeout(() => die(this));
            }
            terminate() {}
        }
        globalThis.Worker = class extends Worker {
            constructor(...settings) {
                if (deaths > 0) return new Dying();
                super(...settings);
            }
            postMessage(message) {
                if (deaths > 0 && message.type === "request" && message.text.includes('"op":"apply"')) die(this);
                else super.postMessage(message);
            }
        };"""
    client = sit(script=breaking, is_fighting=True)
    told = client.notices.get_by_text("The movement rules cannot judge Jenny")
    for start, end in [(HOME, (6, 6)), ((6, 6), (8, 6))]:
        client.page.evaluate("deaths = 3")
        client.drag(start, end)
        expect(told).to_have_text(re.compile("out of memory, say"), timeout=60_000)
        client.wait_kept("jenny", end)
        expect(client.page.locator(".footwork-button")).to_have_attribute(
            "data-state", "ready", timeout=60_000
        )
        client.page.evaluate("document.querySelector('.footwork-notices').replaceChildren()")
    client.drag((8, 6), (9, 6))
    client.wait_kept("jenny", (9, 6))
    client.wait_moves("jenny", 1)
    expect(client.notices.locator("p")).to_have_count(0)


@pytest.mark.parametrize("size", ["{x: 60, y: 60}", "{x: -1, y: 1}", "{x: 1, y: NaN}"])
@pytest.mark.parametrize("grid", ["SQUARE", "POINTY_HEX"])
def test_no_size_has_a_token_move_without_the_rules(sit: Sit, grid: str, size: str) -> None:
    client = sit(is_fighting=True, location={"gridType": grid})
    client.page.evaluate(f"shapes.get(1).size = {size}")
    client.drag(HOME, (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")
    expect(client.notices).not_to_contain_text("cannot judge")
    client.wait_kept("jenny", HOME)
    assert client.faults == []


def test_a_location_without_a_known_unit_is_told_once(sit: Sit) -> None:
    client = sit(location={"unitSizeUnit": "parsecs"})
    client.fight()
    for _ in range(2):
        client.drag(client.at("jenny"), (client.at("jenny")[0] + 4, 10))
    expect(client.notices.locator("p")).to_have_count(1)
    expect(client.notices).to_contain_text("parsecs")


def test_by_polling_a_drag_too_far_is_still_put_back(sit: Sit) -> None:
    client = sit("net=polling&loadLocation=no", is_fighting=True)
    client.drag(HOME, (19, 12))
    expect(client.notices).to_contain_text("stays")
    client.wait_kept("jenny", HOME)


def test_a_slow_start_is_told_on_the_button_and_in_its_dialog(sit: Sit) -> None:
    client = sit("user=player", script=SLOW_START)
    button = client.page.locator(".footwork-button")
    told = "could not be used: no room for it"
    expect(button).to_have_attribute("title", re.compile(f"^The movement rules are ready. .*{told}.$"))
    button.click()
    expect(client.dialog.get_by_text(told)).to_be_visible()
