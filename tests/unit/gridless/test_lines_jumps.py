"""Maps without cells: jumps drawn in pieces, over ledges, gaps and mud, and ways found right beside them."""

import pytest

from py_rules.service import handle
from tests.oracle.test_areas import holds
from tests.rulebook.asking import Table

LEAPER = {"agility": 5, "strength": 4, "acrobatics": 6}
GAP = {"kind": "gap", "area": {"rect": [3, 0, 2, 3]}}
MUD = {"kind": "difficult", "area": {"rect": [3, 0, 2, 3]}}


def ledge(col, cols, elevation):
    return {"kind": "ledge", "elevation": elevation, "area": {"rect": [col, 0, cols, 3]}}


def table(*regions, at=(1, 1)):
    scene = {
        "grid": {"kind": "gridless", "cols": 12, "rows": 3, "distance": 1, "units": "m"},
        "regions": [{"id": f"r{number}", **region} for number, region in enumerate(regions)],
        "tokens": [dict(zip(("id", "col", "row", "elevation"), ("me", *at), strict=False))],
    }
    return Table(handle, "sr5", scene=scene, token="me", character=LEAPER)


def judged(plan):
    bands = [(band["start"], band["end"], band["mode"], band["kind"], band["rule"]) for band in plan["bands"]]
    checks = [(check["id"], check["at"], check["needed"]) for check in plan["checks"]]
    return plan["verdict"], plan["length"], plan["cost"], bands, checks


def jumped(player, up, *cols):
    path = [{"col": col, "row": 1, "elevation": up, "mode": "jump"} for col in (1, *cols)]
    return judged(player.plan({"path": path}))


@pytest.mark.parametrize(
    ("regions", "up"),
    [([ledge(0, 3, 3), ledge(5, 4, 3)], 3), ([ledge(9, 2, 3), GAP], 0)],
    ids=["between ledges", "over a gap"],
)
def test_a_place_told_in_the_air_makes_no_second_jump(regions, up):
    player = table(*regions, at=(1, 1, up))
    assert jumped(player, up, 3.5, 6) == jumped(player, up, 6)
    assert jumped(player, up, 6)[3:] == ([(0, 5, "jump", "roll", "SR5-22")], [("jump:1", 0, 8)])


def test_who_jumps_into_a_gap_walks_no_farther_from_there():
    path = [
        {"col": col, "row": 1, "mode": mode}
        for col, mode in ((1, "jump"), (3.5, "jump"), (4, "ground"), (6, "ground"))
    ]
    plan = table(ledge(9, 2, 3), GAP).plan({"path": path})
    assert [(band["start"], band["kind"], band["rule"]) for band in plan["bands"]] == [
        (0, "impossible", "MAP-04"),
        (2.5, "impossible", "MAP-04"),
    ]


def test_a_jump_up_over_mud_is_one_as_over_bare_ground():
    """Its end is 1 m higher than where it takes off, as the path says, in the air."""
    told = []
    for regions in ([ledge(9, 2, 3), MUD], [ledge(9, 2, 3)]):
        path = [{"col": 1, "row": 1}, {"col": 5, "row": 1, "elevation": 1, "mode": "jump"}]
        told.append(judged(table(*regions).plan({"path": path})))
    assert told[0] == told[1]
    assert told[0][4] == [("jump:1", 0, 11)]


def test_who_is_over_a_gap_jumps_out_of_it_but_not_up_a_ledge():
    player = table(GAP, ledge(5, 2, 3), at=(3.4, 1.1))
    back = player.plan({"to": {"col": 2, "row": 1.1}})
    assert [(band["mode"], band["kind"]) for band in back["bands"]] == [("jump", "free"), ("ground", "free")]
    for way in (
        {"to": {"col": 5.5, "row": 1.1}},
        {"path": [{"col": 3.4, "row": 1.1}, {"col": 5.5, "row": 1.1}]},
    ):
        assert player.plan(way)["verdict"] == "impossible"


@pytest.mark.parametrize("col", [1.9, 2.4, 2.6, 3.4, 3.9])
@pytest.mark.parametrize(
    "region", [ledge(3, 2, 3), ledge(3, 2, 0.1), GAP, MUD], ids=["cliff", "step", "gap", "mud"]
)
def test_a_way_found_right_beside_a_border_is_judged_alike_when_it_is_drawn(region, col):
    player = table(
        region, at=(col, 1.1, *([region["elevation"]] if "elevation" in region and col > 2.5 else []))
    )
    found = player.plan({"to": {"col": 7, "row": 1}})
    assert found["verdict"] in {"free", "roll"}
    assert judged(player.plan({"path": found["path"]})) == judged(found)


def test_who_jumps_off_the_border_of_mud_pays_for_coming_into_it():
    scene = {
        "grid": {"kind": "gridless", "cols": 5, "rows": 4, "distance": 0.5, "units": "u"},
        "regions": [
            {"id": "mud", "kind": "difficult", "flat_cost": 5, "area": {"cells": [[2, 1], [1, 2]]}},
            {"id": "low", "kind": "ledge", "elevation": -0.5, "area": {"cells": [[1, 1]]}},
        ],
        "tokens": [{"id": "me", "col": 1, "row": 0}],
    }
    player = Table(handle, "styles", scene=scene, token="me", character={"styles": {"walk": 4, "jump": 2}})
    listed = [
        (layer["kind"], ring["used"])
        for layer in player.destinations()["layers"]
        for ring in layer["rings"]
        if any(holds(polygon, 1.4426, 2.5045) for polygon in ring["area"])
    ]
    assert listed == [("penalised", 8)]


def test_a_way_that_comes_into_rough_water_is_pulled_no_tighter_than_where_it_came_in():
    rough = [[3.684, 1.279], [6.038, 0.926], [6.392, 2.711], [4.037, 2.986]]
    scene = {
        "grid": {"kind": "gridless", "cols": 7, "rows": 5, "distance": 1, "units": "m"},
        "walls": [{"id": "wall", "a": [4, 0], "b": [4, 1]}],
        "regions": [
            {"id": "pond", "kind": "water", "area": {"cells": [[3, 1]]}},
            {
                "id": "mud",
                "kind": "difficult",
                "cost_multiplier": 2,
                "flat_cost": 2.5,
                "area": {"polygon": rough},
            },
        ],
        "tokens": [{"id": "me", "col": 3, "row": 0, "cols": 0.5, "rows": 0.5}],
    }
    character = {"metatype": "troll", "agility": 2, "strength": 2, "running": 4}
    player = Table(handle, "sr5", scene=scene, token="me", character=character)
    plan = player.plan({"to": {"col": 3.6837, "row": 1.1111}})
    assert (plan["verdict"], plan["cost"]) == ("penalised", 4.421515)


def test_a_way_that_jumps_over_a_pit_and_the_water_behind_it_stays_dry():
    pit = [[1.443, 2.932], [1.553, 2.069], [2.416, 3.106], [2.306, 5]]
    scene = {
        "grid": {"kind": "gridless", "cols": 7, "rows": 5, "distance": 1, "units": "u"},
        "regions": [
            {"id": "pond", "kind": "water", "area": {"cells": [[1, 3]]}},
            {"id": "pit", "kind": "gap", "area": {"polygon": pit}},
        ],
        "tokens": [{"id": "me", "col": 2.1, "row": 2.5, "cols": 0.3, "rows": 0.3}],
    }
    player = Table(handle, "styles", scene=scene, token="me", character={"styles": {"walk": 4, "jump": 4}})
    plan = player.plan({"to": {"col": 1.347, "row": 4.1933}})
    assert [band["mode"] for band in plan["bands"]] == ["ground", "jump", "ground"]
    assert plan["verdict"] == "free"
