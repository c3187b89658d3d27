"""Assemble the module for Foundry VTT: ``dist/foundry/footwork``, its zip, and the manifest beside it.

The folder is what the zip holds. Nothing in it comes from elsewhere at run time: the runtime rides in it. Set
``RELEASE_URL`` to where the zip and the manifest will be found.
"""

import io
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from build_scripts.mirror import mirror, write_if_changed
from build_scripts.project import NPM_BIN, PACKED, ROOT, megabytes, say, stop
from build_scripts.texts import english, translation
from py_rules import __version__
from py_rules.service import handle

HOST = ROOT / "web" / "hosts" / "foundry"
FOLDER = ROOT / "dist" / "foundry" / "footwork"
ZIP = ROOT / "dist" / "footwork-foundry.zip"
MANIFEST = ROOT / "dist" / "module.json"
ENTRIES = (HOST / "main.js", ROOT / "web" / "core" / "rules-worker.js")
COPIED = {".css", ".json"}
EXAMPLE = HOST / "example"
NOWHERE = "https://footwork.invalid"

# Equal parts give equal zips: all files have the oldest time that a zip can tell.
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def module_files(release_url: str) -> dict[str, bytes]:
    """The files of the module, by path inside its folder."""
    if not (PACKED / "start.json").is_file():
        stop("build/packed is missing; run make build")
    copied = (
        path for path in sorted(HOST.rglob("*")) if path.suffix in COPIED and EXAMPLE not in path.parents
    )
    return {
        **{path.relative_to(HOST).as_posix(): path.read_bytes() for path in copied},
        **language_files(),
        "module.json": manifest(release_url),
        "LICENSE": (ROOT / "LICENSE").read_bytes(),
        **bundles(ENTRIES),
        **{f"runtime/{path.name}": path.read_bytes() for path in sorted(PACKED.iterdir())},
    }


def manifest(release_url: str) -> bytes:
    """The manifest for a release; its download names the version, its own address does not."""
    template = (HOST / "module.json").read_text(encoding="utf-8")
    filled = template.replace("#{VERSION}#", __version__).replace("#{RELEASE_URL}#", release_url.rstrip("/"))
    return filled.encode()


def language_files() -> dict[str, bytes]:
    """The module's words in each language, with those of the rules among them, by keys without dots.

    Dots in keys make nested objects there, and some sentences have keys that others begin with.
    """
    files = {}
    for path in sorted((HOST / "languages").glob("*.json")):
        words = json.loads(path.read_text(encoding="utf-8"))
        rules = english() if path.stem == "en" else translation(path.stem)
        words["FOOTWORK"]["rules"] = {key.replace(".", "-"): text for key, text in sorted(rules.items())}
        files[f"languages/{path.name}"] = json.dumps(words, ensure_ascii=False, indent=1).encode()
    return files


def zipped(files: dict[str, bytes]) -> bytes:
    """A zip of the files, the same bytes each time."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), data, zipfile.ZIP_DEFLATED, 9)
    return content.getvalue()


def bundles(entries: Iterable[Path]) -> dict[str, bytes]:
    """Each entry point with what it imports, in one file; sentences of replies are in the languages."""
    with tempfile.TemporaryDirectory() as folder:
        systems = Path(folder) / "systems.json"
        systems.write_text(
            json.dumps({**json.loads(handle('{"op": "describe"}'))["value"], "texts": {}}), encoding="utf-8"
        )
        made = Path(folder) / "made"
        command = [
            *(str(NPM_BIN / "esbuild"), *map(str, entries), "--bundle", "--format=esm", "--target=es2023"),
            *("--minify", "--legal-comments=eof", "--entry-names=[name]", "--log-level=warning"),
            *(f"--alias:footwork-systems={systems}", f"--outdir={made}"),
        ]
        done = subprocess.run(command, cwd=ROOT, check=False, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        if done.returncode:
            stop("esbuild could not bundle what runs in the host; see above")
        return {path.name: path.read_bytes() for path in sorted(made.iterdir())}


def main() -> None:
    """Bring the folder, the zip and the manifest up to date."""
    files = module_files(os.environ.get("RELEASE_URL") or NOWHERE)
    mirror(FOLDER, files)
    content = zipped(files)
    write_if_changed(ZIP, content)
    write_if_changed(MANIFEST, files["module.json"])
    say(f"Foundry module ready in {ZIP.relative_to(ROOT)}: {len(files)} files, {megabytes(len(content))}")


if __name__ == "__main__":
    main()
