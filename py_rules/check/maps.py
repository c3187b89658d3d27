"""Small random maps of a game, on which plans and destinations must agree."""

import json
import random
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from py_rules.check.findings import CheckedGame, Finding, failed
from py_rules.engine.inputs import TableRules
from py_rules.engine.system import System
from py_rules.service import handle

BOARDS = 6

SIDES = (6, 4)

GROUND: dict[str, dict[str, Any]] = {
    ":": {"kind": "difficult", "cost_multiplier": 2},
    "~": {"kind": "water"},
    "^": {"kind": "climb"},
    "_": {"kind": "gap"},
    "#": {"kind": "obstacle"},
}
"""What the letters of a map mean; a dot is floor, @ the token."""


def compared(game: CheckedGame) -> Iterator[Finding]:
    """Yield the first cell of a few random maps that destinations and a plan do not agree on, with the map."""
    for seed in range(BOARDS):
        board = RandomMap(game.system, random.Random(f"{game.system.id} {seed}"))  # noqa: S311 - the same every time
        wrong = board.difference()
        if board.problem is not None:
            yield failed(board.problem, game.main, system=game.system)
            return
        if wrong:
            remedy = "see whether a rule answers otherwise when it is asked twice, or depends on the way"
            yield Finding(game.main, 1, wrong, f"{remedy}\n{board}")
            return


class RandomMap:
    """A small random map of a system, with a token on it."""

    def __init__(self, system: System, rng: random.Random) -> None:
        self.problem: Mapping[str, Any] | None = None
        """What the game's file raised on the way."""
        cols, rows = SIDES
        entry = {"properties": switches(system)}
        self.cells = [[rng.choice("......::~^_#") for _ in range(cols)] for _ in range(rows)]
        self.cells[rows // 2][cols // 2] = "@"
        surface = system.surfaces[0][0] if system.surfaces else None
        regions = [
            {
                "id": sign,
                **fields_of,
                **({"surface": surface} if sign == "^" else {}),
                "area": {"cells": area},
            }
            for sign, fields_of in GROUND.items()
            if (
                area := [
                    [col, row] for row in range(rows) for col in range(cols) if self.cells[row][col] == sign
                ]
            )
        ]
        self.scene = {
            "grid": {"cols": cols, "rows": rows, "distance": float(system.cell), "units": system.unit},
            "regions": regions,
            "tokens": [{"id": "me", "col": cols // 2, "row": rows // 2}],
        }
        self.character = drawn(rng, system.Character.model_json_schema())
        self.asked = {"system": system.id, "scene": self.scene, "house_rules": drawn(rng, entry, often=0.3)}

    def __str__(self) -> str:
        """Return the map in letters, and who moves on it."""
        shown = json.dumps({"character": self.character, "house_rules": self.asked["house_rules"]})
        return "\n".join([*("  " + " ".join(line) for line in self.cells), f"  {shown}"])

    def difference(self) -> str:
        """Return on which cell a plan and the destinations differ, and in what; empty: on none."""
        me = {"token": "me", "character": self.character}
        reply = self.ask(op="destinations", mover=me)
        if not reply["ok"]:  # values that contradict each other, which bounds alone do not show
            problem = reply["problem"]
            return "" if problem["code"] == "invalid" else f"destinations: {problem['message']}"
        listed = {cell: layer["kind"] for layer in reply["value"]["layers"] for cell in cells_of(layer)}
        for row, line in enumerate(self.cells):
            for col, sign in enumerate(line):
                plan = self.ask(op="plan", movers=[{**me, "route": {"to": {"col": col, "row": row}}}])
                if not plan["ok"]:
                    return f"the plan to column {col}, row {row}: {plan['problem']['message']}"
                verdict = plan["value"]["plans"][0]["verdict"]
                kind = listed.get((col, row), "impossible")
                if sign != "@" and verdict != kind:
                    return f"column {col}, row {row}: the map says {kind}, the plan says {verdict}"
        return ""

    def ask(self, **question: object) -> dict[str, Any]:
        """Return the reply to a question about this map."""
        reply: dict[str, Any] = json.loads(handle(json.dumps({**self.asked, **question})))
        if not reply["ok"] and reply["problem"]["code"] == "system_broken":
            self.problem = reply["problem"]
        return reply


def cells_of(layer: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield the cells of a layer of destinations."""
    window = layer["cells"]
    planes = [import_module("base64").b64decode(plane) for plane in window["planes"]]
    for index in range(window["cols"] * window["rows"]):
        if any(bits[index >> 3] >> (index & 7) & 1 for bits in planes):
            yield window["col"] + index % window["cols"], window["row"] + index // window["cols"]


def switches(system: System) -> dict[str, Any]:
    """Return the schemas of a game's own house rules."""
    schemas = system.HouseRules.model_json_schema()["properties"]
    return {name: part for name, part in schemas.items() if name not in TableRules.model_fields}


def drawn(rng: random.Random, schema: Mapping[str, Any], *, often: float = 0.8) -> dict[str, Any]:
    """Return a random object of a schema: its fields within their bounds, numbers mostly near their defaults."""
    needed = schema.get("required", [])
    parts: Mapping[str, Any] = schema.get("properties", {})
    return {name: _value(rng, part) for name, part in parts.items() if name in needed or rng.random() < often}


def _value(rng: random.Random, schema: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON value
    """Return a random value of a schema; of texts and lists the default."""
    if "anyOf" in schema:
        bounds = {key: schema[key] for key in ("default", "minimum", "maximum") if key in schema}
        return _value(rng, {**bounds, **rng.choice(schema["anyOf"])})
    if "enum" in schema:
        return rng.choice(schema["enum"])
    kind, default = schema.get("type"), schema.get("default")
    if kind not in {"integer", "number"}:
        return {"boolean": rng.random() < 0.5, "null": None}.get(str(kind), default)
    middle = default if isinstance(default, int | float) else max(schema.get("minimum", 0), 0)
    least, most = max(schema.get("minimum", -10), middle - 6), min(schema.get("maximum", 1000), middle + 6)
    return rng.randint(round(least), round(most)) if kind == "integer" else rng.choice([least, middle, most])
