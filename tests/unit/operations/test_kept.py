"""What is kept from one question for the next is bounded by count, however long a worker plays."""

import gc
import json
from collections import Counter

import pytest

from py_rules.board import Board, measure
from py_rules.paths import segments
from py_rules.paths.scenes import KEPT_BOARDS, KEPT_SCENES
from py_rules.search import route
from py_rules.service import Service

KINDS = ("square", "hex_rows_odd", "gridless")
MOVER = {"token": "hero", "character": {"dexterity": 4, "brawn": 3}}


def scene_of(number):
    """Return one of many maps, no two alike."""
    walls = [{"id": "wall", "a": [3, 2], "b": [3, 4]}, {"id": "far", "a": [8, 1], "b": [8, 2 + number / 100]}]
    grid = {"kind": KINDS[number % len(KINDS)], "cols": 12, "rows": 9, "distance": 5}
    return {"grid": grid, "walls": walls, "tokens": [{"id": "hero", "col": 1, "row": 2}]}


def ask(service, scene, **question):
    reply = json.loads(service.handle(json.dumps({"v": 1, "system": "contract", "scene": scene, **question})))
    assert reply["ok"], reply
    return reply["value"]


def play(service, scene):
    """Ask what a page asks in a drag."""
    for op in ("state", "destinations"):
        ask(service, scene, op=op, mover=MOVER)
    for col, row in ((4, 3), (5, 3), (5, 4)):
        mover = {**MOVER, "route": {"to": {"col": col, "row": row}}}
        ask(service, scene, op="plan", movers=[mover])


def kept_objects():
    gc.collect()
    return Counter(type(thing).__name__ for thing in gc.get_objects())


def boards():
    """Return the boards that somebody keeps, other tests among them, by identity."""
    gc.collect()
    return {id(thing): thing for thing in gc.get_objects() if isinstance(thing, Board)}


def test_after_many_scenes_nothing_more_is_kept_than_after_some():
    others = kept_objects()
    service, many = Service(), KEPT_BOARDS * 3 // 2  # without cells there is no board
    for number in range(many):
        play(service, scene_of(number))
    some = kept_objects()
    for number in range(many, 2 * many):
        play(service, scene_of(number))
    more = kept_objects()
    assert more["Board"] <= some["Board"]
    assert more["Scene"] <= some["Scene"] <= others["Scene"] + 4 * KEPT_SCENES + 2 * KEPT_BOARDS
    assert more.total() < 1.02 * some.total()


@pytest.mark.parametrize("kind", KINDS[:2])
def test_of_a_board_only_so_many_steps_and_labels_are_kept(kind, monkeypatch):
    monkeypatch.setattr(measure, "MOST_KEPT", 12)
    monkeypatch.setattr(segments, "MOST_KEPT", 10)
    monkeypatch.setattr(route, "MOST_TRACED", 15)
    others = boards()
    service, scene = Service(), {**scene_of(0), "grid": {"kind": kind, "cols": 12, "rows": 9, "distance": 5}}
    for col in range(4, 12, 2):
        for row in range(0, 9, 2):
            mover = {**MOVER, "route": {"to": {"col": col, "row": row}}}
            told = ask(service, scene, op="plan", movers=[mover])
            plain = Service()
            assert told == ask(plain, scene, op="plan", movers=[mover])
    made_here = [board for key, board in boards().items() if key not in others and board.stepped]
    assert made_here
    for board in made_here:
        assert len(board.stepped["steps"]) <= 12
        made = [one for one in board.stepped.values() if isinstance(one, segments.Segments)]
        assert all(len(one.known) <= 10 for one in made)
