"""What leads over and up at once, and what leads straight up: each counts as the map's rule for diagonals says."""

import pytest

from tests.asking import Turn

ROOT_TWO, ROOT_THREE = 2**0.5, 3**0.5
PLAIN = [(1, 1, 0), (2, 1, 5), (3, 1, 10), (4, 1, 15)]
CORNER = [(1, 1, 0), (2, 2, 5), (3, 3, 10)]
STEEP = [(1, 1, 0), (2, 1, 15)]
SHALLOW = [(1, 1, 0), (2, 1, 2.5)]
TURNED = [(1, 1, 0), (2, 1, 5), (3, 2, 5)]
LENGTHS = {
    "equidistant": (15, 10, 15, 5, 10),
    "exact": (15 * ROOT_TWO, 10 * ROOT_THREE, 10 + 5 * ROOT_TWO, 2.5 + 2.5 * ROOT_TWO, 10 * ROOT_TWO),
    "approximate": (22.5, 17.5, 17.5, 6.25, 15),
    "rectilinear": (30, 30, 20, 7.5, 20),
    "alternating_1": (20, 15, 15, 6.25, 15),
    "alternating_2": (25, 15, 20, 6.25, 15),
    "illegal": (30, None, 20, 7.5, None),
}
SPEEDS = {"speed": 300, "speeds": {"fly": 300}}


def length_of(path, mode, *, regions=(), elevation=0, **grid):
    """Return how long a path is that is gone in one mode, in feet, and its verdict."""
    scene = {
        "grid": {"cols": 9, "rows": 9, "distance": 5, "units": "ft", **grid},
        "regions": list(regions),
        "tokens": [{"id": "wren", "col": 1, "row": 1, "elevation": elevation}],
    }
    turn = Turn(system="custom", scene=scene, mover={"token": "wren", "character": SPEEDS})
    steps = [{"col": col, "row": row, "elevation": up, "mode": mode} for col, row, up in path]
    plan = turn.plan({"path": [{**steps[0], "mode": None}, *steps[1:]]})
    return plan["length"], plan["verdict"]


@pytest.mark.parametrize(("rule", "lengths"), LENGTHS.items())
def test_a_cell_over_and_a_cell_up_is_a_diagonal_of_the_map(rule, lengths):
    for path, length in zip((PLAIN, CORNER, STEEP, SHALLOW, TURNED), lengths, strict=True):
        if length is not None:
            assert length_of(path, "fly", diagonals=rule)[0] == pytest.approx(length), path
            down = [(col, row, 15 - up) for col, row, up in path]
            assert length_of(down, "fly", diagonals=rule, elevation=15)[0] == pytest.approx(length)


@pytest.mark.parametrize("kind", ["hex_rows_odd", "gridless"])
def test_hexes_count_a_cell_up_as_one_and_maps_without_cells_the_straight_line(kind):
    flat = {"hex_rows_odd": 15, "gridless": 15 * ROOT_TWO}[kind]
    assert length_of(PLAIN, "fly", kind=kind)[0] == pytest.approx(flat)


@pytest.mark.parametrize("kind", ["square", "hex_rows_odd", "gridless"])
@pytest.mark.parametrize("ledge", [False, True])
def test_straight_up_is_flown_climbed_and_swum_but_neither_walked_nor_jumped(kind, ledge):
    area = {"rect": [1, 1, 1, 1]}
    elsewhere = (
        [{"id": "roof", "kind": "ledge", "elevation": 5, "area": {"rect": [7, 7, 1, 1]}}] if ledge else []
    )
    up, down = [(1, 1, 0), (1, 1, 15)], [(1, 1, 0), (1, 1, -10), (2, 1, -10)]
    assert length_of(up, "fly", regions=elsewhere, kind=kind) == (15, "free")
    assert length_of([*up, (2, 1, 15)], "fly", regions=elsewhere, kind=kind) == (20, "free")
    assert length_of([(1, 1, 0), (1, 1, 700)], "fly", regions=elsewhere, kind=kind)[1] == "impossible"
    if ledge:
        return
    wall, water = ({"id": name, "kind": name, "area": area} for name in ("climb", "water"))
    assert length_of(up, "climb", regions=[wall], kind=kind) == (15, "free")
    assert length_of(down[:2], "swim", regions=[water], kind=kind) == (10, "free")
    for mode in ("ground", "jump"):
        assert length_of(up, mode, kind=kind)[1] == "impossible"


@pytest.mark.parametrize(
    ("rule", "length"), [("equidistant", 15), ("alternating_1", 20), ("rectilinear", 25)]
)
def test_a_goal_higher_up_is_flown_to_cell_by_cell(rule, length):
    scene = {
        "grid": {"cols": 9, "rows": 9, "diagonals": rule},
        "tokens": [{"id": "wren", "col": 1, "row": 1}],
    }
    turn = Turn(
        system="d6", scene=scene, mover={"token": "wren", "character": {"move": 99, "flying_move": 99}}
    )
    plan = turn.plan({"to": {"col": 4, "row": 1, "elevation": 10}})
    assert [point["elevation"] for point in plan["path"]] == [0, 5, 5, 10]
    assert {band["mode"] for band in plan["bands"]} == {"fly"}
    assert plan["length"] == pytest.approx(length * 0.3048)


def test_diagonals_upwards_count_on_into_the_next_move():
    scene = {
        "grid": {"cols": 9, "rows": 9, "diagonals": "alternating_1"},
        "tokens": [{"id": "wren", "col": 1, "row": 1}],
    }
    turn = Turn(system="custom", scene=scene, mover={"token": "wren", "character": SPEEDS})
    up, over = (
        {"path": [{"col": 1, "row": 1}, {"col": 2, "row": row, "elevation": high, "mode": "fly"}]}
        for row, high in ((1, 5), (2, 0))
    )
    assert (turn.plan(up)["length"], turn.plan(over)["length"]) == (5, 5)
    turn.tell({"kind": "moved", "route": up})
    assert turn.plan(over)["length"] == 10


@pytest.mark.parametrize("rule", ["alternating_1", "alternating_2"])
def test_a_jump_counts_a_diagonal_that_led_down_before_it(rule):
    scene = {
        "grid": {"cols": 4, "rows": 4, "distance": 5, "units": "ft", "diagonals": rule},
        "tokens": [{"id": "wren", "col": 0, "row": 0, "elevation": 5}],
    }
    turn = Turn(system="custom", scene=scene, mover={"token": "wren", "character": SPEEDS})
    here, ground = {"col": 0, "row": 0, "elevation": 5}, {"col": 1, "row": 0, "elevation": 0, "mode": "fly"}
    assert turn.plan({"path": [here, ground, {"col": 2, "row": 1, "mode": "jump"}]})["length"] == 15
