"""Whatever is wrong with a request, the reply says what, where, and what to do; nothing is repaired."""

import copy
import json

import pytest
from pydantic import ValidationError

from py_rules.protocol.bounds import MAX_REQUEST_CHARS
from py_rules.protocol.requests import REQUEST
from py_rules.service import Service
from tests.asking import JENNY, Turn, ask, checked, commit, feet, moved, mover, reply_to

UNKNOWN = "0" * 64

GRID = {"cols": 8, "rows": 6}
SCENE = {
    "grid": GRID,
    "walls": [{"id": f"w{n}", "a": [n, 0], "b": [n, 1]} for n in range(3)],
    "regions": [{"id": "pool", "kind": "water", "area": {"rect": [5, 4, 2, 2]}}],
    "tokens": [{"id": "jenny", "col": 1, "row": 2}, {"id": "guard", "col": 4, "row": 2}],
}


def scene(**fields):
    return {**copy.deepcopy(SCENE), **fields}


def changed(document, path, value):
    """Return a document with one place changed; a place not there yet is added."""
    document = copy.deepcopy(document)
    *way, last = path
    place = document
    for part in way:
        place = place[part]
    place[last] = value
    return document


def state(**fields):
    return {"v": 1, "op": "state", "system": "contract", "mover": mover(), **fields}


def plan(route, **fields):
    someone = mover(**({"token": "jenny"} if "scene" in fields else {}), route=route)
    return {"v": 1, "op": "plan", "system": "contract", "movers": [someone], **fields}


def destinations(**fields):
    request = {"v": 1, "op": "destinations", "system": "contract", "scene": scene()}
    return {**request, "mover": mover(**{"token": "jenny", **fields})}


def apply(*events, **fields):
    request = {"v": 1, "op": "apply", "system": "contract", "mover": mover()}
    return {**request, "commit": commit("new", *events), **fields}


def with_character(**ratings):
    return state(mover={"character": {**JENNY, **ratings}})


def with_walls(*walls):
    return state(scene=scene(walls=list(walls)))


def with_region(**region):
    return state(
        scene=scene(regions=[{"id": "r", "kind": "difficult", "area": {"cells": [[1, 1]]}, **region}])
    )


def path(*cells):
    return {"path": [{"col": col, "row": row} for col, row in cells]}


def segment(**fields):
    return plan({"segments": [{"length": 5}, {"length": 5, **fields}]})


D6_RUNNER = {"route": {"segments": [{"length": 5, "grade": "very_hazardous", "modifier": 24}]}}


ROLL = {"kind": "rolled", "check": "sprint"}

PROBLEMS = {
    # what is no request at all
    "a list": ([], "invalid", "", "an object"),
    "a number": (7, "invalid", "", "an object"),
    "null": (None, "invalid", "", "an object"),
    "no operation": ({}, "invalid", "op", "add"),
    "an unknown operation": ({"op": "dance"}, "invalid", "op", "'plan'"),
    "an operation that is a number": ({"op": 5}, "invalid", "op", "'plan'"),
    "an operation that is a list": ({"op": [1]}, "invalid", "op", "use one of"),
    "another version": (state(v=2), "invalid", "v", "use 1"),
    # fields
    "an unknown field": (state(speed=30), "invalid", "speed", "remove the field"),
    "an unknown field named as an operation": (state(state=1), "invalid", "state", "remove the field"),
    "an unknown field named as a region": (state(water=1), "invalid", "water", "remove the field"),
    "no system": ({"op": "state"}, "invalid", "system", "add the field"),
    "no movers": ({"op": "plan", "system": "contract"}, "invalid", "movers", "add the field"),
    "an empty list of movers": (
        {"op": "plan", "system": "contract", "movers": []},
        "invalid",
        "movers",
        "1 or more",
    ),
    "an unknown view": (state(view="god"), "invalid", "view", "'player' or 'referee'"),
    "a text for a switch": (state(clock={"in_combat": "yes"}), "invalid", "clock.in_combat", "true or false"),
    "a number for a switch": (state(clock={"in_combat": 1}), "invalid", "clock.in_combat", "true or false"),
    "an empty id": (
        apply(moved(feet(5)), commit=commit("", moved(feet(5)))),
        "invalid",
        "commit.id",
        "empty",
    ),
    "an id that is too long": (
        apply(moved(feet(5)), commit=commit("x" * 201, moved(feet(5)))),
        "invalid",
        "commit.id",
        "200",
    ),
    "no events": (apply(), "invalid", "commit.events", "1 or more"),
    # systems, sheets and switches
    "an unknown system": (state(system="chess"), "system_unknown", "system", "contract"),
    "an empty system": (state(system=""), "invalid", "system", "empty"),
    "a negative rating": (with_character(dexterity=-1), "invalid", "mover.character.dexterity", "0 or more"),
    "a rating too high": (with_character(brawn=21), "invalid", "mover.character.brawn", "20 or less"),
    "a rating too high to count": (with_character(brawn=10**400), "invalid", "mover.character.brawn", "20"),
    "a fraction for a rating": (
        with_character(dexterity=2.5),
        "invalid",
        "mover.character.dexterity",
        "whole",
    ),
    "a whole float for a rating": (
        with_character(dexterity=2.0),
        "invalid",
        "mover.character.dexterity",
        "whole",
    ),
    "true for a rating": (with_character(dexterity=True), "invalid", "mover.character.dexterity", "whole"),
    "a text for a rating": (with_character(dexterity="4"), "invalid", "mover.character.dexterity", "whole"),
    "null for a rating": (with_character(dexterity=None), "invalid", "mover.character.dexterity", "whole"),
    "NaN for a rating": (
        with_character(dexterity=float("nan")),
        "invalid",
        "mover.character.dexterity",
        "whole",
    ),
    "1 for a yes": (with_character(stunned=1), "invalid", "mover.character.stunned", "true or false"),
    "an unknown load": (
        with_character(load="half"),
        "invalid",
        "mover.character.load",
        "'none', 'partial' or 'full'",
    ),
    "an unknown rating": (with_character(luck=3), "invalid", "mover.character.luck", "remove the field"),
    "a second mover's rating": (
        {"op": "plan", "system": "contract", "movers": [mover(route=feet(5)), {"character": {"brawn": -1}}]},
        "invalid",
        "movers[1].character.brawn",
        "0 or more",
    ),
    "a house rule out of range": (
        state(house_rules={"base_difficulty": 11}),
        "invalid",
        "house_rules.base_difficulty",
        "10",
    ),
    "a negative house rule": (
        state(house_rules={"run_up_ft": -5}),
        "invalid",
        "house_rules.run_up_ft",
        "0 or more",
    ),
    "a text for a number": (
        state(house_rules={"run_up_ft": "5"}),
        "invalid",
        "house_rules.run_up_ft",
        "number",
    ),
    "infinity for a number": (
        state(house_rules={"run_up_ft": float("inf")}),
        "invalid",
        "house_rules.run_up_ft",
        "finite",
    ),
    "an unknown house rule": (
        state(house_rules={"climb": 1}),
        "invalid",
        "house_rules.climb",
        "remove the field",
    ),
    "an unknown reading": (
        state(house_rules={"penalty_reading": "metres"}),
        "invalid",
        "house_rules.penalty_reading",
        "'feet' or 'rating'",
    ),
    "an unknown circumstance": (
        state(circumstances={"wind": 1}),
        "invalid",
        "circumstances.wind",
        "remove the field",
    ),
    "a circumstance out of range": (
        state(circumstances={"base_difficulty": 1}),
        "invalid",
        "circumstances.base_difficulty",
        "2 or more",
    ),
    # the scene
    "an unknown unit": (
        state(scene=scene(grid={**GRID, "units": "league"})),
        "unit_unknown",
        "scene.grid.units",
        "'ft'",
    ),
    "no columns": (
        state(scene=scene(grid={"cols": 0, "rows": 1})),
        "invalid",
        "scene.grid.cols",
        "1 or more",
    ),
    "no grid": (state(scene={"walls": []}), "invalid", "scene.grid", "add the field"),
    "an empty scene": (state(scene={}), "invalid", "scene", "add one of grid, ref"),
    "a scene that is a text": (state(scene="map"), "invalid", "scene", "an object"),
    "too large a map": (
        state(scene=scene(grid={"cols": 2000, "rows": 2000})),
        "map_too_large",
        "scene.grid",
        "a part",
    ),
    "hexagons": (state(scene=scene(grid={**GRID, "kind": "hex"})), "invalid", "scene.grid.kind", "'square'"),
    "cells without size": (
        state(scene=scene(grid={**GRID, "distance": 0})),
        "invalid",
        "scene.grid.distance",
        "0.001 or more",
    ),
    "a wall with equal ends": (
        with_walls(*SCENE["walls"], {"id": "w3", "a": [2, 2], "b": [2, 2]}),
        "wall_without_length",
        "scene.walls[3]",
        "remove the wall",
    ),
    "a wall with half an end": (
        with_walls({"id": "w", "a": [0, 0], "b": [0]}),
        "invalid",
        "scene.walls[0].b[1]",
        "add",
    ),
    "a wall ending in a text": (
        with_walls({"id": "w", "a": [0, "x"], "b": [0, 1]}),
        "invalid",
        "scene.walls[0].a[1]",
        "a number",
    ),
    "a wall ending at NaN": (
        with_walls({"id": "w", "a": [0, float("nan")], "b": [0, 1]}),
        "invalid",
        "scene.walls[0].a[1]",
        "finite",
    ),
    "two walls of one id": (
        with_walls(SCENE["walls"][0], SCENE["walls"][0]),
        "id_twice",
        "scene.walls[1].id",
        "own id",
    ),
    "two tokens of one id": (
        state(scene=scene(tokens=[SCENE["tokens"][0]] * 2)),
        "id_twice",
        "scene.tokens[1].id",
        "own id",
    ),
    "a token off the map": (
        state(scene=scene(tokens=[SCENE["tokens"][0], {"id": "far", "col": 8, "row": 0}])),
        "off_map",
        "scene.tokens[1]",
        "8 columns and 6 rows",
    ),
    "a token half off the map": (
        state(scene=scene(tokens=[{"id": "ogre", "col": 7, "row": 0, "cols": 3, "rows": 3}])),
        "off_map",
        "scene.tokens[0]",
        "8 columns",
    ),
    "an unknown disposition": (
        state(scene=scene(tokens=[{"id": "a", "col": 0, "row": 0, "disposition": "angry"}])),
        "invalid",
        "scene.tokens[0].disposition",
        "'hostile'",
    ),
    "an unknown kind of region": (with_region(kind="lava"), "invalid", "scene.regions[0].kind", "'water'"),
    "a region without kind": (
        state(scene=scene(regions=[{"id": "r", "area": {"cells": [[0, 0]]}}])),
        "invalid",
        "scene.regions[0].kind",
        "add",
    ),
    "a region without area": (
        with_region(area={}),
        "invalid",
        "scene.regions[0].area",
        "add one of cells, rect",
    ),
    "a region of no cells": (
        with_region(area={"cells": []}),
        "invalid",
        "scene.regions[0].area.cells",
        "1 or more",
    ),
    "half a cell": (
        with_region(area={"cells": [[0, 0], [1, 0.5]]}),
        "invalid",
        "scene.regions[0].area.cells[1][1]",
        "whole",
    ),
    "a rectangle without rows": (
        with_region(area={"rect": [0, 0, 1]}),
        "invalid",
        "scene.regions[0].area.rect[3]",
        "add",
    ),
    "cells and a rectangle": (
        with_region(area={"cells": [[0, 0]], "rect": [0, 0, 1, 1]}),
        "invalid",
        "scene.regions[0].area.rect",
        "remove",
    ),
    "a cell of a region off the map": (
        with_region(area={"cells": [[0, 0], [8, 0]]}),
        "off_map",
        "scene.regions[0].area.cells[1]",
        "8 columns",
    ),
    "a rectangle off the map": (
        with_region(area={"rect": [6, 0, 3, 1]}),
        "off_map",
        "scene.regions[0].area.rect",
        "8 columns",
    ),
    "terrain that costs nothing": (
        with_region(cost_multiplier=0),
        "invalid",
        "scene.regions[0].cost_multiplier",
        "0.01 or more",
    ),
    "a field of another region": (
        with_region(surface="cliff"),
        "invalid",
        "scene.regions[0].surface",
        "remove",
    ),
    "a roll of negative dice": (
        with_region(roll={"name": "mud", "pool": -1}),
        "invalid",
        "scene.regions[0].roll.pool",
        "0 or more",
    ),
    "a scene that is not kept": (state(scene={"ref": UNKNOWN}), "scene_unknown", "scene.ref", "inline"),
    "a reference that is none": (state(scene={"ref": "today"}), "invalid", "scene.ref", "form"),
    # movers and routes
    "no scene for destinations": (
        {"op": "destinations", "system": "contract", "mover": mover(token="jenny")},
        "scene_missing",
        "scene",
        "send the scene",
    ),
    "no scene for a path": (plan(path((1, 2))), "scene_missing", "scene", "segments"),
    "no token": (
        {"op": "destinations", "system": "contract", "mover": mover(), "scene": scene()},
        "token_unknown",
        "mover.token",
        "guard, jenny",
    ),
    "an unknown token": (destinations(token="jim"), "token_unknown", "mover.token", "guard, jenny"),
    "standing off the map": (destinations(at={"col": 8, "row": 0}), "off_map", "mover.at", "8 columns"),
    "standing left of the map": (destinations(at={"col": -1, "row": 0}), "off_map", "mover.at", "8 columns"),
    "a column too high to count": (
        destinations(at={"col": 10**30, "row": 0}),
        "invalid",
        "mover.at.col",
        "1000000",
    ),
    "no route": (plan(None), "route_missing", "movers[0].route", "add"),
    "an empty route": (plan({}), "invalid", "movers[0].route", "add one of path, to, segments"),
    "a route of another name": (
        plan({"pth": []}),
        "invalid",
        "movers[0].route",
        "add one of path, to, segments",
    ),
    "two routes in one": (
        plan({**path((1, 2)), "to": {"col": 1, "row": 1}}, scene=scene()),
        "invalid",
        "movers[0].route.to",
        "remove",
    ),
    "a path that is a number": (plan({"path": 5}), "invalid", "movers[0].route.path", "list"),
    "a path without cells": (plan({"path": []}), "invalid", "movers[0].route.path", "1 or more"),
    "half a cell in a path": (
        plan({"path": [{"col": 1, "row": 2}, {"col": 1}]}),
        "invalid",
        "movers[0].route.path[1].row",
        "add the field",
    ),
    "a path of unknown mode": (
        plan({"path": [{"col": 1, "row": 2, "mode": "fly"}]}),
        "mode_unknown",
        "movers[0].route.path[0].mode",
        "swim",
    ),
    "a path that jumps cells": (
        plan(path((1, 2), (2, 2), (4, 2)), scene=scene()),
        "path_jumps_cells",
        "movers[0].route.path[2]",
        "list every cell",
    ),
    "a path that stands still": (
        plan(path((1, 2), (1, 2)), scene=scene()),
        "path_jumps_cells",
        "movers[0].route.path[1]",
        "list every cell",
    ),
    "a path off the map": (
        plan(path((1, 2), (0, 2), (-1, 2)), scene=scene()),
        "off_map",
        "movers[0].route.path[2]",
        "8 columns",
    ),
    "a path from elsewhere": (
        plan(path((2, 2), (3, 2)), scene=scene()),
        "path_starts_elsewhere",
        "movers[0].route.path[0]",
        "at",
    ),
    "a path from elsewhere on a map without cells": (
        plan(
            path((2, 2), (3, 2)),
            scene=scene(grid={**GRID, "kind": "gridless"}, walls=[]),
        ),
        "path_starts_elsewhere",
        "movers[0].route.path[0]",
        "at",
    ),
    "raised ground beside storeys on a map without cells": (
        state(
            scene=scene(
                grid={**GRID, "kind": "gridless"},
                walls=[],
                storeys=[{"id": "low", "elevation": 0}, {"id": "high", "elevation": 20}],
                regions=[{"id": "r", "kind": "ledge", "area": {"rect": [0, 0, 1, 1]}, "elevation": 5}],
            )
        ),
        "ledges_and_storeys",
        "scene.regions[0].kind",
        "one storey at a time",
    ),
    "a roll of the map's ground whose Difficulty is beyond the dice": (
        with_region(roll={"name": "Balance", "pool": 3, "difficulty": 11}),
        "difficulty_out_of_range",
        "scene.regions[0].roll.difficulty",
        "2 to 10",
    ),
    "a goal off the map": (
        plan({"to": {"col": 9, "row": 0}}, scene=scene()),
        "off_map",
        "movers[0].route.to",
        "8 columns",
    ),
    "a goal without row": (plan({"to": {"col": 9}}), "invalid", "movers[0].route.to.row", "add the field"),
    "a waypoint off the map": (
        plan(
            {"to": {"col": 3, "row": 2}, "via": [{"col": 2, "row": 2}, {"col": 2, "row": 9}]}, scene=scene()
        ),
        "off_map",
        "movers[0].route.via[1]",
        "6 rows",
    ),
    "a negative length": (segment(length=-1), "invalid", "movers[0].route.segments[1].length", "0 or more"),
    "NaN feet": (segment(length=float("nan")), "invalid", "movers[0].route.segments[1].length", "finite"),
    "infinite feet": (
        segment(length=float("inf")),
        "invalid",
        "movers[0].route.segments[1].length",
        "finite",
    ),
    "minus infinite feet": (
        segment(length=float("-inf")),
        "invalid",
        "movers[0].route.segments[1].length",
        "finite",
    ),
    "a text of feet": (
        segment(length="5 ft"),
        "invalid",
        "movers[0].route.segments[1].length",
        "send a number",
    ),
    "true feet": (segment(length=True), "invalid", "movers[0].route.segments[1].length", "send a number"),
    "feet too many to count": (
        segment(length=10**400),
        "invalid",
        "movers[0].route.segments[1].length",
        "1000000",
    ),
    "a stretch without length": (
        plan({"segments": [{"mode": "ground"}]}),
        "invalid",
        "movers[0].route.segments[0].length",
        "add the field",
    ),
    "an unknown mode": (segment(mode="fly"), "mode_unknown", "movers[0].route.segments[1].mode", "ground"),
    "an unknown surface": (
        segment(mode="climb", surface="ice"),
        "surface_unknown",
        "movers[0].route.segments[1].surface",
        "cliff",
    ),
    "a number for a region's name": (
        segment(difficult=1),
        "invalid",
        "movers[0].route.segments[1].difficult",
        "a text",
    ),
    "a roll of the ground whose Difficulty is beyond the dice": (
        segment(difficult="mud", roll={"name": "Balance", "pool": 3, "difficulty": 11}),
        "difficulty_out_of_range",
        "movers[0].route.segments[1].roll.difficulty",
        "2 to 10",
    ),
    "a number of the GM's that the grade is too bad for": (
        {"v": 1, "op": "plan", "system": "d6", "movers": [D6_RUNNER]},
        "difficulty_out_of_range",
        "movers[0].route.segments[0].modifier",
        "25 or more",
    ),
    "a number of the GM's on the map that the grade is too bad for": (
        {
            **state(mover={}),
            "system": "d6",
            "scene": {
                **with_region(grade="very_hazardous", modifier=24)["scene"],
                "grid": {**GRID, "units": "m"},
            },
        },
        "difficulty_out_of_range",
        "scene.regions[0].modifier",
        "25 or more",
    ),
    "a fact of a token that the system does not know": (
        state(scene=scene(tokens=[{"id": "guard", "col": 1, "row": 1, "facts": {"armed": True}}])),
        "invalid",
        "scene.tokens[0].facts.armed",
        "remove the field",
    ),
    "a Difficulty beyond the dice": (
        segment(mode="climb", difficulty=11),
        "difficulty_out_of_range",
        "movers[0].route.segments[1].difficulty",
        "10",
    ),
    # commits
    "neither commit nor undo": (
        {"op": "apply", "system": "contract", "mover": mover()},
        "commit_or_undo",
        "commit",
        "add a commit",
    ),
    "commit and undo": (apply(moved(feet(5)), undo="c1"), "commit_or_undo", "undo", "remove one"),
    "an unknown commit": (
        {"op": "apply", "system": "contract", "mover": mover(), "undo": "c9"},
        "commit_unknown",
        "undo",
        "state lists",
    ),
    "an unknown event": (apply({"kind": "danced"}), "invalid", "commit.events[0].kind", "'rolled'"),
    "an event without kind": (apply({"scope": "round"}), "invalid", "commit.events[0].kind", "add"),
    "an unknown field of an event": (
        apply({"kind": "acted", "moved": 1}),
        "invalid",
        "commit.events[0].moved",
        "remove",
    ),
    "negative dice held back": (
        apply({"kind": "acted", "saved": -1}),
        "invalid",
        "commit.events[0].saved",
        "0 or more",
    ),
    "a second event's route": (
        apply({"kind": "acted"}, {"kind": "moved", "route": {"segments": [{"length": -5}]}}),
        "invalid",
        "commit.events[1].route.segments[0].length",
        "0 or more",
    ),
    "an event's empty route": (
        apply(moved({})),
        "invalid",
        "commit.events[0].route",
        "add one of path, to, segments",
    ),
    "an event's path off the map": (
        apply(
            moved(path((0, 2), (-1, 2))), mover=mover(token="jenny", at={"col": 0, "row": 2}), scene=scene()
        ),
        "off_map",
        "commit.events[0].route.path[1]",
        "8 columns",
    ),
    "two moves on the map in one commit": (
        apply(
            moved(path((1, 2), (2, 2))),
            moved(path((2, 2), (3, 2))),
            mover=mover(token="jenny"),
            scene=scene(),
        ),
        "one_move_per_commit",
        "commit.events[1]",
        "commit of its own",
    ),
    "an unknown scope": (
        apply({"kind": "begin", "scope": "pass"}),
        "scope_unknown",
        "commit.events[0].scope",
        "round",
    ),
    "an unknown scope's end": (
        apply({"kind": "end", "scope": "day"}),
        "scope_unknown",
        "commit.events[0].scope",
        "round",
    ),
    "a ruling that is not open": (
        apply({"kind": "ruled", "ruling": "drop", "choice": "none"}),
        "ruling_unknown",
        "commit.events[0].ruling",
        "a later state names",
    ),
    "a choice that is none": (
        apply(
            moved(feet(5, difficult="rubble")),
            {"kind": "ruled", "ruling": "terrain:rubble", "choice": "dance"},
        ),
        "choice_unknown",
        "commit.events[1].choice",
        "as_shown, stop",
    ),
    "faces and a result": (
        apply({**ROLL, "faces": [1] * 5, "result": 3}),
        "roll_unclear",
        "commit.events[0]",
        "send one of",
    ),
    "a result and a seed": (
        apply({**ROLL, "seed": 1, "result": 3}),
        "roll_unclear",
        "commit.events[0]",
        "send one of",
    ),
    "no roll at all": (apply(ROLL), "roll_unclear", "commit.events[0]", "send one of"),
    "too few faces": (apply({**ROLL, "faces": [1, 2]}), "bad_faces", "commit.events[0].faces", "correct"),
    "a face 11": (
        apply({**ROLL, "faces": [1, 2, 3, 4, 11]}),
        "bad_faces",
        "commit.events[0].faces",
        "correct",
    ),
    "a face 0": (apply({**ROLL, "faces": [0, 2, 3, 4, 5]}), "bad_faces", "commit.events[0].faces", "correct"),
    "a face that is a text": (
        apply({**ROLL, "faces": ["1"]}),
        "invalid",
        "commit.events[0].faces[0]",
        "whole",
    ),
    "a negative seed": (apply({**ROLL, "seed": -1}), "invalid", "commit.events[0].seed", "0 or more"),
    "a result beyond all dice": (
        apply({**ROLL, "result": 10**9}),
        "invalid",
        "commit.events[0].result",
        "400",
    ),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_problem(name):
    request, code, where, remedy = PROBLEMS[name]
    problem = reply_to(request)["problem"]
    assert (problem["code"], problem["path"]) == (code, where), problem
    assert problem["message"].startswith(where or "request")
    assert len(problem["message"]) > len(where) + 8
    assert remedy in problem["remedy"], problem
    said = problem["message"].removeprefix(f"{problem['path']}: ")
    assert said not in problem["remedy"], problem


@pytest.mark.parametrize("sent", [[3], {"up": 3}, "high", True, None])
def test_an_elevation_that_is_no_number_is_told_with_what_was_sent(sent):
    token = {**SCENE["tokens"][0], "elevation": sent}
    problem = reply_to(state(scene=scene(tokens=[token])))["problem"]
    assert problem["message"] == f"scene.tokens[0].elevation: must be a number, not {json.dumps(sent)}"
    assert problem["remedy"] == "send a number"


TEXTS = {
    "nothing": ("", "json_invalid"),
    "blanks": ("  \n ", "json_invalid"),
    "no JSON": ("move it", "json_invalid"),
    "half a request": ('{"op":"state","sys', "json_invalid"),
    "two requests": ('{"op":"describe"}{"op":"describe"}', "json_invalid"),
    "deep nesting": ("[" * 100_000, "json_invalid"),
    "a deep sheet": (
        '{"op":"state","system":"contract","mover":{"character":' + '{"a":' * 500,
        "json_invalid",
    ),
    "a number of 5,000 digits": ('{"op":"state","system":"contract","v":' + "9" * 5000 + "}", "json_invalid"),
    "10 MB of junk": ("x" * 10_000_000, "too_large"),
    "10 MB of a request": (json.dumps(state(mover={"token": "x" * 10_000_000})), "too_large"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_that_is_no_request(name):
    text, code = TEXTS[name]
    problem = checked(Service().handle(text), op=None)["problem"]
    assert problem["code"] == code
    assert problem["path"] == ""
    assert problem["message"].startswith("request: ")
    assert problem["remedy"]


LONE = {
    "a system": ('{"op":"state","system":"\\ud800"}', "system"),
    "a raw system": ('{"op":"state","system":"\ud800"}', "system"),
    "bytes that were no text": (b'{"op":"\xff"}'.decode(errors="surrogateescape"), "op"),
    "a token's name": (
        json.dumps(state(scene=scene(tokens=[{"id": "a", "name": "\udc00x"}]))),
        "scene.tokens[0].name",
    ),
    "the second of two halves in the wrong order": (
        json.dumps(state(scene=scene(tokens=[SCENE["tokens"][0], {"id": "\udc00\ud800"}]))),
        "scene.tokens[1].id",
    ),
    "a region": (json.dumps(with_region(id="\ud9ff")), "scene.regions[0].id"),
    "a field of a sheet": (json.dumps(with_character(**{"\ud800": 1})), "mover.character"),
    "nothing around it": ('"\\ud800"', ""),
    "deep inside": (
        '{"op":"state","system":' + "[" * 500 + '"\\ud800"' + "]" * 500 + "}",
        "system" + "[0]" * 500,
    ),
}


@pytest.mark.parametrize("name", LONE)
def test_half_a_character_is_told_by_its_place(name):
    text, path = LONE[name]
    problem = checked(Service().handle(text), op=None)["problem"]
    assert (problem["code"], problem["kind"]) == ("invalid", "lone_surrogate")
    assert problem["path"] == path
    assert problem["message"].startswith((path or "request")[:500])
    assert "broken character" in problem["remedy"]


def test_whole_characters_of_two_halves_are_read():
    assert (
        Service()
        .handle('{"op":"state","system":"contract","mover":{"token":"\\ud83d\\ude00"}}')
        .startswith('{"ok":true')
    )


@pytest.mark.parametrize(
    ("start", "item", "end"),
    [
        ('{"op":"plan","system":"contract","movers":[', "{},", "{}]}"),
        ('{"op":"plan","system":"contract","movers":[', "1,", "1]}"),
        ('{"op":"state","system":"contract","scene":{"grid":{"cols":1,"rows":1},"walls":[', "1,", "1]}}"),
        ('{"op":"state","system":"contract","mover":{"character":{"dexterity":[', "[],", "[]]}}}"),
        (
            '{"op":"state","system":"contract","mover":{"ledger":{"v":4,"system":"contract","commits":[',
            "1,",
            "1]}}}",
        ),
    ],
)
def test_megabytes_of_wrong_items_give_one_problem(start, item, end):
    text = start + item * ((MAX_REQUEST_CHARS - 1000) // len(item)) + end
    reply = checked(Service().handle(text), op=None)
    assert reply["problem"]["code"] == "invalid"
    assert len(json.dumps(reply)) < 2_000


@pytest.mark.parametrize(
    ("start", "item", "end"),
    [
        (
            '"scene":{"grid":{"cols":9,"rows":9},"walls":[',
            '{"id":"w","a":[0,0],"b":[1,"x"],"open":3},',
            "1]}",
        ),
        ('"scene":{"grid":{},"regions":[{"kind":"water","area":{"cells":[', '["a",1],', "1]}}]}"),
    ],
)
def test_of_a_list_only_the_first_wrong_item_is_looked_at(start, item, end):
    text = '{"op":"state","system":"contract",' + start + item * 1000 + end + "}"
    with pytest.raises(ValidationError) as caught:
        REQUEST.validate_json(text)
    assert caught.value.error_count() < 20


def test_deep_values_are_told_like_any_other():
    deep = []
    for _ in range(150):
        deep = [deep]
    problem = reply_to(with_character(dexterity=deep))["problem"]
    assert problem["path"] == "mover.character.dexterity"


# ---------------------------------------------------------------- ledgers


@pytest.fixture
def turn():
    """A turn in which something has happened, dice and a way on the map among it."""
    turn = Turn(mover={"token": "jenny"}, scene=scene())
    turn.move(path((1, 2), (2, 2), (3, 3)), name="first")
    turn.tell({"kind": "rolled", "check": "climb", "faces": [1, 5, 6, 10, 9, 2]}, name="second")
    return turn


def forged(ledger, *path, value):
    return changed(ledger, path, value)


TURN = "mover.ledger.commits[1].turn"
LEDGERS = {
    "of another system": (["system"], "sr5", "ledger_system", "mover.ledger.system"),
    "of no system": (["system"], 3, "ledger_system", "mover.ledger.system"),
    "of a later version": (["v"], 5, "ledger_version", "mover.ledger.v"),
    "of a former version": (["v"], 3, "ledger_version", "mover.ledger.v"),
    "of a version that is a text": (["v"], "1", "ledger_version", "mover.ledger.v"),
    "of a version that is no whole number": (["v"], 4.0, "ledger_version", "mover.ledger.v"),
    "with fewer commits ever than kept": (["number"], 1, "ledger_corrupt", "mover.ledger.number"),
    "with a negative number": (["number"], -1, "invalid", "mover.ledger.number"),
    "with a negative length": (
        ["commits", 0, "moves", 0, "length"],
        -1,
        "invalid",
        "mover.ledger.commits[0].moves[0].length",
    ),
    "with an unknown field": (["mood"], "good", "invalid", "mover.ledger.mood"),
    "with facts, as a former version had them": (
        ["commits", 0, "facts"],
        [],
        "invalid",
        "mover.ledger.commits[0].facts",
    ),
    "with a commit that is a number": (["commits", 0], 5, "invalid", "mover.ledger.commits[0]"),
    "with commits that are none": (["commits"], None, "invalid", "mover.ledger.commits"),
    "with a turn that is a list": (["commits", 1, "turn"], [], "invalid", TURN),
    "with a turn of another game": (["commits", 1, "turn"], {"mode": "run"}, "ledger_corrupt", TURN),
    "with a first turn that is a list": (["before"], [], "invalid", "mover.ledger.before"),
    "with a line that is a number": (
        ["commits", 0, "lines", 0],
        5,
        "invalid",
        "mover.ledger.commits[0].lines[0]",
    ),
    "with a line of a million letters": (
        ["commits", 0, "lines", 0, "label", "text"],
        "x" * 1_000_000,
        "invalid",
        "mover.ledger.commits[0].lines[0].label.text",
    ),
    "with a cell that is a text": (
        ["commits", 0, "moves", 0, "way", 1],
        "here",
        "invalid",
        "mover.ledger.commits[0].moves[0].way[1]",
    ),
    "with a cell of three": (
        ["commits", 0, "moves", 0, "way", 1],
        [1, 2, 0],
        "invalid",
        "mover.ledger.commits[0].moves[0].way[1]",
    ),
    "with a column that is a text": (
        ["commits", 0, "moves", 0, "way", 1],
        ["a", 2, 0, None],
        "invalid",
        "mover.ledger.commits[0].moves[0].way[1][0]",
    ),
}


@pytest.mark.parametrize("name", LEDGERS)
@pytest.mark.parametrize("op", ["state", "apply"])
def test_ledger(name, op, turn):
    way, value, code, where = LEDGERS[name]
    good = turn.ledger
    bad = forged(good, *way, value=value)
    told = {"commit": commit("third", moved(feet(5)))} if op == "apply" else {}
    problem = reply_to(
        {"v": 1, "op": op, "system": "contract", "mover": mover(ledger=bad), **told},
    )["problem"]
    assert problem["code"] == code, problem
    assert problem["path"].startswith(where), problem
    assert problem["message"].startswith(where)
    assert problem["remedy"]
    assert ask(op="state", mover=mover(ledger=good))["counters"]


@pytest.mark.parametrize("document", [[], "ledger", 5])
def test_a_ledger_that_is_no_object_is_refused(document):
    problem = reply_to(state(mover=mover(ledger=document)))["problem"]
    assert (problem["code"], problem["path"]) == ("invalid", "mover.ledger")


def test_an_empty_object_is_no_ledger():
    problem = reply_to(state(mover=mover(ledger={})))["problem"]
    assert (problem["code"], problem["path"]) == ("ledger_version", "mover.ledger.v")


@pytest.mark.parametrize(
    "broken",
    [
        {"luck": 3},
        {"ground_used": "far"},
        {"ground_used": "1/0"},
        {"movement": "lost"},
    ],
)
def test_a_turn_that_does_not_fit_the_system_is_refused(broken, turn):
    for where in (["commits", 1, "turn"], ["before"]):
        bad = forged(turn.ledger, *where, value=broken)
        if where == ["before"]:
            bad = {**bad, "commits": []}
        problem = reply_to(state(mover=mover(ledger=bad)))["problem"]
        path = TURN if "commits" in where else "mover.ledger.before"
        assert (problem["code"], problem["path"]) == ("ledger_corrupt", path)


@pytest.mark.parametrize(
    "broken", [{"prompts": ["flood", "terrain"]}, {"ground_used": "-5"}, {"dice_saved": -1}]
)
def test_a_turn_forged_with_care_is_no_fault_of_ours(broken, turn):
    reply = reply_to(state(mover=mover(ledger=forged(turn.ledger, "commits", 1, "turn", value=broken))))
    assert reply["ok"] or reply["problem"]["code"] != "internal", reply


@pytest.mark.parametrize(
    ("way", "value"),
    [
        (["commits", 0, "moves", 0, "way"], []),
        (["commits", 1, "begins"], ["day"]),
        (
            ["commits", 1, "waits"],
            {"commit": "second", "check": "climb", "segments": [{"mode": "fly", "length": "5"}], "way": None},
        ),
        (
            ["commits", 1, "waits"],
            {"commit": "second", "check": "climb", "segments": [{"mode": "climb", "length": "5"}], "way": []},
        ),
        (
            ["commits", 1, "waits"],
            {
                "commit": "second",
                "check": "climb",
                "segments": [{"mode": "climb", "length": "5", "surface": "ice"}],
            },
        ),
        (
            ["commits", 1, "waits"],
            {
                "commit": "second",
                "check": "gate:mud",
                "segments": [
                    {
                        "mode": "ground",
                        "length": "5",
                        "gates": [{"id": "mud", "name": "mud", "pool": 10**9, "needed": 1}],
                    }
                ],
            },
        ),
    ],
)
@pytest.mark.parametrize("op", ["state", "plan", "apply"])
def test_a_ledger_forged_with_care_is_no_fault_of_ours(op, way, value, turn):
    bad = forged(turn.ledger, *way, value=value)
    someone = mover(ledger=bad, route=feet(10))
    who = {"movers": [someone]} if op == "plan" else {"mover": someone}
    told = (
        {"commit": commit("third", {"kind": "rolled", "check": "climb", "seed": 1})} if op == "apply" else {}
    )
    reply = reply_to({"v": 1, "op": op, "system": "contract", **who, **told})
    assert reply["ok"] or reply["problem"]["code"] != "internal", reply


DIGITS = 10**4_299
"""A number as long as JSON may have."""
BEYOND = {"4,300 digits": DIGITS, "1e303": 1e303, "just beyond": 10**15 + 1}
PLACES = {
    "number": ["number"],
    "commits[0].moves[0].length": ["commits", 0, "moves", 0, "length"],
    "commits[0].moves[0].way[0][2]": ["commits", 0, "moves", 0, "way", 0, 2],
    "commits[0].lines[0].label.params.distance": ["commits", 0, "lines", 0, "label", "params", "distance"],
    "commits[1].waits.segments[0] (length)": ["commits", 1, "waits", "segments", 0, "length"],
    "commits[1].waits.segments[0] (diagonals)": ["commits", 1, "waits", "segments", 0, "diagonals"],
    "commits[1].waits.segments[0] (storeys)": ["commits", 1, "waits", "segments", 0, "storeys", 0],
}


@pytest.mark.parametrize("value", BEYOND.values(), ids=BEYOND)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("op", ["state", "apply"])
def test_a_number_too_large_in_a_ledger_is_told_by_its_place(op, place, value):
    segment = {"mode": "ground", "length": "5", "diagonals": 1, "storeys": [1, 1]}
    kept = [
        {"moves": [{"length": 5, "way": [[0, 0, 0, None]]}]},
        {"waits": {"commit": "1", "check": "sprint", "segments": [segment]}},
    ]
    line = {"label": {"key": "moved", "params": {"distance": 5}, "text": "Moved"}}
    commits = [{"id": str(n), "lines": [line], "turn": {}, **parts} for n, parts in enumerate(kept)]
    whole = {"v": 4, "system": "contract", "number": 2, "commits": commits}
    bad = forged(whole, *PLACES[place], value=value)
    told = {"commit": commit("third", moved(feet(5)))} if op == "apply" else {}
    problem = reply_to({"v": 1, "op": op, "system": "contract", "mover": mover(ledger=bad), **told})[
        "problem"
    ]
    assert (problem["code"], problem["path"].split(".params.distance")[0]) == (
        "invalid",
        f"mover.ledger.{place.partition(' (')[0]}".split(".params.distance")[0],
    ), problem
    assert problem["remedy"] != "correct the value"


@pytest.mark.parametrize(("field", "value"), [("ground_used", "9" * 4_000), ("dice_saved", DIGITS)])
def test_a_number_too_large_in_a_turn_is_told_by_its_place(field, value):
    bad = {"v": 4, "system": "contract", "number": 1, "before": {field: value}, "commits": []}
    problem = reply_to(state(mover=mover(ledger=bad)))["problem"]
    assert (problem["code"], problem["path"]) == ("ledger_corrupt", f"mover.ledger.before.{field}")


# ---------------------------------------------------------------- nothing is lost


@pytest.mark.parametrize("name", [name for name in PROBLEMS if name not in TEXTS])
def test_the_ledger_works_on_after_a_problem(name, turn):
    request = copy.deepcopy(PROBLEMS[name][0])
    before = turn.state()
    if isinstance(request, dict) and isinstance(request.get("mover"), dict):
        request["mover"].setdefault("ledger", turn.ledger)
    assert not reply_to(request)["ok"]
    assert turn.state() == before
    assert turn.undo("second")["state"]["commits"][-1]["id"] == "first"
