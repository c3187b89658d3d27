"""The demo's main stories, told in each engine by the same hands.

Where an engine cannot be driven so far, its driver says why, and the story then shows what holds there instead.
"""

from functools import partial

from tests.engines.demo import ABOUT, ACT, BOARD, CHECK, COMMITS, PLACE, PLAN, STATUS, by_id, token_of
from tests.engines.driver import DESKTOP, PHONE, Point, Window
from tests.engines.stage import DEATH
from tests.engines.stories import Story, tells

# What a finger can aim at, in pixels.
LEAST_CELL = 20
LEAST_BOARD = 240
# A tablet upright, a phone on its side, a small phone.
SCREENS = (Window(820, 1180), Window(844, 390, has_touch=True), Window(360, 640, has_touch=True))


@tells(Story.START)
def test_the_rules_start_from_the_snapshot_and_judge_what_was_dragged_before(engine, stage):
    stage.asked.clear()
    stage.hold()
    demo = engine.begin(DESKTOP, stage.seeded)
    demo.wait_for_state("loading")
    demo.drop(7)
    assert demo.count(COMMITS) == 0
    assert demo.attribute(STATUS, "data-state") == "loading"
    stage.release()
    demo.wait_until_ready()
    demo.expect_at(11, 8)
    demo.expect_used(35)
    demo.wait_for(lambda: demo.count(COMMITS), 1)
    assert stage.was_asked_for("snapshot")
    assert not stage.was_asked_for("python_stdlib")
    assert demo.text(STATUS).strip() == "Ready"
    demo.choose("about")
    demo.expect(ABOUT, "From the memory snapshot")


def test_a_hand_waits_for_what_is_not_to_be_seen_yet(demo):
    place = partial(demo.driver.run, PLACE, token_of("jenny"))
    assert place()
    demo.driver.run("(name) => document.querySelector('#board').classList.remove(name)", "is-open")
    assert place() is None
    demo.driver.run("(name) => document.querySelector('#board').classList.add(name)", "is-open")
    assert place()


@tells(Story.DRAG)
def test_the_price_follows_the_hand(demo):
    demo.pick_up(5)
    demo.expect_verdict("free")
    demo.expect(f"{PLAN} li[data-rule=CON-05]", "= 25 ft")
    demo.pull(9)
    demo.expect_verdict("roll")
    demo.pull(7)
    demo.expect_verdict("penalised")
    demo.wait_for(lambda: demo.attribute(f"{PLAN} li[data-rule=CON-07]", "data-dice"), "-2")
    demo.expect_at(4, 8)
    demo.driver.release_mouse()
    demo.expect_at(11, 8)
    demo.expect_used(35)


@tells(Story.ROLL)
def test_a_roll_decides_how_far_the_token_goes(demo):
    demo.pick_up(9)
    demo.expect(".board-label", "45 ft", "71\u202f%")
    demo.expect(".legend", "Free", "−1", "−3 dice", "Roll", "Not possible")
    demo.driver.release_mouse()
    demo.expect(CHECK, "All-out Sprint", "Outcome 2 or better")
    demo.expect_at(4, 8)
    demo.click(by_id("roll-here"))
    result = by_id("roll-result")
    demo.expect(result, "Outcome 1", "Fell short", "Carries 40 ft")
    faces = "(selector) => [...document.querySelectorAll(selector)].map((die) => parseInt(die.textContent))"
    assert demo.driver.run(faces, f"{result} [aria-label=Dice] li") == [6, 3, 7, 1, 2]
    demo.expect_at(12, 8)
    demo.expect_used(40)
    demo.click(by_id("roll-done"))
    demo.wait_for(lambda: demo.count(f"{token_of('jenny')}:focus"), 1)


@tells(Story.REFUSED)
def test_a_move_against_the_rules_is_refused_and_says_which(demo):
    demo.click(by_id("enforcement-block"))
    demo.drag(2)
    with demo.recording():
        demo.click(ACT)
        demo.click(by_id("do-the-action"))
    demo.drop(1)
    demo.tells("Jenny stays", "CON-02")
    demo.expect_verdict("impossible")
    demo.expect_at(6, 8)
    demo.expect_used(10)


@tells(Story.UNDO)
def test_undo_gives_place_and_allowance_back(demo):
    demo.drag(2)
    demo.drag(3)
    demo.expect_at(9, 8)
    with demo.recording(-1):
        demo.click(by_id("undo"))
    demo.expect_at(6, 8)
    demo.expect_used(10)
    with demo.recording(-1):
        demo.click(by_id("undo"))
    demo.expect_untouched()
    assert demo.attribute(PLAN, "data-verdict") is None


def test_the_end_of_a_turn_is_told_and_its_plan_is_put_away(demo):
    demo.drag(5)
    demo.expect(PLAN, "Last move")
    with demo.recording():
        demo.click(by_id("end-turn"))
    demo.tells("Jenny’s turn has ended")
    assert "Last move" not in demo.text(PLAN)


@tells(Story.KEYBOARD)
def test_a_token_is_found_carried_and_dropped_by_keys_alone(demo):
    keys = demo.driver.press_key
    is_focused = f"{token_of('jenny')}:focus"
    # From the top of the page, wherever the last story has clicked.
    demo.driver.run("() => document.querySelector('[data-testid=scene]').focus()")
    for _ in range(40):
        keys("Tab")
        if demo.count(is_focused):
            break
    demo.wait_for(lambda: demo.count(is_focused), 1)
    keys("Enter")
    for _ in range(7):
        keys("ArrowRight")
    demo.expect_verdict("penalised")
    demo.expect("[aria-live=polite]", "Jenny, to column 12, row 9: Costs extra. 35 ft, minus 2 dice")
    keys("Enter")
    demo.expect_at(11, 8)
    demo.expect_used(35)
    demo.wait_for(lambda: demo.count(is_focused), 1)
    demo.settle()
    keys("Enter")
    keys("ArrowDown")
    keys("Escape")
    demo.expect_at(11, 8)


@tells(Story.SAVED)
def test_a_reload_keeps_place_ledger_and_open_check(demo):
    demo.drag(2)
    demo.drag(7)
    demo.expect(CHECK, "All-out Sprint")
    demo.driver.reload()
    demo.wait_until_ready()
    demo.expect_at(6, 8)
    demo.expect_used(10)
    demo.wait_for(lambda: demo.count(COMMITS), 2)
    demo.expect(CHECK, "All-out Sprint")
    demo.click(by_id("roll-cancel"))
    demo.wait_for(lambda: demo.count(COMMITS), 1)


@tells(Story.KILLED)
def test_a_worker_killed_in_the_middle_of_a_drag_is_replaced_and_the_drag_is_judged(demo, forgive):
    demo.drag(2)
    demo.pick_up(3)
    demo.driver.run('() => { new BroadcastChannel("death").postMessage("now"); }')
    demo.wait_for_state("loading")
    demo.pull(5)
    demo.driver.release_mouse()
    demo.expect_at(6, 8)
    demo.wait_until_ready()
    demo.expect_verdict("penalised")
    demo.expect_at(11, 8)
    demo.expect_used(35)
    demo.wait_for(lambda: demo.count(COMMITS), 2)
    forgive(DEATH)


@tells(Story.TAP)
def test_a_tap_tells_what_a_way_comes_to_and_another_one_goes_it(demo):
    demo.expect(
        by_id("headline"),
        "Free Movement 25 ft",
        "Outcome 3 or better, 50 ft, 50\u202f%",
    )
    demo.tap(7)
    demo.expect_verdict("penalised")
    demo.click(by_id("aim-cancel"))
    demo.expect_untouched()
    demo.tap(5)
    demo.expect_verdict("free")
    demo.expect_at(4, 8)
    with demo.recording():
        demo.tap(5)
    demo.expect_at(9, 8)
    demo.tap(0, 2)
    demo.expect_verdict("penalised")
    with demo.recording():
        demo.click(by_id("aim-go"))
    demo.expect_at(9, 10)
    demo.expect_used(35)


@tells(Story.FOUND)
def test_the_way_of_a_turn_a_token_and_the_keys_are_found(demo):
    demo.drag(3)
    for stops in (1, 0):
        demo.driver.press_key("h")
        demo.wait_for(lambda: demo.count(".ruler-trail-stop"), stops)
    demo.click(by_id("tokens"))
    demo.click("[data-find=guard-otto]")
    demo.wait_for(lambda: demo.count(f"{token_of('guard-otto')}:focus"), 1)
    demo.expect(by_id("headline"), "Free Movement 10 ft")
    demo.driver.press_key("?")
    demo.expect("#keys-help:popover-open", "Set a waypoint")
    demo.driver.press_key("Escape")
    demo.wait_for(lambda: demo.count("#keys-help:popover-open"), 0)
    demo.wait_for(lambda: demo.count(f"{token_of('guard-otto')}:focus"), 1)


@tells(Story.FIRST)
def test_a_first_visit_is_shown_round_once_and_the_last_game_opens_again(engine, stage):
    demo = engine.begin(DESKTOP, stage.address)
    demo.wait_until_ready()
    for step in range(1, 5):
        demo.expect(by_id("tour"), f"{step} of 4")
        demo.click(by_id("tour-next" if step < 4 else "tour-skip"))
    demo.choose("games")
    demo.click(by_id("game-sr5"))
    demo.wait_for(lambda: demo.attribute(BOARD, "data-system"), "sr5")
    demo.driver.open(stage.address)
    demo.wait_until_ready()
    assert demo.count(by_id("tour")) == 0
    assert demo.attribute(BOARD, "data-system") == "sr5"


@tells(Story.PHONE)
def test_on_a_phone_the_board_is_free_and_large_enough(engine):
    demo = engine.get(PHONE)
    assert demo.driver.run("() => [innerWidth, innerHeight]") == [PHONE.width, PHONE.height]
    assert demo.driver.run("() => document.documentElement.scrollWidth") <= PHONE.width
    assert demo.cell_pixels() >= LEAST_CELL
    box = demo.driver.run(
        "(selector) => document.querySelector(selector).getBoundingClientRect().toJSON()", BOARD
    )
    assert box["left"] >= 0
    assert box["right"] <= PHONE.width
    assert min(box["bottom"], PHONE.height) - box["top"] >= 0.9 * box["height"]
    points = [
        [box["left"] + x, box["top"] + y]
        for x in (5, box["width"] / 2, box["width"] - 5)
        for y in (5, box["height"] / 2, box["height"] - 5)
    ]
    is_free = (
        "(selector, all) => all.map(([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest(selector)))"
    )
    assert demo.driver.run(is_free, BOARD, points) == [True] * len(points)


def test_on_every_screen_the_board_has_half_of_it_and_nothing_is_wider(engine, stage):
    for window in SCREENS:
        demo = engine.begin(window, stage.seeded)
        demo.wait_until_ready()
        width, height = demo.driver.run("() => [innerWidth, innerHeight]")
        assert demo.driver.run("() => document.documentElement.scrollWidth") <= width, window
        board = demo.driver.run(
            "(selector) => document.querySelector(selector).getBoundingClientRect().toJSON()", BOARD
        )
        assert board["height"] >= max(LEAST_BOARD, height / 2), window


@tells(Story.TOUCH)
def test_a_finger_drags_a_token_and_moves_the_map(engine):
    demo = engine.get(PHONE)
    jenny = token_of("jenny")
    if Story.TOUCH in demo.driver.limits:
        guard = token_of("guard-otto")
        demo.press_finger(demo.place(guard))
        demo.slide_finger(0)
        demo.lift_finger()
        demo.expect(by_id("ledger"), "Guard Otto")
        return
    before = demo.place(jenny)
    demo.press_finger(Point(before.x, before.y + 3 * demo.cell_pixels()))
    demo.slide_finger(-2)
    demo.lift_finger()
    demo.wait_until(lambda: demo.place(jenny).x < before.x)
    demo.expect_untouched()
    demo.press_finger(demo.place(jenny))
    demo.slide_finger(5)
    demo.expect_verdict("free")
    with demo.recording():
        demo.lift_finger()
    demo.expect_at(9, 8)
    demo.expect_used(25)
    demo.press_finger(demo.place(jenny))
    demo.slide_finger(0, 2)
    demo.expect_verdict("penalised")
    with demo.recording():
        demo.lift_finger()
    demo.expect_at(9, 10)


@tells(Story.NO_SNAPSHOT)
def test_without_the_snapshot_the_rules_start_and_answer_the_same(engine, stage, forgive):
    stage.asked.clear()
    demo = engine.begin(DESKTOP, stage.without_snapshot)
    demo.wait_until_ready()
    assert stage.was_asked_for("python_stdlib")
    assert demo.text(STATUS).strip() == "Ready (slow start)"
    demo.choose("about")
    demo.expect(ABOUT, "Slow, without the memory snapshot", "snapshot.bin could not be had", "status 404")
    demo.click(f"{ABOUT} button")
    demo.drag(7)
    demo.expect_verdict("penalised")
    demo.expect_at(11, 8)
    demo.expect_used(35)
    # The browser tells that a file is missing, which it is.
    forgive("404")
