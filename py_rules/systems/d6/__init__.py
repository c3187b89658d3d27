"""OpenD6: no end to movement, but every further Move in a round makes the roll harder.

Distances in metres. Each way of moving has its own Move and its own action in a round; up to half of it is
free, the rest is one action, and what goes beyond is rolled: a die code against a difficulty that grows with
the distance, the terrain, fatigue and what the GM adds.
"""

from py_rules.systems.d6.system import SYSTEM

__all__ = ["SYSTEM"]
