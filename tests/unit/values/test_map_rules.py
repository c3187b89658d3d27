"""What a table makes of what overlaps and of tokens in the way; and tokens of any size."""

import pytest

from tests.asking import ask, mover, problem_of
from tests.rulebook.cases import rings_of

SYSTEMS = {"contract": ("ft", 5), "sr5": ("m", 1), "sr3": ("m", 1), "d6": ("m", 1), "styles": ("u", 1)}
ROLES = ("hostile", "neutral", "friendly")


def corridor(system, *tokens, regions=(), size=1):
    units, side = SYSTEMS[system]
    return {
        "grid": {"cols": 4, "rows": 1, "units": units, "distance": side},
        "regions": list(regions),
        "tokens": [{"id": "jenny", "col": 0, "row": 0, "cols": size, "rows": size}, *tokens],
    }


def other(disposition="neutral", **fields):
    return {"id": "other", "col": 1, "row": 0, "disposition": disposition, **fields}


def plan(scene, *, system="contract", to=2, **house_rules):
    route = {"path": [{"col": col, "row": 0} for col in range(to + 1)]}
    someone = (
        {"token": "jenny", "route": route} if system != "contract" else mover(token="jenny", route=route)
    )
    return ask(op="plan", system=system, scene=scene, house_rules=house_rules, movers=[someone])["plans"][0]


def reached(scene, **house_rules):
    value = ask(op="destinations", scene=scene, house_rules=house_rules, mover=mover(token="jenny"))
    return {cell for layer in value["layers"] for cell in rings_of(layer)}


def rules_of(answer):
    return [line["rule"] for line in answer["trace"]]


# ---------------------------------------------------------------- tokens in the way


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("role", ROLES)
def test_every_game_takes_the_tables_choice_for_every_disposition(system, role):
    scene = corridor(system, other(role))
    side = SYSTEMS[system][1]
    blocked = plan(scene, system=system, **{f"pass_{role}": "blocks"})
    assert (blocked["verdict"], blocked["bands"][-1]["rule"]) == ("impossible", "MAP-03")
    slowed = plan(scene, system=system, **{f"pass_{role}": "slows"})
    assert (slowed["length"], slowed["cost"]) == (2 * side, 3 * side)
    assert "MAP-03" in rules_of(slowed)
    passed = plan(scene, system=system, **{f"pass_{role}": "passes"})
    assert (passed["length"], passed["cost"]) == (2 * side, 2 * side)
    assert "MAP-03" not in rules_of(passed)


@pytest.mark.parametrize("system", SYSTEMS)
def test_unless_the_table_says_otherwise_only_hostile_tokens_block(system):
    verdicts = [plan(corridor(system, other(role)), system=system)["bands"][-1]["rule"] for role in ROLES]
    assert verdicts[0] == "MAP-03"
    assert "MAP-03" not in verdicts[1:]


def test_a_secret_disposition_counts_as_neutral():
    scene = corridor("contract", other("secret"))
    assert plan(scene)["verdict"] == "free"
    assert plan(scene, pass_neutral="blocks")["verdict"] == "impossible"
    assert plan(scene, pass_hostile="passes", pass_friendly="blocks")["verdict"] == "free"


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("choice", ["slows", "passes"])
def test_nobody_stops_on_a_token_however_it_is_passed(role, choice):
    scene = corridor("contract", other(role))
    switch = {f"pass_{role}": choice}
    assert reached(scene, **switch) == {(2, 0), (3, 0)}
    end = plan(scene, to=1, **switch)
    assert (end["verdict"], end["bands"][-1]["rule"]) == ("impossible", "MAP-02")
    assert end["bands"][-1]["reason"]["key"] == "table.occupied"
    assert end["last_legal"]["cell"]["col"] == 0


def test_a_token_that_slows_doubles_what_its_cell_costs():
    scene = corridor("contract", other())
    assert plan(scene, pass_neutral="slows")["cost"] == 15


def test_a_switch_of_the_table_is_checked():
    problem = problem_of(op="state", scene=corridor("contract"), house_rules={"step_height": -1})
    assert (problem["code"], problem["path"]) == ("invalid", "house_rules.step_height")
    problem = problem_of(op="state", scene=corridor("contract"), house_rules={"pass_hostile": "no"})
    assert problem["path"] == "house_rules.pass_hostile"


# ---------------------------------------------------------------- overlaps


def mud(name, factor, **fields):
    area = {"rect": [1, 0, 1, 1]}
    return {"id": name, "kind": "difficult", "cost_multiplier": factor, "area": area, **fields}


@pytest.mark.parametrize("system", [name for name in SYSTEMS if name != "sr3"])
def test_of_ground_that_overlaps_the_dearest_counts(system):
    side = SYSTEMS[system][1]
    scene = corridor(system, regions=[mud("a", 3), mud("b", 3), mud("c", 1)])
    found = plan(scene, system=system, to=1, pass_neutral="slows")
    assert found["cost"] == 3 * side


@pytest.mark.parametrize("kind", ["square", "hex_rows_odd", "gridless"])
@pytest.mark.parametrize(
    ("factors", "cost"), [((0.5,), 2.5), ((0.5, 1), 2.5), ((0.5, 3), 15), ((0.5, 0.25), 2.5), ((4, 3), 20)]
)
def test_of_ground_that_is_cheaper_the_dearest_counts(kind, factors, cost):
    regions = [mud(f"m{at}", factor) for at, factor in enumerate(factors)]
    scene = {
        "grid": {"kind": kind, "cols": 3, "rows": 1},
        "tokens": [{"id": "jenny", "col": 0, "row": 0}],
        "regions": [{**one, "area": {"rect": [0, 0, 3, 1]}} for one in regions],
    }
    assert plan(scene, to=1)["cost"] == cost


def test_the_best_way_leads_over_ground_that_is_cheaper():
    road = {**mud("road", 0.5), "area": {"cells": [[1, 1], [2, 1], [3, 1]]}}
    scene = corridor("contract", regions=[road])
    scene["grid"] |= {"cols": 5, "rows": 2}
    someone = mover(token="jenny", route={"to": {"col": 4, "row": 0}})
    found = ask(op="plan", scene=scene, movers=[someone])["plans"][0]
    assert (found["cost"], found["path"][2]["row"]) == (12.5, 1)


def test_surcharges_always_add_up():
    scene = corridor("contract", regions=[mud("a", 1, flat_cost=2), mud("b", 1, flat_cost=3)])
    assert plan(scene, to=1)["cost"] == 10


def test_a_token_that_slows_costs_nothing_beside_dearer_ground():
    scene = corridor("contract", other(), regions=[mud("a", 3)])
    assert plan(scene, pass_neutral="slows")["cost"] == 20


# ---------------------------------------------------------------- sizes


@pytest.mark.parametrize(("size", "covers"), [(0.1, 1), (0.5, 1), (1, 1), (1.5, 2), (2, 2), (3.2, 4), (4, 4)])
def test_a_started_cell_counts_whole(size, covers):
    scene = {
        "grid": {"cols": 6, "rows": 6},
        "tokens": [{"id": "jenny", "col": 0, "row": 0, "cols": size, "rows": size}],
    }
    most = {max(cell) for cell in reached(scene)}
    assert max(most) == 6 - covers


def test_a_small_token_takes_a_whole_cell_unless_the_table_lets_them_share():
    small = other(cols=0.5, rows=0.5)
    scene = corridor("contract", small, size=0.5)
    assert (1, 0) not in reached(scene)
    assert (1, 0) in reached(scene, share_cell=True)
    assert plan(scene, to=1, share_cell=True)["verdict"] == "free"
    assert plan(scene, to=1)["bands"][-1]["rule"] == "MAP-02"


def test_as_many_share_a_cell_as_fit():
    small = [{**other(cols=0.5, rows=0.5), "id": f"s{n}"} for n in range(4)]
    assert (1, 0) in reached(corridor("contract", *small[:3], size=0.5), share_cell=True)
    assert (1, 0) not in reached(corridor("contract", *small, size=0.5), share_cell=True)
    assert (1, 0) not in reached(corridor("contract", small[0], size=1), share_cell=True)
    assert (1, 0) not in reached(corridor("contract", other(), size=0.5), share_cell=True)


@pytest.mark.parametrize("size", [0, 0.05, 51, -1])
def test_a_size_out_of_range_is_a_problem(size):
    scene = corridor("contract", size=size)
    problem = problem_of(op="state", scene=scene)
    assert (problem["code"], problem["path"]) == ("invalid", "scene.tokens[0].cols")
