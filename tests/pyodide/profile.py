"""Find out which functions of WebAssembly the rules run, and keep that for the build (``make profile``).

The cases of the rulebook, the protocol's vectors, large boards, the demo's scenes and changed requests are answered by
modules that mark what runs.
``QUESTIONS`` in the environment lessens them, for a try.
"""

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from build_scripts.board_cases import ASKS, case_of
from build_scripts.bytecode import files_of, run_node
from build_scripts.project import ROOT, RUNTIME, read_pins, say, stop
from build_scripts.splitting import PROGRAM, write_profile
from build_scripts.vendor import pyodide_files, wheel_of
from build_scripts.webassembly import exported, exporting, functions_in, marking
from py_rules.service import Service
from py_rules.systems import discover
from tests.fuzz import corpus
from tests.fuzz.changes import changed, words_of
from tests.oracle.tables import seeded
from tests.pyodide.test_same_bytes import QUESTIONS
from tests.pyodide.test_vectors import texts
from tests.rulebook import cases

SCENES = ROOT / "web" / "demo" / "scenes"
SCRIPT = ROOT / "tests" / "pyodide" / "profile.js"
SCENES_SCRIPT = ROOT / "tests" / "pyodide" / "scenes.js"
CHANGED = 1500
LARGE = 2000  # cells
LOOKED_AT = 8  # tokens that the demo asks about by itself
MARKS_AT = 1 << 30  # far above what the rules take
PAGES = (MARKS_AT >> 16) + 1


def questions() -> Iterator[str]:
    """Whatever is asked."""
    yield from QUESTIONS.values()
    yield from texts().values()
    asked: dict[str, None] = {}
    service = Service()

    def handle(text: str) -> str:
        asked.setdefault(text)
        return service.handle(text)

    for system in discover():
        for case in cases.load(system):
            cases.run(handle, system, case)
    yield from asked
    yield from _on_boards()
    yield from _in_scenes()
    rng = seeded("profile")
    requests = corpus.requests()
    words = words_of([json.loads(text) for text in requests[:: len(requests) // 200 + 1]])
    for _ in range(CHANGED):
        yield json.dumps(changed(rng, json.loads(rng.choice(requests)), words))


def _on_boards() -> Iterator[str]:
    """What is measured on boards, but for the largest."""
    for ask in ASKS:
        if "1000-" in ask.name:
            continue
        case = case_of(ask)
        yield from (case.first, *case.asked[:4])


def _in_scenes() -> Iterator[str]:
    """Where tokens of the demo's scenes can go, in each game, and ways near and far; small ones without cells, too."""
    games = run_node(SCENES_SCRIPT, str(SCENES), *discover())
    for game in map(json.loads, games.splitlines()):
        grid = game["scene"]["grid"]
        kinds = ("gridless",) if grid["cols"] * grid["rows"] < LARGE else ()
        for kind in (grid.get("kind", "square"), *kinds):
            yield from _on_scene(game, {**grid, "kind": kind})


def _on_scene(game: Mapping[str, Any], grid: Mapping[str, Any]) -> Iterator[str]:
    asked = {"v": 1, "system": game["system"], "scene": {**game["scene"], "grid": grid}}
    corner = {"col": grid["cols"] - 1, "row": grid["rows"] - 1}
    for token in game["scene"]["tokens"][:LOOKED_AT]:
        mover = {"token": token["id"], "character": game["characters"].get(token["id"], {})}
        place = {key: token[key] for key in ("col", "row", "elevation") if key in token}
        path = [{**place, "col": place["col"] + step} for step in range(4)]
        for op in ("state", "destinations"):
            yield json.dumps({**asked, "op": op, "mover": mover})
        for route in ({"to": path[1]}, {"to": path[3]}, {"to": corner}, {"path": path}):
            yield json.dumps({**asked, "op": "plan", "movers": [{**mover, "route": route}]})


def programs() -> dict[str, bytes]:
    """The modules of WebAssembly, whole, by name."""
    pins = read_pins()
    (program,) = (path for path in pyodide_files(pins) if path.name == PROGRAM)
    wheels = (files_of(wheel_of(package).read_bytes()) for package in pins.packages)
    libraries = {
        Path(path).name: content
        for wheel in wheels
        for path, content in wheel.items()
        if path.endswith(".so")
    }
    return {PROGRAM: program.read_bytes(), **libraries}


def programs_as_shipped() -> dict[str, bytes]:
    """The same, exporting no more than those of the runtime do: where things are in memory depends on that."""
    return {
        name: exporting(module, frozenset(exported((RUNTIME / name).read_bytes())))
        for name, module in programs().items()
    }


def ran(modules: Mapping[str, bytes], asked: str) -> dict[str, bytes]:
    """Which functions run to start the rules and answer questions, one a line: a byte for each, 0 if it did not."""
    base = MARKS_AT
    with tempfile.TemporaryDirectory() as folder:
        for name, module in modules.items():
            (Path(folder) / name).write_bytes(marking(module, base, pages=PAGES))
            base += functions_in(module)
        marks = run_node(SCRIPT, str(RUNTIME), folder, str(MARKS_AT), str(base - MARKS_AT), told=asked)
    if len(marks) != base - MARKS_AT:
        stop("the marks were written over; let them begin further up")
    flags = iter(marks)
    return {
        name: bytes(int(flag) for flag in islice(flags, functions_in(module)))
        for name, module in modules.items()
    }


def main() -> None:
    """Answer all of it, and write down what ran."""
    modules = programs_as_shipped()
    most = int(os.environ.get("QUESTIONS") or "0") or None
    asked = "".join(json.dumps(text) + "\n" for text in list(questions())[:most])
    say(f"answering {asked.count(chr(10))} questions, to see which functions run (2 minutes)")
    found = ran(modules, asked)
    for name, flags in found.items():
        say(f"{sum(flags)} of {len(flags)} functions of {name} run")
    write_profile(programs(), found)


if __name__ == "__main__":
    main()
