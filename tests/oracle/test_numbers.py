"""Jumps, falls, climbs and tests of Shadowrun 5 under random house rules, worked out once more by hand."""

from math import ceil, floor

import pytest

from py_rules.service import handle
from tests.oracle.rounds import rounds
from tests.oracle.tables import seeded
from tests.rulebook.asking import Table


def switches(rng):
    """Return numbers that a table may have in place of the usual ones."""
    return {
        "jumps": rng.choice(["edited", "core_book"]),
        "least_sprint_tests": rng.randrange(3),
        "fall_distances": rng.choice(["four_steps", "three_steps"]),
        "climb_rounding": rng.choice(["down", "up"]),
        "tread_minutes": rng.choice(["average", "strength"]),
    }


def sheet(rng):
    """Return a character."""
    names = ("agility", "strength", "body", "running", "acrobatics")
    return {name: rng.randrange(7) for name in names} | {
        "physical_limit": rng.choice([None, 0, 2, 4]),
        "height": rng.choice([None, 0.5, 1.25, 1.8]),
    }


def tables():
    """Yield random numbers, a table and what it plays."""
    for number in rounds():
        rng = seeded(f"numbers {number}")
        rules, who = switches(rng), sheet(rng)
        yield rng, rules, who, Table(handle, "sr5", character=who, house_rules=rules)


def counted(hits, limit, *, holds):
    return hits if limit is None or not holds else min(hits, limit)


def limited(rules, who):
    """Return the limit of a jump's hits; none: every hit counts."""
    return who["physical_limit"] if rules["jumps"] == "core_book" else None


def caps(kind, rules, who):
    """Return the centimetres that a jump never exceeds, as a list of none or one."""
    if kind != "high_jump":
        return [who["agility"] * (130 if rules["jumps"] == "edited" else 150)]
    tall = who["height"] is not None and rules["jumps"] == "core_book"
    return [floor(who["height"] * 150)] if tall else []


def base_and_each(kind, rules, who):
    ratings = who["agility"] + who["strength"]
    if rules["jumps"] == "core_book":
        return 0, {"long_jump": 100, "running_jump": 200, "high_jump": 50}[kind]
    if kind == "high_jump":
        return 5 * ratings, 5
    return 20 * ratings, 80 if kind == "running_jump" else 40


@pytest.mark.parametrize("kind", ["long_jump", "running_jump", "high_jump"])
def test_a_jump_goes_as_far_as_its_hits(kind):
    for rng, rules, who, table in tables():
        base, each = base_and_each(kind, rules, who)
        hits = rng.randrange(8)
        told = table.apply("jump", {"kind": "rolled", "check": kind, "result": hits})["rolls"][0]
        known = counted(hits, limited(rules, who), holds=True)
        assert told["result"] == known, (rules, who)
        assert told["effect"]["params"]["cm"] == min([base + each * known, *caps(kind, rules, who)]), (
            rules,
            who,
        )


@pytest.mark.parametrize("kind", ["long_jump", "running_jump", "high_jump"])
def test_a_jump_needs_as_many_hits_as_carry_it(kind):
    for rng, rules, who, table in tables():
        base, each = base_and_each(kind, rules, who)
        cm = rng.randrange(10, 500, 10)
        high = kind == "high_jump"
        jump = {"mode": "jump", "length": 0 if high else cm / 100, "run_up": kind == "running_jump"}
        plan = table.plan({"segments": [jump | ({"rise": cm / 100} if high else {})]})
        needed = max(0, ceil((cm - base) / each))
        limit = limited(rules, who)
        dice = who["acrobatics"] + who["agility"]
        most = dice if limit is None else min(dice, limit)
        checks = [check["needed"] for check in plan["checks"] if check["id"].startswith("jump")]
        where = (rules, who, cm, plan["bands"])
        if any(cm > cap for cap in caps(kind, rules, who)) or needed > most:
            assert plan["verdict"] == "impossible", where
            assert not checks, where
        else:
            assert checks == [needed] * (needed > 0), where


def test_a_fall_goes_on_as_far_as_each_turn_says():
    for rng, rules, _, table in tables():
        height = rng.randrange(40, 900, 30)
        table.apply("fall", {"kind": "did", "act": "fall", "options": {"height": height}})
        speeds = [50, 100, 150] if rules["fall_distances"] == "four_steps" else [50, 150]
        fallen, turn = 0, 0
        while fallen < height:
            fallen = min(fallen + (speeds[turn] if turn < len(speeds) else 200), height)
            turn += 1
            counters = {part["id"]: part["value"] for part in table.state()["counters"]}
            assert (counters["fallen"], counters["falling_turns"]) == (fallen, turn), (rules, height)
            table.apply(f"end {turn}", {"kind": "end", "scope": "turn"})
            table.apply(f"begin {turn}", {"kind": "begin", "scope": "turn"})


def test_sprints_treading_and_climbs_by_the_tables_own_numbers():
    for rng, rules, who, table in tables():
        lines = {line["rule"]: line["numbers"] for line in table.state()["trace"]}
        tests = max((who["running"] + 1) // 2, rules["least_sprint_tests"])
        assert lines["SR5-13"]["tests"] == tests, (rules, who)
        strength, body = who["strength"], who["body"]
        minutes = strength if rules["tread_minutes"] == "strength" else (strength + body) / 2
        assert lines["SR5-20"]["minutes"] == minutes, (rules, who)
        hits = rng.randrange(6)
        if tests and who["running"] + strength:
            told = table.apply("sprint", {"kind": "rolled", "check": "sprint", "result": hits})["rolls"][0]
            assert told["result"] == counted(hits, who["physical_limit"], holds=True), (rules, who)
        if who["acrobatics"] + strength > 2:
            table.apply("begin", {"kind": "begin", "scope": "pass"})
            table.apply("climb", {"kind": "rolled", "check": "climb", "result": hits})
            limits = {part["id"]: part["limit"] for part in table.state()["allowances"]}
            known = counted(hits, who["physical_limit"], holds=True)
            metres = known // 2 if rules["climb_rounding"] == "down" else (known + 1) // 2
            assert limits["climb"] == metres, (rules, who, hits)
