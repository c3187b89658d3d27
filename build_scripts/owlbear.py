"""Assemble the extension for Owlbear Rodeo: ``dist/owlbear``, a folder that any static host can serve.

Nothing in it comes from elsewhere at run time: the runtime rides in it. Set ``OWLBEAR_URL`` to where the folder
will be found if that is not the root of its host, since the manifest names its parts by address.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from build_scripts.mirror import mirror
from build_scripts.project import NPM_BIN, PACKED, ROOT, megabytes, say, stop
from py_rules import __version__
from py_rules.service import handle

HOST = ROOT / "web" / "hosts" / "owlbear"
FOLDER = ROOT / "dist" / "owlbear"
ENTRIES = (HOST / "background.js", HOST / "popover.js", ROOT / "web" / "core" / "rules-worker.js")
COPIED = {".css", ".html", ".svg"}


def extension_files(url: str) -> dict[str, bytes]:
    """The files of the extension, by path inside its folder."""
    if not (PACKED / "start.json").is_file():
        stop("build/packed is missing; run make build")
    copied = (path for path in sorted(HOST.iterdir()) if path.suffix in COPIED)
    return {
        **{path.name: path.read_bytes() for path in copied},
        "manifest.json": manifest(url),
        "LICENSE": (ROOT / "LICENSE").read_bytes(),
        **_bundles(),
        **{f"runtime/{path.name}": path.read_bytes() for path in sorted(PACKED.iterdir())},
    }


def manifest(url: str) -> bytes:
    """The manifest with its addresses; without one, parts are looked for at the root of the host.

    >>> json.loads(manifest("https://example.org/footwork/"))["background_url"]
    'https://example.org/footwork/background.html'
    >>> json.loads(manifest(""))["background_url"]
    '/background.html'
    """
    template = (HOST / "manifest.json").read_text(encoding="utf-8")
    return template.replace("#{VERSION}#", __version__).replace("#{OWLBEAR_URL}#", url.rstrip("/")).encode()


def _bundles() -> dict[str, bytes]:
    """Each entry point with what it imports, in one file; sentences of replies come with the replies."""
    with tempfile.TemporaryDirectory() as folder:
        described = Path(folder) / "described.json"
        described.write_text(
            json.dumps({**json.loads(handle('{"op": "describe"}'))["value"], "texts": {}}), encoding="utf-8"
        )
        made = Path(folder) / "made"
        command = [
            *(str(NPM_BIN / "esbuild"), *map(str, ENTRIES), "--bundle", "--format=esm", "--target=es2022"),
            *("--minify", "--legal-comments=eof", "--entry-names=[name]", "--log-level=warning"),
            *(f"--alias:footwork-systems={described}", f"--outdir={made}"),
        ]
        done = subprocess.run(command, cwd=ROOT, check=False, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        if done.returncode:
            stop(
                "esbuild could not bundle the extension; see above, and run make setup if a package is missing"
            )
        return {path.name: path.read_bytes() for path in sorted(made.iterdir())}


def main() -> None:
    """Bring the folder up to date."""
    files = extension_files(os.environ.get("OWLBEAR_URL", ""))
    mirror(FOLDER, files)
    size = megabytes(sum(map(len, files.values())))
    say(f"extension for Owlbear Rodeo ready in {FOLDER.relative_to(ROOT)}: {len(files)} files, {size}")


if __name__ == "__main__":
    main()
