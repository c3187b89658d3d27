"""Facts that a ledger's own system never writes are named by their place."""

from fractions import Fraction

import pytest

from py_rules import systems
from py_rules.protocol import facts
from py_rules.protocol import ledger as ledgers
from py_rules.values.stretch import Segment
from tests.asking import Turn, moved, problem_of

SHEETS = {
    "contract": {"dexterity": 4, "brawn": 3, "athletics": 2},
    "styles": {"styles": {"walk": "normal", "jump": "normal"}},
    "d6": {"running": "3D", "jumping": "3D", "climbing": "3D", "swimming": "3D", "move": 10},
}


def written(system, **waits):
    """Return a ledger of one commit, after which a move waits."""
    intended = facts.IntendedFact(commit="c", **waits)
    return ledgers.write(ledgers.Ledger(system=system).grown(ledgers.Commit(id="c", turn={}, waits=intended)))


def problem(system, **waits):
    mover = {"character": SHEETS[system], "ledger": written(system, **waits)}
    return problem_of(op="state", system=system, mover=mover)


@pytest.mark.parametrize("mode", ["", "teleport"])
def test_a_way_in_a_mode_of_another_system(mode):
    ledger = written("sr3", check="queue", segments=[], way=[(0, 0, 0, None)])
    ledger["commits"][0]["waits"]["way"] = [[0, 0, 0, mode]]
    told = problem_of(op="state", system="sr3", mover={"ledger": ledger})
    assert told["path"] == "mover.ledger.commits[0].waits.way[0][3]"


def test_a_move_that_waits_with_too_few_points():
    stretches = [Segment(mode="ground", length=Fraction(5))] * 2
    way = [(0, 0, 0, None), (1, 0, 0, "ground")]
    told = problem("contract", check="sprint", segments=stretches, way=way)
    assert (told["code"], told["path"]) == ("ledger_corrupt", "mover.ledger.commits[0].waits.way")


def test_a_move_that_waits_to_fall():
    stretch = Segment(mode="fall", length=Fraction(5))
    told = problem("d6", check="run", segments=[stretch])
    assert told["path"] == "mover.ledger.commits[0].waits.segments[0].mode"


@pytest.mark.parametrize("first", ["gridless", "square"])
def test_undo_on_a_map_whose_cells_came_or_went(first):
    second = "square" if first == "gridless" else "gridless"
    token = {"id": "jenny", "col": 1, "row": 1}
    maps = {
        kind: {"grid": {"kind": kind, "cols": 8, "rows": 6}, "tokens": [token]} for kind in (first, second)
    }
    turn = Turn(mover={"token": "jenny"}, scene=maps[first])
    to = {"col": 2.5, "row": 1.5} if first == "gridless" else {"col": 2, "row": 1}
    turn.tell(moved({"to": to}), name="walked")
    turn.fields["scene"] = maps[second]
    turn.mover["at"] = {"col": 2, "row": 1}
    [back] = turn.undo("walked")["moves"]
    assert back["to"] == {"col": 1, "row": 1, "elevation": 0}


def test_a_pass_after_the_map_got_cells():
    maps = {kind: {"grid": {"kind": kind, "cols": 8, "rows": 6}} for kind in ("gridless", "square")}
    for scene in maps.values():
        scene["tokens"] = [
            {"id": "runner", "col": 1, "row": 1},
            {"id": "guard", "col": 4, "row": 1, "disposition": "hostile"},
        ]
    turn = Turn(
        mover={"token": "runner", "character": {"quickness": 6}}, scene=maps["gridless"], system="sr3"
    )
    turn.tell(moved({"to": {"col": 2.5, "row": 1.5}}))
    turn.fields["scene"] = maps["square"]
    turn.mover["at"] = {"col": 2, "row": 1}
    assert turn.plan({"to": {"col": 3, "row": 1}})["path"]


@pytest.mark.parametrize("system", systems.names())
def test_numbers_beyond_all_in_what_was_moved(system):
    mode = systems.find(system).modes[0][0]
    for field, place in (("length", "segments[0]"), ("rise", "segments[0]"), (None, "way[1][0]")):
        ledger = written(system, check="run", segments=[])
        stretch = {"mode": mode, "length": "1"} | ({field: 1e303} if field else {})
        way = [[0, 0, 0, None], [1 if field else 1e303, 0, 0, mode]]
        ledger["commits"][0]["waits"] = {"commit": "c", "check": "run", "segments": [stretch], "way": way}
        told = problem_of(op="state", system=system, mover={"ledger": ledger})
        assert (told["code"], told["path"]) == ("invalid", f"mover.ledger.commits[0].waits.{place}")
