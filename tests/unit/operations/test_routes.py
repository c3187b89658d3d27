"""What is asked of a map of another kind than it is, is refused and named."""

from dataclasses import replace
from fractions import Fraction

import pytest

from py_rules.board import compile_board
from py_rules.board.lattice import Lattice
from py_rules.board.storeys import stack
from py_rules.protocol import map_data

SCENE = map_data.Scene.model_validate({"grid": {"cols": 3, "rows": 3}})


@pytest.fixture(scope="module")
def without_cells():
    """A board that says it has no cells."""
    flat = compile_board(SCENE, mover=None, size=(1, 1), unseen=frozenset())
    return replace(flat, grid=Lattice(0, 0, 3, 3, (0, 0)))


def test_a_map_without_cells_has_no_grid(without_cells):
    with pytest.raises(TypeError, match="a map without cells has no grid"):
        _ = without_cells.celled


def test_maps_without_cells_are_not_stacked_as_storeys_of_cells(without_cells):
    with pytest.raises(TypeError, match="a storey is a flat map of cells"):
        stack(SCENE, [without_cells], rate=Fraction(1))
