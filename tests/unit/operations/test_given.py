"""Movement given or taken by hand (X-14): the same in every game, in plans, in what is moved, and in what is left."""

import pytest

from tests.asking import ask, commit, mover
from tests.rulebook.asking import ProblemError
from tests.unit.operations.test_water_named import SIDES, region, table_of

SYSTEMS = tuple(SIDES)


def by_hand(length, reason="Haste"):
    return {"kind": "granted", "length": length, "reason": reason}


def gone(*cells):
    return {"kind": "moved", "route": {"path": [{"col": col, "row": 1} for col in cells]}}


def spent(state):
    """Return what is used, whatever it is called."""
    return [(one["id"], one["used"]) for one in state["allowances"]]


def told(reply):
    return [
        (text["key"], text["params"]) for commit in reply["state"]["commits"] for text in commit["labels"]
    ]


def test_half_a_length_can_be_given():
    given = ask(op="apply", clock={"in_combat": True}, mover=mover(), commit=commit("g", by_hand(0.5)))
    assert [one["amount"] for one in given["state"]["modifiers"] if one["rule"] == "X-14"] == [0.5]


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_given_counts_as_nothing_where_it_is_moved(system):
    side, unit = SIDES[system]
    table = table_of(system, "square")
    fresh = spent(table.state())
    given = table.apply("g", by_hand(2 * side))
    assert told(given) == [("table.commit.given", {"length": 2 * side, "unit": unit, "reason": "Haste"})]
    (left,) = (one for one in given["state"]["modifiers"] if one["rule"] == "X-14")
    assert (left["amount"], left["on"]["params"]) == (2 * side, {"reason": "Haste"})
    plan = table.plan({"path": [{"col": col, "row": 1} for col in (1, 2, 3, 4)]})
    assert plan["bands"][0]["rule"] == "X-14"
    assert (plan["bands"][0]["kind"], plan["bands"][0]["end"]) == ("free", 2 * side)
    assert plan["cost"] == 3 * side
    assert "X-14" in [line["rule"] for line in plan["trace"]]
    first = table.apply("m1", gone(1, 2))["state"]
    assert spent(first) == fresh
    assert [one["amount"] for one in first["modifiers"] if one["rule"] == "X-14"] == [side]
    second = table.apply("m2", gone(2, 3, 4))["state"]
    assert [one for one in second["modifiers"] if one["rule"] == "X-14"] == []
    alone = table_of(system, "square")
    assert spent(second) == spent(alone.apply("m", gone(1, 2))["state"])


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_taken_is_used_up_as_if_it_was_walked(system):
    side, _ = SIDES[system]
    pond = region("water", (0, 3))
    for regions in ([], [pond]):
        table = table_of(system, "square", *regions)
        before = table.state()
        taken = table.apply("g", by_hand(-side, "Slow"))
        assert told(taken)[0][0] == "table.commit.taken"
        walked = table_of(system, "square").apply("m", gone(1, 2))["state"]
        assert spent(taken["state"]) == spent(walked)
        assert taken["state"]["hazards"] == before["hazards"]
        table.apply("g2", by_hand(side))
        assert spent(table.apply("g3", by_hand(-side))["state"]) == spent(walked), (
            "first out of what was given"
        )
        table.undo("g3")
        table.undo("g2")
        after = table.undo("g")["state"]
        assert after == {name: before[name] for name in after}


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_given_is_over_when_the_turn_begins_anew(system):
    side, _ = SIDES[system]
    table = table_of(system, "square")
    end = next(one["clock"]["end_turn"] for one in table.describe()["systems"] if one["id"] == system)
    table.apply("g", by_hand(side))
    after = table.apply("end", *end)["state"]
    assert [one for one in after["modifiers"] if one["rule"] == "X-14"] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_outside_combat_and_by_a_push_nothing_given_is_used(system):
    side, _ = SIDES[system]
    table = table_of(system, "square")
    table.apply("g", by_hand(side))
    pushed = table.apply("p", {**gone(1, 2), "forced": True})["state"]
    table.in_combat = False
    table.apply("m", gone(2, 3))
    table.in_combat = True
    (left,) = (one for one in table.state()["modifiers"] if one["rule"] == "X-14")
    assert left["amount"] == side
    assert [one["amount"] for one in pushed["modifiers"] if one["rule"] == "X-14"] == [side]


@pytest.mark.parametrize(
    ("event", "path"),
    [
        (by_hand(0), "commit.events[0].length"),
        (by_hand(5, ""), "commit.events[0].reason"),
        (by_hand(10**18), "commit.events[0].length"),
    ],
)
def test_what_gives_nothing_or_tells_no_reason_is_a_problem(event, path):
    with pytest.raises(ProblemError) as found:
        table_of("contract", "square").apply("g", event)
    assert found.value.problem["path"].endswith(path.rpartition(".")[2])
    assert found.value.problem["remedy"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_without_cells_a_line_in_which_it_is_used_up_goes_on_as_it_is(system):
    side, _ = SIDES[system]
    bands = []
    for cols in ((1, 2, 3, 4, 5), (1, 5)):
        table = table_of(system, "gridless", region("water", (0, 8)))
        table.apply("g", by_hand(1.5 * side))
        plan = table.plan({"path": [{"col": col, "row": 1} for col in cols]})
        bands.append([(band["start"], band["end"], band["mode"], band["rule"]) for band in plan["bands"]])
    assert bands[0] == bands[1]
    assert bands[1][-1][2] == "swim"
