"""Bad input to each system: one problem with place, value and remedy, and nothing half applied."""

import copy
import json

import pytest

from py_rules.protocol.bounds import MAX_REQUEST_CHARS
from py_rules.service import Service, handle
from py_rules.systems import find, names
from tests.asking import Turn, checked, commit, moved, reply_to

MEGABYTE = 1_000_000
UNITS = {name: find(name).unit for name in names()}
SURFACES = {name: find(name).surfaces[-1][0] if find(name).surfaces else "leave it out" for name in names()}
ACTS = {name: find(name).acts[-1].id if find(name).acts else "no acts" for name in names()}
SCOPES = {name: ", ".join(scope.id for scope in find(name).scopes) for name in names()}
FREE = {"contract": 10, "sr5": 2, "sr3": 0, "d6": 5, "styles": 4}
"""How far one gets for nothing with an empty sheet."""
NEEDS_ONE = FREE.keys() - {"d6"}
"""Games in which a roll that needs 1 may fail."""


def sheet(system, **fields):
    return {"op": "state", "system": system, "mover": {"character": fields}}


def table(system, **fields):
    return {"op": "state", "system": system, "house_rules": fields}


def said(system, **fields):
    return {"op": "state", "system": system, "circumstances": fields}


def path(system, **fields):
    segment = {"length": 1, **fields}
    return {"op": "plan", "system": system, "movers": [{"route": {"segments": [segment]}}]}


def told(system, **event):
    """Return a commit whose second event is bad; the first alone would be good."""
    good = moved({"segments": [{"length": 1}]})
    return {"op": "apply", "system": system, "commit": commit("bad", good, event)}


def scene(system, **fields):
    grid = {"cols": 3, "rows": 3, "distance": 1, "units": UNITS[system]}
    return {"op": "state", "system": system, "scene": {"grid": grid, **fields}}


HERE, THERE = {"id": "a", "col": 0, "row": 0}, {"id": "b", "col": 1, "row": 0}

# What is sent, where it is wrong, the value as the message shows it, and words of the remedy.
OF_EVERY_SYSTEM = {
    "an unknown field": (lambda s: sheet(s, luck=1), "mover.character.luck", "luck", "remove"),
    "an unknown switch": (lambda s: table(s, luck=1), "house_rules.luck", "luck", "remove"),
    "an unknown circumstance": (lambda s: said(s, luck=1), "circumstances.luck", "luck", "remove"),
    "a round of no seconds": (
        lambda s: table(s, round_seconds=0),
        "house_rules.round_seconds",
        "not 0",
        "0.1 or more",
    ),
    "a round of NaN seconds": (
        lambda s: table(s, round_seconds=float("nan")),
        "house_rules.round_seconds",
        "NaN",
        "finite",
    ),
    "an unknown surface": (
        lambda s: path(s, surface="lava"),
        "movers[0].route.segments[0].surface",
        "'lava'",
        SURFACES,
    ),
    "a surface without name": (
        lambda s: path(s, surface=""),
        "movers[0].route.segments[0].surface",
        'not ""',
        "not empty",
    ),
    "an unknown surface of the map": (
        lambda s: scene(
            s, regions=[{"id": "r", "kind": "climb", "area": {"rect": [0, 0, 1, 1]}, "surface": "lava"}]
        ),
        "scene.regions[0].surface",
        "'lava'",
        SURFACES,
    ),
    "a mode without name": (
        lambda s: path(s, mode=""),
        "movers[0].route.segments[0].mode",
        'not ""',
        "not empty",
    ),
    "a Difficulty beyond all": (
        lambda s: path(s, mode="climb", difficulty=10**9),
        "movers[0].route.segments[0].difficulty",
        "1000000000",
        "200",
    ),
    "a length beyond all": (
        lambda s: path(s, length=10**9),
        "movers[0].route.segments[0].length",
        "1000000000",
        "1000000 or less",
    ),
    "a negative length": (
        lambda s: path(s, length=-0.5),
        "movers[0].route.segments[0].length",
        "-0.5",
        "0 or more",
    ),
    "a roll of 61 dice": (
        lambda s: path(s, roll={"name": "mud", "pool": 61}),
        "movers[0].route.segments[0].roll.pool",
        "61",
        "60",
    ),
    "an unknown act": (lambda s: told(s, kind="did", act="dance"), "commit.events[1].act", "'dance'", ACTS),
    "an unknown scope": (
        lambda s: told(s, kind="begin", scope="day"),
        "commit.events[1].scope",
        "'day'",
        SCOPES,
    ),
    "the zeroth round": (
        lambda s: told(s, kind="begin", scope="round", number=0),
        "commit.events[1].number",
        "not 0",
        "1 or more",
    ),
    "an event that is none": (
        lambda s: told(s, kind="explode"),
        "commit.events[1].kind",
        "'explode'",
        "'moved'",
    ),
    "a ledger of a later version": (
        lambda s: {"op": "state", "system": s, "mover": {"ledger": {"v": 99, "system": s}}},
        "mover.ledger.v",
        "version 99",
        "update",
    ),
    "a ledger whose version is true": (
        lambda s: {"op": "state", "system": s, "mover": {"ledger": {"v": True, "system": s}}},
        "mover.ledger.v",
        "version True",
        "update",
    ),
    "a request of a later version": (lambda s: {**sheet(s), "v": 2}, "v", "not 2", "use 1"),
    "a request whose version is true": (lambda s: {**sheet(s), "v": True}, "v", "not true", "use 1"),
    "a thousand million cells": (
        lambda s: {"op": "state", "system": s, "scene": {"grid": {"cols": 10**5, "rows": 10**4}}},
        "scene.grid.cols",
        "100000",
        "2000 or less",
    ),
    "four million cells": (
        lambda s: {
            "op": "state",
            "system": s,
            "scene": {"grid": {"cols": 2000, "rows": 2000, "units": UNITS[s]}},
        },
        "scene.grid",
        "2000 × 2000",
        "a part",
    ),
    "an unknown unit": (
        lambda s: {"op": "state", "system": s, "scene": {"grid": {"cols": 1, "rows": 1, "units": "league"}}},
        "scene.grid.units",
        "'league'",
        UNITS,
    ),
    "facts that nobody asks for": (
        lambda s: scene(s, tokens=[HERE, {**THERE, "facts": {"mood": 1}}]),
        "scene.tokens[1].facts.mood",
        "mood",
        "remove",
    ),
}

OF_ONE = {
    "an ork with Agility -1": (
        sheet("sr5", metatype="ork", agility=-1),
        "mover.character.agility",
        "-1",
        "0 or more",
    ),
    "a goblin": (
        sheet("sr5", metatype="goblin"),
        "mover.character.metatype",
        '"goblin"',
        "'human', 'dwarf', 'elf', 'ork' or 'troll'",
    ),
    "no metatype": (sheet("sr3", metatype=""), "mover.character.metatype", 'not ""', "'troll'"),
    "Agility 31": (sheet("sr5", agility=31), "mover.character.agility", "31", "30 or less"),
    "half a point of Quickness": (sheet("sr3", quickness=4.5), "mover.character.quickness", "4.5", "whole"),
    "a limit below nothing": (
        sheet("sr5", physical_limit=-1),
        "mover.character.physical_limit",
        "-1",
        "0 or more",
    ),
    "a fall upwards": (
        told("sr5", kind="did", act="fall", options={"height": -3}),
        "commit.events[1].options.height",
        "-3",
        "0 or more",
    ),
    "a fall from nowhere": (
        told("sr5", kind="did", act="fall"),
        "commit.events[1].options.height",
        "required",
        "add",
    ),
    "Initiative Pass 4 of 3": (
        told("sr5", kind="begin", scope="pass", number=4, of=3),
        "commit.events[1].number",
        "4 of 3",
        "1 to 3",
    ),
    "Initiative Pass 3 of 2 in Shadowrun 3": (
        told("sr3", kind="begin", scope="pass", number=3, of=2),
        "commit.events[1].number",
        "3 of 2",
        "1 to 2",
    ),
    "a pace that is none": (
        told("sr3", kind="did", act="declare", options={"mode": "fly"}),
        "commit.events[1].options.mode",
        '"fly"',
        "'stationary', 'walk' or 'run'",
    ),
    "a guard who fights with -1": (
        scene("sr3", tokens=[HERE, {**THERE, "facts": {"melee": -1}}]),
        "scene.tokens[1].facts.melee",
        "-1",
        "0 or more",
    ),
    "a runner without Running Modifier": (
        table("sr3", run_modifier_elf=0),
        "house_rules.run_modifier_elf",
        "not 0",
        "1 or more",
    ),
    "a Move beyond all": (sheet("d6", move=10**400), "mover.character.move", "10000000", "smaller"),
    "an infinite Move": (sheet("d6", move=float("inf")), "mover.character.move", "Infinity", "finite"),
    "a Move below nothing": (sheet("d6", move=-0.1), "mover.character.move", "-0.1", "0 or more"),
    "a run base of 3": (table("d6", run_base=3), "house_rules.run_base", "not 3", "0 or 5"),
    "a style called nothing": (
        sheet("styles", styles={"": "normal"}),
        "mover.character.styles",
        'not ""',
        "1 to 40 characters",
    ),
    "a style with a star": (
        sheet("styles", styles={"a*": "half"}),
        "mover.character.styles",
        '"a*"',
        "without * and :",
    ),
    "a style of a megabyte": (
        sheet("styles", styles={"w" * MEGABYTE: "half"}),
        "mover.character.styles",
        "www…",
        "40 characters",
    ),
    "a huge style": (
        sheet("styles", styles={"walk": "huge"}),
        "mover.character.styles.walk",
        '"huge"',
        "half, normal or double",
    ),
    "a style of less than nothing": (
        sheet("styles", styles={"walk": -1}),
        "mover.character.styles.walk",
        "-1",
        "0 to 1000 u",
    ),
    "a list of styles": (
        sheet("styles", styles=["walk"]),
        "mover.character.styles",
        "must be an object",
        "an object",
    ),
    "more good spots filled than there are": (
        sheet("styles", goods_total=1, goods_filled=2),
        "mover.character.goods_filled",
        "not 2",
        "no more filled spots than there are",
    ),
    "a pass score of 0": (table("styles", pass_score=0), "house_rules.pass_score", "not 0", "1 or more"),
}

CODES = ["3D+7", "3d", "D", "", "-1D", "31D", "3D-1", "3D+", " 3D", "3D\n", "٣D", "3D+1; 4D", "D" * MEGABYTE]


def cases():
    for name, (build, *rest) in OF_EVERY_SYSTEM.items():
        for system in names():
            if "round_seconds" not in rest[0] or "round_seconds" in find(system).HouseRules.model_fields:
                yield pytest.param(build(system), *rest, system, id=f"{name}, {system}")
    for name, (request, *rest) in OF_ONE.items():
        yield pytest.param(request, *rest, request["system"], id=name)
    for code in CODES:
        shown = json.dumps(code)[:40]
        wrong = sheet("d6", running=code)
        words = (wrong, "mover.character.running", shown, "write nD+p", "d6")
        yield pytest.param(*words, id=f"the die code {code[:8]!a}")


@pytest.mark.parametrize(("request_", "where", "value", "remedy", "system"), list(cases()))
def test_a_problem_names_place_value_and_remedy(request_, where, value, remedy, system):
    problem = reply_to(request_)["problem"]
    assert problem["path"] == where, problem
    assert problem["message"].startswith(where)
    assert value in problem["message"], problem
    assert (remedy[system] if isinstance(remedy, dict) else remedy) in problem["remedy"], problem
    assert problem["code"] != "internal"
    assert len(json.dumps(problem)) < 2_000


@pytest.mark.parametrize(
    ("request_", "kind"),
    [
        (sheet("d6", running="3D+7"), "d6.unfit.die_code"),
        (sheet("styles", styles={"walk": "huge"}), "styles.unfit.size"),
        (sheet("styles", styles={"": "half"}), "styles.unfit.style"),
        (sheet("styles", styles={"Walk": "half"}), "styles.unfit.style_spelling"),
        (sheet("styles", styles={" hop": "half"}), "styles.unfit.style_spaces"),
        (sheet("styles", goods_total=1, goods_filled=2), "styles.unfit.goods_filled"),
        (sheet("styles", interrupts={"fly": "Fall "}), "styles.unfit.effect_spelling"),
        (sheet("styles", interrupts={"fly": " "}), "styles.unfit.effect"),
    ],
)
def test_what_a_systems_own_check_says_can_be_translated(request_, kind):
    problem = reply_to(request_)["problem"]
    assert problem["kind"] == kind, problem
    templates = find(request_["system"]).texts.templates
    assert templates[kind].format_map(problem["params"]) in problem["message"]
    assert templates[f"{kind}.remedy"].format_map(problem["params"]) == problem["remedy"]


@pytest.mark.parametrize(("request_", "where", "value", "remedy", "system"), list(cases()))
def test_nothing_is_half_applied(request_, where, value, remedy, system):
    """The reply holds a problem and nothing else; the ledger sent along goes on working as before."""
    del where, value, remedy
    turn = Turn(system=system)
    turn.mover = {}
    turn.move({"segments": [{"length": 1}]}, name="before")
    before, request = turn.state(), copy.deepcopy(request_)
    if "mover" in request or "movers" not in request:
        request["mover"] = {"ledger": turn.ledger, **request.get("mover", {})}
    service = Service()
    first = service.handle(json.dumps(request))
    assert json.loads(first).keys() == {"ok", "problem"}
    assert service.handle(json.dumps(request)) == first
    assert turn.state() == before
    assert turn.undo("before")["ledger"]["commits"] == []


# ---------------------------------------------------------------- hostile names

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"; DROP TABLE tokens; --',
    "\u202egnp.exe",
    "\u2066a\u2069\u200f\u200d",
    "{text}{0}{x.__class__}%s",
    "\x00\x1b[2J",
    "__proto__",
    "𝕵𝖊𝖓𝖓𝖞 👩‍👩‍👧‍👦",
    "../../etc/passwd",
]


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
@pytest.mark.parametrize("system", names())
def test_hostile_names_come_back_as_they_were(name, system):
    """Names are data: never a format, never markup; replies are plain ASCII JSON."""
    tokens = [{"id": name, "name": name, "col": 0, "row": 0}, {**THERE, "id": f"{name}2", "col": 2, "row": 2}]
    mud = {"id": f"{name}3", "name": name, "kind": "difficult", "area": {"cells": [[1, 0]]}}
    mud["roll"] = {"name": name, "pool": 2, "needed": 1 if system in NEEDS_ONE else 7}
    fields = scene(system, tokens=tokens, regions=[mud])
    someone = {"token": name, "route": {"path": [{"col": col, "row": 0} for col in range(2)]}}
    for op in ("state", "destinations", "plan", "apply"):
        request = {**fields, "op": op}
        if op == "plan":
            request["movers"] = [someone]
        else:
            request["mover"] = {"token": name}
        if op == "apply":
            request["commit"] = commit(name, moved(someone["route"]))
        text = handle(json.dumps(request))
        reply = checked(text, op=op)
        assert reply["ok"], reply
        if op == "plan":
            assert reply["value"]["plans"][0]["token"] == name
            shown = [check["label"]["text"] for check in reply["value"]["plans"][0]["checks"]]
            assert any(name in label for label in shown), shown
        if op == "apply" and not reply["value"]["refused"]:
            assert reply["value"]["ledger"]["commits"][0]["id"] == name


@pytest.mark.parametrize("system", names())
@pytest.mark.parametrize(
    "place", ["system", "op", "mover.token", "commit.id", "undo", "scene.tokens[0].id", "house_rules", "key"]
)
def test_a_megabyte_of_text_gives_a_short_problem(place, system):
    long = "<b>\u202e" + "x" * MEGABYTE
    request = {**scene(system, tokens=[HERE]), "op": "apply", "undo": "c1"}
    if place == "house_rules":
        request["house_rules"] = {long: 1}
    elif place == "key":
        request[long] = 1
    elif place == "commit.id":
        del request["undo"]
        request["commit"] = commit(long, {"kind": "acted"})
    elif place == "mover.token":
        request["mover"] = {"token": long}
    elif place == "scene.tokens[0].id":
        request["scene"]["tokens"] = [{**HERE, "id": long}]
    else:
        request[place] = long
    text = json.dumps(request)
    assert MEGABYTE < len(text) < MAX_REQUEST_CHARS
    reply = checked(Service().handle(text), op=None)
    assert reply["problem"]["code"] == "invalid"
    assert reply["problem"]["path"].startswith(place if place != "key" else "<b>")
    assert len(json.dumps(reply)) < 2_000


# ---------------------------------------------------------------- floats that lose digits


@pytest.mark.parametrize("system", names())
@pytest.mark.parametrize("length", [0.1, 1 / 3, 0.7, 1e-6, 1e-9, 0.30000000000000004])
def test_floats_add_up_as_decimals_do(system, length):
    """A length is exact on a grain of a millionth: parts and whole come to the same, to the last digit."""
    parts, whole = Turn(system=system), Turn(system=system)
    parts.mover = whole.mover = {}
    for _ in range(3):
        parts.move({"segments": [{"length": length}]})
    assert json.loads(json.dumps(parts.ledger)) == parts.ledger
    once = whole.move({"segments": [{"length": length}] * 3})
    assert parts.state()["allowances"] == once["state"]["allowances"]


@pytest.mark.parametrize(("system", "free"), FREE.items())
def test_a_limit_is_met_though_a_float_is_a_hair_beyond_it(system, free):
    for length in (free, free + 4e-10, free + 1e-6):
        plan = reply_to(path(system, length=length))["value"]["plans"][0]
        assert plan["length"] == free
    beyond = reply_to(path(system, length=free + 2e-6))["value"]["plans"][0]
    assert beyond["length"] == pytest.approx(free + 2e-6, abs=1e-12)
    assert beyond["length"] > free
