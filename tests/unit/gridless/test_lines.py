"""Maps without cells: straight lines measured exactly, what bars them, and what they lead over."""

import json
import math

import pytest

from py_rules.gridless import searching
from py_rules.gridless.outlines import outlines, places
from py_rules.service import Service
from tests.asking import Turn, ask, commit, moved, mover, problem_of
from tests.oracle.tables import seeded
from tests.oracle.test_areas import holds

GRID = {"kind": "gridless", "cols": 20, "rows": 10, "distance": 5, "units": "ft"}
TOKEN = {"id": "m", "col": 2, "row": 4}


def scene(**parts):
    return {"grid": GRID, "tokens": [TOKEN]} | parts


def planned(route, **parts):
    return ask(op="plan", scene=scene(**parts), movers=[mover(token="m", route=route)])["plans"][0]


def drawn(*places, mode=None):
    points = [{"col": col, "row": row} for col, row in [(2, 4), *places]]
    if mode:
        points[-1]["mode"] = mode
    return planned({"path": points})


@pytest.fixture
def searches(monkeypatch):
    """All searches made, each as how many boards and how many layers it filled."""
    made, flood = [], searching.flood

    def counted(*given, **named):
        found = flood(*given, **named)
        boards = found.resources.values()
        made.append((len(boards), sum(len(board.settled) for board in boards)))
        return found

    monkeypatch.setattr(searching, "flood", counted)
    return made


WIDE = {**GRID, "cols": 100, "rows": 100}
POND = {"id": "p", "kind": "water", "area": {"rect": [20, 0, 6, 20]}}


def test_a_place_far_beyond_reach_is_found_on_one_board(searches):
    parts = {"grid": WIDE, "regions": [POND]}
    plan = planned({"to": {"col": 60, "row": 4}}, **parts)
    assert plan["verdict"] == "impossible"
    assert plan["path"][-1]["col"] == 60
    assert plan["last_legal"]["distance"] == 40
    assert len(searches) == 2
    boards, layers = searches[1]
    assert boards == 1
    # Layers are half steps of a sixth of a cell: this many reach the far side of the map and back.
    assert layers < 2 * 2 * 3 * 100


def test_places_beyond_reach_are_found_by_one_search_and_told_as_if_each_were_the_first(searches):
    def asked(service, col):
        route = {"to": {"col": col, "row": 4}}
        question = {
            "op": "plan",
            "scene": scene(grid={**GRID, "cols": 40}),
            "movers": [mover(token="m", route=route)],
        }
        return service.handle(json.dumps({"v": 1, "system": "contract", **question}))

    service = Service()
    told = [asked(service, col) for col in (30, 33, 30)]
    assert len(searches) == 2
    assert told == [asked(Service(), col) for col in (30, 33, 30)]


def test_a_place_shut_off_is_not_searched_for(searches):
    walls = [{"id": "w", "a": [90, 0], "b": [90, 100]}]
    plan = planned({"to": {"col": 95, "row": 4}}, grid=WIDE, walls=walls)
    assert (plan["verdict"], plan["path"]) == ("impossible", None)
    assert len(searches) == 1


@pytest.mark.parametrize("kind", ["water", "climb"])
def test_what_is_swum_or_climbed_needs_few_boards(searches, kind):
    pond = {"id": "p", "kind": kind, "area": {"rect": [4, 2, 6, 6]}}
    ask(op="destinations", scene=scene(regions=[pond]), mover=mover(token="m"))
    ((boards, _),) = searches
    assert boards <= 50


def test_far_walks_with_swims_and_climbs_are_searched_by_coarse_steps(searches):
    regions = [
        {"id": f"r{n}", "kind": ("water", "climb")[n % 2], "area": {"rect": [5 + 5 * n, 0, 3, 12]}}
        for n in range(6)
    ]
    grid = {**GRID, "cols": 60, "rows": 12, "distance": 1, "units": "u"}
    asked = {"token": "m", "character": {"styles": {"walk": 50, "swim": 10, "climb": 10}}}
    told = ask(op="destinations", system="styles", scene=scene(grid=grid, regions=regions), mover=asked)
    ((boards, layers),) = searches
    # By fine steps there are half as many layers again, and each is spread twice as often.
    assert (boards, told["truncated"]) == (searching.BOARDS, True)
    assert layers <= 3_000


def test_on_a_large_map_fewer_sums_of_swims_and_climbs_are_told_apart(searches):
    regions = [
        {
            "id": f"r{n}",
            "kind": ("water", "climb")[n % 2],
            "area": {"rect": [5 + 15 * (n % 6), 5 + 15 * (n // 6), 8, 5]},
        }
        for n in range(36)
    ]
    grid = {**WIDE, "distance": 1, "units": "u"}
    asked = {"token": "m", "character": {"styles": {"walk": 100, "swim": 20, "climb": 20}}}
    told = ask(op="destinations", system="styles", scene=scene(grid=grid, regions=regions), mover=asked)
    ((boards, _),) = searches
    assert searching.LEAST_BOARDS <= boards <= searching.PLACES // (180 * 180) < searching.BOARDS
    assert told["truncated"]


def path(*places):
    return {"path": [{"col": col, "row": row} for col, row in [(2, 4), *places]]}


def test_a_line_is_as_long_as_it_is():
    assert drawn((5, 8))["length"] == 25
    assert drawn((3, 5))["length"] == pytest.approx(5 * math.sqrt(2), abs=1e-5)
    assert drawn((3, 5))["length"] <= 5 * math.sqrt(2)
    assert drawn((2.5, 4), (2.5, 4.75))["length"] == 6.25


def test_points_need_not_be_neighbours_and_none_is_off_the_map():
    assert drawn((19, 9))["verdict"] != "impossible" or drawn((19, 9))["length"] > 80
    problem = problem_of(op="plan", scene=scene(), movers=[mover(token="m", route=path((19.25, 4)))])
    assert (problem["code"], problem["path"]) == ("off_map", "movers[0].route.path[1]")


def test_rough_ground_counts_from_its_border():
    rough = {"id": "r", "kind": "difficult", "area": {"rect": [4, 0, 2, 10]}, "cost_multiplier": 2}
    plan = planned(path((8, 4)), regions=[rough])
    assert (plan["length"], plan["cost"]) == (30, 40)
    assert [(cell["col"], cell["row"]) for cell in plan["path"]] == [(2, 4), (3.5, 4), (5.5, 4), (8, 4)]


@pytest.mark.parametrize("row", [0.1, 1.37, 5.123457, 7.9])
def test_what_a_reply_says_costs_the_same_when_it_is_sent_again(row):
    regions = [
        {"id": "r", "kind": "difficult", "area": {"rect": [4, 0, 2, 10]}, "cost_multiplier": 3},
        {"id": "p", "kind": "water", "area": {"rect": [7, 0, 1, 10]}},
        {"id": "g", "kind": "gap", "area": {"rect": [9, 0, 1, 10]}},
    ]
    first = planned(path((3.141593, 3.3), (11.1, row)), regions=regions)
    assert len(first["path"]) > 6
    again = planned({"path": first["path"]}, regions=regions)
    told = ("path", "cost", "length", "verdict", "last_legal", "checks", "bands")
    assert [again[name] for name in told] == [first[name] for name in told]


def test_a_bend_stays_a_bend_and_points_on_a_line_are_kept():
    assert drawn((4, 4), (4, 6))["length"] == 20
    assert [cell["col"] for cell in drawn((3, 4), (4, 4))["path"]] == [2, 3, 4]
    assert drawn((4, 4), (3, 4))["length"] == 15


def test_a_gate_is_met_where_its_border_is_crossed():
    roll = {"name": "Balance", "pool": 3}
    rough = {"id": "r", "kind": "difficult", "area": {"rect": [4, 0, 2, 10]}, "roll": roll}
    plan = planned(path((8, 4)), regions=[rough])
    assert [(check["id"], check["at"]) for check in plan["checks"]] == [("gate:r", 7.5)]


def test_a_wall_bars_the_body_and_the_last_legal_point_is_before_it():
    wall = {"id": "w", "a": [5, 0], "b": [5, 10]}
    plan = planned(path((8, 4)), walls=[wall])
    assert plan["verdict"] == "impossible"
    # The middle stops where the body, three tenths of a cell around it, touches the wall.
    assert plan["last_legal"]["cell"]["col"] == pytest.approx(5 - 0.3 - 0.5, abs=2e-6)
    assert plan["last_legal"]["distance"] == pytest.approx(11, abs=1e-4)


@pytest.mark.parametrize(("opening", "verdict"), [(1, "free"), (0.6, "free"), (0.59, "impossible")])
def test_a_passage_must_be_as_wide_as_the_body(opening, verdict):
    walls = [
        {"id": "a", "a": [5, 0], "b": [5, 4.5 - opening / 2]},
        {"id": "b", "a": [5, 4.5 + opening / 2], "b": [5, 10]},
    ]
    assert planned(path((6, 4)), walls=walls)["verdict"] == verdict


def test_a_token_by_a_wall_may_walk_away_from_it():
    wall = {"id": "w", "a": [2.6, 0], "b": [2.6, 10]}
    assert planned(path((1, 4)), walls=[wall])["verdict"] == "free"
    assert planned(path((2, 6)), walls=[wall])["verdict"] == "impossible"


@pytest.mark.parametrize(
    ("blocks", "verdict"), [("left", "impossible"), ("right", "free"), ("both", "impossible")]
)
def test_a_one_way_wall_stops_who_comes_from_its_side(blocks, verdict):
    # Looking from a to b, down the map, the mover in the west is on the right; so the east is left.
    wall = {"id": "w", "a": [5, 10], "b": [5, 0], "blocks": blocks}
    assert planned(path((7, 4)), walls=[wall])["verdict"] == verdict


def test_an_obstacle_and_a_hostile_token_bar_a_friend_does_not():
    block = {"id": "o", "kind": "obstacle", "area": {"rect": [5, 4, 1, 1]}}
    assert planned(path((8, 4)), regions=[block])["verdict"] == "impossible"
    for disposition, verdict in (("hostile", "impossible"), ("friendly", "free")):
        other = {"id": "n", "col": 5, "row": 4, "disposition": disposition}
        assert planned(path((6.5, 4)), tokens=[TOKEN, other])["verdict"] == verdict
    friend = {"id": "n", "col": 5, "row": 4}
    assert planned(path((4.5, 4)), tokens=[TOKEN, friend])["verdict"] == "impossible"


def test_a_gap_is_jumped_at_any_angle():
    gap = {"id": "g", "kind": "gap", "area": {"rect": [4, 0, 1, 10]}}
    plan = planned(path((6, 6)), regions=[gap])
    modes = [cell["mode"] for cell in plan["path"]]
    assert modes == [None, "ground", "jump", "ground"]
    assert plan["bands"][1]["end"] - plan["bands"][0]["end"] > 0
    assert planned(path((4, 4)), regions=[gap])["verdict"] == "impossible"


def test_the_best_way_to_a_free_place_is_one_straight_line():
    plan = planned({"to": {"col": 5.25, "row": 2.5}})
    assert [(cell["col"], cell["row"]) for cell in plan["path"]] == [(2, 4), (5.25, 2.5)]
    assert plan["length"] == pytest.approx(5 * math.hypot(3.25, 1.5), abs=1e-5)


def test_a_via_point_where_the_mover_stands_changes_nothing():
    wall = {"id": "w", "a": [5, 2], "b": [5, 10]}
    goal, own, aside = ({"col": col, "row": row} for col, row in ((8, 4), (2, 4), (3, 5)))
    by, straight = (planned({"to": goal, "via": via}, walls=[wall]) for via in ([own], []))
    assert by["path"] == straight["path"]
    twice, once = (planned({"to": goal, "via": via}, walls=[wall]) for via in ([aside, aside], [aside]))
    assert twice["path"] == once["path"]


def test_the_best_way_goes_round_a_wall_and_through_via_points():
    wall = {"id": "w", "a": [5, 2], "b": [5, 10]}
    plan = planned({"to": {"col": 8, "row": 4}}, walls=[wall])
    assert plan["verdict"] != "impossible"
    assert len(plan["path"]) in {3, 4}
    by = planned({"to": {"col": 4, "row": 4}, "via": [{"col": 3, "row": 5}]})
    assert (3, 5) in [(cell["col"], cell["row"]) for cell in by["path"]]


def test_no_way_names_the_nearest_place():
    wall = {"id": "w", "a": [5, 0], "b": [5, 10]}
    plan = planned({"to": {"col": 8, "row": 4}}, walls=[wall])
    assert (plan["verdict"], plan["path"]) == ("impossible", None)
    assert 3.5 < plan["last_legal"]["cell"]["col"] < 4.2


def test_a_fraction_on_a_grid_is_a_problem():
    square = {"grid": {"cols": 9, "rows": 9}, "tokens": [{"id": "m", "col": 1.5, "row": 0}]}
    problem = problem_of(op="destinations", scene=square, mover=mover(token="m"))
    assert (problem["code"], problem["path"]) == ("between_cells", "scene.tokens[0].col")
    whole = {"grid": {"cols": 9, "rows": 9}, "tokens": [{"id": "m", "col": 1.0, "row": 0}]}
    assert ask(op="destinations", scene=whole, mover=mover(token="m"))["layers"]
    for route in ({"to": {"col": 1, "row": 0.5}}, {"path": [{"col": 1, "row": 0}, {"col": 1.5, "row": 0}]}):
        problem = problem_of(op="plan", scene=whole, movers=[mover(token="m", route=route)])
        assert problem["code"] == "between_cells"
    problem = problem_of(op="destinations", scene=whole, mover=mover(token="m", at={"col": 0.25, "row": 0}))
    assert (problem["code"], problem["path"]) == ("between_cells", "mover.at.col")


def test_a_move_is_kept_with_its_fractions():
    service = Service()
    rough = {"id": "r", "kind": "difficult", "area": {"rect": [4, 0, 2, 10]}, "cost_multiplier": 2}
    where = scene(regions=[rough])
    told = ask(
        service=service,
        op="apply",
        scene=where,
        mover=mover(token="m"),
        commit=commit("one", moved(path((4.123457, 5.7)))),
    )
    assert told["moves"][0]["to"] == {"col": 4.123457, "row": 5.7, "elevation": 0}
    kept = json.loads(json.dumps(told["ledger"]))
    at = {"col": 4.123457, "row": 5.7}
    state = ask(service=service, op="state", scene=where, mover=mover(token="m", at=at, ledger=kept))
    assert [one["id"] for one in state["commits"]] == ["one"]
    undone = ask(
        service=service, op="apply", scene=where, mover=mover(token="m", at=at, ledger=kept), undo="one"
    )
    assert undone["moves"][0]["to"] == {"col": 2, "row": 4, "elevation": 0}


def test_a_barred_move_is_refused_and_a_stopped_one_ends_between_points():
    wall = {"id": "w", "a": [5, 0], "b": [5, 10]}
    asked = {"op": "apply", "scene": scene(walls=[wall]), "mover": mover(token="m")}
    told = ask(**asked, commit=commit("one", moved(path((8, 4)))))
    assert (told["moves"], told["refused"]["rule"]) == ([], "MAP-01")
    told = ask(**asked, commit=commit("one", moved(path((2, 0)), until=12.5)))
    assert told["moves"][0]["to"] == {"col": 2, "row": 1.5, "elevation": 0}
    assert told["rest"][0] == {"col": 2, "row": 1.5, "elevation": 0, "mode": "ground"}


def test_destinations_are_areas():
    layers = ask(op="destinations", scene=scene(), mover=mover(token="m"))["layers"]
    assert layers[0]["kind"] == "free"
    for layer in layers:
        assert layer["cells"] is None
        assert all(ring["area"] for ring in layer["rings"])


@pytest.mark.parametrize("place", [(6, 3), (6.4, 3.8), (6.333333, 4)])
def test_who_stands_over_a_gap_may_jump_out_of_it(place):
    gap = {"id": "g", "kind": "gap", "area": {"rect": [6, 3, 2, 3]}}
    parts = {"regions": [gap], "tokens": [{**TOKEN, "col": place[0], "row": place[1]}]}
    layers = ask(op="destinations", scene=scene(**parts), mover=mover(token="m"))["layers"]
    areas_of = [area for layer in layers for ring in layer["rings"] for area in ring["area"]]
    assert layers[0]["kind"] == "roll"
    assert any(holds(area, 9.5, 4.5) for area in areas_of)
    plan = planned({"to": {"col": 9, "row": 4}}, **parts)
    assert (plan["verdict"], plan["path"][1]["mode"]) == ("roll", "jump")
    assert planned({"path": plan["path"]}, **parts)["cost"] == plan["cost"]


@pytest.mark.parametrize("lean", [0, 0.7, -2])
@pytest.mark.parametrize("blocks", ["left", "right", "both"])
def test_areas_lie_beyond_a_one_way_wall_for_who_may_pass_it(blocks, lean):
    wall = {"id": "w", "a": [8, 0], "b": [8 + lean, 10], "blocks": blocks}
    for side, passed in ((5, "left"), (11, "right")):
        token = {**TOKEN, "col": side, "row": 4.2}
        layers = ask(op="destinations", scene=scene(walls=[wall], tokens=[token]), mover=mover(token="m"))[
            "layers"
        ]
        areas_of = [area for layer in layers for ring in layer["rings"] for area in ring["area"]]
        beyond = 16 - side
        assert any(holds(area, beyond + 0.5, 4.7) for area in areas_of) == (blocks == passed)
        assert any(holds(area, side + (0.5 if side < 8 else -0.5), 2.7) for area in areas_of)


def test_outlines_of_touching_squares_and_holes():
    ring = 0b111 | 0b101 << 5 | 0b111 << 10
    outer, hole = [[0, 0], [3, 0], [3, 3], [0, 3]], [[1, 2], [2, 2], [2, 1], [1, 1]]
    assert json.loads(outlines(ring, 5, places=places(range(6), range(4)))) == [[outer, hole]]
    apart = json.loads(outlines(0b01 | 0b10 << 4, 4, places=places(range(5), range(3))))
    assert len(apart) == 2
    assert all(len(lines) == 1 and len(lines[0]) == 4 for lines in apart)
    other = json.loads(outlines(0b10 | 0b01 << 4, 4, places=places(range(5), range(3))))
    assert len(other) == 2
    assert json.loads(outlines(0, 4, places=places(range(5), range(3)))) == []


def test_outlines_of_squares_within_a_hole_are_polygons_with_holes_of_their_own():
    rows = ["#########", "#.......#", "#.###.#.#", "#.#.#...#", "#.###..##", "#......##", "#########"]
    bits = sum(1 << y * 10 + x for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#")
    polygons = json.loads(outlines(bits, 10, places=places(range(11), range(8))))
    assert [[len(line) for line in polygon] for polygon in polygons] == [[4, 6], [4, 4], [4]]
    assert [polygon[0][0] for polygon in polygons] == [[0, 0], [2, 2], [6, 2]]
    assert polygons[1][1] == [[3, 4], [4, 4], [4, 3], [3, 3]]


def test_outlines_go_round_all_squares_of_a_tall_set_and_no_others():
    rng = seeded("outlines")
    for share in (0.3, 0.5, 0.8):
        squares = {(x, y) for x in range(9) for y in range(3, 50) if rng.random() < share}
        bits = sum(1 << y * 10 + x for x, y in squares)
        polygons = json.loads(outlines(bits, 10, places=places([x / 2 for x in range(11)], range(51))))
        for x, y in ((x, y) for x in range(10) for y in range(51)):
            inside = [holds(polygon, x / 2 + 0.25, y + 0.5) for polygon in polygons]
            assert sum(inside) == ((x, y) in squares)


def test_a_map_without_cells_has_no_diagonals_and_no_oval_tokens():
    exact = scene() | {"grid": {**GRID, "diagonals": "exact"}}
    problem = problem_of(op="destinations", scene=exact, mover=mover(token="m"))
    assert (problem["code"], problem["path"]) == ("diagonals_on_hexes", "scene.grid.diagonals")
    oval = scene(tokens=[{"id": "m", "col": 1, "row": 1, "cols": 2, "rows": 1}])
    problem = problem_of(op="destinations", scene=oval, mover=mover(token="m"))
    assert problem["code"] == "footprint_uneven"


def test_a_line_through_a_corner_does_not_touch_what_is_beside_it():
    # A line through thirds of a cell is put on the grain, and passes the corner at (4, 3) by a millionth.
    mire = {"id": "mire", "kind": "difficult", "cost_multiplier": 3, "area": {"rect": [4, 3, 1, 1]}}
    plan = planned(
        {"path": [{"col": 3.166667, "row": 3.166667}, {"col": 4.5, "row": 0.5}]},
        regions=[mire],
        tokens=[{"id": "m", "col": 3.166667, "row": 3.166667}],
    )
    assert (len(plan["path"]), plan["cost"]) == (2, plan["length"])


def test_the_nearest_place_is_not_over_a_gap():
    gap = {"id": "g", "kind": "gap", "area": {"rect": [4, 0, 8, 10]}}
    wall = {"id": "w", "a": [13, 0], "b": [13, 10]}
    plan = planned({"to": {"col": 15, "row": 4}}, regions=[gap], walls=[wall])
    near = plan["last_legal"]["cell"]
    assert near["col"] + 0.5 < 4
    assert planned({"to": {"col": near["col"], "row": near["row"]}}, regions=[gap])["verdict"] != "impossible"


@pytest.mark.parametrize("kind", ["gridless", "square"])
def test_who_was_let_go_beyond_all_movement_is_told_that_nothing_is_left(kind):
    grid = {**GRID, "kind": kind, "distance": 1, "units": "u"}
    turn = Turn(system="styles", scene=scene(grid=grid), mover={"token": "m", "character": {"hooks": 0}})
    turn.tell({"kind": "begin", "scope": "turn"})
    turn.tell(moved({"to": {"col": 11, "row": 4}}, override=True))
    turn.mover["at"] = {"col": 11, "row": 4}
    assert turn.ask("destinations")["layers"] == []
    assert turn.plan({"to": {"col": 10, "row": 4}})["verdict"] == "impossible"
