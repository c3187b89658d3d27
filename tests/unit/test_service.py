"""The one entry of the core: text in, text out, the same for the same."""

import base64
import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_rules import service
from py_rules.operations import describe
from py_rules.protocol.bounds import MAX_NUMBER
from py_rules.service import Service, handle
from py_rules.values.sentences import Shown
from tests.asking import Turn, ask, ask_describe, commit, feet, moved, mover, reply_to
from tests.rulebook.cases import rings_of

SCENE = {
    "grid": {"cols": 9, "rows": 7},
    "walls": [
        {"id": "fence", "a": [4, 0], "b": [4, 3]},
        {"id": "slant", "a": [1, 5], "b": [2.5, 6.5]},
    ],
    "regions": [
        {"id": "mud", "kind": "difficult", "area": {"rect": [2, 2, 2, 2]}, "cost_multiplier": 2},
        {"id": "pond", "kind": "water", "area": {"rect": [6, 4, 2, 2]}},
        {"id": "ditch", "kind": "gap", "area": {"rect": [5, 0, 1, 4]}},
    ],
    "tokens": [
        {"id": "jenny", "col": 1, "row": 3},
        {"id": "ann", "col": 2, "row": 3, "disposition": "friendly"},
        {"id": "bob", "col": 3, "row": 3, "disposition": "hostile"},
    ],
}


def path(*cells):
    return {"path": [{"col": col, "row": row} for col, row in cells]}


REQUESTS = [
    {"op": "describe"},
    {"op": "state", "system": "contract"},
    {"op": "plan", "system": "contract", "movers": [mover(route=feet(45))]},
    {
        "op": "destinations",
        "system": "contract",
        "scene": SCENE,
        "view": "referee",
        "mover": mover(token="jenny"),
    },
    {
        "op": "plan",
        "system": "contract",
        "scene": SCENE,
        "movers": [
            mover(token="jenny", route={"to": {"col": 8, "row": 6}}),
            mover(token="ann", route={"to": {"col": 6, "row": 1}}),
        ],
    },
    {
        "op": "apply",
        "system": "contract",
        "mover": mover(),
        "commit": commit("a", moved(feet(45)), {"kind": "rolled", "check": "sprint", "seed": 3}),
    },
    {"op": "state", "system": "chess"},
    {"op": "plan", "system": "contract", "movers": [mover(route={})]},
]


# ---------------------------------------------------------------- the same for the same


def test_the_same_request_gets_the_same_bytes():
    for request in REQUESTS:
        text = json.dumps(request)
        replies = {handle(text), handle(text), Service().handle(text)}
        assert len(replies) == 1


def test_the_order_of_keys_does_not_matter():
    for request in REQUESTS:
        turned = json.dumps(dict(reversed(request.items())))
        assert handle(turned) == handle(json.dumps(request))


@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_replies_do_not_depend_on_hash_seeds(seed):
    lines = "".join(json.dumps(request) + "\n" for request in REQUESTS)
    ran = subprocess.run(
        [sys.executable, "-m", "py_rules"],
        input=lines,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    assert ran.stdout.splitlines() == [Service().handle(line) for line in lines.splitlines()]


def test_replies_are_ascii_and_compact():
    for request in REQUESTS:
        text = handle(json.dumps(request))
        assert text.isascii()
        assert json.dumps(json.loads(text), separators=(",", ":")) == text


def test_every_reply_fits_the_protocol():
    for request in REQUESTS:
        reply_to(request)


@given(st.text())
def test_any_text_gets_a_reply(text):
    reply = json.loads(handle(text))
    assert reply["ok"] is False
    assert reply["problem"]["code"] != "internal"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def spoilt(draw):
    """Return a valid request with one place anywhere in it replaced by anything, or taken out."""
    request = json.loads(json.dumps(draw(st.sampled_from(REQUESTS + _later()))))
    place = request
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = draw(st.sampled_from(keys))
        inner = place[key]
        if isinstance(inner, dict | list) and inner and draw(st.integers(0, 9)):
            place = inner
            continue
        if draw(st.booleans()) and isinstance(place, dict):
            del place[key]
        else:
            place[key] = draw(JSON | st.just(-inner if isinstance(inner, int | float) else inner))
        return request


def _later():
    """Return requests from the middle of a turn, so that ledgers are spoilt too."""
    turn = Turn()
    turn.move(feet(10, difficult="mud"), name="a")
    turn.move({"segments": [{"mode": "climb", "length": 5, "surface": "hard"}]}, name="b")
    someone = mover(ledger=turn.ledger)
    return [
        {"op": "state", "system": "contract", "mover": someone},
        {
            "op": "apply",
            "system": "contract",
            "mover": someone,
            "commit": commit("c", {"kind": "rolled", "check": "climb", "result": 2}),
        },
    ]


@given(spoilt())
def test_a_spoilt_request_is_answered_or_told_what_is_wrong(request):
    reply = reply_to(request)
    assert reply["ok"] or reply["problem"]["code"] != "internal", reply


def test_a_fault_of_ours_is_answered_too(monkeypatch):
    def fails(_system):
        raise KeyError("lost")

    monkeypatch.setattr(describe, "_described", fails)
    problem = reply_to({"op": "describe"})["problem"]
    assert (problem["code"], problem["path"]) == ("internal", "")
    assert "KeyError" in problem["message"]
    assert "report" in problem["remedy"]


@pytest.mark.parametrize("answer", [{"n": 10**4_300}, {"n": object()}, {"area": float("nan")}])
def test_an_answer_that_cannot_be_written_is_a_fault_that_is_answered(answer, monkeypatch):
    monkeypatch.setattr(describe, "answer", lambda: answer)
    problem = reply_to({"op": "describe"})["problem"]
    assert (problem["code"], problem["path"]) == ("internal", "")


def test_handle_is_one_service_for_all():
    ref = ask(op="state", scene=SCENE)["scene_ref"]
    assert ask(op="state", scene={"ref": ref})["scene_ref"] == ref
    assert isinstance(service._SERVICE, Service)


# ---------------------------------------------------------------- describe


def test_describe_tells_systems_rules_switches_and_texts():
    value = ask_describe()
    [contract] = [system for system in value["systems"] if system["id"] == "contract"]
    assert [rule["number"] for rule in contract["rules"]] == [f"CON-{n:02}" for n in range(1, 21)]
    assert contract["unit"] == "ft"
    required = [rule["id"] for rule in contract["house_rules"] if rule["required"]]
    assert required == ["penalty_reading", "extension_penalty"]
    assert contract["house_rules"][0]["required"]
    numbers = {rule["number"] for rule in [*contract["rules"], *value["table_rules"]]}
    assert all(set(rule["rules"]) <= numbers for rule in contract["house_rules"])
    assert all(key.startswith("contract.") for key in contract["texts"])
    assert {key.partition(".")[0] for key in value["texts"]} == {"table", "engine"}


def texts_in(value):
    """Yield every text of a reply."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, dict) and set(value) == {"key", "params", "text"}:
        yield value
    for part in parts:
        yield from texts_in(part)


def unfolded(value):
    return value["text"] if isinstance(value, dict) else value


def test_every_text_of_an_answer_can_be_translated():
    templates = dict(ask_describe()["texts"])
    templates |= {f"rule.{rule['number']}.name": rule["name"] for rule in ask_describe()["table_rules"]}
    for system in ask_describe()["systems"]:
        templates |= system["texts"]
        templates |= {f"rule.{rule['number']}.name": rule["name"] for rule in system["rules"]}
        fields = system["character"]["properties"].items()
        templates |= {f"{system['id']}.character.{name}.title": field["title"] for name, field in fields}
    found = [text for request in REQUESTS for text in texts_in(reply_to(request))]
    assert len(found) > 50
    for text in found:
        shown = {name: Shown(unfolded(value)) for name, value in text["params"].items()}
        # What stands inside a sentence may begin with a small letter there.
        assert templates[text["key"]].format_map(shown).lower() == text["text"].lower()


# ---------------------------------------------------------------- several movers


def test_movers_of_one_plan_do_not_block_each_others_old_cells():
    row = path((1, 3), (2, 3))
    ann = mover(token="ann", route=path((2, 3), (2, 4)))
    alone, together = (
        ask(op="plan", scene=SCENE, movers=movers)["plans"][0]
        for movers in ([mover(token="jenny", route=row)], [mover(token="jenny", route=row), ann])
    )
    assert alone["verdict"] == "impossible"
    assert alone["bands"][-1]["rule"] == "MAP-02"
    assert together["verdict"] == "free"


def test_a_hostile_token_that_moves_too_is_no_obstacle():
    through = path((2, 3), (3, 3), (4, 3))
    bob = mover(token="bob", route=path((3, 3), (4, 4)))
    first, second = ask(op="plan", scene=SCENE, movers=[mover(token="ann", route=through), bob])["plans"]
    assert first["verdict"] == "free"
    assert second["token"] == "bob"
    [alone] = ask(op="plan", scene=SCENE, movers=[mover(token="ann", route=through)])["plans"]
    assert alone["bands"][-1]["rule"] == "MAP-03"


def test_plans_come_in_the_order_of_the_movers():
    names = ["bob", "jenny", "ann"]
    plans = ask(
        op="plan",
        scene=SCENE,
        movers=[mover(token=name, route={"to": {"col": 0, "row": n}}) for n, name in enumerate(names)],
    )["plans"]
    assert [plan["token"] for plan in plans] == names


# ---------------------------------------------------------------- windows


def test_layers_are_disjoint_and_leave_out_the_own_cell():
    layers = ask(op="destinations", scene=SCENE, mover=mover(token="jenny"))["layers"]
    seen = set()
    for layer in layers:
        window, found = layer["cells"], rings_of(layer)
        size = (window["cols"] * window["rows"] + 7) // 8
        assert all(len(base64.b64decode(plane)) == size for plane in window["planes"])
        assert len({id(ring) for ring in found.values()}) == len(layer["rings"])
        assert not found.keys() & seen
        seen |= found.keys()
    assert (1, 3) not in seen
    assert (2, 3) not in seen
    assert all(0 <= col < 9 and 0 <= row < 7 for col, row in seen)


# ---------------------------------------------------------------- the largest and the smallest

HUGE = {"length": MAX_NUMBER, "cost_multiplier": 1000, "flat_cost": MAX_NUMBER}


@pytest.mark.parametrize("in_combat", [True, False])
def test_sums_may_be_larger_than_any_number_sent(in_combat):
    turn = Turn(clock={"in_combat": in_combat})
    route = {"segments": [HUGE, HUGE, {"mode": "jump", "length": MAX_NUMBER, "rise": MAX_NUMBER}]}
    assert turn.plan(route)["length"] == 4 * MAX_NUMBER
    turn.move({"segments": [HUGE, HUGE]}, name="a")
    turn.tell(moved(route, override=True), name="b")
    turn.tell(moved({"segments": [{"length": MAX_NUMBER}] * 5}, forced=True), name="c")
    turn.state()
    turn.plan(route)


@pytest.mark.parametrize("distance", [0.001, MAX_NUMBER])
def test_cells_may_be_of_any_size_that_can_be_sent(distance):
    grid = {"cols": 9, "rows": 7, "distance": distance}
    turn = Turn(mover={"token": "jenny"}, scene={**SCENE, "grid": grid}, clock={"in_combat": False})
    turn.ask("destinations")
    route = {"to": {"col": 0, "row": 0}}
    assert turn.plan(route)["length"] == 3 * distance
    turn.tell(moved(route))
    turn.state()


def test_lengths_below_the_grain_are_nothing():
    assert ask(op="plan", movers=[mover(route=feet(0.0000004))])["plans"][0]["bands"] == []


# ---------------------------------------------------------------- views

AREAS = st.builds(
    lambda col, row, cols, rows: {"rect": [col, row, min(cols, 9 - col), min(rows, 7 - row)]},
    st.integers(0, 8),
    st.integers(0, 6),
    st.integers(1, 3),
    st.integers(1, 3),
)
HIDDEN_REGIONS = st.lists(
    st.one_of(
        st.fixed_dictionaries(
            {"kind": st.sampled_from(["water", "gap", "obstacle", "climb"]), "area": AREAS}
        ),
        st.fixed_dictionaries(
            {
                "kind": st.just("difficult"),
                "area": AREAS,
                "cost_multiplier": st.sampled_from([1, 1.5, 3]),
                "flat_cost": st.sampled_from([0, 5]),
                "roll": st.none() | st.just({"name": "mines", "pool": 3}),
            }
        ),
    ),
    max_size=3,
)
HIDDEN_TOKENS = st.lists(
    st.fixed_dictionaries(
        {
            "col": st.integers(0, 7),
            "row": st.integers(0, 5),
            "cols": st.integers(1, 2),
            "rows": st.integers(1, 2),
            "disposition": st.sampled_from(["friendly", "neutral", "hostile"]),
        }
    ),
    max_size=3,
)


def answers(scene, view):
    """Return what each operation says about Jenny, without the name of the scene."""
    shared = {"scene": scene, "view": view}
    routes = [
        {"to": {"col": 8, "row": 6}},
        path((1, 3), (2, 4), (3, 4), (4, 4)),
        {"to": {"col": 5, "row": 1}},
    ]
    replies = [
        ask(op="state", mover=mover(token="jenny"), **shared),
        ask(op="destinations", mover=mover(token="jenny"), **shared),
        *(ask(op="plan", movers=[mover(token="jenny", route=route)], **shared) for route in routes),
        *(
            ask(op="apply", mover=mover(token="jenny"), commit=commit("a", moved(route)), **shared)
            for route in routes
        ),
        reply_to(
            {
                "op": "destinations",
                "system": "contract",
                "mover": mover(token="nobody"),
                "scene": scene,
                "view": view,
            }
        ),
    ]
    for reply in replies:
        reply.pop("scene_ref", None)
    return json.dumps(replies)


@settings(max_examples=40)
@given(HIDDEN_TOKENS, HIDDEN_REGIONS)
def test_the_players_view_knows_nothing_hidden(tokens, regions):
    hidden_tokens = [{**token, "id": f"hidden {n}", "hidden": True} for n, token in enumerate(tokens)]
    hidden_regions = [{**region, "id": f"hidden {n}", "hidden": True} for n, region in enumerate(regions)]
    scene = {
        **SCENE,
        "tokens": SCENE["tokens"] + hidden_tokens,
        "regions": hidden_regions[:1] + SCENE["regions"] + hidden_regions[1:],
    }
    assert answers(scene, "player") == answers(SCENE, "player")


def test_the_referees_view_knows_it():
    ambush = {"id": "x", "kind": "obstacle", "area": {"rect": [2, 3, 1, 3]}, "hidden": True}
    scene = {**SCENE, "regions": [*SCENE["regions"], ambush]}
    assert answers(scene, "referee") != answers(SCENE, "referee")
    assert answers(SCENE, "referee") == answers(SCENE, "player")
