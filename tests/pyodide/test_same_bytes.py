"""What CPython answers, Pyodide answers too, byte for byte."""

import pytest

from py_rules.service import handle

QUESTIONS = {
    "describe": '{"v":1,"op":"describe"}',
    "no JSON": "no JSON",
    "no operation": "{}",
    "unknown operation": '{"v":1,"op":"dance"}',
    "signs beyond ASCII": '{"v":1,"op":"state","system":"dé🎲"}',
    "a lone surrogate": '{"v":1,"op":"state","system":"\\ud800"}',
    "nothing": "",
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_same_bytes(name, pyodide_handle):
    assert pyodide_handle(QUESTIONS[name]) == handle(QUESTIONS[name])
