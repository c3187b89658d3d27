"""Runs rows of a rule table: ``{"id", "fn", "in", "out"}``."""

from typing import Any

from tests.rulebook.asking import Handle
from tests.rulebook.functions import FUNCTIONS

DIGITS = 6


def run(handle: Handle, row: dict[str, Any]) -> dict[str, Any]:
    """Return the row's id, whether it holds, and what the rules said."""
    try:
        got = FUNCTIONS[row["fn"]](handle, row["in"])
    except Exception as error:  # noqa: BLE001 - a row that cannot be answered is a mismatch, and says why
        got = f"{type(error).__name__}: {error}"
    return {"id": row["id"], "ok": same(row["out"], got), "got": got}


def same(expected: Any, got: Any) -> bool:
    """Tell whether two answers are equal; numbers are compared to six digits, true is not 1."""
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(same(value, got[key]) for key, value in expected.items())
    if isinstance(expected, list) and isinstance(got, list):
        return len(expected) == len(got) and all(map(same, expected, got))
    if isinstance(expected, bool) or isinstance(got, bool) or expected is None or got is None:
        return expected is got
    if isinstance(expected, int | float) and isinstance(got, int | float):
        return round(expected, DIGITS) == round(got, DIGITS)
    return type(expected) is type(got) and expected == got
