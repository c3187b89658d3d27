"""The table of known faults fits the rules as they are: each can be put back."""

import ast
from collections import Counter

import pytest

from build_scripts.project import ROOT
from tests.oracle.faults.table import FAULTS

ORACLES = ROOT / "tests" / "oracle"


def test_every_fault_has_a_name_of_its_own():
    assert [name for name, many in Counter(fault.name for fault in FAULTS).items() if many > 1] == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_known_fault_can_be_put_back(fault):
    text = (ROOT / "py_rules" / fault.file).read_text(encoding="utf-8")
    assert text.count(fault.old) == 1
    changed = text.replace(fault.old, fault.new)
    assert changed != text
    ast.parse(changed)
    assert all((ORACLES / f"test_{name}.py").is_file() for name in fault.seen_by)
