"""Every system has its rulebook, every rule its number, sentence, reference and cases on both sides."""

import ast
import json
import re
from pathlib import Path

import pytest

from py_rules.engine import tabletop
from py_rules.systems import discover
from tests.rulebook import __main__ as command
from tests.rulebook import cases
from tests.rulebook.functions import FUNCTIONS

SYSTEMS = discover()
ADAPTERS = sorted((cases.FOLDER / "functions").glob("*.py"))
CALCULATING = {"abs", "ceil", "divmod", "eval", "floor", "int", "max", "min", "pow", "sum", "Fraction"}


def rules():
    return [(system, rule) for system in SYSTEMS.values() for rule in system.rules.values()]


def series_of(system):
    """The numbers of a system's rules by what stands before them: ``CON-01`` and ``CON-H01`` are two series."""
    found = {}
    for number in system.rules:
        before, count = re.fullmatch(r"(.*?)(\d+)", number).groups()
        found.setdefault(before, []).append(int(count))
    return found


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_rule_numbers_have_no_holes(system):
    for before, numbers in series_of(system).items():
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), before


def test_a_system_has_the_name_of_its_module():
    assert {name: system.id for name, system in SYSTEMS.items()} == {name: name for name in SYSTEMS}


def test_no_two_systems_have_a_rule_of_the_same_number():
    numbers = [rule.number for _, rule in rules()]
    assert len(numbers) == len(set(numbers))


def test_the_contract_has_its_twenty_rules():
    assert set(range(1, 21)) <= set(series_of(SYSTEMS["contract"])["CON-"])


@pytest.mark.parametrize(("system", "rule"), rules(), ids=[rule.number for _, rule in rules()])
def test_a_rule_can_be_looked_up(system, rule):
    assert rule.name
    assert rule.reference.startswith(system.title)
    assert rule.kind in {"rate", "band", "roll", "modifier", "resource", "state", "reaction", "hazard"}
    assert rule.sentence.endswith(".")
    assert len(rule.sentence.split()) >= 5


@pytest.mark.parametrize(("system", "rule"), rules(), ids=[rule.number for _, rule in rules()])
@pytest.mark.parametrize("bites", [True, False], ids=["bites", "does not bite"])
def test_a_rule_has_a_case(system, rule, bites):
    found = [case for case in cases.load(system.id) if case["rule"] == rule.number and case["bites"] is bites]
    assert found, f"tests/rulebook/{system.id}.yaml has no case in which {rule.number} bites: {bites}"


@pytest.mark.parametrize("number", tabletop.RULES)
@pytest.mark.parametrize("bites", [True, False], ids=["bites", "does not bite"])
def test_a_rule_of_every_table_has_a_case(number, bites):
    held = [case for name in SYSTEMS for case in cases.load(name)]
    assert [case for case in held if case["rule"] == number and case["bites"] is bites]


def test_the_table_of_rules_tells_every_rule_with_its_cases(capsys):
    assert command.main(["--rules"]) == 0
    printed = capsys.readouterr().out
    rows = {line.split(" | ")[0].removeprefix("| "): line.split(" | ") for line in printed.splitlines()}
    for system, rule in rules():
        own = [case["bites"] for case in cases.load(system.id) if case["rule"] == rule.number]
        told = rows[rule.number]
        assert told[1:4] == [rule.kind, str(own.count(True)), str(own.count(False))]
        assert told[4:] == [rule.name, rule.reference, f"{rule.sentence} |"]


def test_the_table_of_rules_can_be_had_for_one_system(capsys):
    assert command.main(["--rules", "sr3"]) == 0
    assert "SR3-19" in (printed := capsys.readouterr().out)
    assert "D6-01" not in printed
    assert command.main(["--rules", "chess"]) == 2
    assert ", ".join(SYSTEMS) in capsys.readouterr().err


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_a_case_is_a_sentence_about_a_rule(system):
    known = system.rules.keys() | tabletop.RULES.keys()
    ids = [case["id"] for case in cases.load(system.id)]
    assert len(ids) == len(set(ids))
    for case in cases.load(system.id):
        assert case["rule"] in known, case["id"]
        assert case["sentence"].endswith("."), case["id"]
        assert any(shape in case for shape in cases.SHAPES), case["id"]
        checks_something = "fn" in case or "reach" in case or any("expect" in step for step in case["steps"])
        assert checks_something, f"{case['id']} expects nothing"


@pytest.mark.parametrize("path", ADAPTERS, ids=[path.stem for path in ADAPTERS])
def test_functions_do_not_calculate(path):
    """The functions of the rule tables build requests and read replies: a formula in them would test itself."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.BinOp):
            assert isinstance(node.op, ast.BitOr), f"{path.name}:{node.lineno} calculates"
        if isinstance(node, ast.AugAssign):
            assert isinstance(node.op, ast.BitOr), f"{path.name}:{node.lineno} calculates"
        if isinstance(node, ast.UnaryOp):
            assert isinstance(node.op, ast.Not | ast.USub), f"{path.name}:{node.lineno} calculates"
            assert not isinstance(node.op, ast.USub) or isinstance(node.operand, ast.Constant)
        if isinstance(node, ast.Import | ast.ImportFrom):
            assert not re.search(r"math|fractions|decimal|operator|py_rules", ast.unparse(node)), path.name
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in CALCULATING, f"{path.name}:{node.lineno} calls {node.func.id}"


def test_every_function_belongs_to_a_system():
    """Their names begin as the numbers of its rules do; a system may have none, and be told of in stories alone."""
    prefixes = {next(iter(system.rules)).split("-")[0].lower() for system in SYSTEMS.values()}
    assert {name.split("_")[0] for name in FUNCTIONS} <= prefixes


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_house_rules_name_rules_and_come_with_words(system):
    known = system.rules.keys() | tabletop.RULES.keys()
    for name, field in system.HouseRules.model_fields.items():
        assert field.title, name
        assert field.json_schema_extra["rules"], name
        assert set(field.json_schema_extra["rules"]) <= known, name


def test_texts_speak_of_rules_only_once():
    """Every text key that the systems use exists in their catalog."""
    for system in SYSTEMS.values():
        files = Path("py_rules/systems").glob(f"{system.id}*/**/*.py")
        source = "\n".join(path.read_text(encoding="utf-8") for path in files)
        used = set(re.findall(r'say\(\s*"([a-z_.]+)"', source))
        known = {key.removeprefix(f"{system.id}.") for key in system.texts.templates}
        assert used <= known, used - known


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_no_number_may_be_so_small_that_it_is_nothing(system):
    models = [
        system.Character,
        system.HouseRules,
        system.Circumstances,
        *(act.options for act in system.acts),
    ]
    text = json.dumps([model.model_json_schema() for model in models])
    assert "exclusiveMinimum" not in text, "a number just above 0 becomes 0 when it is made exact (X-02)"
