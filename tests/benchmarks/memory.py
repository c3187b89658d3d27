"""Measure how much memory a worker takes over an hour of play: ``python -m tests.benchmarks.memory``.

In Pyodide on Node, from the snapshot: 10,000 questions over 20 scenes, more than are kept, in all games. A token is
picked up and dragged, then another; the scene is named, and sent again where it is forgotten, as pages do.
"""

import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from build_scripts.board_cases import walls_of
from build_scripts.figures import keep_times, rounds
from build_scripts.project import BUILD, ROOT, RUNTIME, say, stop
from tests.hosts.foundry.worlds import CHARACTERS
from tests.node_process import NodeProcess

JSON = dict[str, Any]
QUESTIONS, SCENES, LOOKS = 10_000, 20, 10
SIDE, WALLS, TOKENS, REGIONS = 100, 500, 50, 20
SEED = 7
KINDS = ("square", "hex_rows_odd", "square", "gridless")
RUNNER = ROOT / "tests" / "benchmarks" / "memory.js"
REPORT = BUILD / "reports" / "memory.json"


def scenes(chance: random.Random) -> Iterator[tuple[str, JSON]]:
    """Yield games, each with a map: of squares, of hexes and without cells."""
    for number in range(SCENES):
        system = list(CHARACTERS)[number % len(CHARACTERS)]
        feet = {"distance": 5, "units": "ft"} if system == "contract" else {"distance": 1, "units": "m"}
        places = [(chance.randrange(2, SIDE - 2), chance.randrange(2, SIDE - 2)) for _ in range(TOKENS)]
        tokens = [
            {"id": f"t{n}", "col": col, "row": row} for n, (col, row) in enumerate(dict.fromkeys(places))
        ]
        regions = [
            {"id": f"r{n}", "kind": "difficult", "cost_multiplier": 2, "area": {"rect": [*place, 6, 4]}}
            for n, place in enumerate(
                chance.choices([(col, row) for col in range(90) for row in range(90)], k=REGIONS)
            )
        ]
        grid = {"kind": KINDS[number % len(KINDS)], "cols": SIDE, "rows": SIDE, **feet}
        walls = list(walls_of(chance, SIDE, WALLS))
        yield system, {"grid": grid, "walls": walls, "tokens": tokens, "regions": regions}


def questions(system: str, scene: JSON, chance: random.Random) -> Iterator[JSON]:
    """Yield what a page asks: where a token stands in its turn, where it can go, and what ways come to."""
    while True:
        token = chance.choice(scene["tokens"])
        mover = {"token": token["id"], "character": CHARACTERS[system]}
        asked = {"v": 1, "system": system}
        yield {**asked, "op": "state", "mover": mover}
        yield {**asked, "op": "destinations", "mover": mover}
        for _ in range(48):
            to = {
                axis: min(max(token[axis] + chance.randrange(-8, 9), 0), SIDE - 1) for axis in ("col", "row")
            }
            yield {**asked, "op": "plan", "movers": [{**mover, "route": {"to": to}}]}


def answer(worker: NodeProcess, asked: JSON, scene: JSON, ref: str | None) -> str | None:
    """Ask about a scene by its name, or send it; return its name."""
    sent = scene if ref is None else {"ref": ref}
    reply = json.loads(worker.ask(json.dumps({**asked, "scene": sent})))
    if reply["ok"]:
        name: str = reply["value"]["scene_ref"]
        return name
    if reply["problem"]["code"] == "scene_unknown":
        return answer(worker, asked, scene, None)
    if reply["problem"]["code"] != "off_map":
        stop(f"no answer: {reply['problem']['message']}")
    return ref


def main() -> None:
    """Ask, and tell now and then how much memory is taken."""
    chance, every = random.Random(SEED), rounds(QUESTIONS) // LOOKS or 1  # noqa: S311 - a map, not a secret
    say(f"asking {every * LOOKS:,} questions over {SCENES} scenes in Pyodide on Node")
    worker, looks = NodeProcess(RUNNER, RUNTIME), list[JSON]()
    tables = [(scene, questions(system, scene, chance)) for system, scene in scenes(chance)]
    names: list[str | None] = [None] * SCENES
    for look in range(LOOKS + 1):
        looks.append({"questions": look * every, **worker.ask(None)})
        told = "  {questions:7,} questions: {mib:4.0f} MiB of memory, {objects:9,} objects kept"
        say(told.format(mib=looks[-1]["bytes"] / 2**20, **looks[-1]))
        for turn in range(every if look < LOOKS else 0):
            # Each scene is played for a while before the next one is opened.
            place = (look * every + turn) // 50 % SCENES
            scene, asking = tables[place]
            for asked in islice(asking, 1):
                names[place] = answer(worker, asked, scene, names[place])
    worker.close()
    keep_times({"memory": looks}, REPORT)


if __name__ == "__main__":
    main()
