"""Areas drawn as polygons: the cells whose middle is inside."""

from itertools import product

import pytest

from py_rules.board import CellGrid
from py_rules.paths.ground import touches
from py_rules.protocol import map_data
from tests.asking import ask, mover, problem_of

SQUARE = [(1, 1), (3, 1), (3, 3), (1, 3)]


def cells(corners, *, cols=6, rows=6):
    grid = CellGrid(cols, rows)
    bits = grid.area(map_data.Polygon(polygon=corners))
    return {cell for cell in product(range(cols), range(rows)) if bits >> grid.bit(cell) & 1}


@pytest.mark.parametrize(
    ("corners", "expected"),
    [
        (SQUARE, {(1, 1), (2, 1), (1, 2), (2, 2)}),
        (SQUARE[::-1], {(1, 1), (2, 1), (1, 2), (2, 2)}),
        ([(0, 0), (4, 0), (0, 4)], {(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)}),
        ([(0.6, 0), (1.4, 0), (1.4, 6), (0.6, 6)], set()),
        ([(0, 0), (0, 0), (0, 0)], set()),
    ],
)
def test_a_cell_is_in_it_whose_middle_is_inside(corners, expected):
    assert cells(corners) == expected


def test_areas_side_by_side_share_no_cell_and_leave_none_out():
    left = [(0.5, 0.5), (2.5, 0.5), (2.5, 3.5), (0.5, 3.5)]
    right = [(2.5, 0.5), (4.5, 0.5), (4.5, 3.5), (2.5, 3.5)]
    assert cells(left) == set(product((0, 1), (0, 1, 2)))
    assert cells(right) == set(product((2, 3), (0, 1, 2)))


def test_what_is_gone_round_twice_is_outside():
    twice = [(0, 0), (5, 0), (5, 5), (0, 5), (0, 0), (1, 1), (4, 1), (4, 4), (1, 4), (1, 1)]
    assert cells(twice) == set(product(range(5), range(5))) - set(product((1, 2, 3), (1, 2, 3)))


def test_a_polygon_may_cross_itself():
    bow = [(0, 0), (4, 4), (4, 0), (0, 4)]
    left, right = {(0, 1), (0, 2)}, {(3, 0), (2, 1), (3, 1), (2, 2), (3, 2), (3, 3)}
    assert cells(bow) == left | right


def test_a_region_is_touched_where_the_board_says_so():
    for corners in (SQUARE, [(0, 0), (6, 2), (1.5, 5.5)], [(0, 0), (4, 4), (4, 0), (0, 4)]):
        mud = map_data.Difficult(id="mud", kind="difficult", area=map_data.Polygon(polygon=corners))
        found = {cell for cell in product(range(6), range(6)) if touches(CellGrid(6, 6), mud, body=[cell])}
        assert found == cells(corners)


def test_ground_drawn_as_a_polygon_costs_what_it_says():
    mud = {
        "id": "mud",
        "kind": "difficult",
        "cost_multiplier": 2,
        "area": {"polygon": [[1, 0], [3, 0], [3, 1], [1, 1]]},
    }
    scene = {
        "grid": {"cols": 4, "rows": 1},
        "regions": [mud],
        "tokens": [{"id": "jenny", "col": 0, "row": 0}],
    }
    asked = {"op": "plan", "scene": scene}
    [plan] = ask(**asked, movers=[mover(token="jenny", route={"to": {"col": 3, "row": 0}})])["plans"]
    assert (plan["length"], plan["cost"]) == (15, 25)


@pytest.mark.parametrize(
    ("corners", "code", "path"),
    [
        ([[0, 0], [1, 1]], "invalid", "scene.regions[0].area.polygon"),
        ([[0, 0], [1, 1], [9, 0]], "off_map", "scene.regions[0].area.polygon[2]"),
        ([[0, 0], [1, 1], [1, -0.5]], "off_map", "scene.regions[0].area.polygon[2]"),
        ([[0, 0], [1, 1], [1]], "invalid", "scene.regions[0].area.polygon[2][1]"),
        ([[0, 0], [1, 1], [1, "x"]], "invalid", "scene.regions[0].area.polygon[2][1]"),
        ([[0, 0]] * 1001, "invalid", "scene.regions[0].area.polygon"),
    ],
)
def test_a_bad_polygon_is_a_problem(corners, code, path):
    region = {"id": "mud", "kind": "difficult", "area": {"polygon": corners}}
    problem = problem_of(op="state", scene={"grid": {"cols": 4, "rows": 4}, "regions": [region]})
    assert (problem["code"], problem["path"]) == (code, path)
