"""What is found by what is used in all, against all best paths: the same replies, byte for byte."""

import json
import random
from dataclasses import replace

import pytest

from py_rules.paths import destinations
from py_rules.service import Service
from tests.oracle.rounds import few, rounds

SIDE = 12
SIZES = (2, 4, 8, 10, 24)


def world(rng: random.Random) -> dict:
    """Return a question about a map of rocks, pools, cliffs and rough ground, and somebody of some styles."""
    regions = [
        {
            "id": f"r{number}",
            "kind": kind,
            "area": {
                "rect": [
                    rng.randrange(SIDE - 5),
                    rng.randrange(SIDE - 5),
                    rng.randint(1, 5),
                    rng.randint(1, 4),
                ]
            },
            **({"cost_multiplier": rng.choice([0.5, 2, 3])} if kind == "difficult" else {}),
        }
        for number, kind in enumerate(rng.choices(["water", "climb", "difficult"], k=rng.randrange(1, 7)))
    ]
    cells = [
        [col, row]
        for col in range(SIDE)
        for row in range(SIDE)
        if rng.random() < 0.15 and (col, row) != (6, 6)
    ]
    if cells:
        regions.append({"id": "rocks", "kind": "obstacle", "area": {"cells": cells}})
    kind = rng.choice(["square", "square", "hex_rows_odd", "hex_columns_even"])
    diagonals = (
        rng.choice(["equidistant", "approximate", "alternating_1"]) if kind == "square" else "equidistant"
    )
    grid = {"cols": SIDE, "rows": SIDE, "units": "u", "distance": 1, "kind": kind, "diagonals": diagonals}
    styles = {name: rng.choice(SIZES[:limit]) for name, limit in (("walk", 5), ("swim", 4), ("climb", 4))}
    if rng.random() < 0.3:
        del styles[rng.choice(["swim", "climb"])]
    return {
        "v": 1,
        "system": "styles",
        "scene": {"grid": grid, "regions": regions, "tokens": [{"id": "mover", "col": 6, "row": 6}]},
        "mover": {"token": "mover", "character": {"styles": styles, "hooks": rng.choice([0, 1])}},
        "circumstances": {"improvise": "test"} if rng.random() < 0.2 else {},
    }


EVENTS = (
    {"kind": "did", "act": "prone"},
    {"kind": "did", "act": "dash"},
    {"kind": "moved", "route": {"segments": [{"length": 2}]}},
    {"kind": "moved", "forced": True, "route": {"segments": [{"length": 1, "mode": "swim"}]}},
)


def begun(asked: dict, event: dict) -> dict:
    """Return a question's mover after an event, or as it is if it cannot be."""
    commit = {"id": "before", "events": [event]}
    reply = json.loads(Service().handle(json.dumps({**asked, "op": "apply", "commit": commit})))
    return {**asked["mover"], "ledger": reply["value"]["ledger"]} if reply["ok"] else asked["mover"]


def questions(rng: random.Random) -> list[str]:
    """Return a question for destinations, and for ways to cells drawn by lot."""
    asked = world(rng)
    if rng.random() < 0.3:
        asked["mover"] = begun(asked, rng.choice(EVENTS))
    mover = asked["mover"]
    told = [{**asked, "op": "destinations"}]
    del asked["mover"]
    for goals in (1, 1, 2):
        *via, to = [{"col": rng.randrange(SIDE), "row": rng.randrange(SIDE)} for _ in range(goals)]
        told.append({**asked, "op": "plan", "movers": [{**mover, "route": {"to": to, "via": via}}]})
    return [json.dumps(one) for one in told]


def drawn(seed: int) -> random.Random:
    """Return the lots of a world."""
    return random.Random(seed)  # noqa: S311 - a world, not a secret


def replies(asked: list[str]) -> list[str]:
    """Return what a service that knows nothing yet answers."""
    service = Service()
    return [service.handle(text) for text in asked]


def test_one_pool_tells_what_all_best_ways_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in rounds(4):
        asked = questions(drawn(seed))
        quick = replies(asked)
        assert all(json.loads(reply)["ok"] for reply in quick), quick
        with monkeypatch.context() as patched:
            patched.setattr(destinations, "shared_flood", lambda *_, **__: (None, 0))
            assert quick == replies(asked)


def test_where_all_ways_would_be_cut_the_pool_tells_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_few(pricing):
        return replace(budget(pricing), most=most)

    cut, budget = 0, destinations.budget_of
    monkeypatch.setattr(destinations, "budget_of", with_few)
    for seed in rounds():
        most = (2, 4, 8, 16)[seed % 4]
        asked = questions(drawn(1000 + seed))
        quick = replies(asked)
        with monkeypatch.context() as patched:
            patched.setattr(destinations, "shared_flood", lambda *_, **__: (None, 0))
            assert quick == replies(asked)
        cut += json.loads(quick[0])["value"]["truncated"]
    assert cut or few()


def test_some_are_told_by_the_pool_and_some_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []

    def noted(*given, **named):
        told = shared(*given, **named)
        found.append(told[0])
        return told

    shared = destinations.shared_flood
    monkeypatch.setattr(destinations, "shared_flood", noted)
    for seed in range(12):
        replies(questions(drawn(seed))[:1])
    assert any(found)
    assert not all(found)
