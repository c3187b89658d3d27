"""Maps without cells: what lines lead over, drawn or found, and where a current stops."""

import pytest

from py_rules.service import handle
from tests.rulebook.asking import Table


def table(system, *regions, at=(0, 1), cols=8, rows=3, character=None, **more):
    unit = {"contract": "ft", "styles": "u"}.get(system, "m")
    scene = {
        "grid": {"kind": "gridless", "cols": cols, "rows": rows, "distance": 1, "units": unit},
        "regions": [{"id": f"r{number}", **region} for number, region in enumerate(regions)],
        "tokens": [{"id": "me", "col": at[0], "row": at[1]}, *more.pop("tokens", [])],
        **more,
    }
    return Table(handle, system, scene=scene, token="me", character=character or {})


def ways(*places):
    """The same way as it is drawn and as it is found."""
    return [
        {"path": [{"col": col, "row": 1} for col in places]},
        {"to": {"col": places[-1], "row": 1}},
    ]


WALL = {"kind": "climb", "surface": "broken", "area": {"rect": [1, 0, 6, 3]}}
CLIMBER = {"agility": 4, "strength": 4, "acrobatics": 4}


@pytest.mark.parametrize(("uphill", "needed"), [([1, 0], 8), ([-1, 0], 4), ([0, 1], 8)])
def test_a_surface_is_climbed_up_down_or_along_as_it_leans(uphill, needed):
    """Without gear a metre down takes one hit, up or along it takes two."""
    player = table("sr5", {**WALL, "uphill": uphill}, at=(1, 1), character=CLIMBER)
    for way in ways(1, 5):
        assert [(check["id"], check["needed"]) for check in player.plan(way)["checks"]] == [("climb", needed)]


@pytest.mark.parametrize(("grade", "difficulty"), [(None, 5), ("moderate", 10), ("rough", 15)])
def test_graded_water_is_as_hard_drawn_as_found(grade, difficulty):
    pool = {"kind": "water", "grade": grade, "area": {"rect": [0, 0, 8, 3]}}
    player = table("d6", pool, character={"move": 10, "swimming": "4D"})
    for way in ways(0, 4):
        plan = player.plan(way)
        assert [(check["id"], check["difficulty"]) for check in plan["checks"]] == [("swim", difficulty)]


@pytest.mark.parametrize(("grade", "difficulty"), [("moderate", 10), ("rough", 15)])
def test_graded_ground_is_as_hard_drawn_as_found(grade, difficulty):
    mud = {"kind": "difficult", "grade": grade, "area": {"rect": [0, 0, 20, 3]}}
    player = table("d6", mud, cols=20, character={"move": 10, "running": "4D"})
    for way in ways(0, 12):
        plan = player.plan(way)
        assert [(check["id"], check["difficulty"]) for check in plan["checks"]] == [("run", difficulty)]


def test_a_gap_that_is_walked_into_is_as_deep_as_the_map_says():
    player = table("styles", {"kind": "gap", "depth": 6, "area": {"rect": [3, 0, 2, 3]}})
    path = [{"col": 0, "row": 1}, {"col": 4, "row": 1, "mode": "ground"}]
    assert [hazard["numbers"] for hazard in player.plan({"path": path})["hazards"]] == [{"height": 6}]


def test_a_point_told_twice_is_no_piece_of_the_way():
    player = table("sr5", character={"agility": 4})
    path = [{"col": col, "row": 1} for col in (0, 0, 3, 3, 5)]
    assert player.plan({"path": path})["length"] == 5


# ---------------------------------------------------------------- currents

END = {"kind": "end", "scope": "turn"}


@pytest.mark.parametrize(
    ("current", "shore", "wall", "col"),
    [
        ([3, 0], 8, None, 5),
        ([40, 0], 8, None, 7),
        ([-40, 0], 8, None, 0),
        ([40, 0], 8, 6, 5.2),  # a wall stops the body, three fifths as wide as the token
        ([40, 0], 5, None, 4.5),
    ],
)
def test_a_current_carries_to_what_is_solid_to_the_edge_or_to_the_shore(current, shore, wall, col):
    walls = [] if wall is None else [{"id": "weir", "a": [wall, 0], "b": [wall, 3]}]
    stream = {"kind": "water", "current": current, "area": {"rect": [0, 0, shore, 3]}}
    player = table("styles", stream, at=(1, 1), walls=walls)
    player.apply("swim", {"kind": "moved", "route": {"path": [{"col": 1, "row": 1}, {"col": 2, "row": 1}]}})
    told = player.apply("end", END)
    assert [move["rule"] for move in told["moves"]] == ["STY-23"]
    assert told["moves"][0]["to"]["col"] == pytest.approx(col, abs=1e-5)


def test_who_cannot_move_is_told_its_own_place_where_no_way_leads():
    walls = [{"id": "w", "a": [4, 0], "b": [4, 3]}]
    player = table("contract", at=(1, 1), walls=walls, character={"stunned": True})
    plan = player.plan({"to": {"col": 6, "row": 1}})
    assert plan["reason"]["key"] == "table.no_way"
    assert plan["last_legal"]["cell"] == {"col": 1, "row": 1, "elevation": 0}


# ---------------------------------------------------------------- others, and edges


@pytest.mark.parametrize(("foe", "charges"), [(11, True), (11.5, True), (11.6, False)])
def test_a_foe_is_beside_the_mover_with_half_a_cell_or_less_between(foe, charges):
    """A runner who ends beside a foe charges: four dice more on the attack (SR5-09)."""
    other = {"id": "foe", "col": foe, "row": 1, "disposition": "hostile"}
    player = table("sr5", cols=14, tokens=[other], character={"agility": 4})
    modifiers = player.plan({"path": [{"col": 0, "row": 1}, {"col": 10, "row": 1}]})["modifiers"]
    assert ("SR5-09" in {modifier["rule"] for modifier in modifiers}) == charges


def test_who_falls_off_a_ledge_lies_at_its_foot():
    roof = {"kind": "ledge", "elevation": 3, "area": {"rect": [0, 0, 4, 3]}}
    player = table("styles", roof, at=(2, 1), character={"styles": {"walk": 6}})
    told = player.apply(
        "walk", {"kind": "moved", "route": {"path": [{"col": 2, "row": 1}, {"col": 6, "row": 1}]}}
    )
    assert "falling" in {status["id"] for status in told["state"]["statuses"]}
    landed = player.apply("land", {"kind": "ruled", "ruling": "fall", "choice": "lands"})
    assert [(move["rule"], move["to"]["elevation"]) for move in landed["moves"]] == [("STY-31", 0)]
    assert landed["moves"][0]["to"]["col"] == pytest.approx(3.5, abs=1e-5)
