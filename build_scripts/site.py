"""Assemble ``dist/demo``: the static demo, ready for any static host.

Beside ``index.html`` there are ``main.js`` and ``rules-worker.js`` (bundled ES modules) and ``runtime/``.
Everything in ``web/demo`` that is not code is copied as it is, and so is the schema of the protocol.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from build_scripts.mirror import mirror
from build_scripts.project import NPM_BIN, PACKED, ROOT, SITE, megabytes, say, stop

DEMO = ROOT / "web" / "demo"
SCHEMA = ROOT / "web" / "core" / "protocol.schema.json"
ENTRIES = (DEMO / "main.js", ROOT / "web" / "core" / "rules-worker.js")
COPIED = {".css", ".html", ".ico", ".json", ".png", ".svg", ".txt", ".webp", ".woff2"}


def site_files() -> dict[str, bytes]:
    """The files of the demo, by path inside its folder."""
    for path in (*ENTRIES, DEMO / "index.html"):
        if not path.is_file():
            stop(f"{path.relative_to(ROOT)} is missing; the demo cannot be built without it")
    if not (PACKED / "start.json").is_file():
        stop("build/packed is missing; run make build")
    return {**_copied_files(), **_bundles(), **_runtime_files()}


def _copied_files() -> dict[str, bytes]:
    paths = (path for path in sorted(DEMO.rglob("*")) if path.is_file() and path.suffix in COPIED)
    copied = {path.relative_to(DEMO).as_posix(): path.read_bytes() for path in paths}
    return {**copied, SCHEMA.name: SCHEMA.read_bytes()}


def _runtime_files() -> dict[str, bytes]:
    return {f"runtime/{path.name}": path.read_bytes() for path in sorted(PACKED.iterdir())}


def _bundles() -> dict[str, bytes]:
    """Each entry point with what it imports, in one file."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(str(NPM_BIN / "esbuild"), *map(str, ENTRIES), "--bundle", "--format=esm", "--target=es2022"),
            *("--minify", "--legal-comments=eof", "--entry-names=[name]", "--log-level=warning"),
            f"--outdir={folder}",
        ]
        done = subprocess.run(command, cwd=ROOT, check=False, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        if done.returncode:
            stop("esbuild could not bundle the demo; see above")
        return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def main() -> None:
    """Bring ``dist/demo`` up to date."""
    files = site_files()
    mirror(SITE, files)
    size = megabytes(sum(map(len, files.values())))
    say(f"demo ready in {SITE.relative_to(ROOT)}: {len(files)} files, {size}")


if __name__ == "__main__":
    main()
