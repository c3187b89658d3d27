"""The rings of guards and tests, as they are run."""

import sys

import pytest

from build_scripts import rings


def running(monkeypatch, *asked):
    monkeypatch.setattr(sys, "argv", ["rings", "--only", *asked])
    with pytest.raises(SystemExit) as ended:
        rings.main()
    return ended.value.code


@pytest.fixture(autouse=True)
def reports(tmp_path, monkeypatch):
    monkeypatch.setattr(rings, "REPORTS", tmp_path / "reports")


def test_a_missing_program_is_named_with_what_brings_it(tmp_path, monkeypatch):
    monkeypatch.setattr(rings, "TYPINGS", tmp_path / "nowhere")
    told = running(monkeypatch, "typings")
    assert told == f"footwork: {tmp_path}/nowhere/tsc is missing; run make setup typings"


@pytest.mark.parametrize(("status", "code", "verdict"), [(0, False, "passed"), (3, True, "FAILED")])
def test_a_ring_that_fails_fails_the_run(monkeypatch, capsys, status, code, verdict):
    ring = rings.Ring("lint: own", [sys.executable, "-c", f"print('its output'); raise SystemExit({status})"])
    monkeypatch.setattr(rings, "lint_rings", lambda: [ring])
    assert running(monkeypatch, "lint") is code
    told = capsys.readouterr().out
    assert f"lint: own             {verdict}" in told
    assert ("its output" in told) is code


def test_a_ring_that_hangs_is_ended_and_tells_where_it_was(monkeypatch, capsys):
    hangs = "import time; print('its last words', flush=True); time.sleep(600)"
    monkeypatch.setattr(rings, "lint_rings", lambda: [rings.Ring("lint: own", [sys.executable, "-c", hangs])])
    monkeypatch.setattr(rings, "MOST_SECONDS", 2)
    assert running(monkeypatch, "lint") is True
    told = capsys.readouterr().out
    assert "its last words\n\n    ended: it took more than 2 s\n" in told
    assert "lint: own             FAILED" in told


def test_to_run_no_ring_is_no_success(monkeypatch):
    assert running(monkeypatch, "no such ring") is True


ONCE_BROKEN = """
from pathlib import Path

def test_works_the_second_time():
    seen = Path(__file__).with_name("seen")
    first = not seen.exists()
    seen.touch()
    assert not first, "broken once"

def test_works():
    pass
"""


@pytest.mark.parametrize(("name", "passed"), [("hosts", True), ("unit", False)])
def test_what_fails_in_a_browser_is_tried_again_by_itself_and_told(
    tmp_path, monkeypatch, capsys, name, passed
):
    monkeypatch.setattr(rings, "ROOT", tmp_path)
    rings.REPORTS.mkdir(parents=True)
    (tmp_path / "test_own.py").write_text(ONCE_BROKEN, encoding="utf-8")
    outcome = rings.run(rings._pytest_ring(name, ["test_own.py"]))
    assert outcome.passed is passed
    told = capsys.readouterr().out
    assert "broken once" in told
    assert ("only at a second try: test_own.py::test_works_the_second_time" in told) is passed


NOT_YET = """
import pytest


def test_stories():
    pytest.skip("not yet: chess has no transcript")


def test_else():
    pytest.skip("this is of no interest here")
"""


def test_what_a_game_does_not_have_yet_is_listed(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(rings, "ROOT", tmp_path)
    rings.REPORTS.mkdir(parents=True, exist_ok=True)
    (tmp_path / "test_own.py").write_text(NOT_YET, encoding="utf-8")
    assert rings.run(rings._pytest_ring("unit", ["test_own.py"])).passed
    told = capsys.readouterr().out
    assert "    not yet: chess has no transcript" in told
    assert "of no interest" not in told


def test_of_one_system_only_its_own_tests_run():
    *lint, tests = rings.system_rings("sr5")
    assert [ring.name for ring in lint] == [
        *("lint: ruff", "lint: ruff format", "lint: mypy", "lint: layers"),
        "what is missing",
    ]
    arguments = [word for word in tests.command[3:] if not word.startswith(("tests/", "--junitxml"))]
    place = arguments.index("-n")
    found: set[str] = set()

    class Listener:
        def pytest_collection_finish(self, session):
            found.update(item.nodeid for item in session.items)

    pytest.main(
        [*arguments[:place], "--collect-only", "tests/rulebook", "-p", "no:cacheprovider"],
        plugins=[Listener()],
    )
    assert "[SR5-S01]" in str(found)
    assert not [name for name in found if "SR5" not in name and "sr5" not in name]


@pytest.fixture
def run_beside(monkeypatch):
    """Return how rings were run beside each other, by name: what came before the command, and the processes."""

    def run(*names):
        found = {}

        def note(ring, before=()):
            found[ring.name] = before, ring.processes
            return rings.Outcome(ring, passed=True, report=None, seconds=0)

        monkeypatch.setattr(rings, "run", note)
        made = [rings.Ring(name, ["pytest", "-n", "2"], processes=1 + (name != "guards")) for name in names]
        assert sorted(outcome.ring.name for outcome in rings.run_all(made)) == sorted(names)
        return found

    return run


def test_what_waits_goes_first_and_what_only_reckons_takes_what_is_left(run_beside):
    found = run_beside("e2e", "guards", "unit")
    assert (found["e2e"], found["guards"]) == (((), 2), (rings.YIELDING, 1))
    assert run_beside("guards", "unit") == {"guards": ((), 1), "unit": ((), 2)}
    assert run_beside("guards") == {"guards": ((), 1)}


def test_both_lanes_take_of_what_two_processes_can_share(run_beside):
    found = run_beside("e2e", "guards", "unit", "oracle")
    assert [found[name][1] for name in ("unit", "oracle")] == [1, 1]
    assert [processes for _, processes in run_beside("unit", "oracle", "rulebook").values()] == [1, 1, 2]
    assert rings.Ring("unit", ["pytest", "-n", "2", "--dist", "x"], processes=2).of_one_process.command == [
        "pytest"
    ]


def test_what_yields_runs_at_a_low_priority(capsys):
    own = rings.Ring("lint: own", [sys.executable, "-c", "import os; raise SystemExit(os.nice(0) < 10)"])
    assert rings.run(own, rings.YIELDING).passed
    assert "lint: own" in capsys.readouterr().out


@pytest.fixture
def of_a_run(capsys):
    """Return how a run went whose rings print their names: the order of the names, and what was told of each."""

    def go(*names, broken=()):
        def ring(name):
            status = int(name in broken)
            return rings.Ring(name, [sys.executable, "-c", f"raise SystemExit({status})"])

        outcomes = rings.run_all([ring(name) for name in names])
        told = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
        return [words[0] for words in told if words[0] in names], {
            outcome.ring.name: outcome.lines()[0].split()[1] for outcome in outcomes
        }

    return go


def test_what_tries_the_build_waits_for_it(of_a_run):
    order, told = of_a_run("build", "bundle", "guards", "e2e")
    assert order.index("build") < min(order.index("bundle"), order.index("e2e"))
    assert set(told.values()) == {"passed"}


def test_what_needs_no_build_runs_where_it_fails_and_the_rest_is_told_as_not_run(of_a_run):
    order, told = of_a_run("build", "bundle", "guards", "e2e", broken=["build"])
    assert told == {"build": "FAILED", "bundle": "NOT", "guards": "passed", "e2e": "NOT"}
    assert sorted(order) == ["build", "bundle", "e2e", "guards"]


@pytest.mark.parametrize(("asked", "built"), [("unit", False), ("lint", False), ("hosts", True)])
def test_what_ships_is_made_only_for_rings_that_try_it(asked, built):
    chosen = rings._chosen(rings.parsed(["--only", asked]))
    assert ("build" in [ring.name for ring in chosen]) is built


def test_the_parts_of_a_ring_have_all_of_its_files_once():
    whole = rings.python_rings()
    for name, parts in rings.PARTS.items():
        files = [
            word
            for ring in whole
            if ring.name.startswith(name)
            for word in ring.command
            if word.endswith(".py")
        ]
        found = [
            str(path.relative_to(rings.ROOT)) for path in (rings.ROOT / "tests" / name).rglob("test_*.py")
        ]
        assert sorted(files) == sorted(found)
        assert len([ring for ring in whole if ring.name.startswith(name)]) == parts
