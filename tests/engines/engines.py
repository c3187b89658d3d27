"""The engines in which the stories are played, and how each is driven here."""

from build_scripts.browsers import KINDS, find
from tests.engines.driver import DESKTOP, Driver, Window
from tests.engines.drivers.firefox import FirefoxDriver
from tests.engines.drivers.playwright import ChromiumDriver, PlaywrightsFirefox, PlaywrightsWebKit
from tests.engines.drivers.webkit import WebKitDriver

# How each is driven: as Playwright builds it, and as others do.
DRIVERS: dict[str, tuple[type[Driver], type[Driver]]] = {
    "chromium": (ChromiumDriver, ChromiumDriver),
    "firefox": (PlaywrightsFirefox, FirefoxDriver),
    "webkit": (PlaywrightsWebKit, WebKitDriver),
}


class NotTried(Exception):  # noqa: N818  # it is none: this machine has no such engine
    """This machine has no such engine; tells how to get it."""


def open_engine(engine: str, window: Window = DESKTOP) -> Driver:
    """A browser with this engine, started."""
    found = find(engine)
    if found is None:
        raise NotTried(f"not tried: {engine}; {KINDS[engine].advice}")
    playwrights, others = DRIVERS[engine]
    driver = (playwrights if found.is_playwrights else others)(found, window)
    try:
        driver.start()
    except BaseException:
        driver.close()
        raise
    return driver
