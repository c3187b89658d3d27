"""The way to what is out of reach is one that the rules allow as far as the cell that they name."""

import json

import pytest

from build_scripts.project import ROOT
from py_rules.service import handle


@pytest.mark.parametrize("name", ["ambush", "minefield", "rooftops"])
def test_the_way_leads_by_what_the_rules_allow_to_the_cell_that_is_named(name):
    game = json.loads((ROOT / "web" / "demo" / "scenes" / f"{name}.json").read_text(encoding="utf-8"))
    grid, token = game["scene"]["grid"], game["selected"]

    def planned(route):
        mover = {"token": token, "character": game["characters"][token], "route": route}
        request = {"op": "plan", "system": game["system"], "scene": game["scene"], "movers": [mover]}
        return json.loads(handle(json.dumps(request)))["value"]["plans"][0]

    seen = 0
    for col in range(1, grid["cols"], 3):
        for row in range(0, grid["rows"], 2):
            plan = planned({"to": {"col": col, "row": row}})
            named = next(
                (line["working"]["params"] for line in plan["trace"] if line["rule"] == "MAP-07"), None
            )
            if plan["path"] and named:
                way = [(point["col"], point["row"]) for point in plan["path"]]
                part = plan["path"][: way.index((named["col"], named["row"])) + 1]
                seen += 1
                assert planned({"path": part})["verdict"] != "impossible", (col, row)
    assert seen > 3
