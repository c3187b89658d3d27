"""Findings: what is wrong with a game, where it is written, and what its author probably meant."""

import ast
import inspect
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from py_rules import engine
from py_rules.engine import parts
from py_rules.engine.rules import Rule
from py_rules.engine.system import System
from py_rules.values.records import record


@record()
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


class CheckedGame:
    """A game that is looked at: its system, and where its parts are written."""

    def __init__(self, system: System, folder: Path) -> None:
        self.system = system
        own = folder / system.id
        self.files = sorted(own.rglob("*.py")) if own.is_dir() else [folder / f"{system.id}.py"]
        self.main = self.files[0]
        self.texts = {file: file.read_text(encoding="utf-8") for file in self.files}

    def at(self, pattern: str, wrong: str, *, remedy: str) -> Finding:
        """Return a finding at the first line that a pattern is found in; else at the game's beginning."""
        for file, text in self.texts.items():
            for number, line in enumerate(text.splitlines(), 1):
                if re.search(pattern, line):
                    return Finding(file, number, wrong, remedy)
        return Finding(self.main, 1, wrong, remedy)

    def at_rule(self, rule: Rule[..., Any], wrong: str, *, remedy: str) -> Finding:
        """Return a finding at a rule."""
        return self.at(rf'"{re.escape(rule.number)}", ?"', f"rule {rule.number} {wrong}", remedy=remedy)

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


def meant(name: str, known: Iterable[str]) -> str:
    """Return the question after the name that was evidently meant; nothing, where none is like it.

    >>> meant("flyy", ["ground", "fly"]), meant("x", ["ground"])
    (' (did you mean fly?)', '')
    """
    near = get_close_matches(name, [*known], n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def failed(problem: Mapping[str, Any], file: Path, *, system: System | None = None) -> Finding:
    """Return what a game's file raised, at the last line of it that was reached."""
    found = problem["params"]
    at = Path(found["file"]) if found["line"] else file
    remedy = "correct the line" if problem["remedy"].startswith("correct ") else problem["remedy"]
    return Finding(at, found["line"] or 1, found["error"] + _meant_name(found["error"], system), remedy)


def _meant_name(error: str, system: System | None) -> str:
    """Return the name that was probably meant, where an error is about an unknown one."""
    called = re.search(r"(\w+)\.(\w+)\(\) got an unexpected keyword argument '(\w+)'", error)
    # A word of a game hands on to the part that it declares what it does not take itself.
    word = called[1].lower() if called and called[2] == "__init__" else called[2] if called else ""
    if called and hasattr(engine.Game, word):
        part = getattr(parts, word.capitalize(), None)
        taken = [*inspect.signature(getattr(engine.Game, word)).parameters]
        return meant(called[3], [*taken, *getattr(part, "__dataclass_fields__", ())])
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
