"""The page of what a game may declare: its blocks are a game that is whole, and it names what there is."""

import json
import re

import pytest

from build_scripts.project import ROOT
from build_scripts.texts import english
from py_rules.check import __main__ as check
from py_rules.engine import Game
from py_rules.engine.game import FACTS, KINDS
from py_rules.protocol import map_data
from py_rules.systems import find
from tests.games import brought_along

PAGES = ("game-contract.md", "game-cases.md")
PAGE = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in PAGES)
BLOCKS = re.findall(r"<!-- ([\w.]+) -->\n```\w+\n(.*?)```\n", PAGE, flags=re.DOTALL)


@pytest.fixture
def folder(tmp_path):
    for name in {name for name, _ in BLOCKS}:
        text = "\n\n".join(block for file, block in BLOCKS if file == name)
        (tmp_path / name).write_text(text, encoding="utf-8")
    with brought_along(str(tmp_path)):
        yield tmp_path


def test_its_blocks_are_a_game_whose_case_holds(folder, capsys):
    check.main(["hike", "--path", str(folder), "--walk", "70"])
    *walked, first = [line for line in capsys.readouterr().out.splitlines() if "there is no case" not in line]
    assert walked == [
        "0 to 30 ft: free, HIK-01: Walking, up to 30 ft",
        "30 to 60 ft: penalised, HIK-01: Walking, up to 60 ft",
        "60 to 70 ft: penalised, HIK-01: Walking, up to 90 ft",
    ]
    assert first == "hike: 1 case holds"


def test_the_question_that_it_asks_by_hand_is_answered(folder, capsys):
    [block] = [block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "look_in" in block]
    exec(block.replace('"mine"', repr(str(folder))), {})  # noqa: S102 - the page's own
    assert capsys.readouterr().out == "penalised\n"


def test_it_names_every_kind_of_rule():
    assert [kind for kind in KINDS if f"`{kind}`" not in PAGE] == []


def test_it_names_every_fact_and_every_kind_of_region():
    assert [fact for fact in FACTS if f"`{fact}`" not in PAGE] == []
    text = json.dumps(map_data.Scene.model_json_schema())
    kinds = set(re.findall(r'"const": "(\w+)"', text))
    assert [kind for kind in kinds if f"`{kind}`" not in PAGE] == []
    for way in re.findall(r'"(\w+)"', re.search(r'"enum": (\["equidistant".*?\])', text)[1]):
        assert f"`{way}`" in PAGE


def test_declarations_that_it_names_are_there():
    used = set(re.findall(r"game\.(\w+)\(", PAGE))
    assert [name for name in used if not hasattr(Game, name)] == []


@pytest.mark.usefixtures("folder")
def test_the_keys_that_it_names_are_those_of_the_texts():
    keys = english()
    table = PAGE.partition("| Declared | Keys |")[2]
    named = [key for key in re.findall(r"`([\w.-]+)`", table) if "." in key and key[0] != "."]
    named = [key for key in named if not re.search(r"NAME|VALUE", key)]
    assert named
    found = {key.removeprefix("hike.") for key in keys}
    assert [key for key in named if key not in found] == []


@pytest.mark.usefixtures("folder")
def test_the_fields_of_the_turn_that_it_names_are_there():
    turn = PAGE.partition("| Field | What it is |")[2].partition("\n\n")[0]
    fields = [name for line in turn.splitlines() for name in re.findall(r"`(\w+)`", line.partition(" | ")[0])]
    assert set(fields) <= set(find("hike").State.__dataclass_fields__)
    assert "run" in fields
