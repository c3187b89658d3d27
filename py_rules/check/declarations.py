"""What is missing from the declarations of a game, or contradicts itself there."""

import re
from collections.abc import Iterator
from dataclasses import fields
from string import Formatter
from typing import Any, get_type_hints

from py_rules.check.findings import CheckedGame, Finding
from py_rules.engine import tabletop
from py_rules.engine.inputs import TableRules
from py_rules.engine.rules import Rule

FEWEST_WORDS = 5
"""The fewest words of a rule's sentence."""


def contract(game: CheckedGame) -> Iterator[Finding]:
    """Yield what is missing from the declarations of a game, or contradicts itself there."""
    yield from _rules(game)
    yield from _house_rules(game)
    yield from _numbers(game)
    yield from _moments(game)


def _rules(game: CheckedGame) -> Iterator[Finding]:
    used = game.names()
    series = dict[str, list[int]]()
    for rule in game.system.rules.values():
        if not rule.sentence.endswith(".") or len(rule.sentence.split()) < FEWEST_WORDS:
            yield game.at_rule(
                rule, f"has no whole sentence: {rule.sentence!r}", remedy="write one that players understand"
            )
        if not rule.reference.startswith(game.system.title):
            remedy = f"write where it stands: {game.system.title}, …"
            yield game.at_rule(rule, f"cannot be looked up in {rule.reference!r}", remedy=remedy)
        if rule.function_name not in used:
            remedy = (
                "give it to a tier, a roll, an effect, an act or a reaction, or call it from another rule"
            )
            yield game.at_rule(rule, f"is used nowhere: {rule.function_name}", remedy=remedy)
        yield from _working(game, rule)
        before, number = _split(rule.number)
        series.setdefault(before, []).append(number)
    for before, numbers in series.items():
        missing = sorted(set(range(1, max(numbers) + 1)) - set(numbers))
        if missing:
            wrong = f"there is a {before}{max(numbers):02}, but no {before}{missing[0]:02}"
            yield game.at(
                rf"{re.escape(before)}0*{max(numbers)}\b", wrong, remedy="number the rules without holes"
            )


def _split(number: str) -> tuple[str, int]:
    """Return what stands before a rule's number, and the number: ``STR-02`` is ``STR-`` and 2."""
    found = re.fullmatch(r"(.*?)(\d+)", number)
    return (found[1], int(found[2])) if found else (number, 1)


def _working(game: CheckedGame, rule: Rule[..., Any]) -> Iterator[Finding]:
    """Yield the fields of a rule's working that nothing fills in."""
    system = game.system
    models = (system.Character, system.HouseRules, system.Circumstances, system.TokenFacts)
    known = {rule.called, *rule.others, *rule.shown, *rule.function.__code__.co_varnames}
    known |= {part.name for part in fields(system.State)}
    hints = get_type_hints(rule.function).values()
    known |= {name for hint in hints if isinstance(hint, type) for name in dir(hint)}
    known |= {name for model in models for name in model.model_fields}
    for _, name, _, _ in Formatter().parse(" ".join(rule.templates.values())):
        if name and name not in known:
            remedy = "name a field of the sheet or of the house rules, another rule's function, or result"
            yield game.at_rule(rule, f"is worked out from {{{name}}}, which nothing is called", remedy=remedy)


def _house_rules(game: CheckedGame) -> Iterator[Finding]:
    known = game.system.rules.keys() | tabletop.RULES.keys()
    used = game.names()
    for name, field in game.system.HouseRules.model_fields.items():
        if name in TableRules.model_fields:
            continue
        extra = field.json_schema_extra
        named = extra.get("rules", []) if isinstance(extra, dict) else []
        for number in named if isinstance(named, list) else []:
            if number not in known:
                remedy = f"name one of {', '.join(game.system.rules)}, or write that rule"
                yield game.at(
                    rf"\b{name}:", f"house rule {name} names {number}, which is no rule", remedy=remedy
                )
        if not field.description:
            remedy = "write below it, as a docstring, what each of its readings means"
            yield game.at(rf"\b{name}:", f"house rule {name} has no help", remedy=remedy)
        if name not in used:
            remedy = f"read it in the rule that it changes: move.house_rules.{name}"
            yield game.at(rf"\b{name}:", f"house rule {name} changes nothing", remedy=remedy)


def _numbers(game: CheckedGame) -> Iterator[Finding]:
    """Yield numbers of the sheet without a lower or an upper bound."""
    for name, schema in game.system.Character.model_json_schema().get("properties", {}).items():
        for part in schema.get("anyOf", [schema]):
            bounds = {**schema, **part}
            if part.get("type") in {"integer", "number"} and not {"minimum", "maximum"} <= bounds.keys():
                remedy = "write ge=… and le=… into its field"
                yield game.at(rf"\b{name}:", f"{name} has no least or no greatest value", remedy=remedy)


def _moments(game: CheckedGame) -> Iterator[Finding]:
    """Yield moments that a field of the turn names, or that "end turn" sends, and that neither clock nor acts have."""
    scopes = [scope.id for scope in game.system.scopes]
    acts = {act.id for act in game.system.acts}
    known = {f"{what} {scope}" for scope in scopes for what in ("begin", "end")}
    remedy = f"write one of {', '.join(sorted(known))}"
    for part in fields(game.system.State):
        for moment in (*part.metadata.get("cleared_at", ()), *part.metadata.get("counted_at", ())):
            if moment not in known and moment.partition(" ")[0] not in acts:
                wrong = f"{part.name} is cleared at {moment!r}, which the clock never sends"
                yield game.at(rf"\b{part.name}\b", wrong, remedy=remedy)
    for event in game.system.end_turn:
        moment = f"{event.get('kind')} {event.get('scope')}"
        if moment not in known:
            yield game.at(
                r"end_turn",
                f"the end of a turn sends {moment!r}, which the clock does not have",
                remedy=remedy,
            )
