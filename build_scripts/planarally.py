"""Assemble the mod for PlanarAlly: ``dist/planarally`` and ``dist/footwork-planarally.pam``, its zip.

The host takes uploads of at most 10 MiB, so that the memory snapshot stays out: the rules start the plain way.
"""

import json

from build_scripts.foundry import bundles, zipped
from build_scripts.mirror import mirror, write_if_changed
from build_scripts.project import PACKED, ROOT, megabytes, say, stop
from py_rules import __version__

HOST = ROOT / "web" / "hosts" / "planarally"
FOLDER = ROOT / "dist" / "planarally"
PAM = ROOT / "dist" / "footwork-planarally.pam"
ENTRIES = (HOST / "index.js", ROOT / "web" / "core" / "rules-worker.js")
MOST_BYTES = 10 * 2**20
SNAPSHOT = "snapshot.bin"


def mod_files() -> dict[str, bytes]:
    """The files of the mod, by path inside its zip."""
    if not (PACKED / "start.json").is_file():
        stop("build/packed is missing; run make build")
    mod = (HOST / "mod.toml").read_text(encoding="utf-8").replace("#{VERSION}#", __version__)
    return {
        "mod.toml": mod.encode(),
        "index.css": (HOST / "index.css").read_bytes(),
        "LICENSE": (ROOT / "LICENSE").read_bytes(),
        **bundles(ENTRIES),
        **_runtime(),
    }


def _runtime() -> dict[str, bytes]:
    """The runtime without its snapshot."""
    manifest = json.loads((PACKED / "start.json").read_text(encoding="utf-8"))
    snapshot = manifest["parts"].pop(SNAPSHOT)["file"]
    files = {path.name: path.read_bytes() for path in sorted(PACKED.iterdir()) if path.name != snapshot}
    return {f"runtime/{name}": data for name, data in {**files, "start.json": _json(manifest)}.items()}


def _json(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":"), sort_keys=True).encode()


def main() -> None:
    """Bring the folder and the zip up to date; stop if the host would not take it."""
    files = mod_files()
    content = zipped(files)
    if len(content) > MOST_BYTES:
        stop(f"the mod has {megabytes(len(content))}; PlanarAlly takes 10 MiB by its default settings")
    mirror(FOLDER, files)
    write_if_changed(PAM, content)
    say(f"PlanarAlly mod ready in {PAM.relative_to(ROOT)}: {len(files)} files, {megabytes(len(content))}")


if __name__ == "__main__":
    main()
