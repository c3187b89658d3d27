"""What a path costs, and where it is first not allowed."""

from fractions import Fraction

import pytest

from py_rules.board import OffMap, PathJumps, compile_board
from py_rules.board.measure import measure
from py_rules.protocol import map_data

F = Fraction


def board_of(regions=(), *, size=(1, 1), diagonals="equidistant", **scene):
    grid = {"cols": 12, "rows": 6, "diagonals": diagonals}
    made = map_data.Scene.model_validate({"grid": grid, "regions": list(regions), **scene}, strict=False)
    return compile_board(made, mover=None, size=size, unseen=frozenset())


def rect(kind, *sides, **more):
    return {"id": more.pop("id", kind), "kind": kind, "area": {"rect": sides}, **more}


def row(*cols, at=0):
    """Return a path along a row; a column may come with a mode."""
    return [(col[0], at, col[1]) if isinstance(col, tuple) else (col, at, None) for col in cols]


def bar_of(measured):
    """Return the first step that is not allowed, and why."""
    return next(((at, why) for at, why in enumerate(measured.barred) if why), (None, ""))


def along(board, path, parity=0):
    return measure(board, path, parity=parity)


def costs(board, path, parity=0):
    return [step.cost for step in along(board, path, parity).steps]


DIAGONAL = [(n, n, None) for n in range(5)]


@pytest.mark.parametrize(
    ("diagonals", "parity", "expected", "after"),
    [
        ("equidistant", 1, [5, 5, 5, 5], 0),
        ("approximate", 0, [7.5, 7.5, 7.5, 7.5], 0),
        ("rectilinear", 0, [10, 10, 10, 10], 0),
        ("alternating_1", 0, [5, 10, 5, 10], 0),
        ("alternating_1", 1, [10, 5, 10, 5], 1),
        ("alternating_2", 0, [10, 5, 10, 5], 0),
        ("alternating_2", 1, [5, 10, 5, 10], 1),
    ],
)
def test_diagonals_by_rule_and_parity(diagonals, parity, expected, after):
    board = board_of(diagonals=diagonals)
    assert costs(board, DIAGONAL, parity) == expected
    assert along(board, DIAGONAL, parity).parity == after


def test_orthogonal_steps_leave_the_parity():
    path = [(0, 0, None), (1, 1, None), (2, 1, None), (3, 2, None)]
    assert costs(board_of(diagonals="alternating_1"), path) == [5, 5, 10]


def test_illegal_diagonals_are_named():
    measured = along(board_of(diagonals="illegal"), [(0, 0, None), (1, 0, None), (2, 1, None)])
    assert bar_of(measured) == (1, "diagonal")


def test_no_step_costs_nothing():
    measured = along(board_of(), [(0, 0, None)])
    assert (measured.steps, measured.barred, measured.end_ok, measured.end_why) == ((), (), True, "")


def test_rough_ground_counts_the_worst_factor_and_adds_surcharges():
    regions = [
        rect("difficult", 1, 0, 2, 1, id="a", cost_multiplier=2, flat_cost=3),
        rect("difficult", 1, 0, 1, 1, id="b", cost_multiplier=1.5, flat_cost=1),
        rect("difficult", 4, 0, 1, 1, id="c"),
    ]
    measured = along(board_of(regions), row(0, 1, 2, 3, 4))
    assert [step.cost for step in measured.steps] == [14, 10, 5, 5]
    assert [step.entered for step in measured.steps] == [("a", "b"), (), (), ("c",)]
    assert [step.multiplier for step in measured.steps] == [2, 2, 1, 1]


def test_entering_again_costs_again():
    regions = [rect("difficult", 1, 0, 1, 1, flat_cost=3)]
    assert costs(board_of(regions), row(0, 1, 2, 1)) == [8, 5, 8]


def test_leaving_costs_nothing_extra():
    assert costs(board_of([rect("difficult", 0, 0, 1, 1, flat_cost=3, cost_multiplier=2)]), row(0, 1)) == [5]


def test_a_footprint_enters_with_its_first_cell():
    regions = [rect("difficult", 3, 1, 1, 1, cost_multiplier=2, flat_cost=3)]
    measured = along(board_of(regions, size=(2, 2)), row(0, 1, 2, 3, 4))
    assert [step.cost for step in measured.steps] == [5, 13, 10, 5]


def test_gates_are_regions_with_a_roll():
    roll = {"name": "Balance", "pool": 4}
    regions = [rect("difficult", 1, 0, 1, 1, id="ice", roll=roll), rect("difficult", 1, 0, 1, 1, id="mud")]
    (step,) = along(board_of(regions), row(0, 1)).steps
    assert (step.entered, step.gates) == (("ice", "mud"), ("ice",))


def test_modes_are_proposed_by_the_map_and_overruled_by_the_player():
    board = board_of([rect("water", 1, 0, 3, 1), rect("climb", 3, 0, 1, 1, surface="hard")])
    modes = [step.mode for step in along(board, row(0, 1, 2, 3, 4)).steps]
    assert modes == ["swim", "swim", "climb", "ground"]
    overruled = along(board, row(0, (1, "ground"), (2, "sprint"), (3, "swim"), (4, "jump")))
    assert [step.mode for step in overruled.steps] == ["ground", "swim", "swim", "jump"]


def test_the_first_surface_of_the_scene_is_told():
    regions = [
        rect("climb", 1, 0, 1, 1, id="a", surface="ladder"),
        rect("climb", 1, 0, 2, 1, id="b", surface="cliff", difficulty=8),
    ]
    steps = along(board_of(regions), row(0, 1, 2, 3)).steps
    assert [(step.footing.surface, step.footing.difficulty) for step in steps] == [
        ("ladder", None),
        ("cliff", 8),
        (None, None),
    ]


def test_a_gap_is_jumped_and_landed_on_the_first_cell_beyond():
    board = board_of([rect("gap", 2, 0, 2, 6)])
    measured = along(board, row(0, 1, 2, 3, 4, 5))
    assert [step.mode for step in measured.steps] == ["ground", "jump", "jump", "jump", "ground"]
    assert [step.jump_lands for step in measured.steps] == [False, False, False, True, False]
    assert not any(measured.barred)


def test_in_the_air_nothing_underfoot_counts_until_the_landing():
    regions = [
        rect("gap", 1, 0, 1, 1),
        rect("difficult", 1, 0, 2, 1, cost_multiplier=2, flat_cost=3, roll={"name": "Mud", "pool": 1}),
    ]
    over, down = along(board_of(regions), row(0, 1, 2)).steps
    assert (over.cost, over.entered) == (5, ())
    assert (down.cost, down.multiplier, down.flat, down.gates) == (8, 1, 3, ("difficult",))


def test_a_jump_within_a_region_does_not_enter_it_again():
    regions = [
        rect("gap", 1, 0, 1, 1),
        rect("difficult", 0, 0, 1, 1, id="a"),
        rect("difficult", 0, 0, 3, 1, id="b"),
    ]
    regions[1]["area"] = {"cells": [(0, 0), (2, 0)]}
    assert [step.entered for step in along(board_of(regions), row(0, 1, 2)).steps] == [(), ()]


def test_a_jump_of_the_player_ends_with_the_last_jump_cell():
    measured = along(board_of(), row(0, (1, "jump"), (2, "jump"), 3))
    assert [step.jump_lands for step in measured.steps] == [False, True, False]
    assert not any(measured.barred)


def test_a_jump_of_the_player_may_cross_gap_ground_and_gap_in_one():
    board = board_of([rect("gap", 1, 0, 1, 6), rect("gap", 3, 0, 1, 6)])
    two = along(board, row(0, 1, 2, 3, 4)).steps
    one = along(board, row(0, *((col, "jump") for col in (1, 2, 3, 4)))).steps
    assert [step.jump_lands for step in two] == [False, True, False, True]
    assert [step.jump_lands for step in one] == [False, False, False, True]


def test_jumps_of_the_player_in_two_directions_are_two():
    path = [(0, 0, None), (1, 0, "jump"), (1, 1, "jump")]
    assert [step.jump_lands for step in along(board_of(), path).steps] == [True, True]


def test_terrain_flown_over_by_the_player_is_ignored():
    board = board_of([rect("difficult", 1, 0, 1, 1, cost_multiplier=2, flat_cost=3)])
    assert costs(board, row(0, (1, "jump"), (2, "jump"))) == [5, 5]


@pytest.mark.parametrize(
    ("path", "at"),
    [
        (row(0, 1, 2, 3), 1),
        (row(0, 1, (2, "ground"), 3, 4), 1),
        (row(0, 1, 2, (3, "climb"), 4), 1),
        ([*row(1, 2), (3, 1, None), (4, 2, None)], 0),
        (row(0, 1, 2, 3, (4, "ground")), 1),
    ],
)
def test_a_gap_is_not_walked_turned_or_stopped_over(path, at):
    measured = along(board_of([rect("gap", 2, 0, 2, 6)]), path)
    assert bar_of(measured) == (at, "gap")
    assert len(measured.steps) == len(path) - 1


def test_out_of_a_gap_one_may_jump_or_climb():
    board = board_of([rect("gap", 2, 0, 2, 6)])
    (jumped,) = along(board, row(3, 4)).steps
    assert (jumped.mode, jumped.jump_lands) == ("jump", True)
    climbed = along(board, row(3, (4, "climb")))
    assert (climbed.steps[0].mode, climbed.barred[0]) == ("climb", "")


def test_what_blocks_is_named():
    scene = {
        "walls": [{"id": "w", "a": (2, 0), "b": (2, 1)}],
        "tokens": [
            {"id": "foe", "col": 1, "row": 2, "disposition": "hostile"},
            {"id": "friend", "col": 1, "row": 3},
        ],
    }
    board = board_of([rect("obstacle", 1, 1, 1, 1)], **scene)
    assert bar_of(along(board, row(0, 1, 2)))[1] == "wall"
    assert bar_of(along(board, row(0, 1, at=1)))[1] == "obstacle"
    assert bar_of(along(board, [(0, 1, None), (1, 0, None)]))[1] == "obstacle"
    assert bar_of(along(board, row(0, 1, at=2)))[1] == "token"
    assert not any(along(board, row(0, 1, 2, at=3)).barred)


def test_every_step_that_is_barred_is_told_and_the_rest_still_measured():
    walls = [{"id": f"w{col}", "a": (col, 0), "b": (col, 1)} for col in (2, 4)]
    measured = along(board_of(walls=walls), row(0, 1, 2, 3, 4, 5))
    assert measured.barred == ("", "wall", "", "wall", "")


@pytest.mark.parametrize(
    ("cell", "why"),
    [((3, 0), "occupied"), ((4, 0), "obstacle"), ((5, 0), "wall"), ((6, 0), "gap"), ((7, 0), "")],
)
def test_why_a_mover_may_not_stop(cell, why):
    board = board_of(
        [rect("obstacle", 4, 0, 1, 1), rect("gap", 6, 0, 1, 1)],
        tokens=[{"id": "t", "col": 3, "row": 0}],
        walls=[{"id": "w", "a": (5.5, 0.5), "b": (5.5, 0.7)}],
    )
    measured = along(board, [(*cell, None)])
    assert (measured.end_ok, measured.end_why) == (not why, why)


@pytest.mark.parametrize(
    ("path", "index"), [(row(0, 2), 1), (row(0, 1, 1), 2), ([(0, 0, None), (1, 2, None)], 1)]
)
def test_cells_must_be_neighbours(path, index):
    with pytest.raises(PathJumps) as caught:
        along(board_of(), path)
    assert caught.value.index == index


@pytest.mark.parametrize(
    ("path", "index"), [(row(-1, 0), 0), (row(10, 11), 1), ([(0, 4, None), (0, 5, None)], 1)]
)
def test_the_whole_footprint_must_be_on_the_map(path, index):
    with pytest.raises(OffMap) as caught:
        along(board_of(size=(2, 2)), path)
    assert caught.value.index == index
