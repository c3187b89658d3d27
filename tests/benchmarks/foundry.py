"""Measure how quick the Foundry module answers the pointer: ``python -m tests.benchmarks.foundry``.

On the double of the client, in headless Chromium: a scene of 100 by 100 squares with 500 walls and 50 tokens. A token
is dragged to the next square each time the plan of the last one is drawn; then the same without the module, which is
what the double itself takes. Before that, two tokens are pressed in turn, at once and after the pointer has rested on
them. Times go from the event to the end of the frame that shows the answer.
"""

import statistics
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from build_scripts.chromium import open_browser
from build_scripts.crowd import IN_FULL, SIDE, Crowd
from build_scripts.figures import calm_page, is_quick, keep_times, percentile, rounds
from build_scripts.foundry import FOLDER
from build_scripts.project import BUILD, say, stop
from build_scripts.serve import serving
from tests.hosts.foundry.client import Client
from tests.hosts.foundry.server import Table, make_table_server
from tests.hosts.foundry.worlds import CHARACTERS, SIZE, token, world

MOVES = 300
REPORT = BUILD / "reports" / "foundry.json"
WATCHER = Path(__file__).with_suffix(".js")
WINDOW = {"width": 1150, "height": 800}
# What the token goes over to and fro, below where it stands; walls and others stay away, so that ways lead on.
COLUMNS, ROWS = range(2, 22), range(3, 15)
# By where they stand.
OWN = {"jenny": 2, "ann": 0}

LABELS = {
    "answer": "pointer to drawn answer of the map",
    "plan": "pointer to drawn plan",
    "handling": "listeners of one event",
    "at_once": "press to drawn places, at once",
    "rested": "press to drawn places, after a rest",
}
PRESSES = 20
# From when the pointer is over a token until it is pressed; people take longer.
REST_SECONDS = 0.4


def crowded_world() -> dict[str, Any]:
    """A large map, the same each time."""
    crowd = Crowd(COLUMNS.stop + 2)
    made = world()
    scene = made["scene"]
    scene |= {"width": SIDE * SIZE, "height": SIDE * SIZE, "regions": [], "walls": []}
    for number, (col, row) in enumerate(crowd.walls):
        ends = [col * SIZE, row * SIZE, (col + 1) * SIZE, row * SIZE]
        scene["walls"].append({"id": f"wall-{number}", "c": ends, "move": 20, "door": 0, "ds": 0})
    flags = {"footwork": {"character": {"contract": CHARACTERS["contract"]}}}
    others = [token(f"other-{n}", *cell) for n, cell in enumerate(crowd.tokens[len(OWN) :])]
    own = [token(name, col, 2, flags=flags) for name, col in OWN.items()]
    made["tokens"] = {one["_id"]: one for one in [*own, *others]}
    return made


def measure(browser: Browser, *, with_module: bool) -> dict[str, list[float]]:
    """Milliseconds of each movement, by what was measured."""
    table = Table(FOLDER)
    table.put(crowded_world() if with_module else {**crowded_world(), "withoutModule": ["gm"]})
    with serving(make_table_server(table)) as address:
        return _measured_at(browser, table, address, with_module=with_module)


def _measured_at(
    browser: Browser, table: Table, address: str, *, with_module: bool
) -> dict[str, list[float]]:
    context = browser.new_context(viewport=WINDOW)
    context.add_init_script(path=WATCHER)
    client = Client(calm_page(context), table)
    client.open(address, ready=with_module)
    client.page.evaluate("(waits) => { watched.waitsForPlan = waits; listenLast(); }", with_module)
    times: dict[str, list[float]] = {name: [] for name in LABELS}
    for name, rest in {"at_once": 0, "rested": REST_SECONDS}.items() if with_module else ():
        # Each press asks anew, since it is of another token than the one before.
        for token_name in [*OWN] * rounds(PRESSES):
            times[name].append(_pressed(client, token_name, rest))
    client.pick_up("jenny", 1)
    for number in range(rounds(MOVES)):
        turn, along = divmod(number, len(COLUMNS))
        row, col = ROWS[turn % len(ROWS)], COLUMNS[along if turn % 2 == 0 else -1 - along]
        client.page.evaluate("(square) => { watched.square = square; }", f"{col} {row}")
        client.page.mouse.move((col + 0.5) * SIZE, (row + 0.5) * SIZE)
        for name, millis in client.page.evaluate("watched.times").items():
            times[name].append(millis)
    if client.complaints:
        stop(f"the page had to complain: {client.complaints}")
    context.close()
    return times


def _pressed(client: Client, name: str, rest: float) -> float:
    """How long it took until the places of a token that is pressed were drawn."""
    client.page.mouse.move((OWN[name] + 0.5) * SIZE, 2.5 * SIZE)
    time.sleep(rest)
    client.page.evaluate("expectReach()")
    client.page.mouse.down()
    client.page.mouse.up()
    return float(client.page.evaluate("watched.reach"))


def print_table(module: dict[str, list[float]], bare: dict[str, list[float]]) -> None:
    """Print what was measured."""
    for name, label in LABELS.items():
        median, most = statistics.median(module[name]), percentile(module[name], 0.99)
        say(f"  {label:<44} median {median:6.1f} ms, p99 {most:6.1f} ms")
    median, most = statistics.median(bare["handling"]), percentile(bare["handling"], 0.99)
    say(f"  {'the same listeners without the module':<44} median {median:6.1f} ms, p99 {most:6.1f} ms")


def main() -> None:
    """Measure, print the table, and keep all times in ``build/reports``."""
    if not (FOLDER / "module.json").is_file():
        stop("dist/foundry is missing; run make foundry")
    say(f"measuring {rounds(MOVES)} movements on the double of Foundry, {IN_FULL}")
    with open_browser(whole=not is_quick()) as browser:
        module, bare = measure(browser, with_module=True), measure(browser, with_module=False)
    print_table(module, bare)
    keep_times({"module": module, "bare": bare}, REPORT)


if __name__ == "__main__":
    main()
