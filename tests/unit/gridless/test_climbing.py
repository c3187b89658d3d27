"""Without cells, over ledges: a jump of a best way ends on the ground that the way goes on over, and nobody falls."""

import pytest

from py_rules.service import handle
from tests.rulebook.asking import Table


def ledge(name, elevation, **area):
    return {"id": name, "kind": "ledge", "elevation": elevation, "area": area}


def wall(name, a, b):
    return {"id": name, "a": a, "b": b}


# From the upper ledge down to the lower one, whose corner the jump passes; and from a ledge onto another's tip.
PASSED = {
    "regions": [
        ledge("low", 5, rect=[2, 0, 2, 4]),
        ledge("high", 10, cells=[[5, 3], [4, 4]]),
        ledge("slope", 5, polygon=[[5.39, 4.28], [1.02, 2.01], [1.67, 3.15]]),
    ],
    "walls": [
        wall("right", [5, 3], [5, 4]),
        wall("long", [4.5, 4.2], [0.8, 1.4]),
        wall("across", [0.3, 3.9], [3.7, 2]) | {"blocks": "right"},
    ],
    "token": {"col": 4, "row": 4, "cols": 0.3, "rows": 0.3},
    "house_rules": {"step_height": 1},
    "athletics": 2,
    "events": [],
    "to": {"col": 2.7868, "row": 4.3366},
}
TIP = {
    "regions": [
        {"id": "#", "kind": "obstacle", "area": {"cells": [[1, 0], [2, 0], [0, 1]]}},
        {
            "id": ":",
            "kind": "difficult",
            "cost_multiplier": 2,
            "area": {"cells": [[4, 1], [5, 1], [2, 2], [3, 3], [4, 3], [5, 3]]},
        },
        ledge("start", 4, polygon=[[1.32, 1.09], [2.24, 4.17], [2.81, 2.63]]),
        ledge("tip", 2.5, polygon=[[3.65, 3.84], [5.19, 0.46], [6.92, 1.15]]),
    ],
    "walls": [
        wall("w0", [4, 0], [4, 1]),
        wall("w1", [2, 1], [2, 2]),
        wall("w2", [3, 2], [3, 3]),
        wall("w3", [1, 3], [1, 4]),
        wall("w4", [4, 4], [4, 5]),
    ],
    "token": {"col": 1, "row": 3},
    "house_rules": {"run_up_ft": 10},
    "athletics": 0,
    "events": [{"kind": "acted", "saved": 1}],
    "to": {"col": 4.6742, "row": 0.6483},
}


@pytest.mark.parametrize("world", [PASSED, TIP], ids=["a corner passed", "onto a tip"])
def test_a_jump_lands_where_the_way_goes_on(world):
    grid = {"kind": "gridless", "cols": 7, "rows": 5, "distance": 5, "units": "ft"}
    token = {"id": "me", **world["token"]}
    scene = {"grid": grid, "walls": world["walls"], "regions": world["regions"], "tokens": [token]}
    sheet = {"dexterity": 4, "brawn": 2, "athletics": world["athletics"]}
    table = Table(
        handle, "contract", character=sheet, house_rules=world["house_rules"], scene=scene, token="me"
    )
    if world["events"]:
        table.apply("before", *world["events"])
    plan = table.plan({"to": world["to"]})
    assert [hazard["id"] for hazard in plan["hazards"]] == []
    assert "jump" in {cell["mode"] for cell in plan["path"]}
    again = table.plan({"path": plan["path"]})
    assert (again["verdict"], again["chance"]) == (plan["verdict"], plan["chance"])


def test_who_hangs_right_below_a_ledge_jumps_off_from_the_ledge():
    regions = [
        {"id": "pool", "kind": "water", "area": {"cells": [[3, 3]]}},
        {"id": "wall", "kind": "climb", "surface": None, "area": {"cells": [[3, 2]]}},
        {"id": "gap", "kind": "gap", "area": {"cells": [[2, 2], [2, 3]]}},
        ledge("pit", -1, polygon=[[4.31, 3.19], [3.54, 0.99], [1.67, 2.91]]),
        ledge("high", 0.8, cells=[[3, 4], [2, 3], [6, 1], [2, 1], [1, 1], [3, 0]]),
    ]
    token = {"id": "me", "col": 3.183333, "row": 3.849999, "cols": 0.3, "rows": 0.3, "elevation": 0.64}
    grid = {"kind": "gridless", "cols": 7, "rows": 5, "distance": 1, "units": "m"}
    walls = [wall("door", [4, 2], [4, 3])]
    scene = {"grid": grid, "walls": walls, "regions": regions, "tokens": [token]}
    sheet = {"running": "4D", "swimming": "2D", "climbing": "2D", "jumping": "1D", "move": 2}
    table = Table(handle, "d6", character=sheet, house_rules={"run_base": 5}, scene=scene, token="me")
    table.in_combat = True
    plan = table.plan({"to": {"col": 1.7671, "row": 1.3987}})
    assert [(cell["elevation"], cell["mode"]) for cell in plan["path"]] == [
        (0.64, None),
        (0.8, "ground"),
        (0.8, "jump"),
        (0.8, "ground"),
    ]
    assert [check["id"] for check in plan["checks"]] == ["run", "jump:1"]
