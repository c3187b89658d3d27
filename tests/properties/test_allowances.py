"""What a state says is left can be covered: each allowance that names a rest is held against the plan of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties.profiles import some
from tests.properties.test_invariants import sit
from tests.properties.worlds import WORLDS

COUNTED = [world for world in WORLDS if str(world) != "d6"]
"""Systems that know how far one gets without a roll; OpenD6 tells how far a Move and rolls may lead."""
OTHER_SCOPES = {("sr3", "walk"), ("sr3", "run")}
"""Allowances of a whole turn, of which each pass has its part."""
NO_MODE_OF_THEIR_OWN = {("styles", "pool")}
"""Allowances that several modes draw on, each as far as it goes itself."""
UP_OR_DOWN = {("sr5", "climb")}
"""Allowances that hold for the way it was climbed up to now."""

OTHER = OTHER_SCOPES | NO_MODE_OF_THEIR_OWN | UP_OR_DOWN


def holds(plan):
    """Tell whether a plan covers what is left, without a roll."""
    return plan["verdict"] in {"free", "penalised"}


DOWN = {("styles", "prone"), ("custom", "lying")}
"""States in which each unit on foot takes more than one of what is left."""


def crawls(system, state):
    """Tell whether each unit on foot takes more than one of what is left."""
    return any((system, status["id"]) in DOWN for status in state["statuses"])


@pytest.mark.parametrize("world", COUNTED, ids=str)
@some(0.4)
@given(data=st.data())
def test_what_is_left_can_be_covered(world, data):
    system = str(world)
    play = sit(data, world)
    state = play.state()
    if state["pending"] is not None or crawls(system, state):
        return
    for allowance in state["allowances"]:
        leaps = allowance["mode"] in {"jump", "fall"}
        if not allowance["left"] or leaps or (system, allowance["id"]) in OTHER:
            continue
        plan = play.plan({"segments": [{"mode": allowance["mode"], "length": allowance["left"]}]})
        assert holds(plan), (allowance, plan["verdict"], plan["reason"])
