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


@pytest.fixture(autouse=True)
def played(monkeypatch):
    monkeypatch.setitem(tables.SYSTEMS, "quest", quest)
    with brought_along("tests/games/brought"):
        yield


@pytest.mark.parametrize("made", ["table", "raised", "mixed", "crossed"])
@pytest.mark.parametrize("batch", range(2))
def test_what_is_listed_is_what_plans_say(made, batch):
    rng = tables.seeded(f"declared {made} {batch}")
    for _ in rounds(1):
        table = getattr(tables, made)(rng, "quest")
        if table.state()["pending"] is None:
            compare(table)


def test_no_path_of_a_declared_game_is_better_than_what_is_listed():
    test_no_path_is_better_than_what_is_listed("quest")
