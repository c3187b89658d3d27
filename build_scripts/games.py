"""Write the pages of the games in ``docs/games``: what is played by default, the presets, every switch, every rule.

Each page begins with words of people's own, down to the line ``MARK``; all below is made of what ``describe`` tells.
``--check`` writes nothing and fails when a page is not what would be written.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from build_scripts.mirror import write_if_changed
from build_scripts.project import ROOT, say, stop
from py_rules.engine.inputs import TableRules
from py_rules.service import handle

PAGES = ROOT / "docs" / "games"
INDEX = "README"
"""The page of what every game shares."""
MARK = "<!-- Written by `make types` from here on: change the core, not this. -->"

AS_JSON = "what is sent as JSON beside it where that differs; on is `true`, off `false`, empty `null`"
Told = Mapping[str, Any]


def pages() -> dict[str, str]:
    """The text of every page, by its path in the project; a page without words of its own is a fault."""
    told = json.loads(handle('{"op": "describe"}'))["value"]
    made = {INDEX: _shared(told), **{system["id"]: _game(system) for system in told["systems"]}}
    titles = {INDEX: "The games", **{system["id"]: system["title"] for system in told["systems"]}}
    return {
        (PAGES / f"{name}.md").relative_to(ROOT).as_posix(): f"{_head(name, titles[name])}{MARK}\n\n{text}"
        for name, text in made.items()
    }


def stale_pages() -> list[str]:
    """The pages that are not fresh, and those of no game."""
    fresh = pages()
    paths = {name: ROOT / name for name in fresh}
    stale = [
        name
        for name, path in paths.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != fresh[name]
    ]
    there = {path.relative_to(ROOT).as_posix() for path in PAGES.glob("*.md")}
    return [*stale, *sorted(there - fresh.keys())]


def _head(name: str, title: str) -> str:
    """What people wrote at the beginning of a page; a page that is not there yet begins with the game's title."""
    path = PAGES / f"{name}.md"
    begun = f"# {title}\n\n{MARK}"
    head, mark, _ = (path.read_text(encoding="utf-8") if path.is_file() else begun).partition(MARK)
    if not mark:
        stop(
            f"{path.relative_to(ROOT).as_posix()}: begin it with a few words on the game and the line {MARK}"
        )
    return head


def _game(system: Told) -> str:
    own = [rule for rule in system["house_rules"] if rule["id"] not in TableRules.model_fields]
    scopes = ", ".join(scope["label"]["text"] for scope in system["clock"]["scopes"])
    parts = [
        f"Lengths are in {system['unit']}; the clock counts: {scopes}.",
        "## Presets",
        *_presets(system["presets"], {rule["id"]: rule for rule in system["house_rules"]}),
        "## House rules",
        f"The default is in bold, {AS_JSON}.",
        f"[Those of every table]({INDEX}.md#house-rules-of-every-table) come on top.",
        _table(("Switch", "Readings", "What they mean", "Rules"), map(_switch, own)),
        "## Rules",
        "As they are played with every switch at its default, and what a switch may change.",
        _table(("Number", "Name", "Sentence"), map(_rule, system["rules"])),
    ]
    return "\n\n".join(parts) + "\n"


def _shared(told: Told) -> str:
    shared = [rule for rule in told["systems"][0]["house_rules"] if rule["id"] in TableRules.model_fields]
    games = [f"- [{system['title']}]({system['id']}.md)" for system in told["systems"]]
    parts = [
        "\n".join(games),
        "## House rules of every table",
        f"The default is in bold, {AS_JSON}.",
        _table(("Switch", "Readings", "What they mean", "Rules"), map(_switch, shared)),
        "## Rules of every table",
        _table(("Number", "Name", "Sentence"), map(_rule, told["table_rules"])),
    ]
    return "\n\n".join(parts) + "\n"


def _presets(presets: Sequence[Told], rules: Mapping[str, Told]) -> Iterator[str]:
    """Each preset with its words, and the switches that it sets beside what they are by default."""
    for preset in presets:
        yield f"**{preset['label']['text']}** (`{preset['id']}`): {preset['help']['text']}"
        if preset["values"]:
            rows = (
                (
                    _named(rules[name]),
                    _reading(rules[name], value),
                    _reading(rules[name], rules[name]["default"]),
                )
                for name, value in preset["values"].items()
            )
            yield _table(("Switch", preset["label"]["text"], "Default"), rows)


def _switch(rule: Told) -> tuple[str, ...]:
    return _named(rule), _readings(rule), rule["description"], ", ".join(rule["rules"])


def _rule(rule: Told) -> tuple[str, ...]:
    return rule["number"], rule["name"], rule["sentence"]


def _named(rule: Told) -> str:
    return f"{rule['title']}<br>`{rule['id']}`"


def _readings(rule: Told) -> str:
    """Every reading of a switch, the default in bold; of numbers the default and the least and the most."""
    schema, default = rule["json_schema"], rule["default"]
    choices = [False, True] if schema.get("type") == "boolean" else schema.get("enum")
    if choices is None:
        limits: Told = next((part for part in schema.get("anyOf", [schema]) if "minimum" in part), {})
        free = {"string": "a text", "array": "a list"}.get(str(schema.get("type")), "a number")
        numbers = f"{limits['minimum']} to {limits['maximum']}" if limits else free
        empty = ", or empty" if "anyOf" in schema else ""
        sent = f" `{json.dumps(default)}`" if isinstance(default, list) else ""
        return f"**{_reading(rule, default)}**{sent}; {numbers}{empty}"
    told = [_choice(rule, choice) for choice in choices]
    return " · ".join(
        f"**{text}**" if choice == default else text for choice, text in zip(choices, told, strict=True)
    )


def _choice(rule: Told, value: object) -> str:
    """A choice as it is called, and as it is sent where that is written otherwise."""
    told = _reading(rule, value)
    return told if isinstance(value, bool) or told == str(value) else f"{told} `{value}`"


def _reading(rule: Told, value: object) -> str:
    """What a value of a switch is called."""
    if value is None or value == "":
        return "empty"
    if isinstance(value, list):
        return "; ".join(" ".join(str(part) for part in one.values() if part != "") for one in value)
    if isinstance(value, bool):
        return "on" if value else "off"
    words = rule["json_schema"].get("words", {})
    return str(words.get(value, str(value).replace("_", " ")))


def _table(heads: Sequence[str], rows: Iterator[tuple[str, ...]]) -> str:
    """A table of Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(_cell(text) for text in line)} |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main() -> None:
    """Write or check the pages."""
    parser = argparse.ArgumentParser(description="Write the pages of the games in docs/games.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a page is stale")
    if parser.parse_args().check:
        if stale := stale_pages():
            stop(f"{', '.join(stale)}: not what the core describes; run make types")
        return
    for name, text in pages().items():
        if write_if_changed(Path(ROOT / name), text.encode()):
            say(f"wrote {name}")


if __name__ == "__main__":
    main()
