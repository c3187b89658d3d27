"""The ledgers of all five games alike: told twice, taken back, no longer kept, not priced anew."""

import json
from dataclasses import dataclass, field

import pytest

from tests.asking import Turn, ask_describe, feet, moved, reply_to

END_TURN = {system["id"]: system["clock"]["end_turn"] for system in ask_describe()["systems"]}


def did(act, **options):
    return {"kind": "did", "act": act, "options": options}


def rolled(check, result):
    return {"kind": "rolled", "check": check, "result": result}


@dataclass(frozen=True)
class Game:
    """A game at its liveliest: a character and what it does in a turn, commit by commit.

    ``switch`` is a house rule that would price the first move otherwise; ``counts`` what a counter says, before and
    after it is set.
    """

    character: dict
    turn: tuple
    first: tuple
    switch: dict
    counts: tuple
    house_rules: dict = field(default_factory=dict)


GAMES = {
    "contract": Game(
        character={"dexterity": 4, "brawn": 3, "athletics": 2},
        turn=(
            [moved(feet(10, difficult="rubble"))],
            [{"kind": "ruled", "ruling": "terrain:rubble", "choice": "as_shown"}],
            [moved(feet(45))],
            [rolled("sprint", 4)],
        ),
        first=([moved(feet(35))],),
        switch={"extension_penalty": "flat"},
        counts=("ground_used", 35, 35),
    ),
    "sr5": Game(
        character={"agility": 4, "strength": 3, "running": 3, "swimming": 3, "body": 3},
        turn=(
            [did("action", cost="free")],
            [rolled("sprint", 2)],
            [moved(feet(18))],
            [did("tread")],
            [did("fall", height=40)],
        ),
        first=([moved(feet(9))],),
        switch={"upkeep": "off"},
        counts=("bonus_spent", 1, 1),
    ),
    "sr3": Game(
        character={"quickness": 5, "athletics": 4},
        turn=(
            [{"kind": "begin", "scope": "pass", "number": 1, "of": 2}],
            [did("declare", mode="run")],
            [rolled("sprint", 2)],
            [moved(feet(4))],
            [{"kind": "begin", "scope": "pass", "number": 2, "of": 2, "acts": False}],
            [moved(feet(3))],
            [{"kind": "reacted", "reaction": "queue", "stopped": False}],
        ),
        first=(
            [{"kind": "begin", "scope": "pass", "number": 1, "of": 2}],
            [moved(feet(2))],
            [{"kind": "begin", "scope": "pass", "number": 2, "of": 2}],
        ),
        switch={"penalty_scope": "turn"},
        counts=("tn_modifier", 0, 1),
    ),
    "d6": Game(
        character={"move": 10, "running": "4D", "stamina": "3D", "has_stamina": True},
        turn=(
            [did("breathe_deeply", bonus_s=10)],
            [rolled("breath", 9)],
            [moved(feet(25))],
            [rolled("run", 12)],
            [moved(feet(6, mode="jump"))],
            [rolled("jump:1", 4)],
            [{"kind": "ruled", "ruling": "jump", "choice": "lands"}],
            [did("surface")],
        ),
        first=([moved(feet(20))], [rolled("run", 7)], END_TURN["d6"], END_TURN["d6"]),
        switch={"fatigue_reset": "manual"},
        counts=("fast_rounds", 0, 0),
    ),
    "styles": Game(
        character={"styles": {"walk": "normal", "jump": "half", "swim": "half"}, "hooks": 2, "sneaking": 3},
        turn=(
            [did("dash")],
            [moved(feet(3))],
            [did("prone")],
            [did("stand")],
            [did("improvise", style="climb")],
            [{"kind": "ruled", "ruling": "improvise:climb", "choice": "half"}],
            [moved({"segments": [{"mode": "climb", "length": 2}]})],
        ),
        first=([did("prone")], [did("stand")]),
        switch={"stand_charges_walk": True},
        counts=("used:walk", 0, 0),
    ),
}
EVERY = pytest.mark.parametrize("name", GAMES)


def turn_of(name, **fields):
    """Return a token of a game at the table."""
    game = GAMES[name]
    return Turn(system=name, mover={"character": game.character}, house_rules=game.house_rules, **fields)


def played(name, *, rounds=1):
    """Return a token that has played its lively turn; every commit of it is told and none refused."""
    turn = turn_of(name)
    for number in range(rounds):
        for index, events in enumerate(GAMES[name].turn):
            told = turn.tell(*events, name=f"{number}:{index}")
            assert told["refused"] is None, (index, told["refused"])
        if number < rounds - 1:
            assert turn.tell(*END_TURN[name], name=f"{number}:end")["refused"] is None
    return turn


def counters(state):
    used = {f"used:{allowance['id']}": allowance["used"] for allowance in state["allowances"]}
    return used | {counter["id"]: counter["value"] for counter in state["counters"]}


# ---------------------------------------------------------------- told twice


@EVERY
def test_replaying_a_known_id_changes_nothing(name):
    turn = played(name)
    before, state = turn.ledger, turn.state()
    for index, events in enumerate(GAMES[name].turn):
        told = turn.tell(*events, name=f"0:{index}")
        assert told["replayed"]
        assert (told["moves"], told["rolls"], told["refused"], told["ledger"]) == ([], [], None, before)
    assert turn.state() == state


# ---------------------------------------------------------------- taken back


@EVERY
def test_commits_are_undone_one_by_one_to_the_very_states_before_them(name):
    turn, before = turn_of(name), []
    for index, events in enumerate(GAMES[name].turn):
        before.append((json.dumps(turn.ledger), turn.state()))
        turn.tell(*events, name=f"0:{index}")
    for index in range(len(before) - 1, -1, -1):
        ledger, state = before[index]
        assert turn.undo(f"0:{index}")["refused"] is None
        assert turn.state() == state
        if index:
            assert json.dumps(turn.ledger) == ledger


@EVERY
def test_only_the_newest_commit_is_undone(name):
    turn = played(name)
    before = turn.ledger
    told = turn.undo("0:0")
    assert told["refused"]["rule"] == "X-07"
    assert told["refused"]["reason"]["params"]["commit"] == turn.state()["commits"][-1]["id"]
    assert (told["ledger"], told["moves"]) == (before, [])
    summaries = {made["id"]: made for made in turn.state()["commits"]}
    assert [made["undoable"] for made in summaries.values()] == [False] * (len(summaries) - 1) + [True]
    assert summaries["0:0"]["refusal"] == told["refused"]["reason"]


@EVERY
def test_an_unknown_commit_cannot_be_undone(name):
    turn = played(name)
    someone = {"character": GAMES[name].character, "ledger": turn.ledger}
    problem = reply_to({"op": "apply", "system": name, "mover": someone, "undo": "nobody"})["problem"]
    assert (problem["code"], problem["path"]) == ("commit_unknown", "undo")


# ---------------------------------------------------------------- no longer kept


@EVERY
def test_the_last_two_scopes_stay_undoable_commit_by_commit(name):
    turn, states = turn_of(name), {}
    for number in range(5):
        for index, events in enumerate(GAMES[name].turn):
            states[f"{number}:{index}"] = turn.state()
            assert turn.tell(*events, name=f"{number}:{index}")["refused"] is None
        states[f"{number}:end"] = turn.state()
        turn.tell(*END_TURN[name], name=f"{number}:end")
    kept = [made["id"] for made in turn.state()["commits"]]
    wanted = ["3:end", *(f"4:{index}" for index in range(len(GAMES[name].turn))), "4:end"]
    assert kept == wanted
    for commit in reversed(kept):
        assert turn.undo(commit)["refused"] is None
        after = turn.state()
        assert {part: after[part] for part in after if part != "commits"} == {
            part: states[commit][part] for part in after if part != "commits"
        }
    assert turn.ledger["commits"] == []
    assert turn.ledger["number"] == 4 * (len(GAMES[name].turn) + 1) - 1


@EVERY
def test_what_is_no_longer_kept_has_led_to_the_same_state(name):
    folded = played(name, rounds=4)
    assert folded.ledger["before"]
    whole = turn_of(name)
    events = []
    for number in range(4):
        events += [event for commit in GAMES[name].turn for event in commit]
        events += END_TURN[name] if number < 3 else []
    whole.tell(*events)
    first, second = folded.state(), whole.state()
    for part in ("allowances", "counters", "modifiers", "statuses", "rulings", "hazards", "pending"):
        assert first[part] == second[part]


# ---------------------------------------------------------------- not priced anew


@EVERY
def test_a_switch_changed_in_mid_turn_leaves_what_was_done(name):
    game, turn = GAMES[name], turn_of(name)
    for events in game.first:
        assert turn.tell(*events)["refused"] is None
    before, after = turn.state(), turn.state(house_rules=game.switch)
    assert after["commits"] == before["commits"]
    counter, was, is_now = game.counts
    assert (counters(before).get(counter, 0), counters(after).get(counter, 0)) == (was, is_now)
