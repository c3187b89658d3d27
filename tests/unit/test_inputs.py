"""What sheets, switches, circumstances, tokens, acts and ledgers may hold is what ``inputs.yaml`` says."""

from pathlib import Path

import pytest
import yaml

from py_rules.ledger import facts as ledgers
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


def test_what_is_kept_of_a_ledger():
    """Two rounds, at most 200 commits outside combat, and the ids of the last 64 commits folded away."""
    assert (ledgers.KEPT_SCOPES, ledgers.KEPT_COMMITS, ledgers.KEPT_IDS) == (2, 200, 64)
    assert (ledgers.MAX_COMMITS, ledgers.MAX_FACTS, ledgers.MAX_PARTS) == (1_000, 200, 10_000)
