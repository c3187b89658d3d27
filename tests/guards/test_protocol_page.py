"""The protocol page tells the truth: its examples are asked, its problems are those of the source."""

import ast
import doctest
import json
import re
from pathlib import Path

import pytest

from py_rules.search.budget import MOST_WORK
from py_rules.service import Service
from py_rules.values import work

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json request\n(.*?)\n```\n\n```json reply\n(.*?)\n```", PAGE, flags=re.DOTALL)
SHORT = "…"


def differences(shown, got, place=""):
    """Yield where a reply differs from how the page shows it."""
    if isinstance(shown, dict) and isinstance(got, dict):
        if SHORT not in shown and set(shown) != set(got):
            yield f"{place}: fields {sorted(set(shown) ^ set(got))}"
        for key in shown.keys() - {SHORT}:
            yield from differences(shown[key], got.get(key, "missing"), f"{place}.{key}")
    elif isinstance(shown, list) and isinstance(got, list):
        whole = shown[-1:] != [SHORT]
        items = shown if whole else shown[:-1]
        if len(items) > len(got) or (whole and len(items) != len(got)):
            yield f"{place}: {len(got)} items"
        for index, (one, other) in enumerate(zip(items, got, strict=False)):
            yield from differences(one, other, f"{place}[{index}]")
    elif shown != got:
        yield f"{place}: {got!r} instead of {shown!r}"


def test_examples_are_answered_as_shown():
    service = Service()
    for request, reply in EXAMPLES:
        got = json.loads(service.handle(json.dumps(json.loads(request))))
        assert list(differences(json.loads(reply), got)) == [], request


def test_a_difference_would_be_found():
    assert list(differences({"a": [1, SHORT], SHORT: SHORT}, {"a": [1, 2], "b": 3})) == []
    assert list(differences({"a": 1}, {"a": 1, "b": 2}))
    assert list(differences({"a": [1]}, {"a": [1, 2]}))
    assert list(differences({"a": 1, SHORT: SHORT}, {"b": 1}))
    assert list(differences([1, SHORT], [2]))


def test_every_operation_has_an_example():
    assert {json.loads(request)["op"] for request, _ in EXAMPLES} == {
        "describe",
        "state",
        "destinations",
        "plan",
        "apply",
    }
    assert PAGE.count("```json") == 2 * len(EXAMPLES)


def test_the_example_of_decoding_runs():
    result = doctest.testfile(str(ROOT / "docs" / "protocol.md"), module_relative=False, encoding="utf-8")
    assert result.attempted >= 4
    assert result.failed == 0


# ---------------------------------------------------------------- problems


def codes_in(tree, places):
    """Yield what is passed as ``code``, by its name or at the place where a function takes it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from (keyword.value for keyword in node.keywords if keyword.arg == "code")
            yield from node.args[places.get(node.func.id, len(node.args)) :][:1]


def codes_raised():
    """Return every problem code in the source: what is passed as ``code``."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "py_rules").rglob("*.py")]
    places = {"ProblemError": 0}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name != "__init__":
                names = [argument.arg for argument in node.args.args]
                places |= {node.name: names.index("code")} if "code" in names else {}
    codes = [code for tree in trees for code in codes_in(tree, places)]
    return {code.value for code in codes if isinstance(code, ast.Constant)}


def codes_told():
    return re.findall(r"^\| `(\w+)` \| .+ \| .+ \|$", PAGE.partition("| Code |")[2], flags=re.MULTILINE)


def test_every_problem_is_in_the_table_and_no_other():
    assert set(codes_told()) == codes_raised()
    assert len(codes_told()) == len(set(codes_told()))


@pytest.mark.parametrize("limit", ["MAX_REQUEST_CHARS", "MAX_GRID_CELLS"])
def test_limits_are_those_of_the_source(limit):
    source = (ROOT / "py_rules" / "protocol" / "bounds.py").read_text(encoding="utf-8")
    number = re.search(rf"^{limit} = ([\d_]+)$", source, flags=re.MULTILINE).group(1)
    assert number.replace("_", ",") in PAGE


def test_the_work_that_may_be_is_that_of_the_source():
    for number in (work.MOST, MOST_WORK):
        assert f"{number:,} steps" in PAGE
    assert f"{work.MOST_HELD // 1_000_000} MB" in PAGE


def test_every_event_is_in_the_table():
    source = (ROOT / "py_rules" / "protocol" / "requests.py").read_text(encoding="utf-8")
    kinds = re.findall(r'class \w+Event\(Wire\):.*?kind: Literal\["(\w+)"\]', source, flags=re.DOTALL)
    rows = PAGE.partition("| Event |")[2].partition("\n\n")[0]
    assert kinds
    assert [kind for kind in kinds if f"`{kind}`" not in rows] == []
