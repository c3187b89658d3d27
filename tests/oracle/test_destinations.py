"""Destinations and plans agree: what is listed can be planned at that price, what is not cannot be planned."""

import os

import pytest

from py_rules import systems
from tests.oracle import tables
from tests.rulebook.cases import rings_of

ROUNDS = int(os.environ.get("ORACLE_ROUNDS", "25"))


def test_every_system_is_asked():
    assert set(tables.SYSTEMS) == set(systems.names())


@pytest.mark.parametrize("batch", range(2))
@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_is_what_plans_say(system, batch):
    rng = tables.seeded(f"destinations {system} {batch}")
    for _ in range(max(ROUNDS // 2, 1)):
        compare(tables.table(rng, system))


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_on_hexes_is_what_plans_say(system):
    rng = tables.seeded(f"destinations on hexes {system}")
    for _ in range(max(ROUNDS // 2, 1)):
        compare(tables.table(rng, system, hexes=True))


@pytest.mark.parametrize("hexes", [False, True], ids=["squares", "hexes"])
@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_over_ledges_is_what_plans_say(system, hexes):
    rng = tables.seeded(f"destinations over ledges {system} {hexes}")
    for _ in range(max(ROUNDS // 2, 1)):
        compare(tables.raised(rng, system, hexes=hexes))


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_for_who_squeezes_is_what_plans_say(system):
    rng = tables.seeded(f"destinations squeezed {system}")
    squeezed = 0
    for _ in range(max(ROUNDS // 2, 1)):
        squeezed += compare(tables.large(rng, tables.table(rng, system)))
    assert squeezed


def compare(table):
    """Plan the best way to every cell, compare it with what is listed, and count the ways squeezed along."""
    reply = table.destinations()
    listed = {cell: (layer, ring) for layer in reply["layers"] for cell, ring in rings_of(layer).items()}
    mover, grid = table.scene["tokens"][0], table.scene["grid"]
    size, squeezed = mover.get("cols", 1), 0
    for col in range(grid["cols"] - size + 1):
        for row in range(grid["rows"] - size + 1):
            if (col, row) != (mover["col"], mover["row"]):
                plan = table.plan({"to": {"col": col, "row": row}})
                where = (table.character, table.house_rules, table.scene, col, row)
                agree(plan, listed.get((col, row)), truncated=reply["truncated"], where=where)
                squeezed += any(line["rule"] == "MAP-12" for line in plan["trace"])
    return squeezed


def agree(plan, found, *, truncated, where):
    """Check one cell."""
    chance = 1.0
    for check in plan["checks"]:
        chance *= check["chance"]
    if found is None:
        unlikely = truncated and chance < 1e-4
        assert plan["verdict"] == "impossible" or unlikely, (plan["bands"], where)
        return
    layer, ring = found
    assert plan["verdict"] == layer["kind"], (layer["label"], plan["bands"], where)
    assert plan["cost"] == pytest.approx(ring["used"]), where
    assert plan["left"] == (None if ring["left"] is None else pytest.approx(ring["left"])), (ring, where)
    assert plan["last_legal"]["cell"] is not None
    if layer["kind"] == "roll":
        assert chance == pytest.approx(layer["chance"]), (layer["label"], plan["checks"], where)
    prices = [band["price"]["amount"] for band in plan["bands"] if band["price"]]
    prices += [modifier["amount"] for modifier in plan["modifiers"]]
    assert layer["price"] is None or layer["price"]["amount"] in prices, (layer, plan["bands"], where)
    assert layer["price"] or layer["kind"] != "penalised", (layer, plan["bands"], where)
