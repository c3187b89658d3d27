"""Tokens dragged by the extension's own tool, and moved by the table's: the real SDK, a table of ours."""

import json
import math
import re

import pytest
from playwright.sync_api import expect

from tests.hosts.contract.workers import SEEN, Workers
from tests.hosts.owlbear.client import HOST_TOOL, TOOL
from tests.hosts.owlbear.server import Servers
from tests.hosts.owlbear.worlds import CELL, DPI, item, rules, token, wall, world

FAR = 18
ON_OGRE = (2, 5)
# After that long something is asked ahead, if anything is left.
QUIET_MILLIS = 700


def background_of(client):
    """The frame in which the rules run."""
    return next(frame for frame in client.page.frames if "background.html" in frame.url)


def wait_until(client, is_so):
    """Wait until something is so, within ten seconds."""
    for _ in range(500):
        if is_so():
            return
        client.page.wait_for_timeout(20)
    assert is_so()


def test_a_drag_shows_the_reach_and_the_price_and_is_recorded_with_the_move(gm):
    gm.pick_up("jenny", 3)
    expect(gm.reach).not_to_have_count(0)
    expect(gm.label).to_contain_text("15 ft")
    gm.page.mouse.up()
    gm.expect_at("jenny", 7, 5)
    gm.expect_moved(15)
    expect(gm.page.locator("#local > *")).to_have_count(0)
    gm.drag("jenny", 0, 2)
    gm.expect_at("jenny", 7, 7)
    gm.expect_moved(15, 10)
    expect(gm.notices).to_have_count(0)


def test_the_first_tap_on_a_cell_shows_the_price_and_the_second_moves(gm):
    def tap(east, south=0):
        x, y = gm.middle_of("jenny")
        gm.page.mouse.click(x + east * CELL, y + south * CELL)

    tap(0)
    expect(gm.headline).to_contain_text("Free Movement")
    tap(0, 3)
    expect(gm.label).to_contain_text("15\u00a0ft")
    gm.page.keyboard.press("Escape")
    expect(gm.label).to_have_count(0)
    gm.expect_at("jenny", 4, 5)
    tap(0, 3)
    tap(0, 2)
    expect(gm.label).to_contain_text("10\u00a0ft")
    tap(0)
    expect(gm.label).to_have_count(0)
    expect(gm.headline).to_have_count(1)
    tap(0, 2)
    expect(gm.label).to_contain_text("10\u00a0ft")
    tap(0, 2)
    gm.expect_at("jenny", 4, 7)
    gm.expect_moved(10)
    gm.drag("jenny", 0, 1)
    gm.expect_moved(10, 5)


def test_a_legend_lies_over_the_map_while_colours_do_and_takes_no_click(sit_down):
    client = sit_down()
    client.page.evaluate("select(['jenny'])")
    expect(client.legend).to_have_text(["Free", "−1 … −3 dice", "Roll", "Not possible"])
    expect(client.modals).to_have_count(1)
    client.page.evaluate("select([])")
    expect(client.modals).to_have_count(0)
    client.use(TOOL)
    client.pick_up("jenny", 2)
    expect(client.legend.first).to_be_visible()
    box = client.legend.first.bounding_box()
    on_map = "([x, y]) => document.elementFromPoint(x, y).closest('#map') !== null"
    assert client.page.evaluate(on_map, [box["x"] + 5, box["y"] + 5])
    client.page.mouse.up()
    client.expect_moved(10)
    expect(client.modals).to_have_count(0)
    client.pick_up("jenny", 2)
    expect(client.legend.first).to_be_visible()
    client.page.keyboard.press("Escape")
    expect(client.modals).to_have_count(0)
    client.page.mouse.up()


def test_a_host_that_opens_no_legend_is_told_of_once_and_tokens_move(sit_down):
    client = sit_down()
    client.page.evaluate("connection.refuse('OBR_MODAL_OPEN')")
    client.use(TOOL)
    for rows in (1, 2):
        client.drag("jenny", 0, 1)
        client.expect_at("jenny", 4, 5 + rows)
    client.expect_notice("cannot draw on this map")
    expect(client.notices).to_have_count(1)


def test_a_selected_token_shows_how_far_it_can_go_and_is_asked_about_once(sit_down):
    client = sit_down(script=SEEN)
    workers = Workers(client.page, lambda: background_of(client))
    client.page.evaluate("select(['jenny'])")
    expect(client.headline).to_contain_text("Free Movement 25\u00a0ft")
    expect(client.reach).not_to_have_count(0)
    asked = workers.asked_where().count("jenny")
    client.page.evaluate("change([], {}); select(['jenny'])")
    client.use(TOOL)
    client.pick_up("jenny", 0.1)
    expect(client.headline).to_have_count(0)
    expect(client.reach).not_to_have_count(0)
    client.page.keyboard.press("Escape")
    client.page.mouse.up()
    expect(client.headline).to_have_count(1)
    # Where it can go was asked for by the tool, which has the token in its hand.
    assert workers.asked_where().count("jenny") == asked + 1
    client.drag("jenny", 3)
    client.expect_moved(15)
    expect(client.headline).to_contain_text("Free Movement 10\u00a0ft")
    client.page.evaluate("select(['jenny', 'guard'])")
    expect(client.page.locator("#local > *")).to_have_count(0)


def test_the_plan_of_the_next_cell_is_known_before_the_token_is_held_there(sit_down):
    client = sit_down(script=SEEN)
    client.use(TOOL)
    workers = Workers(client.page, lambda: background_of(client))
    client.pick_up("jenny", 0, 2)
    expect(client.label).to_contain_text("CON-")
    wait_until(client, workers.are_idle)
    workers.hold()
    x, y = client.middle_of("jenny")
    for east, south, told in ((0, 3, "15"), (1, 3, "15"), (1, 2, "10")):
        client.page.mouse.move(x + east * CELL, y + south * CELL)
        expect(client.label).to_contain_text(re.compile(rf"{told}\u00a0ft.*CON-"))
    workers.release()
    client.page.mouse.up()
    client.expect_moved(10)


def test_where_tokens_can_go_is_asked_ahead_while_nothing_happens(sit_down):
    client = sit_down(script=SEEN, role="PLAYER")
    workers = Workers(client.page, lambda: background_of(client))
    wait_until(client, lambda: {*workers.asked_where()} >= {"jenny", "ogre"})
    client.page.wait_for_timeout(QUIET_MILLIS)
    asked = workers.asked_where()
    assert {*asked} == {"jenny", "ogre"}, "no player picks up what no player sees"
    client.use(TOOL)
    client.pick_up("jenny", 1)
    expect(client.label).to_contain_text("CON-")
    expect(client.reach).not_to_have_count(0)
    assert workers.asked_where() == asked, "what is known is not asked again"


def test_a_wall_that_is_drawn_while_a_token_is_held_counts(gm):
    gm.pick_up("jenny", 3)
    expect(gm.label).to_contain_text("15 ft")
    around = wall("wall", (4, 5), (5, 5), (5, 6), (4, 6), (4, 5))
    gm.page.evaluate("(points) => change(['wall'], { points })", around["points"])
    expect(gm.label).to_contain_text("No way leads there")
    gm.page.mouse.up()
    gm.expect_notice("Jenny stays")
    gm.expect_at("jenny", 4, 5)
    assert gm.moved_feet() == []


def test_a_roll_that_carries_nowhere_leaves_the_token_where_it_is(sit_down):
    gm = sit_down(script="Math.random = () => 0.7;")
    gm.drag("jenny", 0, 8)
    gm.expect_at("jenny", 4, 13)
    gm.expect_moved(40)
    gm.drag("jenny", -2, 0)
    gm.expect_notice("Carries 35 ft")
    gm.expect_at("jenny", 4, 13)
    gm.expect_moved(40)


def test_a_way_round_a_wall_costs_what_it_is_long(gm):
    gm.pick_up("jenny", 6)
    # Past the lower end of the wall, and up again.
    expect(gm.label).to_contain_text("35 ft")
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()


def test_the_label_names_the_rules_that_a_way_is_priced_by(gm):
    gm.pick_up("jenny", 3)
    expect(gm.label).to_have_text("15\u00a0ft \u00b7 25\u00a0ft left \u00b7 CON-05")
    x, y = gm.middle_of("jenny")
    gm.page.mouse.move(x + 9 * CELL, y, steps=6)
    expect(gm.label).to_contain_text("CON-05, CON-07")
    gm.page.keyboard.press("Escape")
    gm.page.mouse.up()


def test_what_cannot_be_is_refused_and_says_why(gm):
    gm.pick_up("jenny", *ON_OGRE)
    expect(gm.label).to_contain_text("Another token stands here")
    gm.page.mouse.up()
    gm.expect_notice("Jenny stays")
    gm.expect_at("jenny", 4, 5)
    assert gm.moved_feet() == []


def test_escape_takes_the_token_out_of_the_hand(gm):
    gm.pick_up("jenny", 3)
    expect(gm.reach).not_to_have_count(0)
    gm.page.keyboard.press("Escape")
    expect(gm.page.locator("#local > *")).to_have_count(0)
    gm.page.mouse.up()
    gm.expect_at("jenny", 4, 5)


def test_the_gm_lets_through_with_alt_and_a_player_does_not(sit_down):
    for role in ("GM", "PLAYER"):
        client = sit_down(role=role)
        client.use(TOOL)
        client.page.keyboard.down("Alt")
        client.drag("jenny", *ON_OGRE)
        client.page.keyboard.up("Alt")
        client.expect_notice("Allow" if role == "GM" else "Jenny stays")
        client.expect_at("jenny", *((6, 10) if role == "GM" else (4, 5)))


def test_where_the_table_only_informs_moves_go_on_and_it_is_said(sit_down):
    client = sit_down(world(room={"footwork/rules": rules(enforcement="inform")}))
    client.use(TOOL)
    client.drag("jenny", *ON_OGRE)
    client.expect_notice("Allowed, although the rules say no", "Jenny")
    client.expect_at("jenny", 6, 10)


def test_a_roll_is_made_and_carries_as_far_as_it_goes(sit_down):
    gm = sit_down(script="Math.random = () => 0.5;")
    gm.use(TOOL)
    gm.pick_up("jenny", -4, 10)
    expect(gm.label).to_contain_text("%")
    gm.page.mouse.up()
    gm.expect_notice("Jenny: ", "Carries")
    place = gm.item("jenny")["position"]
    assert place["y"] >= (5 + 8) * DPI
    assert gm.moved_feet()[0] >= 40


def test_a_large_token_is_dragged_by_its_body(gm):
    gm.drag("ogre", 2)
    gm.expect_at("ogre", 8, 10, size=2)
    gm.expect_moved(10, token="ogre")


@pytest.mark.parametrize("role", ["GM", "PLAYER"])
def test_what_the_tables_own_tool_moved_is_counted_and_put_back_if_it_may_not_be(sit_down, role):
    client = sit_down(role=role)
    client.use(HOST_TOOL)
    client.drag("jenny", 3)
    client.expect_moved(15)
    client.expect_at("jenny", 7, 5)
    client.drag("jenny", ON_OGRE[0] - 3, ON_OGRE[1])
    if role == "PLAYER":
        client.expect_notice("Jenny stays")
        client.expect_at("jenny", 7, 5)
        client.expect_moved(15)
    else:
        client.expect_notice("Allowed, although the rules say no")
        client.expect_at("jenny", 6, 10)


def test_a_table_may_leave_its_own_tools_alone(sit_down):
    client = sit_down(world(room={"footwork/rules": rules(net=False)}), role="PLAYER")
    client.use(HOST_TOOL)
    client.drag("jenny", FAR)
    client.expect_at("jenny", 4 + FAR, 5)
    client.use(TOOL)
    client.drag("jenny", -1)
    client.expect_moved(5)


def test_a_table_may_have_the_rules_hold_only_in_fights(sit_down):
    for only, col, row in ((False, 4, 5), (True, 6, 10)):
        at = world(room={"footwork/rules": rules(inCombat=False, onlyInFights=only)})
        client = sit_down(at, role="PLAYER")
        client.use(TOOL)
        client.drag("jenny", *ON_OGRE)
        client.expect_at("jenny", col, row)
        expect(client.notices).to_have_count(0 if only else 1)


def test_what_others_move_is_their_own_affair(gm):
    gm.page.evaluate("moveAs('somebody', 'jenny', { x: 2925, y: 825 })")
    gm.expect_at("jenny", 19, 5)
    gm.drag("jenny", 1)
    gm.expect_at("jenny", 20, 5)
    gm.expect_moved(5)
    expect(gm.notices).to_have_count(0)


def test_who_was_moved_by_somebody_else_meanwhile_stays_there(gm):
    gm.pick_up("jenny", 3)
    expect(gm.label).to_contain_text("15 ft")
    gm.page.evaluate("moveAs('somebody', 'jenny', { x: 225, y: 825 })")
    gm.page.mouse.up()
    gm.expect_notice("Someone else moved Jenny")
    gm.expect_at("jenny", 1, 5)
    assert gm.moved_feet() == []


@pytest.mark.parametrize("permissions", [[], ["CHARACTER_UPDATE", "CHARACTER_OWNER_ONLY"]])
def test_a_player_moves_only_what_the_table_lets_a_player_move(sit_down, permissions):
    client = sit_down(world(permissions=permissions), role="PLAYER")
    client.page.evaluate("select(['jenny'])")
    client.use(TOOL)
    client.drag("jenny", 3)
    client.expect_notice("You may not move Jenny")
    expect(client.page.locator("#local > *")).to_have_count(0)
    client.expect_at("jenny", 4, 5)


@pytest.mark.parametrize(
    ("grid", "notice"),
    [
        ({"type": "ISOMETRIC"}, "squares or hexes"),
        ({"scale": "5"}, "no unit of length"),
        ({"scale": "0ft"}, "no length"),
    ],
)
def test_a_grid_that_cannot_be_judged_is_told_once_and_the_table_goes_on(sit_down, grid, notice):
    at = world()
    client = sit_down({**at, "grid": {**at["grid"], **grid}})
    client.use(TOOL)
    client.drag("jenny", 3)
    client.expect_notice(notice)
    client.drag("jenny", 2)
    client.use(HOST_TOOL)
    client.drag("jenny", FAR)
    client.expect_at("jenny", 4 + FAR, 5)
    expect(client.notices).to_have_count(1)


def test_a_grid_that_is_mended_is_judged_at_once(sit_down):
    at = world()
    client = sit_down({**at, "grid": {**at["grid"], "scale": "5"}})
    client.use(TOOL)
    client.page.evaluate("regrid({ scale: '1.5 m' })")
    client.pick_up("jenny", 2)
    expect(client.label).to_contain_text("9.8 ft")
    client.page.mouse.up()
    client.expect_at("jenny", 6, 5)


def test_a_broken_turn_is_told_once_and_a_new_one_begins(sit_down):
    at = world()
    at["items"][2]["metadata"]["footwork/turn"] = "?"
    client = sit_down(at)
    client.use(TOOL)
    client.drag("jenny", 2)
    client.expect_notice("cannot be read")
    client.expect_moved(10)


def test_without_rules_chosen_it_says_who_chooses_them(sit_down):
    client = sit_down(world(room={}), ready=False)
    client.use(TOOL)
    client.drag("jenny", 2)
    client.expect_notice("The GM has not chosen the movement rules")
    client.expect_at("jenny", 4, 5)


def test_two_tokens_moved_at_once_are_in_nobodys_way(sit_down):
    client = sit_down(role="PLAYER")
    client.page.evaluate("moveAll('player', { jenny: { x: 975, y: 1575 }, ogre: { x: 1350, y: 1650 } })")
    client.expect_moved(25)
    client.expect_moved(10, token="ogre")
    client.expect_at("jenny", 6, 10)
    client.expect_at("ogre", 8, 10, size=2)
    expect(client.notices).to_have_count(0)


def test_when_the_rules_do_not_run_tokens_move_as_without_them(sit_down):
    client = sit_down(world(room={}), ready=False, is_cold=True)
    client.page.route("**/runtime/start.json", lambda route: route.abort())
    client.write_rules(rules())
    client.expect_notice("The movement rules are not running")
    client.use(TOOL)
    client.drag("jenny", FAR)
    client.expect_at("jenny", 4 + FAR, 5)


@pytest.mark.parametrize(
    ("kind", "turn"), [("HEX_VERTICAL", 0), ("HEX_HORIZONTAL", math.pi / 2)], ids=["upright", "flat"]
)
def test_on_hexes_tokens_go_from_middle_to_middle(sit_down, kind, turn):
    at = world()
    at["grid"] |= {"type": kind}
    jenny = token("Jenny", 0, 0, metadata=at["items"][2]["metadata"])
    jenny["position"] = {"x": 6 * DPI * math.cos(turn), "y": 6 * DPI * math.sin(turn)}
    # The rows above and below the one through the origin are half a cell farther on.
    at["items"] = [at["items"][0], jenny]
    client = sit_down(at)
    client.use(TOOL)
    across = math.sqrt(3) / 2
    east, south = (1.5, across) if turn == 0 else (across, 1.5)
    client.pick_up("jenny", east, south)
    expect(client.label).to_contain_text("10 ft")
    client.page.mouse.up()
    client.expect_moved(10)
    place = client.item("jenny")["position"]
    wanted = (jenny["position"]["x"] + east * DPI, jenny["position"]["y"] + south * DPI)
    assert (place["x"], place["y"]) == pytest.approx(wanted, abs=0.01)


# ---------------------------------------------------------------- real tables


def test_a_label_on_a_token_drags_the_token_and_a_handle_drags_nothing(gm):
    label = item("label", "Name", "TEXT", attachedTo="jenny") | {"type": "TEXT"}
    ring = token("Ring", 4, 5, attachedTo="label") | {"layer": "ATTACHMENT"}
    gm.page.evaluate("(added) => { table.items.push(...added); change([], {}); }", [label, ring])
    gm.drag("ring", 3)
    gm.expect_moved(15)
    gm.expect_at("jenny", 7, 5)
    gm.page.evaluate("table.handle = 'top'")
    gm.drag("jenny", 1)
    gm.page.evaluate("table.handle = undefined")
    gm.drag("jenny", 2)
    gm.expect_moved(15, 10)
    gm.expect_at("jenny", 9, 5)


def test_moves_that_come_faster_than_the_rules_answer_are_judged_one_by_one(sit_down):
    client = sit_down(role="PLAYER", script=SEEN)
    workers = Workers(client.page, lambda: background_of(client))

    def steps(*cells):
        workers.hold()
        for col, row in cells:
            at = {"x": (col + 0.5) * DPI, "y": (row + 0.5) * DPI}
            client.page.evaluate("(at) => moveAs('player', 'jenny', at)", at)
        wait_until(client, lambda: workers.held() > 0)
        workers.release()

    steps((5, 5), (6, 5), (7, 5))
    client.expect_moved(5, 5, 5)
    client.expect_at("jenny", 7, 5)
    client.use(TOOL)
    workers.hold()
    for rows in (1, 2):
        client.drag("jenny", 0, rows)
    wait_until(client, lambda: workers.held() > 0)
    workers.release()
    client.expect_moved(5, 5, 5, 5, 5)
    client.expect_at("jenny", 7, 7)
    expect(client.notices).to_have_count(0)
    # One of them leads into the ogre: those before it count, and those after it go on from there.
    steps((7, 8), (7, 9), (7, 10), (8, 10))
    client.expect_moved(5, 5, 5, 5, 5, 5, 5, 5)
    client.expect_at("jenny", 8, 9)
    expect(client.notices).to_have_count(1)


def test_riders_go_along_for_nothing_and_are_in_nobodys_way(gm):
    horse = token("Horse", 12, 9) | {"layer": "MOUNT"}
    saddle = token("Saddle", 12, 9, attachedTo="horse") | {"layer": "ATTACHMENT"}
    rider = token("Rider", 12, 9, attachedTo="saddle", metadata={"footwork/side": "hostile"})
    gm.page.evaluate("(added) => { table.items.push(...added); change([], {}); }", [saddle, rider, horse])
    gm.drag("horse", 0, -2)
    gm.expect_moved(10, token="horse")
    gm.use(HOST_TOOL)
    gm.page.evaluate("moveAs('gm', 'horse', { x: 13.5 * 150, y: 7.5 * 150 })")
    gm.expect_moved(10, 5, token="horse")
    gm.expect_at("rider", 13, 7)
    assert gm.moved_feet("rider") == []
    expect(gm.notices).to_have_count(0)


def test_who_is_out_of_the_fight_is_in_nobodys_way(gm):
    gm.page.evaluate("select(['ogre'])")
    popover = gm.popover()
    switch = popover.get_by_role("switch", name="Out of the fight")
    switch.click()
    gm.page.wait_for_function("table.items.find(({ id }) => id === 'ogre').metadata['footwork/out']")
    gm.page.locator("[data-action=footwork]").click()
    gm.drag("jenny", *ON_OGRE)
    gm.expect_at("jenny", 6, 10)
    expect(gm.notices).to_have_count(0)


def test_a_release_that_the_host_does_not_tell_of_moves_nothing_later(gm):
    gm.pick_up("jenny", 3)
    expect(gm.label).to_contain_text("15 ft")
    # The host has lost the hand, and tells of a pointer that moves, and of a click.
    gm.page.evaluate("loseHand()")
    gm.page.mouse.up()
    x, y = gm.middle_of("jenny")
    gm.page.mouse.move(x + 5 * CELL, y)
    expect(gm.label).to_have_count(0)
    gm.page.mouse.click(x + 3 * CELL, y)
    gm.expect_at("jenny", 4, 5)
    assert gm.moved_feet() == []


def test_another_scene_is_judged_by_its_own_walls_and_tokens(gm):
    gm.pick_up("jenny", 2)
    other = [one for one in world()["items"] if one["id"] in ("ground", "ogre")]
    gm.page.evaluate("(items) => rescene(items)", [*other, token("Kim", 2, 2)])
    gm.page.mouse.up()
    expect(gm.reach).to_have_count(0)
    gm.drag("kim", 2)
    gm.expect_moved(10, token="kim")
    gm.expect_at("kim", 4, 2)


def test_two_clients_at_one_table_see_each_others_moves_and_the_second_is_not_written(sit_down):
    gm = sit_down(query="&table=two&latency=60")
    player = sit_down(role="PLAYER", beside=gm, query="&table=two&latency=60")
    for client in (gm, player):
        client.use(TOOL)
    gm.drag("jenny", 3)
    player.expect_at("jenny", 7, 5)
    gm.expect_moved(15)
    player.pick_up("jenny", 2)
    gm.drag("jenny", 1)
    gm.expect_moved(15, 5)
    player.expect_at("jenny", 8, 5)
    player.page.mouse.up()
    player.expect_notice("Someone else moved Jenny")
    for client in (gm, player):
        client.expect_at("jenny", 8, 5)
        client.expect_moved(15, 5)


def test_a_roll_its_undoing_and_its_dice_are_told_to_all_and_stay(sit_down):
    gm = sit_down(query="&table=dice")
    player = sit_down(role="PLAYER", beside=gm, query="&table=dice")
    player.use(TOOL)
    player.page.evaluate("select(['jenny'])")

    def roll(times):
        player.pick_up("jenny", -4, 10)
        expect(player.label).to_contain_text("%")
        player.page.mouse.up()
        for client in (gm, player):
            expect(client.notices.filter(has_text="Carries")).to_have_count(times)
        return [text for text in gm.notices.all_inner_texts() if "Carries" in text]

    [first] = roll(1)
    popover = player.popover()
    popover.get_by_test_id("tab-turn").click()
    popover.get_by_test_id("take-back").click()
    for client in (gm, player):
        client.expect_notice("A roll of Jenny was undone. Its result stays")
        client.expect_at("jenny", 4, 5)
    player.page.mouse.move(700, 400)
    assert roll(2) == [first, first]
    for client in (gm, player):
        client.expect_notice("the dice stay as they fell")


def test_the_gm_may_have_new_dice_fall_after_an_undone_roll(sit_down):
    gm = sit_down(query="&table=anew")
    player = sit_down(role="PLAYER", beside=gm, query="&table=anew")
    popover = gm.popover()
    popover.get_by_test_id("tab-house").click()
    switch = popover.get_by_role("switch", name="Undone rolls keep their dice")
    switch.click()
    expect(switch).not_to_be_checked()
    player.use(TOOL)
    player.page.evaluate("select(['jenny'])")
    for times in (1, 2):
        player.pick_up("jenny", -4, 10)
        expect(player.label).to_contain_text("%")
        player.page.mouse.up()
        expect(player.notices.filter(has_text="Carries")).to_have_count(times)
        if times == 1:
            turn = player.popover()
            turn.get_by_test_id("tab-turn").click()
            turn.get_by_test_id("take-back").click()
            for client in (gm, player):
                client.expect_notice("A roll of Jenny was undone. Rolled again, new dice fall.")
                client.expect_at("jenny", 4, 5)
            player.page.mouse.move(700, 400)
    assert player.notices.filter(has_text="the dice stay").count() == 0


def test_the_dice_of_whom_nobody_sees_are_told_to_nobody(sit_down):
    at = world()
    at["items"][2]["visible"] = False
    gm = sit_down(at, query="&table=secret")
    player = sit_down(at, role="PLAYER", beside=gm, query="&table=secret")
    gm.use(TOOL)
    gm.pick_up("jenny", -4, 10)
    expect(gm.label).to_contain_text("%")
    gm.page.mouse.up()
    gm.expect_notice("Jenny: ", "Carries")
    expect(player.notices).to_have_count(0)


SAY = """([table, told]) => {
  const others = new BroadcastChannel(table);
  for (const data of told) others.postMessage({ said: { channel: "footwork/ask", data, connectionId: "somebody" } });
  others.close();
}"""


def test_what_a_player_says_on_the_extensions_channel_is_not_done_with_the_gms_rights(sit_down):
    at = world(permissions=["CHARACTER_UPDATE", "CHARACTER_OWNER_ONLY"])
    gm = sit_down(at, query="&table=forged")
    player = sit_down(at, role="PLAYER", beside=gm, query="&table=forged")
    gm.use(TOOL)
    gm.drag("jenny", 3)
    gm.expect_moved(15)
    asked = [{"kind": "takeBack", "item": "jenny"}, {"kind": "endTurn", "items": ["jenny", "ogre"]}, None]
    told = [{"id": f"q{n}", "part": 0, "of": 1, "text": json.dumps(one)} for n, one in enumerate(asked)]
    player.page.evaluate(SAY, ["forged", [*told, None, {"id": "half", "part": 0, "of": 1, "text": "{"}]])
    gm.drag("jenny", 1)
    gm.expect_moved(15, 5)
    gm.expect_at("jenny", 8, 5)
    expect(gm.notices).to_have_count(0)


def test_a_server_must_allow_the_table_to_read_the_manifest(browser, extension):
    with Servers(extension, manifest_headers={}) as servers:
        servers.put(world())
        page = browser.new_page()
        page.goto(f"{servers.table}host.html?extension={servers.extension}&role=GM")
        expect(page.locator("#notices")).to_contain_text("The manifest could not be read")
        assert page.locator("#background iframe").count() == 0
        page.close()
