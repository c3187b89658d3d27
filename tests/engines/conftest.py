"""One browser of each engine at a time, for all stories that can be told in it; after one that failed, another."""

import os
from collections.abc import Callable, Iterator

import pytest

from build_scripts.project import BUILD, SITE
from tests.engines.demo import Demo
from tests.engines.driver import DESKTOP, Driver, Window
from tests.engines.engines import DRIVERS, NotTried, open_engine
from tests.engines.stage import Stage, open_stage

PICTURES = BUILD / "failures"


@pytest.fixture(scope="session")
def stage(tmp_path_factory) -> Iterator[Stage]:
    if not (SITE / "index.html").is_file():
        pytest.fail("dist/demo is missing; run make build")
    with open_stage(tmp_path_factory.mktemp("stage")) as stage:
        yield stage


class Engine:
    """A browser that is opened when it is needed, and put away for one with another window or address."""

    def __init__(self, name: str, stage: Stage) -> None:
        self.name = name
        self.stage = stage
        self.demo: Demo | None = None
        self._what: tuple[Window, str] | None = None

    def begin(self, window: Window, address: str) -> Demo:
        """A browser with nothing in its memory that has opened an address of the demo."""
        self.leave()
        driver = self._driver(window)
        self.demo = Demo(driver)
        self._what = (window, address)
        driver.open(address)
        return self.demo

    def _driver(self, window: Window) -> Driver:
        try:
            return open_engine(self.name, window)
        except NotTried as reason:
            # Where everything is to be tried, it is an error that something was not.
            end = pytest.fail if os.environ.get("CI") else pytest.skip
            end(str(reason))

    def get(self, window: Window = DESKTOP) -> Demo:
        """The demo as it is at first, with the dice of a seed."""
        if self.demo and self._what == (window, self.stage.seeded):
            self.demo.reset()
            return self.demo
        demo = self.begin(window, self.stage.seeded)
        demo.wait_until_ready()
        return demo

    def leave(self) -> None:
        """Close the browser, if it is open."""
        demo, self.demo = self.demo, None
        if demo:
            demo.driver.close()


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in DRIVERS],
)
def opened(request, stage) -> Iterator[Engine]:
    """One of the engines."""
    engine = Engine(request.param, stage)
    yield engine
    engine.leave()


@pytest.fixture
def engine(opened, request) -> Iterator[Engine]:
    """One of the engines; what its browser complains about fails the test."""
    failed_before = request.session.testsfailed
    complaints: list[str] = []
    try:
        yield opened
        complaints = opened.demo.driver.complaints() if opened.demo else []
    finally:
        opened.stage.release()
        if complaints or request.session.testsfailed > failed_before:
            _keep_picture(opened, request.node.name)
            opened.leave()
    assert complaints == []


def _keep_picture(opened: Engine, name: str) -> None:
    if opened.demo:
        PICTURES.mkdir(parents=True, exist_ok=True)
        opened.demo.driver.take_picture(PICTURES / f"{name}.png")


@pytest.fixture
def demo(engine) -> Demo:
    """The demo as it is at first, at a desk."""
    return engine.get()


@pytest.fixture
def forgive(engine) -> Callable[[str], None]:
    """Takes from what the browser complained about all that has a text in it."""

    def without(text: str) -> None:
        driver = engine.demo.driver
        driver.told = [one for one in driver.complaints() if text not in one]

    return without


def pytest_terminal_summary(terminalreporter) -> None:
    """Say at the end which engine was not tried."""
    told = {str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", [])}
    for text in sorted(one for one in told if "not tried: " in one):
        terminalreporter.write_line(text.removeprefix("Skipped: "))
