"""Systems that a host brings along are found like ours."""

import json

import pytest

from py_rules import systems
from py_rules.service import handle
from tests.asking import checked, reply_to
from tests.games import broken, brought_along

STRIDE = "web/hosts/foundry/example"
OURS = systems.names()


@pytest.fixture
def stride():
    with brought_along(STRIDE):
        yield


@pytest.fixture
def folder(tmp_path):
    """A folder of a host with Stride in it, for an error to be written into."""
    with brought_along(str(tmp_path)):
        yield tmp_path


def planned(system):
    route = {"segments": [{"mode": "ground", "length": 9}]}
    return json.loads(handle(json.dumps({"op": "plan", "system": system, "movers": [{"route": route}]})))


@pytest.mark.usefixtures("stride")
def test_a_system_from_another_folder_is_described_and_judges():
    told = json.loads(handle('{"op": "describe"}'))["value"]["systems"]
    assert "stride" in [system["id"] for system in told]
    route = {"segments": [{"mode": "ground", "length": 9}]}
    value = json.loads(handle(json.dumps({"op": "plan", "system": "stride", "movers": [{"route": route}]})))[
        "value"
    ]
    bands = [(band["kind"], band["start"], band["end"]) for band in value["plans"][0]["bands"]]
    assert bands == [("free", 0, 6), ("penalised", 6, 9)]
    assert value["plans"][0]["left"] == 3


@pytest.mark.usefixtures("stride")
def test_a_system_that_remembers_no_run_starts_each_way_afresh():
    scene = {
        "grid": {"cols": 6, "rows": 6, "distance": 1, "units": "m", "diagonals": "alternating_1"},
        "tokens": [{"id": "me", "col": 0, "row": 0}],
    }
    route = {"to": {"col": 1, "row": 1}}
    asked = {"op": "plan", "system": "stride", "scene": scene, "movers": [{"token": "me", "route": route}]}
    assert json.loads(handle(json.dumps(asked)))["value"]["plans"][0]["length"] == 1


def test_games_in_memory_whose_files_are_gone_stay_beside_it(monkeypatch):
    """As in a page that starts from a snapshot."""
    there = systems.pkgutil.iter_modules
    monkeypatch.setattr(
        systems.pkgutil, "iter_modules", lambda folders: there([path for path in folders if path == STRIDE])
    )
    with brought_along(STRIDE):
        assert systems.names() == tuple(sorted([*OURS, "stride"]))
        assert planned("contract")["ok"]


@pytest.mark.usefixtures("stride")
def test_looking_twice_finds_it_once():
    systems.look_in(STRIDE)
    assert systems.names().count("stride") == 1


def test_without_the_folder_there_is_no_such_system():
    reply = json.loads(handle('{"op": "state", "system": "stride", "mover": {}}'))
    assert reply["problem"]["code"] == "system_unknown"


# ---------------------------------------------------------------- an author's errors


@pytest.mark.parametrize("name", ["no Python", "no system", "a number twice"])
def test_a_file_that_does_not_load_is_named_and_takes_no_other_down(name, folder):
    line = broken.written(folder, name)
    described = reply_to({"op": "describe"})["value"]
    assert [system["id"] for system in described["systems"]] == list(OURS)
    [problem] = described["broken"]
    assert (problem["code"], problem["path"]) == ("system_broken", "system")
    assert problem["message"].startswith("system: stride does not load: ")
    assert problem["params"]["system"] == "stride"
    assert abs(problem["params"]["line"] - line) <= 8 or name == "no system"
    assert problem["params"]["error"] in problem["message"]
    assert problem["params"]["error"].split(":")[0] in problem["params"]["traceback"]
    assert planned("stride")["problem"] == problem
    assert planned("contract")["ok"]


def test_an_error_while_answering_names_the_games_own_line(folder):
    line = broken.written(folder, "a rule that fails")
    problem = checked(json.dumps(planned("stride")), op="plan")["problem"]
    assert problem["code"] == "system_broken"
    assert (
        f"stride fails on this request: {folder / 'stride.py'}, line {line}: AttributeError: "
        in problem["message"]
    )
    assert "tempo" in problem["message"]
    assert problem["remedy"] == f"correct {folder / 'stride.py'}, line {line}"
    assert "Traceback" in problem["params"]["traceback"]
    assert planned("contract")["ok"]


def test_what_is_given_to_the_engine_and_is_no_number_is_the_games_error(folder):
    text = broken.STRIDE.read_text(encoding="utf-8").replace(
        "return int(move.character.pace)", 'return "far"'
    )
    (folder / "stride.py").write_text(text, encoding="utf-8")
    assert planned("stride")["problem"]["code"] == "system_broken"


def test_a_system_that_cannot_be_described_is_named(folder):
    text = broken.STRIDE.read_text(encoding="utf-8")
    text = text.replace("class Character(Sheet):", "class Character(Sheet, arbitrary_types_allowed=True):")
    text = text.replace("@game.sheet", "class Odd:\n    pass\n\n\n@game.sheet")
    text = text.replace("    pace: int", "    odd: Odd | None = None\n    pace: int")
    (folder / "stride.py").write_text(text, encoding="utf-8")
    described = reply_to({"op": "describe"})["value"]
    assert [system["id"] for system in described["systems"]] == list(OURS)
    [problem] = described["broken"]
    assert "stride cannot be described" in problem["message"]


def test_once_it_is_corrected_it_is_played(folder):
    broken.written(folder, "no Python")
    assert not planned("stride")["ok"]
    (folder / "stride.py").write_text(broken.STRIDE.read_text(encoding="utf-8"), encoding="utf-8")
    assert planned("stride")["ok"]
