"""The Contract: what is remembered of a turn, and what clears it."""

from typing import Literal

from py_rules.engine.clock import kept
from py_rules.systems.contract.rules import game
from py_rules.values.records import record

ROUND = "begin round"


@game.turn
@record()
class Round:
    """The round's ledger of one token; feet as fractions."""

    movement: Literal["unused", "open", "closed"] = kept("unused", ROUND)
    action: Literal["unspent", "spent", "sprinting"] = kept("unspent", ROUND)
    dice_saved: int = kept(0, ROUND)
    sprint_outcome: int | None = kept(None, ROUND)
    climb_outcome: int | None = kept(None, ROUND)
    swim_outcome: int | None = kept(None, ROUND)
    dice_lost: int = kept(0, ROUND, "end round")
    """By Extended Movement, as it was priced then; 0 or less."""
    asked: tuple[str, ...] = kept((), ROUND)
    prompts: tuple[str, ...] = kept((), ROUND)
    sunk: bool = kept(False, ROUND)
    """The GM has told of this round's sinking (CON-18)."""
    cut: bool = kept(False, ROUND)
    """The GM ended this Movement (CON-10)."""
