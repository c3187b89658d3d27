"""What every reply must be, whatever was asked: the checks that all property tests share."""

import re
from itertools import pairwise
from pathlib import Path

KINDS = ("free", "penalised", "roll", "impossible")
RULED = ("bands", "modifiers", "checks", "reactions", "hazards", "rulings", "spends", "trace", "allowances")
PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
CODES = set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text("utf-8").partition("## Problems")[2], re.MULTILINE))


def parts_of(value):
    """Yield every object in an answer."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from parts_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from parts_of(part)


def rules_of(value):
    """Yield every rule number in an answer; where a sentence has a rule in it, that is a text."""
    return (part["rule"] for part in parts_of(value) if isinstance(part.get("rule"), str))


def sound(value, world):
    """Hold what is true of every answer: rules are known, chances are chances, texts are whole."""
    unknown = set(rules_of(value)) - world.rules
    assert not unknown, unknown
    for part in parts_of(value):
        for name in RULED:
            listed = part.get(name)
            bare = isinstance(listed, list) and any(not ({"rule", "text"} & entry.keys()) for entry in listed)
            assert not bare, (name, listed)
        if {"key", "params", "text"} <= part.keys():
            said(part, world)
        if "odds" in part:
            likely(part)
        if isinstance(part.get("chance"), int | float):
            assert 0 <= part["chance"] <= 1, part


def said(text, world):
    """Hold that a sentence is one of the catalog, with nothing left to fill in."""
    assert text["key"] in world.templates, text
    names = set(re.findall(r"{(\w+)(?::[^}]*)?}", world.templates[text["key"]]))
    assert names <= text["params"].keys(), text
    assert text["text"].strip(), text
    assert not re.search(r"{\w+}|\bNone\b|\bTrue\b|\bFalse\b|\bnan\b|Fraction", text["text"]), text


def likely(check):
    """Hold that the odds of a check fall with what is asked, and that its chance is one of them."""
    odds = check["odds"]
    assert all(0 <= line["at_least"] <= 1 for line in odds), check
    for line, after in pairwise(odds):
        assert line["result"] < after["result"], check
        assert line["at_least"] >= after["at_least"], check
    for line in odds:
        if line["result"] == check["needed"]:
            assert line["at_least"] <= check["chance"], check  # of several rolls, the chance is of all


def sound_state(state, world):
    """Hold what is true of every state: nothing is used up below zero."""
    sound(state, world)
    for allowance in state["allowances"]:
        assert allowance["used"] >= 0, allowance
        assert allowance["left"] is None or allowance["left"] >= 0, allowance
        assert allowance["limit"] is None or allowance["limit"] >= 0, allowance
    for ruling in state["rulings"]:
        choices = [choice["id"] for choice in ruling["choices"]]
        assert ruling["default"] in choices, ruling
        assert len(set(choices)) == len(choices) > 0, ruling
    ids = [ruling["id"] for ruling in state["rulings"]]
    assert len(set(ids)) == len(ids), ids
    if state["pending"] is not None:
        assert (state["pending"]["check"] is None) != (state["pending"]["reaction"] is None), state["pending"]


def sound_plan(plan, world):
    """Hold what is true of every plan: bands cover the path, and what is attached to it lies on it (INV-01)."""
    sound(plan, world)
    cover(plan)
    for part in (*plan["checks"], *plan["reactions"], *plan["hazards"], *plan["rulings"]):
        assert 0 <= part["at"] <= plan["length"], part
    assert 0 <= plan["last_legal"]["distance"] <= plan["length"]
    assert plan["left"] is None or plan["left"] >= 0
    assert plan["cost"] >= 0
    # What is rolled for is asked, though a test that another one makes needless is not.
    assert plan["checks"] or all(band["kind"] != "roll" for band in plan["bands"]), plan["bands"]
    assert (plan["chance"] is None) == all(check["optional"] for check in plan["checks"])


def cover(plan):
    """Hold that bands start at 0, touch, do not overlap and end with the path (INV-01)."""
    bands = plan["bands"]
    if plan["length"] == 0:
        assert bands == []
        return
    if plan["path"] is None and not bands:
        assert plan["verdict"] == "impossible"
        return
    assert bands[0]["start"] == 0
    assert bands[-1]["end"] == plan["length"]
    assert all(band["start"] < band["end"] for band in bands), bands
    assert all(band["end"] == after["start"] for band, after in pairwise(bands)), bands
    if plan["pause"]:
        pauses = next(index for index, band in enumerate(bands) if band["kind"] == "impossible")
        assert plan["pause"]["at"] == bands[pauses]["start"]
        bands = bands[:pauses]
    worst = max((band["kind"] for band in bands), key=KINDS.index)
    assert KINDS.index(plan["verdict"]) >= KINDS.index(worst)


def sound_problem(problem, request):
    """Hold that a problem has a code of the page, is no fault of ours, and names a place of the request."""
    assert problem["code"] in CODES - {"internal"}, problem
    assert problem["message"], problem
    assert problem["remedy"], problem
    assert problem["path"], problem
    *way, _ = re.findall(r"\[\d+\]|[^.\[\]]+", problem["path"])
    place = request
    for part in way:
        key = int(part[1:-1]) if part.startswith("[") else part
        inside = isinstance(place, list) and key < len(place) if isinstance(key, int) else key in place
        assert inside, (problem, part)
        place = place[key]


def walked(plan):
    """Tell whether a path is made whole, with no roll, no reaction, no hazard and no pause to stop it."""
    waits = any(reaction["waits"] for reaction in plan["reactions"])
    stops = any(hazard["stops"] for hazard in plan["hazards"])
    waits = waits or plan["pause"]
    return plan["verdict"] in {"free", "penalised"} and not (plan["checks"] or waits or stops)
