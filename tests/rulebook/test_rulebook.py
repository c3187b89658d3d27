"""Every case of every system, in this Python."""

import pytest

from py_rules.service import handle
from py_rules.systems import discover
from tests.rulebook import cases

ALL = [(system, case) for system in discover() for case in cases.load(system)]


@pytest.mark.parametrize(("system", "case"), ALL, ids=[case["id"] for _, case in ALL])
def test_case(system, case):
    failures = cases.run(handle, system, case)
    assert not failures, f"{case['rule']}: {case['sentence']}\n" + "\n".join(failures)
