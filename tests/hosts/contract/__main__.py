"""``python -m tests.hosts.contract`` plays all cases and prints what came of them; ``--declared``: what is meant to."""

import argparse
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tests.hosts.contract.cases import Case
from tests.hosts.contract.hosts import HOSTS
from tests.hosts.contract.table import declared, table


class Results:
    """A pytest plugin that remembers what came of each case at each host."""

    def __init__(self) -> None:
        self.seconds: dict[tuple[Case, str], float] = defaultdict(float)
        self.failed: set[tuple[Case, str]] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Function):
        """Remember a report."""
        report = yield
        case = getattr(item.function, "case", None)
        if case:
            key = (case, item.callspec.params["table"])
            self.seconds[key] += report.duration
            if report.failed:
                self.failed.add(key)
        return report

    def told(self, case: Case, host: str) -> str:
        """One cell of the table."""
        key = (case, host)
        if key not in self.seconds:
            return "not played"
        if key in self.failed:
            return "FAILED"
        return f"{'its limit' if case in HOSTS[host].limits else 'holds'}, {self.seconds[key]:.1f} s"


def main() -> None:
    """Print one of the tables; end with status 1 when a case has failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--declared", action="store_true", help="print what is meant to happen, play nothing")
    if parser.parse_args().declared:
        print(declared())  # noqa: T201
        return
    results = Results()
    status = pytest.main(["-q", str(Path(__file__).parent)], plugins=[results])
    hosts = list(HOSTS)
    print(table(hosts, lambda case, number: results.told(case, hosts[number])))  # noqa: T201
    sys.exit(status)


if __name__ == "__main__":
    main()
