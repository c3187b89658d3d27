"""Measure how long answers take in Pyodide: the plan of a long path and the destinations, per game system.

The built wheel runs in Pyodide on Node, on a map of 100x100 cells with 500 walls, ground that is difficult and
other tokens. The scene is sent once, as hosts do it; a new plan is asked for at each change of a path.
"""

import base64
import json
import random
import statistics
from dataclasses import dataclass
from typing import Any

from build_scripts.bytecode import run_node
from build_scripts.figures import keep, kept_in, percentile, rounds
from build_scripts.project import BUILD, ROOT, RUNTIME, say, stop
from py_rules.service import handle

RUNS = 300
SIDE = 100
WALLS = 500
START = (40, 50)
WAYPOINTS = 20
REPORT = BUILD / "reports" / "answers.json"
RUNNER = ROOT / "tests" / "benchmarks" / "answers.js"

# Sheets with which the path can be walked, most of it by a roll; of other systems, that of somebody usual.
SHEETS: dict[str, dict[str, Any]] = {
    "contract": {"dexterity": 4, "brawn": 4, "athletics": 4},
    "sr5": {"agility": 5, "strength": 4, "running": 4},
    "sr3": {"quickness": 12, "athletics": 4},
    "d6": {"move": 10, "running": "5D+1"},
    "styles": {"hooks": 3},
}


@dataclass(frozen=True, slots=True)
class Case:
    """One question to be timed: what it is called, of which system, and how many cells it is about."""

    name: str
    system: str
    text: str
    cells: int


def scene_for(system: dict[str, Any]) -> dict[str, Any]:
    """Return the map, in the system's unit; around the path there is neither wall nor token."""
    rng = random.Random(7)  # noqa: S311 - a map, not a secret
    walls: list[dict[str, Any]] = []
    while len(walls) < WALLS:
        col, row = rng.randrange(SIDE - 8), rng.randrange(SIDE - 8)
        end = [col + rng.randrange(1, 8), row] if rng.random() < 0.5 else [col, row + rng.randrange(1, 8)]
        if not (
            row < START[1] + 4 and end[1] > START[1] - 3 and col < START[0] + 24 and end[0] > START[0] - 3
        ):
            walls.append({"id": f"w{len(walls)}", "a": [col, row], "b": end})
    regions = [
        {"id": f"r{number}", "kind": "difficult", "area": {"rect": [8 * number, 20 + 7 * number, 8, 5]}}
        for number in range(10)
    ]
    tokens = [{"id": "mover", "col": START[0], "row": START[1]}]
    tokens += [{"id": f"t{number}", "col": 4 * number, "row": 5} for number in range(20)]
    grid = {
        "cols": SIDE,
        "rows": SIDE,
        "distance": 5 if system["unit"] == "ft" else 1,
        "units": system["unit"],
    }
    return {"grid": grid, "walls": walls, "regions": regions, "tokens": tokens}


def waypoints() -> list[dict[str, int]]:
    """Return the points of a path that winds to the east, each next to the one before.

    >>> len(waypoints()), waypoints()[0], waypoints()[2]
    (20, {'col': 40, 'row': 50}, {'col': 42, 'row': 50})
    """
    return [{"col": START[0] + step, "row": START[1] + step % 2} for step in range(WAYPOINTS)]


def cases_of(system: dict[str, Any]) -> tuple[str, list[Case]]:
    """Return the question that sends the scene, and those to be timed."""
    asked = {"v": 1, "system": system["id"]}
    mover = {"token": "mover", "character": SHEETS.get(system["id"], {})}
    first = json.dumps({**asked, "op": "destinations", "mover": mover, "scene": scene_for(system)})
    value = json.loads(handle(first))["value"]
    asked["scene"] = {"ref": value["scene_ref"]}
    points = waypoints()
    routes = {
        "plan, path of 20 cells": {"path": points},
        "plan, 20 waypoints": {"to": points[-1], "via": points[1:-1]},
    }
    cases = [
        Case(name, system["id"], _question(asked, "plan", movers=[{**mover, "route": route}]), len(points))
        for name, route in routes.items()
    ]
    text = _question(asked, "destinations", mover=mover)
    return first, [*cases, Case("destinations", system["id"], text, reached(value))]


def _question(asked: dict[str, Any], op: str, **fields: object) -> str:
    return json.dumps({**asked, "op": op, **fields})


def reached(value: dict[str, Any]) -> int:
    """Return how many cells destinations name: those of a layer have a bit in any of its planes.

    >>> reached({"layers": [{"cells": {"planes": ["BQ==", "AQ=="]}}, {"cells": {"planes": ["Ag=="]}}]})
    3
    """
    count = 0
    for layer in value["layers"]:
        cells = 0
        for plane in layer["cells"]["planes"]:
            cells |= int.from_bytes(base64.b64decode(plane), "little")
        count += cells.bit_count()
    return count


def measure(first: list[str], cases: list[Case], runs: int) -> list[list[float]]:
    """Return the times of each case in milliseconds, in Pyodide on Node."""
    asked = {"first": first, "cases": [{"text": case.text, "runs": runs} for case in cases]}
    times: list[list[float]] = json.loads(run_node(RUNNER, str(RUNTIME), told=json.dumps(asked)))
    return times


def main() -> None:
    """Measure, print the table, and keep the figures in ``build/reports``."""
    if not (RUNTIME / "pyodide-lock.json").is_file():
        stop("build/runtime is missing; run make build")
    systems = json.loads(handle('{"v":1,"op":"describe"}'))["value"]["systems"]
    runs = rounds(RUNS)
    say(f"asking {runs} times each in Pyodide on Node, {SIDE}x{SIDE} cells and {WALLS} walls")
    sets = [cases_of(system) for system in systems]
    cases = [case for _, own in sets for case in own]
    figures = []
    for case, times in zip(cases, measure([first for first, _ in sets], cases, runs), strict=True):
        median, most = statistics.median(times), percentile(times, 0.99)
        print(
            f"  {case.system:<9} {case.name:<24} {case.cells:5} cells  median {median:6.2f} ms, p99 {most:6.2f} ms"
        )
        shown = {
            "median_ms": round(median, 3),
            "p99_ms": round(most, 3),
            "cells": case.cells,
            "runs": len(times),
        }
        figures.append({"case": case.name, "who": case.system, **shown})
    keep(figures, kept_in(REPORT))


if __name__ == "__main__":
    main()
