"""A push or a current that the map cannot hold is told: where it ended, and why; and nothing is lost."""

import pytest

from tests.rulebook.asking import ProblemError
from tests.unit.operations.test_water_named import KINDS, WHERE, region, table_of


def pushed(*cols):
    return {
        "kind": "moved",
        "route": {"path": [{"col": col, "row": 1, "mode": "ground"} for col in cols]},
        "forced": True,
    }


def walled(table, col):
    table.scene["walls"] = [{"id": "wall", "a": [col, 0], "b": [col, 3]}]
    return table


@pytest.mark.parametrize("wet", [(), (region("water", (2, 8)),)], ids=["dry", "wet"])
@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_a_push_ends_at_a_wall_and_says_so(system, kind, wet):
    table = walled(table_of(system, kind, *wet), 4)
    told = table.apply("push", pushed(1, 2, 3, 4, 5))
    (move,) = told["moves"]
    assert (move["to"]["col"], move["forced"], move["rule"]) == (move["to"]["col"], True, "X-08")
    assert 2 <= move["to"]["col"] < 4
    assert told["stopped"]["rule"] == "MAP-01"
    assert (told["rest"][0]["col"], told["rest"][-1]["col"]) == (move["to"]["col"], 5)
    assert told["state"]["commits"][0]["labels"][0]["key"] == "table.commit.forced"
    assert table.undo("push")["moves"][0]["to"]["col"] == 1


@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_a_push_into_something_solid_at_once_moves_nobody_and_says_so(system, kind):
    table = table_of(system, kind, region("obstacle", (2, 4)), at=(1, 1))
    told = table.apply("push", pushed(1, 2, 3))
    if kind == "gridless":  # up to its edge
        assert (told["stopped"]["rule"], told["rest"][-1]["col"]) == ("MAP-05", 3)
    else:
        assert (told["refused"]["rule"], told["moves"], told["state"]["commits"]) == ("MAP-05", [], [])
    assert table.state()["pending"] is None


@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_a_push_off_the_map_is_a_problem_and_the_ledger_stays(system, kind):
    table = table_of(system, kind)
    with pytest.raises(ProblemError) as found:
        table.apply("push", pushed(1, 0, -1))
    assert found.value.problem["code"] == "off_map"
    assert (table.ledger, table.scene["tokens"][0]["col"]) == (None, 1)


@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_a_push_that_the_gm_lets_through_or_nothing_bars_goes_on(system, kind):
    through = walled(table_of(system, kind), 4).apply("push", {**pushed(1, 2, 3, 4, 5), "override": True})
    free = table_of(system, kind).apply("push", pushed(1, 2, 3, 4, 5))
    for told in (through, free):
        assert (told["moves"][0]["to"]["col"], told["stopped"], told["rest"]) == (5, None, None)


STRAIGHT = {"kind": "moved", "route": {"to": {"col": 5, "row": 1}}, "forced": True}
HOLES = {"pit": {"kind": "ledge", "elevation": -10}, "gap": {"kind": "gap", "depth": 10}}


@pytest.mark.parametrize("in_combat", [True, False])
@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_a_push_to_a_place_goes_straight_and_costs_nothing(system, kind, in_combat):
    mud = region("difficult", (2, 4), cost_multiplier=3)
    table = table_of(system, kind, mud)
    table.in_combat = in_combat
    before = table.state()
    told = table.apply("push", STRAIGHT)
    (move,) = told["moves"]
    assert {cell["row"] for cell in move["way"]} == {1}
    assert (move["to"]["col"], move["distance"]) == (5, 4 * table.scene["grid"]["distance"])
    (commit,) = told["state"].pop("commits")
    assert (commit["labels"][0]["key"], commit["rules"]) == ("table.commit.forced", ["X-08"])
    assert told["state"] == {name: before[name] for name in told["state"]}


@pytest.mark.parametrize("hole", HOLES)
@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_whoever_is_pushed_over_an_edge_falls_and_stays_below(system, kind, hole):
    told = table_of(system, kind, region(hole, (3, 5)) | HOLES[hole]).apply("push", STRAIGHT)
    (move,) = told["moves"]
    assert 2 < move["to"]["col"] < 5
    assert move["to"]["elevation"] == -10
    assert told["stopped"]["rule"] == {"pit": "MAP-13", "gap": "MAP-04"}[hole]
    assert told["state"]["rulings"], "the game asks what the fall does"


@pytest.mark.parametrize(("begin", "end"), [(1, 5), (5, 1)], ids=["onwards", "back"])
@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_a_push_across_a_gap_falls_where_the_gap_begins_and_ends_on_its_bottom(system, kind, begin, end):
    table = table_of(system, kind, region("gap", (3, 5), depth=10), at=(begin, 1))
    told = table.apply("push", {**STRAIGHT, "route": {"to": {"col": end, "row": 1}}})
    (move,) = told["moves"]
    border = {("gridless", 1): 2.5, ("gridless", 5): 4.5}.get((kind, begin), 3 if begin == 1 else 4)
    assert move["to"]["col"] == pytest.approx(border, abs=1e-5)
    assert (move["to"]["elevation"], told["stopped"]["rule"]) == (-10, "MAP-04")
    table.ledger = None
    assert "amiss" not in {hazard["id"] for hazard in table.state()["hazards"]}
    assert any(cell["mode"] == "climb" for cell in table.plan({"to": {"col": begin, "row": 1}})["path"])


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("system", sorted({system for system, _ in WHERE}))
def test_without_cells_a_push_falls_past_the_border_of_a_gap_where_nobody_stops_on_foot(system, size):
    hole = region("gap", (3, 5), depth=10)
    for begin, border, falls in ((1, 3, False), (1, 3.00001, True), (6, 5, False), (6, 4.99999, True)):
        to = border - size / 2
        table = table_of(system, "gridless", hole, at=(begin, 0.5), cols=size, rows=size)
        on_foot = table.plan({"path": [{"col": at, "row": 0.5, "mode": "ground"} for at in (begin, to)]})
        told = table.apply("push", {**STRAIGHT, "route": {"to": {"col": to, "row": 0.5}}})
        (move,) = told["moves"]
        barred = on_foot["verdict"] == "impossible" or any(one["stops"] for one in on_foot["hazards"])
        assert (barred, told["stopped"] is not None) == (falls, falls)
        assert move["to"]["col"] == pytest.approx(to, abs=1e-5 if falls else 0)
        assert move["to"]["elevation"] == (-10 if falls else 0)


STOREYS = [{"id": "low", "elevation": 0}, {"id": "high", "elevation": 10}]
BELOW = region("gap", (3, 5), id="below", storey="low")


@pytest.mark.parametrize(
    ("depth", "below", "ends"),
    [
        (None, (), 0),
        (4, (), 0),
        (30, (), 0),
        (None, (BELOW | {"depth": 6},), -6),
        (4, (BELOW | {"depth": 6},), -6),
        (None, (BELOW,), 10),
        (None, (BELOW | {"kind": "obstacle"},), 10),
        (4, (BELOW | {"kind": "obstacle"},), 10),
    ],
)
@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_whoever_is_pushed_over_a_hole_falls_to_the_first_floor_below(system, kind, depth, below, ends):
    hole = region("gap", (3, 5), storey="high", **({} if depth is None else {"depth": depth}))
    table = table_of(system, kind, hole, *below, elevation=10)
    table.scene["storeys"] = STOREYS
    told = table.apply("push", {**STRAIGHT, "route": {"to": {"col": 5, "row": 1, "elevation": 10}}})
    (move,) = told["moves"]
    assert (move["to"]["elevation"], told["stopped"]["rule"]) == (ends, "MAP-04")
    assert told["state"]["rulings"] or ends == 10, "the game asks what the fall does"
    table.ledger = None
    hazards = {hazard["id"] for hazard in table.state()["hazards"]}
    assert "aloft" not in hazards
    assert "amiss" not in hazards or ends == 10


@pytest.mark.parametrize("far", [1, 4])
@pytest.mark.parametrize(("system", "kind"), [where for where in WHERE if where[0] != "styles"])
def test_whoever_is_pushed_in_the_air_falls_to_what_is_below(system, kind, far):
    told = table_of(system, kind, elevation=20).apply(
        "push", {**STRAIGHT, "route": {"to": {"col": 1 + far, "row": 1}}}
    )
    (move,) = told["moves"]
    assert (move["to"]["col"], move["to"]["elevation"]) == (1 + far, 0)
    assert told["state"]["rulings"], "the game asks what the fall does"


DOWN = {
    "ground": ((region("ledge", (5, 6), elevation=5),), 20, 0, 0),
    "ledge": ((region("ledge", (1, 2), elevation=5),), 20, 0, 5),
    "gap": ((region("gap", (1, 2), depth=5),), 20, -2, -5),
    "gap beneath": ((region("gap", (1, 2), depth=5),), 0, -5, -5),
    "water": ((region("water", (1, 4)),), 20, -3, 0),
    "wall": ((region("climb", (1, 2)),), 20, 8, 0),
    "hole": ((region("gap", (1, 2), storey="high"),), 10, 4, 0),
    "floor": ((), 20, 0, 10),
}


@pytest.mark.parametrize("where", DOWN)
@pytest.mark.parametrize(("system", "kind"), [at for at in WHERE if at[0] != "styles"])
def test_a_push_straight_down_is_a_fall_to_the_first_thing_below(system, kind, where):
    regions, begin, goal, end = DOWN[where]
    table = table_of(system, kind, *regions, elevation=begin)
    table.scene["storeys"] = STOREYS if where in {"hole", "floor"} else []
    told = table.apply("push", {**STRAIGHT, "route": {"to": {"col": 1, "row": 1, "elevation": goal}}})
    (move,) = told["moves"]
    assert move["to"] == {"col": 1, "row": 1, "elevation": end}
    falls = [one["numbers"]["metres"] for one in told["state"]["hazards"] if one["id"] == "fall"]
    assert falls == ([begin - end] if system == "sr5" else [])
    assert told["state"]["rulings"], "the game asks what the fall does"
    table.ledger = None
    assert table.state()["hazards"] == []


@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_a_push_straight_down_into_solid_ground_is_refused_and_water_is_no_fall(system, kind):
    push = {**STRAIGHT, "route": {"to": {"col": 1, "row": 1, "elevation": -5}}}
    told = table_of(system, kind).apply("push", push)
    assert (told["refused"]["rule"], told["moves"]) == ("MAP-05", [])
    told = table_of(system, kind, region("water", (0, 4))).apply("push", push)
    assert (told["moves"][0]["to"]["elevation"], told["state"]["rulings"]) == (-5, [])
    assert "fall" not in {hazard["id"] for hazard in told["state"]["hazards"]}


BENEATH = {
    "ledge": ({"kind": "ledge", "elevation": 5}, 5),
    "pit": ({"kind": "ledge", "elevation": -5}, -5),
    "gap": ({"kind": "gap", "depth": 5}, -5),
    "water": ({"kind": "water"}, 0),
}


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("far", [1, 2, 3])
@pytest.mark.parametrize("beneath", BENEATH)
@pytest.mark.parametrize(("system", "kind"), [where for where in WHERE if where[0] != "styles"])
def test_a_push_in_the_air_leads_over_what_is_below_and_falls_where_it_ends(
    system, kind, beneath, far, drawn
):
    fields, low = BENEATH[beneath]
    table = table_of(system, kind, region("ledge", (2, 4)) | fields, elevation=20)
    route = {"to": {"col": 1 + far, "row": 1}}
    if drawn:
        route = {"path": [{"col": col, "row": 1} for col in range(1, 2 + far)]}
    told = table.apply("push", {**STRAIGHT, "route": route})
    (move,) = told["moves"]
    up = low if far < 3 else 0
    assert (move["to"]["col"], move["to"]["elevation"]) == (1 + far, up)
    assert move["distance"] == far * table.scene["grid"]["distance"]
    falls = [one["numbers"]["metres"] for one in told["state"]["hazards"] if one["id"] == "fall"]
    assert falls == ([20 - up] if system == "sr5" else [])
    assert told["state"]["rulings"], "the game asks what the fall does"
    assert table.undo("push")["moves"][0]["to"] == {"col": 1, "row": 1, "elevation": 20}


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_is_pushed_through_the_air_into_higher_ground(kind):
    table = table_of("sr5", kind, region("ledge", (4, 6), elevation=25), elevation=20)
    told = table.apply("push", {**STRAIGHT, "route": {"to": {"col": 7, "row": 1}}})
    assert (told["stopped"] or told["refused"])["rule"] == "MAP-13"
    assert all(move["to"]["col"] < 4 for move in told["moves"])


def test_whoever_flies_is_pushed_through_the_air():
    told = table_of("styles", "gridless", elevation=20).apply("push", STRAIGHT)
    assert (told["moves"][0]["to"]["elevation"], told["state"]["rulings"]) == (20, [])


@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_a_push_ends_before_another_token_and_is_refused_beside_it(system, kind):
    guard = {"id": "guard", "col": 5, "row": 1, "disposition": "hostile"}
    table = table_of(system, kind)
    table.scene["tokens"].append(guard)
    told = table.apply("push", STRAIGHT)
    assert (told["moves"][0]["to"]["col"], told["stopped"]["rule"]) == (4, "MAP-02")
    guard["col"] = 7
    assert table.apply("on", pushed(4, 5, 6))["moves"][0]["to"]["col"] == 6
    assert table.apply("no", pushed(6, 7))["refused"]["rule"] == "MAP-02"
    assert table.apply("over", {**pushed(6, 7), "override": True})["moves"][0]["to"]["col"] == 7


@pytest.mark.parametrize("kind", KINDS)
def test_a_current_says_what_ends_it(kind):
    river = region("water", (0, 8), current=[9, 0])
    for table, rule in (
        (table_of("styles", kind, river, at=(3, 1)), "MAP-06"),
        (walled(table_of("styles", kind, river, at=(1, 1)), 4), "MAP-01"),
        (table_of("styles", kind, river, region("obstacle", (4, 5)), at=(1, 1)), "MAP-05"),
    ):
        told = table.apply("end", {"kind": "end", "scope": "turn"})
        assert told["moves"][0]["rule"] == "STY-23"
        assert told["stopped"]["rule"] == rule
    ashore = table_of("styles", kind, region("water", (0, 5), current=[9, 0]), at=(1, 1))
    assert ashore.apply("end", {"kind": "end", "scope": "turn"})["stopped"] is None


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize(
    ("kind", "begin", "end"),
    [
        ("hex_rows_odd", (1, 1), (1, 5)),
        ("hex_rows_even", (1, 0), (1, 4)),
        ("hex_columns_odd", (1, 1), (5, 1)),
        ("hex_columns_even", (0, 1), (4, 1)),
    ],
)
def test_a_push_along_the_rim_of_a_map_of_hexes_stays_on_it(kind, begin, end, size):
    table = table_of("sr5", kind, at=begin, cols=size, rows=size)
    grid = table.scene["grid"]
    grid["cols" if "rows" in kind else "rows"] = 2 + size - 1
    grid["rows" if "rows" in kind else "cols"] = 7
    for goal in (end, begin):
        told = table.apply(f"to {goal}", {**STRAIGHT, "route": {"to": {"col": goal[0], "row": goal[1]}}})
        assert (told["moves"][0]["to"]["col"], told["moves"][0]["to"]["row"]) == goal
