"""A named way of moving does not dry the water: in every game, on every kind of map."""

from itertools import product

import pytest

from py_rules.service import handle
from tests.rulebook.asking import Table

CHARACTERS = {
    "contract": {"dexterity": 6, "brawn": 4, "athletics": 4},
    "sr5": {"agility": 5, "strength": 5, "swimming": 4, "running": 4},
    "sr3": {"quickness": 6},
    "d6": {"move": 10},
    "styles": {
        "styles": {"walk": "double", "swim": "normal", "jump": "normal", "climb": "normal", "fly": "normal"}
    },
}
SIDES = {"contract": (5, "ft"), "sr5": (1, "m"), "sr3": (1, "m"), "d6": (1, "m"), "styles": (1, "u")}
KINDS = ("square", "hex_rows_odd", "gridless")
WHERE = list(product(SIDES, KINDS))
ON_FOOT = {
    "contract": ("ground",),
    "sr5": ("ground",),
    "sr3": ("ground", "walk", "run"),
    "d6": ("ground",),
    "styles": ("ground", "walk", "crawl"),
}


def table_of(system, kind, *regions, at=(1, 1), **more):
    side, units = SIDES[system]
    grid = {"kind": kind, "cols": 8, "rows": 3, "distance": side, "units": units}
    token = {"id": "jenny", "col": at[0], "row": at[1], **more}
    scene = {"grid": grid, "regions": list(regions), "tokens": [token]}
    return Table(handle, system, character=CHARACTERS[system], scene=scene, token="jenny")


def region(kind, cols, **fields):
    return {"id": kind, "kind": kind, "area": {"rect": [cols[0], 0, cols[1] - cols[0], 3]}, **fields}


def along(*cols, mode=None, modes=None):
    modes = modes or [mode] * len(cols)
    return {"path": [{"col": col, "row": 1, "mode": one} for col, one in zip(cols, modes, strict=True)]}


POND = region("water", (2, 5))


@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_on_foot_a_way_ends_at_the_shore(system, kind):
    for mode in ON_FOOT[system]:
        table = table_of(system, kind, POND)
        plan = table.plan(along(1, 2, 3, mode=mode))
        assert (plan["verdict"], plan["bands"][-1]["rule"]) == ("impossible", "MAP-14"), mode
        assert plan["reason"]["key"] == "table.water"
        assert [line["name"] for line in plan["trace"] if line["rule"] == "MAP-14"] == ["Water"]
        refused = table.apply("a", {"kind": "moved", "route": along(1, 2, 3, mode=mode)})["refused"]
        assert refused["rule"] == "MAP-14"


@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_who_stands_in_water_does_not_walk_there_either(system, kind):
    plan = table_of(system, kind, POND, at=(2, 1)).plan(along(2, 3, mode="ground"))
    assert (plan["verdict"], plan["bands"][-1]["rule"]) == ("impossible", "MAP-14")


@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_nobody_climbs_on_level_water(system, kind):
    plan = table_of(system, kind, POND).plan(along(1, 2, 3, mode="climb"))
    assert (plan["verdict"], plan["bands"][-1]["rule"]) == ("impossible", "MAP-14")


@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_who_swims_as_named_or_walks_beside_the_water_is_not_kept(system, kind):
    table = table_of(system, kind, POND)
    for modes in ([None] * 3, [None, "swim", "swim"]):
        plan = table.plan(along(1, 2, 3, modes=modes))
        assert all(band["rule"] != "MAP-14" for band in plan["bands"])
        assert plan["path"][-1]["mode"] == "swim"
    assert all(band["rule"] != "MAP-14" for band in table.plan(along(1, 0, mode="ground"))["bands"])


@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_out_of_the_water_one_walks(system, kind):
    plan = table_of(system, kind, POND, at=(4, 1)).plan(along(4, 5, 6, mode="ground"))
    last = plan["bands"][-1]
    # Without cells the line begins in the water, which is no way to walk.
    assert (last["rule"] == "MAP-14") == (kind == "gridless")


@pytest.mark.parametrize("kind", KINDS)
def test_who_runs_onto_a_table_is_kept_as_who_walks(kind):
    hill = region("ledge", (2, 5), elevation=3)
    for mode in ON_FOOT["sr3"]:
        plan = table_of("sr3", kind, hill).plan(along(1, 2, 3, mode=mode))
        assert plan["bands"][-1]["rule"] == "MAP-13", mode


@pytest.mark.parametrize("kind", KINDS)
def test_over_water_one_flies_and_on_a_wall_in_it_one_climbs(kind):
    flies = table_of("styles", kind, POND).plan(along(1, 2, 3, mode="fly"))
    assert flies["bands"][-1]["rule"] != "MAP-14"
    climbs = table_of("styles", kind, POND, region("climb", (2, 5))).plan(along(1, 2, 3, mode="climb"))
    assert climbs["bands"][-1]["rule"] != "MAP-14"
