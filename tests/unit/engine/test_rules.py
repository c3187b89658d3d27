"""Rules tell how they were worked out: by one template, or by the one of several that fits."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from py_rules.engine import Game
from py_rules.engine.rules import Tracer
from py_rules.service import handle
from tests.rulebook.asking import Table

game = Game("pace", "Pace", unit="m", reference="Pace")


@dataclass(frozen=True)
class Turn:
    """What is remembered."""

    rounds: int = 2


@game.rule(
    "PAC-01",
    "Stride",
    working={
        "alone": "{legs} {legs:leg|legs}, {metres} m",
        "tired": "{legs} legs after {rounds} rounds, less {load}: {metres} m",
    },
    which=lambda _move, load=1, *, tired: "tired" if tired else "alone",  # noqa: ARG005 - as the rule is called
    shown={
        "load": lambda _metres, move, load=1, **_: move.character.legs * load,
        "twice": lambda metres, *_, **_others: 2 * metres,
    },
    result="metres",
)
def stride(move, load: int = 1, *, tired: bool = False) -> int:
    """You get as far as your legs carry you in a round."""
    return move.character.legs - load * tired


def line(legs: int, *args: int, tired: bool):
    move = SimpleNamespace(character=SimpleNamespace(legs=legs), turn=Turn())
    tracer = Tracer()
    with tracer.watching():
        stride(move, *args, tired=tired)
    (found,) = tracer.lines([stride])
    return found


def test_the_template_that_fits_is_told_with_words_that_go_with_its_numbers():
    assert line(1, tired=False).working.text == "1 leg, 1 m"


def test_a_template_names_arguments_left_out_fields_of_the_turn_and_what_is_shown():
    told = line(4, tired=True)
    assert told.working.key == "pace.working.PAC-01.tired"
    assert told.working.text == "4 legs after 2 rounds, less 4: 3 m"


def test_numbers_that_no_template_names_are_told_as_numbers():
    assert line(4, 2, tired=True).numbers == {"load": 8, "twice": 4, "legs": 4, "rounds": 2, "metres": 2}


def test_templates_are_texts_of_the_game():
    assert {"working.PAC-01.alone", "working.PAC-01.tired"} <= game.templates.keys()


@pytest.mark.parametrize("rough", [1, 2])
def test_of_ground_that_costs_more_on_a_part_of_the_way_that_part_is_told(rough):
    region = {"id": "rubble", "kind": "difficult", "grade": "difficult", "area": {"cells": [[rough, 0]]}}
    scene = {
        "grid": {"cols": 6, "rows": 1, "distance": 5, "units": "ft"},
        "regions": [region | {"cost_multiplier": 1}],
        "tokens": [{"id": "mover", "col": 0, "row": 0}],
    }
    table = Table(handle, "custom", character={"speed": 30}, scene=scene, token="mover")
    plan = table.plan({"to": {"col": 3, "row": 0}})
    told = {line["rule"]: line["working"]["text"] for line in plan["trace"]}
    assert (plan["cost"], told["ANY-04"], told["ANY-05"]) == (
        20,
        "2 times as much as walking",
        "2 times as much",
    )
