"""Every case of the rulebook in Pyodide: it holds there, and every reply is CPython's, byte for byte."""

import json

import pytest

from py_rules.service import Service
from py_rules.systems import discover
from tests.rulebook import cases

ALL = [(system, case) for system in discover() for case in cases.load(system)]


@pytest.fixture(scope="module")
def described():
    """What there is, by the question: it hangs on nothing that was asked before, and many cases want to know."""
    return {}


@pytest.mark.parametrize(("system", "case"), ALL, ids=[case["id"] for _, case in ALL])
def test_case(system, case, pyodide_handle, described):
    here = Service()

    def both(text: str) -> str:
        if text in described:
            return described[text]
        reply = pyodide_handle(text)
        assert reply == here.handle(text)
        if json.loads(text)["op"] == "describe":
            described[text] = reply
        return reply

    assert not cases.run(both, system, case)
