"""The dearest requests that anybody found: below a megabyte each, and made to be much work.

``python -m tests.fuzz.worst [PARTS OF NAMES]`` asks each in a process of its own, and prints what it took.
"""

import json
import os
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from py_rules.protocol import ledger as ledgers
from py_rules.service import Service

Request = dict[str, Any]
SHEETS: dict[str, Request] = {
    "contract": {"dexterity": 6, "brawn": 4, "athletics": 4},
    "sr5": {"agility": 6, "strength": 5, "running": 6, "acrobatics": 6},
    "sr3": {"quickness": 6, "athletics": 6},
    "d6": {"move": 10, "running": "5D", "jumping": "5D", "climbing": "5D", "swimming": "5D"},
    "styles": {
        "styles": {"walk": "double", "jump": "double", "climb": "normal", "swim": "normal"},
        "athletics": 3,
    },
    "custom": {},
}


def scene(side: int = 200, kind: str = "square", **more: Any) -> Request:
    """Return a map with the mover in its middle."""
    grid = {"kind": kind, "cols": side, "rows": side, "distance": 1, **more.pop("grid", {})}
    tokens = [{"id": "me", "col": side // 2, "row": side // 2}, *more.pop("tokens", [])]
    return {"grid": grid, "tokens": tokens, **more}


def asked(op: str, system: str, mover: Request, **more: Any) -> Request:
    """Return a request of one mover."""
    who = {"character": SHEETS[system], **mover}
    movers = {"movers": [who]} if op == "plan" else {"mover": who}
    return {"op": op, "system": system, **movers, **more}


def way(system: str, where: Request, col: float, row: float, **more: Any) -> Request:
    """Return a question for the best way of the mover of a map."""
    return asked(
        "plan", system, {"token": "me", "route": {"to": {"col": col, "row": row}}}, scene=where, **more
    )


def reach(system: str, where: Request, **more: Any) -> Request:
    """Return a question for the destinations of the mover of a map."""
    return asked("destinations", system, {"token": "me"}, scene=where, **more)


def drawn(name: str) -> random.Random:
    return random.Random(name)  # noqa: S311 - repeatable requests


# ---------------------------------------------------------------- maps


def far_walls(count: int) -> list[Request]:
    """Return walls a million cells long through the map."""
    rng = drawn("walls")
    return [
        {
            "id": f"w{n}",
            "a": [-1e6, round(rng.uniform(0, 200), 3)],
            "b": [1e6, round(rng.uniform(0, 200), 3)],
        }
        for n in range(count)
    ]


def grounds(count: int, side: int) -> list[Request]:
    """Return difficult ground of a number of prices."""
    rng = drawn("grounds")
    made = []
    for n in range(count):
        rect = [rng.randrange(side - 9), rng.randrange(side - 9), rng.randrange(1, 9), rng.randrange(1, 9)]
        price = {"cost_multiplier": 1 + n / 97, "flat_cost": round(rng.random() / 9, 3)}
        made.append({"id": f"g{n}", "kind": "difficult", "area": {"rect": rect}, **price})
    return made


def mixed(count: int, side: int) -> list[Request]:
    """Return regions of all kinds."""
    rng = drawn("mixed")
    made = []
    for n in range(count):
        rect = [rng.randrange(side - 9), rng.randrange(side - 9), rng.randrange(1, 9), rng.randrange(1, 9)]
        kind = rng.choice(
            [
                {"kind": "water"},
                {"kind": "gap"},
                {"kind": "climb"},
                {"kind": "difficult", "cost_multiplier": 1.5},
            ]
        )
        made.append({"id": f"m{n}", "area": {"rect": rect}, **kind})
    return made


def polygons(count: int, corners: int, side: int) -> list[Request]:
    """Return polygons of many corners that cross themselves all over the map."""
    rng = drawn("polygons")
    return [
        {
            "id": f"p{n}",
            "kind": "difficult",
            "cost_multiplier": 1 + n / 7,
            "area": {"polygon": [[rng.randrange(side), rng.randrange(side)] for _ in range(corners)]},
        }
        for n in range(count)
    ]


def foes(count: int, side: int) -> list[Request]:
    rng = drawn("foes")
    return [
        {"id": f"t{n}", "col": rng.randrange(side), "row": rng.randrange(side), "disposition": "hostile"}
        for n in range(count)
    ]


def giants(count: int) -> list[Request]:
    """Return tokens of many cells."""
    return [
        {"id": f"t{n}", "col": n % 100, "row": n // 100, "cols": 50, "rows": 50, "disposition": "hostile"}
        for n in range(count)
    ]


def gates(count: int, side: int) -> list[Request]:
    """Return ground that asks for a roll each."""
    rng = drawn("gates")
    return [
        {
            "id": f"r{n}",
            "kind": "difficult",
            "roll": {"name": "Roll", "pool": 6, "needed": 2},
            "area": {"rect": [rng.randrange(side - 3), rng.randrange(side - 3), 3, 3]},
        }
        for n in range(count)
    ]


def ledges(count: int, side: int) -> list[Request]:
    """Return ledges of as many heights."""
    rng = drawn("ledges")
    return [
        {
            "id": f"l{n}",
            "kind": "ledge",
            "elevation": round(rng.uniform(-6, 6), 2),
            "area": {
                "rect": [
                    rng.randrange(side - 4),
                    rng.randrange(side - 4),
                    rng.randrange(1, 4),
                    rng.randrange(1, 4),
                ]
            },
        }
        for n in range(count)
    ]


def storeys(count: int, passages: int, side: int) -> Request:
    """Return storeys with passages between all that lie above each other."""
    rng = drawn("storeys")

    def end(storey: int) -> Request:
        return {"col": rng.randrange(side), "row": rng.randrange(side), "storey": f"s{storey}"}

    floors = [{"id": f"s{n}", "elevation": 3 * n} for n in range(count)]
    ways = []
    for n in range(passages):
        low = rng.randrange(count - 1)
        ways.append(
            {"id": f"p{n}", "kind": rng.choice(["stairs", "ladder"]), "a": end(low), "b": end(low + 1)}
        )
    return {"storeys": floors, "passages": ways}


def short_walls(count: int, side: int) -> list[Request]:
    rng = drawn("short")
    made = []
    for n in range(count):
        x, y = rng.uniform(1, side - 9), rng.uniform(1, side - 9)
        ends = [
            [round(x, 3), round(y, 3)],
            [round(x + rng.uniform(-5, 5), 3), round(y + rng.uniform(-5, 5), 3)],
        ]
        made.append({"id": f"w{n}", "a": ends[0], "b": ends[1]})
    return made


def vias(kind: str, system: str = "styles", *, in_combat: bool = False, **more: Any) -> Request:
    """Return a question for a way past fifty places of a map with all kinds of ground, or what is named."""
    rng = drawn("vias")
    places = [{"col": rng.randrange(200), "row": rng.randrange(200)} for _ in range(51)]
    route = {"to": places[0], "via": places[1:]}
    where = scene(200, kind, **(more or {"regions": mixed(300, 200)}))
    clock: Request = {} if in_combat else NO_COMBAT
    return asked("plan", system, {"token": "me", "route": route}, scene=where, **clock)


MODES: dict[str, list[str]] = {
    "contract": ["ground", "swim", "climb", "jump"],
    "sr5": ["ground", "swim", "climb", "jump"],
    "sr3": ["ground", "swim", "climb", "jump"],
    "d6": ["ground", "swim", "climb", "jump"],
    "styles": ["walk", "swim", "climb", "jump"],
    "custom": ["ground"],
}


def segments(system: str, count: int, length: float, **more: Any) -> Request:
    """Return a route of a number of stretches, in all modes by turns."""
    modes = MODES[system]
    return {"segments": [{"mode": modes[n % len(modes)], "length": length, **more} for n in range(count)]}


def rolls(count: int) -> Request:
    """Return a route through a number of places that demand a roll."""
    roll = {"name": "Roll", "pool": 6, "needed": 2}
    return {"segments": [{"length": 0.01, "difficult": f"place {n}", "roll": roll} for n in range(count)]}


def committed(system: str, route: Request) -> Request:
    """Return a commit of one long move."""
    moved = {"kind": "moved", "route": route, "override": True}
    return asked("apply", system, {}, commit={"id": "c", "events": [moved]})


def events(system: str) -> Request:
    """Return a commit of fifty moves of ninety stretches each."""
    moved = [{"kind": "moved", "route": segments(system, 90, 0.001), "override": True} for _ in range(50)]
    return asked("apply", system, {}, commit={"id": "c", "events": moved})


def movers(system: str, kind: str) -> Request:
    """Return two hundred movers, who all ask for the best way."""
    where = scene(200, kind, regions=mixed(100, 200))
    rng = drawn("movers")
    where["tokens"] = [
        {"id": f"t{n}", "col": rng.randrange(200), "row": rng.randrange(200)} for n in range(200)
    ]
    asking = [
        {
            "token": f"t{n}",
            "character": SHEETS[system],
            "route": {"to": {"col": rng.randrange(200), "row": rng.randrange(200)}},
        }
        for n in range(200)
    ]
    return {"op": "plan", "system": system, "scene": where, "movers": asking}


def drawn_paths(system: str) -> Request:
    """Return two hundred movers with a drawn path of sixty steps each."""
    rng = drawn("paths")
    tokens = [{"id": f"t{n}", "col": rng.randrange(200), "row": rng.randrange(200)} for n in range(200)]
    asking = []
    for token in tokens:
        step = 1 if token["col"] < 100 else -1
        path = [{"col": token["col"] + step * n, "row": token["row"]} for n in range(61)]
        asking.append({"token": token["id"], "character": SHEETS[system], "route": {"path": path}})
    where = {**scene(200), "tokens": tokens}
    return {"op": "plan", "system": system, "scene": where, "movers": asking}


def waypoints(kind: str) -> Request:
    """Return a plan for each of fifty waypoints of a way among walls and ground, as a ruler asks."""
    where = scene(200, kind, regions=mixed(300, 200), walls=short_walls(300, 200))
    path = [{"col": 100 + n, "row": 100} for n in range(51)]
    who = {"token": "me", "character": SHEETS["sr5"]}
    asking = [{**who, "route": {"path": path[:end]}} for end in range(2, 52)]
    return {"op": "plan", "system": "sr5", "scene": where, "movers": asking}


def crowd(kind: str) -> Request:
    """Return two hundred movers among thousands of tokens."""
    where = scene(200, kind, tokens=foes(4900, 200))
    asking = [{"token": f"t{n}", "route": {"segments": [{"length": 1}]}} for n in range(200)]
    return {"op": "plan", "system": "contract", "scene": where, "movers": asking}


def walled_movers(kind: str) -> Request:
    """Return two hundred movers of all sizes among walls, who all ask for the best way."""
    tokens = [{"id": f"t{n}", "col": n, "row": n, "cols": 1 + n % 40, "rows": 1 + n % 40} for n in range(200)]
    asking = [
        {"token": f"t{n}", "route": {"to": {"col": n * 37 % 400, "row": n * 53 % 400}}} for n in range(200)
    ]
    where = {**scene(500, kind, walls=short_walls(2000, 500)), "tokens": tokens}
    return {"op": "plan", "system": "contract", "scene": where, "movers": asking}


def giant(kind: str) -> Request:
    """Return a question for the destinations of a token of fifty by fifty cells on all kinds of ground."""
    who = {"id": "me", "col": 200, "row": 200, "cols": 50, "rows": 50}
    return reach("sr5", {**scene(500, kind, regions=mixed(4000, 500)), "tokens": [who]}, **NO_COMBAT)


def towers(kind: str, **more: Any) -> Request:
    """Return a map of fifty storeys, with walls or ground on all of them."""
    return scene(140, kind, **storeys(50, 1000, 140), **more)


def rolls_in_all_modes(system: str) -> Request:
    """Return a route by turns of all modes, with a roll of another name for each stretch."""
    modes = MODES[system]
    made = []
    for n in range(4000):
        mode = modes[n % len(modes)]
        roll = {"name": f"Roll {n}", "pool": 60, "needed": 2}
        rise = 1000 if mode == "jump" else 0
        made.append({"mode": mode, "length": 1000, "rise": rise, "difficult": f"p{n}", "roll": roll})
    return {"segments": made}


def lines_of(system: str, **undo: str) -> Request:
    """Return a question about a ledger of as many lines as fit into a request, or the undoing of its last."""
    line = ledgers.Line(label=ledgers.Text(key="k", text="ended"))
    commits = [ledgers.Commit(id=f"c{n}", lines=[line] * 20, turn={}) for n in range(1000)]
    ledger = ledgers.write(ledgers.Ledger(system=system).grown(*commits))
    return asked("apply" if undo else "state", system, {"ledger": ledger}, **undo)


def points(system: str, kind: str) -> Request:
    """Return a drawn path to and fro over hundreds of regions."""
    where = scene(200, kind, regions=mixed(400, 200))
    here = {"col": 100, "row": 100}
    if kind == "gridless":
        path = [here, *({"col": n * 7 % 199, "row": n * 13 % 199} for n in range(600))]
    else:
        path = [{"col": 100 + n % 2, "row": 100} for n in range(4900)]
    return asked("plan", system, {"token": "me", "route": {"path": path}}, scene=where)


NO_COMBAT: Request = {"clock": {"in_combat": False}}
KINDS = ("square", "hex_rows_odd", "gridless")


def worst() -> Iterator[tuple[str, Callable[[], Request]]]:
    """Yield the requests by name."""
    for kind in KINDS:
        for name, request in _on_map(kind):
            yield f"{name}-{kind}", request
    for system in SHEETS:
        for name, request in _told(system):
            yield f"{name}-{system}", request


def _on_map(kind: str) -> Iterator[tuple[str, Callable[[], Request]]]:
    """Yield those about maps."""
    wide, small = partial(scene, 1000, kind), partial(scene, 200, kind)
    yield "far", lambda: way("styles", wide(), 990, 20)
    yield "far-out", lambda: way("styles", wide(), 990, 20, **NO_COMBAT)
    yield "whole", lambda: reach("styles", wide(), **NO_COMBAT)
    yield "300-grounds", lambda: reach("sr5", small(regions=grounds(300, 200)))
    yield "600-grounds", lambda: reach("sr5", small(regions=grounds(600, 200)))
    yield "300-grounds-way", lambda: way("sr5", small(regions=grounds(300, 200)), 5, 5)
    yield "5000-grounds-out", lambda: reach("contract", wide(regions=grounds(5000, 1000)), **NO_COMBAT)
    yield "mixed", lambda: reach("styles", small(regions=mixed(600, 200)))
    yield "mixed-way", lambda: way("styles", small(regions=mixed(600, 200)), 5, 5)
    yield "mixed-out", lambda: reach("d6", wide(regions=mixed(3000, 1000)), **NO_COMBAT)
    yield "polygons", lambda: reach("contract", scene(400, kind, regions=polygons(60, 1000, 400)))
    yield "foes-way", lambda: way("sr3", small(tokens=foes(4900, 200)), 5, 5)
    yield "gates-out", lambda: way("contract", scene(100, kind, regions=gates(2000, 100)), 3, 3, **NO_COMBAT)
    yield "giants-way", lambda: way("sr3", small(tokens=giants(4900)), 190, 190)
    yield "ledges-way", lambda: way("sr5", small(regions=ledges(5000, 200)), 5, 5)
    yield "storeys-way", lambda: way("contract", scene(140, kind, **storeys(50, 1000, 140)), 5, 5)
    yield "50-far-walls", lambda: reach("contract", small(walls=far_walls(50)))
    yield "9000-far-walls", lambda: reach("contract", wide(walls=far_walls(9000)))
    yield "walls-out", lambda: reach("contract", wide(walls=short_walls(12_000, 1000)), **NO_COMBAT)
    yield "9000-short-walls", lambda: reach("contract", small(walls=short_walls(9000, 200)))
    yield "50-vias", lambda: vias(kind)
    yield "50-vias-fight", lambda: vias(kind, "contract", in_combat=True, walls=short_walls(300, 200))
    yield "50-vias-walls", lambda: vias(kind, "contract", walls=short_walls(3000, 200))
    yield "50-waypoints", lambda: waypoints(kind)
    yield "200-movers-of-5000", lambda: crowd(kind)
    yield "walled-movers", lambda: walled_movers(kind)
    yield "giant", lambda: giant(kind)
    yield "towers", lambda: way("sr5", towers(kind, regions=mixed(3000, 140)), 5, 5)
    yield "towers-walls", lambda: reach("contract", towers(kind, walls=short_walls(9000, 140)), **NO_COMBAT)


def _told(system: str) -> Iterator[tuple[str, Callable[[], Request]]]:
    """Yield those about paths, sheets and ledgers."""
    yield "1800-stretches", lambda: asked("plan", system, {"route": segments(system, 1800, 0.001)})
    yield "4900-stretches", lambda: asked("plan", system, {"route": segments(system, 4900, 1)})
    yield "stretches-out", lambda: asked("plan", system, {"route": segments(system, 4900, 1)}, **NO_COMBAT)
    yield "rolls", lambda: asked("plan", system, {"route": rolls(1000)})
    yield "rolls-out", lambda: asked("plan", system, {"route": rolls(4900)}, **NO_COMBAT)
    yield "rolls-modes", lambda: asked("plan", system, {"route": rolls_in_all_modes(system)}, **NO_COMBAT)
    yield "commit", lambda: committed(system, segments(system, 4900, 0.001))
    yield "commit-rolls", lambda: committed(system, rolls(4000))
    yield "50-moves", lambda: events(system)
    yield "200-movers", lambda: movers(system, "square")
    yield "200-drawn", lambda: drawn_paths(system)
    yield "lines", lambda: lines_of(system)
    yield "undo", lambda: lines_of(system, undo="c999")
    yield "points", lambda: points(system, "gridless")
    yield "cells", lambda: points(system, "square")


class Took(NamedTuple):
    """What a request took in a process of its own."""

    reply: str
    same: bool
    """Whether it was answered alike when it was asked again."""
    steps: int
    seconds: float
    """Of the processor, until the first reply."""
    megabytes: int


def ask(text: str) -> Took:
    """Return what a request takes in a fork of this process, asked twice."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        with os.fdopen(theirs, "w") as told:
            json.dump(_answered(text), told)
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours) as heard:
        told = heard.read()
    os.waitpid(child, 0)
    assert told, "the process died"
    return Took(*json.loads(told))


def _answered(text: str) -> Took:
    service, begins = Service(), time.process_time()
    reply, steps = service.handle(text), service.steps
    seconds = time.process_time() - begins
    same = (service.handle(text), service.steps) == (reply, steps)
    return Took(reply, same, steps, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


def main(parts: Sequence[str]) -> None:
    """Print what requests take whose names hold any of some words."""
    for name, made in worst():
        if not parts or any(part in name for part in parts):
            text = json.dumps(made(), separators=(",", ":"))
            took = ask(text)
            told = json.loads(took.reply)
            answer = "answered" if told["ok"] else f"{told['problem']['code']} {told['problem']['path']}"
            size = (
                f"{len(text) / 1000:4.0f} kB {took.seconds:6.2f} s {took.megabytes:4} MB {took.steps:8} steps"
            )
            sys.stdout.write(f"{name:32} {size} {'' if took.same else 'NOT THE SAME '}{answer}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
