"""Settings for all Python tests."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# The same examples on each run, so that a failure can be seen again; soaking looks for new ones.
settings.register_profile(
    "steady",
    max_examples=16,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile(
    "soak",
    max_examples=2_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So it is for what a shell runs in the background; programs that tests interrupt would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for all tests of a process: its driver can be started only once there.

    Rings without a browser do not wait until the driver is imported.
    """
    with import_module("build_scripts.chromium").open_browser(whole=False) as browser:
        yield browser


# A browser that does not answer when its pages are closed would keep a whole run from ending.
FAREWELL_SECONDS = 60


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Ends browsers that hang when all is put away after the last test of a process."""
    if nextitem is not None:
        yield
        return
    watch = threading.Timer(FAREWELL_SECONDS, end_browsers)
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


def end_browsers() -> None:
    """End all browsers that this process has started, and those that they have."""
    found = [os.getpid()]
    for process in found:  # grows meanwhile: who is ended first leaves its children to nobody
        for task in Path(f"/proc/{process}/task").glob("*/children"):
            found += [int(child) for child in task.read_text().split()]
    for process in found[1:]:
        with suppress(FileNotFoundError, ProcessLookupError):  # it ended by itself
            if b"chrom" in Path(f"/proc/{process}/cmdline").read_bytes():
                os.kill(process, signal.SIGKILL)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--system`: only the tests that are about one game system."""
    parser.addoption("--system", help="run only the tests that have this game system as a parameter")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is not about the system that was asked for."""
    system = config.getoption("--system")
    if not system:
        return
    about = [item for item in items if system in systems_of(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in about])
    items[:] = about


def systems_of(item: pytest.Item) -> set[object]:
    """What may name a system among the parameters of a test: an id, something that has one, or a file."""
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    names = {getattr(value, name, None) for value in values for name in ("id", "stem")}
    return names | {value for value in values if isinstance(value, str)}
