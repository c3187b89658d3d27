"""Leave out of WebAssembly what the rules never run: nine of ten functions of Pyodide's program.

Which functions run was found out by answering the rulebook (``make profile``), and is kept in
``pyodide/used-functions.json``; of the program itself, all that these may call is kept with them. Every other function
keeps its number and place, so that a memory snapshot fits both, and stops at once; a worker that comes upon one starts
again with the whole program (``web/core/rules-worker.js``).
"""

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from build_scripts.bytecode import SCRIPTS
from build_scripts.mirror import write_if_changed
from build_scripts.project import ROOT, say
from build_scripts.webassembly import with_bodies, with_called

PROFILE = SCRIPTS / "used-functions.json"
PROGRAM = "pyodide.asm.wasm"
TRIMMED = "trimmed/"  # before the name of a module, for what is left of it

STOP = b"\x00\x00\x0b"  # no locals; unreachable; end


def trimmed(modules: Mapping[str, bytes]) -> dict[str, bytes]:
    """What is left of modules of WebAssembly, by the name with ``trimmed/`` before it.

    Of a module that the profile does not know all is left.
    """
    profile = json.loads(PROFILE.read_text(encoding="utf-8"))
    return {TRIMMED + name: _trimmed(name, module, profile) for name, module in modules.items()}


def _trimmed(name: str, module: bytes, profile: Mapping[str, Any]) -> bytes:
    if not is_about(profile, name, module):
        say(f"{PROFILE.relative_to(ROOT)} is about another {name}, of which all is kept; run make profile")
        return module
    bits = base64.b64decode(profile[name]["used"])
    return with_only(module, bytes(bits[number // 8] >> number % 8 & 1 for number in range(len(bits) * 8)))


def is_about(profile: Mapping[str, Any], name: str, module: bytes) -> bool:
    """Whether a profile is about a module, and not about another version of it."""
    return name in profile and bool(profile[name]["sha256"] == hashlib.sha256(module).hexdigest())


def with_only(module: bytes, used: bytes) -> bytes:
    """A module whose functions stop at once, but for those used: a byte for each, 0 if it is not."""
    return with_bodies(module, lambda number, body: body if used[number] else STOP)


def write_profile(modules: Mapping[str, bytes], ran: Mapping[str, bytes]) -> None:
    """Keep which functions of each module ran: a byte for each, 0 if it did not."""
    profile = {
        name: {
            "sha256": hashlib.sha256(module).hexdigest(),
            "used": base64.b64encode(_bits(_kept(name, module, ran[name]))).decode(),
        }
        for name, module in modules.items()
    }
    write_if_changed(PROFILE, (json.dumps(profile, indent=2, sort_keys=True) + "\n").encode())


def _kept(name: str, module: bytes, used: bytes) -> bytes:
    """Those used; and of the program all that they call by number, and so on: what another question might take.

    A library calls far more than it ever does: what to say of errors that nobody can make.
    """
    if name != PROGRAM:
        return used
    kept = with_called(module, (number for number, flag in enumerate(used) if flag))
    return bytes(number in kept for number in range(len(used)))


def _bits(flags: bytes) -> bytes:
    """Eight flags a byte, the first one lowest.

    >>> list(_bits(bytes([1, 0, 0, 1, 0, 0, 0, 0, 1])))
    [9, 1]
    """
    number = sum(1 << at for at, flag in enumerate(flags) if flag)
    return number.to_bytes(-(-len(flags) // 8), "little")
