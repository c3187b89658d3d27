"""Which steps a board allows, and where it lets a mover stop."""

import pytest

from py_rules.board import DIRECTIONS, Board, compile_board
from py_rules.paths.scenes import seen
from py_rules.protocol import map_data

E, S, W, N, SE, SW, NW, NE = range(8)


def board_of(
    *,
    cols=5,
    rows=5,
    size=(1, 1),
    view="referee",
    unseen=(),
    mover=None,
    diagonals="equidistant",
    **scene,
) -> Board:
    made = map_data.Scene.model_validate(
        {"grid": {"cols": cols, "rows": rows, "diagonals": diagonals}, **scene}, strict=False
    )
    token = next((t for t in made.tokens if t.id == mover), None)
    return compile_board(seen(made, view=view), mover=token, size=size, unseen=frozenset(unseen))


def wall(a, b, **more):
    return {"id": f"{a}{b}", "a": a, "b": b, **more}


def region(kind, *cells, **more):
    return {"id": f"{kind}{cells}", "kind": kind, "area": {"cells": cells}, **more}


def token(col, row, **more):
    return {"id": f"t{col},{row}", "col": col, "row": row, **more}


def ways(board, cell):
    """Return the directions that are open from a cell."""
    return {direction for direction in range(8) if board.has(board.open[direction], cell)}


def test_the_order_of_directions_is_fixed():
    assert DIRECTIONS == ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))


def test_an_empty_map_is_open_but_for_its_edges():
    board = board_of(cols=3, rows=2)
    assert ways(board, (1, 0)) == {E, S, W, SE, SW}
    assert ways(board, (0, 0)) == {E, S, SE}
    assert ways(board, (2, 1)) == {W, N, NW}
    assert board.can_end.bit_count() == 6


def test_a_map_of_one_cell_leads_nowhere():
    board = board_of(cols=1, rows=1)
    assert ways(board, (0, 0)) == set()
    assert board.has(board.can_end, (0, 0))


def test_a_footprint_larger_than_the_map_fits_nowhere():
    board = board_of(cols=2, rows=5, size=(3, 1))
    assert board.anchors == 0
    assert board.open == (0,) * 8


def test_illegal_diagonals_leave_the_orthogonals():
    assert ways(board_of(diagonals="illegal"), (2, 2)) == {E, S, W, N}


def test_a_wall_on_the_edge_stops_what_crosses_it():
    board = board_of(walls=[wall((2, 1), (2, 2))])
    assert ways(board, (1, 1)) == set(range(8)) - {E, SE, NE}
    assert ways(board, (2, 1)) == set(range(8)) - {W, SW, NW}
    assert board.has(board.can_end, (1, 1))


def test_touching_the_end_of_a_wall_counts():
    board = board_of(walls=[wall((2, 0), (2, 1))])
    assert SE not in ways(board, (1, 0))
    assert NE not in ways(board, (1, 1))
    assert E in ways(board, (1, 1))


def test_a_wall_that_ends_at_the_line_of_a_step_touches_it():
    assert E not in ways(board_of(walls=[wall((2, 0), (2, 1.5))]), (1, 1))
    assert E in ways(board_of(walls=[wall((2, 0), (2, 1.499999))]), (1, 1))


def test_wall_ends_are_exact_on_their_grain():
    assert E not in ways(board_of(walls=[wall((2, 0), (2, 1.4999999999))]), (1, 1))


def test_an_open_door_stops_nothing():
    assert ways(board_of(walls=[wall((2, 0), (2, 5), open=True)]), (1, 1)) == set(range(8))


def test_a_wall_through_the_centre_bars_the_cell():
    board = board_of(walls=[wall((1.5, 1.2), (1.5, 1.8))])
    assert not board.has(board.can_end, (1, 1))
    assert E not in ways(board, (0, 1))


def test_a_long_slanted_wall_leaves_no_hole():
    board = board_of(cols=9, rows=9, walls=[wall((0, 0.3), (9, 7.9))])
    seen, edge = {(0, 8)}, [(0, 8)]
    while edge:
        cell = edge.pop()
        for direction in ways(board, cell):
            target = (cell[0] + DIRECTIONS[direction][0], cell[1] + DIRECTIONS[direction][1])
            if target not in seen:
                seen.add(target)
                edge.append(target)
    assert (8, 0) not in seen


def test_walls_far_off_the_map_are_cheap_and_harmless():
    far = [wall((-1_000_000, -999_999.5), (1_000_000, -1_000_000)), wall((900_000, 3), (1_000_000, 700))]
    assert ways(board_of(walls=far), (2, 2)) == set(range(8))


def test_an_obstacle_is_not_entered_and_its_corners_are_not_cut():
    board = board_of(regions=[region("obstacle", (2, 2))])
    assert ways(board, (1, 2)) == {S, W, N, SW, NW}
    assert ways(board, (1, 1)) == {E, S, W, N, SW, NW, NE}
    assert not board.has(board.can_end, (2, 2))


def test_out_of_an_obstacle_a_mover_may_step():
    board = board_of(regions=[region("obstacle", (2, 2))])
    assert ways(board, (2, 2)) == set(range(8))


def test_two_obstacles_at_a_corner_close_it():
    assert SE not in ways(board_of(regions=[region("obstacle", (2, 1), (1, 2))]), (1, 1))


def test_hostile_tokens_stop_steps_and_others_only_stops():
    hostile = board_of(tokens=[token(2, 2, disposition="hostile")])
    friendly = board_of(tokens=[token(2, 2, disposition="friendly")])
    assert E not in ways(hostile, (1, 2))
    assert SE in ways(hostile, (1, 2))
    assert E in ways(friendly, (1, 2))
    assert not hostile.has(hostile.can_end, (2, 2))
    assert not friendly.has(friendly.can_end, (2, 2))


def test_unseen_tokens_and_the_mover_block_nothing():
    tokens = [token(2, 2, disposition="hostile"), token(3, 2)]
    board = board_of(tokens=tokens, unseen={"t2,2"}, mover="t3,2")
    assert board.can_end.bit_count() == 25


@pytest.mark.parametrize(("view", "seen"), [("player", False), ("referee", True)])
def test_players_do_not_meet_what_is_hidden(view, seen):
    hidden = {
        "tokens": [token(2, 2, disposition="hostile", hidden=True)],
        "regions": [region("obstacle", (0, 0), hidden=True), region("gap", (4, 4), hidden=True)],
    }
    board = board_of(view=view, **hidden)
    assert (board.can_end.bit_count() == 22) is seen
    assert (E not in ways(board, (1, 2))) is seen


def test_a_large_footprint_needs_every_cell_free():
    board = board_of(size=(2, 2), regions=[region("obstacle", (2, 2))])
    assert not board.has(board.can_end, (1, 1))
    assert not board.has(board.can_end, (2, 2))
    assert board.has(board.can_end, (0, 0))
    assert not board.has(board.anchors, (4, 0))
    assert ways(board, (0, 0)) == {E, S}


def test_a_large_footprint_does_not_straddle_a_wall():
    board = board_of(size=(2, 2), walls=[wall((2, 0), (2, 5))])
    assert not board.has(board.can_end, (1, 1))
    assert E not in ways(board, (0, 1))
    assert ways(board, (1, 1)) == set()


def test_a_large_footprint_does_not_stand_on_a_pillar():
    board = board_of(size=(2, 2), walls=[wall((2.9, 3), (3.1, 3))])
    assert not board.has(board.can_end, (2, 2))
    assert board.has(board.can_end, (1, 2))


def test_a_line_of_cells_has_links_of_its_own():
    board = board_of(size=(1, 2), walls=[wall((2.2, 2), (2.8, 2))])
    assert not board.has(board.can_end, (2, 1))
    board = board_of(size=(2, 1), walls=[wall((2, 2.2), (2, 2.8))])
    assert not board.has(board.can_end, (1, 2))


def test_a_footprint_is_over_a_gap_only_with_all_its_cells():
    board = board_of(size=(2, 1), regions=[region("gap", (1, 1), (2, 1))])
    assert [board.has(board.gap, (col, 1)) for col in range(4)] == [False, True, False, False]
    assert not board.has(board.can_end, (1, 1))


def test_regions_and_tokens_partly_off_the_map_are_cut():
    outside = [{"id": "o", "kind": "obstacle", "area": {"rect": (-2, -2, 3, 3)}}]
    board = board_of(regions=outside, tokens=[{"id": "t", "col": 4, "row": 4, "cols": 3, "rows": 3}])
    assert not board.has(board.can_end, (0, 0))
    assert not board.has(board.can_end, (4, 4))
    assert board.can_end.bit_count() == 23


# ---------------------------------------------------------------- one-way walls


@pytest.mark.parametrize(
    ("a", "b", "blocks", "stopped"),
    [
        ((2, 1), (2, 2), "left", "from the right of the map"),
        ((2, 1), (2, 2), "right", "from the left of the map"),
        ((2, 2), (2, 1), "left", "from the left of the map"),
        ((2, 2), (2, 1), "right", "from the right of the map"),
    ],
)
def test_a_one_way_wall_stops_who_comes_from_its_side(a, b, blocks, stopped):
    board = board_of(walls=[wall(a, b, blocks=blocks)])
    eastward, westward = {E, SE, NE}, {W, SW, NW}
    from_left = stopped == "from the left of the map"
    assert ways(board, (1, 1)) == set(range(8)) - (eastward if from_left else set())
    assert ways(board, (2, 1)) == set(range(8)) - (set() if from_left else westward)


def test_who_walks_along_a_one_way_wall_comes_from_neither_side():
    for blocks in ("left", "right"):
        board = board_of(walls=[wall((1.5, 0), (1.5, 5), blocks=blocks)])
        assert {N, S} <= ways(board, (1, 2))
        assert board.has(board.can_end, (1, 2))
    slanted = board_of(walls=[wall((0, 0), (5, 5), blocks="left")])
    assert ways(slanted, (2, 2)) == set(range(8)) - {S, W, SW}


def test_a_large_body_passes_a_one_way_wall_in_one_direction_only():
    board = board_of(cols=6, size=(2, 2), walls=[wall((3, 0), (3, 5), blocks="right")])
    assert [col for col in range(4) if board.has(board.open[E], (col, 1))] == [0, 3]
    assert [col for col in range(5) if board.has(board.open[W], (col, 1))] == [1, 2, 3, 4]
    assert board.has(board.can_end, (2, 1))


def test_an_open_one_way_door_stops_nobody():
    board = board_of(walls=[wall((2, 1), (2, 2), blocks="left", open=True)])
    assert ways(board, (1, 1)) == ways(board, (2, 1)) == set(range(8))


def test_cells_of_a_region_that_are_off_the_map_are_left_out():
    board = board_of(cols=3, rows=2, regions=[region("obstacle", [-1, 0], [3, 1], [1, -1], [1, 1], [0, 2])])
    cells = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1))
    assert [cell for cell in cells if not board.has(board.can_end, cell)] == [(1, 1)]
