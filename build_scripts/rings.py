"""Run the guards and tests ring by ring, and sum up.

Every ring runs, also after one has failed, so that one run tells all. ``--only lint`` (or any other names)
runs some of them; ``--check`` those that one runs while working, and ``--check --system sr5`` what is about one game.
"""

import argparse
import re
import shutil
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, Queue

from build_scripts.project import BUILD, NPM_BIN, ROOT, say, stop

SCRIPTS = Path(sys.executable).parent
REPORTS = BUILD / "reports"
TYPINGS = BUILD / "typings" / "node_modules" / ".bin"
SYSTEMS = ROOT / "py_rules" / "systems"

# Known folders of tests/ in the order they run; folders not named here come after them.
ORDER = (
    *("bundle", "guards", "tools", "stories", "unit", "rulebook", "command_line"),
    *("properties", "oracle", "fuzz", "pyodide"),
    *("hosts", "e2e", "engines", "accessibility", "commands"),
)

# Rings of one process; two processes share each of the others.
ALONE = {"bundle", "guards", "tools", "stories"}

# Rings that try what `make bundle` makes: they wait for it, and do not run when it fails.
BUILT = {"bundle", "pyodide", "hosts", "e2e", "engines", "accessibility", "commands"}
BUILD_RING = "build"

# Rings so long that each is run in parts, every so-many-th file in one.
PARTS = {"oracle": 4, "unit": 3}

# Rings that wait for drawings and answers, and for as long as a person would: they go first at every moment, and
# what only reckons takes what they leave.
WAITING = {BUILD_RING, "hosts", "e2e", "engines", "accessibility", "commands"}
YIELDING = ("nice", "-n", "10")

# Of those that two processes can share, the longest first.
LONGEST = ("oracle", "pyodide", "fuzz", "unit", "properties", "rulebook")

# Rings whose tests are dealt out by group: one process drives a browser engine, and plays a host.
GROUPED = {"engines", "hosts"}

# What one runs while working, and what of it is about one game.
CHECK = ("lint", "javascript", "doctests", "guards", "stories", "unit", "rulebook")
CHECK_SYSTEM = (
    "lint: ruff",
    "lint: mypy",
    "lint: layers",
    "guards",
    "stories",
    "unit",
    "rulebook",
)

# Rings that drive browsers: what fails there is tried once more by itself, and the report
# says so. What fails now and then has a cause all the same, to be found and mended.
TRIED_AGAIN = {"hosts", "e2e", "engines", "accessibility"}
MOST_TRIED_AGAIN = 3

# A ring that takes longer hangs, also on a slow machine: it is ended, and says where it was.
MOST_SECONDS = 2400

# A ring that takes longer says which of its tests do.
SLOW_SECONDS = 60
SLOWEST = 10


@dataclass(frozen=True, slots=True)
class Report:
    """What a ring's tests came to."""

    tests: int
    skipped: int = 0
    slowest: tuple[tuple[float, str], ...] = ()
    not_tried: tuple[str, ...] = ()
    """What this machine lacks, and how to get it; and what a game does not have yet, and how to write it."""
    failed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ring:
    """One command, how many processes it keeps busy, and how to read what its tests came to."""

    name: str
    command: list[str]
    read: Callable[[str], Report | None] = field(default=lambda _: None)
    processes: int = 1

    @property
    def of_one_process(self) -> "Ring":
        """The ring with one process, beside another ring."""
        at = self.command.index("-n") if "-n" in self.command else len(self.command)
        return replace(self, command=self.command[:at], processes=1)

    @property
    def waits(self) -> bool:
        """Whether it waits now and then, and leaves the processor to others."""
        return self.name in WAITING

    @property
    def needs_build(self) -> bool:
        """Whether it tries what the build makes."""
        return self.name in BUILT


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a ring."""

    ring: Ring
    passed: bool
    report: Report | None
    seconds: float
    ran: bool = True

    def lines(self) -> list[str]:
        """A line of the summary; of a slow ring, its slowest tests too."""
        verdict = "passed" if self.passed else "FAILED" if self.ran else "NOT RUN"
        report = self.report or Report(0)
        tests = f"{report.tests} tests" if self.report else ""
        skipped = f"  {report.skipped} skipped" if report.skipped else ""
        line = f"  {self.ring.name:<22}{verdict:<9}{tests:>12}{self.seconds:9.1f} s{skipped}"
        slowest = report.slowest if self.seconds > SLOW_SECONDS else ()
        return [
            line,
            *(f"    {seconds:8.1f} s  {name}" for seconds, name in slowest),
            *(f"    {reason}" for reason in report.not_tried),
        ]


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


def build_rings() -> list[Ring]:
    """What makes all that ships, for the rings that try it."""
    return [Ring(BUILD_RING, ["make", "--no-print-directory", "bundle"])]


def typing_rings() -> list[Ring]:
    """What the Foundry module takes for granted of the client, beside the community's typings (`make typings`)."""
    return [Ring("typings", [str(TYPINGS / "tsc"), "--project", "tests/hosts/foundry/typings"])]


def javascript_rings() -> list[Ring]:
    """The tests of the JavaScript, on Node."""
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("*.test.js"))
    if not files:
        return []
    return [Ring("javascript", ["node", "--test", "--test-reporter=tap", *files], _read_tap)]


def python_rings(*, in_parts: bool = True) -> list[Ring]:
    """The doctests, then one ring per folder of ``tests`` that has Python tests."""
    folders = {
        path.parent.relative_to(ROOT / "tests").parts[0] for path in (ROOT / "tests").glob("*/**/test_*.py")
    }
    known = [name for name in ORDER if name in folders]
    return [
        _pytest_ring("doctests", ["--doctest-modules", "py_rules", "build_scripts"]),
        *(
            ring
            for name in [*known, *sorted(folders - set(ORDER))]
            for ring in _folder_rings(name, in_parts=in_parts)
        ),
    ]


def _folder_rings(name: str, *, in_parts: bool) -> list[Ring]:
    """The ring of a folder of tests, or its parts."""
    if name not in PARTS or not in_parts:
        return [_pytest_ring(name, [f"tests/{name}"], 1 if name in ALONE else 2)]
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / name).rglob("test_*.py"))
    parts = PARTS[name]
    return [_pytest_ring(f"{name} {part + 1} of {parts}", files[part::parts], 2) for part in range(parts)]


def system_rings(system: str) -> list[Ring]:
    """What of the check is about one game: style and types of all, and its tests in one run."""
    lint = [ring for ring in lint_rings() if ring.name.startswith(CHECK_SYSTEM)]
    folders = [f"tests/{name}" for name in ORDER if name in CHECK_SYSTEM]
    whole = Ring("what is missing", [sys.executable, "-m", "py_rules.check", system])
    return [*lint, whole, _pytest_ring(system, [*folders, f"--system={system}"], 2)]


def run(ring: Ring, before: tuple[str, ...] = ()) -> Outcome:
    """Run a ring; show its output only when it fails. `before` comes before its command."""
    began = time.monotonic()
    try:
        done = subprocess.run(
            [*before, *ring.command],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=MOST_SECONDS,
        )
        status, output = done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as hung:
        status, output = 1, (hung.stdout or b"").decode(errors="replace")
        output += f"\n    ended: it took more than {MOST_SECONDS} s"
    seconds = time.monotonic() - began
    outcome = Outcome(ring, passed=status == 0, report=ring.read(output), seconds=seconds)
    told = [] if outcome.passed else [output]
    if not outcome.passed and _passes_alone(outcome):
        outcome = replace(outcome, passed=True)
        told += [f"    only at a second try: {name}" for name in (outcome.report or Report(0)).failed]
    print("\n".join([*told, *outcome.lines()]), flush=True)
    return outcome


def _passes_alone(outcome: Outcome) -> bool:
    """Try the few tests once more that have failed in a browser."""
    failed = (outcome.report or Report(0)).failed
    if outcome.ring.name not in TRIED_AGAIN or not 0 < len(failed) <= MOST_TRIED_AGAIN:
        return False
    command = [sys.executable, "-m", "pytest", "-q", *failed]
    return (
        subprocess.run(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, check=False
        ).returncode
        == 0
    )


def run_all(rings: list[Ring]) -> list[Outcome]:
    """Run rings in two lanes, each ring after the one before it.

    One lane has the build and the rings that wait; the other, which uses what these leave, those of one process: first
    those that do without the build. Who is at the end of a lane takes of those that two processes can share, the
    longest first: as one of two lanes with one process, so that both have work to the last.
    """
    waiting = [ring for ring in rings if ring.waits]
    others = [ring for ring in rings if not ring.waits]
    alone = sorted((ring for ring in others if ring.processes == 1), key=lambda ring: ring.needs_build)
    common = Queue[Ring]()
    for ring in sorted((ring for ring in others if ring.processes > 1), key=_longest_first):
        common.put(ring)
    lanes = [waiting, alone] if waiting else [alone[::2], alone[1::2]]
    before = YIELDING if waiting else ()
    build = _Build(to_come=any(ring.name == BUILD_RING for ring in rings))

    def run_one(ring: Ring, lane: list[Ring]) -> Outcome:
        if ring.needs_build and not build.ended_well():
            return _not_run(ring)
        outcome = run(ring, before if lane is alone else ())
        if ring.name == BUILD_RING:
            build.end(outcome)
        return outcome

    def in_turn(lane: list[Ring]) -> list[Outcome]:
        done = [run_one(ring, lane) for ring in lane]
        with suppress(Empty):
            while True:
                ring = common.get_nowait()
                # Where nothing waits, the last of them leaves the other lane without work.
                ring = ring if common.empty() and not waiting else ring.of_one_process
                done.append(run_one(ring, lane))
        return done

    with ThreadPoolExecutor(max_workers=2) as pool:
        return [outcome for lane in pool.map(in_turn, lanes) for outcome in lane]


class _Build:
    """Whether what ships is made; who needs it waits until this is known."""

    def __init__(self, *, to_come: bool) -> None:
        self._ended = threading.Event()
        self._passed = True
        if not to_come:
            self._ended.set()

    def end(self, outcome: Outcome) -> None:
        self._passed = outcome.passed
        self._ended.set()

    def ended_well(self) -> bool:
        self._ended.wait()
        return self._passed


def _not_run(ring: Ring) -> Outcome:
    reason = f"not tried: what ships was not made; mend the ring {BUILD_RING} first"
    outcome = Outcome(ring, passed=False, report=Report(0, not_tried=(reason,)), seconds=0, ran=False)
    print("\n".join(outcome.lines()), flush=True)
    return outcome


def _longest_first(ring: Ring) -> int:
    """Return the place of a ring among those that both lanes take of; those not named come first."""
    name = ring.name.split()[0]
    return LONGEST.index(name) if name in LONGEST else -1


def _pytest_ring(name: str, arguments: list[str], processes: int = 1) -> Ring:
    report = REPORTS / f"{name.replace(' ', '-')}.xml"
    dealt = "loadgroup" if name in GROUPED else "worksteal"
    shared = ["-n", str(processes), "--dist", dealt] if processes > 1 else []
    command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *arguments, *shared]
    return Ring(name, command, lambda output: _read_junit(report, output), processes)


def _read_junit(report: Path, output: str) -> Report | None:
    if not report.is_file():
        return None
    not_tried = tuple(dict.fromkeys(re.findall(r"^not tried: .+", output, re.MULTILINE)))
    root = ET.parse(report).getroot()  # noqa: S314  # pytest has just written it
    told = (skipped.get("message", "") for skipped in root.iter("skipped"))
    not_tried += tuple(dict.fromkeys(message for message in told if message.startswith("not yet: ")))
    tests, skipped = (
        sum(int(suite.get(kind, "0")) for suite in root.iter("testsuite")) for kind in ("tests", "skipped")
    )
    times = [(float(case.get("time", "0")), _name(case)) for case in root.iter("testcase")]
    failed = tuple(
        _name(case)
        for case in root.iter("testcase")
        if case.find("failure") is not None or case.find("error") is not None
    )
    return Report(tests, skipped, tuple(sorted(times, reverse=True)[:SLOWEST]), not_tried, failed)


def _name(case: ET.Element) -> str:
    """A test's file and name, as pytest takes them on its command line.

    >>> _name(ET.Element("testcase", classname="tests.unit.values.test_dice", name="test_odds[3]"))
    'tests/unit/values/test_dice.py::test_odds[3]'
    """
    return f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}"


def _read_tap(output: str) -> Report | None:
    found = re.search(r"^# tests (\d+)$", output, re.MULTILINE)
    return Report(int(found[1])) if found else None


def _chosen(asked: argparse.Namespace) -> list[Ring]:
    if asked.system and asked.check:
        known = sorted(path.stem for path in SYSTEMS.iterdir() if not path.name.startswith("_"))
        if asked.system not in known:
            stop(f"SYSTEM={asked.system} is no game system; name one of {', '.join(known)}")
        return system_rings(asked.system)
    rings = [*lint_rings(), *typing_rings(), *javascript_rings(), *python_rings()]
    only = tuple(asked.only or ("",))
    usual = CHECK if asked.check else ("",)
    chosen = [ring for ring in rings if ring.name.startswith(only) and ring.name.startswith(usual)]
    return [*(build_rings() if any(ring.needs_build for ring in chosen) else []), *chosen]


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """What was asked for, on the command line unless given."""
    parser = argparse.ArgumentParser(description="Run the guards and tests.")
    parser.add_argument("--only", nargs="+", metavar="RING", help="rings whose name begins with one of these")
    parser.add_argument("--check", action="store_true", help="what one runs while working")
    parser.add_argument("--system", metavar="SYSTEM", help="with --check: what is about one game system")
    return parser.parse_args(arguments)


def main() -> None:
    """Run all rings, or those asked for; end with status 1 when one has failed."""
    chosen = _chosen(parsed())
    missing = sorted({ring.command[0] for ring in chosen if shutil.which(ring.command[0]) is None})
    if missing:
        stop(f"{', '.join(missing)} is missing; run make setup typings")
    say(f"running {len(chosen)} rings of guards and tests")
    REPORTS.mkdir(parents=True, exist_ok=True)
    for old in REPORTS.glob("*.xml"):
        old.unlink()
    began = time.monotonic()
    outcomes = run_all(chosen)
    failed = [outcome.ring.name for outcome in outcomes if not outcome.passed]
    tests = sum(outcome.report.tests for outcome in outcomes if outcome.report)
    verdict = f"FAILED: {', '.join(failed)}" if failed else "all passed"
    say(f"{len(outcomes)} rings, {tests} tests, {time.monotonic() - began:.0f} s: {verdict}")
    sys.exit(bool(failed) or not chosen)


if __name__ == "__main__":
    main()
