"""The protocol's vectors get the same bytes in CPython and in Pyodide, asked in the same order."""

import json
from pathlib import Path

from py_rules.service import Service

REQUESTS = Path(__file__).parents[1] / "vectors" / "requests.json"


def texts():
    """Return the vectors as texts; one that is no JSON is kept as its text."""
    vectors = json.loads(REQUESTS.read_text(encoding="utf-8"))
    return {name: made if isinstance(made, str) else json.dumps(made) for name, made in vectors.items()}


def test_pyodide_answers_as_cpython(pyodide_handle):
    service = Service()
    different = [name for name, text in texts().items() if pyodide_handle(text) != service.handle(text)]
    assert different == []
