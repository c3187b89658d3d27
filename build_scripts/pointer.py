"""Measure how quick the demo answers the pointer, and how many bytes a visit takes, in headless Chromium.

After a look at the page, a token is dragged over the demo's scene from where it stands to the next cell each time the
plan of the last one is drawn. Times go from the event to the end of the frame that shows the answer. Where the browser
tells of the hand between two frames, the plan is asked for by then, and can be in the same frame.
Then every game on every scene: where a pressed token can go, label, plan; at last each game's own scene on a crowded
map. ``--only sr5`` or ``--only contract/cave`` measures no others.
"""

import argparse
import shutil
import statistics
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from itertools import cycle, dropwhile, islice
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, Request, ViewportSize

from build_scripts.chromium import open_browser, open_profile
from build_scripts.crowd import IN_FULL
from build_scripts.figures import calm_page, is_quick, keep_times, percentile, rounds
from build_scripts.pointer_scenes import (
    HEAD,
    OWN,
    Waits,
    crowd_scenes,
    measure_scenes,
    press_all,
    wait_until_ready,
)
from build_scripts.pointer_scenes import WATCHER as HAND_WATCHER
from build_scripts.project import BUILD, ROOT, SITE, say, stop
from build_scripts.serve import make_server, serving

MOVES = 300
KEPT_SECONDS = 5
# How long people look at the page before they take a token up.
LOOK_MILLIS = 2000
MOVER = "jenny"
REPORT = BUILD / "reports" / "pointer.json"
# All that a quick look tries.
QUICK_SCENE = "contract/ambush"
WATCHER = "tests/benchmarks/pointer.js"
BARE = "tests/benchmarks/bare-hand.html"
# What watches the demo, and the page beside it that only draws.
WATCHERS = (
    WATCHER,
    HAND_WATCHER,
    BARE,
    *(f"tests/benchmarks/{name}.js" for name in ("bare-hand", "echo-worker", "watching")),
)
WINDOW: ViewportSize = {"width": 1280, "height": 800}

# Around the token, all within its reach: to and fro over these columns, row by row.
COLUMNS = range(1, 12)
ROWS = range(6, 10)

WATCH = """async (address) => {
  const { watchPointer } = await import(address);
  window.watcher = watchPointer();
}"""
EXPECT = "(cell) => window.watcher.expect(cell)"
TIMES = "() => window.watcher.times()"
BARE_TIMES = "() => window.hand.told()"

# What each of the times is, by its name in the watcher.
LABELS = {
    "answer": "pointer to drawn answer of the map",
    "plan": "pointer to drawn plan",
    "handling": "listeners of one event",
}
BARE_LABELS = {
    "answer": "bare page: moved, drawn",
    "plan": "bare page: moved, worker asked, drawn",
    "press": "bare page: pressed, worker asked, drawn",
}


def cells_in_turn() -> Iterator[dict[str, int]]:
    """Cells one after the other, each next to the one before, for ever.

    >>> there = list(islice(cells_in_turn(), 500))
    >>> steps = zip(there, there[1:])
    >>> all(max(abs(a["col"] - b["col"]), abs(a["row"] - b["row"])) == 1 for a, b in steps)
    True
    """
    rows = [
        [{"col": col, "row": row} for col in (COLUMNS if number % 2 == 0 else reversed(COLUMNS))]
        for number, row in enumerate(ROWS)
    ]
    snake = [cell for row in rows for cell in row]
    return cycle([*snake, *reversed(snake[1:-1])])


def open_demo(page: Page, address: str) -> None:
    """Open the demo and wait until it answers."""
    page.goto(address)
    wait_until_ready(page)


def measure_pointer(browser: Browser, address: str) -> dict[str, list[float]]:
    """Milliseconds of each movement, by what was measured; under ``busy`` the main thread's work on all of them."""
    context = browser.new_context(viewport=WINDOW)
    page = calm_page(context)
    open_demo(page, address)
    page.evaluate(WATCH, f"/{WATCHER}")
    page.wait_for_timeout(0 if is_quick() else LOOK_MILLIS)
    point_of = _finder(page)
    # The token in the hand hides where it stood, and its own cell needs no plan.
    standing = _cell_of(page)
    page.mouse.move(*point_of(standing))
    page.mouse.down()
    session = context.new_cdp_session(page)
    session.send("Performance.enable")
    times: dict[str, list[float]] = {name: [] for name in LABELS}
    before = _busy_millis(session)
    # It begins in its own cell, as a hand does.
    way = dropwhile(lambda cell: cell != standing, cells_in_turn())
    for cell in islice((cell for cell in way if cell != standing), rounds(MOVES)):
        page.evaluate(EXPECT, cell)
        page.mouse.move(*point_of(cell))
        for name, millis in page.evaluate(TIMES).items():
            times[name].append(millis)
    times["busy"] = [_busy_millis(session) - before]
    context.close()
    return times


def measure_bare(browser: Browser, address: str) -> dict[str, list[float]]:
    """The same of a page that draws one box by itself, and another once a worker has answered with nothing to do."""
    context = browser.new_context(viewport=WINDOW)
    page = calm_page(context)
    page.goto(f"{address}/{BARE}")
    page.wait_for_function("window.hand")
    times: dict[str, list[float]] = {"answer": [], "plan": [], "press": []}
    for number in range(rounds(MOVES)):
        page.mouse.move(100 + 37 * number % 900, 300 + 37 * (number % 4))
        told = page.evaluate(BARE_TIMES)
        times["answer"].append(told["own"])
        times["plan"].append(told["worker"])
        page.mouse.down()
        times["press"].append(page.evaluate(BARE_TIMES)["worker"])
        page.mouse.up()
    context.close()
    return times


def _cell_of(page: Page) -> dict[str, int]:
    token = page.locator(f"[data-token-id={MOVER}]")
    return {axis: int(token.get_attribute(f"data-{axis}") or "") for axis in ("col", "row")}


def _finder(page: Page) -> Callable[[dict[str, int]], tuple[float, float]]:
    """A function from cells to points of the window."""
    box = page.locator(f"[data-token-id={MOVER}]").bounding_box()
    size = float(page.get_by_test_id("board").get_attribute("data-cell-px") or "nan")
    start = _cell_of(page)
    if box is None:
        stop("the token of the demo is not to be seen; the measurement must be fitted to it")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return lambda cell: (x + (cell["col"] - start["col"]) * size, y + (cell["row"] - start["row"]) * size)


def _busy_millis(session: CDPSession) -> float:
    """How long the main thread has worked so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(1000 * float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


def measure_visits(browser: Browser, address: str) -> dict[str, dict[str, float]]:
    """Requests and transferred bytes of a first visit and of one after it, and how long a first press takes then."""
    with open_profile(browser, WINDOW) as context:
        return {visit: _visited(calm_page(context), address) for visit in ("first visit", "second visit")}


def _visited(page: Page, address: str) -> dict[str, float]:
    finished = _finished_requests(page)
    open_demo(page, address)
    sizes = [request.sizes() for request in finished]
    transferred = sum(size["responseHeadersSize"] + size["responseBodySize"] for size in sizes)
    pressed, *_ = press_all(page)
    # Then the browser keeps what it has compiled.
    page.wait_for_timeout(1000 * KEPT_SECONDS)
    page.close()
    return {"requests": len(sizes), "bytes": transferred, "pressed": pressed}


def _finished_requests(page: Page) -> list[Request]:
    """A list that fills while the page loads, with what its worker loads, too."""
    finished: list[Request] = []

    # Playwright marks the function it is given, which a method of a list does not bear.
    def keep(request: Request) -> None:
        finished.append(request)

    page.on("requestfinished", keep)
    return finished


def print_times(times: dict[str, list[float]], labels: dict[str, str]) -> None:
    """Print how long each thing took."""
    for name, label in labels.items():
        median, most = statistics.median(times[name]), percentile(times[name], 0.99)
        print(f"  {label:<40} median {median:6.1f} ms, p99 {most:6.1f} ms")


def print_table(times: dict[str, list[float]], visits: dict[str, dict[str, float]]) -> None:
    """Print what was measured."""
    print_times(times, LABELS)
    print(f"  {'main thread, all work per movement':<40} mean   {times['busy'][0] / rounds(MOVES):6.1f} ms")
    for visit, counts in visits.items():
        size, pressed = counts["bytes"] / 1000, counts["pressed"]
        print(
            f"  {visit:<40} {size:13,.0f} kB in {counts['requests']} requests, first press {pressed:6.1f} ms"
        )


def print_scenes(measured: Iterable[Waits]) -> dict[str, dict[str, Any]]:
    """Print each game and scene as soon as it is measured; returns all of them by their names."""
    print(HEAD)
    found = {}
    for waits in measured:
        print(waits.line, flush=True)
        found[f"{waits.system}/{waits.scene}"] = asdict(waits)
    return found


def _make_site(folder: Path) -> None:
    """The demo, and beside it what watches it."""
    shutil.copytree(SITE, folder, dirs_exist_ok=True)
    (folder / WATCHER).parent.mkdir(parents=True)
    for watcher in WATCHERS:
        shutil.copy(ROOT / watcher, folder / watcher)


def main() -> None:
    """Measure, print the tables, and keep all times in ``build/reports``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=QUICK_SCENE if is_quick() else "", help="a game, or a game/scene")
    only = parser.parse_args().only
    if not (SITE / "index.html").is_file():
        stop("dist/demo is missing; run make build")
    say(f"measuring {rounds(MOVES)} movements of the pointer and two visits in headless Chromium")
    with tempfile.TemporaryDirectory() as folder:
        _make_site(Path(folder))
        with (
            serving(make_server(Path(folder), warm=True)) as address,
            open_browser(whole=not is_quick()) as browser,
        ):
            visits = measure_visits(browser, address)
            bare = measure_bare(browser, address)
            print_times(bare, BARE_LABELS)
            times = measure_pointer(browser, address)
            print_table(times, visits)
            scenes = print_scenes(measure_scenes(browser, address, only))
            say(f"measuring each game's own scene on a map of {IN_FULL}")
            crowd_scenes(Path(folder) / "scenes")
            crowded = print_scenes(measure_scenes(browser, address, only, scenes=OWN, moves=MOVES))
    keep_times({"bare": bare, "times": times, "visits": visits, "scenes": scenes, "crowded": crowded}, REPORT)


if __name__ == "__main__":
    main()
