"""Boards drawn in letters.

Every second column and line is an edge between cells, and may be left out where no wall stands:

    @ . . # A        cells stand in columns 0, 2, 4 …
        -            a wall below the third cell
    . . .|. .        a wall right of the third cell

``@`` the mover, ``.`` floor, ``#`` solid, ``:`` rubble (cost × 2), ``;`` mud (5 ft on entry), ``~`` water,
``^`` a surface to climb, ``_`` a gap, ``=`` a ledge (5 up), ``%`` a higher one (10), ``v`` a pit (5 down),
``h`` a hostile token, ``n`` a neutral one; capital letters are floor
with a name. ``legend`` changes the fields of the regions behind the signs.
"""

from dataclasses import dataclass
from typing import Any

REGIONS: dict[str, dict[str, Any]] = {
    "#": {"kind": "obstacle"},
    ":": {"kind": "difficult", "cost_multiplier": 2},
    ";": {"kind": "difficult", "flat_cost": 5},
    "~": {"kind": "water"},
    "^": {"kind": "climb", "surface": "ordinary"},
    "_": {"kind": "gap"},
    "=": {"kind": "ledge", "elevation": 5},
    "%": {"kind": "ledge", "elevation": 10},
    "v": {"kind": "ledge", "elevation": -5},
}
TOKENS = {"h": "hostile", "n": "neutral"}


@dataclass(frozen=True)
class Drawn:
    """A scene, and the cells that have a name."""

    scene: dict[str, Any]
    marks: dict[str, tuple[int, int]]


def read(drawing: str, legend: dict[str, Any]) -> Drawn:
    """Return the scene of a drawing; ``legend`` holds fields by sign, and ``grid`` fields under ``grid``."""
    lines = [line for line in drawing.split("\n") if line.strip()]
    cells: list[str] = []
    walls: list[tuple[int, int, int, int]] = []
    for line in lines:
        if set(line) <= {" ", "-"}:
            walls += [
                (at // 2, len(cells), at // 2 + 1, len(cells)) for at, sign in enumerate(line) if sign == "-"
            ]
            continue
        row = len(cells)
        walls += [
            (at // 2 + 1, row, at // 2 + 1, row + 1) for at, sign in enumerate(line) if at % 2 and sign == "|"
        ]
        cells.append(line[::2])
    return _scene(cells, walls, legend)


def _scene(cells: list[str], walls: list[tuple[int, int, int, int]], legend: dict[str, Any]) -> Drawn:
    found: dict[str, list[list[int]]] = {}
    for row, line in enumerate(cells):
        for col, sign in enumerate(line):
            found.setdefault(sign, []).append([col, row])
    col, row = found["@"][0]
    size = legend.get("@", {})
    tokens = [{"id": "mover", "col": col, "row": row, "disposition": "friendly", **size}]
    for sign, disposition in TOKENS.items():
        tokens += [
            {
                "id": f"{sign}{index}",
                "col": at[0],
                "row": at[1],
                "disposition": disposition,
                **legend.get(sign, {}),
            }
            for index, at in enumerate(found.get(sign, []))
        ]
    regions = [
        {"id": sign, "area": {"cells": found[sign]}, **fields, **legend.get(sign, {})}
        for sign, fields in REGIONS.items()
        if sign in found
    ]
    grid = {"cols": max(map(len, cells)), "rows": len(cells), **legend.get("grid", {})}
    scene = {
        "grid": grid,
        "walls": [
            {"id": f"w{index}", "a": list(wall[:2]), "b": list(wall[2:])} for index, wall in enumerate(walls)
        ],
        "regions": regions,
        "tokens": tokens,
    }
    marks = {sign: (at[0][0], at[0][1]) for sign, at in found.items() if sign.isupper() or sign == "@"}
    return Drawn(scene, marks)
