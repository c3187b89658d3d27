"""Games of the tests, and how a host would bring them along."""

import sys
from contextlib import contextmanager

from py_rules import systems


@contextmanager
def brought_along(folder):
    """Have the games of a folder found like ours for a while."""
    before = set(systems.names())
    systems.look_in(folder)
    try:
        yield
    finally:
        brought = set(systems.names()) - before
        systems.__path__.remove(folder)
        for name in brought:
            sys.modules.pop(f"py_rules.systems.{name}", None)
        systems.find.cache_clear()
