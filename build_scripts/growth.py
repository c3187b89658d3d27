"""Measure how the cost of answers grows with what is asked about: cells, walls, tokens, regions, commits of a ledger.

One thing grows while the rest stays: a map of 100 by 100 cells with 100 walls, 20 regions and 20 tokens, and a mover
who can go 60 ft. A map 2,000 cells wide is 500 high: it has a million cells, as many as a map may have. Foes are
hostile tokens of The Kleptonomicon, where each may react to whoever leaves its reach. Times are of the processor, in
CPython, so that a busy machine tells nearly the same. No question equals the one before; the scene is known, but for
the column that tells what sending it takes.
"""

import json
import random
import re
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

from build_scripts.board_cases import FEET, MOVER, SIXTY, walls_of
from build_scripts.figures import is_quick, keep, kept_in, rounds
from build_scripts.mirror import write_if_changed
from build_scripts.plot import curves
from build_scripts.project import BUILD, ROOT, say, stop
from py_rules.protocol.bounds import MAX_GRID_CELLS
from py_rules.protocol.ledger import read, write
from py_rules.service import Service

JSON = dict[str, Any]
RUNS = 15
STYLED: JSON = {"character": {"styles": {"walk": 60}}}
USUAL = {"side": 100, "walls": 100, "tokens": 20, "foes": 0, "regions": 20, "commits": 0}
AXES: dict[str, Sequence[int]] = {
    "side": (100, 200, 400, 700, 1000, 2000),
    "walls": (0, 500, 1000, 2000, 5000),
    "tokens": (1, 50, 100, 200, 500),
    "foes": (0, 50, 100, 200, 500),
    "regions": (0, 50, 100, 200, 500),
    "commits": (0, 100, 200, 500, 1000),
}
WHAT = ("destinations", "plan", "scene sent")
REPORT = BUILD / "reports" / "growth.json"
PICTURE = BUILD / "growth.svg"


@dataclass(frozen=True, slots=True)
class Point:
    """What is measured of one size: milliseconds by what is asked."""

    axis: str
    size: int
    millis: dict[str, float]


def scene_of(*, side: int, walls: int, tokens: int, foes: int, regions: int) -> JSON:
    """Return a map, the mover in its middle; nobody and nothing but difficult ground stands there."""
    rng, (left, top), rows = random.Random(7), _middle(side), _rows(side)  # noqa: S311 - a map, not a secret
    rects = [[rng.randrange(side - 8), rng.randrange(rows - 6), 8, 6] for _ in range(regions)]
    ground = [
        {"id": f"r{number}", "kind": "difficult", "cost_multiplier": 2, "area": {"rect": rect}}
        for number, rect in enumerate(rects)
    ]
    others: list[JSON] = []
    while len(others) < tokens - 1 + foes:
        col, row = rng.randrange(side), rng.randrange(rows)
        if max(abs(col - left), abs(row - top)) > 2:
            hostile = {"disposition": "hostile"} if len(others) >= tokens - 1 else {}
            others.append({"id": f"t{len(others)}", "col": col, "row": row, **hostile})
    return {
        "grid": {"cols": side, "rows": rows, "distance": FEET},
        "walls": list(walls_of(rng, min(side, rows), walls)),
        "regions": ground,
        "tokens": [{"id": MOVER, "col": left, "row": top}, *others],
    }


def _rows(side: int) -> int:
    return min(side, MAX_GRID_CELLS // side)


def _middle(side: int) -> tuple[int, int]:
    return side // 2, _rows(side) // 2


def ledger_of(commits: int) -> JSON | None:
    """Return a ledger of many commits, all of the current turn: the token was pushed to and fro."""
    if not commits:
        return None
    pushed = {"kind": "moved", "forced": True, "route": {"segments": [{"length": FEET}]}}
    asked = {"v": 1, "op": "apply", "system": "contract", "commit": {"id": "c", "events": [pushed]}}
    first = read(_value(Service(), {**asked, "mover": SIXTY})["ledger"], system="contract")
    many = [first.commits[0].model_copy(update={"id": f"c{number}"}) for number in range(commits)]
    return write(first.model_copy(update={"commits": [], "number": 0}).grown(*many))


def _value(service: Service, request: JSON) -> JSON:
    reply = json.loads(service.handle(json.dumps(request)))
    if not reply["ok"]:
        stop(f"no answer: {reply['problem']['message']}")
    value: JSON = reply["value"]
    return value


def measured(axis: str, size: int, runs: int) -> Point:
    """Return what one size takes."""
    sizes = USUAL | {axis: size}
    ledger, system = ledger_of(sizes.pop("commits")), "styles" if axis == "foes" else "contract"
    mover: JSON = {**(STYLED if axis == "foes" else SIXTY), "token": MOVER, "ledger": ledger}
    scene = scene_of(**sizes)
    asked: JSON = {"v": 1, "system": system}
    sent = [{**asked, "op": "state", "mover": mover, "scene": scene} for _ in range(min(runs, 3))]
    times = {"scene sent": [_millis(Service(), request) for request in sent]}
    service, middle = Service(), _middle(sizes["side"])
    known = {**asked, "scene": {"ref": _value(service, sent[0])["scene_ref"]}}
    to = {"col": middle[0] + 5, "row": middle[1] + 4}
    questions: dict[str, Callable[[JSON], JSON]] = {
        "destinations": lambda who: {**known, "op": "destinations", "mover": who},
        "plan": lambda who: {**known, "op": "plan", "movers": [{**who, "route": {"to": to}}]},
    }
    for name, question in questions.items():
        asking = [question({**mover, "at": at}) for at in _places(middle, runs + 2)]
        times[name] = [_millis(service, request) for request in asking][2:]
    return Point(axis, size, {name: round(statistics.median(times[name]), 2) for name in WHAT})


def _places(middle: tuple[int, int], count: int) -> Iterator[JSON]:
    """Yield places around the middle, so that no two questions in a row are equal."""
    for number in range(count):
        yield {"col": middle[0] + number % 3 - 1, "row": middle[1] + number // 3 % 3 - 1}


def _millis(service: Service, request: JSON) -> float:
    text = json.dumps(request)
    began = process_time()
    reply = service.handle(text)
    took = 1000 * (process_time() - began)
    if not re.match(r'\{"ok":true', reply):
        stop(f"no answer: {reply[:300]}")
    return took


def main() -> None:
    """Measure, print the table, and keep it and its picture in ``build``; of a quick look the least sizes alone."""
    runs, points = rounds(RUNS), list[Point]()
    say("measuring how answers grow, in milliseconds of the processor (CPython)")
    measured("side", 100, 1)  # what is imported when it is first needed
    print(f"  {'':<8} {'':>6} " + " ".join(f"{name:>14}" for name in WHAT))
    for axis, sizes in AXES.items():
        for size in sizes[:2] if is_quick() else sizes:
            point = measured(axis, size, runs)
            points.append(point)
            print(
                f"  {axis:<8} {size:>6} " + " ".join(f"{point.millis[name]:>14.2f}" for name in WHAT),
                flush=True,
            )
    figures = [
        {"case": f"{point.axis} {point.size}", "who": name, "median_ms": point.millis[name]}
        for point in points
        for name in WHAT
    ]
    keep(figures, kept_in(REPORT))
    lines = {
        axis: {name: [(one.size, one.millis[name]) for one in points if one.axis == axis] for name in WHAT}
        for axis in AXES
    }
    picture = kept_in(PICTURE)
    write_if_changed(picture, curves(lines).encode())
    say(f"the picture is {picture.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
