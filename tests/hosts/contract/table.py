"""The contract as a table: one row for each case, one column for each host."""

from collections.abc import Callable

from tests.hosts.contract.cases import Case
from tests.hosts.contract.driver import Driver
from tests.hosts.contract.hosts import HOSTS


def table(titles: list[str], cell: Callable[[Case, int], str]) -> str:
    """A table in Markdown, whose cells are found by case and number of the column."""
    head = ["Case", *titles]
    rows = [[case.title, *(cell(case, number) for number in range(len(titles)))] for case in Case]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows])


def declared() -> str:
    """What is meant to happen at each host."""
    # Generations of one host have one column.
    kinds: dict[str, type[Driver]] = {host.title: host for host in HOSTS.values()}
    hosts = list(kinds.values())

    def cell(case: Case, number: int) -> str:
        return case.wanted if number == 0 else hosts[number - 1].limits.get(case, "yes")

    return table(["Wanted", *kinds], cell)
