"""How many random worlds each batch of the oracles tries.

The usual number is chosen by `python -m tests.oracle.faults`, which puts known faults back, one at a time, and tells
with how many rounds each is found, or that none finds it: of those that random worlds find, the hardest needs six
rounds. ``ORACLE_ROUNDS=200`` asks for another number.
"""

import os
from collections import Counter

USUAL = 8
ROUNDS = int(os.environ.get("ORACLE_ROUNDS", str(USUAL)))
TRIED = Counter()
"""How many worlds were tried in this process."""


def rounds(part=1):
    """Yield the numbers of a batch's rounds, or of a part of them where a round is dear; at least one."""
    for number in range(max(int(ROUNDS * part), 1)):
        TRIED["worlds"] += 1
        yield number


def few():
    """Tell whether there are so few rounds that a batch may not meet what it is about."""
    return ROUNDS < USUAL
