"""Without cells, over ledges: every place listed can be planned at that price or better, and no way falls."""

import pytest

from tests.oracle import tables
from tests.oracle.rounds import few, rounds
from tests.oracle.test_areas import agreed, agrees, corner, names_a_place, somewhere, without_cells

FALLS = {"drop", "fall"}


def ledges(rng, grid):
    """Return ledges and pits of any form, some of them side by side, on each other, or climbed on a surface."""
    side, found = grid["distance"], []
    heights = [side * part for part in (-1, -0.6, 0.2, 0.4, 0.5, 0.8, 1, 1.4, 2)]
    for number in range(rng.randrange(1, 5)):
        col, row = rng.randrange(grid["cols"] - 1), rng.randrange(grid["rows"] - 1)
        cols, rows = rng.randrange(1, grid["cols"] - col + 1), rng.randrange(1, grid["rows"] - row + 1)
        area = {"rect": [col, row, cols, rows]}
        if rng.random() < 0.3:
            places = [
                (rng.uniform(0, grid["cols"]), rng.uniform(0, grid["rows"]))
                for _ in range(rng.choice([3, 4]))
            ]
            area = {"polygon": [[round(x, 2), round(y, 2)] for x, y in places]}
        elif rng.random() < 0.3:
            area = {"cells": [[rng.randrange(grid["cols"]), rng.randrange(grid["rows"])] for _ in range(6)]}
        found.append(
            {"id": f"ledge {number}", "kind": "ledge", "elevation": rng.choice(heights), "area": area}
        )
    return found


def raised(rng, system):
    """Return a table on a map without cells, of ledges, walls of any angle and all else."""
    table = without_cells(rng, system, moved=False)
    table.scene["regions"] += ledges(rng, table.scene["grid"])
    table.house_rules |= rng.choice([{}, {}, {"step_height": 0}, {"step_height": 1}])
    for number in range(rng.choice([0, 0, 0, 1])):
        tables.moves(rng, table, f"move {number}")
    return table


def falls(plan):
    """Return the falls of a way; a jump that lands in water to swim on is none that could be avoided."""
    swims = {band["start"] for band in plan["bands"] if band["mode"] == "swim"}
    return [hazard for hazard in plan["hazards"] if hazard["id"] in FALLS and hazard["at"] not in swims]


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_over_ledges_can_be_planned(system):
    rng = tables.seeded(f"areas over ledges {system}")
    asked = steep = 0
    for _ in rounds(3 / 4):
        table = raised(rng, system)
        if table.state()["pending"]:
            continue
        layers = table.destinations()["layers"]
        for _ in range(12):
            x, y, found = somewhere(rng, table, layers)
            plan = table.plan({"to": corner(table, x, y)})
            assert not falls(plan), (table.scene, x, y, plan["path"])
            steep += any(cell["mode"] == "climb" for cell in plan["path"] or ())
            if found:
                asked += 1
                agrees(table, x, y, *found[0])
            elif not any(region["kind"] == "gap" for region in table.scene["regions"]):
                names_a_place(table, plan)
    assert (asked and steep) or few()


def hanging(rng, system):
    """Return such a table whose mover hangs on a wall and waits for nothing."""
    while True:
        table = raised(rng, system)
        if not table.state()["pending"] and tables.hung(rng, table, places(rng, table)):
            return table


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_for_who_hangs_on_a_wall_can_be_planned(system):
    rng = tables.seeded(f"areas from walls {system}")
    asked = 0
    for _ in rounds(2):
        asked += agreed(rng, hanging(rng, system), times=12)
    assert asked or few()


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_at_any_height_can_be_planned(system):
    rng = tables.seeded(f"areas anywhere {system}")
    asked = 0
    for _ in rounds():
        table = tables.anywhere(rng, system)
        table.scene["grid"] |= {"kind": "gridless", "diagonals": "equidistant"}
        table.scene["tokens"][0] |= {"cols": 1, "rows": 1}
        # A climb out of a pit begins a grain beside its border, and costs are told to the sixth digit.
        asked += agreed(rng, table, times=8, off=2e-6 * table.scene["grid"]["distance"] + 1e-6)
    assert asked or few()


def test_the_best_way_that_pauses_in_a_climb_is_told_as_it_is_when_drawn():
    rng = tables.seeded("towers without cells")
    paused = 0
    for system in [system for _ in rounds(1 / 4) for system in tables.SYSTEMS]:
        table = raised(rng, system)
        if table.state()["pending"]:
            continue
        grid = table.scene["grid"]
        for region in table.scene["regions"]:
            if region["kind"] == "ledge":
                region["elevation"] *= rng.choice([8, 20])
        layers = table.destinations()["layers"]
        for _ in range(8):
            x, y, found = somewhere(rng, table, layers)
            plan = table.plan({"to": corner(table, x, y)})
            if not plan["pause"]:
                continue
            paused += 1
            where = (table.character, table.house_rules, grid, table.scene, x, y, plan["path"])
            assert not found, where
            again = table.plan({"path": plan["path"]})
            assert again["verdict"] == plan["verdict"], where
            assert again["pause"]["at"] == pytest.approx(plan["pause"]["at"], abs=1e-4), where
            for side in ("col", "row", "elevation"):
                there = plan["pause"]["cell"][side]
                assert again["pause"]["cell"][side] == pytest.approx(there, abs=1e-4), where
    assert paused or few()


def places(rng, table):
    """Yield some places on the map."""
    grid, size = table.scene["grid"], table.scene["tokens"][0]["cols"]
    for _ in range(8):
        cell = {"col": rng.uniform(0, grid["cols"] - size), "row": rng.uniform(0, grid["rows"] - size)}
        yield {side: round(at, 3) for side, at in cell.items()}
