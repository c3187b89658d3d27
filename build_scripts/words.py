"""Write the page of the words of all surfaces: key and text in English and German, by where they stand."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from build_scripts.mirror import write_if_changed
from build_scripts.project import ROOT, say
from build_scripts.texts import DEMO_LANGUAGES, WORDS

PAGE = ROOT / "docs" / "words.md"
SURFACES = {
    "Everywhere": WORDS,
    "Demo": DEMO_LANGUAGES,
    "Foundry": ROOT / "web" / "hosts" / "foundry" / "languages",
    "PlanarAlly": ROOT / "web" / "hosts" / "planarally" / "languages",
    "Owlbear Rodeo": ROOT / "web" / "hosts" / "owlbear" / "languages",
}
"""The folders of the tables, which have a file for each language."""
HEAD = """# Words

Every text that the demo and the hosts show, written by `make types`. What the rules say is with each rule: `describe`
tells it, `web/core/languages` has it in other languages.

"""


def texts_of(folder: Path, language: str) -> dict[str, str]:
    """The texts of a table, by key; tables in tables are one, with dots between their keys."""
    return dict(_flat(json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))))


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a table and those in it.

    >>> dict(_flat({"legend": {"free": "Free"}, "undo": "Undo"}))
    {'legend.free': 'Free', 'undo': 'Undo'}
    """
    for key, value in table.items():
        if isinstance(value, str):
            yield f"{before}{key}", value
        else:
            yield from _flat(value, f"{before}{key}.")


def page() -> str:
    """The page as it is to be."""
    parts = []
    for title, folder in SURFACES.items():
        english, german = (texts_of(folder, language) for language in ("en", "de"))
        rows = [
            f"| `{key}` | {_cell(text)} | {_cell(german.get(key, ''))} |" for key, text in english.items()
        ]
        parts.append("\n".join([f"## {title}", "", "| Key | English | German |", "|---|---|---|", *rows]))
    return HEAD + "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    r"""A text as it stands in a table.

    >>> _cell("one|two\nthree")
    'one\\|two three'
    """
    return " ".join(text.replace("|", "\\|").replace("<", "\\<").split())


def main() -> None:
    """Write the page."""
    if write_if_changed(PAGE, page().encode()):
        say(f"wrote {PAGE.relative_to(ROOT).as_posix()}")


if __name__ == "__main__":
    main()
