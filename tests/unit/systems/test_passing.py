"""Shadowrun 3: who passes an opponent on a stretch that a map divides is asked about once, and goes on."""

from py_rules.service import handle
from tests.asking import ask
from tests.rulebook.asking import Table

SCENE = {
    "grid": {"kind": "hex_columns_odd", "cols": 7, "rows": 5, "distance": 1, "units": "m"},
    "regions": [{"id": "pit", "kind": "gap", "area": {"cells": [[2, 3]]}}],
    "tokens": [
        {"id": "mover", "col": 2, "row": 4},
        {"id": "guard", "col": 3, "row": 2, "disposition": "hostile"},
    ],
}


def test_who_is_intercepted_as_a_jump_lands_walks_the_rest_of_the_step():
    table = Table(handle, "sr3", character={"quickness": 6}, scene=SCENE, token="mover")
    path = [{"col": 2, "row": row} for row in (4, 3, 2)]
    told = table.apply("over", {"kind": "moved", "route": {"path": path}})
    pending = told["state"]["pending"]
    assert pending["reaction"]["id"] == "intercept:guard"
    went = table.apply("on", {"kind": "reacted", "reaction": "intercept:guard", "stopped": False})
    assert (went["refused"], went["rest"]) == (None, None)
    assert sum(move["distance"] for part in (told, went) for move in part["moves"]) == 2


def test_a_speed_that_is_next_to_nothing_is_none():
    character = {"speed": 0, "speeds": {"climb": 1e-16}}
    value = ask(op="state", system="custom", mover={"character": character}, clock={"in_combat": True})
    assert all(allowance["limit"] in {0, None} for allowance in value["allowances"])
