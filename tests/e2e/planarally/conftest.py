"""A real PlanarAlly, where there is one: its address in PLANARALLY_URL, its database in PLANARALLY_DB."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from build_scripts.planarally import PAM
from tests.e2e.planarally.room import Room


@pytest.fixture
def make_room(browser: Browser) -> Iterator[Callable[..., Room]]:
    url, database = os.environ.get("PLANARALLY_URL"), os.environ.get("PLANARALLY_DB")
    if not url or not database:
        pytest.skip("needs a running PlanarAlly: set PLANARALLY_URL and PLANARALLY_DB (its sqlite file)")
    if not PAM.is_file():
        pytest.fail("dist/footwork-planarally.pam is missing; run make planarally")
    rooms: list[Room] = []

    def make(*, touch: bool = False) -> Room:
        rooms.append(Room(browser, url, Path(database), touch=touch))
        return rooms[-1]

    yield make
    for room in rooms:
        room.close()
