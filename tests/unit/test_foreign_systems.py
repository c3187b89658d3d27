"""Systems that a host brings along are found like ours."""

import json
import sys

import pytest

from py_rules import systems
from py_rules.service import handle

STRIDE = "web/hosts/foundry/example"


@pytest.fixture
def stride():
    systems.look_in(STRIDE)
    yield
    systems.__path__.remove(STRIDE)
    systems.names.cache_clear()
    systems.find.cache_clear()
    sys.modules.pop("py_rules.systems.stride", None)


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


@pytest.mark.usefixtures("stride")
def test_looking_twice_finds_it_once():
    systems.look_in(STRIDE)
    assert systems.names().count("stride") == 1


def test_without_the_folder_there_is_no_such_system():
    reply = json.loads(handle('{"op": "state", "system": "stride", "mover": {}}'))
    assert reply["problem"]["code"] == "system_unknown"
