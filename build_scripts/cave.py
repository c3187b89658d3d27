"""Dig the demo's deep cave: ``web/demo/scenes/cave.json``, the same at each run.

Chambers are circles with wavy rims, passages wander between them, and in a corner lie halls that somebody built,
with doors. Rock is what the walls keep out; lake, rubble, chasms and the like are regions.
"""

import json
import math
import random
from collections.abc import Iterable, Iterator

from build_scripts.mirror import write_if_changed
from build_scripts.project import ROOT, say

SIDE = 200
SEED = 20
FILE = ROOT / "web" / "demo" / "scenes" / "cave.json"

Cell = tuple[int, int]
Run = tuple[int, int, int]

# Middle and radius of each chamber.
CHAMBERS = {
    "gate": (8, 100, 6),
    "hall": (30, 94, 12),
    "lake": (84, 104, 26),
    "pillars": (52, 52, 15),
    "crystals": (24, 30, 9),
    "chasm": (92, 34, 16),
    "fungus": (36, 148, 14),
    "bones": (14, 182, 8),
    "drip": (76, 166, 12),
    "rift": (116, 176, 11),
    "market": (128, 72, 12),
    "sump": (134, 128, 13),
    "nest": (172, 160, 15),
    "throne": (180, 108, 11),
    "eyrie": (60, 12, 7),
    "shaft": (186, 188, 7),
}
PASSAGES = (
    *(("gate", "hall"), ("hall", "lake"), ("hall", "pillars"), ("pillars", "crystals"), ("pillars", "chasm")),
    *(("pillars", "eyrie"), ("eyrie", "chasm"), ("chasm", "market"), ("market", "lake"), ("hall", "fungus")),
    *(("fungus", "bones"), ("fungus", "drip"), ("lake", "drip"), ("drip", "rift"), ("lake", "sump")),
    *(("sump", "rift"), ("sump", "throne"), ("rift", "nest"), ("nest", "throne"), ("nest", "shaft")),
    *(("crystals", "hall"), ("market", "sump")),
)
# Halls that were built: column, row, columns and rows of each, and doors as the two ends of their segments.
ROOMS = (
    (140, 10, 14, 12),
    (158, 8, 18, 16),
    (180, 10, 12, 14),
    (146, 30, 12, 10),
    (164, 30, 26, 14),
    (144, 46, 16, 12),
)
CORRIDORS = (
    *((154, 14, 4, 3), (176, 14, 4, 3), (147, 22, 3, 8), (158, 33, 6, 3), (170, 24, 3, 6), (184, 24, 3, 6)),
    *((150, 40, 3, 6), (138, 50, 6, 3), (176, 44, 3, 56)),
)
DOORS = (
    *(((154, 14), (154, 17)), ((158, 14), (158, 17)), ((180, 14), (180, 17)), ((147, 30), (150, 30))),
    *(((158, 33), (158, 36)), ((170, 30), (173, 30)), ((184, 24), (187, 24)), ((150, 46), (153, 46))),
    *(((144, 50), (144, 53)), ((176, 44), (179, 44))),
)


def wavy(middle: Cell, radius: float, chance: random.Random) -> Iterator[Cell]:
    """The cells of a round chamber whose rim is not even."""
    waves = [(count, chance.uniform(0, math.tau), chance.uniform(0.05, 0.16)) for count in (2, 3, 5, 8)]
    col, row = middle
    for cell in block(col - 2 * int(radius), row - 2 * int(radius), 4 * int(radius), 4 * int(radius)):
        dx, dy = cell[0] - col, cell[1] - row
        angle = math.atan2(dy, dx)
        rim = radius * (1 + sum(size * math.sin(count * angle + phase) for count, phase, size in waves))
        if math.hypot(dx, dy) <= rim:
            yield cell


def wandering(start: Cell, end: Cell, chance: random.Random) -> Iterator[Cell]:
    """The cells of a passage, two or three wide, that finds its way between two places."""
    col, row = map(float, start)
    heading = math.atan2(end[1] - row, end[0] - col)
    while math.hypot(end[0] - col, end[1] - row) > 2:
        goal = math.atan2(end[1] - row, end[0] - col)
        turn = (goal - heading + math.pi) % math.tau - math.pi
        heading += 0.3 * turn + chance.uniform(-0.45, 0.45)
        col, row = col + math.cos(heading), row + math.sin(heading)
        width = 3 if chance.random() < 0.4 else 2
        yield from block(round(col) - 1, round(row) - 1, width, width)


def block(col: int, row: int, cols: int, rows: int) -> Iterator[Cell]:
    """The cells of a rectangle that are on the map and not at its very rim."""
    for down in range(max(1, row), min(SIDE - 1, row + rows)):
        for across in range(max(1, col), min(SIDE - 1, col + cols)):
            yield across, down


def dug(chance: random.Random) -> set[Cell]:
    """All cells that are not rock."""
    floor: set[Cell] = set()
    for col, row, radius in CHAMBERS.values():
        floor.update(wavy((col, row), radius, chance))
    for start, end in PASSAGES:
        floor.update(wandering(CHAMBERS[start][:2], CHAMBERS[end][:2], chance))
    for room in (*ROOMS, *CORRIDORS):
        floor.update(block(*room))
    floor.update((0, row) for row in range(98, 103))  # the way in
    return floor - {cell for cell in floor if not set(beside(cell)) & floor}


def beside(cell: Cell) -> Iterator[Cell]:
    """The four cells that have a side in common with one."""
    col, row = cell
    yield from ((col, row - 1), (col + 1, row), (col, row + 1), (col - 1, row))


def reached(floor: set[Cell], start: Cell) -> set[Cell]:
    """What is connected to a cell: no place of the cave is cut off."""
    seen, front = {start}, [start]
    while front:
        for cell in beside(front.pop()):
            if cell in floor and cell not in seen:
                seen.add(cell)
                front.append(cell)
    return seen


def edges(floor: set[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """The sides between floor and rock, each as long as it goes straight on; the map's own rim needs none.

    >>> list(edges({(1, 1), (2, 1)}))
    [((1, 1), (3, 1)), ((1, 2), (3, 2)), ((1, 1), (1, 2)), ((3, 1), (3, 2))]
    """
    for line in range(1, SIDE):
        yield from (
            ((first, line), (last, line))
            for first, last in stretches(
                at for at in range(SIDE) if ((at, line - 1) in floor) != ((at, line) in floor)
            )
        )
    for line in range(1, SIDE):
        yield from (
            ((line, first), (line, last))
            for first, last in stretches(
                at for at in range(SIDE) if ((line - 1, at) in floor) != ((line, at) in floor)
            )
        )


def stretches(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Begin and end of each unbroken row of ascending numbers.

    >>> list(stretches([1, 2, 3, 7]))
    [(1, 4), (7, 8)]
    """
    first = last = None
    for number in numbers:
        if first is None or number != last:
            if first is not None and last is not None:
                yield first, last
            first = number
        last = number + 1
    if first is not None and last is not None:
        yield first, last


def runs(cells: Iterable[Cell]) -> list[Run]:
    """Cells row by row, those side by side as one run of column, row and length.

    >>> runs([(2, 0), (1, 0), (5, 1)])
    [(1, 0, 2), (5, 1, 1)]
    """
    rows: dict[int, list[int]] = {}
    for col, row in cells:
        rows.setdefault(row, []).append(col)
    return [
        (first, row, last - first) for row in sorted(rows) for first, last in stretches(sorted(rows[row]))
    ]


def blob(name: str, share: float, floor: set[Cell], chance: random.Random) -> set[Cell]:
    """A wavy part of a chamber, around its middle."""
    col, row, radius = CHAMBERS[name]
    return set(wavy((col, row), radius * share, chance)) & floor


def scattered(name: str, count: int, floor: set[Cell], chance: random.Random) -> set[Cell]:
    """Single cells of a chamber, none beside another, none near its middle."""
    col, row, _ = CHAMBERS[name]
    free = sorted(cell for cell in blob(name, 0.8, floor, chance) if math.dist(cell, (col, row)) > 3)
    found: list[Cell] = []
    for cell in chance.sample(free, len(free)):
        if len(found) < count and all(math.dist(cell, other) >= 3 for other in found):
            found.append(cell)
    return set(found)


def regions(floor: set[Cell], chance: random.Random) -> Iterator[dict[str, object]]:
    """What of the floor is no plain floor; each cell is of one region at most."""
    taken: set[Cell] = set()

    def region(name: str, kind: str, cells: set[Cell], **more: object) -> dict[str, object]:
        own = sorted(cells - taken, key=lambda cell: (cell[1], cell[0]))
        taken.update(own)
        area = {"cells": [list(cell) for cell in own]}
        return {"id": name.lower().replace(" ", "-"), "name": name, "kind": kind, **more, "area": area}

    island = set(wavy(CHAMBERS["lake"][:2], 5, chance))
    ford = set(block(58, 98, 52, 3))
    yield region("Still lake", "water", blob("lake", 0.72, floor, chance) - island - ford)
    yield region("Underground stream", "water", set(block(118, 60, 3, 26)) & floor, terrain="stream")
    yield region("Sump", "water", blob("sump", 0.5, floor, chance))
    bridge = set(block(76, 33, 34, 2))
    yield region("Great chasm", "gap", (set(block(88, 14, 8, 44)) & floor) - bridge, terrain="chasm")
    yield region("Rift", "gap", (set(block(112, 160, 2, 34)) & floor), terrain="pit")
    yield region("Shaft", "gap", blob("shaft", 0.5, floor, chance), terrain="chasm")
    yield region("Rockfall", "difficult", blob("hall", 0.5, floor, chance), terrain="rubble")
    yield region("Scree", "difficult", blob("drip", 0.6, floor, chance), terrain="rubble")
    yield region("Bones", "difficult", blob("bones", 0.6, floor, chance), terrain="rubble")
    yield region("Fungus", "difficult", blob("fungus", 0.7, floor, chance), terrain="thicket")
    yield region("Wet flowstone", "difficult", blob("market", 0.45, floor, chance), terrain="slick")
    yield region("Terrace", "climb", set(block(168, 146, 2, 30)) & floor, terrain="rockface")
    yield region("Dais", "climb", set(block(176, 101, 2, 14)) & floor, terrain="rockface")
    for name, title, count in (("pillars", "Pillar", 22), ("lake", "Stalagmite", 9), ("nest", "Boulder", 12)):
        for number, cell in enumerate(sorted(scattered(name, count, floor, chance) - taken), start=1):
            yield region(f"{title} {number}", "obstacle", {cell})


LOOKS = {
    "door": "door",
    "rock": "rock",
    "fungus": "brush",
    "terrace": "cliff",
    "dais": "cliff",
    "pillar": "boulder",
    "stalagmite": "boulder",
    "boulder": "boulder",
    "wet-flowstone": "mud",
}

TOKENS = (
    ("mara", "Mara", "scout", 6, 100, "friendly", 1),
    ("bruno", "Bruno", "porter", 4, 101, "friendly", 1),
    ("sentry-ix", "Sentry Ix", "guard", 32, 93, "hostile", 1),
    ("sentry-po", "Sentry Po", "guard", 148, 14, "hostile", 1),
    ("warden", "Warden", "guard", 168, 14, "hostile", 1),
    ("lurker", "Lurker", "beast", 166, 160, "hostile", 2),
    ("hermit", "Hermit", "bystander", 26, 32, "neutral", 1),
)


def cave() -> dict[str, object]:
    """The whole scene."""
    chance = random.Random(SEED)  # noqa: S311  # a cave, no secret
    floor = reached(dug(chance), (6, 100))
    rock = [
        {"id": f"rock-{number}", "a": list(start), "b": list(end)}
        for number, (start, end) in enumerate(edges(floor), start=1)
    ]
    doors = [
        {"id": f"door-{number}", "a": list(start), "b": list(end), "open": False}
        for number, (start, end) in enumerate(DOORS, start=1)
    ]
    tokens = [
        {"id": token, "name": name, "role": role, "col": col, "row": row, "disposition": side}
        | ({"cols": size, "rows": size} if size > 1 else {})
        for token, name, role, col, row, side, size in TOKENS
    ]
    return {
        "title": "The deep cave",
        "about": "Two hundred cells across: chambers, a lake with a ford, a chasm with a bridge, halls behind doors.",
        "scene": {
            "grid": {"kind": "square", "cols": SIDE, "rows": SIDE, "diagonals": "equidistant"},
            "walls": doors + rock,
            "regions": list(regions(floor, chance)),
            "tokens": tokens,
        },
        "decor": [
            {"kind": "rock", "rect": [0, 0, SIDE, SIDE]},
            {"kind": "cavern", "runs": runs(floor)},
            *({"kind": "tiles", "rect": list(room)} for room in (*ROOMS, *CORRIDORS[:-1])),
        ],
        "looks": LOOKS,
        "house_rules": {},
        "in_combat": True,
        "enforcement": "confirm",
        "selected": "mara",
    }


def scene_text() -> str:
    """The scene as the file has it: one wall, region or the like a line."""
    compact = json.dumps(cave(), ensure_ascii=False, separators=(",", ":"))
    return compact.replace('},{"', '},\n{"') + "\n"


def main() -> None:
    """Write the scene if it is another than before."""
    if write_if_changed(FILE, scene_text().encode()):
        say(f"wrote {FILE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
