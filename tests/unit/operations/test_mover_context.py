"""A token that starts in water, in the air or on a wall is there, whatever its ledger knows of how it came there."""

from fractions import Fraction

import pytest

from py_rules.operations.neighbours import middle_of
from py_rules.protocol.map_data import Scene, Token
from tests.asking import Turn, reply_to
from tests.rulebook.asking import ProblemError
from tests.unit.operations.test_water_named import KINDS, WHERE, along, region, table_of

RIVER = region("water", (2, 7), current=[1, 0])
WALL = region("climb", (2, 5))


def ids(parts):
    return [part["id"] for part in parts]


def at(col, elevation=0, mode=None):
    return {"col": col, "row": 1, "elevation": elevation, "mode": mode}


def end(table, scope):
    return table.apply(f"end {scope}", {"kind": "end", "scope": scope})


@pytest.mark.parametrize("kind", KINDS)
def test_who_starts_fully_loaded_in_water_sinks(kind):
    table = table_of("contract", kind, RIVER, at=(3, 1))
    table.character = {**table.character, "load": "full"}
    state = table.state()
    assert (ids(state["statuses"]), ids(state["rulings"])) == (["sinking", "drowning"], ["sinking"])
    told = end(table, "round")
    assert told["moves"] == []
    assert ids(told["state"]["statuses"]) == ids(table.state()["statuses"]) == ["sinking", "drowning"]
    table.scene["tokens"] = [{"id": "jenny", "col": 0, "row": 1}]
    assert ids(table.state()["statuses"]) == []


@pytest.mark.parametrize("kind", KINDS)
def test_who_starts_in_a_current_drifts_and_swims(kind):
    table = table_of("styles", kind, RIVER, at=(3, 1))
    state = table.state()
    assert (ids(state["statuses"]), ids(state["hazards"])) == (["active:swim"], ["drift"])
    told = end(table, "turn")
    assert [(move["to"]["col"], move["rule"]) for move in told["moves"]] == [(4, "STY-23")]
    assert ids(told["state"]["statuses"]) == ids(table.state()["statuses"]) == ["active:swim"]
    table.scene["tokens"] = [{"id": "jenny", "col": 0, "row": 1}]
    state = table.state()
    assert (ids(state["statuses"]), ids(state["hazards"])) == ([], [])


@pytest.mark.parametrize("kind", KINDS)
def test_what_happens_to_who_starts_in_water_is_kept(kind):
    table = table_of("styles", kind, RIVER, at=(3, 1))
    table.apply("a", {"kind": "did", "act": "interrupt"})
    for state in (
        table.state(),
        table.apply("b", {"kind": "begin", "scope": "turn"})["state"],
        table.state(),
    ):
        assert ids(state["hazards"]) == ["float", "drift"]
    assert [commit["labels"][0]["key"] for commit in table.state()["commits"]][-1] == "table.commit.begin"
    table.undo("b")
    assert ids(table.undo("a")["state"]["hazards"]) == ["drift"]


@pytest.mark.parametrize("kind", KINDS)
def test_where_a_request_says_that_the_token_is_counts(kind):
    table = table_of("styles", kind, RIVER, at=(0, 1))
    for token in ("jenny", "newcomer"):
        mover = {"token": token, "character": table.character, "at": {"col": 3, "row": 1}}
        assert ids(table.ask("state", mover=mover)["statuses"]) == ["active:swim"]


@pytest.mark.parametrize("kind", KINDS)
def test_who_falls_into_the_air_or_stands_on_a_wall_is_not_in_the_water_below(kind):
    above = table_of("styles", kind, RIVER, at=(3, 1), elevation=2)
    assert ids(above.state()["statuses"]) == ["active:fly"]
    assert end(above, "turn")["moves"] == []
    wall = table_of("contract", kind, RIVER, WALL, at=(3, 1))
    wall.character = {**wall.character, "load": "full"}
    assert ids(wall.state()["statuses"]) == []


@pytest.mark.parametrize("kind", KINDS)
def test_who_flies_does_not_walk_on_air_once_its_turn_has_passed(kind):
    table = table_of("styles", kind)
    table.apply("a", {"kind": "moved", "route": {"path": [at(1), at(2, 2, "fly")]}})
    end(table, "turn")
    table.apply("c", {"kind": "begin", "scope": "turn"})
    assert ids(table.state()["statuses"]) == ["active:fly"]
    walks = table.plan({"path": [at(2, 2), at(3, 2, "ground")]})
    assert ids(walks["hazards"]) == ["fall"]
    assert [hazard["numbers"] for hazard in walks["hazards"]] == [{"height": 2}]
    left_to_the_map = table.plan({"path": [at(2, 2), at(3, 2)]})
    assert [band["mode"] for band in left_to_the_map["bands"]] == ["fly"]
    assert table.plan({"to": {"col": 4, "row": 1}})["path"][-1]["mode"] == "fly"


@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_nobody_walks_on_air(system, kind):
    table = table_of(system, kind, elevation=10)
    table.character = {"styles": {"walk": "double"}} if system == "styles" else table.character
    assert ids(table.state()["hazards"]) == ["aloft"]
    assert table.destinations()["layers"] == []
    for route in (
        {"path": [at(1, 10), at(2, 10), at(3, 10)]},
        {"path": [at(1, 10), at(2, 10, "ground")]},
        {"path": [at(1), at(2, 0, "ground")]},
        {"to": {"col": 3, "row": 1}},
    ):
        plan = table.plan(route)
        if system == "styles":
            assert [(hazard["id"], hazard["rule"]) for hazard in plan["hazards"]] == [("fall", "STY-31")]
        else:
            assert (plan["verdict"], plan["bands"][0]["rule"]) == ("impossible", "MAP-15")
            assert table.apply("a", {"kind": "moved", "route": route})["refused"]["rule"] == "MAP-15"


@pytest.mark.parametrize("kind", KINDS)
def test_who_walks_on_air_falls_straight_down(kind):
    table = table_of("styles", kind, elevation=3)
    table.character = {"styles": {"walk": "double"}}
    told = table.apply("a", {"kind": "moved", "route": {"path": [at(1, 3), at(2, 3)]}})
    assert (told["moves"], told["stopped"]["rule"]) == ([], "STY-31")
    fell = table.apply("b", {"kind": "ruled", "ruling": "fall", "choice": "lands"})
    assert fell["moves"][0]["to"] == {"col": 1, "row": 1, "elevation": 0}
    assert ids(fell["state"]["hazards"]) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_flier_of_d6_flies_where_no_mode_is_named(kind):
    table = table_of("d6", kind, elevation=5)
    table.character = {"move": 10, "flying_move": 10}
    assert "aloft" not in ids(table.state()["hazards"])
    plan = table.plan({"path": [at(1, 5), at(2, 5), at(3, 0)]})
    assert {band["mode"] for band in plan["bands"]} == {"fly"}
    walks = table.plan({"path": [at(1, 5), at(2, 5, "fly"), at(3, 5, "ground")]})
    assert walks["bands"][-1]["rule"] == "MAP-15"


@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_on_a_ledge_on_a_wall_and_on_the_ground_nobody_is_in_the_air(system, kind):
    hill = region("ledge", (0, 5), elevation=3)
    for table in (
        table_of(system, kind, hill, elevation=3),
        table_of(system, kind, hill),
        table_of(system, kind, region("climb", (0, 5)), elevation=0.5),
        table_of(system, kind),
    ):
        assert "aloft" not in ids(table.state()["hazards"])
        plan = table.plan(along(1, 2))
        assert all(band["rule"] != "MAP-15" for band in plan["bands"])
        assert table.destinations()["layers"] != []


@pytest.mark.parametrize("kind", KINDS)
def test_who_is_taken_out_of_the_water_treads_it_no_longer(kind):
    table = table_of("sr5", kind, RIVER, at=(3, 1))
    told = table.apply("a", {"kind": "did", "act": "tread"})
    assert ids(told["state"]["statuses"]) == ids(table.state()["statuses"]) == ["treading"]
    table.scene["tokens"] = [{"id": "jenny", "col": 0, "row": 1}]
    assert ids(table.state()["statuses"]) == []


@pytest.mark.parametrize("kind", KINDS)
def test_of_who_falls_by_now_the_ledger_tells_why_it_is_up_there(kind):
    table = table_of("styles", kind)
    table.character = {"styles": {"walk": "double", "climb": "normal"}}
    table.apply("a", {"kind": "moved", "route": {"path": [at(1), at(2, 2, "climb")]}})
    assert ids(table.state()["hazards"]) == ["aloft"]
    table.apply("b", {"kind": "did", "act": "interrupt"})
    assert ids(table.state()["hazards"]) == ["fall"]
    runner = table_of("sr5", kind, elevation=100)
    runner.apply("a", {"kind": "did", "act": "fall", "options": {"height": 100}})
    assert "aloft" not in ids(runner.state()["hazards"])


@pytest.mark.parametrize("kind", ["square", "gridless"])
@pytest.mark.parametrize("system", ["contract", "sr5", "sr3", "d6"])
def test_a_plan_of_who_is_in_the_air_tells_how_high_as_the_state_does(system, kind):
    here = {"col": 1, "row": 1, "elevation": 10}
    grid = {"kind": kind, "cols": 5, "rows": 3, "distance": 1, "units": "m"}
    scene = {"grid": grid, "tokens": [{"id": "me", **here}]}
    route = {"path": [here, {**here, "col": 2}]}
    asked = {"v": 1, "system": system, "scene": scene}
    state = reply_to({**asked, "op": "state", "mover": {"token": "me"}})["value"]
    asked |= {"op": "plan", "movers": [{"token": "me", "route": route}]}
    [plan] = reply_to(asked)["value"]["plans"]
    assert (plan["verdict"], plan["bands"][0]["rule"]) == ("impossible", "MAP-15")
    [hazard] = plan["hazards"]
    assert hazard in state["hazards"]
    assert (hazard["id"], hazard["rule"]) == ("aloft", "MAP-15")


HILL = region("ledge", (5, 8), elevation=3)
WALKERS = {"styles": {"styles": {"walk": "double", "jump": "normal", "climb": "normal"}}}


def walker(system, kind, *regions, **more):
    table = table_of(system, kind, *regions, **more)
    table.character = WALKERS.get(system, table.character)
    return table


def falls(hazards):
    return [(hazard["id"], hazard["rule"], hazard["numbers"]) for hazard in hazards]


@pytest.mark.parametrize("mode", ["jump", "climb"])
@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_a_plan_tells_of_the_air_that_it_ends_in(system, kind, mode):
    told = []
    for up in (0, 0.5):
        table = walker(system, kind)
        route = {"path": [at(1), at(2, up, mode)]}
        plan = table.plan(route)
        moved = table.apply("a", {"kind": "moved", "route": route, "override": True})
        table.scene["tokens"] = [{"id": "jenny", **moved["moves"][-1]["to"]}]
        assert plan["verdict"] != "impossible"
        hazards = [hazard for hazard in plan["hazards"] if hazard["id"] != "no_wall"]  # asks, and is no fall
        assert falls(hazards) == falls(table.state()["hazards"])
        told.append([(hazard["id"], hazard["at"]) for hazard in hazards])
    ends = "fall" if system == "styles" and mode == "jump" else "aloft"
    assert told == [[], [(ends, plan["length"])]]


@pytest.mark.parametrize("kind", ["square", "hex_rows_odd"])
@pytest.mark.parametrize(("up", "rest"), [(5, 3), (6, 4)])
def test_a_climb_over_several_cells_tells_all_of_it_where_it_pauses(kind, up, rest):
    table = table_of("sr5", kind)
    plan = table.plan({"path": [at(1), at(2, up / 2, "climb"), at(3, up, "climb")]})
    assert (plan["verdict"], plan["pause"]["at"]) == ("roll", 2)
    told = plan["pause"]["reason"]["params"]
    assert (told["far"], told["rest"]) == (2, rest)


@pytest.mark.parametrize("regions", [(), (HILL,)], ids=["flat", "hilly"])
@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_nobody_walks_up_into_the_air(system, kind, regions):
    table = walker(system, kind, *regions)
    high = {"col": 3, "row": 1, "elevation": 2}
    for route in (
        {"to": high},
        {"path": [at(1), at(2), at(3, 2)]},
        {"path": [at(1), at(2), at(3, 2, "ground")]},
    ):
        plan = table.plan(route)
        assert (plan["verdict"], plan["reason"]["key"]) == ("impossible", "table.rise")
        assert (plan["bands"][-1]["rule"], plan["last_legal"]["cell"]["elevation"]) == ("MAP-15", 0)
        assert plan["hazards"] == []
    for route in ({"to": {**high, "elevation": 0}}, {"path": [at(1), at(2), at(3)]}):
        assert table.plan(route)["verdict"] != "impossible"


@pytest.mark.parametrize(("system", "kind"), WHERE)
def test_who_stays_as_high_on_its_way_off_a_ledge_does_not_rise(system, kind):
    table = walker(system, kind, region("ledge", (0, 2), elevation=3), elevation=3)
    plan = table.plan({"path": [at(1, 3), at(2, 3), at(3, 3)]})
    assert all(band["rule"] != "MAP-15" for band in plan["bands"])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("system", "character"), [("styles", None), ("d6", {"move": 10, "flying_move": 10})])
def test_who_flies_flies_up_where_no_mode_is_named(system, character, kind):
    table = table_of(system, kind)
    table.character = character or table.character
    for route in ({"to": {"col": 3, "row": 1, "elevation": 2}}, {"path": [at(1), at(2, 2), at(3, 2)]}):
        plan = table.plan(route)
        assert {band["mode"] for band in plan["bands"]} == {"fly"}
        assert plan["path"][-1] == at(3, 2, "fly")
        assert plan["hazards"] == []
    walks = table.plan({"path": [at(1), at(2, 2, "ground")]})
    assert (walks["verdict"], walks["bands"][-1]["rule"]) == ("impossible", "MAP-15")


@pytest.mark.parametrize("kind", ["square", "hex_rows_odd"])
@pytest.mark.parametrize("elevation", [0, 3])
def test_who_flies_between_cells_is_told_so(kind, elevation):
    table = table_of("styles", kind, elevation=elevation)
    for route, place in (
        ({"to": {"col": 3.5, "row": 1, "elevation": 5}}, "movers[0].route.to.col"),
        ({"path": [at(1, elevation), at(2.5, 5), at(3, 5)]}, "movers[0].route.path[1].col"),
    ):
        with pytest.raises(ProblemError, match=r"is between two cells of the grid") as told:
            table.plan(route)
        assert place in str(told.value)


def test_what_was_done_outside_combat_is_not_charged_once_there_is_combat():
    turn = Turn(system="styles", mover={"character": {"styles": {"walk": "normal"}}})
    for act in ("prone", "stand"):
        turn.tell({"kind": "did", "act": act}, clock={"in_combat": False})
    pool = next(one for one in turn.state()["allowances"] if one["id"] == "pool")
    assert (pool["used"], pool["left"]) == (0, 4)
    for act in ("prone", "stand"):
        turn.tell({"kind": "did", "act": act})
    outside = turn.state(clock={"in_combat": False})
    pool = next(one for one in turn.state()["allowances"] if one["id"] == "pool")
    assert (pool["used"], pool["left"]) == (1, 3)
    assert outside["commits"] == turn.state()["commits"]


def test_the_middle_of_an_oblong_token_is_that_of_its_box():
    scene = Scene.model_validate({"grid": {"kind": "gridless", "cols": 9, "rows": 9, "distance": 5}})
    token = Token(id="cart", col=1, row=1, cols=2, rows=1)
    assert middle_of(scene, token, place=(1, 1)) == (10, Fraction(15, 2))
