"""Game systems, one module each, named by its id; every module is found by scanning, nothing is registered.

A host may bring further ones along: files in a folder of its own, which is then looked through as well.
"""

import importlib
import pkgutil
from functools import cache
from typing import Any

from py_rules.engine.system import System


@cache
def names() -> tuple[str, ...]:
    """Return the ids of all systems, sorted, without loading them."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def find(name: str) -> System[Any]:
    """Return the system of that id, one of :func:`names`; only this one is loaded."""
    system: System[Any] = importlib.import_module(f"{__name__}.{name}").SYSTEM
    return system


def look_in(folder: str) -> None:
    """Find the systems in another folder as well."""
    if folder not in __path__:
        __path__.append(folder)
    importlib.invalidate_caches()
    names.cache_clear()


def discover() -> dict[str, System[Any]]:
    """Return all systems by id."""
    return {name: find(name) for name in names()}
