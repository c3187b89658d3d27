"""Without cells, over ledges: drawn lines climb and drop what an independent count of borders says."""

import math
from fractions import Fraction
from itertools import groupby, pairwise

import pytest

from py_rules.service import handle
from tests.oracle import heights, tables
from tests.oracle.rounds import few, rounds
from tests.rulebook.asking import Table

F = Fraction
SIDE = 5


def scene(rng):
    """Return a map of ledges and pits, side by side and on each other, and the same as the oracle knows it."""
    regions, ledges = [], []
    for number in range(rng.randrange(1, 6)):
        col, row = rng.randrange(7), rng.randrange(5)
        cols, rows = rng.randrange(1, 9 - col), rng.randrange(1, 7 - row)
        up = rng.choice([-12, -4, 1, 2, 2.5, 3, 5, 8, 20])
        regions.append(
            {"id": str(number), "kind": "ledge", "elevation": up, "area": {"rect": [col, row, cols, rows]}}
        )
        ledges.append(((F(col), F(row), F(col + cols), F(row + rows)), F(str(up))))
    return regions, ledges


def place(rng, half):
    """Return where the middle of a token may be: often on a border, or a corner."""
    if rng.random() < 0.4:
        return F(rng.randrange(1, 8)), F(rng.randrange(1, 6))
    x, y = rng.uniform(half, 8 - half), rng.uniform(half, 6 - half)
    return F(str(round(x, rng.choice([1, 3, 6])))), F(str(round(y, rng.choice([1, 3, 6]))))


def drawn(regions, path, mode, half):
    """Return the plan of a path, by the middles of the token, and the table it was asked at."""
    points = [{"col": float(x - half), "row": float(y - half)} for x, y in path]
    token = {"id": "mover", **points[0], "cols": float(2 * half), "rows": float(2 * half)}
    made = {
        "grid": {"kind": "gridless", "cols": 8, "rows": 6, "distance": SIDE, "units": "ft"},
        "regions": regions,
        "tokens": [token],
    }
    character = {"dexterity": 20, "brawn": 20, "athletics": 20}
    table = Table(handle, "contract", character=character, scene=made, token="mover")
    return table, table.plan({"path": [points[0], *({**point, "mode": mode} for point in points[1:])]})


def middle(cell, half):
    """Return where the middle of a token is."""
    return F(str(cell["col"])) + half, F(str(cell["row"])) + half


def at_once(ledges, places):
    """Yield how much a way rises from one place to the next, where that is not stepped up or down in parts."""
    for (*a, low), (*b, high) in pairwise(places):
        if abs(high - low) > SIDE / 2 and any(heights.changes(ledges, a, b, F(SIDE) / 2)):
            yield high - low


def levels(told):
    """Return the heights that a way leads over: a point more on level ground changes nothing."""
    return [height for height, _ in groupby(told)]


@pytest.mark.parametrize("batch", range(4))
def test_lines_climb_and_drop_what_the_oracle_counts(batch):
    rng = tables.seeded(f"lines over ledges {batch}")
    steep = 0
    for _ in rounds(2):
        regions, ledges = scene(rng)
        half = F(rng.choice(["0.5", "0.25", "0.5", "0.8"]))
        path = [place(rng, half) for _ in range(rng.randrange(2, 5))]
        if any(a == b for a, b in pairwise(path)):
            continue
        climbed, drops = heights.walked(ledges, path, F(SIDE) / 2)
        table, plan = drawn(regions, path, None, half)
        told = [cell["elevation"] for cell in plan["path"]]
        far = sum(math.dist(a, b) for a, b in pairwise(path)) * SIDE
        where = (regions, path, plan["path"])
        assert plan["length"] == pytest.approx(far + float(climbed), abs=1e-4), where
        rises = list(at_once(ledges, [(*middle(cell, half), cell["elevation"]) for cell in plan["path"]]))
        falls = [-rise for rise in rises if rise < 0]
        climbs = [rise for rise in rises if rise > 0]
        assert sum(climbs) == pytest.approx(float(climbed)), where
        assert falls == pytest.approx([float(drop) for drop in drops]), where
        assert (plan["hazards"] != []) == (drops != []), where
        for cell in plan["path"]:
            assert cell["elevation"] == float(heights.ground(ledges, *middle(cell, half))), where
        again = table.plan({"path": plan["path"]})
        assert again["length"] == pytest.approx(plan["length"], abs=1e-4), where
        assert levels([cell["elevation"] for cell in again["path"]]) == levels(told), where
        steep += climbed > 0 and drops != []
    assert steep or few()


@pytest.mark.parametrize("batch", range(2))
def test_who_climbs_climbs_down_as_well(batch):
    rng = tables.seeded(f"lines climbed {batch}")
    for _ in rounds():
        regions, ledges = scene(rng)
        half = F(1, 2)
        path = [place(rng, half), place(rng, half)]
        if path[0] == path[1]:
            continue
        climbed, drops = heights.walked(ledges, path, F(SIDE) / 2)
        _, plan = drawn(regions, path, "climb", half)
        far = math.dist(*path) * SIDE
        assert plan["length"] == pytest.approx(far + float(climbed + sum(drops)), abs=1e-4), (regions, path)
        assert [hazard["id"] for hazard in plan["hazards"]] == ["no_wall"]
