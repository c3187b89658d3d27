"""What each begin and end of a scope forgets: what is declared beside the fields is what happens.

Every story of the rulebooks is played; from each place that a token stands in, every scope begins and ends.
"""

import json
from dataclasses import fields
from functools import cache
from typing import get_args

import pytest

from py_rules.engine import Move, clock
from py_rules.operations import snapshots
from py_rules.protocol import ledger as ledgers
from py_rules.protocol.requests import BeginEvent, EndEvent
from py_rules.service import handle
from py_rules.systems import discover
from py_rules.values.records import replace
from tests.asking import ask_describe
from tests.rulebook import cases

SYSTEMS = discover()
BEGINS = ({}, {"number": 2, "of": 3}, {"number": 3, "of": 3, "acts": False})
"""A scope begins untold which one it is, and as a pass in which the token acts, and in which it does not."""


ICE = {"length": 5, "difficult": "ice", "roll": {"name": "balance", "pool": 3}}
SLANTING = {
    "scene": {
        "grid": {"cols": 9, "rows": 9, "distance": 1, "diagonals": "alternating_1"},
        "tokens": [{"id": "mover", "col": 0, "row": 0}],
    },
    "token": "mover",
}
MORE = {
    "contract": [
        {"steps": [{"act": {"saved": 2}}]},
        {"steps": [{"move": [ICE, {"length": 5}]}, {"roll": {"check": "gate:ice", "result": 1}}]},
    ],
    "d6": [
        {
            "given": {"character": {"flying_move": 10, "flying": "3D"}},
            "steps": [{"move": [{"mode": "fly", "length": 4}]}],
        },
        {
            "steps": [
                {"move": [{"mode": "climb", "length": 2, "slick": "wet"}]},
                {"roll": {"check": "climb", "result": 30}},
            ]
        },
    ],
}
"""Stories that no rule needs, for the fields that only they set."""
BY_ITSELF = ("passed", "rolled", "reacted", "diagonals", "heading", "run")
"""What the engine keeps of every game that is declared, whether that game can ever set it or not."""


def moments(system):
    """Return every begin and end of the system's scopes, with the facts that tell them."""
    for scope in system.scopes:
        yield f"begin {scope.id}", [BeginEvent(kind="begin", scope=scope.id, **how) for how in BEGINS]
        yield f"end {scope.id}", [EndEvent(kind="end", scope=scope.id)]


def place(system, request, ledger):
    """Return the situation of a request, and the state that a ledger leads to in it."""
    situation = Move(
        character=system.Character.model_validate(request["mover"]["character"]),
        house_rules=system.HouseRules.model_validate(request["house_rules"]),
        circumstances=system.Circumstances.model_validate(request["circumstances"]),
        in_combat=request["clock"]["in_combat"],
    )
    return situation, snapshots.read(
        system, situation, ledger=ledgers.read(ledger, system=system.id)
    ).move.turn


@cache
def places(name):
    """Return all situations and states that the stories of a system's rulebook lead to."""
    found = {}

    def listening(text):
        reply = handle(text)
        request = json.loads(text)
        if request["op"] == "apply" and '"ok":true' in reply:
            situation, state = place(SYSTEMS[name], request, json.loads(reply)["value"]["ledger"])
            found[repr((situation, state))] = situation, state
        return reply

    grid = {**SLANTING["scene"]["grid"], "units": SYSTEMS[name].unit}
    slanting = {**SLANTING, "scene": {**SLANTING["scene"], "grid": grid}}
    diagonally = {"given": slanting, "steps": [{"move": {"along": [[0, 0], [1, 1]]}}]}
    for case in [*cases.load(name), *MORE.get(name, []), diagonally]:
        if "fn" not in case:
            cases.run(listening, name, case)
    return list(found.values())


def happenings(name):
    """Yield each moment with the state before it, and the one after it; then all that may follow an end."""
    system = SYSTEMS[name]
    for situation, state in places(name):
        for moment, recorded in moments(system):
            for fact in recorded:
                after = system.fold(replace(situation, turn=state), fact)
                yield moment, state, after
                if isinstance(fact, EndEvent):
                    for following, begins in moments(system):
                        yield following, after, system.fold(replace(situation, turn=after), begins[0])


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_moment_clears_the_fields_that_say_so_and_touches_no_others(name):
    new = SYSTEMS[name].State()
    parts = [
        (part.name, part.metadata["cleared_at"], part.metadata.get("counted_at", ())) for part in fields(new)
    ]
    for moment, before, after in happenings(name):
        for part, cleared_at, counted_at in parts:
            if moment in counted_at:
                continue
            found, wanted = getattr(after, part), getattr(new if moment in cleared_at else before, part)
            assert found is wanted or found == wanted, f"{moment}: {part}"


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_declaration_is_met_in_some_story(name):
    """A field that no story sets would be cleared by nobody knows what."""
    if not cases.load(name):
        pytest.skip(f"not yet: {name} has no cases yet: write some into tests/rulebook/{name}.yaml")
    new, met = SYSTEMS[name].State(), set()
    for moment, before, after in happenings(name):
        for part in fields(before):
            old, now = getattr(before, part.name), getattr(after, part.name)
            if moment in part.metadata.get("counted_at", ()):
                kept_or_cleared = {repr(getattr(new, part.name))}
                if moment not in part.metadata["cleared_at"]:
                    kept_or_cleared = {repr(old)}
                if repr(now) not in kept_or_cleared:
                    met.add((moment, part.name))
            elif old != getattr(new, part.name):
                met.add((moment, part.name))
    declared = {
        (moment, part.name)
        for moment, _ in moments(SYSTEMS[name])
        for part in fields(new)
        if part.name not in BY_ITSELF
        if moment in (*part.metadata["cleared_at"], *part.metadata.get("counted_at", ()))
    }
    assert declared - met == set()


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_field_says_what_ends_it(name):
    system = SYSTEMS[name]
    stop = system.game.acts.get("stop")
    stopped = get_args(stop.options.model_fields["what"].annotation) if stop else ()
    known = {moment for moment, _ in moments(system)} | {f"stop {what}" for what in stopped}
    for part in fields(system.State):
        told = {*part.metadata["cleared_at"], *part.metadata.get("counted_at", ())}
        assert told <= known, part.name
        assert told or part.metadata["until"], part.name


def test_describe_tells_what_is_declared():
    for entry in ask_describe()["systems"]:
        state = SYSTEMS[entry["id"]].State
        for scope in entry["clock"]["scopes"]:
            assert scope["clears"] == list(clock.cleared_at(state, f"begin {scope['id']}"))
        assert any(scope["clears"] for scope in entry["clock"]["scopes"])


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))
def test_the_end_of_a_turn_ends_the_round_and_begins_the_next(system):
    outermost = system.scopes[0].id
    told = [(event["kind"], event["scope"]) for event in system.end_turn]
    assert told.index(("end", outermost)) < told.index(("begin", outermost))
    inside = [scope for kind, scope in told[: told.index(("end", outermost))] if kind == "begin"]
    assert inside == []
