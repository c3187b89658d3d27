"""Destinations and plans agree: what is listed can be planned at that price, what is not cannot be planned."""

from math import prod

import pytest

from py_rules.values.answer_parts import WORST
from tests.oracle import shapes, tables
from tests.oracle.rounds import few, rounds
from tests.rulebook.cases import rings_of


@pytest.mark.parametrize("batch", range(2))
@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_is_what_plans_say(system, batch):
    rng = tables.seeded(f"destinations {system} {batch}")
    for _ in rounds(1 / 3):
        compare(tables.table(rng, system))


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_on_hexes_is_what_plans_say(system):
    rng = tables.seeded(f"destinations on hexes {system}")
    for _ in rounds(1 / 3):
        compare(tables.table(rng, system, hexes=True))


@pytest.mark.parametrize("hexes", [False, True], ids=["squares", "hexes"])
@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_over_ledges_is_what_plans_say(system, hexes):
    rng = tables.seeded(f"destinations over ledges {system} {hexes}")
    for _ in rounds(1 / 3):
        compare(tables.raised(rng, system, hexes=hexes))


@pytest.mark.parametrize("hexes", [False, True], ids=["squares", "hexes"])
@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_for_who_hangs_on_a_wall_is_what_plans_say(system, hexes):
    rng = tables.seeded(f"destinations from walls {system} {hexes}")
    for _ in rounds(1 / 3):
        table = tables.raised(rng, system, hexes=hexes)
        cells = [{"col": col, "row": row} for col, row in sorted(tables.places(table))]
        if tables.hung(rng, table, rng.sample(cells, min(len(cells), 12))):
            compare(table)


@pytest.mark.parametrize("hexes", [False, True], ids=["squares", "hexes"])
@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_at_any_height_is_what_plans_say(system, hexes):
    rng = tables.seeded(f"destinations anywhere {system} {hexes}")
    for _ in rounds(2):
        compare(tables.anywhere(rng, system, hexes=hexes))


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_for_a_large_token_is_what_plans_say(system):
    rng = tables.seeded(f"destinations large {system}")
    for _ in rounds(1 / 2):
        compare(tables.large(tables.table(rng, system)))


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_in_any_mixture_is_what_plans_say(system):
    rng = tables.seeded(f"destinations in any mixture {system}")
    for _ in rounds(1 / 3):
        table = tables.mixed(rng, system)
        if table.state()["pending"] is None:
            compare(table)


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_across_gaps_and_water_is_what_plans_say(system):
    rng = tables.seeded(f"destinations across {system}")
    for _ in rounds(1 / 2):
        compare(tables.crossed(rng, system))


def compare(table):
    """Plan the best way to every cell, and compare it with what is listed."""
    reply = table.destinations()
    listed = {cell: (layer, ring) for layer in reply["layers"] for cell, ring in rings_of(layer).items()}
    mover = table.scene["tokens"][0]
    for col, row in tables.places(table):
        if (col, row) != (mover["col"], mover["row"]):
            plan = table.plan({"to": {"col": col, "row": row}})
            where = (table.character, table.house_rules, table.scene, table.ledger, col, row)
            if plan["pause"]:
                assert table.plan({"path": plan["path"]}) == plan, where
            agree(plan, listed.get((col, row)), where=where)


# ---------------------------------------------------------------- every path there is


def paths(table):
    """Yield all paths that enter no cell twice."""
    mover, free = table.scene["tokens"][0], set(tables.places(table))
    shape = shapes.of(table.scene["grid"].get("kind", "square"))
    ways = [((mover["col"], mover["row"]),)]
    while ways:
        way = ways.pop()
        ahead = (shape.step(way[-1], step) for step in shape.ways)
        ways += [(*way, cell) for cell in ahead if cell in free and cell not in way]
        if len(way) > 1:
            yield way


def falls(plan):
    """Tell whether a path leads into a fall: nobody is led there, but who wants to may go."""
    return any(hazard["id"] in {"fall", "drop"} or hazard["stops"] for hazard in plan["hazards"])


def begun(table):
    """Return how a path over the ground begins: from under water at its surface, from a wall at its foot."""
    mover = table.scene["tokens"][0]
    here = {"col": mover["col"], "row": mover["row"]}
    told = table.plan({"to": here})["path"] if mover.get("elevation") else []
    return told if len(told) > 1 else [here]


def aslant(table, way):
    """Return a path that gets a cell up or down with each step in the water or on the wall that it begins in.

    None: it begins elsewhere, or ends before it has come to the surface or to the foot.
    """
    mover, side = table.scene["tokens"][0], table.scene["grid"]["distance"]
    up = mover.get("elevation", 0)
    regions = [one for one in table.scene["regions"] if [*way[0]] in one["area"]["cells"]]
    region = next((one for one in regions if one["kind"] in {"water", "climb"}), None)
    if region is None or not up:
        return None
    mode = {"water": "swim", "climb": "climb"}[region["kind"]]
    inside = [cell for cell in way[1:] if [*cell] in region["area"]["cells"]]
    if not inside or inside != [*way[1 : len(inside) + 1]]:
        return None
    ups = [up - max(min(up, side * step), -side * step) for step in range(1, len(inside))] + [0]
    drawn = zip(inside, ups, strict=True)
    deep = [{"col": col, "row": row, "elevation": high, "mode": mode} for (col, row), high in drawn]
    rest = [{"col": col, "row": row} for col, row in way[len(inside) + 1 :]]
    return [{"col": way[0][0], "row": way[0][1], "elevation": up}, *deep, *rest]


def dropped(plan):
    """Tell whether a path walks down as far as a cell is wide or farther, harmless as that may be (SR5-34)."""
    steps = zip(plan["path"], plan["path"][1:], strict=False)
    return any(
        last["mode"] == "ground" and first["elevation"] - last["elevation"] >= 1 for first, last in steps
    )


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_no_path_is_better_than_what_is_listed(system):
    rng = tables.seeded(f"every path {system}")
    made = 0
    for _ in rounds(1 / 2):
        cols, rows = rng.choice([(3, 2), (2, 3), (5, 1)])
        hexes = rng.random() < 0.5
        made += outdone(tables.table(rng, system, cols=cols, rows=rows, signs="....:~^___h", hexes=hexes))
    assert made or few()


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_no_path_is_better_than_what_is_listed_at_any_height(system):
    rng = tables.seeded(f"every path anywhere {system}")
    made = 0
    for _ in rounds(1):
        cols, rows = rng.choice([(3, 2), (2, 3), (5, 1)])
        made += outdone(tables.anywhere(rng, system, cols=cols, rows=rows, hexes=rng.random() < 0.5))
    assert made or few()


def outdone(table):
    """Hold every path that there is against what is listed of its end, and count the paths that may be walked."""
    reply, made = table.destinations(), 0
    if reply["truncated"]:
        return 0
    listed, first = {cell: layer for layer in reply["layers"] for cell in rings_of(layer)}, begun(table)
    drawn = ((way, [*first, *({"col": col, "row": row} for col, row in way[1:])]) for way in paths(table))
    leaning = ((way, found) for way in paths(table) if (found := aslant(table, way)))
    for way, points in (*drawn, *leaning):
        plan = table.plan({"path": points})
        if plan["verdict"] == "impossible" or falls(plan):
            continue
        if plan["pause"] or dropped(plan):
            continue
        chance = prod(check["chance"] for check in plan["checks"])
        if chance < 1e-4:  # no search follows rolls so rare
            continue
        made += 1
        where = (table.character, table.house_rules, table.scene, table.ledger, way, plan["bands"])
        assert way[-1] in listed, where
        layer = listed[way[-1]]
        best = (WORST[layer["kind"]], -(layer["chance"] or 1) - 1e-9)
        assert (WORST[plan["verdict"]], -chance) >= best, (where, layer)
    return made


def names(params, check):
    """Tell whether what is listed of a roll is true of one that a plan asks for."""
    needed = params.get("needed", check["needed"])
    is_enough = needed in (check["needed"], check["needed_text"])
    return is_enough and params.get("difficulty", check["difficulty"]) == check["difficulty"]


def agree(plan, found, *, where):
    """Check one cell."""
    chance = 1.0
    for check in plan["checks"]:
        chance *= check["chance"]
    if found is None:
        # Rolls so rare can be made, but no search follows them.
        unlikely = chance < 1e-4
        paused = plan["pause"] is not None
        assert plan["verdict"] == "impossible" or paused or unlikely, (plan["bands"], where)
        return
    layer, ring = found
    assert plan["pause"] is None, where
    assert plan["verdict"] == layer["kind"], (layer["label"], plan["bands"], where)
    assert plan["cost"] == pytest.approx(ring["used"], abs=1e-6), where
    assert plan["left"] == (None if ring["left"] is None else pytest.approx(ring["left"], abs=1e-6)), (
        ring,
        where,
    )
    assert plan["last_legal"]["cell"] is not None
    if layer["kind"] == "roll":
        assert chance == pytest.approx(layer["chance"]), (layer["label"], plan["checks"], where)
        made = [check for check in plan["checks"] if not check["optional"]]
        told = [text["params"] for text in layer["checks"]]
        assert all(any(names(params, check) for check in made) for params in told), (told, made, where)
        assert all(any(names(params, check) for params in told) for check in made), (told, made, where)
    assert plan["price"] == layer["price"], (layer, plan["bands"], where)
    for_nothing = where[1].get("dash_hook_cost") == 0
    assert layer["price"] or layer["kind"] != "penalised" or for_nothing, (layer, plan["bands"], where)
