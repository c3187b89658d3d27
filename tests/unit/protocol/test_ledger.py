"""The memory of a token: what is told twice, taken back, no longer kept; and that what was done stays so."""

import copy
import json

import pytest

from py_rules.protocol import ledger as ledgers
from py_rules.service import handle
from tests.asking import Turn, ask, commit, feet, moved, mover, problem_of

ACT = {"kind": "acted"}
SPRINT = {"kind": "rolled", "check": "sprint", "faces": [10, 6, 5, 5, 5]}
MAP = {
    "grid": {"cols": 12, "rows": 4},
    "storeys": [{"id": "dais", "elevation": 2.5}],
    "tokens": [{"id": "jenny", "col": 0, "row": 1, "elevation": 2.5}],
}


def path(*cells):
    return {"path": [{"col": col, "row": row, "elevation": 2.5} for col, row in cells]}


def counters(state):
    return {counter["id"]: counter["value"] for counter in state["counters"]}


def played():
    """Return a turn with a bit of everything in its ledger."""
    turn = Turn()
    turn.move(feet(10, difficult="rubble"), name="a")
    turn.tell({"kind": "ruled", "ruling": "terrain:rubble", "choice": "as_shown"}, name="b")
    turn.move(feet(25), name="c")
    turn.tell(ACT, name="d")
    return turn


# ---------------------------------------------------------------- told twice


def test_replaying_a_known_id_changes_nothing():
    turn = played()
    before, state = turn.ledger, turn.state()
    for name in "abcd":
        told = turn.tell(moved(feet(5)), name=name)
        assert told["replayed"]
        assert (told["moves"], told["rolls"], told["refused"]) == ([], [], None)
        assert told["ledger"] == before
    assert turn.state() == state


def test_an_id_is_known_by_its_text():
    turn = Turn()
    turn.move(feet(10), name="again")
    assert turn.move(feet(10), name=json.loads('"again"'))["replayed"]


def test_the_same_events_under_another_id_count_again():
    turn = Turn()
    turn.move(feet(10), name="one")
    turn.move(feet(10), name="two")
    assert counters(turn.state())["ground_used"] == 20


def test_a_refused_commit_leaves_its_id_free():
    turn = played()
    assert turn.move(feet(5), name="e")["refused"]["rule"] == "CON-02"
    turn.tell({"kind": "begin", "scope": "round"}, name="e2")
    assert turn.move(feet(5), name="e")["refused"] is None


# ---------------------------------------------------------------- taken back


@pytest.mark.parametrize(
    "events",
    [
        [moved(feet(35))],
        [moved(feet(5), forced=True)],
        [moved(feet(500), override=True)],
        [moved(feet(45))],
        [moved(feet(45)), SPRINT],
        [ACT],
        [moved(feet(5)), {"kind": "acted", "saved": 2}],
        [SPRINT],
        [{"kind": "end", "scope": "round"}, {"kind": "begin", "scope": "round"}],
        [
            moved(feet(10, difficult="rubble")),
            {"kind": "ruled", "ruling": "terrain:rubble", "choice": "stop"},
        ],
    ],
)
@pytest.mark.parametrize("first", [None, feet(10)])
def test_undo_of_the_newest_gives_the_former_ledger_byte_for_byte(events, first):
    turn = Turn()
    if first:
        turn.move(first, name="first")
    before, state = json.dumps(turn.ledger), turn.state()
    assert turn.tell(*events, name="last")["refused"] is None
    turn.undo("last")
    assert turn.state() == state
    if first:
        assert json.dumps(turn.ledger) == before


def test_undo_of_everything_leaves_a_new_ledger():
    turn = Turn()
    fresh = turn.state()
    turn.move(feet(10), name="a")
    turn.undo("a")
    assert turn.ledger["commits"] == []
    assert turn.ledger["number"] == 0
    assert turn.state() == fresh


def test_undo_of_an_older_commit_is_refused_with_the_reason():
    turn = played()
    before = turn.ledger
    told = turn.undo("a")
    assert told["refused"]["rule"] == "X-07"
    assert told["refused"]["reason"]["params"]["commit"] == "d"
    [came] = [made["labels"][0]["text"] for made in told["state"]["commits"] if made["id"] == "d"]
    assert told["refused"]["reason"]["text"] == f"Undo what came later first: {came}."
    assert told["ledger"] == before
    assert told["moves"] == []


def test_the_state_tells_beforehand_what_can_be_undone():
    summaries = {made["id"]: made for made in played().state()["commits"]}
    assert [name for name, made in summaries.items() if made["undoable"]] == ["d"]
    assert summaries["c"]["refusal"]["params"]["commit"] == "d"
    assert summaries["d"]["refusal"] is None


def test_commits_are_numbered_on_through_undo_and_folding():
    turn = played()
    assert [made["number"] for made in turn.state()["commits"]] == [1, 2, 3, 4]
    turn.undo("d")
    assert turn.ledger["number"] == 3
    for _ in range(4):
        turn.new_round()
    assert turn.ledger["number"] == 7
    assert turn.state()["commits"][-1]["number"] == 7


def test_undo_of_a_move_on_the_map_moves_the_token_back():
    turn = Turn(mover={"token": "jenny"}, scene=MAP)
    turn.move(path((0, 1), (1, 1), (2, 2)), name="a")
    [back] = turn.undo("a")["moves"]
    assert back["to"] == {"col": 0, "row": 1, "elevation": 2.5}
    assert [(cell["col"], cell["row"]) for cell in back["way"]] == [(2, 2), (1, 1), (0, 1)]
    assert (back["forced"], back["rule"], back["distance"]) == (True, "X-07", 10)


def test_undo_of_a_roll_that_moved_nobody_moves_nobody():
    trench = {"id": "trench", "kind": "gap", "area": {"rect": [3, 0, 1, 4]}}
    turn = Turn(mover={"token": "jenny"}, scene={**MAP, "regions": [trench]})
    told = turn.move(path(*((col, 1) for col in range(6))))
    turn.mover["at"] = told["moves"][-1]["to"]
    failed = turn.tell({"kind": "rolled", "check": "jump:1", "result": 0}, name="fails")
    assert failed["moves"] == []
    assert turn.undo("fails")["moves"] == []


def test_undo_of_a_move_that_waits_for_its_roll_settles_it():
    turn = Turn()
    fresh = turn.state()
    assert turn.move(feet(45), name="a")["state"]["pending"]["check"]["id"] == "sprint"
    turn.undo("a")
    assert turn.state() == fresh


def test_a_token_pushed_away_no_longer_waits_for_its_roll():
    turn = Turn(mover={"token": "jenny"}, scene=MAP)
    turn.move(path(*((col, 1) for col in range(10))))
    assert turn.state()["pending"]
    turn.tell(moved(path((0, 1), (0, 2)), forced=True))
    assert turn.state()["pending"] is None


def test_a_check_that_is_needed_no_more_holds_nobody_up():
    turn = Turn()
    turn.move(feet(45))
    assert turn.state()["pending"]["check"]["id"] == "sprint"
    turn.mover["character"] = {"dexterity": 6, "brawn": 3}
    assert turn.state()["pending"] is None
    assert turn.plan(feet(45))["verdict"] == "penalised"
    assert turn.move(feet(45))["refused"] is None


def test_a_roll_demanded_by_a_stretch_without_length_can_be_made():
    turn = Turn()
    gate = {"length": 0, "difficult": "ice", "roll": {"name": "balance", "pool": 3}}
    turn.move({"segments": [{"length": 10}, gate, {"length": 5}]})
    assert turn.state()["pending"]["check"]["id"] == "gate:ice"
    told = turn.tell({"kind": "rolled", "check": "gate:ice", "result": 1})
    assert told["moves"][0]["distance"] == 5


# ---------------------------------------------------------------- no longer kept


def rounds(turn, count):
    """Play rounds with a move each."""
    for number in range(count):
        turn.tell({"kind": "begin", "scope": "round"}, name=f"begin {number}")
        turn.move(feet(10 + number), name=f"move {number}")


def test_the_last_two_rounds_can_be_undone_commit_by_commit():
    turn = Turn()
    rounds(turn, 6)
    names = [made["id"] for made in turn.state()["commits"]]
    assert names == ["begin 4", "move 4", "begin 5", "move 5"]
    turn.undo("move 5")
    assert counters(turn.state())["ground_used"] == 0
    turn.undo("begin 5")
    assert counters(turn.state())["ground_used"] == 14
    turn.undo("move 4")
    assert counters(turn.state())["ground_used"] == 0
    turn.undo("begin 4")
    assert counters(turn.state())["ground_used"] == 13


def test_what_is_folded_away_leads_to_the_same_state():
    folded, whole = Turn(), []
    for number in range(5):
        events = [
            {"kind": "begin", "scope": "round"},
            moved(feet(10 + number, mode="swim" if number % 2 else "ground"), override=True),
        ]
        whole += events
        folded.tell(*events, name=f"round {number}")
    assert folded.ledger["before"]
    at_once = Turn()
    at_once.tell(*whole)
    for part in ("allowances", "counters", "modifiers", "statuses", "rulings", "hazards", "pending"):
        assert folded.state()[part] == at_once.state()[part]


def test_a_ledger_does_not_grow_with_the_rounds():
    turn = Turn()
    rounds(turn, 3)
    size = len(turn.ledger["commits"])
    rounds_more = Turn(mover={"ledger": turn.ledger})
    for number in range(100):
        rounds_more.tell({"kind": "begin", "scope": "round"}, name=f"b {number}")
        rounds_more.move(feet(10), name=f"m {number}")
        assert len(rounds_more.ledger["commits"]) <= size


def test_a_ledger_without_rounds_does_not_grow_for_ever_either(monkeypatch):
    monkeypatch.setattr(ledgers, "KEPT_COMMITS", 20)
    turn = Turn(clock={"in_combat": False})
    for number in range(30):
        turn.move(feet(10), name=f"m {number}")
    assert len(turn.ledger["commits"]) == 20
    assert turn.ledger["number"] == 30
    assert turn.undo("m 29")["refused"] is None


def test_an_open_roll_is_not_folded_away(monkeypatch):
    monkeypatch.setattr(ledgers, "KEPT_COMMITS", 20)
    turn = Turn()
    turn.move(feet(45), name="sets out")
    waiting = turn.state()["pending"]
    for number in range(30):
        turn.tell({"kind": "end", "scope": "round"}, name=f"end {number}")
    assert turn.state()["pending"] == waiting
    assert turn.tell(SPRINT)["moves"][0]["distance"] == 45


# ---------------------------------------------------------------- on its way


def whole_floats(value):
    """Return what JavaScript makes of a ledger: 5.0 is 5 there."""
    if isinstance(value, dict):
        return {key: whole_floats(part) for key, part in value.items()}
    if isinstance(value, list):
        return [whole_floats(part) for part in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def test_a_ledger_is_the_same_on_its_way_through_javascript():
    turn = Turn(
        mover={"token": "jenny", "at": {"col": 0, "row": 1, "elevation": 5.0}},
        scene=MAP,
        house_rules={"run_up_ft": 5.0},
    )
    cells = [{"col": 0, "row": 1, "elevation": 5.0}, {"col": 1, "row": 1, "elevation": 10.0}]
    turn.tell(moved({"path": cells}), name="a")
    turn.move({"segments": [{"length": 7.0, "cost_multiplier": 2.0}, {"length": 2.5}]}, name="b")
    state = turn.state()
    turn.ledger = whole_floats(json.loads(json.dumps(turn.ledger)))
    assert turn.state() == state


def test_the_keys_of_a_ledger_may_come_in_any_order():
    turn = played()
    state = turn.state()

    def turned(value):
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in reversed(value)}
        return [turned(part) for part in value] if isinstance(value, list) else value

    turn.ledger = turned(turn.ledger)
    assert turn.state() == state


def test_an_unknown_version_is_a_problem_with_a_remedy():
    ledger = {**played().ledger, "v": 99}
    problem = problem_of(op="state", mover=mover(ledger=ledger))
    assert problem["code"] == "ledger_version"
    assert "99" in problem["message"]
    assert "begin a new ledger" in problem["remedy"]


# ---------------------------------------------------------------- what was done stays


def left(state, name="band_1"):
    found = next(allowance for allowance in state["allowances"] if allowance["id"] == name)
    return found["limit"] - found["used"]


def test_who_falls_after_a_move_has_moved_as_far_as_before():
    """Whoever is knocked down crawls from now on; what was walked stays walked."""
    turn = Turn(system="custom", mover={"character": {}})
    turn.move(feet(25), name="walks")
    before, after = turn.state(), turn.state(circumstances={"prone": True})
    assert left(after) == left(before) == 5
    assert after["commits"] == before["commits"]
    assert turn.plan(feet(5), circumstances={"prone": True})["verdict"] == "penalised"


def test_a_sheet_changed_later_leaves_what_was_rolled_and_what_it_carried():
    turn = Turn()
    turn.tell({"kind": "rolled", "check": "climb", "faces": [1, 1, 6, 6, 6, 6]})
    before, after = turn.state(), turn.state(house_rules={"base_difficulty": 8})
    assert [left(state, "climb") for state in (before, after)] == [9, 9]
    assert after["commits"] == before["commits"]


def test_a_slower_swimmer_has_swum_what_was_swum():
    turn = Turn(system="custom", mover={"character": {"speeds": {"swim": 30}}})
    turn.move({"segments": [{"mode": "swim", "length": 20}]})
    turn.mover["character"] = {"speeds": {"swim": 10}}
    assert left(turn.state()) == 10


@pytest.mark.parametrize(("metres", "rounds"), [(8, 0), (12, 1)])
def test_who_is_hurt_after_a_move_is_as_tired_by_it_as_before(metres, rounds):
    """OpenD6: one Move does not tire, nor does it in hindsight when the Move gets shorter; nor is more forgiven."""
    turn = Turn(system="d6", mover={"character": {"move": 10}})
    turn.tell(moved({"segments": [{"length": metres}]}, override=True))
    turn.mover["character"] = {"move": 2 if rounds == 0 else 30}
    turn.tell({"kind": "end", "scope": "round"}, {"kind": "begin", "scope": "round"})
    assert counters(turn.state())["fast_rounds"] == rounds


def test_a_ledger_is_readable():
    turn = Turn()
    turn.move(feet(40))
    [made] = turn.ledger["commits"]
    assert made["lines"][0]["label"]["text"] == "Moved 40 ft"
    assert made["moves"] == [{"length": 40}]
    assert made["turn"]["ground_used"] == "40"


# ---------------------------------------------------------------- the border


def test_a_request_is_not_changed_by_answering_it():
    turn = played()
    request = {
        "op": "apply",
        "system": "contract",
        "mover": mover(ledger=copy.deepcopy(turn.ledger)),
        "commit": commit("z", {"kind": "begin", "scope": "round"}),
    }
    text = json.dumps(request)
    assert handle(text) == handle(text)
    assert request["mover"]["ledger"] == turn.ledger


def test_each_mover_has_a_ledger_of_its_own():
    turn = Turn()
    turn.move(feet(40))
    plans = ask(
        op="plan",
        movers=[mover(ledger=turn.ledger, route=feet(5)), mover(route=feet(5))],
    )["plans"]
    assert [plan["verdict"] for plan in plans] == ["roll", "free"]


def test_only_the_outermost_scope_ends_what_is_kept():
    """A Round of The Kleptonomicon holds many Turns: none of them ends what the Round began with."""
    turn = Turn(system="styles")
    turn.mover = {}
    turn.tell({"kind": "begin", "scope": "round"}, name="round")
    for _ in range(5):
        turn.tell({"kind": "begin", "scope": "turn"}, {"kind": "end", "scope": "turn"})
    assert turn.ledger["commits"][0]["id"] == "round"
    assert turn.ledger["before"] is None


def test_a_ledger_may_come_back_with_its_fields_in_another_order():
    turn = Turn(system="sr5")
    turn.mover = {}
    turn.tell({"kind": "did", "act": "action", "options": {"cost": "simple", "combat": False}})
    before = turn.state()
    [commit] = turn.ledger["commits"]
    assert len(commit["turn"]) > 1
    commit["turn"] = dict(reversed(commit["turn"].items()))
    assert turn.state() == before
