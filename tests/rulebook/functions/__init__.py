"""The function names of the rule tables, answered by requests: one module per system, no arithmetic in them."""

import importlib
import pkgutil
from collections.abc import Callable
from typing import Any

from tests.rulebook.asking import Handle

Function = Callable[[Handle, dict[str, Any]], Any]

MODULES = [
    importlib.import_module(f"{__name__}.{module.name}")
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name)
]
FUNCTIONS: dict[str, Function] = {
    name: function for module in MODULES for name, function in getattr(module, "FUNCTIONS", {}).items()
}
