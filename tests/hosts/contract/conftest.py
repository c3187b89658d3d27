"""One table for each host, at which all cases are played; after a case that failed it is laid anew."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.hosts.contract.driver import Driver
from tests.hosts.contract.hosts import HOSTS


class Table:
    """The table of one host, which is laid when it is needed."""

    def __init__(self, kind: type[Driver], browser: Browser) -> None:
        self._kind = kind
        self._browser = browser
        self._drivers: dict[bool, Driver] = {}

    def get(self, *, is_gm: bool = False) -> Driver:
        """The table with everything as it is at first, at which a player sits or the GM."""
        if is_gm not in self._drivers:
            self._drivers[is_gm] = self._kind(self._browser, is_gm=is_gm)
            self._drivers[is_gm].open()
        self._drivers[is_gm].reset()
        return self._drivers[is_gm]

    def lawless(self) -> Driver:
        """Another table of this host, where the rules do not run."""
        driver = self._kind(self._browser, has_workers=False)
        driver.open()
        return driver

    def leave(self) -> None:
        """Close the table, if it is open."""
        while self._drivers:
            self._drivers.popitem()[1].close()


@pytest.fixture(scope="module", params=HOSTS)
def table(browser, request) -> Iterator[Table]:
    """The table of a host; one at a time is open."""
    table = Table(HOSTS[request.param], browser)
    yield table
    table.leave()


@pytest.fixture(name="host")
def sit_as_player(table, request) -> Iterator[Driver]:
    """A host with the board as it is at first, where a player sits."""
    yield from played(table, request, is_gm=False)


@pytest.fixture(name="gm_host")
def sit_as_gm(table, request) -> Iterator[Driver]:
    """Likewise, where the GM sits."""
    yield from played(table, request, is_gm=True)


def played(table: Table, request: pytest.FixtureRequest, *, is_gm: bool) -> Iterator[Driver]:
    """The table of a host for one test; what its browsers complain about fails the test."""
    failed_before = request.session.testsfailed
    try:
        driver = table.get(is_gm=is_gm)
        yield driver
        complaints = driver.complaints
    except BaseException:
        table.leave()
        raise
    if complaints or request.session.testsfailed > failed_before:
        table.leave()
    assert complaints == []


@pytest.fixture
def lawless(table) -> Iterator[Driver]:
    """The same host at a table of its own, where no worker can be made."""
    driver = table.lawless()
    yield driver
    complaints = driver.complaints
    driver.close()
    assert complaints == []
