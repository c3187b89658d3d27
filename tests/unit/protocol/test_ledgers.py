"""The ledgers of all five games alike: told twice, taken back, folded away, priced anew, broken."""

import copy
import json
from dataclasses import dataclass, field

import pytest

from py_rules.protocol import facts
from py_rules.protocol import ledger as ledgers
from tests.asking import Turn, ask, ask_describe, feet, moved, reply_to

END_TURN = {system["id"]: system["clock"]["end_turn"] for system in ask_describe()["systems"]}


def did(act, **options):
    return {"kind": "did", "act": act, "options": options}


def rolled(check, result):
    return {"kind": "rolled", "check": check, "result": result}


@dataclass(frozen=True)
class Game:
    """A game at its liveliest: a character and what it does in a turn, commit by commit.

    ``switch`` is a house rule that prices the first move anew; ``counts`` what a counter then says, before
    and after.
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
        counts=("pending_dice_penalty", -2, -1),
    ),
    "sr5": Game(
        character={"agility": 4, "strength": 3, "running": 3, "swimming": 3, "body": 3},
        turn=(
            [did("sprint")],
            [rolled("sprint", 2)],
            [moved(feet(18))],
            [did("tread")],
            [did("fall", height=40)],
        ),
        first=([moved(feet(9))],),
        switch={"upkeep": "off"},
        counts=("bonus_spent", 1, 0),
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
        counts=("fast_rounds", 0, 1),
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
        counts=("spent:walk", 0, 1),
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
    return {counter["id"]: counter["value"] for counter in state["counters"]}


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


@EVERY
def test_an_id_folded_away_is_still_known(name):
    turn = played(name, rounds=4)
    assert "0:0" not in [made["id"] for made in turn.state()["commits"]]
    assert turn.tell(*GAMES[name].turn[0], name="0:0")["replayed"]


@EVERY
def test_of_two_who_write_onto_one_head_only_one_fits(name):
    """Both replies go on from the head that was read; who keeps the first cannot keep the second."""
    turn = played(name)
    head = turn.ledger["head"]
    one, two = turn_of(name), turn_of(name)
    one.ledger, two.ledger = turn.ledger, turn.ledger
    scope = END_TURN[name][0]["scope"]
    one.tell({"kind": "end", "scope": scope}, name="one")
    two.tell({"kind": "end", "scope": scope}, name="two")
    assert len({head, one.ledger["head"], two.ledger["head"]}) == 3
    assert one.ledger["number"] == two.ledger["number"] == turn.ledger["number"] + 1


@EVERY
def test_commits_under_a_stale_head_are_refused(name):
    turn = played(name)
    stale = turn.ledger["head"]
    turn.tell({"kind": "end", "scope": END_TURN[name][0]["scope"]}, name="later")
    mixed = {**turn.ledger, "head": stale}
    problem = reply_to(
        {"op": "state", "system": name, "mover": {"character": GAMES[name].character, "ledger": mixed}}
    )["problem"]
    assert (problem["code"], problem["path"]) == ("ledger_corrupt", "mover.ledger.head")


@EVERY
def test_every_fact_is_held_by_the_chain(name):
    """Whatever is changed in a commit, left out or put elsewhere is noticed, and the remedy is told."""
    good = played(name).ledger
    wrong = []
    for index, commit in enumerate(good["commits"]):
        for place, fact in enumerate(commit["facts"]):
            for key, value in fact.items():
                if isinstance(value, bool):
                    other = copy.deepcopy(good)
                    other["commits"][index]["facts"][place][key] = not value
                    wrong.append(other)
        wrong.append({**good, "commits": [*good["commits"][:index], *good["commits"][index + 1 :]]})
        renamed = copy.deepcopy(good)
        renamed["commits"][index]["id"] = "another"
        wrong.append(renamed)
    wrong.append({**good, "commits": good["commits"][::-1]})
    for ledger in wrong:
        someone = {"character": GAMES[name].character, "ledger": ledger}
        problem = reply_to({"op": "state", "system": name, "mover": someone})["problem"]
        assert problem["code"] == "ledger_corrupt"
        assert problem["remedy"] == "restore the last good ledger, or begin a new one (null)"


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
def test_an_older_commit_is_not_undone_while_a_later_one_stands_on_it(name):
    turn = played(name)
    before = turn.ledger
    told = turn.undo("0:0")
    blocker = told["refused"]["reason"]["params"]["commit"]
    assert told["refused"]["rule"] == "X-07"
    assert blocker in [made["id"] for made in turn.state()["commits"]]
    assert (told["ledger"], told["moves"]) == (before, [])
    summaries = {made["id"]: made for made in turn.state()["commits"]}
    assert not summaries["0:0"]["undoable"]
    assert summaries["0:0"]["refusal"] == told["refused"]["reason"]


@EVERY
def test_an_unknown_commit_cannot_be_undone(name):
    turn = played(name)
    someone = {"character": GAMES[name].character, "ledger": turn.ledger}
    problem = reply_to({"op": "apply", "system": name, "mover": someone, "undo": "nobody"})["problem"]
    assert (problem["code"], problem["path"]) == ("commit_unknown", "undo")


# ---------------------------------------------------------------- folded away


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
def test_what_is_folded_away_leads_to_the_same_state(name):
    folded = played(name, rounds=4)
    assert folded.ledger["base"]["state"]
    whole = turn_of(name)
    events = []
    for number in range(4):
        events += [event for commit in GAMES[name].turn for event in commit]
        events += END_TURN[name] if number < 3 else []
    whole.tell(*events)
    first, second = folded.state(), whole.state()
    for part in ("allowances", "counters", "modifiers", "statuses", "rulings", "hazards", "pending"):
        assert first[part] == second[part]


# ---------------------------------------------------------------- priced anew


@EVERY
def test_a_switch_changed_in_mid_turn_prices_anew_what_was_done(name):
    game, turn = GAMES[name], turn_of(name)
    for events in game.first:
        assert turn.tell(*events)["refused"] is None
    counter, before, after = game.counts
    assert counters(turn.state()).get(counter, 0) == before
    assert counters(turn.state(house_rules=game.switch))[counter] == after
    assert counters(turn.state()).get(counter, 0) == before


# ---------------------------------------------------------------- facts that this game does not write


def state_with(name, *facts):
    """Return the state of a ledger that somebody else has written, whole and with a good seal."""
    written = ledgers.Ledger(system=name).with_commits([ledgers.Commit(id="old", facts=list(facts))])
    document = json.loads(json.dumps(ledgers.write(written)))
    return ask(op="state", system=name, mover={"character": GAMES[name].character, "ledger": document})


def shown(state):
    return {part: state[part] for part in ("allowances", "counters", "modifiers", "statuses", "hazards")}


@EVERY
def test_a_move_of_no_stretches_is_none(name):
    assert shown(state_with(name, facts.MovedFact(segments=[]))) == shown(state_with(name))


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"styles"}))
def test_a_hazard_of_another_game_leaves_the_turn_alone_and_is_told_by_its_word(name):
    state = state_with(name, facts.MetFact(hazard="thin_ice"))
    assert shown(state) == shown(state_with(name))
    assert [label["text"] for label in state["commits"][0]["labels"]] == ["Met on the way: thin ice"]
    assert state["commits"][0]["rules"] == [None]


def test_a_hazard_that_stands_no_more_is_told_by_its_word_beside_one_that_does():
    state = state_with("styles", facts.MetFact(hazard="thin_ice"))
    assert [hazard["id"] for hazard in state["hazards"]] == ["fall"]
    assert [label["text"] for label in state["commits"][0]["labels"]] == ["Met on the way: thin ice"]


def test_a_drift_uses_nothing_in_opend6_though_nobody_called_it_forced():
    drifted = facts.MovedFact(segments=[facts.SegmentFact(mode="drift", length=5)])
    assert shown(state_with("d6", drifted))["allowances"] == shown(state_with("d6"))["allowances"]
