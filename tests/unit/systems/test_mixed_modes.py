"""Where several modes meet in one turn, cells beyond a swim are told as the path to them is."""

from math import prod

import pytest

from py_rules.service import handle
from tests.rulebook.asking import Table
from tests.rulebook.cases import rings_of

SHEETS = {
    "contract": {"dexterity": 4, "brawn": 3, "athletics": 4},
    "sr5": {"agility": 4, "strength": 4, "swimming": 3, "running": 2},
}
SIDES = {"contract": (5, "ft"), "sr5": (1, "m")}


def player(system, *, water):
    side, units = SIDES[system]
    scene = {
        "grid": {"cols": 14, "rows": 1, "distance": side, "units": units},
        "regions": [{"id": "ford", "kind": "water", "area": {"rect": [1, 0, water, 1]}}],
        "tokens": [{"id": "me", "col": 0, "row": 0}],
    }
    return Table(handle, system, scene=scene, token="me", character=SHEETS[system])


@pytest.mark.parametrize("water", [1, 2, 5])
@pytest.mark.parametrize("system", SHEETS)
def test_cells_and_paths_agree(system, water):
    table = player(system, water=water)
    told = {cell: layer for layer in table.destinations()["layers"] for cell in rings_of(layer)}
    assert len(told) > water
    for col in range(1, 14):
        plan, layer = table.plan({"to": {"col": col, "row": 0}}), told.get((col, 0))
        assert plan["verdict"] == (layer["kind"] if layer else "impossible"), col
        if layer and layer["kind"] == "roll":
            assert layer["chance"] == pytest.approx(prod(check["chance"] for check in plan["checks"])), col


PAID_ONCE = {"complex_action", "bonus_action", "action"}


def stretch(mode, length, surface="broken"):
    return {"mode": mode, "length": length, **({"surface": surface} if mode == "climb" else {})}


@pytest.mark.parametrize("first", [3, 8, 9, 15])
@pytest.mark.parametrize("cost", ["complex", "bonus", "none"])
def test_a_plan_promises_what_is_done(cost, first):
    """Checks have the chance of the stretch, are paid for, and the move goes as far as the first of them."""
    for mode in ("swim", "climb", "ground"):
        for length in (0.2, 0.5, 1.9, 2, 3):
            rules = {"sprint_cost": cost}
            table = Table(handle, "sr5", character={**SHEETS["sr5"], "acrobatics": 3}, house_rules=rules)
            table.apply("walk", {"kind": "moved", "route": {"segments": [stretch("ground", first)]}})
            route = {"segments": [stretch(mode, length)]}
            plan = table.plan(route)
            told = (cost, first, mode, length)
            spent = [spend["resource"] for spend in plan["spends"] if spend["resource"] in PAID_ONCE]
            assert len(spent) == len(set(spent)), told
            if plan["verdict"] == "impossible":
                continue
            if len(plan["checks"]) == 1:
                assert plan["bands"][-1]["chance"] == pytest.approx(plan["checks"][0]["chance"]), told
            done = table.apply("on", {"kind": "moved", "route": route})
            gone = sum(move["distance"] for move in done["moves"])
            stop = min((check["at"] for check in plan["checks"]), default=length)
            assert gone == pytest.approx(stop, abs=1e-5), told
            assert bool(done["state"]["pending"]) == bool(plan["checks"]), told
