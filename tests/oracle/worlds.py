"""Random small worlds, the same for the same seed."""

import random
from fractions import Fraction
from itertools import product

from py_rules.protocol import map_data
from py_rules.search import Budget, JumpOdds, Start
from py_rules.values.footing import Draw
from py_rules.values.map_rules import MapRules
from tests.oracle import shapes

F = Fraction
METERS = ["jump", "swim", "climb", "climb None", "climb cliff"]
HEXES = ["hex_rows_odd", "hex_rows_even", "hex_columns_odd", "hex_columns_even"]
DIAGONALS = [
    "equidistant",
    "exact",
    "approximate",
    "rectilinear",
    "alternating_1",
    "alternating_2",
    "illegal",
]


def seeded(name):
    """Return the random numbers of a batch."""
    return random.Random(name)  # noqa: S311 - worlds, not secrets


def area(rng, cols, rows):
    """Return a rectangle, partly off the map, or some cells."""
    if rng.random() < 0.5:
        corner = (rng.randint(-1, cols - 1), rng.randint(-1, rows - 1))
        return {"rect": (*corner, rng.randint(1, 3), rng.randint(1, 3))}
    if rng.random() < 0.3:
        return {
            "polygon": [
                (rng.randint(-2, 2 * cols) / 2, rng.randint(-2, 2 * rows) / 2)
                for _ in range(rng.randint(3, 6))
            ]
        }
    spots = [(rng.randint(-1, cols), rng.randint(-1, rows)) for _ in range(rng.randint(1, 6))]
    return {"cells": spots}


def region(rng, number, cols, rows, *, ledges=False):
    kinds = [
        "difficult",
        "difficult",
        "difficult",
        "water",
        "climb",
        "climb",
        "gap",
        "gap",
        "obstacle",
        "cover",
    ]
    kind = rng.choice(kinds + ["ledge"] * (6 if ledges else 0))
    made = {"id": f"r{number}", "kind": kind, "area": area(rng, cols, rows), "hidden": rng.random() < 0.1}
    if kind == "climb":
        made["surface"] = rng.choice([None, "ladder", "cliff"])
        made["difficulty"] = rng.choice([None, None, 7])
    if kind == "ledge":
        made["elevation"] = rng.choice([-3, 1, 2, 2.5, 3, 5, 8])
        made |= rng.choice([{}, {}, {"surface": "cliff", "difficulty": 7}, {"difficulty": 5}])
    if kind == "difficult":
        made["cost_multiplier"] = rng.choice([1, 1.5, 2])
        made["flat_cost"] = rng.choice([0, 0, 3, 2.5])
        made["modifier"] = rng.choice([None, None, 2])
        if rng.random() < 0.4:
            made["roll"] = {"name": "mud", "pool": 3}
    return made


def wall(rng, number, cols, rows):
    half = rng.choice([1, 2, 2, 4, 3])
    a, b = ((rng.randint(0, cols * half) / half, rng.randint(0, rows * half) / half) for _ in range(2))
    if rng.random() < 0.5:
        b = (a[0], b[1])
    if rng.random() < 0.3:
        b = (b[0], a[1])
    blocks = rng.choice(["both", "both", "left", "right"])
    return {"id": f"w{number}", "a": a, "b": b, "open": rng.random() < 0.2, "blocks": blocks}


def token(rng, number, cols, rows):
    return {
        "id": f"t{number}",
        "col": rng.randint(-1, cols - 1),
        "row": rng.randint(-1, rows - 1),
        "cols": rng.choice([1, 2, 1.5, 0.5]),
        "rows": rng.choice([1, 2, 0.5, 0.25]),
        "disposition": rng.choice(["friendly", "neutral", "hostile", "secret"]),
        "hidden": rng.random() < 0.2,
    }


def on_hexes(rng, made):
    """Return a scene with hexes instead of squares."""
    grid = {**made["grid"], "kind": rng.choice(HEXES)}
    grid.pop("diagonals")
    tokens = [{**one, "rows": one["cols"]} for one in made.get("tokens", [])]
    return {**made, "grid": grid, "tokens": tokens}


def scene(rng, *, gates=True, walls=5, regions=4, hexes=False, ledges=False):
    """Return a scene of at most 8 by 8 cells."""
    cols, rows = rng.randint(2, 8), rng.randint(2, 8)
    found = [region(rng, n, cols, rows, ledges=ledges) for n in range(rng.randint(0, regions))]
    if not gates:
        for one in found:
            one.pop("roll", None)
    made = {
        "grid": {
            "cols": cols,
            "rows": rows,
            "distance": rng.choice([5, 5, 1.5]),
            "diagonals": rng.choice(DIAGONALS),
        },
        "walls": [wall(rng, n, cols, rows) for n in range(rng.randint(0, walls))],
        "regions": found,
        "tokens": [token(rng, n, cols, rows) for n in range(rng.randint(0, 3))],
    }
    return map_data.Scene.model_validate(on_hexes(rng, made) if hexes else made, strict=False)


def map_rules(rng, *, ledges=False):
    """Return what a table makes of tokens in the way."""
    ways = ["blocks", "slows", "passes"]
    return MapRules(
        hostile=rng.choice(ways),
        neutral=rng.choice(ways),
        friendly=rng.choice(ways),
        sharing=rng.random() < 0.5,
        step=rng.choice([F(1, 2), F(0), F(1)]) if ledges else F(1, 2),
    )


def canyon(rng, *, hexes=False):
    """Return a long scene with gaps across it and priced ground between them, for jumps with a run-up."""
    cols, rows = rng.randint(4, 8), rng.choice([1, 2, 3, 4, 6])
    edges = [rng.randint(1, cols - 1) for _ in range(rng.randint(1, 2))]
    found = [
        {"id": f"g{n}", "kind": "gap", "area": {"rect": (col, 0, rng.randint(1, 2), rows)}}
        for n, col in enumerate(edges)
    ]
    while len(found) < len(edges) + 3:
        extra = region(rng, len(found), cols, rows)
        if extra["kind"] in {"difficult", "water", "obstacle"}:
            found.append(extra)
    made = {
        "grid": {"cols": cols, "rows": rows, "diagonals": rng.choice([*DIAGONALS, *DIAGONALS[-3:-1]])},
        "walls": [wall(rng, n, cols, rows) for n in range(rng.choice([0, 0, 1]))],
        "regions": found,
    }
    return map_data.Scene.model_validate(on_hexes(rng, made) if hexes else made, strict=False)


def ridge(rng):
    """Return a scene with nothing but gaps beside one straight line, and some on it, for run-ups along it."""
    long, down = rng.randint(5, 8), rng.choice([0, 1, 1])
    whole = set(product(range(long), range(long if down else 1)))
    ground = {(number, number * down) for number in range(long) if number < 2 or rng.random() < 0.7}
    found = [{"id": "g", "kind": "gap", "area": {"cells": sorted(whole - ground)}}] if whole - ground else []
    diagonals = rng.choice([*DIAGONALS[:-1], *3 * DIAGONALS[-3:-1]])
    grid = {"cols": long, "rows": long if down else 1, "diagonals": diagonals}
    return map_data.Scene.model_validate({"grid": grid, "regions": found}, strict=False)


def jumper(rng, side):
    """Return a jump function: sure up to some cells, then a chance; twice as far with a run-up.

    Sometimes later phases make it worse, or what was jumped before.
    """
    sure, most = rng.choice([(0, 2), (1, 2), (2, 3), (0, 4), (1, 3)])
    chance = rng.choice([F(1, 2), F(3, 4)])
    tired, adds = rng.random() < 0.5, rng.random() < 0.5

    def jump(length, high, *, running, jumped, phase):
        reach = (2 if running else 1) * F(1, 1 + phase if tired else 1)
        length += high + (jumped if adds else 0)
        if length <= sure * side * reach:
            return JumpOdds(F(1), None)
        return JumpOdds(chance, 6 + int(reach)) if length <= most * side * reach else None

    return jump


def by_surface(footing, phase):
    """Return one meter for plain climbs, and one per surface for those of a set difficulty."""
    del phase
    mode = footing.mode
    plain = mode == "swim" or footing.difficulty is None
    return Draw(None if mode == "ground" else mode if plain else f"{mode} {footing.surface}")


def by_worst(footing, phase):
    """Return one meter for climbs, with marks: the worst surface and ground, and a climb begun late."""
    mode = footing.mode
    if mode == "ground":
        rough = max((modifier or 1 for _, modifier in footing.grades), default=0)
        return Draw(None, (("rough", rough),) if rough else (), factor=F(3, 2))
    late = (("late", 1),) if phase else ()
    return Draw(mode, ((mode, footing.difficulty or 1),), late)


def budget(rng, made):
    side = F(made.grid.distance)
    choices = [None, F(0), 2 * side, 4 * side, 3 * side + 3]
    meters = {mode: rng.choice(choices[1:]) for mode in METERS if rng.random() < 0.8}
    gates = {
        r.id: rng.choice([F(1), F(1, 2), F(2, 3)])
        for r in made.regions
        if r.kind == "difficult" and r.roll and rng.random() < 0.8
    }
    return Budget(
        limit=rng.choice([3 * side, 5 * side, 6 * side + 2, 8 * side]),
        meters=meters,
        jump=jumper(rng, side),
        jump_counts=rng.random() < 0.6,
        run_up=rng.choice([F(0), side, side, 2 * side, 2 * side + 1, 3 * side]),
        gates=gates,
        passed=frozenset(g for g in gates if rng.random() < 0.2),
        floor=rng.choice([F(1, 10_000), F(1, 5)]),
        phases=rng.choice([(), (), (2 * side,), (side, 3 * side + F(1, 2))]),
        jump_meter="jump" if rng.random() < 0.3 else None,
        grounded=rng.random() < 0.7,
        **rng.choice([{}, {"draw": by_surface}, {"draw": by_worst}]),
    )


def start(rng, made, size):
    """Return a start anywhere on the map, or None if the footprint does not fit."""
    shape, cols, rows = shapes.of(made.grid.kind), made.grid.cols, made.grid.rows
    cells = product(range(cols), range(rows))
    fits = [cell for cell in cells if all(0 <= c < cols and 0 <= r < rows for c, r in shape.body(cell, size))]
    if not fits:
        return None
    side = F(made.grid.distance)
    used = rng.random() < 0.3
    return Start(
        cell=rng.choice(fits),
        cost=rng.choice([F(0), side, F(1, 3)]) if used else F(0),
        meters={"swim": side} if used and rng.random() < 0.5 else {},
        marks={"rough": 1} if used and rng.random() < 0.3 else {},
        checks=(6,) if used else (),
        chance=F(9, 10) if used else F(1),
        parity=rng.randint(0, 1),
        heading=rng.choice([None, *range(len(shape.ways))]),
        run=rng.choice([F(0), side, 2 * side]),
    )
