"""An author is told what is missing in a game: in which file, in which line, and what to write."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from py_rules import systems
from py_rules.check import __main__ as check
from py_rules.check import cases
from py_rules.check.findings import CheckedGame
from py_rules.service import handle
from py_rules.systems import find, names
from tests.games import broken, brought_along

ELSEWHERE = {
    "asked for unless nothing says it": 53,
    "no place to look it up": 25,
    "a house rule that changes nothing": 21,
}
"""Where an error is told that is made in another line."""
RULES = ("STR-01", "STR-02", "STR-03")


@pytest.fixture
def folder(tmp_path):
    with brought_along(str(tmp_path)):
        yield tmp_path


def told(folder, capsys):
    status = check.main(["stride", "--path", str(folder)])
    return status, capsys.readouterr().out


@pytest.mark.parametrize("name", broken.ERRORS)
def test_an_authors_error_is_told_with_its_line_and_a_remedy(name, folder, capsys):
    line, wanted = broken.written(folder, name), broken.ERRORS[name][2]
    status, printed = told(folder, capsys)
    assert status == (wanted is not None), printed
    if wanted is None:
        return
    [found] = [text for text in printed.splitlines() if wanted in text]
    where = re.match(rf"{re.escape(str(folder / 'stride.py'))}:(\d+): .+; .+", found)
    assert where, printed
    if "the map says" not in wanted and "no SYSTEM" not in wanted:
        assert abs(int(where[1]) - ELSEWHERE.get(name, line)) <= 10, printed


WALK_ON = ("You walk as many metres in a round as you have Pace.", "Walk on")


def test_a_rule_that_is_written_otherwise_is_told_at_the_beginning_of_its_file(folder, capsys):
    text = broken.STRIDE.read_text(encoding="utf-8").replace(*WALK_ON)
    text = text.replace('rule("STR-01", "Walking"', 'rule(name="Walking", number="STR-01"')
    (folder / "stride.py").write_text(text, encoding="utf-8")
    assert (
        f"{folder / 'stride.py'}:1: rule STR-01 has no whole sentence: 'Walk on'; " in told(folder, capsys)[1]
    )


def test_a_game_of_several_files_is_told_the_one_that_is_wrong(folder, capsys):
    text = broken.STRIDE.read_text(encoding="utf-8").replace(*WALK_ON)
    (folder / "stride").mkdir()
    (folder / "stride" / "rules.py").write_text(text, encoding="utf-8")
    whole = "from py_rules.systems.stride.rules import SYSTEM\n"
    (folder / "stride" / "__init__.py").write_text(whole, encoding="utf-8")
    line = text.count("\n", 0, text.index('"STR-01", "Walking"')) + 1
    assert (
        f"{folder / 'stride' / 'rules.py'}:{line}: rule STR-01 has no whole sentence"
        in told(folder, capsys)[1]
    )


def test_a_map_that_differs_is_drawn(folder, capsys):
    broken.written(folder, "a rule that is never the same")
    _, printed = told(folder, capsys)
    assert re.search(r"column \d, row \d: the map says \w+, the plan says \w+; ", printed)
    assert re.search(r"^  ([.:~^_#@] ){5}[.:~^_#@]$", printed, flags=re.MULTILINE)
    assert '"character": {' in printed


def test_a_game_that_is_not_there(folder, capsys):
    status, printed = told(folder, capsys)
    assert status == 1
    assert (
        "stride.py:1: there is no game stride; write the game into stride.py there; there are contract"
        in printed
    )


def test_cases_that_are_missing(folder, capsys):
    shutil.copy(broken.STRIDE, folder)
    assert told(folder, capsys)[0] == 0
    one = "- {id: A, rule: STR-01, sentence: It bites., bites: true}\n"
    (folder / "stride.yaml").write_text(one, encoding="utf-8")
    status, printed = told(folder, capsys)
    assert status == 1
    assert (
        "there is no case in which STR-01 must not bite; write one with rule: STR-01 and bites: false"
        in printed
    )
    assert printed.count("there is no case") == 2 * len(RULES) - 1


CASES = """\
- id: STR-01-walks
  rule: STR-01
  sentence: Six metres are walked.
  bites: true
  given: {character: {pace: 6}}
  steps:
    - {plan: 6, expect: {verdict: free}}

- id: STR-01-far
  rule: STR-01
  sentence: Seven are not.
  bites: false
  given: {character: {pace: 6}}
  steps:
    - {plan: 7, expect: {verdict: free}}
"""


def with_cases(folder, capsys, text):
    shutil.copy(broken.STRIDE, folder)
    (folder / "stride.yaml").write_text(text, encoding="utf-8")
    status, printed = told(folder, capsys)
    assert status == 1
    lines = [line for line in printed.splitlines() if "there is no case in which" not in line]
    return [line.replace(str(folder), "mine") for line in lines]


def test_cases_are_played(folder, capsys):
    failing, held = with_cases(folder, capsys, CASES)
    assert failing == (
        "mine/stride.yaml:9: case STR-01-far: expected otherwise: step 1 (plan 7): .verdict: expected 'free',"
        " got 'penalised'; correct the rule, or what the case expects"
    )
    assert held == "stride: 1 case holds"


@pytest.mark.parametrize(
    ("right", "wrong", "line", "said"),
    [
        (
            "pace: 6}}\n  steps:\n    - {plan: 7",
            "pase: 6}}\n  steps:\n    - {plan: 7",
            9,
            "(did you mean pace?)",
        ),
        ("id: STR-01-far", "name: far", 9, "case without an id: it has no name; write id: …"),
        (
            "rule: STR-01\n  sentence: Seven",
            "rule: STR-1\n  sentence: Seven",
            9,
            "write rule: STR-01, STR-02",
        ),
        ("{plan: 7, expect: {verdict: free}}", "plan: 7", 9, "it expects nothing; write steps"),
        ("plan: 7", "pln: 7", 9, "step 1: nothing reads 'pln'; write one of plan, destinations, state,"),
        ("plan: 7", "pln: 7", 9, "(did you mean plan?)"),
        (
            "plan: 7",
            "plan: 7, move: 7",
            9,
            "it cannot be played: step 1 does plan and move; let each step do one",
        ),
        (
            "plan: 7",
            "plan: {to: B}",
            9,
            "it cannot be played: no cell of the map is called 'B'; there is no map",
        ),
        (
            "{plan: 7, expect: {verdict: free}}",
            "{do: rest}\n    - {plan: 6, expect: {verdict: free}}",
            9,
            "step 1 (do rest): refused, which nothing expects: There is nothing to rest from",
        ),
        (
            "rule: STR-01\n  sentence: Seven",
            "rule: STR-01\n  bitess: true\n  sentence: Seven",
            9,
            "nothing reads 'bitess'",
        ),
        ("plan: 7, expect:", "plan: 7, expects:", 9, "nothing reads 'expects'"),
        (
            "{plan: 7, expect: {verdict: free}}",
            "{plan: 7}\n    - {move: 7, expect: {refused: null}}",
            9,
            "asks for plan and",
        ),
        (
            "id: STR-01-far",
            "id: STR-01-walks",
            9,
            "case STR-01-walks: line 1 has one of this id; give one of them another",
        ),
        (
            "{character: {pace: 6}}\n  steps:\n    - {plan: 7",
            "{charakter: {pace: 6}}\n  steps:\n    - {plan: 7",
            9,
            "given: nothing reads 'charakter'; write one of character, house_rules,",
        ),
        (
            "{plan: 7, expect: {verdict: free}}",
            "{plan: 7, expect: {trace: {lacks: [{rul: STR-01}]}}}",
            9,
            "step 1: expect.trace.lacks: nothing reads 'rul'",
        ),
        ("{plan: 7,", "{plan: {segmnts: []},", 9, "step 1: plan: nothing reads 'segmnts'"),
        ("- id: STR-01-far", "- walks", 9, "it is no YAML: "),
        (
            "{pace: 6}}\n  steps:\n    - {plan: 7",
            "{pace: 6}\n  steps:\n    - {plan: 7",
            14,
            "it is no YAML: ",
        ),
    ],
)
def test_a_case_that_cannot_be_played_is_told(right, wrong, line, said, folder, capsys):
    assert CASES.count(right) == 1
    found = with_cases(folder, capsys, CASES.replace(right, wrong))
    [one] = [text for text in found if said in text]
    assert abs(int(one.removeprefix("mine/stride.yaml:").partition(":")[0]) - line) <= 1, one


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("STR-01: walks\n", "1: it is no list of cases; begin each with - id: …"),
        (f"{CASES}\n- walks\n", "17: 'walks' is no case; write its id, rule, bites and steps"),
    ],
)
def test_what_is_no_case_is_told(text, said, folder, capsys):
    assert f"mine/stride.yaml:{said}" in with_cases(folder, capsys, text)


def misnamed(folder):
    text = broken.STRIDE.read_text(encoding="utf-8").replace("= {result} m", "= {reslt} m", 1)
    (folder / "stride.py").write_text(text, encoding="utf-8")
    return text.count("\n", 0, text.index("{reslt}")) + 1


def test_a_working_that_names_what_there_is_not_is_told_with_its_rule_and_line(folder, capsys):
    line = misnamed(folder)
    assert check.main(["stride", "--path", str(folder), "--walk", "5"]) == 1
    said = (
        "rule STR-01 is worked out from {reslt}, which nothing is called; name a field of the sheet or of the"
    )
    assert f"stride.py:{line}: {said}" in capsys.readouterr().out
    reply = json.loads(handle(json.dumps({"op": "state", "system": "stride", "mover": {"character": {}}})))
    problem = reply["problem"]
    assert (problem["code"], problem["params"]["line"]) == ("system_broken", line)
    assert problem["params"]["error"] == f"WorkingError: {said.partition(';')[0]}"


def test_a_letter_that_the_map_does_not_have_is_told_with_those_it_has(folder, capsys):
    drawn = CASES.replace("  steps:\n    - {plan: 7", "  map: |\n    @ . A\n  steps:\n    - {plan: {to: B}")
    [said] = [line for line in with_cases(folder, capsys, drawn) if "called" in line]
    assert "no cell of the map is called 'B'; the map has @, A" in said


@pytest.mark.parametrize("name", names())
def test_our_own_cases_are_written_as_they_are_read(name, monkeypatch):
    monkeypatch.setattr(cases, "_failures", lambda *_: [])
    game = CheckedGame(find(name), Path(systems.__file__).parent)
    _, found = cases.played(game, check.cases_of(name, None))
    assert [str(one) for one in found] == []


def test_our_own_cases_are_played(capsys):
    assert check.main(["custom"]) == 0
    assert re.search(r"; \d+ cases hold, plans and maps agree$", capsys.readouterr().out.strip())


def refused(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        check.main(arguments)
    assert ended.value.code == 2
    return capsys.readouterr().err


def test_what_is_asked_for_and_cannot_be_is_told(folder, capsys):
    shutil.copy(broken.STRIDE, folder)
    brought = ["stride", "--path", str(folder)]
    assert "add --walk LENGTH" in refused([*brought, "--mode", "jump"], capsys)
    said = refused([*brought, "--walk", "3", "--mode", "jmp"], capsys)
    assert "'jmp' is not known here; use one of ground, climb, jump, swim (did you mean jump?)" in said
    check.main(["strde", "--path", str(folder)])
    assert "(did you mean stride?)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("right", "wrong", "near"),
    [
        ("game.tier(walk)", "game.tier(walk, limt=3)", "limit"),
        ("game.meter(", "game.metre(", "meter"),
        ("-move.house_rules.hurry_dice", "-move.house_rules.hury_dice", "hurry_dice"),
        ("int(move.character.pace)", "int(move.character.pce)", "pace"),
    ],
)
def test_a_name_that_is_mistyped_is_told_at_its_line_with_the_one_that_is_meant(
    right, wrong, near, folder, capsys
):
    text = broken.STRIDE.read_text(encoding="utf-8")
    assert text.count(right) == 1
    (folder / "stride.py").write_text(text.replace(right, wrong), encoding="utf-8")
    _, printed = told(folder, capsys)
    line = text.count("\n", 0, text.index(right)) + 1
    assert f"stride.py:{line}: " in printed
    assert f"(did you mean {near}?)" in printed


def test_words_that_are_missing_are_a_table_to_be_filled_in(folder, capsys):
    shutil.copy(broken.STRIDE, folder)
    assert check.main(["stride", "--path", str(folder), "--words", "de"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert table["rule.STR-01.name"] == "Walking"
    assert table["stride.character.pace.title"] == "Pace"
    assert table["stride.working.STR-01"] == "Pace {pace} = {result} m"
    assert check.main(["custom", "--words", "de"]) == 0
    assert json.loads(capsys.readouterr().out) == {}


def test_what_is_whole_is_summed_up(folder, capsys):
    shutil.copy(broken.STRIDE, folder)
    assert told(folder, capsys) == (
        0,
        "stride: nothing is missing: 3 rules, 1 house rules, 1 acts; plans and maps agree\n",
    )


@pytest.mark.parametrize("system", names())
def test_our_own_games_are_whole(system):
    assert [str(one) for one in check.findings(system)] == []


def test_the_command_runs_and_refuses_what_is_no_folder():
    command = [sys.executable, "-m", "py_rules.check", "stride", "--path", "nowhere"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "nowhere is no folder" in done.stderr
