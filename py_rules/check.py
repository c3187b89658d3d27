"""``python -m py_rules.check ID``: what is missing or contradicts itself in one game, in seconds.

Each finding is a line: the file, its line, what is wrong, and what to write. ``--path FOLDER`` looks for the game in
another folder; its cases are then read from ``FOLDER/ID.yaml``. The cases are played, and each that does not hold is
named with what was expected and what came. The command ends with 1 if there are findings.

``--walk LENGTH`` says what so far costs, ``--mode MODE`` how it is moved. ``--words LANGUAGE`` prints what is not yet
translated as a table of JSON: the key of each text, and the English to be replaced.
"""

import argparse
import ast
import inspect
import json
import random
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from importlib import import_module
from itertools import groupby
from pathlib import Path
from string import Formatter
from typing import Any, get_type_hints

from py_rules import engine, systems
from py_rules.engine import tabletop
from py_rules.engine.declarations import Declarations
from py_rules.engine.inputs import TableRules
from py_rules.engine.rules import Rule
from py_rules.engine.system import System
from py_rules.protocol.problems import MOST_SAID, NO_FIELD, ProblemError, shortened
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
    known = game.system.rules.keys() | tabletop.RULES.keys()
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


@dataclass(frozen=True, slots=True)
class Case:
    """A case as it is written, and the line that it begins in."""

    line: int
    told: dict[str, Any]


def read(file: Path) -> tuple[list[Case], list[Finding]]:
    """Return the cases of a file, and what is wrong with how they are written; there may be no such file."""
    if not file.is_file():
        return [], []
    yaml, text = import_module("yaml"), file.read_text(encoding="utf-8")
    try:
        node, told = yaml.compose(text), yaml.safe_load(text) or []
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        wrong = f"it is no YAML: {getattr(error, 'problem', error)}"
        return [], [Finding(file, 1 if mark is None else mark.line + 1, wrong, "correct the line")]
    if not isinstance(told, list):
        return [], [Finding(file, 1, "it is no list of cases", "begin each with - id: …")]
    lines = [part.start_mark.line + 1 for part in node.value] if told else []
    found, unfit = list[Case](), list[Finding]()
    for line, one in zip(lines, told, strict=True):
        if isinstance(one, dict):
            found.append(Case(line, one))
        else:
            unfit.append(Finding(file, line, f"{one!r} is no case", "write its id, rule, bites and steps"))
    return found, unfit


def played(game: Game, file: Path) -> tuple[int, list[Finding]]:
    """Play the cases of a file: return how many hold, and where the others differ from what they expect."""
    written, found = read(file)
    holding = 0
    for case in written:
        name = case.told.get("id", "without an id")
        told = [*_badly_written(game, case.told)] or [
            (f"expected otherwise: {line}", "correct the rule, or what the case expects")
            for line in _failures(game, case.told)
        ]
        found += [Finding(file, case.line, f"case {name}: {wrong}", remedy) for wrong, remedy in told]
        holding += not told
    return holding, found


def _badly_written(game: Game, case: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what a case lacks, with what to write."""
    known = [*game.system.rules, *tabletop.RULES]
    if "id" not in case:
        yield "it has no name", "write id: … that no other case has"
    if case.get("rule") not in known:
        rule = str(case.get("rule", ""))
        yield f"there is no rule {rule!r}", f"write rule: {', '.join(game.system.rules)}{meant(rule, known)}"
    expects = "fn" in case or "reach" in case or any("expect" in step for step in case.get("steps", []))
    if not expects:
        yield "it expects nothing", "write steps, of which one has expect: …, or a map and reach: …"


def _failures(game: Game, case: dict[str, Any]) -> list[str]:
    """Return where the replies to a case differ from what it expects."""
    player = import_module("tests.rulebook.cases")
    try:
        told: list[str] = player.run(handle, game.system.id, case)
    except (AssertionError, AttributeError, KeyError, TypeError, ValueError) as error:
        return [f"it cannot be played: {type(error).__name__}: {error}"]
    return [shortened(line, MOST_SAID) + _meant_field(game, line) for line in told]


def _meant_field(game: Game, line: str) -> str:
    """Return the field that a case evidently meant, where what it sends has one that there is not."""
    found = re.search(rf"(character|house_rules|circumstances)\.(\w+): {NO_FIELD}", line)
    if found is None:
        return ""
    models = {
        "character": game.system.Character,
        "house_rules": game.system.HouseRules,
        "circumstances": game.system.Circumstances,
    }
    return meant(found[2], models[found[1]].model_fields)


def meant(name: str, known: Iterable[str]) -> str:
    """Return the question after the name that was evidently meant; nothing, where none is like it.

    >>> meant("flyy", ["ground", "fly"]), meant("x", ["ground"])
    (' (did you mean fly?)', '')
    """
    near = get_close_matches(name, [*known], n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def cases(game: Game, file: Path) -> Iterator[Finding]:
    """Yield the rules that no case bites, and those that no case spares."""
    written = [case.told for case in read(file)[0]]
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
        if board.problem is not None:
            yield _broken(board.problem, game.main, game.system)
            return
        if wrong:
            remedy = "see whether a rule answers otherwise when it is asked twice, or depends on the way"
            yield Finding(game.main, 1, wrong, f"{remedy}\n{board}")
            return


class Board:
    """A small random map of a system, with a token on it."""

    def __init__(self, system: System[Any], rng: random.Random) -> None:
        self.problem: Mapping[str, Any] | None = None
        """What the game's file raised on the way."""
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
    """Yield what a stretch costs a character with the usual values, a line for each price.

    Raises ValueError for what cannot be asked, such as a mode that the game does not have.
    """
    route = {"segments": [{"mode": mode, "length": length}]}
    reply = json.loads(handle(json.dumps({"op": "plan", "system": name, "movers": [{"route": route}]})))
    if not reply["ok"]:
        problem = reply["problem"]
        near = meant(mode, (word for word, _ in systems.find(name).modes))
        message = (
            f"{problem['message']}; {problem['remedy']}{near if problem['code'] == 'mode_unknown' else ''}"
        )
        raise ValueError(message)
    plan, unit = reply["value"]["plans"][0], systems.find(name).unit
    chances = {check["rule"]: check["chance"] for check in plan["checks"]}
    for _, bands in groupby(plan["bands"], lambda band: (band["kind"], band["rule"], band["price"])):
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
        remedy = f"write the game into {name}.py there; there are {there}{meant(name, systems.names())}"
        return [Finding(home / f"{name}.py", 1, f"there is no game {name}", remedy)]
    try:
        system = systems.find(name)
    except ProblemError as problem:
        return [_broken(problem.told(), home / f"{name}.py")]
    if system.id != name:
        wrong, remedy = f"its SYSTEM has the id {system.id!r}", f"let it be {name!r}, as the file is called"
        return [Finding(home / f"{name}.py", 1, wrong, remedy)]
    game = Game(system, home)
    file = cases_of(name, folder)
    found = list(contract(game))
    if folder is None or file.is_file():
        found += cases(game, file)
    return [*found, *compared(game)]


def cases_of(name: str, folder: Path | None) -> Path:
    """Return the file of a game's cases: beside it or, of ours, in the rulebook."""
    return (ROOT / "tests" / "rulebook" if folder is None else folder) / f"{name}.yaml"


def _broken(problem: Mapping[str, Any], file: Path, system: System[Any] | None = None) -> Finding:
    """Return what a game's file raised, at the last line of it that was reached."""
    found = problem["params"]
    at = Path(found["file"]) if found["line"] else file
    remedy = "correct the line" if problem["remedy"].startswith("correct ") else problem["remedy"]
    return Finding(at, found["line"] or 1, found["error"] + _meant_name(found["error"], system), remedy)


def _meant_name(error: str, system: System[Any] | None) -> str:
    """Return the name that was evidently meant, where an error is about one that there is not."""
    called = re.search(r"(\w+)\.(\w+)\(\) got an unexpected keyword argument '(\w+)'", error)
    if called and hasattr(engine.Game, called[2]):
        return meant(called[3], inspect.signature(getattr(engine.Game, called[2])).parameters)
    had = re.search(r"'(\w+)' object has no attribute '(\w+)'", error)
    if had is None:
        return ""
    models: list[type[Any]] = [engine.Game, engine.Move]
    if system is not None:
        models += [system.Character, system.HouseRules, system.Circumstances, system.TokenFacts, system.State]
    names = {
        name: [*dir(model), *getattr(model, "model_fields", ()), *getattr(model, "__dataclass_fields__", ())]
        for model in models
        for name in [model.__name__]
    }
    return meant(had[2], (name for name in names.get(had[1], ()) if not name.startswith("_")))


def main(arguments: Sequence[str]) -> int:
    """Check one game and print what is wrong with it."""
    parser = argparse.ArgumentParser(
        prog="python -m py_rules.check", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("game", metavar="ID", help="the id of a game, which is the name of its file")
    parser.add_argument(
        "--walk", metavar="LENGTH", type=float, help="say what so far costs a usual character"
    )
    parser.add_argument("--mode", metavar="MODE", help="how it moves: ground (as usual), jump or the like")
    parser.add_argument(
        "--words", metavar="LANGUAGE", help="print the texts that are not yet translated, to be filled in"
    )
    parser.add_argument(
        "--path", metavar="FOLDER", help="the folder that the game is in, if it is not one of ours"
    )
    asked = parser.parse_args(arguments)
    folder = None if asked.path is None else Path(asked.path).resolve()
    if folder is not None and not folder.is_dir():
        parser.error(f"{asked.path} is no folder")
    if asked.mode is not None and asked.walk is None:
        parser.error("--mode says how the length of --walk is moved: add --walk LENGTH")
    found = findings(asked.game, folder)
    loads = _loads(asked.game)
    if asked.words is not None and loads:
        sys.stdout.write(
            f"{json.dumps(untranslated(asked.game, asked.words), ensure_ascii=False, indent=2)}\n"
        )
        return 0
    if asked.walk is not None and loads:
        try:
            sys.stdout.writelines(
                f"{line}\n" for line in priced(asked.game, asked.walk, asked.mode or "ground")
            )
        except ValueError as error:
            parser.error(str(error))
    return _report(asked.game, folder, found, loads=loads)


def _loads(name: str) -> bool:
    """Tell whether there is a game of that name that loads; what is wrong otherwise is among the findings."""
    try:
        return name in systems.names() and systems.find(name).id == name
    except ProblemError:
        return False


def _report(name: str, folder: Path | None, found: list[Finding], *, loads: bool) -> int:
    """Play the cases of a game, and print what is wrong with it; return the status that the command ends with."""
    holding = 0
    if loads:
        game = Game(systems.find(name), folder or Path(systems.__file__).parent)
        holding, failing = played(game, cases_of(name, folder))
        found = [*found, *failing]
    for one in found:
        sys.stdout.write(f"{one}\n")
    if not found:
        sys.stdout.write(f"{name}: {_sum(name, holding)}\n")
    elif holding:
        sys.stdout.write(f"{name}: {_held(holding)}\n")
    return 1 if found else 0


def untranslated(name: str, language: str) -> dict[str, str]:
    """Return the texts of a game that a language does not have, by key: in English, to be replaced.

    What every game says alike, such as who has no sheet, is as it is translated for the others.
    """
    texts = import_module("build_scripts.texts")
    system, file = systems.find(name), texts.LANGUAGES / f"{language}.json"
    told, english = texts.table(file) if file.is_file() else {}, texts.english()
    alike = {(key.partition(".")[2], text): told[key] for key, text in english.items() if key in told}
    own = (f"{name}.", *(f"rule.{number}." for number in system.rules))
    missing = {key: text for key, text in sorted(english.items()) if key.startswith(own) and key not in told}
    return {key: alike.get((key.partition(".")[2], text), text) for key, text in missing.items()}


def _held(count: int) -> str:
    """Return how many cases hold, in words."""
    return "1 case holds" if count == 1 else f"{count} cases hold"


def _sum(name: str, holding: int) -> str:
    """Return what there is of a game with which nothing is wrong, and how many of its cases hold."""
    system = systems.find(name)
    counted = [
        f"{len(system.rules)} rules",
        f"{len(_switches(system))} house rules",
        f"{len(system.acts)} acts",
    ]
    held = f"{_held(holding)}, " if holding else ""
    return f"nothing is missing: {', '.join(counted)}; {held}plans and maps agree"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
