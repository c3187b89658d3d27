"""Measure how large ledgers grow: ``python tests/benchmarks/ledger_size.py [TURNS]``.

Each turn is a lively one of some commits, with dice and the GM's word among them, and a walk of twenty cells on
the map. Told are bytes of JSON, as a host keeps them: at the end, and at most on the way.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.asking import Turn, moved
from tests.unit.protocol.test_ledgers import END_TURN, GAMES

TURNS = int(sys.argv[1]) if len(sys.argv) > 1 else 50
CELLS = 20
UNITS = {"contract": ("ft", 5), "sr5": ("m", 1), "sr3": ("m", 1), "d6": ("m", 2), "styles": ("u", 0.5)}


def walk(turn: int) -> dict:
    """Return a drag along a row, there and back by turns: a push, so that no rule holds it up."""
    cols = range(CELLS + 1) if turn % 2 == 0 else range(CELLS, -1, -1)
    return moved({"path": [{"col": col, "row": 1} for col in cols]}, forced=True)


def measured(name: str) -> tuple[int, int, int]:
    """Return size at the end and at most, and the commits kept, after the turns."""
    game, (units, distance) = GAMES[name], UNITS[name]
    grid = {"cols": CELLS + 1, "rows": 3, "units": units, "distance": distance}
    scene = {"grid": grid, "tokens": [{"id": "mover", "col": 0, "row": 1}]}
    turn = Turn(system=name, mover={"character": game.character, "token": "mover"}, scene=scene)
    most = size = 0
    for number in range(TURNS):
        turn.mover["at"] = {"col": 0 if number % 2 == 0 else CELLS, "row": 1}
        for events in (*game.turn, [walk(number)], END_TURN[name]):
            turn.tell(*events)
            size = len(json.dumps(turn.ledger, separators=(",", ":")))
            most = max(most, size)
    return size, most, len(turn.ledger["commits"])


def main() -> None:
    """Print a table."""
    sys.stdout.write(
        f"{'system':<10}{'at the end':>12}{'at most':>12}{'commits':>9}   bytes of JSON, {TURNS} turns\n"
    )
    for name in GAMES:
        size, most, commits = measured(name)
        sys.stdout.write(f"{name:<10}{size:>12,}{most:>12,}{commits:>9}\n")


if __name__ == "__main__":
    main()
