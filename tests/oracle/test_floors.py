"""Storeys without cells: areas against plans, and against shortest ways."""

import heapq
import math

import pytest

from tests.asking import JENNY, ask, reply_to
from tests.oracle import tables
from tests.oracle.rounds import ROUNDS, few, rounds
from tests.oracle.test_areas import EDGE, ROOM, chance_of, free, holds, is_no_dearer, off, without_cells
from tests.oracle.test_storeys import storeyed

ORDER = ("free", "penalised", "roll", "impossible")


# ---------------------------------------------------------------- what is listed can be planned


def house(rng, system):
    """Return a table whose map has storeys and no cells, its passages anywhere."""
    table = storeyed(rng, without_cells(rng, system))
    grid = table.scene["grid"]
    for passage in table.scene["passages"]:
        for end in (passage["a"], passage["b"]):
            moved = rng.random() < 0.3
            end["col"] = min(max(end["col"] + moved * rng.choice([0.25, 0.5, -0.4]), 0), grid["cols"] - 1)
            end["row"] = min(max(end["row"] + moved * rng.choice([0.7, -0.5]), 0), grid["rows"] - 1)
    return table if problem(table) is None else house(rng, system)


def problem(table):
    """Return what is wrong with a map whose passages lie side by side; none: it is a map."""
    reply = reply_to({"v": 1, "system": table.system, "op": "state", "scene": table.scene})
    return None if reply["ok"] else reply["problem"]


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_on_each_storey_can_be_planned(system):
    rng = tables.seeded(f"floors by {system}")
    asked = {True: 0, False: 0}
    for number in rounds(3):
        if number >= ROUNDS * 3 / 4 and min(asked.values()):
            break
        table = house(rng, system)
        if table.state()["pending"]:
            continue
        layers = table.destinations()["layers"]
        own = table.scene["tokens"][0]["elevation"]
        for storey in table.scene["storeys"]:
            for _ in range(4):
                there = listed_at(rng, table, layers, storey)
                asked[storey["elevation"] == own] += there
    assert min(asked.values()) > 0 or few()


def listed_at(rng, table, layers, storey):
    """Plan the way to some place of a storey, and hold it against what is listed; tell whether it is.

    Two places of three are looked for about some area of the storey, if it has one.
    """
    grid, half = table.scene["grid"], table.scene["tokens"][0]["cols"] / 2
    areas = [ring["area"] for layer in layers for ring in layer["rings"] if layer["storey"] == storey["id"]]
    outline = [[half, half], [grid["cols"] - half, grid["rows"] - half]]
    if areas and rng.random() < 2 / 3:
        outline = rng.choice(rng.choice(areas))[0]
    x, y = (round(rng.uniform(min(side), max(side)), 4) for side in zip(*outline, strict=True))
    found = [
        (layer, ring)
        for layer in layers
        for ring in layer["rings"]
        if layer["storey"] == storey["id"] and any(holds(polygon, x, y) for polygon in ring["area"])
    ]
    to = {"col": round(x - half, 6), "row": round(y - half, 6), "elevation": storey["elevation"]}
    assert len(found) <= 1, (to, table.scene)
    plan = table.plan({"to": to})
    if found:
        agrees(table, plan, *found[0], to)
    else:
        names_a_place(table, plan)
    return bool(found)


def agrees(table, plan, layer, ring, to):
    """Check one place: the best way there is of this kind and price, or better, and costs the same sent again."""
    where = (table.system, table.character, table.house_rules, table.ledger, table.scene, to, plan["path"])
    where += (plan["bands"], layer["label"]["text"], ring["used"], plan["cost"])
    assert layer["elevation"] == to["elevation"]
    assert ORDER.index(plan["verdict"]) <= ORDER.index(layer["kind"]), where
    if plan["verdict"] == layer["kind"] == "free":
        assert plan["cost"] <= ring["used"] + 1e-4, where
    if plan["verdict"] == layer["kind"]:
        assert chance_of(plan) >= (layer["chance"] or 1) - 1e-6, (plan["checks"], where)
        assert is_no_dearer(plan, layer), (layer["price"], plan["price"], where)
    again = table.plan({"path": plan["path"]})
    assert (again["verdict"], again["cost"]) == (plan["verdict"], pytest.approx(plan["cost"])), where


def names_a_place(table, plan):
    """Check that where no way leads a place is named that can be gone to, or that of the mover."""
    mover, near = table.scene["tokens"][0], plan["last_legal"]["cell"]
    at = [mover["col"], mover["row"], mover["elevation"]]
    if plan["path"] is None and [near["col"], near["row"], near["elevation"]] != pytest.approx(at, abs=2e-6):
        assert table.plan({"to": near})["verdict"] != "impossible", (table.scene, near)


def test_graded_ground_around_the_end_of_a_passage_is_listed_with_what_it_adds():
    scene = {
        "grid": {"kind": "gridless", "cols": 7, "rows": 5, "distance": 1, "units": "m"},
        "regions": [
            {
                "id": "scree",
                "kind": "difficult",
                "grade": "very_rough",
                "cost_multiplier": 2,
                "area": {"cells": [[3, 2]]},
            }
        ],
        "storeys": [{"id": "cellar", "elevation": 0}, {"id": "hall", "elevation": 2}],
        "passages": [
            {
                "id": "shaft",
                "kind": "shaft",
                "a": {"col": 5.6, "row": 1.7, "storey": "hall"},
                "b": {"col": 3.25, "row": 1.7, "storey": "cellar"},
            }
        ],
        "tokens": [{"id": "mover", "col": 5, "row": 1, "cols": 2, "rows": 2, "elevation": 2}],
    }
    known = {"system": "d6", "scene": scene}
    mover = {"token": "mover", "character": {"running": "4D+1", "climbing": "4D+1", "move": 3}}
    layers = ask(op="destinations", mover=mover, **known)["layers"]
    below = [(layer, ring) for layer in layers for ring in layer["rings"] if layer["storey"] == "cellar"]
    found = 0
    for number in range(36):
        x, y = 3.03 + number % 6 * 0.19, 2.03 + number // 6 * 0.19
        here = [layer for layer, ring in below if any(holds(polygon, x, y) for polygon in ring["area"])]
        for layer in here:
            route = {"to": {"col": round(x - 1, 6), "row": round(y - 1, 6), "elevation": 0}}
            plan = ask(op="plan", movers=[mover | {"route": route}], **known)["plans"][0]
            assert chance_of(plan) >= layer["chance"] - 1e-6, (x, y)
            found += 1
    assert found > 20


# ---------------------------------------------------------------- nothing is missing

SIDE, FREE = 12, 55
RUNNER = JENNY | {"dexterity": 10}
"""Lengths a side of the map, and feet that are free to who runs there."""
LONGER = 1.061
"""So much longer than a way may be what the lattice makes of it."""
SQUARE = [(x / 6, y / 6) for x in range(6) for y in range(6)]
"""Places of a passage's square that a way may lead through, from its corner."""


def tower(rng):
    """Return a random tower of two or three storeys: walls by storey, and passages as ends and lengths, in feet."""
    floors = rng.choice([2, 3])
    walls = []
    for _ in range(3 * floors):
        x, y = rng.randrange(20, 100) / 10, rng.randrange(20, 100) / 10
        end = (x + rng.randrange(-30, 30) / 10, y + rng.randrange(-30, 30) / 10)
        if math.dist((x, y), end) > 0.5:
            walls.append((rng.randrange(floors), ((x, y), end)))
    passages = []
    for number in range(rng.choice([1, 2])):
        low = min(number, floors - 2)
        ends = [(rng.randrange(3, 8) + rng.choice([0, 0.5]), rng.randrange(3, 8)) for _ in range(2)]
        passages.append(((low, ends[0]), (low + 1, ends[1]), rng.choice([5, 10])))
    return floors, walls, passages


def third(side):
    """Return the third of a length that is nearest to a number, of two the greater."""
    return math.floor(side * 3 + 0.5) / 3


def shortest(start, goals, walls, passages):
    """Return how long the shortest ways to goals are, each a storey and a place, in lengths, at any angle.

    Ways bend at twelve corners round every end of a wall, and where passages begin and end.
    """
    turns = [2 * math.pi * n / 12 for n in range(12)]
    reach = ROOM / math.cos(math.pi / 12) + 1e-6
    spots = [start, *goals]
    for floor, wall in walls:
        spots += [(floor, (x + reach * math.cos(t), y + reach * math.sin(t))) for x, y in wall for t in turns]
    jumps = {}
    for (low, a), (high, b), feet in passages:
        corners = [(third(x), third(y)) for x, y in (a, b)]
        for x, y in SQUARE:
            ends = [len(spots), len(spots) + 1]
            spots += [
                (floor, (col + x, row + y)) for floor, (col, row) in zip((low, high), corners, strict=True)
            ]
            for at, to in (ends, ends[::-1]):
                jumps.setdefault(at, []).append((to, feet / 5))
    best, heap = {0: 0.0}, [(0.0, 0)]
    while heap:
        far, at = heapq.heappop(heap)
        if far > best[at] or far > FREE / 5:
            continue
        floor, spot = spots[at]
        here = [wall for on, wall in walls if on == floor]
        steps = [
            (to, math.dist(spot, other)) for to, (on, other) in enumerate(spots) if on == floor and to != at
        ]
        steps = [(to, by) for to, by in steps if by and far + by < best.get(to, FREE / 5)]
        for to, by in [*(step for step in steps if free(spot, spots[step[0]][1], here)), *jumps.get(at, [])]:
            if far + by < best.get(to, math.inf) and clear(spots[to], walls):
                best[to] = far + by
                heapq.heappush(heap, (far + by, to))
    return [best.get(1 + number, math.inf) for number in range(len(goals))]


def clear(spot, walls):
    """Return whether there is room at a place of a storey."""
    return all(off(spot[1], wall) >= ROOM for floor, wall in walls if floor == spot[0])


@pytest.mark.parametrize("batch", range(2))
def test_what_can_be_reached_on_other_storeys_is_listed(batch):
    rng = tables.seeded(f"reached floors {batch}")
    sure = {True: 0, False: 0}
    for _ in rounds(1 / 4):
        floors, walls, passages = tower(rng)
        start = (0, (SIDE / 2 + rng.random() / 2, SIDE / 2 + rng.random() / 2))
        walls = [(floor, wall) for floor, wall in walls if off(start[1], wall) > EDGE]
        goals = [
            (rng.randrange(floors), (rng.uniform(1, SIDE - 1), rng.uniform(1, SIDE - 1))) for _ in range(60)
        ]
        goals = [
            goal
            for goal in goals
            if all(off(goal[1], wall) > EDGE for floor, wall in walls if floor == goal[0])
        ]
        areas = listed(start, walls, passages, floors)
        for goal, far in zip(goals, shortest(start, goals, walls, passages), strict=True):
            inside = any(holds(polygon, *goal[1]) for polygon in areas[goal[0]])
            if far * LONGER + 2 / 3 + len(passages) / 12 <= FREE / 5:
                sure[goal[0] == 0] += 1
                assert inside, (start, walls, passages, goal, far)
    assert min(sure.values()) > 20 or few()


def listed(start, walls, passages, floors):
    """Return the areas that a mover reaches free of charge, by storey."""
    names = [f"storey {floor}" for floor in range(floors)]
    ends = [
        [{"col": col, "row": row, "storey": names[floor]} for floor, (col, row) in (a, b)]
        for a, b, _ in passages
    ]
    scene = {
        "grid": {"kind": "gridless", "cols": SIDE, "rows": SIDE, "distance": 5, "units": "ft"},
        "storeys": [{"id": name, "elevation": 10 * floor} for floor, name in enumerate(names)],
        "passages": [
            {"id": str(n), "kind": "stairs", "a": a, "b": b, "length": passages[n][2]}
            for n, (a, b) in enumerate(ends)
        ],
        "walls": [
            {"id": str(n), "a": list(a), "b": list(b), "storey": names[floor]}
            for n, (floor, (a, b)) in enumerate(walls)
        ],
        "tokens": [{"id": "m", "col": round(start[1][0] - 0.5, 6), "row": round(start[1][1] - 0.5, 6)}],
    }
    layers = ask(op="destinations", scene=scene, mover={"token": "m", "character": RUNNER})["layers"]
    first = [layer for layer in layers if layer["label"]["params"] == {"limit": FREE}]
    return [
        [
            polygon
            for layer in first
            if layer["storey"] == name
            for ring in layer["rings"]
            for polygon in ring["area"]
        ]
        for name in names
    ]
