"""Pages of the rules of each game: what each says, which switches change it, and an example that runs in the page.

The examples are cases of the rulebook: the last question that a case asks, and the sentence that it stands for.
"""

import json
from typing import Any

from py_rules.service import handle
from tests.rulebook import cases

PAGE = """# {title}: rules to try

Each rule of the game with its number, by which Footwork cites it. *Run* asks the rules themselves, here in the page;
the first run starts them and takes a few seconds. The switches are explained with
[the game's house rules](../games/{id}.md).
"""
RULE = """
## {number} {name}

{sentence}

{reference}{switches}
"""
EXAMPLE = """
<div class="fw-example" markdown="0">
<p>{sentence}</p>
<script type="application/json">{request}</script>
</div>
"""
PRESETS = """# What the presets change

Some games ship edited: their defaults are house rules of a table. A preset plays a game by another reading, such as its
core book. It is chosen above the form of house rules, in every host.
"""


def pages() -> dict[str, str]:
    """The pages by path, and one that tells what the presets of games change."""
    described = json.loads(handle('{"op": "describe"}'))["value"]["systems"]
    own = {f"rules/{system['id']}.md": page_of(system) for system in described}
    return {**own, "games/edited.md": presets_page(described)}


def page_of(system: dict[str, Any]) -> str:
    """The page of one game."""
    examples = examples_of(system["id"])
    return PAGE.format_map(system) + "".join(
        RULE.format(
            **{name: rule[name] for name in ("number", "name", "sentence")},
            reference=f"*{rule['reference']}*" if rule["reference"] else "",
            switches=_switches(system, rule["number"]),
        )
        + examples.get(rule["number"], "")
        for rule in system["rules"]
    )


def _switches(system: dict[str, Any], number: str) -> str:
    titles = [switch["title"] for switch in system["house_rules"] if number in switch["rules"]]
    return f"\n\nSwitches: {', '.join(titles)}." if titles else ""


def examples_of(system: str) -> dict[str, str]:
    """Of each rule the first case in which it bites and which asks something, by number."""
    found: dict[str, str] = {}
    for case in cases.load(system):
        if not case.get("bites", True) or case["rule"] in found:
            continue
        asked: list[str] = []

        def answer(text: str, asked: list[str] = asked) -> str:
            if json.loads(text)["op"] != "describe":
                asked.append(text)
            return handle(text)

        if cases.run(answer, system, case) == [] and asked:
            request = asked[-1].replace("</", "<\\/")
            found[case["rule"]] = EXAMPLE.format(sentence=case["sentence"], request=request)
    return found


def presets_page(described: list[dict[str, Any]]) -> str:
    """What "edited" means: in which switches each preset of a game differs from its defaults."""
    parts = [PRESETS]
    for system in described:
        switches = {switch["id"]: switch for switch in system["house_rules"]}
        for preset in system["presets"]:
            rows = [
                f"| {switches[name]['title']} | {_told(switches[name]['default'])} | {_told(value)} |"
                for name, value in preset["values"].items()
                if name in switches and value != switches[name]["default"]
            ]
            if rows:
                head = f"\n## {system['title']}: {_label(preset)}\n\n| Switch | Default | Here |\n| --- | --- | --- |\n"
                parts.append(head + "\n".join(rows) + "\n")
    return "".join(parts)


def _label(preset: dict[str, Any]) -> str:
    label = preset["label"]
    return label["text"] if isinstance(label, dict) else str(label)


def _told(value: object) -> str:
    if isinstance(value, list | dict):
        return f"{len(value)} entries"
    words = {True: "on", False: "off", None: "empty"}
    return words[value] if value is None or isinstance(value, bool) else f"`{value}`"
