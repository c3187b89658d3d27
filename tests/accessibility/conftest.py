"""One browser, and the tables that walks through the surfaces begin at."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from build_scripts.chromium import open_browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser
