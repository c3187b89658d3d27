"""Shadowrun 5, edited: walking and running rates for the whole Combat Turn, more by Sprint Tests.

Distances in metres; jumps are worked out in centimetres. A Combat Turn has Initiative Passes, a pass has the
character's Action Phase. Tests are pools of d6 whose 5s and 6s are hits; a limit caps the hits of some.
"""

from py_rules.systems.sr5.system import SYSTEM

__all__ = ["SYSTEM"]
