"""Destinations and routes: every best path within a budget, found bit-parallel."""

from py_rules.search.allowance import most_steps
from py_rules.search.budget import (
    Budget,
    JumpOdds,
    Label,
    Priced,
    Profile,
    SharedPool,
    Start,
    anything,
    lengths_alone,
    only_primary,
)
from py_rules.search.cells_by_cost import CellsByCost, joined, numbered
from py_rules.search.flood import Flood, flood
from py_rules.search.linked import limitless, linked
from py_rules.search.scale import Scale
from py_rules.search.shared import shared_flood
from py_rules.search.window import nearest, window

__all__ = [
    "Budget",
    "CellsByCost",
    "Flood",
    "JumpOdds",
    "Label",
    "Priced",
    "Profile",
    "Scale",
    "SharedPool",
    "Start",
    "anything",
    "flood",
    "joined",
    "lengths_alone",
    "limitless",
    "linked",
    "most_steps",
    "nearest",
    "numbered",
    "only_primary",
    "shared_flood",
    "window",
]
