"""Game systems, one module each; every module with a ``SYSTEM`` is found by scanning, nothing is registered."""

import importlib
import pkgutil
from functools import lru_cache
from typing import Any

from py_rules.system import System


@lru_cache(maxsize=1)
def discover() -> dict[str, System[Any]]:
    """Return all systems by id, in order of module name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    return {module.SYSTEM.id: module.SYSTEM for module in modules}
