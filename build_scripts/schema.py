"""Generate the protocol's JSON Schema and TypeScript types from its Python models.

``--check`` writes nothing and fails when the files in the tree are not what would be written.
"""

import argparse
import json
from typing import Any

from build_scripts.mirror import write_if_changed
from build_scripts.programs import output_of
from build_scripts.project import NPM_BIN, ROOT, say, stop
from py_rules.protocol.replies import Protocol

SCHEMA = ROOT / "web" / "core" / "protocol.schema.json"
TYPES = ROOT / "web" / "core" / "protocol.d.ts"
BANNER = "/* Generated from py_rules/protocol by `make types`; do not edit. */"


def generated_files() -> dict[str, bytes]:
    """Content of the generated files, by their path in the project."""
    schema = Protocol.model_json_schema()
    text = json.dumps(schema, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    return {
        SCHEMA.relative_to(ROOT).as_posix(): text.encode(),
        TYPES.relative_to(ROOT).as_posix(): _typescript(schema),
    }


def stale_files() -> list[str]:
    """The generated files of the tree that are missing or not fresh."""
    return [
        name
        for name, content in generated_files().items()
        if not (ROOT / name).is_file() or (ROOT / name).read_bytes() != content
    ]


def _typescript(schema: dict[str, Any]) -> bytes:
    command = [
        *(str(NPM_BIN / "json2ts"), "--bannerComment", BANNER, "--unreachableDefinitions"),
        # Without the last, a list of at most 20 becomes a union of 21 tuples.
        *("--no-additionalProperties", "--maxItems=-1"),
    ]
    plain = json.dumps(_for_typescript(schema))
    return output_of(command, "json-schema-to-typescript failed", told=plain).encode()


def _for_typescript(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema as json-schema-to-typescript reads it best: names for models only, tuples as in draft 7."""
    models = {name: _nameless(model) for name, model in schema.get("$defs", {}).items()}
    root = {key: value for key, value in schema.items() if key != "$defs"}
    return {"title": schema["title"], **_nameless(root), "$defs": models}


def _nameless(node: Any) -> Any:  # noqa: ANN401  # any JSON
    """A JSON Schema without what would give types to mere fields: pydantic titles every one of them."""
    if isinstance(node, list):
        return [_nameless(part) for part in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        # A default or description beside a reference would make a second type of the model.
        return {"$ref": node["$ref"]}
    # A property may itself be called "title"; then its value is a schema, not a string.
    plain = {key: _nameless(part) for key, part in node.items() if key != "title" or isinstance(part, dict)}
    if "prefixItems" in plain:
        plain["items"] = plain.pop("prefixItems")
        plain["additionalItems"] = False
    return plain


def main() -> None:
    """Write or check the generated files."""
    parser = argparse.ArgumentParser(description="Generate the protocol's JSON Schema and TypeScript types.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file is stale")
    if parser.parse_args().check:
        if stale := stale_files():
            stop(f"{', '.join(stale)}: not what py_rules/protocol says; run make types")
        return
    for name, content in generated_files().items():
        if write_if_changed(ROOT / name, content):
            say(f"wrote {name}")


if __name__ == "__main__":
    main()
