"""Reads and runs the cases of a rulebook file.

A case is a sentence about a rule, of one of three shapes:

vector  ``fn``, ``in``, ``out``: a function of the rule tables.
story   ``given`` and ``steps``: what happens at the table, each step with what it must lead to.
map     ``map``: an ASCII board; ``reach``: what each cell must cost; ``steps`` as in a story.

``bites: false`` marks a case in which its rule must *not* show.
"""

import base64
import json
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.rulebook import maps, vectors
from tests.rulebook.asking import Handle, ProblemError, Table

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
FOLDER = Path(__file__).parent
SHAPES = ("fn", "steps", "map")
EVENTS = {
    "act": "acted",
    "do": "did",
    "roll": "rolled",
    "react": "reacted",
    "rule": "ruled",
    "grant": "granted",
    "begin": "begin",
    "end": "end",
}
"""Steps that are one event, by the event's kind; what stands behind them are its fields."""
ASKS = ("plan", "destinations", "state", "ledger_as")
"""Steps that change nothing: without ``expect`` they hold whatever is answered."""
STEPS = (*ASKS, "move", "round", "undo", "set", *EVENTS)
CASE = ("id", "rule", "sentence", "bites", "given", "map", "legend", "reach", "steps", "fn", "in", "out")
SET = ("character", "house_rules", "circumstances", "in_combat", "scene", "token")
GIVEN = (*SET, "preset")
STEP = (*STEPS, "expect", "keep_ledger")
WAY = ("to", "via", "along", "segments")
MOVE = (*WAY, "forced", "override", "until")


@cache
def load(system: str) -> list[dict[str, Any]]:
    """Return all cases of a system's file; none where there is no such file yet."""
    return read(FOLDER / f"{system}.yaml")


def read(path: Path) -> list[dict[str, Any]]:
    """Return all cases of a file."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    cases: list[dict[str, Any]] = yaml.load(text, Loader=LOADER) or []  # noqa: S506 - a safe loader, in C if there is one
    return cases


def run(handle: Handle, system: str, case: dict[str, Any]) -> list[str]:
    """Return what does not hold; nothing: the case holds."""
    if "fn" in case:
        result = vectors.run(handle, case)
        return [] if result["ok"] else [f"expected {case['out']!r}, got {result['got']!r}"]
    return _Story(handle, system, case).run()


def preset(handle: Handle, system: str, name: str) -> dict[str, Any]:
    """Return the house rules of a game's preset, by which ``given`` may be played."""
    told = json.loads(handle('{"op": "describe"}'))["value"]["systems"]
    presets = next(entry["presets"] for entry in told if entry["id"] == system)
    values: dict[str, Any] = next(entry["values"] for entry in presets if entry["id"] == name)
    return dict(values)


class CaseError(ValueError):
    """A case cannot be played as it is written: what is wrong, in words."""


class _Story:
    """One case being played."""

    def __init__(self, handle: Handle, system: str, case: dict[str, Any]) -> None:
        self.case = case
        given = dict(case.get("given", {}))
        if "preset" in given:
            given["house_rules"] = preset(handle, system, given.pop("preset")) | given.get("house_rules", {})
        self.marks: dict[str, tuple[int, int]] = {}
        if "map" in case:
            drawn = maps.read(case["map"], case.get("legend", {}))
            given |= {"scene": drawn.scene, "token": "mover"}
            self.marks = drawn.marks
        self.table = Table(handle, system, **given)
        self.ledgers = {"start": self.table.ledger}
        self.commits = 0
        self.failures: list[str] = []

    def run(self) -> list[str]:
        if "reach" in self.case:
            self.check_reach(self.case["reach"])
        for index, step in enumerate(self.case.get("steps", [])):
            names = [name for name in STEPS if name in step]
            if len(names) != 1:
                does = " and ".join(names) or "nothing"
                message = f"step {index + 1} does {does}; let each step do one of {', '.join(STEPS)}"
                raise CaseError(message)
            where = f"step {index + 1} ({names[0]} {step[names[0]]})"
            try:
                reply = self.do(names[0], step[names[0]])
            except ProblemError as problem:
                reply = {"problem": problem.problem}
            expected = step.get("expect", {})
            if "problem" in reply and "problem" not in expected:
                problem = reply["problem"]
                self.failures.append(f"{where}: {problem['message']}; {problem['remedy']}")
            elif "expect" not in step and reply.get("refused"):
                why = reply["refused"]["reason"]["text"]
                self.failures.append(f"{where}: refused, which nothing expects: {why}")
            else:
                self.failures += [f"{where}: {line}" for line in differences(expected, reply)]
            if "keep_ledger" in step:
                self.ledgers[step["keep_ledger"]] = self.table.ledger
        return self.failures

    def do(self, name: str, what: Any) -> dict[str, Any]:
        """Do one step and return what the rules said."""
        if name == "plan":
            return self.table.plan(self.route(what))
        if name == "destinations":
            return self.table.destinations()
        if name == "state":
            return self.table.state()
        if name == "undo":
            return self.table.undo(f"c{self.commits}" if what is True else what)
        if name == "set":
            for field, values in what.items():
                old = getattr(self.table, field)
                setattr(self.table, field, {**old, **values} if isinstance(old, dict) else values)
            return {}
        if name == "ledger_as":
            empty = {**EMPTY, "system": self.table.system}
            return {"equal": (self.table.ledger or empty) == (self.ledgers[what] or empty)}
        self.commits += 1
        return self.table.apply(f"c{self.commits}", *self.events(name, what))

    def events(self, name: str, what: Any) -> list[dict[str, Any]]:
        """Return the events a step stands for."""
        if name == "move":
            fields = ("forced", "override", "until")
            options = {key: what[key] for key in fields if key in what} if isinstance(what, dict) else {}
            return [{"kind": "moved", "route": self.route(what), **options}]
        if name == "round":
            return self.end_turn()
        return [{"kind": EVENTS[name], **({"act": what} if isinstance(what, str) else what or {})}]

    def end_turn(self) -> list[dict[str, Any]]:
        """Return the events that "end turn" stands for in this system."""
        systems = self.table.describe()["systems"]
        return next(system for system in systems if system["id"] == self.table.system)["clock"]["end_turn"]

    def route(self, what: Any) -> dict[str, Any]:
        """Return the route a step means: feet on the ground, a list of segments, or a mark on the map."""
        if isinstance(what, int | float):
            return {"segments": [{"mode": "ground", "length": what}]}
        if isinstance(what, list):
            return {"segments": what}
        if isinstance(what, str):
            return {"to": self.cell(what)}
        if "along" in what:
            return {"path": [self.cell(mark) for mark in what["along"]]}
        if "segments" in what:
            return {"segments": what["segments"]}
        return {"to": self.cell(what["to"]), "via": [self.cell(mark) for mark in what.get("via", [])]}

    def cell(self, mark: Any) -> dict[str, Any]:
        if isinstance(mark, dict):
            return mark
        if isinstance(mark, str):
            if mark not in self.marks:
                there = f"the map has {', '.join(self.marks)}" if self.marks else "there is no map"
                message = f"no cell of the map is called {mark!r}; {there}"
                raise CaseError(message)
            col, row = self.marks[mark]
            return {"col": col, "row": row}
        return dict(zip(("col", "row", "mode", "elevation"), mark, strict=False))

    def check_reach(self, drawing: str) -> None:
        """Compare the destinations with a drawing of them."""
        letters = {}
        for layer in self.table.destinations()["layers"]:
            sign = {"free": "f", "roll": "r"}.get(layer["kind"]) or str(abs(layer["price"]["amount"]))
            letters |= dict.fromkeys(rings_of(layer), sign)
        wanted = [line.replace(" ", "") for line in drawing.rstrip("\n").split("\n")]
        got = [
            "".join(letters.get((col, row), ".") for col in range(len(line)))
            for row, line in enumerate(wanted)
        ]
        at = self.marks["@"]
        got[at[1]] = got[at[1]][: at[0]] + "@" + got[at[1]][at[0] + 1 :]
        if got != wanted:
            self.failures.append("reach is\n" + "\n".join(got) + "\nand not\n" + "\n".join(wanted))


EMPTY = {"v": 4, "number": 0, "before": None, "commits": []}


def rings_of(layer: dict[str, Any]) -> dict[tuple[int, int], dict[str, Any]]:
    """Return the cells of a layer, each with its ring."""
    window = layer["cells"]
    planes = [base64.b64decode(plane, validate=True) for plane in window["planes"]]
    rings = {}
    for index in range(window["cols"] * window["rows"]):
        number = sum((bits[index >> 3] >> (index & 7) & 1) << k for k, bits in enumerate(planes))
        if number:
            cell = (window["col"] + index % window["cols"], window["row"] + index // window["cols"])
            rings[cell] = layer["rings"][number - 1]
    return rings


def differences(expected: Any, got: Any, path: str = "") -> list[str]:
    """Return where ``got`` lacks what is expected.

    A mapping must hold at least the keys named. A list must have the same length and order; ``{has: [...]}``
    asks for elements anywhere in it, ``{lacks: [...]}`` for none such, ``{length: n}`` for a number of them.
    """
    if isinstance(expected, dict) and isinstance(got, list):
        return _list_differences(expected, got, path)
    if isinstance(expected, dict):
        if not isinstance(got, dict):
            return [f"{path}: expected {expected!r}, got {got!r}"]
        missing = [f"{path}.{key} is missing" for key in expected if key not in got]
        shared = [key for key in expected if key in got]
        return missing + [
            line for key in shared for line in differences(expected[key], got[key], f"{path}.{key}")
        ]
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        return [
            line
            for i, pair in enumerate(zip(expected, got, strict=True))
            for line in differences(*pair, f"{path}[{i}]")
        ]
    return [] if vectors.same(expected, got) else [f"{path}: expected {expected!r}, got {got!r}"]


def _list_differences(expected: dict[str, Any], got: list[Any], path: str) -> list[str]:
    unknown = expected.keys() - {"has", "lacks", "length"}
    assert not unknown, f"{path}: a list is asked for has, lacks or length, not {unknown}"
    missing = [one for one in expected.get("has", []) if all(differences(one, part) for part in got)]
    found = [f"{path}: nothing like {one!r} among {got!r}" for one in missing]
    for unwanted in expected.get("lacks", []):
        found += [f"{path}: {one!r} is there" for one in got if not differences(unwanted, one)]
    if expected.get("length", len(got)) != len(got):
        found.append(f"{path}: {len(got)} of them, not {expected['length']}")
    return found
