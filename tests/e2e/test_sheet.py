"""What is changed on the sheet, in the turn or in the house rules holds at once; what is wrong is refused."""

from playwright.sync_api import expect

from py_rules.systems import sr5
from tests.e2e.demo import ANSWER_MILLIS, ambush, game_of


def test_stunned_makes_every_drag_impossible(demo):
    demo.ledger.get_by_role("switch", name="Stunned").check()
    expect(demo.allowance("Free Movement")).to_contain_text("0 / 0 ft", timeout=ANSWER_MILLIS)
    demo.drop(1)
    demo.expect_verdict("impossible")
    expect(demo.lines("CON-04")).to_be_visible()
    demo.page.get_by_test_id("send-back").click()
    expect(demo.override).to_be_hidden()
    demo.settle()
    demo.expect_untouched()
    demo.ledger.get_by_role("switch", name="Stunned").uncheck()
    expect(demo.allowance("Free Movement")).to_contain_text("0 / 25 ft", timeout=ANSWER_MILLIS)
    demo.drag(1)
    demo.expect_at(5, 8)


def test_what_a_sheet_lacks_is_told_and_set(demo):
    assumed = demo.ledger.get_by_test_id("assumed")
    expect(assumed).to_have_count(0)
    game = ambush()
    del game["characters"]["jenny"]["brawn"]
    demo.load_game(game)
    expect(assumed).to_have_text("Assumed: Brawn 1. Set it on the sheet.", timeout=ANSWER_MILLIS)
    assumed.get_by_role("button").click()
    brawn = demo.page.get_by_test_id("sheet").get_by_role("spinbutton", name="Brawn")
    expect(brawn).to_be_focused()
    expect(brawn).to_have_value("")
    brawn.fill("1")
    demo.open_tab("play")
    expect(assumed).to_have_count(0, timeout=ANSWER_MILLIS)
    assert demo.saved_game()["characters"]["jenny"]["brawn"] == 1


def test_an_open_choice_is_set_to_what_was_assumed(systems):
    systems.open_system("sr5")
    game = systems.saved_game()
    selected = game["selected"]
    del game["characters"][selected]["metatype"]
    systems.load_game(game)
    assumed = systems.ledger.get_by_test_id("assumed")
    expect(assumed).to_have_text("Assumed: Metatype Human. Set it on the sheet.", timeout=ANSWER_MILLIS)
    assumed.get_by_role("button").click()
    metatype = systems.page.get_by_test_id("sheet").get_by_label("Metatype")
    expect(metatype).to_be_focused()
    metatype.select_option("Human")
    systems.open_tab("play")
    expect(assumed).to_have_count(0, timeout=ANSWER_MILLIS)
    assert systems.saved_game()["characters"][selected]["metatype"] == "human"


def test_a_full_load_sinks_in_water(demo):
    demo.ledger.get_by_label("Load").select_option("Full")
    demo.pick_up(-3, 3)
    demo.expect_verdict("impossible")
    expect(demo.lines("CON-18")).to_be_visible()
    demo.let_go()
    expect(demo.override).to_contain_text("CON-18", timeout=ANSWER_MILLIS)
    demo.page.get_by_test_id("send-back").click()
    demo.expect_untouched()


def test_a_sheet_changes_the_bands_at_once(demo):
    free = demo.board.locator("[fill='url(#band-free)']")
    before = free.get_attribute("d")
    assert before
    demo.open_tab("sheet").get_by_role("spinbutton", name="Dexterity").fill("2")
    expect(free).not_to_have_attribute("d", before, timeout=ANSWER_MILLIS)
    demo.open_tab("play")
    expect(demo.allowance("Free Movement")).to_contain_text("0 / 15 ft")
    demo.drag(4)
    demo.expect_verdict("penalised")
    expect(demo.lines("CON-07")).to_have_attribute("data-dice", "-1")


def test_a_value_that_cannot_be_is_refused_beside_its_field(demo):
    panel = demo.open_tab("sheet")
    field = panel.locator("[data-field=dexterity]")
    rating = panel.get_by_role("spinbutton", name="Dexterity")
    rating.fill("-3")
    expect(field.get_by_role("alert")).to_be_visible(timeout=ANSWER_MILLIS)
    expect(rating).to_have_attribute("aria-invalid", "true")
    demo.open_tab("play")
    expect(demo.allowance("Free Movement")).to_contain_text("0 / 25 ft")
    assert demo.saved_game()["characters"]["jenny"]["dexterity"] == 4
    demo.open_tab("sheet")
    rating.fill("3")
    expect(field.get_by_role("alert")).to_have_count(0, timeout=ANSWER_MILLIS)
    demo.open_tab("play")
    expect(demo.allowance("Free Movement")).to_contain_text("0 / 20 ft")


def test_a_house_rule_changes_the_price(demo):
    panel = demo.open_tab("house")
    panel.locator("[data-field$=extension_penalty]").get_by_role("combobox").select_option("Flat")
    expect(panel.get_by_test_id("presets")).to_have_attribute("data-differs", "1", timeout=ANSWER_MILLIS)
    demo.pick_up(7)
    demo.expect_verdict("penalised")
    expect(demo.lines("CON-07")).to_have_attribute("data-dice", "-1")
    demo.let_go()
    demo.expect_at(11, 8)


def test_held_back_dice_open_the_extension_after_the_action(demo):
    demo.take_action(saved=2)
    demo.pick_up(7)
    demo.expect_verdict("penalised")
    demo.pull(8)
    demo.expect_verdict("impossible")
    demo.pull(7)
    demo.expect_verdict("penalised")
    demo.let_go()
    demo.expect_at(11, 8)


def test_a_preset_sets_all_house_rules_and_gives_back_what_was_there(systems):
    core_book = dict(sr5.SYSTEM.presets[1].values)
    systems.load_game(game_of("sr5", house_rules={"share_cell": True}))
    panel = systems.open_tab("house")
    presets = panel.get_by_test_id("presets")
    preset = presets.get_by_label("Preset")
    standing = presets.get_by_role("status")
    expect(standing).to_have_text("As edited, differs in 1 place")
    expect(preset.locator("option")).to_have_text(["Custom", "As edited", "Core book"])
    expect(panel.locator(".presets-mark")).to_have_text(["Differs from “As edited” Back to: off"])
    preset.select_option("Core book")
    expect(standing).to_have_text("Core book, unchanged", timeout=ANSWER_MILLIS)
    expect(preset.locator("option")).to_have_text(["As edited", "Core book"])
    expect(panel.locator(".presets-mark")).to_have_count(0)
    assert systems.saved_game()["house_rules"] == core_book
    presets.get_by_role("button", name="Restore custom choices").press("Enter")
    expect(standing).to_have_text("As edited, differs in 1 place", timeout=ANSWER_MILLIS)
    assert systems.saved_game()["house_rules"] == {"share_cell": True}
    preset.select_option("Core book")
    expect(standing).to_have_text("Core book, unchanged", timeout=ANSWER_MILLIS)
    panel.get_by_role("switch", name="Small tokens share a cell").check()
    expect(standing).to_have_text("Core book, differs in 1 place", timeout=ANSWER_MILLIS)
    expect(panel.locator(".house-rule[data-changed]")).to_have_count(1)
    panel.get_by_role("button", name="Back to: off, Small tokens share a cell").press("Enter")
    expect(standing).to_have_text("Core book, unchanged", timeout=ANSWER_MILLIS)
