"""Floods on boards small enough to follow by hand."""

from fractions import Fraction

import pytest

from py_rules.board import OffMap, compile_board
from py_rules.board.measure import measure
from py_rules.protocol import map_data
from py_rules.search import Budget, JumpOdds, Start, flood
from py_rules.values.footing import Draw
from py_rules.values.map_rules import MapRules
from tests.oracle.floods import groups

F = Fraction


def board_of(regions=(), *, cols=9, rows=3, size=(1, 1), diagonals="equidistant", **scene):
    grid = {"cols": cols, "rows": rows, "diagonals": diagonals}
    made = map_data.Scene.model_validate({"grid": grid, "regions": list(regions), **scene}, strict=False)
    map_rules = MapRules(whole_steps=True)
    return compile_board(made, mover=None, size=size, unseen=frozenset(), map_rules=map_rules)


def rect(kind, *sides, **more):
    return {"id": more.pop("id", kind), "kind": kind, "area": {"rect": sides}, **more}


def jump(length, _high, *, running, **_):
    """A sure jump of 10 ft and a bad one of 20 ft; half of it from a stand."""
    reach = 1 if running else F(1, 2)
    if length <= 10 * reach:
        return JumpOdds(F(1), None)
    return JumpOdds(F(1, 4), 9) if length <= 20 * reach else None


def budget(limit, **more):
    usual = {
        "meters": {},
        "jump": jump,
        "jump_counts": True,
        "run_up": F(10),
        "gates": {},
        "passed": frozenset(),
        "floor": F(1, 10_000),
    }
    return Budget(limit=None if limit is None else F(limit), **{**usual, **more})


def one(found, cell):
    (label,) = found.labels(cell)
    return label


def test_the_start_costs_what_was_used_before():
    found = flood(board_of(), Start((4, 1), cost=F(7)), budget=budget(12))
    assert one(found, (4, 1)).cost == 7
    assert one(found, (5, 2)).cost == 12
    assert found.labels((6, 1)) == []


def test_groups_are_rings_of_equal_cost():
    board = board_of()
    found = groups(flood(board, Start((0, 0)), budget=budget(10)))
    assert [(cost, bits.bit_count()) for _, cost, bits in found] == [(0, 1), (5, 3), (10, 5)]
    assert {profile for profile, _, _ in found} == {found[0][0]}


def test_a_limit_is_reached_and_not_passed():
    found = flood(board_of(), Start((0, 0)), budget=budget(F(149, 10)))
    assert [len(found.labels((col, 0))) for col in range(4)] == [1, 1, 1, 0]


def test_alternating_diagonals_keep_both_parities():
    found = flood(board_of(rows=9, diagonals="alternating_1"), Start((0, 0)), budget=budget(30))
    assert {(label.cost, label.parity) for label in found.labels((2, 2))} == {(15, 0), (15, 1)}
    later = flood(board_of(rows=9, diagonals="alternating_1"), Start((0, 0), parity=1), budget=budget(30))
    assert min(label.cost for label in later.labels((1, 1))) == 10


def test_a_start_off_the_map_is_an_error():
    with pytest.raises(OffMap):
        flood(board_of(size=(2, 2)), Start((8, 0)), budget=budget(30))


WATER = rect("water", 2, 0, 3, 3)


def test_swimming_has_a_meter_of_its_own():
    found = flood(board_of([WATER]), Start((0, 1)), budget=budget(100, meters={"swim": F(20)}))
    label = one(found, (5, 1))
    assert (label.cost, label.profile.used("swim")) == (10, 15)
    assert (
        flood(board_of([WATER]), Start((0, 1)), budget=budget(100, meters={"swim": F(14)})).labels((5, 1))
        == []
    )


@pytest.mark.parametrize("meters", [{}, {"swim": F(0)}])
def test_without_a_meter_there_is_no_swimming(meters):
    assert flood(board_of([WATER]), Start((0, 1)), budget=budget(None, meters=meters)).labels((2, 1)) == []


def test_a_meter_without_limit_is_still_counted():
    found = flood(board_of([WATER]), Start((0, 1)), budget=budget(None, meters={"swim": None}))
    assert one(found, (5, 1)).profile.meters == (("swim", F(15)),)


def test_who_has_used_up_the_ground_may_still_swim():
    found = flood(board_of([WATER]), Start((1, 1), cost=F(30)), budget=budget(30, meters={"swim": F(10)}))
    assert one(found, (3, 1)).cost == 30
    assert found.labels((0, 1)) == []


def test_the_way_round_and_the_way_through_are_both_told():
    found = flood(
        board_of([rect("water", 2, 0, 3, 2)]), Start((1, 0)), budget=budget(60, meters={"swim": F(60)})
    )
    values = {(label.cost, label.profile.used("swim")) for label in found.labels((5, 0))}
    assert values == {(5, 15), (10, 10), (20, 5), (30, 0)}


def test_rough_ground_is_priced():
    rough = rect("difficult", 1, 0, 2, 3, cost_multiplier=2, flat_cost=3)
    found = flood(board_of([rough]), Start((0, 1)), budget=budget(60))
    assert [one(found, (col, 1)).cost for col in range(4)] == [0, 13, 23, 28]


ICE = rect("difficult", 2, 0, 1, 2, id="ice", roll={"name": "Balance", "pool": 2})


def test_a_gate_is_rolled_once():
    found = flood(board_of([ICE]), Start((1, 0)), budget=budget(60, gates={"ice": F(1, 2)}))
    values = {(label.cost, label.profile.chance, label.profile.gates) for label in found.labels((3, 0))}
    assert values == {(10, F(1, 2), frozenset({"ice"})), (20, F(1), frozenset())}
    assert not found.truncated


@pytest.mark.parametrize(
    "free",
    [{"gates": {}}, {"gates": {"ice": F(1)}}, {"gates": {"ice": F(1, 2)}, "passed": frozenset({"ice"})}],
)
def test_a_gate_that_cannot_fail_is_free(free):
    label = one(flood(board_of([ICE]), Start((1, 0)), budget=budget(60, **free)), (3, 0))
    assert (label.cost, label.profile.chance, label.profile.gates) == (10, 1, frozenset())


def test_what_is_too_unlikely_is_cut():
    found = flood(board_of([ICE]), Start((1, 0)), budget=budget(60, gates={"ice": F(1, 2)}, floor=F(2, 3)))
    assert found.truncated
    assert one(found, (3, 0)).cost == 20


def test_too_many_combinations_are_cut():
    found = flood(board_of([ICE]), Start((1, 0)), budget=budget(60, gates={"ice": F(1, 2)}, most=1))
    assert found.truncated
    assert one(found, (3, 0)).cost == 20


def test_what_is_impossible_is_not_called_cut():
    found = flood(board_of([ICE]), Start((1, 0)), budget=budget(60, gates={"ice": F(0)}))
    assert not found.truncated
    assert found.labels((2, 0)) == []


CREVICE = rect("gap", 4, 0, 1, 3)


def test_a_gap_is_jumped_with_and_without_a_run_up():
    found = flood(board_of([CREVICE]), Start((3, 1)), budget=budget(60))
    values = {(label.cost, label.profile.chance, label.profile.jumps) for label in found.labels((5, 1))}
    assert values == {(10, F(1, 4), (9,)), (30, F(1), (None,))}


def test_a_run_up_brings_one_over_at_once():
    found = flood(board_of([CREVICE]), Start((1, 1)), budget=budget(60))
    assert (one(found, (5, 1)).cost, one(found, (5, 1)).profile.chance) == (20, 1)
    assert found.path((5, 1), one(found, (5, 1))) == [
        (1, 1, None),
        (2, 1, "ground"),
        (3, 1, "ground"),
        (4, 1, "jump"),
        (5, 1, "jump"),
    ]


@pytest.mark.parametrize(("heading", "sure"), [(0, True), (1, False), (None, False)])
def test_a_run_begun_before_counts(heading, sure):
    start = Start((2, 1), heading=heading, run=F(5))
    found = flood(board_of([CREVICE]), start, budget=budget(15))
    assert (one(found, (5, 1)).profile.chance == 1) is sure


def test_jumps_that_do_not_count_cost_nothing():
    found = flood(board_of([CREVICE]), Start((1, 1)), budget=budget(60, jump_counts=False))
    assert one(found, (5, 1)).cost == 10


def test_jumps_are_not_made_over_solid_ground_or_through_walls():
    wall = {"id": "w", "a": (5, 0), "b": (5, 3)}
    assert flood(board_of([CREVICE], walls=[wall]), Start((1, 1)), budget=budget(60)).labels((5, 1)) == []


def test_out_of_a_gap_one_jumps():
    found = flood(board_of([CREVICE]), Start((4, 1)), budget=budget(60))
    assert (one(found, (5, 1)).cost, one(found, (5, 1)).profile.jumps) == (5, (None,))


def test_two_jumps_in_a_row_stay_two():
    board = board_of([CREVICE, rect("gap", 6, 0, 1, 3, id="second")])
    found = flood(board, Start((1, 1)), budget=budget(60))
    label = max(found.labels((7, 1)), key=lambda label: -label.cost)
    path = found.path((7, 1), label)
    assert [mode for _, _, mode in path] == [None, "ground", "ground", "jump", None, "jump", "jump"]
    assert [step.jump_lands for step in measure(board, path, parity=0).steps][2:] == [
        False,
        True,
        False,
        True,
    ]


def test_keys_that_cannot_be_compared_are_sorted_all_the_same():
    found = flood(board_of([CREVICE]), Start((3, 1), checks=(6, "swim")), budget=budget(10))
    assert one(found, (5, 1)).profile.jumps == ("swim", 6, 9)


def test_a_path_has_few_turns_and_keeps_to_the_line():
    found = flood(board_of(rows=9), Start((0, 4)), budget=budget(60))
    path = found.path((6, 4), one(found, (6, 4)))
    assert path == [(0, 4, None), *((col, 4, "ground") for col in range(1, 7))]


def test_a_path_to_the_start_is_the_start():
    found = flood(board_of(), Start((4, 1)), budget=budget(60))
    assert found.path((4, 1), one(found, (4, 1))) == [(4, 1, None)]


def test_a_label_of_another_cell_has_no_path():
    found = flood(board_of(), Start((4, 1)), budget=budget(60))
    with pytest.raises(KeyError):
        found.path((5, 1), one(found, (4, 1)))


def test_there_is_no_path_to_a_cell_off_the_map():
    found = flood(board_of(), Start((4, 1)), budget=budget(60))
    with pytest.raises(KeyError, match=r"cell \(99, 99\) has no label"):
        found.path((99, 99), one(found, (4, 1)))


def test_the_same_question_has_the_same_answer():
    board = board_of([WATER, CREVICE, ICE])
    spent = budget(60, meters={"swim": F(20)}, gates={"ice": F(1, 2)})
    first, second = (groups(flood(board, Start((0, 0)), budget=spent)) for _ in range(2))
    assert first == second


def test_meters_of_a_caller_lead_far():
    board = board_of([rect("climb", 0, 40, 9, 60, surface="cliff")], rows=100)
    spent = budget(5, meters={"cliff": F(100)}, draw=lambda footing, _phase: Draw(footing.surface))
    assert one(flood(board, Start((4, 39)), budget=spent), (4, 59)).profile.used("cliff") == 100


def test_a_search_from_several_cells_takes_the_best_of_them():
    others = (Start((8, 1), cost=F(10)), Start((4, 1), cost=F(40)))
    found = flood(board_of(), Start((0, 1), others=others), budget=budget(40))
    assert [one(found, (col, 1)).cost for col in range(9)] == [0, 5, 10, 15, 20, 25, 20, 15, 10]
    assert [cell[:2] for cell in found.path((6, 1), one(found, (6, 1)))] == [(8, 1), (7, 1), (6, 1)]
