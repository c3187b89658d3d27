"""The one board that all hosts are tried on: open ground in squares of 5 ft, and two tokens in a fight."""

from dataclasses import dataclass
from typing import Any

COLS, ROWS = 20, 12
FEET = 5
SYSTEM = "contract"

Cell = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Piece:
    """A token, where it stands at first, and its sheet."""

    name: str
    cell: tuple[int, int]
    sheet: dict[str, Any]


PIECES = {
    # 25 ft freely, 15 ft more at a die each 5 ft, and farther with a roll.
    "jenny": Piece("Jenny", (2, 2), {"dexterity": 4, "brawn": 3, "athletics": 2}),
    # 10 ft, and no farther.
    "guard": Piece("Guard", (5, 8), {"dexterity": 1, "brawn": 0, "athletics": 0}),
}


@dataclass(frozen=True, slots=True)
class State:
    """What a host keeps of a token: its cell, and how many feet it has gone in each move of this turn."""

    cell: Cell
    moves: tuple[float, ...] = ()


def feet_of(ledger: dict[str, Any] | None) -> tuple[float, ...]:
    """The lengths of the moves in a ledger."""
    commits = (ledger or {"commits": []})["commits"]
    return tuple(gone["length"] for commit in commits for gone in commit.get("moves", []))
