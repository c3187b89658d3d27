"""Games that are declared: what the engine derives for maps and for plans is the same, whatever a game has."""

import pytest

from tests.games import brought_along
from tests.oracle import tables
from tests.oracle.rounds import rounds
from tests.oracle.test_destinations import compare, test_no_path_is_better_than_what_is_listed


def quest(rng):
    """Return an adventurer, and what its map may hold."""
    character = {"speed": rng.choice([10, 15, 20]), "strength": rng.choice([6, 10, 14, 18])}
    character |= {"swim_speed": rng.choice([0, 0, 10]), "restrained": rng.random() < 0.05}
    events = [
        [],
        [{"kind": "did", "act": "attack", "options": {}}],
        [{"kind": "did", "act": "stand", "options": {}}],
    ]
    prone = {"kind": "did", "act": "drop", "options": {}}
    return {
        "character": character,
        "house_rules": rng.choice([{}, {}, {"dash_counts": False}, {"run_up_ft": 5}]),
        "events": [prone, *rng.choice(events)],
        "legend": {"^": {"surface": None}},
        "distances": [5, 5, 2],
    }


def custom(rng):
    """Return a mover of any game, and what its map may hold."""
    far = rng.choice([[1], [1, 2], [0.5, 1, 3]])
    bands = [
        {
            "name": f"Price {at}",
            "times": times,
            "actions": min(at, 2),
            "penalty": rng.choice(["", "tired"]) if at else "",
        }
        for at, times in enumerate(far, start=rng.randrange(2))
    ]
    house_rules = rng.choice([{}, {"bands": bands, "actions": rng.randrange(4)}])
    house_rules |= rng.choice(
        [{}, {"without_speed": "impossible"}, {"without_factor": 3}, {"jump_counts": False}]
    )
    house_rules |= rng.choice(
        [{}, {"difficult_factor": 1.5, "crawl_factor": 3}, {"stand_up": "action"}, {"run_up": 5}]
    )
    acts = rng.choice([[], [], ["drop"], ["drop", "stand"], ["withdraw"]])
    lengths = rng.choice(
        [{}, {"unit": "m"}, {"unit": "u", "speed": 4, "running_jump": 2, "standing_jump": 1}]
    )
    speeds = [0, 2, 4, 8] if "speed" in lengths else [0, 5, 20, 40]
    own = {name: rng.choice(speeds) for name in ("swim", "climb") if rng.random() < 0.4}
    return {
        "character": {"speeds": own} if lengths else {"speed": rng.choice([10, 15, 20]), "speeds": own},
        "house_rules": {"actions": 2} | lengths | house_rules,
        "events": [{"kind": "did", "act": act, "options": {}} for act in acts],
        "legend": {
            "^": {"surface": None},
            ":": {"grade": "difficult", "cost_multiplier": rng.choice([0.5, 1, 2])},
            ";": {"grade": rng.choice(["difficult", None])},
        },
        "distances": [5, 5, 2],
    }


def trek(rng):
    """Return somebody on a trek, and what its map may hold."""
    acts = rng.choice([[], [], ["strike"], ["strike", "strike"], ["drop", "strike"]])
    return {
        "character": {"speed": rng.choice([5, 10, 15]), "haste": rng.random() < 0.5},
        "house_rules": {},
        "events": [{"kind": "did", "act": act, "options": {}} for act in acts],
        "legend": {
            "^": {"surface": None},
            ":": {"grade": "rubble", "cost_multiplier": rng.choice([0.5, 1, 2])},
            ";": {"grade": rng.choice(["scree", None])},
        },
        "distances": [5, 5, 2],
    }


MOVERS = {"quest": quest, "custom": custom, "trek": trek}


@pytest.fixture(autouse=True)
def played(monkeypatch):
    for system, mover in MOVERS.items():
        monkeypatch.setitem(tables.SYSTEMS, system, mover)
    with brought_along("tests/games/brought"):
        yield


@pytest.mark.parametrize("made", ["table", "raised", "mixed", "crossed"])
@pytest.mark.parametrize("system", MOVERS)
@pytest.mark.parametrize("batch", range(2))
def test_what_is_listed_is_what_plans_say(made, batch, system):
    rng = tables.seeded(f"declared {system} {made} {batch}")
    for _ in rounds(1 / 2):
        table = getattr(tables, made)(rng, system)
        if table.state()["pending"] is None:
            compare(table)


@pytest.mark.parametrize("system", MOVERS)
def test_no_path_of_a_declared_game_is_better_than_what_is_listed(system):
    test_no_path_is_better_than_what_is_listed(system)
