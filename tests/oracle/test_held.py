"""Off what is climbed, over ledges and into pits: without cells one falls, climbs and lands as on squares."""

import re

import pytest

from py_rules.service import handle
from tests.oracle import tables
from tests.oracle.rounds import rounds
from tests.rulebook.asking import Table

SHEET = {"move": 60, "climbing": "9D", "jumping": "9D"}
STRIPS = [(0, False), (0, True), (1, True), (3, False), (4, True), (-3, False), (-3, True)]


def told(kind, strips, begin, step):
    """Return where a step ends, what is fallen on it, and whether it can be made."""
    regions = []
    for col, (high, climbed) in enumerate(strips):
        area = {"rect": [col, 0, 1, 3]}
        if high:
            regions.append({"id": f"ledge {col}", "kind": "ledge", "elevation": high, "area": area})
        if climbed:
            regions.append({"id": f"wall {col}", "kind": "climb", "area": area})
    scene = {
        "grid": {"kind": kind, "cols": len(strips), "rows": 3, "distance": 1, "units": "m"},
        "regions": regions,
        "tokens": [{"id": "mover", **begin}],
    }
    table = Table(handle, "d6", character=SHEET, scene=scene, token="mover")
    plan = table.plan({"path": [begin, step]})
    falls = [re.findall(r"falls ([\d.]+)", hazard["label"]["text"]) for hazard in plan["hazards"]]
    return plan["verdict"] == "impossible", [deep for deep in falls if deep], plan["path"][-1]["elevation"]


@pytest.mark.parametrize("mode", ["ground", "climb"])
def test_a_step_from_a_wall_is_held_as_on_squares(mode):
    rng = tables.seeded(f"held {mode}")
    for _ in rounds(2):
        strips = [rng.choice(STRIPS) for _ in range(4)]
        col, to = rng.choice([(1, 0), (1, 2), (2, 1), (2, 3)])
        (high, climbed), (onto, _) = strips[col], strips[to]
        if mode == "ground" and onto > high:  # nobody walks up
            continue
        begin = {"col": col, "row": 1, "elevation": high + 2 * climbed}
        step = {"col": to, "row": 1, "mode": mode}
        square, free = (told(kind, strips, begin, step) for kind in ("square", "gridless"))
        assert square == free, (strips, begin, step)
