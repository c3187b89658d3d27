"""One browser for the tests of all hosts: it can be driven by one hand only."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from build_scripts.chromium import find_chromium, launch_arguments


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=launch_arguments())
        yield browser
        browser.close()
