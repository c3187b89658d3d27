"""Without cells: a map and its mirror image list mirror-image places, at the same prices and chances.

The maps are strips across the way, one of them a pit, a gap, or a gap over low ground. Asked is for the midst of the
others, straight ahead of the mover: what lies aslant of it is reached in steps of the lattice, which round differently.
Where one ring ends and the next begins may differ by a square of the lattice.
"""

import copy

import pytest

from py_rules.service import handle
from tests.oracle import tables
from tests.oracle.rounds import few, rounds
from tests.oracle.test_areas import holds
from tests.rulebook.asking import Table

COLS, ROWS = 9, 3
IMAGES = [(True, False), (False, True), (True, True)]
"""The map seen from behind, lying on its side, and both."""
TOLD = [None, None, None, "difficult", "water"]
STRAIGHT_ONLY = {"d6": TOLD[:1]}
"""In OpenD6 a climb or swim beside terrain counts the grade of either side."""


def strips(rng, system):
    """Return a table whose map is strips, and which of them is low or a gap."""
    table = tables.table(rng, system)
    grid, mover = table.scene["grid"], table.scene["tokens"][0]
    grid |= {"kind": "gridless", "diagonals": "equidistant", "cols": COLS, "rows": ROWS}
    place = rng.choice([2, 4, 6])
    regions = []
    for col in range(COLS):
        kinds = [rng.choice(STRAIGHT_ONLY.get(system, TOLD) if abs(col - place) > 1 else TOLD[:1])]
        if col == place:
            kinds = rng.choice([["gap"], ["ledge"], ["ledge", "gap"]])
        for kind in filter(None, kinds):
            region = {"id": f"{kind} {col}", "kind": kind, "area": {"rect": [col, 0, 1, ROWS]}}
            region |= {"elevation": rng.choice([-2, -1, -0.6]) * grid["distance"]} if kind == "ledge" else {}
            region |= {"cost_multiplier": 2} if kind == "difficult" else {}
            regions.append(region)
    at = {"col": round(rng.choice([1, 3, 5, 7]) + rng.uniform(0.15, 0.35), 3), "row": 1.2}
    table.scene |= {"walls": [], "regions": regions, "tokens": [mover | at | {"cols": 0.5, "rows": 0.5}]}
    return table, place


def image(scene, *, flipped, turned):
    """Return a map seen from behind, or lying on its side."""
    scene = copy.deepcopy(scene)
    grid, mover = scene["grid"], scene["tokens"][0]
    for region in scene["regions"]:
        col, row, cols, rows = region["area"]["rect"]
        col = COLS - col - cols if flipped else col
        region["area"]["rect"] = [row, col, rows, cols] if turned else [col, row, cols, rows]
    mover["col"] = round(COLS - mover["col"] - mover["cols"], 6) if flipped else mover["col"]
    if turned:
        mover["col"], mover["row"] = mover["row"], mover["col"]
        grid["cols"], grid["rows"] = grid["rows"], grid["cols"]
    return scene


def told(layers, x, y):
    """Return what is told of a place: its layer, and its ring."""
    return [
        ((layer["label"]["text"], layer["kind"], layer["chance"]), (ring["used"], ring["left"]))
        for layer in layers
        for ring in layer["rings"]
        if any(holds(polygon, x, y) for polygon in ring["area"])
    ]


def alike(here, there):
    """Return whether a place and its image are told alike: each is given as the squares before, at and behind it.

    They are in the same layer, and the ring of one is that of a square of the other.
    """
    (layers, rings), (others, images) = (
        zip(*at, strict=True) if at else ((), ()) for at in (here[1], there[1])
    )
    squares, theirs = ({ring for square in one for _, ring in square} for one in (here, there))
    return layers == others and (squares.issuperset(images) or theirs.issuperset(rings))


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_a_map_and_its_mirror_image_list_the_same_places(system):
    rng = tables.seeded(f"mirrors {system}")
    listed = 0
    for _ in rounds(3 / 4):
        table, place = strips(rng, system)
        if table.state()["pending"]:
            continue
        seen = copy.copy(table)
        layers = table.destinations()["layers"]
        for flipped, turned in IMAGES:
            seen.scene = image(table.scene, flipped=flipped, turned=turned)
            others = seen.destinations()["layers"]
            for col in {*range(COLS)} - {place}:
                x, y = col + rng.uniform(0.34, 0.66), rng.uniform(1.34, 1.66)
                squares = [(x + by, y) for by in (-1 / 3, 0, 1 / 3)]
                images = [(COLS - x if flipped else x, y) for x, y in squares]
                here = [told(layers, *at) for at in squares]
                there = [told(others, *(at[::-1] if turned else at)) for at in images]
                listed += bool(here[1])
                where = (table.character, table.house_rules, table.scene, x, y, flipped, turned)
                assert alike(here, there), (where, here, there)
    assert listed or few()


ATHLETE = {"dexterity": 2, "brawn": 3, "athletics": 2, "load": "none"}
WIDE = 7
WAYS = [(flipped, turned) for flipped in (False, True) for turned in (False, True)]


@pytest.mark.parametrize("kinds", [["ledge"], ["ledge", "gap"]])
def test_a_jump_that_counts_nothing_leaves_as_much_to_walk_whichever_way_it_leads(kinds):
    answers = []
    for flipped, turned in WAYS:
        pit = {"cells": [[row, 3] if turned else [3, row] for row in range(WIDE)]}
        regions = [{"id": kind, "kind": kind, "area": pit} for kind in kinds]
        regions[0]["elevation"] = -3
        grid = {"kind": "gridless", "cols": WIDE, "rows": WIDE, "distance": 5, "units": "ft"}
        start, goals = (5, 3.166667), [(at, 3.166667) for at in (2, 1.45, 1, 0.55, 0.2)]
        places = [(WIDE - 1 - x, y) if flipped else (x, y) for x, y in (start, *goals)]
        (col, row), *goals = [(y, x) for x, y in places] if turned else places
        table = Table(
            handle,
            "contract",
            character=ATHLETE,
            house_rules={"jump_counts": False},
            scene={"grid": grid, "regions": regions, "tokens": [{"id": "m", "col": col, "row": row}]},
            token="m",
        )
        table.in_combat = True
        layers, plans = table.destinations()["layers"], []
        listed = [told(layers, x + 0.5, y + 0.5) for x, y in goals]
        for x, y in goals:
            plan = table.plan({"to": {"col": x, "row": y}})
            plans.append((plan["cost"], [(check["chance"], check["at"]) for check in plan["checks"]]))
        answers.append((listed, plans))
    assert answers[0][1][0] == (pytest.approx(10, abs=1e-4), [(0.8677, pytest.approx(7.5, abs=1e-4))])
    for answer in answers:
        assert answer[0] == answers[0][0]
        for (cost, checks), (other, rolled) in zip(answer[1], answers[0][1], strict=True):
            assert cost == pytest.approx(other, abs=1e-4)
            assert checks == [(chance, pytest.approx(at, abs=1e-4)) for chance, at in rolled]
