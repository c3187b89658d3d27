"""Values that a game asks for and a sheet lacks, and what is assumed instead."""

from collections.abc import Iterator, Mapping
from functools import cache, reduce

from py_rules.engine import tabletop
from py_rules.engine.inputs import Inputs, asked_of
from py_rules.engine.situation import Move
from py_rules.engine.system import System
from py_rules.operations.reply_parts import Answer
from py_rules.values.sentences import Sentence


def assumed_by(system: System, move: Move) -> list[Answer]:
    """Return each field that is asked for and was not sent, with the value that holds instead, in the sheet's order.

    A house rule that the table has set stands in for a field that names it.
    """
    sheet, table = move.character, move.house_rules
    model, found = type(sheet), list[Answer]()
    for name, rule in asked_of(model).items():
        if name in sheet.model_fields_set or rule in table.model_fields_set:
            continue
        value = getattr(table, rule) if rule else getattr(sheet, name)
        key, title = f"{system.id}.character.{name}", model.model_fields[name].title or name
        found.append(
            {
                "field": name,
                "label": Sentence(f"{key}.title", {}, title),
                "value": value,
                "shown": _shown(system, key, value=value),
            }
        )
    return found


def _shown(system: System, key: str, *, value: object) -> Sentence | None:
    """Return a value in words: a choice by its name, a table as a list of names and values; nothing for a number."""
    if isinstance(value, str):
        return _word(system, key, value=value)
    if not isinstance(value, Mapping) or not value:
        return None
    names = dict(system.modes)
    pairs = [
        tabletop.texts("named", name=names.get(name) or name, value=_word(system, key, value=held) or held)
        for name, held in value.items()
    ]
    listed = reduce(lambda before, one: tabletop.texts("listed", before=before, one=one), pairs)
    return tabletop.texts("in_all", listed=listed)


def _word(system: System, key: str, *, value: object) -> Sentence | None:
    """Return what a choice is called, under the key that its schema is translated by; none: it is no choice."""
    if not isinstance(value, str) or value not in _choices(system.Character):
        return None
    words = value.replace("_", " ")
    return Sentence(f"{key}.is.{value}", {}, words[:1].upper() + words[1:])


@cache
def _choices(model: type[Inputs]) -> frozenset[str]:
    """Return all choices that fields of a sheet offer by name."""
    return frozenset(_named(model.model_json_schema()))


def _named(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from (one for one in schema.get("enum", ()) if isinstance(one, str))
        for part in schema.values():
            yield from _named(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _named(part)
