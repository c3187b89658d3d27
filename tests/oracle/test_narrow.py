"""Without cells, on maps exactly as wide as the mover: what the straight drag reaches is listed, and can be planned."""

import pytest

from tests.oracle import tables
from tests.oracle.rounds import few, rounds
from tests.oracle.test_areas import agrees, corner, holds

LONG = 8
EASE = 1e-4
"""A place on the left border of an area is in it, too."""
KINDS = [None, None, None, None, "difficult", "water", "gap"]


def narrow(rng, system):
    """Return a table whose map is as high, or as wide, as its mover, and a cell of its long side each of some kind."""
    table = tables.table(rng, system)
    grid, mover = table.scene["grid"], table.scene["tokens"][0]
    size, standing = rng.choice([1, 1, 2, 3]), rng.random() < 0.5
    sides = {"cols": LONG, "rows": size}
    grid |= {"kind": "gridless", "diagonals": "equidistant"} | (turned(sides) if standing else sides)
    start, regions = rng.choice([0, 1, 2, LONG - size, 0.5, 1.3]), []
    for at in range(LONG):
        kind = rng.choice(KINDS)
        if kind:
            area = [0, at, size, 1] if standing else [at, 0, 1, size]
            region = {"id": f"{kind} {at}", "kind": kind, "area": {"rect": area}}
            regions.append(region | ({"cost_multiplier": 2} if kind == "difficult" else {}))
    place = {"col": 0, "row": start} if standing else {"col": start, "row": 0}
    mover |= {"cols": size, "rows": size} | place
    table.scene |= {"walls": [], "regions": regions, "tokens": [mover]}
    return table, size, standing


def turned(sides):
    """Return columns and rows changed for each other."""
    return {"cols": sides["rows"], "rows": sides["cols"]}


def listed_at(layers, x, y):
    """Yield the layers and rings that a place is in."""
    for layer in layers:
        for ring in layer["rings"]:
            if any(holds(polygon, x + EASE, y) for polygon in ring["area"]):
                yield layer, ring


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_on_a_narrow_map_can_be_planned(system):
    rng = tables.seeded(f"narrow {system}")
    asked = plain = 0
    for _ in rounds():
        table, size, standing = narrow(rng, system)
        if table.state()["pending"]:
            continue
        layers, mover = table.destinations()["layers"], table.scene["tokens"][0]
        places = [round(rng.uniform(size / 2, LONG - size / 2), 4) for _ in range(6)]
        begun = mover["row" if standing else "col"] + size / 2
        for at in [*places, begun + 0.1, begun - 0.1]:
            x, y = (size / 2, at) if standing else (at, size / 2)
            found = list(listed_at(layers, x, y))
            if found:
                asked += 1
                agrees(table, x, y, *found[0])
        best = layers[0] if layers else None
        if not table.scene["regions"] and best and best["kind"] == "free":
            plain += 1
            most = max(ring["used"] for ring in best["rings"])
            far = round(min(most / table.scene["grid"]["distance"] - 1, LONG - size / 2 - 0.4 - begun), 4)
            if far > 0:
                x, y = (size / 2, begun + far) if standing else (begun + far, size / 2)
                assert any(listed_at([best], x, y)), table.scene
    assert asked or few()


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("standing", [False, True])
def test_on_a_map_as_wide_as_the_mover_it_goes_as_far_as_it_may(size, standing):
    table, *_ = narrow(tables.seeded("as wide"), "contract")
    sides = {"cols": 12, "rows": size}
    table.scene["grid"] |= (turned(sides) if standing else sides) | {"distance": 5}
    table.scene |= {"regions": []}
    begun = {"col": 0, "row": 1} if standing else {"col": 1, "row": 0}
    table.scene["tokens"][0] |= {"cols": size, "rows": size} | begun
    table.character, table.house_rules, table.in_combat = {"dexterity": 2, "brawn": 3}, {}, True
    table.ledger = None
    free = table.destinations()["layers"][0]
    assert (free["kind"], free["label"]["text"]) == ("free", "Free Movement, up to 15 ft")
    for at, listed in ((0, True), (0.4, True), (2.3, True), (3.4, False)):
        x, y = (size / 2, size / 2 + 1 + at) if standing else (size / 2 + 1 + at, size / 2)
        assert any(listed_at([free], x, y)) == listed
        if not at:
            continue
        plan = table.plan({"to": corner(table, x, y)})
        drawn = table.plan({"path": [begun, corner(table, x, y)]})
        assert plan["verdict"] == drawn["verdict"] == ("free" if listed else "penalised")
        assert plan["cost"] == drawn["cost"]
