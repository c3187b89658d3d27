"""A path that a plan names can be sent back and is judged the same."""

import pytest

from tests.oracle.tables import COLS, ROWS, SYSTEMS, seeded, table


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_plan_of_a_plan_is_the_plan(system):
    rng = seeded(f"plan of a plan {system}")
    seen = 0
    for _ in range(4):
        made = table(rng, system)
        for col in range(COLS):
            for row in range(ROWS):
                plan = made.plan({"to": {"col": col, "row": row}})
                if plan["path"]:
                    seen += 1
                    # Of a way that is drawn nobody asks for the nearest cell to its end.
                    plan["trace"] = [line for line in plan["trace"] if line["rule"] != "MAP-07"]
                    assert made.plan({"path": plan["path"]}) == plan
    assert seen > 40
