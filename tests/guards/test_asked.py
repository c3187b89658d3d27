"""What sheets ask for, if for anything: fields of sheets, by house rules that there are, told in German too."""

import json
from pathlib import Path

import pytest

from py_rules.engine import Move
from py_rules.engine.inputs import asked_of
from py_rules.operations.assumed import assumed_by
from py_rules.systems import discover
from py_rules.values.sentences import Sentence

SYSTEMS = discover().values()
WEB = Path(__file__).parents[2] / "web"
GERMAN = json.loads((WEB / "core/languages/de.json").read_text(encoding="utf-8"))
TRANSLATED = {key.partition(".")[0] for key in GERMAN}
"""The games that speak German: one that is new speaks English alone."""


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_a_house_rule_that_stands_in_is_there(system):
    standing_in = {rule for rule in asked_of(system.Character).values() if rule}
    assert standing_in <= set(system.HouseRules.model_fields)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_nothing_but_sheets_asks(system):
    acts = [act.options for act in system.acts]
    for model in (system.HouseRules, system.Circumstances, system.TokenFacts, *acts):
        assert asked_of(model) == {}, model


def keys_in(text):
    yield text.key
    for param in text.params.values():
        if isinstance(param, Sentence):
            yield from keys_in(param)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_what_is_assumed_is_told_in_german(system):
    empty = Move(
        character=system.Character(),
        house_rules=system.HouseRules(),
        circumstances=system.Circumstances(),
        in_combat=True,
    )
    for told in assumed_by(system, empty):
        texts = [text for text in (told["label"], told["shown"]) if text]
        lacking = [key for text in texts for key in keys_in(text) if key not in GERMAN]
        assert lacking == [] or system.id not in TRANSLATED


def sheets():
    """All sheets of the demo, with their games."""
    for file in sorted((WEB / "demo/scenes").glob("*.json")):
        told = json.loads(file.read_text(encoding="utf-8"))
        if file.stem == "casts":
            for game, cast in told.items():
                yield from (
                    (f"{game} {name}", game, role["character"]) for name, role in cast["roles"].items()
                )
        elif told.get("characters"):
            for name, character in told["characters"].items():
                yield f"{file.stem} {name}", told["system"], character


@pytest.mark.parametrize(("name", "game", "character"), [*sheets()], ids=lambda value: str(value)[:20])
def test_nothing_is_assumed_of_whoever_stands_in_the_demo(name, game, character):
    asked = asked_of(discover()[game].Character)
    assert [field for field in asked if field not in character] == [], name
