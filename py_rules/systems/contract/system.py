"""The Contract as a system: what it does in its own way."""

from collections.abc import Sequence
from typing import Any

from py_rules.engine.situation import Situation
from py_rules.engine.system import Carry, System
from py_rules.protocol.facts import Fact
from py_rules.protocol.requests import RuledEvent
from py_rules.systems.contract import ledger, rules, sheet, standing, turn
from py_rules.systems.contract.movement import Walk
from py_rules.systems.contract.rules import game

__all__ = ["SYSTEM", "ledger", "sheet", "standing", "turn"]


class Contract(System):
    """The Contract, as one instance: :data:`SYSTEM`."""

    Judge = Walk
    difficulties = range(2, 11)
    ladder = "ladder"

    def carry(self, situation: Situation, state: Any, *, fact: Fact, after: Any) -> Sequence[Carry]:  # noqa: ANN401
        """Return where a failed jump falls if the GM says so."""
        del situation, after
        if isinstance(fact, RuledEvent) and (fact.ruling, fact.choice) == ("jump", "falls") and state.pit:
            return (Carry((*state.over, None), rules.jump_needs_roll, falls=True, depth=state.pit),)
        return ()


SYSTEM: Contract = game.system(Contract)
