"""The Contract as a system: what it does in its own way."""

from py_rules.engine.system import System
from py_rules.systems.contract import ledger, sheet, standing, turn
from py_rules.systems.contract.movement import ContractWalk
from py_rules.systems.contract.rules import game

__all__ = ["SYSTEM", "ledger", "sheet", "standing", "turn"]


class Contract(System):
    """The Contract, as one instance: :data:`SYSTEM`."""

    Walk = ContractWalk
    difficulties = range(2, 11)
    ladder = "ladder"


SYSTEM: Contract = game.system(Contract)
