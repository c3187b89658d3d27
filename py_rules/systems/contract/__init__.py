"""The Contract: one Movement per round, free up to a distance, dearer beyond it, rolled for beyond that.

Distances in feet. The round's Action pays for what goes beyond Free Movement: a die per five feet, or the
whole Action for an All-out Sprint. Climbs, swims and jumps are rolled with pools of d10.
"""

from py_rules.systems.contract.system import SYSTEM

__all__ = ["SYSTEM"]
