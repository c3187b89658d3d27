"""The Kleptonomicon: a pool of Movement, and a meter for each style it is spent in.

Distances in u. Whatever is moved in a style is paid from the pool and into that style's meter; the smaller of
the two ends it. Dash doubles both for a Hook. Nothing is rolled for distance but styles made up on the spot.
"""

from py_rules.systems.styles.system import SYSTEM

__all__ = ["SYSTEM"]
