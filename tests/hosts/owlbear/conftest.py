"""A table with the built extension, and the page of who sits there."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from build_scripts.owlbear import FOLDER
from tests.hosts.owlbear.client import Client
from tests.hosts.owlbear.server import Servers
from tests.hosts.owlbear.worlds import World, world
from tests.warm.pages import Household, WarmPages

BROWSER: dict[str, Any] = {"viewport": {"width": 1080, "height": 720}}


@pytest.fixture(scope="session")
def extension() -> Path:
    if not (FOLDER / "manifest.json").is_file():
        missing = "dist/owlbear is missing; run make owlbear"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    return FOLDER


@pytest.fixture(scope="session")
def servers(extension) -> Iterator[Servers]:
    with Servers(extension) as servers:
        yield servers


@pytest.fixture(scope="session")
def warm_pages(browser, servers) -> Iterator[WarmPages]:
    pages = WarmPages(browser, servers.extension)
    yield pages
    pages.close()


@pytest.fixture
def sit_down(warm_pages, servers) -> Iterator[Callable[..., Client]]:
    """Opens a page at a table with a scene; complaints and unanswered messages fail the test.

    A script runs in every frame before all others. Where `is_cold`, the rules start anew. Whoever sits `beside`
    another is at the same table. What the browser is may be told, as that of a phone.
    """
    clients: list[Client] = []
    households: dict[Client, Household] = {}

    def start(
        at: World | None = None,
        *,
        script: str = "",
        is_cold: bool = False,
        beside: Client | None = None,
        browser: dict[str, Any] = BROWSER,
        **options: Any,
    ) -> Client:
        servers.put(at or world())
        household = households[beside] if beside else warm_pages.take(**browser)
        client = Client(household.open_cold(script) if is_cold else household.open(script))
        clients.append(client)
        households[client] = household
        client.open(servers.table, servers.extension, **options)
        return client

    yield start
    unanswered = [message for client in clients for message in client.page.evaluate("connection.unhandled")]
    warm_pages.clear()
    assert [text for client in clients for text in client.complaints] == []
    assert unanswered == []


@pytest.fixture
def gm(sit_down) -> Client:
    """The GM's page, with the extension's tool in the hand."""
    client = sit_down()
    client.use("footwork/tool")
    return client
