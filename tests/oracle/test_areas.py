"""Without cells: every place listed can be planned at that price or better, in every system."""

import heapq
import math
from dataclasses import dataclass

import pytest

from tests.asking import JENNY, ask
from tests.oracle import tables
from tests.oracle.rounds import few, rounds

ORDER = ("free", "penalised", "roll", "impossible")


def holds(polygon, x, y):
    """Return whether a point is inside a polygon with its holes, by counting lines to its left."""
    inside = False
    for ring in polygon:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (ay <= y) != (by <= y) and x > ax + (bx - ax) * (y - ay) / (by - ay):
                inside = not inside
    return inside


def without_cells(rng, system, *, moved=True):
    """Return a table whose map has no cells, walls of any angle, and its mover anywhere, ``moved`` before or not."""
    table = tables.table(rng, system)
    grid = table.scene["grid"]
    grid |= {"kind": "gridless", "diagonals": "equidistant"}
    for index in range(rng.randrange(4)):
        a = [rng.randrange(0, 71) / 10, rng.randrange(0, 51) / 10]
        b = [rng.randrange(0, 71) / 10, rng.randrange(0, 51) / 10]
        if a != b:
            blocks = rng.choice(["both", "both", "left", "right"])
            table.scene["walls"].append({"id": f"any {index}", "a": a, "b": b, "blocks": blocks})
    token = table.scene["tokens"][0]
    size = rng.choice([1, 1, 1, 0.3, 0.5, 2])
    token |= {"cols": size, "rows": size}
    if rng.random() < 0.5:
        token["col"] += rng.choice([0.25, 0.333333, 0.5])
        token["row"] += rng.choice([0.1, 0.25, 0.7])
    token["col"] = min(token["col"], grid["cols"] - size)
    token["row"] = min(token["row"], grid["rows"] - size)
    for number in range(rng.choice([0, 0, 1, 2]) if moved else 0):
        tables.moves(rng, table, f"move {number}")
    return table


def chance_of(plan):
    """Return the chance that all checks of a plan are made."""
    chance = 1.0
    for check in plan["checks"]:
        chance *= check["chance"]
    return chance


def somewhere(rng, table, layers, *, box=None):
    """Return some place of the mover's middle, and the layer and ring that it is listed in, if it is.

    ``box``: where to look, else on the whole map.
    """
    grid, half = table.scene["grid"], table.scene["tokens"][0].get("cols", 1) / 2
    left, top, right, bottom = box or (0, 0, grid["cols"], grid["rows"])
    x = rng.uniform(max(left, half), min(right, grid["cols"] - half))
    y = rng.uniform(max(top, half), min(bottom, grid["rows"] - half))
    x, y = round(x, 4), round(y, 4)
    found = [
        (layer, ring)
        for layer in layers
        for ring in layer["rings"]
        if any(holds(polygon, x, y) for polygon in ring["area"])
    ]
    assert len(found) <= 1, (x, y, table.scene)
    return x, y, found


def drawn(rng, table):
    """Add pits, rough ground and rocks with borders anywhere, off the mover."""
    grid, token = table.scene["grid"], table.scene["tokens"][0]
    near = token["cols"]
    for number in range(rng.choice([1, 2, 3])):
        x, y, wide, high = (rng.uniform(0, 1) for _ in range(4))
        x, y = x * grid["cols"], y * grid["rows"]
        turned = ((0, high), (wide * 3, 0), (wide * 3 + high, wide + 1), (high, high * 3 + 1))
        corners = [(min(x + dx, grid["cols"]), min(y + dy, grid["rows"])) for dx, dy in turned]
        kind = rng.choice(["gap", "gap", "difficult", "difficult", "obstacle"])
        made = {
            "id": f"drawn {number}",
            "kind": kind,
            "area": {"polygon": [(round(a, 3), round(b, 3)) for a, b in corners]},
        }
        if kind == "difficult":
            made |= {"cost_multiplier": rng.choice([1, 1.5, 2]), "flat_cost": rng.choice([0, 0, 2.5])}
            made |= rng.choice([{}, {"modifier": 2}, {"roll": {"name": "mud", "pool": 3}}])
        left, right = min(a for a, _ in corners) - near, max(a for a, _ in corners)
        top, bottom = min(b for _, b in corners) - near, max(b for _, b in corners)
        beside = left < token["col"] < right and top < token["row"] < bottom
        if not (beside and kind == "obstacle"):
            table.scene["regions"].append(made)


@pytest.mark.parametrize("system", tables.SYSTEMS)
@pytest.mark.parametrize("between", [False, True], ids=["on points", "between points"])
def test_what_is_listed_can_be_planned(system, between):
    rng = tables.seeded(f"areas {system}{' drawn' * between}")
    asked = 0
    for _ in rounds(1 / 2):
        table = without_cells(rng, system, moved=not between)
        if between:
            drawn(rng, table)
        if table.state()["pending"]:
            continue
        layers = table.destinations()["layers"]
        for _ in range(12):
            x, y, found = somewhere(rng, table, layers)
            if found:
                asked += 1
                agrees(table, x, y, *found[0])
            else:
                names_a_place(table, table.plan({"to": corner(table, x, y)}))
    assert asked or few()


def agreed(rng, table, *, times, off=None):
    """Check some places where the mover may be, and count those that are listed."""
    layers = table.destinations()["layers"]
    places = [somewhere(rng, table, layers) for _ in range(times)]
    listed = [(x, y, *found[0]) for x, y, found in places if found]
    for place in listed:
        agrees(table, *place, off=off)
    return len(listed)


def corner(table, x, y):
    """Return where the mover's box begins when its middle is at a place."""
    half = table.scene["tokens"][0].get("cols", 1) / 2
    return {"col": round(x - half, 6), "row": round(y - half, 6)}


def names_a_place(table, plan):
    """Check that where no way leads a place is named that can be gone to, or that of the mover."""
    mover, near = table.scene["tokens"][0], plan["last_legal"]["cell"]
    at = mover["col"], mover["row"]
    if plan["path"] is None and (near["col"], near["row"]) != pytest.approx(at, abs=2e-6):
        there = table.plan({"to": {"col": near["col"], "row": near["row"]}})
        assert there["verdict"] != "impossible", (table.scene, near, there["bands"])


def agrees(table, x, y, layer, ring, *, off=None):
    """Check one place: the best way there is of this kind and price, or better; ``off``: how far its path is told."""
    plan = table.plan({"to": corner(table, x, y)})
    where = (table.character, table.house_rules, table.ledger, table.scene, x, y, plan["bands"], plan["path"])
    assert ORDER.index(plan["verdict"]) <= ORDER.index(layer["kind"]), (layer["label"], where)
    if plan["verdict"] == layer["kind"] == "free":
        assert plan["cost"] <= ring["used"] + 1e-4, (ring["used"], plan["cost"], where)
    if plan["verdict"] == layer["kind"]:
        assert chance_of(plan) >= (layer["chance"] or 1) - 1e-6, (layer["label"], plan["checks"], where)
        assert is_no_dearer(plan, layer), (layer["price"], plan["price"], where)
    assert plan["pause"] is None, where
    again = table.plan({"path": plan["path"]})
    assert (again["verdict"], again["cost"]) == (plan["verdict"], pytest.approx(plan["cost"], abs=off)), where


def is_no_dearer(plan, layer):
    """Tell whether a plan costs no more besides distance than what is listed, if it is not likelier."""
    asked, listed = (abs(price["amount"]) if price else 0 for price in (plan["price"], layer["price"]))
    return asked <= listed or chance_of(plan) > (layer["chance"] or 1) + 1e-6


def strips(rng, table):
    """Draw what else lies on whole cells as strips a third of a cell wide, or two; some are paid or rolled for."""
    grid, found = table.scene["grid"], []
    table.scene["walls"] = []
    for region in table.scene["regions"]:
        if region["kind"] in {"water", "climb", "difficult"}:
            col, row = rng.choice(region["area"]["cells"])
            wide, high = rng.choice([(1, 6), (6, 1), (2, 6), (6, 2)])
            left, right = col, min(round(col + wide / 3, 6), grid["cols"])
            top, bottom = row, min(round(row + high / 3, 6), grid["rows"])
            corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
            found.append(region | {"area": {"polygon": corners}})
            if region["kind"] == "difficult":
                found[-1] |= rng.choice(
                    [{}, {"flat_cost": grid["distance"]}, {"roll": {"name": "mud", "pool": 3}}]
                )
    table.scene["regions"] = found


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_in_narrow_strips_can_be_planned(system):
    rng = tables.seeded(f"strips {system}")
    asked = 0
    for _ in rounds(3 / 4):
        table = tables.table(rng, system)
        table.scene["grid"] |= {"kind": "gridless", "diagonals": "equidistant"}
        strips(rng, table)
        layers = table.destinations()["layers"]
        for region in table.scene["regions"]:
            (left, top), _, (right, bottom), _ = region["area"]["polygon"]
            for _ in range(2):
                x, y, found = somewhere(rng, table, layers, box=(left, top, right, bottom))
                if found:
                    asked += 1
                    agrees(table, x, y, *found[0])
    assert asked or few()


# ---------------------------------------------------------------- nothing is missing

ROOM = 0.3 + 0.25
"""The body, and half of what a passage must have besides, in cells."""
SHORT_OF = 1 / 2
"""How many cells more a listed border may be short of the true one: a square that is not wholly within reach."""
EDGE = 0.9
"""Squares by a wall are not listed: so far from one, all are clear."""


@dataclass(frozen=True)
class Reach:
    """A mover with its free feet, the map's cells to a side, and how much longer paths may be listed."""

    character: dict
    free: int
    side: int
    walls: int
    longer: float


SHORT = Reach(JENNY, free=25, side=14, walls=3, longer=1.04)
LONG = Reach(JENNY | {"dexterity": 20, "brawn": 9}, free=105, side=48, walls=9, longer=1.061)


def off(p, wall):
    """Return how far a point is from a wall."""
    (ax, ay), (bx, by) = wall
    dx, dy = bx - ax, by - ay
    share = max(0.0, min(1.0, ((p[0] - ax) * dx + (p[1] - ay) * dy) / (dx * dx + dy * dy)))
    return math.hypot(p[0] - ax - share * dx, p[1] - ay - share * dy)


def side(a, b, c):
    """Return on which side of a line a point is."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def free(a, b, walls):
    """Return whether a straight way keeps clear of all walls."""
    for wall in walls:
        crosses = side(a, b, wall[0]) * side(a, b, wall[1]) < 0 and side(*wall, a) * side(*wall, b) < 0
        ends = (off(a, wall), off(b, wall), off(wall[0], (a, b)), off(wall[1], (a, b)))
        if crosses or min(ends) < ROOM - 1e-9:
            return False
    return True


def shortest(start, goals, walls, most):
    """Return how long the shortest ways at any angle are, in cells: round every end of a wall go twelve corners."""
    round_ = [2 * math.pi * n / 12 for n in range(12)]
    reach = ROOM / math.cos(math.pi / 12) + 1e-6
    around = [
        (x + reach * math.cos(turn), y + reach * math.sin(turn))
        for wall in walls
        for x, y in wall
        for turn in round_
    ]
    spots = [start, *around, *goals]
    best, heap = {0: 0.0}, [(0.0, 0)]
    while heap:
        far, at = heapq.heappop(heap)
        if far > best[at] or far > most:
            continue
        for to, spot in enumerate(spots):
            if to != at and spots[at] != spot:
                there = far + math.dist(spots[at], spot)
                if there < best.get(to, math.inf) and free(spots[at], spot, walls):
                    best[to] = there
                    heapq.heappush(heap, (there, to))
    return [best.get(1 + len(around) + number, math.inf) for number in range(len(goals))]


@pytest.mark.parametrize("batch", range(3))
@pytest.mark.parametrize("reach", [SHORT, LONG])
def test_what_can_be_reached_is_listed(reach, batch):
    rng = tables.seeded(f"any angle {reach.free} {batch}")
    sure, side, most = 0, reach.side, reach.free / 5
    for _ in rounds(1 / 4):
        walls = []
        for _ in range(reach.walls):
            x, y = rng.randrange(20, 10 * side - 20) / 10, rng.randrange(20, 10 * side - 20) / 10
            walls.append(((x, y), (x + rng.randrange(-50, 50) / 10, y + rng.randrange(-50, 50) / 10)))
        start = (side / 2 + rng.random() / 2, side / 2 + rng.random() / 2)
        walls = [wall for wall in walls if math.dist(*wall) > 0.5 and off(start, wall) > EDGE]
        goals = [(rng.uniform(1, side - 1), rng.uniform(1, side - 1)) for _ in range(60)]
        goals = [goal for goal in goals if all(off(goal, wall) > EDGE for wall in walls)]
        areas = listed(reach, start, walls)
        for goal, far in zip(goals, shortest(start, goals, walls, most), strict=True):
            if far * reach.longer + SHORT_OF <= most:
                sure += 1
                assert any(holds(polygon, *goal) for polygon in areas), (start, walls, goal, far)
            if math.dist(start, goal) > most:
                assert not any(holds(polygon, *goal) for polygon in areas), (start, walls, goal)
    assert sure > 10 or few()


def listed(reach, start, walls):
    """Return the areas that a mover reaches free of charge."""
    scene = {
        "grid": {"kind": "gridless", "cols": reach.side, "rows": reach.side, "distance": 5, "units": "ft"},
        "walls": [{"id": str(n), "a": list(a), "b": list(b)} for n, (a, b) in enumerate(walls)],
        "tokens": [{"id": "m", "col": round(start[0] - 0.5, 6), "row": round(start[1] - 0.5, 6)}],
    }
    layers = ask(op="destinations", scene=scene, mover={"token": "m", "character": reach.character})["layers"]
    assert layers[0]["label"]["params"] == {"limit": reach.free}
    return [polygon for ring in layers[0]["rings"] for polygon in ring["area"]]


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_on_open_ground_every_price_reaches_equally_far_all_around(system):
    rng = tables.seeded(f"round {system}")
    for _ in rounds(1 / 8):
        table = tables.table(rng, system)
        x, y = (round(30 + rng.random(), 4) for _ in "xy")
        token = table.scene["tokens"][0] | {
            "col": x - 0.5,
            "row": y - 0.5,
            "cols": 1,
            "rows": 1,
            "elevation": 0,
        }
        grid = table.scene["grid"] | {"kind": "gridless", "cols": 61, "rows": 61, "diagonals": "equidistant"}
        table.scene = {"grid": grid, "tokens": [token]}
        areas = []
        for layer in table.destinations()["layers"]:
            areas += [polygon for ring in layer["rings"] for polygon in ring["area"]]
            most = max(math.dist((x, y), corner) for polygon in areas for line in polygon for corner in line)
            for turn in range(180 if most < 29 else 0):
                east, south = math.cos(turn * math.pi / 90), math.sin(turn * math.pi / 90)
                goal = x + 0.97 * most * east, y + 0.97 * most * south
                assert any(holds(polygon, *goal) for polygon in areas), (
                    table.scene,
                    layer["label"],
                    most,
                    turn,
                )
