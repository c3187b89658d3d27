"""Lengths with root two compare as the true numbers do, and are told rounded."""

from fractions import Fraction

import pytest

from py_rules.protocol import bounds
from py_rules.values.rounding import GRAIN, ROOT_TWO, to_fraction, to_number
from tests.asking import Turn, ask, mover
from tests.oracle import worlds
from tests.oracle.root import Root, sign

MOST = bounds.MAX_GRID_CELLS * bounds.MAX_NUMBER * bounds.MAX_NUMBER * GRAIN * GRAIN
"""Steps times the longest cell times the dearest ground, in millionths of millionths."""


def test_the_convergent_is_one():
    assert ROOT_TWO.numerator**2 - 2 * ROOT_TWO.denominator**2 in {1, -1}
    assert ROOT_TWO.denominator > 16 * MOST


def test_the_closest_calls_come_out_as_with_the_true_root():
    p, q = 1, 1
    while p < MOST:
        for near in (Root(Fraction(p), Fraction(-q)), Root(Fraction(-p), Fraction(q))):
            assert sign(near.told) == near.sign
        p, q = p + 2 * q, p + q


@pytest.mark.parametrize("batch", range(4))
def test_sums_compare_as_with_the_true_root(batch):
    rng = worlds.seeded(f"root {batch}")
    for _ in range(2000):
        top = 10 ** rng.randint(1, 30)
        part = rng.randint(-top, top)
        whole = rng.choice([rng.randint(-top, top), -round(part * ROOT_TWO) + rng.randint(-1, 1)])
        number = Root(Fraction(whole), Fraction(part))
        assert sign(number.told) == number.sign, (whole, part)


def test_a_length_with_root_two_is_told_on_the_grain():
    assert to_number(5 * ROOT_TWO) == 7.071068
    assert to_number(Fraction(1, 3)) == 1 / 3
    assert to_fraction(to_number(3 * ROOT_TWO)) == Fraction(4_242_641, GRAIN)


SCENE = {
    "grid": {"cols": 5, "rows": 5, "diagonals": "exact"},
    "tokens": [{"id": "jenny", "col": 0, "row": 0}],
}


def test_a_diagonal_is_as_long_as_it_is():
    route = {"path": [{"col": n, "row": n} for n in range(4)]}
    [plan] = ask(op="plan", scene=SCENE, movers=[mover(token="jenny", route=route)])["plans"]
    assert (plan["length"], plan["cost"], plan["left"]) == (21.213203, 21.213203, 18.786797)
    assert [(band["start"], band["end"]) for band in plan["bands"]] == [(0, 21.213203)]


@pytest.mark.parametrize("system", ["contract", "sr5", "sr3", "d6", "styles"])
def test_several_drags_cost_what_one_does(system):
    units = {"contract": "ft", "styles": "u"}.get(system, "m")
    grid = {**SCENE["grid"], "units": units, "distance": 2 if units == "ft" else 0.25}
    asked = {"system": system, "scene": {**SCENE, "grid": grid}, "mover": {"token": "jenny", "character": {}}}
    whole, parts = Turn(**asked), Turn(**asked)
    whole.move({"path": [{"col": n, "row": n} for n in range(4)]})
    for n in range(3):
        here = {"col": n, "row": n}
        route = {"path": [here, {"col": n + 1, "row": n + 1}]}
        parts.move(route, mover={"at": here})
    used = [
        {part["id"]: part["used"] for part in turn.state(mover={"at": {"col": 3, "row": 3}})["allowances"]}
        for turn in (whole, parts)
    ]
    assert used[0] == {name: pytest.approx(amount, abs=3e-6) for name, amount in used[1].items()}
    assert any(used[0].values())
