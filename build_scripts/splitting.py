"""Split modules of WebAssembly: what the rules run is fetched at the start, the rest of it when it is called.

Nine of ten functions of Pyodide's program never run here. Which do was found out by answering the rulebook
(``make profile``), and is kept in ``pyodide/used-functions.json``. Nothing depends on that being complete: where a
function of the rest is called after all, the rest is fetched then (``web/core/rest.js``), and the call goes on.
"""

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from build_scripts.bytecode import SCRIPTS
from build_scripts.mirror import write_if_changed
from build_scripts.project import ROOT, say
from build_scripts.webassembly import split

PROFILE = SCRIPTS / "used-functions.json"
PROGRAM = "pyodide.asm.wasm"
REST = "rest/"  # before the name of a module, for the rest of it


def with_rest(modules: Mapping[str, bytes]) -> dict[str, bytes]:
    """Modules of WebAssembly by name, each with its rest; a module that the profile does not know stays whole."""
    profile = json.loads(PROFILE.read_text(encoding="utf-8"))
    made: dict[str, bytes] = {}
    for name, module in modules.items():
        if is_about(profile, name, module):
            made[name], made[REST + name] = split(module, name, _bit_of(profile[name]["used"]).__getitem__)
        else:
            say(f"{PROFILE.relative_to(ROOT)} is about another {name}, which stays whole; run make profile")
            made[name] = module
    return made


def is_about(profile: Mapping[str, Any], name: str, module: bytes) -> bool:
    """Whether a profile is about a module, and not about another version of it."""
    return name in profile and bool(profile[name]["sha256"] == hashlib.sha256(module).hexdigest())


def write_profile(modules: Mapping[str, bytes], ran: Mapping[str, bytes]) -> None:
    """Keep which functions of each module ran: a byte for each, 0 if it did not."""
    profile = {
        name: {
            "sha256": hashlib.sha256(module).hexdigest(),
            "used": base64.b64encode(_bits(ran[name])).decode(),
        }
        for name, module in modules.items()
    }
    write_if_changed(PROFILE, (json.dumps(profile, indent=2, sort_keys=True) + "\n").encode())


def _bit_of(used: str) -> list[bool]:
    """Whether each function is used."""
    bits = base64.b64decode(used)
    return [bool(byte >> at & 1) for byte in bits for at in range(8)]


def _bits(flags: bytes) -> bytes:
    """Eight flags a byte, the first one lowest.

    >>> list(_bits(bytes([1, 0, 0, 1, 0, 0, 0, 0, 1])))
    [9, 1]
    """
    number = sum(1 << at for at, flag in enumerate(flags) if flag)
    return number.to_bytes(-(-len(flags) // 8), "little")
