"""Destinations and plans agree: what is listed can be planned at that price, what is not cannot be planned."""

import random

import pytest

from py_rules.service import handle
from tests.rulebook import maps
from tests.rulebook.asking import Table
from tests.rulebook.cases import cells_of

COLS, ROWS = 7, 5
SIGNS = "............::;~^_#hn"
BOARDS = 12
DIAGONALS = ("equidistant", "approximate", "rectilinear", "alternating_1", "alternating_2", "illegal")


def random_table(rng: random.Random) -> Table:
    lines = [[rng.choice(SIGNS) for _ in range(COLS)] for _ in range(ROWS)]
    lines[rng.randrange(ROWS)][rng.randrange(COLS)] = "@"
    drawing = "\n".join("".join(sign + rng.choice("     |") for sign in line).rstrip(" |") for line in lines)
    legend = {
        "grid": {"diagonals": rng.choice(DIAGONALS)},
        "^": {"surface": rng.choice(["ladder", "cliff"])},
        ":": rng.choice([{}, {"cost_multiplier": 1.5}, {"roll": {"name": "Balance", "pool": 3}}]),
    }
    character = {"dexterity": rng.randrange(5), "brawn": rng.randrange(4), "athletics": rng.randrange(3)}
    character |= {"load": rng.choice(["none", "none", "partial", "full"])}
    house_rules = rng.choice([{}, {"mixed_modes": "proportional"}, {"jump_counts": False}, {"run_up_ft": 10}])
    scene = maps.read(drawing, legend).scene
    table = Table(
        handle, "contract", character=character, house_rules=house_rules, scene=scene, token="mover"
    )
    table.in_combat = rng.random() < 0.9
    if rng.random() < 0.3:
        table.apply("act", {"kind": "acted", "saved": rng.randrange(3)})
    return table


@pytest.mark.parametrize("batch", range(8))
def test_what_is_listed_is_what_plans_say(batch):
    rng = random.Random(f"destinations {batch}")  # noqa: S311 - repeatable boards
    for _ in range(BOARDS):
        table = random_table(rng)
        reply = table.destinations()
        listed = {
            cell: (layer, ring)
            for layer in reply["layers"]
            for ring in layer["rings"]
            for cell in cells_of(ring["cells"])
        }
        mover = table.scene["tokens"][0]
        for col in range(COLS):
            for row in range(ROWS):
                if (col, row) != (mover["col"], mover["row"]):
                    plan = table.plan({"to": {"col": col, "row": row}})
                    agree(
                        plan,
                        listed.get((col, row)),
                        truncated=reply["truncated"],
                        where=(table.scene, col, row),
                    )


def agree(plan, found, *, truncated, where):
    chance = 1.0
    for check in plan["checks"]:
        chance *= check["chance"]
    if found is None:
        unlikely = truncated and chance < 1e-4
        assert plan["verdict"] == "impossible" or unlikely, where
        return
    layer, ring = found
    assert plan["verdict"] == layer["kind"], (layer["label"], plan["bands"], where)
    assert plan["cost"] == pytest.approx(ring["used"]), where
    assert plan["last_legal"]["cell"] is not None
    if layer["kind"] == "roll":
        assert chance == pytest.approx(layer["chance"]), (layer["label"], plan["checks"], where)
    if layer["kind"] == "penalised":
        amounts = [modifier["amount"] for modifier in plan["modifiers"]] or [
            plan["bands"][-1]["price"]["amount"]
        ]
        assert amounts[-1] == layer["price"]["amount"], where
