"""What holds a body up is the same for every game and kind of map."""

import json

import pytest

from py_rules import systems
from py_rules.service import handle

KINDS = ("square", "hex_rows_odd", "gridless")
CELLED = KINDS[:2]
SHEETS = {
    "contract": {"dexterity": 4, "brawn": 3, "athletics": 2},
    "styles": {"styles": {"walk": 9, "jump": 9, "climb": 9, "swim": 9}},
    "sr5": {"agility": 4, "strength": 4, "swimming": 4, "acrobatics": 6, "physical_limit": 12},
    "sr3": {"quickness": 6},
}


class Table:
    """A game's table, with a token on a map of seven cells by three; regions span all rows of some columns."""

    def __init__(self, system, kind, region, *, at, up=0):
        game = systems.find(system)
        self.side = float(game.cell)
        grid = {"kind": kind, "cols": 7, "rows": 3, "distance": self.side, "units": game.unit}
        first, last, told = region or (0, 0, None)
        area = {"rect": [first, 0, last - first + 1, 3]}
        self.token = {"id": "jenny", "col": at, "row": 1, "elevation": up}
        self.scene = {
            "grid": grid,
            "tokens": [self.token],
            "regions": [{"id": "r", **told, "area": area}] if told else [],
        }
        self.system, self.ledger = system, None
        self.sheet = SHEETS.get(system, {})

    def ask(self, op, **told):
        mover = {"token": "jenny", "character": self.sheet, "ledger": self.ledger}
        question = {"op": op, "system": self.system, "scene": self.scene, "clock": {"in_combat": False}}
        route = told.pop("route", None)
        asked = {"movers": [{**mover, "route": route}]} if route else {"mover": mover}
        reply = json.loads(handle(json.dumps({**question, **asked, **told})))
        assert reply["ok"], reply
        return reply["value"]

    def plan(self, *cells):
        """Plan to a cell, or along cells; each is column, elevation and mode."""
        path = [{"col": col, "row": 1, "elevation": up, "mode": mode} for col, up, mode in cells]
        here = {name: self.token[name] for name in ("col", "row", "elevation")}
        route = {"path": [here, *path]}
        if path[0]["mode"] == "to":
            route = {"to": {name: path[0][name] for name in ("col", "row", "elevation")}}
        return self.ask("plan", route=route)["plans"][0]


def ways(plan):
    return [(point["col"], point["elevation"], point["mode"]) for point in plan["path"][1:]]


GAMES = pytest.mark.parametrize("system", systems.names())
MAPS = pytest.mark.parametrize("kind", KINDS)
CELLS = pytest.mark.parametrize("kind", CELLED)
WATER, WALL = {"kind": "water"}, {"kind": "climb"}


@MAPS
@GAMES
def test_a_step_or_a_jump_over_an_edge_is_a_fall(system, kind):
    for elevation in (10, -3):
        ledge = (0, 2, {"kind": "ledge", "elevation": elevation})
        at, up = (2, elevation) if elevation > 0 else (3, 0)
        table = Table(system, kind, ledge, at=at, up=up)
        onto = 3 if elevation > 0 else 2
        for mode in ("ground", "jump"):
            plan = table.plan((onto, 0, mode))
            fell = {hazard["id"] for hazard in plan["hazards"]} & {"fall", "drop"}
            assert fell or plan["verdict"] == "impossible", (mode, elevation, plan)


@MAPS
@GAMES
def test_a_push_over_an_edge_says_how_far_down_it_leads(system, kind):
    table = Table(system, kind, (0, 2, {"kind": "ledge", "elevation": 3}), at=2, up=3)
    path = [{"col": 2, "row": 1, "elevation": 3}, {"col": 3, "row": 1}]
    reply = happens(table, {"kind": "moved", "forced": True, "route": {"path": path}})
    (line,) = reply["state"]["commits"][-1]["labels"]
    assert (line["key"], line["params"]["height"]) == ("table.commit.forced.off", 3)


@MAPS
@GAMES
def test_a_push_off_a_ledge_into_a_gap_is_one_fall_to_its_bottom(system, kind):
    table = Table(system, kind, (0, 2, {"kind": "ledge", "elevation": 3}), at=2, up=3)
    table.scene["regions"].append({"id": "g", "kind": "gap", "depth": 5, "area": {"rect": [3, 0, 2, 3]}})
    reply = happens(table, {"kind": "moved", "forced": True, "route": {"to": {"col": 3, "row": 1}}})
    (line,) = reply["state"]["commits"][-1]["labels"]
    assert (line["params"]["height"], table.token["elevation"]) == (8, -5)
    assert all(8 in one["numbers"].values() for one in reply["state"]["hazards"])


@MAPS
def test_a_push_into_a_gap_is_as_deep_as_the_map_says_in_its_own_unit(kind):
    table = Table("contract", kind, (3, 4, {"kind": "gap", "depth": 5}), at=2)
    table.scene["grid"] |= {"distance": 1, "units": "m"}
    happens(table, {"kind": "moved", "forced": True, "route": {"to": {"col": 3, "row": 1}}})
    assert table.token["elevation"] == -5


@MAPS
def test_down_a_hole_that_was_walked_over_the_ledger_keeps_how_deep_one_fell(kind):
    table = Table("styles", kind, (2, 2, {"kind": "gap", "storey": "up"}), at=1, up=4)
    table.scene["storeys"] = [{"id": "low", "elevation": 0}, {"id": "up", "elevation": 4}]
    path = [{"col": col, "row": 1, "elevation": up} for col, up in ((1, 4), (2, 4), (2, 0))]
    planned = table.ask("plan", route={"path": path})["plans"][0]["hazards"]
    kept = happens(table, {"kind": "moved", "route": {"path": path}})["state"]["hazards"]
    assert [hazard["numbers"] for hazard in (*planned, *kept)] == [{"height": 4}, {"height": 4}]


@MAPS
@pytest.mark.parametrize("mode", ["ground", "jump"])
def test_a_step_off_a_ledge_into_a_gap_is_a_fall_to_its_bottom(kind, mode):
    table = Table("styles", kind, (0, 2, {"kind": "ledge", "elevation": 3}), at=2, up=3)
    table.scene["regions"].append({"id": "g", "kind": "gap", "depth": 5, "area": {"rect": [3, 0, 2, 3]}})
    assert [hazard["numbers"] for hazard in table.plan((3, 0, mode))["hazards"]] == [{"height": 8}]


@MAPS
def test_a_jump_from_a_ledge_that_falls_short_over_a_gap_falls_to_its_bottom(kind):
    table = Table("sr5", kind, (0, 2, {"kind": "ledge", "elevation": 3}), at=2, up=3)
    table.scene["regions"] += [
        {"id": "g", "kind": "gap", "depth": 5, "area": {"rect": [3, 0, 3, 3]}},
        {"id": "l", "kind": "ledge", "elevation": 3, "area": {"rect": [6, 0, 1, 3]}},
    ]
    happens(table, {"kind": "moved", "route": {"to": {"col": 6, "row": 1, "elevation": 3}}})
    check = table.ask("state")["pending"]["check"]["id"]
    (ruling,) = happens(table, {"kind": "rolled", "check": check, "result": 0})["state"]["rulings"]
    reply = happens(table, {"kind": "ruled", "ruling": ruling["id"], "choice": "falls"})
    assert table.token["elevation"] == -5
    assert all(8 in one["numbers"].values() for one in reply["state"]["hazards"])


@MAPS
@GAMES
def test_who_steps_off_a_wall_falls(system, kind):
    for to, end, mode in ((0, 0, "ground"), (0, 4, "ground"), (0, 4, None), (2, 4, "ground"), (2, 4, None)):
        plan = Table(system, kind, (1, 1, WALL), at=1, up=4).plan((to, end, mode))
        falls = [hazard["id"] for hazard in plan["hazards"] if hazard["id"] in {"fall", "drop"}]
        assert len(falls) == 1, plan
        assert ways(plan)[-1] == (to, 0, "ground")
        assert kind == "gridless" or len(ways(plan)) == 1


@MAPS
@GAMES
@pytest.mark.parametrize("below", [None, "water", "pit"])
def test_straight_down_beside_a_wall_one_climbs_to_its_foot(system, kind, below):
    at, high = 2.500001 if kind == "gridless" else 3, {"kind": "ledge", "elevation": 15}
    table = Table(system, kind, (0, 2, high), at=at, up=10)
    told = {"kind": "water"} if below == "water" else {"kind": "ledge", "elevation": -10}
    if below is not None:
        table.scene["regions"].append({"id": "b", **told, "area": {"rect": [3, 0, 2, 3]}})
    foot = -10 if below == "pit" else 0
    drawn, best = table.plan((at, foot, None)), table.plan((at, 0, "to"))
    assert ways(drawn) == ways(best) == [(at, foot, "climb")]
    assert drawn["hazards"] == best["hazards"] == []


@MAPS
@GAMES
def test_below_a_wall_that_ends_at_the_surface_one_swims(system, kind):
    at = 2.500001 if kind == "gridless" else 3
    table = Table(system, kind, (0, 2, {"kind": "ledge", "elevation": 3}), at=at, up=2)
    table.scene["regions"].append({"id": "b", **WATER, "area": {"rect": [3, 0, 2, 3]}})
    assert ways(table.plan((at, -1, None))) == [(at, 0, "climb"), (at, -1, "swim")]


@MAPS
@GAMES
def test_off_a_wall_no_higher_than_a_step_too_one_climbs_down(system, kind):
    at = 2.500001 if kind == "gridless" else 3
    table = Table(system, kind, (0, 2, {"kind": "ledge", "elevation": 3}), at=at, up=0.4)
    for plan in (table.plan((at, 0, None)), table.plan((at, 0, "to"))):
        assert (ways(plan), plan["length"]) == ([(at, 0, "climb")], 0.4)


@CELLS
@GAMES
def test_off_a_table_beside_a_hole_one_falls_through_it(system, kind):
    table = Table(system, kind, (0, 2, {"kind": "ledge", "elevation": 5, "storey": "up"}), at=3, up=18)
    table.scene["storeys"] = [{"id": "low", "elevation": 0}, {"id": "up", "elevation": 15}]
    hole = {"id": "h", "kind": "gap", "storey": "up", "area": {"rect": [3, 0, 1, 3]}}
    table.scene["regions"].append(hole)
    assert ways(table.plan((3, 0, None)))[-1][:2] == (3, 0)


@CELLS
def test_who_falls_into_water_does_not_dive(kind):
    table = Table("d6", kind, (3, 5, WATER), at=2, up=3)
    table.scene["regions"].append({"id": "w", **WALL, "area": {"rect": [2, 0, 1, 3]}})
    assert {hazard["id"] for hazard in table.plan((3, 0, "swim"))["hazards"]} == {"fall"}


@MAPS
@GAMES
def test_who_climbs_where_no_wall_is_is_in_the_air(system, kind):
    plan = Table(system, kind, None, at=1).plan((1, 3, "climb"))
    assert [hazard["numbers"] for hazard in plan["hazards"] if hazard["id"] == "aloft"] == [{"height": 3}]


@MAPS
def test_the_style_in_use_is_what_the_map_shows(kind):
    table = Table("styles", kind, (2, 2, WALL), at=1)
    table.sheet = {"styles": {"walk": 9, "climb": 9, "fly": 9}}
    for at, up, active in ((2, 3, "climb"), (4, 3, "fly"), (2, 3, "fly"), (4, 0, None), (2, 0, None)):
        table.token.update(col=at, elevation=up)
        stays = {"kind": "granted", "length": 1, "reason": "luck"}
        told = table.ask("apply", commit={"id": f"{at}:{up}", "events": [stays]})
        table.ledger = told["ledger"]
        statuses = [status["id"] for status in told["state"]["statuses"]]
        assert statuses == ([f"active:{active}"] if active else [])


@GAMES
def test_without_cells_what_is_climbed_is_climbed_up_and_down_where_it_is(system):
    for told in ("to", None):
        up = Table(system, "gridless", (1, 2, WALL), at=0).plan((1, 3, told))
        assert ways(up) == [(0.5, 0, "ground"), (1, 3, "climb")]
        down = Table(system, "gridless", (1, 2, WALL), at=1, up=8).plan((5, 0, told))
        assert ways(down) == [(1, 0, "climb"), (2.5, 0, "climb"), (5, 0, "ground")]
        assert not [hazard for hazard in down["hazards"] if hazard["id"] in {"fall", "drop", "aloft"}]


@MAPS
@GAMES
def test_half_up_a_ladder_it_holds_and_leads_both_ways(system, kind):
    table = Table(system, kind, None, at=1, up=2)
    ends = {"a": {"col": 1, "row": 1, "storey": "low"}, "b": {"col": 2, "row": 1, "storey": "high"}}
    high = 4 * table.side
    table.scene["storeys"] = [{"id": "low", "elevation": 0}, {"id": "high", "elevation": high}]
    table.scene["passages"] = [{"id": "ladder", "kind": "ladder", **ends}]
    assert table.ask("state")["hazards"] == []
    assert "climb" in {mode for _, _, mode in ways(table.plan((4, high, "to")))}
    down = table.plan((4, 0, "to"))
    assert ways(down)[-1] == (4, 0, "ground")
    assert not [hazard for hazard in down["hazards"] if hazard["id"] in {"fall", "drop", "aloft"}]
    table.token["elevation"] = 0
    jumps = table.plan((2, high, None), (3, high, "jump"))  # off its top one stands
    assert not [band for band in jumps["bands"] if band["rule"] in {"MAP-19", "STY-20"}]


@MAPS
@GAMES
def test_a_way_begins_at_the_height_where_the_token_is(system, kind):
    plan = Table(system, kind, (3, 5, WATER), at=3, up=-2).plan((2, 0, "to"))
    assert (ways(plan)[0], ways(plan)[-1]) == ((3, 0, "swim"), (2, 0, "ground"))
    assert plan["length"] == pytest.approx(2 + Table(system, kind, None, at=0).side, abs=1e-4)
    plan = Table(system, kind, (3, 5, WATER), at=3, up=-2).plan((2, 0, "ground"))
    assert (ways(plan)[0], ways(plan)[-1]) == ((3, 0, "swim"), (2, 0, "ground"))
    plan = Table(system, kind, (1, 1, WALL), at=1, up=2).plan((0, 0, "to"))
    assert (ways(plan)[0], ways(plan)[-1]) == ((1, 0, "climb"), (0, 0, "ground"))


@pytest.mark.parametrize("ledge", [False, True], ids=["level", "beside a ledge"])
@GAMES
def test_without_cells_too_a_way_begins_at_the_surface_above_the_swimmer(system, ledge):
    table = Table(system, "gridless", (3, 5, WATER), at=3, up=-2)
    if ledge:
        high = {"id": "high", "kind": "ledge", "elevation": 1, "area": {"rect": [6, 0, 1, 1]}}
        table.scene["regions"].append(high)
    plan = table.plan((2, 0, "to"))
    assert ways(plan)[0] == (3, 0, "swim")
    assert ways(plan)[-1] == (2, 0, "ground")
    assert plan["length"] == pytest.approx(2 + table.side, abs=1e-4)
    assert table.plan((2, 0, None)) == plan


FLIERS = {"d6": {"flying_move": 20}, "styles": {"styles": {"walk": 6, "fly": 9}}}


@MAPS
@pytest.mark.parametrize("system", FLIERS)
@pytest.mark.parametrize(("up", "to"), [(10, 4), (0, 5), (4, 9)])
def test_who_flies_goes_up_and_down_over_the_own_cell(system, up, to, kind):
    table = Table(system, kind, None, at=2, up=up)
    table.sheet = FLIERS[system]
    plan = table.plan((2, to, "to"))
    assert plan["length"] == abs(to - up)
    assert ways(plan) == [(2, to, plan["path"][-1]["mode"])]
    assert plan["bands"]
    assert plan == table.plan((2, to, plan["path"][-1]["mode"]))


@MAPS
@pytest.mark.parametrize("system", FLIERS)
@pytest.mark.parametrize("ground", [0, 1])
@pytest.mark.parametrize("at", [2, 3])
def test_who_flies_lands_where_a_goal_names_no_height_above_the_ground(system, at, ground, kind):
    table = Table(system, kind, (3, 6, {"kind": "ledge", "elevation": ground}), at=at, up=4)
    table.sheet = FLIERS[system]
    landed = table.plan((3, 0, "to"))
    assert (landed["path"][-1]["elevation"], landed["verdict"]) == (ground, "free"), landed
    assert not [hazard for hazard in landed["hazards"] if hazard["id"] in {"fall", "drop", "aloft"}]
    (level,) = table.ask("plan", route={"to": {"col": 4, "row": 1}})["plans"]
    assert level["path"][-1]["elevation"] == 4


@GAMES
def test_on_a_map_as_wide_as_the_mover_a_straight_line_leads_onto_a_ledge(system):
    up = 3
    table = Table(system, "gridless", (3, 6, {"kind": "ledge", "elevation": up}), at=0)
    table.scene["grid"]["rows"] = 1
    table.scene["regions"][0]["area"] = {"rect": [3, 0, 4, 1]}
    table.token["row"] = 0
    (plan,) = table.ask("plan", route={"to": {"col": 5, "row": 0}})["plans"]
    assert ways(plan)[-1][:2] == (5, up)
    assert all(point["row"] == 0 for point in plan["path"])


@MAPS
@GAMES
def test_a_path_that_tells_no_height_of_its_first_point_begins_at_the_tokens(system, kind):
    for region, up in ((WATER, -2), (WALL, 3)):
        table = Table(system, kind, (0, 6, region), at=1, up=up)
        there = {"col": 2, "row": 1, "elevation": up}
        told, untold = (
            table.ask("plan", route={"path": [first, there]})["plans"][0]
            for first in ({"col": 1, "row": 1, "elevation": up}, {"col": 1, "row": 1})
        )
        assert told == untold
        assert untold["path"][0]["elevation"] == up


@MAPS
@GAMES
def test_out_of_a_pit_one_climbs_or_jumps_as_far_as_it_is_deep(system, kind):
    table = Table(system, kind, (3, 4, {"kind": "gap", "depth": 3}), at=3, up=-3)
    plan = table.plan((2, 0, "to"))
    assert {mode for _, _, mode in ways(plan)} & {"climb", "jump"}
    assert plan["length"] >= 3
    along = table.plan((4, -3, "ground"))
    assert along["verdict"] != "impossible", along
    assert along["length"] == table.side


@CELLS
@GAMES
def test_to_the_own_cell_at_another_height_is_a_climb_a_dive_or_refused(system, kind):
    dive = Table(system, kind, (3, 5, WATER), at=3).plan((3, -2, "to"))
    assert (ways(dive), dive["length"]) == ([(3, -2, "swim")], 2)
    rise = Table(system, kind, (3, 5, WATER), at=3, up=-2).plan((3, 0, "to"))
    assert (ways(rise), rise["length"]) == ([(3, 0, "swim")], 2)
    climb = Table(system, kind, (1, 1, WALL), at=1).plan((1, 2, "to"))
    assert (ways(climb), climb["length"]) == ([(1, 2, "climb")], 2)
    refused = Table(system, kind, None, at=1).plan((1, 2, "to"))
    flies = systems.find(system).flying and refused["path"][1]["mode"] in systems.find(system).flying
    assert flies or (refused["verdict"], refused["bands"][0]["rule"]) == ("impossible", "MAP-15")


@MAPS
@pytest.mark.parametrize(("at", "to"), [(0, 3), (3, 0)])
@pytest.mark.parametrize("system", ["contract", "d6"])
def test_a_jump_that_falls_short_ends_in_the_gap_and_a_way_leads_out(system, kind, at, to):
    table = Table(system, kind, (1, 2, {"kind": "gap", "depth": 3}), at=at)
    table.scene["regions"][0]["depth"] = 2 * table.side

    def apply(name, event):
        commit = {"id": name, "events": [event]}
        reply = table.ask("apply", commit=commit)
        table.ledger = reply["ledger"]
        if reply["moves"]:
            table.token |= reply["moves"][-1]["to"]
        return reply

    clock = {"in_combat": True}
    table.ask = lambda op, ask=table.ask, **told: ask(op, **{"clock": clock, **told})
    moved = apply("a", {"kind": "moved", "route": {"to": {"col": to, "row": 1}}})
    check = moved["state"]["pending"]["check"]["id"]
    ruling = apply("b", {"kind": "rolled", "check": check, "result": 0})["state"]["rulings"][0]["id"]
    apply("c", {"kind": "ruled", "ruling": ruling, "choice": "falls"})
    edge = abs(at - 1 / 2) if kind == "gridless" else 1 + at // 3
    assert table.token["col"] == pytest.approx(edge, abs=1e-5)
    assert table.token["elevation"] == -2 * table.side
    out = table.plan((at, 0, "to"))
    assert "climb" in {mode for _, _, mode in ways(out)}, out
    assert ways(out)[-1][:2] == (at, 0)


@MAPS
@GAMES
def test_where_nothing_can_be_is_told_and_left_again(system, kind):
    solid = Table(system, kind, (3, 3, {"kind": "obstacle"}), at=3)
    sunk = Table(system, kind, None, at=3, up=-2)
    over = Table(system, kind, (3, 3, {"kind": "gap", "depth": 3}), at=3)
    for table, why in ((solid, "inside"), (sunk, "below"), (over, "gap")):
        told = [hazard for hazard in table.ask("state")["hazards"] if hazard["id"] == "amiss"]
        assert [hazard["label"]["key"] for hazard in told] == [f"table.amiss.{why}"]
        out = table.plan((2, 0, "to" if table is over else "ground"))
        assert out["verdict"] != "impossible", out


@MAPS
@GAMES
def test_what_is_put_where_nothing_can_be_is_told_after_it_has_moved_too(system, kind):
    table = Table(system, kind, None, at=3)
    move = {"kind": "moved", "route": {"to": {"col": 2, "row": 1}}}
    reply = table.ask("apply", commit={"id": "a", "events": [move]})
    table.ledger = reply["ledger"]
    table.token |= reply["moves"][-1]["to"]
    assert not [hazard for hazard in table.ask("state")["hazards"] if hazard["id"] == "amiss"]
    table.token["elevation"] = -2
    assert [hazard for hazard in table.ask("state")["hazards"] if hazard["id"] == "amiss"]


@MAPS
@GAMES
def test_a_push_at_depth_goes_level_and_water_holds(system, kind):
    table = Table(system, kind, (0, 6, WATER), at=1, up=-2)
    path = [{"col": col, "row": 1, "elevation": -2} for col in (1, 2)]
    push = {"kind": "moved", "route": {"path": path}, "forced": True}
    reply = table.ask("apply", commit={"id": "a", "events": [push]})
    assert (reply["moves"][-1]["to"]["elevation"], reply["moves"][-1]["distance"]) == (-2, table.side)
    assert not reply["state"]["rulings"]


FAR = {"id": "far", "kind": "ledge", "elevation": 2, "area": {"rect": [6, 1, 1, 1]}}


@MAPS
@GAMES
def test_a_ledge_elsewhere_takes_nobody_off_a_wall_or_out_of_the_water(system, kind):
    off, along, level = (3, 0, "ground"), (2, 3, "climb"), (2, -2, "swim")
    held = [(WALL, 2, 6, off), (WALL, 1, 3, (0, 3, None)), (WALL, 1, 3, (0, 3, "climb")), (WALL, 1, 3, along)]
    swum = [(WATER, 1, -2, level), (WATER, 1, -2, (0, -2, None)), (WATER, 1, -2, (1, 0, "climb"))]
    for region, at, up, to in held + (swum if kind != "gridless" else swum[:1]):
        table = Table(system, kind, (1, 2, region), at=at, up=up)
        plain = table.plan(to)
        table.scene["regions"].append(FAR)
        told = table.plan(to)
        assert [told[key] for key in ("length", "path", "hazards")] == [
            plain[key] for key in ("length", "path", "hazards")
        ], to


@MAPS
@GAMES
def test_to_the_own_cell_in_the_air_or_the_ground_is_refused_beside_a_ledge_too(system, kind):
    for up in (2, -2):
        table = Table(system, kind, None, at=1)
        table.scene["regions"] = [FAR]
        plan = table.plan((1, up, "to"))
        modes = systems.find(system).flying
        assert plan["verdict"] == "impossible" or (up > 0 and plan["path"][1]["mode"] in modes), plan


@MAPS
@GAMES
def test_no_way_of_its_own_leads_into_the_ground(system, kind):
    ledge, pond = {"kind": "ledge", "elevation": 4}, (0, 1, WATER)
    tried = [((1, 1, WALL), 1, 0, (1, -2, "climb")), (pond, 1, -2, (2, -2, "swim"))]
    for mode in systems.find(system).flying:
        tried += [(None, 1, 0, (1, -2, mode)), ((2, 6, ledge), 1, 2, (2, 2, mode))]
    for region, at, up, to in tried:
        plan = Table(system, kind, region, at=at, up=up).plan(to)
        assert plan["verdict"] == "impossible", (to, plan)


@MAPS
def test_a_current_leaves_a_body_in_the_last_of_the_water(kind):
    table = Table("styles", kind, (0, 2, {**WATER, "current": [6, 0]}), at=1, up=-2)
    reply = table.ask("apply", commit={"id": "a", "events": [{"kind": "end", "scope": "turn"}]})
    end = reply["moves"][-1]["to"]
    assert end["elevation"] == -2
    assert end["col"] == 2 if kind != "gridless" else 2.49 < end["col"] < 2.5
    table.token |= end
    assert not [one for one in table.ask("state")["hazards"] if one["id"] == "amiss"]


@GAMES
def test_nobody_climbs_along_the_air(system):
    table = Table(system, "square", None, at=1)
    known = any(name == "air" for name, _ in systems.find(system).surfaces)
    climb = {"mode": "climb", "length": 1, "surface": "air"}
    plan = table.ask("plan", route={"segments": [climb]})["plans"][0] if known else None
    assert plan is None or (plan["verdict"], plan["bands"][0]["rule"]) == ("impossible", "MAP-19")


@MAPS
def test_a_rope_leads_to_the_ground_and_no_further(kind):
    sheet = {"assisted": True, "agility": 4, "body": 4}
    table = Table("sr5", kind, (0, 2, {"kind": "ledge", "elevation": 10}), at=2, up=10)
    floor = table.ask(
        "plan",
        route={
            "path": [
                {"col": 2, "row": 1, "elevation": 10},
                {"col": 1, "row": 1, "mode": "rappel", "elevation": 10},
            ]
        },
    )
    assert floor["plans"][0]["verdict"] == "impossible"
    mover = {"token": "jenny", "character": sheet}
    route = {"path": [{"col": 2, "row": 1, "elevation": 10}, {"col": 3, "row": 1, "mode": "rappel"}]}
    events = [
        {"kind": "moved", "route": route},
        {"kind": "rolled", "check": "rappel", "result": 2},
        {"kind": "end", "scope": "turn"},
    ]
    ledger = None
    for number, event in enumerate(events):
        commit = {"id": f"c{number}", "events": [event]}
        reply = table.ask(
            "apply", mover={**mover, "ledger": ledger}, commit=commit, clock={"in_combat": True}
        )
        ledger = reply["ledger"]
        if reply["moves"]:
            table.token |= reply["moves"][-1]["to"]
    assert (table.token["col"], table.token["elevation"]) == (3, 0)
    assert all(status["id"] != "rappelling" for status in reply["state"]["statuses"])


@pytest.mark.parametrize("kind", KINDS)
@GAMES
def test_the_gm_is_asked_what_is_climbed_on_open_floor(system, kind):
    told = []
    for region in (None, (2, 3, WALL)):
        plan = Table(system, kind, region, at=1).plan((2, 0, "climb"), (3, 0, "climb"))
        told.append([hazard["at"] for hazard in plan["hazards"] if hazard["id"] == "no_wall"])
    assert told == [[0], []]


@pytest.mark.parametrize("kind", KINDS)
def test_a_rope_of_which_nobody_says_how_long_it_is_ends_at_the_ground(kind):
    table = Table("sr5", kind, (0, 2, {"kind": "ledge", "elevation": 30}), at=2, up=30)
    mover, ledger = {"token": "jenny", "character": {"assisted": True, "agility": 4, "body": 4}}, None
    turn = [{"kind": "end", "scope": "turn"}, {"kind": "begin", "scope": "turn"}]
    begun = [{"kind": "did", "act": "rappel"}, {"kind": "rolled", "check": "rappel", "result": 2}]
    for number, event in enumerate([*begun, *turn * 3]):
        commit = {"id": f"c{number}", "events": [event]}
        reply = table.ask(
            "apply", mover={**mover, "ledger": ledger}, commit=commit, clock={"in_combat": True}
        )
        assert reply["refused"] is None
        ledger = reply["ledger"]
        if reply["moves"]:
            table.token |= reply["moves"][-1]["to"]
    assert table.token["elevation"] == 0
    assert 2 < table.token["col"] <= 3
    assert all(status["id"] != "rappelling" for status in reply["state"]["statuses"])


def happens(table, *events, in_combat=True):
    """Tell events, each in a commit of its own, and follow the token; return the last reply."""
    for event in events:
        commit = {"id": f"e{len(table.ledger['commits']) if table.ledger else 0}", "events": [event]}
        reply = table.ask("apply", commit=commit, clock={"in_combat": in_combat})
        table.ledger = reply["ledger"]
        if reply["moves"]:
            table.token |= reply["moves"][-1]["to"]
    return reply


ROOF = (0, 2, {"kind": "ledge", "elevation": 10})
SHAFT = (3, 6, {"kind": "gap", "depth": 10})
BELOW = pytest.mark.parametrize(
    ("region", "up", "foot"), [(ROOF, 10, 0), (SHAFT, 0, -10), (None, 0, 0)], ids=["roof", "shaft", "floor"]
)


@MAPS
@BELOW
@pytest.mark.parametrize("height", [None, 4, 12, 60])
def test_a_fall_ends_at_the_first_thing_below(kind, region, up, foot, height):
    for system in ("styles", "sr5"):
        table = Table(system, kind, region, at=2, up=up)
        fall = {"kind": "did", "act": "fall", "options": {"height": height}}
        if system == "styles":
            reply = happens(table, fall, {"kind": "ruled", "ruling": "fall", "choice": "lands"})
        elif height is not None:
            reply = happens(table, fall, in_combat=False)
            assert reply["state"]["hazards"][0]["numbers"]["metres"] == height
        else:
            continue
        assert table.token["elevation"] == foot, system
        assert (table.token["col"] > 2) == (foot < up)
        assert not [one for one in reply["state"]["statuses"] if one["id"] == "falling"]


@MAPS
@BELOW
@pytest.mark.parametrize("height", [None, 15, 60])
def test_a_rope_that_runs_on_ends_at_the_first_thing_below(kind, region, up, foot, height):
    table = Table("sr5", kind, region, at=2, up=up)
    table.sheet = {"assisted": True, "agility": 4, "body": 4, "acrobatics": 4}
    happens(table, {"kind": "did", "act": "rappel", "options": {"height": height}})
    begun = happens(table, {"kind": "rolled", "check": "rappel", "result": 2})
    assert [one["id"] for one in begun["state"]["statuses"]] == ["rappelling"]
    sprint = table.ask(
        "apply",
        commit={"id": "s", "events": [{"kind": "rolled", "check": "sprint", "result": 1}]},
        clock={"in_combat": True},
    )
    assert sprint["refused"]["rule"] == "SR5-31"
    reply = happens(table, {"kind": "end", "scope": "turn"})
    assert table.token["elevation"] == foot
    assert reply["state"]["statuses"] == []
    assert bool(reply["moves"]) == (foot < up)


LEDGE = (0, 1, {"kind": "ledge", "elevation": 30})


@CELLS
@GAMES
def test_who_hangs_on_a_ledge_goes_down_its_own_column_or_on_up_over_the_edge(system, kind):
    table = Table(system, kind, LEDGE, at=2, up=10)
    down = table.plan((4, 0, "to"))
    assert ways(down) == [(2, 0, "climb"), (3, 0, "ground"), (4, 0, "ground")]
    assert down["length"] == 10 + 2 * table.side
    assert table.plan((3, 0, None))["length"] == 10 + table.side
    assert ways(table.plan((2, 0, "climb"))) == [(2, 0, "climb")]
    up = table.plan((1, 0, "to"))
    assert (ways(up), up["length"]) == ([(1, 30, "climb")], 20)
    assert (table.plan((1, 30, None))["path"], table.plan((1, 0, None))["path"]) == (up["path"], up["path"])
    paused = table.plan((2, 14, "climb"), (1, 30, "climb"))
    assert paused["length"] == 20


@MAPS
def test_a_climb_through_a_hole_pauses_where_the_dice_end_and_goes_on(kind):
    table = Table("sr5", kind, None, at=2)
    table.sheet = {"agility": 4, "strength": 4, "acrobatics": 3, "physical_limit": 5}
    table.scene["storeys"] = [{"id": "low", "elevation": 0}, {"id": "high", "elevation": 4}]
    hole = {"id": "hole", "kind": "gap", "storey": "high", "area": {"rect": [2, 1, 1, 1]}}
    table.scene["regions"] = [hole]
    goal = {"col": 3, "row": 1, "elevation": 4, "mode": "climb"}

    def plan(up):
        path = [{"col": 2, "row": 1, "elevation": up}, goal]
        return table.ask("plan", route={"path": path}, clock={"in_combat": True})["plans"][0]

    paused = plan(0)
    assert (paused["verdict"], paused["pause"]["cell"]) == ("roll", {"col": 2, "row": 1, "elevation": 2})
    table.token["elevation"] = 2
    on = plan(2)
    assert (on["verdict"], on["length"], on["pause"]) == ("roll", 2, None)


@MAPS
@pytest.mark.parametrize("system", FLIERS)
def test_a_flight_ends_at_the_surface_and_below_it_one_swims(system, kind):
    table = Table(system, kind, (2, 6, WATER), at=3, up=3)
    table.sheet = FLIERS[system]
    flown = {str(mode): table.plan((3, -2, mode)) for mode in ("to", None, "fly")}
    for plan in flown.values():
        assert ways(plan) == [(3, 0, "fly"), (3, -2, "swim")], plan
        assert {(band["mode"], band["end"]) for band in plan["bands"]} >= {("fly", 3), ("swim", 5)}
    table.token["elevation"] = -2
    assert ways(table.plan((3, 3, "fly"))) == [(3, 0, "swim"), (3, 3, "fly")]
    assert ways(table.plan((4, -2, "fly"))) == [(4, -2, "swim")]


ON_A_ROOF = {
    "water": [
        (2, 0, (4, -2, "to")),
        (4, 0, (4, -2, "swim")),
        (4, -2, (2, 0, "to")),
        (4, -2, (5, -2, None)),
        (4, -2, (3, -2, None), (2, 0, None)),
    ],
    "climb": [
        (2, 0, (4, 3, "to")),
        (4, 3, (5, 3, None)),
        (4, 3, (5, 4, "climb")),
        (4, 3, (2, 0, "to")),
        (3, 3, (2, 0, "ground")),
    ],
}


@MAPS
@pytest.mark.parametrize("what", ON_A_ROOF)
@GAMES
def test_on_a_roof_water_and_walls_hold_as_on_the_floor(system, what, kind):
    for at, up, *cells in ON_A_ROOF[what]:
        told = []
        for roof in (0, 10):
            table = Table(system, kind, (3, 5, {"kind": what}), at=at, up=up + roof)
            if roof:
                whole = {"id": "roof", "kind": "ledge", "elevation": roof, "area": {"rect": [0, 0, 7, 3]}}
                table.scene["regions"].append(whole)
            plan = table.plan(*((col, high + roof, mode) for col, high, mode in cells))
            path = [(col, high - roof, mode) for col, high, mode in ways(plan)]
            bands = [(band["kind"], band["mode"], band["start"], band["end"]) for band in plan["bands"]]
            told.append((plan["length"], path, bands, [hazard["id"] for hazard in plan["hazards"]]))
        assert told[0] == told[1], (at, up, cells)


@MAPS
@pytest.mark.parametrize(("up", "to"), [(-8, 0), (0, -8)])
def test_a_swim_straight_up_or_down_gets_as_far_as_it_carries(kind, up, to):
    table = Table("sr5", kind, (3, 5, WATER), at=3, up=up)
    path = [{"col": 3, "row": 1, "elevation": up}, {"col": 3, "row": 1, "elevation": to, "mode": "swim"}]
    pending = happens(table, {"kind": "moved", "route": {"path": path}})["state"]["pending"]
    reply = happens(table, {"kind": "rolled", "check": pending["check"]["id"], "result": 0})
    assert (table.token["elevation"], reply["rest"][-1]["elevation"]) == (-4, to)


@MAPS
@pytest.mark.parametrize("system", FLIERS)
def test_who_has_flown_up_flies_on_within_one_drag_as_with_two(system, kind):
    for end in (4, 0):
        plans = []
        for up, path in ((0, ((2, 4, "fly"), (1, end, None))), (4, ((1, end, None),))):
            table = Table(system, kind, None, at=2, up=up)
            table.sheet = FLIERS[system]
            plans.append(table.plan(*path))
        one, two = plans
        assert ways(one)[-1:] == ways(two)
        assert one["verdict"] != "impossible"


@MAPS
@GAMES
def test_onto_the_bank_no_depth_is_carried_along(system, kind):
    side = float(systems.find(system).cell)
    table = Table(system, kind, (3, 5, WATER), at=3, up=-2)
    plan = table.plan((2, -2, None))
    assert [way for way in ways(plan) if way[0] != 2.5] == [(3, 0, "swim"), (2, 0, "ground")]
    assert (plan["length"], falls(plan)) == (2 + side, [])
    assert table.plan((3, 0, "climb"))["length"] == 2
    assert table.plan((3, 0, "ground"))["verdict"] == "impossible"
    dry = Table(system, kind, None, at=1)
    for mode in (None, "ground", "jump", "climb"):
        plan = dry.plan((2, -2, mode))
        assert (ways(plan)[-1][:2], plan["length"], falls(plan)) == ((2, 0), side, [])


@MAPS
@GAMES
@pytest.mark.parametrize("up", [0, -2])
def test_a_way_between_two_waters_goes_up_over_the_bank_and_down(system, up, kind):
    side = float(systems.find(system).cell)
    table = strips(system, kind, (0, 1, WATER), (4, 6, WATER), at=1, up=up)
    plan = table.plan((5, -2, "to"))
    assert plan["bands"][-1]["rule"] not in {"MAP-05", "MAP-15"}
    assert {high for col, high, _ in ways(plan) if 1.5 <= col <= 3.5} == {0}
    assert ways(plan)[-1] == (5, -2, "swim")
    assert 4 * side < plan["length"] <= 4 * side - up + 2
    table.scene["regions"][1]["kind"] = "climb"  # up a wall behind the bank it is the same
    plan = table.plan((5, 3, "to"))
    assert {high for col, high, _ in ways(plan) if 1.5 <= col <= 3.5} == {0}
    assert (plan["bands"][-1]["rule"] != "MAP-15", ways(plan)[-1]) == (True, (5, 3, "climb"))


HIGH = {"id": "high", "kind": "ledge", "elevation": 4, "area": {"rect": [3, 0, 4, 3]}}


@MAPS
@GAMES
def test_one_drag_is_as_two(system, kind):
    flown = [
        mode for mode in systems.find(system).flying if mode in FLIERS.get(system, {}).get("styles", ["fly"])
    ]
    held = [((2, 4, "climb"), (1, up, mode)) for up, mode in ((4, None), (4, "ground"), (0, "ground"))]
    held += [((2, 4, "climb"), (3, 4, mode)) for mode in (None, "ground") if kind != "gridless"]
    flown = [((2, 4, flown[0]), (1, up, None)) for up in (4, 0)] if system in FLIERS else []
    for first, second in held + flown:
        plans = []
        for up, path in ((0, (first, second)), (4, (second,))):
            table = Table(system, kind, (2, 2, WALL if first[2] == "climb" else WATER), at=2, up=up)
            table.sheet = FLIERS.get(system, table.sheet)
            table.scene["regions"].append(HIGH)
            plans.append(table.plan(*path))
        one, two = plans
        assert ways(one)[-len(ways(two)) :] == ways(two), (first, second)
        assert (one["verdict"] == "impossible") == (two["verdict"] == "impossible"), (first, second, plans)


@MAPS
@GAMES
def test_nobody_swims_off_a_wall_into_the_air(system, kind):
    for regions in ([], [FAR]):
        table = Table(system, kind, (1, 1, WALL), at=1, up=3)
        table.scene["regions"] += regions
        plan = table.plan((0, 3, "swim"))
        assert (plan["verdict"], plan["bands"][-1]["rule"]) == ("impossible", "MAP-15")
    table = Table(system, kind, (1, 2, WATER), at=2)
    table.scene["regions"].append(HIGH)
    for mode in ("swim", None):
        assert table.plan((2, 3, mode))["verdict"] == "impossible"


@MAPS
@GAMES
def test_a_path_begins_as_high_as_its_token_whatever_it_says(system, kind):
    for region, up in ((WALL, 5), (None, 0)):
        table = Table(system, kind, region and (1, 1, region), at=1, up=up)
        table.scene["regions"].append(FAR)
        (own,) = table.ask("plan", route={"to": {"col": 1, "row": 1, "elevation": up}})["plans"]
        assert [point["elevation"] for point in own["path"]] == [up]
        far = [{"col": 1, "row": 1, "elevation": 25}, {"col": 2, "row": 1}]
        reply = happens(table, {"kind": "moved", "forced": True, "route": {"path": far}})
        assert reply["moves"][0]["way"][0]["elevation"] == up
        assert not reply["state"]["rulings"] or up


@MAPS
def test_a_drift_and_a_push_end_before_another_token(kind):
    for told, end in (("hostile", 2), ("friendly", 4)):
        for event in (
            {"kind": "end", "scope": "turn"},
            {"kind": "moved", "forced": True, "route": {"to": {"col": 4, "row": 1}}},
        ):
            table = Table("styles", kind, (0, 6, {**WATER, "current": [3, 0]}), at=1)
            table.scene["tokens"].append({"id": "x", "col": 3, "row": 1, "disposition": told})
            assert happens(table, event)["moves"][0]["to"]["col"] == end, told
        table = Table("styles", kind, (0, 6, {**WATER, "current": [2, 0]}), at=1)
        table.scene["tokens"].append({"id": "x", "col": 3, "row": 1, "disposition": told})
        reply = happens(table, {"kind": "end", "scope": "turn"})
        assert (reply["moves"][0]["to"]["col"], reply["stopped"]["rule"]) == (2, "MAP-02")


def strips(system, kind, *regions, at, up):
    """Return a table whose map has several strips, each its first and last column and what it is."""
    table = Table(system, kind, None, at=at, up=up)
    table.scene["regions"] = [
        {"id": str(number), **told, "area": {"rect": [first, 0, last - first + 1, 3]}}
        for number, (first, last, told) in enumerate(regions)
    ]
    return table


def ledge(elevation):
    return {"kind": "ledge", "elevation": elevation}


def falls(plan):
    return [hazard["label"] for hazard in plan["hazards"] if hazard["id"] in {"fall", "drop"}]


@MAPS
@GAMES
def test_off_a_wall_or_out_of_the_water_a_way_climbs_the_ledge_behind(system, kind):
    for region, up in ((WALL, 2), (WATER, -2)):
        for high in (-3, 3):
            end = high * float(systems.find(system).cell)
            table = strips(system, kind, (6, 6, region), (2, 3, ledge(end)), at=6, up=up)
            plan = table.plan((3, end, "to"))
            assert ways(plan)[0][2] == ("climb" if region is WALL else "swim")
            assert next(mode for _, there, mode in ways(plan) if there == end) == "climb"
            assert falls(plan) == []
            assert ways(plan)[-1][:2] == (3, end)


@GAMES
def test_off_a_wall_beside_a_pit_it_is_one_fall_for_every_map(system):
    side = float(systems.find(system).cell)
    regions = (2, 2, WALL), (3, 6, ledge(-3 * side))
    plans = [
        strips(system, kind, *regions, at=2, up=3 * side).plan((3, -3 * side, "ground")) for kind in KINDS
    ]
    assert [falls(plan) for plan in plans] == [falls(plans[0])] * len(KINDS)
    assert all(len(falls(plan)) == 1 for plan in plans)


@MAPS
@GAMES
def test_off_a_wall_onto_a_roof_as_high_one_stays_as_high(system, kind):
    side = float(systems.find(system).cell)
    table = strips(system, kind, (2, 2, WALL), (3, 6, ledge(4 * side)), at=2, up=4 * side)
    for mode in ("to", None, "climb"):
        plan = table.plan((3, 4 * side, mode))
        assert {up for _, up, _ in ways(plan)} == {4 * side}
        assert plan["length"] == side


@MAPS
@GAMES
def test_who_holds_on_beside_a_ledge_climbs_up_and_down_it_and_no_higher(system, kind):
    side, at = float(systems.find(system).cell), 2.499999 if kind == "gridless" else 2
    table = strips(system, kind, (3, 6, ledge(4 * side)), at=at, up=2 * side)
    for high in (side, 3 * side, 4 * side):
        for mode in ("to", "climb"):
            plan = table.plan((at, high, mode))
            assert (ways(plan), plan["length"]) == ([(at, high, "climb")], abs(high - 2 * side))
    above = table.plan((at, 5 * side, "to"))
    assert (above["verdict"], above["bands"][0]["rule"]) == ("impossible", "MAP-15")
    assert falls(above) == []


@MAPS
@GAMES
def test_down_a_wall_or_a_rope_one_halts_where_the_way_says(system, kind):
    side = float(systems.find(system).cell)
    at, walked = (2.5, side / 2) if kind == "gridless" else (3, 0)
    high, half = 4 * side, 2 * side
    for region in (None, (3, 3, WALL)):
        table = strips(system, kind, (0, 2, ledge(high)), *([region] if region else []), at=2, up=high)
        modes = ["to", "climb", *(["rappel"] if system == "sr5" else []), *([None] if region else [])]
        for mode in modes:
            plan = table.plan((at, half, mode))
            assert (ways(plan)[-1][:2], falls(plan)) == ((at, half), [])
            assert half + walked <= plan["length"] < half + walked + side / 2
        table.token.update(col=4, elevation=0)
        plan = table.plan((at, half, "to"))  # from below it is up the wall
        assert ways(plan)[-1] == (at, half, "climb")
        assert plan["length"] >= half


@MAPS
def test_a_rope_leads_as_far_down_at_once_as_the_roll_carries(kind):
    table = Table("sr5", kind, (0, 2, ledge(25)), at=2, up=25)
    table.sheet |= {"assisted": True}
    happens(table, {"kind": "ruled", "ruling": "preparation", "choice": "ready"})
    at = 2.6 if kind == "gridless" else 3
    path = [{"col": 2, "row": 1, "elevation": 25}, {"col": at, "row": 1, "elevation": 0, "mode": "rappel"}]
    reply = happens(
        table,
        {"kind": "moved", "route": {"path": path}},
        {"kind": "rolled", "check": "rappel", "result": 2},
    )
    assert table.token["elevation"] == 5
    assert [one["id"] for one in reply["state"]["statuses"]] == ["rappelling"]


@MAPS
def test_a_rope_leads_down_to_a_place_on_the_way_beside_the_edge(kind):
    table = Table("sr5", kind, (0, 2, ledge(25)), at=2, up=25)
    table.sheet |= {"assisted": True}
    happens(table, {"kind": "ruled", "ruling": "preparation", "choice": "ready"})
    at = 2.6 if kind == "gridless" else 3
    plan = table.plan((at, 10, "rappel"))
    assert (ways(plan)[-1], plan["checks"][0]["id"]) == ((at, 10, "rappel"), "rappel")
    assert "aloft" not in {hazard["id"] for hazard in plan["hazards"]}
    path = [{"col": 2, "row": 1, "elevation": 25}, {"col": at, "row": 1, "elevation": 10, "mode": "rappel"}]
    reply = happens(
        table,
        {"kind": "moved", "route": {"path": path}},
        {"kind": "rolled", "check": "rappel", "result": 2},
    )
    assert (table.token["col"], table.token["elevation"]) == (at, 10)
    assert ([one["id"] for one in reply["state"]["statuses"]], reply["state"]["hazards"]) == (
        ["rappelling"],
        [],
    )


@MAPS
@GAMES
def test_a_push_keeps_a_swimmer_as_deep_whatever_else_is_on_the_map(system, kind):
    for regions, top in (
        ([], 0),
        ([FAR], 0),
        ([ledge(10) | {"area": {"rect": [0, 0, 7, 3]}, "id": "roof"}], 10),
    ):
        table = Table(system, kind, (0, 5, WATER), at=2, up=top - 2)
        table.scene["regions"] += regions
        push = {"kind": "moved", "forced": True, "route": {"to": {"col": 4, "row": 1, "elevation": top - 2}}}
        (gone,) = happens(table, push)["moves"]
        assert (gone["to"]["elevation"], gone["distance"]) == (top - 2, 2 * table.side)


@MAPS
def test_who_is_put_on_the_ground_by_hand_is_off_the_rope(kind):
    table = Table("sr5", kind, (0, 2, ledge(25)), at=2, up=25)
    table.sheet |= {"assisted": True}
    happens(table, {"kind": "ruled", "ruling": "preparation", "choice": "ready"})
    path = [{"col": 2, "row": 1, "elevation": 25}, {"col": 3, "row": 1, "elevation": 10, "mode": "rappel"}]
    told = {"kind": "moved", "route": {"path": path}}
    happens(table, told, {"kind": "rolled", "check": "rappel", "result": 2})
    for up, hangs in (10, True), (0, False):
        table.token.update(elevation=up)
        state = table.ask("state", clock={"in_combat": True})
        assert ("rappelling" in {one["id"] for one in state["statuses"]}) == hangs
        assert ("rappel_stop" in {one["id"] for one in state["checks"]}) == hangs


@MAPS
def test_a_style_that_does_not_hold_the_token_where_it_is_is_not_taken_up(kind):
    table = strips("styles", kind, (1, 1, WALL), (3, 5, WATER), at=0, up=0)
    table.sheet = {"styles": {"walk": 9, "jump": 9, "climb": 9, "swim": 9, "fly": 9}}
    kept = {
        (0, 0): ["walk"],
        (0, 3): ["fly"],
        (1, 3): ["climb", "fly"],
        (1, 0): ["walk", "climb"],
        (4, 0): ["swim"],
    }
    for (at, up), styles in kept.items():
        table.token.update(col=at, elevation=up)
        for style in ("walk", "climb", "swim", "fly", "jump"):
            commit = {
                "id": f"{at}:{up}:{style}",
                "events": [{"kind": "did", "act": "use", "options": {"style": style}}],
            }
            reply = table.ask("apply", commit=commit)
            assert (reply["refused"] is None) == (style in styles), (at, up, style)
            assert reply["refused"] is None or reply["refused"]["rule"] == "STY-15"


@CELLS
def test_a_flight_off_the_map_beside_what_is_drawn_by_cells_is_refused_by_name(kind):
    table = Table("styles", kind, None, at=0)
    table.sheet = {"styles": {"walk": "normal", "fly": "normal"}}
    gap = {"id": "g", "kind": "gap", "area": {"cells": [[2, 1]]}}
    table.scene["regions"].append(gap)
    path = [{"col": col, "row": 1, "mode": "fly"} for col in (0, 1, -1)]
    mover = {"token": "jenny", "character": table.sheet, "route": {"path": path}}
    asked = {"op": "plan", "system": "styles", "scene": table.scene, "movers": [mover]}
    assert json.loads(handle(json.dumps(asked)))["problem"]["code"] in {"off_map", "path_jumps_cells"}


@MAPS
def test_who_hangs_on_a_rope_through_a_hole_goes_on_at_its_foot_round_what_stands_there(kind):
    table = Table("sr5", kind, (3, 3, {"kind": "gap", "storey": "high"}), at=3, up=20)
    table.scene["storeys"] = [{"id": "low", "elevation": 0}, {"id": "high", "elevation": 40}]
    block = {"id": "b", "kind": "obstacle", "storey": "low", "area": {"rect": [4, 1, 1, 1]}}
    table.scene["regions"].append(block)
    table.sheet, combat = {**table.sheet, "assisted": True}, {"in_combat": True}
    turn = {"rappelling": True, "controlled": True, "rappel_total": "20"}
    commit = {"id": "r", "lines": [], "turn": turn, "moves": []}
    table.ledger = {"v": 4, "system": "sr5", "number": 1, "before": None, "commits": [commit]}
    layers = table.ask("destinations", clock=combat)["layers"]
    assert {(layer["storey"], layer["kind"]) for layer in layers} >= {("low", "free")}
    (plan,) = table.ask("plan", route={"to": {"col": 5, "row": 1}}, clock=combat)["plans"]
    assert (plan["verdict"], ways(plan)[0]) == ("free", (3, 0, "rappel"))


@GAMES
@pytest.mark.parametrize("deep", [-1, -2, -3])
def test_without_cells_one_swims_straight_from_depth_to_depth(system, deep):
    table = Table(system, "gridless", (0, 6, WATER), at=2)
    table.token["elevation"] = -2 * table.side
    goal = {"col": 4, "row": 1, "elevation": deep * table.side}
    here = {name: table.token[name] for name in ("col", "row", "elevation")}
    found, drawn = (
        table.ask("plan", route=way)["plans"][0] for way in ({"to": goal}, {"path": [here, goal]})
    )
    assert (found["path"], found["length"]) == (drawn["path"], drawn["length"])


def test_without_cells_nobody_swims_under_dry_land():
    table = Table("custom", "gridless", (0, 2, WATER), at=2, up=-10)
    table.scene["regions"].append({"id": "w", **WATER, "area": {"rect": [4, 0, 3, 3]}})
    plan = table.plan((5, -15, "to"))
    assert max(up for _, up, _ in ways(plan)) == 0


@MAPS
@GAMES
@pytest.mark.parametrize(
    ("ground", "up", "low"),
    [(None, 0, 0), ((3, 6, WATER), 0, 0), (ROOF, 10, 0), ((3, 4, {"kind": "gap", "depth": 5}), 0, -5)],
    ids=["floor", "water", "roof", "gap"],
)
def test_what_is_stopped_within_a_jump_comes_down_there(system, kind, ground, up, low):
    table = Table(system, kind, ground, at=2, up=up)
    table.sheet = table.sheet | ({"agility": 9} if system == "sr5" else {})
    path = [{"col": col, "row": 1, "mode": "jump"} for col in ((5,) if kind == "gridless" else (3, 4, 5))]
    route = {"path": [{"col": 2, "row": 1, "elevation": up}, *path]}
    event = {"kind": "moved", "route": route, "until": 1.5 * table.side, "override": True}
    reply = happens(table, event, in_combat=False)
    assert (3 <= table.token["col"] < 4, table.token["elevation"]) == (True, low)
    told = {name for one in reply["state"]["hazards"] for name in one["numbers"].values()}
    assert up == low or up - low in told or system not in {"sr5", "styles"}
    table.ledger = None
    assert not table.ask("state")["hazards"]


@MAPS
@GAMES
def test_water_in_a_gap_holds_nobody_above_it(system, kind):
    plans = []
    for water in (False, True):
        table = Table(system, kind, (3, 4, {"kind": "gap", "depth": 10}), at=3)
        if water:
            table.scene["regions"].append({"id": "w", **WATER, "area": {"rect": [3, 0, 2, 3]}})
        assert [one["id"] for one in table.ask("state")["hazards"]] == ["amiss"]
        plans.append(table.plan((2, 0, "to")))
    assert plans[0]["verdict"] != "impossible"
    assert plans[0]["bands"] == plans[1]["bands"]
