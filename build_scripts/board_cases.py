"""The boards and questions whose speed is measured: maps, movers, and the same maps for searches of other make."""

import base64
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import islice, product
from math import lcm
from typing import Any

from py_rules.board import Board, compile_board
from py_rules.protocol import map_data
from py_rules.service import handle

JSON = dict[str, Any]
FEET = 5
PLACES, FAR_OFF = 9, 6
"""From how many places each question is asked, and how far off they may be."""
MOVER = "mover"
# 60 ft, the last of them by rolls.
SIXTY: JSON = {"character": {"dexterity": 6, "brawn": 2, "athletics": 0}}
# Outside combat nothing is limited.
WHOLE: JSON = {"clock": {"in_combat": False}}


class RefusedError(Exception):
    """The core does not answer a question (yet)."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is measured. ``tests/benchmarks/boards-worker.js`` explains the fields."""

    case: str
    first: str
    asked: list[str]
    places: list[JSON]
    goal: JSON | None = None
    board: JSON | None = None
    limit: int | None = None
    packages: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """One case before it is made: a map and who asks what there."""

    name: str
    scene: Callable[[], JSON]
    mover: JSON
    system: str = "contract"
    size: int = 1
    limit: int | None = None
    goal: tuple[int, int] | None = None
    peers: str = "yardstick"
    """Who answers beside the core: ``none``, ``yardstick`` or ``packages``."""
    nearest: bool = False
    """Whether the goal is the reachable cell next to the one that is named."""
    doors: int = 0
    """How many of the first walls are opened and shut, one in each question; no map comes twice in a round."""
    grid: JSON = field(default_factory=dict)


# ---------------------------------------------------------------- maps


def plain_map(side: int, **more: Any) -> JSON:  # noqa: ANN401 - parts of a scene
    """Return an empty square map with the mover in its middle."""
    grid = {"cols": side, "rows": side, "distance": FEET}
    return {"grid": grid, "tokens": [{"id": MOVER, "col": side // 2, "row": side // 2}], **more}


def scattered(rng: random.Random, side: int, share: float, free: int) -> list[list[int]]:
    """Return a share of the cells of a map, none near its middle."""
    middle = side // 2
    return [
        [col, row]
        for col in range(side)
        for row in range(side)
        if rng.random() < share and max(abs(col - middle), abs(row - middle)) > free
    ]


def blocked_map(side: int, walls: int) -> JSON:
    """Return a map with a quarter of its cells blocked, walls and difficult ground; free around the middle."""
    rng = random.Random(7)  # noqa: S311 - a map, not a secret
    cells = scattered(rng, side, 0.25, 1)
    regions: list[JSON] = [{"id": "rocks", "kind": "obstacle", "area": {"cells": cells}}]
    for number in range(side // 5):
        rect = [rng.randrange(side - 8), rng.randrange(side - 6), 8, 6]
        ground = {"kind": "difficult", "cost_multiplier": 2, "area": {"rect": rect}}
        regions.append({"id": f"rough {number}", **ground})
    return plain_map(side, regions=regions, walls=list(walls_of(rng, side, walls)))


def walled_map(side: int, walls: int, *, doors: bool = False) -> JSON:
    """Return a map with walls and nothing else; ``doors``: all can be opened."""
    rng = random.Random(7)  # noqa: S311 - a map, not a secret
    made = list(walls_of(rng, side, walls))
    return plain_map(side, walls=[{**wall, "open": False} for wall in made] if doors else made)


def doors_map(side: int, walls: int, near: int) -> JSON:
    """Return a map of shut doors, the first few of them near the mover."""
    made, middle = walled_map(side, walls, doors=True), side // 2
    places = [(middle - 6 + number % 4 * 4, middle - 5 + number // 4 * 10) for number in range(near)]
    doors = [{"id": f"door {x} {y}", "a": [x, y], "b": [x + 3, y], "open": False} for x, y in places]
    return {**made, "walls": [*doors, *made["walls"]]}


def walls_of(rng: random.Random, side: int, count: int) -> Iterator[JSON]:
    """Yield walls of one to seven cells, along the lines of the grid; none near the middle."""
    middle, made = side // 2, 0
    while made < count:
        x, y, length = rng.randrange(1, side - 8), rng.randrange(1, side - 8), rng.randrange(1, 8)
        if max(abs(x - middle), abs(y - middle)) > 8:
            end = [x + length, y] if rng.random() < 0.5 else [x, y + length]
            yield {"id": f"wall {made}", "a": [x, y], "b": end}
            made += 1


def maze_map(side: int) -> JSON:
    """Return a maze: corridors one cell wide with one way between any two cells, dug to and fro."""
    rng, middle = random.Random(7), side // 2 // 2 * 2  # noqa: S311 - a map, not a secret
    free, way = {(middle, middle)}, [(middle, middle)]
    while way:
        col, row = way[-1]
        ahead = [(col + 2 * x, row + 2 * y, x, y) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]
        dug = [n for n in ahead if n[:2] not in free and 0 <= n[0] < side - side % 2 and 0 <= n[1] < side]
        if not dug:
            way.pop()
            continue
        far, low, east, south = rng.choice(dug)
        free |= {(far, low), (col + east, row + south)}
        way.append((far, low))
    cells = [[col, row] for col in range(side) for row in range(side) if (col, row) not in free]
    made = plain_map(side, regions=[{"id": "rocks", "kind": "obstacle", "area": {"cells": cells}}])
    return {**made, "tokens": [{"id": MOVER, "col": middle, "row": middle}]}


def sealed_map(side: int) -> JSON:
    """Return a map with a closed room; it and what is around it are nearly equal, so that no end is the better."""
    low, high = side * 3 // 20, side * 17 // 20
    ring = [
        [col, row] for col in range(low, high) for row in range(low, high) if {col, row} & {low, high - 1}
    ]
    made = plain_map(side, regions=[{"id": "rocks", "kind": "obstacle", "area": {"cells": ring}}])
    return {**made, "tokens": [{"id": MOVER, "col": 3, "row": 3}]}


def wet_map(side: int) -> JSON:
    """Return a map with pools to swim, cliffs to climb and a quarter of the rest blocked."""
    made = blocked_map(side, 0)
    rng = random.Random(3)  # noqa: S311 - a map, not a secret
    for number in range(side // 5):
        rect = [rng.randrange(side - 6), rng.randrange(side - 4), 6, 4]
        made["regions"].append(
            {"id": f"r{number}", "kind": ("water", "climb")[number % 2], "area": {"rect": rect}}
        )
    return {**made, "grid": {**made["grid"], "units": "u", "distance": 1}}


def roomy_map(side: int) -> JSON:
    """Return a map with one cell in fifty blocked, for movers of several cells."""
    rng = random.Random(7)  # noqa: S311 - a map, not a secret
    cells = scattered(rng, side, 0.02, 3)
    return plain_map(side, regions=[{"id": "rocks", "kind": "obstacle", "area": {"cells": cells}}])


STYLES: JSON = {"character": {"styles": {"walk": 60, "swim": 20, "climb": 20}}}

ASKS = (
    Ask("whole-100-open", lambda: plain_map(100), WHOLE, peers="packages"),
    Ask("whole-100-blocked", lambda: blocked_map(100, 500), WHOLE, peers="packages"),
    Ask("whole-200-blocked", lambda: blocked_map(200, 500), WHOLE, peers="packages"),
    Ask("maze-100", lambda: maze_map(100), WHOLE, peers="packages"),
    Ask("sealed-100", lambda: sealed_map(100), WHOLE, goal=(50, 50), peers="packages"),
    Ask("sealed-200", lambda: sealed_map(200), WHOLE, goal=(100, 100), peers="packages"),
    Ask("budget60ft-100", lambda: blocked_map(100, 500), SIXTY, limit=60),
    Ask("budget60ft-1000", lambda: blocked_map(1000, 500), SIXTY, limit=60),
    Ask("door-1000", lambda: walled_map(1000, 2000, doors=True), SIXTY, doors=6, peers="none"),
    Ask("door-1000-near", lambda: doors_map(1000, 2000, 6), SIXTY, doors=6, peers="none"),
    Ask(
        "gridless-1000-walls",
        lambda: walled_map(100, 1000),
        {"character": {"dexterity": 20, "brawn": 9}},
        grid={"kind": "gridless"},
        peers="none",
    ),
    Ask("gridless-250-walls", lambda: walled_map(100, 250), SIXTY, grid={"kind": "gridless"}, peers="none"),
    Ask("gridless-50-walls", lambda: walled_map(100, 50), SIXTY, grid={"kind": "gridless"}, peers="none"),
    Ask("hex-100", lambda: blocked_map(100, 500), WHOLE, grid={"kind": "hex_rows_odd"}, peers="none"),
    Ask("footprint3-100", lambda: roomy_map(100), WHOLE, size=3),
    Ask("styles-3-meters", lambda: wet_map(100), STYLES, system="styles", peers="none"),
    Ask("route-far-100", lambda: blocked_map(100, 500), WHOLE, goal=(97, 97), nearest=True, peers="packages"),
    Ask("exact-100-blocked", lambda: blocked_map(100, 500), WHOLE, grid={"diagonals": "exact"}, peers="none"),
    Ask(
        "alternating-100-blocked",
        lambda: blocked_map(100, 500),
        WHOLE,
        grid={"diagonals": "alternating_1"},
        peers="none",
    ),
    Ask("whole-100-walls-500", lambda: walled_map(100, 500), WHOLE),
    Ask("whole-100-walls-2000", lambda: walled_map(100, 2000), WHOLE),
    Ask("whole-200-open", lambda: plain_map(200), WHOLE),
    Ask("budget60ft-1000-walls-0", lambda: walled_map(1000, 0), SIXTY, limit=60),
    Ask("budget60ft-1000-walls-2000", lambda: walled_map(1000, 2000), SIXTY, limit=60),
    Ask("whole-1000-blocked", lambda: blocked_map(1000, 500), WHOLE),
)


# ---------------------------------------------------------------- questions


def case_of(ask: Ask) -> Case:
    """Return a case ready to be measured; raises :class:`RefusedError` with the core's reason."""
    scene = ask.scene()
    scene["grid"] |= ask.grid
    token = scene["tokens"][0]
    token |= {"cols": ask.size, "rows": ask.size}
    asked = {
        "v": 1,
        "system": ask.system,
        **{key: value for key, value in ask.mover.items() if key == "clock"},
    }
    mover = {"token": MOVER, "character": ask.mover.get("character", {})}
    first = json.dumps({**asked, "op": "state", "mover": mover, "scene": scene})
    ref = _value(first)["scene_ref"]
    board = None if ask.grid.get("kind") else _board(scene, ask.size)
    places = _places(board, token)
    known = {**asked, "scene": {"ref": ref}}
    goal = _nearest(known, mover, ask.goal) if ask.goal and ask.nearest else ask.goal
    texts = [_question(known, {**mover, "at": place}, goal) for place in places]
    _value(texts[0])
    if ask.doors:
        texts = list(_with_doors(asked, mover, scene, doors=ask.doors, place=places[0]))
    return Case(
        ask.name,
        first,
        texts,
        places,
        goal=None if goal is None else {"col": goal[0], "row": goal[1]},
        board=None if ask.peers == "none" or board is None else sent(board),
        limit=ask.limit,
        packages=ask.peers == "packages",
    )


def _value(text: str) -> JSON:
    reply = json.loads(handle(text))
    if not reply["ok"]:
        raise RefusedError(reply["problem"]["message"])
    value: JSON = reply["value"]
    return value


def _board(scene: JSON, size: int) -> Board:
    made = map_data.Scene.model_validate(scene, strict=False)
    return compile_board(made, mover=made.tokens[0], size=(size, size), unseen=frozenset({MOVER}))


def _places(board: Board | None, token: JSON) -> list[JSON]:
    """Return the nearest places where the token may stand: more than the core keeps searches of."""
    middle = token["col"], token["row"]
    around = product(range(-FAR_OFF, FAR_OFF + 1), repeat=2)
    near = sorted(((row, col) for row, col in around), key=lambda by: (max(map(abs, by)), by))
    cells = ((middle[0] + col, middle[1] + row) for row, col in near)
    free = (cell for cell in cells if board is None or board.has(board.can_end, cell))
    return [{"col": col, "row": row} for col, row in islice(free, PLACES)]


def _question(asked: JSON, mover: JSON, goal: tuple[int, int] | None) -> str:
    if goal is None:
        return json.dumps({**asked, "op": "destinations", "mover": mover})
    route = {"to": {"col": goal[0], "row": goal[1]}}
    return json.dumps({**asked, "op": "plan", "movers": [{**mover, "route": route}]})


def _nearest(asked: JSON, mover: JSON, goal: tuple[int, int]) -> tuple[int, int]:
    """Return the goal, or where there is no way to it what the core names in its place."""
    plan = _value(_question(asked, mover, goal))["plans"][0]
    cell = plan["last_legal"]["cell"]
    return goal if plan["path"] else (cell["col"], cell["row"])


def _with_doors(asked: JSON, mover: JSON, scene: JSON, *, doors: int, place: JSON) -> Iterator[str]:
    """Yield questions that each send the map with one door opened or shut, by a Gray code: no map comes twice."""
    walls = list(scene["walls"])
    for number in range(1, 2**doors + 1):
        turned = min((number & -number).bit_length(), doors) - 1
        walls[turned] = {**walls[turned], "open": not walls[turned]["open"]}
        yield _question({**asked, "scene": {**scene, "walls": walls}}, {**mover, "at": place}, None)


def sent(board: Board) -> JSON:
    """Return a board for searches that know single cells and one cost per step."""
    scale = lcm(*(edge.multiplier.denominator for edge in board.edges))
    opened: dict[int, int] = {}
    entered: dict[int, int] = {}
    for edge in board.edges:
        if edge.footing.mode != "ground" or edge.flat or edge.gates:
            message = "others know only ground that costs a multiple"
            raise ValueError(message)
        delta, cost = board.grid.delta(edge.direction), int(edge.multiplier * scale)
        opened[delta] = opened.get(delta, 0) | edge.origins
        into = edge.origins << delta if delta > 0 else edge.origins >> -delta
        entered[cost] = entered.get(cost, 0) | into
    size = board.rows * board.stride // 8 + 1
    return {
        "cols": board.cols,
        "rows": board.rows,
        "stride": board.stride,
        "deltas": list(opened),
        "open": [_bits(bits, size) for bits in opened.values()],
        "enter": [[cost, _bits(bits, size)] for cost, bits in entered.items()],
        "unit": float(board.distance / scale),
    }


def _bits(bits: int, size: int) -> str:
    return base64.b64encode(bits.to_bytes(size, "little")).decode()


def as_json(case: Case) -> JSON:
    """Return a case for the worker."""
    return asdict(case)
