"""A player's reply is the same whether there is something that the player does not see or not."""

import json

import pytest

from py_rules.service import Service
from py_rules.systems import names
from tests.asking import ask, reply_to

HERE = {"col": 5, "row": 4}
PLAIN = {
    "grid": {"kind": "square", "cols": 12, "rows": 9, "distance": 1},
    "walls": [{"id": "wall", "a": [3, 1], "b": [3, 5]}],
    "regions": [{"id": "mud", "kind": "difficult", "cost_multiplier": 2, "area": {"rect": [6, 1, 2, 3]}}],
    "tokens": [{"id": "me", **HERE}, {"id": "friend", "col": 5, "row": 6, "disposition": "friendly"}],
}
UNSEEN = {
    "regions": [
        {"id": "pit", "kind": "gap", "area": {"rect": [6, 5, 3, 1]}, "hidden": True},
        {"id": "block", "kind": "obstacle", "area": {"rect": [4, 3, 1, 1]}, "hidden": True},
    ],
    "tokens": [
        {"id": "lurker", "col": 6, "row": 4, "disposition": "hostile", "hidden": True},
        {"id": "other", "col": 5, "row": 3, "hidden": True, "name": "Nobody"},
    ],
}


def scenes(kind, first):
    """Return a scene without and with what is hidden, which stands first or last in its lists."""
    grid = PLAIN["grid"] | {"kind": kind}
    more = {
        name: [*UNSEEN[name], *PLAIN[name]] if first else [*PLAIN[name], *UNSEEN[name]] for name in UNSEEN
    }
    return PLAIN | {"grid": grid}, PLAIN | {"grid": grid} | more


def questions(scene):
    """Return questions of a player about a token of its own."""
    path = [HERE, {"col": 6, "row": 4}, {"col": 6, "row": 5}, {"col": 7, "row": 5}]
    mover = {"token": "me"}
    move = {"kind": "moved", "route": {"path": path}}
    return [
        {"op": "state", "mover": mover, "scene": scene},
        {"op": "destinations", "mover": mover, "scene": scene},
        {"op": "plan", "movers": [{**mover, "route": {"path": path}}], "scene": scene},
        {"op": "plan", "movers": [{**mover, "route": {"to": {"col": 8, "row": 5}}}], "scene": scene},
        {"op": "apply", "mover": mover, "scene": scene, "commit": {"id": "c", "events": [move]}},
        {"op": "plan", "movers": [{"token": "nobody", "route": {"to": HERE}}], "scene": scene},
    ]


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("kind", ["square", "hex_rows_odd", "gridless"])
@pytest.mark.parametrize("system", names())
def test_a_players_reply_does_not_tell_of_what_is_hidden(system, kind, first):
    without, within = scenes(kind, first)
    told = [
        [Service().handle(json.dumps({"system": system, **one})) for one in questions(scene)]
        for scene in (without, within)
    ]
    assert told[0] == told[1]


@pytest.mark.parametrize("view", ["player", "referee"])
def test_a_scene_is_found_by_the_name_that_its_view_was_told(view):
    service = Service()
    _, scene = scenes("square", first=False)
    question = {"system": "contract", "op": "destinations", "mover": {"token": "me"}, "view": view}
    inline = ask(**question, scene=scene, service=service)
    assert ask(**question, scene={"ref": inline["scene_ref"]}, service=service) == inline
    lurkers = [
        {**token, "col": 7} if token["id"] == UNSEEN["tokens"][0]["id"] else token
        for token in scene["tokens"]
    ]
    moved = ask(**question, scene={**scene, "tokens": lurkers}, service=service)
    assert (moved["scene_ref"] == inline["scene_ref"]) == (view == "player")


def test_a_referee_does_not_get_a_scene_by_what_a_player_calls_it():
    service = Service()
    _, scene = scenes("square", first=False)
    question = {"system": "contract", "op": "destinations", "mover": {"token": "me"}}
    ref = ask(**question, scene=scene, service=service)["scene_ref"]
    told = reply_to({**question, "view": "referee", "scene": {"ref": ref}}, service=service)
    assert told["problem"]["code"] == "scene_unknown"
