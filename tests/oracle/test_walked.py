"""What a plan promises is kept: dropped, with every roll just made and every Reaction let go, the token gets there."""

import pytest

from tests.oracle import tables
from tests.oracle.rounds import few, rounds

SIGNS = "..........::;~^__#hn"


@pytest.mark.parametrize("hexes", [False, True], ids=["squares", "hexes"])
@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_a_plan_whose_rolls_are_made_is_walked_to_its_end(system, hexes):
    rng = tables.seeded(f"walked {system} {hexes}")
    walked = 0
    for _ in rounds(1 / 6):
        table = tables.table(rng, system, signs=SIGNS, hexes=hexes)
        ledger, scene = table.ledger, table.scene
        for number, (col, row) in enumerate(tables.places(table)):
            plan = table.plan({"to": {"col": col, "row": row}})
            if plan["verdict"] == "impossible" or any(hazard["stops"] for hazard in plan["hazards"]):
                continue
            walked += 1
            where = (table.character, table.house_rules, scene, ledger, plan["bands"])
            assert arrives(table, plan, f"to {number}"), where
            table.ledger, table.scene = ledger, scene
    assert walked or few()


def arrives(table, plan, name):
    """Drop the token at the end of a plan's path, make every roll; tell whether it stands there."""
    path = [{key: cell[key] for key in ("col", "row", "elevation", "mode")} for cell in plan["path"]]
    told = table.apply(name, {"kind": "moved", "route": {"path": path}})
    distance = sum(move["distance"] for move in told["moves"])
    for step in range(20):
        pending = told["state"]["pending"]
        if pending is None:
            break
        told = table.apply(f"{name} {step}", made(pending))
        distance += sum(move["distance"] for move in told["moves"])
    return told["refused"] is None and told["rest"] is None and distance == pytest.approx(plan["length"])


def made(pending):
    """Return the event that settles what a move waits for: with what is needed, or the most that its dice give."""
    if pending["check"] is None:
        return {"kind": "reacted", "reaction": pending["reaction"]["id"], "stopped": False}
    check = pending["check"]
    best = check["odds"][-1]["result"]
    return {"kind": "rolled", "check": check["id"], "result": min(check["needed"], best)}
