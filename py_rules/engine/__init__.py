"""For authors of games: all that is needed to declare one (see docs/new-game.md)."""

from py_rules.engine.declarations import Circumstances, GameError, Sheet
from py_rules.engine.dice import Pool, Total
from py_rules.engine.game import Game
from py_rules.engine.inputs import Inputs, TableRules, field, house_rule
from py_rules.engine.situation import Move, Neighbour

__all__ = [
    "Circumstances",
    "Game",
    "GameError",
    "Inputs",
    "Move",
    "Neighbour",
    "Pool",
    "Sheet",
    "TableRules",
    "Total",
    "field",
    "house_rule",
]
