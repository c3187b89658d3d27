"""Maps without cells: what lies under a drawn line counts from where it is drawn to where it ends, at any angle."""

import math
import random
from itertools import pairwise

import pytest

from tests.asking import ask
from tests.oracle.test_areas import holds, off, side

RUNNER = {"dexterity": 20, "brawn": 9}
LEAPER = {"agility": 5, "strength": 4, "acrobatics": 6}
STRIP = [[3.1, 0], [5.26, 0], [7.26, 6], [5.1, 6]]
"""A band 2.16 wide, aslant."""


def planned(region, route, *, system="contract", character=RUNNER, at=(1, 1)):
    """Return the plan of one route on a map of 14 by 6 with one region."""
    scene = {
        "grid": {
            "kind": "gridless",
            "cols": 14,
            "rows": 6,
            "distance": 1,
            "units": "m" if system == "sr5" else "ft",
        },
        "regions": [{"id": "here", **region}],
        "tokens": [{"id": "m", "col": at[0], "row": at[1]}],
    }
    movers = [{"token": "m", "character": character, "route": route}]
    return ask(op="plan", system=system, scene=scene, movers=movers)["plans"][0]


def line(*places):
    return {"path": [{"col": col, "row": row} for col, row in places]}


@pytest.mark.parametrize("row", [0, 1, 2.5])
@pytest.mark.parametrize("route", ["drawn", "found"])
def test_a_pit_is_jumped_as_wide_as_it_is_drawn(row, route):
    pit = {"kind": "gap", "depth": 3, "area": {"polygon": STRIP}}
    way = line((1, row), (10, row)) if route == "drawn" else {"to": {"col": 10, "row": row}}
    plan = planned(pit, way, system="sr5", character=LEAPER, at=(1, row))
    jump = next(band for band in plan["bands"] if band["mode"] == "jump")
    begins = 3.1 + (row + 0.5) / 3 - 1.5
    assert (jump["start"], jump["end"]) == pytest.approx((begins, begins + 2.16), abs=2e-6)
    assert (
        plan["cost"]
        == planned(pit, {"path": plan["path"]}, system="sr5", character=LEAPER, at=(1, row))["cost"]
    )


def test_a_pit_drawn_along_the_map_between_points_is_jumped_as_wide():
    pit = {"kind": "gap", "area": {"polygon": [[3.1, 0.2], [6.26, 0.2], [6.26, 5.7], [3.1, 5.7]]}}
    for route in (line((1, 1), (10, 1)), {"to": {"col": 10, "row": 1}}):
        bands = planned(pit, route, system="sr5", character=LEAPER)["bands"]
        assert [(band["start"], band["end"]) for band in bands if band["mode"] == "jump"] == [(1.6, 4.76)]


def test_no_place_is_listed_that_is_over_a_pit_as_it_is_drawn():
    rng = random.Random("drawn beside a pit")  # noqa: S311 - a map, not a secret
    scene = {
        "grid": {"kind": "gridless", "cols": 14, "rows": 6, "distance": 5, "units": "ft"},
        "regions": [{"id": "pit", "kind": "gap", "area": {"polygon": STRIP}}],
        "tokens": [{"id": "m", "col": 1, "row": 1}],
    }
    layers = ask(op="destinations", scene=scene, mover={"token": "m", "character": RUNNER})["layers"]
    areas = [polygon for layer in layers for ring in layer["rings"] for polygon in ring["area"]]
    over = beside = 0
    for _ in range(600):
        y = rng.uniform(0.6, 5.4)
        x = 3.1 + y / 3 + rng.uniform(-1, 1)
        over += holds([STRIP], x, y)
        listed = any(holds(polygon, x, y) for polygon in areas)
        beside += listed
        assert not (listed and holds([STRIP], x, y)), (x, y)
    assert over > 200
    assert beside > 150


def inside(corners, a, b):
    """Return how much of a line is inside a polygon, by trying the middle of each part between two borders."""
    shares = [0.0, 1.0]
    for p, q in zip(corners, [*corners[1:], corners[0]], strict=True):
        one, two = side(p, q, a), side(p, q, b)
        if (one > 0) != (two > 0):
            shares.append(one / (one - two))
    shares.sort()
    parts = pairwise(shares)
    within = (
        end - begin
        for begin, end in parts
        if holds([corners], *(p + (q - p) * (begin + end) / 2 for p, q in zip(a, b, strict=True)))
    )
    return math.dist(a, b) * sum(within)


def test_rough_ground_costs_what_of_a_line_is_drawn_over_it():
    rng, met = random.Random("drawn over rough ground"), 0  # noqa: S311 - a map, not a secret
    for _ in range(25):
        corners = [
            [round(rng.uniform(0, 14), 3), round(rng.uniform(0, 6), 3)] for _ in range(rng.randint(3, 6))
        ]
        a, b = ((round(rng.uniform(0, 13), 3), round(rng.uniform(0, 5), 3)) for _ in range(2))
        mud = {"kind": "difficult", "cost_multiplier": 2, "area": {"polygon": corners}}
        plan = planned(mud, line(a, b), at=a)
        (ax, ay), (bx, by) = a, b
        more = inside(corners, (ax + 0.5, ay + 0.5), (bx + 0.5, by + 0.5))
        met += more > 0
        assert plan["cost"] == pytest.approx(math.dist(a, b) + more, abs=2e-5), (corners, a, b)
    assert met > 10


def test_a_rock_bars_the_lines_that_touch_it_where_it_is_drawn():
    rng, seen = random.Random("drawn past rocks"), set()  # noqa: S311 - a map, not a secret
    for _ in range(120):
        x, y = rng.uniform(2, 11), rng.uniform(2, 4)
        turns = sorted(rng.uniform(0, 2 * math.pi) for _ in range(4))
        corners = [[round(x + 1.5 * math.cos(turn), 3), round(y + 1.5 * math.sin(turn), 3)] for turn in turns]
        a, b = ((round(rng.uniform(0, 13), 3), round(rng.uniform(0, 5), 3)) for _ in range(2))
        ends = [(col + 0.5, row + 0.5) for col, row in (a, b)]
        sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
        crosses = any(
            side(*ends, p) * side(*ends, q) < 0 and side(p, q, ends[0]) * side(p, q, ends[1]) < 0
            for p, q in sides
        )
        near = min(*(off(end, one) for end in ends for one in sides), *(off(p, ends) for p in corners))
        inner = any(holds([corners], *end) for end in ends)
        if (
            inner
            or off(ends[0], min(sides, key=lambda one: off(ends[0], one))) < 0.31
            or abs(near - 0.3) < 1e-5
        ):
            continue
        rock = {"kind": "obstacle", "area": {"polygon": corners}}
        barred = planned(rock, line(a, b), at=a)["verdict"] == "impossible"
        seen.add(barred)
        assert barred == (crosses or near < 0.3), (corners, a, b)
    assert seen == {True, False}
