"""A step of the mode ``put`` leads to any place for nothing; what is walked before and after it is judged."""

import json
from typing import Any

import pytest

from py_rules.service import Service

SHEETS = {
    "contract": {"dexterity": 4, "brawn": 3, "athletics": 2},
    "sr5": {"agility": 4, "strength": 3, "running": 3},
    "sr3": {"quickness": 4, "athletics": 2},
    "d6": {"move": 10, "running": "4D"},
    "styles": {"styles": {"walk": "normal"}},
}
WALL = {"id": "wall", "a": [5, 0], "b": [5, 8]}
MUD = {"id": "mud", "kind": "difficult", "area": {"rect": [9, 5, 1, 1]}, "cost_multiplier": 2}


def ask(
    op: str, path: list[dict[str, Any]], system: str, *, grid: str = "square", **more: Any
) -> dict[str, Any]:
    """Ask about a path from its first cell."""
    start = {key: path[0][key] for key in ("col", "row")}
    scene = {
        "grid": {"cols": 12, "rows": 8, "kind": grid, "distance": 1},
        "walls": [WALL],
        "tokens": [{"id": "a", **start}],
    }
    if grid == "square":
        scene["regions"] = [MUD]
    mover = {"token": "a", "character": SHEETS[system], **more.pop("mover", {})}
    request = {"v": 1, "op": op, "system": system, "scene": scene, "clock": {"in_combat": True}, **more}
    request |= {"movers": [{**mover, "route": {"path": path}}]} if op == "plan" else {"mover": mover}
    reply = json.loads(Service().handle(json.dumps(request)))
    assert reply["ok"], reply
    value: dict[str, Any] = reply["value"]
    return value


def cells(*places: tuple[int, int, str | None]) -> list[dict[str, Any]]:
    """A path of places and modes."""
    return [{"col": col, "row": row, "mode": mode} for col, row, mode in places]


LEAPS = cells((2, 2, None), (3, 2, None), (9, 6, "put"), (9, 7, None))


@pytest.mark.parametrize("grid", ["square", "hex_rows_odd", "gridless"])
@pytest.mark.parametrize("system", SHEETS)
def test_a_teleport_costs_nothing_and_no_wall_stops_it(system, grid):
    walked = ask("plan", cells((2, 2, None), (3, 2, None)), system, grid=grid)["plans"][0]
    [plan] = ask("plan", LEAPS, system, grid=grid)["plans"]
    assert (plan["verdict"], plan["length"]) == (walked["verdict"], 2 * walked["length"])
    assert plan["path"][2] == {"col": 9, "row": 6, "elevation": 0, "mode": "put"}
    event = {"kind": "moved", "route": {"path": LEAPS}}
    value = ask("apply", LEAPS, system, grid=grid, commit={"id": "m", "events": [event]})
    assert value["moves"][0]["to"] == {"col": 9, "row": 7, "elevation": 0}
    back = ask("apply", cells((9, 7, None)), system, grid=grid, undo="m", mover={"ledger": value["ledger"]})
    assert back["moves"][-1]["to"] == {"col": 2, "row": 2, "elevation": 0}


@pytest.mark.parametrize(
    ("path", "verdict", "length"),
    [
        (cells((2, 2, None), (9, 5, "put")), "free", 0),
        (cells((4, 2, None), (9, 5, "put"), (5, 2, "put"), (4, 2, None)), "impossible", 1),
        (cells((4, 2, None), (5, 2, None), (9, 5, "put")), "impossible", 1),
    ],
    ids=["into mud", "then through a wall", "through a wall before"],
)
def test_what_is_walked_is_judged_and_what_is_leapt_is_not(path, verdict, length):
    [plan] = ask("plan", path, "contract")["plans"]
    assert (plan["verdict"], plan["length"]) == (verdict, length)


def test_a_path_begins_with_no_teleport_and_ends_on_the_map():
    request = {
        "v": 1,
        "op": "plan",
        "system": "contract",
        "scene": {"grid": {"cols": 4, "rows": 4}, "tokens": [{"id": "a", "col": 0, "row": 0}]},
    }
    for path, code, at in [
        (cells((0, 0, "put")), "mode_unknown", "[0].mode"),
        (cells((0, 0, None), (1, 0, None), (9, 9, "put")), "off_map", "[2]"),
        (cells((0, 0, None), (2, 2, "put"), (0, 0, None)), "path_jumps_cells", "[2]"),
    ]:
        movers = [{"token": "a", "character": SHEETS["contract"], "route": {"path": path}}]
        reply = json.loads(Service().handle(json.dumps({**request, "movers": movers})))
        problem = reply["problem"]
        assert (problem["code"], problem["path"]) == (code, f"movers[0].route.path{at}")
