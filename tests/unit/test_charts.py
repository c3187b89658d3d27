"""What bodies on maps without cells see of each other."""

import pytest

from py_rules.service import handle
from tests.rulebook.asking import Table


@pytest.mark.parametrize(("wall", "leaves"), [((1.9, 2.1), ["leaves:orc"]), ((1.5, 2.5), [])])
def test_a_wall_hides_a_large_body_where_it_bars_the_lines_to_all_of_its_parts(wall, leaves):
    """An ogre is two cells across, an orc 5 ft off: the line of their middles is barred, the others may be free."""
    scene = {
        "grid": {"kind": "gridless", "cols": 9, "rows": 5, "distance": 5, "units": "ft"},
        "walls": [{"id": "wall", "a": [4.2, wall[0]], "b": [4.2, wall[1]]}],
        "tokens": [
            {"id": "ogre", "col": 2, "row": 1, "cols": 2, "rows": 2},
            {"id": "orc", "col": 4, "row": 1.5, "disposition": "hostile"},
        ],
    }
    plan = Table(handle, "custom", scene=scene, token="ogre").plan(
        {"path": [{"col": 2, "row": 1}, {"col": 0, "row": 1}]}
    )
    assert [reaction["id"] for reaction in plan["reactions"]] == leaves
