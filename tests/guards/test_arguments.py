"""A call says what it hands over: after the second argument, functions of the rules take their arguments by name."""

import ast
from collections.abc import Iterator
from pathlib import Path

from build_scripts.project import ROOT

RULES = ROOT / "py_rules"
IN_ORDER = {
    "board/between.py Between.bars": "the two ends of a line",
    "board/geometry.py beside": "the two ends of a line",
    "board/geometry.py side": "three points",
    "board/lattice.py Lattice.rect": "the four sides of a box",
    "board/marks.py Marks._fill": "the four sides of a box",
    "board/walls.py _Links._level": "a line's coordinates",
    "board/walls.py _Links._upright": "a line's coordinates",
    "gridless/climbing.py _on_ground": "the two ends of a line",
    "gridless/climbing.py _over_gaps": "the two ends of a line",
    "gridless/pulling.py leads": "the two ends of a line",
    "paths/charts.py CellChart._bars": "the two ends of a line",
    "paths/charts.py OpenChart._bars": "the two ends of a line",
    "systems/sr3/interception.py _nearest": "three points",
}
"""Functions that take more of them in order, and why: all of these are mathematics of coordinates."""


def functions(tree: ast.AST, owner: str = "") -> Iterator[tuple[str, int]]:
    """Yield each function with the arguments that it takes in order, without what it is bound to."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            static = any(
                isinstance(mark, ast.Name) and mark.id == "staticmethod" for mark in node.decorator_list
            )
            bound = isinstance(tree, ast.ClassDef) and not static
            yield f"{owner}{node.name}", len(node.args.posonlyargs) + len(node.args.args) - bound
        inside = (
            f"{node.name}."
            if isinstance(node, ast.ClassDef)
            else ""
            if isinstance(node, ast.FunctionDef)
            else owner
        )
        yield from functions(node, inside)


def in_order(file: Path) -> Iterator[str]:
    """Yield the functions of a file that take more than two arguments in order."""
    for name, many in functions(ast.parse(file.read_text(encoding="utf-8"))):
        if many > 2:
            yield f"{file.relative_to(RULES).as_posix()} {name}"


def test_after_the_second_argument_all_have_names():
    found = {one for file in RULES.rglob("*.py") for one in in_order(file)}
    assert sorted(found - IN_ORDER.keys()) == [], "write * after the second parameter"
    assert sorted(IN_ORDER.keys() - found) == [], "it takes no more than two in order: take it off the list"
