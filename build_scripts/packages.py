"""What every package for a host consists of: its own files, its JavaScript, the runtime, and the licences of it all."""

import io
import json
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from build_scripts.licences import FILE, Component, components_of_runtime, npm_component, third_party
from build_scripts.packing import DECODER, SNAPSHOT
from build_scripts.programs import output_of
from build_scripts.project import NPM_BIN, PACKED, ROOT, read_pins, stop
from build_scripts.splitting import REST
from py_rules.service import handle

RUNTIME_FOLDER = "runtime/"

# Equal parts give equal zips: all files have the oldest time that a zip can tell.
LONG_AGO = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class HostPackage:
    """The files for one host, and whose work is in them."""

    files: Mapping[str, bytes]
    others: Mapping[str, tuple[Component, ...]]  # by file; a file that is not here is all our own


def host_package(
    own: Mapping[str, bytes],
    entries: Sequence[Path],
    *,
    target: str = "es2022",
    with_systems: bool = False,
    without: str = "",
) -> HostPackage:
    """A package from its own files and the entry points of its JavaScript.

    These may ask for ``footwork-systems``; a part of the runtime may be left out.
    """
    scripts, imported = bundled(entries, target=target, with_systems=with_systems)
    runtime, others = runtime_with_others(without)
    others |= {name: tuple(map(npm_component, packages)) for name, packages in imported.items() if packages}
    components = {one.purl: one for found in others.values() for one in found}
    files = {
        **own,
        **scripts,
        **runtime,
        "LICENSE": (ROOT / "LICENSE").read_bytes(),
        FILE: third_party(components.values()),
    }
    return HostPackage(files=files, others={**others, FILE: tuple(components.values())})


def bundled(
    entries: Sequence[Path], *, target: str, with_systems: bool = False
) -> tuple[dict[str, bytes], dict[str, list[str]]]:
    """Each entry point with what it imports, in one file; and the npm packages that are in each.

    What ``footwork-systems`` tells is what ``describe`` does, but for the sentences of replies.
    """
    with tempfile.TemporaryDirectory() as folder:
        made, meta = Path(folder) / "made", Path(folder) / "meta.json"
        systems = Path(folder) / "systems.json"
        if with_systems:
            described = {**json.loads(handle('{"op": "describe"}'))["value"], "texts": {}}
            systems.write_text(json.dumps(described), encoding="utf-8")
        command = [
            *(str(NPM_BIN / "esbuild"), *map(str, entries), "--bundle", "--format=esm", f"--target={target}"),
            *("--minify", "--legal-comments=eof", "--entry-names=[name]", "--log-level=warning"),
            *([f"--alias:footwork-systems={systems}"] if with_systems else []),
            *(f"--metafile={meta}", f"--outdir={made}"),
        ]
        output_of(command, "esbuild could not bundle the JavaScript", warns=True)
        outputs = json.loads(meta.read_text(encoding="utf-8"))["outputs"]
        files = {path.name: path.read_bytes() for path in sorted(made.iterdir())}
        return files, {Path(path).name: _npm_packages(told["inputs"]) for path, told in outputs.items()}


def _npm_packages(inputs: Mapping[str, Mapping[str, int]]) -> list[str]:
    """The packages of npm that have come into a bundle.

    >>> _npm_packages({"web/a.js": {"bytesInOutput": 9}, "node_modules/@lit/x/y.js": {"bytesInOutput": 9}})
    ['@lit/x']
    """
    found = set()
    for path, told in inputs.items():
        _, inside, rest = path.rpartition("node_modules/")
        if inside and told["bytesInOutput"]:
            parts = rest.split("/")
            found.add("/".join(parts[: 1 + parts[0].startswith("@")]))
    return sorted(found)


@cache
def _runtime_components() -> tuple[Component, ...]:
    return tuple(components_of_runtime(read_pins()))


def runtime_with_others(
    without: str = "",
) -> tuple[dict[str, bytes], dict[str, tuple[Component, ...]]]:
    """The packed runtime as it lies in a package, and whose work is in which of its files."""
    if not (PACKED / "start.json").is_file():
        stop("build/packed is missing; run make build")
    files = {f"{RUNTIME_FOLDER}{path.name}": path.read_bytes() for path in sorted(PACKED.iterdir())}
    start = json.loads(files[f"{RUNTIME_FOLDER}start.json"])
    if without:
        del files[RUNTIME_FOLDER + start["parts"].pop(without)["file"]]
    files[f"{RUNTIME_FOLDER}start.json"] = json.dumps(start, separators=(",", ":"), sort_keys=True).encode()
    wheels = {entry["file_name"]: name for name, entry in start["lock"]["packages"].items()}
    library = Path(start["snapshot"]["library"])
    wheels[library.name] = library.parent.name.replace("_", "-")
    wheels[DECODER] = "zstddec"
    others = {
        f"{RUNTIME_FOLDER}{part['file']}": _others_in(name, wheels) for name, part in start["parts"].items()
    }
    return files, {file: found for file, found in others.items() if found}


def _others_in(part: str, wheels: Mapping[str, str]) -> tuple[Component, ...]:
    """Whose work is in a part of the runtime."""
    everything = _runtime_components()
    if part == SNAPSHOT:
        return everything
    name = wheels.get(part.removeprefix(REST)) or "pyodide"
    return tuple(one for one in everything if name in (one.name, one.within))


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip of the files, the same bytes each time."""
    return _zipped(tuple(sorted(files.items())))


@lru_cache(maxsize=4)  # Two hosts want theirs before all are wanted to be published.
def _zipped(files: tuple[tuple[str, bytes], ...]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), data, zipfile.ZIP_DEFLATED, 9)
    return content.getvalue()
