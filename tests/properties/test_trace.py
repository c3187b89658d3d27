"""The path that is told: the straightest of the best, found without looking at the whole map."""

import json

from hypothesis import given
from hypothesis import strategies as st

from py_rules.search import route
from py_rules.service import handle

KINDS = ("square", "hex_rows_odd", "hex_columns_even", "gridless")
REGIONS = (
    {"kind": "difficult", "cost_multiplier": 2},
    {"kind": "gap"},
    {"kind": "obstacle"},
    {"kind": "water"},
)
SIDE = 12
MOST_LABELS = 2_500

places = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))


@st.composite
def questions(draw):
    """A question for the best way over a map with walls and regions, maybe past a via point."""
    start, goal, *via = draw(st.lists(places, min_size=2, max_size=3))
    walls = draw(st.lists(st.tuples(places, places), max_size=6))
    regions = draw(st.lists(st.tuples(st.sampled_from(REGIONS), places), max_size=5))
    scene = {
        "grid": {
            "kind": draw(st.sampled_from(KINDS)),
            "cols": SIDE,
            "rows": SIDE,
            "distance": 5,
            "units": "ft",
        },
        "walls": [{"id": f"w{n}", "a": a, "b": b} for n, (a, b) in enumerate(walls)],
        "regions": [
            {"id": f"r{n}", "area": {"rect": [col, row, min(3, SIDE - col), 1]}, **kind}
            for n, (kind, (col, row)) in enumerate(regions)
        ],
    }
    return asked(scene, start, goal, via)


def asked(scene, start, goal, via=()):
    """The question for the best way from a place to another."""
    ways = [{"col": col, "row": row} for col, row in (*via, goal)]
    scene["tokens"] = [{"id": "mover", "col": start[0], "row": start[1]}]
    character = {"dexterity": 4, "brawn": 3, "athletics": 2}
    mover = {"token": "mover", "character": character, "route": {"to": ways[-1], "via": ways[:-1]}}
    return json.dumps(
        {"op": "plan", "system": "contract", "clock": {"in_combat": True}, "movers": [mover], "scene": scene}
    )


@given(questions())
def test_what_is_left_out_would_not_have_been_told(question):
    told = handle(question)
    bound = route._Tracer._turns_before
    try:
        route._Tracer._turns_before = lambda *_: 0  # every label is looked at, as far as a turn is no more
        everything = handle(question)
    finally:
        route._Tracer._turns_before = bound
    assert json.loads(told)["ok"]
    assert told == everything


def test_a_way_across_an_open_map_looks_at_a_few_labels(monkeypatch):
    looked = 0
    before = route._Tracer._before

    def counted(self, node):
        nonlocal looked
        looked += 1
        return before(self, node)

    monkeypatch.setattr(route._Tracer, "_before", counted)
    for kind in KINDS:
        looked = 0
        grid = {"kind": kind, "cols": 300, "rows": 300, "distance": 5, "units": "ft"}
        reply = json.loads(handle(asked({"grid": grid}, (10, 290), (280, 20))))
        assert reply["value"]["plans"][0]["path"][-1]["row"] == 20
        assert 0 < looked < MOST_LABELS, kind
