"""Routes of every system against all the paths there are on small boards; via points; no way; the last legal point."""

from itertools import pairwise, product

import pytest

from py_rules.paths import best_way
from py_rules.service import handle
from py_rules.values.answer_parts import WORST
from tests.oracle import tables
from tests.rulebook.asking import Table
from tests.rulebook.cases import rings_of

SIDE = 3
CELLS = list(product(range(SIDE), range(SIDE)))
WAYS = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]
UNITS = {"contract": ("ft", 5), "sr5": ("m", 1), "sr3": ("m", 1), "d6": ("m", 2), "styles": ("u", 1)}


def paths(here, goal, way=()):
    """Yield all paths that enter no cell twice, as cells."""
    way = (*way, here)
    if here == goal:
        yield way
        return
    for col, row in WAYS:
        cell = (here[0] + col, here[1] + row)
        if cell in CELLS and cell not in way:
            yield from paths(cell, goal, way)


ALL = {goal: list(paths((0, 0), goal)) for goal in CELLS if goal != (0, 0)}


def table(rng, system):
    """Return a mover in the corner of a board with walls and priced ground, with little to spend."""
    units, side = UNITS[system]
    diagonals = rng.choice(["equidistant", "exact", "approximate", "rectilinear", "illegal"])
    grid = {"cols": SIDE, "rows": SIDE, "units": units, "distance": side, "diagonals": diagonals}
    walls = [
        {"id": f"w{n}", "a": [x, y], "b": [x + along, y + 1 - along], "blocks": rng.choice(["both", "left"])}
        for n, (x, y, along) in enumerate(
            rng.sample([(x, y, a) for x in (1, 2) for y in (0, 1, 2) for a in (0, 1)], 4)
        )
        if x + along <= SIDE and y + 1 - along <= SIDE
    ]
    ground = [cell for cell in CELLS if rng.random() < 0.3]
    mud = {"id": "mud", "kind": "difficult", "cost_multiplier": 2, "area": {"cells": ground or [(1, 1)]}}
    sheets = {
        "contract": {"dexterity": 0, "brawn": 2},
        "sr5": {"agility": rng.choice([1, 2])},
        "sr3": {"quickness": 2},
        "d6": {"move": 4, "running": "3D"},
        "styles": {"hooks": 1},
    }
    return Table(
        handle,
        system,
        character=sheets[system],
        scene={
            "grid": grid,
            "walls": walls,
            "regions": [mud],
            "tokens": [{"id": "mover", "col": 0, "row": 0}],
        },
        token="mover",
    )


def worth(plan, cells):
    """Return how good a path is: kind, chance, what it costs beside distance, distance, then straightness."""
    chance = 1 if plan["chance"] is None else round(plan["chance"], 9)
    headings = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)]
    turns = sum(a != b for a, b in pairwise(headings))
    east, south = cells[-1]
    away = sum(abs(col * south - row * east) for col, row in cells)
    price = abs(plan["price"]["amount"]) if plan["price"] else 0
    cost = round(plan["cost"], 5)
    return WORST[plan["verdict"]], -chance, price, cost, turns, away, [WAYS.index(way) for way in headings]


def walk(cells):
    return {"path": [{"col": col, "row": row} for col, row in cells]}


@pytest.mark.parametrize("system", UNITS)
def test_the_best_of_all_paths_is_taken(system):
    rng = tables.seeded(f"routes {system}")
    compared = 0
    for _ in range(3):
        place = table(rng, system)
        for goal in rng.sample(sorted(ALL), 2):
            asked = [(worth(plan, cells), cells) for cells in ALL[goal] if (plan := place.plan(walk(cells)))]
            best = min(asked)
            found = place.plan({"to": {"col": goal[0], "row": goal[1]}})
            if best[0][0] == WORST["impossible"]:
                assert found["verdict"] == "impossible"
                continue
            cells = [(cell["col"], cell["row"]) for cell in found["path"]]
            assert (worth(found, cells), tuple(cells)) == best, (system, goal, place.scene)
            compared += 1
    assert compared >= 3


# ---------------------------------------------------------------- via points, no way, snap-back


def open_table(system, *, cols=5, rows=3, walls=(), **grid):
    units, side = UNITS[system]
    return Table(
        handle,
        system,
        character={"styles": {"walk": "double"}} if system == "styles" else {},
        scene={
            "grid": {"cols": cols, "rows": rows, "units": units, "distance": side / 4, **grid},
            "walls": list(walls),
            "tokens": [{"id": "mover", "col": 0, "row": 0}],
        },
        token="mover",
    )


def cell(col, row):
    return {"col": col, "row": row}


@pytest.mark.parametrize("system", UNITS)
def test_a_route_goes_through_its_via_points_in_order(system):
    place = open_table(system)
    plan = place.plan({"to": cell(4, 0), "via": [cell(2, 2), cell(1, 0), cell(3, 2)]})
    walked = [(point["col"], point["row"]) for point in plan["path"]]
    marks = [walked.index(point) for point in ((2, 2), (1, 0), (3, 2), (4, 0))]
    assert marks == sorted(marks) == [2, 4, 6, 8]
    assert plan["length"] == 8 * place.scene["grid"]["distance"]


@pytest.mark.parametrize("system", UNITS)
def test_no_way_names_the_nearest_cell_that_can_be_reached(system):
    place = open_table(system, walls=[{"id": "w", "a": [3, 0], "b": [3, 3]}])
    for route in ({"to": cell(4, 1)}, {"to": cell(1, 1), "via": [cell(4, 1)]}):
        plan = place.plan(route)
        assert (plan["verdict"], plan["path"], plan["events"]) == ("impossible", None, [])
        assert [line["rule"] for line in plan["trace"]] == ["MAP-07"]
        assert plan["last_legal"]["cell"]["col"] in {0, 1, 2}
    near = place.plan({"to": cell(4, 1)})["last_legal"]["cell"]
    assert (near["col"], near["row"]) == (2, 1)
    assert near["col"] == place.plan({"to": cell(4, 1)})["reason"]["params"]["col"]
    told = place.apply("try", {"kind": "moved", "route": {"to": cell(4, 1)}})
    assert (told["refused"]["rule"], told["moves"]) == ("MAP-07", [])


@pytest.mark.parametrize("system", UNITS)
@pytest.mark.parametrize("kind", ["square", "hex_columns_odd", "gridless"])
def test_a_drop_where_no_way_leads_names_the_place_that_the_plan_named(system, kind):
    place = open_table(system, walls=[{"id": "w", "a": [3, -1], "b": [3, 5]}], kind=kind)
    for route in ({"to": cell(4, 1)}, {"to": cell(1, 1), "via": [cell(4, 1)]}):
        plan = place.plan(route)
        assert plan["trace"][0]["rule"] == "MAP-07"
        assert plan["reason"]["params"]["col"] < 3
        told = place.apply("try", {"kind": "moved", "route": route})
        assert (told["refused"]["reason"], told["moves"]) == (plan["reason"], [])


@pytest.mark.parametrize("system", UNITS)
@pytest.mark.parametrize("blocks", ["both", "left"])
def test_an_illegal_path_snaps_back_to_its_last_legal_point(system, blocks):
    place = open_table(system, walls=[{"id": "w", "a": [3, 3], "b": [3, 0], "blocks": blocks}])
    plan = place.plan(walk([(col, 0) for col in range(5)]))
    assert (plan["verdict"], plan["bands"][-1]["rule"]) == ("impossible", "MAP-01")
    assert plan["last_legal"]["cell"] == {"col": 2, "row": 0, "elevation": 0}
    assert plan["last_legal"]["distance"] == 2 * place.scene["grid"]["distance"]
    assert plan["bands"][-1]["start"] == plan["last_legal"]["distance"]


@pytest.mark.parametrize("system", UNITS)
def test_a_path_that_ends_on_somebody_snaps_back_before_them(system):
    place = open_table(system)
    place.scene["tokens"] += [{"id": name, "col": col, "row": 0} for name, col in (("a", 2), ("b", 3))]
    plan = place.plan(walk([(col, 0) for col in range(4)]))
    assert (plan["verdict"], plan["bands"][-1]["rule"]) == ("impossible", "MAP-02")
    assert plan["last_legal"]["cell"] == {"col": 1, "row": 0, "elevation": 0}


@pytest.mark.parametrize("kind", ["square", "hex_rows_odd", "gridless"])
@pytest.mark.parametrize("system", UNITS)
def test_of_ways_that_are_free_the_shortest_is_taken_whatever_it_draws_on(system, kind):
    place = open_table(system, cols=9, rows=3, kind=kind)
    place.in_combat = False
    place.scene["tokens"] = [{"id": "mover", "col": 0, "row": 1}]
    lake, cliff = ({"rect": [1, row, 8, 1]} for row in (0, 2))
    place.scene["regions"] = [
        {"id": "lake", "kind": "water", "area": lake},
        {"id": "cliff", "kind": "climb", "area": cliff},
    ]
    plan = place.plan({"to": cell(7, 1)})
    assert plan["length"] == 7 * place.scene["grid"]["distance"]
    assert {point["mode"] for point in plan["path"][1:]} == {"ground"}
    for layer in place.destinations()["layers"]:
        road = (
            {ring["used"] for (_, row), ring in rings_of(layer).items() if row == 1} if layer["cells"] else ()
        )
        sides = [step * place.scene["grid"]["distance"] for step in range(1, 9)]
        assert system == "styles" or not road or road == set(sides)


# ---------------------------------------------------------------- parity of diagonals


@pytest.mark.parametrize("system", UNITS)
@pytest.mark.parametrize(("rule", "sides"), [("alternating_1", (1, 2, 1)), ("alternating_2", (2, 1, 2))])
def test_diagonals_count_on_from_commit_to_commit_and_anew_next_turn(system, rule, sides):
    place = open_table(system, cols=9, rows=9, diagonals=rule)
    side = place.scene["grid"]["distance"]
    lengths = []
    for n in range(3):
        told = place.apply(f"m{n}", {"kind": "moved", "route": walk([(n, n), (n + 1, n + 1)])})
        lengths += [move["distance"] for move in told["moves"]]
    assert lengths == [side * factor for factor in sides]
    assert place.plan({"to": cell(4, 4)})["length"] == side * sides[1]
    [clock] = [entry["clock"] for entry in place.describe()["systems"] if entry["id"] == system]
    place.apply("next", *clock["end_turn"])
    if system == "sr3":
        place.apply("turn", {"kind": "begin", "scope": "turn"})
    assert place.plan({"to": cell(4, 4)})["length"] == side * sides[0]


@pytest.mark.parametrize("most", [None, 1])
@pytest.mark.parametrize("system", ["sr5", "sr3", "styles"])
def test_the_way_to_a_place_far_beyond_the_budget_is_the_shortest(system, most, monkeypatch):
    if most is not None:
        monkeypatch.setattr(best_way, "MOST_BEYOND", most)
    side = UNITS[system][1]
    streets = range(10, 80, 9)
    kinds = {"gap": (0, 1, 16), "climb": (3, 3, 1), "water": (3, 3, 3), "obstacle": (6, 1, 15)}
    rows = {"gap": 0, "climb": 4, "water": 8, "obstacle": 1}
    board = open_table(system, cols=90, rows=16, distance=side)
    if system == "sr5":
        board.character = {"agility": 4, "strength": 4, "body": 3, "running": 4, "acrobatics": 5}
    board.scene["regions"] = [
        {"id": f"{kind} {col}", "kind": kind, "area": {"rect": [col + east, rows[kind], cols, high]}}
        for col in streets
        for kind, (east, cols, high) in kinds.items()
    ]
    plan = board.plan({"to": cell(88, 5)})
    # The uppermost row is free of all but the gaps; the way down at its end is diagonal.
    assert plan["verdict"] == "impossible"
    assert plan["length"] == 88 * side
    assert (plan["path"][-1]["col"], plan["path"][-1]["row"]) == (88, 5)
