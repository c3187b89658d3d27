"""Shadowrun 3 (edited): walking and running rates per Combat Turn, dealt out over its Initiative Passes.

Distances in metres. Whoever moves at all bears a higher TN in that pass, so no band is free. A sprint test
raises Quickness for the next Combat Phase; passing close by an active opponent gives it a free attack.
"""

from py_rules.systems.sr3.system import SYSTEM

__all__ = ["SYSTEM"]
