"""Who is hidden from others stands where it stands all the same."""

import pytest

from py_rules.systems import names
from tests.asking import ask

SCENE = {
    "grid": {"kind": "square", "cols": 8, "rows": 6},
    "regions": [{"id": "pond", "kind": "water", "area": {"rect": [0, 0, 4, 4]}}],
}


@pytest.mark.parametrize("kind", ["square", "gridless"])
@pytest.mark.parametrize("system", names())
def test_a_hidden_token_of_ones_own_is_as_much_there_as_a_plain_one(system, kind):
    told = []
    for hidden in (False, True):
        token = {"id": "me", "col": 1, "row": 1, "hidden": hidden}
        scene = SCENE | {"grid": SCENE["grid"] | {"kind": kind}, "tokens": [token]}
        mover = {"token": "me", "character": {}}
        state = ask(op="state", system=system, scene=scene, mover=mover)
        reach = ask(op="destinations", system=system, scene=scene, mover=mover)
        told.append([{**answer, "scene_ref": None} for answer in (state, reach)])
    assert told[0] == told[1]
