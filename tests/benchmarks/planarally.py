"""Measure on a running PlanarAlly in what share of drags the verdict is there when the token is let go.

Set ``PLANARALLY_URL`` and ``PLANARALLY_DB``; then ``python -m tests.benchmarks.planarally [DRAGS]``.
"""

import os
import sys
import time
from pathlib import Path

from build_scripts.chromium import open_browser
from build_scripts.project import say, stop
from tests.e2e.planarally.room import Room

START = (2, 10)
ENDS = [(4, 10), (2, 12), (3, 9), (20, 10)]


def main() -> None:
    """Drag a token to and fro, near and too far, and print how often its verdict was ready."""
    drags = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    url, database = os.environ.get("PLANARALLY_URL"), os.environ.get("PLANARALLY_DB")
    if not url or not database:
        stop("needs a running PlanarAlly: set PLANARALLY_URL and PLANARALLY_DB (its sqlite file)")
    with open_browser() as browser:
        room = Room(browser, url, Path(database))
        gm = room.gm
        began = time.monotonic()
        gm.upload()
        say(f"ready {time.monotonic() - began:.1f} s after the upload began")
        gm.settle_rules("contract", "block")
        token = gm.add_token(*START)
        gm.drag(token, *START)
        gm.fight(token)
        for drag in range(drags):
            col, row = gm.cell(token)
            end = ENDS[drag % len(ENDS)]
            gm.drag(token, *(START if (round(col), round(row)) == end else end))
            gm.page.wait_for_timeout(150)
            gm.stay()
            gm.next_round()
            gm.page.wait_for_timeout(150)
        verdicts = gm.page.evaluate("footwork.status().verdicts")
        version = gm.page.request.get(f"{url.rstrip('/')}/api/version").text()
        say(
            f"PlanarAlly {version}: of {sum(verdicts.values())} drops {verdicts['ready']} had their verdict ready"
        )
        room.close()


if __name__ == "__main__":
    main()
