"""``python -m tests.oracle.faults.inside MOST WORD FILE ...``: ask tests with growing rounds until one fails.

For ``python -m tests.oracle.faults``, which asks it in a copy of the tree. ``WORD``: only tests with it in their names.
The last line tells the test that failed, how many rounds there were, and how many worlds its batches had tried by
then; nothing: none failed.
"""

import contextlib
import io
import pickle
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.oracle import naive, rounds

STEPS = (6, 12, 25, 50, 100, 200)
HERE = Path(__file__).parents[1]
ANSWERS = HERE.parents[2] / "answers"
"""Beside the copies: what the plain search has said of worlds, since no fault changes it and it takes longest."""


class Answer:
    """What the plain search says of one world, worked out when it is first asked for."""

    def __init__(self, oracle, name):
        self.path = ANSWERS / f"{name.translate(str.maketrans('/:[] ', '_____'))}.pickle"
        if not self.path.exists():
            found = oracle.plainly()
            part = self.path.with_suffix(f".{id(self)}")
            part.write_bytes(pickle.dumps((found.labels(), found.cut)))
            part.rename(self.path)
        self.found, self.cut = pickle.loads(self.path.read_bytes())  # noqa: S301 - written right above

    def labels(self):
        return self.found


class Watch:
    """Counts the worlds of each test, over all its batches, and notes the first that fails."""

    def __init__(self):
        self.worlds, self.failed, self.now, self.before = Counter(), "", "", 0

    def answer(self, oracle):
        world = rounds.TRIED["worlds"] - self.before
        return Answer(oracle, f"{self.now} {world} {float(oracle.budget.floor)}")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        name, self.now = item.nodeid.partition("[")[0], item.nodeid
        self.before = rounds.TRIED["worlds"]
        try:
            return (yield)
        except BaseException:
            self.failed = self.failed or name
            raise
        finally:
            self.worlds[name] += rounds.TRIED["worlds"] - self.before


def found_in(tests, word, number):
    """Return which test fails first within a number of rounds, and how many worlds it has tried; none: none fails."""
    rounds.ROUNDS, watch = number, Watch()

    def answered(oracle):
        return watch.answer(oracle)

    naive.Oracle.run = answered
    files = [str(HERE / f"test_{name}.py") for name in tests]
    with contextlib.redirect_stdout(io.StringIO()):
        asked = ["-x", "-q", "-p", "no:cacheprovider", "--tb=no", "-k", word, *files]
        code = pytest.main(asked, plugins=[watch])
    if code in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        return None
    return (watch.failed, watch.worlds[watch.failed]) if watch.failed else ("(collecting the tests)", 0)


def main(most, word, *tests):
    """Ask with growing rounds, up to a number of them."""
    ANSWERS.mkdir(exist_ok=True)
    naive.Oracle.plainly = naive.Oracle.run
    for number in (step for step in STEPS if step <= most):
        found = found_in(tests, word, number)
        if found is not None:
            sys.stdout.write(f"{found[0]} {number} {found[1]}\n")
            return


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
