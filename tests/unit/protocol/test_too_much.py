"""What is too much, or no number at all, is refused at once: by its length or its place, before more is made of it."""

import json

import pytest

from py_rules.protocol import bounds, requests
from py_rules.service import handle
from tests.asking import checked, reply_to
from tests.fuzz import worst

WALL = '{"id":"w","a":[0,0],"b":[1,1]}'
REGION = '{"id":"r","kind":"gap","area":%s}'


def asked(*, walls="", regions="", grid='{"cols":4,"rows":4}'):
    scene = f'{{"grid":{grid},"walls":[{walls}],"regions":[{regions}]}}'
    return f'{{"op":"state","system":"contract","scene":{scene}}}'


def problem_of(text):
    return checked(handle(text), op=None)["problem"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
@pytest.mark.parametrize(
    ("path", "thing"),
    [
        ("scene.walls[0].a[0]", {"walls": '{"id":"w","a":[%s,0],"b":[1,1]}'}),
        ("scene.walls[0].b[1]", {"walls": '{"id":"w","a":[0,0],"b":[1,%s]}'}),
        ("scene.regions[0].area.polygon[1][1]", {"regions": REGION % '{"polygon":[[0,0],[1,%s],[2,2]]}'}),
        ("scene.grid.distance", {"grid": '{"cols":4,"rows":4,"distance":%s}'}),
    ],
)
def test_what_is_no_number_is_told_by_its_place(number, path, thing):
    problem = problem_of(asked(**{name: text % number for name, text in thing.items()}))
    assert (problem["code"], problem["path"]) == ("invalid", path)
    assert problem["remedy"] == "send a finite number"


def test_ten_million_walls_are_refused_by_their_length_alone(monkeypatch):
    monkeypatch.setattr(requests, "REQUEST", None)  # nothing may be read of it
    problem = problem_of(asked(walls=",".join([WALL] * 10_000_000)))
    assert (problem["code"], problem["path"]) == ("too_large", "")
    assert str(bounds.MAX_REQUEST_CHARS) in problem["message"]


def test_more_walls_than_the_limit_are_refused_by_their_number():
    text = asked(walls=",".join([WALL] * 50_001))
    assert len(text) < bounds.MAX_REQUEST_CHARS
    problem = problem_of(text)
    assert (problem["code"], problem["path"]) == ("invalid", "scene.walls")
    assert problem["remedy"] == "send 50000 or fewer"


@pytest.mark.parametrize("side", ["cols", "rows"])
def test_a_map_of_a_billion_cells_is_refused_by_its_side(side):
    grid = json.dumps({"cols": 4, "rows": 4, side: 10**9})
    problem = problem_of(asked(grid=grid))
    assert (problem["code"], problem["path"]) == ("invalid", f"scene.grid.{side}")
    assert problem["remedy"] == f"send {bounds.MAX_GRID_SIDE} or less"


@pytest.mark.parametrize(
    ("area", "path"),
    [
        ('{"rect":[3,3,2,1]}', "rect"),
        ('{"cells":[[0,0],[4,0]]}', "cells[1]"),
        ('{"polygon":[[0,0],[4,0],[4,4.5]]}', "polygon[2]"),
    ],
)
def test_a_region_outside_the_map_is_told_by_its_place(area, path):
    problem = problem_of(asked(regions=REGION % area))
    assert (problem["code"], problem["path"]) == ("off_map", f"scene.regions[0].area.{path}")


@pytest.mark.parametrize("kind", ["square", "gridless"])
def test_tokens_that_cover_more_cells_than_a_question_may_count(kind):
    request = worst.way("sr3", worst.scene(200, kind, tokens=worst.giants(1000)), 190, 190)
    problem = problem_of(json.dumps(request))
    assert (problem["code"], problem["path"]) == ("too_much_work", "scene")


def test_ground_on_all_storeys_is_counted_on_each_of_them():
    many = worst.scene(20, **worst.storeys(50, 100, 20), regions=worst.mixed(1000, 20))
    problem = problem_of(json.dumps(worst.reach("contract", many)))
    assert (problem["code"], problem["path"]) == ("too_much_work", "scene")
    few = worst.scene(20, **worst.storeys(5, 10, 20), regions=worst.mixed(100, 20))
    assert reply_to(worst.reach("contract", few))["ok"]


def test_walls_without_cells_are_counted_for_each_mover():
    problem = problem_of(json.dumps(worst.walled_movers("gridless")))
    assert (problem["code"], problem["path"]) == ("too_much_work", "scene")
