"""Run the guards and tests ring by ring, from quick to slow, and sum up.

Every ring runs, also after one has failed, so that one run tells all. ``--only lint`` (or any other names)
runs some of them.
"""

import argparse
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from build_scripts.project import BUILD, NPM_BIN, ROOT, say, stop

SCRIPTS = Path(sys.executable).parent
REPORTS = BUILD / "reports"
TYPINGS = BUILD / "typings" / "node_modules" / ".bin"

# Known folders of tests/ in the order they run; folders not named here come after them.
ORDER = ("guards", "tools", "unit", "rulebook", "protocol", "oracle", "properties", "pyodide", "hosts", "e2e")

# Processor-bound rings, which two processes share. The others start Node or Chromium, which use both cores.
SHARED = {"unit", "rulebook", "protocol", "oracle", "properties"}


@dataclass(frozen=True, slots=True)
class Ring:
    """One command, and how to read from its output how many tests it ran."""

    name: str
    command: list[str]
    count: Callable[[str], int | None] = field(default=lambda _: None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a ring."""

    ring: Ring
    passed: bool
    tests: int | None
    seconds: float

    def line(self) -> str:
        """One line of the summary."""
        verdict = "passed" if self.passed else "FAILED"
        tests = "" if self.tests is None else f"{self.tests} tests"
        return f"  {self.ring.name:<22}{verdict:<9}{tests:>12}{self.seconds:9.1f} s"


def lint_rings() -> list[Ring]:
    """The guards over style, types and layers."""
    return [
        Ring("lint: ruff", [str(SCRIPTS / "ruff"), "check", "--quiet", "."]),
        Ring("lint: ruff format", [str(SCRIPTS / "ruff"), "format", "--quiet", "--check", "--diff", "."]),
        Ring("lint: mypy", [str(SCRIPTS / "mypy"), "--no-error-summary"]),
        Ring("lint: layers", [str(SCRIPTS / "lint-imports"), "--no-cache"]),
        Ring("lint: tsc web", [str(NPM_BIN / "tsc"), "--project", "."]),
        Ring("lint: tsc tests", [str(NPM_BIN / "tsc"), "--project", "tests"]),
        *(
            Ring(f"lint: tsc {double.parent.name}", [str(NPM_BIN / "tsc"), "--project", str(double)])
            for double in sorted((ROOT / "tests" / "hosts").glob("*/double"))
        ),
        Ring("lint: biome", [str(NPM_BIN / "biome"), "check", "--error-on-warnings"]),
    ]


def typing_rings() -> list[Ring]:
    """What the Foundry module takes for granted of the client, beside the community's typings (`make typings`)."""
    return [Ring("typings", [str(TYPINGS / "tsc"), "--project", "tests/hosts/foundry/typings"])]


def javascript_rings() -> list[Ring]:
    """The tests of the JavaScript, on Node."""
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("*.test.js"))
    if not files:
        return []
    return [Ring("javascript", ["node", "--test", "--test-reporter=tap", *files], _count_tap)]


def python_rings() -> list[Ring]:
    """The doctests, then one ring per folder of ``tests`` that has Python tests."""
    folders = {
        path.parent.relative_to(ROOT / "tests").parts[0] for path in (ROOT / "tests").glob("*/**/test_*.py")
    }
    known = [name for name in ORDER if name in folders]
    rings = [_pytest_ring("doctests", ["--doctest-modules", "py_rules", "build_scripts"])]
    for name in [*known, *sorted(folders - set(ORDER))]:
        workers = ["-n", "2"] if name in SHARED else []
        rings.append(_pytest_ring(name, [f"tests/{name}", *workers]))
    return rings


def run(ring: Ring) -> Outcome:
    """Run a ring; show its output only when it fails."""
    began = time.monotonic()
    done = subprocess.run(
        ring.command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    seconds = time.monotonic() - began
    outcome = Outcome(ring, passed=done.returncode == 0, tests=ring.count(done.stdout), seconds=seconds)
    if not outcome.passed:
        print(done.stdout, flush=True)
    print(outcome.line(), flush=True)
    return outcome


def _pytest_ring(name: str, arguments: list[str]) -> Ring:
    report = REPORTS / f"{name}.xml"
    command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *arguments]
    return Ring(name, command, lambda _: _count_junit(report))


def _count_junit(report: Path) -> int | None:
    if not report.is_file():
        return None
    suites = ET.parse(report).getroot().iter("testsuite")  # noqa: S314  # pytest has just written it
    return sum(int(suite.get("tests", "0")) for suite in suites)


def _count_tap(output: str) -> int | None:
    found = re.search(r"^# tests (\d+)$", output, re.MULTILINE)
    return int(found[1]) if found else None


def main() -> None:
    """Run all rings, or those asked for; end with status 1 when one has failed."""
    parser = argparse.ArgumentParser(description="Run the guards and tests.")
    parser.add_argument("--only", nargs="+", metavar="RING", help="rings whose name begins with one of these")
    only = tuple(parser.parse_args().only or ("",))
    rings = [*lint_rings(), *typing_rings(), *javascript_rings(), *python_rings()]
    chosen = [ring for ring in rings if ring.name.startswith(only)]
    missing = sorted({ring.command[0] for ring in chosen if shutil.which(ring.command[0]) is None})
    if missing:
        stop(f"{', '.join(missing)} is missing; run make setup typings")
    say(f"running {len(chosen)} rings of guards and tests")
    REPORTS.mkdir(parents=True, exist_ok=True)
    for old in REPORTS.glob("*.xml"):
        old.unlink()
    began = time.monotonic()
    outcomes = [run(ring) for ring in chosen]
    failed = [outcome.ring.name for outcome in outcomes if not outcome.passed]
    tests = sum(outcome.tests or 0 for outcome in outcomes)
    verdict = f"FAILED: {', '.join(failed)}" if failed else "all passed"
    say(f"{len(outcomes)} rings, {tests} tests, {time.monotonic() - began:.0f} s: {verdict}")
    sys.exit(bool(failed) or not chosen)


if __name__ == "__main__":
    main()
