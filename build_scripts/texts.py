"""The texts of the rules by key: in English as the core tells them, in other languages as ``web/core/languages``."""

import json
import subprocess

from build_scripts.project import ROOT
from py_rules.service import handle

LANGUAGES = ROOT / "web" / "core" / "languages"


def english() -> dict[str, str]:
    """All that ``describe`` tells and all that replies say, by key."""
    described = json.dumps(json.loads(handle('{"op": "describe"}'))["value"])
    command = ["node", str(ROOT / "build_scripts" / "texts.js")]
    done = subprocess.run(command, input=described, capture_output=True, text=True, check=True)
    texts: dict[str, str] = json.loads(done.stdout)
    return texts


def translation(language: str) -> dict[str, str]:
    """The same in another language; with it, what is wrong with a request."""
    texts: dict[str, str] = json.loads((LANGUAGES / f"{language}.json").read_text(encoding="utf-8"))
    return texts
