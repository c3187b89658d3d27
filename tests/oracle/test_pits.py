"""A pit is as wide on squares as without cells: straight over it, the jump is as long and its price the same.

Behind a jump a run-up begins anew: on squares in the middle of the cell it lands on, without cells where it lands.
So of several pits only the lengths of the jumps are compared, of a single one all that the plans say.
"""

from itertools import product

import pytest

from tests.oracle import tables
from tests.oracle.rounds import rounds

LONG = 10
ALIKE = ("verdict", "chance", "length", "cost", "left", "spends", "modifiers", "hazards", "rulings", "pause")
OF_BANDS = ("start", "end", "kind", "mode", "rule", "price", "chance", "check")
OF_CHECKS = ("id", "rule", "label", "at", "pool", "difficulty", "needed", "chance")


def pits(rng):
    """Return where pits begin and end along a line that begins and ends on ground, in cells: often it is one."""
    found, at, most = [], rng.randint(1, 6), rng.choice([1, 1, 3])
    while at < LONG - 1 and len(found) < most:
        end = min(at + rng.randint(1, 3), LONG - 1)
        found.append((at, end))
        at = end + rng.randint(1, 4)
    return found


def across(rng, system):
    """Return a table whose mover stands at one end of a bare row or column with pits, the pits, and the whole line."""
    table = tables.table(rng, system, cols=3, rows=3, signs=".")
    gaps, upright, back = pits(rng), rng.random() < 0.5, rng.random() < 0.5
    cells = list(range(LONG - 1, -1, -1) if back else range(LONG))
    line = [{"col": 0, "row": at} if upright else {"col": at, "row": 0} for at in cells]
    under = [cells[start:end] for start, end in gaps]
    rects = [(0, min(at), 1, len(at)) if upright else (min(at), 0, len(at), 1) for at in under]
    table.scene["grid"] |= {"cols": 1 if upright else LONG, "rows": LONG if upright else 1}
    table.scene["regions"] = [
        {"id": f"pit {number}", "kind": "gap", "area": {"rect": rect}} for number, rect in enumerate(rects)
    ]
    table.scene["walls"] = []
    table.scene["tokens"] = [table.scene["tokens"][0] | line[0]]
    return table, gaps, line


def jumped(plan):
    """Return what stretches of a plan are jumped, those joined that touch."""
    found = []
    for band in plan["bands"]:
        if band["mode"] == "jump" and found and found[-1][1] == band["start"]:
            found[-1][1] = band["end"]
        elif band["mode"] == "jump":
            found.append([band["start"], band["end"]])
    return found


def spans(gaps, side, *, whole_steps):
    """Return what stretches are jumped: the pits, or all steps that lead over them."""
    steps = [(a - 1, b) if whole_steps else (a - 0.5, b - 0.5) for a, b in gaps]
    found = []
    for start, end in steps:
        if found and found[-1][1] == start * side:
            found[-1][1] = end * side
        else:
            found.append([start * side, end * side])
    return found


def told(plan):
    """Return what two plans of the same pits must agree about."""
    bands = [{name: band[name] for name in OF_BANDS} for band in plan["bands"]]
    checks = [{name: check[name] for name in OF_CHECKS} for check in plan["checks"]]
    checks = [check | {"at": check["at"] if check["id"].startswith("jump") else None} for check in checks]
    return rounded({name: plan[name] for name in ALIKE} | {"bands": bands, "checks": checks})


def rounded(found):
    """Return what was told with its numbers to four digits: where units are converted, places are so exact."""
    if isinstance(found, dict):
        return {name: rounded(value) for name, value in found.items()}
    if isinstance(found, list):
        return [rounded(value) for value in found]
    return round(found, 4) if isinstance(found, float) else found


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_a_pit_is_jumped_on_squares_as_it_is_without_cells(system):
    rng = tables.seeded(f"pits {system}")
    for _ in rounds():
        table, gaps, line = across(rng, system)
        grid, drawn = table.scene["grid"], [line[0], line[-1]]
        where = (table.character, table.house_rules, table.ledger, table.scene)
        plans = {}
        for measure, cells in product(("gap", "centre"), (True, False)):
            table.house_rules |= {"gap_measure": measure}
            table.scene["grid"] = grid if cells else grid | {"kind": "gridless", "diagonals": "equidistant"}
            plan = plans[measure, cells] = table.plan({"path": line if cells else drawn})
            whole_steps = measure == "centre" and cells
            side = plan["length"] / (LONG - 1)
            expected = spans(gaps, side, whole_steps=whole_steps)
            assert jumped(plan) == [pytest.approx(span) for span in expected], (measure, cells, where)
        assert told(plans["gap", False]) == told(plans["centre", False]), where
        if len(gaps) == 1:
            assert told(plans["gap", True]) == told(plans["gap", False]), where
