"""Where reach ends, or has no end: places that no price allows, jumps that are over, and no limit at all."""

import pytest

from py_rules.service import handle
from tests.rulebook.asking import Table


def table(system, character, regions=(), house_rules=None, **grid):
    kind = {"cols": 14, "rows": 1, "distance": 1, "units": "m", **grid}
    regions = [{"id": f"r{number}", **region} for number, region in enumerate(regions)]
    scene = {"grid": kind, "regions": regions, "tokens": [{"id": "me", "col": 0, "row": 0}]}
    rules = house_rules or {}
    return Table(handle, system, scene=scene, token="me", character=character, house_rules=rules)


def kinds(player):
    return {(layer["kind"], layer["rule"]) for layer in player.destinations()["layers"]}


def verdict(player, col):
    return player.plan({"to": {"col": col, "row": 0}})["verdict"]


def test_water_too_wild_for_any_roll_is_crossed_as_far_as_the_short_distance_and_no_farther():
    water = {"kind": "water", "grade": "hazardous", "area": {"rect": [2, 0, 8, 1]}}
    player = table("d6", {"move": 10, "swimming": "1D"}, [water], {"wild_die": "off"})
    assert kinds(player) == {("free", "D6-13")}
    assert [verdict(player, col) for col in (3, 12)] == ["free", "impossible"]


@pytest.mark.parametrize("ledges", [[], [{"kind": "ledge", "elevation": 1, "area": {"rect": [13, 0, 1, 1]}}]])
def test_who_has_done_something_else_since_a_jump_jumps_no_more_in_this_round(ledges):
    pits = [{"kind": "gap", "area": {"rect": [col, 0, 2, 1]}} for col in (2, 6)]
    player = table("d6", {"move": 10, "jumping": "5D"}, [*pits, *ledges])
    player.apply("set out", {"kind": "moved", "route": {"to": {"col": 4, "row": 0}}})
    pending = player.state()["pending"]
    while pending is not None:
        check = pending["check"]["id"]
        told = player.apply(f"roll {check}", {"kind": "rolled", "check": check, "result": 40})
        pending = told["state"]["pending"]
    assert player.scene["tokens"][0]["col"] == 4
    assert verdict(player, 9) == "roll"
    player.apply("act", {"kind": "acted"})
    assert verdict(player, 9) == "impossible"
    assert verdict(player, 5) == "free"


@pytest.mark.parametrize(("up", "length"), [(0, 6), (1, 4.5), (2, 3)])
def test_who_hangs_on_a_ladder_climbs_what_is_left_of_its_length(up, length):
    """Of 6 m that lead 4 m up."""
    ladder = {"id": "l", "kind": "ladder", "length": 6}
    ends = {end: {"storey": storey, "col": 2, "row": 1} for end, storey in (("a", "low"), ("b", "high"))}
    scene = {
        "grid": {"kind": "square", "cols": 6, "rows": 3, "distance": 1, "units": "m"},
        "storeys": [{"id": "low", "elevation": 0}, {"id": "high", "elevation": 4}],
        "passages": [{**ladder, **ends}],
        "tokens": [{"id": "me", "col": 2, "row": 1, "elevation": up}],
    }
    player = Table(handle, "sr5", scene=scene, token="me", character={"agility": 4, "strength": 4})
    plan = player.plan({"to": {"col": 2, "row": 1, "elevation": 4}})
    assert (plan["length"], {band["mode"] for band in plan["bands"]}) == (length, {"climb"})


def test_nobody_jumps_through_a_floor_and_nothing_before_such_a_jump_is_walked():
    holes = [
        {"id": storey, "kind": "gap", "storey": storey, "area": {"rect": [1, 0, 2, 1]}}
        for storey in ("low", "high")
    ]
    scene = {
        "grid": {"kind": "square", "cols": 6, "rows": 1, "distance": 1, "units": "m"},
        "storeys": [{"id": "low", "elevation": 0}, {"id": "high", "elevation": 3}],
        "regions": holes,
        "tokens": [{"id": "me", "col": 0, "row": 0}],
    }
    player = Table(
        handle, "sr5", scene=scene, token="me", character={"agility": 5, "strength": 4, "acrobatics": 6}
    )
    path = [{"col": col, "row": 0, "elevation": 3 if col else 0, "mode": "jump"} for col in range(4)]
    plan = player.plan({"path": path})
    first = plan["bands"][0]
    assert (plan["verdict"], first["start"], first["mode"], first["rule"]) == (
        "impossible",
        0,
        "jump",
        "MAP-10",
    )
