"""The contract that every adapter keeps: the same hands on the same board, whoever the host is.

Where a case cannot hold for a host, its driver says why, and the case then shows what holds there instead.
"""

import pytest

from tests.hosts.contract.board import PIECES, State
from tests.hosts.contract.cases import Case, plays

JENNY, GUARD = (PIECES[token].cell for token in ("jenny", "guard"))
# Markup, and marks of every kind of template.
HOSTILE = "<img src=x onerror=alert(1)> {name} {{0}} $& ${name} %s"


def east(cell, cols):
    """The cell some columns east of another."""
    return cell[0] + cols, cell[1]


def cells(states):
    """Where a token was kept, one after the other."""
    return [state.cell for state in states]


def is_torn(states, end):
    """Whether at some time a token was kept at the end of its move without what it has done, or the other way round."""
    return any((state.cell == end.cell) != (state.moves == end.moves) for state in states)


def goes_undrawn(host, token, cell, feet):
    """A token in the hand goes where it is dropped, and nothing was drawn of it."""
    host.drop()
    host.expect(token, cell, feet)
    assert not host.was_anything_drawn()


@plays(Case.PICK_UP)
def test_pick_up_draws_where_the_token_can_go(host):
    host.pick_up("guard", 1)
    if Case.PICK_UP in host.limits:
        goes_undrawn(host, "guard", east(GUARD, 1), 5)
        return
    host.wait_until(lambda: host.is_drawn(*east(GUARD, -2)))
    assert not host.is_drawn(*east(GUARD, -3))
    host.carry_home()
    host.deselect()
    host.wait_for(lambda: host.is_drawn(*east(GUARD, -2)), False)
    host.expect_home("guard")


@plays(Case.SELECT)
def test_a_selected_token_shows_how_far_it_can_go(host):
    host.select("guard")
    host.wait_until(lambda: host.is_drawn(*east(GUARD, -2)))
    host.wait_until(lambda: "10\u00a0ft" in " ".join(host.headline.all_text_contents()))
    assert not host.is_drawn(*east(GUARD, -3))
    host.deselect()
    host.wait_for(lambda: host.is_drawn(*east(GUARD, -2)), False)
    host.wait_for(host.headline.count, 0)
    host.expect_home("guard")


@plays(Case.DRAG)
def test_the_price_follows_the_hand(host):
    host.pick_up("jenny", 7)
    if Case.DRAG in host.limits:
        goes_undrawn(host, "jenny", east(JENNY, 7), 35)
        return
    host.wait_for_price("35 ft", "2 dice")
    host.pull(3)
    host.wait_for_price("15 ft", but="dice")
    host.carry_home()
    host.expect_home("jenny")
    assert host.history("jenny") == []


@plays(Case.LEGEND)
def test_a_legend_tells_what_the_colours_mean(host):
    if Case.LEGEND in host.limits:
        assert host.legend.count() == 0
        return
    host.pick_up("jenny", 1)
    host.wait_until(lambda: " ".join(host.legend.all_inner_texts()).endswith(" dice Roll Not possible"))
    assert host.legend.first.inner_text().strip() == "Free"
    assert host.is_seen_through(host.legend.first)
    host.carry_home()
    host.deselect()
    host.wait_until(lambda: host.is_legend_kept or host.legend.count() == 0)


@plays(Case.LEGAL)
def test_a_legal_drop_goes_there_and_is_recorded_with_it(host):
    host.drag("jenny", 7)
    host.expect("jenny", east(JENNY, 7), 35)
    states = host.history("jenny")
    end = State(east(JENNY, 7), (35,))
    assert states[-1] == end
    assert is_torn(states, end) is (Case.LEGAL in host.limits)
    assert host.notices.count() == 0


@plays(Case.ILLEGAL)
def test_an_illegal_drop_stays_or_comes_back_and_nothing_is_recorded(host):
    host.drag("guard", 2)
    host.expect("guard", east(GUARD, 2), 10)
    host.history("guard")
    host.drag("guard", 1)
    host.tells("Guard stays")
    host.expect("guard", east(GUARD, 2), 10)
    states = host.history("guard")
    assert cells(states) == ([east(GUARD, 3), east(GUARD, 2)] if Case.ILLEGAL in host.limits else [])


@plays(Case.ILLEGAL)
def test_the_reason_names_the_roll_that_comes_before_what_is_in_the_way(host):
    host.put("guard", *east(JENNY, 10))
    host.drag("jenny", 10)
    host.tells("Jenny st", "a roll comes first (All-out Sprint)", "and beyond it: Another token stands here")


@plays(Case.LATE)
@pytest.mark.parametrize("legal", [True, False], ids=["legal", "illegal"])
def test_a_drop_before_the_verdict_waits_for_it(host, legal):
    if not legal:
        host.drag("guard", 2)
        host.expect("guard", east(GUARD, 2), 10)
    cell, *moves = (east(GUARD, 0),) if legal else (east(GUARD, 2), 10)
    host.history("guard")
    host.workers.hold()
    host.drag("guard", 1)
    host.wait_until(host.is_waiting)
    there = east(cell, 1)
    assert host.kept("guard") == State(there if Case.LATE in host.limits else cell, tuple(moves))
    host.workers.release()
    if legal:
        host.expect("guard", there, 5)
    else:
        host.tells("Guard stays")
        host.expect("guard", cell, *moves)


@plays(Case.DEAD)
def test_when_the_worker_dies_it_is_asked_again(host):
    before = host.workers.made()
    host.pick_up("jenny", 5)
    if Case.DRAG not in host.limits:
        host.wait_for_price("25 ft")
    # What is open when it dies is the question of the drop itself.
    host.wait_until(host.workers.are_idle)
    host.workers.hold()
    host.drop()
    host.wait_until(lambda: host.workers.held() > 0)
    host.workers.kill()
    host.wait_for(host.workers.made, before + 1)
    host.workers.release()
    host.expect("jenny", east(JENNY, 5), 25)
    assert host.notices.count() == 0


@plays(Case.NO_RULES)
def test_without_rules_tokens_move_as_without_them_and_it_is_told_once(lawless):
    host = lawless
    host.drag("jenny", 7)
    host.tells("rules are not running")
    if Case.NO_RULES in host.limits:
        host.wait_until(host.is_waiting)
        host.expect_home("jenny")
        host.retry()
        host.expect("jenny", east(JENNY, 7), 35)
        return
    host.expect("jenny", east(JENNY, 7))
    host.drag("jenny", 7)
    host.expect("jenny", east(JENNY, 14))
    assert len(host.notices.all_text_contents()) == 1, host.notices.all_text_contents()


@plays(Case.UNDO)
def test_undo_gives_place_and_allowance_back(host):
    host.drag("jenny", 3)
    host.expect("jenny", east(JENNY, 3), 15)
    host.drag("jenny", 4)
    host.expect("jenny", east(JENNY, 7), 15, 20)
    host.undo("jenny")
    host.expect("jenny", east(JENNY, 3), 15)
    host.undo("jenny")
    host.expect_home("jenny")
    host.drag("guard", 2)
    host.expect("guard", east(GUARD, 2), 10)
    host.undo("guard")
    host.expect_home("guard")
    # All of the allowance is there again.
    host.drag("guard", -2)
    host.expect("guard", east(GUARD, -2), 10)


@plays(Case.GROUP)
def test_of_a_group_nobody_ends_on_one_that_stays(host):
    host.put("guard", *east(JENNY, 3))
    if Case.GROUP in host.limits:
        host.drag_together(["jenny", "guard"], 2)
        host.expect("jenny", east(JENNY, 2), 10)
        host.expect("guard", east(JENNY, 3))
        return
    host.drag_together(["jenny", "guard"], 3)
    host.tells("Guard stays")
    host.tells("Jenny stays", "Another token stands here")
    host.expect_home("jenny")
    host.expect("guard", east(JENNY, 3))
    host.drag_together(["jenny", "guard"], 2)
    host.expect("guard", east(JENNY, 5), 10)
    host.expect("jenny", east(JENNY, 2), 10)


@plays(Case.PUSH)
def test_a_push_costs_nothing_and_is_where_the_way_back_ends(gm_host):
    host = gm_host
    host.push_next("guard")
    host.drag("guard", 3)
    host.expect("guard", east(GUARD, 3), 15)
    host.drag("guard", 2)
    host.expect("guard", east(GUARD, 5), 15, 10)
    host.go_back("guard")
    host.expect("guard", east(GUARD, 3), 15)


@plays(Case.BACK)
def test_one_press_leads_back_to_where_the_turn_began(gm_host):
    host = gm_host
    host.drag("jenny", 3)
    host.expect("jenny", east(JENNY, 3), 15)
    host.drag("jenny", 0, 2)
    host.expect("jenny", (JENNY[0] + 3, JENNY[1] + 2), 15, 10)
    host.go_back("jenny")
    host.expect_home("jenny")
    host.drag("jenny", 5)
    host.expect("jenny", east(JENNY, 5), 25)


@plays(Case.GIVE)
def test_movement_is_given_and_taken_by_hand(gm_host):
    host = gm_host
    host.give("guard", 10)
    host.drag("guard", 3)
    host.expect("guard", east(GUARD, 3), 15)
    host.give("guard", 5, "Take")
    host.drag("guard", 1)
    host.tells("Guard", "5 ft too far")


@plays(Case.TWO)
def test_who_drops_what_somebody_else_has_moved_changes_nothing(host):
    host.call_other()
    host.workers.hold()
    host.drag("jenny", 3)
    host.wait_until(host.is_waiting)
    theirs = host.other_drags("jenny", 0, 2)
    assert theirs.cell[1] == JENNY[1] + 2
    host.workers.release()
    if Case.TWO in host.limits:
        host.expect("jenny", east(JENNY, 3), 15)
        return
    host.tells("moved", "same time")
    host.expect("jenny", theirs.cell, *theirs.moves)


@plays(Case.HIDDEN)
def test_a_hidden_token_is_in_no_answer_label_or_notice(host):
    end = east(JENNY, 7)
    host.put("guard", *end)
    host.drag("jenny", 7)
    host.tells("Another token stands here")
    host.reset()
    host.put("guard", *end)
    host.hide("guard")
    host.workers.forget()
    host.pick_up("jenny", 7)
    if Case.DRAG not in host.limits:
        host.wait_for_price("35 ft", "2 dice")
    host.drop()
    host.expect("jenny", end, 35)
    assert host.notices.count() == 0
    answers = host.workers.answers()
    assert answers
    assert [answer for answer in answers if "guard" in answer.lower()] == []


@plays(Case.HOSTILE)
def test_names_are_text_wherever_they_are_drawn(host):
    host.rename("guard", HOSTILE)
    host.drag("guard", 2)
    host.expect("guard", east(GUARD, 2), 10)
    host.drag("guard", 1)
    host.tells(f"{HOSTILE} stays")
    assert host.count_of("img[onerror]") == 0


@plays(Case.BAD_INPUT)
def test_bad_input_is_told_once_and_the_host_goes_on(host):
    host.set_sheet("jenny", {"dexterity": HOSTILE})
    goes = Case.BAD_INPUT not in host.limits
    for cols in (3, 6):
        host.drag("jenny", 3)
        host.tells("exterity: ", HOSTILE, "end a whole number")
        host.expect("jenny", east(JENNY, cols if goes else 0))
    assert len(host.notices.all_text_contents()) == 1, host.notices.all_text_contents()
    assert host.count_of("img[onerror]") == 0
    host.set_sheet("jenny", PIECES["jenny"].sheet)
    host.drag("jenny", 3)
    host.wait_for(lambda: host.kept("jenny").moves, (15,))


@plays(Case.BROKEN)
def test_a_broken_token_is_set_aside_and_the_others_are_judged(host):
    host.rename("guard", "\ud83d" + "x" * 200)
    host.drag("jenny", 3)
    host.expect("jenny", east(JENNY, 3), 15)
    host.drag("jenny", 2)
    host.expect("jenny", east(JENNY, 5), 15, 10)
