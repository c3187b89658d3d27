"""A path that a plan names can be sent back and is judged the same."""

import random

from tests.oracle.test_destinations import COLS, ROWS, random_table


def test_a_plan_of_a_plan_is_the_plan():
    rng = random.Random("plan of a plan")  # noqa: S311 - repeatable boards
    seen = 0
    for _ in range(30):
        table = random_table(rng)
        for col in range(COLS):
            for row in range(ROWS):
                plan = table.plan({"to": {"col": col, "row": row}})
                if plan["path"]:
                    seen += 1
                    assert table.plan({"path": plan["path"]}) == plan
    assert seen > 300
