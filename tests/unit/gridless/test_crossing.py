"""Storeys on maps without cells: where lines lead from one to another, at what length, and what no way leads to."""

import pytest

from tests.asking import ask, commit, moved, problem_of
from tests.unit.board.test_storeys import (
    HOLE,
    SHEETS,
    along,
    at,
    cells_in,
    end,
    house,
    ladder,
    planned,
    stairs,
)


def open_house(*passages, **fields):
    """Return the house of two storeys, 6 by 3 lengths of 5 ft and 10 ft apart, without cells."""
    return house(*passages, **{"grid": {"kind": "gridless", "cols": 6, "rows": 3}, **fields})


def areas_on(layers, storey):
    return [
        polygon
        for layer in layers
        if layer["storey"] == storey
        for ring in layer["rings"]
        for polygon in ring["area"]
    ]


def destinations(scene, system="contract", **fields):
    who = {"token": "jenny", "character": SHEETS[system], **fields}
    return ask(op="destinations", system=system, scene=scene, mover=who)


# ---------------------------------------------------------------- passages


@pytest.mark.parametrize(
    ("passage", "length", "mode"),
    [
        (stairs(length=20), 20, "ground"),
        (stairs(), 18.03, "ground"),  # 15 ft along and 10 ft up: 18.0278
        (ladder(), 10, "climb"),
        (ladder(length=12), 12, "climb"),
        (ladder(length=4), 10, "climb"),  # no climb is shorter than it is high
        (ladder(kind="shaft"), 10, "climb"),
    ],
)
def test_a_passage_is_as_long_wherever_it_is_entered(passage, length, mode):
    scene, far = open_house(passage), passage["b"]["col"] - passage["a"]["col"]
    for col, row in ((1, 1), (0.7, 1.3), (1.25, 0.75)):
        plan = planned(scene, along((col, row), (col + far, row, 10)), at=at(col, row))
        assert plan["length"] == pytest.approx(length)
        assert [band["mode"] for band in plan["bands"]] == [mode] * len(plan["bands"])
        assert "MAP-10" in {line["rule"] for line in plan["trace"]}


def test_a_line_to_another_place_of_the_square_goes_on_where_it_comes_out():
    scene = open_house(stairs(length=20))
    plan = planned(scene, along((1, 1), (4.3, 1.4, 10)), at=at(1, 1))
    assert cells_in(plan) == [(1, 1, 0), (4, 1, 10), (4.3, 1.4, 10)]
    assert plan["length"] == pytest.approx(20 + 2.5)
    assert planned(scene, {"path": plan["path"]}, at=at(1, 1)) == plan


@pytest.mark.parametrize("path", [[(0.4, 1), (4, 1, 10)], [(1, 1), (4.6, 1, 10)], [(1, 1), (3, 1, 10)]])
def test_who_is_beside_a_passage_does_not_go_through_it(path):
    plan = planned(open_house(stairs()), along(*path), at=at(*path[0]))
    assert [(band["kind"], band["rule"]) for band in plan["bands"]] == [("impossible", "MAP-10")]
    assert plan["last_legal"]["cell"] == at(*path[0])


def test_the_ends_of_a_passage_lie_on_thirds():
    scene = open_house(stairs(a=end(1.3, 0.7, "low"), b=end(4, 1, "high"), length=20))
    for col, verdict in ((0.9, "free"), (0.8, "impossible"), (1.8, "free"), (1.9, "impossible")):
        plan = planned(scene, along((col, 1), (col + 3 - 1 / 3, 1 + 1 / 3, 10)), at=at(col, 1))
        assert plan["verdict"] == verdict, col


def test_who_takes_the_stairs_neither_climbs_nor_drops():
    scene = open_house(stairs(length=20))
    up = planned(scene, {"to": at(4, 1, 10)})
    down = planned(scene, {"to": at(1, 1)}, at=at(4, 1, 10))
    assert (up["verdict"], down["verdict"]) == ("free", "free")
    assert up["checks"] == down["hazards"] == down["rulings"] == []
    assert cells_in(down) == [(4, 1, 10), (1, 1, 0)]


@pytest.mark.parametrize("system", SHEETS)
def test_the_best_way_goes_through_the_passage_in_every_game(system):
    scene = open_house(stairs(), grid={"kind": "gridless", "cols": 6, "rows": 3, "distance": 1, "units": "m"})
    scene["storeys"][1]["elevation"] = 2
    plan = planned(scene, {"to": at(5, 1, 2)}, system)
    assert plan["verdict"] != "impossible"
    assert cells_in(plan) == [(0, 1, 0), (1, 1, 0), (4, 1, 2), (5, 1, 2)]
    assert planned(scene, {"path": plan["path"]}, system) == plan
    layers = destinations(scene, system)["layers"]
    assert {layer["storey"]: layer["elevation"] for layer in layers} == {"low": 0, "high": 2}


def test_one_way_is_one_way():
    scene = open_house(stairs(one_way=True))
    assert planned(scene, {"to": at(4, 1, 10)})["verdict"] == "free"
    back = planned(scene, along((5, 1, 10), (4, 1, 10), (1, 1, 0)), at=at(5, 1, 10))
    assert [(band["kind"], band["rule"]) for band in back["bands"]] == [
        ("free", "CON-05"),
        ("impossible", "MAP-10"),
    ]
    assert back["last_legal"]["cell"] == at(4, 1, 10)


def test_a_way_goes_through_via_points_on_other_storeys():
    plan = planned(open_house(stairs()), {"to": at(0, 0), "via": [at(5, 2, 10)]})
    assert (5, 2, 10) in cells_in(plan)
    assert cells_in(plan)[-1] == (0, 0, 0)


def test_where_no_way_leads_the_nearest_place_of_that_storey_is_named():
    wall = {"id": "w", "a": [5, 0], "b": [5, 3], "storey": "high"}
    near = planned(open_house(stairs(), walls=[wall]), {"to": at(5, 1, 10)})["last_legal"]["cell"]
    assert (near["elevation"], near["row"]) == (10, pytest.approx(1, abs=0.2))
    assert 3.8 < near["col"] <= 4.2  # the wall less its body
    below = planned(open_house(walls=[wall]), {"to": at(5, 1, 10)})["last_legal"]["cell"]
    assert (below["col"], below["row"], below["elevation"]) == (
        pytest.approx(5, abs=0.2),
        pytest.approx(1, abs=0.2),
        0,
    )


def test_a_hidden_passage_is_the_referee_s():
    scene = open_house(stairs(hidden=True))
    who = {"token": "jenny", "character": SHEETS["contract"], "route": {"to": at(4, 1, 10)}}
    verdicts = {
        view: ask(op="plan", scene=scene, movers=[who], view=view)["plans"][0]["verdict"]
        for view in ("player", "referee")
    }
    assert verdicts == {"player": "impossible", "referee": "free"}


def test_a_large_token_needs_room_where_it_comes_out():
    tokens = [{"id": "jenny", "col": 0, "row": 1, "cols": 2, "rows": 2}]
    assert planned(open_house(stairs(), tokens=tokens), {"to": at(3.5, 0.5, 10)})["verdict"] == "free"
    wall = {
        "id": "w",
        "a": [4.5, 0],
        "b": [4.5, 3],
        "storey": "high",
    }  # six tenths of it bar the whole square
    narrow = open_house(stairs(), tokens=tokens, walls=[wall])
    assert planned(narrow, {"to": at(2.5, 0.5, 10)})["verdict"] == "impossible"


def test_a_hostile_token_bars_the_head_of_the_stairs():
    guard = {"id": "guard", "col": 4, "row": 1, "elevation": 10, "disposition": "hostile"}
    scene = open_house(stairs(), tokens=[{"id": "jenny", "col": 0, "row": 1}, guard])
    plan = planned(scene, along((1, 1), (4, 1, 10)), at=at(1, 1))
    assert plan["bands"][0]["rule"] == "MAP-03"


def test_where_the_stairs_are_barred_nothing_of_the_other_storey_is_listed():
    guard = {"id": "guard", "col": 4, "row": 1, "elevation": 10, "disposition": "hostile"}
    scene = open_house(stairs(), tokens=[{"id": "jenny", "col": 0, "row": 1}, guard])
    layers = destinations(scene)["layers"]
    assert areas_on(layers, "low")
    assert areas_on(layers, "high") == []


def test_who_has_climbed_a_ladder_stands_at_its_top_and_may_jump():
    passage = ladder()
    (col, row), (far, low) = ((passage[end]["col"], passage[end]["row"]) for end in "ab")
    polygon = [[far - 0.3, 0], [far + 0.5, 0], [far + 0.5, 3], [far - 0.3, 3]]
    gap = {"id": "gap", "kind": "gap", "storey": "high", "area": {"polygon": polygon}}
    scene = open_house(passage, regions=[gap])
    plan = planned(scene, along((col, row), (far, low, 10), (far - 1, low, 10)), at=at(col, row))
    assert "jump" in [band["mode"] for band in plan["bands"]]
    assert plan["verdict"] == "roll"


def test_nobody_jumps_up_a_stair():
    plan = planned(open_house(stairs()), along((1, 1), at(4, 1, 10, mode="jump")), at=at(1, 1))
    assert plan["bands"][0]["rule"] == "MAP-10"


def test_walls_regions_and_tokens_are_met_on_their_storey_only():
    rubble = {"id": "rubble", "kind": "difficult", "cost_multiplier": 2, "area": {"rect": [1, 0, 2, 3]}}
    scene = open_house(
        stairs(),
        walls=[{"id": "w", "a": [3, 0], "b": [3, 3], "storey": "high"}],
        regions=[{**rubble, "storey": "high"}],
        tokens=[
            {"id": "jenny", "col": 0, "row": 1},
            {"id": "guard", "col": 2, "row": 1, "elevation": 12, "disposition": "hostile"},
        ],
    )
    below = planned(scene, along((0, 1), (5, 1)))
    assert (below["verdict"], below["cost"]) == ("free", 25)
    above = planned(scene, along((0, 1, 10), (1, 1, 10)), at=at(0, 1, 10))
    assert above["cost"] == 7.5  # the second half over the rubble
    assert planned(scene, along((0, 1, 10), (2, 1, 10)), at=at(0, 1, 10))["bands"][-1]["rule"] == "MAP-03"
    blocked = planned(scene, along((2, 0, 10), (3, 0, 10)), at=at(2, 0, 10))
    assert blocked["bands"][-1]["rule"] == "MAP-01"


def test_who_comes_out_on_priced_ground_enters_it():
    toll = {
        "id": "toll",
        "kind": "difficult",
        "flat_cost": 5,
        "area": {"rect": [4, 0, 2, 3]},
        "storey": "high",
    }
    scene = open_house(stairs(length=20), regions=[toll])
    plan = planned(scene, along((1, 1), (4, 1, 10), (5, 1, 10)), at=at(1, 1))
    assert (plan["length"], plan["cost"]) == (25, 30)


# ---------------------------------------------------------------- holes


@pytest.mark.parametrize(
    ("system", "hazard"),
    [("contract", ["fall"]), ("sr5", ["fall"]), ("sr3", ["fall"]), ("d6", ["fall"]), ("styles", ["fall"])],
)
def test_who_steps_into_a_hole_falls_by_the_rules_of_the_game(system, hazard):
    plan = planned(open_house(regions=[HOLE]), along((2.2, 1, 10), (3, 1, 0)), system, at=at(2.2, 1, 10))
    assert plan["verdict"] != "impossible"
    assert [one["id"] for one in plan["hazards"]] == hazard
    assert any("height" in ruling["id"] for ruling in plan["rulings"]) == (system == "sr3")


def test_a_hole_can_be_climbed_and_a_floor_cannot():
    scene = open_house(regions=[HOLE])
    up = planned(scene, along((3, 1), (4, 1, 10)), at=at(3, 1))
    assert (up["bands"][0]["mode"], up["length"]) == ("climb", 10)
    down = planned(scene, along((4, 1, 10), at(3, 1, 0, mode="climb")), at=at(4, 1, 10))
    assert (down["bands"][0]["mode"], down["hazards"]) == ("climb", [])
    same = planned(scene, along((3.2, 1), at(3.2, 1, 10, mode="climb"), (4, 1, 10)), at=at(3.2, 1))
    assert same["bands"][0]["rule"] != "MAP-10"
    floor = planned(scene, along((2, 1), (2, 2, 10)), at=at(2, 1))
    assert floor["bands"][0]["rule"] == "MAP-10"
    far = planned(scene, along((1.9, 1, 10), (3, 1, 0)), at=at(1.9, 1, 10))
    assert far["bands"][0]["rule"] == "MAP-10"


def test_a_wall_beside_the_hole_bars_it():
    wall = {"id": "w", "a": [3, 0], "b": [3, 3], "storey": "high"}
    scene = open_house(regions=[HOLE], walls=[wall])
    assert planned(scene, along((2, 1, 10), (3, 1, 0)), at=at(2, 1, 10))["bands"][-1]["rule"] == "MAP-01"
    assert planned(scene, along((4, 1, 10), (3.2, 1, 0)), at=at(4, 1, 10))["bands"][0]["kind"] != "impossible"
    assert planned(scene, along((3, 1), (2, 1, 10)), at=at(3, 1))["bands"][-1]["rule"] == "MAP-01"


@pytest.mark.parametrize(("rise", "possible"), [(2, True), (20, False)])
def test_a_jump_up_through_a_hole_is_as_high_as_the_storeys_are_apart(rise, possible):
    scene = open_house(
        regions=[HOLE], storeys=[{"id": "low", "elevation": 0}, {"id": "high", "elevation": rise}]
    )
    plan = planned(scene, along((3, 1), at(4, 1, rise, mode="jump")), at=at(3, 1))
    assert plan["length"] == 5 + rise
    assert (plan["verdict"] != "impossible") == possible


def test_the_search_lets_nobody_fall():
    plan = planned(open_house(regions=[HOLE]), {"to": at(0, 1)}, at=at(0, 1, 10))
    assert plan["verdict"] == "impossible"
    assert {layer["storey"] for layer in destinations(open_house(regions=[HOLE]))["layers"]} == {"low"}


def test_a_fall_is_as_deep_as_the_storey_is_high():
    scene = open_house(regions=[HOLE])
    who = {"token": "jenny", "character": {"styles": {"walk": 9}}, "at": at(2, 1, 10)}
    over = moved(along((2, 1, 10), at(3, 1, 10, mode="ground")))
    told = ask(op="apply", system="styles", scene=scene, mover=who, commit=commit("over", over))
    assert [hazard["numbers"]["height"] for hazard in told["state"]["hazards"]] == [2]
    lands = {"kind": "ruled", "ruling": "fall", "choice": "lands"}
    who |= {"ledger": told["ledger"]}
    told = ask(op="apply", system="styles", scene=scene, mover=who, commit=commit("down", lands))
    assert [(move["to"]["elevation"], move["rule"]) for move in told["moves"]] == [(0, "STY-31")]


# ---------------------------------------------------------------- moves, reactions, patches


def test_a_move_stops_before_the_stairs_that_a_roll_is_for_and_goes_on_through_them():
    scene = open_house(stairs(length=20))
    who = {"token": "jenny", "character": {"dexterity": 1, "brawn": 3, "athletics": 2}}
    there = moved({"to": at(5, 1, 10)})
    told = ask(op="apply", scene=scene, mover=who, commit=commit("go", there))
    stopped = told["moves"][-1]["to"] if told["moves"] else at(0, 1)
    assert stopped["elevation"] == 0
    assert stopped["col"] <= 1
    check = told["state"]["pending"]["check"]["id"]
    roll = {"kind": "rolled", "check": check, "result": 9}
    told = ask(op="apply", scene=scene, mover=who | {"ledger": told["ledger"]}, commit=commit("roll", roll))
    assert told["moves"][-1]["to"] == at(5, 1, 10)


def test_who_is_on_another_storey_does_not_react():
    facts = {"melee": 4, "weapon_ready": True}
    foe = {"id": "foe", "col": 2, "row": 0, "disposition": "hostile", "facts": facts}
    grid = {"kind": "gridless", "cols": 6, "rows": 3, "distance": 1, "units": "m"}
    told = {}
    for up in (0, 10):
        tokens = [{"id": "jenny", "col": 0, "row": 1}, {**foe, "elevation": up}]
        plan = planned(open_house(grid=grid, tokens=tokens), along((0, 1), (5, 1)), "sr3")
        told[up] = [reaction["token"] for reaction in plan["reactions"]]
    assert told == {0: ["foe"], 10: []}


# ---------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("passages", "code", "path"),
    [
        (
            [stairs(), stairs(id="other", a=end(1.5, 1, "low"), b=end(4.5, 1, "high"))],
            "passage_twice",
            "scene.passages[1]",
        ),
        (
            [stairs(), stairs(id="other", b=end(1, 1, "low"), a=end(4, 1, "high"))],
            "passage_twice",
            "scene.passages[1]",
        ),
        ([stairs(a=end(5.5, 1, "low"))], "off_map", "scene.passages[0].a"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(passages, code, path):
    problem = problem_of(op="state", scene=open_house(*passages))
    assert (problem["code"], problem["path"]) == (code, path)


def test_stairs_side_by_side_are_two_passages():
    beside = stairs(id="other", a=end(2, 1, "low"), b=end(5, 1, "high"), length=30)
    plan = planned(open_house(stairs(length=20), beside), along((1.4, 1), (4.4, 1, 10)), at=at(1.4, 1))
    assert plan["length"] == 20
    plan = planned(open_house(stairs(length=20), beside), along((1.6, 1), (4.6, 1, 10)), at=at(1.6, 1))
    assert plan["length"] == 30


def test_on_a_grid_a_passage_ends_in_a_cell():
    problem = problem_of(op="state", scene=house(stairs(a=end(1.5, 1, "low"))))
    assert (problem["code"], problem["path"]) == ("between_cells", "scene.passages[0].a.col")


# ---------------------------------------------------------------- where it leads out


BLOCK = {"id": "block", "kind": "obstacle", "storey": "high", "area": {"rect": [4, 1, 1, 1]}}
GUARD = {"id": "guard", "col": 4, "row": 1, "elevation": 10}


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({}, None),
        ({"regions": [BLOCK]}, "MAP-05"),
        ({"tokens": [{"id": "jenny", "col": 0, "row": 1}, GUARD]}, "MAP-02"),
    ],
)
def test_stairs_lead_to_where_there_is_room(fields, rule):
    plan = planned(open_house(stairs(length=20), **fields), along((1, 1), (4, 1, 10)), at=at(1, 1))
    assert [band["rule"] for band in plan["bands"] if band["kind"] == "impossible"] == (
        [rule] if rule else []
    )


@pytest.mark.parametrize(("surface", "difficulty"), [("easy", 6), ("cliff", 9)])
def test_a_climb_through_a_hole_is_as_hard_as_the_surface_it_comes_to(surface, difficulty):
    wall = {
        "id": "wall",
        "kind": "climb",
        "storey": "low",
        "surface": surface,
        "area": {"rect": [2, 0, 3, 3]},
    }
    scene = open_house(regions=[HOLE, wall])
    route = {"path": [at(2.5, 1, 10), {**at(3, 1), "mode": "climb"}]}
    plan = planned(scene, route, at=at(2.5, 1, 10))
    assert [check["difficulty"] for check in plan["checks"] if check["id"] == "climb"] == [difficulty]


@pytest.mark.parametrize("kind", ["water", "cover"])
def test_who_jumps_through_a_hole_into_water_swims_there(kind):
    pool = {"id": "pool", "kind": kind, "storey": "low", "area": {"rect": [2, 0, 3, 3]}}
    scene = open_house(regions=[HOLE, pool])
    leap = moved({"path": [at(2.5, 1, 10), {**at(3, 1), "mode": "jump"}]}, override=True)
    sheet = {"styles": {"walk": 20, "jump": 20, "swim": 20}}
    who = {"token": "jenny", "character": sheet, "at": at(2.5, 1, 10)}
    told = ask(op="apply", system="styles", scene=scene, mover=who, commit=commit("leap", leap))
    swims = "active:swim" in {status["id"] for status in told["state"]["statuses"]}
    assert swims == (kind == "water")


def test_a_way_past_the_corner_of_rough_ground_does_not_enter_it_to_be_shorter_after_a_passage():
    scene = {
        "grid": {"kind": "gridless", "cols": 7, "rows": 5, "distance": 1, "units": "m"},
        "storeys": [{"id": "cellar", "elevation": 0}, {"id": "hall", "elevation": 3}],
        "passages": [
            {
                "id": "shaft",
                "a": {"col": 1.1, "row": 2.2, "storey": "cellar"},
                "b": {"col": 1, "row": 3, "storey": "hall"},
                "kind": "shaft",
            }
        ],
        "regions": [
            {"id": "mud", "kind": "difficult", "flat_cost": 5, "storey": "hall", "area": {"cells": [[3, 3]]}}
        ],
        "tokens": [{"id": "m", "col": 1.5, "row": 2.7, "cols": 0.3, "rows": 0.3}],
    }
    route = {"to": {"col": 5.4723, "row": 2.4372, "elevation": 3}}
    movers = [{"token": "m", "character": {"quickness": 3, "metatype": "troll"}, "route": route}]
    clock = {"in_combat": False}
    plan = ask(op="plan", system="sr3", scene=scene, movers=movers, clock=clock)["plans"][0]
    assert plan["cost"] < 8
