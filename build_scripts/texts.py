"""The texts of the rules by key: in English as the core tells them, in other languages as ``web/core/languages``."""

import json
from pathlib import Path

from build_scripts.programs import output_of
from build_scripts.project import ROOT
from py_rules.service import handle

LANGUAGES = ROOT / "web" / "core" / "languages"
# What pages of ours say themselves: those words that they have in common, and the demo's own.
WORDS = ROOT / "web" / "core" / "words"
DEMO_LANGUAGES = ROOT / "web" / "demo" / "languages"


def english() -> dict[str, str]:
    """All that ``describe`` tells and all that replies say, by key."""
    described = json.dumps(json.loads(handle('{"op": "describe"}'))["value"])
    command = ["node", str(ROOT / "build_scripts" / "texts.js")]
    told = output_of(command, "the texts of the rules could not be read", told=described)
    texts: dict[str, str] = json.loads(told)
    return texts


def translation(language: str) -> dict[str, str]:
    """The same in another language; with it, what is wrong with a request."""
    return table(LANGUAGES / f"{language}.json")


def table(path: Path) -> dict[str, str]:
    """The texts of a file, by key."""
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts
