"""One browser for the tests of all hosts: it can be driven by one hand only."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from build_scripts.chromium import open_browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser
