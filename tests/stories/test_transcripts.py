"""Whole turns are answered as their transcripts say: where one differs, the difference is shown."""

from difflib import unified_diff

import pytest

from py_rules.systems import names
from tests.stories.transcript import answered, files

ANEW = "python -m tests.stories writes them anew; check every changed figure before you commit it"


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_transcript(path):
    told = path.read_text(encoding="utf-8")
    now = answered(told)
    difference = "\n".join(unified_diff(told.splitlines(), now.splitlines(), "told", "today", lineterm=""))
    assert not difference, f"{path.name}\n{difference}\n{ANEW}"


def test_every_transcript_is_of_a_system():
    assert {path.stem for path in files()} <= set(names())


@pytest.mark.parametrize("system", names())
def test_every_system_has_its_transcript(system):
    if system not in {path.stem for path in files()}:
        pytest.skip(
            f"not yet: {system} has no transcript yet: write whole turns into tests/stories/{system}.txt"
        )
