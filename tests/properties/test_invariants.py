"""What holds whatever the character, the table, the turn and the path: INV-01 to INV-11."""

import copy
import json
from itertools import pairwise

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from py_rules import ledger as ledgers
from py_rules import story
from py_rules.service import Service, handle
from py_rules.system import Situation
from py_rules.systems import discover
from tests.asking import Turn, ask_describe, feet, moved, mover, reply_to
from tests.properties.worlds import (
    SWITCHES,
    characters,
    events,
    histories,
    house_rules,
    known_rules,
    played,
    routes,
    scenes,
    segments,
    tables,
    walks,
)

KINDS = ["free", "penalised", "roll", "impossible"]
STATE = ("allowances", "counters", "modifiers", "statuses", "rulings", "hazards", "pending")


def standing(turn, **fields):
    """Return what a token may do, bears and is asked; not by which commits it came there."""
    state = turn.state(**fields)
    return {part: state[part] for part in STATE}


def on_map(scene, **fields):
    return Turn(mover={"token": "jenny", **fields.pop("mover", {})}, scene=scene, **fields)


def is_walked(plan):
    """Tell whether a path is legal without any roll."""
    return plan["verdict"] in {"free", "penalised"} and not plan["checks"]


# ---------------------------------------------------------------- INV-01


def touch(plan):
    bands = plan["bands"]
    if plan["length"] == 0:
        assert bands == []
        assert plan["verdict"] == "free"
        return
    assert bands[0]["start"] == 0
    assert bands[-1]["end"] == plan["length"]
    assert all(band["start"] < band["end"] for band in bands)
    assert all(band["end"] == after["start"] for band, after in pairwise(bands))
    assert plan["verdict"] == max((band["kind"] for band in bands), key=KINDS.index)


@given(characters, tables(), histories, routes())
def test_inv_01_bands_touch_and_cover_the_measured_path(character, table, history, route):
    turn = played(history, mover={"character": character}, **table)
    assume(turn.state()["pending"] is None)
    touch(turn.plan(route))


@given(characters, tables(), walks())
def test_inv_01_bands_touch_and_cover_the_path_on_the_map(character, table, walk):
    scene, path = walk
    touch(on_map(scene, mover={"character": character}, **table).plan({"path": path}))


@given(characters, tables(), scenes(), st.tuples(st.integers(0, 6), st.integers(0, 5)))
def test_inv_01_bands_touch_and_cover_the_best_path(character, table, scene, goal):
    plan = on_map(scene, mover={"character": character}, **table).plan(
        {"to": {"col": goal[0], "row": goal[1]}}
    )
    if plan["path"] is not None:
        touch(plan)


# ---------------------------------------------------------------- INV-02

PROBES = [feet(5), feet(60), {"segments": [{"mode": "jump", "length": 4}]}]


@st.composite
def split_routes(draw):
    """Return a measured route and two that make it up, cut where a token can stand."""
    modes = ("ground", "ground", "ground", "jump", "climb", "swim")
    route = draw(st.lists(segments(modes=modes, gates=False), min_size=1, max_size=4))
    place = draw(st.integers(0, len(route) - 1))
    first, second = route[:place], route[place:]
    whole = second[0]
    if whole["mode"] != "jump" and not whole.get("rise") and draw(st.booleans()):
        cut = draw(st.integers(0, int(whole["length"] * 2))) / 2
        begun, left = {**whole, "length": cut}, {**whole, "length": whole["length"] - cut}
        left.pop("flat_cost", None)
        first, second = [*first, begun], [left, *second[1:]]
    return route, first, second


@given(characters, tables(), histories, split_routes())
def test_inv_02_two_drags_are_one_drag(character, table, history, split):
    route, first, second = ({"segments": part} for part in split)
    once = played(history, mover={"character": character}, **table)
    assume(once.state()["pending"] is None)
    twice = played(history, mover={"character": character}, **table)
    assume(is_walked(once.plan(route)))
    assume(is_walked(twice.plan(first)))
    once.move(route)
    twice.move(first)
    assume(is_walked(twice.plan(second)))
    twice.move(second)
    assert standing(twice) == standing(once)
    for probe in PROBES:
        assert twice.plan(probe) == once.plan(probe)


@given(characters, tables(), walks(gates=False), st.data())
def test_inv_02_two_drags_on_the_map_are_one_drag(character, table, walk, data):
    scene, path = walk
    once, twice = (on_map(scene, mover={"character": character}, **table) for _ in range(2))
    place = data.draw(st.integers(0, len(path) - 1))
    assume(is_walked(once.plan({"path": path})))
    assume(is_walked(twice.plan({"path": path[: place + 1]})))
    once.move({"path": path})
    twice.move({"path": path[: place + 1]})
    twice.mover["at"] = path[place]
    assume(is_walked(twice.plan({"path": path[place:]})))
    twice.move({"path": path[place:]})
    once.mover["at"] = twice.mover["at"] = path[-1]
    assert standing(twice) == standing(once)
    assert twice.ask("destinations") == once.ask("destinations")


# ---------------------------------------------------------------- INV-03


@given(characters, tables(), histories, routes(), scenes())
def test_inv_03_previews_change_nothing(character, table, history, route, scene):
    turn = played(history, mover={"character": character, "token": "jenny"}, scene=scene, **table)
    before = turn.state()
    first = turn.plan(route), turn.ask("destinations")
    turn.plan({"to": {"col": 0, "row": 0}})
    for _ in range(2):
        assert (turn.plan(route), turn.ask("destinations")) == first
    assert turn.state() == before


# ---------------------------------------------------------------- INV-04


def reached(plan):
    """Return where the last free band ends, and the last one that needs no roll."""
    return [
        max((band["end"] for band in plan["bands"] if band["kind"] in kinds), default=0)
        for kinds in ({"free"}, {"free", "penalised"})
    ]


@given(
    characters,
    tables(),
    histories,
    routes(),
    st.sampled_from(["dexterity", "brawn", "athletics"]),
    st.integers(1, 3),
)
def test_inv_04_a_higher_rating_never_reaches_less_far(character, table, history, route, rating, more):
    turn = played(history, mover={"character": character}, **table)
    assume(turn.state()["pending"] is None)
    better = {**character, rating: character[rating] + more}
    plain = turn.plan(route)
    turn.mover["character"] = better
    for before, after in zip(reached(plain), reached(turn.plan(route)), strict=True):
        assert after >= before


# ---------------------------------------------------------------- INV-05


def dice_lost(plan):
    """Return the dice that a path takes off the Action; a sprint takes it whole."""
    if any(check["id"] == "sprint" for check in plan["checks"]):
        return float("inf")
    return -sum(modifier["amount"] for modifier in plan["modifiers"])


def never_better(longer, shorter):
    assert longer["cost"] >= shorter["cost"]
    # A token may pass where it must not stop: over a friend, over a gap.
    if not {band["rule"] for band in shorter["bands"]} & {"MAP-02", "MAP-04"}:
        assert KINDS.index(longer["verdict"]) >= KINDS.index(shorter["verdict"])
    if longer["verdict"] != "impossible":
        assert dice_lost(longer) >= dice_lost(shorter)
    later = {check["id"]: check for check in longer["checks"]}
    for check in shorter["checks"]:
        if longer["verdict"] != "impossible":
            assert later[check["id"]]["needed"] >= check["needed"]
        if check["id"] in later:
            assert later[check["id"]]["difficulty"] >= check["difficulty"]


@given(characters, tables(), histories, routes().filter(lambda route: route["segments"]), st.integers(1, 40))
def test_inv_05_a_longer_path_is_never_better(character, table, history, route, halves):
    turn = played(history, mover={"character": character}, **table)
    assume(turn.state()["pending"] is None)
    shorter = turn.plan(route)
    longer = copy.deepcopy(route)
    longer["segments"][-1]["length"] += halves / 2
    never_better(turn.plan(longer), shorter)


@given(characters, tables(), walks())
def test_inv_05_a_longer_path_on_the_map_is_never_better(character, table, walk):
    scene, path = walk
    turn = on_map(scene, mover={"character": character}, **table)
    longest = turn.plan({"path": path})
    modes = [cell["mode"] for cell in longest["path"][1:]]
    for count in range(2, len(path)):
        if modes[count - 1] == modes[count - 2] != "jump":
            never_better(turn.plan({"path": path[: count + 1]}), turn.plan({"path": path[:count]}))


# ---------------------------------------------------------------- INV-06


@given(characters, tables(), histories, st.lists(events, min_size=1, max_size=3))
def test_inv_06_undo_restores_the_former_state(character, table, history, batch):
    turn = played(history, mover={"character": character}, **table)
    before, state = turn.ledger, turn.state()
    told = reply_to(
        {
            "op": "apply",
            "system": "contract",
            **turn.fields,
            "mover": {**turn.mover, "ledger": turn.ledger},
            "commit": {"id": "last", "events": batch},
        }
    )
    assume(told["ok"] and told["value"]["refused"] is None)
    turn.ledger = told["value"]["ledger"]
    turn.undo("last")
    after = turn.state()
    assert {part: after[part] for part in STATE} == {part: state[part] for part in STATE}
    if before is not None and turn.ledger["base"] == before["base"]:
        assert json.dumps(turn.ledger) == json.dumps(before)
        assert after == state


# ---------------------------------------------------------------- INV-07


def inner_state(turn):
    """Return the state that a turn's ledger leads to, and the system and situation it holds for."""
    system = discover()["contract"]
    situation = Situation(
        character=system.Character.model_validate(turn.mover["character"]),
        house_rules=system.HouseRules.model_validate(turn.fields["house_rules"]),
        circumstances=system.Circumstances.model_validate(turn.fields["circumstances"]),
        in_combat=turn.fields["clock"]["in_combat"],
    )
    ledger = ledgers.read(turn.ledger, system=system.id)
    return system, situation, story.read(system, situation, ledger).state


@given(characters, tables(), histories)
def test_inv_07_a_reset_clears_the_fields_it_names_and_no_others(character, table, history):
    turn = played(history, mover={"character": character}, **table)
    system, situation, state = inner_state(turn)
    new = system.State()
    scopes = {scope["id"]: scope["clears"] for scope in ask_describe()["systems"][0]["clock"]["scopes"]}
    for scope, clears in scopes.items():
        after = system.fold(situation, state, ledgers.BeganFact(scope=scope))
        for name in system.State.__dataclass_fields__:
            expected = new if name in clears else state
            assert getattr(after, name) == getattr(expected, name), name


@given(characters, tables(), histories)
def test_inv_07_a_new_round_is_as_good_as_a_new_ledger_but_for_the_water(character, table, history):
    turn = played(history, mover={"character": character}, **table)
    wet = turn.state()["statuses"]
    turn.tell({"kind": "begin", "scope": "round"})
    fresh, after = Turn(mover={"character": character}, **table).state(), turn.state()
    for part in ("allowances", "counters", "modifiers", "pending"):
        assert after[part] == fresh[part]
    assert after["statuses"] == wet


# ---------------------------------------------------------------- INV-08


def flat(schema):
    """Yield the shapes a schema allows; the limits of a union hold for each of its parts."""
    if "anyOf" not in schema:
        yield schema
        return
    limits = {key: schema[key] for key in ("minimum", "maximum", "exclusiveMinimum") if key in schema}
    for part in schema["anyOf"]:
        for shape in flat(part):
            yield shape if shape["type"] == "null" else {**limits, **shape}


def wrong_values(schema):
    """Return a strategy for values that a JSON Schema forbids."""
    if "enum" in schema:
        return st.text(max_size=8).filter(lambda text: text not in schema["enum"]) | st.integers()
    shapes = list(flat(schema))
    schema = next((shape for shape in shapes if shape["type"] == "number"), shapes[0])
    if schema["type"] == "boolean":
        return st.integers() | st.text(max_size=4) | st.none()
    kinds = [st.text(max_size=4), st.booleans(), st.just(float("nan")), st.just(float("inf"))]
    if {"type": "null"} not in shapes:
        kinds.append(st.none())
    if schema["type"] == "integer":
        kinds.append(st.floats(0, 20))
    if "minimum" in schema:
        kinds.append(st.integers(max_value=int(schema["minimum"]) - 1))
    if "maximum" in schema:
        kinds.append(st.integers(min_value=schema["maximum"] + 1))
    return st.one_of(kinds)


def inputs():
    """Return every input of every sheet, with its schema."""
    [system] = [system for system in ask_describe()["systems"] if system["id"] == "contract"]
    sheets = {
        "mover.character": system["character"]["properties"],
        "circumstances": system["circumstances"]["properties"],
        "house_rules": {rule["id"]: rule["json_schema"] for rule in system["house_rules"]},
    }
    return [(sheet, name, schema) for sheet, fields in sheets.items() for name, schema in fields.items()]


@pytest.mark.parametrize(("sheet", "name", "schema"), inputs(), ids=lambda part: str(part)[:20])
def test_inv_08_what_is_outside_the_table_is_rejected(sheet, name, schema):
    @given(wrong_values(schema), routes())
    def rejects(value, route):
        request = {"op": "plan", "system": "contract", "movers": [mover(route=route)]}
        path = f"{sheet}.{name}"
        if sheet == "mover.character":
            request["movers"][0]["character"] = {name: value}
            path = f"movers[0].character.{name}"
        else:
            request[sheet] = {name: value}
        reply = reply_to(request)
        assert not reply["ok"]
        assert (reply["problem"]["code"], reply["problem"]["path"]) == ("invalid", path)

    rejects()


@given(
    routes(),
    st.sampled_from(["length", "cost_multiplier", "flat_cost", "mode", "surface", "difficulty", "rise"]),
    st.sampled_from([-1, float("nan"), float("inf"), "5", True, [], {}]),
)
def test_inv_08_a_wrong_stretch_is_rejected(route, field, value):
    assume(not (field == "rise" and value == -1))
    bad = {**route["segments"][0], field: value} if route["segments"] else {"length": 5, field: value}
    request = {
        "op": "plan",
        "system": "contract",
        "movers": [mover(route={"segments": [bad, *route["segments"][1:]]})],
    }
    problem = reply_to(request)["problem"]
    assert (problem["code"], problem["path"]) == ("invalid", f"movers[0].route.segments[0].{field}")


# ---------------------------------------------------------------- INV-09

RULED = ("bands", "modifiers", "checks", "reactions", "hazards", "rulings", "spends", "trace", "allowances")


def rules_of(value):
    """Yield every rule number in an answer."""
    if isinstance(value, dict):
        if "rule" in value:
            yield value["rule"]
        for part in value.values():
            yield from rules_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from rules_of(part)


def name_their_rules(answer, known):
    for part in RULED:
        assert all(entry.get("rule") for entry in answer.get(part, []))
    assert set(rules_of(answer)) <= known


@given(characters, tables(), histories, routes(), events)
def test_inv_09_every_part_of_an_answer_names_its_rule(character, table, history, route, event):
    known = known_rules()
    turn = played(history, mover={"character": character}, **table)
    name_their_rules(turn.state(), known)
    name_their_rules(turn.plan(route), known)
    name_their_rules(turn.tell(event), known)


@given(characters, tables(), walks())
def test_inv_09_every_part_of_an_answer_on_the_map_names_its_rule(character, table, walk):
    scene, path = walk
    known = known_rules()
    turn = on_map(scene, mover={"character": character}, **table)
    name_their_rules(turn.plan({"path": path}), known)
    name_their_rules(turn.ask("destinations"), known)
    told = turn.move({"path": path})
    name_their_rules(told, known)
    assert all(move["rule"] in known for move in told["moves"])


# ---------------------------------------------------------------- INV-10


def switch_rules():
    [system] = [system for system in ask_describe()["systems"] if system["id"] == "contract"]
    return {rule["id"]: set(rule["rules"]) for rule in system["house_rules"]}


def test_inv_10_every_switch_is_tried():
    assert set(SWITCHES) == set(switch_rules())


@st.composite
def switched(draw):
    """Return two tables that differ in one switch, and its name."""
    rules = draw(house_rules)
    name = draw(st.sampled_from(sorted(SWITCHES)))
    one, other = draw(SWITCHES[name]), draw(SWITCHES[name])
    assume(one != other)
    return {**rules, name: one}, {**rules, name: other}, name


def only_by_its_rules(answers, name):
    """Hold that two answers differ only if a rule that names the switch had a part in one of them.

    What is left of the ground allowance is no part of its own: its rules stand with the allowances of the state.
    """
    first, second = ({**answer, "left": None} if "left" in answer else answer for answer in answers)
    if first != second:
        assert switch_rules()[name] & (set(rules_of(first)) | set(rules_of(second))), name


A_ROLL_OF_THE_REGION = {
    "segments": [{"length": 5, "difficult": "rubble", "roll": {"name": "balance", "pool": 3}}]
}


@given(characters, tables(), histories, routes(), switched())
@example({}, {}, [], A_ROLL_OF_THE_REGION, ({"ones_subtract": False}, {}, "ones_subtract"))
@example({}, {}, [], A_ROLL_OF_THE_REGION, ({"tens_count": 1}, {}, "tens_count"))
@example({}, {}, [], A_ROLL_OF_THE_REGION, ({"base_difficulty": 7}, {}, "base_difficulty"))
def test_inv_10_a_switch_changes_only_what_its_rules_have_a_part_in(character, table, history, route, pair):
    *rules, name = pair
    turn = played(history, mover={"character": character}, **table)
    assume(turn.state()["pending"] is None)
    only_by_its_rules([turn.plan(route, house_rules=given) for given in rules], name)


@given(characters, tables(), walks(), switched())
def test_inv_10_a_switch_changes_only_the_paths_its_rules_have_a_part_in(character, table, walk, pair):
    scene, path = walk
    *rules, name = pair
    turn = on_map(scene, mover={"character": character}, **table)
    only_by_its_rules([turn.plan({"path": path}, house_rules=given) for given in rules], name)


# ---------------------------------------------------------------- INV-11


@given(characters, tables(), histories, routes(), walks())
def test_inv_11_the_same_question_has_the_same_answer(character, table, history, route, walk):
    scene, path = walk
    turn = played(history, mover={"character": character, "token": "jenny"}, scene=scene, **table)
    someone = {**turn.mover, "ledger": turn.ledger}
    questions = [
        {"op": "state", "mover": someone},
        {"op": "destinations", "mover": someone},
        {"op": "plan", "movers": [{**someone, "route": route}, {**someone, "route": {"path": path}}]},
        {"op": "apply", "mover": someone, "commit": {"id": "x", "events": [moved({"path": path})]}},
        {
            "op": "apply",
            "mover": someone,
            "commit": {"id": "y", "events": [{"kind": "rolled", "check": "climb", "seed": 11}]},
        },
    ]
    fresh = Service()
    for question in questions:
        text = json.dumps({"system": "contract", **turn.fields, **question})
        assert handle(text) == handle(text) == fresh.handle(text)


@given(characters, histories)
def test_inv_11_the_same_turn_told_twice_leads_to_the_same_ledger(character, history):
    first, second = (played(history, mover={"character": character}) for _ in range(2))
    assert json.dumps(first.ledger) == json.dumps(second.ledger)
