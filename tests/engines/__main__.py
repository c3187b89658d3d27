"""``python -m tests.engines`` measures in each engine how fast the rules start, beside a bare Pyodide in the same run.

From the creation of the worker to the first destinations, on a first visit: a bare ``loadPyodide()`` as npm brings it,
our start from wheels, and our start from the snapshot take turns in a browser that is new each time.
"""

import argparse
import statistics
import tempfile
from pathlib import Path
from typing import Any

from build_scripts.figures import keep
from build_scripts.project import PACKED, say, stop
from build_scripts.serve import make_server, serving
from build_scripts.start_up import MEASURE, RUNTIMES, first_question, make_site
from tests.engines.engines import DRIVERS, NotTried, open_engine

REPEATS = 3


def measure(engine: str, address: str, repeats: int) -> list[dict[str, Any]]:
    """The figures of an engine."""
    found: dict[str, list[float]] = {who: [] for who in RUNTIMES}
    for _ in range(repeats):
        driver = open_engine(engine)
        try:
            driver.open(address)
            for who, runtime in RUNTIMES.items():
                values = [who == "bare-pyodide", runtime, [first_question()]]
                found[who].append(driver.run(MEASURE, values)["millis"])
        finally:
            driver.close()
    return [
        {
            "case": f"ready-{engine}",
            "who": who,
            "median_ms": statistics.median(millis),
            "p99_ms": max(millis),
            "runs": repeats,
        }
        for who, millis in found.items()
    ]


def tried(engine: str, address: str, repeats: int) -> list[dict[str, Any]]:
    """The figures of an engine, printed beside the bare Pyodide's; none where there is no such engine."""
    try:
        figures = measure(engine, address, repeats)
    except NotTried as reason:
        say(str(reason))
        return []
    bare = figures[0]["median_ms"]
    for figure in figures:
        millis = figure["median_ms"]
        print(f"  {engine:<9} {figure['who']:<13} {millis:6.0f} ms, share {millis / bare:.2f}")  # noqa: T201
    return figures


def main() -> None:
    """Measure, print the medians and their shares, and keep them in ``build/bench.json``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=REPEATS)
    repeats = parser.parse_args().repeats
    if not (PACKED / "start.json").is_file():
        stop("build/packed is missing; run make build")
    say(f"measuring {repeats} starts of each kind in each engine")
    with tempfile.TemporaryDirectory() as name:
        make_site(Path(name))
        with serving(make_server(Path(name), warm=True)) as address:
            figures = [figure for engine in DRIVERS for figure in tried(engine, address, repeats)]
    keep(figures)


if __name__ == "__main__":
    main()
