"""Every way of moving, on the board of a system that has rules for it: where the token goes, and what is told."""

import re

from playwright.sync_api import expect

from tests.e2e.demo import ANSWER_MILLIS, game_of

# Shadowrun 5: rooftops


def test_sr5_a_canal_is_swum_and_water_is_trodden(systems):
    systems.load_game(game_of("sr5", at=(2, 11)))
    systems.pick_up(0, 2, token="jax")
    expect(systems.plan).to_contain_text("Complex Action", timeout=ANSWER_MILLIS)
    expect(systems.lines("SR5-15").first).to_be_visible()
    with systems.recording():
        systems.let_go()
    systems.expect_at(2, 13, token="jax")
    systems.do("tread")
    expect(systems.ledger).to_contain_text("Treading water, 0 of 70 Combat Turns")
    systems.pass_turn()
    expect(systems.ledger).to_contain_text("Treading water, 1 of 70 Combat Turns")


def test_sr5_acts_that_the_rules_refuse_now_come_last(systems):
    systems.load_game(game_of("sr5", at=(18, 2)))
    systems.act.click()
    acts = systems.page.get_by_test_id("acts")
    expect(acts).to_have_text(re.compile("Shoot.*Not possible now.*Tread water", re.DOTALL))
    systems.page.keyboard.press("Escape")
    systems.load_game(game_of("sr5", at=(2, 13)))
    systems.act.click()
    expect(acts).to_have_text(re.compile("Shoot.*Tread water.*Not possible now", re.DOTALL))


def test_sr5_a_brick_wall_is_climbed_as_far_as_the_hits_carry(systems):
    systems.load_game(game_of("sr5", at=(18, 2)))
    systems.pick_up(1, token="jax")
    systems.expect_verdict("roll")
    expect(systems.lines("SR5-28").first).to_contain_text("surface −3")
    with systems.recording():
        systems.let_go()
    expect(systems.check).to_contain_text("−3 dice = 6d6")
    expect(systems.check).to_contain_text("no more than 5 hits by the limit")
    systems.type_result(1)
    systems.expect_at(18, 2, token="jax")
    systems.expect_recorded("Rolled Climb: Hits 1")
    systems.expect_notice("Jax stops")
    systems.page.get_by_test_id("roll-done").click()


def test_sr5_block_names_the_roll_that_comes_before_what_is_in_the_way(systems):
    game = game_of("sr5", at=(9, 7))
    next(token for token in game["scene"]["tokens"] if token["id"] == "guard-dent").update(col=14, row=7)
    systems.load_game(game)
    systems.set_enforcement("block")
    systems.pick_up(5, token="jax")
    systems.expect_verdict("impossible")
    systems.let_go()
    systems.expect_notice(
        "Jax stays: a roll comes first (Jump, 2 m), and beyond it: A token stands in the way"
    )
    systems.expect_at(9, 7, token="jax")


def test_sr5_a_rope_not_held_runs_out_each_turn_until_it_is_stopped(systems):
    game = game_of("sr5", character={"assisted": True})
    game["scene"]["tokens"][0]["elevation"] = 60
    systems.load_game(game)
    systems.do("rappel", height=60)
    expect(systems.check).to_contain_text("Rappelling Test")
    systems.type_result(3)
    systems.page.get_by_test_id("roll-done").click()
    systems.pass_turn()
    systems.expect_height(39, token="jax")
    systems.expect_recorded("Down 21 m", "SR5-33")
    systems.expect_notice("Jax: Down 21 m")
    systems.page.get_by_test_id("free-rappel_stop").click()
    systems.type_result(2)
    systems.page.get_by_test_id("roll-done").click()
    systems.pass_turn()
    systems.expect_height(39, token="jax")


def test_sr5_a_long_fall_takes_several_turns_and_undo_brings_back_up(systems):
    game = game_of("sr5")
    game["scene"]["tokens"][0]["elevation"] = 120
    systems.load_game(game)
    systems.do("fall", height=120)
    systems.expect_height(70, token="jax")
    systems.expect_recorded("Down 50 m", "SR5-35")
    systems.expect_notice("Jax: Down 50 m")
    systems.pass_turn()
    systems.expect_height(0, token="jax")
    expect(systems.ledger).to_contain_text("A fall of 120 m")
    systems.take_back()
    systems.expect_height(70, token="jax")


def test_sr5_a_standing_jump_upwards_is_rolled_as_a_high_jump(systems):
    systems.load_game(game_of("sr5"))
    systems.move_as("jump")
    systems.end_at(0.6)
    systems.pick_up(1, token="jax")
    systems.expect_verdict("roll")
    expect(systems.lines("SR5-25").first).to_be_visible()
    with systems.recording():
        systems.let_go()
    systems.type_result(9)
    systems.expect_at(3, 5, token="jax")
    systems.expect_height(0.6, token="jax")
    systems.page.get_by_test_id("roll-done").click()
    systems.move_as("From the map")


def test_sr5_a_stair_head_is_climbed_and_tells_how_high_it_is(systems):
    systems.load_game(game_of("sr5"))
    heights = systems.board.locator(".map-height")
    expect(heights).to_have_text(["+2 m", "+0.5 m", "+2 m"])
    expect(systems.board.locator(".map-region title", has_text="Stair head, 2 m up")).to_have_count(1)
    systems.pick_up(0, -3, token="jax")
    systems.expect_verdict("roll")
    expect(systems.lines("SR5-27").first).to_be_visible()
    with systems.recording():
        systems.let_go()
    systems.type_result(4)
    systems.expect_at(2, 2, token="jax")
    systems.expect_height(2, token="jax")
    systems.page.get_by_test_id("roll-done").click()


def test_sr5_a_sprint_is_rolled_without_a_path_and_carries_farther(systems):
    systems.load_game(game_of("sr5"))
    systems.page.get_by_test_id("free-sprint").click()
    expect(systems.check).to_contain_text("Sprint Test")
    systems.type_result(2)
    systems.expect_recorded("Rolled Sprint Test: Hits 2. Carries 20 m")
    systems.page.get_by_test_id("roll-done").click()
    expect(systems.allowance("On foot in all")).to_contain_text("0 / 20 m")
    expect(systems.page.get_by_test_id("free-long_jump")).to_be_visible()


def test_sr5_a_leap_that_falls_short_stops_there_and_asks_what_happened(systems):
    systems.load_game(game_of("sr5", at=(9, 5)))
    systems.move_as("jump")
    systems.drag(3, token="jax")
    systems.expect_at(9, 5, token="jax")
    systems.type_result(0)
    systems.expect_at(9, 5, token="jax")
    systems.expect_recorded("Fell short of 2 m")
    # The question stands with the dice, and nowhere else meanwhile.
    expect(systems.check.get_by_test_id("ruling")).to_contain_text("Stays at the take-off edge default")
    expect(systems.ledger.get_by_test_id("ruling")).to_have_count(0)
    expect(systems.spoken).to_contain_text("The jump fell short: what happened?")
    systems.rule("edge")
    expect(systems.check).to_be_hidden()
    systems.expect_recorded("The jump fell short: what happened? Stays at the take-off edge")


# Shadowrun 3: the alley


def test_sr3_rough_ground_and_a_way_without_a_rule(systems):
    systems.load_game(game_of("sr3", at=(19, 7)))
    systems.pick_up(4, token="rook")
    systems.expect_verdict("penalised")
    expect(systems.lines("SR3-12").first).to_be_visible()
    systems.page.keyboard.press("Escape")
    systems.let_go()
    systems.move_as("climb")
    systems.pick_up(-1, token="rook")
    expect(systems.plan).to_contain_text("There is no rule for climbing", timeout=ANSWER_MILLIS)
    expect(systems.plan).to_contain_text("If unanswered")
    systems.page.keyboard.press("Escape")
    systems.let_go()
    systems.move_as("From the map")


def test_sr3_in_a_pass_without_an_action_the_move_waits_for_the_others(systems):
    systems.load_game(game_of("sr3"))
    systems.page.get_by_test_id("clock-pass").get_by_label("of").fill("2")
    systems.page.get_by_test_id("clock-pass").get_by_label("has an action").uncheck()
    with systems.recording():
        systems.page.get_by_test_id("begin-pass").click()
    systems.drag(2, token="rook")
    systems.expect_at(3, 6, token="rook")
    expect(systems.check).to_contain_text("moves at its end, after all others")
    with systems.recording():
        systems.page.get_by_test_id("react-on").click()
    systems.expect_at(5, 6, token="rook")
    systems.expect_recorded("Waited for it, the move goes on")


def test_sr3_an_opponent_attacked_does_not_strike_at_the_passer(systems):
    systems.load_game(game_of("sr3"))
    attacked = systems.ledger.get_by_role("group", name="Opponents attacked")
    attacked.get_by_role("checkbox", name="Blade").check()
    systems.pick_up(9, -1, token="rook")
    systems.expect_verdict("penalised")
    expect(systems.plan).not_to_contain_text("Free attack on the passer")
    with systems.recording():
        systems.let_go()
    systems.expect_at(12, 5, token="rook")


# OpenD6: the chase


def test_d6_flying_has_a_move_of_its_own_and_a_height(systems):
    systems.load_game(game_of("d6", character={"flying_move": 10, "flying": "3D"}))
    systems.move_as("fly")
    systems.pick_up(2, token="dara")
    systems.page.keyboard.press("r")
    systems.page.keyboard.press("r")
    expect(systems.page.get_by_test_id("end-height")).to_have_value("4")
    systems.expect_verdict("free")
    with systems.recording():
        systems.let_go()
    systems.expect_at(5, 6, token="dara")
    systems.expect_height(4, token="dara")
    expect(systems.page.get_by_test_id("move-as")).to_have_value("fly")
    systems.move_as("From the map")


def test_d6_a_ladder_is_easy_and_a_quarry_face_is_not(systems):
    systems.load_game(game_of("d6", at=(8, 12)))
    systems.pick_up(1, token="dara")
    expect(systems.plan).to_contain_text("5 or more", timeout=ANSWER_MILLIS)
    systems.pull(1, 1)
    expect(systems.plan).to_contain_text("15 or more", timeout=ANSWER_MILLIS)
    with systems.recording():
        systems.let_go()
    expect(systems.check).to_contain_text("3D+2 against 15")
    systems.type_result(3)
    systems.expect_at(8, 12, token="dara")
    systems.page.get_by_test_id("roll-done").click()


def test_d6_breath_is_rolled_without_a_move_and_counted_down(systems):
    systems.load_game(game_of("d6", character={"stamina": "2D"}))
    systems.page.get_by_test_id("free-breath").click()
    expect(systems.check).to_contain_text("2D")
    systems.type_result(9)
    systems.page.get_by_test_id("roll-done").click()
    badge = systems.ledger.locator(".badge").filter(has_text="reath")
    expect(badge).to_be_visible()
    before = badge.inner_text()
    systems.pass_turn()
    expect(badge).not_to_have_text(before)


def test_d6_hazardous_ground_is_run_over_on_a_roll_and_a_bad_one_stops_the_run(systems):
    systems.load_game(game_of("d6", at=(20, 9)))
    systems.drag(-1, 5, token="dara")
    systems.expect_verdict("roll")
    expect(systems.lines("D6-22").first).to_be_visible()
    systems.type_result(3)
    expect(systems.result).to_have_attribute("data-success", "false")
    systems.page.get_by_test_id("roll-done").click()
    expect(systems.page.get_by_test_id("ruling").first).to_contain_text("The run failed")


# The Kleptonomicon: minefield and pond


def test_styles_each_way_of_moving_is_offered_once(systems):
    systems.choose_system("styles")
    names = systems.page.get_by_test_id("move-as").locator("option").all_inner_texts()
    assert names[:3] == ["From the map", "Walk", "Crawl"]
    assert len(set(names)) == len(names)


def test_styles_a_dash_is_asked_for_once(systems):
    systems.choose_system("styles", "market")
    systems.pick_up(9, token="mara")
    systems.expect_verdict("penalised")
    expect(systems.plan.locator(".prompts li").filter(has_text="Dash for 1 Hook")).to_have_count(1)
    systems.page.keyboard.press("Escape")
    systems.let_go()


def test_styles_prone_crawls_at_double_the_price_and_stands_up(systems):
    systems.load_game(game_of("styles"))
    systems.do("prone")
    systems.drag(-2, token="magpie")
    systems.expect_at(1, 4, token="magpie")
    expect(systems.plan).to_contain_text("2 u")
    systems.do("stand")
    expect(systems.allowance("Movement")).to_contain_text("3 / 4 u")


def test_styles_a_missing_style_is_improvised_once_the_gm_says_so_and_always_then(systems):
    systems.load_game(game_of("styles", at=(14, 3)))
    systems.do("improvise", style="climb")
    systems.rule("half", always=True)
    systems.expect_recorded("Climb is not on the sheet: does it work as an improvised style? Yes, half")
    systems.drag(1, token="magpie")
    systems.expect_at(15, 3, token="magpie")
    expect(systems.ledger).to_contain_text("Active style: Climb")
    systems.do("interrupt")
    expect(systems.ledger).to_contain_text("Falling")
    systems.pass_turn()
    systems.rule("lands")
    systems.do("improvise", adds=2, style="climb")
    systems.expect_notice(
        "Remembered answer: Climb is not on the sheet: does it work as an improvised style? Yes, half"
    )
    answers = systems.open_tab("house").get_by_test_id("answers")
    answers.get_by_role("button", name="Ask again").click()
    expect(answers).to_have_count(0)
    systems.open_tab("play")


def test_styles_the_current_carries_a_swimmer_at_the_end_of_the_turn(systems):
    systems.load_game(game_of("styles", at=(4, 8)))
    systems.drag(2, 2, token="magpie")
    systems.expect_at(6, 10, token="magpie")
    expect(systems.ledger).to_contain_text("the current carries 0.5 u")
    systems.pass_turn()
    systems.expect_at(7, 10, token="magpie")
    systems.expect_recorded("Carried 0.5 u", "STY-23")
    systems.expect_notice("Magpie: Carried 0.5 u")


def test_styles_an_interrupted_swimmer_floats_up_or_sinks(systems):
    systems.load_game(game_of("styles", at=(4, 8), character={"goods_total": 4, "goods_filled": 3}))
    systems.drag(2, 2, token="magpie")
    systems.do("interrupt")
    systems.pass_turn()
    systems.expect_height(-2, token="magpie")
    systems.expect_recorded("STY-24")


def test_styles_off_the_ledge_one_falls_and_is_told_how_far(systems):
    systems.load_game(game_of("styles", at=(14, 8)))
    systems.drag(1, token="magpie")
    systems.expect_at(15, 8, token="magpie")
    expect(systems.plan).to_contain_text("Falls 3 u")
    expect(systems.ledger).to_contain_text("Falls 3 u")
    expect(systems.page.get_by_test_id("ruling")).to_contain_text("Lands default")
    systems.rule("lands")
    expect(systems.ledger).not_to_contain_text("Falls 3 u")


def test_styles_flying_and_leaving_a_foe_in_reach(systems):
    systems.load_game(
        game_of("styles", at=(13, 9), character={"styles": {"walk": "normal", "fly": "double"}})
    )
    systems.move_as("fly")
    systems.end_at(2)
    systems.pick_up(0, -4, token="magpie")
    systems.expect_verdict("free")
    expect(systems.plan).to_contain_text("Dog, after")
    expect(systems.board.locator(".reaction-ring")).to_have_count(1)
    with systems.recording():
        systems.let_go()
    systems.expect_at(13, 8, token="magpie")
    with systems.recording():
        systems.page.get_by_test_id("react-on").click()
    systems.expect_at(13, 5, token="magpie")
    systems.expect_height(2, token="magpie")
    systems.move_as("From the map")


def test_styles_sneaking_is_offered_once_at_the_end_of_a_move(systems):
    systems.load_game(game_of("styles"))
    systems.ledger.get_by_role("switch", name="Half out of sight of every foe at the end").check()
    systems.drag(-1, token="magpie")
    systems.page.get_by_test_id("free-sneaking").click()
    expect(systems.check).to_contain_text("Sneaking")
    systems.type_result(8)
    systems.page.get_by_test_id("roll-done").click()
    expect(systems.page.get_by_test_id("free-sneaking")).to_have_count(0)


# The Contract: the ambush


def test_contract_a_full_load_sinks_and_the_gm_is_asked_each_round(systems):
    systems.load_game(game_of("contract", at=(3, 10), character={"load": "full"}))
    systems.set_enforcement("inform")
    systems.drag(-1, 2)
    systems.expect_recorded("against the rules")
    expect(systems.ledger).to_contain_text("CON-18")
    expect(systems.page.get_by_test_id("ruling")).to_be_visible()
    systems.set_enforcement("confirm")


def test_contract_a_leap_over_the_trench_that_fails_leaves_her_at_the_edge(systems):
    systems.load_game(game_of("contract", at=(8, 14)))
    systems.drag(4)
    systems.type_result(-1)
    expect(systems.result).to_have_attribute("data-success", "false")
    systems.expect_recorded("Fell short of 10 ft")
    systems.page.get_by_test_id("roll-done").click()
    systems.rule("edge")
    systems.expect_recorded("CON-12")
    assert int(systems.token().get_attribute("data-col")) < 11
