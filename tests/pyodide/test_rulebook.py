"""Every case of the rulebook in Pyodide: it holds there, and every reply is CPython's, byte for byte."""

import pytest

from py_rules.service import Service
from py_rules.systems import discover
from tests.rulebook import cases

ALL = [(system, case) for system in discover() for case in cases.load(system)]


@pytest.mark.parametrize(("system", "case"), ALL, ids=[case["id"] for _, case in ALL])
def test_case(system, case, pyodide_handle):
    here = Service()

    def both(text: str) -> str:
        reply = pyodide_handle(text)
        assert reply == here.handle(text)
        return reply

    assert not cases.run(both, system, case)
