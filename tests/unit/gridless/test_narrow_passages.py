"""Without cells: places between the points of the lattice, and runs that are told in six digits."""

from py_rules.service import handle
from tests.rulebook.asking import Table

HALL = {"kind": "gridless", "cols": 7, "rows": 5, "distance": 1.5, "units": "m"}


def test_a_place_that_a_straight_line_leads_to_has_a_way_where_the_lattice_has_none():
    """A passage between two walls, hardly wider than the token and aslant to the lattice."""
    walls = [
        {"id": "left", "a": [2.0, 0.9], "b": [2.0, 2.5]},
        {"id": "right", "a": [2.37, 0.9], "b": [2.37, 2.5]},
    ]
    token = {"id": "me", "col": 2.04, "row": 1.1, "cols": 0.3, "rows": 0.3}
    scene = {"grid": HALL, "walls": walls, "tokens": [token]}
    table = Table(handle, "sr3", character={"quickness": 4}, scene=scene, token="me")
    line = table.plan({"path": [{"col": 2.04, "row": 1.1}, {"col": 2.04, "row": 2}]})
    plan = table.plan({"to": {"col": 2.04, "row": 2}})
    assert line["verdict"] == plan["verdict"] == "penalised"
    assert plan["cost"] == line["cost"] == 1.35
    on = table.plan({"to": {"col": 2.04, "row": 1.4}, "via": [{"col": 2.04, "row": 2}]})
    assert (on["verdict"], on["cost"]) == ("penalised", 2.25)


def test_a_run_between_places_told_in_six_digits_is_as_long_as_its_run_up():
    """Four thirds of a cell are 2 m; from row 3.333333 they are told as 1.9999995 m."""
    gap = {"id": "gap", "kind": "gap", "area": {"rect": [0, 1, 3, 1]}}
    scene = {
        "grid": HALL | {"cols": 3, "rows": 8},
        "regions": [gap],
        "tokens": [{"id": "me", "col": 1, "row": 2}],
    }
    sheet = {"agility": 2, "strength": 1, "acrobatics": 4}
    table = Table(handle, "sr5", character=sheet, house_rules={"run_up_m": 2}, scene=scene, token="me")
    there = {"col": 1, "row": 0.2}
    listed = {layer["label"]["text"]: layer["chance"] for layer in table.destinations()["layers"]}
    drawn = table.plan({"path": [*({"col": 1, "row": row} for row in (2, 2.833333)), there]})
    assert drawn["chance"] == table.plan({"to": there})["chance"]
    assert drawn["chance"] in listed.values()
    short = table.plan({"path": [*({"col": 1, "row": row} for row in (2, 2.83)), there]})
    assert short["chance"] < drawn["chance"]


def test_a_map_as_wide_as_the_mover_has_straight_lines_only():
    """Its middle is on no point of the lattice: no area is listed, and what a line reaches is told as ever."""
    scene = {"grid": HALL | {"cols": 8, "rows": 1}, "tokens": [{"id": "me", "col": 0, "row": 0}]}
    table = Table(handle, "sr3", character={"quickness": 4}, scene=scene, token="me")
    there = {"col": 2, "row": 0}
    assert table.destinations()["layers"] == []
    line, plan = table.plan({"path": [{"col": 0, "row": 0}, there]}), table.plan({"to": there})
    assert line["verdict"] == plan["verdict"] != "impossible"
    assert plan["cost"] == line["cost"] == 3
