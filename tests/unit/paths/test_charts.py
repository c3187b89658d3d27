"""What bodies on maps see of each other, and who reaches whom."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from random import Random
from types import SimpleNamespace

import pytest

from py_rules.board import grid_of
from py_rules.board.between import Between
from py_rules.engine.situation import Move, Neighbour, Reaches
from py_rules.paths import charts
from py_rules.paths.charts import CellChart, OpenChart
from py_rules.protocol import map_data
from py_rules.service import handle
from py_rules.values.stretch import Segment
from tests.rulebook.asking import Table


@pytest.mark.parametrize(("wall", "leaves"), [((1.9, 2.1), ["leaves:orc"]), ((1.5, 2.5), [])])
def test_a_wall_hides_a_large_body_where_it_bars_the_lines_to_all_of_its_parts(wall, leaves):
    """An ogre is two cells across, an orc 5 ft off: the line of their middles is barred, the others may be free."""
    scene = {
        "grid": {"kind": "gridless", "cols": 9, "rows": 5, "distance": 5, "units": "ft"},
        "walls": [{"id": "wall", "a": [4.2, wall[0]], "b": [4.2, wall[1]]}],
        "tokens": [
            {"id": "ogre", "col": 2, "row": 1, "cols": 2, "rows": 2},
            {"id": "orc", "col": 4, "row": 1.5, "disposition": "hostile"},
        ],
    }
    plan = Table(handle, "custom", scene=scene, token="ogre").plan(
        {"path": [{"col": 2, "row": 1}, {"col": 0, "row": 1}]}
    )
    assert [reaction["id"] for reaction in plan["reactions"]] == leaves


SIDE, BODY = Fraction(5), {"square": (1, 3), "hex_rows_odd": (1, 2), "gridless": (1, 2.5)}


def foe_at(name, at, size, far, up=0):
    facts = SimpleNamespace(far=far)
    size = tuple(Fraction(part) for part in size)
    return Neighbour(name, name, at, size, "hostile", facts, up=Fraction(up))


def bodies(kind, *, rng):
    """Return a mover's chart on a map, where its middle is, and a foe somewhere near with how far it reaches."""
    grid = map_data.Grid(kind=kind, cols=20, rows=20, distance=5)
    between = Between(map_data.Scene(grid=grid))
    mine, its = rng.choice(BODY[kind]), rng.choice(BODY[kind])
    far = Fraction(rng.choice((1, 5, 7, 10, 25)))
    if kind == "gridless":
        chart = OpenChart(Fraction(mine), SIDE, between)
        places = [(rng.random() * 12, rng.random() * 12) for _ in range(2)]
        at, there = (chart.middle(place) for place in places)
    else:
        chart = CellChart(grid_of(grid), (mine, mine), SIDE, between)
        places = [(rng.randrange(12), rng.randrange(12)) for _ in range(2)]
        at = chart.middle(places[0])
        there = grid_of(grid).middle(places[1], (its, its), side=SIDE)
    size = Fraction(its) * SIDE
    return chart, at, foe_at("foe", there, (size, size), far)


@pytest.mark.parametrize("kind", BODY)
def test_nobody_is_in_reach_for_whom_there_is_no_room(kind, monkeypatch):
    monkeypatch.setattr(charts, "_apart", lambda *_, **__: False)
    rng, met = Random(5), 0  # noqa: S311 - a map, not a secret
    for _ in range(400):
        chart, at, foe = bodies(kind, rng=rng)
        wide, high = chart.room(foe, foe.facts.far)
        off = [abs(float(a - b)) for a, b in zip(at, foe.at, strict=True)]
        if chart.reached(at, Fraction(0), other=foe, far=foe.facts.far):
            met += 1
            assert off[0] <= wide
            assert off[1] <= high
        wide, high = chart.room(foe, chart.side)
        if chart.adjoins(at, Fraction(0), other=foe):
            assert off[0] <= wide
            assert off[1] <= high
    assert met > 50


def test_foes_that_are_far_off_are_asked_once_and_not_measured(monkeypatch):
    grid = map_data.Grid(cols=90, rows=90, distance=5)
    chart = CellChart(grid_of(grid), (1, 1), SIDE, Between(map_data.Scene(grid=grid)))
    crowd = [foe_at(f"{n}", chart.middle((40 + n % 40, n // 40)), (5, 5), 5) for n in range(400)]
    near = foe_at("near", chart.middle((3, 2)), (5, 5), 5)
    situation = Move(None, None, None, in_combat=True, others=(*crowd, near), chart=chart)
    asked, measured = Counter(), Counter()

    def reach(foe):
        asked[foe.id] += 1
        return Fraction(foe.facts.far)

    honest = CellChart.reached
    monkeypatch.setattr(
        CellChart,
        "reached",
        lambda self, at, up, *, other, far: (
            measured.update([other.id]) or honest(self, at, up, other=other, far=far)
        ),
    )
    reaches = Reaches(situation, reach)
    way = [chart.middle((2, row)) for row in range(2, 30)]
    steps = [Segment("ground", SIDE, start=a, end=b) for a, b in pairwise(way)]
    left = [[foe.id for foe, _ in reaches.left_behind(step)] for step in steps]
    assert left[1] == ["near"]
    assert left.count(["near"]) == 1
    assert set(asked.values()) == {1}
    assert measured.keys() == {"near"}
