"""A browser, the demo as it is served to visitors, and pages: fresh ones, and one that tests share.

Python takes seconds to start in a page. So most tests get the one page of `demo`, put back as it was at first;
those that need an address, a screen or a memory of their own open pages with `open_demo`.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from build_scripts.chromium import open_lasting
from build_scripts.project import BUILD, SITE
from build_scripts.serve import make_server, serving
from tests.e2e.demo import Demo
from tests.warm.pages import WarmPages

PICTURES = BUILD / "failures"
WINDOW = {"width": 1280, "height": 800}

# Tokens that take no time to walk.
CALM = {"reduced_motion": "reduce"}

REPORTS = pytest.StashKey[dict[str, pytest.TestReport]]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item):
    """Keep the reports, so that the page fixture knows whether its test has failed."""
    report = yield
    item.stash.setdefault(REPORTS, {})[report.when] = report
    return report


@pytest.fixture(scope="session")
def serve_folder() -> Iterator[Callable[[Path], str]]:
    """Serves folders on free ports, as `make demo` would; gives the address of each."""
    with ExitStack() as servers:
        yield lambda folder: servers.enter_context(serving(make_server(folder)))


@pytest.fixture(scope="session")
def site_url(serve_folder) -> str:
    """The address of the built demo."""
    if not (SITE / "index.html").is_file():
        pytest.fail("dist/demo is missing; run make build")
    return serve_folder(SITE)


@pytest.fixture
def page(browser, request) -> Iterator[Page]:
    """A page without history; when its test fails, its picture is kept in build/failures."""
    context = browser.new_context(viewport=WINDOW)
    page = context.new_page()
    yield page
    if _has_failed(request):
        _keep_picture(page, request.node.name)
    context.close()


@pytest.fixture(scope="session")
def warm_pages(browser, site_url) -> Iterator[WarmPages]:
    pages = WarmPages(browser, site_url)
    yield pages
    pages.close()


@pytest.fixture
def open_demo(browser, warm_pages, site_url, request) -> Iterator[Callable[..., Demo]]:
    """Opens the demo in a browser without history: `open_demo("?seed=7", viewport=...)`.

    With `clock` its timers can be put forward by `page.clock`; the rules start anew there, and with `storage_state`.
    """
    pages, cold = [], []

    def start(query: str = "", *, clock: bool = False, **options: object) -> Demo:
        options = {"viewport": WINDOW, **CALM, **options}
        is_cold = clock or "storage_state" in options
        if is_cold:
            cold.append(browser.new_context(**options))
            page = cold[-1].new_page()
        else:
            page = warm_pages.take(**options).open()
        pages.append(page)
        if clock:
            page.context.clock.install()
        demo = Demo(page)
        demo.open(site_url + query)
        return demo

    yield start
    for number, page in enumerate(pages, start=1):
        if _has_failed(request):
            _keep_picture(page, f"{request.node.name}-{number}")
    for context in cold:
        context.close()
    warm_pages.clear()


class SharedDemo:
    """The demo in one page for many tests; opened anew after a test that has failed in it."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._demo: Demo | None = None

    def get(self) -> Demo:
        """The demo, as it is at first."""
        is_new = self._demo is None
        demo = self.as_left()
        if not is_new:
            demo.reset()
        return demo

    def as_left(self) -> Demo:
        """The demo, as the last test left it."""
        if self._demo is None:
            context = self._browser.new_context(
                viewport=WINDOW, permissions=["clipboard-read", "clipboard-write"], **CALM
            )
            self._demo = Demo(context.new_page())
            self._demo.open(self._address)
        return self._demo

    def close(self) -> None:
        """Forget the page."""
        if self._demo is not None:
            self._demo.page.context.close()
        self._demo = None


@pytest.fixture(scope="session")
def lasting(browser) -> Iterator[Browser]:
    """A browser for pages that are shared."""
    with open_lasting(browser) as lasting:
        yield lasting


@pytest.fixture(scope="session")
def shared_demo(lasting, site_url) -> Iterator[SharedDemo]:
    shared = SharedDemo(lasting, site_url)
    yield shared
    shared.close()


@pytest.fixture
def demo(shared_demo, request) -> Iterator[Demo]:
    """The demo as it is at first."""
    yield from _watched(shared_demo, shared_demo.get(), request)


@pytest.fixture(scope="session")
def shared_systems(lasting, site_url) -> Iterator[SharedDemo]:
    shared = SharedDemo(lasting, site_url + "?seed=7")
    yield shared
    shared.close()


@pytest.fixture
def systems(shared_systems, request) -> Iterator[Demo]:
    """The demo with whatever system was played last; tests choose or load their own game."""
    yield from _watched(shared_systems, shared_systems.as_left(), request)


def _watched(shared: SharedDemo, demo: Demo, request: pytest.FixtureRequest) -> Iterator[Demo]:
    """What the browser complains about meanwhile fails the test."""
    yield demo
    complaints = list(demo.complaints)
    if complaints or _has_failed(request):
        _keep_picture(demo.page, request.node.name)
        shared.close()
    assert complaints == []


def _has_failed(request: pytest.FixtureRequest) -> bool:
    report = request.node.stash.get(REPORTS, {}).get("call")
    return report is None or report.failed


def _keep_picture(page: Page, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")


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
