"""One notion has one name in the code: the field's own."""

import ast
import re
from pathlib import Path

import pytest

from build_scripts.project import ROOT

OLD = {
    "brink": "ledge step",
    "brinks": "ledge steps",
    "chapter": "turn snapshot",
    "customs": "map rules",
    "desk": "windows",
    "district": "spatial index",
    "districts": "spatial index",
    "exact": "to fraction, to point",
    "expanse": "open map",
    "lately": "cache",
    "paper": "drag overlay",
    "recent": "cache",
    "relief": "ground heights",
    "seat": "mover context",
    "seldom": "coalesce",
    "story": "replay",
    "strip": "cells by cost",
    "telling": "commit builder",
    "thin": "small",
    "wave": "frontier",
    "witness": "move audit",
}
"""Parts of names that said something else here once, and what they are called."""
OLD_IN_WEB = OLD | {"hand": "dragged, moved tokens", "patience": "timeout", "seat": "host state"}
DECLARED = re.compile(r"(?:\b(?:const|let|function|class) |@(?:typedef|property|param) \{.*?\} )\[?(\w+)")
CLASSES = {"Broken": "ProblemError", "Level": "PriceTier", "Way": "Path", "Reach": "Budget"}
PHRASES = ("so many times the", "so many times as much", "who can, goes", "for who cannot")
RIDDLES = re.compile(
    r"\b[Ss]o many\b|\b(?:is|are) told (?:apart|by)\b|\b[Ff]or who\b(?!,| in\b)|\bwho can, goes\b|\bvery same\b"
)
"""What English says in other words: how many, distinguished, decided by, for a mover that, the same."""
PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
FILES = sorted((ROOT / "py_rules").rglob("*.py"))
TESTS = [file for file in sorted((ROOT / "tests").rglob("*.py")) if file != Path(__file__)]


def names(tree):
    """Yield what a module defines: modules, classes, functions, arguments, variables."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr


def old_in(name, words=OLD):
    """Return what the old words in a name are called.

    >>> old_in("exact_place"), old_in("to_point"), old_in("thinnest")
    (['to fraction, to point'], [], [])
    """
    return [words[part.lower()] for part in PARTS.findall(name) if part.lower() in words]


def test_names_are_the_fields_own():
    found = {
        f"{file.relative_to(ROOT)}: {name}": old_in(name)
        for file in FILES
        for name in (file.stem, *names(ast.parse(file.read_text(encoding="utf-8"))))
        if old_in(name)
    }
    assert found == {}, "rename them"


def test_names_in_the_browser_are_the_fields_own():
    files = [
        file
        for kind in ("js", "css")
        for file in (ROOT / "web").rglob(f"*.{kind}")
        if "vendor" not in file.parts
    ]
    assert len(files) > 100
    found = {
        f"{file.relative_to(ROOT)}: {name}": old_in(name, OLD_IN_WEB)
        for file in files
        for name in (file.stem.replace("-", "_"), *DECLARED.findall(file.read_text(encoding="utf-8")))
        if old_in(name, OLD_IN_WEB)
    }
    assert found == {}, "rename them"


def test_files_are_named_plainly():
    folders = ("py_rules", "build_scripts", "tests")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py")]
    found = [str(file.relative_to(ROOT)) for file in files if old_in(file.stem) or "ways" in file.stem]
    assert found == [], "rename them"


def test_classes_are_named_plainly():
    found = {
        node.name: CLASSES[node.name]
        for file in FILES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.name in CLASSES
    }
    assert found == {"Level": "PriceTier"}, "rename them"  # a height of the ground, no price


@pytest.mark.parametrize("phrase", PHRASES)
def test_sentences_are_plain(phrase):
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *FILES]
    told = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in pages
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if phrase in line.lower()
    ]
    assert told == []


def test_comments_are_plain():
    scripts = [file for file in (ROOT / "web").rglob("*.js") if "vendor" not in file.parts]
    pages = [file for file in (ROOT / "docs").rglob("*.md") if file.parent.name != "games"]
    told = [
        f"{file.relative_to(ROOT)}:{number}: {found[0]}"
        for file in (*FILES, *scripts, *pages, *(ROOT / "build_scripts").rglob("*.py"), *TESTS)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if (found := RIDDLES.search(line))
    ]
    assert told == [], "say it plainly"
