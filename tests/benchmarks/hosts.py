"""Measure how quick the adapters of PlanarAlly and Owlbear answer the pointer: ``python -m tests.benchmarks.hosts``.

On the doubles of the hosts, in headless Chromium: a map of 100 by 100 squares with 500 walls and 50 tokens. Two tokens
are picked up in turn, once nobody has done anything for a while. Then one is dragged to the next square each time the
plan of the last one is told, 300 times. Times go from the event to the end of the frame that shows the answer.
On Owlbear, what an extension draws goes through messages of the host: a bare one that only writes a label tells what
those take. ``python -m build_scripts.pointer`` measures what a bare page takes whose worker only echoes.
"""

import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

from build_scripts.chromium import open_browser
from build_scripts.crowd import IN_FULL, SIDE, Crowd
from build_scripts.figures import calm_page, is_quick, keep_times, percentile, rounds
from build_scripts.owlbear import FOLDER as OWLBEAR
from build_scripts.project import BUILD, say, stop
from tests.hosts.owlbear import worlds
from tests.hosts.owlbear.client import TOOL
from tests.hosts.owlbear.client import Client as OwlbearClient
from tests.hosts.owlbear.server import Servers
from tests.hosts.planarally.conftest import CELL, Room, block_of_token, serve_table

MOVES, PRESSES = 300, 10
REPORT = BUILD / "reports" / "hosts.json"
WATCHER = Path(__file__).with_suffix(".js")
BARE = Path(__file__).with_name("bare-extension")
WINDOW: ViewportSize = {"width": 1080, "height": 720}
SHEET = {"dexterity": 4, "brawn": 3, "athletics": 2}
# Where the token stands, and what it is dragged over: to and fro beside it, all within its reach.
HOME = (3, 6)
OWN = {"jenny": HOME, "ann": (3, 2)}
# Until whatever is asked ahead is answered, and between two presses.
QUIET_MILLIS, BETWEEN_MILLIS = 4_000, 300
COLUMNS = [*range(5, 11), *range(9, 5, -1)]
BEYOND = 14

LABELS = {
    "reach": "picking up to drawn places",
    "answer": "pointer to what is told at once",
    "plan": "pointer to the told plan",
}
Times = dict[str, list[float]]
Table = Callable[[Browser, Crowd], AbstractContextManager[tuple[Page, float]]]


@contextmanager
def owlbear(browser: Browser, crowd: Crowd, extension: Path = OWLBEAR) -> Iterator[tuple[Page, float]]:
    """The page of a table with an extension, and how many pixels a cell has there."""
    ground = next(one for one in worlds.world()["items"] if one["id"] == "ground")
    size = {"width": SIDE * 100, "height": SIDE * 100}
    walls = [
        worlds.wall(f"wall-{number}", (col, row), (col + 1, row))
        for number, (col, row) in enumerate(crowd.walls)
    ]
    others = [worlds.token(f"Other{n}", *cell) for n, cell in enumerate(crowd.tokens[len(OWN) :])]
    own = [
        worlds.token(name, *place, metadata={"footwork/character": {"contract": SHEET}})
        for name, place in OWN.items()
    ]
    items = [ground | {"image": ground["image"] | size}, *walls, *own, *others]
    with Servers(extension) as servers:
        servers.put(worlds.world(items=items))
        context = browser.new_context(viewport=WINDOW)
        context.add_init_script(path=WATCHER)
        client = OwlbearClient(calm_page(context))
        client.open(servers.table, servers.extension, role="PLAYER")
        client.use(TOOL)
        yield client.page, worlds.CELL
        if client.complaints:
            stop(f"the page had to complain: {client.complaints}")
        context.close()


@contextmanager
def planarally(browser: Browser, crowd: Crowd) -> Iterator[tuple[Page, float]]:
    """The page of a room with the mod, and how many pixels a cell has there."""
    others = {f"other-{number}": cell for number, cell in enumerate(crowd.tokens[len(OWN) :])}
    shapes: list[dict[str, Any]] = [
        {"uuid": name, "name": name, "at": [(col + 0.5) * CELL, (row + 0.5) * CELL]}
        for name, (col, row) in (OWN | others).items()
    ]
    for number, (col, row) in enumerate(crowd.walls):
        line = [[col * CELL, row * CELL], [(col + 1) * CELL, row * CELL]]
        wall = {"type": "line", "layer": "fow", "at": [0, 0], "wall": line}
        shapes.append({"uuid": f"wall-{number}", "name": "wall", **wall})
    numbered = [{"id": number, **shape} for number, shape in enumerate(shapes, start=1)]
    blocks = {f"block shape token {name}": block_of_token(SHEET) for name in OWN}
    fight = {"isActive": True, "round": 1, "members": [*OWN]}
    kept = {"shapes": numbered, "block room fight 1 ": fight, **blocks}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "table"
        folder.mkdir()
        with serve_table(folder) as address:
            context = browser.new_context(viewport=WINDOW)
            context.add_init_script(path=WATCHER)
            room = Room(lambda: calm_page(context), address)
            client = room.sit_down("user=player", kept=kept)
            yield client.page, CELL
            if client.faults:
                stop(f"the page had to complain: {client.faults}")
            context.close()


def measure(page: Page, cell: float) -> Times:
    """Milliseconds of each press and movement, by what was measured."""
    page.wait_for_timeout(QUIET_MILLIS)
    pressed = []
    for place in [*OWN.values()] * rounds(PRESSES):
        pressed.append(_pressed(page, *_pixels(place, cell), cell=cell))
        _put_back(page, *_pixels(place, cell))
    _pressed(page, *_pixels(HOME, cell), cell=cell)
    return {"reach": pressed, **drag(page, cell)}


def measure_bare(page: Page, cell: float) -> Times:
    """Milliseconds of each movement, with the extension that only writes a label."""
    x, y = _pixels(HOME, cell)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + cell, y)
    return drag(page, cell)


def drag(page: Page, cell: float) -> Times:
    """Milliseconds of each movement of a token in the hand, by what was measured."""
    times: Times = {"answer": [], "plan": []}
    x, y = _pixels(HOME, cell)
    for number in range(rounds(MOVES)):
        col, row = COLUMNS[number % len(COLUMNS)], number // len(COLUMNS) % 4 - 2
        page.evaluate("watched.expectWay()")
        page.mouse.move(x + (col - HOME[0]) * cell, y + row * cell)
        for name, millis in page.evaluate("watched.way").items():
            times[name].append(millis)
    return times


def _pixels(place: tuple[int, int], cell: float) -> tuple[float, float]:
    """Where to take hold of a token: one of the hosts takes one at its very middle for a broken one."""
    col, row = place
    return (col + 0.5) * cell + 6, (row + 0.5) * cell + 6


def _pressed(page: Page, x: float, y: float, *, cell: float) -> float:
    """How long it took until the places of a token were drawn that was pressed, from when it is pulled."""
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate("watched.expectReach()")
    page.mouse.move(x + cell, y)
    return float(page.evaluate("watched.reach"))


def _put_back(page: Page, x: float, y: float) -> None:
    page.mouse.move(x, y)
    page.mouse.up()
    page.evaluate("watched.unselect()")
    page.wait_for_timeout(BETWEEN_MILLIS)


TABLES: dict[str, tuple[Table, Callable[[Page, float], Times]]] = {
    "PlanarAlly": (planarally, measure),
    "Owlbear": (owlbear, measure),
    "Owlbear, bare": (partial(owlbear, extension=BARE), measure_bare),
}


def main() -> None:
    """Measure, print, and keep all times in ``build/reports``."""
    say(f"measuring {rounds(MOVES)} movements on doubles, {IN_FULL}")
    found: dict[str, Times] = {}
    crowd = Crowd(BEYOND)
    with open_browser(whole=not is_quick()) as browser:
        for name, (table, measured) in TABLES.items():
            with table(browser, crowd) as (page, cell):
                found[name] = measured(page, cell)
            for what, millis in found[name].items():
                median, most = statistics.median(millis), percentile(millis, 0.99)
                say(f"  {name:<13} {LABELS[what]:<32} median {median:6.1f} ms, p99 {most:6.1f} ms")
    keep_times(found, REPORT)


if __name__ == "__main__":
    main()
