"""The function names of the rule tables, answered by requests; one module per system, no arithmetic in them."""

from collections.abc import Callable
from typing import Any

from tests.rulebook.asking import Handle
from tests.rulebook.functions import contract

Function = Callable[[Handle, dict[str, Any]], Any]

FUNCTIONS: dict[str, Function] = {**contract.FUNCTIONS}
