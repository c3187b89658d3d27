"""Execution: what stops a move inside its path, what carries a token, where a failed jump lands."""

from fractions import Fraction
from typing import Any

import pytest

from py_rules import systems
from py_rules.engine.system import Carry
from py_rules.protocol.facts import MovedFact, RolledFact
from py_rules.protocol.requests import ReactedEvent
from py_rules.service import handle
from tests.rulebook.asking import Table

STREAM = {"id": "stream", "kind": "water", "area": {"rect": [0, 0, 6, 1]}, "current": [2, 0]}


def scene(*, unit: str, cols: int, **fields: Any) -> dict[str, Any]:
    grid = {"cols": cols, "rows": 1, "distance": 1, "units": unit}
    token = {"id": "thief", "col": 0, "row": 0, "elevation": 8}
    return {"grid": grid, "storeys": [{"id": "deck", "elevation": 8}], "tokens": [token], **fields}


def along(*cols: int) -> dict[str, Any]:
    return {"path": [{"col": col, "row": 0, "elevation": 8} for col in cols]}


def moved(route: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "moved", "route": route}


# ---------------------------------------------------------------- hazards on the path


def test_a_ledge_on_the_map_stops_the_walk_and_is_remembered_until_undone():
    gap = {"id": "shaft", "kind": "gap", "area": {"cells": [[2, 0]]}, "depth": 6}
    player = Table(handle, "styles", scene=scene(unit="u", cols=4, regions=[gap]), token="thief")
    fresh = player.state()
    walk = {"path": [{"col": col, "row": 0, "elevation": 8, "mode": "ground"} for col in range(4)]}
    told = player.apply("walk", moved(walk))
    assert [move["to"]["col"] for move in told["moves"]] == [1]
    assert [cell["col"] for cell in told["rest"]] == [1, 2, 3]
    assert told["state"]["hazards"][0]["numbers"] == {"height": 6}
    assert [status["id"] for status in told["state"]["statuses"]] == ["falling"]
    assert player.undo("walk")["moves"][0]["to"]["col"] == 0
    assert player.state() == {**fresh, "scene_ref": fresh["scene_ref"]}


def test_a_move_that_the_table_lets_through_meets_no_hazard():
    player = Table(handle, "styles")
    route = {"segments": [{"length": 1}, {"length": 1, "surface": "air", "rise": -3}]}
    told = player.apply("walk", {**moved(route), "override": True})
    assert [move["distance"] for move in told["moves"]] == [2]


def test_a_commit_that_is_refused_shows_the_turn_as_it_was():
    """Also what was told before the move that is refused has not happened."""
    wall = {"id": "shut", "a": [2, 0], "b": [2, 1]}
    player = Table(handle, "contract", scene=scene(unit="ft", cols=4, walls=[wall]), token="thief")
    before = player.state()
    told = player.apply("walk", {"kind": "acted"}, moved({"to": {"col": 3, "row": 0, "elevation": 8}}))
    assert told["refused"]["rule"] == "MAP-07"
    assert told["state"]["counters"] == before["counters"]


# ---------------------------------------------------------------- carried along


@pytest.mark.parametrize(("blocked", "cols"), [(None, 3), (2, 1)])
def test_a_current_carries_as_far_as_nothing_solid_is_in_the_way(blocked, cols):
    walls = [] if blocked is None else [{"id": "weir", "a": [blocked, 0], "b": [blocked, 1]}]
    player = Table(
        handle, "styles", scene=scene(unit="u", cols=6, regions=[STREAM], walls=walls), token="thief"
    )
    player.apply("swim", moved(along(0, 1)))
    told = player.apply("end", {"kind": "end", "scope": "turn"})
    assert [(move["to"]["col"], move["rule"], move["forced"]) for move in told["moves"]] == (
        [] if cols == 1 else [(cols, "STY-23", True)]
    )


def test_nothing_is_carried_off_the_map():
    stream = {**STREAM, "current": [40, 0]}
    player = Table(handle, "styles", scene=scene(unit="u", cols=6, regions=[stream]), token="thief")
    player.apply("swim", moved(along(0, 1)))
    told = player.apply("end", {"kind": "end", "scope": "turn"})
    assert [(move["to"]["col"], move["distance"]) for move in told["moves"]] == [(5, 4)]


def test_drifting_and_sinking_are_two_moves_of_one_event():
    player = Table(
        handle,
        "styles",
        scene=scene(unit="u", cols=6, regions=[STREAM]),
        token="thief",
        character={"heavy_nonbuoyant": True},
    )
    player.apply("swim", moved(along(0, 1)))
    player.apply("hit", {"kind": "did", "act": "interrupt"})
    told = player.apply("end", {"kind": "end", "scope": "turn"})
    assert [(move["rule"], move["to"]) for move in told["moves"]] == [
        ("STY-23", {"col": 3, "row": 0, "elevation": 8}),
        ("STY-24", {"col": 3, "row": 0, "elevation": 6}),
    ]


def test_an_act_that_makes_a_token_fall_drops_it_at_once_from_where_it_moved_to():
    hatch = {"id": "hatch", "kind": "gap", "area": {"cells": [[3, 0]]}, "depth": 8}
    deck = scene(unit="m", cols=6, regions=[hatch])
    player = Table(handle, "sr5", scene=deck, token="thief", character={"agility": 4})
    fall = {"kind": "did", "act": "fall", "options": {"height": 8}}
    told = player.apply("over", moved(along(0, 1, 2)), fall)
    assert [(move["to"], move["forced"]) for move in told["moves"]] == [
        ({"col": 2, "row": 0, "elevation": 8}, False),
        ({"col": 3, "row": 0, "elevation": 0}, True),
    ]


# ---------------------------------------------------------------- jumps that fail


def test_a_failed_jump_on_the_map_lands_where_the_roll_carries_it():
    gap = {"id": "shaft", "kind": "gap", "area": {"rect": [1, 0, 5, 1]}}
    player = Table(
        handle, "d6", scene=scene(unit="m", cols=9, regions=[gap]), token="thief", character={"jumping": "5D"}
    )
    player.apply("leap", moved(along(*range(8))))
    told = player.apply("roll", {"kind": "rolled", "check": "jump:1", "result": 13})
    assert [(move["to"]["col"], move["distance"], move["rule"]) for move in told["moves"]] == [
        (3, 3, "D6-25")
    ]
    assert [cell["col"] for cell in told["rest"]] == [3, 4, 5, 6, 7]
    assert player.undo("roll")["moves"][0]["to"]["col"] == 0


def test_a_failed_jump_stays_at_the_edge_where_the_system_does_not_say_more():
    player = Table(handle, "contract", character={"dexterity": 6, "brawn": 3, "athletics": 3})
    player.apply("leap", moved({"segments": [{"mode": "jump", "length": 10, "run_up": False}]}))
    told = player.apply("roll", {"kind": "rolled", "check": "jump:1", "result": 0})
    assert (told["moves"], told["rolls"][0]["success"]) == ([], False)


# ---------------------------------------------------------------- carried off on the way


@pytest.fixture
def swept(monkeypatch):
    """Lets whatever happens in a game, of one kind, take the token down 3 as if it fell; no game of ours does."""

    def sweep(name: str, kind: type) -> None:
        def carry(_self, _move, fact, **_after):
            return [Carry((Fraction(0), Fraction(0), Fraction(-3)), "X-08")] if isinstance(fact, kind) else []

        monkeypatch.setattr(type(systems.find(name)), "carry", carry)

    return sweep


def distances(told: dict[str, Any]) -> list[tuple[float, bool]]:
    return [(move["distance"], move["forced"]) for move in told["moves"]]


def test_who_is_carried_off_before_a_roll_is_not_asked_for_it(swept):
    swept("contract", MovedFact)
    player = Table(handle, "contract", character={"dexterity": 4, "brawn": 3, "athletics": 2})
    told = player.apply("climb", moved({"segments": [{"length": 10}, {"mode": "climb", "length": 5}]}))
    assert distances(told) == [(10, False), (3, True)]
    assert told["state"]["pending"] is None


def test_who_is_carried_off_before_a_hazard_does_not_meet_it(swept):
    swept("styles", MovedFact)
    player = Table(handle, "styles")
    told = player.apply(
        "walk", moved({"segments": [{"length": 1}, {"length": 1, "surface": "air", "rise": -3}]})
    )
    assert distances(told) == [(1, False), (3, True)]
    assert told["stopped"]["rule"] == "STY-31"
    assert told["state"]["statuses"] == []


def test_a_roll_that_carries_the_token_off_ends_its_move(swept):
    player = Table(handle, "contract", character={"dexterity": 4, "brawn": 3, "athletics": 2})
    player.apply("climb", moved({"segments": [{"length": 10}, {"mode": "climb", "length": 5}]}))
    swept("contract", RolledFact)
    told = player.apply("roll", {"kind": "rolled", "check": "climb", "result": 3})
    assert distances(told) == [(3, True)]
    assert told["state"]["pending"] is None


def test_a_reaction_that_carries_the_token_off_ends_its_move(swept):
    player = Table(handle, "sr3", character={"quickness": 5})
    player.apply("wait", {"kind": "begin", "scope": "pass", "number": 1, "of": 2, "acts": False})
    player.apply("walk", moved({"segments": [{"length": 1}]}))
    swept("sr3", ReactedEvent)
    told = player.apply("react", {"kind": "reacted", "reaction": "queue", "stopped": False})
    assert distances(told) == [(3, True)]
    assert told["state"]["pending"] is None


def test_a_jump_is_waited_for_also_where_the_sheet_of_today_asks_for_a_sprint_before_it():
    player = Table(handle, "contract", character={"dexterity": 4, "brawn": 3, "athletics": 4})
    player.apply("leap", moved({"segments": [{"length": 20}, {"mode": "jump", "length": 12}]}))
    player.character = {"dexterity": 0, "brawn": 2, "athletics": 6}
    assert player.state()["pending"]["check"]["id"] == "jump:1"
    told = player.apply("roll", {"kind": "rolled", "check": "jump:1", "result": 1})
    assert told["state"]["pending"]["check"]["id"] == "sprint"
