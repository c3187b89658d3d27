"""The dearest requests are answered within the work that a question may be: coarser, or by what to send instead."""

import json

import pytest

from py_rules.search.budget import MOST_WORK
from py_rules.values import work
from tests.asking import checked
from tests.fuzz import worst

MEGABYTES = 500
LONGEST = 1_000_000
"""Characters of a request."""
SECONDS = 10
"""Of the processor: two on a machine that is slow. Only work that nobody counts takes longer."""


ASKED = (
    *("whole-square", "600-grounds-square", "mixed-square", "commit-contract", "rolls-contract"),
    *("lines-contract", "lines-sr3", "giants-way-square"),
    *("storeys-way-square", "foes-way-square", "ledges-way-gridless", "9000-far-walls-hex_rows_odd"),
    *("5000-grounds-out-gridless", "mixed-out-gridless", "9000-short-walls-gridless"),
    *("50-vias-fight-square", "50-waypoints-gridless", "200-drawn-d6"),
    *("walled-movers-gridless", "giant-square", "towers-square", "rolls-modes-sr3", "undo-sr5"),
)
"""Of the dearest requests these are asked by each run; ``python -m tests.fuzz.worst`` asks them all."""


@pytest.mark.parametrize(
    "made", [pytest.param(made, id=name) for name, made in worst.worst() if name in ASKED]
)
def test_it_is_answered_within_what_one_question_may_be(made):
    request = made()
    text = json.dumps(request, separators=(",", ":"))
    assert len(text) <= LONGEST
    took = worst.ask(text)
    reply = checked(took.reply, op=request["op"])
    assert took.same
    assert took.megabytes <= MEGABYTES
    assert took.seconds <= SECONDS
    if reply["ok"]:
        assert took.steps <= work.MOST
    else:
        problem = reply["problem"]
        assert problem["code"] == "too_much_work", problem
        assert problem["path"]
        assert problem["remedy"]
        assert took.steps <= work.MOST + MOST_WORK * 2
