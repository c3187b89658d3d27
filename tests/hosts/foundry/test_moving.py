"""Tokens are dragged on the double with a real mouse; the rules run in the page as they would in the client."""

import re

import pytest
from playwright.sync_api import expect

from tests.hosts.contract.workers import SEEN, Workers
from tests.hosts.foundry.worlds import SIZE, token, world

FREE, DEAR = 5, 7  # 25 ft and 35 ft


def test_a_free_move_is_labelled_and_goes_into_the_turn(either):
    either.pick_up("jenny", FREE)
    expect(either.label()).to_contain_text("25 ft · 15 ft left")
    expect(either.label()).to_contain_class("footwork-free")
    either.let_go()
    either.expect_at("jenny", 7, 2)
    assert either.moved_feet() == [25]
    expect(either.cards).to_have_count(0)


def test_equal_lengths_are_told_once_and_each_move_by_itself(gm):
    gm.pick_up("jenny", 2)
    expect(gm.label()).to_have_text("10 ft \u00b7 30 ft left", use_inner_text=True)
    gm.let_go()
    gm.pick_up("jenny", 2)
    expect(gm.label()).to_have_text("10 ft \u00b7 20 ft left", use_inner_text=True)
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()


def test_labels_at_the_right_stay_beside_the_sidebar(gm):
    gm.page.set_viewport_size({"width": 1440, "height": 900})
    edge = gm.page.evaluate("ui.sidebar.element.getBoundingClientRect().left")
    gm.pick_up("jenny", 5)
    expect(gm.label()).not_to_contain_class("footwork-leftwards")
    gm.page.mouse.move(21 * SIZE + SIZE / 2, 2 * SIZE + SIZE / 2, steps=4)
    expect(gm.label()).to_contain_class("footwork-impossible")
    box = gm.label().bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= min(edge, 22 * SIZE)
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()
    gm.page.set_viewport_size({"width": 1150, "height": 800})


def test_a_dear_move_tells_its_price_on_ruler_and_card(either):
    either.pick_up("jenny", DEAR)
    expect(either.label()).to_contain_text("35 ft · −2 dice · 5 ft left")
    expect(either.label()).to_contain_class("footwork-penalised")
    either.let_go()
    either.expect_at("jenny", 9, 2)
    assert either.moved_feet() == [35]
    expect(either.cards).to_contain_text("CON-07 Extended Movement, dice penalty")
    expect(either.cards).to_contain_text("(until: ")
    expect(either.cards).to_contain_text("−2 dice")


def test_the_squares_that_can_be_reached_are_shown_while_the_token_is_in_the_hand(gm):
    gm.set("reach", "dragged")
    squares = gm.page.locator("[data-layer='footwork.destinations'] > path")
    gm.pick_up("jenny", 1)
    expect(squares.first).to_be_attached()
    widths = squares.evaluate_all("(shapes) => shapes.map((one) => one.getBBox().width)")
    # Squares of one price that are side by side are one shape: a client draws each by itself.
    squares_drawn = sum(widths) / SIZE
    assert squares_drawn > 50
    assert squares_drawn > 4 * len(widths)
    gm.page.keyboard.press("Escape")
    expect(squares).to_have_count(0)
    gm.page.mouse.up()
    gm.expect_at("jenny", 2, 2)
    assert gm.turn() is None


SIDES = "[data-layer='footwork.destinations'] .strokes path"


def test_unless_areas_are_wished_there_is_an_outline_for_each_price(gm):
    gm.set("looks", "outline")
    gm.mark("jenny").click()
    outlines = gm.page.locator(SIDES)
    expect(outlines).to_have_count(3)
    drawn = outlines.evaluate_all(
        "all => all.map((one) => [one.getAttribute('stroke'), one.getBBox().width])"
    )
    assert [stroke for stroke, _ in drawn] == ["#a445b8", "#e69f00", "#1f86e0"]
    # 25 ft to the east of a token in the third column; then 15 ft more.
    assert [width for _, width in drawn][1:] == [pytest.approx(11 * SIZE, abs=SIZE / 2), 8 * SIZE]
    dashes = outlines.evaluate_all("all => all.map((one) => one.getAttribute('d').match(/M/g).length)")
    assert [number % parts for number, parts in zip(dashes, (4, 2, 2), strict=True)] == [0, 0, 0]
    squares = gm.page.locator("[data-layer='footwork.destinations'] > path")
    expect(squares).to_have_count(0)
    gm.set("looks", "tinted")
    expect(squares.first).to_be_attached()
    expect(outlines).to_have_count(0)


def test_a_key_shows_the_squares_of_the_selected_token(gm):
    gm.set("reach", "dragged")
    squares = gm.page.locator("[data-layer='footwork.destinations'] > path")
    gm.mark("jenny").click()
    gm.page.keyboard.down("Alt")
    gm.page.keyboard.down("r")
    expect(squares.first).to_be_attached()
    gm.page.keyboard.up("Alt")
    gm.page.keyboard.up("r")
    expect(squares).to_have_count(0)


def test_a_selected_token_shows_how_far_it_can_go(gm):
    squares = gm.page.locator("[data-layer='footwork.destinations'] > path")
    gm.mark("jenny").click()
    expect(squares.first).to_be_attached()
    before = squares.count()
    gm.pick_up("jenny", 5)
    gm.let_go()
    gm.expect_at("jenny", 7, 2)
    # The 25 ft that it may go for nothing are gone: what is shown is what is left of the turn.
    shown = "() => document.querySelectorAll(\"[data-layer='footwork.destinations'] > path\").length"
    gm.page.wait_for_function(f"before => ![0, before].includes(({shown})())", arg=before)
    gm.set("reach", "dragged")
    gm.mark("guard").click()
    expect(squares).to_have_count(0)


def test_the_headline_tells_how_far_a_roll_is_likely_to_carry(gm):
    gm.mark("jenny").click()
    headline = gm.page.locator(".footwork-legend p")
    expect(headline).to_have_text(
        re.compile(r"^Free Movement\s25\sft\s.*\sAll-out Sprint: .*, \d+\sft, \d\d\s%\s*$")
    )


def test_what_is_selected_and_what_a_drag_comes_to_is_read_out(gm):
    said = gm.page.get_by_role("status").and_(gm.page.locator(".footwork-said"))
    gm.mark("jenny").click()
    expect(said).to_contain_text("Jenny \u00b7 Free Movement 25\u00a0ft")
    expect(said).to_contain_text("All-out Sprint")
    gm.pick_up("jenny", 7)
    expect(said).to_have_text(re.compile(r"^Jenny.· 35.ft, −2.dice, 5.ft left$"))
    gm.let_go()
    expect(said).to_contain_text("Jenny \u00b7 ")
    gm.page.evaluate("canvas.tokens.get('jenny').release()")
    expect(said).to_be_empty()


def taken_back(client):
    """Drop Jenny where she was taken up."""
    client.pick_up("jenny", 5)
    client.page.mouse.move(2 * SIZE + SIZE / 2, 2 * SIZE + SIZE / 2, steps=4)
    client.let_go()


def not_rolled(client):
    """Take Jenny farther than she goes without a roll, and do not roll."""
    client.pick_up("jenny", 10)
    expect(client.label()).to_contain_text("Outcome")
    client.page.mouse.up()
    client.answer("no")
    client.settle()


def blocked(client):
    """Take Jenny where no roll carries her."""
    client.pick_up("jenny", 19)
    expect(client.label()).to_contain_class("footwork-impossible")
    client.let_go()


@pytest.mark.parametrize("how", [taken_back, not_rolled, blocked])
def test_what_is_shown_of_a_selected_token_comes_back_when_it_stays(gm, how):
    squares = gm.page.locator("[data-layer='footwork.destinations'] > path")
    how(gm)
    gm.expect_at("jenny", 2, 2)
    expect(squares.first).to_be_attached()
    expect(gm.page.locator(".footwork-legend p")).to_contain_text("Free Movement")


def test_what_is_shown_of_a_selected_token_is_asked_for_only_when_it_may_have_changed(place):
    client = place.sit_down("gm", generation=14, script=SEEN)
    workers = Workers(client.page, lambda: client.page.main_frame)
    headline = client.page.locator(".footwork-legend p")
    client.mark("jenny").click()
    expect(headline).to_contain_text("Free Movement 25\u00a0ft")
    asked = workers.asked()
    client.page.evaluate("canvas.scene.tokens.get('guard').update({'flags.footwork.heard': 1})")
    client.page.evaluate("canvas.tokens.get('jenny').control()")
    client.set("palette", "contrast")
    expect(client.page.locator(".footwork-legend [fill='#ffd400']")).to_have_count(1)
    assert workers.asked() == asked
    client.page.evaluate(
        "canvas.scene.tokens.get('jenny').setFlag('footwork', 'character', { contract: { dexterity: 1 } })"
    )
    expect(headline).to_contain_text("Free Movement 10\u00a0ft")
    expect(client.page.locator("[data-combatant-id=of-jenny] .footwork-left")).to_have_text("0/25 ft")
    # Destinations and state for the map, and the state for the combat tracker.
    assert workers.asked() == asked + 3


def test_where_a_token_can_go_is_asked_for_while_the_pointer_rests_on_it(place):
    client = place.sit_down("gm", generation=14, script=SEEN)
    workers = Workers(client.page, lambda: client.page.main_frame)
    squares = client.page.locator("[data-layer='footwork.destinations'] > path")
    jenny = client.mark("jenny")
    client.mark("guard").click()
    expect(squares.first).to_be_attached()
    client.page.wait_for_function("() => workers.open.size === 0")
    asked = workers.asked()
    jenny.hover()
    client.page.wait_for_function(
        "(asked) => workers.asked.length === asked + 1 && workers.open.size === 0", arg=asked
    )
    drawn = squares.evaluate_all("(paths) => paths.map((one) => one.getAttribute('d'))")
    workers.hold()
    client.pick_up("jenny", 1)
    client.page.wait_for_function(
        """(drawn) => {
          const now = [...document.querySelectorAll("[data-layer='footwork.destinations'] > path")];
          return now.length > 0 && JSON.stringify(now.map((one) => one.getAttribute("d"))) !== JSON.stringify(drawn);
        }""",
        arg=drawn,
    )
    workers.release()
    client.let_go()


def test_the_legend_is_told_in_the_colours_that_are_set_and_can_be_hidden(gm):
    legend = gm.page.get_by_role("list", name="Legend")
    gm.mark("jenny").click()
    expect(legend.get_by_role("listitem")).to_have_text(["Free", "−1 … −3 dice", "Roll", "Not possible"])
    gm.set("palette", "contrast")
    expect(legend.locator("[fill='#ffd400']")).to_have_count(1)
    gm.set("looks", "bare")
    expect(legend).to_have_count(0)


def test_prices_are_told_apart_by_patterns(gm):
    gm.pick_up("jenny", DEAR)
    expect(gm.label()).to_contain_text("−2 dice")
    cells = gm.page.locator("[data-ruler=jenny] polygon[data-texture]")
    assert (
        cells.evaluate_all("cells => cells.map(cell => cell.dataset.texture)")
        == ["dots"] * FREE + ["lines"] * 2
    )
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()


def test_each_waypoint_tells_what_it_costs_so_far(gm):
    gm.pick_up("jenny", 3)
    gm.page.keyboard.down("Control")
    gm.page.mouse.up()
    gm.page.keyboard.up("Control")
    gm.page.mouse.move(9 * 50 + 25, 2 * 50 + 25, steps=4)
    labels = gm.page.locator("#token-ruler-jenny .waypoint-label")
    expect(labels.first).to_contain_text("15 ft · 25 ft left")
    expect(labels.last).to_contain_text("35 ft · −2 dice")
    gm.let_go()
    gm.page.mouse.click(9 * 50 + 25, 2 * 50 + 25)
    gm.settle()
    gm.expect_at("jenny", 9, 2)
    assert gm.moved_feet() == [35]


@pytest.mark.parametrize("how", ["stopMovement", "veto"])
def test_a_move_that_is_stopped_at_a_waypoint_costs_what_was_gone(gm, how):
    listeners = {
        "stopMovement": "() => { Hooks.once('moveToken', (token) => { token.stopMovement(); }); }",
        "veto": "() => { Hooks.once('moveToken', () => { Hooks.once('preMoveToken', () => false); }); }",
    }
    gm.page.evaluate(listeners[how])
    gm.page.evaluate(
        "canvas.scene.tokens.get('jenny').move([{x: 250, y: 100, checkpoint: true}, {x: 450, y: 100}])"
    )
    gm.expect_at("jenny", 5, 2)
    gm.page.wait_for_function(
        "canvas.scene.tokens.get('jenny').getFlag('footwork', 'turn').includes('stopped')"
    )
    assert gm.moved_feet() == [15]
    gm.page.keyboard.press("Control+z")
    gm.expect_at("jenny", 2, 2)
    assert gm.moved_feet() == []


def test_ground_that_costs_twice_is_known_from_the_scenes_regions(gm):
    gm.pick_up("guard", 0, 3)
    expect(gm.label("guard")).to_contain_text("15 ft · costs 25 ft")
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()


def test_too_far_is_refused_by_keys_too(gm):
    gm.drag("guard", 2)
    gm.mark("guard").click()
    gm.page.keyboard.press("ArrowRight")
    gm.expect_notice("Guard stays")
    gm.expect_at("guard", 7, 8)
    assert gm.moved_feet("guard") == [10]


def test_who_has_moved_and_acted_moves_no_more(either):
    either.drag("jenny", 2)
    either.page.keyboard.press("Alt+u")
    either.page.get_by_role("button", name="Use the Action").click()
    either.wait_for_turn("acted")
    either.page.keyboard.press("Alt+u")
    either.pick_up("jenny", 2)
    expect(either.label()).to_contain_class("footwork-impossible")
    either.let_go()
    either.expect_at("jenny", 4, 2)
    either.expect_notice("Jenny stays")
    assert either.moved_feet() == [10]


def test_a_key_moves_by_the_rules_too(either):
    either.mark("jenny").click()
    either.page.keyboard.press("ArrowRight")
    either.expect_at("jenny", 3, 2)
    assert either.moved_feet() == [5]


def test_a_wall_refuses_whom_the_client_would_let_through(through_walls):
    gm = through_walls
    gm.pick_up("jenny", 4, 3)
    expect(gm.label()).to_contain_text("A wall or closed door stands in the way.")
    gm.let_go()
    gm.expect_notice("Jenny stays", "A wall or closed door stands in the way.")
    gm.expect_at("jenny", 2, 2)
    assert gm.turn() is None


def test_the_gm_holds_a_key_and_the_move_is_let_through(through_walls):
    gm = through_walls
    gm.page.keyboard.down("Alt")
    gm.page.keyboard.down("o")
    gm.drag("jenny", 4, 3)
    gm.page.keyboard.up("Alt")
    gm.page.keyboard.up("o")
    gm.expect_at("jenny", 6, 5)
    assert gm.moved_feet() == [20]
    expect(gm.cards).to_contain_text("Allowed by the GM")


def test_inform_lets_through_and_says_so(through_walls):
    gm = through_walls
    gm.set("enforcement", "inform")
    gm.drag("jenny", 4, 3)
    gm.expect_at("jenny", 6, 5)
    gm.expect_notice("Allowed", "A wall or closed door stands in the way.")


@pytest.mark.parametrize(("answer", "place"), [("yes", (6, 5)), ("no", (2, 2))])
def test_confirm_asks_the_gm(through_walls, answer, place):
    gm = through_walls
    gm.set("enforcement", "confirm")
    gm.pick_up("jenny", 4, 3)
    gm.page.mouse.up()
    expect(gm.dialog).to_contain_text("Move Jenny 20\u00a0ft? A wall or closed door")
    gm.answer(answer)
    gm.settle()
    gm.expect_at("jenny", *place)


def test_a_macro_that_reverts_the_movement_gives_the_turn_back(either):
    either.drag("jenny", 3)
    either.drag("jenny", 4)
    either.page.evaluate("""() => {
      const jenny = canvas.scene.tokens.get("jenny");
      return jenny.revertRecordedMovement(jenny.movementHistory.at(-1).movementId);
    }""")
    either.expect_at("jenny", 5, 2)
    assert either.moved_feet() == [15]


def test_the_ruler_measures_each_move_by_itself(either):
    """The client's own total goes on from move to move; what is left tells of the turn."""
    total = either.label().locator(".total-measurement")
    either.drag("jenny", 3)
    either.drag("jenny", 1, 1)
    either.pick_up("jenny", 2)
    expect(total).to_have_text("10 ft · −1 die · 10 ft left")
    either.page.keyboard.press("Escape")
    either.page.mouse.up()
    either.page.keyboard.press("Control+z")
    either.expect_at("jenny", 5, 2)
    either.pick_up("jenny", 2)
    expect(total).to_have_text("10 ft · 15 ft left")
    either.page.keyboard.press("Escape")
    either.page.mouse.up()


def test_a_new_round_is_a_new_turn_and_the_round_before_takes_it_back(either):
    either.drag("jenny", FREE)
    either.page.evaluate("game.combat.nextRound()")
    either.page.wait_for_function(
        "canvas.scene.tokens.get('jenny').getFlag('footwork', 'turn').includes('fight-2.')"
    )
    either.pick_up("jenny", FREE)
    expect(either.label()).to_contain_text("25 ft · 15 ft left")
    either.page.keyboard.press("Escape")
    either.page.mouse.up()
    either.page.evaluate("game.combat.previousRound()")
    either.page.wait_for_function(
        "JSON.parse(canvas.scene.tokens.get('jenny').getFlag('footwork', 'turn')).ticks.length === 1"
    )
    either.pick_up("jenny", -1)
    expect(either.label()).to_contain_text("−1 die")
    either.page.keyboard.press("Escape")
    either.page.mouse.up()


def test_out_of_combat_nothing_is_counted(gm):
    gm.page.evaluate("game.combat.update({round: 0})")
    gm.drag("jenny", 15)
    gm.expect_at("jenny", 17, 2)
    assert gm.turn() is None


def test_tokens_dragged_together_are_judged_one_by_one(gm):
    gm.page.evaluate("canvas.tokens.dragGroup = [canvas.tokens.get('jenny'), canvas.tokens.get('guard')]")
    gm.drag("jenny", 2, -2)
    gm.expect_at("jenny", 4, 0)
    gm.expect_at("guard", 7, 6)
    gm.drag("guard", 0, -3)
    gm.expect_at("guard", 7, 6)
    gm.expect_notice("Guard stays")


def test_a_roll_carries_the_token_as_far_as_it_does(gm):
    gm.pick_up("jenny", 10)
    expect(gm.label()).to_contain_text("Outcome")
    gm.page.mouse.up()
    expect(gm.dialog).to_contain_text("A roll is needed")
    expect(gm.dialog).to_contain_text("All-out Sprint: Brawn 3 + Athletics 2 = 5")
    expect(gm.dialog).to_contain_text("Outcome 3 or better, chance 50")
    expect(gm.dialog).to_contain_text("Jenny stays where the move began")
    expect(gm.dialog.get_by_role("button")).to_have_text(["Roll", "Stay here"])
    gm.answer("yes")
    gm.settle()
    gm.page.wait_for_function("canvas.scene.tokens.get('jenny').getFlag('footwork', 'turn')")
    expect(gm.cards.last).to_contain_text("CON-09")
    expect(gm.cards.first).to_contain_text("d10")
    feet = gm.moved_feet()
    gm.expect_at("jenny", 2 + (feet[0] // 5 if feet else 0), 2)


@pytest.mark.parametrize("enforcement", ["block", "confirm"])
def test_a_wall_that_is_drawn_while_a_roll_is_asked_for_counts(sit_down, enforcement):
    gm = sit_down()
    gm.set("enforcement", enforcement)
    gm.pick_up("jenny", 10)
    gm.page.mouse.up()
    expect(gm.dialog).to_contain_text("A roll is needed")
    gm.page.evaluate(
        "canvas.scene.walls.push({ id: 'new', c: [300, 0, 300, 1000], move: 20, door: 0, ds: 0 })"
    )
    gm.answer("yes")
    if enforcement == "confirm":
        expect(gm.dialog).to_contain_text("wall")
        gm.answer("no")
    gm.expect_notice("Jenny stays")
    gm.expect_at("jenny", 2, 2)
    assert gm.moved_feet() == []


@pytest.mark.parametrize("generation", [13, 14], ids=["v13", "v14"])
def test_a_step_made_while_the_last_move_is_still_drawn_is_judged(sit_down, generation):
    gm = sit_down(generation=generation)
    gm.page.evaluate("double.animationMillis = 3000; Math.random = () => 0.3")
    gm.pick_up("jenny", 16)
    expect(gm.label()).to_contain_text("Outcome")
    gm.page.mouse.up()
    gm.answer("yes")
    # The dice carry less far, so that the module itself moves the token.
    gm.wait_for_turn("moved")
    gm.page.wait_for_function("canvas.tokens.get('jenny').movementAnimationPromise !== null")
    col = gm.page.evaluate("canvas.scene.tokens.get('jenny')._source.x") // SIZE
    assert 2 < col < 18
    for _ in range(2):
        gm.page.keyboard.press("ArrowRight")
    gm.expect_notice("Jenny stays")
    gm.expect_at("jenny", col, 2)


def test_what_the_gm_puts_somewhere_is_no_move(gm):
    gm.page.evaluate("canvas.scene.tokens.get('jenny').update({x: 900}, {method: 'config'})")
    gm.expect_at("jenny", 18, 2)
    assert gm.turn() is None


def test_a_macro_moves_by_the_rules_too(gm):
    gm.page.evaluate("canvas.scene.tokens.get('jenny').move({x: 450, y: 100})")
    gm.expect_at("jenny", 9, 2)
    assert gm.moved_feet() == [35]
    gm.page.evaluate("canvas.scene.tokens.get('guard').update({x: 900})")
    gm.expect_notice("Guard stays")
    gm.expect_at("guard", 5, 8)


def test_what_was_moved_in_an_earlier_turn_is_undone_as_a_move(either):
    either.drag("jenny", FREE)
    either.page.evaluate("game.combat.nextRound()")
    either.page.wait_for_function(
        "canvas.scene.tokens.get('jenny').getFlag('footwork', 'turn').includes('fight-2.')"
    )
    either.page.keyboard.press("Control+z")
    either.expect_at("jenny", 2, 2)
    either.wait_for_turn('"moved"')
    assert either.moved_feet() == [25, 25]


def test_what_was_moved_before_a_combat_is_not_undone_for_nothing_in_it(sit_down):
    gm = sit_down()
    gm.page.evaluate("game.combat.deleteCombatant('of-jenny')")
    gm.drag("jenny", 15)
    gm.expect_at("jenny", 17, 2)
    gm.page.evaluate("game.combat.createCombatant({id: 'of-jenny', tokenId: 'jenny'})")
    gm.page.keyboard.press("Control+z")
    # 75 ft are a roll away.
    gm.answer("no")
    gm.settle()
    gm.expect_at("jenny", 17, 2)
    assert gm.moved_feet() == []


def test_where_the_gm_has_put_a_token_is_undone_for_nothing(either):
    either.page.evaluate(
        f"canvas.scene.tokens.get('jenny').move({{x: 15 * {SIZE}, y: 2 * {SIZE}, action: 'displace'}})"
    )
    either.expect_at("jenny", 15, 2)
    either.page.keyboard.press("Control+z")
    either.expect_at("jenny", 2, 2)
    assert either.moved_feet() == []


def test_where_a_roll_has_ended_a_move_is_undone_for_nothing_in_that_turn_alone(either):
    either.page.evaluate("globalThis.honest = Math.random; Math.random = () => 0.3")
    either.pick_up("jenny", 10)
    either.page.mouse.up()
    either.answer("yes")
    either.wait_for_turn('"moved"')
    either.settle()
    either.page.evaluate("Math.random = honest")
    (feet,) = either.moved_feet()
    # Less far than the roll was for, so that the module itself has moved her, and not too far to go without one.
    assert feet <= 40
    either.page.evaluate("game.combat.nextRound()")
    either.wait_for_turn("fight-2.")
    either.page.keyboard.press("Control+z")
    either.expect_at("jenny", 2, 2)
    either.settle()
    assert either.moved_feet() == [feet, feet]


V14_MOVES = {
    "moveTokens": "canvas.scene.moveTokens({ jenny: { waypoints: [{ x: 350, y: 100 }] } })",
    "planned": """(async () => {
      const jenny = canvas.scene.tokens.get("jenny");
      jenny.move({ x: 350, y: 100 }, { planned: true });
      await jenny.startMovement();
    })()""",
    "maxCost": """canvas.scene.tokens.get("jenny").move(
      { x: 900, y: 100, subpathId: "one" }, { constrainOptions: { maxCost: 25 } })""",
}


@pytest.mark.parametrize("how", V14_MOVES)
def test_every_way_to_move_of_v14_is_counted(gm, how):
    gm.page.evaluate(V14_MOVES[how])
    gm.expect_at("jenny", 7, 2)
    assert gm.moved_feet() == [25]


# What no public evidence tells of the client: the module works either way.
VARIANTS = (
    "history outside combat",
    "place at once",
    "nothing reverted",
    "no hook for nothing",
    "index stays",
)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_nobody_tells_of_the_client_may_be_either_way(sit_down, variant):
    at = world(variants=[variant])
    at["tokens"]["late"] = token("late", 10, 8)
    for one, initiative in zip(at["combats"][0]["combatants"], (5, 3), strict=True):
        one["initiative"] = initiative
    gm = sit_down(at=at)
    gm.drag("jenny", 3)
    way = "[{x: 300, y: 100, checkpoint: true}, {x: 350, y: 100, checkpoint: true}, {x: 350, y: 150}]"
    gm.page.evaluate(f"canvas.scene.tokens.get('jenny').move({way})")
    gm.expect_at("jenny", 7, 3)
    gm.drag("jenny", 14)
    gm.expect_notice("Jenny stays")
    gm.expect_at("jenny", 7, 3)
    assert gm.moved_feet() == [15, 15]
    gm.page.evaluate("game.combat.createCombatant({id: 'of-late', tokenId: 'late', initiative: 20})")
    expect(gm.cards).to_have_count(1)
    gm.cards.last.get_by_role("button", name="Undo this move").click()
    gm.expect_at("jenny", 5, 2)
    assert gm.moved_feet() == [15]
    gm.page.evaluate("game.combat.nextRound()")
    gm.wait_for_turn('"round":2')
    gm.page.evaluate("canvas.scene.tokens.get('jenny').move({x: 500, y: 100})")
    gm.expect_at("jenny", 10, 2)
    assert gm.moved_feet() == [15, 25]
