"""What holds whatever the system, the character, the table, the turn and the path: INV-01 to INV-11."""

import copy
import json
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from py_rules.engine import Move, clock
from py_rules.operations import snapshots
from py_rules.protocol import ledger as ledgers
from py_rules.protocol.requests import BeginEvent, EndEvent
from py_rules.service import Service, handle
from py_rules.systems import discover
from py_rules.values.records import replace
from tests.asking import moved, reply_to
from tests.properties.maps import goals, paths, routes, scenes, segments, walks, whole
from tests.properties.play import Play, played, standing
from tests.properties.profiles import some
from tests.properties.schemas import forbidden, legal
from tests.properties.sound import KINDS, rules_of, walked
from tests.properties.worlds import WORLDS, fits

per_system = pytest.mark.parametrize("world", WORLDS, ids=str)
BY_ID = {world.id: world for world in WORLDS}


def test_every_system_is_covered():
    assert set(BY_ID) == set(discover())
    own = [test for name, test in globals().items() if name.startswith("test_inv_")]
    assert {re.match(r"test_inv_(\d\d)", test.__name__)[1] for test in own} == {
        f"{n:02}" for n in range(1, 12)
    }
    for test in own:
        [mark] = test.pytestmark
        assert {getattr(case, "id", case) for case in (row_system(row) for row in mark.args[1])} == set(BY_ID)


def row_system(row):
    return row[0] if isinstance(row, tuple) else row


def sit(data, world, *, history=True, scene=None):
    """Return someone at a table of a system, after some turns."""
    fields = {"character": data.draw(world.characters), "fields": data.draw(world.tables), "scene": scene}
    return played(world, data.draw(world.histories) if history else [], **fields)


def free(play):
    """Go on only where no move waits."""
    assume(play.state()["pending"] is None)
    return play


def twin(play):
    """Return the same play once more."""
    other = Play(play.world, character=play.mover["character"], fields=play.fields, scene=play.scene)
    other.mover, other.ledger = copy.deepcopy(play.mover), copy.deepcopy(play.ledger)
    other.count = play.count
    return other


# ---------------------------------------------------------------- INV-01

# Every plan of every property here is held against it, see sound.cover.


@per_system
@some(0.4)
@given(data=st.data())
def test_inv_01_bands_touch_and_cover_the_measured_path(world, data):
    play = sit(data, world)
    play.plan(data.draw(routes(world)))


@per_system
@some(0.4)
@given(data=st.data())
def test_inv_01_bands_touch_and_cover_the_path_on_the_map(world, data):
    scene, path = data.draw(walks(world))
    play = sit(data, world, history=False, scene=scene)
    play.plan({"path": path})
    play.plan(data.draw(goals(scene)))


# ---------------------------------------------------------------- INV-02


@st.composite
def split_routes(draw, world):
    """Return a measured route and two that make it up, cut where a token can stand."""
    route = draw(st.lists(segments(world, gates=False), min_size=1, max_size=4))
    place = draw(st.integers(0, len(route) - 1))
    first, second = route[:place], route[place:]
    cut_one = second[0]
    if cut_one["mode"] != "jump" and not cut_one["rise"] and draw(st.booleans()):
        cut = whole(draw(st.integers(0, int(cut_one["length"] * 2))) / 2)
        begun, left = {**cut_one, "length": cut}, {**cut_one, "length": cut_one["length"] - cut}
        left.pop("flat_cost", None)
        first, second = [*first, begun], [left, *second[1:]]
    return route, first, second


def probes(world):
    """Return measured paths that show what is left in every mode."""
    return [{"segments": [{"mode": mode, "length": length}]} for mode in world.modes for length in (4, 60)]


@per_system
@some(0.3)
@given(data=st.data())
def test_inv_02_two_drags_are_one_drag(world, data):
    once = free(sit(data, world))
    twice = twin(once)
    route, first, second = ({"segments": part} for part in data.draw(split_routes(world)))
    assume(walked(once.plan(route)))
    assume(walked(twice.plan(first)))
    once.tell(moved(route))
    twice.tell(moved(first))
    assume(walked(twice.plan(second)))
    twice.tell(moved(second))
    assert standing(twice.state()) == standing(once.state())
    for probe in probes(world):
        assert twice.plan(probe) == once.plan(probe)


@per_system
@some(0.3)
@given(data=st.data())
def test_inv_02_two_drags_on_the_map_are_one_drag(world, data):
    scene, path = data.draw(walks(world, gates=False))
    once = sit(data, world, history=False, scene=scene)
    twice = twin(once)
    place = data.draw(st.integers(0, len(path) - 1))
    assume(walked(once.plan({"path": path})))
    assume(walked(twice.plan({"path": path[: place + 1]})))
    once.tell(moved({"path": path}))
    twice.tell(moved({"path": path[: place + 1]}))
    assume(walked(twice.plan({"path": path[place:]})))
    twice.tell(moved({"path": path[place:]}))
    assert twice.mover["at"] == once.mover["at"]
    assert standing(twice.state()) == standing(once.state())
    assert twice.destinations() == once.destinations()


# ---------------------------------------------------------------- INV-03


@per_system
@some(0.25)
@given(data=st.data())
def test_inv_03_previews_change_nothing(world, data):
    scene = data.draw(scenes(world))
    play = sit(data, world, scene=scene)
    route, goal = data.draw(routes(world)), data.draw(goals(scene))
    before = play.state()
    first = play.plan(route), play.plan(goal), play.destinations()
    assert (play.plan(route), play.plan(goal), play.destinations()) == first
    assert play.state() == before


# ---------------------------------------------------------------- INV-04

HINDRANCES = {
    "contract": {"penalty"},
    "sr3": {"width"},
    "sr5": {"armour", "stun_boxes"},
    "styles": {"goods_filled"},
}
"""Numbers of a sheet of which more is worse; of all others more is better, or at least no worse."""
DIE_CODE = re.compile(r"(\d\d?)(D.*)", re.ASCII)


def raised(value, more, schema):
    """Return a rating raised; none: it is no rating, or as high as can be."""
    if isinstance(value, str) and DIE_CODE.fullmatch(value):
        dice, pips = DIE_CODE.fullmatch(value).groups()
        return f"{int(dice) + more}{pips}" if int(dice) + more <= 30 else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    most = max(part.get("maximum", value) for part in schema.get("anyOf", [schema]))
    return min(value + more, most)


def reached(plan):
    """Return where the last free band ends, and the last one that needs no roll."""
    return [
        max((band["end"] for band in plan["bands"] if band["kind"] in kinds), default=0)
        for kinds in ({"free"}, {"free", "penalised"})
    ]


@per_system
@some(0.5)
@given(data=st.data())
def test_inv_04_a_higher_rating_never_reaches_less_far(world, data):
    play = free(sit(data, world))
    fields = world.entry["character"]["properties"]
    better = {}
    for name in data.draw(st.lists(st.sampled_from(sorted(fields)), min_size=1, max_size=2, unique=True)):
        value = play.mover["character"].get(name, fields[name].get("default"))
        more = raised(value, data.draw(st.integers(1, 3)), fields[name])
        if more is not None and name not in HINDRANCES.get(world.id, ()):
            better[name] = more
    assume(better)
    route = data.draw(routes(world))
    plain = play.plan(route)
    play.mover["character"] = {**play.mover["character"], **better}
    free(play)
    for before, after in zip(reached(plain), reached(play.plan(route)), strict=True):
        assert after >= before, better


# ---------------------------------------------------------------- INV-05

STANDS = {"MAP-02", "MAP-04"}
"""A token may pass where it must not stop: over a friend, over a gap."""


def never_better(longer, shorter):
    """Hold that carrying on costs no less, is no easier and takes no penalty away."""
    assert longer["cost"] >= shorter["cost"]
    if not {band["rule"] for band in shorter["bands"]} & STANDS:
        assert KINDS.index(longer["verdict"]) >= KINDS.index(shorter["verdict"])
    later = {check["id"]: check for check in longer["checks"]}
    for check in shorter["checks"]:
        if longer["verdict"] != "impossible":
            assert later[check["id"]]["needed"] >= check["needed"]
        if check["id"] in later:
            assert later[check["id"]]["difficulty"] >= check["difficulty"]
    if longer["verdict"] != "impossible" and later.keys() == {check["id"] for check in shorter["checks"]}:
        borne = burdens(longer)
        for what, amount in burdens(shorter).items():
            assert borne.get(what, 0) >= amount, what


def burdens(plan):
    """Return how much a path lays on later rolls, by who bears it and on what."""
    found = {}
    for modifier in plan["modifiers"]:
        what = (modifier["bearer"], modifier["quantity"], modifier["on"]["key"])
        found[what] = found.get(what, 0) + abs(modifier["amount"])
    return found


@per_system
@some(0.5)
@given(data=st.data())
def test_inv_05_a_longer_path_is_never_better(world, data):
    play = free(sit(data, world))
    shorter = data.draw(routes(world).filter(lambda route: route["segments"]))
    longer = copy.deepcopy(shorter)
    longer["segments"][-1]["length"] += data.draw(st.integers(1, 40)) / 2
    never_better(play.plan(longer), play.plan(shorter))


@per_system
@some(0.3)
@given(data=st.data())
def test_inv_05_a_longer_path_on_the_map_is_never_better(world, data):
    scene, path = data.draw(walks(world))
    play = sit(data, world, history=False, scene=scene)
    longest = play.plan({"path": path})
    modes = [cell["mode"] for cell in longest["path"][1:]]
    for count in range(2, len(path)):
        if modes[count - 1] == modes[count - 2] != "jump":
            never_better(play.plan({"path": path[: count + 1]}), play.plan({"path": path[:count]}))


# ---------------------------------------------------------------- INV-06


@per_system
@some(0.3)
@given(data=st.data())
def test_inv_06_undo_restores_the_former_state(world, data):
    play = sit(data, world)
    before, state = play.ledger, play.state()
    told = play.tell(*data.draw(st.lists(world.events, min_size=1, max_size=3)), name="last")
    assume(told and told["refused"] is None)
    play.undo("last")
    assert standing(play.state()) == standing(state)
    if before is not None and play.ledger["before"] == before["before"]:
        assert json.dumps(play.ledger) == json.dumps(before)
        assert play.state() == state


# ---------------------------------------------------------------- INV-07


def inner_state(play):
    """Return the situation of a play, and the state that its ledger leads to."""
    system = play.world.system
    situation = Move(
        character=system.Character.model_validate(play.mover["character"]),
        house_rules=system.HouseRules.model_validate(play.fields["house_rules"]),
        circumstances=system.Circumstances.model_validate(play.fields["circumstances"]),
        in_combat=play.fields["clock"]["in_combat"],
    )
    return situation, snapshots.read(
        system, situation, ledger=ledgers.read(play.ledger, system=system.id)
    ).move.turn


@per_system
@some(0.3)
@given(data=st.data())
def test_inv_07_the_clock_clears_the_fields_it_names_and_no_others(world, data):
    system = world.system
    situation, state = inner_state(sit(data, world))
    count = st.integers(1, 3)
    for scope in world.entry["clock"]["scopes"]:
        more = {"number": data.draw(count), "of": data.draw(count), "acts": data.draw(st.booleans())}
        moments = {
            f"begin {scope['id']}": BeginEvent(kind="begin", scope=scope["id"], **more),
            f"end {scope['id']}": EndEvent(kind="end", scope=scope["id"]),
        }
        for moment, fact in moments.items():
            clears = clock.cleared_at(system.State, moment)
            parts = system.State.__dataclass_fields__
            counts = [name for name, part in parts.items() if moment in part.metadata.get("counted_at", ())]
            after, expected = system.fold(replace(situation, turn=state), fact), clock.cleared(state, moment)
            for name in parts:
                kept = getattr(state, name) if name not in clears else getattr(expected, name)
                assert name in counts or getattr(after, name) == kept, (moment, name)


# ---------------------------------------------------------------- INV-08


def inputs():
    """Return every input of every sheet of every system, with its schema."""
    found = []
    for world in WORLDS:
        sheets = {
            "mover.character": world.entry["character"]["properties"],
            "circumstances": world.entry["circumstances"]["properties"],
            "house_rules": {name: rule["json_schema"] for name, rule in world.switches.items()},
            "scene.tokens[1].facts": world.entry["token_facts"].get("properties", {}),
        }
        for act in world.entry["acts"]:
            sheets[f"commit.events[0].options {act['id']}"] = act["options"].get("properties", {})
        found += [(world, sheet, name, fields) for sheet, fields in sheets.items() for name in fields]
    return found


def asked_with(world, sheet, values):
    """Return a request in which some inputs have values, and the path of the sheet they stand on."""
    place = sheet.partition(" ")
    request = {"op": "state", "system": world.id, "mover": {}}
    if sheet == "mover.character":
        request["mover"]["character"] = values
    elif sheet.startswith("scene"):
        tokens = [{"id": "jenny", "col": 0, "row": 0}, {"id": "guard", "col": 1, "row": 1, "facts": values}]
        request["scene"] = {"grid": {"cols": 3, "rows": 3, "units": world.entry["unit"]}, "tokens": tokens}
    elif sheet.startswith("commit"):
        event = {"kind": "did", "act": place[2], "options": values}
        request |= {"op": "apply", "commit": {"id": "x", "events": [event]}}
    else:
        request[sheet] = values
    return request, place[0]


def short(part):
    """Return a part of a test's name; the fields of the whole sheet are none."""
    return "" if isinstance(part, dict) else str(part)


@pytest.mark.parametrize(("world", "sheet", "name", "fields"), inputs(), ids=short)
def test_inv_08_what_is_outside_the_table_is_rejected(world, sheet, name, fields):
    needed = {other: legal(schema) for other, schema in fields.items() if "default" not in schema}
    beside = st.fixed_dictionaries(needed)

    @some(0.1)
    @given(forbidden(fields[name]), beside)
    def rejects(value, rest):
        request, path = asked_with(world, sheet, {**rest, name: value})
        path = f"{path}.{name}"
        reply = reply_to(request)
        assert not reply["ok"], value
        assert reply["problem"]["code"] == "invalid", reply
        assert reply["problem"]["path"].startswith(path), reply

    rejects()


WRONG = (
    "length",
    "cost_multiplier",
    "flat_cost",
    "mode",
    "surface",
    "difficulty",
    "rise",
    "grade",
    "modifier",
)


@per_system
@some(0.3)
@given(data=st.data())
def test_inv_08_a_wrong_stretch_is_rejected(world, data):
    route = data.draw(routes(world))
    field = data.draw(st.sampled_from(WRONG))
    value = data.draw(st.sampled_from([-1, float("nan"), float("inf"), "", True, [], {}]))
    assume(not (field == "rise" and value == -1))
    bad = {"length": 5, **(route["segments"] or [{}])[0], field: value}
    route = {"segments": [bad, *route["segments"][1:]]}
    problem = reply_to({"op": "plan", "system": world.id, "movers": [{"route": route}]})["problem"]
    assert (problem["code"], problem["path"]) == ("invalid", f"movers[0].route.segments[0].{field}")


# ---------------------------------------------------------------- INV-09

# Every reply of every property here is held against it, see sound.sound.


@per_system
@some(0.4)
@given(data=st.data())
def test_inv_09_every_part_of_an_answer_names_its_rule(world, data):
    scene = data.draw(scenes(world))
    play = sit(data, world, scene=scene)
    play.state()
    path = {"path": data.draw(paths(world, scene, play.mover["at"]))}
    play.plan(path)
    play.destinations()
    play.tell(moved(path))
    play.tell(data.draw(world.events))


# ---------------------------------------------------------------- INV-10


@st.composite
def switched(draw, world, rules):
    """Return two tables that differ in one switch, and its name."""
    name = draw(st.sampled_from(sorted(world.switches.keys() - {UNIT})))
    one, other = draw(world.switch(name)), draw(world.switch(name))
    tables = {**rules, name: one}, {**rules, name: other}
    assume(one != other and all(map(fits(world.system.HouseRules), tables)))
    return *tables, name


UNIT = "unit"
"""A switch that every number of an answer is told in."""


def only_by_its_rules(world, answers, name):
    """Hold that two answers differ only if a rule that names the switch had a part in one of them.

    What is left of the ground allowance is no part of its own: its rules stand with the allowances of the state. Nor
    is what a way would cost that cannot be gone: it names the rule that forbids it.
    """
    first, second = ({**answer, "left": None} for answer in answers)
    if {first.get("verdict"), second.get("verdict")} == {"impossible"}:
        first["cost"] = second["cost"] = None
    if first != second:
        told = set(rules_of(first)) | set(rules_of(second))
        assert set(world.switches[name]["rules"]) & told, name


@per_system
@some(0.6)
@given(data=st.data())
def test_inv_10_a_switch_changes_only_what_its_rules_have_a_part_in(world, data):
    play = free(sit(data, world))
    *tables, name = data.draw(switched(world, play.fields["house_rules"]))
    for rules in tables:
        assume(play.state(house_rules=rules)["pending"] is None)
    route = data.draw(routes(world))
    only_by_its_rules(world, [play.plan(route, house_rules=rules) for rules in tables], name)


@per_system
@some(0.4)
@given(data=st.data())
def test_inv_10_a_switch_changes_only_the_paths_its_rules_have_a_part_in(world, data):
    scene, path = data.draw(walks(world))
    play = sit(data, world, history=False, scene=scene)
    *tables, name = data.draw(switched(world, play.fields["house_rules"]))
    only_by_its_rules(world, [play.plan({"path": path}, house_rules=rules) for rules in tables], name)


# ---------------------------------------------------------------- INV-11


@per_system
@some(0.25)
@given(data=st.data())
def test_inv_11_the_same_question_has_the_same_answer(world, data):
    scene, path = data.draw(walks(world))
    play = sit(data, world, scene=scene)
    play.mover["at"] = path[0]
    who = {**play.mover, "ledger": play.ledger}
    movers = [{**who, "route": data.draw(routes(world))}, {**play.mover, "route": {"path": path}}]
    requests = [
        play.request("state"),
        play.request("destinations"),
        {**play.request("plan"), "movers": movers},
        play.request("apply", commit={"id": "x", "events": [moved({"path": path})]}),
        play.request("apply", commit={"id": "y", "events": [data.draw(world.rolled)]}),
    ]
    fresh = Service()
    for request in requests:
        text = json.dumps(request)
        assert handle(text) == fresh.handle(text) == handle(text)


@per_system
@some(0.25)
@given(data=st.data())
def test_inv_11_the_same_turn_told_twice_leads_to_the_same_ledger(world, data):
    character, fields, history = (
        data.draw(world.characters),
        data.draw(world.tables),
        data.draw(world.histories),
    )
    first, second = (played(world, history, character=character, fields=fields) for _ in range(2))
    assert json.dumps(first.ledger) == json.dumps(second.ledger)
