"""Measure on a running PlanarAlly how many frames a drag has among 100 tokens and 300 walls, with and without the mod.

Set ``PLANARALLY_URL`` and ``PLANARALLY_DB``; then ``python -m tests.benchmarks.planarally_frames [PAIRS]``. Two
rooms, with the mod and without, are measured one after the other, since frames vary with the machine.
"""

import os
import sqlite3
import statistics
import sys
from contextlib import closing
from pathlib import Path
from uuid import uuid4

from build_scripts.chromium import open_browser
from build_scripts.project import say, stop
from tests.e2e.planarally.room import CELL, Client, Room

START = (2, 11)
TOKENS, WALLS = 100, 300
COLUMNS, ROWS, SPACING = 25, 12, 2
SECONDS = 6
# Beside each other on the map, and out of the way of the one that is dragged.
FIRST_ROW = 16
COUNT = """(seconds) => new Promise((resolve) => {
  let frames = 0;
  const begin = performance.now();
  const count = (now) => {
    frames += 1;
    if (now - begin < seconds * 1000) requestAnimationFrame(count);
    else resolve(frames / seconds);
  };
  requestAnimationFrame(count);
})"""


def _copy(database: sqlite3.Connection, table: str, key: str, value: str, changes: dict[str, object]) -> None:
    """Insert a row like another one, but for some columns."""
    database.row_factory = sqlite3.Row
    row = dict(database.execute(f"select * from {table} where {key} = ?", (value,)).fetchone()) | changes  # noqa: S608
    names = ", ".join(f'"{name}"' for name in row)
    places = ", ".join("?" * len(row))
    database.execute(f"insert into {table} ({names}) values ({places})", tuple(row.values()))  # noqa: S608


def _fill(database_file: Path, token: str) -> None:
    """Put tokens and walls around a token into the room, as the server keeps them."""
    with closing(sqlite3.connect(database_file)) as database:
        for number in range(TOKENS - 1):
            uuid = str(uuid4())
            col, row = number % COLUMNS, number // COLUMNS
            at = {"x": (SPACING * col + 0.5) * CELL, "y": (FIRST_ROW + SPACING * row + 0.5) * CELL}
            _copy(database, "shape", "uuid", token, {"uuid": uuid, "index": 10 + number, **at})
            _copy(database, "circular_token", "shape_id", token, {"shape_id": uuid})
        for number in range(WALLS):
            uuid = str(uuid4())
            col, row = number % COLUMNS, number // COLUMNS
            at = {"x": (SPACING * col + 1.5) * CELL, "y": SPACING * row * CELL}
            wall = {"uuid": uuid, "type_": "line", "movement_obstruction": 1, "index": 200 + number, **at}
            _copy(database, "shape", "uuid", token, wall)
            end = (uuid, at["x"], at["y"] + CELL, 2)
            database.execute("insert into line (shape_id, x2, y2, line_width) values (?, ?, ?, ?)", end)
        database.commit()


def _frames(client: Client, token: int) -> float:
    """Frames a second while a token is dragged to and fro among the others."""
    client.select(token)
    mouse = client.page.mouse
    mouse.move(*client.at(*START, 6))
    mouse.down()
    client.page.evaluate(f"globalThis.frames = ({COUNT})({SECONDS})")
    for step in range(SECONDS * 20):
        mouse.move(*client.at(START[0] + (step % 32) / 8, START[1] + (step % 3) / 8, 6))
        client.page.wait_for_timeout(40)
    frames = float(client.page.evaluate("globalThis.frames"))
    mouse.move(*client.at(*START, 6))
    mouse.up()
    client.page.wait_for_timeout(500)
    return frames


def _seat(room: Room, database: Path, *, has_mod: bool) -> tuple[Client, int]:
    """The DM of a room full of tokens and walls, with the mod or without, and the token to be dragged."""
    gm = room.gm
    if has_mod:
        gm.upload()
        gm.settle_rules("contract")
    token = gm.add_token(*START)
    gm.drag(token, *START)
    gm.fight(token)
    uuid = gm.uuid(token)
    gm.page.wait_for_timeout(1000)
    _fill(database, uuid)
    gm.page.reload()
    gm.page.locator("#layers canvas").first.wait_for(state="attached")
    if has_mod:
        gm.wait_ready()
    gm.page.wait_for_timeout(1500)
    return gm, gm.local(uuid)


def main() -> None:
    """Print the frames of each pair, and the middle of their shares."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    url, database = os.environ.get("PLANARALLY_URL"), os.environ.get("PLANARALLY_DB")
    if not url or not database:
        stop("needs a running PlanarAlly: set PLANARALLY_URL and PLANARALLY_DB (its sqlite file)")
    with open_browser() as browser:
        rooms = [Room(browser, url, Path(database)) for _ in range(2)]
        seats = [_seat(room, Path(database), has_mod=room is rooms[1]) for room in rooms]
        shares = []
        for pair in range(pairs):
            counted = [0.0, 0.0]
            for has_mod in (1, 0) if pair % 2 else (0, 1):
                seats[has_mod][0].page.bring_to_front()
                counted[has_mod] = _frames(*seats[has_mod])
            shares.append(counted[1] / counted[0])
            say(f"without {counted[0]:.1f}, with {counted[1]:.1f} frames a second: {shares[-1]:.2f}")
        say(f"the middle of {pairs} pairs: {statistics.median(shares):.2f}")
        for room in rooms:
            room.close()


if __name__ == "__main__":
    main()
