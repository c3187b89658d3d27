"""Pack ``build/runtime`` into ``build/packed``: what a server holds and a browser fetches.

Each file is named by its content and never changes, but ``start.json``, which names the others; so what a
browser has, it need not ask for again. Large parts are packed, and workers unpack them: a server needs no compression
and no types of its own. Programs and the snapshot are packed with Zstandard, which makes them smaller than gzip does.
The code of Pyodide's program is not: of WebAssembly that streams in, browsers keep what they compiled it to.
"""

import base64
import gzip
import hashlib
import json
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from build_scripts.bytecode import SCRIPTS, run_node
from build_scripts.mirror import mirror, scratch, write_if_changed
from build_scripts.project import KEPT, PACKED, ROOT, megabytes, read_pins, say
from build_scripts.splitting import PROGRAM
from build_scripts.vendor import PYODIDE

SNAPSHOT = "snapshot.bin"
DATA = "pyodide.asm.data"  # what the program's memory begins with
DECODER = "zstd.wasm"  # unpacks Zstandard
TOLD_IN_START = {"pyodide-lock.json", "snapshot.json"}
START = "start.json"


def packed_files(runtime: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files to ship, by name."""
    files: dict[str, bytes] = {}
    parts: dict[str, dict[str, Any]] = {}
    for name in sorted(runtime.keys() - TOLD_IN_START):
        part, content = _part(name, runtime[name])
        parts[name] = part
        files[part["file"]] = content
    lock = json.loads(runtime["pyodide-lock.json"])
    start = {
        "versions": {"pyodide": read_pins().pyodide, "footwork": lock["packages"]["footwork"]["version"]},
        "parts": parts,
        "snapshot": json.loads(runtime["snapshot.json"]),
        "lock": lock,
    }
    files[START] = (json.dumps(start, indent=1, sort_keys=True) + "\n").encode()
    return files


def _part(name: str, content: bytes) -> tuple[dict[str, Any], bytes]:
    """What the start file says of a part, and its file."""
    path = PurePath(name)
    if path.suffix == ".mjs" or name == PROGRAM:
        digest = hashlib.sha256(content).digest()
        file = f"{path.stem}.{digest.hex()[:16]}{path.suffix.replace('.mjs', '.js')}"
        integrity = f"sha256-{base64.b64encode(digest).decode()}"
        return {"file": file, "bytes": len(content), "size": len(content), "integrity": integrity}, content
    is_program = path.suffix in {".wasm", ".so"} and name != DECODER
    smaller = _zstandard(content) if is_program or name in {SNAPSHOT, DATA} else _gzipped(content)
    file = f"{path.stem}.{hashlib.sha256(smaller).hexdigest()[:16]}.bin"
    return {"file": file, "bytes": len(smaller), "size": len(content)}, smaller


def _gzipped(content: bytes) -> bytes:
    """The content packed; kept, for it takes seconds."""
    kept = KEPT / f"gzip-{hashlib.sha256(content).hexdigest()}"
    if not kept.is_file():
        write_if_changed(kept, gzip.compress(content, compresslevel=9, mtime=0))
    return kept.read_bytes()


def _zstandard(content: bytes) -> bytes:
    """The content packed by Pyodide; kept, for it takes ten seconds."""
    kept = KEPT / f"zstd-{hashlib.sha256(content).hexdigest()}"
    if not kept.is_file():
        with scratch(KEPT) as folder:
            (folder / "in").write_bytes(content)
            run_node(SCRIPTS / "pack.js", str(PYODIDE), str(folder / "in"), str(folder / "out"))
            (folder / "out").replace(kept)
    return kept.read_bytes()


def pack(runtime: Mapping[str, bytes]) -> None:
    """Bring ``build/packed`` up to date."""
    files = packed_files(runtime)
    mirror(PACKED, files)
    size = megabytes(sum(map(len, files.values())))
    say(f"runtime packed in {PACKED.relative_to(ROOT)}: {len(files)} files, {size}")
