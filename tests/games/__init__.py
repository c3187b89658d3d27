"""Games of the tests, and how a host would bring them along."""

import sys
from contextlib import contextmanager

from py_rules import systems


@contextmanager
def brought_along(folder):
    """Have the games of a folder found like ours for a while."""
    before, folders = set(systems.names()), list(systems.__path__)
    systems.look_in(folder)
    try:
        yield
    finally:
        brought = set(systems.names()) - before
        systems.__path__[:] = folders  # what runs meanwhile may look in more of them, or in this one again
        for module in list(sys.modules):
            if module.startswith("py_rules.systems.") and module.split(".")[2] in brought:
                del sys.modules[module]
        systems.find.cache_clear()
