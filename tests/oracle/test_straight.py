"""Without cells: the best way to a place is never worse than the line drawn straight there, in every system."""

import pytest

from tests.oracle import tables
from tests.oracle.rounds import few, rounds
from tests.oracle.test_areas import chance_of, without_cells

ORDER = ("free", "penalised", "roll", "impossible")


def worth(plan):
    """Return how good a plan is: kind, chance, dice or actions, then what it uses."""
    prices = [abs(band["price"]["amount"]) for band in plan["bands"] if band["price"]]
    found = ORDER.index(plan["verdict"]), -round(chance_of(plan), 9), prices[-1] if prices else 0
    return (*found, round(plan["cost"], 5), round(plan["length"], 5))


def falls(plan):
    """Tell whether a line leads into a fall: nobody is led there, but who wants to may go."""
    return any(hazard["id"] in {"fall", "drop"} or hazard["stops"] for hazard in plan["hazards"])


def crossed(rng, system):
    """Return a table whose map is crossed by gaps and water and has no cells."""
    table = tables.table(rng, system, cols=8, rows=3, signs="........_~:", across=True)
    table.scene["grid"] |= {"kind": "gridless", "diagonals": "equidistant"}
    return table


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_no_straight_line_is_better_than_the_best_way(system):
    rng = tables.seeded(f"straight {system}")
    compared = 0
    for _ in rounds(1 / 2):
        table = crossed(rng, system) if rng.random() < 0.5 else without_cells(rng, system)
        if table.state()["pending"]:
            continue
        grid, token = table.scene["grid"], table.scene["tokens"][0]
        for _ in range(4):
            col = round(rng.uniform(0, grid["cols"] - token.get("cols", 1)), 3)
            row = round(rng.uniform(0, grid["rows"] - token.get("rows", 1)), 3)
            here = {"col": token["col"], "row": token["row"]}
            line = table.plan({"path": [here, {"col": col, "row": row}]})
            if line["verdict"] == "impossible" or falls(line):
                continue
            best = table.plan({"to": {"col": col, "row": row}})
            compared += 1
            assert worth(best) <= worth(line), (table.character, table.house_rules, table.scene, col, row)
    assert compared or few()
