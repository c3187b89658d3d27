"""Scenes sent once and named later: what is kept changes speed, never an answer."""

import copy
import json
from unittest.mock import patch as replaced

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_rules.operations import mover_context, neighbours
from py_rules.paths import scenes
from py_rules.paths.scenes import KEPT_SCENES
from py_rules.service import Service
from tests.asking import ask, mover, problem_of

# A corridor with a door in it; the token is to go through, or round a friend.
SCENE = {
    "grid": {"cols": 6, "rows": 3},
    "walls": [
        {"id": "north", "a": [3, 0], "b": [3, 1]},
        {"id": "door", "a": [3, 1], "b": [3, 2]},
        {"id": "south", "a": [3, 2], "b": [3, 3]},
    ],
    "regions": [{"id": "mud", "kind": "difficult", "cost_multiplier": 2, "area": {"cells": [[1, 0]]}}],
    "tokens": [
        {"id": "jenny", "col": 0, "row": 1},
        {"id": "friend", "col": 2, "row": 1, "disposition": "friendly"},
    ],
}
JENNY = {"token": "jenny"}


def changed(**lists):
    return {**copy.deepcopy(SCENE), **lists}


def to(col, row):
    return {"to": {"col": col, "row": row}}


def verdict(scene, service, *, route=None):
    [plan] = ask(service=service, op="plan", scene=scene, movers=[mover(**JENNY, route=route or to(5, 1))])[
        "plans"
    ]
    return plan["verdict"]


@pytest.fixture
def service():
    return Service()


@pytest.fixture
def ref(service):
    return ask(service=service, op="state", scene=SCENE)["scene_ref"]


# ---------------------------------------------------------------- by reference


@pytest.mark.parametrize("op", ["state", "destinations", "plan", "apply"])
def test_the_same_reply_inline_and_by_reference(op, service, ref):
    someone = mover(**JENNY)
    asked = {
        "state": {"mover": someone},
        "destinations": {"mover": someone},
        "plan": {"movers": [{**someone, "route": to(2, 2)}]},
        "apply": {
            "mover": someone,
            "commit": {"id": "a", "events": [{"kind": "moved", "route": to(2, 2)}]},
        },
    }[op]
    inline = ask(service=Service(), op=op, scene=SCENE, **asked)
    assert ask(service=service, op=op, scene={"ref": ref}, **asked) == inline
    assert ask(service=service, op=op, scene=SCENE, **asked) == inline
    assert inline["scene_ref"] == ref


def test_a_scene_not_kept_is_a_problem_that_says_what_to_do(ref):
    problem = problem_of(service=Service(), op="state", scene={"ref": ref})
    assert (problem["code"], problem["path"]) == ("scene_unknown", "scene.ref")
    assert problem["remedy"] == "send the scene inline"


def test_without_a_scene_there_is_no_reference(service):
    assert ask(service=service, op="state")["scene_ref"] is None


def test_old_scenes_are_forgotten_and_used_ones_kept(service, ref):
    for cols in range(7, 7 + KEPT_SCENES - 1):
        ask(service=service, op="state", scene=changed(grid={"cols": cols, "rows": 3}))
        ask(service=service, op="state", scene={"ref": ref})
    second = ask(service=service, op="state", scene=changed(grid={"cols": 7, "rows": 3}))["scene_ref"]
    for cols in range(50, 50 + KEPT_SCENES):
        ask(service=service, op="state", scene=changed(grid={"cols": cols, "rows": 3}))
    assert problem_of(service=service, op="state", scene={"ref": ref})["code"] == "scene_unknown"
    assert problem_of(service=service, op="state", scene={"ref": second})["code"] == "scene_unknown"


def test_defaults_may_be_written_or_left_out(service, ref):
    written = changed(
        grid={**SCENE["grid"], "kind": "square", "distance": 5, "units": "ft", "diagonals": "equidistant"}
    )
    assert ask(service=service, op="state", scene=written)["scene_ref"] == ref


def test_a_door_opens_where_the_scene_is_sent_anew(service, ref):
    assert verdict({"ref": ref}, service) == "impossible"
    opened = changed(walls=[SCENE["walls"][0], {**SCENE["walls"][1], "open": True}, SCENE["walls"][2]])
    assert verdict(opened, service) != "impossible"
    named = ask(service=service, op="state", scene=opened)["scene_ref"]
    assert named != ref
    assert verdict({"ref": named}, service) != "impossible"
    assert verdict({"ref": ref}, service) == "impossible"


# ---------------------------------------------------------------- what is kept changes nothing


def test_a_used_service_answers_as_a_fresh_one(service):
    requests = [
        {"op": op, "system": "contract", "view": view, "scene": scene, "mover": mover(token=token)}
        for scene in (SCENE, changed(walls=[]), changed(tokens=SCENE["tokens"][:1]))
        for token in ("jenny", "friend")
        for op in ("destinations", "state")
        for view in ("player", "referee")
    ]
    texts = [json.dumps(request) for request in requests]
    fresh = [Service().handle(text) for text in texts]
    assert [service.handle(text) for text in texts] == fresh
    assert [service.handle(text) for text in reversed(texts)] == fresh[::-1]


def test_boards_of_one_scene_are_told_apart_by_mover_and_size(service):
    scene = changed(tokens=[*SCENE["tokens"], {"id": "ogre", "col": 0, "row": 0, "cols": 2, "rows": 1}])
    for token in ("ogre", "jenny", "ogre", "friend"):
        asked = {"op": "destinations", "scene": scene, "mover": mover(token=token)}
        assert ask(service=service, **asked) == ask(service=Service(), **asked)


def test_where_a_token_stands_may_be_told_apart_from_the_scene(service, ref):
    asked = {"op": "destinations", "scene": {"ref": ref}}
    moved_there = changed(tokens=[{**SCENE["tokens"][0], "col": 1, "row": 2}, SCENE["tokens"][1]])
    at = ask(service=service, **asked, mover=mover(**JENNY, at={"col": 1, "row": 2}))
    there = ask(service=service, op="destinations", scene=moved_there, mover=mover(**JENNY))
    assert at["layers"] == there["layers"]


def test_the_tokens_of_a_scene_are_read_once(service, ref):
    asked = {"op": "destinations", "scene": {"ref": ref}, "mover": mover(**JENNY)}
    with replaced("py_rules.operations.neighbours.facts_of", wraps=neighbours.facts_of) as read:
        replies = [ask(service=service, **asked) for _ in range(3)]
    assert read.call_count <= 1
    assert replies[0] == replies[2] == ask(service=Service(), **asked | {"scene": SCENE})


whereabouts = st.tuples(
    st.sampled_from([1, 2, 2.5, 4]),
    st.sampled_from([0, 1]),
    st.sampled_from(["hostile", "friendly"]),
    st.booleans(),
)


@given(st.sampled_from(["square", "gridless"]), st.lists(whereabouts, min_size=2, max_size=4))
def test_what_is_kept_while_others_move_and_doors_open_changes_no_answer(kind, places):
    """Somebody else moves, a door opens and shuts: one service answers as a new one does each time."""
    service = Service()
    for col, row, disposition, is_open in places:
        friend = {"id": "friend", "col": col if kind == "gridless" else int(col), "row": row}
        asked = {
            "op": "destinations",
            "scene": changed(
                grid={**SCENE["grid"], "kind": kind},
                walls=[SCENE["walls"][0], {**SCENE["walls"][1], "open": is_open}, SCENE["walls"][2]],
                tokens=[SCENE["tokens"][0], {**friend, "disposition": disposition}],
            ),
        }
        for token in ("jenny", "friend", "jenny"):
            asked["mover"] = mover(token=token)
            assert ask(service=service, **asked) == ask(service=Service(), **asked)


@pytest.mark.parametrize(("large", "searches"), [(200_000, 2), (0, 4)])
def test_of_tokens_in_turn_the_last_searches_are_kept_but_on_large_maps_one(service, ref, large, searches):
    asked = {"op": "destinations", "scene": {"ref": ref}}
    with (
        replaced("py_rules.paths.scenes.LARGE", large),
        replaced("py_rules.operations.mover_context.Nearby", wraps=mover_context.Nearby) as made,
    ):
        for token in ("jenny", "friend", "jenny", "friend"):
            ask(service=service, **asked, mover=mover(token=token))
    assert made.call_count == searches


def test_of_a_large_map_only_the_part_in_reach_is_compiled_for_destinations(service):
    scene = changed(grid={"cols": 400, "rows": 300})
    with replaced("py_rules.paths.scenes.board.compile_board", wraps=scenes.board.compile_board) as compiled:
        assert ask(service=service, op="destinations", scene=scene, mover=mover(**JENNY))["layers"]
    assert [call.kwargs["part"] is None for call in compiled.call_args_list] == [False]
