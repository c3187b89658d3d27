"""A worker that dies or hangs is replaced, and what was asked of it is answered all the same."""

import pytest
from playwright.sync_api import expect

from tests.e2e.demo import START_MILLIS

DIE = "() => { setTimeout(() => { throw new Error('out of memory, say'); }); }"
VANISH = "() => { setTimeout(() => close()); }"
HANG = "() => { setTimeout(() => { for (;;); }); }"


@pytest.fixture
def rules_worker(demo):
    """The worker of the shared page; its death is no complaint."""
    (worker,) = demo.page.workers
    yield worker
    demo.complaints.clear()


def test_a_worker_killed_in_the_middle_of_a_drag_is_replaced_and_the_drag_is_judged(demo, rules_worker):
    demo.drag(2)
    demo.pick_up(3)
    # The next worker starts when the drop has been looked at.
    held = []

    def hold(route):
        held.append(route)

    demo.page.route("**/start.json", hold)
    rules_worker.evaluate(DIE)
    expect(demo.status).to_have_attribute("data-state", "loading")
    demo.pull(5)
    demo.let_go()
    demo.expect_at(6, 8)
    held[-1].continue_()
    demo.page.unroute("**/start.json")
    expect(demo.status).to_have_attribute("data-state", "ready", timeout=START_MILLIS)
    demo.expect_verdict("penalised")
    demo.expect_at(11, 8)
    demo.expect_used(35)
    expect(demo.commits).to_have_count(2)
    demo.take_back()
    demo.expect_at(6, 8)
    demo.expect_used(10)


def test_a_plan_comes_from_the_new_worker_while_the_token_is_still_in_the_hand(demo, rules_worker):
    demo.pick_up(3)
    demo.expect_verdict("free")
    rules_worker.evaluate(DIE)
    expect(demo.status).to_have_attribute("data-state", "loading")
    demo.pull(7)
    expect(demo.status).to_have_attribute("data-state", "ready", timeout=START_MILLIS)
    demo.expect_verdict("penalised")
    expect(demo.lines("CON-07")).to_have_attribute("data-dice", "-2")
    demo.let_go()
    demo.expect_at(11, 8)


def test_a_worker_that_hangs_is_replaced(open_demo):
    demo = open_demo(clock=True)
    (worker,) = demo.page.workers
    worker.evaluate(HANG)
    demo.drop(7)
    demo.page.clock.fast_forward(15_000)
    expect(demo.status).to_have_attribute("data-state", "loading")
    expect(demo.status).to_have_attribute("data-state", "ready", timeout=START_MILLIS)
    demo.expect_at(11, 8)
    demo.expect_used(35)


def test_a_worker_that_is_gone_without_a_word_is_replaced_at_once(open_demo):
    demo = open_demo(clock=True)
    (worker,) = demo.page.workers
    worker.evaluate(VANISH)
    # The page's clock stands: no time of ours has run out.
    expect(demo.status).to_have_attribute("data-state", "loading")
    expect(demo.status).to_have_attribute("data-state", "ready", timeout=START_MILLIS)
    demo.drop(7)
    demo.expect_at(11, 8)
