"""How many examples `make soak` tries, when it is told: `make soak EXAMPLES=50`."""

import os

import pytest
from hypothesis import settings

if asked := os.environ.get("EXAMPLES"):
    if not asked.isdecimal() or int(asked) == 0:
        message = f"EXAMPLES is {asked!r}; give how many to try, from 1 up: make soak EXAMPLES=50"
        raise pytest.UsageError(message)
    settings.register_profile("soak", settings.get_profile("soak"), max_examples=int(asked))
