"""What games there are: each with its schemas, words, clock, rules, and house rules with presets."""

from functools import cache
from typing import Any

from py_rules import systems
from py_rules.engine import clock, tabletop, words
from py_rules.engine.clock import Scope
from py_rules.engine.inputs import TableRules
from py_rules.engine.rules import Rule
from py_rules.engine.system import System
from py_rules.operations.reply_parts import Answer, words_of
from py_rules.protocol.problems import ProblemError
from py_rules.values.answer_parts import WRITERS


def answer() -> Answer:
    """Answer what games there are; one that a host brings along and that does not load is listed with its problem."""
    found, broken = list[Answer](), list[Answer]()
    for name in systems.names():
        try:
            found.append(_described(systems.find(name)))
        except ProblemError as problem:
            broken.append(problem.to_json())
        except Exception as error:
            if not systems.is_brought(name):
                raise
            broken.append(systems.failure(name, error, what="cannot be described").to_json())
    return {
        "v": 1,
        "systems": found,
        "broken": broken,
        "table_rules": [_rule_entry(info) for info in tabletop.RULES.values()],
        "texts": {**tabletop.texts.templates, **words.say.templates},
    }


@cache
def _described(system: System) -> Answer:
    """Return the description of a system; it is kept, since its schemas take longer than the rest of a start."""
    return {
        "id": system.id,
        "title": system.title,
        "about": system.about,
        "unit": system.unit,
        "clock": {
            "scopes": [
                {**WRITERS[Scope](scope), "clears": clock.cleared_at(system.State, f"begin {scope.id}")}
                for scope in system.scopes
            ],
            "end_turn": [dict(event) for event in system.end_turn],
        },
        "character": system.Character.model_json_schema(),
        "circumstances": system.Circumstances.model_json_schema(),
        "modes": words_of(system.modes),
        "surfaces": words_of(system.surfaces),
        "grades": words_of(system.grades),
        "acts": [
            {"id": a.id, "rule": a.rule, "label": a.label, "options": a.options.model_json_schema()}
            for a in system.acts
        ],
        "dice": {"result": system.dice_words[0], "target": system.dice_words[1]},
        "token_facts": system.TokenFacts.model_json_schema(),
        "house_rules": _house_rules(system),
        "presets": system.presets,
        "rules": [_rule_entry(info) for info in system.rules.values()],
        "texts": system.texts.templates,
    }


def _house_rules(system: System) -> list[Answer]:
    """Return the house rules: those of the first page of settings first, those of every table last."""
    whole = system.HouseRules.model_json_schema()
    properties, parts = whole["properties"], {key: whole[key] for key in ("$defs",) if key in whole}
    entries = [
        {
            "id": name,
            "title": schema["title"],
            "description": schema.get("description", ""),
            "rules": schema["rules"],
            "default": schema["default"],
            "required": schema["required"],
            "json_schema": {
                **{key: part for key, part in schema.items() if key not in {"rules", "required"}},
                **(parts if schema.get("type") == "array" else {}),
            },
        }
        for name, schema in properties.items()
    ]
    return sorted(entries, key=lambda entry: (not entry["required"], entry["id"] in TableRules.model_fields))


def _rule_entry(info: Rule[..., Any]) -> Answer:
    return {name: getattr(info, name) for name in ("number", "name", "sentence", "reference", "kind")}
