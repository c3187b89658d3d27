"""Storeys without cells: areas against plans, and against shortest ways."""

import os

import pytest

from tests.asking import reply_to
from tests.oracle import tables
from tests.oracle.test_areas import chance_of, holds, without_cells
from tests.oracle.test_storeys import storeyed

ROUNDS = int(os.environ.get("ORACLE_ROUNDS", "25"))
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
    rng = tables.seeded(f"floors {system}")
    asked = {True: 0, False: 0}
    for _ in range(max(ROUNDS // 6, 1)):
        table = house(rng, system)
        if table.state()["pending"]:
            continue
        layers = table.destinations()["layers"]
        own = table.scene["tokens"][0]["elevation"]
        for storey in table.scene["storeys"]:
            for _ in range(4):
                there = listed_at(rng, table, layers, storey)
                asked[storey["elevation"] == own] += there
    assert min(asked.values()) > 0


def listed_at(rng, table, layers, storey):
    """Plan the way to some place of a storey, and hold it against what is listed; tell whether it is."""
    grid, half = table.scene["grid"], table.scene["tokens"][0]["cols"] / 2
    x = round(rng.uniform(half, grid["cols"] - half), 4)
    y = round(rng.uniform(half, grid["rows"] - half), 4)
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
    again = table.plan({"path": plan["path"]})
    assert (again["verdict"], again["cost"]) == (plan["verdict"], pytest.approx(plan["cost"])), where


def names_a_place(table, plan):
    """Check that where no way leads a place is named that can be gone to, or that of the mover."""
    mover, near = table.scene["tokens"][0], plan["last_legal"]["cell"]
    at = [mover["col"], mover["row"], mover["elevation"]]
    if plan["path"] is None and [near["col"], near["row"], near["elevation"]] != pytest.approx(at, abs=2e-6):
        assert table.plan({"to": near})["verdict"] != "impossible", (table.scene, near)
