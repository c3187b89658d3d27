"""Without cells: a path turns where it is short, not where a straight line can go no farther."""

import math

import pytest

from py_rules.service import handle
from tests.rulebook.asking import Table

WALLED = {
    "grid": {"kind": "gridless", "cols": 14, "rows": 10, "distance": 1, "units": "m"},
    "walls": [{"id": "wall", "a": [5, 0], "b": [5, 6]}],
    "tokens": [{"id": "mara", "col": 1, "row": 4, "disposition": "friendly"}],
}
BEHIND = {"col": 9, "row": 4}
SHORTEST = math.hypot(3.5, 1.8) + math.hypot(4.5, 1.8)
"""Over the place beside the end of the wall that is as far from it as a body is wide."""


@pytest.fixture
def table():
    character = {"move": 10, "running": "4D+1"}
    return Table(handle, "d6", character=character, scene=WALLED, token="mara")


def test_a_path_turns_at_the_end_of_a_wall(table):
    """A straight line leads on to where the next one is free: turned there, the path is longer by 0.15 m."""
    plan = table.plan({"to": BEHIND})
    assert plan["length"] < 1.005 * SHORTEST


def test_a_path_whose_corners_are_cut_costs_the_same_when_it_is_sent_again(table):
    plan = table.plan({"to": BEHIND})
    again = table.plan({"path": plan["path"]})
    assert (again["verdict"], again["cost"]) == (plan["verdict"], plan["cost"])


def test_a_place_that_a_path_was_to_lead_through_is_no_corner_to_cut(table):
    via = {"col": 5.5, "row": 7.5}
    plan = table.plan({"to": BEHIND, "via": [via]})
    assert via.items() <= {**plan["path"][-2]}.items()


def test_a_path_beside_graded_ground_is_not_pulled_through_more_of_it():
    rough = {"id": "rough", "kind": "difficult", "grade": "difficult", "area": {"rect": [2, 2, 3, 3]}}
    scene = {**WALLED, "walls": [], "regions": [rough]}
    rules = {"difficult_factor": 8}
    table = Table(handle, "custom", character={"speed": 30}, house_rules=rules, scene=scene, token="mara")
    plan = table.plan({"to": {"col": 3, "row": 4.4}})
    assert plan["cost"] < 15, "around it, and 0.1 m into it; straight through it, 40"
