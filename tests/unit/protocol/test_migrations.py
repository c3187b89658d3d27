"""Ledgers of every version are read for ever: ``ledgers/v<n>.json`` holds one of each system that there was.

The files were written by the core of their day, with what the counters then said; they are never written anew.
"""

import copy
import json
from pathlib import Path

import pytest

from py_rules.protocol.migrations import MIGRATIONS, VERSION
from tests.asking import ask, ask_describe, commit, reply_to

FOLDER = Path(__file__).parent / "ledgers"
STORED = {
    f"v{version} {system}": (system, told)
    for version in (*MIGRATIONS, VERSION)
    for system, told in json.loads((FOLDER / f"v{version}.json").read_text(encoding="utf-8")).items()
}
END = {system["id"]: system["clock"]["end_turn"][0] for system in ask_describe()["systems"]}


def request(name, **fields):
    """Return a question about a stored ledger."""
    system, told = STORED[name]
    someone = {"character": told["character"], "ledger": copy.deepcopy(told["ledger"])}
    return {"system": system, "house_rules": told["house_rules"], "mover": someone, **fields}


@pytest.mark.parametrize("name", STORED)
def test_an_old_ledger_leads_where_it_led(name):
    _, told = STORED[name]
    state = ask(**request(name, op="state"))
    counters = {counter["id"]: counter["value"] for counter in state["counters"]}
    assert {counter: counters[counter] for counter in told["counters"]} == told["counters"]
    pending = state["pending"] and (state["pending"]["check"] or state["pending"]["reaction"])["id"]
    assert pending == told["pending"]
    assert told["ledger"]["base"]["state"]


@pytest.mark.parametrize("name", STORED)
def test_an_old_ledger_comes_back_in_todays_version_and_goes_on(name):
    system, told = STORED[name]
    old = told["ledger"]
    ended = commit("new", END[system])
    reply = ask(**request(name, op="apply", commit=ended))
    ledger = reply["ledger"]
    assert ledger["v"] == VERSION
    assert ledger["number"] == old["number"] + 1
    assert [made["id"] for made in ledger["commits"]] == [*(made["id"] for made in old["commits"]), "new"]
    someone = {"character": told["character"], "ledger": ledger}
    again = ask(op="state", system=system, house_rules=told["house_rules"], mover=someone)
    assert again["counters"] == reply["state"]["counters"]


@pytest.mark.parametrize("name", STORED)
def test_ids_of_an_old_ledger_are_still_known(name):
    _, told = STORED[name]
    first = told["ledger"]["base"]["ids"][0]
    scope = ask(**request(name, op="apply", commit=commit(first, {"kind": "end", "scope": "round"})))
    assert scope["replayed"]


@pytest.mark.parametrize("name", STORED)
def test_an_old_ledger_changed_outside_is_refused(name):
    asked = request(name, op="state")
    asked["mover"]["ledger"]["commits"].pop()
    reply = reply_to(asked)
    assert reply["problem"]["code"] == "ledger_corrupt"
    assert reply["problem"]["path"] == "mover.ledger.head"
    assert "restore the last good ledger" in reply["problem"]["remedy"]


@pytest.mark.parametrize(
    ("field", "value"), [("commits", None), ("base", []), ("head", 5), ("commits", [{"id": 1}])]
)
def test_an_old_ledger_of_the_wrong_shape_is_told_where(field, value):
    asked = request("v1 contract", op="state")
    asked["mover"]["ledger"][field] = value
    problem = reply_to(asked)["problem"]
    assert problem["code"] == "invalid"
    assert problem["path"].startswith(f"mover.ledger.{field}")


def test_a_ledger_of_todays_version_is_stored_of_every_system():
    assert {system for name, (system, _) in STORED.items() if name.startswith(f"v{VERSION} ")} == set(END)


def test_every_version_before_todays_has_its_migration():
    assert sorted(MIGRATIONS) == list(range(1, VERSION))
