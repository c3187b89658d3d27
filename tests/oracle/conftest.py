"""What holds for all oracles."""

import pytest

from py_rules.search import budget
from py_rules.values import work


@pytest.fixture(autouse=True)
def endless(monkeypatch):
    """Let each question take all the work that it needs: what is left out for its work is no fault of the search."""
    monkeypatch.setattr(work, "MOST", 10**12)
    monkeypatch.setattr(budget, "MOST_WORK", 10**12)
