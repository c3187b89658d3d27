"""``python -m py_rules.check ID``: what is missing or contradicts itself in one game, in seconds.

Each finding is a line: the file, its line, what is wrong, and what to write. ``--path FOLDER`` looks for the game in
another folder; its cases are then read from ``FOLDER/ID.yaml``. The command ends with 1 if there are findings.
"""

import argparse
import ast
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib import import_module, util
from itertools import groupby
from pathlib import Path
from string import Formatter
from typing import Any, get_type_hints

from py_rules import systems
from py_rules.engine import tabletop
from py_rules.engine.declarations import Declarations
from py_rules.engine.inputs import TableRules
from py_rules.engine.rules import Rule
from py_rules.engine.system import System
from py_rules.protocol.problems import ProblemError
from py_rules.service import handle

ROOT = Path(__file__).parents[1]
FEWEST_WORDS = 5
"""A rule's sentence has as many at least."""
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


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a game, and what to do about it."""

    file: Path
    line: int
    wrong: str
    remedy: str

    def __str__(self) -> str:
        """Return the finding as it is printed."""
        inside = self.file.is_relative_to(Path.cwd())
        file = self.file.relative_to(Path.cwd()) if inside else self.file
        return f"{file}:{self.line}: {self.wrong}; {self.remedy}"


class Game:
    """A game that is looked at: its system, and where its parts are written."""

    def __init__(self, system: System[Any], folder: Path) -> None:
        self.system = system
        own = folder / system.id
        self.files = sorted(own.rglob("*.py")) if own.is_dir() else [folder / f"{system.id}.py"]
        self.main = self.files[0]
        self.texts = {file: file.read_text(encoding="utf-8") for file in self.files}
        declared = getattr(system, "game", None)
        self.declared = declared if isinstance(declared, Declarations) else None

    def at(self, pattern: str, wrong: str, remedy: str) -> Finding:
        """Return a finding at the first line that a pattern is found in; else at the game's beginning."""
        for file, text in self.texts.items():
            for number, line in enumerate(text.splitlines(), 1):
                if re.search(pattern, line):
                    return Finding(file, number, wrong, remedy)
        return Finding(self.main, 1, wrong, remedy)

    def at_rule(self, rule: Rule[..., Any], wrong: str, remedy: str) -> Finding:
        """Return a finding at a rule."""
        return self.at(rf'"{re.escape(rule.number)}", ?"', f"rule {rule.number} {wrong}", remedy)

    def names(self) -> set[str]:
        """Return all names that the game's code uses, beside those it only defines."""
        found = set[str]()
        for text in self.texts.values():
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    found.add(node.id)
                elif isinstance(node, ast.Attribute):
                    found.add(node.attr)
        return found


# ---------------------------------------------------------------- what is declared


def contract(game: Game) -> Iterator[Finding]:
    """Yield what is missing from the declarations of a game, or contradicts itself there."""
    yield from _rules(game)
    yield from _house_rules(game)
    yield from _numbers(game)
    yield from _moments(game)


def _rules(game: Game) -> Iterator[Finding]:
    used = game.names()
    series = dict[str, list[int]]()
    for rule in game.system.rules.values():
        if not rule.sentence.endswith(".") or len(rule.sentence.split()) < FEWEST_WORDS:
            yield game.at_rule(
                rule, f"has no whole sentence: {rule.sentence!r}", "write one that players understand"
            )
        if not rule.reference.startswith(game.system.title):
            remedy = f"write where it stands: {game.system.title}, …"
            yield game.at_rule(rule, f"cannot be looked up in {rule.reference!r}", remedy)
        if game.declared and rule.function_name not in used:
            remedy = (
                "give it to a tier, a roll, an effect, an act or a reaction, or call it from another rule"
            )
            yield game.at_rule(rule, f"is used nowhere: {rule.function_name}", remedy)
        yield from _working(game, rule)
        before, number = _split(rule.number)
        series.setdefault(before, []).append(number)
    for before, numbers in series.items():
        missing = sorted(set(range(1, max(numbers) + 1)) - set(numbers))
        if missing:
            wrong = f"there is a {before}{max(numbers):02}, but no {before}{missing[0]:02}"
            yield game.at(rf"{re.escape(before)}0*{max(numbers)}\b", wrong, "number the rules without holes")


def _split(number: str) -> tuple[str, int]:
    """Return what stands before a rule's number, and the number: ``STR-02`` is ``STR-`` and 2."""
    found = re.fullmatch(r"(.*?)(\d+)", number)
    return (found[1], int(found[2])) if found else (number, 1)


def _working(game: Game, rule: Rule[..., Any]) -> Iterator[Finding]:
    """Yield the fields of a rule's working that nothing fills in."""
    system = game.system
    models = (system.Character, system.HouseRules, system.Circumstances, system.TokenFacts)
    known = {rule.called, *rule.others, *rule.shown, *rule.function.__code__.co_varnames}
    known |= {part.name for part in fields(system.State)}
    hints = get_type_hints(rule.function).values()
    known |= {name for hint in hints if isinstance(hint, type) for name in dir(hint)}
    known |= {name for model in models for name in model.model_fields}
    for _, name, _, _ in Formatter().parse(" ".join(rule.templates.values())):
        if name and name not in known:
            remedy = "name a field of the sheet or of the house rules, another rule's function, or result"
            yield game.at_rule(rule, f"is worked out from {{{name}}}, which nothing is called", remedy)


def _house_rules(game: Game) -> Iterator[Finding]:
    known = game.system.rules.keys() | tabletop.RULES.keys() | {"X-09"}
    used = game.names()
    for name, field in game.system.HouseRules.model_fields.items():
        if name in TableRules.model_fields:
            continue
        extra = field.json_schema_extra
        told = extra.get("rules", []) if isinstance(extra, dict) else []
        for number in told if isinstance(told, list) else []:
            if number not in known:
                remedy = f"name one of {', '.join(game.system.rules)}, or write that rule"
                yield game.at(rf"\b{name}:", f"house rule {name} names {number}, which is no rule", remedy)
        if game.declared and not field.description:
            remedy = "write below it, as a docstring, what each of its readings means"
            yield game.at(rf"\b{name}:", f"house rule {name} has no help", remedy)
        if game.declared and name not in {*used, game.declared.seconds}:
            remedy = f"read it in the rule that it changes: move.house_rules.{name}"
            yield game.at(rf"\b{name}:", f"house rule {name} changes nothing", remedy)


def _numbers(game: Game) -> Iterator[Finding]:
    """Yield numbers of the sheet that may be as small or as large as they like."""
    for name, schema in game.system.Character.model_json_schema().get("properties", {}).items():
        for part in schema.get("anyOf", [schema]):
            bounds = {**schema, **part}
            if part.get("type") in {"integer", "number"} and not {"minimum", "maximum"} <= bounds.keys():
                remedy = "write ge=… and le=… into its field"
                yield game.at(rf"\b{name}:", f"{name} has no least or no greatest value", remedy)


def _moments(game: Game) -> Iterator[Finding]:
    """Yield moments that something of the turn waits for, or that "end turn" sends, and the clock does not have."""
    scopes = [scope.id for scope in game.system.scopes]
    known = {f"{what} {scope}" for scope in scopes for what in ("begin", "end")}
    remedy = f"write one of {', '.join(sorted(known))}"
    for part in fields(game.system.State):
        for moment in (*part.metadata.get("cleared_at", ()), *part.metadata.get("counted_at", ())):
            if moment not in known:
                wrong = f"{part.name} is cleared at {moment!r}, which the clock never sends"
                yield game.at(rf"\b{part.name}\b", wrong, remedy)
    for event in game.system.end_turn:
        moment = f"{event.get('kind')} {event.get('scope')}"
        if moment not in known:
            yield game.at(
                r"end_turn", f"the end of a turn sends {moment!r}, which the clock does not have", remedy
            )


# ---------------------------------------------------------------- cases


def cases(game: Game, file: Path) -> Iterator[Finding]:
    """Yield the rules that no case bites, and those that no case spares."""
    if util.find_spec("yaml") is None:
        return
    written = (
        import_module("yaml").safe_load(file.read_text(encoding="utf-8")) or [] if file.is_file() else []
    )
    for rule in game.system.rules.values():
        own = [case.get("bites") for case in written if case.get("rule") == rule.number]
        for bites, what in ((True, "bites"), (False, "must not bite")):
            if bites not in own:
                remedy = f"write one with rule: {rule.number} and bites: {str(bites).lower()}"
                yield Finding(file, 1, f"there is no case in which {rule.number} {what}", remedy)


# ---------------------------------------------------------------- plans and maps


def compared(game: Game) -> Iterator[Finding]:
    """Yield the first cell of a few random maps that destinations and a plan do not agree on, with the map."""
    for seed in range(BOARDS):
        board = Board(game.system, random.Random(f"{game.system.id} {seed}"))  # noqa: S311 - the same every time
        wrong = board.difference()
        if wrong:
            remedy = "see whether a rule answers otherwise when it is asked twice, or depends on the way"
            yield Finding(game.main, 1, wrong, f"{remedy}\n{board}")
            return


class Board:
    """A small random map of a system, with a token on it."""

    def __init__(self, system: System[Any], rng: random.Random) -> None:
        cols, rows = SIDES
        entry = {"properties": _switches(system)}
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
        self.character = {**drawn(rng, system.Character.model_json_schema()), "exempt": None}
        self.asked = {"system": system.id, "scene": self.scene, "house_rules": drawn(rng, entry, often=0.3)}

    def __str__(self) -> str:
        """Return the map in letters, and who moves on it."""
        told = json.dumps({"character": self.character, "house_rules": self.asked["house_rules"]})
        return "\n".join([*("  " + " ".join(line) for line in self.cells), f"  {told}"])

    def difference(self) -> str:
        """Return on which cell a plan and the destinations differ, and in what; empty: on none."""
        me = {"token": "me", "character": self.character}
        reply = self.ask(op="destinations", mover=me)
        if not reply["ok"]:  # values that do not go together, as bounds alone cannot tell
            problem = reply["problem"]
            return "" if problem["code"] == "invalid" else f"destinations: {problem['message']}"
        listed = {cell: layer["kind"] for layer in reply["value"]["layers"] for cell in cells_of(layer)}
        for row, line in enumerate(self.cells):
            for col, sign in enumerate(line):
                plan = self.ask(op="plan", movers=[{**me, "route": {"to": {"col": col, "row": row}}}])
                if not plan["ok"]:
                    return f"the plan to column {col}, row {row}: {plan['problem']['message']}"
                verdict = plan["value"]["plans"][0]["verdict"]
                told = listed.get((col, row), "impossible")
                if sign != "@" and verdict != told:
                    return f"column {col}, row {row}: the map says {told}, the plan says {verdict}"
        return ""

    def ask(self, **question: object) -> dict[str, Any]:
        """Return the reply to a question about this map."""
        reply: dict[str, Any] = json.loads(handle(json.dumps({**self.asked, **question})))
        return reply


def cells_of(layer: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield the cells of a layer of destinations."""
    window = layer["cells"]
    planes = [import_module("base64").b64decode(plane) for plane in window["planes"]]
    for index in range(window["cols"] * window["rows"]):
        if any(bits[index >> 3] >> (index & 7) & 1 for bits in planes):
            yield window["col"] + index % window["cols"], window["row"] + index // window["cols"]


def _switches(system: System[Any]) -> dict[str, Any]:
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


# ---------------------------------------------------------------- the command


def priced(name: str, length: float, mode: str) -> Iterator[str]:
    """Yield what a stretch costs a character with the usual values, a line for each price."""
    route = {"segments": [{"mode": mode, "length": length}]}
    reply = json.loads(handle(json.dumps({"op": "plan", "system": name, "movers": [{"route": route}]})))
    if not reply["ok"]:
        yield reply["problem"]["message"]
        return
    plan, unit = reply["value"]["plans"][0], systems.find(name).unit
    chances = {check["rule"]: check["chance"] for check in plan["checks"]}
    for _, bands in groupby(plan["bands"], lambda band: (band["kind"], band["rule"])):
        first, *_, band = [*bands] * 2
        chance = f" ({100 * chances[band['rule']]:.0f} %)" if band["kind"] == "roll" else ""
        part = f"{first['start']:g} to {band['end']:g} {unit}"
        yield f"{part}: {band['kind']}, {band['rule']}: {band['reason']['text']}{chance}"


def findings(name: str, folder: Path | None = None) -> list[Finding]:
    """Return what is wrong with a game: what it declares, then its cases, then plans beside maps."""
    if folder is not None:
        systems.look_in(str(folder))
    home = folder or Path(systems.__file__).parent
    if name not in systems.names():
        there = ", ".join(systems.names())
        remedy = f"write the game into {name}.py there; there are {there}"
        return [Finding(home / f"{name}.py", 1, f"there is no game {name}", remedy)]
    try:
        system = systems.find(name)
    except ProblemError as problem:
        return [_broken(problem, home / f"{name}.py")]
    if system.id != name:
        wrong, remedy = f"its SYSTEM has the id {system.id!r}", f"let it be {name!r}, as the file is called"
        return [Finding(home / f"{name}.py", 1, wrong, remedy)]
    game = Game(system, home)
    file = (ROOT / "tests" / "rulebook" if folder is None else folder) / f"{name}.yaml"
    found = list(contract(game))
    if folder is None or file.is_file():
        found += cases(game, file)
    return [*found, *compared(game)]


def _broken(problem: ProblemError, file: Path) -> Finding:
    """Return what a game's file raised, at the last line of it that was reached."""
    found = problem.params
    at = Path(str(found["file"])) if found["line"] else file
    return Finding(at, int(str(found["line"])) or 1, str(found["error"]), problem.remedy)


def main(arguments: Sequence[str]) -> int:
    """Check one game and print what is wrong with it."""
    parser = argparse.ArgumentParser(
        prog="python -m py_rules.check", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("game", metavar="ID", help="the id of a game, which is the name of its file")
    parser.add_argument(
        "--walk", metavar="LENGTH", type=float, help="say what so far costs a usual character"
    )
    parser.add_argument(
        "--mode", metavar="MODE", default="ground", help="how it moves: ground, jump or the like"
    )
    parser.add_argument(
        "--path", metavar="FOLDER", help="the folder that the game is in, if it is not one of ours"
    )
    asked = parser.parse_args(arguments)
    folder = None if asked.path is None else Path(asked.path).resolve()
    if folder is not None and not folder.is_dir():
        parser.error(f"{asked.path} is no folder")
    found = findings(asked.game, folder)
    if asked.walk is not None and asked.game in systems.names():
        sys.stdout.writelines(f"{line}\n" for line in priced(asked.game, asked.walk, asked.mode))
    for one in found:
        sys.stdout.write(f"{one}\n")
    if not found:
        sys.stdout.write(f"{asked.game}: {_sum(asked.game)}\n")
    return 1 if found else 0


def _sum(name: str) -> str:
    """Return what there is of a game with which nothing is wrong."""
    system = systems.find(name)
    counted = [
        f"{len(system.rules)} rules",
        f"{len(_switches(system))} house rules",
        f"{len(system.acts)} acts",
    ]
    return f"nothing is missing: {', '.join(counted)}; plans and maps agree"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
