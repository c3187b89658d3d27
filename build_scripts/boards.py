"""Measure how quick the rules are on boards, in a worker of headless Chromium, beside searches of other make.

Everything runs in one worker, one after the other. A question is never equal to the one before, so that nothing
is answered from what was found last; the scene is known, as hosts have sent it before. The answers of the rules
and of the yardstick are compared cell by cell, and a difference ends the measurement with an error. Who takes more
than 10 s is given up; in a quick look (``ROUNDS``) so much less as there are fewer rounds. Some of the boards alone are
measured by ``make bench BOARDS="maze-100 door-1000"``.
"""

import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from build_scripts.board_cases import ASKS, RefusedError, as_json, case_of
from build_scripts.chromium import open_browser
from build_scripts.figures import calm_page, is_quick, keep, kept_in, percentile, rounds
from build_scripts.mirror import write_if_changed
from build_scripts.plot import plot
from build_scripts.programs import output_of
from build_scripts.project import BUILD, NPM_BIN, PACKED, ROOT, say, stop
from build_scripts.serve import make_server, serving

NAMES = ("footwork", "typed-array-js", "pathfinding", "ngraph.path", "easystarjs", "rot-js")
PICTURE = BUILD / "bench.svg"
FILES = ("boards.js", "boards-worker.js")
ROUND_TRIPS = {"whole-100-blocked", "budget60ft-100"}
MOST_FAULTS = 5
RUNS = 100
# WebAssembly is compiled a second time, for speed, once it has run for a while: figures are those after that.
WARM_UP = 600
GIVE_UP_MILLIS = 10_000

OPEN = """async (address) => {
  const { openBoards } = await import("/boards.js");
  window.boards = await openBoards(address);
}"""
MEASURE = "([one, effort]) => window.boards.measure(one, effort)"
ROUND_TRIP = "(one) => window.boards.roundTrips(one)"


def figure_of(case: str, who: str, times: list[float] | None, cells: int) -> dict[str, Any]:
    """Return one row of the report; no times: it was given up.

    >>> figure_of("maze", "footwork", [2.0, 1.0, 3.0], 7)
    {'case': 'maze', 'who': 'footwork', 'median_ms': 2.0, 'p99_ms': 3.0, 'cells': 7, 'runs': 3}
    """
    median = None if times is None else round(statistics.median(times), 3)
    most = None if times is None else round(percentile(times, 0.99), 3)
    runs = 1 if times is None else len(times)
    return {"case": case, "who": who, "median_ms": median, "p99_ms": most, "cells": cells, "runs": runs}


def measure(page: Page, only: set[str]) -> Iterator[dict[str, Any]]:
    """Yield the figures of all cases; say what is left out, and stop at answers that differ."""
    memory, runs = 0, rounds(RUNS)
    effort = {"runs": runs, "warmUp": WARM_UP * runs // RUNS, "giveUpMillis": GIVE_UP_MILLIS * runs / RUNS}
    for ask in ASKS:
        if only and ask.name not in only:
            continue
        try:
            case = as_json(case_of(ask))
        except RefusedError as reason:
            print(f"  {ask.name}: left out; {reason}")
            continue
        found = page.evaluate(MEASURE, [case, effort])
        if found["faults"]:
            more = "\n  ".join(found["faults"][:MOST_FAULTS])
            stop(f"the answers differ in {len(found['faults'])} places:\n  {more}")
        figures = [figure_of(ask.name, row["who"], row["times"], row["cells"]) for row in found["rows"]]
        if ask.name in ROUND_TRIPS:
            times = page.evaluate(ROUND_TRIP, case)
            figures.append(figure_of(f"{ask.name}-round-trip", "footwork", times, figures[0]["cells"]))
        print_rows(figures)
        yield from figures
        memory = max(memory, found["memory"])
    print(f"  memory of the rules in the worker at its end: {memory / 2**20:.0f} MiB")


def print_rows(figures: list[dict[str, Any]]) -> None:
    """Print figures, each with how many times as long as the rules it took."""
    own = figures[0]["median_ms"]
    for figure in figures:
        median = figure["median_ms"]
        told = "      given up" if median is None else f"{median:11.2f} ms"
        most = "" if median is None else f"p99 {figure['p99_ms']:9.2f} ms"
        ratio = "" if median is None or figure is figures[0] else f"{median / own:9.2f} x"
        print(
            f"  {figure['case']:<30} {figure['who']:<15} {told} {most:<18} {figure['cells']:7} cells {ratio}",
            flush=True,
        )


def _make_site(folder: Path) -> None:
    """An empty page, what is measured, and the packages in one file with it."""
    page = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>boards</title>'
    (folder / "index.html").write_text(page, encoding="utf-8")
    shutil.copytree(PACKED, folder / "runtime")
    command = [str(NPM_BIN / "esbuild"), *(str(ROOT / "tests" / "benchmarks" / name) for name in FILES)]
    options = ["--bundle", "--format=esm", "--minify", "--log-level=error", f"--outdir={folder}"]
    output_of([*command, *options], "esbuild could not bundle what is measured", warns=True)


def main() -> None:
    """Measure, print the table, and keep it in ``build/bench.json`` and as a picture."""
    if not (PACKED / "start.json").is_file():
        stop("build/packed is missing; run make build")
    only = set(sys.argv[1:])
    if unknown := only - {ask.name for ask in ASKS}:
        stop(f"there is no board {unknown.pop()}; choose from {', '.join(ask.name for ask in ASKS)}")
    say("measuring boards in a worker of headless Chromium; a package is asked once per cell for whole maps")
    with tempfile.TemporaryDirectory() as folder:
        _make_site(Path(folder))
        with (
            serving(make_server(Path(folder), warm=True)) as address,
            open_browser(whole=not is_quick()) as browser,
        ):
            page = calm_page(browser.new_context())
            page.set_default_timeout(0)
            page.goto(address)
            page.evaluate(OPEN, f"{address}runtime/")
            figures = list(measure(page, only))
    keep(figures)
    picture = kept_in(PICTURE)
    write_if_changed(picture, plot(figures, NAMES).encode())
    say(f"the picture is {picture.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
