"""Maps without cells: the way along a drawn line, where a token can go, and the best way there.

The map itself is compiled in :mod:`py_rules.board`: ``expanse`` has it as it is drawn, ``lattice``, ``marks`` and
``field`` make a board of it that is searched as any other.
"""

from py_rules.gridless.areas import areas_of
from py_rules.gridless.crossing import from_path
from py_rules.gridless.routes import best_line, nearest_place
from py_rules.gridless.searching import Lines, survey
from py_rules.gridless.shortcuts import Worth, worth_of

__all__ = ["Lines", "Worth", "areas_of", "best_line", "from_path", "nearest_place", "survey", "worth_of"]
