"""What the GM is asked, and what comes of the answer."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.hosts.planarally.conftest import (
    HOME,
    WAY,
    Sit,
    ask_by_hand,
    moves_in_ledger,
    wait_written,
    writes,
)
from tests.hosts.planarally.workers import NO_RULES
from tests.warm.pages import wait_until_quiet


def test_a_player_asks_the_gm_and_two_browsers_agree(sit: Sit) -> None:
    gm = sit(enforcement="confirm")
    gm.fight()
    player = sit("user=player")
    wait_until_quiet(player.page)
    player.drag(HOME, (19, 12))
    gm.answer("Refuse")
    player.wait_kept("jenny", HOME)
    assert gm.at("jenny") == HOME
    player.drag(HOME, (19, 12))
    gm.answer("Allow")
    player.wait_kept("jenny", (19, 12))
    gm.wait_kept("jenny", (19, 12))


@pytest.mark.parametrize(("answer", "cell"), [("Allow", (11, 6)), ("Refuse", (13, 6))])
def test_a_foe_that_may_react_stops_a_move_only_if_the_gm_says_so(
    sit: Sit, answer: str, cell: tuple[int, int]
) -> None:
    character = {"styles": {"walk": "normal"}, "hooks": 1}
    client = sit(system="styles", character=character, houseRules={"reaction_reach_u": 1})
    client.drag(HOME, (13, 6))
    client.wait_kept("jenny", (13, 6))
    client.fight()
    client.drag((13, 6), (11, 6))
    expect(client.dialog).to_contain_text("Let the move go on?")
    client.answer(answer)
    client.wait_moves("jenny", 1)
    client.wait_kept("jenny", cell)
    expect(
        client.notices.get_by_text("Jenny stays: Foe <b>Guard</b> reacted and ended the move")
    ).to_have_count(int(cell == (13, 6)))


def test_whoever_is_refused_a_dash_reads_that_the_token_stays(sit: Sit) -> None:
    client = sit(system="styles", character={"styles": {"walk": "normal"}, "hooks": 1}, is_fighting=True)
    client.drag(HOME, (9, 6))
    expect(client.dialog).to_contain_text("Let the move go on?")
    client.answer("Refuse")
    expect(client.notices).to_contain_text("Jenny stays: Dash refused, the move ended there")
    client.wait_kept("jenny", HOME)
    client.drag(HOME, (9, 6))
    client.answer("Allow")
    client.wait_kept("jenny", (9, 6))
    assert client.faults == []


def test_the_gm_reads_which_foe_may_react_to_a_players_move(sit: Sit) -> None:
    character = {"styles": {"walk": "normal"}, "hooks": 1}
    gm = sit(system="styles", character=character, houseRules={"reaction_reach_u": 1})
    gm.drag(HOME, (13, 6))
    gm.wait_kept("jenny", (13, 6))
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    wait_until_quiet(player.page)
    player.drag((13, 6), (11, 6), drop=False)
    expect(player.page.locator(".footwork-said")).to_contain_text("2")
    wait_until_quiet(player.page)
    player.page.mouse.up()
    expect(gm.dialog).to_contain_text("Let the move go on?")
    # Until then she waits where she stood.
    assert gm.kept("jenny") == gm.at("jenny") == (13, 6)
    gm.answer("Refuse")
    player.wait_moves("jenny", 1)
    player.wait_kept("jenny", (13, 6))
    assert gm.faults == player.faults == []


def test_a_gm_in_another_location_sets_rules_and_is_asked(sit: Sit) -> None:
    gm = sit("location=2", is_fighting=True)
    player = sit("user=player")
    gm.page.locator(".footwork-button").click()
    gm.dialog.get_by_label("Impossible moves").select_option("Ask: the GM decides")
    gm.answer("Close")
    player.page.wait_for_timeout(3_500)
    player.drag(HOME, (19, 12))
    gm.answer("Allow")
    player.wait_kept("jenny", (19, 12))


def test_a_gm_who_looks_as_a_player_does_stays_the_gm(sit: Sit) -> None:
    gm = sit(enforcement="confirm", is_fighting=True)
    gm.page.evaluate("Object.assign(game, {isDm: false, isFakePlayer: true})")
    player = sit("user=player")
    player.drag(HOME, (19, 12))
    gm.answer("Allow")
    player.wait_kept("jenny", (19, 12))
    player.wait_moves("jenny", 1)
    gm.page.evaluate("emit('Initiative.Round.Update', {round: 2})")
    player.wait_moves("jenny", 0)


def test_the_gm_sees_who_asks_for_what_and_goes_on_meanwhile(sit: Sit) -> None:
    gm = sit(enforcement="confirm", is_fighting=True)
    player = sit("user=player")
    wait_until_quiet(player.page)
    player.drag(HOME, (19, 6))
    expect(gm.dialog).to_contain_text("Ann asks: Jenny, 75\u00a0ft")
    gm.page.wait_for_function(f"() => ({WAY})(600, 325)")
    gm.drag((4, 8), (4, 10))
    gm.wait_kept("rook", (4, 10))
    gm.answer("Allow")
    player.wait_kept("jenny", (19, 6))
    gm.page.wait_for_function(f"() => !({WAY})(600, 325)")


def test_a_question_that_nobody_waits_for_is_withdrawn_and_stays_away(sit: Sit) -> None:
    gm = sit(enforcement="confirm", is_fighting=True)
    player = sit("user=player")
    wait_until_quiet(player.page)
    player.page.clock.install()
    player.drag(HOME, (19, 12))
    expect(gm.dialog).to_be_visible()
    asked = gm.page.evaluate("localStorage.getItem('block room asked ')")
    player.page.clock.fast_forward(61_000)
    expect(gm.dialog).to_have_count(0)
    old = re.sub(r'"until":\d+', '"until":1', asked)
    gm.page.evaluate("(old) => localStorage.setItem('block room asked ', old)", old)
    again = sit("again")
    wait_until_quiet(again.page)
    expect(again.dialog).to_have_count(0)


def test_what_the_gm_is_asked_is_written_by_the_gms_browser(sit: Sit) -> None:
    first = sit(enforcement="confirm", is_fighting=True)
    wait_until_quiet(first.page)
    ask_by_hand(first)
    gm = sit("again")
    expect(gm.dialog).to_contain_text("Ann asks: Jenny, 75\u00a0ft")
    expect(gm.dialog).not_to_contain_text("coffee")
    gm.page.wait_for_function(f"() => ({WAY})(600, 325)")
    assert gm.faults == []


def test_a_move_that_is_asked_for_after_another_is_told_from_where_that_ended(sit: Sit) -> None:
    gm = sit(enforcement="confirm", is_fighting=True)
    player = sit("user=player")
    player.drag(HOME, (19, 6))
    expect(gm.dialog).to_contain_text("75\u00a0ft")
    player.drag(HOME, (5, 6))
    gm.answer("Allow")
    player.wait_moves("jenny", 1)
    expect(gm.dialog).to_contain_text("70\u00a0ft")
    gm.answer("Refuse")
    gm.wait_kept("jenny", (19, 6))
    assert gm.faults == player.faults == []


def test_the_gm_is_told_that_a_move_needs_no_permission(sit: Sit) -> None:
    first = sit(enforcement="confirm", is_fighting=True)
    wait_until_quiet(first.page)
    ask_by_hand(first, at={"x": 325, "y": 325})
    gm = sit("again")
    expect(gm.dialog).to_contain_text("Jenny, 10\u00a0ft: as far as is known here, the rules allow it")


@pytest.mark.parametrize("question", [{}, {"kind": "goOn", "ledger": {}}])
def test_the_gm_is_asked_in_plain_words_where_no_rules_answer(sit: Sit, question: dict[str, Any]) -> None:
    first = sit(enforcement="confirm", is_fighting=True)
    wait_until_quiet(first.page)
    ask_by_hand(first, **question)
    gm = sit("again", script=NO_RULES, ready=False)
    expect(gm.dialog).to_contain_text("Ann asks: Jenny: the rules do not answer here")
    expect(gm.dialog).not_to_contain_text("coffee")
    gm.page.wait_for_function(f"() => ({WAY})(600, 325)")
    gm.answer("Refuse")
    gm.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('block room asked ')).asked.answer === false"
    )
    assert gm.faults == []


@pytest.mark.parametrize("question", [{"token": "nobody"}, {"kind": "goOn", "ledger": None}])
def test_what_cannot_be_asked_is_not_put_to_the_gm(sit: Sit, question: dict[str, Any]) -> None:
    first = sit(enforcement="confirm", is_fighting=True)
    wait_until_quiet(first.page)
    ask_by_hand(first, **question)
    gm = sit("again")
    wait_until_quiet(gm.page)
    expect(gm.dialog).to_have_count(0)
    assert gm.faults == []


def test_what_comes_from_another_location_is_told_as_the_word_of_who_asks(sit: Sit) -> None:
    first = sit(enforcement="confirm", is_fighting=True)
    wait_until_quiet(first.page)
    ask_by_hand(first, location=2)
    gm = sit("again")
    expect(gm.dialog).to_contain_text("In another location, Ann’s browser says")
    expect(gm.dialog).to_contain_text("coffee")


def test_many_questions_are_a_few_at_a_time(sit: Sit) -> None:
    first = sit(enforcement="confirm", is_fighting=True)
    first.page.evaluate("""() => {
      const asked = {};
      const whose = { kind: "letThrough", token: "jenny", location: 2, at: { x: 0, y: 0 }, user: "Ann" };
      for (let n = 0; n < 40; n += 1)
        asked[`q${n}`] = { ...whose, text: `Ask ${n}`, answer: null, until: 9e15 };
      localStorage.setItem("block room asked ", JSON.stringify(asked));
    }""")
    gm = sit("again")
    expect(gm.dialog).to_have_count(3)
    gm.dialog.last.get_by_role("button", name="Refuse").click()
    expect(gm.dialog.last).to_contain_text("Ask 3")
    expect(gm.dialog).to_have_count(3)


@pytest.mark.parametrize(("answer", "cell", "moves"), [("Refuse", HOME, 0), ("Allow", (19, 12), 1)])
def test_the_gms_word_counts_if_a_round_is_turned_before_it(
    sit: Sit, answer: str, cell: tuple[int, int], moves: int
) -> None:
    gm = sit(enforcement="confirm", is_fighting=True)
    player = sit("user=player")
    wait_until_quiet(player.page)
    player.drag(HOME, (19, 12))
    expect(gm.dialog).to_be_visible()
    before = writes(player)
    gm.page.evaluate("emit('Initiative.Round.Update', {round: 2})")
    wait_written(player, before)
    wait_until_quiet(player.page)
    gm.answer(answer)
    expect(gm.dialog).to_have_count(0)
    wait_until_quiet(player.page)
    player.wait_kept("jenny", cell)
    assert len(moves_in_ledger(player)) == moves
    expect(gm.dialog).to_have_count(0)
    assert gm.faults == player.faults == []


def test_a_move_that_a_new_round_allows_stays_where_the_gm_refuses_it(sit: Sit) -> None:
    gm = sit(enforcement="confirm", is_fighting=True)
    player = sit("user=player")
    player.drag(HOME, (9, 6))
    player.wait_moves("jenny", 1)
    player.drag((9, 6), (19, 6))
    expect(gm.dialog).to_be_visible()
    before = writes(player)
    gm.page.evaluate("emit('Initiative.Round.Update', {round: 2})")
    wait_written(player, before)
    gm.answer("Refuse")
    wait_until_quiet(player.page)
    player.wait_kept("jenny", (9, 6))
    expect(player.dialog).to_have_count(0)
    assert moves_in_ledger(player) == []


def test_a_gm_who_comes_to_the_location_of_a_question_reads_what_the_own_browser_says(sit: Sit) -> None:
    gm = sit("location=2", is_fighting=True, enforcement="confirm")
    player = sit("user=player")
    player.drag(HOME, (19, 6))
    expect(gm.dialog).to_contain_text("In another location")
    gm.page.evaluate("goTo(1)")
    expect(gm.dialog).to_contain_text("Ann asks: Jenny, 75\u00a0ft")
    expect(gm.dialog).not_to_contain_text("In another location")
    gm.page.evaluate("goTo(2)")
    expect(gm.dialog).to_contain_text("In another location")
    gm.answer("Allow")
    player.wait_kept("jenny", (19, 6))
    assert gm.faults == player.faults == []
