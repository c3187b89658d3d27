"""What no test runs is listed by place, with the share that was run."""

import json
import subprocess
import sys

import pytest

from build_scripts import rings, uncovered
from build_scripts.project import ROOT

SOURCE = """\
def sign(number):
    if number < 0:
        word = "below"
        return word
    if number:
        pass
    return "not below"


def never():
    return 1
"""
GAPS = ['core/signs.py:3-4  word = "below"', "core/signs.py:5->7  if number:", "core/signs.py:11  return 1"]


@pytest.fixture
def report(tmp_path):
    """The report of a small core, one function of which was called once."""
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "signs.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "settings").write_text("[run]\nbranch = true\nsource = core\n", encoding="utf-8")
    coverage = [sys.executable, "-m", "coverage"]
    (tmp_path / "call.py").write_text("from core.signs import sign\nsign(1)\n", encoding="utf-8")
    for command in (["run", "--rcfile=settings", "call.py"], ["json", "--rcfile=settings", "-q"]):
        subprocess.run([*coverage, *command], cwd=tmp_path, check=True)
    return json.loads((tmp_path / "coverage.json").read_text(encoding="utf-8"))


def test_lines_are_listed_together_and_branches_by_both_ends(report, tmp_path):
    assert [gap.line() for gap in uncovered.gaps(report, tmp_path)] == GAPS


def test_a_branch_that_leads_out_of_its_function_says_so(tmp_path):
    (tmp_path / "wait.py").write_text(
        "def wait(on):\n    while on:\n        on = on.next\n", encoding="utf-8"
    )
    measured = {"missing_lines": [], "executed_lines": [1, 2, 3], "missing_branches": [[2, -1]]}
    found = uncovered.gaps({"files": {"wait.py": measured}}, tmp_path)
    assert [gap.line() for gap in found] == ["wait.py:2->exit  while on:"]


def test_the_share_counts_lines_and_branches_apart(report):
    assert uncovered.share("unit", report) == uncovered.Share("unit", (6, 9), (2, 4))


@pytest.mark.parametrize(
    ("called", "code"), [("sign(1)", True), ("sign(1), sign(0), sign(-1), never()", False)]
)
def test_what_is_not_run_fails_the_run(monkeypatch, capsys, tmp_path, called, code):
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "signs.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        '[tool.coverage.run]\nbranch = true\nsource = ["core"]\nparallel = true\npatch = ["subprocess"]\n',
        encoding="utf-8",
    )
    (tmp_path / "outer.py").write_text(
        "import subprocess, sys\n"
        f"subprocess.run([sys.executable, '-c', 'from core.signs import *; {called}'], check=True)\n",
        encoding="utf-8",
    )
    ring = rings.Ring("unit", [sys.executable, "outer.py"])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(rings, "ROOT", tmp_path)
    monkeypatch.setattr(uncovered, "ROOT", tmp_path)
    monkeypatch.setattr(uncovered, "DATA", tmp_path / "data")
    monkeypatch.setattr(rings, "python_rings", lambda **_: [ring, rings.Ring("e2e", ["false"])])
    monkeypatch.setattr(sys, "argv", ["uncovered"])
    with pytest.raises(SystemExit) as ended:
        uncovered.main()
    told = capsys.readouterr().out
    assert ended.value.code is code
    assert "e2e" not in told
    assert [line for line in told.splitlines() if line in GAPS] == (GAPS if code else [])


def test_a_ring_that_does_not_run_the_core_is_not_measured(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["uncovered", "--rings", "e2e"])
    with pytest.raises(SystemExit, match="there is no ring e2e that runs the core; there are doctests, "):
        uncovered.main()
    assert (ROOT / "tests" / "e2e").is_dir()
