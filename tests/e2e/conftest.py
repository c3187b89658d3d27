"""A browser, the demo as it is served to visitors, and a fresh page for each test."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from build_scripts.chromium import find_chromium, launch_arguments
from build_scripts.project import BUILD, SITE
from build_scripts.serve import address_of, make_server

PICTURES = BUILD / "failures"

REPORTS = pytest.StashKey[dict[str, pytest.TestReport]]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item):
    """Keep the reports, so that the page fixture knows whether its test has failed."""
    report = yield
    item.stash.setdefault(REPORTS, {})[report.when] = report
    return report


@pytest.fixture(scope="session")
def chromium_path() -> str:
    return find_chromium()


@pytest.fixture(scope="session")
def browser(chromium_path) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=launch_arguments())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def serve_folder() -> Iterator[Callable[[Path], str]]:
    """Serves folders on free ports, as `make demo` would; gives the address of each."""
    servers = []

    def start(folder: Path) -> str:
        server = make_server(folder)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return address_of(server)

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def site_url(serve_folder) -> str:
    """The address of the built demo."""
    if not (SITE / "index.html").is_file():
        pytest.fail("dist/demo is missing; run make build")
    return serve_folder(SITE)


@pytest.fixture
def page(browser, request) -> Iterator[Page]:
    """A page without history; when its test fails, its picture is kept in build/failures."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    yield page
    report = request.node.stash.get(REPORTS, {}).get("call")
    if report is not None and report.failed:
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{request.node.name}.png")
    context.close()


@pytest.fixture
def addresses(page) -> list[str]:
    """The addresses of all requests that the page and its workers make."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url))
    return found


@pytest.fixture
def complaints(page) -> list[str]:
    """What the browser has to complain about: errors, and whatever the content security policy forbids."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    return found
