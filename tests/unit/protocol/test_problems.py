"""Problems name their kind and values, so that they can be put into other languages too."""

from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError

from build_scripts.texts import translation
from py_rules.protocol.problems import from_validation
from tests.asking import mover, reply_to


def state(**fields):
    return {"v": 1, "op": "state", "system": "contract", "mover": mover(), **fields}


def plan(route):
    return {"v": 1, "op": "plan", "system": "contract", "movers": [mover(route=route)]}


def region(**fields):
    return state(scene={"grid": {"cols": 4, "rows": 4}, "regions": [{"id": "r", **fields}]})


def told(request):
    problem = reply_to(request)["problem"]
    return problem["kind"], problem["params"]


class Door(BaseModel):
    """A sheet as a game system of somebody else's might have it."""

    model_config = ConfigDict(strict=True)

    ajar: bool | Literal["stuck"] = False
    width: float | Literal["half", "whole"] = 1
    steps: int | Literal["none"] = 0
    name: str | Literal[7] = ""


D6_SHEET = {"v": 1, "op": "state", "system": "d6", "mover": {"character": {"move": 10**400}}}

CASES = {
    "an unknown word": (
        state(view="god"),
        "literal_error",
        {"value": '"god"', "expected": "'player', 'referee'"},
    ),
    "an area of no shape": (
        region(kind="difficult", area={}),
        "none_of",
        {"names": "cells, rect, polygon"},
    ),
    "a route of no shape": (plan({}), "none_of", {"names": "path, to, segments"}),
    "a scene of no shape": (state(scene={}), "none_of", {"names": "grid, ref"}),
    "an unknown kind": (region(kind="lava"), "literal_error", {"value": "'lava'"}),
    "no kind": (region(), "missing", {}),
    "an unknown operation": ({"op": "dance"}, "literal_error", {"value": "'dance'"}),
    "a number beyond all": (D6_SHEET, "too_large", {}),
}

DOORS = {
    "a switch or a word": ({"ajar": []}, "bool_type_or_word", "'stuck'"),
    "a number or one of two words": ({"width": []}, "float_type_or_word", "'half', 'whole'"),
    "a whole number or a word": ({"steps": "some"}, "int_type_or_word", "'none'"),
    "a text or a number": ({"name": []}, "string_type_or_word", "7"),
}


@pytest.mark.parametrize(("request_", "kind", "params"), CASES.values(), ids=CASES)
def test_what_fits_no_shape_has_a_kind_and_what_belongs_to_it(request_, kind, params):
    found, values = told(request_)
    assert found == kind
    assert params.items() <= values.items()


@pytest.mark.parametrize(("door", "kind", "expected"), DOORS.values(), ids=DOORS)
def test_what_is_neither_a_value_nor_a_word_has_a_kind_for_both(door, kind, expected):
    with pytest.raises(ValidationError) as refused:
        Door.model_validate(door)
    problem = from_validation(refused.value, data=door)
    assert (problem.kind, problem.params["expected"]) == (kind, expected)
    assert expected in translation("de")[f"problem.invalid.{kind}.remedy"].format_map(problem.params)


def test_what_is_no_rectangle_is_told_once_and_what_to_send_instead():
    problem = reply_to(region(kind="water", area={"rect": "x"}))["problem"]
    assert (problem["kind"], problem["remedy"]) == ("tuple_type", "send a list")
    assert translation("de")["problem.invalid.tuple_type.remedy"]
