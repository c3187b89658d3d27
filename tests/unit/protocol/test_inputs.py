"""What sheets, switches, circumstances, tokens, acts and ledgers may hold is what ``inputs.yaml`` says."""

from pathlib import Path
from typing import Annotated, get_args, get_origin, get_type_hints

import pytest
import yaml
from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from py_rules.protocol import facts
from py_rules.protocol import ledger as ledgers
from py_rules.protocol.bounds import Wire
from tests.asking import ask_describe

LIMITS = (
    "minimum",
    "exclusiveMinimum",
    "minLength",
    "maximum",
    "exclusiveMaximum",
    "maxLength",
    "maxItems",
    "pattern",
    "enum",
    "const",
)
SAID = yaml.safe_load((Path(__file__).parent / "inputs.yaml").read_text(encoding="utf-8"))
FIELDS = [
    (system, group, field)
    for system, groups in SAID.items()
    for group, fields in groups.items()
    for field in fields
]


def limits_of(schema):
    """Return the limits of a field and its default, whatever else it may be (nothing, a word)."""
    parts = [schema, *schema.get("anyOf", [])]
    found = {key: part[key] for part in parts for key in LIMITS if key in part}
    return found | {key: schema[key] for key in ("default",) if key in schema}


def described():
    """Return every field that may be sent, by system and group."""
    found = {}
    for system in ask_describe()["systems"]:
        for group in ("character", "circumstances", "token_facts"):
            for name, schema in system[group].get("properties", {}).items():
                found[system["id"], group, name] = limits_of(schema)
        for rule in system["house_rules"]:
            schema = {**rule["json_schema"], "default": rule["default"]}
            found[system["id"], "house_rules", rule["id"]] = limits_of(schema)
        for act in system["acts"]:
            properties = act["options"].get("properties", {})
            found[system["id"], "acts", act["id"]] = {
                name: limits_of(schema) for name, schema in properties.items()
            }
    schema = ledgers.Ledger.model_json_schema()
    for part, model in {**schema["$defs"], "Ledger": schema}.items():
        for name, field in model.get("properties", {}).items():
            found["ledger", part, name] = limits_of(field)
    return found


DESCRIBED = described()


@pytest.mark.parametrize(("system", "group", "field"), FIELDS)
def test_a_field_has_its_limits_and_its_default(system, group, field):
    assert DESCRIBED[system, group, field] == SAID[system][group][field]


def test_every_field_is_said():
    assert sorted(set(DESCRIBED) - set(FIELDS)) == []


def models_of(module):
    return [part for part in vars(module).values() if isinstance(part, type) and issubclass(part, Wire)]


@pytest.mark.parametrize("model", models_of(ledgers), ids=lambda model: model.__name__)
def test_every_number_of_a_ledger_has_bounds(model):
    hints = get_type_hints(model, include_extras=True)
    assert [name for name, hint in hints.items() if is_unbounded(hint)] == []


def is_unbounded(hint, limits=frozenset()):
    """Tell whether a number may be anything; JSON Schema does not tell the limits of what may be whole or not."""
    if hint in (int, float):
        return not limits >= {Ge, Le}
    if get_origin(hint) is Annotated:
        hint, *extras = get_args(hint)
        told = [part for extra in extras if isinstance(extra, FieldInfo) for part in extra.metadata]
        return is_unbounded(hint, limits | {type(part) for part in told})
    return any(is_unbounded(part, limits) for part in get_args(hint))


def test_what_is_kept_of_a_ledger():
    """Two rounds, and at most 200 commits outside combat."""
    assert (ledgers.KEPT_SCOPES, ledgers.KEPT_COMMITS) == (2, 200)
    assert (ledgers.MAX_COMMITS, ledgers.MAX_LINES, facts.MAX_PARTS) == (1_000, 200, 10_000)
